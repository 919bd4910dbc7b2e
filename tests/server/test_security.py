"""What stands between the tables and strangers: cookies, forms, headers, names, sizes, rates, and what is not kept."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import stat
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from fastapi.routing import APIRoute

from bellringer.server.security import KEY_COOKIE, KEY_LENGTH, LANGUAGE_COOKIE, new_key
from bellringer.server.settings import Limits, unlimited
from tests.server.callers import Api, Caller, at_server, process

pytestmark = pytest.mark.slow
FORM = {"content-type": "application/x-www-form-urlencoded"}
WORDS = {"name": "Zebulon", "text": "xylophone", "anna": "Wilhelmina"}  # found nowhere else


def cookies(answer: httpx.Response) -> dict[str, set[str]]:
    """The cookies that an answer sets: their flags, in small letters."""
    found = {}
    for line in answer.headers.get_list("set-cookie"):
        first, *flags = line.split(";")
        found[first.split("=")[0]] = {flag.strip().lower() for flag in flags}
    return found


def browser(api: Api, key: str | None = None) -> tuple[str, str]:
    """The key of a browser and what its forms carry."""
    headers = {} if key is None else {"cookie": f"{KEY_COOKIE}={key}"}
    answer = api.request("GET", "/about", headers=headers)
    token = re.search(r'name="csrf"\s+value="(\w+)"', answer.text)
    assert token is not None
    return key or answer.headers["set-cookie"].split(";")[0].split("=", 1)[1], token[1]


def submit(api: Api, path: str, key: str, csrf: str | None, more: dict[str, str] | None = None, **form: str) -> Any:
    """Send a form as a browser does."""
    sent = {**form, **({} if csrf is None else {"csrf": csrf})}
    return api.request("POST", path, data=sent, headers={"cookie": f"{KEY_COOKIE}={key}", **(more or {})})


def page_forms(api: Api) -> list[str]:
    """The patterns of all forms of the pages."""
    found = []
    for route in routes(api.app.routes):
        if isinstance(route, APIRoute) and "POST" in route.methods and not route.path.startswith("/api/"):
            found.append(route.path)
    return found


def routes(given: Any) -> Iterator[Any]:
    """All routes, those of routers included."""
    for route in given:
        inside = getattr(route, "original_router", None) or getattr(route, "router", None)
        if inside is not None:
            yield from routes(inside.routes)
        else:
            yield route


# keys and cookies


@pytest.mark.parametrize("is_secure", [False, True])
def test_cookies_are_out_of_reach_of_scripts_and_of_other_sites(tmp_path: Path, is_secure: bool) -> None:
    with at_server(tmp_path, is_secure=is_secure) as api:
        first = api.request("GET", "/")
        key, csrf = browser(api)
        second = submit(api, "/language", key, csrf, lang="fr", back="/")
    for name, found in ((KEY_COOKIE, cookies(first)), (LANGUAGE_COOKIE, cookies(second))):
        assert {"httponly", "samesite=lax", "path=/"} <= found[name]
        assert ("secure" in found[name]) == is_secure
        assert not any(flag.startswith("domain") for flag in found[name])


def test_no_two_keys_are_the_same_and_none_is_short() -> None:
    keys = {new_key() for _ in range(1_000)}
    assert len(keys) == 1_000 and {len(key) for key in keys} == {KEY_LENGTH}


def test_who_brings_a_key_gets_no_other(api: Api) -> None:
    key, _ = browser(api)
    assert cookies(api.request("GET", "/", headers={"cookie": f"{KEY_COOKIE}={key}"})) == {}


@pytest.mark.parametrize("cookie", ["", "short", "a" * 44, "é" * 43, '"' + "a" * 41 + '"', "a;b"])
def test_what_can_be_no_key_is_replaced(api: Api, cookie: str) -> None:
    answer = api.request("GET", "/about", headers={"cookie": f"{KEY_COOKIE}={cookie}".encode()})
    assert answer.status_code == 200 and KEY_COOKIE in cookies(answer)


# forms


FOREIGN: list[dict[str, str]] = [
    {"origin": "https://evil.example"},
    {"origin": "http://localhost.evil.example"},
    {"origin": "http://localhost:1"},
    {"origin": "http://["},
    {"origin": "x"},
    {"origin": "é"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "nonsense"},
]


@pytest.fixture(scope="module")
def target(api: Api) -> tuple[str, str, Caller]:
    """A table with an open seat, an invitation to it, and its host."""
    anna = api.person("Anna")
    made = anna.make("rattus", "me", "open", "open")
    return made["table"]["id"], made["invitations"]["1"], anna


def filled(path: str, target: tuple[str, str, Caller]) -> str:
    """A route's pattern with a real table in it."""
    return path.replace("{address}", target[0]).replace("{token}", target[1]).replace("{game}", "rattus")


