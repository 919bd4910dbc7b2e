"""Reads and writes people's files: every reader has a bound, nothing is half written, and one error says what is wrong.

No other module opens a file that a person has named (tests/test_files.py).
"""

from __future__ import annotations

import os
import secrets
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from bellringer.core.errors import BellringerError

MEBIBYTE = 2**20
MOST_BYTES = 16 * MEBIBYTE  # of a record: a hundred times what a long game at a server writes
MOST_COMPONENTS = MEBIBYTE  # of the numbers of a box: fifty times what the shipped ones have
MOST_DESCRIPTION = MEBIBYTE  # of a match or a study, with the names of its bots
BYTE_ORDER = "\ufeff"  # the mark that some editors put before a text
MARKS = (  # of texts in other encodings, the longer ones first
    (b"\xff\xfe\0\0", "UTF-32"),
    (b"\0\0\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
WRITTEN_INTO = ("/dev/", "/proc/")  # where names are those of streams
INPUT_NAME = "standard input"  # in place of a file's name

Name = str | os.PathLike[str]


class FileProblem(BellringerError):
    """A file can't be read or written, or does not hold what is needed. `reason`: without the file's name."""

    def __init__(self, name: Name, reason: str) -> None:
        self.reason = reason
        super().__init__(f"{os.fspath(name)}: {reason}")


@contextmanager
def told_of(name: Name) -> Iterator[None]:
    """Make a FileProblem of an OSError about a file."""
    check_name(name)
    try:
        yield
    except OSError as error:
        raise FileProblem(name, error.strerror or str(error)) from None


def check_name(name: Name) -> None:
    """Raise FileProblem for a name that no file can have."""
    try:
        is_name = b"\0" not in os.fsencode(name)
    except UnicodeEncodeError:
        is_name = False
    if not is_name:
        raise FileProblem(name, "this can be no name of a file")


# reading


def read_bytes(path: Name, most: int = MOST_BYTES, may_stream: bool = True) -> bytes:
    """The bytes of a file. `may_stream`: read a pipe or a device, too, up to its end. Raises FileProblem."""
    with told_of(path):
        if not may_stream:
            check_ordinary(path)
        with open(path, "rb") as file:
            return read_stream(file, path, most)


def check_ordinary(path: Name) -> None:
    """Raise FileProblem for a directory, and for anything that may never end, such as a device."""
    with told_of(path):
        mode = os.stat(path).st_mode
    if not stat.S_ISREG(mode):
        raise FileProblem(path, f"this is {kind_of(mode)}, not an ordinary file")


def read_stream(stream: IO[bytes], name: Name, most: int = MOST_BYTES) -> bytes:
    """All that is left of an open stream. Raises FileProblem for more than `most` bytes."""
    with told_of(name):
        found = stream.read(most + 1)
    if len(found) > most:
        raise FileProblem(name, f"more than {size(most)}, which is the most that is read")
    return found


def read_text(path: Name, most: int = MOST_BYTES, may_stream: bool = True) -> str:
    """The text in a file, without the mark of a byte order. Raises FileProblem."""
    return text_of(read_bytes(path, most, may_stream), path)


def text_of(data: bytes, name: Name) -> str:
    """The text of bytes in UTF-8, its lines ended as here. Raises FileProblem that says which encoding was met."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            raise FileProblem(name, f"a text in {encoding}: save it as UTF-8")
    if b"\0" in data:
        line = line_at(data, data.index(b"\0"))
        raise FileProblem(name, f"not a text in UTF-8: it has a byte 0 in line {line}, as UTF-16 has")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        where = f"byte {data[error.start]:#04x} in line {line_at(data, error.start)}"
        raise FileProblem(name, f"not a text in UTF-8: {where}; save it as UTF-8 if it is Latin-1") from None
    return without_mark(text).replace("\r\n", "\n").replace("\r", "\n")


def without_mark(text: str) -> str:
    """A text without the mark of a byte order at its beginning."""
    return text.removeprefix(BYTE_ORDER)


def line_at(data: bytes, place: int) -> int:
    """The number of the line in which a byte stands."""
    return data.count(b"\n", 0, place) + 1


def size(count: int) -> str:
    """A number of bytes for people: `16 MiB`, `64 KiB`, `33 bytes`."""
    for unit, name in ((MEBIBYTE, "MiB"), (1_024, "KiB")):
        if count >= unit and count % unit == 0:
            return f"{count // unit} {name}"
    return f"{count} bytes"


def kind_of(mode: int) -> str:
    """What a name stands for that is no ordinary file."""
    if stat.S_ISDIR(mode):
        return "a directory"
    if stat.S_ISFIFO(mode):
        return "a pipe"
    return "a socket" if stat.S_ISSOCK(mode) else "a device"


# writing


def write_text(path: Name, text: str) -> None:
    """Write a text into a file, as `writing` does. Raises FileProblem."""
    with writing(path) as file:
        file.write(text.encode("utf-8", "surrogatepass"))


@contextmanager
def writing(path: Name) -> Iterator[IO[bytes]]:
    """A stream into a file. In the end the file holds all that was written, or else what it held before.

    A link is followed, and a file keeps its mode. Pipes, devices and files that have other names as well are written
    into directly, since a new file would part the one name from the others. Raises FileProblem.
    """
    with told_of(path):
        before = stat_of(path)
        if before is not None and is_written_into(path, before):
            with open(os.open(path, os.O_WRONLY | os.O_TRUNC | os.O_CLOEXEC), "wb") as file:
                yield file
            return
        if before is not None and not os.access(path, os.W_OK):
            raise PermissionError(0, "it may not be written")
        with draft_of(Path(os.path.realpath(path)), before) as file:
            yield file


def check_writable(path: Name) -> None:
    """Raise FileProblem for a name under which nothing can be written, before long work for it. Nothing is changed."""
    with told_of(path):
        before = stat_of(path)
        if before is None or not is_written_into(path, before):
            tempfile.TemporaryFile(dir=Path(os.path.realpath(path)).parent).close()  # where a draft will be
        if before is not None and not stat.S_ISFIFO(before.st_mode):  # which waits for a reader
            os.close(os.open(path, os.O_WRONLY | os.O_CLOEXEC))


@contextmanager
def appending(path: Name) -> Iterator[IO[bytes]]:
    """Open an ordinary file, made if there is none, to read it and to write at its end. Raises FileProblem."""
    with told_of(path):
        if os.path.lexists(path):
            check_ordinary(path)
        file = open(path, "a+b")  # noqa: SIM115  # closed below; what is done with it is no fault of the name
    with file:
        yield file


def stat_of(path: Name) -> os.stat_result | None:
    """What the system knows of a file, links followed; None if there is none. Raises OSError."""
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def is_written_into(path: Name, before: os.stat_result) -> bool:
    """Whether a file must be written into directly, since no other one may take its place."""
    is_stream = os.path.abspath(path).startswith(WRITTEN_INTO)
    return is_stream or not stat.S_ISREG(before.st_mode) or before.st_nlink > 1


@contextmanager
def draft_of(target: Path, before: os.stat_result | None) -> Iterator[IO[bytes]]:
    """A new file with a name that nobody can foresee. At the end it takes the place of the target. Raises OSError."""
    draft = target.with_name(f".{target.name[:100]}.{secrets.token_hex(8)}.part")
    number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        with open(number, "wb") as file:
            if before is not None:
                keep_mode(number, before)
            yield file
            file.flush()
            os.fsync(number)
        os.replace(draft, target)
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()


def keep_mode(number: int, before: os.stat_result) -> None:
    """Give a new file the mode, and if possible the owner, of the one whose place it takes."""
    with suppress(OSError):
        os.fchown(number, before.st_uid, before.st_gid)
    os.fchmod(number, stat.S_IMODE(before.st_mode) & 0o777)
