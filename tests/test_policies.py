"""Policies: the same integers by every loop and by plain Python, files that are refused, and searches that use one."""

from __future__ import annotations

import json
import math
import pickle
import random
from array import array
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import bellringer
from bellringer.bots.search import Search
from bellringer.core.compiled.nets import Net, forms, shape_of, with_shipped_net
from bellringer.core.compiled.policies import logits
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from bellringer.core.edges.net_file import (
    HIDDEN_BITS,
    MOST_WIDTH,
    NetProblem,
    OtherFeatures,
    read_net,
    write_net,
)
from tests.contract.tables import SETTINGS, Setting, walk
from tests.random_nets import WIDTH, plain_logits, random_net, random_policy, with_policy, with_values
from tests.test_nets import GAMES, as_kept, fresh_book, reach, refused, thought_of

READ = [setting for setting in SETTINGS if setting.name in GAMES]


@cache
def net_of(game: str, form: int | None = None, width: int = WIDTH) -> Net:
    """A net with a policy, both by chance."""
    return Net(with_values(random_net(game), policy=random_policy(game, width=width)), find(game).book, form)


def without_weights(part: Any) -> Any:
    """A part of a net, or a policy, with zeros alone."""
    arrays = {name: getattr(part, name) for name in type(part).__annotations__}
    zeros = {name: array(one.typecode, [0] * len(one)) for name, one in arrays.items() if type(one) is array}
    return with_values(part, **zeros, others=tuple(array("h", [0] * len(one)) for one in part.others))


def favouring(game: str, move: int, odds: float) -> Net:
    """A net to which all positions are worth the same, and one move is so many times as likely as any other."""
    net, policy = random_net(game), without_weights(random_policy(game))
    bias = policy.move_bias[:]
    bias[move] = round(math.log(odds) * 2 ** (policy.last_bits + HIDDEN_BITS))
    parts = tuple(without_weights(part) for part in net.parts)
    return Net(with_values(net, parts=parts, policy=with_values(policy, move_bias=bias)), find(game).book)


# integers


@pytest.mark.parametrize("setting", READ, ids=str)
def test_all_forms_of_the_loop_and_plain_python_give_the_same_logits(setting: Setting) -> None:
    state, dice = setting.deal(5), random.Random(5)
    for seat in walk(state, dice):
        if dice.random() < 0.02:
            wanted = plain_logits(random_policy(setting.name), state, seat)
            for form in forms():
                assert logits(net_of(setting.name, form), state, seat) == wanted


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", range(16, MOST_WIDTH + 1, 16))
def test_so_they_do_with_any_width(game: str, width: int) -> None:
    state = bellringer.new_game(game, seats=3, seed=2).state
    seat = state.pending[0]
    wanted = plain_logits(random_policy(game, width=width), state, seat)
    assert [logits(net_of(game, form, width), state, seat) for form in forms()] == [wanted] * len(forms())


@pytest.mark.parametrize("game", GAMES)
def test_what_has_no_policy_has_no_logits(game: str) -> None:
    state = bellringer.new_game(game, seats=3, seed=2).state
    waiting = state.pending[0]
    with pytest.raises(ValueError, match="a net without a policy"):
        logits(Net(random_net(game), find(game).book), state, waiting)
    with pytest.raises(ValueError, match="seat 7 has nothing to decide"):
        logits(net_of(game), state, 7)
    for other in set(GAMES) - {game}:
        with pytest.raises(ValueError, match=f"a net of {other} does not know a state of {game}"):
            logits(net_of(other), state, waiting)


# files


@pytest.mark.parametrize("game", GAMES)
def test_a_written_policy_is_read_as_it_was(game: str, tmp_path: Path) -> None:
    net = with_policy(random_net(game))
    write_net(tmp_path / "net.bin", net)
    assert read_net(tmp_path / "net.bin", shape_of(find(game).book)) == net
    assert pickle.loads(pickle.dumps(Net(tmp_path / "net.bin", find(game).book))).file == net


