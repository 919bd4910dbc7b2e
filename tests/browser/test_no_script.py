"""Without JavaScript: a whole game of each against bots, by forms and links alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import LONG, Visitor
from tests.browser.server import Server

pytestmark = pytest.mark.slow
GAMES = ("notre-dame", "rattus")
CHECKS = 5  # that a record is put to


@pytest.fixture
def plain(visit: Callable[..., Visitor]) -> Visitor:
    """Somebody whose browser runs no scripts."""
    return visit(java_script_enabled=False)


def loads_by(person: Visitor, thing: Locator) -> None:
    """Click on a thing, and wait until the page that comes by it is there in whole."""
    with person.page.expect_navigation(wait_until="domcontentloaded"):
        thing.click()


def look_again(person: Visitor) -> None:
    """Load the page anew by the link that stands there for this, until there is something to do."""
    for _ in range(200):
        if person.asked != "waiting":
            return
        loads_by(person, person.find("noscript a"))
    raise AssertionError("nothing was asked any more")


def play_by_forms(person: Visitor) -> int:
    """Answer every question by a button, each of which loads the page again; how many."""
    for made in range(LONG):
        look_again(person)
        if person.asked == "over":
            return made
        before = person.asked
        buttons = person.find("#moves button[name=move]")
        loads_by(person, buttons.nth(person.dice.randrange(buttons.count())))
        assert person.asked != before
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_forms(plain: Visitor, server: Server, game: str) -> None:
    """From the form of a new table to the end, its verification, and another game."""
    plain.make_table(game, "Paul", ("me", "bot:random"))
    address = plain.address
    made = play_by_forms(plain)
    assert made == sum(act.seat == 0 for act in server.live(address).acts) > 20
    expect(plain.find("#end .placed")).to_have_count(2)
    plain.find("#end a[href$='/verify']").click()
    expect(plain.find(".checks li.check-good")).to_have_count(CHECKS)
    plain.find("main a.main-button").click()
    plain.find("#rematch button").click()
    plain.page.wait_for_url(lambda url: "/t/" in url and address not in url)
    look_again(plain)
    assert plain.moves()
