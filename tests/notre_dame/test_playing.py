"""Playing cards, and the markers and coins that supplies have and lack. [ND-4]"""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import Table
from tests.notre_dame.play import COLOURS, SECTORS, asked, at, names, play, played, seat

ANNIVERSARY: dict[str, Any] = {"edition": "anniversary"}


def coins(table: Table) -> list[int]:
    """Everybody's coins, red's first."""
    return [seat(table, colour)["coins"] for colour in COLOURS[: table.seats]]


# cards


@pytest.mark.rule("ND-4.1")
def test_each_seat_in_turn_plays_a_card_face_up_and_carries_it_out_then_each_a_second_one() -> None:
    other = {"hand": ["bank", "hospital", "hotel"]}
    table = at(red={"hand": ["bank", "residence", "park"]}, blue=other, green=other)
    order: list[int] = []
    for card in ("bank", "bank", "bank", "residence", "hospital", "hospital"):
        order += table.pending
        play(table, card)
    assert order == [0, 1, 2, 0, 1, 2]
    assert seat(table)["played"] == [["own", "right"]]
    assert (seat(table)["coins"], seat(table)["prestige"]) == (4, 1)
    assert table.position()["phase"] == "hire"


@pytest.mark.rule("ND-4.1")
def test_a_card_played_lies_open_and_can_not_be_played_again() -> None:
    table = played("residence", {"hand": ["residence", "bank", "park"]})
    shown = [card["card"] for card in table.view(None)["players"]["red"]["played"][0]]
    assert shown == ["residence"]
    again = at(turn=4, red={"hand": ["residence", "bank", "park"], "played": [["own"]]})
    assert names(again) == ["bank", "park"]


@pytest.mark.rule("ND-4.2")
def test_the_third_card_is_not_carried_out_and_nobody_else_sees_it() -> None:
    table = play(at(turn=4, red={"hand": ["bank", "park", "residence"], "played": [["own"]]}), "park")
    assert asked(table) == [("play-card", ("blue",))]
    assert (seat(table)["prestige"], seat(table)["markers"]) == (0, {"park": 1})
    shown = [card["card"] for card in table.view(None)["players"]["red"]["played"][0]]
    assert shown == ["bank", "park"]


@pytest.mark.rule("ND-4.3")
@pytest.mark.parametrize(
    ("card", "brings"),
    [
        ("cloister-school", {"supply": 5, "general": 7}),
        ("bank", {"coins": 5}),
        ("residence", {"prestige": 2}),
        ("park", {"rat": 4}),
        ("hospital", {"rat": 4}),
    ],
)
def test_a_sectors_card_places_a_marker_of_the_own_supply_then_comes_the_action(
    card: str, brings: dict[str, int]
) -> None:
    after = seat(played(card, {"markers": {card: 1}, "supply": 4, "general": 9, "rat": 5}))
    before = {"supply": 3, "general": 9, "coins": 3, "prestige": 0, "rat": 5}
    assert after["markers"] == {card: 2}
    assert {name: after[name] for name in before} == {**before, **brings}


@pytest.mark.rule("ND-4.3")
@pytest.mark.parametrize(("card", "asks"), [("hotel", "hotel-use"), ("carriage-house", "carriage-to")])
def test_hotel_and_carriage_house_too_get_their_marker_before_they_ask(card: str, asks: str) -> None:
    table = played(card)
    assert (seat(table)["markers"], seat(table)["supply"]) == ({card: 1}, 3)
    assert asked(table) == [(asks, ("red",))]


# an empty own supply


@pytest.mark.rule("ND-4.4")
def test_with_an_empty_own_supply_a_marker_of_another_sector_or_of_notre_dame_may_be_moved() -> None:
    red = {"supply": 0, "markers": {"hotel": 2, "park": 1, "notre-dame": 1}}
    assert names(played("residence", red)) == ["pass", "from hotel", "from park", "from notre-dame"]
    after = seat(played("residence", red, "from hotel"))
    assert after["markers"] == {"hotel": 1, "park": 1, "notre-dame": 1, "residence": 1}
    assert (after["prestige"], after["supply"]) == (1, 0)
    after = seat(played("residence", red, "from notre-dame"))
    assert after["markers"] == {"hotel": 2, "park": 1, "residence": 1}


@pytest.mark.rule("ND-4.4")
def test_with_a_marker_in_the_own_supply_none_may_be_moved() -> None:
    table = played("residence", {"supply": 1, "markers": {"hotel": 2}})
    assert (seat(table)["markers"], seat(table)["supply"]) == ({"hotel": 2, "residence": 1}, 0)
    assert asked(table) == [("play-card", ("blue",))]


@pytest.mark.rule("ND-4.5")
def test_neither_the_friend_nor_a_marker_of_the_general_supply_pays() -> None:
    red = {"supply": 0, "general": 13, "markers": {"bank": 1}, "friend": "hotel"}
    assert names(played("residence", red)) == ["pass", "from bank"]
    alone = played("residence", {"supply": 0, "general": 14, "friend": "hotel"})
    assert (seat(alone)["friend"], seat(alone)["general"], seat(alone)["prestige"]) == ("hotel", 14, 0)


