"""The chain of a running table: what it begins with, which acts others may not know, how each stands in it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bellringer.core import chance
from bellringer.core.chain import FIRST, SALT_BYTES, Chain, Link, act_form, beginning_form, canonical
from bellringer.core.record_acts import OPEN
from bellringer.server.store import Act, RuleChange, TableKept

if TYPE_CHECKING:
    from bellringer.server.live_game import LiveGame


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


def position_texts(live: LiveGame) -> list[str]:
    """The positions from which a game went on by other rules, as its record has them: those of its chain."""
    acts, fair = len(live.chain or ()), live.kept.fair
    positions = [change.position for change in live.changes if change.number <= acts]
    if fair is None or fair.form == FIRST:
        return [json.dumps(position, separators=(",", ":")) for position in positions]
    return [canonical(position).decode() for position in positions]


def salt_for(live: LiveGame, seat: int, kind: str, word: str) -> bytes:
    """Random bytes that hide an act from those who may not know it; none for an act that everybody sees."""
    return new_salt() if is_secret(live, seat, kind, word) else b""


def new_salt() -> bytes:
    """Random bytes that hide an act."""
    return secrets.token_bytes(SALT_BYTES)


def is_secret(live: LiveGame, seat: int, kind: str, word: str) -> bool:
    """Whether somebody may not know an act that a seat is about to do.

    Of a move the game says what others see. Who takes a secret move back does that in secret, too: who knew of it would
    know that there had been one to take back.
    """
    if kind == "move":
        return not live.table.is_open(word, seat)
    if kind in ("undo", "back"):
        return any(act.salt for act in standing(live.acts)[-int(word or 1) :])
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
