"""The deal and the chain by the interface for programs: what it tells before the end, and that anybody can check it."""

from __future__ import annotations

import asyncio
import hashlib
import html
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from bellringer.cli import main
from bellringer.core.records.verify import verify
from tests.server.callers import Api, Caller, play_on

pytestmark = pytest.mark.unhurried

NONCE = bytes(range(32))
PROMISE = hashlib.sha256(NONCE).hexdigest()


def dealt(api: Api) -> tuple[Caller, str]:
    """A table of one person and two bots into whose deal the person has put a nonce."""
    anna = api.user("Anna")
    made = anna.make("notre-dame", "me", "random", "random", commitment=PROMISE)
    return anna, made["table"]["id"]


def everything_told(api: Api, anna: Caller, address: str) -> Iterator[str]:
    """What the server says of a table, to who sits there and to everybody."""
    for path in ("", "/view", "/view?seat=0", "/events", "/chain", "/record", "/chat"):
        yield anna.ask("GET", f"/tables/{address}{path}").text
    for path in (f"/t/{address}", f"/t/{address}/record", "/", "/mine"):
        yield api.request("GET", path).text


def test_nothing_tells_the_seed_before_the_end_and_the_commitment_is_told_from_the_beginning(api: Api) -> None:
    anna, address = dealt(api)
    room = api.service.tables.rooms.get(address)
    assert room is not None
    secrets = [room.kept.seed.hex()]
    table = anna.get(f"/tables/{address}")
    assert table["status"] == "dealing" and table["deal"]["awaited"] == [0]
    assert table["deal"]["commitments"] == [PROMISE, None, None] and table["deal"]["nonces"] == [None] * 3
    assert table["commitment"] == hashlib.sha256(room.kept.seed).hexdigest()
    assert not [one for text in everything_told(api, anna, address) for one in secrets if one in text]
    anna.post(f"/tables/{address}/nonce", seat=0, nonce=NONCE.hex())
    secrets.append(room.game.table.dice_seed.hex())
    for _ in range(6):
        play_on(address, [(anna, [0])], random.Random(1), 2)
        assert not [one for text in everything_told(api, anna, address) for one in secrets if one in text]
    assert anna.get(f"/tables/{address}")["commitment"] == table["commitment"]


def test_a_page_without_a_stream_asks_what_is_due(api: Api) -> None:
    """Only the page of the seat is told, and nobody has come to the table by that."""
    anna = api.user("Anna")
    made = anna.make("notre-dame", "me", "open", "random", commitment=PROMISE)
    address = made["table"]["id"]
    before = dict(api.service.visits.last)

    def due(user: Caller | None) -> str:
        cookie = {"cookie": f"bellringer_key={user.key}"} if user else {}
        answer = api.request("GET", f"/t/{address}/due", headers=cookie)
        assert answer.status_code == 200
        return answer.text

    assert "data-reveal" not in due(anna) and api.service.visits.last == before
    room, ben = api.service.tables.rooms[address], api.user("Ben")
    room.streams[asyncio.Event()] = f"user {room.kept.seats[0].user}"
    ben.sit(address, 1, made["invitations"]["1"])
    assert f'data-reveal="{PROMISE}"' in due(anna) and f"/{PROMISE}/" in due(anna)
    assert "data-reveal" not in due(ben) and "data-reveal" not in due(None)
    anna.post(f"/tables/{address}/nonce", seat=0, nonce=NONCE.hex())
    assert "data-reveal" not in due(anna)


def test_anybody_can_follow_the_chain_and_prove_the_record(api: Api, tmp_path: Path) -> None:
    """As docs/fairness.md says it, with nothing of ours: the heads of a running game lead to that of its record."""
    anna, address = dealt(api)
    anna.post(f"/tables/{address}/nonce", seat=0, nonce=NONCE.hex())
    seen: dict[int, str] = {}
    while anna.get(f"/tables/{address}")["status"] == "running":
        play_on(address, [(anna, [0])], random.Random(1), 5)
        seen |= followed(anna.get(f"/tables/{address}/chain"))
    text = anna.ask("GET", f"/tables/{address}/record").text
    lines = [line.split(" ", 3) for line in text.splitlines() if line.startswith("# ")]
    heads = {int(line[1]): line[2] for line in lines if line[1] != "signed"}
    assert seen.items() <= heads.items() and len(seen) > 3
    key = anna.get(f"/tables/{address}/chain")["key"]
    assert all(check.ok and not check.is_open for check in verify(text, key))
    path = tmp_path / "record.txt"
    path.write_text(text)
    proved = CliRunner().invoke(main, ["verify", str(path), "--key", key])
    assert proved.exit_code == 0 and "not checked" not in proved.output.split("Not checked:")[0]
    other = {"red": "blue", "blue": "green", "green": "red"}
    path.write_text(re.sub(r"\n1\. (\w+)", lambda found: f"\n1. {other[found[1]]}", text))
    refused = CliRunner().invoke(main, ["verify", str(path), "--key", key])
    assert refused.exit_code == 1 and "move 1: " in refused.output
    assert CliRunner().invoke(main, ["verify", str(path), "--key", "no key"]).exit_code == 2


