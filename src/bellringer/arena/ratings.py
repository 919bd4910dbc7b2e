"""Ratings: the strengths of the Plackett-Luce model, which gives each order of finish a probability.

In that model the odds that one bot finishes before another are the ratio of their strengths, no matter who else plays.
So the strengths are fitted to all pairs of seats in every game. Level seats count as half a win each, and pairs of
copies of the same bot are left out. The fit is choix's iterative Luce spectral ranking.
"""

from __future__ import annotations

import math

import choix
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
POINTS = 400 / math.log(10)  # 400 points: odds of ten to one
PRIOR = 0.5  # wins added for each bot over each other one, so that a bot that always wins gets a finite rating
RESAMPLES = 400
ITERATIONS = 2_000
TOLERANCE = 1e-6


def ratings(won: Array, seed: int) -> list[tuple[float, float | None, float | None]]:
    """The rating of each bot, in points, with its 95 % interval; the mean of all bots is 0.

    `won`: how often each bot finished before each other, by deal, first bot, second bot. The interval comes from a
    bootstrap: deals are drawn with replacement, and the wins of the prior get random weights. With a single deal it
    is None.
    """
    deals, bots = won.shape[0], won.shape[1]
    if bots == 1:
        return [(0.0, None, None)]
    others = 1 - np.eye(bots)
    best = fit((won.sum(axis=0) + PRIOR) * others)
    if deals < 2:
        return [(POINTS * float(value), None, None) for value in best]
    dice = np.random.default_rng(seed)
    flat = won.reshape(deals, -1)
    found = np.empty((RESAMPLES, bots))
    for n in range(RESAMPLES):
        times = np.bincount(dice.integers(deals, size=deals), minlength=deals)
        again = (times @ flat).reshape(bots, bots)
        found[n] = fit((again + PRIOR * dice.exponential(size=(bots, bots))) * others, best)
    low, high = np.quantile(found, (0.025, 0.975), axis=0)
    rows = zip(best, np.minimum(low, best), np.maximum(high, best), strict=True)
    return [(POINTS * float(value), POINTS * float(lower), POINTS * float(upper)) for value, lower, upper in rows]


def fit(wins: Array, start: Array | None = None) -> Array:
    """Fit the logarithms of the strengths, with mean 0, from wins by winner and loser."""
    return choix.ilsr_pairwise_dense(wins, initial_params=start, max_iter=ITERATIONS, tol=TOLERANCE)
