"""What a game must show, as types: its words, its pictures, its table in a terminal, and the parts of its page.

`game.py` has these types as members of a game. What games share to implement them is in the packages `svg`,
`text` and `page`; nothing here draws.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from bellringer.core.shown.view_model import ViewModel
from bellringer.core.shown.words import Words

if TYPE_CHECKING:
    from rich.console import RenderableType

    from bellringer.core.shown.result import Result

View = Mapping[str, Any]


# words


@dataclass(frozen=True)
class CardGroup:
    """Names of one kind that have rules. `title`: the key of the heading in the game's catalogue."""

    title: str
    kind: str
    names: tuple[str, ...]


class GameWords(Protocol):
    """A game's sentences. A module can fulfil this. `language`: a code such as `en`."""

    def words_in(self, language: str) -> Words:
        """The game's catalogue. Pages, pictures and terminal have their own tables in it: `page`, `svg`, `text`."""

    def name_words(self, kind: str, name: str, language: str) -> str:
        """The words for a name of some kind. Every game has the kinds `seat`, `letter` and `part`. Raises KeyError."""

    def rule_words(self, name: str, language: str) -> tuple[str, str]:
        """The rule of a card or place, and the number of that rule in the ledger. Raises KeyError if it has none."""

    def better_words(self, name: str, language: str) -> Sequence[tuple[str, str]]:
        """The levels to which a card can be upgraded, each with its rule; empty for what has no levels."""

    def line_words(self, name: str, language: str, level: int = 1) -> str:
        """What a card or place does, in the one line that its face has room for. Raises KeyError if it has no rule."""

    def rulings(self, name: str, language: str) -> Sequence[tuple[str, str]]:
        """What the ledger decides about a card where the books are silent: numbers and sentences."""

    def result_words(self, result: Result, language: str, seat_words: Sequence[str] | None = None) -> list[str]:
        """One line for each seat, in the order of the places, and a last line that says who has won.

        `seat_words`: the names of the seats, if they are not to be called by their colours.
        """


# pictures


@dataclass(frozen=True)
class Piece:
    """A piece in a drawing: where it stands, and the piece itself, as text of the drawing's kind.

    `place`: on a board beside the large one, the target within which it stands.
    """

    at: str | None
    drawing: str
    place: str


Pieces = dict[str, Piece]  # by their ids


class Pictures(Protocol):
    """A game's table as SVG text. A module can fulfil this."""

    emblems: Mapping[str, str]
    """The line drawings of the game by name, each a `symbol` that is 20 units wide."""

    styles: Path
    """The CSS file of this game's board; the styles of all boards are in `svg/board.css`."""

    def ground(self, view: View, language: str) -> str:
        """The lower layer of the board on a page: what never changes during a game and is the same for everybody.

        It defines everything that `live` and the page refer to by id: cubes, emblems (`#e-NAME`).
        """

    def live(self, view: View, language: str, legal_targets: Collection[str] = ()) -> str:
        """The upper layer: what changes. A piece keeps its id as it moves.

        `legal_targets`: the targets of the legal moves, which are highlighted.
        """

    def pieces(self, view: View, language: str, boards: Sequence[str]) -> Pieces:
        """The pieces of `live`, and those on boards beside it (`Display.boards`)."""

    def chart(self, view: View, language: str, legal_targets: Collection[str] = ()) -> str:
        """The board alone with both layers, as part of a page. `legal_targets`: as in `live`."""

    def picture(self, view: View, language: str, legal_targets: Collection[str] = ()) -> str:
        """The board and everything beside it, as a complete SVG file. `legal_targets`: as in `live`."""


@dataclass(frozen=True)
class TextParts:
    """A table in parts, for a terminal that is too low for the whole picture.

    `boards`: the same board in several drawings, the roomiest first and the lowest last; `beside`: what stands below it
    as far as there is room, the most wanted first; `pages`: further pages, by their titles. `title`: of the board.
    """

    title: str
    boards: Sequence[RenderableType]
    beside: Sequence[RenderableType]
    pages: Mapping[str, RenderableType]


class TerminalPictures(Protocol):
    """A game's table in a terminal. A module can fulfil this."""

    def picture(self, view: View, language: str, width: int, log: RenderableType | None = None) -> RenderableType:
        """Draw a view of the table, `width` characters wide, with the log beside or below it."""

    def parts(self, view: View, language: str, width: int) -> TextParts:
        """Draw a view of the table in parts, each `width` characters wide."""

    def explained(self, language: str) -> Mapping[str, str]:
        """The names of everything that has a rule, by their words in small letters and by themselves."""

    def score_words(self, language: str) -> tuple[str, ...]:
        """The words for what the score counts, and then for each tie-break."""

    def legend(self, language: str) -> str:
        """How to read the picture."""


# scenes


