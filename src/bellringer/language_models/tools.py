"""The tools of the Model Context Protocol by which a language model plays: `tables.py`, one call after the other."""

from __future__ import annotations

import functools
from collections.abc import Callable
from threading import Lock
from typing import ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from bellringer.core.errors import BellringerError
from bellringer.language_models.tables import Tables

P = ParamSpec("P")
R = TypeVar("R")

INSTRUCTIONS = """\
Board games about the plague. `games` lists them with their options. `begin` deals a table with bots on the other seats.
Every answer about a table has the question that you are asked, your legal moves by name with their words, what has
happened since, and a view of all that your seat may know. `play` makes a move by its name; the bots answer, you are
asked again. `preview` tells what a move will surely do, `rule` what a card or place does. What others hide and what
chance will bring is in no answer. `record` gives the whole game once it is over.
"""
WHAT = {
    "games": "The games with their options, and the bots that can sit at a table.",
    "begin": "Begin a game against bots. `mine`: the numbers of your seats, from 0; `opponents`: a bot for all other "
    "seats, or one for each of them in order; `options`: as `games` names them.",
    "look": "How a table stands: your question, your legal moves, what has happened since, and all that you may know.",
    "play": "Make a legal move by its name; the bots answer, and you are told how the table stands then. `seat`: where "
    "several seats are yours and asked.",
    "preview": "What a legal move will surely do, and what hangs on chance or on hidden things, before you make it.",
    "rule": "What a card, a place or a person does, by its name in views and moves, with rulings.",
    "record": "The whole game as a text that can be replayed, once it is over.",
    "leave": "Leave a table, which is gone then. Answers with the tables that are left.",
}
READS, ACTS = ToolAnnotations(read_only_hint=True), ToolAnnotations(read_only_hint=False, destructive_hint=False)
LEAVES = ToolAnnotations(read_only_hint=False, destructive_hint=True)


def server(tables: Tables) -> MCPServer:
    """A server with the tools over some tables."""
    made, lock = MCPServer("bellringer", instructions=INSTRUCTIONS, log_level="WARNING"), Lock()

    def told(work: Callable[P, R]) -> Callable[P, R]:
        """A tool whose refusals the model reads. Calls that come at once are answered one after the other."""

        @functools.wraps(work)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                with lock:
                    return work(*args, **kwargs)
            except BellringerError as error:
                raise ToolError(str(error)) from error

        return call

    for work, hints in (
        (tables.games, READS),
        (tables.begin, ACTS),
        (tables.look, READS),
        (tables.play, ACTS),
        (tables.preview, READS),
        (tables.rule, READS),
        (tables.record, READS),
        (tables.leave, LEAVES),
    ):
        made.tool(description=WHAT[work.__name__], annotations=hints)(told(work))
    return made
