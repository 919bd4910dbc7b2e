"""What a learned value reads of a position: numbers that a player can count, too."""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import Table
from tests.rattus.play import at, play

FACES = [[3, "all", "church"], [2, "majority"], [6, "all"]]
WITH_FACES = {"tokens": {"regular": FACES + [[6, "all"]] * 40}}


def seat_reads(table: Table, name: str, seat: int = 0) -> dict[str, int]:
    """The numbers of a feature of a seat that are not 0, by their parts."""
    features = table.state.book.features
    assert features is not None
    blocks, _ = features.read(table.state)
    found = zip(features.seat_parts, blocks[seat], strict=True)
    return {part: number for (one, part), number in found if one.name == name and number != 0}


def table_reads(table: Table, name: str) -> dict[str, int]:
    """The same of the table."""
    features = table.state.book.features
    assert features is not None
    found = zip(features.table_parts, features.read(table.state)[1], strict=True)
    return {part: number for (one, part), number in found if one.name == name and number != 0}


def ravaged(**fields: Any) -> Table:
    """Red and blue in gallia, where the piece stands, and red elsewhere, with rats whose faces are known."""
    red = {"citizens": {"gallia": 3, "germania": 1, "scandia": 2}, "palace": 1, "classes": ["monk"], "points": 2}
    players = {"red": red, "blue": {"citizens": {"gallia": 3}}, **fields.pop("others", {})}
    rats = {"gallia": [{"token": FACES[0]}, {"token": FACES[1]}], "scandia": [{"token": FACES[2]}]}
    return at(plague="gallia", players=players, rats=rats, components=WITH_FACES, **fields)


def test_scores_leads_and_places_stand_as_they_would_be_counted() -> None:
    table = ravaged(seats=3)
    assert [seat_reads(table, "score", seat) for seat in range(3)] == [{"": 9}, {"": 3}, {}]
    assert seat_reads(table, "lead")[""] == 6 and seat_reads(table, "lead", 1)[""] == -6
    assert [seat_reads(table, "place", seat) for seat in range(3)] == [{"1": 1}, {"2": 1}, {"3": 1}]


def test_among_equals_the_next_turn_is_ahead() -> None:
    """[RA-10.2]"""
    table = at(seats=3, turn="blue")
    assert [seat_reads(table, "place", seat) for seat in range(3)] == [{"2": 1}, {"3": 1}, {"1": 1}]


def test_citizens_are_told_by_distance_and_by_rats() -> None:
    table = ravaged(seats=2)
    here, beside, farther = (
        "with the plague piece, with 2 rats",
        "beside it, without rats",
        "two steps away, with 1 rat",
    )
    assert seat_reads(table, "citizens by distance") == {here: 3, beside: 1, farther: 2}
    held = seat_reads(table, "regions")
    assert held["as many as another, with 2 rats"] == held["most there, with 1 rat"] == 1


def test_the_rats_of_this_world_kill_as_they_would_if_they_were_turned() -> None:
    """Of six citizens: one for all and red's monk; then the majority hits nobody below the other one's three."""
    table = ravaged(seats=2)
    assert seat_reads(table, "dealt losses") == {"with the plague piece": 2}
    assert seat_reads(table, "dealt losses", 1) == {"with the plague piece": 1}


@pytest.mark.parametrize(("citizens", "lost"), [(1, 0), (2, 1), (3, 2), (4, 2)])
def test_a_rat_is_told_to_kill_where_its_limit_is_reached(citizens: int, lost: int) -> None:
    """The first one from three citizens, for all; the second one from two, for the majority."""
    players = {"red": {"citizens": {"gallia": citizens}}}
    rats = {"gallia": [{"token": FACES[0]}, {"token": FACES[1]}]}
    table = at(seats=2, plague="anglia", rats=rats, players=players, components=WITH_FACES)
    assert seat_reads(table, "dealt losses") == ({"beside it": lost} if lost else {})
    assert set(seat_reads(table, "expected losses")) == {"beside it"}


@pytest.mark.parametrize("supply", [1, 2, 4, 5, 7, 9])
def test_who_has_a_turn_before_the_rats_run_out(supply: int) -> None:
    """Red's turn takes the first rats; blue, the next one, has a turn if some are left then."""
    table = at(seats=4, supply=supply, plague="italia")
    rounds = {pace: -(-supply // pace) - 1 for pace in (1, 2, 3)}  # turns after this one
    for seat in range(4):
        expected = {f"with {pace} rats a turn": 1 for pace, last in rounds.items() if last >= (seat or 4)}
        assert {part: min(n, 1) for part, n in seat_reads(table, "turns left", seat).items()} == expected
        assert seat_reads(table, "gets a turn", seat) == expected
        last = {f"with {pace} rats a turn": 1 for pace, last in rounds.items() if last % 4 == seat}
        assert seat_reads(table, "has last turn", seat) == last


def test_a_turn_may_still_do_what_it_has_not_done() -> None:
    table = at(
        seats=2, plague="italia", rats={"gallia": 1}, classes=["peasant", "monk", "merchant", "witch", "king", "knight"]
    )
    assert set(seat_reads(table, "may still")) == {
        "answer now",
        "move the piece",
        "take a card",
        "place",
        "place, with a supply",
    }
    assert seat_reads(table, "may still", 1) == {}
    play(table, "take king")
    assert "take a card" not in seat_reads(table, "may still") and seat_reads(table, "class cards") == {"king": 1}
    assert seat_reads(table, "classes") == {"royalty": 1} and seat_reads(table, "abilities left") == {"king": 1}
    assert "king" not in table_reads(table, "free class cards")
    play(table, "place gallia")
    assert "place" not in seat_reads(table, "may still") and table_reads(table, "question") == {"act": 1}


def test_the_last_round_goes_the_other_way_round() -> None:
    """[RA-9.2]"""
    players = {"violet": {"classes": ["monk"]}, "blue": {"classes": ["king"], "citizens": {"scandia": 1}}}
    table = at(seats=4, plague="italia", supply=0, rats={"polonia": 1}, placed=True, players=players)
    play(table, "plague gallia")
    assert table_reads(table, "phase") == {"last-round": 1}
    assert [seat_reads(table, "last part", seat) for seat in range(4)] == [{}, {"2": 1}, {"1": 1}, {"now": 1}]
    assert seat_reads(table, "abilities left", 1) == {"king": 1} and seat_reads(table, "has last turn", 1) == {}
    assert set(seat_reads(table, "has last turn").values()) == {1}
