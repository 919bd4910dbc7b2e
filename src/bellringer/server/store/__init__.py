"""What is kept: people, tables, and the list of acts that each game is rebuilt from.

Here is what the server has of it in memory, which imports no database; the database is in store.py.
"""

from bellringer.server.store.values.beginnings import Beginning, Mark
from bellringer.server.store.values.fair import Fair, new_fair
from bellringer.server.store.values.kept import (
    GONE,
    REMOVED,
    Act,
    Aside,
    Report,
    RuleChange,
    Saying,
    SeatKept,
    TableKept,
    User,
)

__all__ = [
    "GONE",
    "REMOVED",
    "Act",
    "Aside",
    "Beginning",
    "Fair",
    "Mark",
    "Report",
    "RuleChange",
    "Saying",
    "SeatKept",
    "TableKept",
    "User",
    "new_fair",
]
