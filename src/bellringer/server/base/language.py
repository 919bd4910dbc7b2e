"""The language of a page: what the browser asks for, or what its user has chosen; and the pages' own words."""

from __future__ import annotations

from bellringer.core.contract.registry import find, game_names
from bellringer.core.shown.words import LANGUAGES, Words, catalogue

SPOKEN = {"en": "English", "fr": "Français"}


def words_in(language: str) -> Words:
    """What the pages say; English for a language that there is none of."""
    return catalogue(language, "bellringer.server")


def game_words(game: str, language: str) -> Words:
    """What the pages say of a game: the table `page` of the game's own catalogue."""
    return find(game).words.words_in(language).part("page")


def all_game_names(language: str) -> str:
    """The names of all games, as a sentence lists them."""
    *others, last = [game_words(game, language)("name") for game in game_names()]
    return words_in(language)("site.joined", first=", ".join(others), last=last) if others else last


def preferred(accepted: str) -> str:
    """The first of our languages in an Accept-Language header, by its weights; English when it wants none."""
    preferred = []
    for turn, part in enumerate(accepted[:500].split(",")):
        tag, _, weight = part.strip().partition(";")
        preferred.append((-weight_of(weight), turn, tag.split("-")[0].lower()))
    return next((tag for weight, _, tag in sorted(preferred) if tag in LANGUAGES and weight < 0), LANGUAGES[0])


def weight_of(text: str) -> float:
    """`q=0.8` as a number; 1 when nothing is said, 0 for nonsense."""
    name, _, value = text.strip().partition("=")
    if not name:
        return 1.0
    try:
        return min(1.0, max(0.0, float(value)))
    except ValueError:
        return 0.0
