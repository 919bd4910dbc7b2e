"""Windows: chances to act out of turn close by themselves, and standing answers let them pass."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from bellringer.games.rattus.windows import passed_by
from bellringer.server.base.language import words_in
from bellringer.server.base.settings import Settings
from bellringer.server.service import TableService
from bellringer.server.store.values.kept import STANDING
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.live.table_info import Clock
from bellringer.server.tables.live.windows import WINDOW, lets_pass
from bellringer.server.tables.memory.room import Room
from bellringer.server.thinking.bots import Bots
from tests.server.services import (
    Known,
    WithService,
    acted,
    answer_any,
    asked_of,
    kept_table,
    moved,
    play_out,
    refusal,
    table_for,
    until,
)

GAME = "rattus"
OPTIONS = {"modules": ["region-cards"], "classes": ["knight", "monk", "merchant", "witch", "king", "peasant"]}
SECOND, DAY = 1000, 86_400_000


def live_game(clock: str = "none", seats: int = 3) -> tuple[LiveGame, int]:
    """A table of people at which a window has just opened, and the seat that has it."""
    for seed in range(40):
        chosen = check_options(find(GAME), seats, OPTIONS)
        live = LiveGame(kept_table(GAME, seats, options=chosen, clock=clock, seed=bytes([seed]) * 32))
        dice = random.Random(seed)
        while live.pending and not any(live.window(seat) for seat in live.pending):
            moved(live, live.pending[0], dice=dice)
        if live.pending:
            return live, live.pending[0]
    raise AssertionError("no window ever opened")


@pytest.mark.parametrize(
    ("standing", "at_stake", "passes"),
    [("always", 0, False), ("1", 0, True), ("1", 1, False), ("2", 1, True), ("3", 3, False), ("never", 9, True)],
)
def test_a_standing_answer_goes_by_what_is_at_stake(standing: str, at_stake: int, passes: bool) -> None:
    assert lets_pass(standing, at_stake) is passes


def test_a_window_closes_by_itself_after_its_time() -> None:
    live, seat = live_game()
    assert live.window(seat) == "pass" and live.let_pass() is None
    assert live.window_left(seat, 5 * SECOND) == WINDOW - 5 and live.closed(5 * SECOND) == []
    assert live.closed(int(WINDOW) * SECOND) == [(seat, "pass")]
    other = (seat + 1) % 3
    assert live.window_left(other, 0) is None and live.window(other) == ""


def test_everybody_sees_how_long_it_is_open_on_the_clock_of_the_seat() -> None:
    live, seat = live_game()
    clocks = live.info(4 * SECOND).clocks
    assert clocks[seat] == Clock(WINDOW - 4, runs=True)
    assert [clock for number, clock in enumerate(clocks) if number != seat] == [None, None]


def test_a_window_takes_nothing_from_the_clock_of_the_game_and_brings_no_bonus() -> None:
    live, seat = live_game("live-10")
    before = live.seconds_left(seat, 9 * SECOND)
    acted(live, seat, "move", "pass", at=9 * SECOND)
    holder = live.holders[seat]
    assert holder.made[-1].by_user is False and live.acts[-1].spent == 0
    assert live.seconds_left(seat, 9 * SECOND) == before


def test_at_a_table_of_days_a_window_stays_open_as_long_as_the_clock() -> None:
    live, seat = live_game("days-1")
    assert live.closed(int(WINDOW) * SECOND) == [] and live.late(2 * DAY) == []
    assert live.closed(DAY) == [(seat, "pass")]


def test_a_standing_answer_is_kept_and_changes_no_question() -> None:
    live, seat = live_game()
    asked, since = live.holders[seat].asked, live.holders[seat].asked_at
    assert live.may_stand(seat, "never") and not live.may_stand(seat, "1")
    acted(live, seat, "standing", "never")
    assert (live.holders[seat].asked, live.holders[seat].asked_at) == (asked, since)
    assert live.let_pass() == (seat, "pass")
    again = LiveGame(live.kept, live.acts)
    assert again.holders[seat].standing == "never" and again.let_pass() == (seat, "pass")
    assert again.table.view(seat) == live.table.view(seat)


def test_less_at_stake_than_the_seat_has_said_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    live, seat = live_game()
    acted(live, seat, "standing", "2")
    for at_stake, passes in ((1, (seat, "pass")), (2, None)):
        monkeypatch.setattr(type(find(GAME)), "at_stake", lambda game, state, seat, n=at_stake: n)
        assert live.let_pass() == passes


def test_what_is_no_standing_answer_is_refused() -> None:
    live, seat = live_game()
    for wrong in ("", "4", "sometimes"):
        assert refusal(live.may_stand, seat, wrong) == "bad"


def test_a_table_without_windows_has_none() -> None:
    live, seat = LiveGame(kept_table(GAME, 3, options=check_options(find(GAME), 3, {}))), 0
    assert not live.has_windows and live.window(seat) == "" and live.let_pass() is None


def test_neither_the_window_nor_what_is_at_stake_tells_a_hand() -> None:
    """The seat is asked alike, whatever it has in hand, as far as anybody else can know."""
    live, seat = live_game()
    game, state, watcher = find(GAME), live.table.state, (live.pending[0] + 1) % 3
    at_stake = game.at_stake(state, seat)
    assert at_stake >= 1
    for seed in range(30):
        other = state.determinized(watcher, seed)
        assert other.pending == state.pending and game.window(other, seat) == "pass"
        assert game.at_stake(other, seat) == at_stake


@pytest.mark.parametrize(("ask", "passes"), [("follow", True), ("spread", False)])
def test_what_others_may_do_is_a_window_and_what_the_seat_on_turn_may_is_none(ask: str, passes: bool) -> None:
    assert passed_by(ask, 1, 0) == ("pass" if passes else "") and passed_by(ask, 0, 0) == ""


# at a server


def people(service: TableService, known: Known, *others: str, open_for: float = WINDOW) -> Room:
    """A table with windows; Anna sits there, and others. `open_for`: seconds that a window is open."""
    room = table_for(service, known(service, "Anna"), GAME, "me", *others, options=OPTIONS)
    room.game.open_for = open_for
    return room


def test_who_never_wants_to_be_asked_never_is(with_service: WithService, known: Known) -> None:
    """At some table a window would have opened: the server has made a move there that nobody sent."""

    async def work(service: TableService) -> None:
        for _ in range(20):
            if await moves_of_the_server(service, people(service, known, "me", "me")):
                return
        raise AssertionError("no window ever opened")

    with_service(work)


async def moves_of_the_server(service: TableService, room: Room) -> int:
    """Play a table to its end whose people never want to be asked. Returns how many moves none of them made."""
    live, dice, made = room.game, random.Random(3), 0
    for seat in range(3):
        service.playing.stand(room, seat, "never")
        service.playing.stand(room, seat, "never")  # which changes nothing
    assert [act.kind for act in live.acts] == ["standing"] * 3

    def is_over() -> bool:
        nonlocal made
        if live.let_pass() is None:
            made += answer_any(service, room, dice) is not None
        return bool(live.ended_by)

    await until(is_over, 60)
    assert not any(holder.lent_to for holder in live.holders)
    return sum(act.kind == "move" for act in live.acts) - made


def test_an_open_window_closes_and_the_game_goes_on(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, dice = people(service, known, "me", "me", open_for=0.3), random.Random(4)

        def is_open() -> bool:
            nonlocal room
            live = room.game
            opened = any(live.window(seat) for seat in live.pending)
            if live.ended_by:
                room = people(service, known, "me", "me", open_for=0.3)
            elif not opened:
                answer_any(service, room, dice)
            return opened

        await until(is_open, 60)
        live = room.game
        seat, asked = live.pending[0], asked_of(room, live.pending[0])
        await until(lambda: live.holders[seat].asked != asked)
        closing = live.answers[seat, asked]
        assert (closing.kind, closing.word, live.holders[seat].lent_to) == ("move", "pass", "")

    with_service(work)


def test_bots_answer_windows_at_once(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = people(service, known, "random", "random")
        live = await play_out(service, room.address, random.Random(5))
        assert live.ended_by == "game"

    with_service(work)
    live, seat = live_game()
    live.holders[seat].lent_to = "random"
    slow: Any = Settings(data=Path(), pace=9.0, grace=9.0)
    assert Bots(slow, slow, slow, slow, slow).pause(live, seat) == 0.0


def test_all_standing_answers_have_words() -> None:
    for language in ("en", "fr"):
        assert len({words_in(language)(f"table.standing.{answer}") for answer in STANDING}) == len(STANDING)
