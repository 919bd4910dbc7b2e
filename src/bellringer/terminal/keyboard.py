"""Reads single keys from a terminal, so that one key turns a page while a line is typed."""

from __future__ import annotations

import codecs
import os
import re
import select
import sys
import termios
import tty
from collections.abc import Callable, Iterator

KEY = re.compile(r"\x1b(?:\[[0-9;]*[@-~]|O.)|[^\x1b]|\x1b", re.DOTALL)
NAMES = {
    "\t": "next",
    "\x1b[C": "next",
    "\x1bOC": "next",
    "\x1b[Z": "previous",
    "\x1b[D": "previous",
    "\x1bOD": "previous",
    "\x1b[A": "up",
    "\x1bOA": "up",
    "\x1b[B": "down",
    "\x1bOB": "down",
    "\x1b[5~": "page up",
    "\x1b[6~": "page down",
    "\r": "enter",
    "\n": "enter",
    "\x7f": "rub out",
    "\b": "rub out",
    "\x15": "empty",
    "\x04": "end",
}
LOOK_AGAIN = 0.3  # seconds after which the size of the terminal is looked at again
CHUNK = 4096


class Keyboard:
    """The keys of standard input, by name or as the character typed. Keys typed too early are kept."""

    def __init__(self) -> None:
        self.decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        self.waiting: list[str] = []

    def keys(self, while_waiting: Callable[[], None]) -> Iterator[str]:
        """One key after the other. `while_waiting` is called from time to time. Ends with `end` at the end of input.

        As long as this runs, the terminal hands over every key at once and does not show it.
        """
        stream = sys.stdin.fileno()
        before = termios.tcgetattr(stream)
        tty.setcbreak(stream, termios.TCSADRAIN)
        try:
            while True:
                while self.waiting:
                    yield self.waiting.pop(0)
                self.wait(stream, while_waiting)
        finally:
            termios.tcsetattr(stream, termios.TCSADRAIN, before)

    def wait(self, stream: int, while_waiting: Callable[[], None]) -> None:
        """Wait for the next keys."""
        while not select.select([stream], [], [], LOOK_AGAIN)[0]:
            while_waiting()
        typed = os.read(stream, CHUNK)
        found = KEY.findall(self.decoder.decode(typed))
        self.waiting.extend(NAMES.get(key, key) for key in found if key in NAMES or key.isprintable())
        if not typed:
            self.waiting.append("end")
