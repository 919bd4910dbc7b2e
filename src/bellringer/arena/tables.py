"""The tables of a match or a study, deal by deal: all alike, or each with a set of its own where sets are drawn."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bellringer.core import chance
from bellringer.core.compiled.state import State
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Game
from bellringer.core.contract.options import drawn_word
from bellringer.core.contract.versions import present_text


@dataclass(frozen=True)
class Tables:
    """The tables of all deals. Made by `make_tables`.

    `options`: with all defaults; the word of a set that is drawn is still a word, and stands for other values in each
    deal.
    """

    game: Game
    seats: int
    options: Mapping[str, Any]
    seed: int
    components: str | None = None

    @cached_property
    def drawn(self) -> tuple[str, ...]:
        """The options whose values are drawn for each deal."""
        options = self.game.options
        return tuple(name for name, value in self.options.items() if drawn_word(name, options[name], value))

    def options_at(self, deal: int) -> Mapping[str, Any]:
        """The options of a deal, values alone."""
        if not self.drawn:
            return self.options
        return check_options(self.game, self.seats, self.options, seed_of_deal(self.seed, deal), self.components)

    def blank_at(self, deal: int) -> State:
        """The state of a deal's table before anything is dealt; not to be changed, since deals may share it."""
        return self.blank_with(self.options_at(deal)) if self.drawn else self.blank

    @cached_property
    def blank(self) -> State:
        """The state of every deal's table, where nothing is drawn."""
        return self.blank_with(self.options)

    def blank_with(self, options: Mapping[str, Any]) -> State:
        return self.game.blank(self.seats, options, self.components)

    def rules(self) -> str:
        """The versions of all rules that a deal may bring in."""
        every = {name: self.game.options[name].allowed for name in self.drawn}
        return present_text(self.game, {**self.options, **every})


def make_tables(game: Game, seats: int, options: Mapping[str, Any], seed: int, components: str | None = None) -> Tables:
    """Check the options of the tables, and return those. Raises OptionError, ComponentsError."""
    chosen = check_options(game, seats, options, chance.make_seed(seed), components)
    words = {name: word for name, value in options.items() if (word := drawn_word(name, game.options[name], value))}
    tables = Tables(game, seats, {**chosen, **words}, seed, components)
    _ = tables.blank_at(0)  # refuses wrong components before any game is played
    return tables


def seed_of_deal(seed: int, deal: int) -> bytes:
    """The seed from which a deal's sets are drawn."""
    return hashlib.sha256(f"bellringer sets {seed} deal {deal}".encode()).digest()
