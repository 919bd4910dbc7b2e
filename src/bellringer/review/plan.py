"""How much a review thinks, and for what: the whole of it is bounded before it begins."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Self

SEARCHES = 4  # independent ones, from which the error of a chance follows
MOST_ITERATIONS = 6_000_000  # of all searches of a review
MOST_PAIRED = 12_000  # games that are played on in pairs for the moments that a review explains by itself
MOST_COMPARED = 4  # moves of a decision that are searched once more, each by itself
LUCK = 320  # iterations that value what came of a re-deal
CAME = 8  # searches of what really came
LEAST_LOOK = 40  # iterations, however little time there is
LEAST_REDEALS = 16
PAIRS_OF_A_HINT = 100


@dataclass(frozen=True)
class Plan:
    """The numbers of a review.

    `look`: iterations of each search of a decision; `again`: of each search of one of its moves alone; `open`: of each
    search with all seats' knowledge; `glance`: of each with that of a seat that does not decide. `redeals`: of each
    chance moment, with LUCK iterations each. `pairs`: games a move that is explained; `moments`: how many are explained
    without being asked for. `seed`: of all of this.
    """

    look: int
    again: int
    open: int = 320
    glance: int = 160
    redeals: int = 64
    pairs: int = 400
    moments: int = 12
    seed: int = 0

    def iterations(self, decisions: int, seats: int, chances: int) -> int:
        """The most iterations that a review of such a game takes."""
        return decisions * self.of_a_decision(seats) + chances * self.of_a_chance

    def of_a_decision(self, seats: int) -> int:
        """The most iterations for a decision."""
        return SEARCHES * (self.look + MOST_COMPARED * self.again + self.open + (seats - 1) * self.glance)

    @property
    def of_a_chance(self) -> int:
        """The iterations for a chance moment."""
        return (self.redeals + CAME) * LUCK

    @property
    def paired(self) -> int:
        """The most games that are played on in pairs before anybody asks for more."""
        return 2 * self.pairs * self.moments

    def as_json(self) -> dict[str, Any]:
        """The plan as a JSON document."""
        return dict(vars(self))

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Self:
        """The plan of such a document. Raises TypeError for another one."""
        return cls(**{name: int(value) for name, value in document.items()})


def plan_for(decisions: int, seats: int, chances: int, seed: int = 0) -> Plan:
    """The plan of a review: what is left of MOST_ITERATIONS goes to the moves, at most 1,280 iterations a search."""
    rest = MOST_ITERATIONS - Plan(0, 0).iterations(decisions, seats, chances)
    each = rest // (SEARCHES * (1 + MOST_COMPARED) * max(1, decisions))
    fitting = max(LEAST_LOOK, min(1_280, each))
    return Plan(fitting, fitting, seed=seed)


def lessened(plan: Plan, share: float) -> Plan:
    """A plan that takes about that share of the time. `share`: 1 or more changes nothing."""
    if share >= 1:
        return plan

    def part(whole: int, least: int) -> int:
        return min(whole, max(least, math.floor(whole * share)))

    return replace(
        plan,
        look=part(plan.look, LEAST_LOOK),
        again=part(plan.again, LEAST_LOOK),
        open=part(plan.open, LEAST_LOOK),
        glance=part(plan.glance, LEAST_LOOK),
        redeals=part(plan.redeals, LEAST_REDEALS),
        moments=part(plan.moments, 1),
    )
