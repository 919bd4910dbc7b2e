"""What is kept: people, tables, and the list of acts that each game is rebuilt from."""

from bellringer.server.store.store import Act, Person, RuleChange, Saying, SeatKept, Store, TableKept

__all__ = ["Act", "Person", "RuleChange", "Saying", "SeatKept", "Store", "TableKept"]
