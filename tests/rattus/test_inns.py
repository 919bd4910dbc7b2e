"""The inns' board and the Inn Keeper: cities that add citizens in phase B. [RA-16]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import bellringer
from bellringer import Table
from bellringer.core.errors import OptionError, PositionError
from bellringer.games.rattus.box import shipped
from tests.rattus.big_box import asked, of, told
from tests.rattus.play import at, names, play, red, regions

RED, BLUE = 0, 1
GALLIA, ITALIA = 1, 5
NOBODY = 255
CARDS = ("inn-keeper", "crusader", "serf", "nun", "monk", "witch", "soldier", "bishop")


def inns(
    cities: Mapping[str, str],
    cards: Mapping[str, str] | None = None,
    *,
    modules: tuple[str, ...] = (),
    players: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Table:
    """A table with the inns' board, red to play: whose the cities are, and who holds which cards."""
    fields = {"seats": 3, "box": "big-box", "rats": {}, "cities": dict(cities), **fields}
    found: dict[str, dict[str, Any]] = {seat: dict(one) for seat, one in (players or {}).items()}
    for seat, held in (cards or {}).items():
        found.setdefault(seat, {})["classes"] = held.split()
    said = [card for one in found.values() for card in one.get("classes", ())]
    rest = [card for card in CARDS if card not in said]
    chosen = ["inn-keeper", *(card for card in [*said, *rest] if card != "inn-keeper")]
    fields.setdefault("classes", chosen[: 8 if fields["seats"] > 4 else 6])
    return at(modules=["inns", *modules], players=found, **fields)


def living(**where: int) -> dict[str, Any]:
    """Red's citizens."""
    return {"red": {"citizens": where}}


# the Inn Keeper


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.rule("RA-16.12", "RA-16.18")
def test_once_a_turn_a_citizen_of_the_supply_comes_into_a_free_city(seats: int) -> None:
    table = play(inns({"gallia": "blue"}, {"red": "inn-keeper"}, seats=seats), "use inn-keeper")
    in_play = set(shipped().component_set(seats, "big-box").regions)
    assert asked(table) == ("red", "city-to") and regions(table, "place") == in_play - {"gallia"}
    assert not regions(table, "from")
    play(table, "place italia")
    assert table.position()["cities"] == {"gallia": "blue", "italia": "red"} and red(table)["supply"] == 19
    assert told(table, "city-taken") == [(RED, NOBODY, ITALIA, 0)] and red(table)["citizens"] == {}
    assert asked(table) == ("red", "act") and "use inn-keeper" not in names(table)


@pytest.mark.rule("RA-16.12")
def test_without_a_citizen_in_the_supply_no_free_city_is_taken() -> None:
    assert "use inn-keeper" not in names(inns({}, {"red": "inn-keeper"}, players=living(gallia=20)))
    table = inns({"gallia": "blue"}, {"red": "inn-keeper"}, players=living(gallia=19, italia=1))
    play(table, "use inn-keeper")
    assert table.position()["cities"] == {"gallia": "red"}  # the one thing that it can do


@pytest.mark.rule("RA-16.13")
def test_or_a_citizen_of_the_region_comes_into_its_city_in_place_of_anothers() -> None:
    table = inns({"gallia": "blue", "italia": "blue"}, {"red": "inn-keeper"}, players=living(gallia=2, hispania=1))
    play(table, "use inn-keeper")
    assert regions(table, "from") == {"gallia"}
    play(table, "from gallia")
    assert table.position()["cities"] == {"gallia": "red", "italia": "blue"}
    assert red(table)["citizens"] == {"gallia": 1, "hispania": 1} and red(table)["supply"] == 17
    assert of(table, "blue")["supply"] == 19
    assert told(table, "city-taken") == [(RED, BLUE, GALLIA, 0)]
    event = next(one for one in table.events() if one.kind == "city-taken")
    assert event.words() == "Red takes the city of France from Blue, with a citizen from France"


@pytest.mark.rule("RA-16.14")
def test_neither_an_own_city_is_taken_nor_a_free_one_from_its_region() -> None:
    players = living(gallia=2, italia=2)
    table = play(inns({"gallia": "red"}, {"red": "inn-keeper"}, players=players), "use inn-keeper")
    assert not regions(table, "from") and "gallia" not in regions(table, "place")
    assert "italia" in regions(table, "place")


