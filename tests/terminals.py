"""A pseudo terminal for tests: a program plays in it, keys are sent to it, and its screen is read."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import NoReturn

PART = re.compile(r"\x1b\[(?P<numbers>[0-9;?]*)(?P<letter>[A-Za-z])|\r|\n|[^\x1b\r\n]+|\x1b.", re.DOTALL)
CUT = re.compile(r"\x1b(\[[0-9;?]*)?$")
TAB, BACK, UP, DOWN, PAGE_UP, PAGE_DOWN = "\t", "\x1b[Z", "\x1b[A", "\x1b[B", "\x1b[5~", "\x1b[6~"
PATIENCE = 30.0  # seconds for an answer, on a machine that has much else to do
QUIET = 0.25  # seconds without output, after which a screen is taken to be drawn


class Glass:
    """What a terminal shows after the codes that our program sends; others it refuses. Every character is one wide."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.rows = [[" "] * width for _ in range(height)]
        self.x = self.y = self.scrolled = 0

    @property
    def lines(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.rows]

    def feed(self, text: str) -> None:
        """Show what was sent."""
        for part in PART.finditer(text):
            if part["letter"]:
                self.control(part["letter"], part["numbers"])
            elif part[0] == "\r":
                self.x = 0
            elif part[0] == "\n":
                self.down()
            else:
                self.put(part[0])

    def control(self, letter: str, numbers: str) -> None:
        """Carry out a code: colours change nothing here."""
        if letter == "H":
            assert not numbers, numbers
            self.x = self.y = 0
        elif letter == "J":
            self.erase(whole=numbers == "2")
        elif letter == "K":
            self.rows[self.y][self.x :] = [" "] * (self.width - self.x)
        else:
            assert letter == "m" or numbers.startswith("?"), (letter, numbers)

    def erase(self, whole: bool) -> None:
        """Erase everything, or what is behind the cursor."""
        if not whole:
            self.rows[self.y][self.x :] = [" "] * (self.width - self.x)
        for y in range(0 if whole else self.y + 1, self.height):
            self.rows[y] = [" "] * self.width

    def put(self, text: str) -> None:
        """Print characters, and go on in the next line at the end of one."""
        for character in text:
            if self.x == self.width:
                self.x = 0
                self.down()
            self.rows[self.y][self.x] = character
            self.x += 1

    def down(self) -> None:
        """Go down a line; at the last one, everything moves up, and the first line is lost."""
        if self.y < self.height - 1:
            self.y += 1
            return
        self.rows = [*self.rows[1:], [" "] * self.width]
        self.scrolled += 1


def be_the_command(args: Sequence[str], width: int, height: int, environment: Mapping[str, str]) -> NoReturn:
    """Become `bellringer` in a terminal of that size."""
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    run = "from bellringer.cli import main; main()"
    every = kept | {"TERM": "xterm-256color", "LANG": "C.UTF-8"} | environment
    os.execve(sys.executable, [sys.executable, "-c", run, *args], every)


class Terminal:
    """A pseudo terminal in which `bellringer` runs with some arguments."""

    def __init__(self, *args: str, width: int = 80, height: int = 24, **environment: str) -> None:
        self.glass, self.is_over, self.waiting = Glass(width, height), False, ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.process, self.stream = pty.fork()
        if self.process == 0:
            try:
                be_the_command(args, width, height, environment)
            finally:  # else this copy of the tests would go on with them
                os.kill(os.getpid(), signal.SIGKILL)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self.is_over:
            os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.stream)

    def resize(self, width: int, height: int) -> None:
        """Give the terminal another size."""
        fcntl.ioctl(self.stream, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.glass = Glass(width, height)

    def send(self, keys: str) -> None:
        """Type."""
        os.write(self.stream, keys.encode())

    def see(self, *words: str, gone: str = "") -> list[str]:
        """Wait until the screen shows all these words, no longer shows what is gone, and is quiet; return its lines."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if not self.receive(QUIET) and self.shows(*words, gone=gone):
                return self.glass.lines
            if self.is_over and not self.shows(*words, gone=gone):
                break
        wanted = f"{words!r}{f' without {gone!r}' if gone else ''}"
        raise AssertionError("\n".join([f"{wanted} is not on the screen:", *self.glass.lines]))

    def shows(self, *words: str, gone: str) -> bool:
        """Whether the screen shows all these words, and not what is gone."""
        text = " ".join(self.glass.lines)
        return all(one in text for one in words) and not (gone and gone in text)

    def receive(self, seconds: float) -> bool:
        """Show what arrives within some seconds. Returns whether anything did."""
        if self.is_over or not select.select([self.stream], [], [], seconds)[0]:
            return False
        try:
            sent = os.read(self.stream, 1 << 16)
        except OSError:  # Linux tells the end like that
            sent = b""
        self.is_over = not sent
        self.waiting += self.decoder.decode(sent)
        cut = CUT.search(self.waiting) if sent else None  # a code that has not arrived whole
        whole = self.waiting[: cut.start()] if cut else self.waiting
        self.glass.feed(whole)
        self.waiting = self.waiting[len(whole) :]
        return True
