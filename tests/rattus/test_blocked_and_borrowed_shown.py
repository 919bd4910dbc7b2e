"""How blocked, guarded and borrowing class cards are shown: on the page, beside the board, in the terminal."""

from __future__ import annotations

import random
from typing import Any

import pytest
from rich.console import Console

import bellringer
from bellringer import PositionError, Table
from bellringer.core.contract.registry import find
from bellringer.core.shown.show import Card, Choice
from bellringer.core.shown.words import LANGUAGES
from bellringer.games.rattus.box import wrong_modules
from bellringer.games.rattus.component_set import cards_wanted
from bellringer.games.rattus.names import PLAYABLE
from bellringer.games.rattus.show.page import ChartDisplay
from bellringer.games.rattus.show.view_model import ChartModel
from tests.rattus.big_box import seated
from tests.rattus.play import names
from tools.rattus.dealt import dealt_position

GAME = find("rattus")
CARDS = ["inquisitor", "philosopher", "alchemist", "monk", "baker", "king"]
MODULES = ("upgrades",)


def shown(**fields: Any) -> Table:
    """Red has borrowed the Baker's tile, and its King is blocked; blue's Monk and Baker are guarded."""
    players = {
        "red": {"classes": ["alchemist", "king"], "lodged": 2, "citizens": {"gallia": 3}},
        "blue": {"classes": ["philosopher", "monk", "baker"], "on-card": 1},
    }
    chosen = {"lent": "baker", "lent-to": "alchemist", "blocked": ["king"], "rats": {}}
    return seated(players, classes=CARDS, modules=list(MODULES), **{**chosen, **fields})


def page(table: Table, language: str = "en") -> ChartDisplay:
    """The page for the seat that decides."""
    seat = table.pending[0]
    choices = [
        Choice(move.name, move.words("en"), GAME.target(table.state, seat, GAME.move_names.index(move.name)))
        for move in table.moves(seat)
    ]
    return ChartDisplay(ChartModel(table.view(seat), language), choices)


def cards_by_name(table: Table, seat: str, language: str = "en") -> dict[str, Card]:
    """The class cards of a seat on the page."""
    return {card.name: card for card in page(table, language).cards(seat)}


def test_on_the_page_a_blocked_card_lies_sideways_and_says_so() -> None:
    found = cards_by_name(shown(), "red")
    assert [card for card in found if found[card].is_turned] == ["king"]
    assert (found["king"].note, found["alchemist"].note) == ("blocked", "Baker III")
    assert cards_by_name(shown(), "red", "fr")["king"].note == "bloquée"


def test_on_the_page_guarded_cards_are_marked_but_not_what_guards_them() -> None:
    found = cards_by_name(shown(), "blue")
    assert {name: card.note for name, card in found.items()} == {
        "philosopher": "", "monk": "can't be taken", "baker": "can't be taken",
    }  # fmt: skip
    free = cards_by_name(shown(blocked=["philosopher", "monk"]), "blue")
    assert {name: card.note for name, card in free.items()} == {
        "philosopher": "blocked",
        "monk": "blocked",
        "baker": "",
    }


def test_the_ability_of_a_borrowed_tile_is_used_at_the_card_that_has_borrowed_it() -> None:
    found = cards_by_name(shown(), "red")
    assert found["alchemist"].is_legal and not found["king"].move == "use king"
    targets = {choice.name: choice.target for choice in page(shown()).choices}
    assert targets["use baker"] == targets["also baker"] == "card alchemist"
    assert targets["take philosopher"] == "card philosopher"


def test_citizens_on_the_card_that_borrows_have_a_figure_of_their_own() -> None:
    figures = [(figure.key, figure.value, figure.words) for figure in page(shown()).figures("red")]
    assert ("lodged", "2", "on the Alchemist") in figures
    assert "lodged" not in [figure.key for figure in page(shown()).figures("blue")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_beside_the_board_too(language: str) -> None:
    text = GAME.pictures.picture(shown().view(0), language)
    said = {"en": ("King, blocked", "Alchemist with Baker III", "Monk, can't be taken"),
            "fr": ("Roi, bloquée", "Alchimiste avec Boulanger III", "Moine, imprenable")}[language]  # fmt: skip
    assert all(words in text.replace("&#x27;", "'") for words in said)
    assert text.count('class="shield"') == 2 and "rotate(90)" in text
    plain = GAME.pictures.picture(bellringer.new_game("rattus", seats=3).view(0), language)
    assert 'class="shield"' not in plain


def test_in_the_terminal_signs_tell_it() -> None:
    console = Console(width=200, color_system=None)
    with console.capture() as capture:
        console.print(GAME.terminal.picture(shown().view(0), "en", 200))
    text = " ".join(capture.get().split())
    assert "King [royal]↷" in text and "Alchemist+Baker III [magic]" in text and "Monk [church]‡" in text
    assert "Philosopher [church]‡" not in text
    legend = GAME.terminal.legend("en")
    assert all(sign in legend for sign in "↷‡+")


@pytest.mark.parametrize("seed", range(30))
def test_what_is_marked_is_what_can_not_be_taken(seed: int) -> None:
    """The page goes by the view, the moves by the rules: both must say the same of every card of others."""
    dice = random.Random(seed)
    seats = dice.randint(3, 6)
    others = [one for one in PLAYABLE if one not in CARDS[:3] and not wrong_modules([one], MODULES, seats)]
    cards = [*CARDS[:3], *dice.sample(others, cards_wanted(seats) - 3)]
    try:
        table = bellringer.from_position(dealt_position(seats, cards, dice, MODULES), seed=1)
    except PositionError:
        return  # walls close the plague piece in
    seat = table.pending[0]
    model = ChartModel(table.view(seat), "en")
    mine = table.view(seat)["players"][model.seats[seat]]["classes"]
    guarded = {card for card in cards if model.is_guarded(card)}
    assert {f"take {card}" for card in cards if card not in guarded and card not in mine} == {
        name for name in names(table) if name.startswith("take ")
    }
