"""Baker, Serf and Nun: citizens on a card, citizens that come where a rat has killed, higher limits. [RA-12]"""

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
from tests.rattus.play import compared, kinds, names, play, rats_in, red, regions

RED, BLUE, GREEN = 0, 1, 2
GALLIA, ITALIA, FROM_SUPPLY = 1, 5, 17
FROM_CARD = 1  # where citizens are placed from
BAKER = CLASSES.index("baker")

# Baker


@pytest.mark.rule("RA-12.1")
def test_once_a_turn_the_baker_puts_a_citizen_of_the_supply_on_the_card() -> None:
    table = play(red_has("baker", citizens={"gallia": 2}, on_card=3), "use baker")
    assert (red(table)["on-card"], red(table)["supply"], red(table)["citizens"]) == (4, 14, {"gallia": 2})
    assert told(table, "citizen-kept") == [(RED, BAKER, FROM_SUPPLY, 1)]
    assert "use baker" not in names(table)
    assert asked(table) == ("red", "act")


@pytest.mark.rule("RA-12.1")
def test_without_a_citizen_in_the_supply_the_baker_does_nothing() -> None:
    assert "use baker" not in names(red_has("baker", citizens={"gallia": 2}, palace=18))
    assert "use baker" in names(red_has("baker", citizens={"gallia": 2}, palace=17))


def blues_baker(**fields: Any) -> Table:
    """Red to play; three citizens of blue are on its Baker."""
    blue = {"classes": ["baker"], "on-card": 3, "citizens": {"italia": 1}}
    return seated({"blue": blue}, **{"rats": {"gallia": 1}, **fields})


@pytest.mark.rule("RA-12.2")
def test_who_takes_the_baker_places_all_citizens_on_it_in_one_region() -> None:
    table = play(blues_baker(), "take baker")
    assert asked(table) == ("red", "place-kept") and "pass" not in names(table)
    play(table, "place italia")
    assert of(table, "blue") == {**of(table, "blue"), "citizens": {"italia": 4}, "supply": 16, "classes": []}
    assert "on-card" not in of(table, "blue") and "on-card" not in red(table)
    assert red(table)["classes"] == ["baker"] and red(table)["citizens"] == {}
    assert told(table, "citizens-placed") == [(BLUE, FROM_CARD, ITALIA, 3)]
    assert asked(table) == ("red", "act") and not regions(table, "take")


@pytest.mark.rule("RA-12.2")
def test_taking_another_card_or_an_empty_baker_moves_nobody() -> None:
    table = play(blues_baker(), "take witch")
    assert of(table, "blue")["on-card"] == 3 and asked(table) == ("red", "act")
    empty = play(seated({"blue": {"classes": ["baker"]}}, rats={"gallia": 1}), "take baker")
    assert asked(empty) == ("red", "act") and "citizens-placed" not in kinds(empty)


@pytest.mark.rule("RA-12.2")
def test_who_has_taken_the_baker_uses_it_at_once_for_itself() -> None:
    table = play(blues_baker(), "take baker", "place italia", "use baker")
    assert red(table)["on-card"] == 1 and "on-card" not in of(table, "blue")


@pytest.mark.parametrize(("holder", "left"), [("red", "blue"), ("blue", "green"), ("green", "red")])
@pytest.mark.rule("RA-12.3", "RA-12.6")
def test_before_the_last_ravage_the_seat_to_the_left_places_what_is_on_the_card(holder: str, left: str) -> None:
    """Red had the last turn."""
    players = {holder: {"classes": ["baker"], "on-card": 2, "palace": 18}}
    rats = {"italia": lie((1, "peasantry"))}
    table = last_round(players, seats=3, rats=rats, components=faces((1, "peasantry")))
    assert asked(table) == (left, "place-kept")
    play(table, "place italia")
    assert table.result is not None and struck(table) == [True]
    assert citizens(table, "italia") == {holder: 1}


@pytest.mark.rule("RA-12.3")
def test_the_last_round_comes_before_the_citizens_leave_the_baker() -> None:
    players = {
        "blue": {"classes": ["baker"], "on-card": 2},
        "green": {"classes": ["merchant"], "citizens": {"gallia": 1}},
    }
    table = last_round(players, seats=3)
    assert asked(table) == ("green", "last-act")
    play(table, "pass", "pass")
    assert asked(table) == ("green", "place-kept")
    assert play(table, "place italia").result is not None


