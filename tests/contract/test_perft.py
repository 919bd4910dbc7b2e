"""The number of move sequences from fixed positions is what it was: see tools/perft.py."""

from __future__ import annotations

import json
from functools import cache

import pytest

import bellringer
from tools import perft

STARTS = [(game, start) for game in bellringer.game_names() for start in perft.starts(game)]


@cache
def kept(game: str) -> dict[str, perft.Counts]:
    """The counts of the file."""
    found: dict[str, perft.Counts] = json.loads(perft.golden_file(game).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize(("game", "start"), STARTS, ids=[start.name for _, start in STARTS])
def test_there_are_as_many_short_sequences_of_moves_as_there_were(game: str, start: perft.Start) -> None:
    found = start.count(most=1_000)["counts"]
    assert found == kept(game)[start.name]["counts"][: len(found)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "start"), STARTS, ids=[start.name for _, start in STARTS])
def test_there_are_as_many_sequences_of_moves_as_there_were(game: str, start: perft.Start) -> None:
    lines = perft.differences(start.name, kept(game).get(start.name), start.count())
    assert not lines, "\n".join(["counts have changed; if that was meant, run python -m tools.perft", *lines])


@pytest.mark.parametrize("game", bellringer.game_names())
def test_the_file_has_counts_for_every_start_and_no_other(game: str) -> None:
    assert list(kept(game)) == [start.name for start in perft.starts(game)]


@pytest.mark.parametrize(("game", "start"), STARTS, ids=[start.name for _, start in STARTS])
def test_the_breakdown_by_the_first_move_adds_up(game: str, start: perft.Start) -> None:
    counts = kept(game)[start.name]
    assert sum(counts["divide"].values()) == counts["counts"][-1]
    assert set(counts["divide"]) == {find_name(start, move) for move in start.state.legal(start.state.pending[0])}


def find_name(start: perft.Start, move: int) -> str:
    """The name of a move number."""
    return start.game.move_names[move]


def test_differences_are_told_move_by_move() -> None:
    was: perft.Counts = {"counts": [2, 5], "divide": {"bank": 2, "park": 3}}
    now: perft.Counts = {"counts": [2, 6], "divide": {"bank": 2, "hotel": 4}}
    assert perft.differences("here", was, was) == []
    assert [line.split() for line in perft.differences("here", was, now)[1:]] == [
        ["bank", "2", "2"],
        ["park", "3", "-", "<"],
        ["hotel", "-", "4", "<"],
    ]
