"""What a review has found, as plain data: each class has a JSON form, and is made of it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from bellringer.core.errors import OptionError
from bellringer.review.estimates import TWICE, Measured, less, total
from bellringer.review.plan import Plan

VERSION = 1  # of the JSON form; a document of another one is not read
LEAST = 0.02  # of win chance: what is less is not named
MOST_TURNS = 12

Chances = tuple[Measured, ...]  # the win chance of each seat, from 0 to 1


def chances_of(document: Sequence[Sequence[float]]) -> Chances:
    """The figures of a JSON document."""
    return tuple(Measured(float(value), float(error)) for value, error in document)


class Thought(NamedTuple):
    """A move that the bot considered: its name, how often it was tried, the win chance of who decides after it.

    `behind`: how much lower that chance is than after the bot's move; None for a move that was not compared with it.
    """

    name: str
    visits: int
    chance: Measured
    behind: Measured | None

    @property
    def is_as_good(self) -> bool:
        """Whether it is not certainly worse than the bot's move."""
        return self.behind is not None and self.behind.value <= TWICE * self.behind.error


@dataclass(frozen=True)
class Step:
    """A decision, and how the game stood before it.

    `known`: the win chances by the knowledge of the seat that decides; `open`: by that of all seats together;
    `eyes`: by that of each seat. `moves`: what the bot considered, its own move first. `loss`: what the move that was
    played costs the seat, in win chance, against the bot's.
    """

    turn: int
    seat: int
    played: str
    known: Chances
    open: Chances
    eyes: tuple[Chances, ...]
    moves: tuple[Thought, ...]
    loss: Measured

    @property
    def best(self) -> tuple[str, ...]:
        """The bot's move, and all that are as good."""
        first, *others = self.moves
        return (first.name, *(one.name for one in others if one.is_as_good))

    @property
    def is_mistake(self) -> bool:
        """Whether the move is named a mistake: the loss is beyond twice its error, and at least 2 points."""
        return self.played not in self.best and self.loss.is_certain and self.loss.value >= LEAST

    @property
    def compared(self) -> tuple[str, str] | None:
        """The moves that a why is about: what was played and the bot's; the bot's two first if that was played."""
        others = [one.name for one in self.moves if one.name != self.played]
        return (self.played, others[0]) if others else None

    def as_json(self) -> dict[str, Any]:
        """The step as a JSON document."""
        told = {"best": self.best, "is_mistake": self.is_mistake, "moves": [one._asdict() for one in self.moves]}
        return {**vars(self), **told}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """The step of such a document."""
        moves = tuple(
            Thought(one["name"], one["visits"], Measured(*one["chance"]), one["behind"] and Measured(*one["behind"]))
            for one in document["moves"]
        )
        return cls(
            document["turn"],
            document["seat"],
            document["played"],
            chances_of(document["known"]),
            chances_of(document["open"]),
            tuple(map(chances_of, document["eyes"])),
            moves,
            Measured(*document["loss"]),
        )


@dataclass(frozen=True)
class Luck:
    """What chance did at one moment to the win chance of each seat, against the mean of what could have come.

    `turn`: the move that it came with; -1 for the deal.
    """

    turn: int
    luck: Chances

    def as_json(self) -> dict[str, Any]:
        """The luck as a JSON document."""
        return dict(vars(self))

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """The luck of such a document."""
        return cls(document["turn"], chances_of(document["luck"]))


@dataclass(frozen=True)
class Difference:
    """What one source does to the score of one seat after the first move, and after the second.

    `shares`: in how many of the games it does anything, from 0 to 1; `points`: in the mean of all games; `gap`: how
    many more they are after the first.
    """

    seat: int
    source: str
    shares: tuple[float, float]
    points: tuple[float, float]
    gap: Measured


@dataclass(frozen=True)
class Why:
    """What differs between two moves of a seat in pairs of games that were played on after them.

    `moves`: the first one was played, or is asked about. `sources`: how many did something in any game; `differences`:
    those that hold together at 95 %, the largest first. `score` and `wins`: how much more the seat scores, and how many
    more of the games it wins, after the first move.
    """

    turn: int
    seat: int
    moves: tuple[str, str]
    pairs: int
    sources: int
    differences: tuple[Difference, ...]
    score: Measured
    wins: Measured

    def as_json(self) -> dict[str, Any]:
        """The why as a JSON document."""
        return {**vars(self), "differences": [dict(vars(one)) for one in self.differences]}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """The why of such a document."""
        found = tuple(
            Difference(one["seat"], one["source"], pair(one["shares"]), pair(one["points"]), Measured(*one["gap"]))
            for one in document["differences"]
        )
        first, second = document["moves"]
        figures = (Measured(*document["score"]), Measured(*document["wins"]))
        return cls(
            document["turn"], document["seat"], (first, second), document["pairs"], document["sources"], found, *figures
        )


