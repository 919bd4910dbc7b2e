"""Queen, Soldier and Crusader: connected areas, one rat more, rats revealed together. [RA-12.38 to RA-12.49]"""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import Table, from_position
from tests.rattus.piper_table import (
    FULL,
    Face,
    asked,
    box_with,
    citizens,
    faces_turned,
    how_many_rats,
    in_play,
    last_round,
    plague_in_gallia,
    player,
    table_of,
)
from tests.rattus.play import kinds, names, play, regions, tokens

TWO = {"gallia": 1, "italia": 1}  # neighbours
ONE = {"polonia": 3}
APART = {"anglia": 1, "hungaria": 1, "hispania": 1}  # no two of them are neighbours


def queen(own: dict[str, int], blue: dict[str, int], **fields: Any) -> Table:
    """Red, with the Queen, can place in scandia among one rat."""
    others = {"blue": {"citizens": blue}, **fields.pop("others", {})}
    return table_of("queen", citizens=own, others=others, rats={"scandia": 1}, **fields)


# Queen: when


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.rule("RA-12.38")
def test_the_queen_adds_two_citizens_to_a_larger_connected_area(seats: int) -> None:
    table = play(queen(TWO, ONE, seats=seats), "place scandia")
    assert asked(table) == ("place-more", "red") and names(table) == {"one-more", "pass"}
    assert citizens(table) == {**TWO, "scandia": 1}
    assert citizens(play(table, "one-more")) == {**TWO, "scandia": 3}


@pytest.mark.parametrize(
    ("own", "blue"),
    [
        (TWO, {"hungaria": 1, "polonia": 1}),  # as many
        ({"polonia": 9}, TWO),  # fewer
        (APART, {"hungaria": 1}),  # three regions, but none beside another
        ({}, {}),
    ],
)
@pytest.mark.rule("RA-12.38", "RA-12.40")
def test_she_adds_nothing_to_an_area_that_is_not_larger(own: dict[str, int], blue: dict[str, int]) -> None:
    table = queen(own, blue)
    assert regions(table, "place") == {"scandia"}
    play(table, "place scandia")
    assert asked(table)[0] == "act" and citizens(table)["scandia"] == 1


@pytest.mark.rule("RA-12.38")
def test_the_largest_area_of_any_other_seat_counts() -> None:
    green = {"green": {"citizens": {"hungaria": 1, "polonia": 1}}}
    assert asked(play(queen(TWO, ONE, others=green), "place scandia"))[0] == "act"
    three = {**TWO, "hungaria": 1}
    assert asked(play(queen(three, ONE, others=green), "place scandia"))[0] == "place-more"


@pytest.mark.rule("RA-12.38")
def test_regions_are_counted_and_not_citizens_nor_those_in_the_palace() -> None:
    table = queen(TWO, {"polonia": 12})
    assert asked(play(table, "place scandia"))[0] == "place-more"
    table = queen({"gallia": 9}, {"polonia": 1}, palace=5)
    assert asked(play(table, "place scandia"))[0] == "act"


@pytest.mark.rule("RA-12.38")
def test_regions_joined_by_an_arrow_are_connected() -> None:
    table = queen({"anglia": 1, "gallia": 1}, ONE)
    assert asked(play(table, "place scandia"))[0] == "place-more"


@pytest.mark.rule("RA-12.39")
def test_the_area_is_judged_before_the_first_citizen_is_placed() -> None:
    """Scandia beside germania makes two regions, which is too late."""
    table = play(queen({"germania": 1}, ONE), "place scandia")
    assert citizens(table) == {"germania": 1, "scandia": 1} and asked(table)[0] == "act"


@pytest.mark.rule("RA-12.39")
def test_both_citizens_come_to_the_region_of_the_phase_or_neither() -> None:
    for answer, more in (("one-more", 2), ("pass", 0)):
        table = play(queen(TWO, ONE), "place scandia", answer)
        assert citizens(table) == {**TWO, "scandia": 1 + more} and asked(table)[0] == "act"
        assert not any(name.startswith("place") for name in names(table))


@pytest.mark.rule("RA-12.39")
def test_of_the_queens_two_only_as_many_come_as_the_supply_has() -> None:
    table = play(queen(TWO, ONE, palace=16), "place scandia", "one-more")
    assert citizens(table) == {**TWO, "scandia": 2} and player(table)["supply"] == 0
    empty = play(queen(TWO, ONE, palace=17), "place scandia")
    assert citizens(empty) == {**TWO, "scandia": 1} and asked(empty)[0] == "act"


