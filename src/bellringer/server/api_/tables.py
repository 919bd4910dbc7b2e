"""The interface for programs, under /api/v1: what a user does in the browser, as JSON. Described at /openapi.json."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Query
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse

from bellringer.bots import MANNERS
from bellringer.core import chance, registry
from bellringer.core.errors import IllegalMove, UndoRefused
from bellringer.core.options import Option
from bellringer.core.words import LANGUAGES
from bellringer.server import clocks
from bellringer.server.api_caller import NO_TABLE, Caller, caller
from bellringer.server.api_documents import (
    Address,
    AnswerSent,
    AsideSent,
    AsideShown,
    ChainShown,
    ChatShown,
    CommitmentSent,
    DealShown,
    Done,
    EventShown,
    HandOverSent,
    Happened,
    HintShown,
    MoveSent,
    MoveShown,
    NewRulesShown,
    NonceSent,
    NoteShown,
    OfferShown,
    PreviewShown,
    Problem,
    RematchSent,
    ReportedShown,
    ReportSent,
    RequestShown,
    SaySent,
    Seated,
    SeatNumber,
    SeatSent,
    SeatShown,
    SignSent,
    SitSent,
    StandingSent,
    Status,
    TableShown,
    TableWanted,
    UndoSent,
    ViewShown,
)
from bellringer.server.company import hears_asides, reported_lines
from bellringer.server.hand_over import seat_of, take_over
from bellringer.server.language import words_in
from bellringer.server.live_game import LiveGame, Refused, Stale
from bellringer.server.rematches import offer_of
from bellringer.server.repeats import Attempt
from bellringer.server.requests import JOINING, WATCHING, SeatRequest, TableRequest, checked_name, levels
from bellringer.server.room import Room
from bellringer.server.rule_changes import changed_parts
from bellringer.server.service import TableService
from bellringer.server.store import Act, Aside, Fair, Saying, User
from bellringer.server.store.kept import now

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
OnceKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern=r'^"?[!#-\[\]-~]{22,200}"?$',
        description="A new random key for each request, as secret as your own: what comes again is done once",
    ),
]


# tables


def seats_shown(service: TableService, room: Room) -> list[SeatShown]:
    """The seats of a table as documents."""
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
                seconds_left=room.live.seconds_left(seat.number, now()) if room.live else None,
            )
        )
    return seats


def shown(service: TableService, room: Room) -> TableShown:
    """A table as a document."""
    live = room.live
    result = live.result if live else None
    return TableShown(
        id=room.address,
        game=room.kept.game,
        options=dict(room.kept.options),
        clock=room.kept.clock,
        status=Status(room.kept.status),
        ended_by=room.kept.ended_by,
        seats=seats_shown(service, room),
        pending=list(live.pending) if live else [],
        acts=len(live.acts) if live else 0,
        commitment=chance.commitment(room.kept.seed) if room.kept.seed else None,
        head=live.chain.head.hex() if live and live.chain else None,
        seed=live.table.seed.hex() if live and live.ended_by else None,
        deal=deal_shown(room.kept.fair),
        places=list(result.places) if result else None,
        scores=list(result.scores) if result else None,
        rematch=room.kept.rematch,
        offer=offer_shown(room),
        request=request_shown(live),
        rules=room.kept.versions,
        new_rules=[
            NewRulesShown(acts=change.number - 1, parts=list(changed_parts(change)), dropped=change.dropped)
            for change in (live.changes if live else ())
        ],
    )


def deal_shown(fair: Fair | None) -> DealShown | None:
    """The seats' part in a deal as a document."""
    if fair is None:
        return None
    return DealShown(
        keys=[key.hex() for key in fair.keys],
        commitments=list(fair.commitments),
        nonces=[None if nonce is None else nonce.hex() for nonce in fair.nonces],
        awaited=list(fair.awaited) if fair.dealing else [],
        missing=list(fair.missing),
    )


def offer_shown(room: Room) -> OfferShown | None:
    """An offer of another game as a document."""
    found = offer_of(room)
    return None if found is None else OfferShown(**{name: list(seats) for name, seats in vars(found).items()})


