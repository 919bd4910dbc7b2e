"""The table of fields of Rattus, in the order of its documents: what each is, what it is by default, who sees it.

Hidden are only the faces of rats that a seat has not looked at, in the supply and among those removed; of all that lie
anywhere face down everybody knows which tokens they are together.

Tokens are named by their number in the box and their face (component_set.py); a partial document may give just the
face, `[1, "church"]`, or only how many there are. A region's rats stand in the order in which they came.
"""

from __future__ import annotations

from bellringer.core.fields import (
    ALL,
    OWNER,
    Asks,
    ByPlace,
    BySeat,
    Counts,
    Field,
    FieldTable,
    Flag,
    Follows,
    ForEachSeat,
    Items,
    Listed,
    Name,
    Names,
    Number,
    OptionalName,
    Part,
    Phase,
    Row,
    Seat,
    Seats,
    Shown,
    viewer,
)
from bellringer.games.rattus.box_parser import BOXES
from bellringer.games.rattus.component_set import MODULES, MOST_CARDS, MOST_TOKENS
from bellringer.games.rattus.document import (
    ask_table,
    asks,
    checks,
    components,
    defaults,
    numbers,
    observed,
    rats,
    region_cards,
    shown,
)
from bellringer.games.rattus.document.ask_kinds import MOST_CITIZENS
from bellringer.games.rattus.document.asked import ASKED
from bellringer.games.rattus.document.card_kinds import (
    Bearers,
    Levels,
    Occupant,
    OpenToken,
    Place,
    RatPlaces,
    TokenSet,
    Walls,
)
from bellringer.games.rattus.document.defaults import OVER, STAGES, STEPPED
from bellringer.games.rattus.document.tokens import Token, Tokens
from bellringer.games.rattus.names import (
    ASKS,
    CLASSES,
    COLOURS,
    EVENT_CARDS,
    GUILDS,
    LAWS,
    PHASES,
    REGION_CARDS,
    REGIONS,
    UNIVERSITIES,
)

FORM = 1  # of the document; by which rules a table goes is for its record to say
COUNTED = ("ravage", "last-round", "last-ravage", OVER)  # in these the plague piece may count as citizens
RESOLVED = ("no", "now", "done")  # a plague in the last round
LAST_CITIZEN = numbers.ON_PODIUM + numbers.POTIONS  # the largest number of a citizen, by what it bears
MOST_STEPS_OF_AN_EVENT = len(COLOURS) * MOST_CARDS  # each seat, for each of its cards
NEW_RATS = Number(0, numbers.NEW_RATS + max(max(rats) for rats in ASKED["more-rats"].values()))
BEARING = Listed("bearers", count="bearer_count", key="bearers")
RATS_THERE = Listed("rats", count="rat_count", key="rats")
NEXT_EVENTS = Listed("next_events", count="next_count", key="next_events")
SUPPLY = Listed("pool", count="in_supply", key="in_supply")
REMOVED = Listed("pool", count="in_removed", key="in_removed", from_end=True)
USUAL_TURNS, USUAL_POINTS, USUAL_CITIZENS = 50, 10, 20  # by which floats are scaled
DEALT = "determinize"  # deals all tokens in one go
CARDS_DEALT = "deal_cards_anew"
SOME_CARDS, CARD_COUNT = Names(REGION_CARDS), Number(0, len(REGION_CARDS))

RAT = Row(
    Field("token", Token(), "token", seen=shown.knows_rat, instead=None, dealt=DEALT),
    Field("seen", Seats(COLOURS), "seen", default=(), seen=ALL, shown_as="seen-by"),
    Field("laid-out", Flag(), "laid_out", default=False, seen=ALL),
    Field("open", Flag(), "open", default=False, seen=ALL, omit=0),
    Field("returned", Flag(), "returned", default=False, seen=ALL, omit=0),
)
NEXT_EVENT = Row(
    Field("event", Name(EVENT_CARDS), "event", seen=shown.knows_event, instead=None, dealt=DEALT),
    Field("seen", Seats(COLOURS), "seen", default=(), seen=ALL, shown_as="seen-by"),
)
BY_REGION = ByPlace(REGIONS, Items(RAT, numbers.RATS, or_count=True), empty=[])
IN_GUILDS = ByPlace(GUILDS, Occupant(), empty=0)
IN_CITIES = ByPlace(REGIONS, Occupant(), empty=0)
FACE_DOWN = Items(Token(), MOST_TOKENS, or_count=True)
HOW_MANY = Number(0, MOST_TOKENS)

