"""HEAD, of every route: answered as GET is, without the body; and it leaves no trace."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bellringer.server.app import ROUTERS
from bellringer.server.drawing.site.templating import static
from bellringer.server.drawing.table.table_drawings import drawings_of
from bellringer.server.visitors.security import KEY_COOKIE
from tests.server.callers import API, NOWHERE, Api, Caller, at_server, first_message, play_on

BY_STRANGERS = ("waiting", "running", "none")  # tables that somebody unknown asks for, too
FLOODS = ("everything", "files")  # what anybody may ask for so often: that is counted whatever is asked
SAME = ("content-type", "location", "cache-control", "content-security-policy", "retry-after")


@dataclass(frozen=True)
class Place:
    """What the parts of a route's pattern are filled with."""

    state: str
    address: str
    token: str


def looked_at(api: Api) -> list[str]:
    """The patterns of all routes that answer GET."""
    routes = [route for router in (*ROUTERS, api.app) for route in router.routes]
    found = [route.path for route in routes if "GET" in (getattr(route, "methods", None) or ())]
    return list(dict.fromkeys(found))


def places(api: Api, anna: Caller) -> list[Place]:
    """A table in each state, and none: with the invitation to a seat, or a link that hands one over."""
    waiting = anna.make("rattus", "me", "open", watching="nobody")
    running = anna.make("rattus", "me", "me", watching="link")["table"]["id"]
    over = anna.make("rattus", "me", "me", watching="nobody")["table"]["id"]
    play_on(running, [(anna, [0, 1])], random.Random(1), 6)
    play_on(over, [(anna, [0, 1])], random.Random(2))

    def handed(address: str) -> str:
        return api.portal.call(api.service.hand_over.token_for, api.service.tables.rooms[address], 0)

    table = waiting["table"]["id"]
    return [
        Place("waiting", table, waiting["invitations"]["1"]),
        Place("waiting, handed over", table, handed(table)),
        Place("running", running, handed(running)),
        Place("over", over, handed(over)),
        Place("none", NOWHERE, "1-x"),
    ]


def paths_of(pattern: str, place: Place) -> Iterator[str]:
    """The addresses of a route. A part of a pattern that is not known here is an error: it wants a value."""
    whole = static("site.css").partition("?")[0].rpartition("/")[2]
    values = {"address": place.address, "token": place.token, "game": "rattus", "seat": "0", "number": "1",
              "screen": "aim", "chapter": "aim",
              "folder": "scenes", "fingerprint": static("scenes/main.js").split("/")[3]}  # fmt: skip
    values["name"] = "main.js" if "{folder}" in pattern else whole if "static" in pattern else "rattus.svg"
    filled = re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: values[found[1]], pattern)
    yield filled
    if filled.endswith(("/view", "/preview")):
        for query in ("?seat=0", "?seat=5", "?seat=0&asked=999&move=x"):
            yield filled + query
    if filled.endswith("/moments"):
        yield filled + "?since=0"
    if filled.startswith("/asked"):
        yield f"{filled}?at={place.address}&at={NOWHERE}"


def known_as(path: str, who: Caller | None) -> dict[str, str]:
    """The headers by which somebody is known at an address."""
    if who is None or who.key is None:
        return {}
    return {"authorization": f"Bearer {who.key}"} if path.startswith(API) else {"cookie": f"{KEY_COOKIE}={who.key}"}


def by_get(api: Api, path: str, headers: dict[str, str]) -> tuple[int, str]:
    """The status and the kind of what GET is answered, of a stream its head."""
    if path.partition("?")[0].endswith(("/live", "/stream")):
        begun = api.portal.call(first_message, api.app, path, list(headers.items()))
        refused = "application/json" if path.startswith(API) else "text/html; charset=utf-8"
        return int(begun[:3]), "text/event-stream; charset=utf-8" if begun.startswith(b"200") else refused
    found = api.request("GET", path, headers=headers)
    return found.status_code, found.headers.get("content-type", "")


def traces(api: Api) -> dict[str, Any]:
    """All that somebody who looks at something may leave behind, in memory and in the database."""
    service, rates = api.service, api.app.state.gate.rates.counts
    return {
        "kept": api.kept(),
        "rooms": {address: (room.revision, room.used, dict(room.looking), dict(room.marks), len(room.streams),
                            room.bots) for address, room in service.tables.rooms.items()},
        "pages": {address: list(drawings_of(room).pages) for address, room in service.tables.rooms.items()},
        "visits": dict(service.visits.last),
        "people": (list(service.people.lately), set(service.people.here)),
        "listeners": list(service.listeners.all),
        "counted": {key: count for counts in rates.values() for key, (_, count) in counts.items()
                    if not key.startswith(FLOODS)},
    }  # fmt: skip


@pytest.mark.unhurried
@pytest.mark.parametrize("is_in_memory", [True, False])
def test_every_route_answers_head_as_it_does_get_and_nothing_changes(tmp_path: Path, is_in_memory: bool) -> None:
    with at_server(tmp_path) as api:
        anna = api.user("Anna")
        found = places(api, anna)
        if not is_in_memory:
            for place in found[:-1]:
                if room := api.service.tables.rooms.get(place.address):
                    api.portal.call(api.service.tables.release, room)
        asked = [
            (path, known_as(path, who))
            for pattern in looked_at(api) for place in (found if "{address}" in pattern else found[:1])
            for path in dict.fromkeys(paths_of(pattern, place))
            for who in ((anna, None) if is_in_memory and place.state in BY_STRANGERS else (anna,))
            if is_in_memory or "{address}" in pattern  # else what is in memory makes no difference
        ]  # fmt: skip
        before = traces(api)
        heads = [api.request("HEAD", path, headers=headers) for path, headers in asked]
        assert traces(api) == before
        for (path, headers), head in zip(asked, heads, strict=True):
            assert head.content == b"", path
            if is_in_memory or "/preview?seat=0&asked" not in path:  # of a move only the game itself can tell
                status, kind = by_get(api, path, headers)
                assert (head.status_code, head.headers.get("content-type", "")) == (status, kind), (path, headers)
    assert len(asked) > 100


def test_the_head_of_a_page_has_the_headers_of_the_page(api: Api) -> None:
    files = (static("site.css"), "/fairness.html", "/picture/rattus.svg")
    for path in ("/about", "/rules/rattus", "/mine", "/t/nowhere", "/new/chess", "/play", *files):
        got, head = (api.request(method, path, headers={"accept-encoding": "identity"}) for method in ("GET", "HEAD"))
        assert [got.headers.get(name) for name in SAME] == [head.headers.get(name) for name in SAME], path
        assert got.headers["content-length"] == head.headers["content-length"], path


def test_what_only_takes_forms_says_so_to_head_too(api: Api) -> None:
    path = f"{API}/tables/{NOWHERE}/moves"
    for method in ("GET", "HEAD"):
        answer = api.request(method, path)
        assert answer.status_code == 405 and answer.headers["allow"] == "POST"
    assert api.request("POST", "/about").headers["allow"] == "GET, HEAD"
