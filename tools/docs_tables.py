"""Write the tables of docs/notation.md: moves, asks and events of every game, from the code that has their numbers.

A table stands between two comments, `<!-- table: GAME moves -->` and `<!-- end -->`. Run this after changing
moves, asks, events or their English words. With `--check` it only reports whether the page is out of date.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import bellringer
from bellringer.core.contract.registry import find
from bellringer.core.shown.words import Words
from tools.places import DOCS, GAMES

PAGE = DOCS / "notation.md"
TABLE = re.compile(r"(<!-- table: (\S+) (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
NUMBER = re.compile(r"^    (\w+)(?: = (\d+))?(?: +# (.*))?$", re.MULTILINE)
NOT_SPANS = ("MOVES", "WORDS")
FEW = 4  # so many names are all told


@dataclass(frozen=True)
class Span:
    """A run of move numbers: its name in moves.pxd, how a number is counted from the first, the moves' names.

    Numbers that are kept free for later cards have no names, and stand in no table.
    """

    name: str
    first: int
    meaning: str
    names: tuple[str, ...]

    def is_answer(self, key: str) -> bool:
        """Whether a key of an ask's answers in the catalogue stands for these moves."""
        if key == self.name.lower():
            return True
        return any(key in (name, name.partition(" ")[0], re.sub("[ +]", "-", name)) for name in self.names)


def enum(game: str, file: str) -> list[tuple[str, str, str]]:
    """The names, numbers (if given) and comments of a .pxd file that holds one enum."""
    text = (GAMES / game.replace("-", "_") / "rules" / file).read_text(encoding="utf-8")
    return NUMBER.findall(text)


def words_of(game: str) -> Words:
    """The game's English catalogue."""
    return find(game).words.words_in("en")


def spans(game: str) -> list[Span]:
    """The spans of moves, in order of their numbers."""
    moves = find(game).move_names
    entries = [(name, int(first), meaning) for name, first, meaning in enum(game, "moves.pxd") if name not in NOT_SPANS]
    ends = [first for _, first, _ in entries[1:]] + [len(moves)]
    return [
        Span(name, first, meaning, tuple(name for name in moves[first:end] if name))
        for (name, first, meaning), end in zip(entries, ends, strict=True)
    ]


def answers(game: str, ask: str) -> list[str]:
    """The keys of an ask's answers: all of its sentences except the questions."""
    return [key for key in words_of(game).find(f"asks.{ask}") if not key.startswith("prompt")]


def code(names: Sequence[str]) -> str:
    """Names as code; only the first and the last if there are many."""
    shown = [f"`{name}`" for name in names]
    return ", ".join(shown) if len(shown) <= FEW else f"{shown[0]} … {shown[-1]}"


def moves_table(game: str) -> Iterator[list[str]]:
    """The table of moves: numbers, names, how they are counted, and the asks that they answer."""
    yield ["numbers", "moves", "counted as", "answers"]
    asks = [name for name, _, _ in find(game).ask_names]
    for span in spans(game):
        last = span.first + len(span.names) - 1
        numbers = str(span.first) if last == span.first else f"{span.first} to {last}"
        counted = f"`{span.name}` {span.meaning}" if span.meaning.startswith("+") else f"`{span.name}`"
        answered = [ask for ask in asks if any(span.is_answer(key) for key in answers(game, ask))]
        yield [numbers, code(span.names), counted.partition(":")[0], ", ".join(f"`{ask}`" for ask in answered)]


def asks_table(game: str) -> Iterator[list[str]]:
    """The table of asks: number, arguments, question and answers."""
    yield ["number", "ask", "arguments", "question", "answered by"]
    for number, (name, *arguments) in enumerate(find(game).ask_names, start=1):
        question = words_of(game).forms(f"asks.{name}.prompt")[-1]
        told = [code(span.names) for span in spans(game) if any(map(span.is_answer, answers(game, name)))]
        given = ", ".join(f"`{argument}`" for argument in arguments if argument)
        yield [str(number), f"`{name}`", given, question, ", ".join(told)]


def events_table(game: str) -> Iterator[list[str]]:
    """The table of events: every kind, and what its numbers mean."""
    yield ["number", "event", "meaning"]
    comments = [comment for _, _, comment in enum(game, "events.pxd")]
    for number, (name, comment) in enumerate(zip(find(game).event_names, comments, strict=True), start=1):
        yield [str(number), f"`{name}`", comment]


TABLES = {"moves": moves_table, "asks": asks_table, "events": events_table}


def table(game: str, kind: str) -> str:
    """One table, in Markdown."""
    heading, *rows = TABLES[kind](game)
    lines = [heading, ["---"] * len(heading), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def written(page: str) -> str:
    """The page with all tables replaced."""
    return TABLE.sub(lambda found: found[1] + table(found[2], found[3]) + found[4], page)


def missing(page: str) -> list[str]:
    """The tables that the page lacks."""
    there = {(found[2], found[3]) for found in TABLE.finditer(page)}
    return [f"{game} {kind}" for game in bellringer.game_names() for kind in TABLES if (game, kind) not in there]


def main() -> int:
    """Write the page, or with --check compare it. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; fail when a table is out of date")
    check = parser.parse_args().check
    page = PAGE.read_text(encoding="utf-8")
    if lacking := missing(page):
        print(f"{PAGE.name} has no table: {', '.join(lacking)}", file=sys.stderr)
        return 1
    if written(page) == page:
        return 0
    if check:
        print(f"out of date: {PAGE.name} (run python -m tools.docs_tables)", file=sys.stderr)
        return 1
    PAGE.write_text(written(page), encoding="utf-8")
    print(f"wrote {PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
