"""The answers to `?`: the rule of a named thing, or the list of keys."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bellringer import Move, Table
from bellringer.core.nearest import nearest
from bellringer.terminal.screen import Screen
from bellringer.text.signs import GOLD

KEYS = (("1, 2, …", "number"), ("u", "u"), ("h", "h"), ("?", "question"), ("l", "l"), ("s", "s"), ("q", "q"))


def explain(table: Table, moves: Sequence[Move], asked: str, screen: Screen) -> RenderableType:
    """The rule of a thing. `asked`: its name, its words or their beginning, or the number of a move about it."""
    names = screen.game.terminal.explained(screen.words.language)
    wanted = " ".join(asked.lower().split())
    if wanted.isdecimal() and 0 < int(wanted) <= len(moves):
        wanted = moves[int(wanted) - 1].name
        wanted = wanted if wanted in names else wanted.rpartition(" ")[2]
    name = names.get(wanted) or only([one for words, one in names.items() if words.startswith(wanted)])
    if name is None:
        found = nearest(wanted, names)
        return Text(
            screen.words("play.no_rule", name=asked) + (screen.words("play.meant", name=found) if found else "")
        )
    text, number = table.rule(name, screen.words.language)
    words = next((words for words, one in names.items() if one == name and words != name), name)
    return Text().append(words, style="bold").append(f"  {number}", style="dim").append(f"\n{text}")


def only(names: Sequence[str]) -> str | None:
    """The name, if all are the same; None otherwise."""
    return names[0] if len(set(names)) == 1 else None


def keys(moves: Sequence[Move], screen: Screen, bot: str) -> RenderableType:
    """The list of keys, the names of these moves, and how to read the picture."""
    words = screen.words
    grid = Grid.grid(padding=(0, 2))
    for key, name in (*KEYS, *screen.more_keys):
        grid.add_row(Text(key, style=f"bold {GOLD}"), words(f"keys.{name}", bot=bot))
    names = words("keys.names", names=", ".join(move.name for move in moves))
    return Group(
        Text(words("keys.heading"), style="bold"),
        grid,
        Text(names),
        Text(screen.game.terminal.legend(words.language)),
    )
