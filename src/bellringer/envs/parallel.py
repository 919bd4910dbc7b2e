"""A game under PettingZoo's interface of agents that act at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import DTypeLike, NDArray
from pettingzoo import ParallelEnv

from bellringer.core.errors import IllegalMove
from bellringer.envs.aec import VERSION
from bellringer.envs.one_game import OneGame
from bellringer.envs.rendering import MODES

Told = dict[str, dict[str, Any]]


class ParallelGame(ParallelEnv[str, NDArray[Any], int]):
    """All seats act in every step. Who has nothing to decide has one legal action: to wait, which is numbered last.

    Where several seats are asked at once, they choose in one step. The legal actions stand in the infos, as
    `action_mask`.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        reward: str = "win",
        illegal: str = "lose",
        dtype: DTypeLike = np.int8,
        table_seed: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Make the environment; aec.py says what the arguments mean. Raises OptionError."""
        self.game = OneGame(game, seats, reward, illegal, dtype, table_seed, render_mode, options, waits=True)
        self.render_mode = self.game.render_mode
        self.possible_agents = list(self.game.agents)
        self.agents: list[str] = []
        self.metadata = {
            **self.metadata,
            "name": f"{game.replace('-', '_')}_v{VERSION}",
            "observation_version": self.game.setting.version,
        }

    def observation_space(self, agent: str) -> spaces.Box:
        """What an agent can see."""
        return self.game.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent can do; the last action is to wait."""
        return self.game.action_spaces[agent]

    @property
    def observations(self) -> dict[str, NDArray[Any]]:
        """What all agents see."""
        return {agent: self.game.observe(seat) for seat, agent in enumerate(self.possible_agents)}

    @property
    def infos(self) -> Told:
        """The legal actions of all agents."""
        return {agent: {"action_mask": self.game.mask(seat)} for seat, agent in enumerate(self.possible_agents)}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], Told]:
        """Deal a game. `options` say nothing here: a table's are arguments of the environment."""
        self.game.deal(seed)
        self.agents = list(self.possible_agents)
        return self.observations, self.infos

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, NDArray[Any]], dict[str, float], dict[str, bool], dict[str, bool], Told]:
        """Make the actions of all agents. Raises IllegalMove, and changes nothing, where that is an error.

        If several lose by actions that are not legal, the lowest seat does.
        """
        if not self.agents:
            raise IllegalMove("the game is over, or not dealt: call reset")
        if missing := [agent for agent in self.agents if agent not in actions]:
            raise IllegalMove(f"there is no action of {', '.join(missing)}: all agents act, and those who must, wait")
        if unknown := [str(agent) for agent in actions if agent not in self.agents]:
            raise IllegalMove(f"there is no agent {', '.join(unknown)}; there are {', '.join(self.agents)}")
        chosen = [actions[agent] for agent in self.possible_agents]
        pending = self.game.pending
        if not any(self.game.refuse(seat, action) for seat, action in enumerate(chosen)):
            for seat in pending:
                self.game.act(seat, chosen[seat])
        is_over = self.game.is_over
        told = (
            self.observations,
            dict(zip(self.possible_agents, self.game.rewards(), strict=True)),
            dict.fromkeys(self.possible_agents, is_over),
            dict.fromkeys(self.possible_agents, False),
            self.infos,
        )
        if is_over:
            self.agents = []
        return told

    def render(self) -> Any:
        """A picture of what everybody sees, in the render mode."""
        return self.game.draw(None)

    def close(self) -> None:
        """Nothing is held."""
