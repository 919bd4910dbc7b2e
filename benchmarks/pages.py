"""Where the figures go: docs/performance.md, or a page of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks import engine, openspiel
from benchmarks.machine import ROOT, heading

PAGE = ROOT / "docs" / "performance.md"

Run = dict[str, Any]


def sections(run: Run) -> dict[str, list[str]]:
    """The tables of both parts, each below its heading."""
    above = [heading(run["facts"]), ""]
    return {
        "engine": [*above, *engine.lines(run["engine"])],
        "openspiel": [*above, *openspiel.lines(run["openspiel"])],
    }


def fill(run: Run, page: Path = PAGE) -> None:
    """Put the tables between their marks in the page."""
    for name, lines in sections(run).items():
        put(name, lines, page)


def put(name: str, lines: list[str], page: Path = PAGE) -> None:
    """Put lines between the marks of a name in a page."""
    text = page.read_text(encoding="utf-8")
    begin, end = f"<!-- {name}:begin -->\n", f"<!-- {name}:end -->"
    before, mark, rest = text.partition(begin)
    if not mark or end not in rest:
        raise SystemExit(f"{page.name} lacks the marks {begin.strip()} and {end}")
    text = before + begin + "\n".join(lines) + "\n" + end + rest.partition(end)[2]
    page.write_text(text, encoding="utf-8")


def write(run: Run, page: Path) -> None:
    """The tables alone, as a page."""
    found = sections(run)
    titles = {"engine": "The engine", "openspiel": "Beside OpenSpiel"}
    parts = [line for name, title in titles.items() for line in (f"## {title}", "", *found[name], "")]
    page.write_text("\n".join(["# Figures", "", *parts[:-1]]) + "\n", encoding="utf-8")
