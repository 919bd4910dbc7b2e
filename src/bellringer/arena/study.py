"""What a card is worth: games in which one seat always takes it, beside the same games in which it never does.

Each deal is played in pairs between search bots that are alike: once with a seat that makes a certain move whenever
it may, once with a seat that never makes it. The difference of that seat's victories is what the move brings; that
it goes to seats which are winning anyhow plays no part. Free games of the same deals tell how often the move is made.
An opening is studied in the deals that offer it, and binds its seat at the first decision only.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from bellringer import bots as all_bots
from bellringer.arena.journal import Notes, described, journal_at
from bellringer.arena.match import Numbered, options_document, table_words
from bellringer.arena.run import Progress, play_rest
from bellringer.arena.simulate import win_part
from bellringer.arena.statistics import Estimate, mean_estimate
from bellringer.bots.search import NONE_SUCH, Search
from bellringer.core.errors import OptionError
from bellringer.core.game import Game
from bellringer.core.options import check_options
from bellringer.core.registry import find
from bellringer.core.versions import present_text

OPENING = "opening"
Task = tuple[int, int, int]
ALIKE = 1e-9  # an interval as wide as rounding makes it
DICE = 1 << 32  # streams of a seed, so that no bot's dice are another's or the game's


@dataclass(frozen=True)
class Question:
    """What is studied: which moves of a game, at which table, by which bots, over how many deals."""

    game: str
    what: str
    bot: str
    seats: int
    options: Mapping[str, Any]
    deals: int
    seed: int

    @property
    def found(self) -> Game:
        """The game."""
        return find(self.game)

    @cached_property
    def moves(self) -> dict[str, int]:
        """The moves studied, by the name of the thing that they are about."""
        names = self.found.move_names
        if self.what == OPENING:
            return {names[move]: move for move in sorted(set().union(*self.openings))}
        word = self.found.studies[self.what]
        wanted = {name: move for move, name in enumerate(names) if name.partition(" ")[0] == word}
        met = self.met()
        return {name.partition(" ")[2]: move for name, move in wanted.items() if move in met}

    @cached_property
    def openings(self) -> tuple[frozenset[int], ...]:
        """By deal, the moves between which the first seat may choose at the first decision."""
        return tuple(frozenset(choices(self.dealt(deal), self.seat_of(deal))) for deal in range(self.deals))

    def deals_of(self, move: int) -> tuple[int, ...]:
        """The deals that say something of a move: of an opening those in which it can be chosen."""
        return tuple(deal for deal in range(self.deals) if self.what != OPENING or move in self.openings[deal])

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """All games: deal, move that is forced, move that is forbidden."""
        free = [(deal, NONE_SUCH, NONE_SUCH) for deal in range(self.deals)]
        pairs = [
            ((deal, move, NONE_SUCH), (deal, NONE_SUCH, move))
            for move in self.moves.values()
            for deal in self.deals_of(move)
        ]
        return (*free, *(task for pair in pairs for task in pair))

    @property
    def games(self) -> int:
        """How many games that makes."""
        return len(self.tasks)

    def play(self, number: int) -> Played:
        """Play one of them."""
        return play(self, *self.tasks[number], number)

    def identity(self) -> dict[str, Any]:
        """All that the figures depend on, as a document: what a study that goes on must have in common."""
        return {
            "game": self.game,
            "rules": present_text(self.found, self.options),
            "bellringer": version("bellringer"),
            "what": self.what,
            "seats": self.seats,
            "bot": self.bot,
            "options": options_document(self.options),
            "deals": self.deals,
            "seed": self.seed,
        }

    def command(self) -> str:
        """What to type for this study."""
        table = table_words(self.found, self.seats, self.options)
        words = ["bellringer", "study", self.what, self.game, *table, "--bot", self.bot]
        return shlex.join([*words, "--deals", str(self.deals), "--seed", str(self.seed)])

    @property
    def stem(self) -> str:
        """How its files begin."""
        return f"{self.game}-{self.what}"

    def met(self) -> set[int]:
        """The moves that come up at this table at all: looked for in games between quick bots."""
        found: set[int] = set()
        for deal in range(40):
            state, quick = self.dealt(deal), all_bots.make("random", deal)
            while not state.over:
                seat = state.pending[0]
                found.update(state.legal(seat))
                state.apply(seat, quick.choose_number(state, seat))
        return found

    def dealt(self, deal: int) -> Any:
        """The table of a deal at its first decision."""
        state = self.found.blank(self.seats, self.options, None)
        state.seed(self.seed, deal)
        state.deal()
        return state

    def seat_of(self, deal: int) -> int:
        """The seat that is bound: each in turn; in an opening the one that decides first."""
        return int(self.dealt(deal).pending[0]) if self.what == OPENING else deal % self.seats


@dataclass(frozen=True)
class Worth:
    """What came of one thing.

    `made`: how often a free game has the move, all seats together; of an opening, how often the seat that begins makes
    it. `deals`: how many deals say something of it. Where the bound seat never had the choice, there are no figures.
    """

    name: str
    deals: int
    made: Estimate
    always: Estimate | None  # the bound seat's share of victories when it always makes the move
    never: Estimate | None
    difference: Estimate | None


@dataclass(frozen=True)
class Played(Numbered):
    """One game: the bound seat's part of the victory, and how often each move was made.

    `bound`: how often the seat's choice was bound, by force or by ban.
    """

    won: float
    made: Mapping[int, int]
    bound: int


def ask(
    game: str,
    what: str,
    bot: str = "adept",
    seats: int = 4,
    options: Mapping[str, Any] | None = None,
    deals: int = 40,
    seed: int = 0,
) -> Question:
    """A question that can be studied. Raises OptionError."""
    found = find(game)
    if what != OPENING and what not in found.studies:
        raise OptionError(f"{game} has no study of {what}; it has {', '.join((*found.studies, OPENING))}")
    if "iterations" not in style_of(bot):
        raise OptionError(f"a study needs a search of so many iterations, as search:500, not {bot!r}")
    if deals < 2:
        raise OptionError("a study has at least two deals: an interval comes from how they differ")
    return Question(game, what, bot, seats, check_options(found, seats, options or {}), deals, seed)


def style_of(bot: str) -> dict[str, Any]:
    """The style that a search's name stands for; empty for other bots."""
    return dict(all_bots.LEVELS.get(bot) or all_bots.bound_of(bot) or {})


