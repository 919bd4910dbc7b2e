"""Checks what a table chooses of a game's options, and fills in the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bellringer.core import chance
from bellringer.core.contract.game import Game
from bellringer.core.contract.options import Option, Wish, field_of, in_order, understood
from bellringer.core.errors import OptionError
from bellringer.core.nearest import meant


def check_options(
    game: Game,
    seats: int,
    options: Mapping[str, Any],
    seed: bytes | None = None,
    components: str | None = None,
    *,
    is_new: bool = True,
) -> dict[str, Any]:
    """Check the options of a table, put values in the place of sets, and fill in the defaults.

    `seed`: of the table, from which sets are drawn; without one nobody foresees them. `components`: the file of the
    owner's box. A table that is not `is_new` comes from a record, which names no sets and means the defaults of its
    time. Raises OptionError that names what is wrong, ComponentsError.
    """
    if not isinstance(seats, int) or not game.fewest_seats <= seats <= game.most_seats:
        raise OptionError(f"{game.name} is for {game.fewest_seats} to {game.most_seats} seats, not {seats!r}", "seats")
    for name in options:
        if name not in game.options:
            raise OptionError(
                f"{game.name} has no option {name!r}{meant(name, game.options)}; it has {', '.join(game.options)}",
                field_of(name),
            )
    said = {
        name: understood(name, option, options[name], is_new)
        for name, option in game.options.items()
        if name in options
    }
    if not is_new:
        return {name: said.get(name, option.recorded_at(seats)) for name, option in game.options.items()}
    return with_defaults(game, Wish(seats, said, chance.make_seed(seed), components))


def with_defaults(game: Game, wish: Wish) -> dict[str, Any]:
    """All options of a new table; those that follow from others come last."""
    found = {name: value_of(name, option, wish) for name, option in game.options.items()}
    for name, option in game.options.items():
        if option.follows is not None and name not in wish.said:
            found[name] = option.follows(wish, found)
    return found


def value_of(name: str, option: Option, wish: Wish) -> Any:
    """What a new table has for an option, before options that follow from others are worked out."""
    value = wish.said.get(name, option.default_at(wish.seats))
    if isinstance(value, str) and value in option.sets:
        return in_order(option, option.sets[value].values(wish))
    return value
