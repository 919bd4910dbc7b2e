"""Asking to take a move back: everybody must agree, nothing that came to light is taken back, and acts tell it all."""

from __future__ import annotations

import asyncio
import random

import pytest

from bellringer.core import chance
from bellringer.core.errors import UndoRefused
from bellringer.core.tables.table import Table
from bellringer.server.errors import Stale
from bellringer.server.service import TableService
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.live.rule_changes import standing
from bellringer.server.tables.memory.room import Room
from tests.server.services import (
    COMPANIES,
    Known,
    WithService,
    acted,
    answer_any,
    asked_of,
    assert_kept,
    kept_table,
    moved,
    refusal,
    table_for,
    until,
)
from tests.server.test_live import assert_same

MINUTE = 60_000


def passed_on(live: LiveGame, seed: int = 1, at: int = 0) -> int:
    """Play until somebody has decided since a seat's last decision, and it could be taken back; the seat."""
    dice = random.Random(seed)
    while live.pending:
        moved(live, dice.choice(live.pending), at, dice)
        for seat in range(len(live.kept.seats)):
            if live.table.moves_since(seat) > 1:
                return seat
    raise AssertionError("it never came to that")


def asked_table(service: TableService, known: Known, *seats: str, clock: str = "none") -> tuple[Room, int, int]:
    """A table of Anna and Ben where one may ask; the seat that asks and the other."""
    anna, ben = known(service, "Anna"), known(service, "Ben")
    room = table_for(service, anna, "notre-dame", "me", "open", *seats, clock=clock)
    service.setup.sit(room, 1, ben, "Ben")
    dice, live = random.Random(4), room.game
    while True:
        for seat in (0, 1):
            if live.table.moves_since(seat) > 1:
                return room, seat, 1 - seat
        answer_any(service, room, dice)


# what the rules of tables allow


@pytest.mark.parametrize(("game", "seats"), COMPANIES)
def test_what_is_taken_back_is_as_if_it_had_not_been(game: str, seats: int) -> None:
    dice, taken = random.Random(f"{game} {seats}"), 0
    live = LiveGame(kept_table(game, seats, seed=dice.randbytes(32)))
    table, before = live.table, {}
    while table.pending and taken < 12:
        seat = dice.choice(table.pending)
        before[len(table.history)] = (bytes(table.state), table.event_count, table.state.revealed)
        table.play(dice.choice(table.moves(seat)).name, seat)
        asker = dice.randrange(seats)
        if back := table.moves_since(asker):
            taken += back > 1
            assert_taken_back(table, asker, back, before)
    assert taken, "nothing was ever taken back past another seat"


def assert_taken_back(table: Table, asker: int, back: int, before: dict[int, tuple[bytes, int, int]]) -> None:
    """The table is as it was before the seat's last decision; nothing had been revealed since."""
    state, events, revealed = before[len(table.history) - back]
    assert table.state.revealed == revealed
    assert table.history[-back][0] == asker and asker not in {seat for seat, _ in table.history[-back:][1:]}
    twin = table.copy()
    assert len(twin.undo_since(asker)) == back
    assert (bytes(twin.state), twin.event_count) == (state, events)
    assert bytes(table.state) != state, "a copy is taken back alone"


@pytest.mark.parametrize(("game", "seats"), COMPANIES)
def test_nothing_is_taken_back_past_what_came_to_light_or_chance(game: str, seats: int) -> None:
    dice, refused = random.Random(f"light {game} {seats}"), 0
    table = LiveGame(kept_table(game, seats, seed=dice.randbytes(32))).table
    while table.pending and refused < 20:
        seat, revealed = dice.choice(table.pending), table.state.revealed
        table.play(dice.choice(table.moves(seat)).name, seat)
        if table.state.revealed != revealed:
            refused += 1
            for asker in range(seats):
                assert table.moves_since(asker) == 0
                with pytest.raises(UndoRefused):
                    table.undo_since(asker)
    assert refused


