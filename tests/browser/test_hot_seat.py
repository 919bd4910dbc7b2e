"""Two people at one screen: a curtain between them, and never the hand of the other on the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from bellringer.server.live_game import LiveGame
from tests.browser.people import Visitor
from tests.browser.server import Server

pytestmark = pytest.mark.slow
COLOURS = ("Red", "Blue")
# Notes every name of a card in a hand that is ever put on the page.
NOTE_HANDS = """() => {
  window.held = [];
  const note = () => document.querySelectorAll("#hand [data-rule]").forEach((one) => held.push(one.dataset.rule));
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def hand_of(live: LiveGame, seat: int) -> list[str]:
    """The cards from which a seat may keep one."""
    return sorted(move.name.removeprefix("keep ") for move in live.table.moves(seat))


def shown_hand(person: Visitor) -> list[str]:
    """The cards of a hand on the page."""
    found: list[str] = person.find("#hand [data-rule]").evaluate_all("all => all.map((one) => one.dataset.rule)")
    return sorted(found)


def behind_the_curtain(person: Visitor, seat: int, name: str) -> None:
    """Nobody's hand and nobody's choices are on the page; it asks for the next one by name."""
    expect(person.find("#prompt .curtain")).to_be_visible()
    expect(person.find("#prompt-title")).to_contain_text(COLOURS[seat])
    expect(person.find("#prompt-title")).to_contain_text(name)
    expect(person.find("#hand [data-rule]")).to_have_count(0)
    expect(person.find("[name=move], .shines[data-target], #undo, #ask-hint")).to_have_count(0)
    assert "keep " not in person.page.content()


def draft_in_turn(person: Visitor, server: Server) -> None:
    """The first cards of the draft of Notre Dame: Red keeps one, then Blue one; each sees the own cards alone.

    Blue, who is asked again at once, goes on before the screen goes back to Red.
    """
    address = person.address
    for seat in (0, 1):
        behind_the_curtain(person, seat, ("Anna", "Ben")[seat])
        person.page.evaluate(NOTE_HANDS)
        person.load_by(person.find("#prompt a.main-button"))
        expect(person.find("#moves")).to_have_count(1)
        while person.asked.isdecimal():
            live = server.live(address)
            own = hand_of(live, seat) + kept_by(live, seat)
            assert shown_hand(person) == sorted(own)
            assert sorted(move.removeprefix("keep ") for move in person.moves()) == hand_of(live, seat)
            person.page.evaluate(NOTE_HANDS)
            person.by_button()
            seen = set(person.page.evaluate("window.held"))
            own += hand_of(server.live(address), seat)
            assert seen <= set(own)
    behind_the_curtain(person, 0, "Anna")
    assert [act.seat for act in server.live(address).acts] == [0, 1, 1]


def kept_by(live: LiveGame, seat: int) -> list[str]:
    """The cards that a seat has kept in this draft."""
    return [act.word.removeprefix("keep ") for act in live.acts if act.seat == seat and act.word.startswith("keep ")]


def test_the_draft_behind_a_curtain(visit: Callable[..., Visitor], server: Server) -> None:
    """Who has kept a card gives the screen away; loading the page again does not lift the curtain."""
    person = visit()
    person.make_table("notre-dame", "Anna", ("me", "here:Ben"))
    behind_the_curtain(person, 0, "Anna")
    person.page.reload()
    behind_the_curtain(person, 0, "Anna")
    draft_in_turn(person, server)


def test_a_whole_game_at_one_screen(visit: Callable[..., Visitor], server: Server) -> None:
    """Rattus for two at one screen, to the end: the curtain falls between their turns, never within one."""
    person = visit()
    person.make_table("rattus", "Anna", ("me", "here:Ben"))
    address, at_screen, curtains = person.address, None, 0
    while person.find("#end.is-over").count() == 0:
        if person.find("#prompt .curtain").count():
            expect(person.find("[name=move]")).to_have_count(0)
            person.load_by(person.find("#prompt a.main-button"))
            expect(person.find("#moves")).to_have_count(1)
            curtains += 1
        seat = person.find("#moves [name=seat]").input_value()
        assert at_screen is None or seat != at_screen
        at_screen = seat
        while person.asked.isdecimal():
            assert person.find("#moves [name=seat]").input_value() == seat
            person.by_button()
    assert server.live(address).ended_by == "game" and curtains > 10
