"""Between the struct and Python: every field of a Europe by its own name, as plain numbers and lists.

This is for position.py and view.py, which speak in names; nothing here decides what a seat may see.
"""

import cython
from cython.cimports.bellringer.core.state import State
from cython.cimports.bellringer.games.rattus.cards.class_numbers import CLASSES
from cython.cimports.bellringer.games.rattus.cards.deck import piece_counts
from cython.cimports.bellringer.games.rattus.rules.plague import counting_card
from cython.cimports.bellringer.games.rattus.rules.state import MOST_SEATS, REGIONS, TOKENS, Europe
from cython.cimports.bellringer.games.rattus.rules.turn import placing_card


def europe_of(state):
    """The struct behind a state of this game."""
    return cython.cast(cython.pointer(Europe), cython.cast(State, state).memory)


def read_europe(state: State) -> dict:
    """All fields but the head's dice, asks and events (the state gives those itself)."""
    s = europe_of(state)
    n = s.head.seats
    return {
        **read_options(state),
        "phase": s.phase,
        "turn": s.turn,
        "step": s.step,
        "turns": s.turns,
        "has_taken": s.has_taken,
        "has_placed": s.has_placed,
        "used": s.used,
        "rats_to_come": s.rats_to_come,
        "piece_counts": s.piece_counts,
        "piece": s.piece,
        "citizens": [[s.citizens[p][region] for region in range(REGIONS)] for p in range(n)],
        "supply": [s.supply[p] for p in range(n)],
        "palace": [s.palace[p] for p in range(n)],
        "holder": [holder_of(state, card) for card in range(CLASSES)],
        "rats": [read_rats(state, region) for region in range(REGIONS)],
        "in_supply": [s.pool[i] for i in range(s.in_supply)],
        "in_removed": [s.pool[TOKENS - 1 - i] for i in range(s.in_removed)],
        "over": s.head.over,
    }


def holder_of(state: State, card: int) -> int:
    """The seat that holds a class card, -1 when it lies beside the board, -2 when it is left in the box."""
    s = europe_of(state)
    for p in range(MOST_SEATS):
        if s.cards[p] >> card & 1:
            return p
    return -1 if s.on_table >> card & 1 else -2


def put_card(state: State, card: int, holder: int) -> None:
    """The reverse, into a state in which the card is nowhere."""
    s = europe_of(state)
    one: cython.ulonglong = 1
    if holder >= 0:
        s.cards[holder] |= one << card
    elif holder == -1:
        s.on_table |= one << card


def read_options(state: State) -> dict:
    """What the table has chosen and what its box holds."""
    s = europe_of(state)
    return {
        "big_box": s.big_box,
        "reach": s.reach,
        "citizens_each": s.citizens_each,
        "tokens": s.tokens,
        "taken_out": s.taken_out,
        "regions": s.regions,
        "borders": [s.borders[region] for region in range(REGIONS)],
        "limit": [s.limit[token] for token in range(TOKENS)],
        "symbols": [s.symbols[token] for token in range(TOKENS)],
        "starting": [s.starting[token] for token in range(TOKENS)],
        "symbol_of": [s.symbol_of[card] for card in range(CLASSES)],
        "start": s.start,
    }


def read_rats(state: State, region: int) -> list:
    """The rats of a region in their order: (token, seats that have seen it as a bit set, laid out at the set-up)."""
    s = europe_of(state)
    rats = [s.rats[region][slot] for slot in range(s.rat_count[region])]
    return [(rat["token"], rat["seen"], rat["laid_out"]) for rat in rats]


def write_options(state: State, seats: int, fields: dict) -> None:
    """What the table has chosen and what its box holds, into a blank state."""
    s = europe_of(state)
    s.head.seats = seats
    s.big_box = fields["big_box"]
    s.reach = fields["reach"]
    s.citizens_each = fields["citizens_each"]
    s.tokens = fields["tokens"]
    s.taken_out = fields["taken_out"]
    s.regions = fields["regions"]
    s.start = fields["start"]
    for region in range(REGIONS):
        s.borders[region] = fields["borders"][region]
    for token in range(TOKENS):
        s.limit[token] = fields["limit"][token]
        s.symbols[token] = fields["symbols"][token]
        s.starting[token] = fields["starting"][token]
    for card in range(CLASSES):
        s.symbol_of[card] = fields["symbol_of"][card]
        put_card(state, card, fields["holder"][card])


def write_europe(state: State, seats: int, fields: dict) -> None:
    """All fields that `read_europe` gives, into a blank state; the caller has checked them."""
    write_options(state, seats, fields)
    s = europe_of(state)
    s.phase = fields["phase"]
    s.turn = fields["turn"]
    s.step = fields["step"]
    s.turns = fields["turns"]
    s.has_taken = fields["has_taken"]
    s.has_placed = fields["has_placed"]
    s.used = fields["used"]
    s.rats_to_come = fields["rats_to_come"]
    s.piece_counts = fields["piece_counts"]
    s.piece = fields["piece"]
    for p in range(seats):
        s.supply[p] = fields["supply"][p]
        s.palace[p] = fields["palace"][p]
        for region in range(REGIONS):
            s.citizens[p][region] = fields["citizens"][p][region]
    for region in range(REGIONS):
        s.rat_count[region] = len(fields["rats"][region])
        for slot, (token, seen, laid_out) in enumerate(fields["rats"][region]):
            s.rats[region][slot].token = token
            s.rats[region][slot].seen = seen
            s.rats[region][slot].laid_out = laid_out
    s.in_supply = len(fields["in_supply"])
    s.in_removed = len(fields["in_removed"])
    for i, token in enumerate(fields["in_supply"]):
        s.pool[i] = token
    for i, token in enumerate(fields["in_removed"]):
        s.pool[TOKENS - 1 - i] = token
    s.head.over = fields["over"]


def may_place_more(state: State, seat: int) -> bool:
    """Whether the seat holds a card, not used in this turn, that adds a citizen to those it places."""
    return placing_card(europe_of(state), seat) >= 0


def piece_counts_as(state: State, seat: int) -> int:
    """As how many citizens the seat's cards let the plague piece count; 0 when they do not."""
    s = europe_of(state)
    card = counting_card(s, seat)
    return piece_counts(s, seat, card) if card >= 0 else 0
