"""The base of every game's chapters (`core/shown/show.py`): the rules as a person tells them.

A game's plan, the file `plan.toml` beside the sentences, says which parts each chapter has, in their order, and which
lines of the ledger each paragraph tells. The sentences have no numbers of their own: the game gives these.
"""

from __future__ import annotations

import tomllib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import ClassVar

from bellringer.core.shown.show import Chapter, ChapterPart, Guide, Passage, Sketch
from bellringer.core.shown.words import Words, catalogue

FILE, SENTENCES = "plan.toml", "{language}.toml"
ABOUT, DRAWN = "card", "sketches"  # what a part has besides its paragraphs: its card, and drawings of the guide


@dataclass(frozen=True)
class PartPlan:
    """The paragraphs of a part by their keys, each with the ledger's lines that it tells."""

    passages: Mapping[str, tuple[str, ...]]
    card: str
    sketches: tuple[str, ...]


Plans = Mapping[str, Mapping[str, PartPlan]]  # the parts of each chapter


@cache
def plans_in(package: str) -> Plans:
    """The plan of a game's chapters. `package`: where its file lies."""
    read = tomllib.loads(files(package).joinpath(FILE).read_text(encoding="utf-8"))
    return {chapter: {name: plan_of(part) for name, part in parts.items()} for chapter, parts in read.items()}


def plan_of(part: Mapping[str, Sequence[str]]) -> PartPlan:
    """The plan of a part from its file."""
    passages = {key: tuple(rules) for key, rules in part.items() if key not in (ABOUT, DRAWN)}
    return PartPlan(passages, str(part.get(ABOUT, "")), tuple(part.get(DRAWN, ())))


class BaseChapters(ABC):
    """Chapters that each game completes."""

    package: ClassVar[str]
    """Where the plan and the sentences lie."""

    guide: ClassVar[Guide]
    """Whose drawings the chapters use."""

    @abstractmethod
    def numbers(self, language: str) -> Mapping[str, object]:
        """The numbers in the sentences, by what stands in braces there."""

    @property
    def names(self) -> tuple[str, ...]:
        """The chapters, in the order in which they are read."""
        return tuple(plans_in(self.package))

    def chapter(self, name: str, language: str) -> Chapter:
        """One of the chapters."""
        words, numbers = catalogue(language, self.package, SENTENCES).part(name), self.numbers(language)
        parts = plans_in(self.package)[name].items()
        return Chapter(
            name,
            words("title", **numbers),
            words("lead", **numbers),
            tuple(self.part(key, plan, words.part(key), numbers, language) for key, plan in parts),
        )

    def part(
        self, name: str, plan: PartPlan, words: Words, numbers: Mapping[str, object], language: str
    ) -> ChapterPart:
        """A part of a chapter."""
        return ChapterPart(
            name,
            "" if plan.card else words("title", **numbers),
            tuple(Passage(words(key, **numbers), rules) for key, rules in plan.passages.items()),
            plan.card,
            tuple(self.sketch(sketch, language) for sketch in plan.sketches),
        )

    def sketch(self, name: str, language: str) -> Sketch:
        """A drawing of the guide."""
        screens = (self.guide.screen(screen, language, {}) for screen in self.guide.names)
        return next(sketch for screen in screens for sketch in screen.sketches if sketch.name == name)
