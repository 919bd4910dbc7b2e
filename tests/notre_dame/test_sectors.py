"""The seven sectors of a borough, and the park's bonus. [ND-5]"""

from __future__ import annotations

from typing import Any

import pytest

from tests.notre_dame.play import asked, at, names, play, played, seat, struck

NOBODY_ASKS_RED = [("play-card", ("blue",))]
EDITIONS = ("2007", "anniversary")


@pytest.mark.rule("ND-5.1")
@pytest.mark.parametrize("there", (0, 1, 2, 3))
def test_the_cloister_school_brings_a_marker_for_each_piece_the_new_one_counted(there: int) -> None:
    red = {"markers": {"cloister-school": there}, "supply": 2, "general": 12 - there}
    after = seat(played("cloister-school", red))
    assert after["markers"] == {"cloister-school": there + 1}
    assert (after["supply"], after["general"]) == (1 + there + 1, 12 - there - (there + 1))


@pytest.mark.rule("ND-5.2")
@pytest.mark.parametrize("there", (0, 1, 4))
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_bank_brings_a_coin_for_each_piece_the_new_one_counted(there: int, edition: str) -> None:
    assert seat(played("bank", {"markers": {"bank": there}}, edition=edition))["coins"] == 3 + there + 1


@pytest.mark.rule("ND-5.3")
@pytest.mark.parametrize("there", (0, 1, 6))
def test_the_residence_brings_a_prestige_for_each_piece_the_new_one_counted(there: int) -> None:
    assert seat(played("residence", {"markers": {"residence": there}, "prestige": 5}))["prestige"] == 5 + there + 1


@pytest.mark.rule("ND-5.4")
@pytest.mark.parametrize(("there", "friend"), [(0, False), (1, False), (2, False), (1, True), (3, True)])
def test_the_carriage_house_moves_the_carriage_a_step_for_each_piece_the_new_one_counted(
    there: int, friend: bool
) -> None:
    red = {"markers": {"carriage-house": there}, "friend": "carriage-house" if friend else None}
    table = played("carriage-house", red)
    assert table.position()["asks"] == [{"ask": "carriage-to", "seats": ["red"], "steps": there + 1 + friend}]


@pytest.mark.rule("ND-5.4")
def test_more_pieces_on_the_carriage_house_carry_farther() -> None:
    reach = [{*names(played("carriage-house", {"markers": {"carriage-house": n}}, seats=5))} for n in (0, 1, 2, 3)]
    assert ["carriage 3:north" in found for found in reach] == [False, True, True, True]
    assert ["carriage 3:west" in found for found in reach] == [False, False, False, True]


# hotel


@pytest.mark.rule("ND-5.5")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("choice", "brings"), [("coin", {"coins": 4}), ("marker", {"supply": 4, "general": 9}), ("rat", {"rat": 4})]
)
def test_the_hotel_brings_a_coin_a_marker_or_a_step_of_the_rat(
    choice: str, brings: dict[str, int], edition: str
) -> None:
    table = played("hotel", {"rat": 5}, edition=edition)
    assert names(table) == ["coin", "marker", "rat"]
    after = seat(play(table, choice))
    before = {"coins": 3, "supply": 3, "general": 10, "rat": 5, "prestige": 0}
    assert {name: after[name] for name in before} == {**before, **brings}
    assert asked(table) == NOBODY_ASKS_RED


@pytest.mark.rule("ND-5.8", "ND-5.9")
@pytest.mark.parametrize(
    ("edition", "pieces", "uses"),
    [
        *(("2007", pieces, 1) for pieces in (1, 2, 3)),
        *(("2007", pieces, 2) for pieces in (4, 5, 6)),
        *(("anniversary", pieces, 1) for pieces in (1, 2)),
        *(("anniversary", pieces, 2) for pieces in (3, 4, 6)),
    ],
)
@pytest.mark.parametrize("friend", (False, True))
def test_the_hotel_is_used_twice_from_the_fourth_piece_or_in_the_anniversary_edition_from_the_third(
    edition: str, pieces: int, uses: int, friend: bool
) -> None:
    """The friend is one of the pieces; where he is the only one, he has just come."""
    markers = pieces - friend
    if markers:
        red: dict[str, Any] = {"markers": {"hotel": markers - 1}, "friend": "hotel" if friend else None}
        table = played("hotel", red, edition=edition)
    else:
        table = played("trusted-friend", {}, "to hotel", edition=edition)
    for _ in range(uses):
        assert asked(table)[-1] == ("hotel-use", ("red",))
        play(table, "coin")
    assert asked(table) == NOBODY_ASKS_RED
    assert seat(table)["coins"] == 3 + uses


