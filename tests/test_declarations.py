"""A compiled module's .py, .pxd and .pyi say the same: functions, parameters, classes and what is open of them."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tools import pxd, undefined_names

SOURCE = Path(__file__).resolve().parent.parent / "src"
COMPILED = undefined_names.compiled(SOURCE)
STUBBED = [path for path in COMPILED if path.with_suffix(".pyi").exists()]
CREATION = ("__cinit__", "__dealloc__")  # Cython's own, called by nobody
FROM_OBJECT = ("__repr__", "__eq__")  # which every object has, so that a stub need not say it


@dataclass
class Class:
    """A class: its methods by name, and what else can be read of it."""

    base: str
    methods: dict[str, str] = field(default_factory=dict)
    members: set[str] = field(default_factory=set)


@dataclass
class Module:
    """What a .py or .pyi defines. A function is told by its parameters, with their defaults."""

    functions: dict[str, str] = field(default_factory=dict)
    classes: dict[str, Class] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)


def module_of(path: Path) -> Module:
    """The definitions of a file."""
    found = Module()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.functions[node.name] = parameters(node)
        elif isinstance(node, ast.ClassDef):
            found.classes[node.name] = class_of(node)
        else:
            found.names |= names_of(node)
    return found


def class_of(node: ast.ClassDef) -> Class:
    """The definitions of a class; a property is a member, with its setter or without."""
    found = Class(ast.unparse(node.bases[0]) if node.bases else "")
    for part in node.body:
        if not isinstance(part, ast.FunctionDef):
            found.members |= names_of(part)
        elif any("property" in ast.unparse(one) for one in part.decorator_list):
            found.members.add(part.name)
        elif not any(".setter" in ast.unparse(one) for one in part.decorator_list):
            found.methods[part.name] = parameters(part)
    return found


def names_of(node: ast.AST) -> set[str]:
    """The names that an assignment or an annotation gives values to."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {target.id for target in targets if isinstance(target, ast.Name)}


def parameters(function: ast.FunctionDef) -> str:
    """`seed=0, *, threads=...`: names, kinds and defaults, without types."""
    bare = ast.parse(ast.unparse(function)).body[0]
    assert isinstance(bare, ast.FunctionDef)
    every = [*bare.args.posonlyargs, *bare.args.args, *bare.args.kwonlyargs, bare.args.vararg, bare.args.kwarg]
    for argument in filter(None, every):
        argument.annotation = None
    return ast.unparse(bare.args)


def bare_names(text: str) -> tuple[str, ...]:
    """The parameters by name alone, as a .pxd has them."""
    return tuple(one.split("=")[0].strip() for one in text.split(",") if one.strip())


# the rule and its types


def differences_to_pxd(path: Path) -> Iterator[str]:
    """What the .py and the .pxd say differently."""
    rules, types = module_of(path), pxd.read(path.with_suffix(".pxd"))
    outside = {name for name in types.functions if name not in rules.functions}
    for name, function in types.functions.items():
        if name not in outside:
            yield from different(name, bare_names(rules.functions[name]), function.parameters)
        elif not function.is_inline and not is_of_c(path, name):
            yield f"{name}: declared, and not defined"
    for name, declared in types.classes.items():
        if name not in rules.classes:
            yield f"{name}: declared, and not defined"
            continue
        yield from different(f"base of {name}", rules.classes[name].base, declared.base)
        for method, function in declared.methods.items():
            defined = rules.classes[name].methods.get(method)
            yield from different(f"{name}.{method}", bare_names(defined or ""), function.parameters)


def is_of_c(path: Path, name: str) -> bool:
    """Whether the .pxd takes a function from C."""
    _, _, extern = path.with_suffix(".pxd").read_text(encoding="utf-8").partition("cdef extern from")
    return f" {name}(" in extern.partition("\ncdef ")[0]


def different(what: str, one: object, other: object) -> Iterator[str]:
    """A line, unless both are the same."""
    if one != other:
        yield f"{what}: {one} is not {other}"


# what Python sees


