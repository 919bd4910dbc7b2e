"""Before a game begins: a page that waits notices that there is nothing to wait for any more."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import Visitor
from tests.browser.server import Server

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
NO_NETWORK = r"net::ERR_|Failed to fetch|network error"


def host_and_guest(visit: Visit, **chosen: str) -> tuple[Visitor, Visitor]:
    """Anna has made a table with a free seat; Ben looks at its lobby."""
    anna, ben = visit(), visit()
    ben.allowed.append(r"status (of )?404")
    anna.make_table("rattus", "Anna", ("me", "open"), **chosen)
    ben.page.goto(f"/t/{anna.address}")
    expect(ben.find("#lobby")).to_be_visible()
    return anna, ben


def test_a_table_that_is_given_up(visit: Visit) -> None:
    """Who waits there is told."""
    anna, ben = host_and_guest(visit)
    anna.load_by(anna.find("form[action$='/close'] button"))
    expect(ben.find("#lobby")).to_have_count(0)
    expect(ben.find("h1")).to_have_text("Nothing stands here")


def test_a_game_that_nobody_may_watch(visit: Visit) -> None:
    """Who looked on while it was open to all does not go on waiting when it begins."""
    anna, ben = host_and_guest(visit, joining="anyone", watching="nobody")
    anna.load_by(anna.find("form[action$='/seat-bot'] button"))
    expect(ben.find("#lobby")).to_have_count(0)


def test_the_server_is_away_for_a_while(visit: Visit, server: Server) -> None:
    """The page says so, and goes on by itself."""
    anna, ben = host_and_guest(visit)
    for visitor in (anna, ben):
        visitor.allowed.append(NO_NETWORK)
    with server.away():
        expect(ben.find("#lost")).to_be_visible()
    expect(ben.find("#lost")).to_be_hidden()
    anna.load_by(anna.find("form[action$='/seat-bot'] button"))
    expect(ben.find("#prompt")).to_be_visible()


def test_only_a_seat_that_there_is_can_begin(visit: Visit) -> None:
    """The list of who begins goes with the number of players."""
    anna = visit()
    anna.page.goto("/new/notre-dame")
    anna.page.check("#seats-5")
    anna.page.select_option("#start", "4")
    anna.page.check("#seats-2")
    expect(anna.find("#start")).to_have_value("0")
    offered = "all => all.filter((one) => !one.disabled && !one.hidden).length"
    assert anna.find("#start option").evaluate_all(offered) == 2
    anna.page.check("#seats-5")
    assert anna.find("#start option").evaluate_all(offered) == 5
