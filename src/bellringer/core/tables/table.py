"""A table: one game in the hands of people and programs. Everything that happened is the list of its moves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile
from random import Random
from typing import Any, Self

from bellringer.core import chance
from bellringer.core.compiled.state import State
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Document, Game
from bellringer.core.contract.registry import find, game_names
from bellringer.core.contract.versions import present_text
from bellringer.core.edges.json_text import NotJson, read_json
from bellringer.core.errors import IllegalMove, OptionError, PositionError, UndoRefused
from bellringer.core.nearest import meant
from bellringer.core.shown.result import Result
from bellringer.core.shown.show import Step
from bellringer.core.tables.plain_picture import plain_picture
from bellringer.core.tables.preview import Preview, preview
from bellringer.core.tables.record_text import Stretch, write
from bellringer.core.tables.sources import Sources, sources

DIGITS = "0123456789"
RawEvent = tuple[int, int, int, int, int]


@dataclass(frozen=True)
class Move:
    """One legal move: its number, its name for the notation, what a click on the board means."""

    number: int
    name: str
    target: str | None
    _game: Game = field(repr=False)
    _state: State = field(repr=False)

    def words(self, language: str = "en") -> str:
        """The move for a person, as an answer to what is asked."""
        return self._game.move_words(self._state, self.number, language)


@dataclass(frozen=True)
class Event:
    """Something that happened, open to all; what the numbers mean depends on the kind."""

    kind: str
    seat: int
    what: int
    where: int
    amount: int
    _game: Game = field(repr=False)
    _raw: RawEvent = field(repr=False)
    _table: State = field(compare=False, repr=False)  # any state of the table: its choices and its box
    _told: dict[Any, str] = field(compare=False, repr=False, default_factory=dict)  # its words, once somebody asked

    def words(self, language: str = "en", seats: tuple[str, ...] | None = None) -> str:
        """The event as a line of the log; `seats`: names to use for the seats. May be empty."""
        if (language, seats) not in self._told:
            self._told[language, seats] = self._game.event_words(self._table, self._raw, seats, language)
        return self._told[language, seats]

    def came(self, language: str = "en", seats: tuple[str, ...] | None = None) -> str:
        """The event in a few words, as what came of a move; empty for what goes without saying. `seats`: as above."""
        if ("came", language, seats) not in self._told:
            self._told["came", language, seats] = self._game.came_words(self._table, self._raw, seats, language)
        return self._told["came", language, seats]

    def scene(self, viewer: int | None = None) -> tuple[Step, ...]:
        """What is seen on a page as it happens, from a seat's side of the board (`Game.scene`)."""
        return self._game.scene(self._table, self._raw, viewer)

    def looks_alike(self, viewer: int | None, other: int | None) -> bool:
        """Whether two viewers see the same as it happens."""
        return self._game.side(viewer) == self._game.side(other)


@dataclass(frozen=True)
class Played:
    """A move that was made.

    `is_lucky`: dice were rolled, or a card drawn, because of it; `open_name`: as everybody saw it, None if nobody did.
    """

    seat: int
    move: int
    events_before: int
    is_lucky: bool
    open_name: str | None


