"""`bellringer host`: what it lists and does, beside a running server and without one."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from structlog.testing import capture_logs

from bellringer.cli import main
from bellringer.core.records.verify import verify
from bellringer.server.errors import Refused
from bellringer.server.service import TableService
from bellringer.server.store import User
from bellringer.server.visitors.sightings import MOST_ADDRESSES, MOST_PEOPLE, Addresses
from tests.server.callers import PATIENCE, Api, at, play_on, refused, two_at
from tests.server.hosts import NAME, WORDS, Scene, dump, listed, path_of, run, scene, server
from tests.server.services import Known, WithService, any_name, apart, asked_of, table_for

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_log")]


# lists


def test_tables_people_and_reports_are_listed_beside_a_server_and_without(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        made = scene(api)
        beside = [listed(tmp_path, *words) for words in (("tables",), ("people", "quir"), ("reports",))]
    without = [listed(tmp_path, *words) for words in (("tables",), ("people", "quir"), ("reports",))]
    assert [len(rows) for rows in beside] == [len(rows) for rows in without] == [3, 1, 1]
    tables, people, reports = beside
    assert {table["address"] for table in tables} >= {made.running, made.waiting}
    assert people[0]["id"] == made.ids["quirin"] and people[0]["seats"] == 1
    assert (reports[0]["people"], reports[0]["text"], reports[0]["person"]) == (2, WORDS["said"], made.ids["quirin"])
    (waiting,) = listed(tmp_path, "tables", "--status", "waiting")
    assert waiting["address"] == made.waiting
    told = run(tmp_path, "tables").stdout
    assert f"Quirin #{made.ids['quirin']}" in told and "running" in told and made.running not in told
    assert WORDS["said"] in run(tmp_path, "reports").stdout
    assert "nobody" in run(tmp_path, "people", "no such name").stdout


def test_lists_change_nothing(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        scene(api)
    before = dump(tmp_path)
    for words in (("tables",), ("people", "a"), ("reports",), ("log",)):
        run(tmp_path, *words)
    assert dump(tmp_path) == before


# closing


@pytest.mark.parametrize("is_running", [True, False], ids=["beside a server", "without one"])
def test_a_table_is_closed(tmp_path: Path, is_running: bool) -> None:
    with server(tmp_path) as api:
        made = scene(api)
        if is_running:
            close_both(tmp_path, made)
            look_at_closed(api, made)
    if not is_running:
        close_both(tmp_path, made)
        with server(tmp_path) as api:
            look_at_closed(api, made)


def close_both(data: Path, made: Scene) -> None:
    """Close the waiting table by its link, and the running one by its number."""
    (number,) = [table["id"] for table in listed(data, "tables") if table["address"] == made.running]
    assert "closed" in run(data, "close", f"https://games.example.org/t/{made.waiting}").stdout
    assert "record stays" in run(data, "close", str(number)).stdout
    assert "already" in run(data, "close", str(number), status=1).stderr
    assert "no table" in run(data, "close", "9999", status=1).stderr
    states = [(act["what"], act["state"]) for act in listed(data, "log")]
    assert states == [("close", "done"), ("close", "done"), ("close", "refused"), ("close", "refused")]


def look_at_closed(api: Api, made: Scene) -> None:
    """The one is gone, the other is over, and its record holds."""
    anna = api.user("Anna", made.anna.key)
    assert anna.ask("GET", f"/tables/{made.waiting}").status_code == 404
    shown = anna.get(f"/tables/{made.running}")
    assert (shown["status"], shown["ended_by"], shown["places"]) == ("over", "closed", None)
    assert not any(seat["resigned"] for seat in shown["seats"])
    text = anna.ask("GET", f"/tables/{made.running}/record").text
    assert all(check.ok for check in verify(text))


def test_a_game_that_can_not_be_rebuilt_can_be_closed(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        made = scene(api)
    with closing(sqlite3.connect(tmp_path / NAME)) as base, base:
        base.execute("UPDATE acts SET word = 'no such move', kind = 'move', sealed = NULL WHERE number = 1")
    assert "closed" in run(tmp_path, "close", made.running).stdout


# removing


@pytest.mark.parametrize("is_running", [True, False], ids=["beside a server", "without one"])
def test_a_removed_person_is_nowhere_and_every_record_stays_valid(tmp_path: Path, is_running: bool) -> None:
    with server(tmp_path) as api:
        made = scene(api)
        api.service.store.changes.flush()
        with closing(sqlite3.connect(tmp_path / NAME)) as base, base:
            base.execute("UPDATE people SET withheld = 2")
        pages = [made.anna.ask("GET", f"/tables/{made.running}/chat").text]
        if is_running:
            run(tmp_path, "remove-person", str(made.ids["quirin"]))
            look_for_removed(api, made)
    assert WORDS["said"] in pages[0]
    if not is_running:
        run(tmp_path, "remove-person", str(made.ids["quirin"]))
        with server(tmp_path) as api:
            look_for_removed(api, made)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not [word for word in WORDS.values() if word.encode() in kept]
    with closing(sqlite3.connect(tmp_path / NAME)) as base:
        counted = base.execute("SELECT withheld FROM people WHERE id = ?", (made.ids["quirin"],)).fetchone()
    assert counted == (0,), "the deals that somebody has spoilt are forgotten, too"
    assert "no person" in run(tmp_path, "remove-person", "9999", status=1).stderr


def look_for_removed(api: Api, made: Scene) -> None:
    """Name and words are on no page, the key is nobody's, the game goes on with a bot."""
    anna = api.user("Anna", made.anna.key)
    assert api.portal.call(api.service.people.user, made.quirin.key) is None
    shown = anna.get(f"/tables/{made.running}")
    assert shown["seats"][2]["resigned"] and shown["status"] == "running"
    lines = anna.get(f"/tables/{made.running}/chat")
    assert [(line["kind"], line["text"]) for line in lines] == [("gone", ""), ("say", "Please don't.")]
    for language, words in (("en", "removed by the host"), ("fr", "retiré par l")):
        page = api.request("GET", f"/t/{made.running}", headers={"accept-language": language})
        assert words in page.text and not [word for word in WORDS.values() if word in page.text]
    anna.post(f"/tables/{made.running}/chat", seat=0, text="Thank you.")
    anna.post(f"/tables/{made.running}/resign", seat=0)
    text = anna.ask("GET", f"/tables/{made.running}/record").text
    assert all(check.ok for check in verify(text)) and WORDS["name"] not in text


