"""`bellringer check` names what the server would stumble over: acts, seeds, people and words that are not as they were.

Rows that can't be read at all are in test_damage.py.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import re
import shutil
import signal
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs

from bellringer.core import chance
from bellringer.core.errors import OptionError
from bellringer.server.base.folder import check_folder
from bellringer.server.base.settings import Settings
from bellringer.server.service import TableService
from bellringer.server.store.store import Store
from tests.server.callers import at_server
from tests.server.damaged import NAME
from tests.server.services import answer_any, introduced, play_out, table_for, with_service
from tests.server.test_damage import looked_through, run

pytestmark = pytest.mark.unhurried


def soaked(values: Sequence[Any], each: int) -> list[Any]:
    """Values for a test, of which one in so many is not a soak."""
    return [value if n % each == 0 else pytest.param(value, marks=pytest.mark.soak) for n, value in enumerate(values)]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game that is over, table 1, and two that run, one with a bot.

    The games are always the same: in some, an act could be left out and nothing would be otherwise.
    """
    data = tmp_path_factory.mktemp("played") / "data"

    async def work(service: TableService) -> None:
        anna = introduced(service, "Anna")
        room = table_for(service, anna, "rattus", "me", "here")
        await play_out(service, room.address, random.Random(1))
        for seats in (("me", "here"), ("me", "random", "random")):
            room = table_for(service, anna, "rattus", *seats)
            for turn in range(6):
                answer_any(service, room, random.Random(turn))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chance, "secrets", SimpleNamespace(token_bytes=random.Random(1).randbytes))
        with_service(data, work)
    return data


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    """A copy of it, to be damaged."""
    return Path(shutil.copytree(played, tmp_path / "data"))


LAST = "(SELECT max(number) FROM acts WHERE table_id = 1)"
FAULTS = {
    "a seed is cut": "UPDATE tables SET seed = substr(seed, 1, 60) WHERE id = 2",
    "a seed is cut to nothing": "UPDATE tables SET seed = x'' WHERE id = 2",
    "a seed is cut to its head": "UPDATE tables SET seed = substr(seed, 1, 8) WHERE id = 2",
    "seeds are exchanged": "UPDATE tables SET seed = (SELECT seed FROM tables AS other"
    " WHERE other.id = 5 - tables.id) WHERE id > 1",
    "the seed of a finished game is another": "UPDATE tables SET seed = zeroblob(32) WHERE id = 1",
    "a status is unknown": "UPDATE tables SET status = 'playing' WHERE id = 2",
    "a finished game is said to run": "UPDATE tables SET status = 'running' WHERE id = 1",
    "a finished game has another end": "UPDATE tables SET ended_by = 'resigned' WHERE id = 1",
    "a person is taken off a seat": "UPDATE seats SET person_id = NULL WHERE table_id = 2 AND number = 0",
    "a finished game lacks a person": "UPDATE seats SET person_id = NULL WHERE table_id = 1 AND number = 1",
    "a seat is gone": "DELETE FROM seats WHERE table_id = 3 AND number = 2",
    "all seats are gone": "DELETE FROM seats WHERE table_id = 1",
    "a place is another": "UPDATE seats SET place = 3 - place WHERE table_id = 1",
    "a finished game lacks an act": "DELETE FROM acts WHERE table_id = 1 AND number = 20",
    "a finished game lacks its last act": f"DELETE FROM acts WHERE table_id = 1 AND number = {LAST}",
    "a finished game lacks all acts": "DELETE FROM acts WHERE table_id = 1",
    "a finished game has an act twice": f"""INSERT INTO acts SELECT table_id, number + 1, seat, kind, word, asked + 1,
        at, spent, salt, sealed FROM acts WHERE table_id = 1 AND number = {LAST}""",
    "a finished game has another move": """UPDATE acts SET word = (SELECT word FROM acts AS other WHERE table_id = 1
        AND kind = 'move' AND seat = acts.seat AND word <> acts.word) WHERE table_id = 1 AND number = 12""",
    "an act is another seat's": "UPDATE acts SET seat = 1 - seat WHERE table_id = 1 AND number = 5",
    "a move is another kind of act": "UPDATE acts SET kind = 'standing', word = 'never'"
    " WHERE table_id = 1 AND number = 5",
    "a running game lacks an act": "DELETE FROM acts WHERE table_id = 2 AND number = 3",
    "sealed acts are exchanged": "UPDATE acts SET sealed = (SELECT sealed FROM acts AS other WHERE table_id = 2"
    " AND other.number = 3 - acts.number) WHERE table_id = 2 AND number < 3",
    "a sealed act is cut": "UPDATE acts SET sealed = substr(sealed, 1, 40) WHERE table_id = 2 AND number = 1",
    "a last position is another's": "UPDATE positions SET document = (SELECT document FROM positions"
    " WHERE table_id = 3) WHERE table_id = 2",
    "options are another game's": """UPDATE tables SET options = '{"edition": "2007"}' WHERE id = 2""",
    "options are nonsense": """UPDATE tables SET options = '{"classes": [{}]}' WHERE id = 2""",
    "the part in the deal is of fewer seats": "UPDATE tables SET fair = replace(fair, '[null,', '[') WHERE id = 2",
    "a line is of no seat": "INSERT INTO sayings VALUES (2, 1, 7, 'Hello', 5, 'say')",
    "a sign is unknown": "INSERT INTO sayings VALUES (2, 1, 0, 'wink', 5, 'sign')",
}  # fmt: skip
# The server may show a game that goes another way, or another place: `check` compares it with its last position.
ONLY_CHECKED = {"a place is another", "a last position is another's", "the seed of a finished game is another",
                "a finished game has another move", "a move is another kind of act",
                "an act is another seat's"}  # fmt: skip