@pytest.mark.rule("RA-16.14")
def test_what_the_citizen_bears_goes_back_to_the_box() -> None:
    potions = [{"seat": "red", "place": "gallia", "potions": 2}]
    table = inns({"gallia": "blue"}, {"red": "inn-keeper wizard"}, players=living(gallia=2), potions=potions)
    play(table, "use inn-keeper", "from gallia")
    assert asked(table) == ("red", "city-which") and names(table) == {"citizen 0", "citizen 2"}
    plain = play(table.copy(), "citizen 0")
    assert plain.position()["potions"] == potions
    play(table, "citizen 2")
    assert "potions" not in table.position() and red(table)["citizens"] == {"gallia": 1}


@pytest.mark.rule("RA-16.14")
def test_in_the_last_round_the_inn_keeper_is_used_as_in_a_turn() -> None:
    players = {"blue": {"citizens": {"gallia": 2}, "classes": ["inn-keeper"]}}
    fields: dict[str, Any] = {"phase": "last-round", "seats": 2, "supply": 0, "plague": "gallia", "players": players}
    play(table := inns({"gallia": "red"}, **fields), "use inn-keeper", "from gallia")
    assert table.result is not None and list(table.result.scores) == [0, 1 + 2]
    play(other := inns({"gallia": "red"}, **fields), "use inn-keeper", "place italia")
    assert other.result is not None and list(other.result.scores) == [1, 2 + 1]


# what cities add


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.rule("RA-16.15")
def test_a_city_adds_a_citizen_where_its_seat_places_some(seats: int) -> None:
    table = play(inns({"gallia": "red"}, {"blue": "inn-keeper"}, rats={"gallia": 2}, seats=seats), "place gallia")
    assert asked(table) == ("red", "city-more") and names(table) == {"pass", "place gallia"}
    play(table, "place gallia")
    assert red(table)["citizens"] == {"gallia": 3} and asked(table) == ("red", "act")
    assert told(table, "citizens-placed") == [(RED, 0, GALLIA, 2), (RED, 0, GALLIA, 1)]


@pytest.mark.rule("RA-16.15", "RA-16.16")
def test_it_may_add_none_and_adds_nothing_elsewhere_or_to_others() -> None:
    rats = {"gallia": 2, "italia": 1}
    declined = play(inns({"gallia": "red"}, rats=rats), "place gallia", "pass")
    assert red(declined)["citizens"] == {"gallia": 2} and "cities-due" not in declined.position()
    assert asked(play(inns({"gallia": "red"}, rats=rats), "place italia")) == ("red", "act")
    assert asked(play(inns({"gallia": "blue"}, rats=rats), "place gallia")) == ("red", "act")


@pytest.mark.rule("RA-16.16")
def test_a_city_brings_nobody_where_no_rat_is_but_adds_to_what_cards_bring_there() -> None:
    assert regions(inns({"gallia": "red"}, rats={"italia": 1}), "place") == {"italia"}
    table = play(inns({"gallia": "red"}, {"red": "peasant"}, rats={"italia": 1}), "place gallia")
    assert red(table)["citizens"] == {"gallia": 1} and asked(table) == ("red", "city-more")
    play(table, "place gallia")
    assert red(table)["citizens"] == {"gallia": 2}


@pytest.mark.rule("RA-16.16")
def test_it_is_asked_after_all_cards_and_only_if_somebody_has_come() -> None:
    players = living(italia=1)
    table = inns({"gallia": "red"}, {"red": "peasant queen"}, players=players, rats={"gallia": 1})
    play(table, "place gallia")
    assert table.position()["asks"][-1]["card"] == "peasant"
    play(table, "one-more")
    assert table.position()["asks"][-1]["card"] == "queen"
    play(table, "pass")
    assert asked(table) == ("red", "city-more")
    empty = inns({"gallia": "red"}, {"red": "peasant queen"}, players=players, rats={"italia": 1})
    play(empty, "place gallia", "pass", "pass")
    assert asked(empty) == ("red", "act") and red(empty)["citizens"] == {"italia": 1}


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-16.16")
def test_what_a_card_adds_in_another_region_is_no_placing_there(level: int) -> None:
    table = inns(
        {"gallia": "red", "italia": "red"},
        {"red": "peasant"},
        rats={"italia": 1},
        modules=("upgrades",),
        levels={"peasant": level},
    )
    play(table, "place italia", "place gallia")
    assert asked(table) == ("red", "city-more") and regions(table, "place") == {"italia"}


