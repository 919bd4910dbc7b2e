"""The course of a finished game: who decided what, and where chance came in; refused if it can't be reviewed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from bellringer.core.compiled.state import ALL_SEATS, State
from bellringer.core.contract.game import Game
from bellringer.core.errors import BellringerError, RecordError
from bellringer.core.records import record
from bellringer.core.records.verify import Check, verify
from bellringer.core.tables.table import Table

MOST_MOVES = 2_000  # of a record that is reviewed: several times the longest game
DEAL = -1  # in the place of a decision's number: what was dealt
LOOKS = 8  # re-deals after which it is taken that chance decides nothing that anybody sees


class ReviewRefused(BellringerError, ValueError):
    """A game can't be reviewed; the message has the line or the number of the move where it is wrong."""


@dataclass(frozen=True)
class Decision:
    """A move that was made. `turn`: its number, from 0; `move` and `name`: what it was; `before`: the state then."""

    turn: int
    seat: int
    move: int
    name: str
    before: State


@dataclass(frozen=True)
class ChanceMoment:
    """Where something came by chance that somebody saw. `turn`: of the move that it came with, or DEAL.

    `came`: the state after it, by what really came.
    """

    turn: int
    came: State


class Course:
    """All that a review needs of a game that is over: `decisions`, `chances`, and what it was played with."""

    def __init__(self, table: Table) -> None:
        """Raises ReviewRefused for a game that goes on, is too long, or does not say where points come from."""
        result = table.result
        if result is None:
            after = table.moves_before + table.moves_played
            raise ReviewRefused(f"move {after + 1}: the game goes on; only a game that is over is reviewed")
        if table.moves_played > MOST_MOVES:
            raise too_long(table.moves_before + MOST_MOVES + 1)
        if table.moves_played == 0:
            raise ReviewRefused("move 1: nothing was decided")
        self.game: Game = table.rules
        if self.game.sources is None:
            raise ReviewRefused(f"{self.game.name} does not say where its points come from")
        self.table, self.result = table.copy(), result
        self.seats, self.moves_before = table.seats, table.moves_before
        self.is_dealt = not table.stretches[-1].start

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the record in hex: of what was played, not of who sat there or what a server has added."""
        return hashlib.sha256(self.table.record().encode()).hexdigest()

    @cached_property
    def beginning(self) -> State:
        """The state after the deal."""
        return quiet(self.table.beginning)

    @cached_property
    def _states(self) -> list[State]:
        """The states before each move, and the last one."""
        state, found = self.table.beginning, []
        for turn in range(self.table.moves_played):
            found.append(quiet(state))
            self.table.make_again(state, turn)
        return [*found, quiet(state)]

    @cached_property
    def decisions(self) -> Sequence[Decision]:
        """Every move, in order."""
        numbers = {name: number for number, name in enumerate(self.table.move_names)}
        return tuple(
            Decision(turn, seat, numbers[name], name, self._states[turn])
            for turn, (seat, name) in enumerate(self.table.history)
        )

    def after(self, turn: int) -> State:
        """The state after a move; after the deal for DEAL."""
        return self._states[turn + 1]

    @cached_property
    def chances(self) -> Sequence[ChanceMoment]:
        """The deal, and every move after which some seat sees what might have been otherwise."""
        dealt = [ChanceMoment(DEAL, self.beginning)] if self.is_dealt else []
        lucky = [one.turn for one in self.decisions if self.is_chance(one)]
        return (*dealt, *(ChanceMoment(turn, self.after(turn)) for turn in lucky))

    def is_chance(self, decision: Decision) -> bool:
        """Whether the same move could have brought what looks otherwise to some seat."""
        before, after = decision.before, self.after(decision.turn)
        if (before.dice, before.drawn, before.revealed) == (after.dice, after.drawn, after.revealed):
            return False
        seen = self.game.whole_view(after)
        return any(self.game.whole_view(dealt_on(decision, seed)) != seen for seed in range(LOOKS))

    def dealt_again(self, seed: int) -> State:
        """Another deal of the same game."""
        state = self.game.blank(self.seats, self.table.options, None, is_new=False)
        if box := self.game.box_of(self.beginning):
            self.game.put_box(state, box)
        state.seed(seed)
        state.deal()
        return state


def quiet(state: State) -> State:
    """A copy that notes no events."""
    twin = state.copy()
    twin.recording = False
    return twin


def dealt_on(decision: Decision, seed: int) -> State:
    """The state after a move, where what comes by chance, and what no seat knew before it, is dealt anew."""
    state = decision.before.determinized(ALL_SEATS, seed)
    state.apply(decision.seat, decision.move)
    return state


def too_long(move: int) -> ReviewRefused:
    """The refusal of a game with more moves than a review takes. `move`: the first that is too many."""
    return ReviewRefused(f"move {move}: a review takes {MOST_MOVES:,} moves at most")


def read_course(text: str) -> Course:
    """The course of a record's game. Raises ReviewRefused, with the line or the move, before anything is computed."""
    try:
        parsed = record.parse(text)
        if len(parsed.last.moves) > MOST_MOVES:
            raise too_long(parsed.last.moves[MOST_MOVES][0])
        table = record.replay(text)
    except RecordError as error:
        raise ReviewRefused(str(error)) from error
    course = Course(table)
    if failed := next((check for check in verify(text) if not check.ok), None):
        raise ReviewRefused(told(failed))
    return course


def told(check: Check) -> str:
    """Why a record does not verify."""
    return f"the record does not verify ({check.name}): {check.detail}"
