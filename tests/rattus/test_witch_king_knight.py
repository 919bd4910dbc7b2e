"""Witch, King and Knight: a look at two rats, a citizen in the palace, the way of the plague piece. [RA-7]"""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import Table
from tests.rattus.play import (
    at,
    compared,
    every_table,
    holding,
    kinds,
    names,
    play,
    rats_in,
    red,
    regions,
    strikes,
    tokens,
)

Face = tuple[int | str, ...]


def seen(table: Table, region: str) -> list[list[str]]:
    """Who has looked at each of a region's rats."""
    return [rat["seen"] for rat in rats_in(table, region)]


# Witch

LYING = {
    "gallia": [{"token": "t20", "seen": ["blue"]}, {"token": "t21"}],
    "italia": [{"token": "t30", "seen": ["green"]}, {"token": "t31"}],
    "polonia": [{"token": "t40"}],
}
ALL_FIVE = {"rat gallia", "rat gallia 2", "rat italia", "rat italia 2", "rat polonia"}


def witch(**fields: Any) -> Table:
    """Red to play with the witch and five rats on the board."""
    return holding("witch", rats=LYING, seats=3, **fields)


@every_table
@pytest.mark.rule("RA-7.4")
def test_the_witch_looks_at_two_rats_of_any_regions_and_may_swap_them(seats: int, box: str) -> None:
    rats = {region: [{"token": rat["token"]} for rat in lying] for region, lying in LYING.items()}
    for answer, polonia, gallia in (("swap", ["t20"], ["t40", "t21"]), ("pass", ["t40"], ["t20", "t21"])):
        table = play(holding("witch", rats=rats, seats=seats, box=box), "use witch")
        assert names(table) == ALL_FIVE
        play(table, "rat polonia", "rat gallia")
        assert names(table) == {"swap", "pass"}
        play(table, answer)
        assert (tokens(table, "polonia"), tokens(table, "gallia")) == (polonia, gallia)
        assert tokens(table, "italia") == ["t30", "t31"]
        assert table.position()["asks"] == [{"ask": "act", "seats": ["red"]}]


@pytest.mark.rule("RA-7.4")
def test_the_second_rat_of_the_witch_is_any_other() -> None:
    table = play(witch(), "use witch")
    assert names(table) == ALL_FIVE
    play(table, "rat gallia 2")
    assert names(table) == ALL_FIVE - {"rat gallia 2"} | {"pass"}


@pytest.mark.rule("RA-7.4")
def test_what_the_witch_looks_at_stays_face_down_where_it_lies() -> None:
    table = play(witch(), "use witch", "rat gallia 2", "rat italia 2", "pass")
    assert tokens(table, "gallia") == ["t20", "t21"] and tokens(table, "italia") == ["t30", "t31"]
    assert seen(table, "gallia") == [["blue"], ["red"]] and seen(table, "italia") == [["green"], ["red"]]
    assert table.view(0)["turned"] == table.view(1)["turned"] == []


