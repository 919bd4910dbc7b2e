"""What can't be together in a position, each with the field that is to blame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.core.fields import Reading
from bellringer.core.state import State
from bellringer.games.rattus.box import wrong_box, wrong_modules
from bellringer.games.rattus.box_parser import BOXES
from bellringer.games.rattus.component_set import wrong_cards
from bellringer.games.rattus.document import defaults, queries
from bellringer.games.rattus.document.components import check_region, components_said
from bellringer.games.rattus.document.defaults import LAST_RAVAGE, OVER, SETTLE, STEPPED
from bellringer.games.rattus.names import CLASSES, COLOURS, PLAYABLE, POTIONS, REGIONS

NUNS = 3  # pieces
TURN = ("act", "spread", "count", "ravage")  # the phases of a seat's turn


def box(reading: Reading) -> None:
    """The box must be for so many, and have the cards and modules."""
    name, cards = BOXES[reading["big_box"]], defaults.cards_said(reading)
    modules = reading.raw.get("modules", ())
    if fault := wrong_box(name, reading.seats, cards, modules) or wrong_modules(cards, modules, reading.seats):
        raise PositionError(fault.option, fault.text)


# where the game stands


def step(reading: Reading) -> None:
    """The set-up has two placings a seat; in the last round all but one have a step."""
    phase = reading.phase
    if phase in STEPPED:
        least, most = {
            SETTLE: (1, 2 * reading.seats),
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
    """Who bears potions is there; the box has so many."""
    left: dict[tuple[int, int], int] = {}
    for p, place, _ in reading["bearers"]:
        there = reading["palace"][p] if place == len(REGIONS) else reading["citizens"][p][place]
        left[p, place] = left.get((p, place), there) - 1
        if left[p, place] < 0:
            name = "the palace" if place == len(REGIONS) else REGIONS[place]
            raise PositionError("potions", f"{COLOURS[p]} has not so many citizens in {name}")
    if sum(count for _, _, count in reading["bearers"]) > POTIONS:
        raise PositionError("potions", f"there are {POTIONS} potions")


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
