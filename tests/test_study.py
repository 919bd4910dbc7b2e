"""What a card is worth: forced and forbidden choices in games that are otherwise the same."""

from __future__ import annotations

import itertools
import json
import math
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bellringer import OptionError
from bellringer.arena.statistics import Estimate
from bellringer.arena.study import AllGames, Course, Question, ask, figure, play, study
from bellringer.bots.search import NONE_SUCH, Search
from bellringer.cli import main
from bellringer.core.contract.registry import find
from tests.matches import stop_after

pytestmark = pytest.mark.slow

QUICK = "search:8"


@pytest.mark.parametrize(
    ("game", "what", "things"),
    [
        ("rattus", "classes", {"peasant", "monk", "merchant", "witch", "king", "knight"}),
        ("notre-dame", "persons", {"hostess", "bishop", "mayor"}),
    ],
)
def test_a_study_is_about_all_that_comes_up(game: str, what: str, things: set[str]) -> None:
    found = set(ask(game, what, QUICK, deals=2).moves)
    assert things <= found and len(found) == {"rattus": 6, "notre-dame": 15}[game]


def test_an_opening_is_about_the_first_moves() -> None:
    question = ask("rattus", "opening", QUICK, seats=2, deals=2)
    assert set(question.moves) == {f"place {region}" for region in ("anglia", "gallia", "germania", "hispania",
                                   "hungaria", "italia", "polonia", "scandia")}  # fmt: skip


def course(question: Question, deal: int, forced: int, forbidden: int, free: Sequence[int] = ()) -> Course:
    """A game of a study, played to its end."""
    played = Course(question, deal, forced, forbidden, free)
    while not played.state.over:
        played.go_on()
    return played


@pytest.mark.parametrize(("game", "what"), [("rattus", "classes"), ("notre-dame", "persons"), ("rattus", "opening")])
def test_a_bound_seat_always_or_never_makes_the_move(game: str, what: str) -> None:
    question = ask(game, what, QUICK, deals=2)
    is_bound = 0
    for move in list(question.moves.values())[:4]:
        for deal, forced in itertools.product(range(2), (True, False)):
            bound = (move, NONE_SUCH) if forced else (NONE_SUCH, move)
            found = course(question, deal, *bound)
            state, offers, made = question.dealt(deal), 0, 0
            for number, chosen in enumerate(found.moves):
                counts = state.pending[0] == question.seat_of(deal) and (what != "opening" or number == 0)
                offers += counts and move in state.legal(state.pending[0]) and len(state.legal(state.pending[0])) > 1
                made += counts and chosen == move
                state.apply(state.pending[0], chosen)
            assert made == (offers if forced else 0) and found.bindings == offers and state.over
            is_bound += offers
    assert is_bound


