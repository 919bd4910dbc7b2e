"""Citizens that are dropped on the board are seen to fall; who wants no motion sees where they touched it and lie."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from bellringer.server.live_game import LiveGame
from tests.browser.people import SLOW, Visitor
from tests.browser.server import Server
from tests.browser.tables import Tables, choices, put_table

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
CARDS = ("jester", "knight", "peasant", "monk", "king", "witch")


def may_drop(live: LiveGame) -> bool:
    """The first seat can take the card by which it drops two citizens."""
    return "take jester" in choices(live)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_dropped_citizens_fall_where_the_rules_say(visit: Visit, server: Server, tables: Tables, motion: str) -> None:
    people = {0: tables.anna, 1: tables.ben}
    options = {"box": "big-box", "classes": CARDS}
    path = put_table(server.store, "rattus", may_drop, people, seats=2, options=options)
    visitor = visit(reduced_motion=motion)
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(path)
    visitor.page.wait_for_selector("main.moving")
    assert visitor.find(".falls").count() == 0
    for move in ("take jester", "use jester", "place italia"):
        visitor.open_list()
        visitor.find(f'#moves button[value="{move}"]').click()
    falls = visitor.find("#board .falls use")
    expect(falls).to_have_count(2, timeout=SLOW)
    events = [
        event for event in server.live(path.removeprefix("/t/")).table.events() if event.kind == "citizen-dropped"
    ]
    for fall, event in zip(falls.all(), events[-2:], strict=True):
        *_, x, y = event.motion.split()
        assert f"translate({x}px, {y}px)" in str(fall.get_attribute("style"))
    moving = visitor.page.evaluate(
        "() => [...document.querySelectorAll('.falls use')].map((one) => one.getAnimations().length)"
    )
    assert moving == ([0, 0] if motion == "reduce" else [1, 1])
    assert visitor.find(".falls .fall-way").count() == (2 if motion == "reduce" else 0)
    expect(visitor.find(".falls")).to_have_count(0, timeout=SLOW)