@pytest.mark.rule("ND-4.6")
def test_who_has_no_marker_to_move_plays_the_card_without_effect() -> None:
    table = played("bank", {"supply": 0, "general": 14})
    assert (seat(table)["coins"], seat(table)["markers"]) == (3, {})
    assert seat(table)["played"] == [["own"]]
    assert asked(table) == [("play-card", ("blue",))]


@pytest.mark.rule("ND-4.6")
def test_who_does_not_want_to_move_one_plays_the_card_without_effect() -> None:
    table = played("bank", {"supply": 0, "markers": {"park": 2, "bank": 2}}, "pass")
    assert (seat(table)["coins"], seat(table)["markers"]) == (3, {"bank": 2, "park": 2})
    assert asked(table) == [("play-card", ("blue",))]


@pytest.mark.rule("ND-4.7")
@pytest.mark.parametrize("card", SECTORS)
def test_with_a_marker_in_the_own_supply_a_sectors_card_can_not_be_declined(card: str) -> None:
    table = played(card, {"supply": 1, "markers": {"bank": 2}})
    found = seat(table)["markers"]
    assert found[card] == (3 if card == "bank" else 1)
    assert "pass" not in names(table) or asked(table)[-1][0] == "carriage-to"


@pytest.mark.rule("ND-4.8")
@pytest.mark.parametrize("card", (*SECTORS, "notre-dame"))
def test_the_marker_that_pays_comes_from_another_place_than_the_cards(card: str) -> None:
    everywhere = dict.fromkeys((*SECTORS, "notre-dame"), 1)
    offered = names(played(card, {"supply": 0, "markers": everywhere}))
    assert offered == ["pass", *(f"from {place}" for place in everywhere if place != card)]


@pytest.mark.rule("ND-4.8")
@pytest.mark.parametrize("card", ("bank", "notre-dame"))
def test_markers_on_the_cards_own_place_do_not_pay(card: str) -> None:
    table = played(card, {"supply": 0, "general": 11, "markers": {card: 3}})
    assert (seat(table)["markers"], seat(table)["coins"], seat(table)["prestige"]) == ({card: 3}, 3, 0)
    assert asked(table) == [("play-card", ("blue",))]


# the friend counts


@pytest.mark.rule("ND-4.9")
@pytest.mark.parametrize(
    ("card", "brings"), [("cloister-school", {"supply": 6}), ("bank", {"coins": 6}), ("residence", {"prestige": 3})]
)
def test_the_friend_counts_as_a_marker_in_an_action(card: str, brings: dict[str, int]) -> None:
    after = seat(played(card, {"markers": {card: 1}, "friend": card}))
    assert {name: after[name] for name in brings} == brings


@pytest.mark.rule("ND-4.9")
@pytest.mark.parametrize(
    ("person", "prestige"),
    [("city-guard", 3), ("night-watchman", 5), ("guild-master", 2), ("mayor", 3), ("carpenter", 2)],
)
def test_the_friend_counts_as_a_marker_for_a_person(person: str, prestige: int) -> None:
    letter = {"city-guard": 1, "night-watchman": 1, "guild-master": 4}.get(person, 7)
    piece = {"bank": 2} if person == "mayor" else {"bank": 1}
    friend = "hotel" if person in ("city-guard", "night-watchman", "carpenter") else "bank"
    red = {"markers": {**piece, **({"notre-dame": 1} if person == "city-guard" else {})}, "friend": friend}
    table = at(phase="hire", round=letter, open=["hostess", "minstrel", person], red=red)
    assert seat(play(table, f"hire {person}"))["prestige"] == prestige


# a general supply that runs out


@pytest.mark.rule("ND-4.10")
def test_who_is_due_more_markers_than_there_are_takes_those_that_are_there() -> None:
    red = {"markers": {"cloister-school": 4, "park": 4}, "supply": 4, "general": 2}
    after = seat(played("cloister-school", red))
    assert (after["supply"], after["general"], after["markers"]["cloister-school"]) == (5, 0, 5)


@pytest.mark.rule("ND-4.11")
def test_a_messages_marker_comes_from_the_general_supply_and_the_prestige_stands_without_it() -> None:
    red = {"markers": {"park": 1}, "supply": 5, "general": 8}
    markets = {"1:north": "red marker"}
    after = seat(played("carriage-house", red, "carriage 1:north", "take", markets=markets))
    assert (after["supply"], after["general"], after["prestige"]) == (5, 7, 2)
    red = {"markers": {"park": 1, "bank": 8}, "supply": 5, "general": 0}
    after = seat(played("carriage-house", red, "carriage 1:north", "take", markets=markets))
    assert (after["supply"], after["general"], after["prestige"]) == (4, 0, 2)


