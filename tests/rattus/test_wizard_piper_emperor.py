"""Wizard, Pied Piper and Emperor: potions under citizens, rats that follow, walls on borders. [RA-12.26 to RA-12.37]"""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import PositionError, Table, from_position
from tests.rattus.piper_table import (
    FULL,
    Face,
    asked,
    bearing,
    box_with,
    citizens,
    how_many_rats,
    in_play,
    last_round,
    plague_in_gallia,
    player,
    potions,
    table_of,
)
from tests.rattus.play import kinds, names, play, regions, tokens

# Wizard: a potion comes


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.rule("RA-12.26")
def test_the_wizard_places_a_potion_under_an_own_citizen_of_any_region(seats: int) -> None:
    """Rats or not; not in the palace, and not under another seat's citizen."""
    others = {"blue": {"citizens": {"polonia": 2}, "palace": 1}}
    own = {"gallia": 1, "italia": 2}
    table = table_of("wizard", citizens=own, palace=1, rats={"italia": 2}, others=others, seats=seats)
    play(table, "use wizard")
    assert names(table) == {"from gallia", "from italia"}
    play(table, "from italia")
    assert potions(table) == [("italia", 1)] and potions(table, "blue") == []
    assert citizens(table) == own and asked(table) == ("act", "red")


@pytest.mark.rule("RA-12.26")
def test_the_wizard_is_used_once_a_turn() -> None:
    table = play(table_of("wizard", citizens={"gallia": 1}), "use wizard")
    assert "use wizard" not in names(table) and potions(table) == [("gallia", 1)]
    play(table, "plague scandia")
    assert "use wizard" not in names(table), "nor by a seat without it"


@pytest.mark.rule("RA-12.26")
def test_a_citizen_may_have_several_potions() -> None:
    table = table_of("wizard", citizens={"gallia": 3}, potions=bearing(("gallia", 2)))
    play(table, "use wizard")
    assert names(table) == {"citizen 0", "citizen 2"}
    assert potions(play(table, "citizen 2")) == [("gallia", 3)]
    table = table_of("wizard", citizens={"gallia": 3}, potions=bearing(("gallia", 2)))
    assert potions(play(table, "use wizard", "citizen 0")) == [("gallia", 1), ("gallia", 2)]


@pytest.mark.rule("RA-12.26", "RA-12.29")
def test_without_a_citizen_in_a_region_there_is_no_potion() -> None:
    table = table_of("wizard", palace=3, others={"blue": {"citizens": {"gallia": 1}}})
    assert "use wizard" not in names(table)


@pytest.mark.parametrize(("placed", "may_use"), [(29, True), (30, False)])
@pytest.mark.rule("RA-12.29")
def test_the_box_has_thirty_potions(placed: int, may_use: bool) -> None:
    others = {"blue": {"citizens": {"polonia": 1}}}
    borne = bearing(("gallia", 1)) + bearing(("polonia", placed - 1), seat="blue")
    table = table_of("wizard", citizens={"gallia": 2}, potions=borne, others=others)
    assert ("use wizard" in names(table)) == may_use


@pytest.mark.rule("RA-12.29")
def test_a_position_has_no_more_potions_than_the_box() -> None:
    with pytest.raises(PositionError, match="30 potions"):
        table_of("wizard", citizens={"gallia": 2}, potions=bearing(("gallia", 1), ("gallia", 30)))


# Wizard: a potion goes


def struck(*faces: Face, gallia: int, bears: tuple[int, ...], seat: str = "blue", **fields: Any) -> Table:
    """Red has brought the plague to gallia, where blue has so many citizens, some with so many potions."""
    others = {seat: {"citizens": {"gallia": gallia}, "classes": fields.pop("classes", [])}}
    borne = bearing(*(("gallia", count) for count in bears), seat=seat)
    return plague_in_gallia(faces=faces, others=others, potions=borne, **fields)


