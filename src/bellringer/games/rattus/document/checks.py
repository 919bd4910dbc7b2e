"""What can't be together in a position, each with the field that is to blame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.core.fields import Reading
from bellringer.core.state import State
from bellringer.games.rattus.box_parser import BOXES, SEATS
from bellringer.games.rattus.component_set import wrong_cards
from bellringer.games.rattus.document import defaults, queries
from bellringer.games.rattus.document.components import check_region, components_said
from bellringer.games.rattus.document.defaults import OVER, SETTLE, STEPPED
from bellringer.games.rattus.names import CLASSES, COLOURS, PLAYABLE, REGIONS

TURN = ("act", "spread", "count", "ravage")  # the phases of a seat's turn


def box(reading: Reading) -> None:
    """The box must be for so many."""
    name = BOXES[reading["big_box"]]
    if reading.seats not in SEATS[name]:
        least, most = SEATS[name][0], SEATS[name][-1]
        raise PositionError("box", f"the box {name} is for {least} to {most} seats, not {reading.seats}")


# where the game stands


def step(reading: Reading) -> None:
    """The set-up has two placings a seat; in the last round all but one have a step."""
    phase = reading.phase
    if phase in STEPPED:
        most = 2 * reading.seats if phase == SETTLE else reading.seats - 1
        if reading["step"] > most:
            raise PositionError("step", f"the phase {phase} has steps 1 to {most}, not {reading['step']}")


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


def used(reading: Reading) -> None:
    """Cards used in this turn are with the seat on turn, in the last round with any seat."""
    for i, card in enumerate(reading.raw.get("used", [])):
        holder = holder_of(reading, CLASSES.index(card))
        if holder is None or (reading.phase in TURN and holder != reading["turn"]):
            raise PositionError(f"used[{i}]", f"{card} is not with a seat that can have used it")


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
    if reason := wrong_cards(table, reading.seats, reading.once(components_said)):
        raise PositionError("classes", reason)
    holders: dict[str, str] = {}
    for seat, player in zip(reading.seat_names, reading.players, strict=True):
        for i, card in enumerate(player.get("classes", [])):
            if card not in table:
                reason = f"{card} is none of this table's cards: {', '.join(table)}"
                raise PositionError(f"players.{seat}.classes[{i}]", reason)
            if card in holders:
                raise PositionError(f"players.{seat}.classes[{i}]", f"{card} is with {holders[card]} already")
            holders[card] = seat


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
        if ask["ask"] == "place-more" and not queries.may_place_more(found, seat):
            raise PositionError(f"asks[{i}]", f"no card that {COLOURS[seat]} can still use adds a citizen")
        counts = queries.piece_counts_as(found, seat)
        if ask["ask"] == "count-piece" and ask["citizens"] != counts:
            raise PositionError(f"asks[{i}].citizens", f"by {COLOURS[seat]}'s cards the piece counts as {counts}")
        if i == len(asks) - 1 and not found.legal(seat):
            raise PositionError(f"asks[{i}]", f"{ask['ask']} leaves nothing to answer")
