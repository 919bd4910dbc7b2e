"""Statements that are carried out so often that the driver is handed them itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.dialects.sqlite.pysqlite import dialect
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.compiler import SQLCompiler

MOST_ROWS = 16  # of one statement: the driver keeps it compiled for each number of rows


class Driven:
    """A statement that the driver is handed itself: SQLAlchemy takes longer to do that than SQLite to carry it out.

    `names`: of the values that it takes; those that it names itself where there are none.
    """

    def __init__(self, statement: ClauseElement, names: Sequence[str] | None = None) -> None:
        compiled = statement.compile(dialect=dialect(), column_keys=names)
        assert isinstance(compiled, SQLCompiler) and compiled.positiontup is not None
        self.text, self.names = str(compiled), tuple(compiled.positiontup)
        # The values that are part of the statement; a forgotten one of the others must not be stored as something.
        self.fixed = {name: bind.value for name, bind in compiled.binds.items() if not bind.required}

    def execute(self, connection: Connection, values: Mapping[str, Any]) -> DBAPICursor:
        """Do it with these values, within what the connection does. The cursor has the rows that it finds.

        Raises KeyError without a value, and DBAPIError as the connection itself does.
        """
        return self._carry_out(connection, "execute", self.text, self._in_order(values))

    def execute_all(self, connection: Connection, rows: Iterable[Mapping[str, Any]]) -> None:
        """The same with the values of each row."""
        self._carry_out(connection, "executemany", self.text, [self._in_order(values) for values in rows])

    def execute_rows(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """The same for a statement that has `VALUES (...)` with all its values, by as few statements as can be.

        With each statement the driver lets other threads have the interpreter, and then has to get it back from them.
        """
        values = [self._in_order(row) for row in rows]
        for first in range(0, len(values), MOST_ROWS):
            some = values[first : first + MOST_ROWS]
            text = text_of_rows(self.text, len(some))
            self._carry_out(connection, "execute", text, [one for row in some for one in row])

    def _in_order(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple(values[name] if name in values else self.fixed[name] for name in self.names)

    def _carry_out(self, connection: Connection, way: str, text: str, values: Any) -> DBAPICursor:
        cursor, driver = connection.connection.cursor(), connection.dialect.loaded_dbapi
        try:
            getattr(cursor, way)(text, values)
        except driver.Error as error:
            raised = DBAPIError.instance(text, None, error, driver.Error, connection.engine.hide_parameters)
            raise raised from error
        return cursor


@lru_cache(256)
def text_of_rows(text: str, number: int) -> str:
    """A statement with the places for one row's values, with those for several."""
    before, _, rest = text.partition("VALUES (")
    places, _, after = rest.partition(")")
    return f"{before}VALUES {', '.join([f'({places})'] * number)}{after}"
