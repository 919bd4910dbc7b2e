"""Wizard, Pied Piper, Emperor, Queen, Soldier and Crusader at levels II and III. [RA-13.28 to RA-13.41]"""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import Table
from tests.rattus.piper_table import (
    FULL,
    Face,
    asked,
    bearing,
    box_with,
    citizens,
    faces_turned,
    how_many_rats,
    in_play,
    last_round,
    plague_in_gallia,
    potions,
    table_of,
)
from tests.rattus.play import kinds, names, play, regions, tokens

TWO = {"gallia": 1, "italia": 1}  # neighbours

# Wizard


@pytest.mark.rule("RA-13.28", "RA-13.54")
def test_the_wizard_ii_places_two_potions_where_no_rat_is_under_one_citizen_or_two() -> None:
    table = table_of("wizard", level=2, citizens={"gallia": 2})
    play(table, "use wizard")
    assert asked(table) == ("potion-also", "red") and names(table) == {"citizen 0", "citizen 1", "pass"}
    assert potions(play(table, "citizen 0")) == [("gallia", 1), ("gallia", 1)]
    for answer, borne in (("citizen 1", [("gallia", 2)]), ("pass", [("gallia", 1)])):
        table = play(table_of("wizard", level=2, citizens={"gallia": 2}), "use wizard", answer)
        assert potions(table) == borne and asked(table) == ("act", "red")
        assert "use wizard" not in names(table)


@pytest.mark.rule("RA-13.28")
def test_the_wizard_ii_places_one_potion_where_rats_are_and_both_in_one_region() -> None:
    own = {"gallia": 2, "italia": 2}
    table = play(table_of("wizard", level=2, citizens=own, rats={"italia": 1}), "use wizard")
    assert names(table) == {"from gallia", "from italia"}
    play(table, "from italia")
    assert potions(table) == [("italia", 1)] and asked(table)[0] == "act"
    other = play(table_of("wizard", level=2, citizens=own, rats={"italia": 1}), "use wizard", "from gallia")
    assert not regions(other, "from"), "the second one comes to gallia, too"


@pytest.mark.rule("RA-13.29", "RA-13.54")
def test_the_wizard_iii_places_two_potions_anywhere() -> None:
    fields: dict[str, Any] = {"level": 3, "citizens": {"gallia": 1, "italia": 2}, "rats": {"italia": 3}}
    table = play(table_of("wizard", **fields), "use wizard", "from italia")
    assert asked(table) == ("potion-in", "red") and names(table) == {"from gallia", "from italia", "pass"}
    assert potions(play(table, "from gallia")) == [("gallia", 1), ("italia", 1)]
    assert asked(table)[0] == "act" and "use wizard" not in names(table)
    both = play(table_of("wizard", **fields), "use wizard", "from italia", "from italia", "citizen 1")
    assert potions(both) == [("italia", 2)]
    assert potions(play(table_of("wizard", **fields), "use wizard", "from italia", "pass")) == [("italia", 1)]


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-13.28", "RA-13.29", "RA-12.29")
def test_the_second_potion_does_not_come_when_the_box_is_empty(level: int) -> None:
    borne = bearing(("gallia", 29))
    table = play(table_of("wizard", level=level, citizens={"gallia": 2}, potions=borne), "use wizard", "citizen 0")
    assert potions(table) == [("gallia", 1), ("gallia", 29)] and asked(table)[0] == "act"


@pytest.mark.rule("RA-13.28", "RA-13.29")
def test_the_printed_wizard_places_one_potion() -> None:
    table = play(table_of("wizard", citizens={"gallia": 1}), "use wizard")
    assert potions(table) == [("gallia", 1)] and asked(table)[0] == "act"


# Pied Piper

GALLIA = {"gallia": [{"token": "t20"}, {"token": "t21"}]}


def piper(level: int, **fields: Any) -> Table:
    """Red leads from gallia to italia; two rats lie in gallia, where blue and green have citizens."""
    others = {"blue": {"citizens": {"gallia": 1}}, "green": {"citizens": {"gallia": 2}}}
    usual = {"citizens": {"gallia": 2}, "others": others, "rats": GALLIA}
    return play(table_of("pied-piper", level=level, **{**usual, **fields}), "use pied-piper", "to italia")


