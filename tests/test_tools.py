"""Every tool starts; those that take a duration refuse one in which they could do nothing."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOOLS = sorted(path.relative_to(ROOT) for path in (ROOT / "tools").rglob("*.py"))
ELSEWHERE = ("optuna", "shapely")  # packages that only a tool needs, which says so


@pytest.mark.parametrize(
    ("command", "duration"),
    [
        (("tools/soak.py", "--minutes"), "nan"),
        (("tools/positions.py", "--decisions"), "0"),
        (("tools/load.py", "--seconds"), "0"),
        (("-m", "benchmarks", "--seconds"), "-1"),
        (("-m", "benchmarks", "--seconds"), "nan"),
    ],
)
def test_a_duration_that_is_not_positive_is_refused(command: tuple[str, ...], duration: str) -> None:
    done = subprocess.run([sys.executable, *command, duration], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"error: {command[-1]}: " in done.stderr


@pytest.mark.parametrize("tool", TOOLS, ids=str)
def test_a_tool_finds_all_that_it_imports(tool: Path) -> None:
    try:
        importlib.import_module(".".join(tool.with_suffix("").parts))
    except ModuleNotFoundError as missing:
        assert missing.name in ELSEWHERE


def test_a_soak_plays_however_short_its_time() -> None:
    command = [sys.executable, "tools/soak.py", "--minutes", "1e-9", "--seed", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "every law holds" in done.stdout and " 0 decisions" not in done.stdout


@pytest.mark.slow
def test_frames_are_measured_of_games_that_there_are() -> None:
    command = [sys.executable, "tools/frames.py", "chess"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "no such game: chess; there are " in done.stderr
