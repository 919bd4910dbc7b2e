"""What is kept: the shape of the database, what it refuses, and how little of it a move needs."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import event, inspect
from sqlalchemy.exc import IntegrityError, OperationalError, StatementError

from bellringer.core.chance import DRAWS, MOVES
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find, game_names
from bellringer.server.store import Act, Saying, SeatKept, TableKept
from bellringer.server.store.database import PAGE_BYTES, PATIENTLY
from bellringer.server.store.models import ActRow, Base
from bellringer.server.store.rows import ADD_ACT
from bellringer.server.store.store import Store
from bellringer.server.tables.live.live_game import LiveGame
from tests.server.services import acted, kept_table, moved

pytestmark = pytest.mark.unhurried

TABLES = {"people", "tables", "seats", "acts", "sayings", "runs", "positions", "rule_changes"}
TABLES |= {"asides", "reports", "mutes", "rematches", "repeats", "host_acts", "probes", "server_keys", "bars"}
TABLES |= {"workers", "leases", "absences", "brought", "reviews"}
BYTES_A_MOVE, BYTES_WRITTEN = 100, 8_000
SOME = 16  # acts
GAMES = 5  # whole ones, so that the pages of the file are full


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty database."""
    found = Store(tmp_path / "bellringer.sqlite3")
    yield found
    found.close()


def table_in(store: Store, **more: Any) -> TableKept:
    """A running table for two in the database."""
    host = store.remember(b"a" * 32, "Anna")
    seats = (SeatKept(0, host.id, "Anna"), SeatKept(1, bot="random"))
    return store.add_table(replace(kept_table("rattus", 2), **{"seats": seats, "host": host.id, **more}))


def act(number: int, seat: int = 0, kind: str = "move", asked: int | None = None) -> Act:
    """Something that a seat did."""
    word = {"undo": "", "lend": "random"}.get(kind, "word")
    return Act(number, seat, kind, word, number if asked is None else asked, 0, 0)


def keep(store: Store, table: TableKept, *acts: Act) -> None:
    """Keep acts, while the game goes on."""
    for one in acts:
        store.add_act(table, one, "running", 0, "")


# its shape


def migrations(store: Store, connection: object) -> Config:
    """The steps from one shape of the database to the next, over a connection."""
    config = Config()
    config.set_main_option("script_location", str(files("bellringer.server.store").joinpath("migrations")))
    config.attributes["connection"] = connection
    return config


def test_an_empty_file_becomes_a_database(store: Store) -> None:
    assert set(inspect(store.engine).get_table_names()) == TABLES | {"alembic_version"}
    assert store.is_well()


def test_the_database_has_the_shape_that_the_models_say(store: Store) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_a_start_that_has_nothing_to_migrate_does_not_load_what_migrates(tmp_path: Path) -> None:
    path = tmp_path / "bellringer.sqlite3"
    Store(path).close()
    code = "import sys; from pathlib import Path; from bellringer.server.store.store import Store"
    code += f"; Store(Path({str(path)!r})); print('alembic' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "False\n"


def test_alembic_finds_nothing_left_to_migrate(store: Store) -> None:
    with store.engine.begin() as connection:
        command.check(migrations(store, connection))


def test_every_shape_can_be_left_for_the_one_before_and_come_back_to(store: Store) -> None:
    with store.engine.begin() as connection:
        command.downgrade(migrations(store, connection), "base")
    assert set(inspect(store.engine).get_table_names()) == {"alembic_version"}
    with store.engine.begin() as connection:
        command.upgrade(migrations(store, connection), "head")
    assert set(inspect(store.engine).get_table_names()) == TABLES | {"alembic_version"}
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_a_database_opened_again_is_as_it_was_left(tmp_path: Path) -> None:
    path = tmp_path / "bellringer.sqlite3"
    store = Store(path)
    table = table_in(store)
    keep(store, table, act(1), act(2, 1))
    store.add_saying(table, Saying(1, 0, "Bonjour & « adieu »", 5))
    store.close()
    again = Store(path)
    assert again.table("table") == replace(table, changed=again.table("table").changed)  # type: ignore[union-attr]
    assert again.acts(table) == [act(1), act(2, 1)]
    assert again.sayings(table) == [Saying(1, 0, "Bonjour & « adieu »", 5)]
    again.close()


