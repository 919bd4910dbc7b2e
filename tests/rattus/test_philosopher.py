"""The Philosopher guards the class cards of its holder. [RA-15.49]"""

from __future__ import annotations

from typing import Any

import pytest

import bellringer
from bellringer import OptionError, PositionError, Table
from tests.rattus.big_box import asked, last_round, of, seated, told
from tests.rattus.play import kinds, names, play, red

CARDS = ["knight", "philosopher", "king", "monk", "witch", "merchant"]
BLUE = 1


def takes(table: Table) -> set[str]:
    """The class cards that can be taken."""
    return {name.removeprefix("take ") for name in names(table) if name.startswith("take ")}


def guarded(level: int = 1, **fields: Any) -> Table:
    """Red to play; blue has the Philosopher and two more cards, green one, two lie beside the board."""
    blue = {"classes": ["philosopher", "king", "monk"], **fields.pop("blue", {})}
    players = {"blue": blue, "green": {"classes": ["witch"]}}
    if level > 1:
        fields |= {"modules": ["upgrades"], "levels": {"philosopher": level}}
    return seated(players, **{"classes": CARDS, "rats": {}, **fields})


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.rule("RA-15.49", "RA-15.50", "RA-15.55")
def test_only_the_philosopher_can_be_taken_from_its_holder(level: int) -> None:
    assert takes(guarded(level)) == {"knight", "merchant", "philosopher", "witch"}


@pytest.mark.rule("RA-15.49")
def test_once_it_is_taken_it_guards_the_cards_of_its_new_holder() -> None:
    table = play(guarded(), "take philosopher", "plague gallia")
    assert asked(table) == ("blue", "act")
    assert takes(table) == {"knight", "merchant", "philosopher", "witch"}
    play(table, "plague italia")
    assert asked(table) == ("green", "act")
    assert takes(table) == {"knight", "merchant", "philosopher", "king", "monk"}


@pytest.mark.rule("RA-15.49")
def test_beside_the_board_it_guards_nothing() -> None:
    table = seated({"blue": {"classes": ["king"]}}, classes=CARDS, rats={})
    assert takes(table) == set(CARDS)


@pytest.mark.rule("RA-15.49")
def test_its_holder_takes_from_others_and_has_no_ability_in_its_turn() -> None:
    table = seated({"red": {"classes": ["philosopher"]}, "blue": {"classes": ["king"]}}, classes=CARDS, rats={})
    assert takes(table) == set(CARDS) - {"philosopher"}
    assert "use philosopher" not in names(table)


@pytest.mark.rule("RA-15.50")
def test_when_nothing_can_be_taken_the_turn_goes_on_without() -> None:
    blue = {"classes": [card for card in CARDS if card != "philosopher"]}
    table = seated({"red": {"classes": ["philosopher"]}, "blue": blue}, classes=CARDS, turn="green", rats={})
    assert takes(table) == set(CARDS)
    mine = {"classes": [card for card in CARDS if card != "knight"]}
    alone = seated({"red": {"classes": ["knight"]}, "blue": mine}, classes=CARDS, rats={}, plague="gallia")
    assert takes(alone) == {"philosopher"}
    own = seated({"blue": {"classes": CARDS}}, classes=CARDS, turn="blue", rats={}, plague="gallia")
    assert takes(own) == set() and "plague italia" in names(own)


@pytest.mark.rule("RA-15.50")
def test_a_turn_with_nothing_to_take_and_one_way_for_the_piece_goes_by_itself() -> None:
    """Walls leave the piece one way out; red holds all cards, so that blue's and green's turns have no choice."""
    cards = ["knight", "philosopher", "emperor", "monk", "witch", "merchant"]
    walls = [["gallia", "anglia"], ["gallia", "germania"], ["gallia", "hispania"]]
    players = {"blue": {"classes": cards[1:]}, "green": {"classes": ["knight"]}}
    fields: dict[str, Any] = {"classes": cards, "rats": {}, "plague": "gallia", "walls": walls}
    table = seated(players, turn="red", **fields)
    assert takes(table) == {"philosopher", "knight"}
    blocked = seated(players, turn="red", blocked=["philosopher"], **fields)
    assert takes(blocked) == set(cards)


