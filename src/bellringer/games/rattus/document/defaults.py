"""What a field of a position is when the document leaves it out, where that follows from others."""

from __future__ import annotations

from collections.abc import Sequence

from bellringer.core.compiled.state import State
from bellringer.core.fields import Reading
from bellringer.games.rattus.box import CARAVAN, brings, tiles_of, usual_box
from bellringer.games.rattus.box_parser import BOXES
from bellringer.games.rattus.choosing import usual_cards
from bellringer.games.rattus.component_set import UNIVERSITIES, mask_of
from bellringer.games.rattus.document import codec, queries
from bellringer.games.rattus.document.components import components_said
from bellringer.games.rattus.document.numbers import NEW_RATS, PLACINGS, PRINTED
from bellringer.games.rattus.names import CLASSES, COLOURS, REGIONS
from bellringer.games.rattus.rules import engine

BOOK = engine.rulebook()
OVER = "over"
SETTLE = "settle"
LAST_RAVAGE = "last-ravage"
STEPPED = (SETTLE, "last-round", LAST_RAVAGE)  # the phases that go seat by seat, or region by region
STAGES = ("none", "majority", "classes", "protecting")  # how far the rat has got that is being turned


def box(reading: Reading) -> int:
    """The smallest box that is for so many, and has the cards and modules that the document names."""
    raw = reading.raw
    return BOXES.index(usual_box(reading.seats, raw.get("classes", ()), raw.get("modules", ())))


def cards_said(reading: Reading) -> Sequence[str]:
    """The class cards of the table; when it does not say, those of a new table that does not."""
    found: Sequence[str] = reading.raw.get("classes", usual_cards(reading.seats))
    return found


def cards_on_table(reading: Reading) -> int:
    """The class cards that no seat holds, as a bit set."""
    return mask_of(cards_said(reading), CLASSES) & ~int(sum(reading["cards"]))


# where the game stands


def named_seat(reading: Reading, name: str) -> int | None:
    """The seat that a field names."""
    return COLOURS.index(reading.raw[name]) if name in reading.raw else None


def seats_since_start(reading: Reading) -> int:
    """How far from the first seat a placing of the set-up is: clockwise once, and back the other way."""
    step: int = reading["step"]
    return min(step - 1, PLACINGS * reading.seats - step)


def step(reading: Reading) -> int:
    """The first placing of the set-up, or the first seat of the last round; at the end, all regions are done."""
    return len(REGIONS) if reading.phase == OVER else int(reading.phase in (SETTLE, "last-round"))


def start(reading: Reading) -> int:
    """The seat that began, if the document says whose turn it is and which; else the first seat."""
    turn = named_seat(reading, "turn")
    if turn is None:
        return 0
    if reading.phase == SETTLE:
        return int(turn - seats_since_start(reading)) % reading.seats
    return (turn - reading.raw["turns"] + 1) % reading.seats if "turns" in reading.raw else 0


def turn(reading: Reading) -> int:
    """The seat whose turn it is, counted from the one that began."""
    passed = seats_since_start(reading) if reading.phase == SETTLE else reading["turns"] - 1
    return int((reading["start"] + passed) % reading.seats)


def turns(reading: Reading) -> int:
    """No turn in the set-up; else the fewest turns that bring it round to the seat that the document names."""
    if reading.phase == SETTLE:
        return 0
    on_turn = named_seat(reading, "turn")
    return 1 if on_turn is None else (on_turn - reading["start"]) % reading.seats + 1


def placed(reading: Reading) -> int:
    """Whether the document asks about one more citizen, so that some have been placed."""
    return [ask["ask"] for ask in reading.raw.get("asks", [])][:1] == ["place-more"]


def rats_to_come(reading: Reading) -> int:
    """As many new rats as the plague region's own rats bring, less the one that is being asked about."""
    if reading.phase != "spread":
        return 0
    brought = min(NEW_RATS, len(reading["rats"][reading["piece"]]))
    return max(0, brought - ("asks" in reading.raw))


