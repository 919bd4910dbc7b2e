"""A record or a position that is brought, as a browser does it: by file, by paste, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import Visitor
from tests.browser.server import Server
from tests.browser.tables import Tables
from tests.browser.test_accessible import LIGHTS, check_shown, look

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
PHONE = {"width": 390, "height": 844}


def test_a_file_is_looked_at_as_a_finished_game(visit: Visit, server: Server, tables: Tables) -> None:
    """From My tables, by keyboard; then it stands in the list, and can be removed there."""
    visitor = look(visit, "en", viewport=PHONE)
    record = server.live(tables.paths["rattus", "over"].removeprefix("/t/")).table.record()
    visitor.page.goto("/mine")
    visitor.find("a[href='/bring']").click()
    visitor.find("#file").set_input_files({"name": "game.record", "mimeType": "text/plain", "buffer": record.encode()})
    visitor.find(".main-button").focus()
    with visitor.page.expect_navigation(wait_until="load"):  # with the script that hears the next key
        visitor.page.keyboard.press("Enter")
    expect(visitor.find(".replay-bar")).to_be_visible()
    expect(visitor.find("main")).to_contain_text("Brought by file")
    visitor.page.keyboard.press("ArrowRight")
    expect(visitor.find("#place .moment-count")).to_contain_text("1 /")
    visitor.page.goto("/bring")
    expect(visitor.find(".row")).to_have_count(1)
    check_shown(visitor, LIGHTS)
    visitor.find(".row button").click()
    expect(visitor.find(".row")).to_have_count(0)


def test_what_is_wrong_with_a_text_is_said_and_the_text_stays(visit: Visit, server: Server) -> None:
    visitor = look(visit, "fr")
    visitor.allowed.append("status of 422")
    visitor.page.goto("/bring")
    visitor.find("#brought").fill('{"game": "rattus", "seats": 3, "supply": 900}')
    visitor.find(".main-button").click()
    expect(visitor.find(".wrong-box")).to_contain_text("supply")
    expect(visitor.find("#brought")).to_have_value('{"game": "rattus", "seats": 3, "supply": 900}')
    check_shown(visitor)
