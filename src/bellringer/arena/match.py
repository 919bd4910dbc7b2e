"""What a match is: who meets whom, over which deals, and how one of its games is played.

A match is played in deals. A deal is dealt once for each line-up and each rotation of its seats, so that luck falls to
everybody alike. Every game follows from the match and its number alone: who plays it, and when, changes nothing.
"""

from __future__ import annotations

import hashlib
import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from itertools import combinations, cycle, islice
from pathlib import Path
from typing import Any

from bellringer import bots as all_bots
from bellringer.arena import own
from bellringer.arena.loops import play_clocked
from bellringer.core.chance import MASK_64
from bellringer.core.errors import OptionError
from bellringer.core.game import Game
from bellringer.core.options import check_options
from bellringer.core.registry import find
from bellringer.core.state import State
from bellringer.core.versions import present_text


@dataclass(frozen=True)
class Numbered:
    """One finished game: which of them it is."""

    number: int


@dataclass(frozen=True)
class Played(Numbered):
    """One finished game of a match, told by seat."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]


@dataclass(frozen=True)
class Spot:
    """Where in the match a game stands, and who sits on which seat."""

    deal: int
    lineup: int
    rotation: int
    bots: tuple[str, ...]


@dataclass(frozen=True)
class Match:
    """Bots by name, a table, and how many deals. Made by `make_match`, which checks it."""

    game: str
    bots: tuple[str, ...]
    seats: int
    options: Mapping[str, Any]
    deals: int
    seed: int
    components: str | None = None

    @cached_property
    def lineups(self) -> tuple[tuple[str, ...], ...]:
        """Who sits together: the bots in order and again from the first, or every choice of so many of them."""
        if len(self.bots) <= self.seats:
            return (tuple(islice(cycle(self.bots), self.seats)),)
        return tuple(combinations(self.bots, self.seats))

    @property
    def names(self) -> tuple[str, ...]:
        """Each bot once, as first named."""
        return tuple(dict.fromkeys(self.bots))

    @property
    def games_a_deal(self) -> int:
        """How often a deal is played: once for each line-up and rotation."""
        return len(self.lineups) * self.seats

    @property
    def games(self) -> int:
        """How many games the match has."""
        return self.deals * self.games_a_deal

    def spot(self, number: int) -> Spot:
        """Which game a number is."""
        deal, rest = divmod(number, self.games_a_deal)
        lineup, rotation = divmod(rest, self.seats)
        names = self.lineups[lineup]
        return Spot(deal, lineup, rotation, tuple(names[(seat - rotation) % self.seats] for seat in range(self.seats)))

    @cached_property
    def found(self) -> Game:
        """The game."""
        return find(self.game)

    @cached_property
    def blank(self) -> State:
        """The undealt table."""
        return self.found.blank(self.seats, self.options, self.components)

    def play(self, number: int) -> Played:
        """Play one of its games."""
        spot = self.spot(number)
        lineup = self.lineups[spot.lineup]
        if any(map(own.is_own, lineup)):
            return Played(number, *self.play_at_table(spot))
        seated = [all_bots.make(name) for name in lineup]  # new ones, lest a game depend on those before it
        return Played(number, *play_clocked(self.blank, seated, spot.deal * self.seats + spot.rotation, self.seed))

    def play_at_table(self, spot: Spot) -> own.Outcome:
        """A game in which somebody's own bot takes part."""
        seeds = [self.seed_of(f"deal {spot.deal} bot {b}") for b in range(self.seats)]
        order = [(seat - spot.rotation) % self.seats for seat in range(self.seats)]
        names = self.lineups[spot.lineup]
        players = [(names[b], own.make(names[b], int.from_bytes(seeds[b][:8], "big"))) for b in order]
        return own.play_at_table(self.found, self.blank.copy(), players, self.seed_of(f"deal {spot.deal}"))

    def seed_of(self, what: str) -> bytes:
        """32 bytes that belong to a part of the match."""
        return hashlib.sha256(f"bellringer arena {self.seed} {what}".encode()).digest()

    def identity(self) -> dict[str, Any]:
        """All that the results depend on, as a document: what a match that is taken up again must have in common."""
        return {
            "game": self.game,
            "rules": present_text(self.found, self.options),
            "bellringer": version("bellringer"),
            "seats": self.seats,
            "bots": list(self.bots),
            "own_bots": {name: own.fingerprint(name) for name in self.names if own.is_own(name)},
            "options": options_document(self.options),
            "components": self.components and hashlib.sha256(Path(self.components).read_bytes()).hexdigest(),
            "deals": self.deals,
            "seed": self.seed,
        }

    def command(self) -> str:
        """What to type for this match."""
        words = ["bellringer", "arena", self.game, "--bots", ",".join(self.bots)]
        words += table_words(self.found, self.seats, self.options)
        if self.components:
            words += ["--components", self.components]
        return shlex.join([*words, "--deals", str(self.deals), "--seed", str(self.seed)])


def options_document(options: Mapping[str, Any]) -> dict[str, Any]:
    """A table's options as JSON has them."""
    return {name: list(one) if isinstance(one, tuple) else one for name, one in options.items()}


def table_words(game: Game, seats: int, options: Mapping[str, Any]) -> list[str]:
    """The seats and the options of a table that are not those by default, as they are typed."""
    words = ["--seats", str(seats)]
    for name, option in game.options.items():
        if options[name] != option.default_at(seats):
            words += option_words(name, options[name])
    return words


def option_words(name: str, value: Any) -> list[str]:
    """One option of a table, as it is typed."""
    flag = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return [flag]
    return [flag, as_typed(value)]


def as_typed(value: Any) -> str:
    """An option's value on the command line."""
    return ",".join(value) if isinstance(value, tuple) else str(value)


def make_match(
    game: str,
    bots: tuple[str, ...],
    seats: int = 4,
    options: Mapping[str, Any] | None = None,
    deals: int = 100,
    seed: int = 0,
    components: str | os.PathLike[str] | None = None,
) -> Match:
    """A match that can be played. Raises OptionError, ComponentsError."""
    found = find(game)
    chosen = check_options(found, seats, options or {})
    if deals < 1:
        raise OptionError("a match has at least one deal")
    if not bots:
        raise OptionError("a match needs at least one bot")
    if len(bots) > seats and len(set(bots)) < len(bots):
        raise OptionError(f"of more bots than the {seats} seats, each can be named only once")
    for name in dict.fromkeys(bots):
        own.make(name, 0)
    path = None if components is None else os.fspath(components)
    match = Match(game, tuple(bots), seats, chosen, deals, seed & MASK_64, path)
    _ = match.blank  # components that are wrong are refused before any game
    return match


def split_names(text: str) -> tuple[str, ...]:
    """Names between commas; a comma inside braces belongs to a name."""
    names, depth = [""], 0
    for letter in text:
        depth += (letter in "{[") - (letter in "}]")
        if letter == "," and depth == 0:
            names.append("")
        else:
            names[-1] += letter
    return tuple(name.strip() for name in names)
