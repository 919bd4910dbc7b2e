"""A game under PettingZoo's interface of agents that act one after the other (AEC)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import DTypeLike, NDArray
from pettingzoo import AECEnv

from bellringer.core.errors import IllegalMove
from bellringer.envs.one_game import OneGame
from bellringer.envs.rendering import MODES

VERSION = 0  # of the environments


class TurnGame(AECEnv[str, NDArray[Any], int]):
    """Seats act one by one; of several that are asked at once, the lowest first, and none sees what another has chosen.

    The legal actions of the agent that is to act stand in its info, as `action_mask`.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "is_parallelizable": False, "render_fps": 1}

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
        """Make the environment; `options` are the game's.

        `seats`: None for as many as usual. `reward`: `win` (1 for the first place, shared by those who share it),
        `place` (1 for the first to 0 for the last) or `score` (points), at the end. `illegal`: whether an action that
        is not legal ends the game, which its seat loses (`lose`), or raises IllegalMove (`error`). `table_seed`: from
        which the table's choices follow that are drawn, such as class cards. Raises OptionError.
        """
        super().__init__()
        self.game = OneGame(game, seats, reward, illegal, dtype, table_seed, render_mode, options, waits=False)
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
        """What an agent can do."""
        return self.game.action_spaces[agent]

    def seat_of(self, agent: str) -> int:
        """An agent's number. Raises IllegalMove for one that there is not."""
        if agent not in self.possible_agents:
            raise IllegalMove(f"there is no agent {agent!r}; there are {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game. `options` say nothing here: a table's are arguments of the environment."""
        self.game.deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self.go_on()

    def go_on(self) -> None:
        """Find who is to act, and what that agent may do."""
        pending = self.game.pending
        if pending:
            self.agent_selection = self.possible_agents[pending[0]]
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for seat in pending[:1]:
            self.infos[self.agent_selection] = {"action_mask": self.game.mask(seat)}

    def observe(self, agent: str) -> NDArray[Any]:
        """What an agent sees now."""
        return self.game.observe(self.seat_of(agent))

    def step(self, action: int | None) -> None:
        """Make the action of the agent that is to act; None for one whose game has ended. Raises IllegalMove."""
        if not self.agents:
            raise IllegalMove("the game is over, or not dealt: call reset")
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.game.act(self.seat_of(self.agent_selection), action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict(zip(self.possible_agents, self.game.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, self.game.is_over)
        self.go_on()
        self._accumulate_rewards()
        if self.game.is_over:
            self._deads_step_first()

    def render(self) -> Any:
        """A picture of what the agent that is to act sees, in the render mode."""
        return self.game.draw(self.game.pending[0] if self.game.pending else None)

    def close(self) -> None:
        """Nothing is held."""
