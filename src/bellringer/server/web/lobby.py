"""A table before its game begins: who sits there, and the invite links."""

from __future__ import annotations

from typing import Any

from bellringer.core.chance import commitment
from bellringer.core.contract.registry import find
from bellringer.server.drawing.drawn_parts import Part
from bellringer.server.drawing.site.guides import how_at_table
from bellringer.server.drawing.site.labels import (
    facts_of,
    game_name,
    level_choices,
    manner_choices,
    seat_letter,
    seat_words,
)
from bellringer.server.drawing.table.open_page import Parts
from bellringer.server.store import SeatKept
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.requests import levels
from bellringer.server.visitors.sessions import Session


def lobby_context(session: Session, room: Room) -> dict[str, Any]:
    """The values for the lobby's template."""
    is_host = room.is_host(session.user)
    own = room.seats_of(session.user)
    may_invite = (is_host or bool(own)) and session.service.keys is not None
    names = find(room.kept.game).seat_names(len(room.kept.seats))
    base = str(session.request.base_url).rstrip("/")
    seats = []
    for seat, colour in zip(room.kept.seats, names, strict=True):
        occupant = room.occupant(seat.number)
        is_inviting = may_invite and seat.is_open
        invitation = session.service.setup.invitation(room, seat.number) if is_inviting else ""
        seats.append(
            {
                "number": seat.number,
                "colour": colour,
                "letter": seat_letter(room.kept.game, colour, session.language),
                "words": seat_words(room.kept.game, colour, session.language),
                "name": occupant.words(session.words),
                "level": occupant.level(session.words),
                "kind": occupant.kind,
                "occupant": occupant,
                "is_me": seat.number in own,
                "is_away": is_away(room, seat, session),
                "invite_url": f"{base}/join/{room.address}/{invitation}" if is_inviting else None,
            }
        )
    return {
        "table": {
            "id": room.address,
            "url": f"/t/{room.address}",
            "game": room.kept.game,
            "game_name": game_name(session.language, room.kept.game),
            "facts": facts_of(session.words, room.kept),
            "how": how_at_table(room.kept.game, len(room.kept.seats), room.kept.options),
        },
        "seats": seats,
        "is_host": is_host,
        "is_seated": bool(own),
        "may_sit": room.kept.joining == "anyone" and any(seat.is_open for seat in room.kept.seats),
        "levels": level_choices(session.words, levels()),
        "manners": manner_choices(session.words),
        "has_begun": room.live is not None,
        "wrong": None,
        "deal": deal_of(session, room),
    }


def is_away(room: Room, seat: SeatKept, session: Session) -> bool:
    """Whether somebody else has closed the page of a table that waits."""
    is_other = seat.user is not None and (session.user is None or seat.user != session.user.id)
    return is_other and room.kept.status == "waiting" and room.is_away(seat.user or 0)


def deal_of(session: Session, room: Room) -> dict[str, Any] | None:
    """What the lobby tells of the deal; nothing at a table from before it could be proved."""
    fair, kept = room.kept.fair, room.kept
    if fair is None or not kept.seed:
        return None
    names = find(kept.game).seat_names(len(kept.seats))
    words = [seat_words(kept.game, colour, session.language) for colour in names]
    own = room.seats_of(session.user)
    sitting = [seat.user for seat in kept.seats if seat.user is not None]
    times = session.service.store.withheld(sitting)
    apart = session.service.dealing.apart(times) if times else set()
    people = {seat.user: seat.name for seat in kept.seats if seat.user in times}
    return {
        "commitment": commitment(kept.seed),
        "status": kept.status,
        "seats": [{"words": words[seat], "commitment": one} for seat, one in enumerate(fair.commitments)],
        "waiting": [kept.seats[seat].name or words[seat] for seat in fair.awaited],
        "missing": [kept.seats[seat].name or words[seat] for seat in fair.missing],
        "withheld": [
            {"name": name, "times": times[user], "is_apart": user in apart}
            for user, name in people.items()
            if user is not None
        ],
        "is_apart": session.user is not None and session.user.id in apart,
        "bound": fair.bound_to(commitment(kept.seed)),
        "own": own[0] if len(own) == 1 else None,
        "own_commitment": fair.commitments[own[0]] if len(own) == 1 else None,
    }


def lobby_parts(session: Session, room: Room) -> Parts:
    """The one part of the lobby's page that changes."""
    template = session.request.app.state.templates.get_template("lobby_part.html")
    context = {**lobby_context(session, room), "t": session.words, "lang": session.language, "csrf": session.csrf}
    context["user_name"] = session.user.name if session.user is not None else ""
    return {"lobby": Part(template.render(context))}
