"""What is hidden in a running game is in no file of the data folder; the keys are elsewhere, and can be changed."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bellringer.cli import main
from bellringer.core.errors import OptionError
from bellringer.server.base.keys import Keys, NoKey, new_keys, read_keys, write_new
from bellringer.server.errors import Refused
from bellringer.server.service import TableService
from bellringer.server.store import Act
from bellringer.server.store.json_columns import deflated
from bellringer.server.store.store import Store
from bellringer.server.store.vault import STEP
from bellringer.server.tables.deal import dealing
from bellringer.server.tables.memory.room import Room
from tests.server.services import Known, answer_any, play_out, refusal, table_for, with_service
from tests.server.test_dealing import dealing_table

pytestmark = pytest.mark.unhurried


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """Where the keys of a test's server are."""
    return tmp_path / "config" / "keys"


def raw(data: Path) -> bytes:
    """All bytes of the database and of its log."""
    return b"".join(path.read_bytes() for path in sorted(data.glob("bellringer.sqlite3*")) if "shm" not in path.name)


def hidden(room: Room) -> Iterator[bytes]:
    """What must be in no file while a game runs."""
    yield room.kept.seed
    yield room.kept.seed.hex().encode()
    if room.live is not None:
        yield room.live.table.dice_seed
        yield deflated(room.live.table.position())[8:40]
        yield json.dumps(room.live.table.position()["players"], separators=(",", ":")).encode()
        for act in room.live.acts:
            if act.salt:
                yield act.salt
                yield act.word.encode()


def begun(service: TableService, known: Known, acts: int = 12) -> Room:
    """A table of Notre Dame in its draft."""
    room = table_for(service, known(service, "Anna"), "notre-dame", "me", "here", "here")
    for _ in range(acts):
        answer_any(service, room, random.Random(1))
    return room


