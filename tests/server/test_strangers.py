"""What strangers can't do to those who play: take their keys, their places, or a look at what is not for them."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from bellringer.server.base.settings import Limits
from bellringer.server.service import TableService
from bellringer.server.visitors.security import KEY_COOKIE
from tests.server.callers import Api, at_server, browser, refused, serving, settings_at, submit
from tests.server.services import Known, WithService, refusal, table_for


def test_a_fast_game_for_millions_is_refused_before_it_is_thought_of(api: Api) -> None:
    key, csrf = browser(api)
    before = api.state()
    for seats in ("999999999", "7", "1"):
        answer = submit(api, "/play", key, csrf, game="rattus", seats=seats, level="novice")
        assert answer.status_code == 422
    assert api.state() == before


# keys


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("POST", "/nothing", {"sec-fetch-dest": "document", "sec-fetch-site": "cross-site"}),
        ("POST", "/language", {"sec-fetch-dest": "document", "sec-fetch-site": "cross-site"}),
        ("POST", "/language", {}),
        ("GET", "/", {"sec-fetch-dest": "iframe"}),
        ("GET", "/about", {"sec-fetch-dest": "image"}),
        ("HEAD", "/", {}),
    ],
)
def test_no_key_is_given_to_who_did_not_ask_for_a_page(
    api: Api, method: str, path: str, headers: dict[str, str]
) -> None:
    """A page of another site can make a browser ask without the key that it has; another must not take its place."""
    answer = api.request(method, path, headers=headers)
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("headers", [{}, {"sec-fetch-dest": "document", "sec-fetch-site": "cross-site"}])
@pytest.mark.parametrize("path", ["/", "/about", "/t/nothing", "/join/nothing/0-nothing"])
def test_who_asks_for_a_page_gets_a_key(api: Api, path: str, headers: dict[str, str]) -> None:
    assert KEY_COOKIE in api.request("GET", path, headers=headers).headers["set-cookie"]


# looking on


@pytest.mark.parametrize("path", ["/t/{}/live?lobby=1", "/t/{}/live?page=zz"])
def test_who_looked_on_before_a_game_that_nobody_may_watch_has_to_go(tmp_path: Path, path: str) -> None:
    with serving(settings_at(tmp_path)) as url:
        anna = httpx.post(f"{url}/api/v1/tables", json={
            "name": "Anna", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "open"}], "joining": "anyone",
            "watching": "nobody"}).json()  # fmt: skip
        address, heard, is_open = anna["table"]["id"], [], threading.Event()

        def listen() -> None:
            with httpx.stream("GET", url + path.format(address), timeout=20) as answer:
                for text in answer.iter_text():
                    heard.append(text)
                    is_open.set()

        stranger = threading.Thread(target=listen)
        stranger.start()
        assert is_open.wait(10)
        seat = {"name": "Ben", "invitation": anna["invitations"]["1"]}
        httpx.post(f"{url}/api/v1/tables/{address}/seats/1", json=seat).raise_for_status()
        stranger.join(10)
        assert not stranger.is_alive(), "the stream has ended"
        assert "Ben" not in "".join(heard)


# crowding out


def test_one_visitor_can_not_take_all_the_places_of_those_who_listen(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna, other = known(service, "Anna"), known(service, "Eve")
        room = table_for(service, anna, "rattus", "me", "here")
        with ExitStack() as pages:
            for number in range(3):
                service.listeners.check(room, None, f"10.0.0.{number}")
                pages.enter_context(service.listeners.listening(room, None, f"10.0.0.{number}"))
            assert refusal(service.listeners.check, room, other, f"user {other.id}") == "full"
            for _ in range(2):
                service.listeners.check(room, anna, f"user {anna.id}")
                pages.enter_context(service.listeners.listening(room, anna, f"user {anna.id}"))
            assert refusal(service.listeners.check, room, anna, f"user {anna.id}") == "full"

    with_service(work, limits=Limits(streams_a_table=3, streams_a_visitor=2))


def test_who_has_stopped_listening_is_not_counted(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here")
        for _ in range(5):
            service.listeners.check(room, None, "10.0.0.1")
            with service.listeners.listening(room, None, "10.0.0.1"):
                assert len(room.streams) == 1
        assert not room.streams

    with_service(work, limits=Limits(streams_a_table=3, streams_a_visitor=2))


def test_a_full_table_still_speaks_to_its_players(tmp_path: Path) -> None:
    with at_server(tmp_path, Limits(streams_a_table=0)) as api:
        anna = api.user("Anna")
        address = anna.make("rattus", "me", "me", "me")["table"]["id"]
        refused(api.user("Eve").ask("GET", f"/tables/{address}/events", params={"since": 99, "wait": 1}), 503, "full")
        assert anna.get(f"/tables/{address}/events", since=99, wait=0.1)["acts"] == 0


# the others at the table


def test_who_has_given_up_is_offered_nothing_that_would_be_refused(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        anna = api.user("Anna")
        address = anna.make("notre-dame", "me", "novice", "novice")["table"]["id"]
        anna.post(f"/tables/{address}/resign", seat=0)
        answer = api.request("GET", f"/t/{address}", headers={"cookie": f"{KEY_COOKIE}={anna.key}"})
        for form in ('id="moves"', 'id="ask-hint"', 'id="undo"', 'id="leave"'):
            assert form not in answer.text
        assert anna.get(f"/tables/{address}/view", seat=0)["may_undo"] is False


def test_sitting_down_twice_on_the_last_seat_is_sitting_down(api: Api) -> None:
    anna = api.user("Anna").make("rattus", "me", "open")
    address, token = anna["table"]["id"], anna["invitations"]["1"]
    key, csrf = browser(api)
    for _ in range(2):
        answer = submit(api, f"/join/{address}/{token}", key, csrf, name="Ben")
        assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{address}")
    stranger, csrf = browser(api)
    assert submit(api, f"/join/{address}/{token}", stranger, csrf, name="Eve").status_code == 409


def test_a_hint_is_for_who_has_the_screen(api: Api) -> None:
    """Without scripts the hint comes as a page of its own: the asking seat's, with no curtain behind the hint."""
    key, csrf = browser(api)
    made = submit(api, "/new/notre-dame", key, csrf, seats="2", who_1="me", name_1="Anna", who_2="here", name_2="Ben",
                  clock="none", joining="link", watching="anyone")  # fmt: skip
    answer = submit(api, made.headers["location"] + "/hint", key, csrf, seat="0")
    assert answer.status_code == 200
    assert "is-hinted" in answer.text and 'class="curtain"' not in answer.text
    curtain = api.request("GET", made.headers["location"], headers={"cookie": f"{KEY_COOKIE}={key}"})
    assert "is-hinted" not in curtain.text and 'class="curtain"' in curtain.text