HEADS = {  # the path of a value in the first line, what it is changed to, and the reason
    "null": ("policy", None, "policy in its first line is None, not an object"),
    "list": ("policy", [], r"policy in its first line is \[\], not an object"),
    "missing": ("policy.width", None, "its first line lacks policy.width"),
    "truth": ("policy.width", True, "policy.width in its first line is True, not a whole number"),
    "narrow": ("policy.width", 24, "its policy has 24 lanes; a multiple of 16 up to 64 was expected"),
    "wide": ("policy.width", 80, "its policy has 80 lanes"),
    "half": ("policy.width", 32, "its policy has arrays of .* were expected"),
    "coarse": ("policy.first_bits", 7, "its policy has 7 bits of the first layer; 8 to 20 were expected"),
    "fine": ("policy.last_bits", 21, "its policy has 21 bits of the last layer; 0 to 20 were expected"),
    "few arrays": ("policy.lengths", [16, 0, 0, 0], "a policy of 4 arrays; it has 5 at least"),
    "fractions": ("policy.lengths", [16, 0.5, 0, 0, 0], "policy.lengths in its first line has more than whole numbers"),
    "below zero": ("policy.lengths", [-1, 0, 0, 0, 0], "the weights are fewer than its first line says"),
    "far": ("policy.lengths", [10**30, 0, 0, 0, 0], "the weights are fewer than its first line says"),
    "short": ("policy.lengths", [16, 0, 0, 0, 0], "the weights are more than its first line says"),
}


@pytest.mark.parametrize("case", HEADS)
def test_a_first_line_that_does_not_fit_is_refused(case: str, tmp_path: Path) -> None:
    where, value, reason = HEADS[case]
    game = GAMES[0]
    head, payload = as_kept(with_policy(random_net(game)), tmp_path)
    _, _, inner = where.partition(".")
    if not inner:
        head["policy"] = value
    elif value is None:
        del head["policy"][inner]
    else:
        head["policy"][inner] = value
    refused(tmp_path, game, json.dumps(head).encode() + b"\n" + payload, reason)


@pytest.mark.parametrize("game", GAMES)
def test_a_policy_that_is_cut_damaged_or_left_out_is_refused(game: str, tmp_path: Path) -> None:
    head, payload = as_kept(with_policy(random_net(game)), tmp_path)
    whole = (tmp_path / "whole.bin").read_bytes()
    refused(tmp_path, game, whole[:-1], "damaged or cut")
    refused(tmp_path, game, whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:], "damaged or cut")
    del head["policy"]
    refused(tmp_path, game, json.dumps(head).encode() + b"\n" + payload, "the weights are more than its first line")


@pytest.mark.parametrize("game", GAMES)
def test_a_policy_of_other_moves_is_refused_and_does_not_ship(game: str, tmp_path: Path) -> None:
    """Such a game plays without a net until one is trained."""
    policy = random_policy(game)
    other = with_policy(random_net(game), moves=policy.moves[policy.width :], move_bias=policy.move_bias[1:])
    write_net(tmp_path / "net.bin", other)
    with pytest.raises(OtherFeatures, match=r"net.bin: its policy knows \d+ moves; .* has \d+"):
        Net(tmp_path / "net.bin", find(game).book)
    assert with_shipped_net(fresh_book(game), tmp_path / "net.bin").net is None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_policy_whose_sums_could_be_too_large_is_refused(game: str, sign: int) -> None:
    book, policy = find(game).book, random_policy(game)
    bias = array("i", policy.bias)
    same_rows = random_net(game)
    first = with_values(same_rows.parts[0], own=policy.own, others=policy.others, table=policy.table)
    bias[3] = sign * (2**31 - 1 - reach(with_values(same_rows, parts=(first,)), 3))
    assert Net(with_policy(random_net(game), bias=bias), book)
    bias[3] += sign
    with pytest.raises(NetProblem, match=r"the sums of its policy could pass 2\^31"):
        Net(with_policy(random_net(game), bias=bias), book)
    of_moves = array("i", policy.move_bias)
    of_moves[-1] = sign * (2**31 - 1 - 2_047 * sum(map(abs, policy.moves[-policy.width :])))
    assert Net(with_policy(random_net(game), move_bias=of_moves), book)
    of_moves[-1] += sign
    with pytest.raises(NetProblem, match=r"the sums of its policy could pass 2\^31"):
        Net(with_policy(random_net(game), move_bias=of_moves), book)


