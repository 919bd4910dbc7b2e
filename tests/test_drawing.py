"""The boards as SVG: whole, well-formed, true to the view; every move about a thing on the table shines there."""

from __future__ import annotations

import gzip
import math
import random
import re
import timeit
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

import bellringer
from bellringer import Table
from bellringer.core.contract.registry import find
from bellringer.games.notre_dame.names import ACTIONS, KINDS, LAST_SPACE, PERSONS
from bellringer.games.notre_dame.show.svg_plan import SIZE, STREET, plan
from bellringer.games.notre_dame.show.svg_town import RAT, SPACE, track_space
from bellringer.games.rattus.box import shipped
from bellringer.games.rattus.names import PLAYABLE, REGIONS, SYMBOLS
from bellringer.games.rattus.show.svg_chart import TINTS, TRAY, centre
from bellringer.svg import picture
from bellringer.svg.board import stylesheet
from tests.contract.tables import play_some
from tests.rattus.play import at

pytestmark = pytest.mark.slow

SVG = "{http://www.w3.org/2000/svg}"
TABLES = [("notre-dame", seats) for seats in range(2, 6)] + [("rattus", seats) for seats in range(2, 7)]


def moments(game: str, seats: int) -> Iterator[Table]:
    """Tables from the first decision to the end of a random game."""
    table, dice = bellringer.new_game(game, seats=seats, seed=seats), random.Random(seats)
    while table.pending:
        yield table
        play_some(table, dice.randrange(10, 40), dice)
    yield table


def targets(drawing: str) -> dict[str, list[ET.Element]]:
    """The things of a drawing that moves can be about; two cards of a hand can be the same."""
    found: dict[str, list[ET.Element]] = {}
    for one in ET.fromstring(drawing).iter():
        if name := one.attrib.get("data-target"):
            found.setdefault(name, []).append(one)
    return found


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_move_about_a_thing_shines_where_the_thing_is(game: str, seats: int) -> None:
    for table in moments(game, seats):
        for seat in table.pending:
            wanted = {move.target for move in table.moves(seat) if move.target}
            found = targets(picture(table, seat))
            assert wanted <= set(found)
            assert {name for name, things in found.items() if any(one.get("class") for one in things)} == wanted
            assert all(len(things) == 1 for name, things in found.items() if not name.startswith("card "))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_all_that_may_be_chosen_glows_and_a_piece_that_may_be_moved_is_its_own_handle(game: str, seats: int) -> None:
    """Whatever kind of thing it is. A handle lies above all spots, so that a click on it is no answer to anything."""
    handles = 0
    for table in moments(game, seats):
        for seat in table.pending:
            drawing = layers(table, seat)[1]
            for name, things in targets(drawing).items():
                shining = [one for one in things if "shines" in one.get("class", "")]
                glows = [part.get("class", "").split() for one in shining for part in one.iter()]
                assert not shining or any({"halo", "over"} & set(classes) for classes in glows), name
            about = [one for one in ET.fromstring(drawing) if {"data-by", "data-handle"} & set(one.keys())]
            assert bool(about) is any(move.name.startswith("plague ") for move in table.moves(seat))
            if about:
                *spots, handle = about
                assert {one.get("data-by") for one in spots} == {handle.get("data-handle")}
                assert handle.get("role") == "button" and not handle.findall(".//*[@data-target]")
                assert any("halo" in part.get("class", "") for part in handle.iter())
                handles += 1
    assert (handles > 0) is (game == "rattus")


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_picture_is_whole_and_nothing_is_drawn_that_is_not_defined(game: str, seats: int) -> None:
    for table in moments(game, seats):
        for language in ("en", "fr"):
            drawing = picture(table, None, language)
            root = ET.fromstring(drawing)
            ids = [one.attrib["id"] for one in root.iter() if "id" in one.attrib]
            used = {one.attrib["href"].removeprefix("#") for one in root.iter() if one.tag == f"{SVG}use"}
            assert len(set(ids)) == len(ids) and used <= set(ids)
            assert "None" not in drawing and "shines" not in drawing.partition("</style>")[2].replace("halo shines", "")


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_board_in_a_page_has_no_style_of_its_own(game: str, seats: int) -> None:
    """A page that allows no style but its own files can hold it."""
    table = bellringer.new_game(game, seats=seats)
    board = find(game).pictures.chart(table.view(0), "en")
    assert "<style" not in board and " style=" not in board and "<script" not in board
    assert "<style" in picture(table)


