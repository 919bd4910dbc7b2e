"""A database that is far away: finding waits, and others go on meanwhile; no verb waits, and nothing is done twice."""

from __future__ import annotations

import ast
import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from functools import wraps
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

import httpx
import pytest

import bellringer.server
from bellringer.server.people.known import People
from bellringer.server.tables.making.giving_way import GivingWay
from bellringer.server.tables.making.rematches import Rematches
from bellringer.server.tables.memory.open_tables import OpenTables
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.verbs.hand_over import HandOver
from tests.server.callers import API, Api, Caller, at_server, two_at
from tests.server.hosts import scene

pytestmark = pytest.mark.unhurried

SERVER = Path(bellringer.server.__file__).parent
FINDERS = {
    OpenTables: {"find", "kept", "lately", "lease", "places_at", "rebuild", "seen"},
    Rematches: {"beside", "next_of"},
    HandOver: {"found_by", "had_before"},
    GivingWay: {"find"},
}
TOGETHER = ("as_one", "attempt")  # what is done in a block of these is stored as one change


def far(find: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """A finder that waits before and after it has found."""

    @wraps(find)
    async def found(*values: Any) -> Any:
        await asyncio.sleep(0.002)
        answer = await find(*values)
        await asyncio.sleep(0.002)
        return answer

    return found


@pytest.fixture
def api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Api]:
    """A server whose database is far away."""
    for owner, name in ((OpenTables, "find"), (OpenTables, "kept"), (OpenTables, "lease"), (People, "user")):
        monkeypatch.setattr(owner, name, far(getattr(owner, name)))
    with at_server(tmp_path) as found:
        yield found


def at_once(api: Api, *asked: tuple[Caller, str, dict[str, Any]]) -> list[httpx.Response]:
    """The answers to documents that several people send at one time."""

    async def ask() -> list[httpx.Response]:
        sent = [
            api.inside.post(API + path, json=body, headers={"authorization": f"Bearer {who.key}"} if who.key else {})
            for who, path, body in asked
        ]
        return await asyncio.gather(*sent)

    return api.portal.call(ask)


def test_a_table_for_which_many_ask_is_brought_into_memory_once(api: Api) -> None:
    address, ((anna, _), (ben, _)) = two_at(api, "rattus", 2)
    api.service.store.changes.flush()
    api.portal.call(api.service.tables.release, api.service.tables.rooms[address])
    opened = list[Room]()
    api.service.tables.opened.append(opened.append)

    async def ask() -> list[httpx.Response]:
        return await asyncio.gather(*(api.inside.get(f"{API}/tables/{address}") for _ in range(8)))

    assert [answer.status_code for answer in api.portal.call(ask)] == [200] * 8
    assert [room.address for room in opened] == [address] and api.service.tables.rooms[address] is opened[0]


def test_what_two_send_at_one_time_is_done_once(api: Api) -> None:
    """Between a check and the change that it allows nobody comes in, however long a table was looked for."""
    host, first, second = api.user("Anna"), api.user("Ben"), api.user("Cleo")
    waiting = host.make("rattus", "me", "open", "open", joining="anyone")["table"]["id"]
    path = f"/tables/{waiting}/seats/1"
    answers = at_once(api, (first, path, {"name": "Ben"}), (second, path, {"name": "Cleo"}))
    assert sorted(answer.status_code for answer in answers) == [200, 409], "a seat is one person's"
    made = at_once(api, *[(host, "/tables", {"name": "Anna", "game": "rattus", "seats": SOLO})] * 2)
    assert len({answer.json()["table"]["id"] for answer in made}) == 2

    address, people = two_at(api, "rattus", 2)
    view = people[0][0].get(f"/tables/{address}/view", seat=0)
    asked = next((who, seats[0]) for who, seats in people if who.get(f"/tables/{address}/view", seat=seats[0])["moves"])
    view = asked[0].get(f"/tables/{address}/view", seat=asked[1])
    moves = [{"seat": asked[1], "asked": view["asked"], "move": move["name"]} for move in view["moves"]]
    answers = at_once(api, *((asked[0], f"/tables/{address}/moves", move) for move in (moves[0], moves[0], moves[-1])))
    assert Counter(answer.status_code for answer in answers) == {200: 2, 409: 1}, "one answer, twice the same"
    assert len(api.service.tables.rooms[address].game.acts) == view["acts"] + 1