@pytest.mark.rule("RA-12.39", "RA-12.24")
def test_with_the_mayor_the_queens_two_are_asked_for_one_by_one() -> None:
    table = play(table_of("mayor", "queen", citizens=TWO), "use mayor")
    assert asked(table) == ("place-within", "red") and names(table) == {"pass", "place gallia", "place italia"}
    play(table, "place gallia", "pass")
    assert sum(citizens(table).values()) == 2 + 1 + 2, "one of the Queen's, and two of the Mayor's"


@pytest.mark.rule("RA-12.40")
def test_in_a_region_without_rats_the_queens_two_come_by_themselves() -> None:
    table = queen(TWO, ONE)
    assert regions(table, "place") == in_play(3)
    play(table, "place turcia")
    assert citizens(table) == {**TWO, "turcia": 2} and asked(table)[0] == "act"


@pytest.mark.rule("RA-12.40", "RA-3.5", "RA-3.6")
def test_with_the_peasant_both_are_asked_for_the_peasant_first() -> None:
    table = play(table_of("queen", "peasant", citizens=TWO), "place turcia")
    assert table.position()["asks"][-1]["card"] == "peasant"
    play(table, "pass")
    assert table.position()["asks"][-1]["card"] == "queen"
    assert from_position(table.position()).position() == table.position()
    assert citizens(play(table, "one-more")) == {**TWO, "turcia": 2}


@pytest.mark.rule("RA-12.40")
def test_a_seat_without_a_citizen_has_no_area_though_nobody_has_one() -> None:
    assert not regions(table_of("queen", palace=4), "place")
    assert regions(table_of("queen", citizens={"gallia": 1}), "place") == in_play(3)


# Queen: the last round


@pytest.mark.rule("RA-12.41")
def test_in_the_last_round_two_citizens_come_to_any_one_region() -> None:
    blue = {"classes": ["queen", "wizard"], "citizens": TWO}
    table = play(last_round({"blue": blue, "red": {"citizens": ONE}}, rats={"scandia": 1}), "use queen")
    assert regions(table, "place") == in_play(2)
    play(table, "place scandia")
    assert citizens(table, "blue") == {**TWO, "scandia": 2} and "use queen" not in names(table)


@pytest.mark.parametrize("red", [TWO, {"hungaria": 1, "polonia": 1, "germania": 1}])
@pytest.mark.rule("RA-12.41")
def test_in_the_last_round_too_the_area_must_be_larger(red: dict[str, int]) -> None:
    blue = {"classes": ["queen", "wizard"], "citizens": {"anglia": 1, "scandia": 1}}
    assert names(last_round({"blue": blue, "red": {"citizens": red}})) == {"pass", "use wizard"}


@pytest.mark.rule("RA-12.41")
def test_in_the_last_round_nothing_comes_without_a_supply() -> None:
    blue = {"classes": ["queen", "wizard"], "citizens": TWO, "palace": 18}
    assert names(last_round({"blue": blue})) == {"pass", "use wizard"}


# Soldier and Crusader: the way of the piece


@pytest.mark.parametrize("card", ["soldier", "crusader"])
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.rule("RA-12.42", "RA-12.46")
def test_the_piece_goes_two_steps_with_five_or_six_seats_three(card: str, seats: int) -> None:
    one = {"anglia", "germania", "hispania", "italia"}
    two = {*one, "scandia", "hungaria", "polonia"} | ({"maroc", "tunisia"} if seats > 4 else set())
    reached = regions(table_of(card, plague="gallia", seats=seats), "plague")
    assert reached >= two and "gallia" not in reached
    assert ("bulgaria" in reached) == (seats > 4), "three steps away"
    assert "turcia" not in reached, "four steps away"
    assert regions(table_of(plague="gallia", seats=seats), "plague") == one


# Soldier: one rat more


@pytest.mark.parametrize(("there", "come"), [(1, 2), (2, 3), (3, 3)])
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.rule("RA-12.43")
def test_the_soldier_brings_one_rat_more(seats: int, there: int, come: int) -> None:
    table = table_of("soldier", plague="gallia", rats={"germania": there}, seats=seats)
    play(table, "plague germania", "one-more", *["to polonia"] * come)
    assert how_many_rats(table) == {"germania": there, "polonia": come}
    assert table.position()["turn"] == "blue"


