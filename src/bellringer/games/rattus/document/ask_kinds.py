"""The kinds of what an ask is about: how documents say the number. asks.toml says of which kind each argument is.

A new kind is a design decision: what a document says must be a number that rules can rely on. Ranges of plain numbers
need none, asks.toml has them as they are.
"""

from __future__ import annotations

from collections.abc import Mapping

from bellringer.core.fields import Flag, Kind, Name, Number, Seat, Seats
from bellringer.games.rattus.box_parser import CITIZENS, MOST_STEPS
from bellringer.games.rattus.document.card_kinds import Place, RegionInPlay, Source
from bellringer.games.rattus.document.numbers import ANYWHERE, NEXT_EVENTS, POTIONS
from bellringer.games.rattus.names import ALL_RATS, CLASSES, COLOURS, REGION_CARDS

MOST_CITIZENS = CITIZENS[1]

KINDS: Mapping[str, Kind] = {
    "region": RegionInPlay(),
    "region-or-none": Source(),
    "place": Place(),
    "rat": Name(ALL_RATS),
    "class-card": Name(CLASSES),
    "region-card": Name(REGION_CARDS),
    "place-of-an-event": Number(1, NEXT_EVENTS),
    "seat": Seat(COLOURS),
    "seats": Seats(COLOURS),
    "some-seats": Seats(COLOURS, least=1),
    "citizens": Number(1, MOST_CITIZENS),
    "citizens-or-none": Number(0, MOST_CITIZENS),
    "potions": Number(1, POTIONS),
    "steps": Number(1, max(MOST_STEPS, ANYWHERE)),
    "flag": Flag(),
}
