"""The first learner: it learns a little, keeps what it has learned, and enters the arena by name. Needs torch."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bellringer.core.errors import IllegalMove

pytestmark = pytest.mark.learner
ROUND = 128 * 256  # decisions


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a training of two rounds leaves behind."""
    import torch

    from examples.ppo.train import train

    torch.set_num_threads(1)
    found = tmp_path_factory.mktemp("ppo")
    train(found, 2 * ROUND, seed=1, every=2)
    return found


def test_it_gets_better(folder: Path) -> None:
    points = json.loads((folder / "curve.json").read_text())
    assert [point["decisions"] for point in points] == [0, 2 * ROUND]
    assert points[-1]["random"] > points[0]["random"] + 0.05
    assert (folder / "curve.svg").read_text().startswith("<svg")


def test_its_policy_enters_the_arena_by_name(folder: Path) -> None:
    from bellringer.arena.match import make_match
    from bellringer.arena.run import run_match

    name = f"examples.ppo.policy:Policy@{folder / 'policy.zip'}"
    match = make_match("notre-dame", (name, "random"), 2, deals=2)
    assert len(run_match(match, folder / "match").results()) == 4


def test_a_model_chooses_for_one_game_at_a_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The arena plays several games at once; a model that chose for two would mix up their masks."""
    import bellringer
    from examples.ppo.policy import Policy

    bots = [Policy(seed, str(folder / "policy.zip")) for seed in range(4)]
    at_work: list[int] = []

    def predict(observation: NDArray[Any], action_masks: NDArray[np.bool_], deterministic: bool) -> tuple[Any, None]:
        at_work.append(1)
        assert len(at_work) == 1
        time.sleep(0.02)  # long enough for another thread to come in
        at_work.pop()
        return action_masks.argmax(), None

    monkeypatch.setattr(bots[0].model, "predict", predict)
    tables = [bellringer.new_game("notre-dame", seats=2, seed=seed) for seed in range(len(bots))]
    with ThreadPoolExecutor(len(bots)) as pool:
        chosen = list(pool.map(lambda bot, table: bot.choose(table, 0), bots, tables))
    assert all(name in table.legal_names(0) for name, table in zip(chosen, tables, strict=True))


def test_a_policy_for_two_is_refused_at_a_table_of_three(folder: Path) -> None:
    import bellringer
    from bellringer.core.errors import OptionError
    from examples.ppo.policy import Policy

    bot = Policy(1, str(folder / "policy.zip"))
    with pytest.raises(OptionError, match="was trained for observations of the layout"):
        bot.choose(bellringer.new_game("notre-dame", seats=3, seed=1), 0)


def test_the_games_are_those_of_the_environments() -> None:
    """The library's masks and observations are the arrays that the games write; the last observations stay as read."""
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    from examples.ppo.games import LearnersGames

    games = LearnersGames(8, ["random", "greedy"], seed=3)
    assert is_masking_supported(games)
    before = games.reset()
    kept = before.copy()
    masks = get_action_masks(games).reshape(8, -1)
    assert np.array_equal(masks, games.masks)
    after, _, _, infos = games.step(masks.argmax(axis=1))
    assert np.array_equal(before, kept) and not np.array_equal(before, after) and infos == [{}] * 8
    for number, part in enumerate(games.parts):
        assert np.array_equal(part.observations, after[4 * number : 4 * number + 4])
    with pytest.raises(IllegalMove, match="game 0"):
        games.step(np.full(8, -1))
