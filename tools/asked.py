"""About how many cards ask: constants for their rules and a table for documents, both from what their files say.

A position must refuse what no card asks. So the number stands once, in the card's `.toml` (`asked`), and the tools that
write what must know every card write these too.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from bellringer.core.cards import ALL, CardEntry

__all__ = ["Asked", "asked", "constants", "table"]

Asked = Mapping[str, Mapping[str, tuple[int, ...]]]


def asked(entries: Mapping[str, CardEntry], asks: Sequence[str], levels: int) -> Asked:
    """By the ask and the card. Raises SystemExit, naming the card, for what can't be."""
    found: dict[str, dict[str, tuple[int, ...]]] = {}
    for card, entry in entries.items():
        for ask, numbers in entry.asked.items():
            if ask not in asks:
                sys.exit(f"{card}, asked: there is no ask {ask}")
            if len(numbers) != levels or not all(isinstance(one, int) and 0 <= one <= ALL for one in numbers):
                sys.exit(f'{card}, asked.{ask}: must be {levels} numbers, 0 or more, or "all"')
            found.setdefault(ask, {})[card.replace("_", "-")] = numbers
    return {ask: found[ask] for ask in asks if ask in found}


def constants(entry: CardEntry) -> dict[str, int]:
    """The names in C of a card's numbers: MOVE_IN_AT_2. Where it asks for all, its rule says how many these are."""
    return {
        f"{ask.upper().replace('-', '_')}_AT_{level}": number
        for ask, numbers in entry.asked.items()
        for level, number in enumerate(numbers, start=1)
        if 0 < number < ALL
    }


def table(notice: str, found: Asked) -> str:
    """The module that documents read."""
    lines = [f'"""About how many cards ask, by the ask and the card, at each of its levels.\n\n{notice}\n"""', ""]
    lines += ["from __future__ import annotations", "", "from collections.abc import Mapping", ""]
    if any(ALL in numbers for cards in found.values() for numbers in cards.values()):
        lines += ["from bellringer.core.cards import ALL", ""]
    lines += ["ASKED: Mapping[str, Mapping[str, tuple[int, ...]]] = {"]
    for ask, cards in found.items():
        shown = ", ".join(f'"{card}": {as_tuple(numbers)}' for card, numbers in cards.items())
        lines.append(f'    "{ask}": {{{shown}}},')
    return "\n".join([*lines, "}"]) + "\n"


def as_tuple(numbers: tuple[int, ...]) -> str:
    """The numbers as Python has them."""
    return "(" + ", ".join("ALL" if one == ALL else str(one) for one in numbers) + ("," * (len(numbers) == 1)) + ")"
