"""The keyboard alone: from the front page to the end of a game of each, the focus never lost on the way."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError, expect

from tests.browser.people import CLICKS, LONG, LOST, SLOW, Visitor

pytestmark = pytest.mark.slow
FOCUS = """() => {
  const one = document.activeElement;
  return one === document.body || one === null ? "" : `${one.tagName.toLowerCase()}#${one.id}`;
}"""
IS_FOCUSED = "(what) => Boolean(document.activeElement?.matches(what))"
QUESTION = "#prompt-title, #end-title"  # where the focus goes after a move, and after the last one
MOST = 60  # keys to anything on a page
ON_BOARD = 0.7  # the share of moves that are made on the board, where something shines there


@pytest.fixture
def kate(visit: Callable[..., Visitor]) -> Visitor:
    """Somebody without a mouse."""
    return visit()


def tab_to(visitor: Visitor, what: str, key: str = "Tab") -> None:
    """Move the focus on until it is on such a thing."""
    for _ in range(MOST):
        visitor.page.keyboard.press(key)
        if visitor.page.evaluate(IS_FOCUSED, what):
            return
    raise AssertionError(f"{what} can't be reached by {key} in {MOST} steps; the focus is on {focus(visitor)!r}")


def focus(visitor: Visitor) -> str:
    """What has the focus; empty when nothing has."""
    found: str = visitor.page.evaluate(FOCUS)
    return found


def choose_first(visitor: Visitor, select: str) -> None:
    """Choose the first option of a list."""
    tab_to(visitor, select)
    visitor.page.keyboard.press("Home")
    first = visitor.find(f"{select} option").first.get_attribute("value")
    assert first is not None
    expect(visitor.find(select)).to_have_value(first)


def begin(visitor: Visitor, game: str) -> None:
    """A game for two against the weakest bot, from the front page."""
    visitor.page.goto("/")
    choose_first(visitor, f"#seats-{game}")
    choose_first(visitor, f"#level-{game}")
    tab_to(visitor, "form.play button")
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url("**/t/*")
    expect(visitor.find("#prompt")).to_be_visible()


def answer(visitor: Visitor, on_board: bool) -> bool:
    """Answer the question by keys; whether on the board.

    Again when that had no effect: when somebody else moves, the page may change between two keys.
    """
    before = visitor.asked
    for _ in range(CLICKS):
        with suppress(TimeoutError, AssertionError):
            board = type_answer(visitor, on_board)
            visitor.until_not(before, LOST)
            return board
        if visitor.asked != before:
            return False
    visitor.until_not(before)
    return False


def type_answer(visitor: Visitor, on_board: bool) -> bool:
    """The keys that answer the question; whether on the board. What is not in sight is in the list of all choices."""
    board = on_board and visitor.find("#board .shines[data-target]").count() > 0
    if board:
        tab_to(visitor, "#board .shines[data-target]", "Shift+Tab")
        target = visitor.find(":focus").get_attribute("data-target")
        meant = visitor.find(f'#moves button[data-target="{target}"]').count()
        visitor.page.keyboard.press(visitor.dice.choice(("Enter", "Space")))
        if meant > 1:
            visitor.page.wait_for_function(IS_FOCUSED, arg="#moves button[name=move]", timeout=LOST)
            visitor.page.keyboard.press("Enter")
    else:
        if not visitor.find("button[name=move]:visible").count():
            visitor.page.keyboard.press("c")
        for _ in range(visitor.dice.randrange(3) if len(visitor.moves()) > 2 else 0):
            visitor.page.keyboard.press("Tab")
        tab_to(visitor, "button[name=move]")
        visitor.page.keyboard.press(visitor.dice.choice(("Enter", "Space")))
    return board


@pytest.mark.parametrize("game", [pytest.param("notre-dame", marks=pytest.mark.soak), "rattus"])
def test_a_whole_game_by_keys(kate: Visitor, game: str) -> None:
    """After every move the focus is on the question, on which it stays while others move."""
    begin(kate, game)
    on_board = 0
    tab_to(kate, "#prompt button")
    for turn in range(LONG):
        if kate.until_asked() == "over":
            break
        assert focus(kate), f"decision {turn + 1}: the focus was lost while others moved"
        on_board += answer(kate, kate.dice.random() < ON_BOARD)
        kate.page.wait_for_function(IS_FOCUSED, arg=QUESTION, timeout=SLOW)
    assert turn > 5 and on_board > 0
    kate.page.wait_for_function(IS_FOCUSED, arg=QUESTION, timeout=SLOW)
    tab_to(kate, "#end a[href$='/verify']")
    kate.page.keyboard.press("Enter")
    expect(kate.find(".checks li.check-good").first).to_be_visible()
    expect(kate.find(".checks li.check-bad")).to_have_count(0)
