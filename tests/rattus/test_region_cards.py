"""Region cards: they are dealt, protect class cards from rats, and score at the end. [RA-14]"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import bellringer
from bellringer import Table
from bellringer.core.contract.registry import find
from bellringer.core.edges.components import Components
from bellringer.core.errors import ComponentsError
from bellringer.games.rattus.box import from_components, shipped
from bellringer.games.rattus.names import REGION_CARDS
from tests.rattus.big_box import asked, blue_ends, citizens, faces, last_round, lie, of, ravage, seated, told
from tests.rattus.play import at, kinds, names, play

RED, BLUE, GREEN = 0, 1, 2
MODULE = ["region-cards"]
CHURCH, CHURCH_TOO, ANY = "germania 1", "hungaria 1", "anglia 4"
NOT_CHURCH = "gallia 2"  # peasantry, royalty
Hands = dict[str, list[str]]


def struck(*chosen: Any, gallia: dict[str, int], cards: dict[str, str], hands: Hands, **fields: Any) -> Table:
    """The plague has come to gallia, where these rats lie."""
    return ravage(*chosen, gallia=gallia, cards=cards, modules=MODULE, region_cards=hands, **fields)


def new_table(seats: int, **options: Any) -> Table:
    """A new table with region cards."""
    classes = ["knight", "monk", "merchant", "witch", "king", "peasant", "baker", "soldier"][: 8 if seats > 4 else 6]
    options = {"seed": 1, "modules": MODULE, "classes": classes, **options}
    return bellringer.new_game("rattus", seats=seats, **options)


def hands(table: Table) -> Hands:
    """The cards in each seat's hand."""
    cards = table.position()["region-cards"]
    return {seat: cards.get(seat, []) for seat in table.seat_names}


# the set-up


@pytest.mark.rule("RA-14.1", "RA-14.3")
@pytest.mark.parametrize(("seats", "regions"), [(2, 8), (3, 10), (4, 12), (5, 15), (6, 17)])
def test_three_cards_are_dealt_to_each_before_the_first_citizens(seats: int, regions: int) -> None:
    table = new_table(seats)
    assert asked(table) == ("red", "settle")
    assert all(len(hand) == 3 for hand in hands(table).values())
    assert table.view(None)["region-deck"] == 4 * regions - 3 * seats
    in_play = {name for name in table.position()["rats"]}
    dealt = [card for hand in hands(table).values() for card in hand]
    assert {card.split()[0] for card in dealt} <= in_play and len(set(dealt)) == len(dealt)


@pytest.mark.rule("RA-14.1", "RA-14.2")
def test_each_region_has_four_cards_of_two_classes_or_any() -> None:
    cards = shipped().region_cards
    assert len(cards) == len(REGION_CARDS) == 68
    sizes = [len(card) for card in cards]
    assert all(sizes[first : first + 4] == [2, 2, 2, 1] for first in range(0, 68, 4))
    assert all(cards[last] == ("any",) for last in range(3, 68, 4))
    counts = Counter(symbol for card in cards for symbol in card if symbol != "any")
    assert len(counts) == 7 and max(counts.values()) - min(counts.values()) <= 5


@pytest.mark.rule("RA-14.2")
def test_an_owners_box_may_have_other_cards() -> None:
    box = 'game = "rattus"\n[region-cards]\ngallia = [["church"], ["any"], ["magic", "royalty", "church"], ["any"]]\n'
    found = from_components(Components(box, "box.toml"))
    assert found.region_cards[4:8] == (("church",), ("any",), ("church", "magic", "royalty"), ("any",))
    assert found.region_cards[8:] == shipped().region_cards[8:]


