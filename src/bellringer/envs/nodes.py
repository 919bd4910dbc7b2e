"""A game as a tree whose chance stands in nodes of its own, as interfaces for game trees want it.

The dice of a state are hidden in it, so that a copy would know what comes. Here a move that throws dice waits, and
chance first throws the number that seeds them: what has been done and thrown tells the whole game, and a copy does not
know what will be thrown. Simultaneous choices are made seat after seat, and none sees what another has chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellringer.core.chance import MASK_64
from bellringer.core.compiled.state import State
from bellringer.core.errors import IllegalMove, OptionError
from bellringer.envs.setting import Setting, setting_of

OUTCOMES = 256  # of one throw, all equally likely
DEAL_THROWS, DRAW_THROWS = 4, 2  # thrown for a deal, and for all that a move brings to light
NOBODY = -1  # who decides where chance throws, or the game is over
START = "start"  # the option that says who begins, which changes in the course of a game
HIDDEN = "?"  # a move that a seat did not see
STEP, SHIFT = 6364136223846793005, 1  # by which throws become a number: the factor of Knuth's generator MMIX

Table = tuple[str, int, tuple[tuple[str, Any], ...]]  # game, seats, options: all that a table follows from


@dataclass(frozen=True)
class Seen:
    """What a seat has seen up to a node. `text`: all of it in words; `row`: the last observation."""

    row: NDArray[np.int8]
    text: str


class Tree:
    """All games of one table. There is one of each table at a time."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.table: Table = (setting.game.name, setting.seats, tuple(setting.options.items()))

    @cached_property
    def labels(self) -> list[str]:
        """What each number of an observation is called: `players.0.coins`."""
        return [
            f"{span.name}.{part}".rstrip(".").replace(" ", "-") for span in self.setting.layout for part in span.parts
        ]

    @cached_property
    def root(self) -> Node:
        """Before the deal."""
        return Node(self, self.setting.blank, throws=DEAL_THROWS)

    def restored(self, document: Mapping[str, Any]) -> Node:
        """A game that begins with a position. Raises PositionError, OptionError for one of another table."""
        game = self.setting.game
        state = game.restore(document)
        found, wanted = game.options_of(state), self.setting.options
        others = [f"{name} {found[name]}" for name in found if name != START and found[name] != wanted[name]]
        if state.seats != self.setting.seats:
            others.append(f"{state.seats} seats")
        if others:
            raise OptionError(f"the position is of another table: {', '.join(others)}")
        return Node(self, state)

    def observe(self, state: State, seat: int) -> NDArray[np.int8]:
        """What a seat sees of a state; zeros before the deal."""
        row = np.zeros(self.setting.encoder.width, np.int8)
        if is_dealt(state):
            self.setting.encoder.write(state, seat, row)
        return row


@lru_cache(64)
def tree_of(game: str, seats: int | None, options: tuple[tuple[str, Any], ...], seed: int | None = None) -> Tree:
    """The games of a table; setting.py says what the arguments mean. Raises OptionError."""
    return Tree(setting_of(game, seats, dict(options), seed))


def is_dealt(state: State) -> bool:
    """Whether a game has begun."""
    return state.over or bool(state.pending)


