"""Every worked example of the rulebooks, as docs/rules/notre-dame-examples.md tells it, one test each.

Where the order of the seats matters (EX-05 to EX-09, EX-29) the books' ochre, red, green and blue sit here as red,
blue, green and violet: the seats of this game have their colours in a fixed order. Elsewhere a colour is itself.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import bellringer
from bellringer import Table
from tests.notre_dame.offers import choices, hand_on
from tests.notre_dame.play import at, play, seat

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "rules" / "notre-dame-examples.md"
any_edition = pytest.mark.parametrize("edition", ["2007", "anniversary"])
COLOURS = ("red", "blue", "green", "violet")


def turn_of(colour: str, *, card: str, edition: str = "2007", **player: Any) -> Table:
    """Four seats; the one of that colour, with what is said of it, has played the card as the first of the round."""
    others = [other for other in ("bank", "park", "hotel") if other != card]
    players = {colour: {"hand": [card, *others[:2]], **player}}
    return play(at(seats=4, edition=edition, start=colour, players=players), card)


def hiring_of(colour: str, *, open: list[str], edition: str = "2007", **fields: Any) -> Table:
    """Four seats; the one of that colour hires first, from these three persons."""
    return at(seats=4, edition=edition, persons="new", phase="hire", start=colour, open=open, **fields)


def stops(table: Table) -> dict[str, bool]:
    """Where the carriage may go, and whether it may take a message there, each stop tried on a copy."""
    found = {}
    for move in choices(table) - {"pass"}:
        trial = play(bellringer.from_position(table.position()), move)
        found[move.removeprefix("carriage ")] = "take" in choices(trial)
    return found


def takes_at(table: Table) -> set[str]:
    """The markets where a message may be taken."""
    return {market for market, may_take in stops(table).items() if may_take}


# action cards


@any_edition
@pytest.mark.rule("ND-4.3", "ND-5.1")
def test_ex_01_third_marker_on_the_cloister_school(edition: str) -> None:
    violet = {"markers": {"cloister-school": 2}, "supply": 1, "general": 11}
    after = seat(turn_of("violet", card="cloister-school", edition=edition, **violet), "violet")
    assert (after["markers"], after["supply"], after["general"]) == ({"cloister-school": 3}, 3, 8)


@any_edition
@pytest.mark.rule("ND-5.1")
def test_ex_02_fourth_marker_on_the_cloister_school(edition: str) -> None:
    violet = {"markers": {"cloister-school": 3}, "supply": 3, "general": 8}
    after = seat(turn_of("violet", card="cloister-school", edition=edition, **violet), "violet")
    assert (after["markers"], after["supply"], after["general"]) == ({"cloister-school": 4}, 6, 4)


def red_with(edition: str, *messages: str) -> Table:
    """Red has these messages, and steps enough to reach every market of the board."""
    markers = {"carriage-house": 5}
    return turn_of("red", card="carriage-house", edition=edition, markers=markers, messages=list(messages))


def colours_to_take(table: Table) -> set[str]:
    """The colours of the messages that the carriage may end its move on and take."""
    markets = table.position()["markets"]
    assert {message.split()[0] for message in markets.values()} == set(COLOURS)
    assert set(markets) <= set(stops(table))
    return {markets[market].split()[0] for market in takes_at(table)}


@any_edition
@pytest.mark.rule("ND-6.12")
def test_ex_03_one_colour_missing(edition: str) -> None:
    assert colours_to_take(red_with(edition, "violet coin", "green rat", "red marker")) == {"blue"}


@any_edition
@pytest.mark.rule("ND-6.12")
def test_ex_04_the_set_is_complete(edition: str) -> None:
    one_of_each = ("violet coin", "green rat", "red marker", "blue coin")
    assert colours_to_take(red_with(edition, *one_of_each)) == {"red", "blue", "green", "violet"}
    assert colours_to_take(red_with(edition, *one_of_each, "blue rat")) == {"red", "green", "violet"}


@any_edition
@pytest.mark.rule("ND-5.4", "ND-6.1", "ND-6.3", "ND-6.6", "ND-6.8", "ND-6.11")
def test_ex_05_first_move_of_a_carriage(edition: str) -> None:
    ochre = {"hand": ["carriage-house"], "supply": 1, "general": 13}
    table = at(seats=4, edition=edition, markets={"2:north": "blue marker"}, players={"red": ochre})
    play(table, "carriage-house", "carriage 2:north", "take")
    after = seat(table)
    assert after["markers"] == {"carriage-house": 1}
    assert (after["prestige"], after["supply"], after["general"]) == (2, 1, 12)
    assert after["messages"] == ["blue marker"]
    assert "2:north" not in table.position()["markets"]


def second_move_of_ochre(edition: str) -> Table:
    """The end of EX-05, and another carriage house card played."""
    ochre = {"hand": ["carriage-house"], "markers": {"carriage-house": 1}, "supply": 1, "messages": ["blue marker"]}
    players = {"red": {**ochre, "carriage": "2:north"}}
    return play(at(seats=4, edition=edition, markets={"2:north": None}, players=players), "carriage-house")


@pytest.mark.rule("ND-5.4", "ND-6.3", "ND-6.12")
def test_ex_06_second_move_two_steps_2007() -> None:
    table = second_move_of_ochre("2007")
    of_ochre = {"1:north", "1:east", "1:south", "1:west"}
    of_red = {"2:east", "2:south", "2:west"}
    of_green_and_blue = {"3:north", "3:east", "4:north", "4:west"}
    assert set(stops(table)) & set(table.position()["markets"]) == of_ochre | of_red | of_green_and_blue
    assert takes_at(table) == of_ochre | of_green_and_blue


@pytest.mark.rule("ND-6.5", "ND-6.12")
def test_ex_07_second_move_two_steps_anniversary() -> None:
    found = stops(second_move_of_ochre("anniversary"))
    assert (found["2:east"], found["3:east"]) == (False, True)


def first_move_of_green(edition: str, **blue: Any) -> Table:
    """EX-08 before the carriage moves: messages on green's east and west, none north and south, nor north of violet."""
    gone = {"messages": ["green coin", "green rat", "violet coin"]}
    players = {"green": {"hand": ["carriage-house"]}, "red": gone, "blue": blue}
    bare = {"3:north": None, "3:south": None, "4:north": None}
    return play(at(seats=4, edition=edition, start="green", markets=bare, players=players), "carriage-house")


