"""Studies: what a card, or another move, is worth.

Each deal is played in a pair of games between equal search bots. In one game a seat makes the move whenever it can, in
the other it never does. The difference between that seat's victories is the effect of the move. (Comparing winners with
losers would not do: winners may make a move because they can afford it.) Free games of the same deals show how often
the move is made. An opening is studied in the deals that offer it, and restricts its seat at the first decision only.
Where a set of cards is drawn, each deal has its own, and a card is studied in the deals that have it.

The bots have dice of their own for each decision, so that a restricted game is the free one of its deal until its seat
must do otherwise. The free games are played first, and the bots of all others think only about what comes after that.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bellringer import bots as all_bots
from bellringer.arena.journal import FinishedGames, ensure_description, journal_at
from bellringer.arena.match import FinishedGame, levels_document, options_document, table_words
from bellringer.arena.nets import described, digests_of
from bellringer.arena.run import GameSeries, Progress, play_missing
from bellringer.arena.simulate import win_part
from bellringer.arena.statistics import Estimate, mean_estimate
from bellringer.arena.tables import Tables, make_tables
from bellringer.bots.search import NONE_SUCH, Search
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.errors import OptionError
from bellringer.core.nearest import meant

if TYPE_CHECKING:
    from bellringer.arena.cluster import Cluster

OPENING = "opening"
Task = tuple[int, int, int]
ALIKE = 1e-9  # a narrower interval is nothing but rounding
ENOUGH = 40  # games of a table, after which whatever can come up has done so
DICE, DECISIONS = 1 << 32, 1 << 12  # dice of bots for each seed, and of these for each deal


@dataclass(frozen=True)
class Question:
    """The description of a study: moves of a game, a table, a bot, a number of deals. Made by `ask`.

    `what`: one of the game's studies, such as `persons`, or `opening`.
    """

    game: str
    what: str
    bot: str
    seats: int
    options: Mapping[str, Any]
    deals: int
    seed: int

    @property
    def found(self) -> Game:
        return find(self.game)

    @cached_property
    def moves(self) -> dict[str, int]:
        """The numbers of the moves that are studied, by the names of what they are about, without the verb."""
        names = self.found.move_names
        if self.what == OPENING:
            return {names[move]: move for move in sorted(set().union(*self.openings))}
        word = self.found.studies[self.what]
        wanted = {name: move for move, name in enumerate(names) if name.partition(" ")[0] == word}
        met = self.met()
        return {name.partition(" ")[2]: move for name, move in wanted.items() if move in met}

    @cached_property
    def tables(self) -> Tables:
        """The tables of all deals."""
        return Tables(self.found, self.seats, self.options, self.seed)

    @cached_property
    def sets(self) -> tuple[frozenset[str], ...]:
        """For each deal, what is studied of it; empty when every deal has the same."""
        if self.what not in self.tables.drawn:
            return ()
        return tuple(frozenset(self.tables.options_at(deal)[self.what]) for deal in range(self.deals))

    @property
    def is_by_deal(self) -> bool:
        """Whether not every deal offers the same."""
        return self.what == OPENING or bool(self.sets)

    @cached_property
    def openings(self) -> tuple[frozenset[int], ...]:
        """For each deal, the moves that the first seat can choose from at the first decision."""
        return tuple(frozenset(choices(self.dealt(deal), self.seat_of(deal))) for deal in range(self.deals))

    def deals_of(self, move: int) -> tuple[int, ...]:
        """The deals in which a move is studied: all, or those that offer an opening or have drawn a card."""
        if self.what == OPENING:
            return tuple(deal for deal, offered in enumerate(self.openings) if move in offered)
        thing = self.found.move_names[move].partition(" ")[2]
        return tuple(deal for deal in range(self.deals) if not self.sets or thing in self.sets[deal])

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """All games, each as a deal, a forced move and a forbidden move (or NONE_SUCH); first the free ones."""
        free = [(deal, NONE_SUCH, NONE_SUCH) for deal in range(self.deals)]
        pairs = [
            ((deal, move, NONE_SUCH), (deal, NONE_SUCH, move))
            for move in self.moves.values()
            for deal in self.deals_of(move)
        ]
        return (*free, *(task for pair in pairs for task in pair))

    @property
    def games(self) -> int:
        """How many games the study has."""
        return len(self.tasks)

    def identity(self) -> dict[str, Any]:
        """Everything that the figures depend on, as JSON. A study can only be resumed if all of it is the same."""
        return {
            "game": self.game,
            "rules": self.tables.rules(),
            "bellringer": version("bellringer"),
            "what": self.what,
            "seats": self.seats,
            "bot": self.bot,
            "options": options_document(self.options),
            "deals": self.deals,
            "seed": self.seed,
            **levels_document(self.found, (self.bot,)),
            **described(digests_of({self.bot: style_of(self.bot)}, self.found, self.seats)),
        }

    def command(self) -> str:
        """The command line that plays this study."""
        table = table_words(self.found, self.seats, self.options)
        words = ["bellringer", "study", self.what, self.game, *table, "--bot", self.bot]
        return shlex.join([*words, "--deals", str(self.deals), "--seed", str(self.seed)])

    @property
    def stem(self) -> str:
        """The beginning of the names of its files."""
        return f"{self.game}-{self.what}"

    def met(self) -> set[int]:
        """The moves that can come up, found by playing at random: every deal, or 40 where all have the same table."""
        found: set[int] = set()
        for deal in range(self.deals if self.sets else ENOUGH):
            state, quick = self.dealt(deal), all_bots.make("random", deal)
            while not state.over:
                seat = state.pending[0]
                found.update(state.legal(seat))
                state.apply(seat, quick.choose_number(state, seat))
        return found

    def dealt(self, deal: int) -> Any:
        """The state of a deal at its first decision."""
        state = self.tables.blank_at(deal).copy()
        state.seed(self.seed, deal)
        state.deal()
        return state

    def seat_of(self, deal: int) -> int:
        """The seat that is restricted: each in turn, or for an opening the one that decides first."""
        return int(self.dealt(deal).pending[0]) if self.what == OPENING else deal % self.seats


@dataclass(frozen=True)
class Effect:
    """The effect of one move on the victories of the seat that makes it.

    `deals`: the number of deals in which it was studied. `made`: how often the move is made in a free game of these
    deals, by all seats together; for an opening, how often the first seat chooses it. `always` and `never`: the
    restricted seat's share of victories in the two kinds of games; `difference`: the first less the second. These three
    are None if the seat never had the choice.
    """

    name: str
    deals: int
    made: Estimate
    always: Estimate | None
    never: Estimate | None
    difference: Estimate | None


@dataclass(frozen=True)
class StudyGame(FinishedGame):
    """The result of one game: the restricted seat's part of the victory.

    `bound`: how often a move was forced or forbidden. `moves`: all moves of a free game in their order; of others none.
    """

    won: float
    bound: int
    moves: tuple[int, ...] = ()


@dataclass(frozen=True)
class FreeGames:
    """The free games of a study, which have the first numbers."""

    question: Question

    @property
    def games(self) -> int:
        """How many there are: one for each deal."""
        return self.question.deals

    def play(self, number: int) -> StudyGame:
        """Play the free game of a deal."""
        return play(self.question, number)


@dataclass(frozen=True)
class AllGames:
    """All games of a study, once the free ones are played. `free`: the moves of each."""

    question: Question
    free: Sequence[tuple[int, ...]]

    @property
    def games(self) -> int:
        """How many there are, with the free ones."""
        return self.question.games

    def play(self, number: int) -> StudyGame:
        """Play a game of the study, by its number from 0."""
        return play(self.question, number, self.free[self.question.tasks[number][0]])


def ask(
    game: str,
    what: str,
    bot: str = "adept",
    seats: int = 4,
    options: Mapping[str, Any] | None = None,
    deals: int = 40,
    seed: int = 0,
) -> Question:
    """Check a study and return it. Raises OptionError if the game has no such study, or the bot is not a search."""
    found = find(game)
    if what != OPENING and what not in found.studies:
        known = (*found.studies, OPENING)
        raise OptionError(f"{game} has no study of {what}{meant(what, known)}; it has {', '.join(known)}")
    if all_bots.iterations_of(bot, found.book) is None:
        raise OptionError(f"a study needs a search with fixed iterations, such as search:500, not {bot!r}")
    if deals < 2:
        raise OptionError("a study has at least two deals: an interval comes from how they differ")
    tables = make_tables(found, seats, options or {}, seed)
    return Question(game, what, bot, seats, tables.options, deals, seed)


def style_of(bot: str) -> dict[str, Any]:
    """The options of the search that a bot's name stands for; empty for other bots."""
    return dict(all_bots.style_of(bot) or {})


