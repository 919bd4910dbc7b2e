"""The process that draws pages: `python -m bellringer.server.drawing.process.drawing_process`, started by apart.py.

It reads what it is told from its standard input and answers on its standard output. When the input ends, the server has
ended, and so does it.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from contextlib import suppress
from typing import BinaryIO

from bellringer.server.drawing.drawn_parts import DrawnParts
from bellringer.server.drawing.process.drawing_messages import HEAD, READY, Begin, Draw, Drawn, LetGo
from bellringer.server.drawing.site.templating import environment
from bellringer.server.drawing.table.open_page import news_of
from bellringer.server.drawing.table.parts import draw, event
from bellringer.server.tables.live.live_game import LiveGame


class Copies:
    """The games whose pages are drawn."""

    def __init__(self) -> None:
        self.templates = environment()
        self.games: dict[int, tuple[LiveGame, DrawnParts]] = {}

    def hear(self, words: Begin | Draw | LetGo) -> Drawn | None:
        """Do what one is told; the answer, if there is one."""
        if isinstance(words, Begin):
            with suppress(Exception):  # the answer to who asks for its pages will say that it is missing
                live = LiveGame(words.kept, words.acts, changes=words.changes)
                live.chain = None  # its head is told with each look
                self.games[words.game] = live, DrawnParts()
        elif isinstance(words, LetGo):
            for game in words.games:
                self.games.pop(game, None)
        else:
            return self.draw(words)
        return None

    def draw(self, wanted: Draw) -> Drawn:
        """A page, or why it can't be drawn."""
        try:
            live, kept = self.games[wanted.game]
            for act in wanted.acts:
                live.do(act)
            parts = draw(self.templates, live, wanted.look, kept)
        except Exception as error:  # whose words may tell what is hidden
            return Drawn(wanted.number, trouble=type(error).__name__)
        message, prints = news_of(parts, wanted.sent)
        return Drawn(wanted.number, event(message, wanted.revision) if message else b"", prints)


def answer(to: BinaryIO, found: Drawn) -> None:
    """Send an answer."""
    words = pickle.dumps(found, pickle.HIGHEST_PROTOCOL)
    to.write(HEAD.pack(len(words)) + words)
    to.flush()


def main() -> None:
    """Draw until the server ends."""
    for one in (signal.SIGINT, signal.SIGTERM):  # they are for the server, which ends this one
        signal.signal(one, signal.SIG_IGN)
    to = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever else is printed is no answer
    copies = Copies()
    with suppress(EOFError, BrokenPipeError), to:
        answer(to, READY)
        while True:
            found = copies.hear(pickle.load(sys.stdin.buffer))
            if found is not None:
                answer(to, found)


if __name__ == "__main__":
    main()
