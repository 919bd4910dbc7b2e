"""What a game begins with. [ND-1]"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

import bellringer
from bellringer import Table
from bellringer.games.notre_dame.box import person_numbers
from tests.notre_dame.play import COLOURS, SECTORS, at, names, next_round, play, played, seat, struck

MARKETS = ("centre", "north", "east", "south", "west")
ALL_SEATS = (2, 3, 4, 5)
SEEDS = range(60)
BROWN = {"hostess", "minstrel", "monk", "fool", "money-lender", "doctor"}
GRAY = {
    "A": {"city-guard", "night-watchman", "bishop"},
    "B": {"guild-master", "beggar-king", "advocate"},
    "C": {"lady-of-the-court", "mayor", "carpenter"},
}


def dealt(seats: int = 3, seed: int = 1, **options: Any) -> Table:
    """A game just set up."""
    return bellringer.new_game("notre-dame", seats=seats, seed=seed, **options)


def shipped_persons() -> dict[str, dict[str, Any]]:
    """The persons of the decks' files: their backs and rats."""
    return person_numbers()


@pytest.mark.rule("ND-1.1")
def test_two_to_five_seats_play() -> None:
    assert [dealt(seats).seats for seats in ALL_SEATS] == [2, 3, 4, 5]
    for wrong in (1, 6):
        with pytest.raises(bellringer.OptionError, match="2 to 5 seats"):
            dealt(wrong)


@pytest.mark.rule("ND-1.1")
@pytest.mark.parametrize("seats", ALL_SEATS)
def test_a_borough_has_seven_sectors(seats: int) -> None:
    assert names(played("trusted-friend", seats=seats)) == [f"to {sector}" for sector in SECTORS]


@pytest.mark.rule("ND-1.1")
def test_the_rats_track_goes_from_0_to_9() -> None:
    assert [seat(at(red={"rat": space}))["rat"] for space in range(10)] == list(range(10))
    for beyond in (-1, 10):
        with pytest.raises(bellringer.PositionError, match="rat"):
            at(red={"rat": beyond})


@pytest.mark.rule("ND-1.2")
@pytest.mark.parametrize("seats", ALL_SEATS)
def test_the_left_neighbour_is_the_next_seat_and_after_the_last_comes_the_first(seats: int) -> None:
    for giver in range(seats):
        table = at(seats=seats, phase="keep-own", players={COLOURS[giver]: {"drawn": [["bank", "park", "hotel"]]}})
        for _ in range(seats):
            play(table, names(table)[0])
        taker = (giver + 1) % seats
        assert table.view(taker)["players"][COLOURS[taker]]["to-keep"] == ["hotel", "park"]


@pytest.mark.rule("ND-1.2", "ND-1.6")
@pytest.mark.parametrize("seats", (3, 4, 5))
def test_the_boroughs_lie_in_seat_order_and_a_carriage_begins_in_the_centre_of_its_own(seats: int) -> None:
    table = dealt(seats)
    found = [seat(table, colour)["carriage"] for colour in COLOURS[:seats]]
    assert found == [f"{number}:centre" for number in range(1, seats + 1)]


@pytest.mark.rule("ND-1.3")
@pytest.mark.parametrize(("seats", "value"), [(2, 6), (3, 8), (4, 10), (5, 12)])
def test_notre_dame_is_worth_6_8_10_or_12(seats: int, value: int) -> None:
    table = struck(0, seats=seats, round=3, red={"markers": {"notre-dame": 1}})
    assert seat(table)["prestige"] == value


@pytest.mark.rule("ND-1.4", "ND-1.5")
@pytest.mark.parametrize("seats", ALL_SEATS)
def test_a_seat_begins_with_3_coins_4_markers_10_in_the_general_supply_and_nothing_else(seats: int) -> None:
    table = dealt(seats)
    for colour in COLOURS[:seats]:
        found = seat(table, colour)
        assert (found["coins"], found["supply"], found["general"]) == (3, 4, 10)
        assert (found["rat"], found["friend"], found["prestige"]) == (0, None, 0)
        assert (found["markers"], found["messages"]) == ({}, [])


@pytest.mark.rule("ND-1.4")
def test_the_box_has_25_coins() -> None:
    """Seen in the anniversary edition: the 25th is still in the supply, a 26th must come from somebody."""
    left_one = played("bank", {"coins": 10}, edition="anniversary", blue={"coins": 9}, green={"coins": 5})
    assert [seat(left_one, colour)["coins"] for colour in COLOURS[:3]] == [11, 9, 5]
    left_none = played("bank", {"coins": 10}, edition="anniversary", blue={"coins": 9}, green={"coins": 6})
    assert [seat(left_none, colour)["coins"] for colour in COLOURS[:3]] == [11, 8, 6]


