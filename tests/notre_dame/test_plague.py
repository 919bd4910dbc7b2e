"""The plague at a round's end. [ND-11]"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tests.notre_dame.play import COLOURS, asked, at, names, nobody_hires, play, seat, struck


def overrun(red: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """What red has after its rat was carried past the last space."""
    return seat(struck(5, red={"rat": 9, "prestige": 7, **red}, **fields))


@pytest.mark.rule("ND-11.1")
@pytest.mark.parametrize("rats", [(0, 0, 0), (3, 0, 0), (0, 2, 1), (2, 0, 1), (1, 3, 2)])
def test_the_plague_value_is_the_sum_of_the_rats_on_the_open_persons(rats: tuple[int, int, int]) -> None:
    opened = ["doctor", "fool", "bishop"]
    box = {"persons": {person: {"rats": n} for person, n in zip(opened, rats, strict=True)}}
    table = at(phase="hire", open=opened, box=box)
    assert table.view(None)["plague"] == sum(rats)
    assert seat(nobody_hires(table))["rat"] == sum(rats)


@pytest.mark.rule("ND-11.2")
def test_every_rat_goes_forward_by_the_plague_value_whether_its_seat_hired_or_not() -> None:
    box = {"persons": {person: {"rats": 1} for person in ("monk", "fool", "bishop")}}
    rats = {"blue": {"rat": 2}, "green": {"rat": 5}}
    table = at(seats=4, phase="hire", open=["monk", "fool", "bishop"], box=box, players=rats)
    nobody_hires(play(table, "hire monk", "pass", "hire monk"))
    assert [seat(table, colour)["rat"] for colour in COLOURS[:4]] == [3, 5, 8, 3]


@pytest.mark.rule("ND-11.3")
@pytest.mark.parametrize(
    ("markers", "friend", "value", "before", "after"),
    [
        *((0, None, 4, 3, 7), (1, None, 4, 3, 6), (3, None, 4, 3, 4)),
        *((3, "hospital", 4, 3, 3), (3, "bank", 4, 3, 4), (0, "hospital", 4, 3, 6)),
        *((5, None, 4, 3, 2), (5, "hospital", 2, 9, 5), (8, None, 4, 3, 0), (3, None, 0, 2, 0)),
    ],
)
def test_each_piece_in_the_hospital_takes_one_off_and_the_rest_moves_the_rat_back(
    markers: int, friend: str | None, value: int, before: int, after: int
) -> None:
    red = {"markers": {"hospital": markers}, "friend": friend, "rat": before, "prestige": 5}
    table = struck(value, red=red, blue={"rat": 1})
    assert (seat(table)["rat"], seat(table)["prestige"]) == (after, 5)
    assert seat(table, "blue")["rat"] == 1 + value, "only for that seat"


@pytest.mark.rule("ND-11.4")
@pytest.mark.parametrize(("before", "value"), [(5, 4), (9, 0), (0, 9), (6, 3)])
def test_a_rat_that_reaches_9_exactly_is_free(before: int, value: int) -> None:
    after = seat(struck(value, red={"rat": before, "prestige": 7, "markers": {"bank": 2}}))
    assert (after["rat"], after["prestige"], after["markers"]) == (9, 7, {"bank": 2})


@pytest.mark.rule("ND-11.4", "ND-11.5", "ND-11.6")
@pytest.mark.parametrize(("before", "value"), [(9, 1), (5, 5), (9, 9), (7, 27)])
def test_a_rat_that_would_go_past_9_stops_there_and_its_seat_pays_once(before: int, value: int) -> None:
    after = seat(struck(value, red={"rat": before, "prestige": 7, "markers": {"bank": 2, "park": 1}}))
    assert (after["rat"], after["prestige"]) == (9, 5)
    assert (after["markers"], after["supply"], after["general"]) == ({"bank": 1, "park": 1}, 4, 8)


@pytest.mark.rule("ND-11.4")
def test_the_hospital_can_keep_a_rat_from_going_past_9() -> None:
    after = overrun({"markers": {"hospital": 5}})
    assert (after["rat"], after["prestige"], after["markers"]) == (9, 7, {"hospital": 5})
    assert overrun({"markers": {"hospital": 4}})["markers"] == {"hospital": 3}


@pytest.mark.rule("ND-11.6")
def test_the_friend_counts_in_finding_the_fullest_sector_and_is_not_removed() -> None:
    after = overrun({"markers": {"bank": 2, "park": 2}, "friend": "park"})
    assert (after["markers"], after["friend"], after["general"]) == ({"bank": 2, "park": 1}, "park", 7)


@pytest.mark.rule("ND-11.7")
def test_when_sectors_tie_for_fullest_the_seat_chooses() -> None:
    red = {"rat": 9, "prestige": 7, "markers": {"bank": 2, "park": 2, "hotel": 1, "residence": 1}, "friend": "hotel"}
    table = struck(5, red=red)
    assert asked(table) == [("lose-marker", ("red",))]
    assert names(table) == ["lose bank", "lose hotel", "lose park"]
    play(table, "lose hotel")
    assert seat(table)["markers"] == {"bank": 2, "park": 2, "residence": 1}
    assert (seat(table)["general"], seat(table)["supply"], seat(table)["prestige"]) == (5, 4, 5)
    assert table.position()["round"] == 2


@pytest.mark.rule("ND-11.5", "ND-11.8")
@pytest.mark.parametrize(("before", "after"), [(7, 5), (2, 0), (1, 0), (0, 0)])
def test_the_penalty_is_2_prestige_or_what_the_seat_has(before: int, after: int) -> None:
    assert overrun({"prestige": before})["prestige"] == after


@pytest.mark.rule("ND-11.5")
def test_the_park_brings_nothing_to_a_loss() -> None:
    assert overrun({"markers": {"park": 4}})["prestige"] == 5


@pytest.mark.rule("ND-11.9")
def test_from_an_empty_borough_or_a_sector_with_the_friend_alone_nothing_is_removed() -> None:
    empty = overrun({"markers": {}})
    assert (empty["supply"], empty["general"], empty["prestige"]) == (4, 10, 5)
    alone = overrun({"friend": "bank"})
    assert (alone["friend"], alone["general"], alone["prestige"]) == ("bank", 10, 5)


@pytest.mark.rule("ND-11.9")
def test_in_a_tie_only_sectors_with_a_marker_can_be_chosen() -> None:
    decided = overrun({"markers": {"park": 1}, "friend": "bank"})
    assert (decided["markers"], decided["friend"]) == ({}, "bank")
    table = struck(5, red={"rat": 9, "markers": {"park": 1, "hotel": 1}, "friend": "bank"})
    assert names(table) == ["lose hotel", "lose park"]


@pytest.mark.rule("ND-11.10")
def test_notre_dame_is_never_the_fullest_sector() -> None:
    after = overrun({"markers": {"notre-dame": 5, "bank": 1}})
    assert after["markers"] == {"notre-dame": 5}
    assert overrun({"markers": {"notre-dame": 2, "bank": 2}})["markers"] == {"notre-dame": 2, "bank": 1}, "no tie"
    assert overrun({"markers": {"notre-dame": 5}})["markers"] == {"notre-dame": 5}


@pytest.mark.rule("ND-11.11")
def test_several_seats_may_choose_in_any_order() -> None:
    tied = {"rat": 9, "markers": {"bank": 1, "park": 1}}
    found = []
    for order in permutations((0, 1, 2)):
        table = struck(5, red=tied, blue=tied, green=tied)
        assert asked(table) == [("lose-marker", ("red", "blue", "green"))]
        for p in order:
            assert names(table, p) == ["lose bank", "lose park"]
            table.play(("lose bank", "lose park", "lose bank")[p], seat=p)
        found.append([seat(table, colour)["markers"] for colour in COLOURS[:3]])
    assert found == [[{"park": 1}, {"bank": 1}, {"park": 1}]] * 6
