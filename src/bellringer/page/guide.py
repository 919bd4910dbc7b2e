"""The base of every game's guide (`show.py`): screens made of sentences, of numbers that the game gives, and of
positions that the game draws.

A game's plan says which sentences a screen has, and which lines of the ledger each tells. Its examples are positions,
each with the moves that are made there: what drawings and sentences tell of them is what the rules make of it.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar

from bellringer.core.shown.show import Card, CardRow, Mark, Point, Remark, Screen, Sketch
from bellringer.core.shown.words import Words
from bellringer.core.tables.table import Table, from_position

SEED = 1  # of what chance decides after an example: the drawings are always the same
Rules = tuple[str, ...]  # numbers of the ledger's lines


@dataclass(frozen=True)
class Plan:
    """The sentences of a screen, by their keys. `is_ordered`: its points follow one another."""

    points: Mapping[str, Rules]
    remarks: Mapping[str, Rules] = field(default_factory=dict)
    sketches: Sequence[str] = ()
    rows: Sequence[str] = ()
    signs: Sequence[str] = ()
    is_ordered: bool = False


@dataclass(frozen=True)
class Example:
    """A position, and what it becomes by some moves, each made by the first seat that must decide."""

    before: Table
    after: Table


@cache
def examples_in(package: str) -> Mapping[str, Example]:
    """The examples of a game, by their names. `package`: where its file `examples.json` lies."""
    read = json.loads(files(package).joinpath("examples.json").read_text(encoding="utf-8"))
    return {name: example_of(one["position"], one.get("moves", ())) for name, one in read.items()}


def example_of(position: Mapping[str, Any], moves: Sequence[str]) -> Example:
    """An example from its file."""
    after = from_position(position, SEED)
    for move in moves:
        after.play(move, after.pending[0])
    return Example(from_position(position, SEED), after)


def one_of(words: Words, values: Iterable[object]) -> str:
    """Values of which one holds, as words: `1, 2 or 3`."""
    *some, last = map(str, values)
    return words("or", some=", ".join(some), last=last) if some else last


class BaseGuide(ABC):
    """A guide that each game completes."""

    plans: ClassVar[Mapping[str, Plan]]
    asked: ClassVar[Sequence[str]] = ()
    """The options of a table on which the screens depend."""

    # what a game completes

    @abstractmethod
    def words(self, language: str) -> Words:
        """The sentences."""

    @abstractmethod
    def numbers(self, language: str, chosen: Mapping[str, Any]) -> Mapping[str, object]:
        """The numbers and names in the sentences, by what stands in braces there."""

    @abstractmethod
    def size(self, sketch: str) -> tuple[int, int]:
        """The size of a drawing."""

    @abstractmethod
    def drawing(self, name: str, language: str) -> str:
        """A drawing, as a complete SVG file."""

    def cards(self, row: str, language: str) -> tuple[Card, ...]:
        """The cards of a row; none in a game that shows none."""
        return ()

    def sign(self, name: str, emblem: str, language: str) -> str:
        """What a sign means on a screen. `name`: the screen's."""
        return self.words(language)(f"{name}.signs.{emblem}", **self.numbers(language, {}))

    def result(self, name: str, language: str) -> tuple[str, ...]:
        """How the example of a screen ends, line by line; nothing on most screens."""
        return ()

    def holds(self, remark: str, chosen: Mapping[str, Any]) -> bool:
        """Whether a remark holds at a table."""
        return False

    # what follows from that

    @property
    def names(self) -> tuple[str, ...]:
        """The screens, in their order."""
        return tuple(self.plans)

    @property
    def drawings(self) -> tuple[str, ...]:
        """The names of all drawings."""
        return tuple(name for plan in self.plans.values() for name in plan.sketches)

    def aim(self, language: str, options: Mapping[str, Any]) -> str:
        """How the game is won at a table with these options, in a sentence to the player."""
        return self.words(language)(self.win(options), **self.numbers(language, {}))

    def win(self, options: Mapping[str, Any]) -> str:
        """The key of that sentence; the same one at all tables of most games."""
        return "win"

    def screen(self, name: str, language: str, chosen: Mapping[str, Any]) -> Screen:
        """One of the screens."""
        plan, words, numbers = self.plans[name], self.words(language).part(name), self.numbers(language, chosen)

        def said(key: str) -> str:
            return words(key, **numbers)

        return Screen(
            name=name,
            title=said("title"),
            lead=said("lead"),
            points=tuple(
                Point(said(f"points.{key}.title"), said(f"points.{key}.text"), rules)
                for key, rules in plan.points.items()
            ),
            remarks=tuple(
                Remark(said(f"remarks.{key}.title"), said(f"remarks.{key}.text"), rules,
                       self.holds(key, chosen) if chosen else None)
                for key, rules in plan.remarks.items()
            ),
            sketches=tuple(Sketch(key, said(f"sketches.{key}"), self.size(key)) for key in plan.sketches),
            rows=tuple(CardRow(said(f"rows.{key}"), self.cards(key, language)) for key in plan.rows),
            signs=tuple(Mark("", self.sign(name, emblem, language), emblem) for emblem in plan.signs),
            result=self.result(name, language),
            is_ordered=plan.is_ordered,
        )  # fmt: skip
