"""Class cards are taken, held and used. What each of them does stands in the files named after them. [RA-6]"""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import Table
from bellringer.games.rattus.choosing import usual_cards
from tests.rattus.play import at, every_table, play

SIX = ("peasant", "monk", "merchant", "witch", "king", "knight")
USED = ("monk", "merchant", "witch", "king")  # those that a move of their own begins
CLASS_OF = {
    "peasant": "peasantry",
    "monk": "church",
    "merchant": "bourgeoisie",
    "witch": "magic",
    "king": "royalty",
    "knight": "chivalry",
}
every_card = pytest.mark.parametrize("card", SIX)


def offers(table: Table, *sorts: str) -> set[str]:
    """What the seat that decides can do, of these sorts of moves."""
    names = {move.name for move in table.moves(table.pending[0])}
    return {name for name in names if name.partition(" ")[0] in sorts}


def cards_of(table: Table, colour: str) -> list[str]:
    """The class cards of a seat."""
    found: list[str] = table.position()["players"][colour]["classes"]
    return found


def busy(*cards: str, **fields: Any) -> Table:
    """Red to play with these cards, each of which has something to do; the plague brings nothing from gallia."""
    red = {"citizens": {"italia": 5, "polonia": 2}, "classes": list(cards)}
    players = {"red": red, **fields.pop("players", {})}
    return at(rats={"hispania": 2, "hungaria": 1}, plague="germania", players=players, **fields)


# taking


@every_table
@pytest.mark.rule("RA-6.1")
def test_a_card_can_be_taken_from_beside_the_board_or_from_any_other_seat(seats: int, box: str) -> None:
    last = ("blue", "green", "violet", "ochre", "slate")[seats - 2]
    players = {"red": {"classes": ["witch"]}, "blue": {"classes": ["king", "monk"]}}
    players.setdefault(last, {"classes": []})["classes"].append("knight")
    table = at(seats=seats, box=box, players=players)
    others = [card for card in usual_cards(seats) if card not in SIX]
    assert offers(table, "take") == {f"take {card}" for card in (*SIX, *others) if card != "witch"}
    for card in ("peasant", "king", "knight"):
        assert f"take {card}" in offers(table, "take")
    play(table, "take king")
    assert cards_of(table, "red") == ["witch", "king"]
    assert "king" not in cards_of(table, "blue") and "monk" in cards_of(table, "blue")
    assert table.view(None)["table"] == ["peasant", "merchant", *others]


@every_card
@pytest.mark.rule("RA-6.1")
def test_a_card_taken_from_beside_the_board_lies_there_no_longer(card: str) -> None:
    table = play(at(), f"take {card}")
    assert cards_of(table, "red") == [card]
    assert table.view(None)["table"] == [other for other in SIX if other != card]


@pytest.mark.rule("RA-6.1")
def test_only_one_card_is_taken_a_turn() -> None:
    table = play(at(players={"blue": {"classes": ["king"]}}), "take king")
    assert offers(table, "take") == set()
    play(table, "plague gallia", "to italia")
    assert table.pending == (1,)
    assert offers(table, "take") == {f"take {card}" for card in SIX}


@pytest.mark.rule("RA-6.1")
def test_no_card_need_be_taken() -> None:
    table = play(busy(), "plague gallia")
    assert table.position()["turn"] == "blue" and cards_of(table, "red") == []


@every_table
@pytest.mark.rule("RA-6.2")
def test_a_seat_may_hold_all_cards_and_has_the_advantages_of_all(seats: int, box: str) -> None:
    table = play(busy(*SIX[1:], seats=seats, box=box), "take peasant")
    assert cards_of(table, "red") == list(SIX)
    assert offers(table, "use") == {f"use {card}" for card in USED}
    assert "place scandia" in offers(table, "place"), "a region without rats, by the peasant"
    assert "plague anglia" in offers(table, "plague"), "two steps away, by the knight"


@pytest.mark.rule("RA-6.2")
def test_without_a_card_there_is_no_ability() -> None:
    table = busy()
    assert offers(table, "use") == set()
    assert offers(table, "place") == {"place hispania", "place hungaria"}
    near = {"gallia", "hungaria", "italia", "polonia", "scandia"}
    assert offers(table, "plague") == {f"plague {region}" for region in near}


