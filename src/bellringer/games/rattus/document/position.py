"""Positions as documents: a Europe by names, whole or partial, and back. The FEN of this game, for people.

`document` gives everything. `restore` takes as little as a rulebook's example needs: what is left out is filled in
as a game in that phase would most plainly have it, and what can't be is refused with the field's path.

Rat tokens are named by their number in the box and their face (component_set.py); a partial document may give just the
face, `[1, "church"]`, or only how many there are. A region's rats stand in the order in which they came.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.core.state import State
from bellringer.games.rattus.box import Box, shipped
from bellringer.games.rattus.component_set import ComponentSet, Token, component_set_of, names_of, wrong_cards
from bellringer.games.rattus.document import codec, loader
from bellringer.games.rattus.document.loader_asks import argument_name
from bellringer.games.rattus.document.loader_clock import COUNTED, STEPPED
from bellringer.games.rattus.names import ASKS, CLASSES, COLOURS, LAWS, PHASES, REGIONS

Document = dict[str, Any]
Fields = Mapping[str, Any]
FORM = 1  # of the document; by which rules a table goes is for its record to say


def document(state: State) -> Document:
    """The whole state by names; `restore` makes the same bytes of it, but for events."""
    europe, seats = codec.read_europe(state), state.seats
    names = component_set_of(europe).token_names
    return {
        **options_document(europe, seats),
        **components_entry(europe, seats),
        **clock_document(europe),
        "plague": REGIONS[europe["piece"]],
        "players": players_document(europe, seats),
        "rats": {
            region: [rat_document(rat, names) for rat in rats]
            for region, rats in zip(REGIONS, europe["rats"], strict=True)
            if rats
        },
        "supply": [names[token] for token in europe["in_supply"]],
        "removed": [names[token] for token in europe["in_removed"]],
        "asks": [ask_document(*ask) for ask in state.asks],
        "dice": "".join(f"{word:016x}" for word in state.dice),
        "revealed": state.revealed,
    }


def seats_in(mask: int) -> list[str]:
    """The colours of a bit set of seats."""
    return list(names_of(mask, COLOURS))


def box_name(europe: Fields) -> str:
    """Which box is played with."""
    return "big-box" if europe["big_box"] else "base"


def cards_of(europe: Fields) -> tuple[str, ...]:
    """The class cards of the table."""
    return tuple(card for card, holder in zip(CLASSES, europe["holder"], strict=True) if holder != loader.IN_BOX)


def cards_with(europe: Fields, holder: int) -> list[str]:
    """The class cards that a seat holds, or that lie beside the board."""
    return [card for card, one in zip(CLASSES, europe["holder"], strict=True) if one == holder]


def options_document(europe: Fields, seats: int) -> Document:
    """What the table has chosen."""
    return {
        "game": "rattus",
        "rules": FORM,
        "seats": seats,
        "box": box_name(europe),
        "classes": list(cards_of(europe)),
    }


def clock_document(europe: Fields) -> Document:
    """Where the game stands."""
    phase = "over" if europe["over"] else PHASES[europe["phase"]]
    found: Document = {
        "phase": phase,
        "start": COLOURS[europe["start"]],
        "turn": COLOURS[europe["turn"]],
        "turns": europe["turns"],
    }
    if phase in STEPPED:
        found["step"] = europe["step"]
    found |= {"taken": bool(europe["has_taken"]), "placed": bool(europe["has_placed"])}
    found["used"] = list(names_of(europe["used"], CLASSES))
    if phase == "spread":
        found["rats-to-come"] = europe["rats_to_come"]
    if phase in COUNTED:
        found["piece-counts"] = europe["piece_counts"]
    return found


def players_document(europe: Fields, seats: int) -> Document:
    """The seats' things, all of them open."""
    return {COLOURS[p]: player_document(europe, p) for p in range(seats)}


def player_document(europe: Fields, p: int) -> Document:
    """One seat's things."""
    return {
        "supply": europe["supply"][p],
        "palace": europe["palace"][p],
        "citizens": {region: n for region, n in zip(REGIONS, europe["citizens"][p], strict=True) if n},
        "classes": cards_with(europe, p),
    }


def rat_document(rat: tuple[int, int, int], names: tuple[str, ...]) -> Document:
    """A rat on the board: which token it is, who has looked at it, whether it was laid out at the set-up."""
    token, seen, laid_out = rat
    return {"token": names[token], "seen": seats_in(seen), "laid-out": bool(laid_out)}


def ask_document(kind: int, seats: int, about: int, more: int) -> Document:
    """An ask with its arguments by name."""
    name, first, second = ASKS[kind - 1]
    found: Document = {"ask": name, "seats": seats_in(seats)}
    found |= {argument: argument_name(argument, n) for argument, n in ((first, about), (second, more)) if argument}
    return found


