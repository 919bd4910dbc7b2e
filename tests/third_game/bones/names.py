"""The names of everything that has a number."""

from __future__ import annotations

COLOURS = ("red", "blue", "green")
ASKS = (("take", "", ""),)
EVENTS = ("bones-taken",)
LAWS = ("bones", "asks")
MOVES = tuple(f"take {bones}" for bones in (1, 2, 3))
