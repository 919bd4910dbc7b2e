"""Operations for the review of a game that is over: begun, followed, read, and a moment of it explained."""

from __future__ import annotations

from bellringer.server.api.caller import Caller
from bellringer.server.api.documents import Address, ReviewState, WhySent
from bellringer.server.api.routes import JSON, REFUSALS, Who, operations
from bellringer.server.base.heads import end_head
from bellringer.server.errors import Refused
from bellringer.server.people.known import hash_of
from bellringer.server.store.review_rows import ReviewOf
from bellringer.server.thinking.reviews import Reviewed

router = operations()


async def found_of(who: Caller, address: str) -> Reviewed:
    """What there is of the review of a table's game, for who may see the table. Raises Refused while the game runs."""
    room = await who.room(address)
    room.check_over()
    end_head(JSON)
    service = who.service
    game = await service.replays.find(address, lambda room: room.may_look(who.user), who.user, who.path)
    return await service.reviews.find(ReviewOf(table=room.kept.id), game.table, who.path)


def person_of(who: Caller) -> bytes:
    """Who asks, of whom one review is under way at a time. Raises Refused for who has no key."""
    who.known()
    assert who.key is not None
    return hash_of(who.key)


def shown(found: Reviewed) -> ReviewState:
    """What there is of a review, as a document. A part of one is not shown."""
    done, of = found.work.progress
    whole = found.work.as_json() if found.state == "whole" else None
    return ReviewState(state=found.state, done=done, of=of, explaining=sorted(found.asked), review=whole)


@router.get("/tables/{address}/review", responses=REFUSALS)
async def review(who: Who, address: Address) -> ReviewState:
    """The review of a game that is over, or how far it is. No running game is reviewed."""
    return shown(await found_of(who, address))


@router.post("/tables/{address}/review", status_code=202, responses=REFUSALS)
async def begin(who: Who, address: Address) -> ReviewState:
    """Have a game that is over reviewed in the background, or go on with what was stopped. One of yours at a time."""
    who.count("reviews")
    found = await found_of(who, address)  # first: who has no key is told no more of a private table than others
    person = person_of(who)
    who.service.reviews.begin(found, person, who.path)
    return shown(found)


@router.post("/tables/{address}/review/whys", status_code=202, responses=REFUSALS)
async def explain(who: Who, address: Address, sent: WhySent) -> ReviewState:
    """Have a moment of a reviewed game explained. It comes among the whys of the review."""
    who.count("reviews")
    found = await found_of(who, address)  # first: who has no key is told no more of a private table than others
    person = person_of(who)
    if sent.turn >= len(found.work.course.decisions):
        raise Refused("no-move", "this game has no such turn", 404)
    who.service.reviews.explain(found, sent.turn, person, who.path)
    return shown(found)
