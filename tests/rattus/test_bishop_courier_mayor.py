"""Bishop, Courier and Mayor: regions closed to rats, citizens that change places, majorities that grow. [RA-12]"""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import Table
from tests.rattus.big_box import asked, blue_ends, citizens, faces, last_round, lie, of, red_has, seated, struck, told
from tests.rattus.play import kinds, names, play, rats_in, red, regions, tokens

RED, BLUE, GREEN = 0, 1, 2
GALLIA, GERMANIA, ITALIA, NEW = 1, 2, 5, 17

# Bishop


@pytest.mark.rule("RA-12.15", "RA-12.17")
def test_the_first_two_uses_place_a_bishop_in_any_region_without_one() -> None:
    table = play(red_has("bishop", rats={"gallia": 2}), "use bishop")
    assert len(regions(table, "place")) == len(names(table)) == 10
    play(table, "place gallia")
    assert table.position()["bishops"] == ["gallia"] and told(table, "bishop-moved") == [(RED, NEW, GALLIA, 0)]
    assert asked(table) == ("red", "act") and "use bishop" not in names(table)
    second = play(red_has("bishop", bishops=["gallia"]), "use bishop")
    assert len(regions(second, "place")) == len(names(second)) == 9 and "place gallia" not in names(second)
    play(second, "place italia")
    assert second.position()["bishops"] == ["gallia", "italia"]


@pytest.mark.parametrize(("moves", "stays"), [("gallia", "italia"), ("italia", "gallia")])
@pytest.mark.rule("RA-12.15", "RA-12.17")
def test_when_both_are_placed_either_moves_to_a_region_without_a_bishop(moves: str, stays: str) -> None:
    table = play(red_has("bishop", bishops=["gallia", "italia"]), "use bishop")
    assert names(table) == {"from gallia", "from italia"}
    play(table, f"from {moves}")
    assert len(regions(table, "place")) == 8
    assert not regions(table, "place") & {"gallia", "italia"}, "neither where it was nor where the other is"
    play(table, "place polonia")
    assert set(table.position()["bishops"]) == {stays, "polonia"}
    assert [(what, where) for _, what, where, _ in told(table, "bishop-moved")] == [
        (GALLIA if moves == "gallia" else ITALIA, 6)
    ]


@pytest.mark.rule("RA-12.16", "RA-12.18")
def test_no_rat_of_the_spread_comes_to_a_region_with_a_bishop() -> None:
    table = red_has("bishop", bishops=["italia", "anglia"], rats={"gallia": 2}, plague="germania")
    play(table, "plague gallia")
    assert names(table) == {"to germania", "to hispania"}
    play(table, "to hispania", "to hispania")
    closed = red_has("bishop", bishops=["scandia"], rats={"anglia": 1, "gallia": 3}, plague="scandia", supply=9)
    play(closed, "plague anglia")
    assert closed.position()["turn"] == "blue" and len(closed.position()["supply"]) == 9


@pytest.mark.rule("RA-12.16")
def test_rats_that_lie_where_the_bishop_comes_stay_and_are_turned() -> None:
    rats = {"gallia": lie((1, "all")), "anglia": 3, "germania": 3, "hispania": 3, "italia": 3}
    box = faces((1, "all"))
    table = red_has("bishop", citizens={"gallia": 2}, rats=rats, components=box, plague="germania")
    play(table, "use bishop", "place gallia")
    assert len(rats_in(table, "gallia")) == 1
    play(table, "plague gallia")
    assert struck(table) == [True] and citizens(table, "gallia") == {"red": 1}


@pytest.mark.rule("RA-12.16")
def test_citizens_and_the_plague_piece_come_to_a_region_with_a_bishop_as_ever() -> None:
    table = red_has("bishop", bishops=["italia"], rats={"italia": 2}, plague="germania")
    play(table, "place italia")
    assert red(table)["citizens"] == {"italia": 2} and "plague italia" in names(table)


@pytest.mark.rule("RA-12.17")
def test_the_bishops_stay_when_the_card_changes_hands() -> None:
    table = seated({"blue": {"classes": ["bishop"]}}, rats={"gallia": 1}, bishops=["italia"])
    play(table, "take bishop")
    assert table.position()["bishops"] == ["italia"]
    play(table, "use bishop")
    assert "from italia" not in names(table) and "place italia" not in names(table), "the second is placed first"


