"""Positions as documents: whole ones come back to the same bytes, partial ones are filled or refused with the field."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

import bellringer
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from tests.contract.tables import CHECKED, SETTINGS, Setting, fewest_answers, of_another_start, settings, walk
from tools.games import BEGINNINGS
from tools.mutations import Keys, part_of, paths
from tools.positions import Kind, games, kinds

GAMES = bellringer.game_names()
SCHEMAS = Path(__file__).resolve().parents[2] / "docs" / "schemas"


# whole positions


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_position_comes_back_to_the_same_bytes(setting: Setting) -> None:
    """States that note no events: those are no part of a position."""
    game, state = setting.game, setting.deal(seed=12)
    for number, _ in enumerate(walk(state, random.Random(12))):
        if number % 4 == 0:
            comes_back(game, state)
    comes_back(game, state)


def comes_back(game: Any, state: State) -> None:
    """Document, state, document: the same on both ways."""
    document = json.loads(json.dumps(game.position(state)))
    restored = game.restore(document)
    assert restored == state
    assert game.position(restored) == document


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_position_keeps_the_schema(setting: Setting) -> None:
    keeps = validator(setting.name)
    state = setting.deal(seed=13)
    for number, _ in enumerate(walk(state, random.Random(13))):
        if number % 10 == 0:
            keeps.validate(setting.game.position(state))
    keeps.validate(setting.game.position(state))


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_in_the_docs_is_the_one_that_the_game_uses(game: str) -> None:
    text = (SCHEMAS / f"{game}-position.schema.json").read_text(encoding="utf-8")
    assert text == schema_text(game) + "\n", "run python -m tools.schemas"
    jsonschema.Draft202012Validator.check_schema(json.loads(text))


@pytest.mark.parametrize("game", GAMES)
def test_a_table_can_begin_at_a_document_or_its_text(game: str) -> None:
    document = settings(game)[-1].table(seed=14).position()
    table = bellringer.from_position(document, seed=14)
    assert table.position() == document
    assert bytes(bellringer.from_position(json.dumps(document), seed=14).state) == bytes(table.state)
    assert (table.event_count, table.moves_played, table.history) == (0, 0, [])


@pytest.mark.parametrize("game", GAMES)
def test_the_name_of_the_game_is_document_enough(game: str) -> None:
    table = bellringer.from_position({"game": game})
    assert table.pending and table.game == game


@pytest.mark.parametrize("wrong", ["", "{", "[]", "7", "null", [], None, 7], ids=repr)
def test_what_is_no_document_is_refused(wrong: Any) -> None:
    with pytest.raises(bellringer.PositionError):
        bellringer.from_position(wrong)


@pytest.mark.parametrize("name", [None, "", "chess", 7, ["notre-dame"], {"a": 1}])
def test_a_position_of_no_known_game_is_refused(name: Any) -> None:
    with pytest.raises(bellringer.PositionError) as refusal:
        bellringer.from_position({"game": name})
    assert refusal.value.path == "game"


# every decision of random games

A_GAME = 8  # decisions of each game, in the quick form


@pytest.mark.parametrize("piece", [0, *(pytest.param(n, marks=pytest.mark.soak) for n in range(1, 21))])
def test_positions_come_back_at_every_decision_of_random_games(piece: int) -> None:
    """Each card's games, half from dealt positions, half of the decisions in the last round: the soak has a million."""
    decisions, a_game = (50_000, None) if piece else (700, A_GAME)
    seen = Counter[Kind]()
    assert [str(fault) for fault in games(BEGINNINGS, piece + 1, decisions, seen, a_game)] == []
    assert seen.total() == decisions and set(seen) == set(kinds(BEGINNINGS))


# partial and spoilt positions


@cache
def schema_text(game: str) -> str:
    """The game's JSON Schema of a position."""
    return find(game).position_schema()


@cache
def validator(game: str) -> Any:
    """The schema, made ready."""
    return jsonschema.Draft202012Validator(json.loads(schema_text(game)))


@cache
def corpus(game: str) -> tuple[Any, ...]:
    """Positions from all over random games at all kinds of tables."""
    found, dice = [], random.Random(15)
    for setting in settings(game):
        state = setting.deal(seed=15)
        positions = [setting.game.position(state) for _ in walk(state, dice) if dice.random() < 0.05]
        found += [*positions, setting.game.position(state)]
    return tuple(json.loads(json.dumps(found)))


