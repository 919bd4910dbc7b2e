"""Write what must know every person of Notre Dame, from the decks themselves.

A person is one function in a deck file (`persons.py`, `new_persons.py`): public, with the arguments (s, p), in
printed order; the `.toml` beside it has the rest. From these this tool writes the numbers (`person_numbers.pxd`), the
names in names.py, the decks' C declarations, the dispatcher (`deck.py`, `deck.pxd`) and the persons' lines of
the rules ledger. Run it after changing a person; `--check` says whether that was forgotten.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))  # what tools share is a package beside this one's

from bellringer.core.cards import CardEntry, entry_of  # noqa: E402
from tools.generated import between_marks, main, number_file, tuple_of  # noqa: E402
from tools.ledger import written  # noqa: E402

CARDS = ROOT / "src" / "bellringer" / "games" / "notre_dame" / "cards"
NAMES = CARDS.parent / "names.py"
LEDGER = ROOT / "docs" / "rules" / "notre-dame.md"
DECKS = ("persons", "new_persons")
COMMAND = "tools/notre_dame/cards.py"
NOTICE = f"Written by {COMMAND} from the decks: do not edit."


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


def entries(deck: str) -> dict[str, CardEntry]:
    """What a deck's file has of its persons, by their names with `_`. Raises SystemExit for others than the deck's."""
    text = (CARDS / f"{deck}.toml").read_text(encoding="utf-8")
    found = {name.replace("-", "_"): entry_of(table) for name, table in tomllib.loads(text).items()}
    if list(found) != persons(deck):
        odd = sorted(found.keys() ^ set(persons(deck))) or ["the order"]
        sys.exit(f"{deck}.py and {deck}.toml must have the same persons in the same order; look at {', '.join(odd)}")
    return found


def numbers() -> str:
    """One number a person, in the order of the decks, and how many there are."""
    sizes = {"BASE_PERSONS": len(persons(DECKS[0])), "ALL_PERSONS": sum(len(persons(deck)) for deck in DECKS)}
    return number_file(NOTICE, [name for deck in DECKS for name in persons(deck)], sizes)


def names() -> str:
    """The decks, and the names of the persons of each, in the file of names."""
    base, new = ([name.replace("_", "-") for name in persons(deck)] for deck in DECKS)
    inside = tuple_of("DECKS", list(DECKS)) + tuple_of("BASE_PERSONS", base) + tuple_of("NEW_PERSONS", new)
    return between_marks(NAMES.read_text(encoding="utf-8"), inside)


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
    files[NAMES] = names()
    files[CARDS / "deck.py"] = dispatcher()
    lines = [line for deck in DECKS for entry in entries(deck).values() for line in entry.ledger]
    files[LEDGER] = written(LEDGER.read_text(encoding="utf-8"), lines)
    head = f"# {NOTICE}\nfrom bellringer.games.notre_dame.rules.state cimport Town\n\n"
    files[CARDS / "deck.pxd"] = head + "cdef void serve(Town* s, int p, int person) noexcept nogil\n"
    return files


if __name__ == "__main__":
    sys.exit(main(__doc__, generated, COMMAND))
