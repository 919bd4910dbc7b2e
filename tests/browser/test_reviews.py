"""The review of a game as a browser shows it: begun and followed with and without script, read, and learned from."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import ViewportSize, expect

from bellringer.review.course import Course
from bellringer.review.work import Work
from bellringer.server.store.review_rows import ReviewOf
from bellringer.server.thinking.reviews import Reviewed, packed
from tests.browser.people import Visitor
from tests.browser.server import Server
from tests.browser.tables import Tables
from tests.browser.test_accessible import LIGHTS, WITH_SOAK, check_shown, look
from tests.reviewed import QUICK, another

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
SIZES: tuple[ViewportSize, ...] = ({"width": 1440, "height": 900}, {"width": 390, "height": 844})
LONG = 90_000  # milliseconds that a review of a short game may take on a machine that has much else to do


@pytest.fixture(scope="module")
def reviewed(server: Server, tables: Tables) -> tuple[str, Work]:
    """The path of a whole review of a table's game, and the review."""
    path = tables.paths["rattus", "over"]
    live = server.live(path.removeprefix("/t/"))
    work = Work(Course(live.table), QUICK)
    work.run()
    server.store.reviews.put(*packed(Reviewed(ReviewOf(table=live.kept.id), work)))
    return f"{path}/review", work


def brought(visitor: Visitor) -> None:
    """Look at the record of a short game."""
    visitor.page.goto("/bring")
    visitor.find("#brought").fill(another("map of 2", 3).record())
    visitor.find(".main-button").click()
    expect(visitor.find(".replay-bar")).to_be_visible()


def test_a_review_is_begun_from_the_replay_by_keyboard_and_comes_by_itself(visit: Visit) -> None:
    visitor = look(visit, "en")
    brought(visitor)
    visitor.find("#to-review").focus()
    visitor.page.keyboard.press("Enter")
    button = visitor.find("#review-progress button")
    expect(button).to_be_visible()
    check_shown(visitor, ("light",))
    button.focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.find("#chart svg").first).to_be_visible(timeout=LONG)
    visitor.find(".review-more summary").first.click()
    visitor.find(".review-more tbody a").first.click()
    expect(visitor.find("#why")).to_be_visible()


def test_without_script_the_page_is_loaded_again(visit: Visit) -> None:
    visitor = visit(java_script_enabled=False)
    brought(visitor)
    visitor.find("#to-review").click()
    visitor.find("#review-progress button").click()
    expect(visitor.find("#chart svg").first).to_be_visible(timeout=LONG)  # the browser loads it every few seconds


@pytest.mark.parametrize("language", WITH_SOAK)
def test_every_page_fits_and_axe_finds_nothing_wrong(visit: Visit, reviewed: tuple[str, Work], language: str) -> None:
    """The whole, a moment, and learning, with all that is folded away opened."""
    path, work = reviewed
    visitor = look(visit, language)
    colour = work.review().seats[work.review().mistakes[0].seat]
    pages = ("", f"?eyes={colour}", "/9", f"/learn?eyes={colour}", f"/learn?eyes={colour}&show=1")
    for number, page in enumerate(pages):
        visitor.page.goto(path + page)
        visitor.page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
        for size in SIZES:
            visitor.page.set_viewport_size(size)
            assert visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, page
        check_shown(visitor, LIGHTS if number == 0 else ("light",) if language == "en" else ("dark",))


def test_who_learns_tries_by_keyboard_and_a_reload_keeps_the_place(visit: Visit, reviewed: tuple[str, Work]) -> None:
    """The answer is not in the page before; then it is said, and the way to the next mistake is there."""
    path, work = reviewed
    review = work.review()
    step = next(one for one in review.mistakes if sum(two.seat == one.seat for two in review.mistakes) > 1)
    visitor = look(visit, "en", viewport=SIZES[0])
    visitor.page.goto(f"{path}/learn?eyes={review.seats[step.seat]}")
    assert "The bot plays" not in visitor.page.content()
    ways = visitor.find(".learn-bar .tool").all()
    boxes = sorted((box["x"], box["x"] + box["width"]) for way in ways if (box := way.bounding_box()))
    assert len(boxes) > 3 and all(first[1] <= second[0] for first, second in pairwise(boxes)), "none lies over another"
    visitor.find("[data-list]").focus()
    visitor.page.keyboard.press("Enter")
    visitor.find("#moves .move").first.focus()
    visitor.page.keyboard.press("Enter")
    told = visitor.find(".learn-bar.is-answered")
    expect(told).to_contain_text("The bot plays")
    said = told.inner_text()
    visitor.page.reload()
    expect(visitor.find(".learn-bar.is-answered")).to_contain_text("The bot plays")
    assert visitor.find(".learn-bar.is-answered").inner_text() == said
    visitor.find("#learn-next").focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.find(".learn-bar .moment-count")).to_contain_text("2 /")
