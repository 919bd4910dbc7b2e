"""The table in the terminal: whole games through standard input, every key, and what is drawn."""

from __future__ import annotations

import json
import re
import string
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rich.console import Console

import bellringer
from bellringer.cli import main
from bellringer.commands.language import preferred, words_in
from bellringer.core.contract.registry import find
from bellringer.core.shown.words import LANGUAGES, Words
from bellringer.games.notre_dame.show.text_look import words_of
from bellringer.terminal.sentences import sentences_in
from tests.pairs import matrix

GAME = "notre-dame"
SOURCE = Path(bellringer.__file__).parent
CATALOGUES: dict[str, Callable[[str], Words]] = {"commands": words_in, "terminal": sentences_in}  # by package
ENOUGH = ["1"] * 200
NO = ["", ""]


def play(*args: str, lines: list[str], **env: str) -> str:
    """Sit down, type these lines, and give back all that was shown."""
    typed = "".join(f"{line}\n" for line in lines)
    result = CliRunner().invoke(main, ["play", *args], input=typed, env={"LANG": "C", "COLUMNS": "80", **env})
    assert result.exit_code == 0, (result.stderr, result.exc_info)
    return result.stdout


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved games go to a folder of the test."""
    monkeypatch.chdir(tmp_path)


def position(**players: dict[str, Any]) -> str:
    """A file with a position in which the last person of the last round may be hired."""
    document = {"game": GAME, "seats": len(players), "round": 9, "phase": "hire", "players": players}
    Path("position.json").write_text(json.dumps(document))
    return "position.json"


# whole games


@pytest.mark.unhurried
def test_a_whole_game_with_every_key() -> None:
    lines = ["?", "? bank", "? 1", "? nonsense", "h", "l", "u", "999", "nonsense", "", "s game.txt", *ENOUGH]
    text = play(GAME, "--seed", "5", lines=lines)
    assert "What you can type" in text
    assert "Names of the moves here: keep " in text
    assert "Nothing here is called “nonsense”" in text
    assert "Hint (search): " in text
    assert "Everything so far" in text
    assert "Nothing can be taken back" in text
    assert "“999” is no move here: type a number from 1 to 3" in text
    assert "“nonsense” is no move here" in text
    assert "Saved in game.txt" in text
    assert "Round 9 of 9" in text
    assert "The game is over" in text
    assert text.count("greedy") >= 4


def test_the_end_reveals_the_seed_that_was_committed_to() -> None:
    text = play(GAME, "--seats", "2", "--seed", "5", lines=[*ENOUGH, "whole.txt"])
    table = bellringer.new_game(GAME, seats=2, seed=5)
    seed = re.search(r"The seed was ([0-9a-f]{64})", text)
    assert seed
    assert table.commitment[:16] in text
    assert bellringer.new_game(GAME, seats=2, seed=seed.group(1)).commitment == table.commitment


def test_a_finished_game_is_saved_and_verified() -> None:
    table = bellringer.new_game(GAME, seats=2, seed=5)
    Path("last.txt").write_text(play_until_last(table).record())
    text = play("last.txt", "--bots", "human", lines=["1", "done.txt"])
    assert "Saved in done.txt" in text
    assert "bellringer verify done.txt" in text
    assert all(check.ok for check in bellringer.verify(Path("done.txt").read_text()))


def play_until_last(table: bellringer.Table) -> bellringer.Table:
    """A game but for its very last move."""
    while table.result is None:
        before = table.record()
        table.play(table.moves(table.pending[0])[0].name)
    return bellringer.replay(before)


@pytest.mark.slow
@matrix({"seats": (2, 3, 5), "language": LANGUAGES}, meeting=1)
def test_games_of_all_sizes_in_all_languages(seats: int, language: str) -> None:
    args = ("--seats", str(seats), "--persons", "new", "--edition", "anniversary", "--bots", "random")
    text = play(GAME, *args, "--lang", language, "--seed", "11", lines=[*ENOUGH, *NO])
    assert ("The game is over" if language == "en" else "La partie est finie") in text


def test_the_language_comes_from_the_environment() -> None:
    text = play(GAME, "--seed", "5", lines=["?", "h", "q", "n"], LANG="fr_FR.UTF-8")
    for words in ("Tour 1 sur 9", "Ce que vous pouvez taper", "Conseil (search)", "Pourquoi plutôt que", "Au revoir."):
        assert words in text


def test_moves_by_name_and_by_words() -> None:
    table = bellringer.new_game(GAME, seed=5)
    name, words = table.moves(0)[0].name, table.moves(0)[1].words("en")
    assert "choosing from the passed cards" in play(GAME, "--seed", "5", lines=[name.upper(), "q", "n"])
    assert "choosing from the passed cards" in play(GAME, "--seed", "5", lines=[words, "q", "n"])


@pytest.mark.unhurried
def test_the_same_seed_gives_the_same_bots() -> None:
    args = (GAME, "--seed", "5", "--bots", "random")
    assert play(*args, lines=[*ENOUGH, *NO]) == play(*args, lines=[*ENOUGH, *NO])


# taking back


def record_before_the_carriage() -> str:
    """A file with a game in which red has played the carriage house and is asked where to."""
    table = bellringer.new_game(GAME, seats=2, seed=0)
    for seed in range(50):
        table = bellringer.new_game(GAME, seats=2, seed=seed)
        while table.pending and table.view(0)["round"] == 1:
            seat = table.pending[0]
            names = [move.name for move in table.moves(seat)]
            if seat == 0 and "carriage-house" in names:
                Path("carriage.txt").write_text(table.record())
                return "carriage.txt"
            wanted = [name for name in names if name == "keep carriage-house"]
            table.play((wanted or names)[0], seat)
    raise AssertionError("no game with a carriage house")


def test_undo_takes_back_what_nobody_has_answered() -> None:
    text = play(record_before_the_carriage(), lines=["carriage-house", "u", "q", "n"])
    assert "Taken back: carriage-house." in text
    assert text.count("Round 1 of 9") == 3


def test_undo_before_the_others_answer() -> None:
    text = play(GAME, "--seed", "5", "--confirm", lines=["1", "u", "2", "", "q", "n"])
    assert text.count("Enter to go on, u to take it back") == 2
    assert text.count("choosing from the own cards") == 2
    assert "choosing from the passed cards" in text


def test_one_person_takes_back_what_only_bots_have_answered() -> None:
    text = play("rattus", "--seats", "3", "--seed", "5", lines=["1", "u", "q", "n"])
    assert "Taken back: " in text
    text = play("rattus", "--seats", "3", "--bots", "human,greedy", "--seed", "5", lines=["1", "", "1", "u", "q", "n"])
    assert "Taken back: " not in text


# two people


def test_two_people_do_not_see_each_others_cards() -> None:
    args = (GAME, "--seats", "3", "--bots", "human,greedy", "--seed", "5")
    text = play(*args, lines=["1", "", "1", "", "q", "n"])
    screens = text.split("Everybody else look away")
    assert len(screens) == 3
    assert "blue (you)" in screens[1]
    assert "red (you)" not in screens[1]
    assert "red (you)" in screens[2]


# saving and leaving


@pytest.mark.unhurried
def test_a_saved_game_is_taken_up_again() -> None:
    first = play(GAME, "--seed", "5", lines=["1", "1", "s mine.txt", "q"])
    assert "Go on later with: bellringer play mine.txt" in first
    assert "Save the game?" not in first.split("Go on later")[1]
    played = bellringer.replay(Path("mine.txt").read_text()).moves_played
    for args in (("mine.txt",), ("--load", "mine.txt")):
        text = play(*args, lines=["s", *ENOUGH, *NO])
        assert f"Going on with mine.txt after {played} moves." in text
        assert "Saved in mine.txt" in text
        assert "The game is over" in text


def test_a_position_is_played_on() -> None:
    path = position(red={"coins": 1}, blue={}, green={})
    text = play(path, "--seat", "red", lines=["pass", "end.txt"])
    assert "The game is over" in text
    assert all(check.ok for check in bellringer.verify(Path("end.txt").read_text()))


def test_a_game_that_is_taken_up_again_keeps_its_options() -> None:
    path = position(red={"coins": 1}, blue={})
    result = CliRunner().invoke(main, ["play", path, "--seats", "3", "--edition", "2007"])
    assert result.exit_code == 2
    assert "has its own --seats, --edition" in result.stderr


def test_leaving_asks_whether_to_save() -> None:
    assert "Left without saving." in play(GAME, lines=["1", "q", "n"])
    assert "Left without saving." in play(GAME, lines=["1", "q", ""])
    assert not list(Path().iterdir())
    assert "Saved in notre-dame-" in play(GAME, lines=["1", "q", "y"])
    assert "Saved in other.txt" in play(GAME, lines=["1", "q", "other.txt"])
    assert len(list(Path().iterdir())) == 2


def test_the_end_of_the_input_leaves_politely() -> None:
    text = play(GAME, lines=["1"])
    assert text.endswith("Left without saving.\nGoodbye.\n")


def test_another_file_is_never_overwritten() -> None:
    Path("diary.txt").write_text("Dear diary")
    text = play(GAME, lines=["s diary.txt", "s no/such/folder.txt", "q", "diary.txt", "n"])
    assert text.count("diary.txt is there already and is not this game") == 2
    assert "no/such/folder.txt: No such file or directory" in text
    assert Path("diary.txt").read_text() == "Dear diary"


# the end


def test_ties_are_told() -> None:
    path = position(red={"prestige": 20, "coins": 1}, blue={"prestige": 20, "coins": 0}, green={"coins": 0})
    text = " ".join(play(path, lines=["pass", *NO]).split())
    assert "●R red, ▲B blue are level at 20 prestige; coins and markers decide: 5 : 4." in text
    assert "●R red wins." in text


def test_a_shared_victory_is_told() -> None:
    path = position(red={"prestige": 20, "coins": 1, "supply": 3, "general": 11}, blue={"prestige": 20, "coins": 0})
    text = play(path, lines=["pass", *NO])
    assert "●R red, ▲B blue share the victory." in text
    assert "●R red, ▲B blue are level in everything." in text


# the picture


def drawn(table: bellringer.Table, seat: int | None, width: int, language: str = "en") -> list[str]:
    """The picture's lines."""
    console = Console(width=width, record=True, file=open_nothing(), highlight=False)
    view = table.whole_view() if seat is None else table.view(seat)
    console.print(find(table.game).terminal.picture(view, language, width))
    return console.export_text().splitlines()