@pytest.mark.rule("RA-13.30", "RA-13.55")
def test_the_pied_piper_ii_takes_along_a_citizen_of_another_seat() -> None:
    table = piper(2)
    assert asked(table) == ("lead-whose", "red") and names(table) == {"of blue", "of green"}
    play(table, "of green")
    assert citizens(table) == {"gallia": 1, "italia": 1}
    assert citizens(table, "green") == {"gallia": 1, "italia": 1} and citizens(table, "blue") == {"gallia": 1}
    assert tokens(table, "italia") == ["t20", "t21"] and asked(table)[0] == "act"


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-13.30", "RA-13.55")
def test_the_seat_on_turn_says_which_of_unlike_citizens_goes_along(level: int) -> None:
    others = {"blue": {"citizens": {"gallia": 2}}}
    table = piper(level, others=others, potions=bearing(("gallia", 3), seat="blue"))
    assert asked(table) == ("lead-other", "red") and names(table) == {"citizen 0", "citizen 3"}
    play(table, "citizen 3")
    assert potions(table, "blue") == [("italia", 3)] and how_many_rats(table) == {"italia": 2}


@pytest.mark.rule("RA-13.30")
def test_without_a_citizen_of_another_seat_nobody_goes_along() -> None:
    table = piper(2, others={"blue": {"citizens": {"polonia": 1}}})
    assert citizens(table) == {"gallia": 1, "italia": 1} and citizens(table, "blue") == {"polonia": 1}
    assert how_many_rats(table) == {"italia": 2} and asked(table)[0] == "act"


@pytest.mark.rule("RA-13.30", "RA-12.31", "RA-12.32")
def test_the_other_citizen_goes_along_also_where_no_rat_or_only_some_find_room() -> None:
    none = play(piper(2, rats={**GALLIA, "italia": FULL}), "of blue")
    assert citizens(none, "blue") == {"italia": 1} and how_many_rats(none) == {"gallia": 2, "italia": 3}
    some = play(piper(2, rats={**GALLIA, "italia": 2}), "of blue")
    assert asked(some) == ("lead-rat", "red") and names(some) == {"rat gallia", "rat gallia 2"}


@pytest.mark.rule("RA-13.31", "RA-13.55")
def test_the_pied_piper_iii_may_go_on_alone_to_a_third_region() -> None:
    table = play(piper(3), "of blue")
    assert asked(table) == ("lead-on", "red")
    assert names(table) == {"pass", "to germania", "to hispania", "to hungaria"}, "not back to gallia"
    play(table, "to hungaria")
    assert citizens(table) == {"gallia": 1, "hungaria": 1} and citizens(table, "blue") == {"italia": 1}
    assert how_many_rats(table) == {"italia": 2} and asked(table)[0] == "act"
    staying = play(piper(3), "of blue", "pass")
    assert citizens(staying) == {"gallia": 1, "italia": 1}


@pytest.mark.rule("RA-13.55")
def test_it_goes_on_after_the_rats_have_moved() -> None:
    table = play(piper(3, rats={**GALLIA, "italia": 2}), "of blue")
    assert asked(table)[0] == "lead-rat"
    assert asked(play(table, "rat gallia 2"))[0] == "lead-on"
    assert how_many_rats(table) == {"gallia": 1, "italia": 3}


@pytest.mark.rule("RA-13.31", "RA-13.55", "RA-12.35")
def test_the_same_citizen_goes_on_and_over_no_wall() -> None:
    """It bears two potions; another own one that lives in italia already stays there."""
    walls = [["hungaria", "italia"], ["hispania", "italia"]]
    table = table_of("pied-piper", level=3, citizens=TWO, potions=bearing(("gallia", 2)), walls=walls)
    play(table, "use pied-piper", "from gallia", "to italia")
    assert names(table) == {"pass", "to germania"}
    play(table, "to germania")
    assert potions(table) == [("germania", 2)] and citizens(table) == {"germania": 1, "italia": 1}


@pytest.mark.rule("RA-13.31")
def test_below_level_iii_nobody_goes_on() -> None:
    assert asked(play(piper(2), "of blue"))[0] == "act"
    assert asked(piper(1))[0] == "act" and citizens(piper(1), "blue") == {"gallia": 1}


# Emperor

WALLS = [["gallia", "germania"], ["gallia", "italia"], ["hungaria", "polonia"]]


