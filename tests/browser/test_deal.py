"""The deal that nobody can choose, in real browsers: the pages commit, show their nonces, and the game begins."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.people import Visitor, two_by_forms
from tests.browser.server import Server

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]


def nonces_told(visitor: Visitor) -> list[str]:
    """What the page says that each seat has put into the deal."""
    visitor.find("label[data-tab=record]").click()
    expect(visitor.find("#record")).to_be_visible()
    return [text.strip() for text in visitor.find("#record .nonces dd").all_text_contents()]


def test_one_person_and_bots(visit: Visit) -> None:
    anna = visit()
    anna.page.goto("/")
    anna.load_by(anna.find("form.play button").first)
    expect(anna.find("#prompt")).to_be_visible()
    own, *others = nonces_told(anna)
    assert re.fullmatch("[0-9a-f]{64}", own) and set(others) == {"no part in the deal"}
    expect(anna.find("#head")).to_have_text(re.compile("^[0-9a-f]{64}$"))


def test_two_people(visit: Visit) -> None:
    """Both are bound before either shows a nonce; both pages go on to the table by themselves."""
    anna, ben = two_by_forms(visit, "rattus")
    for visitor in (anna, ben):
        expect(visitor.find("#prompt")).to_be_visible()
    told = nonces_told(anna)
    assert told == nonces_told(ben) and len(set(told)) == 2
    assert all(re.fullmatch("[0-9a-f]{64}", one) for one in told)


def test_a_page_without_script_plays_without(visit: Visit) -> None:
    anna = visit(java_script_enabled=False)
    anna.page.goto("/")
    anna.load_by(anna.find("form.play button").first)
    assert "No page had a part in the deal" in anna.page.content()


def test_a_page_over_plain_http_plays_without(visit: Visit) -> None:
    """Browsers have no SubtleCrypto there. The game is dealt at once, and both pages say whose seat had no part."""
    people = [visit(), visit()]
    people[0].page.add_init_script("delete Crypto.prototype.subtle")
    anna, ben = two_by_forms(iter(people).__next__, "rattus")
    for visitor in (anna, ben):
        expect(visitor.find("#prompt")).to_be_visible()
    assert anna.page.evaluate("crypto.subtle === undefined") and ben.page.evaluate("crypto.subtle !== undefined")
    told = nonces_told(anna)
    assert told == nonces_told(ben) and told[0] == "no part in the deal" and re.fullmatch("[0-9a-f]{64}", told[1])


def test_a_page_that_does_not_show_its_nonce_is_named(visit: Visit) -> None:
    """Its table waits for it, and says so in its language."""
    anna, ben = visit(locale="fr-FR"), visit()
    ben.page.route("**/reveal", lambda route: route.abort())
    ben.allowed.append("ERR_FAILED|Failed to fetch")
    anna.make_table("rattus", "Anna", ("me", "open"))
    ben.page.goto(str(anna.find("#invite-1").input_value()))
    ben.page.fill("#name", "Ben")
    ben.load_by(ben.find("main form button"))
    expect(anna.find(".deal")).to_contain_text("On attend encore : Ben.")
    assert anna.find(".deal .nonces dd code").count() == 2


def test_a_page_notices_that_the_deal_is_bound_to_something_else(visit: Visit) -> None:
    anna = visit()
    anna.page.goto("/")
    anna.load_by(anna.find("form.play button").first)
    expect(anna.find("#prompt")).to_be_visible()
    anna.find("label[data-tab=record]").click()
    expect(anna.find("#deal-differs")).to_be_hidden()

    def lie(told: str, route: Route) -> None:
        page = route.fetch()
        route.fulfill(response=page, body=re.sub('data-dealt="[^"]+"', told, page.text()))

    for told in ('data-dealt=""', 'data-dealt="0123/-/-"', ""):
        anna.page.unroute(anna.page.url)
        anna.page.route(anna.page.url, partial(lie, told))
        anna.page.reload()
        anna.find("label[data-tab=record]").click()
        expect(anna.find("#deal-differs")).to_be_visible()


def test_a_page_that_is_loaded_anew_shows_its_nonce_all_the_same(visit: Visit) -> None:
    """The first time it does not get through; what the deal is bound to has not changed."""
    anna = visit()
    anna.allowed.append("ERR_FAILED|Failed to fetch")
    anna.page.route("**/reveal", lambda route: route.abort())
    anna.page.goto("/")
    with anna.page.expect_event("requestfailed"):
        anna.load_by(anna.find("form.play button").first)
    anna.page.unroute("**/reveal")
    anna.page.reload()
    expect(anna.find("#prompt")).to_be_visible()
    own, *_ = nonces_told(anna)
    assert re.fullmatch("[0-9a-f]{64}", own)
    expect(anna.find("#deal-differs")).to_be_hidden()


def test_a_rematch_is_dealt_by_both_pages_too(visit: Visit) -> None:
    """Who has accepted first still has the old table open: that page shows the nonce for the next one."""
    anna, ben = two_by_forms(visit, "rattus")
    ben.page.evaluate("document.querySelector(\"form[action$='/resign']\").submit()")
    ben.find("#rematch button[value=accept]").click()
    expect(anna.find("#rematch")).to_have_attribute("data-role", "asked")
    before = anna.address
    anna.find("#rematch button[value=accept]").click()
    anna.page.wait_for_url(lambda url: before not in url)
    expect(anna.find("#prompt")).to_be_visible()
    assert all(re.fullmatch("[0-9a-f]{64}", one) for one in nonces_told(anna))


# Whoever hides the page, or loses the stream, before the deal begins.
GOES = """(isHidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(isHidden ? new Event("visibilitychange") : new CustomEvent("bellringer:doubt"));
}"""
IS_DEAF = "main:not(.hears)"  # the page has no stream


def dealt_nonces(server: Server, address: str) -> tuple[bytes | None, ...]:
    """What the seats of a table have put into its deal."""
    kept = server.store.table(address)
    assert kept is not None and kept.fair is not None and kept.status != "void"
    return kept.fair.nonces if kept.status == "running" else ()


def until_dealt(server: Server, address: str, page: Page) -> tuple[bytes | None, ...]:
    """Wait until a table's game has begun, which no table does that is void."""
    for _ in range(300):
        if found := dealt_nonces(server, address):
            return found
        page.wait_for_timeout(100)
    raise AssertionError("the game did not begin within thirty seconds")