def open_nothing() -> Any:
    """A file that keeps nothing on the screen."""
    import io

    return io.StringIO()


@pytest.mark.slow
@matrix({"seats": (2, 3, 4, 5), "width": (60, 80, 132, 220)}, meeting=1)
def test_the_picture_fits_its_width(seats: int, width: int) -> None:
    table = bellringer.new_game(GAME, seats=seats, seed=9, persons="new")
    for step in range(30 * seats):
        if step % seats == 0:
            assert max(len(line) for line in drawn(table, step % seats, width)) <= width
        table.play(table.moves(table.pending[0])[-1].name)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_panels_have_their_frames_in_one_line(language: str) -> None:
    table = bellringer.new_game(GAME, seats=4, seed=9)
    for _ in range(120):
        table.play(table.moves(table.pending[0])[-1].name)
        rows = [line for line in drawn(table, None, 80, language) if line[:1] in "│┃" and line.count("│") == 4]
        assert {tuple(i for i, sign in enumerate(line) if sign == "│") for line in rows} == {(0, 39, 40, 79)}


def test_a_seat_is_never_told_by_colour_alone() -> None:
    text = "\n".join(drawn(bellringer.new_game(GAME, seats=5, seed=1), 0, 80))
    for sign in ("●R red", "▲B blue", "■G green", "◆V violet", "▼O ochre"):
        assert sign in text


