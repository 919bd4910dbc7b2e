"""What documents ask of the compiled rules."""

from cython.cimports.bellringer.games.rattus.cards.deck import (
    having_borrows_tiles,
    having_guards_cards,
    lifts_limits,
    more_rats,
    more_when_placing,
    piece_counts,
)
from cython.cimports.bellringer.games.rattus.document.codec import struct_of
from cython.cimports.bellringer.games.rattus.rules.citizen_asks import has_second_potion
from cython.cimports.bellringer.games.rattus.rules.guilds import guild_abilities
from cython.cimports.bellringer.games.rattus.rules.plague import counting_card, losses_to, most_owed
from cython.cimports.bellringer.games.rattus.rules.state import abilities, acting_card, actor, fresh_abilities, level

from bellringer.games.rattus.names import CLASSES


def borrows(card: str) -> bool:
    """Whether the tiles of other class cards can lie on a class card."""
    return (having_borrows_tiles() >> CLASSES.index(card)) & 1


def guards(card: str) -> bool:
    """Whether a class card guards the others of its holder, so that it alone can be taken."""
    return (having_guards_cards() >> CLASSES.index(card)) & 1


def may_place_more(state, seat: int, card: int) -> bool:
    """Whether the seat has the ability of the card, not used in this turn, and it adds citizens to those it places."""
    s = struct_of(state)
    return (fresh_abilities(s, seat) >> card) & 1 and more_when_placing(s, seat, card) > 0


def acting_seat(state) -> int:
    """The seat whose turn it is, or that acts in the last round."""
    return actor(struct_of(state))


def abilities_of(state, seat: int) -> int:
    """The abilities that a seat has now, as a bit set of class cards."""
    return abilities(struct_of(state), seat)


def given_by_guilds(state, seat: int) -> int:
    """The abilities that the guilds' board gives to a seat that acts."""
    return guild_abilities(struct_of(state), seat)


def acting(state, seat: int, card: int) -> int:
    """The card that gives a seat the ability of a card: another one, if that has borrowed its tile."""
    return acting_card(struct_of(state), seat, card)


def piece_counts_as(state, seat: int) -> int:
    """How many citizens the seat's cards let the plague piece count as; 0 if it counts as none."""
    s = struct_of(state)
    card = counting_card(s, seat)
    return piece_counts(s, seat, card) if card >= 0 and not lifts_limits(s, seat, card) else 0


def rats_brought(state, seat: int, card: int) -> int:
    """How many rats more the card can bring for a seat when the plague spreads; 0 without its ability."""
    s = struct_of(state)
    return more_rats(s, seat, card) if (abilities(s, seat) >> card) & 1 else 0


def level_of(state, seat: int, card: int) -> int:
    """The level of a seat's ability."""
    return level(struct_of(state), seat, card)


def has_another_potion(level: int) -> bool:
    """Whether a card of that level places a second potion wherever the seat wants."""
    return has_second_potion(level)


def may_owe(state, seat: int) -> int:
    """The most that a seat can owe to the rat that is being turned; 0 if none is."""
    s = struct_of(state)
    return most_owed(s, seat) if s.token > 0 else 0


def losses(state, seat: int, region: int) -> int:
    """The citizens that a seat would lose in a region to the rat that strikes, by its class cards and with all others.

    All of it lies open: so what a seat says beforehand does not tell what it has in hand.
    """
    s = struct_of(state)
    if s.token == 0:
        return 0
    found = losses_to(s, seat, s.symbols[s.token - 1])
    return found if found < s.citizens[seat][region] else s.citizens[seat][region]
