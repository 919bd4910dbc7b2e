"""What can't be together in a position, each with the field that is to blame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bellringer.core.compiled.state import State
from bellringer.core.errors import PositionError
from bellringer.core.fields import Reading
from bellringer.games.rattus.box import wrong_box, wrong_modules
from bellringer.games.rattus.box_parser import BOXES
from bellringer.games.rattus.component_set import UNIVERSITIES, wrong_cards
from bellringer.games.rattus.document import defaults, queries
from bellringer.games.rattus.document.card_asks import cards_that_act
from bellringer.games.rattus.document.components import check_region, components_said
from bellringer.games.rattus.document.defaults import LAST_RAVAGE, OVER, SETTLE, STEPPED
from bellringer.games.rattus.document.numbers import NUNS, PLACINGS, PODIUMS, POTIONS, PRINTED
from bellringer.games.rattus.names import CLASSES, COLOURS, EVENT_CARDS, PLAYABLE, REGIONS
from bellringer.games.rattus.names import UNIVERSITIES as PIECES

TURN = ("act", "spread", "count", "ravage")  # the phases of a seat's turn
AFTER_PLAGUE = "turn-ends"


def box(reading: Reading) -> None:
    """The box must be for so many, and have the cards and modules."""
    name, cards = BOXES[reading["big_box"]], defaults.cards_said(reading)
    modules = reading.raw.get("modules", ())
    if fault := wrong_box(name, reading.seats, cards, modules) or wrong_modules(cards, modules, reading.seats):
        raise PositionError(fault.option, fault.text)


# where the game stands


def step(reading: Reading) -> None:
    """The set-up has two placings a seat, and may have the caravan's; in the last round all but one have a step."""
    phase = reading.phase
    if phase in STEPPED:
        least, most = {
            SETTLE: (1, PLACINGS * reading.seats + defaults.brings_caravan(reading)),
            "last-round": (1, reading.seats - 1),
            LAST_RAVAGE: (0, len(REGIONS) - 1),
        }[phase]
        if not least <= reading["step"] <= most:
            raise PositionError("step", f"the phase {phase} has steps {least} to {most}, not {reading['step']}")


def turns(reading: Reading) -> None:
    """The first turn begins when the set-up is done."""
    if reading.phase == SETTLE and reading["turns"]:
        raise PositionError("turns", "no turn has begun before the set-up is done")
    if reading.phase != SETTLE and not reading["turns"]:
        raise PositionError("turns", "the first turn has begun once the set-up is done")


def turn(reading: Reading) -> None:
    """Whose turn it is must be as far from who began as the step or the turns say."""
    expected = defaults.turn(reading)
    if reading["turn"] == expected:
        return
    began, seat = COLOURS[reading["start"]], COLOURS[expected]
    if reading.phase == SETTLE:
        raise PositionError("turn", f"placing {reading['step']} of a set-up that {began} began is {seat}'s")
    raise PositionError("turns", f"turn {reading['turns']} of a game that {began} began is {seat}'s")


def rat_stage(reading: Reading) -> None:
    """A rat is being turned, or none is."""
    if bool(reading["rat_stage"]) != bool(reading["token"]):
        raise PositionError("rat-stage", "goes with rat, which names the one that is being turned")


def used(reading: Reading) -> None:
    """Abilities used in this turn are those of the seat on turn, in the last round of any seat."""
    if reading.phase == AFTER_PLAGUE:
        return  # they do not matter any longer, and their cards may be gone
    users = [reading["turn"]] if reading.phase in TURN else range(reading.seats)
    for field in ("used", "used-also"):
        for i, card in enumerate(reading.raw.get(field, [])):
            number = CLASSES.index(card)
            if reading["guild_used"] == number + 1 or (reading.phase not in TURN and may_be_given_up(reading, number)):
                continue
            if not any(had_ability(reading, p, number) for p in users):
                raise PositionError(f"{field}[{i}]", f"{card} is not with a seat that can have used it")


def may_be_given_up(reading: Reading, card: int) -> bool:
    """Whether a class card lies beside the board, where an event of the last round can have brought it."""
    return bool(any(reading["university"]) and reading["on_table"] >> card & 1)


def had_ability(reading: Reading, p: int, card: int) -> bool:
    """Whether a seat has, or had earlier in the turn, the ability of a card, which may be blocked by now."""
    return bool((reading["cards"][p] | queries.abilities_of(reading.once(cards_that_act), p)) >> card & 1)


def asked_about(reading: Reading) -> set[str]:
    """The kinds of questions that wait."""
    return {ask["ask"] for ask in reading.raw.get("asks", ())}


def holder_of(reading: Reading, card: int) -> int | None:
    """The seat that holds a class card."""
    return next((p for p, held in enumerate(reading["cards"]) if held >> card & 1), None)


