"""The puzzle of the day as a browser shows it: solved by keyboard, by mouse, without a script, at every size."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

import bellringer
from bellringer.puzzles.sentences import PuzzleTold
from bellringer.puzzles.shipped import shipped, today
from tests.browser.people import Visitor
from tests.browser.test_accessible import LIGHTS, WITH_SOAK, check_shown, look

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
SIZES: tuple[ViewportSize, ...] = (
    {"width": 1440, "height": 900},
    {"width": 1024, "height": 768},
    {"width": 844, "height": 390},
    {"width": 390, "height": 844},
)
GAMES = bellringer.game_names()


def told_of(game: str, number: int = 1) -> PuzzleTold:
    """A puzzle in English."""
    found = shipped(game).at(number)
    assert found is not None
    return PuzzleTold(found, "en")


def best_words(told: PuzzleTold) -> str:
    """What only the answer says."""
    return told.answer()[1].partition(":")[0]


@pytest.mark.parametrize("game", ["notre-dame", pytest.param("rattus", marks=pytest.mark.soak)])
def test_it_is_solved_by_keyboard_and_a_reload_keeps_the_try(visit: Visit, game: str) -> None:
    """The answer is not in the page before; a wrong move is told, and can be tried again; then the right one."""
    told = told_of(game)
    puzzle = told.puzzle
    visitor = look(visit, "en", viewport=SIZES[0])
    visitor.page.goto(f"/puzzles/{game}/1")
    expect(visitor.find(".learn-bar")).to_contain_text(told.task)
    assert best_words(told) not in visitor.page.content()
    visitor.find("[data-list]").focus()
    visitor.page.keyboard.press("Enter")
    visitor.find(f'#moves [data-move="{puzzle.others[0].name}"]').focus()
    visitor.page.keyboard.press("Enter")
    bar = visitor.find(".learn-bar.is-answered")
    expect(bar).to_contain_text("Another move is better.")
    expect(bar).to_contain_text(best_words(told))
    said = bar.inner_text()
    visitor.page.reload()
    assert visitor.find(".learn-bar.is-answered").inner_text() == said
    visitor.find("#learn-again").focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.find(".learn-bar.is-answered")).to_have_count(0)
    visitor.find("[data-list]").focus()
    visitor.page.keyboard.press("Enter")
    visitor.find(f'#moves [data-move="{puzzle.best}"]').focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.find(".learn-bar.is-answered h2")).to_have_text("That is it!")


def test_without_script_the_front_page_leads_to_it_and_it_is_solved(visit: Visit) -> None:
    """By links and a form alone. A move that can't be played is told."""
    visitor = visit(java_script_enabled=False)
    visitor.page.goto("/")
    visitor.find('.game-ways a[href="/puzzles/rattus"]').click()
    expect(visitor.find(".learn-bar .moment-count")).to_have_text(today().isoformat())
    visitor.page.goto("/puzzles/rattus/1?try=fly+away")
    expect(visitor.find(".learn-bar [role=alert]")).to_have_text("Nobody can play that here.")
    told = told_of("rattus")
    visitor.find(f'#moves [data-move="{told.puzzle.best}"]').click()
    expect(visitor.find(".learn-bar.is-answered h2")).to_have_text("That is it!")
    expect(visitor.find(".learn-bar.is-answered")).to_contain_text(best_words(told))
    visitor.find("#to-review").click()
    expect(visitor.find("h1")).to_have_text("Puzzles")


@pytest.mark.parametrize("language", WITH_SOAK)
def test_every_page_fits_and_axe_finds_nothing_wrong(visit: Visit, language: str) -> None:
    """The list, a question, an answer, and a move that can't be played."""
    visitor = look(visit, language)
    second = told_of("notre-dame").puzzle.others[0].name
    pages = ("", "/notre-dame/1", f"/notre-dame/1?try={second}", "/rattus/1?show=1", "/rattus/2?try=fly")
    for number, page in enumerate(pages):
        visitor.page.goto(f"/puzzles{page}")
        visitor.page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
        for size in SIZES:
            visitor.page.set_viewport_size(size)
            assert visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (page, size)
        check_shown(visitor, LIGHTS if number == 1 else ("light",) if language == "en" else ("dark",))


@pytest.mark.parametrize("size", SIZES[2:], ids=str)
def test_the_answer_is_read_from_its_first_line_on(visit: Visit, size: ViewportSize) -> None:
    """Where there is no room for all of it, it scrolls, and its beginning is seen at first."""
    visitor = look(visit, "en", viewport=size)
    visitor.page.goto("/puzzles/rattus/1?show=1")
    box, first = visitor.find(".learn-bar .told"), visitor.find(".learn-bar .told p").first
    outer, inner = box.bounding_box(), first.bounding_box()
    assert outer is not None and inner is not None
    assert outer["y"] - 1 <= inner["y"] and inner["y"] + 10 <= outer["y"] + outer["height"]
    question, way = visitor.find(".learn-bar h2").bounding_box(), visitor.find("#to-review").bounding_box()
    prompt = visitor.find("#prompt").bounding_box()
    assert question is not None and way is not None and prompt is not None
    for one in (question, way):
        assert prompt["y"] <= one["y"] and one["y"] + one["height"] <= prompt["y"] + prompt["height"] + 1
