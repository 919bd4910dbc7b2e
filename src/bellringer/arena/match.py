"""A match: which bots meet, over which deals, and how one of its games is played.

The same deal is played by every line-up, in every rotation of the seats, so that luck is the same for all bots. A game
depends on nothing but the match and its number; it does not matter which thread plays it, or when.
"""

from __future__ import annotations

import hashlib
import os
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from itertools import combinations, cycle, islice
from typing import Any

from bellringer import bots as all_bots
from bellringer.arena import plugins
from bellringer.arena.loops import play_clocked
from bellringer.arena.nets import described, digests_of
from bellringer.arena.tables import Tables, make_tables
from bellringer.bots.bot import Bot
from bellringer.bots.search import Search, check_style
from bellringer.core.chance import MASK_64
from bellringer.core.compiled.nets import Net
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.edges.files import MOST_COMPONENTS, read_bytes
from bellringer.core.errors import OptionError


@dataclass(frozen=True)
class FinishedGame:
    """A finished game of a match or a study, by its number."""

    number: int


@dataclass(frozen=True)
class MatchGame(FinishedGame):
    """The result of one game of a match. Each tuple has one value for each seat; `seconds` are those of thought."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]


@dataclass(frozen=True)
class Seating:
    """Which deal, line-up and rotation a game has, and the bot on each seat."""

    deal: int
    lineup: int
    rotation: int
    bots: tuple[str, ...]


@dataclass(frozen=True)
class Match:
    """The description of a match: bots by name, a table, a number of deals. Made by `make_match`, which checks it.

    `searches`: the options of the searches that are named here alone, by these names.
    """

    game: str
    bots: tuple[str, ...]
    seats: int
    options: Mapping[str, Any]
    deals: int
    seed: int
    components: str | None = None
    searches: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @cached_property
    def lineups(self) -> tuple[tuple[str, ...], ...]:
        """The groups of bots that sit together.

        Up to as many bots as seats make one group, repeated in order; of more bots, every combination is a group.
        """
        if len(self.bots) <= self.seats:
            return (tuple(islice(cycle(self.bots), self.seats)),)
        return tuple(combinations(self.bots, self.seats))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bots without repetitions, in the order given."""
        return tuple(dict.fromkeys(self.bots))

    @property
    def games_a_deal(self) -> int:
        """How many games are played with each deal: one for each line-up and rotation."""
        return len(self.lineups) * self.seats

    @property
    def games(self) -> int:
        """The number of games of the whole match."""
        return self.deals * self.games_a_deal

    def seating(self, number: int) -> Seating:
        """The deal and the seats of a game, by the game's number from 0."""
        deal, rest = divmod(number, self.games_a_deal)
        lineup, rotation = divmod(rest, self.seats)
        names = self.lineups[lineup]
        return Seating(
            deal, lineup, rotation, tuple(names[(seat - rotation) % self.seats] for seat in range(self.seats))
        )

    @cached_property
    def found(self) -> Game:
        return find(self.game)

    @cached_property
    def tables(self) -> Tables:
        """The tables of all deals."""
        return Tables(self.found, self.seats, self.options, self.seed, self.components)

    def play(self, number: int) -> MatchGame:
        """Play a game of the match, by its number from 0."""
        seating = self.seating(number)
        lineup = self.lineups[seating.lineup]
        if any(map(self.is_plugin, lineup)):
            return MatchGame(number, *self.play_at_table(seating))
        seated = [self.bot(name) for name in lineup]  # new bots, so that no game depends on an earlier one
        table = self.tables.blank_at(seating.deal)
        return MatchGame(number, *play_clocked(table, seated, seating.deal * self.seats + seating.rotation, self.seed))

    def play_at_table(self, seating: Seating) -> plugins.Outcome:
        """Play a game in which a plugin takes part, move by move in Python."""
        seeds = [self.seed_of(f"deal {seating.deal} bot {b}") for b in range(self.seats)]
        order = [(seat - seating.rotation) % self.seats for seat in range(self.seats)]
        names = self.lineups[seating.lineup]
        players = [(names[b], self.player(names[b], int.from_bytes(seeds[b][:8], "big"))) for b in order]
        table = self.tables.blank_at(seating.deal).copy()
        return plugins.play_at_table(self.found, table, players, self.seed_of(f"deal {seating.deal}"))

    def is_plugin(self, name: str) -> bool:
        """Whether a bot of the match comes from outside this package."""
        return name not in self.searches and plugins.is_plugin(name)

    def player(self, name: str, seed: int) -> plugins.Chooser:
        """A bot of the match, a plugin or one of ours."""
        return plugins.make(name, seed) if self.is_plugin(name) else self.bot(name, seed)

    def bot(self, name: str, seed: int = 0) -> Bot:
        """A bot of the match that is one of ours."""
        return Search(seed, **self.searches[name]) if name in self.searches else all_bots.make(name, seed)

    def seed_of(self, what: str) -> bytes:
        """The 32-byte seed of a part of the match, derived from the match's seed."""
        return hashlib.sha256(f"bellringer arena {self.seed} {what}".encode()).digest()

    def identity(self) -> dict[str, Any]:
        """Everything that the results depend on, as JSON. A match can only be resumed if all of it is the same."""
        return {
            "game": self.game,
            "rules": self.tables.rules(),
            "bellringer": version("bellringer"),
            "seats": self.seats,
            "bots": list(self.bots),
            "own_bots": {name: plugins.fingerprint(name) for name in self.names if self.is_plugin(name)},
            "options": options_document(self.options),
            "components": self.components and hashlib.sha256(read_bytes(self.components, MOST_COMPONENTS)).hexdigest(),
            "deals": self.deals,
            "seed": self.seed,
            **levels_document(self.found, self.names),
            **({"searches": self.own_options()} if self.searches else {}),
            **described(digests_of(self.styles, self.found, self.seats)),
        }

    def own_options(self) -> dict[str, dict[str, Any]]:
        """The options of the match's own searches as JSON; nets are told apart from them."""
        return {
            name: {option: value for option, value in style.items() if option != "net"}
            for name, style in self.searches.items()
        }

    @property
    def styles(self) -> dict[str, Mapping[str, Any]]:
        """The options of each bot that searches, by name. Whether a plugin searches is not known: it may."""
        found = {name: self.style_of(name) for name in self.names}
        return {name: style for name, style in found.items() if style is not None}

    def style_of(self, name: str) -> Mapping[str, Any] | None:
        if name in self.searches:
            return self.searches[name]
        return {} if self.is_plugin(name) else all_bots.style_of(name)

    def command(self) -> str:
        """The command line that plays this match, if it needs no searches of its own."""
        words = ["bellringer", "arena", self.game, "--bots", ",".join(self.bots)]
        words += table_words(self.found, self.seats, self.options)
        if self.components:
            words += ["--components", self.components]
        return shlex.join([*words, "--deals", str(self.deals), "--seed", str(self.seed)])