def followed(chain: dict[str, object]) -> dict[int, str]:
    """The last head of a chain, hashed anew from its entries; its signature must be right."""
    entries, acts = chain["entries"], chain["acts"]
    assert isinstance(entries, list) and isinstance(acts, int) and len(entries) == acts + 1
    head = hashlib.sha256(b"bellringer chain 1\n" + entries[0].encode()).digest()
    for number, entry in enumerate(entries[1:], start=1):
        assert json.loads(entry)["act"] == number
        head = hashlib.sha256(head + entry.encode()).digest()
    assert head.hex() == chain["head"]
    said = f"bellringer chain 1\nacts {acts}\nhead {head.hex()}\n{'over' if chain['over'] else 'running'}\n"
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(str(chain["key"])))
    key.verify(bytes.fromhex(str(chain["signature"])), said.encode())
    return {acts: head.hex()}


@pytest.mark.parametrize("sent", [{"nonce": "00"}, {"nonce": NONCE.hex().upper()}, {"nonce": "00" * 32}])
def test_a_wrong_nonce_is_refused(api: Api, sent: dict[str, str]) -> None:
    anna, address = dealt(api)
    assert anna.ask("POST", f"/tables/{address}/nonce", json={"seat": 0, **sent}).status_code == 422
    assert anna.get(f"/tables/{address}")["status"] == "dealing"


def test_a_stranger_has_no_part_in_a_deal(api: Api) -> None:
    _, address = dealt(api)
    for path, sent in (("commitment", {"commitment": PROMISE}), ("nonce", {"nonce": NONCE.hex()})):
        assert api.user("Eve").ask("POST", f"/tables/{address}/{path}", json={"seat": 0, **sent}).status_code == 401


def test_a_program_that_waits_commits_while_it_listens(api: Api) -> None:
    anna, ben = api.user("Anna"), api.user("Ben")
    made = anna.make("rattus", "me", "open")
    address = made["table"]["id"]
    assert anna.post(f"/tables/{address}/commitment", seat=0, commitment=PROMISE)["deal"]["commitments"][0] == PROMISE
    ben.sit(address, 1, made["invitations"]["1"])
    assert ben.get(f"/tables/{address}")["status"] == "running", "nobody listened, so that nobody is waited for"
    assert anna.ask("POST", f"/tables/{address}/commitment", json={"seat": 0, "commitment": PROMISE}).status_code == 409


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", ("There was no deal", "did not come from: Anna.", "since the page of Anna did not show its part.")),
     ("fr", ("Il n’y a pas eu de donne", "venu de : Anna.", "Anna : une donne a échoué, car sa page n’a pas"))],
)  # fmt: skip
def test_a_void_table_says_whose_part_did_not_come(
    api: Api, monkeypatch: pytest.MonkeyPatch, language: str, told: tuple[str, ...]
) -> None:
    anna, address = dealt(api)
    room = api.service.tables.rooms[address]
    monkeypatch.setattr(api.service.dealing, "patience", -1)
    api.portal.call(api.service.dealing.call_time, room)
    table = anna.get(f"/tables/{address}")
    assert (table["status"], table["deal"]["missing"], table["seed"]) == ("void", [0], None)
    page = html.unescape(api.request("GET", f"/t/{address}", headers={"accept-language": language}).text)
    assert all(one in page.replace("\u202f", " ").replace("\xa0", " ") for one in told)
    assert anna.ask("POST", f"/tables/{address}/nonce", json={"seat": 0, "nonce": NONCE.hex()}).status_code == 409
