"""Every worked example of the rulebooks, as docs/rules/rattus-examples.md tells it, one test each.

The book's yellow sits here as violet; its other colours are themselves.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bellringer import Event, Table
from tests.rattus.play import at, every_table, play, regions, strikes

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "rules" / "rattus-examples.md"
both_boxes = pytest.mark.parametrize("box", ["base", "big-box"])


def citizens(table: Table) -> dict[str, dict[str, int]]:
    """Where the seats have citizens; seats without any are left out."""
    players = table.position()["players"]
    return {colour: player["citizens"] for colour, player in players.items() if player["citizens"]}


def how_many_rats(table: Table) -> dict[str, int]:
    """The regions with rats."""
    return {region: len(rats) for region, rats in table.position()["rats"].items()}


# placing


@every_table
@pytest.mark.parametrize(("region", "placed"), [("germania", 1), ("gallia", 3)])
@pytest.mark.rule("RA-3.1", "RA-3.2")
def test_ex_01_three_regions_to_choose_from(seats: int, box: str, region: str, placed: int) -> None:
    table = at(seats=seats, box=box, rats={"gallia": 3, "germania": 1})
    assert regions(table, "place") == {"gallia", "germania"}  # and not italia
    assert citizens(play(table, f"place {region}")) == {"red": {region: placed}}


# the plague in gallia

FIRST = [1, "bourgeoisie", "church"]
SECOND = [3, "majority", "church", "chivalry"]
THIRD = [2, "majority", "bourgeoisie", "church"]


def gallia(box: str) -> Table:
    """Before red moves the plague piece to gallia; the three rats lie there in the order of their turning."""
    players = {
        "violet": {"classes": ["knight"], "citizens": {"gallia": 1}},
        "green": {"classes": ["peasant", "merchant"], "citizens": {"gallia": 2}},
        "blue": {"classes": ["monk", "witch", "king"], "citizens": {"hispania": 2}},
    }
    rats = {"gallia": [{"token": face} for face in (FIRST, SECOND, THIRD)]}
    return at(seats=4, box=box, plague="germania", rats=rats, players=players)


def ravaged(box: str) -> Table:
    """After it."""
    return play(gallia(box), "plague gallia", "to hispania", "to hispania")


def rat_by_rat(table: Table) -> list[list[Event]]:
    """The turning of each rat, with the losses that followed it."""
    found: list[list[Event]] = []
    for event in table.events():
        if event.kind == "rat-turned":
            found.append([event])
        elif event.kind == "citizens-killed":
            found[-1].append(event)
    return found


def outcome(turned: list[Event]) -> tuple[bool, list[tuple[int, int]]]:
    """Whether the rat had an outbreak, and who lost how many."""
    assert all(event.where == 1 for event in turned)  # in gallia
    return strikes(turned[0]), [(event.seat, event.amount) for event in turned[1:]]


@both_boxes
@pytest.mark.rule("RA-4.1", "RA-4.2", "RA-4.3")
def test_ex_02_the_plague_comes_to_gallia_and_spreads(box: str) -> None:
    table = play(gallia(box), "plague gallia")
    assert table.position()["plague"] == "gallia"
    for n in (1, 2):
        assert (table.pending, regions(table, "to")) == ((0,), {"anglia", "germania", "hispania", "italia"})
        table.play("to hispania")
        assert how_many_rats(table)["hispania"] == n
    assert regions(table, "to") == set()


@both_boxes
@pytest.mark.rule("RA-5.1", "RA-5.2", "RA-5.6", "RA-5.7")
def test_ex_03_the_first_rat(box: str) -> None:
    assert outcome(rat_by_rat(ravaged(box))[0]) == (True, [(2, 1)])


@both_boxes
@pytest.mark.rule("RA-5.2", "RA-5.3", "RA-5.10")
def test_ex_04_the_second_rat(box: str) -> None:
    assert outcome(rat_by_rat(ravaged(box))[1]) == (False, [])


@both_boxes
@pytest.mark.rule("RA-5.2", "RA-5.5", "RA-5.7", "RA-5.8")
def test_ex_05_the_third_rat(box: str) -> None:
    third = rat_by_rat(ravaged(box))[2]
    assert outcome(third) == (True, [(2, 1), (3, 1)])


@both_boxes
@pytest.mark.rule("RA-2.3", "RA-5.3", "RA-5.11")
def test_ex_06_the_situation_after_the_turn(box: str) -> None:
    table = ravaged(box)
    assert table.position()["turn"] == "blue" and table.position()["plague"] == "gallia"
    assert citizens(table) == {"blue": {"hispania": 2}}
    assert how_many_rats(table) == {"hispania": 2}
    supplies = [player["supply"] for player in table.position()["players"].values()]
    assert supplies == [20, 18, 20, 20]
    faces = {frozenset(name.split()[1:]) for name in table.view(None)["turned"]}
    assert faces == {frozenset(map(str, face)) for face in (FIRST, SECOND, THIRD)}


# class cards


@every_table
@pytest.mark.rule("RA-1.14", "RA-4.1", "RA-7.6")
def test_ex_07_the_knight_goes_two_steps(seats: int, box: str) -> None:
    without = at(seats=seats, box=box, plague="italia", rats={})
    assert "scandia" not in regions(without, "plague")
    table = at(seats=seats, box=box, plague="italia", rats={}, players={"red": {"classes": ["knight"]}})
    assert play(table, "plague scandia").position()["plague"] == "scandia"


def knight_in_scandia(box: str, answer: str, *face: Any) -> Table:
    """Red has taken the piece to scandia, where two blue citizens and this rat are, and says whether it counts."""
    players = {"red": {"classes": ["knight"]}, "blue": {"citizens": {"scandia": 2}}}
    table = at(seats=4, box=box, plague="italia", rats={"scandia": [{"token": list(face)}]}, players=players)
    return play(table, "plague scandia", "to anglia", answer)


@both_boxes
@pytest.mark.rule("RA-5.2", "RA-7.7")
def test_ex_08_the_piece_counts_as_two_citizens(box: str) -> None:
    three, four = (3, "majority", "church", "chivalry"), (4, "all", "peasantry", "bourgeoisie")
    five = (5, "all", "peasantry", "chivalry")
    for face in (three, four):
        assert citizens(knight_in_scandia(box, "count", *face)) == {"blue": {"scandia": 1}}
        assert citizens(knight_in_scandia(box, "pass", *face)) == {"blue": {"scandia": 2}}
    assert citizens(knight_in_scandia(box, "count", *five)) == {"blue": {"scandia": 2}}


@every_table
@pytest.mark.rule("RA-3.1", "RA-3.4", "RA-6.7", "RA-7.2")
def test_ex_09_the_monk_acts_after_the_placing(seats: int, box: str) -> None:
    table = at(seats=seats, box=box, rats={"gallia": 3}, players={"red": {"classes": ["monk"]}})
    play(table, "place gallia", "use monk", "to italia")
    assert citizens(table) == {"red": {"gallia": 3}}
    assert how_many_rats(table) == {"gallia": 2, "italia": 1}


@every_table
@pytest.mark.rule("RA-3.1", "RA-7.1")
def test_ex_10_the_peasant_among_three_rats(seats: int, box: str) -> None:
    table = at(seats=seats, box=box, rats={"gallia": 3}, players={"red": {"classes": ["peasant"]}})
    assert citizens(play(table, "place gallia", "one-more")) == {"red": {"gallia": 4}}


@every_table
@pytest.mark.rule("RA-3.2", "RA-7.1")
def test_ex_11_the_peasant_where_no_rat_is(seats: int, box: str) -> None:
    table = at(seats=seats, box=box, rats={"gallia": 3}, players={"red": {"classes": ["peasant"]}})
    assert citizens(play(table, "place italia")) == {"red": {"italia": 1}}
    without = at(seats=seats, box=box, rats={"gallia": 3})
    assert "italia" not in regions(without, "place")


# the map


def largest_area(seats: int, held: set[str]) -> int:
    """How many of these regions hang together, at most; neighbours are where the plague piece may go."""
    best, left = 0, set(held)
    while left:
        area = {left.pop()}
        grown = True
        while grown:
            near = {other for region in area for other in beside(seats, region)} & left
            grown = bool(near)
            area, left = area | near, left - near
        best = max(best, len(area))
    return best


def beside(seats: int, region: str) -> set[str]:
    """The neighbours of a region in the Big Box."""
    return regions(at(seats=seats, box="big-box", plague=region, rats={}), "plague")


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.rule("RA-1.14", "RA-1.15")
def test_ex_12_regions_that_hang_together(seats: int) -> None:
    assert largest_area(seats, {"anglia", "gallia", "hispania"}) == 3
    assert largest_area(seats, {"russia", "tartaria"}) == 2
    assert largest_area(seats, {"hispania", "italia", "polonia"}) == 2
    assert largest_area(seats, {"germania", "turcia"}) == 1


FOUR_AREAS = {
    "red": ("anglia", "gallia", "hispania"),
    "blue": ("russia", "tartaria"),
    "green": ("germania", "turcia"),
    "violet": ("hispania", "italia", "polonia"),
}


def who_may_add(seats: int, level: int, *without: str) -> set[str]:
    """The seats that, on turn with the Queen, may place more than one citizen where one rat lies."""
    found = set()
    for colour in FOUR_AREAS.keys() - set(without):
        citizens = {seat: dict.fromkeys(area, 1) for seat, area in FOUR_AREAS.items() if seat not in without}
        players: dict[str, Any] = {seat: {"citizens": held} for seat, held in citizens.items()}
        players[colour]["classes"] = ["queen"]
        cards = ["queen", "emperor", "wizard", "pied-piper", "crusader", "soldier", "knight", "serf"]
        choice: dict[str, Any] = {"classes": cards[: 6 if seats < 5 else 8], "modules": ["upgrades"]}
        levels = {"queen": level} if level > 1 else {}
        table = at(
            seats=seats, box="big-box", turn=colour, players=players, rats={"scandia": 1}, levels=levels, **choice
        )
        play(table, "place scandia")
        if table.position()["asks"][-1]["ask"] == "place-more":
            assert table.position()["asks"][-1]["seats"] == [colour]
            play(table, "one-more")
        placed = table.position()["players"][colour]["citizens"]["scandia"]
        assert placed in (1, 3)
        found |= {colour} if placed == 3 else set()
    return found


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.rule("RA-12.38", "RA-13.34")
def test_ex_13_the_queen_and_the_largest_connected_area(seats: int) -> None:
    assert who_may_add(seats, 1) == who_may_add(seats, 2) == {"red"}
    assert who_may_add(seats, 1, "red") == set()
    assert who_may_add(seats, 2, "red") == {"blue", "violet"}


# the list


def test_every_example_of_the_document_has_its_test_and_each_test_the_examples_rules() -> None:
    sections = re.split(r"^### EX-", EXAMPLES.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    told = {}
    for section in sections:
        (name,) = re.findall(r"^- Test: `(\w+)`$", section, flags=re.MULTILINE)
        assert name.startswith(f"test_ex_{section[:2]}_")
        told[name] = set(re.findall(r"RA-\d+\.\d+", section.partition("- Shows:")[2]))
    tested = {}
    for name, function in globals().items():
        if name.startswith("test_ex_"):
            rules = [mark.args for mark in function.pytestmark if mark.name == "rule"]
            tested[name] = {rule for args in rules for rule in args}
    assert tested == told
    assert len(told) == 13
