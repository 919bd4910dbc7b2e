"""A fit of a policy finds the law behind made-up searches; its integers are its floats, and later fits go on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bellringer.core.edges.net_file import CEILING, HIDDEN_BITS, NetPolicy, NetProblem
from bellringer.core.errors import OptionError
from bellringer.training.fit import held_out
from bellringer.training.integers import logits_of, policy_in_integers
from bellringer.training.policy_fit import Batch, Group, PolicySettings, distance_of, fit_policy, forward, learn
from bellringer.training.weights import (
    PolicyWeights,
    policy_sizes_of,
    read_policy,
    read_weights,
    scales_of,
    write_weights,
)
from tests.test_fit import FEATURES, MOST_SEATS, as_floats, features_of, random_weights

MOVES = 12
ANSWERS = 5  # at most, of a decision
USUAL: dict[str, Any] = {"width": 16, "passes": 25, "batch": 256}
SETTINGS = PolicySettings(**USUAL)


@dataclass
class MadeUp:
    """Decisions of games that nobody played."""

    seats: Any
    table: Any
    movers: Any
    answers: Any
    visits: Any
    games: Any


def made_up(count: int, seats: int, seed: int) -> MadeUp:
    """Searches that like a move by what the mover has, by what sits next to him, and by the round."""
    rng = np.random.default_rng(seed)
    numbers = rng.integers(0, np.array([20, 5, 3, 9]) + 1, (count, seats, 4)).astype(np.int8)
    numbers[:, :, 3] = 4
    table = np.stack([rng.integers(0, 9, count), np.full(count, seats)], axis=1).astype(np.int8)
    movers = rng.integers(0, seats, count).astype(np.int8)
    mine = numbers[np.arange(count), movers].astype(float)
    next_one = numbers[np.arange(count), (movers + 1) % seats].astype(float)
    likes = np.zeros((count, MOVES))
    likes[:, 0] = mine[:, 0] / 5 - 2
    likes[:, 1] = mine[:, 1] - 2
    likes[:, 2] = next_one[:, 2] - 1
    likes[:, 3] = table[:, 0] / 4 - 1
    likes[:, 4] = np.where(mine[:, 1] > 2, 2.0, -1.0)
    answers = np.sort(np.argsort(rng.random((count, MOVES - 1)), axis=1)[:, :ANSWERS], axis=1).astype(np.int16)
    answers[rng.random(count) < 0.5, -2:] = -1
    odds = np.where(answers >= 0, np.exp(np.take_along_axis(likes, np.maximum(answers, 0).astype(int), axis=1)), 0)
    visits = (odds / odds.sum(axis=1, keepdims=True)).astype(np.float32)
    return MadeUp(numbers, table, movers, answers, visits, np.arange(count) // 10)


def fitted(*sets: MadeUp, **more: Any) -> Any:
    return fit_policy(sets, FEATURES, MOST_SEATS, MOVES, SETTINGS, **more)


def random_policy_weights(features: Any = FEATURES, moves: int = MOVES) -> PolicyWeights:
    found = PolicyWeights(policy_sizes_of(features, MOST_SEATS, 16, moves))
    found.flat[:] = np.random.default_rng(9).normal(0, 0.5, len(found.flat))
    return found


def test_a_fit_finds_the_law_with_several_numbers_of_seats() -> None:
    done: list[tuple[int, int]] = []
    sets = [made_up(8_000, seats, seed=seats) for seats in (2, 4)]
    found = fitted(*sets, told=lambda *at: done.append(at))
    for seats in ("2", "4"):
        figures = found.figures[seats]
        assert figures["distance"] < figures["even"] / 10 and figures["first"] > 0.7
        assert figures["distance"] == pytest.approx(figures["distance_floats"], abs=0.002)
        assert figures["held_out"] < figures["decisions"] == 8_000
    assert found.curves[-1]["held"] < found.curves[0]["held"] / 5
    assert done[-1][1] == SETTINGS.passes and [at for at, _ in done] == list(range(1, len(done) + 1))


def test_integers_are_read_as_the_contract_says() -> None:
    decisions = made_up(20, 3, seed=2)
    policy = policy_in_integers(random_policy_weights(), FEATURES)
    numbers = Group(decisions, 20).numbers(np.arange(20))
    found = logits_of(policy, numbers, decisions.table)
    for b in range(20):
        p = int(decisions.movers[b])
        blocks = [decisions.seats[b, (p + k) % 3].tolist() for k in range(3)]
        assert found[b].tolist() == plain_logits(policy, blocks, decisions.table[b].tolist())


def plain_logits(policy: NetPolicy, blocks: list[list[int]], table: list[int]) -> list[float]:
    """The logits of all moves, added up one number after the other."""
    sums = list(policy.bias)
    for rows, numbers in [*zip((policy.own, *policy.others), blocks, strict=False), (policy.table, table)]:
        for f, number in enumerate(numbers):
            for j in range(policy.width):
                sums[j] += rows[f * policy.width + j] * number
    hidden = [min(max(one >> policy.first_bits - HIDDEN_BITS, 0), CEILING) for one in sums]
    rows = [policy.moves[m * policy.width : (m + 1) * policy.width] for m in range(len(policy.move_bias))]
    totals = [sum(weight * one for weight, one in zip(row, hidden, strict=True)) for row in rows]
    unit = 2 ** (policy.last_bits + HIDDEN_BITS)
    return [(total + bias) / unit for total, bias in zip(totals, policy.move_bias, strict=True)]


def test_no_sum_of_integers_can_overflow() -> None:
    wide = features_of({"points": 32_000, "gold": 32_000}, {"round": 32_000}, lowest=-32_000)
    weights = random_policy_weights(wide)
    weights.own[:], weights.moves[:], weights.move_bias[:] = 50_000, 60, 8_000
    policy = policy_in_integers(weights, wide)
    for j in range(policy.width):
        blocks = [policy.own, *policy.others, policy.table]
        reach = 32_000 * sum(abs(one) for block in blocks for one in block[j :: policy.width])
        assert abs(policy.bias[j]) + reach < 2**31
    for m in range(MOVES):
        row = policy.moves[m * policy.width : (m + 1) * policy.width]
        assert abs(policy.move_bias[m]) + CEILING * sum(map(abs, row)) < 2**31
    assert policy.first_bits < 15 and policy.last_bits < 15
    weights.move_bias[:] = 10_000_000
    with pytest.raises(OptionError, match="too large"):
        policy_in_integers(weights, wide)
    weights.move_bias[:], weights.moves[:] = 0, 40_000
    with pytest.raises(OptionError, match="too large"):
        policy_in_integers(weights, wide)


def test_a_gradient_is_the_slope_of_the_loss() -> None:
    weights, scales, decisions = random_policy_weights(), scales_of(FEATURES), made_up(50, 3, seed=3)
    numbers = as_floats(Group(decisions, 20).numbers(np.arange(50)))
    batch = Batch(numbers, as_floats(decisions.table), decisions.answers.astype(np.int64), decisions.visits)
    gradient = PolicyWeights(weights.sizes)
    learn(weights, scales, batch, gradient)
    rng, step = np.random.default_rng(4), 2e-3
    for i in rng.choice(len(weights.flat), 60, replace=False):
        around = []
        for move in (step, -step):
            moved = weights.copy()
            moved.flat[i] += move
            around.append(distance_of(forward(moved, scales, batch).priors.astype(float), batch.visits))
        assert gradient.flat[i] == pytest.approx((around[0] - around[1]) / (2 * step), abs=3e-3)


def test_what_was_never_seen_has_no_weight() -> None:
    """A number that is always the same, and a move that was never legal."""
    weights = fit_policy(
        [made_up(1_000, 2, seed=6)], FEATURES, MOST_SEATS, MOVES, PolicySettings(**{**USUAL, "passes": 1})
    ).weights
    assert not weights.own[3].any() and weights.own[0].all()
    assert not weights.moves[-1].any() and not weights.move_bias[-1] and weights.moves[0].all()


def test_decisions_without_a_search_or_a_choice_teach_nothing() -> None:
    decisions = made_up(2_000, 2, seed=7)
    held = held_out(decisions.games, SETTINGS.held_out)
    decisions.visits[::2] = 0
    decisions.answers[1::4, 1:] = -1
    group = Group(decisions, SETTINGS.held_out)
    assert set(group.learned) | set(group.held) == set(range(3, 2_000, 4))
    assert not held[group.learned].any() and held[group.held].all()
    decisions.visits[:] = 0
    with pytest.raises(OptionError, match="a fit of a policy needs searched decisions"):
        fitted(decisions)
    with pytest.raises(OptionError, match="of two games or more"):
        fitted(made_up(10, 2, seed=8))


# files


def test_a_fit_goes_on_from_earlier_weights(tmp_path: Path) -> None:
    decisions, value = made_up(3_000, 2, seed=7), random_weights(most_seats=MOST_SEATS)
    first = fitted(decisions)
    write_weights(tmp_path / "floats.npz", value, FEATURES, first.weights)
    before = read_policy(tmp_path / "floats.npz", FEATURES, MOST_SEATS, MOVES)
    assert before is not None and np.array_equal(before.flat, first.weights.flat)
    assert np.array_equal(read_weights(tmp_path / "floats.npz", FEATURES, MOST_SEATS).flat, value.flat)
    second = fitted(decisions, before=before)
    assert second.curves[0]["held"] == pytest.approx(min(curve["held"] for curve in first.curves))
    assert np.array_equal(before.flat, first.weights.flat), "the weights to go on from are kept"


def test_weights_follow_their_features_and_moves(tmp_path: Path) -> None:
    weights = random_policy_weights()
    write_weights(tmp_path / "floats.npz", random_weights(most_seats=MOST_SEATS), FEATURES, weights)
    other = features_of({"carts": 3, "new": 7, "gold": 40}, {"seats": 6, "round": 8})
    found = read_policy(tmp_path / "floats.npz", other, MOST_SEATS, MOVES + 2)
    assert found is not None
    assert np.array_equal(found.own[0], weights.own[2]) and not found.own[1].any()
    assert np.allclose(found.own[2] / 40, weights.own[0] / 20)
    assert np.array_equal(found.moves[:MOVES], weights.moves) and not found.moves[MOVES:].any()
    fewer = read_policy(tmp_path / "floats.npz", other, MOST_SEATS, MOVES - 2)
    assert fewer is not None and np.array_equal(fewer.move_bias, weights.move_bias[:-2])


def test_floats_without_a_policy_have_none(tmp_path: Path) -> None:
    write_weights(tmp_path / "floats.npz", random_weights(most_seats=MOST_SEATS), FEATURES)
    assert read_policy(tmp_path / "floats.npz", FEATURES, MOST_SEATS, MOVES) is None
    path = tmp_path / "cut.npz"
    path.write_bytes((tmp_path / "floats.npz").read_bytes()[:-200])
    with pytest.raises(NetProblem, match="cut.npz: not the weights of a net"):
        read_policy(path, FEATURES, MOST_SEATS, MOVES)