@pytest.mark.rule("RA-12.43", "RA-4.4")
def test_the_rats_may_come_to_different_neighbours_while_there_is_room() -> None:
    table = table_of("soldier", plague="gallia", rats={"germania": 2, "polonia": 3})
    play(table, "plague germania", "one-more", "to italia")
    assert "polonia" not in regions(table, "to")
    play(table, "to scandia", "to gallia")
    assert how_many_rats(table) == {"gallia": 1, "germania": 2, "italia": 1, "polonia": 3, "scandia": 1}


@pytest.mark.rule("RA-12.44")
def test_the_rat_may_be_left_out_which_is_said_before_the_first_one_comes() -> None:
    table = play(table_of("soldier", plague="gallia", rats={"germania": 1}), "plague germania")
    assert asked(table) == ("more-rats", "red") and names(table) == {"one-more", "pass"}
    assert how_many_rats(table) == {"germania": 1}
    play(table, "pass", "to polonia")
    assert how_many_rats(table) == {"germania": 1, "polonia": 1} and table.position()["turn"] == "blue"


@pytest.mark.rule("RA-12.44")
def test_from_a_region_without_rats_none_comes() -> None:
    table = play(table_of("soldier", plague="gallia"), "plague germania")
    assert table.position()["turn"] == "blue" and how_many_rats(table) == {}


@pytest.mark.rule("RA-12.44", "RA-6.9")
def test_nothing_is_asked_when_no_rat_can_come() -> None:
    full = dict.fromkeys(("gallia", "hungaria", "italia", "polonia", "scandia"), FULL)
    table = play(table_of("soldier", plague="gallia", rats={"germania": 1, **full}), "plague germania")
    assert table.position()["turn"] == "blue"
    none_left = play(table_of("soldier", plague="gallia", rats={"germania": 1}, supply=0), "plague germania")
    assert none_left.result is not None


@pytest.mark.rule("RA-12.43", "RA-6.4")
def test_the_soldier_is_for_its_holder_alone() -> None:
    others = {"blue": {"classes": ["soldier"]}}
    table = play(table_of(plague="gallia", rats={"germania": 1}, others=others), "plague germania")
    assert asked(table) == ("spread", "red")


# Soldier: the last round


def soldier(**fields: Any) -> Table:
    """Blue's last round with the Soldier, and another card so that it is asked again. The plague piece is in gallia."""
    blue = {"classes": ["soldier", "wizard"], "citizens": {"polonia": 1}}
    return last_round({"blue": blue}, **{"plague": "gallia", **fields})


@pytest.mark.rule("RA-12.45", "RA-9.11")
def test_in_the_last_round_a_rat_comes_beside_the_plague_piece_which_stays() -> None:
    table = play(soldier(supply=["t20", "t30"], rats={"italia": FULL}), "use soldier")
    assert names(table) == {"pass", "to anglia", "to germania", "to hispania"}, "italia is full"
    play(table, "to germania")
    (token,) = tokens(table, "germania")
    assert token in ("t20", "t30") and len(table.position()["supply"]) == 1
    assert table.position()["plague"] == "gallia" and "use soldier" not in names(table)
    assert not table.position()["rats"]["germania"][0].get("returned", False)


@pytest.mark.rule("RA-12.45")
def test_in_the_last_round_a_turned_rat_comes_when_the_supply_is_empty() -> None:
    table = soldier(supply=0)
    gone = {name[:3] for name in table.view(None)["turned"]}
    play(table, "use soldier", "to germania")
    (token,) = tokens(table, "germania")
    assert token in gone and table.position()["rats"]["germania"][0]["returned"]


@pytest.mark.rule("RA-12.45", "RA-12.18")
def test_in_the_last_round_no_rat_comes_over_a_wall_nor_to_a_bishop_and_it_may_be_left_out() -> None:
    table = play(soldier(walls=[["gallia", "italia"]], bishops=["germania"]), "use soldier")
    assert names(table) == {"pass", "to anglia", "to hispania"}
    play(table, "pass")
    assert how_many_rats(table) == {} and "use soldier" not in names(table)


