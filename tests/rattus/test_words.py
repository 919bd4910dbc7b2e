"""Rattus in words: every question, answer, event, name and rule, in both languages and by each box's names."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import bellringer
from bellringer.core.contract.registry import find
from bellringer.core.shown.words import spaced
from bellringer.games.rattus import names
from bellringer.games.rattus.component_set import MODULES
from bellringer.games.rattus.words import sentences
from tests.rattus.big_box import red_has
from tests.rattus.play import TABLES, at, play
from tools.rattus.dealt import dealt_cards, dealt_state

GAME = find("rattus")
LANGUAGES = ("en", "fr")
OF_CARDS = tuple(f"RA-{section}." for section in (7, 12, 14, 15, 16, 17))  # sections of the ledger


@pytest.mark.parametrize(("seats", "box"), TABLES)
def test_every_question_move_and_event_has_words_in_both_languages(seats: int, box: str) -> None:
    for seed in range(3):
        table, dice = bellringer.new_game("rattus", seats=seats, box=box, seed=seed), random.Random(seed)
        while table.pending:
            seat = table.pending[0]
            moves = table.moves(seat)
            for language in LANGUAGES:
                texts = [table.prompt(seat, language), *(move.words(language) for move in moves)]
                assert all(texts) and len(set(texts)) == len(texts) and not set("{}") & set("".join(texts))
            assert len({move.target for move in moves if move.target}) == sum(bool(move.target) for move in moves)
            table.play(dice.choice(moves).name, seat)
        for event in table.events():
            assert all(event.words(language) and "{" not in event.words(language) for language in LANGUAGES)
        assert table.result is not None
        assert all(len(sentences.result_words(table.result, language)) == seats + 1 for language in LANGUAGES)


def any_table(seed: int) -> bellringer.Table:
    """A table with any cards, with upgrades, every other one in the midst of a game."""
    dice = random.Random(seed)
    seats = dice.randint(2, 6)
    cards = dealt_cards(seats, dice, MODULES)
    if seed % 2:
        state = dealt_state(seats, cards, dice, MODULES)
        return bellringer.from_position(GAME.position(state), seed=seed)
    return bellringer.new_game("rattus", seats=seats, seed=seed, classes=cards, modules=MODULES)


@pytest.mark.slow
def test_every_question_move_and_event_of_any_cards_has_words() -> None:
    """In both languages, no two answers alike; a rare question is met in golden games."""
    for seed in range(24):
        table, dice = any_table(seed), random.Random(seed)
        while table.pending:
            seat = table.pending[0]
            moves = table.moves(seat)
            for language in LANGUAGES:
                texts = [table.prompt(seat, language), *(move.words(language) for move in moves)]
                assert all(texts) and len(set(texts)) == len(texts) and not set("{}") & set("".join(texts))
            table.play(dice.choice(moves).name, seat)
        for event in table.events():
            assert all(event.words(language) and "{" not in event.words(language) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("box", "seats", "english", "french"),
    [
        ("base", 4, "Red looks at the second rat of Gallia", "Rouge regarde le deuxième rat de Gallia"),
        ("big-box", 6, "Red looks at the second rat of France", "Rouge regarde le deuxième rat de France"),
    ],
)
def test_each_box_has_its_own_names_of_the_regions(box: str, seats: int, english: str, french: str) -> None:
    table = at(
        seats=seats, box=box, rats={"gallia": [{"seen": ["blue"]}, {}]}, asks=[{"ask": "look", "seats": ["red"]}]
    )
    table.play("rat gallia 2")
    assert [table.events()[0].words(language) for language in LANGUAGES] == [english, french]


def test_a_turned_rat_is_told_with_its_face() -> None:
    table = at(
        plague="italia",
        rats={"gallia": [{"token": [2, "majority", "bourgeoisie", "church"]}]},
        players={"green": {"citizens": {"gallia": 2}}},
        asks=[{"ask": "act", "seats": ["red"]}],
        supply=0,
    )
    table.play("plague gallia")
    turned = next(event for event in table.events() if event.kind == "rat-turned")
    assert turned.words() == "A rat is turned in Gallia (limit 2: majority, bourgeoisie, church): it strikes"
    french = "Un rat est retourné en Gallia (seuil 2 : majorité, bourgeoisie, Église) : il frappe"
    assert turned.words("fr") == spaced(french)


def test_a_citizen_that_comes_onto_a_card_is_told_with_its_name() -> None:
    table = play(
        red_has("baker", citizens={"gallia": 2, "italia": 1}, level=3), "use baker", "also baker", "from gallia"
    )
    told = [event for event in table.events() if event.kind == "citizen-kept"]
    english = ["Red puts a citizen from the supply on the Baker", "Red puts a citizen from France on the Baker"]
    assert [event.words() for event in told] == english
    assert [event.words("fr").split(" sur ")[1] for event in told] == ["le Boulanger"] * 2


def test_no_event_speaks_of_a_card_that_it_does_not_name() -> None:
    nameless = re.compile(r"\b(the|this|la|cette) (card|carte)\b(?! {)")
    for language in LANGUAGES:
        events = sentences.words_in(language).part("events")
        assert not [form for key in events.keys() for form in events.forms(key) if nameless.search(form)]


def test_names_and_rules() -> None:
    kinds = {"seat": names.COLOURS, "letter": names.COLOURS, "symbol": names.SYMBOLS}
    kinds |= {"card": names.CLASSES, "law": names.LAWS}
    kinds |= {"phase": (*names.PHASES, "over"), "rank": tuple("123456"), "box": ("base", "big-box")}
    kinds |= {"region": names.REGIONS, "rat": names.ALL_RATS}
    for language in LANGUAGES:
        for kind, found in kinds.items():
            assert len({sentences.name_words(kind, name, language, "big-box") for name in found}) == len(found)
        for card in names.PLAYABLE:
            rule, ledger = find("rattus").words.rule_words(card, language)
            assert rule.endswith(".") and len(rule) <= 160 and ledger.startswith("RA-")
            for level in (1, 2, 3):
                line = find("rattus").words.line_words(card, language, level)
                assert 5 < len(line) <= 48 and not line.endswith("."), line
            better = len(find("rattus").words.better_words(card, language))
            lines = {find("rattus").words.line_words(card, language, level) for level in (1, 2, 3)}
            assert len(lines) == 1 + better, "each level has a line of its own"
        for card in set(names.CLASSES) - set(names.PLAYABLE):
            with pytest.raises(KeyError):
                sentences.rule_words(card, language)


def test_both_languages_say_the_same_things() -> None:
    english, french = (sentences.words_in(language) for language in LANGUAGES)
    assert english.keys() == french.keys()
    assert all(english.find(f"regions.{region}.{box}").keys() == french.find(f"regions.{region}.{box}").keys()
               for region in names.REGIONS for box in ("base", "big-box"))  # fmt: skip


def begun(*done: str, **fields: Any) -> bellringer.Table:
    """A turn of red, who holds the monk, after some moves."""
    document = {"rats": {"italia": 2, "gallia": 1}, "players": {"red": {"classes": ["monk"]}}, **fields}
    return play(at(**document), *done)


def test_the_question_of_a_turn_tells_what_is_left_to_do() -> None:
    asked = begun().prompt(0)
    assert asked == "Your turn: take a card, place citizens, use cards; the plague piece ends it"
    assert begun("place italia").prompt(0) == "Your turn: take a card, use cards; the plague piece ends it"
    done = begun("place italia", "take king")
    assert done.prompt(0) == "Your turn: use cards; the plague piece ends it"
    play(done, "use monk", "rat gallia", "to hispania")
    assert done.prompt(0) == "Move the plague piece; that ends your turn"
    assert done.prompt(0, "fr") == "Déplacez le pion Peste, ce qui termine le tour"


def test_a_place_says_how_many_citizens_go_there() -> None:
    words = {move.name: move.words() for move in begun().moves(0)}
    assert (
        words["place italia"] == "Place 2 citizens in Italia" and words["place gallia"] == "Place 1 citizen in Gallia"
    )
    few = begun(players={"red": {"palace": 19}})
    assert "Placer 1 habitant en Italia" in {move.words("fr") for move in few.moves(0)}
    peasant = begun(players={"red": {"classes": ["peasant"]}})
    assert "Place citizens in Hispania" in {move.words() for move in peasant.moves(0)}, "the card says how many"
