"""A teacher's question on the page: by keyboard and ear, by forms alone, and at one screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from bellringer.server.thinking import teaching
from tests.browser.people import Visitor
from tests.browser.test_accessible import check_shown
from tests.server.callers import serving, settings_at
from tests.server.test_teaching import LONG, Judge

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server where every move but the last one of the list is bad, and the teacher has time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(teaching, "judge_slices", Judge())
        data: Path = tmp_path_factory.mktemp("school") / "data"
        with serving(settings_at(data, teach_seconds=LONG)) as address:
            yield address


def stopped(visitor: Visitor) -> str:
    """Choose the first move of the list, by the keyboard, which is stopped; the question's number."""
    before = visitor.asked
    visitor.open_list()
    visitor.find("#moves button[name=move]").first.focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.find("#warning")).to_be_visible()
    assert visitor.asked == before
    return before


@pytest.mark.parametrize("size", [(1440, 900), pytest.param((390, 844), marks=pytest.mark.soak)])
def test_the_question_is_heard_and_answered_by_the_keyboard(visit: Visit, school: str, size: tuple[int, int]) -> None:
    anna = visit(base_url=school, viewport={"width": size[0], "height": size[1]})
    anna.begin_table("notre-dame", "Anna", ("me", "bot:random"), teaching="all")
    anna.until_listening()
    before = stopped(anna)
    expect(anna.find("#warning-title")).to_be_focused()
    expect(anna.find("#moves")).to_be_hidden()
    expect(anna.find("#warning li").first).to_be_visible()
    expect(anna.find("#warning-title")).to_be_focused()
    assert anna.find(".is-spoken-of").count(), "the bot's move"
    check_shown(anna)
    anna.page.keyboard.press("Tab")
    expect(anna.find("#sure [name=again]")).to_be_focused()
    anna.page.keyboard.press("Enter")
    expect(anna.find("#warning, .is-spoken-of")).to_have_count(0)
    assert stopped(anna) == before
    anna.page.keyboard.press("Escape")
    expect(anna.find("#warning")).to_have_count(0)
    assert stopped(anna) == before
    anna.page.reload()
    anna.until_listening()
    expect(anna.find("#warning")).to_have_count(0)
    assert stopped(anna) == before, "who loads the page again is asked anew"
    anna.page.keyboard.press("Tab")
    anna.page.keyboard.press("Tab")
    anna.page.keyboard.press("Enter")
    anna.until_not(before)
    expect(anna.find("#warning")).to_have_count(0)


def test_another_move_is_made_from_the_question(visit: Visit, school: str) -> None:
    """A good one counts at once, and takes the question with it."""
    anna = visit(base_url=school, locale="fr-FR")
    anna.begin_table("rattus", "Anna", ("me", "bot:random"), teaching="all")
    anna.until_listening()
    anna.until_asked()
    before = stopped(anna)
    expect(anna.find("#warning-title")).to_contain_text("Vraiment")
    anna.open_list()
    anna.press(anna.find("#moves button[name=move]").last)
    anna.until_not(before)
    expect(anna.find("#warning")).to_have_count(0)


def test_without_a_script_it_is_a_page_with_two_buttons(visit: Visit, school: str) -> None:
    paul = visit(base_url=school, java_script_enabled=False)
    paul.begin_table("notre-dame", "Paul", ("me", "bot:random"), teaching="all")
    before = paul.asked
    paul.load_by(paul.find("#moves button[name=move]").first)
    expect(paul.find("#warning-title")).to_be_visible()
    expect(paul.find("#warning li").first).to_be_visible()
    paul.load_by(paul.find("#sure [name=again]"))
    expect(paul.find("#warning")).to_have_count(0)
    assert paul.asked == before
    paul.load_by(paul.find("#moves button[name=move]").first)
    paul.load_by(paul.find("#sure [name=sure]"))
    expect(paul.find("#warning")).to_have_count(0)
    assert paul.asked != before


def test_at_one_screen_each_seat_is_asked_for_itself(visit: Visit, school: str) -> None:
    """In a draft both decide at once: what one is told is not shown behind the curtain of the other."""
    anna = visit(base_url=school)
    anna.make_table("notre-dame", "Anna", ("me", "here:Ben"), teaching="all")
    for seat in (0, 1):
        anna.load_by(anna.find("#prompt .main-button"))
        anna.until_listening()
        assert anna.find("#moves [name=seat]").input_value() == str(seat)
        before = stopped(anna)
        expect(anna.find("#warning li").first).to_be_visible()
        anna.find("#sure [name=sure]").click()
        anna.until_not(before)
        expect(anna.find("#warning")).to_have_count(0)


@pytest.mark.soak
def test_by_finger_what_was_stopped_can_be_overruled_by_another_card(visit: Visit, school: str) -> None:
    """A tap shows what it would do, a second one does it; the question leaves the hand in reach."""
    anna = visit(base_url=school, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    anna.begin_table("notre-dame", "Anna", ("me", "bot:random"), teaching="all")
    anna.until_listening()
    before = anna.asked
    for place, is_good in (("first", False), ("last", True)):
        button = getattr(anna.find("#moves button[name=move]"), place)
        anna.press(anna.find(f'#hand [data-target="{button.get_attribute("data-target")}"]'), is_touch=True)
        expect(anna.find("#hands")).to_be_visible()
        anna.press(anna.find("#hands .hands-do"), is_touch=True)
        if is_good:
            anna.until_not(before)
        expect(anna.find("#warning")).to_have_count(0 if is_good else 1)
        expect(anna.find("#hands")).to_be_hidden()
