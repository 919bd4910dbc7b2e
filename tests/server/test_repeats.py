"""Requests that come again: a lost answer or a doubled click makes one table, one seat, one line."""

from __future__ import annotations

import json
import random
import re
import secrets
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bellringer.server.base.settings import Limits
from bellringer.server.service import TableService
from bellringer.server.store.values.kept import now
from bellringer.server.tables.requests import SeatRequest, TableRequest
from bellringer.server.tables.verbs import repeats
from bellringer.server.tables.verbs.repeats import Sent
from tests.server.callers import Api, Caller, at_server, browser, play_on, refused, submit, to_move, two_at
from tests.server.services import Known, WithService, any_name, asked_of, refusal, table_for

pytestmark = pytest.mark.slow

OPEN = {"name": "Anna", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "open"}], "joining": "anyone"}
KEY = "8e03978e-40d5-43dd-bc93-6894a57f9324"


def again(key: str = KEY) -> dict[str, str]:
    """The header of a request that may come again, as the draft of the IETF writes it."""
    return {"idempotency-key": f'"{key}"'}


def count(api: Api, table: str) -> int:
    """The rows of a table of the database."""
    with closing(sqlite3.connect(api.service.settings.database)) as base:
        found: int = base.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        return found


# programs


def test_a_table_that_is_asked_for_again_is_the_same_also_after_a_restart(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        first, second = (api.user("Anna").ask("POST", "/tables", json=OPEN, headers=again()) for _ in range(2))
        assert first.status_code == second.status_code == 201 and first.json() == second.json()
        assert count(api, "tables") == count(api, "people") == 1
    with at_server(tmp_path) as api:
        third = api.user("Anna").ask("POST", "/tables", json=OPEN, headers=again())
        assert third.json() == first.json()
        anna = api.user("Anna", third.json()["key"])
        assert anna.get(f"/tables/{third.json()['table']['id']}")["seats"][0]["name"] == "Anna"
        assert anna.ask("POST", "/tables", json=OPEN, headers=again()).json() != first.json(), "her own keys are others"


def test_a_seat_that_is_asked_for_again_is_the_same(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        made = api.user("Anna").post("/tables", **OPEN)
        path = f"/tables/{made['table']['id']}/seats/1"
        first, second = (api.user("Ben").ask("POST", path, json={"name": "Ben"}, headers=again()) for _ in range(2))
        assert first.status_code == second.status_code == 200
        assert first.json()["key"] == second.json()["key"] and second.json()["seats"] == [1]
        assert count(api, "people") == 2
        refused(api.user("Eve").ask("POST", path, json={"name": "Eve"}, headers=again(KEY[::-1])), 409, "begun")


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("chat", {"seat": 0, "text": "hello"}),
        ("signs", {"seat": 0, "sign": "hello"}),
        ("asides", {"text": "hello", "name": "Cleo"}),
    ],
)
def test_a_line_is_said_once(tmp_path: Path, path: str, sent: dict[str, Any]) -> None:
    with at_server(tmp_path) as api:
        address, people = two_at(api, "rattus", 2)
        cleo = api.user("Cleo")
        cleo.make("rattus", "me", "open")
        who = cleo if path == "asides" else people[0][0]
        lines = f"/tables/{address}/{'asides' if path == 'asides' else 'chat'}"
        found = [who.ask("POST", f"/tables/{address}/{path}", json=sent, headers=again()) for _ in range(3)]
        assert [answer.status_code for answer in found] == [200] * 3 and found[0].json() == found[2].json()
        assert len(who.get(lines)) == 1
        who.post(f"/tables/{address}/{path}", **sent)
        assert who.ask("POST", f"/tables/{address}/{path}", json=sent, headers=again()).json()["number"] == 1
        assert len(who.get(lines)) == 2, "without a key, or with another one, it is another line"


