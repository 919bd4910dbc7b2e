"""The Alchemist borrows the tiles of other class cards. [RA-15.58] What each of them does: test_borrowed_tiles.py."""

from __future__ import annotations

from typing import Any

import pytest

import bellringer
from bellringer import OptionError, PositionError, Table
from tests.rattus.big_box import asked, citizens, faces, last_round, lie, of, ravage, seated, struck, told
from tests.rattus.play import kinds, names, play, red, regions

RED, BLUE = 0, 1
MONK, KNIGHT, ALCHEMIST = 1, 5, 27
CARDS = ["knight", "alchemist", "monk", "baker", "nun", "philosopher"]


def at_table(players: dict[str, Any], **fields: Any) -> Table:
    """A table with these cards and upgrades; `lent`: whose tile lies on the Alchemist."""
    fields = {"classes": CARDS, "modules": ["upgrades"], "rats": {}, **fields}
    if "lent" in fields:
        fields["lent-to"] = "alchemist"
    return seated(players, **fields)


def red_holds(*cards: str, **fields: Any) -> Table:
    """Red to play with the Alchemist and other cards."""
    mine = {name.replace("_", "-"): fields.pop(name) for name in ("citizens", "lodged", "on_card") if name in fields}
    return at_table({"red": {"classes": ["alchemist", *cards], **mine}, **fields.pop("others", {})}, **fields)


def blue_holds(*cards: str, **fields: Any) -> Table:
    """Red to play; blue has the Alchemist and other cards."""
    blue = {name.replace("_", "-"): fields.pop(name) for name in ("citizens", "lodged", "on_card") if name in fields}
    return at_table({"blue": {"classes": ["alchemist", *cards], **blue}, **fields.pop("others", {})}, **fields)


def lent(table: Table) -> tuple[str, str] | None:
    """The tile that lies on a card, and the card."""
    position = table.position()
    return (position["lent"], position["lent-to"]) if "lent" in position else None


# when it can be used


@pytest.mark.rule("RA-15.58")
def test_it_does_nothing_in_the_turn_in_which_it_was_taken() -> None:
    table = at_table({"red": {"citizens": {"italia": 1}}}, plague="gallia")
    play(table, "take alchemist")
    assert red(table)["classes"] == ["alchemist"] and "use alchemist" not in names(table)
    play(table, "plague italia", "plague gallia", "plague italia")
    assert asked(table) == ("red", "act") and "use alchemist" in names(table)


@pytest.mark.rule("RA-15.59")
def test_any_tile_of_the_supply_comes_to_it_and_its_ability_can_be_used_at_once() -> None:
    table = play(red_holds(rats={"gallia": 2, "turcia": 1}, plague="polonia"), "use alchemist")
    assert asked(table) == ("red", "borrow-tile") and "pass" not in names(table)
    assert names(table) == {f"use {card}" for card in CARDS if card != "alchemist"}
    play(table, "use monk")
    assert lent(table) == ("monk", "alchemist") and told(table, "tile-borrowed") == [(RED, MONK, ALCHEMIST, 0)]
    assert "use monk" in names(table) and "use alchemist" not in names(table)
    play(table, "use monk", "rat gallia", "to scandia", "rat gallia")
    assert asked(table) == ("red", "act") and table.position()["rats"].keys() == {"scandia", "turcia"}, (
        "as at level III"
    )
    assert "use monk" not in names(table)


@pytest.mark.rule("RA-15.60")
def test_only_tiles_of_the_tables_cards_that_are_in_the_supply_can_be_borrowed() -> None:
    others = {"blue": {"classes": ["monk", "nun"]}}
    table = play(red_holds("baker", others=others, levels={"monk": 2, "baker": 3}), "use alchemist")
    assert names(table) == {"use knight", "use nun", "use philosopher"}
    three = {"knight": 2, "monk": 2, "baker": 2, "nun": 3, "philosopher": 3}
    none = red_holds("knight", "monk", "baker", "nun", "philosopher", levels=three)
    assert "use alchemist" not in names(none)


