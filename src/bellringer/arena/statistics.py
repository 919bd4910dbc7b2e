"""The figures of a match, with 95 % intervals whose units are deals, not games.

The games of one deal share its luck, so they are not independent. Each figure is therefore computed within every deal
first, and its interval follows from how the deals differ.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.stats import t as student_t

from bellringer.arena.match import Match
from bellringer.arena.ratings import ratings
from bellringer.arena.simulate import wilson

Array = NDArray[np.float64]
CONFIDENCE = 0.95
QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
MOST_AT_ONCE = 4_000_000  # pairs of seats compared in one step, which bounds the memory that it needs


@dataclass(frozen=True)
class Estimate:
    """A figure and its 95 % interval. `low` and `high` are None if there is only one deal."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class BotFigures:
    """The figures of one bot, over all its seats and games."""

    name: str
    games: int  # a bot that has several seats in a game counts once for each
    win_share: Estimate
    place: Estimate
    score: Estimate
    rating: Estimate
    seconds_a_move: Estimate
    moves_a_game: float
    win_share_by_seat: tuple[Estimate | None, ...]


@dataclass(frozen=True)
class SeatFigures:
    """The figures of one seat, whichever bot sat there."""

    win_share: Estimate
    place: Estimate
    score: Estimate


@dataclass(frozen=True)
class Figures:
    """All figures of a report."""

    bots: tuple[BotFigures, ...]  # best rating first
    seats: tuple[SeatFigures, ...]
    ahead: dict[tuple[str, str], Estimate]  # how often the first finished before the second; level counts half
    length: Estimate
    length_quantiles: tuple[float, ...]  # of the games' decisions, at QUANTILES
    lengths: tuple[int, ...]


@dataclass(frozen=True)
class Results:
    """The results of a match as arrays by deal, game of the deal and seat.

    `who` has 1 where a bot sits, else 0, by game of the deal, seat and bot.
    """

    who: Array
    places: Array
    scores: Array
    decisions: Array
    seconds: Array
    wins: Array


def results_of(match: Match, frame: pl.DataFrame) -> Results:
    """Turn the rows of a results file into arrays."""
    shape = (match.deals, match.games_a_deal, match.seats)
    columns = {
        name: frame[name].explode().to_numpy().astype(np.float64).reshape(shape)
        for name in ("places", "scores", "decisions", "seconds")
    }
    seatings = [match.seating(number).bots for number in range(match.games_a_deal)]
    who = np.array([[[float(name == bot) for name in match.names] for bot in seating] for seating in seatings])
    places, wins = shared_places(columns.pop("places"))
    return Results(who=who, places=places, wins=wins, **columns)


def shared_places(places: Array) -> tuple[Array, Array]:
    """Places and wins, where seats that are level get the mean of their places and equal parts of a victory."""
    level = (places[..., :, None] == places[..., None, :]).sum(-1)
    better = (places[..., :, None] > places[..., None, :]).sum(-1)
    return better + (level + 1) / 2, np.where(better == 0, 1 / level, 0.0)


def figures_of(match: Match, frame: pl.DataFrame) -> Figures:
    """Compute all figures of a match from its results (`MatchFolder.results`)."""
    found = results_of(match, frame)
    won, met = meetings(found)
    rated = ratings(won, match.seed)
    bots = [bot_figures(name, i, found, Estimate(*rated[i])) for i, name in enumerate(match.names)]
    lengths = found.decisions.sum(axis=2)
    return Figures(
        bots=tuple(sorted(bots, key=lambda bot: -bot.rating.value)),
        seats=tuple(seat_figures(found, seat) for seat in range(match.seats)),
        ahead=heads(match.names, won, met),
        length=mean_estimate(lengths.mean(axis=1)),
        length_quantiles=tuple(float(value) for value in np.quantile(lengths, QUANTILES)),
        lengths=tuple(int(length) for length in lengths.ravel()),
    )


def bot_figures(name: str, i: int, found: Results, rating: Estimate) -> BotFigures:
    sat = found.who[:, :, i] > 0
    decisions, seconds = (values[:, sat].sum(axis=1) for values in (found.decisions, found.seconds))
    by_seat = (found.wins[:, sat[:, seat], seat] for seat in range(sat.shape[1]))
    return BotFigures(
        name=name,
        games=int(sat.sum()) * len(found.wins),
        win_share=share_estimate(found.wins[:, sat].mean(axis=1), most=1 / float(sat.sum(axis=1).max())),
        place=mean_estimate(found.places[:, sat].mean(axis=1)),
        score=mean_estimate(found.scores[:, sat].mean(axis=1)),
        rating=rating,
        seconds_a_move=ratio_estimate(seconds, decisions),
        moves_a_game=float(decisions.sum()) / (int(sat.sum()) * len(found.wins)),
        win_share_by_seat=tuple(share_estimate(wins.mean(axis=1)) if wins.shape[1] else None for wins in by_seat),
    )


