"""What a .pxd file declares, read line by line: enough of Cython's grammar for the files of this project.

For the tools and tests that hold a compiled .py, its .pxd and its .pyi to each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Class", "Function", "parse", "read"]

COMMENT = re.compile(r"#.*")
TEXT = re.compile(r'"""[\s\S]*?"""')
CIMPORT = re.compile(r"(?:from\s+[\w.]+\s+)?cimport\s+\(?(.+?)\)?$")
BLOCK = re.compile(r"(?:cdef|ctypedef)\s+(?:public\s+)?(enum|struct|union|extern)\b\s*(?:from[^:]*)?(\w*)\s*:")
CLASS = re.compile(r"cdef\s+class\s+(\w+)(?:\((\w+)\))?\s*:")
POINTER = re.compile(r"ctypedef\s+[^(]*\(\*(\w+)\)")
FUNCTION = re.compile(r"(?:cp?def\s+)?(inline\s+)?(?:[\w\s*]*[\s*])?(\w+)\s*\((.*)\)[\w\s+?*-]*:?$")
LAST_WORD = re.compile(r"(\w+)(?:\[[^]]*\])*(?:\s*=.*)?$")


@dataclass(frozen=True)
class Function:
    """A function or method: its parameters in order, and whether its body stands in the .pxd."""

    parameters: tuple[str, ...]
    is_inline: bool
    is_for_python: bool


@dataclass
class Class:
    """A cdef class. `open_members`: those that Python can read."""

    base: str
    methods: dict[str, Function] = field(default_factory=dict)
    open_members: list[str] = field(default_factory=list)


@dataclass
class Declarations:
    """All that a .pxd declares. `names`: everything that its module knows by it, imports included."""

    names: set[str] = field(default_factory=set)
    functions: dict[str, Function] = field(default_factory=dict)
    classes: dict[str, Class] = field(default_factory=dict)


def read(path: Path) -> Declarations:
    """The declarations of a file."""
    return parse(path.read_text(encoding="utf-8"))


def parse(text: str) -> Declarations:
    """The declarations of a text."""
    found, block, here = Declarations(), "", Class("")
    for indent, line in logical_lines(text):
        if indent == 0:
            block = ""
            if match := CLASS.match(line):
                block, here = "class", Class(match[2] or "")
                found.classes[match[1]] = here
                found.names.add(match[1])
            elif match := BLOCK.match(line):
                block = match[1]
                found.names |= {match[2]} - {""}
            else:
                block = declare(found, line)
        elif block == "enum":
            found.names |= {member.split("=")[0].strip() for member in line.split(",")} - {""}
        elif block == "extern":
            declare(found, line)
        elif block == "class":
            declare_member(here, line)
    return found


def logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Indent and text of each line; no comments, and what stands in brackets on one line."""
    waiting = ""
    for line in COMMENT.sub("", TEXT.sub("", text)).splitlines():
        waiting = f"{waiting} {line.strip()}" if waiting else line.rstrip()
        if waiting.count("(") <= waiting.count(")"):
            if waiting.strip():
                yield len(waiting) - len(waiting.lstrip()), waiting.strip()
            waiting = ""


def declare(found: Declarations, line: str) -> str:
    """Take in a line that is no block of names; returns `body` when an inline function follows."""
    if match := CIMPORT.match(line):
        found.names |= {name.split()[-1] for name in match[1].split(",") if name.strip()}
    elif match := POINTER.match(line):
        found.names.add(match[1])
    elif not line.startswith("ctypedef") and (match := FUNCTION.match(line)):
        found.functions[match[2]] = function_of(line, match)
        found.names.add(match[2])
        return "body"
    elif match := LAST_WORD.search(line):
        found.names.add(match[1])
    return ""


def declare_member(here: Class, line: str) -> None:
    """Take in a line of a cdef class."""
    if match := FUNCTION.match(line):
        here.methods[match[2]] = function_of(line, match)
    elif re.match(r"cdef\s+(readonly|public)\b", line) and (match := LAST_WORD.search(line)):
        here.open_members.append(match[1])


def function_of(line: str, match: re.Match[str]) -> Function:
    """A function from its declaration."""
    parameters = [LAST_WORD.search(one.strip()) for one in match[3].split(",") if one.strip()]
    names = tuple(one[1] for one in parameters if one is not None)
    return Function(names, bool(match[1]), line.startswith("cpdef"))
