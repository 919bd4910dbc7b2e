from bellringer.bots.bot import Bot
from bellringer.core.compiled.state import State

def play_games(
    table: State, bots: list[Bot], games: int, first: int, seed: int
) -> tuple[int, list[tuple[tuple[int, ...], tuple[int, ...]]]]: ...
def play_clocked(
    table: State, bots: list[Bot], number: int, seed: int
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[float, ...]]: ...
