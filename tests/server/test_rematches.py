"""Another game with the same people: offered, accepted or declined; and nobody is put on a clock who did not say so."""

from __future__ import annotations

import pytest

from bellringer.server.base.language import words_in
from bellringer.server.service import TableService
from bellringer.server.store import SeatKept, User
from bellringer.server.tables.live.seating import NAMES, bot_name, named_apart
from bellringer.server.tables.making.rematches import offer_of
from bellringer.server.tables.memory.room import Room
from tests.server.services import Known, WithService, assert_kept, break_once, refusal, table_for, until

pytestmark = pytest.mark.unhurried

CLOCK = "live-10"


def three_at(service: TableService, known: Known, **more: object) -> tuple[Room, list[User]]:
    """A table of Anna, Ben, Cleo and a bot, on a live clock."""
    people = [known(service, name) for name in ("Anna", "Ben", "Cleo")]
    room = table_for(service, people[0], "notre-dame", "me", "open", "open", "random", clock=CLOCK, **more)
    for seat in (1, 2):
        service.setup.sit(room, seat, people[seat], people[seat].name)
    return room, people


def end(room: Room) -> None:
    """The game is over, with everybody there, as if its last move had been made."""
    assert room.live is not None
    room.live.ended_by = "game"
    room.put(status="over", ended_by="game")


def who_sits(room: Room) -> list[str]:
    """The names of people, the bots, and nothing for an open seat."""
    return [seat.name or seat.bot for seat in room.kept.seats]


