"""Finished games that somebody looks back on: a few, kept beside the tables that are open, which know nothing of them.

A game is replayed by the rules of today. Where these have changed since it was played, what they still allow is made
again, and `Gaps` says what is not.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

import structlog
from sqlalchemy.exc import DBAPIError

from bellringer.core.errors import BellringerError
from bellringer.core.tables.table import Table
from bellringer.server.base.turns import Path
from bellringer.server.errors import Refused
from bellringer.server.store import TableKept, User
from bellringer.server.store.health import Health
from bellringer.server.store.parsing import BadRow
from bellringer.server.store.store import Store
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.live.rebuilding import damaged, game_of, set_aside
from bellringer.server.tables.live.rule_changes import changed_parts, played, standing, table_after
from bellringer.server.tables.memory.open_tables import OpenTables
from bellringer.server.tables.memory.room import BEGUN, Room

MOST = 20  # games that are kept, of some hundred kilobytes each

log = structlog.get_logger()


@dataclass(frozen=True)
class Gaps:
    """What of a game can't be replayed since rules have changed. `parts`: of the rules; none where nothing has changed.

    `before`: moves that came before the first one that is shown; `after`: moves that followed the last one. Without
    either the game goes the same way by the rules of today, if `is_sure`.
    """

    parts: tuple[str, ...] = ()
    before: int = 0
    after: int = 0
    is_sure: bool = True


NO_GAPS = Gaps()


@dataclass(eq=False)
class Replayed:
    """A game as it is replayed, of a table that runs or is over."""

    live: LiveGame

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen there."""
        return bool(self.live.ended_by)

    @property
    def table(self) -> Table:
        """What is replayed: the game, as far as its moves can be made by the rules of today."""
        return self._found[0] if self.is_over else self.live.table

    @property
    def gaps(self) -> Gaps:
        """What is not."""
        return self._found[1] if self.is_over else gaps_while_running(self.live)

    @cached_property
    def _found(self) -> tuple[Table, Gaps]:
        return replayable(self.live)


def gaps_while_running(live: LiveGame) -> Gaps:
    """What came before the last change of rules can't be made again."""
    parts = tuple(dict.fromkeys(part for change in live.changes for part in changed_parts(change)))
    return Gaps(parts, before=live.table.moves_before) if parts else NO_GAPS


def replayable(live: LiveGame) -> tuple[Table, Gaps]:
    """What of a finished game can be replayed: all of it, unless rules have changed.

    Where they have changed since it ended, it is stored as a position alone; so its moves are made once more by the
    rules of today, for as long as they are legal.
    """
    gaps = gaps_while_running(live)
    if not live.changes or live.table.moves_played:
        return live.table, gaps
    change, earlier = live.changes[-1], live.changes[:-1]
    first = earlier[-1].number + 1 if earlier else 1
    moves = standing(live.acts[: change.number - 1], first)
    try:
        table = table_after(live.kept, live.acts[: change.number - 1], earlier)
        count = played(table, moves)
    except BellringerError:  # not even what it began from can be had any more
        return live.table, gaps
    is_sure = count == len(moves) and table.position() == live.table.position()
    return table, Gaps(gaps.parts, before=table.moves_before, after=len(moves) - count, is_sure=is_sure)


class Replays:
    """The games of a server that are looked back on, those of finished tables that are not in memory among them."""

    def __init__(self, tables: OpenTables, store: Store, health: Health) -> None:
        self.tables, self.store, self.health = tables, store, health
        self.kept: OrderedDict[str, Replayed] = OrderedDict()  # by address, the newest last

    async def find(self, address: str, may_see: Callable[[Room], bool], user: User | None, who: Path) -> Replayed:
        """The game at an address, for who may see it. `who`: whose turn it takes to build one. Raises Refused.

        What is in memory is taken as it is, since not all of it may be stored yet.
        """
        kept = None if address in self.tables.rooms else self._over(address)
        if kept is None:
            return await self._at_table(address, may_see, user)
        if not may_see(Room(kept)):
            raise no_game()
        if address not in self.kept:
            async with self.tables.finished.taken(who):
                began = time.monotonic()
                self.keep(address, Replayed(self._built(kept)))
                await asyncio.sleep(3 * (time.monotonic() - began))  # they take a quarter of the time
        found = self.kept[address]
        found.live.kept = kept  # somebody may have another name since
        self.kept.move_to_end(address)
        return found

    def _over(self, address: str) -> TableKept | None:
        """The row of a finished table; None for any other, and for one that can't be read."""
        with suppress(DBAPIError, BadRow):
            kept = self.store.table(address)
            return kept if kept is not None and kept.status == "over" else None
        return None

    async def _at_table(self, address: str, may_see: Callable[[Room], bool], user: User | None) -> Replayed:
        room = await self.tables.seen(address, may_see, user)
        if room is None or room.kept.status not in BEGUN:
            raise no_game()
        known = self.kept.get(address)
        if known is None or known.live is not room.game:
            known = Replayed(room.game)
            self.keep(address, known)
        return known

    def keep(self, address: str, found: Replayed) -> None:
        """Keep a game; of too many, the one that was looked at least lately is let go."""
        self.kept[address] = found
        self.kept.move_to_end(address)
        while len(self.kept) > MOST:
            self.kept.popitem(last=False)

    def _built(self, kept: TableKept) -> LiveGame:
        """A finished game from what is kept of it. It is not put into memory, and nothing is stored. Raises Refused."""
        if not kept.seed:
            raise Refused("locked", "this table waits for the keys of the server", 503)
        try:
            live = game_of(self.store, kept).live
        except Exception as error:  # whose words may tell what was hidden
            self.health.note(error)
            set_aside(self.store, kept, error)
            log.error("a game can't be replayed", table=kept.id, error=type(error).__name__)
            raise damaged() from None
        live.ended_by = kept.ended_by
        return live


def no_game() -> Refused:
    """What who wants to look back on a game is told that is not there, has not begun, or is not for them to see."""
    return Refused("no-replay", "there is no such game, or it was removed, or it is not for you to see", 404)