class Node:
    """One point of a game. It never changes, so that it is its own copy; a pickle has the way to it.

    `state`: as it was at the last decision; `throws`: how many chance still makes before `move` (seat, number) is made,
    or before the deal. `luck`: what has been thrown so far. `before`: what seats had seen before a game that does not
    begin with its deal.
    """

    __slots__ = ("tree", "state", "throws", "move", "luck", "past", "action", "before", "seat", "seen_by")

    def __init__(
        self,
        tree: Tree,
        state: State,
        *,
        throws: int = 0,
        move: tuple[int, int] | None = None,
        luck: int = 0,
        past: Node | None = None,
        action: int | None = None,
        before: Mapping[int, str] | None = None,
    ) -> None:
        self.tree, self.state, self.throws, self.move, self.luck = tree, state, throws, move, luck
        self.past, self.action, self.before = past, action, before or {}
        self.seat = state.pending[0] if not throws and state.pending else NOBODY
        self.seen_by: dict[int, Seen] = {}

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        first, actions = self.way
        begun = bytes(first.state) if is_dealt(first.state) else None
        return node_of, (self.tree.table, begun, first.luck, first.before, tuple(actions))

    @property
    def way(self) -> tuple[Node, list[int]]:
        """The first node, and what was done and thrown since."""
        node, actions = self, []
        while node.past is not None and node.action is not None:
            actions.append(node.action)
            node = node.past
        return node, actions[::-1]

    @property
    def is_chance(self) -> bool:
        """Whether chance is to throw."""
        return self.throws > 0

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    def legal(self, seat: int) -> list[int]:
        """The legal actions of the seat that is to decide, ascending; none of another seat."""
        return list(self.state.legal(seat)) if seat == self.seat else []

    def after(self, action: int) -> Node:
        """What follows on an action, or on a throw. Raises IllegalMove."""
        if self.throws:
            return self.thrown(action)
        if self.seat == NOBODY:
            raise IllegalMove("the game is over")
        state = self.state.copy()
        try:
            state.apply(self.seat, action)
        except ValueError as error:
            names = [self.tree.setting.actions[move] for move in self.legal(self.seat)]
            raise IllegalMove(f"seat {self.seat}: {error}", names) from None
        if state.dice == self.state.dice:
            return Node(self.tree, state, luck=self.luck, past=self, action=action)
        move = (self.seat, action)
        return Node(self.tree, self.state, throws=DRAW_THROWS, move=move, luck=self.luck, past=self, action=action)

    def thrown(self, outcome: int) -> Node:
        """What follows on a throw: another one, or the move or the deal that has waited. Raises IllegalMove."""
        if not 0 <= outcome < OUTCOMES:
            raise IllegalMove(f"chance throws a number below {OUTCOMES}, not {outcome}")
        luck = (self.luck * STEP + outcome + SHIFT) & MASK_64
        if self.throws > 1:
            throws = self.throws - 1
            return Node(self.tree, self.state, throws=throws, move=self.move, luck=luck, past=self, action=outcome)
        state = self.state.copy()
        state.seed(luck)
        if self.move is None:
            state.deal()
        else:
            state.apply(*self.move)
        return Node(self.tree, state, luck=luck, past=self, action=outcome)

    # what seats see

    def row(self, seat: int) -> NDArray[np.int8]:
        """The numbers of a seat's observation."""
        found = self.seen_by.get(seat)
        return self.tree.observe(self.state, seat) if found is None else found.row

    def observation(self, seat: int) -> str:
        """A seat's observation in words: each number that is not 0."""
        row = self.row(seat)
        return told(self.tree.labels, row, np.flatnonzero(row))

    def memory(self, seat: int) -> str:
        """All that a seat has seen: the first observation, and then each move as it saw it, with what has changed."""
        node: Node | None = self
        missing = []
        while node is not None and seat not in node.seen_by:
            missing.append(node)
            node = node.past
        for one in reversed(missing):
            one.seen_by[seat] = one.see(seat)
        return self.seen_by[seat].text

    def see(self, seat: int) -> Seen:
        """What a seat has seen, from what it had seen a node ago."""
        labels = self.tree.labels
        if self.past is None:
            row = self.tree.observe(self.state, seat)
            begun = f"seat {seat}: {told(labels, row, np.flatnonzero(row))}"
            return Seen(row, self.before.get(seat, begun))
        last = self.past.seen_by[seat]
        text = last.text if self.past.throws else f"{last.text}\n{self.past.told_move(seat, self.action or 0)}"
        if self.throws:
            return Seen(last.row, text)
        row = self.tree.observe(self.state, seat)
        return Seen(row, f"{text} {told(labels, row, np.flatnonzero(row != last.row))}")

    def told_move(self, seat: int, action: int) -> str:
        """The move of the seat that decides, as another one sees it."""
        setting = self.tree.setting
        name = setting.actions[action]
        return f"{self.seat}: {name if seat == self.seat else self.open_name(action) or HIDDEN};"

    def moves(self, seat: int) -> list[tuple[int, int]]:
        """The moves so far: who made each, clockwise from a seat, and its number; -1 for what the seat did not see.

        Of a game that does not begin with its deal, those since it began.
        """
        node: Node | None = self
        found = []
        while node is not None and node.past is not None:
            if not node.past.throws:
                found.append(node.past.seen_move(seat, node.action or 0))
            node = node.past
        return found[::-1]

    def seen_move(self, seat: int, action: int) -> tuple[int, int]:
        """A move of the seat that decides, by numbers, as another one sees it."""
        setting, who = self.tree.setting, (self.seat - seat) % self.tree.setting.seats
        if seat == self.seat:
            return who, action
        name = self.open_name(action)
        return who, -1 if name is None else setting.actions.index(name)

    def open_name(self, action: int) -> str | None:
        """What all see of an action; None for what nobody else sees."""
        return self.tree.setting.game.open_name(self.state, self.seat, action)

    def dealt_anew(self, seat: int, number: int) -> Node:
        """A game that looks the same to a seat and goes on from here, with all that it can't see dealt anew.

        `number`: from which the deal and all later luck follow. It knows nothing of what others have seen before.
        Raises ValueError where chance is to throw.
        """
        if self.throws:
            raise ValueError("what a seat can't see is dealt anew at a decision, not where chance throws")
        world = self.state.determinized(seat, number)
        return Node(self.tree, world, luck=number & MASK_64, before={seat: self.memory(seat)})


def told(labels: list[str], row: NDArray[np.int8], places: NDArray[np.intp]) -> str:
    """Some numbers of an observation in words."""
    return " ".join(f"{labels[i]}={row[i]}" for i in places.tolist())


def node_of(table: Table, begun: bytes | None, luck: int, before: Mapping[int, str], actions: tuple[int, ...]) -> Node:
    """The node at the end of a way. `begun`: the bytes of the first state; None where a game begins with its deal."""
    tree = tree_of(*table)
    node = tree.root
    if begun is not None:
        node = Node(tree, State.from_bytes(tree.setting.game.book, begun), luck=luck, before=before)
    for action in actions:
        node = node.after(action)
    return node
