"""Matches in duplicate: the same results however they are run, honest intervals, reports that tell everything."""

from __future__ import annotations

import json
import math
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import choix
import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner, Result
from lxml import etree

import bellringer
from bellringer import OptionError
from bellringer.arena.loops import play_clocked, play_games
from bellringer.arena.match import Match, make_match, split_names
from bellringer.arena.own import BotFailed
from bellringer.arena.ratings import POINTS, ratings
from bellringer.arena.report import three_digits, write_report
from bellringer.arena.run import run_match
from bellringer.arena.statistics import (
    Estimate,
    Figures,
    figures_of,
    mean_estimate,
    ratio_estimate,
    share_estimate,
    shared_places,
)
from bellringer.arena.store import JOURNAL, RESULTS, Store, frame_of
from bellringer.bots import make
from bellringer.cli import main
from bellringer.core.game import check_options, find

GAMES = bellringer.games()
GAME = "notre-dame"
PAIR = ("greedy", "random")
BOTS_PAGE = Path(__file__).resolve().parent.parent / "docs" / "bots.md"
SECTIONS = (
    "The match",
    "Victories and places",
    "Ratings",
    "Head to head",
    "Seat effects",
    "Win share by bot and seat",
    "Game lengths",
    "Time per move",
)


def played(match: Match, folder: Path, **more: Any) -> pl.DataFrame:
    """A match's results, without what no two runs share."""
    return run_match(match, folder, **more).results().drop("seconds")


def stop_after(games: int) -> Any:
    """A progress that is interrupted once so many games are done."""

    def progress(done: int, _: int) -> None:
        if done >= games:
            raise KeyboardInterrupt

    return progress


