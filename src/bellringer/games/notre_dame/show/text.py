"""Notre Dame in a terminal: puts the parts of the picture together, as the width allows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bellringer.core.shown.show import TextParts, View
from bellringer.games.notre_dame.names import ACTIONS, PERSONS
from bellringer.games.notre_dame.show.text_borough import borough_panel, low_lines
from bellringer.games.notre_dame.show.text_look import TextModel, name_of, words_of
from bellringer.games.notre_dame.show.text_town import cathedral, clock, hand, persons

NARROWEST = 40  # a borough's panel
WIDEST = 52
GAP = 2
SIDE = 38  # the column beside the boroughs, where there is room for it
WIDE = 2 * NARROWEST + GAP + SIDE


def picture(view: View, language: str, width: int, log: RenderableType | None = None) -> RenderableType:
    """Draw a view of the table, `width` characters wide, with the log beside or below it."""
    model = TextModel(view, language)
    rest = [log] if log is not None else []
    if width < WIDE:
        open_persons = persons(model, width, with_rules=False)
        return Group(clock(model), boroughs(model, width), cathedral(model), open_persons, *hands(model), *rest)
    side = side_width(model, width)
    return beside(
        Group(clock(model), boroughs(model, width - side - GAP), *hands(model)),
        Group(cathedral(model), persons(model, side, with_rules=True), *rest),
        side,
    )


def parts(view: View, language: str, width: int) -> TextParts:
    """Draw a view of the table in parts, each `width` characters wide."""
    model = TextModel(view, language)
    frame = (clock(model), cathedral(model))
    return TextParts(
        model.words("part.board"),
        [Group(*frame, boroughs(model, width)), Group(*frame, *low_lines(model, width))],
        [*hands(model), persons(model, width, with_rules=False)],
        {model.words("part.cards"): Group(*hands(model), persons(model, width, with_rules=True))},
    )


def side_width(model: TextModel, width: int) -> int:
    """The width of the column beside the boroughs, once as many of them as fit stand side by side."""
    columns = columns_in(len(model.boroughs), width - GAP - SIDE)
    return min(width // 2, max(SIDE, width - GAP - columns * WIDEST))


def beside(main: RenderableType, column: RenderableType, width: int) -> Grid:
    """Two columns, the second of a fixed width."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column()
    grid.add_column(width=width)
    grid.add_row(main, column)
    return grid


def boroughs(model: TextModel, width: int) -> Grid:
    """The panels of the boroughs, as many side by side as there is room for."""
    columns = columns_in(len(model.boroughs), width)
    each = min(WIDEST, width // columns)
    grid = Grid.grid()
    panels = [borough_panel(model, borough, each) for borough in model.boroughs]
    for first in range(0, len(panels), columns):
        grid.add_row(*panels[first : first + columns])
    return grid


def columns_in(boroughs: int, width: int) -> int:
    """How many panels stand side by side; four boroughs make two rows of two, not three and one."""
    columns = max(1, min(boroughs, width // NARROWEST))
    return 2 if (columns, boroughs) == (3, 4) else columns


def hands(model: TextModel) -> list[Text]:
    """The lines of the hands that the view shows."""
    return [found for seat in model.seats if (found := hand(model, seat)) is not None]


@cache
def explained(language: str) -> Mapping[str, str]:
    """The names of cards and persons, by these names and by their words."""
    found = {name: name for name in (*ACTIONS, *PERSONS)}
    found |= {name_of("person", name, language).lower(): name for name in PERSONS}
    found |= {name_of("card", name, language).lower(): name for name in ACTIONS}
    short = words_of(language)
    return found | {short(f"place.{name}").lower(): name for name in ACTIONS}


def score_words(language: str) -> tuple[str, ...]:
    """The words for prestige, and for the tie-break by coins and markers."""
    return words_of(language)("score.score"), words_of(language)("score.ties")


def legend(language: str) -> str:
    """How to read the picture."""
    return words_of(language)("key.legend")
