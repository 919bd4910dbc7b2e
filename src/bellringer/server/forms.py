"""Sent forms: who sent them, whether a page of ours did, and their fields."""

from __future__ import annotations

from fastapi import Request
from starlette.datastructures import FormData

from bellringer.server.sessions import Session

MOST_FIELDS = 60
NUMBER_DIGITS = 9


async def sent_form(request: Request, what: str = "") -> tuple[Session, FormData]:
    """The session and the fields of a sent form. `what`: another limit to count it for. Raises Refused."""
    form = await request.form(max_files=0, max_fields=MOST_FIELDS)
    session = Session.of(request)  # only now: while the form came, its sender may have been removed
    session.check_form(text_of(form, "csrf"))
    if what:
        session.count(what)
    return session, form


def text_of(form: FormData, name: str) -> str:
    """The text of a field; empty if it is missing or a file."""
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def number_of(form: FormData, name: str) -> int | None:
    """A field's number."""
    return number_in(text_of(form, name))


def number_in(text: str) -> int | None:
    """The number that a text is; None if it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= NUMBER_DIGITS else None
