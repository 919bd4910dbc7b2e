"""Write docs/features.md: what a learned value reads of each game's states, and the net that ships with the game."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import bellringer
from bellringer.core.compiled.features import Feature
from bellringer.core.contract.registry import find
from bellringer.core.edges.net_file import NetFile
from tools.generated import main
from tools.places import DOCS

PAGE = DOCS / "features.md"
HEAD = """# Features: what a learned value reads

<!-- Written by tools/docs_features.py. -->

A learned value reads a state as small integers: a block for each seat and one for the table. All seats' blocks have
the same layout. The net of a seat reads its own block, the others' clockwise, and the table's. The state is a world in
which what the seat can't see has been dealt anew, so that a feature may look at everything.

Each game lists its features in `rules/features.py`, beside the function that reads each. A number is put within its
bounds; a usual large value is its scale, by which training divides. A net names the layout that it was trained for, and
another layout refuses it.

The net that ships with a game is the file `net.bin` in the game's folder. Its first line is JSON, with the card that
this page shows.
"""
HEADING = ["feature", "numbers", "bounds", "scale", "meaning", "numbers in order"]


def page() -> str:
    """The page."""
    return "\n".join([HEAD, *(part for name in bellringer.game_names() for part in of_game(name))])


def of_game(name: str) -> Iterator[str]:
    """The part of a game; nothing where no value has been learned."""
    game = find(name)
    features = game.book.features
    if features is None:
        return
    yield f"## {game.fields.title}\n"
    yield f"Layout `{features.layout_version}`.\n"
    for whose, listed in (("A seat", features.of_seats), ("The table", features.of_table)):
        yield f"### {whose}: {sum(len(one.parts) for one in listed)} numbers\n"
        yield table(listed)
    if game.book.net is not None:
        yield from of_net(game.book.net.file)


def of_net(net: NetFile) -> Iterator[str]:
    """The part of the net that ships with a game."""
    yield "### The net that ships\n"
    for part in net.parts:
        seats = ", ".join(map(str, part.seats))
        yield f"For tables of {seats} seats, with {part.width - 1} hidden units and the linear lane.\n"
    yield "".join(
        f"- {name}: {'; '.join([told] if isinstance(told, str) else told)}\n" for name, told in net.card.items()
    )


def table(listed: Sequence[Feature]) -> str:
    """The table of some features."""
    lines = [HEADING, ["---"] * len(HEADING), *map(row, listed)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def row(one: Feature) -> list[str]:
    """A feature's line."""
    parts = ", ".join("all" if part == "" else str(part) for part in one.parts) if len(one.parts) > 1 else ""
    return [one.name, str(len(one.parts)), f"{one.lowest} to {one.highest}", f"{one.scale:g}", one.meaning, parts]


def written() -> dict[Path, str]:
    """The page and its text."""
    return {PAGE: page()}


if __name__ == "__main__":
    sys.exit(main(__doc__ or "", written, "tools.docs_features"))
