"""What is kept, as the server has it in memory: people, tables, seats, acts, what is said and reported."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bellringer import bots
from bellringer.core.chance import MOVES
from bellringer.core.contract.game import Document
from bellringer.server.store.values.beginnings import Beginning
from bellringer.server.store.values.fair import Fair

REMOVED = "removed"  # the name of who was removed; pages say it in the reader's language
GONE = "gone"  # the kind of a line whose words were removed
SIGNS = ("hello", "well-played", "thanks", "oops", "thinking", "hurry")  # what one click says to the table
ALWAYS, NEVER = "always", "never"
STANDING = (ALWAYS, "1", "2", "3", NEVER)  # windows: ask always; when so much is at stake at least; never


@dataclass(frozen=True)
class User:
    """Somebody who sits at tables."""

    id: int
    name: str


@dataclass(frozen=True)
class SeatKept:
    """A seat: `user` is the id of who sits there, `bot` the word for a bot; both empty while it is open.

    Which bot the word means, the table says (`TableKept.bot_called`).

    `name`: the user's; or what people call the bot, where that is not by its seat (seating.py).
    `place`: at the end, 0 where there are no places; None while the game runs, or where it must be worked out.
    """

    number: int
    user: int | None = None
    name: str = ""
    bot: str = ""
    seen: int = 0
    place: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether nobody sits there."""
        return self.user is None and not self.bot


@dataclass(frozen=True)
class Act:
    """Something that a seat did. Acts are numbered from 1 in order.

    `word`: the name of a move; how many decisions an undo takes back, if more than one. `salt`: 32 random bytes that
    hide an act in the table's chain which others may not know; none for an act that everybody sees.
    """

    number: int
    seat: int
    kind: str
    word: str
    asked: int
    at: int
    spent: int
    salt: bytes = b""

    @property
    def height(self) -> int:
        """How many decisions stand more than before: one less for each that is taken back."""
        if self.kind in ("undo", "back"):
            return -int(self.word or 1)
        return int(self.kind == "move")


@dataclass(frozen=True)
class Saying:
    """A line of the chat. `kind`: `say`, or `sign`; then `text` is the sign's name."""

    number: int
    seat: int
    text: str
    at: int
    kind: str = "say"


@dataclass(frozen=True)
class Aside:
    """A line that a spectator says to the other spectators. `user`: the id; `kind`: `say` or `sign`, as of a saying."""

    number: int
    user: int
    name: str
    text: str
    at: int
    kind: str = "say"


@dataclass(frozen=True)
class Report:
    """A complaint about a line. `place`: `table` or `aside`; `user`: who complains."""

    place: str
    line: int
    user: int
    at: int


@dataclass(frozen=True)
class RuleChange:
    """The rules changed under a table: by which act, from which versions to which, and from where it went on.

    `dropped`: how many moves, the last ones, the new rules did not allow.
    """

    number: int
    before: str
    after: str
    dropped: int
    position: Document


@dataclass(frozen=True)
class TableKept:
    """A table as it is stored. `id` is the database's own; `address` is the end of the page's URL."""

    id: int
    address: str
    game: str
    seats: tuple[SeatKept, ...]
    options: Mapping[str, Any]
    seed: bytes
    host: int | None
    clock: str
    joining: str
    watching: str
    status: str
    ended_by: str
    pending: int
    created: int
    changed: int
    rematch: str | None
    versions: str = "1"  # of the rules by which it is played, as a record writes them
    chance: str = MOVES  # the scheme of chance (core/chance.py)
    fair: Fair | None = None  # None for a table from before games could be proved, and for one that was not dealt
    beginning: Beginning | None = None  # None for a table that was dealt
    levels: int = bots.CUT  # how often those of bots had been cut when it began; what words for bots mean there

    def bot_called(self, word: str) -> str:
        """The name of the bot that a word means at this table; empty where it is empty."""
        return bots.as_of(word, self.levels)

    hints: str = "all"  # who may ask for them: alone (one person with bots, or all at one screen), all, none
    teaching: str = "off"  # which moves a teacher stops before they count: off, blunders, mistakes, all

    @property
    def counts(self) -> bool:
        """Whether statistics count its game: not one that somebody has set up."""
        return self.beginning is None

    @property
    def is_lesson(self) -> bool:
        """Whether a guide is at this table."""
        return self.beginning is not None and self.beginning.mark.kind == "lesson"

    @property
    def gives_hints(self) -> bool:
        """Whether its people may ask what a bot would do."""
        return self.hints == "all" or (self.hints == "alone" and self.is_solo)

    @property
    def teaches(self) -> str:
        """Which moves of its people a teacher stops; `off` where nobody may ask what a bot would do."""
        return self.teaching if self.gives_hints else "off"

    @property
    def is_solo(self) -> bool:
        """Whether one person plays, alone with bots or at one screen, and no seat is open to anybody else."""
        people = {seat.user for seat in self.seats if seat.user is not None}
        return len(people) <= 1 and not any(seat.is_open for seat in self.seats)


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
