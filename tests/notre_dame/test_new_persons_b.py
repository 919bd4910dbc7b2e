"""The New Persons of letter B, one after the other. [ND-10]

Red hires in a game of three; of its 3 coins one is the price. What red has is said, the rest is as at the set-up.
"""

from __future__ import annotations

import pytest

from tests.notre_dame.offers import choices, hand_on, hired, is_done, offered
from tests.notre_dame.play import SECTORS, play, seat

ONE_EVERYWHERE = dict.fromkeys(SECTORS, 1)


# spy


@pytest.mark.rule("ND-10.7", "ND-10.28", "ND-14.8")
def test_the_spy_shows_the_gray_pile_to_the_hirer_alone_and_leaves_its_order() -> None:
    table = offered("spy")
    pile = table.position()["gray-pile"]
    play(table, "hire spy")
    assert table.view(0)["gray-pile"] == table.position()["gray-pile"] == pile
    assert len(pile) == 9 - 4
    assert all("gray-pile" not in table.view(other) for other in (1, 2, None))
    assert all(set(table.view(other)["gray-left"]) == set(pile) for other in (0, 1, 2, None))
    assert seat(table)["prestige"] == 2
    assert is_done(table)


@pytest.mark.rule("ND-10.7")
def test_what_the_spy_showed_stays_known_and_comes_to_pass() -> None:
    table = hired("spy", {"coins": 1})
    seen = table.view(0)["gray-pile"]
    hand_on(table)
    assert table.view(0)["open"][2] == seen[0]
    assert table.view(0)["gray-pile"] == seen[1:]


@pytest.mark.rule("ND-10.7")
def test_before_the_spy_nobody_sees_the_gray_pile() -> None:
    table = offered("spy")
    assert all("gray-pile" not in table.view(other) for other in (0, 1, 2, None))


# gypsies


@pytest.mark.rule("ND-10.8")
def test_the_gypsies_return_any_number_of_markers_from_sectors_and_notre_dame_for_2_each() -> None:
    table = hired("gypsies", {"markers": {"bank": 2, "notre-dame": 1}, "friend": "bank", "general": 8})
    assert choices(table) == {"pass", "from bank", "from notre-dame"}
    play(table, "from bank", "from notre-dame", "pass")
    assert seat(table)["markers"] == {"bank": 1}
    assert (seat(table)["general"], seat(table)["supply"], seat(table)["friend"]) == (10, 3, "bank")
    assert seat(table)["prestige"] == 4
    assert is_done(table)


@pytest.mark.rule("ND-10.8", "ND-8.7")
def test_the_gypsies_can_be_declined() -> None:
    table = hired("gypsies", {"markers": {"bank": 2, "park": 2}}, "pass")
    assert (seat(table)["markers"], seat(table)["prestige"]) == ({"bank": 2, "park": 2}, 0)
    assert is_done(table)


@pytest.mark.rule("ND-10.8")
def test_the_gypsies_stop_by_themselves_when_no_marker_is_left_and_never_take_the_friend() -> None:
    table = hired("gypsies", {"markers": {"bank": 2}, "friend": "park"}, "from bank", "from bank")
    assert (seat(table)["markers"], seat(table)["friend"], seat(table)["prestige"]) == ({}, "park", 4)
    assert is_done(table)
    assert is_done(hired("gypsies", {"friend": "park"}))


@pytest.mark.rule("ND-10.29", "ND-5.17")
def test_the_gypsies_gain_has_one_bonus_by_the_park_as_they_leave_it() -> None:
    red = {"markers": {"park": 4, "bank": 3}}
    elsewhere = hired("gypsies", red, *["from bank"] * 3)
    assert seat(play(elsewhere, "pass"))["prestige"] == 6 + 2
    park = hired("gypsies", red, "from park", "from bank", "pass")
    assert seat(park)["prestige"] == 4 + 1
    all_of_it = hired("gypsies", red, *["from park"] * 4, *["from bank"] * 2, "pass")
    assert seat(all_of_it)["prestige"] == 12


# coachman


MESSAGES = ["red rat", "blue rat", "green rat", "red coin", "blue coin", "green marker", "red prestige"]


