"""Reviews: what a decision cost, what was luck, and why; refused, stopped and gone on with."""

from __future__ import annotations

import json
import math
import re
import signal
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from statistics import stdev
from threading import Event
from time import sleep
from typing import Any

import pytest
from click.testing import CliRunner
from scipy.stats import ttest_1samp

import bellringer
from bellringer import OptionError, Table, bots
from bellringer.bots.search import Search
from bellringer.cli import main
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from bellringer.review import work as work_module
from bellringer.review.course import DEAL, MOST_MOVES, ChanceMoment, Course, Decision, ReviewRefused, read_course
from bellringer.review.estimates import LEAST_DIFFERING, NOTHING, Measured, chance_of, holm, less, measured, total
from bellringer.review.looks import finish, luck_slices, step_slices
from bellringer.review.page import page
from bellringer.review.plan import MOST_ITERATIONS, MOST_PAIRED, Plan, lessened, plan_for
from bellringer.review.playing_on import play_pairs
from bellringer.review.results import Difference, Review, Step, Thought
from bellringer.review.sentences import difference_words, why_words, you
from bellringer.review.whys import why
from bellringer.review.work import Stopped, Work
from tests.reviewed import QUICK, SETTINGS, finished, late, reviewed

GAMES = bellringer.game_names()

# estimates


def test_an_error_is_that_of_the_mean_of_independent_values() -> None:
    values = [0.2, 0.4, 0.1, 0.5]
    assert measured(values) == pytest.approx((0.3, stdev(values) / 2), abs=1e-6)
    assert measured([0.5]) == (0.5, 0.0)
    assert less(Measured(0.5, 0.03), Measured(0.2, 0.04)) == pytest.approx((0.3, 0.05))
    assert total([Measured(0.5, 0.03), Measured(0.2, 0.04)]) == pytest.approx((0.7, 0.05))


@pytest.mark.parametrize("pairs", [20, 100, 400])
@pytest.mark.parametrize("shift", [0.0, 0.1, 0.3, 0.7])
def test_the_chance_of_a_difference_is_that_of_a_paired_t_test(pairs: int, shift: float) -> None:
    values = [shift + math.sin(number * 1.7) + 0.3 * math.cos(number**2) for number in range(pairs)]
    assert chance_of(values) == pytest.approx(ttest_1samp(values, 0.0).pvalue, abs=1e-3, rel=0.05)


def test_few_pairs_that_differ_tell_nothing() -> None:
    few = [5.0] * (LEAST_DIFFERING - 1)
    assert chance_of([*few, *[0.0] * 91]) == 1.0
    assert chance_of([*few, 5.0, *[0.0] * 90]) < 0.01
    assert chance_of([0.0] * 100) == 1.0 and chance_of([2.0] * 100) == 0.0


def test_holm_takes_the_smallest_first_and_stops_at_the_first_that_fails() -> None:
    found = holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005})
    assert found == {"a", "d"}  # 0.005 is below 0.05 / 4, and 0.01 below 0.05 / 3, but 0.03 is not below 0.05 / 2
    assert holm({"a": 0.02, "b": 0.02}) == {"a", "b"} and holm({"a": 0.03, "b": 0.03}) == set()
    assert holm({}) == set() and holm({"a": 0.05}) == set()


# what a step names


def step_of(loss: Measured, *others: Thought) -> Step:
    """A step in which `played` was played and the bot plays `best`."""
    best = Thought("best", 100, Measured(0.5, 0.0), NOTHING)
    played = Thought("played", 10, Measured(0.5 - loss.value, 0.0), loss)
    return Step(0, 0, "played", (), (), (), (best, played, *others), loss)


@pytest.mark.parametrize(
    ("value", "error", "is_mistake"),
    [(0.05, 0.01, True), (0.05, 0.03, False), (0.02, 0.001, True), (0.0199, 0.001, False), (-0.05, 0.001, False)],
)
def test_a_mistake_is_named_beyond_twice_the_error_and_from_two_points_on(
    value: float, error: float, is_mistake: bool
) -> None:
    assert step_of(Measured(value, error)).is_mistake is is_mistake


