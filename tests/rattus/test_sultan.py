"""The Sultan, and citizens on podiums: where they may go, how they fall, what they score. [RA-14.30 to RA-14.41]"""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import PositionError, Table
from tests.rattus.big_box import asked, blue_ends, citizens, of, ravage, red_has, seated, told
from tests.rattus.play import names, play, rats_in, red, regions
from tests.rattus.school import learned

RED, BLUE = 0, 1
GALLIA = 1
DIPLOMATS, TOKEN = 1, 3


def diplomat(place: str, seat: str = "red", potions: int = 0) -> dict[str, Any]:
    """A citizen on a podium, with potions."""
    return {"seat": seat, "place": place, "potions": potions, "podium": True}


def bearer(place: str, potions: int, seat: str = "red") -> dict[str, Any]:
    """A citizen with potions alone."""
    return {"seat": seat, "place": place, "potions": potions}


def diplomats(table: Table, seat: str = "red") -> list[str]:
    """The regions of a seat's diplomats."""
    return [
        one["place"] for one in table.position().get("potions", ()) if one["seat"] == seat and one.get("podium", False)
    ]


def sultan(level: int = 1, bearers: list[dict[str, Any]] | None = None, **fields: Any) -> Table:
    """Red to play with the Sultan."""
    return red_has("sultan", level=level, potions=bearers or [], **{"citizens": {"gallia": 2, "italia": 1}, **fields})


# a podium comes


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.rule("RA-14.30")
def test_once_a_turn_the_sultan_makes_a_citizen_a_diplomat(seats: int) -> None:
    table = play(sultan(seats=seats), "use sultan")
    assert asked(table) == ("red", "podium-in") and names(table) == {"from gallia", "from italia"}
    play(table, "from gallia")
    assert diplomats(table) == ["gallia"] and citizens(table, "gallia") == {"red": 2}
    assert told(table, "podium-placed") == [(RED, 0, GALLIA, 1)]
    assert asked(table) == ("red", "act") and "use sultan" not in names(table)


@pytest.mark.rule("RA-14.30", "RA-14.32")
def test_only_a_region_without_an_own_diplomat_gets_one() -> None:
    """Not another seat's citizen, not the palace; another seat's diplomat does not matter."""
    others = {"blue": {"citizens": {"italia": 1, "scandia": 2}}}
    held = [diplomat("gallia"), diplomat("italia", "blue")]
    table = sultan(bearers=held, palace=1, citizens={"gallia": 2, "italia": 1, "anglia": 1}, others=others)
    assert names(play(table, "use sultan")) == {"from anglia", "from italia"}
    play(table, "from italia")
    assert diplomats(table) == ["gallia", "italia"] and diplomats(table, "blue") == ["italia"]


@pytest.mark.rule("RA-14.30")
def test_where_every_region_has_its_diplomat_the_sultan_is_not_used() -> None:
    assert "use sultan" not in names(sultan(bearers=[diplomat("gallia"), diplomat("italia")]))
    assert "use sultan" not in names(sultan(citizens={}))


@pytest.mark.rule("RA-14.39")
def test_of_unlike_citizens_the_seat_chooses_which_gets_the_podium() -> None:
    table = play(sultan(bearers=[bearer("gallia", 2)]), "use sultan", "from gallia")
    assert asked(table) == ("red", "podium-to") and names(table) == {"citizen 0", "citizen 2"}
    play(table, "citizen 2")
    assert table.position()["potions"] == [diplomat("gallia", potions=2)]


