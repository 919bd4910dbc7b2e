"""Find undefined names in the compiled modules, which know the names of their own .pxd without importing them.

`python -m tools.undefined_names [FOLDER]`; `make lint` runs it. Ruff looks for the names, as it does in every plain
module; here those are taken out that the .pxd beside the module declares.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools import pxd
from tools.places import ROOT

__all__ = ["compiled", "report", "undefined"]

SOURCE = ROOT / "src"
RULE = "F821"


def compiled(folder: Path) -> list[Path]:
    """The modules with a .pxd beside them."""
    return [path for path in sorted(folder.rglob("*.py")) if path.with_suffix(".pxd").exists()]


def undefined(paths: Iterable[Path]) -> Iterator[tuple[Path, int, str]]:
    """File, line and name of everything undefined."""
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--exit-zero"]
    command += ["--select", RULE, "--output-format", "json", *map(str, paths)]
    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for one in json.loads(answer):
        path = Path(one["filename"])
        name = one["message"].split("`")[1] if one["code"] == RULE else ""  # else it is no Python at all
        if name not in pxd.read(path.with_suffix(".pxd")).names:
            yield path, one["location"]["row"], one["message"]


def report(folder: Path) -> int:
    """Print what is undefined in the compiled modules of a folder; returns the exit status."""
    wrong = list(undefined(compiled(folder)))
    for path, line, message in wrong:
        print(f"{path}:{line}: {message}")
    return int(bool(wrong))


def main() -> int:
    """Look through the folder that is named. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "folder", nargs="?", type=Path, default=SOURCE, metavar="FOLDER", help="the sources of the package"
    )
    return report(parser.parse_args().folder)


if __name__ == "__main__":
    sys.exit(main())
