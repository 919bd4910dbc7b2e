"""Handing a seat over: who has lost the key to it gets a link from the host, and whoever opens it has the seat.

A link is good for a week, and until the seat is next handed over: once it was used, it is worth nothing, even if the
seat comes back to the same person. How often a part was taken over is in the host's log, so a restart revives no link.
The part of who made the table is handed over in the same way, and goes along with the last seat of who had both.
"""

from __future__ import annotations

import base64
import hmac
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from bellringer.server.errors import Refused
from bellringer.server.store import User
from bellringer.server.store.host_rows import TAKEN_OVER, note
from bellringer.server.store.store import Store
from bellringer.server.store.values.clocks import DAY
from bellringer.server.store.values.kept import now
from bellringer.server.tables.deal.dealing import Dealing
from bellringer.server.tables.memory.open_tables import OpenTables
from bellringer.server.tables.memory.room import Room

SeatOrHost = int | Literal["host"]  # what a link hands over: a seat, or the part of who made the table
HOST: Literal["host"] = "host"
GOOD_FOR = 7 * DAY  # seconds
NO_LINK = "there is no such link, or it was used"


def holder_of(room: Room, part: SeatOrHost | None) -> int | None:
    """The id of the person who has something that can be handed over; None if nobody has."""
    if part == HOST:
        return room.kept.host
    return room.kept.seats[part].user if part is not None and 0 <= part < len(room.kept.seats) else None


def named_by(token: str) -> tuple[SeatOrHost | None, int | None]:
    """What a link says that it hands over, and from when it is good, whether it is good or not."""
    word, _, rest = token.partition("-")
    part, began = (
        int(one) if one.isascii() and one.isdecimal() and len(one) < 12 else None
        for one in (word, rest.partition("-")[0])
    )
    return (HOST if word == HOST else part), began


def name_in(room: Room, part: SeatOrHost) -> str:
    """The name that who takes something over has from then on; empty where it has none."""
    holder = holder_of(room, part)
    seats = room.kept.seats if part == HOST else (room.kept.seats[part],)
    return next((seat.name for seat in seats if seat.user == holder), "")


def check_open(room: Room, part: SeatOrHost, user: User | None) -> None:
    """Raises Refused while a deal waits for the nonce of a seat, which only the page of its holder has.

    Or for that of a seat which the user has already: who has two shows none.
    """
    fair = room.kept.fair
    if room.kept.status == "dealing" and fair is not None and {part, *room.seats_of(user)} & {*fair.awaited}:
        raise Refused("awaited", "the deal waits for a nonce: take the seat in half a minute")


class HandOver:
    """Makes the links, and gives what they are for to who opens them. `count`: how often each part was taken over."""

    def __init__(
        self, tables: OpenTables, store: Store, dealing: Dealing, count: Callable[[int], Counter[str]]
    ) -> None:
        self.tables, self.store, self.dealing, self.count = tables, store, dealing, count

    def token_for(self, room: Room, seat: SeatOrHost, at: int | None = None) -> str:
        """What a link ends in that hands a seat over, or the host's part. `at`: seconds since 1970, when it began.

        Raises Refused while the server has no keys.
        """
        began = now() // 1000 if at is None else at
        holder = holder_of(room, seat)
        text = f"hand over {room.address} {seat} {holder} {self.taken(room)[str(seat)]} {began}"
        mixed = hmac.digest(self.store.vault.links, text.encode(), "sha256")
        return f"{seat}-{began}-{base64.urlsafe_b64encode(mixed[:18]).decode()}"

    def taken(self, room: Room) -> Counter[str]:
        """How often each part of a table was taken over: read once, and counted on in memory."""
        if room.taken is None:
            room.taken = self.count(room.kept.id)
        return room.taken

    def part_of(self, room: Room, token: str) -> SeatOrHost:
        """What a link hands over. Raises Refused for one that is not good, or not any more."""
        part, began = named_by(token)
        if part is not None and began is not None and holder_of(room, part) is not None:
            wanted = self.token_for(room, part, began)
            if 0 <= now() // 1000 - began <= GOOD_FOR and hmac.compare_digest(wanted.encode(), token.encode()):
                return part
        raise Refused("no-table", NO_LINK, 404)

    async def found_by(self, address: str, token: str) -> tuple[Room, SeatOrHost]:
        """The table of a link, and what it hands over. Raises Refused, in the same words where there is no table."""

        def is_good(room: Room) -> bool:
            try:
                return self.part_of(room, token) is not None
            except Refused:
                return False

        room = await self.tables.seen(address, is_good)
        if room is None:
            raise Refused("no-table", NO_LINK, 404)
        return room, self.part_of(room, token)

    async def had_before(self, address: str, token: str, user: User | None) -> Room | None:
        """The table of a link whose seat a user has already, as when it comes again since its answer was lost."""
        part = named_by(token)[0]
        return await self.tables.seen(address, lambda room: user is not None and holder_of(room, part) == user.id)

    def take_over(self, room: Room, token: str, user: User) -> SeatOrHost:
        """Give a seat to who has the link; its name stays. Or the host's part. Returns which. Raises Refused."""
        part = self.part_of(room, token)
        check_open(room, part, user)
        holder = holder_of(room, part)
        assert holder is not None
        with self.store.changes.as_one():  # else a kill could leave the seat here, the host's part and the note there
            if part != HOST:
                self._give_seat(room, part, user)
            if part == HOST or (room.kept.host == holder and not room.seats_of(User(holder, ""))):
                self.store.put_host(room.kept, user.id)
                room.put(host=user.id)
                self._note_taken(room, HOST, holder, user.id)
            if part != HOST:
                self._note_taken(room, part, holder, user.id)
        room.changed()
        return part

    def _note_taken(self, room: Room, part: SeatOrHost, holder: int, taker: int) -> None:
        """Store that a part was taken over, with the table's other changes: no link for it is good any more.

        With whose it was until then, whose it is now, and how many lines there were: so it is known which words, and
        whether the name, are those of the person who had it.
        """
        self.taken(room)[str(part)] += 1
        lines = len(room.live.sayings) if room.live is not None else 0
        told = {"table": room.kept.id, "seat": part, "from": holder, "to": taker, "lines": lines}
        self.store.changes.put(lambda connection: note(connection, TAKEN_OVER, told, "done"), room.kept.id)

    def _give_seat(self, room: Room, number: int, user: User) -> None:
        """Seat another person. Before the deal, the seat is bound no longer to a nonce that only the old page has."""
        seat = room.kept.seats[number]
        if room.kept.status == "waiting" and seat.user != user.id:
            self.dealing.sat_down(room, number, "", user)
        seat = replace(seat, user=user.id)
        self.store.put_seats(room.kept, [seat])
        room.put_seats([seat])
