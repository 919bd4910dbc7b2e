"""What class cards bring to the board, as it is drawn: every piece in a place of its own, with words of its own."""

from __future__ import annotations

import math
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, combinations, pairwise, product
from typing import Any

import pytest

import bellringer
from bellringer import Table
from bellringer.core.contract.registry import find
from bellringer.core.shown.show import Choice
from bellringer.core.shown.words import LANGUAGES
from bellringer.games.rattus.box import shipped
from bellringer.games.rattus.box_parser import BOXES
from bellringer.games.rattus.names import RATS, REGIONS
from bellringer.games.rattus.show import svg_extras, svg_pieces, svg_rats
from bellringer.games.rattus.show.page import ChartDisplay
from bellringer.games.rattus.show.svg_chart import HAVEN, RAT, SIZE, centre, chart
from bellringer.games.rattus.words.sentences import name_words
from bellringer.svg.elements import Point, between
from tests.contract.tables import play_some
from tests.rattus.play import at
from tests.test_drawing import by_id, ids_of, layers, legal_targets_of, targets

CARDS = ("nun", "bishop", "emperor", "wizard", "baker", "knight")
BORDERS = shipped().borders_within(REGIONS)
NAME_SIZE = 25  # of a region's name on a telephone, where it is largest
Box = tuple[float, float, float, float]  # left, top, right, bottom

DRAWN = "t22 2 peasantry bourgeoisie majority"


# where the pieces stand


def box_around(at_: Point, width: float, height: float) -> Box:
    """A box with its middle at a point."""
    return at_[0] - width / 2, at_[1] - height / 2, at_[0] + width / 2, at_[1] + height / 2


def gap(at_: Point, box: Box) -> float:
    """How far a point is from a box; 0 inside."""
    return math.hypot(max(box[0] - at_[0], 0, at_[0] - box[2]), max(box[1] - at_[1], 0, at_[1] - box[3]))


def name_box(region: str) -> Box:
    """The room of a region's name, in the language and box that has the longest."""
    longest = max(width(name_words("region", region, *one)) for one in product(LANGUAGES, BOXES))
    return box_around((centre(region)[0], centre(region)[1] - 45), longest, 18)


def width(name: str) -> float:
    """The width of a name in the shipped typeface, a little more rather than less."""
    return NAME_SIZE * sum(
        0.32 if letter in "fijlrtI '" else 0.84 if letter in "mMH" else 0.62 if letter.isupper() else 0.52
        for letter in name
    )


def citizen_boxes(region: str) -> list[Box]:
    """The room of two rows of citizens."""
    x, y = centre(region)
    return [box_around((x, y + svg_pieces.FIRST_ROW + row * svg_pieces.ROW), 124, 24) for row in (0, 1)]


def round_pieces(region: str) -> Iterator[tuple[Point, float]]:
    """Where a region's rats and its plague piece can be, whatever can be chosen there, each with its radius."""
    for count in range(1, RATS + 1):
        for legal in (), tuple(range(count)):
            yield from row_of(region, count, legal, is_plagued=True)
            yield from row_of(region, count, legal, is_plagued=False)


def resting_pieces(region: str) -> Iterator[tuple[Point, float]]:
    """Where they are while no rat is chosen, without the plague piece."""
    for count in range(1, RATS + 1):
        yield from row_of(region, count, (), is_plagued=False)


def row_of(region: str, count: int, legal: tuple[int, ...], *, is_plagued: bool) -> Iterator[tuple[Point, float]]:
    """So many rats in a region, and the plague piece to their left."""
    row = svg_rats.row_of_rats(region, count, legal, is_plagued=is_plagued)
    yield from ((one, RAT) for one in row)
    if is_plagued:
        yield (row[0][0] - RAT - svg_rats.PLAGUE - 1, row[0][1]), svg_rats.PLAGUE


def guards(region: str) -> tuple[Point, Point, Point]:
    """Where nuns, bishops and the caravan stand."""
    return svg_extras.nuns_at(region), svg_extras.bishops_at(region), svg_extras.caravan_at(region)


def bar(border: tuple[str, str]) -> list[Point]:
    """Points along a wall."""
    x, y, turn = svg_extras.wall_at(*border)
    way = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    reach = svg_extras.WALL
    return [(x + way[0] * step * reach / 4, y + way[1] * step * reach / 4) for step in range(-4, 5)]


