"""Operations for tables: the games there are, new tables, seats, the deal."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

from pydantic import TypeAdapter
from starlette.responses import Response

from bellringer.bots import MANNERS
from bellringer.core.contract import registry
from bellringer.core.contract.options import Option
from bellringer.core.shown.words import LANGUAGES
from bellringer.server.api.caller import NO_TABLE, Caller
from bellringer.server.api.documents import (
    Address,
    CommitmentSent,
    HandOverSent,
    NonceSent,
    Problem,
    Seated,
    SeatNumber,
    SitSent,
    TableShown,
    TableWanted,
)
from bellringer.server.api.routes import JSON, REFUSALS, OnceKey, Who, operations
from bellringer.server.api.shown import shown
from bellringer.server.base.heads import end_head
from bellringer.server.errors import Refused
from bellringer.server.people.names import checked_name
from bellringer.server.service import TableService
from bellringer.server.store import User
from bellringer.server.store.models import HINTS, TEACHING, WATCHING
from bellringer.server.store.values import clocks
from bellringer.server.store.writer import tell_of
from bellringer.server.tables.live.seating import check_named
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.requests import JOINING, SeatRequest, TableRequest, levels
from bellringer.server.tables.verbs.hand_over import check_open, name_in
from bellringer.server.tables.verbs.repeats import Attempt, Sent

router = operations()

OPEN_TABLES = 50  # in the list of them
OPEN_LIST = TypeAdapter(list[TableShown])

HOSTS_NAME = "Host"  # of who takes over the part of a table's maker, and had none


@router.get("/games", responses={429: {"model": Problem}, 401: {"model": Problem}})
async def the_games(who: Who) -> dict[str, Any]:
    """The games there are, with their options, the bots, their manners and the clocks.

    A level, which is any bot but greedy and random, can have a manner: `expert+cautious`.

    Of an option: `default`, and by the number of seats `other_defaults`; `allowed`, its values; `several`, whether a
    table chooses several of them, as a list; `sets`, words to send instead of a list, each with what it means, some of
    which are drawn for the table; `follows`, whether the default gives way to what the other options need.
    """
    found = {}
    for name in games_there_are():
        game = registry.find(name)
        options = {key: option_shown(option) for key, option in game.options.items()}
        found[name] = {"seats": [game.fewest_seats, game.most_seats], "options": options}
    return {"games": found, "bots": list(levels()), "manners": list(MANNERS), "clocks": list(clocks.KINDS),
            "joining": JOINING, "watching": WATCHING, "hints": HINTS, "teaching": TEACHING}  # fmt: skip


def option_shown(option: Option) -> dict[str, Any]:
    """An option of a game as a document."""
    return {
        "default": option.default,
        "other_defaults": dict(option.by_seats),
        "allowed": list(option.allowed),
        "several": option.several,
        "sets": {word: one.words[LANGUAGES[0]]["about"] for word, one in option.sets.items()},
        "follows": option.follows is not None,
    }


def games_there_are() -> tuple[str, ...]:
    """Their names."""
    return registry.game_names()


@router.get("/tables", response_model=list[TableShown], responses={429: {"model": Problem}, 401: {"model": Problem}})
async def open_tables(who: Who) -> Response:
    """Tables with open seats on which anyone may sit, as they were a second ago at most."""
    end_head(JSON)
    found, tables = await who.service.tables.lately("open tables", partial(list_of_open, who.service))
    for table in tables:
        tell_of(who.service.store.changes.line(table))
    return Response(found, media_type="application/json")


async def list_of_open(service: TableService) -> tuple[bytes, list[int]]:
    """The list as a document, which takes several milliseconds, and the ids of its tables."""
    rooms = list[Room]()
    for kept in await service.tables.where_one_may_sit(OPEN_TABLES):
        with suppress(Refused):  # one that can't be opened stops no other
            if (room := await service.tables.find(kept.address)) is not None:
                rooms.append(room)
    return OPEN_LIST.dump_json([shown(service, room) for room in rooms]), [room.kept.id for room in rooms]


@router.post("/tables", status_code=201, responses=REFUSALS)
async def make_table(who: Who, wanted: TableWanted, once: OnceKey = None) -> Seated:
    """A new table. The game begins when no seat is open."""
    who.count("new_tables")
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in wanted.options.items()}
    seats = tuple(SeatRequest(seat.kind, wanted.name, seat.bot) for seat in wanted.seats)
    table = TableRequest(wanted.game, seats, options, wanted.clock, wanted.joining, wanted.watching,
                         wanted.hints, wanted.teaching)  # fmt: skip
    sent = await who.sent(once)
    async with who.service.repeats.in_turn(sent):
        return await make_once(who, wanted, table, sent)


async def make_once(who: Caller, wanted: TableWanted, table: TableRequest, sent: Sent | None) -> Seated:
    """Make a table; the same request once more has the same answer."""
    before = await who.again(sent)
    made = await who.service.tables.find(before.address) if before is not None else None
    is_known = made is not None or (before is not None and await who.service.tables.kept(before.address) is not None)
    way = await who.service.giving_way.find(who.user, who.where) if made is None else None
    with who.service.repeats.attempt(sent) as attempt:
        if is_known:
            if made is None:
                raise Refused("no-table", "this request made a table, which was closed", 404)
            return seated(who, made, *who.introduce(wanted.name, attempt.new_key))
        who.service.setup.check_wanted(table, who.user, where=who.where)
        attempt.note()
        user, key = who.introduce(wanted.name, attempt.new_key)
        made = who.service.setup.make(user, table, who.where, attempt.address, wanted.commitment, way)
        return seated(who, made, user, key)


def seated(who: Caller, room: Room, user: User, key: str) -> Seated:
    """Where somebody sits now."""
    open_seats = [seat.number for seat in room.kept.seats if seat.is_open]
    may_invite = (room.is_host(user) or bool(room.seats_of(user))) and who.service.keys is not None
    return Seated(
        key=key,
        seats=list(room.seats_of(user)),
        invitations={seat: who.service.setup.invitation(room, seat) for seat in open_seats} if may_invite else {},
        table=shown(who.service, room),
    )


@router.get("/tables/{address}", responses=REFUSALS)
async def one_table(who: Who, address: Address) -> TableShown:
    """A table: who sits there, and where it stands."""
    room = await who.room(address)
    end_head(JSON)
    return shown(who.service, room)


@router.post("/tables/{address}/seats/{seat}", responses=REFUSALS)
async def sit(who: Who, address: Address, seat: SeatNumber, sent: SitSent, once: OnceKey = None) -> Seated:
    """Sit down on an open seat."""
    request = await who.sent(once)
    async with who.service.repeats.in_turn(request):
        return await sit_once(who, address, seat, sent, request)


async def sit_once(who: Caller, address: str, seat: int, sent: SitSent, request: Sent | None) -> Seated:
    """Sit down; who sits there already, as after the same request, has the same answer."""
    await who.again(request)
    who.user = who.user or who.newcomer

    def is_invited(room: Room) -> bool:
        return bool(sent.invitation) and who.service.setup.invited(room, sent.invitation) == seat

    room = await who.service.tables.seen(address, lambda room: is_invited(room) or room.may_look(who.user), who.user)
    if room is None:
        raise Refused("no-table", NO_TABLE, 404)
    with who.service.repeats.attempt(request) as attempt:
        return sit_at(who, room, seat, sent, is_invited(room), attempt)


def sit_at(who: Caller, room: Room, seat: int, sent: SitSent, is_invited: bool, attempt: Attempt) -> Seated:
    """Sit down at a table that was found. Raises Refused."""
    if seat >= len(room.kept.seats):
        raise Refused("no-seat", f"the last seat of this table is {len(room.kept.seats) - 1}", 404)
    if room.kept.joining != "anyone" and not is_invited and seat not in room.seats_of(who.user):
        raise Refused("not-invited", "this seat is for who has its invitation", 403)
    who.service.setup.check_seat(room, seat, who.user)
    if seat not in room.seats_of(who.user):
        check_named(room.kept.seats, checked_name(sent.name), who.user, seat)
    attempt.note()
    user, key = who.introduce(sent.name, attempt.new_key)
    who.service.setup.sit(room, seat, user, sent.name, sent.commitment)
    return seated(who, room, user, key)


@router.post("/tables/{address}/commitment", responses=REFUSALS)
async def commit(who: Who, address: Address, sent: CommitmentSent) -> TableShown:
    """Take part in the deal: commit to a nonce while the table waits. Listen to the table, or the commitment lapses."""
    room = await who.room(address)
    seat = who.own(room, sent.seat)
    who.service.dealing.commit(room, seat, who.known(), sent.commitment)
    return shown(who.service, room)


@router.post("/tables/{address}/nonce", responses=REFUSALS)
async def reveal(who: Who, address: Address, sent: NonceSent) -> TableShown:
    """Send the nonce, once the table is `dealing` and shows all commitments. If it does not come, the table is void."""
    room = await who.room(address)
    who.service.dealing.reveal(room, who.own(room, sent.seat), sent.nonce)
    return shown(who.service, room)


@router.post("/tables/{address}/hand-over", responses=REFUSALS)
async def be_handed(who: Who, address: Address, sent: HandOverSent, once: OnceKey = None) -> Seated:
    """Take a seat over with the token that the host of the server has given out for it. It works once."""
    request = await who.sent(once)
    async with who.service.repeats.in_turn(request):
        return await take_once(who, address, sent, request)


async def take_once(who: Caller, address: str, sent: HandOverSent, request: Sent | None) -> Seated:
    """Take a seat over; the same request once more has the same answer."""
    if (before := await who.again(request)) is not None and (known := who.user or who.newcomer) is not None:
        if (had := await who.service.hand_over.had_before(address, sent.token, known)) is not None:
            return seated(who, had, *who.introduce(known.name, before.new_key))
    room, part = await who.service.hand_over.found_by(address, sent.token)
    with who.service.repeats.attempt(request) as attempt:
        check_open(room, part, who.user)
        attempt.note()
        user, key = who.user, who.key
        if user is None or key is None:
            user, key = who.introduce(name_in(room, part) or HOSTS_NAME, attempt.new_key)
        who.service.hand_over.take_over(room, sent.token, user)
        return seated(who, room, user, key)