@pytest.mark.parametrize("holder", ["red", "blue", ""])
@pytest.mark.rule("RA-12.18")
def test_the_monk_brings_no_rat_to_a_bishop_but_takes_one_away(holder: str) -> None:
    players: dict[str, dict[str, Any]] = {"red": {"classes": ["monk"]}}
    if holder:
        players.setdefault(holder, {}).setdefault("classes", []).append("bishop")
    classes = ["bishop", "monk", "knight", "witch", "king", "merchant"]
    fields: dict[str, Any] = {"rats": {"gallia": 1, "italia": 1}, "bishops": ["italia"], "classes": classes}
    table = play(seated(players, **fields), "use monk", "rat gallia")
    assert names(table) == {"to anglia", "to germania", "to hispania"}
    away = play(seated(players, **fields), "use monk", "rat italia")
    assert names(away) == {"to gallia", "to germania", "to hispania", "to hungaria"}


LYING = {"gallia": [{"token": "t20"}], "italia": [{"token": "t30"}], "polonia": [{"token": "t40"}]}


@pytest.mark.parametrize(("first", "second"), [("gallia", "italia"), ("italia", "polonia")])
@pytest.mark.rule("RA-12.18")
def test_the_witch_swaps_no_rat_of_a_region_with_a_bishop(first: str, second: str) -> None:
    table = red_has("witch", "bishop", rats=LYING, bishops=["italia"])
    play(table, "use witch", f"rat {first}", f"rat {second}")
    assert asked(table) == ("red", "act") and tokens(table, "italia") == ["t30"]
    assert kinds(table).count("rat-seen") == 2, "she has looked all the same"
    free = red_has("witch", "bishop", rats=LYING, bishops=["italia"])
    assert "swap" in names(play(free, "use witch", "rat gallia", "rat polonia"))


@pytest.mark.rule("RA-12.18")
def test_the_upgraded_witch_arranges_no_rat_of_a_region_with_a_bishop() -> None:
    table = red_has("witch", rats=LYING, bishops=["italia"], level=2)
    play(table, "use witch", "rat gallia", "rat italia", "rat polonia")
    assert asked(table) == ("red", "arrange") and names(table) == {"rat gallia", "rat polonia"}
    play(table, "rat polonia")
    assert asked(table) == ("red", "act")
    assert [tokens(table, region)[0] for region in LYING] == ["t40", "t30", "t20"]


@pytest.mark.rule("RA-12.18")
def test_the_piper_goes_to_a_bishop_without_rats() -> None:
    table = red_has("pied-piper", citizens={"gallia": 1}, rats={"gallia": 2}, bishops=["italia"])
    play(table, "use pied-piper", "to italia")
    assert citizens(table, "italia") == {"red": 1} and len(rats_in(table, "gallia")) == 2
    assert rats_in(table, "italia") == []


@pytest.mark.rule("RA-12.18")
def test_the_soldiers_rat_of_the_last_round_comes_to_no_bishop() -> None:
    table = play(blue_ends("soldier", bishops=["italia"], supply=3), "use soldier")
    assert regions(table, "to") == {"anglia", "germania", "hispania"}


@pytest.mark.rule("RA-12.18")
def test_a_drawn_rat_may_replace_a_revealed_one_where_a_bishop_is() -> None:
    box = faces((3, "all"), (3, "magic"), (4, "magic"))
    table = red_has(
        *("crusader", "bishop"),
        level=3,
        bishops=["gallia"],
        citizens={"gallia": 3},
        rats={"gallia": lie((3, "all"), (3, "magic")), "anglia": 3, "germania": 3, "hispania": 3, "italia": 3},
        components=box,
        plague="germania",
    )
    play(table, "plague gallia", "reveal", "draw")
    assert names(table) == {"pass", "rat gallia", "rat gallia 2"}
    play(table, "rat gallia")
    assert "rat-replaced" in kinds(table) and len(rats_in(table, "gallia")) == 2


@pytest.mark.rule("RA-12.15")
def test_the_bishop_acts_in_the_last_round_too() -> None:
    table = play(blue_ends("bishop", "monk", rats={"gallia": 1}), "use bishop", "place italia", "use monk")
    assert names(table) == {"to anglia", "to germania", "to hispania"}


