"""The New Persons of letter A, and how the new ones come into the game. [ND-10]

Red hires in a game of three; of its 3 coins one is the price. What red has is said, the rest is as at the set-up.
"""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import Table, new_game
from bellringer.games.notre_dame.names import PERSONS
from tests.notre_dame.offers import choices, hired, is_done, offered
from tests.notre_dame.play import play, seat

EDITIONS = ("2007", "anniversary")


# administrator


@pytest.mark.rule("ND-10.1")
def test_the_administrator_doubles_the_prestige() -> None:
    assert seat(hired("administrator", {"prestige": 7}))["prestige"] == 14


@pytest.mark.rule("ND-10.25", "ND-5.15")
def test_the_administrators_gain_has_one_bonus_of_the_park() -> None:
    assert seat(hired("administrator", {"prestige": 7, "markers": {"park": 4}}))["prestige"] == 7 + 7 + 2


@pytest.mark.rule("ND-10.25", "ND-5.16")
def test_the_administrator_brings_nothing_to_a_seat_without_prestige() -> None:
    assert seat(hired("administrator", {"prestige": 0, "markers": {"park": 4}}))["prestige"] == 0


# nurse


@pytest.mark.rule("ND-10.2")
def test_the_nurse_brings_a_marker_from_the_general_supply_to_the_hospital_and_a_step_of_the_rat() -> None:
    table = hired("nurse", {"supply": 4, "general": 8, "markers": {"hospital": 2}, "rat": 6})
    assert seat(table)["markers"] == {"hospital": 3}
    assert [seat(table)[name] for name in ("supply", "general", "rat", "coins")] == [4, 7, 5, 2]
    assert is_done(table)


@pytest.mark.rule("ND-10.2")
def test_the_nurse_places_her_marker_with_the_rat_on_0_too() -> None:
    table = hired("nurse", {"rat": 0})
    assert (seat(table)["markers"], seat(table)["rat"]) == ({"hospital": 1}, 0)


@pytest.mark.rule("ND-4.12", "ND-10.2")
def test_the_nurse_moves_no_rat_when_the_general_supply_has_no_marker_for_her() -> None:
    table = hired("nurse", {"general": 0, "rat": 6})
    assert (seat(table)["markers"], seat(table)["rat"]) == ({}, 6)


# priest


@pytest.mark.rule("ND-10.4")
def test_the_priest_places_on_notre_dame_without_donation_or_prestige() -> None:
    table = offered("priest", {"markers": {"notre-dame": 1, "park": 2}})
    before = seat(table)
    play(table, "hire priest")
    placed = {"notre-dame": 2, "park": 2}
    assert seat(table) == {**before, "coins": 2, "general": before["general"] - 1, "markers": placed}
    assert is_done(table)


@pytest.mark.rule("ND-4.12", "ND-10.4")
def test_the_priest_does_nothing_from_an_empty_general_supply() -> None:
    assert seat(hired("priest", {"general": 0}))["markers"] == {}


# procurator


@pytest.mark.rule("ND-10.5")
def test_the_procurator_uses_a_sector_as_it_stands() -> None:
    table = offered("procurator", {"markers": {"bank": 2, "park": 1}, "friend": "bank"})
    before = seat(table)
    play(table, "hire procurator", "use bank")
    assert seat(table) == {**before, "coins": 3 - 1 + 3}
    assert is_done(table)


@pytest.mark.rule("ND-10.5", "ND-5.8", "ND-5.9")
@pytest.mark.parametrize(("edition", "pieces", "uses"), [("2007", 3, 1), ("2007", 4, 2), ("anniversary", 3, 2)])
def test_the_procurator_uses_a_full_hotel_twice(edition: str, pieces: int, uses: int) -> None:
    table = hired("procurator", {"markers": {"hotel": pieces}}, *["coin"] * uses, edition=edition)
    assert seat(table)["coins"] == 2 + uses
    assert is_done(table)


@pytest.mark.rule("ND-10.26")
def test_the_procurator_names_only_a_sector_with_a_piece() -> None:
    table = hired("procurator", {"markers": {"bank": 2, "park": 1, "notre-dame": 2}, "friend": "hotel"})
    assert choices(table) == {"use bank", "use park", "use hotel"}


@pytest.mark.rule("ND-10.26", "ND-8.5", "ND-8.6")
def test_the_procurator_does_nothing_in_an_empty_borough() -> None:
    table = hired("procurator", {"markers": {"notre-dame": 2}})
    assert (seat(table)["coins"], seat(table)["prestige"]) == (2, 0)
    assert is_done(table)


# bell-ringer


@pytest.mark.rule("ND-10.6", "ND-10.27")
def test_the_bell_ringer_brings_3_for_each_own_marker_on_notre_dame() -> None:
    others = {"blue": {"markers": {"notre-dame": 4}}}
    assert seat(hired("bell-ringer", {"markers": {"notre-dame": 2}}, players=others))["prestige"] == 6
    assert seat(hired("bell-ringer", {"markers": {"bank": 2}}, players=others))["prestige"] == 0


# scholar