@pytest.mark.rule("ND-10.9", "ND-10.30", "ND-4.11")
@pytest.mark.parametrize(
    ("kind", "gained"),
    [
        ("repeat coin", {"prestige": 2, "coins": 2 + 2}),
        ("repeat marker", {"prestige": 2, "supply": 5, "general": 9}),
        ("repeat prestige", {"prestige": 4}),
    ],
)
def test_the_coachman_repeats_all_messages_of_one_kind(kind: str, gained: dict[str, int]) -> None:
    table = offered("coachman", {"messages": MESSAGES, "rat": 5})
    before = seat(table)
    play(table, "hire coachman", kind)
    assert seat(table) == {**before, "coins": 2, **gained}
    assert is_done(table)


@pytest.mark.rule("ND-10.30")
@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_the_coachman_offers_as_many_steps_as_there_are_rat_messages(steps: int) -> None:
    table = hired("coachman", {"messages": MESSAGES, "rat": 5}, "repeat rat")
    assert seat(table)["prestige"] == 9
    for _ in range(steps):
        assert choices(table) == {"pass", "rat"}
        table.play("rat")
    if steps < 3:
        table.play("pass")
    assert seat(table)["rat"] == 5 - steps
    assert is_done(table)


@pytest.mark.rule("ND-10.30", "ND-6.14")
def test_the_coachman_asks_for_no_step_with_the_rat_on_0() -> None:
    assert is_done(hired("coachman", {"messages": MESSAGES, "rat": 0}, "repeat rat"))
    one_step = hired("coachman", {"messages": MESSAGES, "rat": 1}, "repeat rat", "rat")
    assert (seat(one_step)["rat"], seat(one_step)["prestige"]) == (0, 9)
    assert is_done(one_step)


@pytest.mark.rule("ND-10.9", "ND-8.7")
def test_the_coachman_can_be_declined_and_offers_only_kinds_that_the_seat_has() -> None:
    table = hired("coachman", {"messages": ["red rat", "blue coin"], "rat": 3})
    assert choices(table) == {"pass", "repeat rat", "repeat coin"}
    table.play("pass")
    assert (seat(table)["prestige"], seat(table)["coins"], seat(table)["rat"]) == (0, 2, 3)
    assert is_done(table)
    assert is_done(hired("coachman", {"messages": []}))


@pytest.mark.rule("ND-10.30", "ND-5.15")
@pytest.mark.parametrize(("kind", "prestige"), [("rat", 9), ("coin", 2), ("marker", 2), ("prestige", 4)])
def test_the_coachman_brings_one_gain_with_one_bonus(kind: str, prestige: int) -> None:
    table = hired("coachman", {"messages": MESSAGES, "markers": {"park": 3}}, f"repeat {kind}")
    assert seat(table)["prestige"] == prestige + 1


# butcher


@pytest.mark.rule("ND-10.10")
def test_the_butcher_places_on_every_empty_sector_and_uses_none() -> None:
    table = offered("butcher", {"markers": {"bank": 2, "notre-dame": 1}, "friend": "hotel", "rat": 4})
    before = seat(table)
    play(table, "hire butcher")
    new = dict.fromkeys(("cloister-school", "residence", "carriage-house", "park", "hospital"), 1)
    left = before["general"] - 5
    assert seat(table) == {**before, "coins": 2, "general": left, "markers": {**before["markers"], **new}}
    assert is_done(table)


@pytest.mark.rule("ND-10.10")
def test_the_butcher_asks_nothing_when_the_markers_just_suffice() -> None:
    table = hired("butcher", {"general": 6, "markers": {"bank": 2}})
    assert (seat(table)["general"], seat(table)["markers"]) == (0, {**ONE_EVERYWHERE, "bank": 2})
    assert is_done(table)


