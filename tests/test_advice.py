"""What messages advise can be done: each option and command that they name is there, for who reads them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from bellringer.cli import main

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "bellringer"
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
# Not what a number or a value follows, by which hashes and keys are told apart, nor a hyphen; nor the name of a schema.
COMMAND = re.compile(
    r"\bbellringer (?!played games)([a-z]+)\b(?! \d| $|-)(?: (?:--[a-z-]+ \S+ )*(?:[A-Z]+ )?([a-z-]+)\b)?"
)
# Who reads what a module says: the commands that end in it. Advice elsewhere may name any command's options only with
# the command, so a module that names an option by itself stands here.
READERS = {
    "arena/match.py": ("arena",),
    "arena/study.py": ("study",),
    "server/host/backup.py": ("backup", "restore"),
    "server/base/folder.py": ("serve", "restore", "key", "host", "check"),
    "server/visitors/security.py": ("serve",),
    "commands/analyse.py": ("analyse",),
    "commands/arena.py": ("arena",),
    "commands/barring.py": ("host close", "host bar", "host unbar"),
    "commands/dataset.py": ("dataset",),
    "commands/hosting.py": ("host remove-words",),
    "commands/puzzles.py": ("puzzles",),
    "commands/review.py": ("review",),
    "commands/serving.py": ("serve",),
    "commands/simulations.py": ("simulate",),
    "commands/study.py": ("study",),
    "commands/train.py": ("train",),
    "commands/clusters.py": ("arena", "study", "simulate"),
    "arena/cluster.py": ("arena", "simulate"),
    "training/data_card.py": ("dataset",),
    "training/dataset.py": ("dataset",),
    "training/report.py": ("train",),
    "training/served.py": ("dataset",),
}


def texts_of(path: Path) -> Iterator[str]:
    """The texts in a module that somebody may be shown: no docstrings, and nothing that declares an option."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    declared = {id(text) for call in ast.walk(tree) if isinstance(call, ast.Call) and is_declaration(call)
                for text in ast.walk(call) if text is not call.func}  # fmt: skip
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in declared | docs:
            yield node.value


def is_declaration(call: ast.Call) -> bool:
    """Whether a call declares an option, or gives examples of a command, which other tests try."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name in ("option", "examples", "add_option")


@cache
def commands() -> dict[str, click.Command]:
    """All commands, those of a group with its name before theirs."""
    found = dict(main.commands)
    for name, command in list(found.items()):
        if isinstance(command, click.Group):
            found |= {f"{name} {one}": inner for one, inner in command.commands.items()}
    return found


def options_of(name: str) -> set[str]:
    """The options of a command, with those of its group."""
    parts = [name, name.split()[0]]
    return {option for part in parts for one in commands()[part].params for option in (*one.opts, *one.secondary_opts)}


def sources() -> list[Path]:
    """All modules, and the words of pages."""
    return sorted(path for path in SOURCE.rglob("*.py") if "migrations" not in path.parts)


def test_an_option_that_a_message_names_is_there_for_all_who_read_it() -> None:
    named = dict[str, set[str]]()
    for path in sources():
        for text in texts_of(path):
            name = str(path.relative_to(SOURCE))
            alone = COMMAND.sub("", text) if name not in READERS else text
            named.setdefault(name, set()).update(OPTION.findall(alone))
    declaring = {"cli.py", "commands/options.py", "commands/keeping_commands.py"}
    found = {name: options for name, options in named.items() if options and name not in declaring}
    assert found.keys() <= READERS.keys(), "say in READERS who reads these"
    for name, options in found.items():
        for reader in READERS[name]:
            assert options <= options_of(reader), (name, reader, options - options_of(reader))


def test_the_readers_of_a_module_are_commands() -> None:
    assert {reader for readers in READERS.values() for reader in readers} <= commands().keys()
    assert all((SOURCE / name).exists() for name in READERS)


def advised() -> list[tuple[str, str, str]]:
    """The commands that messages and the words of pages name: where, the command, and the word after it."""
    # Every worker asks this before its first test, so that a source without the word is not taken apart.
    named = [path for path in sources() if "bellringer " in path.read_text(encoding="utf-8")]
    texts = [(path, text) for path in named for text in texts_of(path)]
    pages = [path for kind in ("toml", "html") for path in SOURCE.rglob(f"*.{kind}")]
    texts += [(path, path.read_text(encoding="utf-8")) for path in pages]
    found = [(str(path.relative_to(SOURCE)), match) for path, text in texts for match in COMMAND.finditer(text)]
    return sorted({(name, match[1], match[2] or "") for name, match in found})


@pytest.mark.parametrize(("module", "name", "then"), advised())
def test_a_command_that_a_message_names_is_there(module: str, name: str, then: str) -> None:
    assert name in main.commands, (module, name)
    words = words_after(main.commands[name])
    assert not words or not then or then in words, (module, name, then)


def words_after(command: click.Command) -> set[str]:
    """The words that can follow a command's name: those of a group, or what its first argument may be."""
    if isinstance(command, click.Group):
        return set(command.commands)
    first = next((one for one in command.params if isinstance(one, click.Argument)), None)
    return set(map(str, first.type.choices)) if first is not None and isinstance(first.type, click.Choice) else set()
