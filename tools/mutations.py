"""Changes of real documents and texts that a reader must survive: parts left out, swapped, of other kinds, too deep."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

__all__ = ["WORDS", "Keys", "as_text", "changed", "changed_text", "nested", "part_of", "paths", "strange"]

Keys = tuple[Any, ...]
DEEP = (50, 150, 5_000, 100_000)  # the first two also for documents, which this program must be able to walk
NUMBERS: tuple[Any, ...] = (
    -1, 0, 1, 2, 127, 128, 255, 256, 32_767, 32_768, 65_536, 2**31, 2**32, 2**63, 2**64, 10**30, -(2**63), 0.5, 1e308,
    float("nan"), float("inf"), -0.0,
)  # fmt: skip
WORDS: tuple[str, ...] = (
    "", " ", "\x00", "\n", "\\", '"', "'", "]", "[", "{}", "%s", "../../etc/passwd", "null", "true", "\ud800", "\ufeff",
    "\u202e", "\u200b", "\u3164", "e\u0301" * 40, "İ", "ß", "٣", "𝟙", "²", "👩‍👩‍👧‍👦", "x" * 5_000, "1" * 5_000,
)  # fmt: skip
OTHERS: tuple[Any, ...] = (None, True, False, [], {}, [[]], [None], {"": None}, {"game": {}}, [0] * 300)
TOKEN = re.compile(r"[\w-]+|[^\w\s]|\s+")


def paths(document: Any, at: Keys = ()) -> list[Keys]:
    """The path of everything in a document."""
    inside: Any = ()
    if isinstance(document, dict):
        inside = document.items()
    elif isinstance(document, list):
        inside = enumerate(document)
    return [path for key, value in inside for path in ((*at, key), *paths(value, (*at, key)))]


def part_of(document: Any, keys: Keys) -> Any:
    """What lies at a path; None where there is nothing."""
    for key in keys:
        try:
            document = document[key]
        except (KeyError, IndexError, TypeError):
            return None
    return document


def strange(dice: random.Random) -> Any:
    """A value that hardly any field can have."""
    return deepcopy(dice.choice(dice.choice((NUMBERS, WORDS, OTHERS))))


def nested(depth: int, dice: random.Random) -> Any:
    """Lists or objects in each other."""
    found: Any = 0
    for _ in range(depth):
        found = [found] if dice.random() < 0.5 else {"a": found}
    return found


def change(document: Any, others: Sequence[Any], dice: random.Random) -> None:
    """Change one part of a document, in place. `others`: real ones, from which parts may come."""
    found = paths(document)
    if not found:
        return
    *around, last = dice.choice(found)
    inside, other = part_of(document, tuple(around)), dice.choice(others)
    kind = dice.randrange(8)
    if kind == 0:
        del inside[last]
    elif kind == 1:
        inside[last] = deepcopy(part_of(other, (*around, last)))
    elif kind == 2:
        inside[last] = deepcopy(part_of(other, dice.choice(paths(other) or [()])))
    elif kind == 3 and isinstance(inside, dict):
        inside[dice.choice((*map(str, inside), *WORDS))] = inside.pop(last)
    elif kind == 4 and isinstance(inside[last], int):
        inside[last] += dice.choice((-1, 1, 7, 256))
    elif kind == 5 and isinstance(inside, list):
        inside.insert(last, deepcopy(inside[dice.randrange(len(inside))]))
    elif kind == 6 and dice.random() < 0.1:
        inside[last] = nested(dice.choice(DEEP[:2]) // 2, dice)
    else:
        inside[last] = strange(dice)


def changed(document: Any, others: Sequence[Any], dice: random.Random) -> Any:
    """A copy of a document with a few changes."""
    found = deepcopy(document)
    for _ in range(dice.choice((0, 1, 1, 1, 2, 3, 6))):
        change(found, others, dice)
    return found


def as_text(document: Any, dice: random.Random) -> str:
    """A document as JSON, which now and then is none, or nests too deep."""
    text = json.dumps(document, ensure_ascii=dice.random() < 0.8)
    if dice.random() < 0.02:
        depth = dice.choice(DEEP)
        text = text.replace("0", "[" * depth + "]" * depth, 1)
    if dice.random() < 0.02:
        text = re.sub(r"\d+", "7" * 5_000, text, count=1)
    return changed_text(text, (text,), dice) if dice.random() < 0.1 else text


def changed_text(text: str, others: Sequence[str], dice: random.Random) -> str:
    """A text with a few lines or words changed."""
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        text = dice.choice(TEXT_CHANGES)(text, dice.choice(others), dice)
    return text


def other_word(text: str, other: str, dice: random.Random) -> str:
    """One word replaced by another of a real text."""
    found, words = list(TOKEN.finditer(text)), list[str](TOKEN.findall(other))
    if not found or not words:
        return text
    at = dice.choice(found)
    return text[: at.start()] + dice.choice(words) + text[at.end() :]


def strange_word(text: str, other: str, dice: random.Random) -> str:
    """One word replaced by what is none."""
    found = list(TOKEN.finditer(text))
    at = dice.choice(found).span() if found else (0, 0)
    return text[: at[0]] + str(dice.choice((*NUMBERS, *WORDS))) + text[at[1] :]


def moved_line(text: str, other: str, dice: random.Random) -> str:
    """A line of either text put, left out or said twice."""
    lines = text.split("\n")
    at = dice.randrange(len(lines))
    put = dice.choice(([], [lines[at]] * 2, [dice.choice(other.split("\n"))], [lines[at], dice.choice(lines)]))
    lines[at : at + 1] = put
    return "\n".join(lines)


def cut_off(text: str, other: str, dice: random.Random) -> str:
    """The text up to somewhere, perhaps with the end of the other."""
    at = dice.randrange(len(text) + 1)
    return text[:at] + (other[dice.randrange(len(other) + 1) :] if dice.random() < 0.3 else "")


def letters(text: str, other: str, dice: random.Random) -> str:
    """Some letters replaced."""
    at = dice.randrange(len(text) + 1)
    put = "".join(dice.choice('[]{}",:=.0123456789abc \\\n\t\x00é') for _ in range(dice.randrange(6)))
    return text[:at] + put + text[at + dice.randrange(12) :]


TEXT_CHANGES: tuple[Callable[[str, str, random.Random], str], ...] = (
    other_word, strange_word, moved_line, cut_off, letters
)  # fmt: skip
