"""Shares by address: nobody closes the server by being ever new persons, and many honest people share an address."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from limits import parse

from bellringer.cli import main
from bellringer.server.base.addresses import networks
from bellringer.server.base.rates import Rates
from bellringer.server.base.settings import Limits
from bellringer.server.serve import believed
from bellringer.server.service import TableService
from bellringer.server.store.values.kept import now
from bellringer.server.tables.making import shares
from bellringer.server.tables.making.shares import Shares
from bellringer.server.tables.requests import SeatRequest, TableRequest
from tests.server.callers import Api, at, at_server, browser, process, refused, submit
from tests.server.services import Known, WithService, refusal, table_for

pytestmark = pytest.mark.slow

OPEN = [{"kind": "me"}, {"kind": "open"}]


def make(api: Api, name: str = "Eve") -> Any:
    """A new person asks for a table."""
    return api.user(name).ask("POST", "/tables", json={"name": name, "game": "rattus", "seats": OPEN})


# addresses


@pytest.mark.parametrize(
    ("address", "names"),
    [
        ("192.0.2.7", ["192.0.2.7"]),
        ("::ffff:192.0.2.7", ["192.0.2.7"]),
        ("2001:db8:1:22ff::7", ["2001:db8:1::/48", "2001:db8:1:2200::/56", "2001:db8:1:22ff::/64"]),
        ("fe80::1%eth0", ["fe80::/48", "fe80::/56", "fe80::/64"]),
        ("::1", ["::1"]),
        ("unknown", ["nowhere"]),
        ("", ["nowhere"]),
    ],
)
def test_an_address_counts_for_its_networks(address: str, names: list[str]) -> None:
    assert [network.name for network in networks(address)] == names


def test_shares_grow_with_the_network_and_nobody_has_more_than_half() -> None:
    assert [network.share(100, 2_000) for network in networks("2001:db8::1")] == [400, 200, 100]
    assert [network.share(100, 300) for network in networks("2001:db8::1")] == [150, 150, 100]
    assert networks("127.0.0.1")[0].share(100, 2_000) == 1_000
    assert networks("127.0.0.2")[0].share(100, 2_000) == 100


# tables


@pytest.mark.parametrize("addresses", [["192.0.2.7"], ["2001:db8::1", "2001:db8::2:1"]])
def test_one_address_does_not_close_the_server_as_ever_new_persons(tmp_path: Path, addresses: list[str]) -> None:
    with at_server(tmp_path, Limits(open_tables=20, tables_an_address=5)) as api:
        answers = [make(at(api, addresses[number % len(addresses)])) for number in range(12)]
        assert [answer.status_code for answer in answers] == [201] * 5 + [429] * 7
        refused(answers[-1], 429, "crowded")
        assert make(at(api, "198.51.100.1"), "Ben").status_code == 201, "somebody else is still let in"


def test_a_network_of_addresses_has_a_larger_share_that_ends_too(tmp_path: Path) -> None:
    with at_server(tmp_path, Limits(open_tables=200, tables_an_address=3)) as api:
        answers = [make(at(api, f"2001:db8:0:{number:x}::1")).status_code for number in range(20)]
        assert answers == [201] * 6 + [429] * 14, "the /56 has two shares"
        elsewhere = [make(at(api, f"2001:db8:0:{number:x}00::1")).status_code for number in range(1, 20)]
        assert elsewhere.count(201) == 6, "the /48 has four"


def test_a_form_and_a_rematch_count_as_well(tmp_path: Path) -> None:
    with at_server(tmp_path, Limits(open_tables=20, tables_an_address=1), client="192.0.2.7") as api:
        key, csrf = browser(api)
        form: dict[str, Any] = {"game": "rattus", "seats": "2", "level": "random"}
        assert submit(api, "/play", key, csrf, **form).status_code == 303
        (address,) = api.service.shares.made
        other, its_csrf = browser(api)
        assert submit(api, "/play", other, its_csrf, **form).status_code == 429
        assert submit(api, f"/t/{address}/resign", key, csrf, seat="").status_code == 303
        assert not api.service.shares.made, "a game that is over does not count"
        assert submit(api, f"/t/{address}/rematch", key, csrf, answer="accept").status_code == 303
        assert len(api.service.shares.made) == 1
        assert submit(api, "/play", other, its_csrf, **form).status_code == 429


def test_a_table_that_is_closed_makes_room(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna = known(service, "Anna")
        wanted = TableRequest("rattus", (SeatRequest("me"), SeatRequest("open")))
        room = service.setup.make(anna, wanted, "192.0.2.7")
        assert refusal(service.setup.make, anna, wanted, "192.0.2.7") == "crowded"
        service.setup.discard(room)
        service.setup.make(anna, wanted, "192.0.2.7")
        assert not service.shares.counts.keys() - {"192.0.2.7"}

    with_service(work, limits=Limits(tables_an_address=1))


def test_a_table_counts_as_a_new_one_for_a_week_and_among_all_until_it_is_finished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = [1_000.0]
    monkeypatch.setattr("bellringer.server.tables.making.shares.monotonic", lambda: at[0])
    found = Shares()
    for week in range(shares.OLD_TOO):
        assert found.has_room("2001:db8::2", 1, 1_000), week
        found.add(f"table {week}", "2001:db8::1")
        assert not found.has_room("2001:db8::2", 1, 1_000)
        at[0] += shares.WEEK + 1
    assert not found.has_room("2001:db8::2", 1, 1_000), "no address fills the server bit by bit"
    found.drop("table 0")
    assert found.has_room("2001:db8::2", 1, 1_000)
    for week in range(shares.OLD_TOO):
        found.drop(f"table {week}")
    assert not (found.made or found.new or found.counts or found.new_counts)


def test_twenty_honest_people_behind_one_address_are_not_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = [100.0]
    monkeypatch.setattr("bellringer.server.base.rates.monotonic", lambda: at[0])
    with at_server(tmp_path, Limits(), client="192.0.2.7") as api:
        answers = []
        for number in range(20):
            at[0] += 0.1  # all of them within two seconds
            key, csrf = browser(api)
            answers += [
                api.request("GET", path, headers={"cookie": f"bellringer_key={key}"}) for path in ("/", "/mine")
            ]
            form: dict[str, Any] = {"game": "rattus", "seats": "2", "level": "random"}
            answers += [submit(api, "/play", key, csrf, **form) for _ in range(2)]
            person = api.user(f"Person {number}")
            wanted = {"name": person.name, "game": "rattus", "seats": OPEN}
            answers.append(person.ask("POST", "/tables", json=wanted))
        assert {answer.status_code for answer in answers} <= {200, 201, 303}


# rates


def test_new_persons_at_one_address_share_what_it_may_do(tmp_path: Path) -> None:
    with at_server(tmp_path, Limits(new_tables="2/minute"), client="192.0.2.7") as api:
        found = []
        for name in ("Anna", "Ben"):
            person = api.user(name)
            person.make("rattus", "me", "open")
            wanted = {"name": name, "game": "rattus", "seats": OPEN}
            found += [person.ask("POST", "/tables", json=wanted).status_code for _ in range(12)]
        assert found == ([201] * 2 + [429] * 10) * 2 and len(api.service.shares.made) == 6
        assert 429 in [make(api, f"Person {number}").status_code for number in range(20)]
        assert make(at(api, "198.51.100.1")).status_code == 201


def test_counters_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    at = [100.0]
    monkeypatch.setattr("bellringer.server.base.rates.monotonic", lambda: at[0])
    found, item = Rates(room=10), parse("2/minute")
    assert [found.hit(item, "a") for _ in range(3)] == [True, True, False]
    for number in range(1_000):
        found.hit(item, f"{number}")
    assert len(found.counts[60]) == 10
    assert [found.hit(item, "b", times=2) for _ in range(5)] == [True] * 4 + [False]
    at[0] += 60.0
    assert found.hit(item, "b")


def test_many_who_come_within_a_second_make_no_count_of_a_day_forgotten() -> None:
    found, day, second = Rates(room=10), parse("2/day"), parse("9/second")
    assert [found.hit(day, "a") for _ in range(2)] == [True, True]
    for number in range(1_000):
        found.hit(second, f"{number}")
    assert not found.hit(day, "a")


# proxies


def test_a_proxy_is_an_address_or_a_network() -> None:
    assert believed(["127.0.0.1", "2001:db8::/32"]) == ["127.0.0.1/32", "2001:db8::/32", "::ffff:127.0.0.1/128"]
    for network in believed(["10.0.0.0/8"]):
        ipaddress.ip_network(network)
    for wrong in ("proxy.example.org", "10.0.0.0/40", "*", ""):
        answer = CliRunner().invoke(main, ["serve", "--proxy", wrong, "--port", "0"])
        assert answer.exit_code == 2 and "--proxy" in answer.stderr, answer.output


@pytest.mark.parametrize(
    ("options", "is_believed"), [pytest.param((), False, marks=pytest.mark.soak), (("--proxy", "127.0.0.0/24"), True)]
)
def test_only_a_proxy_is_believed(tmp_path: Path, options: tuple[str, ...], is_believed: bool) -> None:
    with process(tmp_path / "data", tmp_path / "log", *options) as url, httpx.Client(base_url=url) as client:
        for number in range(3):
            client.get("/about", headers={"x-forwarded-for": f"6.6.6.{number}, 192.0.2.{number}"})
        wanted = {"name": "Eve", "game": "rattus", "seats": OPEN}
        found = []
        for number in range(64):
            client.cookies.clear()  # everybody is new
            sent = {"x-forwarded-for": f"192.0.2.{number}"}
            found.append(client.post("/api/v1/tables", json=wanted, headers=sent).status_code)
        assert set(found[:60]) == {201} and (set(found[60:]) == {201}) == is_believed
        assert client.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"}).status_code == 404
    assert ("that no --proxy names" in (tmp_path / "log").read_text()) == (not is_believed)


# lobbies in which nobody is


def test_a_lobby_ends_hours_after_its_people_have_gone(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall, steady = [now()], [time.monotonic()]
    monkeypatch.setattr("bellringer.server.jobs.maintenance.now", lambda: wall[0])
    monkeypatch.setattr("bellringer.server.tables.memory.visits.monotonic", lambda: steady[0])

    def later(hours: float) -> None:
        wall[0] += int(hours * 3_600_000)
        steady[0] += hours * 3_600

    async def work(service: TableService) -> None:
        anna, eve = known(service, "Anna"), known(service, "Eve")
        room, slow = (table_for(service, anna, "rattus", "me", "open", clock=clock) for clock in ("none", "days-3"))
        await asyncio.sleep(0)

        async def statuses() -> list[str]:
            await service.maintenance.end_abandoned()
            found = [service.store.table(one.address) for one in (room, slow)]
            return [one.status for one in found if one is not None]

        later(5)
        assert await statuses() == ["waiting", "waiting"]
        service.visits.note(room, anna)
        later(5)
        assert await statuses() == ["waiting", "waiting"], "who made it has looked at it since"
        room.looking[anna.id] = 1
        later(20)
        assert await statuses() == ["waiting", "waiting"], "a page is open"
        room.looking[anna.id] = 0
        service.visits.note(room, anna)
        later(5.9)
        service.visits.note(room, eve)
        later(0.2)
        assert await statuses() == ["closed", "waiting"], "who only looks on does not keep it"
        later(71)
        assert await statuses() == ["closed", "closed"]
        assert not service.visits.last

    with_service(work)
