"""The sentences of the commands, and the language in which a command speaks.

`--lang` is an option of every command (`options.Commands`), with one meaning: what the command tells and asks is in
that language. Help, errors, JSON and the files that are written do not depend on it, but for a review's page.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import click

from bellringer.core.shown.words import LANGUAGES, Words, catalogue

LANGUAGE = "bellringer.language"  # under which a command's context has it


def words_in(language: str) -> Words:
    """The catalogue of the commands in a language."""
    return catalogue(language, "bellringer.commands")


def preferred(environment: Mapping[str, str] | None = None) -> str:
    """The language that LC_ALL, LC_MESSAGES or LANG asks for, in this order; otherwise English."""
    environment = os.environ if environment is None else environment
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            asked = value.replace("-", "_").partition("_")[0].partition(".")[0].lower()
            return asked if asked in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


def note(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """Keep the language that was asked for with a command, for the commands below it, too."""
    if value is not None:
        context.meta[LANGUAGE] = value
    return value


def spoken() -> str:
    """The language of the running command: what was asked for, otherwise what the user prefers."""
    context = click.get_current_context(silent=True)
    return str(context.meta.get(LANGUAGE) or preferred()) if context else preferred()


def words() -> Words:
    """The catalogue of the commands in the language of the running command."""
    return words_in(spoken())
