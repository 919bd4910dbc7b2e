"""The standard streams of a command: what is closed, full or gone is said in a sentence, and costs nothing else.

A stream that is closed is opened on something that refuses, so that no other file gets its number: what is printed
would go into that.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress
from typing import Any, TextIO

NAMES = ("standard input", "standard output", "standard error")
CLOSED = "it is closed"


class Named(io.FileIO):
    """One of the standard streams, whose errors name it as those of files name theirs."""

    def readinto(self, buffer: Any, /) -> int:
        """As every stream does."""
        try:
            return super().readinto(buffer)
        except OSError as error:
            raise self.named(error) from None

    def write(self, data: Any, /) -> int:
        """As every stream does."""
        try:
            return super().write(data)
        except OSError as error:
            raise self.named(error) from None

    def named(self, error: OSError) -> OSError:
        """An error with the stream's name, and in words where the system has only a number for it."""
        words = CLOSED if error.errno == errno.EBADF else error.strerror
        return OSError(error.errno, words, NAMES[self.fileno()])


def mend() -> None:
    """Put something into the place of closed streams, and give those that are not terminals their names."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = getattr(sys, name)
        if stream is None:
            fill(number)
        if stream is None or (stream is getattr(sys, f"__{name}__") and not stream.isatty()):
            setattr(sys, name, opened(number, stream))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # print `?` for a character that the terminal lacks
            stream.reconfigure(errors="replace")


def fill(number: int) -> None:
    """Open a closed stream, if it is still closed, on what can't be read or written; standard error takes all."""
    with suppress(OSError):
        os.fstat(number)
        return
    mode = os.O_RDONLY if number == 1 else os.O_WRONLY
    found = os.open(os.devnull, mode)
    if found != number:
        os.dup2(found, number)
        os.close(found)


def opened(number: int, before: TextIO | None) -> TextIO:
    """The stream of a number as a text. `before`: as Python has opened it."""
    if number == 0:
        return io.TextIOWrapper(io.BufferedReader(Named(0, "rb", closefd=False)), encoding(before), errors="replace")
    raw = Named(number, "wb", closefd=False)
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding(before), line_buffering=number == 2)


def encoding(before: TextIO | None) -> str:
    """The encoding of a stream."""
    return before.encoding if before is not None else "utf-8"


def let_go(stream: TextIO) -> None:
    """Let nothing more be written into a stream that refuses, neither by us nor by Python at its end."""
    with suppress(OSError, ValueError):  # it has no number: it is no stream of the process
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
