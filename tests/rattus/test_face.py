"""Rattus through the facade: what a table chooses, who sees what, records and results."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bellringer
from bellringer import OptionError, bots
from bellringer.core.contract.registry import find
from bellringer.core.shown.result import Result
from bellringer.games.rattus.box import shipped
from bellringer.games.rattus.words import sentences
from tests.contract.tables import play_some
from tests.rattus.play import TABLES, at

GAME = find("rattus")
SIX = ("peasant", "monk", "merchant", "witch", "king", "knight")


# what a table chooses


def test_the_box_follows_from_the_seats_unless_it_is_said() -> None:
    for seats in range(2, 7):
        usual = "base" if seats < 5 else "big-box"
        assert bellringer.new_game("rattus", seats=seats).options["box"] == usual
        assert bellringer.new_game("rattus", seats=seats, box="big-box").options["box"] == "big-box"
        assert bellringer.option_table("rattus", seats)["box"] == (usual, ("base", "big-box"))
    for seats in (5, 6):
        with pytest.raises(OptionError, match=f"{seats} players need box big-box"):
            bellringer.new_game("rattus", seats=seats, box="base")


@pytest.mark.parametrize(
    "chosen", [SIX, list(SIX), ",".join(SIX), "knight, king,witch,merchant ,monk,peasant", tuple(reversed(SIX))]
)
def test_class_cards_are_chosen_as_names_or_as_a_text_in_any_order(chosen: Any) -> None:
    for seats in range(2, 5):
        assert bellringer.new_game("rattus", seats=seats, classes=chosen).options["classes"] == SIX


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"classes": "peasant,monk"}, "classes: one of the cards must be of chivalry"),
        ({"classes": ["knight"]}, "classes: 4 seats play with 6 cards, not 1"),
        ({"classes": "knight,knight"}, "classes has 'knight' twice"),
        ({"classes": (*SIX[:5], "pope")}, "classes can't have 'pope'; allowed: peasant, monk"),
        ({"classes": ""}, "classes: one of the cards"),
        ({"classes": "knight,"}, "classes can't have ''"),
        ({"classes": []}, "classes: one of the cards"),
        ({"classes": 6}, "classes can't be 6"),
        ({"classes": [["knight"]]}, r"classes can't have \['knight'\]"),
        ({"box": "small"}, "box can't be 'small'; allowed: base, big-box"),
        ({"start": 4}, "start can't be seat 4: the seats are 0 to 3"),
        ({"start": 6}, "start can't be 6"),
        ({"modules": "palaces"}, "modules can't have 'palaces'; allowed: upgrades, "),
        ({"guilds": True}, "no option 'guilds'; it has box, classes, modules, start"),
        ({"seats": 7}, "rattus is for 2 to 6 seats, not 7"),
    ],
)
def test_a_choice_that_can_not_be_is_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        bellringer.new_game("rattus", **options)


def test_any_seat_can_begin() -> None:
    for start in range(6):
        table = bellringer.new_game("rattus", seats=6, start=start, seed=1)
        assert table.pending == (start,) and table.options["start"] == start


@pytest.mark.parametrize(("seats", "box"), TABLES)
def test_the_set_up_of_every_table(seats: int, box: str) -> None:
    position = bellringer.new_game("rattus", seats=seats, box=box, seed=2).position()
    regions = {2: 8, 3: 10, 4: 12, 5: 15, 6: 17}[seats]
    removed = {"base": {2: 12, 3: 6, 4: 0}, "big-box": {2: 28, 3: 22, 4: 16, 5: 8, 6: 0}}[box][seats]
    assert len(position["rats"]) == regions and all(len(rats) == 1 for rats in position["rats"].values())
    assert all(rats[0]["laid-out"] and not rats[0]["seen"] for rats in position["rats"].values())
    assert len(position["removed"]) == removed
    assert len(position["supply"]) == {"base": 49, "big-box": 65}[box] - regions - removed
    assert all(
        (player["supply"], player["palace"], player["classes"]) == (20, 0, [])
        for player in position["players"].values()
    )


# who sees what


def test_a_rat_is_seen_by_who_has_looked_at_it_and_everybody_knows_who_has() -> None:
    table = at(rats={"gallia": [{"token": "t05", "seen": ["blue"], "laid-out": True}, {"token": "t20"}]})
    shown = {seat: table.view(seat)["rats"]["gallia"] for seat in (None, 0, 1)}
    assert shown[None] == shown[0]
    assert shown[0][0] == {"token": None, "seen-by": ["blue"], "laid-out": True}
    assert shown[1][0] == {"token": "t05 1 bourgeoisie church", "seen-by": ["blue"], "laid-out": True}
    assert shown[1][1] == {"token": None, "seen-by": [], "laid-out": False}
    name = "t05 1 bourgeoisie church"
    assert name in table.view(0)["unseen"] and name not in table.view(1)["unseen"]


@pytest.mark.parametrize(("seats", "box"), TABLES)
def test_a_view_is_the_same_when_what_the_seat_can_not_see_is_dealt_anew(seats: int, box: str) -> None:
    table, dice = bellringer.new_game("rattus", seats=seats, box=box, seed=4), random.Random(4)
    total = {"base": 49, "big-box": 65}[box]
    while table.pending:
        play_some(table, 5, dice)
        state = table.state
        for seat in (None, *range(seats)):
            view = table.view(seat)
            if seat is not None:
                other = state.determinized(seat, dice.getrandbits(64))
                assert GAME.view(other, seat) == view and GAME.view(other, None) == table.view(None)
            known = [rat["token"] for rats in view["rats"].values() for rat in rats if rat["token"]]
            everything = shipped().component_set(seats, box).token_names
            assert sorted([*known, *view["unseen"], *view["turned"]]) == sorted(everything)
            down = sum(len(rats) for rats in view["rats"].values()) + view["supply"] + view["removed"]
            back = sum(rat.get("returned", False) for rats in view["rats"].values() for rat in rats)
            assert down - back + len(view["turned"]) == total, "who knows which of the turned ones came back"


# records


@pytest.mark.parametrize(("seats", "box"), TABLES)
def test_bots_play_whole_games_whose_records_replay_and_verify(seats: int, box: str) -> None:
    table = bellringer.new_game("rattus", seats=seats, box=box, start=seats - 1, seed=5)
    players = [bots.make(("greedy", "random")[seat % 2], seat) for seat in range(seats)]
    while table.pending:
        seat = table.pending[0]
        table.play(players[seat].choose(table, seat), seat)
    record = table.record()
    cards = ",".join(table.options["classes"])
    assert f'[Box "{box}"]\n[Classes "{cards}"]\n[Start "{seats - 1}"]' in record
    again = bellringer.replay(record)
    assert bytes(again.state) == bytes(table.state) and again.events() == table.events()
    assert again.record() == record and all(check.ok for check in bellringer.verify(record))


def test_among_equals_who_would_have_had_the_next_turn_comes_first() -> None:
    table = at(phase="over", turn="blue", players={name: {"palace": 5} for name in ("red", "blue", "green")})
    assert table.result == Result(places=(2, 3, 1, 4), scores=(5, 5, 5, 0), tie_breaks=((2,), (3,), (0,), (1,)))
    assert '[Result "1 green 5+0, 2 red 5+2, 3 blue 5+3, 4 violet 0+1"]' in table.record()
    lines = sentences.result_words(table.result, "en")
    assert lines[0] == "1st: Green, 5 points"
    assert lines[-1] == "Red, Blue and Green are level; Green wins, whose turn would have come first."
