"""The checks of `make lint` that are our own find what they look for, and a few habits that no tool checks."""

from __future__ import annotations

import ast
import re
import shutil
import statistics
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import pxd, undefined_names

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
BOTS = SOURCE / "bellringer/bots"


# undefined names


def broken(tmp_path: Path, name: str, before: str, after: str) -> list[tuple[int, str]]:
    """What is found in a copy of a compiled module of the bots in which one text is another."""
    for kind in ("py", "pxd"):
        shutil.copy(BOTS / f"{name}.{kind}", tmp_path)
    copy = tmp_path / f"{name}.py"
    text = copy.read_text(encoding="utf-8")
    assert before in text
    copy.write_text(text.replace(before, after, 1), encoding="utf-8")
    return [(line, message) for _, line, message in undefined_names.undefined([copy])]


def test_no_name_of_a_compiled_module_is_undefined(capsys: pytest.CaptureFixture[str]) -> None:
    assert undefined_names.report(SOURCE) == 0, capsys.readouterr().out


def test_an_undefined_name_in_a_compiled_module_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = (BOTS / "tree.py").read_text(encoding="utf-8").split("tree.used = 1")[0].count("\n") + 1
    assert broken(tmp_path, "tree", "tree.used = 1", "tree.used = ONE") == [(line, "Undefined name `ONE`")]
    assert undefined_names.report(tmp_path) == 1
    assert capsys.readouterr().out == f"{tmp_path / 'tree.py'}:{line}: Undefined name `ONE`\n"


def test_a_name_is_known_by_the_modules_own_declarations_alone(tmp_path: Path) -> None:
    assert broken(tmp_path, "tree", "tree.used = 1", "tree.used = NONE + ROOT + LEGAL_WORDS") == []
    (one,) = broken(tmp_path, "tree", "tree.used = 1", "tree.used = child")
    assert one[1] == "Undefined name `child`", "a member of a struct is no name"


def test_a_module_that_is_no_python_is_reported(tmp_path: Path) -> None:
    assert broken(tmp_path, "tree", "def clear_tree(tree):", "def clear_tree(tree:")


def expanded(pattern: str) -> Iterator[str]:
    """A pattern without braces, for each word in them."""
    before, brace, rest = pattern.partition("{")
    words, _, after = rest.partition("}")
    for word in words.split(","):
        yield from expanded(before + word + after) if brace else (pattern,)


def test_ruff_looks_for_undefined_names_wherever_our_own_check_does_not() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]
    patterns = [pattern for pattern, rules in settings["per-file-ignores"].items() if "F821" in rules]
    excused = {path for pattern in patterns for one in expanded(pattern) for path in ROOT.glob(one)}
    code = {path for path in excused if path.name != "__init__.py"}
    assert code == set(undefined_names.compiled(SOURCE)), (
        "pyproject.toml must excuse the compiled modules, and no other"
    )


# declarations


def test_declarations_are_read_in_every_form() -> None:
    found = pxd.parse(
        "from a.b cimport (\n    One,\n    two as second,  # a comment\n)\ncimport c\n"
        "cdef enum:\n    FIRST = 1\n    LAST\n"
        'cdef extern from *:\n    """\n    #define no(x) x\n    """\n    int outside(int x) nogil\n'
        "ctypedef int (*Chooser)(void* memory, int seat) noexcept nogil\nctypedef unsigned int Number\n"
        "ctypedef struct Thing:\n    int member[FIRST]\n"
        "cdef class Bot(Base):\n    cdef readonly list others\n    cdef void* memory\n"
        "    cdef Player player(self, int n)\n"
        "cdef inline int left(const Thing* s, int p) noexcept nogil:\n    cdef int local = 1\n    return local\n"
        "cpdef double total(double before,\n                   int items[4]) noexcept nogil\n"
    )
    names = "One second c FIRST LAST outside Chooser Number Thing Bot left total"
    assert found.names == set(names.split())
    assert found.functions["left"] == pxd.Function(("s", "p"), is_inline=True, is_for_python=False)
    assert found.functions["total"] == pxd.Function(("before", "items"), is_inline=False, is_for_python=True)
    bot = found.classes["Bot"]
    assert (bot.base, bot.open_members) == ("Base", ["others"])
    assert bot.methods == {"player": pxd.Function(("self", "n"), is_inline=False, is_for_python=False)}