@cache
def vocabulary(game: str) -> tuple[Any, ...]:
    """Every name, and every bound of a number, that the schema knows; and what no field can be."""
    schema = json.loads(schema_text(game))
    found = [part_of(schema, keys) for keys in paths(schema) if set(keys[-1:]) & {"minimum", "maximum"}]
    found += [name for keys in paths(schema) if keys[-1] == "enum" for name in part_of(schema, keys)]
    return (*dict.fromkeys(found), -1, 0.5, 10**9, True, [], {}, "nothing")


@st.composite
def documents(draw: Any, game: str) -> Any:
    """A whole position with parts left out, parts of another, and parts that make no sense."""
    document = deepcopy(draw(st.sampled_from(corpus(game))))
    for _ in range(draw(st.integers(0, 6))):
        found = paths(document)
        if not found:
            break
        *around, last = draw(st.sampled_from(found))
        inside = part_of(document, tuple(around))
        change = draw(st.sampled_from(["leave out", "leave out", "from another", "other word", "any word"]))
        if change == "leave out":
            del inside[last]
        elif change == "from another":
            inside[last] = deepcopy(part_of(draw(st.sampled_from(corpus(game))), (*around, last)))
        else:
            likes = [word for word in vocabulary(game) if type(word) is type(inside[last])]
            words = likes if change == "other word" else ()
            inside[last] = deepcopy(draw(st.sampled_from(words or vocabulary(game))))
    return {**document, "game": game}


def keys_of(path: str) -> Keys:
    """`players.red.drawn[0]` as a list of keys."""
    found = re.findall(r"\[(\d+)\]|([^.\[\]]+)", path)
    return tuple(int(number) if number else name for number, name in found)


def field_names(game: str) -> set[str]:
    """The names of all fields that a position can have."""
    schema = json.loads(schema_text(game))
    return {str(b) for keys in paths(schema) for a, b in pairwise(keys) if a == "properties"}


def names_the_field(error: bellringer.PositionError, document: Any, game: str) -> bool:
    """A path of the document, or of a field that it could have; of the whole only when the reason names the field."""
    keys = keys_of(error.path)
    if not keys:
        return bool(set(re.findall(r"[\w-]+", error.reason)) & {*map(str, document), *field_names(game)})
    return keys in paths(document) or {str(key) for key in keys if isinstance(key, str)} <= field_names(game)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@examples(max_examples=100)
@given(data=st.data())
def test_a_position_is_either_refused_with_the_field_or_can_be_played_to_the_end(
    game: str, data: st.DataObject
) -> None:
    is_refused_or_can_be_played(game, data)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
@examples(max_examples=2_000)
@given(data=st.data())
def test_many_positions_are_either_refused_or_can_be_played(game: str, data: st.DataObject) -> None:
    is_refused_or_can_be_played(game, data)


def is_refused_or_can_be_played(game: str, data: st.DataObject) -> None:
    """What is refused names its field."""
    document = data.draw(documents(game))
    try:
        state = find(game).restore(document)
    except bellringer.PositionError as error:
        assert error.reason
        assert names_the_field(error, document, game), f"{error.path!r}: {error.reason}"
        return
    comes_back(find(game), state)
    ends_well(state)


def ends_well(state: State) -> None:
    """Every law holds, and everybody has a choice, up to the end."""
    assert state.broken_law == 0
    for _ in walk(state, random.Random(16)):
        assert all(len(state.legal(seat)) >= fewest_answers(state) for seat in state.pending)
        assert state.broken_law == 0
    assert state.broken_law == 0


A_NUMBER = 2 if CHECKED else 1  # positions in which each number is changed, in the quick form


def alike(keys: Keys, seats: Sequence[str]) -> Keys:
    """A path with the same for all items of a list and all seats: each kind of number in a document once."""
    return tuple("*" if isinstance(key, int) or key in seats else key for key in keys)


@cache
def numbers_of(game: str, is_quick: bool) -> dict[Keys, tuple[tuple[Any, Keys], ...]]:
    """Every kind of number in positions of all tables, a name being one, too: where it stands, in some positions.

    `is_quick`: of tables that differ only in who begins one alone.
    """
    found: dict[Keys, list[tuple[Any, Keys]]] = {}
    for setting in SETTINGS:
        if setting.name == game and not (is_quick and setting in of_another_start()):
            state, dice = setting.deal(seed=17), random.Random(17)
            for number, _ in enumerate(walk(state, dice)):
                if number % 7 == 0:
                    document = setting.game.position(state)
                    for keys in paths(document):
                        if not isinstance(part_of(document, keys), dict | list):
                            found.setdefault(alike(keys, setting.game.fields.seat_names), []).append((document, keys))
    return {keys: tuple(random.Random(18).sample(there, min(len(there), 60))) for keys, there in found.items()}


