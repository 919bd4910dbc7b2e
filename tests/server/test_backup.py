"""`bellringer check`, `backup`, `restore`: beside a server that goes on, with bad files, killed at every step."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import shutil
import signal
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner, Result

from bellringer.cli import main
from bellringer.core.errors import OptionError
from bellringer.server.base.keys import usual_key_file, write_new
from bellringer.server.host import backup as copies
from bellringer.server.host.check import check
from tests.server.callers import at_server, play_on, process, two_at

pytestmark = pytest.mark.unhurried

NAME = "bellringer.sqlite3"


def run(*words: str | Path) -> Result:
    """Type a command."""
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with running games; tests take a copy of it."""
    data = tmp_path_factory.mktemp("played")
    with at_server(data) as api:
        for game in ("rattus", "notre-dame"):
            play_on(*two_at(api, game, 2), random.Random(1), 20)
    return data


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    """A data folder with running games, to be damaged."""
    return Path(shutil.copytree(played, tmp_path / "data"))


def content(path: Path) -> list[str]:
    """Everything in a database, as text."""
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return list(base.iterdump())


# looking


def test_a_whole_database_is_well(data: Path) -> None:
    found = run("check", data, "--json")
    assert found.exit_code == 0 and all(line["well"] for line in json.loads(found.stdout))
    words = {line["name"]: line["words"] for line in json.loads(found.stdout)}
    assert words["tables"] == "2 running games: all can be rebuilt" and "rattus" in words["rules"]
    assert run("check", data).stdout.count("well ") == len(words)


def test_what_is_sealed_is_not_looked_into_without_its_key(data: Path, tmp_path: Path) -> None:
    def found(keys: Path) -> tuple[int, dict[str, str]]:
        result = run("check", data, "--json", "--key-file", keys)
        return result.exit_code, {line["name"]: line["words"] for line in json.loads(result.stdout)}

    status, words = found(tmp_path / "no-such-file")
    assert status == 0 and "2 tables are sealed and were not looked into" in words["keys"]
    assert words["tables"] == "0 running games that are not sealed: all can be rebuilt"
    write_new(tmp_path / "others")
    status, words = found(tmp_path / "others")
    assert status == 1 and "table 1; table 2" in words["keys"]
    (tmp_path / "wrong").write_text("no key\n")
    assert found(tmp_path / "wrong")[0] == 1


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("UPDATE acts SET word = 'no such', kind = 'move', sealed = NULL WHERE number = 1 AND table_id = 1", "tables"),
        ("DELETE FROM acts WHERE table_id = 1 AND number = 3", "tables"),
        ("UPDATE positions SET number = number - 1 WHERE table_id = 1", "tables"),
        ("UPDATE positions SET document = (SELECT max(document) FROM positions)", "tables"),
        ("DELETE FROM people", "links"),
        ("UPDATE alembic_version SET version_num = '9999'", "shape"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_found_and_named(data: Path, statement: str, name: str) -> None:
    with closing(sqlite3.connect(data / NAME)) as base, base:
        assert base.execute(statement).rowcount > 0
    before = (data / NAME).read_bytes()
    assert [finding.name for finding in check(data / NAME, usual_key_file()) if not finding.is_well] == [name]
    result = run("check", data)
    assert result.exit_code == 1 and f"WRONG  {name}: " in result.stdout
    assert (data / NAME).read_bytes() == before, "looking changes nothing"


def test_damaged_bytes_are_found(data: Path) -> None:
    with (data / NAME).open("r+b") as file:
        file.seek(3 * 4096)
        file.write(b"\xee" * 8 * 4096)
    assert run("check", data).exit_code == 1
    (data / NAME).write_bytes(b"no database" * 1000)
    assert run("check", data).exit_code == 1
    assert run("check", data.parent).exit_code == 2


@pytest.mark.slow
@pytest.mark.parametrize("statement", [pytest.param("", marks=pytest.mark.soak), "PRAGMA journal_mode=WAL"])
def test_an_empty_database_is_called_so_and_filled_by_a_start(tmp_path: Path, statement: str) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / NAME).touch()
    with closing(sqlite3.connect(data / NAME)) as base:
        base.execute(statement)
    before = (data / NAME).read_bytes()
    result = run("check", data)
    assert result.exit_code == 1 and result.stdout.startswith("WRONG  database: it is empty: a start was interrupted")
    assert "newer" not in result.stdout and len(result.stdout.splitlines()) == 1
    assert [line["well"] for line in json.loads(run("check", data, "--json").stdout)] == [False]
    for command in (["acts", data, "T"], ["host", data, "tables"], ["host", data, "remove-person", "1"]):
        said = run(*command)
        assert said.exit_code == 2 and "this database is empty: a start was interrupted" in said.output, said.output
    assert (data / NAME).read_bytes() == before
    with process(data, tmp_path / "log") as address:
        assert httpx.get(f"{address}/about").status_code == 200
    assert run("check", data).exit_code == 0


