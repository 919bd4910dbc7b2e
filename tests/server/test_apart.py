"""Who has let a deal fail has no part in any for a day: at every way to a seat, after a restart, and no longer."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from bellringer.core.records.verify import verify
from bellringer.core.shown.words import LANGUAGES
from bellringer.server.base.language import words_in
from bellringer.server.service import TableService
from bellringer.server.store import User
from bellringer.server.store.values.clocks import DAY
from bellringer.server.store.values.kept import now
from bellringer.server.tables.deal import dealing
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.requests import SeatRequest, TableRequest
from tests.server.callers import Api, Caller, refused
from tests.server.services import Known, WithService, play_out, refusal, table_for
from tests.server.test_dealing import NONCES, PROMISES, dealing_table, listen

pytestmark = pytest.mark.unhurried


def void_table(service: TableService, known: Known) -> tuple[Room, User, User]:
    """A table that is void since the nonce of the second person, Ben, did not come."""
    room, anna, ben = dealing_table(service, known)
    service.dealing.reveal(room, 0, NONCES[0].hex())
    service.dealing.patience = -1
    service.dealing.call_time(room)
    service.dealing.patience = dealing.PATIENCE
    assert room.kept.status == "void"
    return room, anna, ben


def bound(room: Room) -> tuple[str | None, ...]:
    """The commitments of a table's seats."""
    assert room.kept.fair is not None
    return room.kept.fair.commitments


def sits(service: TableService, anna: User, ben: User) -> Room:
    """Ben sits down where Anna waits, and promises a nonce."""
    room = table_for(service, anna, "notre-dame", "me", "open", joining="anyone")
    listen(room, anna)
    listen(room, ben)
    service.dealing.commit(room, 0, anna, PROMISES[0])
    service.setup.sit(room, 1, ben, "Ben", PROMISES[1])
    return room


def commits(service: TableService, anna: User, ben: User) -> Room:
    """Ben makes the table, and promises a nonce while it waits."""
    room = table_for(service, ben, "notre-dame", "open", "me", joining="anyone")
    listen(room, ben)
    assert refusal(service.dealing.commit, room, 1, ben, PROMISES[1]) == "no-part"
    service.setup.sit(room, 0, anna, "Anna", PROMISES[0])
    return room


def makes(service: TableService, anna: User, ben: User) -> Room:
    """Ben makes the table with a promise."""
    seats = (SeatRequest("open"), SeatRequest("me"))
    room = service.setup.make(ben, TableRequest("notre-dame", seats), commitment=PROMISES[1])
    listen(room, ben)
    service.setup.sit(room, 0, anna, "Anna", PROMISES[0])
    return room


Way = Callable[[TableService, User, User], Room]
WAYS: tuple[Way, ...] = (sits, commits, makes)


@pytest.mark.parametrize("way", WAYS)
def test_for_a_day_only_the_nonces_of_the_other_seats_count(with_service: WithService, known: Known, way: Way) -> None:
    async def work(service: TableService) -> None:
        gone, anna, ben = void_table(service, known)
        room = way(service, anna, ben)
        assert bound(room) == (PROMISES[0], None) and room.kept.status == "dealing"
        service.dealing.reveal(room, 0, NONCES[0].hex())
        live = room.game
        assert live.table.nonces == (NONCES[0], None) and room.seats_of(ben) == (1,)
        await play_out(service, room.address, random.Random(1))
        assert all(check.ok for check in verify(service.fairness.record_of(room.game)))
        assert gone.kept.status == "void" and refusal(service.dealing.reveal, gone, 1, NONCES[1].hex()) == "no-deal"

    with_service(work)


@pytest.mark.parametrize("later", [0, DAY - 60, DAY + 60])
def test_it_lasts_a_day_and_outlives_a_restart(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch, later: int
) -> None:
    async def begin(service: TableService) -> None:
        void_table(service, known)

    async def after(service: TableService) -> None:
        anna, ben = known(service, "Anna"), known(service, "Ben")
        assert service.dealing.apart([anna.id, ben.id]) == ({ben.id} if later < DAY else set())
        assert bound(sits(service, anna, ben)) == (PROMISES[0], PROMISES[1] if later >= DAY else None)

    with_service(begin)
    monkeypatch.setattr(dealing, "now", lambda: now() + 1000 * later)
    with_service(after)


