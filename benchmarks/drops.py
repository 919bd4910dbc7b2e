"""How long a drop of two citizens takes: `python -m benchmarks.drops`. The design wants less than 3 microseconds.

Measured are a board just after the deal and a crowded one, aimed at every region and at the palace: the time of the
processor, which other programs disturb less than that of the clock.
"""

from __future__ import annotations

import statistics
import time

import bellringer
from bellringer.core.compiled.state import State
from bellringer.games.rattus.document.drops import aim_of, drop_many
from bellringer.games.rattus.names import COLOURS, REGIONS

SEATS, DROPS, REPEATS = 6, 20_000, 5
CLASSES = ["peasant", "monk", "merchant", "witch", "king", "knight", "nun", "bishop"]


def dealt() -> State:
    """A board with a rat in each region, and nobody there."""
    return bellringer.new_game("rattus", seats=SEATS, seed=1, box="big-box").state


def crowded() -> State:
    """Citizens of all seats and two rats in every region, and pieces that stand."""
    everywhere = {region: 1 + (turn < 3) for turn, region in enumerate(REGIONS)}
    players = {colour: {"citizens": everywhere} for colour in COLOURS[:SEATS]}
    position = {
        **{"game": "rattus", "box": "big-box", "seats": SEATS, "classes": CLASSES, "players": players, "supply": 4},
        **{"rats": {region: 2 for region in REGIONS}, "plague": "germania"},
        **{"nuns": {"gallia": 3}, "bishops": ["italia"]},
    }
    return bellringer.from_position(position).state


def microseconds(state: State, aim: int) -> float:
    """The median of some runs."""
    found = []
    for _ in range(REPEATS):
        began = time.process_time()
        drop_many(state, 0, *aim_of(aim), DROPS, 7)
        found.append((time.process_time() - began) / DROPS * 1e6)
    return statistics.median(found)


def main() -> None:
    """Print the mean over all aims, and the slowest of them."""
    for name, state in (("dealt", dealt()), ("crowded", crowded())):
        found = [microseconds(state, aim) for aim in range(len(REGIONS) + 1)]
        print(f"{name}: {statistics.mean(found):.2f} microseconds a drop, {max(found):.2f} at the slowest aim")


if __name__ == "__main__":
    main()
