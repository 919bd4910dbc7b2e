"""The hall: tables made, waited at, sat down at, left."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bellringer.core.errors import OptionError
from bellringer.server.service import Hall
from bellringer.server.settings import unlimited
from bellringer.server.store import SeatKept
from bellringer.server.requests import NewTable, Sitting
from tests.server.halls import (
    InHall,
    Known,
    assert_kept,
    refusal,
    table_for,
)

# sitting down


def test_a_table_without_open_seats_begins_at_once(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "here", "random")
        assert room.kept.status == "running" and room.live is not None
        assert [seat.name for seat in room.kept.seats] == ["Anna", "Anna", ""]
        assert hall.find(room.address) is room

    in_hall(work)


def test_a_table_begins_when_the_last_seat_is_taken(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        anna, ben = person(hall, "Anna"), person(hall, "Ben")
        room = table_for(hall, anna, "notre-dame", "me", "open", "open")
        assert refusal(hall.live_of, room) == "waiting"
        hall.sit(room, 2, ben, "  Ben  the   Bold ")
        assert room.kept.status == "waiting"
        assert room.kept.seats[2] == SeatKept(2, ben.id, "Ben the Bold")
        hall.put_bot(room, 1, "random")
        assert room.kept.status == "running"
        assert_kept(hall, room)

    in_hall(work)


def test_a_seat_that_is_taken_is_kept_by_who_sits_there(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        anna, ben = person(hall, "Anna"), person(hall, "Ben")
        room = table_for(hall, anna, "notre-dame", "me", "open", "open")
        before = room.kept
        assert refusal(hall.sit, room, 0, ben, "Ben") == "taken"
        assert refusal(hall.put_bot, room, 0, "random") == "taken"
        hall.sit(room, 0, anna, "Another name")
        assert room.kept == before
        assert hall.store.table(room.address) == before

    in_hall(work)


def test_who_leaves_a_waiting_table_opens_all_own_seats(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        anna, ben = person(hall, "Anna"), person(hall, "Ben")
        room = table_for(hall, anna, "rattus", "me", "here", "open", "open")
        hall.sit(room, 2, ben, "Ben")
        hall.leave(room, anna)
        assert [seat.is_open for seat in room.kept.seats] == [True, True, False, True]
        kept = hall.store.table(room.address)
        assert kept is not None and kept.seats == room.kept.seats
        hall.sit(room, 0, ben, "Ben")
        assert room.seats_of(ben) == (0, 2)

    in_hall(work)


def test_a_waiting_table_is_there_after_a_restart_and_begins_then(in_hall: InHall, person: Known) -> None:
    async def make(hall: Hall) -> tuple[str, str]:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "open")
        return room.address, hall.invitation(room, 1)

    async def go_on(hall: Hall) -> None:
        room = hall.find(address)
        assert room is not None and hall.invited(room, invitation) == 1
        hall.sit(room, 1, person(hall, "Ben"), "Ben")
        assert room.kept.status == "running"

    address, invitation = in_hall(make)
    in_hall(go_on)


def test_once_the_game_has_begun_nobody_sits_down_leaves_or_discards(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        anna = person(hall, "Anna")
        room = table_for(hall, anna, "rattus", "me", "random")
        for refused in (
            lambda: hall.sit(room, 1, anna, "Anna"),
            lambda: hall.put_bot(room, 1, "random"),
            lambda: hall.leave(room, anna),
            lambda: hall.discard(room),
        ):
            assert refusal(refused) == "begun"

    in_hall(work)


def test_a_discarded_table_is_gone(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> str:
        room = table_for(hall, person(hall, "Anna"), "rattus", "me", "open", joining="anyone")
        hall.discard(room)
        assert hall.find(room.address) is None
        assert hall.store.open_tables(10) == []
        assert hall.store.count_unfinished() == 0
        return room.address

    address = in_hall(work)

    async def look(hall: Hall) -> None:
        assert hall.find(address) is None

    in_hall(look)


def test_only_tables_that_anyone_may_join_are_listed_while_a_seat_is_open(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        anna = person(hall, "Anna")
        listed = table_for(hall, anna, "rattus", "me", "open", joining="anyone")
        table_for(hall, anna, "rattus", "me", "open", joining="link")
        table_for(hall, anna, "rattus", "me", "random", joining="anyone")
        assert [kept.address for kept in hall.store.open_tables(10)] == [listed.address]
        hall.put_bot(listed, 1, "random")
        assert hall.store.open_tables(10) == []

    in_hall(work)


def test_an_invitation_is_for_one_seat_of_one_table(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        anna = person(hall, "Anna")
        one = table_for(hall, anna, "rattus", "me", "open", "open")
        other = table_for(hall, anna, "rattus", "me", "open", "open")
        tokens = [hall.invitation(room, seat) for room in (one, other) for seat in range(3)]
        assert len(set(tokens)) == 6
        for seat in range(3):
            token = hall.invitation(one, seat)
            assert hall.invited(one, token) == seat
            assert hall.invited(other, token) is None
            assert hall.invited(one, f"{(seat + 1) % 3}{token[1:]}") is None
            assert hall.invited(one, token[:-1]) is None and hall.invited(one, token + "A") is None
        for nonsense in ("", "-", "1", "1-", "9-x", "²-x", "-1-x", "1" * 5_000, "é", "1-é"):
            assert hall.invited(one, nonsense) is None

    in_hall(work)


@pytest.mark.parametrize(
    "wrong",
    [
        {"clock": "live-5"},
        {"joining": "friends"},
        {"watching": ""},
        {"options": {"nonsense": 1}},
        {"options": {"start": 2}},
        {"options": {"start": -1}},
        {"seats": (Sitting("me"),)},
        {"seats": (Sitting("me"),) * 7},
        {"seats": (Sitting("me"), Sitting("ghost"))},
        {"seats": (Sitting("me"), Sitting("bot", bot="search:999999999"))},
        {"seats": (Sitting("me"), Sitting("bot"))},
        {"seats": (Sitting("me"), Sitting("here", name="x" * 41))},
        {"seats": (Sitting("me"), Sitting("here", name="tab\x07bell"))},
        {"game": "chess"},
    ],
    ids=str,
)
def test_a_table_that_can_t_be_had_is_not_made(in_hall: InHall, person: Known, wrong: dict[str, Any]) -> None:
    async def work(hall: Hall) -> None:
        wanted = NewTable(**{"game": "notre-dame", "seats": (Sitting("me"), Sitting("open")), **wrong})
        with pytest.raises(OptionError):
            hall.make(person(hall, "Anna"), wanted)
        assert hall.store.count_unfinished() == 0 and not hall.rooms

    in_hall(work)


def test_a_person_has_only_so_many_tables_at_once(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        anna, ben = person(hall, "Anna"), person(hall, "Ben")
        first = table_for(hall, anna, "rattus", "me", "open")
        table_for(hall, anna, "rattus", "me", "open")
        assert refusal(table_for, hall, anna, "rattus", "me", "open") == "too-many-tables"
        table_for(hall, ben, "rattus", "me", "open")
        hall.discard(first)
        table_for(hall, anna, "rattus", "me", "open")

    in_hall(work, limits=replace(unlimited(), tables_a_person=2))


def test_a_server_has_only_so_many_tables_at_once(in_hall: InHall, person: Known) -> None:
    async def work(hall: Hall) -> None:
        for name in ("Anna", "Ben"):
            table_for(hall, person(hall, name), "rattus", "me", "open")
        assert refusal(table_for, hall, person(hall, "Cleo"), "rattus", "me", "open") == "full"

    in_hall(work, limits=replace(unlimited(), open_tables=2))