def emperor(level: int, **fields: Any) -> Table:
    """Red's turn with the Emperor and three walls; blue has citizens on both sides of one, and away from them all."""
    blue = {"citizens": {"gallia": 1, "italia": 1, "scandia": 1}}
    return table_of("emperor", level=level, walls=WALLS, others={"blue": blue}, **fields)


@pytest.mark.rule("RA-13.32", "RA-13.56")
def test_a_citizen_of_any_seat_crosses_a_wall() -> None:
    table = play(emperor(2, citizens={"gallia": 1}), "also emperor")
    assert names(table) == {"from gallia", "from italia"}, "no wall is beside scandia"
    play(table, "from gallia")
    assert names(table) == {"to germania", "to italia"}, "no wall is before anglia"
    play(table, "to germania")
    assert names(table) == {"of red", "of blue"}
    play(table, "of blue")
    assert citizens(table, "blue") == {"germania": 1, "italia": 1, "scandia": 1} and citizens(table) == {"gallia": 1}
    assert table.position()["walls"] == WALLS and asked(table)[0] == "act"


@pytest.mark.rule("RA-13.32", "RA-13.56")
def test_crossing_is_an_ability_of_its_own_once_a_turn_before_or_after_the_walls() -> None:
    table = play(emperor(2), "also emperor", "from italia")
    assert "also emperor" not in names(table) and "use emperor" in names(table)
    anew = ("from anglia", "to scandia", "from gallia", "to hispania", "from bulgaria", "to turcia")
    later = play(emperor(2), "use emperor", *anew)
    assert "also emperor" in names(later) and "use emperor" not in names(later)
    assert names(play(later, "also emperor")) == {"from gallia", "from scandia"}


@pytest.mark.rule("RA-13.32", "RA-6.9")
def test_without_a_wall_beside_a_citizen_nobody_crosses() -> None:
    assert "also emperor" not in names(table_of("emperor", level=2, citizens={"gallia": 1}))
    assert "also emperor" not in names(table_of("emperor", level=3, walls=WALLS, citizens={"scandia": 2}))
    assert "also emperor" not in names(emperor(1)), "nor by the printed card"


@pytest.mark.rule("RA-13.32", "RA-12.21")
def test_a_citizen_takes_its_potions_over_the_wall() -> None:
    table = table_of("emperor", level=2, walls=WALLS, citizens={"polonia": 2}, potions=bearing(("polonia", 1)))
    play(table, "also emperor")
    assert asked(table) == ("cross-which", "red") and names(table) == {"citizen 0", "citizen 1"}
    assert potions(play(table, "citizen 1")) == [("hungaria", 1)]


@pytest.mark.rule("RA-13.33", "RA-13.56")
def test_the_emperor_iii_lets_up_to_two_cross_the_same_wall_in_either_direction() -> None:
    def crossing(*moves: str) -> Table:
        return play(emperor(3, citizens={"gallia": 1}), "also emperor", "from gallia", "to italia", "of red", *moves)

    table = crossing()
    assert asked(table) == ("cross-also", "red") and names(table) == {"pass", "from gallia", "from italia"}
    same_way = crossing("from gallia")
    assert citizens(same_way) == {"italia": 1} and citizens(same_way, "blue") == {"italia": 2, "scandia": 1}
    back = crossing("from italia", "of blue")
    assert citizens(back) == {"italia": 1} and citizens(back, "blue") == {"gallia": 2, "scandia": 1}
    one = crossing("pass")
    assert citizens(one) == {"italia": 1} and citizens(one, "blue") == {"gallia": 1, "italia": 1, "scandia": 1}
    for done in (same_way, back, one):
        assert asked(done)[0] == "act" and "also emperor" not in names(done)


@pytest.mark.rule("RA-13.32", "RA-13.33")
def test_at_level_ii_only_one_crosses() -> None:
    table = play(emperor(2, citizens={"gallia": 1}), "also emperor", "from gallia", "to italia", "of red")
    assert asked(table)[0] == "act"


@pytest.mark.rule("RA-9.17", "RA-13.32")
def test_in_the_last_round_too_a_citizen_crosses() -> None:
    blue = {"classes": ["emperor"], "citizens": {"hungaria": 1}}
    table = last_round({"blue": blue}, walls=WALLS, levels={"emperor": 2})
    assert names(table) == {"pass", "use emperor", "also emperor"}
    assert citizens(play(table, "also emperor"), "blue") == {"polonia": 1}


# Queen

AS_LARGE = {"hungaria": 1, "polonia": 1}
LARGER = {"hungaria": 1, "polonia": 1, "bulgaria": 1}


