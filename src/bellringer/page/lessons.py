"""The base of every game's lessons (`core/shown/show.py`): prepared positions, and what a guide says of each question.

A game's plan, the file `plan.toml` beside the sentences, says which parts each lesson has, in their order, and when
each is done; `positions.json` has a position for each part. Sentences about questions and moves belong to all lessons
of the game; a part may say something else of a question, and a question something else of a move. A move is looked for
by its whole name, then by its first word, then by its last, which is often that of a card.
"""

from __future__ import annotations

import json
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar

from bellringer.core.shown.show import Lesson, LessonPart
from bellringer.core.shown.words import MissingWords, Words, catalogue

FILE, POSITIONS, SENTENCES = "plan.toml", "positions.json", "{language}.toml"


@dataclass(frozen=True)
class PartPlan:
    """When a part is done (`LessonPart`)."""

    decisions: int
    ends: str = ""


@dataclass(frozen=True)
class LessonPlan:
    """The parts of a lesson, and the learner's seat."""

    parts: Mapping[str, PartPlan]
    seat: int


@cache
def lessons_in(package: str) -> Mapping[str, LessonPlan]:
    """The plans of a game's lessons. `package`: where its file lies."""
    read = tomllib.loads(files(package).joinpath(FILE).read_text(encoding="utf-8"))
    return {
        name: LessonPlan({key: PartPlan(**part) for key, part in lesson["parts"].items()}, lesson["seat"])
        for name, lesson in read.items()
    }


@cache
def positions_in(package: str) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    """The positions of a game's lessons, part by part."""
    found: Mapping[str, Any] = json.loads(files(package).joinpath(POSITIONS).read_text(encoding="utf-8"))
    return found


def keys_of(move: str) -> Iterator[str]:
    """What sentences about a move may stand under."""
    words = move.split()
    yield move.replace(" ", "-")
    yield words[0]
    yield words[-1]


class BaseLessons(ABC):
    """Lessons that each game completes."""

    package: ClassVar[str]
    """Where plan, positions and sentences lie."""

    @abstractmethod
    def numbers(self, language: str) -> Mapping[str, object]:
        """The numbers in the sentences, by what stands in braces there."""

    @property
    def names(self) -> tuple[str, ...]:
        """The lessons, in the order in which they are best taken."""
        return tuple(lessons_in(self.package))

    def words(self, language: str) -> Words:
        """The sentences."""
        return catalogue(language, self.package, SENTENCES)

    def lesson(self, name: str, language: str) -> Lesson:
        """One of the lessons."""
        plan, words, numbers = lessons_in(self.package)[name], self.words(language).part(name), self.numbers(language)

        def part(key: str, plan: PartPlan) -> LessonPart:
            title, intro, done = (words(f"{key}.{what}", **numbers) for what in ("title", "intro", "done"))
            return LessonPart(key, title, intro, done, plan.decisions, plan.ends)

        return Lesson(
            name,
            words("title", **numbers),
            words("lead", **numbers),
            plan.seat,
            len(self.position(name, next(iter(plan.parts)))["players"]),
            tuple(part(key, one) for key, one in plan.parts.items()),
        )

    def position(self, name: str, part: str) -> Mapping[str, Any]:
        """The position from which a part begins."""
        return positions_in(self.package)[name][part]

    def asked(self, name: str, part: str, ask: str, language: str) -> str:
        """What a question is about, and what speaks for this or that answer."""
        return self._first((f"{name}.{part}.{ask}", f"asks.{ask}"), language)

    def reason(self, ask: str, move: str, language: str) -> str:
        """Why one would answer a question with a move."""
        return self._said("reasons", ask, move, language)

    def outcome(self, ask: str, move: str, language: str) -> str:
        """What there is to see once a question was answered with a move."""
        return self._said("outcomes", ask, move, language)

    def _said(self, of: str, ask: str, move: str, language: str) -> str:
        """What is said of a move as the answer to a question, else of the move itself."""
        keys = tuple(keys_of(move))
        return self._first([*(f"{of}.{ask}.{key}" for key in keys), *(f"{of}.{key}" for key in keys)], language)

    def _first(self, keys: Iterable[str], language: str) -> str:
        """The sentence under the first of some keys that has one; empty if none has."""
        words, numbers = self.words(language), self.numbers(language)
        for key in keys:
            try:
                return words(key, **numbers)
            except MissingWords:
                continue
        return ""
