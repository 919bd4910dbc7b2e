"""The table of fields of Notre Dame, in the order of its documents: what each is, its default, and who sees it.

Hidden are the cards of this period (hands, cards on their way, third cards, piles), the order of the gray persons, and
prestige. Where a position has hidden cards, a view has what is known of them: `hand`, `to-keep`, `piles`.
"""

from __future__ import annotations

from bellringer.core.fields import (
    ALL,
    NOBODY,
    NOT_DEALT,
    OWNER,
    Asks,
    Bits,
    ByPlace,
    BySeat,
    Counts,
    Each,
    EachSeat,
    Field,
    FieldTable,
    Flag,
    Follows,
    Items,
    Name,
    Names,
    Number,
    OptionalName,
    Part,
    Phase,
    Record,
    Said,
    Seat,
    Seats,
    Shown,
    viewer,
)
from bellringer.games.notre_dame.document import (
    ask_table,
    asks,
    box_part,
    cards,
    checks,
    defaults,
    messages,
    observed,
    persons,
    shown,
)
from bellringer.games.notre_dame.document.asked import ASKED
from bellringer.games.notre_dame.document.numbers import (
    BROWN_PERSONS,
    FIRST_COINS,
    HAND,
    LAST_SPACE,
    MARKERS,
    NOWHERE,
    PERSONS_OPEN,
    PLAYS,
)
from bellringer.games.notre_dame.names import (
    ACTIONS,
    ALL_MARKETS,
    ALL_MESSAGES,
    ASKS,
    COLOURS,
    LAWS,
    PERIOD_ROUNDS,
    PERSONS,
    PHASES,
    PLACES,
    POOLS,
    ROUNDS,
    SECTORS,
    WHOSE,
    boroughs_of,
)

FORM = 1  # of the document; by which rules a table goes is for its record to say
MOST_COINS, MOST_PRESTIGE = 999, 9999  # far above what any game brings, and what a score can hold twice over
EDITIONS = ("2007", "anniversary")
BROWN, GRAY = PERSONS[:BROWN_PERSONS], PERSONS[BROWN_PERSONS:]

BROWN_PILE = Names(BROWN, most=BROWN_PERSONS - persons.BROWN_OPEN)
ROUND, PRESTIGE = Number(1, ROUNDS), Number(0, MOST_PRESTIGE)
USUAL_COINS = 15  # by which floats are scaled
MARKER_COUNT = Number(0, MARKERS)
ANY_CARD = OptionalName(ACTIONS)
ROUND_CARDS = Items(Record({"card": Name(ACTIONS), "from": Name(WHOSE)}), HAND)
GRAY_NAMES = Items(Name(GRAY), ROUNDS - 1, is_unique=True)
ROUND_KNOWN = Record({"known": Items(ANY_CARD, HAND), "together": Names(ACTIONS)})
PILE_KNOWN = Record({"rounds": Items(ROUND_KNOWN, PERIOD_ROUNDS), "unseen": Names(ACTIONS)})
PILE, OPEN_CARDS = Each(Name(ACTIONS), len(ACTIONS)), Bits(HAND * PERIOD_ROUNDS)
DRAWN, PLAYED = Items(Items(ANY_CARD, HAND), PERIOD_ROUNDS), Items(Names(WHOSE), PERIOD_ROUNDS)
MESSAGES = ByPlace(ALL_MARKETS, OptionalName(ALL_MESSAGES), empty=NOWHERE)
OPEN = Items(Name(PERSONS), PERSONS_OPEN, least=PERSONS_OPEN, is_unique=True)

# The parts of determinize.
DEALT, GRAY_DEALT = "deal_pile_anew", "deal_gray_anew"

CHOICES = (
    Field("edition", Name(EDITIONS), "anniversary", default="2007", seen=ALL),
    Field("persons", Name(tuple(POOLS)), "new_persons", default="base", seen=ALL),
    Field("open-prestige", Flag(), "open_prestige", default=False, seen=ALL),
    Follows("boroughs", Number(boroughs_of(3), len(COLOURS)), defaults.boroughs),
    Part("box", box_part.schema, box_part.MEMBERS, box_part.show, box_part.read, seen=ALL),
)

