"""Batches of games for workers that die: every game once, lost ones again, sizes by time; and what --ray refuses."""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import bellringer
from bellringer import OptionError
from bellringer.arena.batches import (
    AHEAD,
    BATCH_SECONDS,
    GROWTH,
    MOST_LOSSES,
    MOST_NUMBERS,
    Answer,
    Batches,
    EachOf,
    Play,
    Sizes,
    WorkersFailed,
    answer,
    build,
)
from bellringer.arena.cluster import check_address, check_bots, refusal
from bellringer.arena.match import make_match
from bellringer.arena.plugins import BotFailed
from bellringer.arena.run import run_match
from bellringer.arena.simulate import simulate
from bellringer.arena.study import ask, study
from bellringer.cli import main
from tests.matches import GAME, PAIR, played, stop_after


class Dead(Exception):
    """A worker has died."""


class Threads:
    """A crew of threads, some of which die: `dies` says of a batch's numbers whether its worker does, and may count."""

    def __init__(self, play: Play[Any], dies: Callable[[Sequence[int]], bool], workers: int = 3) -> None:
        self.play, self.dies, self.workers = play, dies, workers
        self.pool = ThreadPoolExecutor(workers)
        self.waiting: list[Future[Answer]] = []
        self.sizes: list[int] = []
        self.most_at_once = 0

    def places(self) -> int:
        return self.workers

    def submit(self, numbers: Sequence[int]) -> Future[Answer]:
        future = self.pool.submit(self.work, numbers)
        self.sizes.append(len(numbers))
        self.waiting.append(future)
        self.most_at_once = max(self.most_at_once, sum(not one.done() for one in self.waiting))
        return future

    def work(self, numbers: Sequence[int]) -> Answer:
        if self.dies(numbers):
            raise Dead
        return answer(pickle.loads(pickle.dumps(self.play)), numbers)

    def is_loss(self, error: BaseException) -> bool:
        return isinstance(error, Dead)

    def stop(self) -> None:
        for one in self.waiting:
            one.cancel()


class Crowd:
    """A cluster whose workers are threads."""

    def __init__(self, dies: Callable[[Sequence[int]], bool] = lambda _: False) -> None:
        self.dies = dies
        self.crews: list[Threads] = []

    def play(self, play: Play[Any], numbers: Any, count: int, take: Any, stopping: Any = None) -> None:
        self.crews.append(Threads(play, self.dies))
        Batches(self.crews[-1], numbers, count, take).play(stopping)


def dying(times: int) -> Callable[[Sequence[int]], bool]:
    """Every batch loses its first workers, as many as that."""
    met = Counter[int]()

    def dies(numbers: Sequence[int]) -> bool:
        met[numbers[0]] += 1
        return met[numbers[0]] <= times

    return dies


# the same results


@pytest.mark.parametrize("times", [0, 1, MOST_LOSSES - 1])
def test_a_match_is_the_same_however_many_workers_die(times: int, tmp_path: Path) -> None:
    match = make_match(GAME, ("greedy", "random", "novice"), 2, deals=4, seed=5)
    told: list[int] = []
    crowd: Any = Crowd(dying(times))
    found = played(match, tmp_path / "far", cluster=crowd, progress=lambda done, _: told.append(done))
    assert found.equals(played(match, tmp_path / "here"))
    assert told[0] == 0 and told[-1] == match.games and told == sorted(told)


def test_a_match_that_is_stopped_goes_on_here_or_there(tmp_path: Path) -> None:
    match = make_match(GAME, PAIR, 3, deals=20, seed=5)
    crowd: Any = Crowd()
    for stop in (1, 20, 40):
        with pytest.raises(KeyboardInterrupt):
            run_match(match, tmp_path / "parts", 1, stop_after(stop), cluster=crowd)
    with pytest.raises(KeyboardInterrupt):
        run_match(match, tmp_path / "parts", 1, stop_after(50))
    assert played(match, tmp_path / "parts", cluster=crowd).equals(played(match, tmp_path / "whole"))


