"""The deal that nobody can choose: commitments, nonces, who stays out, and a restart at every step."""

from __future__ import annotations

import asyncio
import hashlib
import random
from time import monotonic
from typing import Any

import pytest

from bellringer.core.chance import commitment, dice_seed
from bellringer.core.errors import OptionError
from bellringer.core.records.verify import verify
from bellringer.server.service import TableService
from bellringer.server.store import User
from bellringer.server.tables.deal import dealing
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.requests import SeatRequest, TableRequest
from tests.server.services import Known, WithService, play_out, refusal, table_for, until

pytestmark = pytest.mark.unhurried

NONCES = [bytes([number]) * 32 for number in range(1, 7)]
PROMISES = [hashlib.sha256(nonce).hexdigest() for nonce in NONCES]


def listen(room: Room, user: User) -> None:
    """Somebody has the table's page open."""
    room.streams[asyncio.Event()] = f"user {user.id}"


def dealing_table(service: TableService, known: Known, *promised: str) -> tuple[Room, User, User]:
    """A table of two who have both committed, the second by sitting down."""
    anna, ben = known(service, "Anna"), known(service, "Ben")
    room = table_for(service, anna, "notre-dame", "me", "open")
    listen(room, anna)
    service.dealing.commit(room, 0, anna, PROMISES[0])
    service.setup.sit(room, 1, ben, "Ben", promised[0] if promised else PROMISES[1])
    return room, anna, ben


