"""Notre Dame as everybody else sees it: the contract of core/contract/game.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bellringer.core.compiled.nets import with_shipped_net
from bellringer.core.compiled.state import State, with_levels
from bellringer.core.contract.game import Game, RawEvent
from bellringer.core.contract.options import Option
from bellringer.core.edges.components import Components
from bellringer.core.errors import OptionError
from bellringer.core.levels import read_levels
from bellringer.core.shown.result import Result
from bellringer.core.shown.show import (
    CardGroup,
    Chapters,
    Choice,
    Display,
    GameWords,
    Guide,
    Lessons,
    Pictures,
    Step,
    TerminalPictures,
)
from bellringer.core.shown.view_model import ViewModel
from bellringer.games.notre_dame import box, names, versions
from bellringer.games.notre_dame.document import box_part, codec, open_moves, unseen
from bellringer.games.notre_dame.document.fields import EDITIONS, FIELDS
from bellringer.games.notre_dame.rules import engine
from bellringer.games.notre_dame.sources import SOURCES, source_anchor

# Which things of the board a span of moves is about: (first word of the name, prefix of the target).
TARGETS = {
    "carriage": "market",
    "hire": "person",
    "keep": "card",
    "to": "sector",
    "use": "sector",
    "lose": "sector",
}


POOLS = tuple(names.POOLS)  # of persons, by the number in the struct


class NotreDame(Game):
    """The one object of this class is `GAME`."""

    name = "notre-dame"
    rule_versions = versions.VERSIONS
    book = with_shipped_net(engine.rulebook(), Path(__file__).with_name("net.bin"))
    book = with_levels(book, read_levels("bellringer.games.notre_dame"))
    fields = FIELDS
    codec = codec
    fewest_seats = 2
    most_seats = len(names.COLOURS)
    most_decisions = 100
    move_names = names.MOVES
    event_names = names.EVENTS
    revealing = ("person-opens", "cards-passed", "gray-pile-seen", "game-ends")
    showing = ("card-played",)
    entry_heads = frozenset(
        {
            *("round-begins", "card-played", "person-hired", "plague-strikes", "cathedral-shared", "period-ends"),
            "game-ends",
        }
    )
    entry_leads = {"person-hired": "coins-paid"}
    sources = SOURCES
    draws = names.DRAWS
    studies = {"persons": "hire"}
    cards = (CardGroup("actions", "card", names.ACTIONS), CardGroup("persons", "person", names.PERSONS))
    options = {
        "edition": Option("2007", EDITIONS, "which edition's rules, where the two differ"),
        "persons": Option("base", POOLS, "the nine gray persons, or three of nine a letter"),
        "open_prestige": Option(False, (False, True), "show everybody's prestige"),
        "start": Option(0, (0, 1, 2, 3, 4), "the seat that begins, from 0"),
    }

    # a table of this game

    def rule_parts(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        return versions.parts_of(options)

    def blank(self, seats: int, options: Mapping[str, Any], components: str | None, is_new: bool = True) -> State:
        if options["start"] >= seats:
            reason = f"start can't be seat {options['start']}: the seats are 0 to {seats - 1}"
            raise OptionError(reason, "options.start")
        found = box.shipped()
        if components is not None:
            found = box.from_components(Components.read(components), found)
        numbers = {
            "anniversary": EDITIONS.index(options["edition"]),
            "new_persons": POOLS.index(options["persons"]),
            "open_prestige": options["open_prestige"],
            "boroughs": names.boroughs_of(seats),
            "start": options["start"],
            **box_part.numbers_of(found, seats),
        }
        return self.documents.blank(seats, numbers)

    def options_of(self, state: State) -> dict[str, Any]:
        town = codec.read(state)
        return {
            "edition": EDITIONS[town["anniversary"]],
            "persons": POOLS[town["new_persons"]],
            "open_prestige": bool(town["open_prestige"]),
            "start": town["start"],
        }

    def dealt_anew(self, state: State, seed: int) -> State:
        return unseen.dealt_anew(self, state, seed)

    def open_name(self, state: State, seat: int, move: int) -> str | None:
        return open_moves.open_name(state, seat, move)

    def result(self, state: State) -> Result:
        town = codec.read(state)
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

    # words

    @property
    def words(self) -> GameWords:
        from bellringer.games.notre_dame.words import sentences

        return sentences

    def move_words(self, state: State, move: int, language: str) -> str:
        from bellringer.games.notre_dame.words import sentences

        name = names.MOVES[move]
        return sentences.move_words(name, self.ask(state)[0], language, self.pile_of(state, name))

    def pile_of(self, state: State, move: str) -> str:
        """The seat whose pile the card of a move came from, where the move says that; else nothing."""
        if move not in names.PILES:
            return ""
        whose = names.PILES.index(move)
        return names.COLOURS[(state.pending[0] - whose) % state.seats]

    def ask_words(self, state: State, language: str, moves: Sequence[int] = ()) -> str:
        from bellringer.games.notre_dame.words import sentences

        name, arguments = self.ask(state)
        about = dict(arguments)
        if name == "take-message":
            about["message"] = self.message_before(state)
        if name == "whose-card":
            about["piles"] = [self.pile_of(state, names.MOVES[move]) for move in moves]
        return sentences.ask_words(name, about, language) if name else ""

    def message_before(self, state: State) -> str:
        """The message where the carriage of the seat that decides stands."""
        town = codec.read(state)
        message: int = town["message"][town["carriage"][state.pending[0]]]
        return names.ALL_MESSAGES[message]

    def event_words(self, state: State, event: RawEvent, seats: tuple[str, ...] | None, language: str) -> str:
        from bellringer.games.notre_dame.words import sentences

        kind, seat, what, where, amount = event
        return sentences.event_words(self.event_name(kind), seat, what, where, amount, language, seats)

    def came_words(self, state: State, event: RawEvent, seats: tuple[str, ...] | None, language: str) -> str:
        from bellringer.games.notre_dame.words import sentences

        kind, seat, what, where, amount = event
        name = self.event_name(kind)
        return sentences.event_words(name, seat, what, where, amount, language, seats, sentences.CAME)

    def source_words(self, source: str, language: str) -> str:
        from bellringer.games.notre_dame.words import sentences

        return sentences.source_words(source, language)

    def source_anchor(self, source: str, seat: int) -> str:
        return source_anchor(source, seat)

    def kind_words(self, kind: str, language: str) -> str:
        from bellringer.games.notre_dame.words import sentences

        return sentences.kind_words(kind, language)

    def why_words(self, source: str, language: str) -> str:
        from bellringer.games.notre_dame.words import sentences

        return sentences.why_words(source, language)

    def points_words(self, language: str) -> str:
        from bellringer.games.notre_dame.words import sentences

        return sentences.points_words(language)

    def column_words(self, column: str, language: str) -> str:
        from bellringer.games.notre_dame.words import sentences

        return sentences.column_words(column, language)

    def scene(self, state: State, event: RawEvent, viewer: int | None = None) -> tuple[Step, ...]:
        from bellringer.games.notre_dame.show import scenes

        kind, seat, what, where, amount = event
        town, box = codec.read(state), codec.read_box(state)
        start = (town["start"] + amount - 1 - town["round"]) % state.seats  # of the round that begins
        one = scenes.Happened(seat, what, where, amount, state.seats, viewer or 0, start, tuple(box["streets"]))
        return scenes.scene(self.event_name(kind), one)

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

    @property
    def guide(self) -> Guide:
        from bellringer.games.notre_dame.show.guide import GUIDE

        return GUIDE

    @property
    def chapters(self) -> Chapters:
        from bellringer.games.notre_dame.show.chapters import CHAPTERS

        return CHAPTERS

    @property
    def lessons(self) -> Lessons:
        from bellringer.games.notre_dame.show.lessons import LESSONS

        return LESSONS


GAME = NotreDame()
