"""Measure all, and write docs/performance.md: `make bench`, or `python -m benchmarks --seconds 3`."""

import argparse
from pathlib import Path

from bellringer.bots import LEAST_SECONDS, MOST_SECONDS
from bellringer.commands.progress import at_work
from benchmarks import engine, openspiel, pages
from benchmarks.machine import facts, load


def main() -> None:
    """Measure, then write: nothing is written before all is measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement (default 2)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the tables there, and leave the page alone")
    chosen = parser.parse_args()
    if chosen.out and not chosen.out.absolute().parent.is_dir():
        parser.error(f"--out: there is no folder {chosen.out.parent}")
    if not LEAST_SECONDS <= chosen.seconds <= MOST_SECONDS:
        parser.error(f"--seconds: {LEAST_SECONDS:g} to {MOST_SECONDS:,.0f}")
    load_before = load()
    peer = openspiel.measured_by()
    beside, own = openspiel.measure(peer, chosen.seconds), engine.measure(peer, chosen.seconds)
    run = {
        "facts": facts(f"python -m benchmarks --seconds {chosen.seconds:g}", beside["version"], load_before),
        "engine": own,
        "openspiel": beside,
    }
    if chosen.out:
        pages.write(run, chosen.out)
    else:
        pages.fill(run)


at_work(main)
