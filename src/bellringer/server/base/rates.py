"""How often something is done within a window of time, for as many keys as there is room for."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from time import monotonic

from limits import RateLimitItem

ROOM = 50_000  # keys that are counted at once, about 10 MB


class Rates:
    """Counts by key, for each length of a window apart. Beyond ROOM keys the one is forgotten whose window ends first.

    So memory is bounded whoever comes; and many who come within a second make nobody's count of a day forgotten.
    """

    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        # by the seconds of a window: the end of each key's, and how often so far
        self.counts: defaultdict[int, OrderedDict[str, tuple[float, int]]] = defaultdict(OrderedDict)

    def hit(self, item: RateLimitItem, key: str, times: int = 1) -> bool:
        """Count something once more; False if that is more often than a limit allows. `times`: the limit so often."""
        now = monotonic()
        seconds = item.get_expiry()
        counts = self.counts[seconds]
        end, count = counts.get(key, (0.0, 0))
        if end <= now:
            counts.pop(key, None)
            end, count = now + seconds, 0
        counts[key] = (end, count + 1)
        while len(counts) > self.room:
            counts.popitem(last=False)
        return count < item.amount * times
