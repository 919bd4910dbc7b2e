"""How a game ends: two endings, the last round the other way round, the last ravage, the winner. [RA-8 to RA-10]"""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import Table
from tests.rattus.play import at, every_table, kinds, names, play, rats_in, strikes

FACES = [[1, "all"], [4, "majority"], [2, "all"], [5, "majority"]]
WITH_FACES = {"tokens": {"regular": FACES + [[6, "all"]] * 40}}  # a box with these among its rats
COLOURS = ("red", "blue", "green", "violet", "ochre", "slate")


def player(table: Table, seat: str) -> dict[str, Any]:
    """What the position says of a seat."""
    found: dict[str, Any] = table.position()["players"][seat]
    return found


def to_decide(table: Table) -> tuple[str, ...]:
    """Who is asked, by colour."""
    return tuple(table.seat_names[seat] for seat in table.pending)


def last_turn(**fields: Any) -> Table:
    """Red's turn, with no rat left in the supply: the game ends after it. The plague is to move to an empty gallia."""
    return at(**{"plague": "italia", "supply": 0, "rats": {}, "placed": True, **fields})


def ended(**fields: Any) -> Table:
    """The same after red's turn."""
    return play(last_turn(**fields), "plague gallia")


# what ends it


@every_table
@pytest.mark.rule("RA-8.1", "RA-8.3")
def test_the_game_ends_after_the_turn_at_whose_end_the_supply_of_rats_is_empty(seats: int, box: str) -> None:
    table = at(seats=seats, box=box, plague="italia", supply=1, rats={"gallia": 1}, placed=True)
    assert table.position()["phase"] == "act"
    play(table, "plague gallia", "to germania")
    assert table.result is not None and "last-round-begins" in kinds(table)
    one_more = at(seats=seats, box=box, plague="italia", supply=2, rats={"gallia": 1}, placed=True)
    play(one_more, "plague gallia", "to germania")
    assert one_more.result is None and one_more.position()["turn"] == "blue"


@every_table
@pytest.mark.rule("RA-8.2", "RA-8.3")
def test_it_ends_after_the_turn_at_whose_end_the_seats_last_citizen_is_on_the_board(seats: int, box: str) -> None:
    red = {"citizens": {"hispania": 12}, "palace": 8}
    table = at(seats=seats, box=box, plague="italia", players={"red": red}, placed=True, rats={"polonia": 1})
    assert player(table, "red")["supply"] == 0
    play(table, "plague gallia")
    assert table.result is not None and player(table, "red")["supply"] == 0
    red["citizens"] = {"hispania": 11}
    going_on = at(seats=seats, box=box, plague="italia", players={"red": red}, placed=True, rats={"polonia": 1})
    assert play(going_on, "plague gallia").result is None


@pytest.mark.rule("RA-8.3")
def test_a_citizen_that_the_plague_gives_back_lets_the_game_go_on() -> None:
    red = {"citizens": {"gallia": 10, "hispania": 10}}
    rats = {"gallia": [{"token": [1, "all"]}], "anglia": 3, "germania": 3, "hispania": 3, "italia": 3}
    table = at(plague="italia", players={"red": red}, placed=True, rats=rats, components=WITH_FACES)
    play(table, "plague gallia")
    assert player(table, "red")["supply"] == 1 and table.result is None


@pytest.mark.rule("RA-8.3")
def test_another_seats_empty_supply_ends_nothing() -> None:
    table = at(plague="italia", players={"blue": {"citizens": {"hispania": 20}}}, placed=True, rats={"polonia": 1})
    play(table, "plague gallia")
    assert table.result is None and table.position()["turn"] == "blue"


@pytest.mark.rule("RA-8.4")
def test_after_a_thousand_turns_the_game_ends_by_itself() -> None:
    table = at(plague="italia", rats={}, placed=True, turns=1000)
    assert play(table, "plague gallia").result is not None
    before = at(plague="italia", rats={}, placed=True, turns=999)
    assert play(before, "plague gallia").result is None


