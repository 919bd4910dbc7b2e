"""How long a review takes on this machine, and a plan for a time that is given."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any, NamedTuple

from bellringer import bots
from bellringer.core.tables.table import new_game
from bellringer.review.course import Course
from bellringer.review.looks import search, seed_of
from bellringer.review.plan import Plan, lessened, plan_for
from bellringer.review.whys import A_SLICE, why

TRIED = 4  # decisions at which it is measured
SEED = 0


class Speed(NamedTuple):
    """Seconds on one core: of an iteration of a search, and of a game that is played on to explain a move."""

    iteration: float
    game: float

    def needs(self, plan: Plan, course: Course) -> float:
        """The seconds that a review by a plan needs on one core, at most."""
        iterations = plan.iterations(len(course.decisions), course.seats, len(course.chances))
        return iterations * self.iteration + plan.paired * self.game


def speed_of(course: Course, iterations: int) -> Speed:
    """Measure it at a few decisions of a game, with searches of so many iterations."""
    decisions = course.decisions
    picked = decisions[:: max(1, len(decisions) // TRIED)][:TRIED]
    began = perf_counter()
    for one in picked:
        search(one.before, one.seat, seed_of(SEED, "speed"), iterations)
    iteration = (perf_counter() - began) / (len(picked) * iterations)
    middle = decisions[len(decisions) // 2]
    names = [course.game.move_names[move] for move in middle.before.legal(middle.seat)]
    began = perf_counter()
    why(course.game, middle.before, middle.seat, (names[0], names[-1]), A_SLICE)
    return Speed(iteration, (perf_counter() - began) / (2 * A_SLICE))


def plan_within(course: Course, seconds: float, threads: int = 1, seed: int = 0) -> Plan:
    """A plan that takes about that long on this machine, or the whole one if that takes less."""
    began = perf_counter()
    whole = plan_for(len(course.decisions), course.seats, len(course.chances), seed)
    needed = speed_of(course, whole.open).needs(whole, course)
    left = max(0.0, seconds - (perf_counter() - began))
    return lessened(whole, left * threads / needed)


def seconds_of_a_review(game: str, seats: int, options: Mapping[str, Any], threads: int = 1) -> float:
    """How long the whole review of such a game takes here, at most: measured at one that is played for it."""
    table = new_game(game, seats=seats, seed=SEED, **options)
    player = bots.make("greedy")
    while table.pending:
        seat = table.pending[0]
        table.play(player.choose(table, seat), seat)
    course = Course(table)
    whole = plan_for(len(course.decisions), seats, len(course.chances))
    return speed_of(course, whole.open).needs(whole, course) / threads
