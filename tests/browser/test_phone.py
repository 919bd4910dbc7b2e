"""A telephone, held upright: the first ten decisions by taps on the board and the prompt, which is always in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from bellringer.server.tables.live.live_game import LiveGame
from tests.browser.people import Visitor
from tests.browser.tables import Tables, choices, put_table

pytestmark = pytest.mark.slow
DECISIONS = 10
SCREEN = {"width": 360, "height": 740}
PHONE: dict[str, Any] = {"viewport": SCREEN, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
IN_SIGHT = """() => {
  const box = document.getElementById("prompt-title").getBoundingClientRect();
  const x = box.left + Math.min(box.width, 40) / 2, y = (box.top + box.bottom) / 2;
  const met = document.elementFromPoint(x, y);
  return box.top >= 0 && box.bottom <= innerHeight && box.width > 0 && met !== null && met.closest("#prompt") !== null;
}"""


def is_prompt_in_sight(visitor: Visitor) -> bool:
    """Whether the question lies on the screen, with nothing over it."""
    return bool(visitor.page.evaluate(IN_SIGHT))


@pytest.mark.parametrize("game", [pytest.param("notre-dame", marks=pytest.mark.soak), "rattus"])
def test_ten_decisions_by_taps(visit: Callable[..., Visitor], game: str) -> None:
    """On the board where something shines there, else by a card or a button; at least one on the board."""
    visitor = visit(**PHONE)
    visitor.begin_table(game, "Pia", ("me", "bot:random", "bot:random"))
    on_board = turn = 0
    while turn < DECISIONS or on_board == 0:
        assert visitor.until_asked().isdecimal()
        assert is_prompt_in_sight(visitor), f"decision {turn + 1}: the prompt is out of sight at once"
        visitor.page.evaluate("scrollTo({ top: document.body.scrollHeight / 2, behavior: 'instant' })")
        assert is_prompt_in_sight(visitor), f"decision {turn + 1}: the prompt has scrolled away"
        if visitor.by_board(is_touch=True) is not None:
            on_board += 1
        else:
            visitor.by_button(is_touch=True)
        assert is_prompt_in_sight(visitor), f"decision {turn + 1}: the prompt is out of sight after it"
        turn += 1


# what is in sight, and where

INSIDE = """(one) => {
  const box = one.getBoundingClientRect();
  return box.left >= -1 && box.right <= innerWidth + 1 && box.top >= -1 && box.bottom <= innerHeight + 1;
}"""
SHOWN = """(one) => {
  const box = one.getBoundingClientRect(), list = one.closest("#moves").getBoundingClientRect();
  return box.top >= list.top && box.bottom <= list.bottom;
}"""
# What has the focus, when it is out of sight or under something else; boxes that are for ears only don't count.
COVERED = """() => {
  const one = document.activeElement, box = one.getBoundingClientRect();
  if (one === document.body || one.matches(".skip, .unseen") || box.width < 2) return "";
  const met = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height, 20) / 2);
  const isMet = met !== null && (one.contains(met) || met.contains(one) || met.closest("#board"));
  return isMet ? "" : one.outerHTML.slice(0, 120);
}"""


def on_a_phone(visit: Callable[..., Visitor], tables: Tables, path: str, **more: Any) -> Visitor:
    """Anna's telephone at a table."""
    visitor = visit(**{**PHONE, **more})
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(path)
    visitor.page.wait_for_selector("main.moving")
    return visitor


@pytest.mark.parametrize("game", ["notre-dame", pytest.param("rattus", marks=pytest.mark.soak)])
def test_what_leave_opens_is_in_sight(visit: Callable[..., Visitor], tables: Tables, game: str) -> None:
    visitor = on_a_phone(visit, tables, tables.paths[game, "asked"])
    visitor.find("#leave > summary").tap()
    visitor.page.wait_for_function(f"() => ({INSIDE})(document.querySelector('#leave > summary'))")
    visitor.page.wait_for_function(f"() => ({INSIDE})(document.querySelector('#lend button'))")