@pytest.mark.rule("ND-4.11")
@pytest.mark.parametrize(("general", "gets"), [(5, 2), (1, 1), (0, 0)])
def test_a_persons_markers_come_from_the_general_supply_and_the_rest_stands_without_them(
    general: int, gets: int
) -> None:
    red = {"markers": {"bank": 9 - general}, "supply": 5, "general": general}
    table = at(phase="hire", open=["monk", "minstrel", "city-guard"], red=red)
    after = seat(play(table, "hire monk"))
    assert (after["supply"], after["general"], after["prestige"]) == (5 + gets, general - gets, 1)


@pytest.mark.rule("ND-4.12")
@pytest.mark.parametrize(("person", "number"), [("bishop", 1), ("nurse", 1), ("mistress", 7)])
def test_who_would_place_from_an_empty_general_supply_places_nothing_and_nothing_follows(
    person: str, number: int
) -> None:
    red = {"markers": {"bank": 3}, "supply": 11, "general": 0, "rat": 5, "friend": "bank"}
    table = at(phase="hire", persons="new", round=number, open=["hostess", "minstrel", person], red=red)
    before = seat(table)
    play(table, f"hire {person}")
    assert seat(table) == {**before, "coins": 2}
    assert asked(table) == [("hire", ("blue",))]


# coins


@pytest.mark.rule("ND-4.13")
def test_in_the_2007_edition_coins_have_no_limit() -> None:
    red = {"coins": 24, "markers": {"bank": 4}}
    assert coins(played("bank", red, edition="2007", blue={"coins": 40})) == [29, 40, 3]


@pytest.mark.rule("ND-4.14")
def test_in_the_anniversary_edition_the_richest_gives_what_the_supply_lacks() -> None:
    red = {"coins": 4, "markers": {"bank": 4}}
    table = played("bank", red, **ANNIVERSARY, blue={"coins": 7}, green={"coins": 12})
    assert coins(table) == [9, 7, 9]


@pytest.mark.rule("ND-4.14")
def test_in_the_anniversary_edition_nobody_gives_while_the_supply_lasts() -> None:
    red = {"coins": 4, "markers": {"bank": 4}}
    assert coins(played("bank", red, **ANNIVERSARY, blue={"coins": 4}, green={"coins": 12})) == [9, 4, 12]


@pytest.mark.rule("ND-4.15")
def test_the_richest_is_sought_among_the_others() -> None:
    red = {"coins": 15, "markers": {"bank": 2}}
    assert coins(played("bank", red, **ANNIVERSARY, blue={"coins": 4}, green={"coins": 6})) == [18, 4, 3]


@pytest.mark.rule("ND-4.15")
@pytest.mark.parametrize(
    ("taker", "before", "after"), [("red", [5, 9, 9, 2], [8, 6, 9, 2]), ("violet", [9, 9, 4, 3], [6, 9, 4, 6])]
)
def test_a_tie_goes_to_the_first_clockwise_from_the_taker(taker: str, before: list[int], after: list[int]) -> None:
    players: dict[str, Any] = {colour: {"coins": n} for colour, n in zip(COLOURS[:4], before, strict=True)}
    players[taker] |= {"hand": ["bank", "park", "hotel"], "markers": {"bank": 2}}
    assert coins(play(at(seats=4, start=taker, **ANNIVERSARY, players=players), "bank")) == after


@pytest.mark.rule("ND-4.15")
def test_the_next_richest_pays_only_when_the_first_has_no_coin_left() -> None:
    red = {"coins": 20, "markers": {"bank": 3}}
    assert coins(played("bank", red, **ANNIVERSARY, blue={"coins": 2}, green={"coins": 3})) == [24, 1, 0]
    one_purse = {"coins": 15, "markers": {"bank": 3}}
    assert coins(played("bank", one_purse, **ANNIVERSARY, blue={"coins": 5}, green={"coins": 5})) == [19, 1, 5]


@pytest.mark.rule("ND-4.16")
def test_it_holds_for_every_gain_of_coins() -> None:
    others: dict[str, Any] = {"blue": {"coins": 10}, "green": {"coins": 12}}
    others |= {"markets": {"1:north": "red coin"}, **ANNIVERSARY}
    message = played("carriage-house", {"coins": 3}, "carriage 1:north", "take", **others)
    assert coins(message) == [4, 10, 11]
    assert coins(played("hotel", {"coins": 3}, "coin", **others)) == [4, 10, 11]
    assert coins(played("trusted-friend", {"coins": 3}, "to bank", **others)) == [4, 10, 11]
    person = at(phase="hire", open=["money-lender", "minstrel", "city-guard"], **others)
    assert coins(play(person, "hire money-lender")) == [4, 10, 11]


@pytest.mark.rule("ND-4.16")
@pytest.mark.parametrize(("purse", "others"), [(25, 0), (24, 1), (23, 1)])
def test_who_holds_all_coins_gets_no_more(purse: int, others: int) -> None:
    red = {"coins": purse, "markers": {"bank": 5}}
    table = played("bank", red, **ANNIVERSARY, blue={"coins": others}, green={"coins": 0})
    assert coins(table) == [25, 0, 0]
