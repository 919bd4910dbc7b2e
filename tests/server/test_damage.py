"""Damaged rows: whatever a column holds, the server sets the row aside, names it, and everything else goes on."""

from __future__ import annotations

import random
import shutil
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from structlog.testing import capture_logs

from bellringer.cli import main
from bellringer.server.base.keys import read_keys, usual_key_file
from bellringer.server.base.language import words_in
from bellringer.server.host.check import fault_in, read
from bellringer.server.store.models import Base
from bellringer.server.store.reading import ReadStore
from bellringer.server.visitors.security import KEY_COOKIE
from tests.server.callers import PATIENCE, Api, answer, at_server
from tests.server.damaged import KEYS, KINDS, NAME, PASSING, Place, damage, may_be_well, places, prepared
from tests.server.services import apart

Original = tuple[Path, dict[Place, str]]
SOME = ("empty", "other JSON", "unknown word")  # kinds of damage; the others are soaks
LISTS = (("tables",), ("people", "e"), ("reports",), ("log",))


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Original:
    """A folder with a table for each column of what tables have, and which rows are to be damaged."""
    data = tmp_path_factory.mktemp("damage") / "data"
    return data, prepared(data)


@pytest.mark.unhurried
def test_what_is_well_is_well(original: Original, tmp_path: Path) -> None:
    data = copied(original, tmp_path)
    status, words = run("check", data)
    assert status == 0, words
    with capture_logs() as lines, at_server(data) as api:
        document = looked_through(api)
        assert (document["rows"], document["set_aside"], document["reasons"]) == ("read", {}, [])
    assert not [line for line in lines if line["log_level"] == "error"]


@pytest.mark.unhurried
@pytest.mark.parametrize("kind", [one if one in SOME else pytest.param(one, marks=pytest.mark.soak) for one in KINDS])
def test_damage_in_every_column_stops_nothing_else(original: Original, tmp_path: Path, kind: str) -> None:
    """All columns at once, each in a row of its own."""
    data = copied(original, tmp_path)
    assert_set_aside(data, damage(data, original[1], kind), kind)


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("place", places(), ids=".".join)
def test_damage_in_one_column_stops_nothing_else(original: Original, tmp_path: Path, place: Place, kind: str) -> None:
    data = copied(original, tmp_path)
    assert_set_aside(data, damage(data, {place: original[1][place]}, kind), kind)


def copied(original: Original, tmp_path: Path) -> Path:
    """A folder that is to be damaged."""
    return Path(shutil.copytree(original[0], tmp_path / "data"))


def run(*words: str | Path) -> tuple[int, str]:
    """Type a command; its exit status, and what it said."""
    result = apart(lambda: CliRunner().invoke(main, [str(word) for word in words]))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result.exit_code, result.output


def looked_through(api: Api) -> dict[str, Any]:
    """What /healthz says once the server has looked at everything."""
    end = time.monotonic() + PATIENCE
    while True:
        document: dict[str, Any] = api.request("GET", "/healthz").json()
        if "running" not in (document["check"], document["rows"]):
            return document
        assert time.monotonic() < end
        time.sleep(0.01)


def assert_set_aside(data: Path, damaged: dict[Place, str], kind: str) -> None:
    """A server on damaged rows names them, and whoever has nothing to do with them can do everything."""
    wrong = {place: row for place, row in damaged.items() if not may_be_well(place, kind)}
    with capture_logs() as lines, at_server(data) as api:
        everything_else_goes_on(api)
        document = looked_through(api)
        rows = api.service.store.aside.rows
    aside = {(table, row): column for table, found in rows.items() for row, column in found.items()}
    named = {(table, column) for (table, _), column in aside.items()}
    unnamed = {place: row for place, row in wrong.items() if place not in named}
    assert not [row for row in unnamed.items() if row[0][0] != "tables" or ("tables", row[1]) not in aside], unnamed
    assert bool(aside) == ("set-aside" in document["reasons"]) and document["rows"] == "read"
    assert document["set_aside"] == {table: len(found) for table, found in rows.items()}
    assert {(line["table"], line["row"]) for line in lines if line["event"].startswith("a row can't be read")} >= {
        where for where, column in aside.items() if column != "its game"
    }
    assert not [line for line in lines if "exc_info" in line or line["log_level"] == "exception"]
    for words in LISTS:
        assert run("host", data, *words)[0] == 0
    assert_named_by_check(data, aside)


def everything_else_goes_on(api: Api) -> None:
    """Pages open, and the tables that are not damaged are found and played, by old hands and newcomers."""
    anna = api.user("Anna", KEYS["Anna"])
    numbers = [kept.id for kept in api.service.store.running()]
    addresses = {kept.id: kept.address for kept in api.service.store.running()}
    for address in [addresses[number] for number in sorted(numbers)[-2:]]:
        dice = random.Random(1)
        assert any([answer(anna, address, seat, dice) for seat in (0, 1)])
    for name, key in KEYS.items():
        headers = {"cookie": f"{KEY_COOKIE}={key}"} | ({"authorization": f"Bearer {key}"} if name else {})
        for path in ("/", "/about", "/api/v1/tables", *(f"/t/{address}" for address in addresses.values())):
            found = api.request("GET", path, headers=headers)
            assert found.status_code in ((200, 503) if "/t/" in path else (200,)), (path, found.status_code)
    made = api.user("Dora").make("rattus", "me", "me")
    assert made["table"]["status"] == "running"


def assert_named_by_check(data: Path, aside: dict[tuple[str, str], str]) -> None:
    """Whatever the server sets aside, `check` names, and its exit status tells of it."""
    status, words = run("check", data)
    assert (status == 1) == bool(aside) or status == 1, words
    with closing(ReadStore(data / NAME, read_keys(usual_key_file()))) as store:
        read(store, words_in("en"))
        found = {(table, row) for table, rows in store.aside.rows.items() for row in rows}
        games = {kept.id for kept in store.played() if fault_in(store, kept, words_in("en"))}
    for table, row in set(aside) - found:
        if table == "repeats":  # the server may have removed it meanwhile, as one from long ago
            continue
        assert int(row.partition("/")[0]) in games, (table, row, aside[table, row])


def test_every_table_is_damaged_in_these_tests() -> None:
    assert {table for table, _ in places()} | set(PASSING) == set(Base.metadata.tables)
