"""Keys on any keyboard, a list of them, and a switch for who does not want them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from bellringer.server.drawing.site.shortcuts import SHORTCUTS
from tests.browser.people import Visitor
from tests.browser.server import Server
from tests.browser.tables import Tables

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
# A key that is pressed: where it lies, what it types there, and whether Shift is held.
PRESS = """([code, key, shiftKey]) => {
  const what = { code, key, shiftKey, bubbles: true, cancelable: true };
  (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", what));
}"""
ONES = {
    "Digit1": [("1", False), ("&", False), ("1", True)],  # as on an English keyboard, as on a French one
    "Numpad1": [("1", False)],
}
NO_ONES = {"Digit1": [("!", True)], "Numpad1": [("End", False)]}  # which scrolls


@pytest.fixture
def anna(visit: Visit, tables: Tables) -> Visitor:
    """Anna is asked at her table."""
    visitor = visit()
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(tables.paths["rattus", "asked"])
    visitor.page.wait_for_selector("main.moving")
    return visitor


def press(visitor: Visitor, code: str, key: str, is_shifted: bool = False) -> None:
    """Press a key of any keyboard."""
    visitor.page.evaluate(PRESS, [code, key, is_shifted])


def test_a_digit_is_the_key_on_which_it_stands(anna: Visitor) -> None:
    """On a French keyboard it types another sign without Shift."""
    choices = anna.find("#moves")
    for code, typed in NO_ONES.items():
        for key, is_shifted in typed:
            press(anna, code, key, is_shifted)
            expect(choices).to_be_hidden()
    for code, typed in ONES.items():
        for key, is_shifted in typed:
            press(anna, code, key, is_shifted)
            expect(choices).to_be_visible()
            press(anna, "KeyC", "c")
            expect(choices).to_be_hidden()


def test_a_digit_of_a_french_keyboard_answers(visit: Visit, tables: Tables, server: Server) -> None:
    visitor = visit()
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(tables.one("notre-dame", "draft"))
    visitor.page.wait_for_selector("main.moving")
    before, second, acts = visitor.asked, visitor.moves()[1], server.count_acts(visitor.address)
    press(visitor, "Digit2", "é")
    press(visitor, "Digit2", "é")
    visitor.until_not(before)
    assert server.live(visitor.address).acts[acts].word == second


def test_a_letter_is_what_is_typed(anna: Visitor) -> None:
    """Wherever it lies (on Dvorak's keyboard `c` is where others have `i`), with Caps Lock too, but not with Shift."""
    press(anna, "KeyC", "j")
    press(anna, "KeyC", "C", True)
    expect(anna.find("#moves")).to_be_hidden()
    press(anna, "KeyI", "c")
    expect(anna.find("#moves")).to_be_visible()
    press(anna, "KeyC", "C")
    expect(anna.find("#moves")).to_be_hidden()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_a_question_mark_lists_the_keys(visit: Visit, tables: Tables, locale: str) -> None:
    visitor = visit(locale=locale)
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(tables.paths["rattus", "asked"])
    visitor.page.wait_for_selector("main.moving")
    focused = visitor.page.evaluate("document.activeElement.id")
    visitor.page.keyboard.press("?")
    shown = visitor.find("#keys")
    expect(shown).to_be_visible()
    assert shown.locator("[data-shortcut]").count() == len(SHORTCUTS)
    assert shown.evaluate("(one) => one.matches(':modal') && one.contains(document.activeElement)")
    visitor.page.keyboard.press("c")
    expect(visitor.find("#moves")).to_be_hidden()  # nothing else listens meanwhile
    visitor.page.keyboard.press("Escape")
    expect(shown).to_be_hidden()
    visitor.page.wait_for_function("(id) => document.activeElement.id === id", arg=focused)  # once it has been drawn


def test_single_keys_are_switched_off(anna: Visitor) -> None:
    """In Settings; the browser keeps it. What acts on what has the focus goes on, as do Escape and typing."""
    anna.open_pane("settings")
    anna.find("#single-keys").uncheck()
    for _ in range(2):
        expect(anna.find("[data-list]")).not_to_have_attribute("aria-keyshortcuts", "c")
        for code, key in (("Digit1", "1"), ("KeyC", "c"), ("Slash", "?")):
            press(anna, code, key)
        expect(anna.find("#moves")).to_be_hidden()
        expect(anna.find("#keys")).to_be_hidden()
        anna.page.reload()
        anna.page.wait_for_selector("main.moving")
    expect(anna.find("#single-keys")).not_to_be_checked()
    anna.find("#middle [data-rule]").first.focus()
    press(anna, "Slash", "?", True)
    expect(anna.find("#rule-card.is-pinned")).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(anna.find("#rule-card")).to_be_hidden()
    anna.open_pane("settings")
    anna.find("[data-show-keys]").click()
    expect(anna.find("#keys-off")).to_be_visible()
    anna.find("#keys button").click()
    anna.find("#single-keys").check()
    press(anna, "KeyC", "c")
    expect(anna.find("#moves")).to_be_visible()
