"""What people, programs, the log and /healthz are told of a disk or a database that fails; and how it heals."""

from __future__ import annotations

import asyncio
import io
import itertools
import json
import os
import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import structlog
from sqlalchemy import Connection, event
from sqlalchemy.exc import IntegrityError, OperationalError
from structlog.testing import capture_logs

from bellringer.core.errors import OptionError
from bellringer.server.base import folder
from bellringer.server.base.logs import Condensed, plain_traceback
from bellringer.server.base.trouble import CODES, KINDS, kind_of
from bellringer.server.service import TableService
from bellringer.server.store import health
from tests.server.callers import Api, browser, refused, submit
from tests.server.callers import at_server as usual_server
from tests.server.services import (
    PATIENCE,
    Known,
    WithService,
    answer_any,
    any_name,
    asked_of,
    assert_kept,
    found_at,
    run_apart,
    table_for,
    until,
)
from tests.server.test_timekeeper import Clocks, left

pytestmark = pytest.mark.slow

PAGES = 40  # of a database with some tables and people


def try_at_once(service: TableService) -> None:
    """Let a service try again at once."""
    service.health.fresh, service.health.retry = 0.0, 0.1


@pytest.fixture
def with_service(with_service: WithService) -> WithService:
    """A service that tries again at once."""
    return partial(with_service, prepare=try_at_once)


at_server = partial(usual_server, prepare=try_at_once)


@contextmanager
def with_pragma(service: TableService, pragma: str, undone: str) -> Iterator[None]:
    """Every transaction of a service has a pragma for a while."""
    now = [pragma]

    def prepare(connection: Connection) -> None:
        connection.connection.cursor().execute(f"PRAGMA {now[0]}")

    event.listen(service.store.engine, "begin", prepare)
    try:
        yield
    finally:
        now[0] = undone


@contextmanager
def full(service: TableService) -> Iterator[None]:
    """There is no room for another page."""
    with closing(sqlite3.connect(service.settings.database)) as base:
        base.execute("VACUUM")
        (pages,) = base.execute("PRAGMA page_count").fetchone()
    with with_pragma(service, f"max_page_count={pages}", f"max_page_count={1 << 30}"):
        yield


@contextmanager
def locked(service: TableService) -> Iterator[None]:
    """Another program holds the database."""
    with (
        closing(sqlite3.connect(service.settings.database, isolation_level=None, check_same_thread=False)) as base,
        with_pragma(service, "busy_timeout=20", "busy_timeout=5000"),
    ):
        base.execute("BEGIN EXCLUSIVE")
        yield
        base.execute("ROLLBACK")


@contextmanager
def readonly(service: TableService) -> Iterator[None]:
    """Nothing may be written."""
    with with_pragma(service, "query_only=ON", "query_only=OFF"):
        yield


TROUBLES = {"full": full, "locked": locked, "readonly": readonly}


def filled(api: Api) -> tuple[Any, str]:
    """A server with a running table, and so many lines that the next one needs a page more."""
    anna = api.user("Anna")
    return anna, anna.make("rattus", "me", "me")["table"]["id"]


def fill(caller: Any, address: str) -> Any:
    """Say something long until it is refused; that answer, or None."""
    for _ in range(30):
        answer = caller.ask("POST", f"/tables/{address}/chat", json={"seat": 0, "text": "w" * 500})
        if answer.status_code != 200:
            return answer
    return None


# what people and programs are told


@pytest.mark.parametrize("kind", TROUBLES)
def test_a_program_is_told_in_a_sentence_and_nothing_is_half_done(tmp_path: Path, kind: str) -> None:
    with at_server(tmp_path) as api:
        anna, address = filled(api)
        with capture_logs(), TROUBLES[kind](api.service):
            document = refused(fill(anna, address), 503, f"store-{kind}")
            assert "nothing was changed" in document["message"] and "sqlite" not in str(document).lower()
        lines = anna.get(f"/tables/{address}/chat")
        room = api.service.tables.rooms[address]
        assert [line["number"] for line in lines] == [line.number for line in api.service.store.sayings(room.kept)]
        assert fill(anna, address) is None, "it goes on by itself"