@pytest.mark.unhurried
@pytest.mark.parametrize("game", bellringer.game_names())
def test_a_simulation_is_the_same(game: str) -> None:
    """Also where the last deal has not all of its games."""
    crowd: Any = Crowd(dying(1))
    how: Any = {"game": game, "games": 100, "seats": 3, "bots": ("search:5", "greedy"), "seed": 4}
    told: list[int] = []
    far, here = simulate(**how, cluster=crowd, progress=told.append), simulate(**how)
    assert (far.bots, far.seats, far.decisions) == (here.bots, here.seats, here.decisions)
    assert sum(told) == 100


@pytest.mark.slow
def test_a_study_is_the_same(tmp_path: Path) -> None:
    question = ask("rattus", "classes", "search:4", 2, deals=2)
    crowd: Any = Crowd(dying(1))
    assert study(question, folder=tmp_path, cluster=crowd) == study(question)


# what fails


def test_a_batch_that_always_kills_its_worker_is_given_up(tmp_path: Path) -> None:
    crowd: Any = Crowd(lambda numbers: 7 in numbers)
    with pytest.raises(WorkersFailed, match=rf"plays games \d+ to \d+ has died {MOST_LOSSES} times"):
        run_match(make_match(GAME, PAIR, 2, deals=10), tmp_path / "match", cluster=crowd)


def test_what_a_worker_says_in_words_is_said(folder_of_ones_own: Path) -> None:
    """Nobody's own bots get so far by a command, but a series of games may be anybody's."""
    code = "class Bad:\n    def __init__(self, seed): pass\n    def choose(self, table, seat): return 'resign'\n"
    (folder_of_ones_own / "resigning.py").write_text(code)
    crowd: Any = Crowd()
    with pytest.raises(BotFailed, match="can't play 'resign'"):
        run_match(make_match(GAME, ("resigning:Bad", "random"), 2, deals=3), folder_of_ones_own / "m", cluster=crowd)


def test_a_fault_of_a_worker_is_named() -> None:
    def wrong(numbers: Sequence[int]) -> bool:
        raise ValueError("a fault")

    with pytest.raises(WorkersFailed, match="a worker failed: ValueError.*a fault"):
        Batches(Threads(list, wrong), iter(range(9)), 9, lambda _: None).play(None)


def test_every_number_is_played_once_while_workers_die_by_chance() -> None:
    found: list[int] = []
    met = Counter[int]()

    def dies(numbers: Sequence[int]) -> bool:
        met[numbers[0]] += 1
        return numbers[0] % 3 == 0 and met[numbers[0]] < 3

    crew = Threads(list, dies)
    Batches(crew, iter(range(5_000)), 5_000, found.extend).play(None)
    assert sorted(found) == [*range(5_000)]
    assert crew.most_at_once <= AHEAD * crew.workers


