"""Puzzles: those that come with the games are what they say; how they are judged, found, kept and told."""

from __future__ import annotations

import json
import re
import signal
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from threading import Event

import pytest
from click.testing import CliRunner

import bellringer
from bellringer import OptionError
from bellringer.cli import main
from bellringer.core.contract.registry import find
from bellringer.core.shown.words import LANGUAGES
from bellringer.puzzles import judging
from bellringer.puzzles.finder import Finder
from bellringer.puzzles.judging import (
    FEWEST_MOVES,
    LEAST_MARGIN,
    TRIES,
    Judged,
    agreed_best,
    clearly_best,
    gains_of,
    greedy_plays,
    is_obvious,
)
from bellringer.puzzles.puzzle import HARDEST, Collection, Other, Puzzle, read_collection, things_of
from bellringer.puzzles.sentences import PuzzleTold
from bellringer.puzzles.shipped import FIRST_DAY, Shipped, day_of, number_on, shipped, text_of
from bellringer.review.estimates import Measured
from tests.puzzled import few_in

GAMES = bellringer.game_names()
COUNT = 100  # of each game
FEWEST_OF_SEATS = 10  # puzzles for each number of seats
AGAIN = 77  # a seed with which no puzzle was judged
EARLY = 30  # with which the first games gave puzzles
NOT_COVERED: dict[str, set[str]] = {"notre-dame": set(), "rattus": set()}  # docs/puzzles.md says why


@cache
def collection(game: str) -> Collection:
    """The puzzles that come with a game. Each is checked as it is read: it can be set up, and has the legal moves."""
    return read_collection(text_of(find(game)))


def best_of(puzzle: Puzzle) -> int:
    """The number of the best move."""
    return list(find(puzzle.game).move_names).index(puzzle.best)


# those that come with the games


@pytest.mark.parametrize("game", GAMES)
def test_a_hundred_come_with_each_game_and_are_what_they_say(game: str) -> None:
    puzzles = collection(game).puzzles
    assert len(puzzles) == COUNT == len({one.digest for one in puzzles})
    for one in puzzles:
        table = one.table()
        assert table.game == game and table.pending[0] == one.seat
        legal, others = set(table.legal_names(one.seat)), [other.name for other in one.others]
        assert one.best in legal and set(others) == legal - {one.best} and len(legal) == 1 + len(others) >= FEWEST_MOVES
        assert one.margin == one.others[0].behind == min(other.behind for other in one.others)
        assert all(other.behind.value >= LEAST_MARGIN and other.behind.is_certain for other in one.others)
        assert one.why.moves == (others[0], one.best) and one.why.pairs == 400 and one.why.seat == one.seat
        assert one.why.differences and one.why.wins.value < 0 and 1 <= one.difficulty <= HARDEST
        assert one.version and (one.net is None or re.fullmatch("[0-9a-f]{64}", one.net))


@pytest.mark.parametrize("game", GAMES)
def test_they_are_about_all_cards_and_modules_and_for_every_number_of_seats(game: str) -> None:
    found, puzzles = find(game), collection(game).puzzles
    missing = things_of(found).difference(*(one.about for one in puzzles))
    assert missing == NOT_COVERED[game]
    seats = Counter(one.seats for one in puzzles)
    assert set(seats) == set(range(found.fewest_seats, found.most_seats + 1))
    assert min(seats.values()) >= FEWEST_OF_SEATS
    assert len({one.question for one in puzzles}) >= 4


def judged_alike(game: str) -> list[Puzzle]:
    """The puzzles that the net found which ships now: another one may think otherwise."""
    finder = Finder(game)
    return [one for one in collection(game).puzzles if finder.net_at(one.seats) == one.net]


def check_again(puzzle: Puzzle) -> bool:
    """Judge a puzzle with another seed: the same move leads, if one does, by about as much. Whether one does."""
    found = clearly_best(puzzle.table().state, puzzle.seat, AGAIN)
    if found is None:
        return False
    assert found.best == puzzle.best
    assert abs(found.margin.value - puzzle.margin.value) <= 4 * (found.margin.error + puzzle.margin.error) + 0.02
    return True


