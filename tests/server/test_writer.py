"""The thread that stores what happens: many changes by one transaction, and nobody is told what is not stored."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import IntegrityError, OperationalError

from bellringer.server.service import TableService
from bellringer.server.store.database import PAGE_BYTES, PATIENTLY, make_pages_small
from bellringer.server.store.store import Store
from bellringer.server.store.writer import OWED, Item, Line, NotStored, Owed, Writer, done
from tests.server.callers import Caller, at_server, two_at
from tests.server.services import Known, WithService, any_name, asked_of, run_apart, table_for

pytestmark = pytest.mark.unhurried

PATIENCE = 20


@contextmanager
def held(data: Path) -> Iterator[sqlite3.Connection]:
    """Another process holds the database: nobody can write until its transaction is over."""
    with closing(sqlite3.connect(data / "bellringer.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def noted(name: str) -> Any:
    """A change that adds a run, by its time."""
    return lambda connection: connection.execute(text("insert into runs (began, seen) values (:at, 0)"), {"at": name})


def stored(store: Store) -> list[int]:
    """The runs that are stored."""
    with store.engine.connect() as connection:
        return list(connection.execute(text("select began from runs order by id")).scalars())


def until_begun(writer: Writer) -> None:
    """Wait until its first transaction has begun: what is put from now on belongs to a later one."""
    while not writer.begun:
        time.sleep(0.001)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty database."""
    found = Store(tmp_path / "bellringer.sqlite3")
    yield found
    found.close()


def test_what_waits_is_stored_by_one_transaction_in_its_order(store: Store, tmp_path: Path) -> None:
    commits: list[Connection] = []
    event.listen(store.engine, "commit", commits.append)
    writer = Writer(store.engine, store.leases, lambda: None, lambda line: pytest.fail("lost"))
    with held(tmp_path) as other:
        first = writer.put(noted(0))
        first.hurry()
        until_begun(writer)
        rest = [writer.put(noted(number)) for number in range(1, 40)]
        assert not first.is_done and not any(one.is_done for one in rest)
        other.execute("ROLLBACK")
        assert all(one.wait(PATIENCE) is None for one in (first, *rest))
    assert stored(store) == list(range(40)) and len(commits) == 2
    writer.close()


def test_changes_of_one_kind_that_follow_one_another_are_made_together(store: Store, tmp_path: Path) -> None:
    """And no change goes before another one."""
    made = list[tuple[str, list[int]]]()

    def make(name: str) -> Callable[[Connection, Sequence[int]], None]:
        return lambda connection, values: made.append((name, list(values)))

    one, other = make("one"), make("other")
    writer = Writer(store.engine, store.leases, lambda: None, lambda line: pytest.fail("lost"))
    with held(tmp_path) as holder:
        writer.put(noted(0)).hurry()
        until_begun(writer)
        changes = [Item(one, 1), Item(one, 2), Item(other, 3), lambda _: made.append(("alone", [4])), Item(other, 5)]
        receipts = [writer.put(change) for change in (*changes, Item(one, 6), Item(one, 7))]
        holder.execute("ROLLBACK")
        assert all(one.wait(PATIENCE) is None for one in receipts)
    assert made == [("one", [1, 2]), ("other", [3]), ("alone", [4]), ("other", [5]), ("one", [6, 7])]
    writer.close()


def test_of_changes_that_are_made_together_only_what_is_at_fault_is_not_stored(store: Store, tmp_path: Path) -> None:
    def make(connection: Connection, values: Sequence[int]) -> None:
        for value in values:
            connection.execute(WRONG) if value == 2 else noted(value)(connection)

    lost: list[Line] = []
    writer = Writer(store.engine, store.leases, lambda: None, lost.append)
    with held(tmp_path) as holder:
        writer.put(noted(0)).hurry()
        until_begun(writer)
        receipts = [writer.put(Item(make, value), Line(value)) for value in (1, 2, 3)]
        holder.execute("ROLLBACK")
        assert [type(one.wait(PATIENCE)) for one in receipts] == [type(None), IntegrityError, type(None)]
    assert stored(store) == [0, 1, 3] and [line.table for line in lost] == [2]
    writer.close()


