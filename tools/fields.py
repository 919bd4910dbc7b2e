"""Write what follows from the games' tables of fields: each game's compiled codec, and docs/observations.md.

A game's table is `FIELDS` in its document/fields.py, its struct stands in its rules/state.pxd. Run this after changing
either, then `make build`; `--check` says whether that was forgotten. A game elsewhere is named by its package:
`python -m tools.fields my_games.patience`; then the page of the docs is left alone.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from bellringer.core.fields import observer_of
from bellringer.core.fields.codec_source import codec_files
from bellringer.core.fields.struct import read_struct, unlike_table
from bellringer.core.fields.table import FieldTable
from tools.places import DOCS, GAMES

OBSERVATIONS = DOCS / "observations.md"
TABLE = re.compile(r"(<!-- table: (\S+) observation -->\n).*?(<!-- end -->)", re.DOTALL)


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


def observations(packages: list[str]) -> dict[Path, str]:
    """The page of observations, with its tables written anew."""
    tables = {table.game: table for table, _ in map(table_of, packages)}
    page = OBSERVATIONS.read_text(encoding="utf-8")
    there = [found[2] for found in TABLE.finditer(page)]
    if lacking := set(tables) - set(there):
        sys.exit(f"{OBSERVATIONS.name} has no table of {', '.join(sorted(lacking))}")
    return {OBSERVATIONS: TABLE.sub(lambda found: found[1] + "".join(rows(tables[found[2]])) + found[3], page)}


def rows(table: FieldTable) -> Iterator[str]:
    """Every span of an observation, those of the seats once."""
    yield "| span | floats | what they mean |\n| --- | --- | --- |\n"
    fewest = table.seats[0]
    few, more = (
        {re.sub(rf"\.({'|'.join(table.seat_names)})\.", ".X.", one.name): one for one in observer_of(table, n).spans}
        for n in (fewest, fewest + 1)
    )
    for name, span in few.items():
        a_seat = more[name].width - span.width
        yield f"| `{name}` | {width_words(span.width - fewest * a_seat, a_seat)} | {span.words} |\n"


def width_words(always: int, a_seat: int) -> str:
    """`1 + 1 a seat`."""
    return " + ".join([str(always)] * bool(always) + [f"{a_seat} a seat"] * bool(a_seat))


def main() -> int:
    """Write the files, or with --check only compare them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; fail when a file is out of date")
    parser.add_argument("package", nargs="*", help="the games' packages (the shipped ones)")
    arguments = parser.parse_args()
    packages = arguments.package or shipped()
    wanted = {path: text for package in packages for path, text in codec(package).items()}
    wanted |= {} if arguments.package else observations(packages)
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
