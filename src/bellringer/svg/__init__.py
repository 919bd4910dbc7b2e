"""Drawings of the games' tables as SVG: one hand for all, a module a game. Views in, text out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from bellringer import Table


class Artist(Protocol):
    """A game's module, of the game's name with `-` written `_`."""

    def whole_view(self, table: Table) -> Mapping[str, Any]:
        """What all seats together may see."""

    def ground(self, view: Mapping[str, Any], language: str) -> str:
        """The board's lower layer, for a page: what stays as long as the table stands, whoever looks.

        It holds all that `live` and the rest of the page use by name: cubes, emblems (`#e-NAME`).
        """

    def live(self, view: Mapping[str, Any], language: str, shine: Collection[str] = ()) -> str:
        """The upper layer: what changes. Pieces keep their ids as they move. `shine`: as in `chart`."""

    def chart(self, view: Mapping[str, Any], language: str, shine: Collection[str] = ()) -> str:
        """The board alone, as part of a page. `shine`: the targets of the moves that are legal."""

    def picture(self, view: Mapping[str, Any], language: str, shine: Collection[str] = ()) -> str:
        """The board and all that lies beside it, as a file of its own."""


def artist_of(game: str) -> Artist:
    """Who draws a game."""
    return cast(Artist, import_module(f"bellringer.svg.{game.replace('-', '_')}"))


def picture(table: Table, seat: int | None = None, language: str = "en") -> str:
    """A table as an SVG file: as a seat sees it, its legal moves shining, or all of it (None)."""
    artist = artist_of(table.game)
    if seat is None:
        return artist.picture(artist.whole_view(table), language)
    shine = {move.target for move in table.moves(seat) if move.target} if seat in table.pending else set()
    return artist.picture(table.view(seat), language, shine)