# the box


def components_entry(europe: Fields, seats: int) -> Document:
    """The box under "components", if it is another than the shipped one."""
    found = components_document(europe, seats)
    return {"components": found} if found else {}


def components_document(europe: Fields, seats: int) -> Document:
    """What the table's components has other than that of the shipped box."""
    components, usual = component_set_of(europe), shipped().component_set(seats, box_name(europe))
    return {} if components == usual else unlike(components, usual)


def unlike(components: ComponentSet, usual: ComponentSet) -> Document:
    """What one components has other than another."""
    found: Document = {}
    for name in ("citizens", "reach", "removed"):
        if getattr(components, name) != getattr(usual, name):
            found[name] = getattr(components, name)
    if components.regions != usual.regions:
        found["regions"] = list(components.regions)
    if components.borders != shipped().borders_within(components.regions):
        found["borders"] = [list(border) for border in components.borders]
    tokens = {name: faces for name, faces in faces_of(components).items() if faces != faces_of(usual)[name]}
    symbols = zip(CLASSES, components.classes, usual.classes, strict=True)
    classes = {card: symbol for card, symbol, other in symbols if symbol != other}
    return found | ({"tokens": tokens} if tokens else {}) | ({"classes": classes} if classes else {})


def faces_of(components: ComponentSet) -> dict[str, list[list[Any]]]:
    """The tokens as lists of faces."""

    def faces(starting: bool) -> list[list[Any]]:
        return [face_of(token) for token in components.tokens if token.starting == starting]

    return {"starting": faces(True), "regular": faces(False)}


def face_of(token: Token) -> list[Any]:
    """`[2, "church", "majority"]`."""
    return [token.limit, *token.symbols]


def options_fields(seats: int, options: Mapping[str, Any], box: Box) -> Document:
    """The struct's fields that a table chooses."""
    cards = options["classes"]
    return {
        "big_box": options["box"] == "big-box",
        "start": options["start"],
        "holder": [loader.ON_TABLE if card in cards else loader.IN_BOX for card in CLASSES],
        **box.component_set(seats, options["box"]).fields(),
    }


def put_box(state: State, components: Mapping[str, Any]) -> None:
    """Lay what `components_document` gave over the box of an undealt state. Raises PositionError."""
    europe, seats = codec.read_europe(state), state.seats
    raw = {"game": "rattus", "seats": seats, "box": box_name(europe), "components": components}
    loader.check_shape(raw)
    found = loader.components_for(raw, seats)
    if reason := wrong_cards(cards_of(europe), seats, found):
        raise PositionError("components.classes", reason)
    codec.write_options(state, seats, europe | found.fields())


# from a document


def restore(book: Any, raw: Mapping[str, Any]) -> State:
    """The state of a document, whole or partial. Raises PositionError with the path of what is impossible."""
    loader.check_shape(raw)
    fields, asks = loader.fields_of(raw)
    state = State(book)
    codec.write_europe(state, fields["seats"], fields)
    state.put_asks(asks)
    words = [int(raw["dice"][i : i + 16], 16) for i in range(0, 64, 16)] if "dice" in raw else [1, 2, 3, 4]
    state.put_dice(words, raw.get("revealed", 0))
    check_laws(state, may_wait_for_nobody=not asks)
    check_asks(state)
    if not state.over:
        state.settle()
        check_laws(state)
    return state


def check_laws(state: State, may_wait_for_nobody: bool = False) -> None:
    """The laws of conservation; before the rules have run on, a game may wait for nobody."""
    law = state.broken_law
    if law and not (may_wait_for_nobody and LAWS[law - 1] == "asks"):
        raise PositionError("", f"the {LAWS[law - 1]} do not add up")


def check_asks(state: State) -> None:
    """What the numbers alone do not show: the seat's cards must ask it, and the rules leave something to answer."""
    for i, ask in enumerate(ask_document(*ask) for ask in state.asks):
        seat = COLOURS.index(ask["seats"][0])
        if ask["ask"] == "place-more" and not codec.may_place_more(state, seat):
            raise PositionError(f"asks[{i}]", f"no card that {COLOURS[seat]} can still use adds a citizen")
        counts = codec.piece_counts_as(state, seat)
        if ask["ask"] == "count-piece" and ask["citizens"] != counts:
            raise PositionError(f"asks[{i}].citizens", f"by {COLOURS[seat]}'s cards the piece counts as {counts}")
        if i == len(state.asks) - 1 and not state.legal(seat):
            raise PositionError(f"asks[{i}]", f"{ask['ask']} leaves nothing to answer")
