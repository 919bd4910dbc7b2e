"""Astronomer and Explorer, who draw region cards, and the deck that they draw from. [RA-14]"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from bellringer import Table
from bellringer.core.contract.registry import find
from bellringer.games.rattus.names import REGION_CARDS
from tests.contract.fairness import comes_evenly
from tests.rattus.big_box import asked, blue_ends, red_has, seated, told
from tests.rattus.play import kinds, names, play, red

RED, BLUE, GREEN = 0, 1, 2
MODULE = ["region-cards"]
IN_PLAY = REGION_CARDS[:40]  # of three seats
GAME = find("rattus")
Cards = dict[str, list[str]]


def deck_of(*cards: str, discarded: int = 0, seats: int = 3) -> Cards:
    """All other cards are in the last seat's hand, but for so many that are discarded."""
    others = [card for card in REGION_CARDS[: 32 if seats == 2 else 40] if card not in cards]
    last = ["red", "blue", "green"][seats - 1]
    return {"discarded": others[:discarded], last: others[discarded:]}


def has(card: str, level: int = 1, cards: Cards | None = None, **fields: Any) -> Table:
    """Red to play with a card, and region cards in these places."""
    return red_has(card, level=level, modules=MODULE, region_cards=cards or {}, **{"rats": {"gallia": 1}, **fields})


def places(table: Table) -> Cards:
    """Where the region cards are that are not in the deck."""
    found: Cards = table.position()["region-cards"]
    return found


# Astronomer


@pytest.mark.rule("RA-14.18")
def test_the_astronomer_keeps_one_of_three_cards_and_discards_the_others() -> None:
    table = play(has("astronomer"), "use astronomer")
    drawn = table.view(RED)["region-drawn"]
    assert len(drawn) == 3 and names(table) == {f"card {card}" for card in drawn}
    play(table, f"card {drawn[1]}")
    assert places(table) == {"red": [drawn[1]], "discarded": [drawn[0], drawn[2]]}
    assert asked(table) == ("red", "act") and "use astronomer" not in names(table)
    assert table.view(None)["region-deck"] == 37


@pytest.mark.rule("RA-14.18")
def test_others_see_only_what_the_astronomer_discards() -> None:
    table = play(has("astronomer"), "use astronomer")
    assert "region-drawn" not in table.view(BLUE) and "region-drawn" not in table.view(None)
    kept = table.view(RED)["region-drawn"][0]
    play(table, f"card {kept}")
    assert kept not in str(table.view(BLUE)) and table.view(BLUE)["players"]["red"]["hand-size"] == 1
    assert "hand-known" not in table.view(BLUE)["players"]["red"]
    assert not any(kept in event.words() for event in table.events())
    assert told(table, "region-cards-kept") == [(RED, 0, 0, 1)]
    assert f"card {kept}" not in table.record(public=True) and "use astronomer" in table.record(public=True)


@pytest.mark.rule("RA-14.18")
def test_what_was_drawn_can_not_be_taken_back() -> None:
    table = play(has("astronomer"), "use astronomer")
    assert not table.may_undo(RED)


@pytest.mark.rule("RA-14.19")
def test_one_card_must_be_kept() -> None:
    assert "pass" not in names(play(has("astronomer"), "use astronomer"))


@pytest.mark.rule("RA-14.19", "RA-14.28")
@pytest.mark.parametrize(("card", "hand"), [("astronomer", 1), ("explorer", 0)])
def test_in_the_last_round_they_are_used_as_in_a_turn(card: str, hand: int) -> None:
    table = play(blue_ends(card, modules=MODULE), f"use {card}")
    assert len(names(table)) == 3 and asked(table)[0] == "blue"
    assert len(table.view(BLUE)["region-drawn"]) == 3
    play(table, sorted(names(table))[0])
    assert table.result is not None and table.view(BLUE)["players"]["blue"]["hand-size"] == hand


