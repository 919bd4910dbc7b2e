"""The drawing of pages in a process of its own, while so many listen that one thread can't draw for all of them.

The process has a copy of each game whose pages it draws (drawing_process.py). It is told which acts were made since,
how somebody looks at the game, and what the page has; it answers with the message for the page's stream. Whenever it
does not answer, pages are drawn here as before.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

import structlog

from bellringer.server.base.metrics import DRAWN
from bellringer.server.base.turns import Turns
from bellringer.server.drawing.process.drawing_messages import HEAD, Begin, Draw, Drawn, LetGo
from bellringer.server.drawing.table.parts import Look
from bellringer.server.tables.live.live_game import LiveGame

MODULE = "bellringer.server.drawing.process.drawing_process"
LONG = 100  # pages that wait, from which on one is drawn less often
LATE = 100  # of them pages of those who must decide, from which on nobody goes before these
TOGETHER = 6  # pages for which nobody waits that the process has before it at once
LOOK = 1.0  # seconds between two looks whether it answers
PATIENCE = 5  # looks at which it may have answered nobody while somebody waits
REST = 10.0  # seconds until it is started again
SETTLE = 4.2  # seconds in which bots can answer who has moved, while many pages wait (table.js waits for five)
SETTLE_ASKED = 1.0  # seconds in which bots can decide what they must beside who has moved, and is asked again

log = structlog.get_logger()


class Gone(Exception):
    """The process does not answer any more."""


@dataclass
class Known:
    """A game that the process has: its number there, and how many acts it knows."""

    game: int
    acts: int


class Drawing:
    """Whose turn it is to have a page drawn, and the process that draws it, if there is one."""

    def __init__(self, *, long: int = LONG, late: int = LATE, look: float = LOOK, rest: float = REST) -> None:
        self.long, self.late, self.look, self.rest = long, late, look, rest
        self.settle, self.settle_asked = SETTLE, SETTLE_ASKED
        self.turns = Turns(1)
        self.process: DrawingProcess | None = None
        self.is_kept = False  # whether somebody lets one run

    @property
    def is_apart(self) -> bool:
        """Whether another process draws."""
        return self.process is not None

    @property
    def is_behind(self) -> bool:
        """Whether so many pages wait that one should be drawn less often."""
        return len(self.turns) >= self.long

    @property
    def is_late(self) -> bool:
        """Whether so many wait who must decide that who has just moved goes behind them, and not before them."""
        return len(self.turns.waiting) >= self.late

    async def keep(self) -> None:
        """Let a process draw until this is cancelled; one that has ended is started again."""
        while True:
            process = DrawingProcess(look=self.look)
            try:
                await process.start()
                self.process = process
                self.turns.add(TOGETHER - 1)
                await process.read()
            except (OSError, EOFError) as error:
                log.error("the process that draws pages has ended", error=str(error))
            finally:
                if self.process is not None:
                    self.process = None
                    self.turns.add(1 - TOGETHER)
                await process.end()
            await asyncio.sleep(self.rest)

    async def message(self, live: LiveGame, look: Look, sent: Mapping[str, bytes], revision: int) -> Drawn | None:
        """What the process draws for a page; None if no process does."""
        if self.process is None:
            return None
        try:
            found = await self.process.draw(live, look, sent, revision)
        except Gone:
            return None
        if found.trouble:
            log.error("a page could not be drawn apart", error=found.trouble)
            return None
        DRAWN.labels("apart").inc()
        return found


class DrawingProcess:
    """One run of the process, as the server sees it."""

    def __init__(self, *, look: float = LOOK) -> None:
        self.look = look
        self.process: Process | None = None
        self.waiting: dict[int, asyncio.Future[Drawn]] = {}
        self.known: WeakKeyDictionary[LiveGame, Known] = WeakKeyDictionary()
        self.told: set[int] = set()  # the numbers of the games that it has
        self.numbers = count(1)
        self.answers = 0  # that it has given

    async def start(self) -> None:
        """Start it, and wait until it can draw. Raises OSError, EOFError."""
        self.process = await asyncio.create_subprocess_exec(sys.executable, "-m", MODULE, stdin=PIPE, stdout=PIPE)
        await self._next()

    async def _next(self) -> Drawn:
        assert self.process is not None and self.process.stdout is not None
        (length,) = HEAD.unpack(await self.process.stdout.readexactly(HEAD.size))
        found: Drawn = pickle.loads(await self.process.stdout.readexactly(length))  # our own program's words
        return found

    async def read(self) -> None:
        """Pass its answers on until it ends. Raises EOFError then."""
        watching = asyncio.create_task(self._watch())
        try:
            while True:
                found = await self._next()
                self.answers += 1
                waiting = self.waiting.pop(found.number, None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(found)
        finally:
            watching.cancel()

    async def _watch(self) -> None:
        """End it once it answers nobody any more.

        One that has too much to do goes on: without it the server, which has too much to do then, too, would draw all
        pages, and the next process would have to be told of all games.
        """
        silent = 0
        while silent < PATIENCE:
            answers = self.answers
            await asyncio.sleep(self.look)
            silent = silent + 1 if self.waiting and self.answers == answers else 0
        log.error("the process that draws pages answers nobody")
        self.kill()

    async def draw(self, live: LiveGame, look: Look, sent: Mapping[str, bytes], revision: int) -> Drawn:
        """Have a page drawn. Raises Gone."""
        known = self.known.get(live) or self._begin(live)
        number, acts = next(self.numbers), tuple(live.acts[known.acts :])
        self._send(Draw(number, known.game, acts, look, sent, revision))
        known.acts += len(acts)
        waiting: asyncio.Future[Drawn] = asyncio.get_running_loop().create_future()
        self.waiting[number] = waiting
        try:
            found = await waiting
        finally:
            self.waiting.pop(number, None)
        if found.trouble:
            self.known.pop(live, None)  # its copy may be another game by now
        return found

    def _begin(self, live: LiveGame) -> Known:
        """Tell of a game, and which ones are gone meanwhile."""
        games = {known.game for known in self.known.values()}
        if gone := self.told - games:
            self._send(LetGo(tuple(gone)))
            self.told &= games
        known = Known(next(self.numbers), len(live.acts))
        self._send(Begin(known.game, live.kept, tuple(live.acts), live.changes))
        self.known[live] = known
        self.told.add(known.game)
        return known

    def _send(self, words: Any) -> None:
        if self.process is None or self.process.stdin is None or self.process.stdin.is_closing():
            raise Gone
        self.process.stdin.write(pickle.dumps(words, pickle.HIGHEST_PROTOCOL))

    def kill(self) -> None:
        """End it at once."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()

    async def end(self) -> None:
        """End it, and let everybody know who waits for it."""
        for waiting in self.waiting.values():
            if not waiting.done():
                waiting.set_exception(Gone())
        self.kill()
        if self.process is not None:
            await self.process.wait()
