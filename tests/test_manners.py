"""The manners of bots: each does what it says among moves that are nearly as good, and knows no more than its seat."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

import bellringer
from bellringer import bots
from bellringer.bots.search import Search
from bellringer.cli import main
from bellringer.core.compiled.state import State
from tests.contract.tables import walk
from tests.pairs import matrix

GAMES = bellringer.game_names()
NEARLY = 0.8  # as bots/search.py has it
WORLDS = 6


def positions(game: str, seats: int, seeds: int, share: float) -> Iterator[tuple[State, int]]:
    """Some positions of random games, each with a seat that is to decide."""
    dice = random.Random(seats)
    for seed in range(seeds):
        state = bellringer.new_game(game, seats=seats, seed=seed).state.copy()
        for seat in walk(state, dice):
            if dice.random() < share:
                yield state, seat


def test_names_with_manners() -> None:
    assert bots.MANNERS == ("cautious", "greedy", "meddling")
    for level, style in bots.LEVELS.items():
        for number, manner in enumerate(bots.MANNERS, start=1):
            assert bots.style_of(f"{level}+{manner}") == {**style, "manner": number}
            assert bots.knows(f"{level}+{manner}")
    assert bots.style_of("search:300+greedy") == {"iterations": 300, "manner": 2}
    assert bots.style_of("search@0.1+greedy") == {"seconds": 0.1, "manner": 2}
    assert bots.style_of("expert") == bots.LEVELS["expert"]
    assert bots.parts_of("expert+cautious") == ("expert", "cautious") and bots.parts_of("greedy") == ("greedy", "")
    assert not set(bots.names()) & {f"expert+{manner}" for manner in bots.MANNERS}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("manner", bots.MANNERS)
@pytest.mark.parametrize("is_plain", [True, False])
def test_every_manner_chooses_otherwise_now_and_then_but_only_what_is_nearly_as_good(
    game: str, manner: str, is_plain: bool
) -> None:
    """With a net fewer moves are nearly as good, so that some manners have nothing to say in a few games."""
    number, others, seen = 1 + bots.MANNERS.index(manner), 0, 0
    for state, seat in positions(game, 3, 2, 0.4):
        seed = seen
        usual, mannered = (Search(seed, iterations=120, plain=is_plain, manner=one) for one in (0, number))
        found = {move["move"]: move["visits"] for move in usual.analyse(state, seat)["moves"]}
        chosen = mannered.choose_number(state, seat)
        assert found[chosen] >= NEARLY * max(found.values())
        others += chosen != Search(seed, iterations=120, plain=is_plain).choose_number(state, seat)
        seen += 1
    assert int(is_plain) <= others < seen / 2


@pytest.mark.parametrize("game", GAMES)
def test_beside_noise_a_manner_decides_only_between_moves_that_are_as_likely(game: str) -> None:
    """In either direction: who took the likelier of two drawn moves would play above its level."""
    style: dict[str, float] = {"iterations": 60, "noise": 0.04}
    odds_apart = math.log(1 / NEARLY) * style["noise"]
    better = worse = 0
    for turn, (state, seat) in enumerate(positions(game, 2, 6, 0.5)):
        for number in (1, 2, 3):
            seed = 10 * turn + number
            usual, mannered = (Search(seed, **style, manner=one).choose_number(state, seat) for one in (0, number))
            found = {move["move"]: move["win_chance"] for move in Search(seed, **style).analyse(state, seat)["moves"]}
            if usual != mannered and found[usual] is not None and found[mannered] is not None:
                gap = found[mannered] - found[usual]
                assert abs(gap) <= odds_apart + 1e-6, (turn, number)
                better, worse = better + (gap > 0), worse + (gap < 0)
    assert better and worse


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["novice", "adept"])
@pytest.mark.parametrize("manner", bots.MANNERS)
def test_worlds_that_look_the_same_get_the_same_choice(game: str, level: str, manner: str) -> None:
    pairs = 0
    for state, seat in positions(game, 3, 1, 0.15):
        other = state.determinized(seat, pairs + 1)
        one, two = (bots.make(f"{level}+{manner}", 7).choose_number(world, seat) for world in (state, other))
        assert one == two
        pairs += 1
    assert pairs > 5


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("manner", bots.MANNERS)
def test_the_same_seed_makes_the_same_choices(game: str, manner: str) -> None:
    for state, seat in positions(game, 2, 1, 0.1):
        one, two = (bots.make(f"novice+{manner}", 3).choose_number(state, seat) for _ in range(2))
        assert one == two and one in state.legal(seat)


@pytest.mark.slow
@matrix({"game": GAMES, "manner": tuple(bots.MANNERS)}, meeting=1)
def test_where_a_manner_chooses_otherwise_it_gets_more_of_what_it_likes(game: str, manner: str) -> None:
    found = list(islice(gains(game, 1 + bots.MANNERS.index(manner)), 8))
    assert len(found) >= 3 and sum(found) > 0
    assert sum(one > 0 for one in found) > sum(one < 0 for one in found)


def gains(game: str, number: int) -> Iterator[float]:
    """By how much more a manner likes what its own choice leads to than the usual one, wherever they differ."""
    for seed in range(5):
        state, usual = (
            bellringer.new_game(game, seats=2, seed=seed).state.copy(),
            Search(seed, iterations=320, plain=True),
        )
        while state.pending:
            seat, dice = state.pending[0], state.event_count
            plain, mannered = (
                Search(dice, iterations=320, plain=True, manner=one).choose_number(state, seat) for one in (0, number)
            )
            if plain != mannered:
                yield liking_after(state, seat, mannered, number) - liking_after(state, seat, plain, number)
            state.apply(seat, usual.choose_number(state, seat))


def liking_after(state: State, seat: int, move: int, number: int) -> float:
    """How much a manner likes the state after a move and the seat's further ones, in the mean over some worlds."""
    total = 0.0
    for world in range(WORLDS):
        after, player = state.determinized(seat, world), Search(world, iterations=60, plain=True)
        after.apply(seat, move)
        while seat in after.pending[:1]:
            after.apply(seat, player.choose_number(after, seat))
        total += liking(after, seat, number)
    return total / WORLDS


def liking(state: State, seat: int, number: int) -> float:
    """What a manner looks at."""
    if number == 1:
        return -state.danger(seat)
    if number == 2:
        return state.evaluate(seat) + state.danger(seat)
    return -max(state.evaluate(other) for other in range(state.seats) if other != seat)


@pytest.mark.unhurried
def test_a_match_of_manners_at_the_command_line(tmp_path: Path) -> None:
    words = ["--bots", "novice+cautious,novice", "--seats", "2", "--deals", "2", "--jobs", "1"]
    found = CliRunner().invoke(main, ["arena", "rattus", *words, "--out", str(tmp_path / "match"), "--json"])
    assert found.exit_code == 0
    assert set(json.loads(found.stdout)["bots"]) == {"novice+cautious", "novice"}


def test_the_terminal_tells_the_manner_at_the_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for language, manner in (("en", "cautious"), ("fr", "prudent")):
        words = ["play", "rattus", "--seats", "2", "--bots", "novice+cautious", "--lang", language]
        shown = CliRunner().invoke(main, words, input="q\n\n").stdout
        assert f"novice, {manner}" in shown
