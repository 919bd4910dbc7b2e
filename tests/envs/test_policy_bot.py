"""A policy as a bot: it sees what the environments show, and enters the arena by name with its file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import bellringer
from bellringer.arena.match import make_match
from bellringer.arena.plugins import BotFailed
from bellringer.arena.run import run_match
from bellringer.core.contract.registry import find
from bellringer.core.errors import IllegalMove, OptionError
from bellringer.envs.games import Games
from bellringer.envs.policy_bot import PolicyBot, seen
from tests.matches import run

GAMES = bellringer.game_names()
PAGE = Path(__file__).resolve().parents[2] / "docs" / "write-a-bot.md"


def documented_policy() -> str:
    """The module with a linear policy that the page shows."""
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    (code,) = [block for block in blocks if "class MyPolicy(PolicyBot)" in block]
    return str(code)


def write_policy(path: Path, game: str, seats: int = 2, seed: int = 1) -> None:
    """A policy that nobody has trained."""
    games = Games(game, 1, seats=seats)
    weights = np.random.default_rng(seed).normal(size=(games.width, games.actions)).astype(np.float32)
    np.savez(path, weights=weights, version=games.setting.version)


class First(PolicyBot):
    """Plays the first legal action, and keeps what it was shown."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.shown: list[tuple[NDArray[Any], NDArray[np.bool_]]] = []

    def act(self, observation: NDArray[Any], mask: NDArray[np.bool_]) -> int:
        self.shown.append((observation, mask))
        return int(mask.argmax())


@pytest.mark.unhurried
@pytest.mark.parametrize("dtype", ["int8", "float32"])
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_of_a_table_is_shown_what_the_environments_show(game: str, dtype: str) -> None:
    games = Games(game, 1, seats=3, dtype=dtype, masks="bools")
    games.reset(seed=4)
    while not games.ends.any():
        table = bellringer.from_position(find(game).position(games.state(0)))
        seat = int(games.movers[0])
        observation, mask = seen(table, seat, dtype)
        assert observation.dtype == games.dtype and np.array_equal(observation, games.observations[0])
        assert np.array_equal(mask, games.masks[0].astype(bool))
        games.step(games.sample())


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_legal_for_a_seat_that_is_not_asked(game: str) -> None:
    table = bellringer.new_game(game, seats=2, seed=3)
    while len(table.pending) != 1:
        table.play(table.moves(table.pending[0])[0].name)
    assert not seen(table, 1 - table.pending[0]).mask.any()
    with pytest.raises(ValueError, match="no seat 7"):
        seen(table, 7)
    with pytest.raises(OptionError, match="int8 or float32"):
        seen(table, 0, np.int64)


@pytest.mark.parametrize("game", GAMES)
def test_a_policy_plays_a_whole_game(game: str) -> None:
    table = bellringer.new_game(game, seats=2, seed=3)
    bots = [First(), First()]
    while table.pending:
        seat = table.pending[0]
        table.play(bots[seat].choose(table, seat), seat)
    assert table.result is not None and all(mask.any() for bot in bots for _, mask in bot.shown)


def test_a_policy_for_another_layout_is_refused() -> None:
    bot = First()
    bot.version = Games(GAMES[0], 1, seats=2).setting.version
    bot.choose(bellringer.new_game(GAMES[0], seats=2, seed=1), 0)
    with pytest.raises(OptionError, match=rf"layout {bot.version}; those of {GAMES[0]} with 3 seats"):
        bot.choose(bellringer.new_game(GAMES[0], seats=3, seed=1), 0)


@pytest.mark.parametrize("action", [-1, 10**6])
def test_an_action_that_there_is_not_is_refused_by_its_number(action: int) -> None:
    class Wrong(PolicyBot):
        def act(self, observation: NDArray[Any], mask: NDArray[np.bool_]) -> int:
            return action

    table = bellringer.new_game(GAMES[0], seats=2, seed=1)
    with pytest.raises(IllegalMove, match=f"action {action}"):
        table.play(Wrong(1).choose(table, 0), 0)


def test_a_policy_without_act_says_so() -> None:
    with pytest.raises(NotImplementedError, match="PolicyBot has no method act"):
        PolicyBot(1).choose(bellringer.new_game(GAMES[0], seats=2, seed=1), 0)


# in the arena, with its file


@pytest.fixture
def folder(folder_of_ones_own: Path) -> Path:
    (folder_of_ones_own / "own_policy.py").write_text(documented_policy())
    return folder_of_ones_own


@pytest.mark.unhurried
@pytest.mark.parametrize("game", GAMES)
def test_a_policy_enters_the_arena_by_name_with_its_file(game: str, folder: Path) -> None:
    write_policy(folder / "own.npz", game)
    name = "own_policy:MyPolicy@own.npz"
    words = (game, "--bots", f"random,{name}", "--seats", "2", "--deals", "2", "--json", "--out", "match")
    found = run(*words)
    assert found.exit_code == 0, found.stderr
    assert set(json.loads(found.stdout)["bots"]) == {"random", name}
    assert run(*words).exit_code == 0  # the same goes on
    write_policy(folder / "own.npz", game, seed=2)
    other = run(*words)
    assert other.exit_code == 2 and "its own bots is" in other.stderr


@pytest.mark.unhurried
def test_a_file_that_is_not_there_or_holds_something_else_is_named(folder: Path) -> None:
    (folder / "wrong.npz").write_bytes(b"no policy")
    for file, said in (
        ("none.npz", "none.npz: No such file"),
        (".", ".: this is a directory"),
        ("wrong.npz", "own_policy:MyPolicy@wrong.npz: can't be made with a seed"),
    ):
        found = run(GAMES[0], "--bots", f"random,own_policy:MyPolicy@{file}", "--seats", "2", "--out", "match")
        assert found.exit_code == 2 and said in found.stderr.splitlines()[-1], found.stderr
    found = run(GAMES[0], "--bots", "random,own_policy:MyPolicy", "--seats", "2", "--out", "match")
    assert found.exit_code == 2 and "'file'" in found.stderr


def test_a_policy_of_another_layout_is_named_by_the_match(folder: Path) -> None:
    write_policy(folder / "own.npz", GAMES[0], seats=3)
    match = make_match(GAMES[0], ("own_policy:MyPolicy@own.npz", "random"), 2, deals=1)
    with pytest.raises(BotFailed, match=r"^own_policy:MyPolicy@own.npz: the policy was trained for .* layout"):
        run_match(match, folder / "match")