@pytest.mark.rule("RA-15.61")
def test_it_is_neither_taking_nor_upgrading() -> None:
    table = play(red_holds("nun"), "use alchemist", "use monk")
    assert {"take knight", "take monk", "upgrade nun"} <= names(table)
    play(table, "upgrade nun")
    assert lent(table) == ("monk", "alchemist") and table.position()["levels"] == {"nun": 2}
    assert "use alchemist" in names(play(red_holds("nun"), "upgrade nun"))


@pytest.mark.rule("RA-1.29")
def test_without_the_upgrades_it_can_not_be_chosen() -> None:
    with pytest.raises(OptionError, match="alchemist needs the module upgrades"):
        bellringer.new_game("rattus", seats=3, classes=CARDS)
    table = bellringer.new_game("rattus", seats=3, classes=CARDS, modules=["upgrades"])
    assert not any(name.endswith("upgrade alchemist") for name in names(table))


@pytest.mark.rule("RA-15.60")
def test_it_has_no_tile_of_its_own() -> None:
    assert "upgrade alchemist" not in names(red_holds("nun"))
    with pytest.raises(PositionError):
        red_holds(levels={"alchemist": 2})


# not twice


@pytest.mark.rule("RA-15.62")
def test_with_both_the_card_and_its_tile_the_ability_is_there_once() -> None:
    table = red_holds("monk", lent="monk", rats={"gallia": 2, "turcia": 1})
    play(table, "use monk", "rat gallia", "to scandia", "pass")
    assert "use monk" not in names(table)


@pytest.mark.rule("RA-15.62")
def test_an_ability_used_from_the_card_is_used() -> None:
    table = red_holds("monk", rats={"gallia": 2, "turcia": 1})
    play(table, "use monk", "rat gallia", "to italia", "use alchemist", "use monk")
    assert lent(table) == ("monk", "alchemist") and "use monk" not in names(table)


@pytest.mark.rule("RA-15.62")
def test_the_second_ability_of_level_3_is_another_one() -> None:
    table = red_holds("baker", citizens={"gallia": 1})
    play(table, "use baker", "use alchemist", "use baker")
    assert "use baker" not in names(table) and "also baker" in names(table)
    play(table, "also baker")
    assert (red(table)["on-card"], red(table)["lodged"], red(table)["citizens"]) == (1, 1, {})
    assert not {"use baker", "also baker"} & names(table)


@pytest.mark.rule("RA-15.63")
def test_what_is_no_ability_of_a_turn_comes_with_the_tile() -> None:
    table = red_holds(plague="gallia")
    assert regions(table, "plague") == {"anglia", "germania", "hispania", "italia"}
    play(table, "use alchemist", "use knight")
    assert len(regions(table, "plague")) == 9
    others = {"blue": {"citizens": {"turcia": 1}}}
    far = red_holds(lent="knight", others=others, rats={"turcia": lie((6, "all"))}, components=faces((6, "all")))
    play(far, "plague turcia")
    assert asked(far) == ("red", "lift-limits")
    assert struck(play(far, "count")) == [True]


# when the tile goes


@pytest.mark.rule("RA-15.64")
def test_the_tile_goes_back_when_its_holders_next_turn_begins_and_spends_the_card() -> None:
    table = play(red_holds(plague="gallia"), "use alchemist", "use nun", "plague italia")
    assert asked(table) == ("blue", "act") and lent(table) == ("nun", "alchemist")
    play(table, "plague gallia", "plague italia")
    assert asked(table) == ("red", "act") and lent(table) is None
    assert told(table, "tile-returned") == [(RED, 8, ALCHEMIST, 0)]
    assert "use nun" not in names(table) and "use alchemist" not in names(table)
    play(table, "plague gallia", "plague italia", "plague gallia")
    assert asked(table) == ("red", "act") and "use alchemist" in names(table)


@pytest.mark.rule("RA-15.64")
def test_the_turns_of_others_leave_the_tile_and_give_them_nothing() -> None:
    table = blue_holds(lent="monk", rats={"gallia": 1})
    assert "use monk" not in names(table) and lent(table) == ("monk", "alchemist")


