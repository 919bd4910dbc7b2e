"""The better Baker, Serf, Nun, Bishop, Courier and Mayor. [RA-13]"""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import Table
from bellringer.games.rattus.names import CLASSES
from tests.rattus.big_box import (
    asked,
    blue_ends,
    citizens,
    faces,
    last_round,
    lie,
    of,
    ravage,
    red_has,
    seated,
    struck,
    told,
)
from tests.rattus.play import kinds, names, play, rats_in, red, regions, tokens

RED, BLUE, GREEN = 0, 1, 2
GALLIA, GERMANIA, ITALIA, FROM_SUPPLY = 1, 2, 5, 17
BAKER = CLASSES.index("baker")

# Baker


def blues_baker(level: int, **fields: Any) -> Table:
    """Red to play; three citizens of blue are on its Baker."""
    blue = {"classes": ["baker"], "on-card": 3, "citizens": {"italia": 1}}
    return seated({"blue": blue}, level=level, **{"rats": {"gallia": 1}, **fields})


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-13.17")
def test_when_the_better_baker_is_taken_its_owner_chooses_the_region(level: int) -> None:
    table = play(blues_baker(level), "take baker")
    assert asked(table) == ("blue", "place-kept") and len(names(table)) == len(regions(table, "place")) == 10
    table.play("place polonia", BLUE)
    assert citizens(table, "polonia") == {"blue": 3} and "on-card" not in of(table, "blue")
    assert red(table)["classes"] == ["baker"] and "levels" not in table.position()
    assert asked(table) == ("red", "act") and not regions(table, "take")


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.parametrize("holder", ["red", "blue", "green"])
@pytest.mark.rule("RA-13.17", "RA-12.6")
def test_before_the_last_ravage_the_owner_of_the_better_baker_chooses_the_region(level: int, holder: str) -> None:
    players = {holder: {"classes": ["baker"], "on-card": 2, "palace": 18}}
    rats = {"italia": lie((1, "peasantry"))}
    table = last_round(players, seats=3, level=level, rats=rats, components=faces((1, "peasantry")))
    assert asked(table) == (holder, "place-kept")
    play(table, "place italia")
    assert table.result is not None and citizens(table, "italia") == {holder: 1}


@pytest.mark.rule("RA-13.17", "RA-13.48")
def test_at_level_three_a_citizen_of_the_board_may_come_onto_the_card_too() -> None:
    for first, second in (("use", "also"), ("also", "use")):
        table = red_has("baker", citizens={"gallia": 2, "italia": 1}, on_card=1, level=3)
        assert {"use baker", "also baker"} <= names(table)
        for word in (first, second):
            play(table, f"{word} baker")
            if word == "also":
                assert names(table) == {"from gallia", "from italia"}
                play(table, "from gallia")
            assert f"{word} baker" not in names(table)
        assert red(table) == {**red(table), "citizens": {"gallia": 1, "italia": 1}, "on-card": 3, "supply": 15}
        assert sorted(told(table, "citizen-kept")) == [(RED, BAKER, GALLIA, 1), (RED, BAKER, FROM_SUPPLY, 1)]
        assert table.position()["used"] == table.position()["used-also"] == ["baker"]


@pytest.mark.rule("RA-13.17")
def test_below_level_three_no_citizen_of_the_board_comes_onto_the_card() -> None:
    for level in (1, 2):
        assert "also baker" not in names(red_has("baker", citizens={"gallia": 2}, level=level))
    assert "also baker" not in names(red_has("baker", on_card=2, palace=1, level=3)), "nor from the palace"


@pytest.mark.parametrize(("answer", "potions"), [("citizen 0", [2]), ("citizen 2", [])])
@pytest.mark.rule("RA-13.48", "RA-12.33")
def test_a_citizen_that_comes_onto_the_card_gives_its_potions_back(answer: str, potions: list[int]) -> None:
    bearing = [{"seat": "red", "place": "gallia", "potions": 2}]
    table = play(red_has("baker", citizens={"gallia": 2}, potions=bearing, level=3), "also baker")
    assert asked(table) == ("red", "keep-which") and names(table) == {"citizen 0", "citizen 2"}
    play(table, answer)
    assert [bearer["potions"] for bearer in table.position().get("potions", [])] == potions
    assert red(table)["on-card"] == 1 and red(table)["citizens"] == {"gallia": 1}


