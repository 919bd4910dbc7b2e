"""A Sphinx extension: show compiled classes with the members and types of their stubs.

A compiled function keeps its docstring and its arguments, but neither the types that Cython takes from the .pxd nor
what it returns. The .pyi beside it has all that, and names the members that are meant for others. A class of plain
Python is shown without the arguments of its constructor: users get its objects from functions.
"""

from __future__ import annotations

import ast
import importlib
from functools import cache
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

Members = dict[str, ast.FunctionDef]


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect to what autodoc announces."""
    app.connect("autodoc-skip-member", skip_member)
    app.connect("autodoc-process-signature", change_signature)
    app.connect("autodoc-process-docstring", add_type)
    return {"parallel_read_safe": True}


@cache
def classes_of(module_name: str) -> dict[str, Members]:
    """The functions of every class in the stub beside a module; no class where there is no stub."""
    path = Path(importlib.import_module(module_name).__file__ or "")
    stub = path.with_name(f"{path.name.partition('.')[0]}.pyi")
    if not stub.exists():
        return {}
    tree = ast.parse(stub.read_text(encoding="utf-8"))
    return {
        one.name: {member.name: member for member in reversed(one.body) if isinstance(member, ast.FunctionDef)}
        for one in tree.body
        if isinstance(one, ast.ClassDef)
    }


def members_of(class_path: str) -> Members | None:
    """What the stub says of a class; None where there is no stub."""
    module_name, _, class_name = class_path.rpartition(".")
    return classes_of(module_name).get(class_name)


def path_of_class(member: Any) -> str:
    """The path of the class that a compiled member was found in; empty for anything else."""
    if found := getattr(member, "__objclass__", None):
        return f"{found.__module__}.{found.__qualname__}"
    module_name, qualified = getattr(member, "__module__", None), getattr(member, "__qualname__", "")
    return f"{module_name}.{qualified.rpartition('.')[0]}" if module_name and "." in qualified else ""


def skip_member(app: Sphinx, what: str, name: str, member: Any, skip: bool, options: Any) -> bool | None:
    """Leave out what a compiled class keeps to itself."""
    path = path_of_class(member)
    members = members_of(path) if path.startswith("bellringer.") else None
    return True if members is not None and name not in members else None


def change_signature(
    app: Sphinx, what: str, path: str, thing: Any, options: Any, arguments: str | None, returns: str | None
) -> tuple[str, str] | None:
    """Arguments and types as the stub has them. What has no arguments as yet can't be given any here."""
    if arguments is None:
        return None
    if what in ("class", "exception"):
        return ("", "") if members_of(path) is None else None
    class_path, _, name = path.rpartition(".")
    found = (members_of(class_path) or {}).get(name) if what == "method" else None
    return (arguments_of(found), returned_by(found)) if found else None


def add_type(app: Sphinx, what: str, path: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Say of which type a property of a compiled class is."""
    class_path, _, name = path.rpartition(".")
    found = (members_of(class_path) or {}).get(name) if what in ("attribute", "property") else None
    if found and not isinstance(thing, property):
        lines[:1] = [f"``{returned_by(found)}``: {line}" for line in lines[:1]]


def arguments_of(function: ast.FunctionDef) -> str:
    """The arguments without `self`, in parentheses."""
    text = ast.unparse(function.args)
    return f"({text.removeprefix('self').removeprefix(', ')})"


def returned_by(function: ast.FunctionDef) -> str:
    """The type of what a function returns."""
    return ast.unparse(function.returns) if function.returns else ""
