"""Safe hands: a tap shows what it would do before it is done; haste, keys, and a server that is away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from bellringer.server.tables.live.live_game import LiveGame
from tests.browser.people import POINT, Visitor
from tests.browser.server import Server
from tests.browser.tables import Tables, choices, put_table

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2,
}  # fmt: skip
BOARD = "#board .shines[data-target]:not(.crowded)"
CLASSES = ("peasant", "monk", "merchant", "guild-master", "inn-keeper", "knight")
CENTRE = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
LIES_ON_THE_LOG = """(bar) => {
  const own = bar.getBoundingClientRect(), rail = document.querySelector(".rail").getBoundingClientRect();
  const tabs = document.querySelector(".rail .tabs").getBoundingClientRect();
  const isAcross = own.left >= rail.left - 1 && own.right <= rail.right + 1;
  return isAcross && own.top >= tabs.bottom - 1 && own.bottom <= rail.bottom + 1;
}"""
# What may be pressed next and lies under what is shown. The rail is there to be read.
LIES_UNDER = """(bar) => {
  const own = bar.getBoundingClientRect(), pressed = ".prompt, .hand, .middle, .seat, .board-frame, .drawer, .top";
  return [...document.querySelectorAll(pressed)].filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const isAcross = Math.min(right, own.right) > Math.max(left, own.left) + 1;
    return isAcross && Math.min(bottom, own.bottom) > Math.max(top, own.top) + 1;
  }).map((one) => one.className);
}"""
NO_NETWORK = r"net::ERR_|Failed to fetch|network error"


def table_of(
    visit: Visit,
    server: Server,
    tables: Tables,
    game: str,
    wanted: Callable[[LiveGame], bool],
    chosen: Any = None,
    **options: Any,
) -> Visitor:
    """Anna at a table of her own that has come to a situation."""
    path = put_table(server.store, game, wanted, {0: tables.anna}, options=chosen or {})
    visitor = visit(**options)
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(path)
    visitor.page.wait_for_selector("main.moving")
    return visitor


def hires(live: LiveGame) -> bool:
    """A person may be hired."""
    return any(name.startswith("hire ") for name in choices(live))


def acts_on_the_map(live: LiveGame) -> bool:
    """Citizens may be placed, a card be taken, the piece be moved."""
    return {"place", "take", "plague"} <= {name.split()[0] for name in choices(live)}


def has_twins(live: LiveGame) -> bool:
    """The hand holds two cards of one action, and either may be played."""
    hand = live.table.view(0)["players"]["red"].get("hand", ())
    names = [entry["card"] for entry in hand]
    return any(names.count(name) > 1 and name in choices(live) for name in names)


def sizes(visitor: Visitor) -> list[float]:
    """How high the parts of the page are, and the page itself."""
    found: list[float] = visitor.page.evaluate(
        "() => ['#board', '#prompt', '#hand', '#middle', 'body'].map((one) =>"
        " document.querySelector(one).getBoundingClientRect().height)"
    )
    return found


def figures(visitor: Visitor) -> list[float]:
    """Where the figures of all seats begin."""
    found: list[float] = visitor.page.evaluate(
        "() => [...document.querySelectorAll('#seats .seat > .figures li')]"
        ".map((one) => one.getBoundingClientRect().left)"
    )
    return found


def tap(visitor: Visitor, thing: Locator) -> None:
    """A tap where the thing can be hit."""
    visitor.press(thing, is_touch=True)


def test_a_tap_shows_and_a_second_one_hires(visit: Visit, server: Server, tables: Tables) -> None:
    visitor = table_of(visit, server, tables, "notre-dame", hires, **PHONE)
    acts, before, places = server.count_acts(visitor.address), sizes(visitor), figures(visitor)
    person = visitor.find("#middle .is-legal").first
    tap(visitor, person)
    bar = visitor.find("#hands")
    expect(bar).to_be_visible()
    expect(bar.locator(".hands-told")).to_contain_text("hires")
    expect(bar.locator(".hands-figures")).to_contain_text("→")
    expect(visitor.find("#seats [data-after]").first).to_be_attached()
    assert sizes(visitor) == before and figures(visitor) == places, "nothing else moves"
    visitor.page.wait_for_timeout(600)
    assert server.count_acts(visitor.address) == acts
    visitor.find("#hands .quiet-button").tap()
    expect(bar).to_be_hidden()
    tap(visitor, person)
    tap(visitor, person)
    expect(bar).to_be_hidden()
    server.until_acts(visitor.address, acts + 1)
    assert server.live(visitor.address).acts[acts].word == person_of(server, visitor, acts)


def person_of(server: Server, visitor: Visitor, acts: int) -> str:
    """The move by which the first person of the middle is hired, as it was offered then."""
    live = server.live(visitor.address)
    again = LiveGame(live.kept, live.acts[:acts])
    return next(f"hire {name}" for name in again.table.view(0)["open"] if f"hire {name}" in choices(again))


def donates(live: LiveGame) -> bool:
    """Coins may be given, which have no place on the board."""
    return any(name.startswith("give ") for name in choices(live))


@pytest.mark.parametrize("listed", [False, True], ids=["answer", "list"])
def test_a_tap_on_an_answer_shows_and_a_second_one_gives_it(
    visit: Visit, server: Server, tables: Tables, listed: bool
) -> None:
    visitor = table_of(visit, server, tables, "notre-dame", donates, **PHONE)
    acts, before = server.count_acts(visitor.address), visitor.asked
    if listed:
        visitor.open_list(is_touch=True)
    answer = visitor.find("#moves .move" if listed else "#prompt .answers .move").first
    move = answer.get_attribute("value")
    tap(visitor, answer)
    expect(visitor.find("#hands .hands-figures")).to_contain_text("→")
    assert server.count_acts(visitor.address) == acts
    tap(visitor, answer)  # it is not covered
    visitor.until_not(before)
    assert server.live(visitor.address).acts[acts].word == move


def test_on_the_map_a_ghost_shows_where_it_goes_and_a_tap_elsewhere_drops_it(
    visit: Visit, server: Server, tables: Tables
) -> None:
    visitor = table_of(visit, server, tables, "rattus", acts_on_the_map, **PHONE)
    acts = server.count_acts(visitor.address)
    region = visitor.find(f"{BOARD}[data-target^='region ']").first
    tap(visitor, region)
    expect(visitor.find("#foreseen .ghost-piece").first).to_be_attached()
    expect(visitor.find("#hands .hands-told")).to_contain_text("places")
    other = visitor.find(f"{BOARD}[data-target^='region ']").last
    tap(visitor, other)
    expect(visitor.find("#hands")).to_be_visible()
    visitor.find("#status").tap()
    expect(visitor.find("#hands")).to_be_hidden()
    expect(visitor.find("#foreseen")).to_have_count(0)
    assert server.count_acts(visitor.address) == acts


def takes_a_guild(live: LiveGame) -> bool:
    """A citizen may come into a guild."""
    return any(name.startswith("guild ") for name in choices(live))


def test_on_a_board_beside_the_map_a_ghost_stands_where_a_citizen_would_come(
    visit: Visit, server: Server, tables: Tables
) -> None:
    options = {"box": "big-box", "classes": CLASSES, "modules": ("guilds", "inns")}
    path = put_table(server.store, "rattus", takes_a_guild, {0: tables.anna}, options=options, player="random")
    visitor = visit(viewport={"width": 1440, "height": 900}, has_touch=True)
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(path)
    visitor.page.wait_for_selector("main.moving")
    guild = visitor.find("#boards .shines[data-target^='guild ']").first
    tap(visitor, guild)
    ghost = guild.locator(".ghost-piece")
    expect(ghost).to_have_count(1)
    inside, around = ghost.bounding_box(), guild.bounding_box()
    assert inside and around
    assert around["x"] < inside["x"] and inside["x"] + inside["width"] < around["x"] + around["width"]
    assert around["y"] < inside["y"] and inside["y"] + inside["height"] < around["y"] + around["height"]
    pane = visitor.find("#boards")
    assert pane.evaluate("(one) => one.scrollHeight <= one.clientHeight"), "both boards are seen whole"
    visitor.find("#status").tap()
    expect(visitor.find("#boards .ghost-piece, #boards .ghost-gone")).to_have_count(0)


def stands_for_several(live: LiveGame) -> bool:
    """One thing stands for several moves: a card can be used and upgraded."""
    targets = [move.target for move in live.table.moves(0) if move.target]
    return len(targets) > len(set(targets))


def test_what_stands_for_several_moves_shows_them_to_pick_from(visit: Visit, server: Server, tables: Tables) -> None:
    upgrades = {"box": "big-box", "modules": ("upgrades",)}
    visitor = table_of(visit, server, tables, "rattus", stands_for_several, upgrades, **PHONE)
    targets: list[str] = visitor.find("#moves button[data-target]").evaluate_all(
        "all => all.map((one) => one.dataset.target)"
    )
    target = next(one for one in targets if targets.count(one) > 1)
    acts, before = server.count_acts(visitor.address), visitor.asked
    tap(visitor, visitor.find(f"a.is-legal[data-target='{target}'], {BOARD}[data-target='{target}']").first)
    offered = visitor.find("#hands .hands-choices button")
    expect(offered).to_have_count(targets.count(target))
    expect(visitor.find("#hands .hands-do")).to_be_hidden()
    tap(visitor, offered.last)
    expect(visitor.find("#hands .hands-told p, #hands .hands-told li").first).to_be_visible()
    move = offered.last.get_attribute("data-move")
    assert server.count_acts(visitor.address) == acts
    tap(visitor, visitor.find("#hands .hands-do"))
    visitor.until_not(before)
    assert server.live(visitor.address).acts[acts].word == move


def middle_of(visitor: Visitor, what: str) -> tuple[float, float]:
    """Where a thing can be pointed at."""
    point = visitor.find(what).first.evaluate(POINT)
    assert point is not None
    return point[0], point[1]


def rest_on(visitor: Visitor, what: str) -> None:
    """Point at a thing with a mouse that has moved there."""
    x, y = middle_of(visitor, what)
    visitor.page.mouse.move(x - 2, y)
    visitor.page.mouse.move(x, y)


REGIONS = f"{BOARD}[data-target^='region ']"
POINTED_AT: tuple[tuple[str, Callable[[LiveGame], bool], str], ...] = (
    ("rattus", acts_on_the_map, REGIONS),
    ("notre-dame", hires, "#middle .is-legal"),
    ("notre-dame", has_twins, "#hand .is-legal"),
)
WINDOWS = ((1440, 900), (1280, 720), (390, 844), (700, 800), (844, 390), (800, 1000))


@pytest.mark.parametrize(
    ("game", "wanted", "what", "size"),
    [
        (*POINTED_AT[0], (1440, 900)),
        (*POINTED_AT[1], (390, 844)),
        *(pytest.param(*one, size, marks=pytest.mark.soak) for one in POINTED_AT for size in WINDOWS),
    ],
)
def test_what_a_mouse_points_at_shows_what_it_would_do(
    visit: Visit,
    server: Server,
    tables: Tables,
    game: str,
    wanted: Callable[[LiveGame], bool],
    what: str,
    size: tuple[int, int],
) -> None:
    """On the board, at the seats and in words. Nothing gives way, only the log is covered, and a click does it.

    In a narrow window without a rail the words lie over the last lines.
    """
    visitor = table_of(
        visit, server, tables, game, wanted, viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
    )
    before, places, heights = visitor.asked, figures(visitor), sizes(visitor)
    acts, bar = server.count_acts(visitor.address), visitor.find("#hands")
    rest_on(visitor, what)
    expect(bar.locator(".hands-told p, .hands-told li").first).to_be_visible()
    expect(visitor.find("#foreseen *, #seats [data-after]").first).to_be_attached()
    expect(bar.locator("button:visible")).to_have_count(0)
    assert (sizes(visitor), figures(visitor)) == (heights, places), "nothing else moves"
    assert visitor.find("label.drawer").is_visible() or bar.evaluate(LIES_ON_THE_LOG)
    assert bar.evaluate(LIES_UNDER) == []
    visitor.page.mouse.move(*bar.evaluate(CENTRE))
    visitor.page.wait_for_timeout(500)
    expect(bar).to_be_visible()  # one may go there to read it
    visitor.page.mouse.move(5, 5)
    expect(bar).to_be_hidden()
    expect(visitor.find("#foreseen, #seats [data-after]")).to_have_count(0)
    rest_on(visitor, what)
    expect(bar).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(bar).to_be_hidden()
    assert (visitor.asked, server.count_acts(visitor.address)) == (before, acts)
    visitor.page.mouse.click(*middle_of(visitor, what))
    visitor.until_not(before)
    expect(bar).to_be_hidden()


def test_what_the_keys_come_to_shows_what_it_would_do(visit: Visit, server: Server, tables: Tables) -> None:
    visitor = table_of(visit, server, tables, "rattus", acts_on_the_map)
    region = visitor.find(f"{BOARD}[data-target^='region ']").first
    visitor.page.keyboard.press("Tab")  # so that what has the focus is seen
    region.focus()
    bar = visitor.find("#hands")
    expect(bar.locator(".hands-told")).to_contain_text("places")
    assert bar.get_attribute("aria-live") == "polite"
    visitor.page.keyboard.press("Escape")
    expect(bar).to_be_hidden()
    assert region.evaluate("(one) => one === document.activeElement")


def test_what_is_hidden_is_named_and_not_shown(visit: Visit, server: Server, tables: Tables) -> None:
    """At the last card before a draft, the preview says that cards come, and not which."""

    def picks_last(live: LiveGame) -> bool:
        return live.pending == (0,) and bool(choices(live)) and choices(live)[0].startswith("keep ")

    visitor = table_of(visit, server, tables, "notre-dame", picks_last, **PHONE)
    tap(visitor, visitor.find("#hand .is-legal").first)
    expect(visitor.find("#hands .hands-unknown")).to_contain_text("Cards are passed on")
    shown, question = (visitor.find(one).bounding_box() for one in ("#hands", "#prompt"))
    assert shown and question
    assert shown["y"] + shown["height"] == pytest.approx(question["y"] + question["height"]), "over the question"


def test_a_mouse_does_at_once_unless_one_wants_to_see_first(visit: Visit, server: Server, tables: Tables) -> None:
    visitor = table_of(visit, server, tables, "rattus", acts_on_the_map)
    visitor.open_pane("settings")
    visitor.find("#show-before-doing").check()
    before, acts = visitor.asked, server.count_acts(visitor.address)
    visitor.press(visitor.find(f"{BOARD}[data-target^='region ']").first)
    expect(visitor.find("#hands .hands-told")).to_contain_text("places")
    assert server.count_acts(visitor.address) == acts
    visitor.page.keyboard.press("Escape")
    expect(visitor.find("#hands")).to_be_hidden()
    visitor.page.reload()
    visitor.page.wait_for_selector("main.moving")
    expect(visitor.find("#show-before-doing")).to_be_checked()
    visitor.open_pane("settings")
    visitor.find("#show-before-doing").uncheck()
    visitor.press(visitor.find(f"{BOARD}[data-target^='region ']").first)
    visitor.until_not(before)


def test_a_quick_second_click_counts_where_nothing_has_changed(visit: Visit, server: Server, tables: Tables) -> None:
    """The first shows, the second does it, however quick: what lies there is still what was clicked."""
    visitor = table_of(visit, server, tables, "rattus", acts_on_the_map)
    visitor.open_pane("settings")
    visitor.find("#show-before-doing").check()
    acts, before = server.count_acts(visitor.address), visitor.asked
    card = visitor.find("#middle .is-legal").first
    move = card.get_attribute("value")
    visitor.press(card)
    visitor.page.mouse.click(*visitor.hit)
    visitor.until_not(before)
    assert server.live(visitor.address).acts[acts].word == move


def test_of_two_equal_cards_a_click_on_one_says_which(visit: Visit, server: Server, tables: Tables) -> None:
    visitor = table_of(visit, server, tables, "notre-dame", has_twins)
    acts = server.count_acts(visitor.address)
    twins = visitor.find("#hand button[value*=' > ']")
    expect(twins).to_have_count(2)
    move, _, then = (twins.last.get_attribute("value") or "").partition(" > ")
    before = visitor.asked
    twins.last.click()
    visitor.until_not(before)
    server.until_acts(visitor.address, acts + 2)
    assert [act.word for act in server.live(visitor.address).acts[acts : acts + 2]] == [move, then]


def test_number_keys_pick_from_the_list_but_not_while_one_writes(visit: Visit, server: Server, tables: Tables) -> None:
    visitor = table_of(visit, server, tables, "rattus", acts_on_the_map)
    acts, before, second = server.count_acts(visitor.address), visitor.asked, visitor.moves()[1]
    visitor.open_pane("chat")
    visitor.find("#say-text").focus()
    visitor.page.keyboard.press("2")
    expect(visitor.find("#say-text")).to_have_value("2")
    visitor.find("#prompt-title").focus()
    visitor.page.keyboard.press("Control+2")
    visitor.page.wait_for_timeout(300)
    assert server.count_acts(visitor.address) == acts
    visitor.page.keyboard.press("2")
    expect(visitor.find("#moves")).to_be_visible()
    assert server.count_acts(visitor.address) == acts, "a number is no answer while none is seen"
    visitor.page.keyboard.press("2")
    visitor.until_not(before)
    assert server.live(visitor.address).acts[acts].word == second


def test_while_the_server_is_away_nothing_pretends_to_work(visit: Visit, server: Server, tables: Tables) -> None:
    visitor = table_of(visit, server, tables, "rattus", acts_on_the_map)
    visitor.allowed.append(NO_NETWORK)
    before = visitor.asked
    visitor.open_list()
    visitor.context.set_offline(True)
    expect(visitor.find("#lost")).to_be_visible()
    button = visitor.find("#moves button[name=move]").first
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    visitor.press(visitor.find(BOARD).first)
    visitor.page.keyboard.press("1")
    expect(visitor.find("#moves.htmx-request")).to_have_count(0)
    assert visitor.asked == before
    visitor.context.set_offline(False)
    expect(visitor.find("#lost")).to_be_hidden()
    expect(button).not_to_have_attribute("aria-disabled", "true")
    button.click()
    visitor.until_not(before)


def test_tools_come_after_the_choices(visit: Visit, tables: Tables) -> None:
    """In the order in which the keyboard comes to them."""
    visitor = visit()
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(tables.paths["rattus", "asked"])
    is_after = visitor.page.evaluate(
        "() => Boolean(document.querySelector('#moves').compareDocumentPosition("
        "document.querySelector('#prompt .tools')) & Node.DOCUMENT_POSITION_FOLLOWING)"
    )
    assert is_after


# a piece that is moved by taking hold of it

HANDLE = "#live [data-handle]"
# The middle of the piece, and of each ring to which it can go.
WHERE = """() => {
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const piece = document.querySelector("#live [data-handle]");
  const ways = [...document.querySelectorAll("#live [data-by] .plague")];
  return [piece.querySelector(".plague"), ...ways].map(middle);
}"""
HITS = "([x, y]) => document.elementFromPoint(x, y).closest('[data-target]')?.dataset.target ?? ''"
SIZES = ({"viewport": {"width": 1440, "height": 900}}, PHONE)


def may_move_the_plague(live: LiveGame) -> bool:
    """Citizens may be placed where the plague piece stands, and the piece may be moved."""
    here = live.table.view(0)["plague"]
    return acts_on_the_map(live) and f"place {here}" in choices(live) and f"plague {here}" not in choices(live)


def moved_by(visitor: Visitor, server: Server) -> list[str]:
    """The moves of the first seat that the server knows of, the newest alone."""
    return [act.word for act in server.live(visitor.address).acts if act.seat == 0 and act.kind == "move"][-1:]


@pytest.mark.parametrize("options", SIZES, ids=["wide", "phone"])
def test_a_press_on_the_plague_piece_takes_hold_of_it_and_answers_nothing(
    visit: Visit, server: Server, tables: Tables, options: Any
) -> None:
    """It is then moved by a press on a land; a second press on the piece, or Escape, lets it go."""
    visitor = table_of(visit, server, tables, "rattus", may_move_the_plague, **options)
    is_touch, page = "has_touch" in options, visitor.page
    press = page.touchscreen.tap if is_touch else page.mouse.click
    before, done = visitor.asked, moved_by(visitor, server)
    middle, *ways = page.evaluate(WHERE)
    assert page.evaluate(HITS, middle) == ""
    for let_go in ("press", "Escape"):
        press(*middle)
        expect(visitor.find("main.holds-piece")).to_have_count(1)
        assert not page.evaluate(HITS, middle) and all(page.evaluate(HITS, way).startswith("plague ") for way in ways)
        page.wait_for_timeout(600)  # else it would be a double click
        press(*middle) if let_go == "press" else page.keyboard.press("Escape")
        expect(visitor.find("main.holds-piece")).to_have_count(0)
        page.wait_for_timeout(600)
    assert (visitor.asked, moved_by(visitor, server)) == (before, done)
    press(*middle)
    target = page.evaluate(HITS, ways[0])
    press(*ways[0])
    if is_touch:
        expect(visitor.find("#hands")).to_be_visible()
        visitor.find(".hands-do").tap()
    visitor.until_not(before)
    assert moved_by(visitor, server) == [target]
    expect(visitor.find("main.holds-piece")).to_have_count(0)


def test_the_plague_piece_is_drawn_along_and_let_fall(visit: Visit, server: Server, tables: Tables) -> None:
    """Beside all lands it goes back to where it was; over one of them it is moved."""
    visitor = table_of(visit, server, tables, "rattus", may_move_the_plague)
    page, before = visitor.page, visitor.asked
    middle, way, *_ = page.evaluate(WHERE)
    for end in ([middle[0], 3.0], way):
        page.mouse.move(*middle)
        page.mouse.down()
        page.mouse.move(middle[0] + 15, middle[1] - 15)
        page.mouse.move(*end, steps=3)
        assert page.evaluate("document.querySelector('main').classList.contains('is-dragging')")
        target = page.evaluate(HITS, end)
        page.mouse.up()
        expect(visitor.find("main.holds-piece")).to_have_count(0)
        assert target or visitor.asked == before
    visitor.until_not(before)
    assert moved_by(visitor, server) == [target] and target.startswith("plague ")


def test_the_plague_piece_is_moved_by_keys(visit: Visit, server: Server, tables: Tables) -> None:
    visitor = table_of(visit, server, tables, "rattus", may_move_the_plague)
    page, before = visitor.page, visitor.asked
    visitor.find(HANDLE).focus()
    page.keyboard.press("Enter")
    first = page.evaluate("document.activeElement.dataset.target")
    assert first.startswith("plague ")
    page.keyboard.press("Escape")
    expect(visitor.find(f"{HANDLE}:focus")).to_have_count(1)
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    visitor.until_not(before)
    assert moved_by(visitor, server) == [first]


# a hint

# Each move of the list is hinted at in turn, as the answer of the server does it. What is found: moves that no place in
# sight is marked for, and places that look as they did before.
HINTED = """() => {
  const look = (one) => {
    const parts = [one, ...one.querySelectorAll(".over, .halo")].map((part) => getComputedStyle(part));
    return parts.map((style) => `${style.outline} ${style.stroke} ${style.strokeDasharray}`).join();
  };
  const isSeen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0;
  const all = (what) => [...document.querySelectorAll(what)], found = [];
  for (const { value } of all("#moves button[name=move]")) {
    const before = new Map(all("[data-target], button[name=move], .seat").map((one) => [one, look(one)]));
    for (const same of all(`button.move[value="${value}"]`)) same.classList.add("is-hinted");
    document.dispatchEvent(new CustomEvent("htmx:after:swap"));
    const marked = all(":is(#board, #boards, #hand, #middle, #seats, .answers) .is-hinted");
    const inSight = marked.map((one) => (isSeen(one) ? one : one.closest(".seat") ?? one)).filter(isSeen);
    if (inSight.length === 0) found.push(`${value}: no place is marked`);
    found.push(...inSight.filter((one) => look(one) === before.get(one)).map((one) => `${value}: ${one.outerHTML}`));
    for (const one of all(".is-hinted")) one.classList.remove("is-hinted");
  }
  return found;
}"""


def has_cards_of_others(live: LiveGame) -> bool:
    """A class card may be taken from another seat."""
    held = [card for seat in ("blue", "green") for card in live.table.view(0)["players"][seat]["classes"]]
    return any(f"take {card}" in choices(live) for card in held) and acts_on_the_map(live)


def is_asked_which(live: LiveGame) -> bool:
    """One of two same cards is to be chosen."""
    return any(name.startswith("from-") for name in choices(live))


@pytest.mark.parametrize(
    ("game", "wanted", "options"),
    [
        pytest.param("rattus", has_cards_of_others, {"color_scheme": "dark"}, marks=pytest.mark.soak),
        ("rattus", has_cards_of_others, PHONE),
        ("notre-dame", is_asked_which, {}),
        pytest.param("notre-dame", hires, PHONE, marks=pytest.mark.soak),
        ("notre-dame", lambda live: "take" in choices(live), {}),
    ],
    ids=["map", "map on a phone", "twins", "persons on a phone", "answers"],
)
def test_a_hint_is_marked_wherever_its_move_lies(
    visit: Visit, server: Server, tables: Tables, game: str, wanted: Any, options: Any
) -> None:
    """On the board, on a card in hand, in the middle, with a seat; as an answer that stands in the question."""
    visitor = table_of(visit, server, tables, game, wanted, **options)
    assert visitor.page.evaluate(HINTED) == []
