"""The games that there are, by name. A game is loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable

from bellringer.core.errors import OptionError
from bellringer.core.game import Game

_loaders: dict[str, Callable[[], Game]] = {}


def register(name: str, load: Callable[[], Game]) -> None:
    """Make a game known. `load` returns it; it is called at each use, so it should do its imports itself."""
    _loaders[name] = load


def game_names() -> tuple[str, ...]:
    """The names of the games there are."""
    return tuple(_loaders)


def find(name: str) -> Game:
    """The game of that name. Raises OptionError for another."""
    if name not in _loaders:
        raise OptionError(f"no game is called {name!r}; there are {', '.join(_loaders)}")
    return _loaders[name]()
