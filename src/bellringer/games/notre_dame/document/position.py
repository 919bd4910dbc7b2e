"""Positions as documents: a Town by names, whole or partial, and back. The FEN of this game, for people.

`document` gives everything. `restore` takes as little as a rulebook's example needs: what is left out is filled in
as a game in that round would most plainly have it, and what can't be is refused with the field's path.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.core.state import State
from bellringer.games.notre_dame.box import Box, shipped
from bellringer.games.notre_dame.document import codec, loader
from bellringer.games.notre_dame.names import (
    ACTIONS,
    ALL_MARKETS,
    ALL_MESSAGES,
    ASKS,
    BACKS,
    COLOURS,
    LAWS,
    PERIOD_ROUNDS,
    PERSONS,
    PHASES,
    PLACES,
    POOLS,
    SECTORS,
    WHOSE,
)

Document = dict[str, Any]
FORM = 1  # of the document; by which rules a table goes is for its record to say
BROWN = 6


def seats_in(mask: int) -> list[str]:
    """The colours of a bit set of seats."""
    return [colour for seat, colour in enumerate(COLOURS) if mask >> seat & 1]


def document(state: State) -> Document:
    """The whole state by names; `restore` makes the same bytes of it, but for events."""
    town = codec.read_town(state)
    seats = state.seats
    period_round = 2 if town["over"] else town["round"] % PERIOD_ROUNDS
    return {
        **options_document(town, seats),
        **box_entry(town, seats),
        **clock_document(town),
        "players": {COLOURS[p]: player_document(town, p, period_round + 1) for p in range(seats)},
        "markets": markets_document(town),
        **persons_document(town),
        "asks": [ask_document(*ask) for ask in state.asks],
        "dice": "".join(f"{word:016x}" for word in state.dice),
        "revealed": state.revealed,
    }


def pool_name(town: Mapping[str, Any]) -> str:
    """Which persons the gray ones were drawn from."""
    number: int = town["new_persons"]
    return tuple(POOLS)[number]


def options_document(town: Mapping[str, Any], seats: int) -> Document:
    """What the table has chosen."""
    return {
        "game": "notre-dame",
        "rules": FORM,
        "seats": seats,
        "edition": "anniversary" if town["anniversary"] else "2007",
        "persons": pool_name(town),
        "open-prestige": bool(town["open_prestige"]),
    }


def clock_document(town: Mapping[str, Any]) -> Document:
    """Where the game stands."""
    return {
        "round": min(town["round"] + 1, 9),
        "phase": "over" if town["over"] else PHASES[town["phase"]],
        "start": COLOURS[town["start"]],
        "turn": town["turn"],
    }


def player_document(town: Mapping[str, Any], p: int, rounds: int) -> Document:
    """One seat's things. `drawn`: for each round of the period the cards that left this seat's pile (kept by it,
    by its left neighbour, by the next); `played`: which of its own hand the seat has played."""
    drawn = [[ACTIONS[card] for card in town["deck"][p][3 * r : 3 * r + 3]] for r in range(rounds)]
    return {
        **open_player_document(town, p),
        "prestige": town["prestige"][p],
        "drawn": drawn,
        "played": played_document(town["played"][p], rounds),
    }


def open_player_document(town: Mapping[str, Any], p: int) -> Document:
    """What everybody sees of a seat."""
    friend = town["friend"][p]
    return {
        "supply": town["supply"][p],
        "general": town["general"][p],
        "coins": town["coins"][p],
        "rat": town["rat"][p],
        "friend": None if friend < 0 else SECTORS[friend],
        "carriage": ALL_MARKETS[town["carriage"][p]],
        "markers": {place: n for place, n in zip(PLACES, town["markers"][p], strict=True) if n},
        "messages": [name for i, name in enumerate(ALL_MESSAGES) if town["collected"][p] >> i & 1],
    }


def played_document(played: int, rounds: int) -> list[list[str]]:
    """For each round which cards of the hand lie open, by whose pile they came from."""
    return [[whose for k, whose in enumerate(WHOSE) if played >> (3 * r + k) & 1] for r in range(rounds)]


def markets_document(town: Mapping[str, Any]) -> Document:
    """The messages that still lie on markets."""
    return {ALL_MARKETS[i]: ALL_MESSAGES[token] for i, token in enumerate(town["message"]) if token >= 0}


def persons_document(town: Mapping[str, Any]) -> Document:
    """The open persons and the piles; the gray ones to come in their order."""
    done = min(town["round"], 8)
    gray = [PERSONS[person] for person in town["gray"]]
    return {
        "open": [PERSONS[person] for person in town["open"]],
        "brown-pile": [PERSONS[person] for person in range(BROWN) if town["brown"] >> person & 1],
        "gray-past": gray[:done],
        "gray-pile": gray[done + 1 :],
        "immune": seats_in(town["immune"]),
        "gray-pile-seen-by": seats_in(town["knows_gray"]),
    }


def box_entry(town: Mapping[str, Any], seats: int) -> Document:
    """The box under "box", if it is another than the shipped one."""
    box = box_document(town, seats)
    return {"box": box} if box else {}


def box_document(town: Mapping[str, Any], seats: int) -> Document:
    """What differs from the shipped box."""
    box, found = shipped(), Document()
    if town["cathedral"] != box.cathedral[seats]:
        found["cathedral"] = town["cathedral"]
    if town["streets"] != box.streets(town["boroughs"]):
        found["streets"] = [
            [ALL_MARKETS[a], ALL_MARKETS[b]]
            for a, mask in enumerate(town["streets"])
            for b in range(a + 1, len(ALL_MARKETS))
            if mask >> b & 1
        ]
    persons = {
        person: {"back": BACKS[town["back"][i]], "rats": town["rats"][i]}
        for i, person in enumerate(PERSONS)
        if (BACKS[town["back"][i]], town["rats"][i]) != (box.backs[i], box.rats[i])
    }
    if persons:
        found["persons"] = persons
    return found


def ask_document(kind: int, seats: int, about: int, more: int) -> Document:
    """An ask with its arguments by name."""
    name, first, second = ASKS[kind - 1]
    found: Document = {"ask": name, "seats": seats_in(seats)}
    for argument, number in ((first, about), (second, more)):
        if argument:
            found[argument] = argument_name(name, argument, number)
    return found


def argument_name(ask: str, argument: str, number: int) -> Any:
    """What an ask's number means."""
    if argument in ("must", "cathedral", "all", "use"):
        return bool(number)
    if argument in ("from", "to", "action"):
        return ACTIONS[number]
    if argument == "except":
        return PERSONS[number - 1] if number else None
    return number


