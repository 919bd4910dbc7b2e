"""Another name for somebody: from now on, at tables that wait, and in games that one plays alone.

In a game with others everybody keeps the name under which they sat down: in the middle of it nobody becomes another.
"""

from __future__ import annotations

from dataclasses import replace

from bellringer.server.people.names import checked_name
from bellringer.server.store import SeatKept, TableKept, User
from bellringer.server.tables.live.seating import check_named
from bellringer.server.tables.memory.open_tables import OpenTables

MOST_TABLES = 100  # unfinished ones of one person: more than anybody may make


async def renamed_at(tables: OpenTables, user: User, name: str) -> list[tuple[TableKept, list[SeatKept]]]:
    """The seats that a user's other name changes, by table. Raises OptionError, Refused where somebody has that name.

    The rows in the database may be behind what is in memory.
    """
    checked, found = checked_name(name), []
    for stored in await tables.of(user, MOST_TABLES):
        room = tables.rooms.get(stored.address)
        kept = stored if room is None else room.kept
        seats = [replace(seat, name=checked) for seat in own_seats(kept, user)]
        if not seats or not (kept.status == "waiting" or (kept.status == "running" and kept.is_solo)):
            continue
        if kept.status == "waiting":
            check_named(kept.seats, checked, user, seats[0].number)
        found.append((kept, seats))
    return found


def own_seats(kept: TableKept, user: User) -> list[SeatKept]:
    """The seats that have a user's own name; others at the same screen have theirs."""
    own = [seat for seat in kept.seats if seat.user == user.id]
    return own if len(own) == 1 else [seat for seat in own if seat.name == user.name]


def rename(tables: OpenTables, changed: list[tuple[TableKept, list[SeatKept]]]) -> None:
    """Put another name on seats."""
    tables.lists.clear()
    for kept, seats in changed:
        tables.store.put_seats(kept, seats)
        if (room := tables.rooms.get(kept.address)) is None:
            continue
        room.put_seats(seats)
        room.changed()
