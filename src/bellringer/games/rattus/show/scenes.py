"""What a page of Rattus shows as something happens: the steps of each kind of event.

`rules/events.pxd` explains the numbers of an event. A scene follows from them and from what everybody knows of the
table: its box and its class cards. The face of a rat token is shown only if the log tells it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from bellringer.core.shown.show import Step
from bellringer.games.rattus.component_set import ANY, ComponentSet, in_order
from bellringer.games.rattus.document import queries
from bellringer.games.rattus.names import (
    CLASSES,
    COLOURS,
    EVENT_CARDS,
    GUILDS,
    RATS,
    REGION_CARDS,
    REGIONS,
    SYMBOLS,
    UNIVERSITIES,
    counted,
)
from bellringer.games.rattus.show.svg_chart import HAVEN, SIZE, centre
from bellringer.games.rattus.show.svg_extras import bishops_at, caravan_at, nuns_at, wall_at
from bellringer.games.rattus.show.svg_rats import RATS_AT, STAGES
from bellringer.games.rattus.show.svg_universities import house_at, token_at
from bellringer.games.rattus.words.sentences import BASE, NOBODY
from bellringer.page.scenes import (
    BACK,
    BOARD,
    HERE,
    MIDDLE,
    OfSeat,
    card,
    count,
    dim,
    drop,
    fall,
    fly,
    go,
    light,
    piece,
    places,
    seat,
    show,
    spot,
    target,
    tell,
    together,
)
from bellringer.svg.elements import Point

PALACE = len(REGIONS)  # instead of a region, where a citizen lands; elsewhere it is the supply
LOST = len(REGIONS) + 1
PLACED_FROM = ("supply", "on-card", "lodged")  # the figures that citizens come from
LEVELS = {1: "I", 2: "II", 3: "III"}
CELLS = 250  # of a side of the grid on which citizens fall
CELL = SIZE // CELLS
LEAST = -32768  # of the number that has the first point of a fall


@dataclass(frozen=True)
class Known:
    """What everybody knows of a table: its box, the numbers in it, the class cards that it plays with."""

    box: str
    components: ComponentSet
    cards: tuple[str, ...]

    def cards_hit(self, symbols: Sequence[str]) -> tuple[str, ...]:
        """The class cards of the table whose class stands on a rat."""
        classes = self.components.classes
        return tuple(name for name in self.cards if classes[CLASSES.index(name)] in symbols)


@dataclass(frozen=True)
class Happened(OfSeat):
    """The numbers of an event."""

    colours = COLOURS

    @property
    def supply(self) -> str:
        """The anchor of the seat's supply."""
        return self.figure("supply")

    def citizens(self, region: int) -> str:
        """The anchor of the seat's citizens in a region, or in the palace."""
        name = "palace" if region == PALACE else REGIONS[region]
        return piece(f"stack-{self.colour}-{name}", point(region))

    def held(self, number: int) -> str:
        """The anchor of a class card with the seat."""
        return card(CLASSES[number], self.seat)


Scene = Callable[[Happened, Known], tuple[Step, ...]]


@lru_cache(maxsize=4096)
def scene(kind: str, one: Happened, known: Known) -> tuple[Step, ...]:
    """The scene of an event, cached, since most events happen at many tables."""
    return SCENES[kind](one, known)


# where


def point(region: int) -> Point:
    """The point of a region's pieces, or of the palace."""
    return HAVEN if region == PALACE else centre(REGIONS[region])


def above(region: int) -> Point:
    """The point of a region's rats."""
    x, y = point(region)
    return x, y + RATS_AT


def rat(region: int, slot: int | str = "*") -> str:
    """The anchor of a rat of a region: one that the log tells, or any."""
    return piece(f"rat-{REGIONS[region]}-{slot}", above(region))


# the turn


def at_the_seat(one: Happened, known: Known) -> tuple[Step, ...]:
    """The seat lights up, for its turn or for what it alone sees."""
    return (light(seat(one.seat)),)


def told(one: Happened, known: Known) -> tuple[Step, ...]:
    """Nothing on the board shows the event; its line of the log is shown."""
    return (tell(),)


def last_ravage_begins(one: Happened, known: Known) -> tuple[Step, ...]:
    """The map is dark except for the region where the plague is."""
    return (tell(), dim())


