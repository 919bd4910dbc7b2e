"""What is said aloud: once a turn what others did, and nothing twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import Visitor
from tests.browser.tables import Tables, is_asked, put_table

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
TURNS = {"notre-dame": 3, "rattus": 40}
# Notes what is put into the region that speaks of others, and the numbers of the questions then; what is heard besides.
LISTEN = """() => {
  window.spoken = [];
  const asked = () => document.querySelector("#moves [name=asked]")?.value ?? "";
  new MutationObserver((changes) => {
    const text = document.getElementById("aloud").textContent.trim();
    if (text && changes.some(({ addedNodes }) => addedNodes.length)) window.spoken.push([asked(), text]);
  }).observe(document.getElementById("aloud"), { childList: true, subtree: true, characterData: true });
}"""
# Notes what would be said of a question when the focus comes to it.
FOCUSED = """() => {
  window.found = [];
  document.addEventListener("focusin", ({ target }) => {
    if (target.id === "prompt-title") found.push(target.closest("[aria-live=polite]") !== null);
  });
}"""
LOUD = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]:not([aria-live=off])"


def at_a_table(visit: Visit, tables: Tables, game: str, **options: Any) -> Visitor:
    """Anna at a table with bots alone, where she is asked."""
    visitor = visit(**options)
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(put_table(tables.store, game, is_asked, {0: tables.anna}))
    visitor.page.wait_for_selector("main.moving")
    return visitor


@pytest.mark.parametrize("game", ["notre-dame", pytest.param("rattus", marks=pytest.mark.soak)])
def test_what_others_did_is_said_once_a_turn(visit: Visit, tables: Tables, game: str) -> None:
    visitor = at_a_table(visit, tables, game, reduced_motion="no-preference")
    visitor.page.evaluate(LISTEN)
    visitor.play(TURNS[game])
    visitor.until_asked()
    heard = visitor.page.evaluate("window.spoken")
    assert heard and len({asked for asked, _ in heard}) == len(heard), "once a question at most"
    names = visitor.find(".seat h3").evaluate_all("(found) => found.map((one) => one.title)")
    for _, text in heard:
        assert any(text.startswith(name) or f" {name}" in text for name in names), text
        assert 0 < text.count(". ") + 1 <= 9, text
    visitor.find("[data-again]").click()
    expect(visitor.find(".sky")).to_have_count(0)
    assert visitor.page.evaluate("window.spoken") == heard, "what is shown once more is not said again"


def test_the_end_is_said_with_who_has_won(visit: Visit, tables: Tables) -> None:
    visitor = visit()
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(tables.paths["rattus", "over"])
    verdict = visitor.find("#end-title").inner_text()
    expect(visitor.find("#aloud")).to_contain_text(verdict.rstrip("."))
    assert visitor.find("#end").evaluate(f"(end) => !end.closest('{LOUD}')"), "the same is not said twice"


def test_while_others_are_asked_nothing_is_said(visit: Visit, tables: Tables) -> None:
    visitor = visit()
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(tables.paths["rattus", "waiting"])
    assert visitor.find("#aloud").inner_text() == ""
    assert visitor.find("#prompt-title").evaluate(f"(title) => !title.closest('{LOUD}')")


def test_a_question_to_which_the_focus_comes_is_not_said_besides(visit: Visit, tables: Tables) -> None:
    """A voice reads what the focus comes to."""
    visitor = at_a_table(visit, tables, "rattus")
    visitor.page.evaluate(FOCUSED)
    visitor.play(2)
    visitor.until_asked()
    found = visitor.page.evaluate("window.found")
    assert found and not any(found), found
