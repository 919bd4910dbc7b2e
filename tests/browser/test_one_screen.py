"""The whole table on one screen: at every size nothing scrolls, all one plays with is in sight, and nothing jumps."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from bellringer.server.tables.live.live_game import LiveGame
from tests.browser.people import LONG, SLOW, Visitor
from tests.browser.server import Server
from tests.browser.tables import EVERYTHING, GAMES, SITUATIONS, Tables, Wanted, known, put_table
from tests.browser.whole import overlaps_on, spoilt_on
from tests.pairs import matrix

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
SIZES = (
    *((1280, 720), (1440, 900), (1920, 1080), (2560, 1440)),
    *((820, 1180), (390, 844), (844, 390), (390, 664), (844, 331)),
)
TIGHT = ((1280, 720), (820, 1180), (390, 664), (844, 331))  # of these, for the quick forms
SMALLER_SIZES = ((1024, 768), (360, 640), (320, 568), (667, 375))  # an old tablet, and telephones
SCREENS = ("usual", "enlarged", "smaller")  # enlarged to twice its size, a page has half as much room
DESK_WIDTH = 1280
LEAST_RESULT = 0.33  # of the screen's height
LEAST_BOARD, LEAST_BOARD_OF_SMALLER, LEAST_BOARD_WITHOUT_SCRIPT = 0.65, 0.55, 0.7  # of the screen's shorter side
MOST_SHIFT = 0.1  # of a whole game, as browsers count it
SOME_TURNS = 5  # of a game
MOST_SHIFT_OF_SOME = MOST_SHIFT * SOME_TURNS / 60  # a game has about so many
MOST_SHIFT_OF_RESULT = 0.2  # on a telephone it takes the place of the question, and of what lies over that
MOST_SHIFT_OF_ONE, MOST_SHIFT_OF_END = 0.0005, 0.03  # the board makes room for the result
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}

# What is played with, and not whole inside the screen and inside what holds it. Watchers have no hand, and a
# game that has just begun no log. The argument: whether the page may scroll down.
OUT_OF_SIGHT = """(mayScroll) => {
  const wanted = {
    board: "#board", question: "#prompt-title", hand: "#hand", cards: "#middle .cards > li", seats: "#seats .seat",
    figures: "#seats .figures li:first-child", signs: "#seats .seat .sign", names: "#seats .seat h3",
    told: ".latest li, #log-scroll > ol > li:nth-last-child(1 of :not(.since))",
  };
  if (document.querySelector(".table.is-watched")) delete wanted.hand;
  if (mayScroll || innerWidth < 360) delete wanted.names; // their signs alone
  const entries = "#log-scroll > ol > li"; // of the log, the newest at least
  if (!document.querySelector(`${entries}:not(.since)`)) delete wanted.told;
  const found = [];
  for (const [name, what] of Object.entries(wanted)) {
    const shown = [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
    if (shown.length < 1) found.push(`${name}: ${shown.length} shown`);
    for (const one of shown) {
      const box = one.getBoundingClientRect();
      const row = one.closest(".cards"), goesOn = row && row.scrollWidth > row.clientWidth + 1;
      const isBeyond = box.right > row?.getBoundingClientRect().right + 1;
      if (goesOn && isBeyond && row.matches(".has-more")) continue; // the row says that it goes on
      const isIn = box.left >= -1 && box.right <= innerWidth + 1 && (box.height > 14 || name === "hand");
      const isOn = mayScroll || box.top >= -1 && box.bottom <= innerHeight + 1;
      if (!isIn || !isOn) found.push(`${name}: ${JSON.stringify(box)}`);
    }
  }
  for (const one of document.querySelectorAll("#seats .seat > .figures li")) {
    const box = one.getBoundingClientRect(), seat = one.closest(".seat").getBoundingClientRect();
    const isCut = box.right > seat.right + 1 || box.bottom > seat.bottom + 1;
    if (isCut) found.push(`cut off: ${one.dataset.figure} of ${one.closest(".seat").id}`);
  }
  for (const one of document.querySelectorAll(`#latest li, ${entries}:nth-last-child(1 of :not(.since))`)) {
    const box = one.getBoundingClientRect(), list = one.closest(".latest, .log-scroll").getBoundingClientRect();
    const isCut = box.top < list.top - 1 || box.bottom > list.bottom + 1;
    if (one.checkVisibility() && isCut) found.push(`cut off: ${one.textContent}`);
  }
  for (const name of wanted.names ? document.querySelectorAll(wanted.names) : []) {
    const room = name.getBoundingClientRect(), seen = [], range = document.createRange(), words = name.firstChild;
    for (let at = 0; at < words.data.trimEnd().length; at++) {
      range.setStart(words, at);
      range.setEnd(words, at + 1);
      const box = range.getBoundingClientRect();
      if (box.top + box.height / 2 < room.bottom) seen.push(box);
    }
    const isCut = seen.some((box) => box.right > room.right + 1);
    if (isCut || seen.length < 3) found.push(`cut off: ${seen.length} letters of ${words.data}`);
  }
  const answers = document.querySelector("#prompt .answers");
  const room = answers?.getBoundingClientRect(), first = answers?.firstElementChild.getBoundingClientRect();
  const prompt = document.getElementById("prompt").getBoundingClientRect();
  const list = document.querySelector("#prompt .list-button")?.getBoundingClientRect();
  const isCut = first && (first.bottom > Math.min(room.bottom, prompt.bottom) + 1 || first.right > room.right + 1);
  const last = answers?.lastElementChild.getBoundingClientRect();
  const isLastSeen = !last || (last.right <= room.right + 1 && last.bottom <= room.bottom + 1);
  if (!isLastSeen && !answers.matches(".has-more")) found.push("answers go on, and nothing says so");
  const isUnder = first && first.right > list.left && first.left < list.right && first.bottom > list.top + 1;
  if (isCut || isUnder || first?.height < 24) found.push(`no room for answers: ${JSON.stringify([room, first, list])}`);
  for (const one of document.querySelectorAll("#prompt :is(.list-button, .tools > *)")) {
    const isOver = one.checkVisibility() && one.getBoundingClientRect().bottom > prompt.bottom;
    if (isOver) found.push(`over the edge: ${one.id || one.className}`);
  }
  const when = document.querySelector("#status .when");
  const phase = when.querySelector("b");
  const isTooLong = when.scrollHeight > when.clientHeight + 2 || phase.scrollWidth > phase.clientWidth + 1;
  if (isTooLong) found.push(`cut off: ${when.textContent}`);
  for (const one of innerWidth >= 1280 ? document.querySelectorAll("#seats :is(.seat-kind, .note)") : []) {
    const isLow = (one.matches(".note") || innerWidth >= 1440) && one.scrollHeight > one.clientHeight + 2;
    const isCut = isLow || one.scrollWidth > one.clientWidth + 1;
    if (one.checkVisibility() && one.clientWidth > 2 && isCut) found.push(`cut off: ${one.textContent}`);
  }
  const page = document.documentElement;
  if (!mayScroll && page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) {
    found.push(`the page is ${page.scrollWidth} by ${page.scrollHeight}`);
  }
  return found;
}"""
# How far what a seat has stands out of its frame, in pixels, where the frame does not scroll.
SEATS_END = """() => Math.max(0, ...[...document.querySelectorAll(".others .seat-more")]
  .filter((one) => getComputedStyle(one.closest(".seat")).overflowY === "visible")
  .map((one) => one.getBoundingClientRect().bottom - one.closest(".seat").getBoundingClientRect().bottom))"""
# Whether a tick stands between its seat's sign, of which it hides a corner at most, and the name.
TICK_BY_SIGN = """(tick) => {
  const [sign, name] = [".sign", "h3"].map((what) => tick.closest(".seat").querySelector(what).getBoundingClientRect());
  const box = tick.getBoundingClientRect();
  return box.left >= sign.left + .4 * sign.width && box.left <= sign.right + 5 && box.right <= name.left + 1;
}"""
# How far things jump: in all, by which jumps, and of all that from when the result of the game comes.
COUNT_SHIFTS = """() => {
  window.shift = 0;
  window.shifts = [];
  window.shiftOfResult = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      shift += entry.value;
      if (document.querySelector("#end.is-over")) shiftOfResult += entry.value;
      shifts.push([entry.value, entry.sources.map(({ node }) => node?.id || node?.className || node?.nodeName)]);
    }
  }).observe({ type: "layout-shift", buffered: true });
}"""
# What the page would be told when it comes to where another table is: how far anything jumps then.
COME_THERE = """async ([path, names]) => {
  const page = new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html");
  const drawn = (name) => page.getElementById(name).outerHTML;
  const part = (name) => `<hx-partial hx-target="#${name}" hx-swap="outerMorph">${drawn(name)}</hx-partial>`;
  const before = window.shift;
  await htmx.swap({ text: names.map(part).join(""), sourceElement: document.getElementById("main"), swap: "none" });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))));
  return window.shift - before;
}"""


def table_of(tables: Tables, game: str, seats: int, situation: str) -> str:
    """A table of so many seats in a situation; its path."""
    more: dict[str, Any] = {}
    if situation == "everything":
        more["options"] = check_options(find(game), seats, EVERYTHING, random.Random(seats).randbytes(32))
    people = {0: tables.anna, 1: tables.ben}
    return put_table(tables.store, game, SITUATIONS[game][situation], people, seats=seats, **more)


def is_possible(game: str, seats: int, situation: str, **_: Any) -> bool:
    """Whether a game comes to a situation with so many seats."""
    rules = find(game)
    return rules.fewest_seats <= seats <= rules.most_seats and situation in SITUATIONS[game]


FULLEST = {"notre-dame": (5, "asked"), "rattus": (6, "everything")}  # how many seats, in which situation


def is_fullest(game: str, seats: int, situation: str, **_: Any) -> bool:
    """Whether a table shows as much as it can. At usual sizes test_whole.py looks at all tables."""
    return FULLEST[game] == (seats, situation)


@matrix(
    {
        "seats": (2, 3, 4, 5, 6),
        "game": GAMES,
        "situation": ("asked", "crowded", "draft", "everything"),
        "locale": ("fr-FR", "en-GB"),
        "screens": SCREENS,
        "is_seated": (True, False),
    },
    is_possible,
    is_fullest,
    meeting=1,
)
def test_all_is_in_sight(
    visit: Visit,
    tables: Tables,
    game: str,
    seats: int,
    situation: str,
    locale: str,
    screens: str,
    is_seated: bool,
    is_quick: bool,
) -> None:
    """At every size of such screens, before somebody who plays and before a watcher."""
    visitor = visit(locale=locale)
    if is_seated:
        tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(table_of(tables, game, seats, situation))
    is_smaller = screens == "smaller"
    assert not found_out(
        visitor,
        SMALLER_SIZES if is_smaller else TIGHT if is_quick else SIZES,
        enlarged=2 if screens == "enlarged" else 1,
        least_board=LEAST_BOARD_OF_SMALLER if is_smaller else LEAST_BOARD,
    )


def found_out(
    visitor: Visitor,
    sizes: tuple[tuple[int, int], ...] = SIZES,
    enlarged: int = 1,
    least_board: float = LEAST_BOARD,
) -> dict[tuple[int, int], list[str]]:
    """What a page lacks, by the sizes at which it lacks something, enlarged so many times."""
    visitor.page.wait_for_selector("main.moving")
    found = {}
    for width, height in sizes:
        visitor.page.set_viewport_size({"width": width // enlarged, "height": height // enlarged})
        visitor.page.evaluate("() => new Promise(requestAnimationFrame)")
        found[width, height] = visitor.page.evaluate(OUT_OF_SIGHT, enlarged > 1) + overlaps_on(visitor.page)
        if enlarged == 1:
            found[width, height] += spoilt_on(visitor.page)
            if width_of_board(visitor) < least_board * min(width, height):
                found[width, height].append("a small board")
    return {size: lacks for size, lacks in found.items() if lacks}


@pytest.mark.parametrize(
    ("game", "seats", "situation", "is_seated"),
    [
        ("notre-dame", 5, "over", False),
        ("rattus", 6, "asked", True),
        pytest.param("notre-dame", 5, "asked", True, marks=pytest.mark.soak),
        pytest.param("rattus", 6, "asked", False, marks=pytest.mark.soak),
        pytest.param("rattus", 6, "over", True, marks=pytest.mark.soak),
        pytest.param("notre-dame", 5, "asked", False, marks=pytest.mark.soak),
        pytest.param("notre-dame", 5, "over", True, marks=pytest.mark.soak),
        pytest.param("rattus", 6, "over", False, marks=pytest.mark.soak),
    ],
)
def test_the_board_is_in_sight_without_a_script(
    visit: Visit, tables: Tables, game: str, seats: int, situation: str, is_seated: bool, is_quick: bool
) -> None:
    """The page may scroll on what is held, but what a seat has must not lie over the rest."""
    visitor = visit(java_script_enabled=False)
    if is_seated:
        tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(table_of(tables, game, seats, situation))
    for width, height in TIGHT if is_quick else SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        assert width_of_board(visitor) >= LEAST_BOARD_WITHOUT_SCRIPT * min(width, height), (width, height)
        assert overlaps_on(visitor.page) == [], (width, height)
        seats_end = visitor.page.evaluate(SEATS_END)
        assert seats_end <= 2, (width, height, seats_end)
        if width >= DESK_WIDTH:
            assert visitor.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), (width, height)


def width_of_board(visitor: Visitor) -> float:
    """Of the picture of the board, in pixels."""
    box = visitor.find("#board").bounding_box()
    return box["width"] if box is not None else 0.0


@pytest.mark.parametrize(
    ("game", "seats", "is_seated"),
    [
        ("rattus", 6, False),
        pytest.param("notre-dame", 5, True, marks=pytest.mark.soak),
        pytest.param("notre-dame", 5, False, marks=pytest.mark.soak),
        pytest.param("rattus", 6, True, marks=pytest.mark.soak),
    ],
)
def test_the_result_has_room_at_every_size(
    visit: Visit, tables: Tables, game: str, seats: int, is_seated: bool, is_quick: bool
) -> None:
    visitor = visit()
    if is_seated:
        tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(table_of(tables, game, seats, "over"))
    visitor.page.wait_for_selector("main.moving")
    for width, height in TIGHT if is_quick else SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        box = visitor.find("#end").bounding_box()
        assert box is not None and box["height"] > LEAST_RESULT * height, (width, height, box)
        assert box["y"] + box["height"] <= height, (width, height, box)


@pytest.mark.parametrize(
    ("game", "screen", "turns"),
    [
        ("notre-dame", DESK, SOME_TURNS),
        *(pytest.param(game, screen, LONG, marks=pytest.mark.soak) for game in GAMES for screen in (DESK, PHONE)),
    ],
)
def test_nothing_jumps_in_a_game(visit: Visit, game: str, screen: dict[str, int], turns: int) -> None:
    """Four seats, from the first question on, on what moves after a click as well; the long form to the last one."""
    visitor = visit(viewport=screen)
    visitor.begin_table(game, "Anna", ("me", "bot:random", "bot:random", "bot:random"))
    visitor.page.wait_for_selector("main.moving")
    visitor.page.evaluate(COUNT_SHIFTS)
    played = visitor.play(turns, board=0.5)
    assert played == turns == SOME_TURNS or visitor.asked == "over"
    assert_little_has_jumped(visitor, turns)


def assert_little_has_jumped(visitor: Visitor, turns: int) -> None:
    """In so many turns, or in a whole game; when its result comes, once, a little more."""
    most = sorted(visitor.page.evaluate("() => shifts"), key=lambda one: -one[0])[:8]
    result = visitor.page.evaluate("() => shiftOfResult")
    whole = visitor.page.evaluate("() => shift")
    assert whole - result < (MOST_SHIFT_OF_SOME if turns == SOME_TURNS else MOST_SHIFT), most
    assert result < MOST_SHIFT_OF_RESULT, most


@pytest.mark.parametrize(
    ("game", "screen", "turns"),
    [
        ("rattus", PHONE, SOME_TURNS),  # notre-dame is above
        *(pytest.param(game, screen, LONG, marks=pytest.mark.soak) for game in GAMES for screen in (DESK, PHONE)),
    ],
)
def test_nothing_jumps_while_all_is_seen_to_move(visit: Visit, game: str, screen: dict[str, int], turns: int) -> None:
    """The same with scenes, each second one of which is seen to its end; on a telephone by taps."""
    is_touch = screen == PHONE
    visitor = visit(viewport=screen, reduced_motion="no-preference", has_touch=is_touch, is_mobile=is_touch)
    visitor.context.add_init_script("localStorage.setItem('scene-speed', 'quick')")
    visitor.begin_table(game, "Anna", ("me", "bot:random", "bot:random", "bot:random"))
    visitor.until_listening()
    visitor.page.evaluate(COUNT_SHIFTS)
    seen = 0
    for turn in range(turns):
        if visitor.until_asked() == "over":
            break
        if visitor.dice.random() >= 0.5 or visitor.by_board(is_touch) is None:
            visitor.by_button(is_touch)
        seen += visitor.find(".sky").count()
        if turn % 2:
            visitor.page.wait_for_function("() => document.querySelector('.sky') === null", timeout=SLOW)
    assert seen > 0, "nothing was told"
    assert_little_has_jumped(visitor, turns)


def waits_for_three(live: LiveGame) -> bool:
    """The last of four seats has kept a card of its hand; the others have yet to."""
    return live.pending == (0, 1, 2)


def holds(cards: int) -> Wanted:
    """The last of four seats has so many cards, and is to decide alone."""

    def is_so(live: LiveGame) -> bool:
        view = live.table.view(3)
        return live.pending == (3,) and len(view["players"][view["seat"]].get("hand", ())) == cards

    return is_so


def test_nothing_jumps_when_many_are_waited_for_and_then_one_is_asked(visit: Visit, tables: Tables) -> None:
    """On a telephone, where their names need more room than there is, and a hand becomes smaller."""
    people = {seat: known(tables.store, name) for seat, name in enumerate(("Bertran", "Clémence", "Drogo"))}
    people[3] = tables.anna
    moments = (waits_for_three, holds(3), holds(2))
    waits, three, two = (put_table(tables.store, "notre-dame", wanted, people, seats=4) for wanted in moments)
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(waits)
    visitor.page.wait_for_selector("main.moving")
    visitor.page.evaluate(COUNT_SHIFTS)
    places = []
    for path in (three, two, waits, three):
        shift = visitor.page.evaluate(COME_THERE, [path, ["prompt", "hand"]])
        assert shift < MOST_SHIFT_OF_ONE, visitor.page.evaluate("() => shifts")
        places.append(visitor.find("#hand li").first.bounding_box())
    assert places == places[:1] * 4, "a card becomes wider when another is played"


def test_no_choice_jumps_in_the_list_when_another_question_comes(visit: Visit, tables: Tables) -> None:
    """On a desk the list stays open: the same choices stand elsewhere in it then."""
    visitor = visit(viewport=DESK)
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(tables.paths["rattus", "crowded"])
    visitor.page.wait_for_selector("main.moving")
    visitor.page.evaluate(COUNT_SHIFTS)
    visitor.open_list()
    for situation in ("asked", "crowded"):
        shift = visitor.page.evaluate(COME_THERE, [tables.paths["rattus", situation], ["prompt"]])
        assert shift < MOST_SHIFT_OF_ONE, visitor.page.evaluate("() => shifts")
        expect(visitor.find("#moves")).to_be_visible()


RESULT_PARTS = ["prompt", "hand", "middle", "end", "log"]  # what changes with it


def test_the_board_alone_makes_room_for_the_result(visit: Visit, tables: Tables) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="no-preference")
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(tables.paths["notre-dame", "crowded"])
    visitor.until_listening()
    visitor.page.evaluate(COUNT_SHIFTS)
    visitor.page.evaluate("() => main.classList.add('is-telling')")  # it comes with the last moment that is told
    shift = visitor.page.evaluate(COME_THERE, [tables.paths["notre-dame", "over"], RESULT_PARTS])
    expect(visitor.find("#end.is-over")).to_be_visible()
    assert 0 < shift < MOST_SHIFT_OF_END, visitor.page.evaluate("() => shifts")


def test_the_switch_of_the_sounds_has_its_place_before_the_script_comes(visit: Visit, tables: Tables) -> None:
    visitor = visit(viewport=PHONE)
    visitor.page.route("**/sounds*.js*", lambda route: route.abort())
    visitor.allowed.append("ERR_FAILED")
    visitor.page.goto(tables.paths["rattus", "asked"])
    expect(visitor.find("#sounds")).to_be_visible()


def somebody_has_hired(live: LiveGame) -> bool:
    """The first seat hires, and at least one other seat has had its turn."""
    view = live.table.view(0)
    return view["phase"] == "hire" and view["turn"] > 1 and live.pending == (0,)


@pytest.mark.parametrize("screen", [DESK, PHONE])
def test_a_tick_beside_its_sign_tells_that_a_seat_has_had_its_turn_of_hiring(
    visit: Visit, tables: Tables, server: Server, screen: dict[str, int]
) -> None:
    """In words for those who listen; whole, and of no other seat."""
    visitor = visit(viewport=screen)
    tables.anna.enter(visitor.context, tables.url)
    people = {0: tables.anna, 1: tables.ben}
    visitor.page.goto(put_table(tables.store, "notre-dame", somebody_has_hired, people))
    view = server.table(visitor.address).view(0)
    first, seats = list(view["players"]).index(view["start"]), len(view["players"])
    done = {f"seat-{(first + turn) % seats}" for turn in range(view["turn"] - 1)}
    ticks = visitor.find(".seat .turn-taken")
    assert {tick.evaluate("(tick) => tick.closest('.seat').id") for tick in ticks.all()} == done
    for tick in ticks.all():
        expect(tick).to_be_visible()
        expect(tick).to_have_text("✓has finished hiring in this round")
        assert tick.evaluate(TICK_BY_SIGN)