def game_ends(one: Happened, known: Known) -> tuple[Step, ...]:
    return (places(),)


# citizens


def citizens_placed(one: Happened, known: Known) -> tuple[Step, ...]:
    """Citizens come to a region, from the supply or from a class card."""
    fly_in = fly(one.cube, one.figure(PLACED_FROM[one.what]), one.citizens(one.where), one.amount)
    return together(fly_in, count(one.figure("on-board"), one.amount))


def citizens_moved(one: Happened, known: Known) -> tuple[Step, ...]:
    return (fly(one.cube, one.citizens(one.what), one.citizens(one.where), one.amount),)


def citizen_led(one: Happened, known: Known) -> tuple[Step, ...]:
    return (fly(one.cube, one.citizens(one.what), one.citizens(one.where)),)


def citizen_saved(one: Happened, known: Known) -> tuple[Step, ...]:
    """A citizen comes to the palace, from a region or from the supply."""
    is_new = one.what == len(REGIONS)
    start = one.supply if is_new else one.citizens(one.what)
    counts = (count(one.figure("on-board"), 1),) if is_new else ()
    return together(fly(one.cube, start, one.citizens(PALACE)), *in_palace(one, known, 1), *counts)


def in_palace(one: Happened, known: Known, n: int) -> tuple[Step, ...]:
    """So many citizens more are in the palace, or fewer; the two boards have different words for it."""
    return (count(one.figure("palace" if known.box == BASE else "haven"), n),) if n else ()


def citizens_killed(one: Happened, known: Known) -> tuple[Step, ...]:
    """Citizens fall, one by one, and are in the supply again."""
    falls = fall(one.cube, one.citizens(one.where), one.supply, one.amount)
    return together(falls, count(one.figure("on-board"), -one.amount))


def citizen_kept(one: Happened, known: Known) -> tuple[Step, ...]:
    """A citizen comes on a card, from a region or from the supply."""
    is_new = one.where == len(REGIONS)
    start = one.supply if is_new else one.citizens(one.where)
    counts = () if is_new else (count(one.figure("on-board"), -1),)
    card_of = "lodged" if queries.borrows(CLASSES[one.what]) else "on-card"
    return together(fly(one.cube, start, one.figure(card_of)), *counts)


def citizen_taken_back(one: Happened, known: Known) -> tuple[Step, ...]:
    flight = fly(one.cube, one.citizens(one.where), one.supply)
    return together(flight, count(one.figure("on-board"), -1))


def potion_placed(one: Happened, known: Known) -> tuple[Step, ...]:
    return (fly("piece-flask", seat(one.seat), spot(point(one.where))),)


def potion_spent(one: Happened, known: Known) -> tuple[Step, ...]:
    return (fall("piece-flask", spot(point(one.where))),)


def podium_placed(one: Happened, known: Known) -> tuple[Step, ...]:
    at = piece(f"podium-{one.colour}-{REGIONS[one.where]}", point(one.where))
    return (fly("piece-podium", seat(one.seat), at),)


# citizens that are dropped


