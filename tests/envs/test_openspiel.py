"""The games under OpenSpiel: its own tests and searches, playthroughs, what it does not ask. For `make openspiel`."""

from __future__ import annotations

import copy
import json
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bellringer
from bellringer.core.contract.registry import find
from bellringer.core.errors import IllegalMove, OptionError
from bellringer.envs.setting import setting_of
from tools.playthroughs import FOLDER, generated

pytestmark = pytest.mark.openspiel

GAMES = bellringer.game_names()
SIZES = [(game, seats) for game in GAMES for seats in range(find(game).fewest_seats, find(game).most_seats + 1)]
TABLES = [
    "notre_dame(players=5,persons=new,edition=anniversary,open_prestige=True,start=2)",
    "notre_dame(players=3,edition='2007',reward=place)",
    "rattus(players=6,classes=random,modules=upgrades+region-cards+guilds,table_seed=7)",
    "rattus(players=4,classes=king+monk+witch+knight+merchant+peasant,reward=score)",
]
PAGE = Path(__file__).resolve().parents[2] / "docs" / "environments" / "openspiel.md"


def load(said: str) -> Any:
    """A table by its name in OpenSpiel, without the prefix."""
    import pyspiel

    import bellringer.envs.openspiel  # noqa: F401  # registers the games

    return pyspiel.load_game(f"bellringer_{said}")


def table_of(game: str, seats: int = 3) -> Any:
    """A usual table."""
    return load(f"{game.replace('-', '_')}(players={seats})")


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def played(table: Any, seed: int, steps: int = 10**6) -> Any:
    """A random game, or its beginning up to a decision."""
    state, dice = table.new_initial_state(), random.Random(seed)
    while not state.is_terminal() and (steps > 0 or state.is_chance_node()):
        state.apply_action(dice.choice(state.legal_actions()))
        steps -= 1
    return state


# its own tests


