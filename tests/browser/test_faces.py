"""The faces of all cards in a browser: nothing overflows, names are whole, rules can be pinned, nothing shifts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from bellringer.core.contract.registry import find
from tests.browser.faces import open_faces
from tests.browser.people import Visitor
from tests.browser.tables import GAMES, Tables

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
# The rooms that the table gives a card, on a desk and on a telephone: wide and high, in pixels.
ROOMS = {
    **{"hand": (147, 165), "middle": (140, 150), "strip": (203, 64)},
    **{"many": (118, 84), "thumb": (97, 102), "line": (117, 54)},
}
FACES = [  # French words are longer, so all are tried; of English every two values meet, and the rest is a soak
    *((game, "fr", room) for game in GAMES for room in ROOMS),
    *((GAMES[turn % 2], "en", room) for turn, room in enumerate(ROOMS)),
    *(pytest.param(GAMES[1 - turn % 2], "en", room, marks=pytest.mark.soak) for turn, room in enumerate(ROOMS)),
]
TELLING = ("hand", "strip")  # whose cards bear their whole line
SMALLEST = 14  # pixels of any text on a card
MOST_SHIFT = 0.02
# Of every card: its words, whether anything sticks out, the lines of its name, its smallest text.
LOOK = """() => [...document.querySelectorAll(".game-card")].map((card) => {
  const name = card.querySelector(".card-name"), line = card.querySelector(".card-line");
  const inner = card.getBoundingClientRect();
  const parts = [...card.querySelectorAll(".card-name, .card-more, .card-line")]
    .filter((one) => one.getClientRects().length);
  const words = [];
  const range = document.createRange();
  const walk = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) for (const found of walk.currentNode.data.matchAll(/[^\\s-]+/g)) {
    range.setStart(walk.currentNode, found.index);
    range.setEnd(walk.currentNode, found.index + found[0].length);
    words.push(range.getClientRects().length);
  }
  range.selectNodeContents(name);
  return {
    said: name.textContent,
    isOver: card.scrollWidth > card.clientWidth || card.scrollHeight > card.clientHeight
      || parts.some((one) => one.scrollWidth > one.clientWidth + 1)
      || parts.some((one) => one.getBoundingClientRect().bottom > inner.bottom - 2),
    lines: new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size,
    isBroken: words.some((count) => count > 1),
    smallest: Math.min(...parts.map((one) => parseFloat(getComputedStyle(one).fontSize))),
    hasLine: line !== null && line.getClientRects().length > 0,
    isPlain: line === null,
    size: [Math.round(inner.width), Math.round(inner.height)],
  };
})"""
SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 400);
})"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    yield context.new_page()
    context.close()


# How large each drawing is on the cards of a page, and on the same cards as a scene tells them.
AS_TOLD = """() => {
  const sizes = (card) => [...card.querySelectorAll(".emblem, .rat, .sign")].map((one) => getComputedStyle(one).width);
  const cards = [...document.querySelectorAll(".cards .game-card")];
  const told = cards.map((card) => {
    const one = Object.assign(document.createElement("div"), { className: `${card.className} told-face` });
    one.innerHTML = card.innerHTML;
    const room = Object.assign(document.createElement("div"), { className: "told-card" });
    room.append(one);
    document.querySelector("main").append(room);
    return one;
  });
  return [cards.map(sizes), told.map(sizes)];
}"""


@pytest.mark.parametrize("game", GAMES)
def test_a_scene_tells_a_card_with_the_drawings_that_it_has_in_the_hand(page: Page, game: str) -> None:
    open_faces(page, game, "en", (160, 176), "hand")
    lying, told = page.evaluate(AS_TOLD)
    assert len(lying) > 20 and max(map(len, lying)) > 1
    assert told == lying


@pytest.mark.parametrize(("game", "language", "room"), FACES)
def test_every_face_fits_its_room(page: Page, game: str, language: str, room: str) -> None:
    open_faces(page, game, language, ROOMS[room])
    found: list[dict[str, Any]] = page.evaluate(LOOK)
    assert len(found) > 40
    assert [one["said"] for one in found if one["isOver"]] == []
    assert [one["said"] for one in found if one["isBroken"] or one["lines"] > 2] == []
    assert min(one["smallest"] for one in found) >= SMALLEST
    assert len({one["size"][1] for one in found}) == 1, "all cards of a row are of one height"


@pytest.mark.parametrize("game", ["notre-dame", pytest.param("rattus", marks=pytest.mark.soak)])
def test_a_wide_card_tells_what_it_does_and_a_small_one_leaves_that_to_its_rule(page: Page, game: str) -> None:
    for room in TELLING:
        open_faces(page, game, "en", ROOMS[room])
        assert [one["said"] for one in page.evaluate(LOOK) if not one["hasLine"] and not one["isPlain"]] == [], room
    for room in ("many", "thumb", "line"):
        open_faces(page, game, "en", ROOMS[room])
        assert not any(one["hasLine"] for one in page.evaluate(LOOK)), room


@pytest.mark.parametrize("game", GAMES)
def test_the_typeface_moves_nothing_when_it_comes(visit: Visit, tables: Tables, game: str) -> None:
    """It comes late here, so that all is drawn without it first."""
    visitor = visit()
    tables.anna.enter(visitor.context, tables.url)

    def late(route: Any) -> None:
        visitor.page.wait_for_timeout(700)
        route.continue_()

    visitor.page.route("**/alegreya-*", late)
    visitor.page.goto(tables.paths[game, "asked"], wait_until="commit")
    visitor.page.wait_for_selector("main.moving")
    visitor.page.evaluate("() => document.fonts.ready")
    assert visitor.page.evaluate("() => document.fonts.check('600 16px Alegreya')")
    assert visitor.page.evaluate(SHIFTS) < MOST_SHIFT


@pytest.fixture
def anna(visit: Visit, tables: Tables) -> Visitor:
    """Anna, who waits at a table of class cards."""
    visitor = visit()
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(tables.paths["rattus", "waiting"])
    visitor.page.wait_for_selector("main.moving")
    return visitor


def test_a_pinned_rule_has_its_rulings_in_the_language_of_the_page(visit: Visit, tables: Tables) -> None:
    claire = visit(locale="fr-FR")
    tables.anna.enter(claire.context, tables.url)
    claire.page.goto(tables.paths["rattus", "waiting"])
    claire.page.wait_for_selector("main.moving")
    thing = claire.find("#middle a[data-rule]").first
    name = thing.get_attribute("data-rule")
    assert name
    thing.click()
    shown = [" ".join(ruling) for ruling in find("rattus").words.rulings(name, "fr")]
    expect(claire.find("#rule-card .rulings li")).to_have_text(shown)


def test_a_press_pins_a_rule_until_it_is_closed(anna: Visitor) -> None:
    thing = anna.find("#middle a[data-rule]").first
    thing.click()
    card = anna.find("#rule-card")
    expect(card).to_have_class("rule-card is-pinned")
    expect(card.locator(".rulings li").first).to_be_visible()
    expect(card.locator(".rule-signs")).to_contain_text("class card number")
    anna.page.mouse.move(2, 2)
    anna.page.wait_for_timeout(400)
    expect(card).to_be_visible()
    number = find("rattus").words.rule_words(thing.get_attribute("data-rule") or "", "en")[1]
    way = card.locator(".rule-number a")
    expect(way).to_have_attribute("href", f"/rules/rattus/ledger#{number}")
    expect(way).to_have_attribute("target", "_blank")
    card.locator(".rule-pin").click()
    expect(card).to_be_hidden()


def test_a_key_pins_a_rule_and_escape_gives_the_focus_back(anna: Visitor) -> None:
    thing = anna.find("#middle a[data-rule]").first
    thing.focus()
    anna.page.keyboard.press("?")
    expect(anna.find("#rule-card .rule-pin")).to_be_focused()
    anna.page.keyboard.press("Escape")
    expect(anna.find("#rule-card")).to_be_hidden()
    expect(thing).to_be_focused()
    anna.page.wait_for_timeout(300)
    expect(anna.find("#rule-card")).to_be_hidden()


def test_a_rule_is_told_where_the_pointer_rests_and_goes_with_it(anna: Visitor) -> None:
    anna.find("#middle a[data-rule]").first.hover()
    expect(anna.find("#rule-card")).to_be_visible()  # the rules are read now
    anna.page.mouse.move(2, 2)
    expect(anna.find("#rule-card")).to_be_hidden()
    told = """() => new Promise((done) => {
      const card = document.getElementById("rule-card"), began = performance.now();
      new MutationObserver(() => { if (!card.hidden) done(performance.now() - began); })
        .observe(card, { attributes: true });
      document.querySelectorAll("#middle a[data-rule]")[1]
        .dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
    })"""
    assert anna.page.evaluate(told) > 450
