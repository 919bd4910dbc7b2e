"""Games with the Big Box, to their ends: by pointer, by keys, and on a telephone; some cards, and everything."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import expect

from bellringer.core.contract.registry import find
from tests.browser.people import CLICKS, LONG, LOST, Visitor
from tests.browser.server import Server
from tests.browser.test_keyboard import answer
from tests.browser.test_phone import PHONE

pytestmark = pytest.mark.slow
CARDS = ("baker", "nun", "courier", "wizard", "emperor", "crusader")
MODULES = find("rattus").options["modules"].allowed
SIZES = (2, 4, 6)


def fill_in(visitor: Visitor, seats: int) -> None:
    """The form of a new table against bots, as far as it is about who plays."""
    visitor.page.goto("/new/rattus")
    visitor.page.check(f"#seats-{seats}")
    visitor.page.fill("#name_1", "Anna")
    for number in range(2, seats + 1):
        visitor.page.select_option(f"#who_{number}", "bot:random")


def begin(visitor: Visitor) -> None:
    """Choose the cards and the upgrades on the form, and make the table."""
    fill_in(visitor, 4)
    visitor.page.select_option("#classes", "")
    for box in visitor.find("input[name=classes]").all():
        box.set_checked(box.get_attribute("value") in CARDS)
    visitor.page.check("#modules-upgrades")
    visitor.load_by(visitor.find("form.new .main-button"))
    visitor.until_dealt()


def begin_with_everything(visitor: Visitor, seats: int) -> None:
    """Choose all modules and cards that are drawn, and make the table."""
    fill_in(visitor, seats)
    visitor.page.select_option("#classes", "random")
    for module in MODULES:
        visitor.page.check(f"#modules-{module}")
    visitor.load_by(visitor.find("form.new .main-button"))
    visitor.until_dealt()


def is_played(visitor: Visitor, server: Server) -> None:
    """The game has come to its end, and had what was chosen."""
    expect(visitor.find("#end.is-over")).to_be_visible()
    live = server.live(visitor.address)
    assert live.ended_by == "game"
    assert (set(live.table.options["classes"]), live.table.options["modules"]) == (set(CARDS), ("upgrades",))


def is_played_with_everything(visitor: Visitor, server: Server) -> None:
    """The game has come to its end, with all modules, and what is scored beside citizens is told."""
    expect(visitor.find("#end.is-over")).to_be_visible()
    live = server.live(visitor.address)
    assert live.ended_by == "game" and live.table.options["modules"] == MODULES
    assert "points" in " ".join(visitor.find("#end .score").all_inner_texts())


def play_by_keys(visitor: Visitor) -> None:
    """To the end, on the board where something shines there for every other question."""
    for _ in range(LONG):
        if visitor.until_asked() == "over":
            break
        answer(visitor, visitor.dice.random() < 0.5)


def play_by_taps(visitor: Visitor) -> None:
    """To the end, on the board where something shines there."""
    for _ in range(LONG):
        if visitor.until_asked() == "over":
            break
        if visitor.by_board(is_touch=True) is None:
            visitor.by_button(is_touch=True)


def upgrade(visitor: Visitor) -> bool:
    """Make a card better if that is offered; whether it was."""
    offered = visitor.find("#moves button[value^='upgrade ']")
    before = visitor.asked
    if offered.count():
        visitor.open_list()
        offered.first.click()
        visitor.until_not(before)
    return before != visitor.asked


def rule_of_a_level(visitor: Visitor) -> bool:
    """Beside a card that is better than printed its own level is told; whether there was one."""
    name = visitor.find(".game-card .card-name").filter(has_text=re.compile(" II$")).first
    if not name.count():
        return False
    told = visitor.find("#rule-card p").first
    for _ in range(CLICKS):  # the page may change under the pointer, when a bot has just moved
        name.hover()
        with suppress(AssertionError):
            expect(told).to_have_text(name.inner_text(), timeout=LOST)
            break
        visitor.page.mouse.move(0, 0)
    expect(told).to_have_text(name.inner_text())
    visitor.page.mouse.move(0, 0)
    return True


@pytest.mark.soak
def test_by_pointer(visit: Callable[..., Visitor], server: Server) -> None:
    visitor, is_told = visit(), False
    begin(visitor)
    while visitor.until_asked() != "over":
        is_told = is_told or rule_of_a_level(visitor)
        if not upgrade(visitor):
            visitor.play(turns=1, board=0.5)
    assert is_told
    is_played(visitor, server)


@pytest.mark.soak
def test_by_keys(visit: Callable[..., Visitor], server: Server) -> None:
    visitor = visit()
    begin(visitor)
    play_by_keys(visitor)
    is_played(visitor, server)


@pytest.mark.soak
def test_on_a_telephone(visit: Callable[..., Visitor], server: Server) -> None:
    visitor = visit(**PHONE)
    begin(visitor)
    play_by_taps(visitor)
    is_played(visitor, server)


@pytest.mark.parametrize("seats", [2, *(pytest.param(seats, marks=pytest.mark.soak) for seats in (4, 6))])
def test_everything_by_pointer(visit: Callable[..., Visitor], server: Server, seats: int) -> None:
    visitor = visit()
    begin_with_everything(visitor, seats)
    visitor.play(board=0.6)
    is_played_with_everything(visitor, server)


@pytest.mark.soak
@pytest.mark.parametrize("seats", SIZES)
def test_everything_by_keys(visit: Callable[..., Visitor], server: Server, seats: int) -> None:
    visitor = visit()
    begin_with_everything(visitor, seats)
    play_by_keys(visitor)
    is_played_with_everything(visitor, server)


@pytest.mark.soak
@pytest.mark.parametrize("seats", SIZES)
def test_everything_on_a_telephone(visit: Callable[..., Visitor], server: Server, seats: int) -> None:
    visitor = visit(**PHONE)
    begin_with_everything(visitor, seats)
    play_by_taps(visitor)
    is_played_with_everything(visitor, server)