@pytest.mark.parametrize(("game_name", "seats"), SIZES)
def test_openspiels_random_simulations_pass(game_name: str, seats: int) -> None:
    import pyspiel

    pyspiel.random_sim_test(table_of(game_name, seats), num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize("said", TABLES)
def test_openspiels_random_simulations_pass_with_every_kind_of_parameter(said: str) -> None:
    import pyspiel

    pyspiel.random_sim_test(load(said), num_sims=5, serialize=True, verbose=False)


def test_openspiels_tests_of_python_games_pass(game: str) -> None:
    """Of the game, its type and its states: cloned, serialized, pickled."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    for said in (f"{game.replace('-', '_')}()", *(one for one in TABLES if one.startswith(game.replace("-", "_")))):
        GamesSimTest("test_pig").sim_game(load(said))


@pytest.mark.parametrize("game_name", GAMES)
def test_a_playthrough_is_as_it_was(game_name: str) -> None:
    """`python -m tools.playthroughs` writes them anew."""
    path = FOLDER / f"{game_name}.txt"
    assert path.read_text(encoding="utf-8").splitlines() == generated()[path].splitlines()


def test_a_program_that_has_registered_the_games_ends_well() -> None:
    program = "import bellringer.envs.openspiel as o, pyspiel; print(pyspiel.load_game('bellringer_rattus'))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "") and "bellringer_rattus" in done.stdout


# tables


def test_a_parameter_is_an_option_of_the_table() -> None:
    first, second, third, _ = (load(said) for said in TABLES)
    assert first.tree.setting.options == {
        "edition": "anniversary", "persons": "new", "open_prestige": True, "start": 2
    }  # fmt: skip
    assert second.tree.setting.options["edition"] == "2007" and second.utility_sum() == 1.5
    assert set(third.tree.setting.options["modules"]) == {"upgrades", "region-cards", "guilds"}
    assert third.tree.setting.options["classes"] != load(TABLES[2].replace("=7", "=8")).tree.setting.options["classes"]
    assert {one.num_players() for one in (first, second, third)} == {5, 3, 6}


@pytest.mark.parametrize("said", TABLES)
def test_a_table_is_the_same_by_its_own_words(said: str) -> None:
    import pyspiel

    table = load(said)
    for other in (pyspiel.load_game(str(table)), pickle.loads(pickle.dumps(table))):
        assert other == table and other.tree is table.tree
    assert pyspiel.load_game(table.get_type().short_name, table.get_parameters()) == table


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("notre_dame(players=6)", "6"),
        ("rattus(classes=kong)", "king"),
        ("rattus(reward=wins)", "win"),
        ("rattus(box=huge)", "big-box"),
    ],
)
def test_a_parameter_that_can_not_be_is_named(said: str, told: str) -> None:
    with pytest.raises(OptionError, match=told):
        load(said)


def test_parameters_that_there_are_not_are_refused() -> None:
    import pyspiel

    with pytest.raises(pyspiel.SpielError, match="colour"):
        load("rattus(colour=red)")


# states


@pytest.mark.parametrize(
    "twin",
    [lambda state: state.clone(), copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))],
    ids=["cloned", "copied", "pickled"],
)
def test_a_twin_made_in_the_midst_of_a_game_goes_on_the_same(game: str, twin: Callable[[Any], Any]) -> None:
    state = played(table_of(game), 1, steps=60)
    other, dice = twin(state), random.Random(2)
    while not state.is_terminal():
        assert (str(state), state.history()) == (str(other), other.history())
        assert [state.information_state_string(seat) for seat in range(3)] == [
            other.information_state_string(seat) for seat in range(3)
        ]
        action = dice.choice(state.legal_actions())
        state.apply_action(action)
        other.apply_action(action)
    assert state.returns() == other.returns()


def test_a_game_follows_from_its_history(game: str) -> None:
    import pyspiel

    table = table_of(game)
    state = played(table, 3)
    again = table.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state) and again.returns() == state.returns()
    built = pyspiel.build_state_from_history_string(str(table), ", ".join(map(str, state.history())))
    assert str(built[1] if isinstance(built, tuple) else built) == str(state)


@pytest.mark.parametrize("reward", ["win", "place", "score"])
def test_returns_are_those_of_the_places(game: str, reward: str) -> None:
    table = load(f"{game.replace('-', '_')}(players=3,reward={reward})")
    state = played(table, 4)
    places = [state.node.state.place(seat) for seat in range(3)]
    assert state.returns()[places.index(1)] == max(state.returns()) <= table.max_utility()
    if reward != "score":
        assert sum(state.returns()) == pytest.approx(table.utility_sum())
    assert played(table, 4, steps=60).returns() == [0, 0, 0]


def test_an_action_that_is_not_legal_is_named(game: str) -> None:
    state = played(table_of(game), 5, steps=30)
    with pytest.raises(IllegalMove, match="10000"):
        state.apply_action(10_000)


# observations


def test_an_observation_is_that_of_the_other_environments(game: str) -> None:
    state, setting = played(table_of(game), 6, steps=50), setting_of(game, 3, {}, None)
    for seat in range(3):
        expected = np.zeros(setting.encoder.width, np.float32)
        setting.encoder.write(state.node.state, seat, expected)
        assert np.array_equal(np.float32(state.observation_tensor(seat)), expected)
        assert f"seat.{setting.game.seat_names(3)[seat]}=1" in state.observation_string(seat)


def test_observers_offer_what_they_say(game: str) -> None:
    import pyspiel
    from open_spiel.python.observation import make_observation

    table = table_of(game)
    state = played(table, 7, steps=50)
    recalling = make_observation(table, pyspiel.IIGObservationType(perfect_recall=True))
    assert recalling.tensor is None and recalling.string_from(state, 1) == state.information_state_string(1)
    moves = make_observation(table, None, {"moves": True})
    moves.set_from(state, 1)
    rows = [tuple(row) for row in moves.dict["moves"].astype(int).tolist()]
    count = len(state.node.moves(1))
    assert rows == [*state.node.moves(1), *[(-1, -1)] * (len(rows) - count)] and count > 10
    assert np.array_equal(moves.dict["observation"], np.float32(state.observation_tensor(1)))
    nobody = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    assert make_observation(table, nobody) is None
    with pytest.raises(OptionError, match="colour"):
        make_observation(table, None, {"colour": 1})


def test_openspiels_environment_for_learning_works(game: str) -> None:
    from open_spiel.python.rl_environment import Environment, ObservationType

    env = Environment(table_of(game), observation_type=ObservationType.OBSERVATION)
    env.seed(8)
    step, dice = env.reset(), random.Random(8)
    while not step.last():
        seat = step.observations["current_player"]
        step = env.step([dice.choice(step.observations["legal_actions"][seat])])
    assert sum(step.rewards) == pytest.approx(1)


# structs


def test_a_state_is_a_struct_and_a_struct_a_state(game: str) -> None:
    table = table_of(game)
    state = played(table, 9, steps=60)
    for given in (state.to_struct(), state.to_dict(), state.to_json(), state.to_dict()["position"]):
        begun = table.new_initial_state(given)
        assert str(begun) == str(state) and begun.legal_actions() == state.legal_actions()
    view = find(game).view(state.node.state, 1)
    assert state.to_observation_struct(1).to_dict() == json.loads(json.dumps(view))


def test_an_action_is_a_struct_and_a_struct_an_action(game: str) -> None:
    state = played(table_of(game), 10, steps=60)
    for action in state.legal_actions():
        struct = state.action_to_struct(action)
        assert struct.to_dict() == {
            "seat": state.current_player(), "move": state.action_to_string(action)
        }  # fmt: skip
        assert state.struct_to_actions(struct) == [action]
        assert state.string_to_action(state.action_to_string(action)) == action
    other = state.clone()
    other.apply_action_struct(state.action_to_struct(state.legal_actions()[0]))
    assert other.history()[-1] == state.legal_actions()[0]


def test_a_state_where_chance_throws_says_so_and_is_no_beginning(game: str) -> None:
    table = table_of(game)
    state = table.new_initial_state()
    assert state.to_dict()["waiting"] == {"seat": None, "move": "deal", "throws": 4}
    assert state.action_to_struct(17).to_dict() == {"throw": 17}
    with pytest.raises(OptionError, match="chance"):
        table.new_initial_state(state.to_dict())


# search


def searching(table: Any, seed: int, simulations: int = 10, **said: Any) -> Any:
    """OpenSpiel's IS-MCTS in Python."""
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    dice = np.random.RandomState(seed)
    return ISMCTSBot(table, RandomRolloutEvaluator(1, dice), 1.0, simulations, random_state=dice, **said)


@pytest.mark.parametrize(
    "said", [{}, {"max_world_samples": 8}, {"use_observation_string": True, "allow_inconsistent_action_sets": True}]
)
def test_openspiels_search_plays(game: str, said: dict[str, Any]) -> None:
    from bellringer.envs.openspiel import Resampler

    actions = []
    for _ in range(2):
        table = table_of(game)
        bot = searching(table, 11, **said)
        bot.set_resampler(Resampler(11))
        state = played(table, 11, steps=60)
        actions.append([bot.step(state) for _ in range(3)])
        assert set(actions[-1]) <= set(state.legal_actions())
    assert actions[0] == actions[1], "the same seeds, the same search"


def test_openspiels_search_deals_anew_by_itself(game: str) -> None:
    """Without a resampler it asks the state."""
    table = table_of(game)
    state = played(table, 12, steps=60)
    assert searching(table, 12).step(state) in state.legal_actions()


def test_a_search_beats_random_play() -> None:
    from bellringer.envs.openspiel import Resampler

    table, won = table_of(GAMES[0], 2), 0.0
    for deal in range(2):
        bot, dice, state = searching(table, deal, simulations=20), random.Random(deal), table.new_initial_state()
        bot.set_resampler(Resampler(deal))
        while not state.is_terminal():
            own = state.current_player() == deal % 2
            state.apply_action(bot.step(state) if own else dice.choice(state.legal_actions()))
        won += state.returns()[deal % 2]
    assert won == 2


def test_what_is_dealt_anew_keeps_what_the_player_has_seen(game: str) -> None:
    from bellringer.envs.openspiel import Resampler

    resample = Resampler(13)
    state = played(table_of(game), 13, steps=60)
    for seat in range(3):
        world = resample(state, seat)
        assert world.information_state_string(seat) == state.information_state_string(seat)
        assert world.current_player() == state.current_player() and world.history() == []
        assert pickle.loads(pickle.dumps(world)).information_state_string(seat) == state.information_state_string(seat)


def test_the_search_in_cpp_says_that_it_can_not_deal_anew(game: str) -> None:
    """The page says so: what changes there must change here."""
    import pyspiel

    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 1.0, 10)
    with pytest.raises(pyspiel.SpielError, match="not implemented"):
        bot.get_policy(played(table_of(game), 14, steps=60))


# the page


def test_the_code_of_the_page_runs() -> None:
    pieces = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(pieces) > 1
    for code in pieces:
        exec(compile(code, "page", "exec"), {})


def test_the_page_has_the_parameters_and_the_shapes(game: str) -> None:
    from bellringer.envs.openspiel import specification

    text, table = PAGE.read_text(encoding="utf-8"), load(f"{game.replace('-', '_')}()")
    assert all(f"`{name}`" in text for name in specification(find(game)))
    row = f"| `bellringer_{game.replace('-', '_')}` | {table.num_players()} | {table.num_distinct_actions()} | "
    assert f"{row}{table.observation_tensor_shape()[0]} | {table.max_game_length()} |" in text
