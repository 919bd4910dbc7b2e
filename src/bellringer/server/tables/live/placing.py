"""The end of a game in which somebody has resigned: when that ends it, who wins, and the places of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bellringer.core.shown.result import Result


def final_result(result: Result, resigned: Sequence[bool]) -> Result:
    """A result by the rules with the places that count: first those who stayed, in their order, then the others.

    `resigned`: for every seat whether its user gave up. Scores and tie-breaks stay as the rules count them.
    """
    keys = list(zip(resigned, result.places, strict=True))
    return replace(result, places=tuple(1 + sum(other < key for other in keys) for key in keys))


def is_given_up(resigned: Sequence[bool], bots: Sequence[bool]) -> bool:
    """Whether nobody is left to play against: all people have resigned, or all seats but one. `bots`: their seats."""
    if not any(resigned):
        return False
    return last_one(resigned) is not None or all(gone or bot for gone, bot in zip(resigned, bots, strict=True))


def last_one(resigned: Sequence[bool]) -> int | None:
    """The seat that wins since all others have resigned; None while there are more."""
    left = [seat for seat, gone in enumerate(resigned) if not gone]
    return left[0] if len(left) == 1 and len(resigned) > 1 else None


def given_up_places(resigned: Sequence[bool]) -> tuple[int, ...]:
    """The places in a game that was given up: the seat that is left before the others; all 0 where more are left."""
    winner = last_one(resigned)
    return tuple(0 if winner is None else 1 if seat == winner else 2 for seat in range(len(resigned)))
