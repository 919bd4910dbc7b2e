"""The process that draws pages: `python -m bellringer.server.drawing.drawing_process`, started by apart.py.

It reads what it is told from its standard input and answers on its standard output. When the input ends, the server has
ended, and so does it.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from contextlib import suppress
from typing import BinaryIO

from bellringer.server.base.huge_pages import gather_pages
from bellringer.server.base.workers import IMPATIENT, be_patient
from bellringer.server.drawing.drawing_messages import HEAD, READY, Begin, Draw, Drawn, LetGo
from bellringer.server.drawing.drawn_parts import DrawnParts
from bellringer.server.drawing.open_page import news_of
from bellringer.server.drawing.parts import draw, event
from bellringer.server.drawing.templating import environment
from bellringer.server.tables.live_game import LiveGame

COLLECTED = (20_000, 10, 100)  # how often Python looks for cycles: nobody waits for a page by the millisecond


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


def stay_on_a_core() -> None:
    """Stay on one of two cores, if there are two: the other's cache would have to be filled anew at each change.

    All other threads go where there is room. Not every system allows that. The number of the process says which core it
    is, so that not all servers of a machine take the same one.
    """
    with suppress(AttributeError, OSError):
        cores = sorted(os.sched_getaffinity(0))
        if len(cores) == 2:
            os.sched_setaffinity(0, {cores[os.getpid() % 2]})


def main() -> None:
    """Draw until the server ends."""
    for one in (signal.SIGINT, signal.SIGTERM):  # they are for the server, which ends this one
        signal.signal(one, signal.SIG_IGN)
    be_patient(IMPATIENT)  # so that answers come first
    stay_on_a_core()
    gather_pages()
    to = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever else is printed is no answer
    copies = Copies()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
    with suppress(EOFError, BrokenPipeError), to:
        answer(to, READY)
        while True:
            found = copies.hear(pickle.load(sys.stdin.buffer))
            if found is not None:
                answer(to, found)


if __name__ == "__main__":
    main()
