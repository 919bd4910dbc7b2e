"""Rattus as the core's facade sees it (core/game.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bellringer.core.components import Components
from bellringer.core.errors import OptionError
from bellringer.core.game import Option, Result
from bellringer.core.state import State
from bellringer.rattus import box, codec, game, kit, names, position
from bellringer.rattus.box_parts import BOXES, SEATS
from bellringer.rattus.view import view

# Which things of the board a span of moves is about: (first word of the name, prefix of the target). The plague piece
# goes to a spot of its own in a region, so that a click says which of the two is meant.
TARGETS = {
    "place": "region",
    "from": "region",
    "to": "region",
    "plague": "plague",
    "take": "card",
    "use": "card",
    "rat": "rat",
}


class Rattus:
    """The one object of this class is `GAME`."""

    name = "rattus"
    rules_version = position.RULES_VERSION
    book = game.rulebook()
    fewest_seats = 2
    most_seats = 6
    move_names = names.MOVES
    studies = {"classes": "take"}
    law_names = names.LAWS
    options = {
        "box": Option(
            "base",
            BOXES,
            "which box's map and tokens: the base game's, for 2 to 4, or the Big Box's",
            by_seats={seats: box.usual_box(seats) for seats in (5, 6)},
        ),
        "classes": Option(
            names.PLAYABLE[: kit.cards_wanted(4)],
            names.PLAYABLE,
            "the class cards, one of them of chivalry",
            by_seats={seats: names.PLAYABLE[: kit.cards_wanted(seats)] for seats in (5, 6)},
            several=True,
            coming=tuple(card for card in names.CLASSES if card not in names.PLAYABLE),
        ),
        "start": Option(0, (0, 1, 2, 3, 4, 5), "the seat that begins, from 0"),
    }

    def seat_names(self, seats: int) -> tuple[str, ...]:
        return names.COLOURS[:seats]

    def blank(self, seats: int, options: Mapping[str, Any], components: str | None) -> State:
        if options["start"] >= seats:
            raise OptionError(f"start can't be seat {options['start']}: the seats are 0 to {seats - 1}")
        if seats not in SEATS[options["box"]]:
            raise OptionError(f"{seats} players need box big-box: the base box is for {SEATS['base'][-1]} at most")
        found = box.shipped() if components is None else box.from_components(Components.read(components))
        if reason := kit.wrong_cards(options["classes"], seats, found.kit(seats, options["box"])):
            raise OptionError(f"classes: {reason}")
        state = State(self.book)
        codec.write_options(state, seats, position.options_fields(seats, options, found))
        return state

    def put_box(self, state: State, document: Mapping[str, Any]) -> None:
        position.put_box(state, document)

    def position(self, state: State) -> dict[str, Any]:
        return position.document(state)

    def restore(self, document: Mapping[str, Any]) -> State:
        return position.restore(self.book, document)

    def options_of(self, state: State) -> dict[str, Any]:
        europe = codec.read_europe(state)
        return {
            "box": position.box_name(europe),
            "classes": position.cards_of(europe),
            "start": europe["start"],
        }

    def box_of(self, state: State) -> dict[str, Any]:
        return position.components_document(codec.read_europe(state), state.seats)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return view(state, seat)

    def open_name(self, state: State, seat: int, move: int) -> str | None:
        return names.MOVES[move]  # all is done on the open board

    def result(self, state: State) -> Result:
        """The tie-break counts the turns that a seat would have had to wait: fewer are better."""
        turn, seats = codec.read_europe(state)["turn"], state.seats
        return Result(
            places=tuple(state.place(p) for p in range(seats)),
            scores=tuple(state.score(p) for p in range(seats)),
            tie_breaks=tuple(((p - turn - 1) % seats,) for p in range(seats)),
        )

    def target(self, state: State, seat: int, move: int) -> str | None:
        word, _, thing = names.MOVES[move].partition(" ")
        return f"{TARGETS[word]} {thing}" if word in TARGETS else None

    def ask(self, state: State) -> tuple[str, dict[str, Any]]:
        if not state.asks:
            return "", {}
        found = position.ask_document(*state.asks[-1])
        return found.pop("ask"), found

    def move_words(self, state: State, move: int, language: str) -> str:
        from bellringer.rattus import words

        return words.move_words(names.MOVES[move], self.ask(state)[0], language, self.box_name(state))

    def ask_words(self, state: State, language: str) -> str:
        from bellringer.rattus import words

        name, arguments = self.ask(state)
        return words.ask_words(name, arguments, language, self.box_name(state)) if name else ""

    def event_words(
        self, state: State, event: tuple[int, int, int, int, int], seats: Sequence[str] | None, language: str
    ) -> str:
        from bellringer.rattus import words

        kind, seat, what, where, amount = event
        name, options = self.event_name(kind), codec.read_options(state)
        token = kit.kit_of(options).tokens[what] if name == "rat-turned" else None
        box = position.box_name(options)
        return words.event_words(name, seat, what, where, amount, language, seats, box=box, token=token)

    def box_name(self, state: State) -> str:
        """Which box's names of the regions are used."""
        return position.box_name(codec.read_options(state))

    def event_name(self, kind: int) -> str:
        return names.EVENTS[kind - 1]

    def rule_words(self, name: str, language: str) -> tuple[str, str]:
        from bellringer.rattus import words

        return words.rule_words(name, language)


GAME = Rattus()
