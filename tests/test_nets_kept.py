"""Whatever is kept and goes on later knows the nets of its bots, and does not go on with others."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import bellringer
from bellringer import OptionError
from bellringer.arena.batches import NOT_OF_THE_BUILD, WHAT_PLAYS
from bellringer.arena.journal import JOURNAL, MATCH
from bellringer.arena.match import Match, make_match
from bellringer.arena.nets import NETS, digest_of
from bellringer.arena.run import run_match
from bellringer.arena.study import ask, study
from bellringer.commands.arena import digest
from bellringer.core.compiled.nets import Net, with_shipped_net
from bellringer.core.compiled.state import RuleBook
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find, register
from bellringer.core.edges.net_file import NetFile, write_net
from bellringer.training.self_play import TableShare, make_plan, play_games
from tests.matches import GAME, stop_after
from tests.random_nets import changed, random_net

BOT = "search:5"
PLUGIN = """
from bellringer.bots import make

class Own:
    def __init__(self, seed):
        self.bot = make("search:5", seed)

    def choose(self, table, seat):
        return self.bot.choose(table, seat)
"""
READER = PLUGIN.replace("class Own:", 'class Own:\n    files = ("own.net",)\n').replace("search:5", "random")

Ship = Callable[[int | None], Game]  # let the game ship the random net of a seed, or none


@pytest.fixture
def ship(tmp_path: Path) -> Iterator[Ship]:
    """The game, with a net that ships with it, as another version of this package would have it."""
    game = find(GAME)
    module = type(game).__module__.rpartition(".")[0]

    def shipping(seed: int | None) -> Game:
        book: RuleBook = import_module(f"{module}.rules.engine").rulebook()
        if seed is not None:
            write_net(tmp_path / "net.bin", random_net(GAME, seed))
            book = with_shipped_net(book, tmp_path / "net.bin")
        other: Game = type("Other", (type(game),), {"book": book})()
        register(GAME, lambda: other)
        return other

    yield shipping
    register(GAME, lambda: game)


def own_net(path: Path, seed: int) -> Net:
    """A net that somebody has made, under the same path as the one before."""
    write_net(path, random_net(GAME, seed))
    return Net(path, find(GAME).book)


def match_of(bot: str, **more: Any) -> Match:
    return make_match(GAME, (bot, "random"), 2, deals=2, seed=4, **more)


def begin_match(folder: Path) -> None:
    stopped(lambda: run_match(match_of(BOT), folder / "kept", progress=stop_after(1)))


def begin_plugin(folder: Path) -> None:
    (folder / "own_bot_that_searches.py").write_text(PLUGIN)
    stopped(lambda: run_match(match_of("own_bot_that_searches:Own"), folder / "kept", progress=stop_after(1)))


def begin_study(folder: Path) -> None:
    question = ask(GAME, "opening", BOT, 2, deals=2)
    stopped(lambda: study(question, progress=stop_after(1), folder=folder / "kept"))


def begin_self_play(folder: Path) -> None:
    plan = make_plan(GAME, [TableShare(2)], 3, iterations=5)
    stopped(lambda: play_games(plan, folder / "kept", progress=stop_after(1)))


def stopped(work: Callable[[], object]) -> None:
    """Do something that stops by itself, sooner or later."""
    try:
        work()
    except KeyboardInterrupt:
        pass


SHIPPED = [begin_match, begin_plugin, begin_study, begin_self_play]


@pytest.mark.parametrize("begin", SHIPPED)
def test_nothing_goes_on_with_another_net_that_ships(
    begin: Callable[[Path], None], ship: Ship, folder_of_ones_own: Path
) -> None:
    ship(1)
    begin(folder_of_ones_own)
    begin(folder_of_ones_own)  # the same goes on
    for seed in (2, None):
        ship(seed)
        with pytest.raises(OptionError, match=r"was begun with the net [0-9a-f]{8} for .*another folder"):
            begin(folder_of_ones_own)
    ship(1)
    begin(folder_of_ones_own)


@pytest.mark.parametrize("begin", SHIPPED)
def test_what_was_begun_before_nets_were_noted_does_not_go_on_with_one(
    begin: Callable[[Path], None], ship: Ship, folder_of_ones_own: Path
) -> None:
    ship(None)
    begin(folder_of_ones_own)
    ship(1)
    with pytest.raises(OptionError, match=r"begun with no net that was noted for .* which has the net [0-9a-f]{8} now"):
        begin(folder_of_ones_own)


@pytest.mark.parametrize("bots", [("greedy", "random"), ("plain:5", "greedy")])
def test_bots_without_a_net_go_on_whatever_ships(bots: tuple[str, ...], ship: Ship, tmp_path: Path) -> None:
    folders, documents = set(), []
    for seed in (None, 1, 2):
        ship(seed)
        match = make_match(GAME, bots, 2, deals=1)
        run_match(match, tmp_path / "kept")
        folders.add(digest(match.identity()))
        documents.append(json.loads((tmp_path / "kept" / MATCH).read_text()))
    assert len(folders) == 1 and NETS not in documents[0]["match"] and documents == documents[:1] * 3


def test_no_match_and_no_self_play_goes_on_with_another_net_under_the_same_path(tmp_path: Path) -> None:
    path = tmp_path / "own.net"

    def begin(seed: int) -> None:
        match = match_of("mine", searches={"mine": {"iterations": 5, "net": own_net(path, seed)}})
        stopped(lambda: run_match(match, tmp_path / "match", progress=stop_after(1)))

    def begin_by_path(seed: int) -> None:
        own_net(path, seed)
        plan = make_plan(GAME, [TableShare(2)], 3, iterations=5, net=path)
        stopped(lambda: play_games(plan, tmp_path / "games", progress=stop_after(1)))

    for begun, said in ((begin, "the net [0-9a-f]{8} for mine"), (begin_by_path, "its net is '[0-9a-f]{64}', not")):
        begun(1)
        begun(1)
        with pytest.raises(OptionError, match=said):
            begun(2)


def test_a_plugin_that_names_the_files_it_reads_is_another_one_when_they_change(folder_of_ones_own: Path) -> None:
    (folder_of_ones_own / "own_bot_that_reads.py").write_text(READER)
    prints = set()
    for seed in (1, 2):
        own_net(folder_of_ones_own / "own.net", seed)
        prints.add(json.dumps(match_of("own_bot_that_reads:Own").identity()["own_bots"]))
    assert len(prints) == 2


def test_a_digest_is_that_of_what_plays(tmp_path: Path) -> None:
    one = random_net(GAME, 1)
    book, digests = find(GAME).book, set()
    for net in (one, NetFile(one.game, one.layout, one.parts, {"another": "card"})):
        digests.add(digest_of(Net(net, book)))
    write_net(tmp_path / "one.net", one)
    digests.add(digest_of(pickle.loads(pickle.dumps(Net(tmp_path / "one.net", book)))))
    assert len(digests) == 1
    bias = one.parts[0].bias[:]
    bias[3] += 1
    fewer = NetFile(one.game, one.layout, one.parts[:1], one.card)
    for net in (changed(one, bias=bias), changed(one, last_bits=one.parts[0].last_bits - 1), fewer):
        digests.add(digest_of(Net(net, book)))
    assert len(digests) == 4


def test_a_net_counts_where_it_serves(ship: Ship, tmp_path: Path) -> None:
    net = random_net(GAME)
    ship(None)
    two = Net(NetFile(net.game, net.layout, net.parts[:1], {}), find(GAME).book)
    matches = [
        make_match(GAME, ("mine", "random"), seats, searches={"mine": {"iterations": 5, "net": two}})
        for seats in (2, 3)
    ]
    assert [match.identity().get(NETS) for match in matches] == [{"mine": digest_of(two)}, None]


def test_a_worker_where_another_net_ships_is_of_another_build() -> None:
    """The build is a hash of all files of the games but those of such kinds (arena/batches.py)."""
    assert "games" in WHAT_PLAYS and Path("net.bin").suffix not in NOT_OF_THE_BUILD


def test_searches_of_ones_own_play_by_their_options(tmp_path: Path) -> None:
    """A match of them is that of the bots of the same options, and its workers get the nets."""
    own = make_match(GAME, ("mine", "random"), 2, deals=2, searches={"mine": {"iterations": 5, "plain": True}})
    named = make_match(GAME, ("plain:5", "random"), 2, deals=2)
    assert [own.play(n).places for n in range(4)] == [named.play(n).places for n in range(4)]
    netted = match_of("mine", searches={"mine": {"iterations": 5, "net": own_net(tmp_path / "own.net", 1)}})
    sent = pickle.loads(pickle.dumps(netted))
    assert sent.identity() == netted.identity() and sent.play(0).scores == netted.play(0).scores


@pytest.mark.parametrize(
    ("searches", "said"),
    [
        ({"greedy": {}}, "can't be called greedy"),
        ({"a:B": {}}, "can't be called a:B"),
        ({"mine": {"depth": 3}}, "a search has no depth"),
        ({"mine": {}, "other": {}}, "other is described, but does not play"),
    ],
)
def test_searches_that_can_not_be_are_refused(searches: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        match_of("mine", searches=searches)


def test_a_net_of_another_game_is_refused() -> None:
    (other,) = {name for name in bellringer.game_names() if find(name).book.features is not None} - {GAME}
    net = Net(random_net(other), find(other).book)
    with pytest.raises(OptionError, match=f"a net of {other} can't play {GAME}"):
        match_of("mine", searches={"mine": {"net": net}})


def test_a_damaged_description_of_nets_is_no_match_of_this_kind(tmp_path: Path, ship: Ship) -> None:
    ship(1)
    begin_match(tmp_path)
    path = tmp_path / "kept" / MATCH
    for wrong in ([], "net", 3, {BOT: 7}):
        document = json.loads(path.read_text())
        document["match"][NETS] = wrong
        path.write_text(json.dumps(document))
        with pytest.raises(OptionError, match="was begun with"):
            begin_match(tmp_path)
    assert (tmp_path / "kept" / JOURNAL).exists()