# Courier

THREE = {
    "blue": {"citizens": {"gallia": 1, "italia": 2}},
    "green": {"citizens": {"italia": 1, "polonia": 1}},
}


@pytest.mark.rule("RA-12.19")
def test_the_courier_lets_two_citizens_of_two_seats_in_two_regions_change_places() -> None:
    table = red_has("courier", citizens={"gallia": 2}, others=THREE)
    play(table, "use courier")
    assert names(table) == {"from gallia", "from italia", "from polonia"}
    play(table, "from gallia")
    assert names(table) == {"of red", "of blue"}
    play(table, "of red")
    assert names(table) == {"from italia", "from polonia"}
    play(table, "from italia")
    assert names(table) == {"of blue", "of green"}
    play(table, "of green")
    assert citizens(table, "gallia") == {"red": 1, "blue": 1, "green": 1}
    assert citizens(table, "italia") == {"red": 1, "blue": 2}
    assert told(table, "citizen-led") == [(RED, GALLIA, ITALIA, 1), (GREEN, ITALIA, GALLIA, 1)]
    assert asked(table) == ("red", "act") and "use courier" not in names(table)


@pytest.mark.rule("RA-12.19")
def test_both_citizens_of_the_courier_may_be_of_others() -> None:
    table = red_has("courier", citizens={"scandia": 1}, others=THREE)
    play(table, "use courier", "from polonia", "from italia")
    assert citizens(table, "polonia") == {"blue": 1} and citizens(table, "italia") == {"blue": 1, "green": 2}
    assert red(table)["citizens"] == {"scandia": 1}


@pytest.mark.rule("RA-12.19")
def test_the_courier_swaps_no_two_of_one_seat_and_no_two_of_one_region() -> None:
    one_seat = red_has("courier", citizens={"gallia": 2, "italia": 2})
    assert "use courier" not in names(one_seat)
    one_region = red_has("courier", citizens={"gallia": 2}, others={"blue": {"citizens": {"gallia": 2}}})
    assert "use courier" not in names(one_region)
    table = red_has("courier", citizens={"gallia": 1, "polonia": 1}, others={"blue": {"citizens": {"gallia": 1}}})
    play(table, "use courier")
    assert names(table) == {"from gallia", "from polonia"}
    play(table, "from gallia")  # blue's citizen of gallia for red's of polonia is all there is
    assert citizens(table, "gallia") == {"red": 2} and citizens(table, "polonia") == {"blue": 1}


@pytest.mark.rule("RA-12.20")
def test_the_courier_swaps_nobody_in_the_palace_or_on_a_card() -> None:
    others = {"blue": {"classes": ["baker"], "palace": 3, "on-card": 3}}
    assert "use courier" not in names(red_has("courier", citizens={"gallia": 2}, palace=1, others=others))
    others = {"blue": {"palace": 3, "citizens": {"italia": 1}}}
    table = play(red_has("courier", citizens={"gallia": 2}, palace=1, others=others), "use courier")
    assert names(table) == {"from gallia", "from italia"}


@pytest.mark.parametrize(("answer", "left"), [("citizen 0", 2), ("citizen 2", 0)])
@pytest.mark.rule("RA-12.21")
def test_the_seat_on_turn_chooses_which_citizen_is_swapped_and_it_keeps_its_potions(answer: str, left: int) -> None:
    others = {"blue": {"citizens": {"italia": 2}}}
    potions = [{"seat": "blue", "place": "italia", "potions": 2}]
    table = red_has("courier", citizens={"gallia": 1}, others=others, potions=potions)
    play(table, "use courier", "from gallia")
    assert asked(table) == ("red", "exchange-for") and names(table) == {"citizen 0", "citizen 2"}
    play(table, answer)
    place = "italia" if left else "gallia"
    assert table.position()["potions"] == [{"seat": "blue", "place": place, "potions": 2}]
    assert citizens(table, "gallia") == {"blue": 1} and citizens(table, "italia") == {"red": 1, "blue": 1}


