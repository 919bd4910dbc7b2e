"""Ratings: the strengths of Plackett and Luce's model, which says how likely each order of finish is.

In that model, of any two bots at a table the one finishes before the other with odds equal to the ratio of their
strengths, whoever else plays. So the strengths are fitted to all pairs of seats of every game, level seats as half a
win each; copies of a bot say nothing about each other. The fit is choix's iterative Luce spectral ranking.
"""

from __future__ import annotations

import math

import choix
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
POINTS = 400 / math.log(10)  # 400 points: odds of ten to one
PRIOR = 0.5  # wins that each bot is given over each other beforehand: one who always wins stays finite
RESAMPLES = 400
ITERATIONS = 2_000
TOLERANCE = 1e-6


def ratings(won: Array, seed: int) -> list[tuple[float, float | None, float | None]]:
    """Each bot's rating in points around 0 with its 95 % interval, from wins by deal, winner, loser.

    The interval is a bootstrap's: deals are drawn again with replacement, and the prior's wins get random weights.
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
    """Logarithms of the strengths, their mean 0."""
    return choix.ilsr_pairwise_dense(wins, initial_params=start, max_iter=ITERATIONS, tol=TOLERANCE)
