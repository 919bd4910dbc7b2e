"""When there is little room for tables: who gives way, what is kept for newcomers, and what always stays."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bellringer.core.records.verify import verify
from bellringer.server.base.addresses import networks
from bellringer.server.base.settings import Limits
from bellringer.server.errors import Refused
from bellringer.server.service import TableService
from bellringer.server.store import User
from bellringer.server.store.vault import UNFINISHED
from bellringer.server.tables.making.giving_way import Candidate, Candidates, network_of, own_networks
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.requests import SeatRequest, TableRequest
from tests.server.callers import PATIENCE, at, at_server, refused
from tests.server.services import (
    Known,
    WithService,
    any_name,
    asked_of,
    break_once,
    found_at,
    made_for,
    refusal,
    refusal_of,
)

pytestmark = pytest.mark.slow

BOT = SeatRequest("bot", bot="random")
ALONE = TableRequest("rattus", (SeatRequest("me"), BOT))
LOBBY = TableRequest("rattus", (SeatRequest("me"), SeatRequest("open")), joining="anyone")
SCREEN = TableRequest("rattus", (SeatRequest("me"), SeatRequest("here", "Ben")))
FLOOD = [f"203.0.113.{number}" for number in range(20)]  # twenty addresses
LITTLE = Limits(open_tables=40, tables_an_address=6, people_an_address=1)


def status_of(service: TableService, room: Room) -> str:
    """How a table stands in the database."""
    kept = service.store.table(room.address)
    assert kept is not None
    return kept.status


def move(service: TableService, room: Room, seat: int) -> None:
    """Make any move for a seat that is asked."""
    service.playing.move(room, seat, asked_of(room, seat), any_name(room, seat))


def move_both(service: TableService, room: Room) -> None:
    """Let both people of a table move."""
    moved = set[int]()
    while moved != {0, 1}:
        assert room.live is not None
        seat = room.live.pending[0]
        move(service, room, seat)
        moved.add(seat)


async def fill(service: TableService, known: Known, wanted: TableRequest, is_ever_new: bool) -> list[tuple[User, Room]]:
    """Have twenty addresses make tables in turn, until they are refused."""
    made, number = list[tuple[User, Room]](), 0
    while True:
        where = FLOOD[number % len(FLOOD)]
        person = known(service, f"Eve {number if is_ever_new else where}")
        try:
            made.append((person, await made_for(service, person, wanted, where)))
        except Refused as error:
            assert error.code == "full", "each address has room for more"
            return made
        number += 1


# the whole of it


@pytest.mark.parametrize(
    ("wanted", "is_ever_new"),
    [
        pytest.param(ALONE, False, id="games with a bot", marks=pytest.mark.soak),
        pytest.param(ALONE, True, id="games of ever new people"),
        pytest.param(LOBBY, True, id="lobbies"),
        pytest.param(SCREEN, False, id="games at one screen", marks=pytest.mark.soak),
    ],
)
def test_twenty_addresses_close_the_door_for_nobody(
    with_service: WithService, known: Known, wanted: TableRequest, is_ever_new: bool
) -> None:
    async def work(service: TableService) -> None:
        store = service.store
        honest = [await made_for(service, known(service, "Anna"), ALONE, "192.0.2.1")]
        played = await made_for(service, known(service, "Cleo"), SCREEN, FLOOD[0])
        move_both(service, played)
        honest.append(played)
        shared = await made_for(service, known(service, "Cleo"), LOBBY, FLOOD[0])
        service.setup.sit(shared, 1, known(service, "Dora"), "Dora")
        move_both(service, shared)
        honest.append(shared)
        flood = await fill(service, known, wanted, is_ever_new)
        assert store.count_unfinished() == 36, "nine tenths"
        newcomers = [known(service, f"Newcomer {number}") for number in range(12)]
        for number, person in enumerate(newcomers):
            honest.append(await made_for(service, person, ALONE, f"198.51.100.{number}"))
            assert store.count_unfinished() == min(37 + number, 40), "the last tenth is theirs, then others give way"
            eve, where = flood[number % 20][0], FLOOD[number % 20]
            assert await refusal_of(made_for(service, eve, wanted, where)) == "full", "who has most makes no more"
        assert all(status_of(service, room) in UNFINISHED for room in honest)
        gone = [(person, room) for person, room in flood if status_of(service, room) not in UNFINISHED]
        assert gone == flood[-8:], "the newest"
        if not is_ever_new:
            assert all(store.count_unfinished(person) for person, _ in gone), "nobody's only one"
        for _, room in gone:
            await look_at_ended(service, room)

    with_service(work, limits=LITTLE)


async def look_at_ended(service: TableService, room: Room) -> None:
    """A game has its record, which holds; a lobby is closed."""
    if room.live is None:
        assert status_of(service, room) == "closed" and await service.tables.find(room.address) is None
        return
    live = (await found_at(service, room.address)).game
    assert (live.kept.status, live.ended_by) == ("over", "resigned")
    assert all(check.ok for check in verify(service.fairness.record_of(live)))


def test_what_was_played_stays_though_nobody_else_gets_in(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        eve = known(service, "Eve")
        rooms = [await made_for(service, eve, SCREEN, FLOOD[0]) for _ in range(9)]
        for room in rooms:
            move_both(service, room)
        rooms.append(await made_for(service, known(service, "Anna"), ALONE, "192.0.2.1"))
        assert await refusal_of(made_for(service, known(service, "Ben"), ALONE, "192.0.2.2")) == "full"
        assert all(status_of(service, room) == "running" for room in rooms)

    with_service(work, limits=Limits(open_tables=10, tables_an_address=100, people_an_address=0))


def test_a_new_table_that_can_not_be_kept_ends_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with at_server(tmp_path, Limits(open_tables=4, tables_an_address=4, people_an_address=0)) as api:
        wanted = {"name": "Eve", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
        eve = at(api, "203.0.113.1").user("Eve")
        made = [eve.make("rattus", "me", "random")["table"]["id"] for _ in range(2)]
        made += [at(api, "203.0.113.2").user("Eve").make("rattus", "me", "random")["table"]["id"] for _ in range(2)]
        api.service.store.changes.flush()
        before = [eve.get(f"/tables/{address}")["status"] for address in made]
        left = break_once(monkeypatch, api.service, "add_table")
        refused(at(api, "192.0.2.1").user("Anna").ask("POST", "/tables", json=wanted), 503)
        assert left == [0]
        assert [eve.get(f"/tables/{address}")["status"] for address in made] == before == ["running"] * 4
        assert at(api, "192.0.2.1").user("Anna").ask("POST", "/tables", json=wanted).status_code == 201


def test_a_look_whether_there_is_room_ends_nothing(tmp_path: Path) -> None:
    with at_server(tmp_path, Limits(open_tables=3, tables_an_address=9, people_an_address=0)) as api:
        for number in (1, 1, 2):
            at(api, f"203.0.113.{number}").user("Eve").make("rattus", "me", "random")
        check = api.service.setup.check_wanted
        for _ in range(2):
            api.portal.call(check, ALONE, None, None, "192.0.2.1")
            assert api.portal.call(refusal, check, ALONE, None, None, "203.0.113.2") == "full"
        assert api.service.store.count_unfinished() == 3


def test_the_host_is_told_that_there_is_little_room(tmp_path: Path) -> None:
    with at_server(tmp_path, Limits(open_tables=10, tables_an_address=10)) as api:
        api.service.health.fresh = 0.0
        told = []
        for _ in range(9):
            told.append("little-room-for-tables" in api.request("GET", "/healthz").json()["reasons"])
            api.user("Anna").make("rattus", "me", "open")
        assert told == [False] * 9
        answer = api.request("GET", "/healthz")
        assert answer.status_code == 200 and "little-room-for-tables" in answer.json()["reasons"]


def test_a_table_that_gave_way_is_not_found_again_before_that_is_stored(
    with_service: WithService, known: Known
) -> None:
    held = threading.Event()

    async def work(service: TableService) -> None:
        lobby = await made_for(service, known(service, "Eve"), LOBBY, FLOOD[0])
        service.store.changes.flush()
        del service.store.engine.connect  # whoever reads waits no longer for the writer
        service.store.changes.put(lambda _: held.wait(PATIENCE))
        with service.store.changes.as_one():
            service.tables.close(lobby.kept)
        assert await service.tables.find(lobby.address) is None
        held.set()

    with_service(work)


# who is not in memory, or can't be opened


def test_after_a_restart_tables_give_way_by_the_people_who_made_them(with_service: WithService, known: Known) -> None:
    limits = Limits(open_tables=10, tables_an_address=100, people_an_address=1)

    async def before(service: TableService) -> list[str]:
        eve, anna = known(service, "Eve"), known(service, "Anna")
        made = [await made_for(service, eve, ALONE, FLOOD[0]) for _ in range(6)]
        made += [await made_for(service, anna, wanted, "192.0.2.1") for wanted in (ALONE, SCREEN)]
        move_both(service, made[-1])
        made.append(await made_for(service, known(service, "Ben"), ALONE, "192.0.2.1"))
        return [room.address for room in made]

    async def after(service: TableService) -> None:
        rooms = [await found_at(service, address) for address in made]
        for room in rooms:
            assert not service.shares.made.get(room.address), "nobody knows where it was made"
        for room in rooms[::2]:
            service.tables.release(room)
        assert await refusal_of(made_for(service, known(service, "Eve"), ALONE, FLOOD[0])) == "full", "she has tables"
        newcomers = [
            await made_for(service, known(service, f"N {number}"), ALONE, f"198.51.100.{number}") for number in range(5)
        ]
        assert [status_of(service, room) for room in rooms] == ["running"] * 2 + ["over"] * 4 + ["running"] * 3
        assert all(status_of(service, room) == "running" for room in newcomers)
        late = known(service, "Late")
        await made_for(service, known(service, "Eve 2"), ALONE, "198.51.100.9")
        assert await refusal_of(made_for(service, late, ALONE, "198.51.100.8")) == "full", "of each only one is left"

    made = with_service(before, limits=limits)
    with_service(after, limits=limits)


def test_a_table_that_has_left_memory_is_known_as_before(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        eve, ben = known(service, "Eve"), known(service, "Ben")
        rooms = [await made_for(service, eve, LOBBY, FLOOD[0]) for _ in range(4)]
        for room in rooms:
            service.setup.sit(room, 1, ben, "Ben")
        move(service, rooms[2], 0)
        move_both(service, rooms[3])
        service.store.changes.flush()
        for room in rooms:
            service.tables.release(room)
        assert not service.tables.rooms
        for number in range(2):
            await made_for(service, known(service, f"N {number}"), ALONE, f"198.51.100.{number}")
        assert [status_of(service, room) for room in rooms] == ["running", "over", "over", "running"]
        assert service.giving_way.alone == {rooms[0].address}, "nothing is remembered of what is over or in memory"

    with_service(work, limits=Limits(open_tables=4, tables_an_address=9, people_an_address=0))


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param("UPDATE acts SET kind = 'move', word = 'no such move', sealed = NULL", id="its acts"),
        pytest.param("UPDATE tables SET options = '{' WHERE id = (SELECT max(id) FROM tables)", id="its row"),
    ],
)
def test_a_table_that_can_not_be_opened_keeps_nobody_out(with_service: WithService, known: Known, damage: str) -> None:
    async def work(service: TableService) -> None:
        eve = known(service, "Eve")
        rooms = [await made_for(service, eve, ALONE, FLOOD[0]) for _ in range(3)]
        move(service, rooms[2], 0)
        service.store.changes.flush()
        service.tables.release(rooms[2])
        with service.store.engine.begin() as connection:
            connection.execute(text(damage))
        await made_for(service, known(service, "Anna"), ALONE, "192.0.2.1")
        with service.store.engine.connect() as connection:
            found = connection.execute(text("SELECT status FROM tables ORDER BY id")).scalars().all()
        assert found == ["running", "over", "running", "running"]

    with_service(work, limits=Limits(open_tables=3, tables_an_address=9, people_an_address=0))


def test_a_table_that_is_dealing_gives_way_too(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        eve = known(service, "Eve")
        rooms = [await made_for(service, eve, ALONE, FLOOD[0], commitment="ab" * 32) for _ in range(3)]
        assert [room.kept.status for room in rooms] == ["dealing"] * 3
        await made_for(service, known(service, "Anna"), ALONE, "192.0.2.1")
        assert [status_of(service, room) for room in rooms] == ["dealing", "dealing", "closed"]

    with_service(work, limits=Limits(open_tables=3, tables_an_address=9, people_an_address=0))


# whose turn it is


def standings(tables: list[tuple[str, int]], **limits: Any) -> Candidates:
    """Tables at which nobody but the maker has had a part: from where, and by whom, the oldest first."""
    found = [
        Candidate(number, str(number), frozenset([person]), True, networks(where) if where else (network_of(person),))
        for number, (where, person) in enumerate(tables)
    ]
    return Candidates(found, Limits(**{"open_tables": 1_000, "people_an_address": 0, **limits}))


def first(found: Candidates, where: str) -> int | None:
    """The number of the table that gives way to somebody at an address."""
    table = found.first(own_networks(None, where))
    return None if table is None else table.number


@pytest.mark.parametrize(
    ("tables", "where", "number"),
    [
        ([("203.0.113.1", 1), ("203.0.113.1", 1), ("203.0.113.2", 2)], "192.0.2.1", 1),
        ([("203.0.113.1", 1), ("203.0.113.2", 2), ("203.0.113.2", 2)], "203.0.113.1", None),
        ([("203.0.113.1", 1)] * 3 + [("203.0.113.2", 2)], "203.0.113.2", 2),
        ([("203.0.113.1", 1)] * 3 + [("203.0.113.2", 2)], "203.0.113.1", None),
        ([("203.0.113.1", 1)], "192.0.2.1", None),
        ([("2001:db8:0:1::1", 1)] * 3 + [("203.0.113.2", 2)] * 2, "192.0.2.1", 2),
        ([(f"2001:db8:0:{one:x}00::1", one) for one in range(9)] + [("203.0.113.2", 99)] * 2, "192.0.2.1", 8),
        ([("127.0.0.1", 1)] * 9 + [("203.0.113.2", 2)] * 2, "192.0.2.1", 10),
        ([("", 1), ("", 1), ("", 1), ("203.0.113.2", 2), ("203.0.113.2", 2)], "192.0.2.1", 2),
        ([], "192.0.2.1", None),
    ],
    ids=["the newest of who has most", "two are not one more than one", "who has one may have two", "not to itself",
         "not to its like", "a network of IPv6", "its wider one", "this machine has a larger share", "a person",
         "none"],
)  # fmt: skip
def test_the_newest_of_the_network_with_most_gives_way(
    tables: list[tuple[str, int]], where: str, number: int | None
) -> None:
    assert first(standings(tables), where) == number


def test_twenty_people_of_an_address_keep_their_only_table_and_ever_new_ones_do_not() -> None:
    school = [("203.0.113.1", person) for person in range(20)]
    assert first(standings(school, people_an_address=20), "192.0.2.1") is None
    assert first(standings([*school, ("203.0.113.1", 3)], people_an_address=20), "192.0.2.1") == 20
    flood = [("203.0.113.1", person) for person in range(100)]
    assert first(standings(flood, people_an_address=20), "192.0.2.1") == 99
    spread = [(f"2001:db8:0:{one:x}::1", one) for one in range(100)]
    assert first(standings(spread, people_an_address=20), "192.0.2.1") == 99, "a /64 for each: the /56 has two shares"
    assert first(standings([("", person) for person in range(100)], people_an_address=20), "192.0.2.1") is None
    assert first(standings([("127.0.0.1", person) for person in range(99)], people_an_address=2), "192.0.2.1") is None