@pytest.mark.parametrize("shape", ["0001", "0002"])
def test_tables_of_a_shape_before_are_played_by_the_first_rules(store: Store, shape: str) -> None:
    table = table_in(store)
    with store.engine.begin() as connection:
        command.downgrade(migrations(store, connection), shape)
    with store.engine.begin() as connection:
        command.upgrade(migrations(store, connection), "head")
    found = store.table("table")
    assert found is not None and found == replace(table, changed=found.changed, levels=1) and found.versions == "1"
    assert (store.position(table), store.rule_changes(table)) == (None, [])


def test_the_scheme_of_chance_is_stored_and_that_of_tables_before_is_by_moves(store: Store) -> None:
    store.add_table(replace(table_in(store), address="by-draws", chance=DRAWS))
    schemes = {"table": MOVES, "by-draws": DRAWS}
    found = {address: store.table(address) for address in schemes}
    assert {address: one.chance for address, one in found.items() if one is not None} == schemes
    with store.engine.begin() as connection:
        command.downgrade(migrations(store, connection), "0004")
    with store.engine.begin() as connection:
        command.upgrade(migrations(store, connection), "head")
    after = {address: store.table(address) for address in schemes}
    assert {address: (one.chance, one.versions) for address, one in after.items() if one is not None} == {
        "table": (MOVES, "1"),
        "by-draws": (MOVES, "0"),  # of rules that a release before does not have
    }


def test_it_is_known_when_no_server_ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was killed ran until it was seen last."""
    clock = [1_000]
    monkeypatch.setattr(
        "bellringer.server.store.values.kept.time", SimpleNamespace(time_ns=lambda: clock[0] * 1_000_000)
    )
    for began, seen, is_killed in ((1_000, 5_000, False), (8_000, 9_000, True), (20_000, 20_000, False)):
        store = Store(tmp_path / "bellringer.sqlite3")
        clock[0] = began
        store.begin_run()
        clock[0] = seen
        store.note_run()
        clock[0] = seen + 500
        pauses = store.pauses()
        store.engine.dispose() if is_killed else store.close()
    assert pauses == [(5_500, 8_000), (9_000, 20_000)]


@pytest.mark.parametrize("game", game_names())
def test_options_come_back_as_they_were_given(store: Store, game: str) -> None:
    """Those that this version knows: a table with others can't be played, and is set aside."""
    options = check_options(find(game), 3, {"start": 1})
    seats = (SeatKept(0), SeatKept(1), SeatKept(2))
    table_in(store, game=game, options=options, status="waiting", seats=seats)
    found = store.table("table")
    assert found is not None and found.options == options


# what it refuses


def test_a_number_is_given_to_one_act_of_a_table(store: Store) -> None:
    table = table_in(store)
    keep(store, table, act(1))
    with pytest.raises(IntegrityError):
        keep(store, table, act(1, seat=1, asked=9))
    assert store.acts(table) == [act(1)]


def test_a_question_is_answered_once(store: Store) -> None:
    table = table_in(store)
    keep(store, table, act(1, asked=0))
    with pytest.raises(IntegrityError):
        keep(store, table, act(2, asked=0))
    keep(store, table, act(2, seat=1, asked=0))
    keep(store, table, act(3, kind="undo", asked=0), act(4, kind="lend", asked=0))
    assert [one.number for one in store.acts(table)] == [1, 2, 3, 4]


