"""Finished games that are reviewed in tests, and plans that take no time."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import bellringer
from bellringer import Table, bots
from bellringer.review.course import Course
from bellringer.review.plan import Plan
from bellringer.review.results import Review
from bellringer.review.work import Work

QUICK = Plan(look=12, again=12, open=8, glance=8, redeals=4, pairs=20, moments=2)
SETTINGS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "town of 2": ("notre-dame", 2, {}),
    "town of 5": ("notre-dame", 5, {"persons": "new", "edition": "anniversary"}),
    "map of 2": ("rattus", 2, {}),
    "map of 4": ("rattus", 4, {"box": "big-box", "modules": ["region-cards", "guilds"], "classes": "random"}),
    "map of 6": ("rattus", 6, {"box": "big-box", "modules": ["upgrades", "inns", "universities"], "classes": "random"}),
}


def play_on(table: Table, seed: int, careless: float = 0.5) -> Table:
    """Play a table to its end. `careless`: the share of the moves that are made at random rather than by greedy."""
    dice, player = random.Random(seed), bots.make("greedy", seed)
    while table.pending:
        seat = table.pending[0]
        is_careless = dice.random() < careless
        table.play(dice.choice(table.legal_names(seat)) if is_careless else player.choose(table, seat), seat)
    return table


@cache
def finished(name: str) -> Table:
    """A finished game of one of SETTINGS."""
    game, seats, options = SETTINGS[name]
    return play_on(bellringer.new_game(game, seats=seats, seed=5, **options), seed=5)


def late(name: str, moves: int) -> Table:
    """A finished game that began from the position so many moves before the end of one of SETTINGS."""
    whole = finished(name)
    game = bellringer.replay(whole.record(), before=whole.moves_played - moves + 1)
    return play_on(bellringer.from_position(game.position(), seed=8), seed=9, careless=0.7)


def another(name: str, moves: int) -> Table:
    """Such a game, with luck of its own, so that its review is no other's."""
    begins = late(name, moves).at(late(name, moves).state_before(0), 0, 0)
    return play_on(bellringer.from_position(begins.position(), seed=random.randrange(10**9)), seed=9)


def reviewed(table: Table, plan: Plan = QUICK) -> tuple[Course, Review]:
    """The review of a table by a quick plan."""
    course = Course(table)
    return course, Work(course, plan).run()
