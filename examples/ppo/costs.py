"""What a decision costs while the policy learns, part by part: python -m examples.ppo.costs

Times are those of the processor, with one thread, so that other programs do not count.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.logger import configure

from examples.ppo.games import LearnersGames
from examples.ppo.train import GAMES, OPPONENTS, STEPS, make_learner

MICRO = 1e6


class Costs:
    """Seconds by part."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)

    @contextmanager
    def of(self, part: str) -> Iterator[None]:
        """Count what is done meanwhile as this part's."""
        before = time.process_time()
        yield
        self.seconds[part] += time.process_time() - before


def one_round(learner: MaskablePPO, games: LearnersGames) -> Costs:
    """Collect the decisions of a round as the library does, and learn from them."""
    costs, kept = Costs(), learner.rollout_buffer
    kept.reset()
    seen = games.reset()
    for _ in range(STEPS):
        with costs.of("masks"):
            masks = get_action_masks(games)
        with costs.of("choice of the net"), torch.no_grad():
            actions, values, chances = learner.policy(torch.as_tensor(seen), action_masks=masks)
        games.step_async(actions.numpy())
        with costs.of("step of the games"):
            games.make()
        with costs.of("copy of observations"):
            after = games.look()
        rewards, ends = games.arrays["rewards"], games.arrays["ends"]
        with costs.of("keeping of the decisions"):
            kept.add(seen, actions.numpy().reshape(-1, 1), rewards, ends, values, chances, action_masks=masks)
        seen = after
    kept.compute_returns_and_advantage(values, ends)
    with costs.of("learning"):
        learner.train()
    return costs


def main() -> None:
    """Print the microseconds a decision."""
    torch.set_num_threads(1)
    games = LearnersGames(GAMES, OPPONENTS, seed=1)
    learner = make_learner(games, seed=1)
    learner.set_logger(configure(None, []))
    costs = one_round(learner, games)
    for part, seconds in sorted(costs.seconds.items(), key=lambda one: -one[1]):
        print(f"{MICRO * seconds / (GAMES * STEPS):7.1f} µs  {part}")


if __name__ == "__main__":
    main()
