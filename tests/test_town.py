"""Notre Dame's board: the town turned to who looks, markets named by what lies beside them, no piece over another."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

import bellringer
from bellringer.core.contract.registry import find
from bellringer.games.notre_dame.names import MARKETS, SECTORS, borough_of, boroughs_of
from bellringer.games.notre_dame.show import svg_pieces, svg_rooms, svg_town
from bellringer.games.notre_dame.show.svg_plan import MARKET_CORNERS, STREET, WEDGES, Borough, Plan, plan
from bellringer.games.notre_dame.show.svg_scenery import to_line
from bellringer.games.notre_dame.show.text_look import words_of
from bellringer.games.notre_dame.words.sentences import move_words, name_words, words_in

SVG = "{http://www.w3.org/2000/svg}"
TOWNS = [(boroughs, own) for boroughs in (3, 4, 5) for own in range(boroughs)]
HARBOUR = {"en": "harbour", "fr": "port"}
MOST_MARKERS = 14  # of a seat


def middle_of(place: Borough) -> tuple[float, float]:
    """The middle of a borough's corners."""
    xs, ys = zip(*place.corners, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def area_of(place: Borough) -> float:
    """The area of a borough."""
    edges = zip(place.corners, (*place.corners[1:], place.corners[0]), strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in edges)) / 2


def wedges_of(town: Plan) -> Iterator[tuple[int, int, Borough]]:
    """Every sector of every borough, with the borough's number from 1."""
    for number, place in enumerate(town.boroughs, 1):
        yield from ((number, wedge, place) for wedge, name in enumerate(WEDGES) if name != "harbour")


# the turn of the town


@pytest.mark.parametrize(("boroughs", "own"), TOWNS)
def test_ones_own_borough_is_the_lowest_and_the_largest(boroughs: int, own: int) -> None:
    found = plan(boroughs, own).boroughs
    down = [middle_of(place)[1] for place in found]
    assert all(down[own] > y + 50 for number, y in enumerate(down) if number != own)
    assert middle_of(found[own])[0] == pytest.approx(500)
    assert all(area_of(found[own]) > area_of(place) for place in found if place is not found[own])


@pytest.mark.parametrize(("boroughs", "own"), TOWNS)
def test_boroughs_follow_each_other_clockwise_whoever_looks(boroughs: int, own: int) -> None:
    town = plan(boroughs, own)
    ways = [math.atan2(y - town.centre[1], x - town.centre[0]) for x, y in map(middle_of, town.boroughs)]
    steps = [(after - one) % math.tau for one, after in zip(ways, (*ways[1:], ways[0]), strict=True)]
    assert sum(steps) == pytest.approx(math.tau) and all(0.5 < step < 2.6 for step in steps)


@pytest.mark.parametrize("seats", range(2, 6))
def test_each_seat_sees_its_rat_below_all_others(seats: int) -> None:
    table = bellringer.new_game("notre-dame", seats=seats, seed=1)
    for viewer in (None, *range(seats)):
        live = find("notre-dame").pictures.live(table.view(viewer), "en")
        rats = dict(re.findall(r'id="rat-(\w+)" class="[^"]*" transform="translate\([\d.]+ ([\d.]+)\)', live))
        assert len(rats) == seats
        assert max(rats, key=lambda seat: float(rats[seat])) == table.seat_names[viewer or 0]


def test_what_stands_on_the_board_is_upright() -> None:
    """Nothing of a town is turned: letters, emblems and figures are read by who sits below."""
    table = bellringer.new_game("notre-dame", seats=5, seed=1)
    artist = find("notre-dame").pictures
    for viewer in range(5):
        view = table.view(viewer)
        assert "rotate(" not in artist.ground(view, "en") + artist.live(view, "en")


# the names of markets


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("boroughs", "own"), TOWNS)
def test_a_market_is_named_by_the_sectors_that_lie_nearest_to_it(boroughs: int, own: int, language: str) -> None:
    """Measured in the drawing, within the market's own borough."""
    words, page = words_in(language), words_in(language).part("page")
    for number, place in enumerate(plan(boroughs, own).boroughs, 1):
        for side in MARKET_CORNERS:
            far = {name: to_wedge(place.market(side), place, wedge) for wedge, name in enumerate(WEDGES)}
            nearest = sorted(WEDGES, key=lambda name: far[name])[:2]
            assert all(far[name] > 2 * max(far[one] for one in nearest) for name in WEDGES if name not in nearest)
            named = [HARBOUR[language] if one == "harbour" else name_words("sector", one, language) for one in nearest]
            for said in (
                name_words("market", f"{number}:{side}", language),
                move_words(f"carriage {number}:{side}", "carriage-to", language),
                words.text(f"sides.{side}"),
                page(f"side.{side}"),
            ):
                assert all(name.lower() in said for name in named), (said, named)
                others = {name_words("sector", one, language).lower() for one in SECTORS} - {n.lower() for n in named}
                assert not any(re.search(rf"\b{other}\b", said) for other in others), said


