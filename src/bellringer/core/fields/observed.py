"""What a game says of its observations beside its table of fields, where the kinds of fields can't say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bellringer.core.compiled.observing import READ_FORM, Readers
from bellringer.core.fields.forms import Form, There
from bellringer.core.fields.kinds import Kind
from bellringer.core.fields.look import Look


@dataclass(frozen=True)
class Read:
    """A span that a compiled function of the game reads.

    `words`: what its numbers mean; `parts`: what each says, at a table. `places`: the names of what it lists, of which
    the function is given the places. `is_own`: only about the seat that looks. `reader`: the name of the function, if
    it is not that of the entry.
    """

    words: str
    parts: Callable[[There], Sequence[str]] = lambda there: ("",)
    places: Sequence[str] = ()
    scale: float = 1
    is_own: bool = False
    reader: str = ""

    def form(self, name: str, there: There) -> Form:
        """Its form at a table."""
        parts = tuple(self.parts(there))
        return Form(
            READ_FORM,
            self.words,
            parts,
            self.scale,
            places=there.places(self.places),
            width=len(parts),
            reader=self.reader or name,
        )


@dataclass(frozen=True)
class Direct:
    """A span that is a member of the struct, as a kind says it."""

    kind: Kind
    member: str


@dataclass(frozen=True)
class Observed:
    """What a game says of its observations beside its table of fields.

    `readers`: its compiled functions. `spans`: by the names of entries (`coins`, `players.coins`) what their kinds
    do not say; None for one that is left out. `in_play`: by lists of names the numbers of those that can come up at
    a table.
    `can_be`: by a look at the table and a name whether an entry, an ask (`ask.hire`) or an argument of asks
    (`asks.steps`) can be anything but zero there.
    """

    readers: Readers | None = None
    spans: Mapping[str, Read | Direct | None] = field(default_factory=dict)
    in_play: Callable[[Look], Mapping[tuple[str, ...], Sequence[int]]] = lambda look: {}
    can_be: Callable[[Look, str], bool] = lambda look, name: True
