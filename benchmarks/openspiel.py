"""Beside OpenSpiel (DeepMind), in one run on one machine: random play, and the playouts of its C++ tree search.

The games are those of it nearest in kind: cards and dice, hidden hands, a few players. A decision is a player's move;
chance moves are made, but not counted, on both sides. docs/performance.md says how the search's moves are counted.
"""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Self

import bellringer
from benchmarks.machine import bench

GAMES = ("euchre", "gin_rummy", "backgammon", "hearts", "skat")
MEASURE = "euchre"  # the one in whose speed our own figures are told
REPEATS = 3
DEALS = 3
SIMULATIONS = 1_000
SEATS = 4
OWN_GAMES = 20  # played for the share of forced decisions

Figures = dict[str, Any]


def sample(state: Any, dice: random.Random) -> int:
    """A chance outcome by its odds."""
    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
    return int(dice.choices(outcomes, odds)[0])


def random_game(state: Any, dice: random.Random) -> int:
    """To the end through the Python interface; the number of decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(sample(state, dice))
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            decisions += 1
    return decisions


def python_rate(game: Any, seconds: float) -> float:
    """Decisions a second of random play through pyspiel."""
    dice, decisions = random.Random(1), 0
    began = time.perf_counter()
    while decisions == 0 or time.perf_counter() - began < seconds:
        decisions += random_game(game.new_initial_state(), dice)
    return decisions / (time.perf_counter() - began)


def first_choice(game: Any, deal: int) -> Any:
    """A deal's first position in which a player has a choice: where there is none, the search stops at once."""
    state, dice = game.new_initial_state(), random.Random(deal)
    while len(state.legal_actions()) == 1 or state.is_chance_node():
        state.apply_action(sample(state, dice) if state.is_chance_node() else state.legal_actions()[0])
    return state


def search(game: Any, position: Any) -> Any:
    """The tree of one C++ search with random playouts. Its seeds are fixed: from a position, always the same one."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(1, 3)
    return pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 256, False, 4, False).mcts_search(position)


def rounds_a_second(game: Any, positions: list[Any], seconds: float) -> float:
    """How many times a second the search goes through all the positions."""
    rounds = 0
    began = time.perf_counter()
    while rounds == 0 or time.perf_counter() - began < seconds:
        for position in positions:
            search(game, position)
        rounds += 1
    return rounds / (time.perf_counter() - began)


@dataclass(frozen=True)
class Peer:
    """One of their games. `made`: what the search makes from these positions, counted once: the same every time."""

    name: str
    game: Any
    positions: list[Any]
    made: Mapping[str, int]

    @classmethod
    def load(cls, name: str) -> Self:
        """A game by its name in OpenSpiel."""
        import pyspiel

        from benchmarks.counted import count

        game = pyspiel.load_game(name)
        positions = [first_choice(game, deal) for deal in range(DEALS)]
        return cls(name, game, positions, sum((count(search, game, position) for position in positions), Counter()))

    def rates(self, seconds: float) -> dict[str, float]:
        """Decisions and playouts a second of its C++ search, measured now."""
        rounds = rounds_a_second(self.game, self.positions, seconds)
        return {kind: rounds * self.made[kind] for kind in ("decisions", "playouts")}


def ours(seconds: float) -> dict[str, float]:
    """Decisions a second of random play on one core, game by game."""
    return {name: bench(name, SEATS, seconds)["decisions_per_second_per_core"] for name in bellringer.game_names()}


def forced_share(name: str) -> float:
    """In which share of a game's decisions there is one legal move only."""
    dice, sizes = random.Random(1), []
    for seed in range(OWN_GAMES):
        table = bellringer.new_game(name, seats=SEATS, seed=seed)
        while table.pending:
            seat = table.pending[0]
            moves = table.moves(seat)
            sizes.append(len(moves))
            table.play(dice.choice(moves).name, seat=seat)
    return sizes.count(1) / len(sizes)


def beside(peer: Peer, seconds: float) -> Figures:
    """One game of theirs, each measurement paired with ours: how many times as fast each of ours is."""
    pairs = []
    for _ in range(REPEATS):
        own = ours(seconds)
        theirs = {"python": python_rate(peer.game, seconds), "search": peer.rates(seconds)["decisions"]}
        pairs.append({name: {way: own[name] / rate for way, rate in theirs.items()} for name in own})
    return {"game": peer.name, "made": dict(peer.made), "pairs": pairs}


def measure(peer: Peer, seconds: float) -> Figures:
    """All figures beside OpenSpiel. `peer`: the game of theirs that is loaded already."""
    return {
        "version": version("open_spiel"),
        "forced": {name: forced_share(name) for name in bellringer.game_names()},
        "games": [beside(peer if name == peer.name else Peer.load(name), seconds) for name in GAMES],
    }


def measured_by() -> Peer:
    """The game of theirs in whose speed ours is told. Ends the program where OpenSpiel is not installed."""
    try:
        return Peer.load(MEASURE)
    except ImportError:
        raise SystemExit("OpenSpiel is not installed; `make bench` installs it") from None


def spread(values: list[float], digits: int = 0) -> str:
    """Median, and least to most."""
    return f"{statistics.median(values):,.{digits}f} ({min(values):,.{digits}f} to {max(values):,.{digits}f})"


def playout_row(found: Figures) -> str:
    """A game of theirs: what its playouts are made of."""
    made = found["made"]
    length, forced = made["decisions"] / made["playouts"], made["forced"] / made["decisions"]
    return f"| {found['game']} | {length:.2f} | {forced:.0%} |"


def ratio_row(found: Figures) -> str:
    """A game of theirs: how many times as fast each of ours is, beside either way."""
    cells = []
    for name in bellringer.game_names():
        for way, digits in (("python", 0), ("search", 1)):
            cells.append(spread([pair[name][way] for pair in found["pairs"]], digits))
    return f"| {found['game']} | {' | '.join(cells)} |"


def lines(figures: Figures) -> list[str]:
    """The figures for a page."""
    forced = ", ".join(f"{name} {share:.0%}" for name, share in figures["forced"].items())
    heads = [f"{name} / {way}" for name in bellringer.game_names() for way in ("Python", "C++ search")]
    return [
        f"How many times as many decisions a second ours make with {SEATS} seats, on one core, in random play, deals, "
        "legal moves and dice included; each pair measured in turn:",
        "",
        f"| game | {' | '.join(heads)} |",
        "|---" * (len(heads) + 1) + "|",
        *map(ratio_row, figures["games"]),
        "",
        f"Medians of {REPEATS} (least to most). The search: {SIMULATIONS:,} playouts from each of {DEALS} deals. What "
        "its playouts are made of:",
        "",
        "| game | decisions a playout | forced |",
        "|---|---|---|",
        *map(playout_row, figures["games"]),
        "",
        f"Forced of ours: {forced}.",
    ]