@pytest.mark.rule("RA-16.16")
def test_it_is_lost_when_the_supply_is_empty() -> None:
    players = living(hispania=17)
    table = play(inns({"gallia": "red"}, players=players, rats={"gallia": 2}), "place gallia")
    assert red(table)["supply"] == 0 and asked(table) == ("red", "act")
    players = living(hispania=16)
    table = play(inns({"gallia": "red"}, players=players, rats={"gallia": 2}), "place gallia")
    assert red(table)["supply"] == 1 and asked(table) == ("red", "city-more")


@pytest.mark.rule("RA-16.16")
def test_with_the_mayor_each_region_that_he_fills_has_its_city() -> None:
    cities = dict.fromkeys(("gallia", "italia", "polonia"), "red")
    table = inns(cities, {"red": "mayor"}, players=living(gallia=1, italia=2, hispania=1))
    play(table, "use mayor")
    assert asked(table) == ("red", "city-more") and regions(table, "place") == {"gallia", "italia"}
    play(table, "place italia")
    assert names(table) == {"pass", "place gallia"}
    play(table, "place gallia")
    assert red(table)["citizens"] == {"gallia": 3, "italia": 4, "hispania": 2} and asked(table) == ("red", "act")


@pytest.mark.rule("RA-16.16")
def test_with_mayor_three_peasant_and_queen_the_cities_come_last() -> None:
    cities = dict.fromkeys(("gallia", "italia"), "red")
    table = inns(
        cities,
        {"red": "mayor peasant queen"},
        players=living(gallia=1, italia=2),
        modules=("upgrades",),
        levels={"mayor": 3},
    )
    play(table, "use mayor", "place gallia", "place gallia", "place gallia", "pass", "place italia", "place gallia")
    assert red(table)["citizens"] == {"gallia": 6, "italia": 4} and asked(table) == ("red", "act")


@pytest.mark.rule("RA-16.17")
def test_a_city_adds_nothing_in_the_turn_in_which_it_was_taken() -> None:
    rats = {"gallia": 1, "italia": 1, "scandia": 1}
    table = inns({"italia": "red"}, {"red": "inn-keeper"}, rats=rats, plague="hispania")
    play(table, "use inn-keeper", "place gallia")
    assert table.position()["new-cities"] == ["gallia"]
    assert asked(play(table.copy(), "place gallia")) == ("red", "act")
    assert asked(play(table.copy(), "place italia")) == ("red", "city-more")
    taken = inns({"gallia": "blue"}, {"red": "inn-keeper"}, rats=rats, players=living(gallia=2))
    assert asked(play(taken, "use inn-keeper", "from gallia", "place gallia")) == ("red", "act")


@pytest.mark.rule("RA-16.17")
def test_and_adds_one_in_the_next_turn() -> None:
    table = inns({}, {"red": "inn-keeper"}, rats={"scandia": 1}, plague="gallia")
    play(table, "use inn-keeper", "place scandia", "plague italia", "plague gallia", "plague italia", "place scandia")
    assert asked(table) == ("red", "city-more")


@pytest.mark.parametrize("card", ["peasant", "mayor", "queen"])
@pytest.mark.rule("RA-16.17")
def test_in_the_last_round_cities_add_nothing(card: str) -> None:
    players = {"blue": {"citizens": {"gallia": 2}, "classes": [card]}}
    cities = dict.fromkeys(("gallia", "italia"), "blue")
    table = inns(cities, phase="last-round", seats=2, supply=0, plague="gallia", players=players)
    play(table, f"use {card}", "place gallia")
    assert not table.pending and of(table, "blue")["citizens"]["gallia"] == (4 if card == "queen" else 3)


