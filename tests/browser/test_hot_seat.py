"""Two people at one screen: a curtain between them, and never the hand of the other on the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from bellringer.server.tables.live.live_game import LiveGame
from tests.browser.people import LONG, Visitor
from tests.browser.server import Server

pytestmark = pytest.mark.slow
COLOURS = ("Red", "Blue")
TURNS = 4  # after which the soak alone goes on
# Notes every name of a card in a hand that is ever put on the page.
NOTE_HANDS = """() => {
  window.held = [];
  const note = () => document.querySelectorAll("#hand [data-rule]").forEach((one) => held.push(one.dataset.rule));
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def hand_of(live: LiveGame, seat: int) -> list[str]:
    """The cards from which a seat may keep one."""
    return sorted(move.name.removeprefix("keep ") for move in live.table.moves(seat))


def shown_hand(visitor: Visitor) -> list[str]:
    """The cards of a hand on the page."""
    found: list[str] = visitor.find("#hand [data-rule]").evaluate_all("all => all.map((one) => one.dataset.rule)")
    return sorted(found)


def behind_the_curtain(visitor: Visitor, seat: int, name: str) -> None:
    """Nobody's hand and nobody's choices are on the page; it asks for the next one by name."""
    expect(visitor.find("#prompt .curtain")).to_be_visible()
    expect(visitor.find("#prompt-title")).to_contain_text(COLOURS[seat])
    expect(visitor.find("#prompt-title")).to_contain_text(name)
    expect(visitor.find("#hand [data-rule]")).to_have_count(0)
    expect(visitor.find("[name=move], .shines[data-target], #undo, #ask-hint")).to_have_count(0)
    assert "keep " not in visitor.page.content()


def draft_in_turn(visitor: Visitor, server: Server) -> None:
    """The first cards of the draft of Notre Dame: Red keeps one, then Blue one; each sees the own cards alone.

    Blue, who is asked again at once, goes on before the screen goes back to Red.
    """
    address = visitor.address
    for seat in (0, 1):
        behind_the_curtain(visitor, seat, ("Anna", "Ben")[seat])
        visitor.page.evaluate(NOTE_HANDS)
        visitor.load_by(visitor.find("#prompt a.main-button"))
        expect(visitor.find("#moves")).to_have_count(1)
        while visitor.asked.isdecimal():
            live = server.live(address)
            own = hand_of(live, seat) + kept_by(live, seat)
            assert shown_hand(visitor) == sorted(own)
            assert sorted(move.removeprefix("keep ") for move in visitor.moves()) == hand_of(live, seat)
            visitor.page.evaluate(NOTE_HANDS)
            visitor.by_button()
            seen = set(visitor.page.evaluate("window.held"))
            own += hand_of(server.live(address), seat)
            assert seen <= set(own)
    behind_the_curtain(visitor, 0, "Anna")
    assert [act.seat for act in server.live(address).acts] == [0, 1, 1]


def kept_by(live: LiveGame, seat: int) -> list[str]:
    """The cards that a seat has kept in this draft."""
    return [act.word.removeprefix("keep ") for act in live.acts if act.seat == seat and act.word.startswith("keep ")]


def test_the_draft_behind_a_curtain(visit: Callable[..., Visitor], server: Server) -> None:
    """Who has kept a card gives the screen away; loading the page again does not lift the curtain."""
    visitor = visit()
    visitor.make_table("notre-dame", "Anna", ("me", "here:Ben"))
    behind_the_curtain(visitor, 0, "Anna")
    visitor.page.reload()
    behind_the_curtain(visitor, 0, "Anna")
    draft_in_turn(visitor, server)


@pytest.mark.parametrize("curtains_up", [TURNS, pytest.param(LONG, marks=pytest.mark.soak)])
def test_a_game_at_one_screen(visit: Callable[..., Visitor], server: Server, curtains_up: int) -> None:
    """Rattus for two at one screen, for so many turns or to the end: the curtain falls between turns, never within."""
    visitor = visit()
    visitor.make_table("rattus", "Anna", ("me", "here:Ben"))
    address, at_screen, curtains = visitor.address, None, 0
    while curtains < curtains_up and visitor.find("#end.is-over").count() == 0:
        if visitor.find("#prompt .curtain").count():
            expect(visitor.find("[name=move]")).to_have_count(0)
            visitor.load_by(visitor.find("#prompt a.main-button"))
            expect(visitor.find("#moves")).to_have_count(1)
            curtains += 1
        seat = visitor.find("#moves [name=seat]").input_value()
        assert at_screen is None or seat != at_screen
        at_screen = seat
        while visitor.asked.isdecimal():
            assert visitor.find("#moves [name=seat]").input_value() == seat
            visitor.by_button()
    assert curtains == TURNS or (server.live(address).ended_by == "game" and curtains > 10)
