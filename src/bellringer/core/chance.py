"""The chance of live games: a secret seed, a commitment to it before the game, and what is keyed by it.

All chance comes from the secret seed alone, so that what a seat has seen does not predict what comes. The SHA-256 of
the seed is published before the game, so that the host can't choose the seed afterwards.

There are two schemes. By DRAWS, each draw is keyed by what is drawn, such as the third rat out of the bag: tables with
the same seed have the same deal and the same draws, whatever is played. By MOVES, the dice are keyed anew before every
move; older records use this scheme, and so do games that do not name their draws (`Game.draws`).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from functools import lru_cache

from bellringer.core.errors import OptionError

SEED_BYTES = 32
NONCE_BYTES = 32
DEAL = b"bellringer deal 1\n"
Nonces = Sequence[bytes | None]  # of the seats in order; None for a seat that gave none
DRAWS, MOVES = "draws", "moves"
SCHEMES = (DRAWS, MOVES)
MASK_64 = (1 << 64) - 1  # what the seeds of simulations are cut to


def make_seed(seed: int | str | bytes | None) -> bytes:
    """The 32 bytes of a seed: random for None, derived from a number, or as given by bytes or 64 hex digits.

    Raises OptionError for anything else.
    """
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
    """The SHA-256 of a seed in hex, which is published before the first move."""
    return hashlib.sha256(seed).hexdigest()


def move_key(seed: bytes, move_number: int) -> bytes:
    """The key for the dice of one move: HMAC-SHA256 of the move's number under the seed. Number 0 deals the game."""
    return hmac.digest(seed, move_number.to_bytes(8, "big"), "sha256")


@lru_cache(2_000)  # asked for at every move of a table
def draw_key(seed: bytes, moves_before: int = 0) -> bytes:
    """The key for all draws: HMAC-SHA256 of "draws" and of the number of moves made by older rules, under the seed.

    So a draw that was seen in a move which newer rules refuse does not come again.
    """
    return hmac.digest(seed, b"draws" + moves_before.to_bytes(8, "big"), "sha256")


def dice_seed(seed: bytes, nonces: Nonces = ()) -> bytes:
    """The seed of a table's dice: its committed seed, mixed with what the seats have committed to.

    HMAC-SHA256 under the seed, of a byte 1 and the nonce for each seat that gave one, a byte 0 for each that did not.
    Without any nonce it is the seed itself.
    """
    if not any(nonces):
        return seed
    given = b"".join(b"\0" if nonce is None else b"\1" + nonce for nonce in nonces)
    return hmac.digest(seed, DEAL + given, "sha256")


def nonces_text(nonces: Nonces) -> str:
    """The nonces as a record has them: `3f…, -, 07…`."""
    return ", ".join("-" if nonce is None else nonce.hex() for nonce in nonces)


def read_nonces(text: str) -> tuple[bytes | None, ...]:
    """The nonces of a record. Raises ValueError for another text."""
    found = tuple(None if one == "-" else bytes.fromhex(one) for one in text.split(", "))
    if nonces_text(found) != text or any(nonce is not None and len(nonce) != NONCE_BYTES for nonce in found):
        raise ValueError(f"nonces are written as {2 * NONCE_BYTES} hex digits or -, one for each seat")
    return found
