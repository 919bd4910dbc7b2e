"""The page of a review, from its file: at every width, in both lights, by keyboard, and for a screen reader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from bellringer.review.page import page as page_of
from tests.reviewed import late, reviewed

pytestmark = pytest.mark.slow
GAMES = {"town of 5": "fr", "map of 6": "en"}  # the most seats of each game


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A page of each game."""
    folder, found = tmp_path_factory.mktemp("reviews"), {}
    for name, language in GAMES.items():
        found[name] = folder / f"{name}.html"
        found[name].write_text(page_of(*reviewed(late(name, 30)), language), encoding="utf-8")
    return found


@pytest.fixture(params=list(GAMES))
def shown(request: pytest.FixtureRequest, files: dict[str, Path], browser: Browser) -> Iterator[Page]:
    """A page in a browser without script. No page may complain, or ask for anything else."""
    context = browser.new_context(offline=True)
    page, said = context.new_page(), list[str]()
    page.on("console", lambda message: said.append(message.text))
    page.on("requestfailed", lambda one: said.append(one.url))
    page.goto(files[request.param].as_uri())
    yield page
    context.close()
    assert said == []


@pytest.mark.parametrize("width", [320, 390, 844, 1440])
def test_nothing_is_wider_than_the_screen(shown: Page, width: int) -> None:
    shown.set_viewport_size({"width": width, "height": 900})
    shown.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    assert shown.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    chart = shown.locator(".chart.open svg").bounding_box()
    assert chart and chart["height"] >= 200 and chart["width"] >= 0.7 * min(width - 32, 900)


@pytest.mark.parametrize("light", ["light", "dark"])
def test_axe_finds_nothing_wrong(shown: Page, light: str) -> None:
    shown.emulate_media(color_scheme=light)  # type: ignore[arg-type]
    shown.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    found = Axe().run(shown, options={"resultTypes": ["violations"]})
    assert len(found.response["passes"]) > 5
    assert found.violations_count == 0, found.generate_report()


def test_whose_eyes_is_chosen_by_keyboard(shown: Page) -> None:
    """One chart is shown at a time; the table below it has the same numbers as text."""
    assert shown.locator(".chart:visible").count() == 1
    shown.locator("#v-open").focus()
    shown.keyboard.press("ArrowDown")
    assert shown.locator(".chart:visible").get_attribute("class") == "chart eyes-0"
    shown.locator("#v-open").check()
    assert shown.locator(".chart.open svg").is_visible()
    decisions = shown.locator("main > details").first.locator("tbody tr").count()
    assert decisions > 20 and shown.locator(".of-chart tbody tr").count() == decisions + 1  # and the end


def test_a_screen_reader_is_told_what_the_chart_shows(shown: Page) -> None:
    chart = shown.locator(".chart.open svg")
    assert chart.get_attribute("role") == "img" and len(chart.get_attribute("aria-label") or "") > 20
    assert shown.locator("main h2").count() == shown.locator("section, main > details").count()