def run(*args: str) -> Result:
    """Run the command; nothing may escape as an exception."""
    result = CliRunner().invoke(main, ["arena", *args], env={"COLUMNS": "100"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture
def folder_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty current folder; what is imported from it is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


# who meets whom


def test_fewer_bots_than_seats_repeat_in_order() -> None:
    assert make_match(GAME, ("greedy", "random"), 4).lineups == (("greedy", "random", "greedy", "random"),)
    assert make_match(GAME, ("greedy", "random", "random", "random"), 4).lineups == (("greedy", *("random",) * 3),)
    assert make_match(GAME, ("greedy", "random", "novice"), 5).lineups[0][3:] == ("greedy", "random")


def test_of_more_bots_than_seats_every_choice_plays() -> None:
    match = make_match(GAME, ("greedy", "random", "novice"), 2, deals=3)
    assert match.lineups == (("greedy", "random"), ("greedy", "novice"), ("random", "novice"))
    assert (match.games_a_deal, match.games) == (6, 18)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("bots", "seats"), [(PAIR, 2), (("greedy", "random", "random", "random"), 4), (PAIR, 3)])
def test_every_rotation_of_every_deal_is_there(game: str, bots: tuple[str, ...], seats: int, tmp_path: Path) -> None:
    match = make_match(game, bots, seats, deals=5, seed=3)
    rows = played(match, tmp_path / "match").rows(named=True)
    assert [(row["deal"], row["rotation"]) for row in rows] == [(d, r) for d in range(5) for r in range(seats)]
    for row in rows:
        assert sorted(row["bots"]) == sorted(match.lineups[0])
        back = [row["bots"][(b + row["rotation"]) % seats] for b in range(seats)]
        assert tuple(back) == match.lineups[0]


@pytest.mark.parametrize("game", GAMES)
def test_the_clocked_loop_plays_the_games_of_the_plain_one(game: str, tmp_path: Path) -> None:
    found = find(game)
    table = found.blank(3, check_options(found, 3, {}), None)
    decisions, plain = play_games(table, [make(name) for name in ("greedy", "random", "greedy")], 12, 0, 9)
    clocked = [play_clocked(table, [make(n) for n in ("greedy", "random", "greedy")], g, 9) for g in range(12)]
    assert [one[:2] for one in clocked] == plain
    assert sum(sum(one[2]) for one in clocked) == decisions
    assert all(seconds > 0 for one in clocked for seconds in one[3])
    rows = played(make_match(game, ("greedy", "random"), 3, deals=4, seed=9), tmp_path / "match").rows(named=True)
    assert [(tuple(row["places"]), tuple(row["scores"])) for row in rows] == plain


def test_time_goes_to_the_bot_that_took_it() -> None:
    found = find(GAME)
    table = found.blank(3, check_options(found, 3, {}), None)
    for number in range(3):
        _, _, _, seconds = play_clocked(table, [make(name) for name in ("search:60", "random", "random")], number, 1)
        assert max(range(3), key=seconds.__getitem__) == number  # the search sits one seat further each game


# the same results however it is run


@pytest.mark.parametrize("game", GAMES)
def test_the_results_do_not_depend_on_the_jobs(game: str, tmp_path: Path) -> None:
    match = make_match(game, ("greedy", "random", "novice"), 2, deals=4, seed=5)
    found = [played(match, tmp_path / str(jobs), jobs=jobs) for jobs in (1, 2, 5)]
    assert found[0].equals(found[1]) and found[0].equals(found[2])
    assert len(found[0]) == match.games
    other = make_match(game, match.bots, 2, deals=4, seed=6)
    assert not played(other, tmp_path / "other").equals(found[0])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("jobs", [1, 3])
def test_a_match_that_is_stopped_again_and_again_ends_the_same(game: str, jobs: int, tmp_path: Path) -> None:
    match = make_match(game, PAIR, 3, deals=20, seed=5)
    whole = played(match, tmp_path / "whole")
    kept = [0]
    for stop in (1, 17, 40):
        with pytest.raises(KeyboardInterrupt):
            run_match(match, tmp_path / "parts", jobs, stop_after(stop))
        lines = (tmp_path / "parts" / JOURNAL).read_bytes().splitlines()
        assert stop <= len(lines) < match.games and len(lines) >= kept[-1]
        assert len({json.loads(line)["number"] for line in lines}) == len(lines), "a game was played twice"
        kept.append(len(lines))
        assert not (tmp_path / "parts" / RESULTS).exists()
    told: list[int] = []
    assert played(match, tmp_path / "parts", jobs=jobs, progress=lambda done, _: told.append(done)).equals(whole)
    assert told[0] == kept[-1] and told[-1] == match.games
    assert not (tmp_path / "parts" / JOURNAL).exists()


def test_a_line_that_was_cut_short_is_played_again(tmp_path: Path) -> None:
    match = make_match(GAME, PAIR, 2, deals=10)
    whole = played(match, tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        run_match(match, tmp_path / "cut", 1, stop_after(8))
    path = tmp_path / "cut" / JOURNAL
    path.write_bytes(path.read_bytes()[:-7])
    assert played(match, tmp_path / "cut").equals(whole)


def test_a_finished_match_is_not_played_again(tmp_path: Path) -> None:
    match = make_match(GAME, PAIR, 2, deals=3)
    first = run_match(match, tmp_path / "match").results()
    assert run_match(match, tmp_path / "match", progress=stop_after(0)).results().equals(first)  # seconds too


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    match = make_match(GAME, PAIR, 2, deals=3)
    with Store(tmp_path / "match", match).journal():
        with pytest.raises(OptionError, match="in use by another run"):
            run_match(match, tmp_path / "match")


@pytest.mark.parametrize("line", ["soon\n", "[]\n", '{"number": 1}\n', "{}\n"])
def test_a_journal_that_is_none_is_refused(line: str, tmp_path: Path) -> None:
    match = make_match(GAME, PAIR, 2, deals=3)
    with pytest.raises(KeyboardInterrupt):
        run_match(match, tmp_path / "match", 1, stop_after(1))
    with open(tmp_path / "match" / JOURNAL, "a") as file:
        file.write(line)
    with pytest.raises(OptionError, match=r"line \d+: not a game of a match"):
        run_match(match, tmp_path / "match")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"deals": 4}, "its deals is 3, not 4"),
        ({"seed": 8}, "its seed is 7, not 8"),
        ({"bots": ("random", "greedy")}, "its bots is"),
        ({"seats": 3}, "its seats is 2, not 3"),
        ({"options": {"persons": "new"}}, "its options is"),
        ({"game": "rattus"}, "its game is 'notre-dame', not 'rattus'"),
    ],
)
def test_a_folder_of_another_match_is_refused(change: dict[str, Any], said: str, tmp_path: Path) -> None:
    asked: dict[str, Any] = {"game": GAME, "bots": PAIR, "seats": 2, "deals": 3, "seed": 7}
    run_match(make_match(**asked), tmp_path / "match")
    with pytest.raises(OptionError, match="holds another match: " + re.escape(said)):
        run_match(make_match(**{**asked, **change}), tmp_path / "match")


