"""Where prestige comes from, by the numbers of rules/sources.pxd."""

from __future__ import annotations

from bellringer.core.contract.sources import BEGINNING, SourceTable
from bellringer.games.notre_dame.names import COLOURS, KINDS, PERSONS, PLACES, ROUNDS

SHARE, PLAGUE = "share", "plague"
MESSAGES = tuple(f"message-{kind}" for kind in KINDS)
HIRED = tuple(f"person-{person}" for person in PERSONS)  # a person and a sector may have one name
COLUMNS = tuple(str(number) for number in range(1, ROUNDS + 1))

SOURCES = SourceTable(
    names=(BEGINNING, *PLACES, SHARE, *MESSAGES, PLAGUE, *HIRED),
    columns=COLUMNS,
    scores=dict.fromkeys(COLUMNS, 1),
    kinds={
        "sectors": PLACES[:-1],
        "cathedral": (PLACES[-1], SHARE),
        "messages": MESSAGES,
        "persons": HIRED,
        "plague": (PLAGUE,),
    },
)


def source_anchor(source: str, seat: int) -> str:
    """Where the table shows what a source does to a seat: its rat, its markers in a place, a person."""
    kind, _, name = source.partition("-")
    if source == PLAGUE:
        return f"piece rat-{COLOURS[seat]}"
    if source in PLACES:
        return f"piece stack-{COLOURS[seat]}-{source}"
    return f"card {name}" if kind == "person" else ""
