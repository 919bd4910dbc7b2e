"""The rule of every card in two lines, for the page of the rules and for what is shown beside a card."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from bellringer.games.notre_dame.names import ACTIONS, PERSONS
from bellringer.games.rattus.names import PLAYABLE
from bellringer.server.language import SiteWords
from bellringer.server.labels import name_words

GROUPS = {
    "notre-dame": (("actions", "card", ACTIONS), ("persons", "person", PERSONS)),
    "rattus": (("classes", "card", PLAYABLE),),
}


def groups_of(words: SiteWords, game: str) -> tuple[dict[str, Any], ...]:
    """A game's cards by kind, each with its rule and the number of the ledger's line."""
    return tuple(
        {"title": words(f"rules.{title}"), "entries": [entry(game, kind, name, words.language) for name in names]}
        for title, kind, names in GROUPS[game]
    )


@cache
def entry(game: str, kind: str, name: str, language: str) -> dict[str, str]:
    """One card."""
    text, number = import_module(f"bellringer.{game.replace('-', '_')}.words").rule_words(name, language)
    return {"id": name, "name": name_words(game, kind, name, language), "text": text, "number": number, "emblem": name}