@pytest.mark.rule("RA-14.39")
def test_the_box_has_fifteen_podiums() -> None:
    """Red has eight diplomats, blue has the rest but one, or all."""
    eight = ("anglia", "gallia", "germania", "hispania", "hungaria", "italia", "polonia", "scandia")
    players = {"red": {"classes": ["sultan"], "citizens": {**dict.fromkeys(eight, 1), "bulgaria": 1}}}
    players["blue"] = {"citizens": dict.fromkeys(eight, 1)}
    for others, left in ((6, True), (7, False)):
        held = [*map(diplomat, eight), *(diplomat(place, "blue") for place in eight[:others])]
        table = seated(players, rats={}, seats=4, potions=held)
        assert ("use sultan" in names(table)) is left
    with pytest.raises(PositionError, match="15 podiums"):
        seated(players, rats={}, seats=4, potions=[*map(diplomat, eight), *(diplomat(one, "blue") for one in eight)])


# what a diplomat is


@pytest.mark.rule("RA-14.31")
def test_diplomats_stay_when_the_card_changes_hands() -> None:
    players = {"blue": {"classes": ["sultan"], "citizens": {"gallia": 1}}, "red": {"citizens": {"gallia": 1}}}
    table = seated(players, rats={}, potions=[diplomat("gallia", "blue")])
    play(table, "take sultan", "use sultan")
    assert diplomats(table, "blue") == ["gallia"] == diplomats(table)


@pytest.mark.rule("RA-14.31")
def test_rats_count_and_kill_a_diplomat_like_any_citizen_and_the_podium_goes_back() -> None:
    """Three citizens make up the limit and the majority; the podium can be placed again."""
    held = [diplomat("gallia", "blue")]
    table = ravage((3, "majority"), (1, "all"), gallia={"blue": 1, "green": 2}, cards={}, potions=held)
    assert citizens(table, "gallia") == {} and diplomats(table, "blue") == []
    assert of(table, "blue")["supply"] == 20


@pytest.mark.rule("RA-14.31", "RA-14.32")
def test_a_diplomat_moves_with_its_podium() -> None:
    table = red_has("merchant", citizens={"gallia": 1}, potions=[diplomat("gallia", potions=2)])
    play(table, "use merchant", "to italia")
    assert table.position()["potions"] == [diplomat("italia", potions=2)]
    assert citizens(table, "italia") == {"red": 1}


# never two of one seat in a region


def two_with_diplomats(card: str, gallia: int = 1, italia: int = 1, **fields: Any) -> Table:
    """Red has a diplomat in gallia and one in italia."""
    held = [diplomat("gallia"), diplomat("italia")]
    return red_has(card, citizens={"gallia": gallia, "italia": italia}, potions=held, **fields)


@pytest.mark.rule("RA-14.32")
def test_the_merchant_brings_no_second_diplomat() -> None:
    table = play(two_with_diplomats("merchant"), "use merchant", "from gallia")
    assert names(table) == {"to anglia", "to germania", "to hispania"}
    table = play(two_with_diplomats("merchant", gallia=3), "use merchant", "from gallia", "to italia")
    assert names(table) == {"go 1", "go 2"}
    play(table, "go 2")
    assert citizens(table, "italia") == {"red": 3} and citizens(table, "gallia") == {"red": 1}
    assert diplomats(table) == ["gallia", "italia"]


@pytest.mark.rule("RA-14.32")
def test_with_the_merchant_a_diplomat_and_another_citizen_are_told_apart() -> None:
    table = red_has("merchant", citizens={"gallia": 3}, potions=[diplomat("gallia")])
    play(table, "use merchant", "to italia", "go 1")
    assert asked(table) == ("red", "go-which") and names(table) == {"citizen 0", "diplomat 0"}
    play(table, "diplomat 0")
    assert diplomats(table) == ["italia"] and citizens(table, "gallia") == {"red": 2}


@pytest.mark.rule("RA-14.32")
def test_a_citizen_with_potions_goes_where_the_diplomat_may_not() -> None:
    """Two of three go; the diplomat is not asked about."""
    held = [diplomat("gallia", potions=1), diplomat("italia"), bearer("gallia", 1)]
    table = red_has("merchant", citizens={"gallia": 4, "italia": 1}, potions=held)
    play(table, "use merchant", "from gallia", "to italia", "go 2")
    assert names(table) == {"citizen 0", "citizen 1"}
    play(table, "citizen 1")
    assert citizens(table, "italia") == {"red": 3} and citizens(table, "gallia") == {"red": 2}
    assert table.position()["potions"] == [diplomat("gallia", potions=1), bearer("italia", 1), diplomat("italia")]


