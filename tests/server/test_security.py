"""What stands between the tables and strangers: headers, names, sizes, rates, and what is not kept."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import stat
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, get_args
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from click.testing import CliRunner
from pydantic import BaseModel
from structlog.testing import capture_logs

from bellringer.cli import main
from bellringer.server import serve
from bellringer.server.app import ROUTERS
from bellringer.server.base.addresses import host_name
from bellringer.server.base.keys import SEALED
from bellringer.server.base.settings import Limits, Settings, unlimited
from bellringer.server.errors import Refused
from bellringer.server.store.vault import SEALED_SEED_BYTES
from bellringer.server.visitors.security import KEY_COOKIE, Gate, is_known
from tests.server.callers import NOWHERE, Api, at_server, browser, play_on, process, settings_at, submit

pytestmark = pytest.mark.slow
WORDS = {"name": "Zebulon", "text": "xylophone", "anna": "Wilhelmina"}  # found nowhere else


# headers


def well_dressed(answer: httpx.Response) -> None:
    """Every answer forbids what a page of ours never does."""
    policy = dict(
        part.strip().split(" ", 1) if " " in part.strip() else (part.strip(), "")
        for part in answer.headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert "unsafe-eval" not in str(policy) and "*" not in str(policy)
    if answer.headers.get("content-type", "").startswith("text/html"):
        assert policy["script-src"] == policy["style-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'" and policy["form-action"] == "'self'"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/about", 200),
        ("GET", "/mine", 200),
        ("GET", "/new/rattus", 200),
        ("GET", "/rules/notre-dame", 200),
        ("GET", "/rules/rattus/plague", 200),
        ("GET", "/rules/rattus?q=rat", 200),
        ("GET", "/picture/rattus.svg", 200),
        ("GET", "/static/site.css", 200),
        ("GET", "/healthz", 200),
        ("GET", "/metrics", 200),
        ("GET", "/openapi.json", 200),
        ("GET", "/api/v1/games", 200),
        ("GET", "/api/v1/tables/nowhere", 404),
        ("GET", "/t/nowhere", 404),
        ("GET", "/join/nowhere/1-x", 404),
        ("GET", "/static/..%2fapp.py", 404),
        ("GET", "/static/%2e%2e/app.py", 404),
        ("GET", "/picture/chess.svg", 404),
        ("GET", "/no/such/page", 404),
        ("POST", "/about", 405),
        ("POST", "/play", 403),
        ("POST", "/api/v1/tables", 422),
    ],
)
def test_every_answer_has_its_headers(api: Api, method: str, path: str, status: int) -> None:
    answer = api.request(method, path)
    assert answer.status_code == status
    well_dressed(answer)


def test_the_answers_to_strangers_have_their_headers_too(api: Api) -> None:
    for headers, status in (({"host": "evil.example"}, 421), ({"content-length": "999999999999999999"}, 413)):
        answer = api.request("GET", "/", headers=headers)
        assert answer.status_code == status
        well_dressed(answer)


def test_an_error_of_ours_says_nothing_and_has_its_headers(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        with closing(sqlite3.connect(api.service.settings.database)) as base:
            base.execute("DROP TABLE people")
        with capture_logs():
            answer = api.request("GET", "/api/v1/games", headers={"authorization": "Bearer " + "a" * 43})
    assert answer.status_code == 500
    assert "sql" not in answer.text.lower() and "people" not in answer.text
    well_dressed(answer)


def test_pages_with_what_is_ones_own_are_not_kept_on_the_way(api: Api) -> None:
    for path in ("/", "/mine", "/new/rattus"):
        assert api.request("GET", path).headers["cache-control"] == "no-store"


# names of the server


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "127.0.0.1:8000", "[::1]:8000", "[::1]"])
def test_the_server_answers_to_its_names(api: Api, host: str) -> None:
    assert api.request("GET", "/about", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["", "evil.example", "localhost.evil.example", "evil.localhost", "127.0.0.2", "[::2]", "[", "localhost@evil", "*"],
)
def test_the_server_answers_to_no_other_name(api: Api, host: str) -> None:
    before = api.state()
    for method, path in (("GET", "/"), ("POST", "/play"), ("GET", "/healthz"), ("GET", "/no/such/page")):
        assert api.request(method, path, headers={"host": host}).status_code == 421
    assert api.state() == before


def test_a_name_can_be_given_to_the_server(tmp_path: Path) -> None:
    with at_server(tmp_path, hosts=("games.example.org",)) as api:
        for host, status in (("games.example.org", 200), ("GAMES.example.org:443", 200), ("localhost", 421)):
            assert api.request("GET", "/about", headers={"host": host}).status_code == status


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("fd00::1", ["[fd00::1]", "[FD00::1]:8000", "[fd00:0:0::1]"]),
        ("[fd00::1]", ["[fd00::1]", "[fd00::1]:8000", "[Fd00::1]"]),
        ("FD00:0::00AB", ["[fd00::ab]", "[FD00::AB]:80"]),
        ("fe80::1%eth0", ["[fe80::1]"]),
        ("Games.example.ORG", ["games.example.org", "GAMES.example.org:443"]),
        ("192.0.2.7", ["192.0.2.7", "192.0.2.7:8000"]),
        ("*", ["[fd00::1]", "any.example.org"]),
    ],
)
def test_a_name_may_be_typed_as_one_likes(name: str, known: list[str]) -> None:
    hosts = (*Settings.hosts, host_name(name))
    assert [host for host in (*known, "[::1]", "localhost") if not is_known(host, hosts)] == []
    others = ["[fd00::2]", "fd00::1", "[fd00::1", "[fd00::1]x", "[fd00::1]:x", "[::::]", "[1]", "games.example"]
    assert name == "*" or [host for host in others if is_known(host, hosts)] == []


NO_NAMES = {
    "https://games.example.org": "give the name alone, as games.example.org",
    "http://games.example.org/": "give the name alone, as games.example.org",
    "games.example.org/": "give the name alone, as games.example.org",
    "games.example.org:8000": "give the name alone, as games.example.org",
    "games.example.org/bell": "it can't stand under /bell",
    "https://example.org:8443/a/bell/": "it can't stand under /a/bell",
    "/bell": "it can't stand under /bell",
    "spiele.exämple.org": "as spiele.xn--exmple-cua.org",
    "": "no name",
    "two names": "no name",
    "[fd00::1": "no name",
}


@pytest.mark.parametrize("name", NO_NAMES)
def test_what_is_no_name_is_refused_in_words_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """No browser sends it, so that everybody would be told that the server does not go by that name."""
    monkeypatch.setattr(serve, "serve", lambda *values, **named: pytest.fail("it serves"))
    words = ["serve", "--port", "0", "--data", str(tmp_path / "data"), "--name", name]
    found = CliRunner().invoke(main, words)
    assert found.exit_code == 2 and NO_NAMES[name] in found.output
    assert "--name" in found.output and found.output.count("\n") == 1
    assert not (tmp_path / "data").exists()


def test_every_page_says_why_it_looks_so_where_its_files_are_missing(api: Api) -> None:
    for language, words in (("en", "stands under a path"), ("fr", "sous un chemin")):
        for path in ("/", "/about", "/mine", "/new/rattus", "/rules/rattus", "/no/such/page"):
            page = api.request("GET", path, headers={"accept-language": language}).text
            assert page.index('<p class="unloaded">') < page.index(words) < page.index("<header"), path


@pytest.fixture(scope="module")
def as_typed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server as it is typed, with two names: its address and its folder."""
    data = tmp_path_factory.mktemp("typed") / "data"
    with process(data, data.parent / "log", "--name", "FD00::1", "--name", "[fd00::2]") as address:
        yield address, data


