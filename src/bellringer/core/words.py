"""Catalogues of words: one TOML file a language, which a translator can edit; the code names the sentence it wants.

A sentence has its values in braces. One that counts is a table of two forms, `one` and `other`, chosen by `n`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from bellringer.core.components import laid_over

LANGUAGES = ("en", "fr")
FORMS = {"one", "other"}


# Spaces that French keeps with its marks: `\u00a0` before a colon and within quotes, `\u202f` before the others.
NO_BREAK = (
    (re.compile("« "), "«\u00a0"),
    (re.compile("[ \u00a0](?=[:»])"), "\u00a0"),
    (re.compile("[ \u00a0](?=[;!?])"), "\u202f"),
)


class MissingWords(KeyError):
    """A catalogue has no such sentence, or the sentence wants a value that nobody gave it."""

    def __init__(self, key: str, language: str) -> None:
        self.key, self.language = key, language
        super().__init__(f"{key} in {language}")


def languages() -> tuple[str, ...]:
    """The languages that there are catalogues for; the first stands in for any other."""
    return LANGUAGES


def is_one(language: str, n: int) -> bool:
    """Whether a language speaks of n things in the singular."""
    return n in (0, 1) if language == "fr" else n == 1


def spaced(text: str) -> str:
    """French as it is printed, no line ending before a mark; translators type plain spaces."""
    for plain, kept in NO_BREAK:
        text = plain.sub(kept, text)
    return text


def spaced_in(language: str, text: str) -> str:
    """A text of a language as it is printed."""
    return spaced(text) if language == "fr" else text


class Words:
    """The sentences of a catalogue, or of one table of it: `words.text("events.coins-paid", seat="Red", n=2)`."""

    def __init__(self, language: str, tree: dict[str, Any]) -> None:
        self.language = language
        self._tree = tree

    def part(self, key: str) -> Words:
        """The sentences of one table, by their keys in it. Raises MissingWords."""
        found = self.find(key)
        if not isinstance(found, dict):
            raise MissingWords(key, self.language)
        return Words(self.language, found)

    def joined(self, tree: Mapping[str, Any]) -> Words:
        """These sentences and others, tables within tables."""
        return Words(self.language, laid_over(self._tree, tree))

    def find(self, key: str) -> Any:
        """What stands under a dotted key: a sentence, or a table of them. Raises MissingWords."""
        found: Any = self._tree
        for part in key.split("."):
            if not isinstance(found, dict) or part not in found:
                raise MissingWords(key, self.language)
            found = found[part]
        return found

    def text(self, key: str, /, **values: object) -> str:
        """A sentence with its values filled in. Raises MissingWords."""
        found = self.find(key)
        if isinstance(found, dict):
            n = values.get("n")
            if set(found) != FORMS or not isinstance(n, int):
                raise MissingWords(key, self.language)
            found = found["one" if is_one(self.language, n) else "other"]
        try:
            return str(found).format(**values)
        except KeyError as missing:
            raise MissingWords(f"{key} {{{missing.args[0]}}}", self.language) from None

    def __call__(self, key: str, /, **values: object) -> str:
        """The same as `text`."""
        return self.text(key, **values)

    def keys(self) -> list[str]:
        """The dotted keys of all sentences; one that counts has one key."""
        return [key for key, _ in leaves("", self._tree)]

    def forms(self, key: str) -> list[str]:
        """A sentence as it stands in the file, or both forms of one that counts."""
        found = self.find(key)
        return [str(form) for form in found.values()] if isinstance(found, dict) else [str(found)]


def leaves(prefix: str, tree: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The sentences below a table."""
    for name, found in tree.items():
        key = f"{prefix}.{name}" if prefix else name
        if isinstance(found, dict) and set(found) != FORMS:
            yield from leaves(key, found)
        else:
            yield key, found


@cache
def catalogue(language: str, package: str, path: str = "catalogue/{language}.toml") -> Words:
    """The catalogue of a package in a language; English for one that it does not have."""
    language = language if language in LANGUAGES else LANGUAGES[0]
    text = files(package).joinpath(path.format(language=language)).read_text(encoding="utf-8")
    return Words(language, tomllib.loads(spaced_in(language, text)))
