"""Learn Notre Dame for two against `random` and `greedy` by PPO with masks: python -m examples.ppo.train --out FOLDER

The folder gets the policy (policy.zip), what it won on the way (curve.json), and that as a picture (curve.svg).
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from examples.ppo.curve import write_curve
from examples.ppo.games import LearnersGames

GAMES, STEPS = 128, 256  # games at once, and decisions of each in a round of learning
LAYERS = [256, 128]  # of the policy, and of the value beside it
OPPONENTS = ("random", "greedy")  # each in half of the games, and measured against
MEASURED_GAMES, MEASURED_SEED = 500, 2**32  # other deals than those that are learned from
NONE_OVER = np.zeros(MEASURED_GAMES, bool)


def make_learner(games: LearnersGames, seed: int) -> MaskablePPO:
    """What learns. A game is won or lost at its end, so that nothing before it counts less (`gamma` 1)."""
    learner = MaskablePPO(
        "MlpPolicy",
        games,
        learning_rate=5e-4,
        n_steps=STEPS,
        batch_size=2048,
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.01,
        policy_kwargs={"net_arch": {"pi": LAYERS, "vf": LAYERS}, "activation_fn": torch.nn.ReLU},
        seed=seed,
        device="cpu",
    )
    learner.version_of_observations = games.setting.version  # kept with the policy, which reads no other layout
    return learner


class Measurement(BaseCallback):
    """Plays the policy as it is against each of some bots, after every `every` rounds, and keeps what it wins."""

    def __init__(self, every: int) -> None:
        super().__init__()
        self.every, self.rounds, self.seconds = every, 0, 0.0
        self.points: list[dict[str, Any]] = []
        self.began = time.perf_counter()

    def _on_rollout_start(self) -> None:
        if self.rounds % self.every == 0:
            self.measure()
        self.rounds += 1

    def _on_step(self) -> bool:
        return True

    def measure(self) -> None:
        """Add a point. `seconds`: of learning alone, without those of measuring."""
        before = time.perf_counter()
        won = {name: share_won(self.model, name) for name in OPPONENTS}
        self.seconds += time.perf_counter() - before
        seconds = time.perf_counter() - self.began - self.seconds
        self.points.append({"decisions": self.num_timesteps, "seconds": round(seconds, 1), **won})
        print(f"{self.num_timesteps:9,} decisions, {seconds:4.0f} s:", *(f"{won[name]:.1%} of {name}" for name in won))


def share_won(learner: MaskablePPO, opponent: str) -> float:
    """Which part of its first games the most likely action wins against a bot, each seat half of the time."""
    games, won, is_over = LearnersGames(MEASURED_GAMES, [opponent], MEASURED_SEED), np.zeros(MEASURED_GAMES), NONE_OVER
    seen = games.reset()
    while not is_over.all():
        actions, _ = learner.predict(seen, action_masks=games.masks, deterministic=True)
        games.step_async(actions)
        seen, rewards, ends, _ = games.step_wait()
        won[ends & ~is_over] = rewards[ends & ~is_over]
        is_over = is_over | ends
    return float(won.mean())


def train(out: Path, decisions: int, seed: int, every: int) -> list[dict[str, Any]]:
    """Learn from so many decisions, and write all files. Returns the points of the curve."""
    out.mkdir(parents=True, exist_ok=True)
    games = LearnersGames(GAMES, OPPONENTS, seed)
    learner, measurement = make_learner(games, seed), Measurement(every)
    learner.learn(decisions, callback=measurement)
    measurement.measure()
    learner.save(out / "policy.zip")
    (out / "curve.json").write_text(json.dumps(measurement.points, indent=1) + "\n")
    write_curve(measurement.points, out / "curve.svg")
    return measurement.points


def main() -> None:
    """Read the command line, and learn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("build/ppo"), help="the folder, made if it is not there")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="to learn from, of all games together")
    parser.add_argument("--seed", type=int, default=1, help="of the deals and of the net")
    parser.add_argument("--every", type=int, default=2, help="measure after so many rounds of 32,768 decisions")
    parser.add_argument("--threads", type=int, default=1, help="of torch; more help on a machine that is idle alone")
    told = parser.parse_args()
    torch.set_num_threads(told.threads)
    train(told.out, told.decisions, told.seed, told.every)
    print(f"{told.out}/policy.zip, curve.json, curve.svg")


if __name__ == "__main__":
    main()