def test_an_address_of_ipv6_can_be_given_to_the_command(as_typed: tuple[str, Path]) -> None:
    for host, status in (("[fd00::1]", 200), ("[FD00::1]:8000", 200), ("[fd00::2]:80", 200), ("[fd00::3]", 421)):
        assert httpx.get(f"{as_typed[0]}/about", headers={"host": host}).status_code == status


def test_redirects_lead_to_no_other_host(api: Api) -> None:
    answer = api.request("GET", "/about/", headers={"host": "localhost"})
    assert urlsplit(urljoin("http://localhost/", answer.headers.get("location", "/"))).netloc == "localhost"


# sizes


@pytest.mark.parametrize("path", ["/play", "/language", "/new/rattus", "/api/v1/tables", "/no/such/page"])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"])
def test_a_body_that_is_too_large_is_not_read(api: Api, path: str, kind: str) -> None:
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        for _ in range(1_000):
            read += 1_000
            yield b"x" * 1_000

    key, _ = browser(api)
    before = api.state()
    headers = {"cookie": f"{KEY_COOKIE}={key}", "content-type": kind}
    told = api.request("POST", path, headers=headers, content=b"x" * 16_385)
    assert told.status_code == 413
    untold = api.request("POST", path, headers=headers, content=endless())
    assert untold.status_code in ((404,) if path == "/no/such/page" else (400, 403, 413)), untold.status_code
    assert read <= 20_000
    for length in ("-1", "x", "1e9", "²", "99999999999999999999"):
        sent = {**headers, "content-length": length.encode()}
        assert api.request("POST", path, headers=sent, content=b"").status_code in (400, 413)
    assert api.state() == before


