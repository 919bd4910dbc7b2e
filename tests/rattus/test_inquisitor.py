"""The Inquisitor, and what it is for a class card to be blocked. [RA-15.39]"""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import PositionError, Table
from tests.rattus.big_box import asked, blue_ends, faces, last_round, lie, of, ravage, red_has, seated, struck, told
from tests.rattus.play import names, play, red, regions

RED, BLUE, GREEN, KING = 0, 1, 2, 4
ALL = (1, "all")
BESIDE = {"anglia", "germania", "hispania", "italia"}
TWO_STEPS = {*BESIDE, "scandia", "hungaria", "polonia"}


def blocked(table: Table) -> list[str]:
    """The blocked cards."""
    found: list[str] = table.position().get("blocked", [])
    return found


def hit(*chosen: tuple[Any, ...], gallia: dict[str, int], level: int = 1, **fields: Any) -> Table:
    """Red's plague in gallia is over, but for the Inquisitor; blue and green hold two cards each."""
    cards = {"red": "inquisitor", "blue": "king monk", "green": "witch nun", **fields.pop("cards", {})}
    return ravage(*chosen, gallia=gallia, cards=cards, level=level, **fields)


# the piece


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.rule("RA-15.39")
def test_the_piece_goes_two_steps_with_five_or_six_seats_three(seats: int) -> None:
    reached = regions(red_has("inquisitor", plague="gallia", seats=seats), "plague")
    assert reached >= TWO_STEPS and ("bulgaria" in reached) == (seats > 4) and "turcia" not in reached


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.rule("RA-15.46", "RA-15.47")
def test_upgraded_it_lets_the_piece_go_anywhere(level: int, seats: int) -> None:
    table = red_has("inquisitor", plague="gallia", seats=seats, level=level)
    assert len(regions(table, "plague")) == {2: 8, 4: 12, 6: 17}[seats] - 1


@pytest.mark.rule("RA-15.39", "RA-15.42")
def test_a_blocked_inquisitor_moves_the_piece_one_step_and_blocks_nothing() -> None:
    assert regions(red_has("inquisitor", plague="gallia", blocked=["inquisitor"]), "plague") == BESIDE
    table = hit(ALL, ALL, ALL, gallia={"blue": 3}, blocked=["inquisitor"])
    assert asked(table) == ("blue", "act") and blocked(table) == []


# when a card can be blocked


@pytest.mark.rule("RA-15.40")
def test_three_citizens_of_others_killed_let_it_block_a_card_of_a_seat_that_lost_one() -> None:
    table = hit(ALL, ALL, gallia={"blue": 2, "green": 1, "red": 1})
    assert asked(table) == ("red", "block-card")
    assert names(table) == {"pass", "use king", "use monk", "use witch", "use nun"}
    play(table, "use king")
    assert blocked(table) == ["king"] and told(table, "card-blocked") == [(RED, KING, BLUE, 0)]
    assert asked(table) == ("blue", "act")


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.rule("RA-15.40", "RA-15.46")
def test_two_are_too_few(level: int) -> None:
    table = hit(ALL, ALL, gallia={"blue": 2, "red": 2}, level=level)
    assert asked(table) == ("blue", "act") and blocked(table) == []


@pytest.mark.rule("RA-15.40", "RA-15.46")
def test_the_three_may_be_of_one_seat_whose_cards_alone_can_be_blocked() -> None:
    for level in (1, 2):
        table = hit(ALL, ALL, ALL, gallia={"blue": 3}, level=level)
        assert names(table) == {"pass", "use king", "use monk"}


@pytest.mark.rule("RA-15.47")
def test_at_level_3_one_is_enough() -> None:
    table = hit(ALL, gallia={"green": 1}, level=3)
    assert asked(table) == ("red", "block-card") and names(table) == {"pass", "use witch", "use nun"}


@pytest.mark.rule("RA-15.47")
def test_at_level_3_none_is_too_few() -> None:
    assert asked(hit(ALL, gallia={"red": 2}, level=3)) == ("blue", "act")
    assert asked(hit((6, "all"), gallia={"blue": 1}, level=3)) == ("blue", "act")


@pytest.mark.rule("RA-15.41")
def test_a_citizen_that_a_potion_saves_is_not_killed() -> None:
    potions = [{"seat": "blue", "place": "gallia", "potions": 1}]
    cards = {"red": "inquisitor wizard"}
    table = hit(ALL, ALL, ALL, gallia={"blue": 1, "green": 2}, cards=cards, potions=potions)
    play(table, "spend")
    assert asked(table) == ("red", "block-card"), "the second rat has killed blue's, and the first two green's"
    saved = hit(ALL, ALL, gallia={"blue": 1, "green": 2}, cards=cards, potions=potions)
    assert asked(play(saved, "spend")) == ("red", "block-card")
    few = hit(ALL, gallia={"blue": 1, "green": 1}, cards=cards, potions=potions, level=3)
    play(few, "spend")
    assert names(few) == {"pass", "use witch", "use nun"}, "blue has lost nobody"


