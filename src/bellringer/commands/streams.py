"""The standard streams of a command. If one is closed, full or gone, a sentence says so, and nothing else goes wrong.

A closed stream is opened on something that refuses all, so that no other file gets its number: what is printed would go
into that file.
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
    """One of the standard streams. Its errors name it, as errors of files name the file."""

    def readinto(self, buffer: Any, /) -> int:
        """Read into a buffer; an error names the stream."""
        try:
            return super().readinto(buffer)
        except OSError as error:
            raise self.named(error) from None

    def write(self, data: Any, /) -> int:
        """Write; an error names the stream."""
        try:
            return super().write(data)
        except OSError as error:
            raise self.named(error) from None

    def named(self, error: OSError) -> OSError:
        """The error with the stream's name, and in words where the system has only a number for it."""
        words = CLOSED if error.errno == errno.EBADF else error.strerror
        return OSError(error.errno, words, NAMES[self.fileno()])


def mend() -> None:
    """Replace streams that are closed, and give those that are not terminals their names."""
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
    """Let neither us nor Python, at its end, write any more into a stream that refuses."""
    with suppress(OSError, ValueError):  # it has no number: it is no stream of the process
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
