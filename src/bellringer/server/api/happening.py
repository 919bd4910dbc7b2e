"""Operations that tell what happens at a table, as it happens."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncGenerator
from typing import Annotated

from fastapi import Query

from bellringer.server.api.caller import Caller
from bellringer.server.api.documents import (
    Address,
    EventShown,
    Happened,
    NoteShown,
)
from bellringer.server.api.routes import JSON, REFUSALS, TOLD_AS_JSON, Language, Who, operations
from bellringer.server.base.heads import end_head
from bellringer.server.base.language import words_in
from bellringer.server.drawing.log.note_words import note_words
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory.room import Room
from bellringer.server.visitors.event_stream import EventStream
from bellringer.server.visitors.listeners import goes_on

router = operations()

PING = 15.0  # seconds between signs of life
LONGEST_WAIT = 30.0  # seconds


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
    room = await who.room(address)
    room.check_begun()
    end_head(JSON)
    live = room.game
    if wait and not live.ended_by and is_old_news(live, since, acts):
        who.service.listeners.check(room, who.user, who.who, who.where)
        with who.listening(room) as listener, contextlib.suppress(TimeoutError):
            await asyncio.wait_for(listener.wake.wait(), wait)
        room = await who.room(address)
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
    info = live.info(0)
    return [
        NoteShown(**vars(note), words=note_words(words, note, info, names))
        for note in live.notes
        if note.number > (acts or 0)
    ]


@router.get(
    "/tables/{address}/stream",
    response_class=EventStream,
    responses={**TOLD_AS_JSON, 200: {"content": {"text/event-stream": {}}}},
)
async def stream(who: Who, address: Address, lang: Language = "en") -> EventStream:
    """What happens at a table as server-sent events, for as long as you listen: documents as in `/events`.

    Their ids are `next` and `acts`, with a hyphen between: who comes back with the last one is told what was missed.
    """
    room = await who.room(address)
    room.check_begun()
    end_head("text/event-stream")
    who.service.listeners.check(room, who.user, who.who, who.where)
    since, acts = place_of(who.request.headers.get("last-event-id", ""))
    return EventStream(told(who, room, since, acts, lang))


def place_of(event_id: str) -> tuple[int, int | None]:
    """How far somebody has listened: the events and the acts that an event's id names; from the start for another."""
    found = re.fullmatch(r"([0-9]{1,7})-([0-9]{1,7})", event_id)
    return (int(found[1]), int(found[2])) if found else (0, None)


async def told(who: Caller, room: Room, since: int, acts: int | None, language: str) -> AsyncGenerator[str, None]:
    """The stream's text."""
    with who.listening(room) as listener:
        while goes_on(listener, who.service, who.user):
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