def test_a_database_of_another_program_is_called_so(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / NAME)) as base, base:
        base.execute("CREATE TABLE songs (name TEXT)")
    result = run("check", tmp_path)
    assert result.exit_code == 1 and "WRONG  shape: this is no database of Bellringer" in result.stdout


# copying


def test_a_copy_of_a_running_server_has_all_that_was_answered(tmp_path: Path) -> None:
    saved, new = tmp_path / "saved.sqlite3", tmp_path / "new"
    with at_server(tmp_path / "data") as api:
        address, people = two_at(api, "rattus", 2)
        play_on(address, people, random.Random(1), 10)
        result = run("backup", tmp_path / "data", saved)
        assert result.exit_code == 0 and "checked" in result.stdout, result.stderr
        kept = api.kept()
        assert run("check", tmp_path / "data").exit_code == 0
    assert run("restore", saved, new).exit_code == 0
    assert {path.name for path in tmp_path.iterdir()} == {"data", "new", saved.name}
    assert saved.stat().st_mode & 0o777 == 0o600
    with at_server(new) as api:
        assert api.kept() == kept
        person = api.user("Anna", people[0][0].key)
        assert person.get(f"/tables/{address}")["acts"] == 10


def test_the_server_writes_between_all_steps_of_a_copy_which_is_of_one_moment(data: Path, tmp_path: Path) -> None:
    before, seen = content(data / NAME), []
    with closing(sqlite3.connect(data / NAME, timeout=0)) as base:

        def write(done: int, pages: int) -> None:
            seen.append((done, pages))
            with base:
                base.execute("INSERT INTO people (key_hash, name, created) VALUES (randomblob(32), 'Ben', 0)")
                base.execute("UPDATE tables SET changed = changed + 1")

        copies.backup(data / NAME, tmp_path / "saved", progress=write, pages=4)
    assert len(seen) > 5 and seen == sorted(seen), "it does not begin anew"
    assert content(tmp_path / "saved") == before
    assert len(content(data / NAME)) == len(before) + len(seen)


@pytest.mark.slow
def test_copies_under_load_are_whole_and_have_every_act_before_them(tmp_path: Path) -> None:
    done: dict[str, int] = {}
    with at_server(tmp_path / "data") as api:
        tables = [two_at(api, "rattus", 2) for _ in range(3)]

        def play(address: str, people: Any) -> None:
            for _ in range(15):
                play_on(address, people, random.Random(1), 2)
                done[address] = people[0][0].get(f"/tables/{address}")["acts"]

        threads = [threading.Thread(target=play, args=table) for table in tables]
        for thread in threads:
            thread.start()
        number = 0
        while any(thread.is_alive() for thread in threads):
            before, saved = dict(done), tmp_path / f"saved{number}"
            copies.backup(tmp_path / "data" / NAME, saved)
            assert all(finding.is_well for finding in check(saved))
            with closing(sqlite3.connect(saved)) as base:
                acts = dict(base.execute("SELECT address, count(*) FROM acts JOIN tables ON id = table_id GROUP BY 1"))
            assert all(acts.get(address, 0) >= count for address, count in before.items())
            number += 1
        for thread in threads:
            thread.join()
    assert number > 3 and len(done) == 3


