"""The games that are known by name, before anything is known of what a game is.

What lies below the contract needs no more: a pickle of a state has the name of its game. Everybody else asks
`registry.py`, which answers with a `Game`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bellringer.core.errors import OptionError
from bellringer.core.nearest import meant

LOADERS: dict[str, Callable[[], Any]] = {}


def loaded(name: str) -> Any:
    """The game that was registered under a name; it is imported when it is first used. Raises OptionError."""
    if name not in LOADERS:
        raise OptionError(f"no game is called {name!r}{meant(name, LOADERS)}; there are {', '.join(LOADERS)}", "game")
    return LOADERS[name]()
