"""The faces of bots, one for each manner and one for those without, drawn in lines like the emblems of the cards."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from bellringer.server.tables.live.seating import Occupant
from bellringer.svg.board import symbols_in

USUAL = "usual"  # the face of a bot without a manner


def face(occupant: Occupant) -> Markup:
    """The face of a bot; nothing for anybody else. The words beside it say what it shows."""
    return face_of(occupant.manner or USUAL) if occupant.kind == "bot" else Markup()


@cache
def face_of(manner: str) -> Markup:
    """The drawing of a manner, for a page."""
    symbol = symbols_in("bellringer.svg")[f"face-{manner}"]
    opened = symbol.replace(f'<symbol id="e-face-{manner}"', '<svg class="emblem face" aria-hidden="true"', 1)
    return Markup(opened.replace("</symbol>", "</svg>"))
