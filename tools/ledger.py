"""The lines of cards in the rules ledgers: they stand with the cards, and are written into the page from there."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import takewhile

from bellringer.core.contract.cards import LedgerLine

__all__ = ["written"]

LINE = re.compile(r"- \*\*([A-Z]{2})-(\d+)\.(\d+)\*\* ")
HEADING = re.compile(r"## (\d+) ")


def written(page: str, lines: Iterable[LedgerLine]) -> str:
    """The page with these lines in their places, by number, within their sections; all other lines stay."""
    wanted = {place_of(line.number): shown(line) for line in lines if line.number and line.rule}
    found: list[str] = []
    for heading, section in sections(page):
        own = {place: text for place, text in wanted.items() if heading and place[0] == heading}
        found += filled(section, own)
        for place in own:
            del wanted[place]
    if wanted:
        sys.exit(f"the ledger has no section for {', '.join(f'{section}.{line}' for section, line in wanted)}")
    return "\n".join(found) + "\n"


def shown(line: LedgerLine) -> str:
    """`- **RA-7.1** Peasant: ... [base p.9]`"""
    return f"- **{line.number}** {line.rule} [{line.source}]"


def place_of(number: str) -> tuple[int, int]:
    """`RA-7.10` as (7, 10)."""
    section, _, line = number.partition("-")[2].partition(".")
    return int(section), int(line)


def sections(page: str) -> Iterator[tuple[int, list[str]]]:
    """The sections of a page, each with its number (0 for what comes before) and its lines."""
    number, lines = 0, list[str]()
    for line in page.splitlines():
        if heading := HEADING.match(line):
            yield number, lines
            number, lines = int(heading[1]), []
        lines.append(line)
    yield number, lines


def filled(section: list[str], wanted: dict[tuple[int, int], str]) -> list[str]:
    """A section's lines with the wanted ones among them, in the order of their numbers."""
    if not wanted:
        return section
    head = list(takewhile(lambda line: not LINE.match(line), section))
    rest = section[len(head) :]  # none in a section that has no line yet
    tail = list(takewhile(lambda line: not LINE.match(line), reversed(rest)))[::-1]
    numbered = {place_of(line.split("**")[1]): line for line in section if LINE.match(line)}
    return [*head, *(text for _, text in sorted((numbered | wanted).items())), *tail]