@pytest.mark.parametrize("region", REGIONS)
def test_nuns_bishops_and_the_caravan_stand_clear_of_all_else(region: str) -> None:
    radius = svg_extras.GUARD
    for one in guards(region):
        assert radius < min(one) and max(one) < SIZE - radius
        for other in REGIONS:
            assert gap(one, name_box(other)) >= radius - 2, (region, other)
            assert all(gap(one, row) >= radius for row in citizen_boxes(other)), (region, other)
            assert all(math.dist(one, at_) >= radius + r - 1 for at_, r in round_pieces(other)), (region, other)
        assert gap(one, box_around((HAVEN[0], HAVEN[1] + 16), 132, 176)) >= radius
    everywhere = [place for name in REGIONS for place in guards(name)]
    assert all(math.dist(one, other) >= 2 * radius for one, other in combinations(everywhere, 2))


@pytest.mark.parametrize("region", REGIONS)
def test_nuns_bishops_and_the_caravan_stand_nearer_to_their_own_region_than_to_another(region: str) -> None:
    for one in guards(region):
        far = {name: gap(one, (x - 62, y - 54, x + 62, y + 36)) for name in REGIONS for x, y in (centre(name),)}
        assert min(far, key=lambda name: far[name]) == region


def test_every_border_has_a_place_for_a_wall() -> None:
    assert set(svg_extras.WALLS) == set(BORDERS)
    for x, y, _ in svg_extras.WALLS.values():
        assert min(x, y) >= svg_extras.WALL and max(x, y) <= SIZE - svg_extras.WALL


@pytest.mark.parametrize("border", BORDERS, ids="-".join)
def test_a_wall_stands_on_its_border_and_along_it_or_across_its_arrow(border: tuple[str, str]) -> None:
    x, y, turn = svg_extras.wall_at(*border)
    assert svg_extras.wall_at(*reversed(border)) == (x, y, turn)
    arrow = next((one["line"] for one in chart()["arrows"] if set(one["between"]) == set(border)), None)
    if arrow:
        start, end = (arrow[0], arrow[1]), (arrow[2], arrow[3])
        assert min(math.dist((x, y), one) for one in bow(start, end)) <= 8
        assert difference(turn, slope(start, end)) >= 55
        return
    line = [one for one in outline(border[0]) if one in outline(border[1])]
    near = [one for one in line if math.dist(one, (x, y)) <= 26]
    assert min(math.dist(one, (x, y)) for one in line) <= 14
    ends = max(combinations(near, 2), key=lambda pair: math.dist(*pair))
    assert difference(turn, slope(*ends)) <= 45


@cache
def outline(region: str) -> set[Point]:
    """The corners of a region's outline, and points between them; neighbours have those of their border in common."""
    found: set[Point] = set()
    for ring in re.findall(r"M([^M]*)", chart()["regions"][region]["path"]):
        steps = [int(one) for one in re.findall(r"-?\d+", ring)]
        corners = list(zip(accumulate(steps[::2]), accumulate(steps[1::2]), strict=True))
        for start, end in pairwise([*corners, corners[0]]):
            first, last = sorted((start, end))
            parts = max(1, round(math.dist(first, last) / 8))
            found |= {between(first, last, step / parts) for step in range(parts + 1)}
    return found


def bow(start: Point, end: Point) -> list[Point]:
    """Points of an arrow, which is bent a little."""
    middle = between(start, end, 0.5)
    bend = middle[0] + (end[1] - start[1]) * 0.16, middle[1] - (end[0] - start[0]) * 0.16
    shares = [step / 20 for step in range(21)]
    return [between(between(start, bend, share), between(bend, end, share), share) for share in shares]


def slope(start: Point, end: Point) -> float:
    """The direction of a line, in degrees."""
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))


def difference(one: float, other: float) -> float:
    """The angle between two lines, from 0 to 90 degrees."""
    turn = abs(one - other) % 180
    return min(turn, 180 - turn)


