"""How a game is played, for somebody who has never seen it: by keyboard, without a script, from the table and back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from bellringer.core.contract.registry import find
from tests.browser.people import Visitor
from tests.browser.server import Server
from tests.browser.tables import Tables
from tests.browser.whole import SETTLED, hidden_on

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
PLAIN = {"classes": (), "modules": ()}  # what a table has chosen
DRAWN = "() => [...document.images].every((one) => one.complete && one.naturalWidth > 0)"
SIZES = ((1440, 900), (1280, 720), (390, 844), (360, 640), (844, 390), (740, 360))


@pytest.mark.parametrize("game", ["notre-dame", pytest.param("rattus", marks=pytest.mark.soak)])
def test_a_stranger_goes_from_the_front_page_through_all_screens_by_keyboard(visit: Visit, game: str) -> None:
    stranger, guide = visit(locale="en-GB"), find(game).guide
    assert guide is not None
    stranger.page.goto("/")
    stranger.find(f'article:has(#game-{game}) a[href="/how/{game}"]').focus()
    for name in guide.names:
        with stranger.page.expect_navigation():
            stranger.page.keyboard.press("Enter")
        expect(stranger.find("h1")).to_have_text(guide.screen(name, "en", {}).title)
        expect(stranger.find(".how-steps [aria-current=step]")).to_have_count(1)
        stranger.page.wait_for_function(DRAWN)
        stranger.find(".how-ways .main-button").focus()
    expect(stranger.find(".how-ways .main-button")).to_have_attribute("href", f"/#game-{game}")


def test_without_a_script_all_of_it_is_there(visit: Visit) -> None:
    plain = visit(java_script_enabled=False, locale="fr-FR", viewport={"width": 390, "height": 844})
    plain.page.goto("/how/rattus/plague")
    for step in ("scoring", "end"):
        plain.load_by(plain.find(".how-ways [rel=next]"))
        assert plain.page.url.endswith(f"/how/rattus/{step}")
    number = plain.find(".how-points .rule-ref").first
    said = number.inner_text()
    plain.load_by(number)
    expect(plain.find(f'[id="{said}"]')).to_be_in_viewport()
    expect(plain.find(".remark")).to_contain_text("anglais")


ROWS = "(signs) => new Set([...signs.children].map((one) => one.getBoundingClientRect().top)).size"


def test_a_few_signs_stand_in_one_row(visit: Visit) -> None:
    """In French, whose words are longest."""
    reader = visit(locale="fr-FR")
    reader.page.goto("/how/notre-dame")
    for width in (1440, 1280, 390):
        reader.page.set_viewport_size({"width": width, "height": 844})
        expect(reader.find(".how-signs li")).to_have_count(3)
        assert reader.find(".how-signs").evaluate(ROWS) == 1, width


def test_on_paper_there_is_nothing_to_press(visit: Visit) -> None:
    reader = visit()
    reader.page.goto("/how/notre-dame/all")
    reader.page.emulate_media(media="print")
    for gone in (".top", ".bottom", ".how-steps", ".how-more"):
        expect(reader.find(gone)).to_be_hidden()
    expect(reader.find(".how-part")).to_have_count(5)


@pytest.mark.parametrize(
    ("game", "locale"),
    [
        ("notre-dame", "fr-FR"),
        ("rattus", "en-GB"),
        pytest.param("notre-dame", "en-GB", marks=pytest.mark.soak),
        pytest.param("rattus", "fr-FR", marks=pytest.mark.soak),
    ],
)
def test_the_first_question_of_a_first_game_says_how_to_win(visit: Visit, game: str, locale: str) -> None:
    """It is whole at every size, lies over nothing, leads to the guide in a tab of its own, and goes when closed."""
    newcomer, guide = visit(locale=locale, viewport={"width": 1440, "height": 900}), find(game).guide
    assert guide is not None
    newcomer.page.goto("/")
    newcomer.load_by(newcomer.find(f"article:has(#game-{game}) .play .main-button"))
    newcomer.until_dealt()
    newcomer.page.wait_for_selector("#prompt.is-mine")
    expect(newcomer.find("#aim")).to_contain_text(guide.aim(locale[:2], PLAIN))
    newcomer.page.wait_for_selector("main.moving")
    for width, height in SIZES:
        newcomer.page.set_viewport_size({"width": width, "height": height})
        newcomer.page.evaluate(SETTLED)
        assert hidden_on(newcomer.page) == [], (width, height)
    newcomer.page.set_viewport_size({"width": 360, "height": 640})
    with newcomer.context.expect_page() as opened:
        newcomer.find("#aim a").click()
    expect(opened.value.locator("h1")).to_have_text(guide.screen("aim", locale[:2], {}).title)
    opened.value.close()
    newcomer.find("#aim button").click()
    expect(newcomer.find("#aim")).to_have_count(0)
    expect(newcomer.find("#prompt.is-mine")).to_be_visible()
    newcomer.page.reload()
    newcomer.page.wait_for_selector("#prompt.is-mine")
    expect(newcomer.find("#aim")).to_have_count(0)


def test_the_first_answer_takes_it_away(visit: Visit, server: Server) -> None:
    newcomer = visit()
    newcomer.make_table("rattus", "Nora", ("me", "bot:random"), start="0")
    newcomer.page.wait_for_selector("#prompt.is-mine")
    expect(newcomer.find("#aim")).to_be_visible()
    newcomer.choose("place gallia")
    newcomer.until_asked()
    expect(newcomer.find("#aim")).to_have_count(0)


def test_the_numbers_of_a_pinned_rule_lead_to_the_ledger_beside_the_table(visit: Visit, tables: Tables) -> None:
    anna = visit()
    tables.anna.enter(anna.context, tables.url)
    anna.page.goto(tables.paths["rattus", "waiting"])
    anna.page.wait_for_selector("main.moving")
    anna.find("#middle a[data-rule]").first.click()
    number = anna.find("#rule-card .rule-number a")
    with anna.context.expect_page() as opened:
        number.click()
    expect(opened.value.locator(f'[id="{number.inner_text()}"]')).to_be_in_viewport()
    expect(anna.find("#board")).to_be_visible()
    anna.page.keyboard.press("Escape")
    anna.open_pane("rules")
    expect(anna.find("#rule-list .rule-ref").first).to_have_attribute("target", "_blank")
    expect(anna.find("#rules > p a").first).to_have_attribute("target", "_blank")
