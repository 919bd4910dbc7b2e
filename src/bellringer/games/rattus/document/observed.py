"""What stands in observations otherwise than the kinds of fields say: tokens, rats, region cards and what cards bring.

The functions that read these spans stand in observing.py. What a module or a class card must bring before a span can
be anything but zero, or an ask can come up, the files say in which they are told: here, and in the cards' own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from bellringer.core.fields import Counts, Direct, Look, Names, Observed, Read, There
from bellringer.games.rattus.box import class_cards
from bellringer.games.rattus.component_set import MODULES, MOST_TOKENS
from bellringer.games.rattus.document.numbers import NEXT_EVENTS, PRINTED
from bellringer.games.rattus.document.observing import readers
from bellringer.games.rattus.document.shown import table_mask
from bellringer.games.rattus.document.tokens import token_names
from bellringer.games.rattus.names import (
    ALL_RATS,
    CARDS_A_REGION,
    CLASSES,
    EVENT_CARDS,
    GUILDS,
    RATS,
    REGION_CARDS,
    REGIONS,
    SYMBOLS,
)

PALACE = (*REGIONS, "palace")
ANY = (*REGIONS, "any")
BORDERS = tuple(f"{one} {other}" for one in REGIONS for other in REGIONS)  # by both regions
FACE = ("limit", *SYMBOLS)
PLAIN, UPGRADED = "observed", "observed_upgraded"  # of a class card's file: what it brings, and what with its tile
USUAL_POTIONS, USUAL_HAND = 3, 5  # by which floats are scaled


def regions_of(look: Look) -> list[int]:
    """The numbers of the regions in play."""
    return [region for region in range(len(REGIONS)) if look["regions"] >> region & 1]


def with_module(module: str) -> int:
    """The bit of a module among those of a table."""
    return 1 << MODULES.index(module)


def abilities(look: Look) -> list[int]:
    """The class cards of the table, and those whose abilities its guilds give."""
    cards = table_mask(look.numbers)
    if look["modules"] & with_module("guilds"):
        cards |= (1 << len(GUILDS)) - 1
    return [card for card in range(len(CLASSES)) if cards >> card & 1]


def borders(look: Look) -> list[int]:
    """The borders of the table's map, the lower region first."""
    found = ((one, other) for one in range(len(REGIONS)) for other in range(one + 1, len(REGIONS)))
    return [one * len(REGIONS) + other for one, other in found if look["borders"][one] >> other & 1]


def in_play(look: Look) -> Mapping[tuple[str, ...], Sequence[int]]:
    """The regions of the table, with all that is told by regions, and its class cards."""
    regions = regions_of(look)
    return {
        REGIONS: regions,
        PALACE: [*regions, len(REGIONS)],
        ANY: [*regions, len(REGIONS)],
        ALL_RATS: [RATS * region + slot for region in regions for slot in range(RATS)],
        REGION_CARDS: [CARDS_A_REGION * region + i for region in regions for i in range(CARDS_A_REGION)],
        CLASSES: abilities(look),
        BORDERS: borders(look),
    }


# what can be at a table

OF_MODULES = {
    "upgrades": ("levels", "asks.again"),
    "region-cards": (
        *("may-protect", "protected", "rat", "rat-stage", "players.killed", "players.fallen", "players.hand"),
        *("players.hand-size", "players.hand-older", "region-deck", "region-discards", "region-played"),
        *("region-older", "ask.protect", "ask.protect-which"),
    ),
    "guilds": ("guilds", "new-guilds", "guild-used", "players.granted", "counted-apart", "ask.guild-to"),
    "inns": ("cities", "new-cities", "cities-due", "ask.city-to", "ask.city-which", "ask.city-more"),
    "universities": (
        *("universities", "founded", "events", "event", "event-step", "players.points", "ask.bonus-in"),
        *("ask.give-up-card", "ask.university-goes"),
    ),
}
TOGETHER = {  # what can be where two other things can. Counted apart: what several seats let the plague piece count as
    "counts-later": ("piece-counts", "counted-apart"),
    "no-limits-later": ("no-limits", "counted-apart"),
    "players.lodged": ("lent", "players.on-card"),
    "ask.place-lodged": ("lent", "players.on-card"),
}


@cache
def conditional() -> frozenset[str]:
    """All that is zero without some class card or module."""
    of_cards = {
        name for card in class_cards().values() for key in (PLAIN, UPGRADED) for name in card.numbers.get(key, ())
    }
    return frozenset({*of_cards, *(name for names in OF_MODULES.values() for name in names)})


def brought(look: Look) -> frozenset[str]:
    """Of these what the table's class cards and modules bring."""
    modules = [module for module in MODULES if look["modules"] & with_module(module)]
    found = {name for module in modules for name in OF_MODULES[module]}
    for card in abilities(look):
        numbers = class_cards()[CLASSES[card]].numbers
        found |= {*numbers.get(PLAIN, ()), *(numbers.get(UPGRADED, ()) if look["tiles"] >> card & 1 else ())}
    return frozenset(found)


