"""A fit finds the law behind made-up games, its integers are its floats, and later fits go on from earlier ones."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bellringer.core.compiled.features import Features, feature
from bellringer.core.edges.net_file import CEILING, HIDDEN_BITS, NetPart, NetProblem
from bellringer.core.errors import OptionError
from bellringer.training.fit import Batch, Fitted, Settings, calibration, fit, held_out, learn, log_loss
from bellringer.training.integers import integers_of, scores_of
from bellringer.training.weights import (
    Weights,
    chances_of,
    forward,
    read_weights,
    scales_of,
    sizes_of,
    write_weights,
)

MOST_SEATS = 6
USUAL: dict[str, Any] = {"width": 16, "passes": 30, "batch": 256, "decay": 0.1}
SETTINGS = Settings(**USUAL)


@dataclass
class MadeUp:
    """Positions of games that nobody played."""

    seats: Any
    table: Any
    chances: Any
    results: Any
    scores: Any
    games: Any


def features_of(seat: dict[str, int], table: dict[str, int], lowest: int = 0) -> Features:
    """Features by their names and largest numbers, which no game reads."""
    found = Features()
    found.of_seats.extend([feature(name, lowest, most, name) for name, most in seat.items()])
    found.of_table.extend([feature(name, lowest, most, name) for name, most in table.items()])
    return found


FEATURES = features_of({"gold": 20, "goods": 5, "carts": 3, "never": 9}, {"round": 8, "seats": 6})


def made_up(count: int, seats: int, seed: int) -> tuple[MadeUp, Any]:
    """Games in which gold, goods that fill carts, and a neighbour's carts decide; and the true chances."""
    rng = np.random.default_rng(seed)
    most = np.array([20, 5, 3, 9])
    numbers = rng.integers(0, most + 1, (count, seats, 4)).astype(np.int8)
    numbers[:, :, 3] = 4
    table = np.stack([rng.integers(0, 9, count), np.full(count, seats)], axis=1).astype(np.int8)
    gold, goods, carts = (numbers[:, :, i].astype(float) for i in range(3))
    worth = 0.15 * gold + 0.7 * np.minimum(goods, 2 * carts) - 0.4 * np.roll(carts, -1, axis=1)
    chances = chances_of(worth)
    winner = (rng.random((count, 1)) > chances.cumsum(axis=1)).sum(axis=1).clip(0, seats - 1)
    thought = np.where(rng.random((count, 1)) < 0.5, chances, np.nan).astype(np.float32)
    return MadeUp(numbers, table, thought, np.eye(seats)[winner], 10 * worth, np.arange(count) // 10), chances


@pytest.mark.unhurried
def test_a_fit_finds_the_law_with_several_numbers_of_seats() -> None:
    sets = [made_up(12_000, seats, seed=seats) for seats in (2, 4)]
    done: list[tuple[int, int]] = []
    found = fit(
        [positions for positions, _ in sets], FEATURES, [2, 4], MOST_SEATS, SETTINGS, told=lambda *at: done.append(at)
    )
    for positions, chances in sets:
        held = held_out(positions.games, SETTINGS.held_out)
        figures = found.figures["seats"][str(chances.shape[1])]
        best = log_loss(chances[held], positions.results[held])
        assert figures["log_loss"] < best + 0.02
        assert figures["log_loss"] == pytest.approx(figures["log_loss_floats"], abs=0.002)
        assert figures["held_out"] == held.sum()
    assert found.curves[-1]["held"] < found.curves[0]["held"]
    assert done[-1][1] == SETTINGS.passes and [at for at, _ in done] == list(range(1, len(done) + 1))


def test_integers_score_as_floats_do() -> None:
    positions, _ = made_up(4_000, 4, seed=1)
    found = fit([positions], FEATURES, [2, 3, 4], MOST_SEATS, SETTINGS)
    floats = forward(found.weights, scales_of(FEATURES), as_floats(positions.seats), as_floats(positions.table)).scores
    integers = scores_of(found.part, positions.seats, positions.table)
    assert np.abs(centred(integers) - centred(floats)).max() < 0.02
    assert found.part.seats == (2, 3, 4) and len(found.part.others) == MOST_SEATS - 1


def test_integers_are_read_as_the_contract_says() -> None:
    positions, _ = made_up(20, 3, seed=2)
    part = integers_of(random_weights(most_seats=5), FEATURES, [3, 5])
    found = scores_of(part, positions.seats, positions.table)
    for b in range(20):
        for p in range(3):
            assert found[b, p] == plain_score(part, positions.seats[b].tolist(), positions.table[b].tolist(), p)


def plain_score(part: NetPart, seats: list[list[int]], table: list[int], p: int) -> float:
    """A seat's score, added up one number after the other."""
    sums = list(part.bias)
    blocks = [(part.own, seats[p]), (part.table, table)]
    blocks += [(part.others[k - 1], seats[(p + k) % len(seats)]) for k in range(1, len(seats))]
    for block, numbers in blocks:
        for f, number in enumerate(numbers):
            for j in range(part.width):
                sums[j] += block[f * part.width + j] * number
    hidden = [min(max(one >> part.first_bits - HIDDEN_BITS, 0), CEILING) for one in sums[:-1]]
    last = sum(weight * one for weight, one in zip(part.last, hidden, strict=False))
    return last / 2**part.last_bits / 2**HIDDEN_BITS + sums[-1] / 2**part.first_bits


def test_no_sum_of_integers_can_overflow() -> None:
    wide = features_of({"points": 32_000, "gold": 32_000}, {"round": 32_000}, lowest=-32_000)
    weights = random_weights(most_seats=6, features=wide)
    weights.own[:] = 50_000  # some 1.6 for each point
    part = integers_of(weights, wide, [6])
    for j in range(part.width):
        blocks = [part.own, *part.others, part.table]
        assert abs(part.bias[j]) + 32_000 * sum(abs(one) for block in blocks for one in block[j :: part.width]) < 2**31
    assert part.first_bits < 15
    weights.own[:] = 5_000_000
    with pytest.raises(OptionError, match="too large"):
        integers_of(weights, wide, [6])
    weights.own[:], weights.last[:] = 0, 40_000
    with pytest.raises(OptionError, match="too large"):
        integers_of(weights, wide, [6])


def test_a_gradient_is_the_slope_of_the_loss() -> None:
    weights, scales = random_weights(most_seats=4), scales_of(FEATURES)
    positions, chances = made_up(50, 3, seed=3)
    targets, margins = chances.astype(np.float32), centred(positions.scores).astype(np.float32) / 20
    batch = Batch(as_floats(positions.seats), as_floats(positions.table), targets, margins)
    only_results = Settings(by_margin=0)
    gradient = Weights(weights.sizes)
    learn(weights, scales, batch, gradient, only_results)
    rng, step = np.random.default_rng(4), 1e-2
    for i in rng.choice(len(weights.flat), 40, replace=False):
        around = []
        for move in (step, -step):
            moved = weights.copy()
            moved.flat[i] += move
            around.append(log_loss(chances_of(forward(moved, scales, *batch[:2]).scores.astype(float)), targets))
        assert gradient.flat[i] == pytest.approx((around[0] - around[1]) / (2 * step), abs=2e-3)


def test_margins_alone_teach_who_is_ahead() -> None:
    positions, chances = made_up(6_000, 2, seed=5)
    positions.results[:], positions.chances[:] = 0.5, np.nan
    found = fit([positions], FEATURES, [2], MOST_SEATS, Settings(**{**USUAL, "by_margin": 1.0}))
    passed = forward(found.weights, scales_of(FEATURES), as_floats(positions.seats), as_floats(positions.table))
    told = passed.hidden @ found.weights.margin[:-1] + passed.lanes[:, :, -1] * found.weights.margin[-1]
    assert np.corrcoef(told[:, 0] - told[:, 1], np.log(chances[:, 0] / chances[:, 1]))[0, 1] > 0.95


def test_a_number_that_never_changes_has_no_weight() -> None:
    positions, _ = made_up(1_000, 2, seed=6)
    weights = fit([positions], FEATURES, [2], MOST_SEATS, Settings(**{**USUAL, "passes": 1})).weights
    assert not weights.own[3, :-1].any() and weights.own[0].all()


def test_a_fit_goes_on_from_earlier_weights(tmp_path: Path) -> None:
    positions, _ = made_up(4_000, 2, seed=7)
    first = fit([positions], FEATURES, [2], MOST_SEATS, SETTINGS)
    write_weights(tmp_path / "floats.npz", first.weights, FEATURES)
    before = read_weights(tmp_path / "floats.npz", FEATURES, MOST_SEATS)
    assert np.array_equal(before.flat, first.weights.flat)
    second = fit([positions], FEATURES, [2], MOST_SEATS, SETTINGS, before)
    assert second.curves[0]["held"] == pytest.approx(min(curve["held"] for curve in first.curves))
    assert np.array_equal(before.flat, first.weights.flat), "the weights to go on from are kept"


def test_a_net_that_goes_on_is_not_learned_anew() -> None:
    """At the pace of a new net, the first pass over other games would make it worse than it was."""
    positions, others = made_up(4_000, 2, seed=7)[0], made_up(600, 2, seed=8)[0]
    before = fit([positions], FEATURES, [2], MOST_SEATS, SETTINGS).weights
    worst = [
        max(curve["held"] for curve in fit([others], FEATURES, [2], MOST_SEATS, pace, before).curves)
        for pace in (SETTINGS, Settings(**{**USUAL, "later": (1.0,)}))
    ]
    assert worst[0] < worst[1] and Settings().later[0] < 1


def test_a_pace_that_makes_a_net_worse_is_not_kept() -> None:
    """A slower one is tried, and which it was is told; if none helps, the net stays as it is."""
    few, many = made_up(600, 2, seed=8)[0], made_up(4_000, 2, seed=7)[0]
    before = fit([few], FEATURES, [2], MOST_SEATS, SETTINGS).weights

    def going_on(*later: float) -> Fitted:
        return fit([many], FEATURES, [2], MOST_SEATS, Settings(**{**USUAL, "later": later}), before)

    fast, slower = going_on(1_000.0), going_on(1_000.0, 0.05)
    assert np.array_equal(fast.weights.flat, before.flat) and fast.figures["rate"] == 1_000 * SETTINGS.rate
    assert slower.figures["rate"] == pytest.approx(0.05 * SETTINGS.rate)
    assert min(one["held"] for one in slower.curves) < slower.curves[0]["held"]


def test_weights_follow_their_features(tmp_path: Path) -> None:
    weights = random_weights(most_seats=3)
    write_weights(tmp_path / "floats.npz", weights, FEATURES)
    other = features_of({"carts": 3, "new": 7, "gold": 40}, {"seats": 6, "round": 8})
    found = read_weights(tmp_path / "floats.npz", other, 5)
    assert np.array_equal(found.own[0], weights.own[2])
    assert not found.own[1].any() and not found.apart[:, 1].any()
    assert np.allclose(found.own[2] / 40, weights.own[0] / 20)
    assert np.array_equal(found.table, weights.table[::-1])
    assert np.array_equal(found.apart[:2, 0], weights.apart[:, 2]) and not found.apart[2:].any()


@pytest.mark.parametrize("damage", ["cut", "empty", "other"])
def test_damaged_weights_are_refused(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "floats.npz"
    write_weights(path, random_weights(most_seats=3), FEATURES)
    data = path.read_bytes()
    path.write_bytes({"cut": data[: len(data) // 2], "empty": b"", "other": b"not weights at all"}[damage])
    with pytest.raises(NetProblem, match="floats.npz"):
        read_weights(path, FEATURES, 3)


def test_one_game_is_not_enough() -> None:
    positions, _ = made_up(10, 2, seed=8)
    with pytest.raises(OptionError, match="two games"):
        fit([positions], FEATURES, [2], MOST_SEATS, SETTINGS)


def test_the_same_games_are_held_out_in_every_fit() -> None:
    games = np.repeat(np.arange(1_000), 3)
    held = held_out(games, 20)
    assert 25 < held.sum() / 3 < 100
    assert np.array_equal(held[900:], held_out(games[900:], 20))
    assert held_out(np.array([7, 7, 8]), 20).sum() in (1, 2), "one of two games is held out"


def test_calibration_counts_what_came_true() -> None:
    found = calibration(np.array([0.72, 0.78, 0.05, 1.0]), np.array([1.0, 0.0, 0.0, 1.0]))
    assert [one["from"] for one in found] == [0.0, 0.7, 0.9]
    assert found[1] == {"from": 0.7, "count": 2, "foretold": pytest.approx(0.75), "won": 0.5}


def random_weights(most_seats: int, features: Features = FEATURES) -> Weights:
    found = Weights(sizes_of(features, most_seats, 16))
    found.flat[:] = np.random.default_rng(9).normal(0, 0.5, len(found.flat))
    return found


def as_floats(numbers: Any) -> Any:
    return numbers.astype(np.float32)


def centred(scores: Any) -> Any:
    return scores - scores.mean(axis=1, keepdims=True)
