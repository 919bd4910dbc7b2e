"""The search: it finds what must be found, plays only what is legal, and knows only what its seat may know."""

from __future__ import annotations

import json
import math
import random
import re
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import bellringer
from bellringer import OptionError, bots
from bellringer.arena.simulate import simulate
from bellringer.bots.analysis import SEARCHES, Panel, analyse
from bellringer.bots.search import NODE_BYTES, RANGES, Search, sum_of
from bellringer.cli import main
from bellringer.core.compiled.nets import Net
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from tests.contract.tables import SETTINGS, Setting, walk
from tests.random_nets import random_net
from tools.endings import clearly_best

GAMES = bellringer.game_names()
GOLDEN = Path(__file__).parent / "golden"
ENDINGS = [
    pytest.param(game, ending, id=f"{game}-{number}")
    for game in GAMES
    for number, ending in enumerate(json.loads((GOLDEN / game / "endings.json").read_text("utf-8")))
]
FUZZED = 10_000  # positions, over all settings


# what it finds


@pytest.mark.parametrize(("game", "ending"), ENDINGS)
def test_it_finds_the_move_that_is_clearly_best(game: str, ending: dict[str, Any]) -> None:
    """Positions near a game's end, found and solved by tools/endings.py, which shares nothing with the search.

    The search thinks twice as long as for a hint: with little thought it goes by the net, which may be wrong.
    """
    table = bellringer.from_position(ending["position"])
    assert analyse(table, ending["seat"], seed=1, iterations=20_000).best == ending["best"]


@pytest.mark.parametrize("game", GAMES)
def test_there_are_endings_enough_and_they_are_what_they_say(game: str) -> None:
    found = [param.values[1] for param in ENDINGS if param.values[0] == game]
    assert len(found) >= 20 and len({len(one["position"]["players"]) for one in found}) >= 3
    for one in found[::6]:
        table = bellringer.from_position(one["position"])
        best = clearly_best(table.state, one["seat"])
        assert best is not None and table.move_names[best] == one["best"]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_it_beats_greedy(game: str) -> None:
    """A smoke test: docs/bots.md has the measured share."""
    report = simulate(game, 24, seats=2, bots=("search:250", "greedy"), seed=5)
    assert report.bots["search:250"].wins >= 15