@pytest.mark.parametrize("is_hidden", [True, False], ids=["hidden", "without a stream"])
def test_a_page_that_hears_nothing_of_the_deal_shows_its_nonce(visit: Visit, server: Server, is_hidden: bool) -> None:
    """The server knows that it is there all the same; it asks by plain requests, and does so in time."""
    anna, ben = visit(), visit()
    anna.make_table("rattus", "Anna", ("me", "open"))
    ben.page.goto(str(anna.find("#invite-1").input_value()))
    ben.page.fill("#name", "Ben")
    anna.page.wait_for_selector("main.hears")
    anna.page.route("**/live?*", lambda route: route.abort())
    anna.allowed.append("ERR_FAILED|Failed to fetch|AbortError")
    with anna.page.expect_response("**/news?*"):
        anna.page.evaluate(GOES, is_hidden)
    anna.page.wait_for_selector(IS_DEAF)
    ben.load_by(ben.find("main form button"))
    assert all(until_dealt(server, anna.address, ben.page))


def test_a_hidden_page_shows_its_nonce_for_a_rematch(visit: Visit, server: Server) -> None:
    """Who has offered it still has the old table open, in a tab behind others."""
    anna, ben = two_by_forms(visit, "rattus")
    ben.page.evaluate("document.querySelector(\"form[action$='/resign']\").submit()")
    anna.find("#rematch button[value=accept]").click()
    expect(anna.find("#rematch")).to_have_attribute("data-role", "offers")
    expect(ben.find("#rematch")).to_have_attribute("data-role", "asked")
    with anna.page.expect_response("**/news?*"):
        anna.page.evaluate(GOES, True)
    anna.page.wait_for_selector(IS_DEAF)
    before = ben.address
    ben.find("#rematch button[value=accept]").click()
    ben.page.wait_for_url(lambda url: before not in url)
    assert all(until_dealt(server, ben.address, ben.page))
    anna.page.wait_for_url(ben.page.url)
