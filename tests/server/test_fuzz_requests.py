"""Mutated requests: every answer is what was asked for, or a refusal in words."""

from __future__ import annotations

import pytest

from tools import fuzz
from tools.fuzz_requests import ServerFault, judged, requests

CASES = 250


@pytest.mark.slow
def test_requests_that_are_mutated_are_taken_or_refused_in_words() -> None:
    with requests() as case:
        found = [case(fuzz.dice_of("api", 7, number)) for number in range(CASES)]
    assert set(found) == {"taken", "refused"}


@pytest.mark.parametrize(
    ("status", "text"),
    [(500, b'{"message": "so sorry"}'), (404, b""), (422, b'{"error": "bad"}'), (400, b'{"message": "no"}')],
)
def test_an_answer_without_words_or_of_500_is_a_fault(status: int, text: bytes) -> None:
    with pytest.raises(ServerFault):
        judged("GET", "/api/v1/tables", status, text)
