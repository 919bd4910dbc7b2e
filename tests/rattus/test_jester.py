"""The Jester: two citizens fall on the board. Where they end is test_drop.py's; here is what comes of it. [RA-17]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import bellringer
from bellringer import Table
from bellringer.core.errors import PositionError
from tests.rattus.big_box import asked, blue_ends, of, red_has, seated
from tests.rattus.play import kinds, names, play, red, regions

SEEDS = range(400)
WHERE = {"rats": {"gallia": 2, "italia": 1}, "plague": "hispania"}


def dropped(*moves: str, seeds: range = SEEDS, **fields: Any) -> Iterator[Table]:
    """Tables on which red's Jester has just dropped two citizens, each with other dice."""
    for seed in seeds:
        yield play(red_has("jester", seed=seed, **{**WHERE, **fields}), "use jester", *moves)


def told(table: Table, kind: str) -> list[Any]:
    """The events of a kind."""
    return [event for event in table.events() if event.kind == kind]


def all_citizens(table: Table, seat: str) -> int:
    """How many citizens a seat has anywhere."""
    player = table.position()["players"][seat]
    return int(player["supply"] + player["palace"] + sum(player["citizens"].values()))


@pytest.mark.rule("RA-17.8")
def test_two_citizens_of_the_supply_fall_and_settle() -> None:
    for table in dropped("place gallia", seeds=range(50)):
        ends = [event.what for event in told(table, "citizen-landed")]
        waiting = sum(ask["ask"] == "lands-in" for ask in table.position()["asks"])
        assert len(told(table, "citizen-dropped")) == 2 == len(ends) + waiting
        assert red(table)["supply"] == 20 - sum(end <= 17 for end in ends)
        assert "use jester" not in names(table)
        assert table.state.broken_law == 0


@pytest.mark.rule("RA-17.8")
@pytest.mark.parametrize(("supply", "can"), [(1, False), (2, True)])
def test_it_needs_two_citizens_in_the_supply(supply: int, can: bool) -> None:
    table = red_has("jester", citizens={"gallia": 20 - supply}, **WHERE)
    assert ("use jester" in names(table)) == can


@pytest.mark.rule("RA-17.9")
def test_one_aims_at_a_region_the_palace_or_a_border() -> None:
    table = play(red_has("jester", walls=[["gallia", "italia"]], **WHERE), "use jester")
    assert names(table) == {"palace", "border", *(f"place {name}" for name in regions(table, "place"))}
    assert len(regions(table, "place")) == 10
    play(table, "border")
    assert regions(table, "from") == {name.removeprefix("from ") for name in names(table)}
    play(table, "from gallia")
    assert regions(table, "to") == {"anglia", "germania", "hispania", "italia"}
    play(table, "to italia")
    assert len(told(table, "citizen-dropped")) == 2


@pytest.mark.rule("RA-17.10")
def test_who_falls_into_the_sea_is_lost_and_comes_back_to_the_supply() -> None:
    lost = saved = 0
    for table in dropped("palace", seeds=range(60)):
        ends = [event.what for event in told(table, "citizen-landed")]
        lost += ends.count(18)
        saved += ends.count(17)
        assert red(table)["palace"] == ends.count(17)
        assert all_citizens(table, "red") == 20
    assert lost > 10 and saved > 30


@pytest.mark.rule("RA-17.11")
def test_a_citizen_on_a_border_comes_to_the_place_that_the_seat_chooses() -> None:
    table = next(table for table in dropped("border", "from gallia", "to germania") if asked(table)[1] == "lands-in")
    here, there = sorted(names(table))
    other = bellringer.from_position(table.position())
    for one, move in ((table, here), (other, there)):
        before = sum(red(one)["citizens"].values())
        play(one, move)
        assert red(one)["citizens"][move.removeprefix("place ")] >= 1
        assert sum(red(one)["citizens"].values()) == before + 1


@pytest.mark.rule("RA-17.11")
def test_both_may_lie_on_a_border() -> None:
    for table in dropped("border", "from gallia", "to germania"):
        if [ask["ask"] for ask in table.position()["asks"]] == ["lands-in"] * 2:
            break
    play(table, min(names(table)))
    assert asked(table) == ("red", "lands-in")
    play(table, min(names(table)))
    assert asked(table) == ("red", "act") and red(table)["supply"] == 18