def differences_to_stub(path: Path) -> Iterator[str]:
    """What the .pyi says differently from the .py, less what the .pxd keeps from Python."""
    rules, types, stub = module_of(path), pxd.read(path.with_suffix(".pxd")), module_of(path.with_suffix(".pyi"))
    hidden = {name for name, function in types.functions.items() if not function.is_for_python}
    for name in sorted((set(rules.functions) - hidden) ^ set(stub.functions)):
        yield f"{name}: only in the {'py' if name in rules.functions else 'pyi'}, or not for Python"
    for name in sorted(set(rules.functions) & set(stub.functions)):
        yield from different(name, rules.functions[name], stub.functions[name])
    for name in sorted(stub.names - rules.names):
        yield f"{name}: only in the pyi"
    real = {name for name, found in stub.classes.items() if found.base != "TypedDict"}  # those name a dictionary's keys
    for name in sorted(set(rules.classes) | real):
        if name not in rules.classes or name not in real:
            yield f"class {name}: only in the {'py' if name in rules.classes else 'pyi'}"
        else:
            declared = types.classes.get(name, pxd.Class(""))
            yield from differences_of_class(name, rules.classes[name], declared, stub.classes[name])


def differences_of_class(name: str, rules: Class, declared: pxd.Class, stub: Class) -> Iterator[str]:
    """The same of a class: its base, its methods, and what can be read of it."""
    hidden = {method for method, function in declared.methods.items() if not function.is_for_python}
    yield from different(f"base of {name}", rules.base, stub.base)
    seen = {method for method in rules.methods if method not in (*hidden, *CREATION)}
    for method in sorted(seen ^ set(stub.methods)):
        if method not in FROM_OBJECT and not (method == "__init__" and "__cinit__" in rules.methods):
            yield f"{name}.{method}: only in the {'py' if method in seen else 'pyi'}, or not for Python"
    for method in sorted(seen & set(stub.methods)):
        if "**" not in rules.methods[method]:
            yield from different(f"{name}.{method}", rules.methods[method], stub.methods[method])
    readable = rules.members | set(declared.open_members)
    yield from (f"{name}.{member}: only in one of them" for member in sorted(readable ^ stub.members))


def relative(path: Path) -> str:
    """A test's name."""
    return str(path.relative_to(SOURCE / "bellringer"))


@pytest.mark.parametrize("path", COMPILED, ids=relative)
def test_rules_and_types_say_the_same(path: Path) -> None:
    assert list(differences_to_pxd(path)) == []


@pytest.mark.parametrize("path", STUBBED, ids=relative)
def test_a_stub_says_what_python_sees(path: Path) -> None:
    assert list(differences_to_stub(path)) == []


BREAKS = [
    ("py", "def copy(self):", "def copy(self, deep=False):", "State.copy: self, deep=False is not self"),
    ("py", "def settle(self):", "def settle_down(self):", "State.settle: only in the pyi, or not for Python"),
    ("py", "def is_legal(self", "def may(self", "State.may: only in the py, or not for Python"),
    ("py", "def run_on(self):", "def run_on(self, far):", "State.run_on: ('self', 'far') is not ('self',)"),
    ("pyi", "stream: int = 0", "stream: int = 1", "State.seed: self, seed, stream=0 is not self, seed, stream=1"),
    ("pyi", "    def over(self)", "    def ended(self)", "State.ended: only in one of them"),
    ("pyi", "class RuleBook:", "class Rules:", "class RuleBook: only in the py"),
    (
        "pxd",
        "cdef list run_on(self)",
        "cdef list run_on(self, int far)",
        "State.run_on: ('self',) is not ('self', 'far')",
    ),
    ("pxd", "cdef readonly RuleBook book", "cdef RuleBook book", "State.book: only in one of them"),
    ("pxd", "    cdef list read_events(self)\n", "", "State.read_events: only in the py, or not for Python"),
    ("pxd", "cdef class State:", "cdef class State(RuleBook):", "base of State:  is not RuleBook"),
]


@pytest.mark.parametrize(("kind", "before", "after", "found"), BREAKS)
def test_what_differs_is_named(kind: str, before: str, after: str, found: str, tmp_path: Path) -> None:
    for each in ("py", "pxd", "pyi"):
        shutil.copy(SOURCE / f"bellringer/core/compiled/state.{each}", tmp_path)
    file = tmp_path / f"state.{kind}"
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), encoding="utf-8")
    path = tmp_path / "state.py"
    assert found in [*differences_to_pxd(path), *differences_to_stub(path)]