# the last round


@every_table
@pytest.mark.rule("RA-9.1", "RA-9.2")
def test_all_but_the_last_seat_use_their_cards_once_more_anticlockwise(seats: int, box: str) -> None:
    """Each of the others has a card with something to do; red's own is not asked for."""
    cards = ("merchant", "peasant", "king", "monk", "knight", "witch")
    players = {
        colour: {"classes": [card], "citizens": {"hispania": 1}}
        for colour, card in zip(COLOURS[:seats], cards, strict=False)
    }
    table = ended(seats=seats, box=box, players=players, rats={"polonia": 1, "germania": 1})
    asked = []
    while table.pending:
        asked.append(to_decide(table)[0])
        assert names(table) == {"pass", f"use {cards[COLOURS.index(asked[-1])]}"}
        table.play("pass")
    assert asked == list(reversed(COLOURS[1:seats]))


@pytest.mark.rule("RA-9.3")
def test_no_card_is_taken_no_citizen_placed_and_the_piece_not_moved() -> None:
    table = ended(players={"blue": {"classes": ["monk"]}}, seats=2, rats={"polonia": 1})
    assert names(table) == {"pass", "use monk"}
    assert not any(name.startswith(("take", "place", "plague")) for name in names(table))


@pytest.mark.rule("RA-9.4")
def test_monk_merchant_witch_and_king_act_as_in_a_turn() -> None:
    blue = {"classes": ["monk", "merchant", "witch", "king"], "citizens": {"hispania": 3}}
    table = ended(seats=2, players={"blue": blue}, rats={"polonia": [{"token": "t40"}], "scandia": [{"token": "t20"}]})
    play(table, "use king")
    assert player(table, "blue")["palace"] == 1
    play(table, "use merchant", "to italia", "go 2")
    assert player(table, "blue")["citizens"] == {"italia": 2}
    play(table, "use monk", "rat scandia", "to germania")
    assert rats_in(table, "scandia") == []
    play(table, "use witch", "rat polonia")
    assert rats_in(table, "polonia")[0]["seen"] == ["blue"]


@every_table
@pytest.mark.rule("RA-9.5")
def test_the_peasant_puts_one_citizen_into_any_region(seats: int, box: str) -> None:
    table = ended(seats=seats, box=box, players={"blue": {"classes": ["peasant"]}})
    in_play = {name.removeprefix("place ") for name in names(play(table, "use peasant")) if name.startswith("place ")}
    assert in_play == set(at(seats=seats, box=box).position()["rats"])
    play(table, "place hispania")
    assert player(table, "blue")["citizens"] == {"hispania": 1} and player(table, "blue")["supply"] == 19


@pytest.mark.rule("RA-9.5")
def test_without_a_citizen_in_the_supply_the_peasant_is_not_asked() -> None:
    blue = {"classes": ["peasant"], "citizens": {"hispania": 20}}
    assert ended(seats=2, players={"blue": blue}).result is not None


@every_table
@pytest.mark.rule("RA-9.6")
def test_the_knights_piece_goes_two_steps_or_three_or_stays(seats: int, box: str) -> None:
    players = {"blue": {"classes": ["knight"], "citizens": {"hispania": 2}}}
    table = play(ended(seats=seats, box=box, players=players), "use knight")
    reached = {name for name in names(table) if name.startswith("plague ")}
    assert "pass" in names(table) and "plague gallia" not in names(table)
    assert {"plague hispania", "plague italia", "plague hungaria"} <= reached
    assert ("plague bulgaria" in reached) == (seats >= 5)  # three steps: germania or italia, hungaria, bulgaria


