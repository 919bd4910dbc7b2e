"""Who knows what, one rule after the other; tests/contract/test_knowledge.py holds views against re-deals. [ND-14]"""

from __future__ import annotations

import copy
from typing import Any

import pytest

import bellringer
from bellringer import Event, Table
from bellringer.games.notre_dame.names import ACTIONS, WHOSE
from tests.notre_dame.play import COLOURS, at, names, next_round, play, played, seat, struck

EVERYBODY = (None, 0, 1, 2)
HANDS = {
    "red": ["bank", "park", "hotel"],
    "blue": ["residence", "hospital", "notre-dame"],
    "green": ["carriage-house", "trusted-friend", "cloister-school"],
}
OWN = tuple(HANDS[colour][0] for colour in HANDS)  # what each seat keeps of its own pile


def playing(**fields: Any) -> Table:
    """Three seats with the cards of HANDS in hand, red to play."""
    return at({"players": {colour: {"hand": hand} for colour, hand in HANDS.items()}}, **fields)


def second_round(edition: str = "2007") -> Table:
    """The round after one in which everybody has played the first and the second card of HANDS."""
    table = playing(edition=edition, phase="hire")
    return next_round(table)


def known(table: Table, p: int | None, pile: str, number: int = 0) -> list[str | None]:
    """What a seat, or a spectator, knows of the three cards that a pile gave in a round of this period."""
    found: list[str | None] = table.view(p)["piles"][pile]["rounds"][number]["known"]
    return found


def knows(table: Table, p: int | None, pile: str, card: str) -> bool:
    """Whether the seat knows that the pile gave this card in the first round, be it in whose hand it may."""
    row = table.view(p)["piles"][pile]["rounds"][0]
    return card in row["known"] or card in row["together"]


# what is open


@pytest.mark.rule("ND-14.1")
def test_everything_on_the_board_and_all_supplies_and_coins_are_open_to_all() -> None:
    red = {
        **{"coins": 7, "supply": 3, "markers": {"bank": 2, "notre-dame": 1}, "friend": "park", "rat": 5},
        **{"carriage": "2:west", "messages": ["green rat"]},
    }
    table = at(red=red, markets={"1:north": "red rat"})
    position = table.position()
    for p in EVERYBODY:
        view = table.view(p)
        assert view["markets"] == position["markets"]
        for name in ("coins", "supply", "general", "markers", "friend", "rat", "carriage"):
            for colour in COLOURS[:3]:
                assert view["players"][colour][name] == position["players"][colour][name]


@pytest.mark.rule("ND-14.7")
def test_the_colours_and_kinds_of_collected_messages_are_visible_to_all() -> None:
    table = played("carriage-house", {"messages": ["green rat"]}, "carriage 1:east", "take")
    held = sorted(seat(table)["messages"])
    assert len(held) == 2
    for p in EVERYBODY:
        assert sorted(table.view(p)["players"]["red"]["messages"]) == held


# prestige


@pytest.mark.rule("ND-14.2")
def test_a_seats_prestige_is_hidden_from_everybody_else() -> None:
    table = at(red={"prestige": 9}, blue={"prestige": 4}, green={"prestige": 0})
    for p in EVERYBODY:
        found = [table.view(p)["players"][colour]["prestige"] for colour in COLOURS[:3]]
        assert found == [own if p == number else None for number, own in enumerate((9, 4, 0))]


@pytest.mark.rule("ND-14.3")
def test_the_option_open_prestige_shows_it() -> None:
    table = at(open_prestige=True, red={"prestige": 9}, blue={"prestige": 4})
    for p in EVERYBODY:
        assert [table.view(p)["players"][colour]["prestige"] for colour in COLOURS[:3]] == [9, 4, 0]


@pytest.mark.rule("ND-14.3")
@pytest.mark.parametrize("shown", (False, True))
def test_dealing_the_hidden_part_anew_leaves_prestige_as_it_is(shown: bool) -> None:
    state = at(open_prestige=shown, red={"prestige": 9}, blue={"prestige": 4}).state
    for p in range(3):
        for seed in range(10):
            assert [state.determinized(p, seed).score(other) for other in range(3)] == [9, 4, 0]


# action cards


@pytest.mark.rule("ND-14.4")
def test_a_hand_is_secret() -> None:
    table = playing()
    for p in EVERYBODY:
        assert [colour for colour in HANDS if "hand" in table.view(p)["players"][colour]] == (
            [] if p is None else [COLOURS[p]]
        )
    held = [card["card"] for card in table.view(0)["players"]["red"]["hand"]]
    assert held == HANDS["red"]
    assert known(table, 0, "blue") == [None, None, "hotel"], "what blue kept and what green holds"
    assert [known(table, None, pile) for pile in HANDS] == [[None] * 3] * 3


@pytest.mark.rule("ND-14.4")
def test_a_seat_knows_every_card_that_it_passed_on() -> None:
    """Of its own two it does not know which its neighbour kept; of the neighbour's it kept one and passed the other."""
    table = playing()
    row = table.view(0)["piles"]["red"]["rounds"][0]
    assert row["known"] == ["bank", None, None]
    assert set(row["together"]) == {"hospital", "cloister-school"}
    assert known(table, 0, "green") == [None, "park", "notre-dame"]


