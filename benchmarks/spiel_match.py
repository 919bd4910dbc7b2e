"""Our search against OpenSpiel's IS-MCTS on our games, which it plays as games written in Python.

    python -m benchmarks.spiel_match FOLDER [--games GAME ...] [--deals 50] [--seconds 0.25] [--seed 46] [--write]

Two seats; each deal is played twice, with the seats swapped. OpenSpiel's bot thinks so many seconds of the processor a
move, ours a hundredth of that. Both times are turned into fixed numbers of simulations, as many as were made in them in
games played before, so that the games can be repeated and it does not matter what else the machine does. What a move
really took is told beside.

FOLDER keeps each game when it is over: a match that was stopped goes on there. The figures are printed; --write puts
them into docs/environments/openspiel.md.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

import bellringer
from bellringer import bots
from bellringer.arena.statistics import Estimate, share_estimate
from bellringer.bots import LEAST_SECONDS, MOST_SECONDS
from bellringer.commands.progress import at_work
from bellringer.core.edges.files import read_text, write_text
from benchmarks import pages
from benchmarks.machine import ROOT

PAGE = ROOT / "docs" / "environments" / "openspiel.md"
SEATS = 2
SHARE = 100  # of their time, ours is one part
EXPLORATION = 1.0  # of IS-MCTS, whose rewards are from 0 to 1 here
TRIAL = 6  # simulations of a move in the games by which times are measured
TRIAL_GAMES = 2
MOST_DEALS = 1_000_000


@dataclass(frozen=True)
class Plan:
    """What makes a match: who thinks how much, and which deals."""

    game: str
    seconds: float
    seed: int
    ours: str
    simulations: int
    exploration: float
    open_spiel: str


@dataclass(frozen=True)
class Played:
    """One game. `won`: our share of the victory; `moves` and `seconds`: of decisions with a choice, ours and theirs."""

    deal: int
    seat: int
    won: float
    moves: tuple[int, int]
    seconds: tuple[float, float]


class Player:
    """Chooses, and counts what it took."""

    def __init__(self) -> None:
        self.moves, self.seconds = 0, 0.0

    def step(self, state: Any) -> int:
        """An action."""
        legal = state.legal_actions()
        if len(legal) == 1:
            return int(legal[0])
        begun = time.process_time()
        action = self.choose(state)
        self.seconds += time.process_time() - begun
        self.moves += 1
        return action

    def choose(self, state: Any) -> int:
        """An action where there is a choice."""
        raise NotImplementedError

    @property
    def rate(self) -> float:
        """Seconds a move."""
        return self.seconds / self.moves


class Ours(Player):
    """One of our bots, by its name."""

    def __init__(self, name: str, seed: int) -> None:
        super().__init__()
        self.bot = bots.make(name, seed)

    def choose(self, state: Any) -> int:
        return self.bot.choose_number(state.node.state, state.current_player())


class Theirs(Player):
    """OpenSpiel's IS-MCTS with random playouts, in Python: the one in C++ can't play games written in Python."""

    def __init__(self, game: Any, simulations: int, seed: int) -> None:
        super().__init__()
        from open_spiel.python.algorithms.ismcts import ISMCTSBot
        from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

        from bellringer.envs.openspiel import Resampler

        dice = np.random.RandomState(seed)
        evaluator = RandomRolloutEvaluator(1, dice)
        self.bot = ISMCTSBot(game, evaluator, EXPLORATION, simulations, random_state=dice)
        self.bot.set_resampler(Resampler(seed))

    def choose(self, state: Any) -> int:
        return int(self.bot.step(state))


def load(game: str) -> Any:
    """A table of OpenSpiel."""
    import pyspiel

    from bellringer.envs.openspiel import PLAYERS, name_of

    return pyspiel.load_game(name_of(game), {PLAYERS: SEATS})


def play(game: Any, players: tuple[Player, Player], luck: random.Random) -> list[float]:
    """A game; what each seat wins."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(luck.randrange(game.max_chance_outcomes()))
        else:
            state.apply_action(players[state.current_player()].step(state))
    found: list[float] = state.returns()
    return found


# how much both think


def simulations_in(game: Any, seconds: float) -> int:
    """How many simulations IS-MCTS makes in a time, in the mean over whole games."""
    players = Theirs(game, TRIAL, 1), Theirs(game, TRIAL, 2)
    for number in range(TRIAL_GAMES):
        play(game, players, random.Random(number))
    rate = sum(one.seconds for one in players) / sum(one.moves for one in players)
    return max(1, round(TRIAL * seconds / rate))


def iterations_in(game: Any, seconds: float) -> int:
    """How many iterations our search makes at most in a time, in the mean over whole games."""
    trial = 64
    while True:
        players = Ours(f"search:{trial}", 1), Ours(f"search:{trial}", 2)
        for number in range(TRIAL_GAMES):
            play(game, players, random.Random(number))
        rate = sum(one.seconds for one in players) / sum(one.moves for one in players)
        if rate > seconds / 2:
            return max(1, int(trial * seconds / rate))
        trial *= 2


def plan_of(name: str, seconds: float, seed: int) -> Plan:
    """A match in which ours has at most its share of their time."""
    game = load(name)
    ours = f"search:{iterations_in(game, seconds / SHARE)}"
    return Plan(name, seconds, seed, ours, simulations_in(game, seconds), EXPLORATION, version("open_spiel"))


# the games


