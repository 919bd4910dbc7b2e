"""Nothing on a table's page is hidden: words and answers are whole, can be hit where they lie, and lie over no others.

Tables of both games in all their situations, with the longest names, a clock, a hint, a refusal, in both languages, for
who plays and who watches, at a desk and on a telephone. What counts as hidden is in whole.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

import bellringer
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from bellringer.core.shown.words import languages
from bellringer.server.base.language import words_in
from bellringer.server.store.store import Store
from bellringer.server.tables.live.live_game import LiveGame
from tests.browser.people import Visitor
from tests.browser.server import Server
from tests.browser.tables import (
    GAMES,
    Known,
    Wanted,
    choices,
    is_asked,
    is_draft,
    is_far,
    is_over,
    is_waiting,
    known,
    put_table,
)
from tests.browser.whole import SETTLED, hidden_on, overlaps_on, spoilt_on
from tests.pairs import matrix

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
SIZES = ((1440, 900), (1280, 720), (1280, 800), (390, 844), (844, 390))
TIGHT = ((1280, 720), (390, 844), (844, 390))  # of these, for the quick form
LOCALES = ("fr-FR", "en-GB")
WIDEST = "W" * 39
ALL = {"classes": "random", "modules": find("rattus").options["modules"].allowed}
LONGEST_GAME = 2000  # moves


def has_answers(live: LiveGame) -> bool:
    """The first seat is asked what has few answers, and no card that lies in its hand."""
    moves = choices(live)
    return len(live.acts) > 25 and 2 <= len(moves) <= 6 and not moves[0].startswith(("keep ", "play ", "hire "))


MOMENTS: dict[str, Wanted] = {
    **{"asked": is_asked, "answers": has_answers, "draft": is_draft},
    **{"waiting": is_waiting, "late": is_far, "over": is_over},
}
DRESSES = ("plain", "hint", "refusal", "names")  # the last with a clock


def is_possible(game: str, seats: int, moment: str, dress: str, is_seated: bool, modules: bool, **_: Any) -> bool:
    """Whether there is such a table, and such a page of it."""
    rules = find(game)
    fits = rules.fewest_seats <= seats <= rules.most_seats and (game == "rattus" or not modules)
    is_told = dress in ("hint", "refusal")
    asks = moment in ("asked", "answers", "late", "draft")
    return fits and (game == "notre-dame" or moment != "draft") and (not is_told or (is_seated and asks))


@dataclass
class Looks:
    """A table as one looks at it."""

    visitor: Visitor
    locale: str

    def say(self, dress: str, live_words: str) -> None:
        """Show what the server would say in the question: a hint, or why it refused something."""
        words = words_in(self.locale[:2])
        texts = {
            "hint": f"<b>{words.text('table.hint')}</b> {live_words} "
            f'<span class="soft">({words.text("table.chance", n=100)})</span>',
            "refusal": words.text("refused.store-failing"),
        }
        said = f'<p class="{dress}">{texts[dress]}</p>'
        self.visitor.find("#prompt .told").evaluate("(told, said) => { told.innerHTML += said; }", said)

    def hidden(self, sizes: Sequence[tuple[int, int]] = SIZES) -> dict[tuple[int, int], list[str]]:
        """What is hidden, by the sizes at which something is."""
        self.visitor.page.wait_for_selector("main.moving")
        self.visitor.page.evaluate("() => document.fonts.ready")
        found = {}
        for width, height in sizes:
            self.visitor.page.set_viewport_size({"width": width, "height": height})
            self.visitor.page.evaluate(SETTLED)
            page = self.visitor.page
            found[width, height] = hidden_on(page) + overlaps_on(page) + spoilt_on(page)
        return {size: one for size, one in found.items() if one}


def dealt(store: Store, game: str, seats: int, modules: bool, moment: str, dress: str, anna: Known) -> str:
    """A table in a situation, played to there at random; its path."""
    more: dict[str, Any] = {}
    people = {0: anna, 1: known(store, "Ben")}
    if modules:
        more["options"] = check_options(find(game), seats, ALL, random.Random(seats).randbytes(32))
    if dress == "names":
        people = {0: anna, **{seat: known(store, f"{WIDEST}{seat}") for seat in range(1, seats)}}
        more["clock"] = "live-20"
    return put_table(store, game, MOMENTS[moment], people, seats=seats, player="random", **more)


@matrix(
    {
        "seats": (6, 5, 4, 3, 2),
        "moment": tuple(MOMENTS),
        "game": GAMES,
        "dress": DRESSES,
        "modules": (True, False),
        "locale": LOCALES,
        "is_seated": (True, False),
    },
    is_possible,
    meeting=1,
)
def test_everything_is_whole(
    visit: Visit,
    server: Server,
    game: str,
    seats: int,
    modules: bool,
    moment: str,
    dress: str,
    locale: str,
    is_seated: bool,
    is_quick: bool,
) -> None:
    anna = known(server.store, WIDEST + "0" if dress == "names" else "Anna")
    path = dealt(server.store, game, seats, modules, moment, dress, anna)
    visitor = visit(locale=locale)
    if is_seated:
        anna.enter(visitor.context, server.url)
    visitor.page.goto(path)
    looks = Looks(visitor, locale)
    if dress in ("hint", "refusal"):
        longest = max(visitor.find("#moves [data-move]").all_text_contents(), key=len).strip()
        looks.say(dress, longest)
    assert looks.hidden(TIGHT if is_quick else SIZES) == {}


def test_somebody_who_comes_back_finds_the_button_whole(visit: Visit, server: Server) -> None:
    """In French, whose words are longest."""
    anna = known(server.store, "Anna")
    path = dealt(server.store, "rattus", 4, True, "asked", "plain", anna)
    visitor = visit(locale="fr-FR")
    anna.enter(visitor.context, server.url)
    visitor.page.goto(path)
    visitor.find("#leave > summary").click()
    visitor.find("#lend button").click()
    visitor.page.wait_for_selector("#return")
    assert Looks(visitor, "fr-FR").hidden() == {}


ASK = """(section, [question, agree, refuse]) => {
  section.outerHTML = `<section id="asking" class="asking" role="status"><form><p>${question}</p>
    <button class="main-button">${agree}</button> <button class="quiet-button">${refuse}</button></form></section>`;
}"""


@pytest.mark.parametrize("locale", ["fr-FR", pytest.param("en-GB", marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", GAMES)
def test_a_request_to_take_back_has_its_place(visit: Visit, server: Server, game: str, locale: str) -> None:
    """As asking.html has it: in the place of the cards beside the board, which are not half seen under it."""
    anna, words = known(server.store, "Anna"), words_in(locale[:2])
    visitor = visit(locale=locale)
    anna.enter(visitor.context, server.url)
    visitor.page.goto(dealt(server.store, game, 4, game == "rattus", "asked", "plain", anna))
    said = [words.text("table.back.question", who="Wilhelmina-Alexandrina", n=12)]
    said += [words.text(f"table.back.{answer}") for answer in ("agree", "refuse")]
    visitor.page.locator("#asking").evaluate(ASK, said)
    assert Looks(visitor, locale).hidden() == {}


# every kind of question, in the words that are longest


def questions(game: str, games: int) -> dict[str, str]:
    """The longest question of each kind that comes up in some games played at random, by language and kind."""
    rules, found = find(game), dict[str, str]()
    for seed in range(games):
        seats = range(rules.fewest_seats, rules.most_seats + 1)
        options = ALL if game == "rattus" and seed % 4 else {}
        table = bellringer.new_game(game, seats=seats[seed % len(seats)], seed=seed, **options)
        dice = random.Random(seed)
        for seat, language in asked_in(table, dice):
            kind = f"{language} {table.view(seat)['asks'][-1]['ask']}"
            found[kind] = max(found.get(kind, ""), table.prompt(seat, language), key=len)
    return found


def asked_in(table: Any, dice: random.Random) -> Iterator[tuple[int, str]]:
    """Each seat that is asked in a game, in each language, before its random answer."""
    for _ in range(LONGEST_GAME):
        if not table.pending:
            return
        seat = table.pending[0]
        for language in languages():
            yield seat, language
        table.play(dice.choice(table.moves(seat)).name, seat=seat)


CUT_QUESTIONS = """(questions) => {
  const title = document.getElementById("prompt-title");
  return Object.entries(questions).flatMap(([kind, words]) => {
    title.textContent = words;
    const room = title.getBoundingClientRect(), range = document.createRange();
    range.selectNodeContents(title);
    const isCut = [...range.getClientRects()].some((box) => box.bottom > room.bottom + 4 || box.right > room.right + 1);
    return isCut ? [`${kind}: ${words}`] : [];
  });
}"""


@pytest.mark.parametrize("games", [12, pytest.param(150, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", GAMES)
def test_every_question_has_room_for_its_longest_words(visit: Visit, server: Server, game: str, games: int) -> None:
    found = questions(game, games)
    assert len(found) > 20
    visitor = visit(locale="fr-FR")
    anna = known(server.store, "Anna")
    anna.enter(visitor.context, server.url)
    visitor.page.goto(dealt(server.store, game, 4, False, "asked", "plain", anna))
    visitor.page.wait_for_selector("main.moving")
    cut = {}
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.evaluate(SETTLED)
        cut[width, height] = visitor.page.evaluate(CUT_QUESTIONS, found)
    assert not any(cut.values()), cut


# that what is hidden is found

FAULTS = {
    "cut": "document.querySelector('#prompt-title').style.cssText = 'height: 8px; overflow: hidden'",
    "covered": "document.querySelector('#prompt').insertAdjacentHTML('beforeend', '<div id=over>over</div>');"
    " Object.assign(document.getElementById('over').style, { position: 'absolute', inset: 0, background: 'red' })",
    "over words": "const [name, figure] = ['h3', '.figures b'].map((one) => document.querySelector(`.seat ${one}`));"
    " const [from, to] = [name, figure].map((one) => one.getBoundingClientRect());"
    " name.style.cssText = `pointer-events: none; translate: ${to.left - from.left}px ${to.top - from.top}px`",
    "broken": "document.querySelector('#prompt-title').style.cssText = 'width: 20px; flex: none; word-break: break-all;"
    " overflow: visible'",
    "can't be hit": "document.querySelector('#ask-hint button').style.pointerEvents = 'none'",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(visit: Visit, server: Server, fault: str) -> None:
    visitor = visit(viewport={"width": 1440, "height": 900})
    anna = known(server.store, "Anna")
    anna.enter(visitor.context, server.url)
    visitor.page.goto(dealt(server.store, "notre-dame", 4, False, "asked", "plain", anna))
    visitor.page.wait_for_selector("main.moving")
    assert hidden_on(visitor.page) == []
    visitor.page.evaluate(FAULTS[fault])
    assert any(one.startswith(fault) for one in hidden_on(visitor.page))
