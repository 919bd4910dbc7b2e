"""The New Persons of letter C, and the bonus of the park for all of them. [ND-10]

Red hires in a game of three; of its 3 coins one is the price. What red has is said, the rest is as at the set-up.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.notre_dame.offers import choices, hand_on, hired, is_done, offered
from tests.notre_dame.play import SECTORS, play, seat

EDITIONS = ("2007", "anniversary")


# innkeeper


@pytest.mark.rule("ND-10.13", "ND-4.9")
@pytest.mark.parametrize(("friend", "prestige"), [(None, 6), ("hotel", 8), ("bank", 6)])
def test_the_innkeeper_brings_2_for_each_piece_on_the_hotel(friend: str | None, prestige: int) -> None:
    assert seat(hired("innkeeper", {"markers": {"hotel": 3, "bank": 2}, "friend": friend}))["prestige"] == prestige


# gravedigger


@pytest.mark.rule("ND-10.14")
@pytest.mark.parametrize(("brown", "rats"), [(("minstrel", "monk"), 0 + 1 + 3), (("hostess", "doctor"), 3 + 2 + 3)])
def test_the_gravedigger_brings_the_plague_value_of_the_round(brown: tuple[str, str], rats: int) -> None:
    table = hired("gravedigger", open=[*brown, "gravedigger"])
    assert seat(table)["prestige"] == table.view(0)["plague"] == rats


@pytest.mark.rule("ND-10.14")
def test_the_gravedigger_counts_the_printed_rats_even_for_who_has_the_doctor_or_a_hospital() -> None:
    red = {"markers": {"hospital": 3}, "rat": 5}
    table = hired("gravedigger", red, open=["monk", "doctor", "gravedigger"], immune=["red"])
    assert seat(table)["prestige"] == 1 + 2 + 3
    assert seat(hand_on(table))["rat"] == 5 - 3


@pytest.mark.rule("ND-10.14", "ND-1.11")
def test_the_gravedigger_goes_by_the_rats_of_the_box_in_play() -> None:
    box = {"persons": {"monk": {"back": "brown", "rats": 3}, "gravedigger": {"back": "C", "rats": 0}}}
    assert seat(hired("gravedigger", open=["monk", "doctor", "gravedigger"], box=box))["prestige"] == 3 + 2


# actress


@pytest.mark.rule("ND-10.15")
def test_the_actress_moves_all_pieces_of_a_sector_the_friend_too_and_the_new_sector_acts() -> None:
    table = hired("actress", {"markers": {"hospital": 2, "bank": 1, "notre-dame": 1}, "friend": "hospital"})
    assert choices(table) == {"from hospital", "from bank"}
    table.play("from hospital")
    assert choices(table) == {f"to {sector}" for sector in SECTORS if sector != "hospital"}
    table.play("to bank")
    assert (seat(table)["markers"], seat(table)["friend"]) == ({"bank": 3, "notre-dame": 1}, "bank")
    assert seat(table)["coins"] == 2 + 4
    assert is_done(table)


@pytest.mark.rule("ND-10.15")
def test_the_actress_leaves_a_friend_who_stands_elsewhere() -> None:
    table = hired("actress", {"markers": {"hospital": 5}, "friend": "bank"}, "from hospital", "to residence")
    assert (seat(table)["markers"], seat(table)["friend"]) == ({"residence": 5}, "bank")
    assert seat(table)["prestige"] == 5


@pytest.mark.rule("ND-10.15", "ND-10.34")
def test_the_actress_moves_a_friend_who_stands_alone() -> None:
    table = hired("actress", {"friend": "hospital"}, "to residence")
    assert (seat(table)["friend"], seat(table)["prestige"]) == ("residence", 1)


@pytest.mark.rule("ND-10.15", "ND-5.17")
def test_a_park_that_the_actress_empties_brings_no_bonus() -> None:
    table = hired("actress", {"markers": {"park": 4, "bank": 1}}, "from park", "to residence")
    assert seat(table)["prestige"] == 4


@pytest.mark.rule("ND-10.34", "ND-8.6")
def test_the_actress_must_move_when_she_can_and_does_nothing_in_an_empty_borough() -> None:
    assert "pass" not in choices(hired("actress", {"markers": {"bank": 1, "park": 1}}))
    table = hired("actress", {"markers": {"notre-dame": 2}})
    assert (seat(table)["markers"], seat(table)["coins"]) == ({"notre-dame": 2}, 2)
    assert is_done(table)


# councillor


@pytest.mark.rule("ND-10.16")
def test_the_councillor_offers_both_others_and_never_himself() -> None:
    table = hired("councillor", open=["monk", "money-lender", "councillor"])
    assert choices(table) == {"pass", "hire monk", "hire money-lender"}
    table.play("hire monk")
    assert choices(table) == {"pass", "hire monk", "hire money-lender"}


@pytest.mark.rule("ND-10.16")
def test_the_councillor_may_have_the_same_person_hired_twice_at_a_coin_each() -> None:
    table = hired("councillor", {"coins": 3}, "hire monk", "hire monk", open=["monk", "doctor", "councillor"])
    assert [seat(table)[name] for name in ("coins", "supply", "prestige")] == [0, 4 + 4, 2]
    assert is_done(table)


@pytest.mark.rule("ND-10.16")
def test_the_councillor_has_no_third_hiring_however_many_coins_there_are() -> None:
    people = ["monk", "money-lender", "councillor"]
    table = hired("councillor", {"coins": 9}, "hire monk", "hire money-lender", open=people)
    assert [seat(table)[name] for name in ("coins", "supply", "prestige")] == [9 - 3 + 2, 6, 2]
    assert is_done(table)


@pytest.mark.rule("ND-10.16", "ND-10.35")
def test_what_the_councillors_first_person_asks_comes_before_the_second_hiring() -> None:
    table = hired("councillor", {"markers": {"park": 1}}, "hire fool", open=["fool", "monk", "councillor"])
    assert choices(table) == {f"to {sector}" for sector in SECTORS if sector != "park"}
    table.play("to carriage-house")
    assert choices(table) >= {"pass", "carriage 1:east"}
    play(table, "carriage 1:east")
    assert choices(table) == {"pass", "take"}
    play(table, "take")
    assert choices(table) == {"pass", "hire fool", "hire monk"}
    table.play("hire monk")
    assert [seat(table)[name] for name in ("coins", "supply", "prestige")] == [0, 4 + 1 + 2, 2 + 1]
    assert is_done(table)


@pytest.mark.rule("ND-10.35")
def test_coins_from_the_councillors_first_person_pay_for_the_second() -> None:
    people = ["money-lender", "monk", "councillor"]
    table = hired("councillor", {"coins": 2}, "hire money-lender", open=people)
    assert seat(table)["coins"] == 2
    table.play("hire monk")
    assert (seat(table)["coins"], seat(table)["prestige"]) == (1, 2)


@pytest.mark.rule("ND-10.16", "ND-8.2")
def test_the_councillor_asks_nothing_of_a_seat_without_coins() -> None:
    people = ["monk", "doctor", "councillor"]
    assert is_done(hired("councillor", {"coins": 1}, open=people))
    once = hired("councillor", {"coins": 2}, "hire monk", open=people)
    assert (seat(once)["coins"], seat(once)["prestige"]) == (0, 1)
    assert is_done(once)


@pytest.mark.rule("ND-10.35", "ND-8.7")
@pytest.mark.parametrize(("answers", "prestige"), [(("pass",), 0), (("hire monk", "pass"), 1)])
def test_declining_one_of_the_councillors_hirings_ends_them(answers: tuple[str, ...], prestige: int) -> None:
    table = hired("councillor", {"coins": 9}, *answers, open=["monk", "doctor", "councillor"])
    assert (seat(table)["prestige"], seat(table)["coins"]) == (prestige, 8 - prestige)
    assert is_done(table)


@pytest.mark.rule("ND-10.35", "ND-5.15")
def test_each_of_the_councillors_hirings_is_a_gain_with_its_own_bonus() -> None:
    red = {"markers": {"park": 2}}
    table = hired("councillor", red, "hire monk", "hire monk", open=["monk", "doctor", "councillor"])
    assert seat(table)["prestige"] == (1 + 1) + (1 + 1)


@pytest.mark.rule("ND-10.16", "ND-9.6")
def test_the_doctor_hired_through_the_councillor_helps_like_any_other() -> None:
    table = hired("councillor", {"rat": 9, "prestige": 5}, "hire doctor", "pass")
    assert seat(hand_on(table))["prestige"] == 5


@pytest.mark.rule("ND-10.16", "ND-8.3")
def test_the_councillor_serves_every_seat_that_hires_him() -> None:
    table = hired("councillor", {}, "hire monk", "hire monk", open=["monk", "doctor", "councillor"])
    play(table, "hire councillor", "hire monk", "hire monk")
    assert seat(table, "blue")["prestige"] == seat(table)["prestige"] == 2


# guard


@pytest.mark.rule("ND-10.17")
@pytest.mark.parametrize(("general", "prestige"), [(0, 0), (1, 0), (2, 3), (5, 6), (14, 21)])
def test_the_guard_brings_3_for_each_pair_in_the_general_supply(general: int, prestige: int) -> None:
    assert seat(hired("guard", {"general": general}))["prestige"] == prestige


# mistress


@pytest.mark.rule("ND-10.18")
def test_the_mistress_places_from_the_general_supply_beside_the_friend_and_his_sector_acts() -> None:
    table = offered("mistress", {"markers": {"bank": 1}, "friend": "bank"})
    before = seat(table)
    play(table, "hire mistress")
    placed = {"bank": 2}
    assert seat(table) == {**before, "coins": 2 + 3, "general": before["general"] - 1, "markers": placed}
    assert is_done(table)


@pytest.mark.rule("ND-10.18")
def test_the_mistress_is_without_effect_while_the_friend_stands_beside_the_board() -> None:
    table = hired("mistress", {"markers": {"bank": 1}})
    assert (seat(table)["markers"], seat(table)["coins"], seat(table)["general"]) == ({"bank": 1}, 2, 9)
    assert is_done(table)


@pytest.mark.rule("ND-4.12", "ND-10.18")
def test_the_mistress_uses_nothing_when_the_general_supply_is_empty() -> None:
    table = hired("mistress", {"friend": "bank", "general": 0})
    assert (seat(table)["markers"], seat(table)["coins"]) == ({}, 2)
    assert is_done(table)


# all of them


@pytest.mark.rule("ND-5.14", "ND-5.15")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("person", "red", "prestige"),
    [
        ("administrator", {"prestige": 0}, 0),
        ("bell-ringer", {"markers": {"park": 4, "notre-dame": 2}}, 6 + 2),
        ("spy", {}, 2 + 2),
        ("innkeeper", {"markers": {"park": 4, "hotel": 2}}, 4 + 2),
        ("innkeeper", {}, 0),
        ("gravedigger", {}, 5 + 2),
        ("guard", {"general": 4}, 6 + 2),
        ("mistress", {"markers": {"park": 4, "residence": 2}, "friend": "residence"}, 4 + 2),
    ],
)
def test_each_new_persons_prestige_is_one_gain_with_one_bonus_of_the_park(
    edition: str, person: str, red: dict[str, Any], prestige: int
) -> None:
    table = hired(person, {"markers": {"park": 4}, **red}, edition=edition)
    assert seat(table)["prestige"] == prestige
