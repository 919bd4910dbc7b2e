"""What documents ask of the compiled rules."""

from cython.cimports.bellringer.games.notre_dame.document.codec import struct_of
from cython.cimports.bellringer.games.notre_dame.rules.carriage import may_take
from cython.cimports.bellringer.games.notre_dame.rules.knowledge import knows_card, rounds_drawn
from cython.cimports.bellringer.games.notre_dame.rules.state import HAND
from cython.cimports.bellringer.games.notre_dame.rules.verbs import plague_value


def card_knowledge(state, seat: int) -> list:
    """For each pile, what the seat knows of each drawn card: 0 unseen, 1 seen, 2 among those it saw together."""
    s = struct_of(state)
    drawn = HAND * rounds_drawn(s)
    return [[knows_card(s, seat, pile, slot) for slot in range(drawn)] for pile in range(s.head.seats)]


def plague_of(state) -> int:
    """The round's plague value."""
    return plague_value(struct_of(state))


def may_take_message(state, seat: int) -> bool:
    """Whether the seat may take the message where its carriage stands."""
    s = struct_of(state)
    return may_take(s, seat, s.carriage[seat])
