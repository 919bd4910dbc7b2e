"""What is wrong with a form, as its page says it beside the field."""

from __future__ import annotations

from dataclasses import dataclass

from bellringer.core.errors import BellringerError, OptionError
from bellringer.core.shown.words import MissingWords
from bellringer.server.base.metrics import REFUSALS
from bellringer.server.errors import Refused
from bellringer.server.visitors.sessions import Session


@dataclass(frozen=True)
class Wrong:
    """Why a form was refused: a code, a sentence in the visitor's language, and HTTP's status."""

    code: str = ""
    text: str = ""
    status: int = 200


FINE = Wrong()


def as_refused(error: BellringerError) -> Refused:
    """The refusal of a form, from whatever error it has raised; a name that is none has a code of its own."""
    if isinstance(error, Refused):
        return error
    is_name = isinstance(error, OptionError) and error.field == "name"
    return Refused("no-name" if is_name else "bad", str(error), 422)


def wrong_of(session: Session, error: BellringerError) -> Wrong:
    """What is wrong, to be said beside the field."""
    found = as_refused(error)
    REFUSALS.labels(found.code).inc()
    try:
        text = session.words(f"refused.{found.code}")
    except MissingWords:
        text = session.words("error.text")
    return Wrong(found.code, text, 422 if found.code == "name-taken" else found.status)  # as for any other wrong name