def request_shown(live: LiveGame | None) -> RequestShown | None:
    """A request to take a move back as a document."""
    found = live.request_info() if live else None
    if found is None:
        return None
    return RequestShown(number=found.number, seat=found.seat, moves=found.moves, waiting=list(found.waiting))


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
async def make_table(who: Who, wanted: TableWanted, once: OnceKey = None) -> Seated:
    """A new table. The game begins when no seat is open."""
    who.count("new_tables")
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in wanted.options.items()}
    seats = tuple(SeatRequest(seat.kind, wanted.name, seat.bot) for seat in wanted.seats)
    table = TableRequest(wanted.game, seats, options, wanted.clock, wanted.joining, wanted.watching)
    with who.service.repeats.attempt(await who.sent(once)) as attempt:
        if attempt.before is not None and (kept := who.service.store.table(attempt.address)) is not None:
            room = who.service.find(kept.address)
            if room is None:
                raise Refused("no-table", "this request made a table, which was closed", 404)
            return seated(who, room, *who.introduce(wanted.name, attempt.new_key))
        who.service.setup.check_wanted(table, who.user, where=who.where)
        attempt.note()
        user, key = who.introduce(wanted.name, attempt.new_key)
        room = who.service.setup.make(user, table, who.where, attempt.address, wanted.commitment)
        return seated(who, room, user, key)


def seated(who: Caller, room: Room, user: User, key: str) -> Seated:
    """Where somebody sits now."""
    open_seats = [seat.number for seat in room.kept.seats if seat.is_open]
    may_invite = room.is_host(user) or bool(room.seats_of(user))
    return Seated(
        key=key,
        seats=list(room.seats_of(user)),
        invitations={seat: who.service.setup.invitation(room, seat) for seat in open_seats} if may_invite else {},
        table=shown(who.service, room),
    )


@router.get("/tables/{address}", responses=REFUSALS)
async def one_table(who: Who, address: Address) -> TableShown:
    """A table: who sits there, and where it stands."""
    return shown(who.service, who.room(address))


@router.post("/tables/{address}/seats/{seat}", responses=REFUSALS)
async def sit(who: Who, address: Address, seat: SeatNumber, sent: SitSent, once: OnceKey = None) -> Seated:
    """Sit down on an open seat."""
    with who.service.repeats.attempt(await who.sent(once)) as attempt:
        if attempt.before is not None and who.user is None:
            who.user = who.service.user(attempt.new_key)
        return sit_once(who, address, seat, sent, attempt)


def sit_once(who: Caller, address: str, seat: int, sent: SitSent, attempt: Attempt) -> Seated:
    """Sit down; who sits there already, as after the same request, has the same answer."""
    room = who.service.find(address)
    is_invited = room is not None and bool(sent.invitation) and who.service.setup.invited(room, sent.invitation) == seat
    if room is None or not (is_invited or room.may_look(who.user)):
        raise Refused("no-table", NO_TABLE, 404)
    if seat >= len(room.kept.seats):
        raise Refused("no-seat", f"the last seat of this table is {len(room.kept.seats) - 1}", 404)
    if room.kept.joining != "anyone" and not is_invited and seat not in room.seats_of(who.user):
        raise Refused("not-invited", "this seat is for who has its invitation", 403)
    who.service.setup.check_seat(room, seat, who.user)
    if seat not in room.seats_of(who.user):
        who.service.setup.check_named(room, checked_name(sent.name), who.user, seat)
    attempt.note()
    user, key = who.introduce(sent.name, attempt.new_key)
    who.service.setup.sit(room, seat, user, sent.name, sent.commitment)
    return seated(who, room, user, key)


@router.post("/tables/{address}/commitment", responses=REFUSALS)
async def commit(who: Who, address: Address, sent: CommitmentSent) -> TableShown:
    """Take part in the deal: commit to a nonce while the table waits. Listen to the table, or the commitment lapses."""
    room = who.room(address)
    seat = who.own(room, sent.seat)
    who.service.dealing.commit(room, seat, known(who), sent.commitment)
    return shown(who.service, room)


@router.post("/tables/{address}/nonce", responses=REFUSALS)
async def reveal(who: Who, address: Address, sent: NonceSent) -> TableShown:
    """Send the nonce, once the table is `dealing` and shows all commitments. If it does not come, the table is void."""
    room = who.room(address)
    who.service.dealing.reveal(room, who.own(room, sent.seat), sent.nonce)
    return shown(who.service, room)


