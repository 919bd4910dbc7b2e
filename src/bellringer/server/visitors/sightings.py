"""What comes from which address, in memory alone and since the start: for a host who looks for the one that floods.

An address of IPv6 is told by its /64, in which whoever has it can choose any.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from bellringer.server.base.addresses import networks, parsed
from bellringer.server.store import User

MOST_ADDRESSES = 5_000
MOST_PEOPLE = 200  # of one address that are remembered
SHOWN = 50
REFUSED = (403, 413, 421, 429, 503)


@dataclass
class Seen:
    """What one address, or a /64, has done. `people`: the ids of those who came from there, the latest last."""

    first: float
    last: float
    requests: int = 0
    refused: int = 0
    people: OrderedDict[int, None] = field(default_factory=OrderedDict)


class Addresses:
    """The addresses that were seen lately."""

    def __init__(self) -> None:
        self.seen: OrderedDict[str, Seen] = OrderedDict()

    def note(self, address: str, user: User | None) -> None:
        """Somebody asks for something."""
        found = self._of(address)
        found.requests += 1
        if user is not None:
            found.people[user.id] = None
            found.people.move_to_end(user.id)
            if len(found.people) > MOST_PEOPLE:
                found.people.popitem(last=False)

    def note_answer(self, address: str, status: int) -> None:
        """Somebody was answered."""
        if status in REFUSED:
            self._of(address).refused += 1

    def _of(self, address: str) -> Seen:
        at, name = time.time(), networks(address)[-1].name
        found = self.seen.setdefault(name, Seen(at, at))
        found.last = at
        self.seen.move_to_end(name)
        if len(self.seen) > MOST_ADDRESSES:
            self.seen.popitem(last=False)
        return found

    def told(self, address: str | None = None) -> list[dict[str, Any]]:
        """One address or /64, or those that ask for most."""
        if address is not None and parsed(address) is not None:
            address = networks(address)[-1].name
        found = [(name, seen) for name, seen in self.seen.items() if address in (None, name)]
        found.sort(key=lambda one: -one[1].requests)
        return [
            {"address": name, "requests": seen.requests, "refused": seen.refused, "people": list(seen.people),
             "first": int(seen.first * 1000), "last": int(seen.last * 1000)}
            for name, seen in found[:SHOWN]
        ]  # fmt: skip