@pytest.mark.rule("RA-12.27")
def test_a_potion_falls_instead_of_its_citizen_if_the_owner_wants() -> None:
    for answer, left in (("spend", {"gallia": 2}), ("pass", {"gallia": 1})):
        table = struck((1, "all"), gallia=2, bears=(1,))
        assert asked(table) == ("lose-which", "blue") and names(table) == {"citizen 0", "citizen 1"}
        play(table, "citizen 1")
        assert asked(table) == ("spend-potion", "blue") and names(table) == {"spend", "pass"}
        play(table, answer)
        assert citizens(table, "blue") == left and potions(table, "blue") == []
        assert player(table, "blue")["supply"] == 20 - left["gallia"]


@pytest.mark.rule("RA-12.27")
def test_a_citizen_without_a_potion_falls_at_once() -> None:
    table = play(struck((1, "all"), gallia=2, bears=(1,)), "citizen 0")
    assert citizens(table, "blue") == {"gallia": 1} and potions(table, "blue") == [("gallia", 1)]
    assert table.position()["turn"] == "blue"


@pytest.mark.rule("RA-12.27")
def test_only_one_of_its_own_potions_goes() -> None:
    """Not one in another region, and not one of another seat."""
    others = {"blue": {"citizens": {"gallia": 1, "polonia": 1}}, "green": {"citizens": {"gallia": 1}}}
    borne = bearing(("polonia", 1), seat="blue") + bearing(("gallia", 2), seat="green")
    table = plague_in_gallia(faces=((1, "all"),), others=others, potions=borne)
    assert citizens(table, "blue") == {"polonia": 1} and potions(table, "blue") == [("polonia", 1)]
    assert asked(table) == ("spend-potion", "green")
    play(table, "spend")
    assert citizens(table, "green") == {"gallia": 1} and potions(table, "green") == [("gallia", 1)]


@pytest.mark.rule("RA-12.27")
def test_no_potion_is_asked_for_where_no_rat_acts() -> None:
    table = struck((3, "all"), gallia=2, bears=(1, 1))
    assert table.position()["turn"] == "blue" and potions(table, "blue") == [("gallia", 1), ("gallia", 1)]


@pytest.mark.rule("RA-12.28")
def test_what_a_rat_costs_may_be_more_than_the_citizens_that_are_there() -> None:
    """One citizen with three potions, hit by two symbols: it is two losses, and two potions."""
    table = struck((1, "magic", "all"), gallia=1, bears=(3,), classes=["wizard"])
    play(table, "spend", "spend")
    assert citizens(table, "blue") == {"gallia": 1} and potions(table, "blue") == [("gallia", 1)]
    assert table.position()["turn"] == "blue"


@pytest.mark.rule("RA-12.28")
def test_the_owner_names_loss_by_loss_and_may_name_who_was_saved_again() -> None:
    table = struck((1, "magic", "all"), gallia=2, bears=(2,), classes=["wizard"])
    play(table, "citizen 2", "spend")
    assert asked(table) == ("lose-which", "blue") and names(table) == {"citizen 0", "citizen 1"}
    saved = play(table, "citizen 1", "spend")
    assert citizens(saved, "blue") == {"gallia": 2} and potions(saved, "blue") == []
    table = play(struck((1, "magic", "all"), gallia=2, bears=(2,), classes=["wizard"]), "citizen 2", "pass")
    assert citizens(table, "blue") == {}, "the other one falls by itself"


@pytest.mark.rule("RA-12.28", "RA-5.13")
def test_what_the_majority_costs_is_paid_before_the_rest() -> None:
    """A single citizen with one potion: it is saved from the majority, then hit again."""
    table = struck((1, "majority", "all"), gallia=1, bears=(2,))
    play(table, "spend")
    assert asked(table) == ("spend-potion", "blue") and potions(table, "blue") == [("gallia", 1)]
    play(table, "pass")
    assert citizens(table, "blue") == {} and potions(table, "blue") == []
    table = play(struck((1, "majority", "all"), gallia=1, bears=(2,)), "pass")
    assert citizens(table, "blue") == {} and table.position()["turn"] == "blue", "nobody is left to hit"


@pytest.mark.rule("RA-12.28", "RA-5.10")
def test_who_is_saved_counts_for_the_next_rat() -> None:
    faces: tuple[Face, ...] = ((1, "all"), (2, "majority"))
    table = play(struck(*faces, gallia=2, bears=(1,)), "citizen 1", "spend")
    assert citizens(table, "blue") == {"gallia": 1}
    table = play(struck(*faces, gallia=2, bears=(1,)), "citizen 0")
    assert citizens(table, "blue") == {"gallia": 1} and potions(table, "blue") == [("gallia", 1)]