AGAIN = {"en": "again|tell", "fr": "Réessayez|réessayez|Prévenez"}


@pytest.mark.parametrize("kind", TROUBLES)
def test_a_person_is_told_in_the_own_language(tmp_path: Path, kind: str) -> None:
    with at_server(tmp_path) as api:
        key, csrf = browser(api)
        table = submit(api, "/play", key, csrf, game="rattus", seats="2", level="random").headers["location"]
        with capture_logs(), TROUBLES[kind](api.service):
            assert fill(api.user("", key), table.rpartition("/")[2]) is not None
            for language, more in itertools.product(AGAIN, ({}, {"hx-request": "true"})):
                sent = {"accept-language": language, **more}
                told = submit(api, f"{table}/say", key, csrf, sent, seat="0", text="w" * 500)
                assert told.status_code == 503
                assert any(one in told.text for one in AGAIN[language].split("|")) and "Traceback" not in told.text
                assert told.headers["retry-after"] and "set-cookie" not in told.headers


@pytest.mark.parametrize("kind", ["full", "locked", "readonly"])
def test_bots_wait_while_nothing_can_be_kept_and_every_table_goes_on(
    with_service: WithService, known: Known, kind: str
) -> None:
    async def work(service: TableService) -> None:
        dice = random.Random(4)
        rooms = [table_for(service, known(service, "Anna"), "rattus", "me", "random", "random") for _ in range(3)]
        service.store.changes.flush()
        with TROUBLES[kind](service):
            while service.health.is_storing:
                service.playing.say(await found_at(service, rooms[0].address), 0, "w" * 500)
                await asyncio.sleep(0.01)
            for room in rooms:
                answer_any(service, await found_at(service, room.address), dice)
            await asyncio.sleep(0.1)  # bots would have written, and failed, hundreds of times
        await until(lambda: service.health.is_storing)

        async def all_over() -> bool:
            for room in rooms:
                found = await service.tables.find(room.address)
                assert found is not None
                if not found.game.ended_by:
                    answer_any(service, found, dice)
            return all(service.tables.rooms[room.address].game.ended_by for room in rooms)

        await until(all_over, 60)
        for room in rooms:
            assert_kept(service, service.tables.rooms[room.address])

    with capture_logs() as told:
        with_service(work)
    assert len([line for line in told if line["log_level"] == "error"]) < 100


# clocks

MINUTE, SLACK = 60, 5.0  # seconds


