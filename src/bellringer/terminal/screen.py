"""The terminal of a game: prints the table, the log and the moves, and reads what the user types."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from bellringer import Event, Move, Table
from bellringer.core.contract.registry import find
from bellringer.core.edges.files import INPUT_NAME, FileProblem
from bellringer.core.plain_text import plain
from bellringer.core.shown.words import Words
from bellringer.terminal.console import PlainConsole
from bellringer.text.signs import GOLD, seat_label

LOG_LINES = 12
CLEAR = "\x1b[H\x1b[2J"
CLEAR_ALL = CLEAR + "\x1b[3J"  # clears the scrollback too, where the other player's hand could be read
FEW_MOVES = 8
MOST_LETTERS = 1_000  # of a line that is typed, and
MOST_VAIN = 100  # lines in a row that make no move, where no keyboard is: a file may have no end


class Screen:
    """A terminal, or a file in its place. `names`: the names of the seats.

    `more_keys`: keys besides those of every screen, each with its name in the catalogue.
    """

    more_keys: tuple[tuple[str, str], ...] = ()

    def __init__(self, table: Table, words: Words, console: PlainConsole | None = None) -> None:
        self.words, self.names = words, table.seat_names
        self.console = console or PlainConsole()
        self.game = find(table.game)
        self.vain = 0  # lines of a file in place of a keyboard since the last move

    # what is shown

    def show(self, table: Table, seat: int, events: Sequence[Event], first: bool) -> None:
        """Show the table to the seat that is to decide: the picture, the log, the question and the moves.

        `first`: whether the seat decides for the first time, which changes the heading of the log.
        """
        self.clear()
        heading = self.words("play.log_first" if first else "play.log")
        log = self.log(events, heading, LOG_LINES)
        width = self.console.width
        self.console.print(self.game.terminal.picture(table.view(seat), self.words.language, width, log))
        self.console.print()
        self.show_moves(table.prompt(seat, self.words.language), table.moves(seat))

    def show_moves(self, prompt: str, moves: Sequence[Move]) -> None:
        """Print the question and the numbered moves."""
        self.console.print(Text(self.words("play.ask", prompt=prompt), style="bold"))
        entries = self.numbered(moves)
        many = len(entries) > FEW_MOVES
        self.console.print(Columns(entries, column_first=True, padding=(0, 2)) if many else Group(*entries))

    def numbered(self, moves: Sequence[Move]) -> list[Text]:
        """The moves in words, each after its number."""
        return [
            Text().append(f"{i:>3} ", style=f"bold {GOLD}").append(move.words(self.words.language))
            for i, move in enumerate(moves, start=1)
        ]

    def show_end(self, table: Table, log: RenderableType, lines: Sequence[RenderableType]) -> None:
        """Show the last position, and the lines that tell the result below it."""
        self.clear()
        self.say(self.game.terminal.picture(table.whole_view(), self.words.language, self.console.width, log), "")
        self.say(*lines)

    def show_log(self, table: Table) -> None:
        """Print the whole log."""
        self.say(self.whole_log(table))

    def whole_log(self, table: Table) -> RenderableType:
        """All events in words."""
        return self.log(table.events(), self.words("play.everything"))

    def log(self, events: Sequence[Event], heading: str, most: int | None = None) -> RenderableType:
        """The newest `most` events in words under a heading; all of them for None."""
        lines = [line for event in events if (line := self.line(event))]
        shown: list[RenderableType] = [Text(heading, style="bold")] if lines else []
        if most is not None and len(lines) > most:
            shown.append(Text(self.words("play.log_more", n=len(lines) - most, key="l"), style="dim"))
            lines = lines[-most:]
        return Group(*shown, *lines)

    def line(self, event: Event) -> Text | None:
        """An event in words after the sign of the seat that it names, or None for an event without words."""
        words = event.words(self.words.language)
        if not words:
            return None
        seat = self.seat(self.names[event.seat])
        name = seat.plain.rpartition(" ")[2]
        return (seat[:1] if words.lower().startswith(name) else Text("·")) + Text(f" {words}")

    def say(self, *lines: RenderableType) -> None:
        """Print lines."""
        for line in lines:
            self.console.print(Text(line) if isinstance(line, str) else line)

    def seats(self, names: Iterable[str]) -> Text:
        """The names of seats in their colours, with commas between."""
        return Text(", ").join(self.seat(name) for name in names)

    def seat(self, name: str) -> Text:
        """The name of a seat in its colour, after its sign."""
        return seat_label(self.game.words, name, self.words.language)

    def clear(self, everything: bool = False) -> None:
        """Clear the terminal (`everything`: the scrollback too), or print an empty line to a file."""
        if self.console.is_terminal:
            self.console.write(CLEAR_ALL if everything else CLEAR)
        else:
            self.console.print()

    def close(self) -> None:
        """End what the screen has begun; here, nothing."""

    # what comes back

    def read(self, prompt: str) -> str:
        """Read a line. Raises EOFError at the end of the input."""
        prompt = plain(prompt, kept="\n")
        if sys.stdin.isatty():
            import readline  # noqa: F401  # gives input() its line editing

            return input(prompt).strip()
        self.console.write(prompt)
        line = self.next_line()
        self.console.write("\n")
        return line.strip()

    def next_line(self) -> str:
        """A line of a file or a pipe. Raises EOFError at its end, FileProblem for one that never brings the game on."""
        self.vain += 1
        if self.vain > MOST_VAIN:
            raise FileProblem(INPUT_NAME, f"{MOST_VAIN} lines in a row have made no move")
        line = sys.stdin.readline(MOST_LETTERS)
        if len(line) == MOST_LETTERS:
            raise FileProblem(INPUT_NAME, f"a line has more than {MOST_LETTERS} letters")
        if not line:
            raise EOFError
        return line
