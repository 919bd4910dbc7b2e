"""Turns at something of which there is little: whoever asks for much waits behind himself, not others behind him."""

from __future__ import annotations

import asyncio
import heapq
from collections import OrderedDict, deque
from dataclasses import dataclass
from time import monotonic
from typing import Union

from bellringer.server.errors import Refused

CREDIT = 10  # turns that a network may have before others that have one in each round: a page and some of its files
STEPS_IN = 4  # turns of the loop from one request to the next: half of the steps in which somebody new comes in
SPARE = 0.001  # seconds that these may take; on a loop with more to do the next request begins sooner
MOST_AT_ONCE = 16  # requests that begin in one turn
LONGEST_FIRST = 4  # one turn in so many is for who has waited for longest, however many come anew
LATER_ONES = 8  # while both kinds wait, one turn in so many is for those who can wait

Line = OrderedDict[object, deque[asyncio.Future[None]]]  # those who wait, by person; the next one first


Path = tuple[object, ...]  # from where somebody asks: the widest network first, at the end the person
Branch = OrderedDict[object, Union["Branch", deque[asyncio.Future[None]]]]  # the next one first


@dataclass(slots=True)
class Turn:
    """Somebody's turn, as the context of a block."""

    turns: Turns
    who: object
    can_wait: bool

    async def __aenter__(self) -> None:
        await self.turns.enter(self.who, self.can_wait)

    async def __aexit__(self, *_: object) -> None:
        self.turns.leave()


class Turns:
    """Lets so many go on at once; those who wait do so in turn, one of each person after the other."""

    def __init__(self, places: int) -> None:
        self.free = places
        self.waiting, self.later = Line(), Line()
        self.count = 0  # of those who wait
        self.given = 0  # turns, while both kinds waited

    def __len__(self) -> int:
        """How many wait."""
        return self.count

    def taken(self, who: object, *, can_wait: bool = False) -> Turn:
        """Wait for somebody's turn, and have it as long as the block runs.

        `can_wait`: most of those who can't go first.
        """
        return Turn(self, who, can_wait)

    async def enter(self, who: object, can_wait: bool) -> None:
        """Wait for a place."""
        if self.free > 0:
            self.free -= 1
        else:
            await self._wait(who, self.later if can_wait else self.waiting)

    async def _wait(self, who: object, line: Line) -> None:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.setdefault(who, deque()).append(mine)
        self.count += 1
        await self._have(mine)

    async def _have(self, mine: asyncio.Future[None]) -> None:
        """Wait until one has a turn, which goes to another if one goes away just then."""
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # it was this one's turn, just as it went away
                self.leave()
            raise

    def add(self, places: int) -> None:
        """Let so many more go on at once, or fewer."""
        self.free += places
        self._let_in()

    def let_by(self, who: object) -> None:
        """Let somebody who waits go on at once, beside those whose turn it is."""
        for mine in (*self.waiting.pop(who, ()), *self.later.pop(who, ())):
            self.count -= 1
            self._enter(mine)

    def go_first(self, who: object) -> None:
        """Put somebody who could wait among those who can't."""
        if (mine := self.later.pop(who, None)) is not None:
            self.waiting.setdefault(who, deque()).extend(mine)

    def leave(self) -> None:
        """Give up a place."""
        self.free += 1
        self._let_in()

    def _let_in(self) -> None:
        """Give the places that are free to those who wait."""
        while self.free > 0 and (line := self._next_line()):
            who, mine = line.popitem(last=False)
            next_one = mine.popleft()
            self.count -= 1
            if mine:
                line[who] = mine  # behind all others
            self._enter(next_one)

    def _next_line(self) -> Line:
        """The line of those of whom one has the next turn."""
        if not self.waiting or not self.later:
            return self.waiting or self.later
        self.given += 1
        return self.waiting if self.given % LATER_ONES else self.later

    def _enter(self, mine: asyncio.Future[None]) -> None:
        """Give a place to one who waits, unless he has gone away."""
        if not mine.done():
            self.free -= 1
            mine.set_result(None)


class FairTurns(Turns):
    """Turns where persons are free: networks have theirs, then within each the narrower ones, then persons.

    `who` is a Path. `most`: how many may wait, and `most_each` of one person. When there are more, the last one of
    whoever has most waiting is refused as busy, and not who comes from elsewhere.
    """

    def __init__(self, places: int, most: int = 10_000, most_each: int = 10_000) -> None:
        super().__init__(places)
        self.most, self.most_each, self.tree, self.has_ended = most, most_each, Branch(), False

    async def enter(self, who: object, can_wait: bool) -> None:
        """Wait for a place. Raises Refused when too many wait, also later, when somebody else finds no room."""
        assert isinstance(who, tuple)
        if self.has_ended:
            raise stopping()
        if self.free > 0:
            self.free -= 1
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line = self._line(who)
        line.append(mine)
        self.count += 1
        if len(line) > self.most_each:
            self._drop(who)
        elif self.count > self.most:
            self._drop(self._greediest())
        await self._have(mine)

    def end(self) -> None:
        """Refuse all who wait, and whoever comes from now on."""
        self.has_ended = True
        while self.tree:
            mine = take(self.tree)
            self.count -= 1
            if not mine.done():
                mine.set_exception(stopping())

    def _line(self, who: Path) -> deque[asyncio.Future[None]]:
        """The line of those who wait for one person."""
        branch = self.tree
        for name in who[:-1]:
            found = branch.setdefault(name, Branch())
            assert isinstance(found, OrderedDict)
            branch = found
        line = branch.setdefault(who[-1] if who else None, deque())
        assert isinstance(line, deque)
        return line

    def _greediest(self) -> Path:
        """Who has most waiting within the network that has, and so on; of several, who came last."""
        branch, path = self.tree, list[object]()
        while True:
            name = max(reversed(branch), key=lambda one: size(branch[one]))
            path.append(name)
            found = branch[name]
            if isinstance(found, deque):
                return tuple(path)
            branch = found

    def _drop(self, who: Path) -> None:
        """Refuse the last one of a person's who waits."""
        mine = take(self.tree, who or (None,), is_last=True)
        self.count -= 1
        if not mine.done():
            mine.set_exception(Refused("busy", "too many wait for this already; come back in a while", 503))

    def _let_in(self) -> None:
        while self.free > 0 and self.tree:
            mine = take(self.tree)
            self.count -= 1
            self._enter(mine)


