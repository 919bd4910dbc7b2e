"""Games on a Ray cluster of this machine: the same results, also when workers and nodes are killed. For `make ray`."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

import bellringer
from bellringer.arena.journal import JOURNAL, RESULTS
from bellringer.arena.match import make_match
from tests.clusters import PATIENCE, LocalCluster, free_port, kill, local_cluster
from tests.matches import played

pytestmark = pytest.mark.ray

SOON = 10.0  # seconds in which a cluster that does not answer is told
MATCH = ("rattus", "--bots", "search:60,greedy", "--seats", "2")


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with local_cluster() as found:
        yield found


def begun(cluster: LocalCluster, *words: str, address: str = "") -> subprocess.Popen[str]:
    """A command that plays on a cluster."""
    command = [sys.executable, "-m", "bellringer", *words, "--ray", address or cluster.address]
    return subprocess.Popen(
        command, env=cluster.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heed_interrupts
    )


def heed_interrupts() -> None:
    """A run in the background of a shell script would have been told to ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def done(cluster: LocalCluster, *words: str) -> str:
    """What a command prints that plays on a cluster."""
    running = begun(cluster, *words)
    told, error = running.communicate(timeout=4 * PATIENCE)
    assert running.returncode == 0, error
    assert not [line for line in error.splitlines() if not line.startswith("bellringer: ")], error
    return told


def here(*words: str) -> str:
    """What the same command prints that plays here."""
    command = [sys.executable, "-m", "bellringer", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=4 * PATIENCE).stdout


def results(folder: Path) -> pl.DataFrame:
    """The results of a match, without what no two runs share."""
    return pl.read_parquet(folder / RESULTS).drop("seconds")


def lines(folder: Path) -> int:
    """How many games a match has in its journal."""
    path = folder / JOURNAL
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_for(folder: Path, games: int) -> None:
    """Wait until so many games are in the journal."""
    until = time.monotonic() + PATIENCE
    while lines(folder) < games:
        assert time.monotonic() < until, "no games are played"
        time.sleep(0.02)


# the same results


def test_a_match_is_the_same_as_on_one_machine(cluster: LocalCluster, tmp_path: Path) -> None:
    words = ("arena", "notre-dame", "--bots", "search:40,greedy,random", "--seats", "3", "--deals", "10")
    assert "greedy" in done(cluster, *words, "--out", str(tmp_path / "far"))
    match = make_match("notre-dame", ("search:40", "greedy", "random"), 3, deals=10)
    assert results(tmp_path / "far").equals(played(match, tmp_path / "here"))


def test_a_study_is_the_same_as_on_one_machine(cluster: LocalCluster, tmp_path: Path) -> None:
    words = ("study", "classes", "--seats", "2", "--bot", "search:10", "--classes", "random", "--deals", "6", "--json")
    found = [json.loads(done(cluster, *words, "--out", str(tmp_path / "far")))]
    found += [json.loads(here(*words, "--out", str(tmp_path / "here")))]
    assert found[0] == found[1]


def test_a_simulation_is_the_same_as_on_one_machine(cluster: LocalCluster) -> None:
    words = ("simulate", "rattus", "--games", "2001", "--seats", "3", "--bots", "search:5,greedy", "--json")
    found = [json.loads(text) for text in (done(cluster, *words), here(*words))]
    for one in found:
        del one["games_per_second"], one["decisions_per_second"]
    assert found[0] == found[1]


def test_a_training_is_the_same_as_on_one_machine(cluster: LocalCluster, tmp_path: Path) -> None:
    """The second round plays with the net of the first, whose file is on this machine alone."""
    words = ("train", "notre-dame", "--games", "60", "--iterations", "10", "--width", "16", "--rounds", "2", "--json")
    found = [json.loads(done(cluster, *words, "--out", str(tmp_path / "far")))["rounds"]]
    found += [json.loads(here(*words, "--out", str(tmp_path / "here")))["rounds"]]
    for one in (*found[0], *found[1]):
        del one["seconds"]
    assert found[0] == found[1] and found[0][0]["gate"]["taken"]


# workers that die and come


def test_workers_may_be_killed(cluster: LocalCluster, tmp_path: Path) -> None:
    running = begun(cluster, "arena", *MATCH, "--deals", "400", "--out", str(tmp_path / "far"))
    killed = 0
    for games in (20, 150, 300, 400):
        wait_for(tmp_path / "far", games)
        if workers := cluster.workers():
            kill(*workers[: 1 + killed % 2])
            killed += 1
    told, error = running.communicate(timeout=4 * PATIENCE)
    assert running.returncode == 0 and killed >= 3, error
    assert "died" not in told + error, "it is nothing to tell"
    assert results(tmp_path / "far").equals(
        played(make_match("rattus", ("search:60", "greedy"), 2, deals=400), tmp_path / "here", jobs=2)
    )


def test_nodes_may_go_and_come(tmp_path: Path) -> None:
    with local_cluster() as cluster:
        running = begun(cluster, "arena", *MATCH, "--deals", "600", "--out", str(tmp_path / "far"))
        wait_for(tmp_path / "far", 40)
        cluster.end(cluster.nodes[1])
        wait_for(tmp_path / "far", 200)
        cluster.join()
        _, error = running.communicate(timeout=4 * PATIENCE)
        assert running.returncode == 0, error
    assert results(tmp_path / "far").equals(
        played(make_match("rattus", ("search:60", "greedy"), 2, deals=600), tmp_path / "here", jobs=2)
    )