# private members


def private_reads(path: Path) -> Iterator[str]:
    """Where a file reads a private member of something that is not its own."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and re.match(r"_(?!_)", node.attr):
            if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")):
                yield f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"


@pytest.mark.unhurried
@pytest.mark.parametrize("folder", ["tests", "tools", "benchmarks"])
def test_nothing_outside_the_package_reads_a_private_member(folder: str) -> None:
    assert [found for path in sorted((ROOT / folder).rglob("*.py")) for found in private_reads(path)] == []


# the size of functions


def lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function from `def` to its last, less those of its docstring; decorators do not count."""
    docstring = function.body[0] if ast.get_docstring(function) is not None else None
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    return lines - ((docstring.end_lineno or 0) - docstring.lineno + 1 if docstring is not None else 0)


def sizes() -> dict[str, int]:
    """How many lines each function of the package has, but for docstrings alone and for what tools write."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "Written by tools/" not in text else ():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and lines_of(node) > 1:
                found[f"{path.relative_to(SOURCE)}:{node.lineno} {node.name}"] = lines_of(node)
    return found


def test_functions_stay_short() -> None:
    found = sizes()
    longest = max(found, key=found.__getitem__)
    assert statistics.median(found.values()) <= 7
    assert statistics.quantiles(found.values(), n=10)[-1] <= 18
    assert found[longest] <= 70, longest


# docstrings that can be read by themselves

LEANING = re.compile(r"(?:It|They|And|Then|But|Those|That one|The same)\b")  # on a sentence that stands elsewhere


def docstrings(path: Path) -> Iterator[tuple[str, str]]:
    """The docstrings of a module and of all that it defines, each with its name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{path.relative_to(SOURCE)} {getattr(node, 'name', '')}", ast.get_docstring(node) or ""


def test_no_docstring_begins_in_the_middle() -> None:
    """A docstring names its subject, since editors show it alone."""
    paths = sorted(SOURCE.rglob("*.py"))
    assert [name for path in paths for name, text in docstrings(path) if LEANING.match(text)] == []


# what nothing calls

DECLARATION = re.compile(r"^ *(?:async )?def \w+\(.*$|^c(?:p)?def .*nogil$", re.MULTILINE)
CODE = {".py", ".pxd", ".html", ".js", ".toml", ".md"}


def names_used() -> set[str]:
    """Every word of the code, the tests and the pages of documentation, but for where a function is declared."""
    found = set[str]()
    for folder in ("src", "tests", "tools", "benchmarks", "docs"):
        for path in (ROOT / folder).rglob("*.*"):
            if path.suffix in CODE:
                found.update(re.findall(r"\w+", DECLARATION.sub("", path.read_text(encoding="utf-8"))))
    return found


def functions_of(path: Path) -> Iterator[str]:
    """The functions of a module that nothing but their names can reach: those without decorators, not their methods."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.decorator_list:
            yield node.name


def test_no_function_is_left_over() -> None:
    used = names_used()
    left = [(path.name, name) for path in sorted(SOURCE.rglob("*.py")) for name in functions_of(path)]
    assert [(path, name) for path, name in left if name not in used] == []


# tests


@pytest.mark.unhurried
def test_no_test_sets_a_constant_of_a_module() -> None:
    """What a test must be able to set is an argument, or an attribute of the object that the test has."""
    found = [where for path in sorted((ROOT / "tests").rglob("*.py")) for where in constants_set(path)]
    assert not found


def constants_set(path: Path) -> Iterator[str]:
    """Where a test has a constant replaced: `monkeypatch.setattr(module, "PATIENCE", 0)`, or by its full name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "setattr":
            names = [one.value for one in node.args[:2] if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if names and names[-1].rpartition(".")[2].isupper():
                yield f"{path.name}:{node.lineno}"


def test_a_constant_that_is_set_is_found(tmp_path: Path) -> None:
    path = tmp_path / "test_patience.py"
    path.write_text(
        'monkeypatch.setattr(dealing, "PATIENCE", -1)\npatch.setattr("a.b.MOST_LOG_BYTES", 1)\n'
        'monkeypatch.setattr(service.dealing, "patience", -1)\nmonkeypatch.setattr("a.b.now", clock)\n'
    )
    assert list(constants_set(path)) == ["test_patience.py:1", "test_patience.py:2"]
