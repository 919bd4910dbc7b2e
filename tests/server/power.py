"""A disk that loses power: it keeps what was synced, and of the rest a random part, reordered and torn.

SQLite reaches files through a VFS. This one (by apsw, which brings an SQLite of its own) works on real files in a
folder, and remembers for each what was synced and what was written since. `Disk.left` is what a power cut would leave.

A disk may keep any of the writes that were not synced, in any order; each sector of them by itself, and of some only
the beginning; where it keeps none, the file may have grown by zeros or rubbish. A new or deleted name is certain once
the folder was synced, which SQLite's own VFS does when it first syncs a journal or log.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

SECTOR = 512  # bytes that a disk writes as one, unless the cut comes in their middle
TORN = 0.05  # how many of the sectors that were being written are cut in their middle
TRACKED = apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_WAL
SYNCS_FOLDER = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL | apsw.SQLITE_OPEN_WAL


@dataclass(frozen=True)
class Write:
    """Bytes that were written at an offset; without bytes, the file was truncated there."""

    offset: int
    data: bytes | None


@dataclass
class Kept:
    """A file on the disk. `safe`: as it was synced; `loose`: what was done to it since then."""

    safe: bytearray = field(default_factory=bytearray)
    loose: list[Write] = field(default_factory=list)

    def sync(self) -> None:
        """From now on it is certain what is in the file."""
        for write in self.loose:
            put(self.safe, write, b"\0")
        self.loose.clear()

    def left(self, dice: random.Random) -> bytes:
        """The file after a power cut."""
        found, share = bytearray(self.safe), dice.choice((0.0, 0.5, dice.random(), 0.95, 1.0))
        rubbish = dice.choice((b"\0", b"\xa5"))
        loose = dice.sample(self.loose, len(self.loose)) if dice.random() < 0.5 else self.loose
        for write in loose:
            for piece in pieces(write):
                if dice.random() < share:
                    put(found, torn(piece, dice), rubbish)
                elif piece.data is not None and dice.random() < 0.2:
                    put(found, Write(piece.offset + len(piece.data), b""), rubbish)
        return bytes(found)


def put(into: bytearray, write: Write, filling: bytes) -> None:
    """Write bytes into a file, or truncate it; what lies between its end and the offset is filled."""
    into.extend(filling * (write.offset - len(into)))
    if write.data is None:
        del into[write.offset :]
    else:
        into[write.offset : write.offset + len(write.data)] = write.data


def pieces(write: Write) -> list[Write]:
    """What a disk writes of it as one: parts within a sector."""
    if write.data is None:
        return [write]
    ends = [*range(SECTOR - write.offset % SECTOR, len(write.data), SECTOR), len(write.data)]
    return [Write(write.offset + begin, write.data[begin:end]) for begin, end in zip([0, *ends], ends, strict=False)]


def torn(piece: Write, dice: random.Random) -> Write:
    """A part of a sector, or now and then only its beginning."""
    if piece.data is None or dice.random() >= TORN:
        return piece
    return Write(piece.offset, piece.data[: dice.randrange(len(piece.data) + 1)])


class PowerCut(apsw.IOError):
    """Nothing reaches the disk any more."""


@dataclass
class Disk:
    """The files of a folder, and what of them is certain. `looks`: called before each operation, with what it is.

    `names`: the files now; `safe_names`: those that are certain to be there; `loose_names`: what was done to names
    since the folder was synced (None: deleted). The VFS calls everything under `lock`. A dead disk fails whatever is
    tried; a quiet one lets it pass and does nothing.
    """

    folder: Path
    looks: Callable[[str], None] = lambda operation: None
    names: dict[str, Kept] = field(default_factory=dict)
    safe_names: dict[str, Kept] = field(default_factory=dict)
    loose_names: list[tuple[str, Kept | None]] = field(default_factory=list)
    is_dead: bool = False
    is_quiet: bool = False
    lock: threading.RLock = field(default_factory=threading.RLock)

    def load(self, image: dict[str, bytes]) -> None:
        """Put files there, all of them certain: a machine that starts again after a cut."""
        self.names = {name: Kept(bytearray(data)) for name, data in image.items()}
        self.safe_names, self.loose_names = dict(self.names), []
        write_out(image, self.folder)
        self.is_dead = self.is_quiet = False

    def left(self, dice: random.Random) -> dict[str, bytes]:
        """The files after a power cut at this moment."""
        with self.lock:
            share, names = dice.choice((0.0, 0.5, 1.0)), dict(self.safe_names)
            for name, kept in self.loose_names:
                if dice.random() < share:
                    if kept is None:
                        names.pop(name, None)
                    else:
                        names[name] = kept
            return {name: kept.left(dice) for name, kept in names.items()}

    def cut(self) -> None:
        """Let nothing more reach the disk: all that is tried fails."""
        self.is_dead = True

    # what the VFS tells

    def tell(self, operation: str) -> bool:
        """Something is about to be done; whether it is still done. Raises PowerCut."""
        if self.is_quiet:
            return False
        if not self.is_dead:
            self.looks(operation)
        if self.is_dead:
            raise PowerCut("the power is cut")
        return True

    def opened(self, name: str) -> Kept:
        """A file is opened, and made if there is none."""
        if name not in self.names:
            self.names[name] = Kept()
            self.loose_names.append((name, self.names[name]))
        return self.names[name]

    def deleted(self, name: str) -> None:
        """A file is deleted."""
        if self.names.pop(name, None) is not None:
            self.loose_names.append((name, None))

    def sync_folder(self) -> None:
        """From now on it is certain which names there are."""
        self.safe_names, self.loose_names = dict(self.names), []


def write_out(image: dict[str, bytes], folder: Path) -> Path:
    """Write what a cut left into a folder, and nothing else; the folder."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        if path.name not in image:
            path.unlink()
    for name, data in image.items():
        (folder / name).write_bytes(data)
    return folder


