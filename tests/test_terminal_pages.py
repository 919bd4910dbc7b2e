"""Low terminals: the board, the question and the choices are in reach, whatever else there is to be told."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import bellringer
from bellringer import bots
from bellringer.core.contract.registry import find
from bellringer.games.rattus.box import shipped
from bellringer.games.rattus.words.sentences import name_words
from bellringer.terminal.console import PlainConsole
from bellringer.terminal.layout import Layout
from bellringer.terminal.paged_screen import PagedScreen
from bellringer.terminal.sentences import sentences_in
from tests.terminals import BACK, DOWN, PAGE_DOWN, TAB, UP, Glass, Terminal

pytestmark = pytest.mark.slow

SIZES = ((80, 24), (100, 32))
MODULES = ("upgrades", "region-cards", "guilds", "inns", "universities")
TABLES = [
    *[pytest.param("notre-dame", seats, {}, id=f"notre-dame-{seats}") for seats in range(2, 6)],
    *[pytest.param("rattus", seats, {}, id=f"rattus-{seats}") for seats in range(2, 7)],
    *[
        pytest.param("rattus", seats, {"classes": "random", "modules": MODULES}, id=f"rattus-{seats}-all")
        for seats in range(2, 7)
    ],
]
MOVES, EVERY = 300, 43


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved games go to a folder of the test."""
    monkeypatch.chdir(tmp_path)


def asked_tables(game: str, seats: int, options: dict[str, object]) -> Iterator[bellringer.Table]:
    """A table at which somebody is asked, again and again in the course of a random game."""
    table, bot = bellringer.new_game(game, seats=seats, seed=seats, **options), bots.make("random", 5)
    for move in range(MOVES):
        if not table.pending:
            return
        if move % EVERY == 0:
            yield table
        table.play(bot.choose(table, table.pending[0]), table.pending[0])


def late_table(game: str, seats: int, options: dict[str, object]) -> bellringer.Table:
    """A table in the middle of a game."""
    return next(islice(asked_tables(game, seats, options), 2, None))


def on_the_board(table: bellringer.Table, language: str) -> list[str]:
    """What is always somewhere on a game's board: its boroughs by seat, or its regions."""
    words, view = find(table.game).words, table.view(0)
    if table.game == "notre-dame":
        return [words.name_words("seat", seat, language) for seat in table.seat_names]
    regions = shipped().component_set(table.seats, view["box"]).regions
    return [name_words("region", region, language, view["box"]) for region in regions]


def screen_of(table: bellringer.Table, language: str, width: int, height: int) -> PagedScreen:
    """A screen of some size that writes nowhere."""
    console = PlainConsole(width=width, height=height, file=io.StringIO(), color_system=None, highlight=False)
    return PagedScreen(table, sentences_in(language), console)


def glass_of(screen: PagedScreen) -> Glass:
    """What the screen shows at a prompt."""
    file = screen.console.file
    assert isinstance(file, io.StringIO)
    file.seek(0)
    file.truncate()
    screen.prompt, screen.typed = "> ", ""
    screen.draw()
    glass = Glass(*screen.console.size)
    glass.feed(file.getvalue().replace("\r\n", "\n").replace("\n", "\r\n"))
    return glass


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
@pytest.mark.parametrize(
    ("width", "height", "language"),
    [
        (*SIZES[0], "fr"),
        *(
            pytest.param(*size, one, marks=pytest.mark.soak)
            for one in ("fr", "en")
            for size in SIZES
            if one == "en" or size != SIZES[0]
        ),
    ],
)
def test_board_question_and_choices_are_in_sight(
    game: str, seats: int, options: dict[str, object], width: int, height: int, language: str
) -> None:
    for table in asked_tables(game, seats, options):
        seat = table.pending[0]
        screen = screen_of(table, language, width, height)
        screen.show(table, seat, table.events(), first=False)
        layout = screen.layout()
        glass = glass_of(screen)
        seen = glass.lines
        assert glass.scrolled == 0 and seen[-1] == ">" and (glass.x, glass.y) == (2, height - 1)
        assert len(layout.board) <= layout.room_of(screen.pages(layout)[0]), "the board is cut"
        assert [line.rstrip() for line in layout.board] == seen[1 : 1 + len(layout.board)]
        shown = " ".join(" ".join(seen).split())
        assert " ".join(table.prompt(seat, language).split()) in shown
        assert all(words in shown for words in on_the_board(table, language))
        assert re.search(r"\s1 ", shown)
        if not layout.is_cut:
            for number, move in enumerate(table.moves(seat), start=1):
                assert f"{number} " + " ".join(move.words(language).split())[:12] in shown


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
@pytest.mark.parametrize(
    ("width", "height"), [SIZES[0], *(pytest.param(*one, marks=pytest.mark.soak) for one in SIZES[1:])]
)
def test_every_page_can_be_read_to_its_end(
    game: str, seats: int, options: dict[str, object], width: int, height: int
) -> None:
    table = late_table(game, seats, options)
    screen = screen_of(table, "fr", width, height)
    screen.show(table, table.pending[0], table.events(), first=False)
    titles = [page.title for page in screen.pages(screen.layout())]
    assert len(titles) == len(set(titles)) >= 4
    for number, title in enumerate(titles):
        assert screen.open == number
        read: list[str] = []
        first = ""
        while first != (glass := glass_of(screen)).lines[0] or not read:
            assert glass.scrolled == 0
            first = glass.lines[0]
            assert title in first or "…" in first
            read += glass.lines[1:]
            screen.turn("page down")
        if title != sentences_in("fr")("pages.log"):
            for line in screen.pages(screen.layout())[number].lines:
                assert line.rstrip() in read
        screen.turn("next")
    assert screen.open == 0


