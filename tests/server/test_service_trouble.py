"""The service when something breaks: bots that fail, acts that cannot be kept. Nothing is lost, no table is stuck."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from bellringer.core.errors import OptionError
from bellringer.server.api.caller import Caller
from bellringer.server.api.happening import told
from bellringer.server.errors import Refused
from bellringer.server.service import TableService
from bellringer.server.store.writer import Owed
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory.room import Room
from tests.server.services import (
    Known,
    WithService,
    answer_any,
    any_name,
    asked_of,
    assert_kept,
    break_once,
    play_out,
    table_for,
    until,
)

pytestmark = pytest.mark.slow

MANY = 15  # running tables

# what goes wrong


def test_a_log_that_can_not_be_moved_is_noted_by_the_loop(
    with_service: WithService, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(service: TableService) -> None:
        noted: list[tuple[str, bool]] = []

        def fail() -> None:
            raise OSError("the disk failed")

        def note(error: BaseException | None, *_: Any) -> None:
            noted.append((str(error), threading.current_thread() is here))

        here = threading.current_thread()
        with monkeypatch.context() as patched:
            patched.setattr(service.maintenance, "saved_every", 0.0)
            patched.setattr(service.store.log, "checkpoint", fail)
            patched.setattr(service.health, "note", note)
            await until(lambda: len(noted) > 1)
        assert set(noted) == {("the disk failed", True)}, "and it is tried again"

    with_service(work)


@pytest.mark.parametrize(
    "error", [RuntimeError, ValueError, OptionError, KeyError, ZeroDivisionError, TypeError, MemoryError]
)
def test_a_bot_that_fails_does_not_hold_up_a_table(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    async def fail(*_: Any) -> str:
        raise error("a bot's fault")

    async def work(service: TableService) -> None:
        monkeypatch.setattr(service.workers, "choose", fail)
        room = table_for(service, known(service, "Anna"), "rattus", "me", "random", "random")
        assert (await play_out(service, room.address, random.Random(1))).ended_by == "game"
        assert_kept(service, room)

    with capture_logs() as told:
        with_service(work)
    assert {line["event"] for line in told} == {"a bot failed"}


def test_a_bot_that_names_an_illegal_move_does_not_hold_up_a_table(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nonsense(*_: Any) -> str:
        return "nonsense"

    async def work(service: TableService) -> None:
        monkeypatch.setattr(service.workers, "choose", nonsense)
        room = table_for(service, known(service, "Anna"), "rattus", "me", "random")
        assert (await play_out(service, room.address, random.Random(1))).ended_by == "game"
        assert_kept(service, room)

    with capture_logs():
        with_service(work)


@pytest.mark.parametrize("kind", ["move", "undo", "lend", "return", "resign"])
def test_an_act_that_can_t_be_kept_has_not_happened(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "notre-dame", "me", "here", "here")
        if kind == "undo":
            service.playing.move(room, 0, 0, any_name(room, 0))
        if kind == "return":
            service.playing.lend(room, 0)
        doing: dict[str, Callable[[Room], object]] = {
            "move": lambda at: service.playing.move(at, 0, asked_of(at, 0), any_name(at, 0)),
            "undo": lambda at: service.playing.undo(at, 0, 1),
            "lend": lambda at: service.playing.lend(at, 0),
            "return": lambda at: service.playing.take_back(at, 0),
            "resign": lambda at: service.playing.resign(at, 0),
        }
        before = bytes(room.game.table.state), len(room.game.acts)
        break_once(monkeypatch, service, "add_act")
        doing[kind](room)
        await until(lambda: room.is_gone)
        found = await service.tables.find(room.address)
        assert found is not None
        live = found.game
        assert (bytes(live.table.state), len(live.acts)) == before
        assert_kept(service, found)
        doing[kind](found)
        assert found.game.acts[-1].kind == kind
        assert_kept(service, found)
        assert (await finished(service, found)).ended_by

    async def finished(service: TableService, room: Room) -> LiveGame:
        for seat in (0, 1, 2):
            if kind != "resign" or seat:
                service.playing.lend(room, seat)
        return await play_out(service, room.address, random.Random(1))

    with_service(work)


def test_bots_play_on_after_moves_that_could_not_be_kept(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "random", "random")
        dice, writes = random.Random(3), itertools.count(1)
        left = break_once(monkeypatch, service, "add_act", 8, lambda: next(writes) % 5 == 0)

        async def is_over() -> bool:
            """Whether the game is over and its end is stored: an end that could not be stored is played again."""
            found = await service.tables.find(room.address)
            assert found is not None
            answer_any(service, found, dice)
            line = service.store.changes.line(found.kept.id)
            return bool(found.game.ended_by) and line.is_stored and line.failed is None

        await until(is_over, 40)
        found = await service.tables.find(room.address)
        assert found is not None and left == [0]
        assert_kept(service, found)

    with capture_logs():
        with_service(work)


def test_a_page_that_listens_is_never_told_of_an_act_that_was_not_kept(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here")
        listening_at = partial(service.listeners.listening, user=None, who="anybody")
        caller = cast(Caller, SimpleNamespace(service=service, user=None, listening=listening_at))
        heard: list[str] = []
        owed = Owed(lines={service.store.changes.line(room.kept.id): None})

        async def listen() -> None:
            async for text in told(caller, room, 0, None, "en"):
                await owed.settled()  # as the layer around all answers does
                heard.append(text)

        listening = asyncio.create_task(listen())
        await until(lambda: heard)
        seat = room.game.pending[0]
        break_once(monkeypatch, service, "add_act")
        service.playing.move(room, seat, 0, any_name(room, seat))
        await until(lambda: room.is_gone)
        await asyncio.sleep(0.05)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        acts = [json.loads(text.split("data: ")[1])["acts"] for text in heard if "data: " in text]
        assert set(acts) == {0}

    with_service(work)


@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_table_whose_beginning_could_not_be_kept_begins_when_it_is_looked_at_again(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch, is_restarted: bool
) -> None:
    async def sit_down(service: TableService) -> str:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "open")
        with monkeypatch.context() as patch:
            break_once(patch, service, "begin")
            service.setup.sit(room, 1, known(service, "Ben"), "Ben")
            await until(lambda: room.is_gone)
        await until(lambda: service.health.is_storing)
        if not is_restarted:
            await finish(service, room.address)
        return room.address

    async def finish(service: TableService, address: str) -> None:
        room = await service.tables.find(address)
        assert room is not None
        if room.kept.seats[1].is_open:
            service.setup.sit(room, 1, known(service, "Ben"), "Ben")
        found = await service.tables.find(address)
        assert found is not None and found.kept.status == "running"
        assert (await play_out(service, address, random.Random(1))).ended_by == "game"

    address = with_service(sit_down)
    if is_restarted:
        with_service(lambda service: finish(service, address))


def test_a_line_of_the_chat_that_can_t_be_kept_is_not_shown(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "random")
        break_once(monkeypatch, service, "add_saying")
        service.playing.say(room, 0, "hello")
        await until(lambda: room.is_gone)
        again = await service.tables.find(room.address)
        assert again is not None and again.game.sayings == []
        service.playing.say(again, 0, "hello again")
        assert [line.text for line in service.store.sayings(room.kept)] == ["hello again"]

    with_service(work)


# games that can't be rebuilt


def spoilt(path: Path, address: str, statement: str) -> None:
    """A database with something in it that was never written by a server."""
    with closing(sqlite3.connect(path)) as base, base:
        (number,) = base.execute("select id from tables where address = ?", (address,)).fetchone()
        assert base.execute(statement, (number,)).rowcount == 1


@pytest.mark.parametrize(
    "statement",
    [
        "update acts set word = 'no such move', kind = 'move', sealed = null where number = 1 and table_id = ?",
        "delete from acts where number = 1 and table_id = ?",
        "update tables set versions = '99' where id = ?",
        "update tables set game = 'chess' where id = ?",
    ],
)
def test_a_game_that_can_not_be_rebuilt_stops_no_other(
    with_service: WithService, known: Known, tmp_path: Path, statement: str
) -> None:
    async def begin(service: TableService) -> list[str]:
        rooms = [table_for(service, known(service, "Anna"), "notre-dame", "me", "here") for _ in range(2)]
        for room in rooms:
            for seat in (0, 1):
                service.playing.move(room, seat, asked_of(room, seat), any_name(room, seat))
        return [room.address for room in rooms]

    async def go_on(service: TableService) -> None:
        with pytest.raises(Refused) as told:
            await service.tables.find(bad)
        assert (told.value.code, told.value.status) == ("damaged", 503)
        assert (await play_out(service, good, random.Random(1))).ended_by == "game"
        await service.maintenance.end_abandoned()

    bad, good = with_service(begin)
    spoilt(tmp_path / "data" / "bellringer.sqlite3", bad, statement)
    with capture_logs() as logs:
        with_service(go_on)
    said = [line for line in logs if line["log_level"] == "error"]
    events = ("a table can't be rebuilt", "a row can't be read and is set aside")
    assert said and all(line["event"] in events and "exc_info" not in line for line in said)
    assert "keep" not in str(logs)


def test_a_start_with_many_tables_answers_before_they_are_rebuilt(with_service: WithService, known: Known) -> None:
    """Whoever asks has his table at once; the others are rebuilt in between, and their bots play on."""

    async def make(service: TableService) -> list[str]:
        return [table_for(service, known(service, "Anna"), "rattus", "me", "random").address for _ in range(MANY)]

    async def look(service: TableService) -> None:
        assert len(service.tables.rooms) == 0
        last = await service.tables.find(addresses[-1])
        assert last is not None and last.live is not None and len(service.tables.rooms) == 1
        await until(lambda: set(service.tables.rooms) == set(addresses))

    addresses = with_service(make)
    with_service(look)