def to_wedge(at: tuple[float, float], place: Borough, wedge: int) -> float:
    """How far a point is from the ground of a sector, as it is drawn."""
    corners = place.wedge(wedge, STREET)
    return min(to_line(at, *ends) for ends in zip(corners, (*corners[1:], corners[0]), strict=True))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_market_is_named_by_a_point_of_the_compass(language: str) -> None:
    compass = {"en": "north|east|south|west", "fr": "nord|est|sud|ouest"}[language]
    short = words_of(language)
    for side in MARKETS:
        said = [name_words("market", f"1:{side}", language), short(f"market.{side}")]
        said += [words_in(language).part("page")(f"side.{side}")]
        assert not any(re.search(rf"\b(?:{compass})\b", one, re.IGNORECASE) for one in said)
        assert not any(one in ("N", "E", "S", "W", "O") for one in said)


@pytest.mark.parametrize("seats", range(2, 6))
def test_a_borough_bears_the_number_that_words_call_it_by(seats: int) -> None:
    """The number stands nearest to the borough's own wall."""
    table = bellringer.new_game("notre-dame", seats=seats)
    boroughs = boroughs_of(seats)
    for viewer in range(seats):
        root = ET.fromstring(find("notre-dame").pictures.ground(table.view(viewer), "en"))
        town = plan(boroughs, borough_of(seats, viewer))
        plates = [
            (int(one[1].text or 0), at_of(one))
            for one in root.iter(f"{SVG}g")
            if len(one) == 2 and "borough-number" in one[1].get("class", "")
        ]
        assert sorted(number for number, _ in plates) == list(range(1, boroughs + 1))
        for number, at in plates:
            nearest = min(town.boroughs, key=lambda place: math.dist(at, svg_town.beside_sign(place)))
            assert nearest is town.boroughs[number - 1]


def at_of(one: ET.Element) -> tuple[float, float]:
    """Where a group stands."""
    x, y = re.findall(r"-?[\d.]+", one.attrib["transform"])[:2]
    return float(x), float(y)


# nothing covers anything


@pytest.mark.slow
@pytest.mark.parametrize("boroughs", [3, 4, 5])
def test_pieces_never_cover_an_emblem_nor_each_other(boroughs: int) -> None:
    """However many they are, with the friend and without; and all of them stand in their own sector."""
    town = plan(boroughs)
    for number, wedge, place in wedges_of(town):
        emblem = svg_rooms.emblem_box(place, wedge)
        corners = place.wedge(wedge, -3 * svg_pieces.FIGURE)
        for count in range(MOST_MARKERS + 1):
            for is_friend_here in (False, True)[not count :]:
                boxes = svg_rooms.places_in(town, number, wedge, count, is_friend_here).boxes(count)
                assert len(boxes) == (count if count <= 3 else 2) + is_friend_here
                assert not any(svg_rooms.overlap(box, emblem) for box in boxes)
                assert not any(svg_rooms.overlap(shrunk(one), other) for one, other in combinations(boxes, 2))
                for left, top, right, bottom in boxes:
                    middle = (left + right) / 2, (top + bottom) / 2
                    assert all(a * middle[0] + b * middle[1] + c >= 0 for a, b, c in svg_rooms.walls_of(corners))


def shrunk(box: svg_rooms.Box) -> svg_rooms.Box:
    """A box without its outermost unit and a half, where two pieces may touch."""
    return box[0] + 1.5, box[1] + 1.5, box[2] - 1.5, box[3] - 1.5


@pytest.mark.parametrize("boroughs", [3, 4, 5])
def test_carriages_leave_messages_and_emblems_to_be_seen(boroughs: int) -> None:
    """One or two on a market cover nothing; however many there are, none hides another one's letter."""
    town = plan(boroughs)
    wide, high = (half / 2 for half in svg_rooms.CARRIAGE)
    for number, place in enumerate(town.boroughs, 1):
        emblems = [svg_rooms.emblem_box(place, wedge) for wedge, name in enumerate(WEDGES) if name != "harbour"]
        for side in MARKETS:
            for count in range(1, 6):
                at = [svg_rooms.carriage_at(town, f"{number}:{side}", turn, count) for turn in range(count)]
                assert all(abs(a[0] - b[0]) > 20 or abs(a[1] - b[1]) > 17 for a, b in combinations(at, 2))
                boxes = [(x - wide, y - high, x + wide, y + high) for x, y in at]
                if count == 1:
                    assert not any(svg_rooms.overlap(box, emblem) for box in boxes for emblem in emblems)
                if side != "centre" and count == 1:
                    (x, y), (left, top, right, bottom) = place.market(side), boxes[0]
                    near = min(max(x, left), right), min(max(y, top), bottom)
                    assert math.dist(near, (x, y)) >= svg_rooms.TOKEN - 0.5