@pytest.mark.rule("RA-14.20", "RA-14.16")
@pytest.mark.parametrize(("level", "kept"), [(1, 1), (2, 2), (3, 2)])
def test_of_fewer_than_three_cards_as_many_are_kept_as_there_are(level: int, kept: int) -> None:
    table = play(has("astronomer", level, deck_of("gallia 1", "italia 2")), "use astronomer")
    if level == 1:
        assert names(table) == {"card gallia 1", "card italia 2"}
        play(table, "card italia 2")
    assert asked(table) == ("red", "act")
    assert table.view(RED)["players"]["red"]["hand-size"] == kept
    assert table.view(RED)["region-discards"] == (["gallia 1"] if level == 1 else [])


@pytest.mark.rule("RA-14.20")
@pytest.mark.parametrize("card", ["astronomer", "explorer"])
def test_with_no_card_left_neither_can_be_used(card: str) -> None:
    assert f"use {card}" not in names(has(card, cards=deck_of()))
    assert f"use {card}" in names(has(card, cards=deck_of(discarded=1)))


@pytest.mark.rule("RA-14.20")
def test_the_last_card_of_all_is_kept_without_a_question() -> None:
    table = play(has("astronomer", cards=deck_of("gallia 1")), "use astronomer")
    assert asked(table) == ("red", "act") and places(table)["red"] == ["gallia 1"]


@pytest.mark.rule("RA-14.21")
def test_astronomer_2_keeps_two() -> None:
    table = play(has("astronomer", 2), "use astronomer")
    drawn = table.view(RED)["region-drawn"]
    assert asked(table) == ("red", "drop-card") and names(table) == {f"card {card}" for card in drawn}
    play(table, f"card {drawn[0]}")
    assert places(table) == {"red": drawn[1:], "discarded": [drawn[0]]}


@pytest.mark.rule("RA-14.21")
def test_astronomer_2_shows_nobody_what_it_keeps() -> None:
    table = play(has("astronomer", 2), "use astronomer")
    drawn = table.view(RED)["region-drawn"]
    play(table, f"card {drawn[0]}")
    assert not any(card in str(table.view(BLUE)) for card in drawn[1:])
    assert told(table, "region-cards-kept") == [(RED, 0, 0, 2)]


@pytest.mark.rule("RA-14.22")
def test_astronomer_3_keeps_all_three_without_a_question() -> None:
    table = play(has("astronomer", 3), "use astronomer")
    assert asked(table) == ("red", "act") and len(places(table)["red"]) == 3 and "discarded" not in places(table)
    assert "region-cards-kept" in kinds(table) and table.view(BLUE)["players"]["red"]["hand-size"] == 3


@pytest.mark.rule("RA-14.22")
def test_astronomer_3_is_used_once_a_turn() -> None:
    assert "use astronomer" not in names(play(has("astronomer", 3), "use astronomer"))


# Explorer


@pytest.mark.rule("RA-14.23")
def test_the_explorer_places_a_citizen_in_the_region_of_one_of_three_open_cards() -> None:
    table = play(has("explorer", citizens={"scandia": 1}), "use explorer")
    drawn = table.view(None)["region-drawn"]
    assert len(drawn) == 3 and names(table) == {f"card {card}" for card in drawn}
    assert [REGION_CARDS[what] for _, what, _, _ in told(table, "region-card-shown")] == drawn
    play(table, f"card {drawn[2]}")
    region = drawn[2].split()[0]
    assert red(table)["citizens"] == dict(Counter(["scandia", region])) and red(table)["supply"] == 18
    assert places(table) == {"discarded": drawn} and table.view(None)["players"]["red"]["hand-size"] == 0
    assert asked(table) == ("red", "act") and "use explorer" not in names(table)


@pytest.mark.rule("RA-14.24")
def test_the_explorer_must_choose_and_needs_a_citizen() -> None:
    assert "pass" not in names(play(has("explorer"), "use explorer"))
    assert "use explorer" not in names(has("explorer", palace=20))


@pytest.mark.rule("RA-14.24")
def test_the_explorer_reveals_what_there_is() -> None:
    table = play(has("explorer", cards=deck_of("gallia 1", "italia 2")), "use explorer")
    assert names(table) == {"card gallia 1", "card italia 2"}
    alone = play(has("explorer", cards=deck_of("gallia 1")), "use explorer")
    assert asked(alone) == ("red", "act") and red(alone)["citizens"] == {"gallia": 1}


