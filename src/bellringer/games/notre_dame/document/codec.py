"""Between the struct and Python: every field of a Town by its own name, as plain numbers and lists.

This is for position.py and view.py, which speak in names; nothing here decides what a seat may see.
"""

import cython
from cython.cimports.bellringer.core.state import State
from cython.cimports.bellringer.games.notre_dame.cards.person_numbers import ALL_PERSONS
from cython.cimports.bellringer.games.notre_dame.rules.carriage import may_take
from cython.cimports.bellringer.games.notre_dame.rules.knowledge import knows_card, rounds_drawn
from cython.cimports.bellringer.games.notre_dame.rules.state import (
    ACTIONS,
    ALL_MARKETS,
    GRAY_PILE,
    PERSONS_OPEN,
    PLACES,
    Town,
)
from cython.cimports.bellringer.games.notre_dame.rules.verbs import plague_value


def town_of(state):
    """The struct behind a state of this game."""
    return cython.cast(cython.pointer(Town), cython.cast(State, state).memory)


def read_town(state: State) -> dict:
    """All fields but the head's dice, asks and events (the state gives those itself)."""
    s = town_of(state)
    n = s.head.seats
    return {
        "anniversary": s.anniversary,
        "new_persons": s.new_persons,
        "open_prestige": s.open_prestige,
        "boroughs": s.boroughs,
        "cathedral": s.cathedral,
        "rats": [s.rats[i] for i in range(ALL_PERSONS)],
        "back": [s.back[i] for i in range(ALL_PERSONS)],
        "streets": [s.streets[i] for i in range(ALL_MARKETS)],
        "round": s.round,
        "phase": s.phase,
        "start": s.start,
        "turn": s.turn,
        "supply": [s.supply[p] for p in range(n)],
        "general": [s.general[p] for p in range(n)],
        "markers": [[s.markers[p][i] for i in range(PLACES)] for p in range(n)],
        "friend": [s.friend[p] for p in range(n)],
        "rat": [s.rat[p] for p in range(n)],
        "carriage": [s.carriage[p] for p in range(n)],
        "coins": [s.coins[p] for p in range(n)],
        "prestige": [s.prestige[p] for p in range(n)],
        "collected": [s.collected[p] for p in range(n)],
        "message": [s.message[i] for i in range(ALL_MARKETS)],
        "deck": [[s.deck[p][i] for i in range(ACTIONS)] for p in range(n)],
        "played": [s.played[p] for p in range(n)],
        "open": [s.open[i] for i in range(PERSONS_OPEN)],
        "brown": s.brown,
        "gray": [s.gray[i] for i in range(GRAY_PILE)],
        "immune": s.immune,
        "knows_gray": s.knows_gray,
        "over": s.head.over,
    }


def write_options(state: State, seats: int, fields: dict) -> None:
    """What the table has chosen and what its box holds, into a blank state."""
    s = town_of(state)
    s.head.seats = seats
    s.anniversary = fields["anniversary"]
    s.new_persons = fields["new_persons"]
    s.open_prestige = fields["open_prestige"]
    s.boroughs = fields["boroughs"]
    s.cathedral = fields["cathedral"]
    s.start = fields["start"]
    for i in range(ALL_PERSONS):
        s.rats[i] = fields["rats"][i]
        s.back[i] = fields["back"][i]
    for i in range(ALL_MARKETS):
        s.streets[i] = fields["streets"][i]


def write_town(state: State, seats: int, fields: dict) -> None:
    """All fields that `read_town` gives, into a blank state; the caller has checked them."""
    write_options(state, seats, fields)
    s = town_of(state)
    s.round = fields["round"]
    s.phase = fields["phase"]
    s.turn = fields["turn"]
    for p in range(seats):
        s.supply[p] = fields["supply"][p]
        s.general[p] = fields["general"][p]
        s.friend[p] = fields["friend"][p]
        s.rat[p] = fields["rat"][p]
        s.carriage[p] = fields["carriage"][p]
        s.coins[p] = fields["coins"][p]
        s.prestige[p] = fields["prestige"][p]
        s.collected[p] = fields["collected"][p]
        s.played[p] = fields["played"][p]
        for i in range(PLACES):
            s.markers[p][i] = fields["markers"][p][i]
        for i in range(ACTIONS):
            s.deck[p][i] = fields["deck"][p][i]
    for i in range(ALL_MARKETS):
        s.message[i] = fields["message"][i]
    for i in range(PERSONS_OPEN):
        s.open[i] = fields["open"][i]
    for i in range(GRAY_PILE):
        s.gray[i] = fields["gray"][i]
    s.brown = fields["brown"]
    s.immune = fields["immune"]
    s.knows_gray = fields["knows_gray"]
    s.head.over = fields["over"]


def card_knowledge(state: State, seat: int) -> list:
    """For each pile, what the seat knows of each drawn card: 0 unseen, 1 seen, 2 among those it saw together."""
    s = town_of(state)
    drawn = 3 * rounds_drawn(s)
    return [[knows_card(s, seat, pile, slot) for slot in range(drawn)] for pile in range(s.head.seats)]


def plague_of(state: State) -> int:
    """The round's plague value."""
    return plague_value(town_of(state))


def may_take_message(state: State, seat: int) -> bool:
    """Whether the seat may take the message where its carriage stands."""
    s = town_of(state)
    return may_take(s, seat, s.carriage[seat])
