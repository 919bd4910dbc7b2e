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
    visitor = visit(reduced_motion="reduce")
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(tables.paths["rattus", "waiting"])
    yield visitor


def point_at(visitor: Visitor, what: str) -> str:
    """Rest the pointer on a thing until its rule is told; the name of the card."""
    thing = visitor.find(what).first
    thing.scroll_into_view_if_needed()
    x, y = thing.evaluate(MIDDLE)
    visitor.page.mouse.move(x - 1, y)
    visitor.page.mouse.move(x, y)
    expect(visitor.find("#rule-card")).to_be_visible()
    return visitor.find("#rule-card p").first.inner_text()


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


def press_long(visitor: Visitor, what: str) -> None:
    """A finger on a thing until its rule is told; then it goes."""
    x, y = visitor.find(what).first.evaluate(MIDDLE)
    finger: Any = visitor.context.new_cdp_session(visitor.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(visitor.find("#rule-card")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_long_press_on_a_choice_tells_its_rule_and_plays_nothing(
    visit: Visit, tables: Tables, server: Server
) -> None:
    visitor = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(tables.one("notre-dame", "asked"))
    acts = server.count_acts(visitor.address)
    button = "#moves button[data-rule]:visible, #hand button[data-rule]"
    press_long(visitor, button)
    assert visitor.find("#rule-card p").nth(1).inner_text().endswith(".")
    visitor.page.keyboard.press("Escape")
    expect(visitor.find("#rule-card")).to_be_hidden()
    assert server.count_acts(visitor.address) == acts
    before = visitor.asked
    visitor.do(button, is_touch=True)
    visitor.until_not(before)
    assert server.count_acts(visitor.address) > acts


def tab_to_a_choice(visitor: Visitor, tables: Tables) -> None:
    """Press Tab at Anna's table until a choice that has a rule has the focus."""
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(tables.paths["notre-dame", "asked"])
    visitor.page.wait_for_selector("main.moving")
    visitor.page.keyboard.press("c")
    for _ in range(30):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate("() => document.activeElement.matches('#moves [data-rule]')"):
            return
    raise AssertionError("no choice has a rule")


@pytest.mark.parametrize("scrolled", ["#log-scroll", "#moves", "html"])
def test_a_choice_tells_its_rule_to_the_keyboard(visit: Visit, tables: Tables, scrolled: str) -> None:
    """Whatever scrolls meanwhile: the log does by itself, and a list may when a choice in it gets the focus."""
    visitor = visit()
    tab_to_a_choice(visitor, tables)
    visitor.page.evaluate("(what) => document.querySelector(what).dispatchEvent(new Event('scroll'))", scrolled)
    expect(visitor.find("#rule-card")).to_be_visible()


def test_a_page_of_rules_that_failed_is_asked_for_again(visit: Visit, tables: Tables) -> None:
    visitor = visit()
    visitor.allowed += ["answer 503", "status of 503"]
    visitor.page.route("**/rules/*", lambda route: route.fulfill(status=503, body="busy"), times=1)
    with visitor.page.expect_response("**/rules/*"):
        tab_to_a_choice(visitor, tables)
    visitor.page.keyboard.press("Shift+Tab")
    visitor.page.keyboard.press("Tab")
    expect(visitor.find("#rule-card")).to_be_visible()