@router.post("/tables/{address}/hand-over", responses=REFUSALS)
async def be_handed(who: Who, address: Address, sent: HandOverSent) -> Seated:
    """Take a seat over with the token that the host of the server has given out for it. It works once."""
    room = who.service.find(address)
    if room is None:
        raise Refused("no-table", "there is no such table", 404)
    seat = seat_of(who.service, room, sent.token)
    user, key = (who.user, who.key) if who.user and who.key else who.introduce(room.kept.seats[seat].name)
    take_over(who.service, room, sent.token, user)
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
                         may_undo=False, may_ask_back=0, view=live.table.view(None))  # fmt: skip
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
        may_undo=not (live.ended_by or live.bot_of(seat, "bot")) and live.table.may_undo(seat, live.passable),
        may_ask_back=may_ask_back(live, seat),
        view=live.table.view(seat),
    )


def may_ask_back(live: LiveGame, seat: int) -> int:
    """How many moves a seat may ask to have taken back; 0 when none."""
    try:
        return live.may_ask_back(seat)
    except (UndoRefused, Refused):
        return 0


def done(act: Act) -> Done:
    """An act as a document."""
    return Done(number=act.number, seat=act.seat, kind=act.kind, word=act.word)


@router.post("/tables/{address}/moves", responses=REFUSALS)
async def move(who: Who, address: Address, sent: MoveSent) -> Done:
    """Answer the question that a seat is asked. `then` answers the one that follows from it, if it is asked."""
    who.count("moves")
    room = who.room(address)
    return done(who.service.playing.move(room, who.own(room, sent.seat), sent.asked, sent.move, sent.then))


@router.get("/tables/{address}/preview", responses=REFUSALS)
async def preview(
    who: Who,
    address: Address,
    seat: Annotated[int, Query(ge=0, le=5)],
    asked: Annotated[int, Query(ge=0, le=1_000_000)],
    move: Annotated[str, Query(min_length=1, max_length=80)],
    then: Annotated[str, Query(max_length=80, description="The answer to the question that follows")] = "",
    lang: Language = "en",
) -> PreviewShown:
    """What a move of a seat of yours would do, up to what is hidden from it or left to chance. Nothing changes."""
    who.count("previews")
    room = who.room(address)
    found = who.service.playing.preview(room, who.own(room, seat), asked, move, then, lang)
    return PreviewShown.model_validate(asdict(found))


@router.post("/tables/{address}/undo", responses=REFUSALS)
async def undo(who: Who, address: Address, sent: UndoSent) -> Done:
    """Take a seat's last decision back, while nobody else has decided and nothing was revealed.

    At a table of one person and bots, the bots' decisions since go with it, unless one has shown what it alone knew.
    """
    who.count("moves")
    room = who.room(address)
    return done(who.service.playing.undo(room, who.own(room, sent.seat), sent.acts))


@router.post("/tables/{address}/ask-back", responses=REFUSALS)
async def ask_back(who: Who, address: Address, sent: UndoSent) -> TableShown:
    """Ask everybody to let a seat take its last decision back, though others have decided since. Bots do not mind."""
    who.count("moves")
    room = who.room(address)
    who.service.playing.ask_back(room, who.own(room, sent.seat), sent.acts)
    return shown(who.service, room)


@router.post("/tables/{address}/answer-back", responses=REFUSALS)
async def answer_back(who: Who, address: Address, sent: AnswerSent) -> TableShown:
    """Agree to the request of another, refuse it, or withdraw your own."""
    who.count("moves")
    room = who.room(address)
    who.service.playing.answer_back(room, who.own(room, sent.seat), sent.number, sent.answer)
    return shown(who.service, room)


def at_seat(who: Caller, address: str, sent: SeatSent, do: Callable[[Room, int], None]) -> TableShown:
    """Something done at one's own seat; the table after it."""
    room = who.room(address)
    do(room, who.own(room, sent.seat))
    return shown(who.service, room)


@router.post("/tables/{address}/resign", responses=REFUSALS)
async def resign(who: Who, address: Address, sent: SeatSent) -> TableShown:
    """Give up."""
    return at_seat(who, address, sent, who.service.playing.resign)


