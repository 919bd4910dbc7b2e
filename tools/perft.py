"""Count the sequences of moves from fixed positions, depth by depth, into tests/golden/<game>/perft.json.

Chess programmers call this "perft". If a change affects the rules by mistake, a number changes. For every number of
seats and every option that affects the rules there are the deal of seed 1 and positions from the middle of that game.
Run it after changing the rules on purpose, and read the differences. With `--check` it only prints them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import bellringer
from bellringer.commands.progress import at_work
from bellringer.core.compiled.state import State
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from tools.games import COUNTED
from tools.places import GOLDEN

__all__ = ["Counts", "Start", "differences", "golden_file", "starts"]

SEED = 1
MOST_SEQUENCES = 80_000  # a position is counted a depth deeper until there are so many
DEEPEST = 14

Counts = dict[str, Any]


@dataclass(frozen=True)
class Start:
    """A position to count from."""

    name: str
    game: Game
    state: State

    def count(self, most: int = MOST_SEQUENCES) -> Counts:
        """The numbers of sequences at depths 1, 2, ... up to the first depth that has at least so many.

        Those of the last depth are given by first move as well ("divide").
        """
        found: list[int] = []
        while not found or (found[-1] < most and len(found) < DEEPEST):
            by_move = divide(self.game, self.state, len(found) + 1)
            found.append(sum(by_move.values()))
        return {"counts": found, "divide": by_move}


def perft(state: State, depth: int) -> int:
    """The number of sequences of so many moves, where the lowest pending seat moves. Games that end sooner count 0."""
    if state.over:
        return 0
    seat = state.pending[0]
    if depth == 1:
        return len(state.legal(seat))
    return sum(perft(after(state, seat, move), depth - 1) for move in state.legal(seat))


def divide(game: Game, state: State, depth: int) -> dict[str, int]:
    """The number of sequences of so many moves, by first move."""
    seat = state.pending[0]
    return {
        game.move_names[move]: perft(after(state, seat, move), depth - 1) if depth > 1 else 1
        for move in state.legal(seat)
    }


def after(state: State, seat: int, move: int) -> State:
    """A copy of the state after a move."""
    copy = state.copy()
    copy.apply(seat, move)
    return copy


def starts(game: str) -> Iterator[Start]:
    """All positions to count from."""
    found = find(game)
    where = COUNTED[game]
    allowed = [bellringer.option_table(game)[option][1] for option in where.options]
    for seats in range(found.fewest_seats, found.most_seats + 1):
        for values in product(*allowed):
            options = dict(zip(where.options, values, strict=True))
            try:
                state = found.blank(seats, check_options(found, seats, options), None)
            except bellringer.OptionError:
                continue  # a box that is not for so many
            state.seed(SEED)
            state.deal()
            for place, fields in where.places.items():
                words = (f"{seats} seats", *(f"{option} {value}" for option, value in options.items()), place)
                go_to(found, state, fields)
                yield Start(", ".join(words), found, state.copy())


def go_to(game: Game, state: State, fields: Mapping[str, Any]) -> None:
    """Make fixed, arbitrary moves in place, up to the first position with these fields.

    The n-th decision takes the n-th legal move, counting round: a little of everything, whatever any bot thinks.
    """
    number = 0
    while any(game.position(state)[field] != value for field, value in fields.items()):
        seat = state.pending[0]
        legal = state.legal(seat)
        state.apply(seat, legal[number % len(legal)])
        number += 1


def golden_file(game: str) -> Path:
    """The path of the counts of a game."""
    return GOLDEN / game / "perft.json"


def differences(name: str, kept: Counts | None, found: Counts) -> list[str]:
    """Lines about counts that differ: by depth, and then by move."""
    if kept == found:
        return []
    kept = kept or {"counts": [], "divide": {}}
    lines = [f"{name}: kept {kept['counts']}, found {found['counts']}"]
    for move in {**kept["divide"], **found["divide"]}:
        was, now = kept["divide"].get(move, "-"), found["divide"].get(move, "-")
        lines.append(f"  {move:24} {was!s:>10} {now!s:>10}{'' if was == now else '   <'}")
    return lines


def as_text(counts: Mapping[str, Counts]) -> str:
    """The counts as JSON, with one line for each position."""
    lines = [f"{json.dumps(name)}: {json.dumps(found)}" for name, found in counts.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> int:
    """Count and write the files, or with --check compare them. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=bellringer.game_names(), help="which games; all of them by default")
    parser.add_argument("--check", action="store_true", help="change nothing; fail when a count differs")
    given = parser.parse_args()
    changed = 0
    for game in given.games:
        path = golden_file(game)
        kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        counts = {start.name: start.count() for start in starts(game)}
        for name, found in counts.items():
            for line in differences(name, kept.get(name), found):
                print(line)
                changed += 1
        if not given.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(as_text(counts), encoding="utf-8")
    return 1 if given.check and changed else 0


if __name__ == "__main__":
    sys.exit(at_work(main))
