"""A game in memory from what is kept of it: its acts done again, or its last position where the rules have changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import structlog
from sqlalchemy.exc import DBAPIError

from bellringer.core.contract.game import Document
from bellringer.server.base.keys import NoKey
from bellringer.server.base.trouble import kind_of
from bellringer.server.errors import Refused
from bellringer.server.store import Act, RuleChange, TableKept
from bellringer.server.store.models import TableRow
from bellringer.server.store.parsing import BadRow
from bellringer.server.store.values.kept import now
from bellringer.server.tables.live.chaining import new_salt
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.live.rule_changes import change_now, changes_of

if TYPE_CHECKING:
    from bellringer.server.store.health import Health
    from bellringer.server.store.store import Store

log = structlog.get_logger()


@dataclass(frozen=True)
class Rebuilt:
    """A game as it is kept. `last`: its last position, and the number of the act before it.

    `change`: to the present rules, if it was played by others until now; the last act says so.
    """

    live: LiveGame
    last: tuple[int, Document] | None
    change: RuleChange | None


def damaged() -> Refused:
    """What who wants a table is told whose rows can't be read, or whose game does not follow from them."""
    return Refused("damaged", "this game can't be rebuilt from what is kept of it", 503)


def rebuilt(store: Store, health: Health, kept: TableKept, pauses: Iterable[tuple[int, int]]) -> LiveGame:
    """Rebuild a game from its acts, by the new rules if they have changed. Raises Refused.

    `pauses`: when no server ran, or none that could store anything.
    """
    try:
        found = game_of(store, kept, pauses)
        return _from_acts(store, found) if found.change is None else _by_new_rules(store, kept, found)
    except Exception as error:  # whose words may tell what is hidden
        health.note(error)
        set_aside(store, kept, error)
        log.error("a table can't be rebuilt", table=kept.id, rules=kept.versions, error=type(error).__name__)
        raise damaged() from None


def set_aside(store: Store, kept: TableKept, error: Exception) -> None:
    """Note which row is to blame that a game can't be rebuilt; nothing, while it can't even be read."""
    if isinstance(error, BadRow):
        store.aside.note(error)
    elif not isinstance(error, (DBAPIError, NoKey)) or kind_of(error) == "damaged":
        store.aside.count(BadRow(TableRow.__tablename__, str(kept.id), "its game"))  # which its own line tells


def game_of(store: Store, kept: TableKept, pauses: Iterable[tuple[int, int]] = ()) -> Rebuilt:
    """Read a game, and play it again: one whose rules have changed from its last position, or what is over to show it.

    It stores nothing. Raises BadRow, NoKey, and whatever playing it raises.
    """
    acts, changes, last = store.acts(kept), store.rule_changes(kept), store.position(kept)
    change = change_now(kept, acts, changes, last) if changes_of(kept) else None
    if change is not None:
        salt = b"" if kept.status == "over" else new_salt()
        acts.append(Act(change.number, 0, "rules", "", change.number, now(), 0, salt))
        changes.append(change)
        kept = replace(kept, seats=tuple(replace(seat, seen=0) for seat in kept.seats), versions=change.after)
    live = LiveGame(kept, acts, store.sayings(kept), pauses, changes)
    if change is None and live.ended_by != (kept.ended_by if kept.status == "over" else ""):
        raise ValueError("its acts lead to another end")
    return Rebuilt(live, last, change)


def _from_acts(store: Store, found: Rebuilt) -> LiveGame:
    if found.last is None:  # stored by a server that kept none
        put_position(store, found.live)
    else:
        found.live.positioned = found.last[0]
    return found.live


def put_position(store: Store, live: LiveGame) -> None:
    """Store the position of a game as it stands."""
    store.put_position(live.kept, len(live.acts), live.table.position())
    live.positioned = len(live.acts)


def _by_new_rules(store: Store, kept: TableKept, found: Rebuilt) -> LiveGame:
    """Store that a table goes on by new rules, unless it is over."""
    live, change = found.live, found.change
    assert change is not None
    if kept.status == "over":
        live.ended_by = kept.ended_by
        return live
    live.kept = replace(live.kept, status="over" if live.ended_by else "running", ended_by=live.ended_by)
    store.add_rule_change(live.kept, change, live.acts[-1], live.pending_people)
    log.info("the rules of a table have changed", table=kept.id, before=change.before, after=change.after)
    return live