@pytest.mark.rule("RA-14.2")
@pytest.mark.parametrize(
    ("line", "blamed"),
    [
        ('gallia = [["church"]]', "region-cards.gallia"),
        ('gallia = [["any"], ["any"], ["any"], ["majority"]]', "region-cards.gallia"),
        ('gallia = [["any"], ["any"], ["any"], []]', "region-cards.gallia"),
        ('gallia = [["any"], ["any"], ["any"], ["any", "church"]]', "region-cards.gallia"),
        ('atlantis = [["any"]]', "region-cards.atlantis"),
        ('kind = "guessed"', "region-cards.kind"),
    ],
)
def test_a_box_with_impossible_cards_is_refused(line: str, blamed: str) -> None:
    with pytest.raises(ComponentsError, match=blamed):
        from_components(Components(f'game = "rattus"\n[region-cards]\n{line}\n', "box.toml"))


@pytest.mark.rule("RA-14.2")
def test_a_document_names_the_cards_of_its_own_box_and_they_protect() -> None:
    own = {**faces((1, "church")), "region-cards": {"gallia": [["church"], ["any"], ["any"], ["any"]]}}
    table = struck((1, "church"), gallia={"red": 2}, cards={"red": "monk"}, hands={"red": ["gallia 1"]}, components=own)
    assert names(table) == {"pass", "card gallia 1"}
    assert table.moves(RED)[1].words() == "Play France (church)"
    assert table.position()["components"]["region-cards"] == own["region-cards"]


@pytest.mark.rule("RA-14.4")
def test_without_a_card_that_says_so_no_hand_grows() -> None:
    table, dice = new_table(3, seed=4), random.Random(4)
    before = [3, 3, 3]
    while table.pending:
        seat = table.pending[0]
        table.play(dice.choice(table.moves(seat)).name, seat)
        now = [table.view(None)["players"][colour]["hand-size"] for colour in table.seat_names]
        assert all(one <= other for one, other in zip(now, before, strict=True))
        before = now
    assert sum(before) < 9, "some were played"


@pytest.mark.rule("RA-14.4")
def test_a_table_without_the_module_has_no_region_cards() -> None:
    table = new_table(3, modules=[])
    assert "region-cards" not in table.position() and not [name for name in table.view(0) if "region" in name]
    assert "hand-size" not in table.view(0)["players"]["red"]
    with pytest.raises(bellringer.PositionError, match="does not play with the module"):
        at(region_cards={"red": ["gallia 1"]})


# against a rat


@pytest.mark.rule("RA-14.5")
def test_a_class_card_that_is_protected_does_not_count_until_the_plague_is_over() -> None:
    table = struck((1, "church"), (1, "church"), gallia={"red": 3}, cards={"red": "monk"}, hands={"red": [CHURCH]})
    assert asked(table) == ("red", "protect") and names(table) == {"pass", f"card {CHURCH}"}
    play(table, f"card {CHURCH}")
    assert citizens(table, "gallia") == {"red": 3} and asked(table) == ("blue", "act")
    assert told(table, "region-card-played") == [(RED, REGION_CARDS.index(CHURCH), 1, 0)]
    assert "citizens-killed" not in kinds(table)


@pytest.mark.rule("RA-14.5")
def test_who_passes_is_hit_and_asked_again_by_the_next_rat() -> None:
    table = struck((1, "church"), (1, "church"), gallia={"red": 3}, cards={"red": "monk"}, hands={"red": [CHURCH]})
    play(table, "pass")
    assert citizens(table, "gallia") == {"red": 2} and asked(table) == ("red", "protect")
    play(table, f"card {CHURCH}")
    assert citizens(table, "gallia") == {"red": 2}


@pytest.mark.rule("RA-14.5")
def test_while_it_lies_there_all_see_it() -> None:
    rats = (1, "church"), (1, "magic")
    hand = {"red": [CHURCH, ANY]}
    table = play(struck(*rats, gallia={"red": 3}, cards={"red": "monk witch"}, hands=hand), f"card {CHURCH}")
    view = table.view(BLUE)
    assert (view["protected"], view["region-played"], view["region-discards"]) == (["monk"], [CHURCH], [])
    assert view["players"]["red"]["hand-size"] == 1 and view["players"]["red"]["classes"] == ["monk", "witch"]


