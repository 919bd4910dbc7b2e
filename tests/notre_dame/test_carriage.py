"""Streets, carriages and messages. [ND-6]"""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import Table
from tests.notre_dame.play import COLOURS, asked, names, play, played, seat

SIDES = ("centre", "north", "east", "south", "west")
NOBODY_ASKS_RED = [("play-card", ("blue",))]
# The streets, told by hand: from a market of borough 2 to what lies one step away, in a ring of boroughs from 1 to 3.
NEIGHBOURS = {
    "2:centre": {"2:north", "2:east", "2:south", "2:west", "3:north"},
    "2:north": {"2:centre", "2:east", "3:north", "1:centre", "1:west", "1:north"},
    "2:east": {"2:centre", "2:north", "2:south"},
    "2:south": {"2:centre", "2:east", "2:west"},
    "2:west": {"2:centre", "2:south", "3:north"},
}


def driving(steps: int, market: str = "1:centre", messages: tuple[str, ...] = (), **fields: Any) -> Table:
    """Red has played the carriage house with so many pieces there; its carriage stands on that market."""
    red = {"markers": {"carriage-house": steps - 1}, "carriage": market, "messages": list(messages)}
    return played("carriage-house", {**red, **fields.pop("red", {})}, **fields)


def goals(table: Table) -> set[str]:
    """The markets that the carriage may move to."""
    return {name.removeprefix("carriage ") for name in names(table) if name != "pass"}


def turned(market: str, by: int, boroughs: int) -> str:
    """The same market so many boroughs on, round the table."""
    number, side = market.split(":")
    return f"{(int(number) - 1 + by) % boroughs + 1}:{side}"


def may_take(kind: str, held: tuple[str, ...], **fields: Any) -> bool:
    """Whether red, who holds these messages, may take that one, which lies a step away."""
    borough = COLOURS.index(kind.split()[0]) + 1
    table = driving(1, f"{borough}:centre", held, markets={f"{borough}:east": kind}, **fields)
    play(table, f"carriage {borough}:east")
    return asked(table)[-1] == ("take-message", ("red",))


# streets


@pytest.mark.rule("ND-6.1", "ND-6.2", "ND-6.3")
@pytest.mark.parametrize("seats", (3, 4, 5))
@pytest.mark.parametrize("market", NEIGHBOURS)
def test_a_step_goes_from_a_market_to_the_next_one_along_a_street(market: str, seats: int) -> None:
    for by in range(seats):
        expected = {turned(near, by, seats) for near in NEIGHBOURS[market]}
        assert goals(driving(1, turned(market, by, seats), seats=seats)) == expected


@pytest.mark.rule("ND-6.1", "ND-6.3")
def test_two_steps_go_as_far_as_one_after_another() -> None:
    markets = [f"{number}:{side}" for number in range(1, 6) for side in SIDES]
    one = {market: goals(driving(1, market, seats=5)) for market in markets}
    assert sum(len(near) for near in one.values()) == 2 * 10 * 5, "ten streets a borough"
    for market, near in one.items():
        two = near.union(*(one[beyond] for beyond in near))
        assert goals(driving(2, market, seats=5)) - {market} == two - {market}


@pytest.mark.rule("ND-6.3")
def test_boroughs_that_are_not_neighbours_are_not_joined() -> None:
    for side in SIDES:
        near = goals(driving(1, f"1:{side}", seats=5))
        assert not any(market.startswith(("3:", "4:")) for market in near)


# moving


@pytest.mark.rule("ND-6.4")
def test_a_carriage_may_stop_early_or_stay() -> None:
    table = driving(3)
    assert goals(driving(1)) < goals(driving(2)) < goals(table)
    assert "pass" in names(table)
    play(table, "pass")
    assert seat(table)["carriage"] == "1:centre"
    assert asked(table) == NOBODY_ASKS_RED
    early = driving(3, markets={"1:west": None}, messages=("red coin",))
    assert seat(play(early, "carriage 1:west"))["carriage"] == "1:west"