def test_it_begins_when_everybody_who_stayed_is_ready(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, (anna, ben, cleo) = three_at(service, known, options={"start": 3})
        assert refusal(service.rematches.answer, room, ben) == "running"
        end(room)
        tables = len(service.tables.rooms)
        assert service.rematches.answer(room, ben) is None
        assert service.rematches.answer(room, ben) is None, "the same once more changes nothing"
        offer = offer_of(room)
        assert offer is not None and (offer.by, offer.accepted, offer.waiting) == ((1,), (1,), (0, 2))
        assert service.rematches.answer(room, anna) is None
        assert len(service.tables.rooms) == tables and room.kept.rematch is None, (
            "no clock runs while Cleo has not answered"
        )
        again = service.rematches.answer(room, cleo)
        assert again is not None and again.kept.status == "running"
        assert who_sits(again) == ["Anna", "Ben", "Cleo", "random"]
        assert (again.kept.options["start"], again.kept.clock) == (0, CLOCK)
        assert again.kept.seed != room.kept.seed and again.kept.host == ben.id
        assert room.kept.rematch == again.address and offer_of(room) is None
        assert service.rematches.answer(room, anna) is again
        assert_kept(service, again)

    with_service(work)


def test_who_had_resigned_is_not_waited_for_and_not_put_on_a_clock(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, (anna, ben, cleo) = three_at(service, known)
        service.playing.resign(room, 2)
        end(room)
        assert service.rematches.answer(room, anna) is None
        again = service.rematches.answer(room, ben)
        assert again is not None and who_sits(again) == ["Anna", "Ben", "random", "random"]
        assert cleo.id not in {seat.user for seat in again.kept.seats}

    with_service(work)


def test_who_had_left_the_seat_to_a_bot_is_not_waited_for_either(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, (anna, ben, _) = three_at(service, known)
        service.playing.lend(room, 2)
        end(room)
        service.rematches.answer(room, anna)
        again = service.rematches.answer(room, ben)
        assert again is not None and who_sits(again)[2] == "random"

    with_service(work)


def test_who_had_resigned_comes_along_by_saying_so(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, (anna, ben, cleo) = three_at(service, known)
        service.playing.resign(room, 2)
        end(room)
        service.rematches.answer(room, anna)
        assert service.rematches.answer(room, cleo) is None
        again = service.rematches.answer(room, ben)
        assert again is not None and who_sits(again)[:3] == ["Anna", "Ben", "Cleo"]

    with_service(work)


def test_against_one_who_resigned_it_waits_for_an_answer_or_for_the_offerer(
    with_service: WithService, known: Known
) -> None:
    """The mended fault: both clocks of the new table ran, though one of the two had given up and gone."""

    async def work(service: TableService) -> None:
        anna, ben = known(service, "Anna"), known(service, "Ben")
        for answer, expected, status in (("bots", ["random", "Ben"], "running"), ("open", ["", "Ben"], "waiting")):
            room = table_for(service, anna, "rattus", "me", "open", clock=CLOCK)
            service.setup.sit(room, 1, ben, "Ben")
            service.playing.resign(room, 0)
            tables = len(service.tables.rooms)
            assert service.rematches.answer(room, ben) is None
            assert len(service.tables.rooms) == tables
            assert refusal(service.rematches.answer, room, anna, answer) == "not-yours"
            again = service.rematches.answer(room, ben, answer)
            assert again is not None and who_sits(again) == expected and again.kept.status == status

    with_service(work)


def test_who_declines_holds_it_up_until_the_offerer_decides(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, (anna, ben, cleo) = three_at(service, known)
        end(room)
        assert refusal(service.rematches.answer, room, ben, "decline") == "no-offer"
        service.rematches.answer(room, anna)
        service.rematches.answer(room, ben, "decline")
        assert service.rematches.answer(room, cleo) is None
        offer = offer_of(room)
        assert offer is not None and (offer.accepted, offer.declined, offer.waiting) == ((0, 2), (1,), ())
        again = service.rematches.answer(room, anna, "open")
        assert again is not None and who_sits(again) == ["Anna", "", "Cleo", "random"]
        assert again.live is None, "no clock runs while a seat is open"

    with_service(work)


def test_who_declined_may_think_again(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, (anna, ben, cleo) = three_at(service, known)
        end(room)
        service.rematches.answer(room, anna)
        service.rematches.answer(room, cleo)
        service.rematches.answer(room, ben, "decline")
        again = service.rematches.answer(room, ben)
        assert again is not None and again.kept.status == "running"

    with_service(work)


@pytest.mark.parametrize("word", ["withdraw", "decline"])
def test_an_offer_can_be_withdrawn_and_made_by_another(with_service: WithService, known: Known, word: str) -> None:
    async def work(service: TableService) -> None:
        room, (anna, ben, _) = three_at(service, known)
        end(room)
        service.rematches.answer(room, anna)
        service.rematches.answer(room, ben)
        service.rematches.answer(room, anna, word)
        assert offer_of(room) is None and service.store.company.answers(room.kept.id) == {}
        service.rematches.answer(room, ben)
        offer = offer_of(room)
        assert offer is not None and (offer.by, offer.waiting) == ((1,), (0, 2))

    with_service(work)


def test_with_bots_alone_and_at_one_screen_it_begins_at_once(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna = known(service, "Anna")
        for seats in (("me", "random", "random"), ("me", "here", "random")):
            room = table_for(service, anna, "rattus", *seats)
            end(room)
            again = service.rematches.answer(room, anna)
            assert again is not None and again.kept.status == "running"

    with_service(work)


def called(room: Room) -> list[str]:
    """The names by which people call who sits at a table."""
    return [room.occupant(seat.number).words(words_in("en")) for seat in room.kept.seats]


def test_a_bot_in_an_empty_place_has_nobodys_name(with_service: WithService, known: Known) -> None:
    async def begin(service: TableService) -> str:
        room = table_for(service, known(service, "Anna"), "notre-dame", "me", "open", "open", "random")
        ben, bertran = known(service, "Ben"), known(service, "Bertran")
        service.setup.sit(room, 1, ben, "Ben")
        service.setup.sit(room, 2, bertran, "Веrtran")
        service.playing.resign(room, 1)
        end(room)
        service.rematches.answer(room, known(service, "Anna"))
        again = service.rematches.answer(room, bertran)
        assert again is not None and called(again) == ["Anna", "Ermengarde", "Веrtran", "Drogo"]
        for name in ("Ermengarde", "Bertran", "Drogo"):
            assert refusal(service.company.aside, again, known(service, "Eve"), name, "hello") == "name-taken"
        assert_kept(service, again)
        end(again)
        service.rematches.answer(again, bertran, "accept")
        third = service.rematches.answer(again, bertran, "bots")
        assert third is not None and called(third) == ["Aveline", "Ermengarde", "Веrtran", "Drogo"]
        return third.address

    async def look(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None and called(room) == ["Aveline", "Ermengarde", "Веrtran", "Drogo"]

    address = with_service(begin)
    with_service(look)


def test_a_bot_has_the_name_of_its_seat_again_once_that_is_free(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna, bertran = known(service, "Anna"), known(service, "Bertran")
        room = table_for(service, anna, "notre-dame", "me", "open", "open")
        service.setup.sit(room, 1, known(service, "Ben"), "Ben")
        service.setup.sit(room, 2, bertran, "Bertran")
        for expected in (["Anna", "Drogo", "Bertran"], ["Anna", "Bertran", "Clémence"]):
            end(room)
            service.rematches.answer(room, anna)
            if "Drogo" in expected:
                service.rematches.answer(room, bertran)
            again = service.rematches.answer(room, anna, "bots")
            assert again is not None and called(again) == expected
            room = again

    with_service(work)


def test_at_a_table_that_waits_no_bot_gets_a_name_that_another_bot_has() -> None:
    people = [SeatKept(0, 1, "Bertran"), SeatKept(1, bot="random"), SeatKept(2, 2, "Drogo"), SeatKept(3, bot="random")]
    assert [bot_name(seat) for seat in named_apart(people)] == ["Bertran", "Ermengarde", "Drogo", "Foulques"]
    eight = [SeatKept(seat, seat, NAMES[(seat + 4) % 8]) for seat in range(4)]
    eight += [SeatKept(seat, bot="random") for seat in range(4, 8)]
    assert sorted(map(bot_name, named_apart(eight))) == sorted(NAMES)


def test_a_stranger_can_not_answer(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, _ = three_at(service, known)
        end(room)
        assert refusal(service.rematches.answer, room, known(service, "Eve")) == "not-your-seat"

    with_service(work)


def test_an_offer_outlives_the_server(with_service: WithService, known: Known) -> None:
    async def offer(service: TableService) -> str:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "open", "random")
        service.setup.sit(room, 1, known(service, "Ben"), "Ben")
        service.playing.resign(room, 0)
        service.playing.resign(room, 1)
        service.rematches.answer(room, known(service, "Anna"))
        return room.address

    async def accept(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None and (found := offer_of(room)) is not None and found.by == (0,)
        again = service.rematches.answer(room, known(service, "Ben"))
        assert again is not None and who_sits(again) == ["Anna", "Ben", "random"]

    address = with_service(offer)
    with_service(accept)


@pytest.mark.parametrize("broken", ["put_rematch", "add_table", "begin"])
def test_one_that_could_not_be_kept_can_be_asked_for_again(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    async def break_it(service: TableService) -> str:
        anna, ben = known(service, "Anna"), known(service, "Ben")
        room = table_for(service, anna, "rattus", "me", "open")
        service.setup.sit(room, 1, ben, "Ben")
        service.playing.resign(room, 0)
        service.rematches.answer(room, anna)
        with monkeypatch.context() as patch:
            break_once(patch, service, broken)
            service.rematches.answer(room, ben)
            await until(lambda: room.is_gone)
        return room.address

    async def ask_again(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None
        again = service.rematches.answer(room, known(service, "Ben"))
        assert again is not None and again.kept.status == "running"
        assert [seat.name for seat in again.kept.seats] == ["Anna", "Ben"]
        assert service.store.count_unfinished() == 1, "nothing of the one that could not be kept is left"

    address = with_service(break_it)
    with_service(ask_again)
