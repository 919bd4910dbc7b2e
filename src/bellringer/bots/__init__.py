"""Who may play: bots by name. A bot sees what its seat may see, and nothing else."""

from __future__ import annotations

from bellringer.bots.bot import Bot
from bellringer.core.errors import OptionError


def names() -> tuple[str, ...]:
    """The bots there are."""
    return ("random", "greedy")


def make(name: str, seed: int = 0) -> Bot:
    """A bot by name; the same seed gives the same choices. Raises OptionError for an unknown name."""
    if name == "random":
        from bellringer.bots.random import Random

        return Random(seed)
    if name == "greedy":
        from bellringer.bots.greedy import Greedy

        return Greedy(seed)
    raise OptionError(f"no bot is called {name!r}; there are {', '.join(names())}")


__all__ = ["Bot", "make", "names"]
