"""Hiring: one of the open persons for a coin. What each of them does, other files tell. [ND-8]"""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import Table
from bellringer.core.contract.registry import find
from tests.notre_dame.play import asked, at, names, play, seat

OPEN = ["monk", "money-lender", "night-watchman"]
NEXT_SEAT = [("hire", ("blue",))]
FIRST_ROUND = {"patron": 4, "gypsies": 4, "coachman": 4, "councillor": 7}


def hiring(red: dict[str, Any] | None = None, **fields: Any) -> Table:
    """Red is to hire."""
    return at({"phase": "hire", "open": OPEN, **fields}, red=red or {})


def offering(person: str, red: dict[str, Any]) -> Table:
    """Red is to hire, and that new person is open."""
    opened = ["monk", "money-lender", person]
    return hiring(red, persons="new", round=FIRST_ROUND[person], open=opened)


@pytest.mark.rule("ND-8.1")
def test_each_seat_in_turn_may_hire_one_of_the_three_for_a_coin() -> None:
    table = hiring(start="blue")
    order: list[int] = []
    while table.position()["phase"] == "hire":
        order += table.pending
        assert names(table) == ["pass", *(f"hire {person}" for person in OPEN)]
        play(table, "hire night-watchman")
    assert order == [1, 2, 0]
    assert [seat(table, colour)["coins"] for colour in ("red", "blue", "green")] == [2, 2, 2]


def test_the_seats_show_who_has_had_its_turn_of_hiring() -> None:
    """Whether it hired, passed or had no coin; and who is still at it has not."""
    game = find("notre-dame")
    players = {"red": {"coins": 0}, "blue": {"coins": 1}, "green": {"coins": 2}}
    table = at(phase="hire", open=OPEN, start="green", players=players)

    def done(table: Table) -> list[str]:
        shown = game.display(game.view_model(table.view(1), "en"), ())
        return [colour for colour in players if shown.turn_taken(colour) == "has finished hiring in this round"]

    assert (asked(table), done(table)) == ([("hire", ("green",))], [])
    play(table, "pass")
    assert (asked(table), done(table)) == ([("hire", ("blue",))], ["red", "green"])
    play(table, "pass")
    assert done(table) == []


@pytest.mark.rule("ND-8.1")
def test_the_coin_goes_to_the_supply() -> None:
    """Where blue finds it: in the anniversary edition its 2 coins would else have to come from green."""
    players = {"red": {"coins": 5}, "blue": {"coins": 10}, "green": {"coins": 10}}
    table = at(phase="hire", open=OPEN, edition="anniversary", players=players)
    play(table, "hire night-watchman", "hire money-lender")
    assert [seat(table, colour)["coins"] for colour in players] == [4, 11, 10]


@pytest.mark.rule("ND-8.2")
def test_who_has_no_coin_can_not_hire_and_is_not_asked() -> None:
    assert asked(hiring({"coins": 0})) == NEXT_SEAT


@pytest.mark.rule("ND-8.2")
def test_nobody_must_hire() -> None:
    table = hiring()
    before = seat(table)
    play(table, "pass")
    assert seat(table) == before
    assert asked(table) == NEXT_SEAT


@pytest.mark.rule("ND-8.3")
def test_a_seat_hires_one_person_once_a_round() -> None:
    table = play(hiring({"coins": 9}), "hire monk")
    assert asked(table) == NEXT_SEAT
    order: list[int] = []
    while table.position()["phase"] == "hire":
        order += table.pending
        play(table, "pass")
    assert order == [1, 2]


@pytest.mark.rule("ND-8.3")
def test_several_seats_may_hire_the_same_person() -> None:
    table = play(hiring(), "hire monk", "hire monk")
    assert "hire monk" in names(table)
    assert [seat(table, colour)["prestige"] for colour in ("red", "blue")] == [1, 1]