@pytest.mark.rule("ND-6.4", "ND-6.5", "ND-6.6")
def test_ex_08_where_to_stop_with_one_step_2007() -> None:
    table = first_move_of_green("2007")
    assert set(stops(table)) == {"3:north", "3:east", "3:south", "3:west", "4:north"}
    assert "pass" in choices(table)
    assert takes_at(table) == {"3:east", "3:west"}


@pytest.mark.rule("ND-6.5")
def test_ex_09_a_market_where_a_carriage_stands_anniversary() -> None:
    table = first_move_of_green("anniversary", carriage="3:south")
    assert takes_at(table) == {"3:east", "3:west"}
    play(table, "carriage 3:south")
    assert seat(table, "green")["carriage"] == seat(table, "blue")["carriage"] == "3:south"
    assert seat(table, "green")["messages"] == []


def hotel_of_blue(edition: str, markers: int, general: int, *uses: str) -> tuple[int, int, int, int]:
    """Blue plays the hotel with so many markers there, and uses it: coins, own supply, general supply and rat then."""
    blue = {"markers": {"hotel": markers}, "supply": 2, "general": general, "coins": 3, "rat": 4}
    table = turn_of("blue", card="hotel", edition=edition, **blue)
    play(table, *uses)
    assert table.pending == (2,), "there is one use more or less"
    after = seat(table, "blue")
    return after["coins"], after["supply"], after["general"], after["rat"]


