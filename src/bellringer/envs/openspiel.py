"""The games for OpenSpiel, as games that are written in Python: importing this module registers them.

    import pyspiel
    import bellringer.envs.openspiel
    game = pyspiel.load_game("bellringer_GAME(players=3)")

nodes.py has the game tree, and says how chance is told. Needs the package of the extra `openspiel`; what is offered of
OpenSpiel and what is not, docs/environments/openspiel.md tells.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import bellringer
from bellringer.core.contract.game import Game
from bellringer.core.contract.options import Option
from bellringer.core.contract.registry import find
from bellringer.core.errors import IllegalMove, OptionError
from bellringer.envs.batch import REWARDS
from bellringer.envs.nodes import OUTCOMES, Node, Tree, is_dealt, tree_of
from bellringer.envs.rewards import rewards_of
from bellringer.envs.setting import SEED, one_of

try:
    import pyspiel
except ImportError:
    raise ImportError("OpenSpiel is not installed: pip install 'bellringer[openspiel]'") from None

PREFIX = "bellringer_"
PLAYERS, REWARD, TABLE_SEED = "players", "reward", "table_seed"
AS_USUAL = ""  # an option that is not said
AND = "+"  # between several values of an option: OpenSpiel has commas between parameters
MOST_POINTS = 1_000.0  # no game comes near it
MEMORY_KEY, MEMORY_ROOM = "moves", 512
CHANCES = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]
ALIKE_NUMBERS = re.compile(r"[-+.\d]+|true|false", re.IGNORECASE)  # words that OpenSpiel would read as something else

Parameters = dict[str, Any]


# parameters


def name_of(game: str) -> str:
    """What OpenSpiel calls a game."""
    return PREFIX + game.replace("-", "_")


def parameter_of(option: Option) -> Any:
    """What stands for an option in OpenSpiel when it is not said: it tells the parameter's type, too."""
    is_word = option.several or isinstance(option.default, str)
    return AS_USUAL if is_word else option.default


def specification(game: Game) -> Parameters:
    """The parameters of a game, as OpenSpiel has them when they are not said."""
    fixed = {PLAYERS: game.fields.usual_seats, REWARD: REWARDS[0], TABLE_SEED: SEED}
    return {**fixed, **{name: parameter_of(option) for name, option in game.options.items()}}


def option_said(option: Option, said: Any) -> Any:
    """What a parameter says of an option, as the game wants it."""
    if not isinstance(said, str):
        return said
    return said.replace(AND, ",") if option.several else said.strip("'")


def written(said: Any) -> Any:
    """A parameter as OpenSpiel reads it again: a word that looks like a number stands in quotes."""
    return f"'{said}'" if isinstance(said, str) and ALIKE_NUMBERS.fullmatch(said) else said


# the game


def type_of(game: Game, reward: str) -> Any:
    """What OpenSpiel knows of a game whose seats get such rewards."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=name_of(game.name),
        long_name=f"{game.name.replace('-', ' ').title()}, by Bellringer",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if reward == "score" else kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.most_seats,
        min_num_players=game.fewest_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification(game),
    )


def info_of(tree: Tree, reward: str) -> Any:
    """The numbers that OpenSpiel wants of a table."""
    seats = tree.setting.seats
    return pyspiel.GameInfo(
        num_distinct_actions=len(tree.setting.actions),
        max_chance_outcomes=OUTCOMES,
        num_players=seats,
        min_utility=0.0,
        max_utility=MOST_POINTS if reward == "score" else 1.0,
        utility_sum={"win": 1.0, "place": seats / 2}.get(reward),
        max_game_length=tree.setting.game.most_decisions * seats,
    )


class SpielGame(pyspiel.Game):
    """A table of one of the games: `game` has its name, in a class for each."""

    game: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Make the table. Raises OptionError for parameters that can't be."""
        found, said = find(self.game), dict(params or {})
        usual = specification(found)
        if unknown := [name for name in said if name not in usual]:
            raise OptionError(f"{name_of(self.game)} has no parameter {', '.join(unknown)}; it has {', '.join(usual)}")
        self.reward = one_of(said.get(REWARD, REWARDS[0]), REWARDS, REWARD)
        options = tuple(
            (name, option_said(option, said[name]))
            for name, option in found.options.items()
            if said.get(name, parameter_of(option)) != parameter_of(option)
        )
        self.tree = tree_of(self.game, said.get(PLAYERS), options, said.get(TABLE_SEED))
        kept = {name: written(value) for name, value in said.items() if value != usual[name]}
        super().__init__(type_of(found, self.reward), info_of(self.tree, self.reward), kept)

    def __reduce__(self) -> tuple[Any, ...]:
        return table_of, (str(self),)  # OpenSpiel's own way leaves out what a game has in Python

    def new_initial_state(self, given: Any = None) -> SpielState:
        """Before the deal, or at a position: a struct of a state, its JSON, or a position of docs/notation.md.

        Raises PositionError, OptionError, ValueError.
        """
        if given is None:
            return SpielState(self)
        document = json.loads(given) if isinstance(given, str) else given
        if isinstance(document, pyspiel.SpielStruct):
            document = document.to_dict()
        if document.get("waiting") is not None:
            raise OptionError("a game begins at a decision, not where chance throws", "waiting")
        state = SpielState(self)
        state.node = self.tree.restored(document.get("position", document))
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer | None:
        """What tells what a seat sees; None for what is not offered.

        With perfect recall: all that the seat has seen, in words. Else the observation, in words and numbers;
        `params={"moves": True}` adds the moves as the seat saw them. Raises OptionError.
        """
        if unknown := [name for name in params or {} if name != MEMORY_KEY]:
            raise OptionError(f"an observer has no parameter {', '.join(unknown)}; it has {MEMORY_KEY}")
        if iig_obs_type is None:
            return Observer(self.tree, recalls=False, has_moves=bool((params or {}).get(MEMORY_KEY)))
        is_own = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not is_own or not iig_obs_type.public_info:
            return None
        return Observer(self.tree, iig_obs_type.perfect_recall, bool((params or {}).get(MEMORY_KEY)))