def study(
    question: Question,
    jobs: int = 1,
    progress: Progress | None = None,
    folder: Path | None = None,
    stopping: Callable[[], None] | None = None,
    cluster: Cluster | None = None,
) -> list[Effect]:
    """Play all games of a study in `jobs` threads or on a cluster, and return the effects, the largest first.

    The result does not depend on `jobs`. With a folder, finished games are kept there: the study stops on
    KeyboardInterrupt as `run_match` does, and the same call resumes it. Raises OptionError, for example if the folder
    holds another study.
    """
    if jobs < 1:
        raise OptionError("a study needs at least one job")
    of_all = None if progress is None else (lambda done, _: progress(done, question.games))
    with journal_of(question, folder) as games:

        def play_all(series: GameSeries[StudyGame]) -> None:
            play_missing(series, games, jobs, of_all, stopping, cluster)

        play_all(FreeGames(question))
        play_all(AllGames(question, [games.played[deal].moves for deal in range(question.deals)]))
    found = {task: games.played[number] for number, task in enumerate(question.tasks)}
    effects = [effect_of(question, name, move, found) for name, move in question.moves.items()]
    return sorted(effects, key=lambda one: -one.difference.value if one.difference else math.inf)


def journal_of(question: Question, folder: Path | None) -> AbstractContextManager[FinishedGames[StudyGame]]:
    """The finished games of a study, which are kept in the folder if there is one. Raises OptionError as `study`."""
    if folder is None:
        return nullcontext(FinishedGames[StudyGame]())
    claim(folder, question)
    return journal_at(folder / f"{question.stem}.jsonl", question.games, lambda line: study_game_of(line, question))