@pytest.mark.rule("RA-14.6")
def test_nothing_helps_against_majority_and_all() -> None:
    rat = (1, "majority", "all", "church")
    table = struck(rat, gallia={"red": 4, "blue": 1}, cards={"red": "monk"}, hands={"red": [ANY]})
    assert citizens(table, "gallia") == {"red": 3, "blue": 1}, "the majority has paid"
    play(table, f"card {ANY}")
    assert citizens(table, "gallia") == {"red": 2}
    only = struck((1, "majority", "all"), gallia={"red": 4}, cards={"red": "monk"}, hands={"red": [ANY]})
    assert "protect" not in asked(only) and citizens(only, "gallia") == {"red": 2}


@pytest.mark.rule("RA-14.7")
def test_of_two_class_cards_of_a_class_one_is_protected() -> None:
    table = struck((1, "church"), gallia={"red": 3}, cards={"red": "monk nun"}, hands={"red": [CHURCH]})
    play(table, f"card {CHURCH}")
    assert asked(table) == ("red", "protect-which") and names(table) == {"use monk", "use nun"}
    assert table.prompt(RED) == "The region card of Germania protects which class card?"
    play(table, "use nun")
    assert citizens(table, "gallia") == {"red": 2} and asked(table) == ("blue", "act"), "the hand is empty"
    assert table.view(None)["region-discards"] == [CHURCH]


@pytest.mark.rule("RA-14.7")
def test_of_two_classes_on_a_card_one_is_protected() -> None:
    rat, hand = (1, "bourgeoisie", "church"), {"red": [CHURCH]}
    table = struck(rat, gallia={"red": 3}, cards={"red": "monk merchant"}, hands=hand)
    play(table, f"card {CHURCH}", "use merchant")
    assert citizens(table, "gallia") == {"red": 2}
    one = struck((1, "church"), gallia={"red": 3}, cards={"red": "monk merchant"}, hands=hand)
    play(one, f"card {CHURCH}")
    assert asked(one) == ("blue", "act"), "only the monk is hit, so there is nothing to choose"


@pytest.mark.rule("RA-14.7")
def test_several_cards_protect_several_class_cards_one_after_the_other() -> None:
    hand = {"red": [CHURCH, CHURCH_TOO, NOT_CHURCH]}
    table = struck((1, "church"), gallia={"red": 3}, cards={"red": "monk nun"}, hands=hand)
    play(table, f"card {CHURCH}", "use monk")
    assert asked(table) == ("red", "protect") and names(table) == {"pass", f"card {CHURCH_TOO}"}
    play(table, f"card {CHURCH_TOO}")
    assert citizens(table, "gallia") == {"red": 3} and asked(table) == ("blue", "act")
    assert table.view(None)["region-discards"] == [CHURCH, CHURCH_TOO]


@pytest.mark.rule("RA-14.8")
def test_after_the_plague_the_card_is_discarded_and_the_class_card_counts_again() -> None:
    rats = {"gallia": lie((1, "church")), "hispania": lie((1, "church")), "italia": 3, "germania": 3, "anglia": 3}
    players = {"red": {"classes": ["monk"], "citizens": {"gallia": 2, "hispania": 2}}}
    table = seated(players, seats=2, rats=rats, components=faces((1, "church"), (1, "church")), plague="germania",
                   modules=MODULE, region_cards={"red": [CHURCH]})  # fmt: skip
    play(table, "plague gallia", f"card {CHURCH}")
    assert "protected" not in table.view(None) and table.view(None)["region-discards"] == [CHURCH]
    play(table, "plague hispania")
    assert citizens(table, "hispania") == {"red": 1}


# who is asked


