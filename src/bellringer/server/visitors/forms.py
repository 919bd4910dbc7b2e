"""Sent forms: who sent them, whether a page of ours did, and their fields."""

from __future__ import annotations

from urllib.parse import parse_qsl

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request

from bellringer.server.visitors.security import is_from_our_page
from bellringer.server.visitors.sessions import Session

PLAIN = "application/x-www-form-urlencoded"  # as the forms of our pages are sent
MOST_FIELDS = 60
NUMBER_DIGITS = 9
NOT_AGAIN = ("csrf", "nonce")  # the token is another, and a nonce is shown for one deal


async def sent_form(request: Request, what: str = "", files: int = 0) -> tuple[Session, FormData]:
    """The session and the fields of a sent form. `what`: another limit to count it for. Raises Refused.

    `files`: how many it may have.
    """
    request.state.sent = form = await fields_of(request, files)
    session = await Session.of(request)  # only now: while the form came, its sender may have been removed
    session.check_form(text_of(form, "csrf"))
    if what:
        session.count(what)
    return session, form


async def fields_of(request: Request, files: int = 0) -> FormData:
    """The fields of a form. Raises HTTPException for what is no form, or has too many fields.

    Starlette's own parser is for files and for forms larger than ours; for these it takes twice as long.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != PLAIN:
        async with request.form(max_files=files, max_fields=MOST_FIELDS) as form:
            found = form.multi_items()
            request.state.files = {name: await value.read() for name, value in found if not isinstance(value, str)}
        return FormData([(name, value) for name, value in found if isinstance(value, str)])
    text = (await request.body()).decode("latin-1")
    try:
        plain = parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise HTTPException(400, f"Too many fields. Maximum number of fields is {MOST_FIELDS}.") from None
    return FormData([(name, value) for name, value in plain])


def kept_fields(request: Request) -> list[tuple[str, str]] | None:
    """The fields of a form that was refused, to be sent again; None where no page of ours is known to have sent it.

    A page of another site could fill in what it likes, and leave it to the visitor to press the button.
    """
    form = getattr(request.state, "sent", None)
    if form is None or not is_from_our_page(request):
        return None
    return [(name, value) for name, value in form.multi_items() if isinstance(value, str) and name not in NOT_AGAIN]


def text_of(form: FormData, name: str) -> str:
    """The text of a field; empty if it is missing or a file."""
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def file_of(request: Request, name: str) -> bytes:
    """What is in a file that came with a form; nothing if none came."""
    files: dict[str, bytes] = getattr(request.state, "files", {})
    return files.get(name, b"")


def number_of(form: FormData, name: str) -> int | None:
    """A field's number."""
    return number_in(text_of(form, name))


def number_in(text: str) -> int | None:
    """The number that a text is; None if it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= NUMBER_DIGITS else None
