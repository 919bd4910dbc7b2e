"""Region cards as documents have them: where each is, sets of them, and what a view shows of hands and deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.core.fields import ABSENT, Each, Kind, Look, Names, Number, Reading, WordsOfBits
from bellringer.core.fields.ranges import WORD
from bellringer.core.fields.schema import Schema, record
from bellringer.games.rattus.component_set import MODULES, REGION_CARDS
from bellringer.games.rattus.document import queries
from bellringer.games.rattus.document.components import components_said
from bellringer.games.rattus.names import CARDS_A_REGION, COLOURS, REGIONS
from bellringer.games.rattus.names import REGION_CARDS as CARDS

NOT_IN_PLAY, DECK, DISCARDED, DRAWN, PLAYED, HAND = range(6)  # as in state.pxd; a hand's number is HAND + seat
PLACES = {"discarded": DISCARDED, "drawn": DRAWN, "played": PLAYED} | {
    colour: HAND + seat for seat, colour in enumerate(COLOURS)
}
NONE_IN_PLAY = [NOT_IN_PLAY] * len(CARDS)
ABOUT_DRAWN = ("keep-card", "drop-card", "explore")
PLAGUES = ("ravage", "last-round", "last-ravage")
NO_CARDS = [0, 0]


def with_module(modules: int) -> bool:
    """Whether a table with such modules, a bit set, plays with region cards."""
    return bool(modules >> MODULES.index(REGION_CARDS) & 1)


class CardPlaces(Kind):
    """Where the region cards are that are not in the deck: discarded, drawn, played, or in the hand of a seat."""

    def schema(self) -> Schema:
        return record(dict.fromkeys(PLACES, Names(CARDS).schema()))

    def show(self, value: Sequence[int], look: Look) -> dict[str, list[str]]:
        found = {name: cards_at(value, place) for name, place in PLACES.items()}
        return {name: cards for name, cards in found.items() if cards}

    def read(self, said: Mapping[str, Sequence[str]], path: str, reading: Reading) -> list[int]:
        if not with_module(reading["modules"]):
            if said:
                raise PositionError(path, f"this table does not play with the module {REGION_CARDS}")
            return NONE_IN_PLAY
        regions = reading.once(components_said).regions
        found = [DECK if REGIONS[card // CARDS_A_REGION] in regions else NOT_IN_PLAY for card in range(len(CARDS))]
        for name, card, place in said_cards(said):
            if found[card] != DECK:
                reason = "is in two places" if found[card] else "is of a region that is not in play"
                raise PositionError(f"{path}.{name}", f"{CARDS[card]} {reason}")
            if place - HAND >= reading.seats:
                raise PositionError(f"{path}.{name}", f"{name} does not play")
            found[card] = place
        return found

    def wrong(self, number: Any, seats: int) -> str:
        return Each(Number(NOT_IN_PLAY, HAND + seats - 1), len(CARDS)).wrong(number, seats)


def said_cards(said: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, int, int]]:
    """The places that a document names: the name, the card's number, the place's number."""
    for name, cards in said.items():
        for card in cards:
            yield name, CARDS.index(card), PLACES[name]


class CardSet(Names):
    """Some region cards, in the struct a bit set of two numbers."""

    def __init__(self) -> None:
        super().__init__(CARDS)

    def show(self, value: Sequence[int], look: Look) -> list[str]:
        return super().show(value[0] | value[1] << WORD, look)

    def read(self, said: Sequence[str], path: str, reading: Reading) -> Any:
        found = super().read(said, path, reading)
        return [found % (1 << WORD), found >> WORD]

    def wrong(self, number: Any, seats: int) -> str:
        return WordsOfBits(len(CARDS)).wrong(number, seats)


def cards_at(places: Sequence[int], place: int) -> list[str]:
    """The cards that are somewhere, in the order of the box."""
    return [card for card, here in zip(CARDS, places, strict=True) if here == place]


# what can't be


def check(reading: Reading) -> None:
    """Only what is in hands or being drawn is known; what is drawn or played waits for an answer, or a plague's end."""
    for name in ("region-known", "region-older"):
        for card in reading.raw.get(name, ()):
            if reading["card_at"][CARDS.index(card)] not in (DRAWN, *range(HAND, HAND + reading.seats)):
                raise PositionError(name, f"{card} is in no hand, and nobody draws it")
    asks = reading.raw.get("asks") or [{"ask": ""}]
    if cards_at(reading["card_at"], DRAWN) and asks[-1]["ask"] not in ABOUT_DRAWN:
        raise PositionError("region-cards.drawn", f"must be asked about: {', '.join(ABOUT_DRAWN)}")
    check_protected(reading, is_chosen=asks[-1]["ask"] == "protect-which")


def check_protected(reading: Reading, is_chosen: bool) -> None:
    """Each card that is played protects a class card that a seat holds, in a plague."""
    played = len(cards_at(reading["card_at"], PLAYED)) - is_chosen
    if reading["protected"].bit_count() != played:
        raise PositionError("protected", f"must be as many class cards as region cards are played, {played}")
    if reading["protected"] & ~sum(reading["cards"]):
        raise PositionError("protected", "only class cards that seats hold can be protected")
    if reading["protected"] and reading.phase not in PLAGUES:
        raise PositionError("protected", f"nothing is protected in the phase {reading.phase}")


# what views show


def has_bit(cards: Sequence[int], card: str) -> bool:
    """Whether a card is in a set of the struct."""
    number = CARDS.index(card)
    return bool(cards[number // WORD] >> number % WORD & 1)


def hand(look: Look, p: int) -> Any:
    """The region cards in a seat's hand."""
    return cards_at(look["card_at"], HAND + p) if with_module(look["modules"]) else ABSENT


def hand_size(look: Look, p: int) -> Any:
    """How many they are."""
    return len(cards_at(look["card_at"], HAND + p)) if with_module(look["modules"]) else ABSENT


def known_in_hand(look: Look, p: int) -> Any:
    """The region cards in a seat's hand that everybody knows."""
    found = [card for card in cards_at(look["card_at"], HAND + p) if has_bit(look["open_cards"], card)]
    return found or ABSENT


def older_in_hand(look: Look, p: int) -> Any:
    """How many of them were in hands when the discard pile was last shuffled, if any."""
    return sum(has_bit(look["held_then"], card) for card in cards_at(look["card_at"], HAND + p)) or ABSENT


def deck_size(look: Look) -> Any:
    """How many cards are in the deck."""
    return len(cards_at(look["card_at"], DECK)) if with_module(look["modules"]) else ABSENT


def discarded(look: Look) -> Any:
    """The discard pile, which is open."""
    return cards_at(look["card_at"], DISCARDED) if with_module(look["modules"]) else ABSENT


def played(look: Look) -> Any:
    """The cards that lie on class cards, if any."""
    return cards_at(look["card_at"], PLAYED) or ABSENT


def drawn(look: Look) -> Any:
    """The cards that are being drawn, if any."""
    return cards_at(look["card_at"], DRAWN) or ABSENT


def sees_drawn(look: Look, about: Any) -> bool:
    """Whoever draws sees them, and everybody if they are drawn openly."""
    cards = cards_at(look["card_at"], DRAWN)
    return bool(look.eyes >> queries.acting_seat(look.state) & 1) or all(
        has_bit(look["open_cards"], card) for card in cards
    )
