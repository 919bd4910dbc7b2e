"""Company at a table, in browsers: bubbles, unread lines, signs, spectators, the bell, taking back, playing again."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Locator, Route, expect

from tests.browser.people import Visitor, two_at_a_table

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
MOST_DECISIONS = 30  # in a turn
PHONE = {"width": 390, "height": 844}
RING = "window.rung = 0; window.bellringerSound = (name) => { window.rung += name === 'bell'; };"
FAKE = """
  window.told = []; window.asked = 0;
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { window.asked += 1; return (this.permission = "granted"); }
    constructor(title) { window.told.push(title); }
  };
  document.hasFocus = () => false;
"""


def boxes_meet(one: Locator, other: Locator) -> bool:
    """Whether two things lie over each other."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None and b is not None
    across = a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
    return across and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]


def test_what_is_said_appears_at_the_seat_and_never_over_the_question(visit: Visit) -> None:
    anna, ben = two_at_a_table(visit, "notre-dame", "bot:random")
    ben.open_pane("chat")
    ben.find("#signs button[value=hello]").click()
    bubble = anna.find("#bubbles .bubble")
    expect(bubble).to_have_text("Hello!")
    expect(bubble).to_have_attribute("data-seat", "seat-1")
    assert not boxes_meet(bubble, anna.find("#prompt"))
    seat, box = anna.find("#seat-1").bounding_box(), bubble.bounding_box()
    assert seat is not None and box is not None
    assert abs(box["y"] - seat["y"]) < seat["height"] + 80, "it is at its seat"
    ben.say("<i>one</i> after the other")
    expect(bubble).to_have_text("<i>one</i> after the other")
    expect(bubble).to_have_count(1)
    expect(bubble).to_have_count(0, timeout=12_000)


def test_lines_that_nobody_has_seen_are_counted(visit: Visit) -> None:
    anna, ben = two_at_a_table(visit, "rattus")
    ben.say("one")
    expect(anna.find("#chat-count")).to_have_text("1")
    ben.say("two")
    expect(anna.find("#chat-count")).to_have_text("2")
    expect(anna.find("#chat-count")).to_have_attribute("aria-label", "2 unread lines")
    expect(ben.find("#chat-count")).to_be_hidden()
    anna.page.reload()
    anna.open_pane("chat")
    expect(anna.find("#chat-count")).to_be_hidden()


def test_a_muted_person_is_gone_from_the_page_at_once(visit: Visit) -> None:
    anna, ben = two_at_a_table(visit, "rattus")
    ben.say("something rude")
    anna.open_pane("chat")
    anna.find("#more-table-1 summary").click()
    anna.find("#more-table-1 button[form=report]").click()
    expect(anna.find(".reports li")).to_contain_text("something rude")
    expect(anna.find("#more-table-1 [role=status]")).to_be_visible()
    expect(anna.find("#more-table-1 button[form=report]")).to_have_count(0)
    anna.find("#more-table-1 button[form=mute]").click()
    expect(anna.find("#say-1")).to_have_count(0)
    ben.find("#signs button[value=oops]").click()
    expect(ben.find("#say-2")).to_be_visible()
    expect(anna.find("#bubbles .bubble:has-text('Oops')")).to_have_count(0)
    expect(anna.find("#say-2")).to_have_count(0)
    anna.find("button[form=unmute]").click()
    expect(anna.find("#say-2")).to_contain_text("Oops!")


