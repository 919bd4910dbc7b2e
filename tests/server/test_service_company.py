"""The service around the games: chat, hints, rematches, and tables that nobody looks at any more."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from typing import Any

import pytest

from bellringer.core.contract.registry import game_names
from bellringer.server.base.settings import unlimited
from bellringer.server.errors import Refused, Stale
from bellringer.server.jobs import maintenance as maintenance
from bellringer.server.service import TableService
from tests.server.services import (
    Known,
    WithService,
    answer_any,
    any_name,
    asked_of,
    assert_kept,
    refusal,
    table_for,
    until,
)

pytestmark = pytest.mark.unhurried

# talking, asking for advice, playing again


def test_what_is_said_is_kept_as_one_line(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here")
        service.playing.say(room, 0, "  well \n\n played\t! ")
        service.playing.say(room, 1, "<b>thanks</b>")
        assert [(one.number, one.seat, one.text) for one in room.game.sayings] == [
            (1, 0, "well played !"),
            (2, 1, "<b>thanks</b>"),
        ]
        assert service.store.sayings(room.kept) == room.game.sayings
        assert refusal(service.playing.say, room, 0, " \n ") == "empty"
        assert refusal(service.playing.say, room, 0, "x" * 501) == "too-long"
        service.playing.say(room, 0, "x" * 500)

    with_service(work)


def test_a_table_says_only_so_much(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here")
        for _ in range(3):
            service.playing.say(room, 0, "hello")
        assert refusal(service.playing.say, room, 1, "hello") == "chat-full"

    with_service(work, limits=replace(unlimited(), chat_lines=3))


def test_nothing_is_said_before_the_game_begins(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "open")
        assert refusal(service.playing.say, room, 0, "hello") == "waiting"

    with_service(work)


@pytest.mark.parametrize("game", game_names())
def test_a_hint_is_a_legal_move_and_changes_nothing(with_service: WithService, known: Known, game: str) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), game, "me", "here")
        live = room.game
        seat, before = live.pending[0], bytes(live.table.state)
        thought = (await service.hints.find(room, seat)).best
        assert thought.name in {move.name for move in live.table.moves(seat)}
        assert 0 <= thought.win_chance <= 1
        assert bytes(live.table.state) == before and not live.acts

    with_service(work, hint_iterations=50)


def test_a_hint_that_comes_after_the_decision_is_none(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here")
        seat = room.game.pending[0]
        hint = asyncio.create_task(service.hints.find(room, seat))
        await asyncio.sleep(0)
        service.playing.move(room, seat, asked_of(room, seat), any_name(room, seat))
        with pytest.raises(Stale):
            await hint

    with_service(work, hint_iterations=50)


def test_there_is_no_hint_for_who_is_not_asked(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here")
        waiting = 1 - room.game.pending[0]
        with pytest.raises(Refused) as refused:
            await service.hints.find(room, waiting)
        assert refused.value.code == "nothing-asked"

    with_service(work, hint_iterations=50)


def test_a_person_is_told_at_how_many_tables_to_move(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna, ben = known(service, "Anna"), known(service, "Ben")

        def waiting() -> tuple[int, int]:
            return service.store.count_waiting_for(anna), service.store.count_waiting_for(ben)

        room = table_for(service, anna, "notre-dame", "me", "open")
        assert waiting() == (0, 0)
        service.setup.sit(room, 1, ben, "Ben")
        assert waiting() == (1, 1)
        service.playing.move(room, 0, 0, any_name(room, 0))
        assert waiting() == (0, 1)
        service.playing.undo(room, 0, 1)
        assert waiting() == (1, 1)
        service.playing.lend(room, 1)
        await until(lambda: room.game.pending == (0,))
        assert waiting() == (1, 0)
        service.playing.resign(room, 0)
        assert waiting() == (0, 0)

    with_service(work)


# rooms that nobody uses


def test_a_table_that_nobody_looks_at_leaves_memory_and_comes_back(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("TICK", 0.01), ("ROOMS", 1), ("IDLE", 0.02)):
        monkeypatch.setattr(maintenance, name, value)

    async def work(service: TableService) -> None:
        anna = known(service, "Anna")
        idle = table_for(service, anna, "rattus", "me", "here")
        timed = table_for(service, anna, "rattus", "me", "here", clock="days-1")
        looked_at = table_for(service, anna, "rattus", "me", "here")
        looked_at.streams[asyncio.Event()] = "anybody"
        seat = idle.game.pending[0]
        service.playing.move(idle, seat, 0, any_name(idle, seat))
        await until(lambda: idle.address not in service.tables.rooms)
        assert {timed.address, looked_at.address} <= set(service.tables.rooms)
        found = await service.tables.find(idle.address)
        assert found is not None and found is not idle
        assert bytes(found.game.table.state) == bytes(idle.game.table.state)
        assert answer_any(service, found, random.Random(1)) is not None
        assert_kept(service, found)

    with_service(work)


def test_a_table_at_which_a_bot_thinks_stays_in_memory(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("TICK", 0.01), ("ROOMS", 0), ("IDLE", 0.0), ("IDLE_OVER", 0.0)):
        monkeypatch.setattr(maintenance, name, value)

    async def work(service: TableService) -> None:
        done = asyncio.Event()

        async def think(*_: Any) -> str:
            await done.wait()
            return any_name(room, room.game.pending[0])

        monkeypatch.setattr(service.workers, "choose", think)
        room = table_for(service, known(service, "Anna"), "rattus", "random", "random")
        await asyncio.sleep(0.1)
        assert service.tables.rooms == {room.address: room}
        done.set()
        await until(lambda: room.kept.status == "over")
        await until(lambda: not service.tables.rooms)

    with_service(work)
