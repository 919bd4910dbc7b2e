"""A game in memory from what is kept of it: its acts done again, or its last position where the rules have changed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import structlog

from bellringer.server.chaining import new_salt
from bellringer.server.live_game import LiveGame, Refused
from bellringer.server.rule_changes import change_now, changes_of
from bellringer.server.store import Act, TableKept
from bellringer.server.store.kept import now

if TYPE_CHECKING:
    from bellringer.server.service import TableService

log = structlog.get_logger()


def rebuilt(service: TableService, kept: TableKept) -> LiveGame:
    """Rebuild a game from its acts, by the new rules if they have changed. Raises Refused."""
    try:
        return _by_new_rules(service, kept) if changes_of(kept) else _from_acts(service, kept)
    except Exception as error:  # whose words may tell what is hidden
        service.health.note(error)
        log.error("a table can't be rebuilt", table=kept.id, rules=kept.versions, error=type(error).__name__)
        raise Refused("damaged", "this game can't be rebuilt from what is kept of it", 503) from None


def _from_acts(service: TableService, kept: TableKept) -> LiveGame:
    changes = service.store.rule_changes(kept)
    live = LiveGame(kept, service.store.acts(kept), service.store.sayings(kept), service.pauses, changes)
    last = service.store.position(kept)
    if last is None:  # stored by a server that kept none
        put_position(service, live)
    else:
        live.positioned = last[0]
    return live


def put_position(service: TableService, live: LiveGame) -> None:
    """Store the position of a game as it stands."""
    service.store.put_position(live.kept, len(live.acts), live.table.position())
    live.positioned = len(live.acts)


def _by_new_rules(service: TableService, kept: TableKept) -> LiveGame:
    """Continue a table whose rules have changed from its last position; one that is over only shows it."""
    acts, changes = service.store.acts(kept), service.store.rule_changes(kept)
    change = change_now(kept, acts, changes, service.store.position(kept))
    act = Act(change.number, 0, "rules", "", change.number, now(), 0, b"" if kept.status == "over" else new_salt())
    seats = tuple(replace(seat, seen=0) for seat in kept.seats)
    found = replace(kept, seats=seats, versions=change.after)
    live = LiveGame(found, [*acts, act], service.store.sayings(kept), service.pauses, [*changes, change])
    if kept.status == "over":
        live.ended_by = kept.ended_by
        return live
    live.kept = replace(found, status="over" if live.ended_by else "running", ended_by=live.ended_by)
    service.store.add_rule_change(live.kept, change, act, live.pending_people)
    log.info("the rules of a table have changed", table=kept.id, before=change.before, after=change.after)
    return live
