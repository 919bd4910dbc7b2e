"""Parts of a table's pages that were drawn before, by what they show: none that looks as before is drawn anew."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
from functools import cached_property, lru_cache

from markupsafe import Markup

MOST = 2  # drawings of one part that a table keeps: before most tables there are no more pairs of eyes
MOST_SEATS = 10
GROUNDS = 200  # of boards, some 60,000 letters each, that are kept for all tables
FINGERPRINT_BYTES = 8


def digest(text: str) -> bytes:
    """The hash of a text, the same in every process."""
    return hashed(text.encode())


def hashed(text: bytes) -> bytes:
    """The hash of what is encoded already."""
    return hashlib.blake2b(text, digest_size=FINGERPRINT_BYTES).digest()


class Part(Markup):
    """A part of a page that is sent whole, and its fingerprint with it."""

    @cached_property
    def fingerprint(self) -> bytes:
        """What tells it from a part that looks otherwise, in every process."""
        return digest(self)

    def update(self, name: str, had: bytes | None) -> str:
        """What a page is sent that shows another part, or none, in the element of that name."""
        return replacing(name, self)


def replacing(name: str, part: str) -> str:
    """What replaces an element of a page."""
    return f'<hx-partial hx-target="#{name}" hx-swap="outerMorph">{part}</hx-partial>'


class DrawnParts:
    """The parts that pages of one table have now, and a few of those that they had before."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[Hashable, Part]] = {}

    def get(self, name: str, shows: Hashable, draw: Callable[[], str]) -> Part:
        """A part that shows something; it is drawn if it was not there."""
        kept = self.kept.setdefault(name, {})
        found = kept.pop(shows, None)
        kept[shows] = found = as_part(draw()) if found is None else found  # the newest last
        if len(kept) > (MOST_SEATS if name == "seat" else MOST):
            del kept[next(iter(kept))]
        return found


def as_part(drawn: str) -> Part:
    """What was drawn, as a part that is kept."""
    return drawn if isinstance(drawn, Part) else Part(drawn)


@lru_cache(GROUNDS)
def shared(ground: Part) -> Part:
    """The ground of a board as it was drawn for another table already: most tables of a game have the same."""
    return ground
