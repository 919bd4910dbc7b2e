"""The plague ravages its region, one rat after the other. [RA-5]"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from itertools import takewhile
from typing import Any

import pytest

import bellringer
from bellringer import Table
from bellringer.core.shown.words import LANGUAGES
from bellringer.games.rattus.names import counted
from tests.rattus.play import TABLES, at, strikes

COLOURS = ("red", "blue", "green", "violet", "ochre", "slate")
CARD_OF = {
    "peasantry": "peasant",
    "church": "monk",
    "bourgeoisie": "merchant",
    "magic": "witch",
    "royalty": "king",
    "chivalry": "knight",
}
FULL = dict.fromkeys(("anglia", "germania", "hispania", "italia"), 3)  # the neighbours of gallia: nothing spreads there
Face = tuple[int | str, ...]
every_table = pytest.mark.parametrize(("seats", "box"), TABLES)


def ravage(*faces: Face, gallia: Mapping[str, int], cards: Mapping[str, str] | None = None, **fields: Any) -> Table:
    """The plague came to gallia, where these rats lay in this order and the seats had so many citizens."""
    players: dict[str, dict[str, Any]] = {colour: {"citizens": {"gallia": n}} for colour, n in gallia.items()}
    for colour, held in (cards or {}).items():
        players.setdefault(colour, {})["classes"] = held.split()
    for colour, more in fields.pop("elsewhere", {}).items():
        players.setdefault(colour, {}).setdefault("citizens", {}).update(more)
    rats = {"gallia": [{"token": list(face)} for face in faces], **FULL}
    box = {"tokens": {"regular": [list(face) for face in faces] + [[6, "all"]] * 40}}
    table = at(plague="germania", rats=rats, players=players, components=box, **fields)
    table.play("plague gallia")
    return table


def left(table: Table, region: str = "gallia") -> dict[str, int]:
    """Whose citizens are in a region."""
    players = table.position()["players"]
    return {c: player["citizens"][region] for c, player in players.items() if region in player["citizens"]}


def turned(table: Table) -> list[tuple[str, bool]]:
    """The rats that were turned, by their faces in the order of turning, and whether each had an outbreak."""
    found = {int(name[1:3]) - 1: name.partition(" ")[2] for name in table.view(None)["turned"]}
    events = [event for event in table.events() if event.kind == "rat-turned"]
    assert sorted(found) == sorted(event.what for event in events)
    return [(found[event.what], strikes(event)) for event in events]


def rats_left(table: Table) -> list[str]:
    """The faces of the rats that still lie in gallia."""
    return [rat["token"].partition(" ")[2] for rat in table.position()["rats"].get("gallia", [])]


# one rat after the other


@every_table
@pytest.mark.rule("RA-5.1")
def test_the_rats_of_the_plague_region_are_turned_one_after_the_other(seats: int, box: str) -> None:
    table = ravage((1, "church"), (2, "magic"), (3, "royalty"), gallia={"red": 5}, seats=seats, box=box)
    assert turned(table) == [("1 church", True), ("2 magic", True), ("3 royalty", True)]
    assert (table.position()["turn"], left(table)) == ("blue", {"red": 5})


@pytest.mark.rule("RA-5.1")
def test_each_rat_has_done_its_work_before_the_next_is_turned() -> None:
    table = ravage((1, "church"), (1, "church"), gallia={"red": 2}, cards={"red": "monk"})
    kinds = [event.kind for event in table.events()]
    assert kinds[kinds.index("rat-turned") : -1] == ["rat-turned", "citizens-killed", "rat-turned", "citizens-killed"]


@pytest.mark.rule("RA-5.1", "RA-5.4")
def test_without_citizens_no_rat_is_turned() -> None:
    table = ravage((1, "all"), (2, "all"), gallia={}, elsewhere={"red": {"italia": 3}})
    assert turned(table) == [] and rats_left(table) == ["1 all", "2 all"]


@pytest.mark.rule("RA-5.1")
def test_without_rats_nothing_happens_to_citizens() -> None:
    table = ravage(gallia={"red": 4, "blue": 1})
    assert turned(table) == [] and left(table) == {"red": 4, "blue": 1}


@pytest.mark.rule("RA-5.1", "RA-5.7")
def test_only_the_plague_region_is_ravaged() -> None:
    elsewhere = {"red": {"italia": 3}, "blue": {"hispania": 2}}
    table = ravage((2, "all"), gallia={"red": 1, "blue": 1}, elsewhere=elsewhere)
    assert turned(table) == [("2 all", True)]
    assert (left(table), left(table, "italia"), left(table, "hispania")) == ({}, {"red": 3}, {"blue": 2})
    assert {region: len(there) for region, there in table.position()["rats"].items()} == FULL


# limits


@pytest.mark.parametrize("limit", range(1, 7))
@pytest.mark.parametrize("more", [-1, 0, 1])
@pytest.mark.rule("RA-5.2")
def test_from_its_limit_on_a_rat_has_an_outbreak(limit: int, more: int) -> None:
    """With a limit of 1 and no citizen the rat is not even turned."""
    people = limit + more
    table = ravage((limit, "majority"), gallia={"red": people} if people else {})
    assert turned(table) == ([(f"{limit} majority", more >= 0)] if people else [])
    assert left(table).get("red", 0) == (people - 1 if more >= 0 else people)


@every_table
@pytest.mark.rule("RA-5.2")
def test_the_citizens_of_all_seats_together_are_compared_with_the_limit(seats: int, box: str) -> None:
    one_each = dict.fromkeys(COLOURS[:seats], 1)
    reached = ravage((seats, "all"), gallia=one_each, seats=seats, box=box)
    assert turned(reached) == [(f"{seats} all", True)] and left(reached) == {}
    missed = ravage((seats + 1, "all"), gallia=one_each, seats=seats, box=box)
    assert turned(missed) == [(f"{seats + 1} all", False)] and left(missed) == one_each


@pytest.mark.rule("RA-5.2")
def test_citizens_elsewhere_and_the_piece_itself_do_not_count_for_the_limit() -> None:
    table = ravage((3, "all"), gallia={"red": 2}, elsewhere={"red": {"italia": 5}})
    assert turned(table) == [("3 all", False)] and left(table) == {"red": 2}


@pytest.mark.rule("RA-5.3")
def test_turned_rats_leave_the_game_with_an_outbreak_or_without() -> None:
    table = ravage((1, "church"), (6, "magic"), gallia={"red": 2}, seats=4)
    assert turned(table) == [("1 church", True), ("6 magic", False)]
    position = table.position()
    assert list(position["rats"]) == list(FULL)
    assert not {*table.view(None)["turned"]} & {*position["supply"], *position["removed"]}
    assert len(position["supply"]) == 12 + 42 - 2 - 12


@pytest.mark.rule("RA-5.4")
def test_rats_stay_face_down_when_no_citizen_is_left() -> None:
    table = ravage((1, "majority"), (1, "church"), (1, "magic"), gallia={"red": 1})
    assert turned(table) == [("1 majority", True)]
    assert rats_left(table) == ["1 church", "1 magic"]
    for seat in (None, 0, 1):
        assert [rat["token"] for rat in table.view(seat)["rats"]["gallia"]] == [None, None]


@pytest.mark.rule("RA-5.10")
def test_each_limit_is_compared_with_the_citizens_left_when_its_rat_is_turned() -> None:
    falling = ravage((3, "majority"), (3, "majority"), (2, "majority"), gallia={"red": 3})
    assert turned(falling) == [("3 majority", True), ("3 majority", False), ("2 majority", True)]
    assert left(falling) == {"red": 1}
    together = ravage((2, "majority"), (3, "majority"), gallia={"red": 3, "blue": 1})
    assert turned(together) == [("2 majority", True), ("3 majority", True)] and left(together) == {"red": 1, "blue": 1}


# symbols


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"red": 3, "blue": 2}, {"red": 2, "blue": 2}),
        ({"red": 1, "violet": 4}, {"red": 1, "violet": 3}),
        ({"red": 2, "green": 2}, {"red": 1, "green": 1}),
        ({"red": 2, "blue": 1, "green": 2}, {"red": 1, "blue": 1, "green": 1}),
        ({"red": 1, "blue": 1, "green": 1, "violet": 1}, {}),
    ],
)
@pytest.mark.rule("RA-5.5")
def test_the_majority_loses_one_and_in_a_tie_each_of_the_tied(before: dict[str, int], after: dict[str, int]) -> None:
    assert left(ravage((1, "majority"), gallia=before)) == after


@pytest.mark.rule("RA-5.5")
def test_cards_citizens_elsewhere_and_the_palace_make_no_majority() -> None:
    elsewhere = {"blue": {"italia": 9}}
    table = ravage((1, "majority"), gallia={"red": 2, "blue": 1}, elsewhere=elsewhere, cards={"blue": "monk king"})
    assert left(table) == {"red": 1, "blue": 1} and left(table, "italia") == {"blue": 9}


@every_table
@pytest.mark.rule("RA-5.6")
def test_the_all_symbol_takes_one_of_each_seat_in_the_region(seats: int, box: str) -> None:
    others = {colour: n + 1 for n, colour in enumerate(COLOURS[1:seats])}
    elsewhere = {"red": {"italia": 2}}
    table = ravage((1, "all"), gallia=others, elsewhere=elsewhere, seats=seats, box=box)
    assert left(table) == {colour: n - 1 for colour, n in others.items() if n > 1}
    assert left(table, "italia") == {"red": 2}


@every_table
@pytest.mark.parametrize("symbol", CARD_OF)
@pytest.mark.rule("RA-5.6")
def test_a_class_symbol_takes_one_of_who_holds_the_card(symbol: str, seats: int, box: str) -> None:
    everybody = dict.fromkeys(COLOURS[:seats], 2)
    held = {"blue": CARD_OF[symbol], "red": " ".join(card for card in CARD_OF.values() if card != CARD_OF[symbol])}
    fields: dict[str, Any] = {"seats": seats, "box": box, "turn": "blue"}
    table = ravage((1, symbol), gallia=everybody, cards=held, **fields)
    if table.position()["phase"] == "ravage":  # the Knight's holder is asked whether the piece counts
        table.play("pass", 1)
    assert turned(table) == [(f"1 {symbol}", True)]
    assert left(table) == {**everybody, "blue": 1}


@pytest.mark.rule("RA-5.6")
def test_a_rat_with_two_classes_hits_the_holders_of_both() -> None:
    cards = {"red": "monk", "blue": "witch", "green": "king"}
    table = ravage((2, "church", "magic"), gallia={"red": 2, "blue": 3, "green": 4}, cards=cards)
    assert left(table) == {"red": 1, "blue": 2, "green": 4}


@pytest.mark.rule("RA-5.7")
def test_a_holder_without_citizens_in_the_region_is_not_affected() -> None:
    elsewhere = {"blue": {"italia": 3, "germania": 1}}
    table = ravage((1, "church"), gallia={"red": 2}, cards={"blue": "monk"}, elsewhere=elsewhere)
    assert turned(table) == [("1 church", True)]
    assert (left(table), left(table, "italia"), left(table, "germania")) == ({"red": 2}, {"blue": 3}, {"blue": 1})
    assert table.position()["players"]["blue"]["supply"] == 16


@pytest.mark.parametrize("symbol", CARD_OF)
@pytest.mark.rule("RA-5.7")
def test_a_class_whose_card_nobody_holds_hits_nobody(symbol: str) -> None:
    table = ravage((1, symbol), gallia={"red": 2, "blue": 1})
    assert turned(table) == [(f"1 {symbol}", True)] and left(table) == {"red": 2, "blue": 1}


@pytest.mark.rule("RA-5.8")
def test_the_majority_is_judged_before_the_other_symbols() -> None:
    """Red leads by one; were the church's loss first, there would be a tie and blue would lose one too."""
    table = ravage((1, "church", "majority"), gallia={"red": 4, "blue": 3}, cards={"red": "monk"})
    assert left(table) == {"red": 2, "blue": 3}
    to_blue = ravage((1, "church", "majority"), gallia={"red": 4, "blue": 4}, cards={"red": "monk"})
    assert left(to_blue) == {"red": 2, "blue": 3}


