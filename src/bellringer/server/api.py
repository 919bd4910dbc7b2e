"""The interface for programs, under /api/v1: what a user does in the browser, as JSON. Described at /openapi.json."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse

from bellringer.bots import MANNERS
from bellringer.core import registry
from bellringer.core.errors import IllegalMove, UndoRefused
from bellringer.core.options import Option
from bellringer.core.words import LANGUAGES
from bellringer.server import clocks
from bellringer.server.api_caller import Caller, caller
from bellringer.server.api_documents import (
    Address,
    ChatShown,
    Done,
    EventShown,
    Happened,
    HintShown,
    MoveSent,
    MoveShown,
    NewRulesShown,
    Problem,
    SaySent,
    Seated,
    SeatNumber,
    SeatSent,
    SeatShown,
    SitSent,
    StandingSent,
    Status,
    TableShown,
    TableWanted,
    UndoSent,
    ViewShown,
)
from bellringer.server.live_game import LiveGame, Refused, Stale
from bellringer.server.requests import JOINING, WATCHING, SeatRequest, TableRequest, levels
from bellringer.server.room import Room
from bellringer.server.rule_changes import changed_parts
from bellringer.server.service import TableService
from bellringer.server.store import Act, User
from bellringer.server.store.store import now

ABOUT = """\
Make a table or sit down at one: the answer has your `key`. Send it from then on as `Authorization: Bearer KEY`; it is
all that says who you are. Then look (`/view`), answer the question that your seat is asked with one of the moves there
(`/moves`), and wait for what the others do (`/events`, or `/stream` as server-sent events).
"""
KEY = {"type": "http", "scheme": "bearer", "description": "The key that you were given when you sat down"}
PING = 15.0
LONGEST_WAIT = 30.0
CODES: dict[type[Exception], str] = {IllegalMove: "illegal", UndoRefused: "undo"}

router = APIRouter(prefix="/api/v1", tags=["tables"])


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
}


# The same where the answer itself is no JSON.
TOLD_AS_JSON: dict[int | str, dict[str, Any]] = {
    status: {
        "description": "Refused",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for status in REFUSALS
}


def problem(error: Exception, code: str, status: int, text: str) -> Response:
    """A refusal as a document."""
    document = Problem(
        error=code,
        message=text,
        asked=error.asked if isinstance(error, Stale) else None,
        legal=list(error.legal) if isinstance(error, IllegalMove) and error.legal else None,
    )
    headers = {"www-authenticate": "Bearer"} if status == 401 else None
    return JSONResponse(document.model_dump(exclude_none=True), status, headers)


def with_key(document: dict[str, Any]) -> dict[str, Any]:
    """The description, with the key that any request may bring: without one, one is a stranger."""
    document["components"]["securitySchemes"] = {"key": KEY}
    for operations in document["paths"].values():
        for operation in operations.values():
            operation["security"] = [{"key": []}, {}]
    return document


Who = Annotated[Caller, Depends(caller)]
Language = Annotated[Literal["en", "fr"], Query()]


# tables


def shown(service: TableService, room: Room) -> TableShown:
    """A table as a document."""
    live = room.live
    names = registry.find(room.kept.game).seat_names(len(room.kept.seats))
    seats = []
    for seat, colour in zip(room.kept.seats, names, strict=True):
        occupant = room.occupant(seat.number)
        seats.append(
            SeatShown(
                number=seat.number,
                colour=colour,
                name=occupant.name,
                kind=occupant.kind,
                bot=occupant.bot or (service.settings.level if occupant.has_resigned else ""),
                resigned=occupant.has_resigned,
                seconds_left=live.seconds_left(seat.number, now()) if live else None,
            )
        )
    result = live.table.result if live else None
    return TableShown(
        id=room.address,
        game=room.kept.game,
        options=dict(room.kept.options),
        clock=room.kept.clock,
        status=Status(room.kept.status),
        ended_by=room.kept.ended_by,
        seats=seats,
        pending=list(live.pending) if live else [],
        acts=len(live.acts) if live else 0,
        commitment=live.table.commitment if live else None,
        seed=live.table.seed.hex() if live and live.ended_by else None,
        places=list(result.places) if result else None,
        scores=list(result.scores) if result else None,
        rematch=room.kept.rematch,
        rules=room.kept.versions,
        new_rules=[
            NewRulesShown(acts=change.number - 1, parts=list(changed_parts(change)), dropped=change.dropped)
            for change in (live.changes if live else ())
        ],
    )


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
            "joining": JOINING, "watching": WATCHING}  # fmt: skip


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


@router.get("/tables", responses={429: {"model": Problem}, 401: {"model": Problem}})
async def open_tables(who: Who) -> list[TableShown]:
    """Tables with open seats on which anyone may sit."""
    rooms = (who.service.find(kept.address) for kept in who.service.store.open_tables(50))
    return [shown(who.service, room) for room in rooms if room is not None]


@router.post("/tables", status_code=201, responses=REFUSALS)
async def make_table(who: Who, wanted: TableWanted) -> Seated:
    """A new table. The game begins when no seat is open."""
    who.count("new_tables")
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in wanted.options.items()}
    seats = tuple(SeatRequest(seat.kind, wanted.name, seat.bot) for seat in wanted.seats)
    table = TableRequest(wanted.game, seats, options, wanted.clock, wanted.joining, wanted.watching)
    who.service.check_wanted(table, who.user)
    user, key = who.introduce(wanted.name)
    room = who.service.make(user, table)
    return seated(who, room, user, key)


def seated(who: Caller, room: Room, user: User, key: str) -> Seated:
    """Where somebody sits now."""
    open_seats = [seat.number for seat in room.kept.seats if seat.is_open]
    may_invite = room.is_host(user) or bool(room.seats_of(user))
    return Seated(
        key=key,
        seats=list(room.seats_of(user)),
        invitations={seat: who.service.invitation(room, seat) for seat in open_seats} if may_invite else {},
        table=shown(who.service, room),
    )


@router.get("/tables/{address}", responses=REFUSALS)
async def one_table(who: Who, address: Address) -> TableShown:
    """A table: who sits there, and where it stands."""
    return shown(who.service, who.room(address))


@router.post("/tables/{address}/seats/{seat}", responses=REFUSALS)
async def sit(who: Who, address: Address, seat: SeatNumber, sent: SitSent) -> Seated:
    """Sit down on an open seat."""
    room = who.service.find(address)
    if room is None:
        raise Refused("no-table", "there is no such table", 404)
    if seat >= len(room.kept.seats):
        raise Refused("no-seat", f"the last seat of this table is {len(room.kept.seats) - 1}", 404)
    is_invited = bool(sent.invitation) and who.service.invited(room, sent.invitation) == seat
    if room.kept.joining != "anyone" and not is_invited and seat not in room.seats_of(who.user):
        raise Refused("not-invited", "this seat is for who has its invitation", 403)
    who.service.check_seat(room, seat, who.user)
    user, key = who.introduce(sent.name)
    who.service.sit(room, seat, user, sent.name)
    return seated(who, room, user, key)


# playing


@router.get("/tables/{address}/view", responses=REFUSALS)
async def view(
    who: Who, address: Address, seat: Annotated[int | None, Query(ge=0, le=5)] = None, lang: Language = "en"
) -> ViewShown:
    """What a seat of yours sees and may do; without a seat, what a spectator sees."""
    room = who.room(address)
    live = who.service.live_of(room)
    if seat is None:
        return ViewShown(seat=None, acts=len(live.acts), asked=None, prompt="", standing=None, window=None, moves=[],
                         may_undo=False, view=live.table.view(None))  # fmt: skip
    who.own(room, seat)
    asked = live.holders[seat].asked if not live.bot_of(seat, "bot") else None
    moves = live.table.moves(seat) if asked is not None else []
    return ViewShown(
        seat=seat,
        acts=len(live.acts),
        asked=asked,
        prompt=live.table.prompt(seat, lang) if asked is not None else "",
        standing=live.holders[seat].standing if live.has_windows else None,
        window=live.window_left(seat, now()) if asked is not None else None,
        moves=[MoveShown(name=move.name, target=move.target, words=move.words(lang)) for move in moves],
        may_undo=not (live.ended_by or live.bot_of(seat, "bot")) and live.table.may_undo(seat),
        view=live.table.view(seat),
    )


def done(act: Act) -> Done:
    """An act as a document."""
    return Done(number=act.number, seat=act.seat, kind=act.kind, word=act.word)


@router.post("/tables/{address}/moves", responses=REFUSALS)
async def move(who: Who, address: Address, sent: MoveSent) -> Done:
    """Answer the question that a seat is asked."""
    who.count("moves")
    room = who.room(address)
    return done(who.service.move(room, who.own(room, sent.seat), sent.asked, sent.move))


@router.post("/tables/{address}/undo", responses=REFUSALS)
async def undo(who: Who, address: Address, sent: UndoSent) -> Done:
    """Take a seat's last decision back, while nobody else has decided and nothing was revealed."""
    who.count("moves")
    room = who.room(address)
    return done(who.service.undo(room, who.own(room, sent.seat), sent.acts))