@every_card
@pytest.mark.rule("RA-6.3")
def test_a_card_stays_with_its_seat_after_its_turn_and_after_those_of_the_others(card: str) -> None:
    table = busy(card, seats=2)
    play(table, "plague gallia")
    assert cards_of(table, "red") == [card]
    play(table, "plague anglia")
    assert table.position()["turn"] == "red" and cards_of(table, "red") == [card]


@pytest.mark.rule("RA-6.3")
def test_a_seat_can_not_give_a_card_away_nor_take_its_own() -> None:
    table = busy(*SIX)
    assert offers(table, "take") == set()
    sorts = {move.name.partition(" ")[0] for move in table.moves(0)}
    assert sorts == {"use", "place", "plague"}


@pytest.mark.rule("RA-6.3")
def test_the_plague_takes_citizens_and_no_cards() -> None:
    rats = {"gallia": [{"token": [1, "magic", "bourgeoisie"]}]}
    red = {"citizens": {"gallia": 1}, "classes": ["witch", "merchant"]}
    table = play(at(rats=rats, plague="germania", players={"red": red}), "plague gallia", "to italia")
    assert table.position()["players"]["red"]["citizens"] == {}
    assert cards_of(table, "red") == ["merchant", "witch"]


# using


@pytest.mark.rule("RA-6.4")
def test_the_abilities_of_others_are_not_for_the_seat_on_turn_nor_for_their_holders() -> None:
    table = busy(players={"blue": {"classes": list(SIX), "citizens": {"italia": 3}}})
    assert offers(table, "use") == set()
    assert offers(table, "place") == {"place hispania", "place hungaria"}
    assert "plague anglia" not in offers(table, "plague")
    assert table.pending == (0,) and table.moves(1) == []


@pytest.mark.rule("RA-6.4")
def test_in_phase_c_no_ability_can_be_used_but_the_knights() -> None:
    red = {"citizens": {"gallia": 2, "polonia": 1}, "classes": list(SIX)}
    table = play(at(rats={"gallia": 1}, plague="germania", players={"red": red}), "plague gallia")
    around = {"to anglia", "to germania", "to hispania", "to italia"}
    assert {move.name for move in table.moves(0)} == around
    play(table, "to italia")
    assert {move.name for move in table.moves(0)} == {"pass", "count"}
    play(table, "pass")
    assert table.pending == (1,)


STEPS = {
    "monk": ("use monk", "rat hungaria", "to polonia"),
    "merchant": ("use merchant", "from italia", "to hungaria", "go 2"),
    "witch": ("use witch", "rat hungaria", "pass"),
    "king": ("use king", "from italia"),
}


@pytest.mark.parametrize("card", USED)
@pytest.mark.rule("RA-6.5")
def test_an_ability_is_used_once_a_turn_and_in_the_next_turn_again(card: str) -> None:
    table = busy(card, seats=2)
    assert offers(table, "use") == {f"use {card}"}
    play(table, *STEPS[card])
    assert offers(table, "use") == set()
    play(table, "plague gallia", "plague anglia")
    assert table.position()["turn"] == "red"
    assert offers(table, "use") == {f"use {card}"}


@pytest.mark.rule("RA-6.5")
def test_one_ability_leaves_the_others_to_be_used() -> None:
    table, left = busy(*SIX), set(USED)
    for card in ("witch", "king", "merchant", "monk"):
        play(table, *STEPS[card])
        left.remove(card)
        assert offers(table, "use") == {f"use {other}" for other in left}


@every_table
@pytest.mark.rule("RA-6.6")
def test_no_ability_need_be_used(seats: int, box: str) -> None:
    table = busy(*SIX, seats=seats, box=box)
    before = table.position()["players"]
    play(table, "plague gallia")
    after = table.position()
    assert (after["turn"], after["plague"], after["players"]) == ("blue", "gallia", before)
    assert [event.kind for event in table.events()] == ["piece-moved", "turn-begins"]


