"""Rules one hover away: they stay while others move, and tell of what is pressed long, without playing it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from bellringer.core.tables.table import Table
from bellringer.games.rattus.words.sentences import name_words
from bellringer.server.tables.live.live_game import LiveGame
from tests.browser.people import Visitor
from tests.browser.server import Server
from tests.browser.tables import Tables, choices, put_table

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
CENTRE = """(thing) => {
  const { x, y, width, height } = thing.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
LARGE_SIGN = 18  # pixels, of what is drawn of it
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


@pytest.mark.parametrize(
    "size",
    [(1280, 720), pytest.param((1440, 900), marks=pytest.mark.soak), pytest.param((844, 390), marks=pytest.mark.soak)],
)
def test_a_rule_is_told_in_short_then_more_and_never_over_what_is_pointed_at(
    anna: Visitor, size: tuple[int, int]
) -> None:
    anna.page.set_viewport_size({"width": size[0], "height": size[1]})
    with_rulings = 0  # some cards have none
    for number in range(anna.find("#middle [data-rule]").count()):
        anna.page.mouse.move(2, 2)
        expect(anna.find("#rule-card")).to_be_hidden()
        thing = f"#middle li:nth-child({number + 1}) [data-rule]"
        point_at(anna, thing)
        expect(anna.find("#rule-card .rulings, #rule-card .rule-number")).to_have_count(0)
        assert_apart(anna, thing, size)
        anna.find("#rule-card .rule-more").click()
        expect(anna.find("#rule-card.is-pinned .rule-number")).to_be_visible()
        with_rulings += anna.find("#rule-card .rulings li").count() > 0
        assert_apart(anna, thing, size)
        anna.find("#rule-card .rule-pin").click()
    assert with_rulings


def assert_apart(visitor: Visitor, what: str, size: tuple[int, int]) -> None:
    """The rule lies within the window, and neither over the thing that it is about nor over the question."""
    told = visitor.find("#rule-card").bounding_box()
    assert told is not None
    assert 0 <= told["x"] and told["x"] + told["width"] <= size[0], told
    assert 0 <= told["y"] and told["y"] + told["height"] <= size[1], told
    for spared in (what, "#prompt"):
        thing = visitor.find(spared).bounding_box()
        assert thing is not None
        is_apart = (
            *(told["x"] + told["width"] <= thing["x"] + 1, thing["x"] + thing["width"] <= told["x"] + 1),
            *(told["y"] + told["height"] <= thing["y"] + 1, thing["y"] + thing["height"] <= told["y"] + 1),
        )
        assert any(is_apart), (spared, told, thing)


def test_a_rule_waits_until_the_pointer_rests(visit: Visit, tables: Tables) -> None:
    """For half a second, by the page's own clock; each movement begins it anew."""
    visitor = visit()
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.clock.install(time=0)
    visitor.page.goto(tables.paths["rattus", "waiting"])
    visitor.page.wait_for_selector("main.moving")
    point_at(visitor, "#middle [data-rule]")  # the rules are read now
    visitor.page.keyboard.press("Escape")
    x, y = visitor.find("#middle [data-rule]").nth(1).evaluate(MIDDLE)
    visitor.page.clock.pause_at(3_600_000)
    card = visitor.find("#rule-card")
    for step in range(3):
        visitor.page.mouse.move(x + 4 * step, y)
        visitor.page.clock.run_for(450)
        expect(card).to_be_hidden()
    visitor.page.clock.run_for(60)
    expect(card).to_be_visible()


def test_the_pointer_may_go_over_to_a_rule_which_escape_closes(anna: Visitor) -> None:
    """On its way it comes over another card, which says nothing meanwhile."""
    first = point_at(anna, "#middle li:nth-child(3) [data-rule]")
    box = anna.find("#rule-card").bounding_box()
    assert box is not None
    anna.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
    anna.page.wait_for_timeout(700)
    expect(anna.find("#rule-card")).to_be_visible()
    assert anna.find("#rule-card p").first.inner_text() == first
    anna.page.keyboard.press("Escape")
    expect(anna.find("#rule-card")).to_be_hidden()


def knows_a_rat(live: LiveGame) -> bool:
    """The first seat has a choice, and knows the face of a rat that it may not choose now."""
    is_free = not any(move.startswith("rat ") for move in choices(live)) and not rats_on_choices(live.table)
    return bool(known_rats(live.table)) and bool(choices(live)) and is_free


def known_rats(table: Table) -> set[str]:
    """The regions where a rat lies whose face the first seat knows."""
    rats = table.view(0)["rats"]
    return {region for region, row in rats.items() if any(one["token"] for one in row)}


def rats_on_choices(table: Table) -> list[str]:
    """Those that the first seat may choose."""
    targets = {move.target for move in table.moves(0)}
    return sorted(region for region in known_rats(table) if f"region {region}" in targets)


def knows_a_rat_by_the_piece(live: LiveGame) -> bool:
    """Such a rat lies beside the plague piece, which may be moved, in a region that the first seat may choose."""
    moves, piece = choices(live), live.table.view(0)["plague"]
    return piece in rats_on_choices(live.table) and any(move.startswith("plague ") for move in moves)


@pytest.mark.parametrize(
    ("way", "locale"), [("hover", "fr-FR"), pytest.param("focus", "en-GB", marks=pytest.mark.soak), ("tap", "en-GB")]
)
def test_a_rat_that_is_known_is_shown_large(
    visit: Visit, tables: Tables, server: Server, way: str, locale: str
) -> None:
    """Its limit, and its classes in signs and words, as the view has them; and no other rat."""
    is_phone = way == "tap"
    size = {"width": 390, "height": 844} if is_phone else {"width": 1280, "height": 720}
    visitor = visit(viewport=size, locale=locale, has_touch=is_phone, is_mobile=is_phone)
    tables.anna.enter(visitor.context, tables.url)
    people = {0: tables.anna, 1: tables.ben}
    visitor.page.goto(put_table(tables.store, "rattus", knows_a_rat, people, player="random"))
    visitor.page.wait_for_selector("main.moving")
    there = server.table(visitor.address).view(0)["rats"]
    known = {
        f"rat-{region}-{slot}": one["token"].split()[1:]
        for region, row in there.items()
        for slot, one in enumerate(row, start=1)
        if one["token"]
    }
    rats = visitor.find("#live [data-limit]")
    assert {rat.get_attribute("id") for rat in rats.all()} == known.keys()
    rat = rats.first
    if way == "focus":
        rat.focus()
        visitor.page.keyboard.press("Shift+Tab")
        visitor.page.keyboard.press("Tab")
    elif way == "tap":
        visitor.page.touchscreen.tap(*rat.evaluate(CENTRE))
    else:
        x, y = rat.evaluate(CENTRE)
        visitor.page.mouse.move(x - 1, y)
        visitor.page.mouse.move(x, y)
    limit, *signs = known[str(rat.get_attribute("id"))]
    card = visitor.find("#rule-card")
    expect(card.locator(".face-limit")).to_have_text(limit)
    expect(card.locator(".face-signs li")).to_have_text([name_words("symbol", sign, locale[:2]) for sign in signs])
    for sign in card.locator(".face-signs .emblem").all():
        assert sign.evaluate("(sign) => sign.querySelector('use').getBoundingClientRect().width") >= LARGE_SIGN


def press_long(visitor: Visitor, what: str, where: str = MIDDLE) -> None:
    """A finger on a thing until its rule is told; then it goes."""
    x, y = visitor.find(what).first.evaluate(where)
    finger: Any = visitor.context.new_cdp_session(visitor.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(visitor.find("#rule-card")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("is_phone", [pytest.param(False, marks=pytest.mark.soak), True])
def test_a_rat_that_is_known_keeps_nobody_from_choosing_its_region(
    visit: Visit, tables: Tables, server: Server, is_phone: bool
) -> None:
    """On a desk a click is the choice; a tap shows it first, and a long press shows the rat, not the piece."""
    size = {"width": 390, "height": 844} if is_phone else {"width": 1280, "height": 720}
    visitor = visit(viewport=size, has_touch=is_phone, is_mobile=is_phone)
    tables.anna.enter(visitor.context, tables.url)
    people = {0: tables.anna, 1: tables.ben}
    visitor.page.goto(put_table(tables.store, "rattus", knows_a_rat_by_the_piece, people, player="random"))
    visitor.page.wait_for_selector("main.moving")
    before, region = visitor.asked, server.table(visitor.address).view(0)["plague"]
    rat = f"#live [data-limit][id^='rat-{region}-']"
    middle = visitor.find(rat).first.evaluate(CENTRE)
    if is_phone:
        press_long(visitor, rat, CENTRE)
        expect(visitor.find("#rule-card .face-limit")).to_be_visible()
        visitor.find("#rule-card .rule-pin").tap()
        visitor.page.touchscreen.tap(*middle)
        expect(visitor.find("#hands")).to_be_visible()
        expect(visitor.find("#rule-card")).to_be_hidden()
        assert visitor.asked == before
        visitor.page.touchscreen.tap(*middle)
    else:
        visitor.page.mouse.click(*middle)
    visitor.until_not(before)


def test_a_long_press_on_a_choice_tells_its_rule_and_plays_nothing(
    visit: Visit, tables: Tables, server: Server
) -> None:
    visitor = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(tables.one("notre-dame", "asked"))
    visitor.page.wait_for_selector("main.moving")
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


@pytest.mark.parametrize(
    "scrolled", ["#moves", *(pytest.param(one, marks=pytest.mark.soak) for one in ("#log-scroll", "html"))]
)
def test_a_choice_tells_its_rule_to_the_keyboard(visit: Visit, tables: Tables, scrolled: str) -> None:
    """Whatever scrolls meanwhile: the log does by itself, and a list may when a choice in it gets the focus."""
    visitor = visit()
    tab_to_a_choice(visitor, tables)
    visitor.page.evaluate("(what) => document.querySelector(what).dispatchEvent(new Event('scroll'))", scrolled)
    expect(visitor.find("#rule-card")).to_be_visible()


def test_where_the_pointer_rests_takes_no_rule_from_the_keyboard(visit: Visit, tables: Tables) -> None:
    """A browser tells a new page of the pointer when it comes to it, which may be late."""
    visitor = visit()
    tab_to_a_choice(visitor, tables)
    visitor.page.evaluate(
        "() => document.querySelector('header').dispatchEvent("
        "new PointerEvent('pointerover', { bubbles: true, clientX: 0, clientY: 0 }))"
    )
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
