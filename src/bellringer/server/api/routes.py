"""What the operations of the interface for programs share: where they are, who asks, how refusals are told."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Query
from starlette.responses import JSONResponse, Response

from bellringer.core.errors import IllegalMove, UndoRefused
from bellringer.server.api.caller import Caller, caller
from bellringer.server.api.documents import Problem
from bellringer.server.live_game import Stale

CODES: dict[type[Exception], str] = {IllegalMove: "illegal", UndoRefused: "undo"}

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


def operations() -> APIRouter:
    """A router for some of them."""
    return APIRouter(prefix="/api/v1", tags=["tables"])


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