@pytest.mark.rule("RA-14.9", "RA-14.11")
def test_the_seats_are_asked_clockwise_from_the_one_whose_plague_it_is_after_the_majority() -> None:
    everybody = {"red": 2, "blue": 3, "green": 2}
    cards = {"red": "monk", "blue": "nun", "green": "bishop"}
    held = {"red": [CHURCH], "blue": [CHURCH_TOO], "green": [ANY]}
    table = struck((1, "majority", "church"), gallia=everybody, cards=cards, turn="blue", hands=held)
    order = []
    while asked(table)[1] == "protect":
        assert citizens(table, "gallia") == {"red": 2, "blue": 2, "green": 2}, "the majority has paid, the classes not"
        order.append(asked(table)[0])
        play(table, "pass")
    assert order == ["blue", "green", "red"]
    assert citizens(table, "gallia") == {"red": 1, "blue": 1, "green": 1}


@pytest.mark.rule("RA-14.9")
def test_who_chooses_what_the_majority_loses_does_so_before_region_cards_are_played() -> None:
    bearing = [{"seat": "red", "place": "gallia", "potions": 1}]
    table = struck((1, "majority", "church"), gallia={"red": 3, "blue": 1}, cards={"red": "monk", "green": "wizard"},
                   hands={"red": [CHURCH]}, potions=bearing)  # fmt: skip
    assert asked(table) == ("red", "lose-which")
    play(table, "citizen 0")
    assert asked(table) == ("red", "protect") and citizens(table, "gallia") == {"red": 2, "blue": 1}
    play(table, "pass")
    assert asked(table) == ("red", "lose-which"), "the class is hit after that"


@pytest.mark.rule("RA-14.9", "RA-14.10")
def test_who_has_lost_its_last_citizen_to_the_majority_is_not_asked() -> None:
    table = struck((1, "majority", "church"), gallia={"red": 1}, cards={"red": "monk"}, hands={"red": [CHURCH]})
    assert asked(table) == ("blue", "act") and citizens(table, "gallia") == {}


@pytest.mark.rule("RA-14.9")
def test_a_rat_that_does_not_strike_asks_nothing() -> None:
    table = struck((4, "church"), gallia={"red": 3}, cards={"red": "monk"}, hands={"red": [CHURCH]})
    assert asked(table) == ("blue", "act")


@pytest.mark.rule("RA-14.10")
def test_a_seat_without_a_fitting_card_is_asked_and_can_only_pass() -> None:
    table = struck((1, "church"), gallia={"red": 2}, cards={"red": "monk"}, hands={"red": [NOT_CHURCH]})
    assert asked(table) == ("red", "protect") and names(table) == {"pass"}
    assert len(bellringer.from_position(table.position(), seed=1).moves(RED)) == 1, "also when it is put up again"
    play(table, "pass")
    assert citizens(table, "gallia") == {"red": 1}


@pytest.mark.rule("RA-14.10")
@pytest.mark.parametrize(
    ("gallia", "cards", "hand"),
    [
        ({"blue": 2}, {"red": "monk"}, [CHURCH]),
        ({"red": 2}, {"red": "witch"}, [CHURCH]),
        ({"red": 2}, {"red": "monk"}, []),
    ],
    ids=["no citizen", "no such class card", "no card in hand"],
)
def test_who_can_have_nothing_to_protect_is_not_asked(gallia: dict[str, int], cards: Any, hand: list[str]) -> None:
    table = struck((1, "church"), gallia=gallia, cards=cards, hands={"red": hand, "green": [ANY]})
    assert asked(table) == ("blue", "act")


@pytest.mark.rule("RA-14.10")
def test_who_is_asked_tells_nothing_of_a_hand() -> None:
    """Two tables that differ in the hand of the seat that is asked look the same to the others, the log included."""
    tables = [
        struck((1, "church"), (1, "church"), gallia={"red": 3}, cards={"red": "monk"}, hands={"red": [card]})
        for card in (CHURCH, NOT_CHURCH)
    ]
    for _ in range(3):
        one, other = ([table.view(BLUE), table.pending, kinds(table), table.prompt(RED)] for table in tables)
        assert one == other
        for table in tables:
            play(table, "pass" if table.pending == (RED,) else "plague italia")


