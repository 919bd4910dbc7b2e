"""Finds puzzles: bots play games at tables of all kinds, and what may be one clearly best move is judged.

What is found follows from the seed, the number wanted, and the nets. A game's place in the order counts, as what was
found before it says which table it is played at; so a search that was stopped goes on as if it had not been.

Once there are enough, and as many as there are things to be about, some more games are looked at for what no puzzle is
about yet. Such a puzzle takes the place of one that others make good for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib.metadata import version
from random import Random
from threading import Event
from typing import TYPE_CHECKING, NamedTuple

from bellringer.arena.nets import digest_of, net_of
from bellringer.bots.search import Search
from bellringer.core.compiled.state import State
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.errors import OptionError
from bellringer.puzzles.judging import FEWEST_MOVES, QUICK, Judged, agreed_best, difficulty_of, finds, is_obvious
from bellringer.puzzles.puzzle import Collection, Puzzle, cards_at, things_of
from bellringer.puzzles.tables import next_table
from bellringer.review.looks import name_of, seed_of
from bellringer.review.results import Why
from bellringer.review.sentences import MOST_SAID, told_of
from bellringer.review.whys import why

if TYPE_CHECKING:
    from bellringer.bots.search import Analysis

PLAY = 80  # iterations of the search that plays
PROMISING = 0.05  # of win chance, by which that search must prefer a move before it is looked at again
SEEN = 3  # visits of a move that this search has an opinion of
PAIRS = 400  # of games, for a why
MOST_OF_A_GAME = 2  # puzzles
MOST_JUDGED = 8  # decisions of a game
APART = 12  # decisions between two puzzles of a game
HARD = 2  # cards that no puzzle is about yet which a hard decision counts as much as
MOST_NEW = 3  # cards of a decision, the rarest, that count when one is chosen
MORE = 8  # games for what is missing: at most so many times as many as those that found the rest


class Candidate(NamedTuple):
    """A decision that may be a puzzle. `turn`: its number in the game; `lead`: of the move, as far as it is known.

    `is_hard`: whether quick searches miss the move; `cards`: what the decision is about.
    """

    turn: int
    seat: int
    state: State
    lead: float
    is_hard: bool
    cards: frozenset[str]


class Finder:
    """The search for puzzles of a game, which may be stopped after any game and gone on with."""

    def __init__(self, game: str, seed: int = 0, begun: Collection | None = None) -> None:
        """`begun`: what the same search has found before. Raises OptionError if it was another one."""
        self.game: Game = find(game)
        if self.game.sources is None:
            raise OptionError(f"{game} does not say where its points come from, so no puzzle of it can be explained")
        self.seed = seed
        self.puzzles: list[Puzzle] = []
        self.games = self.enough_at = 0  # looked at; looked at when the last one was added
        if begun is not None:
            self.go_on(begun)

    def go_on(self, begun: Collection) -> None:
        """Take over what was found before."""
        if begun.game != self.game.name:
            raise OptionError(f"these are puzzles of {begun.game}")
        if begun.seed != self.seed:
            raise OptionError(f"these puzzles were found with the seed {begun.seed}")
        for one in begun.puzzles:
            if (one.version, one.net) != (version("bellringer"), self.net_at(one.seats)):
                raise OptionError(f"Bellringer {one.version} with another net began to look for these puzzles")
        self.puzzles, self.games, self.enough_at = list(begun.puzzles), begun.games, begun.enough_at

    @property
    def found(self) -> Collection:
        """What is found so far."""
        return Collection(self.game.name, self.seed, self.games, self.enough_at, tuple(self.puzzles))

    @property
    def counts(self) -> Counter[str]:
        """How many puzzles are about each thing."""
        return Counter(thing for one in self.puzzles for thing in one.about)

    @property
    def missing(self) -> frozenset[str]:
        """What no puzzle is about yet."""
        return things_of(self.game).difference(*(one.about for one in self.puzzles))

    def net_at(self, seats: int) -> str | None:
        """The digest of the net that judges at a table of so many seats; None without one."""
        net = net_of(self.game, seats, {})
        return None if net is None else digest_of(net)

    def run(self, count: int, told: Callable[[int, int], None], stop: Event, keep: Callable[[], None]) -> None:
        """Look for so many puzzles, and for what none is about, until it is stopped. `keep`: called after a find."""
        told(len(self.puzzles), count)
        while not stop.is_set() and (len(self.puzzles) < count or self.looks_on):
            new = self.puzzles_of(self.games, count - len(self.puzzles), stop)
            if stop.is_set():
                return  # the game at hand comes again
            self.take(new, count)
            self.games += 1
            told(len(self.puzzles), count)
            if new:
                keep()

    @property
    def looks_on(self) -> bool:
        """Whether it is still looked for what is missing, with enough puzzles. Few can't be about everything."""
        are_many = len(self.puzzles) >= len(things_of(self.game))
        return are_many and bool(self.missing) and self.games < (1 + MORE) * self.enough_at

    def take(self, new: Sequence[Puzzle], count: int) -> None:
        """Add what was found, or put it into the place of what others make good for."""
        for one in new:
            if len(self.puzzles) < count:
                self.puzzles.append(one)
                self.enough_at = self.games + 1
            elif one.about & self.missing and (spare := self.spare) is not None:
                self.puzzles[self.puzzles.index(spare)] = one

    @property
    def spare(self) -> Puzzle | None:
        """The puzzle that is missed least: others are about all that it is about; of the most frequent kinds."""
        about = self.counts
        seats = Counter(one.seats for one in self.puzzles)
        questions = Counter(one.question for one in self.puzzles)
        spares = [one for one in self.puzzles if all(about[thing] > 1 for thing in one.about)]
        return max(spares, key=lambda one: (seats[one.seats], questions[one.question], one.digest), default=None)

    def puzzles_of(self, number: int, wanted: int, stop: Event) -> list[Puzzle]:
        """The puzzles of a game, by its number. `wanted`: how many still are; with 0 only what is missing counts."""
        random = Random(f"bellringer puzzles {self.seed} game {number}")
        about, asked = self.counts, Counter(one.question for one in self.puzzles)
        table = next_table(self.game, random, self.puzzles, about)
        state = table.blank.copy()
        state.seed(seed_of(self.seed, number, "deal"))
        state.deal()
        found: list[Puzzle] = []
        turns: list[int] = []
        candidates = list(self.candidates(state, number))
        if wanted <= 0 and not table.values & self.missing:
            candidates = [one for one in candidates if one.cards & self.missing]
        candidates.sort(key=lambda one: -self.rank(one, about, asked))
        for one in candidates[:MOST_JUDGED]:
            if stop.is_set() or len(found) >= min(max(wanted, 1), MOST_OF_A_GAME):
                break
            if any(abs(one.turn - turn) < APART for turn in turns):
                continue
            if (puzzle := self.puzzle_of(one, seed_of(self.seed, number, one.turn))) is not None:
                found.append(puzzle)
                turns.append(one.turn)
        return found

    def rank(self, one: Candidate, about: Counter[str], asked: Counter[str]) -> float:
        """What is judged first: a decision about what few puzzles are about, a hard or a rare one, a large lead."""
        cards = sorted((1 / (1 + about[card]) for card in one.cards), reverse=True)[:MOST_NEW]
        rare = 1 / (1 + asked[self.game.ask(one.state)[0]])
        return sum(cards) + HARD * one.is_hard + rare + min(one.lead, 0.5)

    def candidates(self, state: State, number: int) -> Iterator[Candidate]:
        """Play a dealt game, and yield what may be puzzles of it."""
        player, turn = Search(seed_of(self.seed, number, "play"), iterations=PLAY), 0
        while not state.over:
            seat = state.pending[0]
            legal = state.legal(seat)
            move = legal[0]
            if len(legal) > 1:
                thought = player.analyse(state, seat)
                move = thought["moves"][0]["move"]
                lead = lead_of(thought)
                if len(legal) >= FEWEST_MOVES and lead >= PROMISING and not is_obvious(state, seat, move, number):
                    is_hard, cards = not finds(state, seat, move, QUICK[0]), cards_at(self.game, state, seat)
                    yield Candidate(turn, seat, state.copy(), lead, is_hard, cards)
            state.apply(seat, move)
            turn += 1

    def puzzle_of(self, one: Candidate, seed: int) -> Puzzle | None:
        """The puzzle that a decision is; None if it is none."""
        state, seat = one.state, one.seat
        numbers = {name_of(self.game.name, move): move for move in state.legal(seat)}
        judged = agreed_best(state, seat, seed)
        if judged is None or is_obvious(state, seat, numbers[judged.best], seed):
            return None
        told = self.why_of(one, judged, seed)
        if told is None:
            return None
        return Puzzle(
            seat=seat,
            position=self.game.position(state),
            best=judged.best,
            margin=judged.margin,
            others=judged.others,
            difficulty=difficulty_of(state, seat, numbers[judged.best]),
            why=told,
            version=version("bellringer"),
            net=self.net_at(state.seats),
        )

    def why_of(self, one: Candidate, judged: Judged, seed: int) -> Why | None:
        """Why the next best move is worse, as far as it is told; None where games that are played on say otherwise."""
        moves = (judged.others[0].name, judged.best)
        found = why(self.game, one.state, one.seat, moves, PAIRS, seed, one.turn)
        if not found.differences or found.wins.value >= 0:
            return None
        return replace(found, differences=tuple(told_of(found, MOST_SAID)))


def lead_of(thought: Analysis) -> float:
    """How much higher the chance after the move that was tried most is than after any other that was looked at."""
    first, *others = thought["moves"]
    seen = [one["win_chance"] or 0.0 for one in others if one["visits"] >= SEEN]
    return (first["win_chance"] or 0.0) - max(seen, default=0.0)
