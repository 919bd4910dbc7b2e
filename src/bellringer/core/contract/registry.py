"""The registry of games by name. A game is imported when it is first used."""

from __future__ import annotations

from collections.abc import Callable

from bellringer.core.contract.game import Game
from bellringer.core.known_games import LOADERS, loaded


def register(name: str, load: Callable[[], Game]) -> None:
    """Register a game. `load` returns it; it is called at each use and imports the game itself."""
    LOADERS[name] = load


def game_names() -> tuple[str, ...]:
    """The names of all registered games."""
    return tuple(LOADERS)


def find(name: str) -> Game:
    """The game of that name. Raises OptionError if there is none."""
    game: Game = loaded(name)
    return game