def test_every_form_of_the_pages_is_found(api: Api) -> None:
    assert {"/play", "/language", "/new/{game}", "/t/{address}/move", "/join/{address}/{token}"} <= set(page_forms(api))


def test_no_form_is_taken_without_its_token_or_with_another_browsers(api: Api, target: tuple[str, str, Caller]) -> None:
    _, foreign = browser(api)
    key = target[2].key
    assert key is not None
    _, own = browser(api, key)
    before = api.state()
    for path in page_forms(api):
        for token in (None, "", foreign, own[:-1], own.upper() + "0", "é", "\u0000"):
            answer = submit(api, filled(path, target), key, token, name="Eve", seat="1", back="/", lang="fr")
            assert answer.status_code == 403, (path, token, answer.status_code)
            assert LANGUAGE_COOKIE not in cookies(answer)
        keyless = api.request("POST", filled(path, target), data={"csrf": own})
        assert keyless.status_code == 403, path
    assert api.state() == before


def test_no_form_is_taken_from_another_site(api: Api, target: tuple[str, str, Caller]) -> None:
    key = target[2].key
    assert key is not None
    _, csrf = browser(api, key)
    before = api.state()
    for path in page_forms(api):
        for headers in FOREIGN:
            sent = {name: value.encode("utf-8") for name, value in headers.items()}
            answer = submit(api, filled(path, target), key, csrf, sent, name="Eve", seat="1", lang="fr", back="/")
            assert answer.status_code == 403, (path, headers, answer.status_code)
    assert api.state() == before


def test_a_form_from_our_own_page_is_taken(api: Api) -> None:
    key, csrf = browser(api)
    for headers in ({}, {"origin": "http://localhost"}, {"sec-fetch-site": "same-origin"}):
        assert submit(api, "/language", key, csrf, headers, lang="fr", back="/about").status_code == 303


@pytest.mark.parametrize(
    "back",
    [
        "https://evil.example",
        "//evil.example",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\r\nset-cookie: a=b",
        "/\u0000",
        "javascript:alert(1)",
        "evil",
        "",
        " //evil.example",
        "/ /evil.example",
        "/./ /../evil.example",
        "/..//evil.example",
        "/é",
        "/@evil.example",
        "/" + "x" * 5_000,
    ],
)
def test_the_way_back_from_another_language_stays_here(api: Api, back: str) -> None:
    key, csrf = browser(api)
    answer = submit(api, "/language", key, csrf, lang="fr", back=back)
    assert answer.status_code == 303
    there = answer.headers["location"]
    assert there.startswith("/") and urlsplit(urljoin("http://localhost/language", there)).netloc == "localhost"
    assert not re.search(r"[\x00-\x20\\]", there) and set(cookies(answer)) == {LANGUAGE_COOKIE}


def test_a_language_that_there_is_not_is_not_kept(api: Api) -> None:
    key, csrf = browser(api)
    assert cookies(submit(api, "/language", key, csrf, lang="../../de", back="/")) == {}


@pytest.mark.parametrize("path", ["/play", "/language", "/new/rattus"])
def test_forms_that_can_not_be_read_are_refused(api: Api, path: str) -> None:
    key, csrf = browser(api)
    before = api.state()
    boundary = "multipart/form-data; boundary=x"
    part = f'--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{csrf}\r\n'
    file = '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nc\r\n--x--\r\n'
    bodies: list[tuple[str, bytes]] = [
        ("multipart/form-data", b"x"),
        (boundary, b"nothing of the kind"),
        (boundary, (part + file).encode()),
        (boundary + "; charset=no-such", b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n\xff\r\n--x--\r\n"),
        ("application/x-www-form-urlencoded", b"&".join(b"f%d=1" % number for number in range(300))),
        ("application/x-www-form-urlencoded", b"csrf=%FF%FE%00&=&&="),
        ("application/json", b"{}"),
        ("nonsense", b"csrf=" + csrf.encode()),
    ]
    for kind, body in bodies:
        headers = {"cookie": f"{KEY_COOKIE}={key}", "content-type": kind}
        answer = api.request("POST", path, content=body, headers=headers)
        assert 400 <= answer.status_code < 500, (kind, body[:60], answer.status_code)
    assert api.state() == before


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
        with closing(sqlite3.connect(api.hall.settings.database)) as base:
            base.execute("DROP TABLE people")
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
        anna = api.person("Anna")
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


def test_one_address_brings_only_so_many_newcomers(tmp_path: Path) -> None:
    with at_server(tmp_path, limits(newcomers="2/minute")) as api:
        api.person("Anna").make("rattus", "me", "open")
        api.person("Ben").make("rattus", "me", "open")
        before = api.state()
        wanted = {"name": "Eve", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "open"}]}
        assert api.person("Eve").ask("POST", "/tables", json=wanted).status_code == 429
        key, csrf = browser(api)
        assert submit(api, "/play", key, csrf, game="rattus", seats="2", level="random").status_code == 429
        assert api.state() == before


