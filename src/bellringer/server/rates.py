"""How often something is done within a window of time, for as many keys as there is room for."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic

from limits import RateLimitItem

ROOM = 50_000  # keys that are counted at once, about 10 MB


class Rates:
    """Counts by key. Beyond ROOM the key whose window began first is forgotten: memory is bounded whoever comes."""

    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        self.counts: OrderedDict[str, tuple[float, int]] = OrderedDict()  # the end of each window, and how often so far

    def hit(self, item: RateLimitItem, key: str, times: int = 1) -> bool:
        """Count something once more; False if that is more often than a limit allows. `times`: the limit so often."""
        now = monotonic()
        key = f"{item.get_expiry()} {key}"
        end, count = self.counts.get(key, (0.0, 0))
        if end <= now:
            self.counts.pop(key, None)
            end, count = now + item.get_expiry(), 0
        self.counts[key] = (end, count + 1)
        while len(self.counts) > self.room:
            self.counts.popitem(last=False)
        return count < item.amount * times
