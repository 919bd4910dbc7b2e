"""The words for tables, bots and options on the pages around the games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bellringer.bots import MANNERS
from bellringer.core.contract.registry import find
from bellringer.core.errors import OptionError
from bellringer.core.shown.words import MissingWords, Words
from bellringer.server.base.language import game_words
from bellringer.server.store import Mark, TableKept
from bellringer.server.store.values.clocks import DAY, HOUR, MINUTE
from bellringer.server.store.values.kept import now
from bellringer.server.tables.live.marked_lessons import marked_lesson
from bellringer.server.tables.live.seating import bot_words, occupant_of

UNITS = (("days", 1000 * DAY), ("hours", 1000 * HOUR), ("minutes", 1000 * MINUTE))  # in milliseconds


def name_words(game: str, kind: str, name: str, language: str) -> str:
    """The words for a name in a game."""
    return find(game).words.name_words(kind, name, language)


def game_name(language: str, game: str) -> str:
    """What a game is called."""
    return game_words(game, language)("name")


def seat_words(game: str, colour: str, language: str) -> str:
    """`Red`."""
    return name_words(game, "seat", colour, language).capitalize()


def seat_letter(game: str, colour: str, language: str) -> str:
    """The letter on a seat's pieces."""
    return name_words(game, "letter", colour, language)


def level_choices(words: Words, levels: Iterable[str]) -> list[tuple[str, str]]:
    """The bots to choose from."""
    return [(level, bot_words(words, level)) for level in levels]


def manner_choices(words: Words) -> list[tuple[str, str]]:
    """The manners to choose from; the first is none."""
    return [("", words("manners.usual")), *((manner, words(f"manners.{manner}")) for manner in MANNERS)]


def mark_words(words: Words, mark: Mark | None) -> str:
    """Where a table's first position was found; empty for one that was dealt."""
    if mark is None:
        return ""
    if mark.has_same_luck:
        return words(f"began.{mark.kind}_same_luck")
    return words(f"began.{mark.kind}")


def mark_of(words: Words, kept: TableKept) -> str:
    """Where the first position of a stored table was found, and which part of which lesson; empty if it was dealt."""
    mark = kept.beginning.mark if kept.beginning is not None else None
    found = marked_lesson(kept.game, mark, words.language)
    if mark is None or found is None:
        return mark_words(words, mark)
    lesson, part = found
    return words("began.lesson_of", title=lesson.title, part=part.title, n=mark.step + 1, of=len(lesson.parts))


def details_of(words: Words, kept: TableKept) -> str:
    """A line with a table's options that differ from the defaults, and its clock."""
    game, seats = find(kept.game), len(kept.seats)
    chosen = [
        option_words(words, kept.game, name, value)
        for name, value in kept.options.items()
        if name != "start" and value != game.options[name].default_at(seats)
    ]
    return ", ".join(filter(None, [mark_of(words, kept), *chosen, words(f"clock.{kept.clock}")]))


def facts_of(words: Words, kept: TableKept) -> list[tuple[str, str]]:
    """What a table was made with, each with its label: the seats, all options but who begins, time, who may watch."""
    options = [
        (option_label(kept.game, name, words.language), fact_words(words, kept.game, name, value))
        for name, value in kept.options.items()
        if name != "start"
    ]
    begins = mark_of(words, kept)
    return [
        *([(words("lobby.begins_from"), begins)] if begins else []),
        (words("lobby.seats"), str(len(kept.seats))),
        *options,
        (words("new.clock"), words(f"clock.{kept.clock}")),
        (words("new.watching"), words(f"watch.{kept.watching}")),
        (words("new.hints"), words("lobby.yes" if kept.gives_hints else "lobby.no")),
        *([(words("new.teaching"), words(f"teaching.{kept.teaches}"))] if kept.teaches != "off" else []),
    ]


def fact_words(words: Words, game: str, name: str, value: Any) -> str:
    """The words for an option's value beside its label."""
    if isinstance(value, bool):
        return words("lobby.yes") if value else words("lobby.no")
    return option_words(words, game, name, value) or words("lobby.none")


def option_words(words: Words, game: str, name: str, value: Any) -> str:
    """The words for an option's value in a line about a table, or for several values."""
    values = value if isinstance(value, tuple) else (value,)
    return ", ".join(value_words(words, game, name, one) for one in values)


def value_words(words: Words, game: str, name: str, value: Any) -> str:
    """The words for one value of an option."""
    if kind := find(game).options[name].kind:
        return name_words(game, kind, value, words.language)
    return game_words(game, words.language)(f"option.{name}.{value_key(value)}")


def value_key(value: Any) -> str:
    """A value as a key of the catalogue."""
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def ago(words: Words, at: int) -> str:
    """How long ago a time was, in words."""
    passed = max(0, now() - at)
    for unit, length in UNITS:
        if passed >= length:
            return words(f"ago.{unit}", n=passed // length)
    return words("ago.now")


def people_words(words: Words, kept: TableKept) -> list[str]:
    """The names of all seats' occupants."""
    return [occupant_of(kept, number).in_list(words) for number in range(len(kept.seats))]


def option_label(game: str, name: str, language: str) -> str:
    """What an option is called."""
    return game_words(game, language)(f"option.{name}.label")


def help_of(game: str, name: str, language: str) -> str:
    """The explanation of an option; empty if its name says enough."""
    return said_of(game, name, "help", language)


def wrong_words(words: Words, game: str, name: str, seats: int) -> str:
    """What would do in the place of a wrong choice: the game's own sentence, or one for any option."""
    own, label = said_of(game, name, "wrong", words.language), option_label(game, name, words.language)
    return own or words("new.wrong_option", option=label, n=seats)


def fault_words(words: Words, game: str, error: OptionError) -> str:
    """Why a table can't be made, in the game's own words if it has some."""
    if error.fault is None:
        return words("new.wrong", reason=str(error))
    return find(game).fault_words(error.fault, words.language)


def said_of(game: str, name: str, key: str, language: str) -> str:
    """What a game's pages say of an option under a key; empty if nothing."""
    try:
        return game_words(game, language)(f"option.{name}.{key}")
    except MissingWords:
        return ""
