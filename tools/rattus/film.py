"""Make the README's film: a plague in Rattus, as a table in the browser shows it. `make film` calls it.

The page's time is not the clock's: each picture is taken when it is ready, and then time goes on by one picture. So a
slow machine makes the same film as a fast one.
"""

from __future__ import annotations

import argparse
import io
import sys

from PIL import Image
from playwright.sync_api import Page

from bellringer.commands.progress import at_work
from bellringer.server.tables.live.live_game import LiveGame
from tests.browser.tables import known, put_table
from tools.places import DOCS, ROOT
from tools.screenshots import have_seen_all, serving, studio

__all__ = ["plague_of"]

OUT = DOCS / "screenshots" / "plague.webp"
NAMES = ("Marguerite", "Basile", "Aude", "Colin")
SCREEN = {"width": 1440, "height": 900}
SIZE = (720, 450)
EACH = 80  # milliseconds a picture
STAYS = 1200  # of the last one
MOST_PICTURES = 160
MOST_BYTES = 1_000_000
QUALITY = 55
# From `film.begins` on, timers and motions wait until they are told how much time has gone by.
TIME = """
window.film = { now: 0, isOn: false, timers: [], motions: [] };
const [timer, clock, animate] = [window.setTimeout, performance.now.bind(performance), Element.prototype.animate];
window.setTimeout = (call, after = 0, ...rest) =>
  film.isOn ? film.timers.push({ at: film.now + after, call: () => call(...rest) }) : timer(call, after, ...rest);
performance.now = () => (film.isOn ? film.now : clock());
Element.prototype.animate = function (...how) {
  const motion = animate.apply(this, how);
  if (film.isOn) {
    motion.pause();
    film.motions.push(motion);
  }
  return motion;
};
film.goOn = async (time) => {
  film.now += time;
  for (const motion of film.motions) {
    if (motion.playState !== "paused") continue;
    const end = motion.effect.getComputedTiming().endTime;
    if (motion.currentTime + time >= end) motion.finish();
    else motion.currentTime += time;
  }
  const due = film.timers.filter((one) => one.at <= film.now);
  film.timers = film.timers.filter((one) => one.at > film.now);
  for (const one of due) one.call();
  for (let turn = 0; turn < 2; turn += 1) await new Promise((done) => { requestAnimationFrame(done); });
  return document.querySelector(".sky") !== null;
};
"""


def plague_of(live: LiveGame) -> str | None:
    """A move of the first seat by which two rats strike, and citizens of several seats fall."""
    table = live.table
    for move in table.moves(0) if len(live.acts) > 60 else ():
        trial = table.copy()
        trial.play(move.name, 0)
        events = trial.events(table.event_count)
        struck = {event.seat for event in events if event.kind == "citizens-killed"}
        if sum(event.kind == "rat-turned" for event in events) == 2 and len(struck) >= 3:
            return move.name
    return None


def pictures(page: Page, move: str) -> list[Image.Image]:
    """Make a move, and take pictures until all of it has been told."""
    found = [taken(page)]
    page.evaluate("() => { film.isOn = true; }")
    page.locator(f'#moves button[value="{move}"]').evaluate("(button) => button.click()")
    page.wait_for_selector(".sky", state="attached")
    while page.evaluate("(time) => film.goOn(time)", EACH) and len(found) < MOST_PICTURES:
        found.append(taken(page))
    return [*found, taken(page)]


def taken(page: Page) -> Image.Image:
    """What the page looks like now."""
    with Image.open(io.BytesIO(page.screenshot(animations="allow"))) as whole:
        return whole.convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)


def main() -> None:
    """Make the film."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    with studio(OUT.parent) as (browser, folder, store):
        people = {seat: known(store, name) for seat, name in enumerate(NAMES)}
        path = put_table(store, "rattus", lambda live: plague_of(live) is not None, people, seats=len(NAMES))
        kept = store.table(path.removeprefix("/t/"))
        assert kept is not None
        move = plague_of(LiveGame(kept, store.acts(kept)))
        assert move is not None
        have_seen_all(store, path)
        with serving(folder) as url:
            context = browser.new_context(base_url=url, viewport=SCREEN, locale="en-GB")  # type: ignore[arg-type]
            context.add_init_script(TIME)
            people[0].enter(context, url)
            page = context.new_page()
            page.goto(path, wait_until="load")
            page.wait_for_selector("main.has-scenes")
            first, *rest = pictures(page, move)
            context.close()
    times = [EACH] * len(rest) + [STAYS]
    first.save(OUT, save_all=True, append_images=rest, duration=times, loop=0, quality=QUALITY, method=6)
    if OUT.stat().st_size > MOST_BYTES:
        sys.exit(f"{OUT.name} has {OUT.stat().st_size} bytes, more than {MOST_BYTES}")
    print(f"{OUT.relative_to(ROOT)}: {OUT.stat().st_size} bytes, {len(times)} pictures")


if __name__ == "__main__":
    at_work(main)
