"""Run the quick tests with coverage of what is plain Python, and fail where too few of its lines are run.

    python -m tools.covered

The least share stands in pyproject.toml (`fail_under`). Compiled modules have a coverage of their own: `make checked`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.places import ROOT

__all__ = ["main"]

DATA = ROOT / "build" / "coverage-data"
TESTS = ("-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", "-m", "not slow", "--ignore=tests/browser")


def main() -> int:
    """Run, and say what was found. Returns the exit status."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    DATA.mkdir(parents=True, exist_ok=True)
    for left in DATA.iterdir():
        left.unlink()
    if status := coverage("run", "--parallel-mode", *TESTS):
        return status
    coverage("combine", "--quiet")
    return coverage("report", f"--omit={','.join(map(str, compiled()))}")


def coverage(command: str, *words: str) -> int:
    """What coverage answers to a command; its data lies in one folder."""
    whole = [sys.executable, "-m", "coverage", command, f"--data-file={DATA / 'data'}", *words]
    return subprocess.run(whole, cwd=ROOT, check=False).returncode


def compiled() -> Iterator[Path]:
    """The sources that are no plain Python: those with declarations beside them."""
    return (path for path in (ROOT / "src").rglob("*.py") if path.with_suffix(".pxd").exists())


if __name__ == "__main__":
    sys.exit(main())
