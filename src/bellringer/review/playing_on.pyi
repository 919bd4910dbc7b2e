from collections.abc import Sequence

from bellringer.bots.bot import Bot
from bellringer.core.compiled.state import State

def play_pairs(
    state: State,
    seat: int,
    moves: tuple[int, int],
    bots: Sequence[Bot],
    worth: Sequence[int],
    keyed: bool,
    first: int,
    pairs: int,
    seed: int,
) -> list[tuple[tuple[tuple[int, ...], dict[tuple[int, int], tuple[int, int]]], ...]]: ...
