"""What no seat has seen, dealt anew: the order of the gray persons to come. Cards in piles come by chance. [ND-14]"""

from __future__ import annotations

from bellringer.core.compiled.state import State
from bellringer.core.contract.game import Game


def dealt_anew(game: Game, state: State, seed: int) -> State:
    """A copy with another order of the gray persons, unless a seat has looked through them."""
    position = game.position(state)
    if position["gray-pile-seen-by"]:
        return state.copy()
    other = game.position(state.determinized(state.seats, seed))
    return game.restore({**position, "gray-pile": other["gray-pile"]})