@pytest.mark.rule("RA-14.25", "RA-14.26")
def test_explorer_2_keeps_the_chosen_card_and_all_know_it() -> None:
    table = play(has("explorer", 2), "use explorer")
    drawn = table.view(None)["region-drawn"]
    play(table, f"card {drawn[0]}")
    assert places(table) == {"red": [drawn[0]], "discarded": drawn[1:]}
    assert red(table)["citizens"] == {drawn[0].split()[0]: 1}
    assert table.view(BLUE)["players"]["red"]["hand-known"] == [drawn[0]]
    assert told(table, "region-card-chosen") == [(RED, REGION_CARDS.index(drawn[0]), 0, 0)]
    for seed in range(20):
        assert GAME.position(table.state.determinized(BLUE, seed))["region-cards"]["red"] == [drawn[0]]


@pytest.mark.rule("RA-14.26")
@pytest.mark.parametrize("level", [2, 3])
def test_with_an_empty_supply_it_is_used_for_the_card(level: int) -> None:
    table = play(has("explorer", level, palace=20), "use explorer")
    play(table, sorted(names(table))[0])
    assert table.view(None)["players"]["red"]["hand-size"] == 1 and red(table)["citizens"] == {}


@pytest.mark.rule("RA-14.27", "RA-14.28")
@pytest.mark.parametrize(("palace", "come"), [(0, 2), (18, 2), (19, 1)])
def test_explorer_3_places_two_citizens_in_one_region(palace: int, come: int) -> None:
    table = play(has("explorer", 3, palace=palace), "use explorer")
    card = table.view(RED)["region-drawn"][1]
    play(table, f"card {card}")
    assert red(table)["citizens"] == {card.split()[0]: come}
    assert places(table)["red"] == [card]


@pytest.mark.rule("RA-14.27")
def test_explorer_3_does_not_part_the_two() -> None:
    table = play(has("explorer", 3), "use explorer")
    play(table, sorted(names(table))[0])
    assert len(red(table)["citizens"]) == 1 and asked(table) == ("red", "act")


# both


@pytest.mark.rule("RA-14.29")
@pytest.mark.parametrize("card", ["astronomer", "explorer"])
def test_cards_in_hand_stay_when_the_class_card_is_taken(card: str) -> None:
    blue = {"classes": [card]}
    table = seated({"blue": blue}, modules=MODULE, region_cards={"blue": ["gallia 1"]}, rats={"gallia": 1})
    play(table, f"take {card}")
    assert places(table) == {"blue": ["gallia 1"]}
    assert f"use {card}" in names(table), "who has taken it uses it at once"


# the deck


@pytest.mark.rule("RA-14.16")
def test_an_empty_deck_is_shuffled_from_the_discard_pile_when_a_card_is_drawn() -> None:
    table = has("astronomer", 3, deck_of(discarded=5))
    assert table.view(None)["region-deck"] == 0 and len(table.view(None)["region-discards"]) == 5
    play(table, "use astronomer")
    assert table.view(None)["region-deck"] == 2 and table.view(None)["region-discards"] == []
    assert told(table, "region-cards-shuffled") == [(RED, 0, 0, 5)]


@pytest.mark.rule("RA-14.16")
def test_the_cards_that_are_being_looked_at_are_not_shuffled_into_the_deck() -> None:
    table = has("astronomer", 1, deck_of("gallia 1", "gallia 2", discarded=5))
    play(table, "use astronomer")
    drawn = table.view(RED)["region-drawn"]
    assert {"gallia 1", "gallia 2"} < set(drawn) and len(drawn) == 3
    assert table.view(None)["region-deck"] == 4


# what nobody can see comes equally often


def worlds_of(table: Table, seat: int, tries: int = 3000) -> Counter[Any]:
    """Where the cards in hands may be, dealt anew many times."""
    found: Counter[Any] = Counter()
    for seed in range(tries):
        cards = GAME.position(table.state.determinized(seat, seed))["region-cards"]
        found[tuple(tuple(cards.get(place, ())) for place in ("red", "blue", "green", "drawn"))] += 1
    return found