def test_a_change_waits_for_others_until_somebody_waits_for_one(store: Store) -> None:
    commits: list[Connection] = []
    event.listen(store.engine, "commit", commits.append)
    writer = Writer(store.engine, store.leases, lambda: None, lambda line: pytest.fail("lost"), gather=PATIENCE)
    receipts = [writer.put(noted(number)) for number in range(3)]
    time.sleep(0.05)
    assert not any(receipt.is_done for receipt in receipts)
    began = time.monotonic()
    run_apart(lambda: done(receipts[1]))
    assert all(receipt.wait(PATIENCE) is None for receipt in receipts)
    assert time.monotonic() - began < PATIENCE / 2 and len(commits) == 1
    last = writer.put(noted(3))
    writer.close()  # waits for nothing
    assert last.is_done and time.monotonic() - began < PATIENCE / 2
    assert stored(store) == list(range(4))


def test_a_transaction_does_not_begin_right_after_another_one(store: Store) -> None:
    """Even if somebody waits: under load, that gives fewer transactions, each for more who wait."""
    commits: list[float] = []
    event.listen(store.engine, "commit", lambda _: commits.append(time.monotonic()))
    writer = Writer(store.engine, store.leases, lambda: None, lambda line: pytest.fail("lost"), between=1.0)
    began = time.monotonic()
    for number in range(4):
        writer.put(noted(number)).hurry()
        while number == 0 and not commits:
            time.sleep(0.001)
    writer.close()
    assert stored(store) == list(range(4)) and len(commits) == 2
    assert commits[1] - began >= 1.0


def test_the_writer_keeps_its_connection_until_a_transaction_fails(store: Store) -> None:
    taken: list[Any] = []
    event.listen(store.engine, "checkout", lambda *_: taken.append(1))
    writer = Writer(store.engine, store.leases, lambda: None, lambda line: None)
    assert all(writer.put(noted(number)).wait(PATIENCE) is None for number in range(3))
    assert len(taken) == 1
    assert isinstance(writer.put(lambda connection: connection.execute(WRONG)).wait(PATIENCE), IntegrityError)
    assert writer.put(noted(3)).wait(PATIENCE) is None
    assert len(taken) == 2
    writer.close()
    assert store.engine.pool.checkedout() == 0, "it was not given back"  # type: ignore[attr-defined]
    assert stored(store) == list(range(4))


def test_a_change_that_nobody_waits_for_is_stored_all_the_same(store: Store) -> None:
    writer = Writer(store.engine, store.leases, lambda: None, lambda line: pytest.fail("lost"))
    assert writer.put(noted(1)).wait(PATIENCE) is None
    writer.close()


WRONG = text("insert into runs (began) values (1)")


@pytest.mark.parametrize("has_writer", [True, False])
def test_what_is_put_as_one_is_stored_as_a_whole_or_not_at_all(store: Store, has_writer: bool) -> None:
    lost: list[Line] = []
    if has_writer:
        store.changes.writer = Writer(store.engine, store.leases, lambda: None, lost.append)
    with store.changes.as_one():
        store.changes.put(noted(1), 1)
        with store.changes.as_one():
            store.changes.put(noted(2), 2)
        store.changes.put(noted(3), 1)
        assert stored(store) == [], "not before all are there"
    store.changes.flush()
    assert stored(store) == [1, 2, 3]
    with ExitStack() as around:
        if not has_writer:
            around.enter_context(pytest.raises(IntegrityError))
        with store.changes.as_one():
            store.changes.put(noted(4), 1)
            store.changes.put(noted(4))
            store.changes.put(lambda connection: connection.execute(WRONG), 2)
    store.changes.flush()
    assert stored(store) == [1, 2, 3]
    assert {line.table for line in lost} == ({1, 2, None} if has_writer else set())
    store.changes.put(noted(5))
    store.changes.flush()
    assert stored(store) == [1, 2, 3, 5], "others are stored one by one again"