@pytest.mark.rule("ND-5.5")
def test_ex_10_third_marker_on_the_hotel_2007() -> None:
    assert hotel_of_blue("2007", 2, 10, "coin") == (4, 1, 10, 4)
    assert hotel_of_blue("2007", 2, 10, "marker") == (3, 2, 9, 4)
    assert hotel_of_blue("2007", 2, 10, "rat") == (3, 1, 10, 3)


@pytest.mark.rule("ND-5.8")
def test_ex_11_fourth_marker_on_the_hotel_2007() -> None:
    assert hotel_of_blue("2007", 3, 9, "marker", "marker") == (3, 3, 7, 4)
    assert hotel_of_blue("2007", 3, 9, "coin", "coin") == (5, 1, 9, 4)
    assert hotel_of_blue("2007", 3, 9, "marker", "coin") == (4, 2, 8, 4)
    assert hotel_of_blue("2007", 3, 9, "coin", "rat") == (4, 1, 9, 3)


@pytest.mark.rule("ND-5.5", "ND-5.9")
def test_ex_12_second_marker_on_the_hotel_anniversary() -> None:
    assert hotel_of_blue("anniversary", 1, 11, "coin") == (4, 1, 11, 4)
    assert hotel_of_blue("anniversary", 1, 11, "rat") == (3, 1, 11, 3)


@pytest.mark.rule("ND-5.9")
def test_ex_13_third_marker_on_the_hotel_anniversary() -> None:
    assert hotel_of_blue("anniversary", 2, 10, "marker", "marker") == (3, 3, 8, 4)
    assert hotel_of_blue("anniversary", 2, 10, "coin", "coin") == (5, 1, 10, 4)
    assert hotel_of_blue("anniversary", 2, 10, "marker", "coin") == (4, 2, 9, 4)


@any_edition
@pytest.mark.rule("ND-4.9", "ND-5.2", "ND-7.8")
def test_ex_14_friend_to_the_bank(edition: str) -> None:
    table = turn_of("green", card="trusted-friend", edition=edition, markers={"bank": 2}, supply=4)
    after = seat(play(table, "to bank"), "green")
    assert (after["friend"], after["markers"], after["supply"], after["coins"]) == ("bank", {"bank": 2}, 4, 6)


@any_edition
@pytest.mark.rule("ND-5.6", "ND-5.16")
def test_ex_15_second_marker_in_the_park(edition: str) -> None:
    after = seat(turn_of("blue", card="park", edition=edition, markers={"park": 1}, rat=3, prestige=5), "blue")
    assert (after["markers"], after["rat"], after["prestige"]) == ({"park": 2}, 2, 5)


@any_edition
@pytest.mark.rule("ND-5.3", "ND-5.14")
def test_ex_16_residence_with_a_park_of_two(edition: str) -> None:
    after = seat(turn_of("blue", card="residence", edition=edition, markers={"park": 2, "residence": 2}), "blue")
    assert (after["markers"]["residence"], after["prestige"]) == (3, 4)


FIVE_MESSAGES = ["red coin", "blue coin", "green coin", "violet coin", "red rat"]
WITH_ADVOCATE: dict[str, Any] = {"round": 4, "open": ["minstrel", "doctor", "advocate"]}


@pytest.mark.rule("ND-5.14", "ND-5.15", "ND-9.12")
def test_ex_17_advocate_with_a_park_of_two_2007() -> None:
    blue = {"markers": {"park": 2}, "messages": FIVE_MESSAGES}
    table = hiring_of("blue", **WITH_ADVOCATE, players={"blue": blue})
    assert seat(play(table, "hire advocate"), "blue")["prestige"] == 7