@pytest.mark.rule("ND-6.5")
def test_a_carriage_stops_on_markets_of_any_borough_and_where_others_stand() -> None:
    table = driving(6, blue={"carriage": "2:south"}, green={"carriage": "2:south"})
    assert {market[0] for market in goals(table)} == {"1", "2", "3"}
    play(table, "carriage 2:south")
    assert {seat(table, colour)["carriage"] for colour in COLOURS[:3]} == {"2:south"}


@pytest.mark.rule("ND-6.5")
def test_a_carriage_stops_where_a_message_lies_that_may_not_be_taken() -> None:
    table = play(driving(1, messages=("red coin",), markets={"1:east": "red rat"}), "carriage 1:east")
    assert seat(table)["carriage"] == "1:east"
    assert asked(table) == NOBODY_ASKS_RED
    assert table.position()["markets"]["1:east"] == "red rat"


# messages


@pytest.mark.rule("ND-6.6", "ND-6.11")
def test_where_the_move_ends_the_message_may_be_taken_or_left() -> None:
    markets = {"1:east": "red prestige"}
    table = play(driving(1, markets=markets), "carriage 1:east")
    assert names(table) == ["pass", "take"]
    play(table, "take")
    assert (seat(table)["messages"], seat(table)["prestige"]) == (["red prestige"], 4)
    assert "1:east" not in table.position()["markets"]
    left = play(driving(1, markets=markets), "carriage 1:east", "pass")
    assert (seat(left)["messages"], seat(left)["prestige"]) == ([], 0)
    assert left.position()["markets"]["1:east"] == "red prestige"


@pytest.mark.rule("ND-6.6")
def test_messages_on_the_way_stay_where_they_are() -> None:
    """From 1:east to 2:north in two steps, by 1:north or by the centre."""
    table = driving(2, "1:east", markets={"2:north": "blue prestige"})
    before = table.position()["markets"]
    play(table, "carriage 2:north", "take")
    assert seat(table)["messages"] == ["blue prestige"]
    assert table.position()["markets"] == {market: what for market, what in before.items() if market != "2:north"}


@pytest.mark.rule("ND-6.7", "ND-6.8", "ND-6.10", "ND-6.11")
@pytest.mark.parametrize(
    ("kind", "brings"),
    [
        ("coin", {"prestige": 1, "coins": 4}),
        ("marker", {"prestige": 2, "supply": 4, "general": 9}),
        ("prestige", {"prestige": 4}),
    ],
)
def test_a_message_works_at_once(kind: str, brings: dict[str, int]) -> None:
    table = play(driving(1, markets={"1:east": f"red {kind}"}, red={"rat": 5}), "carriage 1:east", "take")
    before = {"prestige": 0, "coins": 3, "supply": 3, "general": 10, "rat": 5}
    assert {name: seat(table)[name] for name in before} == {**before, **brings}
    assert asked(table) == NOBODY_ASKS_RED


@pytest.mark.rule("ND-6.9")
@pytest.mark.parametrize(("answer", "rat"), [("rat", 4), ("pass", 5)])
def test_the_third_kind_brings_3_prestige_and_the_rat_may_go_one_step_back(answer: str, rat: int) -> None:
    table = play(driving(1, markets={"1:east": "red rat"}, red={"rat": 5}), "carriage 1:east", "take")
    assert seat(table)["prestige"] == 3
    assert names(table) == ["pass", "rat"]
    play(table, answer)
    assert seat(table)["rat"] == rat
    assert asked(table) == NOBODY_ASKS_RED


@pytest.mark.rule("ND-6.14")
def test_the_step_of_the_third_kind_is_not_asked_with_the_rat_on_0() -> None:
    table = play(driving(1, markets={"1:east": "red rat"}, red={"rat": 0}), "carriage 1:east", "take")
    assert (seat(table)["prestige"], seat(table)["rat"]) == (3, 0)
    assert asked(table) == NOBODY_ASKS_RED


