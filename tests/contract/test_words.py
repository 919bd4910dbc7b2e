"""What every game says: the same in each language, all that the pages ask for, and nothing that nobody says."""

from __future__ import annotations

import ast
import re
import string
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import bellringer
import bellringer.games
from bellringer.core.contract.registry import find
from bellringer.core.shown.words import LANGUAGES, Words
from bellringer.server.drawing.site.labels import value_key

GAMES = bellringer.game_names()
FOLDER = Path(bellringer.games.__file__).parent
SHOWN = ("svg", "text", "page")  # the tables of what drawings, terminal and pages say
PARTS = ("middle", "hand", "cards", "tokens")  # whose titles the templates ask for
BY_NAME = ("option.", "rules.", "group.", "figure.", "fact.", "unknown.")  # what these are about is looked at elsewhere
ASKED_BY_PAGES = ("name", "by", "credit", "blurb", "score")  # by the pages of every game


def fields_of(words: Words, key: str) -> set[str]:
    """The values that a sentence wants, in any of its forms."""
    return {name for form in words.forms(key) for _, name, _, _ in string.Formatter().parse(form) if name}


@pytest.mark.parametrize("game", GAMES)
def test_every_language_says_the_same(game: str) -> None:
    english, *others = (find(game).words.words_in(language) for language in LANGUAGES)
    for other in others:
        assert other.keys() == english.keys()
        for key in english.keys():
            assert fields_of(other, key) - {"n"} == fields_of(english, key) - {"n"}, key


# rulings: the numbers of lines that they refer to, the levels of cards, and all figures, are those of the English text

REFERENCE = re.compile(r"[A-Z]{2}-\d+\.\d+|\bI{2,3}\b|\d+")
WRONGLY_SPACED = re.compile("[^\u00a0][:»]|«[^\u00a0]|[^\u202f][;!?]")


def ruled(game: str) -> Iterator[tuple[str, list[Sequence[tuple[str, str]]]]]:
    """Each card of a game, and its rulings in each language."""
    words = find(game).words
    for name in (name for group in find(game).cards for name in group.names):
        yield name, [words.rulings(name, language) for language in LANGUAGES]


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_says_the_same_in_every_language(game: str) -> None:
    for name, (english, *others) in ruled(game):
        for other in others:
            assert [number for number, _ in other] == [number for number, _ in english], name
            for (number, text), (_, original) in zip(other, english, strict=True):
                assert text and text != original and text.endswith("."), number
                assert Counter(REFERENCE.findall(text)) == Counter(REFERENCE.findall(original)), number


@pytest.mark.parametrize("game", GAMES)
def test_french_rulings_are_spaced_as_french_is(game: str) -> None:
    for _, found in ruled(game):
        for number, text in found[LANGUAGES.index("fr")]:
            assert not WRONGLY_SPACED.search(text) and "  " not in text, number


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_find_what_they_ask_of_a_game(game: str, language: str) -> None:
    page, found = find(game).words.words_in(language).part("page"), find(game)
    wanted = {*ASKED_BY_PAGES, *(f"rules.{group.title}" for group in found.cards)}
    for name, option in found.options.items():
        wanted.add(f"option.{name}.label")
        if name == "start":
            wanted.add("option.start.seat")
        elif not option.kind:
            wanted |= {f"option.{name}.{value_key(value)}" for value in option.allowed}
        if option.follows:
            wanted.add(f"option.{name}.follows")
    assert wanted <= set(page.keys())


def texts_in(folder: Path) -> Iterator[str]:
    """The texts of a folder's code, as patterns: what is put in at run time is any word."""
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = (re.escape(str(one.value)) if isinstance(one, ast.Constant) else "[^.]+" for one in node.values)
                yield "".join(parts)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield re.escape(node.value)


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_is_there_for_nobody(game: str) -> None:
    """A key stands in the code that draws the game, with or without its table, or the pages of all games ask for it."""
    folder = FOLDER / game.replace("-", "_") / "show"
    shared = {*ASKED_BY_PAGES, *PARTS, *texts_in(FOLDER.parent / "page")}
    said = re.compile("|".join({*texts_in(folder), *shared} - {"[^.]+", ""}))
    for table in SHOWN:
        for key in find(game).words.words_in("en").part(table).keys():
            names = (key, f"{table}.{key}", key.rpartition(".")[2])
            assert key.startswith(BY_NAME) or any(said.fullmatch(name) for name in names), f"{table}.{key}"
