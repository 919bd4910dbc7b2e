"""What everybody may see of a table besides the game: who sits there, the clocks, the chat, what is offered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bellringer.server.store.values.beginnings import Mark
from bellringer.server.store.values.clocks import DAY, HOUR, MINUTE
from bellringer.server.store.values.fair import Fair
from bellringer.server.tables.live.seating import Occupant


@dataclass(frozen=True)
class Clock:
    """A seat's clock as the page was made: seconds left, and whether it runs."""

    seconds: float
    runs: bool

    def words(self, day: str) -> str:
        """`9:05`; `2 d 3 h` from a day on. `day`: the letter for days."""
        return clock_words(self.seconds, day)


@dataclass(frozen=True)
class ChatLine:
    """A line of the chat, or what spectators say. `kind`: `say`, or `sign`: then `text` is the sign's name."""

    number: int
    name: str
    seat: str | None  # the seat's colour
    text: str
    kind: str = "say"
    user: int | None = None  # the id of who speaks: shown on no page
    seat_number: int | None = None


@dataclass(frozen=True)
class Note:
    """What the log tells besides the game: `kind` is that of the act. `events`: how many stand before it."""

    number: int
    kind: str
    seat: int
    events: int


@dataclass(frozen=True)
class TakeBack:
    """A seat asks to take its last decision back. `number`: of the act; `moves`: how many would be taken back.

    `waiting`: the seats of people who have not agreed.
    """

    number: int
    seat: int
    moves: int
    waiting: tuple[int, ...]


@dataclass(frozen=True)
class RematchOffer:
    """An offer to play again, by seats: who offers, who comes along, who does not, who is waited for.

    `gone`: who had resigned or left, is not waited for, and may come along all the same.
    """

    by: tuple[int, ...]
    accepted: tuple[int, ...]
    declined: tuple[int, ...]
    waiting: tuple[int, ...]
    gone: tuple[int, ...]


@dataclass(frozen=True)
class ReportedLine:
    """A line that people complain about, for the host: who said it, and how many complain."""

    place: Literal["table", "aside"]
    name: str
    line: ChatLine
    people: int


@dataclass(frozen=True)
class NewRules:
    """The rules changed under the table. `number`: the act that says so; `parts`: of the rules.

    `dropped`: how many moves the new rules did not allow.
    """

    number: int
    parts: tuple[str, ...]
    dropped: int


@dataclass(frozen=True)
class TableInfo:
    """What everybody may see of a table besides the game: who sits there, their clocks, the chat."""

    table_id: str
    occupants: tuple[Occupant, ...]
    clocks: tuple[Clock | None, ...]
    chat: tuple[ChatLine, ...]
    number: int  # of the newest act
    ended_by: str = ""  # "game", "resigned" or "closed"; empty while it runs
    rematch: str | None = None  # the address of the next table, when there is one
    new_rules: tuple[NewRules, ...] = ()
    standing_answers: tuple[str, ...] = ()  # what each seat lets pass (windows.py); a page shows only its own
    passable: tuple[int, ...] = ()  # the seats whose decisions an undo takes back with that of its seat
    notes: tuple[Note, ...] = ()
    request: TakeBack | None = None
    offer: RematchOffer | None = None
    asides: tuple[ChatLine, ...] = ()  # what spectators say; none for who plays, until the game is over
    reported: tuple[ReportedLine, ...] = ()  # for the host alone
    head: str = ""  # of the chain of acts, in hex; empty without one
    chained: int = 0  # how many acts it binds
    fair: Fair | None = None  # the seats' part in the deal
    gives_hints: bool = True  # whether its people may ask what a bot would do
    mark: Mark | None = None  # where a table's first position was found that was not dealt
    next_deal: tuple[str | None, ...] = ()  # the commitments of the rematch's seats, while it waits for their nonces
    next_bound: str = ""  # and what that deal is bound to

    @property
    def resigned(self) -> tuple[bool, ...]:
        """Whether the user of each seat has resigned."""
        return tuple(occupant.has_resigned for occupant in self.occupants)


def clock_words(seconds: float, day: str) -> str:
    """`9:05`, `1:09:05`; `2 d 3 h` from a day on. `day`: the letter for days."""
    whole = max(0, int(seconds))
    hours, rest = divmod(whole, HOUR)
    if whole >= DAY:
        return f"{whole // DAY} {day} {whole % DAY // HOUR} h"
    minutes = f"{rest // MINUTE:02}" if hours else str(rest // MINUTE)
    return f"{hours}:{minutes}:{rest % MINUTE:02}" if hours else f"{minutes}:{rest % MINUTE:02}"
