"""Copies of a table, which are independent of it, also where hidden things are dealt anew; and of all else."""

from __future__ import annotations

import copy
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import bellringer
from bellringer import Table, bots
from bellringer.arena.journal import MatchFolder
from bellringer.arena.match import make_match
from bellringer.arena.plugins import BotFailed, Chooser
from bellringer.arena.run import run_match
from bellringer.arena.simulate import simulate
from bellringer.arena.statistics import figures_of
from bellringer.arena.study import Effect, ask
from bellringer.bots import Bot
from bellringer.bots.analysis import analyse
from bellringer.bots.differences import compare
from bellringer.bots.search import Search
from bellringer.core.compiled.nets import Net
from bellringer.core.contract.options import NamedSet, Option, Wish
from bellringer.core.errors import Fault
from bellringer.core.shown.show import Step
from bellringer.core.tables.preview import FigureChange, PieceChange, preview
from tests.contract.tables import SETTINGS, Setting, play_some
from tests.random_nets import random_net

SEED = 37
ROOT = Path(__file__).resolve().parents[2]


def known_of(table: Table) -> tuple[object, ...]:
    """All that can be asked of a table."""
    return (table.state, table.history, table.events(), table.record(), table.seed, table.commitment, table.options)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_copy_is_the_same_table_and_another_one(setting: Setting) -> None:
    table, dice = play_some(setting.table(SEED), 40, random.Random(SEED)), random.Random(SEED)
    twin, before = table.copy(), known_of(table)
    assert known_of(twin) == before
    play_some(twin, 20, dice)
    assert known_of(table) == before, "what is played on the copy leaves the table as it is"
    play_some(table, 20, random.Random(SEED))
    assert known_of(twin) == known_of(table), "the same moves meet the same luck"
    after = known_of(twin)
    play_some(table, 10**6, dice)
    assert known_of(twin) == after, "what is played on the table leaves the copy as it is"


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_was_played_can_be_taken_back_on_a_copy(setting: Setting) -> None:
    table, dice = setting.table(SEED), random.Random(SEED + 1)
    for _ in range(40):
        before = known_of(table)
        play_some(table, 1, dice)
        seat, name = table.history[-1]
        if table.may_undo(seat):
            twin, after = copy.copy(table), known_of(table)
            assert twin.undo(seat) == name
            assert (known_of(twin), known_of(table)) == (before, after)


def shown_to(table: Table, seat: int | None) -> tuple[object, ...]:
    """What a table tells a seat, or a spectator."""
    own = () if seat is None else ([(m.name, m.target, m.words()) for m in table.moves(seat)], table.prompt(seat))
    events = [(event.kind, event.seat, event.words()) for event in table.events()]
    return (table.view(seat), own, events, table.pending, table.commitment, table.moves_played, repr(table), str(table))


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_determinized_table_looks_the_same_to_its_seat(setting: Setting) -> None:
    dice = random.Random(SEED + 2)
    table, differed = setting.table(SEED), 0
    for _ in range(3):
        play_some(table, 14, dice)
        before = known_of(table)
        for seat in (None, *range(setting.seats)):
            twin = table.determinized(seat, dice.getrandbits(64))
            assert shown_to(twin, seat) == shown_to(table, seat)
            assert (twin.seed == table.seed) is not bool(table.pending), "the seed is told when the game is over"
            differed += twin.state != table.state
        assert known_of(table) == before
    assert differed, "there was something to hide"


def test_the_same_seed_deals_the_same_anew() -> None:
    for name in bellringer.game_names():
        table = play_some(bellringer.new_game(name, seats=3, seed=1), 10, random.Random(1))
        first, again = table.determinized(0, 5), table.determinized(0, 5)
        assert (first.state, first.seed) == (again.state, again.seed)
        with pytest.raises(bellringer.IllegalMove, match="there is no seat 3"):
            table.determinized(3, 5)


# Python's own ways

WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{
        f"pickle {n}": lambda one, n=n: pickle.loads(pickle.dumps(one, n))
        for n in range(2, pickle.HIGHEST_PROTOCOL + 1)
    },
}
BOTS = ("random", "greedy", "search:40", "novice", *(f"search:40+{manner}" for manner in bots.MANNERS))


def documented() -> set[type]:
    """The classes that the pages of the API list, which is what Python can call; but for a protocol."""
    text = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "api").glob("*.md"))
    return {resolve_name(name) for name in re.findall(r"auto(?:class|exception):: ([\w.]+)", text)} - {Chooser}


def some_objects(folder: Path) -> Iterator[Any]:
    """Objects of all of them."""
    table = play_some(bellringer.new_game("rattus", seats=3, seed=SEED), 40, random.Random(SEED))
    over = play_some(table.copy(), 10**6, random.Random(SEED))
    seat = table.pending[0]
    move, option = table.moves(seat)[0], table.rules.options["classes"]
    yield from (table, move, table.events()[0], over.result, table.stretches[0], bellringer.verify(over.record())[0])
    yield from (over.sources(), over.sources().flows[0], over.sources().table)
    yield from (
        preview(table.rules, table.state, seat, move.name),
        FigureChange(0, "a", "b", "1", "2"),
        PieceChange("p", None, "", ""),
    )
    yield from (table.state, table.state.book, table.rules, option, option.sets["random"], Wish(2, {}, bytes(32)))
    thoughts = analyse(table, seat, iterations=20)
    yield from (Step("move"), Search(3, iterations=20, threads=2), Bot(), thoughts, thoughts.moves[0])
    net = Net(random_net("rattus"), table.state.book)
    compared = compare(table, seat, (thoughts.moves[0].name, thoughts.moves[1].name), net=net)
    yield from (net, compared, compared.differences[0])
    match, report = make_match("notre-dame", ("greedy", "random"), seats=2, deals=2), simulate("rattus", 2, 2)
    kept = run_match(match, folder / "match", 1)
    figures = figures_of(match, kept.results())
    yield from (match, kept, figures, figures.bots[0], figures.seats[0], figures.length, report, report.seats[0])
    yield from (ask("notre-dame", "persons"), Effect("hire monk", 1, *[figures.length] * 4))
    yield from (bellringer.BellringerError("no"), bellringer.OptionError(Fault("start", "key", "text", {"n": 1})))
    yield from (bellringer.IllegalMove("no", ("yes",)), bellringer.UndoRefused("no"))
    yield from (bellringer.PositionError("seats", "no"), bellringer.RecordError("no", line=3))
    yield from (bellringer.ComponentsError("box", 2, "no"), BotFailed("no"))


@cache
def objects() -> dict[type, Any]:
    """The same by their class."""
    with TemporaryDirectory() as folder:
        return {type(one): one for one in some_objects(Path(folder))}


def all_of(one: Any) -> Any:
    """What has to be the same of a copy."""
    if isinstance(one, Table):
        return known_of(one)
    if isinstance(one, bellringer.BellringerError):
        return (str(one), one.args, vars(one))
    if isinstance(one, NamedSet):
        return (one.words, one.is_drawn, one.values(Wish(4, {}, bytes(32))))
    if isinstance(one, Option):
        return {**vars(one), "sets": {word: all_of(named) for word, named in one.sets.items()}}
    if isinstance(one, Net):
        return (one.file, one.book)
    if isinstance(one, MatchFolder):
        return vars(one)
    return None if isinstance(one, Bot) else one  # of bots it is the choices, which other tests look at


def test_the_pages_of_the_api_list_what_the_next_test_copies() -> None:
    missing = [kind for kind in documented() if not any(isinstance(one, kind) for one in objects().values())]
    assert missing == [] and len(documented()) > 30


@pytest.mark.parametrize("way", WAYS)
def test_whatever_python_can_call_is_copied_with_all_that_it_knows(way: str) -> None:
    for kind, one in objects().items():
        twin = WAYS[way](one)
        assert type(twin) is kind and all_of(twin) == all_of(one), kind
    assert WAYS[way](objects()[Table].view(0)) == objects()[Table].view(0)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", bellringer.game_names())