def test_what_was_put_as_one_before_an_error_is_stored(store: Store) -> None:
    with pytest.raises(ValueError, match="in between"), store.changes.as_one():
        store.changes.put(noted(1))
        raise ValueError("in between")
    assert stored(store) == [1]


def test_what_is_at_fault_takes_only_its_own_table_with_it(store: Store, tmp_path: Path) -> None:
    lost: list[Line] = []
    writer = Writer(store.engine, store.leases, lambda: None, lost.append)
    one, other, both = Line(1), Line(2), Line(3)
    with held(tmp_path) as holder:
        first = writer.put(noted(0))
        until_begun(writer)
        sound = [writer.put(noted(1), one), writer.put(noted(2), other)]
        wrong = writer.put(lambda connection: connection.execute(WRONG), one)
        after = [writer.put(noted(3), one), writer.put(noted(4), both, one), writer.put(noted(5), both)]
        last = writer.put(noted(6), other)
        holder.execute("ROLLBACK")
        assert isinstance(wrong.wait(PATIENCE), IntegrityError)
        assert all(receipt.wait(PATIENCE) is wrong.error for receipt in after)
        assert all(receipt.wait(PATIENCE) is None for receipt in (first, *sound, last))
    assert stored(store) == [0, 1, 2, 6] and lost == [one, both] and other.failed is None
    writer.close()


