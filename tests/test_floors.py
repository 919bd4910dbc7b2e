"""The tree is the architecture: imports go one way, lower floors name no game, no card is named outside its deck."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import bellringer
from bellringer.core.contract.registry import find

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "bellringer"
GAMES = SOURCE / "games"

# From the ground up: a module may import what stands on a lower floor, or beside it in the same package.
FLOORS = (
    ("core",),
    ("svg", "text", "page"),
    ("games",),
    ("bots",),
    ("arena",),
    ("training",),
    ("review",),
    ("puzzles",),
    ("__init__",),
    ("envs", "language_models", "server", "terminal"),
    ("commands",),
    ("cli",),
    ("__main__",),
)
FLOOR = {name: number for number, names in enumerate(FLOORS) for name in names}

# Within a game, in the same way; what is named neither here nor in a folder stands on the top floor.
GAME_FLOORS = (
    ("names",),
    ("box", "box_parser", "component_set", "choosing"),
    ("rules", "cards"),
    ("document",),
    ("words",),
    ("show",),
)
GAME_FLOOR = {name: number for number, names in enumerate(GAME_FLOORS) for name in names}

# Within core, within the server, and within those of its packages that have packages: in the same way. What is in no
# package is below all of them; only in the server itself it puts the others together, and knows all of them.
CORE, SERVER = "bellringer.core", "bellringer.server"
FLOORS_WITHIN = {
    CORE: ("edges", "compiled", "shown", "fields", "contract", "tables", "records"),
    SERVER: ("errors", "base", "store", "people", "tables", "thinking", "drawing", "visitors", "api", "web", "jobs",
             "host"),
    f"{SERVER}.tables": ("live", "memory", "deal", "verbs", "making", "brought"),
    f"{SERVER}.drawing": ("rules", "site", "log", "table", "process", "replay"),
}  # fmt: skip
TOGETHER, HANDED = "bellringer.server.service", ("visitors", "api", "web")  # all of it, and who is handed it
MOST_MODULES = 22  # of a package; one with more is cut into packages

SOURCES = sorted(path for kind in ("py", "pyi", "pxd") for path in SOURCE.rglob(f"*.{kind}"))
CIMPORT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+c?import\s+([\w, ()]+)|c?import\s+([\w., ]+))", re.MULTILINE)


@cache
def imports_of(path: Path) -> tuple[str, ...]:
    """The full names that a source imports, `from a import b` as `a.b`; Cython's own prefix taken off."""
    text = path.read_text(encoding="utf-8")
    found = names_in_pxd(text) if path.suffix == ".pxd" else names_in_python(text)
    return tuple(name.removeprefix("cython.cimports.") for name in found)


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


@cache
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


def is_of_a_game(path: Path) -> bool:
    """Whether a file may name a game: those of a game, its tools, and the lists of both."""
    if path in (GAMES / "__init__.py", ROOT / "tools" / "games.py"):
        return True
    folders = {folder.name for folder in GAMES.iterdir() if folder.is_dir()}
    return bool(folders & set(path.parts)) and (GAMES in path.parents or ROOT / "tools" in path.parents)


def test_every_package_stands_on_a_floor() -> None:
    assert {own_part(path) for path in SOURCES} <= set(FLOOR)


def upward(path: Path) -> Iterator[str]:
    """What a source imports from its own floor or one above, but for its own package."""
    here = own_part(path)
    for name in imports_of(path):
        there = part_of(name)
        if there is not None and there != here and FLOOR[there] >= FLOOR[here]:
            yield f"{path.relative_to(SOURCE)}: {here} is below {there}, and imports {name}"


def test_imports_go_down() -> None:
    """All sources in one test, here and below: to begin a test takes longer than to look at a source."""
    assert [found for path in SOURCES for found in upward(path)] == []


def in_game(parts: tuple[str, ...]) -> tuple[str, int]:
    """The game of a path below `games/`, and the floor on which it stands within that game."""
    game, *rest = parts
    return game, GAME_FLOOR.get(rest[0], len(GAME_FLOORS)) if rest else len(GAME_FLOORS)


def upward_in_game(path: Path) -> Iterator[str]:
    """What a source of a game imports from another game, or from a floor of its own that is above it."""
    game, floor = in_game(path.relative_to(GAMES).with_suffix("").parts)
    for name in imports_of(path):
        if name.startswith("bellringer.games."):
            there, above = in_game(tuple(name.split(".")[2:]))
            if there != game or above > floor:
                yield f"{path.relative_to(GAMES)} imports {name}"


