"""Rattus in the terminal: whole games through standard input, and what is drawn of the map, the rats and the cards."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rich.console import Console

import bellringer
from bellringer import bots
from bellringer.cli import main
from bellringer.core.contract.registry import find
from bellringer.core.shown.words import LANGUAGES
from bellringer.games.rattus.box import shipped
from bellringer.games.rattus.names import COLOURS as SEATS
from bellringer.games.rattus.names import PLAYABLE, REGIONS, SYMBOLS
from bellringer.games.rattus.show.text_look import words_of
from bellringer.games.rattus.show.text_map import MAP, NARROWEST
from bellringer.games.rattus.words.sentences import card_entry, name_words, words_in
from bellringer.text.signs import COLOURS, SHAPES, seat_label
from tests.pairs import matrix
from tests.rattus.play import at

pytestmark = pytest.mark.slow

GAME = "rattus"
WIDTHS = (80, 140, 200)
ENOUGH = ["1"] * 600
FACE = re.compile(r"\[\d")


def play(*args: str, lines: list[str]) -> str:
    """Sit down, type these lines, and give back all that was shown."""
    typed = "".join(f"{line}\n" for line in lines)
    result = CliRunner().invoke(main, ["play", GAME, *args], input=typed, env={"LANG": "C", "COLUMNS": "80"})
    assert result.exit_code == 0, (result.stderr, result.exc_info)
    return result.stdout


def drawn(table: bellringer.Table, seat: int | None, language: str = "en", width: int = 80) -> str:
    """The picture without its colours."""
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        view = table.whole_view() if seat is None else table.view(seat)
        console.print(find(GAME).terminal.picture(view, language, width))
    return capture.get()


def played(seats: int, moves: int) -> bellringer.Table:
    """A table after some random moves."""
    table, bot = bellringer.new_game(GAME, seats=seats, seed=3), bots.make("random", 1)
    for _ in range(moves):
        if table.result is None:
            seat = table.pending[0]
            table.play(bot.choose(table, seat), seat)
    return table


def squeezed(text: str) -> str:
    """Without line breaks and frames."""
    return " ".join(text.replace("│", " ").split())


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved games go to a folder of the test."""
    monkeypatch.chdir(tmp_path)


# whole games


@matrix({"seats": (2, 4, 6), "language": LANGUAGES}, meeting=1)
def test_games_of_all_sizes_in_all_languages(seats: int, language: str) -> None:
    args = ("--seats", str(seats), "--bots", "random", "--lang", language, "--seed", "11")
    text = play(*args, lines=[*ENOUGH, "", ""])
    assert ("The game is over" if language == "en" else "La partie est finie") in text


def test_the_keys_explain_cards_and_the_picture() -> None:
    text = play("--seed", "5", lines=["?", "? monk", "? WITCH", "? nonsense", "h", "q", "n"])
    assert "☠ the plague piece" in text
    assert "Tartaria (Golden Horde): " in text
    assert "monk  RA-7.2" in text
    assert "witch  RA-7.4" in text
    assert "Nothing here is called “nonsense”" in text
    assert "Hint (search): " in text
    assert "Why rather than “" in text and "All sources together: " in text


# the picture


@matrix({"seats": range(2, 7), "language": LANGUAGES, "width": WIDTHS})
def test_everything_is_on_the_picture_and_nothing_too_wide(seats: int, language: str, width: int) -> None:
    table = played(seats, 90)
    view, text = table.view(0), drawn(table, 0, language, width)
    assert max(len(line.rstrip()) for line in text.splitlines()) <= width
    for region in shipped().component_set(seats, view["box"]).regions:
        assert name_words("region", region, language, view["box"]) in text
    for seat, player in view["players"].items():
        for n in player["citizens"].values():
            assert f"{seat_label(find(GAME).words, seat, language).plain.split()[0]}{n}" in text
    for card in view["classes"]:
        assert name_words("card", card, language) in text
    assert text.count("☠") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_of_cards_beside_the_board_are_shown(language: str) -> None:
    table = bellringer.new_game(GAME, seats=4, seed=5)
    text = squeezed(drawn(table, 0, language))
    for card in table.view(0)["table"]:
        assert squeezed(table.rule(card, language)[0]) in text


def test_only_who_has_looked_sees_a_face_until_the_end() -> None:
    table = played(2, 0)
    bot = bots.make("random", 1)
    while not (seen := known(table, 0)) or known(table, 1):
        seat = table.pending[0]
        table.play(bot.choose(table, seat), seat)
    faces = [len(FACE.findall(drawn(table, seat))) for seat in (0, 1, None)]
    assert faces == [seen, 0, seen]
    assert "]R" in drawn(table, 0)
    assert re.search("[▫▪]R", drawn(table, 1))