@pytest.mark.rule("RA-12.4")
def test_citizens_on_the_card_are_not_in_the_supply() -> None:
    table = red_has("baker", on_card=3, palace=17, rats={"gallia": 1})
    assert red(table)["supply"] == 0 and not regions(table, "place")
    few = play(red_has("baker", on_card=3, palace=16, rats={"gallia": 3}), "place gallia")
    assert red(few)["citizens"] == {"gallia": 1} and red(few)["on-card"] == 3


@pytest.mark.rule("RA-12.4")
def test_no_rat_hits_citizens_on_the_card_and_they_make_no_majority() -> None:
    players = {
        "red": {"citizens": {"gallia": 3}},
        "blue": {"classes": ["baker"], "on-card": 9, "citizens": {"gallia": 2}},
    }
    chosen = (1, "peasantry", "majority"), (1, "peasantry"), (1, "peasantry")
    rats = {"gallia": lie(*chosen), "anglia": 3, "germania": 3, "hispania": 3, "italia": 3}
    table = seated(players, rats=rats, components=faces(*chosen), plague="germania")
    play(table, "plague gallia")
    assert citizens(table, "gallia") == {"red": 2}
    assert of(table, "blue")["on-card"] == 9 and of(table, "blue")["supply"] == 11


@pytest.mark.rule("RA-12.4")
def test_citizens_on_the_card_count_for_no_area() -> None:
    blue = {"classes": ["baker"], "on-card": 9, "citizens": {"scandia": 1}}
    red_ = {"classes": ["queen"], "citizens": {"gallia": 1, "italia": 1}}
    table = seated({"red": red_, "blue": blue}, rats={"gallia": 1})
    assert "one-more" in names(play(table, "place gallia"))


@pytest.mark.parametrize(("seats", "count"), [(2, 8), (3, 10), (4, 12), (5, 15), (6, 17)])
@pytest.mark.rule("RA-12.5")
def test_the_citizens_of_the_card_go_to_any_region_in_play_but_not_to_the_palace(seats: int, count: int) -> None:
    table = play(blues_baker(seats=seats), "take baker")
    assert len(regions(table, "place")) == len(names(table)) == count
    play(table, "place polonia")  # where there is neither a rat nor a citizen
    assert citizens(table, "polonia") == {"blue": 3} and of(table, "blue")["palace"] == 0


@pytest.mark.rule("RA-12.6")
def test_in_the_last_round_the_baker_takes_one_more_citizen() -> None:
    table = play(blue_ends("baker", on_card=2), "use baker")
    assert asked(table) == ("red", "place-kept"), "red sits to the left of blue, and nothing is left to use"
    play(table, "place scandia")
    assert citizens(table, "scandia") == {"blue": 3} and table.result is not None


@pytest.mark.parametrize(("palace", "ends"), [(18, True), (17, False)])
@pytest.mark.rule("RA-12.7")
def test_a_seat_whose_last_citizens_lie_on_the_card_has_had_its_last_turn(palace: int, ends: bool) -> None:
    table = red_has("baker", on_card=1, palace=palace, plague="germania", supply=9)
    play(table, "use baker", "plague gallia")
    assert red(table)["supply"] == 18 - palace
    assert told(table, "last-round-begins") == ([(RED, 0, 0, 2)] if ends else [])


# Serf


@pytest.mark.parametrize(("answer", "then", "strikes"), [("go 1", 2, True), ("pass", 1, False)])
@pytest.mark.rule("RA-12.8", "RA-12.9")
def test_where_a_rat_has_killed_the_serf_may_place_a_citizen_that_counts_at_once(
    answer: str, then: int, strikes: bool
) -> None:
    """Limit 4 is reached only with the new citizen."""
    chosen = (1, "church"), (4, "royalty")
    table = ravage(*chosen, gallia={"red": 1, "blue": 3}, cards={"red": "serf", "blue": "monk"})
    assert asked(table) == ("red", "move-in") and names(table) == {"pass", "go 1"} and struck(table) == [True]
    play(table, answer)
    assert struck(table) == [True, strikes]
    assert citizens(table, "gallia") == {"red": then, "blue": 2} and red(table)["supply"] == 20 - then


@pytest.mark.rule("RA-12.8")
def test_the_serfs_new_citizen_can_be_hit_by_the_next_rat() -> None:
    chosen = (1, "church"), (1, "peasantry")
    table = ravage(*chosen, gallia={"blue": 3}, cards={"red": "serf", "blue": "monk"})
    play(table, "go 1")
    assert citizens(table, "gallia") == {"blue": 2} and red(table)["supply"] == 20


