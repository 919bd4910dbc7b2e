"""What a game of Rattus begins with, and the course of a turn. [RA-1, RA-2]"""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import bellringer
from bellringer import OptionError, PositionError, Table
from bellringer.games.rattus.box import fewest_seats, needed_module
from bellringer.games.rattus.component_set import cards_wanted
from bellringer.games.rattus.names import PLAYABLE
from tests.rattus.play import TABLES, at, rats_in

COLOURS = ("red", "blue", "green", "violet", "ochre", "slate")
CARDS = ("peasant", "monk", "merchant", "witch", "king", "knight")
EIGHT = ("anglia", "gallia", "germania", "hispania", "hungaria", "italia", "polonia", "scandia")
MIDDLE, DARK = ("bulgaria", "turcia"), ("russia", "tartaria")
SOUTH = ("maroc", "algeria", "tunisia", "libya", "egypt")
IN_PLAY = {
    2: EIGHT,
    3: EIGHT + MIDDLE,
    4: EIGHT + MIDDLE + DARK,
    5: EIGHT + MIDDLE + SOUTH,
    6: EIGHT + MIDDLE + DARK + SOUTH,
}
TOTAL, STARTING = {"base": 49, "big-box": 65}, {"base": 12, "big-box": 17}
REMOVED = {"base": {2: 12, 3: 6, 4: 0}, "big-box": {2: 28, 3: 22, 4: 16, 5: 8, 6: 0}}
SEEDS = range(120)

every_table = pytest.mark.parametrize(("seats", "box"), TABLES)
base_tables = pytest.mark.parametrize("seats", [2, 3, 4])
big_tables = pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])


def dealt(seats: int = 2, seed: int = 1, **options: Any) -> Table:
    """A game just set up."""
    return bellringer.new_game("rattus", seats=seats, seed=seed, **options)


def shipped() -> dict[str, Any]:
    """The data file of the boxes."""
    return tomllib.loads(files("bellringer.games.rattus").joinpath("box.toml").read_text(encoding="utf-8"))


def names(table: Table) -> set[str]:
    """What the seat that decides may do."""
    return {move.name for move in table.moves(table.pending[0])}


def regions(table: Table, span: str = "place") -> set[str]:
    """The regions of its moves of one sort."""
    return {name.removeprefix(f"{span} ") for name in names(table) if name.startswith(f"{span} ")}


def tokens(listed: list[str]) -> set[str]:
    """Tokens by their numbers; none occurs twice."""
    found = {name.partition(" ")[0] for name in listed}
    assert len(found) == len(listed)
    return found


def numbers(first: int, last: int) -> set[str]:
    """The tokens from one number to another."""
    return {f"t{number:02}" for number in range(first, last + 1)}


def on_board(table: Table) -> list[str]:
    """The tokens on the board."""
    return [rat["token"] for rats in table.position()["rats"].values() for rat in rats]


def play(table: Table, *moves: str) -> Table:
    """The moves one after the other, for whoever decides."""
    for move in moves:
        table.play(move)
    return table


# who plays, and where


@pytest.mark.rule("RA-1.1")
def test_two_to_four_seats_play_with_the_base_box_and_two_to_six_with_the_big_box() -> None:
    for box, most in (("base", 4), ("big-box", 6)):
        for seats in range(2, most + 1):
            assert tuple(dealt(seats, box=box).position()["players"]) == COLOURS[:seats]
        for wrong in (1, most + 1):
            with pytest.raises(bellringer.OptionError):
                dealt(wrong, box=box)


@base_tables
@pytest.mark.rule("RA-1.2")
def test_the_base_board_has_eight_ten_or_twelve_regions(seats: int) -> None:
    table = dealt(seats, box="base")
    assert regions(table) == set(IN_PLAY[seats]) == set(table.position()["rats"])
    assert len(IN_PLAY[seats]) == {2: 8, 3: 10, 4: 12}[seats]