# refusing


def test_nothing_is_replaced_unless_it_is_wanted(data: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.sqlite3"
    copies.backup(data / NAME, saved)
    last = saved.stat()
    assert run("backup", data, saved).exit_code == 2 and saved.stat() == last
    assert run("backup", data, saved, "--force").exit_code == 0 and saved.stat().st_ino != last.st_ino
    before = content(data / NAME)
    with closing(sqlite3.connect(data / NAME)) as base, base:
        base.execute("UPDATE people SET name = 'changed'")
    after = content(data / NAME)
    result = run("restore", saved, data)
    assert result.exit_code == 2 and "--force" in result.stderr and content(data / NAME) == after
    assert run("restore", saved, data, "--force").exit_code == 0
    (aside,) = data.glob(f"{NAME}.*")
    assert content(data / NAME) == before and content(aside) == after


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-journal"])
def test_a_backup_never_comes_in_the_place_of_the_database(data: Path, tmp_path: Path, suffix: str) -> None:
    (tmp_path / "way").symlink_to(data)
    before = content(data / NAME)
    number = (data / NAME).stat().st_ino
    for folder in (data, tmp_path / "way"):
        result = run("backup", data, folder / f"{NAME}{suffix}", "--force")
        assert result.exit_code == 2 and "the database itself" in result.stderr
    assert (data / NAME).stat().st_ino == number and content(data / NAME) == before


def test_a_backup_never_comes_in_the_place_of_another_servers_database(data: Path, tmp_path: Path) -> None:
    other = shutil.copytree(data, tmp_path / "other") / NAME
    os.link(data / NAME, tmp_path / "linked")
    for target in (other, tmp_path / "linked"):
        result = run("backup", data, target, "--force")
        assert result.exit_code == 2 and "the database of a server" in result.stderr


def test_force_replaces_nothing_but_a_backup(data: Path, tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("not to be lost")
    (tmp_path / "nowhere").symlink_to(tmp_path / "not-there")
    copies.backup(data / NAME, tmp_path / "saved")
    (tmp_path / "link").symlink_to(tmp_path / "saved")
    os.mkfifo(tmp_path / "pipe")
    for name in ("keys", "nowhere", "link", "pipe"):
        result = run("backup", data, tmp_path / name, "--force")
        assert result.exit_code == 2 and "is no backup" in result.stderr, name
    assert (tmp_path / "keys").read_text() == "not to be lost" and (tmp_path / "link").is_symlink()
    (tmp_path / "empty").touch()
    assert run("backup", data, tmp_path / "empty", "--force").exit_code == 0


def test_a_folder_that_a_server_has_is_refused(data: Path, tmp_path: Path) -> None:
    assert run("backup", data, tmp_path / "saved").exit_code == 0
    with at_server(data):
        result = run("restore", tmp_path / "saved", data, "--force")
    assert result.exit_code == 2 and "another server" in result.stderr


@pytest.mark.parametrize("bad", ["no database" * 500, "", None])
def test_what_is_no_copy_is_refused_and_changes_nothing(data: Path, tmp_path: Path, bad: str | None) -> None:
    source = tmp_path / "saved"
    if bad is None:
        shutil.copy(data / NAME, source)
        with source.open("r+b") as file:
            file.seek(3 * 4096)
            file.write(b"\xee" * 8 * 4096)
    else:
        source.write_text(bad)
    before, names = content(data / NAME), set(data.iterdir())
    result = run("restore", source, data, "--force")
    assert result.exit_code == 2 and result.stderr.startswith("bellringer: ")
    assert content(data / NAME) == before and set(data.iterdir()) == names
    assert run("restore", tmp_path / "nothing", data).exit_code == 2


def test_what_is_restored_within_one_second_is_kept_by_names_of_its_own(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies.time, "strftime", lambda _: "2026-11-27-170435")
    assert run("backup", data, tmp_path / "saved").exit_code == 0
    before = content(data / NAME)
    for number in range(3):
        result = run("restore", tmp_path / "saved", data, "--force")
        assert result.exit_code == 0 and content(data / NAME) == before, number
    kept = [path for path in data.glob(f"{NAME}.*") if not path.name.endswith(("-wal", "-shm"))]
    assert sorted(path.name.removeprefix(f"{NAME}.2026-11-27-170435") for path in kept) == ["", "-2", "-3"]
    assert all(content(path) == before for path in kept)


def test_a_damaged_database_is_put_aside_with_its_log(data: Path, tmp_path: Path) -> None:
    assert run("backup", data, tmp_path / "saved").exit_code == 0
    before = content(data / NAME)
    (data / NAME).write_bytes(b"no database" * 1000)
    (data / f"{NAME}-wal").write_bytes(b"nor is this a log")
    assert run("restore", tmp_path / "saved", data, "--force").exit_code == 0
    assert content(data / NAME) == before
    (log,) = data.glob(f"{NAME}.*-wal")
    assert log.read_bytes() == b"nor is this a log"


def test_a_copy_of_a_damaged_database_is_refused(data: Path, tmp_path: Path) -> None:
    with (data / NAME).open("r+b") as file:
        file.seek(3 * 4096)
        file.write(b"\xee" * 8 * 4096)
    with pytest.raises((OptionError, sqlite3.DatabaseError)):
        copies.backup(data / NAME, tmp_path / "saved")
    assert not list(tmp_path.glob("*saved*"))


def test_what_a_killed_server_has_left_in_its_log_is_looked_at_and_copied(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    folder.mkdir()
    old = with_a_log(data, folder)
    assert run("check", folder).exit_code == 0
    assert run("backup", folder, tmp_path / "saved").exit_code == 0
    assert content(tmp_path / "saved") == old


def test_a_backup_is_restored_from_where_nobody_may_write(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    with closing(sqlite3.connect(data / NAME)) as base:
        base.execute("PRAGMA journal_mode=WAL")  # as `.backup` of SQLite's own tool leaves it
    shutil.copy(data / NAME, shelf / "saved")
    before, may = content(data / NAME), os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != shelf and may(path, mode))
    assert run("restore", shelf / "saved", tmp_path / "new").exit_code == 0
    assert content(tmp_path / "new" / NAME) == before
    assert [path.name for path in shelf.iterdir()] == ["saved"]


# two at once


def test_two_backups_to_one_file_are_both_whole(data: Path, tmp_path: Path) -> None:
    saved, begun = tmp_path / "saved", []

    def second(*_: object) -> None:
        if not begun:
            begun.append(copies.backup(data / NAME, saved, overwrites=True))

    copies.backup(data / NAME, saved, overwrites=True, progress=second)
    assert begun and content(saved) == content(data / NAME)
    assert {path.name for path in tmp_path.iterdir()} == {"data", "saved"}


def test_a_second_backup_replaces_the_first_only_if_it_may(data: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    with pytest.raises(OptionError, match="--force"):
        copies.backup(data / NAME, saved, progress=lambda *_: saved.exists() or copies.backup(data / NAME, saved))
    assert content(saved) == content(data / NAME) and not list(tmp_path.glob(".saved*"))


def test_a_backup_that_ends_while_another_begins_holds_nothing_of_that_one(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved, whole = tmp_path / "saved", copies.check_copy

    def checked(begun: Path) -> None:
        whole(begun)
        child = multiprocessing.get_context("fork").Process(target=begin_and_die)
        child.start()
        child.join()
        child.close()

    def begin_and_die() -> None:
        def die(*_: int) -> None:
            os.kill(os.getpid(), signal.SIGKILL)

        copies.backup(data / NAME, saved, overwrites=True, pages=4, progress=die)

    monkeypatch.setattr(copies, "check_copy", checked)
    copies.backup(data / NAME, saved, overwrites=True, pages=4)
    monkeypatch.undo()
    assert content(saved) == content(data / NAME)
    copies.backup(data / NAME, saved, overwrites=True)
    assert not list(tmp_path.glob(".saved*")), "what the killed one has left is removed"


# killed


def killed_at(number: int, work: Callable[[], object]) -> bool:
    """Do some work in a process of its own that is killed at its step of that number; whether it came to that."""

    def step(*_: object) -> None:
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def do() -> None:
        for name in ("check_copy", "to_disk", "remove_one", "put_aside", "copy"):
            setattr(copies, name, stepped(getattr(copies, name), step))
        copies.PAGES = 10
        copies.told = lambda progress: step
        for name in ("replace", "link", "open"):
            setattr(os, name, stepped(getattr(os, name), step))
        work()

    left = [number]
    child = multiprocessing.get_context("fork").Process(target=do)
    child.start()
    child.join()
    status = child.exitcode
    child.close()
    assert status in (0, -signal.SIGKILL)
    return status != 0


def stepped(function: Callable[..., object], step: Callable[[], None]) -> Callable[..., object]:
    """A function with a step before it and one after it."""

    def do(*values: object, **more: object) -> object:
        step()
        found = function(*values, **more)
        step()
        return found

    return do


def nothing(*_: object) -> None:
    """Told how far a copy is."""


@pytest.mark.slow
@pytest.mark.parametrize("is_there", [pytest.param(False, marks=pytest.mark.soak), True])
def test_a_backup_killed_at_any_step_leaves_a_whole_file_or_none(data: Path, tmp_path: Path, is_there: bool) -> None:
    saved = tmp_path / "saved"
    old = content(data / NAME)
    if is_there:
        copies.backup(data / NAME, saved)
        with closing(sqlite3.connect(data / NAME)) as base, base:
            base.execute("UPDATE people SET name = 'changed'")
    new, number = content(data / NAME), 1
    while killed_at(number, lambda: copies.backup(data / NAME, saved, overwrites=is_there, progress=nothing)):
        if saved.exists():
            assert content(saved) in ([old, new] if is_there else [new])
            if not is_there:
                saved.unlink()
        else:
            assert not is_there
        number += 1
    assert number > 15
    saved.unlink(missing_ok=True)
    copies.backup(data / NAME, saved)
    assert content(saved) == new and not list(tmp_path.glob(".saved*")), "what a kill has left is removed"


@pytest.mark.slow
@pytest.mark.parametrize("is_there", [pytest.param(False, marks=pytest.mark.soak), True])
def test_a_restore_killed_at_any_step_leaves_the_old_or_the_new_one(data: Path, tmp_path: Path, is_there: bool) -> None:
    saved, folder = tmp_path / "saved", tmp_path / "restored"
    copies.backup(data / NAME, saved)
    new, number = content(saved), 1
    while True:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        if is_there:
            old = with_a_log(data, folder)
        killed = killed_at(number, lambda: copies.restore(saved, folder / NAME, overwrites=is_there, progress=nothing))
        found = content(folder / NAME) if (folder / NAME).exists() else None
        assert found in ([old, new] if is_there else [None, new]), number
        if not killed:
            break
        number += 1
    assert number > 15 and found == new
    assert [content(path) for path in folder.glob(f"{NAME}.*")] == ([old] if is_there else [])


def with_a_log(data: Path, folder: Path) -> list[str]:
    """Put a database into a folder with its last changes in its log alone, as a kill leaves it; returns its content."""
    with closing(sqlite3.connect(data / NAME)) as base:
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA wal_autocheckpoint=0")
        with base:
            base.execute("UPDATE people SET name = 'only in the log'")
        for suffix in ("", "-wal"):
            shutil.copy(data / f"{NAME}{suffix}", folder / f"{NAME}{suffix}")
    found = content(data / NAME)
    assert any("only in the log" in line for line in found)
    return found