@pytest.mark.rule("RA-14.12")
@pytest.mark.parametrize("card", ["boccaccio", "serf", "crusader"])
def test_in_a_plague_of_the_last_round_region_cards_are_played_too(card: str) -> None:
    table = blue_ends(card, others={"red": {"classes": ["monk"], "citizens": {"italia": 2}}}, modules=MODULE,
                      rats={"italia": lie((1, "church"))}, components=faces((1, "church")), citizens={"italia": 1},
                      region_cards={"red": [CHURCH]})  # fmt: skip
    play(table, f"use {card}", "plague italia")
    while asked(table) == ("blue", "reveal-all"):
        play(table, "pass")
    assert asked(table) == ("red", "protect")
    play(table, f"card {CHURCH}")
    assert citizens(table, "italia") == {"red": 2, "blue": 1} and "protected" not in table.view(None)
    assert table.view(None)["region-discards"] == [CHURCH]


# the end


def last_ravage(players: Any, hands: Hands, *chosen: Any, regions: tuple[str, ...] = ("gallia", "italia")) -> Table:
    """The last ravage is about to turn a rat in each of some regions; nobody has anything left to use."""
    rats = {region: lie(rat) for region, rat in zip(regions, chosen, strict=False)}
    return last_round(players, rats=rats, components=faces(*chosen), modules=MODULE, region_cards=hands)


@pytest.mark.rule("RA-14.13")
def test_in_the_last_ravage_a_card_protects_in_one_region() -> None:
    players = {"red": {"classes": ["merchant"], "citizens": {"gallia": 2, "italia": 2}}}
    rats = (1, "bourgeoisie"), (1, "bourgeoisie")
    table = last_ravage(players, {"red": [CHURCH]}, *rats)
    assert asked(table) == ("red", "protect")
    assert table.prompt(RED).startswith("A rat strikes in France")
    play(table, f"card {CHURCH}")
    assert table.result is not None
    assert of(table, "red")["citizens"] == {"gallia": 2, "italia": 1}
    other = play(last_ravage(players, {"red": [CHURCH]}, *rats), "pass", f"card {CHURCH}")
    assert of(other, "red")["citizens"] == {"gallia": 1, "italia": 2}


@pytest.mark.rule("RA-14.9", "RA-14.13")
def test_in_the_last_ravage_the_seat_of_the_last_turn_is_asked_last() -> None:
    players = {
        "red": {"classes": ["monk"], "citizens": {"gallia": 2}},
        "blue": {"classes": ["peasant"], "citizens": {"gallia": 2}},
    }
    table = last_ravage(players, {"red": [CHURCH], "blue": [ANY]}, (1, "church", "peasantry"))
    while asked(table)[1] == "last-act":
        play(table, "pass")
    assert asked(table) == ("blue", "protect")
    play(table, "pass")
    assert asked(table) == ("red", "protect")


@pytest.mark.rule("RA-14.14", "RA-14.15")
def test_at_the_end_cards_of_regions_where_nobody_has_more_bring_a_point_each() -> None:
    players = {
        "red": {"citizens": {"gallia": 2, "italia": 1, "hispania": 1}},
        "blue": {"citizens": {"gallia": 2, "italia": 3}},
    }
    cards = {"red": ["gallia 1", "gallia 3", "italia 2", "polonia 1", "hispania 2"], "blue": ["gallia 2", "scandia 4"]}
    table = last_ravage(players, cards)
    assert table.result is not None
    assert (of(table, "red")["points"], of(table, "blue")["points"]) == (3, 1)
    assert table.result.scores == (4 + 3, 5 + 1) and table.result.winners == (RED,)