@pytest.mark.rule("RA-5.8")
def test_the_majority_is_judged_anew_for_each_rat() -> None:
    table = ravage((1, "majority"), (1, "majority"), gallia={"red": 4, "blue": 3})
    assert left(table) == {"red": 2, "blue": 2}


@pytest.mark.rule("RA-5.9")
def test_a_seat_loses_one_for_all_and_one_for_each_of_its_cards_that_is_hit() -> None:
    cards = {"red": "monk witch king", "blue": "merchant"}
    table = ravage((1, "all", "church", "magic"), gallia={"red": 5, "blue": 5}, cards=cards)
    assert left(table) == {"red": 2, "blue": 4}


@pytest.mark.parametrize(("had", "has"), [(1, 0), (2, 0), (3, 0), (4, 1)])
@pytest.mark.rule("RA-5.9")
def test_a_seat_loses_at_most_what_it_has(had: int, has: int) -> None:
    table = ravage((1, "all", "church", "magic"), gallia={"red": had, "blue": 2}, cards={"red": "monk witch"})
    assert left(table) == {"blue": 1, **({"red": has} if has else {})}
    assert table.position()["players"]["red"]["supply"] == 20 - has


@pytest.mark.rule("RA-5.8", "RA-5.9")
def test_majority_all_and_a_class_add_up() -> None:
    table = ravage((1, "majority", "all", "royalty"), gallia={"red": 5, "blue": 3, "green": 1}, cards={"red": "king"})
    assert left(table) == {"red": 2, "blue": 2}