@pytest.mark.rule("ND-5.8", "ND-5.9")
@pytest.mark.parametrize(("edition", "there"), [("2007", 3), ("anniversary", 2)])
def test_the_two_uses_may_be_different_or_the_same(edition: str, there: int) -> None:
    red = {"markers": {"hotel": there}, "supply": 2, "rat": 5}
    for choices in (("coin", "coin"), ("marker", "marker"), ("rat", "rat"), ("rat", "coin"), ("marker", "rat")):
        after = seat(played("hotel", red, *choices, edition=edition))
        gained = (after["coins"] - 3, after["supply"] - 1, 5 - after["rat"])
        assert gained == tuple(choices.count(kind) for kind in ("coin", "marker", "rat"))


@pytest.mark.rule("ND-5.10")
@pytest.mark.parametrize("edition", EDITIONS)
def test_at_the_hotel_the_rat_can_not_be_chosen_on_0(edition: str) -> None:
    assert names(played("hotel", {"rat": 0}, edition=edition)) == ["coin", "marker"]
    assert names(played("hotel", {"rat": 1}, edition=edition)) == ["coin", "marker", "rat"]


@pytest.mark.rule("ND-5.11")
def test_at_the_hotel_the_marker_can_be_chosen_only_with_one_in_the_general_supply() -> None:
    assert names(played("hotel", {"rat": 5, "markers": {"bank": 9}, "general": 0})) == ["coin", "rat"]
    assert names(played("hotel", {"rat": 5, "markers": {"bank": 9}, "general": 1})) == ["coin", "marker", "rat"]


@pytest.mark.rule("ND-5.11")
def test_at_the_hotel_the_coin_can_be_chosen_only_when_there_is_one_to_be_had() -> None:
    nobody_else = {"blue": {"coins": 0}, "green": {"coins": 0}}
    all_coins, all_but_one = {"rat": 5, "coins": 25}, {"rat": 5, "coins": 24}
    assert names(played("hotel", all_coins, edition="anniversary", **nobody_else)) == ["marker", "rat"]
    assert names(played("hotel", all_but_one, edition="anniversary", **nobody_else)) == ["coin", "marker", "rat"]
    assert names(played("hotel", all_coins, edition="2007", **nobody_else)) == ["coin", "marker", "rat"]


@pytest.mark.rule("ND-5.12")
def test_a_use_of_the_hotel_can_not_be_declined() -> None:
    table = played("hotel", {"rat": 5, "markers": {"hotel": 3}})
    assert "pass" not in names(table)
    assert "pass" not in names(play(table, "coin"))


@pytest.mark.rule("ND-5.12")
def test_a_use_of_the_hotel_falls_away_when_nothing_can_be_chosen() -> None:
    red = {"rat": 0, "coins": 25, "markers": {"bank": 9}, "general": 0}
    table = played("hotel", red, edition="anniversary", blue={"coins": 0}, green={"coins": 0})
    assert asked(table) == NOBODY_ASKS_RED
    after = seat(table)
    assert (after["rat"], after["coins"], after["general"], after["supply"]) == (0, 25, 0, 4)


@pytest.mark.rule("ND-5.12")
def test_the_second_use_of_the_hotel_is_judged_after_the_first() -> None:
    red = {"rat": 1, "markers": {"hotel": 3, "bank": 6}, "general": 1}
    assert names(played("hotel", red, "rat")) == ["coin", "marker"]
    assert names(played("hotel", red, "marker")) == ["coin", "rat"]


# park and hospital


@pytest.mark.rule("ND-5.6", "ND-5.7")
@pytest.mark.parametrize("there", (0, 1, 5))
@pytest.mark.parametrize("card", ("park", "hospital"))
def test_park_and_hospital_move_the_rat_one_step_back_however_many_pieces_are_there(card: str, there: int) -> None:
    after = seat(played(card, {"markers": {card: there}, "rat": 8}))
    assert (after["rat"], after["prestige"]) == (7, 0)


@pytest.mark.rule("ND-5.13")
@pytest.mark.parametrize("card", ("park", "hospital"))
def test_the_rat_never_goes_below_0_and_the_card_can_be_played_there(card: str) -> None:
    after = seat(played(card, {"rat": 0}))
    assert (after["rat"], after["markers"]) == (0, {card: 1})


@pytest.mark.rule("ND-5.13")
def test_the_plague_takes_no_rat_below_0_either() -> None:
    assert seat(struck(1, red={"markers": {"hospital": 4}, "rat": 2}))["rat"] == 0


# the park's bonus


