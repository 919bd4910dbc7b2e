"""One request's user: key, language, form token, and what that user may do at a table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from bellringer.core.shown.words import LANGUAGES, Words
from bellringer.server.base.heads import is_head
from bellringer.server.base.language import preferred, words_in
from bellringer.server.drawing.table.page_model import PageModel, Viewer
from bellringer.server.drawing.table.parts import Look, model_of
from bellringer.server.drawing.table.table_drawings import drawings_of
from bellringer.server.errors import Refused
from bellringer.server.people.known import hash_of
from bellringer.server.service import TableService
from bellringer.server.store import TableKept, User
from bellringer.server.store.values.kept import now
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.live.table_info import TableInfo
from bellringer.server.tables.making.rematches import offer_of
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.verbs.company import asides_of, hears_asides, reported_by, reported_lines
from bellringer.server.tables.verbs.repeats import Sent
from bellringer.server.visitors.security import (
    KEY_COOKIE,
    LANGUAGE_COOKIE,
    Counted,
    check_form,
    cookie_name,
    form_token,
    give_key,
    is_from_our_page,
    is_visitor_key,
    key_in,
    key_of,
    visitor,
    visitor_key,
)

ONCE_LETTERS = 50  # of a form's own number


@dataclass
class Session(Counted):
    """The user of one request, or a new visitor."""

    request: Request
    service: TableService
    key: str
    is_new: bool  # the browser brought no key that is somebody's, or that the server has made
    is_moved: bool  # it brought one under a name that the cookie had once
    user: User | None
    language: str

    @classmethod
    async def of(cls, request: Request) -> Session:
        """The session of a request."""
        service: TableService = request.app.state.service
        key, user, is_moved = await brought(request, service)
        return cls(request, service, key or visitor_key(service.secret), not key, is_moved, user, language_of(request))

    @classmethod
    def apart(cls, request: Request) -> Session:
        """A session that asks the database nothing, to say that it can't answer."""
        service: TableService = request.app.state.service
        return cls(request, service, key_of(request), False, False, None, language_of(request))

    @property
    def words(self) -> Words:
        """The pages' words in this user's language."""
        return words_in(self.language)

    @property
    def csrf(self) -> str:
        """The token in this user's forms."""
        return form_token(self.service.secret, self.key)

    @property
    def is_live(self) -> bool:
        """Whether the page's script sent the request, which wants parts rather than a page."""
        return self.request.headers.get("hx-request") == "true"

    def check_form(self, token: str) -> None:
        """Raises Refused for a form that is not from a page of ours."""
        secret, cookie = self.service.secret, cookie_name(self.service.settings.is_secure)
        check_form(self.request, secret, None if self.is_new else self.key, token, cookie)

    def count(self, what: str) -> None:
        """Count something against this visitor's limits. Raises Refused."""
        self.request.app.state.gate.check(what, self.where, self.user.id if self.user is not None else None)

    def introduce(self, name: str) -> User:
        """Store this visitor as a user with that name."""
        if self.user is None:
            self.request.app.state.gate.check("newcomers", self.where)
        self.user = self.service.people.introduce(self.key, name)
        self.service.hosting.addresses.note(visitor(self.request), self.user)
        return self.user

    def sent(self, once: str, fields: Iterable[tuple[str, object]]) -> Sent | None:
        """A form that may come again, by the number that it was made with and what was filled in."""
        filled = sorted((name, str(value)) for name, value in fields if name not in ("csrf", "once"))
        if not 0 < len(once) <= ONCE_LETTERS:
            return None
        who = hash_of(self.key).hex()
        return Sent(once, who, self.request.url.path, json.dumps(filled).encode(), is_form=True)

    def finish(self, response: Response) -> Response:
        """Hand the key over with the first page that this browser asks for by itself.

        With the answer to a form only where the browser says that it is one of ours: a page of another site can send
        one, and the browser leaves the key that it has at home; a new one in the answer would take that one's place.
        """
        is_asked_for = self.request.method == "GET" and self.request.headers.get("sec-fetch-dest") in (None, "document")
        is_asked_for = is_asked_for or is_from_our_page(self.request)
        if (self.is_new or self.is_moved) and is_asked_for and not is_head():
            give_key(response, self.key, self.service.settings.is_secure)
        return response

    # at a table

    async def room(self, address: str, is_visit: bool = True) -> Room:
        """A table that this user may look at. `is_visit`: whether somebody looks there, and not a page by itself.

        Raises Refused.
        """
        room = await self.service.tables.seen(address, lambda room: room.may_look(self.user), self.user)
        if room is None:
            raise Refused("no-table", "there is no such table, or it is not for you to see", 404)
        if is_visit and not is_head():
            self.service.visits.note(room, self.user)
        return room

    def own_seat(self, room: Room, wanted: str | None) -> int:
        """The seat that a form speaks for. Raises Refused for a seat of somebody else."""
        own = room.seats_of(self.user)
        seat = int(wanted) if wanted and wanted.isascii() and wanted.isdecimal() and len(wanted) < 3 else None
        if seat is None and len(own) == 1:
            return own[0]
        if seat not in own:
            raise Refused("not-your-seat", "somebody else sits there", 403)
        return seat

    def viewer(self, room: Room, wanted: str | None = None, is_ready: bool = False) -> Viewer:
        """The viewer for this user. People who share a screen see a curtain until the next one removes it."""
        live = room.game
        own = room.seats_of(self.user)
        seat = int(wanted) if wanted and wanted.isascii() and wanted.isdecimal() and len(wanted) < 3 else None
        mine = [number for number in live.pending if number in own and not live.bot_of(number, "bot")]
        if seat not in own:
            seat = mine[0] if mine else (own[0] if own else None)
        is_behind = False
        if len(own) > 1 and seat is not None:
            if mine and seat not in mine:
                seat, is_ready = mine[0], False
            is_behind = not is_ready
        mark = self.mark(room) if own else None
        is_known = self.user is not None and self.user.id in {aside.user for aside in room.asides}
        return Viewer(
            seat=seat,
            own=own,
            language=self.language,
            seen=mark,
            asked=None if seat is None else live.holders[seat].asked,
            is_behind_curtain=is_behind,
            muted=self.service.company.muted_by(self.user),
            user=self.user.id if self.user is not None and (own or is_known) else None,
            is_host=room.is_host(self.user),
            reported=reported_by(room, self.user),
            is_new=seat in own and not live.holders[seat].has_moved and self.is_new_to(room),
        )

    def is_new_to(self, room: Room) -> bool:
        """Whether this user plays a game of this kind for the first time, and has not said that its aim is known."""
        if self.user is None:
            return False
        if self.user.id not in room.newcomers:
            has_played = self.service.store.has_played_before(self.user, room.kept)
            room.newcomers[self.user.id] = not has_played
        return room.newcomers[self.user.id]

    # since when what happened is new to this user

    def mark(self, room: Room) -> int | None:
        """The events that this user has seen: those before the last own act, or before going away."""
        if self.user is None:
            return None
        seen = (seat.seen for seat in room.kept.seats if seat.user == self.user.id)
        return room.marks.setdefault(self.user.id, max(seen, default=0))

    def look_at(self, room: Room) -> None:
        """Note that a page of this user listens."""
        if self.user is not None:
            room.come(self.user.id)
            room.looking[self.user.id] = room.looking.get(self.user.id, 0) + 1

    def look_away(self, room: Room) -> None:
        """Note that a page of this user is closed, or hidden. With the last one, all until now has been in sight."""
        if self.user is None:
            return
        self.service.visits.note(room, self.user)
        room.go(self.user.id)
        room.looking[self.user.id] -= 1
        if room.looking[self.user.id]:
            return
        del room.looking[self.user.id]
        if room.seats_of(self.user) and room.live is not None and not self.service.is_closing:
            room.shown[self.user.id] = room.live.table.event_count
            self.service.tables.put_seen(room, self.user)
        room.close_to(self.user.id)

    def ask_for(self, room: Room, seconds: float, is_often: bool) -> None:
        """Note that a page of this user asks by plain requests, and is open for some seconds, if it is their table."""
        if self.user is not None and has_part(room.kept, self.user):
            self.service.visits.note(room, self.user)
            room.note_asking(self.user.id, seconds, is_often)

    @contextmanager
    def hiding(self, room: Room) -> Iterator[None]:
        """Note that a hidden page of this user listens, for as long as it does: it is open, though nobody looks."""
        assert self.user is not None
        user = self.user.id
        room.come(user)
        room.hidden[user] = room.hidden.get(user, 0) + 1
        try:
            yield
        finally:
            self.service.visits.note(room, self.user)
            room.go(user)
            room.hidden[user] -= 1
            if not room.hidden[user]:
                del room.hidden[user]
            room.close_to(user)

    def look(self, room: Room, viewer: Viewer, **told: Any) -> Look:
        """How this user looks at a table. `told`: what this page alone is told."""
        live = room.game
        hears = hears_asides(room, self.user)
        info = replace(
            info_of(room, live),
            offer=offer_of(room),
            next_deal=room.next_deal,
            next_bound=room.next_bound,
            asides=asides_of(room) if hears else (),
            reported=reported_lines(room, hears) if viewer.is_host else (),
        )
        return Look(viewer, info, self.csrf, told)

    def model(self, room: Room, viewer: Viewer) -> PageModel:
        """The table before this user."""
        return model_of(room.game, self.look(room, viewer))