@dataclass(frozen=True)
class Step:
    """One thing that is seen as something happens. It tells what the line of the log tells, and nothing else.

    `page/scenes.py` makes steps, and says what each shows. `do`: its kind. The others are empty where they say nothing.
    `what`: the id of a piece or of a drawing in the ground; `at`, `to`, `by`: where, as anchors; `n`: how many;
    `face`: a few letters on a card or a rat, or numbers; `signs`: drawings beside them; `lights`: the cards that it is
    about; `against`: the place whose crowd is counted, which acts from `limit` on; `beside`: it begins together with
    the step before it.
    """

    do: str
    what: str = ""
    at: str = ""
    to: str = ""
    by: tuple[str, ...] = ()
    n: int = 1
    face: str = ""
    signs: tuple[str, ...] = ()
    lights: tuple[str, ...] = ()
    against: str = ""
    limit: int = 0
    beside: bool = False


# the page

THEN = " > "  # between a move and the answer to the question that follows, in what a button sends


@dataclass(frozen=True)
class Choice:
    """A legal move. `words`: the move in words; `target`: what on the board it is about, or None."""

    name: str
    words: str
    target: str | None


@dataclass(frozen=True)
class Figure:
    """A number to show. `words`: what it counts, or a whole sentence; `emblem`: empty for none."""

    key: str
    value: str
    words: str
    emblem: str = ""


@dataclass(frozen=True)
class Mark:
    """A short sign on a card: a letter, a number, an emblem, or the sign of a seat. `words`: what it means."""

    text: str
    words: str
    emblem: str = ""
    colour: str = ""  # the seat, for the sign of a seat; `text` is its letter


@dataclass(frozen=True)
class Card:
    """A card that the viewer may see.

    `is_legal`: whether a legal move is about it; `move`: that move if there is exactly one, else empty.
    """

    name: str
    words: str
    target: str
    is_legal: bool
    move: str = ""
    colour: str = ""  # of the pile that the card came from, or of the seat that holds it
    more: str = ""  # words under its name
    rats: int = 0
    is_used: bool = False
    emblems: tuple[str, ...] = ()  # drawn on it, if not the one of its name
    has_rule: bool = True  # of its own, to which it is a link
    is_turned: bool = False  # sideways: it gives nothing now
    note: str = ""  # what else holds for it now
    then: str = ""  # the answer to the question that its move leads to, if the card says that, too
    line: str = ""  # what it does
    now: str = ""  # what it would do now, which its face then says instead
    tone: str = ""  # of its picture: a word that cards.css knows
    mark: Mark | None = None  # its number or letter
    sign: Mark | None = None  # whose or of which kind it is
    cost: Mark | None = None
    worth: Mark | None = None  # what it would bring now, as a number
    level: int = 1
    levels: int = 1  # how many there are at this table

    @property
    def answer(self) -> str:
        """What a click on it answers: its move, and what follows from it."""
        return f"{self.move}{THEN}{self.then}" if self.then else self.move


@dataclass(frozen=True)
class Token:
    """A small thing that a seat has collected. `value`: the points that it brings, as a number to stand on it."""

    colour: str
    emblem: str
    words: str
    value: str = ""


@dataclass(frozen=True)
class Button:
    """A choice as the prompt shows it. `words`: the whole move; `label`: shorter, if the group has a heading."""

    name: str
    words: str
    label: str
    target: str
    emblem: str
    rule: str = ""  # the name of the card or place whose rule it can show


@dataclass(frozen=True)
class Group:
    """Choices that do the same to different things. `legend`: the heading, which may be empty."""

    id: str
    legend: str
    buttons: tuple[Button, ...]


class Display(Protocol):
    """What the page of a table shows to one viewer. `seat` is always a seat's name, such as `red`."""

    model: ViewModel
    choices: Sequence[Choice]

    @property
    def when(self) -> str:
        """How far the game has got, such as the round, in words."""

    @property
    def facts(self) -> tuple[Figure, ...]:
        """Facts about the round that everybody may know; `words` is a whole sentence."""

    @property
    def middle(self) -> tuple[Card, ...]:
        """The cards that lie beside the board."""

    @property
    def middle_places(self) -> int:
        """The most cards that can lie beside the board at once: the page keeps room for them."""

    @property
    def boards(self) -> tuple[str, ...]:
        """Further boards beside the large one, as SVG that refers to what its ground defines; none in most games."""

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards."""

    @property
    def groups(self) -> tuple[Group, ...]:
        """The choices as buttons, grouped by what they do if there are many."""

    def figures(self, seat: str) -> tuple[Figure, ...]:
        """What a seat has that everybody may see."""

    def cards(self, seat: str) -> tuple[Card, ...]:
        """The cards that a seat holds or has played, as far as everybody may see them."""

    @property
    def has_tokens(self) -> bool:
        """Whether seats collect tokens."""

    def tokens(self, seat: str) -> tuple[Token, ...]:
        """The tokens that a seat has collected."""

    def notes(self, seat: str) -> tuple[str, ...]:
        """Other public facts about a seat, one line each."""

    def whereabouts(self, seat: str) -> tuple[str, ...]:
        """Where a seat's single pieces stand on the board, one line each, for viewers who do not see it."""

    def turn_taken(self, seat: str) -> str:
        """Words that say that a seat has had its turn, while all seats take one in turn; empty for the others."""

    def tie(self, figure: int) -> str:
        """A tie-break with its value, in words."""

    def title(self, part: str) -> str:
        """The heading of a part: `middle`, `hand`, `cards`, `tokens`; `board` and `boards` where there are some."""


