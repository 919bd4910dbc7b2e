"""What a page of Notre Dame shows as something happens: the steps of each kind of event.

`rules/events.pxd` explains the numbers of an event. A scene follows from them and from what never changes at a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bellringer.core.shown.show import Step
from bellringer.games.notre_dame.names import (
    ACTIONS,
    ALL_MARKETS,
    ALL_MESSAGES,
    BACKS,
    COLOURS,
    PERSONS,
    borough_of,
    boroughs_of,
)
from bellringer.games.notre_dame.show.svg_plan import BELL_CORNER, WEDGES, Borough, Plan, plan
from bellringer.games.notre_dame.show.svg_rooms import place_of
from bellringer.games.notre_dame.show.svg_town import HARBOUR, inside_of, on_wall, track_space
from bellringer.page.scenes import (
    BACK,
    BOARD,
    HERE,
    MIDDLE,
    OfSeat,
    card,
    count,
    fall,
    fly,
    go,
    light,
    piece,
    places,
    seat,
    shake,
    show,
    spot,
    sum_up,
    tell,
    together,
)
from bellringer.svg.elements import Point, around

CATHEDRAL = "notre-dame"
FRIEND = "trusted-friend"
GLOWS = 12  # places of the window that light up, one after the other
MOST_SHOWN = 3  # rats that run into a harbour, however many the plague brings


@dataclass(frozen=True)
class Happened(OfSeat):
    """An event at a table with a certain number of seats, seen from one seat's side of the town.

    `start`: the seat that begins the round, in the event of a round. `streets`: for each market the bit set of those
    next to it.
    """

    colours = COLOURS

    seats: int
    viewer: int
    start: int
    streets: tuple[int, ...]

    @property
    def town(self) -> Plan:
        """The town as the viewer sees it."""
        return plan(boroughs_of(self.seats), borough_of(self.seats, self.viewer))

    def home(self, number: int | None = None) -> Borough:
        """A seat's borough, that of the event's own seat if none is said."""
        found = self.seat if number is None else number
        return self.town.boroughs[borough_of(self.seats, found)]

    def place(self, number: int) -> Point:
        """The point of a place for the seat: a sector of its borough, its side of the cathedral."""
        town, name = self.town, ACTIONS[number]
        if name == CATHEDRAL:
            return around(town.centre, inside_of(town) * 0.62, self.seat * 360 / self.seats)
        return self.home().hub if name == FRIEND else self.home().at(WEDGES.index(name), 0.5)

    def markers(self, number: int) -> str:
        """The anchor of the seat's markers in a place."""
        return piece(f"stack-{self.colour}-{ACTIONS[number]}", self.place(number))


Scene = Callable[[Happened], tuple[Step, ...]]


@lru_cache(maxsize=4096)
def scene(kind: str, one: Happened) -> tuple[Step, ...]:
    """The scene of an event, cached, since most events happen at many tables."""
    return SCENES[kind](one)


# the round


def round_begins(one: Happened) -> tuple[Step, ...]:
    """The bell goes to the next start player."""
    way = (on_wall(one.home(number), BELL_CORNER) for number in ((one.start - 1) % one.seats, one.start))
    return together(go("start-player", *way), tell())


def person_opens(one: Happened) -> tuple[Step, ...]:
    """A person is laid out beside the board."""
    return (fly(BACK, BOARD, card(PERSONS[one.what])),)


def cards_drawn(one: Happened) -> tuple[Step, ...]:
    """Every seat takes three cards of its pile."""
    return together(*(fly(BACK, spot(one.home(number).hub), seat(number), 3) for number in range(one.seats)))


def cards_passed(one: Happened) -> tuple[Step, ...]:
    """Cards slide from every seat to its left neighbour; nobody sees their faces."""
    return together(
        *(fly(BACK, seat(number), seat((number + 1) % one.seats), one.amount) for number in range(one.seats))
    )


def card_played(one: Happened) -> tuple[Step, ...]:
    """The card leaves the hand, is seen in the middle, and goes to the cards that were played."""
    name = ACTIONS[one.what]
    return (show(f"e-{name}", card(name, one.seat), seat(one.seat)),)


def action_forgone(one: Happened) -> tuple[Step, ...]:
    """The card is put away unused."""
    return (fall(f"e-{ACTIONS[one.what]}", seat(one.seat)),)


# markers and the friend


def marker_placed(one: Happened) -> tuple[Step, ...]:
    """A marker goes from the own supply to a place."""
    return (fly(one.cube, one.figure("markers"), one.markers(one.where)),)


def marker_granted(one: Happened) -> tuple[Step, ...]:
    """A marker goes from the general supply to a place."""
    return (fly(one.cube, seat(one.seat), one.markers(one.where)),)


def marker_moved(one: Happened) -> tuple[Step, ...]:
    """Markers go from one place to another."""
    return (fly(one.cube, one.markers(one.what), one.markers(one.where), one.amount),)


def marker_returned(one: Happened) -> tuple[Step, ...]:
    """A marker is lost from a place."""
    return (fall(one.cube, one.markers(one.what)),)


def friend_moved(one: Happened) -> tuple[Step, ...]:
    """The friend walks to another sector."""
    return (go(f"friend-{one.colour}", one.place(one.what), one.place(one.where)),)


def sector_used(one: Happened) -> tuple[Step, ...]:
    """The sector lights up; what it brings comes from there."""
    return (light(spot(one.place(one.what))),)


# gains and losses


def coins_gained(one: Happened) -> tuple[Step, ...]:
    return (fly("e-coin", HERE, one.figure("coins"), one.amount),)