@pytest.mark.rule("ND-14.4")
def test_a_seat_knows_them_for_the_rest_of_the_period_and_no_longer() -> None:
    table = playing(phase="hire", round=1)
    held = known(table, 0, "green")
    for number in (2, 3):
        next_round(table)
        assert table.position()["round"] == number
        assert known(table, 0, "green") == held
    next_round(table)
    assert len(table.view(0)["piles"]["green"]["rounds"]) == 1
    assert known(table, 0, "green") == [None] * 3


@pytest.mark.rule("ND-14.4")
def test_during_the_draft_a_seat_knows_what_it_has_had_in_its_hand() -> None:
    drawn = {"red": ["bank", "park", "hotel"], "blue": ["residence", "hospital", "notre-dame"]}
    table = at(phase="keep-own", players={colour: {"drawn": [cards]} for colour, cards in drawn.items()})
    assert set(table.view(0)["players"]["red"]["to-keep"]) == set(drawn["red"])
    assert set(table.view(0)["piles"]["red"]["rounds"][0]["together"]) == set(drawn["red"])
    play(table, "keep bank", "keep residence", names(table, 2)[0])
    passed = {"known": ["bank", None, None], "together": ["hotel", "park"]}
    assert table.view(0)["piles"]["red"]["rounds"][0] == passed
    assert table.view(1)["piles"]["red"]["rounds"][0] == {**passed, "known": [None] * 3}


@pytest.mark.rule("ND-14.5")
@pytest.mark.parametrize("edition", ("2007", "anniversary"))
def test_a_third_card_stays_unseen_and_after_the_round_is_in_nobodys_view_but_as_gone(edition: str) -> None:
    """The third cards are the seats' last ones: red's is the hotel, which came from blue by way of green."""
    table = second_round(edition)
    for pile in HANDS:
        first, second, third = known(table, None, pile)
        assert first is not None and second is not None and third is None
        assert len(table.view(None)["piles"][pile]["unseen"]) == 9 - 2
    assert all(knows(table, p, "blue", "hotel") for p in range(3)), "each seat has held it in the draft"
    assert not knows(table, None, "blue", "hotel")


@pytest.mark.rule("ND-14.5")
def test_who_never_held_a_third_card_does_not_learn_it() -> None:
    """Of four seats, violet draws a card that goes by red to blue, who does not play it; green never sees it."""
    table = at(seats=4, phase="hire", blue={"hand": ["bank", "park", "hotel"]})
    next_round(table)
    assert [knows(table, p, "violet", "hotel") for p in range(4)] == [True, True, False, True]


@pytest.mark.rule("ND-14.6")
def test_cards_played_stay_known_to_all_for_the_rest_of_the_period() -> None:
    table = second_round()
    for p in EVERYBODY:
        assert [known(table, p, pile)[0] for pile in HANDS] == list(OWN)
        assert known(table, p, "green")[1] == "park"
    next_round(table)
    assert [known(table, None, pile)[0] for pile in HANDS] == list(OWN)
    next_round(table)
    assert [known(table, None, pile) for pile in HANDS] == [[None] * 3] * 3


@pytest.mark.rule("ND-14.6")
def test_a_card_is_known_to_all_once_it_is_played() -> None:
    table = play(playing(), "bank")
    for p in EVERYBODY:
        assert known(table, p, "red")[0] == "bank"
        assert "bank" not in table.view(p)["piles"]["red"]["unseen"]


def card_of(event: Event, seats: int) -> tuple[str, str]:
    """A played card as it lay there for all to see: its colour, and its action."""
    return COLOURS[(event.seat - event.where) % seats], ACTIONS[event.what]


def knows_of_pile(view: dict[str, Any], colour: str) -> set[str]:
    """The cards that a view places among those which have left a pile."""
    rows = view["piles"][colour]["rounds"]
    return {card for row in rows for card in (*row["known"], *row["together"]) if card}


