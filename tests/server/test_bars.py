"""Whom the host bars, by number or by address: what they can still do, until when, and what is stored of it."""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from bellringer.cli import main
from bellringer.core.records.verify import verify
from bellringer.server.app import ROUTERS
from bellringer.server.base.addresses import network_named
from bellringer.server.base.keys import read_keys, usual_key_file, write_new
from bellringer.server.people import bars
from bellringer.server.store.values.kept import now
from bellringer.server.visitors.barred import LEFT
from tests.server.callers import PATIENCE, Api, Caller, at, browser, refused, submit, to_move
from tests.server.hosts import NAME, Scene, dump, listed, run, scene, server
from tests.server.services import apart

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_log")]

HOME, SCHOOL = "203.0.113.7", "198.51.100.9"
WANTED = {"name": "Eve", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}


def changing(api: Api) -> list[tuple[str, str]]:
    """All routes that change something: how each is asked, and its pattern."""
    routes = [route for router in (*ROUTERS, api.app) for route in router.routes]
    methods = [(method, getattr(route, "path", "")) for route in routes for method in getattr(route, "methods", ())]
    return list(dict.fromkeys((method, path) for method, path in methods if method not in ("GET", "HEAD")))


def ask_all(api: Api, made: Scene, user: Caller) -> dict[str, bool]:
    """Send something to each of these routes: whether it is refused as from somebody who is barred."""
    found = {}
    key, _ = browser(api, user.key)
    for method, pattern in changing(api):
        filled = pattern.replace("{address}", made.running).replace("{seat}", "1").replace("{game}", "rattus")
        path = re.sub(r"\{\w+\}", "x", filled)
        if path.startswith("/api/"):
            answer = user.ask(method, path.removeprefix("/api/v1"), json={})
            found[pattern] = answer.status_code == 403 and answer.json()["error"] == "barred"
        else:
            answer = api.request(method, path, data={}, headers={"cookie": f"bellringer_key={key}"})
            found[pattern] = answer.status_code == 403 and "has barred you" in answer.text
    return found