# the end


@pytest.mark.rule("RA-16.18")
def test_there_is_no_city_where_a_region_is_not_in_play() -> None:
    with pytest.raises(PositionError) as refused:
        inns({"egypt": "red"})
    assert refused.value.path == "cities.egypt"
    assert inns({"egypt": "red"}, seats=6).position()["cities"] == {"egypt": "red"}


@pytest.mark.rule("RA-16.19")
def test_citizens_in_cities_do_not_count_as_on_the_board() -> None:
    table = inns({"gallia": "red", "italia": "blue"}, supply=0, plague="gallia", players=living(hispania=3))
    play(table, "plague italia")
    assert table.result is not None and list(table.result.scores) == [4, 1, 0]


@pytest.mark.parametrize(
    ("seats", "owners", "points"),
    [
        (2, "red red blue", [2, 0]),
        (2, "blue red", [1, 1]),
        (3, "blue blue red", [1, 2, 0]),
        (4, "red red blue green", [2, 0, 0, 0]),
        (5, "red red blue blue green green", [1, 1, 1, 0, 0]),
        (6, "red blue green violet", [0] * 6),
    ],
)
@pytest.mark.rule("RA-16.20", "RA-16.21")
def test_the_most_cities_score_two_points_and_the_second_most_one(seats: int, owners: str, points: list[int]) -> None:
    in_play = shipped().component_set(seats, "big-box").regions
    table = inns(dict(zip(in_play, owners.split(), strict=False)), seats=seats, supply=0, plague="gallia")
    play(table, "plague italia")
    assert table.result is not None and list(table.result.scores) == points


@pytest.mark.rule("RA-16.20")
def test_each_board_has_its_own_points() -> None:
    table = inns(
        {"gallia": "red", "italia": "blue", "anglia": "blue"},
        modules=("guilds",),
        guilds={"monk": "red"},
        classes=["inn-keeper", "guild-master", "crusader", "serf", "nun", "witch"],
        supply=0,
        plague="gallia",
    )
    play(table, "plague italia")
    assert table.result is not None and list(table.result.scores) == [3, 2, 0]
    assert told(table, "points-scored") == [(RED, 4, 0, 2), (BLUE, 5, 0, 2), (RED, 5, 0, 1)]


# the table


@pytest.mark.rule("RA-1.29", "RA-1.30")
def test_the_board_and_its_card_need_each_other() -> None:
    cards = ["inn-keeper", "knight", "monk", "merchant", "witch", "king"]
    with pytest.raises(OptionError, match="modules: inn-keeper needs the module inns: choose it, too, or leave out"):
        bellringer.new_game("rattus", seats=3, classes=cards, modules=["upgrades"])
    with pytest.raises(OptionError, match="classes: inns is no use without the class card inn-keeper"):
        bellringer.new_game("rattus", seats=3, classes=["peasant", *cards[1:]], modules=["inns"])


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"new-cities": ["gallia"]}, "new-cities[0]"),
        ({"cities": {"gallia": "violet"}}, "cities.gallia"),
        ({"asks": [{"ask": "city-which", "seats": ["red"], "region": "gallia"}]}, "asks[0]"),
        ({"asks": [{"ask": "city-more", "seats": ["red"]}], "placed": True}, "asks[0]"),
        ({"cities-due": ["gallia"], "asks": [{"ask": "city-more", "seats": ["red"]}], "placed": True}, "asks[0]"),
        ({"guilds": {"monk": "red"}}, "guilds"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_field_to_blame(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(PositionError) as refused:
        inns(fields.pop("cities", {}), players=living(gallia=1), **fields)
    assert refused.value.path == path


def test_positions_and_views_come_back_as_they_were() -> None:
    cities = {"gallia": "red", "italia": "blue"}
    table = inns(cities, {"red": "inn-keeper"}, players=living(italia=2), rats={"gallia": 1})
    for found in (play(table.copy(), "use inn-keeper"), play(table.copy(), "use inn-keeper", "from italia"),
                  play(table.copy(), "place gallia")):  # fmt: skip
        again = bellringer.from_position(found.position())
        assert again.position() == found.position() and again.view(0) == found.view(0)