def test_other_components_are_another_match(tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    box.write_text('game = "notre-dame"\n[cathedral]\n2 = 100\n', encoding="utf-8")
    match = make_match(GAME, PAIR, 2, deals=3, components=box)
    rich = played(match, tmp_path / "match")
    plain = played(make_match(GAME, PAIR, 2, deals=3), tmp_path / "plain")
    assert rich["scores"].explode().sum() > plain["scores"].explode().sum()
    box.write_text('game = "notre-dame"\n[cathedral]\n2 = 50\n', encoding="utf-8")
    with pytest.raises(OptionError, match="its components is"):
        run_match(make_match(GAME, PAIR, 2, deals=3, components=box), tmp_path / "match")


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("")
    with pytest.raises(OptionError, match="holds other files"):
        run_match(make_match(GAME, PAIR, 2, deals=3), tmp_path)
    (tmp_path / "thesis.tex").rename(tmp_path / "match.json")
    with pytest.raises(OptionError, match="not the description of a match"):
        run_match(make_match(GAME, PAIR, 2, deals=3), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["match.json"]


# what is written


def test_the_results_know_where_they_come_from(tmp_path: Path) -> None:
    match = make_match(GAME, PAIR, 2, {"persons": "new"}, deals=3, seed=-1)
    store = run_match(match, tmp_path / "match")
    found = pl.read_parquet_metadata(tmp_path / "match" / RESULTS)
    words = "bellringer arena notre-dame --bots greedy,random --seats 2 --persons new --deals 3"
    assert found["command"] == f"{words} --seed {2**64 - 1}"
    assert found["seed"] == str(2**64 - 1)
    assert json.loads(found["versions"])["bellringer"] == bellringer.__version__
    assert set(json.loads(found["versions"])) == {"python", "bellringer", "polars", "numpy", "choix", "matplotlib"}
    assert json.loads(found["match"]) == match.identity()
    frame = store.results()
    assert frame.columns == ["deal", "lineup", "rotation", "bots", "places", "scores", "decisions", "seconds"]
    assert all(len(values) == 2 for name in frame.columns[3:] for values in frame[name])
    assert frame.null_count().sum_horizontal().item() == 0


@pytest.mark.parametrize("game", GAMES)
def test_its_command_is_the_match(game: str, tmp_path: Path) -> None:
    """What is written down can be typed, and plays the same games."""
    match = make_match(game, PAIR, 3, some_options(game), deals=2, seed=4)
    mine = played(match, tmp_path / "mine")
    words = match.command().split()[2:]
    assert run(*words, "--out", str(tmp_path / "typed")).exit_code == 0
    assert pl.read_parquet(tmp_path / "typed" / RESULTS).drop("seconds").equals(mine)


def some_options(game: str) -> dict[str, Any]:
    """An option of each kind, other than by default where there is another value."""
    chosen = {}
    for name, option in find(game).options.items():
        if isinstance(option.default, bool):
            chosen[name] = True
        elif not option.several:
            chosen[name] = next((one for one in option.allowed if one == 2), option.default_at(3))
    return chosen


# figures


def test_level_seats_share_place_and_victory() -> None:
    places, wins = shared_places(np.array([[[1.0, 1.0, 3.0], [2.0, 1.0, 2.0], [1.0, 1.0, 1.0]]]))
    assert places.tolist() == [[[1.5, 1.5, 3.0], [2.5, 1.0, 2.5], [2.0, 2.0, 2.0]]]
    assert wins.tolist() == [[[0.5, 0.5, 0.0], [0.0, 1.0, 0.0], [1 / 3] * 3]]


def test_a_mean_has_students_interval() -> None:
    found = mean_estimate(np.array([1.0, 2.0, 3.0, 4.0]))
    half = 3.182446 * math.sqrt(5 / 3) / 2
    assert found == Estimate(2.5, pytest.approx(2.5 - half, abs=1e-5), pytest.approx(2.5 + half, abs=1e-5))
    assert mean_estimate(np.array([7.0])) == Estimate(7.0)
    assert ratio_estimate(np.array([2.0, 4.0]), np.array([1.0, 2.0])) == Estimate(2.0, 2.0, 2.0)


def test_the_interval_of_a_share_comes_from_the_deals() -> None:
    """Deals that agree within themselves say as little as one game each; deals that all are alike say more."""
    dice = np.random.default_rng(1)
    agreeing = dice.integers(0, 2, size=200).astype(float)  # all games of a deal end alike
    found = share_estimate(agreeing)
    assert found.high - found.low == pytest.approx(2 * 1.97 * math.sqrt(0.25 / 200), rel=0.05)  # type: ignore[operator]
    balanced = np.full(200, 0.5) + dice.choice([-0.25, 0.25], size=200)
    less = share_estimate(balanced)
    assert less.high - less.low == pytest.approx((found.high - found.low) / 2, rel=0.05)  # type: ignore[operator]
    always = share_estimate(np.ones(20))
    assert always.value == always.high == 1 and 0.8 < (always.low or 0) < 0.9
    copies = share_estimate(np.full(20, 0.5), most=0.5)
    assert copies.value == copies.high == 0.5 and copies.low == pytest.approx((always.low or 0) / 2)
    assert share_estimate(np.ones(1)) == Estimate(1.0)


def test_intervals_hold_what_they_promise() -> None:
    """Of many small matches whose truth is known, about 95 in 100 have it within."""
    dice = np.random.default_rng(2)
    truth, held = 0.4, 0
    for _ in range(1000):
        luck = dice.normal(0, 0.15, size=30)  # that the four games of a deal share
        games = dice.random((30, 4)) < np.clip(truth + luck, 0, 1)[:, None]
        found = share_estimate(games.mean(axis=1))
        held += (found.low or 0) <= truth <= (found.high or 0)
    assert 930 <= held <= 975


def finishes(strengths: list[float], deals: int, dice: np.random.Generator) -> Any:
    """Who finished before whom, drawn from the model itself: the order in which independent clocks strike."""
    times = dice.exponential(1 / np.array(strengths), size=(deals, len(strengths)))
    return times, (times[:, :, None] < times[:, None, :]).astype(float)


@pytest.mark.slow
def test_ratings_find_the_strengths_that_made_the_games() -> None:
    """Over many small matches: right on average, and the intervals hold the truth about as often as they promise."""
    dice, matches = np.random.default_rng(3), 25
    strengths = [4.0, 2.0, 1.0]
    truth = POINTS * (np.log(strengths) - np.log(strengths).mean())
    found = np.array([ratings(finishes(strengths, 100, dice)[1], number) for number in range(matches)])
    assert found[:, :, 0].mean(axis=0) == pytest.approx(truth, abs=15)
    held = (found[:, :, 1] <= truth) & (truth <= found[:, :, 2])
    assert 64 <= held.sum() <= 75  # of 75


def test_ratings_are_those_of_the_models_own_likelihood() -> None:
    """All pairs of a game say what its whole order says, told to choix as rankings."""
    times, won = finishes([5.0, 3.0, 2.0, 1.0], 2000, np.random.default_rng(4))
    whole = POINTS * choix.ilsr_rankings(4, [[int(i) for i in order] for order in times.argsort(axis=1)])
    assert [value for value, _, _ in ratings(won, 0)] == pytest.approx(list(whole), abs=10)


def test_one_who_always_wins_has_a_finite_rating_and_an_interval() -> None:
    won = np.zeros((25, 2, 2))
    won[:, 0, 1] = 1
    (best, low, high), (worst, *_) = ratings(won, 0)
    assert best == pytest.approx(POINTS * math.log(25.5 / 0.5) / 2, abs=0.1) and worst == pytest.approx(-best)
    assert low is not None and high is not None and low < best - 20 and high > best + 20
    assert ratings(won[:1], 0)[0][1:] == (None, None)
    assert ratings(np.zeros((5, 1, 1)), 0) == [(0.0, None, None)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_stronger_bot_comes_first(game: str, seats: int, tmp_path: Path) -> None:
    match = make_match(game, ("random", "greedy"), seats, deals=30, seed=1)
    figures = figures_of(match, run_match(match, tmp_path / "match", 2).results())
    greedy, weak = figures.bots
    assert (greedy.name, weak.name) == ("greedy", "random")
    assert greedy.rating.low is not None and greedy.rating.low > 100 > -100 > (weak.rating.high or 0)
    assert greedy.win_share.value > weak.win_share.value and greedy.place.value < weak.place.value
    assert figures.ahead["greedy", "random"].value > 0.8
    assert figures.ahead["greedy", "random"].value + figures.ahead["random", "greedy"].value == pytest.approx(1)
    assert greedy.seconds_a_move.value > weak.seconds_a_move.value > 0
    copies = seats // 2
    assert copies * (greedy.win_share.value + weak.win_share.value) == pytest.approx(1)
    assert sum(seat.win_share.value for seat in figures.seats) == pytest.approx(1)
    assert sum(seat.place.value for seat in figures.seats) == pytest.approx(seats * (seats + 1) / 2)
    assert greedy.games == weak.games == 30 * seats * copies
    assert len(figures.lengths) == match.games and figures.length.value == pytest.approx(np.mean(figures.lengths))


def test_figures_by_hand(tmp_path: Path) -> None:
    """Two deals of two games, all counted out."""
    match = make_match(GAME, PAIR, 2, deals=2)
    results = pl.DataFrame(
        {
            "places": [[1, 2], [2, 1], [1, 1], [1, 2]],  # greedy sits on seat 0, 1, 0, 1
            "scores": [[30, 10], [20, 40], [25, 25], [30, 20]],
            "decisions": [[10, 10], [10, 10], [10, 10], [30, 10]],
            "seconds": [[1.0, 0.1], [0.1, 1.0], [2.0, 0.1], [0.3, 2.0]],
        }
    )
    figures = figures_of(match, results)
    greedy = next(bot for bot in figures.bots if bot.name == "greedy")
    assert greedy.win_share.value == pytest.approx((1 + 1 + 0.5 + 0) / 4)
    assert greedy.place.value == pytest.approx((1 + 1 + 1.5 + 2) / 4)
    assert greedy.score.value == pytest.approx((30 + 40 + 25 + 20) / 4)
    assert greedy.seconds_a_move.value == pytest.approx(6.0 / 40)
    assert [share and share.value for share in greedy.win_share_by_seat] == [0.75, 0.5]
    assert figures.ahead["greedy", "random"].value == pytest.approx((1 + 1 + 0.5 + 0) / 4)
    assert [seat.win_share.value for seat in figures.seats] == pytest.approx([(1 + 0 + 0.5 + 1) / 4, 1.5 / 4])
    assert figures.length.value == 25 and figures.length_quantiles[-1] == 40
    half = (figures.length.high or 0) - 25
    assert half == pytest.approx(12.7062 * (10 / math.sqrt(2)) / math.sqrt(2), rel=1e-4)  # deals of 20 and of 30


# reports


@pytest.mark.parametrize(
    ("game", "bots", "seats", "deals"),
    [
        (GAME, PAIR, 2, 4),
        (GAME, PAIR, 4, 4),
        ("rattus", ("greedy", "random", "random", "random"), 4, 3),
        ("rattus", ("greedy", "random", "novice"), 2, 2),
        (GAME, ("random",), 3, 2),
        (GAME, PAIR, 2, 1),
    ],
)
def test_a_report_has_every_section(game: str, bots: tuple[str, ...], seats: int, deals: int, tmp_path: Path) -> None:
    match = make_match(game, bots, seats, deals=deals)
    store = run_match(match, tmp_path / "match")
    markdown, page = write_report(store, figures_of(match, store.results()))
    text, html = markdown.read_text(), page.read_text()
    assert tuple(re.findall(r"^## (.+)$", text, re.MULTILINE)) == SECTIONS
    assert tuple(re.findall(r"<h2>(.+?)</h2>", html)) == SECTIONS
    assert match.command() in text and match.command() in html and bellringer.__version__ in text
    assert "nan" not in text.lower()
    for section in text.split("\n## ")[1:]:
        rows = re.findall(r"^\|.*$", section, re.MULTILINE)
        assert len(rows) > 2 and len({row.count(" | ") for row in rows}) == 1, section
    pictures = re.findall(r"!\[.+?\]\((.+?)\)", text)
    assert len(pictures) == html.count("<svg") == 6
    for picture in pictures:
        assert etree.fromstring((tmp_path / "match" / picture).read_bytes()).tag.endswith("svg")
    assert not re.findall(r"<(?:script|link|img)\b|(?:src|href)=\"http", html.replace("xlink:href", "href"))
    ids = re.findall(r'\bid="(.+?)"', html)
    assert len(ids) == len(set(ids)) and all(name in ids for name in re.findall(r'href="#(.+?)"', html))


def test_a_report_is_the_same_again(tmp_path: Path) -> None:
    match = make_match(GAME, PAIR, 2, deals=4)
    store = run_match(match, tmp_path / "match")
    first = [path.read_bytes() for path in write_report(store, figures_of(match, store.results()))]
    assert [path.read_bytes() for path in write_report(store, figures_of(match, store.results()))] == first


def test_names_are_no_markup(folder_of_ones_own: Path) -> None:
    """An underscore in a name is none of Markdown's."""
    (folder_of_ones_own / "a_b_c.py").write_text(example_bot())
    result = run(GAME, "--bots", "a_b_c:MyBot,random", "--seats", "2", "--deals", "1", "--out", "match")
    assert result.exit_code == 0, result.stderr
    assert "| a\\_b\\_c:MyBot |" in (folder_of_ones_own / "match" / "report.md").read_text()


@pytest.mark.parametrize(
    ("value", "text"),
    [(1234.5, "1,234"), (123.4, "123"), (12.34, "12.3"), (1.0, "1.00"), (0.00123, "0.00123"), (0, "0")],
)
def test_three_digits_count(value: float, text: str) -> None:
    assert three_digits(value) == text


# a bot of one's own


def example_bot() -> str:
    """The bot that docs/bots.md shows."""
    (code,) = re.findall(r"^```python\n(.*?)^```$", BOTS_PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return str(code)


def test_the_documented_bot_enters_as_documented(folder_of_ones_own: Path) -> None:
    (folder_of_ones_own / "my_module.py").write_text(example_bot())
    assert 8 <= len([line for line in example_bot().splitlines() if line]) <= 10
    (line,) = re.findall(r"^bellringer arena (.*my_module:MyBot.*)$", BOTS_PAGE.read_text("utf-8"), re.MULTILINE)
    words = line.split()
    words[words.index("--deals") + 1] = "2"
    found = [run(*words, "--json", "--out", name, "--jobs", str(jobs)) for name, jobs in (("one", 1), ("two", 2))]
    assert [result.exit_code for result in found] == [0, 0], found[0].stderr
    assert set(json.loads(found[0].stdout)["bots"]) == {"my_module:MyBot", "random"}
    frames = [pl.read_parquet(folder_of_ones_own / name / RESULTS).drop("seconds") for name in ("one", "two")]
    assert frames[0].equals(frames[1])
    assert frames[0]["decisions"].explode().min() > 10


def test_a_bot_that_was_changed_is_another_match(folder_of_ones_own: Path) -> None:
    path = folder_of_ones_own / "changing.py"
    path.write_text(example_bot())
    match = make_match(GAME, ("changing:MyBot", "random"), 2, deals=1)
    run_match(match, folder_of_ones_own / "match")
    path.write_text(example_bot() + "\n# other\n")
    with pytest.raises(OptionError, match="its own bots is"):
        run_match(match, folder_of_ones_own / "match")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 'resign'", "can't play 'resign'; legal: "),
        ("return 1 / 0", "moves: ZeroDivisionError"),  # after how many: of the games at hand any can fail first
    ],
)
def test_a_bot_that_fails_is_named(body: str, said: str, folder_of_ones_own: Path) -> None:
    code = f"class Bad:\n    def __init__(self, seed): pass\n    def choose(self, table, seat): {body}\n"
    (folder_of_ones_own / "failing.py").write_text(code)
    match = make_match(GAME, ("failing:Bad", "random"), 2, deals=3)
    with pytest.raises(BotFailed, match=r"^failing:Bad") as caught:
        run_match(match, folder_of_ones_own / "match")
    assert said in str(caught.value)
    result = run(GAME, "--bots", "failing:Bad,random", "--seats", "2", "--jobs", "1", "--out", "other")
    assert result.exit_code == 2 and said in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("class Other: pass", "has no class MyBot with a method choose"),
        ("class MyBot: pass", "has no class MyBot with a method choose"),
        ("class MyBot:\n    def choose(self, table, seat): pass", "can't be made with a seed"),
        ("import no_such_module", "can't import wrong"),
        ("class", "can't import wrong"),
    ],
)
def test_a_class_that_is_no_bot_is_refused(code: str, said: str, folder_of_ones_own: Path) -> None:
    (folder_of_ones_own / "wrong.py").write_text(code)
    result = run(GAME, "--bots", "wrong:MyBot,random", "--seats", "2")
    assert result.exit_code == 2
    assert said in result.stderr and result.stderr.count("\n") == 1


