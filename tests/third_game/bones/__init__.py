"""Bones: take one to three from the heap in turn; who has most when it is empty wins, a secret of one's own counted.

The smallest game that has all that the contract asks for: chance, something hidden, a record, pictures and a page.
"""

from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import register


def load() -> Game:
    """The game. Its modules are imported when it is first asked for."""
    from bones.game import GAME

    return GAME


register("bones", load)
