"""The tree is the architecture: imports go one way, lower floors name no game, no card is named outside its deck."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "bellringer"
GAME = SOURCE / "notre_dame"

# From the ground up: a module may import what stands on a lower floor, or beside it in the same package.
FLOORS = (
    ("core",),
    ("notre_dame", "rattus"),
    ("bots",),
    ("arena",),
    ("__init__",),
    ("drawing",),
    ("envs", "server"),
    ("terminal",),
    ("cli",),
    ("__main__",),
)
FLOOR = {name: number for number, names in enumerate(FLOORS) for name in names}
NAMELESS = ("core", "bots", "arena")
WRITTEN = ("deck.py", "deck.pxd", "persons.pxd", "new_persons.pxd", "person_numbers.pxd")  # by tools/decks.py
MAY_NAME_PERSONS = (*WRITTEN, "persons.py", "new_persons.py", "names.py", "box.toml")

SOURCES = sorted(path for kind in ("py", "pyi", "pxd") for path in SOURCE.rglob(f"*.{kind}"))
CIMPORT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+c?import\s+([\w, ()]+)|c?import\s+([\w., ]+))", re.MULTILINE)


def imports_of(path: Path) -> Iterator[str]:
    """The full names that a source imports, `from a import b` as `a.b`; Cython's own prefix taken off."""
    text = path.read_text(encoding="utf-8")
    found = names_in_pxd(text) if path.suffix == ".pxd" else names_in_python(text)
    for name in found:
        yield name.removeprefix("cython.cimports.")


def names_in_python(text: str) -> Iterator[str]:
    """By the syntax tree, imports inside functions included."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def names_in_pxd(text: str) -> Iterator[str]:
    """By their lines."""
    for module, names, modules in CIMPORT.findall(text):
        if module:
            yield from (f"{module}.{name.strip(' ()')}" for name in names.split(","))
        else:
            yield from (name.strip() for name in modules.split(","))


def part_of(name: str) -> str | None:
    """The package of ours that a full name belongs to: `core`, `notre_dame` ...; None for others' modules."""
    root, _, rest = name.partition(".")
    if root != "bellringer":
        return None
    first = rest.partition(".")[0]
    is_module = (SOURCE / first).is_dir() or (SOURCE / f"{first}.py").exists()
    return first if first and is_module else "__init__"


def own_part(path: Path) -> str:
    """The package that a source belongs to."""
    return path.relative_to(SOURCE).parts[0].partition(".")[0]


def test_every_package_stands_on_a_floor() -> None:
    assert {own_part(path) for path in SOURCES} <= set(FLOOR)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_down(path: Path) -> None:
    here = own_part(path)
    for name in imports_of(path):
        there = part_of(name)
        if there is not None and there != here:
            assert FLOOR[there] < FLOOR[here], f"{here} is below {there}, and imports {name}"


def test_imports_are_found_in_every_spelling() -> None:
    python = "import bellringer.core.table as t\nfrom cython.cimports.bellringer.bots.bot import Bot\n"
    python += "def late():\n    from bellringer import arena\n"
    assert list(names_in_python(python)) == [
        "bellringer.core.table",
        "cython.cimports.bellringer.bots.bot.Bot",
        "bellringer.arena",
    ]
    pxd = "cimport bellringer.core.dice\nfrom bellringer.core.asks cimport (Ask, Asks)\nfrom a.b cimport c\n"
    assert list(names_in_pxd(pxd)) == [
        "bellringer.core.dice",
        "bellringer.core.asks.Ask",
        "bellringer.core.asks.Asks",
        "a.b.c",
    ]
    assert [part_of(name) for name in ("bellringer.arena", "bellringer.Table", "os.path")] == [
        "arena",
        "__init__",
        None,
    ]


@pytest.mark.parametrize("part", NAMELESS)
def test_what_works_for_all_games_names_none(part: str) -> None:
    """Not even in a comment: what is said there of one game will soon be wrong of another."""
    games = re.compile("notre[-_ ]?dame|rattus", re.IGNORECASE)
    for path in SOURCES:
        if own_part(path) == part:
            found = games.search(path.read_text(encoding="utf-8"))
            assert not found, f"{path.name} names {found and found.group()}"


def persons() -> Iterator[str]:
    """The names of all persons, as their functions have them."""
    for deck in ("persons", "new_persons"):
        for node in ast.parse((GAME / f"{deck}.py").read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and [one.arg for one in node.args.args] == ["s", "p"]:
                yield node.name


@pytest.mark.parametrize("person", list(persons()))
def test_no_person_is_named_outside_its_deck(person: str) -> None:
    """In code, text or comment, whatever joins the words of the name: a lasting effect is a hook, not a question."""
    named = re.compile(rf"\b{person.replace('_', '[-_ ]')}s?\b", re.IGNORECASE)
    for path in sorted(GAME.rglob("*")):
        if path.suffix in (".py", ".pyi", ".pxd", ".toml") and path.name not in MAY_NAME_PERSONS:
            if path.parent.name == "catalogue":
                continue
            found = named.search(path.read_text(encoding="utf-8"))
            assert not found, f"{path.relative_to(GAME)} names {found and found.group()}"


def test_there_are_33_persons() -> None:
    assert len(set(persons())) == 33
