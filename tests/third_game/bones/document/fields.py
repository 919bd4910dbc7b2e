"""The table of fields."""

from __future__ import annotations

from bellringer.core.fields import (
    ALL,
    OWNER,
    Asks,
    BySeat,
    Field,
    FieldTable,
    Number,
    Phase,
    Reading,
    Seat,
    Seats,
    viewer,
)
from bones.names import ASKS, COLOURS, LAWS
from bones.rules import engine


def bones_in_all(reading: Reading) -> int:
    """What a position has somewhere, it began with."""
    return int(reading["heap"]) + sum(reading["taken"])


SEAT = (
    Field("taken", Number(0, engine.MOST_BONES), "taken", default=0, seen=ALL),
    Field("secret", Number(1, engine.MOST_SECRET), "secret", default=1, seen=OWNER, instead=None, dealt="determinize"),
)

FIELDS = FieldTable(
    game="bones",
    title="Bones",
    rules=1,
    seats=(2, len(COLOURS)),
    usual_seats=2,
    seat_names=COLOURS,
    entries=(
        Field("phase", Phase(("play",)), "phase", default="play", seen=ALL),
        Field("start", Seat(COLOURS), "start", default="red", seen=ALL),
        Field("turn", Seat(COLOURS), "turn", default="red", seen=ALL),
        Field("heap", Number(0, engine.MOST_BONES), "heap", default=engine.LEAST_BONES, seen=ALL),
        viewer(COLOURS),
        BySeat("players", COLOURS, SEAT),
        Field("bones", Number(0, engine.MOST_BONES), "bones", default=bones_in_all, seen=ALL),
    ),
    asks=Asks(kinds=ASKS, seats=Seats(COLOURS, most=1, least=1), arguments={}, most=1),
    laws=LAWS,
)
