"""What a stolen data folder is not worth, files of keys that a power cut leaves, and servers with no keys or others."""

from __future__ import annotations

import base64
import errno
import hmac
import multiprocessing
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command as alembic
from click.testing import CliRunner
from sqlalchemy import Engine, event
from structlog.testing import capture_logs

from bellringer.cli import main
from bellringer.server.base import keys
from bellringer.server.base.disk import refuse_written, warn_of_readers
from bellringer.server.base.keys import Keys, NoKey, new_keys, read_keys, usual_key_file, write_new
from bellringer.server.base.settings import Settings
from bellringer.server.service import TableService
from bellringer.server.store.store import Store
from bellringer.server.store.values.kept import now
from bellringer.server.tables.verbs.repeats import Sent
from tests.server.callers import Api, at_server, process, refused, two_at
from tests.server.services import Known, play_out, refusal, table_for, with_service
from tests.server.test_backup import stepped
from tests.server.test_store import migrations

pytestmark = pytest.mark.unhurried

NAME = "bellringer.sqlite3"
ONCE = "8e03978e-40d5-43dd-bc93-6894a57f9324"
OPEN = {"name": "Anna", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "open"}], "joining": "anyone"}


def run(*words: str | Path) -> tuple[int, str]:
    """Exit status and output of a command."""
    found = CliRunner().invoke(main, [str(word) for word in words])
    return found.exit_code, found.output


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    """Where the keys of a test's server are."""
    return tmp_path / "config" / "keys"


# the data folder alone


def stolen(data: Path) -> Iterator[bytes]:
    """Everything of a data folder that could be a key: its files, and every value of the database."""
    yield from (path.read_bytes() for path in data.iterdir() if path.name == "secret")
    with closing(sqlite3.connect(data / NAME)) as base:
        for (table,) in base.execute("select name from sqlite_master where type = 'table'").fetchall():
            for row in base.execute(f"select * from {table}"):
                yield from (value if isinstance(value, bytes) else str(value).encode() for value in row)


def link_with(secret: bytes, address: str, seat: int, holder: int, began: int) -> str:
    """The end of a link to a seat, as who has read the sources makes it."""
    mixed = hmac.digest(secret, f"hand over {address} {seat} {holder} 0 {began}".encode(), "sha256")
    return f"{seat}-{began}-{base64.urlsafe_b64encode(mixed[:18]).decode()}"


