"""The sentences of the terminal, and the language that the user prefers. Each game has its own catalogue."""

from __future__ import annotations

import os
from collections.abc import Mapping

from bellringer.core.words import LANGUAGES, Words, catalogue


def words_in(language: str) -> Words:
    """The catalogue of the terminal in a language."""
    return catalogue(language, "bellringer.terminal")


def preferred(environment: Mapping[str, str] | None = None) -> str:
    """The language that LC_ALL, LC_MESSAGES or LANG asks for, in this order; otherwise English."""
    environment = os.environ if environment is None else environment
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            asked = value.replace("-", "_").partition("_")[0].partition(".")[0].lower()
            return asked if asked in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]