def with_third(card: str, **red: Any) -> dict[str, Any]:
    """Red has played two cards; the card that came from the seat two to the right is left."""
    return {"hand": ["bank", "park", card], **red}


@pytest.mark.rule("ND-10.3", "ND-10.24")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("card", "answers", "gained"),
    [
        ("cloister-school", [], {"supply": 3 + 2, "general": 7, "markers": {"cloister-school": 2}}),
        ("bank", [], {"supply": 3, "general": 9, "markers": {"cloister-school": 1, "bank": 1}, "coins": 3}),
        (
            "residence",
            [],
            {"supply": 3, "general": 9, "markers": {"cloister-school": 1, "residence": 1}, "prestige": 1},
        ),
        (
            "carriage-house",
            ["carriage 1:east", "take"],
            {
                "supply": 4,
                "general": 8,
                "markers": {"cloister-school": 1, "carriage-house": 1},
                "carriage": "1:east",
                "messages": ["red marker"],
                "prestige": 2,
            },
        ),
        ("hotel", ["marker"], {"supply": 4, "general": 8, "markers": {"cloister-school": 1, "hotel": 1}}),
        ("park", [], {"supply": 3, "general": 9, "markers": {"cloister-school": 1, "park": 1}, "rat": 3}),
        ("hospital", [], {"supply": 3, "general": 9, "markers": {"cloister-school": 1, "hospital": 1}, "rat": 3}),
        (
            "notre-dame",
            ["give 2"],
            {
                "supply": 3,
                "general": 9,
                "markers": {"cloister-school": 1, "notre-dame": 1},
                "coins": 0,
                "prestige": 3,
            },
        ),
        ("trusted-friend", ["to cloister-school"], {"supply": 6, "general": 7, "friend": "cloister-school"}),
    ],
)
def test_the_scholar_carries_out_the_third_card(
    edition: str, card: str, answers: list[str], gained: dict[str, Any]
) -> None:
    red = with_third(card, markers={"cloister-school": 1}, rat=4)
    table = offered("scholar", red, edition=edition)
    before = {name: value for name, value in seat(table).items() if name != "played"}
    play(table, "hire scholar", *answers)
    assert {name: value for name, value in seat(table).items() if name != "played"} == {
        **before,
        "coins": 2,
        **gained,
    }
    assert is_done(table)


@pytest.mark.rule("ND-10.3")
@pytest.mark.parametrize(("played", "prestige"), [(["right", "next"], 1), (["own", "next"], 0), (["own", "right"], 0)])
def test_the_third_card_is_the_one_that_was_not_played(played: list[str], prestige: int) -> None:
    table = hired("scholar", {"hand": ["residence", "park", "hospital"], "played": [played]})
    assert seat(table)["prestige"] == prestige
    assert set(seat(table)["played"][0]) == {"own", "right", "next"}


@pytest.mark.rule("ND-10.24")
def test_the_scholars_card_may_move_a_marker_when_the_own_supply_is_empty() -> None:
    red = with_third("residence", supply=0, markers={"bank": 1, "residence": 1, "notre-dame": 1}, friend="park")
    table = hired("scholar", red)
    assert choices(table) == {"pass", "from bank", "from notre-dame"}
    table.play("from bank")
    assert seat(table)["markers"] == {"residence": 2, "notre-dame": 1}
    assert (seat(table)["prestige"], seat(table)["general"]) == (2, 11)
    assert is_done(table)


@pytest.mark.rule("ND-10.24", "ND-4.6")
def test_the_scholars_card_is_without_effect_when_no_marker_is_moved_for_it() -> None:
    declined = hired("scholar", with_third("residence", supply=0, markers={"bank": 1}), "pass")
    assert (seat(declined)["markers"], seat(declined)["prestige"]) == ({"bank": 1}, 0)
    nothing_there = hired("scholar", with_third("residence", supply=0))
    assert (seat(nothing_there)["markers"], seat(nothing_there)["prestige"]) == ({}, 0)
    assert is_done(declined) and is_done(nothing_there)


@pytest.mark.rule("ND-10.24", "ND-4.5", "ND-7.8")
def test_the_scholars_friend_card_needs_no_marker() -> None:
    table = hired("scholar", with_third("trusted-friend", supply=0), "to residence")
    assert (seat(table)["friend"], seat(table)["prestige"]) == ("residence", 1)


@pytest.mark.rule("ND-10.24", "ND-7.3")
def test_the_scholars_notre_dame_does_nothing_when_the_last_coin_was_the_price() -> None:
    table = hired("scholar", with_third("notre-dame", coins=1))
    assert (seat(table)["markers"], seat(table)["coins"], seat(table)["prestige"]) == ({}, 0, 0)
    assert is_done(table)


@pytest.mark.rule("ND-10.24", "ND-7.3")
def test_the_scholars_donation_can_be_withheld() -> None:
    table = hired("scholar", with_third("notre-dame"))
    assert choices(table) == {"pass", "give 1", "give 2"}
    table.play("pass")
    assert (seat(table)["markers"], seat(table)["coins"]) == ({}, 2)


