"""Where citizens and points come from, by the numbers of rules/sources.pxd."""

from __future__ import annotations

from bellringer.core.contract.sources import BEGINNING, SourceTable
from bellringer.games.rattus.names import CLASSES, EVENT_CARDS, REASONS, SYMBOLS

SETTLING, PLACING, POTION = "settling", "placing", "potion"
MODULES = tuple(f"module-{reason}" for reason in REASONS)
EVENTS = tuple(f"event-{event}" for event in EVENT_CARDS)
RATS = tuple(f"rat-{symbol}" for symbol in SYMBOLS)
CARDS = tuple(f"card-{card}" for card in CLASSES)

SOURCES = SourceTable(
    names=(BEGINNING, SETTLING, PLACING, *MODULES, *EVENTS, *RATS, POTION, *CARDS),
    columns=("placed", "moved", "saved", "killed", "left", "spared", "points"),
    scores={"placed": 1, "moved": 0, "saved": 0, "killed": -1, "left": -1, "spared": 0, "points": 1},
    kinds={
        "placing": (SETTLING, PLACING),
        "cards": (*CARDS, POTION),
        "modules": (*MODULES, *EVENTS),
        "rats": RATS,
    },
)


def source_anchor(source: str) -> str:
    """Where the table shows a source: a class card. Rats lie anywhere."""
    kind, _, name = source.partition("-")
    return f"card {name}" if kind == "card" else ""