@any_edition
@pytest.mark.rule("ND-5.14", "ND-5.15", "ND-7.1", "ND-7.2")
def test_ex_18_donation_with_a_park_of_five(edition: str) -> None:
    table = turn_of("blue", card="notre-dame", edition=edition, markers={"park": 5}, coins=3)
    after = seat(play(table, "give 2"), "blue")
    assert (after["prestige"], after["coins"], after["markers"]["notre-dame"]) == (5, 1, 1)


@any_edition
@pytest.mark.rule("ND-5.15", "ND-12.1", "ND-12.3")
def test_ex_19_last_scoring_with_a_park_of_six(edition: str) -> None:
    players = {"blue": {"markers": {"park": 6, "notre-dame": 2}}, "red": {"markers": {"notre-dame": 1}}}
    table = hand_on(at(seats=4, edition=edition, round=9, phase="hire", players=players))
    assert (seat(table, "blue")["prestige"], seat(table)["prestige"]) == (9, 3)
    assert table.result is not None and table.result.winners == (1,)


@any_edition
@pytest.mark.rule("ND-5.14")
def test_ex_20_steps_of_the_parks_bonus(edition: str) -> None:
    found = []
    for park in range(1, 6):
        markers = {"residence": 1, "park": park}
        found.append(seat(turn_of("blue", card="residence", edition=edition, markers=markers), "blue")["prestige"])
    assert found == [2, 3, 3, 4, 4]


@any_edition
@pytest.mark.rule("ND-1.3", "ND-12.1", "ND-12.2")
def test_ex_21_sharing_notre_dame(edition: str) -> None:
    players = {
        "green": {"markers": {"notre-dame": 2}, "general": 8},
        "blue": {"markers": {"notre-dame": 1}, "general": 9},
    }
    table = hand_on(at(seats=4, edition=edition, round=3, phase="hire", players=players))
    assert [seat(table, colour)["prestige"] for colour in COLOURS] == [0, 3, 6, 0]
    assert [seat(table, colour)["markers"] for colour in COLOURS] == [{}, {}, {}, {}]
    assert [seat(table, colour)["general"] for colour in ("green", "blue")] == [10, 10]


@any_edition
@pytest.mark.rule("ND-4.4", "ND-7.5", "ND-7.6")
def test_ex_22_notre_dame_with_an_empty_own_supply(edition: str) -> None:
    violet = {"supply": 0, "markers": {"hospital": 2, "bank": 1}, "coins": 3}
    table = turn_of("violet", card="notre-dame", edition=edition, **violet)
    after = seat(play(table, "from hospital", "give 2"), "violet")
    assert after["markers"] == {"hospital": 1, "bank": 1, "notre-dame": 1}
    assert (after["prestige"], after["coins"]) == (3, 1)


# plague


def plague_of_3(edition: str, **players: Any) -> Table:
    """EX-23: three seats, three rats; nobody hires, and the plague comes."""
    red = {"markers": {"hospital": 2}, "rat": 4}
    table = at(
        seats=3, edition=edition, phase="hire", open=["doctor", "minstrel", "bishop"], players={"red": red, **players}
    )
    assert table.view(None)["plague"] == 3
    return hand_on(table)


def plague_of_7(edition: str, **players: Any) -> Table:
    """EX-27: the round after, seven rats."""
    persons = ["hostess", "monk", "city-guard"]
    table = at(seats=3, edition=edition, round=2, phase="hire", open=persons, players=players)
    assert table.view(None)["plague"] == 7
    return hand_on(table)


@any_edition
@pytest.mark.rule("ND-11.1", "ND-11.3")
def test_ex_23_two_markers_in_the_hospital(edition: str) -> None:
    assert seat(plague_of_3(edition))["rat"] == 5


@pytest.mark.rule("ND-11.2", "ND-11.4")
def test_ex_24_exactly_to_the_last_space_2007() -> None:
    after = seat(plague_of_3("2007", blue={"rat": 6, "prestige": 5, "markers": {"bank": 1}}), "blue")
    assert (after["rat"], after["prestige"], after["markers"]) == (9, 5, {"bank": 1})