def test_a_person_has_only_so_many_tables(tmp_path: Path) -> None:
    with at_server(tmp_path, limits(tables_a_person=2)) as api:
        anna = api.person("Anna")
        for _ in range(2):
            anna.make("rattus", "me", "open")
        before = api.state()
        wanted = {"name": "Anna", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "open"}]}
        answer = anna.ask("POST", "/tables", json=wanted)
        assert answer.status_code == 429 and answer.json()["error"] == "too-many-tables"
        assert api.state() == before


def test_a_full_server_says_so(tmp_path: Path) -> None:
    with at_server(tmp_path, limits(open_tables=1)) as api:
        api.person("Anna").make("rattus", "me", "open")
        wanted = {"name": "Ben", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "open"}]}
        before = api.state()
        answer = api.person("Ben").ask("POST", "/tables", json=wanted)
        assert answer.status_code == 503 and answer.json()["error"] == "full"
        assert api.state() == before


# invitations, by the pages


def test_an_invite_link_opens_its_own_seat_alone(api: Api) -> None:
    anna = api.person("Anna")
    one, other = (anna.make("rattus", "me", "open", "open") for _ in range(2))
    here, there = one["table"]["id"], other["table"]["id"]
    first, second = one["invitations"]["1"], one["invitations"]["2"]
    key, csrf = browser(api)
    before = api.state()
    wrong = [(there, first), (here, "2" + first[1:]), (here, "1" + second[1:]), (here, first[:-1]), (here, "9-x")]
    for address, token in (*wrong, (here, "²-x"), (here, "-"), ("nowhere", first)):
        assert api.request("GET", f"/join/{address}/{token}").status_code == 404
        assert submit(api, f"/join/{address}/{token}", key, csrf, name="Eve").status_code == 404
    assert submit(api, f"/t/{here}/sit", key, csrf, seat="1", name="Eve").status_code == 403
    assert submit(api, f"/t/{here}/close", key, csrf).status_code == 403
    assert submit(api, f"/t/{here}/seat-bot", key, csrf, seat="1", bot="random").status_code == 403
    assert api.state() == before
    assert submit(api, f"/join/{here}/{first}", key, csrf, name="Ben").status_code == 303
    before = api.state()
    eve, token = browser(api)
    assert submit(api, f"/join/{here}/{first}", eve, token, name="Eve").status_code == 409
    assert api.state() == before


def test_an_invitation_does_not_outlive_the_servers_secret(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        made = api.person("Anna").make("rattus", "me", "open", "open")
    path = f"/join/{made['table']['id']}/{made['invitations']['1']}"
    with at_server(tmp_path) as api:
        assert api.request("GET", path).status_code == 200
    (tmp_path / "secret").unlink()
    with at_server(tmp_path) as api:
        assert api.request("GET", path).status_code == 404


# what is shown is escaped


def test_names_are_shown_as_they_are_and_never_as_markup(api: Api) -> None:
    anna = api.person("<script>x</script>")
    address = anna.make("rattus", "me", "open", joining="anyone")["table"]["id"]
    for path in ("/", f"/t/{address}"):
        text = api.request("GET", path, headers={"cookie": f"{KEY_COOKIE}={anna.key}"}).text
        assert "&lt;script&gt;x" in text and "<script>x" not in text


# what is kept, and what is logged


def test_a_key_is_kept_nowhere_and_the_secret_is_for_its_owner_alone(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        anna = api.person(WORDS["anna"])
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
@pytest.mark.parametrize("options", [("--json",), ()], ids=["as JSON", "plain"])
def test_the_log_has_no_secrets_even_when_something_breaks(tmp_path: Path, options: tuple[str, ...]) -> None:
    data, log = tmp_path / "data", tmp_path / "log"
    seats = [{"kind": "me"}, {"kind": "me"}]
    with process(data, log, *options) as address, httpx.Client(base_url=address) as client:
        made = client.post("/api/v1/tables", json={"name": WORDS["name"], "game": "rattus", "seats": seats}).json()
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
        assert client.post(f"/api/v1/tables/{table}/chat", json=said).status_code == 500
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
    address = api.person("Anna").make("rattus", "me", "me")["table"]["id"]
    api.request("GET", f"/t/{address}/no-such")
    text = api.request("GET", "/metrics").text
    assert address not in text and "/api/v1/tables" in text


def test_a_visitor_behind_a_proxy_is_counted_by_its_own_address(tmp_path: Path) -> None:
    with process(tmp_path / "data", tmp_path / "log") as address:
        assert httpx.get(f"{address}/metrics").status_code == 200
        for sent in ("203.0.113.5", "127.0.0.1, 203.0.113.5", "testclient, 203.0.113.5"):
            assert httpx.get(f"{address}/metrics", headers={"x-forwarded-for": sent}).status_code == 404
