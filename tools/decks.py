"""Write what must know every person card, from the decks themselves.

A person is one function in a deck file (`persons.py`, `new_persons.py`): public, with the arguments (s, p), in
printed order. From these this tool writes the numbers (`person_numbers.pxd`), the decks' C declarations and the
dispatcher (`deck.py`, `deck.pxd`). Run it after adding a card; `--check` says whether that was forgotten.
"""

from __future__ import annotations

import argparse
import ast
import sys
from pathlib import Path

GAME = Path(__file__).resolve().parent.parent / "src" / "bellringer" / "games" / "notre_dame"
CARDS = GAME / "cards"
DECKS = ("persons", "new_persons")
NOTICE = "Written by tools/decks.py from the decks: do not edit."


def functions(deck: str) -> list[ast.FunctionDef]:
    """All functions of a deck file, in order."""
    tree = ast.parse((CARDS / f"{deck}.py").read_text(encoding="utf-8"))
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


def is_person(function: ast.FunctionDef) -> bool:
    """A person takes the state and the seat, nothing else."""
    return [argument.arg for argument in function.args.args] == ["s", "p"]


def persons(deck: str) -> list[str]:
    """The names of a deck's persons, in printed order."""
    return [function.name for function in functions(deck) if is_person(function)]


def declarations(deck: str) -> str:
    """The deck's .pxd: persons return nothing, what helps them counts something."""
    lines = [f"# {NOTICE}", "from bellringer.games.notre_dame.rules.state cimport Town", ""]
    for function in functions(deck):
        if is_person(function):
            lines.append(f"cdef void {function.name}(Town* s, int p) noexcept nogil")
        else:
            extra = "".join(f", int {argument.arg}" for argument in function.args.args[2:])
            lines.append(f"cdef int {function.name}(const Town* s, int p{extra}) noexcept nogil")
    return "\n".join(lines) + "\n"


def numbers() -> str:
    """One number a person, in the order of the decks."""
    names = [name.upper() for deck in DECKS for name in persons(deck)]
    lines = [f"# {NOTICE}", "cdef enum:", f"    {names[0]} = 0"]
    return "\n".join(lines + [f"    {name}" for name in names[1:]]) + "\n"


def dispatcher() -> str:
    """The switch from a person's number to its function."""
    lines = [f'"""From a person\'s number to its function. {NOTICE}"""', ""]
    root = "from cython.cimports.bellringer.games.notre_dame.cards"
    everyone = sorted(name.upper() for deck in DECKS for name in persons(deck))
    imports = [(f"{root}.{deck}", sorted(persons(deck))) for deck in DECKS]
    imports.append((f"{root}.person_numbers", everyone))
    for module, names in sorted(imports):
        lines += [f"{module} import (", *[f"    {name}," for name in names], ")"]
    lines += ["", "", "def serve(s, p, person):", '    """What the person does for who hired it."""']
    word = "if"
    for deck in DECKS:
        for name in persons(deck):
            lines += [f"    {word} person == {name.upper()}:", f"        {name}(s, p)"]
            word = "elif"
    return "\n".join(lines) + "\n"


def generated() -> dict[Path, str]:
    """Every file that this tool writes, with its text."""
    files = {CARDS / f"{deck}.pxd": declarations(deck) for deck in DECKS}
    files[CARDS / "person_numbers.pxd"] = numbers()
    files[CARDS / "deck.py"] = dispatcher()
    head = f"# {NOTICE}\nfrom bellringer.games.notre_dame.rules.state cimport Town\n\n"
    files[CARDS / "deck.pxd"] = head + "cdef void serve(Town* s, int p, int person) noexcept nogil\n"
    return files


def main() -> int:
    """Write the files, or with --check only compare them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; fail when a file is out of date")
    check = parser.parse_args().check
    stale = [path for path, text in generated().items() if not path.exists() or path.read_text("utf-8") != text]
    for path in stale:
        if check:
            print(f"out of date: {path.name} (run python tools/decks.py)", file=sys.stderr)
        else:
            path.write_text(generated()[path], encoding="utf-8")
            print(f"wrote {path.name}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
