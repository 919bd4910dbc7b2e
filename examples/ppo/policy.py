"""What `train` has learned, as a bot for the arena: `examples.ppo.policy:Policy@build/ppo/policy.zip`."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from bellringer.envs.policy_bot import PolicyBot

ONE_AT_A_TIME = Lock()  # the arena plays games in several threads, and a model keeps the mask of the decision at hand


@lru_cache(maxsize=4)
def learned(file: str) -> MaskablePPO:
    """What lies in a file, read once. Like any pickle it can run code: read none that is somebody else's."""
    torch.set_num_threads(1)  # one game asks for one row at a time
    return MaskablePPO.load(file, device="cpu")


class Policy(PolicyBot):
    """Plays the action that the policy finds most likely."""

    def __init__(self, seed: int, file: str) -> None:
        super().__init__(seed)
        self.model = learned(file)
        self.version = self.model.version_of_observations

    def act(self, observation: NDArray[Any], mask: NDArray[np.bool_]) -> int:
        """The most likely action."""
        with ONE_AT_A_TIME:
            action, _ = self.model.predict(observation, action_masks=mask, deterministic=True)
        return int(action)