# where the dead go, and the order of turning


@pytest.mark.rule("RA-5.11")
def test_citizens_lost_go_back_to_the_supply_and_can_be_placed_again() -> None:
    table = ravage((1, "majority"), gallia={"blue": 20}, seats=4)
    blue = table.position()["players"]["blue"]
    assert (table.position()["turn"], blue["supply"], blue["citizens"]) == ("blue", 1, {"gallia": 19})
    table.play("place italia", 1)
    blue = table.position()["players"]["blue"]
    assert (blue["supply"], blue["citizens"]) == (0, {"gallia": 19, "italia": 1})


@pytest.mark.rule("RA-5.12", "RA-5.4")
def test_the_rat_that_came_first_is_turned_first() -> None:
    """Whichever of the three that is: it takes the only citizen, and the others stay."""
    faces: list[Face] = [(1, "majority"), (1, "all"), (1, "majority", "all")]
    for first, second, third in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        table = ravage(faces[first], faces[second], faces[third], gallia={"red": 1})
        text = [" ".join(map(str, sorted(map(str, face)))) for face in (faces[first], faces[second], faces[third])]
        found = [" ".join(sorted(face.split())) for face, _ in turned(table)]
        assert found == text[:1]
        assert [" ".join(sorted(face.split())) for face in rats_left(table)] == text[1:]