@pytest.mark.rule("RA-5.13")
def test_seats_name_their_losses_clockwise_from_the_one_whose_plague_it_is() -> None:
    seats = ("red", "blue", "green")
    others = {seat: {"citizens": {"gallia": 1}} for seat in seats[1:]}
    borne = [one for seat in seats for one in bearing(("gallia", 1), seat=seat)]
    table = plague_in_gallia(faces=((1, "all"),), citizens={"gallia": 1}, others=others, potions=borne)
    order = []
    while asked(table)[0] == "spend-potion":
        order.append(asked(table)[1])
        table.play("spend")
    assert order == ["red", "blue", "green"]


@pytest.mark.rule("RA-12.29")
def test_potions_go_with_their_citizen_to_a_neighbour() -> None:
    table = table_of("merchant", citizens={"gallia": 1}, potions=bearing(("gallia", 2)))
    play(table, "use merchant", "to italia")
    assert citizens(table) == {"italia": 1} and potions(table) == [("italia", 2)]


@pytest.mark.rule("RA-12.29")
def test_potions_go_with_their_citizen_to_the_palace_and_stay_there() -> None:
    table = table_of("king", "wizard", citizens={"gallia": 1}, potions=bearing(("gallia", 2)))
    play(table, "use king")
    assert player(table)["palace"] == 1 and potions(table) == [("palace", 2)]
    assert "use wizard" not in names(table)


@pytest.mark.rule("RA-12.29")
def test_the_potions_of_who_falls_and_those_that_are_spent_can_be_placed_again() -> None:
    """All thirty are placed; blue holds the Wizard, and its turn comes next."""
    for answer in ("spend", "pass"):
        others = {"blue": {"citizens": {"gallia": 1, "polonia": 1}, "classes": ["wizard"]}}
        borne = bearing(("gallia", 1), ("polonia", 29), seat="blue")
        table = plague_in_gallia(faces=((1, "all"),), others=others, potions=borne)
        play(table, answer)
        assert potions(table, "blue") == [("polonia", 29)] and "use wizard" in names(table)


@pytest.mark.rule("RA-12.29")
def test_the_potions_of_a_citizen_that_comes_onto_a_card_go_back() -> None:
    fields: dict[str, Any] = {"citizens": {"gallia": 1, "italia": 1}, "potions": bearing(("gallia", 29), ("italia", 1))}
    table = table_of("baker", "wizard", level=3, **fields)
    assert "use wizard" not in names(table)
    play(table, "also baker", "from gallia")
    assert player(table)["on-card"] == 1 and potions(table) == [("italia", 1)] and "use wizard" in names(table)


# Wizard: in the last ravage


@pytest.mark.rule("RA-9.18", "RA-9.19", "RA-12.27")
def test_potions_save_in_the_last_ravage_and_the_seat_after_the_last_one_is_asked_first() -> None:
    """Red had the last turn, so blue is asked before green and red; in red's own plague red would be first."""
    seats = ("red", "blue", "green")
    players = {seat: {"citizens": {"gallia": 1}} for seat in seats}
    borne = [one for seat in seats for one in bearing(("gallia", 1), seat=seat)]
    table = table_of(
        rats={"gallia": [{"token": [1, "all"]}]},
        components=box_with((1, "all")),
        phase="last-ravage",
        others=players,
        potions=borne,
    )
    order = []
    for answer in ("spend", "pass", "spend"):
        order.append(asked(table))
        table.play(answer)
    assert order == [("spend-potion", seat) for seat in ("blue", "green", "red")]
    assert table.result is not None and table.result.scores == (1, 1, 0)


