"""How many tables that are not finished were made from where, so that no address fills the server.

Only in memory: addresses are never stored. A restart forgets what was made before it, which no visitor can bring about;
when there is little room then, tables give way by the people who made them (giving_way.py).
"""

from __future__ import annotations

from collections import Counter
from time import monotonic

from bellringer.server.base.addresses import Network, networks
from bellringer.server.base.turns import Path
from bellringer.server.store import TableKept

WEEK = 7 * 24 * 60 * 60.0  # seconds for which a table counts as a new one
OLD_TOO = 3  # times a share of new tables that there may be with the older ones: games left alone live for months


class Shares:
    """The tables that count, by their addresses, with the networks where they were made. There are at most as many as
    the server may have unfinished tables, and four networks for each.

    All of them count until they are finished, so that no address fills the server bit by bit; but new ones have a share
    of their own, so that games which nobody finishes do not close a school's door.
    """

    def __init__(self) -> None:
        self.made: dict[str, tuple[Network, ...]] = {}
        self.new: dict[str, float] = {}  # when those were made that are less than a week old, the oldest first
        self.counts: Counter[str] = Counter()  # by network
        self.new_counts: Counter[str] = Counter()

    def add(self, table: str, where: str) -> None:
        """Count a table that somebody has made. `where`: the maker's address; empty for nobody's."""
        if where:
            self.made[table], self.new[table] = networks(where), monotonic()
            for counts in (self.counts, self.new_counts):
                counts.update(network.name for network in self.made[table])

    def drop(self, table: str) -> None:
        """Count a table no longer, if it was."""
        self._age(table)
        lessen(self.counts, self.made.pop(table, ()))

    def has_room(self, where: str, one: int, everything: int) -> bool:
        """Whether one more table may be made from an address. `one`: a single share; `everything`: of all there are."""
        long_ago = monotonic() - WEEK
        while self.new and (oldest := next(iter(self.new))) and self.new[oldest] < long_ago:
            self._age(oldest)
        return not where or all(
            self.new_counts[network.name] < network.share(one, everything)
            and self.counts[network.name] < network.share(OLD_TOO * one, everything)
            for network in networks(where)
        )

    def has_any(self, where: str) -> bool:
        """Whether a table that counts was made in one of the networks of an address."""
        return bool(where) and any(self.counts[network.name] for network in networks(where))

    def _age(self, table: str) -> None:
        """Count a table as a new one no longer."""
        if self.new.pop(table, None) is not None:
            lessen(self.new_counts, self.made[table])

    def path(self, kept: TableKept) -> Path:
        """For whom a table's bots think: who made it, within the networks where, as far as that is known."""
        return (*(network.name for network in self.made.get(kept.address, ())), kept.host)

    def made_in(self, network: str) -> list[str]:
        """The addresses of the tables that were made in a network."""
        return [table for table, found in self.made.items() if network in (one.name for one in found)]


def lessen(counts: Counter[str], found: tuple[Network, ...]) -> None:
    """Count networks once less."""
    for network in found:
        counts[network.name] -= 1
        if not counts[network.name]:
            del counts[network.name]
