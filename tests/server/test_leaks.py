"""Whole games at the server's own tables: what somebody is shown stays the same when all that is hidden is dealt anew.

At every move one of all who may look, chosen at random; at every tenth the whole page or its parts, by turns. The
interface for programs has such a test of its own beside this one.
"""

from __future__ import annotations

import json
import random
from copy import copy
from itertools import count

import pytest

from bellringer.core.contract.choosing import check_options
from bellringer.core.shown.words import LANGUAGES
from bellringer.core.tables.table import Table
from bellringer.page.scenes import as_json
from bellringer.server.drawing.site.templating import environment
from bellringer.server.drawing.table.page_model import PageModel, Viewer
from bellringer.server.drawing.table.parts import BOARD, GROUND, PARTS, Drawer, Look, context_of, parts_of
from bellringer.server.store import SeatKept, TableKept
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory.room import Room
from tests.contract.tables import Setting, settings, with_much

pytestmark = pytest.mark.slow
GAMES = ("notre-dame", "rattus")
GAMES_A_CHUNK = 5
CHUNKS = [0, *(pytest.param(chunk, marks=pytest.mark.soak) for chunk in range(1, 100))]
PAGE_EVERY = 10
PAGES = environment()
PAGES.auto_reload = False


def possible(game: str) -> dict[int, list[Setting]]:
    """The kinds of tables of a game, by how many play."""
    found: dict[int, list[Setting]] = {}
    for setting in (*settings(game), *with_much(game)):
        found.setdefault(setting.seats, []).append(setting)
    return found


def begun(setting: Setting, number: int) -> LiveGame:
    """A table as the server has it once all sit: people on every seat."""
    seats = tuple(SeatKept(seat, seat + 1, f"Person {seat}") for seat in range(setting.seats))
    options = check_options(setting.game, setting.seats, dict(setting.options))
    return LiveGame(
        TableKept(
            id=number, address=f"table-{number}", game=setting.name, seats=seats, options=options,
            seed=random.Random(number).randbytes(32), host=1, clock="none", joining="link", watching="anyone",
            status="running", ended_by="", pending=0, created=0, changed=0, rematch=None,
        )
    )  # fmt: skip


def other_world(live: LiveGame, viewer: int | None, dice: random.Random) -> LiveGame:
    """The table with other secrets, which looks the same to the viewer: a seat, or None for who only watches."""
    other = copy(live)
    other.table = live.table.determinized(viewer, dice.getrandbits(60))
    return other


# what somebody is shown


def desk_of(live: LiveGame, viewer: int | None, language: str) -> PageModel:
    """The table before somebody's eyes."""
    asked = None if viewer is None else live.holders[viewer].asked
    own = () if viewer is None else (viewer,)
    return PageModel(live.table, live.info(0), Viewer(viewer, own, language, live.table.event_count - 3, asked))


def told(live: LiveGame, viewer: int | None, language: str, since: int) -> bytes:
    """View, prompt, moves with their words and targets, and the log from an event on."""
    table = live.table
    moves = [] if viewer is None else table.moves(viewer)
    return json.dumps(
        [
            table.view(viewer),
            "" if viewer is None else table.prompt(viewer, language),
            [(move.name, move.target, move.words(language)) for move in moves],
            [
                (event.kind, event.seat, event.words(language), as_json(event.scene(viewer)))
                for event in table.events(since)
            ],
            table.pending,
            viewer is not None and table.may_undo(viewer, live.passable),
            [table.moves_since(seat) for seat in range(table.seats)],
        ]
    ).encode()


def shown(live: LiveGame, viewer: int | None, language: str, is_whole: bool) -> dict[str, str]:
    """The page as a whole, or its parts as they are sent to a page that is open."""
    model = desk_of(live, viewer, language)
    if not is_whole:
        return dict(parts_of(PAGES, Room(live.kept, live), live, Look(model.viewer, model.info, "token")))
    site = {"path": "/t/table", "user_name": "", "waiting": 0, "page_id": "page", "is_ready": False}
    drawn = {"parts": Drawer(PAGES, model, "token").all()}
    return {"page": PAGES.get_template("table.html").render({**context_of(model, "token"), **site, **drawn})}


def differing(one: LiveGame, other: LiveGame, viewer: int | None, language: str, is_whole: bool) -> list[str]:
    """The names of the parts that differ."""
    first, second = shown(one, viewer, language, is_whole), shown(other, viewer, language, is_whole)
    assert set(first) == ({"page"} if is_whole else {GROUND, BOARD, *PARTS})
    return [name for name in first if first[name] != second[name]]


def play_and_look(live: LiveGame, dice: random.Random) -> int:
    """Play at random to the end, looking at every move; how often there were secrets to deal anew."""
    differed, since = 0, 0
    viewers = (None, *range(live.table.seats))
    for number in count():
        viewer, language = dice.choice(viewers), dice.choice(LANGUAGES)
        is_page = number % PAGE_EVERY == 0 or not live.pending
        first = 0 if is_page else since
        other = other_world(live, viewer, dice)
        differed += bytes(other.table.state) != bytes(live.table.state)
        assert told(other, viewer, language, first) == told(live, viewer, language, first), (number, viewer)
        if is_page:
            assert differing(live, other, viewer, language, number % (2 * PAGE_EVERY) == 0) == [], (number, viewer)
        if not live.pending:
            return differed
        since = live.table.event_count
        seat = dice.choice(live.pending)
        play_at_random(live, seat, dice)


def play_at_random(live: LiveGame, seat: int, dice: random.Random) -> None:
    """A random legal move of a seat, as the server makes it."""
    names, legal = live.table.move_names, live.table.state.legal(seat)
    name = names[dice.choice(legal)]
    if len(live.pending) > 1:
        check_secret(live.table, seat, [names[move] for move in legal], name)
    live.do(live.act(seat, "move", name, asked=live.holders[seat].asked))


def check_secret(table: Table, seat: int, legal: list[str], chosen: str) -> None:
    """While several decide at once: choices that leave the same table to see are told in the same words."""
    told_by_sight: dict[str, set[str]] = {}
    for name in {legal[0], legal[-1], chosen}:
        trial = table.copy()
        trial.play(name, seat)
        words = [event.words() for event in trial.events(table.event_count)]
        told_by_sight.setdefault(json.dumps(trial.view(None)), set()).add(json.dumps(words))
    assert all(len(logs) == 1 for logs in told_by_sight.values()), (seat, told_by_sight.values())


@pytest.mark.parametrize("chunk", CHUNKS)
def test_what_is_hidden_changes_nothing_that_anybody_is_shown(chunk: int) -> None:
    game = GAMES[chunk % len(GAMES)]
    by_seats = possible(game)
    differed = 0
    for number in range(chunk * GAMES_A_CHUNK, (chunk + 1) * GAMES_A_CHUNK):
        dice = random.Random(number)
        kinds = by_seats[min(by_seats) + number % len(by_seats)]
        differed += play_and_look(begun(dice.choice(kinds), number), dice)
    assert differed > 20 * GAMES_A_CHUNK, "there was something to hide"
