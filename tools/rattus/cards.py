"""Write what must know every class card of Rattus, from the cards themselves.

A card is a `.toml` of games/rattus/cards/, and can be played when a `.py` beside it has its rule: the hooks that it
defines, as functions, are those of hooks.toml. A hook that an upgrade makes better stands beside it, its name ending
in the level: `use`, `use_2`, `use_3`; an ability that only upgrades have begins with its level. From these this tool
writes each card's declarations (`<card>.pxd`), the switches (`deck.py`, `deck.pxd`), the numbers (`class_numbers.pxd`),
about how many cards ask (`document/asked.py`), the names in names.py and the cards' lines of the rules ledger. Run it
after changing a card; `--check` says whether that was forgotten.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bellringer.core.contract.cards import CardEntry, entry_of
from bellringer.games.rattus.names import ASKS
from tools import asked
from tools.generated import between_marks, main, number_file, tuple_of
from tools.ledger import written
from tools.places import DOCS, GAMES

__all__ = ["CARDS", "Cards"]

CARDS = GAMES / "rattus" / "cards"
NAMES = CARDS.parent / "names.py"
DOCUMENT = CARDS.parent / "document"
LEDGER = DOCS / "rules" / "rattus.md"
TOOL = "tools.rattus.cards"
NOTICE = "Written by tools/rattus/cards.py from the cards: do not edit."
NO_CARDS = ("hooks", "new_card", "sets")  # other .toml files of the folder
ARGUMENTS = "s, p"  # of every hook: the state and the seat
BY_CARD = "card"  # in hooks.toml: of a hook that goes by the card itself, whoever has the ability
STATE = "from bellringer.games.rattus.rules.state cimport Europe\n"
LEVELS = (3, 2)  # of upgrades, the better one first
SOURCES = "from cython.cimports.bellringer.core.compiled.sources import name_source"
CIMPORT = "from cython.cimports.bellringer.games.rattus"


@cache
def parsed(path: Path) -> dict[str, Any]:
    """What a .toml says; a run asks again and again."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def functions(path: Path) -> list[ast.FunctionDef]:
    """The functions of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


def hook_of(name: str) -> str:
    """`use` for `use`, `use_2` and `use_3`."""
    stem, _, level = name.rpartition("_")
    return stem if level in map(str, LEVELS) else name


def chosen_by(entry: dict[str, Any]) -> tuple[str, ...]:
    """What says which card's function is called: the card, and for some hooks its level, which the caller knows."""
    return ("card", "at") if entry.get("by") == BY_CARD else ("card",)