@pytest.mark.rule("ND-14.6")
@pytest.mark.parametrize("seats", (2, 3, 4, 5))
def test_every_card_that_a_game_has_seen_played_stays_known_for_its_period_and_no_longer(seats: int) -> None:
    """All of a dealt game, by the cards that its events told: nothing here was laid open by a position."""
    table, seen, told, period = bellringer.new_game("notre-dame", seats=seats, seed=6), set[tuple[str, str]](), 0, 0
    while table.pending:
        if (now := (table.position()["round"] - 1) // 3) != period:
            period, seen = now, set()
        happened, told = table.events(told), table.event_count
        seen |= {card_of(event, seats) for event in happened if event.kind == "card-played"}
        for p in (None, *range(seats)):
            view = table.view(p)
            assert all(card in knows_of_pile(view, colour) for colour, card in seen)
            if p is None:
                assert sum(len(knows_of_pile(view, colour)) for colour in COLOURS[:seats]) == len(seen)
        table.play(names(table)[-1])


@pytest.mark.rule("ND-14.9")
def test_who_looks_on_at_two_seats_can_not_tell_which_own_card_was_kept_at_first() -> None:
    """The other world has the two own cards of each hand in each other's places; whoever plays knows better."""
    table = bellringer.new_game("notre-dame", seats=2, seed=8)
    differs = False
    while table.pending:
        position = table.position()
        if position["phase"] not in ("keep-own", "keep-passed"):
            other = bellringer.from_position(exchanged(position))
            assert other.view(None) == table.view(None)
            assert other.whole_view()["piles"] == table.whole_view()["piles"]
            differs |= any(other.view(p) != table.view(p) for p in (0, 1))
        table.play(names(table)[-1])
    assert differs, "some card of an own colour was played"


def exchanged(position: dict[str, Any]) -> dict[str, Any]:
    """The same position, had each owner of two seats kept the other one of its own two cards at first."""
    twin: dict[str, Any] = copy.deepcopy(position)
    swap = {"own": "next", "next": "own", "right": "right"}
    for player in twin["players"].values():
        player["drawn"] = [row[::-1] for row in player["drawn"]]
        player["played"] = [sorted((swap[whose] for whose in row), key=WHOSE.index) for row in player["played"]]
    return twin


@pytest.mark.rule("ND-14.9")
def test_the_log_tells_the_colour_of_a_card_that_came_back_and_no_more() -> None:
    hands = {"red": ["bank", "park", "hotel"], "blue": ["residence", "hospital", "notre-dame"]}
    told = {}
    for card in hands["red"]:
        table = at({"players": {colour: {"hand": hand} for colour, hand in hands.items()}}, seats=2)
        event = next(event for event in play(table, card).events() if event.kind == "card-played")
        told[card] = (event.where, event.words().partition(" (")[2])
    assert told == {"bank": (0, ""), "park": (1, "from the neighbour on the right)"), "hotel": (0, "")}


# persons


@pytest.mark.rule("ND-14.8")
def test_which_persons_are_still_to_come_is_known_to_all_and_their_order_to_nobody() -> None:
    orders = (["bishop", "night-watchman", "advocate"], ["night-watchman", "bishop", "guild-master"])
    one, other = (at(open=["monk", "fool", "city-guard"], gray_pile=order) for order in orders)
    for p in EVERYBODY:
        view = one.view(p)
        assert set(view["brown-pile"]) == {"hostess", "minstrel", "money-lender", "doctor"}
        assert set(view["gray-left"]) == set(one.position()["gray-pile"])
        assert "gray-pile" not in view
        assert view == other.view(p)


@pytest.mark.rule("ND-14.8")
def test_the_gray_order_is_known_to_a_seat_that_hired_the_spy() -> None:
    coming = ["merchant", "gypsies", "mistress", "guard", "mayor"]
    opened = ["monk", "fool", "spy"]
    table = at(persons="new", phase="hire", round=4, open=opened, gray_pile=coming)
    play(table, "hire spy", "pass")
    assert table.view(0)["gray-pile"] == coming
    assert not any("gray-pile" in table.view(p) for p in (None, 1, 2))
    later = next_round(table)
    assert later.view(0)["gray-pile"] == coming[1:]
    assert not any("gray-pile" in later.view(p) for p in (None, 1, 2))


@pytest.mark.rule("ND-14.8")
def test_the_plague_to_come_is_open() -> None:
    table = struck(4)
    assert {table.view(p)["plague"] for p in EVERYBODY} == {table.view(0)["plague"]}


# what a public record tells


def told(table: Table) -> list[str]:
    """The moves of the public record."""
    return table.record(public=True).partition("\n\n")[2].splitlines()


@pytest.mark.rule("ND-14.4")
def test_a_public_record_does_not_tell_what_was_kept_in_the_draft() -> None:
    records = set()
    for number in (0, 1):
        table = bellringer.new_game("notre-dame", seats=2, seed=5)
        for p in (0, 1):
            table.play(table.moves(p)[number].name, p)
        records.add(table.record(public=True))
        assert told(table) == []
    assert len(records) == 1


@pytest.mark.rule("ND-14.4")
def test_a_public_record_does_not_tell_that_a_hand_holds_an_action_twice() -> None:
    """The first card is not told before it is known which of the two it is; and then as any other card."""
    table = at(red={"hand": ["bank", "bank", "park"]})
    play(table, "bank")
    assert names(table) == ["from-own", "from-right"] and told(table) == []
    assert told(play(table, "from-right")) == ["1. red bank"]
    assert told(play(at(red={"hand": ["bank", "hospital", "park"]}), "bank")) == ["1. red bank"]


@pytest.mark.rule("ND-14.4")
def test_a_card_that_was_the_only_choice_of_action_is_told_as_any_other() -> None:
    """Red's last two cards are of one action: it is asked only which of them it plays."""
    table = at(red={"hand": ["bank", "bank", "park"]}, blue={"hand": ["park", "hospital", "hotel"]}, seats=2)
    play(table, "park", "park")
    assert names(table) == ["from-own", "from-right"]
    assert told(play(table, "from-own")) == ["1. red park", "2. blue park", "3. red bank"]
