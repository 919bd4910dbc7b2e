"""The bots at the tables: one loop for each table while a bot must decide, paced so that people can follow.

The same loop lets the windows pass that users' standing answers close.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

import structlog

from bellringer.server.base.settings import Settings
from bellringer.server.base.turns import Path, Turns
from bellringer.server.base.workers import Workers
from bellringer.server.store import Act, TableKept
from bellringer.server.store.values.kept import now
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory.room import Room

WITHIN_A_TURN = 0.05  # of the pace, between the decisions that a bot makes one after the other
PATIENCE = 20.0  # seconds in which people can answer who asks to take a move back, before a bot goes on
LOOK = 0.1  # seconds between two looks whether they have

log = structlog.get_logger()


class Bots:
    """Makes the moves of all seats that bots play. `do`: performs an act at a table and stores it.

    `path_of`: where a table was made, whose bots therefore wait for each other. `is_behind`: whether pages wait to be
    drawn that show their moves.
    """

    def __init__(
        self,
        settings: Settings,
        workers: Workers,
        path_of: Callable[[TableKept], Path],
        is_behind: Callable[[], bool],
        do: Callable[[Room, Act], Act],
        *,
        patience: float = PATIENCE,
        look: float = LOOK,
    ) -> None:
        self.settings, self.workers, self.do = settings, workers, do
        self.path_of, self.is_behind = path_of, is_behind
        self.patience, self.look = patience, look
        self.turns = Turns(1)

    def next_at(self, live: LiveGame) -> tuple[int, str] | None:
        """The first seat to decide that a bot holds, and the bot."""
        held = ((seat, live.bot_of(seat, self.settings.level)) for seat in live.pending)
        return next(((seat, bot) for seat, bot in held if bot), None)

    def has_work(self, live: LiveGame) -> bool:
        """Whether somebody can be answered for."""
        return self.next_at(live) is not None or live.let_pass() is not None

    async def play(self, room: Room) -> None:
        """Make moves until users must decide or the game is over. The table is read again after each wait."""
        while room.live is not None and self.has_work(room.live):
            live = room.live
            await self.let_answer(live)
            number = len(live.acts)
            if (passing := live.let_pass()) is not None:
                await asyncio.sleep(0)
                if len(live.acts) == number and room.live is live:
                    self.pass_on(room, live, *passing)
            elif (found := self.next_at(live)) is not None:
                await self.play_one(room, live, *found)

    async def let_answer(self, live: LiveGame) -> None:
        """Wait while somebody asks to take a move back, but not for ever: the next decision ends the request."""
        request, end = live.request, asyncio.get_running_loop().time() + self.patience
        while request is not None and live.request is request and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(self.look)

    def pass_on(self, room: Room, live: LiveGame, seat: int, move: str) -> None:
        """Let a window pass for a seat."""
        self.do(room, live.act(seat, "move", move, now(), live.holders[seat].asked))

    async def play_one(self, room: Room, live: LiveGame, seat: int, bot: str) -> None:
        """Make one move for a bot, unless something happens while it waits or thinks."""
        number = len(live.acts)
        await asyncio.sleep(self.pause(live, seat))
        if len(live.acts) != number:
            return
        asked = live.holders[seat].asked
        name = await self.choice(live, seat, bot)
        async with self.turns.taken(room):
            if len(live.acts) == number and asked is not None and room.live is live:
                self.do(room, live.act(seat, "move", name, now(), asked))
            await asyncio.sleep(0)  # so that requests are answered between two moves of bots

    def pause(self, live: LiveGame, seat: int) -> float:
        """Seconds before a bot answers: more while a user may take the last move back, less within its turn.

        In a window it answers at once, and soon at a lesson. While pages wait to be drawn, all answers come soon: one
        page shows them together then, which nobody could follow one by one.
        """
        if live.window(seat):
            return 0.0
        last = live.acts[-1] if live.acts else None
        if live.kept.is_lesson:
            return self.settings.pace * WITHIN_A_TURN
        if last is None:
            return self.settings.pace
        is_users = last.kind == "move" and not live.bot_of(last.seat, self.settings.level)
        if is_users and live.table.may_undo(last.seat):  # past bots, too, but no bot waits for that
            return self.settings.grace
        is_soon = last.seat == seat or self.is_behind()
        return self.settings.pace * (WITHIN_A_TURN if is_soon else 1.0)

    async def choice(self, live: LiveGame, seat: int, bot: str) -> str:
        """Choose a bot's move; a random legal one if the bot fails, so that no table is ever stuck."""
        legal = live.table.legal_names(seat)
        try:
            found = await self.workers.choose(
                bot, live.bot_seed(seat), live.table, seat, live.has_people, self.path_of(live.kept)
            )
            if found in legal:
                return found
            log.error("a bot chose what it may not", bot=bot, game=live.kept.game)
        except Exception:
            log.exception("a bot failed", bot=bot, game=live.kept.game)
        return secrets.choice(legal)
