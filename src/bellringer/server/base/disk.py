"""Files that a power cut leaves whole or leaves out, and waiting until the disk has them.

Whoever builds on a file, such as on a key that seals others, calls these first.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

WITHOUT_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)  # said where there are no hard links


def to_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def room_at(folder: Path) -> int | None:
    """The free bytes of a folder's disk; None if the folder is gone, or can't be looked at."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def refuse_written(path: Path) -> str:
    """Why a secret can't be used, in a sentence: others may write it. Empty for a good one, or for none."""
    if path.is_file() and path.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return f"{path}: others may write this secret, so it may be anybody's: make a new one, or chmod 600 {path}"
    return ""


def warn_of_readers(path: Path) -> str:
    """What who has a secret should know: others may read it. Empty if nobody may.

    What root hands to a service, as systemd does, has its group for that: only a file of one's own can be mended.
    """
    found = path.stat() if path.exists() else None
    if found is None:
        return ""
    is_mine = found.st_uid == os.geteuid()
    if found.st_mode & stat.S_IROTH or (is_mine and found.st_mode & stat.S_IRGRP):
        return f"{path}: others may read this secret: chmod 600 {path}"
    return ""


def sync_names(folder: Path) -> None:
    """Let a power cut leave a new folder where it is. What lies in the folder is synced by who puts it there."""
    for parent in folder.resolve().parents:
        with suppress(OSError):  # one that can't be opened was not made by us
            to_disk(parent)


def make_file(path: Path, data: bytes) -> None:
    """Make a file that only its owner reads, and wait until it is on the disk. Raises FileExistsError, OSError."""
    begun = _beside(path, data)
    try:
        _name(begun, path)
    finally:
        begun.unlink(missing_ok=True)
    to_disk(path.parent)
    sync_names(path.parent)


def _name(begun: Path, path: Path) -> None:
    """Give a file its name unless another has that. Raises FileExistsError, OSError.

    A file system without hard links, such as FAT, can't tell who came first of two that make the file at once.
    """
    try:
        os.link(begun, path)
    except OSError as error:
        if error.errno not in WITHOUT_LINKS:
            raise
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        begun.replace(path)


def replace_file(path: Path, data: bytes) -> None:
    """Put other bytes into a file that only its owner reads, and wait until they are on the disk. Raises OSError.

    Where a link leads, there the file is: the link stays.
    """
    path = Path(os.path.realpath(path))
    begun = _beside(path, data)
    try:
        begun.replace(path)
    finally:
        begun.unlink(missing_ok=True)
    to_disk(path.parent)


def _beside(path: Path, data: bytes) -> Path:
    """A new file in the same folder with these bytes, which are on the disk; it is for its owner alone."""
    number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        os.unlink(name)
        raise
    return Path(name)
