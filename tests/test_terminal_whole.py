"""Whatever the terminal draws is whole: at every width, nothing is cut and nothing runs into its neighbour.

A drawing is compared with the same drawing where there is room for everything: the same words must be there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import pytest
from rich.console import RenderableType

import bellringer
from bellringer import bots
from bellringer.core.contract.registry import find
from bellringer.core.shown.show import TextParts
from bellringer.core.shown.words import LANGUAGES
from bellringer.games.notre_dame.show.text_look import words_of
from bellringer.terminal.console import PlainConsole
from bellringer.terminal.layout import lines_of
from bellringer.terminal.paged_screen import PagedScreen
from bellringer.terminal.sentences import sentences_in
from tests.pairs import matrix
from tests.test_terminal_pages import glass_of, screen_of

pytestmark = pytest.mark.slow

WIDTHS = (60, 80, 100, 120, 200)
SIZES = ((60, 24), (80, 24), (100, 32), (120, 40), (200, 50))
ROOM = 1_000  # columns, in which everything has room
FRAME = re.compile("[\u2500-\u257f]")
CUT = "…"
MARK = re.compile("[:;!»]")  # no line begins with one, though French puts a space before them
MODULES = ("upgrades", "region-cards", "guilds", "inns", "universities")
SETS: dict[str, dict[str, dict[str, Any]]] = {
    "notre-dame": {
        "2007": {},
        "anniversary": {"edition": "anniversary", "open_prestige": True},
        "new": {"persons": "new"},
    },
    "rattus": {
        "base": {},
        "big-box": {"box": "big-box", "classes": "experienced"},
        "all": {"classes": "random", "modules": MODULES},
    },
}
ONE_BY_ONE = {module: {"classes": "random", "modules": (module,)} for module in MODULES}
SEATS = range(2, 7)
STOP = 101  # a move of a random game, after which the table is looked at
STOPS = tuple(range(0, 400, 11))


def test_every_option_of_a_game_is_looked_at() -> None:
    for game, sets in SETS.items():
        for name, option in find(game).options.items():
            if name not in ("start", "box"):
                assert any(name.replace("-", "_") in one for one in sets.values()), (game, name)
            if name == "modules":
                assert set(option.allowed) == set(MODULES)


def is_possible(which: tuple[str, str], seats: int, **_: object) -> bool:
    game = find(which[0])
    return game.fewest_seats <= seats <= game.most_seats


def options_of(which: tuple[str, str]) -> dict[str, Any]:
    """The options of a table: its game, and the name of the options."""
    game, name = which
    return SETS[game][name] if name in SETS[game] else ONE_BY_ONE[name]


def stopped(which: tuple[str, str], seats: int, stops: Sequence[int]) -> Iterator[bellringer.Table]:
    """A table after so many moves, as far as the game goes."""
    found, bot = bellringer.new_game(which[0], seats=seats, seed=seats, **options_of(which)), bots.make("random", 5)
    for move in range(stops[-1] + 1):
        if not found.pending:
            return
        if move in stops:
            yield found
        found.play(bot.choose(found, found.pending[0]), found.pending[0])


def short_labels(language: str) -> dict[str, str]:
    """The labels that stand for longer ones where there is little room."""
    words = words_of(language)
    return {words(f"edge.{side}"): words(f"market.{side}") for side in words.find("edge")}


def read(lines: list[str], language: str) -> Counter[str]:
    """The words on some lines. A heading may stand in a table, or before what it is about."""
    labels = short_labels(language)
    found = FRAME.sub(" ", " ".join(lines)).split()
    return Counter(labels.get(word, word) for word in (one.removesuffix(":") for one in found) if word)


def drawn(drawing: RenderableType, width: int, language: str) -> Counter[str]:
    """The words of a drawing."""
    lines = lines_of(PlainConsole(width=width, height=50, color_system=None), drawing)
    assert max(len(line.rstrip()) for line in lines) <= width
    assert CUT not in "".join(lines)
    assert not [line for line in lines if MARK.match(FRAME.sub(" ", line).strip())]
    return read(lines, language)


def all_of(parts: TextParts) -> list[RenderableType]:
    """Every drawing, the lowest board first: where there is little room, the roomy ones are missing."""
    return [*reversed(parts.boards), *parts.beside, *parts.pages.values()]


def nothing_lost(narrow: Counter[str], wide: Counter[str]) -> None:
    """Nothing is missing from a narrow drawing, and nothing stands there that is no word of the wide one."""
    assert wide - narrow == Counter()
    assert set(narrow) <= set(wide)


WHICH = [(game, name) for game, sets in SETS.items() for name in sets]


@matrix({"which": WHICH, "seats": SEATS, "language": LANGUAGES}, is_possible, meeting=1)
def test_no_drawing_cuts_a_word_or_runs_two_together(which: tuple[str, str], seats: int, language: str) -> None:
    look_at_drawings(stopped(which, seats, (STOP,)), language)


@pytest.mark.soak
@pytest.mark.parametrize("which", [*WHICH, *(("rattus", name) for name in ONE_BY_ONE)])
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_drawing_does_at_any_time(which: tuple[str, str], seats: int, language: str) -> None:
    if is_possible(which, seats):
        look_at_drawings(stopped(which, seats, STOPS), language)


def look_at_drawings(tables: Iterable[bellringer.Table], language: str) -> None:
    """Every drawing of every width, as the seat that decides sees it."""
    for at in tables:
        view, terminal = at.view(at.pending[0]), find(at.game).terminal
        roomy = terminal.parts(view, language, ROOM)
        wide = [drawn(one, ROOM, language) for one in all_of(roomy)]
        board = drawn(roomy.boards[0], ROOM, language)
        least = sum((drawn(one, ROOM, language) for one in roomy.beside), board)
        known = set(chain.from_iterable(wide)) | set(drawn(terminal.picture(view, language, ROOM), ROOM, language))
        for width in WIDTHS:
            parts = terminal.parts(view, language, width)
            boards, rest = len(parts.boards), len(roomy.boards)
            for one, same in zip(all_of(parts), [*wide[:boards], *wide[rest:]], strict=True):
                nothing_lost(drawn(one, width, language), same)
            picture = drawn(terminal.picture(view, language, width), width, language)
            assert least - picture == Counter()
            assert set(picture) <= known


@matrix({"which": WHICH, "seats": SEATS, "size": SIZES, "language": LANGUAGES}, is_possible, meeting=1)
def test_no_screen_cuts_a_word_or_runs_two_together(
    which: tuple[str, str], seats: int, size: tuple[int, int], language: str
) -> None:
    for at in stopped(which, seats, (STOP,)):
        seat = at.pending[0]
        screen = screen_of(at, language, *size)
        events = at.events(max(0, at.event_count - 30))
        screen.show(at, seat, events, first=False)
        known = known_words(at, seat, screen, language)
        for lines in pages_of(screen):
            assert set(read(lines[1:], language)) <= known
            assert CUT not in lines[0].replace(f"{sentences_in(language)('pages.choices')}{CUT}", "")


def known_words(at: bellringer.Table, seat: int, screen: PagedScreen, language: str) -> set[str]:
    """All words that may be on a screen: those of drawings with much room, of the log, the question, the choices."""
    parts, moves = find(at.game).terminal.parts(at.view(seat), language, ROOM), at.moves(seat)
    drawings = chain.from_iterable(drawn(one, ROOM, language) for one in all_of(parts))
    log = [line.plain for event in at.events() if (line := screen.line(event))]
    words = sentences_in(language)
    said = [words("play.log"), words("play.everything"), *(words("play.log_more", n=n, key="l") for n in range(40))]
    asked = [at.prompt(seat, language), ">", *(f"{n} {move.words(language)}" for n, move in enumerate(moves, start=1))]
    return set(drawings) | {one.removesuffix(":") for line in (*log, *said, *asked) for one in line.split()}


def pages_of(screen: PagedScreen) -> Iterator[list[str]]:
    """What is seen on every page, from its beginning to its end."""
    for _ in screen.pages(screen.layout()):
        before: list[str] = []
        while (seen := glass_of(screen)).lines != before:
            assert seen.scrolled == 0
            yield (before := seen.lines)
            screen.turn("page down")
        screen.turn("next")
