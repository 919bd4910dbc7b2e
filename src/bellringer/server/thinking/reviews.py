"""Reviews of games that are over: found in slices, from what live tables leave, and kept with their games.

A person has one under way at a time. What is found is kept now and then: a review that was stopped goes on from there.
"""

from __future__ import annotations

import asyncio
import json
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import structlog

from bellringer.core.errors import OptionError
from bellringer.core.tables.table import Table
from bellringer.review.course import Course, ReviewRefused, read_course
from bellringer.review.plan import Plan
from bellringer.review.results import Review, Why
from bellringer.review.work import Work
from bellringer.server.base.turns import FairTurns, Path
from bellringer.server.base.workers import Workers
from bellringer.server.errors import Refused
from bellringer.server.store.review_rows import ReviewOf, ReviewStore

State = Literal["none", "waiting", "working", "stopped", "whole"]
Spawn = Callable[[Coroutine[Any, Any, None]], "asyncio.Task[None]"]

MOST_WAITING = 50  # reviews that may wait, and whys
MOST_OPEN = 20  # that stay in memory while nothing is done for them
KEPT_EVERY = 20.0  # seconds between two times that what is found is stored
MOMENT = 0.01  # seconds of slices that are done at once; one may take some times as long
PAUSE, LATE, REST = 0.002, 0.02, 0.05  # seconds: between two slices; too much more than that; while others need it

log = structlog.get_logger()


@dataclass(eq=False)
class Reviewed:
    """A game and what is found of its review. `is_working`: its turn has come; `asked`: turns that are being explained.

    `has_failed`: the last try ended by an error of ours.
    """

    of: ReviewOf
    work: Work
    is_waiting: bool = False
    is_working: bool = False
    has_failed: bool = False
    asked: set[int] = field(default_factory=set)

    @property
    def state(self) -> State:
        """How far it is."""
        if self.work.is_whole:
            return "whole"
        if self.is_working:
            return "working"
        if self.is_waiting:
            return "waiting"
        return "stopped" if self.work.steps or self.work.lucks else "none"

    @property
    def is_busy(self) -> bool:
        """Whether something is done for it, or waits."""
        return self.is_waiting or self.is_working or bool(self.asked)

    def review(self) -> Review:
        """The review. Raises Refused while it is not whole: nobody is shown a part as if it were all."""
        if not self.work.is_whole:
            raise Refused("no-review", "this game is not reviewed yet")
        return self.work.review()


