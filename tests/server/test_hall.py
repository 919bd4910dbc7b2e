"""The hall: tables made, sat down at, played to the end by people and bots, whatever goes wrong in between."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from bellringer.core.errors import IllegalMove, OptionError, UndoRefused
from bellringer.core.game import games
from bellringer.server import api
from bellringer.server import hall as hall_module
from bellringer.server.hall import Hall
from bellringer.server.live import Live, Refused, Stale
from bellringer.server.room import Room
from bellringer.server.settings import unlimited
from bellringer.server.store import Person, SeatKept
from bellringer.server.wishes import NewTable, Sitting
from tests.server.halls import COMPANIES, answer_any, play_out, table_for, until

InHall = Callable[..., Any]
Known = Callable[[Hall, str], Person]


def refusal(function: Callable[..., object], *values: Any) -> str:
    """The code with which something is refused."""
    with pytest.raises(Refused) as refused:
        function(*values)
    return refused.value.code


def asked_of(room: Room, seat: int) -> int:
    """The number of the question that a seat is asked."""
    assert room.live is not None
    asked = room.live.holders[seat].asked
    assert asked is not None
    return asked


def any_name(room: Room, seat: int) -> str:
    """A legal move of a seat."""
    assert room.live is not None
    return room.live.table.moves(seat)[0].name


def assert_kept(hall: Hall, room: Room) -> None:
    """What is in memory is what is kept."""
    assert room.live is not None
    kept = hall.store.table(room.address)
    assert kept is not None and replace(kept, changed=0) == replace(room.kept, changed=0, pending=kept.pending)
    assert kept.pending == (room.live.pending_people if kept.status == "running" else 0)
    acts = hall.store.acts(room.kept)
    assert acts == room.live.acts
    assert bytes(Live(kept, acts).table.state) == bytes(room.live.table.state)


def break_once(monkeypatch: pytest.MonkeyPatch, hall: Hall, name: str, times: int = 1) -> list[int]:
    """The store fails to write so many times, as with a full disk; the list has how many are to come."""
    whole, left = getattr(hall.store, name), [times]

    def write(*values: Any) -> object:
        if left[0]:
            left[0] -= 1
            raise OperationalError("insert", {}, Exception("disk full"))
        return whole(*values)

    monkeypatch.setattr(hall.store, name, write)
    return left


# sitting down


def test_a_table_without_open_seats_begins_at_once(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "here", "random")
        assert room.kept.status == "running" and room.live is not None
        assert [seat.name for seat in room.kept.seats] == ["Anna", "Anna", ""]
        assert hall.find(room.address) is room

    in_hall(work)


def test_a_table_begins_when_the_last_seat_is_taken(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        anna, ben = person(hall, "Anna"), person(hall, "Ben")
        room = table_for(hall, anna, "notre-dame", "me", "open", "open")
        assert refusal(hall.live_of, room) == "waiting"
        hall.sit(room, 2, ben, "  Ben  the   Bold ")
        assert room.kept.status == "waiting"
        assert room.kept.seats[2] == SeatKept(2, ben.id, "Ben the Bold")
        hall.put_bot(room, 1, "random")
        assert room.kept.status == "running"
        assert_kept(hall, room)

    in_hall(work)


def test_a_seat_that_is_taken_is_kept_by_who_sits_there(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        anna, ben = person(hall, "Anna"), person(hall, "Ben")
        room = table_for(hall, anna, "notre-dame", "me", "open", "open")
        before = room.kept
        assert refusal(hall.sit, room, 0, ben, "Ben") == "taken"
        assert refusal(hall.put_bot, room, 0, "random") == "taken"
        hall.sit(room, 0, anna, "Another name")
        assert room.kept == before
        assert hall.store.table(room.address) == before

    in_hall(work)


def test_who_leaves_a_waiting_table_opens_all_own_seats(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        anna, ben = person(hall, "Anna"), person(hall, "Ben")
        room = table_for(hall, anna, "rattus", "me", "here", "open", "open")
        hall.sit(room, 2, ben, "Ben")
        hall.leave(room, anna)
        assert [seat.is_open for seat in room.kept.seats] == [True, True, False, True]
        kept = hall.store.table(room.address)
        assert kept is not None and kept.seats == room.kept.seats
        hall.sit(room, 0, ben, "Ben")
        assert room.seats_of(ben) == (0, 2)

    in_hall(work)


def test_a_waiting_table_is_there_after_a_restart_and_begins_then(in_hall: InHall, person: Known) -> None:
    async def make(hall: Hall) -> tuple[str, str]:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "open")
        return room.address, hall.invitation(room, 1)

    async def go_on(hall: Hall) -> None:
        room = hall.find(address)
        assert room is not None and hall.invited(room, invitation) == 1
        hall.sit(room, 1, person(hall, "Ben"), "Ben")
        assert room.kept.status == "running"

    address, invitation = in_hall(make)
    in_hall(go_on)


def test_once_the_game_has_begun_nobody_sits_down_leaves_or_discards(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        anna = person(hall, "Anna")
        room = table_for(hall, anna, "rattus", "me", "random")
        for refused in (
            lambda: hall.sit(room, 1, anna, "Anna"),
            lambda: hall.put_bot(room, 1, "random"),
            lambda: hall.leave(room, anna),
            lambda: hall.discard(room),
        ):
            assert refusal(refused) == "begun"

    in_hall(work)


def test_a_discarded_table_is_gone(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> str:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "open", joining="anyone")
        hall.discard(room)
        assert hall.find(room.address) is None
        assert hall.store.open_tables(10) == []
        assert hall.store.count_unfinished() == 0
        return room.address

    address = in_hall(work)

    async def look(hall: Hall) -> None:
        assert hall.find(address) is None

    in_hall(look)


def test_only_tables_that_anyone_may_join_are_listed_while_a_seat_is_open(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        anna = person(hall, "Anna")
        listed = table_for(hall, anna, "rattus", "me", "open", joining="anyone")
        table_for(hall, anna, "rattus", "me", "open", joining="link")
        table_for(hall, anna, "rattus", "me", "random", joining="anyone")
        assert [kept.address for kept in hall.store.open_tables(10)] == [listed.address]
        hall.put_bot(listed, 1, "random")
        assert hall.store.open_tables(10) == []

    in_hall(work)


def test_an_invitation_is_for_one_seat_of_one_table(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        anna = person(hall, "Anna")
        one = table_for(hall, anna, "rattus", "me", "open", "open")
        other = table_for(hall, anna, "rattus", "me", "open", "open")
        tokens = [hall.invitation(room, seat) for room in (one, other) for seat in range(3)]
        assert len(set(tokens)) == 6
        for seat in range(3):
            token = hall.invitation(one, seat)
            assert hall.invited(one, token) == seat
            assert hall.invited(other, token) is None
            assert hall.invited(one, f"{(seat + 1) % 3}{token[1:]}") is None
            assert hall.invited(one, token[:-1]) is None and hall.invited(one, token + "A") is None
        for nonsense in ("", "-", "1", "1-", "9-x", "²-x", "-1-x", "1" * 5_000, "é", "1-é"):
            assert hall.invited(one, nonsense) is None

    in_hall(work)


@pytest.mark.parametrize(
    "wrong",
    [
        {"clock": "live-5"},
        {"joining": "friends"},
        {"watching": ""},
        {"options": {"nonsense": 1}},
        {"options": {"start": 2}},
        {"options": {"start": -1}},
        {"seats": (Sitting("me"),)},
        {"seats": (Sitting("me"),) * 7},
        {"seats": (Sitting("me"), Sitting("ghost"))},
        {"seats": (Sitting("me"), Sitting("bot", bot="search:999999999"))},
        {"seats": (Sitting("me"), Sitting("bot"))},
        {"seats": (Sitting("me"), Sitting("here", name="x" * 41))},
        {"seats": (Sitting("me"), Sitting("here", name="tab\x07bell"))},
        {"game": "chess"},
    ],
    ids=str,
)
def test_a_table_that_can_t_be_had_is_not_made(in_hall: InHall, person: Known, wrong: dict[str, Any]) -> None:
    async def work(hall: Hall) -> None:
        wanted = NewTable(**{"game": "notre-dame", "seats": (Sitting("me"), Sitting("open")), **wrong})
        with pytest.raises(OptionError):
            hall.make(person(hall, "Anna"), wanted)
        assert hall.store.count_unfinished() == 0 and not hall.rooms

    in_hall(work)


def test_a_person_has_only_so_many_tables_at_once(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        anna, ben = person(hall, "Anna"), person(hall, "Ben")
        first = table_for(hall, anna, "rattus", "me", "open")
        table_for(hall, anna, "rattus", "me", "open")
        assert refusal(table_for, hall, anna, "rattus", "me", "open") == "too-many-tables"
        table_for(hall, ben, "rattus", "me", "open")
        hall.discard(first)
        table_for(hall, anna, "rattus", "me", "open")

    in_hall(work, limits=replace(unlimited(), tables_a_person=2))


def test_a_server_has_only_so_many_tables_at_once(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        for name in ("Anna", "Ben"):
            table_for(hall, person(hall, name), "rattus", "me", "open")
        assert refusal(table_for, hall, person(hall, "Cleo"), "rattus", "me", "open") == "full"

    in_hall(work, limits=replace(unlimited(), open_tables=2))


# playing


@pytest.mark.parametrize(("game", "seats"), COMPANIES)
def test_bots_alone_finish_a_game(in_hall: InHall, person: Known, game: str, seats: int) -> None:
    async def work(hall: Hall) -> None:
        room = table_for(
            hall, person(hall, "Anna"), game, *["random", "greedy"] * (seats // 2), *["random"] * (seats % 2)
        )
        await until(lambda: room.kept.status == "over", 60)
        assert room.live is not None and room.kept.ended_by == "game"
        assert room.live.table.result is not None
        assert_kept(hall, room)

    in_hall(work)


@pytest.mark.parametrize("game", games())
def test_a_game_goes_on_over_restarts_to_its_end(in_hall: InHall, person: Known, game: str) -> None:
    dice = random.Random(game)

    async def begin(hall: Hall) -> str:
        return table_for(hall, person(hall, "Anna"), game, "me", "random", "random").address

    async def play_a_little(hall: Hall) -> bool:
        room = hall.find(address)
        assert room is not None and room.live is not None
        acts = len(room.live.acts)

        def is_later() -> bool:
            answer_any(hall, room, dice)
            return room.kept.status == "over" or len(hall.live_of(room).acts) > acts + 25

        await until(is_later)
        assert_kept(hall, room)
        return room.kept.status == "over"

    address, restarts = in_hall(begin), 0
    while not in_hall(play_a_little):
        restarts += 1
    assert restarts > 2


def test_two_people_draft_at_the_same_time_in_any_order(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        views = set()
        for order in ((0, 1), (1, 0)):
            room = table_for(hall, person(hall, "Anna"), "notre-dame", "me", "open")
            room.put(seed=bytes(32))
            hall.sit(room, 1, person(hall, "Ben"), "Ben")
            assert hall.live_of(room).pending == (0, 1)
            asked, names = [asked_of(room, seat) for seat in (0, 1)], [any_name(room, seat) for seat in (0, 1)]
            for seat in order:
                assert hall.move(room, seat, asked[seat], names[seat]).asked == asked[seat]
            views.add(json.dumps(hall.live_of(room).table.view(None)))
        assert len(views) == 1

    in_hall(work)


def test_a_move_sent_twice_is_made_once(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        room = table_for(hall, person(hall, "Anna"), "notre-dame", "me", "here")
        name, live = any_name(room, 1), hall.live_of(room)
        first = hall.move(room, 1, 0, name)
        revision = room.revision
        assert hall.move(room, 1, 0, name) is first
        assert (len(live.acts), room.revision) == (1, revision)
        assert hall.store.acts(room.kept) == [first]

    in_hall(work)


def test_a_move_sent_again_after_a_restart_gets_the_same_answer(in_hall: InHall, person: Known) -> None:
    async def make(hall: Hall) -> Any:
        room = table_for(hall, person(hall, "Anna"), "notre-dame", "me", "here")
        return room.address, hall.move(room, 1, 0, any_name(room, 1))

    async def again(hall: Hall) -> None:
        room = hall.find(address)
        assert room is not None
        assert hall.move(room, 1, 0, act.word) == act
        assert len(hall.store.acts(room.kept)) == 1

    address, act = in_hall(make)
    in_hall(again)


def test_a_stale_an_illegal_and_a_foreign_answer_change_nothing(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "here", "here")
        live = hall.live_of(room)
        seat = live.pending[0]
        hall.move(room, seat, 0, any_name(room, seat))
        now = live.pending[0]
        before, revision = bytes(live.table.state), room.revision
        with pytest.raises(Stale):
            hall.move(room, now, 0 if asked_of(room, now) else 9, any_name(room, now))
        with pytest.raises(IllegalMove):
            hall.move(room, now, asked_of(room, now), "nonsense")
        with pytest.raises(Stale):
            hall.undo(room, now, 0)
        for other in set(range(3)) - {now}:
            with pytest.raises(Stale):
                hall.move(room, other, asked_of(room, now), any_name(room, now))
        assert (bytes(live.table.state), len(live.acts), room.revision) == (before, 1, revision)
        assert_kept(hall, room)

    in_hall(work)


def test_taking_back_twice_with_one_click_takes_back_once(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        room = table_for(hall, person(hall, "Anna"), "notre-dame", "me", "here")
        live = hall.live_of(room)
        hall.move(room, 0, 0, any_name(room, 0))
        act = hall.undo(room, 0, 1)
        assert hall.undo(room, 0, 1) is act
        assert [one.kind for one in live.acts] == ["move", "undo"]
        with pytest.raises(UndoRefused):
            hall.undo(room, 0, 2)
        hall.move(room, 0, 2, any_name(room, 0))
        with pytest.raises(Stale):
            hall.undo(room, 1, 1)
        assert_kept(hall, room)

    in_hall(work)


def test_a_bot_plays_a_lent_seat_until_its_person_is_back(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "random")
        live = hall.live_of(room)
        hall.lend(room, 0)
        hall.lend(room, 0)
        assert [act.kind for act in live.acts].count("lend") == 1
        await until(lambda: any(act.kind == "move" and act.seat == 0 for act in live.acts))
        hall.take_back(room, 0)
        hall.take_back(room, 0)
        assert [act.kind for act in live.acts].count("return") == 1
        await until(lambda: live.pending == (0,))
        number = len(live.acts)
        await asyncio.sleep(0.05)
        assert len(live.acts) == number, "a bot has played for a person who is back"
        assert answer_any(hall, room, random.Random(1)) is not None
        assert_kept(hall, room)

    in_hall(work)


def test_a_lent_game_is_played_to_its_end_by_bots_over_a_restart(in_hall: InHall, person: Known) -> None:
    async def lend(hall: Hall) -> str:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "here")
        hall.lend(room, 0)
        hall.lend(room, 1)
        return room.address

    async def wait(hall: Hall) -> None:
        room = hall.rooms[address]
        await until(lambda: room.kept.status == "over")
        assert_kept(hall, room)

    address = in_hall(lend)
    in_hall(wait)


def test_a_bot_plays_on_for_who_resigned(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "here", "here")
        hall.resign(room, 0)
        assert room.kept.status == "running"
        assert refusal(hall.resign, room, 0) == refusal(hall.take_back, room, 0) == "not-yours"
        assert refusal(hall.lend, room, 0) == "not-yours"
        live = await play_out(hall, room.address, random.Random(1))
        assert live.ended_by == "game"
        assert_kept(hall, room)

    in_hall(work)


def test_a_game_that_nobody_is_left_to_play_is_over(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> str:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "random", "random")
        hall.resign(room, 0)
        assert (room.kept.status, room.kept.ended_by) == ("over", "resigned")
        for refused in (hall.resign, hall.lend, hall.take_back):
            assert refusal(refused, room, 0) == "over"
        await asyncio.sleep(0.05)
        assert hall.live_of(room).acts[-1].kind == "resign", "bots play on after the end"
        assert_kept(hall, room)
        return room.address

    address = in_hall(work)

    async def look(hall: Hall) -> None:
        room = hall.find(address)
        assert room is not None and hall.live_of(room).ended_by == "resigned"

    in_hall(look)


def test_pages_are_not_blocked_while_bots_think(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> float:
        room = table_for(hall, person(hall, "Anna"), "rattus", "expert", "expert", "expert")
        longest, last = 0.0, time.perf_counter()
        end = last + 1.5
        while last < end and room.kept.status == "running":
            await asyncio.sleep(0.001)
            longest, last = max(longest, time.perf_counter() - last), time.perf_counter()
        assert hall.live_of(room).acts, "no bot has played"
        return longest

    assert min(in_hall(work) for _ in range(2)) < 0.5


# clocks


def test_a_bot_steps_in_for_a_seat_out_of_time_and_gives_it_back(
    in_hall: InHall, person: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall_module, "TICK", 0.01)

    async def work(hall: Hall) -> None:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "random", clock="live-10")
        live = hall.live_of(room)
        await until(lambda: live.pending == (0,))
        live.holders[0].asked_at -= 600_001
        await until(lambda: live.holders[0].is_late)
        await until(lambda: any(act.seat == 0 and act.kind == "move" for act in live.acts))
        hall.take_back(room, 0)
        left = live.seconds_left(0, live.acts[-1].at)
        assert left is not None and 59 <= left <= 80
        assert_kept(hall, room)

    in_hall(work)


def test_clocks_run_for_all_tables_after_one_could_not_be_kept(
    in_hall: InHall, person: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall_module, "TICK", 0.01)

    async def work(hall: Hall) -> None:
        rooms = [
            table_for(hall, person(hall, name), "rattus", "me", "here", clock="live-10") for name in ("Anna", "Ben")
        ]
        left = break_once(monkeypatch, hall, "add_act")
        for room in rooms:
            for holder in hall.live_of(room).holders:
                holder.asked_at -= 600_001
        await until(lambda: not left[0])
        other = next(room for room in rooms if room.address in hall.rooms)
        await until(lambda: any(holder.is_late for holder in hall.live_of(other).holders), 3)

    with capture_logs():
        in_hall(work)


# what goes wrong


@pytest.mark.parametrize(
    "error", [RuntimeError, ValueError, OptionError, KeyError, ZeroDivisionError, TypeError, MemoryError]
)
def test_a_bot_that_fails_does_not_hold_up_a_table(
    in_hall: InHall, person: Known, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    async def fail(*_: Any) -> str:
        raise error("a bot's fault")

    async def work(hall: Hall) -> None:
        monkeypatch.setattr(hall.workers, "choose", fail)
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "random", "random")
        assert (await play_out(hall, room.address, random.Random(1))).ended_by == "game"
        assert_kept(hall, room)

    with capture_logs() as told:
        in_hall(work)
    assert {line["event"] for line in told} == {"a bot failed"}


def test_a_bot_that_names_an_illegal_move_does_not_hold_up_a_table(
    in_hall: InHall, person: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nonsense(*_: Any) -> str:
        return "nonsense"

    async def work(hall: Hall) -> None:
        monkeypatch.setattr(hall.workers, "choose", nonsense)
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "random")
        assert (await play_out(hall, room.address, random.Random(1))).ended_by == "game"
        assert_kept(hall, room)

    with capture_logs():
        in_hall(work)


@pytest.mark.parametrize("kind", ["move", "undo", "lend", "return", "resign"])
def test_an_act_that_can_t_be_kept_has_not_happened(
    in_hall: InHall, person: Known, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    async def work(hall: Hall) -> None:
        room = table_for(hall, person(hall, "Anna"), "notre-dame", "me", "here", "here")
        if kind == "undo":
            hall.move(room, 0, 0, any_name(room, 0))
        if kind == "return":
            hall.lend(room, 0)
        doing: dict[str, Callable[[Room], object]] = {
            "move": lambda at: hall.move(at, 0, asked_of(at, 0), any_name(at, 0)),
            "undo": lambda at: hall.undo(at, 0, 1),
            "lend": lambda at: hall.lend(at, 0),
            "return": lambda at: hall.take_back(at, 0),
            "resign": lambda at: hall.resign(at, 0),
        }
        before = bytes(hall.live_of(room).table.state), len(hall.live_of(room).acts)
        break_once(monkeypatch, hall, "add_act")
        with pytest.raises(OperationalError):
            doing[kind](room)
        found = hall.find(room.address)
        assert found is not None
        live = hall.live_of(found)
        assert (bytes(live.table.state), len(live.acts)) == before
        assert_kept(hall, found)
        doing[kind](found)
        assert hall.live_of(found).acts[-1].kind == kind
        assert_kept(hall, found)
        assert (await finished(hall, found)).ended_by

    async def finished(hall: Hall, room: Room) -> Live:
        for seat in (0, 1, 2):
            if kind != "resign" or seat:
                hall.lend(room, seat)
        return await play_out(hall, room.address, random.Random(1))

    in_hall(work)


def test_bots_play_on_after_moves_that_could_not_be_kept(
    in_hall: InHall, person: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(hall: Hall) -> None:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "random", "random")
        whole, dice, failed = hall.store.add_act, random.Random(3), []

        def write(*values: Any) -> None:
            if dice.random() < 0.1:
                failed.append(values)
                raise OperationalError("insert", {}, Exception("disk full"))
            whole(*values)

        monkeypatch.setattr(hall.store, "add_act", write)

        def is_over() -> bool:
            found = hall.find(room.address)
            assert found is not None
            try:
                answer_any(hall, found, dice)
            except OperationalError:
                return False
            return bool(hall.live_of(found).ended_by)

        await until(is_over, 40)
        found = hall.find(room.address)
        assert found is not None and len(failed) > 5
        assert_kept(hall, found)

    with capture_logs():
        in_hall(work)


def test_a_page_that_listens_is_never_told_of_an_act_that_was_not_kept(
    in_hall: InHall, person: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(hall: Hall) -> None:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "here")
        heard: list[str] = []

        async def listen() -> None:
            async for text in api.told(hall, room, 0, "en"):
                heard.append(text)

        listening = asyncio.create_task(listen())
        await until(lambda: heard)
        seat = hall.live_of(room).pending[0]
        break_once(monkeypatch, hall, "add_act")
        with pytest.raises(OperationalError):
            hall.move(room, seat, 0, any_name(room, seat))
        await asyncio.sleep(0.05)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        acts = [json.loads(text.split("data: ")[1])["acts"] for text in heard if "data: " in text]
        assert set(acts) == {0}

    in_hall(work)


@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_table_whose_beginning_could_not_be_kept_begins_when_it_is_looked_at_again(
    in_hall: InHall, person: Known, monkeypatch: pytest.MonkeyPatch, is_restarted: bool
) -> None:
    async def sit_down(hall: Hall) -> str:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "open")
        with monkeypatch.context() as patch:
            break_once(patch, hall, "begin")
            with pytest.raises(OperationalError):
                hall.sit(room, 1, person(hall, "Ben"), "Ben")
        if not is_restarted:
            await finish(hall, room.address)
        return room.address

    async def finish(hall: Hall, address: str) -> None:
        room = hall.find(address)
        assert room is not None
        if room.kept.seats[1].is_open:
            hall.sit(room, 1, person(hall, "Ben"), "Ben")
        found = hall.find(address)
        assert found is not None and found.kept.status == "running"
        assert (await play_out(hall, address, random.Random(1))).ended_by == "game"

    address = in_hall(sit_down)
    if is_restarted:
        in_hall(lambda hall: finish(hall, address))


def test_a_line_of_the_chat_that_can_t_be_kept_is_not_shown(
    in_hall: InHall, person: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(hall: Hall) -> None:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "random")
        break_once(monkeypatch, hall, "add_saying")
        with pytest.raises(OperationalError):
            hall.say(room, 0, "hello")
        assert hall.live_of(room).sayings == []
        hall.say(room, 0, "hello again")
        assert [line.text for line in hall.store.sayings(room.kept)] == ["hello again"]

    in_hall(work)


# talking, asking for advice, playing again


def test_what_is_said_is_kept_as_one_line(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "here")
        hall.say(room, 0, "  well \n\n played\t! ")
        hall.say(room, 1, "<b>thanks</b>")
        assert [(one.number, one.seat, one.text) for one in hall.live_of(room).sayings] == [
            (1, 0, "well played !"),
            (2, 1, "<b>thanks</b>"),
        ]
        assert hall.store.sayings(room.kept) == hall.live_of(room).sayings
        assert refusal(hall.say, room, 0, " \n ") == "empty"
        assert refusal(hall.say, room, 0, "x" * 501) == "too-long"
        hall.say(room, 0, "x" * 500)

    in_hall(work)


def test_a_table_says_only_so_much(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "here")
        for _ in range(3):
            hall.say(room, 0, "hello")
        assert refusal(hall.say, room, 1, "hello") == "chat-full"

    in_hall(work, limits=replace(unlimited(), chat_lines=3))


def test_nothing_is_said_before_the_game_begins(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "open")
        assert refusal(hall.say, room, 0, "hello") == "waiting"

    in_hall(work)


@pytest.mark.parametrize("game", games())
def test_a_hint_is_a_legal_move_and_changes_nothing(in_hall: InHall, person: Known, game: str) -> None:
    async def work(hall: Hall) -> None:
        room = table_for(hall, person(hall, "Anna"), game, "me", "here")
        live = hall.live_of(room)
        seat, before = live.pending[0], bytes(live.table.state)
        thought = await hall.hint(room, seat)
        assert thought.name in {move.name for move in live.table.moves(seat)}
        assert 0 <= thought.win_chance <= 1
        assert bytes(live.table.state) == before and not live.acts

    in_hall(work, hint_iterations=50)


def test_there_is_no_hint_for_who_is_not_asked(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "here")
        waiting = 1 - hall.live_of(room).pending[0]
        with pytest.raises(Refused) as refused:
            await hall.hint(room, waiting)
        assert refused.value.code == "nothing-asked"

    in_hall(work, hint_iterations=50)


def test_the_same_company_plays_again_with_the_next_seat_beginning(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        anna, ben = person(hall, "Anna"), person(hall, "Ben")
        room = table_for(hall, anna, "notre-dame", "me", "random", "open", options={"start": 2}, clock="days-3")
        hall.sit(room, 2, ben, "Ben")
        assert refusal(hall.rematch, room, ben) == "running"
        hall.resign(room, 0)
        hall.resign(room, 2)
        again = hall.rematch(room, ben)
        assert hall.rematch(room, anna) is again
        assert again.kept.status == "running"
        assert [(seat.person, seat.name, seat.bot) for seat in again.kept.seats] == [
            (seat.person, seat.name, seat.bot) for seat in room.kept.seats
        ]
        assert (again.kept.options["start"], again.kept.clock) == (0, "days-3")
        assert again.kept.seed != room.kept.seed
        assert room.kept.rematch == again.address
        assert_kept(hall, again)

    in_hall(work)


@pytest.mark.parametrize("broken", ["put_rematch", "add_table", "begin"])
def test_a_rematch_that_could_not_be_kept_can_be_asked_for_again(
    in_hall: InHall, person: Known, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    async def break_it(hall: Hall) -> str:
        anna = person(hall, "Anna")
        room = table_for(hall, anna, "rattus", "me", "open")
        hall.sit(room, 1, person(hall, "Ben"), "Ben")
        hall.resign(room, 0)
        with monkeypatch.context() as patch:
            break_once(patch, hall, broken)
            with pytest.raises(OperationalError):
                hall.rematch(room, anna)
        return room.address

    async def ask_again(hall: Hall) -> None:
        room = hall.find(address)
        assert room is not None
        again = hall.rematch(room, person(hall, "Ben"))
        assert again.kept.status == "running"
        assert [seat.name for seat in again.kept.seats] == ["Anna", "Ben"]

    address = in_hall(break_it)
    in_hall(ask_again)


def test_a_person_is_told_at_how_many_tables_to_move(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        anna, ben = person(hall, "Anna"), person(hall, "Ben")

        def waiting() -> tuple[int, int]:
            return hall.store.count_waiting_for(anna), hall.store.count_waiting_for(ben)

        room = table_for(hall, anna, "notre-dame", "me", "open")
        assert waiting() == (0, 0)
        hall.sit(room, 1, ben, "Ben")
        assert waiting() == (1, 1)
        hall.move(room, 0, 0, any_name(room, 0))
        assert waiting() == (0, 1)
        hall.undo(room, 0, 1)
        assert waiting() == (1, 1)
        hall.lend(room, 1)
        await until(lambda: hall.live_of(room).pending == (0,))
        assert waiting() == (1, 0)
        hall.resign(room, 0)
        assert waiting() == (0, 0)

    in_hall(work)


# rooms that nobody uses


def test_a_table_that_nobody_looks_at_leaves_memory_and_comes_back(
    in_hall: InHall, person: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("TICK", 0.01), ("ROOMS", 1), ("IDLE", 0.02)):
        monkeypatch.setattr(hall_module, name, value)

    async def work(hall: Hall) -> None:
        anna = person(hall, "Anna")
        idle = table_for(hall, anna, "rattus", "me", "here")
        timed = table_for(hall, anna, "rattus", "me", "here", clock="days-1")
        looked_at = table_for(hall, anna, "rattus", "me", "here")
        looked_at.streams.add(asyncio.Event())
        seat = hall.live_of(idle).pending[0]
        hall.move(idle, seat, 0, any_name(idle, seat))
        await until(lambda: idle.address not in hall.rooms)
        assert {timed.address, looked_at.address} <= set(hall.rooms)
        found = hall.find(idle.address)
        assert found is not None and found is not idle
        assert bytes(hall.live_of(found).table.state) == bytes(hall.live_of(idle).table.state)
        assert answer_any(hall, found, random.Random(1)) is not None
        assert_kept(hall, found)

    in_hall(work)


def test_a_table_at_which_a_bot_thinks_stays_in_memory(
    in_hall: InHall, person: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("TICK", 0.01), ("ROOMS", 0), ("IDLE", 0.0)):
        monkeypatch.setattr(hall_module, name, value)

    async def work(hall: Hall) -> None:
        done = asyncio.Event()

        async def think(*_: Any) -> str:
            await done.wait()
            return any_name(room, hall.live_of(room).pending[0])

        monkeypatch.setattr(hall.workers, "choose", think)
        room = table_for(hall, person(hall, "Anna"), "rattus", "random", "random")
        await asyncio.sleep(0.1)
        assert hall.rooms == {room.address: room}
        done.set()
        await until(lambda: room.kept.status == "over")
        await until(lambda: not hall.rooms)

    in_hall(work)