def has_part(kept: TableKept, user: User) -> bool:
    """Whether a user sits at a table, or has made it."""
    return kept.host == user.id or any(seat.user == user.id for seat in kept.seats)


async def brought(request: Request, service: TableService) -> tuple[str, User | None, bool]:
    """The key that a browser brings, whose it is, and whether it came under the name that all cookies had once.

    Empty for a key that is nobody's and that the server has not made: whoever has chosen it, here or elsewhere, would
    know it once it is somebody's.
    """
    name = cookie_name(service.settings.is_secure)
    key = key_in(request, name)
    user = await service.people.user(key)
    if user is not None or is_visitor_key(service.secret, key):
        return key, user, False
    before = key_in(request, KEY_COOKIE) if name != KEY_COOKIE else ""
    user = await service.people.user(before)
    return (before, user, True) if user is not None else ("", None, False)


def language_of(request: Request) -> str:
    """The language that somebody has chosen, or else prefers."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if chosen in LANGUAGES else preferred(request.headers.get("accept-language", ""))


def info_of(room: Room, live: LiveGame) -> TableInfo:
    """What everybody may see of a table besides the game; without clocks it is the same until the table changes."""
    if live.kept.clock != "none":
        return live.info(now())
    shown = drawings_of(room).shown
    found: TableInfo | None = shown.get("info")
    if found is None:
        found = shown["info"] = live.info(now())
    return found