def small(deck: int, cards: Cards, **fields: Any) -> Table:
    """Three seats; so many cards are in the deck, the rest of them discarded."""
    named = {card for there in cards.values() for card in there}
    others = [card for card in IN_PLAY if card not in named]
    return has("astronomer", cards={**cards, "discarded": others[deck:]}, **fields)


@pytest.mark.rule("RA-14.17")
def test_hands_and_deck_are_dealt_anew_evenly() -> None:
    """Red sees its own card. Five others are in the deck, with blue, and two with green."""
    table = small(2, {"red": ["polonia 1"], "blue": ["polonia 2"], "green": ["polonia 3", "polonia 4"]})
    unseen = ["anglia 1", "anglia 2", "polonia 2", "polonia 3", "polonia 4"]
    possible = [
        (("polonia 1",), (one,), pair, ())
        for one in unseen
        for pair in combinations([card for card in unseen if card != one], 2)
    ]
    assert len(possible) == 30 and comes_evenly(worlds_of(table, RED), possible)


@pytest.mark.rule("RA-14.17")
def test_what_all_have_seen_stays_where_it_is() -> None:
    cards = {"blue": ["polonia 2", "polonia 3"], "green": ["polonia 4"]}
    table = small(2, cards, region_known=["polonia 3"])
    unseen = ["anglia 1", "anglia 2", "polonia 2", "polonia 4"]
    possible = [
        ((), tuple(sorted((one, "polonia 3"), key=REGION_CARDS.index)), (other,), ())
        for one in unseen
        for other in unseen
        if other != one
    ]
    assert comes_evenly(worlds_of(table, RED), possible)


@pytest.mark.rule("RA-14.17")
def test_what_was_in_hands_when_the_discards_were_shuffled_is_not_in_the_deck() -> None:
    """Blue has two of the older cards, green one older and one newer; the deck has the other newer ones."""
    cards = {"blue": ["polonia 1", "polonia 2"], "green": ["polonia 3", "polonia 4"]}
    older = ["polonia 1", "polonia 2", "polonia 3"]
    table = small(2, cards, region_older=older)
    newer = ["anglia 1", "anglia 2", "polonia 4"]
    possible = [
        ((), pair, tuple(sorted({*older, new} - set(pair), key=REGION_CARDS.index)), ())
        for pair in combinations(older, 2)
        for new in newer
    ]
    assert comes_evenly(worlds_of(table, RED), possible)
    assert table.view(RED)["players"]["green"]["hand-older"] == 1


@pytest.mark.rule("RA-14.16", "RA-14.17")
def test_shuffling_the_discards_notes_what_is_in_hands() -> None:
    table = has("astronomer", 1, {**deck_of("gallia 1", "polonia 4", discarded=5), "blue": ["polonia 4"]})
    before = places(table)["green"]
    play(table, "use astronomer")
    older = table.position()["region-older"]
    assert set(older) == {*before, "polonia 4", "gallia 1"}, "that which was drawn before is none of the discards"
    play(table, "card gallia 1")
    assert table.view(BLUE)["players"]["red"]["hand-older"] == 1
    found = {GAME.position(table.state.determinized(BLUE, seed))["region-cards"]["red"][0] for seed in range(300)}
    assert found == {*before, "gallia 1"}


@pytest.mark.rule("RA-14.17")
def test_drawn_cards_are_dealt_anew_for_those_who_do_not_see_them() -> None:
    table = play(small(4, {"blue": ["polonia 2"]}), "use astronomer")
    unseen = ["anglia 1", "anglia 2", "anglia 3", "anglia 4"]
    assert comes_evenly(worlds_of(table, BLUE), [((), ("polonia 2",), (), three) for three in combinations(unseen, 3)])
    seen = tuple(table.view(RED)["region-drawn"])
    left = next(card for card in unseen if card not in seen)
    assert comes_evenly(worlds_of(table, RED), [((), (card,), (), seen) for card in ("polonia 2", left)])


@pytest.mark.slow
@pytest.mark.rule("RA-14.17")
def test_all_cards_are_drawn_equally_often() -> None:
    found: Counter[str] = Counter()
    for seed in range(1200):
        found.update(play(small(6, {}, seed=seed), "use astronomer").view(RED)["region-drawn"])
    assert comes_evenly(found, list(IN_PLAY[:6]))
