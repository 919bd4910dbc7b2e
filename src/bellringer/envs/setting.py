"""The table that an environment plays at: its game, seats and options, what is observed there, and the actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from bellringer.core import chance
from bellringer.core.compiled.observing import LARGEST, Encoder
from bellringer.core.compiled.state import State
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.errors import OptionError
from bellringer.core.fields import Span
from bellringer.core.nearest import meant

SMALL, FLOATS = np.dtype(np.int8), np.dtype(np.float32)
SEED = 0  # of what options leave to chance, unless another is given


@dataclass(frozen=True)
class Setting:
    """One table before its deal. `blank`: the undealt state; `encoder`: what writes its observations."""

    game: Game
    seats: int
    options: Mapping[str, Any]
    blank: State
    encoder: Encoder

    @property
    def layout(self) -> tuple[Span, ...]:
        """What the numbers of an observation mean: the name, the place, the meaning and the scale of each span."""
        return self.game.observation_layout(self.blank)

    @property
    def version(self) -> str:
        """Tells one layout of observations from another."""
        return self.game.observation_version(self.blank)

    @property
    def actions(self) -> Sequence[str]:
        """The names of the actions by their numbers; empty for a number that is kept free."""
        return self.game.move_names

    def bounds(self, dtype: np.dtype[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """The least and the largest that the numbers of an observation can be."""
        scales = np.repeat([span.scale for span in self.layout], [span.width for span in self.layout])
        most = np.full(self.encoder.width, LARGEST) if dtype == SMALL else LARGEST / scales
        return (-most).astype(dtype), most.astype(dtype)


def setting_of(game: str, seats: int | None, options: Mapping[str, Any], seed: int | None) -> Setting:
    """The table of these choices. `seats`: None for as many as usual. `seed`: from which class cards and such are
    drawn.

    Raises OptionError.
    """
    found = find(game)
    seats = found.fields.usual_seats if seats is None else seats
    chosen = check_options(found, seats, options, chance.make_seed(SEED if seed is None else seed))
    blank = found.blank(seats, chosen, None)
    return Setting(found, seats, chosen, blank, found.encoder(blank))


def dtype_of(said: DTypeLike) -> np.dtype[Any]:
    """The type of the numbers of observations. Raises OptionError for any but int8 and float32."""
    try:
        found = np.dtype(said)
    except TypeError:
        found = np.dtype(np.void)
    if found not in (SMALL, FLOATS):
        raise OptionError(f"observations are int8 or float32, not {said!r}", "dtype")
    return found


def one_of(said: str, allowed: Sequence[str], what: str) -> str:
    """A word that must be one of these. Raises OptionError."""
    if said not in allowed:
        raise OptionError(
            f"no {what} is called {said!r}{meant(str(said), allowed)}; there are {', '.join(allowed)}", what
        )
    return said
