"""Data sets: games between named bots, as rows that can hold what the deciding seats saw (arena/played.py).

All games have one kind of table; what its options leave to chance is drawn once, from the seed, so that all rows have
one layout of observations. Game g is the deal of stream g of the seed. The bots sit clockwise and move on by a seat
from game to game; with fewer bots than seats they begin again.
"""

from __future__ import annotations

import copy
import hashlib
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bellringer import bots
from bellringer.arena.match import option_words, table_words
from bellringer.arena.nets import described, digests_of
from bellringer.arena.played import PlayedGame, PlayedTable, rules_of
from bellringer.arena.run import Progress
from bellringer.bots.bot import Bot
from bellringer.bots.search import Search
from bellringer.core import chance
from bellringer.core.chance import MASK_64
from bellringer.core.compiled.observing import Encoder
from bellringer.core.compiled.state import State
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.errors import OptionError
from bellringer.training.parts import play_into
from bellringer.training.self_play import Course, thought_of

if TYPE_CHECKING:
    from bellringer.arena.cluster import Cluster

KIND = "data set"
KEPT = ("observations", "masks", "visits")  # what rows can hold besides


class OneTable:
    """A kind of table of which games become rows: what they are and can hold follows from it."""

    game: str
    seats: int
    options: Mapping[str, Any]

    @cached_property
    def found(self) -> Game:
        return find(self.game)

    @cached_property
    def blank(self) -> State:
        """The undealt table."""
        return self.table.blank(self.found)

    @property
    def table(self) -> PlayedTable:
        """The kind of table of all games."""
        return PlayedTable(self.seats, self.options)

    @cached_property
    def encoder(self) -> Encoder:
        """What writes the observations."""
        return self.found.encoder(self.blank)

    @property
    def mask_bytes(self) -> int:
        """How many bytes the legal moves of a decision take."""
        return -(-self.found.book.moves // 8)


@dataclass(frozen=True)
class DataPlan(OneTable):
    """What a data set has. Made by `make_data_plan`, which checks it.

    `options`: all options of the table, values alone; `keeps`: of KEPT. `games` is no part of the description: a folder
    may go on to more.
    """

    game: str
    bots: tuple[str, ...]
    seats: int
    options: Mapping[str, Any]
    games: int
    seed: int
    keeps: tuple[str, ...]

    def bot_at(self, number: int, seat: int) -> str:
        """Who plays a seat in a game."""
        return self.bots[(seat + number) % len(self.bots)]

    def identity(self) -> dict[str, Any]:
        """Everything that the games depend on, as JSON."""
        styles = {name: style for name in self.bots if (style := bots.style_of(name)) is not None}
        return {
            "game": self.game,
            "rules": rules_of(self.found),
            "bellringer": version("bellringer"),
            "bots": list(self.bots),
            "seats": self.seats,
            "options": {name: list(one) if isinstance(one, tuple) else one for name, one in self.options.items()},
            "seed": self.seed,
            "keeps": list(self.keeps),
            "observations": {"version": self.found.observation_version(self.blank), "width": self.encoder.width},
            "mask_bytes": self.mask_bytes,
            **described(digests_of(styles, self.found, self.seats)),
        }

    def command(self) -> str:
        """The command that makes it, but for the number of games and the folder."""
        table = table_words(self.found, self.seats, self.options)
        keeps = [f"--{name}" for name in self.keeps]
        words = ["bellringer", "dataset", self.game, *option_words("bots", self.bots), *table, *keeps]
        return " ".join([*words, "--seed", str(self.seed)])


def make_data_plan(
    game: str,
    bots_named: Sequence[str],
    games: int,
    *,
    seats: int = 4,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    keeps: Sequence[str] = (),
) -> DataPlan:
    """Check what a data set is to have, and return it. Raises OptionError."""
    found, seed = find(game), seed & MASK_64
    if games < 1 or not bots_named:
        raise OptionError("a data set has at least one game and one bot")
    if unknown := sorted(set(keeps) - set(KEPT)):
        raise OptionError(f"a data set can keep {', '.join(KEPT)}, not {unknown[0]}")
    chosen = check_options(found, seats, options or {}, chance.make_seed(seed))
    for name in bots_named:
        if "seconds" in (bots.style_of(name) or {}):
            raise OptionError(f"{name} thinks for a time, so that its games can't be made again")
        bots.make(name)
    kept = tuple(name for name in KEPT if name in keeps)
    return DataPlan(game, tuple(bots_named), seats, chosen, games, seed, kept)


class Seen:
    """What the deciding seats saw and could do, decision by decision."""

    def __init__(self, keeps: Collection[str], mask_bytes: int, encoder: Encoder) -> None:
        """`keeps`: of KEPT."""
        self.encoder, self.mask_bytes = encoder, mask_bytes
        self.observations = bytearray() if "observations" in keeps else None
        self.masks = bytearray() if "masks" in keeps else None
        self.row = np.zeros(encoder.width, np.int8)

    @property
    def columns(self) -> dict[str, Any]:
        """The observations and the masks, as a row has them."""
        found = {"observations": self.observations, "masks": self.masks}
        return {name: None if one is None else bytes(one) for name, one in found.items()}

    def note(self, state: State, seat: int, legal: Sequence[int]) -> None:
        """Add a decision, before its move."""
        if self.observations is not None:
            self.encoder.write(state, seat, self.row)
            self.observations += self.row.tobytes()
        if self.masks is not None:
            self.masks += sum(1 << move for move in legal).to_bytes(self.mask_bytes, "little")


class DataGames:
    """The games of a data set, each by its number (arena/run.py plays them in threads)."""

    def __init__(self, plan: DataPlan) -> None:
        self.plan, self.games = plan, plan.games
        self.own = threading.local()  # an encoder for each thread

    def __reduce__(self) -> tuple[Any, ...]:
        return DataGames, (self.plan,)

    def play(self, number: int) -> PlayedGame:
        """Play the game of that number."""
        plan, seats = self.plan, range(self.plan.seats)
        state = plan.blank.copy()
        state.seed(plan.seed, number)
        state.deal()
        names = [plan.bot_at(number, seat) for seat in seats]
        players = [bots.make(name, seed_of(plan, number, seat)) for seat, name in enumerate(names)]
        course, seen = Course(plan.seats, "visits" in plan.keeps), Seen(plan.keeps, plan.mask_bytes, self.encoder())
        while not state.over:
            decide(state, players, course, seen)
        return PlayedGame(number, plan.table, plan.seed, number, names, course.movers, course.moves, course.random,
                          course.chances, course.tried, course.answers, course.visits,
                          [state.place(p) for p in seats], [state.score(p) for p in seats], **seen.columns)  # fmt: skip

    def encoder(self) -> Encoder:
        """This thread's encoder."""
        if not hasattr(self.own, "encoder"):
            self.own.encoder = copy.copy(self.plan.encoder)
        found: Encoder = self.own.encoder
        return found


def decide(state: State, players: Sequence[Bot], course: Course, seen: Seen) -> None:
    """Let a seat decide, and note what it saw, thought and did. What has only one answer is not thought about."""
    seat = state.pending[0]
    legal, player = state.legal(seat), players[seat]
    seen.note(state, seat, legal)
    if len(legal) > 1 and isinstance(player, Search):
        thought = thought_of(player, state, seat)
        course.note(seat, thought.move, thought)
    else:
        course.note(seat, legal[0] if len(legal) == 1 else player.choose_number(state, seat))
    state.apply(seat, course.moves[-1])


def seed_of(plan: DataPlan, number: int, seat: int) -> int:
    """The seed of the bot on a seat of a game."""
    whole = hashlib.sha256(f"bellringer dataset {plan.seed} game {number} seat {seat}".encode()).digest()
    return int.from_bytes(whole[:8], "big")


def play_data(
    plan: DataPlan,
    folder: Path,
    jobs: int = 1,
    progress: Progress | None = None,
    stopping: Callable[[], None] | None = None,
    cluster: Cluster | None = None,
) -> list[Path]:
    """Play the missing games of a data set, and return the files of all; the rest is as in `play_into`."""
    return play_into(folder, KIND, plan, DataGames(plan), jobs, progress, stopping, cluster)