@pytest.mark.rule("RA-12.8", "RA-12.9")
def test_one_citizen_comes_for_each_rat_however_many_it_kills() -> None:
    chosen = (1, "all"), (1, "all")
    table = ravage(*chosen, gallia={"blue": 3, "green": 3}, cards={"red": "serf"})
    assert names(table) == {"pass", "go 1"}
    play(table, "go 1")
    assert asked(table) == ("red", "move-in") and citizens(table, "gallia") == {"blue": 1, "green": 1}
    play(table, "go 1")
    assert citizens(table, "gallia") == {"red": 1, "blue": 1, "green": 1}
    placed = [(RED, 0, GALLIA, 1)] * 2
    assert told(table, "citizens-placed") == placed


@pytest.mark.rule("RA-12.8")
def test_a_rat_that_strikes_nobody_or_not_at_all_brings_no_serf() -> None:
    chosen = (1, "magic"), (6, "all")
    table = ravage(*chosen, gallia={"red": 1, "blue": 2}, cards={"red": "serf"})
    assert struck(table) == [True, False] and table.position()["turn"] == "blue"
    assert "citizens-placed" not in kinds(table)


@pytest.mark.rule("RA-12.8")
def test_the_serf_acts_in_its_own_plague_only() -> None:
    table = ravage((1, "all"), gallia={"blue": 2, "green": 2}, cards={"blue": "serf"})
    assert table.position()["turn"] == "blue" and citizens(table, "gallia") == {"blue": 1, "green": 1}


@pytest.mark.parametrize("holder", ["red", "blue"])
@pytest.mark.rule("RA-12.8")
def test_the_serf_does_not_act_in_the_last_ravage(holder: str) -> None:
    rats = {"italia": lie((1, "all"))}
    players: dict[str, dict[str, Any]] = {"red": {"citizens": {"italia": 2}}, "blue": {"citizens": {"italia": 2}}}
    players[holder]["classes"] = ["serf"]
    table = last_round(players, rats=rats, components=faces((1, "all")))
    if holder == "blue":
        play(table, "pass")
    assert table.result is not None and citizens(table, "italia") == {"red": 1, "blue": 1}


@pytest.mark.rule("RA-12.8")
def test_with_an_empty_supply_the_serf_is_not_asked() -> None:
    players = {
        "red": {"classes": ["serf"], "palace": 20},
        "blue": {"citizens": {"gallia": 2}},
    }
    rats = {"gallia": lie((1, "all")), "anglia": 3, "germania": 3, "hispania": 3, "italia": 3}
    table = seated(players, rats=rats, components=faces((1, "all")), plague="germania")
    play(table, "plague gallia")
    assert citizens(table, "gallia") == {"blue": 1} and "citizens-placed" not in kinds(table)


@pytest.mark.rule("RA-12.9")
def test_the_serfs_own_dead_do_not_count() -> None:
    table = ravage((1, "peasantry"), gallia={"red": 2, "blue": 1}, cards={"red": "serf"})
    assert citizens(table, "gallia") == {"red": 1, "blue": 1} and table.position()["turn"] == "blue"


@pytest.mark.parametrize(("answer", "is_asked"), [("spend", False), ("pass", True)])
@pytest.mark.rule("RA-12.9")
def test_a_citizen_for_whom_a_potion_goes_has_not_been_killed(answer: str, is_asked: bool) -> None:
    potions = [{"seat": "blue", "place": "gallia", "potions": 1}]
    table = ravage((1, "all"), gallia={"blue": 1, "red": 3}, cards={"red": "serf"}, potions=potions)
    assert asked(table) == ("blue", "spend-potion")
    play(table, answer)
    assert (asked(table) == ("red", "move-in")) == is_asked


@pytest.mark.parametrize(("answer", "turned", "rats"), [("go 1", 2, 0), ("pass", 1, 1)])
@pytest.mark.rule("RA-12.10")
def test_the_serf_may_come_where_nobody_is_left_and_the_plague_goes_on(answer: str, turned: int, rats: int) -> None:
    table = ravage((1, "all"), (1, "magic"), gallia={"blue": 1}, cards={"red": "serf"})
    assert citizens(table, "gallia") == {}
    play(table, answer)
    assert len(struck(table)) == turned and len(rats_in(table, "gallia")) == rats
    assert citizens(table, "gallia") == ({"red": 1} if answer == "go 1" else {})