@pytest.mark.rule("RA-9.17")
def test_wizard_pied_piper_and_emperor_act_in_the_last_round_as_in_a_turn() -> None:
    blue = {"classes": ["wizard", "pied-piper", "emperor"], "citizens": {"gallia": 1}}
    table = last_round({"blue": blue}, rats={"gallia": 2, "polonia": 1}, supply=0)
    assert names(table) == {"pass", "use wizard", "use pied-piper", "use emperor"}
    play(table, "use wizard")
    assert potions(table, "blue") == [("gallia", 1)]
    play(table, "use pied-piper", "to hispania")
    assert how_many_rats(table) == {"hispania": 2, "polonia": 1} and potions(table, "blue") == [("hispania", 1)]
    play(table, "use emperor", "from gallia", "to hispania")
    assert table.position().get("walls", []) == [["gallia", "hispania"]]


# Pied Piper

GALLIA = {"gallia": [{"token": "t20"}, {"token": "t21"}, {"token": "t22"}]}
ITALIA = [{"token": "t30"}, {"token": "t31"}, {"token": "t32"}]


def piper(italia: int, **fields: Any) -> Table:
    """Red to play with the Pied Piper in gallia, where three rats lie; so many lie in italia."""
    rats = {**GALLIA, "italia": ITALIA[:italia]}
    return table_of("pied-piper", **{"citizens": {"gallia": 2}, "rats": rats, **fields})


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.rule("RA-12.30")
def test_a_citizen_of_the_pied_piper_leads_all_rats_that_can_come_along(seats: int) -> None:
    others = {"blue": {"citizens": {"gallia": 2}}}
    table = play(piper(0, others=others, seats=seats), "use pied-piper")
    assert names(table) == {f"to {region}" for region in ("anglia", "germania", "hispania", "italia")}
    play(table, "to italia")
    assert citizens(table) == {"gallia": 1, "italia": 1} and citizens(table, "blue") == {"gallia": 2}
    assert tokens(table, "italia") == ["t20", "t21", "t22"] and tokens(table, "gallia") == []
    assert asked(table) == ("act", "red") and "use pied-piper" not in names(table)


@pytest.mark.rule("RA-12.30")
def test_the_rats_must_go_along() -> None:
    table = play(piper(0), "use pied-piper", "to hispania")
    assert how_many_rats(table) == {"hispania": FULL}, "nobody was asked"


@pytest.mark.rule("RA-12.30")
def test_the_pied_piper_starts_in_any_region_with_an_own_citizen() -> None:
    own = {"gallia": 1, "polonia": 1}
    table = piper(0, citizens=own, others={"blue": {"citizens": {"scandia": 1}}})
    play(table, "use pied-piper")
    assert names(table) == {"from gallia", "from polonia"}
    play(table, "from polonia", "to hungaria")
    assert citizens(table) == {"gallia": 1, "hungaria": 1} and how_many_rats(table) == {"gallia": 3}
    assert "use pied-piper" not in names(table_of("pied-piper", palace=2))


@pytest.mark.rule("RA-12.31")
def test_where_three_rats_lie_the_citizen_goes_alone() -> None:
    table = play(piper(3), "use pied-piper", "to italia")
    assert citizens(table) == {"gallia": 1, "italia": 1}
    assert tokens(table, "gallia") == ["t20", "t21", "t22"] and tokens(table, "italia") == ["t30", "t31", "t32"]


@pytest.mark.rule("RA-12.31", "RA-12.18")
def test_where_a_bishop_stands_the_citizen_goes_alone() -> None:
    table = play(piper(0, bishops=["italia"]), "use pied-piper", "to italia")
    assert citizens(table) == {"gallia": 1, "italia": 1} and how_many_rats(table) == {"gallia": 3}
    leaving = play(piper(0, bishops=["gallia"]), "use pied-piper", "to italia")
    assert how_many_rats(leaving) == {"italia": 3}, "a bishop lets rats leave"


@pytest.mark.parametrize("rat", [20, 21, 22])
@pytest.mark.rule("RA-12.32")
def test_where_one_rat_finds_room_the_seat_says_which(rat: int) -> None:
    table = play(piper(2), "use pied-piper", "to italia")
    assert asked(table) == ("lead-rat", "red")
    assert names(table) == {"rat gallia", "rat gallia 2", "rat gallia 3"}
    play(table, ("rat gallia", "rat gallia 2", "rat gallia 3")[rat - 20])
    assert tokens(table, "italia") == ["t30", "t31", f"t{rat}"]
    assert tokens(table, "gallia") == [f"t{other}" for other in (20, 21, 22) if other != rat]


