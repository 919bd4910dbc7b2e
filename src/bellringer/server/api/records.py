"""Operations for what proves a game: its record, its chain of acts."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query
from starlette.responses import PlainTextResponse

from bellringer.server.api.documents import (
    Address,
    ChainShown,
)
from bellringer.server.api.routes import JSON, REFUSALS, TOLD_AS_JSON, Who, operations
from bellringer.server.base.heads import end_head

router = operations()


@router.get(
    "/tables/{address}/record",
    response_class=PlainTextResponse,
    responses={**TOLD_AS_JSON, 200: {"content": {"text/plain": {}}}},
)
async def the_record(who: Who, address: Address) -> PlainTextResponse:
    """The record of a game that is over."""
    room = await who.room(address)
    room.check_over()
    end_head("text/plain")
    return PlainTextResponse(who.service.fairness.record_of(room.game))


@router.get("/tables/{address}/chain", responses=REFUSALS)
async def the_chain(who: Who, address: Address, since: Annotated[int, Query(ge=0, le=1_000_000)] = 0) -> ChainShown:
    """The chain of acts: what it begins with, each act that everybody sees, a commitment for every other one.

    Who keeps the signed heads can prove it to anybody when the server tells two stories.
    """
    room = await who.room(address)
    room.check_begun()
    who.service.fairness.check_chained(room.kept)
    end_head(JSON)
    live = room.game
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