class Table:
    """A game being played. Made by `new_game`, `from_position` and `replay`."""

    def __init__(
        self,
        game: Game,
        state: State,
        seed: bytes,
        start: Document | None,
        happened: list[RawEvent],
        past: Sequence[Stretch] = (),
        scheme: str = chance.MOVES,
        nonces: chance.Nonces = (),
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """`past`: what was played by other rules, before the table went on from the position `start`.

        `scheme`: of chance, by which the state was dealt; `nonces`: what the seats have put into the deal beside the
        seed; `options`: what was chosen, where the state can't tell any more, such as who began.
        """
        self._game = game
        self._state = state
        self._seed = chance.dice_seed(seed, nonces)  # of the dice
        self._committed = seed
        self._nonces = tuple(nonces) if any(nonces) else ()
        self._commitment = chance.commitment(seed)
        self._options = game.options_of(state) if options is None else dict(options)
        self._beginning = state.copy()
        self._start = start  # the position that the game began from, if not the usual deal
        self._past = tuple(past)
        self._scheme = scheme
        self._history: list[Played] = []
        self._befores: list[bytes] = []  # the states before the last moves, since something last came to light
        self._events: list[Event] = []
        self._legal: dict[int, tuple[int, ...]] = {}  # by seat, what has been worked out for the present questions
        self._note(happened)

    def copy(self) -> Self:
        """An independent table at the same point: same deal, moves, events and seed, and what was played can be undone.

        Both go on by the same dice as long as they play the same moves. `copy.copy`, `copy.deepcopy` and a pickle give
        the same. All of these hold the seed, which is to be shown to nobody before the game is over; and a pickle is
        for the version of Bellringer that made it: what is to last is a record or a position.
        """
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin._state = self._state.copy()
        twin._history, twin._events, twin._legal = list(self._history), list(self._events), {}
        twin._befores = list(self._befores)
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def determinized(self, seat: int | None, seed: int) -> Table:
        """A copy that looks the same to a seat (None: to a spectator); what it can't see is dealt anew, uniformly.

        The copy has another seed, too, while the game goes on. The moves made and the events stay, so that `history`,
        `record` and `undo` still know what was chosen in secret: look at the copy through `view` and `moves`.
        """
        if seat is not None:
            self._check_seat(seat)
        seats = range(self.seats) if seat is None else (seat,)
        twin, random = self.copy(), Random(seed)
        for hidden_from in seats:
            twin._state = twin._state.determinized(hidden_from, random.getrandbits(64))
            beginning_seed = random.getrandbits(64)
            if self.pending:  # the deal of a finished game is open
                twin._beginning = twin._beginning.determinized(hidden_from, beginning_seed)
        if self.pending:
            twin._seed = twin._committed = random.randbytes(chance.SEED_BYTES)
        twin._events = [replace(event, _table=twin._beginning, _told={}) for event in self._events]
        return twin

    def __repr__(self) -> str:
        moves = "1 move" if self.moves_played == 1 else f"{self.moves_played} moves"
        return f"<Table {self.game}, {self.seats} seats, {moves} played, {self._course()}>"

    def _course(self) -> str:
        if self.pending:
            return f"to decide: {', '.join(self.seat_names[seat] for seat in self.pending)}"
        winners = self.result.winners if self.result is not None else ()
        return f"won by {' and '.join(self.seat_names[seat] for seat in winners)}"

    def __str__(self) -> str:
        return plain_picture(self._game, self.view(None), repr(self))

    # what it is

    @property
    def game(self) -> str:
        """The game's name."""
        return self._game.name

    @property
    def seats(self) -> int:
        """How many play."""
        return self._state.seats

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What the seats are called in documents and records, in order."""
        return self._game.seat_names(self.seats)

    @property
    def move_names(self) -> tuple[str, ...]:
        """The name of every move number of the game."""
        return tuple(self._game.move_names)

    @property
    def options(self) -> dict[str, Any]:
        """What this table has chosen."""
        return dict(self._options)

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, in hex: may be published before the first move."""
        return self._commitment

    @property
    def seed(self) -> bytes:
        """The seed that was committed to: to be shown to nobody before the game is over."""
        return self._committed

    @property
    def dice_seed(self) -> bytes:
        """The seed of the dice: the committed one, mixed with the nonces. As secret as that."""
        return self._seed

    @property
    def nonces(self) -> tuple[bytes | None, ...]:
        """What the seats have put into the deal, in order, None for a seat without; empty when none did."""
        return self._nonces

    @property
    def chance(self) -> str:
        """The scheme of chance: `draws`, keyed by what is drawn, or `moves`, by the number of the move."""
        return self._scheme

    @property
    def drawn(self) -> dict[str, int]:
        """How many draws of each kind have been made, where chance is keyed by draws."""
        return dict(zip(self._game.draws, self._state.drawn, strict=False))

    @property
    def state(self) -> State:
        """A copy of the compiled state, all that is hidden included."""
        return self._state.copy()

    @property
    def rules(self) -> Game:
        """What plays here."""
        return self._game

    # playing

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that must decide now; none when the game is over."""
        return self._state.pending

    @property
    def moves_played(self) -> int:
        """How many moves have been made, since the last change of rules if there was one."""
        return len(self._history)

    @property
    def moves_before(self) -> int:
        """How many moves came before the last change of rules. They are not replayed, nor taken back."""
        return sum(len(stretch.moves) + stretch.dropped for stretch in self._past)

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """All moves that stand, the present stretch last."""
        rules = present_text(self._game, self._options)
        return (*self._past, Stretch(rules, self._start, tuple(self.history)))

    def moves(self, seat: int) -> list[Move]:
        """The legal moves of a seat; none while it has nothing to decide."""
        self._check_seat(seat)
        names, state = self._game.move_names, self._state.copy()
        return [
            Move(number, names[number], self._game.target(state, seat, number), self._game, state)
            for number in self._legal_moves(seat)
        ]

    def legal_names(self, seat: int) -> tuple[str, ...]:
        """The names of a seat's legal moves, as in `moves`."""
        self._check_seat(seat)
        names = self._game.move_names
        return tuple(names[number] for number in self._legal_moves(seat))

    def _legal_moves(self, seat: int) -> tuple[int, ...]:
        """The seat's legal moves, worked out once until the table changes.

        Another thread may ask while a move is made: what it finds goes into the dictionary that it began with, and that
        one is left behind with the move.
        """
        known = self._legal
        if seat not in known:
            known[seat] = self._state.legal(seat)
        return known[seat]

    def prompt(self, seat: int, language: str = "en") -> str:
        """What the seat is asked, in words; empty while it has nothing to decide."""
        self._check_seat(seat)
        if seat not in self.pending:
            return ""
        return self._game.ask_words(self._state, language, self._legal_moves(seat))

    def play(self, name: str, seat: int | None = None) -> None:
        """Make a move by name, for the lowest pending seat unless another is named. Raises IllegalMove."""
        if seat is None:
            seat = self.pending[0] if self.pending else 0
        self._make(seat, self._number_of(name, seat))

    def is_open(self, name: str, seat: int) -> bool:
        """Whether everybody will know a move that the seat may make now.

        Not if the game hides it, or if another one, such as that of a like card, leaves the same to see.
        """
        number, names = self._number_of(name, seat), self._game.move_names
        if self._game.open_name(self._state, seat, number) != name:
            return False
        stem = name.rstrip(DIGITS)
        alike = [one for one in self._legal_moves(seat) if names[one].rstrip(DIGITS) == stem != names[one]]
        if name == stem or len(alike) < 2:
            return True
        wanted = self._sight(seat, number)
        return not any(self._is_seen_as(seat, one, *wanted) for one in alike if one != number)

    def _sight(self, seat: int, move: int) -> tuple[list[RawEvent], State]:
        """What happens by a move, and the state after it."""
        state = self._state.copy()
        open_chance(state, self._scheme, self._seed, self.moves_before, len(self._history) + 1)
        happened = state.apply(seat, move)
        close_chance(state)
        return happened, state

    def _is_seen_as(self, seat: int, move: int, events: list[RawEvent], after: State) -> bool:
        """Whether a move leaves the same for everybody to see as another one."""
        happened, state = self._sight(seat, move)
        return happened == events and self._game.view(state, None) == self._game.view(after, None)

    def check(self, name: str, seat: int) -> None:
        """Raises IllegalMove, with what is wrong, unless the seat may make that move now."""
        self._number_of(name, seat)

    def _number_of(self, name: str, seat: int) -> int:
        if not self.pending:
            raise IllegalMove("the game is over")
        self._check_seat(seat)
        names = self._game.move_names
        legal = {names[number]: number for number in self._legal_moves(seat)}
        if name in legal:
            return legal[name]
        who = self.seat_names[seat]
        if not legal:
            waiting = ", ".join(self.seat_names[p] for p in self.pending)
            raise IllegalMove(f"{who} has nothing to decide now; to decide: {waiting}")
        raise IllegalMove(f"{who} can't play {name!r}{meant(name, legal)}", tuple(legal))

    def _make(self, seat: int, move: int) -> None:
        state, before, revealed = self._state, bytes(self._state), self._state.revealed
        open_name = self._game.open_name(state, seat, move)
        open_chance(state, self._scheme, self._seed, self.moves_before, len(self._history) + 1)
        chances = state.dice, state.drawn
        happened = state.apply(seat, move)
        is_lucky = chances != (state.dice, state.drawn)
        close_chance(state)
        self._legal = {}
        self._history.append(Played(seat, move, len(self._events), is_lucky, open_name))
        self._befores.append(before)
        if state.revealed != revealed:  # no undo goes past that
            self._befores.clear()
        self._note(happened)

    def _note(self, happened: list[RawEvent]) -> None:
        for raw in happened:
            kind, seat, what, where, amount = raw
            name = self._game.event_name(kind)
            self._events.append(Event(name, seat, what, where, amount, self._game, raw, self._beginning))

    def _check_seat(self, seat: int) -> None:
        if not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise IllegalMove(f"there is no seat {seat!r}; the seats are 0 to {self.seats - 1}")

    def preview(self, move: str, seat: int, then: str = "", language: str = "en") -> Preview:
        """What a legal move will do, as far as its seat can know: nothing in it depends on what the seat can't see.

        `then`: the seat's answer to the question that follows, if that is asked. Raises IllegalMove.
        """
        self.check(move, seat)
        return preview(self._game, self._state, seat, move, then, language)

    # taking back

    def may_undo(self, seat: int, past: Collection[int] = ()) -> bool:
        """Whether the last decision was this seat's, and nothing hidden came to light by it. Not when the game is over.

        `past`: seats whose later decisions would be taken back with it, such as those of bots.
        """
        return self.undo_depth(seat, past) > 0

    def undo_depth(self, seat: int, past: Collection[int] = ()) -> int:
        """How many decisions `undo` would take back, the seat's own being the first of them; 0 if it is refused."""
        depth = self._hidden_since(seat)
        return depth if all(played.seat in past for played in self._after(depth)) else 0

    def _hidden_since(self, seat: int) -> int:
        """How many moves there are from this seat's last decision on; 0 if something has come to light since.

        That is a hidden card or token, or what one seat alone knew and has shown.
        """
        back = next((turn for turn, played in enumerate(reversed(self._history), start=1) if played.seat == seat), 0)
        if not 0 < back <= len(self._befores) or self._state.over:
            return 0
        after = self._after(back)
        since = self._events[after[0].events_before :] if after else []
        has_shown = any(event.kind in self._game.showing for event in since) or self._shows_to(seat)
        return 0 if has_shown else back

    def _shows_to(self, seat: int) -> bool:
        """Whether by what another seat is asked now this one sees what that seat alone knew."""
        asked = self._game.ask(self._state)[0] if self._game.showing_asks else ""
        return asked in self._game.showing_asks and seat not in self.pending

    def _after(self, back: int) -> list[Played]:
        """What was played after the move that lies so many moves back."""
        return self._history[len(self._history) - back + 1 :]

    def undo(self, seat: int, past: Collection[int] = ()) -> str:
        """Take the seat's last decision back; returns its name. `past`: as in `may_undo`. Raises UndoRefused."""
        depth = self.undo_depth(seat, past)
        if depth == 0:
            raise UndoRefused("nothing can be taken back past what was revealed or another seat's decision")
        return self._game.move_names[self._take_back(depth)[-1].move]

    def moves_since(self, seat: int) -> int:
        """How many moves there are from this seat's last decision on, when they could all be taken back; else 0.

        Nothing may have come to light since, and chance may have decided nothing: what others have decided they can
        decide once more.
        """
        back = self._hidden_since(seat)
        return 0 if any(played.is_lucky for played in self._history[len(self._history) - back :]) else back

    def undo_since(self, seat: int) -> tuple[int, ...]:
        """Take everything back from this seat's last decision on, with the consent of whoever has decided since.

        Returns the seats whose decisions these were, the last first. Raises UndoRefused.
        """
        if not (back := self.moves_since(seat)):
            raise UndoRefused("nothing can be taken back past what was revealed or what chance has decided")
        return tuple(played.seat for played in self._take_back(back))

    def _take_back(self, moves: int) -> list[Played]:
        """Take moves back; the last first."""
        taken = self._history[: -moves - 1 : -1]
        self._state = State.from_bytes(self._game.book, self._befores[-moves])
        del self._history[-moves:], self._befores[-moves:]
        self._legal = {}
        del self._events[taken[-1].events_before :]
        return taken

    # looking back (core/tables/moments.py)

    def events_of_turn(self, turn: int) -> range:
        """The numbers of the events that a move has brought. `turn`: its number, from 0, since the rules changed."""
        nexts = self._history[turn + 1 : turn + 2]
        return range(self._history[turn].events_before, nexts[0].events_before if nexts else len(self._events))

    def seat_of_turn(self, turn: int) -> int:
        """Whose move that was."""
        return self._history[turn].seat

    def state_before(self, turn: int) -> State:
        """The state before a move. It is kept for the last ones; for others the game is played anew up to there."""
        first = len(self._history) - len(self._befores)
        if first <= turn < len(self._history):
            return State.from_bytes(self._game.book, self._befores[turn - first])
        state = self._beginning.copy()
        for earlier in range(turn):
            self.make_again(state, earlier)
        return state

    def make_again(self, state: State, turn: int) -> list[State]:
        """Make a move on the state before it, which goes on. Returns the states at the events that it brings."""
        played = self._history[turn]
        open_chance(state, self._scheme, self._seed, self.moves_before, turn + 1)
        happened = state.watched(played.seat, played.move)
        close_chance(state)
        return [kept for _, kept in happened]

    @property
    def beginning(self) -> State:
        """A copy of the state that the table began with, after the deal."""
        return self._beginning.copy()

    def trace(self, state: State, turn: int, askers: bytes) -> tuple[list[RawEvent], bytes]:
        """Make a move on the state before it, which goes on, and trace what it brings (`State.traced`)."""
        played = self._history[turn]
        open_chance(state, self._scheme, self._seed, self.moves_before, turn + 1)
        traced = state.traced(played.seat, played.move, askers)
        close_chance(state)
        return traced

    def sources(self) -> Sources:
        """Where what the seats have comes from. Raises OptionError for a game that does not say."""
        return sources(self._game, self._beginning, self._traced())

    def _traced(self) -> Iterator[tuple[int, list[RawEvent]]]:
        """The flows of each move as far as an event has told of them, and the number of its first event."""
        state, askers = self.beginning, b""
        for turn in range(self.moves_played):
            told = self.events_of_turn(turn)
            flows, askers = self.trace(state, turn, askers)
            yield told.start, [flow for flow in flows if flow[0] < len(told)]

    def at(self, state: State, events: int, turns: int) -> Self:
        """A copy of this table as it was in a state of its past, after so many events and moves. It can't be undone."""
        past = self.copy()
        past._state = state.copy()
        past._history, past._events, past._befores = self._history[:turns], self._events[:events], []
        return past

    # looking

    def view(self, seat: int | None) -> Document:
        """What a seat may see, or a spectator (None), as a document in the form of a position."""
        if seat is not None:
            self._check_seat(seat)
        return self._game.view(self._state, seat)

    def whole_view(self) -> Document:
        """A spectator's view, with all that any seat may see."""
        return self._game.whole_view(self._state)

    def position(self) -> Document:
        """The whole position by names, all that is hidden included; `from_position` takes it."""
        return self._game.position(self._state)

    def events_before_last_move(self, seat: int | None) -> int | None:
        """How many events there were before a seat's last move; None without one."""
        moves = (played.events_before for played in reversed(self._history) if played.seat == seat)
        return next(moves, None)

    def events_of_others(self, seat: int) -> list[range]:
        """The numbers of the events that each move has brought which others made since a seat's last one."""
        others = list(takewhile(lambda played: played.seat != seat, reversed(self._history)))[::-1]
        begins = [*(played.events_before for played in others), len(self._events)]
        return [range(first, after) for first, after in pairwise(begins)]

    def events(self, since: int = 0) -> list[Event]:
        """What has happened, in order, from a number on."""
        return self._events[since:]

    @property
    def event_count(self) -> int:
        """How many events there are."""
        return len(self._events)

    @property
    def result(self) -> Result | None:
        """Places, scores and tie-breaks; None until the game is over."""
        return self._game.result(self._state) if self._state.over else None

    @property
    def history(self) -> list[tuple[int, str]]:
        """Seat and name of every move made."""
        return [(played.seat, self._game.move_names[played.move]) for played in self._history]

    @property
    def open_moves(self) -> list[tuple[int, str]]:
        """Seat and name of every move as everybody saw it, without those that nobody else saw."""
        return [(played.seat, played.open_name) for played in self._history if played.open_name is not None]

    def rule(self, name: str, language: str = "en") -> tuple[str, str]:
        """What a card, sector or person does, in words, and its number in the rules ledger."""
        return self._game.words.rule_words(name, language)

    def record(self, public: bool = False) -> str:
        """The game as a text that `replay` takes.

        `public`: until the game is over, only what everybody may know. The seed and the position that the game began
        from are not in it, nor what was done unseen; so it can't be replayed.
        """
        return write(self, public)


def new_game(
    game: str,
    *,
    seats: int = 4,
    seed: int | str | bytes | None = None,
    components: str | None = None,
    **options: Any,
) -> Table:
    """Deal a new game.

    `seed`: a number or 64 hex digits for a game that can be dealt again, None for one that nobody foresees.
    `components`: path of a TOML file with the numbers of your own box. `options`: see `option_table`.
    Raises OptionError, ComponentsError.
    """
    found, own_seed = find(game), chance.make_seed(seed)
    state = found.blank(seats, check_options(found, seats, options, own_seed, components), components)
    return deal(found, state, own_seed)


def deal_again(
    game: str, seats: int, options: Mapping[str, Any], seed: bytes, scheme: str = "", nonces: chance.Nonces = ()
) -> Table:
    """A game that was dealt before, as it began. `nonces`: see `Table`. Raises OptionError."""
    found = find(game)
    chosen = check_options(found, seats, options, is_new=False)
    return deal(found, found.blank(seats, chosen, None, is_new=False), seed, scheme, nonces)


def deal(game: Game, state: State, seed: bytes, scheme: str = "", nonces: chance.Nonces = ()) -> Table:
    """A table of an undealt state. `scheme`: of chance, if not that of new tables; `nonces`: see `Table`."""
    scheme = scheme_of(game, scheme)
    state.recording = True
    open_chance(state, scheme, chance.dice_seed(seed, nonces))
    happened = state.deal()
    close_chance(state)
    return Table(game, state, seed, None, happened, scheme=scheme, nonces=nonces)


def scheme_of(game: Game, scheme: str = "") -> str:
    """A scheme of chance, or that of a game's new tables. Raises OptionError for one that the game can't have."""
    if not scheme:
        return chance.DRAWS if game.draws else chance.MOVES
    if scheme not in chance.SCHEMES or (scheme == chance.DRAWS and not game.draws):
        raise OptionError(f"chance in {game.name} is not keyed by {scheme!r}")
    return scheme


def open_chance(state: State, scheme: str, seed: bytes, moves_before: int = 0, move: int = 0) -> None:
    """Key the state's chance for one move, or for the deal, by the seed of the dice.

    `move`: its number, from 1, after those before.
    """
    if scheme == chance.DRAWS:
        state.key_draws(chance.draw_key(seed, moves_before))
    else:
        state.key(chance.move_key(seed, moves_before + move))


def close_chance(state: State) -> None:
    """Leave no key of draws in the state, which bots think about and of which copies are kept."""
    state.forget_key()


def from_position(document: Mapping[str, Any] | str, seed: int | str | bytes | None = None) -> Table:
    """A table that begins at a position, whole or partial, given as a document or its JSON text.

    Raises PositionError with the path of the field that is impossible, and why.
    """
    return gone_on(document, chance.make_seed(seed))


def gone_on(
    document: Mapping[str, Any] | str,
    seed: bytes,
    past: Sequence[Stretch] = (),
    scheme: str = "",
    nonces: chance.Nonces = (),
    options: Mapping[str, Any] | None = None,
) -> Table:
    """A table that goes on from a position. `past`: what was played before it, by other rules.

    `nonces`, `options`: see `Table`. `scheme`: of chance, if not that of new tables. Raises PositionError.
    """
    if isinstance(document, str):
        try:
            document = read_json(document)
        except NotJson as error:
            raise PositionError("", str(error)) from None
    if not isinstance(document, Mapping):
        raise PositionError("", "must be an object")
    if not isinstance(document.get("game"), str):
        raise PositionError("game", f"must be the name of a game: {', '.join(game_names())}")
    try:
        game = find(document["game"])
    except OptionError as error:
        raise PositionError("game", str(error)) from None
    state = game.restore(document)
    state.recording = True
    return Table(game, state, seed, game.position(state), [], past, scheme_of(game, scheme), nonces, options)


def option_table(game: str, seats: int | None = None) -> dict[str, tuple[Any, tuple[Any, ...]]]:
    """A game's options: default (for so many seats, if said) and allowed values by name; see core.game.Option."""
    options = find(game).options
    return {
        name: (option.default if seats is None else option.default_at(seats), option.allowed)
        for name, option in options.items()
    }