# rates


def limits(**values: str | int) -> Limits:
    """No limits but those given."""
    return Limits(**{**vars(unlimited()), **values})


def codes(answers: list[httpx.Response]) -> list[int]:
    """Their statuses."""
    return [answer.status_code for answer in answers]


@pytest.mark.parametrize("path", ["/api/v1/games", "/", "/about", "/mine", "/t/nowhere", "/new/rattus"])
def test_nobody_asks_too_often(tmp_path: Path, path: str) -> None:
    with at_server(tmp_path, limits(everything="3/minute")) as api:
        assert codes([api.request("GET", path) for _ in range(5)])[3:] == [429, 429]


def test_what_costs_much_has_limits_of_its_own(tmp_path: Path) -> None:
    few = limits(new_tables="2/minute", moves="2/minute", hints="1/minute", sayings="1/minute")
    with at_server(tmp_path, few, hint_iterations=20) as api:
        anna = api.user("Anna")
        address = anna.make("rattus", "me", "me")["table"]["id"]
        for _ in range(2):  # the first was made by a newcomer, who is counted by address
            anna.make("rattus", "me", "me")
        seats = [{"kind": "me"}, {"kind": "me"}]
        wanted = {"name": "Anna", "game": "rattus", "seats": seats}
        move = {"seat": 0, "asked": 0, "move": "no such move"}
        at = f"/tables/{address}"
        before = api.state()
        assert codes([anna.ask("POST", "/tables", json=wanted)]) == [429]
        assert codes([anna.ask("POST", f"{at}/moves", json=move) for _ in range(3)])[2] == 429
        assert codes([anna.ask("POST", f"{at}/hint", json={"seat": 0}) for _ in range(2)])[1] == 429
        assert api.state() == before
        said = [anna.ask("POST", f"{at}/chat", json={"seat": 0, "text": "x"}) for _ in range(2)]
        assert codes(said) == [200, 429]


def test_what_is_refused_takes_nothing_of_what_others_may_do() -> None:
    gate = Gate(limits(sayings="2/minute"))

    def says(user: int, where: str) -> bool:
        try:
            gate.check("sayings", where, user)
        except Refused:
            return False
        return True

    assert [says(1, "192.0.2.7") for _ in range(1_000)].count(True) == 2
    assert says(2, "192.0.2.7"), "somebody else at the same address"
    assert [says(user, "2001:db8::1") for user in range(10, 30)].count(True) == 20, "all that the /64 may say"
    assert not any(says(user, "2001:db8::1") for user in range(30, 1_000))
    assert says(1_000, "2001:db8:0:1::1"), "another /64 of the same /56"


