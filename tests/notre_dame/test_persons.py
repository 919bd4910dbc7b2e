"""The fifteen persons of the base game, one after the other. [ND-9]

Red hires in a game of three; of its 3 coins one is the price. What red has is said, the rest is as at the set-up.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.notre_dame.offers import choices, hand_on, hired, is_done, offered
from tests.notre_dame.play import SECTORS, seat

EDITIONS = ("2007", "anniversary")
ONE_EVERYWHERE = dict.fromkeys(SECTORS, 1)


def to_all_but(sector: str) -> set[str]:
    """The moves to the six other sectors: never to Notre Dame or the harbour."""
    return {f"to {other}" for other in SECTORS if other != sector}


# hostess


@pytest.mark.rule("ND-9.1")
@pytest.mark.parametrize(
    ("choice", "gained"), [("coin", {"coins": 3}), ("marker", {"supply": 5, "general": 9}), ("rat", {"rat": 3})]
)
def test_the_hostess_brings_3_prestige_and_a_coin_a_marker_or_a_step(choice: str, gained: dict[str, int]) -> None:
    table = hired("hostess", {"rat": 4})
    assert choices(table) == {"coin", "marker", "rat"}
    table.play(choice)
    paid = {"coins": 2, "supply": 4, "general": 10, "rat": 4}
    assert {**seat(table), "prestige": 3, **paid, **gained} == seat(table)
    assert is_done(table)


@pytest.mark.rule("ND-9.1", "ND-9.16")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_hostess_asks_once_however_full_the_hotel_is(edition: str) -> None:
    table = hired("hostess", {"markers": {"hotel": 5}}, "coin", edition=edition)
    assert seat(table)["coins"] == 3
    assert is_done(table)


@pytest.mark.rule("ND-9.16")
def test_the_hostess_moves_no_rat_on_0_and_takes_no_marker_from_an_empty_general_supply() -> None:
    assert choices(hired("hostess", {"rat": 0})) == {"coin", "marker"}
    assert choices(hired("hostess", {"rat": 4, "general": 0})) == {"coin", "rat"}


@pytest.mark.rule("ND-9.16", "ND-2.10")
def test_the_hostess_gives_the_coin_unasked_when_nothing_else_is_to_be_had() -> None:
    table = hired("hostess", {"rat": 0, "general": 0})
    assert (seat(table)["prestige"], seat(table)["coins"]) == (3, 3)
    assert is_done(table)


# minstrel


@pytest.mark.rule("ND-9.2", "ND-9.20")
def test_the_minstrel_moves_between_any_two_sectors_and_never_from_or_to_notre_dame() -> None:
    table = hired("minstrel", {"markers": {"bank": 2, "park": 1, "notre-dame": 2}, "friend": "hotel"})
    assert choices(table) == {"from bank", "from park", "from hotel"}
    table.play("from bank")
    assert choices(table) == to_all_but("bank")


@pytest.mark.rule("ND-9.2", "ND-9.17", "ND-9.20")
@pytest.mark.parametrize(
    ("markers", "friend", "mixes"),
    [
        (2, False, {"carry 1", "carry 2"}),
        (3, False, {"carry 1", "carry 2", "carry 3"}),
        (4, False, {"carry 1", "carry 2", "carry 3"}),
        (1, True, {"carry 1", "carry friend", "carry friend+1"}),
        (2, True, {"carry 1", "carry 2", "carry friend", "carry friend+1", "carry friend+2"}),
        (3, True, {"carry 1", "carry 2", "carry 3", "carry friend", "carry friend+1", "carry friend+2"}),
    ],
)
def test_the_minstrel_takes_one_to_three_pieces_the_friend_being_one(
    markers: int, friend: bool, mixes: set[str]
) -> None:
    red = {"markers": {"hospital": markers}, "friend": "hospital" if friend else None}
    assert choices(hired("minstrel", red, "to bank")) == mixes


@pytest.mark.rule("ND-9.2", "ND-9.17")
@pytest.mark.parametrize(
    ("mix", "hospital", "bank", "friend"),
    [
        ("carry 1", 2, 2, "hospital"),
        ("carry 2", 1, 3, "hospital"),
        ("carry 3", None, 4, "hospital"),
        ("carry friend", 3, 1, "bank"),
        ("carry friend+1", 2, 2, "bank"),
        ("carry friend+2", 1, 3, "bank"),
    ],
)
def test_the_minstrels_pieces_leave_one_sector_for_the_other(
    mix: str, hospital: int | None, bank: int, friend: str
) -> None:
    red = {"markers": {"hospital": 3, "bank": 1}, "friend": "hospital"}
    table = hired("minstrel", red, "from hospital", "to bank", mix)
    left = {"hospital": hospital} if hospital else {}
    assert seat(table)["markers"] == {"bank": bank, **left}
    assert seat(table)["friend"] == friend


@pytest.mark.rule("ND-9.2")
@pytest.mark.parametrize("sector", SECTORS[:-1])
def test_the_minstrel_uses_no_sector(sector: str) -> None:
    table = offered("minstrel", {"markers": {"hospital": 3}, "rat": 5})
    before = seat(table)
    for move in ("hire minstrel", f"to {sector}", "carry 3"):
        table.play(move)
    assert seat(table) == {**before, "coins": 2, "markers": {sector: 3}}
    assert is_done(table)


@pytest.mark.rule("ND-9.2", "ND-9.17", "ND-2.10")
def test_the_minstrel_asks_only_where_to_when_there_is_one_piece() -> None:
    marker = hired("minstrel", {"markers": {"park": 1}}, "to hotel")
    assert seat(marker)["markers"] == {"hotel": 1}
    friend = hired("minstrel", {"friend": "park"}, "to hotel")
    assert seat(friend)["friend"] == "hotel"
    assert is_done(marker) and is_done(friend)


@pytest.mark.rule("ND-9.20")
def test_minstrel_and_fool_must_move_a_piece_when_there_is_one() -> None:
    red = {"markers": {"bank": 2, "park": 1}}
    for person in ("minstrel", "fool"):
        table = hired(person, red)
        assert "pass" not in choices(table)
        table.play("from bank")
        assert "pass" not in choices(table)
        table.play("to park")
    assert "pass" not in choices(hired("minstrel", red, "from bank", "to park"))


@pytest.mark.rule("ND-9.20", "ND-8.5")
@pytest.mark.parametrize("person", ["minstrel", "fool"])
def test_minstrel_and_fool_do_nothing_in_an_empty_borough_and_leave_a_friend_beside_the_board(person: str) -> None:
    table = hired(person, {"friend": None})
    assert seat(table)["friend"] is None
    assert (seat(table)["coins"], seat(table)["supply"]) == (2, 4)
    assert is_done(table)


@pytest.mark.rule("ND-9.20")
def test_a_friend_beside_the_board_is_not_among_the_pieces_to_move() -> None:
    assert choices(hired("fool", {"markers": {"bank": 1, "park": 1}})) == {"from bank", "from park"}
    assert choices(hired("minstrel", {"markers": {"bank": 1, "park": 1}})) == {"from bank", "from park"}


@pytest.mark.rule("ND-9.2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_minstrel_does_nothing_for_markers_on_notre_dame(edition: str) -> None:
    table = hired("minstrel", {"markers": {"notre-dame": 3}}, edition=edition)
    assert seat(table)["markers"] == {"notre-dame": 3}
    assert is_done(table)


# monk


@pytest.mark.rule("ND-9.3", "ND-4.11")
@pytest.mark.parametrize(("general", "supply_gained"), [(10, 2), (2, 2), (1, 1), (0, 0)])
def test_the_monk_brings_2_markers_as_far_as_there_are_and_1_prestige(general: int, supply_gained: int) -> None:
    table = hired("monk", {"general": general})
    assert seat(table)["supply"] == 14 - general + supply_gained
    assert seat(table)["general"] == general - supply_gained
    assert seat(table)["prestige"] == 1


# fool


@pytest.mark.rule("ND-9.4")
def test_the_fool_moves_a_marker_and_its_new_sector_acts_with_it() -> None:
    table = hired("fool", {"markers": {"park": 1, "bank": 2}}, "from park", "to bank")
    assert seat(table)["markers"] == {"bank": 3}
    assert seat(table)["coins"] == 3 - 1 + 3
    assert is_done(table)


@pytest.mark.rule("ND-9.4")
def test_the_fool_moves_the_friend_too() -> None:
    table = hired("fool", {"markers": {"park": 1, "residence": 2}, "friend": "park"})
    assert choices(table) == {"from park", "from residence", "friend"}
    table.play("friend")
    assert choices(table) == to_all_but("park")
    table.play("to residence")
    assert (seat(table)["friend"], seat(table)["prestige"]) == ("residence", 3)
    assert seat(table)["markers"] == {"park": 1, "residence": 2}


@pytest.mark.rule("ND-9.4")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_fools_piece_goes_to_another_sector_and_never_to_notre_dame(edition: str) -> None:
    assert choices(hired("fool", {"markers": {"hotel": 1}}, edition=edition)) == to_all_but("hotel")


@pytest.mark.rule("ND-9.4")
@pytest.mark.parametrize(
    ("sector", "asked"), [("hotel", {"coin", "marker", "rat"}), ("carriage-house", {"pass", "carriage 1:north"})]
)
def test_the_fools_sector_asks_what_it_asks(sector: str, asked: set[str]) -> None:
    table = hired("fool", {"markers": {"park": 1}, "rat": 3}, f"to {sector}")
    assert asked <= choices(table)


@pytest.mark.rule("ND-9.4", "ND-5.17")
def test_a_piece_that_the_fool_takes_from_the_park_no_longer_counts_there() -> None:
    red = {"markers": {"park": 2, "bank": 1, "residence": 3}}
    assert seat(hired("fool", red, "from park", "to residence"))["prestige"] == 4
    assert seat(hired("fool", red, "from bank", "to residence"))["prestige"] == 4 + 1


@pytest.mark.rule("ND-9.18")
def test_the_fool_of_2007_may_take_a_marker_from_notre_dame() -> None:
    table = hired("fool", {"markers": {"bank": 1, "notre-dame": 2}}, edition="2007")
    assert choices(table) == {"from bank", "from notre-dame"}
    table.play("from notre-dame")
    assert choices(table) == {f"to {sector}" for sector in SECTORS}
    table.play("to bank")
    assert seat(table)["markers"] == {"bank": 2, "notre-dame": 1}
    assert seat(table)["coins"] == 2 + 2


@pytest.mark.rule("ND-9.19", "ND-9.20")
def test_the_fool_of_the_anniversary_edition_takes_none_from_notre_dame() -> None:
    red = {"markers": {"bank": 1, "park": 1, "notre-dame": 2}}
    assert choices(hired("fool", red, edition="anniversary")) == {"from bank", "from park"}
    only_there = hired("fool", {"markers": {"notre-dame": 2}}, edition="anniversary")
    assert seat(only_there)["markers"] == {"notre-dame": 2}
    assert is_done(only_there)


# money-lender


@pytest.mark.rule("ND-9.5")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_money_lender_brings_2_coins_and_1_prestige(edition: str) -> None:
    table = hired("money-lender", edition=edition)
    assert (seat(table)["coins"], seat(table)["prestige"]) == (3 - 1 + 2, 1)


@pytest.mark.rule("ND-9.5", "ND-4.13", "ND-4.14", "ND-4.16")
@pytest.mark.parametrize(("edition", "blue"), [("2007", 14), ("anniversary", 13)])
def test_the_money_lender_takes_what_the_supply_lacks_from_the_richest_in_the_anniversary_edition(
    edition: str, blue: int
) -> None:
    others = {"blue": {"coins": 14}, "green": {"coins": 10}}
    table = hired("money-lender", {"coins": 1}, edition=edition, players=others)
    assert [seat(table, colour)["coins"] for colour in ("red", "blue", "green")] == [2, blue, 10]


# doctor


@pytest.mark.rule("ND-9.6", "ND-11.3")
def test_the_doctor_keeps_the_plague_from_the_hirer_and_the_hospital_works_on() -> None:
    ill = {"markers": {"hospital": 1}, "friend": "hospital", "rat": 7}
    table = hired("doctor", ill, open=["doctor", "hostess", "city-guard"], players={"blue": {"rat": 1}})
    hand_on(table)
    assert seat(table)["rat"] == 7 - 2
    assert seat(table, "blue")["rat"] == 1 + 8


@pytest.mark.rule("ND-9.6")
def test_the_doctor_does_not_push_the_rat_back_without_a_hospital() -> None:
    assert seat(hand_on(hired("doctor", {"rat": 3})))["rat"] == 3
    assert seat(hand_on(hired("doctor", {"rat": 1, "markers": {"hospital": 3}})))["rat"] == 0


@pytest.mark.rule("ND-9.6", "ND-11.4")
def test_the_doctor_averts_the_penalty() -> None:
    red = {"rat": 9, "prestige": 5, "markers": {"bank": 2}}
    table = hand_on(hired("doctor", red))
    assert (seat(table)["rat"], seat(table)["prestige"], seat(table)["markers"]) == (9, 5, {"bank": 2})
    without = hand_on(offered("doctor", red))
    assert (seat(without)["prestige"], seat(without)["markers"]) == (3, {"bank": 1})


@pytest.mark.rule("ND-9.6")
def test_the_doctor_helps_in_his_round_only() -> None:
    table = hired("doctor")
    assert table.position()["immune"] == ["red"]
    hand_on(table)
    assert table.position()["immune"] == []


# city-guard to carpenter: prestige for what is there


@pytest.mark.rule("ND-9.7")
def test_the_city_guard_counts_every_piece_on_the_board_notre_dame_included() -> None:
    red = {"markers": {"bank": 3, "hotel": 1, "notre-dame": 2}, "friend": "bank"}
    others = {"blue": {"markers": {"bank": 3, "notre-dame": 1}}}
    assert seat(hired("city-guard", red, players=others))["prestige"] == 3 + 1 + 2 + 1
    assert seat(hired("city-guard"))["prestige"] == 0


@pytest.mark.rule("ND-9.8")
@pytest.mark.parametrize(
    ("red", "empty"),
    [
        ({}, 7),
        ({"markers": {"bank": 2, "park": 1}}, 5),
        ({"markers": {"bank": 2}, "friend": "hotel"}, 5),
        ({"markers": {"bank": 2}, "friend": "bank"}, 6),
        ({"markers": {"notre-dame": 3}}, 7),
        ({"markers": ONE_EVERYWHERE}, 0),
    ],
)
def test_the_night_watchman_counts_empty_sectors(red: dict[str, Any], empty: int) -> None:
    assert seat(hired("night-watchman", red))["prestige"] == empty


@pytest.mark.rule("ND-9.10")
@pytest.mark.parametrize(
    ("red", "prestige"),
    [
        ({"markers": {"bank": 2, "park": 1, "hotel": 5}}, 4 + 0),
        ({"markers": {"bank": 1, "hotel": 1}, "friend": "bank"}, 2),
        ({"markers": {"notre-dame": 3, "bank": 1}}, 0),
    ],
)
def test_the_guild_master_brings_2_for_each_sector_of_two_or_more(red: dict[str, Any], prestige: int) -> None:
    assert seat(hired("guild-master", red))["prestige"] == prestige


@pytest.mark.rule("ND-9.11")
@pytest.mark.parametrize("rat", range(10))
def test_the_beggar_king_counts_the_spaces_before_the_rat(rat: int) -> None:
    assert seat(hired("beggar-king", {"rat": rat}))["prestige"] == 9 - rat


@pytest.mark.rule("ND-9.12")
@pytest.mark.parametrize(("messages", "prestige"), [(0, 0), (1, 0), (2, 3), (3, 3), (4, 6), (7, 9)])
def test_the_advocate_brings_3_for_each_two_messages(messages: int, prestige: int) -> None:
    collected = [f"{colour} {kind}" for kind in ("coin", "rat", "prestige") for colour in ("red", "blue", "green")]
    assert seat(hired("advocate", {"messages": collected[:messages]}))["prestige"] == prestige


@pytest.mark.rule("ND-9.13")
@pytest.mark.parametrize(
    ("red", "prestige"),
    [
        ({"markers": {"bank": 3, "hotel": 2}}, 3),
        ({"markers": {"bank": 3, "hotel": 3}}, 3),
        ({"markers": {"bank": 3, "hotel": 3}, "friend": "hotel"}, 4),
        ({"markers": {"bank": 2, "notre-dame": 5}}, 2),
        ({"friend": "bank"}, 1),
        ({}, 0),
    ],
)
def test_the_lady_of_the_court_counts_the_fullest_sector_once(red: dict[str, Any], prestige: int) -> None:
    assert seat(hired("lady-of-the-court", red))["prestige"] == prestige


@pytest.mark.rule("ND-9.14")
@pytest.mark.parametrize(
    ("red", "prestige"),
    [
        ({"markers": {"bank": 3, "hotel": 2, "hospital": 6}}, 6),
        ({"markers": {"bank": 2, "hotel": 2}, "friend": "bank"}, 3),
        ({"markers": {"notre-dame": 4, "bank": 2}}, 0),
    ],
)
def test_the_mayor_brings_3_for_each_sector_of_three_or_more(red: dict[str, Any], prestige: int) -> None:
    assert seat(hired("mayor", red))["prestige"] == prestige


@pytest.mark.rule("ND-9.15")
@pytest.mark.parametrize(
    ("red", "prestige"),
    [
        ({"markers": {"bank": 3, "hotel": 1}, "friend": "hospital"}, 3),
        ({"markers": {"bank": 3, "hotel": 1}, "friend": "bank"}, 2),
        ({"markers": {"notre-dame": 3}}, 0),
        ({"markers": ONE_EVERYWHERE}, 7),
    ],
)
def test_the_carpenter_counts_sectors_with_a_piece(red: dict[str, Any], prestige: int) -> None:
    assert seat(hired("carpenter", red))["prestige"] == prestige


# bishop


@pytest.mark.rule("ND-9.9")
def test_the_bishop_places_from_the_general_supply_on_an_empty_sector_which_acts() -> None:
    table = hired("bishop", {"markers": {"bank": 1, "notre-dame": 1}, "friend": "hotel"})
    empty = {"cloister-school", "residence", "carriage-house", "park", "hospital"}
    assert choices(table) == {f"to {sector}" for sector in empty}
    before = seat(table)
    table.play("to residence")
    placed = {"bank": 1, "residence": 1, "notre-dame": 1}
    assert seat(table) == {**before, "general": before["general"] - 1, "markers": placed, "prestige": 1}
    assert is_done(table)


@pytest.mark.rule("ND-9.9")
def test_the_bishops_sector_acts_whole() -> None:
    assert seat(hired("bishop", {}, "to bank"))["coins"] == 2 + 1
    assert choices(hired("bishop", {"rat": 2}, "to hotel")) == {"coin", "marker", "rat"}
    assert "carriage 1:north" in choices(hired("bishop", {}, "to carriage-house"))
    assert seat(hired("bishop", {"markers": {"park": 2}}, "to residence"))["prestige"] == 1 + 1


@pytest.mark.rule("ND-4.12", "ND-9.9")
def test_the_bishop_does_nothing_from_an_empty_general_supply() -> None:
    table = hired("bishop", {"general": 0, "markers": {"bank": 2}})
    assert (seat(table)["coins"], seat(table)["markers"]) == (2, {"bank": 2})
    assert is_done(table)


@pytest.mark.rule("ND-9.21")
def test_the_bishop_does_nothing_without_an_empty_sector() -> None:
    table = hired("bishop", {"markers": {**ONE_EVERYWHERE, "park": 0}, "friend": "park"})
    assert (seat(table)["coins"], seat(table)["general"], seat(table)["rat"]) == (2, 4, 0)
    assert is_done(table)


# all of them


@pytest.mark.rule("ND-5.14", "ND-5.15", "ND-5.16", "ND-8.4")
@pytest.mark.parametrize(
    ("person", "prestige"),
    [
        ("hostess", 3),
        ("monk", 1),
        ("money-lender", 1),
        ("city-guard", 9),
        ("night-watchman", 5),
        ("guild-master", 4),
        ("beggar-king", 4),
        ("advocate", 3),
        ("lady-of-the-court", 5),
        ("mayor", 6),
        ("carpenter", 2),
    ],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_each_persons_prestige_is_one_gain_with_one_bonus_of_the_park(person: str, prestige: int, edition: str) -> None:
    red = {"markers": {"park": 4, "bank": 4}, "friend": "park", "rat": 5}
    table = hired(person, {**red, "messages": ["blue rat", "green coin"]}, edition=edition)
    assert seat(table)["prestige"] == prestige + 2


@pytest.mark.rule("ND-5.16")
@pytest.mark.parametrize(("person", "rat"), [("beggar-king", 9), ("advocate", 0)])
def test_a_person_who_brings_nothing_brings_no_bonus(person: str, rat: int) -> None:
    assert seat(hired(person, {"markers": {"park": 4}, "rat": rat}))["prestige"] == 0