def test_the_language_can_be_changed_on_a_page_that_answers_a_form(api: Api) -> None:
    key, csrf = browser(api)
    made = submit(api, "/new/notre-dame", key, csrf, seats="2", who_1="me", name_1="Anna", who_2="here", name_2="Ben",
                  clock="none", joining="link", watching="anyone")  # fmt: skip
    table = made.headers["location"]
    for path, where in ((f"{table}/hint", table), ("/language", "/")):
        answer = submit(api, path, key, csrf if path != "/language" else "x", seat="0")
        assert f'name="back" value="{where}"' in answer.text


@pytest.mark.parametrize("path", ["/", "/healthz"])
def test_who_only_wants_the_head_of_a_page_gets_it(api: Api, path: str) -> None:
    assert api.request("HEAD", path).status_code == 200


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("\u202eevil\u202c", "evil"),
        ("a\u200bb\x00c\ufeff", "abc"),
        ("  a \u200b b ", "a b"),
        ("\U0001f469\u200d\U0001f680 à bientôt", "\U0001f469\u200d\U0001f680 à bientôt"),
    ],
)
def test_a_line_of_the_chat_is_what_it_looks_like(api: Api, text: str, line: str) -> None:
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    assert anna.post(f"/tables/{address}/chat", seat=0, text=text)["text"] == line


@pytest.mark.parametrize("text", ["\u200b", "\u202e \u202c", "\x00", "\u200d", " \u200c "])
def test_what_nobody_can_see_is_not_said(api: Api, text: str) -> None:
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    refused(anna.ask("POST", f"/tables/{address}/chat", json={"seat": 0, "text": text}), 422, "empty")
