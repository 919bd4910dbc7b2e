"""A page on which nothing happens is at rest: whatever glows or moves has come to an end some seconds later."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pytest
from playwright.sync_api import Page

from bellringer.core.errors import UndoRefused
from bellringer.server.tables.live.live_game import LiveGame
from tests.browser.people import SLOW, Visitor
from tests.browser.tables import GAMES, SITUATIONS, Tables, is_asked, put_table

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
REST = 10_000  # milliseconds after the last change
LONGEST = 5000  # milliseconds that anything may move by itself: WCAG 2.2.2
AROUND = ("/", "/new/notre-dame", "/rules/rattus", "/about", "/mine")
OPEN = [{"kind": "me"}, {"kind": "open"}]
LENGTHS = "() => document.getAnimations().map((one) => one.effect.getComputedTiming().endTime)"
IS_AT_REST = "() => document.getAnimations().every((one) => one.playState !== 'running')"
TO_THE_END = "() => document.getAnimations().forEach((one) => one.finish())"  # seconds in which much is drawn


def may_ask(live: LiveGame) -> bool:
    """The second seat is to decide; the first can take nothing back by itself, but may ask for it."""
    return live.pending == (1,) and is_allowed(live.may_ask_back) and not is_allowed(live.may_undo)


def is_allowed(what: Callable[[int], object]) -> bool:
    """Whether the first seat may do that."""
    try:
        what(0)
    except UndoRefused:
        return False
    return True


def tables_of(tables: Tables, game: str, situations: Iterable[str]) -> Iterator[str]:
    """The paths of tables in some situations, and of one with a clock that runs and a curtain."""
    yield from (tables.paths[game, name] for name in situations)
    yield put_table(tables.store, game, is_asked, {0: tables.anna, 1: tables.anna}, clock="live-20")


def lobby(visitor: Visitor, tables: Tables) -> str:
    """The path of a table that waits for somebody."""
    key = {"authorization": f"Bearer {tables.anna.key}"}
    wanted = {"name": "Anna", "game": "rattus", "seats": OPEN, "joining": "anyone"}
    made = visitor.context.request.post("/api/v1/tables", data=wanted, headers=key).json()
    return f"/t/{made['table']['id']}"


def opened(visit: Visit, tables: Tables, path: str) -> Page:
    """A page in a browser of its own: one browser has no more than six streams of a server."""
    visitor = visit(reduced_motion="no-preference")
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(path)
    if visitor.find("#board").count():
        visitor.page.wait_for_selector("main.moving")
    return visitor.page


def show_a_hint(page: Page) -> None:
    """Ask for one."""
    page.locator("#ask-hint button").click()
    page.wait_for_selector("#prompt .hint", timeout=SLOW)


def ask_back(page: Page) -> None:
    """Ask the others to take a move back."""
    page.locator("#ask-back button").click()
    page.wait_for_selector("#withdraw-back")


def longest(page: Page) -> float:
    """The milliseconds of what moves longest on a page."""
    return max(page.evaluate(LENGTHS), default=0)


@pytest.mark.parametrize(
    ("game", "situations", "around", "waits"),
    [
        ("notre-dame", ("asked", "over"), ("/", "/new/notre-dame"), False),
        ("rattus", ("asked", "everything", "waiting"), ("/mine",), False),
        *(pytest.param(game, SITUATIONS[game], AROUND, True, marks=pytest.mark.soak) for game in GAMES),
    ],
)
def test_every_page_comes_to_rest(
    visit: Visit, tables: Tables, game: str, situations: Iterable[str], around: tuple[str, ...], waits: bool
) -> None:
    """Pages around the tables, and tables in all situations, with a hint, a request, a clock and a curtain.

    `waits`: until the end of all that moves; else each page is brought there once it is known how long that takes.
    """
    asks = put_table(tables.store, game, may_ask, {0: tables.anna, 1: tables.ben}, seats=2)
    pages, lengths = dict[str, Page](), dict[str, float]()
    for path in (*around, lobby(visit(), tables), asks, *tables_of(tables, game, situations)):
        pages[path] = page = opened(visit, tables, path)
        if path == tables.paths[game, "asked"]:
            show_a_hint(page)
        elif path == asks:
            ask_back(page)
        lengths[path] = longest(page)
        if not waits and lengths[path] <= LONGEST:
            page.evaluate(TO_THE_END)
    assert any(lengths.values()), "what can be chosen glows at first"
    assert {path: one for path, one in lengths.items() if one > LONGEST} == {}
    for page in pages.values():
        page.wait_for_function(IS_AT_REST, timeout=REST, polling=100)
