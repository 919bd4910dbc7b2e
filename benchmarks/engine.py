"""Our own figures: random play by seats, persons and threads; sizes; how fast the program is there."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from benchmarks.machine import bellringer, heading, write

TABLES = [(seats, persons, 1) for seats in (2, 3, 4, 5) for persons in ("base", "new")]
TABLES += [(4, persons, 2) for persons in ("base", "new")]


def rows(seconds: float) -> list[str]:
    """One row a table."""
    found = ["| seats | persons | threads | million decisions/s | per thread | games/s |", "|---|---|---|---|---|---|"]
    for seats, persons, threads in TABLES:
        options = ["--seats", str(seats), "--persons", persons, "--threads", str(threads), "--seconds", str(seconds)]
        one = bellringer("bench", "notre-dame", *options)
        per_core = one["decisions_per_second_per_core"]
        games = one["games_per_second_per_core"] * threads
        rates = f"{per_core * threads / 1e6:.1f} | {per_core / 1e6:.1f}"
        found.append(f"| {seats} | {persons} | {threads} | {rates} | {games:,.0f} |")
    return found


def took(*command: str) -> float:
    """The median seconds of seven runs of a command."""
    times = []
    for _ in range(7):
        began = time.perf_counter()
        subprocess.run([sys.executable, *command], check=True, capture_output=True)
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def measure(seconds: float) -> None:
    """Fill the table of our own figures."""
    one = bellringer("bench", "notre-dame", "--seconds", "0.5")
    bare = took("-c", "pass")
    lines = [
        *heading(f"python -m benchmarks --seconds {seconds:g}"),
        *rows(seconds),
        "",
        f"State: {one['state_bytes']} bytes, copied in {one['copy_ns']:.0f} ns. "
        f"`import bellringer`: {took('-c', 'import bellringer'):.2f} s, `bellringer --help`: "
        f"{took('-m', 'bellringer', '--help'):.2f} s, bare Python {bare:.2f} s of each (medians of 7).",
    ]
    write("engine", lines)
