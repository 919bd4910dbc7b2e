"""The names in names.py stand in the order of the numbers in the .pxd files, and what tools write is up to date."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bellringer.core.contract.registry import find
from bellringer.games.notre_dame import names
from tests.enums import Enums, as_numbers

ROOT = Path(__file__).resolve().parent.parent
PXD = Enums("games/notre_dame")
enum_of, number = PXD.having, PXD.number


def test_enums_are_read_as_cython_reads_them() -> None:
    town = enum_of("state.pxd", "SECTORS")
    assert (town["SECTORS"], town["PLACES"], town["MOST_SEATS"], town["NOWHERE"]) == (7, 8, 5, -1)
    assert enum_of("events.pxd", "ROUND_BEGINS")["PERSON_OPENS"] == 2


def test_numbers_that_are_shown_are_those_of_the_rules() -> None:
    assert names.LAST_SPACE == number("state.pxd", "LAST_SPACE")
    assert names.PERIOD_ROUNDS == number("state.pxd", "PERIOD_ROUNDS")


def test_actions() -> None:
    numbers = enum_of("state.pxd", "CLOISTER_SCHOOL")
    assert numbers == {**as_numbers(names.ACTIONS), "ACTIONS": len(names.ACTIONS)}
    assert names.ACTIONS[: number("state.pxd", "SECTORS")] == names.SECTORS
    assert names.ACTIONS[: number("state.pxd", "PLACES")] == names.PLACES


def test_kinds_of_messages() -> None:
    expected = {f"{kind.upper()}_MESSAGE": i for i, kind in enumerate(names.KINDS)}
    assert enum_of("state.pxd", "COIN_MESSAGE") == expected
    assert len(names.KINDS) == number("state.pxd", "KINDS")


def test_phases() -> None:
    words = {"keep-own": "KEEPING_OWN", "keep-passed": "KEEPING_PASSED", "play": "PLAYING", "hire": "HIRING"}
    expected = {words.get(phase, phase.upper()): i for i, phase in enumerate(names.PHASES)}
    assert enum_of("state.pxd", "KEEPING_OWN") == expected


def test_asks() -> None:
    numbers = as_numbers(tuple(name for name, _, _ in names.ASKS), first=1)
    assert enum_of("ask_numbers.pxd", "KEEP_OWN") == {**numbers, "ASK_KINDS": len(names.ASKS)}


def test_happenings() -> None:
    assert enum_of("events.pxd", "ROUND_BEGINS") == as_numbers(names.EVENTS, first=1)


def test_laws() -> None:
    expected = {f"{law.upper()}_LAW": i for i, law in enumerate(names.LAWS, start=1)}
    assert enum_of("laws.pxd", "MARKERS_LAW") == expected


def test_persons() -> None:
    sizes = {"ALL_PERSONS": len(names.PERSONS)}
    assert enum_of("person_numbers.pxd", "HOSTESS") == as_numbers(names.PERSONS) | sizes
    assert tuple(names.POOLS.values())[-1] == len(names.PERSONS) and names.POOLS["base"] == 15
    assert len(names.PERSONS) <= names.PERSON_ROOM == number("state.pxd", "PERSON_ROOM")


def test_counts() -> None:
    assert len(names.COLOURS) == number("state.pxd", "MOST_SEATS") == find("notre-dame").book.most_seats
    assert len(names.MARKETS) == number("state.pxd", "MARKETS")
    assert len(names.ALL_MARKETS) == number("state.pxd", "ALL_MARKETS")
    assert len(names.WHOSE) == number("state.pxd", "HAND")
    assert number("state.pxd", "ALL_ROUNDS") == names.ROUNDS
    assert number("state.pxd", "PERIOD_ROUNDS") == names.PERIOD_ROUNDS
    assert len(names.MOVES) == number("moves.pxd", "MOVES") <= 64 * number("moves.pxd", "WORDS")


SPANS = {
    "PASS": ("pass",),
    "KEEP": tuple(f"keep {action}" for action in names.ACTIONS),
    "PLAY": names.ACTIONS,
    "WHOSE": tuple(f"from-{whose}" for whose in names.WHOSE),
    "FROM": tuple(f"from {place}" for place in names.PLACES),
    "FRIEND": ("friend",),
    "TO": tuple(f"to {sector}" for sector in names.SECTORS),
    "USE": tuple(f"use {sector}" for sector in names.SECTORS),
    "LOSE": tuple(f"lose {sector}" for sector in names.SECTORS),
    "CARRIAGE": tuple(f"carriage {market}" for market in names.ALL_MARKETS),
    "TAKE": ("take",),
    "GET_COIN": ("coin",),
    "GET_MARKER": ("marker",),
    "MOVE_RAT": ("rat",),
    "GIVE": ("give 1", "give 2", "give 3"),
    "CARRY": ("carry 1", "carry 2", "carry 3", "carry friend", "carry friend+1", "carry friend+2"),
    "REPEAT": tuple(f"repeat {kind}" for kind in names.KINDS),
    "PAY": ("pay",),
    "HIRED": (
        *(f"hire {person}" for person in names.PERSONS),
        *[""] * (names.PERSON_ROOM - len(names.PERSONS)),
    ),
}


def test_there_is_a_name_for_every_span_of_moves() -> None:
    assert list(SPANS) == [name for name in enum_of("moves.pxd", "PASS") if name not in ("MOVES", "WORDS")]


@pytest.mark.parametrize("span", SPANS)
def test_moves(span: str) -> None:
    first = number("moves.pxd", span)
    assert names.MOVES[first : first + len(SPANS[span])] == SPANS[span]


@pytest.mark.parametrize("market", range(25))
def test_a_market_has_a_name_and_the_name_its_market(market: int) -> None:
    assert names.market_number(names.market_name(market)) == market


@pytest.mark.parametrize("wrong", ["", "1", "centre", "0:centre", "6:centre", "1:up", "1: north"])
def test_what_names_no_market_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError):
        names.market_number(wrong)


def test_messages_have_names_of_their_own() -> None:
    assert len(set(names.ALL_MESSAGES)) == 20
    assert names.ALL_MESSAGES[:5] == ("red coin", "red marker", "red rat", "red prestige", "blue coin")


@pytest.mark.rule("ND-13.1", "ND-13.2")
def test_boroughs_seats_and_the_colours_of_messages() -> None:
    assert [names.boroughs_of(seats) for seats in (2, 3, 4, 5)] == [4, 3, 4, 5]
    assert [names.borough_of(2, seat) for seat in (0, 1)] == [0, 2]
    assert [names.message_colour(2, borough) for borough in range(4)] == [0, 2, 1, 3]
    for seats in (3, 4, 5):
        assert [names.borough_of(seats, seat) for seat in range(seats)] == list(range(seats))
        assert [names.message_colour(seats, borough) for borough in range(seats)] == list(range(seats))


@pytest.mark.parametrize("tool", ["notre_dame.cards", "schemas", "fields"])
def test_what_the_tools_write_is_up_to_date(tool: str) -> None:
    command = [sys.executable, "-m", f"tools.{tool}", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
