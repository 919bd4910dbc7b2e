"""What one table takes from a box: its regions and borders, its rat tokens, the classes of the cards, a few numbers.

Token names: `t06 2 bourgeoisie chivalry` is the sixth token of the box (the starting ones come first), which acts from
two citizens on and hits those two classes. The face is for people; `t06` alone names it too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from bellringer.core.errors import Fault
from bellringer.games.rattus.names import CARDS_A_REGION, CLASS_ROOM, CLASSES, PLAYABLE, REGIONS, SYMBOLS

Border = tuple[str, str]
MOST_TOKENS = 65
FEWEST_REGIONS = 3  # with fewer the plague piece would have no choice
CLASS_SYMBOLS = SYMBOLS[: SYMBOLS.index("majority")]
ANY = "any"  # on a region card: all classes
MOBILE = "chivalry"  # the class whose cards bring the plague piece everywhere
FEWEST_CARDS, MOST_CARDS = 6, 8  # class cards of a table
MODULES = ("upgrades", "region-cards", "guilds", "inns", "universities")  # by the bits of state.pxd
UPGRADES, REGION_CARDS, GUILDS, INNS, UNIVERSITIES = MODULES
OPTION = "classes"  # by which a table chooses its cards
MORE_SEATS = 5  # from which tables use eight class cards


@dataclass(frozen=True)
class Token:
    """A rat token: the citizens from which it acts, and what it hits, in the order of the symbols."""

    limit: int
    symbols: tuple[str, ...]
    starting: bool

    @property
    def face(self) -> str:
        """`2 bourgeoisie chivalry`."""
        return " ".join((str(self.limit), *self.symbols))


@dataclass(frozen=True)
class ComponentSet:
    """The numbers of one table."""

    citizens: int  # of each seat
    reach: int  # steps of cards that let the plague piece go farther
    removed: int  # regular tokens, unseen, before play
    regions: tuple[str, ...]
    borders: tuple[Border, ...]
    tokens: tuple[Token, ...]  # the starting ones first
    classes: tuple[str, ...]  # the class of each card
    region_cards: tuple[tuple[str, ...], ...]  # the classes on each, or any; also of regions that are not in play

    def __hash__(self) -> int:
        """The hash of a few members. They tell most sets apart, and hashing all members would take long."""
        return hash((self.citizens, self.reach, self.removed, self.regions))

    @cached_property
    def token_names(self) -> tuple[str, ...]:
        """The names of the tokens, by their numbers."""
        return tuple(f"t{number:02} {token.face}" for number, token in enumerate(self.tokens, start=1))

    def fields(self) -> dict[str, Any]:
        """The fields of the struct."""
        rest = MOST_TOKENS - len(self.tokens)
        return {
            "citizens_each": self.citizens,
            "reach": self.reach,
            "tokens": len(self.tokens),
            "taken_out": self.removed,
            "regions": mask_of(self.regions, REGIONS),
            "borders": border_masks(self.borders),
            "limit": [*(token.limit for token in self.tokens), *[0] * rest],
            "symbols": [*(mask_of(token.symbols, SYMBOLS) for token in self.tokens), *[0] * rest],
            "starting": [*(int(token.starting) for token in self.tokens), *[0] * rest],
            "symbol_of": [*map(SYMBOLS.index, self.classes), *[0] * (CLASS_ROOM - len(self.classes))],
            "protects": [mask_of(classes_on(card), CLASS_SYMBOLS) for card in self.region_cards],
        }


def component_set_of(fields: Mapping[str, Any]) -> ComponentSet:
    """Make a component set from the struct's fields."""
    return same_component_set(
        *(fields[name] for name in ("citizens_each", "reach", "taken_out", "tokens", "regions")),
        *(tuple(fields[name]) for name in ("borders", "limit", "symbols", "starting", "symbol_of", "protects")),
    )


@lru_cache(maxsize=64)
def same_component_set(
    citizens: int,
    reach: int,
    removed: int,
    count: int,
    regions: int,
    borders: tuple[int, ...],
    limits: tuple[int, ...],
    symbols: tuple[int, ...],
    starting: tuple[int, ...],
    classes: tuple[int, ...],
    protects: tuple[int, ...],
) -> ComponentSet:
    """The components of some numbers, made once: a table asks for it at every look."""
    faces = tuple(zip(limits, symbols, starting, strict=True))[:count]
    return ComponentSet(
        citizens=citizens,
        reach=reach,
        removed=removed,
        regions=names_of(regions, REGIONS),
        borders=borders_of(borders),
        tokens=tuple(Token(limit, names_of(hits, SYMBOLS), bool(first)) for limit, hits, first in faces),
        classes=tuple(SYMBOLS[symbol] for symbol in classes[: len(CLASSES)]),
        region_cards=tuple(map(region_card_of, protects)),
    )


def mask_of(chosen: Iterable[str], names: Sequence[str]) -> int:
    """The bit set of some names."""
    return sum(1 << names.index(name) for name in set(chosen))


def names_of(mask: int, names: Sequence[str]) -> tuple[str, ...]:
    """The names of the members of a bit set."""
    return tuple(name for number, name in enumerate(names) if mask >> number & 1)


