"""Tables before their games begin: made, their seats taken and left, until the last is taken."""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bellringer.core import chance
from bellringer.core.contract.registry import find
from bellringer.core.tables.table import scheme_of
from bellringer.server.base.settings import Limits
from bellringer.server.errors import Refused
from bellringer.server.people.names import checked_name, is_like_any
from bellringer.server.store import SeatKept, TableKept, User, new_fair
from bellringer.server.store.models import HINTS, TEACHING, WATCHING
from bellringer.server.store.store import Store
from bellringer.server.store.values import clocks
from bellringer.server.store.values.kept import now
from bellringer.server.tables.deal.dealing import Dealing, checked_hex, commitments_of
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.live.rule_changes import present_versions
from bellringer.server.tables.live.seating import NAMES, check_named, named_apart
from bellringer.server.tables.making.found_positions import FoundPosition, found_again
from bellringer.server.tables.making.giving_way import GivingWay, Way
from bellringer.server.tables.making.shares import Shares
from bellringer.server.tables.memory.open_tables import OpenTables
from bellringer.server.tables.requests import (
    JOINING,
    SeatRequest,
    TableRequest,
    as_can_be,
    checked_bot,
    checked_choice,
    checked_sitting,
    new_options,
)

if TYPE_CHECKING:
    from bellringer.server.tables.memory.room import Room

ADDRESS_BYTES = 12


