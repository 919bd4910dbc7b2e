"""About how many cards ask: constants for their rules and a table for documents, both from what their files say.

A position must refuse what no card asks. So the number stands once, in the card's `.toml` (`asked`), and the tools that
write what must know every card write these too.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from bellringer.core.contract.cards import ALL, CardEntry

__all__ = ["Asked", "asked", "constants", "enum_of", "name_of", "table"]

Asked = Mapping[str, Mapping[str, tuple[int, ...]]]


def asked(entries: Mapping[str, CardEntry], asks: Sequence[str], levels: int) -> Asked:
    """By the ask and the card. Raises SystemExit, naming the card, for what can't be."""
    found: dict[str, dict[str, tuple[int, ...]]] = {}
    for card, entry in entries.items():
        for ask, numbers in entry.asked.items():
            if ask not in asks:
                sys.exit(f"{card}, asked: there is no ask {ask}")
            if len(numbers) != levels or not all(isinstance(one, int) and 0 <= one <= ALL for one in numbers):
                sys.exit(f'{card}, asked.{ask}: must be {of_levels(levels)}, 0 or more, or "all"')
            found.setdefault(ask, {})[card.replace("_", "-")] = numbers
    return {ask: found[ask] for ask in asks if ask in found}


def of_levels(levels: int) -> str:
    """How many numbers a card has."""
    return f"{levels} numbers" if levels > 1 else "a number"


def constants(entry: CardEntry, levels: int) -> dict[str, int]:
    """The names in C of a card's numbers: MOVE_IN_AT_2. Where it asks for all, its rule says how many these are."""
    return {
        name_of(ask) + (f"_AT_{level}" if levels > 1 else ""): number
        for ask, numbers in entry.asked.items()
        for level, number in enumerate(numbers, start=1)
        if 0 < number < ALL
    }


def enum_of(numbers: Mapping[str, int]) -> str:
    """Some numbers as a .pxd has them; nothing for none."""
    return "".join(["cdef enum:\n", *(f"    {name} = {n}\n" for name, n in numbers.items()), "\n"]) if numbers else ""


def name_of(word: str) -> str:
    """A word as a name in C."""
    return word.upper().replace("-", "_")


def table(notice: str, found: Asked) -> str:
    """The module that documents read."""
    lines = [f'"""About how many cards ask, by the ask and the card, at each of its levels.\n\n{notice}\n"""', ""]
    lines += ["from __future__ import annotations", "", "from collections.abc import Mapping", ""]
    if any(ALL in numbers for cards in found.values() for numbers in cards.values()):
        lines += ["from bellringer.core.contract.cards import ALL", ""]
    lines += ["ASKED: Mapping[str, Mapping[str, tuple[int, ...]]] = {"]
    for ask, cards in found.items():
        shown = ", ".join(f'"{card}": {as_tuple(numbers)}' for card, numbers in cards.items())
        lines.append(f'    "{ask}": {{{shown}}},')
    return "\n".join([*lines, "}"]) + "\n"


def as_tuple(numbers: tuple[int, ...]) -> str:
    """The numbers as Python has them."""
    return "(" + ", ".join("ALL" if one == ALL else str(one) for one in numbers) + ("," * (len(numbers) == 1)) + ")"
