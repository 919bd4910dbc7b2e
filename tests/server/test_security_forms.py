"""What a form must bring: keys, cookies and tokens; invite links; and names that are never markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from starlette.routing import Route

from bellringer.server.base.keys import read_keys, replace_file
from bellringer.server.visitors.security import (
    KEY_COOKIE,
    KEY_LENGTH,
    LANGUAGE_COOKIE,
    cookie_name,
    form_token,
    new_key,
    visitor_key,
)
from tests.server.callers import API, Api, Caller, at_server, browser, refused, submit

pytestmark = pytest.mark.slow


def cookies(answer: httpx.Response) -> dict[str, set[str]]:
    """The cookies that an answer sets: their flags, in small letters."""
    found = {}
    for line in answer.headers.get_list("set-cookie"):
        first, *flags = line.split(";")
        found[first.split("=")[0]] = {flag.strip().lower() for flag in flags}
    return found


def page_forms(api: Api) -> list[str]:
    """The patterns of all forms of the pages."""
    found = []
    for route in routes(api.app.routes):
        if isinstance(route, Route) and "POST" in route.methods and not route.path.startswith("/api/"):
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
        named = {"cookie": f"{cookie_name(is_secure)}={key}"}
        second = submit(api, "/language", key, csrf, named, lang="fr", back="/")
    for name, found in ((cookie_name(is_secure), cookies(first)), (LANGUAGE_COOKIE, cookies(second))):
        assert {"httponly", "samesite=lax", "path=/"} <= found[name]
        assert ("secure" in found[name]) == is_secure
        assert not any(flag.startswith("domain") for flag in found[name])


def test_no_two_keys_are_the_same_and_none_is_short() -> None:
    keys = {new_key() for _ in range(1_000)}
    assert len(keys) == 1_000 and {len(key) for key in keys} == {KEY_LENGTH}


def test_the_key_is_for_this_very_host_where_browsers_can_see_to_it(tmp_path: Path) -> None:
    """They take a cookie called so from the host itself alone, and only by https."""
    assert (cookie_name(True), cookie_name(False)) == ("__Host-bellringer_key", "bellringer_key")
    with at_server(tmp_path, is_secure=True) as api:
        assert list(cookies(api.request("GET", "/"))) == ["__Host-bellringer_key"]


def chosen_keys(api: Api) -> list[str]:
    """Keys that nobody has, and that the server has not given out."""
    given, _ = browser(api)
    return ["a" * KEY_LENGTH, new_key(), visitor_key(b"x" * 32), given[:-2] + "AA", given.swapcase(), "-" * KEY_LENGTH]


def test_a_key_that_somebody_has_chosen_is_nobody_s_and_becomes_nobody_s(
    api: Api, target: tuple[str, str, Caller]
) -> None:
    """The server gives keys out: a page brings another one, and no form and no program is taken."""
    chosen = chosen_keys(api)
    before = api.state()
    for key in chosen:
        given = cookies(api.request("GET", "/", headers={"cookie": f"{KEY_COOKIE}={key}"}))
        assert KEY_COOKIE in given
        _, token = browser(api, key)
        for csrf in (token, form_token(api.service.secret, key)):
            for path in page_forms(api):
                answer = submit(api, filled(path, target), key, csrf, name="Eve", seat="1", back="/", lang="fr")
                assert answer.status_code == 403, (path, answer.status_code)
        eve = api.user("Eve", key)
        for path, methods in api.app.openapi()["paths"].items():
            for method in methods:
                where = path.removeprefix(API).format(address=target[0], seat=1, game="rattus")
                refused(eve.ask(method.upper(), where, json={}), 401, "unknown-key")
    assert api.state() == before


def test_a_key_that_the_server_has_given_out_becomes_somebody_s(api: Api) -> None:
    key, csrf = browser(api)
    form = {"game": "rattus", "seats": "2", "level": "random"}
    assert submit(api, "/play", key, csrf, **form).status_code == 303
    assert api.portal.call(api.service.people.user, key) is not None


def test_a_known_key_is_given_again_under_the_name_for_https(tmp_path: Path) -> None:
    """Nobody loses a seat who has sat down before cookies had that name, or while the pages came by http."""
    with at_server(tmp_path) as api:
        key, csrf = browser(api)
        made = submit(api, "/play", key, csrf, game="rattus", seats="2", level="random").headers["location"]
        unknown, _ = browser(api)
    with at_server(tmp_path, is_secure=True) as api:

        def page(path: str, **named: str) -> Any:
            sent = "; ".join(f"{name.replace('host_', '__Host-')}={value}" for name, value in named.items())
            return api.request("GET", path, headers={"cookie": sent})

        found = page(made, bellringer_key=key)
        assert found.status_code == 200 and 'name="move"' in found.text
        assert value_of(found) == key
        csrf = re.search(r'name="csrf"\s+value="(\w+)"', found.text)
        assert csrf is not None, "its forms are taken, too"
        assert submit(api, "/language", key, csrf[1], lang="fr", back="/").status_code == 303
        again = page(made, host_bellringer_key=key)
        assert cookies(again) == {} and 'name="move"' in again.text
        assert value_of(page("/", bellringer_key=unknown)) not in ("", unknown), "who has sat nowhere gets a new one"
        fresh = value_of(page("/"))
        both = page(made, host_bellringer_key=fresh, bellringer_key=key)
        assert cookies(both) == {} and 'name="move"' not in both.text, "a key that was planted takes nobody's place"


def value_of(answer: Any) -> str:
    """The key that an answer gives by the name for https."""
    found = re.search(r"__Host-bellringer_key=([\w-]+)", answer.headers.get("set-cookie", ""))
    return found[1] if found is not None else ""


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
    anna = api.user("Anna")
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


# invitations, by the pages


def test_an_invite_link_opens_its_own_seat_alone(api: Api) -> None:
    anna = api.user("Anna")
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


def test_an_invitation_does_not_outlive_the_servers_key(tmp_path: Path) -> None:
    data, keys = tmp_path / "data", tmp_path / "keys"
    with at_server(data, key_file=keys) as api:
        made = api.user("Anna").make("rattus", "me", "open", "open")
    path = f"/join/{made['table']['id']}/{made['invitations']['1']}"
    with at_server(data, key_file=keys) as api:
        assert api.request("GET", path).status_code == 200
    replace_file(keys, read_keys(keys).with_new())
    with at_server(data, key_file=keys) as api:
        assert api.request("GET", path).status_code == 404


# what is shown is escaped


def test_names_are_shown_as_they_are_and_never_as_markup(api: Api) -> None:
    anna = api.user("<script>x</script>")
    address = anna.make("rattus", "me", "open", joining="anyone")["table"]["id"]
    for path in ("/", f"/t/{address}"):
        text = api.request("GET", path, headers={"cookie": f"{KEY_COOKIE}={anna.key}"}).text
        assert "&lt;script&gt;x" in text and "<script>x" not in text