def test_nobody_makes_a_link_to_a_seat_from_the_data_folder(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        address, _ = two_at(api, "rattus", 2)
        room, began = api.service.tables.rooms[address], now() // 1000
        holder = room.kept.seats[0].user
        assert holder is not None
        api.service.store.changes.flush()
        for secret in stolen(tmp_path):
            token = link_with(secret, address, 0, holder, began)
            sent = api.user("Eve").ask("POST", f"/tables/{address}/hand-over", json={"token": token})
            refused(sent, 404)
        token = link_with(read_keys(usual_key_file()).links, address, 0, holder, began)
        assert token == api.service.hand_over.token_for(room, 0, began), "the key file makes it"


def test_nobody_makes_a_newcomers_key_from_the_data_folder(tmp_path: Path) -> None:
    def derived(secret: bytes) -> str:
        mixed = hmac.digest(secret, b"key " + hashed + fingerprint, "sha256")
        return base64.urlsafe_b64encode(mixed).decode().rstrip("=")

    with at_server(tmp_path) as api:
        made = api.user("Anna").ask("POST", "/tables", json=OPEN, headers={"idempotency-key": f'"{ONCE}"'})
        api.service.store.changes.flush()
        with closing(sqlite3.connect(tmp_path / NAME)) as base:
            hashed, fingerprint = base.execute("select key, fingerprint from repeats").fetchone()
        assert made.json()["key"] not in [derived(secret) for secret in stolen(tmp_path)]
        assert made.json()["key"] == derived(read_keys(usual_key_file()).links), "the key file makes it"


def test_nobody_makes_an_invitation_from_the_data_folder(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        made = api.user("Anna").make("rattus", "me", "open")
        about = f"invite {made['table']['id']} 1".encode()
        ends = (base64.urlsafe_b64encode(hmac.digest(one, about, "sha256")[:15]).decode() for one in stolen(tmp_path))
        assert made["invitations"]["1"] not in [f"1-{end}" for end in ends]


@pytest.mark.slow
def test_a_link_that_the_host_has_asked_for_is_in_no_file_of_the_data_folder(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        address, _ = two_at(api, "rattus", 2)
        status, text = run("host", tmp_path, "hand-over", address, "0")
        token = text.split(f"/hand/{address}/")[1].split()[0]
        files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert status == 0 and address.encode() in files and token.encode() not in files
        status, text = run("host", "--key-file", tmp_path / "none", tmp_path, "hand-over", address, "0")
        assert status == 2 and "can't read the keys" in text


def test_with_another_key_links_are_others() -> None:
    """Whoever rotates the keys may have lost them: links of before are worth nothing."""
    made = new_keys()
    assert made.with_new().links != made.links and len(made.links) == 32
    assert made.links not in (made.signing, *made.sealing.values())


def test_a_server_without_keys_refuses_links_in_words(tmp_path: Path, known: Known, key_file: Path) -> None:
    async def begin(service: TableService) -> str:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here")
        await play_out(service, room.address, random.Random(1))
        return room.address

    async def without(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None and room.game.ended_by
        assert refusal(service.hand_over.token_for, room, 0) == "locked"
        sent = Sent(ONCE, "", "/api/v1/tables", b"{}")
        with service.repeats.attempt(sent) as attempt:
            assert refusal(lambda: attempt.new_key) == "locked"

    data = tmp_path / "data"
    address = with_service(data, begin, key_file=key_file)
    key_file.unlink()
    with_service(data, without, key_file=key_file)


# what a power cut leaves


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is certain on the disk, in order, with `link`, `replace` and `seal` in between."""
    done: list[str] = []
    fsync, link, seal = os.fsync, os.link, Keys.seal

    def noting(file: int) -> None:
        done.append(os.readlink(f"/proc/self/fd/{file}"))
        fsync(file)

    def linking(*where: Any) -> None:
        done.append("link")
        link(*where)

    def sealing(self: Keys, plain: bytes, about: str) -> bytes:
        done.append("seal")
        return seal(self, plain, about)

    monkeypatch.setattr(os, "fsync", noting)
    monkeypatch.setattr(os, "link", linking)
    monkeypatch.setattr(Keys, "seal", sealing)
    return done


def test_new_keys_and_their_folder_are_on_the_disk_before_they_are_used(key_file: Path, synced: list[str]) -> None:
    write_new(key_file)
    linked = synced.index("link")
    assert len(synced[:linked]) == 1 and Path(synced[0]).parent == key_file.parent, "first the bytes, then the name"
    assert synced[linked + 1 :][:2] == [str(key_file.parent), str(key_file.parent.parent)], "and that of a new folder"
    assert [path.name for path in key_file.parent.iterdir()] == ["keys"] and key_file.stat().st_mode & 0o777 == 0o600


def test_a_rotated_key_is_on_the_disk_before_anything_is_sealed_with_it(
    tmp_path: Path, known: Known, key_file: Path, synced: list[str]
) -> None:
    async def begin(service: TableService) -> None:
        table_for(service, known(service, "Anna"), "rattus", "me", "open")

    data = tmp_path / "data"
    with_service(data, begin, key_file=key_file)
    synced.clear()
    assert run("key", "rotate", "--data", data, "--key-file", key_file)[0] == 0
    assert str(key_file.parent) in synced[: synced.index("seal")]
    assert [path.name for path in key_file.parent.iterdir()] == ["keys"]


def test_keys_that_can_not_be_written_are_refused_and_leave_nothing(
    key_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    made = write_new(key_file)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(NoKey, match="No space left"):
        keys.replace_file(key_file, made.with_new())
    assert read_keys(key_file) == made and [path.name for path in key_file.parent.iterdir()] == ["keys"]


# a rotation that is stopped

STEPS = (1, 8, 14, 16, 18, 19, 20, 21, 22, 23, 24, 26, 28, 40, 60)  # some, at first those around the file of keys


@pytest.mark.parametrize("is_whole", [pytest.param(True, marks=pytest.mark.soak), False])
def test_a_rotation_killed_at_any_step_leaves_what_is_well_and_can_be_ended(
    tmp_path: Path, key_file: Path, is_whole: bool
) -> None:
    """In a folder that was just restored, which no server has opened yet."""
    begun, saved, data = tmp_path / "begun", tmp_path / "saved", tmp_path / "data"
    with at_server(begun, key_file=key_file) as api:
        two_at(api, "rattus", 2)
    assert run("backup", begun, saved)[0] == 0
    before, killed = key_file.read_text(), 0
    for step in range(1, 1_000) if is_whole else STEPS:
        shutil.rmtree(data, ignore_errors=True)
        key_file.write_text(before)
        assert run("restore", saved, data)[0] == 0
        assert (data / NAME).read_bytes()[18:20] == b"\2\2", "else a kill while that is changed leaves it unreadable"
        if not killed_while_rotating(data, key_file, step):
            break
        killed += 1
        for words in (["check", data], ["key", "rotate", "--data", data], ["check", data]):
            status, text = run(*words, "--key-file", key_file)
            assert status == 0 and "WRONG" not in text, (step, words, text)
    assert killed > 10


def killed_while_rotating(data: Path, key_file: Path, number: int) -> bool:
    """Rotate the keys in a process that is killed at its step of that number; whether it came to that.

    A step is a statement of the database, or what is done to a file's name and bytes.
    """
    left = [number]

    def step(*_: object) -> None:
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def rotate() -> None:
        event.listen(Engine, "connect", lambda connection, _: connection.set_trace_callback(step))
        for name in ("replace", "fsync", "link"):
            setattr(os, name, stepped(getattr(os, name), step))
        sys.exit(run("key", "rotate", "--data", data, "--key-file", key_file)[0])

    child = multiprocessing.get_context("fork").Process(target=rotate)
    child.start()
    child.join()
    status = child.exitcode
    child.close()
    assert status in (0, -signal.SIGKILL)
    return status != 0


# secrets that others can reach


def test_a_secret_that_others_may_write_is_refused(tmp_path: Path, key_file: Path) -> None:
    data = tmp_path / "data"
    write_new(key_file)
    data.mkdir()
    settings = Settings(data, key_file=key_file)
    settings.secret()
    token = tmp_path / "token"
    token.write_text("t" * 40)
    for path in (key_file, data / "secret", token):
        assert path == token or path.stat().st_mode & 0o777 == 0o600, "as they are made"
        for mode in (0o666, 0o620, 0o602):
            path.chmod(mode)
            words = ["serve", "--port", "0", "--data", data, "--key-file", key_file, "--metrics-token", token]
            status, text = run(*words)
            assert status == 2 and f"{path}: others may write this secret" in text and text.count("\n") == 1, text
            if path == key_file:
                for others in (["key", "show"], ["key", "rotate", "--data", data], ["acts", data, "1"]):
                    (data / NAME).touch()
                    status, text = run(*others, "--key-file", key_file)
                    assert status == 2 and "others may write this secret" in text, text
                    (data / NAME).unlink()
        path.chmod(0o600)


@pytest.mark.parametrize(("mode", "is_told"), [(0o600, False), (0o400, False), (0o640, True), (0o604, True)])
def test_a_secret_that_others_may_read_is_told(tmp_path: Path, mode: int, is_told: bool) -> None:
    path = tmp_path / "keys"
    write_new(path)
    path.chmod(mode)
    assert bool(warn_of_readers(path)) == is_told and refuse_written(path) == ""
    assert read_keys(path).public
    assert warn_of_readers(tmp_path / "none") == refuse_written(tmp_path / "none") == ""


@pytest.mark.slow
def test_a_server_says_at_its_start_which_secrets_others_may_read(tmp_path: Path, key_file: Path) -> None:
    write_new(key_file)
    key_file.chmod(0o644)
    with process(tmp_path / "data", tmp_path / "log", "--key-file", str(key_file)):
        pass
    assert f"{key_file}: others may read this secret: chmod 600" in (tmp_path / "log").read_text()


# a server that lacks its keys


def finished(data: Path, known: Known, key_file: Path) -> str:
    """A folder with one finished game; its table's address."""

    async def begin(service: TableService) -> str:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here")
        await play_out(service, room.address, random.Random(1))
        return room.address

    return with_service(data, begin, key_file=key_file)


def figure(api: Api, name: str) -> float:
    """A figure as Prometheus reads it."""
    found = re.search(rf"^{name} (\S+)$", api.request("GET", "/metrics").text, re.MULTILINE)
    assert found is not None
    return float(found[1])


@pytest.mark.slow
def test_where_the_file_of_keys_is_missing_no_other_key_signs_finished_games(
    tmp_path: Path, known: Known, key_file: Path
) -> None:
    data, mistyped = tmp_path / "data", tmp_path / "config" / "kyes"
    address = finished(data, known, key_file)
    public = read_keys(key_file).public.hex()
    with capture_logs() as lines, at_server(data, key_file=mistyped) as api:
        health = api.request("GET", "/healthz")
        assert health.status_code == 200 and not health.json()["well"]
        assert health.json()["reasons"] == ["keys-missing"] and health.json()["tables_without_key"] == 0
        assert (figure(api, "bellringer_keys"), figure(api, "bellringer_tables_without_key")) == (0, 0)
        assert "# signed" not in api.request("GET", f"/api/v1/tables/{address}/record").text
        refused(api.user("Anna").ask("POST", "/tables", json=OPEN), 503, "locked")
    assert any(str(mistyped) in str(line) for line in lines if line["log_level"] == "error")
    assert not mistyped.exists()
    status, text = run("check", data, "--key-file", mistyped)
    assert status == 0 and f"there are no keys in {mistyped}; the server signs with {public}" in text
    with at_server(data, key_file=key_file) as api:
        assert f"# signed {public}" in api.request("GET", f"/api/v1/tables/{address}/record").text
        assert api.request("GET", "/healthz").json()["reasons"] == [] and figure(api, "bellringer_keys") == 1


@pytest.mark.slow
def test_the_keys_of_another_server_are_not_used_until_its_host_says_so(
    tmp_path: Path, known: Known, key_file: Path
) -> None:
    data, others = tmp_path / "data", tmp_path / "config" / "others"
    address = finished(data, known, key_file)
    other = write_new(others).public.hex()
    with capture_logs() as lines, at_server(data, key_file=others) as api:
        assert api.request("GET", "/healthz").json()["reasons"] == ["keys-other"]
        assert "# signed" not in api.request("GET", f"/api/v1/tables/{address}/record").text
        refused(api.user("Anna").ask("POST", "/tables", json=OPEN), 503, "locked")
        status, text = run("key", "adopt", "--data", data, "--key-file", others)
        assert status == 2 and "another server has its tables" in text, "it would not notice"
    assert any(line["event"] == "the keys are those of another server" for line in lines)
    status, text = run("check", data, "--key-file", others)
    assert status == 1 and f"{others} has the keys of another server" in text
    assert run("key", "rotate", "--data", data, "--key-file", others)[0] == 2
    assert read_keys(others).public.hex() == other and len(read_keys(others).sealing) == 1, "nothing was changed"
    assert run("key", "adopt", "--data", data, "--key-file", others) == (
        0, f"From now on the server of {data} signs with {other}.\n")  # fmt: skip
    for _ in range(2):
        with at_server(data, key_file=others) as api:
            assert api.request("GET", "/healthz").json()["reasons"] == []
            assert f"# signed {other}" in api.request("GET", f"/api/v1/tables/{address}/record").text


def test_tables_that_wait_for_a_key_are_counted(tmp_path: Path, known: Known, key_file: Path) -> None:
    async def begin(service: TableService) -> None:
        for _ in range(2):
            table_for(service, known(service, "Anna"), "rattus", "me", "open")

    data = tmp_path / "data"
    with_service(data, begin, key_file=key_file)
    text = key_file.read_text()
    assert run("key", "rotate", "--data", data, "--key-file", key_file)[0] == 0
    key_file.write_text(text)  # as it was: the newest key is not in it
    with capture_logs(), at_server(data, key_file=key_file) as api:
        health = api.request("GET", "/healthz").json()
        assert (health["reasons"], health["tables_without_key"]) == (["keys-lacking"], 2)
        assert (figure(api, "bellringer_keys"), figure(api, "bellringer_tables_without_key")) == (1, 2)


def test_a_folder_of_an_older_version_takes_the_keys_that_open_what_it_has(
    tmp_path: Path, known: Known, key_file: Path
) -> None:
    async def begin(service: TableService) -> None:
        table_for(service, known(service, "Anna"), "rattus", "me", "open")

    data = tmp_path / "data"
    with_service(data, begin, key_file=key_file)
    older(data, key_file)
    write_new(tmp_path / "others")
    for path, trouble, known_keys in ((tmp_path / "others", "other", 0), (key_file, None, 1), (key_file, None, 1)):
        with capture_logs(), closing(Store(data / NAME, path)) as store:
            assert store.key_trouble == trouble and len(store.known_keys()) == known_keys


def test_a_file_system_without_hard_links_keeps_keys_too(key_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr("bellringer.server.base.disk.os.link", link)
    made = write_new(key_file)
    assert read_keys(key_file) == made and list(key_file.parent.iterdir()) == [key_file]
    with pytest.raises(NoKey, match="File exists"):
        write_new(key_file)
    assert read_keys(key_file) == made and list(key_file.parent.iterdir()) == [key_file]


# commands, before anything is done


def older(data: Path, key_file: Path) -> None:
    """Bring a database back to the shape of the version before there were known keys."""
    with closing(Store(data / NAME, key_file)) as store, store.engine.begin() as connection:
        alembic.downgrade(migrations(store, connection), "0010")


def test_acts_are_read_beside_a_server_and_nothing_is_changed(tmp_path: Path, known: Known, key_file: Path) -> None:
    data = tmp_path / "data"
    address = finished(data, known, key_file)
    older(data, key_file)
    before = (data / NAME).read_bytes()
    status, text = run("acts", "--key-file", key_file, data, address)
    assert status == 2 and "written by an older version: start the server once" in text
    assert (data / NAME).read_bytes() == before, "it was not brought to the newest shape"
    with at_server(data, key_file=key_file) as api:
        api.service.store.log.checkpoint()
        before = (data / NAME).read_bytes()
        status, text = run("acts", "--key-file", key_file, data, address)
        kept = api.service.store.table(address)
        assert kept is not None
        assert status == 0 and text.count("\n") == len(api.service.store.acts(kept))
        assert (data / NAME).read_bytes() == before
    assert run("acts", tmp_path, address)[0] == 2, "there are no tables"


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["keys", "secret"])
def test_serve_refuses_in_one_sentence_before_it_starts(tmp_path: Path, fault: str) -> None:
    data = tmp_path / "data"
    data.mkdir()
    where = data / "keys" if fault == "keys" else tmp_path / "keys"
    if fault == "secret":
        (data / "secret").write_bytes(b"short")
    words = [sys.executable, "-m", "bellringer", "serve", "--port", "0", "--data", data, "--key-file", where]
    found = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=60)
    sentence = "must be outside of the data folder" if fault == "keys" else "a secret has 32 bytes, not 5"
    assert found.returncode == 2 and sentence in found.stderr and found.stdout == ""
    assert found.stderr.count("\n") == 1 and "Traceback" not in found.stderr
    assert not where.exists()


def test_no_keys_are_made_in_the_data_folder(tmp_path: Path) -> None:
    status, text = run("key", "new", "--data", tmp_path, "--key-file", tmp_path / "keys")
    assert status == 2 and "outside of the data folder" in text and not (tmp_path / "keys").exists()


def test_the_secret_is_made_once_and_whole(tmp_path: Path) -> None:
    made = Settings(tmp_path).secret()
    assert Settings(tmp_path).secret() == made and len(made) == 32
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]