@pytest.mark.rule("ND-6.11")
def test_a_message_taken_leaves_its_market_for_good() -> None:
    blue = {"hand": ["carriage-house", "bank", "hotel"], "carriage": "1:centre"}
    table = play(driving(1, markets={"1:east": "red prestige"}, blue=blue), "carriage 1:east", "take")
    play(table, "carriage-house", "carriage 1:east")
    assert [who for _, who in asked(table)] == [("green",)]
    assert (seat(table)["messages"], seat(table, "blue")["messages"]) == (["red prestige"], [])


# full sets


@pytest.mark.rule("ND-6.12")
@pytest.mark.parametrize("seats", (3, 4, 5))
def test_with_n_messages_of_a_colour_another_may_be_taken_only_with_n_of_every_colour(seats: int) -> None:
    colours = COLOURS[:seats]
    one_each = tuple(f"{colour} coin" for colour in colours)
    assert all(may_take(f"{colour} rat", (), seats=seats) for colour in colours)
    for n in range(1, seats):
        found = [may_take(f"{colour} rat", one_each[:n], seats=seats) for colour in colours]
        assert found == [colour not in colours[:n] for colour in colours]
    assert all(may_take(f"{colour} rat", one_each, seats=seats) for colour in colours)
    second = (*one_each, "red prestige")
    assert [may_take(f"{colour} rat", second, seats=seats) for colour in colours] == [False] + [True] * (seats - 1)
    two_each = (*one_each, *(f"{colour} prestige" for colour in colours))
    assert all(may_take(f"{colour} rat", two_each, seats=seats) for colour in colours)


@pytest.mark.rule("ND-6.12")
def test_what_others_hold_does_not_matter() -> None:
    blue = {"messages": ["blue coin", "blue marker", "green coin", "green marker"]}
    assert not may_take("red rat", ("red coin",), blue=blue)
    assert may_take("blue rat", ("red coin",), blue=blue)


@pytest.mark.rule("ND-6.13")
def test_a_colour_of_which_no_message_is_left_on_the_board_is_ignored() -> None:
    three, all_four = ([f"green {kind}" for kind in ("coin", "marker", "rat", "prestige")[:n]] for n in (3, 4))
    held = ("red coin", "blue coin")
    assert not may_take("red rat", held, blue={"messages": three})
    assert may_take("red rat", held, blue={"messages": all_four})
    assert not may_take("red rat", held[:1], blue={"messages": all_four}), "blue still lies on the board"


# away and back


@pytest.mark.rule("ND-6.15")
@pytest.mark.parametrize("steps", (1, 2, 3))
def test_a_carriage_that_stays_takes_no_message(steps: int) -> None:
    table = play(driving(steps, "1:east", markets={"1:east": "red coin"}), "pass")
    assert asked(table) == NOBODY_ASKS_RED
    assert table.position()["markets"]["1:east"] == "red coin"


@pytest.mark.rule("ND-6.15")
def test_a_carriage_may_move_away_and_back_to_take_the_message_of_its_own_market() -> None:
    markets = {"1:east": "red coin"}
    assert "1:east" not in goals(driving(1, "1:east", markets=markets))
    for steps in (2, 3, 4):
        table = driving(steps, "1:east", markets=markets)
        assert "1:east" in goals(table)
        play(table, "carriage 1:east", "take")
        assert (seat(table)["messages"], seat(table)["carriage"]) == (["red coin"], "1:east")


@pytest.mark.rule("ND-6.16")
def test_moving_away_and_back_is_offered_only_where_a_message_may_be_taken() -> None:
    for steps in (2, 3, 4):
        assert "1:centre" not in goals(driving(steps, "1:centre"))
        assert "1:east" not in goals(driving(steps, "1:east", ("red coin",), markets={"1:east": None}))
        assert "1:east" not in goals(driving(steps, "1:east", ("red coin",), markets={"1:east": "red rat"}))
