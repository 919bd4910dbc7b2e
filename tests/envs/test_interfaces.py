"""The suites of Gymnasium and PettingZoo, whole and without a warning, and what they do not ask. For `make envs`."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import bellringer
from bellringer.core.errors import IllegalMove, OptionError
from bellringer.envs.registry import id_of

pytestmark = pytest.mark.envs

GAMES = bellringer.game_names()


def module(game: str) -> Any:
    """A game's module as PettingZoo's own are."""
    return import_module(f"bellringer.envs.{game.replace('-', '_')}_v0")


def chosen(mask: Any, dice: np.random.Generator) -> int:
    """A random legal action."""
    return int(dice.choice(np.flatnonzero(mask)))


# PettingZoo


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


@pytest.mark.parametrize(
    "arguments", [{}, {"seats": 2, "dtype": "float32", "reward": "score"}, {"reward": "place"}], ids=str
)
def test_agents_one_after_the_other_pass_the_suite(game: str, arguments: dict[str, Any]) -> None:
    from pettingzoo.test import api_test

    api_test(module(game).env(**arguments), num_cycles=3000)


@pytest.mark.parametrize("arguments", [{}, {"seats": 2, "dtype": "float32"}], ids=str)
def test_agents_at_once_pass_the_suite(game: str, arguments: dict[str, Any]) -> None:
    from pettingzoo.test import parallel_api_test

    parallel_api_test(module(game).parallel_env(**arguments), num_cycles=1000)


def test_the_same_seed_gives_the_same_game(game: str) -> None:
    from pettingzoo.test import parallel_seed_test, seed_test

    seed_test(module(game).env, num_cycles=500)
    parallel_seed_test(module(game).parallel_env, num_cycles=500)


def test_every_way_of_rendering_passes_the_suite(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import render_test

    render_test(module(game).env, custom_tests={"svg": lambda found: found.startswith(("<svg", "<?xml"))})
    assert "▸" in capsys.readouterr().out or game


def test_the_registries_make_the_games(game: str) -> None:
    import gymnasium
    import pettingzoo

    assert pettingzoo.make("aec", id_of(game), seats=3).possible_agents == ["seat_0", "seat_1", "seat_2"]
    assert pettingzoo.make("parallel", id_of(game)).metadata["name"] == f"{game.replace('-', '_')}_v0"
    assert gymnasium.make(id_of(game), seats=2).unwrapped.games.setting.seats == 2
    assert gymnasium.make_vec(id_of(game), num_envs=3).num_envs == 3


def play_on(env: Any, dice: np.random.Generator, steps: int) -> list[Any]:
    """Play an environment of agents one after the other, and return all that it told."""
    told = []
    for agent in env.agent_iter(steps):
        seen, reward, terminated, truncated, info = env.last()
        told.append((agent, seen.tolist(), reward, terminated, truncated))
        env.step(None if terminated else chosen(info["action_mask"], dice))
    return told


@pytest.mark.parametrize(
    "twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copied", "pickled"]
)
def test_a_twin_made_in_the_midst_of_a_game_goes_on_the_same(game: str, twin: Callable[[Any], Any]) -> None:
    env = module(game).env()
    env.reset(seed=3)
    play_on(env, np.random.default_rng(1), 60)
    other = twin(env)
    assert play_on(env, np.random.default_rng(2), 2000) == play_on(other, np.random.default_rng(2), 2000)
    for one in (env, other):
        one.reset()
    assert play_on(env, np.random.default_rng(3), 50) == play_on(other, np.random.default_rng(3), 50)


def test_a_twin_of_agents_at_once_goes_on_the_same(game: str) -> None:
    env = module(game).parallel_env()
    _, infos = env.reset(seed=4)
    dice = np.random.default_rng(4)
    for _ in range(20):
        *_, infos = env.step({agent: chosen(infos[agent]["action_mask"], dice) for agent in env.agents})
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        actions = {agent: chosen(infos[agent]["action_mask"], np.random.default_rng(5)) for agent in env.agents}
        here, there = copy.deepcopy(env).step(actions), other.step(actions)
        assert here[1:4] == there[1:4] and all(np.array_equal(here[0][agent], there[0][agent]) for agent in here[0])


def test_seats_that_are_asked_at_once_choose_in_one_step_and_others_wait() -> None:
    env = module("notre-dame").parallel_env(seats=3)
    _, infos = env.reset(seed=5)
    assert all(infos[agent]["action_mask"].sum() > 1 for agent in env.agents), "all choose a card of the draft"
    dice, waited = np.random.default_rng(6), 0
    while env.agents:
        masks = {agent: infos[agent]["action_mask"] for agent in env.agents}
        waiting = [agent for agent, mask in masks.items() if mask[-1]]
        assert all(masks[agent].sum() == 1 for agent in waiting)
        waited += len(waiting)
        _, rewards, *_, infos = env.step({agent: chosen(mask, dice) for agent, mask in masks.items()})
    assert waited > 50 and sum(rewards.values()) == pytest.approx(1)


def test_none_sees_what_another_has_chosen_of_the_same_draft() -> None:
    env = module("notre-dame").env(seats=3)
    seen = []
    for choice in (0, 1):
        env.reset(seed=6)
        *_, info = env.last()
        env.step(int(np.flatnonzero(info["action_mask"])[choice]))
        seen.append(env.last()[0].tolist())
    assert seen[0] == seen[1]


@pytest.mark.parametrize("reward", ["win", "place", "score"])
def test_rewards_of_all_agents_are_those_of_the_places(game: str, reward: str) -> None:
    env = module(game).raw_env(reward=reward, seats=3)
    env.reset(seed=7)
    dice, total = np.random.default_rng(7), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, got, terminated, _, info = env.last()
        total[agent] += got
        env.step(None if terminated else chosen(info["action_mask"], dice))
    state = env.game.state
    places = [state.place(seat) for seat in range(3)]
    assert max(total.values()) == total[f"seat_{places.index(1)}"]
    if reward != "score":
        assert sum(total.values()) == pytest.approx({"win": 1, "place": 1.5}[reward])


def test_an_action_that_is_not_legal_loses_or_is_an_error(game: str) -> None:
    env = module(game).env(seats=3)
    env.reset(seed=8)
    env.step(int(np.flatnonzero(env.last()[4]["action_mask"] == 0)[0]))
    assert all(env.terminations.values()) and env.rewards == {"seat_0": 0, "seat_1": 0.5, "seat_2": 0.5}
    for made in (module(game).env, module(game).parallel_env):
        env = made(illegal="error")
        env.reset(seed=8)
        wrong = {agent: 10**6 for agent in env.agents} if made is module(game).parallel_env else 10**6
        with pytest.raises(IllegalMove, match="seat_0: action 1000000"):
            env.step(wrong)  # type: ignore[arg-type]


def test_what_parallel_actions_lack_is_named(game: str) -> None:
    env = module(game).parallel_env(illegal="error")
    with pytest.raises(IllegalMove, match="reset"):
        env.step({})
    env.reset(seed=9)
    with pytest.raises(IllegalMove, match="no action of seat_0"):
        env.step({})
    with pytest.raises(IllegalMove, match="no agent nobody"):
        env.step({**dict.fromkeys(env.agents, 0), "nobody": 0})


@pytest.mark.parametrize(
    "arguments", [{"colour": 1}, {"seats": 17}, {"illegal": "win"}, {"render_mode": "film"}, {"dtype": "int16"}]
)
def test_arguments_that_can_not_be_are_refused(game: str, arguments: dict[str, Any]) -> None:
    for made in (module(game).env, module(game).parallel_env):
        with pytest.raises(
            OptionError, match=str(next(iter(arguments.values()))) if "colour" not in arguments else "colour"
        ):
            made(**arguments)


# Gymnasium


@pytest.mark.parametrize(
    "arguments", [{}, {"learner": 1, "opponents": "greedy", "dtype": "float32"}, {"reward": "score"}], ids=str
)
def test_one_seat_alone_passes_the_suite(game: str, arguments: dict[str, Any]) -> None:
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    for mode in (None, "ansi", "svg", "rgb_array"):
        check_env(gymnasium.make(id_of(game), render_mode=mode, **arguments).unwrapped, skip_render_check=mode == "svg")


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_vectors_reset_as_their_mode_says(game: str, mode: str) -> None:
    import gymnasium
    from gymnasium.vector import AutoresetMode

    vector = gymnasium.make_vec(id_of(game), num_envs=16, autoreset_mode=mode, seats=2)
    assert vector.metadata["autoreset_mode"] is AutoresetMode(mode)
    seen, infos = vector.reset(seed=1)
    dice, ends = np.random.default_rng(1), 0
    before = np.zeros(16, bool)
    for _ in range(400):
        actions = np.array([chosen(mask, dice) for mask in infos["action_mask"]])
        seen, rewards, terminated, truncated, infos = vector.step(actions)
        assert vector.observation_space.contains(seen) and not truncated.any()
        assert not rewards[~terminated].any()
        ends += terminated.sum()
        if mode == "SameStep" and terminated.any():
            assert np.array_equal(infos["_final_obs"], terminated)
            number = int(np.flatnonzero(terminated)[0])
            assert vector.single_observation_space.contains(infos["final_obs"][number])
            assert not np.array_equal(infos["final_obs"][number], seen[number])
        if mode == "NextStep":
            assert not terminated[before].any(), "that step began them anew"
            before = terminated
        if mode == "Disabled" and terminated.any():
            kept = seen.copy()
            seen, infos = vector.reset(options={"reset_mask": terminated})
            assert np.array_equal(seen[~terminated], kept[~terminated])
    assert ends > 10


def test_a_vector_goes_as_single_games_do(game: str) -> None:
    """The first game of a vector, beside a single one of the same seed."""
    import gymnasium

    vector = gymnasium.make_vec(id_of(game), num_envs=5, learner=0, opponents="greedy")
    single = gymnasium.make(id_of(game), learner=0, opponents="greedy")
    seen, infos = vector.reset(seed=11)
    alone, info = single.reset(seed=11)
    dice, over = np.random.default_rng(11), False
    while not over:
        assert np.array_equal(seen[0], alone) and np.array_equal(infos["action_mask"][0], info["action_mask"])
        actions = np.array([chosen(mask, dice) for mask in infos["action_mask"]])
        seen, rewards, ends, _, infos = vector.step(actions)
        alone, reward, over, _, info = single.step(actions[0])
        assert reward == rewards[0] and over == ends[0]


def test_vectors_hand_out_copies_unless_told_otherwise(game: str) -> None:
    import gymnasium

    for copies in (True, False):
        vector = gymnasium.make_vec(id_of(game), num_envs=4, copy=copies)
        first, infos = vector.reset(seed=12)
        kept = first.copy()
        dice = np.random.default_rng(12)
        second = vector.step(np.array([chosen(mask, dice) for mask in infos["action_mask"]]))[0]
        assert np.array_equal(first, kept) is copies and (second is first) is not copies


def test_a_vectors_wrong_action_names_its_game(game: str) -> None:
    import gymnasium

    vector = gymnasium.make_vec(id_of(game), num_envs=4)
    _, infos = vector.reset(seed=13)
    actions = np.array([int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]])
    actions[2] = int(np.flatnonzero(~infos["action_mask"][2])[0])
    with pytest.raises(IllegalMove, match="game 2: "):
        vector.step(actions)
    actions[2] = -1
    with pytest.raises(IllegalMove, match="game 2: there is no action -1"):
        vector.step(actions)


def test_a_step_after_the_end_is_an_error(game: str) -> None:
    import gymnasium

    env = gymnasium.make(id_of(game), disable_env_checker=True, illegal="error").unwrapped
    _, info = env.reset(seed=14)
    dice, over = np.random.default_rng(14), False
    while not over:
        _, _, over, _, info = env.step(chosen(info["action_mask"], dice))
    with pytest.raises(IllegalMove, match="is over"):
        env.step(0)