@pytest.mark.rule("RA-13.48", "RA-12.6")
def test_in_the_last_round_both_abilities_of_the_best_baker_may_be_used() -> None:
    table = blue_ends("baker", citizens={"gallia": 2}, level=3)
    assert names(table) == {"pass", "use baker", "also baker"}
    play(table, "also baker")
    assert names(table) == {"pass", "use baker"}
    play(table, "use baker")
    assert asked(table) == ("blue", "place-kept")
    play(table, "place scandia")
    assert of(table, "blue")["citizens"] == {"gallia": 1, "scandia": 2}


# Serf

KILLS = {1: "monk", 2: "monk merchant", 3: "monk merchant king"}  # a rat of all three classes kills so many of blue


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("kills", [1, 2, 3])
@pytest.mark.rule("RA-13.18", "RA-13.19", "RA-13.49")
def test_for_each_rat_the_serf_places_up_to_its_level_and_as_many_as_it_killed(level: int, kills: int) -> None:
    fields: dict[str, Any] = {"cards": {"red": "serf", "blue": KILLS[kills]}}
    if level > 1:
        fields |= {"modules": ["upgrades"], "levels": {"serf": level}}
    rat = (1, "church", "bourgeoisie", "royalty")
    table = ravage(rat, gallia={"blue": 5}, **fields)
    most = min(level, kills)
    assert names(table) == {"pass", *(f"go {n}" for n in range(1, most + 1))}
    play(table, f"go {most}")
    assert citizens(table, "gallia") == {"red": most, "blue": 5 - kills}
    assert told(table, "citizens-placed") == [(RED, 0, GALLIA, most)]


@pytest.mark.rule("RA-13.49")
def test_the_better_serf_may_place_fewer_and_never_more_than_its_supply() -> None:
    chosen = (1, "all"), (1, "all")
    table = ravage(*chosen, gallia={"blue": 3, "green": 3}, cards={"red": "serf"}, level=3)
    play(table, "go 1")
    assert citizens(table, "gallia") == {"blue": 1, "green": 1} and names(table) == {"pass", "go 1", "go 2"}
    players = {
        "red": {"classes": ["serf"], "palace": 19},
        "blue": {"citizens": {"gallia": 3}},
        "green": {"citizens": {"gallia": 3}},
    }
    rats = {"gallia": lie((1, "all")), "anglia": 3, "germania": 3, "hispania": 3, "italia": 3}
    few = seated(players, level=3, rats=rats, components=faces((1, "all")), plague="germania")
    assert names(play(few, "plague gallia")) == {"pass", "go 1"}


@pytest.mark.rule("RA-13.18", "RA-13.19")
def test_own_dead_do_not_count_for_the_better_serf() -> None:
    table = ravage((1, "all"), gallia={"red": 2, "blue": 2}, cards={"red": "serf"}, level=3)
    assert names(table) == {"pass", "go 1"}


@pytest.mark.rule("RA-13.18", "RA-12.11")
def test_the_better_serf_acts_by_its_level_in_the_last_round() -> None:
    players: dict[str, dict[str, Any]] = {
        "blue": {"citizens": {"italia": 2}},
        "green": {"classes": ["serf"], "citizens": {"italia": 1}},
        "red": {"citizens": {"italia": 2}},
    }
    rats = {"italia": lie((1, "all"))}
    table = last_round(players, seats=3, level=2, rats=rats, components=faces((1, "all")))
    play(table, "use serf", "plague italia")
    assert names(table) == {"pass", "go 1", "go 2"}
    play(table, "go 2")
    assert table.result is not None and citizens(table, "italia") == {"red": 1, "blue": 1, "green": 2}


# Nun


@pytest.mark.parametrize("limit", range(1, 7))
@pytest.mark.parametrize(("level", "nuns"), [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)])
@pytest.mark.parametrize("holder", ["red", "blue"])
@pytest.mark.rule("RA-13.20", "RA-13.21", "RA-13.50")
def test_each_nun_raises_the_limits_by_her_level_and_no_more_in_every_plague(
    limit: int, level: int, nuns: int, holder: str
) -> None:
    table = ravage((limit, "all"), gallia={"green": 6}, cards={holder: "nun"}, nuns={"gallia": nuns}, level=level)
    assert struck(table) == [6 >= limit + level * nuns]


