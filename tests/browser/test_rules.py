"""Rules one hover away: they stay while others move, and tell of what is pressed long, without playing it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import Visitor
from tests.browser.server import Server
from tests.browser.tables import Tables

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
MIDDLE = "(thing) => { const box = thing.getBoundingClientRect(); return [box.x + box.width / 2, box.y + 12]; }"
# What the stream does when something has happened: the part as it was comes once more, or without its first card.
SWAP = """(isGone) => {
  const part = document.getElementById("middle").cloneNode(true);
  if (isGone) part.querySelector("li").remove();
  const text = `<hx-partial hx-target="#middle" hx-swap="outerMorph">${part.outerHTML}</hx-partial>`;
  return htmx.swap({ sourceElement: document.getElementById("main"), target: "#main", swap: "none", text });
}"""


@pytest.fixture
def anna(visit: Visit, tables: Tables) -> Iterator[Visitor]:
    """Anna at her table, the rules read."""
    person = visit(reduced_motion="reduce")
    tables.anna.enter(person.context, tables.url)
    person.page.goto(tables.paths["rattus", "waiting"])
    yield person


def point_at(person: Visitor, what: str) -> str:
    """Rest the pointer on a thing until its rule is told; the name of the card."""
    thing = person.find(what).first
    thing.scroll_into_view_if_needed()
    x, y = thing.evaluate(MIDDLE)
    person.page.mouse.move(x - 1, y)
    person.page.mouse.move(x, y)
    expect(person.find("#rule-card")).to_be_visible()
    return person.find("#rule-card p").first.inner_text()


def test_a_rule_stays_while_others_move_and_goes_with_its_card(anna: Visitor) -> None:
    first = point_at(anna, "#middle [data-rule]")
    anna.page.evaluate(SWAP, False)
    expect(anna.find("#rule-card")).to_be_visible()
    assert anna.find("#rule-card p").first.inner_text() == first
    anna.page.evaluate(SWAP, True)
    expect(anna.find("#rule-card")).to_be_hidden()


def test_a_pointer_that_moves_after_a_stillness_is_told_what_is_under_it(anna: Visitor) -> None:
    """What has come under a pointer that rests says nothing of itself."""
    first = point_at(anna, "#middle [data-rule]")
    anna.page.evaluate(SWAP, True)
    expect(anna.find("#rule-card")).to_be_hidden()
    assert point_at(anna, "#middle [data-rule]") != first


def press_long(person: Visitor, what: str) -> None:
    """A finger on a thing until its rule is told; then it goes."""
    x, y = person.find(what).first.evaluate(MIDDLE)
    finger: Any = person.context.new_cdp_session(person.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(person.find("#rule-card")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_long_press_on_a_choice_tells_its_rule_and_plays_nothing(
    visit: Visit, tables: Tables, server: Server
) -> None:
    person = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    tables.anna.enter(person.context, tables.url)
    person.page.goto(tables.one("notre-dame", "asked"))
    acts = server.count_acts(person.address)
    button = "#moves button[data-rule]:visible, #hand button[data-rule]"
    press_long(person, button)
    assert person.find("#rule-card p").nth(1).inner_text().endswith(".")
    person.page.keyboard.press("Escape")
    expect(person.find("#rule-card")).to_be_hidden()
    assert server.count_acts(person.address) == acts
    before = person.asked
    person.find(button).first.tap()
    person.until_not(before)
    assert server.count_acts(person.address) > acts


def test_a_choice_tells_its_rule_to_the_keyboard(visit: Visit, tables: Tables) -> None:
    person = visit()
    tables.anna.enter(person.context, tables.url)
    person.page.goto(tables.paths["rattus", "crowded"])
    for _ in range(30):
        person.page.keyboard.press("Tab")
        if person.page.evaluate("() => document.activeElement.matches('#moves [data-rule]')"):
            break
    expect(person.find("#rule-card")).to_be_visible()