@pytest.mark.rule("RA-15.41")
def test_own_citizens_do_not_count_and_own_cards_can_not_be_blocked() -> None:
    cards = {"red": "inquisitor king", "blue": "monk"}
    table = hit(ALL, ALL, ALL, gallia={"blue": 3, "red": 3}, cards=cards)
    assert names(table) == {"pass", "use monk"}


@pytest.mark.rule("RA-15.48")
def test_no_card_need_be_blocked_and_none_is_blocked_twice() -> None:
    table = play(hit(ALL, ALL, ALL, gallia={"blue": 3}), "pass")
    assert blocked(table) == [] and asked(table) == ("blue", "act")
    assert names(hit(ALL, ALL, ALL, gallia={"blue": 3}, blocked=["king"])) == {"pass", "use monk"}
    both = hit(ALL, ALL, ALL, gallia={"blue": 3}, blocked=["king", "monk"])
    assert asked(both) == ("blue", "act"), "there is nothing to block"


@pytest.mark.rule("RA-15.48")
def test_a_seat_without_cards_has_none_to_block() -> None:
    table = hit(ALL, ALL, ALL, gallia={"blue": 3}, cards={"blue": ""})
    assert asked(table) == ("blue", "act") and blocked(table) == []


# what it is to be blocked


@pytest.mark.rule("RA-15.42")
def test_a_blocked_card_gives_no_ability() -> None:
    cards = ["king", "peasant", "monk"]
    fields: dict[str, Any] = {"citizens": {"italia": 2}, "rats": {"gallia": 1}, "plague": "polonia"}
    free, held_up = red_has(*cards, **fields), red_has(*cards, **fields, blocked=["king", "peasant"])
    assert {"use king", "use monk", "place scandia"} <= names(free)
    assert "use monk" in names(held_up) and not {"use king", "place scandia"} & names(held_up)


@pytest.mark.rule("RA-15.42")
def test_a_blocked_card_acts_neither_in_the_plague_nor_by_its_level() -> None:
    knight = ravage((4, "all"), gallia={"blue": 2}, cards={"red": "knight"}, blocked=["knight"])
    assert struck(knight) == [False] and asked(knight) == ("blue", "act")
    serf = ravage(ALL, gallia={"blue": 2}, cards={"red": "serf"}, level=3, blocked=["serf"])
    assert asked(serf) == ("blue", "act")
    crusader = red_has("crusader", citizens={"gallia": 1}, level=3, blocked=["crusader"])
    assert "also crusader" not in names(crusader)


@pytest.mark.rule("RA-15.42")
def test_rats_hit_its_holder_as_before() -> None:
    for chosen in ([], ["king"]):
        table = ravage((1, "royalty"), gallia={"blue": 2}, cards={"blue": "king"}, blocked=chosen)
        assert of(table, "blue")["citizens"] == {"gallia": 1}


@pytest.mark.rule("RA-15.43")
def test_it_is_blocked_until_its_holders_next_turn_is_over() -> None:
    players = {"blue": {"classes": ["king"], "citizens": {"italia": 1}}, "green": {"classes": ["witch"]}}
    table = seated(players, turn="red", blocked=["king", "witch"], rats={"polonia": 1}, plague="gallia")
    play(table, "plague italia")
    assert asked(table) == ("blue", "act") and "use king" not in names(table)
    play(table, "plague gallia")
    assert asked(table) == ("green", "act") and blocked(table) == ["witch"] and "use witch" not in names(table)
    assert told(table, "card-unblocked") == [(BLUE, KING, 0, 0)]
    assert blocked(play(table, "plague italia")) == []


@pytest.mark.rule("RA-15.43")
def test_who_takes_it_can_use_it_at_once() -> None:
    blue = {"classes": ["king"], "citizens": {"polonia": 1}}
    table = seated({"red": {"citizens": {"italia": 1}}, "blue": blue}, blocked=["king"], rats={})
    play(table, "take king")
    assert blocked(table) == [] and "use king" in names(table)


@pytest.mark.rule("RA-15.43")
def test_a_part_of_the_last_round_is_such_a_turn() -> None:
    players = {"green": {"classes": ["king", "nun"], "citizens": {"italia": 1}}, "blue": {"classes": ["monk", "witch"]}}
    table = last_round(players, seats=3, blocked=["king", "monk"], rats={"gallia": 1})
    assert asked(table) == ("green", "last-act") and "use king" not in names(table)
    play(table, "pass")
    assert asked(table) == ("blue", "last-act") and blocked(table) == ["monk"]
    assert names(table) == {"pass", "use witch"}


@pytest.mark.rule("RA-15.44")
def test_pieces_that_a_blocked_card_has_brought_go_on() -> None:
    cards, fields = {"blue": "nun"}, {"nuns": {"gallia": 3}, "level": 2}
    assert struck(ravage((2, "all"), gallia={"blue": 7}, cards=cards, blocked=["nun"], **fields)) == [False]
    assert struck(ravage((2, "all"), gallia={"blue": 8}, cards=cards, blocked=["nun"], **fields)) == [True]