def test_a_game_knows_no_other_and_its_imports_go_down() -> None:
    sources = [path for path in SOURCES if GAMES in path.parent.parents]
    assert len({path.relative_to(GAMES).parts[0] for path in sources}) == len(bellringer.game_names())
    assert [found for path in sources for found in upward_in_game(path)] == []


@cache
def modules_of(package: str) -> dict[str, Path]:
    """The modules of a package by their full names, packages too; migrations are a chain of their own."""
    root = SOURCE.parent.joinpath(*package.split("."))
    paths = (path for path in root.rglob("*.py") if "migrations" not in path.parts)
    return {".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__"): path
            for path in paths}  # fmt: skip


def floor_within(package: str, name: str) -> int:
    """The floor within a package on which one of its modules stands, by its full name."""
    floors, first = FLOORS_WITHIN[package], name.removeprefix(f"{package}.").partition(".")[0]
    return floors.index(first) if first in floors else len(floors) if package == SERVER else -1


def known_to(name: str, package: str) -> set[str]:
    """The modules of a package that one of them imports, those for types alone counted."""
    modules = modules_of(package)
    found = (part if part in modules else part.rpartition(".")[0] for part in imports_of(modules[name]))
    return {one for one in found if one in modules and one != name}


def upward_within(package: str, name: str) -> Iterator[str]:
    """What a module imports of its package from a floor above its own."""
    here = floor_within(package, name)
    is_handed = package == SERVER and (here == len(FLOORS_WITHIN[SERVER]) or name.split(".")[2] in HANDED)
    for there in known_to(name, package) - ({TOGETHER} if is_handed else set()):
        if floor_within(package, there) > here:
            yield f"{name} is below {there}"


@pytest.mark.parametrize("package", FLOORS_WITHIN)
def test_imports_within_a_package_of_packages_go_down(package: str) -> None:
    assert [found for name in modules_of(package) for found in upward_within(package, name)] == []


@pytest.mark.parametrize("package", [CORE, SERVER])
def test_no_modules_of_core_or_of_the_server_import_each_other_in_a_circle(package: str) -> None:
    known = {name: known_to(name, package) - {TOGETHER, name.rpartition(".")[0]} for name in modules_of(package)}
    order = TopologicalSorter(known)
    order.prepare()  # raises CycleError with the circle


@pytest.mark.parametrize("package", FLOORS_WITHIN)
def test_every_package_within_has_its_floor(package: str) -> None:
    depth = package.count(".") + 1
    folders = {name.split(".")[depth] for name in modules_of(package) if name.count(".") > depth}
    assert folders == {floor for floor in FLOORS_WITHIN[package] if floor != "errors"}


@pytest.mark.parametrize("package", [CORE, SERVER])
def test_no_package_has_too_many_modules(package: str) -> None:
    modules = [path for path in modules_of(package).values() if path.stem != "__init__"]
    assert not [folder for folder, count in Counter(path.parent for path in modules).items() if count > MOST_MODULES]


def test_no_two_modules_and_no_two_classes_of_the_server_have_one_name() -> None:
    paths = modules_of(SERVER).values()
    modules = [path.stem for path in paths if path.stem != "__init__"]
    classes = [node.name for path in paths for node in ast.parse(path.read_text("utf-8")).body
               if isinstance(node, ast.ClassDef)]  # fmt: skip
    for names in (modules, classes):
        assert not [name for name, count in Counter(names).items() if count > 1]


def test_no_module_is_named_by_a_text_that_is_put_together() -> None:
    """But for `module:Class`, a bot of one's own, which is somebody else's."""
    for path in SOURCES:
        if "import_module" in path.read_text(encoding="utf-8"):
            assert path.relative_to(SOURCE).as_posix() == "arena/plugins.py"


def test_imports_are_found_in_every_spelling() -> None:
    python = "import bellringer.core.tables.table as t\nfrom cython.cimports.bellringer.bots.bot import Bot\n"
    python += "def late():\n    from bellringer import arena\n"
    assert list(names_in_python(python)) == [
        "bellringer.core.tables.table",
        "cython.cimports.bellringer.bots.bot.Bot",
        "bellringer.arena",
    ]
    pxd = """cimport bellringer.core.compiled.dice
from bellringer.core.compiled.asks cimport (Ask, Asks)
from a.b cimport c
"""
    assert list(names_in_pxd(pxd)) == [
        "bellringer.core.compiled.dice",
        "bellringer.core.compiled.asks.Ask",
        "bellringer.core.compiled.asks.Asks",
        "a.b.c",
    ]
    assert [part_of(name) for name in ("bellringer.arena", "bellringer.Table", "os.path")] == [
        "arena",
        "__init__",
        None,
    ]


