"""Measure all, and write docs/performance.md: `make bench`, or `python -m benchmarks --seconds 3`."""

import argparse

from benchmarks import engine, openspiel

parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement (default 2)")
seconds = parser.parse_args().seconds
engine.measure(seconds)
openspiel.measure(seconds)
