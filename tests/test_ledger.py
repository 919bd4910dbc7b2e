"""The rules ledgers, their tests and the code hold together: every number has a test, and every citation a number."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BESIDE = ("-examples", "-books")  # what lies beside the ledgers
LEDGERS = sorted(path for path in (ROOT / "docs" / "rules").glob("*.md") if not path.stem.endswith(BESIDE))
SOURCES = sorted(path for ending in ("py", "pxd", "toml") for path in (ROOT / "src").rglob(f"*.{ending}"))
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))
LINE = re.compile(r"^- \*\*([A-Z]{2}-\d+\.\d+)\*\* ", re.MULTILINE)
HEADING = re.compile(r"^## (\d+) ", re.MULTILINE)
CITATION = re.compile(r"\b([A-Z]{2}-\d+(?:\.\d+)?)\b")


def numbers_of(ledger: Path) -> list[str]:
    """The numbers of a ledger's lines, in their order."""
    return LINE.findall(ledger.read_text(encoding="utf-8"))


def sections_of(numbers: list[str]) -> set[str]:
    """`ND-5` for every number `ND-5.3`."""
    return {number.partition(".")[0] for number in numbers}


NUMBERS = {number for ledger in LEDGERS for number in numbers_of(ledger)}
CITABLE = NUMBERS | sections_of(sorted(NUMBERS))
GAMES = {number[:2] for number in NUMBERS}


def cited_in(path: Path) -> set[str]:
    """The numbers, and the sections, of the ledgers there are that a file of the source names anywhere."""
    return {number for number in CITATION.findall(path.read_text(encoding="utf-8")) if number[:2] in GAMES}


def marks_in(path: Path) -> Iterator[tuple[str, ast.expr]]:
    """The arguments of all rule markers of a file, each with the line it stands on."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            for argument in node.args:
                yield f"{path.relative_to(ROOT)}:{argument.lineno}", argument


@cache
def carried() -> dict[str, list[str]]:
    """Where the numbers are that rule markers give."""
    found: dict[str, list[str]] = {}
    for path in TESTS:
        for place, argument in marks_in(path):
            assert isinstance(argument, ast.Constant), f"{place}: a marker has its numbers as plain strings"
            found.setdefault(str(argument.value), []).append(place)
    return found


@pytest.mark.parametrize("ledger", LEDGERS, ids=lambda path: path.stem)
def test_every_rule_has_a_test_that_carries_its_number(ledger: Path) -> None:
    without = [number for number in numbers_of(ledger) if number not in carried()]
    assert without == []


def test_every_number_that_a_test_carries_is_in_a_ledger() -> None:
    wrong = {number: places for number, places in carried().items() if number not in NUMBERS}
    assert wrong == {}


def test_every_number_that_the_source_cites_is_in_a_ledger() -> None:
    wrong = {str(path.relative_to(ROOT)): cited_in(path) - CITABLE for path in SOURCES if cited_in(path) - CITABLE}
    assert wrong == {}


@pytest.mark.parametrize("ledger", LEDGERS, ids=lambda path: path.stem)
def test_a_ledgers_numbers_count_up_without_gaps_in_sections_that_do(ledger: Path) -> None:
    numbers, text = numbers_of(ledger), ledger.read_text(encoding="utf-8")
    by_section: dict[int, list[int]] = {}
    for number in numbers:
        section, line = number[3:].split(".")
        by_section.setdefault(int(section), []).append(int(line))
    assert list(by_section) == list(range(1, len(by_section) + 1)) == [int(n) for n in HEADING.findall(text)]
    assert all(lines == list(range(1, len(lines) + 1)) for lines in by_section.values())
    assert len({number[:2] for number in numbers}) == 1


@pytest.mark.parametrize("path", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_number_that_a_page_cites_is_in_a_ledger(path: Path) -> None:
    """ND-13.3 cites ND-6.12, the worked examples say what they show, and so on. A how-to page may make up a line."""
    made_up = set(re.findall(r'^line = "([A-Z]{2}-\d+\.\d+)"$', path.read_text(encoding="utf-8"), re.MULTILINE))
    assert cited_in(path) - CITABLE - made_up == set()