# the two layers of a page


def legal_targets_of(table: Table, seat: int | None) -> set[str]:
    """The targets of a seat's legal moves."""
    return {move.target for move in table.moves(seat) if move.target} if seat in table.pending else set()


def layers(table: Table, seat: int | None, language: str = "en") -> tuple[str, str]:
    """Ground and live layer as a seat's page has them."""
    artist, view = find(table.game).pictures, table.view(seat)
    return artist.ground(view, language), artist.live(view, language, legal_targets_of(table, seat))


def ids_of(drawing: str) -> list[str]:
    """All ids in a drawing."""
    return [one.attrib["id"] for one in ET.fromstring(drawing).iter() if "id" in one.attrib]


def by_id(drawing: str, beginning: str) -> dict[str, ET.Element]:
    """The elements whose ids begin so, by the rest of the id."""
    found = (one for one in ET.fromstring(drawing).iter() if one.attrib.get("id", "").startswith(beginning))
    return {one.attrib["id"].removeprefix(beginning): one for one in found}


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_ground_stays_as_it_is(game: str, seats: int) -> None:
    """Rattus's chart is the same for everybody; a town is turned for each seat, and is the first one's for others."""
    for language in ("en", "fr"):
        grounds: dict[int | None, set[str]] = {}
        for table in moments(game, seats):
            for seat in (None, *range(seats)):
                grounds.setdefault(seat, set()).add(layers(table, seat, language)[0])
        assert all(len(found) == 1 for found in grounds.values())
        assert grounds[None] == grounds[0]
        assert len(set.union(*grounds.values())) == (seats if game == "notre-dame" else 1)


def test_grounds_of_different_tables_are_different() -> None:
    tables = [bellringer.new_game(game, seats=seats) for game, seats in TABLES]
    tables.append(bellringer.new_game("rattus", seats=4, box="big-box"))
    grounds = [layers(table, None, language)[0] for table in tables for language in ("en", "fr")]
    assert len(set(grounds)) == len(grounds)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_layers_of_a_page_fit_together(game: str, seats: int) -> None:
    """Ids are unique in both, all that is used is there, one lies exactly upon the other, no page need fear them."""
    for table in moments(game, seats):
        for seat in (None, *range(seats)):
            ground, live = layers(table, seat, "fr")
            ids = ids_of(ground) + ids_of(live)
            assert len(set(ids)) == len(ids)
            assert set(re.findall(r'href="#([^"]*)"', ground + live)) <= set(ids)
            assert set(re.findall(r'href="#([^"]*)"', live)) <= set(ids_of(ground))
            one, other = ET.fromstring(ground), ET.fromstring(live)
            assert one.attrib["viewBox"] == other.attrib["viewBox"]
            assert (one.attrib["class"], other.attrib["class"], other.attrib["id"]) == (
                "board ground",
                "board live",
                "live",
            )
            assert not any(word in ground + live for word in (" style=", "<style", "<script", "None"))
            assert not re.search(r"\son\w+=", ground + live), "what a browser would run"


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_each_legal_move_on_the_board_shines_once(game: str, seats: int) -> None:
    """Cards and persons lie beside the board; everything else that a move is about is on it, and can be reached."""
    for table in moments(game, seats):
        for seat in table.pending:
            wanted = {name for name in legal_targets_of(table, seat) if not name.startswith(("card ", "person "))}
            ground, live = layers(table, seat)
            found = targets(live)
            assert set(found) == wanted and all(len(things) == 1 for things in found.values())
            rats = Counter(name.split()[1] for name in wanted if name.startswith("rat "))
            for name, (one,) in found.items():
                is_crowded = name.startswith("rat ") and rats[name.split()[1]] == 3
                assert one.attrib["class"] == ("shines crowded" if is_crowded else "shines")
                assert one.attrib["role"] == "button"
                assert one.attrib["tabindex"] == "0" and one.attrib["aria-label"]
            assert not targets(ground)
        watching = find(game).pictures.live(table.view(None), "en")
        assert not targets(watching)