def test_the_same_numbers_are_free_at_another_table(store: Store) -> None:
    one, other = table_in(store), table_in(store, address="other")
    keep(store, one, act(1))
    keep(store, other, act(1))
    assert store.acts(one) == store.acts(other) == [act(1)]


def test_an_act_that_is_refused_leaves_the_table_where_it_stood(store: Store) -> None:
    table = table_in(store)
    keep(store, table, act(1))
    before = store.table("table")
    with pytest.raises(IntegrityError):
        store.add_act(table, act(1), "over", 3, "game")
    assert store.table("table") == before


@pytest.mark.parametrize("ends", [False, True])
def test_acts_that_are_stored_together_are_stored_as_one_after_the_other(tmp_path: Path, ends: bool) -> None:
    """Of three tables, one of which ends in between."""
    found = list[Any]()
    for name, is_together in (("alone", False), ("together", True)):
        store = Store(tmp_path / name)
        tables = [table_in(store, address=f"table {number}") for number in range(3)]
        if is_together:
            store.write_behind(lambda line: pytest.fail(f"lost {line}"))
            is_enough = hold_the_writer(store)
        for number in range(1, 2 * SOME):
            for turn, table in enumerate(tables):
                position = {"n": number} if (number + turn) % 3 == 0 else None
                store.add_act(table, act(number), "running", number % 4, "", position)
            if ends and number == SOME:
                done = tables.pop()
                store.add_act(done, act(number + 1), "over", 0, "game", {"n": "last"}, (1, 2))
        if is_together:
            is_enough.set()
        store.changes.flush()
        everything = [store.table(f"table {number}") for number in range(3)]
        assert all(everything)
        found.append([(replace(one, changed=0), store.acts(one), store.position(one)) for one in everything if one])
        store.close()
    assert found[0] == found[1]


def hold_the_writer(store: Store) -> threading.Event:
    """Let the thread that stores wait, so that what is put until the event is set is stored together."""
    begun, is_enough = threading.Event(), threading.Event()
    writer = store.changes.writer
    assert writer is not None

    def wait(_: object) -> None:
        begun.set()
        is_enough.wait(20)

    writer.put(wait).hurry()
    assert begun.wait(20)
    return is_enough


def test_an_address_is_given_to_one_table(store: Store) -> None:
    table_in(store)
    with pytest.raises(IntegrityError):
        table_in(store)


def test_a_key_is_one_persons(store: Store) -> None:
    anna = store.remember(b"a" * 32, "Anna")
    again = store.remember(b"a" * 32, "Anne")
    assert (again.id, again.name) == (anna.id, "Anne")
    assert store.user(b"a" * 32) == again
    assert store.user(b"b" * 32) is None


def test_what_belongs_to_no_table_is_not_kept(store: Store) -> None:
    table = table_in(store)
    nowhere = replace(table, id=table.id + 1)
    with pytest.raises(IntegrityError):
        keep(store, nowhere, act(1))
    with pytest.raises(IntegrityError):
        store.add_saying(nowhere, Saying(1, 0, "hello", 0))


def test_a_line_of_the_chat_has_a_number_of_its_own(store: Store) -> None:
    table = table_in(store)
    store.add_saying(table, Saying(1, 0, "hello", 0))
    with pytest.raises(IntegrityError):
        store.add_saying(table, Saying(1, 1, "hello", 0))


# lists


def test_a_person_is_waited_for_at_tables_where_a_seat_of_theirs_is_to_decide(store: Store) -> None:
    anna, ben = store.remember(b"a" * 32, "Anna"), store.remember(b"b" * 32, "Ben")
    seats = tuple(SeatKept(n, anna.id if n % 2 else ben.id, "x") for n in range(6))
    for pending in (0b000000, 0b100000, 0b000001, 0b111111, 0b101010):
        address = f"table {pending}"
        store.begin(table_in(store, address=address, seats=seats), pending)
    assert store.count_waiting_for(anna) == 3
    assert store.count_waiting_for(ben) == 2


