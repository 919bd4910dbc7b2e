"""Rattus as everybody else sees it: the contract of core/contract/game.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bellringer.core.compiled.nets import with_shipped_net
from bellringer.core.compiled.state import State, with_levels
from bellringer.core.contract.game import Game, RawEvent
from bellringer.core.contract.options import Option
from bellringer.core.edges.components import Components
from bellringer.core.errors import Fault, OptionError, PositionError
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
from bellringer.games.rattus import box, choosing, component_set, names, versions, windows
from bellringer.games.rattus.box_parser import BOXES
from bellringer.games.rattus.document import ask_table, codec, queries, shown, unseen
from bellringer.games.rattus.document.fields import FIELDS
from bellringer.games.rattus.rules import engine
from bellringer.games.rattus.sources import SOURCES, source_anchor

# Which things of the board a span of moves is about: (first word of the name, prefix of the target). The plague piece
# goes to a spot of its own in a region, so that a click says which of the two is meant.
TARGETS = {
    "place": "region",
    "from": "region",
    "to": "region",
    "plague": "plague",
    "take": "card",
    "use": "card",
    "also": "card",
    "upgrade": "card",
    "rat": "rat",
    "card": "region-card",
    "guild": "guild",
    "event": "event",
}
HIDDEN = ("keep-card", "arrange-event")  # the questions whose answers only the seat knows
ACTING = ("act", "last-act")  # the questions whose answers use abilities
ABILITIES = ("use", "also")  # a borrowed one lies on the card that has borrowed its tile
BIG_TABLES = range(component_set.MORE_SEATS, len(names.COLOURS) + 1)  # of so many seats: their defaults are others


@dataclass(frozen=True)
class Facts:
    """What is read of a state. `data`: its memory; `numbers`: the members of its struct, by name."""

    data: bytes
    numbers: Mapping[str, Any]
    components: component_set.ComponentSet


class Rattus(Game):
    """The one object of this class is `GAME`."""

    name = "rattus"
    rule_versions = versions.VERSIONS
    book = with_shipped_net(engine.rulebook(), Path(__file__).with_name("net.bin"))
    book = with_levels(book, read_levels("bellringer.games.rattus"))
    fields = FIELDS
    codec = codec
    fewest_seats = 2
    most_seats = len(names.COLOURS)
    most_decisions = 250
    move_names = names.MOVES
    event_names = names.EVENTS
    revealing = (
        *("rat-turned", "rat-revealed", "rat-drawn", "rat-discarded", "rat-seen", "rat-flipped", "citizen-dropped"),
        *("region-cards-drawn", "event-drawn", "events-seen", "points-scored", "game-ends"),
    )
    entry_heads = (
        *("turn-begins", "citizens-placed", "card-taken", "ability-used", "card-upgraded", "piece-moved"),
        *("rat-turned", "last-round-begins", "last-ravage-begins", "points-scored", "game-ends"),
        *("event-drawn", "events-shuffled"),
    )
    entry_joins = {"citizens-placed": "ability-used"}
    showing = ("region-card-played", "region-card-dropped", "region-card-chosen")
    showing_asks = ("protect-which",)
    sources = SOURCES
    draws = names.DRAWS
    studies = {"classes": "take"}
    secret_asks = ask_table.STANDING
    cards = (CardGroup("classes", "card", names.PLAYABLE),)
    options = {
        "box": Option(
            box.BASE,
            BOXES,
            "which box's map and tokens: the base game's, for 2 to 4 with its own six cards, or the Big Box's",
            by_seats={seats: box.usual_box(seats) for seats in BIG_TABLES},
            follows=choosing.box_that_has,
        ),
        "classes": Option(
            choosing.usual_cards(fewest_seats),
            names.PLAYABLE,
            "the class cards, six with 2 to 4 seats and eight with 5 and 6, one of them of chivalry",
            by_seats={seats: choosing.usual_cards(seats) for seats in BIG_TABLES},
            several=True,
            coming=tuple(card for card in names.CLASSES if card not in names.PLAYABLE),
            kind="card",
            sets=choosing.sets(),
            recorded=choosing.usual_cards(fewest_seats),
        ),
        "modules": Option((), component_set.MODULES, "what of the Big Box is added to the class cards", several=True),
        "start": Option(0, tuple(range(len(names.COLOURS))), "the seat that begins, from 0"),
    }

    _last: Facts | None = None  # what was read last

    # a table of this game

    def rule_parts(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        return versions.parts_of(options)

    def blank(self, seats: int, options: Mapping[str, Any], components: str | None, is_new: bool = True) -> State:
        if options["start"] >= seats:
            reason = f"start can't be seat {options['start']}: the seats are 0 to {seats - 1}"
            raise OptionError(reason, "options.start")
        cards, modules = options["classes"], options["modules"]
        if fault := box.wrong_box(options["box"], seats, cards, modules) or box.wrong_modules(cards, modules, seats):
            raise OptionError(fault)
        found = box.shipped() if components is None else box.from_components(Components.read(components))
        table = found.component_set(seats, options["box"])
        fault = component_set.wrong_cards(cards, seats, table)
        if fault is None and is_new:
            fault = component_set.too_few_or_many(cards, seats)
        if fault is not None:
            raise OptionError(fault)
        numbers = {
            "big_box": BOXES.index(options["box"]),
            "start": options["start"],
            "on_table": component_set.mask_of(cards, names.CLASSES),
            "modules": component_set.mask_of(modules, component_set.MODULES),
            "tiles": box.tiles_of(modules, cards),
            **table.fields(),
        }
        return self.documents.blank(seats, numbers)

    def options_of(self, state: State) -> dict[str, Any]:
        numbers = codec.read(state)
        return {
            "box": BOXES[numbers["big_box"]],
            "classes": component_set.names_of(shown.table_mask(numbers), names.CLASSES),
            "modules": component_set.names_of(numbers["modules"], component_set.MODULES),
            "start": numbers["start"],
        }

    def put_box(self, state: State, document: Mapping[str, Any]) -> None:
        super().put_box(state, document)
        found = component_set.component_set_of(codec.read_box(state))
        if fault := component_set.wrong_cards(self.options_of(state)["classes"], state.seats, found):
            raise PositionError("components.classes", fault.text)

    def dealt_anew(self, state: State, seed: int) -> State:
        return unseen.dealt_anew(self, state, seed)

    def open_name(self, state: State, seat: int, move: int) -> str | None:
        return None if self.ask(state)[0] in HIDDEN else names.MOVES[move]

    def has_windows(self, state: State) -> bool:
        return windows.can_open(codec.read(state))

    def window(self, state: State, seat: int) -> str:
        return windows.passed_by(self.ask(state)[0], seat, codec.read(state)["turn"])

    def at_stake(self, state: State, seat: int) -> int:
        """At a rat the citizens that the seat would lose; else the one that it may place, or the card to give up."""
        name, arguments = self.ask(state)
        if name != "protect":
            return 1
        region = names.REGIONS.index(arguments["region"])
        return queries.losses(state, seat, region)

    def result(self, state: State) -> Result:
        """The tie-break counts the turns that a seat would have had to wait: fewer are better."""
        turn, seats = codec.read(state)["turn"], state.seats
        return Result(
            places=tuple(state.place(p) for p in range(seats)),
            scores=tuple(state.score(p) for p in range(seats)),
            tie_breaks=tuple(((p - turn - 1) % seats,) for p in range(seats)),
        )

    def target(self, state: State, seat: int, move: int) -> str | None:
        word, _, thing = names.MOVES[move].partition(" ")
        if word in ("place", "from") and self.ask(state)[0] == "city-to":
            return f"city {thing}"
        if word == "use" and self.is_granted(state, seat, thing):
            return f"guild {thing}"
        if word in ABILITIES:
            thing = names.CLASSES[queries.acting(state, seat, names.CLASSES.index(thing))]
        return f"{TARGETS[word]} {thing}" if word in TARGETS else None

    def is_granted(self, state: State, seat: int, card: str) -> bool:
        """Whether a seat that may use an ability now has it by the guilds' board."""
        granted: int = codec.read(state)["granted"][seat]
        return self.ask(state)[0] in ACTING and bool(granted >> names.CLASSES.index(card) & 1)

    # words

    @property
    def words(self) -> GameWords:
        from bellringer.games.rattus.words import sentences

        return sentences

    def move_words(self, state: State, move: int, language: str) -> str:
        from bellringer.games.rattus.words import sentences

        name = names.MOVES[move]
        if citizens := self.placed_by(state, name):
            return sentences.placing_words(name.partition(" ")[2], citizens, language, self.box_name(state))
        symbols = self.symbols_on(state, name.removeprefix("card "))
        return sentences.move_words(name, self.ask(state)[0], language, self.box_name(state), symbols)

    def placed_by(self, state: State, move: str) -> int:
        """How many citizens a move places for rats in a turn; what cards add is asked, or comes where no rats are."""
        word, _, region = move.partition(" ")
        if word != "place" or self.ask(state)[0] != "act":
            return 0
        numbers = self.facts_of(state).numbers
        rats = len(numbers["rats"][names.REGIONS.index(region)])
        return min(rats, int(numbers["supply"][state.pending[0]]))

    def symbols_on(self, state: State, card: str) -> Sequence[str]:
        """What stands on a region card of the table, or nothing if it is none."""
        if card not in names.REGION_CARDS:
            return ()
        found = self.facts_of(state).components
        return found.region_cards[names.REGION_CARDS.index(card)]

    def ask_words(self, state: State, language: str, moves: Sequence[int] = ()) -> str:
        from bellringer.games.rattus.words import sentences

        name, arguments = self.ask(state)
        if name == "act":
            return sentences.turn_words((names.MOVES[move] for move in moves), language)
        if not name:
            return ""
        return sentences.ask_words(name, {**arguments, **self.about(state, name)}, language, self.box_name(state))

    def about(self, state: State, ask: str) -> dict[str, object]:
        """What a question names besides its arguments: where the plague piece is, the card that alone asks it."""
        card = box.asking_card(ask)
        piece = names.REGIONS[self.facts_of(state).numbers["piece"]]
        return {"piece": piece, "card": card} if card else {"piece": piece}

    def fault_words(self, fault: Fault, language: str) -> str:
        from bellringer.games.rattus.words import sentences

        return sentences.fault_words(fault, language)

    def event_words(
        self, state: State, event: RawEvent, seats: tuple[str, ...] | None, language: str, table: str = "events"
    ) -> str:
        from bellringer.games.rattus.words import sentences

        kind, seat, what, where, amount = event
        name, box, found = self.event_name(kind), self.box_name(state), self.facts_of(state).components
        token = found.tokens[what] if name in sentences.FACED else None
        symbols = found.region_cards[what] if name in sentences.CARDED else ()
        numbers = (seat, what, where, amount)
        return sentences.event_words(name, *numbers, language, seats, table, box=box, token=token, symbols=symbols)

    def came_words(self, state: State, event: RawEvent, seats: tuple[str, ...] | None, language: str) -> str:
        from bellringer.games.rattus.words import sentences

        return self.event_words(state, event, seats, language, sentences.CAME)

    def source_words(self, source: str, language: str) -> str:
        from bellringer.games.rattus.words import sentences

        return sentences.source_words(source, language)

    def source_anchor(self, source: str, seat: int) -> str:
        return source_anchor(source)

    def kind_words(self, kind: str, language: str) -> str:
        from bellringer.games.rattus.words import sentences

        return sentences.kind_words(kind, language)

    def why_words(self, source: str, language: str) -> str:
        from bellringer.games.rattus.words import sentences

        return sentences.why_words(source, language)

    def points_words(self, language: str) -> str:
        from bellringer.games.rattus.words import sentences

        return sentences.points_words(language)

    def column_words(self, column: str, language: str) -> str:
        from bellringer.games.rattus.words import sentences

        return sentences.column_words(column, language)

    def scene(self, state: State, event: RawEvent, viewer: int | None = None) -> tuple[Step, ...]:
        from bellringer.games.rattus.show import scenes

        found = self.facts_of(state)
        cards = component_set.names_of(shown.table_mask(found.numbers), names.CLASSES)
        known = scenes.Known(BOXES[found.numbers["big_box"]], found.components, tuple(cards))
        kind, *rest = event
        return scenes.scene(self.event_name(kind), scenes.Happened(*rest), known)

    def side(self, viewer: int | None) -> int:
        return 0  # the map lies the same way for all

    def box_name(self, state: State) -> str:
        """Which box's names of the regions are used."""
        return BOXES[self.facts_of(state).numbers["big_box"]]

    def facts_of(self, state: State) -> Facts:
        """What words and scenes know of a state: kept until they ask of another one, since they ask move by move."""
        data, last = bytes(state), self._last
        if last is None or last.data != data:
            last = Facts(data, codec.read(state), component_set.component_set_of(codec.read_box(state)))
            self._last = last  # as a whole, since other threads ask, too
        return last

    # what is shown

    def view_model(self, view: Mapping[str, Any], language: str) -> ViewModel:
        from bellringer.games.rattus.show.view_model import ChartModel

        return ChartModel(view, language)

    @property
    def pictures(self) -> Pictures:
        from bellringer.games.rattus.show import svg

        return svg

    @property
    def terminal(self) -> TerminalPictures:
        from bellringer.games.rattus.show import text

        return text

    def display(self, model: ViewModel, choices: Sequence[Choice]) -> Display:
        from bellringer.games.rattus.show.page import ChartDisplay

        return ChartDisplay(model, choices)

    @property
    def guide(self) -> Guide:
        from bellringer.games.rattus.show.guide import GUIDE

        return GUIDE

    @property
    def chapters(self) -> Chapters:
        from bellringer.games.rattus.show.chapters import CHAPTERS

        return CHAPTERS

    @property
    def lessons(self) -> Lessons:
        from bellringer.games.rattus.show.lessons import LESSONS

        return LESSONS


GAME = Rattus()
