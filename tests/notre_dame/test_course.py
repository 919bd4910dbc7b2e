"""Periods, rounds and phases, what goes on from one to the next, and what is asked at all. [ND-2]"""

from __future__ import annotations

from typing import Any

import pytest

import bellringer
from bellringer import Table
from tests.notre_dame.play import COLOURS, asked, at, names, next_round, nobody_hires, play, played, seat, struck

SEEDS = range(40)
BROWN = {"hostess", "minstrel", "monk", "fool", "money-lender", "doctor"}
LETTERS = {
    **dict.fromkeys(("city-guard", "night-watchman", "bishop"), "A"),
    **dict.fromkeys(("guild-master", "beggar-king", "advocate"), "B"),
    **dict.fromkeys(("lady-of-the-court", "mayor", "carpenter"), "C"),
}


def opened_in(table: Table) -> list[list[str]]:
    """The three open persons of each round of a game, which is played out."""
    found = []
    while table.pending:
        found.append(table.position()["open"])
        next_round(table)
    return found


def deciding(table: Table, phase: str) -> list[int]:
    """Who was to decide, turn by turn, while the phase lasted; each takes the last move that there is."""
    found: list[int] = []
    while table.position()["phase"] == phase:
        if asked(table)[-1][0] in ("play-card", "hire"):
            found += table.pending
        play(table, names(table)[-1])
    return found


# periods, rounds, phases


@pytest.mark.rule("ND-2.1")
@pytest.mark.parametrize("seats", (2, 5))
def test_a_game_has_three_periods_of_three_rounds(seats: int) -> None:
    table = bellringer.new_game("notre-dame", seats=seats, seed=2)
    while table.pending:
        next_round(table)
    marks = [event for event in table.events() if event.kind in ("round-begins", "period-ends", "game-ends")]
    kinds = "".join(event.kind[0] for event in marks)
    assert kinds == "rrrp" * 3 + "g"
    assert [event.amount for event in marks if event.kind == "round-begins"] == list(range(1, 10))


@pytest.mark.rule("ND-2.2")
def test_a_round_opens_persons_then_come_draft_cards_hiring_and_plague() -> None:
    table = bellringer.new_game("notre-dame", seats=3, seed=3)
    while table.position()["round"] == 1:
        play(table, names(table)[-1])
    phases = {
        **{"person-opens": 1, "cards-drawn": 2, "cards-passed": 2},
        **{"card-played": 3, "person-hired": 4, "plague-strikes": 5},
    }
    found = [phases[event.kind] for event in table.events() if event.kind in phases]
    first = found[: found.index(5) + 1]
    assert first == sorted(first)
    assert [first.count(phase) for phase in (1, 2, 3, 5)] == [3, 3, 6, 1]
    assert 4 in first


@pytest.mark.rule("ND-2.3")
def test_two_brown_persons_and_the_top_gray_one_open() -> None:
    coming = ["bishop", "night-watchman"]
    for seed in SEEDS:
        table = next_round(at(seed=seed, open=["monk", "fool", "city-guard"], gray_pile=coming))
        one, other, gray = table.position()["open"]
        assert gray == "bishop"
        assert one != other and {one, other} <= {"hostess", "minstrel", "money-lender", "doctor"}


@pytest.mark.rule("ND-2.4")
@pytest.mark.parametrize("persons", ("base", "new"))
def test_a_brown_person_opens_once_a_period_and_a_gray_one_at_most_once_in_its_own(persons: str) -> None:
    for seed in range(5):
        rounds = opened_in(bellringer.new_game("notre-dame", seats=2, seed=seed, persons=persons))
        for period in range(3):
            of_period = rounds[3 * period : 3 * period + 3]
            assert {person for row in of_period for person in row[:2]} == BROWN
        gray = [row[2] for row in rounds]
        assert len(set(gray)) == 9
        if persons == "base":
            assert [LETTERS[person] for person in gray] == list("AAABBBCCC")


@pytest.mark.rule("ND-2.5")
def test_the_start_player_plays_and_hires_first_and_the_others_follow_clockwise() -> None:
    table = at(start="green", open=["monk", "doctor", "city-guard"])
    assert deciding(table, "play") == [2, 0, 1, 2, 0, 1]
    assert deciding(table, "hire") == [2, 0, 1]


@pytest.mark.rule("ND-2.6")
def test_the_open_persons_go_under_their_piles_and_come_no_more_in_this_period() -> None:
    for seed in SEEDS:
        table = next_round(at(seed=seed, open=["monk", "fool", "city-guard"]))
        position = table.position()
        assert position["gray-past"] == ["city-guard"]
        left = {*position["open"], *position["brown-pile"], *position["gray-pile"]}
        assert not left & {"monk", "fool", "city-guard"}
        assert {"monk", "fool", "city-guard"}.isdisjoint(next_round(table).position()["open"])


@pytest.mark.rule("ND-2.6")
@pytest.mark.parametrize("seats", (2, 5))
def test_who_opened_is_in_no_pile_from_then_on_until_the_brown_pile_begins_anew(seats: int) -> None:
    """From a deal, so that all of them were drawn by the rules and none was laid out by a position."""
    for seed in SEEDS:
        table, gone = bellringer.new_game("notre-dame", seats=seats, seed=seed), list[str]()
        while table.pending:
            position = table.position()
            if position["round"] in (4, 7):
                gone = [person for person in gone if person not in BROWN]
            *brown, gray = position["open"]
            assert set(position["brown-pile"]) == BROWN - {*gone, *brown}
            assert {gray, *position["gray-pile"]}.isdisjoint(gone)
            gone += position["open"]
            next_round(table)


