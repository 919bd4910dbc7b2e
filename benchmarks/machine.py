"""What was measured where: the command, the machine, the versions; and the user's own way to measure."""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import bellringer

ROOT = Path(__file__).resolve().parent.parent


def bench(game: str, seats: int, seconds: float, threads: int = 1, **options: str | list[str]) -> dict[str, Any]:
    """The JSON answer of `bellringer bench`, run as a user would."""
    said = {name: ",".join(value) if isinstance(value, list) else value for name, value in options.items()}
    chosen = [f"--{name.replace('_', '-')}={value}" for name, value in said.items()]
    numbers = ["--seats", str(seats), "--threads", str(threads), "--seconds", str(seconds)]
    command = [sys.executable, "-m", "bellringer", "bench", game, *numbers, *chosen, "--json"]
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def said(*command: str) -> str:
    """What a program prints, or nothing where it can't."""
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def processor() -> str:
    """The processor's name and how many cores there are."""
    known = Path("/proc/cpuinfo")
    told = known.read_text(encoding="utf-8").splitlines() if known.exists() else []
    names = [line.partition(":")[2].strip() for line in told if line.startswith("model name")]
    return f"{names[0]}, {len(names)} cores" if names else platform.processor()


def commit() -> str:
    """The commit that is checked out, with a plus where files differ from it."""
    changed = said("git", "status", "--porcelain", "--", "src", "benchmarks", "setup.py")
    return said("git", "rev-parse", "--short", "HEAD") + ("+" if changed else "")


def load() -> float | None:
    """How many threads wanted a core in the last minute, where the system tells."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def facts(command: str, open_spiel: str, load_before: float | None) -> dict[str, Any]:
    """Everything about a run but its figures."""
    return {
        "date": str(datetime.date.today()),
        "command": command,
        "machine": processor(),
        "load_before": load_before,
        "commit": commit(),
        "versions": {
            "Bellringer": bellringer.__version__,
            "OpenSpiel": open_spiel,
            "Python": platform.python_version(),
            "gcc": said("gcc", "-dumpfullversion"),
        },
    }


def heading(found: dict[str, Any]) -> str:
    """The line above the tables."""
    of_all = ", ".join(f"{name} {number}" for name, number in found["versions"].items() if number)
    busy = "" if found["load_before"] is None else f" (load before: {found['load_before']})"
    return f"{of_all}; `{found['command']}` on {found['machine']}{busy}; {found['date']}."
