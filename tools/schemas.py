"""Write the JSON Schemas of the games' positions into docs/schemas, from the schemas that the games use.

Run it after changing what a position can hold. With `--check` it only reports whether the files are out of date.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import bellringer
from bellringer.core.contract.registry import find
from tools.places import DOCS

SCHEMAS = DOCS / "schemas"


def schemas() -> dict[Path, str]:
    """The text of every file that this tool writes, by path."""
    files = {}
    for game in bellringer.game_names():
        files[SCHEMAS / f"{game}-position.schema.json"] = find(game).position_schema() + "\n"
    return files


def main() -> int:
    """Write the files, or with --check compare them. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; fail when a file is out of date")
    check = parser.parse_args().check
    stale = [path for path, text in schemas().items() if not path.exists() or path.read_text("utf-8") != text]
    for path in stale:
        if check:
            print(f"out of date: {path.name} (run python -m tools.schemas)", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(schemas()[path], encoding="utf-8")
            print(f"wrote {path.name}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