def test_integers_of_other_kinds_are_refused() -> None:
    game = GAMES[0]
    policy = random_policy(game)
    for name, kind in (("moves", "i"), ("move_bias", "h"), ("bias", "l"), ("table", "b")):
        bad = with_policy(random_net(game), **{name: array(kind, [0] * len(getattr(policy, name)))})
        with pytest.raises(NetProblem, match="its policy has arrays of other integers"):
            Net(bad, find(game).book)


# searches


def visits_of(net: Net, state: State, iterations: int, **style: Any) -> dict[int, int]:
    """How often a search tried each move that it tried."""
    search = Search(1, iterations=iterations, net=net, **style)
    search.choose_number(state, state.pending[0])
    return dict(search.root_visits())


def choices(game: str, least: int) -> State:
    """A position of a random game with so many legal moves for the seat that is to decide."""
    for seed in range(100):
        state = bellringer.new_game(game, seats=2, seed=seed).state.copy()
        for seat in walk(state, random.Random(seed)):
            if len(state.legal(seat)) >= least and seat == state.pending[0]:
                return state
    raise AssertionError(f"no position of {game} has {least} moves")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("odds", [0.05, 1.0, 8.0])
def test_moves_of_the_same_worth_are_tried_as_often_as_they_are_likely(game: str, odds: float) -> None:
    """And all of them, however unlikely."""
    state = choices(game, 6)
    move, *others = state.legal(state.pending[0])
    found = visits_of(favouring(game, move, odds), state, 3_000)
    assert set(found) == {move, *others}
    share = found[move] / 3_000
    assert share == pytest.approx(odds / (odds + len(others)), abs=0.02, rel=0.1)


@pytest.mark.parametrize("game", GAMES)
def test_a_net_without_a_policy_searches_as_before(game: str) -> None:
    state = bellringer.new_game(game, seats=3, seed=4).state
    without = Net(with_values(net_of(game).file, policy=None), find(game).book)
    plain = Net(random_net(game), find(game).book)
    one, two, three = (thought_of(Search(1, iterations=200, net=net), state) for net in (without, plain, net_of(game)))
    assert one == two != three


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_thinks_the_same_with_every_form_and_after_other_thoughts(game: str) -> None:
    """What the policy saw in an earlier search, and of another table, is forgotten."""
    first = bellringer.new_game(game, seats=2, seed=3).state
    state = bellringer.new_game(game, seats=4, seed=4).state
    wanted = thought_of(Search(1, iterations=300, net=net_of(game)), state)
    for form in forms():
        assert thought_of(Search(1, iterations=300, net=net_of(game, form)), state) == wanted
    used = Search(9, iterations=300, net=net_of(game))
    used.analyse(first, first.pending[0])
    used.reseed(1)
    assert thought_of(used, state) == wanted


@pytest.mark.parametrize("game", GAMES)
def test_any_horizon_goes_with_a_policy(game: str) -> None:
    state = bellringer.new_game(game, seats=3, seed=4).state
    found = [visits_of(net_of(game), state, 200, horizon=horizon) for horizon in (0, 1, 10, -1)]
    assert all(sum(visits.values()) == 200 for visits in found) and len({str(one) for one in found}) > 1


def test_thoughts_of_one_position_follow_those_of_the_next() -> None:
    """A search is used for one decision after the other of a game, and of several."""
    game = GAMES[0]
    search = Search(1, iterations=30, net=net_of(game))
    for seed in range(2):
        state = bellringer.new_game(game, seats=3, seed=seed).state.copy()
        while not state.over:
            seat = state.pending[0]
            move = search.choose_number(state, seat)
            assert move in state.legal(seat)
            state.apply(seat, move)