def at_seat(who: Caller, address: str, sent: SeatSent, do: Callable[[Room, int], None]) -> TableShown:
    """Something done at one's own seat; the table after it."""
    room = who.room(address)
    do(room, who.own(room, sent.seat))
    return shown(who.service, room)


@router.post("/tables/{address}/resign", responses=REFUSALS)
async def resign(who: Who, address: Address, sent: SeatSent) -> TableShown:
    """Give up."""
    return at_seat(who, address, sent, who.service.resign)


@router.post("/tables/{address}/lend", responses=REFUSALS)
async def lend(who: Who, address: Address, sent: SeatSent) -> TableShown:
    """Let a bot play until you come back."""
    return at_seat(who, address, sent, who.service.lend)


@router.post("/tables/{address}/standing", responses=REFUSALS)
async def stand(who: Who, address: Address, sent: StandingSent) -> TableShown:
    """Say beforehand which windows you let pass: chances to do something out of turn."""
    who.count("moves")
    return at_seat(who, address, sent, lambda room, seat: who.service.stand(room, seat, sent.standing))


@router.post("/tables/{address}/return", responses=REFUSALS)
async def take_back(who: Who, address: Address, sent: SeatSent) -> TableShown:
    """Come back."""
    return at_seat(who, address, sent, who.service.take_back)