def test_several_moves_that_are_as_good_are_all_named() -> None:
    sure, unsure = Measured(0.05, 0.01), Measured(0.01, 0.006)
    step = step_of(sure, Thought("other", 9, Measured(0.49, 0.0), unsure), Thought("none", 1, NOTHING, None))
    assert step.best == ("best", "other") and step.compared == ("played", "best")
    assert step_of(unsure).best == ("best", "played") and not step_of(unsure).is_mistake


# decisions


def test_all_moves_that_are_as_good_are_named_however_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """More of them than are searched once more, and one that is worse."""
    course = Course(finished("map of 4"))
    decision = max(course.decisions, key=lambda one: len(one.before.legal(one.seat)))
    legal = decision.before.legal(decision.seat)
    worse = next(move for move in legal if move != decision.move)
    assert len(legal) > 8

    def found(state: State, seat: int, seed: int, iterations: int, forced: int = -1, **style: int) -> dict[str, Any]:
        noise = math.sin(seed % 1_000) / 1_000
        chances = {move: 0.3 if move == worse else 0.5 + noise for move in legal}
        moves = [{"move": move, "visits": 10, "win_chance": chances[move]} for move in legal]
        return {"moves": moves, "chances": [chances.get(forced, 0.5)] * course.seats}

    monkeypatch.setattr("bellringer.review.looks.search", found)
    step = finish(step_slices(decision, course.seats, QUICK))
    names = course.game.move_names
    assert set(step.best) == {names[move] for move in legal} - {names[worse]} and not step.is_mistake


@pytest.mark.parametrize("game", GAMES)
def test_the_bots_own_move_costs_nothing_and_a_bad_one_is_behind(game: str) -> None:
    """The move that a long search likes least costs more than the bot's, in which it agrees with the search."""
    course = Course(finished("town of 2" if game == "notre-dame" else "map of 2"))
    plan = Plan(look=120, again=120, open=20, glance=20)
    decision = next(one for one in course.decisions[6:] if len(one.before.legal(one.seat)) > 3)
    found = Search(1, iterations=3_000, pool=1 << 16).analyse(decision.before, decision.seat)["moves"]
    best, worst = (course.game.move_names[one["move"]] for one in (found[0], min(found, key=lambda one: one["visits"])))
    for name, is_best in ((best, True), (worst, False)):
        made = type(decision)(decision.turn, decision.seat, course.game.move_names.index(name), name, decision.before)
        step = finish(step_slices(made, course.seats, plan))
        assert (step.played in step.best) is is_best or abs(step.loss.value) < 0.02
        assert step.loss.value >= (0.0 if is_best else -0.005)
        assert step.moves[0].behind == NOTHING and sum(one.value for one in step.known) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("game", GAMES)
def test_a_search_by_anothers_eyes_knows_what_those_see(game: str) -> None:
    """In two worlds that look the same to a seat, a search by its eyes finds the same, whoever decides."""
    course = Course(finished("town of 5" if game == "notre-dame" else "map of 4"))
    for one in course.decisions[10:40:10]:
        viewer = (one.seat + 1) % course.seats
        worlds = [one.before.determinized(viewer, seed) for seed in (1, 2)]
        found = [Search(3, iterations=30, eyes=viewer).analyse(world, one.seat)["chances"] for world in worlds]
        assert found[0] == found[1]
    with pytest.raises(OptionError, match="does not play"):
        Search(3, iterations=5, eyes=0).choose_number(course.decisions[0].before, course.decisions[0].seat)
    with pytest.raises(ValueError, match="no seat 7"):
        Search(3, iterations=5, eyes=7).analyse(course.decisions[0].before, course.decisions[0].seat)