@pytest.mark.parametrize(("level", "more"), [(2, 2), (3, 3)])
@pytest.mark.rule("RA-13.34", "RA-13.35")
def test_for_the_upgraded_queen_an_area_as_large_is_enough(level: int, more: int) -> None:
    others = {"blue": {"citizens": AS_LARGE}}
    table = play(table_of("queen", level=level, citizens=TWO, rats={"scandia": 1}, others=others), "place scandia")
    assert names(table) == {"one-more", "pass"}
    assert citizens(play(table, "one-more")) == {**TWO, "scandia": 1 + more}
    bare = table_of("queen", level=level, citizens=TWO, others=others)
    assert citizens(play(bare, "place scandia")) == {**TWO, "scandia": more}, "all come by themselves"


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-13.34", "RA-13.57")
def test_no_other_area_may_be_larger(level: int) -> None:
    table = table_of("queen", level=level, citizens=TWO, rats={"scandia": 1}, others={"blue": {"citizens": LARGER}})
    assert asked(play(table, "place scandia"))[0] == "act"


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-13.57")
def test_connected_areas_are_compared_and_not_all_regions_with_citizens(level: int) -> None:
    """Blue has more regions than red, but no two beside each other; the reverse is not enough."""
    apart = {"anglia": 1, "hungaria": 1, "turcia": 1}
    table = table_of("queen", level=level, citizens=TWO, others={"blue": {"citizens": apart}})
    assert regions(table, "place") == in_play(3)
    other = table_of("queen", level=level, citizens=apart, others={"blue": {"citizens": TWO}})
    assert regions(other, "place") == set()


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-13.57")
def test_the_upgraded_queen_too_needs_a_citizen_in_a_region(level: int) -> None:
    assert regions(table_of("queen", level=level, palace=3), "place") == set()


@pytest.mark.parametrize(("level", "more"), [(2, 2), (3, 3)])
@pytest.mark.rule("RA-13.57")
def test_in_the_last_round_the_upgraded_queen_places_as_many(level: int, more: int) -> None:
    def final(red: dict[str, int]) -> Table:
        players = {"blue": {"classes": ["queen", "wizard"], "citizens": TWO}, "red": {"citizens": red}}
        return last_round(players, levels={"queen": level})

    table = play(final(AS_LARGE), "use queen", "place scandia")
    assert citizens(table, "blue") == {**TWO, "scandia": more}
    assert "use queen" not in names(final({**AS_LARGE, "germania": 1}))


# Soldier and Crusader: the way of the piece


@pytest.mark.parametrize("card", ["soldier", "crusader"])
@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.parametrize("seats", [2, 4, 5, 6])
@pytest.mark.rule("RA-13.36", "RA-13.38", "RA-13.47")
def test_the_piece_goes_to_any_other_region(card: str, level: int, seats: int) -> None:
    table = table_of(card, level=level, plague="gallia", seats=seats)
    assert regions(table, "plague") == in_play(seats) - {"gallia"}


@pytest.mark.rule("RA-9.11", "RA-13.38")
def test_in_the_last_round_the_crusader_ii_goes_to_any_region_or_stays() -> None:
    blue = {"classes": ["crusader", "wizard"]}
    table = play(last_round({"blue": blue}, levels={"crusader": 2}, plague="gallia"), "use crusader")
    assert names(table) == {"pass", *(f"plague {region}" for region in in_play(2) - {"gallia"})}


# Soldier: more rats


@pytest.mark.parametrize(("level", "more"), [(2, 1), (3, 2)])
@pytest.mark.parametrize("there", [1, 2, 3])
@pytest.mark.rule("RA-13.36", "RA-13.37", "RA-13.58")
def test_the_upgraded_soldier_brings_one_rat_more_or_two_or_none(level: int, more: int, there: int) -> None:
    usual = min(there, 2)
    for answer, extra in (("one-more", more), ("pass", 0)):
        table = table_of("soldier", level=level, plague="turcia", rats={"germania": there})
        play(table, "plague germania", answer)
        come = 0
        while asked(table)[0] == "spread":
            play(table, "to scandia" if "to scandia" in names(table) else "to gallia")
            come += 1
        assert come == usual + extra and sum(how_many_rats(table).values()) == there + come


