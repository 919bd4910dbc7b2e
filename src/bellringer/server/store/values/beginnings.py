"""What a table begins from that is not dealt: a position that was found, and the mark that says where.

Such a table claims no fair deal, so it has no chain, and it counts in no statistics.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Literal, get_args

from bellringer.core.contract.game import Document
from bellringer.server.store.json_columns import inflated, json_of

Kind = Literal["lesson", "moment", "brought"]
KINDS: tuple[Kind, ...] = get_args(Kind)
SOURCE = re.compile("[ -~]{0,40}")
MOST_STEPS = 1_000_000
LESSON = '{"kind":"lesson"'  # how the text of a lesson's mark begins


@dataclass(frozen=True)
class Mark:
    """Where a table's first position was found.

    `kind`: prepared for a lesson, a moment of another table's game, or brought by somebody. `source`: the lesson's
    name, or the address of the other table. `step`: the part of the lesson, or the number of the moment.
    `has_same_luck`: chance goes on as it went there.
    """

    kind: Kind
    source: str = ""
    step: int = 0
    has_same_luck: bool = False


@dataclass(frozen=True)
class Beginning:
    """The first position of a table, deflated, and its mark. No position: the keys are missing that open it."""

    mark: Mark
    data: bytes

    @property
    def position(self) -> Document:
        """The position. Raises zlib.error, ValueError, RecursionError for what is none."""
        return inflated(self.data)


def mark_text(mark: Mark) -> str:
    """A mark as it stands in its column: JSON."""
    return json.dumps(vars(mark), separators=(",", ":"))


def mark_of(text: str) -> Mark:
    """Read a mark from its column. Raises ValueError, or what another form makes of it."""
    mark = Mark(**json_of(text))
    is_known = mark.kind in KINDS and SOURCE.fullmatch(mark.source) is not None
    if not is_known or type(mark.step) is not int or not 0 <= mark.step <= MOST_STEPS:
        raise ValueError("this is no mark of a beginning")
    if type(mark.has_same_luck) is not bool:
        raise ValueError("this is no mark of a beginning")
    return mark