@pytest.mark.rule("RA-12.19", "RA-12.21")
def test_the_first_of_the_two_is_chosen_by_its_potions_too() -> None:
    others = {"blue": {"citizens": {"italia": 2}}}
    potions = [{"seat": "blue", "place": "italia", "potions": 1}]
    table = red_has("courier", citizens={"gallia": 1}, others=others, potions=potions)
    play(table, "use courier", "from italia", "citizen 1")
    assert table.position()["potions"] == [{"seat": "blue", "place": "gallia", "potions": 1}]


@pytest.mark.rule("RA-12.19", "RA-9.7")
def test_in_the_last_round_the_courier_swaps_one_pair_also_where_older_questions_wait() -> None:
    """What the Merchant has remembered is no business of the Courier's."""
    others = {"red": {"citizens": {"italia": 5, "polonia": 3}}}
    asks = [{"ask": "last-act", "seats": ["blue"]}, {"ask": "go-from", "seats": ["blue"], "most": 3}]
    table = blue_ends("merchant", "courier", citizens={"gallia": 5}, others=others, asks=asks, used=["merchant"])
    play(table, "to anglia", "go 1", "use courier", "from italia", "from gallia")
    assert citizens(table, "italia") == {"red": 4, "blue": 1} and citizens(table, "gallia") == {"red": 1, "blue": 3}
    assert table.result is not None, "nothing else is asked"


# Mayor

LEADS = {"gallia": 2, "italia": 3, "polonia": 2, "scandia": 1}
AGAINST = {
    "blue": {"citizens": {"gallia": 1, "italia": 2, "polonia": 2, "anglia": 1}},
    "green": {"citizens": {"gallia": 1, "scandia": 4}},
}


@pytest.mark.rule("RA-12.22", "RA-12.24")
def test_instead_of_phase_b_the_mayor_places_one_where_the_seat_has_more_than_any_other() -> None:
    table = red_has("mayor", citizens=LEADS, others=AGAINST, rats={"gallia": 3, "polonia": 1})
    play(table, "use mayor")
    assert red(table)["citizens"] == {**LEADS, "gallia": 3, "italia": 4}
    assert red(table)["supply"] == 20 - 8 - 2
    assert told(table, "citizens-placed") == [(RED, 0, GALLIA, 1), (RED, 0, ITALIA, 1)]
    assert asked(table) == ("red", "act") and not regions(table, "place") and "use mayor" not in names(table)
    assert of(table, "blue")["citizens"] == AGAINST["blue"]["citizens"]


@pytest.mark.rule("RA-12.22")
def test_after_phase_b_the_mayor_can_not_be_used() -> None:
    table = red_has("mayor", citizens=LEADS, others=AGAINST, rats={"gallia": 1, "polonia": 1})
    assert "use mayor" in names(table)
    play(table, "place polonia")
    assert "use mayor" not in names(table)


@pytest.mark.rule("RA-12.22")
def test_without_a_majority_or_a_supply_the_mayor_does_nothing() -> None:
    tied = red_has("mayor", citizens={"polonia": 2}, others=AGAINST, rats={"gallia": 1})
    assert "use mayor" not in names(tied)
    assert "use mayor" not in names(red_has("mayor", rats={"gallia": 1}, palace=2))
    assert "use mayor" not in names(red_has("mayor", citizens={"gallia": 4}, palace=16, rats={"gallia": 1}))
    assert "use mayor" in names(red_has("mayor", citizens={"gallia": 4}, palace=15, rats={"gallia": 1}))


@pytest.mark.parametrize(("answer", "left"), [("place italia", {"gallia": 3, "italia": 5}), ("pass", None)])
@pytest.mark.rule("RA-12.23", "RA-12.24")
def test_the_peasants_citizen_then_comes_to_one_of_the_mayors_regions(answer: str, left: dict[str, int] | None) -> None:
    """Never to polonia, though it has rats."""
    table = red_has("mayor", "peasant", citizens=LEADS, others=AGAINST, rats={"gallia": 1, "polonia": 2})
    play(table, "use mayor")
    assert asked(table) == ("red", "place-within")
    assert names(table) == {"pass", "place gallia", "place italia"}
    play(table, answer)
    assert red(table)["citizens"] == {**LEADS, **(left or {"gallia": 3, "italia": 4})}
    assert asked(table) == ("red", "act")
    assert table.position()["used"] == (["peasant", "mayor"] if left else ["mayor"])


