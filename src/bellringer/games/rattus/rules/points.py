"""Victory points: a seat takes them in a turn or at the end, and they count beside its citizens."""

import cython
from cython.cimports.bellringer.core.compiled.sources import enter_by
from cython.cimports.bellringer.games.rattus.rules.events import POINTS_SCORED
from cython.cimports.bellringer.games.rattus.rules.sources import OF_MODULE, POINTS_COLUMN
from cython.cimports.bellringer.games.rattus.rules.state import NO_LIMIT
from cython.cimports.bellringer.games.rattus.rules.verbs import tell


def score_points(s, p, points, reason):
    """Give a seat points. `reason`: one of those of points.pxd."""
    if points > 0:
        enter_by(s, p, POINTS_COLUMN, OF_MODULE + reason, points)
        s.points[p] += points
        tell(s, p, POINTS_SCORED, reason, 0, points)


def score_most(s, counts, first, second, reason):
    """Give points to the seats with the most of something, and with the second most. `counts`: by seat.

    Seats that are level for the first place share the points of both, rounded down, and nobody is second; those level
    for the second place share its points. Nobody with none of it gets any.
    """
    best = most_below(s, counts, NO_LIMIT)
    if best == 0:
        return
    leaders = how_many_have(s, counts, best)
    if leaders > 1:
        score_all(s, counts, best, (first + second) // leaders, reason)
        return
    score_all(s, counts, best, first, reason)
    next_best = most_below(s, counts, best)
    if next_best > 0:
        score_all(s, counts, next_best, second // how_many_have(s, counts, next_best), reason)


def most_below(s, counts, limit):
    """The largest of the counts that is smaller than a limit, or 0."""
    most: cython.int = 0
    for p in range(s.head.seats):
        if most < counts[p] < limit:
            most = counts[p]
    return most


def how_many_have(s, counts, count):
    """How many seats have so many."""
    found: cython.int = 0
    for p in range(s.head.seats):
        found += counts[p] == count
    return found


def score_all(s, counts, count, points, reason):
    """Give points to each seat that has so many."""
    for p in range(s.head.seats):
        if counts[p] == count:
            score_points(s, p, points, reason)