def plague(reading: Reading) -> int:
    """The plague piece stands in the first region in play."""
    return REGIONS.index(reading.once(components_said).regions[0])


def citizens_left(reading: Reading, p: int) -> int:
    """A seat's citizens that are not elsewhere."""
    beside = [*reading["guilds"], *reading["cities"]].count(p + 1)
    elsewhere = sum(reading[member][p] for member in ("palace", "kept", "lodged"))
    return int(reading["citizens_each"] - sum(reading["citizens"][p]) - elsewhere - beside)


def part_of_state(reading: Reading, *members: str) -> State:
    """A state that has these members alone, of which the compiled rules can be asked what follows from them."""
    state = State(BOOK)
    codec.write(state, reading.seats, {member: reading[member] for member in members})
    return state


def course(reading: Reading) -> State:
    """A part of the state that says whose turn it is."""
    return part_of_state(reading, "phase", "turn", "step")


def deciding_seat(reading: Reading) -> int:
    """The seat on turn, or in the last round the one that its step is about."""
    return queries.acting_seat(reading.once(course))


def acting_seat(reading: Reading) -> int | None:
    """The seat that acts, or None: nobody acts in the set-up, and after the last round."""
    return None if reading.phase in (SETTLE, LAST_RAVAGE, OVER) else deciding_seat(reading)


def last_acting_seat(reading: Reading) -> int | None:
    """The seat that acts, or has acted last: the last round ends to the left of the seat that ended the game."""
    if reading.phase in (LAST_RAVAGE, OVER):
        return int(reading["turn"] + 1) % reading.seats
    return acting_seat(reading)


def boards(reading: Reading) -> State:
    """A part of the state that says what the guilds' board gives."""
    return part_of_state(reading, "guilds", "new_guilds", "guild_used", "cards", "lent", "lent_to")


def granted(reading: Reading, p: int) -> int:
    """The abilities that the guilds' board gives to the seat that acts, as a bit set."""
    return queries.given_by_guilds(reading.once(boards), p) if p == acting_seat(reading) else 0


def no_token(reading: Reading) -> int:
    """No rat lies face up beside the board."""
    return 0


def tiles(reading: Reading) -> int:
    """The cards of the table that have upgrade tiles, with that module, as a bit set."""
    return tiles_of(reading.raw.get("modules", ()), cards_said(reading))


def universities(reading: Reading) -> list[int]:
    """With the module the pieces stand in the first regions in play."""
    if UNIVERSITIES not in reading.raw.get("modules", ()):
        return [0, 0]
    return [REGIONS.index(region) + 1 for region in reading.once(components_said).regions[:2]]


def events(reading: Reading) -> list[int]:
    """With the module all cards are in the pile that are not drawn."""
    if UNIVERSITIES not in reading.raw.get("modules", ()):
        return [0] * len(PRINTED)
    return [max(0, n - drawn) for n, drawn in zip(PRINTED, reading["drawn_events"], strict=True)]


def lent_to(reading: Reading) -> int:
    """The card of the table that borrows, if a tile is lent."""
    borrowers = [CLASSES.index(card) for card in cards_said(reading) if queries.borrows(card)]
    return borrowers[0] if reading["lent"] and borrowers else 0


def closed_in(reading: Reading) -> int:
    """The regions with borders of which walls leave none open, as a bit set."""
    pairs = enumerate(zip(reading["borders"], reading["open_to"], strict=True))
    return sum(1 << region for region, (near, way) in pairs if near and not way)


def diplomats(reading: Reading) -> list[int]:
    """For each seat the regions where it has a citizen on a podium, as a bit set."""
    found = [0] * reading.seats
    for seat, place, _, podium in reading["bearers"]:
        found[seat] |= podium << place
    return found


def caravan(reading: Reading) -> int:
    """Once the set-up is done it is in the first region in play, if a card of the table brings it."""
    if not brings_caravan(reading) or reading.phase == SETTLE:
        return 0
    return plague(reading) + 1


def brings_caravan(reading: Reading) -> bool:
    """Whether a card of the table brings the caravan."""
    return any(brings(card, CARAVAN) for card in cards_said(reading))
