"""A puzzle in words, in the language of who solves it. What tells the answer is asked for by itself."""

from __future__ import annotations

from functools import cached_property

from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.shown.words import Words, catalogue
from bellringer.core.tables.table import Table
from bellringer.puzzles.puzzle import HARDEST, Puzzle
from bellringer.review.estimates import Measured
from bellringer.review.sentences import why_words, with_error, you
from bellringer.review.sentences import words_in as review_words

PACKAGE = "bellringer.puzzles"
NET_SHOWN = 12  # digits of its digest


def words_in(language: str) -> Words:
    """The catalogue of puzzles."""
    return catalogue(language, PACKAGE)


class PuzzleTold:
    """Tells a puzzle."""

    def __init__(self, puzzle: Puzzle, language: str) -> None:
        self.puzzle, self.language = puzzle, language
        self.said = words_in(language)
        self.game: Game = find(puzzle.game)

    @cached_property
    def table(self) -> Table:
        """The position."""
        return self.puzzle.table()

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """What each seat is called."""
        names = [self.game.words.name_words("seat", name, self.language) for name in self.table.seat_names]
        return tuple(name[:1].upper() + name[1:] for name in names)

    def who(self, seat: int) -> str:
        """What a seat is called in a why."""
        return you(self.language) if seat == self.puzzle.seat else self.seats[seat]

    def move(self, name: str) -> str:
        """A move in words."""
        return self.game.move_words(self.table.state, list(self.game.move_names).index(name), self.language)

    @property
    def task(self) -> str:
        """What is to be done."""
        return self.said("puzzle.task", seat=self.seats[self.puzzle.seat])

    @property
    def difficulty(self) -> str:
        """How hard it is."""
        return self.said(f"puzzle.difficulty.{self.puzzle.difficulty}", of=HARDEST)

    # once a move was tried, or the answer is wanted

    def is_right(self, name: str) -> bool:
        """Whether a move is the best one."""
        return name == self.puzzle.best

    def verdict(self, name: str) -> str:
        """What is said of a move first."""
        if self.is_right(name):
            return self.said("verdict.right")
        return self.said("verdict.wrong" if self.puzzle.is_legal(name) else "verdict.illegal")

    def tried(self, name: str) -> str:
        """What was tried, and how far it is behind the best move."""
        behind = self.puzzle.behind(name)
        if behind is None:
            return self.said("answer.tried", move=self.move(name))
        return self.said("answer.behind", move=self.move(name), points=self.points(behind))

    def answer(self) -> list[str]:
        """What is best, and by how much."""
        second = self.puzzle.others[0].name
        return [
            self.said("answer.best", move=self.move(self.puzzle.best)),
            self.said("answer.margin", move=self.move(second), points=self.points(self.puzzle.margin)),
        ]

    def why_heading(self) -> str:
        """What the why is about."""
        why = self.puzzle.why
        played, better = map(self.move, why.moves)
        return review_words(self.language)("why.heading", n=why.pairs, played=played, better=better)

    def why(self) -> list[str]:
        """Why the next best move is worse."""
        return why_words(self.game, self.puzzle.why, self.who, self.language)

    def made(self) -> str:
        """Who says so."""
        net = self.puzzle.net
        by = self.said("answer.no_net") if net is None else self.said("answer.net", net=net[:NET_SHOWN])
        return self.said("answer.made", version=self.puzzle.version, net=by)

    def points(self, behind: Measured) -> str:
        """Points of win chance with their error."""
        return with_error(behind, self.language, "")
