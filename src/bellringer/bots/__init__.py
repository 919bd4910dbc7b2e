"""Who may play: bots by name. A bot sees what its seat may see, and nothing else.

`search:2000` is a search of 2,000 iterations a decision, `search@0.5` one of half a second; the levels are searches
of fixed iterations, so that they play the same on a slow machine and on a fast one.
"""

from __future__ import annotations

import re
from typing import Any

from bellringer.bots.bot import Bot
from bellringer.core.errors import OptionError

# Iterations a decision, and how much noise there is in what it then does (bots/search.py says what the number means).
LEVELS: dict[str, dict[str, Any]] = {
    "novice": {"iterations": 20, "noise": 0.05},
    "apprentice": {"iterations": 80, "noise": 0.01},
    "adept": {"iterations": 320},
    "expert": {"iterations": 1_280},
    "master": {"iterations": 5_120},
}
LARGEST_INT = 2**31 - 1  # of C's int, in which a search counts
MOST_ITERATIONS = LARGEST_INT
LEAST_SECONDS, MOST_SECONDS = 1e-6, 86_400.0  # a day
BOUNDED = re.compile(r"search(?::(?P<iterations>[0-9]+)|@(?P<seconds>[0-9]+(?:\.[0-9]+)?|\.[0-9]+))?", re.ASCII)
BOUNDS = f"search:2000 (at most {MOST_ITERATIONS:,} iterations) or search@0.5 (at most {MOST_SECONDS:,.0f} seconds)"
LONGEST_NAME = 40  # no bound that makes sense is longer, and a number of a million digits takes its time


def names() -> tuple[str, ...]:
    """The bots there are; `search` can be given a bound, `search:2000` or `search@0.5`."""
    return ("random", "greedy", "search", *LEVELS)


def knows(name: str) -> bool:
    """Whether a bot can be made by that name."""
    return name in names() or bound_of(name) is not None


def bound_of(name: str) -> dict[str, Any] | None:
    """The bound that a search is named with; None for anything else, and for bounds that are no bounds."""
    found = BOUNDED.fullmatch(name) if len(name) <= LONGEST_NAME else None
    if found is None:
        return None
    if found["iterations"]:
        iterations = int(found["iterations"])
        return {"iterations": iterations} if 1 <= iterations <= MOST_ITERATIONS else None
    if found["seconds"]:
        seconds = float(found["seconds"])
        return {"seconds": seconds} if LEAST_SECONDS <= seconds <= MOST_SECONDS else None
    return {}


def make(name: str, seed: int = 0) -> Bot:
    """A bot by name; the same seed gives the same choices, but for searches by time. Raises OptionError."""
    if name == "random":
        from bellringer.bots.random import Random

        return Random(seed)
    if name == "greedy":
        from bellringer.bots.greedy import Greedy

        return Greedy(seed)
    style = LEVELS.get(name, bound_of(name))
    if style is None:
        raise OptionError(f"no bot is called {name!r}; there are {', '.join(names())}, and {BOUNDS}")
    from bellringer.bots.search import Search

    return Search(seed, **style)


__all__ = ["LEVELS", "Bot", "bound_of", "knows", "make", "names"]