def claim(folder: Path, question: Question) -> None:
    """Write the study's description into the folder, where other studies may be too.

    Raises OptionError if the folder has another study under these names, or a page whose study is not known.
    """
    folder.mkdir(parents=True, exist_ok=True)
    description = folder / f"{question.stem}.json"
    page = folder / f"{question.stem}.md"
    if page.exists() and not description.exists():
        raise OptionError(f"{page} exists, but not the description of its study: name another folder")
    ensure_description(description, "study", question.command(), question.identity())


def study_game_of(document: Any, question: Question) -> StudyGame:
    """Read a game from a line of the journal. Raises ValueError, TypeError, KeyError or AttributeError."""
    number, won, bound, moves = (document[name] for name in ("number", "won", "bound", "moves"))
    if not all(type(one) is int for one in (number, bound, *moves)) or not 0 <= won <= 1:
        raise ValueError("not the figures of a game")
    if 0 <= number < question.deals:
        check_whole(question.dealt(number), moves)
    return StudyGame(number, won, bound, tuple(moves))


def check_whole(state: Any, moves: Sequence[int]) -> None:
    """Raise ValueError unless these moves bring a game to its end, since others begin as it does."""
    for move in moves:
        if state.over:
            raise ValueError("moves after the end of a game")
        state.apply(state.pending[0], move)
    if not state.over:
        raise ValueError("a game that was not played to its end")


