"""Matches in duplicate: who meets whom, and the same results however they are run."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bellringer import OptionError
from bellringer.arena.journal import JOURNAL, RESULTS, MatchFolder
from bellringer.arena.loops import play_clocked, play_games
from bellringer.arena.match import make_match
from bellringer.arena.run import run_match
from bellringer.bots import make
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from tests.matches import GAME, GAMES, PAIR, played, stop_after

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
    with MatchFolder(tmp_path / "match", match).journal():
        with pytest.raises(OptionError, match="in use by another run"):
            run_match(match, tmp_path / "match")


BY_SEAT = '"scores": [1, 2], "decisions": [3, 4], "seconds": [0.1, 0.2]'
WRONG_LINES = [
    "soon\n",
    "[]\n",
    '{"number": 1}\n',
    "{}\n",
    f'{{"number": 1, "places": [1], {BY_SEAT}}}\n',  # a seat is missing
    f'{{"number": 1, "places": [1, 2, 3], {BY_SEAT}}}\n',
    f'{{"number": 1, "places": [1, 7], {BY_SEAT}}}\n',
    f'{{"number": 1, "places": 12, {BY_SEAT}}}\n',
    f'{{"number": 1, "places": [1, 1.5], {BY_SEAT}}}\n',
    f'{{"number": 1, "places": [1, 2], {BY_SEAT.replace("0.1", "NaN")}}}\n',
    f'{{"number": 1, "places": [1, 2], {BY_SEAT.replace("3", "99999999999")}}}\n',
]


@pytest.mark.parametrize("line", WRONG_LINES)
def test_a_journal_that_is_none_is_refused(line: str, tmp_path: Path) -> None:
    match = make_match(GAME, PAIR, 2, deals=3)
    with pytest.raises(KeyboardInterrupt):
        run_match(match, tmp_path / "match", 1, stop_after(1))
    with open(tmp_path / "match" / JOURNAL, "a") as file:
        file.write(line)
    before = (tmp_path / "match" / JOURNAL).read_bytes()
    with pytest.raises(OptionError, match=r"journal\.jsonl, line \d+: not a game of a match"):
        run_match(match, tmp_path / "match")
    assert (tmp_path / "match" / JOURNAL).read_bytes() == before and not (tmp_path / "match" / RESULTS).exists()


def test_results_that_are_none_are_refused(tmp_path: Path) -> None:
    match = make_match(GAME, PAIR, 2, deals=3)
    path = tmp_path / "match" / RESULTS
    whole = run_match(match, tmp_path / "match").results()
    data = path.read_bytes()
    for wrong in (b"", data[: len(data) // 2], b"PAR1" + data[4:-40] + b"PAR1"):
        path.write_bytes(wrong)
        with pytest.raises(OptionError, match=r"results\.parquet: not the results of a match"):
            run_match(match, tmp_path / "match").results()
        assert path.read_bytes() == wrong
    whole.head(3).write_parquet(path)
    with pytest.raises(OptionError, match=r"results\.parquet: not the results of this match's 6 games"):
        run_match(match, tmp_path / "match").results()


@pytest.mark.parametrize(
    "text", ['{"match": []}', '{"match": {}}', "[]", '{"match": {}, "command": 3, "versions": {}}']
)
def test_a_description_that_is_none_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text(text)
    with pytest.raises(OptionError, match=r"match\.json: not the description of a match"):
        run_match(make_match(GAME, PAIR, 2, deals=3), tmp_path)
    assert (tmp_path / "match.json").read_text() == text


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


def test_a_description_of_when_a_game_had_one_version_is_read(tmp_path: Path) -> None:
    match = make_match(GAME, PAIR, 2, deals=1)
    whole = run_match(match, tmp_path / "match").results()
    path = tmp_path / "match" / "match.json"
    document = json.loads(path.read_text())
    assert document["match"].pop("rules") == "1"
    for version in (1, 2):
        path.write_text(json.dumps({**document, "match": {**document["match"], "rules_version": version}}))
        if version == 1:
            assert run_match(match, tmp_path / "match").results().equals(whole)
        else:
            with pytest.raises(OptionError, match="its rules is '2', not '1'"):
                run_match(match, tmp_path / "match")


def test_a_part_of_the_rules_that_changed_makes_another_match_of_tables_that_bring_it_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = find("notre-dame")
    for edition in ("2007", "anniversary"):
        run_match(make_match("notre-dame", PAIR, 2, {"edition": edition}, deals=1), tmp_path / edition)
    monkeypatch.setattr(type(found), "rule_versions", {**found.rule_versions, "edition-2007": 2})
    run_match(make_match("notre-dame", PAIR, 2, {"edition": "anniversary"}, deals=1), tmp_path / "anniversary")
    with pytest.raises(OptionError, match="its rules is '1', not '1, edition-2007 2'"):
        run_match(make_match("notre-dame", PAIR, 2, {"edition": "2007"}, deals=1), tmp_path / "2007")


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
