"""Rattus, by Åse and Henrik Berg: the base game, on its own board and on that of the Big Box.

| folder or file | holds |
|---|---|
| `rules/` | the rules, compiled: the struct of a game, one subject a file, the engine on top |
| `cards/` | the class cards: what each does, its numbers, its words, its emblem |
| `document/` | positions and views by names, and the table of fields that they follow from |
| `words/` | what the game says, in English and French |
| `show/` | the table as a picture, in a terminal, on a page |
| `box.toml`, `box.py` | what is in the box, and how a box's file is read |
| `names.py` | the names of all that has a number |
| `game.py` | all of it together: the contract of core/contract/game.py |
"""

from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import register


def load() -> Game:
    """The game. Its modules are imported when it is first asked for."""
    from bellringer.games.rattus.game import GAME

    return GAME


register("rattus", load)