@pytest.mark.rule("RA-14.32")
def test_without_another_way_the_merchant_is_not_used() -> None:
    """All neighbours of hispania have a diplomat of red, and there is no other citizen than diplomats."""
    held = [diplomat("hispania"), diplomat("gallia"), diplomat("italia")]
    near = {"hispania": 1, "gallia": 1, "italia": 1}
    table = play(red_has("merchant", citizens=near, potions=held, seats=2), "use merchant")
    assert names(table) == {"from gallia", "from italia"}
    everywhere = ("anglia", "gallia", "germania", "hispania", "hungaria", "italia", "polonia", "scandia")
    full: dict[str, Any] = {"citizens": dict.fromkeys(everywhere, 1), "seats": 2}
    full["potions"] = [*map(diplomat, everywhere)]
    assert "use merchant" not in names(red_has("merchant", **full))
    assert "use merchant" not in names(red_has("merchant", level=3, **full))


@pytest.mark.rule("RA-14.32")
def test_at_level_three_the_merchants_diplomat_goes_anywhere_else() -> None:
    table = play(two_with_diplomats("merchant", level=3), "use merchant", "from gallia")
    assert "to italia" not in names(table) and len(names(table)) == 8


def courier(**fields: Any) -> Table:
    """Red has a diplomat each in gallia and italia; blue has one in italia, and a citizen in scandia."""
    held = [diplomat("gallia"), diplomat("italia"), diplomat("italia", "blue"), *fields.pop("held", ())]
    others = {"blue": {"citizens": {"italia": 1, **fields.pop("blue", {})}}}
    return red_has("courier", citizens={"gallia": 1, "italia": 1}, potions=held, others=others, **fields)


@pytest.mark.rule("RA-14.32")
def test_the_courier_exchanges_no_diplomat_into_a_region_with_another_one() -> None:
    """Red's in gallia can't come to italia; there is nobody else to exchange it with."""
    assert "use courier" not in names(courier())
    table = play(courier(blue={"scandia": 1}), "use courier")
    assert names(table) == {"from gallia", "from italia", "from scandia"}
    play(table, "from gallia")
    assert asked(table) == ("red", "act"), "only the one citizen in scandia is left for it"
    assert diplomats(table) == ["italia", "scandia"] and citizens(table, "gallia") == {"blue": 1}


@pytest.mark.rule("RA-14.32")
def test_nor_does_the_courier_bring_anothers_diplomat_to_a_second_one() -> None:
    """Blue has a diplomat in gallia, too: that of italia can't come there, but its other citizen can."""
    held, blue = [diplomat("gallia", "blue"), diplomat("italia", "blue")], {"gallia": 1, "italia": 2}
    for count, may in ((1, False), (2, True)):
        others = {"blue": {"citizens": {**blue, "italia": count}}}
        table = red_has("courier", citizens={"gallia": 2}, potions=held, others=others)
        assert ("use courier" in names(table)) is may
    play(table, "use courier", "from italia")
    assert diplomats(table, "blue") == ["gallia", "italia"]
    assert citizens(table, "gallia") == {"red": 1, "blue": 2} and citizens(table, "italia") == {"red": 1, "blue": 1}


