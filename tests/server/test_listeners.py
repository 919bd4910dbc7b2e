"""Who listens, and who gives way: no number of keys cuts off those who play."""

from __future__ import annotations

import threading
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest

from bellringer.server.base.metrics import REGISTRY
from bellringer.server.base.settings import Limits
from bellringer.server.service import TableService
from bellringer.server.visitors.listeners import Listener
from tests.server.callers import API, serving, settings_at
from tests.server.services import Known, WithService, refusal, table_for

pytestmark = pytest.mark.slow


def test_a_flood_of_keys_does_not_cut_off_who_sits_at_a_table(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna, ben = known(service, "Anna"), known(service, "Ben")
        room, flooded = (
            table_for(service, anna, "rattus", "me", "here"),
            table_for(service, ben, "rattus", "me", "here"),
        )
        listeners = service.listeners
        with ExitStack() as open_ones:

            def listen(at: int, where: str) -> Listener:
                other = known(service, f"Eve {at}")
                listeners.check(flooded, other, f"user {other.id}", where)
                return open_ones.enter_context(listeners.listening(flooded, other, f"user {other.id}", where))

            flood = [listen(number // 30, f"203.0.113.{number // 30 % 4}") for number in range(240)]
            assert refusal(listen, 0, "203.0.113.9") == "full", "more than one visitor may have"
            for _ in range(30):
                who = f"user {anna.id}"
                listeners.check(room, anna, who, "203.0.113.1")
                open_ones.enter_context(listeners.listening(room, anna, who, "203.0.113.1"))
            gone = [one for one in flood if one.is_sent_away]
            assert len(gone) == 30 and all(one.wake.is_set() for one in gone)
            assert len(listeners.all) == 240 and not any(one.is_sent_away for one in listeners.all)
            assert listeners.count(f"user {anna.id}") == 30
            assert listen(99, "198.51.100.1").is_sent_away is False, "who has fewer than others gets one of theirs"
        assert not listeners.all and not listeners.by_who and not listeners.counts

    with_service(work, limits=Limits(streams=240, streams_an_address=80, streams_a_table=1_000))


def test_a_flood_of_keys_with_a_stream_each_gives_way_to_other_networks(
    with_service: WithService, known: Known
) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here")
        listeners = service.listeners
        with ExitStack() as open_ones:

            def listen(name: str, where: str) -> Listener:
                person = known(service, name)
                listeners.check(room, person, f"user {person.id}", where)
                return open_ones.enter_context(listeners.listening(room, person, f"user {person.id}", where))

            for number in range(20):
                listen(f"Eve {number}", f"203.0.113.{number % 4}")
            assert len(listeners.all) == 20
            come = [listen(f"Ben {number}", f"198.51.100.{number}") for number in range(6)]
            assert len(listeners.all) == 20 and not any(one.is_sent_away for one in come)
            assert refusal(listen, "Eve", "203.0.113.1") == "full", "a network with most takes nothing of others"
        assert not listeners.all

    with_service(work, limits=Limits(streams=20, streams_an_address=8))


def test_an_address_has_its_share_of_streams(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna, ben = known(service, "Anna"), known(service, "Ben")
        room = table_for(service, anna, "rattus", "me", "here")
        listeners = service.listeners
        with ExitStack() as open_ones:
            for number in range(2):
                who = f"2001:db8:0:{number}::/64"
                listeners.check(room, None, who, f"2001:db8:0:{number}::1")
                open_ones.enter_context(listeners.listening(room, None, who, f"2001:db8:0:{number}::1"))
            who = f"user {ben.id}"
            assert refusal(listeners.check, room, ben, who, "2001:db8:0:7::1") == "full", "the /56 has two"
            assert refusal(listeners.check, room, ben, who, "2001:db8:0:1::2") == "full", "the /64 has one"
            listeners.check(room, ben, who, "198.51.100.1")
            listeners.check(room, anna, f"user {anna.id}", "2001:db8:0:7::1")
            assert len(listeners.all) == 1, "a spectator gave way to a player"

    with_service(work, limits=Limits(streams=100, streams_an_address=1, streams_a_table=9))


def test_many_that_come_in_one_moment_find_no_more_room_than_others(with_service: WithService, known: Known) -> None:
    """All of them are let in before the first answer begins."""

    async def work(service: TableService) -> None:
        anna, listeners = known(service, "Anna"), service.listeners
        room, who = table_for(service, anna, "rattus", "me", "here"), f"user {anna.id}"
        for _ in range(9):
            listeners.check(room, anna, who, "192.0.2.7")
        with ExitStack() as open_ones:
            begun = [open_ones.enter_context(listeners.listening(room, anna, who, "192.0.2.7")) for _ in range(9)]
            assert [one.is_sent_away for one in begun] == [False] * 3 + [True] * 6
            assert (
                len(listeners.all) == len(room.streams) == 3
                and REGISTRY.get_sample_value("bellringer_streams") == before + 3
            )
        assert not listeners.all and not room.streams and REGISTRY.get_sample_value("bellringer_streams") == before

    before = REGISTRY.get_sample_value("bellringer_streams") or 0.0
    with_service(work, limits=Limits(streams_a_visitor=3))


def test_who_is_sent_away_is_told_by_the_end_of_the_stream(tmp_path: Path) -> None:
    limits = Limits(streams=2)
    with serving(settings_at(tmp_path, limits)) as url:
        seats = [{"kind": "me"}, {"kind": "me"}]
        anna = httpx.post(
            f"{url}{API}/tables", json={"name": "Anna", "game": "rattus", "seats": seats, "watching": "link"}
        ).json()
        path, ended = f"{url}{API}/tables/{anna['table']['id']}/stream", threading.Semaphore(0)
        began = threading.Semaphore(0)

        def listen() -> None:
            with suppress(httpx.HTTPError), httpx.stream("GET", path, timeout=20) as answer:
                lines = answer.iter_lines()
                next(lines)
                began.release()
                for _ in lines:
                    pass
            ended.release()

        watching = [threading.Thread(target=listen, daemon=True) for _ in range(2)]
        for thread in watching:
            thread.start()
        assert began.acquire(timeout=15) and began.acquire(timeout=15)
        with httpx.stream("GET", path, timeout=20) as third:
            assert third.status_code == 503, "nobody has more than this one would"
        with httpx.stream("GET", path, headers={"authorization": f"Bearer {anna['key']}"}, timeout=20) as own:
            assert own.status_code == 200
            assert ended.acquire(timeout=15)