@pytest.mark.rule("RA-13.37", "RA-13.58")
def test_in_the_last_round_the_soldier_iii_brings_up_to_two_rats() -> None:
    def final(*moves: str, level: int = 3) -> Table:
        blue = {"classes": ["soldier", "wizard"], "citizens": {"polonia": 1}}
        fields: dict[str, Any] = {"levels": {"soldier": level}, "plague": "gallia", "rats": {"italia": 2}, "supply": 1}
        return play(last_round({"blue": blue}, **fields), "use soldier", *moves)

    table = final("to italia")
    assert asked(table) == ("rat-beside", "blue")
    assert names(table) == {"pass", "to anglia", "to germania", "to hispania"}, "chosen when it comes: italia is full"
    play(table, "to anglia")
    assert how_many_rats(table) == {"anglia": 1, "italia": 3} and asked(table)[0] == "last-act"
    assert table.position()["rats"]["anglia"][0]["returned"], "the supply had only one"
    assert how_many_rats(final("to anglia", "pass")) == {"anglia": 1, "italia": 2}
    assert how_many_rats(final("pass")) == {"italia": 2}
    assert asked(final("to anglia", level=2))[0] == "last-act"


# Crusader: reveal, draw, replace

FACES: tuple[Face, ...] = ((1, "all"), (5, "magic"))


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-13.38", "RA-13.39")
def test_the_upgraded_crusader_reveals_as_before(level: int) -> None:
    table = plague_in_gallia("crusader", faces=FACES, level=level, citizens={"gallia": 2}, supply=5)
    assert asked(table) == ("reveal-all", "red")
    play(table, "reveal")
    assert asked(table)[0] == ("next-rat" if level == 2 else "draw-rat")
    assert kinds(table).count("rat-revealed") == 2


def drawing(*moves: str, faces: tuple[Face, ...] = FACES, **fields: Any) -> Table:
    """Red has drawn the one rat of the supply, which is starting rat t01, in the action phase; then it acts so."""
    around = dict.fromkeys(("anglia", "germania", "hispania", "italia"), FULL)
    rats = {"gallia": [{"token": list(face)} for face in faces], **around}
    fields = {"citizens": {"gallia": 2}, "supply": ["t01"], **fields}
    table = table_of("crusader", level=3, rats=rats, components=box_with(*faces), plague="germania", **fields)
    return play(table, "also crusader", *moves)


@pytest.mark.rule("RA-13.39", "RA-13.59")
def test_the_crusader_iii_draws_a_rat_for_all_to_see_once_a_turn() -> None:
    table = drawing()
    assert table.position()["drawn"][:3] == "t01" and table.position()["supply"] == []
    for p in (None, 0, 1, 2):
        assert table.view(p)["drawn"][:3] == "t01" and "t01" not in {name[:3] for name in table.view(p)["unseen"]}
        assert "t01" not in {name[:3] for name in table.view(p)["turned"]}
    assert "also crusader" not in names(table) and kinds(table) == ["ability-used", "rat-drawn"]
    assert "also crusader" not in names(drawing(supply=["t01", "t02"]))


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.rule("RA-13.39")
def test_below_level_iii_no_rat_is_drawn(level: int) -> None:
    assert "also crusader" not in names(table_of("crusader", level=level, supply=5))


@pytest.mark.rule("RA-13.39", "RA-6.9")
def test_no_rat_is_drawn_from_an_empty_supply() -> None:
    assert "also crusader" not in names(table_of("crusader", level=3, supply=0))
    table = plague_in_gallia("crusader", faces=FACES, level=3, citizens={"gallia": 2}, supply=0)
    assert asked(play(table, "reveal"))[0] == "next-rat"


@pytest.mark.rule("RA-13.40")
def test_the_drawn_rat_takes_the_place_of_a_revealed_one_which_leaves_the_game() -> None:
    table = drawing("plague gallia", "reveal")
    assert asked(table) == ("replace-rat", "red") and names(table) == {"pass", "rat gallia", "rat gallia 2"}
    play(table, "rat gallia 2")
    assert asked(table)[0] == "next-rat" and tokens(table, "gallia")[1] == "t01"
    assert "drawn" not in table.position() and table.position()["rats"]["gallia"][1]["open"]
    assert "5 magic" in {name.partition(" ")[2] for name in table.view(None)["turned"]}
    assert faces_turned(table) == [], "the one replaced does not act"
    play(table, "rat gallia 2")
    assert [event.what for event in table.events() if event.kind == "rat-turned"][0] == 0, "t01 acts"