@every_table
@pytest.mark.parametrize("rats", [1, 2, 3])
@pytest.mark.rule("RA-9.6")
def test_the_knights_piece_brings_no_new_rats(seats: int, box: str, rats: int) -> None:
    """Though there are some: the game ends because all of red's citizens are on the board."""
    red = {"citizens": {"scandia": 12}, "palace": 8}
    blue = {"classes": ["knight"], "citizens": {"italia": 2}}
    lying = {"hispania": rats, "polonia": 1}
    table = ended(seats=seats, box=box, players={"red": red, "blue": blue}, rats=lying, supply=9)
    play(table, "use knight", "plague hispania")
    assert table.position()["plague"] == "hispania" and len(table.position()["supply"]) == 9
    assert {region: len(found) for region, found in table.position()["rats"].items() if found} == lying
    assert "rat-arrives" not in kinds(table)


TWO_AND_A_RAT: dict[str, Any] = {  # limit 4: it strikes only where two more are counted
    "players": {"blue": {"classes": ["knight"], "citizens": {"hispania": 2, "italia": 2}}},
    "rats": {region: [{"token": token}] for region, token in (("hispania", [4, "majority"]), ("italia", [4, "all"]))},
    "components": {"tokens": {"regular": [[4, "majority"], [4, "all"]] + [[6, "all"]] * 40}},
}


@pytest.mark.parametrize(("answer", "lost"), [("count", 1), ("pass", 0)])
@pytest.mark.parametrize(("goes_to", "other"), [("hispania", "italia"), ("italia", "hispania")])
@pytest.mark.rule("RA-9.6")
def test_the_piece_counts_in_the_last_ravage_only_where_it_then_stands(
    goes_to: str, other: str, answer: str, lost: int
) -> None:
    table = play(ended(seats=2, **TWO_AND_A_RAT), "use knight", f"plague {goes_to}", answer)
    assert table.result is not None
    assert player(table, "blue")["citizens"] == {goes_to: 2 - lost, other: 2}


@pytest.mark.rule("RA-9.6")
def test_a_piece_that_goes_on_afterwards_counts_where_it_arrives() -> None:
    """Somebody has let it count already, in hispania; blue takes it to italia, and need not let it count again."""
    asks = [{"ask": "last-act", "seats": ["blue"]}, {"ask": "piece-to", "seats": ["blue"], "steps": 2}]
    fields = {"phase": "last-round", "plague": "hispania", "piece-counts": 2, "supply": 0, "asks": asks}
    table = play(at(seats=2, **TWO_AND_A_RAT, **fields), "plague italia", "pass")
    while table.pending:
        table.play("pass")
    assert player(table, "blue")["citizens"] == {"hispania": 2, "italia": 1}


@pytest.mark.parametrize(("answer", "left"), [("count", {}), ("pass", {"gallia": 1})])
@pytest.mark.rule("RA-9.6")
def test_a_piece_that_stays_may_count_also_where_there_is_nothing_to_turn_yet(
    answer: str, left: dict[str, int]
) -> None:
    """Nobody is in gallia when blue is asked; its Peasant's citizen comes afterwards."""
    players = {"blue": {"classes": ["knight", "peasant"]}}
    rats = {"gallia": [{"token": [3, "all"]}]}
    box = {"tokens": {"regular": [[3, "all"]] + [[6, "all"]] * 40}}
    table = play(ended(seats=2, players=players, rats=rats, components=box), "use knight", "pass")
    assert names(table) == {"count", "pass"}
    play(table, answer, "use peasant", "place gallia")
    assert table.result is not None and player(table, "blue")["citizens"] == left


@pytest.mark.rule("RA-9.6")
def test_the_piece_may_count_where_there_is_neither_a_rat_nor_a_citizen() -> None:
    table = play(ended(seats=2, players={"blue": {"classes": ["knight"]}}), "use knight", "plague polonia")
    assert names(table) == {"count", "pass"}


@pytest.mark.rule("RA-9.7")
def test_cards_are_used_in_any_order_and_each_once() -> None:
    blue = {"classes": ["king", "peasant"], "citizens": {"hispania": 3}}
    for first, second in (("king", "peasant"), ("peasant", "king")):
        table = ended(seats=2, players={"blue": dict(blue)})
        assert names(table) == {"pass", "use king", "use peasant"}
        play(table, f"use {first}", *(["place italia"] if first == "peasant" else []))
        if first == "peasant" and table.pending and "from hispania" in names(table):
            play(table, "from hispania")
        assert names(table) == {"pass", f"use {second}"}


