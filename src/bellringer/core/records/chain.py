"""The chain of a table's acts: each is hashed together with the head before it, so that none can be changed alone.

The chain begins with what the game is. An act that others may not know while the game runs enters as a commitment,
which the record opens at the end. docs/fairness.md describes every form here byte for byte.

A game whose chain has the form EXACT has exactly one record, to the letter, and no other text verifies. A chain of the
older form may have several; it is hashed and signed in the same way.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

FIRST, EXACT = 1, 2  # forms of the chain: what its beginning says of itself
FORMS = (FIRST, EXACT)
HASHED = "bellringer chain 1\n"  # what is hashed with the beginning, and signed with a head, in both
SALT_BYTES = 32
ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
Form = dict[str, Any]


def canonical(document: Any) -> bytes:
    """A document as the bytes that are hashed: JSON of RFC 8785. Raises ValueError for a number that is not whole."""
    check_whole(document)
    return ENCODER.encode(document).encode()


def check_whole(document: Any) -> None:
    """Raise ValueError for fractions: two programs might write them differently."""
    if isinstance(document, float):
        raise ValueError(f"only whole numbers can be hashed, not {document}")
    if isinstance(document, dict):
        document = list(document.values())
    if isinstance(document, (list, tuple)):
        for one in document:
            check_whole(one)


def beginning_form(
    game: str,
    options: Mapping[str, Any],
    versions: str,
    seats: Sequence[bytes],
    commitment: str,
    nonces: Sequence[bytes | None],
    scheme: str,
    form: int = EXACT,
) -> Form:
    """What a game is. `seats`: a random key for each; `nonces`: those that went into the deal, one a seat or None.

    `scheme`: of chance; `form`: of the chain.
    """
    return {
        "chance": scheme,
        "chain": form,
        "commitment": commitment,
        "commitments": [None if nonce is None else hashlib.sha256(nonce).hexdigest() for nonce in nonces],
        "game": game,
        "nonces": [None if nonce is None else nonce.hex() for nonce in nonces],
        "options": options_form(options, form),
        "seats": [key.hex() for key in seats],
        "versions": versions,
    }


def options_form(options: Mapping[str, Any], form: int = EXACT) -> Form:
    """The options of a game. Like a record's tags, the exact form leaves out an option of several values with none."""
    chosen = {name: value for name, value in options.items() if form == FIRST or value not in ((), [])}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in chosen.items()}


def act_form(number: int, seat: int, kind: str, word: str, **more: Any) -> Form:
    """What a seat did. `more`: of a change of rules, the position that the game went on from."""
    return {"act": number, "seat": seat, "kind": kind, "word": word, **more}


@dataclass(frozen=True)
class Link:
    """An act in the chain: its bytes, and the 32 random bytes that hide it while the game runs, if any."""

    number: int
    act: bytes
    salt: bytes = b""

    @property
    def entry(self) -> bytes:
        """The bytes that are chained: the act, or the commitment to it."""
        if not self.salt:
            return self.act
        return canonical({"act": self.number, "sealed": hashlib.sha256(self.salt + self.act).hexdigest()})


class Chain:
    """The acts of one table, and the head after each: `heads[0]` is that of the beginning."""

    def __init__(self, beginning: bytes) -> None:
        self.beginning = beginning
        self.links: list[Link] = []
        self.heads = [hashlib.sha256(HASHED.encode() + beginning).digest()]

    def __len__(self) -> int:
        return len(self.links)

    @property
    def head(self) -> bytes:
        """The hash that all acts so far are bound by."""
        return self.heads[-1]

    def add(self, link: Link) -> None:
        """Chain one more act."""
        self.links.append(link)
        self.heads.append(hashlib.sha256(self.head + link.entry).digest())

    def entries(self) -> list[str]:
        """What anybody may see while the game runs: the beginning, each open act, a commitment for each secret one."""
        return [self.beginning.decode(), *(link.entry.decode() for link in self.links)]

    def lines(self) -> list[str]:
        """The chain as it stands in a record, once all of it may be known."""
        first = f"# 0 {self.heads[0].hex()} {self.beginning.decode()}"
        return [first, *(line_of(link, head) for link, head in zip(self.links, self.heads[1:], strict=True))]


def line_of(link: Link, head: bytes) -> str:
    """An act as a line of a record."""
    salt = f" salt {link.salt.hex()}" if link.salt else ""
    return f"# {link.number} {head.hex()} {link.act.decode()}{salt}"


def statement(head: bytes, acts: int, is_over: bool) -> bytes:
    """What a server signs: a head, how many acts it binds, and whether the game has ended with them."""
    return f"{HASHED}acts {acts}\nhead {head.hex()}\n{'over' if is_over else 'running'}\n".encode()


def signature_line(key: bytes, signature: bytes) -> str:
    """The server's signature of the last head as a line of a record."""
    return f"# signed {key.hex()} {signature.hex()}"
