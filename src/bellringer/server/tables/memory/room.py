"""A table on the server: its stored row, its game once it has begun, and who is told of what changes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from bellringer.server.errors import Refused
from bellringer.server.store import Aside, Report, SeatKept, TableKept, User
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.live.seating import Occupant, occupant_of

BEGUN = ("running", "over")  # where a table stands that has a game
AWAY = 10.0  # seconds after which who has closed the page of a waiting table is away: not while it is loaded again


@dataclass(eq=False)
class Room:
    """One table. `revision` grows with everything that a page might show."""

    kept: TableKept
    live: LiveGame | None = None
    revision: int = 0
    streams: dict[asyncio.Event, str] = field(default_factory=dict)  # what wakes who listens, and whom it wakes
    bots: asyncio.Task[None] | None = None
    told: list[Callable[[Room], None]] = field(default_factory=list)  # who is told of every change, at once
    looking: dict[int, int] = field(default_factory=dict)  # by user: streams that are open, of who has any
    marks: dict[int, int] = field(default_factory=dict)  # by user who plays: the events there were before what is new
    newcomers: dict[int, bool] = field(default_factory=dict)  # by user: whether it is a first game
    asides: list[Aside] = field(default_factory=list)  # what spectators say among themselves
    reports: list[Report] = field(default_factory=list)
    answers: dict[int, str] = field(default_factory=dict)  # by user: what is said to a rematch (rematches.py)
    commitments: dict[int, str] = field(default_factory=dict)  # by user: to a nonce for the deal of a rematch
    next_deal: tuple[str | None, ...] = ()  # what the rematch waits for: the commitments of its seats
    next_bound: str = ""  # and what its deal is bound to
    awaiting: float | None = None  # since when it waits for nonces, by the steady clock; None before the first look
    is_gone: bool = False  # dropped from memory: who has it must find the table anew
    taken: Counter[str] | None = None  # how often each part was taken over by a link; None before it was read
    present: Counter[int] = field(default_factory=Counter)  # by user: pages, hidden ones too, and programs that listen
    hidden: dict[int, int] = field(default_factory=dict)  # by user: streams that tell hidden pages, of who has any
    seen_at: dict[int, float] = field(default_factory=dict)  # by user: when one of them was there last
    asks_until: dict[tuple[int, bool], float] = field(default_factory=dict)  # who asks by plain requests; `note_asking`
    shown: dict[int, int] = field(default_factory=dict)  # by user who plays: the events until none was in sight
    made: float = field(default_factory=monotonic)  # when the table came into memory
    away_after: float = AWAY  # seconds
    used: float = 0.0  # when somebody last asked for it, on the loop's clock

    @property
    def address(self) -> str:
        """The table's address, the end of its page's URL."""
        return self.kept.address

    @property
    def game(self) -> LiveGame:
        """The game at the table. Raises Refused before it begins."""
        if self.live is None:
            raise Refused("waiting", "the game has not begun: seats are open")
        return self.live

    def check_begun(self) -> None:
        """Raises Refused while the game has not begun."""
        if self.kept.status not in BEGUN:
            raise Refused("waiting", "the game has not begun: seats are open")

    def check_over(self) -> None:
        """Raises Refused while the game is not over."""
        self.check_begun()
        if self.kept.status != "over":
            raise Refused("running", "the game is not over yet")

    def changed(self) -> None:
        """Announce a change to all who listen."""
        self.revision += 1
        for tell in self.told:
            tell(self)
        for stream in self.streams:
            stream.set()

    @property
    def asked_users(self) -> frozenset[int]:
        """The ids of those who must decide."""
        if self.live is None or not (asked := self.live.pending_people):
            return frozenset()
        return frozenset(seat.user for seat in self.kept.seats if asked >> seat.number & 1 and seat.user is not None)

    def asks(self, user: User | None) -> bool:
        """Whether a user must decide; before the game, everybody who sits there."""
        if user is None or self.live is None:
            return bool(self.seats_of(user))
        return user.id in self.asked_users

    @contextmanager
    def listening(self, who: str, wake: asyncio.Event) -> Iterator[None]:
        """Set an asyncio event whenever the table changes, for one listener. `who`: whom to count it for."""
        self.streams[wake] = who
        try:
            yield
        finally:
            del self.streams[wake]

    def come(self, user: int) -> None:
        """Note that a page or a program of a user listens. In a lobby the others see it."""
        self.present[user] += 1
        self._show_who_is_there(now=self.present[user] == 1)

    def go(self, user: int) -> None:
        """Note that one of them listens no longer."""
        self.present[user] -= 1
        self.seen_at[user] = monotonic()
        self._show_who_is_there()

    def note_asking(self, user: int, seconds: float, is_often: bool) -> None:
        """Note that a page of a user asks by plain requests, and so is there for some seconds.

        `is_often`: it asks every few seconds, so that it hears almost at once what happens.
        """
        key = (user, is_often)
        is_first = key not in self.asks_until
        self.asks_until[key] = monotonic() + seconds
        if is_first:
            self.come(user)
            self._let_go(key)

    def _let_go(self, key: tuple[int, bool]) -> None:
        left, user = self.asks_until[key] - monotonic(), key[0]
        if left > 0:
            asyncio.get_running_loop().call_later(left, self._let_go, key)
            return
        del self.asks_until[key]
        self.go(user)
        self.close_to(user)

    def _show_who_is_there(self, now: bool = False) -> None:
        """Tell the pages of a lobby who is there: at once, if so wanted, and when who is gone now counts as away."""
        if self.kept.status != "waiting":
            return
        if now:
            self.changed()
        asyncio.get_running_loop().call_later(self.away_after, self.changed)

    def is_open_to(self, user: int) -> bool:
        """Whether a user has a page of this table open, in sight or hidden."""
        asks = any((user, is_often) in self.asks_until for is_often in (True, False))
        return asks or bool(self.looking.get(user) or self.hidden.get(user))

    def hears(self, user: int) -> bool:
        """Whether a page or a program of a user hears within seconds what happens here."""
        return f"user {user}" in self.streams.values() or (user, True) in self.asks_until

    def is_away(self, user: int) -> bool:
        """Whether a user has had no page of this table open for a while."""
        return not self.present[user] and monotonic() - self.seen_at.get(user, self.made) >= self.away_after

    def close_to(self, user: int) -> None:
        """Once a user has no page open any more, all that was in sight has been seen."""
        if not self.is_open_to(user) and user in self.shown:
            self.marks[user] = self.shown.pop(user)

    def occupant(self, seat: int) -> Occupant:
        """Who sits on a seat, before the game or in it."""
        return occupant_of(self.kept, seat) if self.live is None else self.live.occupant(seat)

    def seats_of(self, user: User | None) -> tuple[int, ...]:
        """The numbers of a user's seats."""
        if user is None:
            return ()
        return tuple(seat.number for seat in self.kept.seats if seat.user == user.id)

    def may_look(self, user: User | None) -> bool:
        """Whether a user may see the table."""
        is_listed = self.kept.status == "waiting" and self.kept.joining == "anyone"
        is_alone = self.kept.watching == "company" and self.kept.is_solo
        is_guest = is_listed or not (self.kept.watching == "nobody" or is_alone)
        return is_guest or bool(self.seats_of(user)) or (user is not None and self.kept.host == user.id)

    def is_host(self, user: User | None) -> bool:
        """Whether a user made the table."""
        return user is not None and self.kept.host == user.id

    def put(self, **values: Any) -> None:
        """Change values of the stored row in memory."""
        self.kept = replace(self.kept, **values)
        if self.live is not None:
            self.live.kept = self.kept

    def put_places(self, places: tuple[int, ...]) -> None:
        """Note the places of all seats, the game being over."""
        self.put_seats([replace(seat, place=place) for seat, place in zip(self.kept.seats, places, strict=True)])

    def put_seats(self, seats: list[SeatKept]) -> None:
        """Replace some seats."""
        every = {seat.number: seat for seat in self.kept.seats} | {seat.number: seat for seat in seats}
        self.put(seats=tuple(every[number] for number in sorted(every)))