# What a piece is called, by the beginning of its id: it is no place and no card, though it may stand on one.
CALLED = {
    "en": {
        "stack": r": \d+ (markers?|citizens?)$", "carriage": "^carriage, ", "friend": "^Trusted friend, .*, ",
        "message": r"\bmessage\b", "rat": r"\brat\b", "start": r"bell-ringer|began$", "plague": "^plague piece, ",
        "nuns": r"\bnuns?$", "bishops": r"\bbishop$", "caravan": r"\bcaravan$", "wall": "^wall: ", "potions": "potion",
        "podium": "diplomat", "university": "university$", "token": "university", "staged": "^(drawn|turned): ",
        "seen": "^seen by ",
    },
    "fr": {
        "stack": r" : \d+ (cubes?|habitants?)$", "carriage": "^calèche, ", "friend": "^Confident, .*, ",
        "message": "^lettre de change ", "rat": r"\brat\b", "start": "sonneur|commencé$", "plague": "^pion Peste, ",
        "nuns": r"\bnonnes?$", "bishops": r"\bévêque$", "caravan": r"\bcaravane$", "wall": "^mur : ",
        "potions": "potion",
        "podium": "diplomate", "university": "université", "token": "université", "staged": "^(pioché|retourné) ?: ",
        "seen": "^vu par ",
    },
}  # fmt: skip


def full_moments(game: str) -> Iterator[Table]:
    """Tables with all that there is of a game, which chance plays."""
    more = {"box": "big-box", "classes": "random", "modules": find("rattus").options["modules"].allowed}
    dice = random.Random(3)
    table = bellringer.new_game(game, seats=4, seed=3, **(more if game == "rattus" else {}))
    while table.pending:
        yield table
        play_some(table, dice.randrange(5, 20), dice)
    yield table


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
def test_a_piece_is_called_what_it_is(game: str, language: str) -> None:
    """By what listeners are told: not by the place where it stands, nor by a card."""
    for table in full_moments(game):
        live = find(game).pictures.live(table.view(0), language, legal_targets_of(table, 0))
        for one in ET.fromstring(live).iter():
            if "moves" in one.attrib.get("class", "").split():
                said = one.attrib["aria-label"].replace("\u00a0", " ").replace("\u202f", " ")
                kind = one.attrib["id"].partition("-")[0]
                assert re.search(CALLED[language][kind], said), (one.attrib["id"], said)


def room_of(one: ET.Element, shape: str = "hit") -> tuple[float, float, float, float]:
    """What a finger can hit of a target that has a shape for it, of that class: left, top, width, height."""
    x, y = 0.0, 0.0
    if "transform" in one.attrib:
        x, y = map(float, re.findall(r"-?[\d.]+", one.attrib["transform"]))
    hit = next(part for part in one.iter() if part.attrib.get("class") == shape)
    if hit.tag == f"{SVG}circle":
        r = float(hit.attrib["r"])
        return x + float(hit.attrib.get("cx", 0)) - r, y + float(hit.attrib.get("cy", 0)) - r, 2 * r, 2 * r
    left, top, width, height = (float(hit.attrib[name]) for name in ("x", "y", "width", "height"))
    return x + left, y + top, width, height


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_finger_can_hit_every_target(game: str, seats: int) -> None:
    """24 pixels each way on a board that is 340 wide; only three rats of one region must share a little less.

    No target's middle lies under another of its kind.
    """
    least = 24 / 340 * 1000 - 0.1
    for table in moments(game, seats):
        for seat in table.pending:
            rooms: dict[str, dict[str, tuple[float, float, float, float]]] = {}
            for name, (one,) in targets(layers(table, seat)[1]).items():
                kind = name.split()[0]
                if any(part.attrib.get("class") == "over" for part in one.iter()):
                    continue  # a sector or the cathedral: as wide as can be
                rooms.setdefault(kind, {})[name] = room_of(one)
            for kind, found in rooms.items():
                for name, (left, top, width, height) in found.items():
                    region = name.split()[1]
                    crowd = sum(other.split()[1] == region for other in found)
                    enough = 49 if kind == "rat" and crowd == 3 else least
                    assert width >= enough and height >= least, name
                    for other, (x, y, w, h) in found.items():
                        middle = (left + width / 2, top + height / 2)
                        inside = x < middle[0] < x + w and y < middle[1] < y + h
                        assert other == name or not inside, (name, other)


