"""What a viewer sees of a table, ready for the templates: a seat's view, and what everybody may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bellringer.core.game import Game
from bellringer.core.registry import find
from bellringer.core.show import Choice, Display
from bellringer.core.view_model import ViewModel
from bellringer.page.scenes import as_json
from bellringer.server.clocks import DAY, HOUR, MINUTE
from bellringer.server.language import words_in
from bellringer.server.seating import Occupant
from bellringer.server.windows import STANDING

if TYPE_CHECKING:
    from bellringer.core.table import Event, Table

LOG_LINES = 80  # the newest lines of the log that a page shows
NEWS = 3  # the newest lines that the prompt tells


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
    """A line of the chat."""

    number: int
    name: str
    seat: str | None  # the seat's colour
    text: str


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
    ended_by: str = ""  # "game", or "resigned"; empty while it runs
    rematch: str | None = None  # the address of the next table, when there is one
    new_rules: tuple[NewRules, ...] = ()
    standing_answers: tuple[str, ...] = ()  # what each seat lets pass (windows.py); a page shows only its own


@dataclass(frozen=True)
class Viewer:
    """Who looks at a page. `seat`: the seat whose view it is; None for a spectator. `own`: all seats of this user."""

    seat: int | None
    own: tuple[int, ...] = ()
    language: str = "en"
    seen: int | None = None  # the events there were when this user last looked
    asked: int | None = None  # the number of the question that the seat is asked
    is_behind_curtain: bool = False  # people share this screen, and the one to decide has not said so yet


@dataclass(frozen=True)
class SeatModel:
    """A seat as the page shows it."""

    number: int
    colour: str
    letter: str
    words: str  # the colour in words
    occupant: Occupant
    clock: Clock | None
    is_me: bool
    is_asked: bool


@dataclass(frozen=True)
class LogLine:
    """A line of the log. `is_new`: happened since this user last looked. `scene`: what is seen with it, as JSON."""

    number: int
    text: str
    colour: str | None
    is_new: bool
    scene: str = ""


@dataclass(frozen=True)
class Standing:
    """A seat at the end: its place, its score, the figures that broke the tie."""

    seat: SeatModel
    place: int
    score: int | None
    tie_break: tuple[int, ...]


@dataclass(frozen=True)
class PageModel:
    """A table before one pair of eyes. All of it comes from the view of `viewer.seat`, when it is asked for."""

    table: Table
    info: TableInfo
    viewer: Viewer

    @property
    def id(self) -> str:
        """The table's address."""
        return self.info.table_id

    @property
    def game(self) -> str:
        """The game's name for programs."""
        return self.table.game

    @property
    def rules(self) -> Game:
        """The game itself."""
        return find(self.game)

    @property
    def language(self) -> str:
        """In which all words are."""
        return self.viewer.language

    @property
    def seat(self) -> int | None:
        """Through whose eyes."""
        return None if self.viewer.is_behind_curtain else self.viewer.seat

    @property
    def colour(self) -> str | None:
        """The colour of that seat."""
        return None if self.seat is None else self.table.seat_names[self.seat]

    @cached_property
    def view(self) -> Mapping[str, Any]:
        """What that seat may see, or a spectator."""
        return self.table.view(self.seat)

    @cached_property
    def view_model(self) -> ViewModel:
        """The view as those who draw it read it."""
        return self.rules.view_model(self.view, self.language)

    @cached_property
    def display(self) -> Display:
        """What the game shows in the parts of the page."""
        return self.rules.display(self.view_model, self.choices)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The legal moves; none for a spectator, and none for a seat that a bot holds."""
        if self.seat is None or self.info.ended_by or not self.is_mine_to_play:
            return ()
        return tuple(Choice(move.name, move.words(self.language), move.target) for move in self.table.moves(self.seat))

    @property
    def is_mine_to_play(self) -> bool:
        """Whether the seat is held by who looks, not by a bot."""
        if self.seat is None or self.seat not in self.viewer.own:
            return False
        occupant = self.info.occupants[self.seat]
        return not (occupant.is_lent or occupant.has_resigned)

    @property
    def legal_targets(self) -> frozenset[str]:
        """What on the board a legal move is about."""
        return frozenset(choice.target for choice in self.choices if choice.target)

    @cached_property
    def prompt(self) -> str:
        """What the seat is asked; empty while it has nothing to decide."""
        return self.table.prompt(self.seat, self.language) if self.choices and self.seat is not None else ""

    @property
    def waiting_for(self) -> tuple[SeatModel, ...]:
        """The seats that must decide."""
        return tuple(seat for seat in self.seats if seat.is_asked)

    @property
    def may_undo(self) -> bool:
        """Whether the seat's last decision may be taken back."""
        return bool(self.is_mine_to_play and self.seat is not None and not self.info.ended_by
                    and self.table.may_undo(self.seat))  # fmt: skip

    @property
    def standing_answer(self) -> str:
        """What the seat lets pass; empty for others, and at a table without windows."""
        if self.mine is None or self.is_over or not self.rules.has_windows(self.table.state):
            return ""
        return self.info.standing_answers[self.mine.number]

    @property
    def standing_choices(self) -> tuple[str, ...]:
        """What a seat can say beforehand."""
        return STANDING

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen."""
        return bool(self.info.ended_by)

    @cached_property
    def seats(self) -> tuple[SeatModel, ...]:
        """All seats in order."""
        pending = () if self.info.ended_by else self.table.pending
        return tuple(
            SeatModel(
                number=number,
                colour=colour,
                letter=self.view_model.letter(colour),
                words=self.view_model.name("seat", colour).capitalize(),
                occupant=self.info.occupants[number],
                clock=self.info.clocks[number],
                is_me=number == self.seat,
                is_asked=number in pending,
            )
            for number, colour in enumerate(self.table.seat_names)
        )

    @cached_property
    def log(self) -> tuple[LogLine, ...]:
        """What happened, the newest last."""
        seen = self.table.event_count if self.viewer.seen is None else self.viewer.seen
        first = max(0, self.table.event_count - LOG_LINES)
        lines = (self.line_of(first + turn, event, seen) for turn, event in enumerate(self.table.events(first)))
        return tuple(line for line in lines if line.text)

    def line_of(self, number: int, event: Event, seen: int) -> LogLine:
        """An event as a line of the log."""
        colour = self.table.seat_names[event.seat] if 0 <= event.seat < self.table.seats else None
        return LogLine(number, event.words(self.language), colour, number >= seen, as_json(event.scene))

    @property
    def my_last_move(self) -> int | None:
        """The number of the first event of the viewer's last move; None without one."""
        return self.table.events_before_last_move(self.seat)

    @cached_property
    def rules_notices(self) -> tuple[str, ...]:
        """Where the rules changed under the table, a text each."""
        return tuple(self.rules_notice(one) for one in self.info.new_rules)

    def rules_notice(self, change: NewRules) -> str:
        """Which rules changed, and from where the table goes on."""
        parts = ", ".join(self.rules.part_words(part, self.language) for part in change.parts)
        is_past = self.is_over and change is self.info.new_rules[-1] and not self.table.moves_played
        notice = self.say("table.rules.past", parts=parts) if is_past else self.say("table.rules.changed", parts=parts)
        return " ".join((notice, self.say("table.rules.dropped", n=change.dropped))) if change.dropped else notice

    @property
    def fresh_notice(self) -> str:
        """What the prompt says of a change of rules, until somebody has made a move by the new ones."""
        return self.rules_notices[-1] if self.rules_notices and not self.table.moves_played else ""

    @cached_property
    def news(self) -> tuple[LogLine, ...]:
        """What happened since this user last looked."""
        return tuple(line for line in self.log if line.is_new)

    @cached_property
    def places(self) -> tuple[Standing, ...]:
        """The seats by place, when the game is over."""
        result = self.table.result
        if result is None:
            return ()
        shown = (
            Standing(
                seat, result.places[seat.number], result.scores[seat.number], tuple(result.tie_breaks[seat.number])
            )
            for seat in self.seats
        )
        return tuple(sorted(shown, key=lambda placed: (placed.place, placed.seat.number)))

    @property
    def seed(self) -> str | None:
        """The seed in hex, once the game has ended."""
        return self.table.seed.hex() if self.info.ended_by else None

    @property
    def commitment(self) -> str:
        """The seed's SHA-256, shown from the beginning."""
        return self.table.commitment

    # who sits there, and how it ended

    def who(self, seat: SeatModel) -> str:
        """A seat's name: its user, or its bot."""
        return seat.occupant.words(words_in(self.language))

    @property
    def mine(self) -> SeatModel | None:
        """The seat through whose eyes the page looks, when it is one of this user's own."""
        seat = self.seat
        return self.seats[seat] if seat is not None and seat in self.viewer.own else None

    @property
    def fresh_news(self) -> tuple[LogLine, ...]:
        """The last of what others did since this user looked."""
        return tuple(line for line in self.news if line.colour != self.colour)[-NEWS:]

    @cached_property
    def first_news(self) -> int | None:
        """The number of the first line that is new, when there are old ones above it."""
        first = next((line for line in self.log if line.is_new), None)
        return None if first is None or first is self.log[0] else first.number

    @property
    def verdict(self) -> str:
        """Who has won, in a short sentence."""
        result = self.table.result
        if result is None:
            return self.say("table.end.resigned")
        if len(result.winners) > 1:
            return self.result_sentence
        words = self.rules.words.words_in(self.language)
        return words.text("result.winner", seat=self.named[result.winners[0]])

    @property
    def decided_by(self) -> str:
        """What broke the tie of the first, in a sentence; empty when nothing had to."""
        is_said = self.table.result is None or self.result_sentence == self.verdict
        return "" if is_said else self.result_sentence

    @cached_property
    def result_sentence(self) -> str:
        """Who has won, and how, as the game itself says it."""
        result = self.table.result
        return "" if result is None else self.rules.words.result_words(result, self.language, self.named)[-1]

    @property
    def named(self) -> list[str]:
        """The seats with who sits there."""
        return [f"{seat.words} ({self.who(seat)})" for seat in self.seats]

    def tie_words(self, placed: Standing) -> str:
        """What broke the tie, for a seat whose score one of another place has too."""
        level = {other.place for other in self.places if other.score == placed.score}
        if len(level) < 2 or not placed.tie_break:
            return ""
        return self.display.tie(placed.tie_break[0])

    def say(self, key: str, /, **values: object) -> str:
        """The page's own words."""
        return words_in(self.language).text(key, **values)

    def ground(self) -> str:
        """The part of the board that never changes, as SVG."""
        return self.rules.pictures.ground(self.view, self.language)

    def live(self) -> str:
        """The part of the board that changes, as SVG."""
        return self.rules.pictures.live(self.view, self.language, self.legal_targets)


def clock_words(seconds: float, day: str) -> str:
    """`9:05`, `1:09:05`; `2 d 3 h` from a day on. `day`: the letter for days."""
    whole = max(0, int(seconds))
    hours, rest = divmod(whole, HOUR)
    if whole >= DAY:
        return f"{whole // DAY} {day} {whole % DAY // HOUR} h"
    minutes = f"{rest // MINUTE:02}" if hours else str(rest // MINUTE)
    return f"{hours}:{minutes}:{rest % MINUTE:02}" if hours else f"{minutes}:{rest % MINUTE:02}"