@pytest.mark.parametrize("game", [pytest.param("notre-dame", marks=pytest.mark.soak), "rattus"])
def test_a_closer_look_shows_where_one_can_choose_twice_as_large(
    visit: Callable[..., Visitor], tables: Tables, game: str
) -> None:
    """Also after all was seen while something was told; a finger moves it; another tap shows the whole board again."""
    visitor = on_a_phone(visit, tables, tables.paths[game, "asked"])
    board, width = visitor.find("#live"), visitor.find("#board").bounding_box()
    assert width is not None and board.bounding_box() == width
    visitor.find(".closer").tap()
    assert board.evaluate("(one) => one.getBoundingClientRect().width / innerWidth") > LARGE
    assert visitor.page.evaluate(LOOKED_AT) == HOME[game]
    frame = visitor.find("#board")
    frame.evaluate(SCROLL_TO_START)
    frame.evaluate("(one) => one.classList.add('is-staged')")
    assert board.bounding_box() == width
    frame.evaluate("(one) => one.classList.remove('is-staged')")
    visitor.page.wait_for_function(f"() => ({LOOKED_AT})().join() === '0.25,0.25'")
    visitor.find(".closer").tap()
    assert board.bounding_box() == width


LARGE = 1.8  # times the screen's width
HOME = {"notre-dame": [0.5, 0.75], "rattus": [0.5, 0.5]}
SCROLL_TO_START = """(one) => new Promise((done) => {
  one.addEventListener("scroll", () => setTimeout(done), { once: true });
  one.scrollTo(0, 0);
})"""
# The middle of what is seen of the board, in quarters of it.
LOOKED_AT = """() => {
  const one = document.getElementById("board");
  const part = (at, room, all) => Math.round(4 * (at + room / 2) / all) / 4;
  const x = part(one.scrollLeft, one.clientWidth, one.scrollWidth);
  return [x, part(one.scrollTop, one.clientHeight, one.scrollHeight)];
}"""


def is_donating(live: LiveGame) -> bool:
    """The first seat may give one, two or three coins, or none."""
    return sum(move.startswith("give ") for move in choices(live)) > 2


# Whether the last answer is in sight; and whether the row says that it goes on.
LAST_ANSWER = """() => {
  const row = document.querySelector("#prompt .answers"), room = row.getBoundingClientRect();
  const last = row.lastElementChild.getBoundingClientRect();
  return [last.right <= room.right + 1 && last.bottom <= room.bottom + 1, row.matches(".has-more")];
}"""
FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.mark.parametrize("locale", ["fr-FR", pytest.param("en-GB", marks=pytest.mark.soak)])
def test_every_answer_is_in_sight_or_the_row_says_that_it_goes_on(
    visit: Callable[..., Visitor], tables: Tables, locale: str
) -> None:
    people = {0: tables.anna, 1: tables.ben}
    path = put_table(tables.store, "notre-dame", is_donating, people, player="random")
    visitor = on_a_phone(visit, tables, path, locale=locale)
    rows_that_go_on = 0
    for width, height in ((390, 844), (390, 664), (844, 390), (844, 331), (360, 640), (320, 568)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.evaluate(FRAME)
        is_seen, says_so = visitor.page.evaluate(LAST_ANSWER)
        assert is_seen != says_so, (width, height)
        rows_that_go_on += says_so
        visitor.find("#prompt .answers").evaluate("(row) => { row.scrollLeft = row.scrollWidth; }")
        visitor.page.evaluate(FRAME)
        assert visitor.page.evaluate(LAST_ANSWER) == [True, False], (width, height)
        visitor.find("#prompt .answers").evaluate("(row) => { row.scrollLeft = 0; }")
    assert rows_that_go_on


def test_a_tap_leaves_no_mark_on_what_is_of_the_same_target(visit: Callable[..., Visitor], tables: Tables) -> None:
    """A tap gives the focus, too; but what the focus of a keyboard is on is marked everywhere."""
    visitor = on_a_phone(visit, tables, tables.one("notre-dame", "asked"))
    visitor.find("#hand .is-legal").first.tap()
    assert visitor.page.evaluate("() => document.activeElement.matches('#hand .is-legal')")
    expect(visitor.find(".is-meant")).to_have_count(0)
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Shift+Tab")
    expect(visitor.find(".is-meant").first).to_be_attached()


def test_the_choice_of_a_hint_is_in_sight(visit: Callable[..., Visitor], tables: Tables) -> None:
    """Also in a list that is longer than its room."""
    low = {"width": 360, "height": 560}
    visitor = on_a_phone(visit, tables, tables.paths["rattus", "everything"], viewport=low)
    visitor.open_list(is_touch=True)
    last = visitor.find("#moves fieldset button[name=move]").last
    assert not last.evaluate(SHOWN)
    visitor.page.evaluate(HINT, last.get_attribute("id"))
    visitor.page.wait_for_function(f"() => ({SHOWN})(document.querySelector('#moves .is-hinted'))")


# The prompt comes once more, with a hint of this choice.
HINT = """(id) => {
  const part = document.getElementById("prompt").cloneNode(true);
  part.querySelector(`#${CSS.escape(id)}`).classList.add("is-hinted");
  const text = `<hx-partial hx-target="#prompt" hx-swap="outerMorph">${part.outerHTML}</hx-partial>`;
  return htmx.swap({ sourceElement: document.getElementById("main"), target: "#main", swap: "none", text });
}"""


def test_a_refusal_of_the_chat_is_in_sight_until_something_is_done(
    visit: Callable[..., Visitor], tables: Tables
) -> None:
    visitor = on_a_phone(visit, tables, tables.paths["rattus", "asked"])
    visitor.allowed.append("status of 429")
    visitor.open_pane("chat")
    visitor.page.route(
        "**/say",
        lambda route: route.fulfill(
            status=429, content_type="text/html",
            body='<hx-partial hx-target="#notice" hx-swap="innerHTML">Too quick</hx-partial>',
        ),
    )  # fmt: skip
    visitor.page.fill("#say-text", "again")
    visitor.page.press("#say-text", "Enter")
    notice = visitor.find("#notice[role=alert]")
    expect(notice).to_have_text("Too quick")
    expect(notice).to_be_in_viewport(ratio=1)
    visitor.page.unroute("**/say")
    visitor.say("once more")
    expect(notice).to_be_hidden()


def test_the_focus_is_never_out_of_sight(visit: Callable[..., Visitor], tables: Tables) -> None:
    """By keys from the first thing of the page to the last."""
    visitor = on_a_phone(visit, tables, tables.paths["rattus", "crowded"])
    for _ in range(70):
        visitor.page.keyboard.press("Tab")
        covered = visitor.page.evaluate(COVERED)
        assert not covered
        if visitor.page.evaluate("() => document.activeElement.matches('#drawer')"):
            return
    raise AssertionError("the drawer can't be reached")


# What of a page that keys come to lies under a box that tells something.
UNDER = """(box) => {
  const under = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return width > 2 && box.contains(document.elementFromPoint(left + width / 2, top + Math.min(height, 20) / 2));
  };
  const all = document.querySelectorAll("a[href], button, summary, input, [tabindex='0']");
  return [...all].find((one) => !one.matches(".unseen, .rule-more") && !one.closest("#moves, #board") && under(one));
}"""
# A preview lies over nothing to press on a telephone, but over the log beside a board.
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}, "has_touch": False, "is_mobile": False}
TELLERS = [("#board .shines", "#hands", DESK), ("a[data-rule=monk]", "#rule-card", PHONE)]


