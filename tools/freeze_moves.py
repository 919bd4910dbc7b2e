"""Freeze the numbers of new moves: write them into tests/golden/<game>/moves.json, where they then stay.

A later card's moves take numbers that were kept free. A move that has a frozen number keeps it: one that has moved is
an error of the code, and nothing is written.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import bellringer
from bellringer.core.contract.registry import find
from tools.generated import main
from tools.places import GOLDEN

__all__ = ["frozen"]


def frozen(game: str, path: Path) -> str:
    """The file of a game with its new moves. Raises SystemExit when a move's number is another than the file has."""
    names = list(find(game).move_names)
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    if moved := [name for number, name in enumerate(kept) if name and names[number] != name]:
        sys.exit(f"{game}: other numbers than before: {', '.join(moved)}")
    return json.dumps(names, indent=1) + "\n"


def files() -> dict[Path, str]:
    """Every file that this tool writes, with its text."""
    paths = {game: GOLDEN / game / "moves.json" for game in bellringer.game_names()}
    return {path: frozen(game, path) for game, path in paths.items()}


if __name__ == "__main__":
    sys.exit(main(__doc__, files, "tools.freeze_moves"))