@big_tables
@pytest.mark.rule("RA-1.17")
def test_the_big_box_adds_the_south_for_five_and_six_and_leaves_out_the_far_east_for_five(seats: int) -> None:
    table = dealt(seats, box="big-box")
    assert regions(table) == set(IN_PLAY[seats]) == set(table.position()["rats"])
    assert len(IN_PLAY[seats]) == {2: 8, 3: 10, 4: 12, 5: 15, 6: 17}[seats]


@every_table
@pytest.mark.rule("RA-1.3", "RA-1.20")
def test_every_seat_begins_with_twenty_citizens_in_its_supply_and_no_card(seats: int, box: str) -> None:
    table = dealt(seats, box=box)
    nothing = {"supply": 20, "palace": 0, "citizens": {}, "classes": []}
    assert table.position()["players"] == {colour: nothing for colour in COLOURS[:seats]}
    assert table.view(None)["table"] == list(table.options["classes"])


# the class cards


@every_table
@pytest.mark.rule("RA-1.21")
def test_a_table_plays_with_six_class_cards_and_one_of_five_or_six_seats_with_eight(seats: int, box: str) -> None:
    wanted = 8 if seats >= 5 else 6
    table = dealt(seats, box=box)
    assert len(table.view(None)["table"]) == len(table.options["classes"]) == wanted == cards_wanted(seats)
    others = [card for card in PLAYABLE if card != "knight" and not needed_module(card) and seats >= fewest_seats(card)]
    for n in set(range(1, len(others) + 2)) - {wanted}:
        with pytest.raises(OptionError, match=f"{seats} seats play with {wanted} cards, not {n}"):
            dealt(seats, classes=["knight", *others[: n - 1]])


@every_table
@pytest.mark.rule("RA-1.23")
def test_one_of_the_class_cards_is_of_chivalry(seats: int, box: str) -> None:
    """In an owner's box, too, where the cards may be of other classes."""
    usual = list(dealt(seats, box=box).options["classes"])
    of_none = {card: "church" for card in ("knight", "soldier", "crusader", "inquisitor")}
    for card in usual:
        of_chivalry = {**of_none, card: "chivalry"}
        assert at(seats=seats, box=box, classes=usual, components={"classes": of_chivalry}).pending == (0,)
    with pytest.raises(PositionError, match="one of the cards must be of chivalry.*, and this box has none"):
        at(seats=seats, box=box, classes=usual, components={"classes": of_none})


# the rats


@every_table
@pytest.mark.rule("RA-1.4")
def test_a_starting_rat_lies_face_down_in_every_region_in_play(seats: int, box: str) -> None:
    table = dealt(seats, box=box)
    assert Counter(len(rats) for rats in table.position()["rats"].values()) == {1: len(IN_PLAY[seats])}
    assert tokens(on_board(table)) <= numbers(1, STARTING[box])
    for seat in (None, *range(seats)):
        shown = [rat for rats in table.view(seat)["rats"].values() for rat in rats]
        assert all(rat["token"] is None and rat["laid-out"] for rat in shown)


@pytest.mark.rule("RA-1.4")
def test_any_starting_rat_can_come_to_a_region() -> None:
    found = {rats_in(dealt(2, seed), "gallia")[0]["token"] for seed in SEEDS}
    assert tokens(sorted(found)) == numbers(1, 12)


@base_tables
@pytest.mark.rule("RA-1.5")
def test_from_the_base_box_twelve_six_or_no_regular_rats_are_removed(seats: int) -> None:
    table = dealt(seats, box="base")
    assert len(table.position()["removed"]) == REMOVED["base"][seats]
    assert tokens(table.position()["removed"]) <= numbers(13, 49)
    assert table.view(0)["removed"] == REMOVED["base"][seats]  # only how many: nobody has seen them


