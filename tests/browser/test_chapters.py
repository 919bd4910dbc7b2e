"""The rules as a person tells them, read and searched by keyboard and without a script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from bellringer.server.drawing.rules.chapters import chapters_of
from tests.browser.people import Visitor

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]


@pytest.mark.parametrize("game", ["rattus", pytest.param("notre-dame", marks=pytest.mark.soak)])
def test_a_reader_goes_through_all_chapters_by_keyboard(visit: Visit, game: str) -> None:
    reader = visit(locale="en-GB")
    reader.page.goto(f"/rules/{game}")
    chapters = chapters_of(game, "en")
    reader.find(".contents a").first.focus()
    for chapter in chapters:
        with reader.page.expect_navigation():
            reader.page.keyboard.press("Enter")
        expect(reader.find("h1")).to_have_text(chapter.title)
        expect(reader.find(".crumbs [aria-current=page]")).to_have_text(chapter.title)
        if chapter is not chapters[-1]:
            reader.find(".how-ways [rel=next]").focus()
    expect(reader.find(".how-ways [rel=next]")).to_have_count(0)


def test_words_are_looked_for_and_found_without_a_script(visit: Visit) -> None:
    plain = visit(java_script_enabled=False, locale="fr-FR", viewport={"width": 390, "height": 844})
    plain.page.goto("/rules/rattus/aim")
    plain.find("#rules-q").fill("eveque")
    with plain.page.expect_navigation():
        plain.page.keyboard.press("Enter")
    expect(plain.find(".found mark").first).to_have_text("évêque")
    card = plain.find(".found a[href$='#rule-bishop']").first
    plain.load_by(card)
    expect(plain.find("#rule-bishop h3")).to_be_in_viewport()