@pytest.mark.rule("RA-14.32")
def test_a_second_exchange_of_the_courier_follows_the_same_rule() -> None:
    players = {
        "red": {"classes": ["courier"], "citizens": {"gallia": 2, "italia": 1}},
        "blue": {"citizens": {"italia": 3}},
    }
    held = [diplomat("gallia"), diplomat("italia")]
    table = seated(players, rats={}, potions=held, level=2)
    play(table, "use courier", "from gallia")
    assert citizens(table, "gallia") == {"red": 1, "blue": 1}, "the diplomat of gallia is no choice"
    assert diplomats(table) == ["gallia", "italia"]
    assert asked(table) == ("red", "exchange-also") and names(table) == {"pass", "of blue"}


@pytest.mark.rule("RA-14.32")
def test_the_pied_piper_leads_no_diplomat_to_another_one() -> None:
    table = play(two_with_diplomats("pied-piper"), "use pied-piper", "from gallia")
    assert "to italia" not in names(table)
    table = play(two_with_diplomats("pied-piper", gallia=2), "use pied-piper", "from gallia", "to italia")
    assert diplomats(table) == ["gallia", "italia"] and citizens(table, "italia") == {"red": 2}


@pytest.mark.rule("RA-14.32")
def test_nor_do_those_that_the_pied_piper_leads_along_come_to_a_second_one() -> None:
    """Blue's only citizen in gallia is a diplomat, and it has one in italia; green's goes along at once."""
    others = {"blue": {"citizens": {"gallia": 1, "italia": 1}}, "green": {"citizens": {"gallia": 1}}}
    held = [diplomat("gallia", "blue"), diplomat("italia", "blue")]
    table = red_has("pied-piper", citizens={"gallia": 1}, others=others, potions=held, level=2)
    play(table, "use pied-piper", "to italia")
    assert citizens(table, "italia") == {"red": 1, "blue": 1, "green": 1}
    assert citizens(table, "gallia") == {"blue": 1}


@pytest.mark.rule("RA-14.32")
def test_nor_does_the_piper_go_on_to_a_second_one() -> None:
    held = [diplomat("gallia"), diplomat("hungaria")]
    table = red_has("pied-piper", citizens={"gallia": 1, "hungaria": 1}, potions=held, level=3)
    play(table, "use pied-piper", "from gallia", "to italia")
    assert asked(table) == ("red", "lead-on") and "to hungaria" not in names(table)
    assert "to germania" in names(table)


@pytest.mark.rule("RA-14.32")
def test_over_the_emperors_wall_no_second_diplomat_comes() -> None:
    walls = [["gallia", "italia"]]
    assert "also emperor" not in names(two_with_diplomats("emperor", level=2, walls=walls))
    table = two_with_diplomats("emperor", gallia=2, level=2, walls=walls)
    play(table, "also emperor")
    assert citizens(table, "italia") == {"red": 2} and diplomats(table) == ["gallia", "italia"]


@pytest.mark.rule("RA-14.32")
def test_a_second_citizen_over_the_wall_follows_the_same_rule() -> None:
    """From gallia only the diplomat is left; one of italia can still go the other way."""
    walls = [["gallia", "italia"]]
    table = two_with_diplomats("emperor", gallia=2, level=3, walls=walls)
    play(table, "also emperor")
    assert asked(table) == ("red", "cross-also") and names(table) == {"pass", "from italia"}
    play(table, "from italia")
    assert citizens(table, "gallia") == {"red": 2} and diplomats(table) == ["gallia", "italia"]


@pytest.mark.rule("RA-14.32", "RA-6.9", "RA-15.20")
def test_the_student_brings_no_diplomat_to_a_university_with_another_one() -> None:
    """Universities are in gallia and italia; germania is beside both, hungaria beside italia alone."""
    held = [diplomat("germania"), diplomat("italia")]
    table = at_school({"germania": 1, "italia": 1}, held)
    play(table, "also student", "from germania")
    assert citizens(table, "gallia") == {"red": 1} and diplomats(table) == ["gallia", "italia"], "the only one left"
    alone = at_school({"hungaria": 1, "italia": 1}, [diplomat("hungaria"), diplomat("italia")])
    play(alone, "also student")
    assert diplomats(alone) == ["gallia", "hungaria"], "the one of italia may go, that of hungaria can't"
    both = at_school({"gallia": 1, "italia": 1}, [diplomat("gallia"), diplomat("italia")])
    assert "also student" not in names(both)