# what it may do


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_it_only_plays_what_is_legal_and_leaves_the_state_alone(setting: Setting) -> None:
    dice = random.Random(11)
    search, wanted, seen = Search(3, iterations=8), -(-FUZZED // len(SETTINGS)), 0
    for seed in range(1000):
        state = setting.deal(seed)
        for seat in walk(state, dice):
            if dice.random() < 0.3:
                before = bytes(state)
                assert search.choose_number(state, seat) in state.legal(seat)
                assert bytes(state) == before
                seen += 1
        if seen >= wanted:
            return


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_that_has_nothing_to_decide_is_refused(game: str) -> None:
    table = bellringer.new_game(game, seed=3)
    while len(table.pending) > 1:
        table.play(table.moves(table.pending[0])[0].name, table.pending[0])
    waiting = next(seat for seat in range(table.seats) if seat not in table.pending)
    with pytest.raises(ValueError, match=f"seat {waiting} has nothing to decide"):
        Search(1).choose_number(table.state, waiting)
    with pytest.raises(ValueError, match="nothing to decide"):
        analyse(table, waiting, iterations=10)


# what it may know


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("values_by", ["what ships", "a net", "playouts"])
def test_worlds_that_look_the_same_get_the_same_answer(game: str, seats: int, values_by: str) -> None:
    """The hidden part dealt anew, nothing changes: neither the choice nor any number that it gives."""
    dice, pairs = random.Random(seats), 0
    styles: dict[str, dict[str, Any]] = {
        "what ships": {},
        "a net": {"net": Net(random_net(game), find(game).book)},
        "playouts": {"plain": True},
    }
    style = styles[values_by]
    for seed in range(6):
        state = bellringer.new_game(game, seats=seats, seed=seed).state.copy()
        for seat in walk(state, dice):
            if dice.random() < 0.1:
                other = state.determinized(seat, dice.getrandbits(60))
                one, two = (thought_of(world, seat, style) for world in (state, other))
                assert one == two
                pairs += bytes(state) != bytes(other)
    assert pairs > 20


def thought_of(state: State, seat: int, style: dict[str, Any]) -> dict[str, Any]:
    """All that a search of this style says of a state, but for the time."""
    found = dict(Search(7, iterations=120, **style).analyse(state, seat))
    del found["seconds"]
    return found


# how it thinks


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_iterations_give_the_same_answer(game: str) -> None:
    table, dice = bellringer.new_game(game, seed=9), random.Random(9)
    for _ in range(30):  # before anything is hidden that matters, a net leaves nothing to chance
        table.play(dice.choice(table.legal_names(table.pending[0])), table.pending[0])
    one, two, three = (thoughts_at(table, seed) for seed in (5, 5, 6))
    assert one == two != three


def thoughts_at(table: bellringer.Table, seed: int) -> list[Any]:
    """The moves' numbers, of one search."""
    return list(analyse(table, table.pending[0], seed=seed, searches=1, iterations=300).moves)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("searches", [1, 5])
def test_visits_add_up_and_chances_are_chances(game: str, searches: int) -> None:
    for seats in (2, 4):
        table = bellringer.new_game(game, seats=seats, seed=4)
        found = analyse(table, table.pending[0], searches=searches, iterations=400)
        assert found.iterations == sum(move.visits for move in found.moves) == 400
        assert {move.name for move in found.moves} == {move.name for move in table.moves(table.pending[0])}
        for move in found.moves:
            assert (move.win_chance is None) == (move.place is None) == (move.visits == 0)
            assert (move.error is None or move.error >= 0) and (move.error is None or move.visits >= 2)
            assert searches > 1 or (move.error is None) == (move.visits < 2)
            if move.win_chance is not None and move.place is not None:
                assert 0 <= move.win_chance <= 1 and 1 <= move.place <= seats
        assert [move.visits for move in found.moves] == sorted((move.visits for move in found.moves), reverse=True)
        assert found.line[0] == (found.seat, found.best) and found.iterations_per_second > 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_line_begins_with_the_best_move(game: str, threads: int) -> None:
    """Also among moves tried equally often, and where the first thread alone prefers another."""
    table = bellringer.new_game(game, seed=4)
    for seed in range(8):
        for iterations in (1, 2, 7, 40):
            found = analyse(table, table.pending[0], seed=seed, threads=threads, iterations=iterations)
            assert found.line[0] == (found.seat, found.best)
            found = analyse(table, table.pending[0], seed=seed, searches=1, threads=threads, iterations=iterations)
            assert found.line[0] == (found.seat, found.best)
            chosen = Search(seed, threads=threads, iterations=iterations).choose(table, table.pending[0])
            assert chosen == found.best


@pytest.mark.parametrize("game", GAMES)
def test_what_was_not_tried_has_no_figures(game: str) -> None:
    """Nor does one visit say how far off it may be."""
    runner = CliRunner()
    position = runner.invoke(main, ["new", game, "--seed", "7"]).stdout
    found = [
        json.loads(runner.invoke(main, ["analyse", "-", "--iterations", count, "--json"], input=position).stdout)
        for count in ("1", "2")
    ]
    moves = [move for one in found for move in one["moves"]]
    for one in moves:
        figures = (one["win_chance"], one["error"], one["place"])
        if one["visits"] == 0:
            assert figures == (None, None, None)
        if one["visits"] == 1:
            assert figures[0] is not None and figures[1] is None and figures[2] is not None
    assert {0, 1} <= {one["visits"] for one in moves}
    shown = runner.invoke(main, ["analyse", "-", "--iterations", "2"], input=position)
    assert re.search(r" 0 +– +– +–\s*$", shown.stdout, re.MULTILINE)


def test_two_visits_say_how_far_off_they_may_be() -> None:
    """A game won and one lost: half, give or take half."""
    state = bellringer.new_game("rattus", seats=2, seed=4).state
    seat = state.pending[0]
    pairs = [one for seed in range(20) for one in Search(seed, iterations=12, horizon=-1).analyse(state, seat)["moves"]]
    errors = {one["error"] for one in pairs if one["visits"] == 2 and one["win_chance"] == 0.5}
    assert 0.5 in errors


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_chances_come_from_the_evaluations_of_all_seats(setting: Setting) -> None:
    """With playouts of no decisions, wherever nothing hidden changes what the move promises."""
    compared, state = 0, setting.deal(3)
    for seat in walk(state, random.Random(3)):
        found = Search(1, iterations=1, horizon=0, swing=5.0, plain=True).analyse(state, seat)["moves"][0]
        worlds = [state.determinized(seat, seed) for seed in range(4)]
        for world in worlds:
            world.apply(seat, found["move"])
        promises = {tuple(world.evaluate(one) for one in range(state.seats)) for world in worlds}
        if len(promises) == 1 and not worlds[0].over:
            odds = [math.exp(promise / 5.0) for promise in promises.pop()]
            assert found["win_chance"] == pytest.approx(odds[seat] / sum(odds))
            compared += 1
    assert compared > 0


@pytest.mark.parametrize("game", GAMES)
def test_threads_add_their_iterations(game: str) -> None:
    table = bellringer.new_game(game, seed=4)
    found = analyse(table, table.pending[0], iterations=200, threads=3)
    assert found.iterations == 600 == sum(move.visits for move in found.moves)


@pytest.mark.parametrize("game", GAMES)
def test_it_keeps_to_its_time(game: str) -> None:
    table = bellringer.new_game(game, seed=4)
    began = time.perf_counter()
    found = analyse(table, table.pending[0], seconds=0.2)
    assert 0.2 <= time.perf_counter() - began < 2 and found.iterations > 32


@pytest.mark.parametrize("game", GAMES)
def test_it_can_be_stopped_at_any_moment(game: str) -> None:
    state = bellringer.new_game(game, seed=4).state
    for delay in (0.0, 0.001, 0.01, 0.05):
        search, answers = Search(1, seconds=60, threads=2), []
        thread = threading.Thread(target=lambda s=search, a=answers: a.append(s.choose_number(state, state.pending[0])))
        thread.start()
        time.sleep(delay)
        while thread.is_alive():  # a stop before it began to think is none
            search.stop()
            thread.join(0.01)
        assert answers[0] in state.legal(state.pending[0])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("pool", [2, 3, 50])
def test_a_full_pool_is_no_end(game: str, pool: int) -> None:
    table = bellringer.new_game(game, seed=4)
    found = Search(1, iterations=300, pool=pool).analyse(table.state, table.pending[0])
    assert found["iterations"] == 300 and found["nodes"] <= pool


def test_no_result_is_lost_however_many_went_before() -> None:
    """Single precision has no room for 2^24 and a half, and would stay where it is for ever."""
    assert sum_of(2.0**24, 0.5, 2**24 + 1) == 2**24 + 0.5
    total = 0.0
    for visits in range(1, 100_001):
        total = sum_of(total, 0.3, visits)
    assert total == pytest.approx(30_000, rel=1e-5)
    assert NODE_BYTES == 32  # two to a line of the cache


@pytest.mark.parametrize("game", GAMES)
def test_noise_makes_other_moves_likely_too(game: str) -> None:
    table = bellringer.new_game(game, seed=4)
    sure = {Search(seed, iterations=400).choose(table, table.pending[0]) for seed in range(5)}
    noisy = Search(1, iterations=30, noise=5.0)
    assert len({noisy.choose(table, table.pending[0]) for _ in range(60)}) > len(sure)


@pytest.mark.parametrize("game", GAMES)
def test_hardly_any_noise_is_none(game: str) -> None:
    """Odds that are too small for a number leave the most visited move, not just any."""
    table = bellringer.new_game(game, seats=2, seed=3)
    seat = table.pending[0]
    for seed in range(20):
        quiet, noisy = (Search(seed, iterations=200, noise=noise) for noise in (0.0, 1e-5))
        assert noisy.choose_number(table.state, seat) == quiet.choose_number(table.state, seat)


@pytest.mark.parametrize("game", GAMES)
def test_noise_chooses_what_was_not_tried_where_a_net_has_guessed_it(game: str) -> None:
    state = bellringer.new_game(game, seats=2, seed=3).state
    seat = state.pending[0]
    for plain in (False, True):
        chosen = {Search(seed, iterations=1, noise=100.0, plain=plain).choose_number(state, seat) for seed in range(80)}
        tried = {Search(seed, iterations=1, plain=plain).choose_number(state, seat) for seed in range(80)}
        assert (chosen == set(state.legal(seat))) == (not plain) and (chosen == tried) == plain
    move = state.legal(seat)[0]
    for seed in range(20):
        assert Search(seed, iterations=1, noise=100.0, forbidden=move).choose_number(state, seat) != move
        assert Search(seed, iterations=1, noise=100.0, forced=move).choose_number(state, seat) == move


# several searches


def a_middle(game: str) -> tuple[State, int]:
    """A position in the middle of a game, and who is to decide."""
    state, dice = bellringer.new_game(game, seats=3, seed=4).state.copy(), random.Random(4)
    for turn, seat in enumerate(walk(state, dice)):
        if turn > 30 and len(state.legal(seat)) > 2:
            return state, seat
    raise AssertionError("the game is too short")


@pytest.mark.parametrize("game", GAMES)
def test_several_searches_tell_by_how_much_they_differ(game: str) -> None:
    state, seat = a_middle(game)
    panel = Panel(3, 4, iterations=802)
    found = panel.analyse(state, seat)
    alone = [search.analyse(state, seat) for search in Panel(3, 4, iterations=802).searches]
    assert [one["iterations"] for one in alone] == [201, 201, 200, 200] and found["iterations"] == 802
    best = found["moves"][0]
    own = [next(one for one in each["moves"] if one["move"] == best["move"]) for each in alone]
    visits = [one["visits"] for one in own]
    mean = sum(one["visits"] * one["win_chance"] for one in own) / sum(visits)
    assert best["visits"] == sum(visits) and best["win_chance"] == pytest.approx(mean)
    assert found["chances"][seat] == pytest.approx(mean) and sum(found["chances"]) == pytest.approx(1)
    parts = [one["visits"] / sum(visits) * (one["win_chance"] - mean) for one in own]
    assert best["error"] == pytest.approx(math.sqrt(4 / 3 * sum(part**2 for part in parts))) and best["error"] > 0


def test_searches_are_independent_and_no_more_than_their_iterations() -> None:
    assert len(Panel(1, iterations=3).searches) == 3 and len(Panel(1).searches) == SEARCHES
    assert len(Panel(1, level=2).searches) == len(Panel(1, iterations=1).searches) == 1
    state, seat = a_middle("notre-dame")
    found = [search.analyse(state, seat)["moves"] for search in Panel(1, 3, iterations=300).searches]
    assert found[0] != found[1] != found[2]
    with pytest.raises(OptionError, match="iterations of a search can't be 0"):
        Panel(1, iterations=0)


# names

WRONG_NAMES = ["search:", "search:0", "search@0", "search@-1", "search:1.5", "Search", "novice ", "search@nan"]
WRONG_NAMES += ["search@inf", "search:99999999999999", "search@1e3", "search@86401", "search@" + "9" * 400]
WRONG_NAMES += ["plain:", "plain:0", "plain@nan", "plains", "plain:2000+rude", "plainsearch"]
WRONG_NAMES += ["expert+", "expert+rude", "+cautious", "greedy+cautious", "random+greedy", "expert+cautious+greedy"]
WRONG_NAMES += ["search:2147483648", "search:" + "0" * 10_000 + "1", "search:\u0663"]


def test_names_and_bounds() -> None:
    assert bots.bound_of("search:2000") == {"iterations": 2000} and bots.bound_of("search@0.5") == {"seconds": 0.5}
    assert bots.bound_of("search") == {} and all(bots.knows(name) for name in bots.names())
    assert bots.bound_of("plain:300") == {"plain": True, "iterations": 300}
    assert bots.style_of("plain@0.5+greedy") == {"plain": True, "seconds": 0.5, "manner": 2}
    assert bots.style_of("plain") == {"plain": True}
    assert list(bots.LEVELS) == ["novice", "apprentice", "adept", "expert", "master", "grandmaster"]


@pytest.mark.parametrize("name", WRONG_NAMES)
def test_wrong_names_are_refused(name: str) -> None:
    assert not bots.knows(name)
    with pytest.raises(OptionError, match=r"no bot is called .*at most 2,147,483,647 iterations"):
        bots.make(name)
    if name.strip() != name:  # the command line has room for spaces
        return
    found = CliRunner().invoke(main, ["simulate", "rattus", "--games", "1", "--bots", name])
    assert found.exit_code == 2 and "search@0.5 (at most 86,400 seconds)" in found.stderr


@pytest.mark.parametrize(
    ("style", "complaint"),
    [
        ({"iterations": 0}, "iterations of a search can't be 0: 1 to 2,147,483,647"),
        ({"seconds": 0}, "seconds of a search can't be 0"),
        ({"seconds": 90_000}, "seconds of a search can't be 90000: 1e-06 to 86,400"),
        ({"iterations": 10**12}, "iterations of a search can't be 1000000000000"),
        ({"threads": 0}, "threads"),
        ({"pool": 1}, "pool"),
        ({"place_weight": 1.5}, "place_weight"),
        ({"depth": 3}, "a search has no depth; it has iterations"),
    ],
)
def test_styles_that_make_no_sense_are_refused(style: dict[str, Any], complaint: str) -> None:
    with pytest.raises(OptionError, match=complaint):
        Search(1, **style)


WRONG_REALS = (math.nan, math.inf, -math.inf, -1.0, -1e-300, 1e300, 10**400, -(10**400), "1", None, [])
WRONG_WHOLES = (*WRONG_REALS, 1.5, 2.0, -3, 2**31, 2**63, 2**64, -(2**31), Fraction(1, 2))


@pytest.mark.parametrize("name", RANGES)
def test_a_style_has_no_number_that_is_none_or_out_of_its_range(name: str) -> None:
    """What is not finite would walk into a node that isn't there."""
    least, most = RANGES[name]
    is_whole = isinstance(most, int)
    dice = random.Random(name)
    wrong: list[Any] = list(WRONG_WHOLES if is_whole else WRONG_REALS)
    for _ in range(200):
        further = dice.choice((1, 10 ** dice.randint(0, 30)))
        wrong.append(dice.choice((most + further, least - further)) if is_whole else dice.choice((1e7, -1.0)) * further)
    for value in wrong:
        with pytest.raises(OptionError, match=f"{name} of a search can't be"):
            Search(1, **{name: value})


@pytest.mark.parametrize("game", GAMES)
def test_any_style_within_the_ranges_plays_what_is_legal(game: str) -> None:
    state, dice = bellringer.new_game(game, seed=4).state, random.Random(5)
    seat, net = state.pending[0], Net(random_net(game), find(game).book)
    for _ in range(150):
        style = {name: some_number(dice, *RANGES[name]) for name in RANGES if dice.random() < 0.4}
        style = {**style, "iterations": 40, "pool": dice.choice((2, 100)), "threads": dice.choice((1, 2))}
        for name in ("seconds", "level", "eyes"):  # which go by the clock, have numbers of their own, or only think
            style.pop(name, None)
        style["net"] = dice.choice((net, None))
        assert Search(1, **style).choose_number(state, seat) in state.legal(seat), style


def some_number(dice: random.Random, least: float, most: float) -> float:
    """Within a range, its ends and tiny ones among them; whole where its ends are."""
    if isinstance(most, int):
        return dice.choice((int(least), most, dice.randint(int(least), most)))
    return dice.choice((least, most, dice.uniform(least, most), max(least, 10 ** dice.uniform(-320, 0) * most)))


# the command


@pytest.mark.parametrize("game", GAMES)
def test_the_command_analyses_positions_and_records(game: str, tmp_path: Path) -> None:
    runner = CliRunner()
    position = runner.invoke(main, ["new", game, "--seed", "7"]).stdout
    found = json.loads(runner.invoke(main, ["analyse", "-", "--iterations", "200", "--json"], input=position).stdout)
    assert set(found) == {"seat", "iterations", "iterations_per_second", "moves", "chances", "line"}
    assert set(found["moves"][0]) == {"name", "visits", "win_chance", "error", "place"}
    shown = runner.invoke(main, ["analyse", "-", "--iterations", "200", "--lang", "fr"], input=position)
    assert shown.exit_code == 0 and "Suite attendue" in shown.stdout
    table = bellringer.new_game(game, seats=2, seed=3)
    for _ in range(30):
        table.play(table.moves(table.pending[0])[0].name, table.pending[0])
    record = tmp_path / "game.txt"
    record.write_text(table.record(), "utf-8")
    early = runner.invoke(main, ["analyse", str(record), "--move", "5", "--iterations", "50", "--json"])
    assert {one["name"] for one in json.loads(early.stdout)["moves"]} >= {table.history[4][1]}


@pytest.mark.slow
@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_ends_the_thinking_and_tells_what_was_found(threads: str, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(bellringer.new_game("rattus", seed=7).position()), "utf-8")
    words = ["analyse", str(path), "--seconds", "600", "--threads", threads, "--json"]
    running = subprocess.Popen(
        [sys.executable, "-m", "bellringer", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_interrupts,
    )
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and len(list(Path(f"/proc/{running.pid}/task").iterdir())) < 2:
            time.sleep(0.01)  # until there is a thread that thinks
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        shown, told = running.communicate(timeout=30)
    finally:
        running.kill()
        running.communicate()
    assert running.returncode == 0, told
    found = json.loads(shown)
    assert found["iterations"] == sum(one["visits"] for one in found["moves"]) > 0
    assert told.startswith("bellringer: stopped;") and told.count("\n") == 1


def heed_interrupts() -> None:
    """A run in the background of a shell script would have been told to ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--seconds", "1", "--iterations", "5"], "don't go together"),
        (["--move", "3"], "a position has no moves"),
        (["--seat", "9"], "9"),
        (["--seconds", "0"], "seconds"),
        (["--seconds", "nan"], "seconds"),
        (["--seconds", "inf"], "seconds"),
        (["--seconds", "86401"], "seconds"),
        (["--iterations", "1000000000000"], "iterations"),
    ],
)
def test_the_command_refuses_what_makes_no_sense(arguments: list[str], complaint: str) -> None:
    runner = CliRunner()
    position = runner.invoke(main, ["new", "notre-dame"]).stdout
    found = runner.invoke(main, ["analyse", "-", *arguments], input=position)
    assert found.exit_code == 2 and complaint in found.stderr


def test_the_command_says_when_there_is_nothing_to_analyse(tmp_path: Path) -> None:
    table = bellringer.new_game("rattus", seats=2, seed=3)
    dice = random.Random(1)
    while table.pending:
        table.play(dice.choice(table.moves(table.pending[0])).name, table.pending[0])
    record = tmp_path / "game.txt"
    record.write_text(table.record(), "utf-8")
    found = CliRunner().invoke(main, ["analyse", str(record)])
    assert found.exit_code == 1 and "over" in found.stderr
    beyond = CliRunner().invoke(main, ["analyse", str(record), "--move", "99999"])
    assert beyond.exit_code == 2 and "there is no move 99999" in beyond.stderr
