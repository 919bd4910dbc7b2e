"""The log as a part of a page: a page that has the beginning of the entries is sent those alone that came after them.

The last one that it has may have grown: that one is sent anew.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

from markupsafe import Markup

from bellringer.server.drawing.drawn_parts import FINGERPRINT_BYTES, Part, digest, hashed, replacing

NOWHERE = -1  # of the mark before the first news, where there is none
# A fingerprint: how many entries there are, before which of them the mark stands; the hash of all but the last, that of
# the last one, which may grow, and of its id; the hash of the rest.
FINGERPRINT = struct.Struct(f"<Iq{4 * f'{FINGERPRINT_BYTES}s'}")


@dataclass(frozen=True)
class Elements:
    """The first ones of the elements of a list, which may grow meanwhile. `prints`: the fingerprints of all of them."""

    parts: Sequence[Part]
    prints: bytes
    count: int

    @classmethod
    def of(cls, parts: Sequence[Part]) -> Elements:
        """All elements of a list."""
        return cls(parts, b"".join(map(attrgetter("fingerprint"), parts)), len(parts))

    def since(self, first: int) -> list[Markup]:
        """The entries from one on."""
        return [*self.parts[first : self.count]]

    def hash(self, first: int, count: int) -> bytes:
        """Of the first so many of them. `first`: the number of the first event."""
        return hashed(b"%d" % first + self.prints[: FINGERPRINT_BYTES * count])

    def last(self, count: int) -> tuple[bytes, bytes]:
        """The fingerprint of the last one of so many, and that of its id."""
        if count == 0:
            return b"", b""
        return self.prints[FINGERPRINT_BYTES * (count - 1) : FINGERPRINT_BYTES * count], digest(self.id(count - 1))

    def id(self, at: int) -> str:
        """That of an element."""
        return self.parts[at].partition('id="')[2].partition('"')[0]


@dataclass(frozen=True)
class LogPart:
    """The log before one pair of eyes.

    `first`: the number of the first event, which names the list; `lines`: its entries, all elements but the mark;
    `latest`: the newest lines, which are always in sight; `frame`: the element itself, before `latest`, between
    that and the list's elements, and after them; `news`: the number of the entry before which the mark stands, or
    NOWHERE; `news_at`: how many elements stand before it.
    """

    first: int
    lines: Elements
    latest: Markup
    mark: Markup
    frame: tuple[str, str, str]
    news: int = NOWHERE
    news_at: int = NOWHERE

    def __html__(self) -> str:
        """The whole of it, for a template."""
        before, between, after = self.frame
        return "".join((before, self.latest, between, self._elements(0), after))

    def __str__(self) -> str:
        return self.__html__()

    @cached_property
    def fingerprint(self) -> bytes:
        """What tells it from a log that looks otherwise, and what a page that shows it has."""
        rest = digest("".join((self.latest, *self.frame)))
        count = self.lines.count
        return FINGERPRINT.pack(count, self.news, self.before_last(count), *self.lines.last(count), rest)

    def before_last(self, count: int) -> bytes:
        """The hash of so many elements without the last."""
        return self.lines.hash(self.first, max(0, count - 1))

    def update(self, name: str, had: bytes | None) -> str:
        """What a page is sent that shows the log of another fingerprint, or none."""
        if had is None:
            return replacing(name, str(self))
        count, news, before, last, last_id, _ = FINGERPRINT.unpack(had)
        if count > self.lines.count or self.before_last(count) != before:
            return replacing(name, str(self))  # entries were taken back, or the list begins later
        now, id_now = self.lines.last(count) if count else (last, last_id)
        if id_now != last_id:
            return replacing(name, str(self))
        grown = replacing(self.lines.id(count - 1), self.lines.parts[count - 1]) if now != last else ""
        moves = self._move_mark(news, count) if news != self.news else ""
        added = self._elements(count)
        more = f'<hx-partial hx-target="#lines-{self.first}" hx-swap="beforeend">{added}</hx-partial>' if added else ""
        return "".join((grown, moves, more, replacing("latest", self.latest)))

    def _move_mark(self, before: int, count: int) -> str:
        """Take the mark from where it stood, and set it before an entry that the page has already."""
        taken = '<hx-partial hx-target="#since" hx-swap="delete"></hx-partial>' if before != NOWHERE else ""
        if not 0 <= self.news_at < count:
            return taken
        return f'{taken}<hx-partial hx-target="#entry-{self.news}" hx-swap="beforebegin">{self.mark}</hx-partial>'

    def _elements(self, first: int) -> Markup:
        """The elements of the list from one on, the mark among them."""
        elements = self.lines.since(first)
        if self.news_at >= first:
            elements.insert(self.news_at - first, self.mark)
        return Markup("\n".join(elements))
