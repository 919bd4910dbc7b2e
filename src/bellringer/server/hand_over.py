"""Handing a seat over: who has lost the key to it gets a link from the host, and whoever opens it has the seat.

A link is good for a week, and for as long as the same person holds the seat: once it was used, it is worth nothing.
"""

from __future__ import annotations

import base64
import hmac
from dataclasses import replace
from typing import TYPE_CHECKING

from bellringer.server.clocks import DAY
from bellringer.server.live_game import Refused
from bellringer.server.store.hosting import note
from bellringer.server.store.kept import now

if TYPE_CHECKING:
    from bellringer.server.room import Room
    from bellringer.server.service import TableService
    from bellringer.server.store import User

GOOD_FOR = 7 * DAY  # seconds
NO_LINK = "there is no such link, or it was used"


def token_for(service: TableService, room: Room, seat: int, at: int | None = None) -> str:
    """What a link ends in that hands a person's seat over. `at`: seconds since 1970, from when it is good.

    Raises Refused while the server has no keys.
    """
    began = now() // 1000 if at is None else at
    holder = room.kept.seats[seat].user
    mixed = hmac.digest(service.links, f"hand over {room.address} {seat} {holder} {began}".encode(), "sha256")
    return f"{seat}-{began}-{base64.urlsafe_b64encode(mixed[:18]).decode()}"


def seat_of(service: TableService, room: Room, token: str) -> int:
    """The seat that a link hands over. Raises Refused for one that is not good, or not any more."""
    seat, _, rest = token.partition("-")
    began = rest.partition("-")[0]
    if all(part.isascii() and part.isdecimal() and len(part) < 12 for part in (seat, began)):
        is_there = int(seat) < len(room.kept.seats) and room.kept.seats[int(seat)].user is not None
        is_fresh = 0 <= now() // 1000 - int(began) <= GOOD_FOR
        if is_there and is_fresh:
            wanted = token_for(service, room, int(seat), int(began))
            if hmac.compare_digest(wanted.encode(), token.encode()):
                return int(seat)
    raise Refused("no-table", NO_LINK, 404)


def found_by(service: TableService, address: str, token: str) -> tuple[Room, int]:
    """The table and the seat of a link. Raises Refused, in the same words where there is no such table."""

    def is_good(room: Room) -> bool:
        try:
            return seat_of(service, room, token) >= 0
        except Refused:
            return False

    room = service.seen(address, is_good)
    if room is None:
        raise Refused("no-table", NO_LINK, 404)
    return room, seat_of(service, room, token)


def take_over(service: TableService, room: Room, token: str, user: User) -> int:
    """Give a seat to who has the link; its name stays. Returns its number. Raises Refused."""
    number = seat_of(service, room, token)
    seat = replace(room.kept.seats[number], user=user.id)
    service.store.put_seats(room.kept, [seat])
    room.put_seats([seat])
    told = {"table": room.kept.id, "seat": number}
    service.store.changes.put(lambda connection: note(connection, "taken-over", told, "done"))
    room.changed()
    return number
