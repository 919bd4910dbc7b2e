"""Finds the name that somebody meant who typed another one. Every message about an unknown name uses it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

LIKE = 0.6  # how much of two names must agree, from 0 to 1
LETTERS_A_SLIP = 3  # of a name, for each slip that is taken for one; one slip is always
FEW = 5  # names that are compared letter by letter
LONGEST = 60  # letters: what is longer is no typing error, and would take long to compare


def nearest(typed: object, known: Iterable[object]) -> str | None:
    """The known name that is most like what was typed, or None if none is like it."""
    from difflib import get_close_matches

    if not isinstance(typed, str) or len(typed) > LONGEST:
        return None
    names: dict[str, str] = {}
    for name in map(str, known):
        names.setdefault(plain(name), name)
    wanted = plain(typed)
    like = get_close_matches(wanted, names, FEW, LIKE)
    counts = {name: slips(wanted, name) for name in like}
    found = min(counts, key=counts.__getitem__, default="")
    return names[found] if like and counts[found] <= max(1, len(found) // LETTERS_A_SLIP) else None


def slips(typed: str, name: str) -> int:
    """How many slips make one word of the other: a letter too many, missing or wrong, or two letters exchanged."""
    before, row = list[int](), list(range(len(name) + 1))
    for here, letter in enumerate(typed):
        last, before, row = before, row, [here + 1]
        for there, other in enumerate(name):
            fewest = min(before[there] + (letter != other), before[there + 1] + 1, row[there] + 1)
            if here and there and letter == name[there - 1] and typed[here - 1] == other:
                fewest = min(fewest, last[there - 1] + 1)
            row.append(fewest)
    return row[-1]


def plain(name: str) -> str:
    """A name without what is most easily typed wrong: capitals, accents, the sign between two words."""
    letters = unicodedata.normalize("NFKD", name.casefold().replace("_", "-").replace(" ", "-"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def meant(typed: object, known: Iterable[object]) -> str:
    """A question to put behind a wrong name, ` (did you mean 'greedy'?)`; empty if no name is like it."""
    found = nearest(typed, known)
    return f" (did you mean {found!r}?)" if found else ""