@dataclass(frozen=True)
class Cards:
    """The cards of a folder, and what is written from them."""

    folder: Path

    def hooks(self) -> dict[str, dict[str, Any]]:
        """The closed list of hooks."""
        return parsed(self.folder / "hooks.toml")

    def entries(self) -> dict[str, CardEntry]:
        """What the files of all cards have, by the cards' names with `_`, in the order of their numbers."""
        found = {path.stem: entry_of(parsed(path)) for path in self.folder.glob("*.toml") if path.stem not in NO_CARDS}
        in_order = sorted(found, key=lambda card: (found[card].numbers.get("number", 0), card))
        for number, card in enumerate(in_order, start=1):
            if found[card].numbers.get("number") != number:
                sys.exit(f"{card}.toml: the number must be {number}: the cards count from 1, and none is left out")
        return {card: found[card] for card in in_order}

    def ruled(self) -> list[str]:
        """The cards that have a rule, in the order of their numbers."""
        return [card for card in self.entries() if (self.folder / f"{card}.py").exists() and self.defined(card)]

    def defined(self, card: str) -> list[str]:
        """The hooks that a card's file defines. Raises SystemExit for a function that is no hook."""
        of_card = functions(self.folder / f"{card}.py")
        found = [node.name for node in of_card]
        if unknown := [name for name in found if hook_of(name) not in self.hooks()]:
            sys.exit(f"{card}.py: {', '.join(unknown)} is no hook of hooks.toml")
        if others := [node.name for node in of_card if ast.unparse(node.args) != ARGUMENTS]:
            sys.exit(f"{card}.py: {', '.join(others)} must have the arguments {ARGUMENTS}")
        return found

    def declaration(self, hook: str, card: bool) -> str:
        """The C head of a hook: of one card, or of the switch over all."""
        entry = self.hooks()[hook_of(hook)]
        extra = "" if card else ", ".join(("", *(f"int {name}" for name in chosen_by(entry))))
        returns = entry["returns"]
        state = "Europe*" if returns == "void" else "const Europe*"  # what answers changes nothing
        return f"cdef {returns} {hook}({state} s, int p{extra}) noexcept nogil"

    def switch(self, hook: str) -> list[str]:
        """The switch from a card's number to its function."""
        entry = self.hooks()[hook]
        lines = ["", "", f"def {hook}(s, p, {', '.join(chosen_by(entry))}):", f'    """{entry["meaning"]}"""']
        word, returns = "if", entry["returns"] != "void"
        if not returns:  # what acts, rather than answers, is the source of what it brings
            lines.append("    before = name_source(s, OF_CARD + card)")
        for card in self.ruled():
            names = [name for name in self.defined(card) if hook_of(name) == hook]
            if names:
                called = self.calls(card, hook, names, "return " if returns else "")
                lines += [f"    {word} card == {card.upper()}:", *called]
                word = "elif"
        default = entry.get("default", "")
        if default in self.hooks():
            default = f"{default}(s, p, card)"
            if returns:
                lines.append(f"    return {default}")
            else:
                lines += ["    else:", f"        {default}"] if word == "elif" else [f"    {default}"]
        elif returns:
            lines.append(f"    return {default}")
        return lines if returns else [*lines, "    name_source(s, before)"]

    def calls(self, card: str, hook: str, names: list[str], returns: str) -> list[str]:
        """The call of a card's hook, or of the best that its level allows."""
        better = [level for level in LEVELS if f"{hook}_{level}" in names]
        own_level = "at" if self.hooks()[hook].get("by") == BY_CARD else "level(s, p, card)"
        lines = []
        for turn, level in enumerate(better):
            word = "elif" if turn else "if"
            lines += [f"        {word} {own_level} >= {level}:", f"            {returns}{card}_{hook}_{level}(s, p)"]
        if hook not in names:
            return lines
        if better:
            return [*lines, "        else:", f"            {returns}{card}_{hook}(s, p)"]
        return [f"        {returns}{card}_{hook}(s, p)"]

    def deck(self) -> str:
        """The file of switches."""
        lines = [f'"""From a class card\'s number to its hooks. {NOTICE}"""', "", SOURCES]
        numbers = "".join(f"    {card.upper()},\n" for card in sorted(self.ruled()))
        imports = {"class_numbers": [f"{CIMPORT}.cards.class_numbers import (\n{numbers})"]}
        for card in self.ruled():
            hooks = sorted(self.defined(card))
            imports[card] = [f"{CIMPORT}.cards.{card} import {hook} as {card}_{hook}" for hook in hooks]
        lines += [line for module in sorted(imports) for line in imports[module]]
        lines.append(f"{CIMPORT}.rules.sources import OF_CARD")
        if any(name != hook_of(name) for card in self.ruled() for name in self.defined(card)):
            lines.append(f"{CIMPORT}.rules.state import level")
        for hook in self.hooks():
            lines += self.switch(hook)
        return "\n".join(lines) + "\n"

    def having(self, hook: str) -> str:
        """The bit set of the cards that have a hook, at whatever level: of a seat's cards only these are asked."""
        own = {card for card in self.ruled() if hook in map(hook_of, self.defined(card))}
        mask = sum(1 << number for number, card in enumerate(self.entries()) if card in own)
        return f"cdef inline uint64_t having_{hook}() noexcept nogil:\n    return <uint64_t> {mask:#x}\n"

    def generated(self) -> dict[Path, str]:
        """Every file that this tool writes, with its text."""
        head, found = f"# {NOTICE}\n", self.entries()
        declared = f"{head}{STATE}\n"
        files = dict[Path, str]()
        for card in self.ruled():
            own = "\n".join(self.declaration(hook, True) for hook in self.defined(card))
            numbers = asked.enum_of(asked.constants(found[card], len(LEVELS) + 1))
            files[self.folder / f"{card}.pxd"] = f"{declared}{numbers}{own}\n"
        switches = "\n".join(self.declaration(hook, False) for hook in self.hooks())
        masks = "\n".join(self.having(hook) for hook in self.hooks())
        files[self.folder / "deck.pxd"] = f"{head}from libc.stdint cimport uint64_t\n\n{STATE}\n{switches}\n\n{masks}"
        files[self.folder / "deck.py"] = self.deck()
        files[self.folder / "class_numbers.pxd"] = number_file(NOTICE, list(found), {"CLASSES": len(found)})
        files[DOCUMENT / "asked.py"] = asked.table(NOTICE, self.asked())
        files[NAMES] = self.names(list(found))
        lines = [line for entry in found.values() for line in entry.ledger]
        files[LEDGER] = written(LEDGER.read_text(encoding="utf-8"), lines)
        return files

    def asked(self) -> asked.Asked:
        """About how many cards ask, by the ask and the card."""
        return asked.asked(self.entries(), [name for name, _, _ in ASKS], len(LEVELS) + 1)

    def names(self, found: list[str]) -> str:
        """The names of all cards, and of those that have a rule, in the file of names."""
        all_cards, playable = ([card.replace("_", "-") for card in some] for some in (found, self.ruled()))
        inside = tuple_of("CLASSES", all_cards) + tuple_of("PLAYABLE", playable)
        return between_marks(NAMES.read_text(encoding="utf-8"), inside)


if __name__ == "__main__":
    sys.exit(main(__doc__, Cards(CARDS).generated, TOOL))
