"""The language of a page: what the browser asks for, or what its person has chosen; and the pages' own words."""

from __future__ import annotations

from functools import cache

from bellringer.core.words import LANGUAGES, Words

SPOKEN = {"en": "English", "fr": "Français"}


class SiteWords:
    """The sentences of the pages: those of the site, and those of the table, which have a file of their own."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._site = Words(language, "bellringer.server")
        self._table = Words(language, "bellringer.server", "catalogue/table_{language}.toml")

    def text(self, key: str, /, **values: object) -> str:
        """A sentence; keys that begin with `table.` are in the table's file. Raises MissingWords."""
        if key.startswith("table."):
            return self._table.text(key.removeprefix("table."), **values)
        return self._site.text(key, **values)

    def __call__(self, key: str, /, **values: object) -> str:
        """The same as `text`."""
        return self.text(key, **values)


@cache
def catalogue_of(language: str) -> SiteWords:
    """The words in a language; English for one that there is none of."""
    return SiteWords(language if language in LANGUAGES else LANGUAGES[0])


def preferred(accepted: str) -> str:
    """The first of our languages in an Accept-Language header, by its weights; English when it wants none."""
    wishes = []
    for turn, part in enumerate(accepted[:500].split(",")):
        tag, _, weight = part.strip().partition(";")
        wishes.append((-weight_of(weight), turn, tag.split("-")[0].lower()))
    return next((tag for weight, _, tag in sorted(wishes) if tag in LANGUAGES and weight < 0), LANGUAGES[0])


def weight_of(text: str) -> float:
    """`q=0.8` as a number; 1 when nothing is said, 0 for nonsense."""
    name, _, value = text.strip().partition("=")
    if not name:
        return 1.0
    try:
        return min(1.0, max(0.0, float(value)))
    except ValueError:
        return 0.0
