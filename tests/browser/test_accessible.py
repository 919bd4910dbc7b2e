"""axe-core finds nothing wrong on any page: by day and by candle light, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.people import SLOW, Visitor
from tests.browser.tables import SITUATIONS, Tables

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
LANGUAGES = {"en": "en-GB", "fr": "fr-FR"}
WITH_SOAK = ["en", pytest.param("fr", marks=pytest.mark.soak)]  # French differs in its words alone
# What axe is asked by language: colours are looked at by day and by candle light, and are the same in both languages.
BRIEF = {"resultTypes": ["violations"]}  # of what is in order, one thing a rule is told
ONLY_COLOURS: dict[str, Any] = {**BRIEF, "runOnly": ["color-contrast"]}
NO_COLOURS: dict[str, Any] = {**BRIEF, "rules": {"color-contrast": {"enabled": False}}}
ASKED: dict[str, dict[str, dict[str, Any]]] = {
    "en": {"light": {**BRIEF}, "dark": ONLY_COLOURS},
    "fr": {"dark": NO_COLOURS},
}
LIGHTS = ("light", "dark")
DAY = ("light",)
# Everywhere in both lights in the soak, elsewhere by candle light only in some places.
IN_LIGHTS = pytest.mark.parametrize(
    ("language", "lights"),
    [("en", DAY), *(pytest.param(language, LIGHTS, marks=pytest.mark.soak) for language in LANGUAGES)],
)
BY_CANDLE = ("asked", "over")  # situations that are looked at in both lights; between them they have every colour
OPEN = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]


def look(visit: Visit, language: str, **options: Any) -> Visitor:
    """A visitor whose browser lets axe's script run in spite of the pages' policy, and says what it wants."""
    return visit(bypass_csp=True, locale=LANGUAGES[language], **options)


def check(visitor: Visitor, path: str, language: str, lights: Collection[str] = LIGHTS) -> None:
    """A page, in the language that was asked for, has no violation."""
    visitor.page.goto(path)
    assert visitor.find("html").get_attribute("lang") == language
    check_shown(visitor, lights)


def check_shown(visitor: Visitor, lights: Collection[str] = LIGHTS) -> None:
    """The page as it is now has no violation by these lights."""
    asked = ASKED[visitor.find("html").get_attribute("lang") or ""]
    for light, options in ((light, asked[light]) for light in lights if light in asked):
        visitor.page.emulate_media(color_scheme=light)
        found = Axe().run(visitor.page, options=options)
        assert len(found.response["passes"]) > (0 if options is ONLY_COLOURS else 5), "axe looked at the page"
        assert found.violations_count == 0, f"{visitor.page.url}, {light}: {found.generate_report()}"


@IN_LIGHTS
def test_pages_around_the_tables(visit: Visit, language: str, lights: Collection[str], is_quick: bool) -> None:
    visitor = look(visit, language)
    visitor.allowed.append("status of 404")
    check(visitor, "/", language)
    one_game = ("/new/notre-dame", "/rules/rattus", "/about", "/mine", "/no")
    for path in one_game if is_quick else (*one_game, "/new/rattus", "/rules/notre-dame"):
        check(visitor, path, language, lights)


GUIDES = ("/how/notre-dame/turn?seats=2", "/how/rattus/all?seats=4&modules=inns", "/rules/notre-dame/ledger",
          "/rules/notre-dame/cards", "/rules/notre-dame?q=hotel")  # fmt: skip


@IN_LIGHTS
def test_how_a_game_is_played(visit: Visit, language: str, lights: Collection[str], is_quick: bool) -> None:
    """The screens, and the first question of a first game."""
    visitor = look(visit, language)
    for path in GUIDES[1:4] if is_quick else GUIDES:
        check(visitor, path, language, LIGHTS if path == GUIDES[1] else lights)
    visitor.page.goto("/")
    visitor.load_by(visitor.find("article:has(#game-rattus) .play .main-button"))
    visitor.until_dealt()
    visitor.page.wait_for_selector("#prompt.is-mine #aim")
    check_shown(visitor, lights)


@IN_LIGHTS
def test_lists_of_tables_and_what_comes_before_a_game(
    visit: Visit, tables: Tables, language: str, lights: Collection[str]
) -> None:
    """One's own tables and the open ones; a lobby as its host, a stranger and somebody who is invited see it."""
    host, guest = look(visit, language), look(visit, language)
    tables.anna.enter(host.context, tables.url)
    key = {"authorization": f"Bearer {tables.anna.key}"}
    wanted = {"name": "Anna", "game": "rattus", "seats": OPEN, "joining": "anyone"}
    lobby = host.context.request.post("/api/v1/tables", data=wanted, headers=key).json()
    address, invitation = lobby["table"]["id"], lobby["invitations"]["1"]
    for visitor in (host, guest):
        for path in ("/", "/mine", f"/t/{address}"):
            check(visitor, path, language, lights)
    check(guest, f"/join/{address}/{invitation}", language)


