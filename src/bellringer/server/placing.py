"""The places at the end, when somebody has resigned: who gives up does not place above who stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bellringer.core.game import Result


def final_result(result: Result, resigned: Sequence[bool]) -> Result:
    """A result by the rules with the places that count: first those who stayed, in their order, then the others.

    `resigned`: for every seat whether its user gave up. Scores and tie-breaks stay as the rules count them.
    """
    keys = list(zip(resigned, result.places, strict=True))
    return replace(result, places=tuple(1 + sum(other < key for other in keys) for key in keys))
