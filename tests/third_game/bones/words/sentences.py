"""The game in words."""

from __future__ import annotations

from collections.abc import Sequence

from bellringer.core.shown.result import Result
from bellringer.core.shown.words import Words, catalogue
from bones.names import COLOURS

SECTIONS = {"seat": "colours", "letter": "letters", "phase": "phases", "part": "parts"}


def words_in(language: str) -> Words:
    return catalogue(language, __package__, "{language}.toml")


def name_words(kind: str, name: str, language: str) -> str:
    words = words_in(language)
    return words(f"rules.{name}.name") if kind == "card" else words(f"{SECTIONS[kind]}.{name}")


def rule_words(name: str, language: str) -> tuple[str, str]:
    entry = words_in(language).find(f"rules.{name}")
    return entry["rule"], entry["ledger"]


def better_words(name: str, language: str) -> Sequence[tuple[str, str]]:
    return ()


def line_words(name: str, language: str, level: int = 1) -> str:
    return rule_words(name, language)[0]


def rulings(name: str, language: str) -> Sequence[tuple[str, str]]:
    return ()


def seat_names(seats: Sequence[str] | None, language: str) -> Sequence[str]:
    return seats or [name_words("seat", colour, language).capitalize() for colour in COLOURS]


def result_words(result: Result, language: str, seat_words: Sequence[str] | None = None) -> list[str]:
    words, names = words_in(language), seat_names(seat_words, language)
    order = sorted(range(len(result.places)), key=lambda seat: result.places[seat])
    lines = [words("result.line", rank=result.places[seat], seat=names[seat], n=result.scores[seat]) for seat in order]
    return [*lines, words("result.winner", seat=", ".join(names[seat] for seat in result.winners))]
