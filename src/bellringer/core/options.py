"""The options of a game, which a table chooses before the deal, and the check of what was chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bellringer.core.errors import OptionError

if TYPE_CHECKING:
    from bellringer.core.game import Game


@dataclass(frozen=True)
class Option:
    """One option: its default, its allowed values, and its meaning in one line.

    `by_seats`: other defaults for some numbers of seats. `several`: a table chooses several of the allowed values, each
    once, as a tuple, a list, or a text with commas. `coming`: values that are known, but can't be chosen yet.
    """

    default: Any
    allowed: tuple[Any, ...]
    meaning: str
    by_seats: Mapping[int, Any] = field(default_factory=dict)
    several: bool = False
    coming: tuple[Any, ...] = ()

    def default_at(self, seats: int) -> Any:
        """The default for a table with so many seats."""
        return self.by_seats.get(seats, self.default)


def check_options(game: Game, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Check the options of a table and fill in the defaults. Raises OptionError that names what is wrong."""
    if not isinstance(seats, int) or not game.fewest_seats <= seats <= game.most_seats:
        raise OptionError(f"{game.name} is for {game.fewest_seats} to {game.most_seats} seats, not {seats!r}")
    for name in options:
        if name not in game.options:
            raise OptionError(f"{game.name} has no option {name!r}; it has {', '.join(game.options)}")
    given = {name: options.get(name, option.default_at(seats)) for name, option in game.options.items()}
    return {name: chosen(name, game.options[name], value) for name, value in given.items()}


def chosen(name: str, option: Option, value: Any) -> Any:
    """Check the value of an option and return it. Several values become a tuple in the order of `allowed`."""
    if not option.several:
        check_value(name, option, value)
        return value
    parts = [part.strip() for part in value.split(",")] if isinstance(value, str) else value
    if not isinstance(parts, list | tuple):
        raise OptionError(f"{name} can't be {value!r}; it is some of {allowed_text(option)}")
    for number, part in enumerate(parts):
        check_value(name, option, part)
        if part in parts[:number]:
            raise OptionError(f"{name} has {part!r} twice")
    return tuple(one for one in option.allowed if one in parts)


def check_value(name: str, option: Option, value: Any) -> None:
    """Raise OptionError if a value (one of several, if there are several) is not allowed."""
    if not any(value == one and type(value) is type(one) for one in option.allowed):
        verb, yet = "have" if option.several else "be", " yet" if value in option.coming else ""
        raise OptionError(f"{name} can't {verb} {value!r}{yet}; allowed: {allowed_text(option)}")


def allowed_text(option: Option) -> str:
    return ", ".join(str(one) for one in option.allowed)
