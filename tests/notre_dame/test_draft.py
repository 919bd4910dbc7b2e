"""The draft: three cards drawn, one kept, two passed; of two one kept, one passed. Everybody at once. [ND-3]"""

from __future__ import annotations

from itertools import permutations

import pytest

from bellringer import Table
from tests.notre_dame.play import COLOURS, at, names, play, seat

DRAWN = (
    ["bank", "park", "hotel"],
    ["hospital", "residence", "notre-dame"],
    ["trusted-friend", "carriage-house", "cloister-school"],
    ["bank", "hospital", "residence"],
    ["park", "hotel", "notre-dame"],
)


def drawing(seats: int = 3) -> Table:
    """Every seat has drawn three cards: those of DRAWN."""
    return at(seats=seats, phase="keep-own", players={COLOURS[p]: {"drawn": [DRAWN[p]]} for p in range(seats)})


def keep(table: Table, *cards: str) -> Table:
    """The seats in order, red first, each keep a card."""
    for p, card in enumerate(cards):
        table.play(f"keep {card}", seat=p)
    return table


def hand(table: Table, p: int) -> list[tuple[str, str]]:
    """What a seat sees in its own hand: cards, and from whose pile they came."""
    held = table.view(p)["players"][COLOURS[p]]["hand"]
    return [(card["card"], card["from"]) for card in held]


@pytest.mark.rule("ND-3.1")
def test_each_seat_chooses_among_three_cards_of_its_own_pile() -> None:
    table = drawing()
    for p in range(3):
        assert set(names(table, p)) == {f"keep {card}" for card in DRAWN[p]}


@pytest.mark.rule("ND-3.1", "ND-3.2")
def test_two_cards_go_to_the_left_neighbour_who_chooses_between_them() -> None:
    table = keep(drawing(), "bank", "hospital", "trusted-friend")
    assert set(names(table, 1)) == {"keep park", "keep hotel"}
    assert set(names(table, 2)) == {"keep residence", "keep notre-dame"}
    assert set(names(table, 0)) == {"keep carriage-house", "keep cloister-school"}


@pytest.mark.rule("ND-3.2")
def test_a_card_kept_before_is_never_passed_on() -> None:
    for kept in DRAWN[0]:
        table = keep(drawing(), kept, "hospital", "trusted-friend")
        assert hand(table, 0) == [(kept, "own")]
        assert f"keep {kept}" not in names(table, 0)
        keep(table, "carriage-house", *(names(table, p)[0].removeprefix("keep ") for p in (1, 2)))
        assert hand(table, 0)[:2] == [(kept, "own"), ("carriage-house", "right")]


@pytest.mark.rule("ND-3.3")
def test_a_hand_is_a_card_of_its_own_one_of_the_right_neighbour_and_one_of_the_next() -> None:
    table = keep(drawing(), "bank", "hospital", "trusted-friend")
    keep(table, "carriage-house", "park", "notre-dame")
    assert hand(table, 0) == [("bank", "own"), ("carriage-house", "right"), ("residence", "next")]
    assert hand(table, 1) == [("hospital", "own"), ("park", "right"), ("cloister-school", "next")]
    assert hand(table, 2) == [("trusted-friend", "own"), ("notre-dame", "right"), ("hotel", "next")]


@pytest.mark.rule("ND-3.3")
@pytest.mark.parametrize("seats", (3, 4, 5))
def test_with_more_seats_too_the_last_card_comes_from_two_to_the_right(seats: int) -> None:
    table = keep(drawing(seats), *(DRAWN[p][0] for p in range(seats)))
    keep(table, *(DRAWN[(p - 1) % seats][1] for p in range(seats)))
    for p in range(seats):
        own, right, after = (DRAWN[(p - k) % seats][k] for k in range(3))
        assert hand(table, p) == [(own, "own"), (right, "right"), (after, "next")]
        assert set(names(table, 0)) == {DRAWN[0][0], DRAWN[seats - 1][1], DRAWN[seats - 2][2]}


@pytest.mark.rule("ND-3.4")
def test_nobody_sees_what_it_is_passed_before_all_have_passed() -> None:
    table = drawing()
    before = table.view(1)
    table.play("keep bank", seat=0)
    assert table.view(1) == {**before, "asks": table.view(1)["asks"]}
    table.play("keep hospital", seat=1)
    assert "to-keep" not in table.view(1)["players"]["blue"]
    assert table.view(1)["piles"]["red"]["rounds"] == [{"known": [None] * 3, "together": []}]
    table.play("keep trusted-friend", seat=2)
    assert table.view(1)["players"]["blue"]["to-keep"] == ["hotel", "park"]


@pytest.mark.rule("ND-3.4")
def test_nobody_sees_the_last_card_before_all_have_passed() -> None:
    table = keep(drawing(), "bank", "hospital", "trusted-friend")
    play(table, "keep carriage-house", "keep park")
    assert table.view(0)["piles"]["blue"]["rounds"] == [{"known": [None] * 3, "together": []}]
    play(table, "keep notre-dame")
    assert table.view(0)["piles"]["blue"]["rounds"][0]["known"] == [None, None, "residence"]


@pytest.mark.rule("ND-3.5")
def test_the_answers_may_come_in_any_order_and_all_give_the_same() -> None:
    firsts, seconds = ("bank", "hospital", "trusted-friend"), ("carriage-house", "park", "notre-dame")
    found = []
    for order in permutations(range(3)):
        table = drawing()
        for kept in (firsts, seconds):
            for n, p in enumerate(order):
                assert table.pending == tuple(sorted(order[n:]))
                table.play(f"keep {kept[p]}", seat=p)
        found.append(table.position())
    assert found == [found[0]] * 6


@pytest.mark.rule("ND-3.5")
@pytest.mark.parametrize("late", (0, 1, 2))
def test_cards_are_passed_when_all_have_chosen(late: int) -> None:
    table = drawing()
    for p in {0, 1, 2} - {late}:
        table.play(f"keep {DRAWN[p][0]}", seat=p)
        assert names(table, p) == []
    assert table.position()["phase"] == "keep-own"
    table.play(f"keep {DRAWN[late][0]}", seat=late)
    assert table.position()["phase"] == "keep-passed"
    assert table.pending == (0, 1, 2)


@pytest.mark.rule("ND-3.6")
def test_who_holds_an_action_twice_says_whose_card_it_plays() -> None:
    table = play(at(red={"hand": ["park", "bank", "park"]}), "park")
    assert names(table) == ["from-own", "from-next"]
    play(table, "from-next")
    assert seat(table)["played"] == [["next"]]
    assert hand(table, 0) == [("park", "own"), ("bank", "right")]


@pytest.mark.rule("ND-3.6")
def test_the_same_action_from_two_owners_can_be_played_twice() -> None:
    other = {"hand": ["bank", "hospital", "residence"]}
    table = play(at(red={"hand": ["park", "park", "hotel"]}, blue=other, green=other), "park")
    assert names(table) == ["from-own", "from-right"]
    play(table, "from-right", "bank", "bank", "park")
    assert seat(table)["markers"] == {"park": 2}
    assert seat(table)["played"] == [["own", "right"]]