class TableSetup:
    """Makes tables and fills their seats."""

    def __init__(
        self, tables: OpenTables, store: Store, dealing: Dealing, giving_way: GivingWay, shares: Shares, limits: Limits
    ) -> None:
        self.tables, self.store, self.limits = tables, store, limits
        self.dealing, self.giving_way, self.shares = dealing, giving_way, shares
        dealing.dealt.append(self.begin_if_full)

    def make(
        self,
        user: User,
        wanted: TableRequest,
        where: str = "",
        address: str = "",
        commitment: str = "",
        way: Way | None = None,
    ) -> Room:
        """Make a new table. Its game begins at once if no seat is open, unless it must wait for a nonce.

        `where`: the address of who makes it, here and below; empty for nobody's. `address`: of the table's page, if
        that follows from the request. `commitment`: to the nonce of who makes it (dealing.py). `way`: the table that
        was found to give way, here and below. Raises OptionError, Refused.
        """
        promised = {user.id: checked_hex("commitment", commitment)} if commitment else {}
        seed = chance.make_seed(None)
        options = self.check_wanted(wanted, user, seed, where)
        seats = tuple(self._seat(number, sitting, user) for number, sitting in enumerate(wanted.seats))
        kept = self._kept(user, wanted, options, seats, seed)
        return self._add(replace(kept, address=address or kept.address), where, promised, way)

    def make_from(
        self,
        user: User,
        found: FoundPosition,
        wanted: TableRequest,
        where: str = "",
        address: str = "",
        way: Way | None = None,
    ) -> Room:
        """Make a table that begins from a position, whose game and options those of the request give way to.

        It claims no fair deal, so nobody is asked for a nonce. The other values are as in `make`. Raises PositionError,
        OptionError, Refused.
        """
        kept = self._kept_from(user, found, wanted, where)
        seats = tuple(self._seat(number, sitting, user) for number, sitting in enumerate(wanted.seats))
        return self._add(replace(kept, seats=seats, address=address or kept.address), where, {}, way)

    def check_from(self, found: FoundPosition, wanted: TableRequest, user: User | None, where: str = "") -> None:
        """Check a request for a table that begins from a position. Raises PositionError, OptionError, Refused."""
        found.table(len(wanted.seats), chance.make_seed(found.luck))
        self._check_request(wanted, user, where)

    def _kept_from(self, user: User, found: FoundPosition, wanted: TableRequest, where: str) -> TableKept:
        """The row of a table that begins from a position, without its seats."""
        seed = chance.make_seed(found.luck)
        table = found.table(len(wanted.seats), seed)
        wanted = replace(wanted, game=table.game, options=table.options)
        self._check_request(wanted, user, where)
        return replace(self._kept(user, wanted, table.options, (), seed), fair=None, beginning=found.beginning)

    def _check_no_bot(self, sittings: Iterable[SeatRequest], user: User | None) -> None:
        """Raises Refused if people who come would take the maker for a bot. Alone with bots nobody is deceived."""
        own = user.name if user is not None else ""
        seats = list(enumerate(sittings))
        people = [sitting.name or own for _, sitting in seats if sitting.kind in ("me", "here")]
        bots = [NAMES[number] for number, sitting in seats if sitting.kind in ("bot", "open")]
        is_open = any(sitting.kind == "open" for _, sitting in seats)
        if is_open and any(name and is_like_any(name, bots) for name in people):
            raise Refused("name-taken", "a bot at this table has that name, or one that looks like it")

    def _add(self, kept: TableKept, where: str, promised: Mapping[int, str], way: Way | None) -> Room:
        if kept.fair is not None:
            commitments = commitments_of(kept.seats, self.dealing.with_part(promised))
            kept = replace(kept, fair=replace(kept.fair, commitments=commitments))
        if kept.host is not None:
            self.giving_way.make_room(User(kept.host, ""), where, way)
        room = self.tables.room_of(self.store.add_table(kept))
        self.shares.add(room.address, where)
        if not self.begin_if_full(room, promised):
            self.tables.lists.clear()  # a table where one may sit is listed at once, a game soon
        return room

    def check_wanted(
        self, wanted: TableRequest, user: User | None, seed: bytes | None = None, where: str = ""
    ) -> Mapping[str, Any]:
        """Check a request for a new table and return its options. Raises OptionError, Refused.

        `user`: None for a new visitor. `seed`: the table's, if there will be one; what is drawn follows from it.
        """
        options = new_options(wanted, seed)
        self._check_request(wanted, user, where)
        return options

    def _check_request(self, wanted: TableRequest, user: User | None, where: str) -> None:
        """Check all of a request but the game's options. Raises OptionError, Refused."""
        checked_choice("clock", wanted.clock, tuple(clocks.KINDS))
        checked_choice("joining", wanted.joining, JOINING)
        checked_choice("watching", wanted.watching, WATCHING)
        checked_choice("hints", wanted.hints, HINTS)
        checked_choice("teaching", wanted.teaching, TEACHING)
        if wanted.teaching != "off" and not wanted.may_teach:
            raise Refused(
                "no-teacher",
                f"teaching can't be {wanted.teaching!r} where hints are {wanted.hints!r}: a teacher gives "
                "hints; where others play these must be 'all'",
                422,
                "teaching",
            )
        for number, sitting in enumerate(wanted.seats):
            checked_sitting(sitting, number)
        self._check_no_bot(wanted.seats, user)
        self._check_room_for_one_more(user, where)
        if self.store.vault.keys is None:
            raise Refused("locked", "this server can make no tables: its keys are missing", 503)

    def _kept(
        self, user: User, wanted: TableRequest, options: Mapping[str, Any], seats: tuple[SeatKept, ...], seed: bytes
    ) -> TableKept:
        at = now()
        return TableKept(
            id=0, address=new_address(), game=wanted.game, seats=seats, options=dict(options),
            seed=seed, host=user.id, clock=wanted.clock, joining=wanted.joining,
            watching=wanted.watching, status="waiting", ended_by="", pending=0, created=at, changed=at, rematch=None,
            chance=scheme_of(find(wanted.game)), fair=new_fair(len(seats)), hints=wanted.hints,
            teaching=wanted.teaching,
        )  # fmt: skip

    def _seat(self, number: int, sitting: SeatRequest, user: User) -> SeatKept:
        if sitting.kind in ("bot", "open"):
            return SeatKept(number, bot=sitting.bot if sitting.kind == "bot" else "")
        return SeatKept(number, user.id, checked_name(sitting.name or user.name))

    def _check_room_for_one_more(self, user: User | None, where: str) -> None:
        limits = self.limits
        if user is not None and self.store.count_unfinished(user) >= limits.tables_a_user:
            raise Refused("too-many-tables", f"{limits.tables_a_user} tables of yours are not finished yet", 429)
        if not self.shares.has_room(where, limits.tables_an_address, limits.open_tables):
            raise Refused("crowded", "many tables from your address are not finished yet", 429)
        self.giving_way.check(user, where)

    def make_again(
        self,
        kept: TableKept,
        seats: tuple[SeatKept, ...],
        host: int,
        where: str = "",
        promised: Mapping[int, str] | None = None,
        way: Way | None = None,
    ) -> Room:
        """Make the table after another: the same game and options, where the next seat begins. Raises Refused.

        One that began from a position begins there again. A bot that would be called like one of the people has another
        name, since they have sat there before it. `promised`: commitments to nonces, by user.
        """
        options = dict(kept.options)
        if "start" in options:
            options["start"] = (options["start"] + 1) % len(seats)
        sittings = tuple(SeatRequest("bot", bot=seat.bot) if seat.bot else SeatRequest("me") for seat in seats)
        wanted = TableRequest(kept.game, sittings, options, kept.clock, kept.joining, kept.watching, kept.hints,
                              kept.teaches)  # fmt: skip
        if kept.beginning is not None:
            again = self._kept_from(User(host, ""), found_again(kept.beginning, kept.seed), wanted, where)
            return self._add(replace(again, seats=named_apart(seats)), where, {}, way)
        wanted = as_can_be(wanted)
        user, seed = User(host, ""), chance.make_seed(None)
        chosen = self.check_wanted(wanted, user, seed, where)
        return self._add(self._kept(user, wanted, chosen, named_apart(seats), seed), where, promised or {}, way)

    # sitting down

    def sit(self, room: Room, seat: int, user: User, name: str, commitment: str = "") -> None:
        """Seat a user on an open seat; nothing changes if the user sits there already. Raises Refused.

        `commitment`: to the user's nonce (dealing.py).
        """
        self.check_seat(room, seat, user)
        if room.kept.seats[seat].user == user.id:
            return
        checked = checked_name(name)
        check_named(room.kept.seats, checked, user, seat)
        self.dealing.sat_down(room, seat, commitment, user)
        self._put_seat(room, SeatKept(seat, user.id, checked), [user.id])

    def check_seat(self, room: Room, seat: int, user: User | None) -> None:
        """Raises Refused unless a user, or a newcomer, may take a seat or has it already."""
        kept = room.kept.seats[seat]
        if user is not None and kept.user == user.id:
            return
        self._check_waiting(room)
        if not kept.is_open:
            raise Refused("taken", "somebody sits there already")

    def put_bot(self, room: Room, seat: int, bot: str) -> None:
        """Seat a bot on an open seat. Raises Refused, OptionError."""
        self._check_waiting(room)
        if not room.kept.seats[seat].is_open:
            raise Refused("taken", "somebody sits there already")
        checked_bot(bot)
        if is_like_any(NAMES[seat], [other.name for other in room.kept.seats]):
            raise Refused("name-taken", "somebody at this table has that bot's name; put it on another seat")
        self.dealing.sat_down(room, seat, "")
        self._put_seat(room, SeatKept(seat, bot=bot))

    def leave(self, room: Room, user: User) -> None:
        """Open all seats of a user again, before the game begins. Raises Refused."""
        self._check_waiting(room)
        seats = [SeatKept(number) for number in room.seats_of(user)]
        self.tables.lists.clear()
        for seat in seats:
            self.dealing.sat_down(room, seat.number, "")
        self.store.put_seats(room.kept, seats)
        room.put_seats(seats)
        room.changed()

    def discard(self, room: Room) -> None:
        """Close a table whose game has not begun. Raises Refused."""
        self._check_waiting(room)
        self.tables.close(room.kept)

    def let_watch(self, room: Room, watching: str) -> None:
        """Change who may look on. Who may no longer is sent away. Raises OptionError."""
        checked_choice("watching", watching, WATCHING)
        self.tables.lists.clear()
        self.store.put_watching(room.kept, watching)
        room.put(watching=watching)
        room.changed()

    def _check_waiting(self, room: Room) -> None:
        if room.kept.status != "waiting":
            raise Refused("begun", "the game has begun")

    def _put_seat(self, room: Room, seat: SeatKept, by: Iterable[int] = ()) -> None:
        self.tables.lists.clear()
        self.store.put_seats(room.kept, [seat])
        room.put_seats([seat])
        if not self.begin_if_full(room, by):
            room.changed()

    def begin_if_full(self, room: Room, by: Iterable[int] = ()) -> bool:
        """Begin a table's game if its seats are taken, and no nonce is awaited. `by`: whose request it is."""
        if any(seat.is_open for seat in room.kept.seats) or self.dealing.is_awaited(room, list(by)):
            return False
        kept = replace(room.kept, status="running", created=now(), versions=present_versions(room.kept))
        live = LiveGame(kept)
        self.store.begin(kept, live.pending_people, live.table.position())
        room.kept, room.live = kept, live
        room.changed()
        return True

    # invitations

    def invitation(self, room: Room, seat: int) -> str:
        """The end of an invite link: whoever knows it may take that seat. Raises Refused while there are no keys."""
        mixed = hmac.digest(self.store.vault.links, f"invite {room.address} {seat}".encode(), "sha256")
        return f"{seat}-{base64.urlsafe_b64encode(mixed[:15]).decode()}"

    def invited(self, room: Room, token: str) -> int | None:
        """The seat that an invite link is for; None for a link that the server did not make."""
        links = (self.invitation(room, seat).encode() for seat in range(len(room.kept.seats)))
        return next((seat for seat, link in enumerate(links) if hmac.compare_digest(link, token.encode())), None)


def new_address() -> str:
    """A new table's address. It begins with no dash, so that no command takes it for an option."""
    found = secrets.token_urlsafe(ADDRESS_BYTES)
    return f"A{found[1:]}" if found.startswith("-") else found