def test_a_promise_from_before_lapses_when_the_last_seat_is_taken(with_service: WithService, known: Known) -> None:
    """Who has promised a nonce at ten tables lets one of them fail, and no other."""

    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "notre-dame", "me", "open", "open")
        ben = known(service, "Ben")
        service.setup.sit(room, 1, ben, "Ben", PROMISES[1])
        listen(room, ben)
        assert bound(room)[1] == PROMISES[1]
        void_table(service, known)
        service.setup.sit(room, 2, known(service, "Carl"), "Carl", PROMISES[2])
        assert bound(room) == (None, None, PROMISES[2])

    with_service(work)


def test_alone_with_bots_and_at_a_rematch_the_game_begins_without(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        _, anna, ben = void_table(service, known)
        seats = (SeatRequest("me"), SeatRequest("bot", bot="random"))
        alone = service.setup.make(ben, TableRequest("rattus", seats), commitment=PROMISES[1])
        assert alone.kept.status == "running" and alone.game.table.nonces == ()
        room = sits(service, anna, ben)
        service.dealing.reveal(room, 0, NONCES[0].hex())
        await play_out(service, room.address, random.Random(1))
        service.rematches.answer(room, ben, promise=PROMISES[3])
        made = service.rematches.answer(room, anna, promise=PROMISES[2])
        assert made is not None and bound(made) == (PROMISES[2], None)

    with_service(work)


def test_a_seat_that_was_handed_over_blames_nobody(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, anna, ben = void_table(service, known)
        carl = known(service, "Carl")
        service.hand_over.take_over(room, service.hand_over.token_for(room, 1), carl)
        assert room.seats_of(carl) == (1,)
        assert service.dealing.apart([anna.id, ben.id, carl.id]) == set()

    with_service(work)


# what people and programs see


@pytest.fixture
def silent(api: Api) -> tuple[Caller, Caller]:
    """Anna, and Ben who has let a deal fail."""
    anna, ben = api.user("Anna"), api.user("Ben")
    made = anna.make("notre-dame", "me", "open")
    address = made["table"]["id"]
    ben.sit(address, 1, made["invitations"]["1"], commitment=PROMISES[1])
    room = api.service.tables.rooms[address]
    assert room.kept.status == "dealing"
    api.service.dealing.patience = -1
    api.portal.call(api.service.dealing.call_time, room)
    api.service.dealing.patience = dealing.PATIENCE
    assert ben.get(f"/tables/{address}")["status"] == "void"
    api.service.store.changes.flush()
    return anna, ben


def page(api: Api, who: Caller, address: str, language: str) -> str:
    """The page of a table as somebody sees it, with the letters that HTML writes otherwise."""
    cookie = f"bellringer_language={language}; bellringer_key={who.key}"
    return api.request("GET", f"/t/{address}", headers={"cookie": cookie}).text.replace("&#39;", "'")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_says_so_to_who_it_is_and_to_the_others(
    api: Api, silent: tuple[Caller, Caller], language: str
) -> None:
    anna, ben = silent
    words = words_in(language)
    made = anna.make("notre-dame", "me", "open", "open")
    address = made["table"]["id"]
    assert words("deal.apart", who="Ben") not in page(api, anna, address, language)
    ben.sit(address, 1, made["invitations"]["1"], commitment=PROMISES[1])
    seen, own = page(api, anna, address, language), page(api, ben, address, language)
    assert words("deal.apart", who="Ben") in seen and words("deal.apart_own") not in seen
    assert words("deal.apart_own") in own
    assert "data-commit=" in seen and "data-commit=" not in own, "the page is not asked for what is not taken"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_void_table_says_so(api: Api, silent: tuple[Caller, Caller], language: str) -> None:
    _, ben = silent
    address = next(address for address, room in api.service.tables.rooms.items() if room.kept.status == "void")
    assert words_in(language)("deal.apart_since") in page(api, ben, address, language)


def test_a_program_is_told(api: Api, silent: tuple[Caller, Caller]) -> None:
    anna, ben = silent
    made = anna.make("notre-dame", "me", "open", "open")
    address = made["table"]["id"]
    seated = ben.sit(address, 1, made["invitations"]["1"], commitment=PROMISES[1])
    assert seated["table"]["deal"]["apart"] == [1] and seated["table"]["deal"]["commitments"] == [None] * 3
    sent = {"seat": 1, "commitment": PROMISES[1]}
    refused(ben.ask("POST", f"/tables/{address}/commitment", json=sent), 409, "no-part")