def one_game(plan: Plan, game: Any, deal: int, seat: int) -> Played:
    """A game in which ours has a seat."""
    own = 2 * deal + seat + plan.seed * 2 * MOST_DEALS
    ours, theirs = Ours(plan.ours, own), Theirs(game, plan.simulations, own % 2**31)
    players: tuple[Player, Player] = (ours, theirs) if seat == 0 else (theirs, ours)
    won = play(game, players, random.Random(f"{plan.game} {plan.seed} {deal}"))[seat]
    return Played(deal, seat, won, (ours.moves, theirs.moves), (ours.seconds, theirs.seconds))


class Kept:
    """A match in its file: the plan, and a line for each game that is over."""

    def __init__(self, path: Path, made: Mapping[str, Any]) -> None:
        """`made`: what the plan of a match that goes on here must have; else a new one is made with it."""
        self.path = path
        lines = read_text(path).splitlines() if path.exists() else []
        if not lines:
            plan = plan_of(made["name"], made["seconds"], made["seed"])
            lines = [json.dumps(asdict(plan))]
            write_text(path, lines[0] + "\n")
        self.plan = Plan(**json.loads(lines[0]))
        if (self.plan.game, self.plan.seconds, self.plan.seed) != (made["name"], made["seconds"], made["seed"]):
            raise SystemExit(f"{path} has another match: {lines[0]}")
        self.games = [Played(**json.loads(line)) for line in lines[1:]]

    def add(self, played: Played) -> None:
        """Keep a game."""
        self.games.append(played)
        lines = [json.dumps(asdict(self.plan)), *(json.dumps(asdict(one)) for one in self.games)]
        write_text(self.path, "".join(f"{one}\n" for one in lines))


def played_on(kept: Kept, deals: int) -> Iterator[Played]:
    """The games that are missing."""
    game, done = load(kept.plan.game), {(one.deal, one.seat) for one in kept.games}
    for deal, seat in product(range(deals), range(SEATS)):
        if (deal, seat) not in done:
            found = one_game(kept.plan, game, deal, seat)
            kept.add(found)
            yield found


# figures


def interval(found: Estimate) -> str:
    """A share with its interval, which has a width even where every deal went the same way."""
    if found.low is None or found.high is None:
        return f"{found.value:.1%}"
    return f"{found.value:.1%} ({found.low:.1%} to {found.high:.1%})"


def figures(kept: Kept) -> dict[str, Any]:
    """What a match has shown: of the deals that were played from both seats."""
    of_deals: dict[int, list[float]] = {}
    for one in kept.games:
        of_deals.setdefault(one.deal, []).append(one.won)
    shares = [statistics.mean(both) for both in of_deals.values() if len(both) == SEATS]
    estimate = share_estimate(np.array(shares)) if shares else None
    moves = [sum(one.moves[i] for one in kept.games) for i in range(2)]
    seconds = [sum(one.seconds[i] for one in kept.games) / max(1, moves[i]) for i in range(2)]
    return {
        "deals": len(shares), "won": interval(estimate) if estimate else "nothing yet",
        "ours": seconds[0], "theirs": seconds[1],
    }  # fmt: skip


def line(kept: Kept) -> str:
    """A match, for people."""
    found, plan = figures(kept), kept.plan
    return (
        f"{plan.game}: ours wins {found['won']} in {found['deals']} deals; a move takes "
        f"ours {1e3 * found['ours']:.2f} ms ({plan.ours}), IS-MCTS {1e3 * found['theirs']:.0f} ms "
        f"({plan.simulations} simulations): {found['theirs'] / max(found['ours'], 1e-9):.0f} times as long"
    )


def table(matches: list[Kept]) -> list[str]:
    """Matches, for the page."""
    rows = []
    for kept in matches:
        found, plan = figures(kept), kept.plan
        rows.append(
            f"| {plan.game} | {found['deals']} | {found['won']} "
            f"| {1e3 * found['ours']:.2f} ms, {plan.ours.partition(':')[2]} iterations "
            f"| {1e3 * found['theirs']:.0f} ms, {plan.simulations} simulations "
            f"| {found['theirs'] / found['ours']:.0f} |"
        )
    heads = "| game | deals | ours wins | ours takes for a move | IS-MCTS takes | times as long |"
    return [heads, "|---|--:|--:|--:|--:|--:|", *rows]


def main(arguments: list[str] | None = None) -> int:
    """Play on, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", nargs="+", choices=bellringer.game_names(), default=list(bellringer.game_names()))
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=0.25, help="that OpenSpiel's bot has for a move")
    parser.add_argument("--seed", type=int, default=46)
    parser.add_argument("--write", action="store_true", help="put the figures into the page")
    chosen = parser.parse_args(arguments)
    if not 1 <= chosen.deals <= MOST_DEALS:
        parser.error(f"--deals: 1 to {MOST_DEALS:,}")
    if not SHARE * LEAST_SECONDS <= chosen.seconds <= MOST_SECONDS:
        parser.error(f"--seconds: {SHARE * LEAST_SECONDS:g} to {MOST_SECONDS:,.0f}")
    chosen.folder.mkdir(parents=True, exist_ok=True)
    matches = []
    for name in chosen.games:
        kept = Kept(chosen.folder / f"{name}.jsonl", {"name": name, "seconds": chosen.seconds, "seed": chosen.seed})
        for _ in played_on(kept, chosen.deals):
            if len(kept.games) % (2 * SEATS) == 0:
                print(line(kept), file=sys.stderr, flush=True)
        print(line(kept), flush=True)
        matches.append(kept)
    if chosen.write:
        pages.put("match", table(matches), PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(at_work(main))
