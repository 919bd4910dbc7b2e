"""An open page: what it has been sent, and what it alone is told."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Protocol

from bellringer.server.base.turns import Turns

UNTIL_NEXT = ("hint", "warning")  # what a page is told of the question that is asked


class Shown(Protocol):
    """A part of a page."""

    @property
    def fingerprint(self) -> bytes:
        """What tells it from a part that looks otherwise, in every process."""

    def update(self, name: str, had: bytes | None) -> str:
        """What a page is sent in whose element of that name another part stands, by its fingerprint, or none."""


Parts = Mapping[str, Shown]  # by their elements' ids


def news_of(parts: Parts, sent: Mapping[str, bytes]) -> tuple[str, dict[str, bytes]]:
    """The message to a page that has been sent some parts, and the fingerprints of those in it."""
    found = {name: part.fingerprint for name, part in parts.items()}
    changed = {name: one for name, one in found.items() if sent.get(name) != one}
    return "".join(parts[name].update(name, sent.get(name)) for name in changed), changed


class Page:
    """The parts that an open page has, by their fingerprints. `owner`: the key of the browser that has it open.

    While its stream is open all that is new comes by the stream, in the order in which it happened: the answer to a
    form could be overtaken.
    """

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.sent: dict[str, bytes] = {}
        self.stream: asyncio.Event | None = None  # wakes the stream, while there is one
        self.turns: Turns | None = None  # at which the stream waits to be drawn
        self.user: int | None = None  # the id of who listens
        self.was_streamed = False  # a stream has been opened before
        self.number = 0  # of the last message that it was sent
        self.is_left = False  # another has taken its place: it did not get what it was sent
        self.hurried = asyncio.Event()  # somebody waits for what comes next
        self.told: dict[str, Any] = {}  # a hint, a warning, or why a form was refused; for this page alone
        self.told_at = -1  # the acts that there were then

    def begin(self, parts: Parts) -> None:
        """The page was loaded with all parts."""
        self.sent.update(news_of(parts, self.sent)[1])

    def news(self, parts: Parts) -> str:
        """The message with what the page does not have; it has it from now on."""
        message, changed = news_of(parts, self.sent)
        self.sent.update(changed)
        self.number += bool(message)
        return message

    def forget(self) -> None:
        """The page may lack anything."""
        self.sent.clear()

    def anew(self) -> Page:
        """Begin again with a page that may lack anything. Its stream, which it does not hear, ends."""
        page = Page(self.owner)
        page.number, page.told, page.told_at = self.number, self.told, self.told_at
        self.is_left = True
        if self.stream is not None:
            self.stream.set()
        return page

    def tell(self, acts: int, **words: Any) -> None:
        """Say something on this page: a hint, a warning until the next act, after so many; a refusal until it acts."""
        self.told, self.told_at = words, acts

    def told_now(self, acts: int) -> dict[str, Any]:
        """What is still said after so many acts."""
        if acts != self.told_at:
            for name in UNTIL_NEXT:
                self.told.pop(name, None)
        return self.told

    def has_acted(self) -> None:
        """What was said has been read."""
        self.told = {}

    def go_first(self) -> None:
        """What comes next is drawn before what others can wait for."""
        if self.turns is not None:
            self.turns.go_first(self)

    def hurry(self) -> bool:
        """Let the stream send what is new at once; False when there is no stream."""
        if self.stream is None:
            return False
        self.hurried.set()
        self.stream.set()
        if self.turns is not None:
            self.turns.let_by(self)
        return True
