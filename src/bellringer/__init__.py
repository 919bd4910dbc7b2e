"""Bellringer: Notre Dame and Rattus as compiled engines, with tables, bots, records and views.

table = bellringer.new_game("notre-dame", seats=2, seed=7)
table.play("keep bank", seat=0)
"""

from bellringer.core.errors import (
    BellringerError,
    ComponentsError,
    IllegalMove,
    OptionError,
    PositionError,
    RecordError,
    UndoRefused,
)
from bellringer.core.game import Result, games, register
from bellringer.core.record import replay, verify
from bellringer.core.table import Event, Move, Table, from_position, new_game, option_table

__all__ = [
    "BellringerError",
    "ComponentsError",
    "Event",
    "IllegalMove",
    "Move",
    "OptionError",
    "PositionError",
    "RecordError",
    "Result",
    "Table",
    "UndoRefused",
    "from_position",
    "games",
    "new_game",
    "option_table",
    "replay",
    "verify",
]
register("notre-dame", "bellringer.games.notre_dame.game")
register("rattus", "bellringer.games.rattus.game")
__version__ = "0.1.0"