@router.post("/tables/{address}/lend", responses=REFUSALS)
async def lend(who: Who, address: Address, sent: SeatSent) -> TableShown:
    """Let a bot play until you come back."""
    return at_seat(who, address, sent, who.service.playing.lend)


@router.post("/tables/{address}/standing", responses=REFUSALS)
async def stand(who: Who, address: Address, sent: StandingSent) -> TableShown:
    """Say beforehand which windows you let pass: chances to do something out of turn."""
    who.count("moves")
    return at_seat(who, address, sent, lambda room, seat: who.service.playing.stand(room, seat, sent.standing))


@router.post("/tables/{address}/return", responses=REFUSALS)
async def take_back(who: Who, address: Address, sent: SeatSent) -> TableShown:
    """Come back."""
    return at_seat(who, address, sent, who.service.playing.take_back)


@router.post("/tables/{address}/hint", responses=REFUSALS)
async def hint(who: Who, address: Address, sent: SeatSent) -> HintShown:
    """The move that the best bot would make, from what the seat may see."""
    who.count("hints")
    room = who.room(address)
    thought = await who.service.playing.hint(room, who.own(room, sent.seat))
    assert thought.win_chance is not None  # the best move was tried
    return HintShown(move=thought.name, win_chance=thought.win_chance, error=thought.error)


@router.post("/tables/{address}/rematch", responses=REFUSALS)
async def rematch(who: Who, address: Address, sent: RematchSent | None = None) -> TableShown:
    """Offer another game, or answer the offer. The next table, once there is one; until then this one, with `offer`."""
    who.count("new_tables")
    room = who.room(address)
    if who.user is None or not room.seats_of(who.user):
        raise Refused("not-your-seat", "only those who played can ask for another game", 403)
    told = sent or RematchSent()
    made = who.service.rematches.answer(room, who.user, told.answer, who.where, told.commitment)
    return shown(who.service, made or room)


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
        who.service.listeners.check(room, who.user, who.who, who.where)
        with who.listening(room) as listener, contextlib.suppress(TimeoutError):
            await asyncio.wait_for(listener.wake.wait(), wait)
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
    return Happened(events=found, notes=notes_of(live, language, acts), since=since, next=since + len(found),
                    acts=len(live.acts), over=bool(live.ended_by))  # fmt: skip


def notes_of(live: LiveGame, language: str, acts: int | None) -> list[NoteShown]:
    """What happened besides the game since so many acts, as documents."""
    words = words_in(language)
    names = [f"{seat} ({live.occupant(number).words(words)})" for number, seat in enumerate(live.table.seat_names)]
    return [
        NoteShown(**vars(note), words=words.text(f"table.notes.{note.kind}", who=names[note.seat]))
        for note in live.notes
        if note.number > (acts or 0)
    ]


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
    who.service.listeners.check(room, who.user, who.who, who.where)
    since, acts = place_of(who.request.headers.get("last-event-id", ""))
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(told(who, room, since, acts, lang), media_type="text/event-stream", headers=headers)


def place_of(event_id: str) -> tuple[int, int | None]:
    """How far somebody has listened: the events and the acts that an event's id names; from the start for another."""
    found = re.fullmatch(r"([0-9]{1,7})-([0-9]{1,7})", event_id)
    return (int(found[1]), int(found[2])) if found else (0, None)


async def told(who: Caller, room: Room, since: int, acts: int | None, language: str) -> AsyncIterator[str]:
    """The stream's text."""
    with who.listening(room) as listener:
        while goes_on(who, room) and not listener.is_sent_away:
            listener.wake.clear()
            found = happened(room, since, language, acts)
            if found.events or found.acts != acts:
                since, acts = found.next, found.acts
                yield f"id: {since}-{acts}\ndata: {json.dumps(found.model_dump(), ensure_ascii=False)}\n\n"
            if found.over:
                return
            try:
                await asyncio.wait_for(listener.wake.wait(), PING)
            except TimeoutError:
                yield ": still here\n\n"


def goes_on(who: Caller, room: Room) -> bool:
    """Whether somebody may still listen."""
    return not who.service.is_closing and not room.is_gone and room.may_look(who.user)