@pytest.mark.parametrize("name", SETTINGS)
def test_what_a_seat_is_said_to_know_is_the_same_in_worlds_that_look_alike_to_it(name: str) -> None:
    """Of two games that only what a seat could not see tells apart, a review says the same of what it knew.

    That is: its chances, the moves that the bot considered, what was lost, which are mistakes, the whys; and of a seat
    that did not decide the chances by its eyes. What all seats knew together may differ.
    """
    course, differed = Course(finished(name)), 0
    for one in course.decisions[5::80]:
        for viewer in {one.seat, (one.seat + 1) % course.seats}:
            worlds = [replace(one, before=one.before.determinized(viewer, seed)) for seed in (1, 2)]
            differed += bytes(worlds[0].before) != bytes(worlds[1].before)
            steps = [finish(step_slices(world, course.seats, QUICK)) for world in worlds if can_be_made(world)]
            for step in steps:
                assert step.eyes[viewer] == steps[0].eyes[viewer]
                if viewer == one.seat:
                    assert (step.known, step.moves, step.loss) == (steps[0].known, steps[0].moves, steps[0].loss)
                    assert (step.best, step.is_mistake) == (steps[0].best, steps[0].is_mistake)
            if viewer == one.seat and (moves := steps[0].compared) is not None:
                whys = [why(course.game, world.before, one.seat, moves, pairs=6) for world in worlds]
                assert whys[0] == whys[1]
    assert differed, "nothing was hidden"


def can_be_made(decision: Decision) -> bool:
    """Whether the move is legal in the world in which it is made: another seat may hold other cards there."""
    return decision.before.is_legal(decision.seat, decision.move)


# luck


@pytest.mark.parametrize("name", ["town of 2", "map of 2"])
def test_where_chance_decides_nothing_luck_is_nought_within_its_error(name: str) -> None:
    course = Course(finished(name))
    lucky = {moment.turn for moment in course.chances}
    quiet = [one.turn for one in course.decisions if one.turn not in lucky][5:35:10]
    for turn in quiet:
        found = finish(luck_slices(course, ChanceMoment(turn, course.after(turn)), Plan(1, 1, redeals=12)))
        assert all(abs(one.value) <= 3 * one.error + 1e-6 for one in found.luck), (turn, found)


def test_a_game_in_which_nothing_was_decided_by_chance_has_no_luck() -> None:
    """The end of a game, from a position after the last cards were drawn."""
    course, review = reviewed(late("town of 2", 8))
    assert course.chances == () and review.lucks == () and review.luck == (NOTHING, NOTHING)
    assert sum(one.value for one in review.chart()[0]) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("name", ["town of 2", "map of 4"])
def test_chance_comes_in_where_a_seat_sees_what_might_have_been_otherwise(name: str) -> None:
    course = Course(finished(name))
    turns = [moment.turn for moment in course.chances]
    assert turns[0] == DEAL and len(turns) > 3
    for turn in turns[1:]:
        before, after = course.decisions[turn].before, course.after(turn)
        assert (before.dice, before.drawn, before.revealed) != (after.dice, after.drawn, after.revealed)


def test_luck_is_what_came_against_the_mean_of_what_could_have() -> None:
    """At the deal of a game, over deals that are each taken for the real one: it is nought in the mean."""
    course = Course(finished("map of 2"))
    lucks = []
    for seed in range(12):
        moment = ChanceMoment(DEAL, course.dealt_again(seed))
        lucks.append(finish(luck_slices(course, moment, Plan(1, 1, redeals=12, seed=seed))).luck)
    for seat in range(2):
        found = measured([one[seat].value for one in lucks])
        assert abs(found.value) <= 3 * found.error
    assert any(abs(one[0].value) > 2 * one[0].error for one in lucks)


# why


Totals = dict[tuple[int, str], list[float]]


def plain_rollout(table: Table, seat: int, move: str, seed: int) -> dict[tuple[int, str], int]:
    """Written anew: what each source brings to each seat in a game that greedy plays on after a move."""
    game, sources = table.rules, table.rules.sources
    assert sources is not None
    state: State = table.state.determinized(seat, seed)
    state.seed(seed + 1_000_000)
    players = [bots.make("greedy", seed + p) for p in range(state.seats)]
    found: dict[tuple[int, str], int] = {}
    askers, number, who = b"", list(game.move_names).index(move), seat
    while True:
        flows, askers = state.traced(who, number, askers)
        for _, owner, column, source, amount in flows:
            key = owner, sources.names[source]
            found[key] = found.get(key, 0) + amount * sources.scores[sources.columns[column]]
        if state.over:
            return found
        who = state.pending[0]
        number = players[who].choose_number(state, who)