# what is refused


def test_what_makes_no_match_is_refused() -> None:
    with pytest.raises(OptionError, match="no game is called 'chess'"):
        make_match("chess", PAIR)
    with pytest.raises(OptionError, match="no bot is called 'clever'"):
        make_match(GAME, ("greedy", "clever"))
    with pytest.raises(OptionError, match="no bot is called"):
        make_match(GAME, ("",))
    with pytest.raises(OptionError, match="at least one deal"):
        make_match(GAME, PAIR, deals=0)
    with pytest.raises(OptionError, match="at least one bot"):
        make_match(GAME, ())
    with pytest.raises(OptionError, match="each can be named only once"):
        make_match(GAME, ("greedy", "random", "random"), 2)
    with pytest.raises(OptionError, match="seats"):
        make_match(GAME, PAIR, 9)
    with pytest.raises(OptionError, match="no option"):
        make_match(GAME, PAIR, 2, {"colour": "red"})
    with pytest.raises(OptionError, match="at least one job"):
        run_match(make_match(GAME, PAIR, 2), Path("nowhere"), 0)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("chess", "--bots", "greedy"), "'chess' is none of"),
        ((GAME,), "Missing option '--bots'"),
        ((GAME, "--bots", "greedy,clever"), "no bot is called 'clever'"),
        ((GAME, "--bots", "no.such:Bot"), "can't import no.such"),
        ((GAME, "--bots", "greedy", "--deals", "0"), "--deals"),
        ((GAME, "--bots", "greedy", "--jobs", "0"), "--jobs"),
        ((GAME, "--bots", "greedy", "--seats", "7"), "2 to 5 seats, not 7"),
        ((GAME, "--bots", "greedy", "--components", "no-such.toml"), "no-such.toml"),
        ((GAME, "--bots", "greedy", "--edition", "1999"), "'2007', 'anniversary'"),
    ],
)
def test_an_error_is_one_clear_line(args: tuple[str, ...], said: str, folder_of_ones_own: Path) -> None:
    result = run(*args)
    assert result.exit_code == 2 and result.stdout == ""
    assert said in result.stderr
    assert re.fullmatch(r"bellringer: [^\n]+\n", result.stderr)
    assert list(folder_of_ones_own.iterdir()) == []


