"""Bots from outside: `my_module:MyBot` names a class of yours, made with a seed, asked with `choose(table, seat)`.

Such a game is played at a table, move by move in Python: slower than the compiled loop, and the dice are keyed as in
live games. Every rotation of a deal has the same dice, and each bot the same seed.
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
from bellringer.core.errors import BellringerError, IllegalMove, OptionError
from bellringer.core.game import Game
from bellringer.core.state import State
from bellringer.core.table import Table, deal

OWN = re.compile(r"([A-Za-z_][\w.]*):([A-Za-z_]\w*)")
FAILURES = (Exception, SystemExit)  # a bot that leaves would otherwise end the match without a word
Outcome = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[float, ...]]


class Chooser(Protocol):
    """What a bot must have."""

    def choose(self, table: Table, seat: int) -> str:
        """The name of one of `table.moves(seat)`."""


class BotFailed(BellringerError):
    """Somebody's own bot raised an error or made an illegal move."""


def is_own(name: str) -> bool:
    """Whether a name means a class outside of this package."""
    found = OWN.fullmatch(name)
    return found is not None and found[1] not in all_bots.names()


def find_class(name: str) -> Any:
    """The class of `module:Class`, looked for in the current folder too. Raises OptionError."""
    module_name, _, class_name = name.partition(":")
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(module_name)
    except FAILURES as error:  # whatever the module's own code raises
        raise OptionError(f"{name}: can't import {module_name}: {reason_of(error)}") from error
    found = getattr(module, class_name, None)
    if not callable(getattr(found, "choose", None)):
        raise OptionError(f"{name}: {module_name} has no class {class_name} with a method choose(table, seat)")
    return found


def reason_of(error: BaseException) -> str:
    """What an error says; of one that leaves, that it does."""
    return repr(error) if isinstance(error, SystemExit) else str(error)


def make(name: str, seed: int) -> Chooser:
    """A bot, ours or somebody's own. Raises OptionError."""
    if not is_own(name):
        return all_bots.make(name, seed)
    found = find_class(name)
    try:
        bot: Chooser = found(seed)
    except FAILURES as error:  # whatever the bot's own code raises
        raise OptionError(f"{name}: can't be made with a seed: {reason_of(error)}") from error
    return bot


def fingerprint(name: str) -> str:
    """SHA-256 of the file that a bot's class stands in; other code may play another match."""
    with open(inspect.getfile(find_class(name)), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def play_at_table(game: Game, blank: State, players: Sequence[tuple[str, Chooser]], seed: bytes) -> Outcome:
    """A whole game; `players`: name and bot by seat. Returns places, scores, decisions and seconds by seat."""
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
        except IllegalMove as error:
            raise BotFailed(f"{name}: {error}") from error
        except FAILURES as error:  # whatever the bot's own code raises
            raise BotFailed(f"{name} failed after {table.moves_played} moves: {error!r}") from error
        decisions[seat] += 1
    result = table.result
    assert result is not None  # nobody is pending
    return tuple(result.places), tuple(result.scores), tuple(decisions), tuple(seconds)
