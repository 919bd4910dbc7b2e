"""The names under which Gymnasium and PettingZoo make the games, and PettingZoo's modules such as `GAME_v0`."""

from __future__ import annotations

import sys
from functools import partial
from types import ModuleType
from typing import Any

import bellringer

NAMESPACE = "bellringer"
VERSION = 0
PACKAGE = __name__.rpartition(".")[0]


def id_of(game: str) -> str:
    """The name of a game in the registries."""
    return f"{NAMESPACE}/{game}-v{VERSION}"


def register_games() -> None:
    """Enter all games into the registries of what is installed, once, and make their modules."""
    for game in bellringer.game_names():
        add_module(game)
        add_to_gymnasium(game)
        add_to_pettingzoo(game)


def add_module(game: str) -> None:
    """Make `GAME_v0`, a module as PettingZoo's own are: `env`, `raw_env`, `parallel_env`."""
    name = f"{game.replace('-', '_')}_v{VERSION}"
    module = ModuleType(f"{PACKAGE}.{name}", f"The game {game} for PettingZoo.")
    module.env = partial(turn_env, game)  # type: ignore[attr-defined]
    module.raw_env = partial(raw_env, game)  # type: ignore[attr-defined]
    module.parallel_env = partial(parallel_env, game)  # type: ignore[attr-defined]
    sys.modules[module.__name__] = module
    setattr(sys.modules[PACKAGE], name, module)


def add_to_gymnasium(game: str) -> None:
    """Let `gymnasium.make` and `gymnasium.make_vec` make the game."""
    try:
        from gymnasium.envs.registration import register, registry
    except ImportError:
        return
    if id_of(game) not in registry:
        register(
            id_of(game),
            entry_point=f"{PACKAGE}.single:SingleGame",
            vector_entry_point=f"{PACKAGE}.vector:VectorGames",
            kwargs={"game": game},
        )


def add_to_pettingzoo(game: str) -> None:
    """Let `pettingzoo.make` make the game."""
    try:
        import pettingzoo
    except ImportError:
        return
    if id_of(game) not in pettingzoo.aec_registry:
        pettingzoo.register("aec", id_of(game), partial(turn_env, game))
        pettingzoo.register("parallel", id_of(game), partial(parallel_env, game))


def raw_env(game: str, **arguments: Any) -> Any:
    """The bare environment of agents that act one after the other."""
    from bellringer.envs.aec import TurnGame

    return TurnGame(game, **arguments)


def turn_env(game: str, **arguments: Any) -> Any:
    """The environment of agents that act one after the other, which refuses calls in a wrong order."""
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    return OrderEnforcingWrapper(raw_env(game, **arguments))


def parallel_env(game: str, **arguments: Any) -> Any:
    """The environment of agents that act at once."""
    from bellringer.envs.parallel import ParallelGame

    return ParallelGame(game, **arguments)
