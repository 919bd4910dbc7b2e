"""Plugins: bots from outside this package. `my_module:MyBot` names a class; `docs/write-a-bot.md` says what it needs.

`my_module:MyBot@my-net.bin` names a file besides, which the class is given when a bot is made.

A game with a plugin is played at a `Table`, move by move in Python. That is slower than the compiled loop, and its dice
are keyed as in live games. Every rotation of a deal uses the same dice, and gives each bot the same seed.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import os
import re
import sys
import time
from collections.abc import Sequence
from typing import Any, Protocol

from bellringer import bots as all_bots
from bellringer.core.compiled.state import State
from bellringer.core.contract.game import Game
from bellringer.core.edges.files import MEBIBYTE, check_ordinary, read_bytes
from bellringer.core.errors import BellringerError, OptionError
from bellringer.core.tables.table import Table, deal

PLUGIN = re.compile(r"(?P<module>[A-Za-z_][\w.]*):(?P<class>[A-Za-z_]\w*)(?:@(?P<file>.+))?", re.DOTALL)
MOST_FILE = 1024 * MEBIBYTE  # that a plugin reads
FAILURES = (Exception, SystemExit)  # SystemExit too, or a bot that calls exit() would end the match without a message
Outcome = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[float, ...]]


class Chooser(Protocol):
    """What the class of a plugin must offer."""

    def choose(self, table: Table, seat: int) -> str:
        """Return the name of one of `table.moves(seat)`."""


class BotFailed(BellringerError):
    """A plugin raised an error or made an illegal move."""


def is_plugin(name: str) -> bool:
    """Whether a bot's name has the form `module:Class` or `module:Class@file`, rather than being one of our own."""
    found = PLUGIN.fullmatch(name)
    return found is not None and found["module"] not in all_bots.names()


def file_of(name: str) -> str | None:
    """The file that the name of a plugin names."""
    found = PLUGIN.fullmatch(name)
    return None if found is None else found["file"]


def find_class(name: str) -> Any:
    """Import the class of a plugin, from the current folder too.

    Raises OptionError if the import fails, or the class has no method `choose`.
    """
    module_name, _, class_name = name.partition("@")[0].partition(":")
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(module_name)
    except FAILURES as error:  # the module's code can raise anything
        raise OptionError(f"{name}: can't import {module_name}: {reason_of(error)}") from error
    found = getattr(module, class_name, None)
    if not callable(getattr(found, "choose", None)):
        raise OptionError(f"{name}: {module_name} has no class {class_name} with a method choose(table, seat)")
    return found


def reason_of(error: BaseException) -> str:
    """The message of an error. SystemExit has none of its own, so its repr stands in."""
    return repr(error) if isinstance(error, SystemExit) else str(error)


def make(name: str, seed: int) -> Chooser:
    """Make a bot by name, a plugin or one of ours. Raises OptionError, and FileProblem if it names no file to read."""
    if not is_plugin(name):
        return all_bots.make(name, seed)
    found, file = find_class(name), file_of(name)
    if file is not None:
        check_ordinary(file)
    try:
        bot: Chooser = found(seed) if file is None else found(seed, file)
    except BellringerError as error:
        raise OptionError(f"{name}: {error}") from error
    except FAILURES as error:  # the bot's code can raise anything
        raise OptionError(f"{name}: can't be made with a seed: {reason_of(error)}") from error
    return bot


def fingerprint(name: str) -> str:
    """The SHA-256 of the file that defines a plugin, so that a match is not resumed with changed code.

    If its class names `files` that it reads, such as a net, or its name has a file, it is that of all of them. Raises
    FileProblem.
    """
    found, file = find_class(name), file_of(name)
    paths = [inspect.getfile(found), *getattr(found, "files", ()), *([] if file is None else [file])]
    digests = [hashlib.sha256(read_bytes(path, MOST_FILE)).hexdigest() for path in paths]
    return digests[0] if len(paths) == 1 else hashlib.sha256("".join(digests).encode()).hexdigest()


def play_at_table(game: Game, blank: State, players: Sequence[tuple[str, Chooser]], seed: bytes) -> Outcome:
    """Play a whole game and return places, scores, decisions and seconds of thought, each by seat.

    `players`: a name and a bot for each seat. Raises BotFailed.
    """
    table = deal(game, blank, seed)
    decisions, seconds = [0] * len(players), [0.0] * len(players)
    while table.pending:
        seat = table.pending[0]
        name, bot = players[seat]
        before = time.perf_counter()
        try:
            move = bot.choose(table, seat)
            seconds[seat] += time.perf_counter() - before
            table.play(move, seat)
        except BellringerError as error:
            raise BotFailed(f"{name}: {error}") from error
        except FAILURES as error:  # the bot's code can raise anything
            raise BotFailed(f"{name} failed after {table.moves_played} moves: {error!r}") from error
        decisions[seat] += 1
    result = table.result
    assert result is not None  # nobody is pending
    return tuple(result.places), tuple(result.scores), tuple(decisions), tuple(seconds)
