"""The card of a data set: what it has, how it was made, and how to make it again, as Markdown."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

from bellringer.arena.played import read_games
from bellringer.core.edges.files import read_bytes, write_text
from bellringer.training.dataset import DataPlan
from bellringer.training.parts import part_files

CARD = "card.md"
MOST_PART = 1 << 30  # bytes of a file
TEXT = """\
# Games of {game} between bots

{games:,} games with {decisions:,} decisions, played by Bellringer {bellringer}, rules {rules}.

```sh
{command} --games {games} --out FOLDER
```

makes the same files again, byte for byte, with the same versions of Bellringer and of its libraries.

## What it has

A table with {seats} seats and these options: `{options}`. A row is a game. The columns are those of Bellringer's played
games: the seed of the deal, who decided, every move by its number, the places, the scores, and each seat's chance to
win as a deciding search saw it (NaN where a bot told none).
{kept}
A row of observations has what the seat saw that decided, and nothing else. The seed of a game and the moves of others
tell more than that: they are for playing a game again.

## Who played

| bot | seats | victories a seat, shared ones in parts |
|---|---|---|
{players}
{nets}
## What it is not

Bots are not people: their openings are few, and their mistakes are their own. Nothing of a person is in it. The games
are facts that a program computed; use them as you like.

## SHA-256

```
{sums}
```
"""
KEPT = {
    "observations": "\n- `observations`: what the deciding seat saw, {width} numbers of int8, layout `{version}`",
    "masks": "\n- `masks`: its legal moves as bits, {mask_bytes} bytes a decision, the lowest bit first",
    "visits": "\n- `tried`, `answers`, `visits`: how often a search tried each move of a decision",
}


@dataclass
class Tally:
    """What the files of a data set have in all. `sat` and `won`: by bot, its seats, and its parts of victories."""

    games: int = 0
    decisions: int = 0
    sat: dict[str, int] = field(default_factory=dict)
    won: dict[str, float] = field(default_factory=dict)
    sums: list[str] = field(default_factory=list)

    def add(self, path: Path, plan: DataPlan) -> None:
        """Count a file. Raises OptionError, FileProblem."""
        rows = read_games(path, plan.found)
        self.games += len(rows)
        self.decisions += int(rows["moves"].list.len().sum())
        self.sums.append(f"{hashlib.sha256(read_bytes(path, MOST_PART)).hexdigest()}  {path.name}")
        for names, places in rows.select("bots", "places").iter_rows():
            for name, place in zip(names, places, strict=True):
                self.sat[name] = self.sat.get(name, 0) + 1
                self.won[name] = self.won.get(name, 0.0) + (1 / places.count(1) if place == 1 else 0.0)


def write_card(plan: DataPlan, folder: Path) -> Path:
    """Write the card of a whole data set beside its files, and return its path. Raises OptionError, FileProblem."""
    tally, told = Tally(), plan.identity()
    for path in part_files(folder):
        tally.add(path, plan)
    figures = {"width": plan.encoder.width, "version": told["observations"]["version"], "mask_bytes": plan.mask_bytes}
    nets = [f"\n`{name}` values positions by the net {digest}.\n" for name, digest in told.get("nets", {}).items()]
    text = TEXT.format(
        game=plan.game,
        games=tally.games,
        decisions=tally.decisions,
        bellringer=told["bellringer"],
        rules=told["rules"],
        command=plan.command(),
        seats=plan.seats,
        options=json.dumps(told["options"]),
        kept="".join(KEPT[name].format(**figures) for name in plan.keeps) + ("\n" if plan.keeps else ""),
        players="\n".join(f"| `{name}` | {sat:,} | {tally.won[name] / sat:.1%} |" for name, sat in tally.sat.items()),
        nets="".join(nets),
        sums="\n".join(tally.sums),
    )
    write_text(folder / CARD, text)
    return folder / CARD