@pytest.mark.parametrize("boroughs", [3, 4, 5])
def test_markets_are_as_far_apart_as_fingers_are_wide(boroughs: int) -> None:
    places = [place.market(side) for place in plan(boroughs).boroughs for side in ("centre", "north", "east", "south",
                                                                                   "west")]  # fmt: skip
    apart = min(math.dist(one, other) for one, other in combinations(places, 2))
    assert apart >= 24 / 340 * 1000


@pytest.mark.parametrize("boroughs", [3, 4, 5])
def test_a_rat_hides_no_space_of_its_track_but_its_own(boroughs: int) -> None:
    for place in plan(boroughs).boroughs:
        spaces = [track_space(place, space) for space in range(LAST_SPACE + 1)]
        assert min(math.dist(one, other) for one, other in combinations(spaces, 2)) >= RAT + SPACE


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_what_is_hidden_leaves_no_trace_in_the_layers(game: str, seats: int) -> None:
    artist, dice = find(game).pictures, random.Random(seats)
    for table in moments(game, seats):
        state, view_of = table.state, find(game).view
        for seat in range(seats):
            other = view_of(state.determinized(seat, dice.getrandbits(60)), seat)
            legal_targets = legal_targets_of(table, seat)
            assert artist.live(other, "en", legal_targets) == artist.live(view_of(state, seat), "en", legal_targets)
            assert artist.ground(other, "en") == artist.ground(view_of(state, seat), "en")


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_what_can_be_followed_keeps_its_id_and_moves_by_its_transform_alone(game: str, seats: int) -> None:
    places: dict[str, set[str]] = {}
    for table in moments(game, seats):
        root = ET.fromstring(layers(table, None)[1])
        moving = [one for one in root.iter() if "moves" in one.attrib.get("class", "").split()]
        assert set(moving) <= set(root)  # no group is between them and the layer
        for one in moving:
            places.setdefault(one.attrib["id"], set()).add(one.attrib["transform"])
            assert re.fullmatch(r"translate\(-?[\d.]+ -?[\d.]+\)", one.attrib["transform"])
            assert "arrives" not in one.attrib["class"] and one[0].attrib["class"] == "arrives"
            assert "transform" not in one[0].attrib and one.attrib["aria-label"]
    always = ["plague-piece"] if game == "rattus" else [f"rat-{seat}" for seat in table.seat_names]
    assert all(len(places[name]) > 1 for name in always)
    if game == "notre-dame":
        assert {name for name in places if name.startswith("carriage-")} == {
            f"carriage-{one}" for one in table.seat_names
        }
        assert any(len(places[name]) > 1 for name in places if name.startswith("carriage-"))


@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
def test_a_number_that_changes_is_a_new_thing(game: str) -> None:
    for table in moments(game, 4):
        live = layers(table, None)[1]
        numbers = by_id(live, "n-")
        for name, one in numbers.items():
            assert name.endswith(f"-{one.text}") and "arrives" in one.attrib["class"].split()
        for name, one in by_id(live, "stack-").items():
            count = int(one.attrib["data-count"])
            single = 3 if game == "notre-dame" and not name.endswith("notre-dame") else 1
            assert (f"{name}-{count}" in numbers) == (count > single)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_rules_are_named_as_the_game_knows_them(game: str, seats: int) -> None:
    rule_words = find(game).words.rule_words
    found = set()
    for table in moments(game, seats):
        for seat in table.pending:
            for drawing in (*layers(table, seat), picture(table, seat)):
                for one in ET.fromstring(drawing).iter():
                    if name := one.attrib.get("data-rule"):
                        assert all(rule_words(name, language) for language in ("en", "fr"))
                        found.add(name)
                    kind, _, thing = one.attrib.get("data-target", "").partition(" ")
                    if kind in ("card", "person", "sector", "place"):
                        assert one.attrib["data-rule"] == thing.split()[-1]
    assert found >= ({"bank", "notre-dame", "hospital"} if game == "notre-dame" else {"king", "witch"})


