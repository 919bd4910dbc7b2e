"""Bots: by name, from a seed, at a table or on a state; and they choose only what is legal."""

from __future__ import annotations

import random

import pytest

import bellringer
from bellringer import bots
from bellringer.bots import Bot
from bellringer.bots.search import Search
from bellringer.core.contract.registry import find

GAMES = bellringer.game_names()
PLAYED = ("random", "greedy", "search:20")  # the levels are searches too


def whole_game(game: str, names: tuple[str, ...], seed: int) -> bellringer.Table:
    """A game between bots, each with a seed of its own."""
    table = bellringer.new_game(game, seats=len(names), seed=seed)
    players = [bots.make(name, seed=seat) for seat, name in enumerate(names)]
    while table.pending:
        seat = table.pending[0]
        table.play(players[seat].choose(table, seat), seat)
    return table


def test_the_bots_that_there_are() -> None:
    assert bots.names() == ("random", "greedy", "search", "plain", *bots.LEVELS)


@pytest.mark.parametrize("name", bots.names())
def test_a_bot_has_its_name(name: str) -> None:
    bot = bots.make(name)
    assert isinstance(bot, Bot)
    assert bot.name == ("search" if bots.style_of(name) is not None else name)


def test_a_bot_of_no_kind_chooses_nothing() -> None:
    table = bellringer.new_game("rattus", seats=2, seed=1)
    with pytest.raises(NotImplementedError, match="Bot has no way to choose: bots.make makes one that has"):
        Bot(1).choose(table, table.pending[0])


@pytest.mark.parametrize("wrong", ["", "Greedy", "clever", "random "])
def test_an_unknown_bot_is_refused_with_those_that_there_are(wrong: str) -> None:
    with pytest.raises(bellringer.OptionError, match="there are random, greedy"):
        bots.make(wrong)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", PLAYED)
def test_a_bot_plays_whole_games_at_a_table(game: str, name: str) -> None:
    for seats in range(find(game).fewest_seats, find(game).most_seats + 1):
        assert whole_game(game, (name,) * seats, seed=1).result is not None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", PLAYED)
def test_the_same_seed_makes_the_same_choices(game: str, name: str) -> None:
    one, other = (whole_game(game, (name, name, name), seed=2) for _ in range(2))
    assert one.record() == other.record()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", (*PLAYED, "novice", "apprentice"))
def test_a_bot_with_new_dice_chooses_as_a_new_bot(game: str, name: str) -> None:
    table, kept = bellringer.new_game(game, seats=3, seed=3), bots.make(name, seed=99)
    for seed in range(25):
        seat = table.pending[0]
        kept.reseed(seed)
        choice = kept.choose(table, seat)
        assert choice == bots.make(name, seed).choose(table, seat)
        table.play(choice, seat)


def test_each_thread_of_a_search_has_new_dice() -> None:
    table = bellringer.new_game("rattus", seats=2, seed=1)
    kept, new = (Search(seed, iterations=50, threads=3) for seed in (1, 2))
    kept.analyse(table.state, table.pending[0])
    kept.reseed(2)
    thoughts = [bot.analyse(table.state, table.pending[0]) for bot in (kept, new)]
    assert thoughts[0]["moves"] == thoughts[1]["moves"]


@pytest.mark.parametrize("game", GAMES)
def test_seeds_of_the_random_bot_differ(game: str) -> None:
    table = bellringer.new_game(game, seed=3)
    assert len({tuple(choices(bots.make("random", seed), table)) for seed in range(50)}) > 5


def choices(bot: Bot, table: bellringer.Table) -> list[str]:
    """What a bot would play, asked for every seat that is to decide."""
    return [bot.choose(table, seat) for seat in table.pending]


@pytest.mark.parametrize("game", GAMES)
def test_the_random_bot_likes_every_move_alike(game: str) -> None:
    table, bot = bellringer.new_game(game, seed=4), bots.make("random", seed=4)
    legal = [move.name for move in table.moves(0)]
    chosen = [bot.choose(table, 0) for _ in range(3_000)]
    assert set(chosen) == set(legal)
    for name in legal:
        assert abs(chosen.count(name) - 3_000 / len(legal)) < 150


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", PLAYED)
def test_choosing_leaves_table_and_state_alone(game: str, name: str) -> None:
    table, bot = bellringer.new_game(game, seed=5), bots.make(name, seed=5)
    dice = random.Random(5)
    for _ in range(60):
        seat = dice.choice(table.pending)
        before, record = bytes(table.state), table.record()
        choice = bot.choose(table, seat)
        assert (bytes(table.state), table.record()) == (before, record)
        assert choice in [move.name for move in table.moves(seat)]
        table.play(choice, seat)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", PLAYED)
def test_a_table_and_its_state_get_the_same_answer(game: str, name: str) -> None:
    table = bellringer.new_game(game, seed=6)
    by_number = bots.make(name, seed=6).choose_number(table.state, 0)
    assert find(game).move_names[by_number] == bots.make(name, seed=6).choose(table, 0)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", PLAYED)
def test_a_bot_is_not_asked_for_a_seat_that_has_nothing_to_decide(game: str, name: str) -> None:
    table, bot = bellringer.new_game(game, seed=7), bots.make(name)
    table.play(table.moves(0)[0].name, seat=0)
    for seat in (0, table.seats, -1):
        with pytest.raises(ValueError, match="nothing to decide"):
            bot.choose_number(table.state, seat)
