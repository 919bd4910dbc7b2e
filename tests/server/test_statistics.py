"""Somebody's own statistics: which games count, what they come to, and that they cost no more with the years."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import event, update

from bellringer.server.people.statistics import Tally, lines_of
from bellringer.server.store import Beginning, Mark, SeatKept, User
from bellringer.server.store.models import SeatRow
from bellringer.server.store.past_games import MOST_GAMES, PastGame, past_games
from bellringer.server.store.store import Store
from tests.server.callers import Api
from tests.server.services import kept_table, play_out

pytestmark = pytest.mark.unhurried


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty database."""
    found = Store(tmp_path / "bellringer.sqlite3")
    yield found
    found.close()


def put(store: Store, number: int, seats: list[User | str], places: list[int], **more: object) -> None:
    """A finished table where people and bots have got these places."""
    kept = tuple(
        SeatKept(seat, bot=who) if isinstance(who, str) else SeatKept(seat, who.id, who.name)
        for seat, who in enumerate(seats)
    )
    table = replace(
        kept_table("rattus", len(seats)), address=f"table {number}", seats=kept, status="over", ended_by="game"
    )
    store.put_places(store.add_table(replace(table, changed=number + 1, **more)), places)


def found(store: Store, user: User) -> list[PastGame]:
    """The games of somebody that count."""
    return past_games(store.engine, store.aside, user)


def test_games_are_counted_by_game_size_and_the_strongest_opponent(store: Store) -> None:
    anna, ben = (store.remember(bytes([who]) * 32, name) for who, name in enumerate(("Anna", "Ben")))
    put(store, 1, [anna, "novice", "expert+cautious"], [1, 2, 3])
    put(store, 2, ["expert", anna, "greedy"], [1, 3, 2])
    put(store, 3, [anna, "expert", "random"], [1, 1, 3])
    put(store, 4, [anna, "novice", "novice"], [2, 1, 3])
    put(store, 5, [anna, ben, "master"], [2, 1, 3])
    put(store, 6, [ben, "novice"], [1, 2])
    assert lines_of(found(store, anna)) == [
        Tally("rattus", 3, "novice", (0, 1, 0)),
        Tally("rattus", 3, "expert", (2, 0, 1)),
        Tally("rattus", 3, "people", (0, 1, 0)),
    ]
    assert [(line.games, round(line.mean, 2)) for line in lines_of(found(store, anna))] == [(1, 2), (3, 1.67), (1, 2)]
    assert lines_of(found(store, ben)) == [
        Tally("rattus", 2, "novice", (1, 0)),
        Tally("rattus", 3, "people", (1, 0, 0)),
    ]


def test_what_was_set_up_shared_closed_or_is_not_over_does_not_count(store: Store) -> None:
    anna = store.remember(b"a" * 32, "Anna")
    put(store, 1, [anna, "novice"], [1, 2], beginning=Beginning(Mark("moment"), b"position"))
    put(store, 2, [anna, anna], [1, 2])
    put(store, 3, [anna, "novice"], [0, 0])
    put(store, 4, [anna, "novice"], [1, 2], status="running", ended_by="")
    assert found(store, anna) == []


def test_a_damaged_seat_is_set_aside_and_stops_nothing(store: Store) -> None:
    anna = store.remember(b"a" * 32, "Anna")
    for number in range(2):
        put(store, number, [anna, "novice"], [1, 2])
    with store.engine.begin() as connection:
        connection.execute(update(SeatRow).where(SeatRow.table_id == 1, SeatRow.number == 0).values(place=-7))
    assert len(found(store, anna)) == 1 and store.aside.counts() == {"seats": 1}


def test_twenty_thousand_finished_games_cost_no_more_than_those_that_are_read(store: Store) -> None:
    anna = store.remember(b"a" * 32, "Anna")
    put(store, 0, [anna, "novice", "adept"], [1, 2, 3])
    steps = [0]

    def note() -> None:
        steps[0] += 1

    event.listen(store.engine, "checkout", lambda connection, *_: connection.set_progress_handler(note, 1))

    def cost(games: int) -> int:
        multiplied(store, games)
        steps[0] = 0
        assert len(found(store, anna)) == min(games, MOST_GAMES)
        return steps[0]

    assert cost(20_000) <= 1.05 * cost(MOST_GAMES)


def multiplied(store: Store, games: int) -> None:
    """Have so many finished tables like the first one."""
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {games - 1})"
    table = "game, options, seed, host, clock, joining, watching, status, ended_by, pending, created"
    seats = "number, person_id, name, bot, seen, place"
    with store.engine.begin() as connection:
        for name in ("seats", "tables"):
            key = "table_id" if name == "seats" else "id"
            connection.exec_driver_sql(f"DELETE FROM {name} WHERE {key} > 1")
        connection.exec_driver_sql(
            f"INSERT INTO tables (id, address, changed, {table}) "
            f"{numbers} SELECT i + 1, 'many ' || i, i, {table} FROM n, tables WHERE id = 1"
        )
        connection.exec_driver_sql(
            f"INSERT INTO seats (table_id, ended, {seats}) "
            f"{numbers} SELECT i + 1, i, {seats} FROM n, seats WHERE table_id = 1"
        )


def test_the_page_shows_them(api: Api) -> None:
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "random")["table"]["id"]

    def page(path: str, language: str = "en") -> str:
        headers = {"cookie": f"bellringer_key={anna.key}", "accept-language": language}
        return api.request("GET", path, headers=headers).text

    assert "You have finished no game yet." in page("/mine/statistics")
    api.portal.call(play_out, api.service, address, random.Random(1))
    api.service.store.changes.flush()
    shown = page("/mine/statistics")
    assert "One game, " in shown and "Random" in shown and 'href="/mine/statistics"' in page("/mine")
    assert "Mes statistiques" in page("/mine/statistics", "fr")
