"""The module upgrades, and the better Peasant, Monk, Merchant, Witch, King and Knight. [RA-13]"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from bellringer import Table, from_position
from bellringer.core.errors import PositionError
from tests.rattus.big_box import (
    BESIDE_GALLIA,
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
from tests.rattus.play import compared, holding, kinds, names, play, rats_in, red, regions, tokens

RED, BLUE = 0, 1
GALLIA = 1
SIX = ("peasant", "monk", "merchant", "witch", "king", "knight")

# the module


def with_module(*cards: str, levels: dict[str, int] | None = None, **fields: Any) -> Table:
    """Red to play with these cards and the module."""
    return red_has(*cards, modules=["upgrades"], levels=levels or {}, **{"rats": {"gallia": 1}, **fields})


@pytest.mark.rule("RA-13.1", "RA-13.2")
def test_with_the_module_every_card_that_the_seat_holds_can_be_upgraded() -> None:
    table = with_module(*SIX)
    assert regions(table, "upgrade") == set(SIX)
    assert regions(holding("monk", rats={"gallia": 1}), "upgrade") == set(), "not without the module"


@pytest.mark.rule("RA-13.1", "RA-13.2")
def test_only_an_own_card_is_upgraded() -> None:
    table = with_module("monk", others={"blue": {"classes": ["king"]}})
    assert regions(table, "upgrade") == {"monk"}
    assert regions(table, "take") == {"king", "peasant", "merchant", "witch", "knight"}


@pytest.mark.rule("RA-13.2")
def test_an_upgrade_takes_the_place_of_a_card_and_comes_once_a_turn() -> None:
    table = play(with_module("monk", "king"), "upgrade monk")
    assert table.position()["levels"] == {"monk": 2}
    assert not regions(table, "upgrade") and not regions(table, "take")
    assert regions(table, "use") == {"monk"} and regions(table, "place") == {"gallia"}
    taken = play(with_module("monk", "king"), "take witch")
    assert not regions(taken, "upgrade")


@pytest.mark.rule("RA-13.2")
def test_level_three_comes_in_a_later_turn_and_nothing_after_it() -> None:
    table = play(with_module("monk", levels={"monk": 2}), "upgrade monk")
    assert table.position()["levels"] == {"monk": 3}
    assert [(what, amount) for _, what, _, amount in told(table, "card-upgraded")] == [(1, 3)]
    assert regions(with_module("monk", "king", levels={"monk": 3}), "upgrade") == {"king"}


@pytest.mark.rule("RA-13.2")
def test_in_the_last_round_no_card_is_upgraded() -> None:
    table = blue_ends("monk", "king", citizens={"italia": 1}, rats={"gallia": 1}, modules=["upgrades"])
    assert names(table) == {"pass", "use monk", "use king"}


@pytest.mark.rule("RA-13.2", "RA-6.7")
def test_an_upgraded_card_acts_better_at_once() -> None:
    table = play(with_module("monk"), "upgrade monk", "use monk")
    assert len(regions(table, "to")) == 9


@pytest.mark.rule("RA-13.3", "RA-6.5")
def test_a_card_used_before_its_upgrade_is_not_used_again() -> None:
    table = play(with_module("monk"), "use monk", "to italia", "upgrade monk")
    assert "use monk" not in names(table)


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.rule("RA-13.3")
def test_an_upgraded_card_is_one_card_of_its_class(level: int) -> None:
    table = ravage((1, "church"), gallia={"red": 3, "blue": 3}, cards={"blue": "monk"}, level=level)
    assert citizens(table, "gallia") == {"red": 3, "blue": 2}


@pytest.mark.rule("RA-13.3")
def test_an_upgrade_replaces_what_the_card_did_before() -> None:
    """King III: nobody is asked twice, once for the basic ability and once for the better one."""
    table = red_has("king", citizens={"italia": 3}, level=3)
    play(table, "use king", "citizen 0")
    assert "use king" not in names(table) and "also king" not in names(table)


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-13.4", "RA-13.1")
def test_the_tile_goes_back_when_another_seat_takes_the_card(level: int) -> None:
    table = seated({"blue": {"classes": ["monk", "king"]}}, level=level, rats={"gallia": 1, "polonia": 1})
    play(table, "take monk")
    assert table.position()["levels"] == {"king": level}
    play(table, "use monk", "rat gallia")
    assert regions(table, "to") == {"anglia", "germania", "hispania", "italia"}, "it is as printed again"
    play(table, "to italia", "plague gallia")
    assert regions(table, "upgrade") == ({"king"} if level == 2 else set())
    red_again = seated({"red": {"classes": ["monk"]}}, modules=["upgrades"], rats={"gallia": 1})
    assert play(red_again, "upgrade monk").position()["levels"] == {"monk": 2}, "the tile begins with level II"


# Peasant


@pytest.mark.rule("RA-13.5")
def test_the_citizen_of_peasant_two_comes_to_any_region_or_stays_away() -> None:
    table = play(red_has("peasant", rats={"italia": 2}, level=2), "place italia")
    assert red(table)["citizens"] == {"italia": 2}
    assert len(regions(table, "place")) == 10 and "pass" in names(table)
    assert red(play(table, "place polonia"))["citizens"] == {"italia": 2, "polonia": 1}
    assert asked(table) == ("red", "act") and table.position()["used"] == ["peasant"]
    none = play(red_has("peasant", rats={"italia": 2}, level=2), "place italia", "pass")
    assert red(none)["citizens"] == {"italia": 2} and not regions(none, "place")


@pytest.mark.rule("RA-13.5")
def test_peasant_two_may_still_place_in_the_region_of_phase_b() -> None:
    table = play(red_has("peasant", rats={"italia": 1}, level=2), "place italia", "place italia")
    assert red(table)["citizens"] == {"italia": 2}


@pytest.mark.rule("RA-13.6")
def test_the_two_of_peasant_three_come_together_to_any_one_region() -> None:
    table = play(red_has("peasant", rats={"italia": 2}, level=3), "place italia")
    assert len(regions(table, "place")) == 10 and "pass" in names(table)
    play(table, "place polonia")
    assert red(table)["citizens"] == {"italia": 2, "polonia": 2} and asked(table) == ("red", "act")


@pytest.mark.rule("RA-13.6")
def test_with_one_citizen_left_peasant_three_places_one_and_with_none_none() -> None:
    one = play(red_has("peasant", rats={"italia": 2}, palace=17, level=3), "place italia", "place polonia")
    assert red(one)["citizens"] == {"italia": 2, "polonia": 1} and red(one)["supply"] == 0
    none = play(red_has("peasant", rats={"italia": 2}, palace=18, level=3), "place italia")
    assert asked(none) == ("red", "act")


THE_PEASANTS: dict[str, Any] = {"classes": ["peasant", "alchemist", "knight", "monk", "merchant", "witch"]}


@pytest.mark.parametrize("rats", range(4))
@pytest.mark.parametrize("by", ["peasant 2", "peasant 3", "alchemist"])
@pytest.mark.rule("RA-13.42", "RA-13.5", "RA-13.6", "RA-15.63")
def test_the_better_peasant_is_asked_where_its_citizens_come_whatever_rats_there_are(by: str, rats: int) -> None:
    """Also when phase B is done in a region without rats: there, in any other region, or nowhere."""
    card, _, level = by.partition(" ")
    fields: dict[str, Any] = {"levels": {card: int(level)}} if level else {"lent": "peasant", "lent-to": card}
    brings = 1 if level == "2" else 2
    there = {"italia": rats} if rats else {}
    for comes in ("place gallia", "place italia", "pass"):
        table = red_has(card, rats={"gallia": 1, **there}, modules=["upgrades"], **fields, **THE_PEASANTS)
        assert len(regions(table, "place")) == 10
        play(table, "place italia")
        assert asked(table) == ("red", "place-anywhere") and len(regions(table, "place")) == 10
        play(table, comes)
        grown = Counter(there) + Counter({} if comes == "pass" else {comes.removeprefix("place "): brings})
        assert Counter(red(table)["citizens"]) == grown
        assert asked(table) == ("red", "act") and not regions(table, "place"), "phase B is done"


@pytest.mark.rule("RA-13.42")
def test_in_a_region_without_rats_the_last_citizen_of_the_better_peasant_may_come_anywhere() -> None:
    """With an empty supply nothing is placed at all."""
    one = play(red_has("peasant", palace=19, level=3), "place scandia", "place polonia")
    assert red(one)["citizens"] == {"polonia": 1}
    assert not regions(red_has("peasant", palace=20, level=3), "place")


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.rule("RA-13.42", "RA-12.40")
def test_where_no_rat_is_peasant_and_queen_are_both_asked_and_a_position_can_say_so(level: int) -> None:
    fields: dict[str, Any] = {"modules": ["upgrades"], "levels": {"peasant": level}} if level > 1 else {}
    table = play(red_has("peasant", "queen", citizens={"gallia": 1}, **fields), "place scandia")
    position = table.position()
    assert [ask["ask"] for ask in position["asks"]] == ["place-more", "place-anywhere" if level > 1 else "place-more"]
    assert from_position(position).position()["asks"] == position["asks"]


@pytest.mark.parametrize(("level", "brings"), [(1, 1), (2, 1), (3, 2)])
@pytest.mark.rule("RA-13.42")
def test_in_the_last_round_the_peasant_places_by_its_level_in_one_region(level: int, brings: int) -> None:
    table = play(blue_ends("peasant", level=level), "use peasant")
    assert len(regions(table, "place")) == 8
    play(table, "place polonia")
    assert table.result is not None and of(table, "blue")["citizens"] == {"polonia": brings}


@pytest.mark.parametrize(("level", "brings"), [(2, 1), (3, 2)])
@pytest.mark.rule("RA-12.23", "RA-13.5", "RA-13.6")
def test_with_the_mayor_the_better_peasant_is_not_bound_to_its_regions(level: int, brings: int) -> None:
    table = red_has("mayor", "peasant", citizens={"gallia": 2}, modules=["upgrades"], levels={"peasant": level})
    play(table, "use mayor")
    assert len(regions(table, "place")) == 10
    assert red(play(table, "place scandia"))["citizens"] == {"gallia": 3, "scandia": brings}


@pytest.mark.rule("RA-13.42", "RA-9.5")
def test_a_question_of_the_last_round_may_wait_below_the_better_peasants() -> None:
    asks = [{"ask": "last-act", "seats": ["blue"]}, {"ask": "place-anywhere", "seats": ["blue"], "card": "peasant"}]
    table = blue_ends("peasant", "merchant", level=3, citizens={"gallia": 1}, asks=asks, used=["peasant"])
    play(table, "place polonia")
    assert of(table, "blue")["citizens"] == {"gallia": 1, "polonia": 2}
    assert names(table) == {"pass", "use merchant"}


# Monk


@pytest.mark.rule("RA-13.7")
def test_the_rat_of_monk_two_goes_to_any_region_with_room() -> None:
    rats = {"anglia": [{"token": "t20"}], "turcia": 3, "gallia": 3}
    table = play(red_has("monk", rats=rats, level=2), "use monk", "rat anglia")
    every = {"germania", "hispania", "hungaria", "italia", "polonia", "scandia", "bulgaria"}
    assert names(table) == {f"to {region}" for region in every}
    play(table, "to bulgaria")
    assert tokens(table, "bulgaria") == ["t20"] and asked(table) == ("red", "act")


@pytest.mark.rule("RA-13.7")
def test_monk_two_moves_one_rat_also_where_no_neighbour_has_room() -> None:
    rats = {"anglia": 1, "gallia": 3, "scandia": 3}
    table = play(red_has("monk", rats=rats, level=2), "use monk")
    assert "rat anglia" in names(table)
    play(table, "rat anglia", "to italia")
    assert len(rats_in(table, "italia")) == 1 and "pass" not in names(table)


@pytest.mark.rule("RA-13.8", "RA-13.43")
def test_monk_three_moves_two_rats_of_one_region_to_one_other() -> None:
    rats = {"anglia": [{"token": f"t2{n}", "seen": ["red"]} for n in range(3)], "gallia": 1}
    table = play(red_has("monk", rats=rats, level=3), "use monk", "rat anglia 2", "to bulgaria")
    assert names(table) == {"pass", "rat anglia", "rat anglia 2"}, "of anglia, and with no question where to"
    play(table, "rat anglia 2")
    assert tokens(table, "anglia") == ["t20"] and tokens(table, "bulgaria") == ["t21", "t22"]
    assert told(table, "rat-moved") == [(RED, 0, 8, 2), (RED, 0, 8, 2)]
    assert asked(table) == ("red", "act")


@pytest.mark.rule("RA-13.43", "RA-13.8")
def test_the_second_rat_of_monk_three_may_stay_and_needs_room() -> None:
    rats = {"anglia": 2, "italia": 2}
    stays = play(red_has("monk", rats=rats, level=3), "use monk", "rat anglia", "to bulgaria", "pass")
    assert len(rats_in(stays, "anglia")) == 1 and asked(stays) == ("red", "act")
    full = play(red_has("monk", rats=rats, level=3), "use monk", "rat anglia", "to italia")
    assert len(rats_in(full, "italia")) == 3 and asked(full) == ("red", "act")
    alone = play(red_has("monk", rats={"anglia": 1, "italia": 2}, level=3), "use monk", "rat anglia", "to scandia")
    assert asked(alone) == ("red", "act")


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-13.43")
def test_of_rats_that_nobody_can_tell_apart_the_better_monk_is_offered_the_first(level: int) -> None:
    gallia = [{}, {}, {"seen": ["blue"]}]
    table = play(red_has("monk", rats={"gallia": gallia, "italia": 1}, level=level), "use monk")
    assert names(table) == {"rat gallia", "rat gallia 3", "rat italia"}
    play(table, "rat gallia 3", "to scandia")
    assert names(table) == {"pass", "rat gallia"} if level == 3 else asked(table) == ("red", "act")


@pytest.mark.rule("RA-13.8", "RA-9.4")
def test_monk_three_acts_in_the_last_round_too() -> None:
    table = play(blue_ends("monk", level=3, rats={"gallia": 2}), "use monk", "to polonia", "rat gallia")
    assert table.result is not None and len(rats_in(table, "polonia")) == 2


# Merchant


@pytest.mark.rule("RA-13.9")
def test_merchant_two_moves_any_number_to_a_neighbour() -> None:
    table = play(red_has("merchant", citizens={"gallia": 12}, level=2), "use merchant")
    assert names(table) == {"to anglia", "to germania", "to hispania", "to italia"}
    play(table, "to italia")
    assert names(table) == {f"go {n}" for n in range(1, 13)}
    play(table, "go 9")
    assert red(table)["citizens"] == {"gallia": 3, "italia": 9}
    assert told(table, "citizens-moved") == [(RED, GALLIA, 5, 9)]


@pytest.mark.rule("RA-13.10")
def test_merchant_three_moves_any_number_to_any_one_region() -> None:
    table = play(red_has("merchant", citizens={"gallia": 12, "anglia": 1}, level=3), "use merchant", "from gallia")
    assert len(regions(table, "to")) == len(names(table)) == 9 and "to gallia" not in names(table)
    play(table, "to turcia")
    assert names(table) == {f"go {n}" for n in range(1, 13)}
    assert red(play(table, "go 12"))["citizens"] == {"anglia": 1, "turcia": 12}
    assert asked(table) == ("red", "act")


@pytest.mark.rule("RA-13.10")
def test_a_position_can_ask_how_many_go_far_at_level_three_only() -> None:
    ask = {"ask": "go-count", "seats": ["red"], "from": "gallia", "to": "turcia"}
    table = red_has("merchant", citizens={"gallia": 5}, level=3, asks=[ask], errand={"left": 20})
    assert names(table) == {f"go {n}" for n in range(1, 6)}
    for level in (1, 2):
        with pytest.raises(PositionError, match="no neighbour"):
            red_has("merchant", citizens={"gallia": 5}, level=level, asks=[ask], errand={"left": 20})


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.rule("RA-13.9", "RA-13.10")
def test_the_merchants_citizens_are_own_ones_of_one_region(level: int) -> None:
    others = {"blue": {"citizens": {"polonia": 7}}}
    table = red_has("merchant", citizens={"gallia": 5, "scandia": 2}, palace=3, others=others, level=level)
    play(table, "use merchant")
    assert names(table) == {"from gallia", "from scandia"}
    play(table, "from gallia", "to italia")
    assert names(table) == {f"go {n}" for n in range(1, 4 if level == 1 else 6)}
    play(table, "go 3")
    assert red(table)["citizens"] == {"gallia": 2, "italia": 3, "scandia": 2} and "use merchant" not in names(table)


@pytest.mark.rule("RA-13.9", "RA-12.33")
def test_which_of_the_merchants_citizens_go_is_asked_only_while_some_stay() -> None:
    potions = [{"seat": "red", "place": "gallia", "potions": 1}]
    table = red_has("merchant", citizens={"gallia": 3}, potions=potions, level=2)
    play(table, "use merchant", "to italia", "go 2")
    assert names(table) == {"citizen 0", "citizen 1"}
    play(table, "citizen 0", "citizen 1")
    assert table.position()["potions"] == [{"seat": "red", "place": "italia", "potions": 1}]
    every = red_has("merchant", citizens={"gallia": 3}, potions=potions, level=2)
    play(every, "use merchant", "to italia", "go 3")
    assert asked(every) == ("red", "act") and red(every)["citizens"] == {"italia": 3}
    assert every.position()["potions"] == [{"seat": "red", "place": "italia", "potions": 1}]


@pytest.mark.rule("RA-13.10", "RA-9.4")
def test_merchant_three_acts_in_the_last_round_too() -> None:
    table = play(blue_ends("merchant", citizens={"gallia": 6}, level=3), "use merchant", "to scandia", "go 6")
    assert table.result is not None and citizens(table, "scandia") == {"blue": 6}


# Witch

LYING = {"gallia": ["t20", "t21"], "italia": ["t30"], "polonia": ["t40"], "scandia": ["t45"]}
SPOTS = {"rat gallia", "rat gallia 2", "rat italia", "rat polonia", "rat scandia"}


def witch(level: int, *moves: str, **fields: Any) -> Table:
    """Red uses its Witch of a level, among five rats."""
    rats = {region: [{"token": token} for token in there] for region, there in LYING.items()}
    return play(red_has("witch", rats=rats, level=level, **fields), "use witch", *moves)


def lying(table: Table) -> dict[str, list[str]]:
    """Which tokens lie where."""
    return {region: tokens(table, region) for region in LYING}


def seen(table: Table) -> list[str]:
    """The tokens that red has looked at."""
    there = [rat for region in LYING for rat in rats_in(table, region)]
    return sorted(rat["token"][:3] for rat in there if rat["seen"] == ["red"])


@pytest.mark.parametrize(("level", "looks"), [(2, 3), (3, 4)])
@pytest.mark.rule("RA-13.11", "RA-13.12", "RA-13.44")
def test_the_better_witch_looks_at_three_or_four_rats_one_by_one(level: int, looks: int) -> None:
    table = witch(level)
    assert names(table) == SPOTS, "the first look is not left out"
    chosen = ["rat scandia", "rat gallia 2", "rat italia", "rat gallia"][:looks]
    for n, rat in enumerate(chosen, start=1):
        play(table, rat)
        if n < looks:
            assert names(table) == SPOTS - set(chosen[:n]) | {"pass"}
    assert asked(table) == ("red", "arrange") and kinds(table).count("rat-seen") == looks
    assert seen(table) == sorted(["t45", "t21", "t30", "t20"][:looks])


@pytest.mark.rule("RA-13.11", "RA-13.44")
def test_witch_two_lets_three_rats_change_places_in_any_way() -> None:
    """All six ways, place by place."""
    spots = ("italia", "polonia", "scandia")
    found = set()
    for first, second in product(spots, spots):
        table = witch(2, "rat polonia", "rat scandia", "rat italia")
        assert table.position()["asks"][-1]["rat"] == "italia"
        play(table, f"rat {first}")
        if f"rat {second}" in names(table):
            play(table, f"rat {second}")
            found.add(tuple(lying(table)[spot][0] for spot in spots))
            assert asked(table) == ("red", "act") and lying(table)["gallia"] == LYING["gallia"]
    tokens_there = ("t30", "t40", "t45")
    assert found == {way for way in product(tokens_there, repeat=3) if len(set(way)) == 3}


@pytest.mark.rule("RA-13.12", "RA-13.44")
def test_witch_three_lets_four_rats_go_round() -> None:
    table = witch(3, "rat gallia", "rat italia", "rat polonia", "rat scandia")
    play(table, "rat scandia", "rat gallia", "rat italia")
    assert lying(table) == {"gallia": ["t45", "t21"], "italia": ["t20"], "polonia": ["t30"], "scandia": ["t40"]}
    moved = [(what, where) for _, what, where, _ in told(table, "rat-arranged")]
    assert moved == [(21, 3), (3, 15), (15, 18), (18, 21)]  # region * 3 + slot, from where to where


@pytest.mark.rule("RA-13.44")
def test_the_better_witch_may_stop_after_any_look_and_leave_all_as_it_is() -> None:
    one = witch(3, "rat polonia", "pass")
    assert asked(one) == ("red", "act") and seen(one) == ["t40"]
    two = witch(3, "rat polonia", "rat gallia", "pass")
    assert asked(two) == ("red", "arrange") and names(two) == {"rat gallia", "rat polonia"}
    play(two, "rat polonia")
    assert lying(two) == {**LYING, "gallia": ["t40", "t21"], "polonia": ["t20"]}
    as_before = witch(2, "rat polonia", "rat gallia", "pass", "rat gallia")
    assert lying(as_before) == LYING and "rat-arranged" not in kinds(as_before)


@pytest.mark.rule("RA-13.44")
def test_no_two_arrangements_differ_only_within_a_region() -> None:
    """Of gallia's two and italia's one, either or none of the two goes to italia; within gallia nothing turns round."""
    inside = witch(2, "rat gallia", "rat gallia 2", "pass")
    assert asked(inside) == ("red", "act") and lying(inside) == LYING
    table = witch(2, "rat gallia", "rat gallia 2", "rat italia")
    assert names(table) == {"rat gallia", "rat italia"}
    stays = play(table, "rat gallia")
    assert names(stays) == {"rat gallia 2", "rat italia"}
    play(stays, "rat italia")
    assert lying(stays) == {**LYING, "gallia": ["t20", "t30"], "italia": ["t21"]}
    goes = play(witch(2, "rat gallia", "rat gallia 2", "rat italia"), "rat italia")
    assert lying(goes) == {**LYING, "gallia": ["t30", "t21"], "italia": ["t20"]}, "only one way is left"


@pytest.mark.rule("RA-13.44")
def test_two_rats_that_come_to_one_region_keep_their_order() -> None:
    table = witch(3, "rat gallia", "rat gallia 2", "rat polonia", "rat italia")
    play(table, "rat polonia")  # the one from italia would come before it, so gallia's second rat stays
    assert table.position()["asks"][-1]["rat"] == "italia" and names(table) == {"rat gallia", "rat italia"}
    other = play(witch(3, "rat gallia", "rat gallia 2", "rat polonia", "rat italia"), "rat italia", "rat polonia")
    play(other, "rat gallia 2")
    assert lying(other) == {**LYING, "gallia": ["t30", "t40"], "italia": ["t21"], "polonia": ["t20"]}


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-13.11", "RA-13.12")
def test_only_the_seat_of_the_better_witch_sees_what_she_sees(level: int) -> None:
    table = witch(level, "rat polonia", "rat italia", "pass", "rat polonia")
    assert lying(table) == {**LYING, "italia": ["t40"], "polonia": ["t30"]}
    (here,), (there,) = table.view(RED)["rats"]["italia"], table.view(BLUE)["rats"]["italia"]
    assert (here["token"][:3], there["token"]) == ("t40", None)


@pytest.mark.rule("RA-13.11", "RA-9.4")
def test_the_better_witch_acts_in_the_last_round_too() -> None:
    rats = {region: [{"token": token} for token in there] for region, there in LYING.items()}
    table = play(blue_ends("witch", level=2, rats=rats), "use witch", "rat italia", "rat polonia", "pass")
    play(table, "rat polonia")
    assert table.result is not None and lying(table) == {**LYING, "italia": ["t40"], "polonia": ["t30"]}


# King


@pytest.mark.rule("RA-13.13")
def test_king_two_brings_one_citizen_of_any_region_to_the_palace() -> None:
    table = red_has("king", citizens={"gallia": 2, "italia": 3}, rats={"gallia": 3}, level=2)
    play(table, "use king")
    assert names(table) == {"from gallia", "from italia"}
    play(table, "from gallia")
    assert (red(table)["palace"], red(table)["citizens"]) == (1, {"gallia": 1, "italia": 3})
    assert asked(table) == ("red", "act")


@pytest.mark.rule("RA-13.14", "RA-13.45")
def test_king_three_brings_up_to_two_of_one_region() -> None:
    fields: dict[str, Any] = {"citizens": {"gallia": 3, "italia": 3}, "rats": {"gallia": 3}, "level": 3}
    table = play(red_has("king", **fields), "use king", "from gallia")
    assert names(table) == {"pass", "citizen 0"} and red(table)["palace"] == 1, "the first is safe already"
    play(table, "citizen 0")
    assert (red(table)["palace"], red(table)["citizens"]) == (2, {"gallia": 1, "italia": 3})
    assert told(table, "citizen-saved") == [(RED, GALLIA, 0, 1)] * 2 and asked(table) == ("red", "act")
    one = play(red_has("king", **fields), "use king", "from gallia", "pass")
    assert (red(one)["palace"], asked(one)) == (1, ("red", "act"))


@pytest.mark.rule("RA-13.45")
def test_where_only_one_stands_king_three_brings_one() -> None:
    table = play(red_has("king", citizens={"gallia": 1, "italia": 3}, level=3), "use king", "from gallia")
    assert (red(table)["palace"], red(table)["citizens"]) == (1, {"italia": 3}) and asked(table) == ("red", "act")


@pytest.mark.rule("RA-13.13", "RA-13.3")
def test_the_basic_king_leaves_regions_with_rats_alone() -> None:
    fields: dict[str, Any] = {"citizens": {"gallia": 2}, "rats": {"gallia": 1}}
    assert "use king" not in names(red_has("king", **fields))
    assert "use king" in names(red_has("king", level=2, **fields))


@pytest.mark.rule("RA-13.14", "RA-9.4")
def test_king_three_acts_in_the_last_round_too() -> None:
    table = play(blue_ends("king", citizens={"gallia": 2}, rats={"gallia": 2}, level=3), "use king", "citizen 0")
    assert table.result is not None and of(table, "blue")["palace"] == 2


# Knight


@pytest.mark.parametrize(("seats", "count"), [(2, 7), (3, 9), (4, 11), (5, 14), (6, 16)])
@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-13.15", "RA-13.16", "RA-13.47")
def test_the_piece_of_the_better_knight_goes_to_any_other_region(level: int, seats: int, count: int) -> None:
    table = red_has("knight", level=level, seats=seats, plague="gallia")
    assert len(regions(table, "plague")) == count and "plague gallia" not in names(table)


@pytest.mark.rule("RA-13.47", "RA-12.36")
def test_the_better_knights_piece_does_not_go_where_walls_close_all_borders() -> None:
    walls = [["anglia", "gallia"], ["anglia", "scandia"]]
    table = red_has("knight", level=2, plague="gallia", walls=walls)
    assert len(regions(table, "plague")) == 8 and "plague anglia" not in names(table)
    assert "plague scandia" in names(table), "walls on the way are no matter"


@pytest.mark.parametrize(("answer", "strikes"), [("count", True), ("pass", False)])
@pytest.mark.rule("RA-13.15")
def test_at_level_two_the_piece_counts_as_before(answer: str, strikes: bool) -> None:
    table = ravage((4, "all"), (5, "all"), gallia={"blue": 2}, cards={"red": "knight"}, level=2)
    assert table.position()["asks"] == [{"ask": "count-piece", "seats": ["red"], "citizens": 2}]
    play(table, answer)
    assert struck(table) == [strikes, False]


@pytest.mark.parametrize(("answer", "strikes"), [("count", True), ("pass", False)])
@pytest.mark.rule("RA-13.16", "RA-13.46")
def test_at_level_three_all_limits_of_the_plague_region_may_be_zero(answer: str, strikes: bool) -> None:
    table = ravage((6, "magic"), (6, "all"), (3, "magic"), gallia={"blue": 1}, cards={"red": "knight"}, level=3)
    assert asked(table) == ("red", "lift-limits") and names(table) == {"count", "pass"}
    play(table, answer)
    assert struck(table) == ([True, True] if strikes else [False, False, False])
    assert compared(table)[0] == (1, 0 if strikes else 6)
    assert citizens(table, "gallia") == ({} if strikes else {"blue": 1})
    assert told(table, "limits-lifted") == ([(RED, 0, GALLIA, 0)] if strikes else [])
    assert "piece-counts" not in kinds(table) and table.position()["turn"] == "blue"


@pytest.mark.parametrize(("nuns", "strikes"), [(1, True), (2, True), (3, False)])
@pytest.mark.rule("RA-13.16", "RA-13.46")
def test_what_nuns_add_holds_all_the_same_and_the_piece_is_no_two_citizens(nuns: int, strikes: bool) -> None:
    cards = {"red": "knight", "green": "nun"}
    fields: dict[str, Any] = {"modules": ["upgrades"], "levels": {"knight": 3}, "nuns": {"gallia": nuns}}
    table = play(ravage((6, "all"), gallia={"blue": 2}, cards=cards, **fields), "count")
    assert struck(table) == [strikes] and compared(table) == [(2, nuns)]


@pytest.mark.rule("RA-13.16")
def test_the_limits_are_lifted_for_one_turn() -> None:
    table = play(ravage((6, "all"), gallia={"blue": 2}, cards={"red": "knight"}, level=3), "count")
    assert table.position()["turn"] == "blue" and "no-limits" not in table.position()


def end_with_knight(*moves: str, level: int, **fields: Any) -> Table:
    """The last round of blue's Knight; two of red's citizens each are in italia and in scandia."""
    others = {"red": {"citizens": {"italia": 2, "scandia": 2}}}
    rats = {"italia": lie((6, "all")), "scandia": lie((6, "magic", "all"))}
    box = faces((6, "magic", "all"))
    table = blue_ends("knight", level=level, others=others, rats=rats, components=box, **fields)
    return play(table, "use knight", *moves)


@pytest.mark.rule("RA-13.46", "RA-13.15")
def test_in_the_last_round_the_better_knights_piece_goes_anywhere_or_stays() -> None:
    for level in (2, 3):
        table = end_with_knight(level=level)
        assert len(regions(table, "plague")) == 7 and "pass" in names(table)


@pytest.mark.parametrize("goes_to", ["italia", "scandia"])
@pytest.mark.parametrize("answer", ["count", "pass"])
@pytest.mark.rule("RA-13.46")
def test_in_the_last_ravage_the_limits_are_zero_where_the_piece_stands(goes_to: str, answer: str) -> None:
    table = end_with_knight(f"plague {goes_to}", level=3)
    assert asked(table) == ("blue", "lift-limits")
    play(table, answer)
    left = {"italia": 2, "scandia": 2}
    if answer == "count":
        left[goes_to] = 1
    assert table.result is not None and of(table, "red")["citizens"] == left


@pytest.mark.rule("RA-13.46", "RA-9.6")
def test_lifted_limits_go_with_a_piece_that_goes_on() -> None:
    """Green's Knight has lifted them in gallia; blue's Serf takes the piece to italia, where its plague has limits."""
    players: dict[str, dict[str, Any]] = {
        "blue": {"classes": ["serf", "monk"]},
        "green": {"classes": ["knight"], "citizens": {"italia": 2}},
    }
    rats = {"italia": lie((6, "all")), "germania": lie((6, "all"))}
    fields: dict[str, Any] = {"modules": ["upgrades"], "levels": {"knight": 3}, "rats": rats, "seats": 3}
    table = last_round(players, components=faces((6, "all")), **fields)
    play(table, "use knight", "pass", "count", "use serf", "plague italia")
    assert struck(table) == [False]
    play(table, "use monk", "to italia")
    assert table.result is not None and struck(table) == [False, True]


@pytest.mark.rule("RA-13.46", "RA-9.10")
def test_limits_lifted_in_the_last_turn_hold_no_longer_in_the_last_ravage() -> None:
    players = {
        "red": {"classes": ["knight"], "citizens": {"gallia": 1}},
        "blue": {"classes": ["peasant"]},
    }
    rats = {"gallia": lie((6, "all"), (6, "all")), **BESIDE_GALLIA}
    box = faces((6, "all"))
    table = seated(players, level=3, seats=2, rats=rats, components=box, supply=0, plague="germania")
    play(table, "plague gallia", "count")
    assert struck(table) == [True] and asked(table) == ("blue", "last-act")
    play(table, "use peasant", "place gallia")
    assert table.result is not None and struck(table) == [True, False]