@pytest.mark.parametrize(
    ("name", "before"), [("town of 2", 40), ("town of 5", 30), ("map of 2", 20), ("map of 4", 40), ("map of 6", 30)]
)
def test_a_why_says_what_plain_rollouts_say(name: str, before: int) -> None:
    """Every difference, the one of all sources together too, agrees with games that are played on without pairs."""
    whole = finished(name)
    table = bellringer.replay(whole.record(), before=whole.moves_played - before)
    seat = table.pending[0]
    names = table.legal_names(seat)
    found = why(table.rules, table.state, seat, (names[0], names[-1]), pairs=150, seed=3)
    sides = [[plain_rollout(table, seat, move, 7 * seed) for seed in range(60)] for move in found.moves]
    for one in found.differences:
        for side, games in enumerate(sides):
            plain = measured([rollout.get((one.seat, one.source), 0) for rollout in games])
            assert abs(plain.value - one.points[side]) <= 4.5 * (plain.error * math.sqrt(1 + 60 / 150)) + 0.05, one
    scores = [
        measured([sum(amount for (owner, _), amount in game.items() if owner == seat) for game in side])
        for side in sides
    ]
    plain = less(*scores)
    assert abs(plain.value - found.score.value) <= 4 * math.hypot(plain.error, found.score.error)


@pytest.mark.parametrize("name", SETTINGS)
def test_a_move_beside_itself_has_no_difference_at_all(name: str) -> None:
    """The games of a pair share their chance: what differs comes of the move alone."""
    course = Course(finished(name))
    for one in course.decisions[3::50]:
        found = why(course.game, one.before, one.seat, (one.name, one.name), pairs=8)
        assert found.differences == () and found.score == NOTHING and found.wins == NOTHING and found.sources > 0


@pytest.mark.parametrize("name", ["town of 2", "map of 2"])
def test_pairs_are_surer_than_games_that_share_nothing(name: str) -> None:
    """Both games of a pair draw the same, although one draws in other moments: so their scores go together."""
    table = bellringer.replay(finished(name).record(), before=60 if name == "town of 2" else 20)
    seat = table.pending[0]
    one, other = (table.rules.move_names.index(move) for move in table.legal_names(seat)[:2])
    sources = table.rules.sources
    assert sources is not None
    worth = [sources.scores[column] for column in sources.columns]
    players = [bots.make("greedy") for _ in range(table.seats)]
    pairs = play_pairs(table.state, seat, (one, other), players, worth, True, 0, 200, 5)
    scores = [[sum(n for (p, _), (n, _) in brought.items() if p == seat) for _, brought in pair] for pair in pairs]
    paired = stdev(first - second for first, second in scores)
    apart = math.hypot(stdev(first for first, _ in scores), stdev(second for _, second in scores))
    assert paired < 0.9 * apart
    assert play_pairs(table.state, seat, (one, other), players, worth, True, 150, 50, 5) == pairs[150:]


def test_a_why_is_about_what_the_seat_knows() -> None:
    """In two worlds that look the same to the seat it says the same."""
    course = Course(finished("map of 4"))
    one = next(one for one in course.decisions[20:] if len(one.before.legal(one.seat)) > 1)
    moves = tuple(course.game.move_names[move] for move in one.before.legal(one.seat)[:2])
    worlds = [one.before.determinized(one.seat, seed) for seed in (1, 2)]
    first, second = (why(course.game, world, one.seat, (moves[0], moves[1]), pairs=30) for world in worlds)
    assert first == second


def test_a_why_of_a_move_that_is_none_is_refused() -> None:
    table = bellringer.new_game("notre-dame", seats=2, seed=1)
    names = table.legal_names(0)
    with pytest.raises(ValueError, match="is called 'fly'"):
        why(table.rules, table.state, 0, (names[0], "fly"))
    with pytest.raises(ValueError, match="not legal"):
        why(table.rules, table.state, 0, (names[0], "hire bishop"))