@router.post("/tables/{address}/hint", responses=REFUSALS)
async def hint(who: Who, address: Address, sent: SeatSent) -> HintShown:
    """The move that the best bot would make, from what the seat may see."""
    who.count("hints")
    room = who.room(address)
    thought = await who.service.hint(room, who.own(room, sent.seat))
    assert thought.win_chance is not None  # the best move was tried
    return HintShown(move=thought.name, win_chance=thought.win_chance, error=thought.error)


@router.post("/tables/{address}/rematch", responses=REFUSALS)
async def rematch(who: Who, address: Address) -> TableShown:
    """Make the table for a rematch."""
    who.count("new_tables")
    room = who.room(address)
    if who.user is None or not room.seats_of(who.user):
        raise Refused("not-your-seat", "only those who played can ask for another game", 403)
    return shown(who.service, who.service.rematch(room, who.user))


# what happens


@router.get("/tables/{address}/events", responses=REFUSALS)
async def events(
    who: Who,
    address: Address,
    since: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    acts: Annotated[int | None, Query(ge=0, le=1_000_000, description="How many acts you know of")] = None,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT, description="Seconds to wait for something new")] = 0,
    lang: Language = "en",
) -> Happened:
    """What has happened, from an event on; waits for something new if so asked.

    Send `acts` and `next` of the last answer, or of the view: then no act is missed, and when a move was taken back
    meanwhile the answer begins again where that move had begun.
    """
    room = who.room(address)
    live = who.service.live_of(room)
    if wait and not live.ended_by and is_old_news(live, since, acts):
        who.service.check_listener(room, who.user, who.who)
        with room.listening(who.who) as wake, contextlib.suppress(TimeoutError):
            await asyncio.wait_for(wake.wait(), wait)
        room = who.room(address)
    return happened(room, since, lang, acts)