def argument_number(argument: str, value: Any) -> int:
    """And back."""
    if argument in ("from", "to", "action"):
        return ACTIONS.index(value)
    if argument == "except":
        return PERSONS.index(value) + 1 if value else 0
    return int(value)


def options_fields(seats: int, options: Mapping[str, Any], box: Box) -> Document:
    """The struct's fields that a table chooses, for a table of any kind."""
    boroughs = 4 if seats == 2 else seats
    return {
        "anniversary": options["edition"] == "anniversary",
        "new_persons": tuple(POOLS).index(options["persons"]),
        "open_prestige": bool(options["open_prestige"]),
        "boroughs": boroughs,
        "cathedral": box.cathedral[seats],
        "rats": list(box.rats),
        "back": [BACKS.index(back) for back in box.backs],
        "streets": box.streets(boroughs),
        "start": options["start"],
    }


def put_box(state: State, box: Mapping[str, Any]) -> None:
    """Lay what `box_document` gave over the box of an undealt state. Raises PositionError."""
    seats = state.seats
    raw = {"game": "notre-dame", "seats": seats, "box": box}
    loader.check_shape(raw)
    codec.write_options(state, seats, codec.read_town(state) | loader.box_fields(raw, seats))


def restore(book: Any, raw: Mapping[str, Any]) -> State:
    """The state of a document, whole or partial. Raises PositionError with the path of what is impossible."""
    loader.check_shape(raw)
    fields, asks = loader.fields_of(raw)
    state = State(book)
    codec.write_town(state, fields["seats"], fields)
    state.put_asks(asks)
    words = [int(raw["dice"][i : i + 16], 16) for i in range(0, 64, 16)] if "dice" in raw else [1, 2, 3, 4]
    state.put_dice(words, raw.get("revealed", 0))
    check_laws(state, may_wait_for_nobody=not asks)
    if not state.over:
        check_asks(state)
        state.settle()
        check_laws(state)
    return state


def check_laws(state: State, may_wait_for_nobody: bool = False) -> None:
    """The laws of conservation; before the rules have run on, a game may wait for nobody."""
    law = state.broken_law
    if law and not (may_wait_for_nobody and LAWS[law - 1] == "asks"):
        raise PositionError("", f"the {LAWS[law - 1]} do not add up")


CHOICES = {
    "lose-marker": "more than one fullest sector with a marker",
    "whose-card": "more than one card of the action in the hand",
}


def check_asks(state: State) -> None:
    """What the numbers alone do not show: the rules must leave something to choose."""
    for i, ask in enumerate(ask_document(*ask) for ask in state.asks):
        seats = [COLOURS.index(colour) for colour in ask["seats"]]
        if ask["ask"] == "take-message" and not codec.may_take_message(state, seats[0]):
            raise PositionError(f"asks[{i}]", f"{ask['seats'][0]} may not take the message at its carriage")
        if ask["ask"] in CHOICES and any(len(state.legal(p)) < 2 for p in seats):
            raise PositionError(f"asks[{i}]", f"{ask['ask']} is asked only when there is {CHOICES[ask['ask']]}")