@pytest.mark.parametrize("positions", [A_NUMBER, pytest.param(60, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", GAMES)
def test_a_position_with_any_number_changed_is_refused_or_sound(game: str, positions: int) -> None:
    """In the checked build an array index out of bounds ends the process, whichever rule has looked at the position."""
    dice, words = random.Random(19), vocabulary(game)
    for there in numbers_of(game, is_quick=positions == A_NUMBER).values():
        for document, keys in there[:positions]:
            likes = [word for word in words if type(word) is type(part_of(document, keys))]
            for word in (*dice.sample(likes, min(len(likes), positions)), -1, 255):
                is_refused_or_sound(find(game), with_other(document, keys, word))


def with_other(document: Any, keys: Keys, word: Any) -> Any:
    """The document with another number in one place."""
    changed = deepcopy(document)
    part_of(changed, keys[:-1])[keys[-1]] = word
    return changed


def is_refused_or_sound(game: Any, document: Any) -> None:
    """Every compiled function that looks at positions looks at this one."""
    try:
        state = game.restore(document)
    except bellringer.PositionError as error:
        assert error.reason
        return
    comes_back(game, state)
    for seat in range(state.seats):
        game.view(state, seat)
        state.determinized(seat, 1)
        state.evaluate(seat)
    for _ in zip(range(5), walk(state, random.Random(20)), strict=False):
        assert state.broken_law == 0


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@examples(max_examples=50 if CHECKED else 80)
@given(data=st.data())
def test_any_part_of_a_position_can_be_left_out(game: str, data: st.DataObject) -> None:
    """With the course of the game in it, or without any of it."""
    document = deepcopy(data.draw(st.sampled_from(corpus(game))))
    for _ in range(data.draw(st.integers(0, 3))):
        whole = [keys for keys in paths(document) if isinstance(part_of(document, keys), dict)]
        if whole:
            *around, last = data.draw(st.sampled_from(whole))
            del part_of(document, tuple(around))[last]
    try:
        ends_well(find(game).restore({**document, "game": game}))
    except bellringer.PositionError as error:
        assert names_the_field(error, document, game), f"{error.path!r}: {error.reason}"


# Documents whose fields are all possible by themselves, but not together or not for long; the field to be named.
IMPOSSIBLE: dict[str, dict[str, tuple[dict[str, Any], str]]] = {
    "notre-dame": {
        "a card asked of a seat that is not on turn": (
            {"seats": 2, "asks": [{"ask": "play-card", "seats": ["blue"]}]},
            "asks[0]",
        ),
        "a hiring asked of a seat that is not on turn": (
            {"seats": 2, "phase": "hire", "asks": [{"ask": "hire", "seats": ["blue"]}]},
            "asks[0]",
        ),
        "a seat asked whose card it plays, with one of that action in its hand": (
            {"seats": 2, "asks": [{"ask": "whose-card", "seats": ["red"], "action": "bank"}]},
            "asks[0]",
        ),
        "a game that goes on and asks nothing": (
            {"seats": 2, "asks": []},
            "asks",
        ),
        "more prestige than a game can hold": (
            {"players": {"red": {"prestige": 32767}}},
            "players.red.prestige",
        ),
        "more coins than a game can hold": (
            {"players": {"red": {"coins": 32767}}},
            "players.red.coins",
        ),
    },
    "rattus": {
        "an act asked of a seat that is not on turn": (
            {"seats": 2, "asks": [{"ask": "act", "seats": ["blue"]}]},
            "asks[0]",
        ),
        "a game that goes on and asks nothing": (
            {"seats": 2, "asks": []},
            "asks",
        ),
        "more citizens than a seat has": (
            {"seats": 2, "players": {"red": {"citizens": {"gallia": 21}}}},
            "players.red",
        ),
        "citizens in a region that is not in play": (
            {"seats": 2, "players": {"red": {"citizens": {"russia": 1}}}},
            "players.red.citizens",
        ),
    },
}


@pytest.mark.parametrize(("game", "wrong"), [(game, wrong) for game in GAMES for wrong in IMPOSSIBLE[game]])
def test_fields_that_can_not_be_together_are_refused(game: str, wrong: str) -> None:
    document, path = IMPOSSIBLE[game][wrong]
    with pytest.raises(bellringer.PositionError) as refusal:
        bellringer.from_position({"game": game, **document})
    assert refusal.value.path.startswith(path)
