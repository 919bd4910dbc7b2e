"""People at their browsers: what they do with a page of a table, by mouse, finger, keyboard and forms."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Response, TimeoutError, expect

from bellringer.server.visitors.security import KEY_COOKIE

SLOW = 60_000  # milliseconds within which anything must have happened, on a machine that is busy
LOST, CLICKS = 10_000, 3  # milliseconds after which one clicks again, and how often
SOON = 100  # milliseconds between two looks at what is in the way
LONG = 600  # decisions that no game needs
CLOSE, DOUBLE = 15, 550  # pixels and milliseconds within which two clicks are one double click
Found = TypeVar("Found")
NOW = """() => {
  const asked = document.querySelector("#moves [name=asked]");
  return asked ? asked.value : document.querySelector("#end.is-over") ? "over" : "waiting";
}"""
NOT_YET = """(before) => {
  const asked = document.querySelector("#moves [name=asked]");
  return (asked ? asked.value : document.querySelector("#end.is-over") ? "over" : "waiting") !== before;
}"""
# A point of the screen at which a click meets this thing, and not what lies over it; null where there is none. A finger
# is broad, and a browser takes a tap for one on what is small and near: so the thing is around the point, if it can be.
# Who has missed it tries another `turn`.
POINT = """(thing, how) => {
  const { isTouch, turn } = { isTouch: false, turn: 0, ...how };
  const usual = [0.5, 0.3, 0.7, 0.1, 0.9, 0.2, 0.4, 0.6, 0.8], parts = [...usual.slice(turn), ...usual.slice(0, turn)];
  const meets = (x, y) => document.elementFromPoint(x, y)?.closest("[data-target], button") === thing;
  for (const reach of isTouch ? [16, 8, 0] : [0]) {
    const around = [[0, 0], [-reach, 0], [reach, 0], [0, -reach], [0, reach]];
    for (const block of ["nearest", "center", "end"]) {  // a long question stays above the cards that it lies over
      thing.scrollIntoView({ block, behavior: "instant" });
      const box = thing.getBoundingClientRect();
      for (const down of parts) for (const across of parts) {
        const x = box.left + box.width * across, y = box.top + box.height * down;
        if (around.every(([dx, dy]) => meets(x + dx, y + dy))) return [x, y];
      }
    }
  }
  return null;
}"""
# What lies over the middle of a thing that can't be hit, and where both are.
COVERED = """(thing) => {
  const box = thing.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
  const over = document.elementFromPoint(x, y), tag = (one) => one && one.cloneNode(false).outerHTML;
  return [tag(thing), JSON.stringify(box), "under", tag(over), "in", tag(over?.parentElement), innerHeight].join(" ");
}"""


# The page is told of what happens. Until then the answer to a form brings what has come of it, which no scene tells.
LISTENS = """() => {
  return document.querySelector("main.has-scenes.hears") !== null;
}"""


@dataclass
class Visitor:
    """A visitor at a browser.

    `troubles`: what must not happen, and has; `allowed`: what may, as patterns; `hit`: where the last click or tap was.
    """

    context: BrowserContext
    page: Page
    troubles: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)
    dice: random.Random = field(default_factory=lambda: random.Random(7))
    hit: tuple[float, float] = (-100.0, -100.0)

    def watch(self) -> None:
        """Note what is wrong on any page of this browser."""
        self.context.on("console", self._heard)
        self.context.on("weberror", lambda error: self.troubles.append(f"an error in a script: {error.error}"))
        self.context.on("response", self._answered)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.troubles.append(f"answer {response.status} of {response.url}")

    @property
    def unexpected(self) -> list[str]:
        """The troubles that nobody has allowed."""
        return [one for one in self.troubles if not any(re.search(pattern, one) for pattern in self.allowed)]

    # finding things

    def find(self, what: str) -> Locator:
        """Something on the page, by CSS."""
        return self.page.locator(what)

    @property
    def address(self) -> str:
        """Of the table that is shown."""
        found = re.search(r"/t/([\w-]+)", self.page.url)
        assert found is not None, f"this is no table: {self.page.url}"
        return found.group(1)

    @property
    def asked(self) -> str:
        """The number of the question on the page; `waiting`, or `over`."""
        found: str = self.page.evaluate(NOW)
        return found

    def moves(self) -> list[str]:
        """The moves that the page offers."""
        found: list[str] = self.find("#moves button[name=move]").evaluate_all("all => all.map((one) => one.value)")
        return found

    # waiting

    def until_not(self, before: str, timeout: int = SLOW) -> str:
        """Wait until another question is asked, or none; what is asked then."""
        self.page.wait_for_function(NOT_YET, arg=before, polling=15, timeout=timeout)
        return self.asked

    def until_asked(self) -> str:
        """Wait for one's turn, or for the end."""
        return self.asked if self.asked != "waiting" else self.until_not("waiting")

    def until_listening(self) -> None:
        """Wait until what happens from now on is told as it happens."""
        self.page.wait_for_function(LISTENS)

    def load_by(self, thing: Locator) -> None:
        """Click on a thing, and wait until the page that comes by it is there in whole."""
        with self.page.expect_navigation(wait_until="load"):  # with its style sheets: what can be seen is asked next
            thing.click()

    # acting

    def make_table(self, game: str, name: str, seats: Sequence[str], **chosen: str) -> None:
        """Make a table by the form. `seats`: who sits there, as the form says it; `here:NAME` at the same screen."""
        self.page.goto(f"/new/{game}")
        self.page.check(f"#seats-{len(seats)}")
        self.page.fill("#name_1", name)
        for number, who in enumerate(seats, start=1):
            kind, _, other = who.partition(":")
            self.page.select_option(f"#who_{number}", kind if kind == "here" else who)
            if kind == "here":
                self.page.fill(f"#name_{number}", other)
        for field_name, value in {"watching": "anyone", **chosen}.items():
            self.page.select_option(f"#{field_name}", value)
        self.load_by(self.find("form.new .main-button"))
        if "open" not in seats:
            self.until_dealt()
        assert self.address

    def enter(self, path: str, **sent: object) -> dict[str, Any]:
        """Do something as a program does, and have this browser known by the key that is answered; the whole answer."""
        answer = self.context.request.post(f"/api/v1{path}", data=sent)
        found: dict[str, Any] = answer.json()
        assert answer.ok, found
        here = "{0.scheme}://{0.netloc}".format(urlsplit(answer.url))
        self.context.add_cookies([{"name": KEY_COOKIE, "value": found["key"], "url": here}])
        return found

    def put_table(self, game: str, name: str, seats: Sequence[str], **chosen: str) -> dict[str, Any]:
        """Make a table without a form, which takes three pages until one sees it; the answer. Its page has no part in
        the deal. `seats`: as the form says it."""
        kinds = [
            {"kind": kind, **({"bot": bot} if bot else {})} for kind, _, bot in (who.partition(":") for who in seats)
        ]
        return self.enter("/tables", name=name, game=game, seats=kinds, **{"watching": "anyone", **chosen})

    def begin_table(self, game: str, name: str, seats: Sequence[str], **chosen: str) -> None:
        """Make a table so at which the game begins at once, and look at it."""
        made = self.put_table(game, name, seats, **chosen)
        self.page.goto(f"/t/{made['table']['id']}")

    def until_dealt(self) -> None:
        """Wait for the game at a table of whose deal this page has a part: the page comes anew when it is dealt."""
        self.page.wait_for_selector("#board", state="attached")
        self.page.wait_for_load_state("load")

    def by_button(self, is_touch: bool = False) -> str:
        """Make a move by a button of the prompt or the hand, and wait until the page has it; what is asked then."""
        before = self.asked
        if not self.find("button[name=move]:visible").count():
            self.open_list(is_touch)
        what = "#moves button[name=move]" if self.find("#moves:visible").count() else "button[name=move]:visible"
        return self.insist(what, is_touch, lambda most: self.until_not(before, most))

    def open_list(self, is_touch: bool = False) -> None:
        """Unfold the list of all choices."""
        if not self.find("#moves:visible").count():
            self.press(self.find("[data-list]"), is_touch)
            expect(self.find("#moves")).to_be_visible()

    def choose(self, move: str) -> None:
        """Make a certain move by the list of all choices, once one is asked, and wait until the page has it."""
        before = self.until_asked()
        self.open_list()
        self.find(f'#moves [data-move="{move}"]').click()
        self.until_not(before)

    def open_pane(self, name: str) -> None:
        """Turn to a tab of the rail, which on a telephone lies in a drawer."""
        drawer = self.find("label.drawer")
        if drawer.is_visible() and not self.find("#drawer").is_checked():
            drawer.click()
        self.find(f"label[for=tab-{name}]").click()

    def by_board(self, is_touch: bool = False) -> str | None:
        """Make a move by what shines on the board, and wait until the page has it; what is asked then.

        When the thing stands for several moves, by a button of those. None when nothing shines, and where a piece would
        go under a tool that lies on the board: there it is led by hand, or by the list.
        """
        before = self.asked
        shining = "#board .shines[data-target]:not(.crowded)" if is_touch else "#board .shines[data-target]"
        if self.find(shining).count() == 0:
            return None
        if self.find("#moves:visible").count():  # it may lie over the board
            self.press(self.find("[data-list]"), is_touch)
        chosen = self.one_of(shining)
        if is_touch and chosen.get_attribute("data-by") and chosen.evaluate(POINT) is None:
            return None
        target = chosen.get_attribute("data-target")
        meant = self.find(f'#moves button[data-target="{target}"]').count()
        assert meant, f"{target!r} shines, but no button is about it"
        what = f'{shining}[data-target="{target}"]'
        if meant > 1 and not is_touch:
            answers = "#moves button[name=move]:visible"
            self.insist(what, is_touch, lambda most: expect(self.find(answers)).to_have_count(meant, timeout=most))
            what = answers
        return self.insist(what, is_touch, lambda most: self.until_not(before, most))

    def insist(self, what: str, is_touch: bool, until: Callable[[int], Found]) -> Found:
        """Click on any of the things, and again when that had no effect; what `until` gives, which waits for that.

        When somebody else moves, the page may change between the choice of a point and the click there.
        """
        self.do(what, is_touch)
        for _ in range(CLICKS):
            with suppress(TimeoutError, AssertionError):
                return until(LOST)
            if self.find("main.holds-piece").count():  # it came under the click: only where it can go is hit now
                self.page.keyboard.press("Escape")
            if self.find(what).count():
                self.do(what, is_touch, self.dice.randrange(1, 9))
        return until(SLOW)

    def do(self, what: str, is_touch: bool, turn: int = 0) -> None:
        """Click on any of the things. A tap shows what it would do, or which moves it stands for: then do that.

        On a busy machine that may come late, and the next tap would take it away again: then it is there already.
        """
        if not (is_touch and self.find("#hands").is_visible()):
            self.press(self.one_of(what), is_touch, turn)
        if not is_touch or not self.find("#hands").is_visible():
            return
        if self.find("#hands .hands-choices button").count():
            self.press(self.one_of("#hands .hands-choices button"), is_touch)
        self.press(self.find("#hands .hands-do"), is_touch)

    def one_of(self, what: str) -> Locator:
        """Any of the things that there are."""
        found = self.find(what)
        return found.nth(self.dice.randrange(found.count()))

    def press(self, thing: Locator, is_touch: bool = False, turn: int = 0) -> None:
        """Click or tap on a thing, where it can be hit; what flies over it is waited for.

        What a card says is shown over others as long as the pointer rests on that card: so it moves away.
        """
        for _ in range(LOST // SOON):
            if (point := thing.evaluate(POINT, {"isTouch": is_touch, "turn": turn})) is not None:
                break
            if not is_touch:
                self.page.mouse.move(0, 0)
            self.page.wait_for_timeout(SOON)
        assert point is not None, f"can't be hit anywhere: {thing.evaluate(COVERED)}"
        if math.dist(point, self.hit) < CLOSE:
            self.page.wait_for_timeout(DOUBLE)
        self.hit = point
        if is_touch:
            self.page.touchscreen.tap(*point)
        else:
            self.page.mouse.click(*point)

    def play(self, turns: int = LONG, board: float = 0.0) -> int:
        """Answer so many questions, or until the game is over; how many. `board`: the share of clicks on the board."""
        for done in range(turns):
            if self.until_asked() == "over":
                return done
            if self.dice.random() >= board or self.by_board() is None:
                self.by_button()
        return turns

    def say(self, text: str) -> None:
        """Say something to the table."""
        self.open_pane("chat")
        self.page.fill("#say-text", text)
        self.page.press("#say-text", "Enter")
        expect(self.find("#chat-scroll li").last).to_contain_text(text)


def two_at_a_table(visit: Callable[..., Visitor], game: str, *others: str) -> tuple[Visitor, Visitor]:
    """Anna and Ben, each before the page of a game that has just begun."""
    anna, ben = visit(), visit()
    made = anna.put_table(game, "Anna", ("me", "open", *others))
    address = made["table"]["id"]
    ben.enter(f"/tables/{address}/seats/1", name="Ben", invitation=made["invitations"]["1"])
    for visitor in (anna, ben):
        visitor.page.goto(f"/t/{address}")
    return seen_by(anna, ben)


def two_by_forms(visit: Callable[..., Visitor], game: str, *others: str) -> tuple[Visitor, Visitor]:
    """Anna makes a table by the form; Ben opens the invite link, types a name, and sits. Both see the game begin."""
    anna, ben = visit(), visit()
    anna.make_table(game, "Anna", ("me", "open", *others))
    ben.page.goto(anna.find(".invite input").input_value())
    ben.page.fill("#name", "Ben")
    ben.load_by(ben.find("form.card .main-button"))
    return seen_by(anna, ben)


def seen_by(anna: Visitor, ben: Visitor) -> tuple[Visitor, Visitor]:
    """Both, as soon as they see the question; that their pages are not loaded anew is noted."""
    for visitor in (anna, ben):
        expect(visitor.find("#prompt")).to_be_visible()
        visitor.page.wait_for_load_state("domcontentloaded")
        visitor.page.evaluate("window.wasLoaded = true")
    return anna, ben


def is_as_loaded(visitor: Visitor) -> bool:
    """Whether the page is still the one that was loaded when both sat down."""
    return bool(visitor.page.evaluate("window.wasLoaded === true"))
