"""Without JavaScript: everything that one does at a table, by forms and links alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import Visitor
from tests.browser.server import Server

pytestmark = pytest.mark.slow
DECISIONS = 6
CHECKS = 8  # that a record is put to, whose deal no page had a part in


@pytest.fixture
def plain(visit: Callable[..., Visitor]) -> Visitor:
    """Somebody whose browser runs no scripts."""
    return visit(java_script_enabled=False)


def look_again(visitor: Visitor) -> None:
    """Load the page anew by the link that stands there for this, until there is something to do."""
    for _ in range(200):
        if visitor.asked != "waiting":
            return
        visitor.load_by(visitor.find("noscript a"))
    raise AssertionError("nothing was asked any more")


def play_by_forms(visitor: Visitor, decisions: int) -> None:
    """Answer so many questions by buttons, each of which loads the page again."""
    for _ in range(decisions):
        look_again(visitor)
        before = visitor.asked
        assert before.isdecimal()
        buttons = visitor.find("button[name=move]:visible")
        visitor.load_by(buttons.nth(visitor.dice.randrange(buttons.count())))
        assert visitor.asked != before


@pytest.mark.parametrize("game", ["notre-dame", pytest.param("rattus", marks=pytest.mark.soak)])
def test_a_game_by_forms(plain: Visitor, server: Server, game: str) -> None:
    """From the form of a new table over some turns and giving up to the end, its verification, and another game.

    A whole game by the same forms is played where the pages are tested without a browser.
    """
    plain.make_table(game, "Paul", ("me", "bot:random"))
    address = plain.address
    play_by_forms(plain, DECISIONS)
    acts = sum(act.seat == 0 for act in server.live(address).acts)
    assert DECISIONS <= acts <= 2 * DECISIONS, "some buttons answer two questions at once"
    plain.find("#leave summary").click()
    plain.load_by(plain.find("#resign button"))
    expect(plain.find("#end.is-over")).to_have_count(1)
    plain.load_by(plain.find("#end a[href$='/verify']"))
    expect(plain.find(".checks li.check-good")).to_have_count(CHECKS)
    plain.load_by(plain.find("main a.main-button"))
    plain.load_by(plain.find("#rematch button"))
    assert plain.address != address
    look_again(plain)
    assert plain.moves()


def test_the_other_forms_of_a_table(plain: Visitor, server: Server) -> None:
    """Chat, a hint, a bot for an empty seat, and giving up: each is a form that loads the page again."""
    plain.make_table("notre-dame", "Paul", ("me", "open"))
    plain.page.select_option("#bot-1", "random")
    plain.load_by(plain.find("form[action$='/seat-bot'] button"))
    address = plain.address
    look_again(plain)
    plain.page.fill("#say-text", "No scripts here")
    plain.load_by(plain.find("#say button"))
    expect(plain.find("#chat-scroll li")).to_have_text(["Paul No scripts here"])
    plain.load_by(plain.find("#ask-hint button"))
    hinted = plain.find("#moves .is-hinted")
    expect(hinted).to_have_count(1)
    expect(plain.find("#prompt .hint")).to_be_visible()
    if plain.find("#ask-hint [name=why]").count():  # another move is sensible, too
        plain.load_by(plain.find("#ask-hint button"))
        expect(plain.find("#prompt .hint")).to_be_visible()
        plain.find("#why summary").click()
        expect(plain.find("#why li").first).to_be_visible()
    plain.find("#leave summary").click()
    plain.load_by(plain.find("#resign button"))
    expect(plain.find("#end.is-over")).to_have_count(1)
    assert server.live(address).ended_by == "resigned"


def test_taking_back_and_a_bot_for_a_while(visit: Callable[..., Visitor], server: Server) -> None:
    """Two people: a decision taken back, a seat lent to a bot and taken back, while the other thinks."""
    paul, mary = visit(java_script_enabled=False), visit(java_script_enabled=False)
    paul.make_table("notre-dame", "Paul", ("me", "open"))
    mary.page.goto(paul.find(".invite input").input_value())
    mary.page.fill("#name", "Mary")
    mary.load_by(mary.find("form.card .main-button"))
    paul.load_by(paul.find("noscript a"))
    asked, offered = paul.asked, paul.moves()
    paul.load_by(paul.find("button[name=move]:visible").first)
    assert paul.asked == "waiting"
    paul.load_by(paul.find("#undo button"))
    assert paul.moves() == offered and paul.asked != asked
    paul.find("#leave summary").click()
    paul.load_by(paul.find("#lend button"))
    assert server.live(paul.address).holders[0].lent_to
    paul.load_by(paul.find("#return button"))
    assert not server.live(paul.address).holders[0].lent_to
    expect(paul.find("#return")).to_have_count(0)
