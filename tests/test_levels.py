"""The levels of the bots: how much each thinks is each game's own; and the names of those that there were before."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import tomllib
from argparse import Namespace
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import bellringer
from bellringer import bots
from bellringer.arena.journal import MatchFolder
from bellringer.arena.match import make_match
from bellringer.bots.analysis import analyse
from bellringer.bots.search import Search
from bellringer.core.compiled.state import State, with_levels
from bellringer.core.contract.registry import find, game_names
from bellringer.core.errors import OptionError
from bellringer.core.levels import NAMES, USUAL, Level, levels_from
from bellringer.games.notre_dame.rules import engine
from bellringer.server.tables.requests import levels
from tools.levels import distance, even_parts, measured, rung

GAMES = game_names()
ROOT = Path(__file__).resolve().parent.parent
WORDS = "\n".join(f"[{name}]\niterations = {10 * number}\n" for number, name in enumerate(NAMES, start=1))


def positions(game: str, seats: int, count: int) -> Iterator[tuple[State, int]]:
    """Some positions of a game, and a seat that must decide there."""
    dice = random.Random(f"{game} {seats}")
    table = bellringer.new_game(game, seats=seats, seed=5)
    for _ in range(count):
        for _ in range(dice.randrange(1, 12)):
            if table.pending:
                table.play(dice.choice(table.moves(table.pending[0])).name, table.pending[0])
        if table.pending:
            yield table.state, table.pending[0]


@pytest.mark.parametrize("game", GAMES)
def test_each_level_thinks_more_than_the_one_below_and_plays_less_by_chance(game: str) -> None:
    assert len(find(game).book.levels) == len(bots.LEVELS)
    for lower, higher in pairwise(find(game).book.levels):
        assert lower.iterations < higher.iterations and lower.noise >= higher.noise
    assert find(game).book.levels[-1].noise == 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["novice", "apprentice", "adept+cautious", "expert"])
def test_a_level_plays_as_the_search_of_so_many_iterations_and_so_much_noise(game: str, name: str) -> None:
    level = find(game).book.levels[NAMES.index(bots.parts_of(name)[0])]
    more = {"manner": 1} if "+" in name else {}
    one, other = bots.make(name, 3), Search(3, iterations=level.iterations, noise=level.noise, **more)
    for state, seat in positions(game, 3, 8):
        assert one.choose_number(state, seat) == other.choose_number(state, seat)


def test_one_bot_thinks_in_each_game_as_much_as_that_game_says() -> None:
    for name in bots.LEVELS:
        bot = bots.make(name, 1)
        assert isinstance(bot, Search)
        for game in (*GAMES, *reversed(GAMES)):
            table = bellringer.new_game(game, seats=2, seed=3)
            found = bot.analyse(table.state, table.pending[0])
            assert found["iterations"] == bots.iterations_of(name, find(game).book)
            assert found["iterations"] == find(game).book.levels[NAMES.index(name)].iterations


def test_rules_without_levels_of_their_own_have_the_usual_ones() -> None:
    book = engine.rulebook()
    assert book.levels == tuple(USUAL.values())
    given = tuple(Level(7 * number, 0.5 / number) for number in range(1, len(NAMES) + 1))
    assert with_levels(book, given) is book and book.levels == given
    with pytest.raises(ValueError, match="5 levels of bots, not 6"):
        with_levels(book, given[1:])
    assert book.levels == given, "nothing has changed"


def test_threads_of_a_level_make_all_its_iterations() -> None:
    table = bellringer.new_game("rattus", seats=2, seed=3)
    found = analyse(table, table.pending[0], level=2, threads=2)
    assert found.iterations == 2 * find("rattus").book.levels[1].iterations


@pytest.mark.parametrize("more", [{"iterations": 5}, {"seconds": 0.1}, {"noise": 0.1}])
def test_a_level_has_no_bound_and_no_noise_of_its_own(more: dict[str, float]) -> None:
    with pytest.raises(OptionError, match="the game says how much it thinks"):
        Search(1, level=2, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("level", [-1, 7, 1.5, "expert"])
def test_there_is_no_other_level(level: object) -> None:
    with pytest.raises(OptionError, match="level of a search can't be"):
        Search(1, level=level)  # type: ignore[arg-type]


# the file of a game


def test_a_file_says_iterations_and_noise() -> None:
    found = levels_from(tomllib.loads(WORDS.replace("iterations = 10\n", "iterations = 10\nnoise = 0.5\n")), "a file")
    assert found == (Level(10, 0.5), *(Level(10 * number) for number in range(2, 7)))


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("[expert]", "[exprt]", "must have novice, .*, grandmaster, in this order, not novice, .*exprt"),
        ("iterations = 40", "", "a file: expert: must be a table with iterations"),
        ("iterations = 40", "iterations = 40\nnoises = 1", "a file: expert: must be a table with iterations"),
        ("iterations = 40", "iterations = 0", "a file: expert: iterations can't be 0: 1 to 2,147,483,647"),
        ("iterations = 40", "iterations = 40.0", "expert: iterations can't be 40.0"),
        ("iterations = 40", "iterations = true", "expert: iterations can't be True"),
        ("iterations = 40", "iterations = 3_000_000_000", "expert: iterations can't be 3000000000"),
        ("iterations = 40", "iterations = 40\nnoise = -0.1", "expert: noise can't be -0.1: 0 to 1,000,000"),
        ("iterations = 40", "iterations = 40\nnoise = nan", "expert: noise can't be nan"),
    ],
)
def test_a_wrong_file_is_refused_with_its_entry(before: str, after: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        levels_from(tomllib.loads(WORDS.replace(before, after)), "a file")


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_bots_says_what_the_files_say(game: str) -> None:
    page = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
    for number, (name, level) in enumerate(zip(NAMES, find(game).book.levels, strict=True)):
        [row] = re.findall(rf"^\| `{name}` \| ([0-9].*) \|$", page, re.MULTILINE)
        said = f"{level.iterations:,}" + (f", noise {level.noise:g}" if level.noise else "")
        assert row.split(" | ")[GAMES.index(game)] == said, number


# matches of levels


def test_a_match_does_not_go_on_with_levels_that_think_otherwise(tmp_path: Path) -> None:
    match = make_match("rattus", ("novice+greedy", "greedy"), 2, deals=2)
    assert match.identity()["levels"] == {"novice": list(find("rattus").book.levels[0])}
    assert "levels" not in make_match("rattus", ("search:20", "greedy", "earlier-novice"), 3, deals=2).identity()
    description = MatchFolder(tmp_path, match).folder / "match.json"
    MatchFolder(tmp_path, match)
    found = json.loads(description.read_text(encoding="utf-8"))
    for levels_then in ({"novice": [21, 0.05]}, None):
        found["match"]["levels"] = levels_then
        description.write_text(json.dumps(found), encoding="utf-8")
        with pytest.raises(OptionError, match="holds another match: its levels is"):
            MatchFolder(tmp_path, match)


def test_levels_stand_at_even_steps_of_the_measured_strength() -> None:
    assert even_parts([1.0, 1.0, 1.0, 1.0, 1.0], 6) == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1])
    assert even_parts([4.0, 1.0], 6) == pytest.approx([0, 0.125, 0.25, 0.375, 0.5, 1])
    assert even_parts([0.0, 1.0, -0.3], 3) == pytest.approx([0, 0.5, 1], abs=1e-5)
    assert [rung(part, Level(20, 0.08), 2_000) for part in (0, 0.25, 0.5, 1)] == [
        Level(20, 0.08),
        Level(63, 0.04),
        Level(200),
        Level(2_000),
    ]
    assert distance(0.5, 100) == 0 and distance(0.25, 100) == -distance(0.75, 100)
    assert distance(1.0, 2) < distance(1.0, 100) < 5


def test_what_a_level_gains_is_measured_in_a_match_that_is_kept(tmp_path: Path) -> None:
    given = Namespace(game="rattus", seed=1, jobs=1, out=tmp_path)
    found = [measured(given, ("apprentice", "novice"), 2, 3) for _ in range(2)]
    assert found[0] == found[1] and 0 <= found[0].value <= 1
    assert len(list(tmp_path.glob("apprentice-novice-2-*/results.parquet"))) == 1


def test_levels_are_proposed_as_a_file_of_a_game() -> None:
    words = ["--find", "--lowest", "4:0.1", "--highest", "30", "--rungs", "3", "--deals", "2", "--jobs", "1"]
    run = subprocess.run([sys.executable, "-m", "tools.levels", "rattus", *words], cwd=ROOT, capture_output=True,
                         text=True, timeout=60, check=True)  # fmt: skip
    found = levels_from(tomllib.loads(run.stdout), "the proposal")
    assert found[0] == Level(4, 0.1) and found[-1] == Level(30) and run.stdout.count("# ") == 3


# the levels of before

BEFORE = {
    "novice": {"iterations": 20, "noise": 0.05},
    "apprentice": {"iterations": 80, "noise": 0.01},
    "adept": {"iterations": 320},
    "expert": {"iterations": 1_280},
    "master": {"iterations": 5_120},
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", BEFORE)
@pytest.mark.parametrize("manner", [0, 2])
def test_an_earlier_level_is_the_search_that_it_was(game: str, name: str, manner: int) -> None:
    earlier = bots.as_of(f"{name}+{bots.MANNERS[manner - 1]}" if manner else name, 1)
    one, other = bots.make(earlier, 9), Search(9, plain=True, manner=manner, **BEFORE[name])
    for state, seat in positions(game, 4, 3):
        assert one.choose_number(state, seat) == other.choose_number(state, seat)


def test_earlier_levels_can_be_made_and_are_offered_to_nobody() -> None:
    for name in BEFORE:
        earlier = bots.as_of(name, 1)
        assert earlier != name and bots.knows(earlier) and bots.knows(f"{earlier}+cautious")
        assert bots.as_of(earlier, 1) == earlier and bots.as_of(name, bots.CUT) == name
        assert earlier not in (*bots.names(), *bots.LEVELS, *levels(), *bots.spelled("earlier"))
    for name in ("", "greedy", "random", "search:20", "search:20+greedy", "grandmaster", "bot"):
        assert bots.as_of(name, 1) == name