@pytest.mark.rule("RA-12.45", "RA-6.9")
def test_in_the_last_round_the_soldier_needs_room_beside_the_piece() -> None:
    full = dict.fromkeys(("anglia", "germania", "hispania", "italia"), FULL)
    assert names(soldier(rats=full)) == {"pass", "use wizard"}


# Crusader: rats revealed together


def crusade(
    *faces: Face, answer: str | None = "reveal", cards: tuple[str, ...] = ("crusader",), **fields: Any
) -> Table:
    """Red, with the Crusader, has brought the plague to gallia, and says whether the rats are revealed."""
    fields.setdefault("others", {"blue": {"citizens": {"gallia": 2}}})
    table = plague_in_gallia(*cards, faces=faces, **fields)
    return table if answer is None else play(table, answer)


def revealed(table: Table) -> list[bool]:
    """Which of gallia's rats are face up."""
    return [rat.get("open", False) for rat in table.position()["rats"].get("gallia", [])]


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.rule("RA-12.47", "RA-12.48")
def test_the_crusader_reveals_all_rats_and_says_which_acts_next(seats: int) -> None:
    faces: tuple[Face, ...] = ((1, "all"), (2, "all"), (3, "all"))
    fields: dict[str, Any] = {"others": {"blue": {"citizens": {"gallia": 4}}}, "seats": seats}
    table = crusade(*faces, answer=None, **fields)
    assert asked(table) == ("reveal-all", "red") and names(table) == {"reveal", "pass"}
    assert revealed(table) == [False] * 3 and faces_turned(table) == []
    play(table, "reveal")
    assert revealed(table) == [True] * 3 and kinds(table).count("rat-revealed") == 3
    assert asked(table) == ("next-rat", "red") and names(table) == {"rat gallia", "rat gallia 2", "rat gallia 3"}
    play(table, "rat gallia 3")
    assert faces_turned(table) == [("3 all", True)] and citizens(table, "blue") == {"gallia": 3}
    assert names(table) == {"rat gallia", "rat gallia 2"}
    play(table, "rat gallia 2")
    assert faces_turned(table) == [("3 all", True), ("2 all", True), ("1 all", True)]
    assert how_many_rats(table).get("gallia") is None and table.position()["turn"] == "blue"


@pytest.mark.rule("RA-12.47", "RA-5.12")
def test_the_order_decides_what_acts() -> None:
    """The rat of limit 2 acts only before the other one."""
    faces: tuple[Face, ...] = ((1, "all"), (2, "all"))
    assert faces_turned(play(crusade(*faces), "rat gallia")) == [("1 all", True), ("2 all", False)]
    assert faces_turned(play(crusade(*faces), "rat gallia 2")) == [("2 all", True), ("1 all", True)]


@pytest.mark.rule("RA-12.47", "RA-12.48", "RA-5.4")
def test_revealed_rats_for_which_no_citizen_is_left_leave_the_game_too() -> None:
    faces: tuple[Face, ...] = ((1, "all"), (4, "magic"), (5, "magic"))
    table = play(crusade(*faces, others={"blue": {"citizens": {"gallia": 1}}}), "rat gallia")
    assert faces_turned(table) == [("1 all", True)] and kinds(table).count("rat-discarded") == 2
    assert "gallia" not in how_many_rats(table)
    assert {name.partition(" ")[2] for name in table.view(None)["turned"]} == {"1 all", "4 magic", "5 magic"}


@pytest.mark.rule("RA-12.48", "RA-5.4")
def test_the_reveal_may_be_left_out() -> None:
    """Then rats are turned in the order in which they came, and those that are not turned stay."""
    faces: tuple[Face, ...] = ((1, "all"), (4, "magic"))
    table = crusade(*faces, answer="pass", others={"blue": {"citizens": {"gallia": 1}}})
    assert faces_turned(table) == [("1 all", True)] and revealed(table) == [False]
    assert "rat-revealed" not in kinds(table) and table.position()["turn"] == "blue"


@pytest.mark.parametrize(("gallia", "faces"), [({}, [(1, "all")]), ({"gallia": 2}, [])])
@pytest.mark.rule("RA-12.48")
def test_the_reveal_is_asked_for_only_when_a_rat_is_about_to_be_turned(
    gallia: dict[str, int], faces: list[Face]
) -> None:
    table = crusade(*faces, answer=None, others={"blue": {"citizens": gallia}})
    assert table.position()["turn"] == "blue" and len(revealed(table)) == len(faces)


