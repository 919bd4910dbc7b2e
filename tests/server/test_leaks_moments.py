"""A moment of the past shows a seat no more than it could see then: what is drawn hangs on nothing that it can't know.

A moment lies between two questions, where rules have done half of what they do. So the same moves are made in two
worlds that look alike to somebody, and as long as the same happens before all eyes, and both worlds still look alike
after it, all moments must be drawn alike, byte for byte.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

import pytest

from bellringer.core.shown.words import LANGUAGES
from bellringer.core.tables.moments import before, moments
from bellringer.core.tables.table import Event, Table
from bellringer.server.drawing.table.moments import told
from bellringer.server.drawing.table.parts import Look
from bellringer.server.tables.live.live_game import LiveGame
from tests.contract.tables import Setting
from tests.server.test_leaks import PAGES, begun, desk_of, possible

pytestmark = pytest.mark.slow
GAMES = ("notre-dame", "rattus")
CHUNKS = [0, *(pytest.param(chunk, marks=pytest.mark.soak) for chunk in range(1, 40))]
GAMES_A_CHUNK, EVERY, MOVES = 1, 12, 6  # moves between two looks, and those that are made in both worlds at each


def world(live: LiveGame, viewer: int | None, dice: random.Random) -> LiveGame:
    """A table that begins at this position, with all that the viewer can't see dealt anew, and the same chance."""
    table, other = live.table, copy(live)
    state = table.determinized(viewer, dice.getrandbits(60)).state
    other.table = Table(table.rules, state, table.seed, None, [], scheme=table.chance)
    return other


def played(setting: Setting, number: int) -> Iterator[LiveGame]:
    """A whole game, at every so many moves."""
    live, dice = begun(setting, number), random.Random(number)
    while live.pending:
        if len(live.acts) % EVERY == 0:
            yield live
        seat = dice.choice(live.pending)
        live.do(live.act(seat, "move", dice.choice(live.table.legal_names(seat)), asked=live.holders[seat].asked))


def common_move(one: Table, other: Table, dice: random.Random) -> tuple[str, int] | None:
    """A move that can be made in both worlds."""
    if one.pending != other.pending or not one.pending:
        return None
    seat = dice.choice(one.pending)
    both = sorted(set(one.legal_names(seat)) & set(other.legal_names(seat)))
    return (dice.choice(both), seat) if both else None


def drawn(live: LiveGame, viewer: int | None, language: str, first: int) -> list[dict[str, Any]]:
    """The moments from an event on, as that viewer's page is sent them."""
    model = desk_of(live, viewer, language)
    look = Look(model.viewer, model.info, "token")
    return list(told(PAGES, live.table, look, range(first, live.table.event_count)))


def look_alike(one: LiveGame, other: LiveGame, viewer: int | None, dice: random.Random) -> int:
    """Make the same moves in two worlds while they look alike; how many moments were drawn in both."""
    found = 0
    for _ in range(MOVES):
        move = common_move(one.table, other.table, dice)
        if move is None:
            return found
        first, language = one.table.event_count, dice.choice(LANGUAGES)
        for live in (one, other):
            live.table.play(*move)
        happened = [list(map(numbers, live.table.events(first))) for live in (one, other)]
        if happened[0] != happened[1] or one.table.view(viewer) != other.table.view(viewer):
            return found
        shown = [json.dumps(drawn(live, viewer, language, first)) for live in (one, other)]
        assert shown[0] == shown[1], (viewer, move, [event.kind for event in one.table.events(first)])
        found += len(happened[0])
    return found


def numbers(event: Event) -> tuple[str, int, int, int, int]:
    """All that an event tells."""
    return event.kind, event.seat, event.what, event.where, event.amount


@pytest.mark.parametrize("chunk", CHUNKS)
@pytest.mark.parametrize("game", GAMES)
def test_moments_hang_on_nothing_that_is_hidden(game: str, chunk: int) -> None:
    dice, found = random.Random(f"{game} {chunk}"), 0
    for number in range(GAMES_A_CHUNK):
        kinds = possible(game)
        setting = dice.choice(kinds[dice.choice(sorted(kinds))])
        for live in played(setting, 1000 * chunk + number):
            viewer = dice.choice((None, *range(live.table.seats)))
            found += look_alike(world(live, viewer, dice), world(live, viewer, dice), viewer, dice)
    assert found > 10, "else nothing was compared"


def known(view: Mapping[str, Any], seat: str) -> list[Any]:
    """What a seat knows of cards, by its view: its hand, those to choose from, and of each pile."""
    player = view["players"][seat]
    return [player.get("hand"), player.get("to-keep"), view["piles"]]


def test_cards_are_known_as_before_a_move_or_as_after_it() -> None:
    """Where cards are drawn, passed on or put back, no moment in between shows others: not even cards of the pile."""
    compared = 0
    for setting in possible("notre-dame")[3][:1] + possible("notre-dame")[5][:1]:
        table = begun(setting, 7).table
        dice = random.Random(1)
        while table.pending:
            seat, first = dice.choice(table.pending), table.event_count
            table.play(dice.choice(table.legal_names(seat)), seat)
            for viewer, name in enumerate(table.seat_names):
                allowed = [known(before(table, first).table.view(viewer), name), known(table.view(viewer), name)]
                for moment in moments(table, first) if table.event_count > first + 3 else ():
                    compared += 1
                    at_play = table.events()[moment.number].kind == "card-played"
                    assert at_play or known(moment.table.view(viewer), name) in allowed, (viewer, moment.number)
    assert compared > 500
