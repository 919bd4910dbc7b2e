"""The tool that writes the class cards' switches: upgrades stand beside the hook that they make better."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.rattus.cards import CARDS, Cards

MONK = '''"""2 Monk, of the church."""


def use(s, p):
    """Any one rat. [RA-7.2]"""


def use_2(s, p):
    """Better."""


def use_3(s, p):
    """Best."""
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the shipped hooks and one card."""
    (tmp_path / "hooks.toml").write_text((CARDS / "hooks.toml").read_text("utf-8"), "utf-8")
    (tmp_path / "monk.toml").write_text("number = 1\n", "utf-8")
    (tmp_path / "monk.py").write_text(MONK, "utf-8")
    return tmp_path


def test_the_best_function_that_the_level_allows_is_called(folder: Path) -> None:
    text = "\n".join(Cards(folder).switch("use"))
    assert (
        "    if card == MONK:\n"
        "        if level(s, p, card) >= 3:\n"
        "            monk_use_3(s, p)\n"
        "        elif level(s, p, card) >= 2:\n"
        "            monk_use_2(s, p)\n"
        "        else:\n"
        "            monk_use(s, p)"
    ) in text
    assert "rules.state import level" in Cards(folder).deck()
    assert "cdef void use_3(Europe* s, int p) noexcept nogil" in Cards(folder).generated()[folder / "monk.pxd"]


def test_an_ability_can_begin_with_an_upgrade(folder: Path) -> None:
    (folder / "monk.py").write_text(MONK + "\n\ndef steps_2(s, p):\n    return 2\n", "utf-8")
    assert (
        "    if card == MONK:\n        if level(s, p, card) >= 2:\n            return monk_steps_2(s, p)\n    return 1"
    ) in "\n".join(Cards(folder).switch("steps"))


def test_the_cards_that_have_a_hook_are_known_as_a_set() -> None:
    cards = Cards(CARDS)
    chivalry = ("knight", "soldier", "crusader", "inquisitor")
    ravaging = sum(1 << number for number, card in enumerate(cards.entries()) if card in chivalry)
    assert cards.having("steps").endswith(f"    return <uint64_t> {ravaging:#x}\n")


def test_a_card_without_upgrades_is_called_plainly(folder: Path) -> None:
    (folder / "monk.py").write_text(MONK.partition("\n\ndef use_2")[0] + "\n", "utf-8")
    assert "    if card == MONK:\n        monk_use(s, p)" in "\n".join(Cards(folder).switch("use"))
    assert "level" not in Cards(folder).deck()


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ("def shout(s, p):\n    return 2\n", "monk.py: shout is no hook"),
        ("def use_4(s, p):\n    return 2\n", "monk.py: use_4 is no hook"),
        ("def steps(s, p, region):\n    return 2\n", "monk.py: steps must have the arguments s, p"),
        ("def steps(state, p):\n    return 2\n", "monk.py: steps must have the arguments s, p"),
    ],
)
def test_what_is_no_hook_is_refused(folder: Path, wrong: str, complaint: str) -> None:
    (folder / "monk.py").write_text(MONK + "\n\n" + wrong, "utf-8")
    with pytest.raises(SystemExit, match=complaint):
        Cards(folder).defined("monk")