@pytest.mark.rule("RA-14.32", "RA-15.20")
def test_a_citizen_that_is_no_diplomat_still_comes_to_such_a_university() -> None:
    table = at_school({"hungaria": 2, "italia": 1}, [diplomat("hungaria"), diplomat("italia")])
    play(table, "also student")
    assert names(table) == {"from hungaria", "from italia"}
    play(table, "from hungaria")
    assert citizens(table, "italia") == {"red": 2} and diplomats(table) == ["hungaria", "italia"]


def at_school(own: dict[str, int], held: list[dict[str, Any]]) -> Table:
    """Red to play with the Student at level two, its citizens, and these diplomats."""
    return learned("student", "sultan", level=2, citizens=own, potions=held)


# not to the palace


@pytest.mark.parametrize("level", (1, 2, 3))
@pytest.mark.rule("RA-14.33")
def test_the_king_brings_no_diplomat_to_the_palace(level: int) -> None:
    alone = red_has("king", level=level, citizens={"gallia": 1}, potions=[diplomat("gallia")])
    assert "use king" not in names(alone)
    held = [diplomat("gallia"), diplomat("italia", potions=1)]
    table = red_has("king", level=level, citizens={"gallia": 2, "italia": 1}, potions=held)
    play(table, "use king")
    assert asked(table) == ("red", "act") and red(table)["palace"] == 1
    assert diplomats(table) == ["gallia", "italia"] and citizens(table, "gallia") == {"red": 1}


@pytest.mark.rule("RA-14.33", "RA-14.40")
def test_the_judge_takes_a_diplomat_back_but_brings_none_to_the_palace() -> None:
    table = red_has("judge", citizens={"gallia": 2}, potions=[diplomat("gallia")])
    play(table, "use judge")
    assert names(table) == {"citizen 0", "diplomat 0"}
    play(table, "citizen 0")
    assert asked(table) == ("red", "act") and red(table)["palace"] == 0 and diplomats(table) == ["gallia"]
    table = red_has("judge", citizens={"gallia": 2}, potions=[diplomat("gallia")])
    play(table, "use judge", "diplomat 0")
    assert names(table) == {"pass", "citizen 0"} and diplomats(table) == []


@pytest.mark.rule("RA-14.33")
def test_boccaccio_brings_no_diplomat_to_the_palace() -> None:
    held = [diplomat("hispania")]
    for count, is_asked in ((1, False), (2, True)):
        own = {"classes": ["boccaccio"], "citizens": {"hispania": count}}
        players = {"red": own, "blue": {"citizens": {"gallia": 1}}}
        table = ravaged_beside(players, held)
        assert (asked(table) == ("red", "haven-near")) is is_asked
    play(table, "from hispania")
    assert red(table)["palace"] == 1 and diplomats(table) == ["hispania"]


def ravaged_beside(players: dict[str, Any], held: list[dict[str, Any]]) -> Table:
    """A plague in gallia, where a rat hits everybody."""
    rats = {"gallia": [{"token": [1, "all"]}], **dict.fromkeys(("anglia", "germania", "hispania", "italia"), 3)}
    box = {"tokens": {"regular": [[1, "all"], *[[6, "all"]] * 40]}}
    table = seated(players, rats=rats, components=box, plague="germania", potions=held)
    return play(table, "plague gallia")


@pytest.mark.rule("RA-14.40")
def test_a_diplomat_that_comes_onto_the_bakers_card_gives_its_podium_back() -> None:
    table = red_has("baker", level=3, citizens={"gallia": 2}, potions=[diplomat("gallia", potions=1)])
    play(table, "also baker")
    assert names(table) == {"citizen 0", "diplomat 1"}
    play(table, "diplomat 1")
    assert red(table)["on-card"] == 1 and "potions" not in table.position()


