"""Figures of a match: shares and means with honest intervals, and ratings."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import choix
import numpy as np
import polars as pl
import pytest

from bellringer.arena.match import make_match
from bellringer.arena.ratings import POINTS, ratings
from bellringer.arena.run import run_match
from bellringer.arena.statistics import (
    Estimate,
    figures_of,
    mean_estimate,
    ratio_estimate,
    share_estimate,
    shared_places,
)
from tests.matches import GAME, GAMES, PAIR

# figures


def test_level_seats_share_place_and_victory() -> None:
    places, wins = shared_places(np.array([[[1.0, 1.0, 3.0], [2.0, 1.0, 2.0], [1.0, 1.0, 1.0]]]))
    assert places.tolist() == [[[1.5, 1.5, 3.0], [2.5, 1.0, 2.5], [2.0, 2.0, 2.0]]]
    assert wins.tolist() == [[[0.5, 0.5, 0.0], [0.0, 1.0, 0.0], [1 / 3] * 3]]


def test_a_mean_has_students_interval() -> None:
    found = mean_estimate(np.array([1.0, 2.0, 3.0, 4.0]))
    half = 3.182446 * math.sqrt(5 / 3) / 2
    assert found == Estimate(2.5, pytest.approx(2.5 - half, abs=1e-5), pytest.approx(2.5 + half, abs=1e-5))
    assert mean_estimate(np.array([7.0])) == Estimate(7.0)
    assert ratio_estimate(np.array([2.0, 4.0]), np.array([1.0, 2.0])) == Estimate(2.0, 2.0, 2.0)


def test_the_interval_of_a_share_comes_from_the_deals() -> None:
    """Deals that agree within themselves say as little as one game each; deals that all are alike say more."""
    dice = np.random.default_rng(1)
    agreeing = dice.integers(0, 2, size=200).astype(float)  # all games of a deal end alike
    found = share_estimate(agreeing)
    assert found.high - found.low == pytest.approx(2 * 1.97 * math.sqrt(0.25 / 200), rel=0.05)  # type: ignore[operator]
    balanced = np.full(200, 0.5) + dice.choice([-0.25, 0.25], size=200)
    less = share_estimate(balanced)
    assert less.high - less.low == pytest.approx((found.high - found.low) / 2, rel=0.05)  # type: ignore[operator]
    always = share_estimate(np.ones(20))
    assert always.value == always.high == 1 and 0.8 < (always.low or 0) < 0.9
    copies = share_estimate(np.full(20, 0.5), most=0.5)
    assert copies.value == copies.high == 0.5 and copies.low == pytest.approx((always.low or 0) / 2)
    assert share_estimate(np.ones(1)) == Estimate(1.0)


def test_intervals_hold_what_they_promise() -> None:
    """Of many small matches whose truth is known, about 95 in 100 have it within."""
    dice = np.random.default_rng(2)
    truth, held = 0.4, 0
    for _ in range(1000):
        luck = dice.normal(0, 0.15, size=30)  # that the four games of a deal share
        games = dice.random((30, 4)) < np.clip(truth + luck, 0, 1)[:, None]
        found = share_estimate(games.mean(axis=1))
        held += (found.low or 0) <= truth <= (found.high or 0)
    assert 930 <= held <= 975


def finishes(strengths: list[float], deals: int, dice: np.random.Generator) -> Any:
    """Who finished before whom, drawn from the model itself: the order in which independent clocks strike."""
    times = dice.exponential(1 / np.array(strengths), size=(deals, len(strengths)))
    return times, (times[:, :, None] < times[:, None, :]).astype(float)


@pytest.mark.slow
def test_ratings_find_the_strengths_that_made_the_games() -> None:
    """Over many small matches: right on average, and the intervals hold the truth about as often as they promise."""
    dice, matches = np.random.default_rng(3), 25
    strengths = [4.0, 2.0, 1.0]
    truth = POINTS * (np.log(strengths) - np.log(strengths).mean())
    found = np.array([ratings(finishes(strengths, 100, dice)[1], number) for number in range(matches)])
    assert found[:, :, 0].mean(axis=0) == pytest.approx(truth, abs=15)
    held = (found[:, :, 1] <= truth) & (truth <= found[:, :, 2])
    assert 64 <= held.sum() <= 75  # of 75


def test_ratings_are_those_of_the_models_own_likelihood() -> None:
    """All pairs of a game say what its whole order says, told to choix as rankings."""
    times, won = finishes([5.0, 3.0, 2.0, 1.0], 2000, np.random.default_rng(4))
    whole = POINTS * choix.ilsr_rankings(4, [[int(i) for i in order] for order in times.argsort(axis=1)])
    assert [value for value, _, _ in ratings(won, 0)] == pytest.approx(list(whole), abs=10)


def test_one_who_always_wins_has_a_finite_rating_and_an_interval() -> None:
    won = np.zeros((25, 2, 2))
    won[:, 0, 1] = 1
    (best, low, high), (worst, *_) = ratings(won, 0)
    assert best == pytest.approx(POINTS * math.log(25.5 / 0.5) / 2, abs=0.1) and worst == pytest.approx(-best)
    assert low is not None and high is not None and low < best - 20 and high > best + 20
    assert ratings(won[:1], 0)[0][1:] == (None, None)
    assert ratings(np.zeros((5, 1, 1)), 0) == [(0.0, None, None)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_stronger_bot_comes_first(game: str, seats: int, tmp_path: Path) -> None:
    match = make_match(game, ("random", "greedy"), seats, deals=30, seed=1)
    figures = figures_of(match, run_match(match, tmp_path / "match", 2).results())
    greedy, weak = figures.bots
    assert (greedy.name, weak.name) == ("greedy", "random")
    assert greedy.rating.low is not None and greedy.rating.low > 100 > -100 > (weak.rating.high or 0)
    assert greedy.win_share.value > weak.win_share.value and greedy.place.value < weak.place.value
    assert figures.ahead["greedy", "random"].value > 0.8
    assert figures.ahead["greedy", "random"].value + figures.ahead["random", "greedy"].value == pytest.approx(1)
    assert greedy.seconds_a_move.value > weak.seconds_a_move.value > 0
    copies = seats // 2
    assert copies * (greedy.win_share.value + weak.win_share.value) == pytest.approx(1)
    assert sum(seat.win_share.value for seat in figures.seats) == pytest.approx(1)
    assert sum(seat.place.value for seat in figures.seats) == pytest.approx(seats * (seats + 1) / 2)
    assert greedy.games == weak.games == 30 * seats * copies
    assert len(figures.lengths) == match.games and figures.length.value == pytest.approx(np.mean(figures.lengths))


def test_figures_by_hand(tmp_path: Path) -> None:
    """Two deals of two games, all counted out."""
    match = make_match(GAME, PAIR, 2, deals=2)
    results = pl.DataFrame(
        {
            "places": [[1, 2], [2, 1], [1, 1], [1, 2]],  # greedy sits on seat 0, 1, 0, 1
            "scores": [[30, 10], [20, 40], [25, 25], [30, 20]],
            "decisions": [[10, 10], [10, 10], [10, 10], [30, 10]],
            "seconds": [[1.0, 0.1], [0.1, 1.0], [2.0, 0.1], [0.3, 2.0]],
        }
    )
    figures = figures_of(match, results)
    greedy = next(bot for bot in figures.bots if bot.name == "greedy")
    assert greedy.win_share.value == pytest.approx((1 + 1 + 0.5 + 0) / 4)
    assert greedy.place.value == pytest.approx((1 + 1 + 1.5 + 2) / 4)
    assert greedy.score.value == pytest.approx((30 + 40 + 25 + 20) / 4)
    assert greedy.seconds_a_move.value == pytest.approx(6.0 / 40)
    assert [share and share.value for share in greedy.win_share_by_seat] == [0.75, 0.5]
    assert figures.ahead["greedy", "random"].value == pytest.approx((1 + 1 + 0.5 + 0) / 4)
    assert [seat.win_share.value for seat in figures.seats] == pytest.approx([(1 + 0 + 0.5 + 1) / 4, 1.5 / 4])
    assert figures.length.value == 25 and figures.length_quantiles[-1] == 40
    half = (figures.length.high or 0) - 25
    assert half == pytest.approx(12.7062 * (10 / math.sqrt(2)) / math.sqrt(2), rel=1e-4)  # deals of 20 and of 30