def test_the_log_opens_at_its_end() -> None:
    table = late_table("rattus", 4, {})
    screen = screen_of(table, "en", 80, 24)
    screen.show(table, table.pending[0], table.events(), first=False)
    screen.show_log(table)
    log = screen.pages(screen.layout())[screen.open].lines
    assert len(log) > 40 and log[-1].rstrip() in glass_of(screen).lines
    screen.turn("page up")
    assert log[-1].rstrip() not in glass_of(screen).lines


def test_a_table_that_fits_is_shown_at_once() -> None:
    table = bellringer.new_game("notre-dame", seats=2, seed=1)
    screen = screen_of(table, "en", 120, 60)
    screen.show(table, 0, table.events(), first=True)
    seen = "\n".join(glass_of(screen).lines)
    assert "So far" in seen and "Persons" in seen and "Your hand" in seen


def test_the_board_is_drawn_lower_only_where_it_must_be() -> None:
    drawings = {}
    for seats in (4, 5):
        table = bellringer.new_game("notre-dame", seats=seats, seed=1)
        screen = screen_of(table, "en", 80, 24)
        screen.show(table, 0, [], first=True)
        drawings[seats] = "\n".join(Layout(screen.console, screen.scene, []).board) if screen.scene else ""
    assert "╰" in drawings[4] and "╰" not in drawings[5] and "rat (0)" in drawings[5]


# at a keyboard


@pytest.mark.parametrize(("game", "seats", "board"), [("notre-dame", 5, "▼O ochre"), ("rattus", 6, "☠")])
def test_playing_at_a_keyboard(game: str, seats: int, board: str) -> None:
    with Terminal("play", game, "--seats", str(seats), "--seed", "5", "--bots", "random") as terminal:
        terminal.see("1 ", board)
        terminal.send(TAB)
        terminal.see("Persons" if game == "notre-dame" else "supply", gone=board)
        terminal.send(BACK)
        terminal.see(board)
        terminal.send("?\n")
        terminal.see("What you can type")
        terminal.send("nonsensf\x7fe\n")
        terminal.see("“nonsense” is no move here", board)
        assert terminal.glass.scrolled == 0
        terminal.send("l\n")
        terminal.see("Log", gone=board)
        terminal.send("1\n")
        terminal.see(board)
        terminal.resize(100, 32)
        terminal.see("1 ", board)
        assert terminal.glass.lines[-1] == ">"
        terminal.send("q\n")
        terminal.see("Save the game?")
        terminal.send("n\n")
        terminal.see("Goodbye.")


def test_arrows_and_pages_scroll() -> None:
    with Terminal("play", "rattus", "--seats", "4", "--seed", "5", "--lang", "fr") as terminal:
        terminal.see("1 ")
        terminal.send(TAB + TAB)
        terminal.see("1–")
        for key, shown in ((DOWN, "2–"), (UP, "1–")):
            terminal.send(key)
            terminal.see(shown)
        terminal.send(PAGE_DOWN)
        terminal.see("↑↓", gone=" 1–")


def test_the_end_of_a_game_at_a_keyboard() -> None:
    players = {"red": {"coins": 1}, "blue": {}}
    document = {"game": "notre-dame", "seats": 2, "round": 9, "phase": "hire", "players": players}
    Path("last.json").write_text(json.dumps(document))
    with Terminal("play", "last.json") as terminal:
        terminal.see("1 ")
        terminal.send("pass\n")
        terminal.see("Save the record?", "The game is over", "The seed was")
        terminal.send(TAB)
        terminal.see("Round 9 of 9")
        terminal.send("done.txt\n")
        terminal.see("bellringer verify done.txt")
    assert all(check.ok for check in bellringer.verify(Path("done.txt").read_text()))


def test_two_people_do_not_see_each_others_pages() -> None:
    with Terminal("play", "notre-dame", "--seats", "2", "--bots", "human", "--seed", "5") as terminal:
        terminal.see("red (you)")
        terminal.send("1\n")
        lines = terminal.see("Everybody else look away")
        assert "red (you)" not in " ".join(lines) and not any(lines[2:])
        terminal.send(TAB)
        assert "hand" not in " ".join(terminal.see("look away"))
        terminal.send("\n")
        terminal.see("blue (you)")


def test_a_dumb_terminal_gets_plain_text() -> None:
    with Terminal("play", "notre-dame", "--seed", "5", TERM="dumb") as terminal:
        terminal.see("> ".strip())
        terminal.send("q\nn\n")
        terminal.see("Goodbye.")
    assert "Tab:" not in " ".join(terminal.glass.lines)
