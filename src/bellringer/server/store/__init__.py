"""What is kept: people, tables, and the list of acts that each game is rebuilt from."""

from bellringer.server.store.store import Act, RuleChange, Saying, SeatKept, Store, TableKept, User

__all__ = ["Act", "User", "RuleChange", "Saying", "SeatKept", "Store", "TableKept"]
