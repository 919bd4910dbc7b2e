"""What was measured where: the lines above every table of docs/performance.md, and the tables' places in it."""

from __future__ import annotations

import datetime
import json
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent.parent / "docs" / "performance.md"


def bellringer(*arguments: str) -> dict[str, Any]:
    """The JSON answer of a bellringer command, run as a user would."""
    command = [sys.executable, "-m", "bellringer", *arguments, "--json"]
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def processor() -> str:
    """The processor's name and how many cores there are."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]}, {len(names)} cores" if names else platform.processor()


def heading(command: str, **versions: str) -> list[str]:
    """Command, machine, versions and date."""
    gcc = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True, check=False).stdout.strip()
    known = {"Python": platform.python_version(), "gcc": gcc, **versions}
    of_all = ", ".join(f"{name} {version}" for name, version in known.items())
    return [f"`{command}` on {processor()}; {of_all}; {datetime.date.today()}.", ""]


def write(name: str, lines: list[str]) -> None:
    """Put a table between its marks."""
    begin, end = f"<!-- {name}:begin -->\n", f"<!-- {name}:end -->"
    before, mark, rest = PAGE.read_text(encoding="utf-8").partition(begin)
    if not mark:
        raise SystemExit(f"{PAGE.name} has no mark {begin.strip()}")
    PAGE.write_text(before + begin + "\n".join(lines) + "\n" + end + rest.partition(end)[2], encoding="utf-8")
