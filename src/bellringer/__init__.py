"""Bellringer: games of the plague years as compiled engines, with tables, bots, records and views.

table = bellringer.new_game(bellringer.game_names()[0], seats=2, seed=7)
table.play(table.moves(0)[0].name, seat=0)
"""

import bellringer.games  # noqa: F401  # makes the games known
from bellringer.core.contract.registry import game_names, register
from bellringer.core.errors import (
    BellringerError,
    ComponentsError,
    IllegalMove,
    OptionError,
    PositionError,
    RecordError,
    UndoRefused,
)
from bellringer.core.records.record import replay
from bellringer.core.records.verify import verify
from bellringer.core.shown.result import Result
from bellringer.core.tables.table import Event, Move, Table, from_position, new_game, option_table

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
    "game_names",
    "new_game",
    "option_table",
    "register",
    "replay",
    "verify",
]
__version__ = "0.1.0"
