"""Positions of Rattus dealt at random: cards, levels, pieces, potions, citizens and rats lie anywhere that they may.

Plain random games seldom bring two cards of level III together. Soaks and tests begin half of their games here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bellringer.core.compiled.state import State
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from bellringer.core.errors import PositionError
from bellringer.games.rattus.box import BASE, board_card, fewest_seats, has_tile, needed_module, shipped
from bellringer.games.rattus.component_set import (
    MODULES,
    MORE_SEATS,
    REGION_CARDS,
    UNIVERSITIES,
    UPGRADES,
    cards_wanted,
)
from bellringer.games.rattus.document import codec
from bellringer.games.rattus.document.numbers import PRINTED
from bellringer.games.rattus.names import COLOURS, EVENT_CARDS, GUILDS, PHASES, PLAYABLE, PODIUMS
from bellringer.games.rattus.names import REGION_CARDS as ALL_REGION_CARDS

__all__ = [
    "begun",
    "dealt_cards",
    "dealt_position",
    "dealt_state",
    "is_late",
    "playable_with",
    "sampled_states",
    "undealt_state",
]

Document = dict[str, Any]
KEEPS, BEARS, GUARDS, RAISES, CLOSES = "baker", "wizard", "bishop", "nun", "emperor"  # cards that bring pieces
HONOURS, TRAVELS = "sultan", "caravanner"  # and podiums, and the caravan
MOBILE = ("knight", "soldier", "crusader", "inquisitor")  # the cards of chivalry, one of which every table has
BLOCKS = "inquisitor"  # it blocks others
BORROWS = "alchemist"  # a card on which other cards' tiles can lie
COMPANIONS = {HONOURS: BEARS, BORROWS: KEEPS}  # cards whose pieces meet those of another one
LIKELY = {UPGRADES: 0.85}  # modules that a game about a card has more often than others
TRIES = 50


def dealt_state(seats: int, cards: Sequence[str], dice: random.Random, modules: Sequence[str] = ()) -> State:
    """A state in the midst of a game in the big box, with a turn about to begin. Raises PositionError."""
    return restored(lambda: dealt_position(seats, cards, dice, modules))


def restored(deal: Callable[[], Document]) -> State:
    """A state of the first position that can be, of those that are dealt. Raises PositionError."""
    for _ in range(TRIES):
        try:
            return find("rattus").restore(deal())
        except PositionError as error:
            last = error
    raise last


def undealt_state(seats: int, cards: Sequence[str], modules: Sequence[str] = (), box: str = "big-box") -> State:
    """A state before the set-up."""
    game = find("rattus")
    chosen = {"box": box, "classes": tuple(cards), "modules": tuple(modules)}
    return game.blank(seats, check_options(game, seats, chosen), None)


def begun(dice: random.Random, number: int, is_dealt: bool, is_late: bool) -> tuple[State, str]:
    """A state before the set-up, or one that is dealt, and the class card that the game is about.

    Over the numbers every class card meets every number of seats; the other cards and the modules are any. Some tables
    before the set-up are of the base game.
    """
    seats, card = 2 + number % 5, PLAYABLE[number % len(PLAYABLE)]
    if not is_dealt and number % 8 == 0 and seats < MORE_SEATS:
        return undealt_state(seats, PLAYABLE[: cards_wanted(seats)], box=BASE), card
    seats = max(seats, fewest_seats(card))
    modules = [module for module in MODULES if dice.random() < LIKELY.get(module, 0.6) or module == needed_module(card)]
    first = (card, COMPANIONS[card]) if card in COMPANIONS and dice.random() < 0.8 else (card,)
    cards = dealt_cards(seats, dice, modules, first)
    if not is_dealt:
        return undealt_state(seats, cards, modules), card
    return restored(lambda: begun_position(dealt_position(seats, cards, dice, modules), card, dice, is_late)), card


def begun_position(document: Document, card: str, dice: random.Random, is_late: bool) -> Document:
    """A dealt position at any seat's part of the last round, if it `is_late`.

    Often the seat that acts has the class card, and at times it has no podium yet.
    """
    players = list(document["players"])
    acts = players.index(document["turn"])
    if is_late:
        deal_last_round(document, dice)
        acts = (acts - document["step"]) % len(players)
    if dice.random() < 0.6:
        for player in document["players"].values():
            player["classes"] = [held for held in player["classes"] if held != card]
        document["players"][players[acts]]["classes"].append(card)
    if "potions" in document and dice.random() < 0.5:
        document["potions"] = [one for one in document["potions"] if not is_podium_of(one, players[acts])]
    return document


def is_podium_of(bearer: Document, seat: str) -> bool:
    """Whether a citizen of the seat stands on a podium."""
    return bearer["seat"] == seat and bool(bearer.get("podium"))


def is_late(state: State) -> bool:
    """Whether the last round has begun, or the last ravage."""
    return PHASES[codec.read(state)["phase"]] in ("last-round", "last-ravage")


def sampled_states(dice: random.Random, tables: int = 40) -> Iterator[tuple[str, State]]:
    """Tables with any cards and modules, half of them in the midst of a game, with a name for reports."""
    for number in range(tables):
        seats = dice.randint(2, 6)
        modules = tuple(module for module in MODULES if dice.random() < 0.5)
        cards = dealt_cards(seats, dice, modules)
        state = dealt_state(seats, cards, dice, modules) if number % 2 else undealt_state(seats, cards, modules)
        yield f"rattus for {seats}, {', '.join((*cards, *modules))}", state


def dealt_cards(seats: int, dice: random.Random, modules: Sequence[str] = (), first: Sequence[str] = ()) -> list[str]:
    """Any class cards that such a table can play with; `first`: some of them."""
    begun = dict.fromkeys((*first, *filter(None, map(board_card, modules))))
    if not any(card in begun for card in MOBILE):
        begun[dice.choice(MOBILE)] = None
    others = [card for card in PLAYABLE if card not in begun and fits(card, seats, modules)]
    return [*begun, *dice.sample(others, cards_wanted(seats) - len(begun))]


def playable_with(modules: Sequence[str], seats: int = 6) -> list[str]:
    """The class cards that so many can play with such modules."""
    return [card for card in PLAYABLE if fits(card, seats, modules)]


def fits(card: str, seats: int, modules: Sequence[str]) -> bool:
    """Whether a class card can be played by so many with such modules."""
    return seats >= fewest_seats(card) and needed_module(card) in ("", *modules)


def dealt_position(seats: int, cards: Sequence[str], dice: random.Random, modules: Sequence[str]) -> Document:
    """The same as a position document; walls may close the plague piece in."""
    found = shipped().component_set(seats, "big-box")
    players = {colour: dealt_player(found.regions, dice) for colour in COLOURS[:seats]}
    for card in cards:
        if dice.random() < 0.8:
            dice.choice(list(players.values()))["classes"].append(card)
    document: Document = {
        "game": "rattus",
        "seats": seats,
        "box": "big-box",
        "classes": list(cards),
        "modules": list(modules),
        "turn": dice.choice(COLOURS[:seats]),
        "plague": dice.choice(found.regions),
        "players": players,
    }
    deal_rats(document, len(found.tokens) - found.removed, found.regions, dice)
    deal_pieces(document, cards, found, dice)
    if REGION_CARDS in modules:
        deal_region_cards(document, found.regions, dice)
    deal_boards(document, found, dice)
    if UNIVERSITIES in modules:
        deal_universities(document, found.regions, dice)
    if UPGRADES in modules:
        held = [card for player in players.values() for card in player["classes"]]
        document["levels"] = {card: dice.choice((2, 3, 3)) for card in held if has_tile(card) and dice.random() < 0.7}
    deal_blocks_and_loans(document, dice)
    return document


def deal_universities(document: Document, regions: Sequence[str], dice: random.Random) -> None:
    """The pieces, some tokens, points, a pile of events; a seat may have arranged its top."""
    green, white, free, *others = dice.sample(regions, len(regions))
    document["universities"] = {"green": green, "white": white}
    document["founded"] = [region for region in (green, *others) if dice.random() < 0.5]
    pile = [kind for kind, n in zip(EVENT_CARDS, PRINTED, strict=True) for _ in range(n)]
    left = dice.sample(pile, dice.choice((0, 2, 5, 20, len(pile))))
    document["events"] = {kind: left.count(kind) for kind in EVENT_CARDS}
    arranged = left[: dice.choice((0, 0, 1, 4, 6))]
    seat = dice.choice(list(document["players"]))
    document["next-events"] = [{"event": event, "seen": [seat]} for event in arranged]
    for player in document["players"].values():
        player["points"] = dice.choice((0, 0, 1, 3))


def dealt_player(regions: Sequence[str], dice: random.Random) -> Document:
    """A seat with some of its citizens in some regions."""
    citizens: dict[str, int] = {}
    for _ in range(dice.randrange(3, 19)):
        region = dice.choice(regions)
        citizens[region] = citizens.get(region, 0) + 1
    return {"citizens": citizens, "palace": dice.choice((0, 0, 1)), "classes": []}


def deal_rats(document: Document, tokens: int, regions: Sequence[str], dice: random.Random) -> None:
    """Up to three rats in each region, and a supply that may be near its end."""
    rats = {region: dice.randrange(4) for region in regions}
    left = tokens - sum(rats.values())
    while left < 1:
        region = max(rats, key=lambda one: rats[one])
        rats[region] -= 1
        left += 1
    document["rats"] = rats
    document["supply"] = dice.randint(1, left)


def deal_region_cards(document: Document, regions: Sequence[str], dice: random.Random) -> None:
    """A hand for each seat, a discard pile, a deck that may be empty; some cards in hands are known, or older."""
    deck = [card for card in ALL_REGION_CARDS if card.split()[0] in regions]
    dice.shuffle(deck)
    hands = {colour: [deck.pop() for _ in range(dice.randrange(6))] for colour in document["players"] if len(deck) > 5}
    held = [card for hand in hands.values() for card in hand]
    discarded = deck[: dice.choice((0, len(deck) // 2, len(deck) - 1, len(deck)))]
    document["region-cards"] = {**hands, "discarded": discarded}
    document["region-known"] = [card for card in held if dice.random() < 0.2]
    document["region-older"] = [card for card in held if dice.random() < 0.3]


def deal_pieces(document: Document, cards: Sequence[str], found: Any, dice: random.Random) -> None:
    """What the table's cards bring to the map."""
    regions, players = found.regions, document["players"]
    if RAISES in cards:
        nuns: dict[str, int] = {}
        for _ in range(dice.choice((0, 3))):
            region = dice.choice(regions)
            nuns[region] = nuns.get(region, 0) + 1
        document["nuns"] = nuns
    if GUARDS in cards:
        document["bishops"] = dice.sample(regions, dice.randrange(3))
    if CLOSES in cards:
        document["walls"] = [list(border) for border in dice.sample(found.borders, dice.choice((0, 3)))]
    if BEARS in cards:
        document["potions"] = dealt_potions(players, dice)
    if HONOURS in cards:
        document["potions"] = [*document.get("potions", ()), *dealt_podiums(document, dice)]
    if TRAVELS in cards:
        document["caravan"] = dice.choice(regions)
    for player in players.values():
        if KEEPS in player["classes"]:
            player["on-card"] = dice.randrange(2)