@pytest.mark.parametrize(("game", "seats"), COMPANIES)
def test_nothing_is_taken_back_past_a_roll_of_the_dice(game: str, seats: int) -> None:
    dice, lucky = random.Random(f"dice {game} {seats}"), 0
    table = LiveGame(kept_table(game, seats, seed=dice.randbytes(32))).table
    while table.pending and lucky < 20:
        seat = dice.choice(table.pending)
        table.play(dice.choice(table.moves(seat)).name, seat)
        unrolled = table.state
        unrolled.key(chance.move_key(table.seed, len(table.history)))
        if unrolled.dice != table.state.dice:
            lucky += 1
            assert [table.moves_since(asker) for asker in range(seats)] == [0] * seats
    assert lucky


# requests as acts


@pytest.mark.parametrize(("game", "seats"), COMPANIES)
@pytest.mark.parametrize("clock", ["none", "live-20", "days-3"])
def test_a_table_rebuilt_from_its_acts_is_the_same(game: str, seats: int, clock: str) -> None:
    live = LiveGame(kept_table(game, seats, clock=clock))
    at = 0
    for seed in range(3):
        at += MINUTE
        seat = passed_on(live, seed, at)
        before = len(live.table.history) - live.table.moves_since(seat)
        acted(live, seat, "ask", at=at)
        assert_same(live, LiveGame(live.kept, live.acts), at)
        for other in live.still_to_agree:
            acted(live, other, "agree", at=at)
            assert_same(live, LiveGame(live.kept, live.acts), at)
        moves = live.table.moves_since(seat)
        acted(live, seat, "back", str(moves), at + 500)
        assert len(live.table.history) == before and seat in live.pending and live.request is None
        assert_same(live, LiveGame(live.kept, live.acts), at)
        assert live.table.history == standing(live.acts)
        assert len(live.decided) == len(live.table.history)
        moved(live, live.pending[0], at, random.Random(seed))
        assert_same(live, LiveGame(live.kept, live.acts), at)


def test_no_answer_to_a_question_from_before_counts() -> None:
    live = LiveGame(kept_table("notre-dame", 3))
    seat = passed_on(live)
    acted(live, seat, "back", str(live.table.moves_since(seat)))
    assert {live.holders[number].asked for number in live.pending} == {len(live.acts)}


def test_an_answer_that_was_taken_back_is_not_taken_for_given() -> None:
    """The same move to the same question is no repetition any more: its question is gone."""
    live = LiveGame(kept_table("notre-dame", 3))
    seat = passed_on(live)
    given = next(act for act in reversed(live.acts) if act.seat == seat)
    assert live.may_move(seat, given.asked, given.word) is given
    acted(live, seat, "back", str(live.table.moves_since(seat)))
    with pytest.raises(Stale):
        live.may_move(seat, given.asked, given.word)


def test_who_asks_gains_no_time_and_who_agrees_loses_none() -> None:
    live = LiveGame(kept_table("notre-dame", 2, clock="live-10"))
    at, dice = 0, random.Random(3)
    marks: list[tuple[float | None, float | None]] = []
    while not any(live.table.moves_since(seat) > 1 for seat in (0, 1)):
        marks.append((live.seconds_left(0, at), live.seconds_left(1, at)))
        at += 7_000
        moved(live, live.pending[0], at, dice)
    seat = next(seat for seat in (0, 1) if live.table.moves_since(seat) > 1)
    back = live.table.moves_since(seat)
    before, other = marks[-back], 1 - seat
    acted(live, seat, "back", str(back), at)
    left = (live.seconds_left(0, at), live.seconds_left(1, at))
    assert left[seat] is not None and before[seat] is not None
    assert left[seat] <= before[seat] - 7 + 0.001, "what the decision had taken is counted"  # type: ignore[operator]
    assert left[other] is not None and before[other] is not None and left[other] >= before[other] - 0.001