def test_the_rat_track_shows_where_the_plague_would_take_the_rat() -> None:
    document = {
        "game": GAME,
        "seats": 2,
        "round": 2,
        "phase": "play",
        "open": ["hostess", "doctor", "bishop"],
        "players": {"red": {"rat": 2, "markers": {"hospital": 1}, "supply": 3}, "blue": {"rat": 8}},
    }
    table = bellringer.from_position(document)
    plague = table.view(None)["plague"]
    text = "\n".join(drawn(table, None, 80))
    assert f"plague {plague}" in text
    marks = {2: "(2)", 2 + plague - 1: f"[{2 + plague - 1}]"}
    assert "".join(marks.get(space, f" {space} ") for space in range(10)) in text
    assert "(8)[9]!" in text


def test_pieces_messages_and_carriages_are_drawn() -> None:
    document = {
        "game": GAME,
        "seats": 3,
        "round": 4,
        "phase": "play",
        "players": {
            "red": {
                "friend": "bank",
                "carriage": "2:west",
                "messages": ["blue rat"],
                "markers": {"bank": 2, "notre-dame": 1},
                "supply": 1,
            }
        },
    }
    text = "\n".join(drawn(bellringer.from_position(document), 0, 80))
    assert "1 ●R red (you)" in text
    for words in ("bank 3F", "N.Dame 1", "hotel-park    · R", "took ▲B", "8 to share: ●R 1 · 8 each", "markers 1+10"):
        assert words in text


