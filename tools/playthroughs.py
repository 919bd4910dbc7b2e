"""Write the playthroughs of our games by OpenSpiel's own generator: a game each, with all that OpenSpiel is told of it.

    python -m tools.playthroughs

Lines too long to be compared by eye are cut; the digest of the whole stands in place of the rest.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import bellringer
from tools.generated import main
from tools.places import GOLDEN

__all__ = ["FOLDER", "generated"]

FOLDER = GOLDEN / "playthroughs"
SEED = 46
SEATS = 2
LONGEST, KEPT = 200, 140  # letters of a line, and those that stay of a longer one
DIGITS = 16  # of its digest


def generated() -> dict[Path, str]:
    """The files and what they hold."""
    return {FOLDER / f"{game}.txt": playthrough(game) for game in bellringer.game_names()}


def playthrough(game: str) -> str:
    """A random game, as OpenSpiel tells it."""
    from open_spiel.python.algorithms.generate_playthrough import playthrough_lines

    from bellringer.envs.openspiel import PLAYERS, name_of

    told = playthrough_lines(f"{name_of(game)}({PLAYERS}={SEATS})", seed=SEED)
    return "".join(f"{shortened(line)}\n" for line in told)


def shortened(line: str) -> str:
    """A line that can be read."""
    if len(line) <= LONGEST:
        return line
    digest = hashlib.sha256(line.encode()).hexdigest()[:DIGITS]
    return f"{line[:KEPT]} … {len(line)} letters, {digest}"


if __name__ == "__main__":
    sys.exit(main(__doc__ or "", generated, "tools.playthroughs"))