@pytest.mark.unhurried
@pytest.mark.parametrize("game", GAMES)
def test_another_judge_agrees(game: str) -> None:
    """On some, of which the lead is large enough for the error of one of the two judges to change nothing."""
    sure = [one for one in judged_alike(game) if one.margin.value > 2 * LEAST_MARGIN]
    sure.sort(key=lambda one: len(one.others))
    assert all(check_again(one) for one in sure[:2])


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_another_judge_agrees_on_all(game: str) -> None:
    same = judged_alike(game)
    assert sum(check_again(one) for one in same) >= 0.9 * len(same)


@pytest.mark.parametrize("game", GAMES)
def test_greedy_does_not_find_them(game: str) -> None:
    """Where it deals anew what the seat can't see it may happen to, in a few deals."""
    counts = [greedy_plays(one.table().state, one.seat, best_of(one), AGAIN) for one in collection(game).puzzles]
    assert max(counts) < TRIES and sum(counts) < 0.05 * TRIES * len(counts), counts


# how they are judged


@pytest.mark.unhurried
@pytest.mark.parametrize("game", GAMES)
def test_the_judge_knows_what_the_seat_knows(game: str) -> None:
    """In worlds that look the same to the seat it thinks the same, and the same is obvious there."""
    one = min(collection(game).puzzles, key=lambda one: len(one.others))
    state = one.table().state
    worlds = [state.determinized(one.seat, seed) for seed in (1, 2)]
    assert bytes(worlds[0]) != bytes(worlds[1]), "nothing is hidden there"
    assert clearly_best(worlds[0], one.seat, 3) == clearly_best(worlds[1], one.seat, 3)
    assert gains_of(worlds[0], one.seat, 3) == gains_of(worlds[1], one.seat, 3)