def test_spectators_talk_and_no_player_sees_it_before_the_end(visit: Visit) -> None:
    anna, ben = two_at_a_table(visit, "rattus")
    eve, dora = visit(), visit(locale="fr-FR")
    for one in (eve, dora):
        one.page.goto(anna.page.url)
        one.open_pane("chat")
    eve.page.fill("#aside-name", "Eve")
    eve.page.fill("#aside-text", "Ben has no chance")
    eve.page.press("#aside-text", "Enter")
    expect(dora.find("#aside-scroll .said")).to_have_text(["Eve Ben has no chance"])
    expect(eve.find("#aside-text")).to_have_value("")
    dora.find("button[form=aside-sign][value=oops]").click()
    expect(eve.find("#aside-2 .words")).to_have_text("Oops!")
    for player in (anna, ben):
        player.say("we hear nothing")
        assert "no chance" not in player.page.content() and "Oops!" not in player.find("#chat-scroll").inner_text()
    anna.find("#leave summary").click()
    anna.find("#resign button").click()
    for player in (anna, ben):
        player.open_pane("chat")
        expect(player.find("#aside-scroll")).to_contain_text("Ben has no chance")


def pass_the_turn(first: Visitor, second: Visitor) -> None:
    """The one who is asked decides until the other is asked."""
    for _ in range(MOST_DECISIONS):
        if first.asked == "waiting":
            break
        first.by_button()
    assert second.until_asked().isdecimal()


def test_the_bell_rings_once_when_it_becomes_ones_turn(visit: Visit) -> None:
    anna, ben = two_at_a_table(visit, "rattus")
    first, second = (anna, ben) if anna.asked != "waiting" else (ben, anna)
    for one in (first, second):
        one.page.evaluate(RING)
    pass_the_turn(first, second)
    expect(second.find("#moves")).to_have_count(1)
    assert second.page.evaluate("window.rung") == 1 and first.page.evaluate("window.rung") == 0
    expect(second.page).to_have_title(re.compile("^● Your move · "))
    expect(first.page).not_to_have_title(re.compile("●"))


def test_a_browser_tells_of_ones_turn_only_when_asked_to(visit: Visit) -> None:
    anna, ben = two_at_a_table(visit, "rattus")
    first, second = (anna, ben) if anna.asked != "waiting" else (ben, anna)
    second.page.add_init_script(FAKE)
    second.page.reload()
    second.open_pane("settings")
    switch = second.find("#notify")
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert second.page.evaluate("window.asked") == 0, "nobody is asked for leave before the click"
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert second.page.evaluate("window.asked") == 1
    pass_the_turn(first, second)
    assert second.page.evaluate("window.told") == ["Your move"]


def test_where_a_page_can_not_notify_it_says_why(visit: Visit) -> None:
    anna, _ = two_at_a_table(visit, "rattus")
    anna.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false });")
    anna.page.reload()
    anna.open_pane("settings")
    expect(anna.find("#notify")).to_be_hidden()
    expect(anna.find("#notify-insecure")).to_be_visible()


def test_what_is_typed_in_a_field_is_no_command(visit: Visit) -> None:
    anna, ben = two_at_a_table(visit, "notre-dame")
    asked, offered = anna.until_asked(), anna.moves()
    anna.open_pane("chat")
    anna.page.focus("#say-text")
    anna.page.keyboard.type("123 uh? /")
    ben.say("hello")
    expect(anna.find("#say-1")).to_be_visible()
    assert (anna.asked, anna.moves()) == (asked, offered)
    expect(anna.find("#say-text")).to_have_value("123 uh? /")
    expect(anna.find("#say-text")).to_be_focused()


def until_one_may_ask(people: tuple[Visitor, Visitor]) -> tuple[Visitor, Visitor]:
    """Play until somebody may ask for a move back; who may, and the other."""
    for _ in range(40):
        for one, other in (people, people[::-1]):
            if one.find("#ask-back").count():
                return one, other
        if asked := [one for one in people if one.asked != "waiting"]:  # none yet, where the news is on its way
            asked[0].by_button()
        people[0].page.wait_for_timeout(400)
    raise AssertionError("nobody could ever ask")


