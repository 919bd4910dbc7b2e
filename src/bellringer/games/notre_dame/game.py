"""Notre Dame as everybody else sees it: the contract of core/game.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bellringer.core.components import Components
from bellringer.core.errors import OptionError
from bellringer.core.game import Game, RawEvent, Result
from bellringer.core.options import Option
from bellringer.core.show import CardGroup, Choice, Display, GameWords, Pictures, TerminalPictures
from bellringer.core.state import State
from bellringer.core.view_model import ViewModel
from bellringer.games.notre_dame import box, names, versions
from bellringer.games.notre_dame.document import codec, position, schema, view
from bellringer.games.notre_dame.rules import engine

# Which things of the board a span of moves is about: (first word of the name, prefix of the target).
TARGETS = {
    "carriage": "market",
    "hire": "person",
    "keep": "card",
    "to": "sector",
    "use": "sector",
    "lose": "sector",
}


class NotreDame(Game):
    """The one object of this class is `GAME`."""

    name = "notre-dame"
    rule_versions = versions.VERSIONS
    book = engine.rulebook()
    fewest_seats = 2
    most_seats = len(names.COLOURS)
    move_names = names.MOVES
    event_names = names.EVENTS
    ask_names = names.ASKS
    law_names = names.LAWS
    studies = {"persons": "hire"}
    cards = (CardGroup("actions", "card", names.ACTIONS), CardGroup("persons", "person", names.PERSONS))
    options = {
        "edition": Option("2007", ("2007", "anniversary"), "which edition's rules, where the two differ"),
        "persons": Option("base", tuple(names.POOLS), "the nine gray persons, or three of nine a letter"),
        "open_prestige": Option(False, (False, True), "show everybody's prestige"),
        "start": Option(0, (0, 1, 2, 3, 4), "the seat that begins, from 0"),
    }

    # a table of this game

    def rule_parts(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        return versions.parts_of(options)

    def seat_names(self, seats: int) -> tuple[str, ...]:
        return names.COLOURS[:seats]

    def blank(self, seats: int, options: Mapping[str, Any], components: str | None, is_new: bool = True) -> State:
        if options["start"] >= seats:
            raise OptionError(f"start can't be seat {options['start']}: the seats are 0 to {seats - 1}")
        found = box.shipped()
        if components is not None:
            found = box.from_components(Components.read(components), found)
        state = State(self.book)
        codec.write_options(state, seats, position.options_fields(seats, options, found))
        return state

    def options_of(self, state: State) -> dict[str, Any]:
        town = codec.read_town(state)
        return {
            "edition": "anniversary" if town["anniversary"] else "2007",
            "persons": position.pool_name(town),
            "open_prestige": bool(town["open_prestige"]),
            "start": town["start"],
        }

    def box_of(self, state: State) -> dict[str, Any]:
        return position.box_document(codec.read_town(state), state.seats)

    def put_box(self, state: State, document: Mapping[str, Any]) -> None:
        position.put_box(state, document)

    def result(self, state: State) -> Result:
        town = codec.read_town(state)
        seats = range(state.seats)
        return Result(
            places=tuple(state.place(p) for p in seats),
            scores=tuple(state.score(p) for p in seats),
            tie_breaks=tuple((town["coins"][p] + town["supply"][p],) for p in seats),
        )

    # documents

    def position(self, state: State) -> dict[str, Any]:
        return position.document(state)

    def restore(self, document: Mapping[str, Any]) -> State:
        return position.restore(self.book, document)

    def position_schema(self) -> str:
        return schema.position_schema()

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return view.view(state, seat)

    def whole_view(self, state: State) -> dict[str, Any]:
        return view.whole_view(state)

    def ask(self, state: State) -> tuple[str, dict[str, Any]]:
        if not state.asks:
            return "", {}
        found = position.ask_document(*state.asks[-1])
        return found.pop("ask"), found

    def target(self, state: State, seat: int, move: int) -> str | None:
        name = names.MOVES[move]
        if name in names.ACTIONS:
            return f"card {name}"
        word, _, thing = name.partition(" ")
        if word == "from":
            return f"place {names.COLOURS[seat]} {thing}"
        kind = TARGETS.get(word)
        return f"sector {names.COLOURS[seat]} {thing}" if kind == "sector" else f"{kind} {thing}" if kind else None

    # words

    @property
    def words(self) -> GameWords:
        from bellringer.games.notre_dame.words import sentences

        return sentences

    def move_words(self, state: State, move: int, language: str) -> str:
        from bellringer.games.notre_dame.words import sentences

        return sentences.move_words(names.MOVES[move], self.ask(state)[0], language)

    def ask_words(self, state: State, language: str) -> str:
        from bellringer.games.notre_dame.words import sentences

        name, arguments = self.ask(state)
        return sentences.ask_words(name, arguments, language) if name else ""

    def event_words(self, state: State, event: RawEvent, seats: Sequence[str] | None, language: str) -> str:
        from bellringer.games.notre_dame.words import sentences

        kind, seat, what, where, amount = event
        return sentences.event_words(self.event_name(kind), seat, what, where, amount, language, seats)

    # what is shown

    def view_model(self, view: Mapping[str, Any], language: str) -> ViewModel:
        from bellringer.games.notre_dame.show.view_model import TownModel

        return TownModel(view, language)

    @property
    def pictures(self) -> Pictures:
        from bellringer.games.notre_dame.show import svg

        return svg

    @property
    def terminal(self) -> TerminalPictures:
        from bellringer.games.notre_dame.show import text

        return text

    def display(self, model: ViewModel, choices: Sequence[Choice]) -> Display:
        from bellringer.games.notre_dame.show.page import TownDisplay

        return TownDisplay(model, choices)


GAME = NotreDame()