# what names a game or a card

NAMELESS = sorted(
    path
    for folder in (SOURCE, ROOT / "tools")
    for path in folder.rglob("*")
    if path.suffix in (".py", ".pyi", ".pxd", ".toml", ".html", ".js", ".css", ".svg", ".mako")
    and not is_of_a_game(path)
    and "min.js" not in path.name
)
A_GAME = re.compile("notre[-_ ]?dame|rattus", re.IGNORECASE)


def test_what_works_for_all_games_names_none() -> None:
    """Not even in a comment: what is said there of one game will soon be wrong of another."""
    found = {path.relative_to(ROOT): A_GAME.findall(path.read_text(encoding="utf-8")) for path in NAMELESS}
    assert {path: games for path, games in found.items() if games} == {}


@cache
def cards() -> set[str]:
    """The names of all cards, persons and places that have a rule, and of the cards that have none yet."""
    games = [find(game) for game in bellringer.game_names()]
    chosen = [option for game in games for option in game.options.values() if option.several]
    to_choose = {value for option in chosen for value in (*option.allowed, *option.coming)}
    return to_choose | {name for game in games for name in game.ruled}


def test_no_card_is_named_outside_its_game() -> None:
    """As an identifier, a key, or a text in quotation marks; prose may have a bank or a student's interval."""
    found = {path.relative_to(ROOT): names_in(path) & cards() for path in NAMELESS}
    assert {path: names for path, names in found.items() if names} == {}


def names_in(path: Path) -> set[str]:
    """All that could name a card in a file, as cards are named."""
    text = path.read_text(encoding="utf-8")
    found = (
        set(identifiers(text)) if path.suffix == ".py" else set(re.findall(r"^\s*([\w-]+) *[=:{]", text, re.MULTILINE))
    )
    for quoted in re.findall(r"""["'`]([\w /#.:-]{3,40})["'`]""", text):
        found |= {quoted, *re.split(r"[ /#.:]", quoted)}
    return {name.strip("_").replace("_", "-") for name in found if name == name.lower() or name == name.upper()}


def identifiers(text: str) -> Iterator[str]:
    """The identifiers of a Python source, constants in small letters too."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME:
            yield from (token.string, token.string.lower() if token.string.isupper() else token.string)


def test_names_are_found_in_every_spelling(tmp_path: Path) -> None:
    code, page = tmp_path / "code.py", tmp_path / "page.html"
    code.write_text("# the bank of a river\nif card == BEGGAR_KING: hire('doctor')\nwords = 'take the-fool now'\n")
    page.write_text('<a href="/rules#rule-monk" data-target="card king">the mayor</a>')
    assert {"beggar-king", "doctor", "the-fool"} <= names_in(code) and "bank" not in names_in(code)
    assert {"king", "rule-monk"} <= names_in(page) and "mayor" not in names_in(page)


# within one game


def persons() -> Iterator[str]:
    """The names of all persons, as their functions have them."""
    for deck in ("persons", "new_persons"):
        for node in ast.parse((GAMES / "notre_dame" / "cards" / f"{deck}.py").read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and [one.arg for one in node.args.args] == ["s", "p"]:
                yield node.name


MAY_NAME_PERSONS = ("cards", "words", "emblems.svg", "names.py", "asked.py", "box.toml")


@pytest.mark.parametrize("person", list(persons()))
def test_no_person_is_named_outside_its_deck(person: str) -> None:
    """In code, text or comment, whatever joins the words of the name: a lasting effect is a hook, not a question."""
    named = re.compile(rf"\b{person.replace('_', '[-_ ]')}s?\b", re.IGNORECASE)
    game = GAMES / "notre_dame"
    for path in sorted(game.rglob("*")):
        if path.suffix in (".py", ".pyi", ".pxd", ".toml") and not set(path.parts) & set(MAY_NAME_PERSONS):
            found = named.search(path.read_text(encoding="utf-8"))
            assert not found, f"{path.relative_to(game)} names {found and found.group()}"


def test_there_are_33_persons() -> None:
    assert len(set(persons())) == 33