@pytest.mark.rule("ND-8.4")
def test_the_coin_is_paid_before_the_effect() -> None:
    """All 25 coins are with the seats: the price is the first of the money-lender's two, only one more is missing."""
    players = {"red": {"coins": 5}, "blue": {"coins": 12}, "green": {"coins": 8}}
    table = play(at(phase="hire", open=OPEN, edition="anniversary", players=players), "hire money-lender")
    assert [seat(table, colour)["coins"] for colour in players] == [6, 11, 8]
    patron = play(offering("patron", {"coins": 2, "rat": 9}), "hire patron")
    assert seat(patron)["coins"] == 1
    assert names(patron) == ["pass", "pay"]


@pytest.mark.rule("ND-8.4")
def test_the_effect_comes_at_once() -> None:
    table = play(hiring(), "hire monk")
    assert (seat(table)["supply"], seat(table)["prestige"]) == (6, 1)
    assert asked(table) == NEXT_SEAT


@pytest.mark.rule("ND-8.5")
@pytest.mark.parametrize(
    ("person", "number"), [("minstrel", 1), ("fool", 1), ("guild-master", 4), ("advocate", 4), ("mayor", 7)]
)
def test_a_person_without_any_use_may_be_hired_for_nothing(person: str, number: int) -> None:
    opened = [person, "monk", "bishop"] if number == 1 else ["monk", "doctor", person]
    table = hiring(round=number, open=opened)
    before = seat(table)
    play(table, f"hire {person}")
    assert seat(table) == {**before, "coins": 2}
    assert asked(table) == NEXT_SEAT


@pytest.mark.rule("ND-8.6")
def test_what_a_person_can_do_can_not_be_declined() -> None:
    red = {"markers": {"bank": 1, "park": 1}, "rat": 3}
    for person, answers in (
        ("minstrel", ("from bank", "to hotel")),
        ("fool", ("from bank",)),
        ("hostess", ()),
        ("bishop", ()),
    ):
        opened = [person, "monk", "city-guard"] if person != "bishop" else ["doctor", "monk", "bishop"]
        table = play(hiring(red, open=opened), f"hire {person}")
        for answer in answers:
            assert "pass" not in names(table)
            play(table, answer)
        if asked(table) != NEXT_SEAT:
            assert "pass" not in names(table)


@pytest.mark.rule("ND-8.6")
def test_what_a_person_can_do_is_done_whole() -> None:
    """The actress takes all pieces along, the butcher serves every empty sector."""
    opened = ["monk", "doctor", "actress"]
    red = {"markers": {"bank": 3}, "friend": "bank"}
    table = play(hiring(red, persons="new", round=7, open=opened), "hire actress", "to residence")
    assert (seat(table)["markers"], seat(table)["friend"]) == ({"residence": 3}, "residence")
    opened = ["monk", "doctor", "butcher"]
    table = play(hiring(red, persons="new", round=4, open=opened), "hire butcher")
    assert len(seat(table)["markers"]) == 7


@pytest.mark.rule("ND-8.7")
@pytest.mark.parametrize(
    ("person", "steps"),
    [
        ("coachman", ()),
        ("patron", ("pay", "pay")),
        ("gypsies", ("from bank", "from bank")),
        ("councillor", ("hire monk",)),
    ],
)
def test_coachman_patron_gypsies_and_councillor_can_be_stopped_at_any_time(person: str, steps: tuple[str, ...]) -> None:
    red = {"coins": 6, "rat": 7, "markers": {"bank": 3}, "messages": ["red coin"]}
    for done in range(len(steps) + 1):
        table = play(offering(person, red), f"hire {person}", *steps[:done])
        assert "pass" in names(table)
        before = seat(table)
        play(table, "pass")
        assert asked(table) == NEXT_SEAT
        assert seat(table)["markers"] == before["markers"]
        assert (seat(table)["coins"], seat(table)["rat"]) == (before["coins"], before["rat"])
