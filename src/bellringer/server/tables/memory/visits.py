"""When a waiting table was last visited by those who are to play there: a lobby with nobody in it ends soon."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from bellringer.server.store.values import clocks
from bellringer.server.store.values.clocks import DAY, HOUR

if TYPE_CHECKING:
    from bellringer.server.store import TableKept, User
    from bellringer.server.tables.memory.room import Room

WAITS_FOR = 6 * HOUR  # seconds that a table waits after the last page or act of its people
WAITS_FOR_DAYS = 3 * DAY  # the same at a clock of days, whose people come by when they have time


def waits_for(kept: TableKept) -> float:
    """The seconds that a table waits for people when nobody of them is there."""
    kind = clocks.KINDS[kept.clock]
    return WAITS_FOR_DAYS if kind is not None and kind.is_for_each else WAITS_FOR


def people_of(kept: TableKept) -> set[int]:
    """Who is at home at a waiting table: who made it and who sits there."""
    return {user for user in (kept.host, *(seat.user for seat in kept.seats)) if user is not None}


class Visits:
    """The visits since the server began; the database knows when a table last changed."""

    def __init__(self) -> None:
        self.began = monotonic()
        self.last: dict[str, float] = {}  # by the table's address

    def note(self, room: Room, user: User | None) -> None:
        """Note that somebody looks at a table, if it waits and is theirs."""
        if user is not None and room.kept.status == "waiting" and user.id in people_of(room.kept):
            self.last[room.address] = monotonic()

    def is_left(self, kept: TableKept, room: Room | None) -> bool:
        """Whether nobody of a waiting table's people has been there for long. `room`: the table, if it is in memory."""
        if room is not None and any(room.is_open_to(user) for user in people_of(kept)):
            return False
        return monotonic() - self.last.get(kept.address, self.began) > waits_for(kept)

    def drop(self, address: str) -> None:
        """Forget a table that waits no longer."""
        self.last.pop(address, None)

    def forget_old(self) -> None:
        """Forget what no table waits long enough for."""
        long_ago = monotonic() - WAITS_FOR_DAYS
        self.last = {address: at for address, at in self.last.items() if at > long_ago}
