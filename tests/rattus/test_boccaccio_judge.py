"""Boccaccio and Judge: citizens that come to the palace after a plague, or when another one comes back. [RA-17]"""

from __future__ import annotations

import pytest

from bellringer import Table
from tests.rattus.big_box import asked, blue_ends, citizens, faces, lie, of, people, ravage, red_has, seated, told
from tests.rattus.play import names, play, red, regions

RED, BLUE = 0, 1
GALLIA, ITALIA = 1, 5

# Boccaccio


def reds_boccaccio(*chosen: tuple[int | str, ...], others: int = 2, **fields: object) -> Table:
    """Red's plague comes to gallia, where blue has citizens; red has some in italia, beside it, and far off."""
    players = people({"blue": others, "red": 1}, {"red": "boccaccio", "blue": "monk"})
    players["red"]["citizens"] |= {"italia": 2, "polonia": 1}
    rats = {"gallia": lie(*chosen), "anglia": 3, "germania": 3, "hispania": 3, "italia": 3}
    table = seated(players, rats=rats, components=faces(*chosen), plague="germania", **fields)
    return play(table, "plague gallia")


@pytest.mark.rule("RA-17.1", "RA-17.2")
def test_after_a_plague_that_killed_others_a_citizen_beside_it_goes_to_the_palace() -> None:
    """Italia has rats, which does not matter; polonia is too far."""
    table = reds_boccaccio((1, "church"))
    assert asked(table) == ("red", "haven-near")
    assert names(table) == {"pass", "from italia"}
    play(table, "from italia")
    assert red(table)["palace"] == 1 and citizens(table, "italia") == {"red": 1}
    assert asked(table) == ("blue", "act")


@pytest.mark.rule("RA-17.1")
def test_it_may_stay_where_it_is() -> None:
    table = play(reds_boccaccio((1, "church")), "pass")
    assert red(table)["palace"] == 0 and asked(table) == ("blue", "act")


@pytest.mark.rule("RA-17.1", "RA-17.2")
def test_own_losses_and_idle_rats_do_not_count() -> None:
    assert asked(reds_boccaccio((1, "magic"))) == ("blue", "act")
    assert asked(reds_boccaccio((9, "church"))) == ("blue", "act")


@pytest.mark.rule("RA-17.1")
def test_in_the_plague_of_another_seat_boccaccio_saves_nobody() -> None:
    cards = {"red": "monk", "blue": "boccaccio"}
    table = ravage((1, "church"), gallia={"red": 2, "blue": 1}, cards=cards)
    assert asked(table) == ("blue", "act")


@pytest.mark.rule("RA-17.2")
def test_a_wall_keeps_the_neighbour_away() -> None:
    open_way = reds_boccaccio((1, "church"))
    assert "from italia" in names(open_way)
    table = reds_boccaccio((1, "church"), walls=[["gallia", "italia"]])
    assert asked(table) == ("blue", "act")


@pytest.mark.rule("RA-17.3")
def test_it_is_asked_once_after_the_last_rat() -> None:
    table = reds_boccaccio((1, "church"), (1, "church"), others=3)
    assert [event.kind for event in table.events()].count("rat-turned") == 2
    assert asked(table) == ("red", "haven-near")
    assert asked(play(table, "from italia")) == ("blue", "act")


def blues_last_plague(**fields: object) -> Table:
    """The last round: blue has Boccaccio; a rat of gallia's neighbour hispania would kill red's citizen there."""
    rats = {"hispania": lie((1, "church"))}
    others = {"red": {"classes": ["monk"], "citizens": {"hispania": 2}}}
    mine = {"citizens": {"gallia": 1, "polonia": 1}, "rats": rats, "components": faces((1, "church"))}
    return blue_ends("boccaccio", others=others, **{**mine, **fields})


@pytest.mark.rule("RA-17.4", "RA-17.5")
def test_in_the_last_round_the_piece_moves_a_step_and_the_plague_ravages_there() -> None:
    table = play(blues_last_plague(), "use boccaccio")
    assert asked(table) == ("blue", "plague-to") and "pass" not in names(table)
    assert regions(table, "plague") == {"anglia", "germania", "hispania", "italia"}
    play(table, "plague hispania")
    assert asked(table) == ("blue", "haven-near")
    play(table, "from gallia")
    assert of(table, "blue")["palace"] == 1 and citizens(table, "hispania") == {"red": 1}


