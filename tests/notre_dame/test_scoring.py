"""Notre Dame's scoring, the end of the game and who wins. [ND-12]"""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import Result, Table
from tests.notre_dame.play import COLOURS, seat, struck


def prestige(table: Table) -> list[int]:
    """Everybody's prestige, red's first."""
    return [seat(table, colour)["prestige"] for colour in COLOURS[: table.seats]]


def ended(*players: dict[str, Any]) -> Result:
    """How a game ends whose last plague has come, with these things before the seats."""
    table = struck(0, seats=len(players), round=9, **dict(zip(COLOURS, players, strict=False)))
    assert table.result is not None
    return table.result


def on_notre_dame(*markers: int, **fields: Any) -> Table:
    """After the scoring of a period, with so many markers of each seat on Notre Dame."""
    start: dict[str, Any] = {"seats": len(markers), "round": 3, **fields}
    return struck(0, **start, **{COLOURS[p]: {"markers": {"notre-dame": n}} for p, n in enumerate(markers)})


@pytest.mark.rule("ND-12.1")
@pytest.mark.parametrize("number", (3, 6, 9))
def test_each_marker_gains_an_equal_share_rounded_down(number: int) -> None:
    assert prestige(on_notre_dame(2, 1, 0, round=number)) == [4, 2, 0]
    assert prestige(on_notre_dame(0, 1, 0, round=number)) == [0, 8, 0]
    assert prestige(on_notre_dame(3, 1, 1, round=number)) == [3, 1, 1]
    assert prestige(on_notre_dame(5, 4, 0, round=number)) == [0, 0, 0]
    assert prestige(on_notre_dame(0, 0, 0, round=number)) == [0, 0, 0]


@pytest.mark.rule("ND-12.1")
@pytest.mark.parametrize(
    ("markers", "shares"), [((2, 2), [2, 2]), ((1, 2, 0, 0), [3, 6, 0, 0]), ((1, 1, 1, 2, 0), [2, 2, 2, 4, 0])]
)
def test_what_is_shared_is_notre_dames_value_for_that_many_seats(markers: tuple[int, ...], shares: list[int]) -> None:
    """6 for two seats, 10 for four, 12 for five."""
    assert prestige(on_notre_dame(*markers)) == shares


@pytest.mark.rule("ND-12.1")
@pytest.mark.parametrize("number", (1, 2, 4, 5, 7, 8))
def test_there_is_no_scoring_after_the_other_rounds(number: int) -> None:
    table = on_notre_dame(2, 1, 0, round=number)
    assert prestige(table) == [0, 0, 0]
    assert seat(table)["markers"] == {"notre-dame": 2}


@pytest.mark.rule("ND-12.1")
def test_the_plague_comes_before_the_scoring() -> None:
    """A seat without prestige can't lose the 2 that it is about to gain."""
    table = struck(5, round=3, red={"rat": 9, "markers": {"notre-dame": 1}})
    assert prestige(table) == [8, 0, 0]


@pytest.mark.rule("ND-12.2")
@pytest.mark.parametrize("markers", [(2, 1, 0), (5, 4, 0)])
def test_after_the_scoring_all_markers_there_go_to_the_general_supply(markers: tuple[int, int, int]) -> None:
    table = on_notre_dame(*markers)
    for colour in COLOURS[:3]:
        after = seat(table, colour)
        assert (after["markers"], after["supply"], after["general"]) == ({}, 4, 10)


@pytest.mark.rule("ND-12.3")
def test_the_game_ends_after_the_scoring_of_the_ninth_round_and_most_prestige_wins() -> None:
    table = struck(0, round=9, red={"prestige": 30}, blue={"prestige": 31, "coins": 0}, green={"prestige": 8})
    assert (table.pending, table.position()["phase"]) == ((), "over")
    assert table.result is not None
    assert (table.result.places, table.result.scores, table.result.winners) == ((2, 1, 3), (30, 31, 8), (1,))


@pytest.mark.rule("ND-12.3")
def test_the_last_scoring_counts() -> None:
    scored = ended({"prestige": 30, "markers": {"notre-dame": 1}}, {"prestige": 31}, {"prestige": 8})
    assert (scored.scores, scored.winners) == ((38, 31, 8), (0,))


@pytest.mark.rule("ND-12.3")
@pytest.mark.parametrize("number", (3, 6, 8))
def test_the_game_does_not_end_before(number: int) -> None:
    table = struck(0, round=number)
    assert table.result is None and table.pending == (0, 1, 2)
    assert table.position()["round"] == number + 1


@pytest.mark.rule("ND-12.4")
def test_a_tie_goes_to_most_coins_and_own_markers_added_up() -> None:
    rich, even, poor = ({"prestige": 20, "coins": n, "supply": m} for n, m in ((5, 2), (1, 5), (3, 2)))
    assert ended(poor, even, rich).places == (3, 2, 1)
    assert ended(rich, {**poor, "prestige": 21}, even).places == (2, 1, 3)


@pytest.mark.rule("ND-12.4")
def test_markers_on_the_board_and_in_the_general_supply_break_no_tie() -> None:
    many = {"prestige": 20, "coins": 1, "supply": 1, "general": 3, "markers": {"bank": 10}}
    few = {"prestige": 20, "coins": 1, "supply": 2, "general": 12}
    assert ended(many, few).winners == (1,)


@pytest.mark.rule("ND-12.5")
def test_seats_still_tied_share_the_victory() -> None:
    one, other = {"prestige": 20, "coins": 5, "supply": 2}, {"prestige": 20, "coins": 1, "supply": 6}
    result = ended(one, {"prestige": 3}, other)
    assert (result.places, result.winners) == ((1, 3, 1), (0, 2))
