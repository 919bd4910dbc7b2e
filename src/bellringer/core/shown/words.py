"""Catalogues of sentences: one TOML file for each language, which translators edit. The code asks for a key.

Values stand in braces in a sentence. A sentence that counts is a table of two forms, `one` and `other`; the value `n`
chooses between them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from bellringer.core.edges.components import laid_over

LANGUAGES = ("en", "fr")
FORMS = {"one", "other"}
KEPT = 4_000  # sentences with their values that a catalogue keeps: most are said again soon


# French puts no-break spaces before its marks: `\u00a0` before a colon and within quotes, `\u202f` before others; and
# its apostrophe, which translators type plain, is `’`.
PRINTED = (
    (re.compile("« "), "«\u00a0"),
    (re.compile("[ \u00a0](?=[:»])"), "\u00a0"),
    (re.compile("[ \u00a0](?=[;!?])"), "\u202f"),
    (re.compile(r"(?<=\w)'(?=[\w{«])"), "’"),
)


class MissingWords(KeyError):
    """A catalogue has no sentence under a key, or the sentence needs a value that was not given."""

    def __init__(self, key: str, language: str) -> None:
        self.key, self.language = key, language
        super().__init__(f"{key} in {language}")


def languages() -> tuple[str, ...]:
    """The languages that have catalogues. The first is used for any other language."""
    return LANGUAGES


def is_one(language: str, n: int) -> bool:
    """Whether a language uses the singular for n things."""
    return n in (0, 1) if language == "fr" else n == 1


def spaced(text: str) -> str:
    """Replace the plain spaces and apostrophes that translators type by those that French prints."""
    for plain, printed in PRINTED:
        text = plain.sub(printed, text)
    return text


def spaced_in(language: str, text: str) -> str:
    """A text of a language as it is printed."""
    return spaced(text) if language == "fr" else text


def labelled(language: str, label: object, value: object) -> str:
    """A value behind its label, with the colon between them that the language prints."""
    colon = "\u00a0:" if language == "fr" else ":"
    return f"{label}{colon} {value}"


class Words:
    """The sentences of a catalogue, or of one table of it: `words.text("events.coins-paid", seat="Red", n=2)`."""

    def __init__(self, language: str, tree: dict[str, Any]) -> None:
        self.language = language
        self._tree = tree
        self._found: dict[str, Any] = {}  # what was looked for before, by its keys
        self._plain: dict[str, str] = {}  # sentences without values that were asked for before
        self._kept = lru_cache(KEPT, typed=True)(self._filled)  # 1 and True are the same key, but other words

    def part(self, key: str) -> Words:
        """The sentences of one table of the catalogue. Raises MissingWords if there is no such table."""
        found = self.find(key)
        if not isinstance(found, dict):
            raise MissingWords(key, self.language)
        return Words(self.language, found)

    def joined(self, tree: Mapping[str, Any]) -> Words:
        """These sentences and others, tables within tables."""
        return Words(self.language, laid_over(self._tree, tree))

    def find(self, key: str) -> Any:
        """The sentence or table under a dotted key. Raises MissingWords."""
        if key in self._found:
            return self._found[key]
        found: Any = self._tree
        for part in key.split("."):
            if not isinstance(found, dict) or part not in found:
                raise MissingWords(key, self.language)
            found = found[part]
        self._found[key] = found
        return found

    def text(self, key: str, /, **values: object) -> str:
        """The sentence under a key, with its values filled in. Raises MissingWords."""
        if values:
            return self._kept(key, **values)
        if key not in self._plain:
            self._plain[key] = self._filled(key)
        return self._plain[key]

    def _filled(self, key: str, /, **values: object) -> str:
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
        """Call `text`: the sentence under a key, with its values filled in."""
        return self.text(key, **values)

    def keys(self) -> list[str]:
        """The dotted keys of all sentences. A sentence that counts has one key for both forms."""
        return [key for key, _ in leaves("", self._tree)]

    def forms(self, key: str) -> list[str]:
        """The text under a key without values filled in; two texts for a sentence that counts."""
        found = self.find(key)
        return [str(form) for form in found.values()] if isinstance(found, dict) else [str(found)]


def leaves(prefix: str, tree: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """All sentences below a table, each with its dotted key."""
    for name, found in tree.items():
        key = f"{prefix}.{name}" if prefix else name
        if isinstance(found, dict) and set(found) != FORMS:
            yield from leaves(key, found)
        else:
            yield key, found


@cache
def catalogue(language: str, package: str, path: str = "catalogue/{language}.toml") -> Words:
    """Load the catalogue of a package, the English one if there is none in that language."""
    language = language if language in LANGUAGES else LANGUAGES[0]
    text = files(package).joinpath(path.format(language=language)).read_text(encoding="utf-8")
    return Words(language, tomllib.loads(spaced_in(language, text)))


@cache
def words_of_rows(language: str, package: str, file: str, table: str) -> dict[str, Any]:
    """The sentences of a file whose rows have theirs in every language: those of a table's rows, by their numbers."""
    rows = tomllib.loads(files(package).joinpath(file).read_text(encoding="utf-8"))[table]
    in_order = sorted(rows, key=lambda name: int(rows[name]["number"]))
    return {name: spaced_leaves(language, rows[name][language]) for name in in_order}


def spaced_leaves(language: str, tree: dict[str, Any]) -> dict[str, Any]:
    """All sentences below a table as a language prints them."""
    return {
        key: spaced_leaves(language, found) if isinstance(found, dict) else spaced_in(language, found)
        for key, found in tree.items()
    }
