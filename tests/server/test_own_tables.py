"""The lists of somebody's own tables: what is in them, and that finished tables make none of them more costly."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Engine, event, select

from bellringer.server.store import SeatKept, TableKept, User
from bellringer.server.store.host_rows import remove_person
from bellringer.server.store.models import SeatRow
from bellringer.server.store.store import Store
from bellringer.server.store.values.fair import new_fair
from bellringer.server.store.vault import UNFINISHED
from tests.server.services import kept_table
from tests.server.test_store import act, migrations

pytestmark = pytest.mark.unhurried

PAST = ("over", "void")
LONGEST = 9  # a list of own tables
FIRST = 1_000  # when the first table changed
Lists = list[tuple[list[str], list[str], int, int]]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """An empty database, where no two things happen in the same millisecond."""
    clock = count(1_000_000_000, 1_000_000)
    monkeypatch.setattr("bellringer.server.store.values.kept.time", SimpleNamespace(time_ns=lambda: next(clock)))
    found = Store(tmp_path / "bellringer.sqlite3")
    yield found
    found.close()


def people_in(store: Store, number: int) -> list[User]:
    """Some people."""
    return [store.remember(bytes([who]) * 32, f"Anna {who}") for who in range(number)]


def table_in(store: Store, host: User | None, sits: Sequence[User | None], status: str = "waiting") -> TableKept:
    """A table that somebody made, with these people on its seats."""
    seats = tuple(
        SeatKept(number, bot="random") if user is None else SeatKept(number, user.id, user.name)
        for number, user in enumerate(sits)
    )
    with store.engine.connect() as connection:
        number = len(connection.execute(select(SeatRow.table_id).distinct()).all())
    table = replace(kept_table("rattus", len(seats)), address=f"table {number}", seats=seats, status=status)
    return store.add_table(replace(table, host=None if host is None else host.id, changed=FIRST + number))


def tables_in(store: Store) -> list[TableKept]:
    """All tables, by looking at each."""
    numbers = count(1)
    return list(iter(lambda: store.table_by_number(str(next(numbers))), None))


def told(store: Store, people: Sequence[User], most: int = LONGEST) -> Lists:
    """What the store tells each person: unfinished tables, past ones, how many are hosted, how many wait."""
    return [
        (
            [kept.address for kept in store.tables_of(user, most)],
            [kept.address for kept in store.tables_of(user, most, is_over=True)],
            store.count_unfinished(user),
            store.count_waiting_for(user),
        )
        for user in people
    ]


def wanted(store: Store, people: Sequence[User], most: int = LONGEST) -> Lists:
    """The same, found by looking at all tables."""
    tables = sorted(tables_in(store), key=lambda kept: (kept.changed, kept.id), reverse=True)
    return [wanted_by(tables, user, most) for user in people]


def wanted_by(tables: Sequence[TableKept], user: User, most: int) -> tuple[list[str], list[str], int, int]:
    """That of one person."""

    def listed(status: Sequence[str]) -> list[str]:
        mine = [kept for kept in tables if kept.host == user.id or any(seat.user == user.id for seat in kept.seats)]
        return [kept.address for kept in mine if kept.status in status][:most]

    made = [kept for kept in tables if kept.host == user.id and kept.status in UNFINISHED]
    asked = [
        kept
        for kept in tables
        if kept.status == "running"
        and any(seat.user == user.id and kept.pending >> seat.number & 1 for seat in kept.seats)
    ]
    return listed(UNFINISHED), listed(PAST), len(made), len(asked)


def changed_at_random(store: Store, kept: TableKept, people: Sequence[User], dice: random.Random) -> None:
    """One thing that changes a table, whatever its status is."""
    seat = replace(dice.choice(kept.seats), user=dice.choice(people).id, bot="")
    fair = new_fair(len(kept.seats))
    number = len(store.acts(kept)) + 1
    changes: list[Any] = [
        lambda: store.put_status(
            kept, dice.choice((*UNFINISHED, *PAST, "closed")), dice.randrange(1 << len(kept.seats))
        ),
        lambda: store.put_seats(kept, [seat]),
        lambda: store.put_seen(kept, 0, 5),
        lambda: store.put_host(kept, dice.choice(people).id),
        lambda: store.begin(kept, dice.randrange(4)),
        lambda: store.put_fair(kept, fair, "dealing"),
        lambda: store.put_void(kept, fair, []),
        lambda: store.put_rematch(kept, kept),
        lambda: store.add_act(kept, act(number), "running", dice.randrange(4), ""),
        lambda: store.add_act(kept, act(number), "over", 0, "game", places=[1] * len(kept.seats)),
        lambda: store.add_act(kept, act(number), kept.status, kept.pending, kept.ended_by),
    ]
    dice.choice(changes)()


def busy(store: Store, seed: int) -> list[User]:
    """Fill the database with tables of some people, at which all kinds of things happened."""
    dice, people = random.Random(f"own tables {seed}"), people_in(store, 3)
    for _ in range(40):
        sits = [dice.choice((*people, None)) for _ in range(dice.randint(2, 4))]
        table_in(store, dice.choice((*people, None)), sits, dice.choice((*UNFINISHED, *PAST, "closed")))
    for _ in range(120):
        kept = store.table_by_number(str(dice.randint(1, 40)))
        assert kept is not None
        changed_at_random(store, kept, people, dice)
    return people


# what is in them


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_lists_are_as_a_look_at_all_tables_finds_them(store: Store, seed: int) -> None:
    people = busy(store, seed)
    for most in (1, 4, 100):
        assert told(store, people, most) == wanted(store, people, most)
    with store.engine.begin() as connection:
        remove_person(connection, people[0].id)
    assert told(store, people) == wanted(store, people)


def test_a_table_where_one_sits_twice_and_which_one_made_is_listed_once(store: Store) -> None:
    (anna,) = people_in(store, 1)
    for status in ("over", "over", "running"):
        table_in(store, anna, [anna, anna, None, anna], status)
    assert told(store, [anna], 2) == [(["table 2"], ["table 1", "table 0"], 1, 0)]


def test_a_past_table_that_is_handed_over_goes_to_the_list_of_who_has_it_now(store: Store) -> None:
    anna, ben = people_in(store, 2)
    first, _ = table_in(store, None, [anna, None], "over"), table_in(store, None, [ben, None], "over")
    store.put_seats(first, [replace(first.seats[0], user=ben.id)])
    assert told(store, [anna, ben]) == [([], [], 0, 0), ([], ["table 0", "table 1"], 0, 0)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_database_from_before_gives_the_same_lists(store: Store, seed: int) -> None:
    people = busy(store, seed)
    seats = select(SeatRow.table_id, SeatRow.number, SeatRow.ended).order_by(SeatRow.table_id, SeatRow.number)
    with store.engine.connect() as connection:
        before, rows = told(store, people), connection.execute(seats).all()
    with store.engine.begin() as connection:
        command.downgrade(migrations(store, connection), "0012")
    with store.engine.begin() as connection:
        command.upgrade(migrations(store, connection), "head")
    with store.engine.connect() as connection:
        assert connection.execute(seats).all() == rows
    assert told(store, people) == before == wanted(store, people)


# what they cost


class Steps:
    """Counts what SQLite does, in steps of its machine."""

    def __init__(self, engine: Engine) -> None:
        self.count = 0
        event.listen(engine, "checkout", lambda connection, *_: connection.set_progress_handler(self._note, 1))

    def _note(self) -> None:
        self.count += 1

    def of(self, store: Store, ask: str, *values: object) -> int:
        """The steps of a function of the store."""
        before = self.count
        getattr(store, ask)(*values)
        return self.count - before


def costs(store: Store, user: User) -> dict[str, int]:
    """The steps of all that is asked about the tables of somebody."""
    steps = Steps(store.engine)
    return {
        "waiting": steps.of(store, "count_waiting_for", user),
        "unfinished": steps.of(store, "tables_of", user, LONGEST),
        "over": steps.of(store, "tables_of", user, LONGEST, True),
        "made": steps.of(store, "count_unfinished", user),
    }


def multiplied(store: Store, times: int) -> None:
    """Put so many older tables beside each finished one into the database, with seats of the same people."""
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {times})"
    finished = f"{numbers} SELECT {{}} FROM n, tables WHERE status IN ('over', 'void', 'closed')"
    of_them = f"{numbers} SELECT {{}} FROM n, seats WHERE ended IS NOT NULL"
    tables = "game, options, seed, host, clock, joining, watching, status, ended_by, pending, created"
    seats = "number, person_id, name, bot, seen"
    with store.engine.begin() as connection:
        copied = finished.format(f"id * 1000 + i, address || ' ' || i, changed - 500, {tables}")
        connection.exec_driver_sql(f"INSERT INTO tables (id, address, changed, {tables}) {copied}")
        copied = of_them.format(f"table_id * 1000 + i, max(ended - 500, 0), {seats}")
        connection.exec_driver_sql(f"INSERT INTO seats (table_id, ended, {seats}) {copied}")


def test_five_thousand_finished_tables_make_no_list_of_somebody_more_costly(store: Store) -> None:
    anna, ben = people_in(store, 2)
    for status in (*UNFINISHED, *PAST, "closed"):
        for host, sits in ((anna, [anna, None]), (anna, [ben, None]), (ben, [anna, anna])):
            for _ in range(5):
                table_in(store, host, sits, status)
    before, lists = costs(store, anna), told(store, [anna])
    multiplied(store, 5_000 // 45 + 1)
    after = costs(store, anna)
    assert told(store, [anna]) == lists and len(store.tables_of(anna, 9_999, is_over=True)) > 3_000
    assert all(after[ask] <= 1.05 * before[ask] for ask in before), (before, after)
