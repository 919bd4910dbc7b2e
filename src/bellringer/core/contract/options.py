"""The options of a game, which a table chooses before the deal. What was chosen is checked in choosing.py.

Where a table chooses several values, a game can have sets: words that stand for values, some of which are drawn. A word
is replaced by its values here, before anything is made of the options, so that records and journals hold values alone.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bellringer.core.errors import OptionError
from bellringer.core.nearest import meant


@dataclass(frozen=True)
class Wish:
    """What is said of a new table. `said`: the options that are named; the word of a set is still a word.

    `seed`: the table's, from which sets are drawn. `components`: the file of the owner's box, if there is one.
    """

    seats: int
    said: Mapping[str, Any]
    seed: bytes
    components: str | None = None

    def shuffled(self, name: str, values: Iterable[str]) -> list[str]:
        """An option's values in a random order: by HMAC-SHA256 of `option NAME VALUE` under the seed."""
        return sorted(values, key=lambda value: hmac.digest(self.seed, f"option {name} {value}".encode(), "sha256"))


@dataclass(frozen=True)
class NamedSet:
    """A word that stands for several values. `values`: which, at a new table; `is_drawn`: whether chance decides.

    `words`: by language, its `name` within a sentence and, as `about`, a sentence.
    """

    values: Callable[[Wish], Iterable[Any]]
    words: Mapping[str, Mapping[str, str]]
    is_drawn: bool = False


@dataclass(frozen=True)
class Option:
    """One option: its default, its allowed values, and its meaning in one line.

    `by_seats`: other defaults for some numbers of seats. `follows`: the default, as it follows from what else a new
    table has chosen. `recorded`: what a record means that does not name the option, if not the default.

    `several`: a table chooses several of the allowed values, each once, as a tuple, a list, or a text with commas.
    `sets`: words that may be said instead; the first is the default. `coming`: values that are known, but can't be
    chosen yet. `kind`: of what kind of names the values are; empty for values that only this option has.
    """

    default: Any
    allowed: tuple[Any, ...]
    meaning: str
    by_seats: Mapping[int, Any] = field(default_factory=dict)
    several: bool = False
    coming: tuple[Any, ...] = ()
    kind: str = ""
    sets: Mapping[str, NamedSet] = field(default_factory=dict)
    follows: Callable[[Wish, Mapping[str, Any]], Any] | None = None
    recorded: Any = None

    def default_at(self, seats: int) -> Any:
        """The default for a table with that many seats."""
        return self.by_seats.get(seats, self.default)

    def recorded_at(self, seats: int) -> Any:
        """The value that a record means which does not name the option, at that many seats."""
        return self.default_at(seats) if self.recorded is None else self.recorded


def field_of(name: str) -> str:
    """An option's path in a request for a new table."""
    return f"options.{name}"


def understood(name: str, option: Option, value: Any, may_be_set: bool) -> Any:
    """What was said of an option: its value, or the word of a set, given alone or as the only one of a list."""
    if not option.several:
        check_value(name, option, value)
        return value
    parts = parts_of(name, option, value)
    if may_be_set and len(parts) == 1 and isinstance(parts[0], str) and parts[0] in option.sets:
        return parts[0]
    for number, part in enumerate(parts):
        check_value(name, option, part)
        if part in parts[:number]:
            raise OptionError(f"{name} has {part!r} twice", field_of(name))
    return in_order(option, parts)


def drawn_word(name: str, option: Option, value: Any) -> str:
    """The word that was said of an option, if chance decides what it stands for; empty for anything else."""
    said = understood(name, option, value, may_be_set=True) if option.sets else ""
    return said if isinstance(said, str) and said in option.sets and option.sets[said].is_drawn else ""


def parts_of(name: str, option: Option, value: Any) -> tuple[Any, ...]:
    """The values that were named, one by one; none for an empty text."""
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",")) if value.strip() else ()
    if not isinstance(value, list | tuple):
        raise OptionError(f"{name} can't be {value!r}; it is some of {allowed_text(option)}", field_of(name))
    return tuple(value)


def in_order(option: Option, values: Iterable[Any]) -> tuple[Any, ...]:
    """Several values in the order of `allowed`."""
    chosen = tuple(values)
    return tuple(one for one in option.allowed if one in chosen)


def check_value(name: str, option: Option, value: Any) -> None:
    """Raise OptionError if a value (one of several, if there are several) is not allowed."""
    if isinstance(value, str) and value in option.sets:
        reason = f"{name} can't have {value!r} among others: it stands for all of them, at a new table"
        raise OptionError(reason, field_of(name))
    if not any(value == one and type(value) is type(one) for one in option.allowed):
        verb, yet = "have" if option.several else "be", " yet" if value in option.coming else ""
        question = yet or meant(value, (*option.allowed, *option.sets))
        raise OptionError(f"{name} can't {verb} {value!r}{question}; allowed: {allowed_text(option)}", field_of(name))


def allowed_text(option: Option) -> str:
    """The values that can be chosen, and the words that stand for several."""
    values = ", ".join(str(one) for one in option.allowed)
    return f"{values}; or one of the sets {', '.join(option.sets)}" if option.sets else values
