"""The rows of a game's asks.toml, read and held to everything that they name.

A row is refused with its file, its line and the reason: BadRow. Nothing is written from a table with a bad row.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from string import Formatter
from typing import Any

from tools.places import ROOT

__all__ = ["FLAGS", "HALVES", "MEMBERS", "RANGE", "Argument", "Ask", "AskTable", "BadRow", "Function"]

LANGUAGES = ("en", "fr")
NAME = re.compile(r"[a-z]+(-[a-z]+)*")
RANGE = re.compile(r"(\d+) to (\d+)")  # a kind of arguments that is a range of numbers
MEMBERS = ("about", "more")  # of an ask, in core/compiled/asks.pxd: the numbers that its arguments are
LARGEST = 255  # number that these, and the ask's kind, can have
FORMS = {"one", "other"}  # of a sentence that counts
# The halves of a pair, each with what a function of it may be given besides the ask's arguments; the last it must take.
HALVES = {"legal": ("s", "p", "legal"), "answer": ("s", "p", "move")}
# What a row may say of its ask with `true`.
FLAGS = {
    "stands": "it stands with one answer, too: that there is one is the seat's secret",
    "together": "several seats are asked at once",
    "surely": "it always has two answers or more, so that nobody need count them",
    "alone": "nothing waits above it or below it",
    "anybody": "not only the seat that acts may be asked",
}
NEEDED = {"number": int, "meaning": str, "phases": list, "pair": str, **dict.fromkeys(LANGUAGES, dict)}
POSSIBLE = {"arguments": list, **dict.fromkeys(HALVES, str), **dict.fromkeys(FLAGS, bool)}
OF_ARGUMENTS = {"kind": str, "called": str, "usual": int}
CALLED = {int: "a whole number", str: "a text", list: "a list of texts", dict: "a table", bool: "true or false"}


class BadRow(SystemExit):
    """What is wrong, where. As a SystemExit it ends a command with its text."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        shown = path.relative_to(ROOT) if ROOT in path.parents else path
        super().__init__(f"{shown}:{line}: {reason}")


@dataclass(frozen=True)
class Argument:
    """What an ask is about. `called`: the parameter of rules; `usual`: its number where a document leaves it out."""

    name: str
    kind: str
    called: str
    usual: int | None


@dataclass(frozen=True)
class Function:
    """A function of a file of pairs."""

    path: Path
    line: int
    name: str
    parameters: tuple[str, ...]


@dataclass(frozen=True)
class Ask:
    """A row. `pair`: by the half, its function; `flags`: those of FLAGS that are true."""

    name: str
    number: int
    meaning: str
    arguments: tuple[Argument, ...]
    phases: tuple[str, ...]
    pair: Mapping[str, Function]
    flags: frozenset[str]

    @property
    def stem(self) -> str:
        """The name within a name of Python: `go_from`."""
        return self.name.replace("-", "_")

    def given(self, half: str) -> list[str]:
        """What the function of that half is given, in the order of its parameters."""
        members = {one.called: f"ask.{member}" for one, member in zip(self.arguments, MEMBERS, strict=False)}
        return [members.get(parameter, parameter) for parameter in self.pair[half].parameters]


def functions_in(path: Path) -> dict[str, Function]:
    """The functions that a module defines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return {
        node.name: Function(path, node.lineno, node.name, tuple(one.arg for one in node.args.args)) for node in nodes
    }


def assigned(path: Path, name: str) -> ast.expr:
    """What a module assigns to a name."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if target is not None and ast.unparse(target) == name:
            value: ast.expr = node.value  # type: ignore[attr-defined]
            return value
    raise SystemExit(f"{path} has no {name}")