@pytest.mark.rule("RA-15.65")
def test_another_seat_takes_the_tile_off_by_upgrading() -> None:
    table = blue_holds(lent="monk", others={"red": {"classes": ["monk"]}}, plague="gallia")
    assert "upgrade monk" in names(table)
    play(table, "upgrade monk")
    assert lent(table) is None and table.position()["levels"] == {"monk": 2}
    assert told(table, "tile-returned") == [(RED, MONK, ALCHEMIST, 0)]
    play(table, "plague italia")
    assert asked(table) == ("blue", "act") and "use alchemist" in names(table), "it may borrow another one"


@pytest.mark.rule("RA-15.66")
def test_its_holder_can_not_upgrade_a_card_with_the_tile_that_it_has_borrowed() -> None:
    table = red_holds("monk", "nun", lent="monk")
    assert "upgrade monk" not in names(table) and "upgrade nun" in names(table)
    assert "upgrade monk" in names(red_holds("monk", "nun", lent="nun"))


@pytest.mark.parametrize("chosen", [[], ["alchemist"]])
@pytest.mark.rule("RA-15.75")
def test_when_it_is_taken_its_tile_goes_back(chosen: list[str]) -> None:
    table = play(blue_holds(lent="monk", blocked=chosen, rats={"gallia": 1}), "take alchemist")
    assert lent(table) is None and red(table)["classes"] == ["alchemist"]
    assert not {"use monk", "use alchemist"} & names(table)


@pytest.mark.rule("RA-15.75")
def test_taking_the_card_of_the_tile_leaves_the_tile_where_it_is() -> None:
    table = play(blue_holds("monk", lent="monk", rats={"gallia": 1}), "take monk")
    assert lent(table) == ("monk", "alchemist") and red(table)["classes"] == ["monk"]
    play(table, "use monk")
    assert asked(table) == ("red", "rat-to"), "as at level I"


# rats


@pytest.mark.parametrize(("symbol", "hit"), [("magic", True), ("chivalry", False), ("peasantry", False)])
@pytest.mark.rule("RA-15.67")
def test_for_rats_it_is_of_magic_whatever_lies_on_it(symbol: str, hit: bool) -> None:
    for tile in ("knight", "baker"):
        table = ravage(
            (1, symbol), gallia={"blue": 2}, cards={"blue": "alchemist"}, classes=CARDS, modules=["upgrades"],
            lent=tile, **{"lent-to": "alchemist"},
        )  # fmt: skip
        assert citizens(table, "gallia") == {"blue": 1 if hit else 2}


# the last round


def green_ends(*cards: str, **fields: Any) -> Table:
    """The last round of three: green acts with the Alchemist, then blue; red had the last turn."""
    mine = {name.replace("_", "-"): fields.pop(name) for name in ("citizens", "lodged", "on_card") if name in fields}
    players = {"green": {"classes": ["alchemist", *cards], **mine}, **fields.pop("others", {})}
    if "lent" in fields:
        fields["lent-to"] = "alchemist"
    return last_round(players, **{"classes": CARDS, "modules": ["upgrades"], "seats": 3, **fields})


@pytest.mark.rule("RA-15.68")
def test_in_the_last_round_it_borrows_a_tile_and_uses_it_at_once() -> None:
    table = play(green_ends(rats={"gallia": 2, "turcia": 1}), "use alchemist", "use monk")
    play(table, "use monk", "rat gallia", "to scandia", "rat gallia")
    assert table.result is not None
    assert table.position()["rats"].keys() == {"scandia", "turcia"} and lent(table) == ("monk", "alchemist")


@pytest.mark.rule("RA-15.68")
def test_in_the_last_round_a_tile_of_an_earlier_turn_goes_back_and_the_card_does_nothing() -> None:
    players = {"green": {"classes": ["alchemist", "nun"]}, "blue": {"citizens": {"italia": 1}}}
    table = at_table(players, turns=1000, lent="monk", rats={"gallia": 2, "italia": 1}, supply=3, plague="polonia")
    play(table, "plague hungaria")
    assert asked(table) == ("green", "last-act") and names(table) == {"pass", "use nun"}
    assert lent(table) is None and told(table, "tile-returned") == [(2, MONK, ALCHEMIST, 0)]


