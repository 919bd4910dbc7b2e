"""Play random games for some minutes, and check the conservation laws after every move.

Every kind of table is played in turn; a game with many cards adds tables with any of them, half of which begin in the
midst of a game.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from itertools import chain, product
from typing import Any

import bellringer
from bellringer.commands.progress import at_work
from bellringer.core.compiled.play import check_games
from bellringer.core.compiled.state import State
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.options import Option
from bellringer.core.contract.registry import find
from tools.games import SAMPLED

__all__ = ["sampled", "tables"]

GAMES_A_ROUND = 2_000


def tables() -> list[tuple[str, State]]:
    """A state before the deal for every kind of table, with a name for reports."""
    found = []
    for name in bellringer.game_names():
        game = find(name)
        for seats in range(game.fewest_seats, game.most_seats + 1):
            for values in product(*(values_of(option, seats) for option in game.options.values())):
                chosen = dict(zip(game.options, values, strict=True))
                try:
                    state = game.blank(seats, check_options(game, seats, chosen), None)
                except bellringer.OptionError:
                    continue  # a start seat that the table does not have
                found.append((f"{name} for {seats}, {chosen}", state))
    return found


def sampled(dice: random.Random) -> Iterator[tuple[str, State]]:
    """What the games' own tools add."""
    for name in SAMPLED:
        yield from SAMPLED[name](dice)


def values_of(option: Option, seats: int) -> tuple[Any, ...]:
    """What a table can choose; where it chooses several at once, only the usual choice."""
    return (option.default_at(seats),) if option.several else option.allowed


def main() -> int:
    """Play until the time is up or a law is broken. Prints a line after each round of all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    chosen = parser.parse_args()
    if not chosen.minutes > 0:
        parser.error("--minutes: more than 0")
    until, games, decisions, longest = time.monotonic() + 60 * chosen.minutes, 0, 0, 0
    print(f"seed {chosen.seed}")
    while not games or time.monotonic() < until:
        for name, state in chain(tables(), sampled(random.Random(chosen.seed + games))):
            made, length, number, law = check_games(state, GAMES_A_ROUND, chosen.seed, first=games)
            if law:
                print(f"{name}: law {law} broke in game {number} of seed {chosen.seed}", file=sys.stderr)
                return 1
            decisions, longest = decisions + made, max(longest, length)
            if time.monotonic() >= until:
                break
        games += GAMES_A_ROUND
        print(
            f"{games:,} games a table, {decisions:,} decisions, the longest game {longest}; every law holds", flush=True
        )
    return 0


if __name__ == "__main__":
    sys.exit(at_work(main))
