"""The boards as SVG: whole, well-formed, true to the view; every move about a thing on the table shines there."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations

import pytest
from click.testing import CliRunner

import bellringer
from bellringer import Table
from bellringer.cli import main
from bellringer.drawing import artist_of, picture
from bellringer.drawing.hand import SHAPES, emblems
from bellringer.drawing.ink import element, number, wrapped
from bellringer.drawing.notre_dame_plan import SIZE, STREET, plan
from bellringer.drawing.rattus_chart import TINTS, TRAY, centre
from bellringer.notre_dame.names import ACTIONS, KINDS, PERSONS
from bellringer.rattus.box import shipped
from bellringer.rattus.names import PLAYABLE, REGIONS, SYMBOLS
from tests.contract.tables import play_some
from tests.rattus.play import at

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
    board = artist_of(game).chart(table.view(0), "en")
    assert "<style" not in board and " style=" not in board and "<script" not in board
    assert "<style" in picture(table)


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_chart_shows_who_is_where(seats: int) -> None:
    for table in moments("rattus", seats):
        root, view = ET.fromstring(picture(table)), table.view(None)
        for group in (one for one in root.iter() if "data-region" in one.attrib):
            region = group.attrib["data-region"]
            there = {
                seat: player["palace"] if region == "palace" else player["citizens"].get(region, 0)
                for seat, player in view["players"].items()
            }
            drawn = {
                one.attrib["class"].removeprefix("of-"): int(one.attrib["data-count"])
                for one in group.iter()
                if "data-count" in one.attrib
            }
            assert drawn == {seat: n for seat, n in there.items() if n}
            backs = [one for one in group.iter() if one.attrib.get("class") in ("rat-back", "rat-face")]
            assert len(backs) == len(view["rats"].get(region, ()))


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_town_shows_markers_rats_and_messages(seats: int) -> None:
    for table in moments("notre-dame", seats):
        root, view = ET.fromstring(picture(table)), table.view(None)
        rats = [int(one.attrib["data-rat"]) for one in root.iter() if "data-rat" in one.attrib]
        assert rats == [player["rat"] for player in view["players"].values()]
        for one in (one for one in root.iter() if one.attrib.get("data-target", "").startswith("sector ")):
            _, seat, sector = one.attrib["data-target"].split()
            counts = [int(part.attrib["data-count"]) for part in one.iter() if "data-count" in part.attrib]
            assert counts[0] == view["players"][seat]["markers"].get(sector, 0)
        markets = {one.attrib["data-target"].removeprefix("market "): one for one in root.iter()
                   if one.attrib.get("data-target", "").startswith("market ")}  # fmt: skip
        for name, one in markets.items():
            messages = [part for part in one.iter() if part.attrib.get("class") == "coloured edged"]
            assert len(messages) == (name in view["markets"])


def test_a_rat_shows_its_face_to_who_has_looked_at_it() -> None:
    table = at(rats={"gallia": [{"token": "t05", "seen": ["blue"]}]})
    faces = ["rat-face" in picture(table, seat).partition("</style>")[2] for seat in (0, 1, None)]
    assert faces == [False, True, True]


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


def test_there_is_an_emblem_for_everything() -> None:
    wanted = {*ACTIONS, *KINDS, *PERSONS, *PLAYABLE, *SYMBOLS, "rat", "plague", "palace", "harbour"}
    assert wanted <= set(emblems())
    assert len(set(SHAPES.values())) == len(SHAPES) == 6


def test_strokes() -> None:
    assert [number(value) for value in (2, 2.0, 2.04, 2.26, -0.31)] == ["2", "2", "2", "2.3", "-0.3"]
    assert element("a", class_="x<", r=None, stroke_width=1.25) == '<a class="x&lt;" stroke-width="1.2"/>'
    assert wrapped("lady of the court", 8) == ["lady of", "the", "court"]


@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
def test_show_writes_a_picture(game: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
    runner = CliRunner()
    position = runner.invoke(main, ["new", game, "--seed", "7"]).stdout
    out = tmp_path / "board.svg"
    assert runner.invoke(main, ["show", "-", "--svg", str(out)], input=position).exit_code == 0
    assert ET.fromstring(out.read_text(encoding="utf-8")).tag == f"{SVG}svg"
    shown = runner.invoke(main, ["show", "-", "--svg", "-", "--seat", "0", "--lang", "fr"], input=position)
    assert ET.fromstring(shown.stdout).tag == f"{SVG}svg" and 'class="shines"' in shown.stdout
    both = runner.invoke(main, ["show", "-", "--svg", "-", "--json"], input=position)
    assert both.exit_code == 2 and "--svg and --json" in both.stderr
    nowhere = runner.invoke(main, ["show", "-", "--svg", str(tmp_path / "no" / "board.svg")], input=position)
    assert nowhere.exit_code != 0 and re.search(r"board\.svg: No such file", nowhere.stderr)
