"""What a game says of its sources: where what the seats have comes from, and what it may be counted by.

The numbers are the compiled rules' own (core/compiled/sources.pxd); everybody else speaks in these names. They are
stable: a study of years ago can be read beside one of today. core/tables/sources.py finds them for a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

BEGINNING = "beginning"  # the source of number 0: what a table began with, or had under way then


@dataclass(frozen=True)
class SourceTable:
    """The names of a game's sources and columns, by their numbers.

    `scores`: what one in a column adds to the score of its seat, 1, -1 or 0. `kinds`: the sources, all but the first,
    by the few kinds into which a chart puts them.
    """

    names: tuple[str, ...]
    columns: tuple[str, ...]
    scores: Mapping[str, int]
    kinds: Mapping[str, tuple[str, ...]]
