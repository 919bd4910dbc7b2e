"""Requests for new tables, and checks of what they ask for."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from typing import Any

from bellringer import bots
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.errors import OptionError
from bellringer.core.nearest import meant
from bellringer.server.people.names import checked_name

JOINING = ("link", "anyone")
USUAL_SEATS = 4  # of a new table, where nobody says how many


@dataclass(frozen=True)
class SeatRequest:
    """Who shall sit on a seat of a new table: its maker, another person at the same screen, a bot, or nobody yet."""

    kind: str  # me, here, bot, open
    name: str = ""
    bot: str = ""


@dataclass(frozen=True)
class TableRequest:
    """The request for a new table."""

    game: str
    seats: tuple[SeatRequest, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    clock: str = "none"
    joining: str = "link"
    watching: str = "company"
    hints: str = "alone"
    teaching: str = "off"

    @property
    def may_teach(self) -> bool:
        """Whether a teacher may be there: where people may ask for hints, once all seats are taken."""
        others = any(seat.kind == "open" for seat in self.seats)
        return self.hints == "all" or (self.hints == "alone" and not others)


def new_options(wanted: TableRequest, seed: bytes | None = None) -> dict[str, Any]:
    """The options of the new table that is wanted. `seed`: the table's, if it has one. Raises OptionError."""
    game, seats = find(wanted.game), len(wanted.seats)
    options = check_options(game, seats, wanted.options, seed)
    game.blank(seats, options, None)
    return options


def as_can_be(wanted: TableRequest) -> TableRequest:
    """What to ask for to have a table again, with the usual choice where one can't be chosen any more."""
    for left_out in ("", *wanted.options):
        options = {name: value for name, value in wanted.options.items() if name != left_out}
        with suppress(OptionError):
            new_options(found := replace(wanted, options=options))
            return found
    return wanted


def usual_seats(game: Game) -> int:
    """The number of seats of a new table if the request does not say it."""
    return max(game.fewest_seats, min(USUAL_SEATS, game.most_seats))


def checked_sitting(sitting: SeatRequest, number: int) -> None:
    """Raises OptionError unless somebody can sit like that. A user's name may be empty: then it is the maker's."""
    checked_choice("a seat", sitting.kind, ("me", "here", "bot", "open"), f"seats[{number}].kind")
    if sitting.kind == "bot":
        checked_bot(sitting.bot, f"seats[{number}].bot")
    elif sitting.kind in ("me", "here") and sitting.name:
        checked_name(sitting.name)


def checked_bot(name: str, field: str = "bot") -> str:
    """A bot whose thinking is bounded by its name. Raises OptionError."""
    bot, plus, manner = name.partition("+")
    checked_choice("bot", bot, levels() if not plus else bots.LEVELS, field)
    if plus:
        checked_choice("a bot's manner", manner, bots.MANNERS, field)
    return name


def with_manner(bot: str, manner: str) -> str:
    """The name of a bot with a manner, which may be empty; a bot that can have none is left as it is."""
    return f"{bot}+{manner}" if manner and bot in bots.LEVELS else bot


def opponents(level: str, count: int) -> tuple[SeatRequest, ...]:
    """Bots of one level to play against, whose manners differ as long as there are enough, in any order."""
    manners = random.SystemRandom().sample(bots.MANNERS, len(bots.MANNERS))
    return tuple(SeatRequest("bot", bot=with_manner(level, one)) for one in islice(cycle(manners), count))


def levels() -> tuple[str, ...]:
    """The bots that may sit at a table of the server."""
    return (*bots.LEVELS, "greedy", "random")


def checked_choice(what: str, value: str, allowed: Iterable[str], field: str = "") -> None:
    """Raises OptionError unless the value is one of those allowed. `field`: what a request calls it, if not `what`."""
    allowed = tuple(allowed)
    if value not in allowed:
        raise OptionError(
            f"{what} can't be {value!r}{meant(value, allowed)}; allowed: {', '.join(allowed)}", field or what
        )