@pytest.mark.parametrize(("level", "strikes"), [(2, False), (3, False), (1, True)])
@pytest.mark.rule("RA-13.50", "RA-13.20", "RA-13.21")
def test_the_better_nuns_hold_in_the_last_ravage(level: int, strikes: bool) -> None:
    rats = {"italia": lie((2, "all"))}
    players = {"red": {"classes": ["nun"]}, "blue": {"citizens": {"italia": 3}}}
    table = last_round(players, level=level, rats=rats, nuns={"italia": 1}, components=faces((2, "all")))
    assert table.result is not None and citizens(table, "italia") == {"blue": 2 if strikes else 3}


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-13.50", "RA-13.4")
def test_when_the_tile_is_off_the_card_nuns_add_one_again(level: int) -> None:
    """Limit 2 and a nun: three citizens are enough once red has taken the card."""
    players = {"blue": {"classes": ["nun"]}, "green": {"citizens": {"gallia": 3}}}
    rats = {"gallia": lie((2, "all")), "anglia": 3, "germania": 3, "hispania": 3, "italia": 3}
    fields: dict[str, Any] = {"rats": rats, "components": faces((2, "all")), "plague": "germania"}
    for moves, strikes in ((["plague gallia"], False), (["take nun", "plague gallia"], True)):
        table = play(seated(players, level=level, nuns={"gallia": 1}, **fields), *moves)
        assert struck(table) == [strikes] and table.position()["nuns"] == {"gallia": 1}


@pytest.mark.rule("RA-13.20", "RA-13.50")
def test_an_upgrade_makes_nuns_stronger_that_stand_already() -> None:
    rats = {"gallia": lie((2, "all")), "anglia": 3, "germania": 3, "hispania": 3, "italia": 3}
    others = {"green": {"citizens": {"gallia": 3}}}
    fields: dict[str, Any] = {"rats": rats, "components": faces((2, "all")), "plague": "germania", "others": others}
    table = red_has("nun", nuns={"gallia": 1}, modules=["upgrades"], **fields)
    play(table, "upgrade nun", "plague gallia")
    assert struck(table) == [False] and table.position()["levels"] == {"nun": 2}


# Bishop

WITH_BISHOP: dict[str, Any] = {
    "rats": {"gallia": [{"token": f"t2{n}", "seen": ["red"]} for n in range(3)], "italia": 1, "polonia": 1},
    "bishops": ["gallia", "scandia"],
}


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-13.22", "RA-13.23", "RA-13.51")
def test_a_rat_may_leave_a_bishops_region_for_a_neighbour(level: int) -> None:
    table = play(red_has("bishop", level=level, **WITH_BISHOP), "also bishop")
    assert names(table) == {"rat gallia", "rat gallia 2", "rat gallia 3"}, "of a region with a bishop only"
    play(table, "rat gallia 2")
    assert names(table) == {"to anglia", "to germania", "to hispania", "to italia"}
    play(table, "to italia")
    assert tokens(table, "gallia") == ["t20", "t22"] and tokens(table, "italia")[1] == "t21"
    assert told(table, "rat-moved") == [(RED, GALLIA, ITALIA, 2)]
    assert "also bishop" not in names(table)
    if level == 2:
        assert asked(table) == ("red", "act")


@pytest.mark.rule("RA-13.23", "RA-13.51")
def test_at_level_three_a_second_rat_of_the_region_may_leave_also_for_another_one() -> None:
    table = red_has("bishop", level=3, **WITH_BISHOP)
    play(table, "also bishop", "rat gallia 2", "to italia")
    assert names(table) == {"pass", "rat gallia", "rat gallia 2"}
    play(table, "rat gallia", "to hispania")
    assert tokens(table, "gallia") == ["t22"] and tokens(table, "hispania") == ["t20"]
    assert asked(table) == ("red", "act")
    one = play(red_has("bishop", level=3, **WITH_BISHOP), "also bishop", "rat gallia 2", "to italia", "pass")
    assert len(rats_in(one, "gallia")) == 2 and asked(one) == ("red", "act")


@pytest.mark.rule("RA-13.51")
def test_the_second_rat_is_of_the_region_of_the_first() -> None:
    fields: dict[str, Any] = {"rats": {"gallia": 1, "scandia": 1}, "bishops": ["gallia", "scandia"]}
    table = play(red_has("bishop", level=3, **fields), "also bishop")
    assert names(table) == {"rat gallia", "rat scandia"}
    play(table, "rat gallia", "to italia")
    assert asked(table) == ("red", "act") and len(rats_in(table, "scandia")) == 1