@pytest.mark.rule("RA-15.68")
def test_in_the_last_round_an_ability_that_another_seat_has_used_is_there_for_the_borrower() -> None:
    players = {"green": {"classes": ["monk"]}, "blue": {"classes": ["alchemist"]}}
    table = last_round(players, classes=CARDS, modules=["upgrades"], seats=3, rats={"gallia": 2, "turcia": 1})
    play(table, "use monk", "rat gallia", "to italia")
    assert asked(table) == ("blue", "last-act")
    play(table, "use alchemist", "use monk")
    assert "use monk" in names(table)


@pytest.mark.rule("RA-15.68", "RA-15.71")
def test_a_tile_of_the_seat_of_the_last_turn_stays() -> None:
    table = at_table(
        {"red": {"classes": ["alchemist"], "lodged": 2, "citizens": {"italia": 18}}}, lent="baker", plague="gallia"
    )
    play(table, "plague italia")
    assert asked(table) == ("red", "place-lodged") and lent(table) == ("baker", "alchemist")


# the Baker's tile


@pytest.mark.rule("RA-15.69")
def test_with_the_bakers_tile_citizens_lie_on_the_alchemist_and_stay_when_it_goes() -> None:
    table = red_holds(citizens={"gallia": 2}, others={"blue": {"classes": ["baker"], "on-card": 3}}, plague="gallia")
    play(table, "use alchemist", "use baker", "use baker", "also baker")
    assert (red(table)["lodged"], red(table)["supply"], red(table)["citizens"]) == (2, 17, {"gallia": 1})
    assert of(table, "blue")["on-card"] == 3 and "on-card" not in red(table)
    play(table, "plague italia", "upgrade baker", "plague gallia")
    assert lent(table) is None and red(table)["lodged"] == 2


@pytest.mark.rule("RA-15.69")
def test_holding_both_the_citizens_lie_on_the_alchemist() -> None:
    table = play(red_holds("baker", on_card=1, lent="baker", citizens={"gallia": 1}), "use baker")
    assert (red(table)["on-card"], red(table)["lodged"]) == (1, 1)


@pytest.mark.parametrize(
    ("tile", "chosen", "who"),
    [("baker", [], "blue"), ("baker", ["alchemist"], "red"), ("nun", [], "red"), ("", [], "red")],
)
@pytest.mark.rule("RA-15.70", "RA-15.74")
def test_who_places_the_citizens_when_the_alchemist_is_taken(tile: str, chosen: list[str], who: str) -> None:
    fields = {"lent": tile} if tile else {}
    table = play(blue_holds(lodged=3, blocked=chosen, **fields), "take alchemist")
    assert asked(table) == (who, "place-lodged") and "pass" not in names(table)
    play(table, "place italia")
    assert of(table, "blue")["citizens"] == {"italia": 3} and "lodged" not in of(table, "blue")
    assert asked(table) == ("red", "act") and red(table)["classes"] == ["alchemist"]


@pytest.mark.rule("RA-15.70")
def test_taking_the_baker_moves_nobody_from_the_alchemist() -> None:
    blue = {"classes": ["baker"], "on-card": 2}
    table = at_table({"blue": blue, "green": {"classes": ["alchemist"], "lodged": 3}}, lent="baker")
    play(table, "take baker")
    assert asked(table) == ("red", "place-kept")
    play(table, "place italia")
    assert of(table, "green")["lodged"] == 3 and citizens(table, "italia") == {"blue": 2}


@pytest.mark.rule("RA-15.70")
def test_its_owner_who_takes_it_back_leaves_them_there() -> None:
    table = play(at_table({"red": {"lodged": 2}}), "take alchemist")
    assert asked(table) == ("red", "act") and red(table)["lodged"] == 2
    other = play(at_table({"blue": {"lodged": 2}}), "take alchemist")
    assert asked(other) == ("red", "place-lodged")


@pytest.mark.rule("RA-15.71")
def test_before_the_last_ravage_the_owner_places_them_while_the_tile_is_there() -> None:
    table = play(green_ends(lodged=1), "use alchemist", "use baker", "use baker")
    assert asked(table) == ("green", "place-lodged")
    assert citizens(play(table, "place italia"), "italia") == {"green": 2} and table.result is not None