def study(
    question: Question,
    jobs: int = 1,
    progress: Progress | None = None,
    folder: Path | None = None,
    stopping: Callable[[], None] | None = None,
) -> list[Worth]:
    """Play it all; the most worth first. The result depends on everything but `jobs`.

    With a folder each game is written down there, and is not played again. On KeyboardInterrupt it then stops as
    `run_match` does, and the same call goes on. Raises OptionError, as for a folder with another study.
    """
    if jobs < 1:
        raise OptionError("a study needs at least one job")
    if folder is None:
        notes = Notes[Played]()
        play_rest(question, notes, jobs, progress, stopping)
    else:
        claim(folder, question)
        with journal_at(folder / f"{question.stem}.jsonl", question.games, played_of) as notes:
            play_rest(question, notes, jobs, progress, stopping)
    found = {task: notes.played[number] for number, task in enumerate(question.tasks)}
    worths = [worth(question, name, move, found) for name, move in question.moves.items()]
    return sorted(worths, key=lambda one: -one.difference.value if one.difference else math.inf)


def claim(folder: Path, question: Question) -> None:
    """Make the folder this study's, beside those of other things. Raises OptionError where that would lose a page."""
    folder.mkdir(parents=True, exist_ok=True)
    description = folder / f"{question.stem}.json"
    page = folder / f"{question.stem}.md"
    if page.exists() and not description.exists():
        raise OptionError(f"{page} is there, and nothing says of which study: name another folder")
    described(description, "study", question.command(), question.identity())


def played_of(document: Any) -> Played:
    """A line of the journal. Raises ValueError, TypeError, KeyError or AttributeError for what is no game."""
    number, won, bound = document["number"], document["won"], document["bound"]
    made = {int(move): times for move, times in document["made"].items()}
    if not all(type(one) is int for one in (number, bound, *made.values())) or not 0 <= won <= 1:
        raise ValueError("not the figures of a game")
    return Played(number, won, made, bound)


def worth(question: Question, name: str, move: int, found: Mapping[Task, Played]) -> Worth:
    """One thing's figures, deals being the units."""
    deals = question.deals_of(move)
    free = [found[deal, NONE_SUCH, NONE_SUCH].made.get(move, 0) for deal in deals]
    always, never = [found[deal, move, NONE_SUCH] for deal in deals], [found[deal, NONE_SUCH, move] for deal in deals]
    made = figure(free, 0, 1 if question.what == OPENING else math.inf)
    if not any(one.bound for one in (*always, *never)):
        return Worth(name, len(deals), made, None, None, None)
    both = [one.won - other.won for one, other in zip(always, never, strict=True)]
    with_it, without = (figure([one.won for one in games], 0, 1) for games in (always, never))
    return Worth(name, len(deals), made, with_it, without, figure(both, -1, 1))


def figure(values: Sequence[float], least: float, most: float) -> Estimate:
    """A mean over deals, its interval within what can be; deals that are all alike say nothing of how far it goes."""
    found = mean_estimate(np.array(values, float))
    if found.low is None or found.high is None or found.high - found.low < ALIKE:
        return Estimate(found.value)
    return Estimate(found.value, float(max(least, found.low)), float(min(most, found.high)))


def play(question: Question, deal: int, forced: int, forbidden: int, number: int = 0) -> Played:
    """One game of a deal; the bots bring the same dice to each."""
    state, bound, style = question.dealt(deal), question.seat_of(deal), style_of(question.bot)
    dice = [question.seed * DICE + deal * question.seats + p for p in range(question.seats)]
    players = [Search(dice[p], **style) for p in range(question.seats)]
    tied = Search(dice[bound], **style, forced=forced, forbidden=forbidden)
    counts, bindings, made = True, 0, dict[int, int]()
    while not state.over:
        seat = state.pending[0]
        ties = seat == bound and counts
        bindings += ties and not {forced, forbidden}.isdisjoint(choices(state, seat))
        move = (tied if ties else players[seat]).choose_number(state, seat)
        if counts:
            made[move] = made.get(move, 0) + 1
        counts = question.what != OPENING  # of an opening nothing but the first decision
        state.apply(seat, move)
    places = tuple(state.place(p) for p in range(question.seats))
    return Played(number, win_part(places, bound), made, bindings)


def choices(state: Any, seat: int) -> tuple[int, ...]:
    """The moves of a seat that has more than one."""
    legal: tuple[int, ...] = state.legal(seat)
    return legal if len(legal) > 1 else ()