class Round:
    """The networks in which somebody waits, each once, in the order of their turns.

    Whoever always waits has one turn in each round, and who comes anew has some turns to its credit, before all those.
    When nobody waits any more, everybody comes anew.
    """

    def __init__(self) -> None:
        self.rounds = 0  # that whoever always waits has had
        self.had: dict[str, int] = {}  # how far each network is, in rounds; those left out are CREDIT behind
        self.waiting: OrderedDict[str, tuple[int, int]] = OrderedDict()  # how far, and its number; as they came
        self.order: list[tuple[int, int, str]] = []  # a heap of the same, with some that have had their turn
        self.joined = self.given = 0

    def join(self, name: str) -> None:
        """Let a network wait for a turn, unless it does already."""
        if name in self.waiting:
            return
        self.joined += 1
        anew = self.rounds - CREDIT
        self.waiting[name] = place = max(self.had.get(name, anew), anew), self.joined
        heapq.heappush(self.order, (*place, name))

    def take(self) -> str | None:
        """The network that has its turn now, and waits no more; None if none waits."""
        if not self.waiting:
            return None
        self.given += 1
        name = self._foremost() if self.given % LONGEST_FIRST else next(iter(self.waiting))
        had, _ = self.waiting.pop(name)
        self.had[name] = had + 1
        if had > self.rounds:
            self.rounds = had
            self.had = {other: count for other, count in self.had.items() if count > had - CREDIT}
        if not self.waiting:
            self.rounds = 0
            self.had.clear()
        if len(self.order) > 2 * len(self.waiting):
            self.order = sorted((*place, other) for other, place in self.waiting.items())
        return name

    def _foremost(self) -> str:
        while True:
            had, number, name = heapq.heappop(self.order)
            if self.waiting.get(name) == (had, number):
                return name


class LoopTurns(FairTurns):
    """Lets requests begin in turns of the event loop, which take no longer by that than by all else.

    All that have come would otherwise begin in one turn, and whoever comes then, for each step of coming in, waits as
    long as all of them take together. Networks have their turns as a Round says, within them the narrower ones, then
    people.
    """

    def __init__(self, most: int, most_each: int) -> None:
        super().__init__(1, most, most_each)
        self.round = Round()
        self.begun, self.began = 0, 0.0  # how many have begun in this turn; since when
        self.each = 0.0  # seconds that each took of the loop
        self.is_busy = False  # others must wait

    async def enter(self, who: object, can_wait: bool = False) -> None:
        """Wait until a request may begin. Raises Refused when too many wait."""
        assert isinstance(who, tuple)
        if self.free <= 0:
            self.round.join(who[0])
        await super().enter(who, can_wait)
        if not self.begun:
            self.began = monotonic()
        self.begun += 1
        self._begin()

    def _let_in(self) -> None:
        is_any = False
        while self.free > 0 and (name := self.round.take()) is not None:
            if name not in self.tree:  # all of it were refused since
                continue
            mine = take(self.tree, (name,))
            self.count -= 1
            if name in self.tree:
                self.round.join(name)
            self._enter(mine)
            is_any = True
        if is_any:
            self._begin()

    def _begin(self) -> None:
        """Let those begin that have turns now, before anything else does."""
        if not self.is_busy:
            self.is_busy = True
            asyncio.get_running_loop().call_soon(self._have_begun)

    def _have_begun(self) -> None:
        """See how long each took, and let the loop do all else in a few turns."""
        now = monotonic()
        if self.begun:
            self.each = (now - self.began) / self.begun
        asyncio.get_running_loop().call_soon(self._step, STEPS_IN - 1, now)

    def _step(self, left: int, since: float) -> None:
        """A turn of the loop without a request is over. The next ones take as long as all else took."""
        passed = monotonic() - since
        if left > 1 and passed < SPARE:
            asyncio.get_running_loop().call_soon(self._step, left - 1, since)
            return
        self.is_busy, self.begun = False, 0
        self.free = max(1, min(MOST_AT_ONCE, int(passed / self.each))) if self.each else 1
        self._let_in()


def stopping() -> Refused:
    """What those are told who wait for something when the server stops."""
    return Refused("busy", "the server is stopping; come back in a while", 503)


def size(found: Branch | deque[asyncio.Future[None]]) -> int:
    """How many wait there."""
    return len(found) if isinstance(found, deque) else sum(size(one) for one in found.values())


def take(branch: Branch, who: Path = (), is_last: bool = False) -> asyncio.Future[None]:
    """Take the next one out, whose network goes behind all others then; or the last one of a person's."""
    name = who[0] if who else next(iter(branch))
    found = branch[name]
    if isinstance(found, deque):
        mine = found.pop() if is_last else found.popleft()
    else:
        mine = take(found, who[1:], is_last)
    if not found:
        del branch[name]
    elif not who:
        branch.move_to_end(name)
    return mine
