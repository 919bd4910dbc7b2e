"""The registry of games by name. A game is imported when it is first used."""

from __future__ import annotations

from collections.abc import Callable

from bellringer.core.errors import OptionError
from bellringer.core.game import Game
from bellringer.core.nearest import meant

_loaders: dict[str, Callable[[], Game]] = {}


def register(name: str, load: Callable[[], Game]) -> None:
    """Register a game. `load` returns it; it is called at each use and imports the game itself."""
    _loaders[name] = load


def game_names() -> tuple[str, ...]:
    """The names of all registered games."""
    return tuple(_loaders)


def find(name: str) -> Game:
    """The game of that name. Raises OptionError if there is none."""
    if name not in _loaders:
        raise OptionError(f"no game is called {name!r}{meant(name, _loaders)}; there are {', '.join(_loaders)}", "game")
    return _loaders[name]()
