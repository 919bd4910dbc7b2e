"""Parts of a table's pages that were drawn before, by what they show: none that looks as before is drawn anew."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache

from markupsafe import Markup

MOST = 2  # drawings of one part that a table keeps: before most tables there are no more pairs of eyes
MOST_SEATS = 10
GROUNDS = 200  # of boards, some 60,000 letters each, that are kept for all tables


class DrawnParts:
    """The parts that pages of one table have now, and a few of those that they had before."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[Hashable, Markup]] = {}

    def get(self, name: str, shows: Hashable, draw: Callable[[], Markup]) -> Markup:
        """A part that shows something; it is drawn if it was not there."""
        kept = self.kept.setdefault(name, {})
        found = kept.pop(shows, None)
        kept[shows] = found = draw() if found is None else found  # the newest last
        if len(kept) > (MOST_SEATS if name == "seat" else MOST):
            del kept[next(iter(kept))]
        return found


@lru_cache(GROUNDS)
def shared(ground: Markup) -> Markup:
    """The same ground of a board, if it was drawn for another table already: most tables of a game have the same."""
    return ground
