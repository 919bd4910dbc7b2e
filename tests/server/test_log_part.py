"""The log of an open page: lines are added to it, and what it shows then is what a new page would show."""

from __future__ import annotations

import random
import re

import pytest

from bellringer.server.drawing.drawn_parts import DrawnParts
from bellringer.server.drawing.log.log_part import LogPart
from bellringer.server.drawing.site.templating import environment
from bellringer.server.drawing.table.open_page import Page
from bellringer.server.drawing.table.page_model import PageModel, Viewer
from bellringer.server.drawing.table.parts import Drawer
from bellringer.server.drawing.table.table_drawings import lines_of
from bellringer.server.tables.live.live_game import LiveGame
from tests.server.services import COMPANIES, acted, kept_table, moved
from tests.server.test_live import acts_played, any_table

PAGES = environment()
PARTIAL = re.compile(r'<hx-partial hx-target="#([^"]*)" hx-swap="(\w+)">(.*?)</hx-partial>', re.DOTALL)
ELEMENT = re.compile(r'^ *<li id="([^"]*)".*</li>$', re.MULTILINE)
LATEST = re.compile(r'<ol class="latest".*?</ol>', re.DOTALL)
LIST = re.compile(r'<ol id="(lines-\d+)">(.*)</ol>', re.DOTALL)


class Shown:
    """A page that shows the log, as a browser changes it by the messages that it is sent."""

    def __init__(self, log: LogPart) -> None:
        self.page, self.whole, self.added, self.grown = Page("key"), 0, 0, 0
        self.page.news({"log": log})
        self.replace(str(log))

    def replace(self, text: str) -> None:
        """Take in the whole log."""
        found, latest = LIST.search(text), LATEST.search(text)
        assert found is not None and latest is not None
        self.list, self.lines, self.latest = found[1], elements(found[2]), latest[0]

    def hear(self, log: LogPart) -> None:
        """Take in what the page is sent when the log looks like this."""
        message = self.page.news({"log": log})
        partials = PARTIAL.findall(message)
        assert "".join(PARTIAL.sub("", message).split()) == ""
        for target, swap, text in partials:
            self.apply(target, swap, text.strip())
        assert (self.list, self.lines, self.latest) == told(log), "what a new page would show"

    def apply(self, target: str, swap: str, text: str) -> None:
        """Do what htmx does with one part of a message."""
        if (target, swap) == ("log", "outerMorph"):
            self.replace(text)
            self.whole += 1
        elif (target, swap) == ("latest", "outerMorph"):
            self.latest = text
        elif swap == "outerMorph":
            assert target == next(iter(elements(text))) == [name for name in self.lines if name != "since"][-1]
            self.lines |= elements(text)
            self.grown += 1
        elif swap == "beforeend":
            assert target == self.list
            self.lines |= elements(text)
            self.added += 1
        elif swap == "delete":
            del self.lines[target]
        else:
            assert swap == "beforebegin" and target in self.lines
            names = list(self.lines)
            at = names.index(target)
            before = {name: self.lines.pop(name) for name in names[at:]}
            self.lines |= elements(text) | before


def elements(text: str) -> dict[str, str]:
    """The elements of a list, by their ids."""
    return {found[1]: found[0].strip() for found in ELEMENT.finditer(text)}


def told(log: LogPart) -> tuple[str, dict[str, str], str]:
    """What a new page shows of a log."""
    found, latest = LIST.search(str(log)), LATEST.search(str(log))
    assert found is not None and latest is not None
    return found[1], elements(found[2]), latest[0]


def log_of(live: LiveGame, seat: int | None, seen: int | None = None, kept: DrawnParts | None = None) -> LogPart:
    """The log as somebody sees it who had seen so many events."""
    viewer = Viewer(seat, () if seat is None else (seat,), "en", seen)
    model = PageModel(live.table, live.info(0), viewer, lines_of(live))
    return Drawer(PAGES, model, "token", kept or DrawnParts()).log()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), COMPANIES)
def test_an_open_page_shows_what_a_new_one_would(game: str, seats: int) -> None:
    """Whatever happens at the table, and however much of it the reader has seen."""
    dice = random.Random(f"log {game} {seats}")
    live = LiveGame(any_table(game, seats, dice))
    eyes = (None, *range(seats))
    pages, seen, kept = {seat: Shown(log_of(live, seat)) for seat in eyes}, dict.fromkeys(eyes, 0), DrawnParts()
    for _ in acts_played(live, dice):
        for seat, page in pages.items():
            if dice.random() < 0.3:
                seen[seat] = dice.randint(0, live.table.event_count) if dice.random() < 0.3 else live.table.event_count
            if dice.random() < 0.4:
                page.hear(log_of(live, seat, seen[seat], kept))
    assert sum(page.added for page in pages.values()) > sum(page.whole for page in pages.values())
    assert sum(page.grown for page in pages.values()) > 0


def test_only_new_lines_are_sent() -> None:
    live = LiveGame(kept_table("rattus", 2))
    for _ in range(12):
        moved(live, live.pending[0])
    page, before = Page("key"), log_of(live, 0)
    page.news({"log": before})
    assert page.news({"log": log_of(live, 0)}) == ""
    moved(live, live.pending[0])
    after = log_of(live, 0)
    message = page.news({"log": after})
    assert after.lines.count > before.lines.count > 10
    assert all(line in message for line in after.lines.since(before.lines.count))
    assert not any(line in message for line in before.lines.since(0))
    page.forget()
    whole = page.news({"log": after})
    assert all(line in whole for line in after.lines.since(0))


def test_lines_that_were_taken_back_are_gone() -> None:
    live = LiveGame(kept_table("rattus", 2))
    for _ in range(12):
        moved(live, live.pending[0])
    page = Shown(log_of(live, 0))
    acted(live, live.acts[-1].seat, "undo")
    page.hear(log_of(live, 0))
    moved(live, live.pending[0])
    page.hear(log_of(live, 0))
    assert page.whole == 1


@pytest.mark.parametrize("seen", [None, 0, 1, 5, 7])
def test_the_mark_before_the_news_moves(seen: int | None) -> None:
    """It stands before the first line that is new, and nowhere when nothing is, or all."""
    live = LiveGame(kept_table("rattus", 2))
    for _ in range(12):
        moved(live, live.pending[0])
    for first in (0, 3, 5, live.table.event_count, None):
        page = Shown(log_of(live, 0, first))
        moved(live, live.pending[0])
        log = log_of(live, 0, seen)
        page.hear(log)
        assert (page.whole, "since" in page.lines) == (0, seen not in (None, 0))
