"""Who sits on a seat. Pages, lobby, lists of tables and the interface for programs all take it from here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from bellringer import bots
from bellringer.core.shown.words import Words
from bellringer.server.errors import Refused
from bellringer.server.people.names import is_like_any
from bellringer.server.store import REMOVED, User

if TYPE_CHECKING:
    from bellringer.server.store import SeatKept, TableKept


# Of bots, by their seats; another one where somebody at the table has that name.
NAMES = ("Aveline", "Bertran", "Clémence", "Drogo", "Ermengarde", "Foulques", "Gisèle", "Hugues")


@dataclass(frozen=True)
class Occupant:
    """Who sits on a seat. `name`: a user's; `bot`: who plays, for a bot or while a bot holds the seat.

    `seat`: its number. `called`: the name that people call a bot by, so that no two at a table are alike; empty for
    that of the seat.
    """

    name: str
    kind: Literal["human", "bot", "open"]
    bot: str = ""
    is_lent: bool = False  # a bot plays for the user, until the user comes back
    is_late: bool = False  # lent since the clock ran out
    has_resigned: bool = False
    seat: int = 0
    called: str = ""

    def words(self, words: Words) -> str:
        """The name that people see: the user's, the bot's, or that the seat is open."""
        if self.kind == "open":
            return words("lobby.open")
        if self.name == REMOVED:
            return words("table.removed")
        return self.called or NAMES[self.seat] if self.kind == "bot" else self.name

    def level(self, words: Words) -> str:
        """How strong a bot is and what its manner is, in words; empty for anybody else."""
        return bot_words(words, self.bot) if self.kind == "bot" else ""

    def short_level(self, words: Words) -> str:
        """The words for a level, without what is said in brackets."""
        return self.level(words).partition(" (")[0]

    @property
    def manner(self) -> str:
        """A bot's manner; empty for one without, and for anybody else."""
        return bots.parts_of(self.bot)[1] if self.kind == "bot" else ""

    def in_list(self, words: Words) -> str:
        """The name among others, with a bot's level in short: `Bertran (Novice)`."""
        level = self.short_level(words)
        return f"{self.words(words)} ({level})" if level else self.words(words)


def bot_words(words: Words, name: str) -> str:
    """A bot by the name that people know it by, with its manner if it has one: `Expert, cautious`."""
    bot, manner = bots.parts_of(name)
    level = words(f"bots.{bot.removeprefix(bots.EARLIER)}")
    if bot in bots.EARLIER_LEVELS:
        level = words("bots.earlier", level=level.lower())
    return words("manners.level", level=level, manner=words(f"manners.{manner}").lower()) if manner else level


def occupant_of(kept: TableKept, number: int) -> Occupant:
    """Who sits on a seat of a stored table; a running game knows in addition who has left it to a bot."""
    seat = kept.seats[number]
    if seat.bot:
        bot = kept.bot_called(seat.bot)
        return Occupant(bot, "bot", bot, seat=number, called=seat.name)
    return Occupant(seat.name, "open" if seat.is_open else "human")


def bot_name(seat: SeatKept) -> str:
    """What people call the bot of a seat, or the one that may come to it."""
    return seat.name or NAMES[seat.number]


def named_apart(seats: Sequence[SeatKept]) -> tuple[SeatKept, ...]:
    """Seats whose bots have the names of their seats, but for those that somebody at the table has.

    Such a bot has a name of no seat there, or else of a seat that a person has. There are enough for eight seats.
    """
    people = [seat.name for seat in seats if seat.user is not None]
    others = [*NAMES[len(seats) :], *(NAMES[seat.number] for seat in seats if seat.user is not None)]
    free = iter([name for name in others if not is_like_any(name, people)])
    return tuple(
        replace(seat, name=next(free) if is_like_any(NAMES[seat.number], people) else "") if seat.bot else seat
        for seat in seats
    )


def check_named(seats: Iterable[SeatKept], name: str, user: User | None, seat: int | None = None) -> None:
    """Raises Refused if somebody would be taken for another at a table, or for a bot that may sit there.

    `seat`: where somebody of that name sits, or wants to.
    """
    others = [other for other in seats if other.number != seat]
    people = [other.name for other in others if other.user is not None and (user is None or other.user != user.id)]
    if is_like_any(name, [*people, *(bot_name(other) for other in others if other.user is None)]):
        raise Refused("name-taken", "somebody at this table has that name, or one that looks like it")