def coins_paid(one: Happened) -> tuple[Step, ...]:
    return (fly("e-coin", one.figure("coins"), BOARD, one.amount),)


def coins_taken(one: Happened) -> tuple[Step, ...]:
    return (fly("e-coin", seat(one.what, "coins"), one.figure("coins"), one.amount),)


def markers_gained(one: Happened) -> tuple[Step, ...]:
    return (fly(one.cube, HERE, one.figure("markers"), one.amount),)


def prestige_gained(one: Happened) -> tuple[Step, ...]:
    """Prestige comes to the seat, with the bonus of the park."""
    return (fly("e-prestige", HERE, one.figure("prestige"), one.amount + one.where),)


def prestige_lost(one: Happened) -> tuple[Step, ...]:
    """Prestige falls from the seat's figure."""
    return (fall("e-prestige", one.figure("prestige"), n=one.amount),)


# rats and carriages


def rat_moved(one: Happened) -> tuple[Step, ...]:
    """The rat climbs or goes back, space by space."""
    step = 1 if one.where > one.what else -1
    way = (track_space(one.home(), space) for space in range(one.what, one.where + step, step))
    return together(go(f"rat-{one.colour}", *way), count(one.figure("rat"), one.where - one.what))


def carriage_moved(one: Happened) -> tuple[Step, ...]:
    """The carriage goes along the streets, market by market."""
    way = (market_point(one, market) for market in way_between(one.streets, one.what, one.where))
    return (go(f"carriage-{one.colour}", *way),)


def market_point(one: Happened, market: int) -> Point:
    """The point of a market."""
    return place_of(one.town, ALL_MARKETS[market])[2]


def way_between(streets: Sequence[int], start: int, end: int) -> list[int]:
    """The markets of a shortest way, both ends included; a way round and back to where it began has one between."""
    ways, seen = [[start]], set[int]()
    while ways:
        way = ways.pop(0)
        for market in (n for n in range(len(streets)) if streets[way[-1]] >> n & 1):
            if market == end:
                return [*way, market]
            if market not in seen:
                seen.add(market)
                ways.append([*way, market])
    return [start, end]


def message_taken(one: Happened) -> tuple[Step, ...]:
    """The message goes to the seat."""
    id_ = f"message-{ALL_MESSAGES[one.what].replace(' ', '-')}"
    return (fly("", piece(id_, market_point(one, one.where)), seat(one.seat)),)


# persons


def person_hired(one: Happened) -> tuple[Step, ...]:
    """The person is seen in the middle, and helps."""
    name = PERSONS[one.what]
    return (show(f"e-{name}", card(name), seat(one.seat)),)


def at_the_seat(one: Happened) -> tuple[Step, ...]:
    """The seat lights up; what it does there is its own secret."""
    return (light(seat(one.seat)),)


# the plague, the cathedral, the end


def plague_strikes(one: Happened) -> tuple[Step, ...]:
    """The rats of the three persons are summed up, and run into every harbour."""
    rats, third = min(one.amount, MOST_SHOWN), one.amount - one.what - one.where
    summed = sum_up(MIDDLE, one.amount, ("e-rat", one.what), ("e-rat", one.where), ("e-rat", third))
    harbours = (spot(one.home(number).at(HARBOUR, 0.3)) for number in range(one.seats))
    return (*together(summed, tell()), *together(*(fly("rat", MIDDLE, harbour, rats) for harbour in harbours if rats)))


def rats_counted(one: Happened) -> tuple[Step, ...]:
    """In a borough the rats that come are summed up with what the hospital keeps off."""
    kept_off = (("e-hospital", -one.where),) if one.where else ()
    return (sum_up(spot(one.home().hub), one.what - one.where, ("e-rat", one.what), *kept_off),)


def rat_overruns(one: Happened) -> tuple[Step, ...]:
    """The rat would have passed the last space."""
    return (shake(piece(f"rat-{one.colour}", track_space(one.home(), 9))),)


def cathedral_shared(one: Happened) -> tuple[Step, ...]:
    """The window lights up pane by pane; what it gives flies from there."""
    town = one.town
    panes = (around(town.centre, inside_of(town) * 0.6, 360 / GLOWS * turn) for turn in range(GLOWS))
    return (light(*map(spot, panes), spot(town.centre)),)


def period_ends(one: Happened) -> tuple[Step, ...]:
    """The persons leave, and the letter turns."""
    return (fall(BACK, MIDDLE, n=3), show("", MIDDLE, MIDDLE, face=BACKS[one.amount]))


def game_ends(one: Happened) -> tuple[Step, ...]:
    return (places(),)


SCENES: dict[str, Scene] = {
    "round-begins": round_begins,
    "person-opens": person_opens,
    "cards-drawn": cards_drawn,
    "cards-passed": cards_passed,
    "card-played": card_played,
    "action-forgone": action_forgone,
    "marker-placed": marker_placed,
    "marker-granted": marker_granted,
    "marker-moved": marker_moved,
    "marker-returned": marker_returned,
    "friend-moved": friend_moved,
    "sector-used": sector_used,
    "coins-gained": coins_gained,
    "coins-paid": coins_paid,
    "coins-taken": coins_taken,
    "markers-gained": markers_gained,
    "prestige-gained": prestige_gained,
    "prestige-lost": prestige_lost,
    "rat-moved": rat_moved,
    "carriage-moved": carriage_moved,
    "message-taken": message_taken,
    "person-hired": person_hired,
    "gray-pile-seen": at_the_seat,
    "plague-strikes": plague_strikes,
    "rats-counted": rats_counted,
    "rat-overruns": rat_overruns,
    "cathedral-shared": cathedral_shared,
    "period-ends": period_ends,
    "game-ends": game_ends,
}
