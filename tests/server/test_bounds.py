"""What a visitor may cost the server: every request counts, what is costly is made once, and memory has an end."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import Request

from bellringer.server.api import table_operations as tables
from bellringer.server.base.settings import Limits, unlimited
from bellringer.server.base.turns import FairTurns, LoopTurns
from bellringer.server.base.workers import MOST_PAGES_EACH
from bellringer.server.drawing.site import previews
from bellringer.server.drawing.site.templating import static, static_files
from bellringer.server.jobs.maintenance import IDLE_OVER
from bellringer.server.service import TableService
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory.open_tables import LISTED_FOR
from bellringer.server.visitors.security import KEY_COOKIE
from bellringer.server.visitors.sessions import Session
from tests.server.callers import Api, at, at_server, first_message, two_at
from tests.server.services import Known, WithService, refusal, table_for

pytestmark = pytest.mark.unhurried

PATIENCE = 20
EVERYWHERE = [
    ("GET", "/openapi.json"),
    ("GET", "/no/such/page"),
    ("GET", "/static/no-such.css"),
    ("GET", "/static/scenes/0000/no-such.js"),
    ("GET", "/picture/chess.svg"),
    ("GET", "/api/v1/nothing"),
    ("POST", "/about"),
    ("PUT", "/"),
    ("POST", "/play"),
    ("GET", "/healthz"),
    ("GET", "/metrics"),
    ("GET", "/"),
    ("GET", "/api/v1/games"),
]


def limits(**values: str | int) -> Limits:
    """No limits but those given."""
    return Limits(**{**vars(unlimited()), **values})


async def at_once(api: Api, *paths: str, **values: Any) -> list[httpx.Response]:
    """The answers to some requests, all of which are sent before any is answered."""
    return await asyncio.gather(*(api.inside.request("GET", path, **values) for path in paths))


# requests


def test_every_request_counts(tmp_path: Path) -> None:
    with at_server(tmp_path, limits(everything="3/minute")) as api:
        for number, (method, path) in enumerate(EVERYWHERE):
            visitor = at(api, f"192.0.2.{number}")
            answers = [visitor.request(method, path) for _ in range(5)]
            assert [answer.status_code == 429 for answer in answers] == [False] * 3 + [True] * 2, path
            assert answers[3].headers["retry-after"] == "1"
            assert answers[3].headers["x-content-type-options"] == "nosniff"
            assert visitor.request("GET", "/", headers={"host": "evil.example"}).status_code == 429


def test_a_refusal_says_why_and_costs_no_look_into_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_server(tmp_path, limits(everything="1/minute"), client="192.0.2.7") as api:
        cookie = {"cookie": f"{KEY_COOKIE}={'x' * 43}; bellringer_language=fr"}
        api.request("GET", "/about")

        def look(key_hash: bytes) -> None:
            raise AssertionError("it was looked for")

        monkeypatch.setattr(api.service.store, "user", look)
        page = api.request("GET", "/about", headers=cookie)
        assert page.status_code == 429 and "un peu rapide" in page.text and len(page.content) < 200
        part = api.request("GET", "/about", headers={**cookie, "hx-request": "true"})
        assert part.status_code == 429 and "#notice" in part.text and "un peu rapide" in part.text
        document = api.request("GET", "/api/v1/games", headers={"authorization": f"Bearer {'x' * 43}"})
        assert document.status_code == 429 and document.json()["error"] == "too-fast"


def test_who_is_known_is_counted_apart_from_the_newcomers_of_the_address(tmp_path: Path) -> None:
    with at_server(tmp_path, limits(everything="3/minute"), client="192.0.2.7") as api:
        anna = api.user("Anna")
        anna.make("rattus", "me", "open")  # a newcomer's
        while api.request("GET", "/about").status_code != 429:
            pass
        assert [anna.ask("GET", "/games").status_code for _ in range(4)] == [200, 200, 200, 429]


def test_a_monitor_on_this_machine_is_always_answered_and_a_proxy_on_it_is_none(tmp_path: Path) -> None:
    with at_server(tmp_path, limits(everything="2/minute")) as api:
        assert {api.request("GET", path).status_code for path in ("/healthz", "/metrics") * 10} == {200}
        passed_on = [api.request("GET", "/healthz", headers={"x-forwarded-for": "127.0.0.1"}) for _ in range(3)]
        assert [answer.status_code for answer in passed_on] == [200, 200, 429]


def test_files_have_a_share_of_their_own(tmp_path: Path) -> None:
    with at_server(tmp_path, limits(everything="2/minute", files="1/minute"), client="192.0.2.7") as api:
        paths = [*([static("site.css"), "/picture/rattus.svg", "/fairness.html", static("scenes/main.js")] * 3)]
        assert [api.request("GET", path).status_code for path in paths] == [200] * 10 + [429] * 2
        assert [api.request("GET", "/about").status_code for _ in range(3)] == [200, 200, 429]


@pytest.mark.slow
def test_first_visits_of_twenty_people_behind_one_address_are_not_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All within one moment, each with all that any page fetches."""
    monkeypatch.setattr("bellringer.server.base.rates.monotonic", lambda: 100.0)
    with at_server(tmp_path, Limits(), client="192.0.2.7") as api:
        front = api.request("GET", "/").text
        pictures = re.findall(r'src="(/picture/[^"]+)"', front)
        paths = [*map(static, static_files()), *pictures, "/fairness.html", "/", "/about"]
        assert len(pictures) >= 2
        for _ in range(20):
            assert {answer.status_code for answer in api.portal.call(at_once, api, *paths)} == {200}


