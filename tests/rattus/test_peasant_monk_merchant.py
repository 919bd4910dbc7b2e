"""Peasant, Monk and Merchant: one citizen more, a rat that moves, citizens that move. [RA-7]"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rattus.play import at, every_table, holding, kinds, names, play, rats_in, red, regions, tokens

# Peasant


@every_table
@pytest.mark.parametrize("rats", [1, 2, 3])
@pytest.mark.rule("RA-7.1", "RA-7.8")
def test_the_peasant_may_bring_one_citizen_more(seats: int, box: str, rats: int) -> None:
    for answer, more in (("one-more", 1), ("pass", 0)):
        table = play(holding("peasant", rats={"italia": rats}, seats=seats, box=box), "place italia")
        assert red(table)["citizens"] == {"italia": rats}, "the others come first"
        assert names(table) == {"one-more", "pass"}
        play(table, answer)
        assert red(table)["citizens"] == {"italia": rats + more}
        assert red(table)["supply"] == 20 - rats - more


@every_table
@pytest.mark.rule("RA-7.1", "RA-7.8")
def test_in_a_region_without_rats_the_peasants_citizen_comes_by_itself(seats: int, box: str) -> None:
    table = holding("peasant", rats={"italia": 2}, seats=seats, box=box)
    play(table, "place scandia")
    assert red(table)["citizens"] == {"scandia": 1}
    assert table.position()["asks"] == [{"ask": "act", "seats": ["red"]}]


@pytest.mark.parametrize(("seats", "count"), [(2, 8), (3, 10), (4, 12), (5, 15), (6, 17)])
@pytest.mark.rule("RA-7.1")
def test_with_the_peasant_any_region_in_play_can_be_chosen(seats: int, count: int) -> None:
    assert len(regions(holding("peasant", rats={"italia": 2}, seats=seats), "place")) == count
    assert regions(holding(rats={"italia": 2}, seats=seats), "place") == {"italia"}


@pytest.mark.rule("RA-7.1")
def test_the_peasants_citizen_is_of_phase_b_and_comes_once_a_turn() -> None:
    table = play(holding("peasant", rats={"italia": 1, "gallia": 1}), "place italia", "one-more")
    assert regions(table, "place") == set()
    assert table.position()["used"] == ["peasant"]
    table = play(holding("peasant", rats={"italia": 1, "gallia": 1}), "place italia", "pass")
    assert regions(table, "place") == set(), "phase B is done, with or without"


@pytest.mark.parametrize(
    ("palace", "rats", "asked", "placed"), [(17, 2, True, 2), (18, 2, False, 2), (19, 2, False, 1)]
)
@pytest.mark.rule("RA-7.8")
def test_with_an_empty_supply_the_peasant_brings_nobody(palace: int, rats: int, asked: bool, placed: int) -> None:
    table = play(holding("peasant", rats={"italia": rats}, palace=palace), "place italia")
    assert red(table)["citizens"] == {"italia": placed}
    assert ("one-more" in names(table)) == asked
    assert table.pending == (0,)


@pytest.mark.rule("RA-7.8")
def test_the_last_citizen_of_the_supply_can_be_the_peasants() -> None:
    table = play(holding("peasant", rats={}, palace=19), "place scandia")
    assert (red(table)["citizens"], red(table)["supply"]) == ({"scandia": 1}, 0)
    assert regions(holding("peasant", rats={"italia": 1}, palace=20), "place") == set()


@pytest.mark.rule("RA-7.9")
def test_the_peasant_taken_after_phase_b_brings_no_citizen_in_this_turn() -> None:
    table = play(holding(rats={"italia": 2}), "place italia")
    play(table, "take peasant")
    assert {name.partition(" ")[0] for name in names(table)} == {"plague"}
    assert red(table)["citizens"] == {"italia": 2}


@pytest.mark.rule("RA-7.1")
def test_the_peasant_taken_before_phase_b_brings_one() -> None:
    table = play(holding(rats={"italia": 2}), "take peasant", "place italia", "one-more")
    assert red(table)["citizens"] == {"italia": 3}


# Monk


@every_table
@pytest.mark.rule("RA-7.2")
def test_the_monk_moves_one_rat_of_any_region_to_a_neighbour(seats: int, box: str) -> None:
    rats = {"polonia": [{"token": "t20"}], "hispania": [{"token": "t21"}], "gallia": [{"token": "t22"}]}
    table = play(holding("monk", rats=rats, seats=seats, box=box), "use monk")
    assert names(table) == {"rat polonia", "rat hispania", "rat gallia"}
    play(table, "rat gallia")
    assert names(table) == {"to anglia", "to germania", "to hispania", "to italia"}
    play(table, "to italia")
    assert tokens(table, "italia") == ["t22"] and tokens(table, "gallia") == []
    assert tokens(table, "hispania") == ["t21"] and tokens(table, "polonia") == ["t20"]


@pytest.mark.rule("RA-7.2")
def test_the_monks_rat_goes_to_no_region_that_holds_three() -> None:
    rats = {"gallia": 1, "anglia": 3, "germania": 2, "hispania": 3, "italia": 3}
    table = play(holding("monk", rats=rats), "use monk", "rat gallia")
    assert rats_in(table, "gallia") == [] and len(rats_in(table, "germania")) == 3, "the only place there was"
    rats = {"gallia": 1, "anglia": 3, "germania": 2, "hispania": 3, "italia": 0}
    table = play(holding("monk", rats=rats), "use monk", "rat gallia")
    assert names(table) == {"to germania", "to italia"}


@pytest.mark.rule("RA-7.2")
def test_a_rat_with_nowhere_to_go_is_not_offered_to_the_monk() -> None:
    rats = {"anglia": 1, "gallia": 3, "scandia": 3}
    table = play(holding("monk", rats=rats), "use monk")
    assert names(table) == {"rat gallia", "rat scandia"}


@pytest.mark.rule("RA-7.2")
def test_the_monks_move_does_not_move_the_piece_nor_turn_a_rat() -> None:
    table = holding("monk", rats={"gallia": 2}, citizens={"gallia": 2, "italia": 5}, plague="gallia")
    play(table, "use monk", "to italia")  # which rat is no question where they can't be told apart
    assert kinds(table) == ["ability-used", "rat-moved"]
    assert table.position()["plague"] == "gallia"
    assert red(table)["citizens"] == {"gallia": 2, "italia": 5}
    assert [(e.what, e.where, e.amount) for e in table.events()][-1] == (1, 5, 1)


@pytest.mark.rule("RA-7.2")
def test_after_placing_the_monk_may_take_away_a_rat_that_brought_a_citizen() -> None:
    table = play(holding("monk", rats={"gallia": 3}), "place gallia", "use monk", "to italia")
    assert red(table)["citizens"] == {"gallia": 3} and len(rats_in(table, "gallia")) == 2
    table = play(holding("monk", rats={"gallia": 2, "italia": 1}), "use monk", "rat italia", "to gallia")
    assert red(play(table, "place gallia"))["citizens"] == {"gallia": 3}


@pytest.mark.parametrize(("name", "left"), [("gallia", ["t21", "t22"]), ("gallia 2", ["t20", "t22"])])
@pytest.mark.rule("RA-7.10")
def test_a_moved_rat_is_turned_after_those_of_its_new_region(name: str, left: list[str]) -> None:
    numbers = ("t20", "t21", "t22")
    gallia = [{"token": token, "seen": ["red"]} for token in numbers]
    rats = {"gallia": gallia, "italia": [{"token": "t30"}, {"token": "t31"}]}
    table = play(holding("monk", rats=rats), "use monk", f"rat {name}", "to italia")
    (moved,) = set(numbers) - set(left)
    assert tokens(table, "gallia") == left
    assert tokens(table, "italia") == ["t30", "t31", moved]


LOOKED, SET_UP = {"seen": ["blue"]}, {"laid-out": True}


@pytest.mark.parametrize(
    ("gallia", "offered"),
    [
        ([{}, {}], {1}),
        ([{}, {}, {}], {1}),
        ([SET_UP, {}], {1, 2}),
        ([SET_UP, {}, {}], {1, 2}),
        ([SET_UP, SET_UP], {1}),
        ([{}, LOOKED], {1, 2}),
        ([LOOKED, LOOKED], {1, 2}),
        ([{}, LOOKED, {}], {1, 2, 3}),
        ([LOOKED, {}, {}], {1, 2}),
        ([{}, SET_UP, {}], {1, 2, 3}),
    ],
)
@pytest.mark.rule("RA-7.11")
def test_of_rats_that_nobody_can_tell_apart_the_monk_is_offered_the_first(
    gallia: list[dict[str, Any]], offered: set[int]
) -> None:
    table = play(holding("monk", rats={"gallia": gallia, "italia": 1}), "use monk")
    expected = {"rat gallia" if slot == 1 else f"rat gallia {slot}" for slot in offered}
    assert names(table) == expected | {"rat italia"}


# Merchant


@every_table
@pytest.mark.rule("RA-7.3")
def test_the_merchant_moves_one_to_three_citizens_to_a_neighbour(seats: int, box: str) -> None:
    for n in (1, 2, 3):
        table = holding("merchant", citizens={"gallia": 5, "polonia": 1}, seats=seats, box=box)
        play(table, "use merchant")
        assert names(table) == {"from gallia", "from polonia"}
        play(table, "from gallia")
        assert names(table) == {"to anglia", "to germania", "to hispania", "to italia"}
        play(table, "to italia")
        assert names(table) == {"go 1", "go 2", "go 3"}
        play(table, f"go {n}")
        assert red(table)["citizens"] == {"gallia": 5 - n, "italia": n, "polonia": 1}
        assert red(table)["supply"] == 14


@pytest.mark.rule("RA-7.3")
def test_the_merchant_moves_no_more_citizens_than_there_are() -> None:
    table = play(holding("merchant", citizens={"gallia": 2}), "use merchant")
    play(table, *(["from gallia"] if "from gallia" in names(table) else []), "to italia")
    assert names(table) == {"go 1", "go 2"}
    assert red(play(table, "go 2"))["citizens"] == {"italia": 2}


@pytest.mark.rule("RA-7.3")
def test_a_single_citizen_of_the_merchant_goes_without_a_question() -> None:
    table = holding("merchant", citizens={"gallia": 1, "italia": 2})
    play(table, "use merchant", "from gallia", "to italia")
    assert red(table)["citizens"] == {"italia": 3}
    assert table.position()["asks"] == [{"ask": "act", "seats": ["red"]}]


@pytest.mark.rule("RA-7.3")
def test_the_merchant_moves_own_citizens_only_with_or_without_rats() -> None:
    players = {
        "red": {"classes": ["merchant"], "citizens": {"gallia": 1, "russia": 1}},
        "blue": {"citizens": {"gallia": 4, "italia": 4}},
    }
    table = play(at(rats={"gallia": 3, "italia": 3}, players=players), "use merchant")
    assert names(table) == {"from gallia", "from russia"}
    play(table, "from gallia", "to italia")
    after = table.position()["players"]
    assert after["red"]["citizens"] == {"italia": 1, "russia": 1}
    assert after["blue"]["citizens"] == {"gallia": 4, "italia": 4}


@pytest.mark.rule("RA-7.3")
def test_the_merchants_citizens_are_not_those_of_the_palace() -> None:
    table = play(holding("merchant", citizens={"gallia": 1, "polonia": 2}, palace=5), "use merchant")
    assert names(table) == {"from gallia", "from polonia"}
    assert red(table)["palace"] == 5