BEARER = Row(
    Field("seat", Seat(COLOURS), "seat", default="red", seen=ALL),
    Field("place", Place(), "place", default="palace", seen=ALL),
    Field("potions", Number(0, numbers.POTIONS), "potions", default=1, seen=ALL),
    Field("podium", Flag(), "podium", default=False, seen=ALL, omit=0),
)
ERRAND = Row(
    Field("from", Name(REGIONS), "source", default=REGIONS[0], seen=ALL, omit=0),
    Field("to", Name(REGIONS), "target", default=REGIONS[0], seen=ALL, omit=0),
    Field("seat", Seat(COLOURS), "seat", default=COLOURS[0], seen=ALL, omit=0),
    Field("citizen", Number(0, LAST_CITIZEN), "citizen", default=0, seen=ALL, omit=0),
    Field("left", Number(0, MOST_CITIZENS, usual=USUAL_CITIZENS), "left", default=0, seen=ALL, omit=0),
    Field("again", Flag(), "again", default=False, seen=ALL, omit=0),
)
NO_ERRAND = (0,) * len(ERRAND.fields)
NOWHERE = [0] * len(REGIONS)
FREE = [0] * len(GUILDS)
NONE_SEEN = [0] * numbers.LOOKS

CHOICES = (
    Field("box", Name(BOXES), "big_box", default=defaults.box, seen=ALL, check=checks.box),
    Shown("classes", Names(CLASSES), shown.cards_of_table, seen=ALL, in_position=True),
    Field("modules", Names(MODULES), "modules", default=(), seen=ALL, omit=0),
    Part("components", components.schema, components.MEMBERS, components.show, components.read, seen=ALL),
)

CLOCK = (
    Field("phase", Phase(PHASES), "phase", default="act", seen=ALL),
    Field("start", Seat(COLOURS), "start", default=defaults.start, seen=ALL),
    Field("turn", Seat(COLOURS), "turn", default=defaults.turn, seen=ALL, check=checks.turn),
    Field(
        "turns",
        Number(0, numbers.MOST_TURNS, usual=USUAL_TURNS),
        "turns",
        default=defaults.turns,
        seen=ALL,
        check=checks.turns,
    ),
    Field("step", Number(0, len(REGIONS)), "step", default=defaults.step, seen=ALL, check=checks.step, phases=STEPPED),
    Field("taken", Flag(), "has_taken", default=False, seen=ALL),
    Field("placed", Flag(), "has_placed", default=defaults.placed, seen=ALL),
    Field("used", Names(CLASSES), "used", default=(), seen=ALL, check=checks.used),
    Field("used-also", Names(CLASSES), "used_also", default=(), seen=ALL, omit=0),
    Field("within", Names(REGIONS), "within", default=(), seen=ALL, omit=0),
    Field("to-fill", Names(REGIONS), "to_fill", default=(), seen=ALL, omit=0),
    Field("errand", ERRAND, "errand", default={}, seen=ALL, omit=NO_ERRAND),
    Field("looked", RatPlaces(), "looked", default=(), seen=ALL, omit=NONE_SEEN),
    Field("arranged", RatPlaces(), "arranged", default=(), seen=ALL, omit=NONE_SEEN),
    Field("rats-to-come", NEW_RATS, "rats_to_come", default=defaults.rats_to_come, seen=ALL, phases=("spread",)),
    Field("piece-counts", Number(0, 9), "piece_counts", default=0, seen=ALL, phases=COUNTED),
    Field("no-limits", Flag(), "no_limits", default=False, seen=ALL, omit=0),
    Field("rat-stage", Name(STAGES), "rat_stage", default=STAGES[0], seen=ALL, omit=0, check=checks.rat_stage),
    Field("rat", OpenToken(), "token", default=defaults.no_token, seen=ALL, omit=0),
    Field("owing", Seats(COLOURS), "owing", default=(), seen=ALL, omit=0),
    Field("may-protect", Seats(COLOURS), "may_protect", default=(), seen=ALL, omit=0),
    Field("revealed-all", Flag(), "revealed_all", default=False, seen=ALL, omit=0),
    Field("drawn", OpenToken(), "drawn", default=defaults.no_token, seen=ALL, omit=0),
    Field("piece-moved", Flag(), "has_moved", default=False, seen=ALL, omit=0),
    Field("resolved", Name(RESOLVED), "has_resolved", default=RESOLVED[0], seen=ALL, omit=0),
    Field("guild-used", OptionalName(GUILDS, first=1), "guild_used", default=None, seen=ALL, omit=0),
    Field("new-guilds", Names(GUILDS), "new_guilds", default=(), seen=ALL, omit=0, check=checks.new_guilds),
    Field("new-cities", Names(REGIONS), "new_cities", default=(), seen=ALL, omit=0, check=checks.new_cities),
    Field("cities-due", Names(REGIONS), "cities_due", default=(), seen=ALL, omit=0),
    Field("counts-later", Number(0, 9), "counts_later", default=0, seen=ALL, omit=0, check=checks.counts_later),
    Field("no-limits-later", Flag(), "no_limits_later", default=False, seen=ALL, omit=0),
    viewer(COLOURS),
)

