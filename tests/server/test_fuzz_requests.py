"""Mutated requests: every answer is what was asked for, or a refusal in words."""

from __future__ import annotations

import pytest

from bellringer.core.shown.words import LANGUAGES
from bellringer.server.base.language import words_in
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


@pytest.mark.parametrize("code", ["damaged", "locked", "not-stored", "store-locked", "store-damaged"])
def test_a_503_for_trouble_of_the_server_is_a_fault(code: str) -> None:
    with pytest.raises(ServerFault):
        judged("GET", "/api/v1/tables", 503, f'{{"error": "{code}", "message": "not at present"}}'.encode())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_503_is_a_refusal_where_too_many_ask(language: str) -> None:
    words = words_in(language)
    assert judged("GET", "/api/v1/tables", 503, b'{"error": "busy", "message": "come back later"}') == "refused"
    assert judged("GET", "/t/a", 503, f"<p>{words('refused.full')}</p>".encode()) == "refused"
    with pytest.raises(ServerFault):
        judged("GET", "/t/a", 503, f"<p>{words('refused.damaged')}</p>".encode())
