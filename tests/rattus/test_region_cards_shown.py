"""Region cards on the screen: one's own hand with its classes, how many others hold, what is protected."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bellringer import Table
from bellringer.core.contract.registry import find
from bellringer.core.shown.show import Choice
from bellringer.games.rattus.names import REGION_CARDS
from bellringer.games.rattus.show.page import ChartDisplay
from bellringer.games.rattus.words.sentences import name_words
from bellringer.server.visitors.security import KEY_COOKIE
from tests.rattus.big_box import ravage, red_has
from tests.rattus.play import play
from tests.server.callers import Api, Caller, at_server
from tests.test_drawing import ids_of, targets
from tests.test_terminal_rattus import drawn

RED, BLUE = 0, 1
OTHERS = ("monk", "merchant", "witch", "king")
HANDS = {"red": ["germania 1", "anglia 4"], "blue": ["gallia 3", "gallia 1"], "discarded": ["scandia 1", "scandia 2"]}


def struck(**fields: object) -> Table:
    """A rat strikes red's Monk and blue's Witch; one card of blue is known to all."""
    return ravage((1, "church", "magic"), gallia={"red": 3, "blue": 2}, cards={"red": "monk explorer", "blue": "witch"},
                  modules=["region-cards"], region_cards=HANDS, region_known=["gallia 3"], **fields)  # fmt: skip


def display(table: Table, seat: int | None, language: str = "en") -> ChartDisplay:
    """What the page shows to a seat, or to a spectator."""
    game = find("rattus")
    moves = table.moves(seat) if seat is not None else []
    choices = [Choice(one.name, one.words(language), one.target) for one in moves]
    found = game.display(game.view_model(table.view(seat), language), choices)
    assert isinstance(found, ChartDisplay)
    return found


# the page


def test_the_hand_shows_region_and_classes_and_plays_the_card() -> None:
    shown = display(struck(), RED)
    cards = [(card.words, card.more, card.emblems, card.move) for card in shown.hand[2:]]
    assert cards == [
        ("England", "any class", ("any-class",), "card anglia 4"),
        ("Germania", "bourgeoisie, church", ("bourgeoisie", "church"), "card germania 1"),
    ]
    assert [card.words for card in shown.hand[:2]] == ["Monk", "Explorer"]
    assert shown.title("hand") == "Your cards" and not any(card.has_rule for card in shown.hand[2:])


def test_others_see_how_many_cards_a_hand_has_and_those_that_all_have_seen() -> None:
    for viewer in (RED, None):
        shown = display(struck(), viewer)
        assert [one.value for one in shown.figures("blue") if one.key == "hand-size"] == ["2"]
        assert shown.notes("blue") == ("seen: France",)
        assert shown.whereabouts("blue") == ("in hand, as all have seen: France (peasantry, Islamic)",)
    assert len(display(struck(), BLUE).hand) == 3 and display(struck(), None).hand == ()


def test_a_protected_class_card_is_marked() -> None:
    table = play(struck(), "card germania 1")
    shown = display(table, RED)
    assert [card.more for card in shown.hand[:2]] == ["church, protected", "Islamic"]
    assert display(table, BLUE).notes("red") == ("protected in this plague: Monk",)
    assert display(table, BLUE, "fr").notes("red") == ("protégées pendant cette peste\u00a0: Moine",)


def test_the_facts_tell_of_deck_and_discards_and_of_cards_that_are_drawn() -> None:
    facts = [one.words for one in display(struck(), None).facts]
    assert facts[-1] == "Region cards: 34 in the deck, 2 discarded"
    cards = {"blue": [card for card in REGION_CARDS[3:40]]}
    table = play(red_has("explorer", modules=["region-cards"], region_cards=cards), "use explorer")
    drawn_ = "Drawn: England (peasantry, bourgeoisie), England (peasantry, church), England (peasantry, chivalry)"
    assert [one.words for one in display(table, BLUE).facts][-1] == drawn_
    assert [card.move for card in display(table, RED).hand[1:]] == ["card anglia 1", "card anglia 2", "card anglia 3"]
    secret = play(red_has("astronomer", modules=["region-cards"], region_cards=cards), "use astronomer")
    assert [one.words for one in display(secret, RED).facts][-1] == drawn_
    assert "Region cards:" in [one.words for one in display(secret, BLUE).facts][-1]


def test_without_the_module_nothing_of_it_is_shown() -> None:
    table = ravage((1, "church"), gallia={"red": 3}, cards={"red": "monk"})
    shown = display(table, RED)
    assert not [one for one in (*shown.facts, *shown.figures("red")) if "region" in one.words]
    assert shown.title("hand") == "Your class cards"


# the picture and the terminal


def test_the_picture_has_hands_and_shields() -> None:
    table = play(struck(), "card germania 1")
    picture = find("rattus").pictures.picture(table.view(BLUE), "en")
    assert picture.count('href="#e-protected"') == 1 and picture.count('href="#e-region-card"') == 3
    assert "<title>1 region card in hand</title>" in picture and "<title>2 region cards in hand</title>" in picture
    assert {"e-protected", "e-region-card", "e-any-class"} <= set(ids_of(picture)) and targets(picture)


def test_the_terminal_shows_the_hand_the_counts_and_what_is_protected() -> None:
    table = play(struck(), "card germania 1")
    text = drawn(table, RED, width=200)
    assert "Your region cards" in text and "England (any class)" in text and "France (peasantry, Islamic)" in text
    assert "Monk [church]⛨" in text
    assert "region cards in the deck: 34, discarded: 2" in text
    other = drawn(table, BLUE, "fr", width=170)
    assert "Angleterre (" not in other and "France (paysannerie, magie)" in other


# a page of the server


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    folder: Path = tmp_path_factory.mktemp("region-cards")
    with at_server(folder) as running:
        yield running


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_of_a_table_has_the_hand_of_its_seat_alone(api: Api, language: str) -> None:
    anna = api.user("Anna")
    made = anna.make(
        "rattus", "me", "open", options={"modules": ["region-cards"], "classes": ["astronomer", "knight", *OTHERS]}
    )
    address = made["table"]["id"]
    ben = api.user("Ben")
    ben.sit(address, 1, made["invitations"]["1"])
    shown = anna.get(f"/tables/{address}/view", seat=RED)["view"]
    pages = [page_of(api, f"/t/{address}", user, language) for user in (anna, ben)]
    hands = [re.search(r'<section id="hand".*?</section>', page, re.DOTALL) for page in pages]
    assert all(hand is not None and hand[0].count('<span class="game-card held">') == 3 for hand in hands)
    names = [name_words("region-card", card, language, "big-box") for card in shown["players"]["red"]["hand"]]
    for name in names:
        region, _, classes = name.rstrip(")").partition(" (")
        found = [f'>{region}</span><span class="card-more">{classes}<' in page for page in pages]
        assert found == [True, False]
    assert "#rule-anglia" not in pages[0] and "#e-region-card" in pages[0]


def page_of(api: Api, path: str, user: Caller, language: str) -> str:
    """A page as its HTML."""
    answer = api.request("GET", path, headers={"cookie": f"{KEY_COOKIE}={user.key}", "accept-language": language})
    assert answer.status_code == 200
    return html.unescape(answer.text)
