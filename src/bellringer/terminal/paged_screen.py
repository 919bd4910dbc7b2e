"""The terminal of a game that is played at a keyboard: pages that one key turns, with question and choices below."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from rich.cells import chop_cells
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from bellringer import Event, Table
from bellringer.core.plain_text import plain
from bellringer.core.shown.show import TextParts, View
from bellringer.core.shown.words import Words
from bellringer.terminal.console import PlainConsole
from bellringer.terminal.layout import Layout, Page, Scene, lines_of
from bellringer.terminal.screen import LOG_LINES, Screen
from bellringer.text.signs import GOLD, QUIET

HOME, TO_END_OF_LINE, TO_END = "\x1b[H", "\x1b[K", "\x1b[J"
LOWEST, NARROWEST = 12, 40  # a terminal in which pages are of use
MOST_SAID = 2  # lines above the question; what is longer gets a page, unless there is room
BEFORE_KEYS = "  "  # after the names of the pages
DUMB = ("", "dumb", "unknown")
NOTHING = Scene(TextParts("", [""], [], {}), "", [], "", [], [])  # what is shown before the first picture


def screen_at(table: Table, words: Words) -> Screen:
    """The screen for this terminal: with pages at a keyboard, a plain one for files, pipes and tiny terminals."""
    console = PlainConsole()
    is_keyboard = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in DUMB
    is_large = console.height >= LOWEST and console.width >= NARROWEST
    if is_keyboard and console.is_terminal and is_large and os.name == "posix":
        return PagedScreen(table, words, console)
    return Screen(table, words, console)


class PagedScreen(Screen):
    """A terminal with pages. `open`: the number of the page that is open; `offset`: how far it is scrolled."""

    more_keys = (("Tab", "tab"), ("↑ ↓", "scroll"))

    def __init__(self, table: Table, words: Words, console: PlainConsole) -> None:
        from bellringer.terminal.keyboard import Keyboard

        super().__init__(table, words, console)
        self.keyboard = Keyboard()
        self.scene: Scene | None = None
        self.said: list[RenderableType] = []
        self.answer: Page | None = None
        self.open = 0
        self.offset: int | None = None  # None: where the page begins
        self.drawn: tuple[int, int] = self.console.size  # for which size
        self.remake: Callable[[], None] = lambda: None  # what is shown, for another size
        self.above: list[str] = []  # the lines above the question
        self.prompt = self.typed = ""
        self.is_new = False  # whether the board has not been read yet, so that no message may hide it

    # what is shown

    def show(self, table: Table, seat: int, events: Sequence[Event], first: bool) -> None:
        """Show the board to the seat that is to decide, and keep the other pages ready."""
        heading = self.words("play.log_first" if first else "play.log")
        question = Text(table.prompt(seat, self.words.language), style="bold")
        choices = self.numbered(table.moves(seat))
        self.set_scene(table, table.view(seat), self.log(events, heading, LOG_LINES), question, choices)
        self.is_new = True

    def show_end(self, table: Table, log: RenderableType, lines: Sequence[RenderableType]) -> None:
        """Show the result before the board."""
        self.set_scene(table, table.whole_view(), log, "", [])
        self.say(*lines)

    def set_scene(
        self, table: Table, view: View, log: RenderableType, question: RenderableType, choices: Sequence[Text]
    ) -> None:
        """Replace what is shown, and open the board."""
        terminal, language, width = self.game.terminal, self.words.language, self.console.width
        parts = terminal.parts(view, language, width)
        whole = terminal.picture(view, language, width, log)
        pages = [self.page(title, body) for title, body in parts.pages.items()]
        pages.append(Page(self.words("pages.log"), lambda: self.lines(self.whole_log(table)), is_latest_last=True))
        if choices:
            listed = Columns(list(choices), column_first=True, padding=(0, 2))
            pages.append(Page(self.words("pages.choices"), lambda: self.lines(listed), has_choices=True))
        self.scene = Scene(parts, whole, [log], question, choices, pages)
        self.remake = lambda: self.set_scene(table, view, log, question, choices)
        self.drawn = self.console.size
        self.turn_to(0)

    def page(self, title: str, body: RenderableType) -> Page:
        """A page that is drawn when it is opened."""
        return Page(title, lambda: self.lines(body))

    def lines(self, drawn: RenderableType) -> list[str]:
        """What is drawn, as lines."""
        return lines_of(self.console, drawn)

    def show_log(self, table: Table) -> None:
        """Open the page of the log."""
        titles = [page.title for page in self.pages(self.layout())]
        self.turn_to(titles.index(self.words("pages.log")))

    def say(self, *lines: RenderableType) -> None:
        """Keep lines for the next picture: above the question, or on a page of their own."""
        self.said.extend(Text(line) if isinstance(line, str) else line for line in lines)

    def clear(self, everything: bool = False) -> None:
        """Clear the terminal, and forget what it has shown."""
        super().clear(everything)
        self.scene, self.answer = None, None
        self.said.clear()

    def close(self) -> None:
        """Print what was said last, below the last picture."""
        self.console.print()
        for line in self.said:
            self.console.print(line)
        self.said.clear()

    # pages

    def layout(self, said: Sequence[str] = ()) -> Layout:
        """How the terminal is divided now."""
        if self.scene is not None and self.drawn != self.console.size:
            was_open = self.open
            self.remake()
            self.open = was_open
        scene = self.scene or NOTHING
        return Layout(self.console, scene, list(said))

    def pages(self, layout: Layout) -> list[Page]:
        """The board, the further pages, and the last answer if it is a page."""
        if self.scene is None:
            return [self.answer] if self.answer else []
        board = Page(self.scene.parts.title, lambda: layout.board)
        return [board, *self.scene.pages, *([self.answer] if self.answer else [])]

    def turn_to(self, number: int) -> None:
        """Open a page where it begins."""
        self.open, self.offset = number, None

    def settle(self) -> list[str]:
        """Make a page of what was said if it is long. Returns the lines to show above the question."""
        said = self.lines(Group(*self.said)) if self.said else []
        layout = self.layout(said)
        fits = self.scene is not None and len(layout.board) + 1 <= layout.room
        if len(said) <= MOST_SAID or fits and len(said) <= LOG_LINES // 2:
            return said
        self.answer = Page(self.words("pages.messages"), lambda: said)
        if not self.is_new:
            self.turn_to(len(self.pages(layout)) - 1)
        return []

    # drawing

    def draw(self) -> None:
        """Draw everything, and leave the cursor behind what is typed."""
        layout = self.layout(self.above)
        pages = self.pages(layout)
        line = chop_cells(plain(self.prompt + self.typed), max(1, layout.width - 1)) or [""]
        found = [*self.page_lines(layout, pages, len(line)), *self.above]
        if self.scene is not None and self.scene.question:
            found += layout.question
        if pages and not pages[self.open].has_choices:
            found += layout.choices
        found += line
        shown = f"{TO_END_OF_LINE}\r\n".join(found[-layout.height :])
        self.console.write(f"{HOME}{shown}{TO_END}")

    def page_lines(self, layout: Layout, pages: Sequence[Page], typed: int) -> list[str]:
        """The names of the pages, and the lines of the open one that are in sight."""
        if not pages:
            return []
        self.open = min(self.open, len(pages) - 1)
        page = pages[self.open]
        room = max(1, layout.room_of(page) - (typed - 1))
        last = max(0, len(page.lines) - room)
        begin = (last if page.is_latest_last else 0) if self.offset is None else self.offset
        self.offset = max(0, min(begin, last))
        self.step = max(1, room - 1)
        shown = page.lines[self.offset : self.offset + room]
        tabs = self.lines(self.tabs(layout, pages, room))[:1]
        return [*tabs, *shown, *[""] * (room - len(shown))]

    def tabs(self, layout: Layout, pages: Sequence[Page], room: int) -> Text:
        """The names of the pages, the open one marked, and the keys that are of use now, as far as there is room."""
        found = Text(no_wrap=True)
        for number, page in enumerate(pages):
            found.append_text(self.tab(layout, page, is_open=number == self.open))
        if found.cell_len > layout.width:
            found = self.tab(layout, pages[self.open], is_open=True).append(
                f" {self.open + 1}/{len(pages)}", style=QUIET
            )
        for hint in self.hints(pages[self.open], room):
            if found.cell_len + len(BEFORE_KEYS) + len(hint) <= layout.width:
                return found.append(f"{BEFORE_KEYS}{hint}", style=QUIET)
        return found

    def tab(self, layout: Layout, page: Page, is_open: bool) -> Text:
        """The name of a page, with a mark if it has choices that do not stand below the others."""
        is_cut = page.has_choices and layout.is_cut
        style = f"bold reverse {GOLD}" if is_open else "bold" if is_cut else ""
        return Text(f" {page.title}{'…' if is_cut else ''} ", style=style)

    def hints(self, page: Page, room: int) -> list[str]:
        """The lines of a page that are in sight, if not all are, and the keys; the longest form first."""
        keys, short, lines = self.words("pages.turn"), self.words("pages.turn_short"), len(page.lines)
        if lines <= room or self.offset is None:
            return [keys, short]
        last = min(self.offset + room, lines)
        shown = self.words("pages.lines", first=self.offset + 1, last=last, all=lines)
        return [f"{shown} · {keys}", f"{shown} · {short}", shown]

    # what comes back

    def read(self, prompt: str) -> str:
        """Read a line, and turn pages meanwhile. Raises EOFError at the end of the input."""
        self.above, self.prompt, self.typed = self.settle(), prompt, ""
        self.is_new = False
        self.draw()
        for key in self.keyboard.keys(self.draw_if_resized):
            if key == "enter":
                break
            if key == "end" and not self.typed:
                raise EOFError
            self.take(key)
            self.draw()
        self.forget()
        return self.typed.strip()

    def forget(self) -> None:
        """Take away what was said."""
        self.said.clear()
        if self.answer is not None:
            self.answer = None
            self.turn_to(0)

    def draw_if_resized(self) -> None:
        """Draw again when the terminal has another size."""
        if self.drawn != self.console.size:
            super().clear()
            self.draw()
            self.drawn = self.console.size

    def take(self, key: str) -> None:
        """Add a character to the line, remove the last one, or turn a page."""
        if len(key) == 1:
            self.typed += key
        elif key in ("rub out", "empty"):
            self.typed = self.typed[:-1] if key == "rub out" else ""
        else:
            self.turn(key)

    def turn(self, key: str) -> None:
        """Open another page, or scroll the open one."""
        count = len(self.pages(self.layout()))
        if key in ("next", "previous") and count:
            self.turn_to((self.open + (1 if key == "next" else -1)) % count)
        elif key in (steps := {"up": -1, "down": 1, "page up": -self.step, "page down": self.step}):
            self.offset = max(0, (self.offset or 0) + steps[key])