@pytest.mark.rule("RA-1.31", "RA-15.51")
def test_two_players_do_not_play_with_it() -> None:
    with pytest.raises(OptionError, match="philosopher is for 3 players at least"):
        bellringer.new_game("rattus", seats=2, classes=CARDS)
    for seed in range(40):
        table = bellringer.new_game("rattus", seats=2, seed=seed, box="big-box", classes="random")
        assert "philosopher" not in table.options["classes"]
    assert bellringer.new_game("rattus", seats=3, seed=1, classes=CARDS)


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.rule("RA-15.52")
def test_a_blocked_philosopher_guards_nothing_and_gives_nothing(level: int) -> None:
    table = guarded(level, blocked=["philosopher"])
    assert takes(table) == {"knight", "merchant", "philosopher", "witch", "king", "monk"}
    play(table, "take philosopher")
    assert asked(table) == ("red", "act") and "citizens-placed" not in kinds(table)


# upgrades


@pytest.mark.rule("RA-15.53", "RA-15.56")
def test_at_level_2_who_takes_it_places_a_citizen_of_its_owner() -> None:
    table = play(guarded(2, rats={"italia": 3}), "take philosopher")
    assert asked(table) == ("red", "place-of") and "pass" not in names(table)
    assert names(table) == {f"place {region}" for region in REGIONS}
    play(table, "place scandia")
    assert of(table, "blue")["citizens"] == {"scandia": 1} and of(table, "blue")["supply"] == 19
    assert red(table)["classes"] == ["philosopher"] and asked(table) == ("red", "act")
    assert "levels" not in table.position() and told(table, "ability-used") == [(BLUE, 26, 0, 0)]


REGIONS = ("anglia", "gallia", "germania", "hispania", "hungaria", "italia", "polonia", "scandia", "bulgaria", "turcia")


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.rule("RA-15.56")
def test_without_a_citizen_in_the_owners_supply_nothing_happens(level: int) -> None:
    table = play(guarded(level, blue={"palace": 20}), "take philosopher")
    assert asked(table) == ("red", "act") and "ability-used" not in kinds(table)


@pytest.mark.rule("RA-15.53", "RA-15.54")
def test_taking_another_card_or_the_philosopher_at_level_1_places_nobody() -> None:
    for level in (1, 2, 3):
        assert asked(play(guarded(level), "take witch")) == ("red", "act")
    assert asked(play(guarded(1), "take philosopher")) == ("red", "act")
    beside = seated({"blue": {"classes": ["king"]}}, classes=CARDS, rats={}, modules=["upgrades"])
    assert asked(play(beside, "take philosopher")) == ("red", "act")


@pytest.mark.parametrize(("answer", "palace"), [("one-more", 2), ("pass", 1)])
@pytest.mark.rule("RA-15.54", "RA-15.55", "RA-15.56")
def test_at_level_3_its_owner_may_place_one_in_the_palace(answer: str, palace: int) -> None:
    table = play(guarded(3, blue={"palace": 1}), "take philosopher")
    assert asked(table) == ("blue", "haven-new") and names(table) == {"pass", "one-more"}
    play(table, answer)
    assert of(table, "blue")["palace"] == palace and of(table, "blue")["supply"] == 20 - palace
    assert of(table, "blue")["citizens"] == {} and asked(table) == ("red", "act")


@pytest.mark.rule("RA-15.57")
def test_in_the_last_round_it_does_nothing() -> None:
    players = {"green": {"classes": ["philosopher", "nun"]}, "blue": {"classes": ["monk"]}}
    table = last_round(players, seats=3)
    assert asked(table) == ("green", "last-act") and names(table) == {"pass", "use nun"}


def test_a_position_places_the_citizen_of_another_seat_that_has_one() -> None:
    for owner, palace in (("red", 0), ("blue", 20), ("violet", 0)):
        asks = [{"ask": "place-of", "seats": ["red"], "seat": owner}]
        with pytest.raises(PositionError) as caught:
            guarded(blue={"palace": palace}, asks=asks)
        assert str(caught.value).startswith("asks[0]")
