"""What passes between the server and the process that draws pages for it (apart.py, drawing_process.py)."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field

from bellringer.server.drawing.table.parts import Look
from bellringer.server.store import Act, RuleChange, TableKept

HEAD = struct.Struct("<I")  # before each message of the process: its length


@dataclass(frozen=True)
class Begin:
    """What the process is told of a game that it does not know. `game`: its number from now on."""

    game: int
    kept: TableKept
    acts: tuple[Act, ...]
    changes: tuple[RuleChange, ...]


@dataclass(frozen=True)
class LetGo:
    """Games that are no longer wanted."""

    games: tuple[int, ...]


@dataclass(frozen=True)
class Draw:
    """A page that is wanted. `acts`: made since the last one; `sent`: what it has; `revision`: the message's number."""

    number: int
    game: int
    acts: tuple[Act, ...]
    look: Look
    sent: Mapping[str, bytes]
    revision: int


@dataclass(frozen=True)
class Drawn:
    """The message to a page, empty if it lacks nothing, and the fingerprints of the parts in it.

    `trouble`: why there is none.
    """

    number: int
    message: bytes = b""
    prints: Mapping[str, bytes] = field(default_factory=dict)
    trouble: str = ""


READY = Drawn(0)  # its first answer, to nothing