@pytest.mark.rule("ND-5.14")
@pytest.mark.parametrize(("pieces", "bonus"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_a_gain_brings_one_more_for_each_two_pieces_on_the_park(pieces: int, bonus: int) -> None:
    assert seat(played("residence", {"markers": {"park": pieces, "residence": 1}}))["prestige"] == 2 + bonus


@pytest.mark.rule("ND-5.14", "ND-4.9")
def test_the_friend_counts_in_the_park() -> None:
    assert seat(played("residence", {"markers": {"park": 1}, "friend": "park"}))["prestige"] == 2
    assert seat(played("residence", {"markers": {"park": 2}, "friend": "park"}))["prestige"] == 2


TWO_IN_THE_PARK = {"markers": {"park": 2}}


@pytest.mark.rule("ND-5.14", "ND-5.15")
def test_an_action_a_message_a_donation_a_hiring_and_a_scoring_each_bring_the_bonus_once() -> None:
    residence = played("residence", {"markers": {"park": 2, "residence": 3}})
    assert seat(residence)["prestige"] == 4 + 1
    message = played("carriage-house", TWO_IN_THE_PARK, "carriage 1:north", "take", markets={"1:north": "red prestige"})
    assert seat(message)["prestige"] == 4 + 1
    donation = played("notre-dame", TWO_IN_THE_PARK, "give 3")
    assert seat(donation)["prestige"] == 6 + 1
    hiring = at(phase="hire", red=TWO_IN_THE_PARK, open=["money-lender", "minstrel", "night-watchman"])
    assert seat(play(hiring, "hire night-watchman"))["prestige"] == 6 + 1
    scoring = struck(0, round=3, red={"markers": {"park": 2, "notre-dame": 4}})
    assert seat(scoring)["prestige"] == 8 + 1


@pytest.mark.rule("ND-5.15")
def test_the_bonus_does_not_come_for_each_marker_coin_or_part_of_a_person() -> None:
    four = {"markers": {"park": 4, "bank": 3, "hotel": 3}, "supply": 2}
    mayor = at(phase="hire", round=7, red=four, open=["hostess", "minstrel", "mayor"])
    assert seat(play(mayor, "hire mayor"))["prestige"] == 9 + 2
    hostess = at(phase="hire", red=four, open=["hostess", "minstrel", "bishop"])
    assert seat(play(hostess, "hire hostess", "coin"))["prestige"] == 3 + 2
    coin = played("carriage-house", four, "carriage 1:north", "take", markets={"1:north": "red coin"})
    assert (seat(coin)["prestige"], seat(coin)["coins"]) == (1 + 2, 4)
    marker = played("carriage-house", four, "carriage 1:north", "take", markets={"1:north": "red marker"})
    assert seat(marker)["prestige"] == 2 + 2


@pytest.mark.rule("ND-5.15")
def test_two_gains_bring_the_bonus_twice() -> None:
    red = {"markers": {"park": 2, "residence": 1}, "hand": ["residence", "carriage-house", "notre-dame"]}
    other = {"hand": ["bank", "park", "hospital"]}
    table = at(red=red, blue=other, green=other, markets={"1:north": "red prestige"})
    play(table, "residence", "bank", "bank", "carriage-house", "carriage 1:north", "take")
    assert seat(table)["prestige"] == (2 + 1) + (4 + 1)


@pytest.mark.rule("ND-5.16")
def test_a_gain_of_0_brings_no_bonus() -> None:
    six = {"markers": {"park": 6}}
    assert seat(played("bank", six))["prestige"] == 0
    assert seat(played("park", six))["prestige"] == 0
    guild_master = at(phase="hire", round=4, red={"markers": {"park": 1}}, open=["monk", "doctor", "guild-master"])
    assert seat(play(guild_master, "hire guild-master"))["prestige"] == 0
    advocate = at(phase="hire", round=4, red={**six, "messages": ["red coin"]}, open=["monk", "doctor", "advocate"])
    assert seat(play(advocate, "hire advocate"))["prestige"] == 0
    scoring = struck(0, round=3, red={"markers": {"park": 2, "notre-dame": 1}}, blue={"markers": {"notre-dame": 8}})
    assert seat(scoring)["prestige"] == 0


@pytest.mark.rule("ND-5.17")
def test_a_piece_that_has_just_come_to_the_park_counts() -> None:
    other = {"hand": ["bank", "hospital", "hotel"]}
    red = {"markers": {"park": 1}, "hand": ["park", "residence", "notre-dame"]}
    table = play(at(red=red, blue=other, green=other), "park", "bank", "bank", "residence")
    assert seat(table)["prestige"] == 1 + 1


@pytest.mark.rule("ND-5.17")
def test_a_piece_that_has_just_left_the_park_does_not_count() -> None:
    moved = played("residence", {"supply": 0, "markers": {"park": 2}}, "from park")
    assert seat(moved)["prestige"] == 1
    friend = played("trusted-friend", {"markers": {"park": 1}, "friend": "park"}, "to residence")
    assert seat(friend)["prestige"] == 1
    stays = played("residence", {"supply": 0, "markers": {"park": 2, "hotel": 1}}, "from hotel")
    assert seat(stays)["prestige"] == 2
