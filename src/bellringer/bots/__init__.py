"""The bots, by name. A bot sees what its seat may see, and nothing else.

`search:2000` makes 2,000 iterations for each decision, `search@0.5` thinks for half a second. The levels are searches
with fixed iterations, each game's own, so that they play the same on slow and on fast machines. Where a game ships a
net, searches and levels value positions by it; `plain`, `plain:2000` and `plain@0.5` are searches that never do. A
search can have a manner, which says what it prefers where several moves are nearly as good: `expert+cautious`,
`search:2000+meddling`.

The levels have been cut anew once. A name that was given when they were cut otherwise still means the bot that it meant
then: `as_of` tells it. Such a bot can be made, but is offered to nobody.
"""

from __future__ import annotations

import re
from typing import Any

from bellringer.bots.bot import Bot
from bellringer.core.compiled.state import RuleBook
from bellringer.core.errors import OptionError
from bellringer.core.levels import MOST_ITERATIONS as MOST_ITERATIONS
from bellringer.core.levels import NAMES
from bellringer.core.nearest import meant

# The options of each level's search; bots/search.py says what they mean.
LEVELS: dict[str, dict[str, Any]] = {name: {"level": number} for number, name in enumerate(NAMES, start=1)}
CUT = 2  # how often the levels have been cut
EARLIER = "earlier-"
# The levels of the first cut, the same in every game, and before there were nets.
EARLIER_LEVELS: dict[str, dict[str, Any]] = {
    "earlier-novice": {"iterations": 20, "noise": 0.05, "plain": True},
    "earlier-apprentice": {"iterations": 80, "noise": 0.01, "plain": True},
    "earlier-adept": {"iterations": 320, "plain": True},
    "earlier-expert": {"iterations": 1_280, "plain": True},
    "earlier-master": {"iterations": 5_120, "plain": True},
}
MANNERS = ("cautious", "greedy", "meddling")  # the first is number 1 in bots/manners.pxd
LARGEST_INT = MOST_ITERATIONS  # of C's int
LEAST_SECONDS, MOST_SECONDS = 1e-6, 86_400.0  # a day
SEARCHES: dict[str, dict[str, Any]] = {"search": {}, "plain": {"plain": True}}  # those that can have a bound
BOUNDED = re.compile(
    rf"(?P<search>{'|'.join(SEARCHES)})(?::(?P<iterations>[0-9]+)|@(?P<seconds>[0-9]+(?:\.[0-9]+)?|\.[0-9]+))?",
    re.ASCII,
)
BOUNDS = (
    f"search:2000 (at most {MOST_ITERATIONS:,} iterations) or search@0.5 (at most {MOST_SECONDS:,.0f} seconds), and "
    f"plain:2000 or plain@0.5 without a net; a level or a search may have a manner: expert+{', +'.join(MANNERS)}"
)
LONGEST_NAME = 40  # longer names are refused unread, since parsing a number of a million digits takes long


def names() -> tuple[str, ...]:
    """The names of all bots. `search` and `plain` can also have a bound: `search:2000` or `plain@0.5`."""
    return ("random", "greedy", *SEARCHES, *LEVELS)


def knows(name: str) -> bool:
    """Whether `make` knows a bot of that name."""
    return name in names() or style_of(name) is not None


def parts_of(name: str) -> tuple[str, str]:
    """A bot's name without its manner, and the manner, which is empty for most: `expert+cautious` has both."""
    bot, _, manner = name.partition("+")
    return bot, manner


def as_of(name: str, cut: int) -> str:
    """The name by which a bot is made that was given a name while the levels were cut for that time.

    `as_of("expert+cautious", 1)` is `earlier-expert+cautious`; names that no later cut has changed stay.
    """
    if cut >= CUT or f"{EARLIER}{parts_of(name)[0]}" not in EARLIER_LEVELS:
        return name
    return f"{EARLIER}{name}"


def style_of(name: str) -> dict[str, Any] | None:
    """The options of the search that a name stands for, with its manner; None for any other name."""
    bot, plus, manner = name.partition("+") if len(name) <= LONGEST_NAME else (name, "", "")
    style = LEVELS.get(bot) or EARLIER_LEVELS.get(bot) or bound_of(bot)
    if style is None or not plus:
        return style
    return {**style, "manner": 1 + MANNERS.index(manner)} if manner in MANNERS else None


def iterations_of(name: str, book: RuleBook) -> int | None:
    """How many iterations a bot makes for a decision in the game of a book; None if time or nothing bounds it."""
    style = style_of(name) or {}
    iterations: int | None = style.get("iterations")
    return book.levels[style["level"] - 1].iterations if "level" in style else iterations


def bound_of(name: str) -> dict[str, Any] | None:
    """What the name of a search and its bound say, as options of `Search`; None for other names and wrong bounds."""
    found = BOUNDED.fullmatch(name) if len(name) <= LONGEST_NAME else None
    if found is None:
        return None
    style = SEARCHES[found["search"]]
    if found["iterations"]:
        iterations = int(found["iterations"])
        return {**style, "iterations": iterations} if 1 <= iterations <= MOST_ITERATIONS else None
    if found["seconds"]:
        seconds = float(found["seconds"])
        return {**style, "seconds": seconds} if LEAST_SECONDS <= seconds <= MOST_SECONDS else None
    return dict(style)


def make(name: str, seed: int = 0) -> Bot:
    """Make a bot by name. The same seed gives the same choices, except for a search by time.

    Raises OptionError if there is no such bot.
    """
    if name == "random":
        from bellringer.bots.random import Random

        return Random(seed)
    if name == "greedy":
        from bellringer.bots.greedy import Greedy

        return Greedy(seed)
    style = style_of(name)
    if style is None:
        raise OptionError(
            f"no bot is called {name!r}{meant(name, spelled(name))}; there are {', '.join(names())}, and {BOUNDS}"
        )
    from bellringer.bots.search import Search

    return Search(seed, **style)


def spelled(name: str) -> list[str]:
    """The names of bots that somebody may have meant: each alone, with that bound, with each manner."""
    bound = re.search("[:@].*", name.partition("+")[0])
    bounded = [f"{search}{bound[0]}" for search in SEARCHES] if bound else []
    return [*names(), *bounded, *(f"{one}+{manner}" for one in (*LEVELS, *bounded) for manner in MANNERS)]


__all__ = [
    "CUT",
    "EARLIER",
    "EARLIER_LEVELS",
    "LEVELS",
    "MANNERS",
    "Bot",
    "as_of",
    "bound_of",
    "iterations_of",
    "knows",
    "make",
    "names",
    "parts_of",
    "spelled",
    "style_of",
]