@pytest.mark.rule("RA-5.12")
def test_a_rat_that_the_spread_brings_is_turned_after_the_one_that_lay_there() -> None:
    """Red lets a rat spread to italia; blue then takes the piece there."""
    old = {"token": [1, "majority"]}
    box = {
        "tokens": {"regular": [[1, "majority"]] + [[1, "all", "magic"]] * 40, "starting": [[1, "all", "royalty"]] * 12}
    }
    table = at(
        seats=2,
        components=box,
        plague="hispania",
        rats={"italia": [old], "gallia": 1},
        players={"red": {"citizens": {"italia": 1}}},
    )
    table.play("plague gallia", 0)
    table.play("to italia", 0)
    table.play("plague italia", 1)
    table.play("to hispania", 1)
    table.play("to hispania", 1)
    assert [face for face, _ in turned(table)] == ["1 majority"]
    assert len(table.position()["rats"]["italia"]) == 1 and left(table, "italia") == {}


@pytest.mark.rule("RA-5.12")
def test_the_seat_on_turn_has_no_choice_of_the_order() -> None:
    table = ravage((1, "church"), (2, "magic"), (6, "all"), gallia={"red": 3, "blue": 3}, seats=2)
    assert (table.pending, table.position()["turn"]) == ((1,), "blue")
    assert len(turned(table)) == 3


ANSWERS = {"citizens-killed", "potion-spent", "rat-spares"}  # to the question whom a rat hits
NOBODY_HIT = {"en": "nobody is hit", "fr": "personne n’est touché"}
NEXT = {"rat-turned", "turn-begins", "last-round-begins", "last-ravage-begins", "game-ends", "citizens-placed"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", [{}, {"classes": "random", "modules": ["upgrades", "region-cards"]}])
def test_of_every_rat_that_is_turned_it_is_told_whom_it_hits_or_that_nobody_is(
    options: dict[str, Any], language: str
) -> None:
    """Too few citizens: the line of the rat says it. Else lines of those who lose, or one line that nobody does."""
    told: Counter[str] = Counter()
    for seed in range(6):
        table, dice = bellringer.new_game("rattus", seats=3, seed=seed, **options), random.Random(seed)
        while table.pending:
            seat = table.pending[0]
            table.play(dice.choice(table.moves(seat)).name, seat)
        events = table.events()
        for number, event in enumerate(events):
            if event.kind != "rat-turned":
                continue
            people, limit = counted(event.amount)
            after = takewhile(lambda one: one.kind not in NEXT, events[number + 1 :])
            answers = [one for one in after if one.kind in ANSWERS]
            if people < limit:
                assert not answers and NOBODY_HIT[language] in event.words(language)
            else:
                spared = [one for one in answers if one.kind == "rat-spares"]
                assert answers and (not spared or answers == spared), event.words(language)
                assert all(one.words(language) for one in answers)
            told["idle" if people < limit else answers[0].kind] += 1
    assert len(told) >= 3, told