@pytest.mark.rule("ND-2.7")
@pytest.mark.parametrize("seats", (2, 3, 4, 5))
def test_the_bell_ringer_passes_to_the_left_after_each_round(seats: int) -> None:
    table, found = bellringer.new_game("notre-dame", seats=seats, seed=4), []
    while table.pending:
        found.append(table.position()["start"])
        next_round(table)
    assert found == [COLOURS[number % seats] for number in range(9)]


# the end of a period


@pytest.mark.rule("ND-2.8")
@pytest.mark.parametrize("number", (3, 6))
def test_after_every_third_round_notre_dame_is_scored_and_brown_persons_and_cards_are_whole_piles_again(
    number: int,
) -> None:
    table = struck(0, round=number, red={"markers": {"notre-dame": 2}})
    position = table.position()
    assert seat(table)["prestige"] == 8
    assert {*position["open"][:2], *position["brown-pile"]} == BROWN
    for colour in COLOURS[:3]:
        assert len(seat(table, colour)["drawn"]) == 1
        assert seat(table, colour)["played"] == [[]]


@pytest.mark.rule("ND-2.8")
@pytest.mark.parametrize("number", (1, 2, 4, 5, 7, 8))
def test_after_no_other_round_does_that_happen(number: int) -> None:
    table = struck(0, round=number, red={"markers": {"notre-dame": 2}})
    assert (seat(table)["prestige"], seat(table)["markers"]) == (0, {"notre-dame": 2})
    assert len(seat(table)["drawn"]) == number % 3 + 1
    assert len(table.position()["brown-pile"]) == 4 - 2 * (number % 3)


@pytest.mark.rule("ND-2.8", "ND-2.11")
def test_cards_and_brown_persons_of_the_last_period_come_as_often_as_any() -> None:
    last = [["bank", "park", "hotel"], ["residence", "hospital", "notre-dame"], ["cloister-school", *[None] * 2]]
    cards, persons = set(), set()
    for seed in SEEDS:
        table = at(seed=seed, round=3, phase="hire", open=["monk", "fool", "city-guard"], red={"drawn": last})
        nobody_hires(table)
        cards |= set(seat(table)["drawn"][0])
        persons |= set(table.position()["open"][:2])
    assert len(cards) == 9
    assert persons == BROWN


@pytest.mark.rule("ND-2.9")
def test_all_else_stays_from_one_period_to_the_next() -> None:
    red: dict[str, Any] = {
        **{"markers": {"bank": 2, "park": 1}, "supply": 2, "general": 9, "friend": "hotel"},
        **{"coins": 4, "rat": 6, "prestige": 11, "carriage": "2:west", "messages": ["red coin", "green rat"]},
    }
    markets = {"1:north": "red prestige", "1:west": None, "2:south": "blue coin"}
    table = struck(0, round=3, red=red, markets=markets)
    assert table.position()["round"] == 4
    assert {name: value for name, value in seat(table).items() if name in red} == red
    assert {name: table.position()["markets"].get(name) for name in markets} == markets


# what is asked, and what chance decides when


@pytest.mark.rule("ND-2.10")
def test_a_choice_with_one_answer_is_made_by_itself() -> None:
    coin_only = played("hotel", {"general": 0, "markers": {"bank": 9}, "rat": 0})
    assert seat(coin_only)["coins"] == 4
    moved = played("notre-dame", {"markers": {"bank": 2}, "supply": 0, "coins": 1}, "from bank")
    assert (seat(moved)["coins"], seat(moved)["prestige"]) == (0, 1)
    for table in (coin_only, moved):
        assert asked(table) == [("play-card", ("blue",))]


@pytest.mark.rule("ND-2.10")
def test_a_choice_with_one_answer_is_asked_where_the_rule_says_may() -> None:
    assert names(played("notre-dame", {"coins": 1})) == ["pass", "give 1"]
    assert names(played("residence", {"supply": 0, "markers": {"bank": 1}})) == ["pass", "from bank"]
    assert names(played("carriage-house", {}, "carriage 1:north")) == ["pass", "take"]


@pytest.mark.rule("ND-2.11")
def test_what_a_pile_gives_is_decided_when_it_is_drawn() -> None:
    """One position, many futures: any card and any brown person that is left may come, and nothing else."""
    drawn = [["bank", "park", "hotel"]]
    cards, persons = set(), set()
    for seed in SEEDS:
        table = at(seed=seed, phase="hire", open=["monk", "fool", "city-guard"], red={"drawn": drawn})
        nobody_hires(table)
        cards |= set(seat(table)["drawn"][1])
        persons |= set(table.position()["open"][:2])
    assert cards == {
        *("cloister-school", "residence", "carriage-house", "hospital", "notre-dame", "trusted-friend"),
    }
    assert persons == BROWN - {"monk", "fool"}


@pytest.mark.rule("ND-2.12")
def test_the_gray_pile_keeps_its_order_whatever_chance_brings() -> None:
    order = ["bishop", "night-watchman", "advocate", "guild-master", "beggar-king", "mayor"]
    for seed in range(5):
        table = at(seed=seed, open=["monk", "fool", "city-guard"], gray_pile=order)
        gray = [opened[2] for opened in opened_in(table)]
        assert gray[:7] == ["city-guard", *order]


@pytest.mark.rule("ND-2.12")
def test_the_gray_pile_is_shuffled_at_the_set_up() -> None:
    table = bellringer.new_game("notre-dame", seats=2, seed=5)
    order = [table.position()["open"][2], *table.position()["gray-pile"]]
    assert [opened[2] for opened in opened_in(table)] == order
