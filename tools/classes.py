"""Write the switches of Rattus's class cards from the cards themselves.

Each file of games/rattus/cards/ is a card; the hooks that it defines, as functions, are those of hooks.toml. A hook
that an upgrade makes better stands beside it, its name ending in the level: `use`, `use_2`, `use_3`. From these this
tool writes each card's declarations (`<card>.pxd`), the switches (`deck.py`, `deck.pxd`) and the numbers of the
cards (`class_numbers.pxd`). Run it after adding a card; `--check` says whether that was forgotten.
"""

from __future__ import annotations

import argparse
import ast
import sys
import tomllib
from pathlib import Path
from typing import Any

GAME = Path(__file__).resolve().parent.parent / "src" / "bellringer" / "games" / "rattus"
CLASSES = GAME / "cards"
NOTICE = "Written by tools/classes.py from the cards: do not edit."
ARGUMENTS = "s, p"  # of every hook: the state and the seat
LEVELS = (3, 2)  # of upgrades, the better one first
ROOT = "from cython.cimports.bellringer.games.rattus"


def hooks() -> dict[str, dict[str, Any]]:
    """The closed list of hooks."""
    return tomllib.loads((CLASSES / "hooks.toml").read_text(encoding="utf-8"))


def all_names() -> list[str]:
    """Every class card of the Big Box, by its printed number: the numbers are fixed before the rules are."""
    return list(tomllib.loads((GAME / "box.toml").read_text(encoding="utf-8"))["classes"])


def cards() -> list[str]:
    """The cards that have a file, in printed order."""
    return [name for name in (one.replace("-", "_") for one in all_names()) if (CLASSES / f"{name}.py").exists()]


def defined(card: str) -> list[str]:
    """The hooks that a card's file defines. Raises SystemExit for a function that is no hook."""
    tree = ast.parse((CLASSES / f"{card}.py").read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    found = [node.name for node in functions]
    if unknown := [name for name in found if hook_of(name) not in hooks()]:
        sys.exit(f"{card}.py: {', '.join(unknown)} is no hook of hooks.toml")
    if alone := [name for name in found if hook_of(name) not in found]:
        sys.exit(f"{card}.py: {', '.join(alone)} makes nothing better: there is no {hook_of(alone[0])}")
    if others := [node.name for node in functions if ast.unparse(node.args) != ARGUMENTS]:
        sys.exit(f"{card}.py: {', '.join(others)} must have the arguments {ARGUMENTS}")
    return found


def hook_of(name: str) -> str:
    """`use` for `use`, `use_2` and `use_3`."""
    stem, _, level = name.rpartition("_")
    return stem if level in map(str, LEVELS) else name


def declaration(hook: str, card: bool) -> str:
    """The C head of a hook: of one card, or of the switch over all."""
    extra, returns = "" if card else ", int card", hooks()[hook_of(hook)]["returns"]
    state = "Europe*" if returns == "void" else "const Europe*"  # what answers changes nothing
    return f"cdef {returns} {hook}({state} s, int p{extra}) noexcept nogil"


def switch(hook: str) -> list[str]:
    """The switch from a card's number to its function."""
    entry = hooks()[hook]
    lines = ["", "", f"def {hook}(s, p, card):", f'    """{entry["meaning"]}"""']
    word, returns = "if", entry["returns"] != "void"
    for card in cards():
        names = [name for name in defined(card) if hook_of(name) == hook]
        if hook in names:
            lines += [f"    {word} card == {card.upper()}:", *calls(card, hook, names, "return " if returns else "")]
            word = "elif"
    default = entry.get("default", "")
    if default in hooks():
        default = f"{default}(s, p, card)"
        if returns:
            lines.append(f"    return {default}")
        else:
            lines += ["    else:", f"        {default}"] if word == "elif" else [f"    {default}"]
    elif returns:
        lines.append(f"    return {default}")
    return lines


def calls(card: str, hook: str, names: list[str], returns: str) -> list[str]:
    """The call of a card's hook, or of the best that its level allows."""
    better = [level for level in LEVELS if f"{hook}_{level}" in names]
    lines = []
    for turn, level in enumerate(better):
        word = "elif" if turn else "if"
        lines += [f"        {word} level(s, card) >= {level}:", f"            {returns}{card}_{hook}_{level}(s, p)"]
    if better:
        return [*lines, "        else:", f"            {returns}{card}_{hook}(s, p)"]
    return [f"        {returns}{card}_{hook}(s, p)"]


def deck() -> str:
    """The file of switches."""
    lines = [f'"""From a class card\'s number to its hooks. {NOTICE}"""', ""]
    numbers = sorted(card.upper() for card in cards())
    lines += [f"{ROOT}.cards.class_numbers import (", *[f"    {name}," for name in numbers], ")"]
    for card in sorted(cards()):
        for hook in sorted(defined(card)):
            lines.append(f"{ROOT}.cards.{card} import {hook} as {card}_{hook}")
    if any(name != hook_of(name) for card in cards() for name in defined(card)):
        lines.append(f"{ROOT}.rules.state import level")
    for hook in hooks():
        lines += switch(hook)
    return "\n".join(lines) + "\n"


def generated() -> dict[Path, str]:
    """Every file that this tool writes, with its text."""
    head = f"# {NOTICE}\n"
    declared = head + "from bellringer.games.rattus.rules.state cimport Europe\n\n"
    files = {
        CLASSES / f"{card}.pxd": declared + "\n".join(declaration(hook, True) for hook in defined(card)) + "\n"
        for card in cards()
    }
    files[CLASSES / "deck.pxd"] = declared + "\n".join(declaration(hook, False) for hook in hooks()) + "\n"
    files[CLASSES / "deck.py"] = deck()
    names = [name.upper().replace("-", "_") for name in all_names()]
    files[CLASSES / "class_numbers.pxd"] = (
        head + f"cdef enum:\n    {names[0]} = 0\n" + "".join(f"    {name}\n" for name in names[1:])
    )
    return files


def main() -> int:
    """Write the files, or with --check only compare them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; fail when a file is out of date")
    check = parser.parse_args().check
    stale = [path for path, text in generated().items() if not path.exists() or path.read_text("utf-8") != text]
    for path in stale:
        if check:
            print(f"out of date: {path.name} (run python tools/classes.py)", file=sys.stderr)
        else:
            path.write_text(generated()[path], encoding="utf-8")
            print(f"wrote {path.name}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
