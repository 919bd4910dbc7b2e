"""A game as a tree: what is done and thrown tells all of it, and a seat's memory tells what it has seen and no more."""

from __future__ import annotations

import copy
import importlib
import pickle
import random
import sys

import numpy as np
import pytest

import bellringer
from bellringer.core.contract.registry import find
from bellringer.core.errors import IllegalMove, OptionError
from bellringer.envs.games import Games
from bellringer.envs.nodes import DRAW_THROWS, HIDDEN, NOBODY, OUTCOMES, Node, tree_of

GAMES = bellringer.game_names()
MUCH = {"rattus": (("classes", "random"), ("modules", ("region-cards", "upgrades")))}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def root_of(game: str, seats: int = 3) -> Node:
    """A game before its deal, with cards that others do not see."""
    return tree_of(game, seats, MUCH.get(game, ()), 3).root


def chosen(node: Node, dice: random.Random) -> int:
    """A random action, or throw."""
    return dice.randrange(OUTCOMES) if node.is_chance else dice.choice(node.legal(node.seat))


def walked(node: Node, seed: int, steps: int = 10**6) -> list[Node]:
    """The nodes of a random game, or of its beginning."""
    dice, found = random.Random(seed), [node]
    while not found[-1].is_over and len(found) <= steps:
        found.append(found[-1].after(chosen(found[-1], dice)))
    return found


def test_what_is_done_and_thrown_tells_the_whole_game(game: str) -> None:
    first, second = walked(root_of(game), 1), walked(root_of(game), 1)
    assert first[-1].is_over and first[-1].seat == NOBODY
    assert [bytes(node.state) for node in first] == [bytes(node.state) for node in second]
    assert first[-1].memory(1) == second[-1].memory(1)


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda node: pickle.loads(pickle.dumps(node))])
def test_a_twin_made_anywhere_goes_on_the_same(game: str, twin: object) -> None:
    assert callable(twin)
    for node in walked(root_of(game), 2)[::17]:
        other = twin(node)
        here, there = walked(node, 3)[-1], walked(other, 3)[-1]
        assert bytes(here.state) == bytes(there.state) and here.luck == there.luck
        assert [here.memory(seat) for seat in range(3)] == [there.memory(seat) for seat in range(3)]


def test_nobody_knows_what_will_be_thrown(game: str) -> None:
    waiting = [node for node in walked(root_of(game), 4) if node.throws == DRAW_THROWS]
    assert waiting
    for node in waiting:
        assert node.seat == NOBODY and node.legal(0) == []
        assert node.past is not None and bytes(node.state) == bytes(node.past.state)
    outcomes = {bytes(waiting[0].after(0).after(outcome).state) for outcome in range(OUTCOMES)}
    assert len(outcomes) > 1


def test_every_deal_differs(game: str) -> None:
    deals = set()
    for outcome in range(OUTCOMES):
        node = root_of(game)
        for throw in (0, outcome, 0, 0):
            node = node.after(throw)
        deals.add(bytes(node.state))
    assert len(deals) == OUTCOMES


# knowledge


def test_what_is_dealt_anew_looks_the_same_to_the_seat(game: str) -> None:
    """Its observation, all that it has seen, who is to decide, and what may be done."""
    dice, changed = random.Random(5), 0
    for node in walked(root_of(game), 5):
        if node.is_chance or node.is_over:
            continue
        seat = dice.randrange(3)
        world = node.dealt_anew(seat, dice.getrandbits(53))
        assert world.memory(seat) == node.memory(seat) and world.observation(seat) == node.observation(seat)
        assert world.seat == node.seat and world.past is None
        assert seat != node.seat or world.legal(seat) == node.legal(seat)
        changed += bytes(world.state) != bytes(node.state)
        assert walked(world, 6)[-1].is_over
    assert changed > 20


def test_what_is_dealt_anew_forgets_what_others_have_seen(game: str) -> None:
    """Where two games look the same to a seat, what is dealt anew from them is the same, and tells the same."""
    node = walked(root_of(game), 7, steps=100)[-1]
    while node.is_chance:
        node = node.after(0)
    alike = node.dealt_anew(node.seat, 1)
    first, second = node.dealt_anew(node.seat, 2), alike.dealt_anew(node.seat, 2)
    assert bytes(first.state) == bytes(second.state) and first.luck == second.luck
    assert [first.memory(seat) for seat in range(3)] == [second.memory(seat) for seat in range(3)]