@pytest.mark.rule("ND-10.24", "ND-4.7")
def test_the_scholars_card_of_a_sector_cannot_be_declined() -> None:
    table = hired("scholar", with_third("hospital"))
    assert seat(table)["markers"] == {"hospital": 1}
    assert is_done(table)


def shown_cards(table: Table, to: int | None, colour: str = "red") -> list[str]:
    """The cards of a seat's hand of this round that lie open for another."""
    return [card["card"] for card in table.view(to)["players"][colour]["played"][0]]


@pytest.mark.rule("ND-10.23", "ND-10.24")
@pytest.mark.parametrize("to", [1, 2, None])
def test_the_third_card_is_unseen_until_the_scholar_has_it_shown(to: int | None) -> None:
    table = offered("scholar", with_third("hospital"))
    assert shown_cards(table, to) == ["bank", "park"]
    assert "hand" not in table.view(to)["players"]["red"]
    play(table, "hire scholar")
    assert shown_cards(table, to) == ["bank", "park", "hospital"]


@pytest.mark.rule("ND-10.23", "ND-14.5")
def test_third_cards_wait_until_the_last_seat_has_hired_and_those_not_used_stay_unseen() -> None:
    hands = {"blue": {"hand": ["hotel", "park", "bank"]}, "green": {"hand": ["hotel", "park", "residence"]}}
    table = offered("scholar", with_third("hospital"), players=hands)
    play(table, "pass", "hire doctor", "hire scholar")
    assert table.position()["round"] == 2
    assert seat(table, "green")["prestige"] == 1
    assert shown_cards(table, None, "green") == ["hotel", "park", "residence"]
    assert shown_cards(table, None, "red") == ["bank", "park"]
    assert shown_cards(table, None, "blue") == ["hotel", "park"]


# the letters, and which persons are in the game


LETTERS = {
    "A": {"city-guard", "night-watchman", "bishop"},
    "B": {"guild-master", "beggar-king", "advocate"},
    "C": {"lady-of-the-court", "mayor", "carpenter"},
}
NEW_LETTERS = {
    "A": {"administrator", "nurse", "scholar", "priest", "procurator", "bell-ringer"},
    "B": {"spy", "gypsies", "coachman", "butcher", "patron", "merchant"},
    "C": {"innkeeper", "gravedigger", "actress", "councillor", "guard", "mistress"},
}


def gray_persons(table: Table) -> list[str]:
    """The nine gray persons of a game at its beginning, in the order of their rounds."""
    found: list[str] = [table.position()["open"][2], *table.position()["gray-pile"]]
    return found


@pytest.mark.rule("ND-10.19", "ND-10.21", "ND-10.22", "ND-2.4")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_three_of_the_nine_gray_persons_of_each_letter_are_dealt(edition: str, seats: int) -> None:
    ever = {letter: set[str]() for letter in LETTERS}
    for seed in range(60):
        dealt = gray_persons(new_game("notre-dame", seats=seats, edition=edition, persons="new", seed=seed))
        assert len(set(dealt)) == len(dealt) == 9
        for i, letter in enumerate(LETTERS):
            ever[letter] |= set(dealt[3 * i : 3 * i + 3])
    assert ever == {letter: LETTERS[letter] | NEW_LETTERS[letter] for letter in LETTERS}


@pytest.mark.rule("ND-10.19", "ND-1.10")
def test_without_the_new_persons_the_nine_are_those_of_the_base_game_in_any_order_of_a_letter() -> None:
    orders = {letter: set[tuple[str, ...]]() for letter in LETTERS}
    for seed in range(120):
        dealt = gray_persons(new_game("notre-dame", persons="base", seed=seed))
        for i, letter in enumerate(LETTERS):
            assert set(dealt[3 * i : 3 * i + 3]) == LETTERS[letter]
            orders[letter].add(tuple(dealt[3 * i : 3 * i + 3]))
    assert [len(orders[letter]) for letter in LETTERS] == [6, 6, 6]


@pytest.mark.rule("ND-10.20", "ND-14.8")
def test_the_nine_are_shown_to_all_but_not_their_order() -> None:
    shown_in_order = 0
    for seed in range(20):
        table = new_game("notre-dame", persons="new", seed=seed)
        coming = gray_persons(table)[1:]
        for to in (0, 1, 2, 3, None):
            shown = table.view(to)["gray-left"]
            assert set(shown) == set(coming)
            assert shown == sorted(shown, key=lambda person: (letter_of(person), PERSONS.index(person)))
        shown_in_order += shown == coming
    assert shown_in_order < 5


def letter_of(person: str) -> str:
    """The back of a gray person, by the ledger."""
    return next(letter for letter in LETTERS if person in LETTERS[letter] | NEW_LETTERS[letter])


@pytest.mark.rule("ND-10.22")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_new_persons_play_by_either_editions_rules(edition: str) -> None:
    table = hired("procurator", {"markers": {"hotel": 3}}, "coin", edition=edition)
    assert table.options["persons"] == "new"
    assert ("coin" in choices(table)) == (edition == "anniversary")
