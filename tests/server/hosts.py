"""A server whose host types commands, and what is at its tables."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from bellringer.cli import main
from tests.server.callers import SIGNS_OF_LIFE, Api, Caller, at_server, play_on
from tests.server.services import apart

NAME = "bellringer.sqlite3"
WORDS = {"said": "UNBECOMING-WORDS", "aside": "MORE-OF-THE-KIND", "name": "Quirin"}


def run(data: Path, *words: str, status: int = 0) -> Result:
    """Type a command of the host's."""
    result = apart(lambda: CliRunner().invoke(main, ["host", str(data), *words]))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert result.exit_code == status, result.stdout + result.stderr
    return result


def listed(data: Path, *words: str) -> Any:
    """What a command prints as JSON."""
    return json.loads(run(data, *words, "--json").stdout)


@dataclass
class Scene:
    """Two tables of Anna, where Ben sits, too; Quirin plays and talks. `ids`: people by their numbers."""

    running: str
    waiting: str
    anna: Caller
    ben: Caller
    quirin: Caller
    ids: dict[str, int]


def scene(api: Api) -> Scene:
    """Play a little, talk, report."""
    anna, ben, quirin = (api.user(name) for name in ("Anna", "Ben", WORDS["name"]))
    made = anna.make("rattus", "me", "open", "open")
    running = made["table"]["id"]
    for seat, user in ((1, ben), (2, quirin)):
        user.sit(running, seat, made["invitations"][str(seat)])
    waiting = anna.make("notre-dame", "me", "open", "open")
    ben.sit(waiting["table"]["id"], 1, waiting["invitations"]["1"])
    play_on(running, [(anna, [0]), (ben, [1]), (quirin, [2])], random.Random(1), 6)
    quirin.post(f"/tables/{running}/chat", seat=2, text=WORDS["said"])
    anna.post(f"/tables/{running}/chat", seat=0, text="Please don't.")
    other = ben.make("rattus", "me", "random")["table"]["id"]
    quirin.post(f"/tables/{other}/asides", name=WORDS["name"], text=WORDS["aside"])
    for user in (anna, ben):
        assert user.ask("POST", f"/tables/{running}/reports", json={"place": "table", "number": 1}).is_success
    people = {name: api.portal.call(api.service.people.user, user.key).id for name, user in  # type: ignore[union-attr]
              (("anna", anna), ("ben", ben), ("quirin", quirin))}  # fmt: skip
    return Scene(running, waiting["table"]["id"], anna, ben, quirin, people)


@contextmanager
def server(data: Path, **values: Any) -> Iterator[Api]:
    """A server in this process, whose loop goes on while a command waits for it, and which looks for it at once."""
    with at_server(data, prepare=lambda service: setattr(service.hosting, "look_every", 0.01), **values) as api:
        yield api


def path_of(data: Path, table: str, seat: int) -> str:
    """The path of a link that hands a seat over."""
    found = run(data, "hand-over", table, str(seat), "--url", "https://games.example.org/").stdout.strip()
    assert found.startswith("https://games.example.org/hand/")
    return found.removeprefix("https://games.example.org")


def dump(data: Path) -> list[str]:
    """Everything in a database, but for when servers ran."""
    with closing(sqlite3.connect(data / NAME)) as base:
        return [line for line in base.iterdump() if not line.startswith(SIGNS_OF_LIFE)]