def citizen_dropped(one: Happened, known: Known) -> tuple[Step, ...]:
    """A citizen touches the board and rolls to where the rules say that it lies."""
    cells = (*divmod(one.amount - LEAST, 256), one.what, one.where)
    x0, y0, x1, y1 = (CELL * cell + CELL // 2 for cell in cells)
    return (drop(one.cube, one.supply, (x0, y0), (x1, y1)),)


def citizen_landed(one: Happened, known: Known) -> tuple[Step, ...]:
    """A dropped citizen settles where it lies, or is lost."""
    if one.what == LOST:
        return (fall(one.cube, HERE, one.supply),)
    lands = fly(one.cube, HERE, one.citizens(one.what))
    counts = (count(one.figure("on-board"), 1), count(one.supply, -1), *in_palace(one, known, one.what == PALACE))
    return together(lands, *counts)


def citizen_knocked(one: Happened, known: Known) -> tuple[Step, ...]:
    """A citizen that was hit by another one goes elsewhere, or is lost."""
    counts = in_palace(one, known, (one.where == PALACE) - (one.what == PALACE))
    if one.where == LOST:
        falls = fall(one.cube, one.citizens(one.what), one.supply)
        return together(falls, count(one.figure("on-board"), -1), *counts)
    return together(fly(one.cube, one.citizens(one.what), one.citizens(one.where)), *counts)


# class cards


def card_taken(one: Happened, known: Known) -> tuple[Step, ...]:
    """A class card goes to the seat, from beside the board or from another seat."""
    name = CLASSES[one.what]
    return (show(f"e-{name}", card(name, None if one.where == NOBODY else one.where), seat(one.seat)),)


def card_given_up(one: Happened, known: Known) -> tuple[Step, ...]:
    name = CLASSES[one.what]
    return (show(f"e-{name}", card(name, one.seat), MIDDLE),)


def card_used(one: Happened, known: Known) -> tuple[Step, ...]:
    """A class card lights up at the seat that holds it."""
    return (light(one.held(one.what)),)


def card_lit(one: Happened, known: Known) -> tuple[Step, ...]:
    """A class card lights up wherever it lies."""
    return (light(card(CLASSES[one.what])),)


def card_upgraded(one: Happened, known: Known) -> tuple[Step, ...]:
    name = CLASSES[one.what]
    return (show(f"e-{name}", seat(one.seat), one.held(one.what), face=LEVELS[one.amount]),)


def tile_borrowed(one: Happened, known: Known) -> tuple[Step, ...]:
    """The tile comes to the card that borrows it."""
    return (fly(f"e-{CLASSES[one.what]}", MIDDLE, card(CLASSES[one.where])),)


def tile_returned(one: Happened, known: Known) -> tuple[Step, ...]:
    return (fly(f"e-{CLASSES[one.what]}", card(CLASSES[one.where]), MIDDLE),)


# rats and the plague


def rat_moved(one: Happened, known: Known) -> tuple[Step, ...]:
    return (fly("", rat(one.what, one.amount), rat(one.where)),)


def rat_seen(one: Happened, known: Known) -> tuple[Step, ...]:
    return (light(rat(one.where, one.amount)),)


def rats_swapped(one: Happened, known: Known) -> tuple[Step, ...]:
    here, there = spot(above(one.what)), spot(above(one.where))
    return together(fly("rat-back", here, there), fly("rat-back", there, here))


def rat_arranged(one: Happened, known: Known) -> tuple[Step, ...]:
    return (fly("rat-back", rat_spot(one.what), rat_spot(one.where)),)


def rat_spot(number: int) -> str:
    """The point of a rat by its number. The number stays right, since only rats of one region change places."""
    return spot(above(number // RATS))


def piece_moved(one: Happened, known: Known) -> tuple[Step, ...]:
    """The plague piece walks."""
    return (go("plague-piece", above(one.what), above(one.where)),)


def rat_arrives(one: Happened, known: Known) -> tuple[Step, ...]:
    return (fly("rat-back", MIDDLE, rat(one.where)),)


def piece_counts(one: Happened, known: Known) -> tuple[Step, ...]:
    return (light(piece("plague-piece", above(one.where))),)


def face_of(one: Happened, known: Known, start: str, end: str) -> Step:
    """A rat's face, large: its limit and its symbols."""
    token = known.components.tokens[one.what]
    return show("rat", start, end, str(token.limit), [f"e-{symbol}" for symbol in token.symbols])


def rat_turned(one: Happened, known: Known) -> tuple[Step, ...]:
    """The rat turns large, with its limit against the citizens there, and its classes at the seats that have them."""
    face, (people, limit) = face_of(one, known, rat(one.where), BOARD), counted(one.amount)
    lights = known.cards_hit(known.components.tokens[one.what].symbols) if people >= limit else ()
    return (replace(face, to="", n=people, limit=limit, lights=lights, against=REGIONS[one.where]),)


def rat_revealed(one: Happened, known: Known) -> tuple[Step, ...]:
    at = spot(above(one.where))
    return (face_of(one, known, at, at),)


def rat_drawn(one: Happened, known: Known) -> tuple[Step, ...]:
    return (face_of(one, known, MIDDLE, spot(STAGES["drawn"])),)


def rat_replaced(one: Happened, known: Known) -> tuple[Step, ...]:
    """The log tells which rat goes. The one that comes was seen when it was drawn."""
    return together(
        face_of(one, known, spot(above(one.where)), ""), fly("rat-back", spot(STAGES["drawn"]), spot(above(one.where)))
    )


def rat_discarded(one: Happened, known: Known) -> tuple[Step, ...]:
    return (face_of(one, known, HERE, ""),)


def rat_flipped(one: Happened, known: Known) -> tuple[Step, ...]:
    """A falling citizen has flipped the rat: another one comes there, or the rat is turned back."""
    at = spot(above(one.where))
    return (face_of(one, known, at, "" if one.amount else at),)


def limits_lifted(one: Happened, known: Known) -> tuple[Step, ...]:
    return (light(spot(point(one.where)), spot(above(one.where))),)


# pieces on the map


def nun_placed(one: Happened, known: Known) -> tuple[Step, ...]:
    name = REGIONS[one.where]
    return (fly("piece-nuns", seat(one.seat), piece(f"nuns-{name}", nuns_at(name))),)


def bishop_moved(one: Happened, known: Known) -> tuple[Step, ...]:
    """A bishop comes to the map, or goes from region to region."""
    end = bishop(one.where)
    if one.what == len(REGIONS):
        return (fly("piece-bishops", seat(one.seat), end),)
    return (fly("piece-bishops", bishop(one.what), end),)


def bishop(region: int) -> str:
    """The anchor of the bishop in a region."""
    return piece(f"bishops-{REGIONS[region]}", bishops_at(REGIONS[region]))


def caravan_moved(one: Happened, known: Known) -> tuple[Step, ...]:
    ends = (one.where,) if one.what == len(REGIONS) else (one.what, one.where)
    return (go("caravan", *(caravan_at(REGIONS[region]) for region in ends)),)


def wall_placed(one: Happened, known: Known) -> tuple[Step, ...]:
    ends = in_order((REGIONS[one.what], REGIONS[one.where]))
    x, y, _ = wall_at(*ends)
    return (fly("piece-wall", seat(one.seat), piece(f"wall-{'-'.join(ends)}", (x, y))),)


# points, guilds and inns


def points_scored(one: Happened, known: Known) -> tuple[Step, ...]:
    return (fly("e-university", HERE, one.figure("points"), one.amount),)


def guild_taken(one: Happened, known: Known) -> tuple[Step, ...]:
    """A citizen of the supply comes into a guild; who was there goes back to its own."""
    space = target(f"guild {GUILDS[one.what]}")
    came = together(fly(one.cube, one.supply, space), count(one.figure("guilds"), 1))
    return (*sent_home(one.where, space, "guilds"), *came)


def city_taken(one: Happened, known: Known) -> tuple[Step, ...]:
    """A citizen comes into a city: into a free one from the supply, into another's, who goes home, from the region."""
    space, is_free = target(f"city {REGIONS[one.where]}"), one.what == NOBODY
    start = one.supply if is_free else one.citizens(one.where)
    counts = () if is_free else (count(one.figure("on-board"), -1),)
    came = together(fly(one.cube, start, space), count(one.figure("cities"), 1), *counts)
    return (*sent_home(one.what, space, "cities"), *came)


def sent_home(other: int, space: str, figure: str) -> tuple[Step, ...]:
    """A citizen of another seat leaves a space for its supply, if there is one. `figure`: what counts such citizens."""
    if other == NOBODY:
        return ()
    return together(fly(f"cube-{COLOURS[other]}", space, seat(other, "supply")), count(seat(other, figure), -1))


# region cards


def region_cards_drawn(one: Happened, known: Known) -> tuple[Step, ...]:
    return (fly(BACK, BOARD, seat(one.seat), one.amount),)


def region_cards_kept(one: Happened, known: Known) -> tuple[Step, ...]:
    """Region cards come to the hand, face down."""
    return (fly(BACK, MIDDLE, one.figure("hand-size"), one.amount),)


def region_card_shown(one: Happened, known: Known) -> tuple[Step, ...]:
    return (region_card(one, known, BOARD, MIDDLE),)


def region_card_chosen(one: Happened, known: Known) -> tuple[Step, ...]:
    return (region_card(one, known, MIDDLE, one.figure("hand-size")),)


def region_card_dropped(one: Happened, known: Known) -> tuple[Step, ...]:
    return (region_card(one, known, MIDDLE, ""),)


def region_card_played(one: Happened, known: Known) -> tuple[Step, ...]:
    """A region card comes from the hand, and the class card that it protects lights up."""
    shown = region_card(one, known, one.figure("hand-size"), one.held(one.where))
    return (*together(shown, count(one.figure("hand-size"), -1)), light(one.held(one.where)))


def region_card(one: Happened, known: Known, start: str, end: str) -> Step:
    """A region card that all may see, with the classes on it."""
    symbols = known.components.region_cards[one.what]
    signs = ["e-any-class" if symbol == ANY else f"e-{symbol}" for symbol in symbols]
    step = show("e-region-card", start, end, signs=signs)
    return replace(step, by=(spot(centre(REGION_CARDS[one.what].split()[0])),))


def region_cards_shuffled(one: Happened, known: Known) -> tuple[Step, ...]:
    return together(fly(BACK, MIDDLE, BOARD, min(one.amount, RATS)), tell())


def region_lit(one: Happened, known: Known) -> tuple[Step, ...]:
    return (light(spot(above(one.where))),)


# universities


def event_drawn(one: Happened, known: Known) -> tuple[Step, ...]:
    """An event is seen with the sign of its class, if it has one."""
    return (show(event_sign(one.what), BOARD, BOARD),)


def event_put_away(one: Happened, known: Known) -> tuple[Step, ...]:
    return (show(event_sign(one.what), BOARD, ""),)


def event_sign(number: int) -> str:
    """The drawing of an event: its class, or a university."""
    name = EVENT_CARDS[number]
    return f"e-{name}" if name in SYMBOLS else "e-university"


def university_moved(one: Happened, known: Known) -> tuple[Step, ...]:
    ends = (house_at(REGIONS[one.what]), house_at(REGIONS[one.where]))
    return (go(f"university-{UNIVERSITIES[one.amount]}", *ends),)


def university_founded(one: Happened, known: Known) -> tuple[Step, ...]:
    name = REGIONS[one.where]
    return (fly("piece-token", BOARD, piece(f"token-{name}", token_at(name))),)


SCENES: dict[str, Scene] = {
    "turn-begins": at_the_seat,
    "citizens-placed": citizens_placed,
    "citizens-moved": citizens_moved,
    "citizen-saved": citizen_saved,
    "citizens-killed": citizens_killed,
    "card-taken": card_taken,
    "ability-used": card_used,
    "rat-moved": rat_moved,
    "rat-seen": rat_seen,
    "rats-swapped": rats_swapped,
    "piece-moved": piece_moved,
    "rat-arrives": rat_arrives,
    "piece-counts": piece_counts,
    "rat-turned": rat_turned,
    "last-round-begins": told,
    "last-ravage-begins": last_ravage_begins,
    "game-ends": game_ends,
    "citizen-kept": citizen_kept,
    "citizen-led": citizen_led,
    "potion-placed": potion_placed,
    "potion-spent": potion_spent,
    "card-upgraded": card_upgraded,
    "rat-revealed": rat_revealed,
    "rat-drawn": rat_drawn,
    "rat-replaced": rat_replaced,
    "rat-discarded": rat_discarded,
    "rat-arranged": rat_arranged,
    "limits-lifted": limits_lifted,
    "nun-placed": nun_placed,
    "bishop-moved": bishop_moved,
    "wall-placed": wall_placed,
    "citizen-taken-back": citizen_taken_back,
    "points-scored": points_scored,
    "citizen-dropped": citizen_dropped,
    "citizen-landed": citizen_landed,
    "citizen-knocked": citizen_knocked,
    "rat-flipped": rat_flipped,
    "region-cards-drawn": region_cards_drawn,
    "region-card-shown": region_card_shown,
    "region-cards-kept": region_cards_kept,
    "region-card-chosen": region_card_chosen,
    "region-card-dropped": region_card_dropped,
    "region-card-played": region_card_played,
    "region-cards-shuffled": region_cards_shuffled,
    "podium-placed": podium_placed,
    "caravan-moved": caravan_moved,
    "guild-taken": guild_taken,
    "city-taken": city_taken,
    "event-drawn": event_drawn,
    "event-put-away": event_put_away,
    "events-seen": at_the_seat,
    "events-shuffled": told,
    "card-given-up": card_given_up,
    "university-moved": university_moved,
    "university-founded": university_founded,
    "tokens-taken-back": told,
    "card-blocked": card_lit,
    "card-unblocked": card_lit,
    "tile-borrowed": tile_borrowed,
    "tile-returned": tile_returned,
    "rat-spares": region_lit,
}