def test_walls_stand_clear_of_each_other_and_of_all_pieces() -> None:
    for one, other in combinations(BORDERS, 2):
        a, b = svg_extras.wall_at(*one), svg_extras.wall_at(*other)
        assert math.dist(a[:2], b[:2]) >= 45, (one, other)
    thick = svg_extras.THICK
    for border, region in product(BORDERS, REGIONS):
        rounds = [*((one, svg_extras.GUARD) for one in guards(region)), *resting_pieces(region)]
        for point in bar(border):
            assert all(math.dist(point, one) >= r + thick - 3 for one, r in rounds), (border, region)
        x, y, _ = svg_extras.wall_at(*border)
        assert gap((x, y), name_box(region)) >= thick, (border, region)
        assert all(gap((x, y), row) >= thick - 2 for row in citizen_boxes(region)), (border, region)


def test_a_wall_on_a_border_of_ones_own_box_stands_halfway() -> None:
    middle = tuple((one + other) / 2 for one, other in zip(centre("anglia"), centre("egypt"), strict=True))
    assert svg_extras.wall_at("egypt", "anglia")[:2] == middle


def test_large_rats_lie_over_the_sea() -> None:
    for one in svg_rats.STAGES.values():
        room = svg_rats.STAGE
        assert one[1] - room > 10 and gap(one, box_around((HAVEN[0], HAVEN[1] + 16), 132, 176)) > room
        for region in REGIONS:
            assert all(math.dist(one, at_) > room + svg_extras.GUARD for at_ in guards(region))
            assert gap(one, name_box(region)) > room
    apart = math.dist(*svg_rats.STAGES.values())
    assert apart > 2 * svg_rats.STAGE + 20


# what is drawn


def full(**fields: Any) -> Table:
    """A table on which all these pieces stand."""
    document: dict[str, Any] = {
        "box": "big-box",
        "classes": list(CARDS),
        "modules": ["upgrades"],
        "levels": {"baker": 2, "nun": 3},
        "nuns": {"gallia": 2, "italia": 1},
        "bishops": ["germania", "gallia"],
        "walls": [["germania", "gallia"], ["anglia", "scandia"]],
        "potions": [
            {"seat": "red", "place": "gallia", "potions": 2},
            {"seat": "red", "place": "gallia", "potions": 1},
            {"seat": "red", "place": "gallia", "potions": 1},
            {"seat": "blue", "place": "palace", "potions": 3},
        ],
        "players": {
            "red": {"citizens": {"gallia": 5}, "classes": ["baker", "nun"], "on-card": 2},
            "blue": {"citizens": {"gallia": 1}, "palace": 1},
            "green": {},
        },
        "rats": {
            "gallia": [{"token": "t05", "open": True}, {"token": "t06", "returned": True}, {"seen": ["blue"]}],
            "italia": [{"laid-out": True}],
        },
        "returned": ["t06"],
    }
    return at(**(document | fields))


def live(table: Table, seat: int | None = 0, language: str = "en") -> str:
    """The upper layer as a seat sees it."""
    return layers(table, seat, language)[1]


def labels(drawing: str) -> dict[str, str]:
    """What each piece is called, by its id."""
    return {one.attrib["id"]: one.attrib["aria-label"] for one in ET.fromstring(drawing) if "aria-label" in one.attrib}


def test_every_piece_says_what_it_is_in_both_languages() -> None:
    found = labels(live(full()))
    assert found["nuns-gallia"] == "France: 2 nuns" and found["nuns-italia"] == "Italia: 1 nun"
    assert found["bishops-germania"] == "Germania: a bishop"
    assert found["wall-gallia-germania"] == "wall: France – Germania"
    assert found["potions-red-gallia-1"] == "red, France: 2 citizens with 1 potion each"
    assert found["potions-red-gallia-2"] == "red, France: a citizen with 2 potions"
    assert found["potions-blue-palace-3"] == "blue, Safe Haven: a citizen with 3 potions"
    french = labels(live(full(), language="fr"))
    assert french["wall-gallia-germania"].replace("\u00a0", " ") == "mur : France – Germanie"
    assert french["potions-red-gallia-1"] == "rouge, France\u00a0: 2 habitants avec 1 potion chacun"


def point_of(one: ET.Element) -> Point:
    """Where a piece or a spot stands."""
    x, y = map(float, re.findall(r"-?[\d.]+", one.attrib["transform"])[:2])
    return x, y


