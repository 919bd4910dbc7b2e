"""Where the points came from, as a browser shows it: at an end, and at each moment of a replay."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import Visitor
from tests.browser.tables import Tables
from tests.browser.test_accessible import LIGHTS, check_shown, look

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
GAMES = ["notre-dame", pytest.param("rattus", marks=pytest.mark.soak)]
PHONE = {"width": 390, "height": 844}
TOTALS = """() => [...document.querySelectorAll("#points tfoot td")].map((one) => one.textContent)"""
PAST_EDGE = """() => [...document.querySelectorAll("#points :is(svg, li, summary, .points-scroll)")]
  .map((one) => one.getBoundingClientRect())
  .filter((one) => one.right > innerWidth + .5 || one.left < -.5).length"""


@pytest.mark.parametrize("game", GAMES)
def test_at_an_end_on_a_telephone_it_is_read_by_keyboard(visit: Visit, tables: Tables, game: str) -> None:
    visitor = look(visit, "en", viewport=PHONE)
    visitor.page.goto(tables.paths[game, "over"])
    expect(visitor.find("#points .points-bars li")).to_have_count(3)
    assert visitor.page.evaluate(PAST_EDGE) == 0
    first = visitor.find("#points-of-red > summary")
    first.focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.find("#points-of-red table")).to_be_visible()
    assert visitor.page.evaluate(PAST_EDGE) == 0
    check_shown(visitor, LIGHTS)


@pytest.mark.parametrize("game", GAMES)
def test_in_a_replay_it_follows_the_moment(visit: Visit, tables: Tables, game: str) -> None:
    """With the scores that the end has, and less before."""
    visitor = look(visit, "en")
    visitor.page.goto(f"{tables.paths[game, 'over']}/replay?at=0")
    visitor.find("label[for=tab-points]").click()
    expect(visitor.find("#points")).to_be_visible()
    assert visitor.page.evaluate(TOTALS) == ["0", "0", "0"]
    visitor.find("#step-last").click()
    expect(visitor.find("#end-title")).to_be_visible()
    scores = [one.split()[0] for one in visitor.find("#end .score").all_inner_texts()]
    expect(visitor.find("#points")).to_be_visible()
    assert sorted(visitor.page.evaluate(TOTALS), key=int) == sorted(scores, key=int) and scores != ["0"] * 3
    check_shown(visitor, ("light",))
