"""What is different with two seats. [ND-13]"""

from __future__ import annotations

import pytest

import bellringer
from bellringer import Table
from tests.notre_dame.play import asked, at, names, play, played, seat, struck

SEEDS = range(40)
SIDES = ("north", "east", "south", "west")
KINDS = ("coin", "marker", "rat", "prestige")


def driving(held: list[str], market: str, message: str) -> Table:
    """Red, who holds these messages, has come to a market with that message."""
    borough = market.split(":")[0]
    red = {"messages": held, "carriage": f"{borough}:centre"}
    return played("carriage-house", red, f"carriage {market}", seats=2, markets={market: message})


@pytest.mark.rule("ND-13.1")
def test_two_seats_sit_in_opposite_boroughs_of_four() -> None:
    table = bellringer.new_game("notre-dame", seats=2, seed=1)
    assert [seat(table, colour)["carriage"] for colour in ("red", "blue")] == ["1:centre", "3:centre"]
    assert {market.split(":")[0] for market in table.position()["markets"]} == {"1", "2", "3", "4"}


@pytest.mark.rule("ND-13.1")
def test_the_streets_are_those_of_the_layout_for_four() -> None:
    for market in ("1:centre", "1:north", "2:west", "4:centre", "4:north"):
        red = {"carriage": market}
        two, four = (names(played("carriage-house", red, seats=seats)) for seats in (2, 4))
        assert two == four


@pytest.mark.rule("ND-13.1")
def test_notre_dame_is_worth_6() -> None:
    for number in (3, 6, 9):
        red, blue = ({"markers": {"notre-dame": n}} for n in (2, 1))
        table = struck(0, seats=2, round=number, red=red, blue=blue)
        assert [seat(table, colour)["prestige"] for colour in ("red", "blue")] == [4, 2]


@pytest.mark.rule("ND-13.2")
def test_each_empty_borough_gets_the_messages_of_an_unused_colour_at_random() -> None:
    found = set()
    for seed in SEEDS:
        markets = bellringer.new_game("notre-dame", seats=2, seed=seed).position()["markets"]
        assert len(markets) == 16
        for borough, colour in (("1", "red"), ("2", "green"), ("3", "blue"), ("4", "violet")):
            assert {markets[f"{borough}:{side}"] for side in SIDES} == {f"{colour} {kind}" for kind in KINDS}
        found |= {(market, message) for market, message in markets.items() if market[0] in "24"}
    assert len(found) == 2 * 4 * 4


@pytest.mark.rule("ND-13.2")
def test_carriages_may_enter_an_empty_borough_and_none_begins_there() -> None:
    table = bellringer.new_game("notre-dame", seats=2, seed=2)
    assert len(table.position()["players"]) == 2
    table = played("carriage-house", {}, "carriage 2:north", "take", seats=2, markets={"2:north": "green prestige"})
    after = seat(table)
    assert (after["carriage"], after["messages"], after["prestige"]) == ("2:north", ["green prestige"], 4)


@pytest.mark.rule("ND-13.3")
def test_all_four_colours_count_for_a_full_set() -> None:
    three, take = ["red coin", "blue coin", "green coin"], [("take-message", ("red",))]
    assert asked(driving(three, "1:east", "red rat")) != take
    assert asked(driving(three, "2:east", "green rat")) != take
    assert asked(driving(three, "4:east", "violet rat")) == take
    assert asked(driving([*three, "violet coin"], "1:east", "red rat")) == take
    assert asked(driving([*three, "violet coin"], "2:east", "green rat")) == take


@pytest.mark.rule("ND-13.4")
def test_a_hand_is_two_cards_of_the_own_pile_and_one_of_the_other_seats() -> None:
    drawn = {"red": [["bank", "park", "hotel"]], "blue": [["hospital", "residence", "notre-dame"]]}
    table = at(seats=2, phase="keep-own", players={colour: {"drawn": cards} for colour, cards in drawn.items()})
    assert (set(names(table, 0)), set(names(table, 1))) == (
        {"keep bank", "keep park", "keep hotel"},
        {"keep hospital", "keep residence", "keep notre-dame"},
    )
    play(table, "keep park", "keep notre-dame")
    assert names(table, 0) == ["keep residence", "keep hospital"]
    assert names(table, 1) == ["keep bank", "keep hotel"]
    play(table, "keep hospital", "keep hotel")
    assert set(names(table)) == {"park", "hospital", "bank"}
    hand = {card["card"] for card in table.view(1)["players"]["blue"]["hand"]}
    assert hand == {"notre-dame", "hotel", "residence"}


@pytest.mark.rule("ND-13.4", "ND-14.4")
def test_a_card_that_went_and_came_back_is_known_to_both_and_the_one_kept_at_first_to_its_owner() -> None:
    table = at(seats=2, phase="keep-own", red={"drawn": [["bank", "park", "hotel"]]})
    play(table, "keep park", names(table, 1)[0], names(table, 0)[0], "keep hotel")
    known = [table.view(p)["piles"]["red"]["rounds"][0]["known"] for p in (0, 1)]
    assert known == [["park", "hotel", "bank"], [None, "hotel", "bank"]]