@pytest.mark.rule("RA-13.40", "RA-13.59")
def test_a_drawn_rat_that_replaces_none_leaves_the_game() -> None:
    table = drawing("plague gallia", "reveal", "pass")
    assert "drawn" in table.position()
    play(table, "rat gallia 2")
    gone = {name[:3] for name in table.view(None)["turned"]}
    assert "t01" in gone and "drawn" not in table.position()
    turned = [event.what for event in table.events() if event.kind == "rat-turned"]
    assert 0 not in turned and len(turned) == 2


@pytest.mark.parametrize("moves", [("plague gallia", "pass"), ("plague scandia",)])
@pytest.mark.rule("RA-13.59")
def test_a_drawn_rat_leaves_the_game_also_if_nothing_was_revealed(moves: tuple[str, ...]) -> None:
    table = drawing(*moves)
    assert "drawn" not in table.position() and "t01" in {name[:3] for name in table.view(None)["turned"]}


@pytest.mark.rule("RA-13.40", "RA-12.18")
def test_a_bishop_does_not_keep_out_the_rat_that_replaces_a_revealed_one() -> None:
    table = drawing("plague gallia", "reveal", bishops=["gallia"])
    assert names(play(table, "rat gallia")) == {"rat gallia", "rat gallia 2"} and tokens(table, "gallia")[0] == "t01"


@pytest.mark.rule("RA-13.59")
def test_a_rat_may_be_drawn_just_after_the_reveal_if_none_was_drawn_before() -> None:
    table = plague_in_gallia("crusader", faces=FACES, level=3, citizens={"gallia": 2}, supply=["t01"])
    play(table, "reveal")
    assert asked(table) == ("draw-rat", "red") and names(table) == {"draw", "pass"}
    play(table, "draw")
    assert asked(table) == ("replace-rat", "red") and table.position()["drawn"][:3] == "t01"
    other = plague_in_gallia("crusader", faces=FACES, level=3, citizens={"gallia": 2}, supply=["t01"])
    play(other, "reveal", "pass")
    assert asked(other)[0] == "next-rat" and "drawn" not in other.position()


@pytest.mark.rule("RA-13.59", "RA-13.39")
def test_without_the_reveal_no_rat_is_drawn_in_the_plague() -> None:
    table = plague_in_gallia("crusader", faces=FACES, level=3, citizens={"gallia": 2}, supply=["t01"])
    play(table, "pass")
    assert table.position()["turn"] == "blue" and "rat-drawn" not in kinds(table)


@pytest.mark.rule("RA-13.59", "RA-8.1")
def test_the_last_rat_of_the_supply_can_be_drawn_and_ends_the_game() -> None:
    """After the turn, and though it is not used; with one rat more in the supply the game goes on."""
    table = drawing("plague gallia", "pass")
    assert "last-round-begins" in kinds(table) and table.result is not None
    assert drawing("plague gallia", "pass", supply=["t01", "t02"]).result is None


@pytest.mark.rule("RA-13.59", "RA-4.6")
def test_a_drawn_rat_is_not_there_for_the_spread() -> None:
    table = table_of("crusader", level=3, rats={"germania": 1}, supply=["t01"], plague="gallia", citizens={"turcia": 1})
    play(table, "also crusader", "plague germania")
    assert table.result is not None and "rat-arrives" not in kinds(table)


@pytest.mark.rule("RA-13.41", "RA-9.17")
def test_in_the_last_round_a_rat_is_drawn_only_after_the_reveal() -> None:
    players = {
        "blue": {"classes": ["crusader", "wizard"], "citizens": {"polonia": 1}},
        "red": {"citizens": {"gallia": 2}},
    }
    rats = {"gallia": [{"token": list(face)} for face in FACES]}
    fields: dict[str, Any] = {"levels": {"crusader": 3}, "supply": ["t01"], "components": box_with(*FACES)}
    table = last_round(players, rats=rats, plague="gallia", **fields)
    assert "also crusader" not in names(table)
    play(table, "use crusader", "pass", "reveal")
    assert asked(table) == ("draw-rat", "blue")
    play(table, "draw", "rat gallia")
    assert tokens(table, "gallia")[0] == "t01" and asked(table)[0] == "next-rat"
    play(table, "rat gallia")
    assert asked(table)[0] == "last-act" and "also crusader" not in names(table)
