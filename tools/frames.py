"""Measure how many frames a second the scenes of a turn have, and what their time goes into.

    python -m tools.frames --slowed 4

It plays a game with as many seats as it can have, and with all modules, to a turn whose plague strikes, and to the last
decision of the game or of a period, and lets a browser show both with its main thread slowed down so many times. A
frame is counted when it comes to the screen. Which moments, says `frames.py` in the folder of a game's tools.
The browser's own trace says how busy its threads are: that of the page, the one that moves layers, those that raster,
and the one that puts a frame together. Without a graphics card the last two have no help.
"""

from __future__ import annotations

import argparse
import importlib
import random
from collections import defaultdict
from itertools import pairwise, product
from types import ModuleType
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize

import bellringer
from bellringer.commands.progress import at_work
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from bellringer.server.store.store import Store
from bellringer.server.tables.live.live_game import LiveGame
from tests.browser.tables import Known, known, put_table
from tools.places import ROOT
from tools.screenshots import have_seen_all, serving, studio

OUT = ROOT / "build" / "frames"
SCREENS: tuple[ViewportSize, ...] = ({"width": 1440, "height": 900}, {"width": 390, "height": 844})
THREADS = {"page": "CrRendererMain", "compositor": "Compositor", "raster": "ThreadPool", "screen": "VizCompositor"}
DRAWN = "DirectRenderer::DrawFrame"  # in the trace: a frame came to the screen
CATEGORIES = "devtools.timeline,blink,cc,viz,v8,toplevel"
LONGEST = 60_000  # milliseconds that scenes may take


def moments_of(game: str) -> ModuleType:
    """The game's own part: `SEATS`, `OPTIONS`, and `MOMENTS`, which find a move of the first seat."""
    return importlib.import_module(f"tools.{game.replace('-', '_')}.frames")


def put(store: Store, people: dict[int, Known], game: str, name: str) -> tuple[str, str]:
    """A table at a moment: its path, and the move that is to be made."""
    own = moments_of(game)
    find_move, seats = own.MOMENTS[name], own.SEATS
    options = check_options(find(game), seats, own.OPTIONS, random.Random(seats).randbytes(32))
    sitting = {seat: people[seat] for seat in range(seats)}
    path = put_table(store, game, lambda live: find_move(live) is not None, sitting, seats, options=options)
    have_seen_all(store, path)
    kept = store.table(path.removeprefix("/t/"))
    assert kept is not None
    move = find_move(LiveGame(kept, store.acts(kept)))
    assert move is not None
    return path, move


def traced(page: Page, session: CDPSession, move: str) -> list[dict[str, Any]]:
    """Make a move, and watch until all of it has been shown: the browser's trace of that time."""
    events: list[dict[str, Any]] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    page.locator(f'#moves button[value="{move}"]').evaluate("(button) => button.click()")
    page.wait_for_selector(".sky", state="attached")
    session.send("Tracing.start", {"traceConfig": {"includedCategories": CATEGORIES.split(",")}})
    page.wait_for_selector(".sky", state="detached", timeout=LONGEST)
    with page.expect_event("console", predicate=lambda message: message.text == "traced", timeout=LONGEST):
        session.once("Tracing.tracingComplete", lambda _: page.evaluate("() => console.log('traced')"))
        session.send("Tracing.end")
    return events


def frames(events: list[dict[str, Any]]) -> list[float]:
    """When frames came to the screen, in seconds."""
    return sorted(event["ts"] / 1e6 for event in events if event["name"] == DRAWN and event["ph"] in "XB")


def busy(events: list[dict[str, Any]], seconds: float) -> dict[str, float]:
    """The share of the time in which the threads of each kind had something to do."""
    names = {thread_of(event): event["args"]["name"] for event in events if event["name"] == "thread_name"}
    spent = defaultdict[str, float](float)
    for thread, name in names.items():
        own = [event for event in events if thread_of(event) == thread and event["ph"] == "X"]
        kind = next((kind for kind, start in THREADS.items() if name.startswith(start)), "")
        spent[kind] += covered(own)
    return {kind: spent[kind] / 1e6 / seconds for kind in THREADS}


def thread_of(event: dict[str, Any]) -> tuple[int, int]:
    """The process and the thread of an event."""
    return event["pid"], event["tid"]


def covered(events: list[dict[str, Any]]) -> float:
    """The microseconds that events of one thread cover, each counted once."""
    end = total = 0.0
    for event in sorted(events, key=lambda event: event["ts"]):
        stop = event["ts"] + event.get("dur", 0)
        total += max(0.0, stop - max(end, event["ts"]))
        end = max(end, stop)
    return total


def asked_for() -> argparse.Namespace:
    """What the command line wants."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="the games to measure; all if none is named")
    parser.add_argument("--slowed", type=float, default=4.0, help="by how many times the main thread is slowed down")
    given = parser.parse_args()
    if unknown := set(given.games) - set(bellringer.game_names()):
        parser.error(f"no such game: {', '.join(sorted(unknown))}; there are {', '.join(bellringer.game_names())}")
    return given


def shown(browser: Browser, url: str, who: Known, path: str, move: str, screen: ViewportSize, slowed: float) -> str:
    """A move is made and seen: frames a second, the slowest of a hundred, and what was busy, as cells of a table."""
    context = browser.new_context(base_url=url, viewport=screen, locale="en-GB")
    who.enter(context, url)
    page = context.new_page()
    page.goto(path, wait_until="load")
    page.wait_for_selector("main.has-scenes")
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    events = traced(page, session, move)
    context.close()
    at = frames(events)
    gaps = sorted(after - before for before, after in pairwise(at))
    shares = [f"{share:.0%}" for share in busy(events, at[-1] - at[0]).values()]
    told = [f"{len(gaps) / sum(gaps):.0f}", f"{gaps[int(len(gaps) * 0.99)] * 1000:.0f} ms"]
    return " | ".join([*told, *shares])


def main() -> None:
    """Measure all moments of the games on all screens."""
    given = asked_for()
    print("| moment | screen | frames a second | slowest 1 %", *THREADS, "", sep=" | ")
    with studio(OUT) as (browser, folder, store):
        people = {seat: known(store, name) for seat, name in enumerate("ABCDEF")}
        moments = [(game, name) for game in given.games or bellringer.game_names() for name in moments_of(game).MOMENTS]
        for (game, name), screen in product(moments, SCREENS):
            path, move = put(store, people, game, name)
            with serving(folder) as url:
                cells = shown(browser, url, people[0], path, move, screen, given.slowed)
            print(f"| {name} | {screen['width']}x{screen['height']} | {cells} |", flush=True)


if __name__ == "__main__":
    at_work(main)