@pytest.mark.rule("RA-12.48")
def test_the_reveal_is_asked_for_after_the_knights_count_and_after_the_spread() -> None:
    table = crusade((4, "all"), (1, "magic"), cards=("crusader", "knight"), answer=None)
    assert asked(table) == ("count-piece", "red")
    play(table, "count")
    assert asked(table) == ("reveal-all", "red") and revealed(table) == [False, False]
    play(table, "reveal", "rat gallia")
    assert faces_turned(table)[0] == ("4 all", True), "the piece counts for revealed rats, too"
    spreading = plague_in_gallia("crusader", faces=((1, "all"),), full=False, citizens={"gallia": 1})
    assert asked(spreading) == ("spread", "red")
    assert asked(play(spreading, "to anglia")) == ("reveal-all", "red")


@pytest.mark.rule("RA-12.47", "RA-6.4")
def test_nothing_is_revealed_in_the_plague_of_another_seat() -> None:
    others = {"blue": {"classes": ["crusader"], "citizens": {"gallia": 2}}}
    table = plague_in_gallia(faces=((1, "all"), (2, "all")), others=others)
    assert table.position()["turn"] == "blue" and "rat-revealed" not in kinds(table)


@pytest.mark.rule("RA-12.47", "RA-12.8", "RA-12.10")
def test_with_the_serf_a_citizen_that_comes_keeps_the_plague_going_among_revealed_rats() -> None:
    """After the first rat nobody is left in gallia but the Serf's citizen, which the second one hits."""
    cards = ("crusader", "serf")
    faces: tuple[Face, ...] = ((1, "all"), (1, "peasantry"))
    table = play(crusade(*faces, cards=cards, others={"blue": {"citizens": {"gallia": 1}}}), "rat gallia")
    assert asked(table) == ("move-in", "red")
    play(table, "go 1")
    assert faces_turned(table) == [("1 all", True), ("1 peasantry", True)] and citizens(table) == {}


# Crusader: the last round


def last_crusade(
    *cards: str,
    faces: tuple[Face, ...] = ((1, "all"),),
    gallia: int = 1,
    others: dict[str, Any] | None = None,
    **fields: Any,
) -> Table:
    """Blue's last round with these cards, and the Peasant so that it is asked again. Piece and rats are in gallia."""
    players = {"blue": {"classes": [*cards, "peasant"]}, "red": {"citizens": {"gallia": gallia}}, **(others or {})}
    rats = {"gallia": [{"token": list(face)} for face in faces], **fields.pop("rats", {})}
    box = box_with(*faces, *fields.pop("more_faces", ()))
    return last_round(players, rats=rats, plague="gallia", components=box, **fields)


@pytest.mark.parametrize("seats", [2, 4, 5, 6])
@pytest.mark.rule("RA-12.49", "RA-9.11", "RA-9.13")
def test_in_the_last_round_the_crusaders_piece_goes_as_far_as_in_a_turn_or_stays(seats: int) -> None:
    slot: dict[str, Any] = {"step": seats - 1}  # the seat after the last one comes last
    table = play(last_crusade("crusader", seats=seats, **slot), "use crusader")
    reached = regions(table, "plague")
    assert "pass" in names(table) and {"italia", "scandia", "polonia"} <= reached
    assert ("bulgaria" in reached) == (seats > 4) and "gallia" not in reached


@pytest.mark.rule("RA-12.49", "RA-9.14")
def test_the_plague_ravages_there_at_once_with_the_reveal_and_without_new_rats() -> None:
    """In gallia, where the piece stays."""
    faces: tuple[Face, ...] = ((1, "all"), (1, "magic"))
    table = play(last_crusade("crusader", faces=faces, gallia=2, supply=9), "use crusader", "pass")
    assert asked(table) == ("reveal-all", "blue")
    play(table, "reveal", "rat gallia 2")
    assert faces_turned(table) == [("1 magic", True), ("1 all", True)] and citizens(table) == {"gallia": 1}
    assert how_many_rats(table) == {} and "rat-arrives" not in kinds(table)
    assert asked(table) == ("last-act", "blue") and "use crusader" not in names(table)