SEAT = (
    Field(
        "supply",
        Number(0, MOST_CITIZENS, usual=USUAL_CITIZENS),
        "supply",
        default=defaults.citizens_left,
        seen=ALL,
        check=checks.supply,
    ),
    Field("palace", Number(0, MOST_CITIZENS, usual=USUAL_CITIZENS), "palace", default=0, seen=ALL),
    Field("citizens", Counts(REGIONS, MOST_CITIZENS, usual=3), "citizens", default={}, seen=ALL, check=checks.citizens),
    Field("classes", Names(CLASSES), "cards", default=(), seen=ALL, check=checks.cards),
    Field("on-card", Number(0, MOST_CITIZENS, usual=USUAL_CITIZENS), "kept", default=0, seen=ALL, omit=0),
    Field(
        "lodged",
        Number(0, MOST_CITIZENS, usual=USUAL_CITIZENS),
        "lodged",
        default=0,
        seen=ALL,
        omit=0,
        check=checks.lodged,
    ),
    Field("owes", Number(0, MOST_CITIZENS, usual=USUAL_CITIZENS), "owed", default=0, seen=ALL, omit=0),
    Field("killed", Number(0, MOST_CITIZENS, usual=USUAL_CITIZENS), "killed", default=0, seen=ALL, omit=0),
    Field("fallen", Number(0, MOST_CITIZENS, usual=USUAL_CITIZENS), "fallen", default=0, seen=ALL, omit=0),
    Field("granted", Names(CLASSES), "granted", default=defaults.granted, seen=ALL, omit=0),
    Field("points", Number(0, numbers.NO_LIMIT, usual=USUAL_POINTS), "points", default=0, seen=ALL, omit=0),
    Shown("hand", SOME_CARDS, region_cards.hand, seen=OWNER, dealt=CARDS_DEALT),
    Shown("hand-size", CARD_COUNT, region_cards.hand_size, seen=ALL),
    Shown("hand-known", SOME_CARDS, region_cards.known_in_hand, seen=ALL),
    Shown("hand-older", CARD_COUNT, region_cards.older_in_hand, seen=ALL),
)

REGION_CARD_FIELDS = (
    Field(
        "region-cards",
        region_cards.CardPlaces(),
        "card_at",
        default={},
        omit=region_cards.NONE_IN_PLAY,
        dealt=CARDS_DEALT,
        check=region_cards.check,
    ),
    Shown("region-deck", CARD_COUNT, region_cards.deck_size, seen=ALL),
    Shown("region-discards", SOME_CARDS, region_cards.discarded, seen=ALL),
    Shown("region-played", SOME_CARDS, region_cards.played, seen=ALL),
    Shown("region-drawn", SOME_CARDS, region_cards.drawn, seen=region_cards.sees_drawn, dealt=CARDS_DEALT),
    Field("region-known", region_cards.CardSet(), "open_cards", default=(), seen=ALL, omit=region_cards.NO_CARDS),
    Field("region-older", region_cards.CardSet(), "held_then", default=(), seen=ALL, omit=region_cards.NO_CARDS),
    Field("protected", Names(CLASSES), "protected", default=(), seen=ALL, omit=0),
)

