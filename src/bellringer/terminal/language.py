"""The program's own words, in the languages of `catalogue/`. The games have their own."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "fr")


@cache
def catalogue(path: str) -> dict[str, Any]:
    """All sentences of a file by section and name."""
    return tomllib.loads(files("bellringer.terminal").joinpath(path).read_text(encoding="utf-8"))


def preferred(environment: Mapping[str, str] | None = None) -> str:
    """The language that the environment asks for, the usual variables in their usual order; else English."""
    environment = os.environ if environment is None else environment
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            asked = value.replace("-", "_").partition("_")[0].partition(".")[0].lower()
            return asked if asked in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


def is_one(language: str, n: int) -> bool:
    """Whether a language speaks of n things in the singular."""
    return n in (0, 1) if language == "fr" else n == 1


class Words:
    """The sentences of one language: `words("play.saved", file=name)`. `path`: which file they stand in."""

    def __init__(self, language: str, path: str = "catalogue/{language}.toml") -> None:
        self.language = language
        self._sections = catalogue(path.format(language=language))

    def __call__(self, name: str, /, **values: object) -> str:
        """A sentence with its values filled in; one that counts has two forms and is given `n`."""
        section, _, key = name.partition(".")
        found = self._sections[section][key]
        if isinstance(found, dict):
            n = values["n"]
            found = found["one" if isinstance(n, int) and is_one(self.language, n) else "other"]
        return str(found).format(**values)
