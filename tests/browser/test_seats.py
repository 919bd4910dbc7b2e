"""The marks at a seat: none of them lies over the letter by which the seat is told from others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bellringer.server.tables.live.live_game import LiveGame
from tests.browser.people import Visitor
from tests.browser.tables import Tables, choices, put_table

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
SIZES = ((1440, 900), (1280, 720), (844, 390), (390, 844))
SEATS = 5
# The letters of seats over which something else of the seat's head lies.
COVERED = """() => [...document.querySelectorAll(".seat-head")].flatMap((head) => {
  const letter = head.querySelector(".sign-letter").getBoundingClientRect();
  return [...head.children].slice(1).filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 1 && box.left < letter.right && box.right > letter.left
      && box.top < letter.bottom && box.bottom > letter.top;
  }).map((one) => `${head.textContent.trim().split(/\\s+/)[0]} is under ${one.className}`);
})"""


def hires_last(live: LiveGame) -> bool:
    """All others have had their turn of hiring, and have a tick."""
    is_hiring = any(name.startswith("hire ") for name in choices(live))
    return is_hiring and live.table.view(0)["start"] == "blue"


def test_no_mark_covers_the_letter_of_a_seat(visit: Visit, tables: Tables) -> None:
    visitor = visit()
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(put_table(tables.store, "notre-dame", hires_last, {0: tables.anna}, seats=SEATS))
    visitor.page.wait_for_selector("main.moving")
    assert visitor.find(".turn-taken").count() == SEATS - 1
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        assert visitor.page.evaluate(COVERED) == [], (width, height)
