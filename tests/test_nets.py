"""Nets: the same integers by every loop and by plain Python, files that are refused, and searches that have one."""

from __future__ import annotations

import copy
import hashlib
import json
import math
import pickle
import random
import re
import time
from array import array
from collections.abc import Callable
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import bellringer
from bellringer import OptionError
from bellringer.bots.search import Search
from bellringer.core.compiled.nets import Net, forms, shape_of, with_shipped_net
from bellringer.core.compiled.state import RuleBook, State
from bellringer.core.contract.registry import find
from bellringer.core.edges.files import FileProblem
from bellringer.core.edges.net_file import MOST_NET, MOST_WIDTH, NetFile, NetProblem, OtherFeatures, read_net, write_net
from tests.contract.tables import SETTINGS, Setting, walk
from tests.random_nets import changed, plain_scores, random_net

GAMES = [name for name in bellringer.game_names() if find(name).book.features is not None]
READ = [setting for setting in SETTINGS if setting.name in GAMES]
WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda one: pickle.loads(pickle.dumps(one)),
}


@cache
def net_of(game: str, form: int | None = None, width: int = 16) -> Net:
    """A random net, ready to be used."""
    return Net(random_net(game, width=width), find(game).book, form)


def some_states(setting: Setting, share: float, seed: int = 5) -> list[State]:
    """Some positions of a random game, and its end."""
    state, dice, found = setting.deal(seed), random.Random(seed), []
    for _ in walk(state, dice):
        if dice.random() < share:
            found.append(state.copy())
    return [*found, state.copy()]


def thought_of(search: Search, state: State) -> dict[str, Any]:
    """All that a search says of a state, but for the time."""
    found = dict(search.analyse(state, state.pending[0]))
    del found["seconds"]
    return found


# integers


@pytest.mark.parametrize("setting", READ, ids=str)
def test_all_forms_of_the_loop_and_plain_python_give_the_same_scores(setting: Setting) -> None:
    net = random_net(setting.name)
    for state in some_states(setting, 0.05):
        wanted = plain_scores(net, state)
        for form in forms():
            assert net_of(setting.name, form).scores(state) == wanted


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", range(16, MOST_WIDTH + 1, 16))
def test_so_they_do_with_any_width(game: str, width: int) -> None:
    state = bellringer.new_game(game, seats=3, seed=2).state
    wanted = plain_scores(random_net(game, width=width), state)
    assert [net_of(game, form, width).scores(state) for form in forms()] == [wanted] * len(forms())


@pytest.mark.parametrize("setting", READ, ids=str)
def test_what_has_changed_leads_to_the_same_scores(setting: Setting) -> None:
    """From one position to the next, back again, and to that of another game."""
    states = some_states(setting, 0.3)
    others = some_states(setting, 0.3, seed=6)
    net = net_of(setting.name)
    for before, state in [*pairwise(states), *pairwise(reversed(states)), *zip(states, others, strict=False)]:
        assert net.scores_by_changes(before, state) == net.scores(state)


def test_this_processor_has_a_form_and_others_are_refused() -> None:
    book = find(GAMES[0]).book
    assert forms()[0] == 0 and list(forms()) == sorted(forms())
    with pytest.raises(ValueError, match="no form 99"):
        Net(random_net(GAMES[0]), book, 99)


@pytest.mark.parametrize("game", GAMES)
def test_weights_that_are_changed_later_change_nothing(game: str) -> None:
    """They have been checked, so that no sum can be too large."""
    file, state = random_net(game), bellringer.new_game(game, seed=1).state
    net = Net(file, find(game).book)
    before = net.scores(state)
    file.parts[0].own[:] = array("h", [32_767] * len(file.parts[0].own))
    file.parts[1].own.extend([1] * 100_000)
    assert net.scores(state) == before


# what a net does not serve