class Reviews:
    """Has games reviewed. `spawn`: lets a task of the server's run."""

    def __init__(self, workers: Workers, store: ReviewStore, spawn: Spawn, *, kept_every: float = KEPT_EVERY) -> None:
        self.workers, self.store, self.spawn, self.kept_every = workers, store, spawn, kept_every
        self.turns = FairTurns(1, MOST_WAITING, MOST_WAITING)
        self.plan: Plan | None = None  # of all reviews; None for each game's own
        self.open: OrderedDict[ReviewOf, Reviewed] = OrderedDict()  # the one that was asked for last at the end
        self.people: set[bytes] = set()  # who has something under way, by the hashes of their keys

    # finding

    async def find(self, of: ReviewOf, table: Table, who: Path, text: str = "") -> Reviewed:
        """What there is of the review of a game. `who`: whose turn that takes; `text`: of a record that was brought.

        Raises Refused for a game that can't be reviewed, such as one that still runs.
        """
        if table.result is None:
            raise unfinished()
        known = self.open.get(of)
        if known is None or known.work.course.digest != digest_of(table):
            found = await self.workers.draw(who, self.opened, of, table, text)
            known = self.open.get(of)  # somebody else may have asked meanwhile
            if known is None or known.work.course.digest != found.work.course.digest:
                known = self.open[of] = found
        self.open.move_to_end(of)
        for one in [one for one in list(self.open.values())[:-MOST_OPEN] if not one.is_busy]:
            del self.open[one.of]
        return known

    def opened(self, of: ReviewOf, table: Table, text: str) -> Reviewed:
        """A game with what is kept of its review; what an older version has kept is begun anew. Raises Refused.

        A record from elsewhere has to verify.
        """
        try:
            course = read_course(text) if text else Course(table)
        except ReviewRefused as error:
            raise Refused("not-reviewed", str(error)) from None
        found = Reviewed(of, Work(course, self.plan))
        kept = self.store.find(of, course.digest)
        if kept is not None:
            try:
                found.work.go_on(kept.document)
            except (OptionError, ArithmeticError, LookupError, TypeError, ValueError) as error:
                log.warning("a review is begun anew", error=type(error).__name__)
                found.work = Work(course, self.plan)
        return found

    # what is asked for

    def begin(self, found: Reviewed, person: bytes, who: Path) -> None:
        """Have a game reviewed, or go on with it. `person`: the hash of who asks. Raises Refused."""
        if found.work.is_whole or found.is_waiting or found.is_working:
            return
        self.check_free(person)
        found.is_waiting = True
        self.people.add(person)
        self.spawn(self._review(found, person, who))

    def explain(self, found: Reviewed, turn: int, person: bytes, who: Path) -> None:
        """Have a moment of a reviewed game explained. Raises Refused."""
        review = found.review()
        if not 0 <= turn < len(review.steps):
            raise Refused("no-move", "this game has no such move", 404)
        if review.steps[turn].compared is None:
            raise Refused("no-other", "there was no other move")
        if review.why(turn) is not None or turn in found.asked:
            return
        self.check_free(person)
        found.asked.add(turn)
        self.people.add(person)
        self.spawn(self._explain(found, turn, person, who))

    def check_free(self, person: bytes) -> None:
        """Raises Refused for who has something under way, or while too much waits."""
        if person in self.people:
            raise Refused("one-review", "another review of yours is under way: one at a time", 409)
        if len(self.people) >= MOST_WAITING:
            raise Refused("busy", "too many reviews wait already; come back in a while", 503)

    # doing it

    async def _review(self, found: Reviewed, person: bytes, who: Path) -> None:
        """Review a game when its turn comes."""
        try:
            async with self.turns.taken(who):
                found.is_waiting, found.is_working, found.has_failed = False, True, False
                await self._do(found, found.work.slices(), who)
        except Refused:  # too many wait, or the server is stopping
            pass
        except Exception:
            found.has_failed = True
            log.exception("a review failed", game=found.work.course.game.name)
        finally:
            found.is_waiting = found.is_working = False
            self.people.discard(person)

    async def _explain(self, found: Reviewed, turn: int, person: bytes, who: Path) -> None:
        """Explain a moment. It does not wait for reviews that are under way: their slices come in turn."""
        try:
            await self._do(found, found.work.explain_slices(turn), who)
        except Refused:
            pass
        except Exception:
            log.exception("a why failed", game=found.work.course.game.name)
        finally:
            found.asked.discard(turn)
            self.people.discard(person)

    async def _do(self, found: Reviewed, slices: Iterator[Why | None], who: Path) -> None:
        """Do some work slice by slice, and keep what is found, now and then and at the end, whatever ends it."""
        loop = asyncio.get_running_loop()
        kept, pool = loop.time(), self.workers.pools["reviews"]
        try:
            while True:
                await self.room()
                if await pool.run(who, is_over, slices):
                    return
                if loop.time() - kept > self.kept_every:
                    kept = loop.time()
                    self.store.put(*await pool.run(who, packed, found))
        finally:
            if found.work.steps or found.work.lucks:
                self.store.put(*packed(found))

    async def room(self) -> None:
        """Wait until live tables leave room for a slice: no bot and no page waits, and the loop is not late."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + PAUSE
            await asyncio.sleep(PAUSE)
            if self.workers.has_room and loop.time() - due < LATE:
                return
            await asyncio.sleep(REST)

    def end(self) -> None:
        """Refuse all who wait."""
        self.turns.end()


def unfinished() -> Refused:
    """What who wants a review is told of a game that is not played to its end."""
    return Refused("review-unfinished", "only a game that was played to its end can be reviewed")


def digest_of(table: Table) -> str:
    """By what the review of a game is kept."""
    return Course(table).digest


def is_over(slices: Iterator[object]) -> bool:
    """Do the next slices, for a moment; whether there is none left."""
    end = time.monotonic() + MOMENT
    while next(slices, slices) is not slices:
        if time.monotonic() >= end:
            return False
    return True


def packed(found: Reviewed) -> tuple[ReviewOf, str, bool, bytes]:
    """What is found of a review, as it is stored: of which game, by which digest, whether it is whole, the document."""
    document = found.work.as_json()
    data = zlib.compress(json.dumps(document, separators=(",", ":")).encode())
    return found.of, found.work.course.digest, "review" in document, data
