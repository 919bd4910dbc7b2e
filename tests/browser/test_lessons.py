"""A first game with a guide: found, begun, left, taken up and gone on with, by keyboard too; whole lessons as soaks."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from bellringer.core.contract.registry import find
from bellringer.core.shown.show import Lesson
from tests.browser.people import Visitor
from tests.browser.test_accessible import check_shown

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
GAMES = ("notre-dame", "rattus")
WHOLE = [(game, name) for game in GAMES for name in (find(game).lessons.names if find(game).lessons else ())]  # type: ignore[union-attr]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESK = {"viewport": {"width": 1280, "height": 720}}
LOOKS = [("en-GB", "light", DESK), ("fr-FR", "dark", PHONE)]
MOST = 40  # decisions of a part
WIDER = "() => document.documentElement.scrollWidth > innerWidth"
CHOOSE = """(move) => {
  [...document.querySelectorAll("#moves button[name=move]")].find((one) => one.value === move).click();
}"""


def lesson_of(game: str, name: str, language: str = "en") -> Lesson:
    lessons = find(game).lessons
    assert lessons is not None
    return lessons.lesson(name, language)


def begin(visitor: Visitor, game: str, name: str = "first") -> None:
    """Begin a lesson from its page."""
    visitor.page.goto(f"/learn/{game}")
    visitor.load_by(visitor.find(f"section:has(#lesson-{name}) .learn-ways button"))
    visitor.until_listening()


def choose(visitor: Visitor, move: str = "") -> None:
    """Make a move, the first one unless another is named, and wait until the next question, or the end."""
    before = visitor.asked
    visitor.page.evaluate(CHOOSE, move or visitor.moves()[0])
    visitor.until_not(before)
    visitor.until_asked()


def go_on(visitor: Visitor) -> None:
    """Go on to the next part."""
    before = visitor.page.url
    visitor.find("#lesson .lesson-ways button").first.click()
    visitor.page.wait_for_url(lambda url: url != before, wait_until="load")


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_found_begun_left_and_taken_up(visit: Visit, game: str) -> None:
    """All of it by one who has just come, the way on by the keyboard."""
    lesson, stranger = lesson_of(game, "first"), visit(bypass_csp=True, **DESK)
    stranger.page.goto(f"/how/{game}")
    stranger.load_by(stranger.find(f'main a[href="/learn/{game}"]'))
    stranger.load_by(stranger.find(".learn-ways .main-button").first)
    stranger.until_listening()
    guide = stranger.find("#lesson")
    expect(guide).to_contain_text(lesson.parts[0].intro)
    expect(guide.locator(".lesson-reasons li").first).to_be_visible()
    check_shown(stranger, ("light",))
    choose(stranger)
    expect(guide.locator(".lesson-came")).to_be_visible()
    stranger.page.goto("/mine")
    stranger.load_by(
        stranger.find(
            ".row-link",
        )
    )
    stranger.until_listening()
    expect(guide).not_to_contain_text(lesson.parts[0].intro)
    way = guide.locator(".lesson-ways button").first
    way.focus()
    with stranger.page.expect_navigation():
        stranger.page.keyboard.press("Enter")
    expect(stranger.find("#lesson-title")).to_contain_text(lesson.parts[1].title)


def test_the_log_is_a_tab_away_and_on_a_telephone_the_guide_can_be_made_small(visit: Visit) -> None:
    reader, caller = visit(**DESK), visit(**PHONE)
    begin(reader, "rattus")
    reader.find('[data-tab="log"]').click()
    expect(reader.find("#lesson")).to_be_hidden()
    reader.find('[data-tab="guide"]').click()
    expect(reader.find("#lesson")).to_be_visible()
    begin(caller, "rattus")
    expect(caller.find("#lesson .lesson-text")).to_be_visible()
    caller.find(".lesson-small").click()
    expect(caller.find("#lesson .lesson-text")).to_be_hidden()
    expect(caller.find("#lesson-title")).to_be_visible()


def test_without_a_script_a_lesson_goes_on_by_forms(visit: Visit) -> None:
    plain = visit(java_script_enabled=False)
    plain.page.goto("/learn/notre-dame")
    plain.load_by(plain.find(".learn-ways .main-button").first)
    expect(plain.find("#lesson")).to_be_visible()
    plain.load_by(plain.find("#moves button[name=move]").first)
    expect(plain.find("#lesson .lesson-text")).to_be_visible()
    plain.load_by(plain.find("#lesson .lesson-ways button").first)
    expect(plain.find("#lesson-title")).to_contain_text(lesson_of("notre-dame", "first").parts[1].title)


@pytest.mark.soak
@pytest.mark.parametrize(("locale", "light", "screen"), LOOKS, ids=["desk", "telephone"])
@pytest.mark.parametrize(("game", "name"), WHOLE, ids=[f"{game}-{name}" for game, name in WHOLE])
def test_a_whole_lesson(visit: Visit, game: str, name: str, locale: str, light: str, screen: dict[str, object]) -> None:
    """Any move is as good as another: each part is done in the end, says so, and leads on."""
    learner = visit(bypass_csp=True, locale=locale, color_scheme=light, **screen)
    lesson, dice = lesson_of(game, name, locale[:2]), random.Random(5)
    begin(learner, game, name)
    for part in lesson.parts:
        learner.until_listening()
        expect(learner.find("#lesson")).to_contain_text(part.intro)
        for _ in range(MOST):
            assert not learner.page.evaluate(WIDER)
            learner.until_asked()
            if learner.find(".lesson-done").count():
                break
            choose(learner, dice.choice(learner.moves()))
        expect(learner.find(".lesson-done")).to_have_text(part.done)
        check_shown(learner, (light,))
        go_on(learner)
    assert learner.page.url.endswith(f"/learn/{game}?done={name}")
    expect(learner.find("[role=status]")).to_contain_text(lesson.title)