@pytest.mark.rule("RA-12.32", "RA-7.10")
def test_where_two_rats_find_room_they_keep_their_order_after_those_that_lay_there() -> None:
    table = play(piper(1), "use pied-piper", "to italia")
    assert names(table) == {"rat gallia", "rat gallia 2"}
    later = play(piper(1), "use pied-piper", "to italia", "rat gallia 2")
    assert tokens(later, "italia") == ["t30", "t21", "t22"] and tokens(later, "gallia") == ["t20"]
    play(table, "rat gallia")
    assert names(table) == {"rat gallia", "rat gallia 2"}
    play(table, "rat gallia 2")
    assert tokens(table, "italia") == ["t30", "t20", "t22"] and tokens(table, "gallia") == ["t21"]


@pytest.mark.rule("RA-12.33")
def test_which_of_unlike_citizens_leads_is_for_the_seat() -> None:
    table = play(piper(0, potions=bearing(("gallia", 2))), "use pied-piper", "to italia")
    assert asked(table) == ("lead-which", "red") and names(table) == {"citizen 0", "citizen 2"}
    assert potions(play(table, "citizen 2")) == [("italia", 2)]


@pytest.mark.rule("RA-12.33")
def test_which_of_unlike_citizens_goes_with_the_merchant_is_asked_one_by_one() -> None:
    table = table_of("merchant", citizens={"gallia": 4}, potions=bearing(("gallia", 1), ("gallia", 2)))
    play(table, "use merchant", "to italia", "go 2")
    assert asked(table) == ("go-which", "red") and names(table) == {"citizen 0", "citizen 1", "citizen 2"}
    play(table, "citizen 2")
    assert names(table) == {"citizen 0", "citizen 1"}
    play(table, "citizen 0")
    assert citizens(table) == {"gallia": 2, "italia": 2} and potions(table) == [("gallia", 1), ("italia", 2)]


@pytest.mark.rule("RA-12.33", "RA-2.4")
def test_when_all_of_a_region_go_nobody_is_asked_which() -> None:
    table = table_of("merchant", citizens={"gallia": 3}, potions=bearing(("gallia", 1), ("gallia", 2)))
    play(table, "use merchant", "to italia", "go 3")
    assert citizens(table) == {"italia": 3} and potions(table) == [("italia", 1), ("italia", 2)]
    assert asked(table) == ("act", "red")


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-12.33", "RA-13.10")
def test_a_position_can_ask_how_many_go_wherever_the_level_lets_them(level: int) -> None:
    table = play(table_of("merchant", level=level, citizens={"gallia": 3}), "use merchant", "to italia")
    assert asked(table)[0] == "go-count"
    assert from_position(table.position()).position() == table.position()
    far = {**table.position()["asks"][0], "to": "turcia"}
    document = {**table.position(), "asks": [far]}
    if level == 3:
        assert from_position(document).position() == document
    else:
        with pytest.raises(PositionError, match="no neighbour"):
            from_position(document)


@pytest.mark.parametrize(
    ("card", "level", "use"), [("king", 1, "use king"), ("king", 2, "use king"), ("baker", 3, "also baker")]
)
@pytest.mark.rule("RA-12.33")
def test_which_of_unlike_citizens_is_saved_or_comes_onto_the_card_is_for_the_seat(
    card: str, level: int, use: str
) -> None:
    table = table_of(card, level=level, citizens={"gallia": 2}, potions=bearing(("gallia", 2)))
    play(table, use)
    assert names(table) == {"citizen 0", "citizen 2"}
    play(table, "citizen 0")
    assert citizens(table) == {"gallia": 1} and potions(table) == [("gallia", 2)]


# Emperor


def walls(table: Table) -> list[list[str]]:
    """The borders with a wall."""
    found: list[list[str]] = table.position().get("walls", [])
    return found