def test_who_is_being_removed_does_nothing_more(with_service: WithService, known: Known) -> None:
    """What waits to be stored is removed with the rest, and what comes meanwhile is refused."""
    held, key = threading.Event(), f"key of {WORDS['name']}"

    async def work(service: TableService) -> None:
        assert service.store.changes.writer is not None
        service.store.changes.writer.most_together = 1
        anna, quirin = known(service, "Anna"), known(service, WORDS["name"])
        played = table_for(service, anna, "rattus", "me", "here")
        waiting = table_for(service, anna, "rattus", "me", "open", "open")
        service.store.changes.flush()
        del service.store.engine.connect  # whoever reads waits no longer for the writer
        service.store.changes.put(lambda _: held.wait(PATIENCE))
        service.company.aside(played, quirin, WORDS["name"], WORDS["aside"])
        service.setup.sit(waiting, 1, quirin, quirin.name)
        removing = asyncio.create_task(service.hosting.remove_person({"person": quirin.id}))
        await asyncio.sleep(0)
        assert await service.people.user(key) is None
        with pytest.raises(Refused, match="nobody has this key"):
            service.people.introduce(key, WORDS["name"])
        assert known(service, "Ben").id != quirin.id, "others come as before"
        held.set()
        assert (await removing)["lines"] == 1
        found = await service.tables.find(played.address)
        assert found is not None and [aside.text for aside in found.asides] == [""]
        left = await service.tables.find(waiting.address)
        assert left is not None and left.kept.seats[1].is_open
        assert service.people.introduce(key, "Somebody").id != quirin.id

    with_service(work)