CLOCK = (
    Field(
        "round",
        ROUND,
        "round",
        holds=Number(0, ROUNDS),
        show=shown.round_number,
        read_by=defaults.rounds_over,
        seen=ALL,
        check=checks.rounds_over,
    ),
    Field("phase", Phase(PHASES), "phase", default="play", seen=ALL),
    Field("start", Seat(COLOURS), "start", default=COLOURS[0], seen=ALL),
    Field("turn", Number(0, PLAYS * len(COLOURS)), "turn", default=defaults.turn, seen=ALL, check=checks.turn),
    viewer(COLOURS),
)

SEAT = (
    Field("supply", MARKER_COUNT, "supply", default=defaults.supply, seen=ALL, check=checks.supplies),
    Field("general", MARKER_COUNT, "general", default=defaults.general, seen=ALL),
    Field(
        "coins", Number(0, MOST_COINS, usual=USUAL_COINS), "coins", default=FIRST_COINS, seen=ALL, check=checks.coins
    ),
    Field("rat", Number(0, LAST_SPACE), "rat", default=0, seen=ALL),
    Field("friend", OptionalName(SECTORS), "friend", default=None, seen=ALL),
    Field("carriage", Name(ALL_MARKETS), "carriage", default=defaults.carriage, seen=ALL, check=checks.carriages),
    Field("markers", Counts(PLACES, MARKERS), "markers", default={}, seen=ALL, check=checks.markers),
    Field("messages", Names(ALL_MESSAGES), "collected", default=(), seen=ALL, check=messages.check_collected),
    Field("prestige", PRESTIGE, "prestige", default=0, seen=shown.knows_prestige, instead=None, dealt=NOT_DEALT),
    Field("drawn", DRAWN, "deck", show=shown.drawn, read_by=cards.deck, holds=PILE, seen=NOBODY, dealt=DEALT),
    Field(
        "played",
        PLAYED,
        "played",
        show=shown.played,
        read_by=cards.played,
        holds=OPEN_CARDS,
        seen=NOBODY,
        dealt=NOT_DEALT,
    ),
    Shown("played", Items(ROUND_CARDS, PERIOD_ROUNDS), shown.open_cards, seen=ALL),
    Said("hand", Items(ANY_CARD, HAND)),
    Shown("hand", ROUND_CARDS, shown.hand, seen=OWNER, dealt=DEALT),
    Shown("to-keep", Names(ACTIONS), shown.to_keep, seen=OWNER, dealt=DEALT),
)

BOARD = (
    BySeat("players", COLOURS, SEAT, schema_first=("supply", "general", "coins", "prestige")),
    Field("markets", MESSAGES, "message", read_by=messages.on_markets, seen=ALL),
    Field("open", OPEN, "open", read_by=persons.open_persons, seen=ALL),
    Field("brown-pile", BROWN_PILE, "brown", read_by=persons.brown_pile, seen=ALL),
    Shown("gray-past", GRAY_NAMES, shown.gray_past, seen=ALL, in_position=True),
    Shown("gray-left", Names(GRAY), shown.gray_left, seen=ALL),
    Field(
        "gray-pile",
        GRAY_NAMES,
        "gray",
        show=shown.gray_pile,
        read_by=persons.gray_order,
        holds=Each(Name(PERSONS), ROUNDS),
        seen=shown.has_looked,
        dealt=GRAY_DEALT,
    ),
    Field("immune", Seats(COLOURS), "immune", default=(), seen=ALL),
    Field("gray-pile-seen-by", Seats(COLOURS), "knows_gray", default=(), seen=ALL),
    Shown("plague", Number(0, 99), shown.plague, seen=ALL),
    Shown("piles", EachSeat(COLOURS, PILE_KNOWN), shown.piles, seen=ALL),
)

FIELDS = FieldTable(
    game="notre-dame",
    title="Notre Dame",
    rules=FORM,
    seats=(2, len(COLOURS)),
    usual_seats=4,
    seat_names=COLOURS,
    entries=(*CHOICES, *CLOCK, *BOARD),
    asks=Asks(
        kinds=ASKS,
        seats=Seats(COLOURS),
        arguments=ask_table.ARGUMENTS,
        usual=ask_table.USUAL,
        most=8,
        plain=asks.plain,
        check=asks.check,
        check_stack=asks.check_stack,
        seen_as=shown.as_others_see_it,
    ),
    laws=LAWS,
    check_state=checks.state,
    asked=ASKED,
    observed=observed.OBSERVED,
)