@pytest.mark.parametrize("kind", ["refuse", "withdraw", "move", "resign"])
def test_a_request_is_open_until_it_is_answered_or_overtaken(kind: str) -> None:
    live = LiveGame(kept_table("notre-dame", 3))
    seat = passed_on(live)
    other = next(number for number in range(3) if number != seat)
    questions = [holder.asked for holder in live.holders]
    acted(live, seat, "ask")
    assert live.request is not None and [holder.asked for holder in live.holders] == questions
    if kind == "move":
        moved(live, live.pending[0])
    else:
        acted(live, seat if kind in ("withdraw", "resign") else other, kind)
    assert live.request is None


def test_with_the_game_a_request_ends() -> None:
    live = LiveGame(kept_table("notre-dame", 2))
    seat = passed_on(live)
    acted(live, seat, "ask")
    acted(live, 1 - seat, "resign")
    assert live.ended_by and live.request is None and LiveGame(live.kept, live.acts).request is None


def test_each_of_several_has_the_own_time_again() -> None:
    """In a draft: who asks has used time, who agreed to be taken back has it all again, who thinks on thinks on."""
    live = LiveGame(kept_table("notre-dame", 3, clock="live-10"))
    moved(live, 0, 10_000)
    moved(live, 1, 20_000)
    acted(live, 0, "ask", at=25_000)
    acted(live, 1, "agree", at=30_000)
    acted(live, 2, "agree", at=30_000)
    acted(live, 0, "back", "2", 30_000)
    assert live.pending == (0, 1, 2)
    assert [live.seconds_left(seat, 30_000) for seat in range(3)] == [590.0, 600.0, 570.0]
    assert [live.seconds_left(seat, 40_000) for seat in range(3)] == [580.0, 590.0, 560.0]


# at a table of the server