@pytest.mark.parametrize("is_running", [True, False], ids=["beside a server", "without one"])
def test_nobody_is_removed_by_halves_while_a_table_can_not_be_opened(tmp_path: Path, is_running: bool) -> None:
    missing = tmp_path / "no-keys"
    data = tmp_path / "data"
    with server(data) as api:
        made = scene(api)
    before = dump(data)
    way = ["host", "--key-file", str(missing), str(data), "remove-person", str(made.ids["ben"])]
    if is_running:
        with server(data, key_file=missing):
            told = apart(lambda: CliRunner().invoke(main, way))
    else:
        told = apart(lambda: CliRunner().invoke(main, way))
    assert told.exit_code == 1 and "3 tables of theirs can't be opened" in told.stderr
    changed = [line for line in dump(data) if line not in before]
    assert not [line for line in changed if '"host_acts"' not in line and '"probes"' not in line], changed
    assert "is removed" in run(data, "remove-person", str(made.ids["ben"])).stdout


def test_who_had_a_seat_before_it_was_handed_over_is_removed_from_it(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        made, cleo = scene(api), api.user("Cleo")
        cleo.make("rattus", "me", "open")
        token = path_of(tmp_path, made.running, 2).rpartition("/")[2]
        cleo.post(f"/tables/{made.running}/hand-over", token=token)
        cleo.post(f"/tables/{made.running}/chat", seat=2, text="I am new here.")
        told = run(tmp_path, "remove-person", str(made.ids["quirin"])).stdout
        assert "name at 1 seats, words of 2 lines" in told
        lines = made.anna.get(f"/tables/{made.running}/chat")
        assert [line["text"] for line in lines] == ["", "Please don't.", "I am new here."]
        shown = made.anna.get(f"/tables/{made.running}")["seats"][2]
        assert shown["name"] != WORDS["name"] and not shown["resigned"]
    kept = "\n".join(dump(tmp_path))
    assert not [word for word in WORDS.values() if word in kept]


def test_who_sat_down_on_a_seat_after_it_was_handed_over_keeps_the_name(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        anna, ben, cleo, dora = (api.user(name) for name in ("Anna", "Ben", "Cleo", "Dora"))
        made = anna.make("notre-dame", "me", "open", "open", "open")
        address, links = made["table"]["id"], made["invitations"]
        for seat, user in ((1, ben), (2, ben)):
            user.sit(address, seat, links[str(seat)])
        for seat, user in ((1, cleo), (2, dora)):
            user.make("rattus", "me", "open")
            token = path_of(tmp_path, address, seat).rpartition("/")[2]
            user.post(f"/tables/{address}/hand-over", token=token)
        person_of = {name: listed(tmp_path, "people", name)[0]["id"] for name in ("Ben", "Dora")}
        run(tmp_path, "remove-person", str(person_of["Dora"]))  # by which she leaves the table
        api.user("Emil").sit(address, 2, links["2"])
        assert "name at 1 seats" in run(tmp_path, "remove-person", str(person_of["Ben"])).stdout
        names = [seat["name"] for seat in anna.get(f"/tables/{address}")["seats"]]
        assert names[1] not in ("Ben", "Cleo") and names[2] == "Emil"


def test_what_is_removed_leaves_the_write_ahead_log_of_a_running_server(tmp_path: Path) -> None:
    def wait_for(word: str) -> None:
        end = time.monotonic() + PATIENCE
        while word.encode() in b"".join(path.read_bytes() for path in tmp_path.glob(f"{NAME}*")):
            assert time.monotonic() < end, f"{word} is still there"
            time.sleep(0.05)

    with server(tmp_path, client="203.0.113.7") as api:
        made = scene(api)
        api.service.store.changes.flush()
        with closing(sqlite3.connect(tmp_path / NAME)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM people").fetchone()
            run(tmp_path, "remove-person", str(made.ids["quirin"]))
            time.sleep(1.5)
            end = time.monotonic() + PATIENCE
            while not api.service.store.log.must_go:  # not while it is being tried, which takes half of the time
                assert time.monotonic() < end, "it is tried again while somebody reads"
                time.sleep(0.01)
        for word in WORDS.values():
            wait_for(word)
        listed(tmp_path, "addresses")
        wait_for("203.0.113.7")


def test_the_waiting_tables_of_who_is_removed_go_with_the_host_or_have_a_free_seat(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        made = scene(api)
        run(tmp_path, "remove-person", str(made.ids["ben"]))
        seats = made.anna.get(f"/tables/{made.waiting}")["seats"]
        assert seats[1]["kind"] == "open"
        run(tmp_path, "remove-person", str(made.ids["anna"]))
        assert made.quirin.ask("GET", f"/tables/{made.waiting}").status_code == 404
        wanted = {"name": "Anna", "game": "rattus", "seats": [{"kind": "me"}, {"kind": "open"}]}
        refused(api.user("Anna", made.anna.key).ask("POST", "/tables", json=wanted), 401, "unknown-key")


def test_words_are_removed_line_by_line_or_person_by_person(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        made = scene(api)
        run(tmp_path, "remove-words", "--table", made.running, "--line", "table-2")
        kinds = [line["kind"] for line in made.anna.get(f"/tables/{made.running}/chat")]
        assert kinds == ["say", "gone"]
        assert (
            "gone already"
            in run(tmp_path, "remove-words", "--table", made.running, "--line", "table-2", status=1).stderr
        )
        assert (
            "no such line"
            in run(tmp_path, "remove-words", "--table", made.running, "--line", "aside-9", status=1).stderr
        )
        assert "2 lines" in run(tmp_path, "remove-words", "--person", str(made.ids["quirin"])).stdout
        kept = "\n".join(dump(tmp_path))
        assert WORDS["said"] not in kept and WORDS["aside"] not in kept and WORDS["name"] in kept
        assert "(removed)" in run(tmp_path, "reports").stdout
        assert made.quirin.get(f"/tables/{made.running}/view", seat=2)["seat"] == 2, "the person stays"
    for words in ((), ("--table", "1"), ("--person", "1", "--table", "1", "--line", "table-1")):
        assert "--person" in run(tmp_path, "remove-words", *words, status=2).stderr


def test_what_happens_while_words_are_removed_is_not_lost(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is built anew only when all that was done there is stored."""
    held, begun = threading.Event(), asyncio.Event()

    async def work(service: TableService) -> None:
        assert service.store.changes.writer is not None
        service.store.changes.writer.most_together = 1
        anna = known(service, "Anna")
        room = table_for(service, anna, "rattus", "me", "here")
        service.playing.say(room, 0, WORDS["said"])
        service.store.changes.flush()
        del service.store.engine.connect  # whoever reads waits no longer for the writer
        drop = service.hosting.drop

        async def begin(address: str) -> None:
            begun.set()
            await drop(address)

        monkeypatch.setattr(service.hosting, "drop", begin)
        removing = asyncio.create_task(service.hosting.remove_words({"person": anna.id}))
        await asyncio.sleep(0)  # it is asked for
        service.store.changes.put(lambda _: held.wait(PATIENCE))
        act = service.playing.move(room, 0, asked_of(room, 0), any_name(room, 0))
        await begun.wait()
        assert not room.is_gone, "the move is not stored yet"
        held.set()
        await removing
        found = await service.tables.find(room.address)
        assert found is not None and room.is_gone and found.game.acts[0] == act
        assert [line.kind for line in found.game.sayings] == ["gone"]

    with_service(work)


# addresses


def test_it_is_shown_what_an_address_does_and_not_kept(tmp_path: Path) -> None:
    with server(tmp_path, client="203.0.113.7") as api:
        made = scene(api)
        for _ in range(5):
            api.request("POST", "/play")
        (found,) = listed(tmp_path, "addresses")
        assert found["address"] == "203.0.113.7" and found["requests"] > 20 and found["refused"] >= 5
        assert set(found["people"]) == set(made.ids.values()) and len(found["tables"]) == 3
        assert listed(tmp_path, "addresses", "203.0.113.8") == []
        assert "requests" in run(tmp_path, "addresses").stdout
    assert b"203.0.113" not in (tmp_path / NAME).read_bytes(), "an address is in no backup"
    assert [act["what"] for act in listed(tmp_path, "log")] == ["addresses"] * 3
    assert "no server runs" in run(tmp_path, "addresses").stdout


def test_what_is_no_address_is_called_so(tmp_path: Path) -> None:
    with server(tmp_path):
        assert "not-an-address is no address" in run(tmp_path, "addresses", "not-an-address", status=1).stderr
        assert "no address" in run(tmp_path, "addresses", "\udcff", status=1).stderr
        for address in ("203.0.113.8", "2001:db8::/64", "nowhere"):
            assert f"nothing was asked for from {address}" in run(tmp_path, "addresses", address).stdout


def test_what_can_be_no_table_and_no_person_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with server(tmp_path):
        for command in (("close", "\udcff"), ("hand-over", "\udcff", "0"), ("close", "tisch-ä")):
            assert "there is no table" in run(tmp_path, *command, status=1).stderr
        for words in (("remove-person", "9" * 23), ("remove-words", "--person", "9" * 23)):
            assert "not in the range" in run(tmp_path, *words, status=2).stderr
        assert "there is no person" in run(tmp_path, "remove-person", str(2**63 - 1), status=1).stderr
        assert "nobody is called" in run(tmp_path, "people", "\udcff").stdout
        assert listed(tmp_path, "log")[-1]["answer"]["why"] == f"there is no person {2**63 - 1}"


def test_an_answer_with_addresses_that_nobody_read_goes_after_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(tmp_path, client="203.0.113.7") as api:
        api.service.hosting.seconds_kept = -60
        api.request("GET", "/")
        number = api.service.hosting.store.ask("addresses", {})
        api.portal.call(api.service.hosting.look)
        monkeypatch.setattr(api.service.hosting, "blank_at", time.monotonic() - 1)
        end = time.monotonic() + PATIENCE
        while api.service.hosting.store.act(number).answer and time.monotonic() < end:
            time.sleep(0.01)
        assert api.service.hosting.store.act(number).answer == {}


def test_an_address_of_ipv6_is_told_by_its_network_with_its_streams_and_tables(tmp_path: Path) -> None:
    with server(tmp_path, client="2001:db8::1") as api:
        made = scene(api)
        for number in range(2, 12):
            at(api, f"2001:db8::{number}").request("GET", "/about")
        room = api.service.tables.rooms[made.running]
        with api.service.listeners.listening(room, None, "2001:db8::/64", "2001:db8::7"):
            (found,) = listed(tmp_path, "addresses")
        tables = sorted(found["tables"])
        assert found["address"] == "2001:db8::/64" and found["streams"] == 1 and len(tables) == 3
        assert listed(tmp_path, "addresses", "2001:db8::99")[0]["people"] == found["people"]
        assert listed(tmp_path, "addresses", "2001:db8::/64")[0]["requests"] == found["requests"]
        assert listed(tmp_path, "addresses", "2001:db8:0:1::1") == []
        for room in list(api.service.tables.rooms.values()):
            api.portal.call(api.service.tables.forget, room)
        assert sorted(listed(tmp_path, "addresses")[0]["tables"]) == tables, "though nobody looks at them"


def test_the_memory_of_addresses_has_a_bound() -> None:
    seen = Addresses()
    for number in range(MOST_ADDRESSES + 10):
        seen.note(f"2001:db8::{number:x}", None)
    assert len(seen.seen) == 1, "who has a network pushes nobody out"
    for number in range(MOST_ADDRESSES + 10):
        seen.note(f"2001:db8:0:{number:x}::1", None)
    for number in range(MOST_PEOPLE + 10):
        seen.note("203.0.113.7", User(number, "x"))
    assert len(seen.seen) == MOST_ADDRESSES
    assert [len(one["people"]) for one in seen.told("203.0.113.7")] == [MOST_PEOPLE]


# how


def test_what_a_dead_server_left_undone_is_done_by_the_next_command_or_server(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        made = scene(api)
    with closing(sqlite3.connect(tmp_path / NAME)) as base, base:
        wanted = json.dumps({"table": made.waiting})
        base.execute(
            "INSERT INTO host_acts (at, what, wanted, state, answer) VALUES (0, 'close', ?, 'asked', '{}')", (wanted,)
        )
        base.execute("INSERT INTO host_acts (at, what, wanted, state, answer) VALUES (0, 'dance', '{}', 'asked', '{}')")
    with server(tmp_path) as api:
        anna, end = api.user("Anna", made.anna.key), time.monotonic() + PATIENCE
        while anna.ask("GET", f"/tables/{made.waiting}").status_code != 404:
            assert time.monotonic() < end
        while "asked" in (states := [act["state"] for act in listed(tmp_path, "log")]):
            assert time.monotonic() < end  # a server that stops leaves the rest to the next one
    assert states == ["done", "refused"]


def test_what_meets_a_damaged_part_of_the_database_keeps_nothing_else_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(wanted: Any) -> dict[str, Any]:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error

    with server(tmp_path) as api, capture_logs():
        made = scene(api)
        monkeypatch.setitem(api.service.hosting.ways, "dance", fail)
        with closing(sqlite3.connect(tmp_path / NAME)) as base, base:
            for what, wanted in (("dance", {}), ("close", {"table": made.waiting})):
                base.execute(
                    "INSERT INTO host_acts (at, what, wanted, state, answer) VALUES (0, ?, ?, 'asked', '{}')",
                    (what, json.dumps(wanted)),
                )
        anna, end = api.user("Anna", made.anna.key), time.monotonic() + PATIENCE
        while anna.ask("GET", f"/tables/{made.waiting}").status_code != 404:
            assert time.monotonic() < end
    assert [act["state"] for act in listed(tmp_path, "log")] == ["refused", "done"]


def test_the_host_s_commands_do_not_hold_up_who_plays(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        made = scene(api)
        address, people = two_at(api, "rattus", 2)
        errors: list[BaseException] = []

        def look() -> None:
            try:
                for _ in range(5):
                    run(tmp_path, "addresses")
                    run(tmp_path, "hand-over", made.running, "0")
            except BaseException as error:
                errors.append(error)

        thread = threading.Thread(target=look)
        thread.start()
        assert play_on(address, people, random.Random(2), 20) == 20
        thread.join()
    assert errors == []


def test_what_is_no_data_folder_or_an_older_one_is_refused(tmp_path: Path) -> None:
    assert "not a data folder" in run(tmp_path, "tables", status=2).stderr
    with closing(sqlite3.connect(tmp_path / NAME)) as base, base:
        base.execute("CREATE TABLE alembic_version (version_num TEXT)")
        base.execute("INSERT INTO alembic_version VALUES ('0004')")
    assert "start the server once" in run(tmp_path, "close", "1", status=2).stderr
    assert run(tmp_path, "tables", status=2).stderr.count("\n") == 1
