"""The service: tables made, waited at, sat down at, left."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bellringer.core.errors import OptionError
from bellringer.server.base.settings import unlimited
from bellringer.server.service import TableService
from bellringer.server.store import SeatKept
from bellringer.server.tables.requests import SeatRequest, TableRequest
from tests.server.services import (
    Known,
    WithService,
    assert_kept,
    refusal,
    table_for,
)

pytestmark = pytest.mark.unhurried

# sitting down


def test_a_table_without_open_seats_begins_at_once(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here", "random")
        assert room.kept.status == "running" and room.live is not None
        assert [seat.name for seat in room.kept.seats] == ["Anna", "Anna", ""]
        assert await service.tables.find(room.address) is room

    with_service(work)


def test_a_table_begins_when_the_last_seat_is_taken(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna, ben = known(service, "Anna"), known(service, "Ben")
        room = table_for(service, anna, "notre-dame", "me", "open", "open")
        assert refusal(lambda: room.game) == "waiting"
        service.setup.sit(room, 2, ben, "  Ben  the   Bold ")
        assert room.kept.status == "waiting"
        assert room.kept.seats[2] == SeatKept(2, ben.id, "Ben the Bold")
        service.setup.put_bot(room, 1, "random")
        assert room.kept.status == "running"
        assert_kept(service, room)

    with_service(work)


def test_a_seat_that_is_taken_is_kept_by_who_sits_there(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna, ben = known(service, "Anna"), known(service, "Ben")
        room = table_for(service, anna, "notre-dame", "me", "open", "open")
        before = room.kept
        assert refusal(service.setup.sit, room, 0, ben, "Ben") == "taken"
        assert refusal(service.setup.put_bot, room, 0, "random") == "taken"
        service.setup.sit(room, 0, anna, "Another name")
        assert room.kept == before
        assert service.store.table(room.address) == before

    with_service(work)


def test_who_leaves_a_waiting_table_opens_all_own_seats(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna, ben = known(service, "Anna"), known(service, "Ben")
        room = table_for(service, anna, "rattus", "me", "here", "open", "open")
        service.setup.sit(room, 2, ben, "Ben")
        service.setup.leave(room, anna)
        assert [seat.is_open for seat in room.kept.seats] == [True, True, False, True]
        kept = service.store.table(room.address)
        assert kept is not None and kept.seats == room.kept.seats
        service.setup.sit(room, 0, ben, "Ben")
        assert room.seats_of(ben) == (0, 2)

    with_service(work)


def test_a_waiting_table_is_there_after_a_restart_and_begins_then(with_service: WithService, known: Known) -> None:
    async def make(service: TableService) -> tuple[str, str]:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "open")
        return room.address, service.setup.invitation(room, 1)

    async def go_on(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None and service.setup.invited(room, invitation) == 1
        service.setup.sit(room, 1, known(service, "Ben"), "Ben")
        assert room.kept.status == "running"

    address, invitation = with_service(make)
    with_service(go_on)


def test_once_the_game_has_begun_nobody_sits_down_leaves_or_discards(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna = known(service, "Anna")
        room = table_for(service, anna, "rattus", "me", "random")
        for refused in (
            lambda: service.setup.sit(room, 1, anna, "Anna"),
            lambda: service.setup.put_bot(room, 1, "random"),
            lambda: service.setup.leave(room, anna),
            lambda: service.setup.discard(room),
        ):
            assert refusal(refused) == "begun"

    with_service(work)


def test_a_discarded_table_is_gone(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> str:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "open", joining="anyone")
        service.setup.discard(room)
        assert await service.tables.find(room.address) is None
        assert service.store.open_tables(10) == []
        assert service.store.count_unfinished() == 0
        return room.address

    address = with_service(work)

    async def look(service: TableService) -> None:
        assert await service.tables.find(address) is None

    with_service(look)


def test_only_tables_that_anyone_may_join_are_listed_while_a_seat_is_open(
    with_service: WithService, known: Known
) -> None:
    async def work(service: TableService) -> None:
        anna = known(service, "Anna")
        listed = table_for(service, anna, "rattus", "me", "open", joining="anyone")
        table_for(service, anna, "rattus", "me", "open", joining="link")
        table_for(service, anna, "rattus", "me", "random", joining="anyone")
        assert [kept.address for kept in service.store.open_tables(10)] == [listed.address]
        service.setup.put_bot(listed, 1, "random")
        assert service.store.open_tables(10) == []

    with_service(work)


def test_an_invitation_is_for_one_seat_of_one_table(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna = known(service, "Anna")
        one = table_for(service, anna, "rattus", "me", "open", "open")
        other = table_for(service, anna, "rattus", "me", "open", "open")
        tokens = [service.setup.invitation(room, seat) for room in (one, other) for seat in range(3)]
        assert len(set(tokens)) == 6
        for seat in range(3):
            token = service.setup.invitation(one, seat)
            assert service.setup.invited(one, token) == seat
            assert service.setup.invited(other, token) is None
            assert service.setup.invited(one, f"{(seat + 1) % 3}{token[1:]}") is None
            assert service.setup.invited(one, token[:-1]) is None and service.setup.invited(one, token + "A") is None
        for nonsense in ("", "-", "1", "1-", "9-x", "²-x", "-1-x", "1" * 5_000, "é", "1-é"):
            assert service.setup.invited(one, nonsense) is None

    with_service(work)


@pytest.mark.parametrize(
    "wrong",
    [
        {"clock": "live-5"},
        {"joining": "friends"},
        {"watching": ""},
        {"options": {"nonsense": 1}},
        {"options": {"start": 2}},
        {"options": {"start": -1}},
        {"seats": (SeatRequest("me"),)},
        {"seats": (SeatRequest("me"),) * 7},
        {"seats": (SeatRequest("me"), SeatRequest("ghost"))},
        {"seats": (SeatRequest("me"), SeatRequest("bot", bot="search:999999999"))},
        {"seats": (SeatRequest("me"), SeatRequest("bot"))},
        {"seats": (SeatRequest("me"), SeatRequest("here", name="x" * 41))},
        {"seats": (SeatRequest("me"), SeatRequest("here", name="tab\x07bell"))},
        {"game": "chess"},
    ],
    ids=str,
)
def test_a_table_that_can_t_be_had_is_not_made(with_service: WithService, known: Known, wrong: dict[str, Any]) -> None:
    async def work(service: TableService) -> None:
        wanted = TableRequest(**{"game": "notre-dame", "seats": (SeatRequest("me"), SeatRequest("open")), **wrong})
        with pytest.raises(OptionError):
            service.setup.make(known(service, "Anna"), wanted)
        assert service.store.count_unfinished() == 0 and not service.tables.rooms

    with_service(work)


def test_a_person_has_only_so_many_tables_at_once(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna, ben = known(service, "Anna"), known(service, "Ben")
        first = table_for(service, anna, "rattus", "me", "open")
        table_for(service, anna, "rattus", "me", "open")
        assert refusal(table_for, service, anna, "rattus", "me", "open") == "too-many-tables"
        table_for(service, ben, "rattus", "me", "open")
        service.setup.discard(first)
        table_for(service, anna, "rattus", "me", "open")

    with_service(work, limits=replace(unlimited(), tables_a_user=2))


def test_a_server_has_only_so_many_tables_at_once(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        for name in ("Anna", "Ben"):
            table_for(service, known(service, name), "rattus", "me", "open")
        assert refusal(table_for, service, known(service, "Cleo"), "rattus", "me", "open") == "full"

    with_service(work, limits=replace(unlimited(), open_tables=2))