@pytest.mark.parametrize("statement", FAULTS.values(), ids=FAULTS)
def test_what_is_not_as_it_was_is_named(data: Path, statement: str) -> None:
    with closing(sqlite3.connect(data / NAME)) as base, base:
        assert base.execute(statement).rowcount > 0
    status, words = run("check", data)
    assert status == 1 and ("WRONG  tables" in words or "WRONG  rows" in words), words


def test_a_row_that_is_well_is_called_so(data: Path) -> None:
    status, words = run("check", data)
    assert status == 0 and "2 running games and 1 game that is over: all can be rebuilt" in words, words
    with capture_logs(), at_server(data) as api:
        assert looked_through(api)["set_aside"] == {}


@pytest.mark.parametrize("fault", soaked(sorted(FAULTS.keys() - ONLY_CHECKED), 6))
def test_the_server_sets_aside_what_check_names(data: Path, fault: str) -> None:
    """Once somebody has asked for every table."""
    with closing(sqlite3.connect(data / NAME)) as base, base:
        base.execute(FAULTS[fault])
        addresses = [address for (address,) in base.execute("SELECT address FROM tables")]
    with capture_logs() as lines, at_server(data) as api:
        answers = [api.request("GET", f"/t/{address}").status_code for address in addresses]
        assert "set-aside" in looked_through(api)["reasons"] and 500 not in answers
        assert api.request("GET", "/").status_code == 200
    assert not [line for line in lines if "exc_info" in line]


# bytes that are no text, in the names and shapes of tables

PLACES = {"name": (0, 2), "tbl_name": (1,), "sql": (3, 14, 40, 75)}
SCHEMA = [(name, column, place) for name in ("tables", "acts", "seats_by_person", "alembic_version")
          for column, places in PLACES.items() for place in places]  # fmt: skip
COMMANDS = ("check DATA", "acts DATA 2", "host DATA tables", "host DATA log", "host DATA close 2", "backup DATA SAVED",
            "key rotate --data DATA", "key adopt --data DATA", "restore DATA/NAME OTHER")  # fmt: skip


