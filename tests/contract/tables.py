"""Every table that there is, and random play at it: what the contract tests share. Nothing here knows a game."""

from __future__ import annotations

import os
import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import bellringer
from bellringer.core.compiled.state import State
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find

CHECKED = os.environ.get("BELLRINGER_CHECKED") == "1"  # the slow build that looks at every array index
GOLDEN = Path(__file__).resolve().parent.parent / "golden"


@dataclass(frozen=True)
class Setting:
    """One kind of table: a game, how many play, and all its options."""

    name: str
    seats: int
    options: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options]
        return "-".join([self.name, str(self.seats), *chosen])

    @property
    def game(self) -> Game:
        """What plays it."""
        return find(self.name)

    @property
    def most_decisions(self) -> int:
        """No game is longer."""
        return self.game.most_decisions * self.seats

    def blank(self) -> State:
        """An undealt state."""
        options = check_options(self.game, self.seats, dict(self.options))
        return self.game.blank(self.seats, options, None)

    def own_seed(self, seed: int) -> int:
        """A seed of this table's own: else all tables of a test would be dealt nearly the same game."""
        return seed * 2**32 + zlib.crc32(str(self).encode())

    def deal(self, seed: int) -> State:
        """A state at its first question."""
        state = self.blank()
        state.seed(self.own_seed(seed))
        state.deal()
        return state

    def table(self, seed: int) -> bellringer.Table:
        """A table at its first question."""
        seed = self.own_seed(seed)
        return bellringer.new_game(self.name, seats=self.seats, seed=seed, **dict(self.options))


@cache
def settings(name: str) -> tuple[Setting, ...]:
    """All tables of a game: the numbers of seats times the values of every option, less what the game refuses."""
    game = find(name)
    tables = {n: bellringer.option_table(name, n) for n in range(game.fewest_seats, game.most_seats + 1)}
    all_of_them = (
        Setting(name, n, tuple(zip(table, chosen, strict=True)))
        for n, table in tables.items()
        for chosen in product(*(values(*option) for option in table.values()))
    )
    return tuple(setting for setting in all_of_them if is_possible(setting))


def values(default: Any, allowed: tuple[Any, ...]) -> tuple[Any, ...]:
    """What a table is made with of an option: all that is allowed, but of a choice of several only the usual one."""
    return (default,) if isinstance(default, tuple) else allowed


def is_possible(setting: Setting) -> bool:
    """Whether the game lets such a table be made; some options only make sense for some numbers of seats."""
    try:
        setting.blank()
    except bellringer.OptionError:
        return False
    return True


def with_much(name: str, draw: int = 0) -> Iterator[Setting]:
    """A table of each size with everything that a game can add, and cards that go with it, drawn from a fixed seed.

    `draw`: the number of the draw; each has other cards.
    """
    game = find(name)
    several = {key: option for key, option in game.options.items() if option.several}
    drawn = {key: [word for word, one in option.sets.items() if one.is_drawn] for key, option in several.items()}
    for seats in range(game.fewest_seats, game.most_seats + 1):
        asked = {
            key: drawn[key][(seats + draw) % len(drawn[key])] if drawn[key] else one.allowed
            for key, one in several.items()
        }
        chosen = check_options(game, seats, asked, seed=bytes([seats + 8 * draw]) * 32)
        if asked:
            yield Setting(name, seats, tuple((key, chosen[key]) for key in asked))


@cache
def tables_with_much() -> frozenset[Setting]:
    """These tables of all games."""
    return frozenset(setting for name in bellringer.game_names() for setting in with_much(name))


SETTINGS = (
    *(setting for name in bellringer.game_names() for setting in settings(name)),
    *(setting for name in bellringer.game_names() for setting in with_much(name)),
)


@cache
def of_another_start() -> frozenset[Setting]:
    """All tables but one of each kind: that kind with other seats to begin. The seats that begin in the rest vary."""
    kinds: dict[tuple[Any, ...], list[Setting]] = {}
    for setting in SETTINGS:
        others = tuple(option for option in setting.options if option[0] != "start")
        kinds.setdefault((setting.name, setting.seats, others), []).append(setting)
    kept = {alike[number % len(alike)] for number, alike in enumerate(kinds.values())}
    return frozenset(SETTINGS) - kept


def walk(state: State, dice: random.Random) -> Iterator[int]:
    """Play at random to the end, in place; yields the seat that is about to decide before each decision."""
    while not state.over:
        seat = dice.choice(state.pending)
        yield seat
        state.apply(seat, dice.choice(state.legal(seat)))


def fewest_answers(state: State) -> int:
    """How many a seat has that is asked: two at least, but one where more would tell what it holds."""
    game = find(state.book.name)
    return 1 if game.ask(state)[0] in game.secret_asks else 2


def play_some(table: bellringer.Table, decisions: int, dice: random.Random) -> bellringer.Table:
    """Make so many random decisions, or fewer when the game ends."""
    names = find(table.game).move_names
    for _ in range(decisions):
        if not table.pending:
            break
        seat = dice.choice(table.pending)
        table.play(names[dice.choice(table.state.legal(seat))], seat)
    return table