def test_a_state_that_it_does_not_serve_is_refused() -> None:
    for game, other in zip(GAMES, GAMES[1:] + GAMES[:1], strict=True):
        net = Net(NetFile(game, random_net(game).layout, random_net(game).parts[:1], {}), find(game).book)
        assert net.scores(bellringer.new_game(game, seats=2, seed=1).state)
        larger = bellringer.new_game(game, seats=3, seed=1).state
        with pytest.raises(ValueError, match=f"the net of {game} does not serve 3 seats"):
            net.scores(larger)
        with pytest.raises(ValueError, match=f"a net of {game} does not know a state of {other}"):
            net.scores(bellringer.new_game(other, seats=2, seed=1).state)
        with pytest.raises(ValueError, match="a state of 3 seats tells nothing of one of 4"):
            net_of(game).scores_by_changes(larger, bellringer.new_game(game, seats=4, seed=1).state)
        found, plain = (thought_of(Search(1, iterations=40, **style), larger) for style in ({"net": net}, NO_NET))
        assert found == plain, "a search values by playouts what its net does not serve"


NO_NET: dict[str, Any] = {"plain": True}


def test_a_game_without_features_has_no_net() -> None:
    with pytest.raises(ValueError, match="nothing has no features"):
        shape_of(RuleBook("nothing"))


# files


def as_kept(net: NetFile, folder: Path) -> tuple[dict[str, Any], bytes]:
    """The first line of a net's file, and the integers."""
    write_net(folder / "whole.bin", net)
    line, _, payload = (folder / "whole.bin").read_bytes().partition(b"\n")
    return json.loads(line), payload


def refused(folder: Path, game: str, data: bytes, reason: str, kind: type[FileProblem] = NetProblem) -> None:
    """See that a file is refused with its name and the reason."""
    path = folder / "net.bin"
    path.write_bytes(data)
    with pytest.raises(kind, match=rf"{re.escape(str(path))}: .*{reason}"):
        Net(path, find(game).book)


@pytest.mark.parametrize("game", GAMES)
def test_a_written_net_is_read_as_it_was(game: str, tmp_path: Path) -> None:
    net = random_net(game)
    write_net(tmp_path / "net.bin", net)
    assert read_net(tmp_path / "net.bin", shape_of(find(game).book)) == net
    assert Net(tmp_path / "net.bin", find(game).book).file == net