def test_whoever_is_barred_can_finish_games_and_change_nothing_else(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        made = scene(api)
        assert set(ask_all(api, made, made.ben).values()) == {False}
        run(tmp_path, "bar", "--person", str(made.ids["ben"]))
        found = ask_all(api, made, made.ben)
        assert len(found) > 40
        wrong = [path for path, is_barred in found.items() if is_barred == (path.rpartition("/")[2] in LEFT)]
        assert wrong == []
        assert {path.rpartition("/")[2] for path in found} >= LEFT, "nothing is left that is not there"
        assert set(ask_all(api, made, made.anna).values()) == {False}


def test_a_barred_person_is_told_so_and_nobody_else_at_the_table_is_hurt(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        made = scene(api)
        people = (made.anna, made.ben, made.quirin)
        told = run(tmp_path, "bar", *(f"--person={made.ids[name]}" for name in ("anna", "ben", "quirin"))).stdout
        assert re.fullmatch(r"3 bars until \d{4}-\d\d-\d\d \d\d:\d\d\n", told)
        document = refused(made.ben.ask("POST", "/tables", json=WANTED), 403, "barred")
        assert re.search(r"until \d{4}-\d\d-\d\d \d\d:\d\d UTC; you can finish your games", document["message"])
        user, view = to_move(made.running, *people)
        user.post(
            f"/tables/{made.running}/moves", seat=view["seat"], asked=view["asked"], move=view["moves"][0]["name"]
        )
        assert made.ben.get(f"/tables/{made.waiting}")["seats"][1]["name"] == "Ben", "looking on is free"
        for language, words in (("en", "The host of this server has barred you"), ("fr", "vous a exclu")):
            headers = {"accept-language": language, "authorization": f"Bearer {'x' * 43}"}
            key, csrf = browser(api, made.ben.key)
            answer = submit(api, "/play", key, csrf, headers, game="rattus", seats="2", level="random")
            assert answer.status_code == 403 and words in answer.text, "no other key beside it helps"
        for name, person in zip(("anna", "ben", "quirin"), people, strict=True):
            run(tmp_path, "unbar", f"--person={made.ids[name]}")
            assert person.ask("POST", "/tables", json=WANTED).status_code == 201
        assert "nobody is barred" in run(tmp_path, "bars").stdout


@pytest.mark.parametrize("is_running", [True, False], ids=["beside a server", "without one"])
@pytest.mark.parametrize(
    ("named", "inside", "outside"),
    [(HOME, HOME, "203.0.113.8"), ("2001:db8:0:7::9", "2001:db8:0:7::1", "2001:db8:0:8::1"),
     ("2001:db8:0:700::/56", "2001:db8:0:7ff::1", "2001:db8:0:800::1")],
)  # fmt: skip
def test_who_comes_from_a_barred_network_is_refused_and_nobody_else(
    tmp_path: Path, named: str, inside: str, outside: str, is_running: bool
) -> None:
    def look(api: Api) -> None:
        refused(at(api, inside).user("Eve").ask("POST", "/tables", json=WANTED), 403, "barred")
        assert at(api, inside).request("GET", "/").status_code == 200
        assert at(api, outside).user("Eve").ask("POST", "/tables", json=WANTED).status_code == 201

    with server(tmp_path) as api:
        assert at(api, inside).user("Eve").ask("POST", "/tables", json=WANTED).status_code == 201
        if is_running:
            run(tmp_path, "bar", "--address", named, "--address", SCHOOL)
            look(api)
            (found,) = listed(tmp_path, "addresses", inside)
            assert found["barred"] > now()
    if not is_running:
        run(tmp_path, "bar", "--address", named, "--address", SCHOOL)
    with server(tmp_path) as api:
        look(api)
        assert "2 bars have ended" in run(tmp_path, "unbar", "--address", named, "--address", SCHOOL).stdout
        assert at(api, inside).user("Eve").ask("POST", "/tables", json=WANTED).status_code == 201


# what is stored


def everything(data: Path) -> bytes:
    """All bytes of the data folder, the write-ahead log's too."""
    return b"".join(path.read_bytes() for path in data.iterdir() if path.is_file())


def wait_until_gone(data: Path, words: bytes) -> None:
    """Wait until some bytes are nowhere in the folder."""
    end = time.monotonic() + PATIENCE
    while words in everything(data):
        assert time.monotonic() < end, "it is still there"
        time.sleep(0.05)


def test_of_an_address_a_keyed_hash_is_stored_and_goes_with_the_bar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = read_keys(usual_key_file()).links if usual_key_file().exists() else None
    with server(tmp_path) as api:
        at(api, HOME).user("Eve").ask("POST", "/tables", json=WANTED)
        run(tmp_path, "bar", "--address", HOME, "--hours", "24")
        links = links or api.service.store.vault.links
        code = bars.hashed(links, HOME)
        api.service.store.changes.flush()
        with closing(sqlite3.connect(tmp_path / NAME)) as base:
            ((person, network, at_, ends),) = base.execute("SELECT person_id, network, at, ends FROM bars").fetchall()
        assert (person, network) == (None, code) and 0 < ends - now() <= 24 * 3_600_000 and at_ <= now()
        kept = everything(tmp_path)
        assert HOME.encode() not in kept and bars.hashed(links, SCHOOL) not in kept
        wait_until_gone(tmp_path, code.hex().encode())  # by which the command had asked for it
        (act,) = [act for act in listed(tmp_path, "log") if act["what"] == "bar"]
        assert act["wanted"] == {"networks": 1, "hours": 24} and act["state"] == "done"
        assert "networks 1, hours 24" in run(tmp_path, "log").stdout
        ((one),) = listed(tmp_path, "bars")
        assert one["person"] is None and one["ends"] == ends
        monkeypatch.setattr("bellringer.server.people.bars.now", lambda: ends)
        assert at(api, HOME).user("Eve").ask("POST", "/tables", json=WANTED).status_code == 201
        wait_until_gone(tmp_path, code)
        assert len(api.service.bars) == 0
    assert not [line for line in dump(tmp_path) if line.startswith('INSERT INTO "bars"')]


def test_a_bar_that_ended_while_no_server_ran_goes_with_the_next_start(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        made = scene(api)
        run(tmp_path, "bar", "--address", HOME, "--address", SCHOOL, "--person", str(made.ids["ben"]))
    with closing(sqlite3.connect(tmp_path / NAME)) as base, base:
        (code,) = base.execute("SELECT network FROM bars WHERE id = 2").fetchone()
        base.execute("UPDATE bars SET ends = 1 WHERE id = 2")
        base.execute("UPDATE bars SET ends = ends + 1000000000 WHERE id = 3")  # as if the date had been wrong
    with server(tmp_path) as api:
        made_now = at(api, SCHOOL).user("Eve").ask("POST", "/tables", json=WANTED)
        assert made_now.status_code == 201, "no bar of a network lasts longer than a day"
        wait_until_gone(tmp_path, code)
        refused(api.user("Ben", made.ben.key).ask("POST", "/tables", json=WANTED), 403, "barred")
        assert [one["name"] for one in listed(tmp_path, "bars")] == ["Ben"]


@pytest.mark.parametrize(
    "damage", ["network = 'text'", "ends = 'soon'", "at = x'00'", "person_id = 'Ben'", "ends = NULL"]
)
def test_a_damaged_row_bars_nobody_and_stops_nothing(tmp_path: Path, damage: str) -> None:
    with server(tmp_path) as api:
        made = scene(api)
        run(tmp_path, "bar", "--person", str(made.ids["ben"]), "--address", HOME)
    with closing(sqlite3.connect(tmp_path / NAME)) as base, base:
        base.execute("PRAGMA writable_schema=ON")  # lets a column be empty that may not
        base.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE name = 'bars'")
    with closing(sqlite3.connect(tmp_path / NAME)) as base, base:
        base.execute(f"UPDATE bars SET {damage} WHERE person_id IS NULL")
    with server(tmp_path) as api:
        assert at(api, HOME).user("Eve").ask("POST", "/tables", json=WANTED).status_code == 201
        refused(api.user("Ben", made.ben.key).ask("POST", "/tables", json=WANTED), 403, "barred")
        assert "Ben #" in run(tmp_path, "bars").stdout


def test_who_is_barred_is_not_removed_as_a_stranger(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        eve, other = api.user("Eve"), api.user("Other")
        for user in (eve, other):
            user.make("rattus", "me", "open")
        person = listed(tmp_path, "people", "Eve")[0]["id"]
        run(tmp_path, "bar", "--person", str(person))
        run(tmp_path, "remove-person", str(person))
        api.portal.call(api.service.maintenance.clean)
        assert [one["person"] for one in listed(tmp_path, "bars")] == [person]


# what the host types


def test_what_can_not_be_barred_is_refused_and_nothing_is_changed(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        made = scene(api)
        ben = str(made.ids["ben"])
        for words, status, why in (
            (("bar",), 2, "name whom to bar"),
            (("unbar",), 2, "name bars by their numbers"),
            (("close",), 2, "name tables, or whose"),
            (("bar", "--person", ben, "--person", "9999"), 1, "there is no person 9999"),
            (("bar", "--person", ben, "--address", HOME, "--hours", "25"), 1, "lasts 1 to 24 hours, not 25"),
            (("bar", "--person", ben, "--hours", "8761"), 2, "8760"),
            (("bar", "--address", "127.0.0.1", "--person", ben), 1, "this machine can't be barred"),
            (("bar", "--address", "::1"), 1, "this machine can't be barred"),
            (("bar", "--address", "192.0.2.0/24"), 1, "name one address of IPv4"),
            (("bar", "--address", "2001:db8::/32"), 1, "name one address of IPv4"),
            (("bar", "--address", "\udcff"), 1, "is no address"),
            (("unbar", "1"), 1, "there is no bar 1"),
            (("unbar", "--person", ben), 1, "nobody of these is barred"),
        ):
            assert why in run(tmp_path, *words, status=status).stderr, words
        assert listed(tmp_path, "bars") == []
        run(tmp_path, "bar", "--person", ben, "--hours", "8760")
        run(tmp_path, "bar", "--person", ben, "--person", ben, "--hours", "1")
        (one,) = listed(tmp_path, "bars")
        assert one["ends"] - one["at"] == 3_600_000, "the newest counts"
        assert f"Ben #{ben}, since" in run(tmp_path, "bars").stdout
        assert "1 bar has ended" in run(tmp_path, "unbar", str(one["number"])).stdout


def test_an_address_needs_the_keys_of_the_server(tmp_path: Path) -> None:
    data, other, missing = tmp_path / "data", tmp_path / "other", tmp_path / "missing"
    write_new(other)
    with server(data):
        for key_file, why in ((other, "have different keys"), (missing, str(missing))):
            for command in ("bar", "close"):
                words = ["host", "--key-file", str(key_file), str(data), command, "--address", HOME]
                told = apart(partial(CliRunner().invoke, main, words))
                assert told.exit_code in (1, 2) and why in told.stderr, told.stderr
        assert listed(data, "bars") == []


@pytest.mark.parametrize(
    ("named", "name"),
    [("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("192.0.2.1/32", "192.0.2.1"),
     ("2001:db8::1", "2001:db8::/64"), ("2001:db8::5/64", "2001:db8::/64"), ("2001:db8:0:aa::/56", "2001:db8::/56"),
     ("2001:db8::/48", "2001:db8::/48"), ("192.0.2.0/24", None), ("2001:db8::1/128", None), ("2001:db8::/x", None),
     ("nowhere", None), ("", None)],
)  # fmt: skip
def test_a_network_is_named_by_what_the_server_counts_by(named: str, name: str | None) -> None:
    if name is None:
        with pytest.raises(ValueError, match="is no address|name one address"):
            network_named(named)
    else:
        assert network_named(named).name == name


# closing many


def test_many_tables_are_closed_at_once(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        eve = at(api, HOME).user("Eve")
        ids = [eve.make("rattus", "me", *rest)["table"]["id"] for rest in (["random"], ["open"], ["random"])]
        by_others = [at(api, HOME).user("Ben").make("rattus", "me", "random")["table"]["id"] for _ in range(2)]
        elsewhere = at(api, SCHOOL).user("Ida").make("rattus", "me", "random")["table"]["id"]
        known = {table["address"]: table["id"] for table in listed(tmp_path, "tables")}
        person = listed(tmp_path, "people", "Eve")[0]["id"]
        for words in ((str(known[ids[0]]), "9999"), (str(known[ids[0]]), "--address", "192.0.2.200", "9999")):
            assert "there is no table 9999" in run(tmp_path, "close", *words, status=1).stderr
        assert {table["status"] for table in listed(tmp_path, "tables")} == {"running", "waiting"}
        told = run(tmp_path, "close", str(known[ids[0]]), f"https://games.example.org/t/{ids[1]}").stdout
        assert told.splitlines() == [
            f"table {known[ids[0]]} is over: given up by its people, and its record stays",
            f"table {known[ids[1]]} is closed",
        ]
        assert f"table {known[ids[2]]} is over" in run(tmp_path, "close", "--person", str(person)).stdout
        assert "no unfinished table" in run(tmp_path, "close", "--person", str(person), status=1).stderr
        assert len(run(tmp_path, "close", "--address", HOME).stdout.splitlines()) == len(by_others)
        assert "no unfinished table" in run(tmp_path, "close", "--address", HOME, status=1).stderr
        left = [table["address"] for table in listed(tmp_path, "tables", "--status", "running")]
        assert left == [elsewhere] and HOME.encode() not in everything(tmp_path)
        for address in (ids[0], ids[2], *by_others):
            assert all(check.ok for check in verify(eve.ask("GET", f"/tables/{address}/record").text))
        log = [act["wanted"] for act in listed(tmp_path, "log") if act["what"] == "close"]
        assert {"networks": 1} in log and {"people": [person]} in log
    assert "no unfinished table" in run(tmp_path, "close", "--address", SCHOOL, status=1).stderr, "no server knows"


def test_a_damaged_table_keeps_no_other_of_theirs_open(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        eve = at(api, HOME).user("Eve")
        ids = [eve.make("rattus", "me", "random")["table"]["id"] for _ in range(3)]
        known = {table["address"]: table["id"] for table in listed(tmp_path, "tables")}
        person = listed(tmp_path, "people", "Eve")[0]["id"]
        with api.service.store.engine.begin() as connection:
            connection.execute(text("UPDATE tables SET options = '{' WHERE address = :it"), {"it": ids[0]})
        told = run(tmp_path, "close", "--person", str(person)).stdout.splitlines()
        assert sorted(line.split()[1] for line in told[:-1]) == sorted(str(known[one]) for one in ids[1:])
        assert told[-1].startswith("1 more can't be closed, since their rows are damaged: bellringer check ")
        assert "can't be read" in run(tmp_path, "close", str(known[ids[0]]), status=1).stderr
