"""The deal that nobody can choose: seats commit to nonces, all commitments are shown, then the nonces.

While a table waits, the page of a seat may commit to 32 random bytes. When the last seat is taken, the commitments are
fixed and shown, and the table is `dealing`: now the pages send their nonces, and with the last one the game begins. Its
dice follow from the server's seed, which was committed to when the table was made, and all nonces. When one stays out,
the table is `void`, and nothing is ever dealt from its seed. Without any commitment the game begins at once.

Who has let a deal fail has no part in any for a day, so that the same person does not void one table after the other.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

import structlog

from bellringer.core.chance import NONCE_BYTES
from bellringer.core.errors import OptionError
from bellringer.server.errors import Refused
from bellringer.server.store import Fair, SeatKept, User
from bellringer.server.store.store import Store
from bellringer.server.store.values.clocks import DAY
from bellringer.server.store.values.kept import now
from bellringer.server.tables.memory.open_tables import OpenTables

if TYPE_CHECKING:
    from bellringer.server.tables.memory.room import Room

PATIENCE = 30.0  # seconds in which a nonce must come
APART = 1000 * DAY  # milliseconds for which who has let a deal fail has no part in others
HEX = re.compile(f"[0-9a-f]{{{2 * NONCE_BYTES}}}")

log = structlog.get_logger()


def checked_hex(what: str, text: str) -> str:
    """A nonce, or the commitment to one, in hex. Raises OptionError."""
    if HEX.fullmatch(text) is None:
        raise OptionError(f"a {what} has {2 * NONCE_BYTES} hex digits", what)
    return text


def commitments_of(seats: Collection[SeatKept], given: Mapping[int, str]) -> tuple[str | None, ...]:
    """The commitments of a table's seats. `given`: by user; who has several seats shares a screen, and has none."""
    users = [seat.user for seat in seats]
    return tuple(given.get(user) if user is not None and users.count(user) == 1 else None for user in users)


class Dealing:
    """The deals of all tables. `dealt`: who is told when a nonce has come, which may be the last one."""

    def __init__(self, tables: OpenTables, store: Store, *, patience: float = PATIENCE) -> None:
        self.tables, self.store, self.patience = tables, store, patience
        self.dealt: list[Callable[[Room], object]] = []

    def apart(self, users: Iterable[int]) -> set[int]:
        """Which users have no part in deals for now, since a nonce of theirs did not come within the last day."""
        return self.store.silent(users, now() - APART)

    def with_part(self, promised: Mapping[int, str]) -> dict[int, str]:
        """The commitments, by user, of those who may have a part in a deal."""
        apart = self.apart(promised) if promised else set()
        return {user: one for user, one in promised.items() if user not in apart}

    # committing, while seats are open

    def commit(self, room: Room, seat: int, user: User, commitment: str) -> None:
        """Bind a seat to a nonce. Nothing happens where people share a screen. Raises Refused, OptionError."""
        checked_hex("commitment", commitment)
        if room.kept.fair is not None and room.kept.fair.commitments[seat] == commitment:
            return
        if room.kept.status != "waiting":
            raise Refused("begun", "the seats are taken: it is too late to commit to a nonce")
        if self.apart([user.id]):
            raise Refused("no-part", "a nonce of yours did not come: for a day, deals are made without a part of yours")
        if room.kept.fair is not None and room.seats_of(user) == (seat,):
            self._put(room, room.kept.fair.committed(seat, commitment))

    def sat_down(self, room: Room, seat: int, commitment: str, user: User | None = None) -> None:
        """Bind a seat to the nonce of who takes it now, or to none: not to that of who had it before.

        A user who has another seat is bound at none of them any more: no page shows the nonces of two seats.
        """
        fair = room.kept.fair
        if fair is None:
            return
        others = room.seats_of(user)
        chosen = checked_hex("commitment", commitment) if commitment else None
        if chosen and user is not None and self.apart([user.id]):
            chosen = None
        bound = {seat: None if others else chosen, **dict.fromkeys(others)}
        for number, one in bound.items():
            fair = fair.committed(number, one)
        if fair != room.kept.fair:
            self._put(room, fair)

    # the seats are taken

    def is_awaited(self, room: Room, by: Collection[int]) -> bool:
        """Whether the game must wait for nonces. `by`: the users whose request has filled the table.

        Who has no page open when the last seat is taken would void the deal: that seat's commitment lapses. So does one
        of who has several seats, whose page shows no nonce, and one of who has let a deal fail since it was made.
        """
        kept = room.kept
        if kept.fair is None:
            return False
        if kept.status == "waiting":
            users = [seat.user for seat in kept.seats if seat.user is not None]
            here = {*by, *(user for user in users if room.hears(user))}
            here -= self.apart(user for user in here if user in users)
            present = {seat.number for seat in kept.seats if seat.user in here and users.count(seat.user) == 1}
            fixed = tuple(one if number in present else None for number, one in enumerate(kept.fair.commitments))
            fair = replace(kept.fair, commitments=fixed, dealing=now() if any(fixed) else 0)
            if fair != kept.fair:
                self._put(room, fair, "dealing" if fair.dealing else "waiting")
                room.changed()
        assert room.kept.fair is not None
        return bool(room.kept.fair.awaited)

    def reveal(self, room: Room, seat: int, nonce: str) -> None:
        """Take a seat's nonce; the last one begins the game. The same nonce again changes nothing. Raises Refused."""
        fair, found = room.kept.fair, bytes.fromhex(checked_hex("nonce", nonce))
        if fair is not None and fair.nonces[seat] == found:
            return
        if fair is None or room.kept.status != "dealing" or seat not in fair.awaited:
            raise Refused("no-deal", "no nonce is awaited from this seat")
        if not hmac.compare_digest(hashlib.sha256(found).hexdigest(), fair.commitments[seat] or ""):
            raise Refused("other-nonce", "this is not the nonce that the seat has committed to", 422, "nonce")
        self._put(room, fair.revealed(seat, found))
        room.changed()
        for tell in self.dealt:
            tell(room)

    def call_time(self, room: Room) -> None:
        """Void a table when a nonce has not come in time, by the steady clock: nobody withholds one by the wall clock.

        The time begins with the first look at a table that deals. So pages have as much again after a restart, and
        (`wait_anew`) after a time in which nothing could be stored.
        """
        fair = room.kept.fair
        if fair is None or room.kept.status != "dealing" or not self.tables.health.is_storing:
            return
        if room.awaiting is None:
            room.awaiting = monotonic()
        if monotonic() - room.awaiting < self.patience:
            return
        missing = fair.awaited
        users = [user for seat in missing if (user := room.kept.seats[seat].user) is not None]
        fair = replace(fair, missing=missing, silent=tuple(users), voided=now())
        self.store.put_void(room.kept, fair, users)
        room.put(status="void", fair=fair)
        self.tables.end(room.address)
        log.info("a deal is void", table=room.kept.id, missing=len(missing))
        room.changed()

    def wait_anew(self) -> None:
        """Give all pages their time again: what they have sent could not be kept."""
        for room in self.tables.rooms.values():
            room.awaiting = None

    def _put(self, room: Room, fair: Fair, status: str = "") -> None:
        status = status or room.kept.status
        self.store.put_fair(room.kept, fair, status)
        room.put(fair=fair, status=status)