def build(table: Table, *borders: tuple[str, str]) -> Table:
    """Wall after wall."""
    for one, other in borders:
        play(table, f"from {one}", f"to {other}")
    return table


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.rule("RA-12.34")
def test_the_emperor_places_three_walls_on_borders_or_arrows(seats: int) -> None:
    table = play(table_of("emperor", seats=seats), "use emperor")
    build(table, ("gallia", "anglia"), ("germania", "polonia"), ("italia", "hispania"))
    assert walls(table) == [["anglia", "gallia"], ["germania", "polonia"], ["hispania", "italia"]]
    assert asked(table) == ("act", "red") and "use emperor" not in names(table)


@pytest.mark.rule("RA-12.34", "RA-12.37")
def test_walls_are_placed_anew_all_three_of_them() -> None:
    before = [["gallia", "germania"], ["gallia", "hispania"], ["gallia", "italia"]]
    table = play(table_of("emperor", walls=before), "use emperor")
    assert walls(table) == [], "all are lifted"
    for one, other in (("gallia", "italia"), ("polonia", "hungaria"), ("bulgaria", "turcia")):
        assert "pass" not in names(table), "none is left out"
        build(table, (one, other))
    assert walls(table) == [["gallia", "italia"], ["hungaria", "polonia"], ["bulgaria", "turcia"]]
    assert asked(table) == ("act", "red")


@pytest.mark.rule("RA-12.37")
def test_one_wall_comes_to_a_border_and_only_to_a_border_in_play() -> None:
    table = build(play(table_of("emperor", seats=2), "use emperor"), ("gallia", "italia"))
    play(table, "from gallia")
    assert regions(table, "to") == {"anglia", "germania", "hispania"}
    table = play(table_of("emperor", seats=2), "use emperor", "from hungaria")
    assert regions(table, "to") == {"germania", "italia", "polonia"}, "bulgaria is not in play"


@pytest.mark.rule("RA-12.37")
def test_walls_stay_when_the_card_changes_hands() -> None:
    placed = [["gallia", "germania"], ["gallia", "italia"], ["hungaria", "polonia"]]
    table = table_of("soldier", walls=placed, others={"blue": {"classes": ["emperor"]}})
    assert walls(play(table, "take emperor")) == placed


@pytest.mark.rule("RA-12.35")
def test_the_plague_piece_does_not_cross_a_wall() -> None:
    placed = [["gallia", "germania"], ["gallia", "italia"]]
    assert regions(table_of(plague="gallia", walls=placed), "plague") == {"anglia", "hispania"}
    two_steps = table_of("soldier", plague="gallia", walls=placed)
    assert regions(two_steps, "plague") == {"anglia", "hispania", "scandia", "italia"}, "around the wall"


@pytest.mark.rule("RA-12.35")
def test_no_rat_spreads_over_a_wall() -> None:
    placed = [["gallia", "germania"], ["gallia", "italia"]]
    table = table_of(plague="anglia", walls=placed, rats={"gallia": 2})
    play(table, "plague gallia")
    assert regions(table, "to") == {"anglia", "hispania"}


@pytest.mark.parametrize("card", ["monk", "merchant", "pied-piper"])
@pytest.mark.parametrize("behind", ["italia", "anglia"])
@pytest.mark.rule("RA-12.35")
def test_cards_that_ask_for_neighbours_do_not_cross_a_wall(card: str, behind: str) -> None:
    table = table_of(card, citizens={"gallia": 1}, rats={"gallia": 1}, walls=[["gallia", behind]], plague="polonia")
    play(table, f"use {card}")
    assert regions(table, "to") == {"anglia", "germania", "hispania", "italia"} - {behind}


@pytest.mark.rule("RA-12.35")
def test_a_region_closed_in_lets_neither_rat_nor_citizen_out_to_neighbours() -> None:
    closed = [["anglia", "gallia"], ["anglia", "scandia"]]
    fields: dict[str, Any] = {"citizens": {"anglia": 1}, "rats": {"anglia": 1}, "walls": closed, "plague": "italia"}
    table = table_of("monk", "merchant", "pied-piper", **fields)
    assert not {"use monk", "use merchant", "use pied-piper"} & names(table)