@big_tables
@pytest.mark.rule("RA-1.19")
def test_from_the_big_box_so_many_are_removed_that_few_seats_have_as_many_as_in_the_base_game(seats: int) -> None:
    table = dealt(seats, box="big-box")
    assert len(table.position()["removed"]) == {2: 28, 3: 22, 4: 16, 5: 8, 6: 0}[seats]
    assert tokens(table.position()["removed"]) <= numbers(18, 65)
    if seats < 5:
        assert 65 - REMOVED["big-box"][seats] == 49 - REMOVED["base"][seats]


@pytest.mark.rule("RA-1.5", "RA-1.19")
def test_any_regular_rat_can_be_removed() -> None:
    for box, first, last in (("base", 13, 49), ("big-box", 18, 65)):
        gone = {token for seed in SEEDS for token in dealt(2, seed, box=box).position()["removed"]}
        assert tokens(sorted(gone)) == numbers(first, last)


@every_table
@pytest.mark.rule("RA-1.6")
def test_all_other_rats_are_the_supply(seats: int, box: str) -> None:
    position = dealt(seats, box=box).position()
    supply = tokens(position["supply"])
    elsewhere = tokens([*on_board(dealt(seats, box=box)), *position["removed"]])
    assert supply | elsewhere == numbers(1, TOTAL[box]) and not supply & elsewhere
    assert len(supply & numbers(1, STARTING[box])) == STARTING[box] - len(IN_PLAY[seats])
    assert dealt(seats, box=box).view(0)["supply"] == len(supply)


@pytest.mark.rule("RA-1.6")
def test_starting_and_regular_rats_are_mixed_in_the_supply() -> None:
    """The first new rat of a game is now one of the four left-over starting ones, now a regular one."""
    first = Counter(first_new_rat(seed) in numbers(1, 12) for seed in SEEDS)
    assert set(first) == {True, False} and first[False] > first[True]


def first_new_rat(seed: int) -> str:
    """The number of the token that comes first from a supply of four starting and 25 regular rats."""
    table = play(dealt(2, seed), *["place gallia"] * 4)
    before = set(on_board(table))
    table.play(f"plague {min(regions_beside(table))}")
    table.play(f"to {min(regions(table, 'to'))}")
    (new,) = {*on_board(table), *table.view(None)["turned"]} - before
    return str(new).partition(" ")[0]


def regions_beside(table: Table) -> set[str]:
    """Where the plague piece may go."""
    return regions(table, "plague")


@pytest.mark.rule("RA-1.12")
def test_the_base_box_has_49_rats_with_a_limit_and_symbols() -> None:
    position = dealt(4, box="base").position()
    faces = [name.split()[1:] for name in (*on_board(dealt(4, box="base")), *position["supply"])]
    assert len(faces) == 49 and len(position["rats"]) == 12
    symbols = {"peasantry", "church", "bourgeoisie", "magic", "royalty", "chivalry", "majority", "all"}
    assert all(limit.isdigit() and set(shown) <= symbols and shown for limit, *shown in faces)
    assert {symbol for _, *shown in faces for symbol in shown} == symbols


@pytest.mark.rule("RA-1.18")
def test_the_big_box_has_65_rats_and_a_seventh_class() -> None:
    table = dealt(6, box="big-box")
    listed = [*on_board(table), *table.position()["supply"]]
    assert len(listed) == 65 and len(on_board(table)) == 17
    assert tokens(on_board(table)) == numbers(1, 17)
    assert {symbol for name in listed for symbol in name.split()[2:]} == {
        *("peasantry", "church", "bourgeoisie", "magic", "royalty", "chivalry", "islamic", "majority", "all")
    }