# losses


def plague_on(count: int, held: list[dict[str, Any]], *chosen: tuple[int | str, ...]) -> Table:
    """A plague in gallia, where only blue lives, with these citizens."""
    return ravage(*(chosen or [(1, "all")]), gallia={"blue": count}, cards={}, potions=held)


@pytest.mark.rule("RA-14.34")
def test_the_diplomat_falls_last() -> None:
    table = plague_on(2, [diplomat("gallia", "blue")])
    assert citizens(table, "gallia") == {"blue": 1} and diplomats(table, "blue") == ["gallia"]
    table = plague_on(2, [diplomat("gallia", "blue")], (1, "all", "majority"))
    assert citizens(table, "gallia") == {} and diplomats(table, "blue") == []


@pytest.mark.rule("RA-14.34")
def test_who_chooses_what_falls_can_not_name_the_diplomat_while_others_are_there() -> None:
    table = plague_on(4, [diplomat("gallia", "blue", 1), bearer("gallia", 2, "blue")])
    assert asked(table) == ("blue", "lose-which") and names(table) == {"citizen 0", "citizen 2"}


@pytest.mark.rule("RA-14.35")
def test_a_potion_under_the_diplomat_is_spent_only_when_it_must_go() -> None:
    held = [diplomat("gallia", "blue", 2)]
    table = plague_on(2, held, (1, "all", "majority"))
    assert asked(table) == ("blue", "spend-potion") and citizens(table, "gallia") == {"blue": 1}
    assert table.position()["asks"][-1]["potions"] == 2
    play(table, "spend")
    assert table.position()["potions"] == [diplomat("gallia", "blue", 1)]
    assert told(table, "potion-spent") == [(BLUE, 0, GALLIA, 1)]
    table = play(plague_on(2, held, (1, "all", "majority")), "pass")
    assert citizens(table, "gallia") == {} and "potions" not in table.position()


@pytest.mark.rule("RA-14.35")
def test_a_diplomat_that_has_spent_its_last_potion_stays_a_diplomat() -> None:
    table = play(plague_on(1, [diplomat("gallia", "blue", 1)]), "spend")
    assert table.position()["potions"] == [diplomat("gallia", "blue")]
    assert rats_in(table, "gallia") == []


@pytest.mark.rule("RA-14.35")
def test_a_citizen_that_a_potion_saves_keeps_the_diplomat_safe_too() -> None:
    """Two losses: the regular citizen pays both, first with its potion."""
    held = [diplomat("gallia", "blue", 1), bearer("gallia", 1, "blue")]
    table = play(plague_on(2, held, (1, "all"), (1, "all")), "spend")
    assert citizens(table, "gallia") == {"blue": 1} and diplomats(table, "blue") == ["gallia"]
    assert table.position()["potions"] == [diplomat("gallia", "blue", 1)]


@pytest.mark.rule("RA-14.35")
def test_the_wizard_puts_a_potion_under_a_diplomat() -> None:
    table = red_has("wizard", citizens={"gallia": 2}, potions=[diplomat("gallia")])
    play(table, "use wizard")
    assert names(table) == {"citizen 0", "diplomat 0"}
    play(table, "diplomat 0")
    assert table.position()["potions"] == [diplomat("gallia", potions=1)]
    assert told(table, "potion-placed") == [(RED, 0, GALLIA, 1)]


# the end


