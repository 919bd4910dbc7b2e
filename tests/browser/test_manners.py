"""The way to a table: from one click to the table itself, a name of one's own, what was typed while others come."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Response, expect

from tests.browser.people import Visitor

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]


def test_play_now_leads_to_the_table_and_shows_no_lobby(visit: Visit) -> None:
    anna = visit()
    shown: list[str] = []

    def note(response: Response) -> None:
        if response.request.is_navigation_request() and response.status == 200:
            shown.append(response.text())

    anna.page.goto("/")
    anna.page.on("response", note)
    anna.load_by(anna.find("form.play .main-button").first)
    expect(anna.find("#prompt")).to_be_visible()
    assert len(shown) == 1 and 'id="lobby"' not in shown[0], "one page, which is the table"
    assert "no part in the deal" in anna.find("#record").inner_text() or anna.find("#record code").count() > 1


def test_a_refused_form_says_why_with_a_script_too(visit: Visit) -> None:
    """The script sends it first; what it can't go on with goes the plain way."""
    anna, ben = visit(), visit()
    ben.allowed.append(r"status (of )?4(09|22)")
    anna.make_table("rattus", "Anna", ("me", "open"))
    ben.page.goto(anna.find(".invite input").first.input_value())
    ben.page.fill("#name", "Anna")
    ben.load_by(ben.find("main form .main-button"))
    expect(ben.find("#name-error")).to_contain_text("or one that looks like it")
    expect(ben.find("#name")).to_have_value("Anna")
    ben.page.reload()
    ben.page.fill("#name", "Ben")
    ben.load_by(ben.find("main form .main-button"))
    expect(ben.find("#prompt")).to_be_visible()


def test_a_name_is_changed_at_the_table(visit: Visit) -> None:
    anna = visit()
    anna.page.goto("/")
    anna.load_by(anna.find("form.play .main-button").first)
    own = anna.find(".seat.is-me h3")
    expect(own).not_to_contain_text("You ")
    anna.page.locator("label[for=tab-settings]").click()
    anna.page.fill("#own-name", "Zoë")
    anna.load_by(anna.find(".own-name button"))
    expect(own).to_contain_text("Zoë")


def test_what_one_types_in_a_lobby_stays_while_others_come(visit: Visit) -> None:
    anna, ben, cleo = visit(), visit(), visit()
    anna.make_table("rattus", "Anna", ("me", "open", "open"), joining="anyone")
    for visitor in (ben, cleo):
        visitor.page.goto(f"/t/{anna.address}")
    ben.page.fill("#name-2", "Benedi")
    cleo.page.fill("#name-1", "Cleo")
    cleo.load_by(cleo.find("#place-1 .main-button"))
    expect(ben.find("#place-1 .place-name")).to_contain_text("Cleo")
    expect(ben.find("#name-2")).to_have_value("Benedi")
