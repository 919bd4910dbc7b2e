"""The moments of a table, as a page that is about to tell them is sent them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from bellringer.core.tables.moments import Moment, moments
from bellringer.core.tables.table import Table
from bellringer.server.base.settings import unlimited
from bellringer.server.drawing.drawn_parts import DrawnParts
from bellringer.server.drawing.table import moments as drawing
from bellringer.server.drawing.table.moments import MOST, Teller
from bellringer.server.drawing.table.open_page import Parts
from bellringer.server.drawing.table.page_model import Viewer
from bellringer.server.drawing.table.parts import Look, draw
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.visitors.security import KEY_COOKIE
from tests.contract.tables import Setting
from tests.server.callers import Api, Caller, at_server, play_on, two_at
from tests.server.test_leaks import PAGES, begun, play_at_random

pytestmark = pytest.mark.unhurried

ENTRY = re.compile(r'<li id="((?:entry|note)-\d+)"')
TAG = re.compile(r"<[^>]*>")
TARGET = re.compile(r'hx-target="#([\w-]+)"')
WHOLE = {"live", *drawing.PARTS, drawing.LATEST}


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with at_server(tmp_path / "data", threads=1) as found:
        yield found


def asked(api: Api, who: Caller | None, address: str, **query: object) -> httpx.Response:
    """The answer to a page that asks for moments."""
    cookie = f"{KEY_COOKIE}={who.key}" if who is not None else ""
    return api.request("GET", f"/t/{address}/moments", params=query, headers={"cookie": cookie})


def told(api: Api, who: Caller | None, address: str, **query: object) -> list[dict[str, Any]]:
    """The moments in the answer."""
    answer = asked(api, who, address, **query)
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store", answer.text
    found: list[dict[str, Any]] = answer.json()["moments"]
    return found


def table_of(api: Api, game: str, moves: int = 40) -> tuple[str, Caller, LiveGame]:
    """A table of two people after some moves: its address, who has the first seat, its game."""
    address, people = two_at(api, game, 2)
    play_on(address, people, random.Random(3), moves)
    live = api.service.tables.rooms[address].live
    assert live is not None
    return address, people[0][0], live


def lines(found: list[dict[str, Any]]) -> list[int]:
    """The lines of the log that are told."""
    for one in found[1:]:
        assert f'<li id="line-{one["number"]}"' in one["entries"]
    return [one["number"] for one in found[1:]]


def log_at_end(found: list[dict[str, Any]]) -> list[str]:
    """The ids of the entries that a page shows which has walked through all of it."""
    shown: list[str] = []
    for one in found:
        shown = [*shown[: one["stay"]], *ENTRY.findall(one["entries"])]
    return shown


@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
def test_a_page_is_sent_what_was_and_then_what_has_changed(api: Api, game: str) -> None:
    """All parts as they were before, whole, and for each line of the log only the parts that differ then."""
    address, anna, live = table_of(api, game)
    since = live.table.event_count - 12
    first, *rest = told(api, anna, address, since=since, acts=len(live.acts), seat=0)
    assert set(TARGET.findall(first["show"])) == WHOLE
    assert lines([first, *rest]) == list(range(since, live.table.event_count))
    assert all("latest" in TARGET.findall(one["show"]) for one in rest), "its line is the newest then"
    assert all(set(TARGET.findall(one["show"])) < WHOLE for one in rest)
    assert not any('id="moves"' in one["show"] or "is-legal" in one["show"] for one in (first, *rest)), "no question"
    page = api.request("GET", f"/t/{address}", headers={"cookie": f"{KEY_COOKIE}={anna.key}"}).text
    entries = log_at_end([first, *rest])
    assert len(entries) > 2 and entries == ENTRY.findall(page)[-len(entries) :], (
        "in the end the log is that of the page"
    )
    part = told(api, anna, address, since=since, until=since + 3, acts=len(live.acts), seat=0)
    assert part == [first, *rest[:3]]


def test_no_more_is_told_than_can_be_seen(api: Api) -> None:
    """Of a long chain of moves the newest events, and the state before those."""
    address, anna, live = table_of(api, "notre-dame", 90)
    assert live.table.event_count > MOST
    found = told(api, anna, address, since=0, acts=len(live.acts))
    assert lines(found) == list(range(live.table.event_count - MOST, live.table.event_count))


def can_be_told(table: Table, seat: int, turn: int) -> bool:
    """Whether a move of a seat, the first or the last, leads to an event and can be taken back."""
    trial = table.copy()
    trial.play(trial.moves(seat)[turn].name, seat)
    return trial.may_undo(seat) and trial.event_count > table.event_count


def test_what_was_taken_back_has_never_been(api: Api) -> None:
    """A page that knows it is told nothing; afterwards it is told of what was done instead."""
    address, people = two_at(api, "notre-dame", 2)
    live = api.service.tables.rooms[address].live
    assert live is not None
    dice = random.Random(3)
    while True:  # until somebody who alone is to decide can take that back
        play_on(address, people, dice, 1)
        seat = live.table.pending[0]
        if len(live.table.pending) == 1 and all(can_be_told(live.table, seat, turn) for turn in (0, -1)):
            break
    who, count, acts = people[seat][0], live.table.event_count, len(live.acts)
    sent = {"seat": seat, "asked": live.holders[seat].asked}
    who.post(f"/tables/{address}/moves", **sent, move=live.table.moves(seat)[0].name)
    known, known_acts = live.table.event_count, len(live.acts)
    assert lines(told(api, who, address, since=count, acts=acts)) == list(range(count, known))
    who.post(f"/tables/{address}/undo", seat=seat, acts=known_acts)
    assert live.table.event_count == count
    assert told(api, who, address, since=known, acts=known_acts) == []
    sent = {"seat": seat, "asked": live.holders[seat].asked}
    who.post(f"/tables/{address}/moves", **sent, move=live.table.moves(seat)[-1].name)
    assert told(api, who, address, since=known, acts=known_acts) == [], "what the page knows is not true any more"
    now = told(api, who, address, since=count, acts=len(live.acts))
    assert lines(now) == list(range(count, live.table.event_count))
    assert live.table.events()[-1].words("en", ("Anna", "Ben")) in TAG.sub("", now[-1]["entries"])


def test_each_sees_with_the_own_eyes(api: Api) -> None:
    """A seat its hand, who watches nobody's; and people who share a screen nothing of a hand behind the curtain."""
    address, anna, live = table_of(api, "notre-dame")
    since, acts = live.table.event_count - 3, len(live.acts)
    own, watching = (told(api, who, address, since=since, acts=acts) for who in (anna, None))
    assert "game-card held" in own[0]["show"] and "game-card held" not in watching[0]["show"]
    carol = api.user("Carol")
    shared = carol.make("notre-dame", "me", "me")["table"]["id"]
    play_on(shared, [(carol, [0, 1])], random.Random(1), 12)
    here = api.service.tables.rooms[shared].live
    assert here is not None
    query = {"since": here.table.event_count - 2, "acts": len(here.acts)}
    curtain, ready = (told(api, carol, shared, **query, **more) for more in ({}, {"ready": 1}))
    assert not any("game-card held" in one["show"] for one in curtain)
    assert any("game-card held" in one["show"] for one in ready)


