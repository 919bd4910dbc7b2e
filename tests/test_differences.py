"""The features that differ after two moves are those that do, and their leads add up to what the net says."""

from __future__ import annotations

import json
import random
from array import array
from typing import Any

import pytest
from click.testing import CliRunner, Result

import bellringer
from bellringer.bots.differences import Comparison, Difference, compare, lead_of
from bellringer.cli import main
from bellringer.commands.analyse import show_features
from bellringer.commands.language import words_in
from bellringer.core.compiled.nets import Net
from bellringer.core.contract.registry import find
from bellringer.core.edges.net_file import NetFile
from tests.contract.tables import play_some
from tests.random_nets import changed, random_net

GAMES = [name for name in bellringer.game_names() if find(name).book.features is not None]
SHOWN = Comparison(
    "red",
    ("bank", "park"),
    (Difference("red", "coins", "", 1, (2, 1), 0.5), Difference(None, "phase", "3", 0, (0, 1), 0.0)),
    (1.25, -0.5),
)


def table_with_choice(game: str, seats: int, seed: int) -> tuple[bellringer.Table, int, tuple[str, str]]:
    """A table in the middle of a game, a seat that is to decide, and two of its moves."""
    table = play_some(bellringer.new_game(game, seats=seats, seed=seed), 30, random.Random(seed))
    seat = table.pending[0]
    first, second, *_ = (move.name for move in table.moves(seat))
    return table, seat, (first, second)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_what_differs_is_told_and_nothing_else(game: str, seats: int) -> None:
    for seed in range(6):
        table, seat, moves = table_with_choice(game, seats, seed)
        found = compare(table, seat, moves, seed=5)
        features, world = table.state.book.features, table.state.determinized(seat, 5)
        assert features is not None and found.differences
        numbers = [features.read(world)]
        for name in moves:
            after = world.copy()
            after.apply(seat, next(move.number for move in table.moves(seat) if move.name == name))
            numbers.append(features.read(after))
        told = {(one.seat, one.feature, one.part): (one.now, *one.after) for one in found.differences}
        places = [
            *((table.seat_names[p], 0, p, i) for p in range(seats) for i in range(len(features.seat_parts))),
            *((None, 1, None, i) for i in range(len(features.table_parts))),
        ]
        for whose, block, p, i in places:
            feature, part = (features.table_parts if block else features.seat_parts)[i]
            three = tuple(one[1][i] if p is None else one[0][p][i] for one in numbers)
            assert told.get((whose, feature.name, str(part))) == (three if three[1] != three[2] else None)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3])
def test_leads_add_up_where_a_net_has_no_hidden_units(game: str, seats: int) -> None:
    book, whole = find(game).book, random_net(game)
    linear = changed(whole, seats=(2, 3), last=array("h", [0] * 16))
    told = 0
    net = Net(NetFile(game, linear.layout, linear.parts[:1], {}), book)
    for seed in range(6):
        table, seat, moves = table_with_choice(game, seats, seed)
        found = compare(table, seat, moves, net=net)
        assert found.leads is not None
        total = sum(one.lead for one in found.differences if one.lead is not None)
        assert total == pytest.approx(found.leads[0] - found.leads[1])
        told += total != 0
        hidden = compare(table, seat, moves, net=Net(whole, book))
        assert hidden.leads is not None and hidden.leads != found.leads
        assert [one.now for one in hidden.differences] == [one.now for one in found.differences]
    assert told > 2


def test_a_lead_is_over_the_mean_of_the_others() -> None:
    assert lead_of([3.0, 1.0, 0.0], 0) == 2.5 and lead_of([3.0, 1.0], 1) == -2.0


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_the_seat_cant_make_is_refused(game: str) -> None:
    table, seat, (first, _) = table_with_choice(game, 2, 1)
    with pytest.raises(ValueError, match="can't make the move nonsense"):
        compare(table, seat, (first, "nonsense"))


# the command


def analysed(table: bellringer.Table, *options: str) -> Result:
    """What the command says of a table."""
    position = json.dumps(table.position())
    return CliRunner().invoke(main, ["analyse", "-", "--iterations", "40", *options, "--lang", "en"], input=position)


@pytest.mark.parametrize("game", GAMES)
def test_the_command_compares_the_best_moves_or_those_that_are_named(game: str) -> None:
    table, seat, moves = table_with_choice(game, 2, 3)

    def compared(*options: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(analysed(table, "--features", "--json", *options).stdout)
        assert [one["seat"] for one in found["chances"]] == list(table.seat_names)
        assert sum(one["win_chance"] for one in found["chances"]) == pytest.approx(1)
        best, second, *_ = (one["name"] for one in found["moves"])
        return {"moves": found["features"]["moves"], "best": [best, second], "all": found["features"]}

    found = compared()
    assert found["moves"] == found["best"]
    assert compared("--between", moves[1], "--between", moves[0])["moves"] == [moves[1], moves[0]]
    named = compared("--between", found["best"][0])
    assert named["moves"] == found["best"]
    table = bellringer.from_position(table.position())
    wanted = compare(table, seat, (moves[0], moves[1])).as_json()
    assert compared("--between", moves[0], "--between", moves[1])["all"] == json.loads(json.dumps(wanted))
    assert "features" not in json.loads(analysed(table, "--json").stdout)
    told = analysed(table, "--features").stdout
    assert "Features that differ after" in told and "Chances: " in told


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--between", "x"], "--between says which moves --features compares"),
        (["--features", *["--between", "x"] * 2], "one move, or two different ones"),
        (["--features", "--between", "x", "--between", "y", "--between", "z"], "one move, or two different ones"),
        (["--features", "--between", "nonsense"], "can't make the move 'nonsense'"),
    ],
)
def test_moves_that_make_no_sense_are_refused(options: list[str], complaint: str) -> None:
    found = analysed(bellringer.new_game(GAMES[0], seats=2, seed=1), *options)
    assert found.exit_code == 2 and complaint in " ".join(found.stderr.split())


def test_what_a_net_makes_of_it_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    table = bellringer.new_game("notre-dame", seats=2, seed=1)
    show_features(table, SHOWN, words_in("en"))
    told = " ".join(capsys.readouterr().out.split())
    assert "red coins 1 2 1 +0.50" in told and "table phase: 3 0 0 1 +0.00" in told
    assert "linear lane goes: +0.50 in all" in told and "+1.25 after bank, -0.50 after park" in told
    show_features(table, None, words_in("en"))
    assert "There is no other move" in capsys.readouterr().out
    same = Comparison("red", SHOWN.moves, (), None)
    show_features(table, same, words_in("fr"))
    assert "Aucune caractéristique ne diffère après bank et après park." in capsys.readouterr().out
