"""A game's options as fields of the form of a new table: what each shows, what was sent in it, what is wrong with that.

A field that says nothing leaves the choice to the game. One with sets is a list of their words above boxes to tick: the
boxes count when the list says none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.datastructures import FormData

from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Game
from bellringer.core.contract.options import NamedSet, Option, Wish
from bellringer.core.contract.registry import find
from bellringer.core.errors import BellringerError
from bellringer.core.shown.words import Words
from bellringer.server.base.language import game_words
from bellringer.server.drawing.rules import card_rules
from bellringer.server.drawing.site.labels import (
    help_of,
    option_label,
    option_words,
    seat_words,
    value_key,
    value_words,
    wrong_words,
)
from bellringer.server.visitors.forms import text_of

NOTHING_SAID = ""  # the value of the line that leaves the choice to the game, or to the boxes below

# what is shown


def fields_of(words: Words, game: str, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The fields of a game's options. `values`: what has been said, or nothing yet."""
    return [
        {
            "name": name,
            "label": option_label(game, name, words.language),
            "help": help_of(game, name, words.language),
            "kind": field_kind(option),
            "choices": choices_of(words, game, name, option),
            "cards": cards_of(words, game, option),
            "sets": [set_shown(words, game, name, word, one) for word, one in option.sets.items()],
            **chosen_of(option, values.get(name)),
        }
        for name, option in find(game).options.items()
    ]


def field_kind(option: Option) -> str:
    """Boxes to tick below a list of sets, such boxes alone, one such box, or a list."""
    if option.several:
        return "sets" if option.sets else "checks"
    return "flag" if set(option.allowed) == {True, False} else "select"


def cards_of(words: Words, game: str, option: Option) -> list[dict[str, Any]]:
    """The values of an option as cards with their rules; none where they are no cards."""
    if option.kind != "card":
        return []
    return [card_rules.entry(game, option.kind, card, words.language) for card in option.allowed]


def choices_of(words: Words, game: str, name: str, option: Option) -> list[tuple[str, str]]:
    """The values of a field with their words; where the game chooses what fits the rest, that is the first line."""
    said = game_words(game, words.language)
    unsaid = [(NOTHING_SAID, said(f"option.{name}.follows"))] if option.follows else []
    return unsaid + [(value_key(value), choice_words(words, game, name, value)) for value in option.allowed]


def choice_words(words: Words, game: str, name: str, value: Any) -> str:
    """One of the values of a field."""
    if name == "start":
        colour = find(game).seat_names(find(game).most_seats)[value]
        seat = seat_words(game, colour, words.language)
        return game_words(game, words.language)("option.start.seat", n=value + 1, seat=seat)
    return value_words(words, game, name, value)


def set_shown(words: Words, game: str, name: str, word: str, one: NamedSet) -> dict[str, str]:
    """A set: its word, its name, a sentence about it, and what is in it unless it is drawn."""
    return {"word": word, **one.words[words.language], "holds": "" if one.is_drawn else held(words, game, name, one)}


def held(words: Words, game: str, name: str, one: NamedSet) -> str:
    """What is in a set with the fewest seats, and what more from some number of seats on."""
    sizes = range(find(game).fewest_seats, find(game).most_seats + 1)
    by_seats = {n: tuple(one.values(Wish(n, {}, b""))) for n in sizes}
    few, *_, many = by_seats.values()
    said = option_words(words, game, name, few)
    more = option_words(words, game, name, tuple(value for value in many if value not in few))
    first = next((n for n, values in by_seats.items() if len(values) > len(few)), 0)
    return words("new.set_and_more", some=said, more=more, n=first) if first else said


def chosen_of(option: Option, said: Any) -> dict[str, Any]:
    """What a field shows as chosen: `value` in a list, `values` of boxes. `said`: None for nothing."""
    ticked = option.default if option.several else ()
    if option.sets:
        is_set = said is None or isinstance(said, str)
        return {"value": (said or next(iter(option.sets))) if is_set else NOTHING_SAID,
                "values": ticked if is_set else said}  # fmt: skip
    usual = NOTHING_SAID if option.follows else option.default
    return {"value": usual if said is None else said, "values": ticked if said is None else said}


# what was sent


def said_in(form: FormData, name: str, option: Option) -> Any:
    """What a form says of an option: its value, the word of a set, or None for nothing."""
    if option.several:
        sent = [value for value in form.getlist(name) if isinstance(value, str)]
        word = next((value for value in sent if value in option.sets), None)
        ticked = tuple(value for value in sent if value != NOTHING_SAID)
        return word or (ticked if sent or not option.sets else None)
    text = text_of(form, name)
    if set(option.allowed) == {True, False}:
        return text in ("yes", "on", "true")
    return next((value for value in option.allowed if str(value) == text), text or None)


def options_said(values: Mapping[str, Any], game: Game) -> dict[str, Any]:
    """The options that a form says something of."""
    return {name: values[name] for name in game.options if values[name] is not None}


# what is wrong


def wrong_options(words: Words, game: str, seats: int, options: Mapping[str, Any]) -> dict[str, str]:
    """What is wrong, by option: those that no table can have, else those without which this table could be made."""
    found = find(game)
    alone = [name for name in options if not can_be(found, seats, {name: options[name]})]
    wrong = alone or [name for name in options if can_be(found, seats, without(options, name))]
    is_nobodys = can_be(found, seats, options) or not can_be(found, seats, {})
    return {} if is_nobodys else {name: wrong_words(words, game, name, seats) for name in wrong}


def can_be(game: Game, seats: int, options: Mapping[str, Any]) -> bool:
    """Whether a new table can have these options."""
    try:
        game.blank(seats, check_options(game, seats, options), None)
    except BellringerError:
        return False
    return True


def without(options: Mapping[str, Any], name: str) -> dict[str, Any]:
    """All of the options but one."""
    return {other: value for other, value in options.items() if other != name}
