"""Make the README's pictures of the pages: both games, an end of a game and the front page, by day and by candle light.

It plays the tables with fixed seeds, puts them into the database of a temporary server, and takes the pictures.
`make screenshots` calls it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, sync_playwright

import bellringer
from bellringer.commands.progress import at_work
from bellringer.server.app import create_app
from bellringer.server.base.logs import set_up
from bellringer.server.base.settings import Settings
from bellringer.server.serve import Server, listen
from bellringer.server.store.store import Store
from bellringer.server.tables.live.live_game import LiveGame
from tests.browser.tables import Known, Wanted, is_over, known, put_table
from tools.chromium import chromium
from tools.places import DOCS, ROOT
from tools.plans import plan

__all__ = ["LIGHTS", "NAMES", "have_seen_all", "serving", "studio"]

OUT = DOCS / "screenshots"
LIGHTS = ("light", "dark")
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
COLOURS = 256
MOST_BYTES = 250_000
NAMES = {0: "Marguerite", 2: "Basile"}


def in_the_middle(first: str, acts: int) -> Wanted:
    """A condition: the game is in its middle, and the first seat has choices that begin with a word."""

    def is_there(live: LiveGame) -> bool:
        moves = live.table.moves(0)
        return len(live.acts) > acts and len(moves) > 2 and moves[0].name.startswith(first)

    return is_there


def tables(store: Store) -> tuple[Known, dict[str, str]]:
    """Fill a database. Returns the viewer, and the paths of the tables by the names of the pictures."""
    people = {seat: known(store, name) for seat, name in NAMES.items()}
    wanted: dict[str, tuple[str, Wanted]] = {}
    for game in bellringer.game_names():
        moment = plan(game)["screenshot"]
        wanted[game] = (game, in_the_middle(moment["first"], moment["acts"]))
    wanted["end"] = (bellringer.game_names()[0], is_over)
    paths = {
        name: put_table(store, game, is_there, people, seats=4, first_seed=plan(game)["screenshot"]["seed"])
        for name, (game, is_there) in wanted.items()
    }
    for path in paths.values():
        have_seen_all(store, path)
    return people[0], {"front": "/", **paths}


def have_seen_all(store: Store, path: str) -> None:
    """Mark everything at a table as seen by its players."""
    kept = store.table(path.removeprefix("/t/"))
    assert kept is not None
    count = LiveGame(kept, store.acts(kept)).table.event_count
    for seat in kept.seats:
        store.put_seen(kept, seat.number, count)


@contextmanager
def serving(data: Path) -> Iterator[str]:
    """Run a server in this process. Yields its address."""
    listening = listen("127.0.0.1", 0)
    settings = Settings(data)
    server = Server(create_app(settings), settings)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.02)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(timeout=10)


@contextmanager
def screen(browser: Browser, url: str, who: Known, light: str, size: dict[str, int]) -> Iterator[BrowserContext]:
    """Open a browser context with a key and a screen of a certain size."""
    is_phone = size is PHONE
    context = browser.new_context(
        base_url=url, viewport=size, color_scheme=light, locale="en-GB", reduced_motion="reduce",  # type: ignore[arg-type]
        has_touch=is_phone, is_mobile=is_phone,
    )  # fmt: skip
    who.enter(context, url)
    yield context
    context.close()


def draw(context: BrowserContext, path: str, name: str) -> None:
    """Take a picture of the screen."""
    page = context.new_page()
    page.goto(path, wait_until="load")
    page.evaluate("() => document.fonts.ready")
    out = OUT / f"{name}.png"
    page.screenshot(path=out)
    if out.stat().st_size > MOST_BYTES:
        with Image.open(out) as picture:
            # rare colours count as much as those of the paper, else small pieces go grey
            few = picture.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3)
        few.save(out, optimize=True)
    if out.stat().st_size > MOST_BYTES:
        sys.exit(f"{out.name} has {out.stat().st_size} bytes, more than {MOST_BYTES}")
    print(f"{out.relative_to(ROOT)}: {out.stat().st_size} bytes")


@contextmanager
def studio(out: Path) -> Iterator[tuple[Browser, Path, Store]]:
    """A browser, and the folder and the open database of a server that is still to be run; pictures go to `out`."""
    set_up(is_json=False, level="WARNING")
    try:
        path = chromium()
    except FileNotFoundError as error:
        sys.exit(str(error))
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        with closing(Store(Settings(Path(folder)).database, Settings(Path(folder)).key_file)) as store:
            yield browser, Path(folder), store
        browser.close()


def main() -> None:
    """Take all pictures."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    with studio(OUT) as (browser, folder, store):
        who, paths = tables(store)
        with serving(folder) as url:
            for light in LIGHTS:
                with screen(browser, url, who, light, DESK) as context:
                    for name, path in paths.items():
                        draw(context, path, f"{name}-{light}")
                with screen(browser, url, who, light, PHONE) as context:
                    for name in bellringer.game_names():
                        draw(context, paths[name], f"{name}-phone-{light}")


if __name__ == "__main__":
    at_work(main)
