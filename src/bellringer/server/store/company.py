"""Reading and writing what passes between people besides the game: asides, reports, who is muted, rematches."""

from __future__ import annotations

from sqlalchemy import Engine, delete, select
from sqlalchemy.dialects.sqlite import insert

from bellringer.server.store.kept import Aside, Report
from bellringer.server.store.models import AsideRow, MuteRow, RematchRow, ReportRow
from bellringer.server.store.writer import Changes


class CompanyStore:
    """What an open database has of the company at its tables, each table by its number there."""

    def __init__(self, engine: Engine, changes: Changes) -> None:
        self.engine, self.changes = engine, changes

    def add_aside(self, table: int, aside: Aside) -> None:
        """Store a line of the spectators."""
        values = dict(vars(aside))
        statement = insert(AsideRow).values(table_id=table, person_id=values.pop("user"), **values)
        self.changes.put(lambda connection: connection.execute(statement), table)

    def asides(self, table: int) -> list[Aside]:
        """All that spectators have said at a table."""
        columns = (AsideRow.number, AsideRow.person_id, AsideRow.name, AsideRow.text, AsideRow.at, AsideRow.kind)
        with self.engine.connect() as connection:
            rows = connection.execute(select(*columns).where(AsideRow.table_id == table).order_by(AsideRow.number))
            return [Aside(*row) for row in rows]

    def add_report(self, table: int, report: Report) -> None:
        """Store a report; one that is there already stays as it is."""
        values = {"place": report.place, "line": report.line, "person_id": report.user, "at": report.at}
        statement = insert(ReportRow).values(table_id=table, **values).on_conflict_do_nothing()
        self.changes.put(lambda connection: connection.execute(statement), table)

    def reports(self, table: int) -> list[Report]:
        """The reports of a table's lines, the oldest first."""
        columns = (ReportRow.place, ReportRow.line, ReportRow.person_id, ReportRow.at)
        with self.engine.connect() as connection:
            rows = connection.execute(select(*columns).where(ReportRow.table_id == table).order_by(ReportRow.at))
            return [Report(*row) for row in rows]

    def put_mute(self, user: int, other: int, is_muted: bool) -> None:
        """Store that somebody does not want to read another, or does again."""
        put = insert(MuteRow).values(person_id=user, muted_id=other).on_conflict_do_nothing()
        drop = delete(MuteRow).where(MuteRow.person_id == user, MuteRow.muted_id == other)
        self.changes.put(lambda connection: connection.execute(put if is_muted else drop))

    def muted_by(self, user: int) -> frozenset[int]:
        """The ids of all whom somebody has muted."""
        with self.engine.connect() as connection:
            return frozenset(connection.execute(select(MuteRow.muted_id).where(MuteRow.person_id == user)).scalars())

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
        columns = select(RematchRow.person_id, RematchRow.commitment)
        columns = columns.where(RematchRow.table_id == table, RematchRow.commitment.is_not(None))
        with self.engine.connect() as connection:
            return {user: str(commitment) for user, commitment in connection.execute(columns)}

    def answers(self, table: int) -> dict[int, str]:
        """What people say to a rematch at a table, by their ids."""
        columns = select(RematchRow.person_id, RematchRow.answer).where(RematchRow.table_id == table)
        with self.engine.connect() as connection:
            return {user: answer for user, answer in connection.execute(columns)}
