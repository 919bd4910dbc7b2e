"""Take a picture of every table that there can be, at every size, by day and by candle light, in every language.

The pictures lie in build/screens, and with them a sheet of each table, on which all its pictures stand side by side.
`make screenshots` calls it; ARGS name what is wanted: `--size 390x844 --language fr`.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser

from bellringer.commands.progress import at_work
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from bellringer.core.shown.words import languages
from bellringer.server.store.store import Store
from tests.browser.tables import CHOSEN, SITUATIONS, Known, known, put_table
from tools.places import ROOT
from tools.screenshots import LIGHTS, NAMES, have_seen_all, serving, studio

OUT = ROOT / "build" / "screens"
SIZES = (
    *("1280x720", "1440x900", "1920x1080", "2560x1440"),
    *("820x1180", "390x844", "844x390", "390x664", "844x331"),
)
# Every number of seats at a decision, and every other situation at the largest table.
TABLES = tuple(
    f"{game}-{seats}-{situation}"
    for game, situations in SITUATIONS.items()
    for situation in situations
    for seats in range(find(game).fewest_seats, find(game).most_seats + 1)
    if situation == "asked" or seats == find(game).most_seats
)
THUMB = 480  # the width of a picture on a sheet


def put(store: Store, people: dict[int, Known], name: str) -> str:
    """Put a table into the database; its path. `name`: game, seats, situation."""
    game, seats, situation = name.rsplit("-", 2)
    more: dict[str, Any] = {}
    if chosen := CHOSEN.get((game, situation)):
        more["options"] = check_options(find(game), int(seats), chosen, random.Random(int(seats)).randbytes(32))
    path = put_table(store, game, SITUATIONS[game][situation], people, seats=int(seats), **more)
    have_seen_all(store, path)
    return path


def shots(browser: Browser, url: str, who: Known, path: str, name: str, wanted: argparse.Namespace) -> Iterator[Path]:
    """Take the pictures of a table. One page has all sizes in turn."""
    for light in wanted.light:
        for language in wanted.language:
            context = browser.new_context(
                base_url=url, color_scheme=light, locale=f"{language}-{language.upper()}", reduced_motion="reduce"
            )
            who.enter(context, url)
            page = context.new_page()
            page.goto(path, wait_until="load")
            page.evaluate("() => document.fonts.ready")
            for size in wanted.size:
                width, height = map(int, size.split("x"))
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                out = OUT / f"{name}-{size}-{light}-{language}.png"
                page.screenshot(path=out)
                yield out
            context.close()


def sheet(name: str, pictures: list[Path]) -> None:
    """Put the pictures of a table on one sheet, in rows of four."""
    small = []
    for path in pictures:
        with Image.open(path) as picture:
            small.append(picture.convert("RGB").resize((THUMB, THUMB * picture.height // picture.width)))
    rows = [small[first : first + 4] for first in range(0, len(small), 4)]
    heights = [max(one.height for one in row) for row in rows]
    whole = Image.new("RGB", (4 * (THUMB + 8), sum(heights) + 8 * len(rows)), "gray")
    for number, row in enumerate(rows):
        for turn, one in enumerate(row):
            whole.paste(one, (turn * (THUMB + 8), sum(heights[:number]) + 8 * number))
    whole.save(OUT / f"sheet-{name}.png")


def asked_for() -> argparse.Namespace:
    """What the command line wants; all of it by default."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, values in (("size", SIZES), ("light", LIGHTS), ("language", languages()), ("table", TABLES)):
        parser.add_argument(f"--{name}", choices=values, nargs="+", default=list(values))
    return parser.parse_args()


def main() -> None:
    """Take all pictures that are wanted."""
    wanted = asked_for()
    with studio(OUT) as (browser, folder, store):
        people = {0: known(store, NAMES[0]), 1: known(store, NAMES[2])}
        paths = {name: put(store, people, name) for name in wanted.table}
        with serving(folder) as url:
            for name, path in paths.items():
                taken = list(shots(browser, url, people[0], path, name, wanted))
                sheet(name, taken)
                print(f"{name}: {len(taken)} pictures, and build/screens/sheet-{name}.png")


if __name__ == "__main__":
    at_work(main)