def test_a_why_in_words() -> None:
    game = find("notre-dame")
    plague = Difference(0, "plague", (0.62, 0.2), (-3.0, -0.9), Measured(-2.1, 0.1))
    assert difference_words(game, plague, "Red", "en") == (
        "Red: the rat passes 9 in 62\u00a0% of the games instead of 20\u00a0%: \u22122.1\u00a0prestige"
    )
    assert difference_words(game, plague, you("fr"), "fr") == (
        "vous\u00a0: le rat dépasse 9 dans 62\u00a0% des parties au lieu de 20\u00a0%\u00a0: "
        "\u22122,1\u00a0points de prestige"
    )
    bank = Difference(1, "bank", (1.0, 0.99), (4.0, 6.25), Measured(-2.25, 0.1))
    assert difference_words(game, bank, "Blue", "en") == "Blue: Bank: 4.0 instead of 6.2: \u22122.2\u00a0prestige"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_source_has_words_for_a_why(game: str, language: str) -> None:
    found = find(game)
    assert found.sources is not None and found.points_words(language)
    for source in found.sources.names:
        one = Difference(0, source, (0.9, 0.1), (1.0, 0.0), Measured(1.0, 0.1))
        said = difference_words(found, one, "Red", language)
        assert "90\u00a0%" in said and "{" not in said and "10\u00a0%" in said


# the plan


@pytest.mark.parametrize("name", SETTINGS)
def test_a_review_is_bounded_before_it_begins(name: str) -> None:
    course = Course(finished(name))
    plan = plan_for(len(course.decisions), course.seats, len(course.chances))
    needed = plan.iterations(len(course.decisions), course.seats, len(course.chances))
    assert needed <= MOST_ITERATIONS == 6_000_000 and plan.paired <= MOST_PAIRED == 12_000
    assert (plan.pairs, plan.moments, plan.redeals) == (400, 12, 64) and plan.look > 300
    assert lessened(plan, 2) == plan
    half = lessened(plan, 0.5)
    assert half.iterations(len(course.decisions), course.seats, len(course.chances)) < 0.6 * needed
    assert lessened(plan, 0).look > 0


# the work


@pytest.mark.parametrize("name", SETTINGS)
def test_a_whole_review_has_every_decision_and_is_written_and_read(name: str) -> None:
    table = finished(name) if name.endswith("2") else late(name, 35)
    course, review = reviewed(table)
    assert [(step.seat, step.played) for step in review.steps] == table.history
    assert [one.turn for one in review.lucks] == [moment.turn for moment in course.chances]
    assert {one.turn for one in review.whys} <= {step.turn for step in review.mistakes} and len(review.whys) <= 2
    assert table.result is not None and review.places == table.result.places
    for chart in (review.chart(), *(review.chart(seat) for seat in range(course.seats))):
        assert len(chart) == len(review.steps) + 1
        assert all(sum(one.value for one in chances) == pytest.approx(1, abs=1e-4) for chances in chart)
    document = json.loads(json.dumps(review.as_json()))
    assert Review.from_json(document) == review and document["review"] == 1
    with pytest.raises(OptionError, match="no review of version 1"):
        Review.from_json({**document, "review": 2})
    del document["steps"]
    with pytest.raises(OptionError, match="no whole review"):
        Review.from_json(document)


def test_a_review_that_is_stopped_goes_on_and_is_the_same() -> None:
    table = late("map of 2", 25)
    course, whole = reviewed(table)
    work, documents = Work(course, QUICK), []
    for _ in range(60):
        list(islice(work.slices(), 10))  # a task that was begun is begun anew
        documents.append(json.loads(json.dumps(work.as_json())))
        if work.is_whole:
            break
        with pytest.raises(Stopped):
            work.review()
        stopped = Event()
        stopped.set()
        with pytest.raises(Stopped):
            work.run(2, stop=stopped)
        finish(work.task_slices(work.missing()[0]))
        work = Work(Course(table))
        work.go_on(documents[-1])
        assert work.plan == QUICK
    assert len(documents) > 3 and "review" not in documents[0] and work.progress[0] <= work.progress[1]
    assert work.run(2) == whole


def test_what_is_kept_of_another_game_is_refused_and_changes_nothing() -> None:
    course, review = reviewed(late("town of 2", 8))
    other = Work(Course(late("map of 2", 8)), QUICK)
    other.run()
    before = other.as_json()
    others = [{**before, **other} for other in ({"review": 7}, {"version": "0.0"}, {"judged_by": "dice"})]
    for document in (review.as_json(), {}, *others, {"review": 1}):
        with pytest.raises(OptionError):
            other.go_on(document)
    assert other.as_json() == before and course.digest != other.course.digest