def pair(document: Sequence[float]) -> tuple[float, float]:
    """Two numbers of a JSON document."""
    first, second = document
    return float(first), float(second)


class Turn(NamedTuple):
    """A moment that turned the game. `swing`: what changed in the win chance of each seat, all open."""

    turn: int
    swing: Chances

    @property
    def size(self) -> float:
        """The largest change, either way."""
        return max(abs(one.value) for one in self.swing)


@dataclass(frozen=True)
class Review:
    """The whole review of a game. Every win chance is from 0 to 1.

    `digest`: of the record, by which it is kept; `judged_by`: the bot, and the net by which it values positions;
    `moves_before`: how many moves were made by older rules, and are not reviewed; `places`: how it ended; `end`: each
    seat's part of the victory.
    """

    digest: str
    game: str
    version: str  # of Bellringer
    judged_by: str  # who judges, and by which net
    seats: tuple[str, ...]
    moves_before: int
    places: tuple[int, ...]
    plan: Plan
    steps: tuple[Step, ...]
    lucks: tuple[Luck, ...]
    whys: tuple[Why, ...]

    @property
    def end(self) -> Chances:
        """The chances after the last move: the parts of the victory."""
        shared = 1 / self.places.count(1)
        return tuple(Measured(shared if place == 1 else 0.0, 0.0) for place in self.places)

    @property
    def mistakes(self) -> tuple[Step, ...]:
        """What is named a mistake, the largest loss first."""
        return worst(self.steps)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The moments that turned the game, in their order: the largest changes of the chart, all open."""
        after = [*(step.open for step in self.steps[1:]), self.end]
        found = [
            Turn(step.turn, tuple(less(now, then) for now, then in zip(next_, step.open, strict=True)))
            for step, next_ in zip(self.steps, after, strict=True)
        ]
        named = [one for one in found if any(s.is_certain and abs(s.value) >= LEAST for s in one.swing)]
        return tuple(sorted(sorted(named, key=lambda one: -one.size)[:MOST_TURNS]))

    @property
    def told(self) -> tuple[int, ...]:
        """The turns that are told of: what turned the game, and what is explained."""
        return tuple(sorted({one.turn for one in self.turns} | {one.turn for one in self.whys}))

    @property
    def luck(self) -> Chances:
        """What chance did to each seat in the whole game."""
        return tuple(total(one.luck[seat] for one in self.lucks) for seat in range(len(self.seats)))

    def play(self, seat: int) -> Measured:
        """What the moves of a seat cost it in the whole game, against the bot's."""
        return total(step.loss for step in self.steps if step.seat == seat)

    def chart(self, viewer: int | None = None) -> tuple[Chances, ...]:
        """The win chances of all seats before each decision and at the end: all open, or as one seat saw the game."""
        return (*(step.open if viewer is None else step.eyes[viewer] for step in self.steps), self.end)

    def why(self, turn: int) -> Why | None:
        """Why the move of a turn is better or worse, if that is known."""
        return next((one for one in self.whys if one.turn == turn), None)

    def as_json(self) -> dict[str, Any]:
        """The review as a JSON document, versioned, with what follows from it besides."""
        return {
            "review": VERSION,
            **self.kept_json(),
            "end": self.end,
            "mistakes": [step.turn for step in self.mistakes],
            "turns": [one._asdict() for one in self.turns],
            "luck": self.luck,
            "play": [self.play(seat) for seat in range(len(self.seats))],
        }

    def kept_json(self) -> dict[str, Any]:
        """What is kept of it, from which all else follows."""
        names = ("digest", "game", "version", "judged_by", "seats", "moves_before", "places")
        return {
            **{name: getattr(self, name) for name in names},
            "plan": self.plan.as_json(),
            "steps": [one.as_json() for one in self.steps],
            "lucks": [one.as_json() for one in self.lucks],
            "whys": [one.as_json() for one in self.whys],
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """The review of such a document. Raises OptionError for one of another version, or that is none."""
        check_version(document)
        try:
            return cls(
                digest=document["digest"],
                game=document["game"],
                version=document["version"],
                judged_by=document["judged_by"],
                seats=tuple(document["seats"]),
                moves_before=document["moves_before"],
                places=tuple(document["places"]),
                plan=Plan.from_json(document["plan"]),
                steps=tuple(map(Step.from_json, document["steps"])),
                lucks=tuple(map(Luck.from_json, document["lucks"])),
                whys=tuple(map(Why.from_json, document["whys"])),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise OptionError(f"this is no whole review: {error}") from None


def check_version(document: Mapping[str, Any]) -> None:
    """Raise OptionError for a document of another version."""
    if not isinstance(document, Mapping) or document.get("review") != VERSION:
        raise OptionError(f"this is no review of version {VERSION}")


def worst(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The mistakes among some steps, the largest loss first."""
    return tuple(sorted((step for step in steps if step.is_mistake), key=lambda step: (-step.loss.value, step.turn)))
