"""The pieces in a drawing of a board, found by what a piece and a space look like in all games' drawings."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence

from bellringer.core.shown.show import Piece, Pieces
from bellringer.svg.board import SVG

MOVING = "moves"  # the class of the pieces on a board
TARGET = "data-target"  # the attribute of a space

ET.register_namespace("", SVG)  # a piece is written as it stands in the drawing, without prefixes


def pieces_on(drawing: str, boards: Sequence[str]) -> Pieces:
    """The pieces of the large board and of those beside it, by their ids."""
    found = pieces_in(ET.fromstring(drawing))
    for board in boards:
        for space in ET.fromstring(board).iter():
            if TARGET in space.attrib:
                found |= pieces_in(space, space.attrib[TARGET])
    return found


def pieces_in(element: ET.Element, place: str = "") -> Pieces:
    """The pieces in an element of a drawing, by their ids."""
    return {
        piece.attrib["id"]: Piece(piece.attrib.get("transform", ""), ET.tostring(piece, "unicode").strip(), place)
        for piece in element.iter()
        if "id" in piece.attrib and MOVING in piece.attrib.get("class", "").split()
    }
