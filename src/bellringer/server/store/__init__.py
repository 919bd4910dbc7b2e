"""What is kept: people, tables, and the list of acts that each game is rebuilt from."""

from bellringer.server.store.company import GONE, REMOVED, Aside, Report
from bellringer.server.store.fair import Fair, new_fair
from bellringer.server.store.kept import Act, RuleChange, Saying, SeatKept, TableKept, User
from bellringer.server.store.store import Store

__all__ = [
    "GONE",
    "REMOVED",
    "Act",
    "Aside",
    "Fair",
    "Report",
    "RuleChange",
    "Saying",
    "SeatKept",
    "Store",
    "TableKept",
    "User",
    "new_fair",
]