def test_the_rules_stand_beside_the_boroughs_where_there_is_room() -> None:
    table = bellringer.new_game(GAME, seed=1)
    person = table.view(0)["open"][0]
    number = table.rule(person, "en")[1]
    assert number not in "\n".join(drawn(table, 0, 80))
    assert number in "\n".join(drawn(table, 0, 130))


# words


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_has_a_rule_can_be_asked_for(language: str) -> None:
    table = bellringer.new_game(GAME, seed=1)
    names = find(GAME).terminal.explained(language)
    assert len(set(names.values())) == len(find(GAME).ruled)
    for words, name in names.items():
        text, number = table.rule(name, language)
        assert words == words.lower()
        assert text
        assert number


def fields(text: object) -> set[str]:
    """What a sentence, or each form of one that counts, has to be filled with."""
    forms = text.values() if isinstance(text, dict) else [text]
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(str(form)) if name}


@pytest.mark.parametrize("package", CATALOGUES)
def test_the_languages_say_the_same_things(package: str) -> None:
    first, *others = (CATALOGUES[package](language) for language in LANGUAGES)
    for other in others:
        assert first.keys() == other.keys()
        for key in first.keys():
            assert fields(first.find(key)) - {"n"} == fields(other.find(key)) - {"n"}, key


@pytest.mark.parametrize("package", CATALOGUES)
def test_every_sentence_of_the_program_is_said(package: str) -> None:
    source = "".join(path.read_text() for folder in CATALOGUES for path in (SOURCE / folder).glob("*.py"))
    for key in CATALOGUES[package]("en").keys():
        assert f'"{key}"' in source or f"{key.partition('.')[0]}.{{" in source, key


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "", "LC_MESSAGES": "fr_FR"}, "fr"),
    ],
)
def test_the_language_of_an_environment(environment: dict[str, str], language: str) -> None:
    assert preferred(environment) == language


def test_words_that_count() -> None:
    words = {language: words_of(language) for language in LANGUAGES}
    assert [words["en"]("rats.count", n=n) for n in (0, 1, 2)] == ["0 rats", "1 rat", "2 rats"]
    assert [words["fr"]("rats.count", n=n) for n in (0, 1, 2)] == ["0 rat", "1 rat", "2 rats"]