@pytest.mark.rule("RA-13.51", "RA-12.18")
def test_the_bishops_rat_goes_where_there_is_room_and_no_bishop() -> None:
    fields: dict[str, Any] = {"bishops": ["gallia", "anglia"], "rats": {"gallia": 1, "italia": 3, "hispania": 3}}
    table = play(red_has("bishop", level=2, **fields), "also bishop")
    assert rats_in(table, "gallia") == [] and len(rats_in(table, "germania")) == 1, "the only place there was"
    closed: dict[str, Any] = {
        "bishops": ["gallia", "anglia"],
        "rats": {"gallia": 1, "italia": 3, "hispania": 3, "germania": 3},
    }
    assert "also bishop" not in names(red_has("bishop", level=2, **closed))


@pytest.mark.parametrize(("bishops", "rats"), [([], {"gallia": 2}), (["gallia"], {"italia": 2})])
@pytest.mark.rule("RA-13.22", "RA-13.51")
def test_without_a_rat_where_a_bishop_is_none_leaves(bishops: list[str], rats: dict[str, int]) -> None:
    for level in (1, 2, 3):
        assert "also bishop" not in names(red_has("bishop", level=level, bishops=bishops, rats=rats))


@pytest.mark.rule("RA-13.22", "RA-13.3")
def test_at_level_one_no_rat_leaves_by_the_bishop() -> None:
    assert "also bishop" not in names(red_has("bishop", **WITH_BISHOP))


@pytest.mark.rule("RA-13.51", "RA-13.22")
def test_the_rat_leaves_before_or_after_the_bishop_is_placed() -> None:
    fields: dict[str, Any] = {"level": 2, "rats": {"gallia": 1, "polonia": 1}, "bishops": ["gallia"]}
    after = play(red_has("bishop", **fields), "use bishop", "place polonia", "also bishop")
    assert names(after) == {"rat gallia", "rat polonia"}
    play(after, "rat polonia", "to hungaria")
    assert "use bishop" not in names(after) and "also bishop" not in names(after)
    before = play(red_has("bishop", **fields), "also bishop", "to italia", "use bishop", "place polonia")
    assert before.position()["bishops"] == ["gallia", "polonia"] and rats_in(before, "gallia") == []


@pytest.mark.rule("RA-13.43", "RA-13.51")
def test_of_rats_that_nobody_can_tell_apart_the_bishop_is_offered_the_first() -> None:
    rats = {"gallia": [{}, {}, {"seen": ["blue"]}]}
    table = play(red_has("bishop", level=3, rats=rats, bishops=["gallia"]), "also bishop")
    assert names(table) == {"rat gallia", "rat gallia 3"}


@pytest.mark.rule("RA-13.23", "RA-13.51")
def test_in_the_last_round_the_best_bishop_acts_with_both_abilities() -> None:
    table = blue_ends("bishop", level=3, rats={"gallia": 2}, bishops=["gallia"])
    assert names(table) == {"pass", "use bishop", "also bishop"}
    play(table, "also bishop", "to italia", "rat gallia", "to hispania")
    assert names(table) == {"pass", "use bishop"} and len(rats_in(table, "hispania")) == 1


# Courier


def swapping(level: int, **fields: Any) -> Table:
    """Red's Courier has swapped one of its citizens in gallia with one of blue's in italia."""
    others = {"blue": {"citizens": {"italia": 4, "polonia": 1}}, "green": {"citizens": {"italia": 1, "gallia": 1}}}
    table = red_has("courier", citizens={"gallia": 4, "scandia": 1}, others=others, level=level, **fields)
    return play(table, "use courier", "from gallia", "of red", "from italia", "of blue")


