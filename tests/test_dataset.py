"""Data sets: rows that can be played again, with what was seen; the same bytes for the same seed; their reader."""

from __future__ import annotations

import importlib
import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

from bellringer import OptionError
from bellringer.arena.played import PlayedGame, games_of, play_again, read_games
from bellringer.cli import main
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from bellringer.training.data_card import CARD, write_card
from bellringer.training.dataset import KEPT, DataPlan, make_data_plan, play_data
from bellringer.training.decisions import Decisions
from bellringer.training.examples import Sampling, read_examples
from bellringer.training.parts import DESCRIPTION, part_files
from tests.matches import GAME, GAMES

ALWAYS_THERE = ("game", "number", "seat", "action", "reward", "score", "place")  # in a batch
TABLES: dict[str, dict[str, Any]] = {
    "notre-dame": {"seats": 3, "options": {"persons": "new"}},
    "rattus": {"seats": 4, "options": {"classes": "random", "modules": ["guilds"], "box": "big-box"}},
}


def plan_of(game: str = GAME, games: int = 4, **more: Any) -> DataPlan:
    """Games of a tiny search among others, with all that rows can hold."""
    wanted = {"keeps": KEPT, "seed": 3, **TABLES[game], **more}
    return make_data_plan(game, ("greedy", "search:12", "random"), games, **wanted)


def bytes_in(folder: Path) -> dict[str, bytes]:
    """The bytes of all files of games."""
    return {path.name: path.read_bytes() for path in part_files(folder)}


def games_in(folder: Path, game: str) -> list[PlayedGame]:
    """The games in order."""
    return [one for path in part_files(folder) for one in games_of(read_games(path, find(game)))]


def metadata_of(part: Path) -> dict[str, str]:
    """What a file says of itself, without what polars adds."""
    found = pl.read_parquet_metadata(part)
    return {name: text for name, text in found.items() if name != "ARROW:schema"}


def states_of(game: str, played: PlayedGame) -> Iterator[State]:
    """The state before each decision of a game, played again."""
    state = played.table.blank(find(game))
    state.seed(played.seed, played.stream)
    state.deal()
    for seat, move in zip(played.movers, played.moves, strict=True):
        yield state
        state.apply(seat, move)


@pytest.mark.parametrize("game", GAMES)
def test_rows_have_what_the_deciding_seat_saw_and_could_do(game: str, tmp_path: Path) -> None:
    play_data(plan_of(game), tmp_path)
    by_decision = iter(Decisions(tmp_path))
    for played in games_in(tmp_path, game):
        play_again(find(game), played)
        tried = 0
        for number, state in enumerate(states_of(game, played)):
            found, seat = next(by_decision), played.movers[number]
            assert (found.game, found.number, found.seat) == (played.number, number, seat)
            assert (found.bot, found.action) == (played.bots[seat], played.moves[number])
            encoder = find(game).encoder(state)
            assert found.observation is not None and found.observation.tolist() == encoder.numbers(state, seat)
            assert found.mask is not None and tuple(np.flatnonzero(found.mask)) == state.legal(seat)
            assert found.visits is not None and found.visits.sum() in (0, 12)
            assert set(np.flatnonzero(found.visits)) <= set(state.legal(seat))
            assert (found.visits.sum() > 0) == (found.bot == "search:12" and len(state.legal(seat)) > 1)
            tried += int(found.visits.sum() > 0)
            assert (found.score, found.place) == (played.scores[seat], played.places[seat])
            assert found.reward == (found.place == 1) / played.places.count(1)
        assert tried
    assert next(by_decision, None) is None


def test_bots_move_on_by_a_seat_from_game_to_game(tmp_path: Path) -> None:
    play_data(plan_of(games=3), tmp_path)
    assert [one.bots for one in games_in(tmp_path, GAME)] == [
        ["greedy", "search:12", "random"], ["search:12", "random", "greedy"], ["random", "greedy", "search:12"]
    ]  # fmt: skip


def test_the_same_seed_gives_the_same_bytes_whatever_happens(tmp_path: Path) -> None:
    plan, stops = plan_of(games=9), [1, 4, 5]
    play_data(plan, tmp_path / "whole", jobs=2)

    def stop(done: int, games: int) -> None:
        if stops and done >= stops[0]:
            del stops[0]
            raise KeyboardInterrupt

    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            play_data(plan, tmp_path / "stopped", progress=stop)
    play_data(plan_of(games=6), tmp_path / "stopped")
    play_data(plan, tmp_path / "stopped")
    assert bytes_in(tmp_path / "stopped") == bytes_in(tmp_path / "whole")
    play_data(plan_of(games=9, seed=4), tmp_path / "other")
    assert bytes_in(tmp_path / "other") != bytes_in(tmp_path / "whole")


def test_shares_part_the_files(tmp_path: Path) -> None:
    play_data(plan_of(games=3), tmp_path)
    part = part_files(tmp_path)[0]
    for number in (10, 20):  # two more parts
        rows = pl.read_parquet(part).with_columns(pl.col("number") + number)
        rows.write_parquet(tmp_path / f"games-{number:08}-{number + 2:08}.parquet", metadata=metadata_of(part))
    numbers = [[one.game for one in Decisions(tmp_path, share, 2) if one.number == 0] for share in range(2)]
    assert numbers == [[0, 1, 2, 20, 21, 22], [10, 11, 12]]


