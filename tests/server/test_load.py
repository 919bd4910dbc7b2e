"""The tool that measures the server: it counts right, and a short run comes to its end. No time is judged here."""

from __future__ import annotations

import asyncio
import json
import os
import platform
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bellringer.server.base.settings import Settings, unlimited
from tests.server.callers import settings_at
from tests.server.services import apart, run_apart
from tools import load, measuring, starting
from tools.measuring import DATABASE, PAGE_BYTES, LogWatch, Watch, quantile
from tools.visitors import NO_PROMPT, Browser, Figures, Heard, Place, Player, serving

pytestmark = pytest.mark.unhurried


def test_every_page_of_the_log_is_counted_though_it_begins_anew(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE, isolation_level=None)) as base:
        base.execute("PRAGMA page_size = 1024")
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("CREATE TABLE lines (text)")
        watch = LogWatch(tmp_path / DATABASE)
        watch.look()
        watch.written = 0
        for _ in range(3):
            base.execute("INSERT INTO lines VALUES (zeroblob(100))")  # changes one page
            watch.look()
        assert watch.written == 3 * (1024 + 24)
        longest = watch.longest
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        base.execute("INSERT INTO lines VALUES (zeroblob(100))")
        watch.look()
        watch.look()
        assert watch.written == 4 * (1024 + 24) and watch.longest == longest


def test_the_growth_is_that_of_the_second_half_and_the_beginning_does_not_count(tmp_path: Path) -> None:
    watch = Watch(1, tmp_path, seconds=100.0)
    watch.memory = [(0.0, PAGE_BYTES), *((float(at), 100 if at <= 50 else 110) for at in range(10, 101))]
    assert watch.growth() == pytest.approx(0.1)
    watch.memory = [(0.0, 100)]
    assert watch.growth() == 0.0


def test_a_child_that_has_just_ended_is_no_end_of_the_watch() -> None:
    children = [os.getpid(), 2**22 + 1]  # no process has such a number
    assert measuring.of_all(measuring.memory_of, os.getpid(), children) > measuring.memory_of(os.getpid())
    assert measuring.of_all(measuring.used_seconds, os.getpid(), children) >= 0


def test_a_watch_that_can_not_look_ends_the_run(tmp_path: Path) -> None:
    class Blind(Watch):
        def begin(self) -> None:
            """Nothing is there to be counted."""

        async def watch(self) -> None:
            raise ProcessLookupError("the server is gone")

    async def run() -> None:
        async with Blind(1, tmp_path).watching():
            await asyncio.sleep(0.01)

    with pytest.raises(ProcessLookupError, match="the server is gone"):
        run_apart(run)


def test_quantiles() -> None:
    times = [float(number) for number in range(100, 0, -1)]
    assert (quantile(times, 0.5), quantile(times, 0.99), quantile(times, 1.0), quantile([], 0.5)) == (51, 100, 100, 0)


def test_a_ramp_ends_where_moves_take_too_long_or_nobody_is_asked() -> None:
    assert not load.is_passed(load.Step(1.0, Figures(moves={"rattus": [0.09] * 100})))
    assert load.is_passed(load.Step(1.0, Figures(moves={"rattus": [0.01] * 95 + [0.2] * 5})))
    assert load.is_passed(load.Step(1.0, Figures(moves={"rattus": [0.01]}, idle=2)))


def told_of(figures: Figures, tmp_path: Path) -> dict[str, Any]:
    """The report of a run with such figures."""
    watch = Watch(os.getpid(), tmp_path, seconds=1.0, memory=[(0.0, 1)], loads=[0.0, 0.0])
    return load.report(load.Wanted(), [load.Step(20.0, figures)], 0, watch)


@pytest.mark.parametrize(
    ("made", "refused", "idle", "holds"), [(0, 20, 0, False), (19, 1, 0, True), (18, 1, 1, False), (2, 0, 18, False)]
)
def test_moves_that_are_due_must_be_made(made: int, refused: int, idle: int, holds: bool, tmp_path: Path) -> None:
    found = told_of(Figures(moves={"rattus": [0.001] * made}, due=20, refused=refused, idle=idle), tmp_path)
    assert found["goals"]["moves made, of those due"]["holds"] is holds
    assert (load.status_of(found, is_judged=True) == 0) is holds
    assert (load.status_of(found, is_judged=False) == 0) is (made > 0)
    assert "| at least 0.95 |" in load.markdown(found) and "| under 20 |" in load.markdown(found)