@pytest.mark.parametrize("status", ["waiting", "over", "closed"])
def test_nobody_is_waited_for_at_a_table_that_does_not_run(store: Store, status: str) -> None:
    table = table_in(store, pending=1)
    anna = store.user(b"a" * 32)
    assert anna is not None and store.count_waiting_for(anna) == 1
    store.put_status(table, status, pending=1)
    assert store.count_waiting_for(anna) == 0


# how much of it a move needs


def play_a_game(game: str, seats: int, dice: random.Random) -> Iterator[LiveGame]:
    """A whole game as people play it, after each act: some seconds each, now and then taken back."""
    live, at = LiveGame(kept_table(game, seats, seed=dice.randbytes(32), clock="live-20")), 1_800_000_000_000
    live.holders[0].asked_at = at
    while live.pending:
        at += dice.randrange(30_000)
        seat = dice.choice(live.pending)
        moved(live, seat, at, dice)
        yield live
        if live.table.may_undo(seat) and dice.random() < 0.05:
            acted(live, seat, "undo", at=at)
            yield live


def pages_of_games(path: Path) -> int:
    """The bytes of all pages that hold acts and last positions, or find them."""
    with closing(sqlite3.connect(path)) as base:
        names = "name in ('acts', 'sqlite_autoindex_acts_1', 'one_answer', 'positions')"
        return int(base.execute(f"select sum(pgsize) from dbstat where {names}").fetchone()[0])


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("company", ["most", pytest.param("fewest", marks=pytest.mark.soak)])
def test_a_move_takes_less_than_a_hundred_bytes_of_the_database(tmp_path: Path, game: str, company: str) -> None:
    dice = random.Random(f"bytes {game} {company}")
    seats = find(game).fewest_seats if company == "fewest" else find(game).most_seats
    path, moves = tmp_path / "bellringer.sqlite3", 0
    store = Store(path)
    for number in range(GAMES):
        table = table_in(store, address=f"table {number}")
        for live in play_a_game(game, seats, dice):
            store.add_act(table, live.acts[-1], "running", 0, "", live.table.position())
            moves += 1
    store.close()
    assert pages_of_games(path) / moves < BYTES_A_MOVE


@pytest.mark.slow
def test_an_act_that_is_stored_alone_writes_less_than_eight_kilobytes(tmp_path: Path) -> None:
    """The whole of it: sealed, with the last position, among many tables. In company it writes less."""
    store = Store(tmp_path / "bellringer.sqlite3", tmp_path / "keys")
    dice, written, acts = random.Random(8), 0, 0
    lives = [LiveGame(kept_table(name, 4, address=f"{name} {number}")) for name in game_names() for number in range(20)]
    tables = [table_in(store, address=live.kept.address) for live in lives]
    for turn in range(30):
        store.log.checkpoint()
        with closing(sqlite3.connect(tmp_path / "bellringer.sqlite3")) as base:
            base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for live, table in zip(lives, tables, strict=True):
            made = moved(live, live.pending[0], dice=dice)
            store.add_act(table, made, "running", live.pending_people, "", live.table.position())
        if turn >= 10:  # with leaves of the trees that are full here and there
            written, acts = written + store.log.path.stat().st_size, acts + len(lives)
    store.close()
    assert written / acts < BYTES_WRITTEN, written / acts


