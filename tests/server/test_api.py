"""The interface for programs: whole games played through it, and everything that it must refuse without a trace."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from bellringer.core import record
from bellringer.core.game import find
from tests.server.callers import Api, Caller, answer, at_server, play_on, told, two_at

GAMES = ("notre-dame", "rattus")
TABLES = [(game, seats) for game in GAMES for seats in range(find(game).fewest_seats, find(game).most_seats + 1)]
NOWHERE = "AAAAAAAAAAAAAAAA"


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """One server for all tests here: each makes its own tables and people."""
    with at_server(tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture
def table(api: Api) -> tuple[str, Caller, Caller]:
    """A game of two that has begun: its address, and who sits on seat 0 and on seat 1."""
    address, people = two_at(api, "rattus", 2)
    return address, people[0][0], people[1][0]


def to_move(address: str, *people: Caller) -> tuple[Caller, dict[str, Any]]:
    """Who is asked, and the view of it."""
    for seat, person in enumerate(people):
        view = person.get(f"/tables/{address}/view", seat=seat)
        if view["asked"] is not None:
            return person, view
    raise AssertionError("nobody is asked")


def refused(answer: Any, status: int, code: str | None = None) -> dict[str, Any]:
    """The document of a refusal."""
    assert answer.status_code == status, (answer.status_code, answer.text)
    document: dict[str, Any] = answer.json()
    assert document["message"] and document["error"]
    assert code is None or document["error"] == code, document
    return document


# whole games


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_two_people_play_a_whole_game(api: Api, game: str, seats: int) -> None:
    address, people = two_at(api, game, seats)
    anna, ben = people[0][0], people[1][0]
    before = anna.get(f"/tables/{address}")
    assert before["status"] == "running" and before["seed"] is None and len(before["commitment"]) == 64
    assert {anna.key, ben.key} != {None} and anna.key != ben.key

    given = play_on(address, people, random.Random(seats))

    after = ben.get(f"/tables/{address}")
    assert (after["status"], after["ended_by"], after["pending"], after["acts"]) == ("over", "game", [], given)
    assert after["commitment"] == before["commitment"] and len(after["places"]) == len(after["scores"]) == seats
    text = ben.ask("GET", f"/tables/{address}/record").text
    assert all(check.ok for check in record.verify(text))
    played = record.replay(text)
    assert list(played.result.places) == after["places"] and played.seed.hex() == after["seed"]


@pytest.mark.parametrize("game", GAMES)
def test_one_person_plays_a_whole_game_with_bots(api: Api, game: str) -> None:
    anna, dice = api.person("Anna"), random.Random(5)
    address = anna.make(game, "random", "me", "greedy")["table"]["id"]
    since, lines = 0, []
    while True:
        happened = anna.get(f"/tables/{address}/events", since=since)
        lines += happened["events"]
        since = happened["next"]
        if happened["over"]:
            break
        if not answer(anna, address, 1, dice):
            anna.get(f"/tables/{address}/events", since=since, wait=5)
    assert [line["number"] for line in lines] == list(range(len(lines)))
    assert lines == anna.get(f"/tables/{address}/events")["events"]


def test_a_game_of_bots_alone_plays_itself(api: Api) -> None:
    anna = api.person("Anna")
    address = anna.make("rattus", "random", "random")["table"]["id"]
    since, until = 0, time.monotonic() + 30
    while not (happened := anna.get(f"/tables/{address}/events", since=since, wait=5))["over"]:
        since = happened["next"]
        assert time.monotonic() < until
    assert anna.get(f"/tables/{address}")["places"]


# what everybody gets


def test_the_games_tell_all_that_a_table_can_be(api: Api) -> None:
    found = api.person("Anna").get("/games")
    assert set(found["games"]) == set(GAMES)
    assert found["games"]["rattus"]["seats"] == [find("rattus").fewest_seats, find("rattus").most_seats]
    for name, game in found["games"].items():
        chosen = {key: option["default"] for key, option in game["options"].items() if option["default"] is not None}
        made = api.person("Ben").make(name, "me", "me", options=chosen)
        assert made["table"]["status"] == "running"


def test_a_table_that_anyone_may_join_is_listed_until_it_is_full(api: Api) -> None:
    anna, ben = api.person("Anna"), api.person("Ben")
    open_one = anna.make("rattus", "me", "open", joining="anyone")["table"]["id"]
    hidden = anna.make("rattus", "me", "open", joining="link")["table"]["id"]
    listed = [one["id"] for one in ben.get("/tables")]
    assert open_one in listed and hidden not in listed
    assert ben.sit(open_one, 1)["table"]["status"] == "running"
    assert open_one not in [one["id"] for one in ben.get("/tables")]


@pytest.mark.parametrize("watching", ["anyone", "link", "nobody"])
def test_a_table_that_is_listed_can_be_looked_at(api: Api, watching: str) -> None:
    """Else nobody could sit down by the pages, where one looks before one sits."""
    address = api.person("Anna").make("rattus", "me", "open", joining="anyone", watching=watching)["table"]["id"]
    ben = api.person("Ben")
    if address in [one["id"] for one in ben.get("/tables")]:
        assert ben.get(f"/tables/{address}")["id"] == address
        assert api.request("GET", f"/t/{address}").status_code == 200


def test_the_view_of_a_table_that_waits_is_refused_with_the_reason(api: Api) -> None:
    anna = api.person("Anna")
    address = anna.make("notre-dame", "me", "open")["table"]["id"]
    for path in ("view", "events", "stream", "chat", "record"):
        refused(anna.ask("GET", f"/tables/{address}/{path}"), 409, "waiting")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_prompts_moves_and_events_are_told_in_either_language(api: Api, lang: str) -> None:
    anna = api.person("Anna")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    seat = anna.get(f"/tables/{address}")["pending"][0]
    view = anna.get(f"/tables/{address}/view", seat=seat, lang=lang)
    assert view["prompt"] and all(move["words"] for move in view["moves"])
    anna.post(f"/tables/{address}/moves", seat=seat, asked=view["asked"], move=view["moves"][0]["name"])
    assert anna.get(f"/tables/{address}/events", lang=lang)["events"]


# answering


def test_the_same_answer_once_more_gets_the_same_act_and_changes_nothing(
    api: Api, table: tuple[str, Caller, Caller]
) -> None:
    address, *people = table
    who, view = to_move(address, *people)
    sent = {"seat": view["seat"], "asked": view["asked"], "move": view["moves"][0]["name"]}
    first = who.post(f"/tables/{address}/moves", **sent)
    before = api.state()
    assert [who.post(f"/tables/{address}/moves", **sent) for _ in range(3)] == [first] * 3
    assert api.state() == before
    play_on(address, [(people[0], [0]), (people[1], [1])], random.Random(1), most=6)
    assert who.post(f"/tables/{address}/moves", **sent) == first
    assert first["number"] == 1


def test_the_same_answer_at_the_same_time_is_one_act(api: Api, table: tuple[str, Caller, Caller]) -> None:
    address, *people = table
    who, view = to_move(address, *people)
    sent = {"seat": view["seat"], "asked": view["asked"], "move": view["moves"][0]["name"]}
    found: list[Any] = []
    threads = [
        threading.Thread(target=lambda: found.append(who.post(f"/tables/{address}/moves", **sent))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and all(one == found[0] for one in found)
    assert who.get(f"/tables/{address}")["acts"] == 1


def test_another_answer_to_a_question_answered_is_stale_and_says_what_is_asked_now(
    api: Api, table: tuple[str, Caller, Caller]
) -> None:
    address, *people = table
    who, view = to_move(address, *people)
    one, other = (move["name"] for move in view["moves"][:2])
    who.post(f"/tables/{address}/moves", seat=view["seat"], asked=view["asked"], move=one)
    before = api.state()
    sent = {"seat": view["seat"], "asked": view["asked"], "move": other}
    found = refused(who.ask("POST", f"/tables/{address}/moves", json=sent), 409, "stale")
    assert found.get("asked") == who.get(f"/tables/{address}/view", seat=view["seat"])["asked"]
    assert api.state() == before


def test_an_answer_taken_back_is_stale_when_it_comes_again(api: Api) -> None:
    anna = api.person("Anna")
    address, view = undoable(anna)
    seat = view["seat"]
    sent = {"seat": seat, "asked": view["asked"], "move": view["moves"][0]["name"]}
    anna.post(f"/tables/{address}/moves", **sent)
    acts = anna.get(f"/tables/{address}")["acts"]
    undone = anna.post(f"/tables/{address}/undo", seat=seat, acts=acts)
    assert undone["kind"] == "undo"
    assert anna.post(f"/tables/{address}/undo", seat=seat, acts=acts) == undone
    before = api.state()
    refused(anna.ask("POST", f"/tables/{address}/moves", json=sent), 409, "stale")
    assert api.state() == before
    again = anna.get(f"/tables/{address}/view", seat=seat)
    assert again["asked"] != view["asked"] and again["moves"] == view["moves"]


def undoable(anna: Caller) -> tuple[str, dict[str, Any]]:
    """A table at a question whose answer can be taken back: the address, and the view of who is asked."""
    dice = random.Random(3)
    address = anna.make("rattus", "me", "me")["table"]["id"]
    for _ in range(100):
        seat = anna.get(f"/tables/{address}")["pending"][0]
        view = anna.get(f"/tables/{address}/view", seat=seat)
        sent = {"seat": seat, "asked": view["asked"], "move": view["moves"][0]["name"]}
        anna.post(f"/tables/{address}/moves", **sent)
        if anna.get(f"/tables/{address}/view", seat=seat)["may_undo"]:
            acts = anna.get(f"/tables/{address}")["acts"]
            anna.post(f"/tables/{address}/undo", seat=seat, acts=acts)
            return address, anna.get(f"/tables/{address}/view", seat=seat)
        pending = anna.get(f"/tables/{address}")["pending"]
        answer(anna, address, pending[0], dice)
    raise AssertionError("no answer could be taken back")


def test_who_follows_the_events_misses_none_when_one_is_taken_back(api: Api) -> None:
    """What a follower has read is what a newcomer reads, but for lines that were taken back."""
    anna = api.person("Anna")
    address, view = undoable(anna)
    seat, asked = view["seat"], view["asked"]
    for move in view["moves"]:
        start = anna.get(f"/tables/{address}/events")["next"]
        anna.post(f"/tables/{address}/moves", seat=seat, asked=asked, move=move["name"])
        happened = anna.get(f"/tables/{address}/events", since=start)
        follower = happened["next"]
        if not anna.get(f"/tables/{address}/view", seat=seat)["may_undo"] or follower == start:
            return
        anna.post(f"/tables/{address}/undo", seat=seat, acts=happened["acts"])
        after = anna.get(f"/tables/{address}/events", since=follower)
        assert after["next"] == start, "the next event has this number; whoever asks from a later one misses it"
        asked = anna.get(f"/tables/{address}/view", seat=seat)["asked"]


def test_undo_of_what_others_have_seen_or_answered_is_refused(api: Api, table: tuple[str, Caller, Caller]) -> None:
    address, *people = table
    play_on(address, [(people[0], [0]), (people[1], [1])], random.Random(2), most=9)
    acts = people[0].get(f"/tables/{address}")["acts"]
    for seat, person in enumerate(people):
        view = person.get(f"/tables/{address}/view", seat=seat)
        if not view["may_undo"]:
            before = api.state()
            refused(person.ask("POST", f"/tables/{address}/undo", json={"seat": seat, "acts": acts}), 409, "undo")
            refused(person.ask("POST", f"/tables/{address}/undo", json={"seat": seat, "acts": acts - 1}), 409, "stale")
            assert api.state() == before


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
    stranger, nobody = api.person("Eve"), api.person("Nobody")
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
    ):
        for person in (other, stranger):
            refused(person.ask("POST", f"/tables/{address}/{path}", json=document), 403, "not-your-seat")
        found = nobody.ask("POST", f"/tables/{address}/{path}", json=document)
        refused(found, 401, "key")
        assert found.headers["www-authenticate"] == "Bearer"
    refused(other.ask("GET", f"/tables/{address}/view", params={"seat": view["seat"]}), 403, "not-your-seat")
    refused(nobody.ask("GET", f"/tables/{address}/view", params={"seat": view["seat"]}), 401, "key")
    refused(stranger.ask("POST", f"/tables/{address}/rematch"), 403, "not-your-seat")
    refused(nobody.ask("POST", f"/tables/{address}/rematch"), 403, "not-your-seat")
    assert api.state() == before


POSTS = ("moves", "undo", "resign", "lend", "return", "hint", "rematch", "chat", "seats/0")
GETS = ("", "/view", "/events", "/stream", "/chat", "/record")
DOCUMENTS: dict[str, dict[str, Any]] = {
    "moves": {"seat": 0, "asked": 0, "move": "x"},
    "undo": {"seat": 0, "acts": 0},
    "chat": {"seat": 0, "text": "hello"},
    "seats/0": {"name": "Eve"},
}


@pytest.mark.parametrize("address", [NOWHERE, "1", "0", "-1", "a b", "%00", "%ff", "..%2f..", "é", "'"])
def test_a_table_that_is_not_there_is_not_found(api: Api, address: str) -> None:
    anna = api.person("Anna")
    anna.make("rattus", "me", "open")
    before = api.state()
    for path in GETS:
        refused(anna.ask("GET", f"/tables/{address}{path}"), 404)
    for path in POSTS:
        refused(anna.ask("POST", f"/tables/{address}/{path}", json=DOCUMENTS.get(path, {"seat": 0})), 404)
    assert api.state() == before


def test_a_table_that_nobody_may_watch_is_as_if_it_were_not_there(api: Api) -> None:
    anna, eve = api.person("Anna"), api.person("Eve")
    eve.make("rattus", "me", "open")
    running = anna.make("rattus", "me", "me", watching="nobody")["table"]["id"]
    for person in (eve, api.person("Nobody")):
        for path in GETS:
            found = person.ask("GET", f"/tables/{running}{path}")
            assert found.json() == person.ask("GET", f"/tables/{NOWHERE}{path}").json() and found.status_code == 404
        for path in ("moves", "undo", "resign", "lend", "return", "hint", "rematch", "chat"):
            refused(person.ask("POST", f"/tables/{running}/{path}", json=DOCUMENTS.get(path, {"seat": 0})), 404)
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
    eve = api.person("Eve", key="a" * 43)
    host = api.person("Anna")
    address = host.make("rattus", "me", "open", joining="anyone")["table"]["id"]
    before = api.state()
    wanted = {"name": "Eve", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "me"}]}
    refused(eve.ask("POST", "/tables", json=wanted), 401, "unknown-key")
    refused(eve.ask("POST", f"/tables/{address}/seats/1", json={"name": "Eve"}), 401, "unknown-key")
    refused(eve.ask("GET", f"/tables/{address}/view", params={"seat": 0}), 409)
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
    known = api.person("Anna")
    known.make("rattus", "me", "open")
    before = api.state()
    for person in (api.person("Eve"), known):
        found = refused(person.ask("POST", "/tables", json={**GOOD, **wrong}), 422)
        assert len(json.dumps(found)) < 2_000, "a refusal does not send back all that was sent"
    assert api.state() == before


@pytest.mark.parametrize("left_out", ["name", "game", "seats"])
def test_a_table_needs_a_name_a_game_and_seats(api: Api, left_out: str) -> None:
    before = api.state()
    refused(api.person("Eve").ask("POST", "/tables", json={k: v for k, v in GOOD.items() if k != left_out}), 422)
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
    for path in (*POSTS[:6], "chat", "seats/1"):
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


# sitting down


def test_an_invitation_is_good_for_its_table_and_its_seat_alone(api: Api) -> None:
    anna, eve = api.person("Anna"), api.person("Eve")
    one = anna.make("rattus", "me", "open", "open")
    other = anna.make("rattus", "me", "open", "open")
    here, there = one["table"]["id"], other["table"]["id"]
    before = api.state()
    for address, seat, invitation in (
        (here, 2, one["invitations"]["1"]),
        (here, 1, other["invitations"]["1"]),
        (there, 1, one["invitations"]["1"]),
        (here, 1, ""),
        (here, 1, one["invitations"]["1"][:-1]),
        (here, 1, one["invitations"]["1"] + "A"),
        (here, 1, "1-"),
        (here, 1, "²-é"),
        (here, 0, "0-x"),
    ):
        sent = {"name": "Eve", "invitation": invitation}
        refused(eve.ask("POST", f"/tables/{address}/seats/{seat}", json=sent), 403, "not-invited")
    refused(eve.ask("POST", f"/tables/{here}/seats/5", json={"name": "Eve"}), 404, "no-seat")
    assert api.state() == before
    assert eve.sit(here, 1, one["invitations"]["1"])["seats"] == [1]
    assert eve.sit(here, 1, one["invitations"]["1"])["seats"] == [1], "the same once more changes nothing"


def test_only_who_sits_there_is_told_the_invitations(api: Api) -> None:
    anna, eve = api.person("Anna"), api.person("Eve")
    made = anna.make("rattus", "me", "open", "open", joining="anyone", watching="link")
    address = made["table"]["id"]
    for found in (eve.ask("GET", f"/tables/{address}"), eve.ask("GET", "/tables")):
        assert not any(invitation in found.text for invitation in made["invitations"].values())


def test_a_seat_taken_stays_taken_and_the_refused_keep_their_name(api: Api) -> None:
    anna, ben, eve = api.person("Anna"), api.person("Ben"), api.person("Eve")
    address = anna.make("rattus", "me", "open", "open", joining="anyone")["table"]["id"]
    eve.make("rattus", "me", "open")
    ben.sit(address, 1)
    before = api.state()
    for person in (eve, api.person("Newcomer")):
        refused(person.ask("POST", f"/tables/{address}/seats/1", json={"name": "Thief"}), 409, "taken")
        refused(person.ask("POST", f"/tables/{address}/seats/0", json={"name": "Thief"}), 409, "taken")
        refused(person.ask("POST", f"/tables/{address}/seats/2", json={"name": " \t "}), 422)
    assert api.state() == before


# lending, resigning, talking


def test_a_seat_that_is_lent_is_played_by_a_bot_until_it_is_taken_back(api: Api) -> None:
    anna = api.person("Anna")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    for seat in (0, 1):
        assert anna.post(f"/tables/{address}/lend", seat=seat)["seats"][seat]["bot"] == "random"
    anna.get(f"/tables/{address}/events", since=3, wait=5)
    view = anna.get(f"/tables/{address}/view", seat=0)
    assert view["asked"] is None and view["moves"] == []
    shown = anna.post(f"/tables/{address}/return", seat=0)
    assert shown["status"] == "over" or shown["seats"][0]["bot"] == ""


def test_who_resigns_against_one_other_ends_the_game_and_is_told_the_seed(
    api: Api, table: tuple[str, Caller, Caller]
) -> None:
    address, anna, ben = table
    assert anna.get(f"/tables/{address}")["seed"] is None
    shown = anna.post(f"/tables/{address}/resign", seat=0)
    assert (shown["status"], shown["ended_by"], shown["places"]) == ("over", "resigned", None)
    assert len(shown["seed"]) == 64 and shown["seats"][0]["resigned"]
    before = api.state()
    for path, sent in (
        ("resign", {"seat": 0}),
        ("resign", {"seat": 1}),
        ("lend", {"seat": 1}),
        ("return", {"seat": 1}),
        ("moves", {"seat": 1, "asked": 0, "move": "x"}),
    ):
        person = anna if sent["seat"] == 0 else ben
        refused(person.ask("POST", f"/tables/{address}/{path}", json=sent), 409, "over")
    assert api.state() == before


def test_what_is_said_is_kept_as_it_was_said(api: Api, table: tuple[str, Caller, Caller]) -> None:
    address, anna, ben = table
    anna.post(f"/tables/{address}/chat", seat=0, text="  <b>Bonjour</b>\n à   tous  ")
    ben.post(f"/tables/{address}/chat", seat=1, text="x" * 500)
    assert [line["text"] for line in ben.get(f"/tables/{address}/chat")] == ["<b>Bonjour</b> à tous", "x" * 500]
    before = api.state()
    for text in ("", "   ", "\n", "x" * 501, 7, None):
        refused(anna.ask("POST", f"/tables/{address}/chat", json={"seat": 0, "text": text}), 422)
    assert api.state() == before


def test_a_hint_is_a_legal_move_and_changes_nothing(api: Api, table: tuple[str, Caller, Caller]) -> None:
    address, *people = table
    who, view = to_move(address, *people)
    before = api.state()
    found = who.post(f"/tables/{address}/hint", seat=view["seat"])
    assert found["move"] in [move["name"] for move in view["moves"]] and 0 <= found["win_chance"] <= 1
    other = people[1 - view["seat"]]
    refused(other.ask("POST", f"/tables/{address}/hint", json={"seat": 1 - view["seat"]}), 409, "nothing-asked")
    assert api.state() == before


def test_a_rematch_is_one_table_whoever_asks_for_it(api: Api, table: tuple[str, Caller, Caller]) -> None:
    address, anna, ben = table
    refused(anna.ask("POST", f"/tables/{address}/rematch"), 409, "running")
    anna.post(f"/tables/{address}/resign", seat=0)
    first, second = anna.post(f"/tables/{address}/rematch"), ben.post(f"/tables/{address}/rematch")
    assert first["id"] == second["id"] != address
    assert first["options"]["start"] == 1 and first["status"] == "running"
    assert anna.get(f"/tables/{address}")["rematch"] == first["id"]


# secrets and news


@pytest.mark.parametrize("game", GAMES)
def test_the_seed_is_in_no_answer_before_the_end(api: Api, game: str) -> None:
    address, people = two_at(api, game, 3)
    secret = api.hall.rooms[address].kept.seed
    dice, anna, ben = random.Random(4), people[0][0], people[1][0]
    for _ in range(12):
        for person in (anna, ben, api.person("Nobody")):
            for path in ("", "/events", "/chat", "/record", "/view"):
                text = person.ask("GET", f"/tables/{address}{path}").text
                assert secret.hex() not in text and str(int.from_bytes(secret, "big")) not in text
        play_on(address, people, dice, most=3)
    refused(anna.ask("GET", f"/tables/{address}/record"), 409, "running")


def test_whoever_waits_is_told_as_soon_as_something_happens(api: Api, table: tuple[str, Caller, Caller]) -> None:
    address, *people = table
    who, view = to_move(address, *people)
    other = people[1 - view["seat"]]
    since = other.get(f"/tables/{address}/events")["next"]
    began = time.monotonic()
    assert other.get(f"/tables/{address}/events", since=since, wait=0.2)["events"] == []
    assert time.monotonic() - began >= 0.2
    found: list[Any] = []
    waiting = threading.Thread(
        target=lambda: found.append(other.get(f"/tables/{address}/events", since=since, wait=20))
    )
    waiting.start()
    while not api.hall.rooms[address].streams:
        time.sleep(0.01)
    who.post(f"/tables/{address}/moves", seat=view["seat"], asked=view["asked"], move=view["moves"][0]["name"])
    waiting.join(10)
    assert found and found[0]["acts"] == 1
    assert not api.hall.rooms[address].streams, "who has gone is forgotten"


def test_a_stream_tells_everything_once_and_goes_on_where_it_broke_off(api: Api) -> None:
    """The stream of a game that is over is all of it at once, and ends."""
    anna = api.person("Anna")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    play_on(address, [(anna, [0, 1])], random.Random(6))
    everything = anna.get(f"/tables/{address}/events")
    whole = anna.ask("GET", f"/tables/{address}/stream")
    assert whole.headers["content-type"].startswith("text/event-stream")
    assert [event for _, message in told(whole.text) for event in message["events"]] == everything["events"]
    assert told(whole.text)[-1][0] == everything["next"]
    for last in (1, 7, everything["next"] - 1):
        rest = anna.ask("GET", f"/tables/{address}/stream", headers={"last-event-id": str(last)})
        ((number, message),) = told(rest.text)
        assert number == everything["next"] and message["events"] == everything["events"][last:]


@pytest.mark.parametrize("last", ["x", "-1", "1.5", "²", "9" * 50, "", "1;2", "99999"])
def test_a_last_event_that_never_was_does_no_harm(api: Api, last: str) -> None:
    anna = api.person("Anna")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    anna.post(f"/tables/{address}/resign", seat=0)
    anna.ask("POST", f"/tables/{address}/resign", json={"seat": 1})
    headers = {"last-event-id": last.encode("utf-8")}
    found = anna.ask("GET", f"/tables/{address}/stream", headers=headers)
    assert found.status_code == 200 and told(found.text)[-1][1]["over"]
    everything = anna.get(f"/tables/{address}/events")["next"]
    assert told(found.text)[-1][0] <= everything, "no event has a higher number"


# the description


def test_the_description_names_every_path_and_every_refusal(api: Api) -> None:
    document = api.request("GET", "/openapi.json").json()
    assert document["openapi"].startswith("3.")
    assert all(path.startswith("/api/v1/") for path in document["paths"])
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert {"401", "429"} <= set(operation["responses"]), (method, path)
