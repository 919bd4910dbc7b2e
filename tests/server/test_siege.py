"""A short siege: every attack is made and counted, nobody honest is refused, the server is well. No time is judged."""

from __future__ import annotations

import asyncio
import json
import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bellringer.server.app import create_app
from bellringer.server.visitors.security import GONE
from tests.server.callers import settings_at
from tests.server.services import apart, run_apart
from tools import siege
from tools.attacks import ATTACKS, Tally
from tools.load import Wanted
from tools.measuring import Watch
from tools.visitors import Browser, Figures, Place, Player, Wrong

pytestmark = pytest.mark.unhurried

SLOW = ("TimeoutError", "nothing came of a move")  # what an honest visitor meets on a machine that is slow


def test_answers_are_counted_by_what_they_mean() -> None:
    tally = Tally()
    for status in (200, 204, 303, 403, 429, 503, 500, 502):
        tally.count(status)
    assert (tally.answered, tally.refused, tally.failed) == (3, 3, 2)
    assert tally.document()["statuses"]["303"] == 1


@pytest.mark.parametrize("path", ["/play", "/language", "/new/rattus"])
def test_who_goes_in_the_middle_of_a_form_is_no_fault_of_the_server(path: str, tmp_path: Path) -> None:
    async def send_half() -> list[Any]:
        app, sent = create_app(settings_at(tmp_path)), list[Any]()
        parts = [{"type": "http.request", "body": b"a=1", "more_body": True}, {"type": "http.disconnect"}]
        headers = [(b"host", b"localhost"), (b"content-type", b"application/x-www-form-urlencoded")]
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
            "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "", "headers": headers,
            "client": ("127.0.0.1", 1), "server": ("localhost", 80),
        }  # fmt: skip

        async def receive() -> Any:
            return parts.pop(0)

        async def send(message: Any) -> None:
            sent.append(message)

        async with app.router.lifespan_context(app):
            with capture_logs() as logs:
                await app(scope, receive, send)
        assert [(one["event"], one["status"]) for one in logs] == [("answer", GONE)]
        return sent

    assert run_apart(send_half) == []


@pytest.mark.parametrize(("idle", "holds"), [(0, True), (9, True), (10, False), (20, False)])
def test_a_siege_in_which_most_moves_could_not_be_made_is_lost(idle: int, holds: bool, tmp_path: Path) -> None:
    honest = siege.Honest(besieged=Figures(moves={"rattus": [0.001] * (20 - idle)}, due=20, idle=idle))
    watch = Watch(os.getpid(), tmp_path, seconds=1.0, memory=[(0.0, 1)], loads=[0.0, 0.0])
    found = siege.report(Wanted(), honest, {}, watch, True, [])
    assert found["goals"]["most honest moves could be made"] is holds
    assert f"{idle} of 20 honest moves were due while nobody was asked" in siege.markdown(found)


@pytest.mark.parametrize(("times", "holds"), [(1.0, True), (2.9, True), (3.1, False), (20.0, False)])
def test_a_siege_in_which_somebody_new_waits_behind_a_crowd_is_lost(times: float, holds: bool, tmp_path: Path) -> None:
    honest = siege.Honest(waits=[0.002] * 9, crowded=[0.002 * times] * 9, crowd=Tally(answered=7).document())
    watch = Watch(os.getpid(), tmp_path, seconds=1.0, memory=[(0.0, 1)], loads=[0.0, 0.0])
    found = siege.report(Wanted(), honest, {}, watch, True, [])
    assert found["goals"]["somebody new waits at most three times as long beside a crowd"] is holds
    told = siege.markdown(found)
    assert f"| somebody new, crowded | 9 | {2 * times:.1f} ms" in told and "| a crowd, before the others | 7 |" in told


def test_a_siege_counts_all_honest_requests_that_failed(tmp_path: Path) -> None:
    """The report has the words of some of them; their number is that of all."""
    honest = siege.Honest(refused=[f"refused {number}" for number in range(120)])
    watch = Watch(os.getpid(), tmp_path, seconds=1.0, memory=[(0.0, 1)], loads=[0.0, 0.0])
    assert "120 honest requests failed" in siege.markdown(siege.report(Wanted(), honest, {}, watch, True, []))


def test_a_stream_that_was_refused_is_told_of_though_its_page_is_closed() -> None:
    async def refuse() -> None:
        raise Wrong("a stream: 503")

    async def end() -> None:
        """The stream ends with its game."""

    async def close_twice() -> list[str]:
        place = Place(Player(Browser(1), "rattus"), Browser(1))
        place.listening = [asyncio.create_task(refuse()), asyncio.create_task(end())]
        await asyncio.wait(place.listening)
        await place.close()
        await place.leave()
        return place.trouble()

    assert run_apart(close_twice) == ["a page that listens: Wrong('a stream: 503')"]


COUNTED = ("answered", "refused", "failed", "cut", "silent")
LONGER = (3.0, 10.0, 30.0)  # seconds: on a busy machine it takes longer until every attack has begun


@pytest.mark.slow
def test_a_short_siege() -> None:
    for seconds in LONGER:
        wanted = Wanted(tables=2, seconds=seconds, level="random", rate=2.0, replace=True)
        found = apart(partial(siege.measure, wanted, 4.0, "--pace", "0", newcomer_every=1.0))
        assert set(found["attacks"]) == set(ATTACKS)
        assert [name for name, tally in found["attacks"].items() if tally["failed"]] == [], found["attacks"]
        assert (
            found["crowd"]["answered"] and not found["crowd"]["failed"] and set(found["waits"]) == {"alone", "crowded"}
        )
        idle = [name for name, tally in found["attacks"].items() if not any(tally[what] for what in COUNTED)]
        if not idle:
            break
    assert idle == []
    assert [line for line in found["honest_refused"] if not any(word in line for word in SLOW)] == []
    assert found["goals"]["the server is well, without a fault of its own"]
    told = siege.markdown(json.loads(json.dumps(found)))
    assert all(name in told for name in ATTACKS) and "load average" in told
