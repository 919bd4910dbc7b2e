"""Mutated positions, records and component files are taken or refused in words; the tool that says so sees faults."""

from __future__ import annotations

import json
import os
import random
import signal
from contextlib import nullcontext
from typing import Any

import pytest

import bellringer
from tools import fuzz
from tools.mutations import changed, nested, paths

CASES = 150
KINDS = ("position", "record", "components")
LONG = "7" * 5_000


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_mutated_is_taken_or_refused_in_words(kind: str) -> None:
    with fuzz.KINDS[kind].ready() as case:
        found = [case(fuzz.dice_of(kind, 7, number)) for number in range(CASES)]
    assert set(found) == {"taken", "refused"}


@pytest.mark.parametrize("text", [LONG, "[" * 100_000 + "]" * 100_000, f'{{"game": "rattus", "seats": {LONG}}}', "{"])
def test_a_text_that_json_can_not_read_is_a_position_refused_in_words(text: str) -> None:
    with pytest.raises(bellringer.PositionError) as refusal:
        bellringer.from_position(text)
    assert fuzz.check_words(str(refusal.value)) == "refused"


@pytest.mark.parametrize(
    "value", ["x" * 5_000, [0] * 3_000, nested(700, random.Random(1)), 10**4_000, {"a" * 4_000: 1}]
)
@pytest.mark.parametrize("field", ["seats", "asks", "players", "x"])
def test_a_refusal_quotes_only_the_beginning_of_what_was_sent(value: Any, field: str) -> None:
    with pytest.raises(bellringer.PositionError) as refusal:
        bellringer.from_position({"game": "rattus", field: value})
    assert len(str(refusal.value)) < 2_000 and fuzz.check_words(str(refusal.value)) == "refused"


@pytest.mark.parametrize("line", [f"{LONG}. red pass", '[Position "[' + "[" * 50_000 + '"]', f'[Seats "{LONG}"]'])
def test_a_line_that_can_not_be_read_is_a_record_refused_in_words(line: str) -> None:
    record = bellringer.new_game("rattus", seats=2, seed=1).record()
    spoilt = record.replace('[Seats "2"]', line) if "Seats" in line else f"{record.rstrip()}\n{line}\n"
    with pytest.raises(bellringer.RecordError) as refusal:
        bellringer.replay(spoilt)
    assert len(str(refusal.value)) < 2_000 and fuzz.check_words(str(refusal.value)) == "refused"


@pytest.mark.parametrize("text", [f"a = {LONG}", "a = " + "[" * 20_000])
def test_components_that_toml_can_not_read_are_refused_in_words(text: str, box: Any) -> None:
    with pytest.raises(bellringer.ComponentsError) as refusal:
        bellringer.new_game("rattus", components=box(text))
    assert fuzz.check_words(str(refusal.value)) == "refused"


# the tool itself


def test_a_case_is_the_same_again() -> None:
    document = {"a": [1, 2, {"b": "c"}], "d": 5}
    first, second = (changed(document, [document], fuzz.dice_of("position", 1, 2)) for _ in range(2))
    assert json.dumps(first) == json.dumps(second) and paths(document)[2:] == [
        ("a", 1), ("a", 2), ("a", 2, "b"), ("d",)
    ]  # fmt: skip


@pytest.mark.parametrize("words", ["", "7", "KeyError('x')", "<class 'int'> is bad", "no"])
def test_a_refusal_without_words_is_a_fault(words: str) -> None:
    with pytest.raises(fuzz.NoWords):
        fuzz.check_words(words)


def run_with(case: Any, stuck: float = 60.0) -> tuple[Any, list[str]]:
    """Six cases of a kind that does something else."""
    return fuzz.run(fuzz.Kind("record", 1.0, lambda: nullcontext(case)), 0, 0, 6, stuck)


def test_an_exception_is_a_fault_and_the_run_goes_on() -> None:
    third = fuzz.dice_of("record", 0, 3).random()

    def case(dice: random.Random) -> str:
        if dice.random() == third:
            raise KeyError("no words")
        return "taken"

    found, faults = run_with(case)
    assert found == {"taken": 5, "fault": 1} and faults == ["record, case 3 of seed 0: KeyError: 'no words'"]


def test_the_end_of_the_process_is_a_fault_and_the_run_goes_on() -> None:
    third = fuzz.dice_of("record", 0, 3).random()

    def case(dice: random.Random) -> str:
        if dice.random() == third:
            os.kill(os.getpid(), signal.SIGKILL)
        return "taken"

    found, faults = run_with(case)
    assert found.total() == 6 and faults == ["record, case 3 of seed 0: the process ended with -9"]


@pytest.mark.unhurried
def test_a_case_that_does_not_end_is_a_fault() -> None:
    third = fuzz.dice_of("record", 0, 3).random()

    def case(dice: random.Random) -> str:
        while dice.random() == third:
            dice = fuzz.dice_of("record", 0, 3)
        return "taken"

    found, faults = run_with(case, stuck=1.0)
    assert found.total() == 6 and faults == ["record, case 3 of seed 0: still runs after 1 seconds"]