def options_document(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a table for JSON: tuples become lists, and an empty one is left out."""
    return {name: list(one) if isinstance(one, tuple) else one for name, one in options.items() if one != ()}


def levels_document(game: Game, bots: Iterable[str]) -> dict[str, Any]:
    """How much the levels among some bots think in a game, as a part of an identity; nothing if none is a level."""
    names = {all_bots.parts_of(name)[0] for name in bots}
    found = {name: list(game.book.levels[i]) for i, name in enumerate(all_bots.LEVELS) if name in names}
    return {"levels": found} if found else {}


def table_words(game: Game, seats: int, options: Mapping[str, Any]) -> list[str]:
    """The seats, and the options that differ from the default, as words of a command line."""
    words = ["--seats", str(seats)]
    for name, option in game.options.items():
        if options[name] != option.default_at(seats):
            words += option_words(name, options[name])
    return words


def option_words(name: str, value: Any) -> list[str]:
    """An option as words of a command line."""
    flag = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return [flag]
    return [flag, as_typed(value)]


def as_typed(value: Any) -> str:
    """The value of an option, as it is typed."""
    return ",".join(value) if isinstance(value, tuple) else str(value)


def make_match(
    game: str,
    bots: tuple[str, ...],
    seats: int = 4,
    options: Mapping[str, Any] | None = None,
    deals: int = 100,
    seed: int = 0,
    components: str | os.PathLike[str] | None = None,
    searches: Mapping[str, Mapping[str, Any]] | None = None,
) -> Match:
    """Check a match and return it.

    `options`: the options of the table, a set that is drawn for each deal; `components`: the path of a components file.
    `searches`: options of `Search`, a net of your own among them, by names that `bots` may have for this match alone.
    Raises OptionError if the bots, seats, options or deals make no match, ComponentsError if the file is wrong.
    """
    found = find(game)
    path, seed = None if components is None else os.fspath(components), seed & MASK_64
    tables = make_tables(found, seats, options or {}, seed, path)
    if deals < 1:
        raise OptionError("a match has at least one deal")
    if not bots:
        raise OptionError("a match needs at least one bot")
    if len(bots) > seats and len(set(bots)) < len(bots):
        raise OptionError(f"with more bots than the {seats} seats, each can be named only once")
    match = Match(game, tuple(bots), seats, tables.options, deals, seed, path, dict(searches or {}))
    check_searches(match)
    for name in match.names:
        match.player(name, 0)
    return match


def check_searches(match: Match) -> None:
    """Raise OptionError if a search of the match's own can't be made, nor play its game, or has a name of another."""
    for name, style in match.searches.items():
        if all_bots.knows(name) or plugins.is_plugin(name):
            raise OptionError(f"a search of your own can't be called {name}, which is a bot already")
        if name not in match.bots:
            raise OptionError(f"{name} is described, but does not play")
        check_style(dict(style))
        net: Net | None = style.get("net")
        if net is not None and net.book is not match.found.book:
            raise OptionError(f"{name}: a net of {net.book.name} can't play {match.game}")


def split_names(text: str) -> tuple[str, ...]:
    """Split a text at its commas, but not at commas inside brackets or braces."""
    names, depth = [""], 0
    for letter in text:
        depth += (letter in "{[") - (letter in "}]")
        if letter == "," and depth == 0:
            names.append("")
        else:
            names[-1] += letter
    return tuple(name.strip() for name in names)
