"""What one pair of eyes sees of a table, ready for the templates: from a seat's view and from what is open to all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from bellringer.core.view_model import Reading
from bellringer.svg import artist_of
from bellringer.server.language import catalogue_of
from bellringer.server.display import Sight, clock_words, sight_of

if TYPE_CHECKING:
    from bellringer.core.table import Event, Table

LOG_LINES = 80  # the newest lines of the log that a page shows


@dataclass(frozen=True)
class Sitter:
    """Who sits on a seat. `kind`: human, bot or open; `bot`: who plays, for a bot or while a bot holds the seat."""

    name: str
    kind: str
    bot: str = ""
    is_lent: bool = False  # a bot plays for its owner, until the owner comes back
    is_late: bool = False  # lent since the clock ran out
    has_resigned: bool = False


@dataclass(frozen=True)
class Clock:
    """A seat's clock as the page was made: seconds left, and whether it runs."""

    seconds: float
    runs: bool

    def words(self, day: str) -> str:
        """`9:05`; `2 d 3 h` from a day on. `day`: the letter for days."""
        return clock_words(self.seconds, day)


@dataclass(frozen=True)
class Saying:
    """A line of the chat."""

    number: int
    name: str
    seat: str | None  # the seat's colour
    text: str


@dataclass(frozen=True)
class Company:
    """What is open to all about a table besides the game: who sits there, their clocks, what was said."""

    table_id: str
    sitters: tuple[Sitter, ...]
    clocks: tuple[Clock | None, ...]
    chat: tuple[Saying, ...]
    number: int  # of the newest act
    ended_by: str = ""  # "game", or "resigned"; empty while it runs
    rematch: str | None = None  # the address of the next table, when there is one


@dataclass(frozen=True)
class Looker:
    """Who looks. `seat`: the seat through whose eyes; None watches. `own`: all seats of this person."""

    seat: int | None
    own: tuple[int, ...] = ()
    language: str = "en"
    seen: int | None = None  # the events there were when this person last looked
    asked: int | None = None  # the number of the question that the seat is asked
    is_behind_curtain: bool = False  # people share this screen, and the one to decide has not said so yet


@dataclass(frozen=True)
class Choice:
    """A legal move, as a button."""

    name: str
    words: str
    target: str | None


@dataclass(frozen=True)
class SeatShown:
    """A seat as the page shows it."""

    number: int
    colour: str
    letter: str
    words: str  # the colour in words
    sitter: Sitter
    clock: Clock | None
    is_me: bool
    is_asked: bool


@dataclass(frozen=True)
class Line:
    """A line of the log. `is_new`: happened since this person last looked."""

    number: int
    text: str
    colour: str | None
    is_new: bool


@dataclass(frozen=True)
class Placed:
    """A seat at the end: its place, its score, the figures that broke the tie."""

    seat: SeatShown
    place: int
    score: int | None
    tie_break: tuple[int, ...]