@pytest.mark.parametrize(
    ("game", "what", "options"),
    [
        ("rattus", "classes", {"box": "big-box", "classes": "random"}),
        ("notre-dame", "persons", {}),
        ("rattus", "opening", {}),
    ],
)
def test_a_game_is_the_free_one_until_its_seat_must_do_otherwise(
    game: str, what: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is thought about twice, and each game is the one that would be played if all were thought about."""
    question = ask(game, what, QUICK, options=options, deals=3, seed=3)
    free = [play(question, deal).moves for deal in range(question.deals)]
    plain, asked = Course.think, list[int]()

    def think(played: Course, search: Search, seat: int) -> int:
        asked.append(len(played.moves))
        return plain(played, search, seat)

    monkeypatch.setattr(Course, "think", think)
    for number, (deal, forced, forbidden) in enumerate(question.tasks):
        alone = course(question, deal, forced, forbidden)
        asked.clear()
        after = course(question, deal, forced, forbidden, free[deal])
        assert alone.moves == after.moves and alone.bindings == after.bindings
        same = len(os.path.commonprefix([after.moves, list(free[deal])]))
        assert all(same <= turn for turn in asked) and (asked or after.moves == list(free[deal]))
        assert number >= question.deals or tuple(after.moves) == free[deal]


@pytest.mark.parametrize("game", ["rattus", "notre-dame"])
def test_a_forced_move_is_made_and_a_forbidden_one_is_not(game: str) -> None:
    state = find(game).blank(4, ask(game, "opening", QUICK).options, None)
    state.seed(3)
    state.deal()
    seat = state.pending[0]
    for move in state.legal(seat):
        assert Search(1, iterations=20, forced=move).choose_number(state, seat) == move
        for seed in range(3):
            assert Search(seed, iterations=20, forbidden=move).choose_number(state, seat) != move


@pytest.mark.parametrize(("game", "seats"), [("notre-dame", 4), ("rattus", 2)])
def test_an_opening_is_studied_in_the_deals_that_offer_it(game: str, seats: int) -> None:
    question = ask(game, "opening", QUICK, seats, deals=6, seed=2)
    found = study(question, 2)
    offers = [question.dealt(deal).legal(question.seat_of(deal)) for deal in range(6)]
    for one in found:
        move = question.moves[one.name]
        deals = [deal for deal in range(6) if move in offers[deal]]
        assert one.deals == len(deals) and 0 <= one.made.value <= 1
        tasks = [((deal, move, NONE_SUCH), (deal, NONE_SUCH, move)) for deal in deals]
        pairs = [[play(question, question.tasks.index(task)) for task in pair] for pair in tasks]
        assert all(course(question, *always).moves[0] == move for always, _ in tasks)
        assert all(course(question, *never).moves[0] != move for _, never in tasks)
        assert one.difference is not None
        assert one.difference.value == pytest.approx(sum(a.won - n.won for a, n in pairs) / len(deals))
    assert sum(one.made.value * one.deals for one in found) == pytest.approx(6)  # each free game begins somehow
    assert game == "rattus" or any(one.deals < 6 for one in found)


def test_what_never_came_up_has_no_figures_and_others_stay_within_what_can_be(tmp_path: Path) -> None:
    args = ["study", "persons", "--persons", "new", "--bot", QUICK, "--deals", "2", "--seed", "1"]
    shown = CliRunner().invoke(main, [*args, "--out", str(tmp_path)])
    found = json.loads(CliRunner().invoke(main, [*args, "--out", str(tmp_path), "--json"]).stdout)["worth"]
    unseen = [one for one in found if one["difference"]["value"] is None]
    assert 0 < len(unseen) < len(found) and found[-len(unseen) :] == unseen
    for one in unseen:
        nothing = {"value": None, "low": None, "high": None}
        assert one["always"] == one["never"] == one["difference"] == nothing and one["made"]["value"] >= 0
    for one in found:
        for name, least, most in (("made", 0, 99), ("always", 0, 1), ("never", 0, 1), ("difference", -1, 1)):
            ends = [one[name][end] for end in ("low", "value", "high") if one[name][end] is not None]
            assert ends == sorted(ends) and all(least <= end <= most for end in ends)
    page = (tmp_path / "notre-dame-persons.md").read_text("utf-8")
    assert page.count("| – | – | – | – |") == len(unseen)
    assert all(re.search(rf"^{one['name']}( +–){{4}} +[\d.]+$", shown.stdout, re.MULTILINE) for one in unseen)


def test_deals_that_are_all_the_same_make_nobody_sure() -> None:
    assert figure([0.0, 0.0, 0.0], -1, 1) == Estimate(0.0) and figure([1 / 3] * 7, 0, 1) == Estimate(1 / 3)
    assert figure([-1.0, 1.0], -1, 1) == Estimate(0.0, -1, 1) and figure([0, 3], 0, math.inf).low == 0
    assert figure([0.5], 0, 1) == Estimate(0.5)


def test_the_result_does_not_depend_on_the_jobs() -> None:
    question = ask("rattus", "classes", QUICK, seats=2, deals=3, seed=5)
    one, other = study(question, 1), study(question, 2)
    assert one == other and len(one) == 6
    values = [worth.difference.value for worth in one if worth.difference]
    assert values == sorted(values, reverse=True)
    for worth in one:
        assert worth.always is not None and worth.never is not None and worth.difference is not None
        assert worth.difference.value == pytest.approx(worth.always.value - worth.never.value)
        assert worth.difference.low is None or worth.difference.low <= worth.difference.value


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"what": "classes"}, "notre-dame has no study of classes; it has persons, opening"),
        ({"what": "persons", "bot": "greedy"}, "fixed iterations"),
        ({"what": "persons", "bot": "search@1"}, "fixed iterations"),
        ({"what": "persons", "deals": 1}, "at least two deals"),
        ({"what": "persons", "seats": 9}, "seats"),
    ],
)
def test_a_study_that_makes_no_sense_is_refused(arguments: dict[str, Any], complaint: str) -> None:
    with pytest.raises(OptionError, match=complaint):
        ask("notre-dame", **arguments)


def test_the_command_writes_a_page_and_a_plot(tmp_path: Path) -> None:
    args = ["study", "classes", "--seats", "2", "--bot", QUICK, "--deals", "2", "--out", str(tmp_path)]
    shown = CliRunner().invoke(main, args)
    assert shown.exit_code == 0, shown.stderr
    page = (tmp_path / "rattus-classes.md").read_text("utf-8")
    assert "bellringer study classes rattus --seats 2 --bot search:8 --deals 2 --seed 0" in page
    assert page.count("\n| ") == 7 and "<svg" in (tmp_path / "rattus-classes.svg").read_text("utf-8")
    assert "witch" in shown.stdout
    found = json.loads(CliRunner().invoke(main, [*args, "--json"]).stdout)
    assert {one["name"] for one in found["worth"]} == {"peasant", "monk", "merchant", "witch", "king", "knight"}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [(["wizards"], "no study of 'wizards'; there are classes, persons and opening"), (["opening"], "whose openings")],
)
def test_the_command_refuses_what_it_does_not_know(arguments: list[str], complaint: str) -> None:
    found = CliRunner().invoke(main, ["study", *arguments])
    assert found.exit_code == 2 and complaint in found.stderr


def test_the_command_makes_the_same_study_again(tmp_path: Path) -> None:
    """Whatever the table chose stands in it, and in the heading."""
    table = ["--seats", "3", "--box", "big-box", "--start", "2"]
    args = ["study", "classes", "rattus", *table, "--bot", QUICK, "--deals", "2", "--seed", "4"]
    first = json.loads(CliRunner().invoke(main, [*args, "--json", "--out", str(tmp_path / "one")]).stdout)
    assert first["command"] == " ".join(["bellringer", *args])
    words = first["command"].split()[1:]
    second = json.loads(CliRunner().invoke(main, [*words, "--json", "--out", str(tmp_path / "two")]).stdout)
    assert first == second and len(first["worth"]) == 6
    page = (tmp_path / "one" / "rattus-classes.md").read_text("utf-8")
    assert page == (tmp_path / "two" / "rattus-classes.md").read_text("utf-8")
    assert (
        "3 seats, box big-box, classes peasant,monk,merchant,witch,king,knight, start 2;" in page
        and first["command"] in page
    )


def test_another_study_does_not_take_a_folder(tmp_path: Path) -> None:
    args = ["study", "classes", "--seats", "2", "--bot", QUICK, "--deals", "2", "--out", str(tmp_path)]
    assert CliRunner().invoke(main, args).exit_code == 0
    page = (tmp_path / "rattus-classes.md").read_bytes()
    for more, said in ((["--seed", "3"], "its seed is 0, not 3"), (["--box", "big-box"], "its options is")):
        found = CliRunner().invoke(main, [*args, *more])
        assert found.exit_code == 2 and "holds another study" in found.stderr and said in found.stderr
    assert (tmp_path / "rattus-classes.md").read_bytes() == page
    (tmp_path / "rattus-classes.json").unlink()
    found = CliRunner().invoke(main, args)
    assert found.exit_code == 2 and "name another folder" in found.stderr


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_study_that_is_stopped_again_and_again_ends_the_same(jobs: int, tmp_path: Path) -> None:
    question = ask("rattus", "classes", QUICK, seats=2, deals=4, seed=5)
    kept = 0
    for stop in (1, 12, 30):
        with pytest.raises(KeyboardInterrupt):
            study(question, jobs, stop_after(stop), tmp_path)
        lines = (tmp_path / "rattus-classes.jsonl").read_bytes().splitlines()
        assert max(stop, kept) <= len(lines) < question.games
        kept = len(lines)
    told: list[int] = []
    assert study(question, jobs, lambda done, of: told.append(done), tmp_path) == study(question)
    assert told[0] == kept and told[-1] == question.games == 52
    assert study(question, jobs, stop_after(53), tmp_path) == study(question), "it is not played again"


def test_the_command_says_how_a_stopped_study_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    args = ["study", "classes", "rattus", "--seats", "2", "--bot", QUICK, "--deals", "2", "--seed", "0"]
    args += ["--out", str(tmp_path / "kept")]
    plain, played = AllGames.play, list[int]()

    def stop(series: AllGames, number: int) -> Any:
        played.append(number)
        if len(played) > 3:
            raise KeyboardInterrupt
        return plain(series, number)

    monkeypatch.setattr(AllGames, "play", stop)
    found = CliRunner().invoke(main, [*args, "--jobs", "1"])
    assert found.exit_code == 130 and f"go on with: bellringer {' '.join(args)}" in found.stderr
    monkeypatch.undo()
    assert (tmp_path / "kept" / "rattus-classes.jsonl").read_bytes().count(b"\n") == 5
    assert CliRunner().invoke(main, [*args, "--json"]).exit_code == 0


@pytest.mark.parametrize(
    "line",
    ["soon", "{}", "[]", '{"number": 1, "won": 7, "bound": 1, "moves": []}', '{"number": 1, "won": 1}',
     '{"number": 1, "won": 1, "bound": 1, "moves": [1.5]}', '{"number": 1, "won": 1, "bound": 1, "moves": "no"}'],
)  # fmt: skip
def test_a_journal_that_is_no_studys_is_refused(line: str, tmp_path: Path) -> None:
    question = ask("rattus", "classes", QUICK, seats=2, deals=2)
    with pytest.raises(KeyboardInterrupt):
        study(question, 1, stop_after(2), tmp_path)
    with open(tmp_path / "rattus-classes.jsonl", "a") as file:
        file.write(line + "\n")
    with pytest.raises(OptionError, match=r"rattus-classes\.jsonl, line \d+: not a game"):
        study(question, 1, None, tmp_path)


@pytest.mark.parametrize("change", ["none", "cut", "longer", "illegal"])
def test_a_free_game_that_is_not_whole_is_refused(change: str, tmp_path: Path) -> None:
    """All other games of its deal begin as it does."""
    question = ask("rattus", "classes", QUICK, seats=2, deals=2)
    with pytest.raises(KeyboardInterrupt):
        study(question, 1, stop_after(2), tmp_path)
    path = tmp_path / "rattus-classes.jsonl"
    first, *rest = path.read_text("utf-8").splitlines()
    document = json.loads(first)
    moves = document["moves"]
    document["moves"] = {"none": [], "cut": moves[:-1], "longer": [*moves, 0], "illegal": [9_999, *moves[1:]]}[change]
    path.write_text("\n".join([json.dumps(document), *rest, ""]), "utf-8")
    with pytest.raises(OptionError, match=r"rattus-classes\.jsonl, line 1: not a game"):
        study(question, 1, None, tmp_path)


def test_the_page_of_openings_says_what_is_bound_and_in_how_many_deals(tmp_path: Path) -> None:
    args = ["study", "opening", "notre-dame", "--bot", QUICK, "--deals", "2", "--out", str(tmp_path)]
    shown = CliRunner().invoke(main, args)
    assert shown.exit_code == 0
    assert re.search(r"made in +deals$", shown.stdout, re.MULTILINE) and re.search(r"% +1$", shown.stdout, re.MULTILINE)
    page = (tmp_path / "notre-dame-opening.md").read_text("utf-8")
    assert "| deals | made |" in page and "at its first decision" in page and "whenever it may" not in page
