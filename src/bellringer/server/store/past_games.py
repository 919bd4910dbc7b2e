"""The latest finished games of somebody, in short: what is counted as statistics.

Of all finished games of a person the latest are read, so that the cost has a bound. What somebody has set up (a lesson,
a game played on from a moment of another one) is not among them, nor is a game without places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Engine, select

from bellringer import bots
from bellringer.server.store.models import SeatRow, TableRow
from bellringer.server.store.parsing import SetAside, parsed
from bellringer.server.store.values.kept import User

MOST_GAMES = 1_000
OF_TABLE = (TableRow.game, TableRow.levels)


@dataclass(frozen=True)
class PastGame:
    """A finished game of somebody. `place`: from 1; `people`: whether others have played, too; `bots`: by name."""

    game: str
    seats: int
    place: int
    people: bool
    bots: tuple[str, ...]


def past_games(engine: Engine, aside: SetAside, user: User, most: int = MOST_GAMES) -> list[PastGame]:
    """Of the latest finished tables where a user sits those whose games count, the newest first.

    Where several people share the user's screen, none of them is the user more than the others: these are left out.
    """
    own = select(SeatRow.table_id, SeatRow.ended).where(SeatRow.person_id == user.id, SeatRow.ended > 0).distinct()
    latest = own.order_by(SeatRow.ended.desc(), SeatRow.table_id.desc()).limit(most).subquery()
    columns = select(*SeatRow.__table__.columns, *OF_TABLE).join(TableRow, TableRow.id == SeatRow.table_id)
    is_meant = TableRow.id.in_(select(latest.c.table_id)) & (TableRow.status == "over") & TableRow.beginning.is_(None)
    order = (SeatRow.table_id.desc(), SeatRow.number)
    with engine.connect() as connection:
        seats = aside.readable(seat_of, connection.execute(columns.where(is_meant).order_by(*order)).mappings())
    return list(games_of(seats, user))


def seat_of(row: Mapping[Any, Any]) -> dict[str, Any]:
    """A seat, and of its table the game and how the levels of bots were cut. Raises BadRow."""
    table = {column.key: row[column.key] for column in OF_TABLE}
    seat = {name: value for name, value in row.items() if name not in table}
    return {**parsed(SeatRow, seat), **parsed(TableRow, {"id": row["table_id"], **table})}


def games_of(seats: list[dict[str, Any]], user: User) -> Iterator[PastGame]:
    """The games of which these are all seats."""
    for _, group in groupby(seats, key=lambda seat: seat["table_id"]):
        table = list(group)
        own = [seat for seat in table if seat["person_id"] == user.id]
        others = [seat for seat in table if seat["person_id"] != user.id]
        if len(own) == 1 and own[0]["place"]:
            played = tuple(bots.as_of(seat["bot"], seat["levels"]) for seat in others if seat["bot"])
            yield PastGame(table[0]["game"], len(table), own[0]["place"], len(played) < len(others), played)
