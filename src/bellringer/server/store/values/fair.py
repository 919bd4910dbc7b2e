"""What a table keeps so that its game can be proved fair: random keys of its seats, and their part in the deal."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import dataclass, replace
from typing import Any

from bellringer.core.chance import NONCE_BYTES
from bellringer.core.records.chain import EXACT, FIRST, FORMS

SEAT_KEY_BYTES = 16
COMMITMENT = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class Fair:
    """Of a table: a random key for each seat, which stands for who sits there; and what the seats commit to.

    `commitments`: SHA-256 of each seat's nonce in hex, None for a seat without; fixed when the last seat is taken.
    `dealing`: since when the nonces are awaited, in milliseconds. `missing`: the seats that did not send theirs;
    `silent`: who had those seats then, by id; `voided`: when that was. `form`: of the chain (core/records/chain.py).
    """

    keys: tuple[bytes, ...]
    commitments: tuple[str | None, ...]
    nonces: tuple[bytes | None, ...]
    dealing: int = 0
    missing: tuple[int, ...] = ()
    silent: tuple[int, ...] = ()
    voided: int = 0
    form: int = FIRST

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that have committed to a nonce and have not sent it."""
        both = enumerate(zip(self.commitments, self.nonces, strict=True))
        return tuple(seat for seat, (commitment, nonce) in both if commitment is not None and nonce is None)

    def bound_to(self, seal: str) -> str:
        """What a deal is bound to, as one word: the server's commitment and those of the seats."""
        return "/".join([seal, *(one or "-" for one in self.commitments)])

    def committed(self, seat: int, commitment: str | None) -> Fair:
        """With another commitment of a seat, or none."""
        return replace(self, commitments=changed(self.commitments, seat, commitment))

    def revealed(self, seat: int, nonce: bytes) -> Fair:
        """With the nonce of a seat."""
        return replace(self, nonces=changed(self.nonces, seat, nonce))


def changed(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """The values with another one in a place."""
    return (*values[:place], value, *values[place + 1 :])


def new_fair(seats: int) -> Fair:
    """What a new table begins with."""
    keys = tuple(secrets.token_bytes(SEAT_KEY_BYTES) for _ in range(seats))
    return Fair(keys, (None,) * seats, (None,) * seats, form=EXACT)


def fair_text(fair: Fair | None) -> str | None:
    """As it stands in its column: JSON. A table from before there was such a thing has none."""
    if fair is None:
        return None
    document = {
        "keys": [key.hex() for key in fair.keys],
        "commitments": fair.commitments,
        "nonces": [None if nonce is None else nonce.hex() for nonce in fair.nonces],
        "dealing": fair.dealing,
        "missing": fair.missing,
        "silent": fair.silent,
        "voided": fair.voided,
        "form": fair.form,
    }
    return json.dumps(document, separators=(",", ":"))


def fair_for(text: str | None, seats: int) -> Fair | None:
    """Read it from its column, for a table of so many seats. Raises ValueError, or what another form makes of it."""
    fair = fair_of(text)
    if fair is not None and not is_for(fair, seats):
        raise ValueError("this is no part in a deal of so many seats")
    return fair


def is_for(fair: Fair, seats: int) -> bool:
    """Whether each of so many seats has its part."""
    has_each = len(fair.keys) == len(fair.commitments) == len(fair.nonces) == seats
    are_keys = all(len(key) == SEAT_KEY_BYTES for key in fair.keys)
    are_commitments = all(one is None or COMMITMENT.fullmatch(one) is not None for one in fair.commitments)
    are_times = all(type(time) is int and time >= 0 for time in (fair.dealing, fair.voided))
    are_seats = all(seat in range(seats) for seat in fair.missing) and all(type(one) is int for one in fair.silent)
    return has_each and are_keys and are_commitments and are_times and are_seats and fair.form in FORMS


def fair_of(text: str | None) -> Fair | None:
    """Read it from its column, without looking whether it is for that table."""
    if text is None:
        return None
    found = json.loads(text)
    nonces = tuple(None if nonce is None else bytes.fromhex(nonce) for nonce in found["nonces"])
    assert all(nonce is None or len(nonce) == NONCE_BYTES for nonce in nonces)
    keys = tuple(bytes.fromhex(key) for key in found["keys"])
    since = {"silent": (), "voided": 0, "form": FIRST, **found}  # no older version has noted those three
    return Fair(
        keys, tuple(found["commitments"]), nonces, found["dealing"], tuple(found["missing"]), tuple(since["silent"]),
        since["voided"], since["form"],
    )  # fmt: skip
