"""Tables as the interface for programs tells of them."""

from __future__ import annotations

from starlette.responses import JSONResponse, Response

from bellringer.core import chance
from bellringer.core.contract import registry
from bellringer.review.results import Why
from bellringer.review.sentences import why_words, you
from bellringer.server.api.documents import (
    BegunShown,
    DealShown,
    NewRulesShown,
    OfferShown,
    Problem,
    RequestShown,
    SeatShown,
    Status,
    StoppedShown,
    TableShown,
    WhyShown,
)
from bellringer.server.service import TableService
from bellringer.server.store.values.kept import now
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.live.rule_changes import changed_parts
from bellringer.server.tables.making.rematches import offer_of
from bellringer.server.tables.memory.room import Room
from bellringer.server.thinking.teaching import Stopped


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
                bot=occupant.bot or (room.kept.bot_called(service.settings.level) if occupant.has_resigned else ""),
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
        hints=room.kept.gives_hints,
        teaching=room.kept.teaches,
        status=Status(room.kept.status),
        ended_by=room.kept.ended_by,
        seats=seats_shown(service, room),
        pending=list(live.pending) if live else [],
        acts=len(live.acts) if live else 0,
        commitment=chance.commitment(room.kept.seed) if room.kept.seed else None,
        head=live.chain.head.hex() if live and live.chain else None,
        seed=live.table.seed.hex() if live and live.ended_by else None,
        deal=deal_shown(service, room),
        began_from=begun_shown(room),
        places=list(live.places) if live and any(live.places) else None,
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


def begun_shown(room: Room) -> BegunShown | None:
    """What a table began from that was not dealt, as a document. Where another table is stays between its people."""
    if room.kept.beginning is None:
        return None
    mark = room.kept.beginning.mark
    return BegunShown(kind=mark.kind, same_luck=mark.has_same_luck)


def deal_shown(service: TableService, room: Room) -> DealShown | None:
    """The seats' part in a deal as a document."""
    kept, fair = room.kept, room.kept.fair
    if fair is None:
        return None
    sitting = {seat.number: seat.user for seat in kept.seats if seat.user is not None}
    apart = service.dealing.apart(sitting.values()) if kept.status == "waiting" else set()
    return DealShown(
        keys=[key.hex() for key in fair.keys],
        commitments=list(fair.commitments),
        nonces=[None if nonce is None else nonce.hex() for nonce in fair.nonces],
        awaited=list(fair.awaited) if fair.dealing else [],
        missing=list(fair.missing),
        apart=[number for number, user in sitting.items() if user in apart],
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


def why_shown(room: Room, why: Why, language: str, about: str) -> WhyShown:
    """A why as a document, for the seat whose moves it compares. `about`: what the first one is."""
    game = registry.find(room.kept.game)
    names = game.seat_names(len(room.kept.seats))

    def who(seat: int) -> str:
        return you(language) if seat == why.seat else game.words.name_words("seat", names[seat], language)

    return WhyShown(**{**why.as_json(), "sentences": why_words(game, why, who, language, about=about)})


def stopped_answer(room: Room, stopped: Stopped, why: Why | None, language: str) -> Response:
    """The answer to a move that a teacher has stopped."""
    verdict, seat, asked = stopped.verdict, stopped.compared.seat, stopped.compared.asked
    assert asked is not None
    told = StoppedShown(
        seat=seat,
        asked=asked,
        move=verdict.move,
        better=verdict.better,
        loss=verdict.loss,
        why=None if why is None else why_shown(room, why, language, "stopped"),
    )
    message = (
        f"{verdict.move!r} loses {100 * verdict.loss.value:.1f} points of win chance; send it with sure to play it"
    )
    document = Problem(error="stopped", message=message, stopped=told)
    return JSONResponse(document.model_dump(exclude_none=True), 409)
