"""What a game shows, as plain values: its words, its pictures, its terminal, and the parts of its page.

These are the types of the contract (game.py). What games have in common when they fulfil it lies in `svg`, `text`
and `page`; nothing here draws.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from bellringer.core.view_model import ViewModel
from bellringer.core.words import Words

if TYPE_CHECKING:
    from rich.console import RenderableType

    from bellringer.core.game import Result

View = Mapping[str, Any]


# words


@dataclass(frozen=True)
class CardGroup:
    """Things of one kind that have rules. `title`: the key of the group's heading in the game's words."""

    title: str
    kind: str
    names: tuple[str, ...]


class GameWords(Protocol):
    """A game's sentences. A module can fulfil this. `language`: a code such as `en`."""

    def words_in(self, language: str) -> Words:
        """The game's catalogue; what the page, the drawings and the terminal say has tables of its own in it."""

    def name_words(self, kind: str, name: str, language: str) -> str:
        """A thing's name. Every game has the kinds `seat`, `letter` and `part`. Raises KeyError."""

    def rule_words(self, name: str, language: str) -> tuple[str, str]:
        """What a card or place does, and the number of the ledger's line. Raises KeyError for anything else."""

    def result_words(self, result: Result, language: str, seat_words: Sequence[str] | None = None) -> list[str]:
        """The seats by their places, a line each; the last line says who has won."""


# pictures


class Pictures(Protocol):
    """A game's table as SVG text. A module can fulfil this."""

    emblems: Mapping[str, str]
    """The line drawings that the game uses, by name, each a `symbol` that is 20 units wide."""

    styles: Path
    """The file with the styles that this game's board has beyond those of all boards."""

    def ground(self, view: View, language: str) -> str:
        """The board's lower layer, for a page: what stays as long as the table stands, whoever looks.

        It holds all that `live` and the rest of the page use by name: cubes, emblems (`#e-NAME`).
        """

    def live(self, view: View, language: str, shine: Collection[str] = ()) -> str:
        """The upper layer: what changes. Pieces keep their ids as they move. `shine`: as in `chart`."""

    def chart(self, view: View, language: str, shine: Collection[str] = ()) -> str:
        """The board alone, as part of a page. `shine`: the targets of the moves that are legal."""

    def picture(self, view: View, language: str, shine: Collection[str] = ()) -> str:
        """The board and all that lies beside it, as a file of its own."""


class TerminalPictures(Protocol):
    """A game's table in a terminal. A module can fulfil this."""

    def picture(self, view: View, language: str, width: int, log: RenderableType | None = None) -> RenderableType:
        """A view of the table; the log where there is room for it."""

    def explained(self, language: str) -> Mapping[str, str]:
        """Everything that has a rule: the words for it, in small letters, and its name."""

    def score_words(self, language: str) -> tuple[str, ...]:
        """What the score counts, and then each tie-break."""

    def legend(self, language: str) -> str:
        """How to read the picture."""


# the page


@dataclass(frozen=True)
class Choice:
    """A legal move, as a button. `target`: what on the board it is about, or None."""

    name: str
    words: str
    target: str | None


@dataclass(frozen=True)
class Figure:
    """How much there is of something. `words`: what it counts, or the whole fact; `emblem`: empty for none."""

    key: str
    value: str
    words: str
    emblem: str = ""


@dataclass(frozen=True)
class Card:
    """A card that lies open to who looks. `move`: the only legal move about it; `is_legal`: there is one at least."""

    name: str
    words: str
    target: str
    is_legal: bool
    move: str = ""
    colour: str = ""  # of the pile that it came from
    more: str = ""  # a word under its name
    rats: int = 0
    is_used: bool = False


@dataclass(frozen=True)
class Token:
    """Something small that a seat has collected."""

    colour: str
    emblem: str
    words: str


@dataclass(frozen=True)
class Button:
    """A choice as the prompt shows it: `label` is short where the group's words say the rest."""

    name: str
    words: str
    label: str
    target: str
    emblem: str
    rule: str = ""  # the card that it is about


@dataclass(frozen=True)
class Group:
    """Choices that do the same to different things. `legend`: empty when all stand together."""

    id: str
    legend: str
    buttons: tuple[Button, ...]


class Display(Protocol):
    """What the parts of a table's page show to one pair of eyes. `seat` is a seat's name, such as `red`."""

    model: ViewModel
    choices: Sequence[Choice]

    @property
    def when(self) -> str:
        """How far the game is, in words."""

    @property
    def facts(self) -> tuple[Figure, ...]:
        """What all should know of the round; `words` is the whole fact."""

    @property
    def middle(self) -> tuple[Card, ...]:
        """The cards that lie beside the board."""

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of who looks."""

    @property
    def groups(self) -> tuple[Group, ...]:
        """The choices: together when they are few, else by what they do."""

    @property
    def is_in_hand(self) -> bool:
        """Whether each choice is a card of the hand, so that the hand is choice enough where there is little room."""

    def figures(self, seat: str) -> tuple[Figure, ...]:
        """What a seat has, open to all."""

    def cards(self, seat: str) -> tuple[Card, ...]:
        """The cards that a seat holds or has played, open to all."""

    def tokens(self, seat: str) -> tuple[Token, ...]:
        """What a seat has collected."""

    def notes(self, seat: str) -> tuple[str, ...]:
        """What else is open of a seat, a line each."""

    def tie(self, figure: int) -> str:
        """The figure that breaks ties, in words."""

    def title(self, part: str) -> str:
        """The heading of a part: `middle`, `hand`, `cards` or `tokens`."""
