"""The two cards without a sector of their own: Notre Dame and the trusted friend. [ND-7]"""

from __future__ import annotations

import pytest

from tests.notre_dame.play import SECTORS, asked, at, names, play, played, seat

NOBODY_ASKS_RED = [("play-card", ("blue",))]


# Notre Dame


@pytest.mark.rule("ND-7.1", "ND-7.2")
@pytest.mark.parametrize(("coins", "prestige"), [(1, 1), (2, 3), (3, 6)])
def test_a_marker_goes_to_notre_dame_and_1_to_3_coins_gain_1_3_or_6_prestige(coins: int, prestige: int) -> None:
    after = seat(played("notre-dame", {"coins": 5}, f"give {coins}"))
    assert (after["coins"], after["prestige"]) == (5 - coins, prestige)
    assert (after["markers"], after["supply"], after["general"]) == ({"notre-dame": 1}, 3, 10)


@pytest.mark.rule("ND-7.1", "ND-7.4")
@pytest.mark.parametrize(("purse", "most"), [(1, 1), (2, 2), (3, 3), (12, 3)])
def test_a_donation_is_3_coins_at_most_and_no_more_than_the_seat_has(purse: int, most: int) -> None:
    offered = names(played("notre-dame", {"coins": purse}))
    assert offered == ["pass", *(f"give {coins}" for coins in range(1, most + 1))]


@pytest.mark.rule("ND-7.1")
def test_in_the_anniversary_edition_the_coins_go_to_the_supply_where_others_find_them() -> None:
    blue = {"hand": ["bank", "hospital", "hotel"], "coins": 0}
    table = played("notre-dame", {"coins": 25}, "give 3", edition="anniversary", blue=blue, green={"coins": 0})
    play(table, "bank")
    assert [seat(table, colour)["coins"] for colour in ("red", "blue")] == [22, 1]


@pytest.mark.rule("ND-7.3")
def test_who_can_not_donate_plays_the_card_without_marker_and_prestige() -> None:
    table = played("notre-dame", {"coins": 0})
    assert (seat(table)["markers"], seat(table)["supply"], seat(table)["prestige"]) == ({}, 4, 0)
    assert seat(table)["played"] == [["own"]]
    assert asked(table) == NOBODY_ASKS_RED


@pytest.mark.rule("ND-7.3")
def test_who_will_not_donate_plays_the_card_without_marker_and_prestige() -> None:
    table = played("notre-dame", {"markers": {"park": 4}}, "pass")
    assert (seat(table)["markers"], seat(table)["supply"], seat(table)["prestige"]) == ({"park": 4}, 4, 0)
    assert seat(table)["coins"] == 3
    assert asked(table) == NOBODY_ASKS_RED


@pytest.mark.rule("ND-7.4")
def test_a_seat_places_on_notre_dame_as_often_as_it_has_the_card() -> None:
    other = {"hand": ["bank", "hospital", "residence"]}
    red = {"hand": ["notre-dame", "notre-dame", "park"], "coins": 7, "markers": {"notre-dame": 1}}
    table = play(at(red=red, blue=other, green=other), "notre-dame", "from-own", "give 3", "bank", "bank")
    play(table, "notre-dame", "give 3")
    after = seat(table)
    assert (after["markers"], after["coins"], after["prestige"]) == ({"notre-dame": 3}, 1, 12)


@pytest.mark.rule("ND-7.5")
def test_with_an_empty_own_supply_a_marker_of_a_sector_may_be_moved_to_notre_dame_to_donate() -> None:
    red = {"supply": 0, "markers": {"bank": 1, "hotel": 2}}
    table = played("notre-dame", red)
    assert names(table) == ["pass", "from bank", "from hotel"]
    after = seat(play(table, "from hotel", "give 2"))
    assert after["markers"] == {"bank": 1, "hotel": 1, "notre-dame": 1}
    assert (after["coins"], after["prestige"], after["supply"]) == (1, 3, 0)


@pytest.mark.rule("ND-7.6")
def test_the_marker_moves_before_the_donation_so_one_from_the_park_counts_no_more() -> None:
    red = {"supply": 0, "markers": {"park": 2, "bank": 1}}
    assert seat(played("notre-dame", red, "from park", "give 1"))["prestige"] == 1
    assert seat(played("notre-dame", red, "from bank", "give 1"))["prestige"] == 2