SOLO = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]


def test_two_who_come_along_at_one_time_begin_one_table(api: Api) -> None:
    address, people = two_at(api, "rattus", 2)
    for who, seats in people[:1]:
        who.post(f"/tables/{address}/resign", seat=seats[0])
    answers = at_once(api, *((who, f"/tables/{address}/rematch", {"answer": "accept"}) for who, _ in people))
    again = people[0][0].get(f"/tables/{address}")["rematch"]
    assert again is not None and again in [answer.json()["id"] for answer in answers]
    assert api.service.store.count_unfinished() == 1


def test_a_request_that_comes_twice_at_one_time_is_done_once(api: Api) -> None:
    """By newcomers, too: each has the key that the first answer had."""

    def sent_thrice(path: str, **body: Any) -> Any:
        headers = {"idempotency-key": path.replace("/", "-").ljust(30, "k")}

        async def ask() -> list[httpx.Response]:
            return await asyncio.gather(*(api.inside.post(API + path, json=body, headers=headers) for _ in range(3)))

        answers = api.portal.call(ask)
        assert all(answer.is_success for answer in answers), [answer.text for answer in answers]
        (document,) = {json.dumps({**answer.json(), "table": answer.json()["table"]["id"]}) for answer in answers}
        return json.loads(document)

    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    made = sent_thrice("/tables", name="Anna", game="rattus", seats=seats)
    seated = sent_thrice(f"/tables/{made['table']}/seats/1", name="Ben", invitation=made["invitations"]["1"])
    assert seated["key"] != made["key"] and seated["seats"] == [1]
    room = api.service.tables.rooms[made["table"]]
    token = api.portal.call(api.service.hand_over.token_for, room, 1)
    taken = sent_thrice(f"/tables/{made['table']}/hand-over", token=token)
    assert taken["seats"] == [1] and taken["key"] not in (made["key"], seated["key"])


def test_a_host_does_all_that_takes_finding(api: Api) -> None:
    made = scene(api)
    hosting = api.service.hosting
    closed = api.portal.call(hosting.close, {"tables": [made.waiting]})
    assert [one["status"] for one in closed["tables"]] == ["closed"]
    gone = api.portal.call(hosting.remove_person, {"person": made.ids["quirin"]})
    assert gone["tables"] >= 1 and made.running in api.service.tables.rooms
    handed = api.portal.call(hosting.hand_over, {"table": made.running, "seat": 1})
    assert handed["sealed"]


# what is found, and what is done with it


def test_finding_is_awaited_and_no_verb_waits() -> None:
    """Verbs are plain functions, so that nothing can happen between a check and the change that it allows."""
    for owner, names in FINDERS.items():
        assert all(iscoroutinefunction(getattr(owner, name)) for name in names), owner
    assert iscoroutinefunction(People.user)
    known = {name for names in FINDERS.values() for name in names} | {"in_turn"}  # a queue before anything is found
    for path in sorted((SERVER / "tables").glob("*.py")):
        waiting = {node.name for node in ast.walk(ast.parse(path.read_text("utf-8")))
                   if isinstance(node, ast.AsyncFunctionDef) and not node.name.startswith("_")}  # fmt: skip
        assert waiting <= known, f"{path.name}: is {waiting - known} a finder?"


def test_nothing_is_awaited_where_changes_are_made_as_one() -> None:
    """What others do meanwhile would belong to the same change."""
    blocks = 0
    for path in sorted(SERVER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.With) and any(is_together(item.context_expr) for item in node.items):
                blocks += 1
                waits = [one.lineno for part in node.body for one in ast.walk(part) if isinstance(one, ast.Await)]
                assert not waits, f"{path.name}:{waits[0]} waits in the middle of a change"
    assert blocks > 8


def is_together(expression: ast.expr) -> bool:
    """Whether a block makes one change: `with changes.as_one():`."""
    return isinstance(expression, ast.Call) and getattr(expression.func, "attr", "") in TOGETHER
