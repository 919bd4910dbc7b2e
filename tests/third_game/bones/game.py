"""The game by the contract of bellringer.core.contract.game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bellringer.core.compiled.state import State
from bellringer.core.contract.game import Game, RawEvent
from bellringer.core.contract.options import Option
from bellringer.core.errors import OptionError
from bellringer.core.shown.result import Result
from bellringer.core.shown.show import CardGroup, Choice, Display, GameWords, Pictures, TerminalPictures
from bellringer.core.shown.view_model import ViewModel
from bones import names
from bones.document import codec
from bones.document.fields import FIELDS
from bones.rules import engine


class Bones(Game):
    name = "bones"
    book = engine.rulebook()
    fields = FIELDS
    codec = codec
    fewest_seats = 2
    most_seats = len(names.COLOURS)
    most_decisions = 100
    move_names = names.MOVES
    event_names = names.EVENTS
    ask_names = names.ASKS
    law_names = names.LAWS
    studies: Mapping[str, str] = {}
    cards = (CardGroup("heap", "card", ("heap",)),)
    options = {"start": Option(0, (0, 1, 2), "the seat that begins, from 0")}

    def seat_names(self, seats: int) -> tuple[str, ...]:
        return names.COLOURS[:seats]

    def blank(self, seats: int, options: Mapping[str, Any], components: str | None, is_new: bool = True) -> State:
        if options["start"] >= seats:
            raise OptionError(f"start can't be seat {options['start']}")
        return self.documents.blank(seats, {"start": options["start"]})

    def options_of(self, state: State) -> dict[str, Any]:
        return {"start": codec.read(state)["start"]}

    def open_name(self, state: State, seat: int, move: int) -> str | None:
        return names.MOVES[move]

    def result(self, state: State) -> Result:
        seats = range(state.seats)
        places = tuple(state.place(p) for p in seats)
        return Result(places, tuple(state.score(p) for p in seats), tuple(() for _ in seats))

    def target(self, state: State, seat: int, move: int) -> str | None:
        return "heap"

    @property
    def words(self) -> GameWords:
        from bones.words import sentences

        return sentences

    def move_words(self, state: State, move: int, language: str) -> str:
        return self.words.words_in(language)("asks.take.take", n=move + 1)

    def ask_words(self, state: State, language: str, moves: Sequence[int] = ()) -> str:
        return self.words.words_in(language)("asks.take.prompt") if state.asks else ""

    def event_words(self, state: State, event: RawEvent, seats: Sequence[str] | None, language: str) -> str:
        from bones.words import sentences

        seat = sentences.seat_names(seats, language)[event[1]]
        return self.words.words_in(language)("events.bones-taken", seat=seat, n=event[4])

    def view_model(self, view: Mapping[str, Any], language: str) -> ViewModel:
        from bones.show.view_model import HeapModel

        return HeapModel(view, language)

    @property
    def pictures(self) -> Pictures:
        from bones.show import svg

        return svg

    @property
    def terminal(self) -> TerminalPictures:
        from bones.show import text

        return text

    def display(self, model: ViewModel, choices: Sequence[Choice]) -> Display:
        from bones.show.page import HeapDisplay

        return HeapDisplay(model, choices)


GAME = Bones()