@pytest.mark.rule("RA-17.12", "RA-17.13")
def test_who_is_knocked_away_keeps_what_it_bears_unless_it_is_lost() -> None:
    crowd = {"blue": {"citizens": {"italia": 3, "gallia": 2}}, "green": {"citizens": {"italia": 2}}}
    potions = [{"seat": "blue", "place": "italia", "potions": n} for n in (1, 2)]
    moved = lost = 0
    for table in dropped("place italia", others=crowd, potions=potions):
        for event in told(table, "citizen-knocked"):
            moved, lost = moved + (event.where < 18), lost + (event.where == 18)
        assert all(all_citizens(table, seat) == 20 for seat in ("red", "blue", "green"))
        assert table.state.broken_law == 0
        left = [(one["place"], one["potions"]) for one in table.position().get("potions", ())]
        assert len(left) >= 2 - len([event for event in told(table, "citizen-knocked") if event.where == 18])
        assert all("killed" not in player for player in table.position()["players"].values())
    assert moved > 5 and lost > 0


@pytest.mark.rule("RA-17.12")
def test_a_potion_goes_along_with_its_citizen() -> None:
    crowd = {"blue": {"citizens": {"tunisia": 1}}}
    potions = [{"seat": "blue", "place": "tunisia", "potions": 2}]
    ends = set()
    for table in dropped("place tunisia", others=crowd, potions=potions, seats=6):
        for one in table.position().get("potions", []):
            assert one["potions"] == 2
            assert one["place"] == "palace" or table.position()["players"]["blue"]["citizens"] == {one["place"]: 1}
            ends.add(one["place"])
    assert {"algeria", "tunisia"} <= ends


@pytest.mark.rule("RA-17.12")
def test_a_potion_comes_back_to_the_box_when_its_citizen_is_lost() -> None:
    """From the palace, around which there is the sea."""
    others = {"blue": {"palace": 1}}
    potions = [{"seat": "blue", "place": "palace", "potions": 2}]
    knocked = (table for table in dropped("palace", others=others, potions=potions) if told(table, "citizen-knocked"))
    table = next(table for table in knocked if told(table, "citizen-knocked")[0].where == 18)
    assert "potions" not in table.position() and table.position()["players"]["blue"]["supply"] == 20


@pytest.mark.rule("RA-17.17")
def test_a_diplomat_that_is_knocked_to_another_of_its_seat_loses_its_podium() -> None:
    """Blue has a diplomat alone in each of these regions; whoever is knocked to another one stays, as a citizen."""
    there = ("germania", "gallia", "hungaria", "polonia", "italia", "bulgaria")
    podiums = [{"seat": "blue", "place": region, "podium": True} for region in there]
    blue = {"citizens": dict.fromkeys(there, 1)}
    fewer = 0
    for table in dropped("place hungaria", seeds=range(60), others={"blue": blue}, potions=podiums):
        left = [one["place"] for one in table.position().get("potions", [])]
        assert len(left) == len(set(left)) and "palace" not in left and all_citizens(table, "blue") == 20
        on_board = sum(of(table, "blue")["citizens"].values())
        fewer += len(left) < on_board
    assert fewer > 0


@pytest.mark.rule("RA-17.12")
def test_a_citizen_can_be_knocked_out_of_the_palace() -> None:
    crowd = {"blue": {"palace": 3}, "green": {"palace": 3}}
    left = {
        event.where for table in dropped("palace", others=crowd, palace=3) for event in told(table, "citizen-knocked")
    }
    assert 18 in left


@pytest.mark.rule("RA-17.14")
def test_rats_and_other_pieces_are_put_back() -> None:
    for table in dropped("place gallia", nuns={"gallia": 2}, bishops=["italia"], seeds=range(40)):
        found = table.position()
        assert found["plague"] == "hispania" and found["nuns"] == {"gallia": 2} and found["bishops"] == ["italia"]
        assert {region: len(rats) for region, rats in found["rats"].items() if rats} == {"gallia": 2, "italia": 1}


