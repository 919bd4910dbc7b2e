"""A server that learns a nonce and deals from something else: the pages' script sends nothing more, and says so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Route, expect

from bellringer import server
from tests.browser.people import Visitor

pytestmark = pytest.mark.slow
SCRIPT = Path(server.__file__).parent / "static/fairness.js"
FIRST, SECOND = "1" * 64, "2" * 64  # what the server commits itself to
SOON = 10_000  # milliseconds


class Liar:
    """A server whose pages hold what a test has it say, with the real script. `came`: what was sent, by its end."""

    def __init__(self, page: Page) -> None:
        self.page, self.said, self.due, self.status = page, "", "", 204
        self.came: list[tuple[str, str]] = []
        page.route("https://liar.test/**", self.answer)

    def answer(self, route: Route) -> None:
        """Answer a request."""
        if route.request.method == "POST":
            self.came += [(name, values[0]) for name, values in parse_qs(route.request.post_data or "").items()]
            route.fulfill(status=self.status)
        elif route.request.url.endswith(".js"):
            route.fulfill(path=SCRIPT)
        elif route.request.url.endswith("/due"):
            route.fulfill(body=self.due, content_type="text/html")
        else:
            warnings = '<p id="bound-differs" hidden>bound</p><p id="deal-differs" hidden>dealt</p>'
            body = f'<!doctype html><link rel="icon" href="data:,">{self.said}{warnings}<script src="/it.js"></script>'
            route.fulfill(body=body, content_type="text/html")

    def show(self, said: str, table: str = "one") -> None:
        """Have the browser look at a table."""
        self.said = said
        self.page.goto(f"https://liar.test/t/{table}")

    def commitment(self, table: str = "one") -> str:
        """Ask for a commitment; the one that comes."""
        with self.page.expect_response("**/commit"):
            self.show(f'<form action="/t/{table}/commit" data-commit="-"></form>', table)
        return self.came[-1][1]

    def ask(self, commitment: str, bound: str, table: str = "one") -> None:
        """Ask for the nonce behind a commitment."""
        self.show(reveal_form(commitment, bound, table), table)

    def learn(self, commitment: str, bound: str, table: str = "one") -> None:
        """Ask for a nonce, and get it."""
        with self.page.expect_response("**/reveal"):
            self.ask(commitment, bound, table)

    @property
    def nonces(self) -> list[str]:
        """The nonces that came."""
        return [value for name, value in self.came if name == "nonce"]

    def is_refused(self, said: str = "bound-differs") -> None:
        """Wait until the page says that something differs."""
        expect(self.page.locator(f"#{said}")).to_be_visible(timeout=SOON)


def reveal_form(commitment: str, bound: str, table: str = "one") -> str:
    """The form that asks for a nonce."""
    return f'<form action="/t/{table}/reveal" data-reveal="{commitment}" data-bound="{bound}"></form>'


@pytest.fixture
def liar(visit: Callable[..., Visitor]) -> Liar:
    """A lying server and somebody who looks at its tables."""
    visitor = visit()
    visitor.allowed.append("503")
    return Liar(visitor.page)


@pytest.mark.parametrize("dealt", ["{server}/{own}/-", "{server}/-/-", "{server}/{other}/-", "", None])
def test_a_game_that_is_dealt_from_something_else_is_noticed(liar: Liar, dealt: str | None) -> None:
    """Also where the own commitment is left out, all are, or the page does not say at all what was dealt from."""
    own = liar.commitment()
    liar.learn(own, f"{FIRST}/{own}/-")
    liar.show(f'<div id="board"></div><div data-dealt="{FIRST}/{own}/-"></div>')
    expect(liar.page.locator("#deal-differs")).to_be_hidden()
    told = "" if dealt is None else f'data-dealt="{dealt.format(server=SECOND, own=own, other="3" * 64)}"'
    liar.show(f'<div id="board"></div><div {told}></div>')
    liar.is_refused("deal-differs")


def test_a_nonce_is_not_shown_for_a_second_deal(liar: Liar) -> None:
    own = liar.commitment()
    liar.learn(own, f"{FIRST}/{own}/-")
    for bound in (f"{SECOND}/{own}/-", f"{FIRST}/{own}/{own}"):
        liar.ask(own, bound)
        liar.is_refused()
    assert len(liar.nonces) == 1
    liar.show(f'<div data-dealt="{SECOND}/{own}/-"></div>')
    liar.is_refused("deal-differs")
    liar.show(f'<div data-dealt="{FIRST}/{own}/-"></div>')
    expect(liar.page.locator("#deal-differs")).to_be_hidden()


def test_a_page_that_asks_by_itself_shows_its_nonce_for_one_deal_too(liar: Liar) -> None:
    """Hidden, it asks by plain requests; the answer is looked at like what a page says."""
    own = liar.commitment()
    hide = """() => {
        Object.defineProperty(document, "hidden", { get: () => true });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    for bound, answered in ((FIRST, "**/reveal"), (SECOND, "**/due")):
        liar.due = reveal_form(own, f"{bound}/{own}/-")
        liar.show(f'<form action="/t/one/commit" data-commit="{own}"></form>')
        with liar.page.expect_response(answered):
            liar.page.evaluate(hide)
    liar.is_refused()
    assert len(liar.nonces) == 1


def test_a_nonce_is_not_shown_for_a_second_table(liar: Liar) -> None:
    own = liar.commitment()
    liar.learn(own, f"{FIRST}/{own}/-")
    for bound in (f"{FIRST}/{own}/-", f"{SECOND}/{own}/-"):
        liar.ask(own, bound, "two")
        liar.is_refused()
    assert len(liar.nonces) == 1
    liar.show(f'<div data-dealt="{FIRST}/{own}/-"></div>', "two")
    liar.is_refused("deal-differs")


def test_a_nonce_is_not_shown_for_a_deal_without_it(liar: Liar) -> None:
    own = liar.commitment()
    liar.ask(own, f"{FIRST}/-/{SECOND}")
    liar.is_refused()
    assert liar.nonces == []


def test_a_table_that_has_learned_a_nonce_gets_no_other_commitment(liar: Liar) -> None:
    own, other = liar.commitment(), liar.commitment("two")
    liar.learn(own, f"{FIRST}/{own}/-")
    liar.show('<form action="/t/one/commit" data-commit="-"></form>' + reveal_form(other, f"{SECOND}/{other}/-"))
    liar.is_refused()
    assert [name for name, _ in liar.came] == ["commitment", "commitment", "nonce"]


def test_a_nonce_that_was_refused_is_not_shown_again_for_another_deal(liar: Liar) -> None:
    """The same page is asked again with another form, as an update of the page would bring it."""
    own = liar.commitment()
    liar.status = 503
    liar.learn(own, f"{FIRST}/{own}/-")
    liar.status = 204
    liar.page.evaluate("bound => { document.querySelector('form').dataset.bound = bound; }", f"{SECOND}/{own}/-")
    liar.is_refused()
    assert len(liar.nonces) == 1
    liar.show(f'<div data-dealt="{SECOND}/{own}/-"></div>')
    liar.is_refused("deal-differs")


def test_a_nonce_that_was_refused_is_shown_again_for_the_same_deal(liar: Liar) -> None:
    own = liar.commitment()
    liar.status = 503
    liar.learn(own, f"{FIRST}/{own}/-")
    liar.status = 204
    with liar.page.expect_response(lambda answer: answer.status == 204):
        pass
    liar.learn(own, f"{FIRST}/{own}/-")
    assert len(liar.nonces) == 3 and len(set(liar.nonces)) == 1
    expect(liar.page.locator("#bound-differs")).to_be_hidden()


def test_a_browser_has_a_part_in_the_deals_of_several_tables(liar: Liar) -> None:
    bound = {}
    for table in ("one", "two"):
        own = liar.commitment(table)
        bound[table] = f"{FIRST}/{own}/-"
        liar.learn(own, bound[table], table)
    for table, dealt in bound.items():
        liar.show(f'<div id="board"></div><div data-dealt="{dealt}"></div>', table)
        expect(liar.page.locator("#deal-differs")).to_be_hidden()
    liar.show('<div id="board"></div><div data-dealt=""></div>', "shared")
    expect(liar.page.locator("#deal-differs")).to_be_hidden()
    liar.show("<p>void</p>", "one")
    expect(liar.page.locator("#deal-differs")).to_be_hidden()


# What the page would have kept of so many tables that never asked for its nonce.
KEEP_OTHERS = """(count) => {
  const all = JSON.parse(localStorage.getItem("bellringer deals"));
  for (let number = 0; number < count; number++) all[`${number}`.padStart(64, "a")] = { nonce: "b".repeat(64) };
  localStorage.setItem("bellringer deals", JSON.stringify(all));
}"""


@pytest.mark.parametrize("kept", [198, pytest.param(0, marks=pytest.mark.soak)])
def test_what_a_nonce_was_shown_for_is_not_forgotten_for_many_others(liar: Liar, kept: int) -> None:
    """The page keeps so many nonces that were not shown, and all that were. `kept`: how many it has kept before."""
    own = liar.commitment()
    liar.learn(own, f"{FIRST}/{own}/-")
    liar.page.evaluate(KEEP_OTHERS, kept)
    for number in range(201 - kept):
        liar.commitment(f"other{number}")
    came = len(liar.came)
    liar.show('<form action="/t/one/commit" data-commit="-"></form>')
    liar.ask(own, f"{SECOND}/{own}/-")
    liar.is_refused()
    assert len(liar.came) == came
