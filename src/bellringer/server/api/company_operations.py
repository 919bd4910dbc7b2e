"""Operations for the company at a table: what is said, and lines that people report."""

from __future__ import annotations

from bellringer.server.api.documents import (
    Address,
    AsideSent,
    AsideShown,
    ChatShown,
    ReportedShown,
    ReportSent,
    SaySent,
    SignSent,
)
from bellringer.server.api.routes import JSON, REFUSALS, OnceKey, Who, operations
from bellringer.server.base.heads import end_head
from bellringer.server.errors import Refused
from bellringer.server.store import Aside, Saying
from bellringer.server.tables.verbs.company import hears_asides, reported_lines

router = operations()


@router.get("/tables/{address}/chat", responses=REFUSALS)
async def chat(who: Who, address: Address) -> list[ChatShown]:
    """What was said."""
    room = await who.room(address)
    room.check_begun()
    end_head(JSON)
    return [said(line) for line in room.game.sayings]


def said(line: Saying) -> ChatShown:
    """A line of the chat as a document."""
    return ChatShown(number=line.number, seat=line.seat, text=line.text, kind=line.kind)  # type: ignore[arg-type]


@router.post("/tables/{address}/chat", responses=REFUSALS)
async def say(who: Who, address: Address, sent: SaySent, once: OnceKey = None) -> ChatShown:
    """Say something."""
    who.count("sayings")
    request, room = await who.sent(once), await who.room(address)
    return said(who.service.repeats.say(request, room, who.own(room, sent.seat), sent.text))


@router.post("/tables/{address}/signs", responses=REFUSALS)
async def sign(who: Who, address: Address, sent: SignSent, once: OnceKey = None) -> ChatShown:
    """Say something with one word, which everybody reads in the own language."""
    who.count("sayings")
    request, room = await who.sent(once), await who.room(address)
    return said(who.service.repeats.say(request, room, who.own(room, sent.seat), sent.sign, "sign"))


@router.get("/tables/{address}/asides", responses=REFUSALS)
async def asides(who: Who, address: Address) -> list[AsideShown]:
    """What spectators said. A key that plays is told when the game is over; anybody else who may watch, without one."""
    room = await who.room(address)
    room.check_begun()
    if not hears_asides(room, who.user):
        raise Refused("running", "who plays reads what spectators say when the game is over")
    end_head(JSON)
    return [aside_shown(line) for line in room.asides]


def aside_shown(line: Aside) -> AsideShown:
    """A line of the spectators as a document."""
    return AsideShown(number=line.number, name=line.name, text=line.text, kind=line.kind)  # type: ignore[arg-type]


@router.post("/tables/{address}/asides", responses=REFUSALS)
async def say_aside(who: Who, address: Address, sent: AsideSent, once: OnceKey = None) -> AsideShown:
    """Say something to the other spectators; you must have a key, from any table."""
    who.count("sayings")
    request, room = await who.sent(once), await who.room(address)
    user = who.known()
    kind, text = ("sign", sent.sign) if sent.sign is not None else ("say", sent.text)
    return aside_shown(who.service.repeats.say_aside(request, room, user, sent.name, text, kind))


@router.post("/tables/{address}/reports", status_code=204, responses=REFUSALS)
async def report(who: Who, address: Address, sent: ReportSent) -> None:
    """Show the host of the table a line of somebody else; who reports it is not told."""
    who.count("sayings")
    room = await who.room(address)
    who.service.company.report(room, who.known(), f"{sent.place}-{sent.number}")


@router.get("/tables/{address}/reports", responses=REFUSALS)
async def reports(who: Who, address: Address) -> list[ReportedShown]:
    """The lines that people report, for who made the table."""
    room = await who.room(address)
    room.check_begun()
    if not room.is_host(who.known()):
        raise Refused("not-yours", "the host of the table is told", 403)
    end_head(JSON)
    return [
        ReportedShown(place=one.place, number=one.line.number, name=one.name, text=one.line.text, people=one.people)
        for one in reported_lines(room, hears_asides(room, who.user))
    ]
