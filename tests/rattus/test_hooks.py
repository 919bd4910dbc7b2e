"""One class card, one place: the rules of a card stand in its file in cards/, and no other rule knows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bellringer.games.rattus import names
from bellringer.games.rattus.box import shipped
from tools.rattus.cards import CARDS, Cards

HOOKS = Cards(CARDS).hooks()
RATTUS = CARDS.parent
NUMBERED = ("names.py", "cards/class_numbers.pxd")  # where each card has its name and its number, playable or not
ASKED = "document/asked.py"  # and about how many it asks, if its file says so
SOURCES = sorted(
    path.relative_to(RATTUS).as_posix()
    for ending in ("py", "pxd")
    for path in RATTUS.rglob(f"*.{ending}")
    if path.parent != CARDS
)
CARD_FILES = sorted(f"{card.replace('-', '_')}.py" for card in names.PLAYABLE)
WORD_OF_A_CARD = re.compile(
    "|".join(rf"(?<![a-z]){card.replace('-', '[-_ ]')}(?:e?s)?(?![a-z])" for card in names.CLASSES), re.IGNORECASE
)
PIECES = {"nun", "bishop"}  # cards that bring pieces of the same name, which stand on the map whoever has the card


def named_in(path: Path) -> set[str]:
    """The class cards whose name stands in a file as a word, in code or in a comment; pieces are none."""
    found = {re.sub("[_ ]", "-", name.lower()) for name in WORD_OF_A_CARD.findall(path.read_text(encoding="utf-8"))}
    return {name for name in found if name.removesuffix("s") not in PIECES}


def imports_a_number(path: Path) -> bool:
    """Whether a file can tell one class card from another."""
    return "class_numbers import" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("PIED_PIPER, pied-piper; the Pied Piper", ["PIED_PIPER", "pied-piper", "Pied Piper"]),
        ("if card == KNIGHT:", ["KNIGHT"]),
        ("from x import king_may_use", ["king"]),
        ("offered to Monk and Witches, to Kings", ["Monk", "Witches", "Kings"]),
        ("taking, a none, the nunnery, peasantry", []),
    ],
)
def test_a_cards_name_is_found_as_a_word(text: str, found: list[str]) -> None:
    assert WORD_OF_A_CARD.findall(text) == found


def test_every_source_of_the_game_is_looked_at() -> None:
    assert {"rules/turn.py", "rules/plague.py", "rules/asks.py", "rules/state.pxd", "names.py"} <= set(SOURCES)


@pytest.mark.parametrize("name", [name for name in SOURCES if name not in (*NUMBERED, ASKED)])
def test_no_class_card_is_named_outside_its_own_files(name: str) -> None:
    assert named_in(RATTUS / name) == set()
    assert not imports_a_number(RATTUS / name)


@pytest.mark.parametrize("name", NUMBERED)
def test_all_cards_have_their_names_and_numbers_in_one_place_each(name: str) -> None:
    assert named_in(RATTUS / name) == set(names.CLASSES) - PIECES


def test_about_how_many_cards_ask_stands_for_those_whose_files_say_it() -> None:
    own = {card.replace("_", "-") for card, entry in Cards(CARDS).entries().items() if entry.asked}
    assert named_in(RATTUS / ASKED) == own - PIECES


@pytest.mark.parametrize("name", CARD_FILES)
def test_a_cards_rule_begins_with_its_number_and_class(name: str) -> None:
    first = (CARDS / name).read_text("utf-8").splitlines()[0]
    head = re.fullmatch(r'"""(\d+) (.+), of (?:the )?(\w+)(?: class)?\."""', first)
    assert head
    number, card, symbol = int(head[1]), head[2].lower().replace(" ", "-"), head[3].lower()
    assert (names.CLASSES[number - 1], shipped().classes[number - 1]) == (card, symbol)


@pytest.mark.parametrize("name", CARD_FILES)
def test_a_cards_rule_names_no_other_card(name: str) -> None:
    assert named_in(CARDS / name) == {name.removesuffix(".py").replace("_", "-")} - PIECES


def test_the_cards_that_can_be_played_are_those_with_a_rule() -> None:
    others = {"__init__.py", "deck.py"}
    assert sorted({path.name for path in CARDS.glob("*.py")} - others) == CARD_FILES


@pytest.mark.parametrize("card", names.PLAYABLE)
def test_a_cards_rule_defines_hooks_and_nothing_else(card: str) -> None:
    text = (CARDS / f"{card.replace('-', '_')}.py").read_text(encoding="utf-8")
    functions = re.findall(r"^def (\w+)\(", text, re.MULTILINE)
    assert functions
    assert {re.sub(r"_[23]$", "", function) for function in functions} <= set(HOOKS)


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_some_cards(hook: str) -> None:
    texts = [(CARDS / name).read_text(encoding="utf-8") for name in CARD_FILES]
    assert any(re.search(rf"^def {hook}(_[23])?\(s, p\)", text, re.MULTILINE) for text in texts)