@pytest.mark.rule("RA-12.35")
def test_a_connected_area_ends_at_a_wall() -> None:
    """Red's two regions against blue's one: the Queen adds citizens, unless a wall is between the two."""
    fields: dict[str, Any] = {"citizens": {"gallia": 1, "italia": 1}, "others": {"blue": {"citizens": {"polonia": 1}}}}
    assert "place scandia" in names(table_of("queen", **fields))
    assert "place scandia" not in names(table_of("queen", walls=[["gallia", "italia"]], **fields))


@pytest.mark.rule("RA-12.35")
def test_what_does_not_ask_for_neighbours_is_not_hindered() -> None:
    """Anglia is closed in: nuns, bishops, the upgraded Merchant and Monk come there, and citizens are placed there."""
    closed = [["anglia", "gallia"], ["anglia", "scandia"]]
    fields: dict[str, Any] = {"citizens": {"italia": 2}, "rats": {"anglia": 1, "italia": 1}, "walls": closed}
    table = table_of("merchant", "monk", "nun", "bishop", level=3, plague="italia", **fields)
    assert "anglia" in regions(table, "place")
    play(table, "use merchant")
    assert "anglia" in regions(table, "to")
    play(table, "to anglia", "go 2", "use monk", "rat italia")
    assert "anglia" in regions(table, "to")
    play(table, "to anglia", "use nun")
    assert "anglia" in regions(table, "place")
    play(table, *["place anglia"] * 3, "use bishop")
    assert "anglia" in regions(table, "place")


@pytest.mark.rule("RA-12.36", "RA-12.37")
def test_a_wall_that_would_close_the_plague_piece_in_can_not_be_placed() -> None:
    table = build(play(table_of("emperor", plague="anglia", seats=4), "use emperor"), ("anglia", "gallia"))
    assert "from anglia" not in names(table), "the way to scandia is its last one"
    play(table, "from scandia")
    assert regions(table, "to") == {"germania", "russia"}
    play(table, "to russia")
    assert "from anglia" not in names(table) and walls(table) == [["anglia", "gallia"], ["scandia", "russia"]]


@pytest.mark.rule("RA-12.36")
def test_with_two_ways_out_either_may_be_closed() -> None:
    table = play(table_of("emperor", plague="anglia"), "use emperor", "from anglia")
    assert regions(table, "to") == {"gallia", "scandia"}
    elsewhere = build(play(table_of("emperor", plague="italia"), "use emperor"), ("anglia", "gallia"))
    assert "from anglia" in names(elsewhere), "a region without the piece may be closed in"


@pytest.mark.rule("RA-12.36")
def test_a_position_does_not_close_the_plague_piece_in() -> None:
    with pytest.raises(PositionError, match="closed in"):
        table_of("emperor", plague="anglia", walls=[["anglia", "gallia"], ["anglia", "scandia"]])


@pytest.mark.parametrize("card", ["knight", "soldier", "crusader"])
@pytest.mark.rule("RA-12.36", "RA-12.37", "RA-13.47")
def test_a_piece_that_goes_anywhere_does_not_go_where_walls_close_it_in(card: str) -> None:
    closed = [["anglia", "gallia"], ["anglia", "scandia"]]
    free = table_of(card, level=2, plague="italia")
    assert regions(free, "plague") == in_play(3) - {"italia"}
    walled = table_of(card, level=2, plague="italia", walls=closed)
    assert regions(walled, "plague") == in_play(3) - {"italia", "anglia"}


@pytest.mark.rule("RA-12.36", "RA-13.47")
def test_also_in_the_last_round_the_piece_does_not_go_where_walls_close_it_in() -> None:
    closed = [["anglia", "gallia"], ["anglia", "scandia"]]
    blue = {"classes": ["knight", "crusader"]}
    for card in ("knight", "crusader"):
        fields: dict[str, Any] = {"plague": "italia", "walls": closed, "levels": {card: 2}, "supply": 0}
        table = play(last_round({"blue": blue}, **fields), f"use {card}")
        assert "anglia" not in regions(table, "plague") and "scandia" in regions(table, "plague")


def test_walls_are_told_in_the_log() -> None:
    table = build(play(table_of("emperor"), "use emperor"), ("gallia", "italia"))
    assert kinds(table) == ["ability-used", "wall-placed"]
