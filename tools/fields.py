"""Write what follows from the games' tables of fields: each game's compiled codec.

A game's table is `FIELDS` in its document/fields.py, its struct stands in its rules/state.pxd. Run this after changing
either, then `make build`; `--check` says whether that was forgotten. A game elsewhere is named by its package:
`python -m tools.fields my_games.patience`.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

from bellringer.core.fields.codec_source import codec_files
from bellringer.core.fields.struct import read_struct, unlike_table
from bellringer.core.fields.table import FieldTable
from tools.places import GAMES


def shipped() -> list[str]:
    """The packages of the games that come with this checkout."""
    return [f"bellringer.games.{path.parents[1].name}" for path in sorted(GAMES.glob("*/document/fields.py"))]


def table_of(package: str) -> tuple[FieldTable, Path]:
    """A game's table, and the folder where it stands."""
    module = import_module(f"{package}.document.fields")
    return module.FIELDS, Path(str(module.__file__)).resolve().parent


def codec(package: str) -> dict[Path, str]:
    """The files of a game's codec, with their texts. Raises SystemExit when table and struct differ."""
    table, folder = table_of(package)
    struct = read_struct((folder.parent / "rules" / "state.pxd").read_text(encoding="utf-8"))
    if wrong := unlike_table(struct, table):
        sys.exit(f"{package}:\n" + "\n".join(wrong))
    return {folder / name: text for name, text in codec_files(table, struct, package).items()}


def main() -> int:
    """Write the files, or with --check only compare them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; fail when a file is out of date")
    parser.add_argument("package", nargs="*", help="the games' packages (the shipped ones)")
    arguments = parser.parse_args()
    packages = arguments.package or shipped()
    wanted = {path: text for package in packages for path, text in codec(package).items()}
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text("utf-8") != text]
    for path in stale:
        if arguments.check:
            print(f"out of date: {path} (run python -m tools.fields)", file=sys.stderr)
        else:
            path.write_text(wanted[path], encoding="utf-8")
            print(f"wrote {path}")
    return 1 if arguments.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