def deal_boards(document: Document, found: Any, dice: random.Random) -> None:
    """Citizens on the boards of guilds and inns, as long as seats have some."""
    left = {seat: found.citizens - citizens_out(player) for seat, player in document["players"].items()}
    for module, name, places in (("guilds", "guilds", GUILDS), ("inns", "cities", found.regions)):
        for place in places if module in document["modules"] else ():
            able = [seat for seat, citizens in left.items() if citizens > 0]
            if able and dice.random() < 0.5:
                seat = dice.choice(able)
                document.setdefault(name, {})[place] = seat
                left[seat] -= 1


def citizens_out(player: Document) -> int:
    """A seat's citizens that are not in its supply."""
    return int(sum(player["citizens"].values()) + player["palace"] + player.get("on-card", 0))


def deal_last_round(document: Document, dice: random.Random) -> None:
    """The last round has come to any seat but the one that ended the game; few rats are left, or none."""
    document["phase"] = "last-round"
    document["step"] = dice.randrange(1, len(document["players"]))
    document["supply"] = min(document["supply"], dice.choice((0, 0, 1, 3)))


def deal_blocks_and_loans(document: Document, dice: random.Random) -> None:
    """Some held cards are blocked; the card that borrows may have a tile and citizens on it."""
    players = document["players"]
    holders = {card: player for player in players.values() for card in player["classes"]}
    if BLOCKS in document["classes"]:
        document["blocked"] = [card for card in holders if dice.random() < 0.15]
    tiles = [card for card in document["classes"] if has_tile(card) and card not in document.get("levels", {})]
    if BORROWS in holders and tiles and dice.random() < 0.7:
        document["lent"], document["lent-to"] = dice.choice(tiles), BORROWS
    if BORROWS in holders and KEEPS in document["classes"]:
        holders[BORROWS]["lodged"] = dice.randrange(2)


def dealt_potions(players: dict[str, Document], dice: random.Random) -> list[Document]:
    """Some potions under some citizens."""
    found = list[Document]()
    for seat, player in players.items():
        for region, citizens in player["citizens"].items():
            for _ in range(citizens):
                if dice.random() < 0.2 and sum(one["potions"] for one in found) < 28:
                    found.append({"seat": seat, "place": region, "potions": dice.choice((1, 1, 2))})
    return found


def dealt_podiums(document: Document, dice: random.Random) -> list[Document]:
    """Some podiums under some citizens that have no potions, one of a seat in a region at most."""
    potions = [(one["seat"], one["place"]) for one in document.get("potions", ())]
    found = [
        {"seat": seat, "place": region, "potions": 0, "podium": True}
        for seat, player in document["players"].items()
        for region, citizens in player["citizens"].items()
        if citizens > potions.count((seat, region)) and dice.random() < 0.4
    ]
    for one in found[: dice.randrange(2)]:
        one["potions"] = 1
    return dice.sample(found, min(len(found), dice.randrange(PODIUMS + 1)))
