"""What people bring: read apart within bounds, refused with place and reason, theirs alone, gone after some days."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import bellringer
from bellringer.core.shown.words import LANGUAGES
from bellringer.server.people.known import hash_of
from bellringer.server.store.brought_rows import MOST_BYTES, Brought
from bellringer.server.store.host_rows import remove_person
from bellringer.server.store.values.kept import now
from bellringer.server.tables.brought.brought_games import KEPT_FOR, MOST_EACH
from bellringer.server.tables.brought.reader import Reader, Unreadable
from bellringer.server.visitors.security import KEY_COOKIE
from tests.server.callers import Api, at_server, browser, submit
from tests.server.test_points import over

pytestmark = pytest.mark.unhurried

GAMES = ("notre-dame", "rattus")
BOUNDARY = "brought-by-a-test"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with at_server(tmp_path_factory.mktemp("brought")) as api:
        yield api


class Bringer:
    """Somebody with a browser who brings things."""

    def __init__(self, api: Api, language: str = "en") -> None:
        self.api, self.language = api, language
        self.key, self.csrf = browser(api)

    @property
    def headers(self) -> dict[str, str]:
        """What the browser sends with each request."""
        return {"cookie": f"{KEY_COOKIE}={self.key}", "accept-language": self.language}

    def bring(self, text: str | bytes = "", file: bytes | None = None) -> httpx.Response:
        """The answer to the form. By paste, unless there is a file."""
        parts = [("csrf", self.csrf.encode()), ("brought", text.encode() if isinstance(text, str) else text)]
        body = b""
        for name, value in parts:
            body += f'--{BOUNDARY}\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n'.encode() + value + b"\r\n"
        named = b"" if file is None else b"game.record"
        head = b'content-disposition: form-data; name="file"; filename="' + named + b'"\r\ncontent-type: text/plain'
        body += f"--{BOUNDARY}\r\n".encode() + head + b"\r\n\r\n" + (file or b"") + f"\r\n--{BOUNDARY}--\r\n".encode()
        kind = {"content-type": f"multipart/form-data; boundary={BOUNDARY}", "origin": "http://localhost"}
        return self.api.request("POST", "/bring", content=body, headers={**self.headers, **kind})

    def get(self, path: str) -> httpx.Response:
        """A page."""
        return self.api.request("GET", path, headers=self.headers)


def record_of(game: str) -> str:
    """The record of a finished game."""
    table: bellringer.Table = over(game, 2).table
    return table.record()


@pytest.mark.parametrize("by_file", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_record_opens_in_the_replay_of_who_has_brought_it(site: Api, game: str, by_file: bool) -> None:
    """At every moment, marked, with where its points came from, and nobody else sees it."""
    anna, ben = Bringer(site), Bringer(site)
    text = record_of(game)
    answer = anna.bring("", text.encode()) if by_file else anna.bring(text)
    assert answer.status_code == 303, answer.text[:3000]
    path = answer.headers["location"]
    page = anna.get(f"{path}?at=99999&eyes=all")
    assert page.status_code == 200 and "Brought by file" in page.text and 'id="end-title"' in page.text
    assert 'id="points"' in page.text and f'href="{path}' in page.text
    assert anna.get(f"{path}/moments?from=0").json()["moments"][0]["at"] == 0
    assert path in anna.get("/bring").text and path not in ben.get("/bring").text
    for more in ("", "/moments", "/preview", "/move", "/play-on"):
        assert ben.get(path + more).status_code == 404, more


@pytest.mark.parametrize("game", GAMES)
def test_a_position_opens_and_moves_can_be_tried_from_it(site: Api, game: str) -> None:
    anna = Bringer(site)
    answer = anna.bring(json.dumps({"game": game, "seats": 3}))
    assert answer.status_code == 303, answer.text[:3000]
    path = answer.headers["location"]
    page = anna.get(f"{path}?at=0&try=")
    assert page.status_code == 200 and "is not over there" in page.text
    form = anna.get(f"{path}/play-on?at=0")
    assert form.status_code == 200 and 'value="new"' in form.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_bad_is_refused_with_place_and_reason(site: Api, language: str) -> None:
    """In the reader's words, with the core's reason; and what was typed stands there still, as text."""
    anna = Bringer(site, language)
    text, script = record_of("rattus"), "<script>alert(1)</script>"
    lines = text.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("1. "))
    wrong = "\n".join([*lines[:first], "1. red fly away", *lines[first + 1 :]])
    words = {"en": ("Move 1", "Line 2", "supply"), "fr": ("Le coup 1", "La ligne 2", "supply")}[language]
    for sent, place in (
        (wrong, words[0]),
        (f"{lines[0]}\n{script}\n", words[1]),
        ('{"game": "rattus", "seats": 3, "supply": 900}', words[2]),
    ):
        answer = anna.bring(sent)
        assert answer.status_code == 422 and place in answer.text, answer.text[:3000]
        assert script not in answer.text and ("&lt;script&gt;" in answer.text) == (script in sent)
    for odd in (b"", b"\xff\xfe\x00", b"[1]", b"{" * 5000, b'{"game": "chess"}', b"\x00" * 100):
        assert anna.bring(odd).status_code == 422, odd[:20]
    assert anna.bring("x" * (MOST_BYTES + 1)).status_code == 422
    assert anna.bring("x" * (MOST_BYTES + 50_000)).status_code == 413


def test_other_forms_may_not_be_as_long(site: Api) -> None:
    key, csrf = browser(site)
    assert submit(site, "/name", key, csrf, name="x" * 20_000).status_code == 413


def reading(command: str, data: bytes = b"x", deadline: float = 30.0) -> Any:
    """What comes of a reader whose process runs some Python instead."""
    reader = Reader((sys.executable, "-c", command), deadline)
    return asyncio.run(reader.read(data, "anna"))


# A process that takes too much, and would then say that all is well.
BOUND = "from bellringer.server.tables.brought import reading_process as one\none.SECONDS = 1\none.bound()\n"
WELL = """print('{"game": "rattus", "seats": 2, "moves": 0}')"""


@pytest.mark.parametrize(
    ("command", "deadline"),
    [
        ("import time; time.sleep(600)", 0.5),
        ("import os; os.abort()", 30.0),
        ("print('no json')", 30.0),
        ("print('[1]')", 30.0),
        (BOUND + "import time\nwhile time.process_time() < 5: pass\n" + WELL, 30.0),
        (BOUND + "found = 'x' * (1 << 31)\n" + WELL, 30.0),
        (BOUND + "import tempfile\ntempfile.TemporaryFile().write(b'x' * 100_000)\n" + WELL, 30.0),
    ],
)
def test_whatever_becomes_of_the_process_the_text_is_refused(command: str, deadline: float) -> None:
    """Too slow, crashed, too large, too much memory: the server goes on."""
    with pytest.raises(Unreadable) as found:
        reading(command, deadline=deadline)
    assert found.value.why == "slow"


def test_the_process_gets_nothing_of_the_environment_that_is_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BELLRINGER_TEST_SECRET", "1")
    command = "import os, json; print(json.dumps({'why': str('BELLRINGER_TEST_SECRET' in os.environ)}))"
    with pytest.raises(Unreadable) as found:
        reading(command)
    assert found.value.why == "False"


def put(api: Api, brought: Brought, most: int = MOST_EACH) -> None:
    """Store something as if it had been brought."""
    api.portal.call(api.service.store.brought.put, brought, most, 1000)
    api.portal.call(api.service.store.changes.flush)


def test_it_is_bounded_and_goes_after_some_days(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        anna, service = Bringer(api), api.service
        owner = hash_of(anna.key)
        store = service.brought.store
        path = anna.bring('{"game": "rattus", "seats": 3}').headers["location"]
        kept = store.find(path.rpartition("/")[2])
        assert kept is not None
        for number in range(MOST_EACH):
            put(api, Brought(f"other-{number}", owner, "rattus", now(), kept.data))
        assert len(service.brought.of(owner)) == MOST_EACH and anna.get(path).status_code == 404
        put(api, Brought("old", owner, "rattus", now() - KEPT_FOR - 1, kept.data), MOST_EACH + 1)
        assert anna.get("/brought/old").status_code == 404 and store.find("old") is not None
        api.portal.call(service.brought.forget_old)
        api.portal.call(service.store.changes.flush)
        assert store.find("old") is None and store.find("other-3") is not None
        key, csrf = anna.key, anna.csrf
        assert submit(api, "/brought/other-3/forget", key, csrf).status_code == 303
        assert anna.get("/brought/other-3").status_code == 404


def test_it_goes_with_its_owner(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        anna, ben = Bringer(api), Bringer(api)
        paths = [one.bring('{"game": "rattus", "seats": 3}').headers["location"] for one in (anna, ben)]
        submit(api, "/play", anna.key, anna.csrf, game="rattus", seats="2", level="random", once="1")
        user = api.service.people.seen_lately(anna.key)
        assert user is not None
        api.portal.call(api.service.store.changes.put, lambda connection: remove_person(connection, user.id))
        api.portal.call(api.service.store.changes.flush)
        gone, there = (api.service.brought.store.find(path.rpartition("/")[2]) for path in paths)
        assert gone is None and there is not None
