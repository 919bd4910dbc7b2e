"""Lessons: every kind of decision is met, every position is one of the game, and both languages say the same things."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bellringer
from bellringer.core.contract.registry import find, game_names
from bellringer.core.shown.show import Lesson, Lessons
from bellringer.core.shown.words import LANGUAGES, Words, catalogue
from bellringer.core.tables.table import Table, from_position
from bellringer.page.lessons import lessons_in, positions_in
from tests.test_guides import YEARS

GAMES = tuple(name for name in ("notre-dame", "rattus"))
FIRST = "first"  # the lesson of the base game
CLASSES = ("peasant", "monk", "merchant", "king", "knight")
MODULES: list[tuple[str, str, dict[str, object]]] = [
    ("notre-dame", "persons", {"persons": "new"}),
    ("rattus", "region-cards", {"box": "big-box", "modules": ["region-cards"]}),
    ("rattus", "guilds", {"box": "big-box", "modules": ["guilds"], "classes": [*CLASSES, "guild-master"]}),
    ("rattus", "inns", {"box": "big-box", "modules": ["inns"], "classes": [*CLASSES, "inn-keeper"]}),
    ("rattus", "universities", {"box": "big-box", "modules": ["universities"]}),
]
SHARED = ("asks", "reasons", "outcomes")
SOUGHT = 40  # walks through a part in which a kind of decision is looked for
LONGEST = 30  # decisions of a walk


def package_of(game: str) -> str:
    return f"bellringer.games.{game.replace('-', '_')}.words.lessons"


def lessons_of(game: str) -> Lessons:
    lessons = find(game).lessons
    assert lessons is not None
    return lessons


def parts_of(game: str) -> Iterator[tuple[Lesson, str]]:
    for name in lessons_of(game).names:
        lesson = lessons_of(game).lesson(name, "en")
        yield from ((lesson, part.name) for part in lesson.parts)


PARTS = [(game, lesson, part) for game in GAMES for lesson, part in parts_of(game)]
NAMED = [f"{game}-{lesson.name}-{part}" for game, lesson, part in PARTS]


def table_of(game: str, lesson: Lesson, part: str, seed: int = 1) -> Table:
    return from_position(dict(lessons_of(game).position(lesson.name, part)), seed)


def words_of(game: str, language: str) -> Words:
    return catalogue(language, package_of(game), "{language}.toml")


@pytest.mark.parametrize("game", GAMES)
def test_plan_positions_and_sentences_speak_of_the_same_parts(game: str) -> None:
    plan, positions = lessons_in(package_of(game)), positions_in(package_of(game))
    assert {name: list(one.parts) for name, one in plan.items()} == {n: list(one) for n, one in positions.items()}
    wanted = {f"{name}.{key}" for name in plan for key in ("title", "lead")}
    wanted |= {f"{lesson}.{part}.{key}" for lesson, one in plan.items() for part in one.parts
               for key in ("title", "intro", "done")}  # fmt: skip
    asks = {name for name, _, _ in find(game).ask_names}
    for language in LANGUAGES:
        keys = set(words_of(game, language).keys())
        assert wanted <= keys
        for key in keys - wanted:
            place, _, ask = key.rpartition(".")
            assert place.split(".")[0] in (*SHARED, *plan), key
            about = place.partition(".")[2] if place.startswith(("reasons.", "outcomes.")) else ask
            assert place in ("reasons", "outcomes") or about in asks, f"nobody asks {key}"
    assert words_of(game, "en").keys() == words_of(game, "fr").keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_figure_is_typed_into_a_sentence(game: str, language: str) -> None:
    words = words_of(game, language)
    texts = {key: YEARS.sub("", re.sub(r"\{\w+\}", "", form)) for key in words.keys() for form in words.forms(key)}
    assert {key: text for key, text in texts.items() if re.search(r"\d", text)} == {}


@pytest.mark.parametrize(("game", "lesson", "part"), PARTS, ids=NAMED)
def test_a_position_is_the_game_s_own_and_asks_the_learner(game: str, lesson: Lesson, part: str) -> None:
    table = table_of(game, lesson, part)
    assert table.position() == dict(lessons_of(game).position(lesson.name, part)), "as the program writes it"
    assert table.state.broken_law == 0 and table.seats == lesson.seats
    assert lesson.seat in table.pending and len(table.moves(lesson.seat)) > 1
    ask, _ = find(game).ask(table.state)
    for language in LANGUAGES:
        assert lessons_of(game).asked(lesson.name, part, ask, language), "its first question is told of"


def asks_in(game: str, lesson: Lesson, part: str) -> Iterator[tuple[str, Table]]:
    """What the learner is asked in a part, on several walks through it, each time with the table."""
    plan = next(one for one in lesson.parts if one.name == part)
    for seed in range(SOUGHT):
        table, dice = table_of(game, lesson, part, seed), random.Random(seed)
        for _ in range(LONGEST):
            made = sum(seat == lesson.seat for seat, _ in table.history)
            if not table.pending or (plan.decisions and not plan.ends and made >= plan.decisions):
                break
            seat = lesson.seat if lesson.seat in table.pending else table.pending[0]
            if seat == lesson.seat:
                yield find(game).ask(table.state)[0], table
            table.play(dice.choice(table.moves(seat)).name, seat)


def asks_of(game: str, name: str) -> set[str]:
    """What the learner is asked in a lesson, all of which the guide tells of."""
    lesson, met = lessons_of(game).lesson(name, "en"), set[str]()
    for part in lesson.parts:
        for ask, _ in asks_in(game, lesson, part.name):
            met.add(ask)
            assert lessons_of(game).asked(name, part.name, ask, "fr"), (part.name, ask)
    return met


def kinds_of(game: str, games: int = 60, **options: object) -> set[str]:
    """The kinds of decisions that come up in whole games."""
    found = set()
    for seed in range(games):
        table, dice = bellringer.new_game(game, seats=4, seed=seed, **options), random.Random(seed)
        while table.pending:
            found.add(find(game).ask(table.state)[0])
            table.play(dice.choice(table.moves(table.pending[0])).name)
    return found


@pytest.mark.unhurried
@pytest.mark.parametrize("game", GAMES)
def test_the_first_game_meets_every_kind_of_decision_of_the_base_game_and_tells_of_it(game: str) -> None:
    assert kinds_of(game) <= asks_of(game, FIRST)


@pytest.mark.unhurried
@pytest.mark.parametrize(("game", "name", "options"), MODULES, ids=[name for _, name, _ in MODULES])
def test_the_lesson_of_a_module_meets_every_kind_of_decision_that_it_brings(
    game: str, name: str, options: dict[str, object]
) -> None:
    brought = kinds_of(game, **options) - kinds_of(game)
    assert brought and brought <= asks_of(game, name)


def test_the_lesson_of_upgrades_makes_a_card_stronger_and_uses_some() -> None:
    """They change most of what is asked by cards; the lesson has a few of these questions."""
    assert {"act", "place-anywhere", "look-on", "haven-any"} <= asks_of("rattus", "upgrades")
    lesson = lessons_of("rattus").lesson("upgrades", "en")
    assert any(move.startswith("upgrade") for move in table_of("rattus", lesson, "stronger").legal_names(0))


@pytest.mark.parametrize("game", GAMES)
def test_moves_that_are_spoken_of_are_moves_of_the_game(game: str) -> None:
    """A reason or an outcome stands under a move's whole name, its first word or its last."""
    words = words_of(game, "en")
    known = {key for name in find(game).move_names for key in (name.replace(" ", "-"), *name.split())}
    spoken = {key.rpartition(".")[2] for key in words.keys() if key.startswith(("reasons.", "outcomes."))}
    assert spoken <= known, spoken - known


def test_a_game_without_lessons_has_none() -> None:
    assert set(GAMES) == {name for name in game_names() if find(name).lessons is not None}


def test_every_folder_of_lessons_is_one_of_a_game_that_has_them() -> None:
    folders = Path(bellringer.__file__).parent.glob("games/*/words/lessons")
    assert sorted(folder.parent.parent.name.replace("_", "-") for folder in folders) == sorted(GAMES)
