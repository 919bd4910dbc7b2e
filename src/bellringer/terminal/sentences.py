"""The sentences of a game that is played at the terminal. Each game has its own catalogue besides."""

from __future__ import annotations

from bellringer.core.shown.words import Words, catalogue


def sentences_in(language: str) -> Words:
    """The catalogue of playing at the terminal, in a language."""
    return catalogue(language, "bellringer.terminal")