# the board and the seats


def plague(reading: Reading) -> None:
    """The plague piece stands in a region in play."""
    check_region(REGIONS[reading["piece"]], "plague", reading.once(components_said))


def citizens(reading: Reading) -> None:
    """Citizens live in regions in play, and a seat has only so many."""
    for seat, player in zip(reading.seat_names, reading.players, strict=True):
        for region in player.get("citizens", {}):
            check_region(region, f"players.{seat}.citizens.{region}", reading.once(components_said))
    for p, seat in enumerate(reading.seat_names):
        if defaults.citizens_left(reading, p) < 0:
            each = reading["citizens_each"]
            raise PositionError(f"players.{seat}.citizens", f"more than the {each} citizens of a seat")


def supply(reading: Reading) -> None:
    """A seat's supply are the citizens that are not elsewhere."""
    for p, seat in enumerate(reading.seat_names):
        left = defaults.citizens_left(reading, p)
        if reading["supply"][p] != left:
            raise PositionError(f"players.{seat}.supply", f"must be the {left} citizens that are not elsewhere")


def cards(reading: Reading) -> None:
    """The table's cards can be played with; each is with one seat at most."""
    chosen = reading.raw.get("classes", [])
    for i, card in enumerate(chosen):
        if card not in PLAYABLE:
            raise PositionError(f"classes[{i}]", f"{card} can't be played yet; those that can: {', '.join(PLAYABLE)}")
    table = defaults.cards_said(reading)
    if fault := wrong_cards(table, reading.seats, reading.once(components_said)):
        raise PositionError(fault.option, fault.text)
    holders: dict[str, str] = {}
    for seat, player in zip(reading.seat_names, reading.players, strict=True):
        for i, card in enumerate(player.get("classes", [])):
            if card not in table:
                reason = f"{card} is none of this table's cards: {', '.join(table)}"
                raise PositionError(f"players.{seat}.classes[{i}]", reason)
            if card in holders:
                raise PositionError(f"players.{seat}.classes[{i}]", f"{card} is with {holders[card]} already")
            holders[card] = seat


def levels(reading: Reading) -> None:
    """Only cards that a seat holds are upgraded, and only with the module."""
    for card in reading.raw.get("levels", {}):
        if not reading["tiles"]:
            raise PositionError("levels", "this table does not play with the module upgrades")
        if not reading["tiles"] >> CLASSES.index(card) & 1 or holder_of(reading, CLASSES.index(card)) is None:
            raise PositionError(f"levels.{card}", f"no seat holds {card}")


def blocked(reading: Reading) -> None:
    """Only cards that a seat holds are blocked."""
    for i, card in enumerate(reading.raw.get("blocked", [])):
        if holder_of(reading, CLASSES.index(card)) is None:
            raise PositionError(f"blocked[{i}]", f"no seat holds {card}")


# the boards of guilds and inns


def guilds(reading: Reading) -> None:
    """Citizens are on the guilds' board only with the module."""
    if any(reading["guilds"]) and "guilds" not in reading.raw.get("modules", ()):
        raise PositionError("guilds", "this table does not play with the module guilds")


def cities(reading: Reading) -> None:
    """Citizens are in cities only with the module, and in those of regions in play."""
    found = reading.raw.get("cities", {})
    if found and "inns" not in reading.raw.get("modules", ()):
        raise PositionError("cities", "this table does not play with the module inns")
    for region in found:
        check_region(region, f"cities.{region}", reading.once(components_said))


def new_guilds(reading: Reading) -> None:
    """The seat that acts, or has acted last, has the spaces taken in this turn."""
    acts = defaults.last_acting_seat(reading)
    for i, card in enumerate(reading.raw.get("new-guilds", [])):
        if acts is None or reading["guilds"][CLASSES.index(card)] != acts + 1:
            raise PositionError(f"new-guilds[{i}]", f"the space {card} is not with the seat that acts")


def new_cities(reading: Reading) -> None:
    """The seat that acts, or has acted last, has the cities taken in this turn."""
    acts = defaults.last_acting_seat(reading)
    for i, region in enumerate(reading.raw.get("new-cities", [])):
        if acts is None or reading["cities"][REGIONS.index(region)] != acts + 1:
            raise PositionError(f"new-cities[{i}]", f"the city of {region} is not with the seat that acts")


def counts_later(reading: Reading) -> None:
    """Only the last round lets something wait for the last ravage."""
    for name, member in (("counts-later", "counts_later"), ("no-limits-later", "no_limits_later")):
        if reading[member] and reading.phase != "last-round":
            raise PositionError(name, f"in the phase {reading.phase} nothing waits for the last ravage")


# tiles that are lent