# the last ravage


@every_table
@pytest.mark.rule("RA-9.8")
def test_the_plague_ravages_all_regions_at_the_end(seats: int, box: str) -> None:
    citizens = {"anglia": 3, "hispania": 5, "scandia": 1}
    rats = {"anglia": [{"token": FACES[0]}], "hispania": [{"token": FACES[1]}], "scandia": [{"token": FACES[2]}]}
    blue = {"citizens": citizens}
    table = ended(seats=seats, box=box, players={"blue": blue}, rats={**rats, "polonia": 1}, components=WITH_FACES)
    assert table.result is not None
    assert [event.kind for event in table.events()].count("rat-turned") == 3
    assert player(table, "blue")["citizens"] == {"anglia": 2, "hispania": 4, "scandia": 1}  # one is too few for limit 2
    assert len(rats_in(table, "polonia")) == 1  # where nobody is, nothing is turned


@pytest.mark.rule("RA-9.9")
def test_regions_follow_in_the_order_of_the_data_file() -> None:
    citizens = {"tartaria": 1, "anglia": 1, "italia": 1}
    table = ended(seats=4, players={"blue": {"citizens": citizens}}, rats={region: 1 for region in citizens})
    where = [event.words().partition(" in ")[2].split()[0] for event in table.events() if event.kind == "rat-turned"]
    assert where == ["Anglia", "Italia", "Tartaria"]


@pytest.mark.parametrize("answer", ["count", "pass"])
@pytest.mark.rule("RA-9.10")
def test_the_piece_of_the_seat_that_had_the_last_turn_counts_nowhere(answer: str) -> None:
    """Red lets it count in its own turn. The second rat, of limit 3, stays, and meets one new citizen at the end."""
    players = {"red": {"classes": ["knight"]}, "blue": {"classes": ["peasant"], "citizens": {"gallia": 1}}}
    rats = {"gallia": [{"token": [1, "all"]}, {"token": [3, "all"]}]}
    box = {"tokens": {"regular": [[1, "all"], [3, "all"]] + [[6, "all"]] * 40}}
    table = play(last_turn(seats=2, players=players, rats=rats, components=box), "plague gallia", answer)
    assert len(rats_in(table, "gallia")) == 1 and player(table, "blue")["citizens"] == {}
    assert to_decide(table) == ("blue",)
    play(table, "use peasant", "place gallia")
    assert table.result is not None and player(table, "blue")["citizens"] == {"gallia": 1}
    assert [strikes(event) for event in table.events() if event.kind == "rat-turned"] == [True, False]


# score and winner


@every_table
@pytest.mark.rule("RA-10.1")
def test_the_score_is_the_citizens_in_regions_and_palace(seats: int, box: str) -> None:
    table = ended(seats=seats, box=box, players={"blue": {"citizens": {"hispania": 3, "italia": 1}, "palace": 2}})
    assert table.result is not None and table.result.scores == (0, 6, *(0,) * (seats - 2))


@every_table
@pytest.mark.rule("RA-10.2", "RA-10.3")
def test_among_equals_who_would_have_played_next_is_before(seats: int, box: str) -> None:
    players = {colour: {"citizens": {"hispania": 2}} for colour in COLOURS[:seats]}
    result = ended(seats=seats, box=box, players=players).result
    assert result is not None and result.scores == (2,) * seats
    assert result.places == (seats, *range(1, seats)) and result.winners == (1,)


@pytest.mark.rule("RA-10.2", "RA-10.3")
def test_more_citizens_come_before_any_order_of_seats() -> None:
    players = {colour: {"citizens": {"hispania": n}} for colour, n in zip(COLOURS, (4, 1, 3, 1), strict=False)}
    result = ended(seats=4, players=players).result
    assert result is not None and result.places == (1, 3, 2, 4) and result.winners == (0,)
