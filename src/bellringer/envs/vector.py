"""Many games under Gymnasium's interface of vector environments: one seat of each learns, bots sit on the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import DTypeLike, NDArray

from bellringer.envs.games import EVERY, Games
from bellringer.envs.setting import one_of

MODES = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "disabled",
}
RESET_MASK = "reset_mask"  # of the options of `reset`: which games, where nothing resets them by itself


class VectorGames(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """Games of one table. The legal actions stand in the infos: `action_mask`, bools, a row a game.

    An action that is not legal raises IllegalMove, which names the game; no game has been played on then.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        learner: int | str = EVERY,
        opponents: str | Sequence[str] = "random",
        reward: str = "win",
        dtype: DTypeLike = np.int8,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        table_seed: int | None = None,
        copy: bool = True,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        """Make the games; games.py says what most arguments mean, and `options` are the game's.

        `autoreset_mode`: one of Gymnasium's. `copy`: False for the arrays themselves, which the next step overwrites.
        Raises OptionError.
        """
        mode = AutoresetMode(one_of_modes(autoreset_mode))
        self.games = Games(
            game,
            num_envs,
            seats=seats,
            options=options,
            dtype=dtype,
            masks="bools",
            learner=learner,
            opponents=opponents,
            reward=reward,
            autoreset=MODES[mode],
            threads=threads,
            seed=table_seed,
            keeps_last=mode is AutoresetMode.SAME_STEP,
        )
        self.num_envs, self.copies = self.games.games, copy
        self.metadata = {**self.metadata, "autoreset_mode": mode, "observation_version": self.games.setting.version}
        low, high = self.games.setting.bounds(self.games.dtype)
        self.single_observation_space = spaces.Box(low, high, dtype=self.games.dtype.type)
        self.single_action_space = spaces.Discrete(self.games.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.nothing = np.zeros(self.num_envs, np.bool_)

    def handed(self, array: NDArray[Any]) -> NDArray[Any]:
        """An array as the caller gets it."""
        return array.copy() if self.copies else array

    @property
    def infos(self) -> dict[str, Any]:
        """What is told beside the observations."""
        masks = self.games.masks.view(np.bool_)
        return {"action_mask": self.handed(masks), "seat": self.handed(self.games.movers)}

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin all games anew, or those of the bools in `options["reset_mask"]`. `seed`: one for all games."""
        if isinstance(seed, Sequence):
            seed = next((one for one in seed if one is not None), None)
        if seed is not None:
            self._np_random_seed = seed
        self.games.reset(seed, (options or {}).get(RESET_MASK))
        return self.handed(self.games.observations), self.infos

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Make one action in every game. Raises IllegalMove, OptionError; then no game has been played on."""
        games = self.games
        games.step(np.asarray(actions))
        infos = self.infos
        if MODES[self.metadata["autoreset_mode"]] == "same-step" and games.ends.any():
            infos["final_obs"] = self.final(games.last_observations)
            infos["_final_obs"] = games.ends.copy()
        return (
            self.handed(games.observations),
            games.rewards.astype(np.float64),
            self.handed(games.ends),
            self.nothing.copy(),
            infos,
        )

    def final(self, last: NDArray[Any]) -> NDArray[Any]:
        """The last observations of the games that have ended, None for others."""
        found = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(self.games.ends):
            found[game] = last[game].copy()
        return found

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, a row of bools a game."""
        return self.games.masks.view(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        self.games.close()


def one_of_modes(said: AutoresetMode | str) -> str:
    """The value of a mode. Raises OptionError for what is none."""
    value = said.value if isinstance(said, AutoresetMode) else said
    return one_of(value, [mode.value for mode in AutoresetMode], "autoreset_mode")