@pytest.mark.rule("ND-1.6")
@pytest.mark.parametrize("seats", (3, 4, 5))
def test_a_borough_has_five_markets(seats: int) -> None:
    table = played("carriage-house", {"markers": {"carriage-house": 9}}, seats=seats)
    boroughs = range(1, seats + 1)
    everywhere = {f"carriage {borough}:{side}" for borough in boroughs for side in MARKETS}
    assert {*names(table), "carriage 1:centre"} == {*everywhere, "pass"}


@pytest.mark.rule("ND-1.7", "ND-1.8")
@pytest.mark.parametrize("seats", (3, 4, 5))
def test_each_outer_market_gets_a_message_of_its_boroughs_colour_and_the_four_are_of_the_four_kinds(
    seats: int,
) -> None:
    for seed in SEEDS:
        markets = dealt(seats, seed).position()["markets"]
        outer = {f"{borough}:{side}" for borough in range(1, seats + 1) for side in MARKETS[1:]}
        assert set(markets) == outer
        for number, colour in enumerate(COLOURS[:seats], start=1):
            found = {markets[f"{number}:{side}"] for side in MARKETS[1:]}
            assert found == {f"{colour} {kind}" for kind in ("coin", "marker", "rat", "prestige")}


@pytest.mark.rule("ND-1.7")
def test_the_messages_are_dealt_at_random() -> None:
    found = defaultdict(set)
    for seed in SEEDS:
        for market, message in dealt(seed=seed).position()["markets"].items():
            found[market].add(message)
    assert [len(messages) for messages in found.values()] == [4] * 12


@pytest.mark.rule("ND-1.9")
@pytest.mark.parametrize("seats", ALL_SEATS)
def test_each_pile_has_nine_cards_one_for_each_sector_notre_dame_and_the_friend(seats: int) -> None:
    for pile in dealt(seats).view(None)["piles"].values():
        assert sorted(pile["unseen"]) == sorted((*SECTORS, "notre-dame", "trusted-friend"))


@pytest.mark.rule("ND-1.9")
def test_each_pile_is_shuffled_for_itself() -> None:
    first = [[seat(dealt(seed=seed), colour)["drawn"][0][0] for seed in SEEDS] for colour in ("red", "blue")]
    assert len(set(first[0])) == len(set(first[1])) == 9
    assert first[0] != first[1]


@pytest.mark.rule("ND-1.10")
def test_six_brown_persons_are_one_pile_and_the_gray_ones_lie_by_their_letters() -> None:
    orders: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for seed in SEEDS:
        position = dealt(seed=seed).position()
        assert {*position["open"][:2], *position["brown-pile"]} == BROWN
        gray = (position["open"][2], *position["gray-pile"])
        assert [set(gray[:3]), set(gray[3:6]), set(gray[6:])] == list(GRAY.values())
        for number, letter in enumerate(GRAY):
            orders[letter].add(gray[3 * number : 3 * number + 3])
        orders["brown"].add(tuple(position["open"][:2]))
    assert {letter: len(found) for letter, found in orders.items() if letter != "brown"} == {"A": 6, "B": 6, "C": 6}
    assert {person for pair in orders["brown"] for person in pair} == BROWN


@pytest.mark.rule("ND-1.11")
def test_each_person_shows_0_to_3_rats_and_the_periods_total_12_13_and_12() -> None:
    persons = shipped_persons()
    rats = {name: person["rats"] for name, person in persons.items()}
    assert len(rats) >= 33 and set(rats.values()) == {0, 1, 2, 3}
    for letter, total in (("A", 12), ("B", 13), ("C", 12)):
        assert sum(rats[name] for name in BROWN | GRAY[letter]) == total


@pytest.mark.rule("ND-1.11")
def test_an_owner_may_correct_the_rats(tmp_path: Path) -> None:
    own = tmp_path / "my-box.toml"
    own.write_text(
        'game = "notre-dame"\n' + "".join(f"[persons.{name}]\nrats = 3\n" for name in shipped_persons()),
        encoding="utf-8",
    )
    table = dealt(components=str(own))
    assert table.view(0)["plague"] == 9
    next_round(table)
    assert [event.amount for event in table.events() if event.kind == "plague-strikes"] == [9]


@pytest.mark.rule("ND-1.11")
def test_a_plague_is_what_the_data_file_says() -> None:
    persons = shipped_persons()
    position = (table := dealt(seed=8)).position()
    assert table.view(None)["plague"] == sum(persons[name]["rats"] for name in position["open"])
    assert seat(struck(5))["rat"] == 5


@pytest.mark.rule("ND-1.12")
@pytest.mark.parametrize("seats", ALL_SEATS)
def test_the_first_seat_is_the_start_player_unless_the_table_chooses_another(seats: int) -> None:
    assert [dealt(seats, seed).position()["start"] for seed in range(10)] == ["red"] * 10
    for start in range(seats):
        assert dealt(seats, start=start).position()["start"] == COLOURS[start]
    with pytest.raises(bellringer.OptionError, match="start"):
        dealt(seats, start=seats)
