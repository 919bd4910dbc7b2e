"""Threads in which bots, hints and teachers think. The search releases the interpreter while it thinks.

Bots that choose as fast as they could be handed to a thread and back do so in the loop, where there are few threads.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from queue import SimpleQueue
from typing import Any, TypeVar

from bellringer import bots
from bellringer.bots.analysis import Panel, Thoughts, named
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from bellringer.core.tables.table import Table
from bellringer.server.base import metrics
from bellringer.server.base.turns import FairTurns, Path, stopping

Answer = TypeVar("Answer")
AHEAD = 6  # quick bots that wait for a thread: the loop may take ten times as long as one of them
MOST_KEPT = 20  # bots of a thread
QUICK = 320  # iterations of a search that take some milliseconds
INSTANT = 80  # iterations that take a third of a millisecond, more with all modules
FEW = 2  # threads that share their cores with the loop: none can think beside it
MOST_HINTS, MOST_HINTS_EACH = 50, 3  # that may wait
MOST_PAGES, MOST_PAGES_EACH = 100, 5
LIVE = ("bots", "quick-bots", "instant-bots", "spare-bots", "hints", "teacher", "pages")  # what reviews wait for


@dataclass(slots=True)
class Call:
    """A function that a thread is to call, and the future of what it returns."""

    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]
    function: Callable[..., Any]
    values: tuple[object, ...]

    def make(self) -> None:
        """Call it, in a thread, and let the loop have what came of it."""
        found, error = None, None
        try:
            found = self.function(*self.values)
        except BaseException as raised:
            error = raised
        with suppress(RuntimeError):  # the loop has ended, and with it who waited
            self.loop.call_soon_threadsafe(self.settle, found, error)

    def settle(self, found: Any, error: BaseException | None) -> None:
        """Tell who waits, unless nobody does any more."""
        if self.answer.done():
            return
        if error is None:
            self.answer.set_result(found)
        else:
            self.answer.set_exception(error)


class Threads:
    """Threads that make calls, one after the other each.

    ThreadPoolExecutor takes about as long to hand a call over and back as a quick bot takes to choose.
    """

    def __init__(self, number: int, name: str) -> None:
        self.is_closed = False
        self.answers: set[asyncio.Future[Any]] = set()  # that somebody waits for
        self.calls: SimpleQueue[Call | None] = SimpleQueue()
        names = [f"{name}_{turn}" for turn in range(number)]
        self.threads = [threading.Thread(target=self._work, name=one, daemon=True) for one in names]

    def run(self, function: Callable[..., Answer], *values: object) -> asyncio.Future[Answer]:
        """Have a function called in the next thread that is free."""
        if self.threads[0].ident is None:
            for thread in self.threads:
                thread.start()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Answer] = loop.create_future()
        self.answers.add(answer)
        answer.add_done_callback(self.answers.discard)
        self.calls.put(Call(loop, answer, function, values))
        return answer

    def end(self) -> None:
        """Refuse all whose calls have not been made, or are being made; the threads go on."""
        for answer in list(self.answers):
            if not answer.done():
                answer.set_exception(stopping())

    def close(self) -> None:
        """Let the threads end after the calls that they make now. Nobody hears of the others."""
        self.is_closed = True
        for _ in self.threads:
            self.calls.put(None)

    def _work(self) -> None:
        while (call := self.calls.get()) is not None and not self.is_closed:
            call.make()


class Pool:
    """Threads of one kind, and whose turn it is to have one.

    `ahead`: how many have their turn already while the threads are busy with others, so that a thread need not wait
    for the loop between two that take it less time than the loop.
    """

    def __init__(self, name: str, threads: int, most: int = 10_000, most_each: int = 10_000, ahead: int = 0) -> None:
        self.length = metrics.QUEUE.labels(name)
        self.places = threads + ahead
        self.turns = FairTurns(self.places, most, most_each)
        self.threads = Threads(threads, name)

    @property
    def taken(self) -> int:
        """How many have their turn now."""
        return self.places - self.turns.free

    async def run(self, who: Path, function: Callable[..., Answer], *values: object) -> Answer:
        """What a function returns that runs in a thread, at somebody's turn. Raises Refused if too many wait."""
        with self.length.track_inprogress():
            async with self.turns.taken(who):
                return await self.threads.run(function, *values)

    def end(self) -> None:
        """Refuse all who wait, and whoever comes from now on."""
        self.turns.end()
        self.threads.end()

    def close(self) -> None:
        """End the threads without waiting for results."""
        self.threads.close()


class LoopPool(Pool):
    """Calls that the loop makes itself, one at each of its turns."""

    def __init__(self, name: str) -> None:
        self.length = metrics.QUEUE.labels(name)
        self.places = 1
        self.turns = FairTurns(self.places)

    async def run(self, who: Path, function: Callable[..., Answer], *values: object) -> Answer:
        """What a function returns, at somebody's turn."""
        with self.length.track_inprogress():
            async with self.turns.taken(who):
                found = function(*values)
                await asyncio.sleep(0)  # so that requests are answered between two calls
                return found

    def end(self) -> None:
        """Refuse all who wait, and whoever comes from now on."""
        self.turns.end()

    def close(self) -> None:
        """There is no thread to end."""


