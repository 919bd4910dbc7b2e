"""Many games at once as a vector environment of Stable-Baselines3: the seat that learns acts, bots play the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from bellringer.envs.games import Games

ROWS = 2  # of observations: those of the last step are read until the next one has been made


class LearnersGames(VecEnv):
    """Games of one table, dealt anew when they end. All parts write into the same arrays; a step allocates nothing big.

    The library asks for the masks by `env_method`, and for nothing else by name.
    """

    def __init__(self, count: int, opponents: Sequence[str], seed: int) -> None:
        """Games of Notre Dame for two, in which another seat learns from game to game.

        `opponents`: bots that get equal shares of the games; `seed`: of the deals. Raises OptionError.
        """
        self.seed_of_deals, each = seed, count // len(opponents)
        probe = Games("notre-dame", 1, seats=2, dtype="float32")
        self.setting, count = probe.setting, each * len(opponents)
        self.arrays: dict[str, NDArray[Any]] = {
            "observations": np.zeros((count, probe.width), np.float32),
            "masks": np.zeros((count, probe.actions), np.uint8),
            "rewards": np.zeros(count, np.float32),
            "ends": np.zeros(count, np.bool_),
        }
        self.masks = self.arrays["masks"].view(np.bool_)
        self.parts = [
            games_against(opponent, each, {name: one[i * each : (i + 1) * each] for name, one in self.arrays.items()})
            for i, opponent in enumerate(opponents)
        ]
        low, high = probe.setting.bounds(probe.dtype)
        super().__init__(count, spaces.Box(low, high, dtype=np.float32), spaces.Discrete(probe.actions))
        self.rows = [np.zeros_like(self.arrays["observations"]) for _ in range(ROWS)]
        self.infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]  # of which the library keeps none

    def look(self) -> NDArray[Any]:
        """The observations as they are now, in the row that is not being read."""
        self.rows.reverse()
        np.copyto(self.rows[0], self.arrays["observations"])
        return self.rows[0]

    def reset(self) -> NDArray[Any]:
        """Deal all games; once they are dealt, other deals follow."""
        for i, part in enumerate(self.parts):
            part.reset(None if part.is_dealt else self.seed_of_deals + i)
        return self.look()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take an action for each game."""
        self.actions = actions.reshape(len(self.parts), -1)

    def make(self) -> None:
        """Make them, and have all arrays written. Raises IllegalMove."""
        for part, actions in zip(self.parts, self.actions, strict=True):
            part.step(actions)

    def step_wait(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
        """Make them, and return what the library wants to know. Raises IllegalMove."""
        self.make()
        return self.look(), self.arrays["rewards"].copy(), self.arrays["ends"].copy(), self.infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """The masks, as one array of all games, which the library copies without looking at each game."""
        assert method_name == "action_masks", method_name
        return [self.masks]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """What each game has by a name: nothing to be drawn, and masks. Raises AttributeError."""
        if attr_name not in ("render_mode", "action_masks"):
            raise AttributeError(attr_name)
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Games have nothing to be set. Raises AttributeError."""
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No game is wrapped."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing is held."""


def games_against(opponent: str, count: int, into: Mapping[str, NDArray[Any]]) -> Games:
    """Games with one opponent, written into these arrays."""
    return Games("notre-dame", count, seats=2, learner="every", opponents=opponent, dtype="float32", masks="bools",
                 into=into)  # fmt: skip