@pytest.mark.rule("RA-14.14")
def test_a_majority_counts_as_it_is_after_the_last_ravage() -> None:
    players = {"red": {"classes": ["merchant"], "citizens": {"gallia": 2}}, "blue": {"citizens": {"gallia": 1}}}
    table = last_ravage(players, {"red": ["gallia 1"], "blue": ["gallia 2"]}, (1, "bourgeoisie"))
    assert names(table) == {"pass"}
    play(table, "pass")
    assert (of(table, "red")["points"], of(table, "blue")["points"]) == (1, 1)
    assert told(table, "points-scored") == [(RED, 0, 0, 1), (BLUE, 0, 0, 1)]


@pytest.mark.rule("RA-14.14")
def test_hands_are_revealed_at_the_end_and_not_before() -> None:
    players = {"red": {"classes": ["merchant"], "citizens": {"gallia": 2}}}
    table = last_ravage(players, {"red": ["gallia 1"], "blue": ["gallia 2"]}, (1, "bourgeoisie"))
    assert "hand-known" not in table.view(RED)["players"]["blue"]
    assert all(table.state.score(seat) == score for seat, score in ((RED, 2), (BLUE, 0))), "no points while it goes on"
    play(table, "pass")
    assert not table.may_undo(RED)
    assert [table.view(None)["players"][seat]["hand-known"] for seat in ("red", "blue")] == [["gallia 1"], ["gallia 2"]]


# who knows what


@pytest.mark.rule("RA-14.17")
def test_a_hand_is_seen_by_its_owner_alone() -> None:
    table = new_table(3)
    for seat, colour in enumerate(table.seat_names):
        view = table.view(seat)["players"]
        assert view[colour]["hand"] == hands(table)[colour]
        assert not any("hand" in view[other] for other in table.seat_names if other != colour)
        assert {player["hand-size"] for player in view.values()} == {3}
    assert not any("hand" in player for player in table.view(None)["players"].values())
    text = str(table.view(None))
    assert not any(f"'{card}'" in text for card in REGION_CARDS)


@pytest.mark.rule("RA-14.17")
def test_no_bot_and_no_score_of_a_running_game_hangs_on_another_hand() -> None:
    table = new_table(4, seed=3)
    for seed in range(20):
        other = find("rattus").restore(find("rattus").position(table.state.determinized(RED, seed)))
        assert other.evaluate(RED) == table.state.evaluate(RED)
        assert [other.score(seat) for seat in range(4)] == [table.state.score(seat) for seat in range(4)]
        assert [other.place(seat) for seat in range(4)] == [table.state.place(seat) for seat in range(4)]


# positions that can't be


@pytest.mark.parametrize(
    ("fields", "blamed"),
    [
        ({"region_cards": {"red": ["gallia 1"], "blue": ["gallia 1"]}}, "region-cards.blue"),
        ({"region_cards": {"red": ["egypt 1"]}}, "region-cards.red"),
        ({"region_cards": {"slate": ["gallia 1"]}}, "region-cards.slate"),
        ({"region_cards": {"drawn": ["gallia 1"]}}, "region-cards.drawn"),
        ({"region_cards": {"played": ["gallia 1"]}}, "protected"),
        ({"region_cards": {"discarded": ["gallia 1"]}, "region_known": ["gallia 1"]}, "region-known"),
        ({"region_older": ["gallia 1"]}, "region-older"),
        ({"region_cards": {"played": ["gallia 1"]}, "protected": ["monk"]}, "protected"),
        ({"rat_stage": "protecting"}, "rat-stage"),
        ({"phase": "ravage", "asks": [{"ask": "protect", "seats": ["red"], "region": "gallia"}]}, "asks"),
        ({"asks": [{"ask": "keep-card", "seats": ["red"]}]}, "asks"),
    ],
)
def test_what_can_not_be_is_refused_with_the_field_to_blame(fields: dict[str, Any], blamed: str) -> None:
    with pytest.raises(bellringer.PositionError) as refusal:
        at(**{"seats": 3, "modules": MODULE, "box": "big-box", **fields})
    assert refusal.value.path.startswith(blamed)
