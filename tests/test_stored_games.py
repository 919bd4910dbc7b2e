"""Games of the first version of the rules, stored by a server of that time: they go on, and their records replay.

tests/golden/stored was written before parts of the rules had versions: a database (tables that run, are over, wait),
the tables' records, and in expected.json where each of them stood. It is never written anew.
"""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

import bellringer
from bellringer.core.chance import MOVES
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Document, Game
from bellringer.core.contract.registry import find
from bellringer.core.contract.versions import changes_since
from bellringer.core.records.record import options_of, parse
from bellringer.server.service import TableService
from bellringer.server.tables.memory.room import Room
from tests.server.services import play_out, with_service

pytestmark = pytest.mark.slow

STORED = Path(__file__).parent / "golden" / "stored"
TABLES: dict[str, Any] = json.loads((STORED / "expected.json").read_text(encoding="utf-8"))
GAMES = [name for name in TABLES if name != "waiting"]
RUNNING = [name for name in GAMES if not name.endswith("-over")]


def text_of(name: str) -> str:
    """A record as it was written then."""
    return (STORED / f"{name}.txt").read_text(encoding="utf-8")


def game_and_options(text: str) -> tuple[Game, dict[str, Any]]:
    """What a record is of."""
    parsed = parse(text)
    game = find(parsed.tags["Game"])
    return game, check_options(game, int(parsed.tags["Seats"]), options_of(game, parsed))


def changed_since(text: str) -> list[str]:
    """The parts of a record's rules that have changed since the first version."""
    return [change.part for change in changes_since(*game_and_options(text), "1")]


def raise_part(patch: pytest.MonkeyPatch, game: str, part: str) -> None:
    """From now on a part of a game's rules has a version that it never had."""
    found = find(game)
    patch.setattr(type(found), "rule_versions", {**found.rule_versions, part: 99})


def as_of_now(position: Document) -> Document:
    """A position of then, as it is written now."""
    return bellringer.from_position(position).position()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A server's folder with the tables of then."""
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(STORED / "bellringer.sqlite3", folder)
    return folder


async def room_of(service: TableService, name: str) -> Room:
    """One of the tables."""
    room = await service.tables.find(TABLES[name]["address"])
    assert room is not None
    return room


# records


@pytest.mark.parametrize("name", GAMES)
def test_a_record_of_then_replays_or_names_the_part_that_changed(name: str) -> None:
    text = text_of(name)
    assert '[Rules "1"]' in text
    if parts := changed_since(text):
        with pytest.raises(bellringer.RecordError, match=f"of {parts[0]}; the record was played by 1"):
            bellringer.replay(text)
        return
    table = bellringer.replay(text)
    assert table.record() == text
    assert (table.moves_played, table.position()) == (TABLES[name]["moves"], as_of_now(TABLES[name]["position"]))


@pytest.mark.parametrize("name", GAMES)
def test_a_record_of_then_is_refused_when_a_part_changes_and_says_which(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, options = game_and_options(text_of(name))
    for part in game.rule_parts(options):
        with monkeypatch.context() as patch:
            raise_part(patch, game.name, part)
            with pytest.raises(bellringer.RecordError, match="the record was played by 1"):
                bellringer.replay(text_of(name))
            assert part in changed_since(text_of(name))


# tables


@pytest.mark.parametrize("name", GAMES)
def test_a_table_of_then_stands_as_it_stood(data: Path, name: str) -> None:
    async def work(service: TableService) -> None:
        room, expected = await room_of(service, name), TABLES[name]
        live = room.game
        assert live.table.position() == as_of_now(expected["position"])
        assert live.table.chance == room.kept.chance == MOVES
        if changed_since(text_of(name)):
            assert len(live.changes) == 1
            return
        assert (live.changes, len(live.acts)) == ((), expected["acts"])
        assert [holder.asked for holder in live.holders] == expected["asked"]
        assert [holder.spent for holder in live.holders] == expected["spent"]
        assert live.table.record() == text_of(name)
        assert service.store.position(room.kept) == (expected["acts"], live.table.position())

    with_service(data, work)


def test_all_tables_of_then_are_played_to_their_ends(data: Path) -> None:
    async def work(service: TableService) -> None:
        for name in RUNNING:
            live = await play_out(service, (await room_of(service, name)).address, random.Random(name))
            assert live.ended_by == "game"
            assert all(check.ok for check in bellringer.verify(live.table.record()))
        assert (await room_of(service, "waiting")).kept.status == "waiting"

    with_service(data, work)


@pytest.mark.parametrize("name", GAMES)
def test_a_table_of_then_whose_rules_change_goes_on_by_the_new_ones(
    data: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """It was stored without its last position, and is replayed as far as its moves are legal: here, whole."""
    raise_part(monkeypatch, parse(text_of(name)).tags["Game"], "base")

    async def work(service: TableService) -> None:
        room = await room_of(service, name)
        live = room.game
        assert live.table.position() == as_of_now(TABLES[name]["position"])
        assert (len(live.changes), live.changes[-1].dropped) == (1, 0)
        live = await play_out(service, room.address, random.Random(1))
        text = live.table.record()
        assert bellringer.replay(text).record() == text and "base 99" in text

    with capture_logs() as told:
        with_service(data, work)
    assert not [line for line in told if line["log_level"] == "error"]


def test_a_change_of_one_part_stops_nobody_else(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Spy is in the pool of the New Persons alone."""

    async def work(service: TableService) -> None:
        changed = {name for name in GAMES if (await room_of(service, name)).game.changes}
        assert changed == {*changed_before, "town-new-persons", "town-over"}

    changed_before = {name for name in GAMES if changed_since(text_of(name))}
    raise_part(monkeypatch, "notre-dame", "spy")
    with_service(data, work)
