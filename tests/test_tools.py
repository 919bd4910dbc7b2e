"""The tools are a package: each starts as `python -m tools.NAME`, and others use of it what it offers."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tools.__main__ import entries
from tools.new_card import all_cards

ROOT = Path(__file__).resolve().parent.parent
TOOLS = sorted(path for path in (ROOT / "tools").rglob("*.py") if path.name != "__init__.py")
USERS = sorted(path for folder in ("tests", "tools", "benchmarks") for path in (ROOT / folder).rglob("*.py"))
ELSEWHERE = ("optuna", "shapely")  # packages that only a tool needs, which says so
CHANGING = ("setattr", "setitem", "delattr", "delitem")  # of monkeypatch
RUN = re.compile(r"(?:-m |\"-m\", \")(tools(?:\.\w+)*)")  # a tool that a text says to run
BY_PATH = re.compile(
    r"(?:python3?|\$\(PYTHON\)|sys\.executable,|\"python\",)[ \"]+tools/\w+|sys\.executable, str\(ROOT / \"tools\""
)
SAYING = {".md", ".py", ".toml", ".in", ".txt", ".cfg", ""}  # what texts that say what to run end in


def named(path: Path) -> str:
    """A path as a test's name."""
    return path.relative_to(ROOT).as_posix()


def module_of(path: Path) -> str:
    """The name of a module of this checkout."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


@pytest.mark.parametrize(
    ("command", "duration"),
    [
        (("-m", "tools.soak", "--minutes"), "nan"),
        (("-m", "tools.positions", "--decisions"), "0"),
        (("-m", "tools.load", "--seconds"), "0"),
        (("-m", "benchmarks", "--seconds"), "-1"),
        (("-m", "benchmarks", "--seconds"), "nan"),
    ],
)
def test_a_duration_that_is_not_positive_is_refused(command: tuple[str, ...], duration: str) -> None:
    done = subprocess.run([sys.executable, *command, duration], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"error: {command[-1]}: " in done.stderr


@pytest.mark.parametrize("tool", TOOLS, ids=named)
def test_a_tool_finds_all_that_it_imports_and_offers_what_it_has(tool: Path) -> None:
    try:
        module = importlib.import_module(module_of(tool))
    except ModuleNotFoundError as missing:
        assert missing.name in ELSEWHERE
        return
    assert all(hasattr(module, name) for name in offered_by(module_of(tool)))


def test_a_list_says_of_every_tool_what_it_does() -> None:
    found = dict(entries())
    assert {"tools.fuzz", "tools.rattus.cards", "tools.undefined_names"} <= found.keys()
    assert all(words.endswith(".") for words in found.values())


def test_every_tool_has_a_help() -> None:
    """Of its own, or that of all which write files."""
    for name, _ in entries():
        text = (ROOT / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8")
        assert "parse_args(" in text or "tools.generated import" in text, name


# what others use of a tool


@cache
def offered_by(module: str) -> set[str]:
    """The names in the `__all__` of a tool, which may have none."""
    for node in ast.parse((ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return set(ast.literal_eval(node.value))
    return set()


def is_of_tools(name: str | None) -> bool:
    """Whether a full name is that of the package or of something in it."""
    return (name or "").partition(".")[0] == "tools"


@cache
def is_tool(name: str) -> bool:
    """Whether a module of the tools has that full name."""
    return is_of_tools(name) and (ROOT / f"{name.replace('.', '/')}.py").exists()


def tools_in(tree: ast.Module) -> dict[str, str]:
    """The tools that a source has imported, by what it calls them."""
    found = dict[str, str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {one.asname or one.name: one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
    return {called: name for called, name in found.items() if is_tool(name)}


def uses_of_tools(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What a source takes of which tool."""
    tools = tools_in(tree)
    ends = {name.rpartition(".")[2] for name in tools}  # to write out every expression takes long
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and is_tool(node.module or ""):
            yield from ((str(node.module), one.name) for one in node.names)
        elif isinstance(node, ast.Attribute) and last_name(node.value) in ends and ast.unparse(node.value) in tools:
            yield tools[ast.unparse(node.value)], node.attr


def last_name(node: ast.expr) -> str:
    """Of `a.b.c` the `c`; nothing of what is no name."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def changes_of_tools(tree: ast.Module) -> Iterator[str]:
    """Where a source changes something inside a tool, by a tool's name or by that of something taken from one."""
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and is_of_tools(node.module)]
    taken = {one.asname or one.name for node in froms for one in node.names} | tools_in(tree).keys()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
            changed = ast.unparse(node.args[0]).strip("'\"")
            if changed.partition(".")[0].partition("(")[0] in {*taken, "tools"}:
                yield ast.unparse(node)


@pytest.mark.unhurried
def test_of_a_tool_only_what_it_offers_is_used_and_nothing_is_changed() -> None:
    for path in USERS:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inside = [f"{tool}.{name}" for tool, name in uses_of_tools(tree) if name not in offered_by(tool)]
        assert not inside, f"{named(path)}: what others may call stands in the tool's __all__, the rest is its own"
        assert not list(changes_of_tools(tree)), f"{named(path)}: make it an argument"


def test_uses_and_changes_are_found_in_every_spelling() -> None:
    tree = ast.parse(
        "from tools import fuzz\nfrom tools.rattus import cards as own\nimport tools.load\n"
        "from tools.golden import GOLDEN\n"
        "def f(monkeypatch):\n    fuzz.a\n    own.b\n    tools.load.c\n"
        "    monkeypatch.setattr(fuzz, 'a', 1)\n    monkeypatch.setitem(own.b, 'a', 1)\n"
        "    monkeypatch.setattr('tools.load.c', 1)\n    monkeypatch.setattr(GOLDEN(1), 'd', 1)\n"
        "    monkeypatch.setattr(other, 'e', 1)\n"
    )
    assert set(uses_of_tools(tree)) == {
        ("tools.fuzz", "a"), ("tools.rattus.cards", "b"), ("tools.load", "c"), ("tools.golden", "GOLDEN")
    }  # fmt: skip
    assert len(list(changes_of_tools(tree))) == 4


# how a tool is run


def texts() -> Iterator[tuple[Path, str]]:
    """What may say how a tool is run: documents, targets, workflows, sources and tests."""
    folders = ("docs", "tests", "tools", "src", "benchmarks", "requirements", ".ci", "deploy")
    found = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    for path in (*ROOT.glob("*"), *found):
        if path.suffix in SAYING and path.is_file() and path != Path(__file__):
            yield path, path.read_text(encoding="utf-8")


def test_tools_are_run_as_modules_that_there_are() -> None:
    said = set[str]()
    for path, text in texts():
        assert not BY_PATH.search(text), f"{path}: a tool is run as python -m tools.NAME"
        said |= set(RUN.findall(text))
    said |= {tool for cards in all_cards().values() for tool in cards.about["write"]}
    assert said - {"tools", "tools.NAME"} <= dict(entries()).keys() and len(said) > 20


def test_no_tool_changes_where_modules_are_looked_for() -> None:
    for path in TOOLS:
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        assert "sys.path" not in {ast.unparse(node) for node in nodes if isinstance(node, ast.Attribute)}, named(path)


def test_a_soak_plays_however_short_its_time() -> None:
    command = [sys.executable, "-m", "tools.soak", "--minutes", "1e-9", "--seed", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "every law holds" in done.stdout and " 0 decisions" not in done.stdout


@pytest.mark.slow
def test_frames_are_measured_of_games_that_there_are() -> None:
    command = [sys.executable, "-m", "tools.frames", "chess"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "no such game: chess; there are " in done.stderr
