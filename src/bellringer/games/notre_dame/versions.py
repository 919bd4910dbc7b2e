"""The versions of the rules, part by part. Records and tables under way depend on the parts that they bring in.

A part's number is raised here, in the same commit, when a game that brings it in goes otherwise than before: when some
record of it would be dealt otherwise, ask otherwise, allow other moves or end otherwise. A new person begins with 1,
in a pool of her own (names.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bellringer.games.notre_dame.names import PERSONS, persons_in

EDITION_PARTS = {"2007": "edition-2007", "anniversary": "edition-anniversary"}  # by the value of the option `edition`
RAISED: dict[str, int] = {}

VERSIONS: Mapping[str, int] = {**dict.fromkeys(("base", *EDITION_PARTS.values(), "box", *PERSONS), 1), **RAISED}


def parts_of(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The rules for everybody, the edition's, the box, and every person of the pool: any of them may come."""
    return ("base", EDITION_PARTS[options["edition"]], "box", *persons_in(options["persons"]))
