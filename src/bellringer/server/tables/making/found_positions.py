"""Positions from which a table can begin instead of a deal: prepared ones, moments of other games, brought ones."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bellringer.core.chance import DRAWS
from bellringer.core.contract.game import Document
from bellringer.core.tables.table import Table, gone_on
from bellringer.server.errors import Refused
from bellringer.server.store import Beginning, Mark
from bellringer.server.store.json_columns import deflated


@dataclass(frozen=True)
class FoundPosition:
    """A position, where it was found, and by which seed chance goes on from it (`luck_of`); None: by a new one."""

    position: Document
    mark: Mark
    luck: bytes | None = None

    @property
    def beginning(self) -> Beginning:
        """What the row of a table keeps of it."""
        mark = replace(self.mark, has_same_luck=self.luck is not None)
        return Beginning(mark, deflated(self.position))

    def table(self, seats: int, seed: bytes) -> Table:
        """The table that begins there, for so many seats. Raises PositionError, Refused."""
        table = gone_on(self.position, seed)
        if table.seats != seats:
            raise Refused("bad", f"this position is of {table.seats} seats, not of {seats}", 422, "seats")
        if not table.pending:
            raise Refused("over", "this position is the end of a game")
        return table


def found_again(beginning: Beginning, seed: bytes) -> FoundPosition:
    """What a table began from, whose seed is given."""
    return FoundPosition(beginning.position, beginning.mark, seed if beginning.mark.has_same_luck else None)


def luck_of(table: Table) -> bytes | None:
    """The seed by which chance goes on from a position of a finished game as it went there.

    None where that can't be: where chance is keyed by moves, or was keyed anew when the rules changed.
    """
    return table.dice_seed if table.chance == DRAWS and not table.moves_before else None