def can_be(look: Look, name: str) -> bool:
    """Whether a span can be anything but zero, or an ask come up, at the table."""
    there = look.once_a_table(brought)
    if name in TOGETHER:
        return all(one in there for one in TOGETHER[name])
    if name == "removed":
        return bool(look["taken_out"])
    return name in there or name not in conditional()


# what the numbers of a span say


def face_parts(there: There) -> tuple[str, ...]:
    """A token's limit and its symbols."""
    return FACE


def errand_parts(there: There) -> tuple[str, ...]:
    """From where, to where, whose, which citizen, how often, whether again."""
    regions = there.parts(REGIONS)
    ways = [f"{way} {region}" for way in ("from", "to") for region in regions]
    return (*ways, *there.seat_parts, "citizen", "left", "again")


def rat_parts(there: There) -> tuple[str, ...]:
    """Each place of a rat: whether one lies there, its face if the seat knows it, how it lies, who has seen it."""
    seen = [f"seen by {seat}" for seat in there.seat_parts]
    said = ["there", *FACE, "laid out", "open", "returned", *seen]
    return tuple(f"{rat} {one}" for rat in there.parts(ALL_RATS) for one in said)


def bearer_parts(there: There) -> tuple[str, ...]:
    """By seat and place: the most potions under one citizen, under all, how many bear some; then the podiums."""
    places = there.parts(PALACE)
    potions = [f"{place} {said}" for place in places for said in ("most", "potions", "bearers")]
    podiums = [f"{place} {said}" for place in places for said in ("podium", "its potions")]
    return tuple(f"{seat} {one}" for seat in there.seat_parts for one in (*potions, *podiums))


def token_parts(there: There) -> tuple[str, ...]:
    """The tokens of the box, twice."""
    return tuple(f"{how} {token}" for how in ("turned", "unseen") for token in token_names(there.look))


def event_parts(there: There) -> tuple[str, ...]:
    """Each of the next events: whether it is laid ready, which it is if the seat knows it, and who does."""
    seen = [f"seen by {seat}" for seat in there.seat_parts]
    return tuple(f"next {i + 1} {said}" for i in range(NEXT_EVENTS) for said in ("there", *EVENT_CARDS, *seen))


def named(names: Sequence[str], words: str = "1 at the place of each name", scale: float = 1) -> Read:
    """A span with a number for each of some names."""
    return Read(words, lambda there: there.parts(names), names, scale)


def number(scale: float) -> Read:
    """A span of one number."""
    return Read("the number", scale=scale)


TURN = "its turn among those"
SPANS: Mapping[str, Read | Direct | None] = {
    "rat": Read("its limit; 1 at each symbol", face_parts),
    "drawn": Read("its limit; 1 at each symbol", face_parts),
    "errand": Read("1 at the regions and the seat; numbers", errand_parts, REGIONS),
    "looked": named(ALL_RATS, TURN),
    "arranged": named(ALL_RATS, TURN),
    "players.hand": Read(
        "1 at the place of each name", lambda there: there.parts(REGION_CARDS), REGION_CARDS, is_own=True
    ),
    "players.hand-size": number(USUAL_HAND),
    "players.hand-known": named(REGION_CARDS),
    "players.hand-older": number(USUAL_HAND),
    "region-deck": number(len(REGIONS) * CARDS_A_REGION),
    "region-discards": named(REGION_CARDS),
    "region-played": named(REGION_CARDS),
    "region-drawn": named(REGION_CARDS),
    "walls": named(BORDERS, "1 at each border with a wall"),
    "levels": named(CLASSES, "its level, if it is upgraded"),
    "lent-to": named(CLASSES, "1 at the name's place"),
    "potions": Read("how many potions and bearers, at each place; 1 for a podium", bearer_parts, PALACE, USUAL_POTIONS),
    "table": Direct(Names(CLASSES), "on_table"),
    "rats": Read("1 if there; its limit and 1 at each symbol, if known; 1 for yes", rat_parts, REGIONS),
    "supply": number(MOST_TOKENS),
    "removed": number(MOST_TOKENS),
    "turned": None,  # stands beside the next one, since one look at the board tells both
    "unseen": Read("1 at each token that has been turned; 1 at each that lies the seat knows not where", token_parts),
    "events": Direct(Counts(EVENT_CARDS, max(PRINTED)), "event_pile"),
    "next-events": Read("1 if there; 1 at its name, if known; 1 at each seat that knows it", event_parts),
}
OBSERVED = Observed(readers=readers(), in_play=in_play, spans=SPANS, can_be=can_be)