def test_what_a_worker_leaves_is_played_by_another() -> None:
    """A worker may be told to stop by whoever owns its machine."""

    class Leaving(Threads):
        def work(self, numbers: Sequence[int]) -> Answer:
            played = max(1, len(numbers) // 2)
            return Answer([*numbers[:played]], numbers[played:], None, 0.01)

    found: list[int] = []
    Batches(Leaving(list, lambda _: False), iter(range(500)), 500, found.extend).play(None)
    assert sorted(found) == [*range(500)]


def test_a_batch_that_is_ending_anyway_is_not_dropped() -> None:
    """Ray may crash if a task is cancelled at the moment at which it ends."""
    dropped: list[int] = []

    class Refusing(Threads):
        def work(self, numbers: Sequence[int]) -> Answer:
            time.sleep(0.02 * numbers[0])
            raise WorkersFailed("another version")

        def stop(self) -> None:
            dropped.append(1)

    with pytest.raises(WorkersFailed, match="another version"):
        Batches(Refusing(list, lambda _: False), iter(range(1, 4)), 3, lambda _: None).play(None)
    assert not dropped


# how large a batch is


def test_a_batch_takes_some_seconds() -> None:
    sizes = Sizes()
    assert sizes.next(10**6, 2) == 1
    for _ in range(20):
        size = sizes.next(10**6, 2)
        sizes.note(size, size * 0.02)
    assert sizes.next(10**6, 2) == pytest.approx(BATCH_SECONDS / 0.02, rel=0.01)
    for _ in range(60):  # the games become longer
        sizes.note(10, 10 * 0.5)
    assert sizes.next(10**6, 2) == pytest.approx(BATCH_SECONDS / 0.5, abs=1)


def test_a_batch_does_not_grow_too_fast_nor_too_much() -> None:
    sizes = Sizes()
    for _ in range(12):
        before = sizes.largest
        size = sizes.next(10**9, 2)
        assert size <= max(1, GROWTH * before)
        sizes.note(size, 0.0)
    assert sizes.next(10**9, 2) == MOST_NUMBERS


def test_the_last_batches_are_small_so_that_all_workers_end_together() -> None:
    sizes = Sizes()
    sizes.note(1_000, 1.0)
    assert sizes.next(100, 10) == 100 // (AHEAD * 10) and sizes.next(3, 10) == 1


def test_a_game_that_takes_long_is_a_batch() -> None:
    sizes = Sizes()
    sizes.note(1, 100.0)
    assert sizes.next(1_000, 2) == 1


def test_a_worker_that_is_told_to_stop_keeps_the_game_at_hand() -> None:
    class Interrupted:
        def play(self, number: int) -> int:
            if number == 3:
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.01)
            return number

    before = signal.getsignal(signal.SIGINT)
    found = answer(EachOf(Interrupted()), range(10))
    assert found.found == [0, 1, 2, 3] and found.rest == (4, 5, 6, 7, 8, 9)
    assert signal.getsignal(signal.SIGINT) is before


# what is refused


@pytest.mark.parametrize("address", ["", "chess", "chess:", ":6379", "chess:0", "chess:65536", "ray://chess:10001"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(OptionError, match="not the address of a Ray cluster; name auto, or HOST:PORT"):
        check_address(address)


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("search@0.5", "search@0.5 thinks by the clock"),
        ("search@0.5+greedy", "thinks by the clock"),
        ("my_module:MyBot", "my_module:MyBot is a bot of your own"),
    ],
)
def test_a_bot_that_would_play_otherwise_elsewhere_is_refused(bot: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        check_bots(("greedy", bot))
    check_bots(("random", "greedy", "search", "search:50", "master+cautious"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("arena", GAME, "--bots", "search@0.5,greedy"), "search@0.5 thinks by the clock"),
        (("simulate", GAME, "--bots", "search@0.5"), "search@0.5 thinks by the clock"),
        (("arena", GAME, "--bots", "greedy", "--jobs", "2"), "--jobs is for this machine alone"),
        (("study", "persons", "--jobs", "2"), "--jobs is for this machine alone"),
        (("simulate", GAME, "--threads", "2"), "--threads is for this machine alone"),
        (("arena", GAME, "--bots", "greedy", "--components", "box.toml"), "box.toml is on no other machine"),
    ],
)
def test_a_command_says_what_does_not_go_with_a_cluster(
    words: tuple[str, ...], said: str, folder_of_ones_own: Path
) -> None:
    (folder_of_ones_own / "box.toml").write_text('game = "notre-dame"\n')
    result = CliRunner().invoke(main, [*words, "--ray", "auto"])
    assert result.exit_code == 2 and said in result.stderr.splitlines()[-1]
    assert [one.name for one in folder_of_ones_own.iterdir()] == ["box.toml"]


def test_a_command_says_what_to_install(folder_of_ones_own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bellringer.arena.cluster.find_spec", lambda _: None)
    result = CliRunner().invoke(main, ["simulate", GAME, "--ray", "auto"])
    assert result.exit_code == 2
    assert result.stderr == "bellringer: --ray needs ray: pip install 'bellringer[ray]'\n"


def test_a_worker_with_another_version_is_named() -> None:
    assert refusal("tower", "0.0.9 (12345678)") == (
        f"the worker on tower has bellringer 0.0.9 (12345678), and this machine {build()}: install the same on all"
    )
    lacking = refusal("tower", "ModuleNotFoundError: No module named 'bellringer'")
    assert lacking.startswith("the worker on tower can't play: ModuleNotFoundError") and build() in lacking
    assert build().startswith(f"{bellringer.__version__} (")
