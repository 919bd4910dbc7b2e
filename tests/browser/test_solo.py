"""What one visitor does besides moving: begin at once, take back, ask, go away and come back, look on."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import Visitor, two_at_a_table
from tests.browser.server import Server

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
QUICK = 10.0  # seconds from the click on the front page to the first question


@pytest.mark.parametrize("game", [pytest.param("notre-dame", marks=pytest.mark.soak), "rattus"])
def test_play_now_and_resign(visit: Visit, server: Server, game: str) -> None:
    """One click on the front page, and soon there is a question; giving up takes a second look, and ends the game."""
    visitor = visit()
    visitor.page.goto("/")
    button = visitor.find(f"form.play:has([value={game}]) button")
    clicked = time.monotonic()
    button.click()
    expect(visitor.find(".is-legal, .shines[data-target]").first).to_be_visible()
    assert time.monotonic() - clicked < QUICK
    expect(visitor.find("#resign button")).to_be_hidden()
    visitor.find("#leave summary").click()
    visitor.find("#resign button").click()
    expect(visitor.find("#end.is-over")).to_be_visible()
    expect(visitor.find("[name=move]")).to_have_count(0)
    assert server.live(visitor.address).ended_by == "resigned"


def test_taking_back(visit: Visit, server: Server) -> None:
    """The button is there when the engine allows it, and only then: never past what was revealed."""
    people = two_at_a_table(visit, "rattus")
    address, seen, is_taken_back = people[0].address, set(), False
    for _ in range(60):
        if seen == {True, False}:
            break
        seat = server.table(address).pending[0]
        visitor = people[seat]
        visitor.until_asked()
        before = sorted(visitor.moves())
        visitor.by_button()
        may_undo = server.table(address).may_undo(seat)
        expect(visitor.find("#undo")).to_have_count(int(may_undo))
        seen.add(may_undo)
        if may_undo and not is_taken_back:
            count = server.count_acts(address)
            now = visitor.asked
            visitor.find("#undo button").click()
            visitor.until_not(now)
            assert sorted(visitor.moves()) == before and server.live(address).acts[count].kind == "undo"
            is_taken_back = True
    assert seen == {True, False} and is_taken_back


def test_not_past_anothers_decision(visit: Visit) -> None:
    """In the draft one may take back until the other has decided, too."""
    anna, ben = two_at_a_table(visit, "notre-dame")
    anna.by_button()
    expect(anna.find("#undo")).to_have_count(1)
    ben.by_button()
    expect(anna.find("#undo")).to_have_count(0)


HAS_WHY = "() => !!document.querySelector('#why') || document.querySelector('#ask-hint .idle')?.textContent === 'Why'"


def test_a_hint_marks_a_choice(visit: Visit) -> None:
    """The hint says the move in words, and marks its button; then it says why. It is gone with the next question."""
    anna = visit()
    anna.begin_table("notre-dame", "Anna", ("me", "bot:random"))
    anna.until_listening()
    anna.find("#ask-hint button").click()
    expect(anna.find("#prompt .hint")).to_have_count(1)
    while not anna.page.evaluate(HAS_WHY):  # only one move is sensible
        anna.by_button()
        anna.until_asked()
        anna.find("#ask-hint button").click()
        expect(anna.find("#prompt .hint")).to_have_count(1)
    anna.open_list()
    marked = anna.find("#moves .is-hinted")
    expect(marked).to_have_count(1)
    expect(anna.find("#prompt .hint")).to_contain_text(marked.inner_text(), ignore_case=True)
    why = anna.find("#why")
    expect(why).to_have_count(1)
    expect(why.locator("li").first).to_be_hidden()
    anna.page.keyboard.press("Escape")
    why.locator("summary").focus()
    anna.page.keyboard.press("Enter")
    assert why.locator("li").count() >= 2
    expect(why.locator("li").last).to_be_visible()
    assert anna.find(".is-spoken-of").count(), "the move that it is compared with"
    anna.page.keyboard.press("Escape")
    expect(why.locator("li").first).to_be_hidden()
    before = anna.asked
    anna.open_list()
    marked.click()
    anna.until_not(before)
    expect(anna.find("#prompt .hint, #moves .is-hinted, #why, .is-spoken-of")).to_have_count(0)


def test_a_bot_takes_the_seat_and_gives_it_back(visit: Visit, server: Server) -> None:
    """While the bot plays there is nothing to decide; the other one sees who plays; back means back."""
    anna, ben = two_at_a_table(visit, "notre-dame")
    anna.find("#leave summary").click()
    anna.find("#lend button").click()
    expect(anna.find("#return button")).to_be_visible()
    expect(anna.find("[name=move]")).to_have_count(0)
    playing = ben.page.locator("#seat-0 .note", has_text="a bot plays")
    expect(playing).to_be_visible()
    expect(anna.find("#seat-0 .seat-head .turn")).to_have_count(0)
    assert [act.kind for act in server.live(anna.address).acts] == ["lend", "move"]
    anna.find("#return button").click()
    expect(playing).to_have_count(0)
    expect(anna.find("#return")).to_have_count(0)
    expect(anna.find("#resign button")).to_be_hidden()
    ben.by_button()
    assert anna.until_asked().isdecimal() and anna.moves()


def test_since_you_looked(visit: Visit) -> None:
    """Who comes back is told what happened meanwhile, in the prompt and in the log."""
    anna, ben = two_at_a_table(visit, "rattus")
    table = anna.page.url
    first, other = (anna, ben) if anna.asked.isdecimal() else (ben, anna)
    expect(first.find(".news, #since")).to_have_count(0)
    while first.asked.isdecimal():
        first.by_button()
    first.page.goto("/mine")
    while not first.find(".row.is-my-turn").count():
        if other.asked.isdecimal():
            other.by_button()
        first.page.reload()
    first.load_by(first.find(".row.is-my-turn a"))
    assert first.page.url.split("?")[0] == table.split("?")[0]
    expect(first.find("#prompt .news")).to_be_visible()
    expect(first.find("#since")).to_have_count(1)
    said = re.search(r"\d+", first.find("#prompt .news a").inner_text())
    after = first.find("#since ~ li").count()
    assert said is not None and int(said.group()) == after > 0
    assert first.find(".latest li").last.text_content() == first.find("#log-scroll li[id^=line-]").last.text_content()
    first.by_button()
    expect(first.find("#prompt .news")).to_have_count(0)


# Whether the lines of the log, with the mark before the news among them, are those of a page that is loaded now.
IS_AS_NEW = """async () => {
  const text = await (await fetch(location.href)).text();
  const other = new DOMParser().parseFromString(text, "text/html");
  const told = (page) => [page.getElementById("latest").dataset.mine, ...page.querySelectorAll("#log li")]
    .map((one) => (one?.id ? `${one.id} ${one.textContent}` : one)).join("; ");
  return told(document) === told(other);
}"""


def test_the_log_of_an_open_page_is_that_of_a_new_one(visit: Visit, server: Server) -> None:
    """Lines are added, taken back, and marked as new; so they are after each move."""
    people = two_at_a_table(visit, "rattus")
    address, taken_back, marked = people[0].address, 0, 0
    for turn in range(12):
        visitor = people[server.table(address).pending[0]]
        visitor.until_asked()
        visitor.by_button()
        if turn % 3 == 1 and server.table(address).may_undo(people.index(visitor)):
            now = visitor.asked
            visitor.find("#undo button").click()
            visitor.until_not(now)
            taken_back += 1
        for one in people:
            one.page.wait_for_function(IS_AS_NEW)
            marked += one.find("#since").count()
    assert taken_back and marked


def test_the_language_switch(visit: Visit) -> None:
    """The page in the other language, at the same question, with the same moves."""
    anna, _ = two_at_a_table(visit, "notre-dame")
    asked, moves, title = anna.asked, anna.moves(), anna.find("#prompt-title").inner_text()
    expect(anna.find("html")).to_have_attribute("lang", "en")
    for language in ("fr", "en"):
        anna.load_by(anna.find(f"form.tongues button[value={language}]"))
        expect(anna.find("html")).to_have_attribute("lang", language)
        assert (anna.asked, anna.moves()) == (asked, moves)
        assert (anna.find("#prompt-title").inner_text() == title) == (language == "en")
    anna.load_by(anna.find("form.tongues button[value=fr]"))
    expect(anna.find("html")).to_have_attribute("lang", "fr")
    anna.by_button()
    expect(anna.find("#prompt-title")).to_contain_text("attend", ignore_case=True)


def test_a_spectator(visit: Visit) -> None:
    """Somebody who only looks on sees what happens, but no hand and no button of the game."""
    anna, _ = two_at_a_table(visit, "notre-dame")
    guest = visit()
    guest.page.goto(anna.page.url)
    expect(guest.find("#seat-0.is-asked")).to_have_count(1)
    expect(guest.find("#hand [data-rule]")).to_have_count(0)
    expect(guest.find(".shines[data-target], [name=move]")).to_have_count(0)
    assert set(guest.find("form").evaluate_all("all => all.map((one) => one.className)")) <= {
        "tongues",
        "languages",
        "",
    }
    anna.by_button()
    expect(guest.find("#seat-0.is-asked")).to_have_count(0)
    expect(guest.find("#hand [data-rule]")).to_have_count(0)


def test_nobody_may_watch(visit: Visit) -> None:
    """A table that nobody may watch is not there for a stranger, and is for who sits at it."""
    anna, guest = visit(), visit()
    anna.begin_table("rattus", "Anna", ("me", "bot:random"), watching="nobody")
    guest.allowed.append("status of 404")
    answer = guest.page.goto(anna.page.url)
    assert answer is not None and answer.status == 404
    expect(guest.find("#prompt")).to_have_count(0)
    again = anna.page.reload()
    assert again is not None and again.status == 200
