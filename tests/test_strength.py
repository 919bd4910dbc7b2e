"""The measurement of how strong bots are: what it plays, what it makes of it, and that the page says the same."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from bellringer import OptionError, bots
from bellringer.core.contract.registry import find
from bellringer.core.edges.net_file import write_net
from bellringer.training.integers import scores_of
from bellringer.training.parts import games_in
from bellringer.training.self_play import TableShare, make_plan, play_games
from tests.matches import GAME
from tests.random_nets import random_net
from tests.test_nets_kept import Ship, ship
from tools import docs_strength
from tools.blinded import blinded, families
from tools.called import TENTHS, called
from tools.games import CONTESTS
from tools.places import ROOT
from tools.strength import LINES, Line, Measuring, Speeds, main, parts_of, positions

__all__ = ["ship"]  # a fixture

TINY = Line("equal-4", 4, 2e-5, 4e-5)
FIRST = CONTESTS[GAME][0]


def measuring(folder: Path, **more: Any) -> Measuring:
    return Measuring(folder, [GAME], 2, **more)


def test_the_page_says_what_was_measured() -> None:
    for path, text in docs_strength.written().items():
        assert path.read_text("utf-8") == text, "run python -m tools.docs_strength"
    titles = set(docs_strength.TITLES)
    assert titles == {line.name for line in LINES}
    assert {goal for contests in CONTESTS.values() for contest in contests for goal in contest.goals} <= titles


def test_the_readme_tells_figures_of_the_nets_that_ship() -> None:
    found = json.loads(docs_strength.DATA.read_text("utf-8"))["lines"]
    (told,) = re.findall(r"with a tenth of the time,.*?\)", " ".join((ROOT / "README.md").read_text("utf-8").split()))
    shares = [f"{100 * found[f'{where}-tenth-2']['value']:.1f} %" for where in ("notre-dame-base", "rattus-six")]
    assert re.findall(r"\d+\.\d %", told) == shares


def test_a_line_is_one_search_alone_in_every_rotation_and_goes_on(ship: Ship, tmp_path: Path) -> None:
    ship(1)
    ((name, one),) = measuring(tmp_path).lines([TINY])
    assert name == f"{GAME}-{FIRST.name}-equal-4" and one["goal"] == FIRST.goals["equal-4"]
    first, *others = one["bots"]
    assert first.startswith("search:") and len(set(others)) == 1 and others[0].startswith("plain:") and len(others) == 3
    rows = pl.read_parquet(tmp_path / f"{name}-of-2" / "results.parquet")
    parts = [
        sum((bot == first) / places.count(1) for bot, place in zip(bots, places, strict=True) if place == 1)
        for bots, places in rows.sort("deal").select("bots", "places").iter_rows()
    ]
    shares = [sum(parts[4 * deal : 4 * deal + 4]) / 4 for deal in range(2)]
    assert one["value"] == pytest.approx(sum(shares) / 2)
    assert one["error"] == pytest.approx(1.96 * abs(shares[0] - shares[1]) / 2)  # of two: half their distance
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")}
    assert list(measuring(tmp_path).lines([TINY])) == [(name, one)]
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")} == times


def test_a_folder_of_another_net_is_refused(ship: Ship, tmp_path: Path) -> None:
    ship(1)
    measuring(tmp_path)
    ship(2)
    with pytest.raises(OptionError, match=f"the net [0-9a-f]{{8}} for {GAME}, which has the net"):
        measuring(tmp_path)
    ship(None)
    with pytest.raises(OptionError, match=f"{GAME} ships no net: name one with --net {GAME}=PATH"):
        measuring(tmp_path)


def test_times_are_turned_into_iterations_by_what_they_take(ship: Ship, tmp_path: Path) -> None:
    ship(1)
    speeds, plain = Speeds(tmp_path / "speeds.json"), {"plain": True}
    short, long = (speeds.get(GAME, FIRST, 2, "plain", plain, seconds) for seconds in (2e-4, 2e-3))
    assert 3 < long / short < 30  # ten times as many, on a machine that others use, too
    again = Speeds(tmp_path / "speeds.json")
    assert again.get(GAME, FIRST, 2, "plain", plain, 2e-4) == short and not again.states
    states = positions(GAME, FIRST, 3)
    assert all(state.pending and state.seats == 3 for state in states) and len({bytes(one) for one in states}) > 30


def test_by_the_clock_bots_are_named_by_their_seconds(ship: Ship, tmp_path: Path) -> None:
    ship(1)
    clocked = measuring(tmp_path, clock=True)
    assert clocked.bot("search", GAME, FIRST, 2, 0.005) == "search@0.005"
    with pytest.raises(OptionError, match="clock is True, not False"):
        measuring(tmp_path)


@pytest.mark.parametrize("deals", [1, 10, 32, 200])
def test_deals_have_every_choice_of_what_varies_in_turn(deals: int) -> None:
    (game, contest), *_ = [(game, one) for game, found in CONTESTS.items() for one in found if one.varied]
    assert contest.varied is not None
    allowed, parts = find(game).options[contest.varied].allowed, parts_of(find(game), contest, deals)
    counts = [count for _, count in parts]
    assert sum(counts) == deals and max(counts) - min(counts) <= 1 and len(parts) == min(deals, 2 ** len(allowed))
    choices = [options[contest.varied] for options, _ in parts]
    assert len(set(choices)) == len(choices)
    for one in allowed:
        assert deals < 10 or 0.2 < sum(one in choice for choice in choices) / len(choices) < 0.8
    assert all(options.items() >= contest.options.items() for options, _ in parts)


def test_all_bots_meet_and_those_by_time_have_words(ship: Ship, tmp_path: Path) -> None:
    ship(1)
    ((name, one),) = measuring(tmp_path).all_bots(seconds=2e-5, bots=("random", "greedy"))
    assert name == f"{GAME}-{FIRST.name}-bots"
    assert set(one["bots"]) == {"random", "greedy", "search, 0.02 ms", "plain, 0.02 ms"}
    assert sum(figures["rating"] for figures in one["bots"].values()) == pytest.approx(0, abs=0.3)
    assert set(bots.SEARCHES) == set(one["timed"])


def test_each_trick_is_one_that_a_search_can_be_without(ship: Ship, tmp_path: Path) -> None:
    ship(1)
    found = dict(measuring(tmp_path, only=["no-first-guesses"]).ablations(seconds=2e-5))
    ((name, one),) = found.items()
    assert one["trick"] == "no first guesses" and name.endswith("-no-first-guesses") and 0 <= one["value"] <= 1
    match = json.loads((tmp_path / f"{name}-of-2" / "match.json").read_text())["match"]
    assert match["searches"]["no first guesses"]["trust"] == 0 and "trust" not in match["searches"]["whole"]


def test_a_net_that_does_not_see_a_feature_takes_it_for_its_mean() -> None:
    """Its scores are those of the whole net where the feature is at its mean, whatever the feature is now."""
    book, whole = find(GAME).book, random_net(GAME, 3)
    assert book.features is not None
    states = positions(GAME, FIRST, 2, 100)
    found = families(book.features, states)
    assert len({(one.block, one.name) for one in found}) == len(found) > 10
    assert {one.block for one in found} == {"seat", "table"} and not any("reached" in one.name for one in found)
    part = next(part for part in whole.parts if 2 in part.seats)
    for family in found:
        (blind,) = blinded(whole, family, 2).parts
        for state in states[::20]:
            seats, table = (np.array(one, float)[None] for one in book.features.read(state))
            there = seats if family.block == "seat" else table
            now = scores_of(blind, seats, table)
            for place, usual in family.means.items():
                there[..., place] = usual
            assert now == pytest.approx(scores_of(blind, seats, table))
            assert now == pytest.approx(scores_of(part, seats, table), abs=0.05)


def test_each_feature_is_one_that_a_search_can_play_without(ship: Ship, tmp_path: Path) -> None:
    ship(1)
    found = list(measuring(tmp_path, only=[f"{GAME}-{FIRST.name}-blind"]).features(3, most=2))
    assert [one["block"] for _, one in found] == ["seat"] * 2 and all(0 <= one["value"] <= 1 for _, one in found)
    for name, _ in found:
        match = json.loads((tmp_path / f"{name}-of-2" / "match.json").read_text())["match"]
        assert match["nets"]["blind"] != match["nets"]["whole"]
    text = docs_strength.markdown({"features": dict(found)})
    assert all(one["feature"] in text for _, one in found)


def test_chances_are_held_against_how_games_end() -> None:
    """Two games of two seats: one is called 75 % and won, then 95 %; in the other, 65 % are called and lost."""
    rows = pl.DataFrame(
        {
            "seats": [2, 2],
            "random": [[False] * 3, [False]],
            "chances": [[0.75, 0.25, math.nan, math.nan, 0.95, 0.05], [0.65, 0.35]],
            "places": [[1, 2], [2, 1]],
        }
    )
    tenths = called([rows])[2]
    assert len(tenths) == TENTHS and [one.count for one in tenths] == [1, 0, 1, 1, 0, 0, 1, 1, 0, 1]
    assert [one.won for one in tenths if one.count] == [0, 0, 1, 0, 1, 1]
    assert [one.called for one in tenths if one.count] == [0.05, 0.25, 0.35, 0.65, 0.75, 0.95]
    assert all(one.error is None and one.games <= 1 for one in tenths)


def test_the_error_of_chances_is_one_over_games() -> None:
    """A hundred games in each of which 20 positions are alike say as much as those of one position each."""
    dice = np.random.default_rng(5)
    won = dice.random(100) < 0.7

    def rows(positions: int) -> pl.DataFrame:
        return pl.DataFrame(
            {
                "seats": [2] * 100,
                "random": [[False] * positions] * 100,
                "chances": [[0.7, 0.3] * positions] * 100,
                "places": [[1, 2] if one else [2, 1] for one in won],
            }
        )

    one, many = (called([rows(positions)])[2][7] for positions in (1, 20))
    assert one.won == many.won == won.mean() and one.error == pytest.approx(many.error)
    assert one.error == pytest.approx(1.96 * math.sqrt(won.mean() * (1 - won.mean()) / 100))


def test_games_with_random_moves_say_nothing_of_chances(tmp_path: Path) -> None:
    plan = make_plan(GAME, [TableShare(2)], 2, iterations=3, bursts=1.0)
    play_games(plan, tmp_path)
    with pytest.raises(OptionError, match="drawn by lot"):
        called(games_in(tmp_path, GAME))


def test_chances_come_from_games_with_all_seats_and_kinds_of_tables(ship: Ship, tmp_path: Path) -> None:
    ship(1)
    ((_, one),) = measuring(tmp_path).chances(8, {}, iterations=3)
    assert one["games"] == 8 and all(bot.startswith("search:3 net ") for bot in one["bots"])
    assert set(one["seats"]) == {str(seats) for seats in range(find(GAME).fewest_seats, find(GAME).most_seats + 1)}
    ((_, read),) = measuring(tmp_path / "other").chances(0, {GAME: tmp_path / f"{GAME}-chances-of-8"})
    assert read == one


def test_figures_replace_those_of_another_net() -> None:
    old = {"value": 0.5, "error": 0.1, "deals": 200, "game": GAME, "net": "old", "bots": ["a", "b"]}
    data = {"lines": {"one": old, "other": {**old, "game": "another"}}}
    new = {"lines": {"two": {**old, "net": "new"}}}
    assert set(docs_strength.merged(data, new)["lines"]) == {"other", "two"}
    same = {"lines": {"one": {**old, "value": 0.123456789}}}
    assert docs_strength.merged(data, same)["lines"]["one"]["value"] == 0.12346


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--net", "chess=x"], "--net chess=x: GAME=PATH was expected"),
        (["--net", f"{GAME}="], "GAME=PATH was expected"),
        (["--net", f"{GAME}=no-such.net"], "no-such.net: "),
        (["--self-play", GAME], f"--self-play {GAME}: GAME=PATH was expected"),
    ],
)
def test_what_can_not_be_measured_is_refused(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "kept"), *arguments]) == 1
    assert said in capsys.readouterr().err and not (tmp_path / "kept").exists()


def test_a_net_plays_as_if_it_shipped(ship: Ship, tmp_path: Path) -> None:
    game = ship(None)
    write_net(tmp_path / "own.net", random_net(GAME, 3))
    own = f"{GAME}={tmp_path / 'own.net'}"
    assert main([str(tmp_path / "kept"), "--games", GAME, "--only", "nothing", "--net", own]) == 0
    assert game.book.net is not None and game.book.net.file == random_net(GAME, 3)