AT_THE_END: dict[str, Any] = {
    "others": {"red": {"citizens": {"italia": 2, "polonia": 2}}},
    "rats": {"italia": lie((1, "all")), "polonia": lie((2, "all"))},
    "components": faces((1, "all"), (2, "all")),
}
ONE_STEP = {"plague anglia", "plague germania", "plague hispania", "plague italia"}


@pytest.mark.rule("RA-12.11")
def test_in_the_last_round_the_serf_moves_the_piece_one_step_and_resolves_a_plague_there() -> None:
    table = play(blue_ends("serf", **AT_THE_END), "use serf")
    assert names(table) == ONE_STEP, "it must go, and brings no rats"
    play(table, "plague italia")
    assert citizens(table, "italia") == {"red": 1} and citizens(table, "polonia") == {"red": 2}
    assert asked(table) == ("blue", "move-in")
    play(table, "go 1")
    assert kinds(table).index("citizens-killed") < kinds(table).index("last-ravage-begins")
    assert table.result is not None and citizens(table, "italia") == {"blue": 1, "red": 1}
    assert citizens(table, "polonia") == {"red": 1}, "the last ravage still comes"
    assert "rat-arrives" not in kinds(table)


@pytest.mark.rule("RA-12.11")
def test_a_card_of_chivalry_gives_its_steps_to_the_serf() -> None:
    table = play(blue_ends("serf", "knight", **AT_THE_END), "use serf")
    assert names(table) == ONE_STEP | {"plague scandia", "plague hungaria", "plague polonia"}
    play(table, "plague polonia")
    assert asked(table) == ("blue", "count-piece")
    play(table, "pass", "go 1")
    assert citizens(table, "polonia") == {"blue": 1, "red": 1}
    assert names(table) == {"pass", "use knight"}


@pytest.mark.rule("RA-12.11")
def test_where_the_knight_has_moved_the_piece_the_serf_resolves_the_plague_there() -> None:
    table = play(blue_ends("serf", "knight", **AT_THE_END), "use knight", "plague polonia", "pass", "use serf")
    assert asked(table) == ("blue", "move-in") and table.position()["plague"] == "polonia"


@pytest.mark.parametrize("first", [["use knight", "plague italia", "count", "use serf"], ["use serf"]])
@pytest.mark.rule("RA-12.11", "RA-9.6")
def test_what_the_piece_counts_for_in_the_serfs_plague_is_spent_for_the_last_ravage(first: list[str]) -> None:
    """Limit 3 is reached in the plague with the piece. A second such rat comes to italia afterwards."""
    rats = {"italia": lie((3, "all")), "hungaria": lie((3, "all"))}
    others = {"red": {"citizens": {"italia": 2}}}
    table = blue_ends("serf", "knight", "monk", others=others, rats=rats, components=faces((3, "all"), (3, "all")))
    play(table, *first)
    if len(first) == 1:
        play(table, "plague italia", "count")
    assert struck(table) == [True] and asked(table) == ("blue", "move-in")
    play(table, "pass")
    assert names(table) == {"pass", "use monk"}, "the knight has been used"
    play(table, "use monk", "to italia")
    assert table.result is not None and struck(table) == [True, False]


@pytest.mark.rule("RA-12.11", "RA-9.6")
def test_what_another_seat_lets_the_piece_count_for_is_for_the_last_ravage_not_for_the_serfs_plague() -> None:
    """Limit 3 is reached with the piece only. The second rat comes to italia after the plague of the Serf."""
    players = {
        "blue": {"classes": ["serf", "monk"]},
        "green": {"classes": ["knight"], "citizens": {"italia": 2}},
    }
    rats = {"italia": lie((3, "all")), "germania": lie((3, "all"))}
    table = last_round(players, seats=3, rats=rats, components=faces((3, "all"), (3, "all")))
    play(table, "use knight", "pass", "count", "use serf", "plague italia")
    assert struck(table) == [False] and citizens(table, "italia") == {"green": 2}
    play(table, "use monk", "to italia")
    assert table.result is not None and struck(table) == [False, True]


@pytest.mark.rule("RA-12.11", "RA-9.7")
def test_a_question_of_the_last_round_may_wait_below_the_serfs() -> None:
    """So it was in older positions. The plague comes first."""
    asks = [{"ask": "last-act", "seats": ["blue"]}, {"ask": "plague-to", "seats": ["blue"], "steps": 1}]
    table = play(blue_ends("serf", "merchant", citizens={"polonia": 1}, asks=asks, **AT_THE_END), "plague italia")
    assert asked(table) == ("blue", "move-in") and citizens(table, "italia") == {"red": 1}
    play(table, "pass")
    assert names(table) == {"pass", "use merchant"}