def fingers_of(drawing: str) -> Iterator[tuple[Point, float]]:
    """What a finger hits of the plague piece and of the places to which it can go: middles and radii."""
    for one in ET.fromstring(drawing):
        if one.attrib.get("data-handle") == "plague" or one.attrib.get("data-by") == "plague":
            (room,) = [part for part in one.iter() if part.attrib.get("class") == "hit"]
            x, y = point_of(one)
            yield (x + float(room.attrib.get("cx", 0)), y), float(room.attrib["r"])


@pytest.mark.parametrize("rats", [1, RATS])
def test_a_finger_on_a_rat_never_takes_the_plague_piece(rats: int) -> None:
    """Whose face the viewer knows or does not: the nearer of the two is meant."""
    for region in REGIONS:
        row: list[dict[str, Any]] = [{"token": f"t0{number + 1}", "open": True} for number in range(rats)]
        everywhere = {name: row if name == region else rats for name in REGIONS}
        table = at(seats=6, plague=region, rats=everywhere, asks=[{"ask": "act", "seats": ["red"]}])
        drawing = live(table)
        tokens = [one for one in ET.fromstring(drawing) if re.match(r"rat-.*-\d$", one.attrib.get("id", ""))]
        fingers = list(fingers_of(drawing))
        assert len(fingers) > 1 and len(tokens) == rats * len(REGIONS)
        for (middle, radius), token in product(fingers, tokens):
            assert math.dist(middle, point_of(token)) > radius + RAT, (region, token.attrib["id"])


def test_numbers_stand_beside_more_than_one_piece() -> None:
    numbers = {name: one.text for name, one in by_id(live(full()), "n-").items()}
    assert numbers["nuns-gallia-2"] == "2" and "nuns-italia-1" not in numbers
    assert numbers["potions-red-gallia-1-2"] == "×2" and "potions-red-gallia-2-1" not in numbers
    assert numbers["red-gallia-5"] == "5"


def test_flasks_stand_beside_their_seats_cubes() -> None:
    found = {one.attrib["id"]: one for one in ET.fromstring(live(full())) if "id" in one.attrib}
    row = ["stack-red-gallia", "potions-red-gallia-1", "potions-red-gallia-2"]
    places = [tuple(map(float, re.findall(r"-?[\d.]+", found[name].attrib["transform"]))) for name in row]
    assert len({y for _, y in places}) == 1
    assert all(b[0] - a[0] >= svg_extras.FLASK for a, b in pairwise(places))


def test_a_rat_that_lies_face_up_shows_its_face_to_all() -> None:
    for seat in (0, 1, 2, None):
        drawing = live(full(), seat)
        assert 'class="rat-face open"' in drawing
        assert labels(drawing)["rat-gallia-1"] == "the first rat of France, face up: 1, peasantry, Islamic"
        assert labels(drawing)["rat-gallia-2"].startswith("the second rat of France, turned once before")
    assert "#rat-returned" in live(full())


@pytest.mark.parametrize("name", ["drawn", "rat"])
def test_a_rat_beside_the_board_is_large_and_has_its_words(name: str) -> None:
    artist, view = find("rattus").pictures, full().view(0)
    assert "staged" not in artist.live(view, "en")
    drawing = artist.live({**view, name: DRAWN}, "en")
    said = {"drawn": "drawn", "rat": "turned"}[name]
    assert labels(drawing)[f"staged-{name}"] == f"{said}: 2, peasantry, bourgeoisie, majority"


def test_the_picture_has_levels_and_citizens_on_a_card() -> None:
    drawing = bellringer.svg.picture(full(), 0)
    assert ">II</text>" in drawing and ">III</text>" in drawing
    assert "2 citizens on a class card" in drawing
    assert "on a card" not in bellringer.svg.picture(at(), 0)


def test_without_such_pieces_nothing_of_them_is_drawn() -> None:
    drawing = live(at())
    assert not re.search(r'id="(nuns|bishops|wall|potions|staged)-', drawing)


# whole games with the cards that bring them