def free_classes(styles: str) -> set[str]:
    """The classes of all rules that hold without `.board` above them."""
    selectors = re.sub(r"/\*.*?\*/|@media[^{]*", "", styles, flags=re.DOTALL)
    rules = [one for found in re.findall(r"([^{}]+)\{", selectors) for one in found.split(",")]
    return {name for rule in rules if ".board" not in rule for name in re.findall(r"\.([a-z][\w-]*)", rule)}


@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
def test_what_is_used_by_name_has_colours_of_its_own(game: str) -> None:
    """It stands in a tree of its own with no `.board` above it: a rule that says so would leave it black."""
    free = free_classes(stylesheet(find(game).pictures.styles))
    for table in moments(game, 4):
        roots = [ET.fromstring(drawing) for drawing in layers(table, table.pending[0] if table.pending else None)]
        used = {one.attrib["href"][1:] for root in roots for one in root.iter(f"{SVG}use")}
        for one in (one for root in roots for one in root.iter() if one.attrib.get("id") in used):
            classes = [part.attrib["class"].split() for part in one.iter() if part.attrib.get("class")]
            assert all(free & set(names) for names in classes), one.attrib["id"]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_layers_are_small(game: str, seats: int) -> None:
    """A live layer is sent after every move; the ground once a page."""
    most = {"notre-dame": 35_000, "rattus": 25_000}[game]
    for table in moments(game, seats):
        for seat in (None, *table.pending):
            ground, live = layers(table, seat)
            assert len(gzip.compress(ground.encode(), 6)) < 15_000 and len(live.encode()) < most


@pytest.mark.parametrize(("game", "seats"), [("notre-dame", 5), ("rattus", 6)])
def test_a_live_layer_is_soon_drawn(game: str, seats: int) -> None:
    """It takes under a millisecond; twenty times that would be a mistake, on however busy a machine."""
    table = play_some(bellringer.new_game(game, seats=seats, seed=1), 100, random.Random(1))
    seat = table.pending[0]
    artist, view, legal_targets = find(game).pictures, table.view(seat), legal_targets_of(table, seat)
    assert min(timeit.repeat(lambda: artist.live(view, "en", legal_targets), number=5, repeat=9)) / 5 < 0.02


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_chart_shows_who_is_where(seats: int) -> None:
    for table in moments("rattus", seats):
        view = table.view(None)
        for drawing in (picture(table), find("rattus").pictures.chart(view, "en"), layers(table, None)[1]):
            stacks = {name: int(one.attrib["data-count"]) for name, one in by_id(drawing, "stack-").items()}
            there = {
                f"{seat}-{region}": n
                for seat, player in view["players"].items()
                for region, n in {**player["citizens"], "palace": player["palace"]}.items()
                if n
            }
            assert stacks == there
            rats = {f"{region}-{slot + 1}" for region, found in view["rats"].items() for slot in range(len(found))}
            assert set(by_id(drawing, "rat-")) - {"back", "laid-out", "returned"} == rats
            assert list(by_id(drawing, "tint-")) == ([view["plague"]] if view["plague"] else [])


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_town_shows_markers_rats_and_messages(seats: int) -> None:
    for table in moments("notre-dame", seats):
        view = table.view(None)
        for drawing in (picture(table), find("notre-dame").pictures.chart(view, "en"), layers(table, None)[1]):
            stacks = {name: int(one.attrib["data-count"]) for name, one in by_id(drawing, "stack-").items()}
            markers = {
                f"{seat}-{place}": n
                for seat, player in view["players"].items()
                for place, n in player["markers"].items()
                if n
            }
            assert stacks == markers
            for seat, player in view["players"].items():
                assert by_id(drawing, f"rat-{seat}")[""].attrib["data-rat"] == str(player["rat"])
                assert len(by_id(drawing, f"carriage-{seat}")) == 1
                assert len(by_id(drawing, f"friend-{seat}")) == (player["friend"] is not None)
            messages = {one.attrib["data-market"]: name.replace("-", " ")
                        for name, one in by_id(drawing, "message-").items()}  # fmt: skip
            assert messages == view["markets"]


def test_a_rat_shows_its_face_to_who_has_looked_at_it() -> None:
    table = at(rats={"gallia": [{"token": "t05", "seen": ["blue"]}]})
    faces = ["rat-face" in picture(table, seat).partition("</style>")[2] for seat in (0, 1, None)]
    assert faces == [False, True, True]


