"""Beside OpenSpiel (DeepMind), in one run on one machine: random play, and the playouts of its C++ tree search.

The games are those of it nearest in kind: cards and dice, hidden hands, a few players. A decision is a player's move;
chance moves are made, but not counted, on both sides.
"""

from __future__ import annotations

import random
import statistics
import time
from importlib.metadata import version
from typing import Any

from benchmarks.machine import bellringer, heading, write

GAMES = ("euchre", "gin_rummy", "backgammon", "hearts")
REPEATS = 3
SIMULATIONS = 2_000


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
    while time.perf_counter() - began < seconds:
        decisions += random_game(game.new_initial_state(), dice)
    return decisions / (time.perf_counter() - began)


def first_decision(game: Any) -> Any:
    """The first position in which a player decides."""
    state, dice = game.new_initial_state(), random.Random(2)
    while state.is_chance_node():
        state.apply_action(sample(state, dice))
    return state


def mcts_rate(pyspiel: Any, game: Any, seconds: float) -> tuple[float, float]:
    """Playouts a second of the C++ MCTS bot with random playouts, and decisions a second within them."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, 3)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 256, False, 4, False)
    state, playouts = first_decision(game), 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        bot.mcts_search(state)
        playouts += SIMULATIONS
    rate = playouts / (time.perf_counter() - began)
    lengths = [random_game(state.clone(), random.Random(i)) for i in range(50)]
    return rate, rate * statistics.mean(lengths)


def ours(seconds: float) -> tuple[float, float]:
    """Decisions and games a second of random play on one core, four seats."""
    found = bellringer("bench", "notre-dame", "--seats", "4", "--seconds", str(seconds))
    return found["decisions_per_second_per_core"], found["games_per_second_per_core"]


def spread(values: list[float], digits: int = 0) -> str:
    """Median, and least to most."""
    return f"{statistics.median(values):,.{digits}f} ({min(values):,.{digits}f} to {max(values):,.{digits}f})"


def row(pyspiel: Any, name: str, seconds: float) -> str:
    """One game, each measurement paired with ours."""
    game, plain, inside, playouts, plain_ratio, inside_ratio = pyspiel.load_game(name), [], [], [], [], []
    for _ in range(REPEATS):
        decisions, _ = ours(seconds)
        plain.append(python_rate(game, seconds))
        rate, within = mcts_rate(pyspiel, game, seconds)
        playouts.append(rate)
        inside.append(within)
        plain_ratio.append(decisions / plain[-1])
        inside_ratio.append(decisions / within)
    return (
        f"| {name} | {spread(plain)} | {spread(plain_ratio)} | {spread(playouts)} | {spread(inside)} "
        f"| {spread(inside_ratio, 1)} |"
    )


def measure(seconds: float) -> None:
    """Fill the table beside OpenSpiel."""
    try:
        import pyspiel
    except ImportError:
        raise SystemExit("OpenSpiel is not installed; `make bench` installs it") from None
    decisions, games = ours(seconds)
    lines = [
        *heading(f"python -m benchmarks --seconds {seconds:g}", OpenSpiel=version("open_spiel")),
        f"Bellringer, Notre Dame with 4 seats, one core: {decisions:,.0f} decisions and {games:,.0f} games a second of "
        "random play, deals, legal moves and dice included. A ratio is how many times as many decisions that is, the "
        f"median of {REPEATS} pairs measured in turn (least to most).",
        "",
        "| game | Python: decisions/s | ratio | C++ search: playouts/s | its decisions/s | ratio |",
        "|---|---|---|---|---|---|",
        *(row(pyspiel, name, seconds) for name in GAMES),
    ]
    write("openspiel", lines)
