"""Rattus in a terminal: puts the parts of the picture together, as the width allows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from rich.console import Group, RenderableType
from rich.table import Table as Grid

from bellringer.core.shown.show import TextParts, View
from bellringer.games.rattus.box import shipped
from bellringer.games.rattus.box_parser import BOXES
from bellringer.games.rattus.names import PLAYABLE, REGIONS
from bellringer.games.rattus.show.text_look import TextModel, words_of
from bellringer.games.rattus.show.text_map import europe, europe_width, regions_in_lines, walls
from bellringer.games.rattus.show.text_seats import beside_board, boards, clock, held, region_cards, seats
from bellringer.games.rattus.words import sentences

GAP = 2
SIDE = 44  # the column beside the map, where there is room for it
WIDE = 80 + GAP + SIDE
MOST = 150  # the widest map


def picture(view: View, language: str, width: int, log: RenderableType | None = None) -> RenderableType:
    """Draw a view of the table, `width` characters wide, with the log beside or below it."""
    model = TextModel(view, language)
    rest = [log] if log is not None else []
    below = [line for line in (walls(model), *boards(model)) if line]
    if width < WIDE:
        cards = (*region_cards(model, width), beside_board(model, width))
        return Group(clock(model), maps(model, width)[0], *below, seats(model, width), *cards, *rest)
    side = max(SIDE, width - GAP - MOST, width // 3)
    grid = Grid.grid(padding=(0, GAP, 0, 0))
    grid.add_column()
    grid.add_column(width=side)
    left = width - side - 2 * GAP
    main = Group(clock(model), europe(model, left), *below, seats(model, left))
    grid.add_row(main, Group(*region_cards(model, side), beside_board(model, side), held(model, side), *rest))
    return grid


def parts(view: View, language: str, width: int) -> TextParts:
    """Draw a view of the table in parts, each `width` characters wide."""
    model = TextModel(view, language)
    below = [line for line in (walls(model),) if line]
    company = Group(seats(model, width), *boards(model))
    own = region_cards(model, width)
    return TextParts(
        model.words("part.board"),
        [Group(clock(model), one, *below) for one in maps(model, width)],
        [company, *own],
        {
            model.words("part.seats"): company,
            model.words("part.cards"): Group(*own, beside_board(model, width), held(model, width)),
        },
    )


def maps(model: TextModel, width: int) -> list[RenderableType]:
    """The drawings of the map that are no wider than that, the roomiest first."""
    low = regions_in_lines(model, width)
    if europe_width(model) > width:
        return [low]
    return [europe(model, width), europe(model, width, has_lines=False), low]


@cache
def explained(language: str) -> Mapping[str, str]:
    """The class cards that can be chosen, by their names and by their words."""
    found = {card: card for card in PLAYABLE}
    return found | {sentences.name_words("card", card, language).lower(): card for card in PLAYABLE}


def score_words(language: str) -> tuple[str, ...]:
    """The words for citizens, and for the tie-break by the next turn."""
    return words_of(language)("score.score"), words_of(language)("score.ties")


@cache
def legend(language: str) -> str:
    """How to read the picture, and the neighbours of each region."""
    words = words_of(language)
    return "\n".join((words("key.legend"), words("key.neighbours"), *neighbours(language)))


def neighbours(language: str) -> Iterable[str]:
    """A line for each region of all player counts: `Anglia (England): Gallia (France), Scandia`."""
    borders = shipped().borders_within(REGIONS)
    for region in REGIONS:
        others = [next(one for one in border if one != region) for border in borders if region in border]
        names = ", ".join(both_names(other, language) for other in others)
        yield words_of(language)("key.neighbour", region=both_names(region, language), others=names)


def both_names(region: str, language: str) -> str:
    """The name of a region, and its name in the other box if that differs."""
    first, *rest = dict.fromkeys(sentences.name_words("region", region, language, box) for box in BOXES)
    return f"{first} ({rest[0]})" if rest else first