@pytest.mark.parametrize("where", soaked(SCHEMA, 5), ids=str)
def test_a_byte_that_is_no_text_in_the_schema_is_told_in_a_sentence(
    data: Path, tmp_path: Path, where: tuple[str, str, int]
) -> None:
    spoil_schema(data / NAME, *where)
    said = [run(*typed(command, data, tmp_path)) for command in COMMANDS]
    for command, (status, words) in zip(COMMANDS, said, strict=True):
        assert status in (1, 2) and re.search("can't be read|damaged|malformed", words), (command, words)
        assert len(words.splitlines()) == 1, words
    with pytest.raises(OptionError, match="damaged"):
        check_folder(data, data / NAME)


def typed(command: str, data: Path, tmp_path: Path) -> list[str]:
    """A command as it is typed."""
    places = {"DATA": data, "DATA/NAME": data / NAME, "SAVED": tmp_path / "saved", "OTHER": tmp_path / "other"}
    return [str(places.get(word, word)) for word in command.split()]


def spoil_schema(path: Path, name: str, column: str, place: int) -> None:
    """Put a byte that is no text into what SQLite knows of a table or an index."""
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("PRAGMA writable_schema=ON")
        parts = f"substr(CAST({column} AS BLOB), 1, {place}) || x'e9' || substr(CAST({column} AS BLOB), {place + 2})"
        assert base.execute(
            f"UPDATE sqlite_master SET {column} = CAST({parts} AS TEXT) WHERE name = ?", (name,)
        ).rowcount


# a database of another program


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
@pytest.mark.parametrize("statement", ["CREATE TABLE songs (name TEXT)", "CREATE TABLE alembic_version (version_num)"
                                       "; CREATE TABLE tables (legs)"])  # fmt: skip
def test_a_database_of_another_program_is_refused_and_nothing_is_written(
    tmp_path: Path, mode: str, statement: str
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with closing(sqlite3.connect(data / NAME)) as base, base:
        base.executescript(f"PRAGMA journal_mode={mode}; {statement}")
    before = {path.name: path.read_bytes() for path in data.iterdir()}
    for begin in (lambda: check_folder(data, data / NAME), lambda: TableService(Settings(data))):
        with pytest.raises(OptionError, match="of another program"):
            begin()
        assert {path.name: path.read_bytes() for path in data.iterdir()} == before
    for command in COMMANDS:
        status, words = run(*typed(command, data, tmp_path))
        assert status != 0 and "no database of Bellringer" in words, (command, words)
    assert (data / NAME).read_bytes() == before[NAME]


def test_an_empty_file_is_no_other_programs(tmp_path: Path) -> None:
    (tmp_path / NAME).touch()
    check_folder(tmp_path, tmp_path / NAME)
    Store(tmp_path / NAME).close()
    check_folder(tmp_path, tmp_path / NAME)


# a change that was interrupted


def test_what_a_kill_leaves_of_a_change_is_looked_through_as_the_next_start_finds_it(data: Path) -> None:
    """Without a write-ahead log, as a copy by another tool has none."""
    with closing(sqlite3.connect(data / NAME)) as base:
        base.execute("PRAGMA journal_mode=DELETE")
    killed(lambda: change_all(data / NAME))
    before = {path.name: path.read_bytes() for path in data.iterdir()}
    assert f"{NAME}-journal" in before
    status, words = run("check", data)
    assert status == 0 and "a change was interrupted, which the next start takes back" in words, words
    assert {path.name: path.read_bytes() for path in data.iterdir()} == before, "looking changes nothing"


def change_all(path: Path) -> None:
    """Be killed in the middle of a change."""
    base = sqlite3.connect(path, isolation_level=None)
    for statement in ("PRAGMA cache_size=1", "BEGIN", "UPDATE acts SET at = at + 1", "UPDATE people SET name = 'x'"):
        base.execute(statement)
    os.kill(os.getpid(), signal.SIGKILL)


def killed(work: Callable[[], object]) -> None:
    """Do something in a process of its own that does not come back."""
    child = multiprocessing.get_context("fork").Process(target=work)
    child.start()
    child.join()
    assert child.exitcode == -signal.SIGKILL
    child.close()
