"""The program's own words, and the language that its user wants. The games have words of their own."""

from __future__ import annotations

import os
from collections.abc import Mapping

from bellringer.core.words import LANGUAGES, Words, catalogue


def words_in(language: str) -> Words:
    """The program's own sentences."""
    return catalogue(language, "bellringer.terminal")


def preferred(environment: Mapping[str, str] | None = None) -> str:
    """The language that the environment asks for, the usual variables in their usual order; else English."""
    environment = os.environ if environment is None else environment
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            asked = value.replace("-", "_").partition("_")[0].partition(".")[0].lower()
            return asked if asked in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]