@pytest.mark.parametrize(("teller", "box", "screen"), TELLERS, ids=["preview", "rule"])
def test_what_is_told_goes_at_once_when_the_focus_comes_under_it(
    visit: Callable[..., Visitor], tables: Tables, teller: str, box: str, screen: dict[str, Any]
) -> None:
    visitor = on_a_phone(visit, tables, tables.paths["rattus", "crowded"], **screen)
    visitor.page.keyboard.press("Tab")  # the keys are in use
    visitor.find(teller).first.focus()
    expect(visitor.find(box)).to_be_visible()
    under = visitor.find(box).evaluate_handle(UNDER)
    assert under.evaluate("(one) => Boolean(one)"), "it lies over nothing"
    assert not under.evaluate(f"(one) => {{ one.focus(); return ({COVERED})(); }}")


def test_the_skip_link_leads_to_the_question(visit: Callable[..., Visitor], tables: Tables) -> None:
    visitor = on_a_phone(visit, tables, tables.paths["rattus", "asked"])
    visitor.page.keyboard.press("Tab")
    expect(visitor.find(".skip")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(visitor.find("#prompt-title")).to_be_focused()
    assert is_prompt_in_sight(visitor)


@pytest.mark.parametrize("options", [PHONE, pytest.param({}, marks=pytest.mark.soak)], ids=["telephone", "desk"])
def test_the_result_comes_into_sight_wherever_one_has_scrolled_to(
    visit: Callable[..., Visitor], options: dict[str, Any]
) -> None:
    visitor = visit(**options)
    visitor.begin_table("rattus", "Pia", ("me", "bot:random", "bot:random"))
    visitor.until_asked()
    visitor.page.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
    visitor.find("#leave summary").click()
    visitor.find("#resign button").click()
    expect(visitor.find("#end-title")).to_be_in_viewport(ratio=1)
