"""One game under Gymnasium's interface: one seat learns, bots sit on the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import DTypeLike, NDArray

from bellringer.envs.games import EVERY, Games
from bellringer.envs.rendering import MODES, draw
from bellringer.envs.setting import one_of

ILLEGAL = ("lose", "error")  # what an action does that is not legal


class SingleGame(gymnasium.Env[NDArray[Any], np.int64]):
    """A game in which one seat acts. The legal actions stand in the info, as `action_mask`, int8."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        learner: int | str = EVERY,
        opponents: str | Sequence[str] = "random",
        reward: str = "win",
        illegal: str = "lose",
        dtype: DTypeLike = np.int8,
        table_seed: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Make the game; games.py says what most arguments mean, and `options` are the game's.

        `learner`: the seat, or `every` for another one in each game. `illegal`: whether an action that is not legal
        ends the game with the reward 0 (`lose`), or raises IllegalMove (`error`). Raises OptionError.
        """
        self.games = Games(
            game,
            1,
            seats=seats,
            options=options,
            dtype=dtype,
            masks="bools",
            learner=learner,
            opponents=opponents,
            reward=reward,
            autoreset="disabled",
            seed=table_seed,
        )
        self.illegal = one_of(illegal, ILLEGAL, "illegal")
        self.render_mode = None if render_mode is None else one_of(render_mode, MODES, "render_mode")
        self.metadata = {**self.metadata, "observation_version": self.games.setting.version}
        low, high = self.games.setting.bounds(self.games.dtype)
        self.observation_space = spaces.Box(low, high, dtype=self.games.dtype.type)
        self.action_space = spaces.Discrete(self.games.actions)
        self.has_lost = False

    @property
    def info(self) -> dict[str, Any]:
        """What is told beside the observation."""
        return {"action_mask": self.games.masks[0].astype(np.int8), "seat": int(self.games.movers[0])}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal a game. Without a seed the deals of the last one go on; the first is drawn."""
        super().reset(seed=seed)
        if seed is None and not self.games.is_dealt:
            seed = int(self.np_random.integers(2**63))
        self.games.reset(seed)
        self.has_lost = False
        return self.games.observations[0].copy(), self.info

    def step(self, action: np.int64) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Make an action, and let bots play until the seat is to act again. Raises IllegalMove if it is not legal."""
        if self.illegal == "lose" and self.is_wrong(action):
            self.has_lost = True
            return self.games.observations[0].copy(), 0.0, True, False, self.info
        self.games.step(np.array([action]))
        return (
            self.games.observations[0].copy(),
            float(self.games.rewards[0]),
            bool(self.games.ends[0]),
            False,
            self.info,
        )

    def is_wrong(self, action: Any) -> bool:
        """Whether an action is none of the legal ones, in a game that goes on."""
        goes_on = self.games.is_dealt and not self.games.ends[0] and not self.has_lost
        return goes_on and not (0 <= action < self.games.actions and self.games.masks[0, action])

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions as bools."""
        found: NDArray[np.bool_] = self.games.masks[0].view(np.bool_)
        return found

    def render(self) -> Any:
        """A picture of what the seat sees, in the render mode."""
        return draw(self.games.setting.game, self.games.state(0), int(self.games.movers[0]), self.render_mode)

    def close(self) -> None:
        """Nothing is held."""