def test_a_database_that_is_held_too_long_fails_all_that_wait_at_once(store: Store, tmp_path: Path) -> None:
    @event.listens_for(store.engine, "connect")
    def hurry(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA busy_timeout=50")

    store.engine.dispose()
    writer = Writer(store.engine, store.leases, lambda: None, lambda line: None)
    with held(tmp_path):
        receipts = [writer.put(noted(number), Line(number)) for number in range(200)]  # ten seconds, one by one
        began = time.monotonic()
        assert all(isinstance(one.wait(PATIENCE), OperationalError) for one in receipts)
        assert time.monotonic() - began < 5, "each waited for itself"
    assert writer.put(noted(99)).wait(PATIENCE) is None and stored(store) == [99]
    writer.close()


def test_closing_stores_all_that_waits(tmp_path: Path) -> None:
    store = Store(tmp_path / "bellringer.sqlite3")
    store.write_behind(lambda line: pytest.fail("lost"))
    for number in range(200):
        store.changes.put(noted(number))
    store.close()
    with closing(sqlite3.connect(tmp_path / "bellringer.sqlite3")) as base:
        assert base.execute("select count(*) from runs").fetchone() == (200,)


def test_an_answer_waits_for_its_own_changes_and_its_tables_and_for_no_other(store: Store, tmp_path: Path) -> None:
    store.write_behind(lambda line: None)

    async def work() -> None:
        mine, others = Owed(), Owed()
        with held(tmp_path) as holder:
            token = OWED.set(mine)
            store.changes.put(noted(1), 1)
            OWED.reset(token)
            looking = Owed(lines={store.changes.line(1): None})
            waits = [asyncio.create_task(owed.settled()) for owed in (mine, looking)]
            await others.settled()
            await asyncio.wait(waits, timeout=0.05)
            assert not any(wait.done() for wait in waits)
            holder.execute("ROLLBACK")
            await asyncio.wait_for(asyncio.gather(*waits), PATIENCE)
        broken = Line(2)
        assert store.changes.writer is not None
        store.changes.writer.put(lambda connection: connection.execute(text("nonsense")), broken)
        with pytest.raises(NotStored):
            await Owed(lines={broken: None}).settled()

    run_apart(work)


# the server


def test_nothing_is_told_before_it_is_stored_and_others_are_answered_meanwhile(
    with_service: WithService, known: Known, tmp_path: Path
) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here")
        service.store.changes.flush()
        with held(tmp_path / "data") as holder:
            seat = room.game.pending[0]
            began = time.monotonic()
            service.playing.move(room, seat, asked_of(room, seat), any_name(room, seat))
            assert time.monotonic() - began < PATIENTLY / 1_000 - 1, "it has waited for the database"
            assert not service.store.changes.line(room.kept.id).is_stored
            service.tables.release(room)
            assert room.address in service.tables.rooms, "what is not stored stays in memory"
            holder.execute("ROLLBACK")
        service.store.changes.flush()
        service.tables.release(room)
        assert room.address not in service.tables.rooms and len(service.store.acts(room.kept)) == 1

    with_service(work)


def test_nobody_waits_for_what_the_host_wants_while_another_process_holds_the_database(
    with_service: WithService, known: Known, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(service: TableService) -> None:
        host = service.hosting
        number = host.store.ask("remove-words", {"person": known(service, "Anna").id})
        (act,) = host.store.acts("asked")
        monkeypatch.delattr(service.store.engine, "connect")  # in tests whoever reads waits for the writer
        with held(tmp_path / "data") as holder:
            doing = asyncio.create_task(host.perform(act))
            await asyncio.wait([doing], timeout=0.05)
            assert not doing.done()
            holder.execute("ROLLBACK")
            await asyncio.wait_for(doing, PATIENCE)
        assert host.store.act(number).state == "done"

    with_service(work, prepare=lambda service: setattr(service.hosting, "look_every", 10 * PATIENCE))


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[tuple[str, Caller, str, Caller]]:
    """Two tables of a server, each with one who sits there; the first is asked."""
    with at_server(tmp_path) as api:
        (one, first), (other, second) = two_at(api, "rattus", 2), two_at(api, "rattus", 2)
        seat = first[0][0].get(f"/tables/{one}")["pending"][0]
        yield one, next(caller for caller, own in first if seat in own), other, second[0][0]


def moved(caller: Caller, address: str) -> int:
    """Make a first move at a table; the status of the answer."""
    seat = caller.get(f"/tables/{address}")["pending"][0]
    move = caller.get(f"/tables/{address}/view", seat=seat)["moves"][0]["name"]
    return caller.ask("POST", f"/tables/{address}/moves", json={"seat": seat, "asked": 0, "move": move}).status_code


def test_other_tables_are_answered_while_another_process_holds_the_database(
    tables: tuple[str, Caller, str, Caller], tmp_path: Path
) -> None:
    one, anna, other, cleo = tables
    with ThreadPoolExecutor(2) as threads, held(tmp_path) as holder:
        sent, live = threads.submit(moved, anna, one), anna.api.service.tables.rooms[one].live
        while live is not None and not live.acts:  # until the move is made, and waits to be stored
            time.sleep(0.01)
        looking = threads.submit(anna.get, f"/tables/{one}")
        assert cleo.get(f"/tables/{other}")["acts"] == 0
        time.sleep(0.1)
        assert not sent.done() and not looking.done(), "somebody was told what is not stored"
        holder.execute("ROLLBACK")
        assert sent.result(PATIENCE) == 200 and looking.result(PATIENCE)["acts"] == 1


def test_what_can_t_be_stored_is_told_nobody_and_asked_again(
    tables: tuple[str, Caller, str, Caller], tmp_path: Path
) -> None:
    one, anna, _, _ = tables
    with closing(sqlite3.connect(tmp_path / "bellringer.sqlite3")) as base:
        base.execute("CREATE TRIGGER full BEFORE INSERT ON acts BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
        base.commit()
        assert moved(anna, one) == 503
        assert anna.get(f"/tables/{one}")["acts"] == 0
        base.execute("DROP TRIGGER full")
        base.commit()
    assert moved(anna, one) == 200 and anna.get(f"/tables/{one}")["acts"] == 1


def test_a_database_of_large_pages_gets_small_ones(tmp_path: Path) -> None:
    path = tmp_path / "bellringer.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        base.execute("PRAGMA page_size=4096")
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("CREATE TABLE kept (word)")
        base.execute("INSERT INTO kept VALUES ('rat')")
    make_pages_small(path)
    make_pages_small(path)
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("PRAGMA page_size").fetchone() == (PAGE_BYTES,)
        assert base.execute("SELECT word FROM kept").fetchone() == ("rat",)
    make_pages_small(tmp_path / "none.sqlite3")
    assert not (tmp_path / "none.sqlite3").exists()
