"""Has what somebody has brought read in a process of its own, which is ended when it takes too long."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bellringer.core.errors import BellringerError
from bellringer.server.base.turns import Turns
from bellringer.server.errors import Refused
from bellringer.server.store.brought_rows import MOST_BYTES

COMMAND = (sys.executable, "-m", "bellringer.server.tables.brought.reading_process")
DEADLINE = 30.0  # seconds
MOST_WAITING = 20  # texts, since they are read one by one
HANDED_ON = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "LANG")  # of the environment; nothing else is its business


class Unreadable(BellringerError):
    """What was brought is nothing that can be looked at. `why`: a code; `told`: where, and the reason."""

    def __init__(self, why: str, told: Mapping[str, Any] | None = None) -> None:
        self.why, self.told = why, dict(told or {})
        super().__init__(f"what was brought can't be read: {why}")


@dataclass(frozen=True)
class Readable:
    """What was brought: a game of so many seats, after so many moves."""

    game: str
    seats: int
    moves: int


@dataclass
class Reader:
    """Reads one text after the other, each in a process of its own."""

    command: Sequence[str] = COMMAND
    deadline: float = DEADLINE
    turns: Turns = field(default_factory=lambda: Turns(1))

    async def read(self, data: bytes, who: object) -> Readable:
        """What a text is. `who`: whose turn it takes. Raises Unreadable, Refused."""
        if not data.strip():
            raise Unreadable("empty")
        if len(data) > MOST_BYTES:
            raise Unreadable("long")
        if len(self.turns) >= MOST_WAITING:
            raise Refused("busy", "too many texts wait to be read", 503)
        async with self.turns.taken(who):
            found = await self._answer(data)
        if "why" in found:
            raise Unreadable(str(found["why"]), found)
        return Readable(found["game"], found["seats"], found["moves"])

    async def _answer(self, data: bytes) -> dict[str, Any]:
        """What the process says; that it took too long, or has ended without a word."""
        environment = {name: os.environ[name] for name in HANDED_ON if name in os.environ}
        process = await asyncio.create_subprocess_exec(
            *self.command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment
        )
        try:
            said, _ = await asyncio.wait_for(process.communicate(data), self.deadline)
        except TimeoutError:
            return {"why": "slow"}
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        try:
            found = json.loads(said)
        except ValueError:
            return {"why": "slow"}  # it was ended for the time or the memory that it took
        return found if isinstance(found, dict) else {"why": "slow"}
