"""Memory in pages of 2 MiB instead of 4 KiB, so that a processor finds what lies anywhere in it in fewer steps.

The games of a thousand tables lie in some hundred MiB, in nobody's cache; with small pages each look there needs
several others, at the tables that say where a page is. Linux makes huge pages of what it is asked to (MADV_COLLAPSE,
since 6.1); other systems, and older ones, are left alone.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from bellringer.server.base.workers import MORE_PATIENT, be_patient

HUGE = 2 << 20  # bytes
COLLAPSE = 25  # the advice, by Linux's number
LOOK = 10.0  # seconds between two looks for memory that has come
BETWEEN = 0.02  # seconds between two pages: one takes some milliseconds, in which who needs it waits
MAPS = Path("/proc/self/maps")


def gather_pages() -> None:
    """Start a thread that makes huge pages of this process's memory as it comes, for as long as that works."""
    threading.Thread(target=_gather, name="huge-pages", daemon=True).start()


def _gather() -> None:
    be_patient(MORE_PATIENT)
    with suppress(OSError, AttributeError):  # not Linux
        advise = ctypes.CDLL(None).madvise
        pages = HugePages(
            lambda at: advise(ctypes.c_void_p(at), ctypes.c_size_t(HUGE), ctypes.c_int(COLLAPSE)) == 0,
            lambda: time.sleep(BETWEEN),
        )
        while pages.look(MAPS.read_text(encoding="ascii")):
            time.sleep(LOOK)


class HugePages:
    """The memory of which huge pages have been made. `collapse`: makes one at an address; False if it can't."""

    def __init__(self, collapse: Callable[[int], bool], rest: Callable[[], None]) -> None:
        self.collapse, self.rest = collapse, rest
        self.made: set[int] = set()

    def look(self, maps: str) -> bool:
        """Make what can be made now. `maps`: where memory is, as Linux tells. Returns whether there is any at all."""
        there = set(whole_pages(maps))
        self.made &= there  # what was given back may come again
        for address in sorted(there - self.made):
            if self.collapse(address):
                self.made.add(address)
            self.rest()
        return bool(self.made)


def whole_pages(maps: str) -> Iterator[int]:
    """The addresses of all huge pages that fit into the heap and other memory of the process's own."""
    for line in maps.splitlines():
        span, may, _, _, inode, *name = line.split(maxsplit=5)
        if may.startswith("rw") and inode == "0" and (not name or name[0] == "[heap]"):
            first, end = (int(address, 16) for address in span.split("-"))
            yield from range(-(-first // HUGE) * HUGE, end // HUGE * HUGE, HUGE)
