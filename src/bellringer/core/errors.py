"""The errors that bad input can cause. Each says where it is and why; all derive from `BellringerError`."""

from __future__ import annotations

import copyreg
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bellringer.core.plain_text import plain


class BellringerError(Exception):
    """The base of all errors that the caller's input can cause. They can be copied and pickled with what they know.

    Control characters in the input that they quote are shown as escapes, so that they can't steer a terminal.
    """

    def __init__(self, *said: object) -> None:
        super().__init__(*(plain(one, kept="\n\t") if isinstance(one, str) else one for one in said))

    def __reduce__(self) -> tuple[Any, ...]:
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Fault:
    """Why choices of a table can't be together, for programs and for people.

    `option`: the one to blame; `text`: in the words of programs; `key` and `values`: the game's sentence for people,
    `faults.KEY` of its catalogue, and what is filled in there.
    """

    option: str
    key: str
    text: str
    values: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.option}: {self.text}"


class OptionError(BellringerError, ValueError):
    """An option, a name or a number of seats is not possible. `fault`: why, if people may have chosen it in a form.

    `field`: what is wrong, as a request for a table calls it: `name`, `seats[1].bot`, `options.start`.
    """

    def __init__(self, reason: str | Fault, field: str = "") -> None:
        self.fault = reason if isinstance(reason, Fault) else None
        self.field = f"options.{reason.option}" if isinstance(reason, Fault) else field
        super().__init__(str(reason))


class IllegalMove(BellringerError, ValueError):
    """The move is not legal now; `legal` has the names of those that are."""

    def __init__(self, reason: str, legal: Sequence[str] = ()) -> None:
        self.legal = tuple(legal)
        super().__init__(f"{reason}; legal: {', '.join(self.legal)}" if self.legal else reason)


class UndoRefused(BellringerError):
    """The last move can't be undone: since then something was revealed, or another seat has decided."""


class PositionError(BellringerError, ValueError):
    """A position document is impossible: `path` names the field, `reason` says why."""

    def __init__(self, path: str, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"{path or 'position'}: {reason}")


class RecordError(BellringerError, ValueError):
    """A record can't be replayed: `line` of the text, `move_number` if it was a move, `legal` there."""

    def __init__(
        self, reason: str, *, line: int = 0, move_number: int | None = None, legal: Sequence[str] = ()
    ) -> None:
        self.reason, self.line, self.move_number, self.legal = reason, line, move_number, tuple(legal)
        where = f"move {move_number}" if move_number is not None else f"line {line}" if line else "record"
        tail = f"; legal there: {', '.join(self.legal)}" if self.legal else ""
        super().__init__(f"{where}: {reason}{tail}")


class ComponentsError(BellringerError, ValueError):
    """A components file is wrong; the message names the file, the line and the reason."""

    def __init__(self, source: str, line: int, reason: str) -> None:
        self.source, self.line, self.reason = source, line, reason
        super().__init__(f"{source}, line {line}: {reason}" if line else f"{source}: {reason}")