def lent(reading: Reading) -> None:
    """A tile that is lent is one of the table's, and not on its own card."""
    tile = reading["lent"] - 1
    if tile < 0:
        return
    card = CLASSES[tile]
    if not reading["tiles"] >> tile & 1:
        raise PositionError("lent", f"this table has no tile of {card}")
    if reading["upgraded"][0] >> tile & 1:
        raise PositionError("lent", f"the tile of {card} is on its card")


def lent_to(reading: Reading) -> None:
    """A card that borrows has it, and a seat holds that."""
    card = CLASSES[reading["lent_to"]]
    if not reading["lent"]:
        if "lent-to" in reading.raw:
            raise PositionError("lent-to", "no tile is lent")
        return
    if not queries.borrows(card):
        raise PositionError("lent-to", f"{card} does not borrow tiles")
    if holder_of(reading, reading["lent_to"]) is None:
        raise PositionError("lent-to", f"no seat holds {card}")


def lodged(reading: Reading) -> None:
    """Only a card that borrows has citizens on it that came there by a tile, all of one seat, which holds it.

    When another seat has taken the card, they lie there until it is said where they go.
    """
    seats = [seat for p, seat in enumerate(reading.seat_names) if reading["lodged"][p]]
    if not seats:
        return
    borrowers = [CLASSES.index(card) for card in defaults.cards_said(reading) if queries.borrows(card)]
    if not borrowers:
        raise PositionError(f"players.{seats[0]}.lodged", "no card of this table borrows tiles")
    if len(seats) > 1:
        raise PositionError(f"players.{seats[1]}.lodged", f"citizens of {seats[0]} are on that card")
    holder = holder_of(reading, borrowers[0])
    if holder is not None and COLOURS[holder] != seats[0] and "place-lodged" not in asked_about(reading):
        raise PositionError(f"players.{seats[0]}.lodged", f"{CLASSES[borrowers[0]]} is with {COLOURS[holder]}")


# the pieces that cards bring


def walls(reading: Reading) -> None:
    """Walls stand between regions in play, and never close the plague piece in."""
    if reading["open_to"][reading["piece"]] == 0:
        raise PositionError("walls", f"the plague piece is closed in, in {REGIONS[reading['piece']]}")


def nuns(reading: Reading) -> None:
    """Nuns are in regions in play."""
    found = reading.raw.get("nuns", {})
    for region in found:
        check_region(region, f"nuns.{region}", reading.once(components_said))
    if sum(found.values()) > NUNS:
        raise PositionError("nuns", f"there are {NUNS} nuns, not {sum(found.values())}")


def bishops(reading: Reading) -> None:
    """Bishops are in regions in play."""
    for i, region in enumerate(reading.raw.get("bishops", [])):
        check_region(region, f"bishops[{i}]", reading.once(components_said))


def potions(reading: Reading) -> None:
    """Who bears potions, or stands on a podium, is there; the box has so many."""
    left: dict[tuple[int, int], int] = {}
    for p, place, held, podium in reading["bearers"]:
        if not held and not podium:
            raise PositionError("potions", "a citizen that bears neither potions nor a podium is not listed")
        there = reading["palace"][p] if place == len(REGIONS) else reading["citizens"][p][place]
        left[p, place] = left.get((p, place), there) - 1
        if left[p, place] < 0:
            name = "the palace" if place == len(REGIONS) else REGIONS[place]
            raise PositionError("potions", f"{COLOURS[p]} has not so many citizens in {name}")
    if sum(held for _, _, held, _ in reading["bearers"]) > POTIONS:
        raise PositionError("potions", f"there are {POTIONS} potions")
    podiums(reading)


def podiums(reading: Reading) -> None:
    """A seat has one diplomat a region at most, and none in the palace; the box has so many podiums."""
    places = [(p, place) for p, place, _, podium in reading["bearers"] if podium]
    for p, place in places:
        if place == len(REGIONS):
            raise PositionError("potions", f"{COLOURS[p]} has a diplomat in the palace, where none can be")
        if places.count((p, place)) > 1:
            raise PositionError("potions", f"{COLOURS[p]} has two diplomats in {REGIONS[place]}")
    if len(places) > PODIUMS:
        raise PositionError("potions", f"there are {PODIUMS} podiums")


def caravan(reading: Reading) -> None:
    """The caravan is in a region in play from the end of the set-up on, at tables with its card, and at no others."""
    there = reading["caravan"]
    if there and not defaults.brings_caravan(reading):
        raise PositionError("caravan", "no card of this table brings it")
    if there:
        check_region(REGIONS[there - 1], "caravan", reading.once(components_said))
    if defaults.brings_caravan(reading) and bool(there) == (reading.phase == SETTLE):
        raise PositionError("caravan", "comes to the map at the end of the set-up, and stays there")