def longest_log(store: Store, table: TableKept, numbers: Iterable[int]) -> int:
    """The most pages that the log had while acts were stored and nobody looked after it."""
    longest = 0
    for number in numbers:
        store.add_act(table, act(number), "running", 0, "", None)
        store.changes.flush()
        longest = max(longest, store.log.path.stat().st_size // PAGE_BYTES)
    return longest


def test_the_log_is_bounded_though_nobody_looks_after_it(store: Store, tmp_path: Path) -> None:
    store.log.most, store.log.long = 200 * PAGE_BYTES, 100 * PAGE_BYTES
    table = table_in(store)
    store.write_behind(lambda line: pytest.fail("lost"))
    assert 200 <= longest_log(store, table, range(1, 101)) < 220
    with closing(sqlite3.connect(tmp_path / "bellringer.sqlite3")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM acts").fetchone()
        assert longest_log(store, table, range(101, 301)) > 400, "a log that is read can't be begun anew"
    assert store.log.path.stat().st_size > 400 * PAGE_BYTES, "nobody looks at once whether the reader has gone"
    longest_log(store, table, range(301, 361))  # in which it has grown by so much that it is tried again
    assert longest_log(store, table, range(361, 461)) < 220
    assert len(store.acts(table)) == 460


def test_the_log_is_begun_anew_when_it_is_long(store: Store) -> None:
    store.log.long = 200 * PAGE_BYTES
    table = table_in(store)
    keep(store, table, *(act(number) for number in range(1, 10)))
    store.log.checkpoint()
    assert store.log.path.stat().st_size > 0 and not store.log.is_long
    keep(store, table, *(act(number) for number in range(10, 100)))
    assert store.log.is_long
    store.log.checkpoint()
    assert store.log.path.stat().st_size == 0 and not store.log.is_long and len(store.acts(table)) == 99


def test_a_log_that_somebody_reads_is_left_for_the_next_time(store: Store, tmp_path: Path) -> None:
    store.log.long = 200 * PAGE_BYTES
    table = table_in(store)
    keep(store, table, *(act(number) for number in range(1, 100)))
    with closing(sqlite3.connect(tmp_path / "bellringer.sqlite3")) as reader:
        reader.execute("BEGIN")
        seen = reader.execute("SELECT count(*) FROM acts").fetchone()
        keep(store, table, act(100))
        began = time.monotonic()
        store.log.checkpoint()
        assert time.monotonic() - began < PATIENTLY / 1_000 - 1 and seen == (99,)
    keep(store, table, act(101))
    store.log.checkpoint()
    assert store.log.path.stat().st_size == 0 and len(store.acts(table)) == 101


def test_a_statement_stores_no_value_that_was_forgotten(tmp_path: Path) -> None:
    store = Store(tmp_path / "bellringer.sqlite3")
    values = {column.name: 0 for column in ActRow.__table__.columns if column.name != "word"}
    with store.engine.connect() as connection, pytest.raises(StatementError, match="word"):
        connection.execute(ADD_ACT, values)
    store.close()


def test_a_checkpoint_that_fails_is_made_up_for(tmp_path: Path) -> None:
    store = Store(tmp_path / "bellringer.sqlite3")

    def fail(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if "TRUNCATE" in statement:
            raise sqlite3.OperationalError("disk I/O error")

    with store.engine.connect() as connection:
        before = connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one()
    store.log.must_go = True
    event.listen(store.engine, "before_cursor_execute", fail)
    with pytest.raises(OperationalError):
        store.log.checkpoint()
    event.remove(store.engine, "before_cursor_execute", fail)
    assert store.log.must_go, "what was removed is still in the log"
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one() == before
    store.log.checkpoint()
    assert not store.log.must_go
    store.close()


def test_a_log_that_can_not_be_begun_anew_keeps_no_act_from_being_stored(store: Store) -> None:
    store.log.most, store.log.long = 200 * PAGE_BYTES, 100 * PAGE_BYTES
    tries: list[str] = []
    lost: list[object] = []

    def fail(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if "TRUNCATE" in statement:
            tries.append(statement)
            raise sqlite3.OperationalError("disk I/O error")

    table = table_in(store)
    store.write_behind(lost.append)
    event.listen(store.engine, "before_cursor_execute", fail)
    longest = longest_log(store, table, range(1, 201))
    event.remove(store.engine, "before_cursor_execute", fail)
    assert 1 < len(tries) <= longest // 100, "once each time that it has grown by so much"
    assert len(store.acts(table)) == 200 and not lost
