"""Examples of played games: arrays that hold what a table shows that is played move by move."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bellringer import OptionError
from bellringer.arena.played import Origin, PlayedGame, games_of, read_games, write_games
from bellringer.core.compiled.features import feature
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find, game_names
from bellringer.training import examples as examples_module
from bellringer.training.examples import Examples, Sampling, kind_of, lots, read_examples
from bellringer.training.parts import part_files
from bellringer.training.replaying import read_features
from bellringer.training.self_play import TableShare, make_plan, play_games

GAMES = [name for name in game_names() if find(name).book.features is not None]
GAME = GAMES[0]
ALL = Sampling(share=1.0)


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[Path]]:
    """Games of a kind, with two and with three seats, with tiny searches and many random moves."""
    game = request.param
    varied = tuple(name for name, one in find(game).options.items() if not one.sets and not one.follows)
    plan = make_plan(game, (TableShare(2), TableShare(3, {}, varied)), 10, seed=2, iterations=3, bursts=0.05)
    return game, play_games(plan, tmp_path_factory.mktemp(game), 2)


def states_of(game: str, one: PlayedGame) -> list[State]:
    """The states before each decision of a game, and the last one."""
    state = one.table.blank(find(game))
    state.seed(one.seed, one.stream)
    state.deal()
    found = [state.copy()]
    for seat, move in zip(one.movers, one.moves, strict=True):
        state.apply(seat, move)
        found.append(state.copy())
    return found


def test_examples_are_what_a_table_shows_move_by_move(played: tuple[str, list[Path]]) -> None:
    game, files = played
    found, features = read_examples(files, game, ALL), find(game).book.features
    assert features is not None and sorted(found) == [2, 3]
    row = {2: 0, 3: 0}
    for path in files:
        for one in games_of(read_games(path, find(game))):
            n = one.table.seats
            examples, states = found[n], states_of(game, one)
            places = [states[-1].place(p) for p in range(n)]
            for decision, state in enumerate(states[:-1]):
                at = row[n]
                seats, table = features.read(state)
                assert examples.seats[at].tolist() == seats and examples.table[at].tolist() == table
                chances = one.chances[decision * n : (decision + 1) * n]
                assert examples.chances[at] == pytest.approx(chances, nan_ok=True)
                assert examples.results[at] == pytest.approx([(place == 1) / places.count(1) for place in places])
                assert examples.scores[at].tolist() == [states[-1].score(p) for p in range(n)]
                assert examples.movers[at] == one.movers[decision]
                assert examples.random_after[at] == sum(one.random[decision:])
                assert (examples.games[at], examples.decisions[at]) == (one.number, decision)
                row[n] += 1
    assert row == {n: len(examples.games) for n, examples in found.items()}
    assert all(examples.random_after.max() > 0 for examples in found.values())


def test_shapes_and_kinds_are_as_said(played: tuple[str, list[Path]]) -> None:
    game, files = played
    features = find(game).book.features
    assert features is not None
    for n, one in read_examples(files, game, Sampling(0.5)).items():
        b = len(one.games)
        assert one.seats.shape == (b, n, len(features.seat_parts)) and one.table.shape == (b, len(features.table_parts))
        assert one.chances.shape == one.results.shape == one.scores.shape == (b, n)
        assert one.seats.dtype in (np.int8, np.int16) and one.chances.dtype == one.results.dtype == np.float32
        assert one.results.sum(axis=1) == pytest.approx(np.ones(b))


def test_numbers_of_eight_bits_are_kept_in_eight_bits() -> None:
    small, large = feature("small", -127, 127, "small"), feature("large", 0, 128, "large")
    assert kind_of([small]) is np.int8 and kind_of([small, large]) is np.int16


# which positions


def same(one: Examples, other: Examples) -> bool:
    """Whether two sets of examples are the same."""
    return all(np.array_equal(a, b, equal_nan=a.dtype == np.float32) for a, b in zip(one, other, strict=True))


def keys(found: dict[int, Examples]) -> set[tuple[int, int]]:
    """The games and decisions of examples."""
    return {pair for one in found.values() for pair in zip(one.games.tolist(), one.decisions.tolist(), strict=True)}


def test_neither_jobs_nor_files_change_the_sample(played: tuple[str, list[Path]], tmp_path: Path) -> None:
    game, files = played
    sampling = Sampling(0.3, seed=9)
    found = read_examples(files, game, sampling)
    games = [one for path in files for one in games_of(read_games(path, find(game)))]
    for number, one in enumerate(games):
        write_games(tmp_path / f"games-{number:02}.parquet", find(game), [one], Origin("", {}))
    parted = read_examples(part_files(tmp_path), game, sampling, jobs=3)
    assert found.keys() == parted.keys() and all(same(found[n], parted[n]) for n in found)
    assert keys(read_examples(files, game, replace(sampling, seed=10))) != keys(found)


def test_a_share_of_the_decisions_of_each_game_is_taken(played: tuple[str, list[Path]]) -> None:
    game, files = played
    every, some = keys(read_examples(files, game, ALL)), keys(read_examples(files, game, Sampling(0.25)))
    assert some < every and len(some) == pytest.approx(len(every) / 4, rel=0.25)
    assert {number for number, _ in some} == set(range(10))
    assert not keys(read_examples(files, game, Sampling(0.0)))


def test_a_game_is_learned_from_or_held_out(played: tuple[str, list[Path]]) -> None:
    game, files = played
    out, rest = (keys(read_examples(files, game, Sampling(0.5, held_out=one, one_in=3))) for one in (True, False))
    assert out and rest and not {number for number, _ in out} & {number for number, _ in rest}
    assert out | rest == keys(read_examples(files, game, Sampling(0.5)))
    taken = Sampling(held_out=True).games(np.arange(20_000)).mean()
    assert taken == pytest.approx(1 / 20, rel=0.1)


def test_lots_are_even_and_tell_nothing_of_their_neighbours() -> None:
    games, decisions = np.repeat(np.arange(400), 100), np.tile(np.arange(100), 400)
    found = lots(1, games, decisions)
    assert np.histogram(found, 10, (0, 1))[0] == pytest.approx(np.full(10, 4_000), rel=0.06)
    for by in (1, 100, 101):
        assert abs(np.corrcoef(found[by:], found[:-by])[0, 1]) < 0.02
    assert abs(np.corrcoef(found, lots(2, games, decisions))[0, 1]) < 0.02


def test_chances_that_nobody_told_are_unknown(played: tuple[str, list[Path]], tmp_path: Path) -> None:
    game, files = played
    games = list(games_of(read_games(files[0], find(game))))
    mixed = [replace(one, chances=[]) if one.number % 2 else one for one in games]
    write_games(tmp_path / "games-0.parquet", find(game), mixed, Origin("", {}))
    for one in read_examples(part_files(tmp_path), game, ALL).values():
        assert np.isnan(one.chances[one.games % 2 == 1]).all()
        assert not np.isnan(one.chances[one.games % 2 == 0]).all()


# what is refused


def test_games_that_can_not_be_played_again_are_refused(played: tuple[str, list[Path]], tmp_path: Path) -> None:
    game, files = played
    one = next(games_of(read_games(files[0], find(game))))
    path = tmp_path / "games-0.parquet"
    legal = states_of(game, one)[-2].legal(one.movers[-1])
    illegal = next(move for move in range(find(game).book.moves) if move not in legal)
    wrong: dict[str, dict[str, Any]] = {
        "its decision 0 is not legal": {"movers": [1 - one.movers[0], *one.movers[1:]]},
        f"its decision {len(one.moves) - 1} is not legal": {"moves": [*one.moves[:-1], illegal]},
        "it does not end as it did": {"scores": [score + 1 for score in one.scores]},
    }
    for reason, change in wrong.items():
        write_games(path, find(game), [replace(one, **change)], Origin("", {}))
        with pytest.raises(OptionError, match=rf"games-0\.parquet, game {one.number}: {reason}"):
            read_examples([path], game, Sampling(0.5))
    cut = {name: getattr(one, name)[:-1] for name in ("movers", "moves", "random", "tried")}
    kept = len(one.visits) - one.tried[-1]
    cut |= {"chances": one.chances[: -one.table.seats], "answers": one.answers[:kept], "visits": one.visits[:kept]}
    write_games(path, find(game), [replace(one, **cut)], Origin("", {}))
    with pytest.raises(OptionError, match="it does not end as it did"):
        read_examples([path], game)


def test_a_game_without_features_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = SimpleNamespace(name="plain", book=SimpleNamespace(features=None))
    monkeypatch.setattr(examples_module, "find", lambda name: plain)
    with pytest.raises(OptionError, match="plain has no features"):
        read_examples([], "plain")


def test_arrays_of_other_sizes_are_refused(played: tuple[str, list[Path]]) -> None:
    game, files = played
    one = next(games_of(read_games(files[0], find(game))))
    features = find(game).book.features
    assert features is not None
    n, decisions = one.table.seats, len(one.moves)
    movers, moves = np.array(one.movers, np.int8), np.array(one.moves, np.int16)
    chosen = np.ones(decisions, np.uint8)
    seats = np.zeros((decisions, n, len(features.seat_parts)), np.int16)
    table = np.zeros((decisions, len(features.table_parts)), np.int16)
    state = states_of(game, one)[0]
    for wrong in (
        (movers[1:], moves, chosen, seats, table),
        (movers, moves, chosen[1:], seats[1:], table[1:]),
        (movers, moves, chosen, seats[1:], table),
        (movers, moves, chosen, seats, table[1:]),
        (movers, moves, chosen, np.concatenate([seats, seats], axis=1), table),
    ):
        with pytest.raises(ValueError, match="arrays are not those|not one mover"):
            read_features(state.copy(), *wrong)
    assert read_features(state.copy(), movers, moves, chosen, seats, table) == -1
    assert read_features(states_of(game, one)[-1], movers, moves, chosen, seats, table) == 0
    nothing = np.zeros(0)
    assert read_features(state, nothing.astype(np.int8), nothing.astype(np.int16), nothing.astype(np.uint8),
                         seats[:0], table[:0]) == -1  # fmt: skip
    assert math.isfinite(seats.mean())