@pytest.mark.rule("ND-10.31")
def test_the_butcher_with_too_few_markers_places_them_where_the_seat_chooses() -> None:
    table = hired("butcher", {"general": 2, "markers": {"bank": 2, "park": 1}, "friend": "hotel"})
    for chosen in ("residence", "hospital"):
        assert f"to {chosen}" in choices(table)
        assert not {"pass", "to bank", "to park", "to hotel"} & choices(table)
        table.play(f"to {chosen}")
    assert seat(table)["markers"] == {"bank": 2, "park": 1, "residence": 1, "hospital": 1}
    assert (seat(table)["general"], seat(table)["prestige"]) == (0, 0)
    assert is_done(table)


@pytest.mark.rule("ND-10.31", "ND-10.10")
def test_the_butcher_does_nothing_from_an_empty_general_supply_or_without_an_empty_sector() -> None:
    nothing_to_place = hired("butcher", {"general": 0})
    assert seat(nothing_to_place)["markers"] == {}
    nowhere_to_place = hired("butcher", {"markers": {**ONE_EVERYWHERE, "park": 0}, "friend": "park"})
    assert "park" not in seat(nowhere_to_place)["markers"]
    assert is_done(nothing_to_place) and is_done(nowhere_to_place)


# patron


@pytest.mark.rule("ND-10.11", "ND-8.7")
@pytest.mark.parametrize("paid", range(4))
def test_the_patron_takes_any_number_of_coins_for_a_step_of_the_rat_each(paid: int) -> None:
    table = hired("patron", {"coins": 5, "rat": 6}, *["pay"] * paid, "pass")
    assert (seat(table)["coins"], seat(table)["rat"]) == (4 - paid, 6 - paid)
    assert is_done(table)


@pytest.mark.rule("ND-10.11", "ND-10.32")
def test_the_patron_takes_more_coins_than_the_rat_has_steps() -> None:
    table = hired("patron", {"coins": 6, "rat": 2}, *["pay"] * 4)
    assert choices(table) == {"pass", "pay"}
    table.play("pay")
    assert (seat(table)["coins"], seat(table)["rat"]) == (0, 0)
    assert is_done(table)


@pytest.mark.rule("ND-10.11")
def test_the_patron_does_nothing_for_the_last_coin_which_was_his_price() -> None:
    table = hired("patron", {"coins": 1, "rat": 2})
    assert (seat(table)["coins"], seat(table)["rat"]) == (0, 2)
    assert is_done(table)


# merchant


@pytest.mark.rule("ND-10.12", "ND-10.33")
@pytest.mark.parametrize(
    ("bare", "coins"), [((), 1), (("1:north",), 2), (("1:north", "1:east", "1:south", "1:west"), 5)]
)
def test_the_merchant_counts_own_markets_without_a_message_the_central_one_too(
    bare: tuple[str, ...], coins: int
) -> None:
    taken = [f"red {kind}" for kind in ("coin", "marker", "rat", "prestige")][: len(bare)]
    table = hired("merchant", {"messages": taken}, markets=dict.fromkeys(bare))
    assert seat(table)["coins"] == 2 + coins


@pytest.mark.rule("ND-10.12")
def test_the_merchant_does_not_count_the_markets_of_other_boroughs() -> None:
    gone = [f"blue {kind}" for kind in ("coin", "marker", "rat", "prestige")]
    assert seat(hired("merchant", {"messages": gone, "carriage": "2:north"}))["coins"] == 2 + 1


@pytest.mark.rule("ND-10.12", "ND-13.1")
def test_the_merchant_looks_at_the_opposite_borough_for_the_second_of_two_seats() -> None:
    messages = {"3:north": None, "3:east": None}
    holds = {"red": {"messages": ["blue coin", "blue rat"]}}
    table = offered("merchant", seats=2, start="blue", markets=messages, players=holds)
    play(table, "hire merchant")
    assert seat(table, "blue")["coins"] == 2 + 3


@pytest.mark.rule("ND-10.12", "ND-4.16")
def test_the_merchants_coins_come_from_the_richest_when_the_supply_has_run_out() -> None:
    others = {"blue": {"coins": 9}, "green": {"coins": 15}}
    red = {"coins": 1, "messages": ["red coin", "red rat"]}
    table = hired("merchant", red, edition="anniversary", players=others)
    assert [seat(table, colour)["coins"] for colour in ("red", "blue", "green")] == [3, 9, 13]
