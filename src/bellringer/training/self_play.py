"""Self-play: games in which one search plays every seat, written into a folder of parts (`parts.py`).

For variety, now and then a burst of moves is drawn by lot. These moves are marked, and nobody thinks about them.
"""

from __future__ import annotations

import hashlib
import math
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from bellringer.arena.nets import SHORT, described, digest_of, net_of
from bellringer.arena.played import PlayedGame, PlayedTable, rules_of
from bellringer.arena.run import Progress
from bellringer.bots.search import Search
from bellringer.core.chance import MASK_64
from bellringer.core.compiled.nets import Net
from bellringer.core.compiled.state import State
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.edges.files import MEBIBYTE, read_bytes
from bellringer.core.errors import OptionError
from bellringer.training.parts import play_into

if TYPE_CHECKING:
    from bellringer.arena.cluster import Cluster

KIND = "self-play"
MOST_NET = 16 * MEBIBYTE
TRIES = 200  # of options that are drawn, until they can be together
GOLDEN = (math.sqrt(5) - 1) / 2  # its multiples are spread evenly between 0 and 1


@dataclass(frozen=True)
class TableShare:
    """A kind of table, and its share of the games.

    `options`: those that are chosen; a set may be one that is drawn. `varied`: options that each game draws: any
    values of an option that has several, and one of the allowed values of any other.
    """

    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    varied: tuple[str, ...] = ()
    share: float = 1.0

    def options_at(self, game: Game, seed: int, number: int) -> Mapping[str, Any]:
        """The options of a game, values alone. Raises OptionError if none were found that can be together."""
        random = Random(f"bellringer self-play {seed} table {number}")
        for turn in range(TRIES):
            drawn = {name: drawn_value(game, name, random) for name in self.varied}
            chance = random.randbytes(32)
            try:
                chosen = check_options(game, self.seats, {**self.options, **drawn}, chance)
                game.blank(self.seats, chosen, None)
                return chosen
            except OptionError:
                if not self.varied or turn == TRIES - 1:
                    raise
        raise AssertionError("the last turn returns or raises")

    def document(self) -> dict[str, Any]:
        """The table as JSON."""
        options = {name: list(one) if isinstance(one, tuple) else one for name, one in self.options.items()}
        return {"seats": self.seats, "options": options, "varied": list(self.varied), "share": self.share}


def drawn_value(game: Game, name: str, random: Random) -> Any:
    """A value of an option, all equally likely."""
    option = game.options[name]
    if option.several:
        return tuple(one for one in option.allowed if random.random() < 0.5)
    return option.allowed[random.randrange(len(option.allowed))]


@dataclass(frozen=True)
class Plan:
    """What is played. Made by `make_plan`, which checks it.

    `style`: options of the search, its iterations among them; `net`: the file of its net, None for none. `bursts`: the
    probability that a decision begins a burst of 1 to `longest_burst` random moves. `keeps_visits`: whether the visits
    of the moves at the root are kept. `games` is no part of the description: a folder may go on to more.
    """

    game: str
    tables: tuple[TableShare, ...]
    games: int
    seed: int
    style: Mapping[str, Any]
    net: str | None
    bursts: float
    longest_burst: int
    keeps_visits: bool

    @cached_property
    def found(self) -> Game:
        return find(self.game)

    @cached_property
    def net_digest(self) -> str | None:
        """The SHA-256 of the net's file."""
        return None if self.net is None else hashlib.sha256(read_bytes(self.net, MOST_NET)).hexdigest()

    @cached_property
    def shipped_digest(self) -> str | None:
        """The digest of the net that ships with the game, if the search plays with that."""
        if self.net is not None:
            return None
        found = (net_of(self.found, table.seats, self.style) for table in self.tables)
        return next((digest_of(net) for net in found if net is not None), None)

    @cached_property
    def loaded_net(self) -> Any:
        """The net, ready for a search; None without one."""
        if self.net is None:
            return None
        return Net(self.net, self.found.book)

    @property
    def bot(self) -> str:
        """The name of the bot in the rows of the games."""
        digest = self.net_digest or self.shipped_digest
        return f"{self.search} net {digest[:SHORT]}" if digest else self.search

    @property
    def search(self) -> str:
        """The name of the bot without its net."""
        return f"search:{self.style['iterations']}"

    @cached_property
    def upper_shares(self) -> tuple[float, ...]:
        """For each table the upper end of its piece of the line from 0 to 1."""
        total = sum(table.share for table in self.tables)
        return tuple(accumulate(table.share / total for table in self.tables))

    def table_at(self, number: int) -> TableShare:
        """The kind of table of a game; the first games of every plan have about the shares of all."""
        place = number * GOLDEN % 1.0
        return next((one for one, upper in zip(self.tables, self.upper_shares, strict=True) if place < upper),
                    self.tables[-1])  # fmt: skip

    def identity(self) -> dict[str, Any]:
        """Everything that the games depend on, as JSON."""
        return {
            "game": self.game,
            "rules": rules_of(self.found),
            "bellringer": version("bellringer"),
            "tables": [table.document() for table in self.tables],
            "style": dict(self.style),
            "net": self.net_digest,
            "bursts": self.bursts,
            "longest_burst": self.longest_burst,
            "keeps_visits": self.keeps_visits,
            "seed": self.seed,
            **described({self.search: self.shipped_digest} if self.shipped_digest else {}),
        }

    def command(self) -> str:
        """What is played, for people."""
        seats = ", ".join(str(seats) for seats in sorted({table.seats for table in self.tables}))
        return f"self-play of {self.game}, {self.bot}, seats {seats}, seed {self.seed}"


