"""A review in words, in the language of a reader: figures, moves, and why one move is better than another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from bellringer.core.contract.game import Game
from bellringer.core.shown.words import Words, catalogue
from bellringer.review.course import Course
from bellringer.review.estimates import Measured
from bellringer.review.results import Chances, Difference, Review, Step, Why

PACKAGE = "bellringer.review"
MOST_SAID = 5  # sources of a why that are said; the document has all
MARKED = 0.1  # how much more often a source must act for its share to be told rather than its points
LEAST_MOVED = 0.005  # of win chance: less is not told of a seat
# By what the first move of a why is: what is said where these games speak for the other move than the search does, and
# 1 where that is the first one.
AGAINST = {"played": ("why.against", 1), "advised": ("why.against_advised", -1), "stopped": ("why.against_stopped", 1)}
JUST_SEEN = 0.05  # what is less is 0.0 with one digit
MINUS, NARROW = "\u2212", "\u00a0"


def words_in(language: str) -> Words:
    """The catalogue of reviews."""
    return catalogue(language, PACKAGE)


def figure(value: float, language: str, digits: int = 1, sign: str = "") -> str:
    """A number with its digits after the point, or comma. `sign`: `+` to show it."""
    text = f"{value:{sign}.{digits}f}"
    if not float(text):
        text = f"{0:.{digits}f}"
    text = text.replace("-", MINUS)
    return text.replace(".", ",") if language == "fr" else text


def points(share: float, language: str, sign: str = "+") -> str:
    """Points of win chance, of a chance from 0 to 1: `+4.5`."""
    return figure(100 * share, language, sign=sign)


def percent(share: float, language: str) -> str:
    """A share as `62 %`."""
    return f"{figure(100 * share, language, 0)}{NARROW}%"


def with_error(found: Measured, language: str, sign: str = "+") -> str:
    """Points of win chance with their error: `+4.5 ± 0.3`."""
    return f"{points(found.value, language, sign)}{NARROW}±{NARROW}{error_words(100 * found.error, language)}"


def error_words(error: float, language: str) -> str:
    """An error, with a second digit where one says nothing of it."""
    if 0 < error < JUST_SEEN / 10:
        return f"<{NARROW}{figure(JUST_SEEN / 5, language, 2)}"
    return figure(error, language, 2 if 0 < error < JUST_SEEN else 1)


# why


def gap_words(game: Game, gap: float, language: str) -> str:
    """How many more points: `−2.1 prestige`."""
    return f"{figure(gap, language, sign='+')}{NARROW}{game.points_words(language)}"


def difference_words(game: Game, one: Difference, who: str, language: str) -> str:
    """What one source does: `Red: the rat passes 9 in 62 % of the games instead of 20 %: −2.1 prestige`."""
    said = words_in(language)
    source = game.source_words(one.source, language)
    first, second = one.shares
    if abs(first - second) >= MARKED:
        what = game.why_words(one.source, language) or said("why.counts", source=source)
        told = said("why.share", what=what, first=percent(first, language), second=percent(second, language))
    else:
        amounts = [figure(value, language) for value in one.points]
        told = said("why.amount", what=source, first=amounts[0], second=amounts[1])
    return said("why.gap", who=who, told=told, gap=gap_words(game, one.gap.value, language))


def why_words(
    game: Game,
    why: Why,
    who: Callable[[int], str],
    language: str,
    most: int = MOST_SAID,
    about: str = "played",
) -> list[str]:
    """Why one move is better or worse than another: the largest differences, and what they come to.

    `who`: what a seat is called; for its own player that may be `you(language)`. `about`: what the first move is, of
    AGAINST.
    """
    said = words_in(language)
    found = [difference_words(game, one, who(one.seat), language) for one in told_of(why, most)]
    amount = f"{figure(why.score.value, language, sign='+')}{NARROW}±{NARROW}{error_words(why.score.error, language)}"
    gap = f"{amount}{NARROW}{game.points_words(language)}"
    whole = said("why.whole", gap=gap, wins=with_error(why.wins, language))
    against, worse = AGAINST[about]
    is_against = why.wins.value * worse > 0 and why.wins.is_certain
    told = [*(found or [said("why.nothing")]), whole, *([said(against)] if is_against else [])]
    return [text[:1].upper() + text[1:] for text in told]  # `you` begins a sentence, too


def told_of(why: Why, most: int) -> Sequence[Difference]:
    """The largest differences; those of the seat itself count twice as much as those of others."""
    return sorted(why.differences, key=lambda one: -abs(one.gap.value) * (2 if one.seat == why.seat else 1))[:most]


def you(language: str) -> str:
    """What a why calls the seat of its reader."""
    return words_in(language)("why.you")


# a game


class Teller:
    """Tells the review of one game. `who`: what the seats are called; by their colours without it."""

    def __init__(self, course: Course, review: Review, language: str, who: Sequence[str] | None = None) -> None:
        self.course, self.review, self.language = course, review, language
        self.game, self.said = course.game, words_in(language)
        self._who = who

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """What each seat is called."""
        if self._who is not None:
            return tuple(self._who)
        names = [self.game.words.name_words("seat", name, self.language) for name in self.review.seats]
        return tuple(name[:1].upper() + name[1:] for name in names)

    def who(self, seat: int) -> str:
        """What a seat is called."""
        return self.seats[seat]

    def number(self, turn: int) -> int:
        """The number of a turn's move, as the record has it."""
        return self.review.moves_before + turn + 1

    def moment(self, turn: int) -> str:
        """A turn in words; the deal, and the end, have theirs."""
        if turn < 0:
            return self.said("review.deal")
        if turn >= len(self.review.steps):
            return self.said("review.end")
        return self.said("review.move", n=self.number(turn))

    def move(self, turn: int, name: str) -> str:
        """A move that could be made at a turn."""
        number = list(self.game.move_names).index(name)
        return self.game.move_words(self.course.decisions[turn].before, number, self.language)

    def changes(self, chances: Chances) -> str:
        """What changed for each seat, without those for which nothing did."""
        told = [
            self.said("moments.swung", seat=self.who(seat), points=points(one.value, self.language))
            for seat, one in enumerate(chances)
            if abs(one.value) >= LEAST_MOVED
        ]
        return ", ".join(told)

    def what_changed(self, turn: int) -> list[str]:
        """What a turn changed for the seats, if it turned the game, and what chance did then."""
        swings = [self.changes(one.swing) for one in self.review.turns if one.turn == turn]
        lucks = [self.changes(one.luck) for one in self.review.lucks if one.turn == turn]
        return [
            *(self.said("moments.swing", line=line) for line in swings if line),
            *(self.said("moments.luck", line=line) for line in lucks if line),
        ]

    def judgement(self, step: Step) -> list[str]:
        """What the bot thinks of a move that was played."""
        said, turn = self.said, step.turn
        if step.played == step.moves[0].name:
            others = [one for one in step.best if one != step.played]
            return [said("moments.fine"), *([self.better(turn, step.best)] if others else [])]
        if step.played in step.best:
            return [said("moments.as_good"), self.better(turn, step.best)]
        loss, error = points(step.loss.value, self.language, ""), error_words(100 * step.loss.error, self.language)
        key = "cost" if step.is_mistake else "small" if step.loss.is_certain else "unsure"
        return [said(f"moments.{key}", points=loss, error=error), self.better(turn, step.best)]

    def better(self, turn: int, names: Sequence[str]) -> str:
        """What the bot plays: its move and all that are as good."""
        moves = "; ".join(self.move(turn, name) for name in names)
        return self.said("moments.better", n=len(names), moves=moves)

    def why_heading(self, why: Why) -> str:
        """What a why is about."""
        played, better = (self.move(why.turn, name) for name in why.moves)
        return self.said("why.heading", n=why.pairs, played=played, better=better)

    def why(self, why: Why) -> list[str]:
        """Why a move that was played is better or worse."""
        return why_words(self.game, why, self.who, self.language)
