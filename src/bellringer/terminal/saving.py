"""Saving a game: as its record, under a name of its own, and never over another file."""

from __future__ import annotations

import shlex
from pathlib import Path

from bellringer import Table
from bellringer.terminal.files import FileProblem, write_text
from bellringer.terminal.screen import Screen


class Saving:
    """Where a game is saved. `path`: where it came from, or was saved last."""

    def __init__(self, screen: Screen, table: Table, path: Path | None) -> None:
        self.screen, self.table, self.path = screen, table, path
        self.saved = table.history if path else None

    @property
    def is_up_to_date(self) -> bool:
        """Whether the file holds all that was played."""
        return self.saved == self.table.history

    @property
    def default(self) -> Path:
        """The file that is meant when none is named."""
        return self.path or Path(f"{self.table.game}-{self.table.commitment[:8]}.txt")

    def save(self, name: str = "") -> bool:
        """Write the record, and say where; False when that can't be done."""
        path = Path(name).expanduser() if name else self.default
        if path.exists() and not self.is_ours(path):
            self.screen.say(self.screen.words("play.exists", file=path))
            return False
        try:
            write_text(path, self.table.record())
        except FileProblem as problem:
            self.screen.say(str(problem))
            return False
        self.path, self.saved = path, self.table.history
        self.screen.say(self.screen.words("play.saved", file=path, shell=shlex.quote(str(path))))
        return True

    def is_ours(self, path: Path) -> bool:
        """Whether a file holds this very game, at whatever move."""
        if path == self.path:
            return True
        try:
            return f'[Commitment "{self.table.commitment}"]' in path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return False

    def offer(self, question: str) -> bool:
        """Ask whether to save; the end of the input means no."""
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