@pytest.mark.parametrize("boroughs", [3, 4, 5])
def test_markers_in_the_cathedral_leave_window_and_markets_free(boroughs: int) -> None:
    town = plan(boroughs)
    radius = svg_town.window_radius(town)
    for number, place in enumerate(town.boroughs, 1):
        at, half = svg_pieces.worshipper_at(town, number), svg_pieces.WORSHIPPER / 2
        assert math.dist(at, town.centre) >= radius + half * 0.55
        assert math.dist(at, place.market("north")) >= svg_rooms.TOKEN + half


@pytest.mark.parametrize("boroughs", [3, 4, 5])
def test_a_rat_covers_nothing_but_its_own_space(boroughs: int) -> None:
    """Nothing is written beside it: the space is known by its neighbours, and the seat says it."""
    table = bellringer.new_game("notre-dame", seats=boroughs)
    live = ET.fromstring(find("notre-dame").pictures.live(table.view(0), "en"))
    rats = [one for one in live if one.attrib.get("id", "").startswith("rat-")]
    assert len(rats) == boroughs and not any(one.findall(f".//{SVG}text") for one in rats)


# what is seen at a glance


def live_with(seats: int, **changed: Any) -> ET.Element:
    """The live layer of a new table, with some of its view changed."""
    view = {**bellringer.new_game("notre-dame", seats=seats).view(0), **changed}
    return ET.fromstring(find("notre-dame").pictures.live(view, "en"))


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_bell_stands_at_the_start_players_borough_and_a_ring_at_who_is_to_decide(seats: int) -> None:
    table = bellringer.new_game("notre-dame", seats=seats)
    town = plan(boroughs_of(seats))
    for turn, seat in enumerate(table.seat_names):
        live = live_with(seats, start=seat, asks=[{"ask": "play-card", "seats": [seat]}])
        (bell,) = (one for one in live if one.attrib.get("id") == "start-player")
        nearest = min(town.boroughs, key=lambda place: math.dist(at_of(bell), svg_town.on_wall(place, 3)))
        assert nearest is town.boroughs[borough_of(seats, turn)]
        assert [name for one in live if (name := one.attrib.get("id", "")).startswith("turn-")] == [f"turn-{seat}"]


def test_the_window_lights_a_pane_for_each_prestige_to_be_had() -> None:
    """Three markers of 10 prestige: each brings 3, and a pane stays dark."""
    players = bellringer.new_game("notre-dame", seats=4).view(0)["players"]
    players["red"]["markers"] = {"notre-dame": 2}
    players["green"]["markers"] = {"notre-dame": 1}
    live = live_with(4, players=players)
    lit = [name for one in live if (name := one.attrib.get("id", "")).startswith("pane-")]
    assert lit == [*(f"pane-{turn}-red" for turn in range(1, 7)), *(f"pane-{turn}-green" for turn in range(7, 10))]
    assert not [one for one in live_with(4) if one.attrib.get("id", "").startswith("pane-")]


# fingers, and how much is sent


@pytest.mark.parametrize("boroughs", [3, 4, 5])
def test_a_market_can_be_hit_on_forty_pixels(boroughs: int) -> None:
    """On a board that is 390 wide."""
    town = plan(boroughs)
    for number, place in enumerate(town.boroughs, 1):
        for side in MARKETS:
            drawn = svg_pieces.market_spot("en", town, f"market {number}:{side}")
            found = re.search(r'class="hit" r="([\d.]+)"', drawn)
            assert found and 2 * float(found[1]) * 390 / 1000 >= 40
            assert float(found[1]) <= svg_pieces.nearest(town, place.market(side)) / 2 + 0.1


@pytest.mark.parametrize(("seats", "before"), [(2, 46_716), (3, 46_898), (4, 54_623), (5, 62_692)])
def test_the_picture_has_grown_by_forty_thousand_bytes_at_most(seats: int, before: int) -> None:
    """Ground and live layer of a new table, compared with a board that had no scenery."""
    table = bellringer.new_game("notre-dame", seats=seats, seed=1)
    artist, view = find("notre-dame").pictures, table.view(0)
    assert len((artist.ground(view, "en") + artist.live(view, "en")).encode()) <= before + 40_000
