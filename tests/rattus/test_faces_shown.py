"""The faces of class cards, region cards and events: what they show, and what they say they would do now."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import bellringer
from bellringer.core.contract.registry import find
from bellringer.core.shown.show import Card
from bellringer.core.shown.words import LANGUAGES
from bellringer.core.tables.table import Table
from bellringer.games.rattus.names import EVENT_CARDS, PLAYABLE, REGION_CARDS
from tests.rattus.play import at

GAME = find("rattus")
ROOT = Path(__file__).parents[2]
CLASSES = ["mayor", "king", "baker", "sultan", "knight", "peasant"]
MOST_LETTERS = 48


def shown(table: Table, seat: int | None, language: str = "en", **more: Any) -> Any:
    """The display of a table for a seat, with what is given besides in its view."""
    return GAME.display(GAME.view_model({**table.view(seat), **more}, language), ())


def faces(table: Table, seat: int | None, **more: Any) -> dict[str, Card]:
    """The faces of the cards beside the board and in the seat's hand."""
    display = shown(table, seat, **more)
    return {card.name: card for card in (*display.middle, *display.hand)}


def test_a_class_card_shows_number_class_level_and_states() -> None:
    red = {"classes": ["king"]}
    table = at(box="big-box", classes=CLASSES, modules=["upgrades"], players={"red": red}, levels={"king": 2})
    king = faces(table, 0)["king"]
    assert king.mark and king.sign
    assert (king.words, king.mark.text, king.sign.emblem, king.tone) == ("King II", "5", "royalty", "royalty")
    assert (king.level, king.levels, king.line) == (2, 3, "One of your citizens goes to safety")
    assert (king.colour, faces(table, 0)["mayor"].colour, faces(table, 0)["mayor"].level) == ("red", "", 1)
    plain = faces(at(players={"red": red}), 0)["king"]
    assert (plain.level, plain.levels) == (1, 1), "without the upgrades there are no levels to show"


def test_the_mayor_says_how_many_citizens_he_would_place() -> None:
    """As many as the rules then place."""
    places = {"citizens": {"gallia": 3, "italia": 2, "anglia": 1}, "classes": ["mayor"], "supply": 14}
    blue = {"citizens": {"gallia": 1, "italia": 2, "anglia": 2}, "supply": 15}
    table = at(box="big-box", classes=CLASSES, players={"red": places, "blue": blue})
    assert faces(table, 0)["mayor"].now == "1 citizen now: you lead in 1 region"
    table.play("use mayor")
    assert table.view(0)["players"]["red"]["supply"] == 13
    assert shown(table, 0).middle[0].name != "mayor" and faces(table, 1).get("mayor") is None


@pytest.mark.parametrize(("level", "said"), [(1, "from 1 region"), (2, "from 2 regions")])
def test_the_king_says_from_where_citizens_can_go(level: int, said: str) -> None:
    red = {"citizens": {"gallia": 1, "italia": 2}, "classes": ["king"]}
    levels: dict[str, Any] = {"levels": {"king": level}} if level > 1 else {}
    table = at(box="big-box", classes=CLASSES, modules=["upgrades"], rats={"italia": 1}, players={"red": red}, **levels)
    assert faces(table, 0)["king"].now == f"To safety now: {said}"


def test_only_a_card_that_the_viewer_could_use_says_what_it_would_do() -> None:
    table = at(box="big-box", classes=CLASSES, players={"blue": {"classes": ["king"], "citizens": {"gallia": 1}}})
    (king,) = shown(table, 0).cards("blue")
    assert king.now == "" and king.line
    assert [card.now for card in shown(table, None).middle] == [""] * 5


def test_a_region_card_says_whether_it_would_score() -> None:
    players = {"red": {"citizens": {"gallia": 2, "italia": 1}}, "blue": {"citizens": {"gallia": 2, "italia": 3}}}
    display = shown(at(players=players), 0)
    told = {region: display.outlook.region(region) for region in ("gallia", "italia", "anglia")}
    assert told == {
        "gallia": "Scores 1 now: nobody has more than your 2",
        "italia": "Scores 0 now: 1 against 3 of blue",
        "anglia": "Scores 0 now: nobody of yours is there",
    }


def test_events_have_faces() -> None:
    table = bellringer.new_game("rattus", seats=3, seed=1, classes=CLASSES, modules=["universities"])
    assert [card.name for card in shown(table, 0, event="church").middle][:1] == ["church"]
    for language in LANGUAGES:
        for event in EVENT_CARDS:
            card = shown(table, 0, language).event_card(event)
            assert card.words and 5 < len(card.line) <= MOST_LETTERS and not card.has_rule and card.emblems
    assert "church" not in faces(table, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_card_says_now_is_short(language: str) -> None:
    modules = ["upgrades", "region-cards", "universities"]
    for seed in range(4):
        table, dice = (
            bellringer.new_game("rattus", seats=4, seed=seed, classes=CLASSES, modules=modules),
            random.Random(seed),
        )
        while table.pending:
            for card in (*shown(table, 0, language).middle, *shown(table, 0, language).hand):
                assert len(card.now or card.line) <= MOST_LETTERS, card
                assert card.line or card.now
            table.play(dice.choice(table.moves(table.pending[0])).name, table.pending[0])


def test_every_region_card_has_a_face() -> None:
    table = bellringer.new_game("rattus", seats=6, seed=1, modules=["region-cards"])
    for name in REGION_CARDS:
        card = shown(table, 0).region_card(name)
        assert card.words and card.more and card.emblems and card.now and card.tone == "region"


def test_every_class_card_has_its_rulings_from_the_ledger() -> None:
    ledger = (ROOT / "docs" / "rules" / "rattus.md").read_text(encoding="utf-8").splitlines()
    found = {name: GAME.words.rulings(name, "en") for name in PLAYABLE}
    assert sum(map(len, found.values())) > 100 and all(found[name] for name in ("king", "jester"))
    for rulings in found.values():
        for number, text in rulings:
            line = next(line for line in ledger if line.startswith(f"- **{number}** "))
            assert "Ruling" in line and text.lower() in line.replace("Ruling: ", "").lower(), number
