"""Rattus's chart: what is painted keeps off the pieces, all lands are there, and who plays is seen at a glance."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from itertools import pairwise, product
from typing import Any

import pytest

import bellringer
from bellringer import Table
from bellringer.core.contract.registry import find
from bellringer.games.rattus.names import GUILDS, REGIONS
from bellringer.games.rattus.show import svg, svg_boards, svg_pieces, svg_scenery
from bellringer.games.rattus.show.svg_chart import HAVEN, RAT, SIZE, TRAY, centre
from bellringer.games.rattus.show.view_model import ChartModel
from bellringer.svg.board import TOUCH
from tests.test_drawing import by_id, room_of

MODULES = ("upgrades", "region-cards", "guilds", "inns", "universities")
CARDS = ("guild-master", "inn-keeper", "royal-librarian", "knight", "nun", "bishop", "baker", "wizard")
PHONE = 390  # the width of a board, in pixels


def full(seats: int) -> Table:
    """A new table with the Big Box and all its modules."""
    classes = CARDS[: max(6, seats + 2)]
    return bellringer.new_game("rattus", seats=seats, seed=1, box="big-box", modules=MODULES, classes=classes)


def size_of(table: Table) -> int:
    """The bytes of ground and live layer."""
    artist, view = find("rattus").pictures, table.view(0)
    return len((artist.ground(view, "en") + artist.live(view, "en")).encode())


# what is painted


@pytest.mark.parametrize("region", REGIONS)
def test_what_grows_stands_on_its_own_land_and_off_the_pieces(region: str) -> None:
    (left, right), (top, bottom) = TRAY
    rings = svg_scenery.rings_of(region)
    for at in svg_scenery.spots(region):
        assert svg_scenery.is_on_land(at, rings)
        for x, y in map(centre, REGIONS):
            assert not (x + left < at[0] < x + right and y + top < at[1] < y + bottom)


def test_mountains_stand_off_the_middle_of_every_region() -> None:
    (left, right), _ = TRAY
    for at, (x, y) in product(svg_scenery.MOUNTAINS, map(centre, REGIONS)):
        assert not (x + left < at[0] < x + right and y - 30 < at[1] < y + 40), at


def test_what_is_at_sea_is_on_the_water() -> None:
    rings = [ring for region in REGIONS for ring in svg_scenery.rings_of(region)]
    swimming = [at for places in svg_scenery.AT_SEA.values() for at in places]
    assert len(list(svg_scenery.waves())) > 10 and set(svg_scenery.AT_SEA) == {"ship", "serpent", "whale"}
    for at in (*svg_scenery.waves(), *swimming, svg_scenery.ROSE):
        assert not svg_scenery.is_on_land(at, rings), at
    corners = [corner for ring in rings for corner in ring.corners]
    assert all(math.dist(at, one) >= svg_scenery.SHORE for at in svg_scenery.waves() for one in corners)


@pytest.mark.parametrize(("box", "most"), [("base", 4), ("big-box", 6)])
def test_every_chart_has_all_lands(box: str, most: int) -> None:
    """Those in play in their colours, the others pale; and what no box has, as Arabia, is land as well."""
    for seats in range(2, most + 1):
        table = bellringer.new_game("rattus", seats=seats, box=box)
        ground = find("rattus").pictures.ground(table.view(0), "en")
        used = [one for one in ET.fromstring(ground).iter() if one.attrib.get("href", "").startswith("#region-")]
        assert [one.attrib["href"].removeprefix("#region-") for one in used] == list(REGIONS)
        in_play = [name for name, one in zip(REGIONS, used, strict=True) if "tint-" in one.attrib["class"]]
        assert set(in_play) == set(ChartModel(table.view(0), "en").regions)
        assert svg_scenery.BEYOND in ground


@pytest.mark.parametrize(("seats", "before"), [(2, 39_655), (4, 43_343), (6, 48_375)])
def test_the_picture_has_grown_by_forty_thousand_bytes_at_most(seats: int, before: int) -> None:
    """Compared with a chart that had no scenery."""
    assert size_of(bellringer.new_game("rattus", seats=seats, seed=1)) <= before + 40_000
    assert size_of(full(seats)) <= before + 45_000  # the cards of the modules bring emblems of their own


# who plays


def live_with(seats: int, **changed: Any) -> str:
    """The live layer of a new table, with some of its view changed."""
    view = {**bellringer.new_game("rattus", seats=seats).view(0), **changed}
    return find("rattus").pictures.live(view, "en")


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_order_of_play_is_seen_with_who_began_and_who_is_to_decide(seats: int) -> None:
    table = bellringer.new_game("rattus", seats=seats)
    for turn, seat in enumerate(table.seat_names):
        other = table.seat_names[turn - 1]
        live = live_with(seats, start=other, asks=[{"ask": "settle", "seats": [seat]}])
        assert list(by_id(live, "turn-")) == [seat]
        ring = by_id(live, f"turn-{seat}")[""]
        assert (float(ring.attrib["cx"]), float(ring.attrib["cy"])) == svg_pieces.seat_at(turn)
        (pennant,) = by_id(live, "start-player").values()
        x, y = svg_pieces.seat_at((turn - 1) % seats)
        assert pennant.attrib["transform"] == f"translate({x + svg_pieces.SEAT:g} {y - svg_pieces.SEAT:g})"


def test_the_signs_of_six_seats_stand_over_the_sea_and_apart() -> None:
    rings = [ring for region in REGIONS for ring in svg_scenery.rings_of(region)]
    places = [svg_pieces.seat_at(turn) for turn in range(6)]
    assert all(math.dist(one, other) >= 2 * svg_pieces.SEAT + 8 for one, other in pairwise(places))
    for x, y in places:
        assert y - svg_pieces.SEAT > HAVEN[1] + 104
        assert not svg_scenery.is_on_land((x, y), rings)
        assert math.dist((x, y), svg_scenery.ROSE) > svg_scenery.ROSE_RADIUS + svg_pieces.SEAT


# fingers


@pytest.mark.parametrize(("kind", "shape"), [("region", "hit"), ("plague", "hit reach")])
def test_places_can_be_hit_on_forty_pixels(kind: str, shape: str) -> None:
    """On a board that is 390 wide; no two of them reach into each other by more than they leave each other.

    Those of the plague piece while one holds it; until then they leave the rats their room (test_pieces_shown.py).
    """
    view = bellringer.new_game("rattus", seats=6).view(0)
    wanted = {f"{kind} {name}" for name in REGIONS}
    live = find("rattus").pictures.live(view, "en", wanted)
    rooms = {name: room_of(one, shape) for name, one in by_id(live, f"t-{kind}-").items()}
    assert len(rooms) == len(REGIONS)
    for left, top, width, height in rooms.values():
        assert min(width, height) * PHONE / SIZE >= 40
        middle = (left + width / 2, top + height / 2)
        others = [one for one in rooms.values() if one != (left, top, width, height)]
        assert all(math.dist(middle, (x + w / 2, y + h / 2)) >= TOUCH + RAT for x, y, w, h in others)


# the boards beside the map


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_board_can_be_read_and_touched_alone_on_a_telephone(seats: int, language: str) -> None:
    """Each is a picture of its own; its spaces are as large as fingers need, its names as large as eyes need."""
    model = ChartModel(full(seats).view(0), language)
    share = PHONE / svg_boards.WIDTH
    for room in (svg_boards.GUILD, svg_boards.CITY):
        assert min(room) * share >= 60
    assert 20 * share >= 14  # the size of names on a telephone, as board.css has it
    for drawing in svg.boards(model, ()):
        root = ET.fromstring(drawing)
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        assert width == svg_boards.WIDTH and height <= 720
        assert root.attrib["preserveAspectRatio"] == "xMidYMid meet" and root.attrib["aria-label"]
        free = [one for one in root.iter() if one.attrib.get("class") == "slot"]
        assert len(free) == (len(GUILDS) if "guilds" in root.attrib["id"] else len(model.regions))


def test_citizens_of_six_seats_stay_within_the_frame_in_every_region() -> None:
    """Where the coast is near the edge, rows grow wider rather than leave the chart."""
    there: list[svg_pieces.Stack] = [(seat, 12, {}, None) for seat in find("rattus").seat_names(6)]
    for name in REGIONS:
        _, down = centre(name)
        rows = svg_pieces.rows_of(there, svg_pieces.width_for(there, down))
        last = down + svg_pieces.FIRST_ROW + (len(rows) - 1) * svg_pieces.ROW
        assert last + svg_pieces.CUBE / 2 < SIZE - 20, name