def test_who_has_looked_at_a_rat_stands_above_all_that_is_there() -> None:
    """At the rat's upper right, in letters that a telephone can show; no citizens are drawn over them."""
    rats = [{"seen": ["blue"]}, {"seen": ["red", "green"]}, {}]
    table = at(rats={"gallia": rats}, players={"red": {"citizens": {"gallia": 3}}})
    drawing = find("rattus").pictures.live(table.view(0), "en", frozenset())
    things = r"seen-gallia-\d|rat-gallia-\d|stack-red-gallia"
    found = re.findall(rf'id="({things})" [^>]*translate\(([\d.]+) ([\d.]+)\)', drawing)
    assert [name for name, *_ in found][-2:] == ["seen-gallia-1", "seen-gallia-2"] and len(found) == 6
    places = {name: place for name, *place in found}
    assert all(places[f"seen-gallia-{slot}"] == places[f"rat-gallia-{slot}"] for slot in (1, 2))
    marks = re.findall(r'seen-by[^>]*><g[^>]*><text x="[\d.]+" y="-[\d.]+"[^>]*font-size="(\d+)"[^>]*>(\w+)<', drawing)
    assert [letters for _, letters in marks] == ["B", "RG"] and all(int(size) >= 16 for size, _ in marks)


def test_regions_have_room_for_their_pieces() -> None:
    """The trays of no two regions overlap, whoever stands there, and none leaves the sheet."""
    (left, right), (top, bottom) = TRAY
    trays = {name: (x + left, x + right, y + top, y + bottom) for name in REGIONS for x, y in (centre(name),)}
    for (one, a), (other, b) in combinations(trays.items(), 2):
        apart = a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2]
        assert apart, (one, other)
    assert all(a[0] >= 0 and a[1] <= 1000 and a[2] >= 0 and a[3] <= 1000 for a in trays.values())


def test_neighbours_have_different_tints() -> None:
    for one, other in shipped().borders_within(REGIONS):
        assert TINTS[one] != TINTS[other], (one, other)


@pytest.mark.parametrize("boroughs", [3, 4, 5])
def test_boroughs_lie_on_the_sheet_and_meet_only_at_the_cathedral(boroughs: int) -> None:
    town = plan(boroughs)
    assert all(0 <= value <= SIZE for borough in town.boroughs for corner in borough.corners for value in corner)
    for turn, borough in enumerate(town.boroughs):
        after = town.boroughs[(turn + 1) % boroughs]
        assert borough.corners[7] == pytest.approx(after.corners[0])
        assert borough.corners[6] != pytest.approx(after.corners[1], abs=5)
        assert all(
            abs(sum((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 for p, q in [(borough.hub, other.hub)])) > 150**2
            for other in town.boroughs
            if other is not borough
        )


def test_streets_are_as_wide_on_both_sides_of_a_wedge() -> None:
    borough = plan(4).boroughs[0]
    for wedge in range(8):
        inner, outer = borough.wedge(wedge, STREET), (borough.hub, *borough.edge(wedge))
        for (ax, ay), (bx, by), (px, py) in zip(outer, outer[1:] + outer[:1], inner, strict=True):
            length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
            assert abs((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / length == pytest.approx(STREET, abs=0.01)


@pytest.mark.parametrize("game", bellringer.game_names())
def test_there_is_an_emblem_for_everything(game: str) -> None:
    wanted = {
        "notre-dame": {*ACTIONS, *KINDS, *PERSONS, "rat", "harbour"},
        "rattus": {
            *(*PLAYABLE, *SYMBOLS, "rat", "plague", "palace", "nuns", "bishops", "walls", "potions", "podiums"),
            "university",
        },
    }
    assert wanted[game] <= set(find(game).pictures.emblems)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_drawing_brings_the_emblems_that_it_uses(game: str, seats: int) -> None:
    for table in moments(game, seats):
        for drawing in (picture(table), "".join(layers(table, 0)), find(game).pictures.chart(table.view(0), "en")):
            assert set(re.findall(r'href="#(e-[\w-]+)"', drawing)) <= set(re.findall(r'<symbol id="([\w-]+)"', drawing))