def test_what_asks_for_nothing_that_there_is_gets_nothing(api: Api) -> None:
    address, anna, live = table_of(api, "rattus")
    acts, count = len(live.acts), live.table.event_count
    assert asked(api, anna, address, acts=acts).status_code == 422
    assert asked(api, anna, address, since="x").status_code == 422
    assert asked(api, anna, "nowhere", since=0).status_code == 404
    for query in ({"since": count}, {"since": count + 7}, {"since": 5, "until": 5}, {"since": 9, "until": 2}):
        assert told(api, anna, address, acts=acts, **query) == []


def test_they_are_counted_as_previews_are(tmp_path: Path) -> None:
    with at_server(tmp_path, replace(unlimited(), previews="2/minute"), threads=1) as api:
        address, anna, _ = table_of(api, "rattus", 3)
        assert [asked(api, anna, address, since=0).status_code for _ in range(3)] == [200, 200, 429]


def test_who_sees_the_same_has_it_drawn_once(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    address, _, live = table_of(api, "rattus")
    drawn, parts = [], Teller.parts

    def counted(teller: Teller, moment: Moment) -> Parts:
        drawn.append(moment.number)
        return parts(teller, moment)

    monkeypatch.setattr(Teller, "parts", counted)
    since, acts = live.table.event_count - 5, len(live.acts)
    first, second = (told(api, None, address, since=since, acts=acts) for _ in range(2))
    assert first == second and len(drawn) == len(first)


@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
def test_a_moment_is_drawn_as_the_present_is(game: str) -> None:
    """What ends a game is the last that happens: its moment has the parts of the page of a game that is over."""
    live, dice = begun(Setting(game, 3, ()), 4), random.Random(2)
    while live.pending:
        play_at_random(live, dice.choice(live.pending), dice)
    viewer = Viewer(1, (1,), "en", live.table.event_count)
    teller = Teller(PAGES, Look(viewer, live.info(0), "token"))
    last = list(moments(live.table, live.table.event_count - 2))
    ends, over = (teller.parts(one) for one in last)
    assert 'id="end-title"' in str(over["end"]) and 'id="end-title"' not in str(ends["end"])
    present = draw(PAGES, live, Look(viewer, live.info(0), "token"), DrawnParts())
    assert {name: str(over[name]) for name in drawing.PARTS} == {name: str(present[name]) for name in drawing.PARTS}
