"""The Caravanner: where the caravan begins and goes, and who may follow it. [RA-14.42 to RA-14.51]"""

from __future__ import annotations

from typing import Any

import pytest

import bellringer
from bellringer import PositionError, Table
from tests.rattus.big_box import asked, blue_ends, citizens, of, red_has, seated, table_cards, told
from tests.rattus.play import names, play, red

RED, BLUE, GREEN = 0, 1, 2
GALLIA, HUNGARIA, ITALIA, NEW = 1, 4, 5, 17
SEATS = ("red", "blue", "green", "violet", "ochre", "slate")


def caravan(level: int = 1, at: str = "gallia", **fields: Any) -> Table:
    """Red to play with the Caravanner; the caravan is in gallia."""
    return red_has("caravanner", level=level, caravan=at, **fields)


def here(table: Table) -> str:
    """Where the caravan is."""
    found: str = table.position()["caravan"]
    return found


# the set-up


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("start", (0, 1))
@pytest.mark.rule("RA-14.43")
def test_after_the_first_citizens_the_last_seat_places_the_caravan(seats: int, start: int) -> None:
    cards = table_cards(["caravanner"], seats)
    table = bellringer.new_game("rattus", seats=seats, seed=1, start=start, classes=cards)
    for _ in range(2 * seats):
        assert asked(table)[1] == "settle" and "caravan" not in table.position()
        play(table, "place gallia")
    last = SEATS[(start - 1) % seats]
    assert asked(table) == (last, "caravan-in")
    assert len(names(table)) == {2: 8, 3: 10, 4: 12, 5: 15, 6: 17}[seats]
    play(table, "place italia")
    assert here(table) == "italia" and asked(table) == (SEATS[start], "act")
    assert told(table, "caravan-moved") == [((start - 1) % seats, NEW, ITALIA, 0)]
    assert citizens(table, "italia") == {}


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.rule("RA-14.43", "RA-15.2")
def test_the_caravan_may_begin_where_a_university_is(seats: int) -> None:
    """Only the first citizens may not."""
    cards = table_cards(["caravanner"], seats)
    table = bellringer.new_game("rattus", seats=seats, seed=4, classes=cards, modules=["universities"])
    learned = {f"place {region}" for region in table.position()["universities"].values()}
    for _ in range(2 * seats):
        assert asked(table)[1] == "settle" and not learned & names(table)
        play(table, min(names(table)))
    assert asked(table)[1] == "caravan-in" and learned < names(table)
    assert len(names(table)) == {2: 8, 3: 10, 4: 12, 5: 15, 6: 17}[seats]
    play(table, max(learned))
    assert f"place {here(table)}" == max(learned)


@pytest.mark.rule("RA-14.43")
def test_without_the_card_nobody_places_a_caravan() -> None:
    table = bellringer.new_game("rattus", seats=2, seed=1, classes=table_cards(["sultan"], 2))
    play(table, *["place gallia"] * 4)
    assert asked(table)[1] == "act" and "caravan" not in table.position()