@pytest.mark.rule("ND-11.2")
def test_ex_25_an_empty_hospital_anniversary() -> None:
    assert seat(plague_of_3("anniversary", blue={"rat": 3}), "blue")["rat"] == 6


@any_edition
@pytest.mark.rule("ND-4.9", "ND-11.3")
def test_ex_26_more_pieces_than_rats(edition: str) -> None:
    green = {"markers": {"hospital": 3}, "friend": "hospital", "rat": 5}
    assert seat(plague_of_3(edition, green=green), "green")["rat"] == 4


@any_edition
@pytest.mark.rule("ND-11.4", "ND-11.5", "ND-11.6")
def test_ex_27_past_the_last_space(edition: str) -> None:
    red = {"markers": {"hospital": 2, "residence": 3}, "rat": 5, "prestige": 10, "general": 5}
    after = seat(plague_of_7(edition, red=red))
    assert (after["rat"], after["prestige"], after["general"]) == (9, 8, 6)
    assert after["markers"] == {"hospital": 2, "residence": 2}


@any_edition
@pytest.mark.rule("ND-11.3", "ND-11.4", "ND-11.6")
def test_ex_28_already_on_the_last_space_and_exactly_there(edition: str) -> None:
    blue = {"markers": {"bank": 2}, "rat": 9, "prestige": 6}
    green = {"markers": {"hospital": 1}, "friend": "hospital", "rat": 4, "prestige": 6}
    table = plague_of_7(edition, blue=blue, green=green)
    overrun, exact = seat(table, "blue"), seat(table, "green")
    assert (overrun["rat"], overrun["prestige"], overrun["markers"]) == (9, 4, {"bank": 1})
    assert (exact["rat"], exact["prestige"], exact["markers"]) == (9, 6, {"hospital": 1})


# persons


@any_edition
@pytest.mark.rule("ND-5.4", "ND-6.6", "ND-9.4")
def test_ex_29_fool_from_the_bank_to_the_carriage_house(edition: str) -> None:
    green = {"markers": {"bank": 1, "carriage-house": 2}, "carriage": "3:centre"}
    table = hiring_of(
        "green",
        edition=edition,
        open=["fool", "doctor", "bishop"],
        markets={"4:south": "violet prestige"},
        players={"green": green},
    )
    play(table, "hire fool", "from bank", "to carriage-house")
    asked = table.position()["asks"][-1]
    assert (asked["ask"], asked["steps"]) == ("carriage-to", 3)
    within_two_steps = bellringer.from_position({**table.position(), "asks": [{**asked, "steps": 2}]})
    assert "4:south" in stops(table) and "4:south" not in stops(within_two_steps)
    play(table, "carriage 4:south", "take")
    after = seat(table, "green")
    assert after["markers"] == {"carriage-house": 3}
    assert (after["carriage"], after["messages"], after["prestige"]) == ("4:south", ["violet prestige"], 4)


SIX_RATS = ["doctor", "hostess", "bishop"]
BLUE_IN_DANGER = {"markers": {"hospital": 1}, "friend": "hospital", "rat": 7, "prestige": 4}


@any_edition
@pytest.mark.rule("ND-9.6", "ND-11.3")
def test_ex_30_doctor(edition: str) -> None:
    table = hiring_of("blue", edition=edition, open=SIX_RATS, players={"blue": BLUE_IN_DANGER})
    assert table.view(None)["plague"] == 6
    hand_on(play(table, "hire doctor"))
    assert seat(table, "blue")["rat"] == 5
    assert [seat(table, colour)["rat"] for colour in ("red", "green", "violet")] == [6, 6, 6]


@any_edition
@pytest.mark.rule("ND-11.4", "ND-11.5", "ND-11.6")
def test_ex_31_the_same_without_the_doctor(edition: str) -> None:
    table = hiring_of("blue", edition=edition, open=SIX_RATS, players={"blue": BLUE_IN_DANGER})
    after = seat(hand_on(table), "blue")
    assert (after["rat"], after["prestige"], after["markers"], after["friend"]) == (9, 2, {}, "hospital")