def make_plan(
    game: str,
    tables: Sequence[TableShare],
    games: int,
    *,
    seed: int = 0,
    iterations: int = 100,
    style: Mapping[str, Any] | None = None,
    net: str | Path | None = None,
    bursts: float = 0.01,
    longest_burst: int = 3,
    keeps_visits: bool = True,
) -> Plan:
    """Check a plan and return it; `Plan` says what its parts mean. Raises OptionError, FileProblem."""
    found = find(game)
    if games < 1 or not tables or not all(0 < table.share < math.inf for table in tables):
        raise OptionError("self-play needs at least one game, and tables with shares above 0")
    if not 0 <= bursts <= 1 or longest_burst < 1:
        raise OptionError("a burst has a probability of 0 to 1, and at least one move")
    for table in tables:
        if unknown := sorted(set(table.varied) - set(found.options)):
            raise OptionError(f"{game} has no option {unknown[0]!r}; it has {', '.join(found.options)}")
        table.options_at(found, seed, 0)
    chosen = {"iterations": iterations, **(style or {})}
    plan = Plan(game, tuple(tables), games, seed & MASK_64, chosen, None if net is None else str(net), bursts,
                longest_burst, keeps_visits)  # fmt: skip
    searcher(plan)  # refuses a wrong style or net before any game is played
    return plan


def searcher(plan: Plan) -> Search:
    """A search as the plan describes it. Raises OptionError."""
    net = {} if plan.net is None else {"net": plan.loaded_net}
    return Search(0, **plan.style, **net)


# one game


class Thought(NamedTuple):
    """What a search found: its move, each seat's chance to win (NaN: not known), the moves tried with their visits."""

    move: int
    chances: Sequence[float]
    visits: Sequence[tuple[int, int]]


def thought_of(search: Search, state: State, seat: int) -> Thought:
    """Let a search decide, and return what it found."""
    move = search.choose_number(state, seat)
    return Thought(move, search.root_chances(state.seats), search.root_visits())


class Course:
    """The course of a game as it is played, decision by decision."""

    def __init__(self, seats: int, keeps_visits: bool) -> None:
        self.nobody_knows = [math.nan] * seats
        self.keeps_visits = keeps_visits
        self.movers: list[int] = []
        self.moves: list[int] = []
        self.random: list[bool] = []
        self.chances: list[float] = []
        self.tried: list[int] = []
        self.answers: list[int] = []
        self.visits: list[int] = []

    def note(self, seat: int, move: int, thought: Thought | None = None, is_random: bool = False) -> None:
        """Add a decision, and what was thought about it."""
        self.movers.append(seat)
        self.moves.append(move)
        self.random.append(is_random)
        self.chances += self.nobody_knows if thought is None else (min(max(one, 0.0), 1.0) for one in thought.chances)
        if self.keeps_visits:
            visits = thought.visits if thought else ()
            self.tried.append(len(visits))
            self.answers += (answer for answer, _ in visits)
            self.visits += (count for _, count in visits)


class SelfPlay:
    """The games of a plan, each by its number (arena/run.py plays them in threads)."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games = plan.games
        self.own = threading.local()  # a search for each thread

    def __reduce__(self) -> tuple[Any, ...]:
        """With the net itself, since another machine has no file of it."""
        _ = self.plan.loaded_net, self.plan.net_digest
        return SelfPlay, (self.plan,)

    def play(self, number: int) -> PlayedGame:
        """Play the game of that number."""
        plan, game = self.plan, self.plan.found
        kind = plan.table_at(number)
        table = PlayedTable(kind.seats, kind.options_at(game, plan.seed, number))
        state = table.blank(game)
        state.seed(plan.seed, number)
        state.deal()
        course = Course(table.seats, plan.keeps_visits)
        self.play_out(state, course, number)
        seats = range(table.seats)
        return PlayedGame(number, table, plan.seed, number, [plan.bot] * table.seats, course.movers, course.moves,
                          course.random, course.chances, course.tried, course.answers, course.visits,
                          [state.place(p) for p in seats], [state.score(p) for p in seats])  # fmt: skip

    def play_out(self, state: State, course: Course, number: int) -> None:
        """Play a dealt game to its end. What has only one answer is not thought about."""
        random = Random(f"bellringer self-play {self.plan.seed} bursts {number}")
        search = self.search_for(number)
        left = 0  # random moves of the burst
        while not state.over:
            seat = state.pending[0]
            legal = state.legal(seat)
            if left == 0 and random.random() < self.plan.bursts:
                left = 1 + random.randrange(self.plan.longest_burst)
            if len(legal) == 1:
                move = legal[0]
                course.note(seat, move)
            elif left:
                left -= 1
                move = legal[random.randrange(len(legal))]
                course.note(seat, move, is_random=True)
            else:
                thought = thought_of(search, state, seat)
                move = thought.move
                course.note(seat, move, thought)
            state.apply(seat, move)

    def search_for(self, number: int) -> Search:
        """This thread's search, with the dice of a game."""
        if not hasattr(self.own, "search"):
            self.own.search = searcher(self.plan)
        seed = hashlib.sha256(f"bellringer self-play {self.plan.seed} search {number}".encode()).digest()
        search: Search = self.own.search
        search.reseed(int.from_bytes(seed[:8], "big"))
        return search


# a whole run


def play_games(
    plan: Plan,
    folder: Path,
    jobs: int = 1,
    progress: Progress | None = None,
    stopping: Callable[[], None] | None = None,
    cluster: Cluster | None = None,
) -> list[Path]:
    """Play the missing games of a plan, and return the files of all; the rest is as in `play_into`."""
    return play_into(folder, KIND, plan, SelfPlay(plan), jobs, progress, stopping, cluster)