def scored(counts: dict[str, int]) -> dict[str, int]:
    """The points of a game that ends with so many diplomats of each seat."""
    places = ("anglia", "gallia", "germania", "hispania", "hungaria", "italia")
    players: dict[str, Any] = {seat: {"citizens": dict.fromkeys(places[:n], 1)} for seat, n in counts.items()}
    held = [diplomat(place, seat) for seat, n in counts.items() for place in places[:n]]
    players["red"]["classes"] = ["sultan"]
    order = [name for name in ("red", "blue", "green", "violet", "ochre", "slate") if name in counts]
    fields: dict[str, Any] = {"phase": "last-round", "seats": len(order), "rats": {}, "supply": 0, "potions": held}
    table = seated(players, plague="gallia", turn="red", **fields)
    while table.pending:
        play(table, "pass")
    position = table.position()["players"]
    return {seat: position[seat].get("points", 0) for seat in order}


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((3, 2, 1), (4, 2, 0)),
        ((0, 2, 3), (0, 2, 4)),
        ((1, 0, 0), (4, 0, 0)),
        ((0, 0, 0), (0, 0, 0)),
        ((2, 2, 1), (3, 3, 0)),
        ((2, 2, 2), (2, 2, 2)),
        ((3, 1, 1), (4, 1, 1)),
        ((3, 1, 1, 1), (4, 0, 0, 0)),
        ((1, 1, 1, 1), (1, 1, 1, 1)),
        ((1, 1, 1, 1, 1, 0), (1, 1, 1, 1, 1, 0)),
        ((2, 1), (4, 2)),
        ((1, 1), (3, 3)),
    ],
)
@pytest.mark.rule("RA-14.36")
def test_the_most_diplomats_score_four_points_and_the_second_most_two(
    counts: tuple[int, ...], points: tuple[int, ...]
) -> None:
    seats = ("red", "blue", "green", "violet", "ochre", "slate")
    assert scored(dict(zip(seats, counts, strict=False))) == dict(zip(seats, points, strict=False))


@pytest.mark.rule("RA-14.36")
def test_the_points_of_diplomats_count_beside_the_citizens_and_are_told() -> None:
    players = {"blue": {"citizens": {"gallia": 1}}, "red": {"citizens": {"italia": 3}}}
    table = play(red_ends(players, [diplomat("gallia", "blue")]), "pass")
    assert table.result is not None and list(table.result.scores) == [3, 5] and table.result.places[1] == 1
    assert told(table, "points-scored") == [(BLUE, DIPLOMATS, 0, 4)]


def red_ends(players: dict[str, Any], held: list[dict[str, Any]], **fields: Any) -> Table:
    """The last round of two, in which blue has the Merchant, so that it is asked."""
    players["blue"]["classes"] = [*players["blue"].get("classes", ()), "merchant"]
    usual = {"phase": "last-round", "seats": 2, "rats": {}, "supply": 0, "plague": "polonia", "potions": held}
    return seated(players, **{**usual, **fields})


@pytest.mark.rule("RA-14.41")
def test_diplomats_that_fall_in_the_last_ravage_do_not_score() -> None:
    players = {"blue": {"citizens": {"gallia": 1}}, "red": {"citizens": {"italia": 1}}}
    held = [diplomat("gallia", "blue"), diplomat("italia")]
    box = {"tokens": {"regular": [[1, "all"], *[[6, "all"]] * 40]}}
    table = red_ends(players, held, rats={"gallia": [{"token": [1, "all"]}]}, components=box)
    play(table, "pass")
    assert table.result is not None and list(table.result.scores) == [5, 0]
    assert told(table, "points-scored") == [(RED, DIPLOMATS, 0, 4)]


@pytest.mark.rule("RA-14.41")
def test_in_the_last_round_the_sultan_is_used_once_more() -> None:
    table = blue_ends("sultan", citizens={"gallia": 2, "italia": 1})
    assert names(table) == {"pass", "use sultan"}
    play(table, "use sultan", "from gallia")
    assert table.result is not None and diplomats(table, "blue") == ["gallia"]
    assert of(table, "blue")["points"] == 4


# upgrades


