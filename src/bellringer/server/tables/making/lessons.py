"""Lessons at real tables: each part is a table of its own, which begins from a prepared position, with bots.

A lesson that somebody has begun is the one unfinished table of its name where he sits; going on closes it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from bellringer.core.shown.show import Lesson
from bellringer.server.errors import Refused
from bellringer.server.store import Mark, TableKept, User
from bellringer.server.store.parsing import BadRow
from bellringer.server.store.store import Store
from bellringer.server.store.vault import UNFINISHED
from bellringer.server.tables.live.marked_lessons import lesson_of, taught
from bellringer.server.tables.making.found_positions import FoundPosition
from bellringer.server.tables.making.giving_way import GivingWay, Way
from bellringer.server.tables.making.table_setup import TableSetup
from bellringer.server.tables.memory.open_tables import OpenTables
from bellringer.server.tables.requests import SeatRequest, TableRequest

if TYPE_CHECKING:
    from bellringer.server.tables.memory.room import Room

OPPONENT = "greedy"  # answers at once
MOST_FOUND = 100  # unfinished tables of somebody among which a lesson is looked for


class LessonTables:
    """Finds, makes and closes the tables of lessons."""

    def __init__(self, tables: OpenTables, store: Store, setup: TableSetup, giving_way: GivingWay) -> None:
        self.tables, self.store, self.setup, self.giving_way = tables, store, setup, giving_way

    def begun(self, user: User | None, game: str) -> list[TableKept]:
        """The unfinished tables of a user with lessons of a game, the newest first; also one that is not stored yet."""
        if user is None:
            return []
        in_memory = (room.kept for room in self.tables.rooms.values() if room.seats_of(user))
        found = {kept.id: kept for kept in (*self.store.tables_of(user, MOST_FOUND), *in_memory)}
        return sorted((kept for kept in found.values() if self.is_open(kept, game)), key=lambda kept: -kept.id)

    def left_at(self, address: str, user: User | None) -> str:
        """The game of a lesson that a user has left at a table, which is closed since; empty for any other."""
        with suppress(BadRow):
            kept = self.store.table(address)
            is_own = kept is not None and user is not None and any(seat.user == user.id for seat in kept.seats)
            if kept is not None and is_own and kept.is_lesson and kept.status == "closed":
                return kept.game
        return ""

    def is_open(self, kept: TableKept, game: str) -> bool:
        """Whether a table has an unfinished lesson of a game."""
        is_closing = kept.address in self.tables.closing
        return kept.is_lesson and kept.game == game and kept.status in UNFINISHED and not is_closing

    async def begin(
        self, user: User, game: str, name: str, step: int, where: str = "", is_anew: bool = False
    ) -> Room | None:
        """The table of a part of a lesson; None behind the last part, where the lesson is over.

        `is_anew`: even where the user is at that part already. Other tables of the lesson are closed. Raises Refused.
        """
        lesson = lesson_of(game, name, "en")
        if not 0 <= step <= len(lesson.parts):
            raise Refused("missing", f"the lesson {name!r} has {len(lesson.parts)} parts", 404)
        way = await self.giving_way.find(user, where)
        old = self._of_lesson(self.begun(user, game), name)
        if not is_anew and (there := next((one for one in old if mark_of(one).step == step), None)) is not None:
            return await self.tables.find(there.address)
        left = self._of_lesson(self.begun(user, game), name)
        with self.store.changes.as_one():
            made = self._made(user, game, lesson, step, where, way)
            for kept in left:
                self.tables.close(kept)
        return made

    def _made(self, user: User, game: str, lesson: Lesson, step: int, where: str, way: Way | None) -> Room | None:
        """A new table of a part; none behind the last one."""
        if step == len(lesson.parts):
            return None
        return self.setup.make_from(user, prepared(game, lesson, step), wanted_for(game, lesson), where, way=way)

    def _of_lesson(self, tables: Iterable[TableKept], name: str) -> list[TableKept]:
        return [kept for kept in tables if mark_of(kept).source == name]


def mark_of(kept: TableKept) -> Mark:
    """The mark of a table that was not dealt."""
    assert kept.beginning is not None
    return kept.beginning.mark


def prepared(game: str, lesson: Lesson, step: int) -> FoundPosition:
    """The position of a part. Chance is the same for everybody, so that the guide knows what comes."""
    lessons = taught(game).lessons
    assert lessons is not None
    luck = hashlib.sha256(f"bellringer lesson {game} {lesson.name} {step}".encode()).digest()
    position = lessons.position(lesson.name, lesson.parts[step].name)
    return FoundPosition(dict(position), Mark("lesson", lesson.name, step), luck)


def wanted_for(game: str, lesson: Lesson) -> TableRequest:
    """The request for a lesson's table: the learner among bots."""
    seats = (
        SeatRequest("me") if seat == lesson.seat else SeatRequest("bot", bot=OPPONENT) for seat in range(lesson.seats)
    )
    return TableRequest(game, tuple(seats))
