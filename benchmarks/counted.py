"""OpenSpiel's search, counted: the same game behind a thin Python face, which the C++ search plays like any other.

The face passes every question on to the state that it holds, so a search with the same seeds asks the same questions,
draws the same random numbers and grows the same tree. It only notes each move on the way. `count` demands that tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pyspiel

Search = Callable[[Any, Any], Any]
"""From a game and a position in it to the root of the tree that was grown there."""


class Held:
    """The state behind the face. OpenSpiel copies a Python state with `copy.deepcopy`; this makes that a clone."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        return Held(self.state.clone())


class CountedGame(pyspiel.Game):
    """A game that begins with the given position, and counts the moves made from there."""

    def __init__(self, game: Any, position: Any) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_distinct_actions(),
            max_chance_outcomes=game.max_chance_outcomes(),
            num_players=game.num_players(),
            min_utility=game.min_utility(),
            max_utility=game.max_utility(),
            max_game_length=game.max_game_length(),
        )
        super().__init__(game.get_type(), info, {})
        self.position = position
        self.made: Counter[str] = Counter()

    def new_initial_state(self, *_: Any) -> CountedState:
        """The position. OpenSpiel makes every copy by way of one of these, and then lays the copied state over it."""
        return CountedState(self)


class CountedState(pyspiel.State):
    """What OpenSpiel asks of a state, answered by the one that it holds."""

    def __init__(self, game: CountedGame) -> None:
        super().__init__(game)
        self.held = Held(game.position)

    def current_player(self) -> int:
        return int(self.held.state.current_player())

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.held.state.legal_actions(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self.held.state.chance_outcomes())

    def _apply_action(self, action: int) -> None:
        state, made = self.held.state, self.get_game().made
        if state.is_chance_node():
            made["chance"] += 1
        else:
            made["decisions"] += 1
            made["forced"] += len(state.legal_actions()) == 1
        state.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.held.state.action_to_string(player, action))

    def is_terminal(self) -> bool:
        return bool(self.held.state.is_terminal())

    def returns(self) -> list[float]:
        return list(self.held.state.returns())

    def __str__(self) -> str:
        return str(self.held.state)


def tree(node: Any) -> tuple[Any, ...]:
    """A search tree as plain values, whole."""
    return node.action, node.player, node.explore_count, node.total_reward, [tree(child) for child in node.children]


def count(search: Search, game: Any, position: Any) -> Counter[str]:
    """What one search from a position makes: playouts, decisions, the forced ones among them, chance moves."""
    counted = CountedGame(game, position)
    bare, noted = search(game, position), search(counted, counted.new_initial_state())
    if tree(bare) != tree(noted):
        raise RuntimeError(f"{game.get_type().short_name}: the counted search went another way than the timed one")
    return counted.made + Counter(playouts=bare.explore_count)