@pytest.mark.rule("RA-12.23", "RA-12.24")
def test_the_queens_two_are_asked_for_one_by_one_and_may_part() -> None:
    own = {"gallia": 1, "italia": 1}
    table = red_has("mayor", "queen", citizens=own, rats={"gallia": 1})
    play(table, "use mayor", "place gallia")
    assert names(table) == {"pass", "place gallia", "place italia"}
    play(table, "place italia")
    assert red(table)["citizens"] == {"gallia": 3, "italia": 3} and asked(table) == ("red", "act")


@pytest.mark.rule("RA-12.23", "RA-12.24")
def test_what_peasant_and_queen_add_is_asked_in_the_order_of_the_cards() -> None:
    table = red_has("queen", "mayor", "peasant", citizens={"gallia": 1, "italia": 1}, rats={"gallia": 1})
    play(table, "use mayor")
    cards = []
    while asked(table)[1] == "place-within":
        cards.append(table.position()["asks"][-1].get("card", "peasant"))
        play(table, "pass")
    assert cards == ["peasant", "queen", "queen"]


@pytest.mark.rule("RA-12.24")
def test_where_the_supply_does_not_last_the_seat_chooses_the_mayors_regions() -> None:
    own = {"gallia": 1, "italia": 1, "polonia": 1}
    table = red_has("mayor", "peasant", citizens=own, palace=15, rats={"gallia": 1})
    play(table, "use mayor")
    assert names(table) == {"place gallia", "place italia", "place polonia"}, "each of them, and none left out"
    play(table, "place polonia")
    assert names(table) == {"place gallia", "place italia"}
    play(table, "place italia")
    assert red(table)["citizens"] == {"gallia": 1, "italia": 2, "polonia": 2} and red(table)["supply"] == 0
    assert asked(table) == ("red", "act"), "nothing is left for the peasant"


@pytest.mark.rule("RA-12.24")
def test_the_last_of_the_supply_is_the_mayors_before_it_is_the_peasants() -> None:
    table = red_has("mayor", "peasant", citizens={"gallia": 1, "italia": 1}, palace=16, rats={"gallia": 1})
    play(table, "use mayor")
    assert red(table)["citizens"] == {"gallia": 2, "italia": 2} and asked(table) == ("red", "act")


@pytest.mark.rule("RA-12.25")
def test_in_the_last_round_the_mayor_places_one_citizen_in_one_region_of_the_majority() -> None:
    others = {"red": {"citizens": {"polonia": 2, "italia": 1}}}
    table = blue_ends("mayor", citizens={"gallia": 1, "italia": 2, "polonia": 2}, others=others)
    play(table, "use mayor")
    assert names(table) - {"pass"} == {"place gallia", "place italia"}
    play(table, "place italia")
    assert table.result is not None
    assert of(table, "blue")["citizens"] == {"gallia": 1, "italia": 3, "polonia": 2}
    assert told(table, "citizens-placed") == [(BLUE, 0, ITALIA, 1)]


@pytest.mark.rule("RA-12.25")
def test_without_a_majority_the_mayor_is_not_asked_in_the_last_round() -> None:
    others = {"red": {"citizens": {"italia": 2}}}
    table = last_round({"blue": {"classes": ["mayor"], "citizens": {"italia": 2}}, **others})
    assert table.result is not None


def test_the_cards_of_this_file_are_of_their_classes() -> None:
    """A rat of the class hits the holder. [RA-5.6]"""
    for card, symbol in {"bishop": "church", "courier": "bourgeoisie", "mayor": "bourgeoisie"}.items():
        assert hit_by(symbol, card) == {"red": 2, "blue": 1}


def hit_by(symbol: str, card: str) -> dict[str, int]:
    """Who has how many in gallia after a rat of this class, when blue holds the card."""
    rats = {"gallia": lie((1, symbol)), "anglia": 3, "germania": 3, "hispania": 3, "italia": 3}
    players = {"red": {"citizens": {"gallia": 2}}, "blue": {"classes": [card], "citizens": {"gallia": 2}}}
    table: Table = seated(players, rats=rats, components=faces((1, symbol)), plague="germania")
    return citizens(play(table, "plague gallia"), "gallia")
