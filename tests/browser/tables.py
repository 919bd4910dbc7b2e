"""Tables in any situation: played to where a test wants them, put into a server's database, looked at in a browser."""

from __future__ import annotations

import hashlib
import random
import secrets
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from playwright.sync_api import BrowserContext

from bellringer import bots
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from bellringer.core.contract.versions import present_text
from bellringer.server.store import Saying, SeatKept, TableKept, User
from bellringer.server.store.store import Store
from bellringer.server.store.values.kept import now
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.visitors.security import KEY_COOKIE, new_key
from tests.browser.server import Server

GAMES = ("notre-dame", "rattus")
TRIES = 30  # games, until one comes to where it is wanted
SEATS = 3  # of a table of which nothing else is said
CHAT = ((0, "Good luck!"), (1, "To you as well; mind the rats."))
Wanted = Callable[[LiveGame], bool]


@dataclass(frozen=True)
class Known:
    """A visitor whose key we have."""

    key: str
    visitor: User

    def enter(self, context: BrowserContext, url: str) -> None:
        """A browser has this visitor's key from now on."""
        context.add_cookies([{"name": KEY_COOKIE, "value": self.key, "url": url}])


def known(store: Store, name: str) -> Known:
    """A newcomer."""
    key = new_key()
    return Known(key, store.remember(hashlib.sha256(key.encode()).digest(), name))


def put_table(
    store: Store,
    game: str,
    wanted: Wanted,
    people: Mapping[int, Known],
    seats: int = SEATS,
    first_seed: int = 1,
    player: str = "greedy",
    **more: Any,
) -> str:
    """A table that has come to a situation by a bot's play; its path. Bots have the seats that nobody has.

    Nobody but a visitor is to decide there, so that it stays as it is until somebody does something.
    """
    for seed in range(first_seed, first_seed + TRIES):
        live = played(kept_of(game, people, seats, seed, more), wanted, player)
        if live is not None:
            return put(store, live)
    raise AssertionError("no game has come to where it was wanted")


def kept_of(game: str, people: Mapping[int, Known], seats: int, seed: int, more: Mapping[str, Any]) -> TableKept:
    """A table before its first move."""
    sitting = tuple(
        SeatKept(seat, people[seat].visitor.id, people[seat].visitor.name)
        if seat in people
        else SeatKept(seat, bot=("apprentice", "adept", "novice", "expert")[seat % 4])
        for seat in range(seats)
    )
    empty = TableKept(
        id=0, address=secrets.token_urlsafe(12), game=game, seats=sitting, options={},
        seed=random.Random(seed).randbytes(32), host=people[min(people)].visitor.id, clock="none", joining="link",
        watching="anyone", status="waiting", ended_by="", pending=0, created=now(), changed=now(), rematch=None,
    )  # fmt: skip
    kept = replace(empty, **more)
    return replace(kept, versions=present_text(find(game), check_options(find(game), seats, kept.options)))


def played(kept: TableKept, wanted: Wanted, by: str = "greedy") -> LiveGame | None:
    """The table when it is as it is wanted and waits for people alone; None when its game never is. `by`: a bot."""
    live, player = LiveGame(kept), bots.make(by, 5)
    while not (wanted(live) and all(not live.seat(seat).bot for seat in live.pending)):
        if live.ended_by:
            return None
        seat = live.pending[-1]  # the first seat is the last to decide, when all do at once
        live.do(live.act(seat, "move", player.choose(live.table, seat), now(), live.holders[seat].asked))
    return live


def put(store: Store, live: LiveGame) -> str:
    """Keep a table with all that happened there; its path."""
    kept = store.add_table(live.kept)
    status = "over" if live.ended_by else "running"
    store.begin(kept, live.pending_people)
    for act in live.acts:
        store.add_act(kept, act, status, live.pending_people, live.ended_by)
    for number, (seat, text) in enumerate(CHAT, start=1):
        store.add_saying(kept, Saying(number, seat, text, now()))
    return f"/t/{kept.address}"


# situations, through the eyes of the first seat


def choices(live: LiveGame) -> list[str]:
    """What the first seat may do."""
    return [move.name for move in live.table.moves(0)]


def is_asked(live: LiveGame) -> bool:
    """The first seat is to decide, in the middle of the game and not in the draft."""
    return len(live.acts) > 25 and bool(choices(live)) and not choices(live)[0].startswith("keep ")


def is_draft(live: LiveGame) -> bool:
    """The first seat chooses a card to keep."""
    return len(live.acts) > 25 and bool(choices(live)) and choices(live)[0].startswith("keep ")


def is_waiting(live: LiveGame) -> bool:
    """The second seat is to decide, the first is not."""
    return len(live.acts) > 25 and live.pending == (1,)


def is_crowded(live: LiveGame) -> bool:
    """The first seat has so many choices that they stand in groups."""
    return len(choices(live)) > 8


def is_over(live: LiveGame) -> bool:
    """The game is over."""
    return live.ended_by == "game"


def is_far(live: LiveGame) -> bool:
    """The first seat is to decide, late enough for pieces on every board."""
    return len(live.acts) > 70 and bool(choices(live))


SITUATIONS: dict[str, dict[str, Wanted]] = {
    "notre-dame": {"asked": is_asked, "draft": is_draft, "waiting": is_waiting, "crowded": is_crowded, "over": is_over},
    "rattus": {"asked": is_asked, "waiting": is_waiting, "crowded": is_crowded, "over": is_over, "everything": is_far},
}
EVERYTHING = {"classes": "random", "modules": find("rattus").options["modules"].allowed}
CHOSEN: dict[tuple[str, str], dict[str, Any]] = {("rattus", "everything"): EVERYTHING}  # options of situations


@dataclass
class Tables:
    """Tables of Anna, who has the first seat, and Ben, at one server: one of each game in each situation."""

    url: str
    store: Store
    anna: Known
    ben: Known
    paths: dict[tuple[str, str], str]

    @classmethod
    def at(cls, server: Server, **more: Any) -> Tables:
        """Put there, once the server has made its database."""
        with urllib.request.urlopen(f"{server.url}/healthz", timeout=60) as answer:
            assert answer.status == 200
        tables = cls(server.url, server.store, known(server.store, "Anna"), known(server.store, "Ben"), {})
        for game, situations in SITUATIONS.items():
            for name in situations:
                tables.paths[game, name] = tables.one(game, name, **more)
        return tables

    def one(self, game: str, situation: str, **more: Any) -> str:
        """One more of a kind; its path."""
        people, seats = {0: self.anna, 1: self.ben}, more.get("seats", SEATS)
        if chosen := CHOSEN.get((game, situation)):
            more["options"] = check_options(find(game), seats, chosen, random.Random(seats).randbytes(32))
        return put_table(self.store, game, SITUATIONS[game][situation], people, **more)