@pytest.mark.parametrize(
    ("best", "agreed"), [(["take", "take"], True), (["take", "place"], False), (["take", None], False), ([None], False)]
)
def test_what_two_judges_do_not_agree_on_is_no_puzzle(
    best: list[str | None], agreed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one measures how far others are behind, since the first was believed for its luck, too."""
    found = [one and Judged(one, (Other("end-turn", Measured(0.1 * number, 0.0)),)) for number, one in enumerate(best)]
    verdicts = iter(found)
    monkeypatch.setattr(judging, "clearly_best", lambda *_: next(verdicts))
    assert agreed_best(collection("rattus").puzzles[0].table().state, 0, 1) == (found[-1] if agreed else None)
    assert next(verdicts, None) is None


def test_no_move_is_best_where_moves_are_alike() -> None:
    """At the first draft of a game nothing is clear; and of two moves none is asked for."""
    table = bellringer.new_game("notre-dame", seats=2, seed=5)
    assert clearly_best(table.state, 0, 1) is None
    few = next(one for one in collection("notre-dame").puzzles)
    assert len(few.table().legal_names(few.seat)) >= FEWEST_MOVES


def test_the_largest_gain_alone_is_obvious() -> None:
    """A donation brings its prestige at once: who looks no further gives all."""
    table = bellringer.from_position(
        {"game": "notre-dame", "seats": 3, "players": {"red": {"coins": 3, "hand": ["notre-dame", "park", "bank"]}}}
    )
    table.play("notre-dame", 0)
    names = table.move_names
    legal = table.state.legal(0)
    gains = {names[move]: gain for move, gain in gains_of(table.state, 0, 1).items()}
    most = max(gains, key=lambda name: gains[name])
    assert most == "give 3" and gains[most] > gains["pass"]
    assert is_obvious(table.state, 0, next(move for move in legal if names[move] == most), 1)


# how they are found


@pytest.mark.unhurried
def test_a_search_that_is_stopped_goes_on_and_finds_the_same() -> None:
    """By seed: what a game gives is the same in one go, and after the file of the games before was written and read."""

    def game_of(finder: Finder) -> Finder:
        finder.take(finder.puzzles_of(finder.games, 1, Event()), 50)
        finder.games += 1
        return finder

    begun = game_of(Finder("notre-dame", EARLY))
    text = begun.found.text()
    whole, again = game_of(begun), game_of(Finder("notre-dame", EARLY, read_collection(text)))
    assert again.found.text() == whole.found.text()
    for one in whole.puzzles:
        assert one.version == bellringer.__version__ and one.net == whole.net_at(one.seats)
        assert greedy_plays(one.table().state, one.seat, best_of(one), AGAIN) < TRIES


@pytest.mark.parametrize("game", GAMES)
def test_what_others_make_good_for_gives_way_to_what_is_missing(game: str) -> None:
    """Where there are enough, a puzzle about something new takes the place of one that is missed least."""
    finder = Finder(game)
    puzzles = collection(game).puzzles
    rare = min(things_of(find(game)), key=lambda thing: (sum(thing in one.about for one in puzzles) or 999, thing))
    with_it = [one for one in puzzles if rare in one.about]
    without = [one for one in puzzles if rare not in one.about][:30]
    for one in without:
        finder.take([one], len(without))
    assert rare in finder.missing
    before = finder.missing
    finder.take(with_it, len(without))
    assert len(finder.puzzles) == len(without) and rare not in finder.missing and finder.missing < before
    kept = finder.found
    finder.take(without[:1], len(without))
    assert finder.found == kept, "what brings nothing new changes nothing"


def test_puzzles_of_another_search_are_not_gone_on_with() -> None:
    found = collection("notre-dame")
    for other, told in (
        (replace(found, game="rattus"), "these are puzzles of rattus"),
        (replace(found, seed=found.seed + 1), f"with the seed {found.seed + 1}"),
        (replace(found, puzzles=(replace(found.puzzles[0], version="0.0.1"),)), "Bellringer 0.0.1 with another net"),
        (replace(found, puzzles=(replace(found.puzzles[0], net="0" * 64),)), "with another net"),
    ):
        with pytest.raises(OptionError, match=told):
            Finder("notre-dame", found.seed, other)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (0, "line 1: no JSON"),
        (1, "line 2: no JSON"),
    ],
)
def test_a_file_that_is_cut_names_the_line(line: int, told: str) -> None:
    lines = text_of(find("rattus")).splitlines()[:3]
    lines[line] = lines[line][:-5]
    with pytest.raises(OptionError, match=told):
        read_collection("\n".join(lines))


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("best", "fly away", "its moves are not those that the seat can make"),
        ("others", [], "its moves are not those"),
        ("seat", 7, "seat 7 has nothing to decide"),
        ("position", {"game": "rattus", "seats": 9}, "line 2: .*seats"),
        ("margin", "much", "this is no puzzle"),
        ("why", {}, "this is no puzzle"),
    ],
)
def test_what_is_no_puzzle_names_the_line_and_why(name: str, value: object, told: str) -> None:
    head, first = text_of(find("rattus")).splitlines()[:2]
    wrong = json.dumps({**json.loads(first), name: value})
    with pytest.raises(OptionError, match=told) as refused:
        read_collection(f"{head}\n{wrong}\n")
    assert str(refused.value).startswith("line 2: ")
    with pytest.raises(OptionError, match="line 2: a puzzle of another game"):
        read_collection(f"{head.replace('rattus', 'notre-dame')}\n{first}\n")


def test_the_command_writes_a_file_and_goes_on_with_it_or_refuses_it(tmp_path: Path) -> None:
    """A file with more than is wanted is told of as it is; that of another search is refused and stays."""
    path = tmp_path / "mine.jsonl"
    few = few_in(path, count=2, seed=5)
    runner = CliRunner()
    common = ["puzzles", "notre-dame", "--count", "2", "--out", str(path)]
    done = runner.invoke(main, [*common, "--seed", "5", "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["puzzles"] == 2 and told["games"] == 9 and told["file"] == str(path) and told["missing"]
    assert path.read_text(encoding="utf-8") == few.text()
    for more, words in ((["--seed", "999"], "with the seed 5; name another file"), (["--seed", "x"], "x")):
        refused = runner.invoke(main, [*common, *more])
        assert refused.exit_code == 2 and words in refused.stderr
    assert path.read_text(encoding="utf-8") == few.text()
    refused = runner.invoke(main, ["puzzles", "rattus", "--out", str(path), "--seed", "5"])
    assert refused.exit_code == 2 and "these are puzzles of notre-dame" in refused.stderr


def test_ctrl_c_keeps_what_was_found_and_the_same_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game at hand comes again. One puzzle a game is found at once here."""
    net, played = Finder("notre-dame").net_at, list[int]()
    known = [
        replace(one, net=net(one.seats), version=bellringer.__version__) for one in collection("notre-dame").puzzles
    ]

    def found(finder: Finder, number: int, wanted: int, stop: Event) -> list[Puzzle]:
        played.append(number)
        if played == [0, 1, 2]:
            signal.raise_signal(signal.SIGINT)  # reaches the main thread, as Ctrl-C does
            stop.wait(5)
        return [known[number]] if number < 4 else []

    monkeypatch.setattr(Finder, "puzzles_of", found)
    path = tmp_path / "mine.jsonl"
    args = ["puzzles", "notre-dame", "--count", "4", "--out", str(path)]
    stopped = CliRunner().invoke(main, args, env={"LANG": "C"})
    assert stopped.exit_code == 130 and "the same command goes on" in stopped.stderr
    begun = read_collection(path.read_text(encoding="utf-8"))
    assert (begun.games, begun.puzzles) == (2, tuple(known[:2]))
    again = CliRunner().invoke(main, args, env={"LANG": "C"})
    assert again.exit_code == 0 and played[:4] == [0, 1, 2, 2]
    assert read_collection(path.read_text(encoding="utf-8")).puzzles == tuple(known[:4])
    assert f"4 puzzles, found in {len(played) - 1} games" in again.stdout


# one a day


@pytest.mark.parametrize("game", GAMES)
def test_every_day_has_its_puzzle_in_an_order_that_does_not_hang_on_the_file(game: str) -> None:
    found = shipped(game)
    assert number_on(FIRST_DAY) == 1 and day_of(1) == FIRST_DAY
    assert day_of(number_on(date(2026, 11, 28))) == date(2026, 11, 28)
    days = [found.at(number_on(FIRST_DAY + timedelta(days=day))) for day in range(COUNT)]
    assert {one.digest for one in days if one} == {one.digest for one in collection(game).puzzles}
    assert found.at(1) == found.at(COUNT + 1) and found.at(0) is None and Shipped(()).at(1) is None
    turned = Shipped(found.lines[::-1])
    assert [turned.at(number) for number in (1, 2, COUNT)] == [found.at(number) for number in (1, 2, COUNT)]
    kinds = [one.seats for one in days if one]
    assert sum(one != other for one, other in zip(kinds, kinds[1:], strict=False)) > COUNT / 2


# in words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_told_in_both_languages(game: str, language: str) -> None:
    for one in collection(game).puzzles[::9]:
        told, second = PuzzleTold(one, language), one.others[0].name
        seat = told.seats[one.seat]
        assert told.task.startswith(seat) and str(one.difficulty) in told.difficulty
        assert told.is_right(one.best) and not told.is_right(second) and not told.is_right("fly away")
        verdicts = {told.verdict(name) for name in (one.best, second, "fly away")}
        assert len(verdicts) == 3
        before = f"{told.task} {told.difficulty}"
        best, margin = told.answer()
        assert told.move(one.best) in best and told.move(second) in margin and told.points(one.margin) in margin
        assert told.points(one.margin) in told.tried(second) and told.move(one.best) in told.tried(one.best)
        assert told.points(one.margin) not in told.tried(one.best) and told.points(one.margin) not in before
        assert len(told.why()) >= 2 and told.move(second) in told.why_heading()
        assert (one.net or "net")[:12] in told.made() or one.net is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_is_solved_at_the_terminal(language: str) -> None:
    """A wrong move, none at all, then the best one; the answer is told then, or when it is asked for."""
    one = shipped("rattus").at(2)
    assert one is not None
    told = PuzzleTold(one, language)
    secret = " ".join(told.answer()[1].split())

    def shown(*typed: str) -> str:
        args = ["puzzles", "rattus", "--play", "--number", "2", "--lang", language]
        result = CliRunner().invoke(main, args, input="".join(f"{line}\n" for line in typed), env={"COLUMNS": "200"})
        assert result.exit_code == 0, (result.stderr, result.exc_info)
        return " ".join(result.stdout.split())

    second, words = one.others[0].name, [" ".join(told.verdict(name).split()) for name in (one.best, "fly away")]
    text = shown(second, "fly away", one.best, second)
    assert " ".join(told.task.split()) in text and secret in text
    assert text.index(" ".join(told.verdict(second).split())) < text.index(words[1]) < text.index(words[0])
    assert secret not in shown(second, "q") and secret not in shown() and secret in shown("a")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--play", "--count", "3"], "--count is for looking"),
        (["--play", "--json"], "--json is for looking"),
        (["--number", "3"], "--number says which puzzle --play asks"),
        (["--play", "--number", "99999"], "there is no puzzle 99999 of rattus yet; today's is"),
    ],
)
def test_options_that_do_not_go_together_are_refused(args: list[str], told: str) -> None:
    refused = CliRunner().invoke(main, ["puzzles", "rattus", *args])
    assert refused.exit_code == 2 and told in refused.stderr
