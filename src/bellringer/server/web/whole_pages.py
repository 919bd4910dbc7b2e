"""A whole page as an answer, and the values that all of them may use."""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse

from bellringer.server.visitors.sessions import Session


def page(session: Session, name: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A whole page."""
    template = session.request.app.state.templates.get_template(name)
    response = HTMLResponse(template.render({**common(session), **context}), status)
    response.headers["cache-control"] = "no-store"
    session.finish(response)
    return response


def common(session: Session) -> dict[str, Any]:
    """The values for the templates of all pages."""
    user = session.user
    return {
        "t": session.words,
        "lang": session.language,
        "csrf": session.csrf,
        "once": secrets.token_urlsafe(16),
        "path": path_of(session.request),
        "user_name": user.name if user is not None else "",
        "waiting": session.service.store.count_waiting_for(user) if user is not None else 0,
    }


def path_of(request: Request) -> str:
    """The URL of this page; for the answer to a form, that of the page that has the form."""
    if request.method != "GET":
        shown_at: str = getattr(request.scope.get("route"), "shown_at", "") or "/"
        return quote(shown_at.format(**request.path_params))
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")