@pytest.mark.parametrize("kind", ["full", "locked", "readonly"])
def test_a_live_clock_stands_still_while_nothing_can_be_kept(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    machine, looks = Clocks(monkeypatch), itertools.count()

    async def work(service: TableService) -> str:
        service.maintenance.tick = 0.01
        rooms = [table_for(service, known(service, "Anna"), "rattus", "me", "here", clock="live-10") for _ in "12"]
        first, second = (room.address for room in rooms)
        keep_time = service.tables.keep_time
        monkeypatch.setattr(service.tables, "keep_time", lambda: (next(looks), keep_time()))
        await left(service, first)
        service.store.changes.flush()
        machine.go(MINUTE)
        with TROUBLES[kind](service):
            while service.health.is_storing:
                service.playing.say(await found_at(service, first), 0, "w" * 500)
                machine.go(0.1)
                await asyncio.sleep(0.01)
            for _ in range(4):
                machine.go(5 * MINUTE)
                seen = next(looks)
                await until(lambda seen=seen: next(looks) > seen + 10)
                assert [540 - await left(service, one) <= SLACK for one in (first, second)] == [True, True]
        await until(lambda: service.health.is_storing)
        before = [await left(service, one) for one in (first, second)]
        assert all(540 - one <= SLACK for one in before)
        room = await found_at(service, first)
        assert not room.game.holders[0].is_late
        machine.go(30)
        spent = service.playing.move(room, 0, asked_of(room, 0), any_name(room, 0)).spent
        assert abs(spent - 1000 * (600 - before[0] + 30)) <= 1
        room = await found_at(service, second)
        service.store.changes.flush()
        service.tables.release(room)
        assert await found_at(service, second) is not room
        assert abs(await left(service, second) - before[1] + 30) <= 1, "rebuilt in the same run"
        return second

    async def go_on(service: TableService) -> None:
        assert abs(await left(service, address) - 510) <= SLACK, "rebuilt in the next run"

    with capture_logs():
        address = with_service(work)
        with_service(go_on)


def test_clocks_stand_still_from_when_what_was_lost_had_come(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine, held = Clocks(monkeypatch), threading.Event()

    def wait(_: Connection) -> None:
        held.wait(PATIENCE)
        raise OperationalError("insert", {}, Exception("disk full"))

    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here", clock="live-10")
        service.store.changes.flush()
        machine.go(MINUTE)
        del service.store.engine.connect  # whoever reads waits no longer for the writer
        service.store.changes.put(wait)
        machine.go(5 * MINUTE)
        assert await left(service, room.address) == 240, "nobody knows yet"
        held.set()
        await until(lambda: not service.health.is_storing)
        assert await left(service, room.address) == 540
        machine.go(MINUTE)
        assert await left(service, room.address) == 540

    with capture_logs():
        with_service(work)


def test_a_damaged_page_of_one_table_stops_no_other(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        anna, good = filled(api)
        bad = anna.make("rattus", "me", "me")["table"]["id"]
    damage(tmp_path / "bellringer.sqlite3", "sqlite_autoindex_acts_1")  # by which the acts of a table are found
    with capture_logs(), at_server(tmp_path) as api:
        anna = api.user("Anna", anna.key)
        for address in (good, bad):
            answer = anna.ask("GET", f"/tables/{address}")
            assert answer.status_code == 503 and answer.json()["error"] in ("damaged", "store-damaged")
            assert api.service.health.is_storing, "clocks and bots of others go on"
        assert api.request("GET", "/about").status_code == 200
        document = health_of(api)
        assert not document["well"] and "damaged" in document["reasons"]


def damage(path: Path, table: str) -> None:
    """Overwrite the first page of a table."""
    with closing(sqlite3.connect(path)) as base:
        (root,) = base.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        (size,) = base.execute("PRAGMA page_size").fetchone()
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xee" * size)


@pytest.mark.parametrize("failed", [OperationalError("", {}, sqlite3.OperationalError()), KeyError("a fault of ours")])
def test_a_table_that_can_not_be_read_stops_the_rebuilding_of_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failed: Exception
) -> None:
    with at_server(tmp_path) as api:
        anna, first = filled(api)
        second = anna.make("rattus", "me", "me")["table"]["id"]
        api.service.tables.rooms.clear()
        read = api.service.store.table

        def broken(address: str) -> Any:
            if address == first:
                raise failed
            return read(address)

        monkeypatch.setattr(api.service.store, "table", broken)
        with capture_logs() as lines:
            api.portal.call(api.service.heal, [first, second])
        assert set(api.service.tables.rooms) == {second}
        assert [line["event"] for line in lines if line["log_level"] == "error"] == ["a table can't be rebuilt"]


# /healthz


def health_of(api: Api, status: int | None = None) -> dict[str, Any]:
    """What /healthz says."""
    answer = api.request("GET", "/healthz")
    assert status is None or answer.status_code == status, answer.text
    document: dict[str, Any] = answer.json()
    return document


@pytest.mark.parametrize("kind", TROUBLES)
def test_health_is_a_write_that_succeeds(tmp_path: Path, kind: str) -> None:
    with at_server(tmp_path) as api:
        assert health_of(api, 200)["state"] == "well"
        with capture_logs(), TROUBLES[kind](api.service):
            document = health_of(api, 503)
        assert (document["well"], document["state"], document["reasons"]) == (False, "degraded", [kind])
        assert health_of(api, 200)["reasons"] == []
        with closing(sqlite3.connect(api.service.settings.database)) as base:
            assert base.execute("SELECT count(*) FROM probes").fetchone() == (0,)


def test_a_disk_with_little_room_is_told_but_keeps_the_server_in_its_place(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        api.service.health.little_room = 1 << 62
        assert health_of(api, 200)["reasons"] == ["little-room"]


def test_a_data_folder_that_is_gone_is_told_until_it_is_back(tmp_path: Path) -> None:
    with at_server(tmp_path / "data") as api:
        with capture_logs():
            (tmp_path / "data").rename(tmp_path / "gone")
            assert health_of(api, 503)["reasons"] == ["failing"]
            (tmp_path / "gone").rename(tmp_path / "data")
        for _ in range(500):
            if api.service.health.is_storing:
                break
            time.sleep(0.01)
        assert api.service.health.is_storing, "without being asked"
        assert health_of(api, 200)["reasons"] == []


@pytest.mark.parametrize("damaged", ["", "seats_by_person", "tables_by_status"])
def test_the_database_is_looked_through_at_the_start(tmp_path: Path, damaged: str) -> None:
    with at_server(tmp_path) as api:
        filled(api)
    if damaged:
        damage(tmp_path / "bellringer.sqlite3", damaged)
    with capture_logs(), at_server(tmp_path) as api:
        for _ in range(500):
            document = health_of(api)
            if document["check"] != "running":
                break
        assert document["check"] == ("failed" if damaged else "passed")
        assert ("damaged" in document["reasons"]) == bool(damaged)


@pytest.mark.parametrize("is_open", [False, True])
def test_a_folder_that_is_gone_while_the_database_is_looked_through_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_open: bool
) -> None:
    connect = sqlite3.connect

    def connect_in_time(where: Any, **values: Any) -> sqlite3.Connection:
        connection = connect(where, **values)
        if is_open and "mode=ro" in str(where):  # the look's, which opens the database, and the log only when it reads
            (tmp_path / "data").rename(tmp_path / "gone")
        return connection

    with at_server(tmp_path / "data") as api, capture_logs() as logged:
        for _ in range(500):  # until the look of the start is over: its end would overwrite what this one finds
            if health_of(api)["check"] == "passed":
                break
        if not is_open:
            (tmp_path / "data").rename(tmp_path / "gone")
        with monkeypatch.context() as patch:
            patch.setattr(sqlite3, "connect", connect_in_time)
            run_apart(api.service.health.look_through)
        (tmp_path / "gone").rename(tmp_path / "data")
        assert api.service.health.checked == "stopped" and "damaged" not in api.service.health.reasons()
    assert not [line for line in logged if "damaged" in line["event"]]


def test_a_stop_does_not_wait_for_the_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def slow(self: health.Health) -> str:
        asked.append("")
        self._looking = sqlite3.connect(":memory:", check_same_thread=False)
        endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT count(*) FROM n"
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            self._looking.execute(endless)
        return "stopped"

    monkeypatch.setattr(health.Health, "_quick_check", slow)
    with at_server(tmp_path) as api:
        assert health_of(api)["check"] == "running"
    assert asked


# before the server begins


def test_a_folder_that_can_not_be_written_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.getuid() == 0:  # who may write everywhere

        def refuse(*_: Any, **__: Any) -> None:
            raise OSError(30, "Read-only file system")

        monkeypatch.setattr(folder.tempfile, "TemporaryFile", refuse)
    else:
        tmp_path.chmod(0o500)
    with pytest.raises(OptionError, match="can't be written.*another folder"):
        folder.check_folder(tmp_path, tmp_path / "bellringer.sqlite3")


def test_a_folder_below_a_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OptionError, match="can't be written"):
        folder.check_folder(tmp_path / "file" / "data", tmp_path / "file" / "data" / "bellringer.sqlite3")


def test_what_is_no_database_or_a_newer_one_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "bellringer.sqlite3"
    path.write_bytes(b"no database" * 100)
    with pytest.raises(OptionError, match="damaged"):
        folder.check_folder(tmp_path, path)
    path.unlink()
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE TABLE alembic_version (version_num TEXT)")
        base.execute("INSERT INTO alembic_version VALUES ('9999')")
    with pytest.raises(OptionError, match="newer version"):
        folder.check_folder(tmp_path, path)


def test_a_second_server_is_refused_before_it_says_where_it_listens(tmp_path: Path) -> None:
    with at_server(tmp_path), pytest.raises(OptionError, match="another server"):
        folder.check_folder(tmp_path, tmp_path / "bellringer.sqlite3")


# the log


def test_every_kind_has_a_sentence_and_other_errors_are_ours() -> None:
    assert set(CODES) == set(KINDS.values())
    assert kind_of(IntegrityError("insert", {}, sqlite3.IntegrityError("unique"))) is None
    assert kind_of(sqlite3.ProgrammingError("closed")) is None and kind_of(ValueError()) is None
    with closing(sqlite3.connect(":memory:")) as base:
        base.execute("PRAGMA max_page_count=2")
        with pytest.raises(sqlite3.OperationalError) as error:
            base.executescript("CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(100000))")
    assert kind_of(error.value) == "full"
    assert kind_of(OperationalError("insert", {}, error.value)) == "full"


def test_a_thousand_failures_of_a_kind_are_one_line_a_minute() -> None:
    written, clock, hidden = io.StringIO(), [0.0], "what Anna may not know"
    steps = [structlog.processors.add_log_level, Condensed(lambda: clock[0]), plain_traceback]
    log = structlog.wrap_logger(
        structlog.PrintLogger(written), processors=[*steps, structlog.processors.JSONRenderer()]
    )
    with closing(sqlite3.connect(":memory:")) as base:
        base.execute("PRAGMA query_only=ON")
        for second in range(180):
            clock[0] = float(second)
            for number in range(20):
                try:
                    if number % 2:
                        base.execute("CREATE TABLE t (x)")
                    raise ValueError(hidden)
                except Exception as error:
                    log.error("failed", exc_info=error)
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert len(lines) == 6
    assert sorted(line.get("trouble", "") for line in lines) == ["", "", "", "readonly", "readonly", "readonly"]
    assert [line.get("times") for line in lines if "trouble" in line] == [None, 600, 600]
    assert "ValueError" in written.getvalue() and "Anna" not in written.getvalue()


def test_a_log_that_fills_the_disk_is_cut(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        anna, address = filled(api)
        anna.post(f"/tables/{address}/chat", seat=0, text="kept")
        assert api.service.store.log.path.stat().st_size > 0
        with capture_logs(), full(api.service):
            refused(fill(anna, address), 503, "store-full")
            end = time.monotonic() + PATIENCE
            while api.service.store.log.path.stat().st_size > 0:
                assert time.monotonic() < end
                time.sleep(0.01)


def test_tables_that_could_not_be_stored_count_for_nobody(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        anna, address = filled(api)
        with capture_logs(), readonly(api.service):
            for _ in range(3):
                seats = [{"kind": "me"}, {"kind": "open"}]
                refused(anna.ask("POST", "/tables", json={"name": "Anna", "game": "rattus", "seats": seats}), 503)
        end = time.monotonic() + PATIENCE
        while not api.service.health.is_storing or list(api.service.shares.made) != [address]:
            assert time.monotonic() < end, api.service.shares.made
            time.sleep(0.01)
        assert [table["address"] for table in api.service.hosting.store.tables((), 9)] == [address]


def test_a_newcomer_who_could_not_be_stored_has_made_no_table(tmp_path: Path) -> None:
    def fail(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if "INTO people" in statement:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error

    with at_server(tmp_path) as api:
        _, address = filled(api)
        wanted = {"name": "Ben", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "open"}]}
        event.listen(api.service.store.engine, "before_cursor_execute", fail)
        with capture_logs() as logged:
            refused(api.user("Ben").ask("POST", "/tables", json=wanted), 503, "store-full")
        event.remove(api.service.store.engine, "before_cursor_execute", fail)
        assert [table["address"] for table in api.service.hosting.store.tables((), 9)] == [address]
        faults = [line["exc_info"] for line in logged if line.get("exc_info")]
        assert faults and {kind_of(fault) for fault in faults} == {"full"}, "and nothing else went wrong"
        api.user("Ben").make("rattus", "me", "open")