def test_who_has_used_up_a_day_takes_nothing_of_what_others_may_do_in_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [1_000.0]
    monkeypatch.setattr("bellringer.server.base.rates.monotonic", lambda: clock[0])
    gate = Gate(limits(new_tables="2/minute; 3/day"))

    def made(users: range) -> int:
        count = 0
        for user in [*users, *users]:
            with suppress(Refused):
                gate.check("new_tables", "192.0.2.7", user)
                count += 1
        clock[0] += 61
        return count

    assert (made(range(6)), made(range(6))) == (12, 6)
    assert made(range(12)) == 12, "of twenty in a minute, since the first six have made none any more"


def test_one_address_can_not_ask_for_all_that_a_server_can_do() -> None:
    gate, asked = Gate(limits(everything="100/minute", moves="50/minute")), dict.fromkeys(("everything", "moves"), 0)
    for what in asked:
        for user in range(100):
            with suppress(Refused):
                for _ in range(20):
                    gate.check(what, "192.0.2.7", user)
                    asked[what] += 1
    assert asked == {"everything": 300, "moves": 100}


def test_a_limit_of_a_minute_has_one_of_a_day_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1_000.0]
    monkeypatch.setattr("bellringer.server.base.rates.monotonic", lambda: clock[0])
    gate, made = Gate(limits(new_tables="2/minute; 5/day")), 0
    for _ in range(10):
        for _ in range(3):
            with suppress(Refused):
                gate.check("new_tables", "192.0.2.7", 1)
                made += 1
        clock[0] += 61
    assert made == 5
    with pytest.raises(Refused, match="at most 5 per 1 day"):
        gate.check("new_tables", "192.0.2.7", 1)
    clock[0] += 24 * 60 * 60
    gate.check("new_tables", "192.0.2.7", 1)


def test_one_address_brings_only_so_many_newcomers(tmp_path: Path) -> None:
    with at_server(tmp_path, limits(newcomers="2/minute")) as api:
        api.user("Anna").make("rattus", "me", "open")
        api.user("Ben").make("rattus", "me", "open")
        before = api.state()
        wanted = {"name": "Eve", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "open"}]}
        assert api.user("Eve").ask("POST", "/tables", json=wanted).status_code == 429
        key, csrf = browser(api)
        assert submit(api, "/play", key, csrf, game="rattus", seats="2", level="random").status_code == 429
        assert api.state() == before


def test_a_person_has_only_so_many_tables(tmp_path: Path) -> None:
    with at_server(tmp_path, limits(tables_a_user=2)) as api:
        anna = api.user("Anna")
        for _ in range(2):
            anna.make("rattus", "me", "open")
        before = api.state()
        wanted = {"name": "Anna", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "open"}]}
        answer = anna.ask("POST", "/tables", json=wanted)
        assert answer.status_code == 429 and answer.json()["error"] == "too-many-tables"
        assert api.state() == before


def test_a_full_server_says_so(tmp_path: Path) -> None:
    with at_server(tmp_path, limits(open_tables=1)) as api:
        api.user("Anna").make("rattus", "me", "open")
        wanted = {"name": "Ben", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "open"}]}
        before = api.state()
        answer = api.user("Ben").ask("POST", "/tables", json=wanted)
        assert answer.status_code == 503 and answer.json()["error"] == "full"
        assert api.state() == before


# what is kept, and what is logged


