"""What no seat has seen, dealt anew: the faces of rats on the board, in the supply and among those removed. [RA-11]

Region cards and events come by chance, and cards in hands have been seen.
"""

from __future__ import annotations

from typing import Any

from bellringer.core.compiled.state import State
from bellringer.core.contract.game import Game

FIRST = 0  # the seat that is told for a moment what any seat knows of rats


def dealt_anew(game: Game, state: State, seed: int) -> State:
    """A copy in which the rats that nobody has looked at have other faces.

    One seat is told all that any seat knows of rats, and what it can't see then is dealt anew.
    """
    position, seats = game.position(state), game.seat_names(state.seats)
    told = {region: [as_told(rat, seats) for rat in rats] for region, rats in position["rats"].items()}
    other = game.position(game.restore({**position, "rats": told}).determinized(FIRST, seed))
    rats = {
        region: [{**rat, "token": dealt["token"]} for rat, dealt in zip(rats, other["rats"][region], strict=True)]
        for region, rats in position["rats"].items()
    }
    return game.restore({**position, "rats": rats, "supply": other["supply"], "removed": other["removed"]})


def as_told(rat: dict[str, Any], seats: tuple[str, ...]) -> dict[str, Any]:
    """A rat of a position that some seat has looked at, as if the first had looked, too."""
    seen = {*rat["seen"], seats[FIRST]} if rat["seen"] else set()
    return {**rat, "seen": [seat for seat in seats if seat in seen]}