@pytest.mark.parametrize("card", USED)
@pytest.mark.rule("RA-6.7")
def test_an_ability_can_be_used_before_between_and_after_a_and_b(card: str) -> None:
    other = "peasant"
    a, b = f"take {other}", "place hungaria"
    for first, second in ((a, b), (b, a)):
        table = busy(card)
        assert f"use {card}" in offers(table, "use")
        play(table, first)
        assert f"use {card}" in offers(table, "use")
        play(table, second, *(["pass"] if second == b else []))
        assert f"use {card}" in offers(table, "use")
        play(table, *STEPS[card])
        assert offers(table, "use", "take", "place") == set()


@pytest.mark.parametrize("card", USED)
@pytest.mark.rule("RA-6.7")
def test_after_an_ability_a_and_b_are_still_open(card: str) -> None:
    table = play(busy(card), *STEPS[card])
    assert offers(table, "take") == {f"take {other}" for other in SIX if other != card}
    assert offers(table, "place")


@pytest.mark.parametrize("card", USED)
@pytest.mark.rule("RA-6.7")
def test_the_ability_of_a_card_just_taken_can_be_used(card: str) -> None:
    table = play(busy(), f"take {card}")
    assert offers(table, "use") == {f"use {card}"}


@pytest.mark.rule("RA-6.7")
def test_peasant_and_knight_just_taken_help_in_the_same_turn() -> None:
    assert "place scandia" in offers(play(busy(), "take peasant"), "place")
    assert "plague anglia" in offers(play(busy(), "take knight"), "plague")


@pytest.mark.parametrize("card", USED)
@pytest.mark.rule("RA-6.8")
def test_who_takes_a_card_uses_it_though_its_last_holder_just_has(card: str) -> None:
    table = busy(card, players={"blue": {"citizens": {"scandia": 2}}})
    play(table, *STEPS[card], "plague gallia", f"take {card}")
    assert cards_of(table, "red") == [] and cards_of(table, "blue") == [card]
    assert table.pending == (1,) and offers(table, "use") == {f"use {card}"}


FULL = {"gallia": 3, "hispania": 3, "italia": 3}
IDLE: dict[str, dict[str, Any]] = {
    "monk, no rat": {"classes": "monk", "rats": {}},
    "monk, no room": {
        "classes": "monk",
        "seats": 2,
        "rats": dict.fromkeys(
            ("anglia", "gallia", "germania", "hispania", "hungaria", "italia", "polonia", "scandia"), 3
        ),
    },
    "merchant, no citizen": {"classes": "merchant", "palace": 4},
    "witch, no rat": {"classes": "witch", "rats": {}},
    "king, no citizen": {"classes": "king", "palace": 4},
    "king, rats everywhere": {"classes": "king", "rats": FULL, "citizens": {"gallia": 4, "italia": 1}},
}


@pytest.mark.parametrize("case", IDLE)
@pytest.mark.rule("RA-6.9")
def test_an_ability_with_nothing_to_do_can_not_be_used(case: str) -> None:
    fields = {"rats": {"hispania": 2}, "seats": 4, **IDLE[case]}
    red = {"classes": [fields["classes"]], "citizens": fields.get("citizens", {}), "palace": fields.get("palace", 0)}
    table = at(seats=fields["seats"], rats=fields["rats"], players={"red": red})
    assert offers(table, "use") == set()
    assert offers(table, "plague") != set()


# classes


@every_card
@pytest.mark.parametrize("symbol", CLASS_OF.values())
@pytest.mark.rule("RA-6.10")
def test_each_card_is_of_its_class(card: str, symbol: str) -> None:
    players = {"red": {"citizens": {"gallia": 2}}, "blue": {"citizens": {"gallia": 2}, "classes": [card]}}
    rats = {"gallia": [{"token": [1, symbol]}]}
    box = {"tokens": {"regular": [[1, symbol]] + [[6, "all"]] * 40}}
    table = at(rats=rats, plague="germania", players=players, components=box)
    play(table, "plague gallia", "to italia")
    after = table.position()["players"]
    assert after["red"]["citizens"] == {"gallia": 2}
    assert after["blue"]["citizens"] == {"gallia": 1 if CLASS_OF[card] == symbol else 2}
