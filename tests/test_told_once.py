"""A rule is told once: no number of a rule stands in a game's documents. They have it from where the rules have it."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bellringer
from bellringer.core.contract.registry import find
from bellringer.core.fields import Documents
from bellringer.games.notre_dame.document import numbers
from tests.enums import SOURCE, Enums
from tools.notre_dame import cards

FOLDERS = [*(SOURCE / "games").glob("*/document"), Path(__file__).parent / "third_game" / "bones" / "document"]
WRITTEN = ("codec.py", "asked.py", "ask_table.py")  # by tools
SOURCES = sorted(path for folder in FOLDERS for path in folder.glob("*.py") if path.name not in WRITTEN)

# What stands there is no rule's: how documents or the struct are built, how observations are scaled, or that a choice
# is of two.
OF_DOCUMENTS = {
    "USUAL_COINS = 15  # by which floats are scaled",
    "USUAL_PLAGUE, USUAL_PRESTIGE = 10, 50  # by which floats are scaled",
    "USUAL_TURNS, USUAL_POINTS, USUAL_CITIZENS = 50, 10, 20  # by which floats are scaled",
    "USUAL_POTIONS, USUAL_HAND = 3, 5  # by which floats are scaled",
    "LEVELS = (2, 3)  # of upgrades",
    "MOST_COINS, MOST_PRESTIGE = 999, 9999  # far above what any game brings, and what a score can hold twice over",
    "MOST_CATHEDRAL, MOST_RATS = 100, 9  # that a box can have",
    'if ask["ask"] in CHOICES and any(len(found.legal(p)) < 2 for p in seats):',
    'if not reading["rats"][region] and queries.abilities_of(reading.once(cards_that_act), p).bit_count() < 2:',
}


def has_number(node: ast.AST) -> bool:
    """Whether a part of a source is a number from 2 on, or literally a list of some."""
    if isinstance(node, ast.Constant):
        return type(node.value) is int and node.value > 1
    return isinstance(node, ast.Tuple | ast.List | ast.Dict) and any(map(has_number, ast.iter_child_nodes(node)))


def parts_of(node: ast.AST) -> list[ast.expr]:
    """What a line names, compares with, bounds by, or takes by default."""
    if isinstance(node, ast.Assign):
        return [node.value] if ast.unparse(node.targets[0]).isupper() else []
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("min", "max"):
        return [*node.args]
    return [node.value] if isinstance(node, ast.keyword) and node.arg == "default" else []


def told(text: str) -> list[str]:
    """The lines in which a number is given a name, is compared with, bounds another, or is a default."""
    tree = ast.parse(text)
    found = {part.lineno for node in ast.walk(tree) for part in parts_of(node) if has_number(part)}
    return [text.splitlines()[line - 1].strip() for line in sorted(found)]


def test_a_number_of_a_rule_is_found() -> None:
    text = "NUNS = 3\nMOST = {'move-in': 3}\nif here and not 1 <= about <= 5:\n    two = numbers[2]\nx = min(2, rats)\n"
    assert told(text) == ["NUNS = 3", "MOST = {'move-in': 3}", "if here and not 1 <= about <= 5:", "x = min(2, rats)"]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_no_number_of_a_rule_stands_in_documents(path: Path) -> None:
    assert [line for line in told(path.read_text("utf-8")) if line not in OF_DOCUMENTS] == []


# the numbers of Notre Dame


def position(ask: str, **more: Any) -> dict[str, Any]:
    """A position in which a seat is asked this."""
    phase = "hire" if ask == "hire" else "play"
    return {"game": "notre-dame", "seats": 3, "phase": phase, "asks": [{"ask": ask, "seats": ["red"], **more}]}


CASES = {
    "hotel-use": ("uses", numbers.HOTEL_USES),
    "rat-step": ("steps", 3),  # one message of the kind for each of three boroughs
    "hire": ("further", cards.all_asked()["hire"]["councillor"][0]),
    "return-marker": ("returned", numbers.MARKERS - numbers.FIRST_MARKERS),
    "place-in-empty": ("markers", numbers.MARKERS - numbers.FIRST_MARKERS),
}


@pytest.mark.parametrize("ask", CASES)
def test_asks_of_notre_dame_are_judged_by_the_numbers_of_the_rules(ask: str) -> None:
    argument, most = CASES[ask]
    more = {"persons": "new"} if ask == "hire" else {}
    bellringer.from_position(position(ask, **{argument: most}) | more)
    with pytest.raises(bellringer.PositionError, match=f"red can't be asked {ask}"):
        bellringer.from_position(position(ask, **{argument: most + 1}) | more)


def test_a_later_person_who_lets_one_hire_more_often_is_refused_nowhere() -> None:
    game = find("notre-dame")
    later = dict(cards.all_asked()) | {"hire": {"councillor": (2,)}}
    reader = Documents(replace(game.fields, asked=later), game.codec, game.book)
    reader.restore(position("hire", further=2) | {"persons": "new"})
    with pytest.raises(bellringer.PositionError, match="must be from 0 to 2, not 3"):
        reader.restore(position("hire", further=3) | {"persons": "new"})


def test_persons_have_their_numbers_from_their_deck() -> None:
    assert Enums("games/notre_dame").number("new_persons.pxd", "COUNCILLOR_HIRE") == 1
    assert game_asked() == cards.all_asked()


def game_asked() -> Any:
    """What documents are judged by."""
    return find("notre-dame").fields.asked