def test_all_people_must_agree_and_then_it_is_done(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, seat, other = asked_table(service, known)
        live = room.game
        moves = live.table.moves_since(seat)
        length, question = len(live.table.history), live.holders[other].asked
        assert refusal(service.playing.ask_back, room, seat, len(live.acts) - 1) == "stale"
        act = service.playing.ask_back(room, seat, len(live.acts))
        assert len(live.table.history) == length and live.still_to_agree == (other,)
        assert live.holders[other].asked == question
        assert refusal(service.playing.ask_back, room, other, len(live.acts)) in ("asked", "undo")
        assert refusal(service.playing.answer_back, room, seat, act.number, "agree") == "not-yours"
        assert refusal(service.playing.answer_back, room, other, act.number, "withdraw") == "not-yours"
        assert refusal(service.playing.answer_back, room, other, act.number - 1, "agree") == "no-request"
        service.playing.answer_back(room, other, act.number, "agree")
        assert len(live.table.history) == length - moves and seat in live.pending
        assert [note.kind for note in live.notes] == ["back"] and live.notes[0].events <= live.table.event_count
        assert refusal(service.playing.answer_back, room, other, act.number, "refuse") == "no-request"
        assert_kept(service, room)

    with_service(work)


def test_a_refusal_is_the_last_word_until_the_next_decision(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, seat, other = asked_table(service, known)
        live = room.game
        act = service.playing.ask_back(room, seat, len(live.acts))
        service.playing.answer_back(room, other, act.number, "refuse")
        assert live.request is None and refusal(service.playing.ask_back, room, seat, len(live.acts)) == "asked"

    with_service(work)


def test_nobody_is_asked_again_and_again(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, seat, _ = asked_table(service, known)
        live = room.game
        for _ in range(3):
            act = service.playing.ask_back(room, seat, len(live.acts))
            service.playing.answer_back(room, seat, act.number, "withdraw")
        assert refusal(service.playing.ask_back, room, seat, len(live.acts)) == "asked"

    with_service(work)


def test_bots_do_not_mind_and_who_is_away_is_not_asked(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, seat, other = asked_table(service, known)
        live = room.game
        service.playing.lend(room, other)
        length = len(live.table.history)
        service.playing.ask_back(room, seat, len(live.acts))
        assert len(live.table.history) < length and live.request is None

    with_service(work)


def test_who_leaves_while_asked_is_no_longer_asked(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, seat, other = asked_table(service, known)
        live = room.game
        length = len(live.table.history)
        service.playing.ask_back(room, seat, len(live.acts))
        service.playing.lend(room, other)
        assert live.request is None and len(live.table.history) < length

    with_service(work)


def test_a_bot_waits_for_the_answer_but_not_for_ever(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        service.bots.patience, service.bots.look = 0.3, 0.01
        room, seat, other = asked_table(service, known, "random")
        live = room.game
        assert 2 in live.pending, "the bot has something to overtake it with"
        act = service.playing.ask_back(room, seat, len(live.acts))
        await asyncio.sleep(0.1)
        assert live.request is not None, "no bot has overtaken it"
        await until(lambda: live.request is None)
        assert any(later.seat == 2 and later.kind == "move" for later in live.acts[act.number :])
        assert refusal(service.playing.answer_back, room, other, act.number, "agree") == "no-request"

    with_service(work)


def test_a_consent_that_a_killed_server_had_kept_is_carried_out(with_service: WithService, known: Known) -> None:
    """All have agreed, and the server ended before it could take the move back."""

    async def work(service: TableService) -> tuple[str, int]:
        room, seat, other = asked_table(service, known)
        live = room.game
        length = len(live.table.history) - live.table.moves_since(seat)
        service.playing.ask_back(room, seat, len(live.acts))
        agreed = live.act(other, "agree")
        service.store.add_act(room.kept, agreed, "running", live.pending_people, "")
        return room.address, length

    async def again(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None
        live = room.game
        assert len(live.table.history) == length and live.acts[-1].kind == "back"
        service.playing.move(
            room, live.pending[0], asked_of(room, live.pending[0]), live.table.moves(live.pending[0])[0].name
        )

    address, length = with_service(work)
    with_service(again)


def test_who_need_not_decide_any_more_is_not_late(with_service: WithService, known: Known) -> None:
    """Two are out of time at once, and without the first one all agree that the round before goes on."""

    async def work(service: TableService) -> None:
        found, dice = None, random.Random(3)
        while found is None:  # few games never come to that
            room = table_of_three(service, known)
            live = room.game
            while live.pending and (found := two_to_decide(live)) is None:
                answer_any(service, room, dice)
        asker, (first, second) = found
        service.playing.ask_back(room, asker, len(live.acts))
        service.playing.answer_back(room, second, len(live.acts), "agree")
        for seat in (first, second):
            live.holders[seat].asked_at -= 25 * 60 * MINUTE
        service.maintenance.call_time(room)
        assert [act.kind for act in live.acts[-4:]] == ["ask", "agree", "late", "back"]
        assert live.pending == (asker,) and not live.holders[second].is_late

    with_service(work)


def table_of_three(service: TableService, known: Known) -> Room:
    """A table of three people with a day for each decision."""
    anna, others = known(service, "Anna"), [known(service, name) for name in ("Ben", "Cleo")]
    room = table_for(service, anna, "notre-dame", "me", "open", "open", clock="days-1")
    for seat, user in enumerate(others, start=1):
        service.setup.sit(room, seat, user, user.name)
    return room


def two_to_decide(live: LiveGame) -> tuple[int, tuple[int, ...]] | None:
    """A seat that may ask, and two others that must decide, but would not have to without what it would take back."""
    for seat in range(len(live.kept.seats)):
        if len(live.pending) == 2 and seat not in live.pending and live.table.moves_since(seat):
            table = live.table.copy()
            table.undo_since(seat)
            if table.pending == (seat,):
                return seat, live.pending
    return None