def test_nothing_is_dealt_anew_where_chance_throws(game: str) -> None:
    with pytest.raises(ValueError, match="decision"):
        root_of(game).dealt_anew(0, 1)


def test_a_memory_tells_each_move_as_the_seat_saw_it() -> None:
    nodes = walked(root_of(GAMES[0]), 8)
    name = nodes[0].tree.setting.actions
    hidden = 0
    for node, following in zip(nodes, nodes[1:], strict=False):
        if node.is_chance:
            continue
        action = following.action
        assert action is not None
        for seat in range(3):
            line = following.memory(seat).splitlines()[-1]
            open_name = node.tree.setting.game.open_name(node.state, node.seat, action)
            told = name[action] if seat == node.seat else open_name or HIDDEN
            assert line.startswith(f"{node.seat}: {told};")
            assert following.memory(seat).startswith(node.memory(seat))
        hidden += open_name is None
    assert hidden > 5


def test_none_sees_what_another_has_chosen_at_the_same_time() -> None:
    node = root_of(GAMES[0])
    while node.is_chance:
        node = node.after(1)
    first, second = (node.after(action) for action in node.legal(0)[:2])
    assert first.seat == second.seat == 1 and first.memory(1) == second.memory(1)
    assert first.observation(1) == second.observation(1) and first.memory(0) != second.memory(0)


def test_the_moves_are_those_that_many_games_remember(game: str) -> None:
    games = Games(game, 1, seats=3, options=dict(MUCH.get(game, ())), seed=3, remembers=True, autoreset="disabled")
    games.reset(seed=12)
    node = games_node(games)
    while not games.ends.any():
        action = int(games.sample()[0])
        following = node.after(action)
        games.step(np.array([action]))
        if following.is_chance:
            break
        node = following
    for seat in range(3):
        assert node.moves(seat) == [tuple(row) for row in games.memory(0, seat).tolist()][: len(node.moves(seat))]
    assert len(node.moves(0)) > 2


def games_node(games: Games) -> Node:
    """A node at the state of a game of many."""
    setting = games.setting
    tree = tree_of(setting.game.name, setting.seats, tuple(setting.options.items()))
    return Node(tree, games.state(0))


def test_an_observation_in_words_has_its_numbers(game: str) -> None:
    node = walked(root_of(game), 9, steps=60)[-1]
    row = dict(zip(node.tree.labels, node.row(1).tolist(), strict=True))
    told = dict(one.rsplit("=", 1) for one in node.observation(1).split(" "))
    assert {name: int(value) for name, value in told.items()} == {name: value for name, value in row.items() if value}
    assert len(set(node.tree.labels)) == len(node.tree.labels)


# positions


def test_a_game_can_begin_with_a_position(game: str) -> None:
    node = next(one for one in walked(root_of(game), 10)[90:] if not one.is_chance)
    begun = node.tree.restored(find(game).position(node.state))
    assert begun.seat == node.seat and begun.legal(node.seat) == node.legal(node.seat)
    assert begun.observation(0) == node.observation(0) and walked(begun, 11)[-1].is_over


def test_a_position_of_another_table_is_refused(game: str) -> None:
    document = find(game).position(walked(root_of(game), 12, steps=10)[-1].state)
    with pytest.raises(OptionError, match="3 seats"):
        tree_of(game, 2, ()).restored(document)


# what is refused


def test_what_is_not_legal_is_named(game: str) -> None:
    node = root_of(game)
    with pytest.raises(IllegalMove, match=f"below {OUTCOMES}"):
        node.after(OUTCOMES)
    nodes = walked(node, 13)
    decision = next(one for one in nodes if not one.is_chance)
    with pytest.raises(IllegalMove, match="seat 0: move 10000"):
        decision.after(10_000)
    with pytest.raises(IllegalMove, match="over"):
        nodes[-1].after(0)


def test_without_openspiel_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "bellringer.envs.openspiel", raising=False)
    with pytest.raises(ImportError, match=r"pip install 'bellringer\[openspiel\]'"):
        importlib.import_module("bellringer.envs.openspiel")
