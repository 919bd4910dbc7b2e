"""Measure what games on a Ray cluster cost beside games here, on a cluster of this machine: two nodes on loopback.

    make ray-costs      (python -m tools.cluster)

It prints the processor seconds a game of the workers and of threads, the start apart, and what each batch costs the
one who asks and the cluster's own processes. From that it reckons what a thousand workers would cost, which is no
measurement.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path

from bellringer.arena.batches import BATCH_SECONDS
from bellringer.arena.cluster import Cluster, cluster_at
from bellringer.arena.journal import FinishedGames
from bellringer.arena.match import Match, MatchGame, make_match
from bellringer.arena.run import play_missing
from bellringer.commands.progress import at_work
from bellringer.core.contract.registry import game_names
from tests.clusters import LocalCluster, local_cluster

__all__ = ["main"]

MATCHES = (("search:500,greedy", 12), ("greedy,random", 1_500))  # bots, and how many deals
ROUNDS = 3
WORKERS = 1_000
BATCHES = 4_000  # in which nothing is played
TICKS = os.sysconf("SC_CLK_TCK")


def main(arguments: list[str] | None = None) -> int:
    """Print each line as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args(arguments)
    with local_cluster() as nodes:
        os.environ.update({name: value for name, value in nodes.env.items() if name.startswith("RAY_")})
        with cluster_at(nodes.address) as cluster:
            for game, (bots, deals) in product(game_names(), MATCHES):
                print(games_line(game, bots, deals, nodes, cluster), flush=True)
            print(*batch_lines(nodes, cluster), sep="\n")
    return 0


def games_line(game: str, bots: str, deals: int, nodes: LocalCluster, cluster: Cluster) -> str:
    """Processor seconds a game, of workers and of threads in turn."""
    match = make_match(game, tuple(bots.split(",")), 2, deals=deals)
    play(match, cluster)  # the workers start, and import what they need
    far, here, head = [], [], []
    for _ in range(ROUNDS):
        before = seconds_of(nodes, is_worker)
        head.append(used(lambda: play(match, cluster)) / match.games)
        far.append((seconds_of(nodes, is_worker) - before) / match.games)
        here.append(used(lambda: play(match, None)) / match.games)
    ratio = statistics.median(one / other for one, other in zip(far, here, strict=True))
    return (
        f"{game}, {bots}, 2 seats: {1e3 * statistics.median(far):.3f} ms a game of workers, "
        f"{1e3 * statistics.median(here):.3f} ms of threads, {ratio:.3f} times as much; "
        f"{1e6 * statistics.median(head):.0f} us a game of who asks"
    )


def batch_lines(nodes: LocalCluster, cluster: Cluster) -> list[str]:
    """What a batch costs who asks and the cluster's own processes, and what a thousand workers would cost them."""

    def short() -> None:
        cluster.play(list, iter(range(BATCHES)), BATCHES, lambda _: None, batch_seconds=0)  # each of a single number

    batches, own = cluster.batches, seconds_of(nodes, lambda name: not is_worker(name))
    began = time.perf_counter()
    asks = used(short)
    wall = time.perf_counter() - began
    count = cluster.batches - batches
    asks, own = asks / count, (seconds_of(nodes, lambda name: not is_worker(name)) - own) / count
    rate = WORKERS / BATCH_SECONDS
    return [
        f"{count:,} empty batches in {wall:.1f} s: {1e3 * asks:.3f} ms a batch of who asks, "
        f"{1e3 * own:.3f} ms of the cluster's own processes",
        f"reckoned from that, {WORKERS:,} workers with batches of {BATCH_SECONDS:g} s: {rate:.0f} batches a second, "
        f"{100 * rate * asks:.0f} % of a core of who asks",
    ]


def play(match: Match, cluster: Cluster | None) -> None:
    """Play a match in memory."""
    play_missing(match, FinishedGames[MatchGame](), os.cpu_count() or 1, None, None, cluster)


def used(work: Callable[[], None]) -> float:
    """The processor seconds that this process uses for something."""
    before = time.process_time()
    work()
    return time.process_time() - before


def seconds_of(nodes: LocalCluster, wanted: Callable[[bytes], bool]) -> float:
    """The processor seconds that processes of the cluster have used so far."""
    return sum(map(processor_seconds, (one for one in nodes.processes() if wanted(command_of(one)))))


def is_worker(command: bytes) -> bool:
    """Whether a process plays games, now or when it is asked to."""
    return command.startswith((b"ray::play_there", b"ray::IDLE"))


def command_of(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def processor_seconds(process: int) -> float:
    """What a process has used so far; nothing if it is gone."""
    try:
        fields: Iterable[bytes] = Path(f"/proc/{process}/stat").read_bytes().rpartition(b") ")[2].split()[11:13]
    except OSError:
        return 0.0
    return sum(map(int, fields)) / TICKS


if __name__ == "__main__":
    sys.exit(at_work(main))