def test_a_move_is_taken_back_when_the_other_agrees(visit: Visit) -> None:
    anna, ben = two_at_a_table(visit, "notre-dame")
    one, other = until_one_may_ask((anna, ben))
    other.page.evaluate(RING)
    one.find("#ask-back button").click()
    expect(one.find("#withdraw-back")).to_be_visible()
    expect(other.find("#answer-back")).to_contain_text("Do you agree?")
    assert other.page.evaluate("window.rung") == 1, "who is asked hears it"
    other.find("#answer-back button[value=agree]").click()
    expect(one.find("#log li[id^=note-]")).to_contain_text("everybody agreed")
    expect(other.find("#log li[id^=note-]")).to_have_count(1)
    expect(one.find("#asking")).to_be_hidden()
    expect(one.find("#moves")).to_have_count(1)


def test_a_rematch_that_is_declined_begins_with_a_bot(visit: Visit) -> None:
    anna, ben = two_at_a_table(visit, "rattus")
    ben.find("#leave summary").click()
    ben.find("#resign button").click()
    expect(anna.find("#log li[id^=note-]")).to_contain_text("Ben")
    anna.find("#rematch button[value=accept]").click()
    ben.find("#rematch button[value=decline]").click()
    expect(anna.find(".again-people")).to_contain_text("Ben")
    anna.load_by(anna.find("#rematch button[value=bots]"))
    expect(anna.find("#seats h3").last).to_contain_text("Anna")
    expect(ben.find("#to-rematch")).to_be_visible()
    assert ben.address != anna.address, "who declined stays where he is"


def test_who_has_sent_the_form_is_led_on_by_its_answer_alone(visit: Visit) -> None:
    """The stream tells of the next table before the answer comes: the page does not go there twice."""
    anna, ben = two_at_a_table(visit, "rattus")
    ben.find("#leave summary").click()
    ben.find("#resign button").click()
    anna.find("#rematch button[value=accept]").click()
    ben.find("#rematch button[value=decline]").click()
    expect(anna.find(".again-people")).to_contain_text("Ben")
    expect(anna.find("#rematch[data-role=offers]")).to_be_visible()
    before, held = anna.address, list[tuple[Route, APIResponse]]()
    anna.page.route("**/rematch", lambda route: held.append((route, route.fetch(max_redirects=0))))
    anna.find("#rematch button[value=bots]").click()
    expect(anna.find("#to-rematch")).to_be_visible()
    assert anna.address == before
    route, response = held[0]
    route.fulfill(response=response)
    expect(anna.page).not_to_have_url(re.compile(before))


@pytest.mark.soak
def test_company_without_a_script(visit: Visit) -> None:
    """Signs, muting, spectators and a rematch are forms that load the page again."""
    anna, ben = two_at_a_table(visit, "rattus")
    plain = visit(java_script_enabled=False)
    plain.context.add_cookies(anna.context.cookies())
    plain.page.goto(anna.page.url)
    plain.load_by(plain.find("#signs button[value=thanks]"))
    expect(plain.find("#chat-scroll .said")).to_have_text(["Anna Thank you!"])
    ben.say("hm")
    plain.page.reload()
    plain.find("#more-table-2 summary").click()
    plain.load_by(plain.find("#more-table-2 button[form=mute]"))
    expect(plain.find("#say-2")).to_have_count(0)
    ben.find("#leave summary").click()
    ben.find("#resign button").click()
    expect(ben.find("#end.is-over")).to_be_visible()
    plain.page.reload()
    plain.load_by(plain.find("#rematch button[value=accept]"))
    over = plain.address
    plain.load_by(plain.find("#rematch button[value=open]"))
    assert plain.address != over


def test_bubbles_fit_on_a_phone(visit: Visit) -> None:
    anna, ben = two_at_a_table(visit, "notre-dame", "bot:random")
    anna.page.set_viewport_size(PHONE)
    ben.say("a rather long line that must be broken to fit beside the seat on a small screen, and still be read")
    bubble = anna.find("#bubbles .bubble")
    expect(bubble).to_be_visible()
    box = bubble.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    assert not boxes_meet(bubble, anna.find("#prompt"))
