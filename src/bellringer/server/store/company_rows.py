"""Reading and writing what passes between people besides the game: asides, reports, who is muted, rematches."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from sqlalchemy import Engine, Select, delete, select
from sqlalchemy.dialects.sqlite import insert

from bellringer.server.store.models import AsideRow, MuteRow, RematchRow, ReportRow
from bellringer.server.store.parsing import SetAside, parsed
from bellringer.server.store.rows import aside_of, in_places
from bellringer.server.store.values.kept import GONE, Aside, Report
from bellringer.server.store.writer import Changes


class CompanyStore:
    """What an open database has of the company at its tables, each table by its number there.

    What can't be read of it is set aside: a line is gone, and a report, an answer or a mute was never made.
    """

    def __init__(self, engine: Engine, changes: Changes, aside: SetAside) -> None:
        self.engine, self.changes, self.set_aside = engine, changes, aside

    def _rows(self, statement: Select[Any]) -> list[Mapping[Any, Any]]:
        with self.engine.connect() as connection:
            return list(connection.execute(statement).mappings())

    def add_aside(self, table: int, aside: Aside) -> None:
        """Store a line of the spectators."""
        values = dict(vars(aside))
        statement = insert(AsideRow).values(table_id=table, person_id=values.pop("user"), **values)
        self.changes.put(lambda connection: connection.execute(statement), table)

    def asides(self, table: int) -> list[Aside]:
        """All that spectators have said at a table."""
        rows = self._rows(select(*AsideRow.__table__.columns).where(AsideRow.table_id == table))
        return in_places(self.set_aside.readable(aside_of, rows), lambda number: Aside(number, 0, "", "", 0, GONE))

    def add_report(self, table: int, report: Report) -> None:
        """Store a report; one that is there already stays as it is."""
        values = {"place": report.place, "line": report.line, "person_id": report.user, "at": report.at}
        statement = insert(ReportRow).values(table_id=table, **values).on_conflict_do_nothing()
        self.changes.put(lambda connection: connection.execute(statement), table)

    def reports(self, table: int) -> list[Report]:
        """The reports of a table's lines, the oldest first."""
        columns = select(*ReportRow.__table__.columns).where(ReportRow.table_id == table)
        found = self.set_aside.readable(partial(parsed, ReportRow), self._rows(columns.order_by(ReportRow.at)))
        return [Report(row["place"], row["line"], row["person_id"], row["at"]) for row in found]

    def put_mute(self, user: int, other: int, is_muted: bool) -> None:
        """Store that somebody does not want to read another, or does again."""
        put = insert(MuteRow).values(person_id=user, muted_id=other).on_conflict_do_nothing()
        drop = delete(MuteRow).where(MuteRow.person_id == user, MuteRow.muted_id == other)
        self.changes.put(lambda connection: connection.execute(put if is_muted else drop))

    def muted_by(self, user: int) -> frozenset[int]:
        """The ids of all whom somebody has muted."""
        rows = self._rows(select(*MuteRow.__table__.columns).where(MuteRow.person_id == user))
        return frozenset(row["muted_id"] for row in self.set_aside.readable(partial(parsed, MuteRow), rows))

    def put_answer(self, table: int, user: int, answer: str, commitment: str | None = None) -> None:
        """Store what somebody says to a rematch. `commitment`: to a nonce for its deal."""
        values = {"answer": answer, "commitment": commitment}
        statement = insert(RematchRow).values(table_id=table, person_id=user, **values)
        put = statement.on_conflict_do_update(index_elements=["table_id", "person_id"], set_=values)
        self.changes.put(lambda connection: connection.execute(put), table)

    def drop_answers(self, table: int) -> None:
        """Forget an offer of a rematch, with all answers."""
        statement = delete(RematchRow).where(RematchRow.table_id == table)
        self.changes.put(lambda connection: connection.execute(statement), table)

    def commitments(self, table: int) -> dict[int, str]:
        """What people have committed to for the deal of a rematch, by their ids."""
        found = {row["person_id"]: row["commitment"] for row in self._rematch(table)}
        return {user: commitment for user, commitment in found.items() if commitment is not None}

    def answers(self, table: int) -> dict[int, str]:
        """What people say to a rematch at a table, by their ids."""
        return {row["person_id"]: row["answer"] for row in self._rematch(table)}

    def _rematch(self, table: int) -> list[dict[str, Any]]:
        rows = self._rows(select(*RematchRow.__table__.columns).where(RematchRow.table_id == table))
        return self.set_aside.readable(partial(parsed, RematchRow), rows)