@pytest.mark.rule("RA-15.71")
def test_without_the_tile_the_seat_to_the_left_of_their_owner_does() -> None:
    table = play(green_ends(lodged=2), "pass")
    assert asked(table) == ("red", "place-lodged")
    assert citizens(play(table, "place italia"), "italia") == {"green": 2}
    both = play(
        green_ends(lodged=2, others={"blue": {"classes": ["baker"], "on-card": 1}}, levels={"baker": 2}), "pass", "pass"
    )
    assert asked(both) == ("red", "place-lodged")
    assert asked(play(both, "place italia")) == ("blue", "place-kept")


# the Philosopher's tile and the Nun's


def takes(table: Table) -> set[str]:
    """The class cards that can be taken."""
    return {name.removeprefix("take ") for name in names(table) if name.startswith("take ")}


@pytest.mark.rule("RA-15.72")
def test_with_the_philosophers_tile_only_the_alchemist_can_be_taken() -> None:
    table = blue_holds("monk", "baker", lent="philosopher")
    assert takes(table) == {"knight", "nun", "philosopher", "alchemist"}
    assert takes(blue_holds("monk", "philosopher", lent="philosopher")) == {"knight", "nun", "baker", "alchemist"}
    assert takes(blue_holds("monk", lent="philosopher", blocked=["alchemist"])) == set(CARDS)
    play(table, "take alchemist")
    assert asked(table) == ("blue", "haven-new")
    assert of(play(table, "one-more"), "blue")["palace"] == 1 and lent(table) is None


@pytest.mark.rule("RA-15.72")
def test_taking_the_philosopher_whose_tile_lies_there_gives_its_holder_nothing() -> None:
    table = blue_holds(lent="philosopher", others={"green": {"classes": ["philosopher"]}})
    assert asked(play(table, "take philosopher")) == ("red", "act")
    assert "ability-used" not in kinds(table)


@pytest.mark.rule("RA-15.72", "RA-15.74")
def test_a_blocked_alchemist_with_the_philosophers_tile_gives_nothing_when_it_is_taken() -> None:
    table = play(blue_holds(lent="philosopher", blocked=["alchemist"]), "take alchemist")
    assert asked(table) == ("red", "act")


@pytest.mark.parametrize("holder", [[], ["blue"], ["green"]])
@pytest.mark.rule("RA-15.73")
def test_with_the_nuns_tile_each_nun_counts_three_in_everybodys_plague(holder: list[str]) -> None:
    cards = {"blue": "alchemist", **{seat: "nun" for seat in holder if seat != "blue"}}
    cards["blue"] += " nun" if "blue" in holder else ""
    fields: dict[str, Any] = {"classes": CARDS, "modules": ["upgrades"], "nuns": {"gallia": 2}}
    for people, tile, strikes in ((7, "nun", False), (8, "nun", True), (4, "monk", True), (3, "monk", False)):
        table = ravage(
            (2, "all"), gallia={"blue": people}, cards=cards, lent=tile, **fields, **{"lent-to": "alchemist"}
        )
        assert struck(table) == [strikes]


# blocked


@pytest.mark.rule("RA-15.74")
def test_a_blocked_alchemist_gives_nothing_but_its_tile_goes_back() -> None:
    assert "use alchemist" not in names(red_holds(blocked=["alchemist"]))
    table = red_holds(lent="monk", blocked=["alchemist"], rats={"gallia": 1}, plague="polonia")
    assert "use monk" not in names(table)
    turn = blue_holds("monk", lent="monk", blocked=["alchemist"], rats={"gallia": 1}, plague="polonia")
    play(turn, "plague hungaria")
    assert asked(turn) == ("blue", "act") and lent(turn) is None and "use alchemist" not in names(turn)


@pytest.mark.rule("RA-15.74")
def test_a_card_beside_a_blocked_alchemist_with_its_tile_acts_as_it_is() -> None:
    table = play(red_holds("monk", lent="monk", blocked=["alchemist"], rats={"gallia": 2}), "use monk")
    assert asked(table) == ("red", "rat-to")


