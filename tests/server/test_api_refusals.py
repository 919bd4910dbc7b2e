"""The interface for programs: everything that it must refuse without a trace."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.server.callers import NOWHERE, Api, Caller, refused, to_move

pytestmark = pytest.mark.slow

# refusals: nothing changes


def test_an_illegal_move_is_refused_with_the_legal_ones(api: Api, table: tuple[str, Caller, Caller]) -> None:
    address, *people = table
    who, view = to_move(address, *people)
    before = api.state()
    for move in ("no such move", "pass pass", "\u0000", "x" * 80, "é", "'; DROP TABLE acts; --"):
        sent = {"seat": view["seat"], "asked": view["asked"], "move": move}
        found = refused(who.ask("POST", f"/tables/{address}/moves", json=sent), 409, "illegal")
        assert found["legal"] == [move["name"] for move in view["moves"]]
    assert api.state() == before


def test_nobody_moves_for_somebody_else(api: Api, table: tuple[str, Caller, Caller]) -> None:
    address, *people = table
    who, view = to_move(address, *people)
    other = people[1 - view["seat"]]
    stranger, nobody = api.user("Eve"), api.user("Nobody")
    stranger.make("rattus", "me", "open")
    before = api.state()
    sent = {"seat": view["seat"], "asked": view["asked"], "move": view["moves"][0]["name"]}
    for path, document in (
        ("moves", sent),
        ("undo", {"seat": view["seat"], "acts": 0}),
        ("resign", {"seat": view["seat"]}),
        ("lend", {"seat": view["seat"]}),
        ("return", {"seat": view["seat"]}),
        ("hint", {"seat": view["seat"]}),
        ("chat", {"seat": view["seat"], "text": "hello"}),
        ("signs", {"seat": view["seat"], "sign": "hello"}),
        ("ask-back", {"seat": view["seat"], "acts": 0}),
        ("answer-back", {"seat": view["seat"], "number": 1, "answer": "agree"}),
    ):
        for user in (other, stranger):
            refused(user.ask("POST", f"/tables/{address}/{path}", json=document), 403, "not-your-seat")
        found = nobody.ask("POST", f"/tables/{address}/{path}", json=document)
        refused(found, 401, "key")
        assert found.headers["www-authenticate"] == "Bearer"
    refused(other.ask("GET", f"/tables/{address}/view", params={"seat": view["seat"]}), 403, "not-your-seat")
    refused(nobody.ask("GET", f"/tables/{address}/view", params={"seat": view["seat"]}), 401, "key")
    refused(stranger.ask("POST", f"/tables/{address}/rematch"), 403, "not-your-seat")
    refused(nobody.ask("POST", f"/tables/{address}/rematch"), 403, "not-your-seat")
    assert api.state() == before


POSTS = ("moves", "undo", "resign", "lend", "return", "hint", "rematch", "chat", "signs", "ask-back", "answer-back",
         "asides", "reports", "seats/0")  # fmt: skip
GETS = ("", "/view", "/events", "/stream", "/chat", "/asides", "/reports", "/record")
DOCUMENTS: dict[str, dict[str, Any]] = {
    "moves": {"seat": 0, "asked": 0, "move": "x"},
    "undo": {"seat": 0, "acts": 0},
    "chat": {"seat": 0, "text": "hello"},
    "signs": {"seat": 0, "sign": "hello"},
    "ask-back": {"seat": 0, "acts": 0},
    "answer-back": {"seat": 0, "number": 1, "answer": "agree"},
    "asides": {"name": "Eve", "text": "hello"},
    "reports": {"place": "table", "number": 1},
    "rematch": {},
    "seats/0": {"name": "Eve"},
}


@pytest.mark.parametrize("address", [NOWHERE, "1", "0", "-1", "a b", "%00", "%ff", "..%2f..", "é", "'"])
def test_a_table_that_is_not_there_is_not_found(api: Api, address: str) -> None:
    anna = api.user("Anna")
    anna.make("rattus", "me", "open")
    before = api.state()
    for path in GETS:
        refused(anna.ask("GET", f"/tables/{address}{path}"), 404)
    for path in POSTS:
        refused(anna.ask("POST", f"/tables/{address}/{path}", json=DOCUMENTS.get(path, {"seat": 0})), 404)
    assert api.state() == before


def test_a_table_that_nobody_may_watch_is_as_if_it_were_not_there(api: Api) -> None:
    anna, eve = api.user("Anna"), api.user("Eve")
    eve.make("rattus", "me", "open")
    running = anna.make("rattus", "me", "me", watching="nobody")["table"]["id"]
    for user in (eve, api.user("Nobody")):
        for path in GETS:
            found = user.ask("GET", f"/tables/{running}{path}")
            assert found.json() == user.ask("GET", f"/tables/{NOWHERE}{path}").json() and found.status_code == 404
        for path in POSTS[:-1]:
            refused(user.ask("POST", f"/tables/{running}/{path}", json=DOCUMENTS.get(path, {"seat": 0})), 404)
        for page in ("/", "/mine", "/api/v1/tables"):
            assert running not in api.request("GET", page).text
        for path in ("", "/live", "/record", "/verify"):
            assert api.request("GET", f"/t/{running}{path}").status_code == 404
    assert anna.get(f"/tables/{running}")["id"] == running


@pytest.mark.parametrize(
    "authorization",
    ["", "Bearer", "Bearer ", "Basic YTpi", "Bearer short", "Bearer " + "é" * 43, "Bearer " + "a" * 44, "a" * 43],
)
def test_what_is_no_key_is_refused_everywhere(api: Api, authorization: str) -> None:
    before = api.state()
    for method, path in (("GET", "/games"), ("GET", "/tables"), ("POST", "/tables"), ("GET", f"/tables/{NOWHERE}")):
        found = api.request(
            method,
            f"/api/v1{path}",
            headers={"authorization": authorization.encode("latin-1")},
            json={"name": "Eve", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "me"}]},
        )
        refused(found, 401, "key")
    assert api.state() == before


def test_a_key_that_nobody_has_makes_no_person(api: Api) -> None:
    eve = api.user("Eve", key="a" * 43)
    host = api.user("Anna")
    address = host.make("rattus", "me", "open", joining="anyone")["table"]["id"]
    before = api.state()
    wanted = {"name": "Eve", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "me"}]}
    refused(eve.ask("POST", "/tables", json=wanted), 401, "unknown-key")
    refused(eve.ask("POST", f"/tables/{address}/seats/1", json={"name": "Eve"}), 401, "unknown-key")
    refused(eve.ask("GET", f"/tables/{address}/view", params={"seat": 0}), 401, "unknown-key")
    assert api.state() == before


ME = {"kind": "me"}
GOOD: dict[str, Any] = {"name": "Eve", "game": "rattus", "seats": [ME, ME]}


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "   "},
        {"name": "x" * 41},
        {"name": "a\u0000b"},
        {"name": "a\u202eb"},
        {"name": 7},
        {"name": None},
        {"game": "chess"},
        {"game": ""},
        {"game": "../etc"},
        {"seats": []},
        {"seats": [ME]},
        {"seats": [ME] * 7},
        {"seats": {"0": "me"}},
        {"seats": [ME, {"kind": "here"}]},
        {"seats": [ME, {"kind": "bot"}]},
        {"seats": [ME, {"kind": "bot", "bot": "search:100000"}]},
        {"seats": [ME, {"kind": "bot", "bot": "search@60"}]},
        {"seats": [ME, {"kind": "bot", "bot": "os:system"}]},
        {"seats": [ME, {"kind": "me", "more": 1}]},
        {"game": "notre-dame", "seats": [ME] * 6},
        {"options": {"no-such": 1}},
        {"options": {"start": 2}},
        {"options": {"start": -1}},
        {"options": {"start": "0"}},
        {"options": {"start": True}},
        {"options": {"classes": ["king", "king"]}},
        {"options": {"classes": "king"}},
        {"options": {"components": "/etc/passwd"}},
        {"options": {"seed": 1}},
        {"options": {"start": 10**400}},
        {"options": {f"o{number}": 1 for number in range(11)}},
        {"options": 7},
        {"clock": "live-11"},
        {"clock": "x" * 5000},
        {"clock": None},
        {"joining": "all"},
        {"watching": "all"},
        {"seed": 1},
    ],
    ids=str,
)
def test_a_table_that_can_not_be_is_refused_and_leaves_nobody_behind(api: Api, wrong: dict[str, Any]) -> None:
    known = api.user("Anna")
    known.make("rattus", "me", "open")
    before = api.state()
    for user in (api.user("Eve"), known):
        found = refused(user.ask("POST", "/tables", json={**GOOD, **wrong}), 422)
        assert len(json.dumps(found)) < 2_000, "a refusal does not send back all that was sent"
    assert api.state() == before


@pytest.mark.parametrize("left_out", ["name", "game", "seats"])
def test_a_table_needs_a_name_a_game_and_seats(api: Api, left_out: str) -> None:
    before = api.state()
    refused(api.user("Eve").ask("POST", "/tables", json={k: v for k, v in GOOD.items() if k != left_out}), 422)
    assert api.state() == before


@pytest.mark.parametrize("field", ["seat", "asked", "move"])
@pytest.mark.parametrize("value", [None, "0", "", -1, 6, 1.5, 10**30, True, [], {}, "x" * 81])
def test_an_answer_of_another_form_is_refused(
    api: Api, table: tuple[str, Caller, Caller], field: str, value: Any
) -> None:
    address, *people = table
    who, view = to_move(address, *people)
    good = {"seat": view["seat"], "asked": view["asked"], "move": view["moves"][0]["name"]}
    before = api.state()
    for sent in ({**good, field: value}, {k: v for k, v in good.items() if k != field}, {**good, "more": 1}):
        found = who.ask("POST", f"/tables/{address}/moves", json=sent)
        is_sense = sent.get(field) == good[field] and type(sent[field]) is type(good[field]) and "more" not in sent
        assert is_sense or found.status_code in (403, 409, 422), (sent, found.text)
        assert found.json()["message"]
    assert api.state() == before


BODIES = {
    "nothing": b"",
    "no JSON": b"{",
    "another encoding": '{"seat": 0, "text": "é"}'.encode("latin-1"),
    "broken UTF-8": b'{"seat": 0, "text": "\xff\xfe"}',
    "lone surrogate": b'{"seat": 0, "text": "\\ud800"}',
    "nested": b"[" * 8_000,
    "a list": b"[]",
    "a number": b"7",
    "null": b"null",
    "a long number": b'{"seat": ' + b"9" * 5_000 + b', "text": "x"}',
    "not a number": b'{"seat": NaN, "text": "x"}',
    "endless": b'{"seat": 1e999, "text": "x"}',
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_a_body_that_is_no_document_is_refused(api: Api, table: tuple[str, Caller, Caller], body: bytes) -> None:
    address, anna, _ = table
    before = api.state()
    for path in (*POSTS[:6], "chat", "signs", "ask-back", "answer-back", "asides", "reports", "seats/1"):
        for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            headers = {"content-type": kind}
            found = anna.ask("POST", f"/tables/{address}/{path}", content=body, headers=headers)
            assert found.status_code in (400, 415, 422), (path, kind, found.status_code, found.text)
            assert found.json()["message"]
    assert api.state() == before


def test_a_body_that_is_too_large_is_refused_whether_it_tells_its_length_or_not(
    api: Api, table: tuple[str, Caller, Caller]
) -> None:
    address, anna, _ = table

    async def parts() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * 1_000

    before = api.state()
    headers = {"content-type": "application/json"}
    told_length = anna.ask("POST", f"/tables/{address}/chat", content=b" " * 20_000, headers=headers)
    untold = anna.ask("POST", f"/tables/{address}/chat", content=parts(), headers=headers)
    assert (told_length.status_code, untold.status_code) == (413, 413)
    assert api.state() == before


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
def test_other_methods_are_refused_with_those_that_are_allowed(api: Api, method: str) -> None:
    before = api.state()
    for path, allowed in (("/games", "GET"), (f"/tables/{NOWHERE}", "GET"), (f"/tables/{NOWHERE}/moves", "POST")):
        found = api.request(method, f"/api/v1{path}")
        refused(found, 405, "method")
        assert allowed in found.headers["allow"]
    assert api.state() == before


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("view", {"seat": "x"}),
        ("view", {"seat": "-1"}),
        ("view", {"seat": "6"}),
        ("view", {"seat": ""}),
        ("view", {"lang": "de"}),
        ("events", {"since": "-1"}),
        ("events", {"since": "1e3x"}),
        ("events", {"since": "9" * 400}),
        ("events", {"wait": "nan"}),
        ("events", {"wait": "inf"}),
        ("events", {"wait": "31"}),
        ("events", {"wait": "-1"}),
        ("events", {"lang": ""}),
        ("stream", {"lang": "EN"}),
    ],
)
def test_a_query_of_another_form_is_refused(
    api: Api, table: tuple[str, Caller, Caller], path: str, query: dict[str, str]
) -> None:
    address, anna, _ = table
    refused(anna.ask("GET", f"/tables/{address}/{path}", params=query), 422)