@pytest.mark.parametrize("is_laid_out", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.rule("RA-7.4", "RA-7.11")
def test_the_witch_is_offered_every_rat_of_a_region_though_nobody_can_tell_them_apart(
    count: int, is_laid_out: bool
) -> None:
    gallia = [{"laid-out": is_laid_out}] * count
    every = {"rat gallia", "rat gallia 2", "rat gallia 3", "rat italia"} - {
        f"rat gallia {n}" for n in range(count + 1, 4)
    }
    for first in every:
        table = play(holding("witch", rats={"gallia": gallia, "italia": 1}), "use witch")
        assert names(table) == every
        play(table, first)
        assert names(table) == every - {first} | {"pass"}


@pytest.mark.rule("RA-7.4", "RA-7.11")
def test_with_rats_in_one_region_only_the_witch_still_chooses_among_them() -> None:
    table = play(holding("witch", rats={"gallia": 3}), "use witch")
    assert names(table) == {"rat gallia", "rat gallia 2", "rat gallia 3"}
    play(table, "rat gallia 3")
    assert seen(table, "gallia") == [[], [], ["red"]]


@pytest.mark.rule("RA-7.11", "RA-7.12")
def test_which_of_two_like_rats_the_witch_swaps_decides_what_is_turned_first() -> None:
    """The one left in gallia, or the one from polonia: who looks at the second rat keeps the first where it is."""
    rats = {"gallia": [{"token": "t20"}, {"token": "t21"}], "polonia": [{"token": "t40"}]}
    fields = {"rats": rats, "plague": "germania", "citizens": {"gallia": 5}, "supply": 0, "seats": 2}
    for gallia, first, second in (("gallia", 40, 21), ("gallia 2", 20, 40)):
        table = play(holding("witch", **fields), "use witch", f"rat {gallia}", "rat polonia", "swap", "plague gallia")
        turned_in_gallia = [e.what + 1 for e in table.events() if e.kind == "rat-turned" and e.where == 1]
        assert turned_in_gallia == [first, second]


@pytest.mark.parametrize("numbers", [("gallia", "italia 2"), ("gallia 2", "italia"), ("italia 2", "gallia 2")])
@pytest.mark.rule("RA-7.12")
def test_each_of_two_swapped_rats_takes_the_others_place(numbers: tuple[str, str]) -> None:
    table = play(witch(), "use witch", f"rat {numbers[0]}", f"rat {numbers[1]}", "swap")
    lay = {"gallia": "t20", "gallia 2": "t21", "italia": "t30", "italia 2": "t31"}
    lay[numbers[0]], lay[numbers[1]] = lay[numbers[1]], lay[numbers[0]]
    assert tokens(table, "gallia") == [lay["gallia"], lay["gallia 2"]]
    assert tokens(table, "italia") == [lay["italia"], lay["italia 2"]]


@pytest.mark.rule("RA-7.12")
def test_who_has_looked_at_a_swapped_rat_and_where_it_is_from_goes_with_it() -> None:
    rats = {"gallia": [{"token": "t05", "seen": ["blue"], "laid-out": True}], "italia": [{"token": "t20"}]}
    table = holding("witch", rats=rats, plague="russia")
    play(table, "use witch", "rat gallia", "rat italia", "swap")
    (gallia,), (italia,) = rats_in(table, "gallia"), rats_in(table, "italia")
    assert (gallia["token"][:3], gallia["seen"], gallia["laid-out"]) == ("t20", ["red"], False)
    assert (italia["token"][:3], italia["seen"], italia["laid-out"]) == ("t05", ["red", "blue"], True)


@pytest.mark.rule("RA-7.13")
def test_the_witch_may_look_at_one_rat_only() -> None:
    table = play(witch(), "use witch", "rat polonia", "pass")
    assert table.position()["asks"] == [{"ask": "act", "seats": ["red"]}]
    assert seen(table, "polonia") == [["red"]]
    assert "rats-swapped" not in kinds(table)


@pytest.mark.rule("RA-7.13")
def test_no_swap_is_offered_within_a_region() -> None:
    table = play(witch(), "use witch", "rat gallia", "rat gallia 2")
    assert table.position()["asks"] == [{"ask": "act", "seats": ["red"]}]
    assert tokens(table, "gallia") == ["t20", "t21"]
    assert seen(table, "gallia") == [["red", "blue"], ["red"]]


@pytest.mark.rule("RA-7.14")
def test_the_witch_may_look_again_at_rats_that_her_seat_knows() -> None:
    rats = {"gallia": [{"token": "t20", "seen": ["red"]}], "italia": [{"token": "t30", "seen": ["red"]}]}
    table = play(holding("witch", rats=rats), "use witch")
    assert names(table) == {"rat gallia", "rat italia"}
    play(table, "rat gallia")
    assert names(table) == {"rat italia", "pass"}
    play(table, "rat italia", "swap")
    assert (tokens(table, "gallia"), tokens(table, "italia")) == (["t30"], ["t20"])


# King

ALL_AT_ONCE = {"tokens": {"regular": [[1, "all"]] + [[6, "all"]] * 40}}


@every_table
@pytest.mark.rule("RA-7.5", "RA-7.15")
def test_the_king_brings_one_citizen_from_a_region_without_rats_to_the_palace(seats: int, box: str) -> None:
    citizens = {"gallia": 2, "italia": 3, "polonia": 1}
    table = holding("king", citizens=citizens, rats={"gallia": 1, "hispania": 2}, seats=seats, box=box)
    play(table, "use king")
    assert names(table) == {"from italia", "from polonia"}
    play(table, "from italia")
    assert red(table) == {**red(table), "palace": 1, "supply": 14, "citizens": {**citizens, "italia": 2}}
    assert table.position()["asks"] == [{"ask": "act", "seats": ["red"]}]


@pytest.mark.rule("RA-7.5")
def test_the_kings_citizen_is_an_own_one() -> None:
    others = {"blue": {"citizens": {"hispania": 4, "italia": 4}}}
    table = play(holding("king", citizens={"italia": 1, "russia": 1}, rats={}, others=others), "use king")
    assert names(table) == {"from italia", "from russia"}
    play(table, "from italia")
    assert red(table)["citizens"] == {"russia": 1} and red(table)["palace"] == 1
    assert table.position()["players"]["blue"]["citizens"] == {"hispania": 4, "italia": 4}


@pytest.mark.rule("RA-7.15")
def test_no_move_leads_out_of_the_palace_and_no_plague_into_it() -> None:
    rats = {"gallia": [{"token": [1, "all"]}], "italia": 3, "hispania": 3, "anglia": 3, "germania": 3}
    citizens = {"gallia": 1, "polonia": 1}
    table = holding(
        "merchant", citizens=citizens, palace=4, rats=rats, plague="germania", components=ALL_AT_ONCE, seats=2
    )
    play(table, "use merchant")
    assert names(table) == {"from gallia", "from polonia"}
    play(table, "from polonia", "to hungaria", "plague gallia")
    assert (red(table)["palace"], red(table)["citizens"], red(table)["supply"]) == (4, {"hungaria": 1}, 15)


@pytest.mark.rule("RA-7.15")
def test_the_last_ravage_leaves_the_palace_alone() -> None:
    rats = {"gallia": [{"token": [1, "royalty", "church"]}, {"token": [4, "royalty", "church"]}]}
    box = {"tokens": {"regular": [[1, "royalty", "church"], [4, "royalty", "church"]] + [[6, "all"]] * 40}}
    table = holding("king", citizens={"gallia": 1}, palace=4, rats=rats, components=box, phase="last-ravage")
    assert (red(table)["palace"], red(table)["citizens"]) == (4, {})
    assert table.result is not None and table.result.scores[0] == 4


# Knight: the way of the piece

ONE_STEP = {"anglia", "germania", "hispania", "italia"}  # from gallia
TWO_STEPS = ONE_STEP | {"scandia", "hungaria", "polonia"}


@every_table
@pytest.mark.rule("RA-7.6")
def test_without_the_knight_the_piece_goes_one_step(seats: int, box: str) -> None:
    table = holding(rats={}, plague="gallia", seats=seats, box=box)
    assert regions(table, "plague") == ONE_STEP


@pytest.mark.parametrize(
    ("seats", "box", "start", "reached"),
    [
        (2, "base", "gallia", TWO_STEPS),
        (3, "base", "gallia", TWO_STEPS),
        (4, "base", "gallia", TWO_STEPS),
        (2, "big-box", "gallia", TWO_STEPS),
        (3, "big-box", "gallia", TWO_STEPS),
        (4, "big-box", "gallia", TWO_STEPS),
        (5, "big-box", "gallia", TWO_STEPS | {"bulgaria", "maroc", "tunisia", "algeria", "libya"}),
        (
            6,
            "big-box",
            "gallia",
            TWO_STEPS | {"bulgaria", "maroc", "tunisia", "algeria", "libya", "russia", "tartaria"},
        ),
        (4, "base", "turcia", {"bulgaria", "tartaria", "hungaria", "polonia", "russia"}),
        (2, "base", "anglia", {"gallia", "scandia", "germania", "hispania", "italia"}),
    ],
)
@pytest.mark.rule("RA-7.6")
def test_with_the_knight_the_piece_goes_up_to_two_steps_with_five_or_six_seats_three(
    seats: int, box: str, start: str, reached: set[str]
) -> None:
    table = holding("knight", rats={}, plague=start, seats=seats, box=box)
    assert regions(table, "plague") == reached


@every_table
@pytest.mark.rule("RA-7.6")
def test_the_knights_plague_acts_only_where_the_piece_ends(seats: int, box: str) -> None:
    rats = {"germania": [{"token": [1, "all"]}], "polonia": 1, "gallia": 3}
    citizens = {"germania": 2, "gallia": 2}
    fields = {"plague": "gallia", "seats": seats, "box": box, "components": ALL_AT_ONCE}
    table = play(holding("knight", rats=rats, citizens=citizens, **fields), "plague polonia")
    assert table.position()["plague"] == "polonia"
    assert table.position()["asks"] == [{"ask": "spread", "seats": ["red"]}], "one rat in polonia brings one"
    play(table, "to hungaria")
    assert table.position()["turn"] == "blue"
    assert red(table)["citizens"] == citizens and len(rats_in(table, "germania")) == 1
    moved = [(e.what, e.where) for e in table.events() if e.kind == "piece-moved"]
    assert moved == [(1, 6)]


@pytest.mark.parametrize("rats", [{}, {"germania": 3, "italia": 3, "hispania": 3, "anglia": 3}])
@pytest.mark.rule("RA-7.16")
def test_the_knights_piece_passes_full_and_empty_regions_and_never_ends_where_it_began(rats: dict[str, int]) -> None:
    table = holding("knight", rats=rats, plague="gallia")
    assert regions(table, "plague") == TWO_STEPS
    assert "plague gallia" not in names(table) and "pass" not in names(table)


# Knight: two neutral citizens


def ravage(*faces: Face, answer: str | None, gallia: dict[str, int], knight: str = "red", **fields: Any) -> Table:
    """Red moved the piece to gallia, where nothing spreads; its knight was asked, and answered."""
    players: dict[str, dict[str, Any]] = {c: {"citizens": {"gallia": n}} for c, n in gallia.items()}
    players.setdefault(knight, {})["classes"] = ["knight"]
    around = dict.fromkeys(ONE_STEP, 3)
    rats = {"gallia": [{"token": list(face)} for face in faces], **around}
    box = {"tokens": {"regular": [list(face) for face in faces] + [[6, "all"]] * 40}}
    table = at(plague="germania", rats=rats, players=players, components=box, **fields)
    play(table, "plague gallia")
    return table if answer is None else play(table, answer)


def left(table: Table) -> dict[str, int]:
    """Whose citizens are in gallia."""
    players = table.position()["players"]
    return {c: player["citizens"]["gallia"] for c, player in players.items() if "gallia" in player["citizens"]}


def turned(table: Table) -> list[bool]:
    """For each rat that was turned whether it had an outbreak."""
    return [strikes(event) for event in table.events() if event.kind == "rat-turned"]


@every_table
@pytest.mark.parametrize(
    ("limit", "count", "plain"), [(2, True, True), (3, True, False), (4, True, False), (5, False, False)]
)
@pytest.mark.rule("RA-7.7")
def test_the_piece_may_count_as_two_citizens_against_the_limits(
    seats: int, box: str, limit: int, count: bool, plain: bool
) -> None:
    for answer, outbreak in (("count", count), ("pass", plain)):
        table = ravage((limit, "all"), answer=None, gallia={"blue": 2}, seats=seats, box=box)
        assert names(table) == {"count", "pass"} and turned(table) == []
        play(table, answer)
        assert turned(table) == [outbreak]
        assert compared(table) == [(4 if answer == "count" else 2, limit)]
        assert left(table) == {"blue": 1 if outbreak else 2}
        assert table.position()["turn"] == "blue"


@pytest.mark.rule("RA-7.7")
def test_the_two_count_for_every_rat_of_the_region() -> None:
    table = ravage((4, "all"), (3, "all"), (3, "all"), answer="count", gallia={"blue": 2})
    assert turned(table) == [True, True] and left(table) == {}
    assert len(rats_in(table, "gallia")) == 1, "nobody is left, so the third is not turned"


@pytest.mark.rule("RA-7.7")
def test_the_two_count_in_one_turn_only_and_only_for_the_knight() -> None:
    table = ravage((5, "all"), answer="count", gallia={"blue": 2})
    assert table.position().get("piece-counts", 0) == 0
    table = ravage((3, "all"), answer=None, gallia={"blue": 2}, knight="blue")
    assert turned(table) == [False] and table.position()["turn"] == "blue"


@pytest.mark.rule("RA-7.17")
def test_the_knight_may_count_the_piece_after_one_step_and_need_not_after_two() -> None:
    near = ravage((4, "all"), answer="count", gallia={"blue": 2})
    assert (near.position()["plague"], turned(near)) == ("gallia", [True])
    rats = {"polonia": [{"token": [3, "all"]}], "hungaria": 3, "germania": 3, "russia": 3, "tartaria": 3}
    box = {"tokens": {"regular": [[3, "all"]] + [[6, "all"]] * 40}}
    others = {"blue": {"citizens": {"polonia": 2}}}
    for answer, outbreak in (("pass", False), ("count", True)):
        table = holding("knight", rats=rats, plague="gallia", others=others, components=box)
        play(table, "plague polonia", answer)
        assert turned(table) == [outbreak]


@pytest.mark.rule("RA-7.17")
def test_the_knight_is_asked_after_the_spread() -> None:
    others = {"blue": {"citizens": {"gallia": 2}}}
    table = holding("knight", rats={"gallia": 1}, plague="germania", others=others)
    play(table, "plague gallia")
    assert table.position()["asks"] == [{"ask": "spread", "seats": ["red"]}]
    play(table, "to italia")
    assert table.position()["asks"] == [{"ask": "count-piece", "seats": ["red"], "citizens": 2}]


@pytest.mark.parametrize("gallia", [0, 3])
@pytest.mark.rule("RA-7.17", "RA-7.18")
def test_the_knight_is_not_asked_when_no_rat_is_about_to_be_turned(gallia: int) -> None:
    """Neither with rats where nobody lives, nor with citizens where no rat is."""
    rats = {"gallia": gallia, **dict.fromkeys(ONE_STEP, 3)}
    citizens = {} if gallia else {"gallia": 4}
    table = play(holding("knight", citizens=citizens, rats=rats, plague="germania"), "plague gallia")
    assert table.position()["turn"] == "blue" and turned(table) == []
    assert len(rats_in(table, "gallia")) == gallia


@pytest.mark.rule("RA-7.18")
def test_the_neutral_two_are_no_majority_and_lose_nothing() -> None:
    table = ravage((3, "majority"), answer="count", gallia={"blue": 1})
    assert left(table) == {} and turned(table) == [True]
    table = ravage((5, "majority"), answer="count", gallia={"blue": 2, "green": 1})
    assert left(table) == {"blue": 1, "green": 1} and turned(table) == [True]
    killed = [(event.seat, event.amount) for event in table.events() if event.kind == "citizens-killed"]
    assert killed == [(1, 1)]