# Nun


@pytest.mark.rule("RA-12.12")
def test_the_three_nuns_go_to_any_regions_also_several_to_one() -> None:
    table = play(red_has("nun", rats={"italia": 3}), "use nun")
    for left, region in ((2, "italia"), (1, "polonia"), (0, "italia")):
        assert len(regions(table, "place")) == len(names(table)) == 10, "no way to leave one out"
        play(table, f"place {region}")
        assert sum(table.position()["nuns"].values()) == 3 - left
    assert table.position()["nuns"] == {"italia": 2, "polonia": 1}
    assert kinds(table) == ["ability-used", "nun-placed", "nun-placed", "nun-placed"]
    assert [where for _, _, where, _ in told(table, "nun-placed")] == [ITALIA, 6, ITALIA]
    assert asked(table) == ("red", "act") and "use nun" not in names(table)


@pytest.mark.parametrize("nuns", [0, 1, 2, 3])
@pytest.mark.parametrize("limit", [1, 2, 3, 4])
@pytest.mark.parametrize("holder", ["red", "blue", ""])
@pytest.mark.rule("RA-12.13", "RA-12.14")
def test_each_nun_raises_the_limits_of_its_region_by_one_in_every_plague(nuns: int, limit: int, holder: str) -> None:
    """Also when the card lies beside the board."""
    cards = {holder: "nun"} if holder else {}
    classes = ["nun", "knight", "witch", "king", "monk", "merchant"]
    there = {"gallia": nuns} if nuns else {}
    table = ravage((limit, "all"), gallia={"green": 4}, cards=cards, nuns=there, classes=classes)
    assert struck(table) == [4 >= limit + nuns] and compared(table) == [(4, limit + nuns)]


@pytest.mark.rule("RA-12.13")
def test_nuns_raise_the_limits_of_all_rats_of_their_region_and_of_no_other() -> None:
    chosen = (2, "all"), (2, "all")
    here = ravage(*chosen, gallia={"green": 2}, cards={"red": "nun"}, nuns={"gallia": 1})
    assert struck(here) == [False, False]
    beside = ravage(*chosen, gallia={"green": 2}, cards={"red": "nun"}, nuns={"italia": 3})
    assert struck(beside) == [True, False] and citizens(beside, "gallia") == {"green": 1}


@pytest.mark.rule("RA-12.13")
def test_nuns_hold_in_the_last_ravage() -> None:
    rats = {"italia": lie((2, "all")), "polonia": lie((2, "all"))}
    players = {"blue": {"classes": ["nun"], "citizens": {"italia": 2, "polonia": 2}}}
    table = last_round(players, rats=rats, nuns={"italia": 1}, components=faces((2, "all"), (2, "all")))
    play(table, "pass")
    assert of(table, "blue")["citizens"] == {"italia": 2, "polonia": 1}


@pytest.mark.rule("RA-12.14")
def test_all_nuns_are_lifted_and_may_come_where_they_stood() -> None:
    table = red_has("nun", nuns={"italia": 2, "polonia": 1})
    play(table, "use nun")
    assert "nuns" not in table.position() and "pass" not in names(table)
    play(table, "place italia", "place gallia")
    assert table.position()["nuns"] == {"italia": 1, "gallia": 1} and "pass" not in names(table)
    assert play(table, "place italia").position()["nuns"] == {"italia": 2, "gallia": 1}


@pytest.mark.rule("RA-12.14")
def test_the_nuns_stay_when_the_card_changes_hands() -> None:
    table = seated({"blue": {"classes": ["nun"]}}, rats={"gallia": 1}, nuns={"italia": 2, "polonia": 1})
    play(table, "take nun")
    assert table.position()["nuns"] == {"italia": 2, "polonia": 1}


@pytest.mark.rule("RA-12.12")
def test_the_nun_places_hers_in_the_last_round_too() -> None:
    rats = {"italia": lie((2, "all"))}
    table = blue_ends("nun", citizens={"italia": 2}, rats=rats, components=faces((2, "all")))
    play(table, "use nun", "place italia", "place gallia", "place gallia")
    assert table.result is not None and struck(table) == [False]
