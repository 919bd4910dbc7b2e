"""What makes a game provable: the signed chain of its acts, and the record that has all of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bellringer.core.records.chain import FIRST, canonical, signature_line, statement
from bellringer.core.records.verify import Check, unchecked, verify
from bellringer.core.tables.record_text import write
from bellringer.server.errors import Refused
from bellringer.server.store.vault import Vault
from bellringer.server.tables.live.live_game import LiveGame

if TYPE_CHECKING:
    from bellringer.server.base.keys import Keys
    from bellringer.server.store import TableKept


@dataclass(frozen=True)
class SignedHead:
    """A head of a chain, how many acts it binds, whether the game ended with them, and who has signed that."""

    acts: int
    head: bytes
    is_over: bool
    key: bytes = b""
    signature: bytes = b""


class Fairness:
    """What a server does so that its games can be proved fair."""

    def __init__(self, vault: Vault) -> None:
        self.vault = vault

    @property
    def keys(self) -> Keys | None:
        """The server's keys; None while it has none."""
        return self.vault.keys

    def check_chained(self, kept: TableKept) -> None:
        """Raises Refused for a table without a chain."""
        if kept.beginning is not None:
            raise Refused("not-dealt", "this table began from a position, and claims no fair deal")
        if kept.fair is None:
            raise Refused("no-chain", "this table is from before there were chains of acts")

    def signed_head(self, live: LiveGame) -> SignedHead:
        """The present head of a table's chain with the server's signature. Raises Refused for one without a chain."""
        self.check_chained(live.kept)
        assert live.chain is not None
        acts, head, is_over = len(live.chain), live.chain.head, bool(live.ended_by)
        if self.keys is None:
            return SignedHead(acts, head, is_over)
        return SignedHead(acts, head, is_over, self.keys.public, self.keys.sign(statement(head, acts, is_over)))

    def verified(self, live: LiveGame) -> tuple[list[Check], tuple[str, ...]]:
        """Verify the record of a game that is over: what was checked, and the names of what was not."""
        key = self.keys.public.hex() if self.keys is not None and live.chain is not None else None
        checks = verify(self.record_of(live), key)
        return checks, unchecked(checks, key)

    def record_of(self, live: LiveGame) -> str:
        """The record of a game that is over, with its chain and the server's signature."""
        gone = [name for name, holder in zip(live.table.seat_names, live.holders, strict=True) if holder.has_resigned]
        if live.chain is None:
            return write(live.table, resigned=gone)
        lines, signed = live.chain.lines(), self.signed_head(live)
        if signed.key:
            lines.append(signature_line(signed.key, signed.signature))
        return write(live.table, resigned=gone, chain=lines, positions=position_texts(live))


def position_texts(live: LiveGame) -> list[str]:
    """The positions from which a game went on by other rules, as its record has them: those of its chain."""
    acts, fair = len(live.chain or ()), live.kept.fair
    positions = [change.position for change in live.changes if change.number <= acts]
    if fair is None or fair.form == FIRST:
        return [json.dumps(position, separators=(",", ":")) for position in positions]
    return [canonical(position).decode() for position in positions]
