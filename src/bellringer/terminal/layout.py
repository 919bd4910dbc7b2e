"""Divides a low terminal between a page, the question and the choices, so that each of them is in reach.

From the top: the names of the pages, the page that is open, what was just said, the question, the choices, the line
that is typed. The board stays whole as long as it can: the choices give way down to a few lines, and a page of their
own has all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.text import Text

from bellringer.core.shown.show import TextParts

Lines = list[str]
LEAST_CHOICES = 3  # lines, as far as there are so many
TABS = TYPED = 1  # lines
LEAST_LOG = 3  # lines, for the log to stand below the board
FEW = 8  # choices, in a line each where there is room


@dataclass
class Page:
    """A page by its title. `make`: draws its lines, when they are first needed; `is_latest_last`: as in a log."""

    title: str
    make: Callable[[], Lines]
    is_latest_last: bool = False
    has_choices: bool = False  # so that they need not be repeated below

    @cached_property
    def lines(self) -> Lines:
        """The lines of the page, with the colours of the terminal."""
        return self.make()


@dataclass(frozen=True)
class Scene:
    """What a person is to see. `whole`: the picture with its log; `log`: the newest lines first to be left out.

    `pages`: the pages after the board.
    """

    parts: TextParts
    whole: RenderableType
    log: Sequence[RenderableType]
    question: RenderableType
    choices: Sequence[Text]
    pages: Sequence[Page]


def lines_of(console: Console, drawn: RenderableType) -> Lines:
    """Lines of the terminal's width, as drawn."""
    with console.capture() as capture:
        console.print(drawn)
    return capture.get().removesuffix("\n").split("\n")


class Layout:
    """One scene on a terminal of some size. `said`: the lines that stand above the question."""

    def __init__(self, console: Console, scene: Scene, said: Lines) -> None:
        self.console, self.scene, self.said = console, scene, said
        self.width, self.height = console.size

    def lines(self, drawn: RenderableType) -> Lines:
        """What is drawn, as lines."""
        return lines_of(self.console, drawn)

    @cached_property
    def question(self) -> Lines:
        """The lines of the question."""
        return self.lines(self.scene.question)

    @cached_property
    def room(self) -> int:
        """The lines for the page and the choices together."""
        return max(2, self.height - TABS - TYPED - len(self.question) - len(self.said))

    @cached_property
    def usual_room(self) -> int:
        """The room with a question of one line. It decides how the board is drawn, which therefore seldom changes."""
        return self.height - TABS - TYPED - 1

    @cached_property
    def all_choices(self) -> Lines:
        """All choices: in a line each if they are few and there is room, otherwise in columns."""
        listed = list(self.scene.choices)
        if len(listed) <= min(FEW, LEAST_CHOICES):
            return self.lines(Group(*listed)) if listed else []
        return self.lines(Columns(listed, column_first=True, padding=(0, 2)))

    @cached_property
    def first_choices(self) -> Lines:
        """All choices in columns, the first ones in the first line, for the case that only these are shown."""
        return self.lines(Columns(list(self.scene.choices), padding=(0, 2)))

    @cached_property
    def board(self) -> Lines:
        """The first page: the whole picture if it fits, else the roomiest drawing of the board that does."""
        whole = self.lines(self.scene.whole)
        if len(whole) + len(self.all_choices) <= self.room:
            return whole
        most = min(self.usual_room - min(LEAST_CHOICES, len(self.all_choices)), self.room - 1)
        for drawing in self.scene.parts.boards:
            found = self.lines(drawing)
            if len(found) <= most:
                break
        return self.with_more(found)

    def with_more(self, board: Lines) -> Lines:
        """The board, with as much of the rest below it as leaves all choices in sight."""
        left = self.room - len(self.all_choices) - len(board)
        found = list(board)
        for one in self.scene.parts.beside:
            more = self.lines(one)
            if len(more) <= left:
                found += more
                left -= len(more)
        if left >= LEAST_LOG:
            found += [line for one in self.scene.log for line in self.lines(one)][-left:]
        return found

    @cached_property
    def choices(self) -> Lines:
        """The lines of choices below a page."""
        found = self.all_choices
        left = self.room - len(self.board)
        if len(found) <= left:
            return found
        least = max(1, min(LEAST_CHOICES, len(found)) - (self.usual_room - self.room))
        return self.first_choices[: max(least, left)]

    @property
    def is_cut(self) -> bool:
        """Whether some choices do not stand below a page."""
        return len(self.choices) < len(self.all_choices)

    def room_of(self, page: Page) -> int:
        """The lines for a page."""
        return self.room if page.has_choices else self.room - len(self.choices)
