"""An open page: what it has been sent."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping


class Page:
    """The parts that an open page has, by their hashes. `owner`: the key of the browser that has it open."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.sent: dict[str, bytes] = {}

    def changes(self, parts: Mapping[str, str]) -> dict[str, str]:
        """The parts that the page does not have; it has them from now on."""
        hashes = {name: hashlib.blake2b(part.encode(), digest_size=8).digest() for name, part in parts.items()}
        changed = {name: part for name, part in parts.items() if self.sent.get(name) != hashes[name]}
        self.sent.update(hashes)
        return changed

    def forget(self) -> None:
        """The page may lack anything."""
        self.sent.clear()
