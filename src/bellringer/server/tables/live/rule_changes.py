"""Changes of the rules under a table: where it goes on from, and what was played before.

The moves of before can't be replayed by the new rules. So the table goes on from its last position, which is kept by
names; the moves that bots may have made after it are not kept. A table that was stored without a position is replayed
by the new rules for as long as its moves are legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Document
from bellringer.core.contract.registry import find
from bellringer.core.contract.versions import Change, changes_since, present_text, read_versions
from bellringer.core.errors import IllegalMove, PositionError
from bellringer.core.tables.record_text import Stretch
from bellringer.core.tables.table import Table, deal_again, gone_on
from bellringer.server.store import Act, RuleChange, TableKept

Moves = list[tuple[int, str]]  # seat and name


def changes_of(kept: TableKept) -> tuple[Change, ...]:
    """The parts of a table's rules that are not what they were when it was played last. Raises OptionError."""
    return changes_since(find(kept.game), options_of(kept), kept.versions)


def options_of(kept: TableKept) -> dict[str, Any]:
    """All options of a table; one that it was stored without means what it meant then. Raises OptionError."""
    return check_options(find(kept.game), len(kept.seats), kept.options, is_new=False)


def present_versions(kept: TableKept) -> str:
    """The present versions of a table's rules, as a record writes them. Raises OptionError."""
    return present_text(find(kept.game), options_of(kept))


def changed_parts(change: RuleChange) -> tuple[str, ...]:
    """The parts of the rules whose version a change of rules raised, or lowered."""
    before, after = read_versions(change.before), read_versions(change.after)
    return tuple(part for part in dict.fromkeys((*before, *after)) if before.get(part, 1) != after.get(part, 1))


def standing(acts: Sequence[Act], first: int = 1) -> Moves:
    """The moves from an act on that were not undone."""
    moves: Moves = []
    for act in acts[first - 1 :]:
        if act.kind == "move":
            moves.append((act.seat, act.word))
        elif act.kind in ("undo", "back"):
            del moves[act.height :]
    return moves


def stretches_of(kept: TableKept, acts: Sequence[Act], changes: Sequence[RuleChange]) -> tuple[Stretch, ...]:
    """What was played before the last change of rules."""
    found: list[Stretch] = []
    first, start = 1, None if kept.beginning is None else kept.beginning.position
    for change in changes:
        moves = standing(acts[: change.number - 1], first)
        found.append(Stretch(change.before, start, tuple(moves[: len(moves) - change.dropped]), change.dropped))
        first, start = change.number + 1, change.position
    return tuple(found)


def table_after(kept: TableKept, acts: Sequence[Act], changes: Sequence[RuleChange]) -> Table:
    """The table as its present rules found it: dealt, as it begins otherwise, or at the last change of rules.

    Raises BellringerError.
    """
    if changes:
        position = changes[-1].position
    elif kept.beginning is not None:
        position = kept.beginning.position
    else:
        return deal_again(kept.game, len(kept.seats), kept.options, kept.seed, kept.chance, nonces_of(kept))
    past, options = stretches_of(kept, acts, changes), options_of(kept)
    return gone_on(position, kept.seed, past, kept.chance, nonces_of(kept), options)


def nonces_of(kept: TableKept) -> tuple[bytes | None, ...]:
    """What the seats have put into a table's deal."""
    return kept.fair.nonces if kept.fair is not None else ()


def change_now(
    kept: TableKept, acts: Sequence[Act], changes: Sequence[RuleChange], last: tuple[int, Document] | None
) -> RuleChange:
    """The change to the present rules. `last`: the table's last position, and the number of the act before it.

    If acts came after it, they were moves of bots (LiveGame.keeps_position), who choose anew.

    Raises BellringerError when not even the position from which its rules began can be set up.
    """
    position = restored(last[1]) if last is not None else None
    dropped = len(standing(acts, last[0] + 1)) if last is not None else 0
    if position is None:
        table = table_after(kept, acts, changes)
        moves = standing(acts, changes[-1].number + 1 if changes else 1)
        dropped = len(moves) - played(table, moves)
        position = table.position()
    return RuleChange(len(acts) + 1, kept.versions, present_versions(kept), dropped, position)


def restored(document: Document) -> Document | None:
    """A position as the present rules complete it; None if they can't have it."""
    try:
        return gone_on(document, bytes(32)).position()
    except PositionError:
        return None


def played(table: Table, moves: Moves) -> int:
    """Make moves as long as they are legal. Returns how many were."""
    for number, (seat, name) in enumerate(moves):
        try:
            table.play(name, seat)
        except IllegalMove:
            return number
    return len(moves)