def test_people_who_think_must_make_a_move(tmp_path: Path) -> None:
    found = told_of(Figures(moves={"rattus": []}), tmp_path)
    assert not found["goals"]["moves made"]["holds"] and load.status_of(found, is_judged=False) == 1


def test_a_goal_that_is_missed_ends_a_judged_run_with_1(tmp_path: Path) -> None:
    found = told_of(Figures(moves={"rattus": [0.2] * 20}, due=20), tmp_path)
    assert [load.status_of(found, judge) for judge in (True, False)] == [1, 0]


def test_there_is_room_for_the_pages_of_a_thousand_tables_and_of_games_that_begin() -> None:
    """A person and a spectator have two connections each, and the old ones may close after the new ones have come."""
    assert unlimited().connections > 1_000 * 4 + 1_000


def test_the_server_that_is_measured_has_the_pace_that_is_wanted() -> None:
    for words, pace in (list[str](), Settings.pace), (["--pace", "0.1"], 0.1):
        options = load.options_of(load.Wanted(pace=load.parsed(words).pace))
        assert options == ("--no-limits", "--pace", str(pace))
    for wrong in ("-1", "nan"):
        with pytest.raises(SystemExit):
            load.parsed(["--pace", wrong])


def test_a_place_can_be_drawn_once_until_something_is_heard_of_it() -> None:
    async def hear() -> None:
        places = [Place(Player(Browser(1), "rattus"), Browser(1)) for _ in range(9)]
        askable, dice = load.Askable(places), random.Random(1)
        orders = list[list[Place]]()
        for _ in range(20):
            orders.append(list(askable.drawn(dice)))
            assert set(orders[-1]) == set(places) and not list(askable.drawn(dice))
            for place in (*places, *places):
                askable.add(place)
        assert len({tuple(map(id, order)) for order in orders}) > 10, "always in the same order"
        list(askable.drawn(dice))
        heard = Heard(lambda: places[3].tell(places[3]))
        heard.put_nowait(NO_PROMPT)
        assert not list(askable.drawn(dice))
        heard.put_nowait("a prompt")
        assert list(askable.drawn(dice)) == [places[3]] and heard.qsize() == 2

    run_apart(hear)


@pytest.mark.slow
def test_a_short_run_is_measured_and_told() -> None:
    wanted = load.Wanted(tables=4, seconds=1.0, level="random", rate=16.0, ramp=4.0, replace=True, most_steps=2)
    found = apart(lambda: load.measure(wanted))
    made = [step["moves"]["count"] + step["refused"] + step["idle"] + len(step["wrong"]) for step in found["steps"]]
    assert made == [16, 20][: len(made)] and made
    assert found["log"]["acts"] > 0 < found["log"]["written_bytes"] and found["memory_mib"]["most"] > 10
    told = load.markdown(json.loads(json.dumps(found)))
    assert "99th percentile" in told and "load average" in told and "bytes written an act" in told
    assert f"Python {platform.python_version()}" in told
    before, after = found["machine"]["seconds_of_additions"]
    assert before > 0 < after and f"ten million additions take {before} s before and {after} s after it" in told


@pytest.mark.soak
def test_a_game_that_is_over_gives_way_to_a_new_one(tmp_path: Path) -> None:
    async def begin_twice(port: int) -> tuple[str, str, Figures]:
        place, figures = Place(Player(Browser(port), "rattus"), Browser(port)), Figures()
        await place.begin("random")
        first = place.player.table
        await load.begin_anew(place, figures, load.Wanted(level="random"))
        await place.leave()
        return first, place.player.table, figures

    with serving(tmp_path, "--no-limits") as (port, _):
        first, second, figures = run_apart(lambda: begin_twice(port))
    assert first != second and figures.replaced == 1 and not figures.wrong


@pytest.mark.slow
def test_a_start_is_measured(tmp_path: Path) -> None:
    """Running and finished tables are there in the numbers that are wanted, and all running games are built anew."""
    settings = settings_at(tmp_path / "data")
    last = starting.fill(settings, running=3, finished=25)
    with closing(sqlite3.connect(settings.database)) as base:
        found = dict(base.execute("SELECT status, count(*) FROM tables GROUP BY status"))
        acts = "SELECT min(found) FROM (SELECT count(*) AS found FROM acts GROUP BY table_id)"
        fewest = base.execute(acts).fetchone()
    assert found == {"running": 3, "over": 25} and fewest == (starting.LENGTH,)
    started, watch = starting.start(settings.data, 3, last)
    assert 0 < started.said <= started.first_page <= started.table <= started.all_built
    assert "the first page is there" in starting.markdown(started, watch, settings.database.stat().st_size)