def moments(seats: int, cards: tuple[str, ...] = CARDS) -> Iterator[Table]:
    """Tables of a random game in which all these cards are in play."""
    dice = random.Random(seats)
    cards = cards if seats < 5 else (*cards, "crusader", "courier")
    table = bellringer.new_game(
        "rattus", seats=seats, seed=seats + 42, box="big-box", classes=cards, modules=("upgrades",)
    )
    while table.pending:
        yield table
        play_some(table, dice.randrange(10, 30), dice)
    yield table


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize(
    ("cards", "pieces"),
    [
        (CARDS, {"nuns", "bishops", "wall", "potions"}),
        (("sultan", "caravanner", "wizard", "nun", "merchant", "knight"), {"caravan", "podium"}),
    ],
    ids=["guards", "diplomats"],
)
def test_layers_are_whole_small_and_shine_where_moves_are(seats: int, cards: tuple[str, ...], pieces: set[str]) -> None:
    seen = set()
    for table in moments(seats, cards):
        for seat in (None, *table.pending):
            ground, drawing = layers(table, seat, "fr")
            ids = ids_of(ground) + ids_of(drawing)
            assert len(set(ids)) == len(ids)
            assert set(re.findall(r'href="#([^"]*)"', drawing)) <= set(ids_of(ground))
            assert "None" not in drawing and len(drawing.encode()) < 30_000
            legal = {name for name in legal_targets_of(table, seat) if not name.startswith("card ")}
            assert set(targets(drawing)) == legal
            for one in ET.fromstring(drawing):
                if "moves" in one.attrib.get("class", "").split():
                    assert re.fullmatch(r"translate\(-?[\d.]+ -?[\d.]+\)", one.attrib["transform"])
                    assert one[0].attrib["class"] == "arrives" and one.attrib["aria-label"]
                    seen.add(one.attrib["id"].split("-")[0])
    assert seen >= pieces


def test_a_face_that_a_seat_does_not_know_leaves_no_trace() -> None:
    artist, dice, view_of = find("rattus").pictures, random.Random(1), find("rattus").view
    for table in moments(3):
        for seat in range(3):
            other = view_of(table.state.determinized(seat, dice.getrandbits(60)), seat)
            assert artist.live(other, "en") == artist.live(view_of(table.state, seat), "en")


# the page


def display(table: Table, more: dict[str, Any] | None = None) -> ChartDisplay:
    """What the page of the seat that decides shows. `more`: what else its view says."""
    game, seat = find("rattus"), table.pending[0]
    choices = [Choice(one.name, one.name, target_of(one.name) or one.target) for one in table.moves(seat)]
    found = game.display(game.view_model(table.view(seat) | (more or {}), "en"), choices)
    assert isinstance(found, ChartDisplay)
    return found


def target_of(name: str) -> str:
    """The card that a move improves."""
    word, _, card = name.partition(" ")
    return f"card {card}" if word in ("also", "upgrade") else ""


def test_a_card_shows_its_level_and_offers_all_that_can_be_done_with_it() -> None:
    shown = display(full())
    assert [(one.words, one.is_legal, one.move) for one in shown.hand] == [
        ("Baker II", True, ""), ("Nun III", True, "use nun")
    ]  # fmt: skip
    groups = {group.id: group for group in shown.groups}
    assert [(one.name, one.label) for one in groups["upgrade"].buttons] == [("upgrade baker", "Baker III")]
    assert [one.name for one in groups["use"].buttons] == ["use baker", "use nun"]
    assert groups["upgrade"].legend == "Upgrade a card"


def test_a_seat_shows_its_citizens_on_a_card_its_potions_and_what_it_owes() -> None:
    shown = display(full())
    assert [one.value for one in shown.figures("red") if one.key == "on-card"] == ["2"]
    assert [one.key for one in shown.figures("green")] == ["on-board", "supply"]
    assert shown.notes("red") == ("4 potions under its citizens",) and shown.notes("green") == ()
    view = full().view(0)
    players = {**view["players"], "green": {**view["players"]["green"], "owes": 1}}
    assert display(full(), {"players": players}).notes("green") == ("1 citizen or potion still to lose",)


def test_the_facts_tell_of_rats_that_lie_face_up_and_of_limits() -> None:
    facts = display(full(), {"drawn": DRAWN, "no-limits": True}).facts
    assert [one.words for one in facts][1:] == [
        "Rat drawn: limit 2, peasantry, bourgeoisie, majority",
        "All limits in the plague region are zero",
    ]