@pytest.mark.rule("ND-7.7")
def test_there_is_no_donation_without_a_marker_to_place() -> None:
    table = played("notre-dame", {"supply": 0, "general": 14})
    assert (seat(table)["coins"], seat(table)["prestige"]) == (3, 0)
    assert asked(table) == NOBODY_ASKS_RED
    declined = played("notre-dame", {"supply": 0, "markers": {"bank": 1}}, "pass")
    assert (seat(declined)["coins"], seat(declined)["prestige"], seat(declined)["markers"]) == (3, 0, {"bank": 1})
    assert asked(declined) == NOBODY_ASKS_RED


@pytest.mark.rule("ND-7.7")
def test_who_has_moved_a_marker_to_notre_dame_donates() -> None:
    table = played("notre-dame", {"supply": 0, "markers": {"bank": 1}}, "from bank")
    assert names(table) == ["give 1", "give 2", "give 3"]


@pytest.mark.rule("ND-7.7")
def test_who_has_no_coins_is_not_asked_to_move_a_marker_to_notre_dame() -> None:
    table = played("notre-dame", {"supply": 0, "coins": 0, "markers": {"bank": 1}})
    assert asked(table) == NOBODY_ASKS_RED
    assert seat(table)["markers"] == {"bank": 1}


# the friend


@pytest.mark.rule("ND-7.8")
@pytest.mark.parametrize(
    ("sector", "brings"),
    [
        ("cloister-school", {"supply": 7, "general": 5}),
        ("bank", {"coins": 6}),
        ("residence", {"prestige": 3}),
        ("park", {"rat": 4}),
        ("hospital", {"rat": 4}),
    ],
)
def test_the_friend_comes_to_a_sector_whose_action_is_carried_out_with_the_friend_counted(
    sector: str, brings: dict[str, int]
) -> None:
    red = {"markers": {sector: 2}, "supply": 4, "general": 8, "rat": 5}
    after = seat(played("trusted-friend", red, f"to {sector}"))
    before = {"supply": 4, "general": 8, "coins": 3, "prestige": 0, "rat": 5}
    assert {name: after[name] for name in before} == {**before, **brings}
    assert (after["friend"], after["markers"]) == (sector, {sector: 2})


@pytest.mark.rule("ND-7.8")
def test_the_friend_counts_on_carriage_house_and_hotel_too() -> None:
    table = played("trusted-friend", {"markers": {"carriage-house": 2}}, "to carriage-house")
    assert table.position()["asks"] == [{"ask": "carriage-to", "seats": ["red"], "steps": 3}]
    table = played("trusted-friend", {"markers": {"hotel": 3}}, "to hotel", "coin", "coin")
    assert seat(table)["coins"] == 5


@pytest.mark.rule("ND-7.8")
def test_no_marker_is_needed_for_the_friend() -> None:
    after = seat(played("trusted-friend", {"supply": 0, "markers": {"bank": 1}}, "to bank"))
    assert (after["coins"], after["markers"], after["supply"]) == (5, {"bank": 1}, 0)


@pytest.mark.rule("ND-7.9")
@pytest.mark.parametrize("friend", (None, "park"))
def test_the_friend_stands_on_sectors_only(friend: str | None) -> None:
    offered = names(played("trusted-friend", {"friend": friend}))
    assert set(offered) <= {f"to {sector}" for sector in SECTORS}


@pytest.mark.rule("ND-7.10")
@pytest.mark.parametrize("friend", SECTORS)
def test_a_friend_in_the_borough_goes_to_a_different_sector(friend: str) -> None:
    table = played("trusted-friend", {"friend": friend})
    assert names(table) == [f"to {sector}" for sector in SECTORS if sector != friend]
    goal = "bank" if friend != "bank" else "residence"
    assert seat(play(table, f"to {goal}"))["friend"] == goal


@pytest.mark.rule("ND-7.11")
def test_the_friend_card_can_not_be_declined_and_may_bring_nothing() -> None:
    red = {"rat": 0, "markers": {"bank": 10}, "general": 0, "supply": 4}
    table = played("trusted-friend", red)
    assert names(table) == [f"to {sector}" for sector in SECTORS]
    for sector in ("cloister-school", "park", "hospital"):
        after = seat(played("trusted-friend", red, f"to {sector}"))
        assert after["friend"] == sector
        assert (after["supply"], after["coins"], after["prestige"], after["rat"]) == (4, 3, 0, 0)