@pytest.mark.rule("RA-17.5")
def test_with_a_card_of_chivalry_the_piece_goes_farther() -> None:
    table = play(blues_last_plague(plague="scandia"), "use boccaccio")
    assert "hispania" not in regions(table, "plague")
    table = seated(
        {"blue": {"classes": ["boccaccio", "crusader"]}, "red": {}},
        phase="last-round", seats=2, rats={}, supply=0, plague="germania",
    )  # fmt: skip
    assert "hispania" in regions(play(table, "use boccaccio"), "plague")


@pytest.mark.rule("RA-17.5")
def test_where_another_card_has_moved_the_piece_the_plague_ravages() -> None:
    """The Knight comes first; Boccaccio then moves nothing."""
    rats = {"hispania": lie((1, "church"))}
    players = {
        "blue": {"classes": ["boccaccio", "knight"], "citizens": {"gallia": 1}},
        "red": {"classes": ["monk"], "citizens": {"hispania": 2}},
    }
    table = seated(
        players, phase="last-round", seats=2, rats=rats, components=faces((1, "church")), supply=0, plague="gallia"
    )
    play(table, "use knight", "plague hispania", "pass", "use boccaccio")
    assert asked(table) == ("blue", "haven-near")


# Judge


@pytest.mark.rule("RA-17.6")
def test_one_citizen_comes_back_and_another_of_its_region_goes_to_the_palace() -> None:
    """Gallia has rats, which does not matter."""
    table = play(red_has("judge", citizens={"gallia": 2, "italia": 1}, rats={"gallia": 2}), "use judge")
    assert asked(table) == ("red", "back-from") and regions(table, "from") == {"gallia", "italia"}
    play(table, "from gallia")
    assert asked(table) == ("red", "haven-also") and names(table) == {"pass", "citizen 0"}
    play(table, "citizen 0")
    assert (red(table)["citizens"], red(table)["palace"], red(table)["supply"]) == ({"italia": 1}, 1, 18)
    assert told(table, "citizen-taken-back") == [(RED, 0, GALLIA, 1)]
    assert "use judge" not in names(table)


@pytest.mark.rule("RA-17.6")
def test_a_citizen_that_was_alone_comes_back_alone() -> None:
    table = play(red_has("judge", citizens={"italia": 1, "gallia": 3}), "use judge", "from italia")
    assert asked(table) == ("red", "act") and red(table)["palace"] == 0 and red(table)["supply"] == 17


@pytest.mark.rule("RA-17.6")
def test_the_other_may_stay_and_without_citizens_the_judge_does_nothing() -> None:
    table = play(red_has("judge", citizens={"gallia": 3}), "use judge")
    assert asked(table) == ("red", "haven-also")  # gallia is the only region
    play(table, "pass")
    assert red(table)["citizens"] == {"gallia": 2} and red(table)["palace"] == 0
    assert "use judge" not in names(red_has("judge"))


@pytest.mark.rule("RA-17.7")
def test_citizens_of_others_stay_and_the_first_gives_back_what_it_bears() -> None:
    blue = {"citizens": {"gallia": 2}}
    potions = [{"seat": "red", "place": "gallia", "potions": 2}, {"seat": "red", "place": "gallia", "potions": 1}]
    table = red_has("judge", others={"blue": blue}, citizens={"gallia": 2}, potions=potions)
    play(table, "use judge")
    assert asked(table) == ("red", "back-which") and names(table) == {"citizen 1", "citizen 2"}
    play(table, "citizen 2")
    assert names(table) == {"pass", "citizen 1"}
    play(table, "citizen 1")
    assert table.position()["potions"] == [{"seat": "red", "place": "palace", "potions": 1}]
    assert citizens(table, "gallia") == {"blue": 2}


@pytest.mark.rule("RA-17.6")
def test_the_judge_acts_in_the_last_round_too() -> None:
    table = play(blue_ends("judge", citizens={"gallia": 2}), "use judge", "citizen 0")
    assert of(table, "blue")["palace"] == 1