def test_a_second_ability_that_was_used_is_named() -> None:
    shown = display(full(), {"used-also": ["baker"]})
    assert [one.more for one in shown.hand] == ["peasantry, second ability used", "church"]


@pytest.mark.parametrize(
    ("names", "labels_"),
    [
        ([f"go {n}" for n in range(1, 12)], [str(n) for n in range(1, 12)]),
        ([*(f"of {one}" for one in ("red", "blue")), *(f"citizen {n}" for n in range(8))], ["Red", "Blue"]),
    ],
)
def test_many_choices_of_the_new_kinds_stand_in_groups(names: list[str], labels_: list[str]) -> None:
    game = find("rattus")
    shown = game.display(game.view_model(full().view(0), "en"), [Choice(name, f"{name}!", None) for name in names])
    first = shown.groups[0]
    assert first.legend and [one.label for one in first.buttons] == labels_
    flasks = [one.emblem for group in shown.groups for one in group.buttons if group.id == "citizen"]
    assert flasks in ([], ["", *["potions"] * 7])


# podiums and the caravan

DIPLOMATS = [
    {"seat": "red", "place": "gallia", "potions": 1},
    {"seat": "red", "place": "gallia", "potions": 0, "podium": True},
    {"seat": "blue", "place": "italia", "potions": 2, "podium": True},
]


def travelling(**fields: Any) -> Table:
    """A table with diplomats, the caravan and points."""
    document: dict[str, Any] = {
        "box": "big-box",
        "classes": ["sultan", "caravanner", "wizard", "monk", "king", "knight"],
        "caravan": "gallia",
        "potions": DIPLOMATS,
        "players": {
            "red": {"citizens": {"gallia": 4}, "classes": ["sultan"], "points": 3},
            "blue": {"citizens": {"italia": 1}},
            "green": {},
        },
        "rats": {"gallia": 1},
    }
    return at(**(document | fields))


def test_podiums_and_the_caravan_say_what_they_are_in_both_languages() -> None:
    found = labels(live(travelling()))
    assert found["caravan"] == "France: the caravan"
    assert found["podium-red-gallia"] == "red, France: a diplomat"
    assert found["podium-blue-italia"] == "blue, Italia: a diplomat, 2 potions"
    assert found["potions-red-gallia-1"] == "red, France: a citizen with 1 potion"
    french = labels(live(travelling(), language="fr"))
    assert french["caravan"] == "France\u00a0: la caravane"
    assert french["podium-blue-italia"] == "bleu, Italie\u00a0: un diplomate, 2 potions"


def test_a_podium_stands_beside_its_seats_cubes_and_flasks() -> None:
    found = {one.attrib["id"]: one for one in ET.fromstring(live(travelling())) if "id" in one.attrib}
    row = ["stack-red-gallia", "potions-red-gallia-1", "podium-red-gallia"]
    places = [tuple(map(float, re.findall(r"-?[\d.]+", found[name].attrib["transform"]))) for name in row]
    assert len({y for _, y in places}) == 1
    assert all(b[0] - a[0] >= svg_extras.FLASK for a, b in pairwise(places))


def test_the_page_and_the_picture_tell_of_diplomats_and_points() -> None:
    shown = display(travelling())
    assert shown.notes("red") == ("1 potion under its citizens", "1 diplomat")
    assert [one.value for one in shown.figures("red") if one.key == "points"] == ["3"]
    assert all(one.key != "points" for one in shown.figures("blue"))
    assert " +3</text>" in bellringer.svg.picture(travelling(), 0)


def test_a_diplomat_is_chosen_among_the_other_citizens() -> None:
    names = [*(f"citizen {n}" for n in range(9)), "diplomat 0"]
    game = find("rattus")
    shown = game.display(game.view_model(full().view(0), "en"), [Choice(name, f"{name}!", None) for name in names])
    assert [group.id for group in shown.groups] == ["citizen"]
    assert [one.emblem for one in shown.groups[0].buttons] == ["", *["potions"] * 8, "podiums"]
    assert [one.label for one in shown.groups[0].buttons][-1] == "diplomat 0!"
