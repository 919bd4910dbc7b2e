"""Which class cards and which box a new table has: sets by their names (cards/sets.toml), what is drawn, what follows.

What is drawn follows from the table's seed alone: the cards in the order of `Wish.shuffled`, one of chivalry first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

from bellringer.core.contract.cards import tables_of
from bellringer.core.contract.options import NamedSet, Wish
from bellringer.core.edges.components import Components
from bellringer.core.shown.words import LANGUAGES, spaced_in
from bellringer.games.rattus.box import (
    BIG_BOX,
    CARDS,
    Box,
    board_card,
    cards_of,
    fewest_seats,
    from_components,
    needed_module,
    shipped,
    usual_box,
)
from bellringer.games.rattus.component_set import MOBILE, MORE_SEATS, OPTION, cards_wanted
from bellringer.games.rattus.names import CLASSES, PLAYABLE

ONE_A_CLASS = "one-a-class"


@cache
def sets() -> dict[str, NamedSet]:
    """The sets of class cards by their words; the first is the usual one."""
    return {name: set_of(entry) for name, entry in tables_of(CARDS, "sets.toml").items()}


def set_of(entry: Mapping[str, Any]) -> NamedSet:
    """The set that an entry of the file makes."""
    words = {
        language: {key: spaced_in(language, text) for key, text in entry[language].items()} for language in LANGUAGES
    }
    if "draw" in entry:
        return NamedSet(partial(drawn, one_a_class=entry["draw"] == ONE_A_CLASS), words, is_drawn=True)
    return NamedSet(partial(listed, entry), words)


def listed(entry: Mapping[str, Any], wish: Wish) -> list[str]:
    """The cards of a set that is not drawn. [RA-1.24, RA-1.26]"""
    return [*entry["cards"], *(entry["more"] if wish.seats >= MORE_SEATS else ())]


def usual_cards(seats: int) -> tuple[str, ...]:
    """The cards of a table that does not say which. [RA-1.24]"""
    first = next(iter(sets().values()))
    chosen = set(first.values(Wish(seats, {}, b"")))
    return tuple(card for card in PLAYABLE if card in chosen)


def drawn(wish: Wish, one_a_class: bool) -> list[str]:
    """Cards drawn at random: one of chivalry, or one of each class, then any others. [RA-1.27]

    They go with the modules that were named: what a module needs is there, and nothing that another one brings.
    """
    modules = wish.said.get("modules", ())
    order = wish.shuffled(OPTION, (card for card in cards_of(wish.said.get("box", BIG_BOX)) if fits(card, wish)))
    firsts = first_of_each(order, box_of(wish).classes)
    needed = [card for module in modules if (card := board_card(module))]
    there = {box_of(wish).classes[CLASSES.index(card)] for card in needed}
    others = [card for symbol, card in firsts.items() if symbol == MOBILE or (one_a_class and symbol not in there)]
    begun = [*needed, *(card for card in others if card not in needed)]
    return [*begun, *(card for card in order if card not in begun)][: cards_wanted(wish.seats)]


def fits(card: str, wish: Wish) -> bool:
    """Whether a class card can be drawn for such a table. [RA-1.29, RA-1.31]"""
    return wish.seats >= fewest_seats(card) and needed_module(card) in ("", *wish.said.get("modules", ()))


def first_of_each(order: Sequence[str], classes: Sequence[str]) -> dict[str, str]:
    """By the class the first card of it, chivalry before the others."""
    found: dict[str, str] = {}
    for card in order:
        found.setdefault(classes[CLASSES.index(card)], card)
    return dict(sorted(found.items(), key=lambda one: one[0] != MOBILE))


def box_of(wish: Wish) -> Box:
    """The box of a new table: the shipped one, or the owner's. Raises ComponentsError."""
    return shipped() if wish.components is None else from_components(Components.read(wish.components))


def box_that_has(wish: Wish, chosen: Mapping[str, Any]) -> str:
    """The box of a table that has not said which; what is drawn is drawn from the Big Box. [RA-1.25, RA-1.28]"""
    word = wish.said.get(OPTION)
    if isinstance(word, str) and sets()[word].is_drawn:
        return BIG_BOX
    return usual_box(wish.seats, chosen[OPTION], chosen["modules"])