class SpielState(pyspiel.State):
    """A state of a game. All that it is stands in `node`, which OpenSpiel copies and pickles."""

    __slots__ = ("game", "__dict__")  # what stands in __dict__ goes into every copy; the game does not

    def __init__(self, game: SpielGame) -> None:
        """Before the deal."""
        super().__init__(game)
        self.game = game
        self.node: Node = game.tree.root

    def __reduce__(self) -> tuple[Any, ...]:
        return state_of, (self.game, self.serialize())

    def current_player(self) -> Any:
        """Who is to decide: of several seats that are asked at once the lowest."""
        if self.node.is_chance:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.node.is_over else self.node.seat

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.node.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can throw."""
        return CHANCES

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal(player)

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"throw {action}" if player == pyspiel.PlayerId.CHANCE else self.game.tree.setting.actions[action]

    def returns(self) -> list[float]:
        """What each seat gets: 0 before the end."""
        return rewards_of(self.node.state, self.game.reward)

    def __str__(self) -> str:
        return json.dumps(self._to_struct())

    # structs

    def _to_struct(self) -> dict[str, Any]:
        """The whole state by names: a position, and what waits for a throw."""
        node = self.node
        waiting = None
        if node.is_chance:
            seat, move = node.move or (None, None)
            name = "deal" if move is None else self.game.tree.setting.actions[move]
            waiting = {"seat": seat, "move": name, "throws": node.throws}
        return {"position": self.game.tree.setting.game.position(node.state), "waiting": waiting}

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        """A seat's view by names; empty before the deal."""
        state = self.node.state
        return self.game.tree.setting.game.view(state, player) if is_dealt(state) else {}

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        if player == pyspiel.PlayerId.CHANCE:
            return {"throw": action}
        return {"seat": player, "move": self.game.tree.setting.actions[action]}

    def _struct_to_actions(self, struct: Mapping[str, Any]) -> list[int]:
        if "throw" in struct:
            return [struct["throw"]]
        names = self.game.tree.setting.actions
        if struct.get("move") not in names:
            raise IllegalMove(f"there is no move {struct.get('move')!r}")
        return [names.index(struct["move"])]

    # knowledge

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that looks the same to a player, with all that it can't see dealt anew, from a number below 1.

        Its history begins here: what others have done in secret is not in it. Raises ValueError where chance is to
        throw.
        """
        world = SpielState(self.game)
        world.node = self.node.dealt_anew(player, int(sampler() * 2**53))
        return world


class Resampler:
    """Deals anew what a player can't see, for `set_resampler` of OpenSpiel's search: always the same from a seed."""

    def __init__(self, seed: int | None = None) -> None:
        self.dice = random.Random(seed)

    def __call__(self, state: SpielState, player: int) -> SpielState:
        """A state that looks the same to the player."""
        return state.resample_from_infostate(player, self.dice.random)


class Observer:
    """Tells what a seat sees. `tensor` and `dict` have the numbers of the state that `set_from` was given last."""

    def __init__(self, tree: Tree, recalls: bool, has_moves: bool) -> None:
        """`recalls`: tells all that the seat has seen, in words alone. `has_moves`: adds the moves to the numbers."""
        self.tree, self.recalls = tree, recalls
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if recalls:
            return
        width = tree.setting.encoder.width
        self.tensor = np.zeros(width + has_moves * 2 * MEMORY_ROOM, np.float32)
        self.dict = {"observation": self.tensor[:width]}
        if has_moves:
            self.dict[MEMORY_KEY] = self.tensor[width:].reshape(MEMORY_ROOM, 2)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees."""
        if self.recalls:
            return
        self.tensor.fill(0)
        if is_dealt(state.node.state):
            self.tree.setting.encoder.write(state.node.state, player, self.dict["observation"])
        if MEMORY_KEY in self.dict:
            moves = state.node.moves(player)[-MEMORY_ROOM:]
            self.dict[MEMORY_KEY].fill(-1)
            self.dict[MEMORY_KEY][: len(moves)] = np.array(moves, np.float32).reshape(-1, 2)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, or has seen, in words."""
        return state.node.memory(player) if self.recalls else state.node.observation(player)


# pickles


def table_of(said: str) -> SpielGame:
    """A table by its name and parameters, as a pickle has it."""
    found: SpielGame = pyspiel.load_game(said)
    return found


def state_of(game: SpielGame, said: str) -> SpielState:
    """A state as OpenSpiel writes it."""
    found: SpielState = game.deserialize_state(said)
    return found


# registering


def register_games() -> None:
    """Make all games known to OpenSpiel, each by a class of its own.

    OpenSpiel lets go of what makes a game when Python has ended: a class outlives that, a function ends in a crash.
    """
    for game in bellringer.game_names():
        name = game.title().replace("-", "")
        made = type(name, (SpielGame,), {"game": game, "__module__": __name__})
        globals()[name] = made  # where a pickle finds it
        pyspiel.register_game(type_of(find(game), REWARDS[0]), made)


register_games()