@pytest.mark.parametrize(("seats", "box"), [(4, "base"), (6, "big-box")])
@pytest.mark.rule("RA-1.13")
def test_what_is_on_each_rat_stands_in_the_data_file(seats: int, box: str) -> None:
    table, said = dealt(seats, box=box), shipped()["tokens"][box]
    faces = [(str(limit), set(symbols)) for limit, *symbols in (*said["starting"], *said["regular"])]
    listed = [name.split() for name in sorted([*on_board(table), *table.position()["supply"]])]
    assert [(limit, set(symbols)) for _, limit, *symbols in listed] == faces
    assert {limit for limit, _ in faces} == {"1", "2", "3", "4", "5", "6"}


@pytest.mark.rule("RA-1.13", "RA-1.15")
def test_an_owner_may_correct_rats_and_borders(tmp_path: Path) -> None:
    path = tmp_path / "my-box.toml"
    faces = '    [4, "royalty"],\n' * 12
    pairs = "".join(f'    ["{one}", "{other}", "border"],\n' for one, other in zip(EIGHT, EIGHT[1:], strict=False))
    others = "".join(f"[regions.{region}]\nplayers = []\n" for region in (*MIDDLE, *DARK, *SOUTH))
    path.write_text(
        f'game = "rattus"\n[tokens.base]\nstarting = [\n{faces}]\n[borders]\npairs = [\n{pairs}]\n{others}',
        encoding="utf-8",
    )
    table = dealt(2, components=str(path))
    assert {name.split(maxsplit=1)[1] for name in on_board(table)} == {"4 royalty"}
    assert beside("hungaria", components=table.position()["components"]) == {"hispania", "italia"}


# the map


def beside(region: str, seats: int = 2, **fields: Any) -> set[str]:
    """The neighbours of a region: where the plague piece may go from it."""
    return regions_beside(at(seats=seats, plague=region, rats={}, **fields))


@every_table
@pytest.mark.rule("RA-1.14", "RA-1.15", "RA-1.16")
def test_neighbours_are_the_data_files_pairs_with_a_border_or_an_arrow(seats: int, box: str) -> None:
    pairs = {frozenset(pair[:2]) for pair in shipped()["borders"]["pairs"]}
    assert {kind for *_, kind in shipped()["borders"]["pairs"]} == {"border", "arrow"}
    for region in IN_PLAY[seats]:
        near = {other for other in IN_PLAY[seats] if frozenset((region, other)) in pairs}
        assert beside(region, seats, box=box) == near


@pytest.mark.rule("RA-1.15")
def test_the_two_pairs_that_the_books_tell_are_neighbours() -> None:
    for seats in range(2, 7):
        assert "hispania" in beside("gallia", seats)
    for seats in (4, 6):
        assert "tartaria" in beside("russia", seats)


@every_table
@pytest.mark.rule("RA-1.16")
def test_nothing_can_be_put_into_a_region_that_is_not_in_play(seats: int, box: str) -> None:
    table = at(seats=seats, box=box, players={"red": {"classes": ["peasant"]}})
    assert regions(table) == set(IN_PLAY[seats])
    for outside in {*IN_PLAY[6]} - {*IN_PLAY[seats]}:
        for wrong in ({"plague": outside}, {"rats": {outside: 1}}, {"players": {"red": {"citizens": {outside: 1}}}}):
            with pytest.raises(bellringer.PositionError, match=f"{outside}|not in play"):
                at(seats=seats, box=box, **wrong)


@pytest.mark.rule("RA-1.16")
def test_the_plague_piece_passes_through_no_region_that_is_not_in_play() -> None:
    """From turcia to polonia in two steps the way leads through tartaria alone."""
    knight: dict[str, Any] = {"players": {"red": {"classes": ["knight"]}}, "plague": "turcia", "rats": {}}
    assert regions_beside(at(seats=3, **knight)) == {"bulgaria", "hungaria"}
    assert regions_beside(at(seats=4, **knight)) == {"bulgaria", "hungaria", "tartaria", "polonia", "russia"}


@every_table
@pytest.mark.rule("RA-1.8")
def test_the_plague_piece_begins_anywhere_in_play(seats: int, box: str) -> None:
    assert {dealt(seats, seed, box=box).position()["plague"] for seed in SEEDS} == set(IN_PLAY[seats])


