"""Many games in one block of memory: they go as the rules go, whatever the threads, and refuse what is wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import bellringer
from bellringer.core.errors import IllegalMove, OptionError
from bellringer.envs.games import Games
from tests.contract.tables import SETTINGS, Setting

GAMES = bellringer.game_names()
FEW = 6


def played(steps: int = 300, seed: int = 5, **arguments: Any) -> Games:
    """Games that have been played for some steps, by sampled actions."""
    games = Games(arguments.pop("game", GAMES[0]), arguments.pop("games", 32), **arguments)
    games.reset(seed)
    for _ in range(steps):
        games.step(games.sample())
    return games


def bytes_of(games: Games) -> bytes:
    """All that games hold: their states, and what was written of them."""
    return b"".join(bytes(games.state(game)) for game in range(games.games)) + b"".join(
        array.tobytes() for array in games.arrays.values()
    )


def legal_masks(games: Games) -> np.ndarray[Any, Any]:
    """The masks as bools, whatever their form."""
    if games.mask_form == "bools":
        return games.masks.astype(bool)
    return np.unpackbits(games.masks, axis=1, count=games.actions, bitorder="little").astype(bool)


# as the rules go


@pytest.mark.parametrize("dtype", ["int8", "float32"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_as_its_rules_say_and_its_rows_show_it(game: str, dtype: str) -> None:
    """Games of the batch beside states of the same deals that are played by the same moves."""
    games = Games(game, FEW, dtype=dtype, masks="bools" if dtype == "int8" else "bits", autoreset="disabled")
    games.reset(seed=9)
    states = [games.state(number) for number in range(FEW)]
    for number, state in enumerate(states):
        dealt = games.setting.blank.copy()
        dealt.seed(9, 16 * number)
        dealt.deal()
        assert bytes(dealt) == bytes(state)
    seen = np.zeros(games.width, games.dtype)
    for _ in range(100):
        for number, state in enumerate(states):
            seat = state.pending[0]
            assert games.movers[number] == seat
            assert tuple(np.flatnonzero(legal_masks(games)[number])) == state.legal(seat)
            games.setting.encoder.write(state, seat, seen)
            assert np.array_equal(games.observations[number], seen)
        actions = games.sample()
        for number, state in enumerate(states):
            state.apply(state.pending[0], int(actions[number]))
        games.step(actions)
        assert all(bytes(games.state(number)) == bytes(state) for number, state in enumerate(states))
        if games.ends.any():
            break


@pytest.mark.parametrize("learner", ["all", "every", 1])
def test_the_same_seed_gives_the_same_games_whatever_the_threads(learner: int | str) -> None:
    one, three = (played(learner=learner, opponents="greedy", threads=threads, games=31) for threads in (1, 3))
    assert bytes_of(one) == bytes_of(three)
    assert bytes_of(played(learner=learner, opponents="greedy", seed=6, games=31)) != bytes_of(one)
    three.close()


def test_deals_differ_from_game_to_game_and_go_on() -> None:
    games = played(steps=0, games=64)
    first = {bytes(games.state(game)) for game in range(64)}
    games.reset()
    assert len(first) == 64 and not first & {bytes(games.state(game)) for game in range(64)}


def test_the_learner_sits_on_every_seat_in_turn_and_is_the_only_one_that_is_asked() -> None:
    games = Games(GAMES[0], 8, learner="every", seats=4)
    games.reset(seed=1)
    assert games.movers.tolist() == [0, 1, 2, 3, 0, 1, 2, 3]
    for _ in range(100):
        games.step(games.sample())
        assert all(games.movers[game] in games.state(game).pending for game in range(8))


def test_a_bot_that_thinks_beats_a_learner_that_does_not() -> None:
    games = Games(GAMES[0], 64, learner="every", opponents="greedy")
    games.reset(seed=2)
    won = ended = 0.0
    while ended < 300:
        games.step(games.sample())
        won, ended = won + games.rewards.sum(), ended + games.ends.sum()
    assert won / ended < 0.1


# rewards and ends


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("reward", ["win", "place", "score"])
def test_rewards_come_at_the_end_by_place_or_by_points(game: str, reward: str) -> None:
    games = Games(game, 16, seats=3, reward=reward, autoreset="next-step")
    games.reset(seed=3)
    ended = 0
    while ended < 20:
        games.step(games.sample())
        assert not games.rewards[~games.ends].any()
        for number in np.flatnonzero(games.ends):
            state, found = games.state(int(number)), games.rewards[number]
            places = [state.place(seat) for seat in range(3)]
            best, worst = places.index(1), places.index(max(places))
            assert state.over and found[best] == found.max()
            if reward == "score":
                assert found.tolist() == [state.score(seat) for seat in range(3)]
            else:
                assert found.sum() == pytest.approx(1 if reward == "win" else 1.5)
            if reward == "win":
                assert found[worst] == (0 if places[worst] > 1 else pytest.approx(1 / 3))
            ended += 1


def until_an_end(games: Games) -> int:
    """Play until some game has ended, and return which."""
    games.reset(seed=4)
    while not games.ends.any():
        games.step(games.sample())
    return int(np.flatnonzero(games.ends)[0])


def test_a_game_begins_anew_in_the_step_that_ends_it() -> None:
    games = Games(GAMES[0], 4, autoreset="same-step", keeps_last=True)
    number = until_an_end(games)
    assert not games.state(number).over and games.rewards[number].sum() == 1
    assert not np.array_equal(games.last_observations[number], games.observations[number])
    games.step(games.sample())
    assert not games.ends[number] and not games.rewards[number].any()


def test_a_game_begins_anew_in_the_next_step_whatever_its_action() -> None:
    games = Games(GAMES[0], 4, autoreset="next-step")
    number = until_an_end(games)
    assert games.state(number).over
    actions = games.sample()
    actions[number] = 12345
    games.step(actions)
    assert not games.state(number).over and not games.ends[number] and not games.rewards[number].any()


def test_a_game_that_is_over_waits_for_its_reset() -> None:
    games = Games(GAMES[0], 4, autoreset="disabled")
    number = until_an_end(games)
    before = bytes_of(games)
    with pytest.raises(IllegalMove, match=f"game {number} is over"):
        games.step(games.sample())
    assert bytes_of(games) == before
    others = [bytes(games.state(game)) for game in range(4) if game != number]
    games.reset(chosen=np.arange(4) == number)
    assert not games.state(number).over
    assert others == [bytes(games.state(game)) for game in range(4) if game != number]
    games.step(games.sample())


# what is refused


def wrong(games: Games, number: int, action: int) -> np.ndarray[Any, Any]:
    """Actions that are legal but for one."""
    actions = games.sample().copy()
    actions[number] = action
    return actions


@pytest.mark.parametrize("threads", [1, 2])
def test_an_action_that_is_not_legal_is_named_and_no_game_goes_on(threads: int) -> None:
    games = played(steps=40, threads=threads, autoreset="disabled")
    before = bytes_of(games)
    for action in (-1, games.actions, 2**40, int(np.flatnonzero(~legal_masks(games)[17])[0])):
        with pytest.raises(IllegalMove, match="game 17"):
            games.step(wrong(games, 17, action))
        assert bytes_of(games) == before
    games.step(games.sample())
    assert bytes_of(games) != before


@pytest.mark.parametrize(
    "actions", [np.zeros(31, int), np.zeros((32, 1), int), np.zeros(32), [0] * 32, np.zeros(32, bool)], ids=str
)
def test_actions_of_wrong_shape_or_type_are_refused(actions: Any) -> None:
    games = played(steps=3)
    before = bytes_of(games)
    with pytest.raises(OptionError, match=r"action"):
        games.step(actions)
    assert bytes_of(games) == before


def test_games_that_are_not_dealt_take_no_step() -> None:
    with pytest.raises(IllegalMove, match="reset"):
        Games(GAMES[0], 4).step(np.zeros(4, int))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"seats": 9}, "seats"),
        ({"options": {"colour": "red"}}, "colour"),
        ({"dtype": "float64"}, "float64"),
        ({"masks": "words"}, "words"),
        ({"reward": "wins"}, "wins"),
        ({"autoreset": "never"}, "never"),
        ({"learner": 7}, "learner"),
        ({"learner": 0, "opponents": ["greedy"]}, "seats beside"),
        ({"learner": 0, "opponents": "gredy"}, "gredy"),
        ({"games": 0}, "games"),
        ({"threads": 0}, "threads"),
        ({"into": {"rows": np.zeros(1)}}, "rows"),
        ({"into": {"ends": np.zeros(4, bool)}}, "ends"),
        ({"into": {"observations": np.zeros((8, 3), np.int8)}}, "observations"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_what_is_wrong_with_an_argument_is_named(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(OptionError, match=told):
        Games(GAMES[0], **{"games": 8, **arguments})


def test_a_game_that_there_is_not_and_a_bad_seed_are_refused() -> None:
    with pytest.raises(OptionError, match="no game"):
        Games("chess")
    games = Games(GAMES[0], 4)
    for seed in (-1, 2**64):
        with pytest.raises(OptionError, match="seed"):
            games.reset(seed)
    for number in (-1, 4):
        with pytest.raises(IndexError, match=f"no game {number}"):
            games.state(number)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("masks", ["bits", "bools"])
def test_what_is_seen_can_be_written_again(game: str, masks: str) -> None:
    games = played(steps=90, game=game, masks=masks, autoreset="disabled")
    before = bytes_of(games)
    games.observations[:] = 1
    games.masks[:] = 1
    games.batch.show_all(True, False)
    assert bytes_of(games) != before
    games.batch.show_all(False, True)
    assert bytes_of(games) == before


def test_the_callers_arrays_are_written_in_place() -> None:
    probe = Games(GAMES[0], 8)
    into = {name: np.zeros_like(array) for name, array in probe.arrays.items()}
    games, plain = played(games=8, into=into), played(games=8)
    assert games.observations is into["observations"] and bytes_of(games) == bytes_of(plain)


# memory


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_remembers_the_moves_as_it_saw_them(game: str) -> None:
    options = {} if game == GAMES[0] else {"classes": "random", "modules": ["region-cards"]}
    games = Games(game, 4, seats=3, autoreset="disabled", remembers=True, options=options, seed=3)
    games.reset(seed=10)
    names, expected, hidden = games.setting.actions, {seat: [] for seat in range(3)}, 0
    while not games.ends.any():
        state, actions = games.state(1), games.sample()
        mover, move = int(games.movers[1]), int(actions[1])
        seen = games.setting.game.open_name(state, mover, move)
        hidden += seen is None
        for seat, moves in expected.items():
            moves.append(((mover - seat) % 3, names[move] if seat == mover else seen))
        games.step(actions)
    for seat, moves in expected.items():
        memory = [(who, None if action < 0 else names[action]) for who, action in games.memory(1, seat).tolist()]
        assert memory == moves
    assert hidden > 5 or game != GAMES[0]


def test_a_memory_does_not_tell_what_another_seat_has_kept() -> None:
    memories = []
    for choice in (0, 1):
        games = Games(GAMES[0], 1, seats=3, remembers=True)
        games.reset(seed=11)
        games.step(np.array([np.flatnonzero(legal_masks(games)[0])[choice]]))
        memories.append((games.memory(0, 0).tolist(), games.memory(0, 1).tolist()))
    assert memories[0][1] == memories[1][1] == [[2, -1]]
    assert memories[0][0] != memories[1][0]


def test_a_game_remembers_its_last_moves_in_one_kibibyte() -> None:
    games = played(steps=400, games=2, seats=5, remembers=True)
    assert len(games.memory(0, 0)) <= 512 and games.batch.memory_bytes <= 1024
    with pytest.raises(OptionError, match="remember"):
        played(steps=1).memory(0, 0)
    for game, seat in ((2, 0), (-1, 0), (0, 5)):
        with pytest.raises(IndexError):
            games.memory(game, seat)


# layouts

USUAL = [one for one in SETTINGS if one in [Setting(one.name, one.seats, tuple(
    (name, default) for name, (default, _) in bellringer.option_table(one.name, one.seats).items()))]]  # fmt: skip


def always_zero(setting: Setting, games: int, steps: int) -> list[str]:
    """The spans that are zero in all of some random games."""
    batch = Games(setting.name, games, seats=setting.seats, options=dict(setting.options), autoreset="next-step")
    batch.reset(seed=8)
    found = np.zeros(batch.width, bool)
    for _ in range(steps):
        batch.step(batch.sample())
        found |= batch.observations.any(axis=0)
    return [span.name for span in batch.setting.layout if not found[span.first : span.first + span.width].any()]


@pytest.mark.parametrize("setting", USUAL, ids=str)
def test_no_span_is_always_zero_at_a_usual_table(setting: Setting) -> None:
    assert always_zero(setting, games=512, steps=130 * setting.seats) == []


# What needs a course of play that random moves do not find in a million games: a pile of cards that runs out, or cards
# that meet.
SELDOM = ("hand-older", "region-older", "counts-later", "asks.seat", "asks.again")


@pytest.mark.soak
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_no_span_is_always_zero(setting: Setting) -> None:
    found = always_zero(setting, games=2048, steps=150 * setting.seats)
    assert [name for name in found if not name.endswith(SELDOM)] == []
