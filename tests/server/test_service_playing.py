"""The service: games played to their ends by people and bots, over restarts, with clocks."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs

from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import game_names
from bellringer.core.errors import IllegalMove, UndoRefused
from bellringer.core.tables.table import new_game
from bellringer.server.base import workers as workers_module
from bellringer.server.base.workers import Workers
from bellringer.server.errors import Stale
from bellringer.server.jobs import maintenance as maintenance
from bellringer.server.service import TableService
from bellringer.server.tables.live.live_game import LiveGame
from tests.server.services import (
    COMPANIES,
    ENDS,
    PATIENCE,
    Known,
    WithService,
    answer_any,
    any_name,
    asked_of,
    assert_kept,
    break_once,
    kept_table,
    play_out,
    refusal,
    run_apart,
    table_for,
    until,
)

pytestmark = pytest.mark.slow

# playing


@pytest.mark.parametrize(
    ("game", "seats"), [one if one in ENDS else pytest.param(*one, marks=pytest.mark.soak) for one in COMPANIES]
)
def test_bots_alone_finish_a_game(with_service: WithService, known: Known, game: str, seats: int) -> None:
    async def work(service: TableService) -> None:
        room = table_for(
            service, known(service, "Anna"), game, *["random", "greedy"] * (seats // 2), *["random"] * (seats % 2)
        )
        await until(lambda: room.kept.status == "over", 60)
        assert room.live is not None and room.kept.ended_by == "game"
        assert room.live.table.result is not None
        assert_kept(service, room)

    with_service(work)


@pytest.mark.parametrize("game", game_names())
def test_a_game_goes_on_over_restarts_to_its_end(with_service: WithService, known: Known, game: str) -> None:
    dice = random.Random(game)

    async def begin(service: TableService) -> str:
        return table_for(service, known(service, "Anna"), game, "me", "random", "random").address

    async def play_a_little(service: TableService) -> bool:
        room = await service.tables.find(address)
        assert room is not None and room.live is not None
        acts = len(room.live.acts)

        def is_later() -> bool:
            answer_any(service, room, dice)
            return room.kept.status == "over" or len(room.game.acts) > acts + 12

        await until(is_later)
        assert_kept(service, room)
        return room.kept.status == "over"

    address, restarts = with_service(begin), 0
    while not with_service(play_a_little):
        restarts += 1
    assert restarts > 2

    async def look(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None and room.kept.chance == room.game.table.chance == "draws"

    with_service(look)


def test_two_people_draft_at_the_same_time_in_any_order(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        views = set()
        for order in ((0, 1), (1, 0)):
            room = table_for(service, known(service, "Anna"), "notre-dame", "me", "open")
            room.put(seed=bytes(32))
            service.setup.sit(room, 1, known(service, "Ben"), "Ben")
            assert room.game.pending == (0, 1)
            asked, names = [asked_of(room, seat) for seat in (0, 1)], [any_name(room, seat) for seat in (0, 1)]
            for seat in order:
                assert service.playing.move(room, seat, asked[seat], names[seat]).asked == asked[seat]
            views.add(json.dumps(room.game.table.view(None)))
        assert len(views) == 1

    with_service(work)


def test_a_move_sent_twice_is_made_once(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "notre-dame", "me", "here")
        name, live = any_name(room, 1), room.game
        first = service.playing.move(room, 1, 0, name)
        revision = room.revision
        assert service.playing.move(room, 1, 0, name) is first
        assert (len(live.acts), room.revision) == (1, revision)
        assert service.store.acts(room.kept) == [first]

    with_service(work)


def test_a_move_sent_again_after_a_restart_gets_the_same_answer(with_service: WithService, known: Known) -> None:
    async def make(service: TableService) -> Any:
        room = table_for(service, known(service, "Anna"), "notre-dame", "me", "here")
        return room.address, service.playing.move(room, 1, 0, any_name(room, 1))

    async def again(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None
        assert service.playing.move(room, 1, 0, act.word) == act
        assert len(service.store.acts(room.kept)) == 1

    address, act = with_service(make)
    with_service(again)


def test_a_stale_an_illegal_and_a_foreign_answer_change_nothing(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here", "here")
        live = room.game
        seat = live.pending[0]
        service.playing.move(room, seat, 0, any_name(room, seat))
        now = live.pending[0]
        before, revision = bytes(live.table.state), room.revision
        with pytest.raises(Stale):
            service.playing.move(room, now, 0 if asked_of(room, now) else 9, any_name(room, now))
        with pytest.raises(IllegalMove):
            service.playing.move(room, now, asked_of(room, now), "nonsense")
        with pytest.raises(Stale):
            service.playing.undo(room, now, 0)
        for other in set(range(3)) - {now}:
            with pytest.raises(Stale):
                service.playing.move(room, other, asked_of(room, now), any_name(room, now))
        assert (bytes(live.table.state), len(live.acts), room.revision) == (before, 1, revision)
        assert_kept(service, room)

    with_service(work)


def test_taking_back_twice_with_one_click_takes_back_once(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "notre-dame", "me", "here")
        live = room.game
        service.playing.move(room, 0, 0, any_name(room, 0))
        act = service.playing.undo(room, 0, 1)
        assert service.playing.undo(room, 0, 1) is act
        assert [one.kind for one in live.acts] == ["move", "undo"]
        with pytest.raises(UndoRefused):
            service.playing.undo(room, 0, 2)
        service.playing.move(room, 0, 2, any_name(room, 0))
        with pytest.raises(Stale):
            service.playing.undo(room, 1, 1)
        assert_kept(service, room)

    with_service(work)


def test_bots_answer_anew_after_an_undo_past_them(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "random", "random")
        live = room.game
        for _ in range(200):
            await until(lambda: bool(live.ended_by) or (0 in live.pending and (room.bots is None or room.bots.done())))
            assert not live.ended_by, "the bots never let the person take anything back"
            if (depth := live.table.undo_depth(0, live.passable)) > 1:
                break
            service.playing.move(room, 0, asked_of(room, 0), any_name(room, 0))
        number, played = len(live.acts), live.table.moves_played
        act = service.playing.undo(room, 0, number)
        assert (act.word, live.table.moves_played, live.pending) == (str(depth), played - depth, (0,))
        assert service.playing.undo(room, 0, number) is act, "one click takes back once"
        service.playing.move(room, 0, asked_of(room, 0), live.table.moves(0)[-1].name)
        await until(lambda: bool(live.ended_by) or live.pending == (0,))
        assert_kept(service, room)

    with_service(work)


def test_an_answer_can_bring_the_next_one(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here")
        live = room.game
        while True:
            seat, name = live.pending[0], any_name(room, live.pending[0])
            twin = live.table.copy()
            twin.play(name, seat)
            if seat in twin.pending:
                break
            service.playing.move(room, seat, asked_of(room, seat), name)
        asked, number, then = asked_of(room, seat), len(live.acts), twin.moves(seat)[-1].name
        act = service.playing.move(room, seat, asked, name, then)
        assert [(one.kind, one.word) for one in live.acts[number:]] == [("move", name), ("move", then)]
        assert service.playing.move(room, seat, asked, name, then) is act and len(live.acts) == number + 2
        now = live.pending[0]
        service.playing.move(room, now, asked_of(room, now), any_name(room, now), "nonsense")
        assert len(live.acts) == number + 3, "what is no answer to the next question is let go"
        assert_kept(service, room)

    with_service(work)


def test_a_preview_changes_nothing_and_is_for_who_is_asked(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here")
        live, seat = room.game, room.game.pending[0]
        name, asked, revision = any_name(room, seat), asked_of(room, seat), room.revision
        before = bytes(live.table.state)
        told = service.playing.preview(room, seat, asked, name, "", "fr")
        assert told == live.table.preview(name, seat, language="fr") and (told.lines or told.next)
        with pytest.raises(Stale):
            service.playing.preview(room, seat, asked + 1, name, "", "en")
        with pytest.raises(Stale):
            service.playing.preview(room, 1 - seat, asked, name, "", "en")
        with pytest.raises(IllegalMove):
            service.playing.preview(room, seat, asked, "nonsense", "", "en")
        assert (bytes(live.table.state), room.revision, live.acts) == (before, revision, [])
        service.playing.move(room, seat, asked, name)
        with pytest.raises(Stale):
            service.playing.preview(room, seat, asked, name, "", "en")

    with_service(work)


def test_a_bot_plays_a_lent_seat_until_its_person_is_back(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "random")
        live = room.game
        service.playing.lend(room, 0)
        service.playing.lend(room, 0)
        assert [act.kind for act in live.acts].count("lend") == 1
        await until(lambda: any(act.kind == "move" and act.seat == 0 for act in live.acts))
        service.playing.take_back(room, 0)
        service.playing.take_back(room, 0)
        assert [act.kind for act in live.acts].count("return") == 1
        await until(lambda: live.pending == (0,))
        number = len(live.acts)
        await asyncio.sleep(0.05)
        assert len(live.acts) == number, "a bot has played for a user who is back"
        assert answer_any(service, room, random.Random(1)) is not None
        assert_kept(service, room)

    with_service(work)


def test_a_lent_game_is_played_to_its_end_by_bots_over_a_restart(with_service: WithService, known: Known) -> None:
    async def lend(service: TableService) -> str:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here")
        service.playing.lend(room, 0)
        service.playing.lend(room, 1)
        return room.address

    async def wait(service: TableService) -> None:
        await until(lambda: address in service.tables.rooms)  # nobody asks for it
        room = service.tables.rooms[address]
        await until(lambda: room.kept.status == "over")
        assert_kept(service, room)

    address = with_service(lend)
    with_service(wait)


def test_a_bot_plays_on_for_who_resigned(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here", "here")
        service.playing.resign(room, 0)
        assert room.kept.status == "running"
        assert refusal(service.playing.lend, room, 0) == refusal(service.playing.take_back, room, 0) == "not-yours"
        live = await play_out(service, room.address, random.Random(1))
        assert live.ended_by == "game"
        assert_kept(service, room)

    with_service(work)


def test_a_game_that_nobody_is_left_to_play_is_over(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> str:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "random", "random")
        service.playing.resign(room, 0)
        assert (room.kept.status, room.kept.ended_by) == ("over", "resigned")
        for refused in (service.playing.lend, service.playing.take_back):
            assert refusal(refused, room, 0) == "over"
        await asyncio.sleep(0.05)
        assert room.game.acts[-1].kind == "resign", "bots play on after the end"
        assert_kept(service, room)
        return room.address

    address = with_service(work)

    async def look(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None and room.game.ended_by == "resigned"

    with_service(look)


def test_pages_are_not_blocked_while_bots_think(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> float:
        room = table_for(service, known(service, "Anna"), "rattus", "expert", "expert", "expert")
        longest, last = 0.0, time.perf_counter()
        end = last + 1.5
        while last < end and room.kept.status == "running":
            await asyncio.sleep(0.001)
            longest, last = max(longest, time.perf_counter() - last), time.perf_counter()
        assert room.game.acts, "no bot has played"
        return longest

    assert any(with_service(work) < 0.5 for _ in range(5)), "what else the machine does may hold up one, not all"


def test_nobody_waits_for_bots_among_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tables without people think, a bot that a user waits for answers."""
    is_enough = threading.Event()
    choose = workers_module.choose_number

    def chosen(bot: str, seed: int, state: State, seat: int) -> int:
        if bot == "master":
            is_enough.wait(PATIENCE)
        return choose("random", seed, state, seat)

    monkeypatch.setattr(workers_module, "choose_number", chosen)

    async def work() -> str:
        workers, table = Workers(1), new_game("rattus", seats=2, seed=1)
        masters = [asyncio.create_task(workers.choose("master", 1, table, 0, is_awaited=False)) for _ in range(9)]
        await asyncio.sleep(0)
        try:
            return await workers.choose("random", 1, table, 0)
        finally:
            assert not any(master.done() for master in masters)
            is_enough.set()
            await asyncio.gather(*masters)
            workers.close()

    assert run_apart(work)