@pytest.mark.parametrize("level", (2, 3))
@pytest.mark.rule("RA-14.37", "RA-14.38")
def test_with_upgrades_the_sultan_places_up_to_two_podiums_in_two_regions(level: int) -> None:
    table = play(sultan(level), "use sultan", "from gallia")
    assert asked(table) == ("red", "podium-in") and names(table) == {"pass", "from italia"}
    assert diplomats(play(table, "from italia")) == ["gallia", "italia"]
    assert asked(table) == ("red", "act")
    fewer = play(sultan(level), "use sultan", "from gallia", "pass")
    assert diplomats(fewer) == ["gallia"] and "use sultan" not in names(fewer)


@pytest.mark.parametrize("level", (2, 3))
@pytest.mark.rule("RA-14.37")
def test_there_is_no_second_podium_without_a_second_region(level: int) -> None:
    table = play(sultan(level, citizens={"gallia": 5}), "use sultan")
    assert diplomats(table) == ["gallia"] and asked(table) == ("red", "act")


@pytest.mark.parametrize("level", (1, 2))
@pytest.mark.rule("RA-14.37", "RA-14.38")
def test_below_level_three_there_is_no_point(level: int) -> None:
    assert "also sultan" not in names(sultan(level, bearers=[diplomat("gallia")]))


@pytest.mark.rule("RA-14.38")
def test_at_level_three_who_has_more_diplomats_than_any_other_takes_a_point_instead() -> None:
    table = play(sultan(3, bearers=[diplomat("gallia")]), "also sultan")
    assert red(table)["points"] == 1 and told(table, "points-scored") == [(RED, TOKEN, 0, 1)]
    assert not {"also sultan", "use sultan"} & names(table)


@pytest.mark.rule("RA-14.38")
def test_after_a_podium_there_is_no_point_in_the_same_turn() -> None:
    table = play(sultan(3), "use sultan", "from gallia", "pass")
    assert "also sultan" not in names(table) and "points" not in red(table)


@pytest.mark.parametrize(("own", "theirs", "may"), [(1, 0, True), (2, 1, True), (1, 1, False), (0, 0, False)])
@pytest.mark.rule("RA-14.38")
def test_as_many_diplomats_as_another_are_not_enough_for_the_point(own: int, theirs: int, may: bool) -> None:
    places = ("gallia", "italia")
    held = [*map(diplomat, places[:own]), *(diplomat(place, "green") for place in places[:theirs])]
    table = sultan(3, bearers=held, others={"green": {"citizens": dict.fromkeys(places, 1)}})
    assert ("also sultan" in names(table)) is may


@pytest.mark.rule("RA-14.38", "RA-14.41")
def test_the_point_is_taken_in_the_last_round_too() -> None:
    table = blue_ends("sultan", level=3, citizens={"gallia": 2}, potions=[diplomat("gallia", "blue")])
    assert names(table) == {"pass", "also sultan"}
    play(table, "also sultan")
    assert table.result is not None and of(table, "blue")["points"] == 5


# documents


@pytest.mark.parametrize(
    ("held", "complaint"),
    [
        ([diplomat("gallia"), diplomat("gallia")], "two diplomats"),
        ([diplomat("palace")], "palace"),
        ([{"seat": "red", "place": "gallia", "potions": 0}], "neither"),
        ([diplomat("scandia")], "not so many citizens"),
    ],
)
@pytest.mark.rule("RA-14.32", "RA-14.33")
def test_impossible_podiums_are_refused(held: list[dict[str, Any]], complaint: str) -> None:
    with pytest.raises(PositionError, match=complaint) as found:
        red_has("sultan", citizens={"gallia": 3}, palace=1, potions=held)
    assert found.value.path == "potions"


def test_a_podium_may_be_said_without_potions() -> None:
    table = red_has("sultan", citizens={"gallia": 1}, potions=[{"seat": "red", "place": "gallia", "podium": True}])
    assert table.position()["potions"] == [diplomat("gallia")]
    assert regions(table, "take")
