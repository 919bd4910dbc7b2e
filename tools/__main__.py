"""List the tools, each with what it does."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tools.places import ROOT

__all__ = ["entries"]

ENTRY = '\nif __name__ == "__main__":\n'


def entries() -> Iterator[tuple[str, str]]:
    """The tools that can be run: the name of each module, and the first line of what it says of itself."""
    for path in sorted((ROOT / "tools").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if ENTRY in text and path.name != "__main__.py":
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            yield name, (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]


def main() -> None:
    """Print the list."""
    found = dict(entries())
    widest = max(map(len, found))
    for name, words in found.items():
        print(f"python -m {name:<{widest}}  {words}")


if __name__ == "__main__":
    main()
