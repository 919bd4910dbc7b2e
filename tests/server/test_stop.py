"""A server that is stopped lets go of who listens, at once and without a word of errors."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from bellringer.server.serve import STOP_SECONDS
from tests.server.callers import Api, process, refused, to_move

pytestmark = pytest.mark.unhurried


@pytest.mark.slow
def test_open_streams_end_when_the_server_stops(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with ExitStack() as listening:
        with process(tmp_path / "data", log) as address:
            client = listening.enter_context(httpx.Client(base_url=address, timeout=20))
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            made = client.post(
                "/api/v1/tables", json={"name": "Anna", "game": "rattus", "seats": seats, "watching": "link"}
            ).json()
            key, table = {"authorization": f"Bearer {made['key']}"}, made["table"]["id"]
            streams = (f"/api/v1/tables/{table}/stream", f"/t/{table}/live?page=one")
            told = [listening.enter_context(client.stream("GET", one, headers=key)) for one in streams]
            assert [one.status_code for one in told] == [200, 200]
            heard = [one.iter_raw() for one in told]
            assert all(next(one) for one in heard)
            stopped = time.monotonic()
        assert time.monotonic() - stopped < STOP_SECONDS
        for one in heard:
            list(one)  # an answer that was cut off would raise an error here
    assert "Traceback" not in log.read_text() and "Cancel" not in log.read_text()


def test_a_server_that_stops_lets_nobody_wait_for_a_hint(api: Api) -> None:
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    _, view = to_move(address, anna)
    api.service.end_streams()
    refused(anna.ask("POST", f"/tables/{address}/hint", json={"seat": view["seat"]}), 503, "busy")
