"""What visitors leave behind: tables closed before a game and people who have nothing go; games stay."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import event, insert, select, update

from bellringer.server.jobs import maintenance
from bellringer.server.service import TableService
from bellringer.server.store import SeatKept, User
from bellringer.server.store.database import MOST_LOG_BYTES
from bellringer.server.store.models import SeatRow, TableRow, UserRow
from bellringer.server.store.store import Store
from bellringer.server.store.values.kept import now
from tests.server.services import Known, WithService, kept_table, table_for, until

pytestmark = pytest.mark.unhurried

LONG_AGO = 1


@pytest.fixture
def with_service(with_service: WithService) -> WithService:
    """A service that does not pause between two steps."""
    return partial(with_service, prepare=lambda service: setattr(service.maintenance, "pause", 0.0))


def age(service: TableService, *people: User) -> None:
    """Let all closed tables, and some people, be of long ago."""
    with service.store.engine.begin() as connection:
        connection.execute(update(TableRow).where(TableRow.status == "closed").values(changed=LONG_AGO))
        numbers = [user.id for user in people]
        connection.execute(update(UserRow).where(UserRow.id.in_(numbers)).values(seen=LONG_AGO))
    service.people.lately.clear()
    service.people.here.clear()


def numbers(store: Store, row: type[UserRow | TableRow]) -> set[int]:
    """The numbers of the rows that are there."""
    with store.engine.connect() as connection:
        return set(connection.execute(select(row.id)).scalars())


def test_tables_closed_before_a_game_go_after_a_week_and_games_stay(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna = known(service, "Anna")
        closed, recent, running, over, waiting = (
            table_for(service, anna, "rattus", "me", seat) for seat in ("open", "open", "here", "here", "open")
        )
        service.playing.resign(over, 0)
        service.setup.discard(closed)
        age(service)
        service.setup.discard(recent)
        with service.store.engine.begin() as connection:  # the host has closed a game that could not be rebuilt
            connection.execute(update(TableRow).where(TableRow.id == over.kept.id).values(status="closed", changed=1))
        await service.maintenance.clean()
        left = {room.kept.id for room in (recent, running, over, waiting)}
        assert numbers(service.store, TableRow) == left
        with service.store.engine.connect() as connection:
            assert set(connection.execute(select(SeatRow.table_id)).scalars()) == left
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
        made = table_for(service, anna, "rattus", "me", "open")
        assert made.kept.id > max(left | {closed.kept.id}), "no number is given out twice"

    with_service(work)


def test_only_people_who_have_nothing_and_do_not_come_go(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        await asyncio.sleep(0)  # the service has looked for what is abandoned, and does so no more
        names = ("host", "seated", "speaker", "reporter", "muted", "muting", "nothing", "here", "recent", "newest")
        people = {name: known(service, name) for name in names}
        room = table_for(service, people["host"], "rattus", "open", "me", watching="anyone")
        service.setup.sit(room, 0, people["seated"], "seated")
        service.company.aside(room, people["speaker"], "speaker", "Hello")
        service.company.report(room, people["reporter"], "aside-1")
        service.store.company.put_mute(people["muting"].id, people["muted"].id, True)
        age(service, *(user for name, user in people.items() if name != "recent"))
        assert await service.people.user("key of here") == people["here"]
        await service.maintenance.clean()
        gone = {people[name].id for name in ("muting", "nothing")}
        assert numbers(service.store, UserRow) == {user.id for user in people.values()} - gone
        assert await service.people.user("key of nothing") is None
        with service.store.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
        again = service.people.introduce("key of nothing", "Anna")
        assert again.id > people["newest"].id, "who comes again is somebody new"

    with_service(work)


def test_who_comes_is_seen_and_stays(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna, _ = known(service, "Anna"), known(service, "Ben")
        age(service, anna)
        assert await service.people.user("key of Anna") == anna
        await service.maintenance.end_abandoned()
        service.store.changes.flush()
        age(service)
        await service.maintenance.clean()
        assert anna.id in numbers(service.store, UserRow) and not service.people.here

    with_service(work)


def test_a_game_that_everybody_left_ends_once_the_server_is_sure_of_the_time(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine may come up with a wrong date, and the games that were ended by it would stay so."""

    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here")
        later = now() + maintenance.RUNS_FOR + 1_000
        monkeypatch.setattr(maintenance, "now", lambda: later)
        service.store.changes.flush()
        await service.maintenance.end_abandoned()
        assert room.kept.status == "running"
        service.maintenance.began -= maintenance.SURE_AFTER + 1
        await service.maintenance.end_abandoned()
        assert room.kept.status == "over"

    with_service(work)