@pytest.mark.rule("RA-15.44")
def test_a_blocked_card_can_be_upgraded() -> None:
    table = red_has("king", modules=["upgrades"], blocked=["king"])
    play(table, "upgrade king")
    assert table.position()["levels"] == {"king": 2} and blocked(table) == ["king"]


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.rule("RA-15.44")
def test_who_takes_a_blocked_baker_places_the_citizens_at_any_level(level: int) -> None:
    table = seated({"blue": {"classes": ["baker"], "on-card": 2}}, blocked=["baker"], level=level, rats={})
    play(table, "take baker")
    assert asked(table) == ("red", "place-kept")
    play(table, "place italia")
    assert of(table, "blue")["citizens"] == {"italia": 2}


@pytest.mark.rule("RA-15.44")
def test_before_the_last_ravage_a_block_on_the_baker_does_not_count() -> None:
    table = blue_ends("baker", on_card=2, level=2, blocked=["baker"], citizens={"italia": 18})
    assert asked(table) == ("blue", "place-kept")


# the last round


@pytest.mark.rule("RA-15.45")
def test_in_the_last_round_it_moves_the_piece_and_no_more() -> None:
    table = blue_ends(
        "inquisitor", citizens={"italia": 3}, others={"red": {"citizens": {"polonia": 3}}}, rats={"polonia": 1}
    )
    play(table, "use inquisitor")
    assert asked(table) == ("blue", "walk-to") and regions(table, "plague") == TWO_STEPS and "pass" in names(table)
    play(table, "plague polonia")
    assert table.position()["plague"] == "polonia" and table.result is not None
    assert not told(table, "card-blocked")


@pytest.mark.parametrize(("level", "reached"), [(1, TWO_STEPS), (2, 7), (3, 7)])
@pytest.mark.rule("RA-15.45", "RA-15.46", "RA-15.47")
def test_in_the_last_round_the_piece_goes_as_far_as_in_a_turn(level: int, reached: Any) -> None:
    table = play(blue_ends("inquisitor", level=level), "use inquisitor")
    assert len(regions(table, "plague")) == (reached if isinstance(reached, int) else len(reached))


@pytest.mark.rule("RA-15.45")
def test_in_the_last_round_the_piece_may_stay_and_then_another_card_may_move_it() -> None:
    table = play(blue_ends("inquisitor", "knight"), "use inquisitor", "pass", "use knight")
    assert asked(table) == ("blue", "piece-to")
    play(table, "plague italia")
    assert asked(table) == ("blue", "count-piece")


@pytest.mark.rule("RA-15.45")
def test_it_does_not_let_the_piece_count_nor_move_what_another_card_has_moved() -> None:
    first = play(blue_ends("inquisitor", "knight"), "use inquisitor", "plague italia")
    assert asked(first) == ("blue", "last-act") and "use knight" in names(first)
    assert asked(play(first, "use knight")) == ("blue", "count-piece")
    second = play(blue_ends("inquisitor", "knight", "nun"), "use knight", "plague italia", "pass")
    assert names(second) == {"pass", "use nun"}


@pytest.mark.parametrize("card", ["serf", "boccaccio", "crusader"])
@pytest.mark.rule("RA-15.45")
def test_in_a_plague_of_the_last_round_that_another_card_brings_it_blocks(card: str) -> None:
    red_, green = {"classes": ["monk", "witch"], "citizens": {"gallia": 3}}, {"citizens": {"polonia": 1}}
    rats = {"gallia": lie(ALL, ALL, ALL), "polonia": 1, "italia": 1}
    players = {"green": {"classes": ["inquisitor", card], **green}, "blue": red_}
    table = last_round(players, seats=3, rats=rats, components=faces(ALL, ALL, ALL), plague="italia")
    play(table, f"use {card}", "plague gallia")
    while asked(table)[1] != "block-card":
        play(
            table,
            "reveal" if "reveal" in names(table) else "pass" if "pass" in names(table) else sorted(names(table))[0],
        )
    assert asked(table) == ("green", "block-card") and names(table) == {"pass", "use monk", "use witch"}
    play(table, "use monk")
    if asked(table) == ("green", "last-act"):
        assert "use inquisitor" not in names(table), "the piece stays where the plague was"
        play(table, "pass")
    assert asked(table) == ("blue", "last-act") and names(table) == {"pass", "use witch"}


# positions


def test_a_position_blocks_only_cards_that_are_held() -> None:
    with pytest.raises(PositionError) as caught:
        seated({"red": {"classes": ["king"]}}, blocked=["witch"], rats={})
    assert str(caught.value).startswith("blocked[0]")


def test_a_position_asks_for_a_card_of_another_seat() -> None:
    asks = [{"ask": "block-card", "seats": ["red"], "losers": ["red"]}]
    with pytest.raises(PositionError) as caught:
        red_has("inquisitor", "king", phase="turn-ends", asks=asks)
    assert str(caught.value).startswith("asks[0]")
    found = seated(
        {"red": {"classes": ["inquisitor"]}, "blue": {"classes": ["king"]}},
        phase="turn-ends", asks=[{"ask": "block-card", "seats": ["red"], "losers": ["blue"]}], rats={},
    )  # fmt: skip
    assert names(found) == {"pass", "use king"} and red(found)["classes"] == ["inquisitor"]