# how a game is played


@dataclass(frozen=True)
class Point:
    """One thing that a screen of the guide says. `rules`: the numbers of the ledger's lines that it tells."""

    title: str
    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Remark:
    """What holds at some tables only. `holds`: whether it does at the one that was asked about; None without one."""

    title: str
    text: str
    rules: tuple[str, ...]
    holds: bool | None = None


@dataclass(frozen=True)
class Sketch:
    """A drawing on a screen of the guide. `name`: of the drawing; `words`: what can be seen there, whole sentences."""

    name: str
    words: str
    size: tuple[int, int]


@dataclass(frozen=True)
class CardRow:
    """Cards on a screen of the guide. `words`: what they are."""

    words: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Screen:
    """One screen of the guide. `lead`: what it says, in a sentence; `is_ordered`: the points follow one another.

    `signs`: what signs of the game mean; `result`: how an example ends, line by line.
    """

    name: str
    title: str
    lead: str
    points: tuple[Point, ...]
    remarks: tuple[Remark, ...] = ()
    sketches: tuple[Sketch, ...] = ()
    rows: tuple[CardRow, ...] = ()
    signs: tuple[Mark, ...] = ()
    result: tuple[str, ...] = ()
    is_ordered: bool = False


class Guide(Protocol):
    """How a game is played, in a few screens. Drawings and numbers come from the game itself.

    `chosen`: the options of the table that somebody comes from, and its number of `seats`; empty without one.
    """

    @property
    def names(self) -> Sequence[str]:
        """The screens, in their order."""

    @property
    def drawings(self) -> Sequence[str]:
        """The names of all drawings."""

    @property
    def asked(self) -> Sequence[str]:
        """The options of a table on which the screens depend."""

    def aim(self, language: str, options: Mapping[str, Any]) -> str:
        """How the game is won at a table with these options, in a sentence to the player."""

    def screen(self, name: str, language: str, chosen: Mapping[str, Any]) -> Screen:
        """One of the screens."""

    def drawing(self, name: str, language: str) -> str:
        """A drawing, as a complete SVG file."""


# the rules as a person tells them


@dataclass(frozen=True)
class Passage:
    """A paragraph of a chapter. `rules`: the numbers of the ledger's lines that it tells.

    In `text`, `[words](name)` leads to a card, and `[words](/name)` to another chapter.
    """

    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class ChapterPart:
    """A part of a chapter. `card`: the card that it is about, whose name is then its title; else empty."""

    name: str
    title: str
    passages: tuple[Passage, ...]
    card: str = ""
    sketches: tuple[Sketch, ...] = ()


@dataclass(frozen=True)
class Chapter:
    """A chapter of the rules, a page of its own. `lead`: what it tells, in a sentence."""

    name: str
    title: str
    lead: str
    parts: tuple[ChapterPart, ...]


class Chapters(Protocol):
    """The rules of a game as a person tells them at the table, chapter by chapter."""

    @property
    def names(self) -> Sequence[str]:
        """The chapters, in the order in which they are read. None is called `ledger`."""

    def chapter(self, name: str, language: str) -> Chapter:
        """One of the chapters."""


# a first game with a guide


@dataclass(frozen=True)
class LessonPart:
    """A part of a lesson, with a position of its own. `intro`: how things stand there; `done`: what was learnt.

    `decisions`: how many the learner makes before the part counts as done; 0: it goes on to the end of the game.
    `ends`: a question with which it is done after these, asked when others have moved; empty if it is done without.
    """

    name: str
    title: str
    intro: str
    done: str
    decisions: int
    ends: str = ""


@dataclass(frozen=True)
class Lesson:
    """A lesson at a real table. `seat`: the learner's; `seats`: how many play; `lead`: what is learnt there."""

    name: str
    title: str
    lead: str
    seat: int
    seats: int
    parts: tuple[LessonPart, ...]


class Lessons(Protocol):
    """The lessons of a game. A move is meant by its name; where nothing is said of one, the text is empty."""

    @property
    def names(self) -> Sequence[str]:
        """The lessons, in the order in which they are best taken."""

    def lesson(self, name: str, language: str) -> Lesson:
        """One of the lessons."""

    def position(self, name: str, part: str) -> Mapping[str, Any]:
        """The position from which a part begins."""

    def asked(self, name: str, part: str, ask: str, language: str) -> str:
        """What a question is about, and what speaks for this or that answer."""

    def reason(self, ask: str, move: str, language: str) -> str:
        """Why one would answer a question with a move."""

    def outcome(self, ask: str, move: str, language: str) -> str:
        """What there is to see once a question was answered with a move."""