@pytest.mark.rule("RA-14.43")
def test_a_position_may_ask_where_the_caravan_begins() -> None:
    table = seated({}, classes=table_cards(["caravanner"], 3), phase="settle", step=7, turn="green")
    assert asked(table) == ("green", "caravan-in")
    assert asked(play(table, "place scandia")) == ("red", "act")


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"phase": "settle", "step": 8}, "step"),
        ({"phase": "settle", "step": 7, "classes": table_cards([], 3)}, "step"),
        ({"phase": "settle", "step": 7, "asks": [{"ask": "settle", "seats": ["green"]}]}, "asks[0]"),
        ({"phase": "settle", "step": 6, "asks": [{"ask": "caravan-in", "seats": ["red"]}]}, "asks[0]"),
        ({"phase": "settle", "step": 1, "caravan": "gallia"}, "caravan"),
        ({"caravan": "gallia", "classes": table_cards([], 3)}, "caravan"),
        ({"caravan": "egypt"}, "caravan"),
        ({"caravan": None}, "caravan"),
        ({"asks": [{"ask": "caravan-to", "seats": ["red"], "from": "gallia", "steps": 4}]}, "asks[0]"),
        ({"asks": [{"ask": "caravan-to", "seats": ["red"], "from": "hungaria", "steps": 1}]}, "asks[0]"),
        ({"asks": [{"ask": "follow", "seats": ["red"], "region": "gallia", "others": []}]}, "asks[0]"),
    ],
    ids=str,
)
@pytest.mark.rule("RA-14.43")
def test_an_impossible_caravan_is_refused(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(PositionError) as found:
        seated({}, **{"classes": table_cards(["caravanner"], 3), "caravan": "gallia", "rats": {}} | fields_of(fields))
    assert found.value.path == path


def fields_of(fields: dict[str, Any]) -> dict[str, Any]:
    """A position of the set-up has no caravan unless it says so."""
    return {"caravan": None, **fields} if fields.get("phase") == "settle" else fields


# where it goes


@pytest.mark.rule("RA-14.42", "RA-14.44", "RA-14.45")
def test_the_caravan_goes_two_steps_and_not_back_to_where_it_began() -> None:
    table = play(caravan(), "use caravanner")
    assert asked(table) == ("red", "caravan-to")
    assert names(table) == {"to anglia", "to germania", "to hispania", "to italia"}, "it can't stay"
    play(table, "to italia")
    assert asked(table) == ("red", "caravan-to") and "to gallia" not in names(table) and "pass" not in names(table)
    assert {"to germania", "to hispania", "to hungaria"} <= names(table)
    play(table, "to hungaria")
    assert here(table) == "hungaria" and asked(table) == ("red", "act")
    assert told(table, "caravan-moved") == [(RED, GALLIA, ITALIA, 0), (RED, ITALIA, HUNGARIA, 0)]
    assert "use caravanner" not in names(table)


@pytest.mark.rule("RA-14.44")
def test_walls_keep_the_caravan_off_and_its_first_step_leaves_it_a_second() -> None:
    """Of two, hispania has gallia and italia for neighbours; a wall makes it a dead end."""
    table = play(caravan(seats=2, walls=[["hispania", "italia"]]), "use caravanner")
    assert names(table) == {"to anglia", "to germania", "to italia"}
    table = play(caravan(seats=2, walls=[["gallia", "italia"], ["gallia", "anglia"]]), "use caravanner")
    assert names(table) == {"to germania", "to hispania"}


@pytest.mark.rule("RA-14.44")
def test_a_caravan_that_can_not_go_all_its_steps_stays() -> None:
    """Anglia has gallia and scandia for neighbours, scandia anglia and germania."""
    walls = [["anglia", "gallia"], ["germania", "scandia"]]
    for level in (1, 2, 3):
        assert "use caravanner" not in names(caravan(level, "anglia", seats=2, walls=walls))
    assert "use caravanner" in names(caravan(1, "anglia", seats=2, walls=walls[1:]))


@pytest.mark.rule("RA-14.46", "RA-14.51")
def test_it_starts_from_where_it_stopped_whoever_has_the_card() -> None:
    table = play(caravan(seats=2), "use caravanner", "to italia", "to hungaria", "plague scandia")
    assert here(table) == "hungaria" and asked(table)[0] == "blue"
    play(table, "take caravanner", "use caravanner")
    assert here(table) == "hungaria" and names(table) == {"to germania", "to italia", "to polonia"}


# who follows


def people(**regions: dict[str, int]) -> dict[str, Any]:
    """The players with so many citizens in these regions."""
    players: dict[str, Any] = {}
    for region, counts in regions.items():
        for seat, n in counts.items():
            players.setdefault(seat, {"citizens": {}})["citizens"][region] = n
    return players


def travels(level: int = 1, seats: int = 3, supply: dict[str, int] | None = None, **regions: dict[str, int]) -> Table:
    """The caravan goes from gallia by italia to hungaria, where these citizens live. `supply`: what seats have left."""
    players = people(**regions)
    players.setdefault("red", {})["classes"] = ["caravanner"]
    for seat, left in (supply or {}).items():
        players[seat]["palace"] = 20 - left - sum(players[seat]["citizens"].values())
    table = seated(players, level=level, seats=seats, rats={}, caravan="gallia")
    play(table, "use caravanner", "to italia", "to hungaria")
    return table


@pytest.mark.rule("RA-14.42", "RA-14.46")
def test_who_has_the_most_where_it_starts_and_passes_may_place_one_more() -> None:
    """Blue leads in gallia, green in italia; nobody is asked about hungaria."""
    table = travels(gallia={"red": 1, "blue": 2}, italia={"green": 1}, hungaria={"red": 5})
    assert asked(table) == ("blue", "follow") and names(table) == {"pass", "place gallia"}
    play(table, "place gallia")
    assert asked(table) == ("green", "follow") and names(table) == {"pass", "place italia"}
    play(table, "place italia")
    assert citizens(table, "gallia") == {"red": 1, "blue": 3} and citizens(table, "italia") == {"green": 2}
    assert citizens(table, "hungaria") == {"red": 5} and asked(table) == ("red", "act")
    assert told(table, "citizens-placed") == [(BLUE, 0, GALLIA, 1), (GREEN, 0, ITALIA, 1)]


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.rule("RA-14.42", "RA-14.47")
def test_tied_seats_are_asked_clockwise_from_the_one_that_acts(seats: int) -> None:
    tied = dict.fromkeys(SEATS[:seats], 2)
    table = travels(seats=seats, gallia=tied, italia=tied)
    for region in ("gallia", "italia"):
        for seat in SEATS[:seats]:
            assert asked(table) == (seat, "follow")
            play(table, f"place {region}")
    assert citizens(table, "gallia") == citizens(table, "italia") == dict.fromkeys(SEATS[:seats], 3)
    assert asked(table) == ("red", "act")


@pytest.mark.rule("RA-14.47")
def test_clockwise_begins_at_whoever_acts() -> None:
    players = people(gallia=dict.fromkeys(SEATS[:3], 1))
    players["blue"]["classes"] = ["caravanner"]
    table = seated(players, rats={}, caravan="gallia", turn="blue")
    play(table, "use caravanner", "to italia", "to hungaria")
    order = []
    while asked(table)[1] == "follow":
        order.append(asked(table)[0])
        play(table, "pass")
    assert order == ["blue", "green", "red"] and asked(table) == ("blue", "act")


@pytest.mark.rule("RA-14.47")
def test_each_placing_is_optional() -> None:
    table = travels(gallia={"red": 1, "blue": 1})
    play(table, "pass", "place gallia")
    assert citizens(table, "gallia") == {"red": 1, "blue": 2}


@pytest.mark.rule("RA-14.47")
def test_a_seat_without_supply_is_passed_over_and_the_others_are_asked() -> None:
    tied = {"red": 1, "blue": 1, "green": 1}
    table = travels(gallia=tied, supply={"blue": 0})
    play(table, "place gallia")
    assert asked(table) == ("green", "follow")
    play(table, "place gallia")
    assert citizens(table, "gallia") == {"red": 2, "blue": 1, "green": 2}


@pytest.mark.rule("RA-14.47")
def test_a_seat_that_has_placed_its_last_citizen_does_not_stop_the_others() -> None:
    tied = {"red": 1, "blue": 1}
    table = travels(gallia=tied, italia=tied, supply={"red": 1})
    play(table, "place gallia", "place gallia")
    assert asked(table) == ("blue", "follow") and names(table) == {"pass", "place italia"}
    play(table, "place italia")
    assert citizens(table, "italia") == {"red": 1, "blue": 2}


@pytest.mark.rule("RA-14.48")
def test_where_nobody_lives_nobody_places() -> None:
    table = travels(scandia={"red": 1})
    assert asked(table) == ("red", "act") and citizens(table, "gallia") == {}


@pytest.mark.rule("RA-14.47")
def test_a_position_in_the_midst_of_it_goes_on() -> None:
    table = travels(gallia={"red": 1, "blue": 1, "green": 1}, italia={"blue": 1})
    again = bellringer.from_position(table.position(), seed=1)
    for one in (table, again):
        assert one.position()["asks"][-1]["others"] == ["blue", "green"]
        play(one, "place gallia", "pass", "place gallia", "place italia")
    assert again.position() | {"dice": ""} == table.position() | {"dice": ""}


# upgrades


@pytest.mark.parametrize(("level", "ways"), [(2, ()), (3, ("to polonia",))])
@pytest.mark.rule("RA-14.49", "RA-14.50")
def test_with_upgrades_only_the_seat_itself_places_also_where_it_is_tied(level: int, ways: tuple[str, ...]) -> None:
    table = travels(level, gallia={"red": 1, "blue": 1}, italia={"red": 1, "green": 2}, polonia={"red": 3})
    play(table, *ways)
    assert asked(table) == ("red", "follow") and names(table) == {"pass", "place gallia"}
    play(table, "place gallia")
    assert asked(table) == ("red", "act") and citizens(table, "italia") == {"red": 1, "green": 2}
    assert citizens(table, "gallia") == {"red": 2, "blue": 1} and citizens(table, "polonia") == {"red": 3}


@pytest.mark.rule("RA-14.49")
def test_at_level_two_it_goes_two_steps_and_others_are_not_asked() -> None:
    table = travels(2, gallia={"blue": 2}, italia={"green": 1})
    assert here(table) == "hungaria" and asked(table) == ("red", "act")


@pytest.mark.rule("RA-14.50")
def test_at_level_three_it_goes_exactly_three_steps_and_all_three_regions_before_count() -> None:
    table = travels(3, gallia={"red": 1}, italia={"red": 1}, hungaria={"red": 1}, polonia={"red": 1})
    assert asked(table) == ("red", "caravan-to") and "to gallia" not in names(table) and "pass" not in names(table)
    play(table, "to polonia", "place gallia", "place italia", "place hungaria")
    assert red(table)["citizens"] == {"gallia": 2, "italia": 2, "hungaria": 2, "polonia": 1}
    assert here(table) == "polonia" and asked(table) == ("red", "act")


@pytest.mark.rule("RA-14.46", "RA-14.50")
def test_at_level_three_it_may_pass_a_region_twice_but_nobody_places_where_it_stops() -> None:
    table = travels(3, gallia={"red": 1}, italia={"red": 1}, hungaria={"red": 1})
    play(table, "to italia")
    assert here(table) == "italia" and names(table) == {"pass", "place gallia"}
    play(table, "place gallia")
    assert names(table) == {"pass", "place hungaria"}
    play(table, "place hungaria")
    assert asked(table) == ("red", "act") and citizens(table, "italia") == {"red": 1}


@pytest.mark.rule("RA-14.45", "RA-14.50")
def test_at_level_three_it_does_not_come_back_to_its_start_either() -> None:
    """From gallia by hispania and italia: not to gallia, but back to hispania."""
    table = play(caravan(3, seats=2), "use caravanner", "to hispania")
    assert here(table) == "italia", "there is no other way from hispania"
    assert names(table) == {"to germania", "to hispania", "to hungaria"}


# the last round


@pytest.mark.parametrize("level", (1, 2, 3))
@pytest.mark.rule("RA-14.51")
def test_in_the_last_round_the_caravan_is_moved_once_more(level: int) -> None:
    others = {"red": {"citizens": {"gallia": 1}}}
    table = blue_ends("caravanner", level=level, caravan="gallia", citizens={"gallia": 1}, others=others)
    play(table, "use caravanner", "to italia", "to hungaria", *(["to polonia"] if level == 3 else []))
    assert asked(table) == ("blue", "follow")
    play(table, "place gallia")
    if level == 1:
        assert asked(table) == ("red", "follow")
        play(table, "place gallia")
    assert table.result is not None and of(table, "blue")["citizens"] == {"gallia": 2}
    assert of(table, "red")["citizens"] == {"gallia": 1 + (level == 1)}