def test_a_copied_table_goes_on_the_same(game: str, way: str) -> None:
    """By the same chance, to the same record, which is verified; and the table that was copied stays as it is."""
    table = play_some(bellringer.new_game(game, seats=3, seed=SEED), 30, random.Random(SEED))
    twin, before = WAYS[way](table), known_of(table)
    assert twin.moves(twin.pending[0]) == table.moves(table.pending[0])
    play_some(twin, 10**6, random.Random(SEED + 1))
    assert known_of(table) == before
    play_some(table, 10**6, random.Random(SEED + 1))
    assert known_of(twin) == known_of(table)
    assert all(check.ok or check.is_open for check in bellringer.verify(twin.record()))


@pytest.mark.parametrize("way", WAYS)
def test_what_was_played_can_be_taken_back_on_such_a_copy(way: str) -> None:
    table = bellringer.new_game("rattus", seats=2, seed=SEED)
    table.play("place gallia")
    seat, name = table.history[-1]
    twin = WAYS[way](table)
    assert twin.undo(seat) == name
    assert (twin.moves_played, table.moves_played) == (0, 1)


def test_no_copy_of_a_state_has_the_key_of_its_draws() -> None:
    state = bellringer.new_game("rattus", seats=2, seed=SEED).state
    state.key_draws(bytes(32))
    assert state.is_keyed
    assert not any(copied(state).is_keyed for copied in WAYS.values())


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", BOTS)
def test_a_copied_bot_chooses_the_same_from_then_on(name: str, way: str) -> None:
    table, bot = bellringer.new_game("notre-dame", seats=3, seed=SEED), bots.make(name, seed=SEED)
    for _ in range(3):
        table.play(bot.choose(table, table.pending[0]), table.pending[0])
    twin, other_table = WAYS[way](bot), table.copy()
    for _ in range(12):
        for player, played in ((bot, table), (twin, other_table)):
            played.play(player.choose(played, played.pending[0]), played.pending[0])
    assert other_table.history == table.history


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_search_has_its_style_and_the_dice_of_all_its_threads(way: str) -> None:
    table, search = bellringer.new_game("rattus", seats=2, seed=SEED), Search(5, iterations=30, threads=3, noise=0.2)
    search.choose(table, 0)
    twin = WAYS[way](search)
    state, seat = table.state, table.pending[0]
    assert len(twin.others) == 2
    for _ in range(3):
        one, other = search.analyse(state, seat), twin.analyse(state, seat)
        assert (one["moves"], one["iterations"]) == (other["moves"], other["iterations"])


class Grumbling(Search):
    """A bot of somebody's own that remembers something."""

    def __init__(self, seed: int = 0, **style: Any) -> None:
        super().__init__(seed, **style)
        self.said: list[str] = []


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_bot_of_ones_own_class_knows_what_it_knew(way: str) -> None:
    bot = Grumbling(1, iterations=7)
    bot.said.append("no")
    twin = WAYS[way](bot)
    assert type(twin) is Grumbling and twin.said == ["no"]
    table = bellringer.new_game("rattus", seats=2, seed=SEED)
    assert twin.choose(table, 0) == bot.choose(table, 0)


GO_ON = """
import pickle, sys
table, bot = pickle.load(sys.stdin.buffer)
while table.pending:
    seat = table.pending[0]
    table.play(bot.choose(table, seat), seat)
print(table.record(), end="")
"""


@pytest.mark.slow
def test_another_process_goes_on_with_a_pickled_table_and_bot() -> None:
    table, bot = bellringer.new_game("notre-dame", seats=2, seed=SEED), bots.make("greedy", seed=SEED)
    sent = pickle.dumps((table, bot))
    done = subprocess.run([sys.executable, "-c", GO_ON], input=sent, capture_output=True, timeout=120, check=True)
    while table.pending:
        table.play(bot.choose(table, table.pending[0]), table.pending[0])
    assert done.stdout.decode("utf-8") == table.record()