# the first citizens and the first turn


@every_table
@pytest.mark.rule("RA-1.7", "RA-1.9", "RA-1.11")
def test_two_citizens_each_clockwise_then_two_more_anticlockwise_then_the_first_turn(seats: int, box: str) -> None:
    table = dealt(seats, box=box)
    order, places = [], dict(zip(range(seats), IN_PLAY[6], strict=False))
    while table.position()["phase"] == "settle":
        (seat,) = table.pending
        assert regions(table) == set(IN_PLAY[seats])
        before = table.position()["players"][COLOURS[seat]]["citizens"].get(places[seat], 0)
        table.play(f"place {places[seat]}", seat)
        assert table.position()["players"][COLOURS[seat]]["citizens"] == {places[seat]: before + 2}
        order.append(seat)
    assert order == [*range(seats), *reversed(range(seats))]
    assert all(table.position()["players"][COLOURS[seat]]["supply"] == 16 for seat in range(seats))
    assert (table.position()["phase"], table.position()["turn"], table.position()["turns"]) == ("act", "red", 1)


@pytest.mark.rule("RA-1.7", "RA-1.9")
def test_the_two_placings_of_a_seat_may_be_in_two_regions_but_each_fills_one() -> None:
    table = play(dealt(2), "place gallia", "place gallia", "place italia", "place anglia")
    citizens = {colour: player["citizens"] for colour, player in table.position()["players"].items()}
    assert citizens == {"red": {"gallia": 2, "anglia": 2}, "blue": {"gallia": 2, "italia": 2}}


@every_table
@pytest.mark.rule("RA-1.10", "RA-1.11")
def test_another_seat_begins_if_the_table_says_so(seats: int, box: str) -> None:
    assert dealt(seats, box=box).pending == (0,)
    start = seats - 1
    table, order = dealt(seats, box=box, start=start), []
    while table.position()["phase"] == "settle":
        order.append(table.pending[0])
        table.play("place gallia")
    clockwise = [start, *range(start)]
    assert order == clockwise + clockwise[::-1]
    assert table.position()["turn"] == COLOURS[start]


@every_table
@pytest.mark.rule("RA-1.11", "RA-2.3")
def test_turns_go_clockwise_and_round_again(seats: int, box: str) -> None:
    table, order = at(seats=seats, box=box, start="blue", turn="blue", plague="gallia", rats={}), []
    for turn in range(2 * seats):
        order.append(table.pending[0])
        table.play(f"plague {('italia', 'gallia')[turn % 2]}")
    clockwise = [*range(1, seats), 0]
    assert order == clockwise * 2


# the course of a turn


def red_to_act(**fields: Any) -> Table:
    """Two seats, a rat in italia, the piece in gallia; red begins its turn."""
    return at(seats=2, plague="gallia", rats={"italia": 1}, **fields)


def sorts(table: Table) -> set[str]:
    """The sorts of moves there are."""
    return {name.split()[0] for name in names(table)}


@pytest.mark.rule("RA-2.1")
def test_a_turn_offers_a_card_citizens_and_the_move_of_the_plague_piece() -> None:
    assert names(red_to_act()) == {
        *(f"take {card}" for card in CARDS),
        "place italia",
        *("plague anglia", "plague germania", "plague hispania", "plague italia"),
    }


@pytest.mark.parametrize("order", [("take monk", "place italia"), ("place italia", "take monk")])
@pytest.mark.rule("RA-2.2")
def test_card_and_citizens_come_in_any_order_but_once_each(order: tuple[str, str]) -> None:
    table = red_to_act()
    for i, move in enumerate(order):
        table.play(move, 0)
        left = {other.split()[0] for other in order[i + 1 :]}
        assert sorts(table) - {"use"} == left | {"plague"}
        assert table.position()["turn"] == "red"
    red = table.position()["players"]["red"]
    assert (red["classes"], red["citizens"]) == (["monk"], {"italia": 1})