def test_neither_the_database_nor_its_log_has_what_is_hidden(tmp_path: Path, keys: Path, known: Known) -> None:
    async def work(service: TableService) -> tuple[list[bytes], list[bytes], str]:
        running, waiting = begun(service, known), table_for(service, known(service, "Anna"), "rattus", "me", "open")
        found = [*hidden(running), *hidden(waiting)]
        assert running.live is not None and any(act.salt for act in running.live.acts)
        service.store.changes.flush()
        assert [one for one in found if one in raw(data)] == []
        service.store.log.checkpoint()
        assert [one for one in found if one in raw(data)] == []
        await play_out(service, running.address, random.Random(2))
        service.store.changes.flush()
        return found, list(hidden(running))[:1], running.address

    async def after(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None and room.game.ended_by
        with closing(sqlite3.connect(data / "bellringer.sqlite3")) as base:
            rows = base.execute("select word, sealed from acts where kind = 'move'").fetchall()
            assert rows and all(word and sealed is None for word, sealed in rows), "over: nothing is hidden"

    data = tmp_path / "data"
    _, seed, address = with_service(data, work, key_file=keys)
    assert seed[0] in raw(data)
    assert keys.stat().st_mode & 0o077 == 0
    with_service(data, after, key_file=tmp_path / "gone")


def test_sealed_rows_are_of_one_length_whatever_they_hide(tmp_path: Path, keys: Path, known: Known) -> None:
    async def work(service: TableService) -> None:
        begun(service, known, 30)
        service.store.changes.flush()
        with closing(sqlite3.connect(tmp_path / "data" / "bellringer.sqlite3")) as base:
            lengths = base.execute("select distinct length(sealed) from acts").fetchall()
            (position,) = base.execute("select length(document) from positions").fetchone()
        assert len(lengths) == 1 and lengths[0][0] and position % STEP == len(b"sealed1\0") + 8 + 12 + 16

    with_service(tmp_path / "data", work, key_file=keys)


def test_the_database_does_not_tell_what_a_sealed_act_was(tmp_path: Path, keys: Path, known: Known) -> None:
    """Nor of which kind: who takes a secret move back would tell that there had been one."""

    async def work(service: TableService) -> str:
        room = begun(service, known, 1)
        live = room.game
        assert live.acts[0].salt
        service.playing.undo(room, live.acts[0].seat, 1)
        assert live.acts[-1].kind == "undo" and live.acts[-1].salt
        service.store.changes.flush()
        with closing(sqlite3.connect(data / "bellringer.sqlite3")) as base:
            seen = base.execute(
                "select distinct seat, kind, word, asked, spent, salt, typeof(sealed) from acts"
            ).fetchall()
        assert seen == [(0, "", "", 0, 0, b"", "blob")]
        acts = list(live.acts)
        assert service.store.acts(room.kept) == acts
        return room.address

    async def go_on(service: TableService) -> None:
        live = await play_out(service, address, random.Random(4))
        service.store.changes.flush()
        with closing(sqlite3.connect(data / "bellringer.sqlite3")) as base:
            rows = base.execute(
                "select number, seat, kind, word, asked, spent, sealed from acts order by number"
            ).fetchall()
        assert rows == [(act.number, act.seat, act.kind, act.word, act.asked, act.spent, None) for act in live.acts]

    data = tmp_path / "data"
    address = with_service(data, work, key_file=keys)
    with_service(data, go_on, key_file=keys)


def test_acts_that_an_older_version_has_sealed_are_read_and_go_on(tmp_path: Path, keys: Path, known: Known) -> None:
    """Of those only word and salt are sealed."""

    async def begin(service: TableService) -> tuple[str, list[Act]]:
        room = begun(service, known)
        return room.address, room.game.acts

    async def go_on(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None and room.game.acts == acts
        await play_out(service, address, random.Random(3))

    data = tmp_path / "data"
    address, acts = with_service(data, begin, key_file=keys)
    own = read_keys(keys)
    with closing(sqlite3.connect(data / "bellringer.sqlite3")) as base, base:
        for act in acts:
            plain = bytes([len(act.salt)]) + act.salt.ljust(32, b"\0") + act.word.encode().ljust(80, b"\0")
            values = (act.seat, act.kind, act.asked, act.spent, own.seal(plain, f"act 1 {act.number}"), act.number)
            base.execute(
                "update acts set seat = ?, kind = ?, asked = ?, spent = ?, sealed = ? where number = ?", values
            )
    with_service(data, go_on, key_file=keys)


def test_without_the_keys_tables_wait_and_no_new_key_is_made(tmp_path: Path, keys: Path, known: Known) -> None:
    async def begin(service: TableService) -> str:
        return begun(service, known).address

    async def without(service: TableService) -> None:
        assert service.store.locked() == [1]
        with pytest.raises(Refused, match="waits for the keys"):
            await service.tables.find(address)
        if service.keys is None:
            assert refusal(table_for, service, known(service, "Anna"), "rattus", "me", "open") == "locked"

    async def go_on(service: TableService) -> None:
        await play_out(service, address, random.Random(3))

    data = tmp_path / "data"
    address = with_service(data, begin, key_file=keys)
    kept, before = keys.read_bytes(), raw(data)
    keys.unlink()
    with_service(data, without, key_file=keys)
    assert not keys.exists()
    keys.write_text("no key\n")
    with_service(data, without, key_file=keys)
    keys.unlink()
    write_new(keys)
    with_service(data, without, key_file=keys)
    assert before
    keys.write_bytes(kept)
    with_service(data, go_on, key_file=keys)


def test_a_table_whose_key_is_lost_can_be_closed(tmp_path: Path, keys: Path, known: Known) -> None:
    async def begin(service: TableService) -> str:
        return begun(service, known).address

    async def close(service: TableService) -> None:
        assert service.store.locked() == [1]
        assert await service.hosting.close({"table": address}) == {"tables": [{"table": 1, "status": "closed"}]}
        assert service.store.locked() == [] and await service.tables.find(address) is None

    address = with_service(tmp_path / "data", begin, key_file=keys)
    keys.unlink()
    with_service(tmp_path / "data", close, key_file=keys)


def command(*words: str | Path) -> tuple[int, str]:
    """Exit status and output of a command."""
    found = CliRunner().invoke(main, [str(word) for word in words])
    return found.exit_code, found.output


@pytest.mark.slow
def test_a_rotated_key_seals_all_that_runs_and_the_old_one_opens_old_copies(
    tmp_path: Path, keys: Path, known: Known
) -> None:
    async def begin(service: TableService) -> str:
        return begun(service, known).address

    async def go_on(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None and len(room.game.acts) == 12
        await play_out(service, address, random.Random(3))

    data, copied = tmp_path / "data", tmp_path / "copy"
    address = with_service(data, begin, key_file=keys)
    old = read_keys(keys)
    copied.mkdir()
    (copied / "bellringer.sqlite3").write_bytes((data / "bellringer.sqlite3").read_bytes())
    assert command("key", "rotate", "--data", data, "--key-file", keys)[0] == 0
    now = read_keys(keys)
    assert now.signing == old.signing and set(old.sealing) < set(now.sealing) and now.newest not in old.sealing
    assert old.newest not in raw(data) and now.newest in raw(data)
    with_service(data, go_on, key_file=keys)
    with_service(copied, go_on, key_file=keys)


@pytest.mark.parametrize("is_old", [False, True], ids=["now", "left by an older version"])
def test_a_void_table_outlives_the_key_that_had_sealed_it(
    tmp_path: Path, keys: Path, known: Known, is_old: bool
) -> None:
    async def void(service: TableService) -> str:
        room, _, _ = dealing_table(service, known)
        assert room.kept.status == "dealing"
        service.dealing.patience = -1
        service.dealing.call_time(room)
        service.dealing.patience = dealing.PATIENCE
        assert room.kept.status == "void"
        service.store.changes.flush()
        return room.address

    async def look(service: TableService) -> None:
        anna = known(service, "Anna")
        assert [kept.address for kept in service.store.tables_of(anna, 9, is_over=True)] == [address]
        room = await service.tables.find(address)
        assert room is not None and room.kept.status == "void" and room.kept.seed and room.live is None

    data = tmp_path / "data"
    address = with_service(data, void, key_file=keys)
    if is_old:
        with closing(Store(data / "bellringer.sqlite3", keys)) as store, store.engine.begin() as connection:
            store.vault.rewrite(connection, 1, "dealing")
        assert b"sealed1" in raw(data)
    assert command("key", "rotate", "--data", data, "--key-file", keys)[0] == 0
    newest = f"seal {read_keys(keys).newest.hex()}"
    lines = keys.read_text().splitlines()
    keys.write_text("\n".join(line for line in lines if line.startswith(("sign", newest))) + "\n")
    with_service(data, look, key_file=keys)


def test_games_of_a_server_without_keys_are_sealed_at_the_start(tmp_path: Path, keys: Path, known: Known) -> None:
    async def seen(service: TableService) -> None:
        assert service.store.locked() == []

    data = tmp_path / "data"
    with_service(data, lambda service: _begin(service, known), key_file=keys)
    store = Store(data / "bellringer.sqlite3", keys)
    table = store.table_by_number("1")
    assert table is not None
    with store.engine.begin() as connection:  # as a server of before kept it
        store.vault.rewrite(connection, table.id, "over")
    store.close()
    assert table.seed in raw(data) and b"keep " in raw(data)
    with_service(data, seen, key_file=keys)
    assert table.seed not in raw(data) and b"keep " not in raw(data)


async def _begin(service: TableService, known: Known) -> None:
    begun(service, known)


def test_the_command_prints_the_acts_of_a_table_with_the_key_alone(tmp_path: Path, keys: Path, known: Known) -> None:
    async def begin(service: TableService) -> tuple[str, list[Any]]:
        room = begun(service, known)
        return room.address, room.game.acts

    data = tmp_path / "data"
    address, acts = with_service(data, begin, key_file=keys)
    for table in (address, "1"):
        status, text = command("acts", "--key-file", keys, "--", data, table)
        assert status == 0 and [line.split()[0] for line in text.splitlines()] == [str(act.number) for act in acts]
        assert acts[0].word in text and acts[0].salt.hex() in text
    document = json.loads(command("acts", "--key-file", keys, "--json", "--", data, address)[1])
    assert [one["word"] for one in document] == [act.word for act in acts]
    keys.unlink()
    assert command("acts", "--key-file", keys, "--", data, address)[0] != 0
    write_new(keys)
    assert command("acts", "--key-file", keys, "--", data, address)[0] != 0


def test_keys_in_the_data_folder_are_refused(tmp_path: Path) -> None:
    """A copy of the folder would hold the keys to what it hides."""

    async def work(service: TableService) -> None:
        raise AssertionError("it has started")

    for path in (tmp_path / "data" / "keys", tmp_path / "elsewhere" / ".." / "data" / "deep" / "keys"):
        with pytest.raises(OptionError, match="outside of the data folder"):
            with_service(tmp_path / "data", work, key_file=path)


# the keys themselves


def test_what_is_sealed_opens_only_as_what_it_is_and_by_its_key() -> None:
    one, other = new_keys(), new_keys()
    sealed = one.seal(b"secret", "seed here")
    assert one.open(sealed, "seed here") == b"secret" and b"secret" not in sealed
    assert one.with_new().open(sealed, "seed here") == b"secret"
    assert one.seal(b"secret", "seed here") != sealed
    for keys, about, data in ((other, "seed here", sealed), (one, "seed there", sealed),
                              (one, "seed here", sealed[:-1] + bytes([sealed[-1] ^ 1]))):  # fmt: skip
        with pytest.raises(NoKey):
            keys.open(data, about)


def test_a_file_of_keys_is_made_once_and_read_back(keys: Path) -> None:
    made = write_new(keys)
    assert read_keys(keys) == made
    with pytest.raises(NoKey, match="can't make this file"):
        write_new(keys)
    assert command("key", "show", "--key-file", keys) == (0, f"{made.public.hex()}\n")
    assert command("key", "new", "--key-file", keys)[0] != 0


@pytest.mark.parametrize("text", ["", "sign 00\n", "seal 0011223344556677 " + "0" * 64 + "\n", "\xff"])
def test_a_wrong_file_of_keys_is_refused_without_telling_what_it_holds(keys: Path, text: str) -> None:
    keys.parent.mkdir(parents=True)
    keys.write_text(text, encoding="latin-1")
    with pytest.raises(NoKey) as refused:
        read_keys(keys)
    assert "0" * 64 not in str(refused.value) and str(keys) in str(refused.value)


def test_keys_keep_their_order() -> None:
    keys = Keys(bytes(32), {bytes(8): bytes(32)}).with_new()
    assert keys.newest != bytes(8) and list(keys.sealing)[0] == bytes(8)
