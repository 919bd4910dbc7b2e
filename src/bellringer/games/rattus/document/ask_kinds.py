"""The kinds of what an ask is about: how documents say the number. asks.toml says of which kind each argument is.

A new kind is a design decision: what a document says must be a number that rules can rely on. Ranges of plain numbers
need none, asks.toml has them as they are.
"""

from __future__ import annotations

from collections.abc import Mapping

from bellringer.core.fields import Flag, Kind, Name, Number, Seat, Seats
from bellringer.games.rattus.box_parser import CITIZENS, MOST_STEPS
from bellringer.games.rattus.document.card_kinds import Place, Source
from bellringer.games.rattus.names import ALL_RATS, CLASSES, COLOURS, POTIONS, REGION_CARDS, REGIONS

ANYWHERE = 99  # steps that lead to any region
MOST_CITIZENS = CITIZENS[1]
MOST_NEXT = 6  # event cards of which the order is certain

KINDS: Mapping[str, Kind] = {
    "region": Name(REGIONS),
    "region-or-none": Source(),
    "place": Place(),
    "rat": Name(ALL_RATS),
    "class-card": Name(CLASSES),
    "region-card": Name(REGION_CARDS),
    "place-of-an-event": Number(1, MOST_NEXT),
    "seat": Seat(COLOURS),
    "seats": Seats(COLOURS),
    "some-seats": Seats(COLOURS, least=1),
    "citizens": Number(1, MOST_CITIZENS),
    "citizens-or-none": Number(0, MOST_CITIZENS),
    "potions": Number(1, POTIONS),
    "steps": Number(1, max(MOST_STEPS, ANYWHERE)),
    "flag": Flag(),
}
