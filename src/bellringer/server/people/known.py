"""The people that a server knows: by the keys in their browsers, of which it keeps hashes alone."""

from __future__ import annotations

import hashlib
from collections.abc import Collection

from bellringer.server.base.heads import is_head
from bellringer.server.errors import Refused
from bellringer.server.people.names import checked_name
from bellringer.server.store import User
from bellringer.server.store.past_games import PastGame, past_games
from bellringer.server.store.store import Store

MOST_KEPT = 5_000  # how many stay in memory


def hash_of(key: str) -> bytes:
    """The hash of a key, which is what the database has of it."""
    return hashlib.sha256(key.encode()).digest()


class People:
    """Who somebody is. `lately`: those seen lately, by the hashes of their keys.

    `here`: who was here since that was stored last. `leaving`: who is being removed; none of their requests changes
    anything.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.lately: dict[bytes, User] = {}
        self.here: set[int] = set()
        self.leaving: set[int] = set()

    async def user(self, key: str | None) -> User | None:
        """The user with that key; None for a new visitor. Who wants no more than a head is not noted as here."""
        if not key:
            return None
        key_hash = hash_of(key)
        found = self.lately.get(key_hash) or self.store.user(key_hash)
        if found is None or found.id in self.leaving:
            return None
        if not is_head():
            self._note(key_hash, found)
        return found

    def seen_lately(self, key: str) -> User | None:
        """The user with a key, if one was seen lately, at no cost."""
        return self.lately.get(hash_of(key))

    def introduce(self, key: str, name: str) -> User:
        """Store a user by key and name. Raises OptionError for a bad name, Refused for who is just being removed."""
        key_hash = hash_of(key)
        known = self.lately.get(key_hash) or (self.store.user(key_hash) if self.leaving else None)
        if known is not None and known.id in self.leaving:
            raise Refused("unknown-key", "nobody has this key", 401)
        user = self.store.remember(key_hash, checked_name(name), known)
        self._note(key_hash, user)
        return user

    async def past_games(self, user: User) -> list[PastGame]:
        """The latest games that a user has finished, the newest first."""
        return past_games(self.store.engine, self.store.aside, user)

    def _note(self, key_hash: bytes, user: User) -> None:
        """Keep somebody in memory, in the place of who was not seen for longest."""
        self.here.add(user.id)
        self.lately.pop(key_hash, None)
        self.lately[key_hash] = user
        while len(self.lately) > MOST_KEPT:
            del self.lately[next(iter(self.lately))]

    def forget(self, gone: Collection[int]) -> None:
        """Let nothing in memory remember people who are removed: one may have come back in that moment."""
        for key_hash in [key_hash for key_hash, user in self.lately.items() if user.id in gone]:
            del self.lately[key_hash]