def in_order(border: Sequence[str]) -> Border:
    """A border with its two regions in the order of their numbers."""
    one, other = sorted(border, key=REGIONS.index)
    return one, other


def border_masks(borders: Iterable[Border]) -> list[int]:
    """For each region the bit set of its neighbours."""
    masks = [0] * len(REGIONS)
    for one, other in borders:
        masks[REGIONS.index(one)] |= 1 << REGIONS.index(other)
        masks[REGIONS.index(other)] |= 1 << REGIONS.index(one)
    return masks


def borders_of(masks: Sequence[int]) -> tuple[Border, ...]:
    """Every border once, from the bit sets of neighbours."""
    return tuple(
        (region, REGIONS[other])
        for number, region in enumerate(REGIONS)
        for other in range(number + 1, len(REGIONS))
        if masks[number] >> other & 1
    )


def token_of(face: Sequence[Any], starting: bool) -> Token:
    """The token of a list such as `[2, "majority", "church"]`."""
    limit, *symbols = face
    return Token(limit, tuple(symbol for symbol in SYMBOLS if symbol in symbols), starting)


def classes_on(card: Sequence[str]) -> Sequence[str]:
    """The classes against which a region card can be played."""
    return CLASS_SYMBOLS if ANY in card else card


def region_card_of(protects: int) -> tuple[str, ...]:
    """What stands on a region card for some classes, as a bit set."""
    found = names_of(protects, CLASS_SYMBOLS)
    return (ANY,) if len(found) == len(CLASS_SYMBOLS) else found


def cards_by_region(cards: Sequence[tuple[str, ...]]) -> dict[str, list[list[str]]]:
    """Region cards by their regions, as a box's file has them."""
    listed = [list(card) for card in cards]
    return {
        region: listed[first : first + CARDS_A_REGION]
        for region, first in zip(REGIONS, range(0, len(listed), CARDS_A_REGION), strict=True)
    }


def out_of_reach(regions: Sequence[str], borders: Iterable[Border]) -> str:
    """A region that can't be walked to from the others, or nothing."""
    masks, reached = border_masks(borders), 1 << REGIONS.index(regions[0])
    for _ in regions:
        for region in names_of(reached, REGIONS):
            reached |= masks[REGIONS.index(region)]
    return next((region for region in regions if not reached >> REGIONS.index(region) & 1), "")


def wrong_components(components: ComponentSet) -> tuple[str, str] | None:
    """What can't be played with: which part of a components, and why. Parts by themselves are looked at before."""
    starting = sum(token.starting for token in components.tokens)
    regular = len(components.tokens) - starting
    if len(components.regions) < FEWEST_REGIONS:
        return "regions", f"{len(components.regions)} are too few: a map has at least {FEWEST_REGIONS}"
    if region := out_of_reach(components.regions, components.borders):
        return "borders", f"leave {region} out of reach"
    if len(components.tokens) > MOST_TOKENS:
        return "tokens", f"{len(components.tokens)} are too many: there can be {MOST_TOKENS}"
    if starting < len(components.regions):
        return "tokens.starting", f"{starting} are too few for {len(components.regions)} regions"
    if components.removed >= regular:
        return "removed", f"must be fewer than the {regular} regular tokens, not {components.removed}"
    return None


def cards_wanted(seats: int, playable: int = len(PLAYABLE)) -> int:
    """How many class cards a table plays with. `playable`: how many cards have rules. [RA-1.21]"""
    return MOST_CARDS if seats >= MORE_SEATS and playable >= MOST_CARDS else FEWEST_CARDS


def wrong_cards(cards: Sequence[str], seats: int, components: ComponentSet) -> Fault | None:
    """Why a table can't play with these class cards, or nothing. [RA-1.21, RA-1.23]"""
    mobile = [card for card in PLAYABLE if components.classes[CLASSES.index(card)] == MOBILE]
    if not set(cards) & set(mobile):
        reason = f"one of the cards must be of {MOBILE}, so that the plague piece can come everywhere"
        what_would_do = f": {' or '.join(mobile)}" if mobile else ", and this box has none"
        return Fault(OPTION, "mobile" if mobile else "no-mobile", reason + what_would_do, {"cards": tuple(mobile)})
    if len(cards) == FEWEST_CARDS:  # a table of five or six seats can have been begun with so many [RA-1.22]
        return None
    return too_few_or_many(cards, seats)


def too_few_or_many(cards: Sequence[str], seats: int) -> Fault | None:
    """Why a new table can't play with so many class cards, or nothing. [RA-1.21, RA-1.22]"""
    wanted = cards_wanted(seats)
    lacking = wanted - len(cards)
    if not lacking:
        return None
    what_to_do = f"choose {lacking} more" if lacking > 0 else f"leave out {-lacking}"
    text = f"{seats} seats play with {wanted} cards, not {len(cards)}: {what_to_do}"
    values = {"seats": seats, "wanted": wanted, "chosen": len(cards), "n": abs(lacking)}
    return Fault(OPTION, "too-few" if lacking > 0 else "too-many", text, values)
