"""The page of who has just moved, on a server that has more to draw than it can: bots answer first."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bellringer.server.base.settings import Settings
from bellringer.server.drawing.drawn_parts import Part
from bellringer.server.drawing.process.apart import Drawing
from bellringer.server.drawing.table.table_drawings import drawings_of
from bellringer.server.service import TableService
from bellringer.server.store import User
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory.room import Room
from bellringer.server.thinking.bots import WITHIN_A_TURN, Bots
from bellringer.server.web import streams
from tests.server.services import PATIENCE, Known, WithService, answer_any, kept_table, table_for, until
from tests.server.services import moved as acted_by

pytestmark = pytest.mark.unhurried


def waits_for_bots(service: TableService, room: Room, user: User) -> bool:
    """Whether bots must decide, and the user must not."""
    assert room.live is not None
    return service.bots.has_work(room.live) and not room.asks(user)


async def moved(service: TableService, known: Known) -> tuple[Room, User]:
    """A table where somebody has just made a move after which it is for bots to decide."""
    anna, dice = known(service, "Anna"), random.Random(3)
    room = table_for(service, anna, "notre-dame", "me", "random", "random")
    while not waits_for_bots(service, room, anna):
        await until(lambda: room.asks(anna))
        answer_any(service, room, dice)
    return room, anna


def hold_bots(service: TableService, room: Room) -> None:
    """Let the bots of a table take longer than anybody waits."""
    service.bots.pause = lambda live, seat: 60.0  # type: ignore[method-assign]
    if room.bots is not None:
        room.bots.cancel()


def page_stream(service: TableService, room: Room, user: User, view: object) -> AsyncIterator[bytes]:
    """The stream of a user's page, which somebody waits for."""
    drawings_of(room).page("page", "key").hurried.set()
    request = SimpleNamespace(query_params={"page": "page"}, headers={})
    seen = {"look_at": lambda room: None, "look_away": lambda room: None}
    session = SimpleNamespace(service=service, user=user, key="key", who="Anna", where="", **seen)
    return streams.stream(request, session, room, view)  # type: ignore[arg-type]


Settled = Callable[[TableService, Room, User], Any]


@pytest.fixture
def settled() -> Settled:
    """Waits as the stream of a user's page does, while so many pages wait."""

    async def settle(service: TableService, room: Room, user: User, long: int = 0) -> float:
        service.drawing.long = long
        began, session = time.monotonic(), SimpleNamespace(service=service, user=user)
        with service.listeners.listening(room, user, "Anna") as listener:
            await asyncio.wait_for(streams.settle(session, room, listener), PATIENCE)  # type: ignore[arg-type]
        return time.monotonic() - began

    return settle


def test_bots_answer_before_the_page_is_drawn(with_service: WithService, known: Known, settled: Settled) -> None:
    async def work(service: TableService) -> None:
        room, anna = await moved(service, known)
        await settled(service, room, anna)
        assert room.asks(anna)

    with_service(work)


def test_bots_that_take_long_are_not_waited_for(
    with_service: WithService,
    known: Known,
    settled: Settled,
) -> None:
    async def work(service: TableService) -> None:
        service.drawing.settle = 0.2
        room, anna = await moved(service, known)
        hold_bots(service, room)
        assert 0.1 < await settled(service, room, anna) < 2 and waits_for_bots(service, room, anna)

    with_service(work)


def test_who_is_asked_beside_bots_waits_for_them_but_shortly(
    with_service: WithService,
    known: Known,
    settled: Settled,
) -> None:
    async def work(service: TableService) -> None:
        service.drawing.settle, service.drawing.settle_asked = 60.0, 0.2
        anna = known(service, "Anna")
        room = table_for(service, anna, "notre-dame", "me", "random", "random")  # all choose cards at the same time
        hold_bots(service, room)
        assert room.live is not None and room.asks(anna) and service.bots.has_work(room.live)
        assert 0.1 < await settled(service, room, anna) < 2

    with_service(work)