@router.get("/tables/{address}/chat", responses=REFUSALS)
async def chat(who: Who, address: Address) -> list[ChatShown]:
    """What was said."""
    return [said(line) for line in who.service.live_of(who.room(address)).sayings]


def said(line: Saying) -> ChatShown:
    """A line of the chat as a document."""
    return ChatShown(number=line.number, seat=line.seat, text=line.text, kind=line.kind)  # type: ignore[arg-type]


@router.post("/tables/{address}/chat", responses=REFUSALS)
async def say(who: Who, address: Address, sent: SaySent, once: OnceKey = None) -> ChatShown:
    """Say something."""
    who.count("sayings")
    room = who.room(address)
    return said(who.service.repeats.say(await who.sent(once), room, who.own(room, sent.seat), sent.text))


@router.post("/tables/{address}/signs", responses=REFUSALS)
async def sign(who: Who, address: Address, sent: SignSent, once: OnceKey = None) -> ChatShown:
    """Say something with one word, which everybody reads in the own language."""
    who.count("sayings")
    room = who.room(address)
    return said(who.service.repeats.say(await who.sent(once), room, who.own(room, sent.seat), sent.sign, "sign"))


@router.get("/tables/{address}/asides", responses=REFUSALS)
async def asides(who: Who, address: Address) -> list[AsideShown]:
    """What spectators said among themselves. Who plays is told when the game is over."""
    room = who.room(address)
    who.service.live_of(room)
    if not hears_asides(room, who.user):
        raise Refused("running", "who plays reads what spectators say when the game is over")
    return [aside_shown(line) for line in room.asides]


def aside_shown(line: Aside) -> AsideShown:
    """A line of the spectators as a document."""
    return AsideShown(number=line.number, name=line.name, text=line.text, kind=line.kind)  # type: ignore[arg-type]


@router.post("/tables/{address}/asides", responses=REFUSALS)
async def say_aside(who: Who, address: Address, sent: AsideSent, once: OnceKey = None) -> AsideShown:
    """Say something to the other spectators; you must have a key, from any table."""
    who.count("sayings")
    room = who.room(address)
    user = known(who)
    kind, text = ("sign", sent.sign) if sent.sign is not None else ("say", sent.text)
    once_sent = await who.sent(once)
    return aside_shown(who.service.repeats.say_aside(once_sent, room, user, sent.name, text, kind))


def known(who: Caller) -> User:
    """Who has a key. Raises Refused."""
    if who.user is None:
        raise Refused("key", "send your key: Authorization: Bearer KEY", 401)
    return who.user


@router.post("/tables/{address}/reports", status_code=204, responses=REFUSALS)
async def report(who: Who, address: Address, sent: ReportSent) -> None:
    """Show the host of the table a line of somebody else; who reports it is not told."""
    who.count("sayings")
    room = who.room(address)
    who.service.company.report(room, known(who), f"{sent.place}-{sent.number}")


@router.get("/tables/{address}/reports", responses=REFUSALS)
async def reports(who: Who, address: Address) -> list[ReportedShown]:
    """The lines that people report, for who made the table."""
    room = who.room(address)
    who.service.live_of(room)
    if not room.is_host(known(who)):
        raise Refused("not-yours", "the host of the table is told", 403)
    return [
        ReportedShown(place=one.place, number=one.line.number, name=one.name, text=one.line.text, people=one.people)
        for one in reported_lines(room, hears_asides(room, who.user))
    ]


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
    return PlainTextResponse(who.service.fairness.record_of(live))


@router.get("/tables/{address}/chain", responses=REFUSALS)
async def the_chain(who: Who, address: Address, since: Annotated[int, Query(ge=0, le=1_000_000)] = 0) -> ChainShown:
    """The chain of acts: what it begins with, each act that everybody sees, a commitment for every other one.

    Who keeps the signed heads can prove it to anybody when the server tells two stories.
    """
    live = who.service.live_of(who.room(address))
    signed = who.service.fairness.signed_head(live)
    assert live.chain is not None
    return ChainShown(
        entries=live.chain.entries()[since:],
        since=since,
        acts=signed.acts,
        head=signed.head.hex(),
        over=signed.is_over,
        key=signed.key.hex() or None,
        signature=signed.signature.hex() or None,
    )