def test_all_nonces_make_the_dice(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, _, _ = dealing_table(service, known)
        fair = room.kept.fair
        assert room.kept.status == "dealing" and room.live is None and fair is not None
        assert fair.commitments == tuple(PROMISES[:2]) and fair.awaited == (0, 1)
        service.dealing.reveal(room, 1, NONCES[1].hex())
        service.dealing.reveal(room, 1, NONCES[1].hex())
        assert room.live is None
        service.dealing.reveal(room, 0, NONCES[0].hex())
        live = room.game
        assert live.table.dice_seed == dice_seed(room.kept.seed, NONCES[:2]) != room.kept.seed
        assert live.table.commitment == commitment(room.kept.seed)
        await play_out(service, room.address, random.Random(1))
        assert service.keys is not None
        checks = verify(service.fairness.record_of(room.game), service.keys.public.hex())
        assert all(check.ok and not check.is_open for check in checks)
        assert "2 of 2 seats had a part" in next(check.detail for check in checks if check.name == "nonces")

    with_service(work)


def test_the_dice_follow_from_every_nonce_and_its_seat() -> None:
    seed = bytes(32)
    found = {
        dice_seed(seed, nonces) for nonces in ((), (NONCES[0], None), (None, NONCES[0]), NONCES[:2], NONCES[1::-1])
    }
    assert len(found) == 5 and dice_seed(seed, (None, None)) == seed


def test_without_a_commitment_the_game_begins_at_once(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna = known(service, "Anna")
        alone = table_for(service, anna, "rattus", "me", "random")
        shared = service.setup.make(anna, table_request("me", "here"), commitment=PROMISES[0])
        for room in (alone, shared):
            assert room.live is not None and room.live.table.nonces == ()
        assert "Nonces" not in alone.live.table.record()
        with pytest.raises(OptionError, match="64 hex digits"):
            service.setup.make(anna, table_request("me", "random"), commitment="none")

    with_service(work)


def table_request(*seats: str) -> TableRequest:
    """The request for a table of Rattus."""
    kinds = (SeatRequest(one) if one in ("me", "here") else SeatRequest("bot", bot=one) for one in seats)
    return TableRequest("rattus", tuple(kinds))


def test_one_person_and_bots_have_a_part_too(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = service.setup.make(known(service, "Anna"), table_request("me", "random"), commitment=PROMISES[0])
        assert room.kept.status == "dealing"
        service.dealing.reveal(room, 0, NONCES[0].hex())
        assert room.game.table.nonces == (NONCES[0], None)

    with_service(work)


def test_who_is_away_when_the_last_seat_is_taken_lets_nobody_wait(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna, ben = known(service, "Anna"), known(service, "Ben")
        room = table_for(service, anna, "notre-dame", "me", "open")
        service.dealing.commit(room, 0, anna, PROMISES[0])
        service.setup.sit(room, 1, ben, "Ben", PROMISES[1])
        assert room.kept.fair is not None and room.kept.fair.commitments == (None, PROMISES[1])

    with_service(work)


def test_a_seat_does_not_inherit_the_commitment_of_who_got_up(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna, ben, carl = (known(service, name) for name in ("Anna", "Ben", "Carl"))
        room = table_for(service, anna, "rattus", "me", "open", "open")
        service.setup.sit(room, 1, ben, "Ben", PROMISES[1])
        service.setup.leave(room, ben)
        assert room.kept.fair is not None and room.kept.fair.commitments == (None, None, None)
        service.setup.sit(room, 1, carl, "Carl")
        service.setup.put_bot(room, 2, "random")
        assert room.kept.status == "running"

    with_service(work)


def test_a_seat_is_not_handed_over_while_its_nonce_is_out(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, anna, ben = dealing_table(service, known)
        carl = known(service, "Carl")
        token = service.hand_over.token_for(room, 0)
        assert refusal(service.hand_over.take_over, room, token, carl) == "awaited" and room.seats_of(anna) == (0,)
        service.dealing.reveal(room, 0, NONCES[0].hex())
        assert service.hand_over.take_over(room, token, carl) == 0 and room.seats_of(carl) == (0,)
        service.dealing.reveal(room, 1, NONCES[1].hex())
        assert room.game.table.nonces == tuple(NONCES[:2])
        assert service.store.withheld([anna.id, ben.id, carl.id]) == {}

    with_service(work)


def test_a_seat_is_handed_over_by_one_change(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(service: TableService) -> None:
        anna, carl = known(service, "Anna"), known(service, "Carl")
        room = table_for(service, anna, "notre-dame", "me", "open")
        writer = service.store.changes.writer
        assert writer is not None
        put, puts = writer.put, list[object]()

        def counted(change: Any, *lines: Any) -> Any:
            puts.append(change)
            return put(change, *lines)

        token = service.hand_over.token_for(room, 0)
        monkeypatch.setattr(writer, "put", counted)
        assert service.hand_over.take_over(room, token, carl) == 0
        assert len(puts) == 1 and room.kept.host == carl.id
        service.store.changes.flush()
        kept = service.store.table(room.address)
        assert kept is not None and (kept.host, kept.seats[0].user) == (carl.id, carl.id)

    with_service(work)


def test_who_takes_a_seat_over_is_not_bound_to_the_nonce_of_another_page(
    with_service: WithService, known: Known
) -> None:
    async def work(service: TableService) -> None:
        anna, ben, carl = (known(service, name) for name in ("Anna", "Ben", "Carl"))
        room = table_for(service, anna, "notre-dame", "me", "open")
        service.dealing.commit(room, 0, anna, PROMISES[0])
        service.hand_over.take_over(room, service.hand_over.token_for(room, 0), carl)
        assert room.kept.fair is not None and room.kept.fair.commitments == (None, None)
        listen(room, carl)
        service.dealing.commit(room, 0, carl, PROMISES[2])
        service.setup.sit(room, 1, ben, "Ben", PROMISES[1])
        assert room.kept.fair.commitments == (PROMISES[2], PROMISES[1])
        take_back = service.hand_over.token_for(room, 0)
        assert refusal(service.hand_over.take_over, room, take_back, anna) == "awaited"

    with_service(work)


def test_who_takes_a_second_seat_shares_a_screen_and_is_bound_at_none(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna, ben = known(service, "Anna"), known(service, "Ben")
        for ways in (sits_down, is_handed):
            room = table_for(service, anna, "rattus", "me", "open", "open")
            listen(room, anna)
            service.dealing.commit(room, 0, anna, PROMISES[0])
            ways(service, room, anna, ben)
            assert room.seats_of(anna) == (0, 1) and room.kept.fair is not None
            assert not any(room.kept.fair.commitments)
            service.setup.sit(room, 2, known(service, "Carl"), "Carl")
            assert room.kept.status == "running"

    def sits_down(service: TableService, room: Room, anna: User, _: User) -> None:
        service.setup.sit(room, 1, anna, "Anna", PROMISES[1])

    def is_handed(service: TableService, room: Room, anna: User, ben: User) -> None:
        service.setup.sit(room, 1, ben, "Ben", PROMISES[1])
        service.hand_over.take_over(room, service.hand_over.token_for(room, 1), anna)

    with_service(work)


def test_two_bound_seats_of_one_person_let_nobody_wait(with_service: WithService, known: Known) -> None:
    """As a table may be that was stored before a second seat unbound the first."""

    async def work(service: TableService) -> None:
        anna, ben = known(service, "Anna"), known(service, "Ben")
        room = table_for(service, anna, "rattus", "me", "me", "open")
        listen(room, anna)
        assert room.kept.fair is not None
        room.put(fair=room.kept.fair.committed(0, PROMISES[0]))
        service.setup.sit(room, 2, ben, "Ben")
        assert room.kept.status == "running" and not any(room.kept.fair.commitments)

    with_service(work)


def test_whose_nonce_is_out_takes_no_second_seat(with_service: WithService, known: Known) -> None:
    """It would be shown by no page, and he be counted as one who withholds it."""

    async def work(service: TableService) -> None:
        anna, ben = known(service, "Anna"), known(service, "Ben")
        room = table_for(service, anna, "rattus", "me", "open")
        listen(room, anna)
        service.dealing.commit(room, 0, anna, PROMISES[0])
        service.setup.sit(room, 1, ben, "Ben")
        assert room.kept.status == "dealing"
        token = service.hand_over.token_for(room, 1)
        assert refusal(service.hand_over.take_over, room, token, anna) == "awaited" and room.seats_of(anna) == (0,)
        service.dealing.reveal(room, 0, NONCES[0].hex())
        assert room.kept.status == "running"
        service.hand_over.take_over(room, token, anna)
        assert room.seats_of(anna) == (0, 1)

    with_service(work)


def test_only_the_nonce_that_was_committed_to_is_taken(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, anna, _ = dealing_table(service, known)
        assert refusal(service.dealing.reveal, room, 0, NONCES[1].hex()) == "other-nonce"
        assert refusal(service.dealing.commit, room, 0, anna, PROMISES[2]) == "begun"
        service.dealing.reveal(room, 0, NONCES[0].hex())
        assert refusal(service.dealing.reveal, room, 0, NONCES[2].hex()) == "no-deal"

    with_service(work)


def test_a_nonce_that_stays_out_voids_the_table_for_good(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> tuple[str, bytes]:
        room, anna, ben = dealing_table(service, known)
        service.dealing.reveal(room, 0, NONCES[0].hex())
        service.dealing.call_time(room)
        assert room.kept.status == "dealing"
        service.dealing.patience = -1
        service.dealing.call_time(room)
        assert room.kept.status == "void" and room.kept.fair is not None and room.kept.fair.missing == (1,)
        assert service.store.withheld([anna.id, ben.id]) == {ben.id: 1}
        assert refusal(service.dealing.reveal, room, 1, NONCES[1].hex()) == "no-deal"
        assert room.live is None
        return room.address, room.kept.seed

    async def after(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None and room.kept.status == "void" and room.live is None
        anna = known(service, "Anna")
        assert [kept.address for kept in service.store.tables_of(anna, 9, is_over=True)] == [address]
        assert service.store.count_unfinished() == 0
        assert table_for(service, anna, "notre-dame", "me", "open").kept.seed != seed

    address, seed = with_service(work)
    with_service(after)


def test_a_nonce_that_could_not_be_stored_has_its_time_again(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, _, _ = dealing_table(service, known)
        service.store.changes.flush()
        service.health.trouble = "full"
        service.dealing.patience = -1
        service.dealing.call_time(room)
        service.dealing.patience = dealing.PATIENCE
        assert room.kept.status == "dealing", "nobody is to blame while nothing can be kept"
        service.health.trouble = None
        room.awaiting = monotonic() - 1000
        await service.heal([room.address])
        service.dealing.call_time(room)
        assert room.kept.status == "dealing", "the page can show it again"

    with_service(work)


def test_a_nonce_that_could_not_be_stored_is_awaited_again(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, _, _ = dealing_table(service, known)
        service.dealing.reveal(room, 0, NONCES[0].hex())
        service.store.changes.flush()
        service.store.changes.put(lambda _: 1 // 0, room.kept.id)
        service.dealing.reveal(room, 1, NONCES[1].hex())
        await until(lambda: room.is_gone)
        again = await service.tables.find(room.address)
        assert again is not None and again.live is None
        assert again.kept.fair is not None and again.kept.fair.awaited == (1,)
        service.dealing.reveal(again, 1, NONCES[1].hex())
        assert again.game.table.nonces == tuple(NONCES[:2])

    with_service(work)


def test_a_host_can_close_a_table_that_deals(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, _, _ = dealing_table(service, known)
        assert (await service.hosting.close({"table": room.address}))["tables"][0]["status"] == "closed"
        room, _, ben = dealing_table(service, known)
        service.store.changes.flush()
        await service.hosting.remove_person({"person": ben.id})
        assert await service.tables.find(room.address) is None

    with_service(work)


def test_a_deal_goes_on_after_a_restart(with_service: WithService, known: Known) -> None:
    async def wait(service: TableService) -> str:
        anna = known(service, "Anna")
        room = table_for(service, anna, "notre-dame", "me", "open")
        service.dealing.commit(room, 0, anna, PROMISES[0])
        return room.address

    async def deal(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None
        listen(room, known(service, "Anna"))
        service.setup.sit(room, 1, known(service, "Ben"), "Ben", PROMISES[1])
        service.dealing.reveal(room, 0, NONCES[0].hex())
        assert room.kept.status == "dealing"

    async def begin(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None and room.kept.status == "dealing"
        service.dealing.call_time(room)
        service.dealing.reveal(room, 1, NONCES[1].hex())
        assert room.game.table.nonces == tuple(NONCES[:2])

    async def play(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None and room.game.table.nonces == tuple(NONCES[:2])

    address = with_service(wait)
    for step in (deal, begin, play):
        with_service(step)


def test_a_game_begins_though_the_server_died_with_the_last_nonce(with_service: WithService, known: Known) -> None:
    async def deal(service: TableService) -> str:
        room, _, _ = dealing_table(service, known)
        fair = room.kept.fair
        assert fair is not None
        service.store.put_fair(room.kept, fair.revealed(0, NONCES[0]).revealed(1, NONCES[1]), "dealing")
        return room.address

    async def after(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None and room.game.table.nonces == tuple(NONCES[:2])

    address = with_service(deal)
    with_service(after)


def test_a_rematch_has_a_seed_and_a_deal_of_its_own(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, anna, ben = dealing_table(service, known)
        for seat in (0, 1):
            service.dealing.reveal(room, seat, NONCES[seat].hex())
        await play_out(service, room.address, random.Random(1))
        service.rematches.answer(room, anna, promise=PROMISES[2])
        made = service.rematches.answer(room, ben, promise=PROMISES[3])
        assert made is not None and made.kept.status == "dealing" and made.kept.seed != room.kept.seed
        assert room.next_deal == (PROMISES[2], PROMISES[3])
        for seat in (0, 1):
            service.dealing.reveal(made, seat, NONCES[seat + 2].hex())
        assert made.game.table.nonces == tuple(NONCES[2:4])

    with_service(work)
