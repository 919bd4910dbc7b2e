"""What a viewer sees of a table, ready for the templates: a seat's view, and what everybody may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.records.record_acts import BY_NO_SEAT
from bellringer.core.shown.result import Result
from bellringer.core.shown.show import Button, Card, Choice, Display
from bellringer.core.shown.view_model import ViewModel
from bellringer.server.base.language import words_in
from bellringer.server.drawing.log.log_entries import Entry, entries_of
from bellringer.server.drawing.log.log_lines import SEATS, LogLine, Named, plain
from bellringer.server.drawing.log.log_told import DrawnLines, Told, entries_told
from bellringer.server.drawing.log.note_words import note_words
from bellringer.server.drawing.site.guides import how_at_table
from bellringer.server.drawing.site.labels import mark_words
from bellringer.server.store import GONE, REMOVED
from bellringer.server.store.values.kept import SIGNS, STANDING
from bellringer.server.tables.live.marked_lessons import marked_lesson
from bellringer.server.tables.live.placing import final_result, given_up_places, is_given_up, last_one
from bellringer.server.tables.live.seating import Occupant
from bellringer.server.tables.live.table_info import ChatLine, Clock, NewRules, Note, TableInfo

if TYPE_CHECKING:
    from bellringer.core.tables.table import Event, Table

LOG_LINES = 80  # the newest events that a page always tells
LOG_STEP = 100  # events by which the beginning of what it tells moves on, so that the lines seldom do
LATEST = 3  # the newest lines of the log that are always in sight
NEWS = 3  # the newest lines that the prompt tells
MOST_ALOUD = 8  # sentences for who listens, of all that others did
ALOUD_EACH = 2  # of each move: what was paid for it, say, and what it was


@dataclass(frozen=True)
class Viewer:
    """Who looks at a page. `seat`: the seat whose view it is; None for a spectator. `own`: all seats of this user."""

    seat: int | None
    own: tuple[int, ...] = ()
    language: str = "en"
    seen: int | None = None  # the events there were when this user last looked
    asked: int | None = None  # the number of the question that the seat is asked
    is_behind_curtain: bool = False  # people share this screen, and the one to decide has not said so yet
    muted: frozenset[int] = frozenset()  # the ids of those whom this user does not want to hear
    user: int | None = None  # the id of this user; None for a spectator who has said nothing
    is_host: bool = False
    reported: frozenset[str] = frozenset()  # the lines that this user has reported, such as `table-3`
    is_new: bool = False  # this is the first game of its kind for this user, and its first question is not answered


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
class MutedPerson:
    """Somebody whom the viewer does not hear. `line`: one that he has said, by which a form names him."""

    name: str
    line: str


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
    drawn: DrawnLines = field(
        default_factory=DrawnLines, compare=False, repr=False
    )  # the log, as pages have it already

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
    def aim(self) -> str:
        """How this game is won, beside the first question of somebody's first game; empty at all other times."""
        is_told = self.viewer.is_new and self.choices and self.info.mark is None
        guide = self.rules.guide if is_told else None
        return guide.aim(self.language, self.rules.options_of(self.table.state)) if guide is not None else ""

    @property
    def how(self) -> str:
        """Where the visitor learns how this game is played, with what is in play here; empty if nothing tells it."""
        return how_at_table(self.game, len(self.table.seat_names), self.rules.options_of(self.table.state))

    @property
    def gives_hints(self) -> bool:
        """Whether whoever plays here may ask what a bot would do."""
        return self.info.gives_hints

    @property
    def has_lesson(self) -> bool:
        """Whether a guide is at this table."""
        return marked_lesson(self.game, self.info.mark, self.language) is not None

    @property
    def mark(self) -> str:
        """Where the table's first position was found; empty if it was dealt."""
        return mark_words(words_in(self.language), self.info.mark)

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
    def is_own(self) -> bool:
        """Whether the eyes are the visitor's own: in a replay he may borrow any."""
        return True

    @property
    def is_mine_to_play(self) -> bool:
        """Whether the seat is held by who looks, not by a bot."""
        if self.seat is None or self.seat not in self.viewer.own:
            return False
        occupant = self.info.occupants[self.seat]
        return not (occupant.is_lent or occupant.has_resigned)

    @cached_property
    def legal_targets(self) -> frozenset[str]:
        """What on the board a legal move is about."""
        return frozenset(choice.target for choice in self.choices if choice.target)

    @cached_property
    def answers(self) -> tuple[Button, ...]:
        """The choices that have no place on the page but the question's own: yes and no, how many coins."""
        places, on_cards = self.legal_places, {card.move for card in self.laid_cards if card.is_legal and card.move}
        buttons = [one for group in self.display.groups for one in group.buttons]
        return tuple(one for one in buttons if one.target not in places and one.name not in on_cards)

    @property
    def laid_cards(self) -> tuple[Card, ...]:
        """The cards that lie on the page: in the hand, beside the board, with the seats."""
        display = self.display
        return (*display.hand, *display.middle, *(card for seat in self.seats for card in display.cards(seat.colour)))

    @property
    def legal_places(self) -> frozenset[str]:
        """The targets of legal moves that are drawn on a board or lie as a card on the page."""
        if not self.legal_targets:
            return frozenset()
        display = self.display
        drawings = "".join((self.drawing, *display.boards))
        drawn = frozenset(one for one in self.legal_targets if f'data-target="{one}"' in drawings)
        return drawn | self.legal_targets & {card.target for card in self.laid_cards if card.is_legal}

    @cached_property
    def prompt(self) -> str:
        """What the seat is asked; empty while it has nothing to decide."""
        return self.table.prompt(self.seat, self.language) if self.choices and self.seat is not None else ""

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that must decide."""
        return () if self.info.ended_by else self.table.pending

    @property
    def waiting_for(self) -> tuple[SeatModel, ...]:
        """The seats that must decide."""
        return tuple(seat for seat in self.seats if seat.is_asked)

    @property
    def may_undo(self) -> bool:
        """Whether the seat's last decision may be taken back."""
        return bool(self.is_mine_to_play and self.seat is not None and not self.info.ended_by
                    and self.table.may_undo(self.seat, self.info.passable))  # fmt: skip

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
        asked = self.asked
        return tuple(
            SeatModel(
                number=number,
                colour=colour,
                letter=self.view_model.letter(colour),
                words=self.view_model.name("seat", colour).capitalize(),
                occupant=self.info.occupants[number],
                clock=self.info.clocks[number],
                is_me=number == self.seat,
                is_asked=number in asked,
            )
            for number, colour in enumerate(self.table.seat_names)
        )

    @cached_property
    def told(self) -> Told:
        """The events that the log tells."""
        eyes = (self.language, self.seat, self.people)
        return self.drawn.of(eyes, self.first_line, self.table.events, self.line_of)

    @cached_property
    def people(self) -> Named:
        """By seat: the name of who sits there, and the colour."""
        return tuple((self.who(seat), seat.colour) for seat in self.seats)

    @cached_property
    def log(self) -> Sequence[LogLine]:
        """What happened, the newest last."""
        first, told = self.first_line, self.told
        notes = [note for note in self.info.notes if note.events >= first]
        if not notes:
            return told.shown
        lines = [*told.lines]
        for note in reversed(notes):
            lines.insert(note.events - first, self.line_of_note(note))
        return tuple(line for line in lines if line.text)

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """The log, an entry a move."""
        return entries_told(self.told, self.rules) if self.log is self.told.shown else entries_of(self.log, self.rules)

    @property
    def first_line(self) -> int:
        """The number of the first event that the log tells."""
        return max(0, self.table.event_count - LOG_LINES) // LOG_STEP * LOG_STEP

    @property
    def latest(self) -> Sequence[LogLine]:
        """The newest lines of the log."""
        return self.log[-LATEST:]

    def line_of_note(self, note: Note) -> LogLine:
        """What is no event of the game as a line of the log."""
        text = note_words(words_in(self.language), note, self.info, self.named)
        colour = None if note.kind in BY_NO_SEAT else self.table.seat_names[note.seat]
        return LogLine(note.number, text, colour, note.events)

    def line_of(self, number: int, event: Event) -> LogLine:
        """An event as a line of the log."""
        marked, people = event.words(self.language, SEATS), self.people
        is_named = 0 <= event.seat < len(people) and SEATS[event.seat] in marked
        colour = people[event.seat][1] if is_named else None
        text, came = plain(marked, people), event.came(self.language, SEATS)
        return LogLine(number, text, colour, number, event, self.seat, marked, came, people, self.language)

    @property
    def my_last_move(self) -> int | None:
        """The number of the first event of the viewer's last move; None without one."""
        return self.table.events_before_last_move(self.seat)

    @property
    def aloud(self) -> str:
        """What who listens is told when the seat is asked again, or at the end; empty while others are asked."""
        if not (self.choices or self.is_over):
            return ""
        ending = (self.verdict, self.decided_by) if self.is_over else ()
        found = [*(line.text for line in self.lines_of_others), *ending]
        more = self.say("table.aloud_more", n=len(found) - MOST_ALOUD) if len(found) > MOST_ALOUD else ""
        return " ".join(sentence(text) for text in (more, *found[-MOST_ALOUD:]) if text)

    @property
    def lines_of_others(self) -> Iterator[LogLine]:
        """Of each move of others since the seat's last one: what it was, and what came of it for the seat."""
        if self.seat is None:
            return
        for numbers in self.table.events_of_others(self.seat):
            lines = [line for number in numbers if (line := self.told.line(number)) is not None and line.text]
            yield from lines[:ALOUD_EACH]
            yield from (line for line in lines[ALOUD_EACH:] if line.colour == self.colour)

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
        """What happened since this user last looked; of the notes, those about others."""
        seen = self.table.event_count if self.viewer.seen is None else self.viewer.seen
        own = {self.table.seat_names[seat] for seat in self.viewer.own}
        fresh = takewhile(lambda line: line.before >= seen, reversed(self.log))
        return tuple(line for line in fresh if not (line.is_note and line.colour in own))[::-1]

    @cached_property
    def result(self) -> Result | None:
        """How the game ended, with the places that count: who resigned does not place above who stayed."""
        result = self.table.result
        return None if result is None else final_result(result, self.info.resigned)

    @cached_property
    def places(self) -> tuple[Standing, ...]:
        """The seats by place, when the game is over; none where nobody has won."""
        result = self.result
        if result is None:
            return self._given_up_places
        shown = (
            Standing(
                seat, result.places[seat.number], result.scores[seat.number], tuple(result.tie_breaks[seat.number])
            )
            for seat in self.seats
        )
        return tuple(sorted(shown, key=lambda placed: (placed.place, placed.seat.number)))

    @property
    def _given_up_places(self) -> tuple[Standing, ...]:
        """Who is left alone comes first, with no score; the others have resigned."""
        if self.last_one is None:
            return ()
        shown = zip(self.seats, given_up_places(self.info.resigned), strict=True)
        return tuple(sorted((Standing(seat, place, None, ()) for seat, place in shown), key=lambda one: one.place))

    @property
    def is_given_up(self) -> bool:
        """Whether the game has ended since people resigned."""
        return self.info.ended_by == "resigned"

    @property
    def is_closed(self) -> bool:
        """Whether the server's host has ended the game."""
        return self.info.ended_by == "closed"

    @property
    def last_one(self) -> int | None:
        """The seat that has won since all others resigned."""
        return last_one(self.info.resigned) if self.is_given_up else None

    @property
    def resigning(self) -> str:
        """What comes of it if the viewer's seat resigns now."""
        after = [seat.is_me or seat.occupant.has_resigned for seat in self.seats]
        if not is_given_up(after, [seat.occupant.kind == "bot" for seat in self.seats]):
            return self.say("table.resign_text")
        winner = last_one(after)
        if winner is None:
            return self.say("table.resign_alone")
        return self.say("table.resign_last", winner=self.named[winner])

    @property
    def seed(self) -> str | None:
        """The seed in hex, once the game has ended."""
        return self.table.seed.hex() if self.info.ended_by else None

    @property
    def dealt(self) -> str:
        """What the deal was bound to; empty where no seat had a part in it."""
        fair = self.info.fair
        return fair.bound_to(self.commitment) if fair is not None and any(fair.nonces) else ""

    @property
    def next_commitment(self) -> str | None:
        """What this user has committed to for the rematch's deal, which waits for the nonce."""
        own = self.viewer.own
        return self.info.next_deal[own[0]] if len(own) == 1 and self.info.next_deal else None

    @property
    def nonces(self) -> tuple[str | None, ...] | None:
        """What each seat has put into the deal, in hex; None at a table from before seats could."""
        fair = self.info.fair
        return None if fair is None else tuple(None if nonce is None else nonce.hex() for nonce in fair.nonces)

    @property
    def commitment(self) -> str:
        """The seed's SHA-256, shown from the beginning."""
        return self.table.commitment

    # the company

    @property
    def may_ask_back(self) -> int:
        """How many moves would be taken back if everybody let the seat take its last decision back; 0 if none may."""
        if self.seat is None or not self.is_mine_to_play or self.info.ended_by or self.info.request is not None:
            return 0
        return 0 if self.may_undo else self.table.moves_since(self.seat)

    @property
    def request_role(self) -> str:
        """What the viewer is to a request to take a move back: who asks, who answers, who waits; empty for none."""
        request, own = self.info.request, self.viewer.own
        if request is None:
            return ""
        if request.seat in own:
            return "asks"
        return "answers" if any(seat in own for seat in request.waiting) else "waits"

    @property
    def signs(self) -> tuple[str, ...]:
        """What one click says."""
        return SIGNS

    def words_of(self, line: ChatLine) -> str:
        """What a line of the chat says, a sign in the reader's language."""
        if line.kind == GONE:
            return self.say("table.gone")
        return self.say(f"table.signs.{line.text}") if line.kind == "sign" else line.text

    def speaker(self, line: ChatLine) -> str:
        """The name of who has said a line."""
        return self.say("table.removed") if line.name == REMOVED else line.name

    def is_mine(self, line: ChatLine) -> bool:
        """Whether the viewer has said it."""
        return line.seat_number in self.viewer.own if line.seat_number is not None else line.user == self.viewer.user

    @property
    def chat(self) -> tuple[ChatLine, ...]:
        """What was said at the table, without the muted."""
        return tuple(line for line in self.info.chat if line.user is None or line.user not in self.viewer.muted)

    @property
    def asides(self) -> tuple[ChatLine, ...]:
        """What spectators said, without the muted."""
        return tuple(line for line in self.info.asides if line.user not in self.viewer.muted)

    @property
    def muted(self) -> tuple[MutedPerson, ...]:
        """The people at this table whom the viewer has muted."""
        lines = [(f"table-{line.number}", line) for line in self.info.chat]
        lines += [(f"aside-{line.number}", line) for line in self.info.asides]
        found = {line.user: MutedPerson(line.name, said) for said, line in lines if line.user in self.viewer.muted}
        return tuple(found.values())

    @property
    def plays_with_people(self) -> bool:
        """Whether somebody else than this user has played."""
        people = {seat.number for seat in self.seats if seat.occupant.kind == "human"}
        return bool(people - set(self.viewer.own))

    def rematch_role(self) -> str:
        """What the viewer is to an offer to play again: `offers`, `comes`, `declined`, `asked`; empty without one."""
        offer, own = self.info.offer, set(self.viewer.own)
        if offer is None or not own:
            return ""
        for role, seats in (("offers", offer.by), ("comes", offer.accepted), ("declined", offer.declined)):
            if own & set(seats):
                return role
        return "asked"

    def names_of(self, seats: Sequence[int]) -> str:
        """The people of some seats."""
        return self.joined([self.named[seat] for seat in seats])

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
    def others(self) -> tuple[SeatModel, ...]:
        """The other seats, in the order in which their turns come after the viewer's own."""
        mine = self.mine
        if mine is None:
            return self.seats
        return self.seats[mine.number + 1 :] + self.seats[: mine.number]

    def laid_out(self, seat: SeatModel) -> tuple[Card, ...]:
        """The cards that a seat holds or has played, but for those that the page shows as the viewer's hand."""
        held = {card.target for card in self.display.hand} if seat.is_me else set()
        return tuple(card for card in self.display.cards(seat.colour) if not card.target or card.target not in held)

    def held(self, seat: SeatModel) -> tuple[Card, ...]:
        """The cards in a seat's hand, where all may see them: in a replay alone."""
        return ()

    @property
    def fresh_news(self) -> tuple[LogLine, ...]:
        """The last of what others did since this user looked."""
        return tuple(line for line in self.news if line.colour != self.colour)[-NEWS:]

    @cached_property
    def news_at(self) -> int | None:
        """How many lines of the log stand above the first event that is new; None if nothing is, or all."""
        first = next((line for line in self.news if not line.is_note), None)
        found = next((at for at in reversed(range(len(self.log))) if self.log[at] is first), 0)
        return found or None

    @property
    def news_entry(self) -> int | None:
        """Where the entry of the log stands in which the news begin; None without news."""
        if self.news_at is None:
            return None
        first = self.log[self.news_at]
        return next((at for at, entry in enumerate(self.entries) if first in entry.lines), 0) or None

    @property
    def verdict(self) -> str:
        """Who has won, in a short sentence."""
        result = self.result
        if result is None:
            return self.say("table.end.resigned") if self.last_one is None else self.winner_words(self.last_one)
        if result.winners != self._best:
            names = [self.named[seat] for seat in result.winners]
            return self.say("table.end.stayed_best", who=self.joined(names), n=len(names))
        if len(result.winners) > 1:
            return self.result_sentence
        return self.winner_words(result.winners[0])

    def winner_words(self, seat: int) -> str:
        """That a seat alone has won."""
        return self.rules.words.words_in(self.language).text("result.winner", seat=self.named[seat])

    @property
    def decided_by(self) -> str:
        """What ended the game early, or broke the tie of the first, in a sentence; empty when nothing had to."""
        if self.is_closed:
            return self.say("table.end.closed")
        if self.is_given_up:
            return self.given_up_words
        is_said = self.result is None or self.result_sentence == self.verdict or self.result.winners != self._best
        return "" if is_said else self.result_sentence

    @property
    def given_up_words(self) -> str:
        """Who has resigned, and that it ended the game."""
        gone = [seat.number for seat in self.seats if seat.occupant.has_resigned]
        key = "given_up_alone" if self.last_one is None else "given_up"
        return self.say(f"table.end.{key}", who=self.names_of(gone), n=len(gone)) if gone else ""

    @cached_property
    def result_sentence(self) -> str:
        """Who has won, and how, as the game itself says it."""
        result = self.result
        return "" if result is None else self.rules.words.result_words(result, self.language, self.named)[-1]

    @property
    def _best(self) -> tuple[int, ...]:
        """Who would be first if nobody had resigned."""
        result = self.table.result
        return () if result is None else result.winners

    @property
    def stayed(self) -> str:
        """Who played to the end, when somebody did not; else empty."""
        left = [seat for seat in self.seats if seat.occupant.has_resigned or seat.occupant.is_lent]
        if not self.is_over or self.is_given_up or self.is_closed or not left:
            return ""
        there = [self.named[seat.number] for seat in self.seats if seat not in left]
        return self.say("table.end.stayed", who=self.joined(there)) if there else self.say("table.end.nobody")

    def joined(self, names: Sequence[str]) -> str:
        """`Red, blue and green`."""
        if len(names) < 2:
            return "".join(names)
        return self.say("site.joined", first=", ".join(names[:-1]), last=names[-1])

    @property
    def named(self) -> list[str]:
        """The seats with who sits there."""
        names = [(seat.words, self.who(seat)) for seat in self.seats]
        return [seat if who == seat else f"{seat} ({who})" for seat, who in names]

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

    @cached_property
    def drawing(self) -> str:
        """The part of the board that changes, as SVG."""
        return self.rules.pictures.live(self.view, self.language, self.legal_targets)


def sentence(text: str) -> str:
    """A line of the log with an end, at which a voice rests."""
    return text if text.endswith((".", "!", "?")) else f"{text}."