class DiskFile(apsw.VFSFile):
    """An open file of a disk: database, journal or log."""

    def __init__(self, disk: Disk, name: str, path: Any, flags: list[int]) -> None:
        super().__init__("", path, flags)
        self.disk, self.kind = disk, name.rpartition("-")[2] if "-" in name else "base"
        self.kept, self.syncs_folder = disk.opened(name), bool(flags[0] & SYNCS_FOLDER)

    def xWrite(self, data: Any, offset: int) -> None:
        """Written, but not certain."""
        with self.disk.lock:
            self.kept.loose.append(Write(offset, bytes(data)))
            if self.disk.tell(f"write {self.kind}"):
                super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        """Truncated, but not certain."""
        with self.disk.lock:
            self.kept.loose.append(Write(newsize, None))
            if self.disk.tell(f"truncate {self.kind}"):
                super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        """What is in this file is certain; and of a new journal or log, its name. No real disk is waited for."""
        with self.disk.lock:
            if self.disk.tell(f"sync {self.kind}"):
                self.kept.sync()
                if self.syncs_folder:
                    self.disk.sync_folder()
                    self.syncs_folder = False


class DiskVFS(apsw.VFS):
    """How SQLite reaches a disk."""

    def __init__(self, name: str, disk: Disk) -> None:
        super().__init__(name, "")
        self.disk = disk

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        """Open a file; those that SQLite throws away at the end are none of the disk's business."""
        if name is None or not flags[0] & TRACKED:
            return apsw.VFSFile("", name, flags)
        path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name)
        with self.disk.lock:
            self.disk.tell("open")
            return DiskFile(self.disk, path.name, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        """Delete a file, but for certain only with `syncdir`."""
        with self.disk.lock:
            if self.disk.tell("delete"):
                super().xDelete(filename, False)
                self.disk.deleted(Path(filename).name)
                if syncdir:
                    self.disk.sync_folder()
