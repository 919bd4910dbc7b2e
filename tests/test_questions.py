"""Every kind of question names what it is about: no "this" or "here", and what there are several of has its name.

A question stands by itself: in the prompt of a page, in a terminal, in what a preview says comes next, for programs.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

import pytest

import bellringer
from bellringer.core.contract.registry import find
from bellringer.core.shown.words import LANGUAGES
from bellringer.games.notre_dame.names import ASKS as TOWN_ASKS
from bellringer.games.rattus.names import ASKS as CHART_ASKS
from bellringer.games.rattus.names import REGIONS
from bellringer.games.rattus.words import sentences
from tests.contract.tables import play_some
from tests.rattus.play import at

ASKS = {"notre-dame": TOWN_ASKS, "rattus": CHART_ASKS}
# Words that point at something: it is seen by who knows already what is meant.
POINTING = {
    "en": r"\b(this|these|those|here|such|the same)\b",
    "fr": r"\b(cet|cette|ces|ici|tels?|telles?|celui-ci|celle-ci|le même|la même)\b|(?<!-)\bce\b",
}
# Things of which there are several, by "the" alone: no name follows.
UNNAMED = {
    "en": r"\bthe (message|card|class card|city|wall|region(?! card)|bishop|guild|university)\b(?! \{)",
    "fr": r"\b(la|le|l['’])\s?(lettre de change|carte|ville|région|évêque|guilde|université)\b(?! (\{|de?\b|région))",
}
THERE = {"en": r"\bthere\b", "fr": r"(?<![-\w])y\b|\blà\b"}
PLACES = ("in", "to", "from", "of", "piece_in", "piece_of")
NAMING = frozenset({*PLACES, "the", "message", "colours", "rat", "first", "second", "region_card", "event"})


def questions(game: str, language: str) -> Iterator[tuple[str, str]]:
    """Every form of every question, with the name of its ask, before anything is filled in."""
    asks = find(game).words.words_in(language).find("asks")
    assert set(asks) == {name for name, *_ in ASKS[game]}
    for ask, texts in asks.items():
        for key, text in texts.items():
            forms = text.values() if isinstance(text, Mapping) else (text,)
            yield from ((f"{ask} {key}", form) for form in forms if key.startswith("prompt"))


def named(text: str) -> set[str]:
    """What is filled into a sentence."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", bellringer.game_names())
def test_no_question_points_at_what_it_does_not_name(game: str, language: str) -> None:
    """Where one stands for the place of something, that place is named, or asked for."""
    for ask, text in questions(game, language):
        found = re.search(f"{POINTING[language]}|{UNNAMED[language]}", text, re.IGNORECASE)
        assert found is None, f"{ask}: {text!r} says {found[0]!r}"
        asks_where = re.search(r"where|où", text, re.IGNORECASE)
        assert not re.search(THERE[language], text) or named(text) & NAMING or asks_where, f"{ask}: {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", bellringer.game_names())
def test_what_has_no_answers_but_yes_and_no_names_its_thing(game: str, language: str) -> None:
    """Nothing else on the page would: no answer is a place or a card. Of what is the seat's own there is but one."""
    only = {"rat-step", "pay-for-rat", "donate", "hotel-use", "more-rats", "return-marker"}
    asks = find(game).words.words_in(language).find("asks")
    for ask, texts in asks.items():
        answers = [text for key, text in texts.items() if not key.startswith("prompt")]
        forms = [form for text in answers for form in (text.values() if isinstance(text, Mapping) else (text,))]
        if any(named(form) - {"n"} for form in forms) or ask in only:
            continue
        for name, question in questions(game, language):
            if name.startswith(f"{ask} "):
                assert named(question) & NAMING, f"{name}: {question!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_message_that_may_be_taken_is_named_with_what_it_brings(language: str) -> None:
    """In play: by its colour and its gains, those of the market where the carriage stands."""
    asked = set()
    for seed in range(12):
        table, dice = bellringer.new_game("notre-dame", seats=3, seed=seed), random.Random(seed)
        while table.pending:
            seat = table.pending[0]
            if "take" in [move.name for move in table.moves(seat)]:
                view = table.view(seat)
                message = view["markets"][view["players"][view["seat"]]["carriage"]]
                words = find("notre-dame").words.name_words("message", message, language)
                assert words in table.prompt(seat, language)
                asked.add(message)
            play_some(table, 1, dice)
    assert len(asked) > 5


REGION, PIECE = "gallia", "italia"
VALUES: dict[str, Any] = {
    **dict.fromkeys(("region", "from", "to", "source", "there"), REGION), "rat": REGION, "first": REGION,
    "second": f"{REGION} 2", "card": "witch", "seat": "blue", "region-card": f"{REGION} 1", "piece": PIECE, "number": 2,
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_of_rattus_can_be_asked_of_any_region(language: str) -> None:
    """What is filled in is there, and another region makes another question wherever a region is an argument."""
    hidden = {"again", "others", "most", "before", "there", "place", "other"}  # numbers and sets, never told
    for ask, *arguments in CHART_ASKS:
        if ask == "act":
            continue  # it tells what is left to do
        given = {name: VALUES.get(name, 2) for name in arguments if name} | {"piece": PIECE, "card": "witch"}
        said = sentences.ask_words(ask, given, language)
        assert said and "{" not in said
        if {"region", "from", "to"} & set(arguments) - hidden:
            entry = sentences.region_entry(REGION, sentences.words_in(language), "base")
            assert any(form in said for form in entry.values()), said
    assert REGION in REGIONS


def test_a_question_of_the_plague_names_its_region_at_the_table() -> None:
    """The Knight at level III lifts the limits where the plague piece comes."""
    table = at(
        plague="gallia", rats={"germania": [{}]}, box="big-box", modules=["upgrades"], levels={"knight": 3},
        players={"red": {"classes": ["knight"], "citizens": {"germania": 2}}}, asks=[{"ask": "act", "seats": ["red"]}],
    )  # fmt: skip
    table.play("plague germania", 0)
    while "count" not in [move.name for move in table.moves(0)]:
        table.play(table.moves(0)[0].name, 0)
    forms = [
        sentences.region_entry("germania", sentences.words_in(language), "big-box")["in"] for language in LANGUAGES
    ]
    assert all(form in table.prompt(0, language) for form, language in zip(forms, LANGUAGES, strict=True))
