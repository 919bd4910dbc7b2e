"""Catalogues of words: one TOML file a language, which a translator can edit; the code names the sentence it wants."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "fr")


class MissingWords(KeyError):
    """A catalogue has no such sentence."""

    def __init__(self, key: str, language: str) -> None:
        self.key, self.language = key, language
        super().__init__(f"{key} in {language}")


def is_one(language: str, n: int) -> bool:
    """Whether a language speaks of n things in the singular."""
    return n in (0, 1) if language == "fr" else n == 1


class Words:
    """The sentences of one file: `words("moves.pass", n=2)`."""

    def __init__(self, language: str, package: str, path: str = "catalogue/{language}.toml") -> None:
        self.language = language
        source = files(package).joinpath(path.format(language=language))
        self._tree: dict[str, Any] = tomllib.loads(source.read_text(encoding="utf-8"))

    def find(self, key: str) -> Any:
        """What stands under a dotted key. Raises MissingWords."""
        found: Any = self._tree
        for part in key.split("."):
            if not isinstance(found, dict) or part not in found:
                raise MissingWords(key, self.language)
            found = found[part]
        return found

    def has(self, key: str) -> bool:
        """Whether there is anything under a dotted key."""
        try:
            self.find(key)
        except MissingWords:
            return False
        return True

    def __call__(self, key: str, /, **values: object) -> str:
        """A sentence with its values filled in; one that counts has two forms, `one` and `other`, and is given n."""
        found = self.find(key)
        if isinstance(found, dict):
            n = values["n"]
            found = found["one" if isinstance(n, int) and is_one(self.language, n) else "other"]
        return str(found).format(**values)

    def sentences(self) -> Iterator[tuple[str, str]]:
        """Every sentence with its dotted key, for the tests that compare languages."""
        yield from leaves("", self._tree)


def leaves(prefix: str, tree: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The sentences below a table."""
    for name, found in tree.items():
        key = f"{prefix}.{name}" if prefix else name
        if isinstance(found, dict):
            yield from leaves(key, found)
        else:
            yield key, str(found)


@cache
def catalogue(language: str, package: str) -> Words:
    """The catalogue of a package in a language; English for one that it does not have."""
    return Words(language if language in LANGUAGES else LANGUAGES[0], package)
