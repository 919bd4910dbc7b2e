"""SVG pictures of tables: the parts that the boards of all games share, and `picture` for any table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bellringer.core.contract.registry import find

if TYPE_CHECKING:
    from bellringer.core.tables.table import Table


def picture(table: Table, seat: int | None = None, language: str = "en") -> str:
    """Draw a table as a complete SVG file.

    With a seat it shows what that seat sees, and highlights its legal moves; with None it shows everything.
    """
    pictures = find(table.game).pictures
    if seat is None:
        return pictures.picture(table.whole_view(), language)
    legal_targets = {move.target for move in table.moves(seat) if move.target} if seat in table.pending else set()
    return pictures.picture(table.view(seat), language, legal_targets)