def flipped(**fields: Any) -> Table:
    """A table on which a rat of gallia has just been flipped."""
    return next(table for table in dropped("place gallia", **fields) if "rat-flipped" in kinds(table))


@pytest.mark.rule("RA-17.14", "RA-17.15")
def test_a_flipped_rat_is_replaced_and_shuffled_into_the_supply() -> None:
    table = flipped()
    (event,) = told(table, "rat-flipped")
    found = table.position()
    token = f"t{event.what + 1:02}"
    assert [name[:3] for name in found["shuffled-in"]] == [token]
    assert token in [name[:3] for name in found["supply"]]
    assert token not in [rat["token"][:3] for rats in found["rats"].values() for rat in rats]
    assert table.state.broken_law == 0
    assert any(name.startswith(token) for name in table.view(1)["unseen"])


@pytest.mark.rule("RA-17.15")
def test_a_flipped_rat_is_dealt_anew_but_never_to_those_removed() -> None:
    table = flipped()
    (name,) = table.position()["shuffled-in"]
    places = set()
    for seed in range(200):
        found = table.determinized(0, seed).position()
        assert found["shuffled-in"] == [name] and name not in found["removed"]
        places.add("supply" if name in found["supply"] else "board")
    assert "supply" in places


@pytest.mark.rule("RA-17.15")
def test_with_an_empty_supply_a_flipped_rat_is_turned_back_and_known_to_all() -> None:
    table = flipped(supply=0)
    (event,) = told(table, "rat-flipped")
    known = [rat for rat in table.position()["rats"]["gallia"] if rat.get("seen")]
    assert [rat["seen"] for rat in known] == [["red", "blue", "green"]] and event.amount == 0
    assert [rat["token"] for rat in table.view(2)["rats"]["gallia"] if rat["token"]] == [known[0]["token"]]


def test_a_removed_token_was_not_seen_to_come_to_the_supply() -> None:
    position = flipped().position()
    position["shuffled-in"] = position["removed"][:1]
    with pytest.raises(PositionError, match="removed before play"):
        bellringer.from_position(position)


@pytest.mark.rule("RA-17.16")
def test_in_the_last_round_it_acts_as_in_a_turn() -> None:
    table = play(blue_ends("jester", citizens={"gallia": 1}), "use jester", "place gallia")
    assert len(told(table, "citizen-dropped")) == 2


@pytest.mark.rule("RA-17.16")
def test_no_drop_can_be_taken_back() -> None:
    table = red_has("jester", **WHERE)
    play(table, "use jester")
    assert table.may_undo(0)
    play(table, "place gallia")
    assert not table.may_undo(0)


@pytest.mark.parametrize(
    "ask",
    [
        {"ask": "drop-at"},
        {"ask": "drop-from"},
        {"ask": "drop-to", "from": "gallia"},
        {"ask": "lands-in", "place": "gallia", "other": "palace"},
    ],
)
def test_each_question_can_stand_in_a_position(ask: dict[str, Any]) -> None:
    table = seated({"red": {"classes": ["jester"]}}, asks=[{**ask, "seats": ["red"]}], **WHERE)
    again = bellringer.from_position(table.position())
    assert names(again) == names(table) and asked(table) == ("red", ask["ask"])
    play(table, min(names(table)))


@pytest.mark.parametrize(
    ("ask", "citizens"),
    [
        ({"ask": "drop-at"}, 19),
        ({"ask": "lands-in", "place": "gallia", "other": "gallia"}, 0),
        ({"ask": "lands-in", "place": "gallia", "other": "libya"}, 0),
        ({"ask": "lands-in", "place": "gallia", "other": "italia"}, 20),
    ],
)
def test_a_position_asks_only_what_can_be(ask: dict[str, Any], citizens: int) -> None:
    players = {"red": {"classes": ["jester"], "citizens": {"polonia": citizens} if citizens else {}}}
    with pytest.raises(PositionError):
        seated(players, asks=[{**ask, "seats": ["red"]}], **WHERE)