def test_batches_have_the_same_decisions(tmp_path: Path) -> None:
    play_data(plan_of(games=3), tmp_path)
    alone, batches = list(Decisions(tmp_path)), list(Decisions(tmp_path).batches(100))
    assert {len(one["action"]) for one in batches[:-1]} == {100} and 0 < len(batches[-1]["action"]) <= 100
    assert set(batches[0]) == {*ALWAYS_THERE, "observation", "mask", "visits"}
    for name in batches[0]:
        found = np.concatenate([batch[name] for batch in batches])
        assert np.array_equal(found, np.array([getattr(one, name) for one in alone], found.dtype))
    shuffled = list(Decisions(tmp_path).batches(100, np.random.default_rng(1)))
    pairs = [[*zip(*(np.concatenate([batch[name] for batch in some]) for name in ("game", "number")), strict=True)]
             for some in (batches, shuffled)]  # fmt: skip
    assert pairs[0] != pairs[1] and sorted(pairs[0]) == sorted(pairs[1])
    with pytest.raises(OptionError, match="at least one decision, not 0"):
        next(Decisions(tmp_path).batches(0))


def test_without_torch_its_reader_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "bellringer.training.torch_data", raising=False)
    with pytest.raises(ModuleNotFoundError, match=r"^bellringer.training.torch_data needs PyTorch .*: install torch"):
        importlib.import_module("bellringer.training.torch_data")


def test_what_was_not_kept_is_not_there(tmp_path: Path) -> None:
    play_data(plan_of(games=1, keeps=()), tmp_path)
    found = next(iter(Decisions(tmp_path)))
    assert (found.observation, found.mask, found.visits) == (None, None, None)
    assert not {"observations", "masks"} & set(pl.read_parquet_schema(part_files(tmp_path)[0]))


def test_a_value_can_be_learned_from_it(tmp_path: Path) -> None:
    """The files are those that a training reads."""
    play_data(plan_of(games=2), tmp_path)
    examples = read_examples(part_files(tmp_path), GAME, Sampling(1.0))[3]
    assert len(examples.games) == sum(1 for _ in Decisions(tmp_path))


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"bots_named": ("search@0.1",)}, "search@0.1 thinks for a time"),
        ({"bots_named": ("deep-blue",)}, "deep-blue"),
        ({"bots_named": ()}, "at least one game and one bot"),
        ({"games": 0}, "at least one game and one bot"),
        ({"keeps": ("thoughts",)}, "observations, masks, visits, not thoughts"),
        ({"seats": 9}, "not 9"),
        ({"options": {"box": "tin"}}, "box"),
    ],
)
def test_what_makes_no_data_set_is_refused(wanted: dict[str, Any], words: str) -> None:
    usual: dict[str, Any] = {"game": "rattus", "bots_named": ("random",), "games": 1}
    with pytest.raises(OptionError, match=words):
        make_data_plan(**{**usual, **wanted})


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    play_data(plan_of(games=1), tmp_path / "mine")
    with pytest.raises(OptionError, match="holds another data set: its seed is 3, not 4"):
        play_data(plan_of(games=1, seed=4), tmp_path / "mine")
    with pytest.raises(OptionError, match="numbered from 0: none is 2"):
        Decisions(tmp_path / "mine", 2, 2)
    for text in ("{", "[]", "{}", '{"self-play": {}}'):
        (tmp_path / DESCRIPTION).write_text(text)
        with pytest.raises(OptionError, match="describes no data set"):
            Decisions(tmp_path)
    play_data(plan_of(games=1, seed=4), tmp_path / "other")
    part = part_files(tmp_path / "mine")[0]
    part.write_bytes(part_files(tmp_path / "other")[0].read_bytes())
    with pytest.raises(OptionError, match="games of another data set"):
        list(Decisions(tmp_path / "mine"))


@pytest.mark.parametrize("name", ["observations", "masks"])
def test_rows_that_were_cut_are_refused(name: str, tmp_path: Path) -> None:
    play_data(plan_of(games=1), tmp_path)
    part = part_files(tmp_path)[0]
    metadata = metadata_of(part)
    pl.read_parquet(part).with_columns(pl.col(name).bin.slice(0, 100)).write_parquet(part, metadata=metadata)
    with pytest.raises(OptionError, match=rf"game 0: its {name} are not \d+ rows of \d+ bytes"):
        list(Decisions(tmp_path))


def test_the_command_of_the_card_makes_the_same_files(tmp_path: Path) -> None:
    plan = plan_of("rattus", games=2)
    play_data(plan, tmp_path / "first")
    text = write_card(plan, tmp_path / "first").read_text()
    command = next(line for line in text.splitlines() if line.startswith("bellringer dataset"))
    words = shlex.split(command.replace("FOLDER", str(tmp_path / "second")))[1:]
    done = CliRunner().invoke(main, [*words, "--json"])
    assert done.exit_code == 0, done.output
    assert bytes_in(tmp_path / "second") == bytes_in(tmp_path / "first")
    assert (tmp_path / "second" / CARD).read_text() == text
    told = json.loads(done.stdout)
    assert told["files"] == [str(path) for path in part_files(tmp_path / "second")] and told["command"] in text
    assert f"2 games with {sum(1 for _ in Decisions(tmp_path / 'first'))} decisions" in text
    assert "| `greedy` | 3 |" in text and plan.found.observation_version(plan.blank) in text