@dataclass(frozen=True)
class Desk:
    """A table before one pair of eyes. All of it comes from the view of `looker.seat`, when it is asked for."""

    table: Table
    company: Company
    looker: Looker

    @property
    def id(self) -> str:
        """The table's address."""
        return self.company.table_id

    @property
    def game(self) -> str:
        """The game's name for programs."""
        return self.table.game

    @property
    def language(self) -> str:
        """In which all words are."""
        return self.looker.language

    @property
    def seat(self) -> int | None:
        """Through whose eyes."""
        return None if self.looker.is_behind_curtain else self.looker.seat

    @property
    def colour(self) -> str | None:
        """The colour of that seat."""
        return None if self.seat is None else self.table.seat_names[self.seat]

    @cached_property
    def view(self) -> Mapping[str, Any]:
        """What that seat may see, or a spectator."""
        return self.table.view(self.seat)

    @cached_property
    def reading(self) -> Reading:
        """The view as those who draw it read it."""
        return reading_of(self.game, self.view, self.language)

    @cached_property
    def sight(self) -> Sight:
        """What the game shows in the parts of the page."""
        return sight_of(self)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The legal moves; none for a spectator, and none for a seat that a bot holds."""
        if self.seat is None or self.company.ended_by or not self.is_mine_to_play:
            return ()
        return tuple(Choice(move.name, move.words(self.language), move.target) for move in self.table.moves(self.seat))

    @property
    def is_mine_to_play(self) -> bool:
        """Whether the seat is held by who looks, not by a bot."""
        if self.seat is None or self.seat not in self.looker.own:
            return False
        sitter = self.company.sitters[self.seat]
        return not (sitter.is_lent or sitter.has_resigned)

    @property
    def shine(self) -> frozenset[str]:
        """What on the board a legal move is about."""
        return frozenset(choice.target for choice in self.choices if choice.target)

    @cached_property
    def prompt(self) -> str:
        """What the seat is asked; empty while it has nothing to decide."""
        return self.table.prompt(self.seat, self.language) if self.choices and self.seat is not None else ""

    @property
    def waiting_for(self) -> tuple[SeatShown, ...]:
        """The seats that must decide."""
        return tuple(seat for seat in self.seats if seat.is_asked)

    @property
    def may_undo(self) -> bool:
        """Whether the seat's last decision may be taken back."""
        return bool(self.is_mine_to_play and self.seat is not None and not self.company.ended_by
                    and self.table.may_undo(self.seat))  # fmt: skip

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen."""
        return bool(self.company.ended_by)

    @cached_property
    def seats(self) -> tuple[SeatShown, ...]:
        """All seats in order."""
        pending = () if self.company.ended_by else self.table.pending
        return tuple(
            SeatShown(
                number=number,
                colour=colour,
                letter=self.reading.letter(colour),
                words=self.reading.name("seat", colour).capitalize(),
                sitter=self.company.sitters[number],
                clock=self.company.clocks[number],
                is_me=number == self.seat,
                is_asked=number in pending,
            )
            for number, colour in enumerate(self.table.seat_names)
        )

    @cached_property
    def log(self) -> tuple[Line, ...]:
        """What happened, the newest last."""
        seen = self.table.event_count if self.looker.seen is None else self.looker.seen
        first = max(0, self.table.event_count - LOG_LINES)
        lines = (self.line_of(first + turn, event, seen) for turn, event in enumerate(self.table.events(first)))
        return tuple(line for line in lines if line.text)

    def line_of(self, number: int, event: Event, seen: int) -> Line:
        """An event as a line of the log."""
        colour = self.table.seat_names[event.seat] if 0 <= event.seat < self.table.seats else None
        return Line(number, event.words(self.language), colour, number >= seen)

    @cached_property
    def news(self) -> tuple[Line, ...]:
        """What happened since this person last looked."""
        return tuple(line for line in self.log if line.is_new)

    @cached_property
    def places(self) -> tuple[Placed, ...]:
        """The seats by place, when the game is over."""
        result = self.table.result
        if result is None:
            return ()
        shown = (
            Placed(seat, result.places[seat.number], result.scores[seat.number], tuple(result.tie_breaks[seat.number]))
            for seat in self.seats
        )
        return tuple(sorted(shown, key=lambda placed: (placed.place, placed.seat.number)))

    @property
    def seed(self) -> str | None:
        """The seed in hex, once the game has ended."""
        return self.table.seed.hex() if self.company.ended_by else None

    @property
    def commitment(self) -> str:
        """The seed's SHA-256, shown from the beginning."""
        return self.table.commitment

    def say(self, key: str, /, **values: object) -> str:
        """The page's own words."""
        return catalogue_of(self.language).text(key, **values)

    def ground(self) -> str:
        """The part of the board that never changes, as SVG."""
        return artist_of(self.game).ground(self.view, self.language)

    def live(self) -> str:
        """The part of the board that changes, as SVG."""
        return artist_of(self.game).live(self.view, self.language, self.shine)


def reading_of(game: str, view: Mapping[str, Any], language: str) -> Reading:
    """A view of a game, read."""
    found: Reading = import_module(f"bellringer.{game.replace('-', '_')}.reading").Reading(view, language)
    return found
