"""Matches between bots: the same answer whatever the threads, every deal from every seat, and honest intervals."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import bellringer
from bellringer import OptionError
from bellringer.arena.bench import bench
from bellringer.arena.loops import play_games
from bellringer.arena.simulate import QUANTILES, WinShare, simulate, wilson, win_part
from bellringer.arena.tallies import quantile
from bellringer.bots import make
from bellringer.core.compiled.state import State
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find

GAMES = bellringer.game_names()
CHECKED = os.environ.get("BELLRINGER_CHECKED") == "1"
DUPLICATE_GAMES = 200 if CHECKED else 800


def blank(game: str, seats: int) -> State:
    """An undealt table."""
    return find(game).blank(seats, check_options(find(game), seats, {}), None)


# what comes of it


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, *(pytest.param(seats, marks=pytest.mark.soak) for seats in (3, 4)), 5])
def test_the_outcome_does_not_depend_on_the_threads(game: str, seats: int) -> None:
    found = {}
    for threads in (1, 2, 3):
        report = simulate(game, (10 if CHECKED else 20) * seats, seats, threads=threads, seed=1)
        found[threads] = (report.bots, report.seats, report.decisions)
    assert found[1] == found[2] == found[3]


@pytest.mark.parametrize("game", GAMES)
def test_other_seeds_are_other_games(game: str) -> None:
    assert simulate(game, 40, 2, seed=1).bots != simulate(game, 40, 2, seed=2).bots
    assert simulate(game, 40, 2, seed=-1).bots == simulate(game, 40, 2, seed=2**64 - 1).bots


@pytest.mark.parametrize("game", GAMES)
def test_fewer_games_are_the_first_of_more(game: str) -> None:
    table, players = blank(game, 3), [make(name) for name in ("greedy", "random", "greedy")]
    decisions, whole = play_games(table, players, 30, 0, 3)
    parts = [play_games(table, players, 10, first, 3) for first in (0, 10, 20)]
    assert whole == [outcome for _, part in parts for outcome in part]
    assert decisions == sum(part for part, _ in parts)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_first_bot_moves_on_by_one_seat_a_game(game: str, seats: int) -> None:
    """Told by who wins, when one bot is much better than the others."""
    players = [make("greedy"), *(make("random") for _ in range(seats - 1))]
    _, outcomes = play_games(blank(game, seats), players, 25 * seats, 0, 4)
    places = [outcome[0][number % seats] for number, outcome in enumerate(outcomes)]
    assert places.count(1) > 20 * seats


@pytest.mark.parametrize("game", ["notre-dame"])  # in Rattus what is drawn depends on what was played
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_deal_is_played_with_every_rotation(game: str, seats: int) -> None:
    """Good players make much the same of the same deal from the same seat, and not of another deal."""
    deals = 100
    _, outcomes = play_games(blank(game, seats), [make("greedy") for _ in range(seats)], deals * seats, 0, 4)
    scores = [scores[0] for _, scores in outcomes]
    pairs = [(scores[deal * seats], scores[deal * seats + 1]) for deal in range(deals)]
    same_deal = sum((one - other) ** 2 for one, other in pairs)
    next_deal = sum((pairs[deal][0] - pairs[deal - 1][0]) ** 2 for deal in range(deals))
    assert same_deal < 0.7 * next_deal


@pytest.mark.parametrize("game", GAMES)
def test_each_bot_sits_on_each_seat_equally_often(game: str) -> None:
    report = simulate(game, 40, 4, ("greedy", "random"), seed=5)
    assert {name: share.games for name, share in report.bots.items()} == {"greedy": 80, "random": 80}
    assert [share.games for share in report.seats] == [40] * 4
    assert sum(share.wins for share in report.bots.values()) == pytest.approx(40)
    assert sum(share.wins for share in report.seats) == pytest.approx(40)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("seats", "least"), [(2, 0.95), (4, 0.85)])
def test_greedy_beats_random(game: str, seats: int, least: float) -> None:
    """Alone against random bots, in duplicate games."""
    players = ("greedy", *("random",) * (seats - 1))
    report = simulate(game, DUPLICATE_GAMES, seats, players, threads=2, seed=6)
    assert report.bots["greedy"].games == DUPLICATE_GAMES
    assert report.bots["greedy"].win_rate >= least
    assert report.bots["greedy"].low > 1 / seats


def test_options_and_components_reach_the_table(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text('game = "notre-dame"\n[cathedral]\n2 = 100\n', encoding="utf-8")
    plain = simulate("notre-dame", 40, 2, ("random",), seed=7)
    rich = simulate("notre-dame", 40, 2, ("random",), seed=7, components=str(path))
    assert rich.bots["random"].quantiles[2] > plain.bots["random"].quantiles[2]
    new = simulate("notre-dame", 40, 2, ("random",), {"persons": "new"}, seed=7)
    assert new.bots != plain.bots


def test_progress_is_told_of_every_game() -> None:
    told: list[int] = []
    simulate(GAMES[0], 150, 2, threads=2, progress=told.append)
    assert sum(told) == 150 and len(told) > 1


# what is refused


@pytest.mark.parametrize("game", GAMES)
def test_what_makes_no_match_is_refused(game: str) -> None:
    with pytest.raises(OptionError, match="no bot is called 'clever'"):
        simulate(game, 10, 2, ("greedy", "clever"))
    with pytest.raises(OptionError, match="at least one game"):
        simulate(game, 0, 2)
    with pytest.raises(OptionError, match="at least one game and one thread"):
        simulate(game, 10, 2, threads=0)
    for bots in ((), ("random",) * 3):
        with pytest.raises(OptionError, match="can't share 2 seats"):
            simulate(game, 10, 2, bots)
    with pytest.raises(OptionError, match="seats"):
        simulate(game, 10, find(game).most_seats + 1)
    with pytest.raises(OptionError, match="no option"):
        simulate(game, 10, 2, options={"colour": "red"})


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(OptionError, match="no game is called 'chess'"):
        simulate("chess", 10)
    with pytest.raises(OptionError, match="no game is called 'chess'"):
        bench("chess")


# figures


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (1, 1, 0.2065, 1.0),
        (81, 263, 0.2553, 0.3662),
        (500, 1000, 0.4691, 0.5309),
        (0, 0, 0.0, 1.0),
    ],
)
def test_the_interval_is_wilsons(wins: float, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_quantiles_lie_between_neighbours() -> None:
    assert [quantile([1, 2, 3, 4, 5], q) for q in (0, 0.25, 0.5, 0.75, 1)] == [1, 2, 3, 4, 5]
    assert quantile([10, 20], 0.5) == 15
    assert quantile([7], 0.95) == 7
    assert quantile([], 0.5) == 0


def test_a_shared_victory_counts_as_its_part() -> None:
    assert [win_part((1, 1, 3), seat) for seat in range(3)] == [0.5, 0.5, 0]
    assert [win_part((2, 1, 2), seat) for seat in range(3)] == [0, 1, 0]


def test_no_games_have_no_win_rate() -> None:
    assert WinShare(0, 0, 0, 1, (0,) * len(QUANTILES)).win_rate == 0


# reports


@pytest.mark.parametrize("game", GAMES)
def test_a_report_is_json(game: str) -> None:
    report = json.loads(json.dumps(simulate(game, 12, 3, ("random", "greedy", "random"), seed=8).as_json()))
    rates = {"games_per_second", "decisions_per_second"}
    assert set(report) == {"game", "games", "options", "bots", "seats", *rates}
    assert (report["game"], report["games"], len(report["seats"])) == (game, 12, 3)
    assert list(report["bots"]) == ["random", "greedy"]
    for share in (*report["bots"].values(), *report["seats"]):
        assert set(share) == {"games", "wins", "win_rate", "low", "high", "scores"}
        assert 0 <= share["low"] <= share["win_rate"] <= share["high"] <= 1
        assert list(share["scores"]) == [f"{q:.2f}" for q in QUANTILES]
        assert list(share["scores"].values()) == sorted(share["scores"].values())
    assert report["games_per_second"] > 0 and report["decisions_per_second"] > 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_bench_says_how_fast_it_was(game: str, threads: int) -> None:
    found = bench(game, seats=2, seconds=0.05, threads=threads)
    assert set(found) == {
        *("game", "seats", "threads", "seconds", "state_bytes", "copy_ns", "decisions_per_game"),
        *("decisions_per_second", "games_per_second"),
        *("decisions_per_second_per_core", "games_per_second_per_core"),
    }
    assert (found["game"], found["seats"], found["threads"]) == (game, 2, threads)
    assert found["decisions_per_second"] == pytest.approx(threads * found["decisions_per_second_per_core"])
    assert found["state_bytes"] == find(game).book.state_bytes
    assert found["copy_ns"] > 0


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("seconds", [1e-6, 1e-300])
def test_a_bench_plays_games_however_short_its_time(seconds: float, threads: int) -> None:
    found = bench(GAMES[0], seconds=seconds, threads=threads)
    assert found["decisions_per_game"] > 1 and found["games_per_second_per_core"] > 0


@pytest.mark.parametrize("wrong", [{"seconds": 0}, {"seconds": -1}, {"threads": 0}])
def test_a_bench_without_time_or_threads_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(OptionError, match="needs more than 0 seconds, a day at most, and at least one thread"):
        bench(GAMES[0], **wrong)
