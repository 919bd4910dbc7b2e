"""The pages around the tables: what they tell whom they are shown to."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import httpx
import pytest

from bellringer.server.base.settings import unlimited
from bellringer.server.visitors.security import KEY_COOKIE
from tests.server.callers import Api, Caller, at_server, browser, first_message, play_on, submit, two_at

NASTY = "<b>Eve & 'Bob'</b>"


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with at_server(tmp_path_factory.mktemp("pages")) as running:
        yield running


def shown(api: Api, path: str, user: Caller | None = None, status: int = 200) -> str:
    """A page as its HTML."""
    key = {"cookie": f"{KEY_COOKIE}={user.key}"} if user is not None else {}
    answer = api.request("GET", path, headers={**key, "accept-language": "en"})
    assert answer.status_code == status
    return str(answer.text)


def test_bots_at_a_table_have_names_of_their_own_and_say_how_strong_they_are(api: Api) -> None:
    made = api.user("Anna").make("rattus", "me", "novice", "novice", "random")
    text = html.unescape(shown(api, f"/t/{made['table']['id']}"))
    plain = re.sub(r"<svg.*?</svg>", "", text)  # without their faces
    kind = r'<span class="seat-kind soft" title="(.*?)">.*?<span class="seat-level" aria-hidden="true">(.*?)</span>'
    heads = re.findall(rf"<h3[^>]*>(.*?)</h3>\s*{kind}", plain)
    assert heads == [
        ("Bertran", "Blue · a bot: Novice", "Novice"),
        ("Clémence", "Green · a bot: Novice", "Novice"),
        ("Drogo", "Violet · a bot: Random (plays anything)", "Random"),
    ]


def test_an_invitation_tells_who_invites_and_who_sits_there(api: Api) -> None:
    made = api.user(NASTY).make("rattus", "me", "open", "novice", "open")
    text = shown(api, f"/join/{made['table']['id']}/{made['invitations']['1']}")
    assert NASTY not in text
    words = html.unescape(re.sub(r"<[^>]*>", "", text))
    assert f"{NASTY} invites you." in words and f"At the table: {NASTY}, Clémence (Novice)" in words


@pytest.mark.parametrize("page", ["verify", "record"])
def test_what_a_running_game_does_not_show_yet_leads_back_to_it(api: Api, page: str) -> None:
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    assert f'class="main-button" href="/t/{address}"' in shown(api, f"/t/{address}/{page}", anna, 409)
    assert "/t/nowhere" not in shown(api, f"/t/nowhere/{page}", anna, 404).partition("<main")[2]


def test_what_is_wrong_with_a_new_table_stands_at_its_field(api: Api) -> None:
    key, csrf = browser(api)
    form = {"seats": "2", "who_1": "me", "name_1": "Anna", "who_2": "bot:novice", "start": "4", "edition": "2007"}
    answer = submit(api, "/new/notre-dame", key, csrf, **form)
    assert answer.status_code == 422
    field = re.search(r'<select id="start"[^>]*>.*?</div>', answer.text, re.DOTALL)
    assert field is not None and 'aria-invalid="true"' in field.group() and 'id="start-error"' in field.group()
    assert 'aria-describedby="start-error"' in field.group() and 'href="#start"' in answer.text
    assert answer.text.count('aria-invalid="true"') == 1


def test_the_page_reads_what_a_choice_would_do(api: Api) -> None:
    anna, ben = api.user("Anna"), api.user("Ben")
    address = anna.make("notre-dame", "me", "random")["table"]["id"]
    ben.make("notre-dame", "me", "me")
    view = anna.get(f"/tables/{address}/view", seat=0)
    query = {"seat": "0", "asked": str(view["asked"]), "move": view["moves"][0]["name"]}

    def read(who: Caller, **changed: str) -> httpx.Response:
        headers = {"cookie": f"{KEY_COOKIE}={who.key}", "accept-language": "fr"}
        return api.request("GET", f"/t/{address}/preview", params={**query, **changed}, headers=headers)

    answer = read(anna)
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"
    assert set(answer.json()) == {"lines", "unknown", "figures", "pieces", "next"}
    assert read(ben).status_code == 403
    assert read(anna, asked="9999").status_code == 409
    assert read(anna, asked="x").status_code == 422
    assert read(anna, move="nonsense").status_code == 409
    assert read(anna, move=f"{query['move']} > nonsense").json() == answer.json()


def test_previews_are_counted(tmp_path: Path) -> None:
    with at_server(tmp_path, replace(unlimited(), previews="2/minute")) as api:
        anna = api.user("Anna")
        address = anna.make("rattus", "me", "random")["table"]["id"]
        asked = {"seat": 0, "asked": 0, "move": "x"}
        got = [anna.ask("GET", f"/tables/{address}/preview", params=asked).status_code for _ in range(3)]
        assert got[2] == 429 and 429 not in got[:2]


def test_a_page_that_listens_again_is_sent_everything(api: Api) -> None:
    """What its last stream was sent may have been lost on the way, even if the browser says nothing of it."""
    address, people = two_at(api, "rattus", 2)
    anna, _ = people[0]
    cookie = ("cookie", f"{KEY_COOKIE}={anna.key}")
    name = re.findall(r"/live\?page=([\w-]+)", shown(api, f"/t/{address}", anna))[0]

    def heard() -> bytes:
        found = partial(first_message, api.app, f"/t/{address}/live?page={name}&seat=0", [cookie])
        return bytes(api.portal.call(found))

    assert play_on(address, people, random.Random(1), most=1)
    first, again = heard(), heard()
    assert b'"#latest"' in first and b'"#log"' not in first and b'"#ground"' not in first
    assert b'"#log"' in again and b'"#ground"' in again
