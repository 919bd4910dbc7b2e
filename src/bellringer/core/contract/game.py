"""The contract between a game and all that plays, keeps and shows it. Each game has one object that fulfils it.

Everything that works with a game uses this class alone: its rules, its documents, its words, and what it shows. What
needs more than the rules (`words`, `pictures`, `terminal`, `display`) is loaded when it is first asked for, so that a
simulation loads no drawing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

from bellringer.core.compiled.observing import Encoder
from bellringer.core.compiled.state import RuleBook, State
from bellringer.core.contract.ledger import Ledger, ledger_of
from bellringer.core.contract.options import Option
from bellringer.core.contract.sources import SourceTable
from bellringer.core.errors import Fault
from bellringer.core.fields import Codec, Documents, FieldTable, Span
from bellringer.core.known_games import loaded
from bellringer.core.shown.result import Result
from bellringer.core.shown.show import (
    CardGroup,
    Chapters,
    Choice,
    Display,
    GameWords,
    Guide,
    Lessons,
    Pictures,
    Step,
    TerminalPictures,
)
from bellringer.core.shown.view_model import ViewModel

Document = dict[str, Any]
RawEvent = tuple[int, int, int, int, int]  # kind, seat, what, where, amount; the numbers are the game's


class Game(ABC):
    """One game. Numbers are the compiled rules' own; documents speak in names.

    There is one object of each game: it is its own copy, and a pickle has its name.
    """

    name: str
    rule_versions: Mapping[str, int] = {"base": 1}  # of every part of the rules that can change by itself
    book: RuleBook
    fields: FieldTable  # what documents hold, and who sees it
    codec: Codec  # the compiled module that tools/fields.py writes
    fewest_seats: int
    most_seats: int
    most_decisions: int  # of a seat in a game: random play, which dawdles more than anybody, stays below it
    options: Mapping[str, Option]
    move_names: Sequence[str]
    event_names: Sequence[str]  # by the kinds of events, which count from 1
    studies: Mapping[str, str]  # what a study can be about, and the word that its moves begin with
    cards: Sequence[CardGroup]  # everything that has a rule of its own, as the page of the rules lists it
    revealing: Collection[str] = ()  # the events that bring something hidden or a chance to light
    """A preview ends before them with their sentence in the catalogue, `page.unknown`; `anything` stands for others."""
    showing: Collection[str] = ()  # those by which a seat shows others what it alone knew, such as a card of its hand
    showing_asks: Collection[str] = ()  # asks by which others see what one seat alone knew, before an event tells of it
    sources: SourceTable | None = None  # where points come from; None for a game that does not say
    draws: Sequence[str] = ()  # what chance decides, kind by kind (draws.pxd); without it dice are keyed by moves
    entry_heads: Collection[str] = ()
    """Events with which an entry of a log begins, and which stand for it; without any, each event is an entry."""
    entry_leads: Mapping[str, str] = {}  # by such an event: the kind just before it, of its seat, that belongs to it
    entry_joins: Mapping[str, str] = {}
    """Heads that go on with an entry, if the event just before them is of that kind and about the same seat."""
    secret_asks: Collection[str] = ()  # asks that stand with one answer, too: that there is one is a seat's secret

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded, (self.name,)

    # a table of this game

    def rule_parts(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """The parts of the rules that a table's options bring in: what its record depends on."""
        return tuple(self.rule_versions)

    def seat_names(self, seats: int) -> tuple[str, ...]:
        """What the seats are called in documents and records."""
        return self.fields.seat_names[:seats]

    @abstractmethod
    def blank(self, seats: int, options: Mapping[str, Any], components: str | None, is_new: bool = True) -> State:
        """An undealt state that holds the table's choices. `components`: a file to lay over the shipped box.

        A table that was dealt before is not `is_new`: it may have what can't be chosen any more. Raises OptionError.
        """

    @abstractmethod
    def options_of(self, state: State) -> dict[str, Any]:
        """The choices of the state's table."""

    def box_of(self, state: State) -> Document:
        """What the state's box holds other than the shipped one; empty when it is that."""
        return self.documents.box_of(state)

    def put_box(self, state: State, document: Mapping[str, Any]) -> None:
        """Lay what `box_of` gave over an undealt state's box. Raises PositionError."""
        self.documents.put_box(state, document)

    def dealt_anew(self, state: State, seed: int) -> State:
        """A copy in which what no seat has seen is dealt anew, from a seed: every seat's view stays as it is.

        What chance brings later is not in the state yet, and needs no dealing. In a game that holds nothing which
        nobody has seen it is the same state.
        """
        return state.copy()

    @abstractmethod
    def open_name(self, state: State, seat: int, move: int) -> str | None:
        """What everybody sees of a move that the seat makes in that state, as a move's name; None if nothing."""

    def has_windows(self, state: State) -> bool:
        """Whether a seat of this table can be asked something out of turn, and let the chance pass."""
        return False

    def window(self, state: State, seat: int) -> str:
        """The move by which a seat lets such a chance pass, if it is what the seat is asked; else empty.

        At a table of people it closes by itself, and a seat may say beforehand what it lets pass.
        """
        return ""

    def at_stake(self, state: State, seat: int) -> int:
        """How much the answer of a seat to the window on top can matter, as far as everybody can see: 1 at least."""
        return 1

    @abstractmethod
    def result(self, state: State) -> Result:
        """Places, scores and tie-breaks as they stand."""

    # documents: all follow from the table of fields

    @cached_property
    def documents(self) -> Documents:
        """Writes and reads the documents of the game."""
        return Documents(self.fields, self.codec, self.book)

    def position(self, state: State) -> Document:
        """The whole state by names."""
        return self.documents.position(state)

    def restore(self, document: Mapping[str, Any]) -> State:
        """The state of a position document, whole or partial. Raises PositionError."""
        return self.documents.restore(document)

    def position_schema(self) -> str:
        """The JSON Schema of a position, as text."""
        return self.fields.schema

    def view(self, state: State, seat: int | None) -> Document:
        """What a seat may see, or a spectator (None)."""
        return self.documents.view(state, seat)

    def whole_view(self, state: State) -> Document:
        """A spectator's view, with all that any seat may see of its own things, and of things told row by row."""
        return self.documents.whole_view(state)

    def encoder(self, state: State) -> Encoder:
        """What writes the observations of the state's table into buffers, for learning."""
        return self.documents.encoder(state)

    def observation(self, state: State, seat: int) -> array[float]:
        """What a seat sees as floats; `observation_layout` says which number means what. Raises ValueError.

        Whoever wants many of them has the `encoder` write them into a buffer.
        """
        encoder = self.encoder(state)
        found = array("f", bytes(4 * encoder.width))
        encoder.write(state, seat, found)
        return found

    def observation_layout(self, state: State) -> tuple[Span, ...]:
        """The spans of the observations of the state's table, in order."""
        return tuple(self.documents.plan(state).spans)

    def observation_version(self, state: State) -> str:
        """Tells one layout from another, for whatever was trained with it."""
        return self.documents.plan(state).version

    def ask(self, state: State) -> tuple[str, dict[str, Any]]:
        """The ask on top, its name and arguments; an empty name when nothing is asked."""
        return self.documents.ask(state)

    @abstractmethod
    def target(self, state: State, seat: int, move: int) -> str | None:
        """What a click on the board means: the id of the thing that the move is about."""

    # words

    @property
    @abstractmethod
    def words(self) -> GameWords:
        """The game's sentences."""

    @abstractmethod
    def move_words(self, state: State, move: int, language: str) -> str:
        """A legal move in words."""

    @abstractmethod
    def ask_words(self, state: State, language: str, moves: Sequence[int] = ()) -> str:
        """The ask on top in words; empty when nothing is asked. `moves`: what the seat that is asked may do."""

    def fault_words(self, fault: Fault, language: str) -> str:
        """Why choices of a new table can't be together, as a sentence for who made them."""
        return str(fault)

    @abstractmethod
    def event_words(self, state: State, event: RawEvent, seats: tuple[str, ...] | None, language: str) -> str:
        """An event in words. `state`: any of the same table, for its choices and its box."""

    def came_words(self, state: State, event: RawEvent, seats: tuple[str, ...] | None, language: str) -> str:
        """An event in a few words, as what came of a move: `+2 coins`; empty for what goes without saying."""
        return ""

    def source_words(self, source: str, language: str) -> str:
        """Where points came from, as a table heads it."""
        return source

    def kind_words(self, kind: str, language: str) -> str:
        """A kind of sources, in the key of a chart."""
        return kind

    def column_words(self, column: str, language: str) -> str:
        """What the sources are counted by."""
        return column

    def why_words(self, source: str, language: str) -> str:
        """What happens to a seat when a source acts, as a sentence that goes on with how often: `the rat passes 9`.

        Empty for a source that its name alone tells of.
        """
        return ""

    def source_anchor(self, source: str, seat: int) -> str:
        """Where a table's page shows what a source does to a seat, as an anchor of scenes; empty where nothing does."""
        return ""

    def points_words(self, language: str) -> str:
        """What the sources add up to, many of it: `points`."""
        return "points"

    def scene(self, state: State, event: RawEvent, viewer: int | None = None) -> tuple[Step, ...]:
        """The steps that a page shows as an event happens; none in a game without scenes.

        They follow from the event and from what everybody knows of the table. `state`: as in `event_words`. `viewer`:
        the seat from whose side the board is drawn; None for a spectator. Only points may depend on it.
        """
        return ()

    def side(self, viewer: int | None) -> int:
        """The seat from whose side a viewer sees the board. Viewers on one side see the same scenes."""
        return viewer or 0

    # what is shown

    @abstractmethod
    def view_model(self, view: Mapping[str, Any], language: str) -> ViewModel:
        """A view, with what drawings and pages often ask of it."""

    @property
    @abstractmethod
    def pictures(self) -> Pictures:
        """The table as SVG."""

    @property
    @abstractmethod
    def terminal(self) -> TerminalPictures:
        """The table in a terminal."""

    @abstractmethod
    def display(self, model: ViewModel, choices: Sequence[Choice]) -> Display:
        """What the parts of a table's page show. `choices`: the legal moves of the viewer."""

    @property
    def guide(self) -> Guide | None:
        """How the game is played, for people who have never seen it; None for a game that does not tell."""
        return None

    @property
    def chapters(self) -> Chapters | None:
        """The rules as a person tells them; None for a game that has only its cards and its ledger."""
        return None

    @property
    def lessons(self) -> Lessons | None:
        """Lessons at a real table, with a guide; None for a game without."""
        return None

    # what follows from the members above

    @cached_property
    def ledger(self) -> Ledger | None:
        """Every rule by its number; None for a game whose folder has no such file."""
        return ledger_of(type(self).__module__.rpartition(".")[0])

    @property
    def ask_names(self) -> Sequence[tuple[str, str, str]]:
        """By the kinds of asks, from 1: the ask and its two arguments."""
        return self.fields.asks.kinds

    @property
    def law_names(self) -> Sequence[str]:
        """The laws of conservation, by the numbers of `State.broken_law`, from 1."""
        return self.fields.laws

    def event_name(self, kind: int) -> str:
        """The name of an event kind."""
        return self.event_names[kind - 1]

    def part_words(self, part: str, language: str) -> str:
        """The name of a part of the rules: a card, or one of the kind `part`."""
        kind = next((group.kind for group in self.cards if part in group.names), "part")
        return self.words.name_words(kind, part, language)

    @property
    def ruled(self) -> tuple[str, ...]:
        """The names of everything that has a rule of its own."""
        return tuple(name for group in self.cards for name in group.names)