def known(table: bellringer.Table, seat: int) -> int:
    """How many rats on the map a seat has looked at."""
    return sum(rat["token"] is not None for rats in table.view(seat)["rats"].values() for rat in rats)


def test_rows_and_columns_without_a_region_are_left_out() -> None:
    bars = {seats: next(line for line in drawn(played(seats, 0), 0).splitlines() if "╭" in line) for seats in (2, 6)}
    assert bars[2].count("┬") == 2
    assert bars[6].count("┬") == 4


def test_the_log_is_in_the_picture() -> None:
    console = Console(width=80, color_system=None)
    for width in WIDTHS:
        with console.capture() as capture:
            console.print(find(GAME).terminal.picture(played(2, 5).view(0), "en", width, "the last events"))
        assert "the last events" in capture.get()


# what class cards bring


def full(**fields: Any) -> bellringer.Table:
    """A table with pieces that class cards bring."""
    document: dict[str, Any] = {
        "box": "big-box",
        "classes": ["nun", "bishop", "emperor", "wizard", "baker", "knight"],
        "modules": ["upgrades"],
        "levels": {"baker": 2},
        "used": ["baker"],
        "used-also": ["baker"],
        "nuns": {"gallia": 2},
        "bishops": ["gallia"],
        "walls": [["gallia", "germania"], ["anglia", "scandia"]],
        "potions": [{"seat": "red", "place": "gallia", "potions": n} for n in (1, 1, 2)]
        + [{"seat": "red", "place": "palace", "potions": 3}],
        "players": {"red": {"citizens": {"gallia": 5}, "palace": 2, "classes": ["baker"], "on-card": 4}, "blue": {}},
        "rats": {"gallia": [{"token": "t05", "open": True}, {"token": "t06", "returned": True}]},
        "returned": ["t06"],
    }
    return at(**(document | fields))


@pytest.mark.parametrize("width", WIDTHS)
def test_what_class_cards_bring_is_on_the_map_and_with_the_seats(width: int) -> None:
    text = squeezed(drawn(full(), 0, width=width))
    assert "France ♗♀2" in text and "●R5⚗1⚗1⚗2" in text
    assert "islam]!" in text and "▣" in text
    assert "walls: England ‖ Scandia, France ‖ Germania" in text
    assert re.search(r"●R red \(you\) 9 5 2⚗3 4 Baker II \[peas\.\]✓²", text)
    assert "on a card" in text and "on a card" not in drawn(played(2, 0), 0)


def test_the_first_line_tells_of_rats_beside_the_board_and_of_limits() -> None:
    view = full().view(0) | {"drawn": "t22 2 peasantry bourgeoisie majority", "no-limits": True}
    console = Console(width=200, color_system=None)
    with console.capture() as capture:
        console.print(find(GAME).terminal.picture(view | {"rat": "t06 1 bourgeoisie church"}, "en", 200))
    assert "drawn: [2 peas. bourg. most] · turned: [1 bourg. church] · all limits are zero" in squeezed(capture.get())


def test_the_rule_of_an_upgraded_card_is_that_of_its_level() -> None:
    table, name = full(), "baker"
    entry = card_entry(name, words_in("en"))
    text = squeezed(drawn(table, 0, width=200))
    assert squeezed(entry["rule_2"])[:30] in text and squeezed(entry["rule"]) not in text


def test_seats_with_many_potions_have_lines_of_their_own() -> None:
    players = {seat: {"citizens": {"anglia": 3}} for seat in ("red", "blue", "green")}
    potions = [{"seat": seat, "place": "anglia", "potions": 1} for seat in ("red", "blue") for _ in range(3)]
    text = drawn(full(players=players, potions=potions, levels={}, used=[], **{"used-also": []}), 0)
    assert "│●R3⚗1⚗1⚗1" in text and "│▲B3⚗1⚗1⚗1" in text
    assert max(map(len, text.splitlines())) <= 80


# names and signs


def test_the_map_has_every_region_once() -> None:
    assert sorted(region for row in MAP for region in row if region) == sorted(REGIONS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_fit_into_the_narrowest_cell(language: str) -> None:
    names = [name_words("region", region, language, box) for region in REGIONS for box in ("base", "big-box")]
    assert max(map(len, names)) + len(" ☠") <= NARROWEST


@pytest.mark.parametrize("language", LANGUAGES)
def test_seats_differ_in_shape_and_letter_too(language: str) -> None:
    letters = {name_words("letter", seat, language) for seat in SEATS}
    assert set(SEATS) == set(SHAPES) == set(COLOURS)
    assert len(letters) == len(set(SHAPES.values())) == len(COLOURS)
    assert set(words_of(language).find("symbol")) == set(SYMBOLS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_playable_card_is_explained(language: str) -> None:
    names = find(GAME).terminal.explained(language)
    assert set(names.values()) == set(PLAYABLE)
    assert len(find(GAME).terminal.score_words(language)) == 2
