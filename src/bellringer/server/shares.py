"""How many tables that are not finished were made from where, so that no address fills the server.

Only in memory: addresses are never stored. A restart forgets what was made before it, which no visitor can bring about.
"""

from __future__ import annotations

from collections import Counter
from time import monotonic

from bellringer.server.addresses import Network, networks

WEEK = (
    7 * 24 * 60 * 60.0
)  # seconds after which a table no longer counts, so that old games do not close a school's door


class Shares:
    """The tables that count, by their addresses, with the networks where they were made. There are at most as many as
    the server may have unfinished tables, and four networks for each."""

    def __init__(self) -> None:
        self.made: dict[str, tuple[float, tuple[Network, ...]]] = {}  # the oldest first
        self.counts: Counter[str] = Counter()

    def add(self, table: str, where: str) -> None:
        """Count a table that somebody has made. `where`: the maker's address; empty for nobody's."""
        if where:
            found = networks(where)
            self.made[table] = (monotonic(), found)
            self.counts.update(network.name for network in found)

    def drop(self, table: str) -> None:
        """Count a table no longer, if it was."""
        _, found = self.made.pop(table, (0.0, ()))
        for network in found:
            self.counts[network.name] -= 1
            if not self.counts[network.name]:
                del self.counts[network.name]

    def has_room(self, where: str, one: int, everything: int) -> bool:
        """Whether one more table may be made from an address. `one`: a single share; `everything`: of all there are."""
        self._forget_old()
        return not where or all(
            self.counts[network.name] < network.share(one, everything) for network in networks(where)
        )

    def _forget_old(self) -> None:
        long_ago = monotonic() - WEEK
        while self.made and (oldest := next(iter(self.made))) and self.made[oldest][0] < long_ago:
            self.drop(oldest)