BOARD = (
    Field("plague", Name(REGIONS), "piece", default=defaults.plague, seen=ALL, check=checks.plague),
    BySeat("players", COLOURS, SEAT),
    Follows("on_table", Names(CLASSES), defaults.cards_on_table),
    Follows("tiles", Names(CLASSES), defaults.tiles),
    Field("levels", Levels(), "upgraded", default={}, seen=ALL, omit=[0, 0], check=checks.levels),
    Field("blocked", Names(CLASSES), "blocked", default=(), seen=ALL, omit=0, check=checks.blocked),
    Field("lent", OptionalName(CLASSES, first=1), "lent", default=None, seen=ALL, omit=0, check=checks.lent),
    Field("lent-to", Name(CLASSES), "lent_to", default=defaults.lent_to, seen=ALL, omit=0, check=checks.lent_to),
    Field("walls", Walls(), "open_to", default=(), seen=ALL, check=checks.walls, show=shown.walls),
    Follows("closed_in", Names(REGIONS), defaults.closed_in),
    Field("nuns", Counts(REGIONS, numbers.NUNS), "nuns", default={}, seen=ALL, omit=NOWHERE, check=checks.nuns),
    Field("bishops", Names(REGIONS, numbers.BISHOPS), "bishops", default=(), seen=ALL, omit=0, check=checks.bishops),
    Field("potions", Bearers(BEARER, numbers.BEARERS), BEARING, default=(), seen=ALL, omit=[], check=checks.potions),
    Follows("diplomats", ForEachSeat(Names(REGIONS)), defaults.diplomats),
    Field(
        "caravan",
        OptionalName(REGIONS, first=1),
        "caravan",
        default=defaults.caravan,
        seen=ALL,
        omit=0,
        check=checks.caravan,
    ),
    Field("guilds", IN_GUILDS, "guilds", default={}, seen=ALL, omit=FREE, check=checks.guilds),
    Field("cities", IN_CITIES, "cities", default={}, seen=ALL, omit=NOWHERE, check=checks.cities),
    Shown("table", Names(CLASSES), shown.cards_on_table, seen=ALL),
    Field("rats", BY_REGION, RATS_THERE, read_by=rats.on_board, seen=ALL, check=checks.end),
    Field("supply", FACE_DOWN, SUPPLY, read_by=rats.supply, dealt=DEALT, instead=len, viewed_as=HOW_MANY),
    Field("removed", FACE_DOWN, REMOVED, read_by=rats.removed, dealt=DEALT, instead=len, viewed_as=HOW_MANY),
    Field("returned", TokenSet(), "turned_then", default=(), seen=ALL, omit=[0, 0], check=checks.returned),
    Field("shuffled-in", TokenSet(), "shuffled_in", default=(), seen=ALL, omit=[0, 0], check=checks.shuffled_in),
    Shown("turned", Tokens(), shown.turned, seen=ALL),
    Shown("unseen", Tokens(), shown.unseen, seen=ALL),
    *REGION_CARD_FIELDS,
)

PIECES = ByPlace(UNIVERSITIES, OptionalName(REGIONS, first=1), empty=0)
PILE = Counts(EVENT_CARDS, max(numbers.PRINTED))
NO_EVENTS = [0] * len(EVENT_CARDS)
LEARNING = (
    Field(
        "universities",
        PIECES,
        "university",
        default=defaults.universities,
        seen=ALL,
        omit=[0, 0],
        check=checks.universities,
    ),
    Field("founded", Names(REGIONS), "founded", default=(), seen=ALL, omit=0, check=checks.founded),
    Field("drawn-events", PILE, "drawn_events", default={}, seen=ALL, omit=NO_EVENTS, check=checks.drawn_events),
    Field("events", PILE, "event_pile", default=defaults.events, seen=ALL, check=checks.events, show=shown.events),
    Field(
        "next-events",
        Items(NEXT_EVENT, numbers.NEXT_EVENTS),
        NEXT_EVENTS,
        default=(),
        seen=ALL,
        omit=[],
        check=checks.next_events,
    ),
    Field("event", OptionalName(EVENT_CARDS, first=1), "event", default=None, seen=ALL, omit=0, check=checks.event),
    Field(
        "event-step",
        Number(0, MOST_STEPS_OF_AN_EVENT),
        "event_step",
        default=0,
        seen=ALL,
        omit=0,
        check=checks.event_step,
    ),
)

FIELDS = FieldTable(
    game="rattus",
    title="Rattus",
    rules=FORM,
    seats=(2, len(COLOURS)),
    usual_seats=4,
    seat_names=COLOURS,
    entries=(*CHOICES, *CLOCK, *BOARD, *LEARNING),
    asks=Asks(
        kinds=ASKS,
        seats=Seats(COLOURS, most=1, least=1),
        arguments=ask_table.ARGUMENTS,
        usual=ask_table.USUAL,
        most=numbers.MOST_ASKS,
        plain=asks.plain,
        check=asks.check,
        check_stack=asks.check_stack,
    ),
    laws=LAWS,
    check_state=checks.state,
    asked=ASKED,
    observed=observed.OBSERVED,
)