def test_a_table_has_people_until_bots_hold_all_their_seats() -> None:
    live = LiveGame(kept_table("notre-dame", 3, bots=(1,)))
    assert live.has_people
    for seat, kind in ((0, "lend"), (2, "resign")):
        live.do(live.act(seat, kind, "random" if kind == "lend" else ""))
    assert not live.has_people
    live.do(live.act(0, "return"))
    assert live.has_people


# clocks


def test_a_bot_steps_in_for_a_seat_out_of_time_and_gives_it_back(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        service.maintenance.tick = 0.01
        room = table_for(service, known(service, "Anna"), "rattus", "me", "random", clock="live-10")
        live = room.game
        await until(lambda: live.pending == (0,))
        live.holders[0].asked_at -= 600_001
        await until(lambda: live.holders[0].is_late)
        await until(lambda: any(act.seat == 0 and act.kind == "move" for act in live.acts))
        service.playing.take_back(room, 0)
        left = live.seconds_left(0, live.acts[-1].at)
        assert left is not None and 59 <= left <= 80
        assert_kept(service, room)

    with_service(work)


def test_a_live_clock_stands_still_from_one_server_to_the_next(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = [maintenance.now()]
    clock = SimpleNamespace(time_ns=lambda: at[0] * 1_000_000)
    monkeypatch.setattr("bellringer.server.store.values.kept.time", clock)

    async def begin(service: TableService) -> str:
        room = table_for(service, known(service, "Anna"), "notre-dame", "me", "here", clock="live-10")
        at[0] += 120_000
        return room.address

    async def look(service: TableService) -> float | None:
        room = await service.tables.find(address)
        assert room is not None
        return room.game.seconds_left(0, at[0])

    address = with_service(begin)
    for _ in range(2):
        at[0] += 3_600_000
        assert with_service(look) == 480


def test_clocks_run_for_all_tables_after_one_could_not_be_kept(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(service: TableService) -> None:
        service.maintenance.tick = 0.01
        rooms = [
            table_for(service, known(service, name), "rattus", "me", "here", clock="live-10")
            for name in ("Anna", "Ben")
        ]
        left = break_once(monkeypatch, service, "add_act")
        for room in rooms:
            for holder in room.game.holders:
                holder.asked_at -= 600_001
        await until(lambda: not left[0])
        other = next(room for room in rooms if room.address in service.tables.rooms)
        await until(lambda: any(holder.is_late for holder in other.game.holders), 3)

    with capture_logs():
        with_service(work)