@pytest.mark.parametrize(("level", "pairs"), [(1, 1), (2, 2), (3, 3)])
@pytest.mark.rule("RA-13.24", "RA-13.25", "RA-13.52")
def test_the_courier_swaps_as_many_pairs_as_its_level_between_the_same_two_regions(level: int, pairs: int) -> None:
    table = swapping(level)
    for done in range(1, pairs):
        assert asked(table) == ("red", "exchange-also") and names(table) == {"pass", "of red", "of blue", "of green"}
        play(table, "of red")
        assert names(table) == {"of blue", "of green"}, "whose of italia, not a citizen of red"
        play(table, "of blue")
        assert citizens(table, "gallia") == {"red": 3 - done, "blue": 1 + done, "green": 1}
    assert asked(table) == ("red", "act")
    assert citizens(table, "gallia") == {"red": 4 - pairs, "blue": pairs, "green": 1}
    assert len(told(table, "citizen-led")) == 2 * pairs
    assert red(table)["citizens"]["scandia"] == 1 and citizens(table, "polonia") == {"blue": 1}


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-13.24", "RA-13.25", "RA-13.52")
def test_the_better_courier_may_stop_after_any_pair(level: int) -> None:
    table = play(swapping(level), "pass")
    assert asked(table) == ("red", "act") and "use courier" not in names(table)
    assert citizens(table, "gallia") == {"red": 3, "blue": 1, "green": 1}


@pytest.mark.rule("RA-13.52")
def test_each_pair_is_of_two_seats_not_always_the_same() -> None:
    table = play(swapping(2), "of green", "of blue")
    assert citizens(table, "gallia") == {"red": 3, "blue": 2}
    assert citizens(table, "italia") == {"red": 1, "blue": 2, "green": 2}
    assert told(table, "citizen-led")[2:] == [(GREEN, GALLIA, ITALIA, 1), (BLUE, ITALIA, GALLIA, 1)]


@pytest.mark.rule("RA-13.52")
def test_who_has_no_partner_left_in_the_other_region_is_not_offered() -> None:
    others = {"blue": {"citizens": {"italia": 1}}}
    table = red_has("courier", citizens={"gallia": 2}, others=others, level=2)
    play(table, "use courier", "from gallia")
    assert citizens(table, "gallia") == {"red": 1, "blue": 1} and citizens(table, "italia") == {"red": 1}
    assert names(table) == {"pass", "of blue"}


@pytest.mark.rule("RA-13.52", "RA-12.21")
def test_for_each_pair_it_is_asked_who_bears_what() -> None:
    potions = [{"seat": "blue", "place": "italia", "potions": 1}]
    table = play(swapping(2, potions=potions), "citizen 0", "of red", "of blue")
    assert names(table) == {"citizen 0", "citizen 1"}
    play(table, "citizen 1")
    assert table.position()["potions"] == [{"seat": "blue", "place": "gallia", "potions": 1}]


@pytest.mark.rule("RA-13.25", "RA-9.7")
def test_the_better_courier_acts_in_the_last_round_too() -> None:
    others = {"red": {"citizens": {"italia": 3}}}
    table = blue_ends("courier", citizens={"gallia": 3}, others=others, level=3)
    play(table, "use courier", "from gallia")
    play(table, "of blue")
    play(table, "of blue")
    assert table.result is not None, "the last pair is done"
    assert citizens(table, "gallia") == {"red": 3} and citizens(table, "italia") == {"blue": 3}


# Mayor

TIES = {"gallia": 2, "italia": 3, "polonia": 2}
AGAINST = {"blue": {"citizens": {"gallia": 1, "italia": 3, "polonia": 3, "scandia": 1}}}


@pytest.mark.rule("RA-13.26", "RA-13.53")
def test_for_mayor_two_it_is_enough_that_no_other_has_more() -> None:
    """Where nobody is, or where red is not, there is no majority of red."""
    table = play(red_has("mayor", citizens=TIES, others=AGAINST, level=2), "use mayor")
    assert red(table)["citizens"] == {"gallia": 3, "italia": 4, "polonia": 2}
    assert asked(table) == ("red", "act") and not regions(table, "place")


@pytest.mark.rule("RA-13.26", "RA-13.53")
def test_mayor_two_needs_a_citizen_and_mayor_one_more_than_any_other() -> None:
    others = {"blue": {"citizens": {"italia": 1}}}
    assert "use mayor" not in names(red_has("mayor", citizens={"italia": 1}, others=others))
    assert "use mayor" in names(red_has("mayor", citizens={"italia": 1}, others=others, level=2))
    for level in (2, 3):
        assert "use mayor" not in names(red_has("mayor", others=others, level=level))


