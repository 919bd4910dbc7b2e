"""Notre Dame as the core's facade sees it (core/game.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bellringer.core.components import Components
from bellringer.core.errors import OptionError
from bellringer.core.game import Option, Result
from bellringer.core.state import State
from bellringer.notre_dame import box, codec, game, names, position
from bellringer.notre_dame.view import open_name, view

# Which things of the board a span of moves is about: (first word of the name, prefix of the target).
TARGETS = {
    "carriage": "market",
    "hire": "person",
    "keep": "card",
    "to": "sector",
    "use": "sector",
    "lose": "sector",
}


class NotreDame:
    """The one object of this class is `GAME`."""

    name = "notre-dame"
    rules_version = position.RULES_VERSION
    book = game.rulebook()
    fewest_seats = 2
    most_seats = 5
    move_names = names.MOVES
    studies = {"persons": "hire"}
    law_names = names.LAWS
    options = {
        "edition": Option("2007", ("2007", "anniversary"), "which edition's rules, where the two differ"),
        "persons": Option("base", ("base", "new"), "the nine gray persons, or three of nine a letter"),
        "open_prestige": Option(False, (False, True), "show everybody's prestige"),
        "start": Option(0, (0, 1, 2, 3, 4), "the seat that begins, from 0"),
    }

    def seat_names(self, seats: int) -> tuple[str, ...]:
        return names.COLOURS[:seats]

    def blank(self, seats: int, options: Mapping[str, Any], components: str | None) -> State:
        if options["start"] >= seats:
            raise OptionError(f"start can't be seat {options['start']}: the seats are 0 to {seats - 1}")
        found = box.shipped()
        if components is not None:
            found = box.from_components(Components.read(components), found)
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
        town = codec.read_town(state)
        return {
            "edition": "anniversary" if town["anniversary"] else "2007",
            "persons": "new" if town["new_persons"] else "base",
            "open_prestige": bool(town["open_prestige"]),
            "start": town["start"],
        }

    def box_of(self, state: State) -> dict[str, Any]:
        return position.box_document(codec.read_town(state), state.seats)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return view(state, seat)

    def open_name(self, state: State, seat: int, move: int) -> str | None:
        return open_name(state, seat, move)

    def result(self, state: State) -> Result:
        town = codec.read_town(state)
        seats = range(state.seats)
        return Result(
            places=tuple(state.place(p) for p in seats),
            scores=tuple(state.score(p) for p in seats),
            tie_breaks=tuple((town["coins"][p] + town["supply"][p],) for p in seats),
        )

    def target(self, state: State, seat: int, move: int) -> str | None:
        name = names.MOVES[move]
        if name in names.ACTIONS:
            return f"card {name}"
        word, _, thing = name.partition(" ")
        if word == "from":
            return f"place {names.COLOURS[seat]} {thing}"
        kind = TARGETS.get(word)
        return f"sector {names.COLOURS[seat]} {thing}" if kind == "sector" else f"{kind} {thing}" if kind else None

    def ask(self, state: State) -> tuple[str, dict[str, Any]]:
        if not state.asks:
            return "", {}
        found = position.ask_document(*state.asks[-1])
        return found.pop("ask"), found

    def move_words(self, state: State, move: int, language: str) -> str:
        from bellringer.notre_dame import words

        return words.move_words(names.MOVES[move], self.ask(state)[0], language)

    def ask_words(self, state: State, language: str) -> str:
        from bellringer.notre_dame import words

        name, arguments = self.ask(state)
        return words.ask_words(name, arguments, language) if name else ""

    def event_words(
        self, state: State, event: tuple[int, int, int, int, int], seats: Sequence[str] | None, language: str
    ) -> str:
        from bellringer.notre_dame import words

        kind, seat, what, where, amount = event
        return words.event_words(self.event_name(kind), seat, what, where, amount, language, seats)

    def event_name(self, kind: int) -> str:
        return names.EVENTS[kind - 1]

    def rule_words(self, name: str, language: str) -> tuple[str, str]:
        from bellringer.notre_dame import words

        return words.rule_words(name, language)


GAME = NotreDame()
