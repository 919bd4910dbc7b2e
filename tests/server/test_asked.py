"""Pages that nobody looks at, or that hear no stream: what they are told, who counts as there, what is lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from bellringer.server.base.settings import Limits
from bellringer.server.drawing.table.table_drawings import drawings_of
from bellringer.server.service import TableService
from bellringer.server.tables.memory.room import Room
from bellringer.server.visitors.security import KEY_COOKIE
from bellringer.server.web import asked_pages, streams
from tests.server.callers import NOWHERE, Api, Caller, at_server, two_at
from tests.server.services import Known, WithService, table_for, until

pytestmark = pytest.mark.unhurried

OWN = "the page"  # its name
MESSAGE = 'id="prompt"'


class Heard:
    """A stream that a browser has opened. `ended`: is set when the server ends it."""

    def __init__(self, api: Api, path: str, who: Caller) -> None:
        self.app, self.path, self.cookie = api.app, path, f"{KEY_COOKIE}={who.key}"
        self.status, self.text = 0, ""
        self.closes, self.ended = asyncio.Event(), asyncio.Event()

    async def listen(self) -> None:
        """Listen until either side ends it."""
        where, _, query = self.path.partition("?")
        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "GET",
            "scheme": "http", "path": where, "raw_path": where.encode(), "query_string": query.encode(),
            "root_path": "", "client": ("127.0.0.1", 50_000), "server": ("localhost", 80),
            "headers": [(b"host", b"localhost"), (b"cookie", self.cookie.encode())],
        }  # fmt: skip
        await self.app(scope, self._receive, self._send)
        self.ended.set()

    async def _receive(self) -> dict[str, Any]:
        await self.closes.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        self.status = message.get("status", self.status)
        self.text += message.get("body", b"").decode()

    @property
    def told(self) -> list[Any]:
        """The documents that have come."""
        return [json.loads(line[6:]) for line in self.text.splitlines() if line.startswith("data: ")]


@asynccontextmanager
async def hearing(api: Api, path: str, who: Caller) -> AsyncIterator[Heard]:
    """A stream, for as long as the block runs."""
    heard = Heard(api, path, who)
    task = asyncio.create_task(heard.listen())
    try:
        await until(lambda: heard.text or heard.ended.is_set())
        yield heard
    finally:
        heard.closes.set()
        with suppress(asyncio.CancelledError):
            await task


def in_loop(api: Api, work: Callable[[], Awaitable[None]]) -> None:
    """Do something in the server's loop."""
    api.portal.call(work)


