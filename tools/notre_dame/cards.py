"""Write what must know every person of Notre Dame, from the decks themselves.

A person is one function in a deck file (`persons.py`, `new_persons.py` ...): public, with the arguments (s, p), in
printed order; the `.toml` beside it has the rest, and above the persons what is about the deck. From these this tool
writes the numbers (`person_numbers.pxd`), about how many persons ask (`document/asked.py`), the names in names.py, the
decks' C declarations, the dispatcher (`deck.py`, `deck.pxd`) and the persons' lines of the rules ledger. Run it after
changing a person; `--check` says whether that was forgotten.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from itertools import accumulate
from pathlib import Path

from bellringer.core.contract.cards import Deck, deck_of
from bellringer.games.notre_dame.names import ASKS
from tools import asked
from tools.generated import between_marks, main, number_file, tuple_of
from tools.ledger import written
from tools.places import DOCS, GAMES

__all__ = ["all_asked"]

CARDS = GAMES / "notre_dame" / "cards"
NAMES = CARDS.parent / "names.py"
DOCUMENT = CARDS.parent / "document"
LEDGER = DOCS / "rules" / "notre-dame.md"
NO_DECKS = ("new_card",)  # other .toml files of the folder
TOOL = "tools.notre_dame.cards"
NOTICE = "Written by tools/notre_dame/cards.py from the decks: do not edit."


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
    lines += asked.enum_of(numbers_asked(deck)).splitlines()
    for function in functions(deck):
        if is_person(function):
            lines.append(f"cdef void {function.name}(Town* s, int p) noexcept nogil")
        else:
            extra = "".join(f", int {argument.arg}" for argument in function.args.args[2:])
            lines.append(f"cdef int {function.name}(const Town* s, int p{extra}) noexcept nogil")
    return "\n".join(lines) + "\n"


def numbers_asked(deck: str) -> dict[str, int]:
    """About how many the persons of a deck ask, by names that begin with theirs."""
    return {
        f"{asked.name_of(person)}_{name}": number
        for person, entry in decks()[deck].cards.items()
        for name, number in asked.constants(entry, 1).items()
    }


def all_asked() -> asked.Asked:
    """About how many persons ask, by the ask and the person."""
    entries = {name: entry for deck in decks().values() for name, entry in deck.cards.items()}
    return asked.asked(entries, [name for name, _, _ in ASKS], levels=1)


def decks() -> dict[str, Deck]:
    """The decks by their files' names, in the order of their numbers. Raises SystemExit when something does not fit."""
    found = {}
    for path in CARDS.glob("*.toml"):
        if path.stem not in NO_DECKS:
            found[path.stem] = deck_of(tomllib.loads(path.read_text(encoding="utf-8")))
            check(path.stem, found[path.stem])
    in_order = sorted(found, key=lambda deck: found[deck].number)
    if [found[deck].number for deck in in_order] != list(range(1, len(found) + 1)):
        sys.exit(f"the decks must count from 1, and none be left out: {', '.join(in_order)}")
    return {deck: found[deck] for deck in in_order}


def check(deck: str, found: Deck) -> None:
    """A deck's two files must agree."""
    named, ruled = list(found.cards), [name.replace("_", "-") for name in persons(deck)]
    if named != ruled:
        odd = sorted(set(named) ^ set(ruled)) or ["the order"]
        sys.exit(f"{deck}.py and {deck}.toml must have the same persons in the same order; look at {', '.join(odd)}")


def everybody() -> list[str]:
    """All persons, in the order of the decks."""
    return [name for deck in decks() for name in persons(deck)]


def pools() -> dict[str, int]:
    """How many persons each pool has: those of its deck and of all before."""
    sizes = accumulate(len(deck.cards) for deck in decks().values())
    return dict(zip((deck.pool for deck in decks().values()), sizes, strict=True))


def numbers() -> str:
    """One number a person, in the order of the decks, how many there are, and how many are in a pool."""
    lines = [number_file(NOTICE, everybody(), {"ALL_PERSONS": len(everybody())})]
    lines += ["cdef inline int persons_in_pool(int pool) noexcept nogil:"]
    *earlier, last = pools().values()
    for pool, size in enumerate(earlier):
        lines += [f"    if pool == {pool}:", f"        return {size}"]
    return "\n".join([*lines, f"    return {last}"]) + "\n"


def names() -> str:
    """The decks, the persons and the pools, in the file of names."""
    lines = [f'    "{pool}": {size},' for pool, size in pools().items()]
    inside = tuple_of("DECKS", list(decks())) + tuple_of("PERSONS", [name.replace("_", "-") for name in everybody()])
    return between_marks(NAMES.read_text(encoding="utf-8"), "\n".join([f"{inside}POOLS = {{", *lines, "}"]) + "\n")


def dispatcher() -> str:
    """The switch from a person's number to its function."""
    lines = [f'"""From a person\'s number to its function. {NOTICE}"""', ""]
    root = "from cython.cimports.bellringer.games.notre_dame.cards"
    everyone = sorted(name.upper() for name in everybody())
    imports = [(f"{root}.{deck}", sorted(persons(deck))) for deck in decks()]
    imports.append((f"{root}.person_numbers", everyone))
    for module, names in sorted(imports):
        lines += [f"{module} import (", *[f"    {name}," for name in names], ")"]
    lines += ["", "", "def serve(s, p, person):", '    """What the person does for who hired it."""']
    word = "if"
    for name in everybody():
        lines += [f"    {word} person == {name.upper()}:", f"        {name}(s, p)"]
        word = "elif"
    return "\n".join(lines) + "\n"


def generated() -> dict[Path, str]:
    """Every file that this tool writes, with its text."""
    files = {CARDS / f"{deck}.pxd": declarations(deck) for deck in decks()}
    files[CARDS / "person_numbers.pxd"] = numbers()
    files[DOCUMENT / "asked.py"] = asked.table(NOTICE, all_asked())
    files[NAMES] = names()
    files[CARDS / "deck.py"] = dispatcher()
    lines = [line for deck in decks().values() for entry in deck.cards.values() for line in entry.ledger]
    files[LEDGER] = written(LEDGER.read_text(encoding="utf-8"), lines)
    head = f"# {NOTICE}\nfrom bellringer.games.notre_dame.rules.state cimport Town\n\n"
    files[CARDS / "deck.pxd"] = head + "cdef void serve(Town* s, int p, int person) noexcept nogil\n"
    return files


if __name__ == "__main__":
    sys.exit(main(__doc__, generated, TOOL))