@pytest.mark.parametrize("moves", [(), ("take monk",), ("place italia",), ("take monk", "place italia")])
@pytest.mark.rule("RA-2.2", "RA-2.3")
def test_either_may_be_left_out_but_only_the_plagues_move_ends_the_turn(moves: tuple[str, ...]) -> None:
    table = play(red_to_act(), *moves)
    assert table.position()["turn"] == "red" and "pass" not in names(table)
    table.play("plague hispania", 0)
    assert (table.position()["turn"], table.position()["turns"], table.pending) == ("blue", 2, (1,))
    assert sorts(table) == {"take", "place", "plague"}


@pytest.mark.rule("RA-2.2")
def test_nothing_is_taken_or_placed_after_the_plague_has_moved() -> None:
    table = play(red_to_act(), "plague italia")
    assert table.pending == (0,) and sorts(table) == {"to"}


@pytest.mark.rule("RA-2.3")
def test_the_turn_is_over_when_the_plague_has_ravaged() -> None:
    rats = {"hispania": [{"token": [2, "peasantry", "church"]}]}
    blue = {"citizens": {"hispania": 2}, "classes": ["monk"]}
    table = play(at(seats=2, plague="gallia", rats=rats, players={"blue": blue}), "plague hispania")
    assert table.position()["turn"] == "red"
    table.play("to italia", 0)
    assert (table.position()["turn"], table.position()["turns"]) == ("blue", 2)
    assert table.position()["players"]["blue"]["citizens"] == {"hispania": 1}
    assert list(table.position()["rats"]) == ["italia"]


@pytest.mark.rule("RA-2.4")
def test_the_only_place_for_a_new_rat_is_taken_without_asking() -> None:
    rats = {"hispania": 1, "gallia": 3, "italia": 2}
    table = play(at(seats=2, plague="gallia", rats=rats), "plague hispania")
    assert len(rats_in(table, "italia")) == 3
    assert table.position()["turn"] == "blue"


@pytest.mark.rule("RA-2.4")
def test_what_a_rule_allows_is_asked_for_even_where_there_is_only_one_way_to_do_it() -> None:
    """The King has one citizen to save: whether is asked, which is not."""
    red = {"citizens": {"gallia": 1}, "classes": ["king"]}
    table = at(seats=2, rats={}, players={"red": red})
    assert "use king" in names(table) and table.position()["players"]["red"]["palace"] == 0
    table.play("use king", 0)
    assert table.position()["players"]["red"]["palace"] == 1
    assert table.position()["asks"] == [{"ask": "act", "seats": ["red"]}]


def in_a_row(**fields: Any) -> Table:
    """The eight regions in a row, without rats; the piece is at one end, so that it can go to gallia only."""
    row = [[one, other] for one, other in zip(EIGHT, EIGHT[1:], strict=False)]
    components = {"borders": row, **fields.pop("components", {})}
    return at(seats=2, components=components, plague="anglia", rats={}, **fields)


@pytest.mark.rule("RA-2.4")
def test_the_only_move_left_in_a_turn_is_made_by_itself() -> None:
    table = in_a_row()
    assert sorts(table) == {"take", "plague"}
    table.play("take king", 0)  # the King has nobody to save
    assert (table.position()["turn"], table.position()["plague"]) == ("blue", "gallia")


@pytest.mark.rule("RA-2.4")
def test_the_only_move_left_is_made_by_itself_also_where_no_card_is_left_to_take() -> None:
    """Only an owner's box in which the Knight goes no farther than others brings it about."""
    table = in_a_row(components={"reach": 1}, placed=True, players={"red": {"classes": list(CARDS)}})
    assert (table.position()["turn"], table.position()["plague"]) == ("blue", "gallia")