HEADS = {  # the path of a value in the first line, what it is changed to, and the reason
    "game": ("game", "go", "a net of 'go', not of"),
    "layout": ("layout", "0" * 16, "its features are of version '0{16}'; those of"),
    "digest": ("sha256", "", "the weights are damaged or cut"),
    "format": ("format", 2, "no net of format 1"),
    "missing": ("card", None, "its first line lacks card"),
    "more": ("notes", {"width": 16}, "its first line has 'notes', which this release does not know"),
    "more of a part": ("parts.kind", "fine", r"its first line has 'parts\[0\].kind', which this release does not know"),
    "card": ("card", [["rounds", 1]], "card in its first line is .*, not an object"),
    "parts": ("parts", {}, "parts in its first line is {}, not a list"),
    "no parts": ("parts", [], "the weights are more than its first line says"),
    "part": ("parts", ["part"], r"parts\[0\] in its first line is 'part', not an object"),
    "seats": ("parts.seats", [[2], 3], "seats in its first line has more than whole numbers"),
    "twice": ("parts.seats", [2, 2], "serve tables of 2, 2, .* seats"),
    "both": ("parts.seats", [2, 3], "serve tables of 2, 3, 3, .* seats; .* each in one part"),
    "too many": ("parts.seats", [2, 9], "serve tables of 2, 9, .* seats; .* has 2 to"),
    "truth": ("parts.width", True, r"parts\[0\].width in its first line is True, not a whole number"),
    "narrow": ("parts.width", 24, "24 lanes; a multiple of 16 up to 64 was expected"),
    "wide": ("parts.width", 80, "80 lanes"),
    "none": ("parts.width", 0, "0 lanes"),
    "half": ("parts.width", 32, "arrays of .* were expected"),
    "endless": ("parts.width", 10**4000, "[0-9.]* lanes"),
    "coarse": ("parts.first_bits", 7, "7 bits of the first layer; 8 to 20 were expected"),
    "fine": ("parts.last_bits", 21, "21 bits of the last layer; 0 to 20 were expected"),
    "broken": ("parts.last_bits", 1.0, "last_bits in its first line is 1.0, not a whole number"),
    "few arrays": ("parts.lengths", [16, 0, 0], "a part of 3 arrays"),
    "below zero": ("parts.lengths", [-1, 0, 0, 0], "the weights are fewer than its first line says"),
    "far": ("parts.lengths", [10**30, 0, 0, 0], "the weights are fewer than its first line says"),
    "short": ("parts.lengths", [16, 0, 0, 0], "the weights are fewer|the weights are more"),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("case", HEADS)
def test_a_first_line_that_does_not_fit_is_refused(game: str, case: str, tmp_path: Path) -> None:
    where, value, reason = HEADS[case]
    head, payload = as_kept(random_net(game), tmp_path)
    name, _, inner = where.partition(".")
    place = head["parts"][0] if inner else head
    if value is None:
        del place[name]
    else:
        place[inner or name] = value
    refused(tmp_path, game, json.dumps(head).encode() + b"\n" + payload, reason)


@pytest.mark.parametrize("game", GAMES)
def test_a_net_that_is_cut_or_damaged_is_refused(game: str, tmp_path: Path) -> None:
    head, payload = as_kept(random_net(game), tmp_path)
    whole = (tmp_path / "whole.bin").read_bytes()
    for place in (0, 1, 100, len(whole) // 2, len(whole) - 1):
        refused(tmp_path, game, whole[:place], "no net: its first line is no JSON|damaged or cut")
    refused(tmp_path, game, whole[:-1] + bytes([whole[-1] ^ 1]), "damaged or cut")
    for data, reason in ((payload[:-2], "fewer than its first line says"), (payload + b"\0\0", "more than its first")):
        head["sha256"] = hashlib.sha256(data).hexdigest()
        refused(tmp_path, game, json.dumps(head).encode() + b"\n" + data, reason)


def test_what_is_no_net_is_refused_soon(tmp_path: Path) -> None:
    """Up to a megabyte of anything."""
    game, began = GAMES[0], time.process_time()
    for rubbish in (b"", b"\0", b"[", b"{", b"9", b'{"a":', b"\xff", b'"', b"1.", b" ", b"\n", b"null"):
        refused(tmp_path, game, rubbish * (MOST_NET // max(1, len(rubbish))), "no net: its first line|no net of format")
        refused(tmp_path, game, rubbish, "no net: its first line|no net of format")
    refused(tmp_path, game, bytes(MOST_NET + 1), "more than 1 MiB", FileProblem)
    refused(tmp_path, game, random.Random(1).randbytes(MOST_NET), "no net")
    assert time.process_time() - began < 10
    with pytest.raises(FileProblem, match="no such file|No such file"):
        Net(tmp_path / "nowhere.bin", find(game).book)


def test_whatever_is_wrong_is_one_error(tmp_path: Path) -> None:
    game, dice, path = GAMES[0], random.Random(2), tmp_path / "net.bin"
    head, payload = as_kept(random_net(game), tmp_path)
    line = json.dumps(head)
    pieces = ["[]", "{}", "null", "true", "-1", "1e400", "16", '""', '"a"', "[[]]", "[2, 2.5]", '{"seats": 2}', ",", ""]
    for _ in range(300):
        start = dice.randrange(len(line))
        end = dice.choice((start, start + 1, min(len(line), start + dice.randrange(40))))
        path.write_bytes((line[:start] + dice.choice(pieces) + line[end:]).encode() + b"\n" + payload)
        try:
            Net(path, find(game).book)
        except NetProblem as problem:
            assert str(problem).startswith(f"{path}: ") and len(str(problem)) < 600


def reach(net: NetFile, lane: int) -> int:
    """How far from 0 the sum of a lane of the first part can come, but for its bias."""
    shape, part = shape_of(find(net.game).book), net.parts[0]
    blocks = [*((rows, shape.seat_bounds) for rows in (part.own, *part.others)), (part.table, shape.table_bounds)]
    return sum(
        abs(weight) * max(abs(low), abs(high))
        for rows, bounds in blocks
        for weight, (low, high) in zip(rows[lane :: part.width], bounds, strict=True)
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_first_layer_whose_sums_could_be_too_large_is_refused(game: str, sign: int, tmp_path: Path) -> None:
    net, bias = random_net(game), array("i", [0] * 16)
    bias[3] = sign * (2**31 - 1 - reach(net, 3))
    assert Net(changed(net, bias=bias), find(game).book)
    bias[3] += sign
    write_net(tmp_path / "large.bin", changed(net, bias=bias))
    refused(tmp_path, game, (tmp_path / "large.bin").read_bytes(), r"its sums could pass 2\^31")


@pytest.mark.parametrize("game", GAMES)
def test_a_last_layer_whose_sums_could_be_too_large_is_refused(game: str) -> None:
    net, left = random_net(game, width=64), (2**31 - 1) // 2_047 - 32 * 32_767
    last = [*[32_767] * 32, left, *[0] * 31]
    assert Net(changed(net, last=array("h", last)), find(game).book)
    with pytest.raises(NetProblem, match=r"a net in memory: its sums could pass 2\^31"):
        Net(changed(net, last=array("h", [*last[:33], -1, *last[34:]])), find(game).book)


def test_what_only_a_net_in_memory_can_lack_is_refused() -> None:
    """Parts, and integers of the right size."""
    for game in GAMES:
        net = random_net(game)
        with pytest.raises(NetProblem, match="its parts serve tables of no seats"):
            Net(NetFile(game, net.layout, (), {}), find(game).book)
        for kind in ("b", "i", "l"):
            bad = changed(net, table=array(kind, [0] * len(net.parts[0].table)))
            with pytest.raises(NetProblem, match="other integers than those of 32 bits"):
                Net(bad, find(game).book)


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ({"loss": math.nan}, "card is no JSON"),
        ({"maker": object()}, "card is no JSON"),
        ({"notes": "a" * 300_000}, "with its card, has more than 256 KiB"),
    ],
)
def test_what_nobody_could_read_is_not_written(card: dict[str, Any], reason: str, tmp_path: Path) -> None:
    path, net = tmp_path / "net.bin", random_net(GAMES[0])
    write_net(path, net)
    before = path.read_bytes()
    with pytest.raises(NetProblem, match=f"net.bin: .*{reason}"):
        write_net(path, NetFile(net.game, net.layout, net.parts, card))
    with pytest.raises(NetProblem, match="net.bin: the net has more than 1 MiB"):
        write_net(path, NetFile(net.game, net.layout, random_net(net.game, width=64).parts * 4, {}))
    assert path.read_bytes() == before and [one.name for one in tmp_path.iterdir()] == ["net.bin"]


# nets that ship


def fresh_book(game: str) -> RuleBook:
    """The rules of a game once more, without a net."""
    book: RuleBook = import_module(f"{type(find(game)).__module__.rpartition('.')[0]}.rules.engine").rulebook()
    return book


@pytest.mark.parametrize("game", GAMES)
def test_a_net_beside_a_game_is_what_its_searches_use(game: str, tmp_path: Path) -> None:
    write_net(tmp_path / "net.bin", random_net(game))
    book = with_shipped_net(fresh_book(game), tmp_path / "net.bin")
    state = State.from_bytes(book, bytes(bellringer.new_game(game, seats=2, seed=1).state))
    assert book.net is not None and book.net.file == random_net(game)
    shipped, own, plain = ({}, {"net": Net(random_net(game), book)}, NO_NET)
    found = [thought_of(Search(1, iterations=60, **style), state) for style in (shipped, own, plain)]
    assert found[0] == found[1] != found[2]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_a_net_that_fits_its_features_plays_without(game: str, tmp_path: Path) -> None:
    assert with_shipped_net(fresh_book(game), tmp_path / "net.bin").net is None
    net = random_net(game)
    write_net(tmp_path / "net.bin", NetFile(game, "of old", net.parts, {}))
    assert with_shipped_net(fresh_book(game), tmp_path / "net.bin").net is None
    with pytest.raises(OtherFeatures, match="net.bin: its features are of version 'of old'"):
        Net(tmp_path / "net.bin", find(game).book)
    (tmp_path / "net.bin").write_bytes(b"{}")
    with pytest.raises(NetProblem, match="net.bin: no net of format 1"):
        with_shipped_net(fresh_book(game), tmp_path / "net.bin")


@pytest.mark.parametrize("game", GAMES)
def test_the_net_that_ships_is_for_todays_features_and_all_seats_and_says_how_it_came_to_be(game: str) -> None:
    """Else train another. The card says what it learned from and what was measured, in texts for docs/features.md."""
    net, found = read_net(net_file_of(game), shape_of(find(game).book)), find(game)
    assert found.book.net is not None and found.book.net.file == net
    served = sorted(seats for part in net.parts for seats in part.seats)
    assert served == list(range(found.fewest_seats, found.most_seats + 1))
    assert len(net.card["games"]) > 20
    assert net.card["measured"] and all("%" in figure and "deals" in figure for figure in net.card["measured"])


def net_file_of(game: str) -> Path:
    """Where a game's net lies if it ships one."""
    return Path(str(import_module(type(find(game)).__module__).__file__)).with_name("net.bin")


# searches


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_copies_have_the_net(game: str, way: str) -> None:
    state, net = bellringer.new_game(game, seats=3, seed=4).state, net_of(game)
    twin = WAYS[way](net)
    assert twin.file == net.file and twin.book is net.book and twin.scores(state) == net.scores(state)
    search = Search(2, iterations=50, threads=2, net=net)
    twins = [WAYS[way](search), search]
    assert thought_of(twins[0], state) == thought_of(twins[1], state) != thought_of(Search(2, iterations=50), state)


def test_a_search_plays_only_the_game_of_its_net() -> None:
    for game, other in zip(GAMES, GAMES[1:] + GAMES[:1], strict=True):
        table = bellringer.new_game(other, seats=2, seed=1)
        search = Search(1, iterations=10, net=net_of(game))
        for play in (search.analyse, search.choose_number):
            with pytest.raises(OptionError, match=f"a search with a net of {game} can't play {other}"):
                play(table.state, table.pending[0])
    for wrong in ("net.bin", 1, random_net(GAMES[0])):
        with pytest.raises(OptionError, match="net of a search can't be .*: a Net or None"):
            Search(1, net=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_worth_what_the_net_says_of_it(game: str) -> None:
    """After one move, wherever nothing hidden changes that, and none of it by playouts."""
    compared, net, dice = 0, net_of(game), random.Random(3)
    for state in (setting.deal(3) for setting in READ if setting.name == game):
        for seat in walk(state, dice):
            if dice.random() < 0.3:
                compared += is_worth_its_scores(net, state, seat)
    assert compared > 20


def is_worth_its_scores(net: Net, state: State, seat: int) -> bool:
    """Whether a move leads to the same numbers in all worlds; a search's chances are then those of the net."""
    found = Search(1, iterations=1, net=net).analyse(state, seat)
    worlds = [state.determinized(seat, seed) for seed in range(4)]
    for world in worlds:
        world.apply(seat, found["moves"][0]["move"])
    scores = {tuple(net.scores(world)) for world in worlds}
    if len(scores) > 1 or worlds[0].over:
        return False
    odds = [math.exp(score) for score in scores.pop()]
    assert found["chances"] == pytest.approx([one / sum(odds) for one in odds])
    return True


@pytest.mark.parametrize("game", GAMES)
def test_plain_searches_have_no_net(game: str) -> None:
    state, net = bellringer.new_game(game, seed=1).state, net_of(game)
    one, two, three = (
        thought_of(Search(1, iterations=60, **style), state) for style in ({"net": net} | NO_NET, NO_NET, {"net": net})
    )
    assert one == two != three


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("has_net", [False, True])
def test_the_chances_of_all_seats_are_those_of_the_best_move(game: str, threads: int, has_net: bool) -> None:
    for seats in (2, 4):
        state = bellringer.new_game(game, seats=seats, seed=4).state
        seat = state.pending[0]
        search = Search(1, iterations=80, threads=threads, **({"net": net_of(game)} if has_net else NO_NET))
        with pytest.raises(ValueError, match="no chances before a search has thought"):
            search.root_chances(seats)
        found = search.analyse(state, seat)
        assert found["chances"] == search.root_chances(seats) and len(found["chances"]) == seats
        assert sum(found["chances"]) == pytest.approx(1)
        assert found["chances"][seat] == pytest.approx(found["moves"][0]["win_chance"])
        visits = {one["move"]: one["visits"] for one in found["moves"] if one["visits"]}
        assert dict(search.root_visits()) == visits and sum(visits.values()) == 80 * threads


@pytest.mark.parametrize("game", GAMES)
def test_all_forms_of_the_loop_lead_to_the_same_thoughts(game: str) -> None:
    state = bellringer.new_game(game, seats=3, seed=4).state
    found = [thought_of(Search(1, iterations=300, net=net_of(game, form)), state) for form in forms()]
    assert found == found[:1] * len(forms())