def test_a_key_is_for_one_request_of_one_person(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        api.user("Anna").ask("POST", "/tables", json=OPEN, headers=again())
        before = api.state()
        other = {**OPEN, "watching": "nobody"}
        refused(api.user("Anna").ask("POST", "/tables", json=other, headers=again()), 422, "other-request")
        address = next(iter(api.service.tables.rooms))
        seat = api.user("Anna").ask("POST", f"/tables/{address}/seats/1", json={"name": "x"}, headers=again())
        refused(seat, 422, "other-request")
        assert api.state() == before
        ben = api.user("Ben")
        ben.make("rattus", "me", "open")
        assert ben.ask("POST", "/tables", json=other, headers=again()).status_code == 201


@pytest.mark.parametrize("key", ["", "1", "x" * 21, "x" * 201, "x" * 22 + " ", '"', "x" * 22 + "\\"])
def test_a_key_can_not_be_guessed(tmp_path: Path, key: str) -> None:
    with at_server(tmp_path) as api:
        answer = api.user("Anna").ask("POST", "/tables", json=OPEN, headers={"idempotency-key": key})
        refused(answer, 422, "bad")
        assert count(api, "tables") == 0


def test_no_secret_is_kept_for_a_request(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        key = api.user("Anna").ask("POST", "/tables", json=OPEN, headers=again()).json()["key"]
        files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert key.encode() not in files and KEY.encode() not in files and b"Anna" in files


def test_a_request_that_was_refused_can_be_sent_again(tmp_path: Path) -> None:
    with at_server(tmp_path, Limits(open_tables=1)) as api:
        address = api.user("Ben").make("rattus", "me", "open")["table"]["id"]
        refused(api.user("Anna").ask("POST", "/tables", json=OPEN, headers=again()), 503, "full")
        room = api.service.tables.rooms[address]
        api.portal.call(api.service.setup.discard, room)
        api.service.store.changes.flush()
        assert api.user("Anna").ask("POST", "/tables", json=OPEN, headers=again()).status_code == 201


def test_a_table_that_was_closed_is_not_made_again(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        made = api.user("Anna").ask("POST", "/tables", json=OPEN, headers=again()).json()
        room = api.service.tables.rooms[made["table"]["id"]]
        api.portal.call(api.service.setup.discard, room)
        refused(api.user("Anna").ask("POST", "/tables", json=OPEN, headers=again()), 404, "no-table")


# acts, which carry the number of what they answer


def sent_twice(who: Caller, address: str, path: str, **sent: Any) -> Any:
    """The answer to a request, which is the same when it comes again, and does nothing then."""
    found = []
    for _ in range(2):
        answer = who.ask("POST", f"/tables/{address}/{path}", json=sent)
        assert answer.is_success, (path, answer.text)
        acts = who.get(f"/tables/{address}/chain")["acts"]
        found.append((answer.status_code, answer.content, acts))
    assert found[0] == found[1], path
    return json.loads(found[0][1] or "null")


def may_ask_back(address: str, people: list[tuple[Caller, list[int]]]) -> tuple[Caller, Caller, int]:
    """Play until somebody may ask for a decision back past the other: who asks, who answers, the seat that asks."""
    dice = random.Random(4)
    while True:
        play_on(address, people, dice, 1)
        for seat, (one, other) in enumerate((people, people[::-1])):
            if one[0].get(f"/tables/{address}/view", seat=seat)["may_ask_back"] > 1:
                return one[0], other[0], seat


def test_an_act_whose_answer_was_lost_is_answered_the_same_when_it_comes_again(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.service.bots, "has_work", lambda live: False)  # no bot plays in between
    address, people = two_at(api, "notre-dame", 3)
    for path in ("lend", "return"):
        sent_twice(people[0][0], address, path, seat=0)
    sent_twice(people[0][0], address, "standing", seat=0, standing="never")
    who, view = to_move(address, people[0][0], people[1][0])
    move = sent_twice(who, address, "moves", seat=view["seat"], asked=view["asked"], move=view["moves"][0]["name"])
    sent_twice(who, address, "undo", seat=view["seat"], acts=move["number"])
    people[1][0].post(f"/tables/{address}/chat", seat=1, text="hello")
    sent_twice(people[0][0], address, "reports", place="table", number=1)
    sent_twice(people[0][0], address, "resign", seat=0)
    sent_twice(people[0][0], address, "resign", seat=2)
    assert people[0][0].get(f"/tables/{address}")["status"] == "over"


@pytest.mark.parametrize("said", ["agree", "refuse", "withdraw"])
def test_a_request_and_its_answer_are_the_same_when_they_come_again(api: Api, said: str) -> None:
    address, people = two_at(api, "notre-dame", 2)
    asker, other, seat = may_ask_back(address, people)
    acts = asker.get(f"/tables/{address}/view", seat=seat)["acts"]
    sent_twice(asker, address, "ask-back", seat=seat, acts=acts)
    who, own = (asker, seat) if said == "withdraw" else (other, 1 - seat)
    sent_twice(who, address, "answer-back", seat=own, number=acts + 1, answer=said)
    other_word = {"seat": own, "number": acts + 1, "answer": "refuse" if said == "agree" else "agree"}
    refused(who.ask("POST", f"/tables/{address}/answer-back", json=other_word), 409, "no-request")
    assert asker.get(f"/tables/{address}/view", seat=seat)["acts"] > acts + 1


@pytest.mark.parametrize("end", ["accept", "bots", "open"])
def test_a_rematch_is_the_same_when_its_answers_come_again(
    api: Api, table: tuple[str, Caller, Caller], end: str
) -> None:
    address, anna, ben = table
    anna.post(f"/tables/{address}/resign", seat=0)
    for word in ("accept", "withdraw", "accept"):
        sent_twice(ben, address, "rematch", answer=word)
    sent_twice(anna, address, "rematch", answer="decline")
    made = sent_twice(anna if end == "accept" else ben, address, "rematch", answer=end)
    assert made["id"] != address


def test_a_second_part_of_a_move_that_was_not_kept_is_done_later(with_service: WithService, known: Known) -> None:
    """The server was killed between the two acts, or the second could not be stored."""

    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "notre-dame", "me", "here", "here")
        live, dice = room.game, random.Random(3)
        while True:
            seat = dice.choice(live.pending)
            asked, name = asked_of(room, seat), dice.choice(live.table.moves(seat)).name
            act = service.playing.move(room, seat, asked, name)
            if live.holders[seat].asked == act.number:
                break
        then = any_name(room, seat)
        assert service.playing.move(room, seat, asked, name, then) is act
        assert (live.acts[-1].word, live.acts[-1].asked, live.acts[-2]) == (then, act.number, act)
        service.playing.move(room, seat, asked, name, then)
        assert live.acts[-2] == act

    with_service(work)


# a server that is killed in between, and room


def test_what_was_noted_and_not_done_is_done_later(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna = known(service, "Anna")
        room = table_for(service, anna, "rattus", "me", "here")
        sent = Sent(KEY, "anna", "/say", b"hello")
        with service.repeats.attempt(sent) as attempt:
            attempt.note(1)  # and then the server was killed, and somebody else spoke
        service.playing.say(room, 1, "hello")
        assert service.repeats.say(sent, room, 0, "hello").number == 2
        assert service.repeats.say(sent, room, 0, "hello").number == 2
        with service.repeats.attempt(sent):
            assert refusal(service.repeats.say, sent, room, 0, "hello") == "under-way"
        wanted = TableRequest("rattus", (SeatRequest("me"), SeatRequest("open")))
        with service.repeats.attempt(replace(sent, path="/tables", key=KEY + "2")) as attempt:
            attempt.note()
            made = service.setup.make(anna, wanted, "", attempt.address)
            assert made.address == attempt.address and len(made.address) == 16

    with_service(work)


def test_requests_are_kept_a_day_and_only_so_many(with_service: WithService, monkeypatch: pytest.MonkeyPatch) -> None:
    at = [now()]
    monkeypatch.setattr("bellringer.server.tables.verbs.repeats.now", lambda: at[0])

    async def work(service: TableService) -> None:
        service.repeats.most = 10

        def note(number: int) -> None:
            at[0] += 1
            with service.repeats.attempt(Sent(f"{number}", "", "/", b"")) as attempt:
                attempt.note()

        for number in range(25):
            note(number)
        service.repeats.forget_old()
        assert service.store.repeats.count() == 10
        at[0] += repeats.KEPT_FOR // 2 + 1
        note(99)
        service.repeats.forget_old()
        assert service.store.repeats.count() == 10
        at[0] += repeats.KEPT_FOR // 2
        service.repeats.forget_old()
        assert service.store.repeats.count() == 1 and repeats.KEPT_FOR >= 86_400_000

    with_service(work)


# pages


def number_in(text: str, form: str) -> str:
    """The number that a form of a page carries."""
    found = re.search(rf'{form}".*?name="once" value="([^"]+)"', text, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(("page", "path"), [("/", "/play"), ("/new/rattus", "/new/rattus")])
def test_a_doubled_click_makes_one_table(tmp_path: Path, page: str, path: str) -> None:
    with at_server(tmp_path) as api:
        key, csrf = browser(api)
        form = {"once": number_in(api.request("GET", page).text, path), "game": "rattus", "seats": "2"}
        form |= {"level": "random", "who_1": "me", "who_2": "bot:random", "name_1": "Anna"}

        def sent(**more: str) -> Any:
            answer = submit(api, path, key, csrf, None, **{**form, **more})
            assert answer.status_code == 303, answer.text
            return answer.headers["location"]

        made = sent()
        assert sent() == made and count(api, "tables") == 1
        assert sent(seats="3", who_3="bot:random") != made, "the page was filled in again"
        assert sent(once=secrets.token_urlsafe(16)) != made
        assert submit(api, f"{made}/resign", key, csrf, seat="").status_code == 303
        assert sent() != made, "after its end the same form means a new game"
        other, its_csrf = browser(api)
        assert submit(api, path, other, its_csrf, None, **form).headers["location"] != made


def test_a_line_that_is_sent_twice_is_said_once(api: Api, table: tuple[str, Caller, Caller]) -> None:
    address, anna, _ = table
    key, csrf = browser(api, anna.key)

    def page() -> str:
        text: str = api.request("GET", f"/t/{address}", headers={"cookie": f"bellringer_key={key}"}).text
        return text

    def say(once: str, path: str = "say", **words: str) -> None:
        assert submit(api, f"/t/{address}/{path}", key, csrf, None, seat="0", once=once, **words).status_code == 303

    first = number_in(page(), 'id="say')
    for _ in range(3):
        say(first, text="hello")
    say(first, text="and more")
    second = number_in(page(), 'id="signs')
    for _ in range(2):
        say(second, "sign", sign="hello")
    say(number_in(page(), 'id="say'), text="hello")
    assert [line["text"] for line in anna.get(f"/tables/{address}/chat")] == ["hello", "and more", "hello", "hello"]


def test_a_spectators_line_that_is_sent_twice_is_said_once(api: Api, table: tuple[str, Caller, Caller]) -> None:
    address, _, _ = table
    key, csrf = browser(api)
    text = api.request("GET", f"/t/{address}", headers={"cookie": f"bellringer_key={key}"}).text
    for form in ("aside", "aside-sign"):
        assert f'form="{form}" name="once" value="0"' in text
    for _ in range(3):
        submit(api, f"/t/{address}/aside", key, csrf, None, once="0", text="hello", name="Cleo")
    assert [line.text for line in api.service.tables.rooms[address].asides] == ["hello"]