@pytest.mark.parametrize(("late", "is_late"), [(0, True), (1, False)])
def test_who_has_moved_goes_behind_too_many_who_must_decide(
    with_service: WithService, known: Known, late: int, is_late: bool
) -> None:
    view = SimpleNamespace(look=lambda: None, parts=lambda: {"prompt": Part("the next question")})

    async def work(service: TableService) -> None:
        anna, heard = known(service, "Anna"), list[str]()
        service.drawing.late = late
        room = table_for(service, anna, "notre-dame", "me", "random", "random")
        await until(lambda: not service.bots.has_work(room.game))

        async def listen() -> None:
            async for part in page_stream(service, room, anna, view):
                heard.append(part.decode())

        await service.drawing.turns.enter("the page of somebody else", False)
        listening = asyncio.create_task(listen())
        await until(lambda: len(heard) == 2)
        await asyncio.sleep(0.1)
        assert (streams.NOTHING in heard[-1]) == is_late and len(heard) == 2
        service.drawing.turns.leave()
        await until(lambda: "the next question" in heard[-1])
        assert len(heard) == 2 + is_late
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)

    with_service(work)


@pytest.mark.parametrize(("late", "signs"), [(0, streams.SETTLED), (1, 0)])
def test_while_too_many_must_decide_bots_are_waited_for_longer_with_signs_of_life(
    with_service: WithService, known: Known, late: int, signs: int
) -> None:
    view = SimpleNamespace(look=lambda: None, parts=lambda: {"prompt": Part("what bots must decide")})

    async def work(service: TableService) -> None:
        service.drawing.long, service.drawing.late, service.drawing.settle = 0, late, 0.2
        room, anna = await moved(service, known)
        hold_bots(service, room)
        heard = list[str]()

        async def listen() -> None:
            async for part in page_stream(service, room, anna, view):
                heard.append(part.decode())

        listening = asyncio.create_task(listen())
        await until(lambda: bool(heard) and "what bots must decide" in heard[-1])
        assert sum(streams.NOTHING in one for one in heard) == signs + (late == 0), "one more where it waits in line"
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)

    with_service(work)


@pytest.mark.parametrize("what", ["end_streams", "send_away"])
def test_a_page_that_waits_for_bots_ends_when_it_has_to_go(with_service: WithService, known: Known, what: str) -> None:
    view = SimpleNamespace(look=lambda: None, parts=dict)

    async def work(service: TableService) -> None:
        service.drawing.long, service.drawing.settle = 0, 60.0
        room, anna = await moved(service, known)
        hold_bots(service, room)

        async def listen() -> list[bytes]:
            return [part async for part in page_stream(service, room, anna, view)]

        listening = asyncio.create_task(listen())
        await until(lambda: bool(service.listeners.all))
        await asyncio.sleep(0.1)
        if what == "end_streams":
            service.end_streams()
        else:
            service.listeners.send_away(next(iter(service.listeners.all)))
        assert len(await asyncio.wait_for(listening, PATIENCE / 2)) == 1, "only how soon to come again"

    with_service(work)


def test_while_few_pages_wait_what_one_has_done_is_drawn_at_once(
    with_service: WithService,
    known: Known,
    settled: Settled,
) -> None:
    async def work(service: TableService) -> None:
        room, anna = await moved(service, known)
        await settled(service, room, anna, long=1)
        assert waits_for_bots(service, room, anna)

    with_service(work)


@pytest.mark.parametrize(("long", "part"), [(0, WITHIN_A_TURN), (1, 1.0)])
def test_while_many_pages_wait_bots_do_not_pause_after_each_other(long: int, part: float) -> None:
    unused: Any = None
    bots = Bots(
        Settings(data=Path(), pace=9.0, grace=20.0), unused, unused, lambda: Drawing(long=long).is_behind, unused
    )
    live = LiveGame(kept_table("notre-dame", 3, bots=(1, 2)))
    acted_by(live, 0)
    assert live.table.may_undo(0) and bots.pause(live, 1) == 20.0, "who has moved can take it back as long as ever"
    acted_by(live, 1)
    assert bots.pause(live, 2) == 9.0 * part