def test_a_form_with_a_mistake(visit: Visit) -> None:
    visitor = look(visit, "en")
    visitor.allowed.append("status of 422")
    visitor.page.goto("/new/notre-dame")
    visitor.page.fill("#name_1", " ")
    visitor.find("form.new .main-button").click()
    visitor.page.wait_for_selector(".wrong-box")
    check_shown(visitor)


@pytest.mark.parametrize(
    ("game", "language"),
    [
        pytest.param("notre-dame", "en", id="quick"),
        *(pytest.param(game, one, marks=pytest.mark.soak) for game in SITUATIONS for one in LANGUAGES),
    ],
)
def test_a_table_in_every_situation(visit: Visit, tables: Tables, game: str, language: str, is_quick: bool) -> None:
    """Through the eyes of one who plays there, and of one who watches; when asked and at the end at least."""
    player, stranger = look(visit, language), look(visit, language)
    tables.anna.enter(player.context, tables.url)
    for name in BY_CANDLE if is_quick else SITUATIONS[game]:
        check(
            player, tables.paths[game, name], language, LIGHTS if name in BY_CANDLE or language == "fr" else ("light",)
        )
    check(player, f"{tables.paths[game, 'over']}/verify", language)
    check(stranger, tables.paths[game, "asked"], language)


@pytest.mark.parametrize(
    ("game", "lights"),
    [("rattus", DAY), *(pytest.param(game, LIGHTS, marks=pytest.mark.soak) for game in SITUATIONS)],
)
def test_a_table_on_a_telephone(visit: Visit, tables: Tables, game: str, lights: Collection[str]) -> None:
    """What folds away there is as good when it is folded, and when it is opened."""
    visitor = look(visit, "en", viewport={"width": 360, "height": 740})
    tables.anna.enter(visitor.context, tables.url)
    for name in ("crowded",) if lights == DAY else ("asked", "crowded"):
        check(visitor, tables.paths[game, name], "en", lights)
        visitor.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        check_shown(visitor, lights)


@pytest.mark.parametrize("game", ["notre-dame", pytest.param("rattus", marks=pytest.mark.soak)])
def test_what_comes_up_while_one_plays(visit: Visit, tables: Tables, game: str) -> None:
    """A hint, the question before leaving, a refusal, and the list of keys."""
    visitor = look(visit, "en")
    visitor.allowed.append("status of 409")
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(tables.paths[game, "asked"])
    visitor.find("#leave > summary").click()
    visitor.find("#ask-hint button").click()
    visitor.page.wait_for_selector("#prompt .hint", timeout=SLOW)
    visitor.find("#why summary").click()
    visitor.page.wait_for_selector("#why li", timeout=SLOW)
    check_shown(visitor)
    visitor.page.goto(f"{tables.paths[game, 'asked']}?notice=stale")
    visitor.page.wait_for_selector("#prompt .refusal")
    check_shown(visitor)
    visitor.page.keyboard.press("?")
    visitor.page.wait_for_selector("#keys[open]")
    check_shown(visitor)