@pytest.mark.rule("ND-9.13")
def test_ex_32_lady_of_the_court_in_a_tie_2007() -> None:
    persons = ["minstrel", "doctor", "lady-of-the-court"]
    red = {"markers": {"carriage-house": 5, "hotel": 5}}
    table = hiring_of("red", open=persons, round=7, players={"red": red})
    assert seat(play(table, "hire lady-of-the-court"))["prestige"] == 5


@any_edition
@pytest.mark.rule("ND-9.11")
def test_ex_33_beggar_king(edition: str) -> None:
    persons = ["minstrel", "doctor", "beggar-king"]
    table = hiring_of("green", edition=edition, open=persons, round=4, players={"green": {"rat": 4}})
    assert seat(play(table, "hire beggar-king"), "green")["prestige"] == 5


@any_edition
@pytest.mark.rule("ND-9.12")
def test_ex_34_advocate(edition: str) -> None:
    table = hiring_of("violet", edition=edition, **WITH_ADVOCATE, players={"violet": {"messages": FIVE_MESSAGES}})
    assert seat(play(table, "hire advocate"), "violet")["prestige"] == 6


def violet_hires_the_coachman(edition: str) -> Table:
    """EX-35, up to the question which kind."""
    messages = ["red prestige", "blue prestige", "green marker", "violet marker", "red coin"]
    violet = {"messages": messages, "markers": {"residence": 4}, "supply": 0, "general": 10, "coins": 3}
    persons = ["minstrel", "doctor", "coachman"]
    table = hiring_of("violet", edition=edition, open=persons, round=4, players={"violet": violet})
    return play(table, "hire coachman")


@any_edition
@pytest.mark.rule("ND-10.9")
def test_ex_35_coachman_the_fourth_kind(edition: str) -> None:
    after = seat(play(violet_hires_the_coachman(edition), "repeat prestige"), "violet")
    assert (after["prestige"], after["coins"], after["supply"]) == (8, 2, 0)


@any_edition
@pytest.mark.rule("ND-6.8", "ND-10.9")
def test_ex_36_coachman_the_second_kind(edition: str) -> None:
    after = seat(play(violet_hires_the_coachman(edition), "repeat marker"), "violet")
    assert (after["prestige"], after["supply"], after["general"], after["coins"]) == (4, 2, 8, 2)


@any_edition
@pytest.mark.rule("ND-6.7", "ND-10.9")
def test_ex_37_coachman_the_first_kind(edition: str) -> None:
    table = violet_hires_the_coachman(edition)
    assert choices(table) == {"pass", "repeat coin", "repeat marker", "repeat prestige"}
    after = seat(play(table, "repeat coin"), "violet")
    assert (after["prestige"], after["coins"]) == (1, 3)


@any_edition
@pytest.mark.rule("ND-10.17")
def test_ex_38_guard(edition: str) -> None:
    persons = ["minstrel", "doctor", "guard"]
    table = hiring_of("blue", edition=edition, open=persons, round=7, players={"blue": {"general": 5}})
    assert seat(play(table, "hire guard"), "blue")["prestige"] == 6


# the list


def test_every_example_of_the_document_has_its_test_and_each_test_the_examples_rules() -> None:
    sections = re.split(r"^### ", EXAMPLES.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    told = {section[:5]: set(re.findall(r"ND-\d+\.\d+", section.partition("- Shows:")[2])) for section in sections}
    tested = {}
    for name, function in globals().items():
        if name.startswith("test_ex_"):
            rules = [mark.args for mark in function.pytestmark if mark.name == "rule"]
            tested[f"EX-{name[8:10]}"] = {rule for args in rules for rule in args}
    assert tested == told
    assert len(told) == 38
