"""The browser that tests and pictures drive: Debian's Chromium, without its window if that is installed."""

from __future__ import annotations

import shutil

__all__ = ["chromium"]

NAMES = ("chromium-headless-shell", "chromium")  # the first takes half the time of a processor
MISSING = "no Chromium; on Debian: sudo apt install chromium-headless-shell, on Ubuntu: sudo apt install chromium"


def chromium() -> str:
    """Its path. Raises FileNotFoundError if there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise FileNotFoundError(MISSING)
    return found