def test_commas_in_braces_belong_to_a_name() -> None:
    assert split_names("a, b:2 ,c") == ("a", "b:2", "c")
    assert split_names('x{"a": 1, "b": [2, 3]},y') == ('x{"a": 1, "b": [2, 3]}', "y")


# the command


def test_the_command_plays_writes_and_tells(folder_of_ones_own: Path) -> None:
    result = run(GAME, "--bots", "random,greedy", "--seats", "2", "--deals", "5")
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0].startswith("10 games of 5 deals")
    assert [line.split()[0] for line in lines if re.match(r"greedy|random", line)] == ["greedy", "random"]
    (folder,) = folder_of_ones_own.iterdir()
    assert re.fullmatch(r"arena-notre-dame-[0-9a-f]{8}", folder.name)
    for name in ("report.md", "report.html", RESULTS):
        assert f"{folder.name}/{name}" in lines and (folder / name).exists()
    again = run(GAME, "--bots", "random,greedy", "--seats", "2", "--deals", "5", "--json")
    document = json.loads(again.stdout)
    assert document["folder"] == folder.name and list(document["bots"]) == ["greedy", "random"]
    assert set(document) == {"folder", "command", "bots", "seats", "head_to_head", "decisions_a_game"}
    assert [path.name for path in folder_of_ones_own.iterdir()] == [folder.name]