def test_a_reader_opens_one_moment_at_a_time() -> None:
    course = Course(late("town of 2", 12))
    work = Work(course, QUICK)
    turn = next(one.turn for one in course.decisions if len(one.before.legal(one.seat)) > 1)
    found = work.explain(turn)
    assert found.turn == turn and found.pairs == QUICK.pairs and set(work.steps) == {turn} == set(work.whys)
    assert work.explain(turn) is found and work.run().why(turn) == found
    with pytest.raises(OptionError, match="no move 99"):
        work.explain(98)


def test_the_digest_is_that_of_what_was_played() -> None:
    record = finished("map of 2").record()
    resigned = record.replace("[Result", '[Resigned "red"]\n[Result')
    assert read_course(record).digest == read_course(record.replace("\n", "\r\n")).digest
    assert read_course(resigned).digest == read_course(record).digest != Course(finished("town of 2")).digest


# refusals

Damage = Callable[[str], str]
DAMAGED: dict[str, tuple[Damage, str]] = {
    "unfinished": (lambda text: cut(text, 7), "move 8: the game goes on"),
    "no move": (lambda text: re.sub(r"\n9\. (\w+) .*", r"\n9. \1 fly", text), "move 9: "),
    "no line": (lambda text: text.replace("\n9. ", "\nnine. "), r"line \d+: neither a tag nor a move"),
    "another result": (lambda text: re.sub(r'\[Result ".*"\]', '[Result "red 1"]', text), "the result is"),
    "another seed": (lambda text: re.sub(r'\[Seed "..', '[Seed "00', text), "seed"),
    "no commitment": (lambda text: re.sub(r"\[Commitment .*\]\n", "", text), "does not verify.*Commitment"),
    "no moves": (lambda text: cut(text, 0), "move 1: the game goes on"),
    "too large": (lambda text: more(text), f"move {MOST_MOVES + 1}: a review takes 2,000 moves at most"),
    "nothing": (lambda text: "", "Game"),
}


def cut(text: str, moves: int) -> str:
    """A record without its later moves, and without its result."""
    kept = [line for line in text.splitlines() if not (found := re.match(r"(\d+)\. ", line)) or int(found[1]) <= moves]
    return "\n".join(line for line in kept if not line.startswith("[Result")) + "\n"


def more(text: str) -> str:
    """A record with more moves than any game has."""
    last = int(re.findall(r"^(\d+)\. ", text, re.MULTILINE)[-1])
    return text + "".join(f"{number}. red pass\n" for number in range(last + 1, MOST_MOVES + 5))


@pytest.mark.parametrize("damage", DAMAGED)
def test_what_can_not_be_reviewed_is_refused_before_anything_is_computed(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change, reason = DAMAGED[damage]
    text = change(finished("map of 2").record())
    monkeypatch.setattr("bellringer.review.looks.Search", None)
    with pytest.raises(ReviewRefused, match=reason):
        read_course(text)
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["review", str(tmp_path / "game.txt")])
    assert result.exit_code == 2 and re.search(reason, result.stderr) and "game.txt" in result.stderr


def test_a_running_table_and_a_position_are_refused(tmp_path: Path) -> None:
    table = bellringer.new_game("rattus", seats=2, seed=1)
    with pytest.raises(ReviewRefused, match="move 1: the game goes on"):
        Course(table)
    (tmp_path / "position.json").write_text(json.dumps(table.position()), encoding="utf-8")
    result = CliRunner().invoke(main, ["review", str(tmp_path / "position.json")])
    assert result.exit_code == 2 and "line 1: a position has no moves" in result.stderr


# the command and the page