@pytest.mark.rule("RA-15.73", "RA-15.74")
def test_nuns_count_three_also_while_the_alchemist_is_blocked() -> None:
    fields: dict[str, Any] = {
        "classes": CARDS,
        "modules": ["upgrades"],
        "nuns": {"gallia": 2},
        "blocked": ["alchemist"],
    }
    table = ravage(
        (2, "all"), gallia={"blue": 7}, cards={"blue": "alchemist"}, lent="nun", **fields, **{"lent-to": "alchemist"}
    )
    assert struck(table) == [False]


# positions


@pytest.mark.parametrize(
    ("fields", "blamed"),
    [
        ({"lent": "alchemist"}, "lent"),
        ({"lent": "king"}, "lent"),
        ({"lent": "monk", "levels": {"monk": 2}}, "lent"),
        ({"lent": "monk", "lent-to": "monk"}, "lent-to"),
        ({"lent-to": "alchemist"}, "lent-to"),
        ({"used": ["nun"]}, "used[0]"),
        ({"used-also": ["baker"]}, "used-also[0]"),
        ({"asks": [{"ask": "borrow-tile", "seats": ["red"], "card": "monk"}]}, "asks[0]"),
        ({"lent": "nun", "asks": [{"ask": "borrow-tile", "seats": ["red"], "card": "alchemist"}]}, "asks[0]"),
        ({"asks": [{"ask": "place-lodged", "seats": ["red"], "seat": "blue", "card": "alchemist"}]}, "asks[0]"),
    ],
)
def test_what_a_position_can_not_have(fields: dict[str, Any], blamed: str) -> None:
    players = {"red": {"classes": ["alchemist", "monk"]}}
    with pytest.raises(PositionError) as caught:
        seated(players, classes=CARDS, modules=["upgrades"], rats={}, **fields)
    assert str(caught.value).startswith(f"{blamed}:")


def test_a_tile_is_lent_only_to_a_card_that_a_seat_holds() -> None:
    with pytest.raises(PositionError, match="no seat holds alchemist"):
        at_table({"red": {"classes": ["monk"]}}, lent="monk")


def test_only_citizens_of_one_seat_lie_on_the_alchemist_and_not_beside_another_holder() -> None:
    for players in (
        {"red": {"classes": ["alchemist"], "lodged": 1}, "blue": {"lodged": 1}},
        {"red": {"classes": ["alchemist"]}, "blue": {"lodged": 1}},
    ):
        with pytest.raises(PositionError, match=r"players\.blue\.lodged"):
            at_table(players)
    with pytest.raises(PositionError, match=r"players\.red\.lodged"):
        seated({"red": {"lodged": 1}}, rats={})


def test_an_ability_used_by_a_borrowed_tile_is_a_used_one() -> None:
    table = red_holds(lent="monk", used=["monk", "alchemist"], rats={"gallia": 1})
    assert "use monk" not in names(table)
    assert bellringer.from_position(table.position()).position() == table.position()


@pytest.mark.rule("RA-11.9", "RA-15.68")
def test_rats_that_another_seat_brings_back_later_can_be_what_was_turned_in_between() -> None:
    """Green brings a rat back and turns one; blue borrows the tile and brings back two more."""
    cards = ["soldier", "boccaccio", "alchemist", "monk", "baker", "nun"]
    players = {"green": {"classes": ["soldier", "boccaccio"]}, "blue": {"classes": ["alchemist"]}}
    rats = {"italia": lie((6, "all"))}
    fields = {"classes": cards, "modules": ["upgrades"], "seats": 3, "supply": 0, "plague": "gallia"}
    table = last_round(
        {**players, "red": {"citizens": {"italia": 1}}}, rats=rats, components=faces((6, "all")), **fields
    )
    turned = table.position()["rats"]["italia"][0]["token"]
    play(table, "use soldier", "to anglia")
    assert turned not in table.position()["returned"]
    play(table, "use boccaccio", "plague italia", "use alchemist", "use soldier", "use soldier")
    assert turned in table.view(None)["turned"]
    play(table, "to germania")
    assert turned in table.position()["returned"]
