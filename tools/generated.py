"""What all tools share that write files: only what has changed is written, and `--check` writes nothing."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from tools.places import ROOT

__all__ = ["between_marks", "main", "number_file", "tuple_of"]


def main(meaning: str, generated: Callable[[], dict[Path, str]], tool: str) -> int:
    """The tool of this name that writes these files; 1 when `--check` finds one out of date."""
    parser = argparse.ArgumentParser(description=meaning, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; fail when a file is out of date")
    check = parser.parse_args().check
    stale = {path: text for path, text in generated().items() if not path.exists() or path.read_text("utf-8") != text}
    for path, text in stale.items():
        if check:
            print(f"out of date: {path.relative_to(ROOT)} (run python -m {tool})", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")
    return 1 if check and stale else 0


def number_file(notice: str, names: list[str], sizes: dict[str, int]) -> str:
    """A .pxd that gives every name its number, from 0, and then some sizes."""
    lines = [f"    {name.upper().replace('-', '_')}" for name in names]
    lines[0] += " = 0"
    lines += ["", *(f"    {size} = {value}" for size, value in sizes.items())]
    return "\n".join([f"# {notice}", "cdef enum:", *lines]) + "\n"


def tuple_of(name: str, members: list[str]) -> str:
    """A tuple of names in Python, a line each."""
    return "\n".join([f"{name} = (", *(f'    "{member}",' for member in members), ")"]) + "\n"


def between_marks(text: str, inside: str, mark: str = "cards") -> str:
    """A source with other lines between the one that begins with `# MARK:` and the next one that is `# end`."""
    head, mark, rest = text.partition(f"\n# {mark}:")
    notice, _, rest = rest.partition("\n")
    _, end, tail = rest.partition("# end\n")
    return f"{head}{mark}{notice}\n{inside}{end}{tail}"
