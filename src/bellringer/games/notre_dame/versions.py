"""The versions of the rules, part by part. Records and tables under way depend on the parts that they bring in.

A part's number is raised here, or at the person in the deck's file, in the same commit, when a game that brings it in
goes otherwise than before: when some record of it would be dealt otherwise, ask otherwise, allow other moves or end
otherwise. A new person begins with 1, in a pool of her own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bellringer.games.notre_dame.box import persons
from bellringer.games.notre_dame.names import persons_in

EDITION_PARTS = {"2007": "edition-2007", "anniversary": "edition-anniversary"}  # by the value of the option `edition`
RAISED: dict[str, int] = {}  # of base rules, editions and box; a person's version stands in the deck's file

VERSIONS: Mapping[str, int] = {
    **dict.fromkeys(("base", *EDITION_PARTS.values(), "box"), 1),
    **{person: entry.version for person, entry in persons().items()},
    **RAISED,
}


def parts_of(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The rules for everybody, the edition's, the box, and every person of the pool: any of them may come."""
    return ("base", EDITION_PARTS[options["edition"]], "box", *persons_in(options["persons"]))
