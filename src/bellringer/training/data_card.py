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
from bellringer.training.served import ServedKind

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
SERVED = """\
# Finished games of {game} at the tables of a server

{games:,} games with {decisions:,} decisions, read by Bellringer {bellringer}, rules of the table {rules}.

```sh
{command} --out FOLDER
```

makes the same files again of the same games, with the same versions of Bellringer and of its libraries.

## What it has

Tables with {seats} seats, one layout of observations, and the same rules; what else was chosen, such as who began,
stands in each row. A row is a game. The columns are those of Bellringer's played games, with `scheme` and `chance` in
place of a seed, from which the deal and all draws follow, and with `people`: whether a person made each decision.
{kept}
A row of observations has what the seat saw that decided, and nothing else. The chance of a game and the moves of others
tell more than that: they are for playing a game again.

## Who played

| who | seats | victories a seat, shared ones in parts |
|---|---|---|
{players}

`person` is anybody who is no bot. Where `people` is false on such a seat, a bot stood in.

## What it is not

It is no record of anybody: there are no names, numbers of persons or tables, times or words of a chat, and the order of
the games tells nothing of when they were played. But whoever has a record of a game finds it here by its moves. Moves
that were taken back are not in it. Whether somebody had a hint or a teacher is not told. Games that ended before their
end, began from a position or were played by other rules are left out.

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

    @property
    def players(self) -> str:
        """Who sat how often and won how much, as rows of a table."""
        return "\n".join(f"| `{name}` | {sat:,} | {self.won[name] / sat:.1%} |" for name, sat in self.sat.items())

    def add(self, path: Path, plan: DataPlan | ServedKind) -> None:
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
    tally, told = tallied(plan, folder), plan.identity()
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
        kept=kept_words(plan),
        players=tally.players,
        nets="".join(nets),
        sums="\n".join(tally.sums),
    )
    write_text(folder / CARD, text)
    return folder / CARD


def write_served_card(kind: ServedKind, folder: Path) -> Path:
    """Write the card of a kind's finished games beside their files, and return its path. Raises as `write_card`."""
    tally, told = tallied(kind, folder), kind.identity()
    text = SERVED.format(
        game=kind.found.name,
        games=tally.games,
        decisions=tally.decisions,
        bellringer=told["bellringer"],
        rules=told["rules_of_table"],
        command=kind.command(),
        seats=kind.seats,
        kept=kept_words(kind),
        players=tally.players,
        sums="\n".join(tally.sums),
    )
    write_text(folder / CARD, text)
    return folder / CARD


def tallied(plan: DataPlan | ServedKind, folder: Path) -> Tally:
    """What the files of a folder have in all."""
    tally = Tally()
    for path in part_files(folder):
        tally.add(path, plan)
    return tally


def kept_words(plan: DataPlan | ServedKind) -> str:
    """What rows hold besides, a line each."""
    version = plan.identity()["observations"]["version"]
    figures = {"width": plan.encoder.width, "version": version, "mask_bytes": plan.mask_bytes}
    return "".join(KEPT[name].format(**figures) for name in plan.keeps) + ("\n" if plan.keeps else "")
