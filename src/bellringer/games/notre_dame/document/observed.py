"""What stands in observations otherwise than the kinds of fields say: the cards, messages and persons in short forms.

The functions that read these spans stand in observing.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bellringer.core.fields import Look, Observed, Read, There
from bellringer.games.notre_dame.document.numbers import BROWN_PERSONS
from bellringer.games.notre_dame.document.observing import readers
from bellringer.games.notre_dame.names import (
    ACTIONS,
    ALL_MARKETS,
    ALL_MESSAGES,
    KINDS,
    MARKETS,
    PERSONS,
    POOLS,
    ROUNDS,
    WHOSE,
)

BROWN, GRAY = PERSONS[:BROWN_PERSONS], PERSONS[BROWN_PERSONS:]
USUAL_PLAGUE, USUAL_PRESTIGE = 10, 50  # by which floats are scaled
# What only the new persons bring.
NEW = (
    *("ask.use-sector", "ask.pay-for-rat", "ask.return-marker", "ask.repeat-messages"),
    *("asks.all", "asks.further", "asks.except", "gray-pile", "gray-pile-seen-by"),
)


def pool(look: Look) -> range:
    """The numbers of the persons with whom the table plays."""
    return range(tuple(POOLS.values())[look["new_persons"]])


def has_new(look: Look) -> bool:
    """Whether the table plays with the new persons."""
    return bool(look["new_persons"])


def in_play(look: Look) -> Mapping[tuple[str, ...], Sequence[int]]:
    """The boroughs of the table, and the persons of its pool."""
    markets = range(look["boroughs"] * len(MARKETS))
    return {
        ALL_MARKETS: markets,
        ALL_MESSAGES: range(look["boroughs"] * len(KINDS)),
        PERSONS: pool(look),
        GRAY: range(len(pool(look)) - BROWN_PERSONS),
    }


def can_be(look: Look, name: str) -> bool:
    """Whether a span can be anything but zero, or an ask come up, at the table."""
    if name == "asks.cathedral":
        return not look["anniversary"]
    return has_new(look) or name not in NEW


def gray_persons(there: There) -> tuple[str, ...]:
    """The gray persons of the table."""
    return there.parts(GRAY)


def messages(there: There) -> tuple[str, ...]:
    """Each kind of message on each market at the edge of a borough."""
    edges = [market for market in there.parts(ALL_MARKETS) if not market.endswith(MARKETS[0])]
    return tuple(f"{market} {kind}" for market in edges for kind in KINDS)


def known_cards(there: There) -> tuple[str, ...]:
    """Twice every card of each colour, clockwise from the seat that looks."""
    said = [f"{action} {how}" for how in ("at its place", "among others") for action in ACTIONS]
    return tuple(f"{seat} {card}" for seat in there.seat_parts for card in said)


def cards_of_a_hand(there: There) -> tuple[str, ...]:
    """Every action of the own pile, the right neighbour's, and the next one's."""
    return tuple(f"{whose} {action}" for whose in WHOSE for action in ACTIONS)


OBSERVED = Observed(
    readers=readers(),
    in_play=in_play,
    can_be=can_be,
    spans={
        "round": Read("the number", scale=ROUNDS),
        "plague": Read("the number", scale=USUAL_PLAGUE),
        "players.prestige": Read("the number; 0 while it is hidden", scale=USUAL_PRESTIGE),
        "players.played": Read("the round of the period in which it was played", cards_of_a_hand, scale=3),
        "players.hand": Read("1 at the place of each card", cards_of_a_hand, is_own=True),
        "players.to-keep": Read("1 at the place of each card", lambda there: ACTIONS, is_own=True),
        "markets": Read("1 at the message's kind", messages),
        "open": Read("1 at the place of each name", lambda there: there.parts(PERSONS), PERSONS),
        "gray-past": Read("the round in which each lay open", gray_persons, scale=ROUNDS),
        "gray-left": Read("1 at the place of each name", gray_persons),
        "gray-pile": Read("the round in which each will lie open, for who has looked", gray_persons, scale=ROUNDS),
        "piles": Read(
            "at its place: of the nine cards in the order in which they were drawn; among others: in which round",
            known_cards,
            scale=len(ACTIONS),
        ),
    },
)
