"""One game for PettingZoo's two interfaces: what its seats see, may do and get."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import DTypeLike, NDArray

from bellringer.core import chance
from bellringer.core.compiled.state import State
from bellringer.core.errors import IllegalMove
from bellringer.envs.batch import REWARDS
from bellringer.envs.rendering import MODES, draw
from bellringer.envs.rewards import rewards_of
from bellringer.envs.setting import dtype_of, one_of, setting_of

ILLEGAL = ("lose", "error")  # what an action does that is not legal
AGENT = "seat_"
LARGEST_SEED = 2**63


class OneGame:
    """A game and its arguments; its copies and pickles go on as it would.

    `waits`: whether there is one more action, numbered last: that of a seat which has nothing to decide.
    """

    def __init__(
        self,
        game: str,
        seats: int | None,
        reward: str,
        illegal: str,
        dtype: DTypeLike,
        table_seed: int | None,
        render_mode: str | None,
        options: dict[str, Any],
        waits: bool,
    ) -> None:
        """Raises OptionError."""
        self.setting = setting_of(game, seats, options, table_seed)
        self.reward, self.illegal = one_of(reward, REWARDS, "reward"), one_of(illegal, ILLEGAL, "illegal")
        self.dtype, self.waits = dtype_of(dtype), waits
        self.render_mode = None if render_mode is None else one_of(render_mode, MODES, "render_mode")
        self.made_with = (
            game,
            self.setting.seats,
            reward,
            illegal,
            self.dtype.name,
            table_seed,
            render_mode,
            options,
            waits,
        )
        self.agents = [f"{AGENT}{seat}" for seat in range(self.setting.seats)]
        low, high = self.setting.bounds(self.dtype)
        self.observation_spaces = {agent: spaces.Box(low, high, dtype=self.dtype.type) for agent in self.agents}
        self.actions = len(self.setting.actions) + waits
        self.action_spaces = {agent: spaces.Discrete(self.actions) for agent in self.agents}
        self.dice = np.random.default_rng()
        self.loser: int | None = None  # who has lost by an action that was not legal
        self.state: State = self.setting.blank

    def __reduce__(self) -> tuple[Any, ...]:
        known = (bytes(self.state), self.loser, self.dice, self.observation_spaces, self.action_spaces)
        return (OneGame, self.made_with, known)

    def __setstate__(self, known: tuple[Any, ...]) -> None:
        state, self.loser, self.dice, self.observation_spaces, self.action_spaces = known
        self.state = State.from_bytes(self.setting.game.book, state)

    def __deepcopy__(self, memo: dict[int, Any]) -> OneGame:
        twin = OneGame(*self.made_with)
        twin.__setstate__(
            (
                bytes(self.state),
                *(
                    copy.deepcopy(one, memo)
                    for one in (self.loser, self.dice, self.observation_spaces, self.action_spaces)
                ),
            )
        )
        return twin

    def deal(self, seed: int | None) -> None:
        """Begin a game. Without a seed its deal is drawn as the last seed says."""
        if seed is not None:
            self.dice = np.random.default_rng(seed)
        self.loser = None
        self.state = self.setting.blank.copy()
        self.state.seed(int(self.dice.integers(LARGEST_SEED)) & chance.MASK_64)
        self.state.deal()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or was lost by an action that was not legal."""
        return self.state.over or self.loser is not None

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that are to act, lowest first."""
        return () if self.is_over else self.state.pending

    def legal(self, seat: int) -> Iterable[int]:
        """The legal actions of a seat. One that has nothing to decide waits, where there is such an action."""
        if seat in self.pending:
            return self.state.legal(seat)
        return (self.actions - 1,) if self.waits else ()

    def mask(self, seat: int) -> NDArray[np.int8]:
        """The legal actions of a seat as ones."""
        found = np.zeros(self.actions, np.int8)
        found[list(self.legal(seat))] = 1
        return found

    def observe(self, seat: int) -> NDArray[Any]:
        """What a seat sees."""
        found = np.zeros(self.setting.encoder.width, self.dtype)
        self.setting.encoder.write(self.state, seat, found)
        return found

    def refuse(self, seat: int, action: Any) -> bool:
        """Whether an action is not legal, so that the seat loses. Raises IllegalMove where that is an error."""
        legal = self.legal(seat)
        if action in legal:
            return False
        if self.illegal == "error":
            names = [self.name_of(one) for one in legal]
            raise IllegalMove(f"{AGENT}{seat}: {self.name_of(action)} is not legal now", names)
        self.loser = seat
        return True

    def name_of(self, action: Any) -> str:
        """An action by its number and its name."""
        names: Sequence[str] = (*self.setting.actions, "wait")
        known = isinstance(action, int | np.integer) and 0 <= action < self.actions
        return f"action {action} ({names[int(action)] or 'kept free'})" if known else f"action {action}"

    def act(self, seat: int, action: Any) -> None:
        """Make an action that is legal, or lose."""
        if not self.refuse(seat, action) and seat in self.pending:
            self.state.apply(seat, int(action))

    def rewards(self) -> list[float]:
        """What each seat gets: 0 before the end. Who has lost by an action gets 0, and others share the first place."""
        seats = range(self.setting.seats)
        if self.loser is not None:
            others = {"win": 1 / (len(seats) - 1), "place": len(seats) / 2 / (len(seats) - 1)}
            share = others.get(self.reward)
            return [0.0 if p == self.loser else self.state.score(p) if share is None else share for p in seats]
        return rewards_of(self.state, self.reward)

    def draw(self, seat: int | None) -> Any:
        """A picture in the render mode, of what a seat sees."""
        return draw(self.setting.game, self.state, seat, self.render_mode)