def test_the_command_says_what_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bellringer.terminal.arena.NEEDED", ("polars", "no_such_package"))
    result = run(GAME, "--bots", "greedy")
    assert result.exit_code == 2
    assert "the arena needs no_such_package: pip install 'bellringer[arena]'" in result.stderr


def heed_interrupts() -> None:
    """A run in the background of a shell script would have been told to ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.slow
def test_ctrl_c_stops_and_the_same_command_goes_on(folder_of_ones_own: Path) -> None:
    words = [GAME, "--bots", "search:40,greedy", "--seats", "2", "--deals", "30", "--jobs", "2", "--out", "match"]
    command = [sys.executable, "-m", "bellringer", "arena", *words]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=heed_interrupts)
    journal = folder_of_ones_own / "match" / JOURNAL
    until = time.monotonic() + 60
    while time.monotonic() < until and not (journal.exists() and journal.read_bytes().count(b"\n") >= 3):
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    try:
        _, told = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 130
    kept = journal.read_bytes().count(b"\n")
    assert 3 <= kept < 60 and journal.read_bytes().endswith(b"\n")
    again = re.search(r"stopped after (\d+) of 60 games; go on with: bellringer arena (.+)\n", told)
    assert again is not None and "Traceback" not in told
    assert again[2].split() == [*words[:7], "--seed", "0", "--out", "match"]
    assert run(*again[2].split()).exit_code == 0
    whole = make_match(GAME, ("search:40", "greedy"), 2, deals=30)
    assert (
        pl.read_parquet(journal.with_name(RESULTS))
        .drop("seconds")
        .equals(frame_of(whole, {number: whole.play(number) for number in range(whole.games)}).drop("seconds"))
    )


@pytest.mark.slow
def test_a_second_ctrl_c_leaves_at_once(folder_of_ones_own: Path) -> None:
    words = [GAME, "--bots", "search@20", "--seats", "2", "--deals", "3", "--jobs", "1", "--out", "match"]
    command = [sys.executable, "-m", "bellringer", "arena", *words]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=heed_interrupts)
    until = time.monotonic() + 60
    while time.monotonic() < until and not (folder_of_ones_own / "match" / JOURNAL).exists():
        time.sleep(0.01)
    time.sleep(0.3)  # the first game begins right after the journal is opened
    try:
        running.send_signal(signal.SIGINT)
        time.sleep(2)
        assert running.poll() is None  # each decision takes 20 seconds
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=15)
    finally:
        running.kill()
        running.communicate()
    assert running.returncode == 130
    assert "finishing the games at hand; Ctrl-C again leaves them" in told and "Traceback" not in told


def test_neither_help_nor_the_package_loads_what_the_arena_needs() -> None:
    code = "import sys, bellringer; from bellringer.cli import main; main(['arena', '--help'], standalone_mode=False)"
    code += "; sys.exit(any(name in sys.modules for name in ('polars', 'numpy', 'choix', 'matplotlib')))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def test_figures_are_all_in_the_json(tmp_path: Path) -> None:
    match = make_match(GAME, PAIR, 2, deals=3)
    figures: Figures = figures_of(match, run_match(match, tmp_path / "match").results())
    from bellringer.arena.statistics import as_json

    document = json.loads(json.dumps(as_json(figures)))
    assert set(document["bots"]["greedy"]) == {
        *("games", "moves_a_game", "win_share_by_seat", "rating", "win_share", "place", "score", "seconds_a_move")
    }
    for found in (document["bots"]["greedy"]["rating"], document["seats"][1]["place"], document["decisions_a_game"]):
        assert found["low"] <= found["value"] <= found["high"]
