"""Find solved endings: positions near a game's end with one clearly best move, kept as tests of the search.

    python -m tools.endings

It plays random games to their last decisions. A simple solver, which shares no code with the search, then goes through
everything that can still happen, in several deals of what the seat can't see. It keeps a position if one move wins much
more, even if all other seats play against this one, than any other move does when all play for themselves. The
positions are written to tests/golden/<game>/endings.json.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import bellringer
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from tools.places import GOLDEN
from tools.plans import plan

__all__ = ["clearly_best"]

DEALS = 12  # of what the seat can't see
MARGIN = 0.4  # of the victory, between the best move and any other
MOST_NODES = 4000  # that the solver looks at for a position
WANTED = 24
LAST = 40  # decisions before a game's end, in which positions are looked for


class TooMuch(Exception):
    """The game can still go on in more ways than the solver is allowed to try."""


class Solver:
    """Tries everything that can happen in one deal. `hostile`: the other seats play against this one."""

    def __init__(self, seat: int, hostile: bool) -> None:
        self.seat, self.hostile, self.left = seat, hostile, MOST_NODES

    def wins(self, state: State) -> list[float]:
        """Each seat's part of the victory if all play their best. Equally good moves are averaged."""
        self.left -= 1
        if self.left < 0:
            raise TooMuch
        if state.over:
            places = [state.place(p) for p in range(state.seats)]
            return [1 / places.count(1) if place == 1 else 0.0 for place in places]
        p = state.pending[0]
        found = [self.wins(after(state, p, move)) for move in state.legal(p)]
        if self.hostile and p != self.seat:
            return min(found, key=lambda wins: wins[self.seat])
        most = max(wins[p] for wins in found)
        best = [wins for wins in found if wins[p] == most]
        return [sum(column) / len(best) for column in zip(*best, strict=True)]


def after(state: State, seat: int, move: int) -> State:
    """The state after a move."""
    twin = state.copy()
    twin.apply(seat, move)
    return twin


def clearly_best(state: State, seat: int) -> int | None:
    """The move that wins more than any other by the margin, or None."""
    names = find(state.book.name).move_names
    looks = tuple(plan(state.book.name)["endings"]["looks"])  # the solver, who sees all, would overrate them
    if any(names[move].startswith(looks) for move in state.legal(seat)):
        return None
    worlds = [state.determinized(seat, seed) for seed in range(DEALS)]
    try:
        sure = {move: mean_win(worlds, seat, move, hostile=True) for move in state.legal(seat)}
        best = max(sure, key=lambda move: sure[move])
        if sure[best] < MARGIN:
            return None
        others = (mean_win(worlds, seat, move, hostile=False) for move in sure if move != best)
        return best if all(sure[best] - other >= MARGIN for other in others) else None
    except TooMuch:
        return None


def mean_win(worlds: list[State], seat: int, move: int, hostile: bool) -> float:
    """The seat's mean part of the victory after a move, over all deals."""
    return sum(Solver(seat, hostile).wins(after(world, seat, move))[seat] for world in worlds) / len(worlds)


def candidates(game: str, options: dict[str, Any], seed: int) -> Iterator[State]:
    """Yield the states at the last decisions of a random game."""
    dice = random.Random(seed)
    state, states = bellringer.new_game(game, seed=seed, **options).state.copy(), []
    while not state.over:
        states.append(state.copy())
        seat = dice.choice(state.pending)
        state.apply(seat, dice.choice(state.legal(seat)))
    yield from states[-LAST:]


def endings(game: str) -> list[dict[str, Any]]:
    """Find so many endings, from each kind of table in turn."""
    found: list[dict[str, Any]] = []
    names, tables = find(game).move_names, plan(game)["endings"]["tables"]
    per_table = {number: 0 for number in range(len(tables))}
    seed = 0
    while len(found) < WANTED and seed < 4000:
        number = min(per_table, key=lambda one: (per_table[one], (one + seed) % len(per_table)))
        number = seed % len(per_table) if per_table[number] else number
        seed += 1
        for state in candidates(game, tables[number], seed):
            seat = state.pending[0]
            if len(state.pending) == 1 and (best := clearly_best(state, seat)) is not None:
                position = find(game).position(state)
                found.append({"seat": seat, "best": names[best], "position": position})
                per_table[number] += 1
                print(game, len(found), tables[number], names[best], file=sys.stderr)
                break
    return found


def main() -> None:
    """Find and write the endings of all games."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    for game in bellringer.game_names():
        target = GOLDEN / game / "endings.json"
        lines = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in endings(game))
        target.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