def seat_figures(found: Results, seat: int) -> SeatFigures:
    return SeatFigures(
        win_share=share_estimate(found.wins[:, :, seat].mean(axis=1)),
        place=mean_estimate(found.places[:, :, seat].mean(axis=1)),
        score=mean_estimate(found.scores[:, :, seat].mean(axis=1)),
    )


def meetings(found: Results) -> tuple[Array, Array]:
    """How often each bot finished before each other one, by deal, and how often they meet in every deal.

    Level seats count as half.
    """
    deals, games, seats = found.places.shape
    others = 1 - np.eye(seats)
    met = np.einsum("gsi,gtj,st->ij", found.who, found.who, others, optimize=True)
    step = max(1, MOST_AT_ONCE // (games * seats * seats))
    parts = []
    for first in range(0, deals, step):
        places = found.places[first : first + step]
        before = (np.sign(places[..., None, :] - places[..., :, None]) + 1) / 2 * others
        parts.append(np.einsum("dgst,gsi,gtj->dij", before, found.who, found.who, optimize=True))
    return np.concatenate(parts), met


def heads(names: tuple[str, ...], won: Array, met: Array) -> dict[tuple[str, str], Estimate]:
    """For each pair of bots, the share of their meetings in which the first finished before the other."""
    return {
        (one, other): share_estimate(won[:, i, j] / met[i, j])
        for i, one in enumerate(names)
        for j, other in enumerate(names)
        if i != j
    }


# intervals


def quantile_of_student(n: int) -> float:
    """The half-width of Student's interval for a mean of n values, in standard errors."""
    return float(student_t.ppf((1 + CONFIDENCE) / 2, n - 1))


def mean_estimate(values: Array) -> Estimate:
    """The mean of one value a deal, with Student's interval."""
    mean, n = float(values.mean()), len(values)
    if n < 2:
        return Estimate(mean)
    half = quantile_of_student(n) * float(values.std(ddof=1)) / math.sqrt(n)
    return Estimate(mean, mean - half, mean + half)


def ratio_estimate(above: Array, below: Array) -> Estimate:
    """The ratio of two sums over deals. The interval is that of its linear approximation."""
    ratio, n = float(above.sum() / below.sum()), len(above)
    if n < 2:
        return Estimate(ratio)
    rest = (above - ratio * below) / float(below.mean())
    half = quantile_of_student(n) * float(rest.std(ddof=1)) / math.sqrt(n)
    return Estimate(ratio, max(0.0, ratio - half), ratio + half)


def share_estimate(values: Array, most: float = 1.0) -> Estimate:
    """The mean of one share a deal, with Wilson's interval.

    The interval is computed for the number of independent trials that would have the same variance. One deal counts as
    at least one trial, so that the interval keeps a width even if the share is 0 or 1 in every deal. `most`: the
    highest possible share, which is below 1 for copies of a bot, since they have one victory between them.
    """
    mean, n = float(values.mean()), len(values)
    if n < 2:
        return Estimate(mean)
    share, spread = mean / most, float(values.var(ddof=1)) / n / most**2
    trials = max(float(n), share * (1 - share) / spread) if spread > 0 else float(n)
    low, high = wilson(share * trials, trials, quantile_of_student(n))
    return Estimate(mean, min(most * low, mean), max(most * high, mean))


def as_json(figures: Figures) -> dict[str, Any]:
    """The figures as a JSON document."""
    return {
        "bots": {
            bot.name: {
                "games": bot.games,
                "moves_a_game": bot.moves_a_game,
                "win_share_by_seat": [one and estimate_json(one) for one in bot.win_share_by_seat],
                **{
                    name: estimate_json(getattr(bot, name))
                    for name in ("rating", "win_share", "place", "score", "seconds_a_move")
                },
            }
            for bot in figures.bots
        },
        "seats": [
            {name: estimate_json(getattr(seat, name)) for name in ("win_share", "place", "score")}
            for seat in figures.seats
        ],
        "head_to_head": [
            {"bot": one, "against": other, "ahead": estimate_json(found)}
            for (one, other), found in figures.ahead.items()
        ],
        "decisions_a_game": {
            **estimate_json(figures.length),
            "quantiles": dict(zip((f"{q:.2f}" for q in QUANTILES), figures.length_quantiles, strict=True)),
        },
    }


def estimate_json(found: Estimate) -> dict[str, float | None]:
    return {"value": found.value, "low": found.low, "high": found.high}
