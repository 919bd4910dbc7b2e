"""The tool that compares answering times: it finds a delay that was planted, and says when it can't know."""

from __future__ import annotations

import random
import time
from functools import partial

import numpy as np
import pytest

from bellringer.server.app import create_app
from bellringer.server.drawing.table.table_drawings import drawings_of, lines_of
from tests.server.services import run_apart
from tools import timing
from tools.timing import Asked, Found, compared

pytestmark = pytest.mark.unhurried

DELAY = 0.0002  # seconds: four times of what may lie between two worlds


def times(count: int, spread: float, shift: float = 0.0, seed: int = 0) -> list[float]:
    """Times around a millisecond, of which one in twenty takes much longer."""
    dice = np.random.default_rng(seed)
    late = 0.02 * (dice.random(count) < 0.05)
    return list(0.001 + shift + dice.normal(0.0, spread, count) + late)


@pytest.mark.parametrize(
    ("count", "shift", "verdict"),
    [(4_000, 0.0, "equal"), (4_000, 0.0002, "different"), (4_000, -0.0002, "different"), (30, 0.0, "not enough pairs"),
     (4_000, 0.00005, "not enough pairs")],
)  # fmt: skip
def test_a_verdict_needs_an_interval_on_one_side_of_the_bound(count: int, shift: float, verdict: str) -> None:
    found = compared("made up", times(count, 0.0003), times(count, 0.0003, shift, seed=1), 0)
    assert found.verdict == verdict and found.low <= found.difference <= found.high


@pytest.mark.parametrize(
    ("pairs", "looks"),
    [(10, [10]), (250, [250]), (300, [250, 300]), (4_000, [250, 1_000, 4_000]), (5_000, [250, 1_000, 4_000, 5_000])],
)
def test_there_are_four_times_as_many_pairs_at_each_look(pairs: int, looks: list[int]) -> None:
    assert timing.looks_at(pairs) == looks


@pytest.mark.parametrize(
    ("spread", "shift", "verdict", "pairs"),
    [(0.00005, 0.0, "equal", 250), (0.0003, 0.0002, "different", 250),
     pytest.param(0.0004, 0.0, "equal", 4_000, marks=pytest.mark.soak),
     pytest.param(0.0008, 0.00005, "not enough pairs", 5_000, marks=pytest.mark.soak)],
)  # fmt: skip
def test_what_is_clear_is_not_asked_any_more(spread: float, shift: float, verdict: str, pairs: int) -> None:
    asked = list[int]()

    async def work(count: int, dice: random.Random) -> tuple[list[float], list[float]]:
        asked.append(count)
        return times(count, spread, seed=2 * len(asked)), times(count, spread, shift, seed=2 * len(asked) + 1)

    found = run_apart(partial(timing.until_clear, "made up", work, 5_000, random.Random(0), 0))
    assert (found.verdict, found.pairs) == (verdict, pairs) and sum(asked) == pairs


def test_an_interval_that_may_miss_less_often_is_wider() -> None:
    both = times(1_000, 0.0003), times(1_000, 0.0003, seed=1)
    usual, sure = compared("made up", *both, 0), compared("made up", *both, 0, error=0.005)
    assert sure.low < usual.low < usual.high < sure.high


async def with_a_delay(seconds: float, pairs: int) -> Found:
    """Two equal worlds, one of which takes so much longer."""

    def delay(world: int) -> None:
        until = time.perf_counter() + seconds * world
        while time.perf_counter() < until:
            pass

    with timing.settings() as chosen:
        app = create_app(chosen)
        async with app.router.lifespan_context(app):
            room, key = await timing.begun(app, "rattus")
            table = timing.live_of(room).table
            asked = Asked("table", "GET", f"{timing.API}/tables/{room.address}")
            worlds = (table.determinized(0, 1), table.determinized(0, 2))
            work = partial(timing.in_pairs, app, room, key, asked, worlds, before=delay)
            return await timing.until_clear("delayed", work, pairs, random.Random(0), 0)


@pytest.mark.slow
def test_a_planted_delay_is_found() -> None:
    found = run_apart(partial(with_a_delay, DELAY, 4_000))
    assert found.verdict == "different" and found.low > timing.BOUND


async def ask_for_nothing() -> None:
    """Both worlds answer the same, but not what is to be timed."""
    with timing.settings() as chosen:
        app = create_app(chosen)
        async with app.router.lifespan_context(app):
            room, key = await timing.begun(app, "rattus")
            table = timing.live_of(room).table
            worlds = (table.determinized(0, 1), table.determinized(0, 2))
            asked = Asked("view", "GET", f"{timing.API}/tables/{room.address}/no-such-thing")
            await timing.in_pairs(app, room, key, asked, worlds, 2, random.Random(0))


def test_an_answer_that_is_not_the_expected_one_is_not_timed() -> None:
    with pytest.raises(ValueError, match="answered with 404, not with 200"):
        run_apart(ask_for_nothing)


async def with_a_page_drawn() -> None:
    """A page of one world leaves parts and lines behind, none of which is there for the next page."""
    with timing.settings() as chosen:
        app = create_app(chosen)
        async with app.router.lifespan_context(app):
            room, key = await timing.begun(app, "rattus")
            live = timing.live_of(room)
            timing.play_some(live, random.Random(0), 3)
            await timing.ask(app, Asked("page", "GET", f"/t/{room.address}", "seat=0"), key)
            kept = drawings_of(room)
            assert kept.shown and kept.parts.kept and lines_of(live).kept
            timing.forget_drawn(room)
            assert not (kept.shown or kept.pages or kept.parts.kept or lines_of(live).kept)


def test_every_page_is_drawn_whole() -> None:
    run_apart(with_a_page_drawn)


@pytest.mark.soak
def test_a_run_asks_everything_in_both_worlds() -> None:
    wanted = timing.Wanted(moments=1, pairs=2, seed=0, warm_up=1, resamples=20)
    found = run_apart(partial(timing.measure, wanted))
    asked = {one.request.rpartition(": ")[2] for one in found}
    assert asked >= {"view", "table", "events", "page", "refused move"} and {one.pairs for one in found} == {2}
    assert "95 % interval" in timing.markdown(found)
