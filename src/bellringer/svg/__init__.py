"""Tables as SVG: what all games' boards are made of, and any table as a file. Views go in, text comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bellringer.core.registry import find

if TYPE_CHECKING:
    from bellringer.core.table import Table


def picture(table: Table, seat: int | None = None, language: str = "en") -> str:
    """A table as an SVG file: as a seat sees it, its legal moves shining, or all of it (None)."""
    pictures = find(table.game).pictures
    if seat is None:
        return pictures.picture(table.whole_view(), language)
    shine = {move.target for move in table.moves(seat) if move.target} if seat in table.pending else set()
    return pictures.picture(table.view(seat), language, shine)