@pytest.mark.rule("RA-12.49", "RA-12.48")
def test_where_the_piece_goes_in_the_last_round_the_plague_ravages_and_nowhere_else() -> None:
    rats = {"polonia": [{"token": "t20"}]}
    table = last_crusade("crusader", rats=rats, others={"red": {"citizens": {"gallia": 1, "polonia": 1}}})
    play(table, "use crusader", "plague polonia", "reveal")
    assert table.position()["plague"] == "polonia" and how_many_rats(table) == {"gallia": 1}
    assert citizens(table)["gallia"] == 1


@pytest.mark.rule("RA-12.49", "RA-6.9")
def test_where_nothing_can_be_turned_the_crusader_only_moves_the_piece() -> None:
    table = play(last_crusade("crusader"), "use crusader", "plague italia")
    assert asked(table) == ("last-act", "blue") and table.position()["plague"] == "italia"
    assert how_many_rats(table) == {"gallia": 1}


# cards together in the last round


@pytest.mark.rule("RA-9.11", "RA-9.13", "RA-9.14", "RA-12.11")
def test_the_serf_with_the_crusader_must_move_goes_as_far_as_he_and_reveals() -> None:
    there: dict[str, Any] = {"rats": {"polonia": 2}, "others": {"red": {"citizens": {"polonia": 1}}}}
    table = play(last_crusade("crusader", "serf", **there), "use serf")
    assert "pass" not in names(table) and "plague polonia" in names(table), "two steps"
    play(table, "plague polonia")
    assert asked(table) == ("reveal-all", "blue")


@pytest.mark.rule("RA-9.12", "RA-9.14")
def test_one_plague_is_resolved_in_the_last_round_whatever_cards_a_seat_has() -> None:
    """The Crusader's plague is the Serf's, too: his citizen comes there, and he has no other one."""
    table = play(last_crusade("crusader", "serf"), "use crusader", "pass", "reveal")
    assert asked(table) == ("move-in", "blue")
    play(table, "go 1")
    assert citizens(table, "blue") == {"gallia": 1} and names(table) == {"pass", "use peasant"}
    other = play(last_crusade("crusader", "serf"), "use serf", "plague italia")
    assert names(other) == {"pass", "use peasant"}, "though nothing was turned in italia"


@pytest.mark.rule("RA-9.11")
def test_the_soldier_lends_his_steps_to_the_serf() -> None:
    near = play(last_crusade("serf"), "use serf")
    assert regions(near, "plague") == {"anglia", "germania", "hispania", "italia"}
    far = play(last_crusade("serf", "soldier"), "use serf")
    assert regions(far, "plague") >= {"scandia", "hungaria", "polonia"}


@pytest.mark.rule("RA-9.12", "RA-9.13")
def test_after_the_knight_has_moved_the_piece_the_serf_resolves_where_it_stands() -> None:
    table = last_crusade(
        "knight", "serf", others={"red": {"citizens": {"italia": 1}}}, rats={"italia": [{"token": "t20"}]}
    )
    play(table, "use knight", "plague italia", "pass", "use serf")
    assert table.position()["plague"] == "italia" and kinds(table).count("piece-moved") == 1
    assert kinds(table).count("rat-turned") == 1


@pytest.mark.rule("RA-9.13")
def test_after_a_knight_that_stayed_the_serf_must_move_and_the_crusader_may_stay() -> None:
    table = play(last_crusade("knight", "serf"), "use knight", "pass", "pass", "use serf")
    assert asked(table) == ("plague-to", "blue") and "pass" not in names(table)
    table = play(last_crusade("knight", "crusader"), "use knight", "pass", "pass", "use crusader")
    assert "pass" in names(table)


@pytest.mark.rule("RA-9.12")
def test_after_a_plague_the_knight_does_not_move_the_piece_any_more() -> None:
    for stay in ("pass", "plague italia"):
        table = play(last_crusade("crusader", "knight", faces=()), "use crusader", stay, "use knight")
        assert asked(table) == ("count-piece", "blue")


KILLS_THEN_THREE: tuple[Face, ...] = ((1, "all"), (3, "all"))  # the second rat is left when one citizen was there


@pytest.mark.rule("RA-9.15")
def test_a_count_that_acted_in_the_seats_own_plague_is_spent() -> None:
    """Blue's Peasant brings a citizen to the rat of limit 3: it would act if the piece still counted as two."""
    table = last_crusade("crusader", "knight", faces=KILLS_THEN_THREE)
    play(table, "use crusader", "pass", "count", "pass")
    assert names(table) == {"pass", "use peasant"}, "the Knight is used"
    play(table, "use peasant", "place gallia")
    assert faces_turned(table) == [("1 all", True), ("3 all", False)]
    assert table.result is not None and citizens(table, "blue") == {"gallia": 1}


