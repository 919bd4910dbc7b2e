"""What the operations of the interface for programs share: where they are, who asks, how refusals are told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Query
from fastapi.exceptions import RequestValidationError
from starlette.responses import JSONResponse, Response

from bellringer.core.edges.shape import path_of
from bellringer.core.errors import IllegalMove, UndoRefused
from bellringer.server.api.caller import Caller, caller
from bellringer.server.api.documents import Problem
from bellringer.server.errors import Stale

JSON = "application/json"
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


def wrong_field(error: RequestValidationError) -> tuple[str, str]:
    """The first field of a request that has another form than it must have, and why."""
    reasons: dict[str, list[str]] = {}
    for fault in error.errors():
        reasons.setdefault(field_of(fault["loc"], error.body, fault["type"]), []).append(fault["msg"])
    field = next(iter(reasons))
    return field, "; or ".join(dict.fromkeys(reasons[field]))


def field_of(where: Sequence[str | int], body: Any, kind: str) -> str:
    """The path of a field. What follows it there tells which of several forms it was compared with."""
    if where[0] != "body":
        return path_of(where[1:])
    path, found = list[str | int](), body
    for part in where[1:]:
        is_there = (isinstance(found, dict) and part in found) or (
            isinstance(found, list) and isinstance(part, int) and part < len(found)
        )
        if is_there:
            found = found[part]
        if is_there or (kind == "missing" and isinstance(found, dict)):
            path.append(part)
        if not is_there:
            break
    return path_of(path) or "body"


def problem(error: Exception, code: str, status: int, text: str) -> Response:
    """A refusal as a document."""
    field = getattr(error, "field", "")
    if isinstance(error, RequestValidationError):
        field, reason = wrong_field(error)
        text = f"{field}: {reason}"
    document = Problem(
        error=code,
        message=text,
        field=field or None,
        asked=error.asked if isinstance(error, Stale) else None,
        legal=list(error.legal) if isinstance(error, IllegalMove) and error.legal else None,
    )
    headers = {"www-authenticate": "Bearer"} if status == 401 else None
    return JSONResponse(document.model_dump(exclude_none=True), status, headers)
