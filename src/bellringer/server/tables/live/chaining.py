"""The chain of a running table: what it begins with, which acts others may not know, how each stands in it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from bellringer.core import chance
from bellringer.core.records.chain import SALT_BYTES, Chain, Link, act_form, beginning_form, canonical
from bellringer.core.records.record_acts import OPEN
from bellringer.core.tables.table import Table
from bellringer.server.store import Act, RuleChange, TableKept


def chain_of(kept: TableKept, changes: Sequence[RuleChange]) -> Chain | None:
    """The chain of a table before its first act; None for a table from before there were chains."""
    if kept.fair is None:
        return None
    versions = changes[0].before if changes else kept.versions
    fair, promise = kept.fair, chance.commitment(kept.seed)
    form = beginning_form(kept.game, kept.options, versions, fair.keys, promise, fair.nonces, kept.chance, fair.form)
    return Chain(canonical(form))


def link_of(act: Act, changes: Sequence[RuleChange]) -> Link | None:
    """An act as the chain has it. None for a change of rules after the game, which is not kept."""
    more = {}
    if act.kind == "rules":
        if not act.salt:
            return None
        change = next(change for change in changes if change.number == act.number)
        more = {"dropped": change.dropped, "position": change.position, "rules": change.after}
    form = act_form(act.number, act.seat, act.kind, act.word, **more)
    return Link(act.number, canonical(form), act.salt)


def salt_for(table: Table, acts: Sequence[Act], seat: int, kind: str, word: str) -> bytes:
    """Random bytes that hide an act from those who may not know it; none for an act that everybody sees.

    `acts`: all that were done at the table.
    """
    return new_salt() if is_secret(table, acts, seat, kind, word) else b""


def new_salt() -> bytes:
    """Random bytes that hide an act."""
    return secrets.token_bytes(SALT_BYTES)


def is_secret(table: Table, acts: Sequence[Act], seat: int, kind: str, word: str) -> bool:
    """Whether somebody may not know an act that a seat is about to do.

    Of a move the game says what others see. Who takes a secret move back does that in secret, too: who knew of it would
    know that there had been one to take back.
    """
    if kind == "move":
        return not table.is_open(word, seat)
    if kind in ("undo", "back"):
        return any(act.salt for act in standing(acts)[-int(word or 1) :])
    return kind not in OPEN  # whatever else there may be one day is secret until it stands there


def standing(acts: Sequence[Act]) -> list[Act]:
    """The moves that were not taken back."""
    moves: list[Act] = []
    for act in acts:
        if act.kind == "move":
            moves.append(act)
        elif act.height < 0:
            del moves[act.height :]
    return moves