def test_a_key_is_kept_nowhere_and_the_secret_is_for_its_owner_alone(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        anna = api.user(WORDS["anna"])
        anna.make("rattus", "me", "open")
        key, csrf = browser(api)
        assert submit(api, "/play", key, csrf, game="rattus", seats="2", level="random").status_code == 303
        files = [path.read_bytes() for path in tmp_path.iterdir()]
    assert anna.key is not None
    assert any(WORDS["anna"].encode() in content for content in files), "this is where people are kept"
    for content in (*files, *(path.read_bytes() for path in tmp_path.iterdir())):
        assert anna.key.encode() not in content and key.encode() not in content and csrf.encode() not in content
    assert stat.S_IMODE(os.stat(tmp_path / "secret").st_mode) == 0o600


@pytest.mark.slow
@pytest.mark.parametrize("options", [("--json",), pytest.param((), marks=pytest.mark.soak)], ids=["as JSON", "plain"])
def test_the_log_has_no_secrets_even_when_something_breaks(tmp_path: Path, options: tuple[str, ...]) -> None:
    data, log = tmp_path / "data", tmp_path / "log"
    seats = [{"kind": "me"}, {"kind": "me"}]
    with process(data, log, *options) as address, httpx.Client(base_url=address) as client:
        made = client.post(
            "/api/v1/tables", json={"name": WORDS["name"], "game": "rattus", "seats": seats, "watching": "anyone"}
        ).json()
        client.headers["authorization"] = f"Bearer {made['key']}"
        table = made["table"]["id"]
        said = {"seat": 0, "text": WORDS["text"]}
        assert client.post(f"/api/v1/tables/{table}/chat", json=said).status_code == 200
        client.get(f"/t/{table}")
        client.get(f"/join/{table}/1-{WORDS['text']}")
        client.get(f"/no/such/page/{table}", params={"key": made["key"]})
        with closing(sqlite3.connect(data / "bellringer.sqlite3")) as base:
            seed = base.execute("SELECT hex(seed) FROM tables").fetchone()[0]
            base.execute("DROP TABLE sayings")
            base.commit()
        assert client.post(f"/api/v1/tables/{table}/chat", json=said).status_code == 503
        secret = (data / "secret").read_bytes()
    told = log.read_text()
    assert "no such table: sayings" in told, "what broke is in the log"
    for word in (made["key"], table, WORDS["name"], WORDS["text"], seed, seed.lower(), repr(secret)[2:12]):
        assert word not in told
    if options:
        assert all(json.loads(line) for line in told.splitlines())


# figures


def test_figures_are_for_this_machine_alone(tmp_path: Path) -> None:
    for client, status in (("127.0.0.1", 200), ("::1", 200), ("192.168.1.2", 404), ("127.0.0.1.evil", 404)):
        with at_server(tmp_path, client=client) as api:
            answer = api.request("GET", "/metrics")
            assert answer.status_code == status and ("bellringer_answers" in answer.text) == (status == 200)


def test_figures_name_no_table(api: Api) -> None:
    address = api.user("Anna").make("rattus", "me", "me")["table"]["id"]
    api.request("GET", f"/t/{address}/no-such")
    text = api.request("GET", "/metrics").text
    assert address not in text and "/api/v1/tables" in text


def test_a_visitor_behind_a_proxy_is_counted_by_its_own_address(as_typed: tuple[str, Path]) -> None:
    figures = f"{as_typed[0]}/metrics"
    assert httpx.get(figures).status_code == 200
    for sent in ("203.0.113.5", "127.0.0.1, 203.0.113.5", "testclient, 203.0.113.5"):
        assert httpx.get(figures, headers={"x-forwarded-for": sent}).status_code == 404


# what the server says of itself


@pytest.mark.parametrize(
    "host",
    ["localhost:80@evil", "localhost:", "localhost:80:80", "localhost:evil", "localhost,evil", "[::1]evil", "[::1]:x",
     "localhost/evil", "localhost ", "localhost:123456"],
)  # fmt: skip
def test_a_name_has_at_most_a_port_behind_it(tmp_path: Path, host: str) -> None:
    for hosts in (settings_at(tmp_path).hosts, ("*",)):
        with at_server(tmp_path, hosts=hosts) as api:
            assert api.request("GET", "/about", headers={"host": host}).status_code == 421


def test_a_request_names_one_host(api: Api) -> None:
    headers = [("host", "localhost"), ("host", "evil.example")]
    assert api.request("GET", "/about", headers=headers).status_code == 421


def test_https_is_for_ever_where_it_is_spoken(tmp_path: Path) -> None:
    for is_secure in (False, True):
        with at_server(tmp_path, is_secure=is_secure) as api:
            for path in ("/", "/api/v1/games", "/nothing", "/healthz"):
                found = api.request("GET", path).headers.get("strict-transport-security")
                assert found == ("max-age=31536000" if is_secure else None)


def test_what_programs_are_told_is_not_kept_on_the_way(api: Api) -> None:
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    paths = ["games", "tables", f"tables/{address}", f"tables/{address}/view?seat=0", f"tables/{address}/chat",
             f"tables/{address}/events", "tables/nothing"]  # fmt: skip
    for path in paths:
        assert anna.ask("GET", f"/{path}").headers["cache-control"] == "no-store", path
    made = anna.ask("POST", "/tables", json={"name": "Anna", "game": "rattus", "seats": [{"kind": "me"}] * 2})
    assert made.headers["cache-control"] == "no-store"


def test_nobody_is_told_that_a_private_table_is_there(api: Api) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    wanted = {"name": "Anna", "game": "rattus", "seats": seats, "watching": "nobody"}
    anna = api.user("Anna")
    made = anna.post("/tables", **wanted)
    eve = api.user("Eve")
    eve.make("rattus", "me", "open")
    key, csrf = browser(api)
    private, nothing = made["table"]["id"], "A" * 16
    for seat in (0, 1, 5):
        for invitation in ("", "1-AAAA", "x"):
            for who in (eve, api.user("Cleo")):
                body = {"name": "Eve", "invitation": invitation}
                told = [who.ask("POST", f"/tables/{table}/seats/{seat}", json=body) for table in (private, nothing)]
                assert told[0].status_code == told[1].status_code == 404 and told[0].content == told[1].content
    for path in ("sit", "seat-bot", "leave", "close", "say", "move", "aside", "rematch"):
        told = [submit(api, f"/t/{table}/{path}", key, csrf, seat="1", name="Eve") for table in (private, nothing)]
        assert told[0].status_code == told[1].status_code == 404, path
    sat = api.user("Ben").post(f"/tables/{private}/seats/1", name="Ben", invitation=made["invitations"]["1"])
    assert sat["seats"] == [1]


# What the routes that name a table may be sent; a new one whose document has another field must add it here.
SENT: dict[str, Any] = {
    "turn": 0,
    "seat": 1, "asked": 0, "move": "x", "acts": 0, "text": "hello", "sign": "hello", "number": 1, "answer": "agree",
    "name": "Eve", "place": "table", "token": "1-1-AAAA", "commitment": "ab" * 32, "nonce": "ab" * 32,
    "standing": "never", "line": "table-1", "bot": "random",
}  # fmt: skip


def routes_at_tables(api: Api) -> list[tuple[str, str, type[BaseModel] | None]]:
    """All routes that name a table: method, path, and the document that is sent there."""
    found = []
    for route in (route for router in (*ROUTERS, api.app) for route in router.routes):
        if "{address}" in getattr(route, "path", ""):
            body = getattr(route, "body_field", None)
            kind = None if body is None else body.field_info.annotation
            document = next((one for one in (kind, *get_args(kind)) if hasattr(one, "model_fields")), None)
            methods = route.methods | ({"HEAD"} if "GET" in route.methods else set())
            found += [(method, route.path, document) for method in methods]
    return found


def private_tables(data: Path) -> tuple[str, dict[str, str]]:
    """Private tables in every state, by what is the matter with them, and the key of who made them."""
    with at_server(data) as api:
        anna, found = api.user("Anna"), {}
        for state in ("waiting", "locked-waiting", "running", "locked", "damaged", "unreadable"):
            other = "open" if "waiting" in state else "me"
            found[state] = anna.make("rattus", "me", other, watching="nobody")["table"]["id"]
            if other == "me":
                play_on(found[state], [(anna, [0, 1])], random.Random(1), 1)
    with closing(sqlite3.connect(data / "bellringer.sqlite3")) as base, base:
        base.execute("UPDATE acts SET number = number + 1 WHERE table_id = (SELECT id FROM tables WHERE address = ?)",
                     (found["damaged"],))  # fmt: skip
        for state in ("locked", "locked-waiting"):
            seed = SEALED + bytes(SEALED_SEED_BYTES - len(SEALED))
            base.execute("UPDATE tables SET seed = ? WHERE address = ?", (seed, found[state]))
        base.execute("UPDATE tables SET options = '{' WHERE address = ?", (found["unreadable"],))
    assert anna.key is not None
    return anna.key, found


def test_no_route_tells_that_a_private_table_is_there(tmp_path: Path) -> None:
    key, tables = private_tables(tmp_path)
    with capture_logs(), at_server(tmp_path) as api:
        anna = api.user("Anna", key)
        states = {state: anna.ask("GET", f"/tables/{table}").status_code for state, table in tables.items()}
        assert states == {"waiting": 200, "running": 200, "locked-waiting": 503, "locked": 503, "damaged": 503,
                          "unreadable": 503}  # fmt: skip
        eve = api.user("Eve")
        eve.make("rattus", "me", "open")
        cookie, csrf = browser(api)
        routes = routes_at_tables(api)
        assert len(routes) > 50

        def told(method: str, path: str, document: type[BaseModel] | None, table: str, who: str | None) -> Any:
            where = path.format(address=table, token=SENT["token"], seat=1, number=1)
            fields = {} if document is None else document.model_fields
            sent = {name: SENT[name] for name, field in fields.items() if field.is_required() or name == "text"}
            if path.startswith("/api/"):
                if document is not None:
                    document.model_validate(sent)
                headers = {} if who is None else {"authorization": f"Bearer {who}"}
                more = {"json": sent} if document is not None else {"params": SENT if method in ("GET", "HEAD") else {}}
                found = api.request(method, where, headers=headers, **more)
            elif method in ("GET", "HEAD"):
                headers = {"cookie": f"{KEY_COOKIE}={cookie}"}
                found = api.request(method, where, headers=headers, params=SENT)
                if found.headers.get("location") in (
                    f"/t/{table}",
                    f"/brought/{table}",
                ):  # from where a form is sent to
                    found = api.request(method, found.headers["location"], headers=headers)
            else:
                found = submit(api, where, cookie, csrf, **{name: str(value) for name, value in SENT.items()})
            found.headers.pop("content-length", "")  # of what is packed, which the address is a part of
            return found.status_code, found.text.replace(table, "TABLE"), found.headers

        for method, path, document in routes:
            for who in (eve.key, None) if path.startswith("/api/") else (cookie,):
                nothing = told(method, path, document, NOWHERE, who)
                assert nothing[0] == 404, (method, path, nothing)
                for state, table in tables.items():
                    if who is None and state not in ("waiting", "running"):
                        continue  # what can't be read is no more readable for somebody without a key
                    assert told(method, path, document, table, who) == nothing, (method, path, state)


def test_a_second_server_refuses_before_it_says_where_it_is(as_typed: tuple[str, Path]) -> None:
    words = [sys.executable, "-m", "bellringer", "serve", "--port", "0", "--data", str(as_typed[1])]
    second = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert second.returncode == 2 and not second.stdout
    assert second.stderr.startswith("bellringer: another server has its tables in") and second.stderr.count("\n") == 1
