"""The versions of the rules, part by part. Records and tables under way depend on the parts that they bring in.

A part's number is raised here, or in its card's file, in the same commit, when a game that brings it in
goes otherwise than before: when some record of it would be dealt otherwise, ask otherwise, allow other moves or end
otherwise. A new card begins with 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bellringer.games.rattus.box import class_cards
from bellringer.games.rattus.component_set import MODULES

BOX_PARTS = {"base": "base-box", "big-box": "big-box"}  # by the value of the option `box`: map, tokens, numbers
RAISED: dict[str, int] = {}  # of the base rules, boxes and modules; a card's version stands in the card's own file

VERSIONS: Mapping[str, int] = {
    **dict.fromkeys(("base", *BOX_PARTS.values(), *MODULES), 1),
    **{card: entry.version for card, entry in class_cards().items()},
    **RAISED,
}


def parts_of(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The rules for everybody, the box, the class cards and the modules of the table."""
    return ("base", BOX_PARTS[options["box"]], *options["classes"], *options["modules"])