def asked_of(api: Api, who: Caller | None, *addresses: str) -> Any:
    """What `/asked` tells somebody of some tables."""
    headers = {} if who is None else {"cookie": f"{KEY_COOKIE}={who.key}"}
    answer = api.request("GET", "/asked", params={"at": addresses}, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def room_of(api: Api, address: str) -> Room:
    """A table as the server has it."""
    return api.service.tables.rooms[address]


def user_of(api: Api, who: Caller) -> int:
    """The id of who has a key."""
    found = api.portal.call(api.service.people.user, who.key)
    assert found is not None
    return found.id


def decide(who: Caller, address: str, seat: int) -> None:
    """Make the first move that a seat may make."""
    view = who.get(f"/tables/{address}/view", seat=seat)
    who.post(f"/tables/{address}/moves", seat=seat, asked=view["asked"], move=view["moves"][0]["name"])


# what is told


def test_everybody_is_told_of_their_own_tables_alone(api: Api) -> None:
    address, [(anna, _), (ben, _)] = two_at(api, "rattus", 2)
    eve = api.user("Eve")
    lobby = eve.make("rattus", "me", "open")["table"]["id"]
    live = room_of(api, address).game
    seat = live.pending[0]
    first, second = (anna, ben) if seat == 0 else (ben, anna)
    waits = {"status": "running", "asked": [live.holders[seat].asked], "back": None, "next": False}
    assert asked_of(api, first, address, lobby, NOWHERE) == {address: waits}
    assert asked_of(api, second, address) == {address: {**waits, "asked": []}}
    assert asked_of(api, eve, address, lobby) == {
        lobby: {"status": "waiting", "asked": [], "back": None, "next": False}
    }
    assert asked_of(api, None, address, lobby) == {} == asked_of(api, anna)


def test_who_is_asked_for_a_move_back_is_told_so(api: Api) -> None:
    address, [(anna, _), (ben, _)] = two_at(api, "notre-dame", 2)
    live = room_of(api, address).game
    for _ in range(6):  # whoever is asked: after a card that asks again, that is the same seat
        seat = live.pending[0]
        decide((anna, ben)[seat], address, seat)
    seat = next(one for one in (0, 1) if live.table.moves_since(one))
    one, other = (anna, ben) if seat == 0 else (ben, anna)
    one.post(f"/tables/{address}/ask-back", seat=seat, acts=len(live.acts))
    assert live.request is not None
    assert asked_of(api, other, address)[address]["back"] == live.request.number
    assert asked_of(api, one, address)[address]["back"] is None


def test_a_table_that_has_left_memory_is_found_again_unless_it_is_over(api: Api) -> None:
    address, [(anna, _), _] = two_at(api, "rattus", 2)
    lobby = anna.make("rattus", "me", "open")["table"]["id"]
    over = anna.make("rattus", "me", "me")["table"]["id"]
    anna.post(f"/tables/{over}/resign", seat=0)
    for one in (address, lobby, over):
        api.portal.call(api.service.tables.release, room_of(api, one))
    assert asked_of(api, anna, address, lobby, over).keys() == {address, lobby}
    assert over not in api.service.tables.rooms


def test_no_more_tables_can_be_named_than_one_browser_may_have_hidden(api: Api) -> None:
    many = [f"table-{number}" for number in range(asked_pages.MOST_TABLES + 1)]
    for path in ("/asked", "/asked/live"):
        assert api.request("GET", path, params={"at": many}).status_code == 422


def test_one_stream_tells_what_changes_at_several_tables(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        address, [(anna, _), (ben, _)] = two_at(api, "notre-dame", 2)
        lobby = anna.make("rattus", "me", "open")
        other = lobby["table"]["id"]
        decide(anna, address, 0)

        async def listen() -> None:
            async with hearing(api, f"/asked/live?at={address}&at={other}", anna) as heard:
                assert [heard.told[0][one]["asked"] for one in (address, other)] == [[], []]
                assert len(api.service.listeners.all) == 1
                await asyncio.to_thread(decide, ben, address, 1)
                await until(lambda: len(heard.told) == 2)
                assert heard.told[1][address]["asked"] == [room_of(api, address).game.holders[0].asked]
                await asyncio.to_thread(ben.sit, other, 1, lobby["invitations"]["1"])
                await until(lambda: heard.told[-1][other]["status"] == "running")

        in_loop(api, listen)
        assert not api.service.listeners.all and not room_of(api, address).streams


# its limits


def test_it_counts_as_a_stream_of_the_visitor(tmp_path: Path) -> None:
    with at_server(tmp_path, Limits(streams_a_visitor=2)) as api:
        address, [(anna, _), _] = two_at(api, "rattus", 2)

        async def listen() -> None:
            path = f"/asked/live?at={address}"
            async with hearing(api, f"/t/{address}/live", anna), hearing(api, path, anna):
                async with hearing(api, path, anna) as third:
                    assert third.status == 503

        in_loop(api, listen)


@pytest.mark.parametrize("is_at_table", [True, False])
def test_it_ends_when_the_server_does(tmp_path: Path, is_at_table: bool) -> None:
    with at_server(tmp_path) as api:
        address, [(anna, _), _] = two_at(api, "rattus", 2)

        async def listen() -> None:
            async with hearing(api, f"/asked/live?at={address}" if is_at_table else "/asked/live", anna) as heard:
                assert len(heard.told) == 1 and not heard.ended.is_set()
                api.service.end_streams()
                await until(heard.ended.is_set, 4 * streams.GATHER + 2)

        in_loop(api, listen)


def test_who_sits_at_a_table_has_room_for_it_and_others_give_way(tmp_path: Path) -> None:
    with at_server(tmp_path, Limits(streams=1)) as api:
        address, [(anna, _), _] = two_at(api, "rattus", 2)
        eve = api.user("Eve")
        eve.make("rattus", "me", "open")

        async def listen() -> None:
            async with hearing(api, "/asked/live", eve) as looking_on:
                async with hearing(api, f"/asked/live?at={address}", anna) as own:
                    await until(looking_on.ended.is_set)
                    assert not own.ended.is_set()

        in_loop(api, listen)


# who is there


def test_who_has_hidden_the_page_is_there_and_has_not_seen_what_comes_then(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        address, [(anna, _), (ben, _)] = two_at(api, "notre-dame", 2)
        room, user = room_of(api, address), user_of(api, anna)
        for who, seat in ((anna, 0), (ben, 1)):
            decide(who, address, seat)
        mark = room.marks.setdefault(user, 0)

        async def hide() -> None:
            async with hearing(api, f"/asked/live?at={address}", anna):
                async with hearing(api, f"/t/{address}/live", anna):
                    pass
                seen = room.game.table.event_count
                assert seen > mark == room.marks[user], "hiding a page is not closing it"
                assert room.is_open_to(user) and room.hears(user) and not room.is_away(user)
                room.game.table.play(room.game.table.moves(1)[0].name, 1)
                room.game.table.play(room.game.table.moves(0)[0].name, 0)
                assert room.game.table.event_count > seen
            assert room.marks[user] == seen and not room.is_open_to(user)

        in_loop(api, hide)


def test_a_lobby_is_kept_by_a_hidden_page_and_shows_nobody_as_away(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna = known(service, "Anna")
        room = table_for(service, anna, "rattus", "me", "open")
        room.away_after = 0.05
        await asyncio.sleep(0.1)
        assert room.is_away(anna.id)
        for is_often in (True, False):
            room.note_asking(anna.id, 0.3, is_often)
            assert not room.is_away(anna.id) and room.is_open_to(anna.id) and room.hears(anna.id) == is_often
            room.note_asking(anna.id, 0.4, is_often)
            await until(lambda: room.is_away(anna.id))
            assert not room.asks_until and not room.is_open_to(anna.id)

    with_service(work)


# what a page has got


def news(api: Api, address: str, who: Caller, known: int | str) -> tuple[str, int]:
    """What a page lacks by a plain request, and the number of the last message to it."""
    headers = {"cookie": f"{KEY_COOKIE}={who.key}"}
    answer = api.request("GET", f"/t/{address}/news?page={OWN}&seat=0&known={known}", headers=headers)
    assert answer.status_code == 200
    return answer.text, int(answer.headers["x-news"])


def test_a_page_that_asks_is_told_what_it_lacks_and_all_if_an_answer_was_lost(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        address, [(anna, _), (ben, _)] = two_at(api, "notre-dame", 2)
        whole, number = news(api, address, anna, 0)
        assert MESSAGE in whole and 'hx-target="#ground"' in whole and number == 1
        assert news(api, address, anna, number) == (streams.NOTHING, number)
        decide(anna, address, 0)
        changed, last = news(api, address, anna, number)
        assert MESSAGE in changed and 'hx-target="#ground"' not in changed and last == number + 1
        for lost in (number, "", "none"):
            again, _ = news(api, address, anna, lost)
            assert 'hx-target="#ground"' in again and MESSAGE in again


def test_what_went_into_a_stream_that_is_not_heard_comes_again(tmp_path: Path) -> None:
    """Something on the way holds it back. It ends when the page asks by itself, and nothing counts that it brought."""
    with at_server(tmp_path) as api:
        address, [(anna, _), (ben, _)] = two_at(api, "notre-dame", 2)

        async def hold() -> None:
            async with hearing(api, f"/t/{address}/live?page={OWN}&seat=0&known=0", anna) as held:
                assert held.text.startswith(streams.ALIVE.decode())
                await until(lambda: MESSAGE in held.text)
                for known in (0, drawings_of(room_of(api, address)).pages[OWN].number):
                    found, _ = await asyncio.to_thread(news, api, address, anna, known)
                    assert MESSAGE in found
                await until(held.ended.is_set)
                await asyncio.to_thread(decide, anna, address, 0)
                page = drawings_of(room_of(api, address)).pages[OWN]
                assert page.stream is None
                found, _ = await asyncio.to_thread(news, api, address, anna, page.number)
                assert MESSAGE in found

        in_loop(api, hold)


def test_a_page_that_comes_back_to_its_stream_is_sent_what_it_lacks_alone(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        address, [(anna, _), (ben, _)] = two_at(api, "notre-dame", 2)
        _, number = news(api, address, anna, "")
        decide(anna, address, 0)

        async def listen() -> None:
            path = f"/t/{address}/live?page={OWN}&seat=0&known={number}"
            async with hearing(api, path, anna) as heard:
                await until(lambda: MESSAGE in heard.text)
                assert 'hx-target="#ground"' not in heard.text

        in_loop(api, listen)