class Workers:
    """Threads for the bots of tables with users, for bots among themselves, for hints, for teachers, for pages that
    take long, and for reviews, which take what all others leave.

    None of them waits for another kind, and in each kind every address has a turn, and everybody there. Bots that
    choose within milliseconds are a kind of their own: they do not wait for those that think for a second. With few
    threads, which share their cores with the loop, the loop lets the quickest ones choose itself.
    """

    def __init__(self, threads: int) -> None:
        self.pools = {
            "bots": Pool("bots", threads),
            "quick-bots": Pool("quick-bots", threads, ahead=AHEAD),
            "instant-bots": LoopPool("instant-bots"),
            "spare-bots": Pool("spare-bots", 1),
            "hints": Pool("hints", 1, MOST_HINTS, MOST_HINTS_EACH),
            "teacher": Pool("teacher", 1, MOST_HINTS, MOST_HINTS_EACH),
            "pages": Pool("pages", 1, MOST_PAGES, MOST_PAGES_EACH),
            "reviews": Pool("reviews", 1),
        }
        self.threads = threads
        self.are_few = threads <= FEW

    @property
    def has_room(self) -> bool:
        """Whether live tables leave a core to reviews: one is for the loop, and nobody waits."""
        live = [self.pools[name] for name in LIVE]
        is_any_waiting = any(len(pool.turns) for pool in live)
        return not is_any_waiting and sum(pool.taken for pool in live) < max(1, self.threads - 1)

    async def choose(
        self, bot: str, seed: int, table: Table, seat: int, is_awaited: bool = True, who: Path = ()
    ) -> str:
        """A bot's move. The table may go on meanwhile: the bot gets a copy.

        `is_awaited`: a user plays there, too. `who`: for whom it is done, here and below, so that everybody has a turn.
        """
        kind = self.kind_of(bot, table.game) if is_awaited else "spare-bots"
        with metrics.thoughts_of(bots.parts_of(bot)[0]).time():
            return table.move_names[await self.pools[kind].run(who, choose_number, bot, seed, table.state, seat)]

    def kind_of(self, bot: str, game: str) -> str:
        """The pool of a bot that a user waits for."""
        if not is_quick(bot, game):
            return "bots"
        return "instant-bots" if self.are_few and is_quick(bot, game, INSTANT) else "quick-bots"

    async def think(self, table: Table, seat: int, iterations: int, who: Path = ()) -> Thoughts:
        """What the best bot thinks of a seat's moves. The table may go on meanwhile: the bot gets a copy.

        Raises Refused when too many wait for hints.
        """
        with metrics.thoughts_of("hint").time():
            found = await self.pools["hints"].run(who, thoughts_of, iterations, table.state, seat)
        return named(table, seat, found)

    async def work_off(
        self, kind: str, who: Path, slices: Generator[None, None, Answer], is_wanted: Callable[[], bool]
    ) -> Answer | None:
        """What some work finds, each of whose slices waits for its turn, so that nobody waits for the whole of it.

        None once it is not wanted any more. Raises Refused when too many wait.
        """
        while is_wanted():
            is_over, found = await self.pools[kind].run(who, next_slice, slices)
            if is_over:
                return found
        return None

    async def draw(self, who: Path, function: Callable[..., Answer], *values: object) -> Answer:
        """What a function returns that takes long for a page. Raises Refused when too many wait."""
        return await self.pools["pages"].run(who, function, *values)

    def draw_first(self, function: Callable[..., Answer], *values: object) -> asyncio.Future[Answer]:
        """Draw before all whose turn it is, never refused: for the few things that are drawn once."""
        return self.pools["pages"].threads.run(function, *values)

    def end(self) -> None:
        """Refuse all who wait for a hint, a teacher, a costly page or a review: the server need not wait for them."""
        for name in ("hints", "teacher", "pages", "reviews"):
            self.pools[name].end()

    def close(self) -> None:
        """End the threads without waiting for results."""
        for pool in self.pools.values():
            pool.close()


@lru_cache(200)
def is_quick(bot: str, game: str, most: int = QUICK) -> bool:
    """Whether a bot chooses within some milliseconds: it makes at most so many iterations, or does not search."""
    if bots.style_of(bot) is None:
        return True
    iterations = bots.iterations_of(bot, find(game).book)
    return iterations is not None and iterations <= most


class KeptBots(threading.local):
    """The quick bots that a thread has made: the room for the tree alone takes as long as a fifth of their thinking."""

    def __init__(self) -> None:
        self.bots: dict[tuple[str, str], bots.Bot] = {}  # by name and game

    def get(self, name: str, game: str, seed: int) -> bots.Bot:
        """A bot that chooses as a new one of this seed."""
        bot = self.bots.get((name, game))
        if bot is not None:
            bot.reseed(seed)
            return bot
        bot = bots.make(name, seed)
        if is_quick(name, game):  # the tree of one that thinks for long takes many MiB
            if len(self.bots) >= MOST_KEPT:
                self.bots.clear()
            self.bots[name, game] = bot
        return bot


KEPT = KeptBots()


def choose_number(bot: str, seed: int, state: State, seat: int) -> int:
    """A bot's choice in a position."""
    return KEPT.get(bot, state.book.name, seed).choose_number(state, seat)


def next_slice(slices: Generator[None, None, Answer]) -> tuple[bool, Answer | None]:
    """Do the next slice of some work: whether it was the last, and what was found then."""
    try:
        next(slices)
    except StopIteration as end:
        return True, end.value
    return False, None


def thoughts_of(iterations: int, state: State, seat: int) -> Any:
    """What the best bot thinks of a position, by the numbers of the moves."""
    return Panel(0, iterations=iterations).analyse(state, seat)