def test_cleaning_goes_in_steps_between_which_others_store_and_the_log_stays_short(
    with_service: WithService, known: Known
) -> None:
    async def work(service: TableService) -> None:
        anna, count = known(service, "Anna"), 3_000
        rows = [{"key_hash": number.to_bytes(32), "name": "x", "created": 1, "seen": 1} for number in range(count)]
        with service.store.engine.begin() as connection:
            connection.execute(insert(UserRow), rows)
        known(service, "Ben")
        room = table_for(service, anna, "rattus", "me", "open")
        moved, lengths = 0, list[int]()
        cleaning = asyncio.create_task(service.maintenance.clean())
        while not cleaning.done():
            moved += 1
            await service.store.changes.stored(lambda connection: connection.execute(select(1)))
            lengths.append(service.store.log.path.stat().st_size)
        await cleaning
        assert moved >= count // maintenance.STEP, "somebody else was let in between any two steps"
        assert max(lengths) < MOST_LOG_BYTES
        assert len(numbers(service.store, UserRow)) == 2 and room.address in service.tables.rooms

    with_service(work)


def test_what_is_remembered_of_the_writer_ends_with_a_table(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        for _ in range(5):
            room = table_for(service, known(service, "Anna"), "rattus", "me", "open")
            del service.tables.rooms[room.address]  # it has left memory
            service.tables.close(room.kept)
        await until(lambda: all(line.is_stored for line in service.store.changes.lines.values()))
        await service.maintenance.end_abandoned()
        assert not service.store.changes.lines

    with_service(work)


# lists


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty database."""
    found = Store(tmp_path / "bellringer.sqlite3")
    yield found
    found.close()


def plans(store: Store, ask: str, *values: object) -> list[str]:
    """How SQLite would find what a function of the store reads."""
    statements: list[tuple[str, object]] = []

    def note(_: object, __: object, statement: str, values: object, ___: object, ____: object) -> None:
        statements.append((statement, values))

    event.listen(store.engine, "before_cursor_execute", note)
    getattr(store, ask)(*values)
    event.remove(store.engine, "before_cursor_execute", note)
    with store.engine.connect() as connection:
        return [
            row[3]
            for statement, given in statements
            for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given)  # type: ignore[arg-type]
        ]


@pytest.mark.parametrize("ask", ["unfinished", "over", "count"])
def test_the_tables_of_somebody_are_found_without_a_look_at_those_of_others(store: Store, ask: str) -> None:
    anna = store.remember(b"a" * 32, "Anna")
    if ask == "count":
        found = plans(store, "count_unfinished", anna)
    else:
        found = plans(store, "tables_of", anna, 9, ask == "over")
    assert any(("past_by_host" if ask == "over" else "unfinished_by_host") in line for line in found)
    assert not [line for line in found if "tables_by_status" in line or "SCAN tables" in line or "SCAN seats" in line]


def test_the_tables_of_somebody_are_those_where_he_sits_and_those_he_made(store: Store) -> None:
    anna, ben = store.remember(b"a" * 32, "Anna"), store.remember(b"b" * 32, "Ben")
    usual = kept_table("rattus", 2)

    def table(address: str, host: User, sits: User | None, status: str) -> None:
        bots = tuple(SeatKept(number, bot="random") for number in (0, 1))
        seats = (bots[0] if sits is None else replace(usual.seats[0], user=sits.id), bots[1])
        store.add_table(replace(usual, address=address, host=host.id, seats=seats, status=status, changed=now()))

    table("own", anna, None, "waiting")
    table("guest", ben, anna, "running")
    table("both", anna, anna, "running")
    table("other", ben, ben, "running")
    table("past", ben, anna, "over")
    table("void", anna, None, "void")
    table("closed", anna, anna, "closed")
    assert {kept.address for kept in store.tables_of(anna, 9)} == {"own", "guest", "both"}
    assert {kept.address for kept in store.tables_of(anna, 9, is_over=True)} == {"past", "void"}
    assert (store.count_unfinished(anna), store.count_unfinished(ben), store.count_unfinished()) == (2, 2, 4)
