from bellringer.core.compiled.state import State

def traced_games(
    table: State, games: int, seed: int, first: int = 0
) -> tuple[dict[tuple[int, int, int], int], tuple[int, ...]]: ...
