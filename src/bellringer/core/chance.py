"""The dice of live games: keyed before every move, committed to before the first, revealed after the last.

Nothing that a seat has seen predicts what comes, since every move's dice come from the secret seed alone; and
nobody can choose the seed after the fact, since its SHA-256 is published first.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from bellringer.core.errors import OptionError

SEED_BYTES = 32
MASK_64 = (1 << 64) - 1  # what the seeds of simulations are cut to


def make_seed(seed: int | str | bytes | None) -> bytes:
    """32 secret bytes: fresh ones for None, as given for 64 hex digits or bytes, derived from a number."""
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    if isinstance(seed, bytes):
        found = seed
    elif isinstance(seed, str):
        try:
            found = bytes.fromhex(seed)
        except ValueError:
            raise OptionError(f"a seed is a number or 64 hex digits, not {seed!r}") from None
    else:
        found = hashlib.sha256(f"bellringer seed {int(seed)}".encode()).digest()
    if len(found) != SEED_BYTES:
        raise OptionError(f"a seed has {SEED_BYTES} bytes, not {len(found)}")
    return found


def commitment(seed: bytes) -> str:
    """What is published before the first move: the seed's SHA-256, in hex."""
    return hashlib.sha256(seed).hexdigest()


def move_key(seed: bytes, move_number: int) -> bytes:
    """The dice of one move: HMAC-SHA256 of its number (0 deals the game) under the seed."""
    return hmac.digest(seed, move_number.to_bytes(8, "big"), "sha256")