def test_ctrl_c_stops_soon_and_the_same_command_goes_on(cluster: LocalCluster, tmp_path: Path) -> None:
    far = tmp_path / "far"
    running = begun(cluster, "arena", *MATCH, "--deals", "300", "--out", str(far))
    wait_for(far, 100)
    before = lines(far)
    running.send_signal(signal.SIGINT)
    began = time.monotonic()
    _, error = running.communicate(timeout=PATIENCE)
    assert time.monotonic() - began < SOON
    assert running.returncode == 130 and "Traceback" not in error, error
    assert before <= lines(far) < 600
    again = re.search(r"stopped after (\d+) of 600 games; go on with: bellringer (.+)\n", error)
    assert again is not None and int(again[1]) == lines(far)
    *words, flag, address = again[2].split()
    assert (flag, address) == ("--ray", cluster.address)
    done(cluster, *words)
    assert results(far).equals(
        played(make_match("rattus", ("search:60", "greedy"), 2, deals=300), tmp_path / "here", jobs=2)
    )


def test_a_run_that_is_killed_goes_on(cluster: LocalCluster, tmp_path: Path) -> None:
    words = ("arena", *MATCH, "--deals", "100", "--out", str(tmp_path / "far"))
    running = begun(cluster, *words)
    wait_for(tmp_path / "far", 60)
    running.kill()
    running.communicate()
    done(cluster, *words)
    assert results(tmp_path / "far").equals(
        played(make_match("rattus", ("search:60", "greedy"), 2, deals=100), tmp_path / "here", jobs=2)
    )


def test_when_the_head_dies_the_journal_is_whole(tmp_path: Path) -> None:
    """Ray ends the command after a minute, with a line of its own."""
    words = ("arena", *MATCH, "--deals", "100", "--out", str(tmp_path / "far"))
    with local_cluster() as cluster:
        running = begun(cluster, *words)
        wait_for(tmp_path / "far", 20)
        cluster.end(cluster.nodes[0])
        running.communicate(timeout=2 * PATIENCE)
    assert running.returncode != 0 and 20 <= lines(tmp_path / "far") < 200
    here(*words)
    assert results(tmp_path / "far").equals(
        played(make_match("rattus", ("search:60", "greedy"), 2, deals=100), tmp_path / "here", jobs=2)
    )


# what is refused


def refused(cluster: LocalCluster, *words: str, address: str = "") -> str:
    """What is said of a command that is refused, in one line and soon."""
    began = time.monotonic()
    running = begun(cluster, *words, address=address)
    told, error = running.communicate(timeout=PATIENCE)
    assert time.monotonic() - began < SOON
    told_at_last = [line for line in error.splitlines() if not re.search(r"beginning, \d+ s$", line)]
    assert (running.returncode, told, len(told_at_last)) == (2, "", 1), error
    return told_at_last[0]


def test_an_address_where_nobody_is(cluster: LocalCluster) -> None:
    address = f"127.0.0.1:{free_port()}"
    assert f"no Ray cluster answers at {address}" in refused(cluster, "simulate", "rattus", address=address)


def test_an_address_where_somebody_keeps_silent(cluster: LocalCluster) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        assert f"no Ray cluster answers at {address}" in refused(cluster, "simulate", "rattus", address=address)


def test_auto_is_the_cluster_that_the_environment_names(cluster: LocalCluster) -> None:
    """Else Ray looks for one on this machine, and somebody may have one there."""
    words = ("simulate", "rattus", "--games", "4", "--bots", "random", "--json")
    try:
        for address in (cluster.address, f"127.0.0.1:{free_port()}"):
            cluster.env["RAY_ADDRESS"] = address
            if address == cluster.address:
                running = begun(cluster, *words, address="auto")
                assert json.loads(running.communicate(timeout=PATIENCE)[0])["games"] == 4
            else:
                assert "no Ray cluster answers at auto" in refused(cluster, *words, address="auto")
    finally:
        del cluster.env["RAY_ADDRESS"]


@pytest.mark.parametrize("token", ["", "ab" * 32])
def test_without_the_token_nobody_plays(cluster: LocalCluster, token: str) -> None:
    right = cluster.env["RAY_AUTH_TOKEN"]
    cluster.env["RAY_AUTH_TOKEN"] = token
    try:
        assert "no Ray cluster" in refused(cluster, "simulate", "rattus")
    finally:
        cluster.env["RAY_AUTH_TOKEN"] = right


def test_workers_of_another_version_are_refused(tmp_path: Path) -> None:
    """A package in which one file differs is another one."""
    package = Path(bellringer.__file__).parent
    other = tmp_path / "other" / package.name
    shutil.copytree(package, other, copy_function=os.symlink, ignore=shutil.ignore_patterns("__pycache__"))
    changed = other / "arena" / "loops.pxd"
    changed.unlink()
    changed.write_text((package / "arena" / "loops.pxd").read_text() + "# changed\n")
    with local_cluster(1, PYTHONPATH=str(other.parent)) as cluster:
        said = refused(cluster, "simulate", "rattus")
    one = rf"{re.escape(bellringer.__version__)} \((\w+)\)"
    found = re.search(rf"has bellringer {one}, and this machine {one}: install the same", said)
    assert found is not None and found[1] != found[2], said