@pytest.mark.rule("RA-13.27", "RA-13.53")
def test_mayor_three_may_place_one_citizen_more_in_one_of_its_regions() -> None:
    fields: dict[str, Any] = {"citizens": TIES, "others": AGAINST, "level": 3, "rats": {"gallia": 1, "polonia": 3}}
    table = play(red_has("mayor", **fields), "use mayor")
    assert red(table)["citizens"] == {"gallia": 3, "italia": 4, "polonia": 2}, "one in each comes first"
    assert names(table) == {"pass", "place gallia", "place italia"}
    play(table, "place italia")
    assert red(table)["citizens"] == {"gallia": 3, "italia": 5, "polonia": 2} and asked(table) == ("red", "act")
    left_out = play(red_has("mayor", **fields), "use mayor", "pass")
    assert red(left_out)["citizens"] == {"gallia": 3, "italia": 4, "polonia": 2}


@pytest.mark.rule("RA-13.27")
def test_without_the_mayor_phase_b_brings_nobody_more_at_level_three() -> None:
    table = play(red_has("mayor", citizens=TIES, others=AGAINST, level=3, rats={"gallia": 1}), "place gallia")
    assert red(table)["citizens"] == {**TIES, "gallia": 3} and asked(table) == ("red", "act")
    assert "use mayor" not in names(table)


@pytest.mark.rule("RA-13.27", "RA-12.24")
def test_with_an_empty_supply_there_is_no_citizen_more() -> None:
    table = play(red_has("mayor", citizens={"gallia": 2, "italia": 2}, palace=14, level=3), "use mayor")
    assert red(table)["citizens"] == {"gallia": 3, "italia": 3} and asked(table) == ("red", "act")


@pytest.mark.rule("RA-13.27", "RA-12.24")
def test_the_mayors_citizen_more_is_asked_for_before_peasant_and_queen() -> None:
    fields: dict[str, Any] = {"modules": ["upgrades"], "levels": {"mayor": 3}}
    table = play(red_has("mayor", "peasant", "queen", citizens={"gallia": 1, "italia": 1}, **fields), "use mayor")
    cards = []
    while asked(table)[1] == "place-within":
        cards.append(table.position()["asks"][-1].get("card", "peasant"))
        play(table, "place gallia")
    assert cards == ["mayor", "peasant", "queen", "queen"] and red(table)["citizens"] == {"gallia": 6, "italia": 2}


OTHERS_AT_THE_END = {"red": {"citizens": {"italia": 3, "polonia": 3, "gallia": 1}}}


@pytest.mark.rule("RA-13.26", "RA-12.25")
def test_in_the_last_round_mayor_two_places_one_where_no_other_has_more() -> None:
    table = play(blue_ends("mayor", citizens=TIES, others=OTHERS_AT_THE_END, level=2), "use mayor")
    assert names(table) == {"pass", "place gallia", "place italia"}
    play(table, "place italia")
    assert table.result is not None and of(table, "blue")["citizens"] == {**TIES, "italia": 4}


@pytest.mark.parametrize(
    ("second", "left"),
    [("place italia", {"italia": 5}), ("place gallia", {"italia": 4, "gallia": 3}), ("pass", {"italia": 4})],
)
@pytest.mark.rule("RA-13.53", "RA-13.27")
def test_in_the_last_round_mayor_three_places_a_second_one_in_the_same_region_or_another(
    second: str, left: dict[str, int]
) -> None:
    table = blue_ends("mayor", citizens=TIES, others=OTHERS_AT_THE_END, level=3)
    play(table, "use mayor", "place italia")
    assert names(table) == {"pass", "place gallia", "place italia"}
    play(table, second)
    assert table.result is not None and of(table, "blue")["citizens"] == {**TIES, **left}


@pytest.mark.rule("RA-13.53", "RA-9.7")
def test_questions_of_the_last_round_may_wait_below_the_mayors() -> None:
    asks = [
        {"ask": "last-act", "seats": ["blue"]},
        {"ask": "place-within", "seats": ["blue"], "card": "mayor"},
        {"ask": "place-within", "seats": ["blue"], "card": "mayor"},
    ]
    fields: dict[str, Any] = {"asks": asks, "within": ["gallia", "italia"], "used": ["mayor"]}
    table = blue_ends("mayor", "merchant", citizens=TIES, others=OTHERS_AT_THE_END, level=3, **fields)
    play(table, "place italia", "place gallia")
    assert names(table) == {"pass", "use merchant"}
    assert "last-ravage-begins" not in kinds(table)