@pytest.mark.parametrize("option", ["--html", "--keep"])
def test_what_can_not_be_written_is_refused_before_anything_is_computed(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, place = tmp_path / "game.txt", tmp_path / "file" / "page.html"
    record.write_text(late("map of 2", 4).record(), encoding="utf-8")
    (tmp_path / "file").touch()
    monkeypatch.setattr(work_module.Work, "run", None)
    result = CliRunner().invoke(main, ["review", str(record), option, str(place)])
    assert result.exit_code == 2 and f"{place}: Not a directory" in result.stderr, result.exception
    assert {one.name for one in tmp_path.iterdir()} == {"game.txt", "file"}


def test_ctrl_c_shows_nothing_and_the_same_command_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record, folder = tmp_path / "game.txt", tmp_path / "kept"
    record.write_text(late("town of 2", 20).record(), encoding="utf-8")
    args = ["review", str(record), "--seconds", "0.1", "--threads", "1", "--json", "--keep", str(folder)]
    done, take = [], work_module.step_slices

    def interrupted(*given: Any) -> Any:
        done.append(given)
        if len(done) == 4:
            signal.raise_signal(signal.SIGINT)  # reaches the main thread, as Ctrl-C does
            sleep(0.5)
        return take(*given)

    monkeypatch.setattr(work_module, "step_slices", interrupted)
    stopped = CliRunner().invoke(main, args, env={"LANG": "C"})
    assert stopped.exit_code == 130 and stopped.stdout == "" and "the same command goes on" in stopped.stderr
    (kept,) = folder.iterdir()
    begun = json.loads(kept.read_text(encoding="utf-8"))
    assert "review" not in begun and 1 <= len(begun["steps"]) < 20
    again = CliRunner().invoke(main, args, env={"LANG": "C"})
    assert again.exit_code == 0
    whole = json.loads(again.stdout)
    assert [one for one in whole["steps"] if one in begun["steps"]] == begun["steps"]
    assert len(done) == 4 + len(whole["steps"]) - len(begun["steps"])


class Tags(HTMLParser):
    """Looks whether every element of a page ends where it should, and what the page asks for from elsewhere."""

    EMPTY = ("meta", "input", "path", "polyline")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.asked: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that begins, and what it refers to."""
        self.asked += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "data")]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element without anything in it."""

    def handle_endtag(self, tag: str) -> None:
        """The element that was opened last ends."""
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["town of 2", "map of 2"])
def test_a_page_needs_no_other_file(name: str, language: str) -> None:
    course, review = reviewed(late(name, 14))
    text = page(course, review, language, ("<Anna>", "Ben & Co"))
    tags = Tags()
    tags.feed(text)
    assert tags.open == [] and tags.asked == [] and "url(" not in text and "<script" not in text
    assert "<Anna>" not in text and "&lt;Anna&gt;" in text and "Ben &amp; Co" in text
    assert f'<html lang="{language}">' in text and "{" not in re.sub(r"(?s)<style>.*?</style>", "", text)
    assert text.count("<polyline") == 2 * 3  # two seats; all open, and the eyes of each


def test_the_command_tells_a_review_writes_its_page_and_goes_on(tmp_path: Path) -> None:
    record, html, folder = tmp_path / "game.txt", tmp_path / "page.html", tmp_path / "kept"
    record.write_text(late("town of 2", 12).record(), encoding="utf-8")
    args = ["review", str(record), "--seconds", "1", "--threads", "2", "--keep", str(folder)]
    env = {"LANG": "C", "COLUMNS": "100"}
    first = CliRunner().invoke(main, [*args, "--html", str(html), "--why", "2"], env=env)
    assert first.exit_code == 0, first.stderr
    assert "This is the bot's judgement" in first.stdout and "Move 2 · " in first.stdout and "Why: in" in first.stdout
    assert "Review: Notre Dame" in html.read_text(encoding="utf-8")
    (kept,) = folder.iterdir()
    again = CliRunner().invoke(main, [*args, "--json"], env=env)
    assert again.exit_code == 0 and Review.from_json(json.loads(again.stdout)) == Review.from_json(
        json.loads(kept.read_text(encoding="utf-8"))
    )
    kept.write_text('{"review": 9}', encoding="utf-8")
    refused = CliRunner().invoke(main, args, env=env)
    assert refused.exit_code == 2 and "remove it, and the review begins anew" in refused.stderr


def test_nothing_is_said_of_a_why_that_found_nothing() -> None:
    table = bellringer.new_game("notre-dame", seats=2, seed=1)
    (name, *_) = table.legal_names(0)
    found = why(table.rules, table.state, 0, (name, name), pairs=12)
    lines = why_words(table.rules, found, lambda seat: "Red", "en")
    assert lines[0].startswith("No source of points differs surely") and len(lines) == 2
