"""Every page at three widths: nothing goes over the side, everything can be hit and read, the question is in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.people import Visitor
from tests.browser.tables import GAMES, SITUATIONS, Tables
from tests.pairs import matrix

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
WIDTHS = {360: 740, 768: 1024, 1440: 900}
LOCALES = ("fr-FR", "en-GB")
SMALLEST = 24  # CSS pixels each way of what is pressed
READABLE = 14  # CSS pixels of a letter
OPEN = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "novice"}]

# What sticks out on the right or the left. Not what can be scrolled to, is hidden on purpose, or is for ears only.
OUTSIDE = """() => {
  const isKept = (one) => {
    for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
      if (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(box).overflowX)) return true;
    }
    return false;
  };
  const found = [];
  for (const one of document.body.querySelectorAll("*")) {
    if (one.closest("svg") && one.localName !== "svg") continue;
    const box = one.getBoundingClientRect();
    const isShown = one.checkVisibility({ visibilityProperty: true }) && box.width > 0;
    if (!isShown || one.closest(".unseen, .skip")) continue;
    if ((box.right > innerWidth + 0.5 || box.left < -0.5) && !isKept(one)) {
      found.push(`${one.localName}#${one.id}.${one.className.baseVal ?? one.className} ${box.left}..${box.right}`);
    }
  }
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) found.push(`the page is ${page.scrollWidth} wide`);
  return found;
}"""

# What is pressed and too small for a finger. A link in a sentence is as high as its line; a box that stands with its
# label is pressed by that as well; what is not shown is not pressed.
SMALL = """(least) => {
  const isInSentence = (one) => {
    if (one.localName !== "a" || getComputedStyle(one).display !== "inline") return false;
    return one.parentElement.textContent.trim().length > one.textContent.trim().length;
  };
  const found = [];
  const isLarge = document.getElementById("board")?.clientWidth >= 340; // else the list of choices is what one hits
  for (const one of isLarge ? document.querySelectorAll("#board .shines[data-target]") : []) {
    const { width, height } = one.getBoundingClientRect(), by = getComputedStyle(one).pointerEvents;
    if (by !== "none" && Math.min(width, height) < least - 0.01) found.push(`${one.id} ${width} by ${height}`);
  }
  for (const one of document.body.querySelectorAll("button, a[href], input:not([type=hidden]), select, summary")) {
    const shown = one.checkVisibility({ visibilityProperty: true });
    if (!shown || one.closest(".unseen, .skip") || isInSentence(one)) continue;
    let { width, height } = one.getBoundingClientRect();
    for (const label of ["radio", "checkbox"].includes(one.type) ? one.labels : []) {
      const box = label.getBoundingClientRect();
      [width, height] = [Math.max(width, box.width), Math.max(height, box.height)];
    }
    if (width < least - 0.01 || height < least - 0.01) {
      found.push(`${one.localName}#${one.id} ${one.textContent.trim().slice(0, 40)}: ${width} by ${height}`);
    }
  }
  return found;
}"""

# Texts in letters that are too small. Boards are drawings, with sizes of their own.
TINY = """(least) => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, one = text.parentElement;
    if (!text.data.trim() || one.closest("svg, script, noscript, .unseen") || !one.checkVisibility()) continue;
    const size = parseFloat(getComputedStyle(one).fontSize);
    if (size < least) found.add(`${one.localName}.${one.className} ${size}: ${text.data.trim().slice(0, 40)}`);
  }
  const typedInto = "input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea";
  for (const one of document.querySelectorAll(typedInto)) {
    if (parseFloat(getComputedStyle(one).fontSize) < 16) found.add(`${one.localName}#${one.id} makes a telephone zoom`);
  }
  return [...found];
}"""

# Whether the whole question is in sight before anybody scrolls, and not under anything else.
IN_SIGHT = """() => {
  const box = document.getElementById("prompt-title").getBoundingClientRect();
  const isInside = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return isInside && document.elementFromPoint(x, y)?.closest("#prompt") !== null;
}"""


def wide(visit: Visit, width: int, **options: Any) -> Visitor:
    """A visitor with a screen so wide; a narrow one is touched."""
    screen = {"width": width, "height": WIDTHS[width]}
    return visit(viewport=screen, has_touch=width == 360, is_mobile=width == 360, **options)


def check(visitor: Visitor, path: str) -> None:
    """A page fits, can be hit and read."""
    visitor.page.goto(path)
    check_here(visitor)


def check_here(visitor: Visitor) -> None:
    """The page as it was loaded is in order; also with all that folds away opened."""
    check_shown(visitor)
    visitor.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    check_shown(visitor)


def check_shown(visitor: Visitor) -> None:
    """The page as it is."""
    found = {
        "outside": visitor.page.evaluate(OUTSIDE),
        "small": visitor.page.evaluate(SMALL, SMALLEST),
        "tiny": visitor.page.evaluate(TINY, READABLE),
    }
    assert not any(found.values()), (visitor.page.url, found)


def is_narrow(width: int, locale: str) -> bool:
    """Where there is little room, in the language with the longer words where there is least."""
    return width != max(WIDTHS) and (width == min(WIDTHS)) == (locale == "fr-FR")


@matrix({"width": tuple(WIDTHS), "locale": LOCALES}, is_usual=is_narrow, meeting=1)
def test_pages_around_the_tables(visit: Visit, full_tables: Tables, width: int, locale: str, is_quick: bool) -> None:
    visitor, guest = wide(visit, width, locale=locale), wide(visit, width, locale=locale)
    visitor.allowed.append("status of 404")
    full_tables.anna.enter(visitor.context, full_tables.url)
    key = {"authorization": f"Bearer {full_tables.anna.key}"}
    wanted = {"name": "Wilhelmina-Alexandrina", "game": "rattus", "seats": OPEN, "joining": "anyone"}
    lobby = visitor.context.request.post("/api/v1/tables", data=wanted, headers=key).json()
    address, invitation = lobby["table"]["id"], lobby["invitations"]["1"]
    news = ("/new/notre-dame", "/new/rattus", "/rules/notre-dame", "/rules/rattus", "/about")
    news += ("/how/notre-dame/turn", "/how/rattus/all", "/rules/notre-dame/ledger")
    news += ("/rules/notre-dame/sectors", "/rules/rattus/more-cards", "/rules/rattus?q=plague")
    if is_quick and width != min(WIDTHS):  # of pages that are alike one, where there is more room
        news = news[:1] + news[3:5] + news[-3:]
    for path in ("/", "/mine", *news, "/no-such-page", f"/t/{address}"):
        check(visitor, path)
    for path in ("/", "/mine", f"/t/{address}", f"/join/{address}/{invitation}"):
        check(guest, path)


def is_narrowest(game: str, width: int, locale: str) -> bool:
    """Where there is least room, each game in one language. At usual sizes test_whole.py looks at all tables."""
    return width == min(WIDTHS) and (game, locale) in zip(GAMES, LOCALES, strict=True)


@matrix({"game": GAMES, "width": tuple(WIDTHS), "locale": LOCALES}, is_usual=is_narrowest)
def test_tables(visit: Visit, full_tables: Tables, game: str, width: int, locale: str) -> None:
    """In every situation; the question, or who is waited for, is in sight without scrolling."""
    visitor, stranger = wide(visit, width, locale=locale), wide(visit, width, locale=locale)
    full_tables.anna.enter(visitor.context, full_tables.url)
    for name in SITUATIONS[game]:
        visitor.page.goto(full_tables.paths[game, name])
        assert name == "over" or visitor.page.evaluate(IN_SIGHT), name
        check_here(visitor)
    check(visitor, f"{full_tables.paths[game, 'over']}/verify")
    check(stranger, full_tables.paths[game, "asked"])


@pytest.mark.parametrize("width", [pytest.param(one, marks=pytest.mark.soak) for one in WIDTHS])
@pytest.mark.parametrize("game", GAMES)
def test_the_question_stays_in_sight_wherever_one_scrolls(
    visit: Visit, full_tables: Tables, game: str, width: int
) -> None:
    visitor = wide(visit, width)
    full_tables.anna.enter(visitor.context, full_tables.url)
    visitor.page.goto(full_tables.paths[game, "asked"])
    for share in (0.33, 0.66, 1):
        visitor.page.evaluate("(share) => scrollTo(0, share * document.documentElement.scrollHeight)", share)
        visitor.page.evaluate("() => new Promise(requestAnimationFrame)")
        assert visitor.page.evaluate(IN_SIGHT), share
