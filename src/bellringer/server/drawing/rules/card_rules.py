"""The rule of every card in two lines, for the page of the rules and for what is shown beside a card."""

from __future__ import annotations

from functools import cache
from typing import Any

from bellringer.core.contract.registry import find
from bellringer.core.shown.words import Words
from bellringer.server.base.language import game_words


def groups_of(words: Words, game: str) -> tuple[dict[str, Any], ...]:
    """A game's cards by kind, each with its rule and the number of the ledger's line."""
    said = game_words(game, words.language)
    return tuple(
        {
            "title": said(f"rules.{group.title}"),
            "entries": [entry(game, group.kind, name, words.language) for name in group.names],
        }
        for group in find(game).cards
    )


@cache
def entry(game: str, kind: str, name: str, language: str) -> dict[str, Any]:
    """One card. `emblem`: an SVG symbol; `levels`: its upgrades' names and rules; `rulings`: numbers and texts."""
    words = find(game).words
    text, number = words.rule_words(name, language)
    symbol = find(game).pictures.emblems[name]
    said = words.name_words(kind, name, language)
    levels = words.better_words(name, language)
    found = {"id": name, "name": said, "text": text, "number": number, "emblem": symbol, "levels": levels}
    return found | {"rulings": words.rulings(name, language)}