@dataclass(frozen=True)
class AskTable:
    """The asks.toml of a game's folder."""

    folder: Path

    @property
    def path(self) -> Path:
        """The file."""
        return self.folder / "asks.toml"

    @property
    def package(self) -> str:
        """The game's package."""
        return f"bellringer.games.{self.folder.name}"

    # where something stands

    @cached_property
    def lines(self) -> list[str]:
        """The file, line by line."""
        return self.path.read_text(encoding="utf-8").splitlines()

    def line_of(self, table: str, key: str = "") -> int:
        """The line of a table's heading, or of a key below it."""
        headings = (f"[{table}]", f"[{table}.")
        start = next((i for i, line in enumerate(self.lines) if line.startswith(headings)), 0)
        for i in range(start + 1, len(self.lines)):
            if key and re.match(rf'\s*"?{re.escape(key)}"?\s*=', self.lines[i]):
                return i + 1
            if self.lines[i].startswith("["):
                break
        return start + 1

    def bad(self, ask: str, reason: str, key: str = "", language: str = "") -> BadRow:
        """What is wrong with a row."""
        table = f"asks.{ask}.{language}" if language else f"asks.{ask}"
        return BadRow(self.path, self.line_of(table, key), f"{ask}: {reason}")

    # the file

    @cached_property
    def tables(self) -> dict[str, Any]:
        """What the file says."""
        try:
            found = tomllib.loads(self.path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"line (\d+)", str(error))
            raise BadRow(self.path, int(line[1]) if line else len(self.lines), f"no TOML: {error}") from None
        for name in found:
            if name not in ("arguments", "asks"):
                raise BadRow(self.path, self.line_of(name), f"[{name}]: there are only [arguments] and [asks.NAME]")
        return found

    @cached_property
    def phases(self) -> tuple[str, ...]:
        """The phases of the game's documents."""
        return tuple(ast.literal_eval(assigned(self.folder / "names.py", "PHASES")))

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of arguments that the game has."""
        found = assigned(self.folder / "document" / "ask_kinds.py", "KINDS")
        return tuple(ast.literal_eval(key) for key in found.keys if key) if isinstance(found, ast.Dict) else ()

    @cached_property
    def arguments(self) -> dict[str, Argument]:
        """The arguments of all asks, by name, in the order in which documents have them."""
        return {name: self.argument(name, table) for name, table in self.tables.get("arguments", {}).items()}

    def argument(self, name: str, table: Any) -> Argument:
        """One argument. Raises BadRow."""
        line = self.line_of("arguments", name)
        if not NAME.fullmatch(name):
            raise BadRow(self.path, line, f"{name}: names are small letters, with - between words")
        if not isinstance(table, dict) or "kind" not in table:
            raise BadRow(self.path, line, f"{name}: an argument needs a kind")
        for key, value in table.items():
            if key not in OF_ARGUMENTS:
                raise BadRow(self.path, line, f"{name}: an argument has no {key}, but {', '.join(OF_ARGUMENTS)}")
            if type(value) is not OF_ARGUMENTS[key]:
                raise BadRow(self.path, line, f"{name}: {key} must be {CALLED[OF_ARGUMENTS[key]]}")
        kind = table["kind"]
        if kind not in self.kinds and not is_range(kind):
            reason = f"{name}: no kind is called {kind}; there are {', '.join(self.kinds)}, and ranges such as 1 to 3"
            raise BadRow(self.path, line, reason)
        return Argument(name, kind, table.get("called", name.replace("-", "_")), table.get("usual"))

    # the rows

    @cached_property
    def asks(self) -> list[Ask]:
        """All asks, in the order of their numbers. Raises BadRow."""
        rows = self.tables.get("asks", {})
        for name, row in rows.items():
            self.check_keys(name, row)
            self.check_words(name, row)
        found = sorted((self.ask(name, row) for name, row in rows.items()), key=lambda ask: ask.number)
        self.check_numbers(found)
        self.check_left_over(found)
        return found

    def check_keys(self, name: str, row: Any) -> None:
        """Refuse a name or a key that can't be, one that is missing, and a value of another type."""
        if not NAME.fullmatch(name):
            raise self.bad(name, "names are small letters, with - between words")
        wanted = NEEDED | POSSIBLE
        for key in NEEDED:
            if key not in row:
                raise self.bad(name, f"{key} is missing")
        for key, value in row.items():
            if key not in wanted:
                raise self.bad(name, f"a row has no {key}, but {', '.join(wanted)}", key)
            if type(value) is not wanted[key]:
                raise self.bad(name, f"{key} must be {CALLED[wanted[key]]}", key)
            if isinstance(value, list) and not all(isinstance(one, str) for one in value):
                raise self.bad(name, f"{key} must be {CALLED[list]}", key)

    def ask(self, name: str, row: Mapping[str, Any]) -> Ask:
        """The ask of a row. Raises BadRow."""
        phases = tuple(row["phases"])
        if not phases or (unknown := [one for one in phases if one not in self.phases]):
            reason = f"no phase is called {unknown[0]}" if phases else "it needs a phase"
            raise self.bad(name, f"{reason}; there are {', '.join(self.phases)}", "phases")
        arguments = self.arguments_of(name, row.get("arguments", []))
        pair = {half: self.function(name, row, half, arguments) for half in HALVES}
        flags = frozenset(flag for flag in FLAGS if row.get(flag))
        return Ask(name, row["number"], row["meaning"], arguments, phases, pair, flags)

    def arguments_of(self, name: str, said: list[str]) -> tuple[Argument, ...]:
        """The arguments that a row names."""
        for one in said:
            if one not in self.arguments:
                reason = f"no argument is called {one}; there are {', '.join(self.arguments)}"
                raise self.bad(name, f"{reason}: a new one gets its line in [arguments]", "arguments")
        found = tuple(self.arguments[one] for one in said)
        if len(found) > len(MEMBERS):
            raise self.bad(name, f"an ask has {len(MEMBERS)} arguments at most", "arguments")
        if len({one.called for one in found}) < len(found):
            raise self.bad(name, "rules could not tell its two arguments apart", "arguments")
        return found

    def check_numbers(self, found: list[Ask]) -> None:
        """Refuse numbers that do not count from 1, each once: they are for ever, since observations count by them."""
        for number, ask in enumerate(found, start=1):
            if ask.number < number:
                other = found[number - 2].name if number > 1 else "nothing"
                raise self.bad(ask.name, f"the number {ask.number} is that of {other}", "number")
            if ask.number > number:
                raise self.bad(ask.name, f"the number must be {number}: asks count from 1, none is left out", "number")
            if number > LARGEST:
                raise self.bad(ask.name, f"there can be {LARGEST} asks", "number")

    # words

    def check_words(self, name: str, row: Mapping[str, Any]) -> None:
        """Refuse words that one language alone has, or that are filled in otherwise there."""
        first, *others = LANGUAGES
        if "prompt" not in row[first]:
            raise self.bad(name, f"it has no prompt in {first}", language=first)
        for language in LANGUAGES:
            for key, text in row[language].items():
                self.check_text(name, language, key, text)
        for other in others:
            for key in (*row[first], *row[other]):
                if key not in row[first] or key not in row[other]:
                    having, lacking = (first, other) if key in row[first] else (other, first)
                    raise self.bad(name, f"{key} has words in {having}, but not in {lacking}", language=lacking)
                if filled_in(row[first][key]) != filled_in(row[other][key]):
                    raise self.bad(name, f"{key} is filled in otherwise than in {first}", key, other)

    def check_text(self, name: str, language: str, key: str, text: Any) -> None:
        """Refuse what is no text, or not two forms of one."""
        forms = text.values() if isinstance(text, dict) else [text]
        if (isinstance(text, dict) and set(text) != FORMS) or not all(isinstance(form, str) and form for form in forms):
            raise self.bad(name, f"{key} must be a text, or its forms one and other", key, language)
        try:
            filled_in(text)
        except ValueError as error:
            raise self.bad(name, f"{key} can't be filled in: {error}", key, language) from None

    # pairs

    @cached_property
    def files(self) -> dict[str, dict[str, Function]]:
        """The files of pairs by name, each with its functions."""
        said = {row["pair"]: name for name, row in self.tables.get("asks", {}).items()}
        for pair, name in said.items():
            if not self.rules(pair).exists():
                raise self.bad(name, f"its pair is in rules/{pair}.py, and there is no such file", "pair")
        return {pair: functions_in(self.rules(pair)) for pair in sorted(said)}

    def rules(self, name: str, ending: str = "py") -> Path:
        """A file of the rules."""
        return self.folder / "rules" / f"{name}.{ending}"

    def function(self, name: str, row: Mapping[str, Any], half: str, arguments: tuple[Argument, ...]) -> Function:
        """The function of one half of a row's pair. Raises BadRow when there is none, or one of other parameters."""
        own = half not in row
        wanted = f"{half}_{row.get(half, name).replace('-', '_')}"
        having = [row["pair"]] if own else [pair for pair in self.files if wanted in self.files[pair]]
        if not having or wanted not in self.files[having[0]]:
            where = f"rules/{row['pair']}.py has" if own else "the files of pairs have"
            raise self.bad(name, f"{where} no function {wanted}, which is half of its pair", "pair" if own else half)
        if len(having) > 1:
            raise self.bad(name, f"{' and '.join(having)} both have a function {wanted}", half)
        found = self.files[having[0]][wanted]
        self.check_parameters(name, found, half, arguments)
        return found

    def check_parameters(self, name: str, found: Function, half: str, arguments: tuple[Argument, ...]) -> None:
        """Refuse a function that wants what the ask can't give."""
        may = (*HALVES[half], *(one.called for one in arguments))
        if unknown := [one for one in found.parameters if one not in may]:
            reason = f"{found.name} wants {unknown[0]}, and the ask {name} can only give {', '.join(may)}"
            raise BadRow(found.path, found.line, reason)
        if HALVES[half][-1] not in found.parameters:
            raise BadRow(found.path, found.line, f"{found.name} must take {HALVES[half][-1]}")

    def check_left_over(self, found: list[Ask]) -> None:
        """Refuse an answer that belongs to no ask, and an argument that none has."""
        used = {ask.pair[half] for ask in found for half in HALVES}
        for functions in self.files.values():
            for one in functions.values():
                if one.name.startswith("answer_") and one not in used:
                    raise BadRow(one.path, one.line, f"{one.name} is no ask's: {self.path.name} has no such row")
        asked = Counter(argument.name for ask in found for argument in ask.arguments)
        for name in self.arguments:
            if not asked[name]:
                raise BadRow(self.path, self.line_of("arguments", name), f"{name}: no ask has this argument")


def is_range(kind: str) -> bool:
    """Whether a kind is a range of numbers that an argument can have."""
    found = RANGE.fullmatch(kind)
    return found is not None and int(found[1]) <= int(found[2]) <= LARGEST


def filled_in(text: str | Mapping[str, str]) -> set[str]:
    """What is filled into a sentence, but for {n}, which one of two forms may leave out."""
    forms: Iterator[str] = iter([text] if isinstance(text, str) else text.values())
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name} - {"n"}