def is_old_news(live: LiveGame, since: int, acts: int | None) -> bool:
    """Whether nothing has happened that the caller does not know of."""
    return live.table.event_count <= since if acts is None else len(live.acts) <= acts


def happened(room: Room, since: int, language: str, acts: int | None = None) -> Happened:
    """Events as a document, from one on; from an earlier one, when moves were taken back since so many acts."""
    assert room.live is not None
    live = room.live
    since = live.first_unknown(since, acts)
    found = [
        EventShown(
            number=number, kind=event.kind, seat=event.seat if event.seat >= 0 else None, words=event.words(language)
        )
        for number, event in enumerate(live.table.events(since), start=since)
    ]
    return Happened(events=found, since=since, next=since + len(found), acts=len(live.acts), over=bool(live.ended_by))


@router.get(
    "/tables/{address}/stream",
    response_class=StreamingResponse,
    responses={**TOLD_AS_JSON, 200: {"content": {"text/event-stream": {}}}},
)
async def stream(who: Who, address: Address, lang: Language = "en") -> StreamingResponse:
    """The same as server-sent events, for as long as you listen: documents as in `/events`.

    Their ids are `next` and `acts`, with a hyphen between: who comes back with the last one is told what was missed.
    """
    room = who.room(address)
    who.service.live_of(room)
    who.service.check_listener(room, who.user, who.who)
    since, acts = place_of(who.request.headers.get("last-event-id", ""))
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(told(who, room, since, acts, lang), media_type="text/event-stream", headers=headers)


def place_of(event_id: str) -> tuple[int, int | None]:
    """How far somebody has listened: the events and the acts that an event's id names; from the start for another."""
    found = re.fullmatch(r"([0-9]{1,7})-([0-9]{1,7})", event_id)
    return (int(found[1]), int(found[2])) if found else (0, None)


async def told(who: Caller, room: Room, since: int, acts: int | None, language: str) -> AsyncIterator[str]:
    """The stream's text."""
    with room.listening(who.who) as wake:
        while not who.service.is_closing and not room.is_gone and room.may_look(who.user):
            wake.clear()
            found = happened(room, since, language, acts)
            if found.events or found.acts != acts:
                since, acts = found.next, found.acts
                yield f"id: {since}-{acts}\ndata: {json.dumps(found.model_dump(), ensure_ascii=False)}\n\n"
            if found.over:
                return
            try:
                await asyncio.wait_for(wake.wait(), PING)
            except TimeoutError:
                yield ": still here\n\n"


@router.get("/tables/{address}/chat", responses=REFUSALS)
async def chat(who: Who, address: Address) -> list[ChatShown]:
    """What was said."""
    live = who.service.live_of(who.room(address))
    return [ChatShown(number=line.number, seat=line.seat, text=line.text) for line in live.sayings]


@router.post("/tables/{address}/chat", responses=REFUSALS)
async def say(who: Who, address: Address, sent: SaySent) -> ChatShown:
    """Say something."""
    who.count("sayings")
    room = who.room(address)
    who.service.say(room, who.own(room, sent.seat), sent.text)
    line = who.service.live_of(room).sayings[-1]
    return ChatShown(number=line.number, seat=line.seat, text=line.text)


@router.get(
    "/tables/{address}/record",
    response_class=PlainTextResponse,
    responses={**TOLD_AS_JSON, 200: {"content": {"text/plain": {}}}},
)
async def the_record(who: Who, address: Address) -> PlainTextResponse:
    """The record of a game that is over."""
    live = who.service.live_of(who.room(address))
    if not live.ended_by:
        raise Refused("running", "the game is not over yet")
    return PlainTextResponse(live.table.record())