@pytest.mark.rule("RA-9.15")
def test_a_count_left_out_in_the_plague_is_still_there_for_the_last_ravage() -> None:
    table = last_crusade("crusader", "knight", faces=KILLS_THEN_THREE)
    play(table, "use crusader", "pass", "pass", "pass", "use knight", "count", "use peasant", "place gallia")
    assert faces_turned(table) == [("1 all", True), ("3 all", True)]


@pytest.mark.rule("RA-9.14", "RA-9.15")
def test_a_count_made_before_acts_in_the_seats_own_plague_and_is_spent_by_it() -> None:
    faces: tuple[Face, ...] = ((3, "all"), (3, "all"))
    table = last_crusade("crusader", "knight", faces=faces)
    play(table, "use knight", "pass", "count", "use crusader", "pass", "pass")
    assert faces_turned(table) == [("3 all", True)]
    play(table, "use peasant", "place gallia")
    assert faces_turned(table) == [("3 all", True), ("3 all", False)]


@pytest.mark.rule("RA-9.16")
def test_what_an_earlier_seat_lets_the_piece_count_for_acts_in_the_last_ravage_only() -> None:
    """Green has let it count; blue resolves a plague in gallia, then puts a citizen before the rat of limit 3."""
    faces: tuple[Face, ...] = ((3, "all"), (1, "all"), (3, "all"))
    others = {"green": {"classes": ["knight"]}}
    fields: dict[str, Any] = {"seats": 3, "step": 2, "piece-counts": 2, "others": others}
    table = last_crusade("crusader", faces=faces, **fields)
    play(table, "use crusader", "pass", "pass")
    assert faces_turned(table) == [("3 all", False), ("1 all", True)]
    play(table, "use peasant", "place gallia")
    assert faces_turned(table)[-1] == ("3 all", True)


@pytest.mark.parametrize(("goes_to", "acts"), [("italia", True), ("hispania", False)])
@pytest.mark.rule("RA-9.16")
def test_the_count_of_an_earlier_seat_goes_with_the_piece(goes_to: str, acts: bool) -> None:
    """Away from gallia; in italia a rat of limit 3 meets the citizen that the Peasant brings after blue's plague."""
    others = {"green": {"classes": ["knight"]}, "red": {"citizens": {"gallia": 1}}}
    rats = {"italia": [{"token": [3, "majority"]}]}
    fields: dict[str, Any] = {"seats": 3, "step": 2, "piece-counts": 2, "supply": 0}
    faces: tuple[Face, ...] = ((3, "all"),)
    table = last_crusade("crusader", faces=faces, rats=rats, others=others, more_faces=[(3, "majority")], **fields)
    play(table, "use crusader", f"plague {goes_to}", "use peasant", "place italia")
    assert faces_turned(table) == [("3 all", False), ("3 majority", acts)]


@pytest.mark.rule("RA-9.18")
def test_in_the_last_ravage_neither_crusader_nor_serf_acts() -> None:
    """Blue holds both, and uses neither in the last round."""
    table = play(last_crusade("crusader", "serf", faces=((1, "all"), (1, "majority"))), "pass")
    assert table.result is not None and faces_turned(table) == [("1 all", True)]
    assert how_many_rats(table) == {"gallia": 1} and citizens(table, "blue") == {}
    assert "rat-revealed" not in kinds(table)


@pytest.mark.rule("RA-9.12")
def test_a_position_of_the_last_round_tells_whether_the_piece_has_moved_and_a_plague_is_resolved() -> None:
    """So that after reading it the same cards can be used as before."""
    others = {"red": {"citizens": {"italia": 2}}}
    table = last_crusade("knight", "serf", rats={"italia": 2}, others=others)
    play(table, "use knight", "plague italia", "pass")
    moved = from_position(table.position())
    assert moved.position()["piece-moved"] and names(moved) == {"pass", "use serf", "use peasant"}
    play(moved, "use serf")
    assert moved.position()["plague"] == "italia" and kinds(moved).count("piece-moved") == 0
    done = from_position(moved.position())
    assert done.position()["resolved"] == "done" and names(done) == names(moved) == {"pass", "use peasant"}
