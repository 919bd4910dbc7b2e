"""Whether chances came true: of the positions in which a search gave a seat 60 to 70 %, how many did that seat win?

The games are those of self-play without random moves (training/self_play.py). Every seat of every position that was
thought about counts, with the chance that the deciding search gave it. Errors are 1.96 standard errors over games,
since the positions of one game share its end.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from bellringer.arena.simulate import win_part
from bellringer.core.errors import OptionError

__all__ = ["TENTHS", "Tenth", "called"]

TENTHS = 10
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Tenth:
    """The seats that were given a chance within one tenth. `count`: how many; `games`: in how many games.

    `called`: the mean of the chances; `won`: the share of victories; `error`: of that. None where there are too few.
    """

    count: int
    games: int
    called: float | None
    won: float | None
    error: float | None


class Tally:
    """The sums of all games with one number of seats: by game and tenth, how many were called, how high, and won."""

    def __init__(self) -> None:
        self.games: list[Array] = []

    def add(self, chances: Array, won: Array) -> None:
        """Count the positions of a game. `chances`: by position and seat; `won`: each seat's part of the victory."""
        of = np.minimum((chances * TENTHS).astype(int), TENTHS - 1).ravel()
        values = (np.ones(chances.size), chances.ravel(), np.broadcast_to(won, chances.shape).ravel())
        self.games.append(np.array([np.bincount(of, weights=one, minlength=TENTHS) for one in values]))

    def tenths(self) -> list[Tenth]:
        """The figures of each tenth, from the lowest chances on."""
        whole = np.array(self.games)  # by game, figure and tenth
        return [tenth_of(*whole[:, :, tenth].T) for tenth in range(TENTHS)]


def tenth_of(counts: Array, chances: Array, won: Array) -> Tenth:
    """The figures of one tenth from the sums of each game. The error is that of a ratio of two sums."""
    count, games = int(counts.sum()), int((counts > 0).sum())
    if not count:
        return Tenth(0, 0, None, None, None)
    share = float(won.sum() / count)
    rest = won - share * counts
    error = 1.96 * math.sqrt(float((rest**2).sum())) / count if games > 1 else None
    return Tenth(count, games, float(chances.sum() / count), share, error)


def called(rows: Iterable[pl.DataFrame]) -> dict[int, list[Tenth]]:
    """The tenths by the number of seats. `rows`: of played games. Raises OptionError if moves were drawn by lot."""
    tallies: dict[int, Tally] = {}
    for frame in rows:
        for seats, random, chances, places in frame.select("seats", "random", "chances", "places").iter_rows():
            if any(random):
                raise OptionError("moves of these games were drawn by lot, which no search foresaw: bursts must be 0")
            add_game(tallies.setdefault(seats, Tally()), chances, places)
    return {seats: tally.tenths() for seats, tally in sorted(tallies.items())}


def add_game(tally: Tally, chances: Sequence[float], places: Sequence[int]) -> None:
    """Count one game, if it has a decision about which somebody thought."""
    found = np.array(chances, float).reshape(-1, len(places))
    found = found[~np.isnan(found).any(axis=1)]
    if len(found):
        tally.add(found, np.array([win_part(places, seat) for seat in range(len(places))]))