def returned(reading: Reading) -> None:
    """What rats can be that had been turned: they are among them, and nothing is said without such a rat."""
    found = reading["turned_then"]
    there = [token for rats in reading["rats"] for token, _, _, _, is_returned in rats if is_returned]
    if bool(there) != any(found):
        raise PositionError("returned", "must name what rats can be that were drawn from turned ones, if any were")
    for token in there:
        if not found[token // 64] >> token % 64 & 1:
            raise PositionError("returned", "does not name a rat that was drawn from turned ones")


def shuffled_in(reading: Reading) -> None:
    """Tokens that everybody saw come to the supply are not among those removed unseen."""
    found = reading["shuffled_in"]
    if any(found[token // 64] >> token % 64 & 1 for token in reading["in_removed"]):
        raise PositionError("shuffled-in", "names a token that was removed before play")


# the universities


def universities(reading: Reading) -> None:
    """With the module both pieces stand in regions in play, each in one of its own; without it there is none."""
    found = reading["university"]
    if UNIVERSITIES not in reading.raw.get("modules", ()):
        if any(found):
            raise PositionError("universities", f"this table does not play with the module {UNIVERSITIES}")
        return
    for name, region in zip(PIECES, found, strict=True):
        if not region:
            raise PositionError("universities", f"must say where the {name} one stands")
        check_region(REGIONS[region - 1], f"universities.{name}", reading.once(components_said))
    if found[0] == found[1]:
        raise PositionError("universities", f"both are in {REGIONS[found[0] - 1]}")


def founded(reading: Reading) -> None:
    """Tokens are in regions in play, and some region has neither a token nor a piece."""
    for i, region in enumerate(reading.raw.get("founded", ())):
        check_region(region, f"founded[{i}]", reading.once(components_said))
        if not any(reading["university"]):
            raise PositionError("founded", f"this table does not play with the module {UNIVERSITIES}")
    covered = reading["founded"] | sum(1 << region - 1 for region in reading["university"] if region)
    if covered == reading["regions"]:
        raise PositionError("founded", "when every region has a token or a university, the tokens are taken back")


def events(reading: Reading) -> None:
    """There are only so many cards of each kind, and none without the module."""
    there = PRINTED if any(reading["university"]) else [0] * len(PRINTED)
    for name, n, pile, drawn in zip(EVENT_CARDS, there, reading["event_pile"], reading["drawn_events"], strict=True):
        if pile + drawn > n:
            raise PositionError(f"events.{name}", f"there are {n} of them, not {pile + drawn}")


def drawn_events(reading: Reading) -> None:
    """Events lie drawn while one of them is chosen."""
    if any(reading["drawn_events"]) and "choose-event" not in asked_about(reading):
        raise PositionError("drawn-events", "are there only while choose-event is asked")


def next_events(reading: Reading) -> None:
    """The next events are of the pile."""
    found = [EVENT_CARDS[event] for event, _ in reading["next_events"]]
    for name, pile in zip(EVENT_CARDS, reading["event_pile"], strict=True):
        if found.count(name) > pile:
            raise PositionError("next-events", f"the pile has {pile} of {name}")


def event(reading: Reading) -> None:
    """An event is on at the end of a turn, or in the last round."""
    if reading["event"] and reading.phase not in ("turn-ends", "last-round"):
        raise PositionError("event", f"none is on in the phase {reading.phase}")
    if reading["event"] and not any(reading["university"]):
        raise PositionError("event", f"this table does not play with the module {UNIVERSITIES}")


def event_step(reading: Reading) -> None:
    """Only an event that is on has steps."""
    if reading["event_step"] and not reading["event"]:
        raise PositionError("event-step", "no event is on")


def end(reading: Reading) -> None:
    """When the game is over the last ravage has left no region with both rats and citizens."""
    for region, rats in enumerate(reading["rats"]):
        if reading.phase == OVER and rats and any(citizens[region] for citizens in reading["citizens"]):
            raise PositionError(f"rats.{REGIONS[region]}", "the last ravage has turned all rats where citizens live")


# what only the rules can say


def state(found: State, asks: Sequence[dict[str, Any]]) -> None:
    """The seat's cards must ask it, and the rules leave something to answer."""
    for i, ask in enumerate(asks):
        seat = COLOURS.index(ask["seats"][0])
        if ask["ask"] == "place-more" and not queries.may_place_more(found, seat, CLASSES.index(ask["card"])):
            raise PositionError(f"asks[{i}]", f"{COLOURS[seat]} can't use the {ask['card']} to add citizens")
        counts = queries.piece_counts_as(found, seat)
        if ask["ask"] == "count-piece" and ask["citizens"] != counts:
            raise PositionError(f"asks[{i}].citizens", f"by {COLOURS[seat]}'s cards the piece counts as {counts}")
        if i == len(asks) - 1 and not found.legal(seat):
            raise PositionError(f"asks[{i}]", f"{ask['ask']} leaves nothing to answer")
