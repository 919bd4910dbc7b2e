"""Who knows what, one rule after the other; tests/contract/test_knowledge.py holds views against re-deals. [RA-11]"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import bellringer
from bellringer import Table
from bellringer.core.contract.registry import find
from bellringer.games.rattus import names
from bellringer.games.rattus.choosing import usual_cards
from tests.rattus.play import at, every_table, play, rats_in, strikes

GAME = find("rattus")
EVERYBODY = (None, 0, 1, 2)
LYING = {
    "gallia": [{"token": "t20"}],
    "italia": [{"token": "t05", "laid-out": True}],
    "polonia": [{"token": "t30"}],
}


def witch(*moves: str, seats: int = 3, **fields: Any) -> Table:
    """Three rats lie; red has the witch and uses her so."""
    table = at(**{"seats": seats, "rats": LYING, "players": {"red": {"classes": ["witch", "monk"]}}, **fields})
    return play(table, "use witch", *moves) if moves else table


def known(table: Table, p: int | None) -> dict[str, list[str | None]]:
    """Which rats lie where, as far as a seat, or a spectator, knows: their numbers."""
    rats = table.view(p)["rats"]
    return {region: [rat["token"] and rat["token"][:3] for rat in lying] for region, lying in rats.items()}


def deals(table: Table, p: int, times: int) -> list[dict[str, Any]]:
    """Positions as the seat has to hold them possible: what it does not know is dealt anew."""
    return [GAME.position(table.state.determinized(p, seed)) for seed in range(times)]


def numbers(tokens: list[str]) -> set[int]:
    """The numbers of tokens, from 1."""
    return {int(token[1:3]) for token in tokens}


# what is open


@every_table
@pytest.mark.rule("RA-11.1")
def test_citizens_cards_the_piece_and_how_many_rats_lie_where_are_open_to_all(seats: int, box: str) -> None:
    players = {
        "red": {"citizens": {"gallia": 3, "italia": 1}, "palace": 2, "classes": ["king", "monk"]},
        "blue": {"citizens": {"gallia": 4}, "classes": ["witch"]},
    }
    rats = {"gallia": 3, "italia": 1, "polonia": 2}
    table = at(seats=seats, box=box, players=players, plague="scandia", rats=rats)
    position = table.position()
    for p in (None, *range(seats)):
        view = table.view(p)
        assert view["players"] == position["players"]
        assert view["players"]["red"] == {**players["red"], "supply": 14, "classes": ["monk", "king"]}
        others = [card for card in usual_cards(seats) if card not in names.CLASSES[:6]]
        assert view["table"] == ["peasant", "merchant", "knight", *others]
        assert view["plague"] == "scandia"
        assert {region: len(lying) for region, lying in view["rats"].items()} == rats
        assert (view["supply"], view["removed"]) == (len(position["supply"]), len(position["removed"]))


# what is hidden


@every_table
@pytest.mark.rule("RA-11.2")
def test_nobody_knows_a_rat_on_the_board_in_the_supply_or_among_those_removed(seats: int, box: str) -> None:
    table = bellringer.new_game("rattus", seats=seats, box=box, seed=3)
    total = {"base": 49, "big-box": 65}[box]
    for p in (None, *range(seats)):
        view = table.view(p)
        assert {rat["token"] for lying in view["rats"].values() for rat in lying} == {None}
        assert numbers(view["unseen"]) == set(range(1, total + 1)) and view["turned"] == []
        assert isinstance(view["supply"], int) and isinstance(view["removed"], int)


@pytest.mark.rule("RA-11.2")
def test_a_new_rat_comes_face_down_also_for_who_puts_it() -> None:
    table = play(at(seats=3, rats={"gallia": 1}, plague="italia"), "plague gallia", "to hispania")
    (rat,) = rats_in(table, "hispania")
    for p in EVERYBODY:
        assert table.view(p)["rats"]["hispania"] == [{"token": None, "seen-by": [], "laid-out": False}]
        assert rat["token"] in table.view(p)["unseen"]


@pytest.mark.rule("RA-11.2")
def test_views_do_not_tell_positions_apart_that_differ_in_hidden_rats_only() -> None:
    one, other = (
        at(seats=3, rats={"gallia": [{"token": gallia}], "italia": [{"token": italia}]})
        for gallia, italia in (("t20", "t30"), ("t30", "t44"))
    )
    for p in EVERYBODY:
        assert one.view(p) == other.view(p)


# what the witch sees


@pytest.mark.rule("RA-11.3")
def test_only_the_seat_that_uses_the_witch_sees_the_rats_it_looks_at() -> None:
    table = witch("rat polonia", "rat gallia", "pass")
    assert known(table, 0) == {"gallia": ["t20"], "italia": [None], "polonia": ["t30"]}
    for p in (None, 1, 2):
        assert known(table, p) == {"gallia": [None], "italia": [None], "polonia": [None]}
    assert not numbers(table.view(0)["unseen"]) & {20, 30}
    assert all(numbers(table.view(p)["unseen"]) >= {5, 20, 30} for p in (None, 1, 2))


@pytest.mark.rule("RA-11.3")
def test_the_first_rat_is_seen_before_the_second_is_chosen() -> None:
    table = witch("rat polonia")
    assert known(table, 0) == {"gallia": [None], "italia": [None], "polonia": ["t30"]}
    assert "rat gallia" in {move.name for move in table.moves(0)}


@pytest.mark.rule("RA-11.3")
def test_the_log_does_not_tell_which_tokens_were_seen() -> None:
    """It tells where they lay, and is the same whatever they were."""
    logs = []
    for token in ("t20", "t44"):
        rats = {**LYING, "gallia": [{"token": token}]}
        table = witch("rat gallia", "rat polonia", "swap", rats=rats)
        logs.append([(e.kind, e.seat, e.what, e.where, e.amount) for e in table.events()])
    assert logs[0] == logs[1]
    assert [entry for entry in logs[0] if entry[0] == "rat-seen"] == [
        ("rat-seen", 0, 0, 1, 1),
        ("rat-seen", 0, 0, 6, 1),
    ]


@pytest.mark.rule("RA-11.3")
def test_taking_the_witch_from_a_seat_does_not_pass_on_what_it_knows() -> None:
    table = witch("rat gallia", "pass")
    play(table, "plague scandia", "take witch")
    assert known(table, 0)["gallia"] == ["t20"] and known(table, 1)["gallia"] == [None]


@pytest.mark.rule("RA-11.4")
def test_a_seat_knows_for_good_which_rats_it_has_looked_at() -> None:
    table = witch("rat gallia", "rat italia", "pass", plague="bulgaria")
    for _ in range(2):
        play(table, "plague turcia", "plague bulgaria")
    assert table.position()["turns"] == 5
    assert known(table, 0) == {"gallia": ["t20"], "italia": ["t05"], "polonia": [None]}


@pytest.mark.rule("RA-11.4")
def test_a_seat_still_knows_a_rat_that_is_moved_also_by_another_seat() -> None:
    table = witch("rat gallia", "pass")
    play(table, "use monk", "rat gallia", "to italia")
    assert known(table, 0) == {"italia": [None, "t20"], "polonia": [None]}
    assert known(table, 1) == {"italia": [None, None], "polonia": [None]}
    play(table, "plague scandia", "take monk", "use monk", "rat italia 2", "to hispania")
    assert known(table, 0) == {"hispania": ["t20"], "italia": [None], "polonia": [None]}


@pytest.mark.rule("RA-11.4")
def test_a_seat_knows_where_swapped_rats_lie() -> None:
    table = witch("rat gallia", "rat italia", "swap")
    assert known(table, 0) == {"gallia": ["t05"], "italia": ["t20"], "polonia": [None]}
    assert known(table, 1) == {"gallia": [None], "italia": [None], "polonia": [None]}


@pytest.mark.rule("RA-11.4")
def test_a_seat_follows_its_rat_when_another_swaps_it_away() -> None:
    rats = {"gallia": [{"token": "t20", "seen": ["blue"]}], "italia": [{"token": "t30"}]}
    table = witch("rat gallia", "rat italia", "swap", rats=rats)
    assert known(table, 0) == {"gallia": ["t30"], "italia": ["t20"]}
    assert known(table, 1) == {"gallia": [None], "italia": ["t20"]}
    assert known(table, 2) == {"gallia": [None], "italia": [None]}


@pytest.mark.rule("RA-11.4")
def test_everybody_sees_which_rats_were_looked_at_moved_and_swapped() -> None:
    table = witch("rat gallia", "rat italia", "swap")
    play(table, "use monk", "rat italia", "to hispania")
    for p in EVERYBODY:
        rats = table.view(p)["rats"]
        assert [rat["seen-by"] for rat in rats["gallia"]] == [["red"]]
        assert [rat["seen-by"] for rat in rats["hispania"]] == [["red"]]
        assert [rat["seen-by"] for rat in rats["polonia"]] == [[]]
    told = [event.kind for event in table.events()]
    assert told == ["ability-used", "rat-seen", "rat-seen", "rats-swapped", "ability-used", "rat-moved"]


TWO_EACH = {
    "gallia": [{"token": "t20"}, {"token": "t21"}],
    "italia": [{"token": "t30"}, {"token": "t31"}],
}


def shown_as_seen(table: Table) -> dict[str, list[list[str]]]:
    """By whom each rat was looked at, as everybody sees."""
    shown = [
        {region: [rat["seen-by"] for rat in rats] for region, rats in table.view(p)["rats"].items()} for p in EVERYBODY
    ]
    assert all(one == shown[0] for one in shown)
    return shown[0]


@pytest.mark.rule("RA-11.4")
def test_everybody_sees_which_of_a_regions_rats_was_looked_at_swapped_and_moved() -> None:
    table = witch("rat gallia 2", "rat italia 2", "swap", rats=TWO_EACH)
    assert shown_as_seen(table) == {"gallia": [[], ["red"]], "italia": [[], ["red"]]}
    play(table, "use monk", "rat italia 2", "to hispania")
    assert shown_as_seen(table) == {"gallia": [[], ["red"]], "italia": [[]], "hispania": [["red"]]}
    told = [(e.kind, e.what, e.where, e.amount) for e in table.events() if e.kind != "ability-used"]
    assert told == [("rat-seen", 0, 1, 2), ("rat-seen", 0, 5, 2), ("rats-swapped", 1, 5, 0), ("rat-moved", 5, 3, 2)]


@pytest.mark.rule("RA-11.4")
def test_a_seat_knows_for_good_which_of_a_regions_rats_it_has_looked_at() -> None:
    table = witch("rat gallia 2", "rat italia 2", "swap", rats=TWO_EACH)
    assert known(table, 0) == {"gallia": [None, "t31"], "italia": [None, "t21"]}
    play(table, "use monk", "rat gallia", "to hispania")
    assert known(table, 0) == {"gallia": ["t31"], "hispania": [None], "italia": [None, "t21"]}
    play(table, "plague scandia", "take monk", "use monk", "rat italia 2", "to hispania")
    assert known(table, 0) == {"gallia": ["t31"], "hispania": [None, "t21"], "italia": [None]}
    assert {rat for p in (None, 1, 2) for rats in known(table, p).values() for rat in rats} == {None}


# what was turned


@pytest.mark.rule("RA-11.5")
def test_everybody_knows_which_rats_have_been_turned_with_an_outbreak_or_without() -> None:
    rats = {"gallia": [{"token": "t05"}, {"token": "t49"}], "anglia": 3, "germania": 3, "hispania": 3, "italia": 3}
    players = {"red": {"citizens": {"gallia": 2}}}
    table = play(at(seats=3, rats=rats, players=players, plague="germania", supply=20), "plague gallia")
    gone = {5, 49}
    for p in EVERYBODY:
        view = table.view(p)
        assert gone <= numbers(view["turned"])
        assert not gone & numbers(view["unseen"])
    assert [(e.what + 1, strikes(e)) for e in table.events() if e.kind == "rat-turned"] == [(5, True), (49, False)]


# starting rats


@every_table
@pytest.mark.rule("RA-11.6")
def test_rats_of_the_set_up_are_starting_ones_those_removed_regular_and_any_other_is_either(
    seats: int, box: str
) -> None:
    starting = {"base": 12, "big-box": 17}[box]
    rats: dict[str, Any] = {"gallia": [{"laid-out": True}, {}, {}], "italia": [{"laid-out": True}], "polonia": [{}]}
    table = at(seats=seats, box=box, rats=rats)
    for p in (None, *range(seats)):
        shown = table.view(p)["rats"]
        assert [rat["laid-out"] for rat in shown["gallia"]] == [True, False, False]
    others, supply = set(), set()
    for position in deals(table, 0, 60):
        gallia = [rat["token"] for rat in position["rats"]["gallia"]]
        assert max(numbers([gallia[0], position["rats"]["italia"][0]["token"]])) <= starting
        assert min(numbers(position["removed"]), default=starting + 1) > starting
        others |= {number <= starting for number in numbers([*gallia[1:], position["rats"]["polonia"][0]["token"]])}
        supply |= {number <= starting for number in numbers(position["supply"])}
    assert others == supply == {True, False}


@pytest.mark.rule("RA-11.6")
def test_a_starting_rat_that_is_moved_or_swapped_is_still_known_as_one() -> None:
    table = witch("rat italia", "rat gallia", "swap")
    play(table, "use monk", "rat gallia", "to hispania")
    for p in EVERYBODY:
        rats = table.view(p)["rats"]
        assert [[rat["laid-out"] for rat in rats[region]] for region in ("hispania", "italia")] == [[True], [False]]
    for position in deals(table, 1, 40):
        assert numbers([position["rats"]["hispania"][0]["token"]]) <= set(range(1, 13))


# dealing anew


@pytest.mark.rule("RA-11.3", "RA-11.4")
def test_a_deal_keeps_what_the_seat_has_seen_and_changes_what_it_has_not() -> None:
    table = witch("rat gallia", "rat italia", "swap")
    assert {
        (p["rats"]["gallia"][0]["token"][:3], p["rats"]["italia"][0]["token"][:3]) for p in deals(table, 0, 30)
    } == {("t05", "t20")}
    assert len({p["rats"]["polonia"][0]["token"] for p in deals(table, 0, 30)}) > 10
    for p in (1, 2):
        assert len({deal["rats"]["italia"][0]["token"] for deal in deals(table, p, 30)}) > 10
        assert len({deal["rats"]["gallia"][0]["token"] for deal in deals(table, p, 30)}) > 5


@pytest.mark.rule("RA-11.5")
def test_a_deal_brings_no_turned_rat_back() -> None:
    table = at(seats=3, rats={"gallia": 2, "italia": 1}, supply=10)
    gone = numbers(table.view(1)["turned"])
    assert len(gone) == 49 - 3 - 10 - 6
    for position in deals(table, 1, 30):
        lying = [rat["token"] for rats in position["rats"].values() for rat in rats]
        assert not gone & numbers([*lying, *position["supply"], *position["removed"]])


@pytest.mark.rule("RA-11.7")
def test_each_rat_of_the_supply_is_as_likely_to_come_as_any_other() -> None:
    """Four lie there; 400 tables with dice of their own draw one of them."""
    drawn: Counter[str] = Counter()
    for seed in range(400):
        supply = ["t20", "t30", "t40", "t49"]
        table = at(seats=4, seed=seed, rats={"gallia": 1}, plague="italia", supply=supply)
        play(table, "plague gallia", "to hispania")
        drawn[rats_in(table, "hispania")[0]["token"][:3]] += 1
    assert set(drawn) == {"t20", "t30", "t40", "t49"}
    assert all(60 <= count <= 140 for count in drawn.values())
