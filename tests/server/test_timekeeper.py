"""Live clocks go by the steady clock: a step of the wall clock, or a laptop's sleep, costs nobody any time."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bellringer.server.service import TableService
from bellringer.server.store.values.kept import now
from bellringer.server.tables.deal.dealing import PATIENCE
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.memory.timekeeper import TOLERANCE, Timekeeper
from tests.server.services import Known, WithService, any_name, asked_of, table_for, until
from tests.server.test_dealing import NONCES, dealing_table

pytestmark = pytest.mark.unhurried

MINUTE, DAY = 60, 24 * 60 * 60  # seconds
SLACK = 5.0  # seconds that a slow machine may take


class Clocks:
    """The clocks of a machine: one that somebody may set, and one that nobody can."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.steady = 1_800_000_000.0, 1_000.0
        fake = SimpleNamespace(time_ns=lambda: int(self.wall * 1_000_000_000))
        monkeypatch.setattr("bellringer.server.store.values.kept.time", fake)
        for module in ("memory.timekeeper", "deal.dealing"):
            monkeypatch.setattr(f"bellringer.server.tables.{module}.monotonic", lambda: self.steady)

    def go(self, seconds: float) -> None:
        """Time passes."""
        self.wall += seconds
        self.steady += seconds

    def set(self, seconds: float) -> None:
        """Somebody sets the wall clock by so much, or the machine sleeps so long."""
        self.wall += seconds


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    """The machine's clocks, which stand still unless a test says otherwise."""
    return Clocks(monkeypatch)


async def left(service: TableService, address: str, seat: int = 0) -> float:
    """The seconds on a seat's clock, as the next page shows them."""
    room = await service.tables.find(address)
    assert room is not None and room.live is not None
    found = room.live.seconds_left(seat, now())
    assert found is not None
    return found


def make(service: TableService, known: Known, clock: str) -> Room:
    """A game of one person on both seats, so that both are asked in turn."""
    return table_for(service, known(service, "Anna"), "notre-dame", "me", "here", clock=clock)


def test_only_a_step_is_a_step(machine: Clocks) -> None:
    found = Timekeeper()
    for seconds in (0.1, 5.0, 100_000.0):
        machine.go(seconds)
        assert found.step() is None
    machine.set(TOLERANCE / 2_000)
    assert found.step() is None
    at = int(machine.wall * 1_000)
    machine.go(2.0)
    machine.set(540.0)
    before, after = found.step() or (0, 0)
    assert after - before == 540_000 and abs(before - at - 2_000) <= 1
    assert found.step() is None


@pytest.mark.parametrize("step", [9 * MINUTE, 3 * DAY, -9 * MINUTE, -DAY])
def test_a_step_of_the_wall_clock_costs_a_live_clock_nothing(
    machine: Clocks, with_service: WithService, known: Known, step: float
) -> None:
    async def work(service: TableService) -> None:
        room = make(service, known, "live-10")
        machine.go(60)
        assert await left(service, room.address) == 540
        machine.set(step)
        service.maintenance.call_time(await service.tables.find(room.address) or room)
        assert await left(service, room.address) == 540
        machine.go(30)
        assert await left(service, room.address) == 510, "the clock goes on"
        act = service.playing.move(room, 0, asked_of(room, 0), any_name(room, 0))
        assert act.spent == 90_000 and act.at == int(machine.wall * 1_000)
        assert await left(service, room.address) == 520, "ten seconds for the decision"

    with_service(work)


def test_a_move_right_after_the_step_costs_what_it_took(
    machine: Clocks, with_service: WithService, known: Known
) -> None:
    async def work(service: TableService) -> None:
        room = make(service, known, "live-10")
        machine.go(10)
        machine.set(9 * MINUTE)
        found = await service.tables.find(room.address)
        assert found is room
        assert service.playing.move(room, 0, asked_of(room, 0), any_name(room, 0)).spent == 10_000
        assert await left(service, room.address, 1) == 590

    with_service(work)


def test_a_clock_of_days_goes_by_the_wall(machine: Clocks, with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = make(service, known, "days-3")
        machine.go(60)
        machine.set(DAY)
        assert await left(service, room.address) == 2 * DAY - 60
        machine.set(2 * DAY)
        service.maintenance.call_time(await service.tables.find(room.address) or room)
        assert room.live is not None and room.live.holders[0].is_late

    with_service(work)


def test_the_server_looks_at_the_clocks_by_itself(machine: Clocks, with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = make(service, known, "live-10")
        before = asked_at(room)
        machine.set(11 * MINUTE)
        await until(lambda: asked_at(room) != before)
        assert room.live is not None and not room.live.holders[0].is_late

    def asked_at(room: Room) -> int:
        assert room.live is not None
        return room.live.holders[0].asked_at

    with_service(work)


@pytest.mark.parametrize("sleep", [9 * MINUTE, 8 * 60 * MINUTE])
def test_a_game_that_is_rebuilt_after_a_step_has_the_same_time(
    machine: Clocks, with_service: WithService, known: Known, sleep: float
) -> None:
    async def begin(service: TableService) -> str:
        room = make(service, known, "live-10")
        machine.go(60)
        await left(service, room.address)
        machine.set(sleep)
        assert await left(service, room.address) == 540
        machine.go(30)
        service.tables.release(room)
        assert await left(service, room.address) == 510, "rebuilt in the same run"
        return room.address

    async def go_on(service: TableService) -> None:
        assert abs(await left(service, address) - 510) <= SLACK, "rebuilt in the next run"
        machine.go(30)
        assert abs(await left(service, address) - 480) <= SLACK

    address = with_service(begin)
    with_service(go_on)


# deals that wait for nonces


@pytest.mark.parametrize("step", [PATIENCE + 1, 9 * MINUTE, -DAY])
def test_a_step_of_the_wall_clock_voids_no_deal_and_keeps_none_open(
    machine: Clocks, with_service: WithService, known: Known, step: float
) -> None:
    async def work(service: TableService) -> None:
        room, anna, ben = dealing_table(service, known)
        service.dealing.reveal(room, 0, NONCES[0].hex())
        service.dealing.call_time(room)
        machine.set(step)
        service.dealing.call_time(room)
        assert room.kept.status == "dealing" and service.store.withheld([anna.id, ben.id]) == {}
        machine.go(PATIENCE - 1)
        service.dealing.call_time(room)
        assert room.kept.status == "dealing"
        machine.go(1)
        service.dealing.call_time(room)
        assert room.kept.status == "void" and service.store.withheld([anna.id, ben.id]) == {ben.id: 1}

    with_service(work)


@pytest.mark.parametrize("step", [0, DAY, -DAY])
def test_a_deal_has_its_time_again_after_a_restart(
    machine: Clocks, with_service: WithService, known: Known, step: float
) -> None:
    async def begin(service: TableService) -> str:
        room, _, _ = dealing_table(service, known)
        service.dealing.call_time(room)
        machine.go(PATIENCE - 1)
        return room.address

    async def go_on(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None
        service.dealing.call_time(room)
        machine.go(PATIENCE - 1)
        service.dealing.call_time(room)
        assert room.kept.status == "dealing"
        machine.go(1)
        service.dealing.call_time(room)
        assert room.kept.status == "void"

    address = with_service(begin)
    machine.set(step)
    with_service(go_on)
