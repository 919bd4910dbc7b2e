"""A policy that was learned, as a bot: at each decision it is handed what its seat sees, and which actions are legal.

    class Mine(PolicyBot):
        def act(self, observation, mask):
            return int((observation @ WEIGHTS).argmax(where=mask))

Saved in a module of your own it enters the arena by name, as `my_module:Mine` (arena/plugins.py).
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from bellringer.core.contract.registry import find
from bellringer.core.errors import OptionError
from bellringer.core.tables.table import Table
from bellringer.envs.setting import dtype_of


class Seen(NamedTuple):
    """What a seat decides by. `observation`: what it sees; `mask`: a bool for each action, whether it is legal."""

    observation: NDArray[Any]
    mask: NDArray[np.bool_]


def seen(table: Table, seat: int, dtype: DTypeLike = np.float32) -> Seen:
    """What a seat of a table sees and may do, as the environments tell it. Raises OptionError, ValueError.

    `dtype`: int8, or float32 with each number divided by its scale. Nothing is legal for a seat that is not asked.
    """
    game, state = find(table.game), table.state
    encoder = game.encoder(state)
    observation = np.zeros(encoder.width, dtype_of(dtype))
    encoder.write(state, seat, observation)
    mask = np.zeros(len(game.move_names), np.bool_)
    mask[list(state.legal(seat))] = True
    return Seen(observation, mask)


class PolicyBot:
    """The base of bots that choose by observation and mask. A subclass has `act`.

    `dtype`: of the observations, int8 or float32. `version`: that of the layout for which the policy was trained
    (`Games.setting.version`); a table of another layout is refused. None for one that reads every layout.
    """

    dtype: ClassVar[DTypeLike] = np.float32
    version: str | None = None

    def __init__(self, seed: int) -> None:
        """`seed`: of `dice`, a generator of NumPy's from which the policy takes whatever it draws."""
        self.dice = np.random.default_rng(seed)
        self._table: Table | None = None  # at which the policy is known to be able to play

    def act(self, observation: NDArray[Any], mask: NDArray[np.bool_]) -> int:
        """The number of the action. The arrays are the policy's own."""
        raise NotImplementedError(f"{type(self).__name__} has no method act")

    def choose(self, table: Table, seat: int) -> str:
        """The name of the move that the policy plays. Raises OptionError for a table of another layout.

        An action that is not legal is named as it is, for the table to refuse.
        """
        if table is not self._table:
            self.check(table)
            self._table = table
        action = int(self.act(*seen(table, seat, self.dtype)))
        names = find(table.game).move_names
        return names[action] if 0 <= action < len(names) and names[action] else f"action {action}"

    def check(self, table: Table) -> None:
        """Raise OptionError if the observations of a table have another layout than the policy was trained for."""
        found = find(table.game).observation_version(table.state)
        if self.version not in (None, found):
            raise OptionError(
                f"the policy was trained for observations of the layout {self.version}; those of {table.game} with "
                f"{table.seats} seats and these options have {found}"
            )
