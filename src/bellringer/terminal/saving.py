"""Saves a game as its record, and never overwrites a file that holds something else."""

from __future__ import annotations

import shlex
from pathlib import Path

from bellringer import Table
from bellringer.core.edges.files import FileProblem, read_text, told_of, write_text
from bellringer.terminal.screen import Screen


def at_home(name: str) -> Path:
    """A path as it is typed: `~` is the home of who types, where the system knows it."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def is_there(path: Path) -> bool:
    """Whether something has that name. Raises FileProblem for what can be no name."""
    with told_of(path):
        return path.exists()


class Saving:
    """Saves one table. `path`: the file that the game was loaded from, or last saved to."""

    def __init__(self, screen: Screen, table: Table, path: Path | None) -> None:
        self.screen, self.table, self.path = screen, table, path
        self.saved = table.history if path else None

    @property
    def is_up_to_date(self) -> bool:
        """Whether the file holds all moves played so far."""
        return self.saved == self.table.history

    @property
    def default(self) -> Path:
        """The file to save to if the user names none."""
        return self.path or Path(f"{self.table.game}-{self.table.commitment[:8]}.txt")

    def save(self, name: str = "") -> bool:
        """Write the record and tell the user where. Returns False, after telling why, if that was not possible."""
        path = at_home(name) if name else self.default
        try:
            if is_there(path) and not self.is_ours(path):
                self.screen.say(self.screen.words("play.exists", file=path))
                return False
            write_text(path, self.table.record())
        except FileProblem as problem:
            self.screen.say(str(problem))
            return False
        self.path, self.saved = path, self.table.history
        self.screen.say(self.screen.words("play.saved", file=path, shell=shlex.quote(str(path))))
        return True

    def is_ours(self, path: Path) -> bool:
        """Whether a file is a record of this same game, perhaps with fewer moves."""
        if path == self.path:
            return True
        try:
            return f'[Commitment "{self.table.commitment}"]' in read_text(path, may_stream=False)
        except FileProblem:
            return False

    def offer(self, question: str) -> bool:
        """Ask whether to save, and do so. Returns whether the game was saved; the end of the input means no.

        `question`: a key of the catalogue.
        """
        words = self.screen.words
        while True:
            try:
                answer = self.screen.read(words(question, file=self.default))
            except (EOFError, KeyboardInterrupt):
                answer = ""
            if not answer or answer.lower() in words("play.no").split(","):
                return False
            if self.save("" if answer.lower() in words("play.yes").split(",") else answer):
                return True