# what is made once


def test_the_description_of_the_interface_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with at_server(tmp_path) as api:
        first = api.request("GET", "/openapi.json")

        def again() -> None:
            raise AssertionError("once more")

        monkeypatch.setattr(api.app, "openapi", again)
        packed = api.request("GET", "/openapi.json", headers={"accept-encoding": "gzip"})
        plain = api.request("GET", "/openapi.json", headers={"accept-encoding": "identity"})
        assert packed.content == plain.content == first.content and packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers and "/api/v1/games" in json.loads(plain.content)["paths"]


@pytest.mark.parametrize("path", ["/static/site.css", "/static/table.js", "/fairness.html", "/openapi.json"])
def test_what_is_the_same_for_all_is_packed_once(tmp_path: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with at_server(tmp_path) as api:
        before = api.request("GET", path)

        def pack(*_: Any, **__: Any) -> bytes:
            raise AssertionError("once more")

        monkeypatch.setattr(gzip, "compress", pack)
        monkeypatch.setattr("zlib.compressobj", pack)
        again = api.request("GET", path, headers={"accept-encoding": "gzip"})
        assert again.content == before.content and "gzip" in again.headers["content-encoding"]
        assert again.headers["vary"].lower() == "accept-encoding"


def test_all_who_want_a_picture_wait_for_the_same_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, is_enough = list[str](), threading.Event()

    def slowly(game: str, language: str) -> str:
        drawn.append(game)
        assert is_enough.wait(PATIENCE)
        return "<svg/>"

    monkeypatch.setattr(previews, "picture", slowly)

    async def ask(api: Api) -> list[httpx.Response]:
        asking = asyncio.create_task(at_once(api, *["/picture/rattus.svg"] * 50))
        gone = asyncio.create_task(at_once(api, "/picture/rattus.svg"))
        while not drawn:
            await asyncio.sleep(0.001)
        gone.cancel()
        is_enough.set()
        return await asking

    with at_server(tmp_path) as api:
        assert [answer.text for answer in api.portal.call(ask, api)] == ["<svg/>"] * 50
        assert api.request("GET", "/picture/rattus.svg").text == "<svg/>" and drawn == ["rattus"]


def test_a_picture_that_failed_is_drawn_by_the_next_one_who_wants_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(("", "<svg/>"))

    def badly(game: str, language: str) -> str:
        if not (found := next(answers)):
            raise ValueError("no ink")
        return found

    monkeypatch.setattr(previews, "picture", badly)
    with at_server(tmp_path) as api:
        assert [api.request("GET", "/picture/rattus.svg").status_code for _ in range(2)] == [500, 200]


# reports, and what is remembered of who listens


def test_the_reports_of_a_table_have_a_bound(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        service.company.most_reports = 3
        anna = known(service, "Anna")
        room = table_for(service, anna, "rattus", "me", "here")
        for _ in range(2):
            service.playing.say(room, 0, "Hello")
        for name in ("Eve", "Mallory"):
            service.company.report(room, known(service, name), "table-1")
        service.company.report(room, known(service, "Eve"), "table-2")
        assert refusal(service.company.report, room, known(service, "Trudy"), "table-1") == "all-reports"
        service.company.report(room, known(service, "Eve"), "table-2")  # once more changes nothing
        assert len(room.reports) == len(service.store.company.reports(room.kept.id)) == 3

    with_service(work)


def test_nobody_who_has_looked_on_is_remembered_at_a_table(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        address, people = two_at(api, "rattus", 2)
        anna, room = people[0][0], api.service.tables.rooms[address]
        before = dict(room.marks)
        strangers = [api.user(f"Eve {number}") for number in range(3)]
        for one in strangers:
            one.make("rattus", "me", "open")
        for one in (*strangers, anna):
            headers = [("cookie", f"{KEY_COOKIE}={one.key}")]
            api.portal.call(first_message, api.app, f"/t/{address}/live?page=zz", headers)
        assert not room.looking
        seats = {seat.user for seat in room.kept.seats}
        assert room.marks.keys() <= seats and room.marks != before, "only of who plays"


def test_who_has_closed_one_of_two_pages_still_looks(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        address, people = two_at(api, "rattus", 2)
        room, key = api.service.tables.rooms[address], people[0][0].key
        request = Request({"type": "http", "app": api.app, "headers": [(b"cookie", f"{KEY_COOKIE}={key}".encode())],
                           "client": ("127.0.0.1", 1)})  # fmt: skip
        session = api.portal.call(Session.of, request)
        assert session.user is not None
        for _ in range(2):
            session.look_at(room)
        session.look_away(room)
        assert room.looking == {session.user.id: 1}
        session.look_away(room)
        assert not room.looking


# pages that cost much


def test_a_record_is_verified_once_by_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with at_server(tmp_path) as api:
        address, people = two_at(api, "rattus", 2)
        people[0][0].post(f"/tables/{address}/resign", seat=0)
        whole, threads = api.service.fairness.verified, list[str]()

        def verified(live: LiveGame) -> Any:
            threads.append(threading.current_thread().name)
            return whole(live)

        monkeypatch.setattr(api.service.fairness, "verified", verified)
        first, second = (api.request("GET", f"/t/{address}/verify") for _ in range(2))
        assert first.status_code == second.status_code == 200
        assert len(threads) == 1 and threads[0].startswith("pages"), "not by the loop, and not again"


def test_so_many_records_are_verified_at_once_and_others_are_answered_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_enough, most = threading.Event(), MOST_PAGES_EACH
    with at_server(tmp_path) as api:
        address, people = two_at(api, "rattus", 2)
        people[0][0].post(f"/tables/{address}/resign", seat=0)
        whole = api.service.fairness.verified

        def slowly(live: LiveGame) -> Any:
            assert is_enough.wait(PATIENCE)
            return whole(live)

        monkeypatch.setattr(api.service.fairness, "verified", slowly)

        async def ask() -> tuple[list[int], int]:
            asking = [asyncio.create_task(at_once(api, f"/t/{address}/verify")) for _ in range(most + 3)]
            done, _ = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
            assert {task.result()[0].status_code for task in done} == {503}
            other = await api.inside.request("GET", "/about")
            is_enough.set()
            return [answer.status_code for (answer,) in await asyncio.gather(*asking)], other.status_code

        statuses, other = api.portal.call(ask)
        assert sorted(statuses) == [200] * (most + 1) + [503] * 2 and other == 200


def test_the_lists_of_the_first_page_are_read_once_in_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with at_server(tmp_path) as api:
        clock, read = [1_000.0], list[int]()
        whole = api.service.store.open_tables

        def look(most: int) -> Any:
            read.append(most)
            return whole(most)

        monkeypatch.setattr("bellringer.server.tables.memory.open_tables.time.monotonic", lambda: clock[0])
        monkeypatch.setattr(api.service.store, "open_tables", look)
        for _ in range(5):
            assert api.request("GET", "/").status_code == 200
        assert len(read) == 1
        clock[0] += LISTED_FOR + 0.1
        api.request("GET", "/")
        assert len(read) == 2
        made = api.user("Anna").make("rattus", "me", "open", joining="anyone")
        assert f"/t/{made['table']['id']}" in api.request("GET", "/").text, "a new table is there at once"


def test_a_table_whose_game_is_over_leaves_memory_soon(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        over, running = (table_for(service, known(service, "Anna"), "rattus", "me", "here") for _ in range(2))
        service.playing.resign(over, 0)
        assert over.kept.status == "over"
        service.store.changes.flush()
        for age, is_there in ((IDLE_OVER - 1, True), (IDLE_OVER + 1, False)):
            over.used = running.used = asyncio.get_running_loop().time() - age
            service.maintenance.sweep()
            assert (over.address in service.tables.rooms) == is_there and running.address in service.tables.rooms
        found = await service.tables.find(over.address)
        assert found is not None and found.live is not None and found.live.ended_by, "who comes has it built again"

    with_service(work)


def test_only_so_many_finished_tables_stay_in_memory(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        service.maintenance.most_finished = 2
        anna = known(service, "Anna")
        over = [table_for(service, anna, "rattus", "me", "here") for _ in range(4)]
        for room in over:
            service.playing.resign(room, 0)
        service.store.changes.flush()
        for room in over:
            service.tables.release(room)
        watched = await service.tables.find(over[0].address)
        assert watched is not None
        with watched.listening("Anna", asyncio.Event()):
            for room in over[1:]:
                assert await service.tables.find(room.address) is not None
                await asyncio.sleep(0.01)  # the loop's clock goes on
            assert {*service.tables.rooms} == {over[0].address, over[2].address, over[3].address}

    with_service(work)


def test_finished_games_are_rebuilt_one_after_the_other_at_everybodys_turn(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(service: TableService) -> None:
        anna = known(service, "Anna")
        over = [table_for(service, anna, "rattus", "me", "here") for _ in range(5)]
        running = table_for(service, anna, "rattus", "me", "here")
        for room in over:
            service.playing.resign(room, 0)
        service.store.changes.flush()
        for room in over:
            service.tables.release(room)
        find, found = service.tables.find, list[str]()
        monkeypatch.setattr(service.tables, "find", lambda address: (found.append(address), find(address))[1])
        await service.tables.rebuild(running.address, ("here", 1))
        await service.tables.rebuild("nowhere", ("here", 1))
        assert found == [], "only what is over, and not in memory"
        first, second, third, fourth, other = (room.address for room in over)
        eve = [service.tables.rebuild(address, ("198.51.100.1", 1)) for address in (first, second, third, fourth)]
        await asyncio.gather(*eve, service.tables.rebuild(other, ("192.0.2.7", 2)))
        assert found == [first, second, other, third, fourth]

    with_service(work)


def test_the_list_of_open_tables_is_made_once_in_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with at_server(tmp_path) as api:
        anna = api.user("Anna")
        first = anna.make("rattus", "me", "open", joining="anyone")["table"]["id"]
        made = list[object]()
        whole = tables.list_of_open
        monkeypatch.setattr(tables, "list_of_open", lambda service: (made.append(service), whole(service))[1])
        for _ in range(5):
            assert [table["id"] for table in anna.get("/tables")] == [first]
        assert len(made) == 1
        second = anna.make("notre-dame", "me", "open", joining="anyone")["table"]["id"]
        assert [table["id"] for table in anna.get("/tables")] == [second, first], "a new table is there at once"


# threads


def test_bots_and_hints_wait_by_where_they_were_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[Any]()
    whole = FairTurns.enter

    async def enter(turns: FairTurns, who: object, can_wait: bool) -> None:
        if not isinstance(turns, LoopTurns):
            asked.append(who)
        await whole(turns, who, can_wait)

    monkeypatch.setattr(FairTurns, "enter", enter)
    with at_server(tmp_path, client="2001:db8::1", hint_iterations=20) as api:
        nets = ("2001:db8::/48", "2001:db8::/56", "2001:db8::/64")
        anna, end = api.user("Anna"), time.monotonic() + PATIENCE
        address = anna.make("rattus", "random", "me")["table"]["id"]  # the bot begins
        kept = api.service.tables.rooms[address].kept
        while not asked:
            assert time.monotonic() < end
        assert set(asked) == {(*nets, kept.host)}, "the bot's turn"
        asked.clear()
        while anna.ask("POST", f"/tables/{address}/hint", json={"seat": 1}).status_code != 200:
            assert time.monotonic() < end
        assert set(asked) == {(*nets, kept.host)}, "and the hint's"
        api.service.shares.drop(kept.address)
        assert api.service.shares.path(kept) == (kept.host,), "after a restart"
