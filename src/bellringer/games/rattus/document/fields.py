"""The table of fields of Rattus, in the order of its documents: what each is, what it is by default, who sees it.

Hidden are only the faces of rats that a seat has not looked at, in the supply and among those removed; of all that lie
anywhere face down everybody knows which tokens they are together.

Tokens are named by their number in the box and their face (component_set.py); a partial document may give just the
face, `[1, "church"]`, or only how many there are. A region's rats stand in the order in which they came.
"""

from __future__ import annotations

from bellringer.core.fields import (
    ALL,
    Asks,
    ByPlace,
    BySeat,
    Counts,
    Field,
    FieldTable,
    Flag,
    Follows,
    Items,
    Kept,
    Listed,
    Name,
    Names,
    Number,
    Part,
    Phase,
    Row,
    Seat,
    Seats,
    Shown,
    viewer,
)
from bellringer.games.rattus.box_parser import BOXES, CITIZENS, MOST_STEPS
from bellringer.games.rattus.component_set import MOST_TOKENS
from bellringer.games.rattus.document import asks, checks, components, defaults, rats, shown
from bellringer.games.rattus.document.defaults import OVER, STEPPED
from bellringer.games.rattus.document.tokens import Token, Tokens
from bellringer.games.rattus.names import ALL_RATS, ASKS, CLASSES, COLOURS, LAWS, PHASES, RATS, REGIONS

FORM = 1  # of the document; by which rules a table goes is for its record to say
MOST_TURNS = 1000
MOST_CITIZENS = CITIZENS[1]
COUNTED = ("ravage", "last-round", "last-ravage", OVER)  # in these the plague piece may count as citizens
RATS_THERE = Listed("rats", count="rat_count", key="rats")
SUPPLY = Listed("pool", count="in_supply", key="in_supply")
REMOVED = Listed("pool", count="in_removed", key="in_removed", from_end=True)
DEALT = "determinize"  # deals all tokens in one go

RAT = Row(
    Field("token", Token(), "token", seen=shown.knows_rat, instead=None, dealt=DEALT),
    Field("seen", Seats(COLOURS), "seen", default=(), seen=ALL, shown_as="seen-by"),
    Field("laid-out", Flag(), "laid_out", default=False, seen=ALL),
)
BY_REGION = ByPlace(REGIONS, Items(RAT, RATS, or_count=True), empty=[])
FACE_DOWN = Items(Token(), MOST_TOKENS, or_count=True)
HOW_MANY = Number(0, MOST_TOKENS)

CHOICES = (
    Field("box", Name(BOXES), "big_box", default=defaults.box, seen=ALL, check=checks.box),
    Shown("classes", Names(CLASSES), shown.cards_of_table, seen=ALL, in_position=True),
    Part("components", components.schema, components.MEMBERS, components.show, components.read, seen=ALL),
)

CLOCK = (
    Field("phase", Phase(PHASES), "phase", default="act", seen=ALL),
    Field("start", Seat(COLOURS), "start", default=defaults.start, seen=ALL),
    Field("turn", Seat(COLOURS), "turn", default=defaults.turn, seen=ALL, check=checks.turn),
    Field("turns", Number(0, MOST_TURNS), "turns", default=defaults.turns, seen=ALL, check=checks.turns),
    Field("step", Number(1, 12), "step", default=defaults.step, seen=ALL, check=checks.step, phases=STEPPED),
    Field("taken", Flag(), "has_taken", default=False, seen=ALL),
    Field("placed", Flag(), "has_placed", default=defaults.placed, seen=ALL),
    Field("used", Names(CLASSES), "used", default=(), seen=ALL, check=checks.used),
    Field("rats-to-come", Number(0, 2), "rats_to_come", default=defaults.rats_to_come, seen=ALL, phases=("spread",)),
    Field("piece-counts", Number(0, 9), "piece_counts", default=0, seen=ALL, phases=COUNTED),
    viewer(COLOURS),
)

SEAT = (
    Field("supply", Number(0, MOST_CITIZENS), "supply", default=defaults.citizens_left, seen=ALL, check=checks.supply),
    Field("palace", Number(0, MOST_CITIZENS), "palace", default=0, seen=ALL),
    Field("citizens", Counts(REGIONS, MOST_CITIZENS), "citizens", default={}, seen=ALL, check=checks.citizens),
    Field("classes", Names(CLASSES), "cards", default=(), seen=ALL, check=checks.cards),
)

BOARD = (
    Field("plague", Name(REGIONS), "piece", default=defaults.plague, seen=ALL, check=checks.plague),
    BySeat("players", COLOURS, SEAT),
    Follows("on_table", defaults.cards_on_table),
    Kept("upgraded", "no rule that can be played brings an upgrade"),
    Shown("table", Names(CLASSES), shown.cards_on_table, seen=ALL),
    Field("rats", BY_REGION, RATS_THERE, read_by=rats.on_board, seen=ALL, check=checks.end),
    Field("supply", FACE_DOWN, SUPPLY, read_by=rats.supply, dealt=DEALT, instead=len, viewed_as=HOW_MANY),
    Field("removed", FACE_DOWN, REMOVED, read_by=rats.removed, dealt=DEALT, instead=len, viewed_as=HOW_MANY),
    Shown("turned", Tokens(), shown.turned, seen=ALL),
    Shown("unseen", Tokens(), shown.unseen, seen=ALL),
)

FIELDS = FieldTable(
    game="rattus",
    title="Rattus",
    rules=FORM,
    seats=(2, len(COLOURS)),
    usual_seats=4,
    seat_names=COLOURS,
    entries=(*CHOICES, *CLOCK, *BOARD),
    asks=Asks(
        kinds=ASKS,
        seats=Seats(COLOURS, most=1, least=1),
        arguments={
            **{name: Name(REGIONS) for name in ("region", "from", "to")},
            **{name: Name(ALL_RATS) for name in ("rat", "first", "second")},
            "most": Number(1, 3),
            "citizens": Number(1, 9),
            "steps": Number(1, MOST_STEPS),
        },
        most=2,
        plain=asks.plain,
        check=asks.check,
        check_stack=asks.check_stack,
    ),
    laws=LAWS,
    check_state=checks.state,
)