def effect_of(question: Question, name: str, move: int, found: Mapping[Task, StudyGame]) -> Effect:
    """Compute the effect of one move from the finished games, with deals as units."""
    deals = question.deals_of(move)
    first = 1 if question.what == OPENING else None
    free = [found[deal, NONE_SUCH, NONE_SUCH].moves[:first].count(move) for deal in deals]
    always, never = [found[deal, move, NONE_SUCH] for deal in deals], [found[deal, NONE_SUCH, move] for deal in deals]
    made = figure(free, 0, 1 if question.what == OPENING else math.inf)
    if not any(one.bound for one in (*always, *never)):
        return Effect(name, len(deals), made, None, None, None)
    both = [one.won - other.won for one, other in zip(always, never, strict=True)]
    with_it, without = (figure([one.won for one in games], 0, 1) for games in (always, never))
    return Effect(name, len(deals), made, with_it, without, figure(both, -1, 1))


def figure(values: Sequence[float], least: float, most: float) -> Estimate:
    """A mean over deals. Its interval is cut to the possible values, and left out if all deals have the same value."""
    found = mean_estimate(np.array(values, float))
    if found.low is None or found.high is None or found.high - found.low < ALIKE:
        return Estimate(found.value)
    return Estimate(found.value, float(max(least, found.low)), float(min(most, found.high)))


def play(question: Question, number: int, free: Sequence[int] = ()) -> StudyGame:
    """Play a game of a study by its number. `free`: the moves of the free game of its deal, if they are known."""
    course = Course(question, *question.tasks[number], free)
    while not course.state.over:
        course.go_on()
    places = tuple(course.state.place(p) for p in range(question.seats))
    moves = tuple(course.moves) if number < question.deals else ()
    return StudyGame(number, win_part(places, course.bound), course.bindings, moves)


class Course:
    """The course of one game of a study. `moves`: those made so far; `bindings`: how many of them were restricted."""

    def __init__(self, question: Question, deal: int, forced: int, forbidden: int, free: Sequence[int]) -> None:
        self.question, self.forced, self.forbidden, self.free = question, forced, forbidden, free
        self.state, self.bound = question.dealt(deal), question.seat_of(deal)
        self.dice = question.seed * DICE + deal * DECISIONS
        style = style_of(question.bot)
        self.search, self.tied = Search(**style), Search(**style, forbidden=forbidden)
        self.moves, self.bindings = list[int](), 0
        self.is_as_free = bool(free)

    def go_on(self) -> None:
        """Make the next move."""
        seat, turn = self.state.pending[0], len(self.moves)
        move = wished = self.free[turn] if self.is_as_free else self.think(self.search, seat)
        if seat == self.bound and self.is_bound:
            move = self.restricted(wished, choices(self.state, seat))
        self.is_as_free = self.is_as_free and move == wished
        self.moves.append(move)
        self.state.apply(seat, move)

    @property
    def is_bound(self) -> bool:
        """Whether the next decision of the seat can be restricted; only the first one of an opening is."""
        return self.question.what != OPENING or not self.moves

    def restricted(self, wished: int, among: Sequence[int]) -> int:
        """The move that the restricted seat makes instead of the one that it wished for, or that one if it may."""
        self.bindings += self.forced in among or self.forbidden in among
        if self.forced in among:
            return self.forced
        if wished == self.forbidden and wished in among:
            return self.think(self.tied, self.bound)
        return wished

    def think(self, search: Search, seat: int) -> int:
        """What a search chooses, with the dice of this decision."""
        search.reseed(self.dice + len(self.moves))
        return int(search.choose_number(self.state, seat))


def choices(state: Any, seat: int) -> tuple[int, ...]:
    """The legal moves of a seat, or none if it has no choice."""
    legal: tuple[int, ...] = state.legal(seat)
    return legal if len(legal) > 1 else ()
