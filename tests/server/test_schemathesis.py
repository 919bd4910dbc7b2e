"""Requests that schemathesis makes up from the server's own description, with all of its checks."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from bellringer.server.app import create_app
from tests.server.callers import at_server, play_on, serving, settings_at

EXAMPLES = 1  # an operation, beside those that try the edges of every field
ENDLESS = ("/events", "/stream")  # these wait, at a table whose game runs


def tables(data: Path) -> dict[str, str]:
    """A table of each kind, and the key of who sits at all of them."""
    with at_server(data) as api:
        anna = api.user("Anna")
        waits = anna.make("rattus", "me", "open")["table"]["id"]
        runs = anna.make("notre-dame", "me", "me", "me")["table"]["id"]
        over = anna.make("rattus", "me", "me")["table"]["id"]
        play_on(runs, [(anna, [0, 1, 2])], random.Random(1), most=12)
        anna.post(f"/tables/{over}/resign", seat=0)
        if anna.get(f"/tables/{over}")["status"] == "running":
            anna.post(f"/tables/{over}/resign", seat=1)
        assert anna.key is not None
        return {"waits": waits, "runs": runs, "over": over, "key": anna.key}


def description(data: Path, found: dict[str, str]) -> Any:
    """The server's own, with the addresses that there are for those that it can't name."""
    document = create_app(settings_at(data)).openapi()
    for path, operations in document["paths"].items():
        there = [found["waits"], found["over"], *([] if path.endswith(ENDLESS) else [found["runs"]])]
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                if parameter["name"] == "address":
                    parameter["schema"]["enum"] = there
    return document


# A description can't say all that a table must be (names that can be printed, classes that go together): such a
# request may be refused as one that breaks the description is.
CONFIG = """
[checks]
positive_data_acceptance.expected-statuses = ["2xx", "401", "403", "404", "409", "422", "429"]
"""


@pytest.mark.slow
def test_the_server_keeps_to_its_description(tmp_path: Path) -> None:
    data, described = tmp_path / "data", tmp_path / "openapi.json"
    found = tables(data)
    described.write_text(json.dumps(description(data, found)))
    (tmp_path / "schemathesis.toml").write_text(CONFIG)
    with serving(settings_at(data, hint_iterations=20, threads=1)) as address:
        words = [sys.executable, "-m", "schemathesis.cli", "run", str(described), "--url", address]
        options = ["--checks", "all", "--phases", "examples,coverage,fuzzing", "--max-examples", str(EXAMPLES)]
        more = ["--seed", "1", "--no-color", "--request-timeout", "5", "-H", f"Authorization: Bearer {found['key']}"]
        told = subprocess.run(
            [*words, *options, *more],
            capture_output=True,
            text=True,
            timeout=240,
            cwd=tmp_path,
            env={**os.environ, "PYTHONWARNINGS": "ignore"},
        )
        assert httpx.get(f"{address}/healthz").json()["well"]
    assert told.returncode == 0, told.stdout[-20_000:] + told.stderr[-2_000:]
