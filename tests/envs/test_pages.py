"""The pages of the environments: their code runs, and their figures are true."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bellringer
from bellringer.envs.setting import setting_of

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = sorted((DOCS / "environments").glob("*.md"))


def code_of(page: Path) -> list[str]:
    """The pieces of code of a page."""
    return re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


TUTORIAL = DOCS / "environments" / "tutorial.md"  # whose pieces are one program
OPENSPIEL = DOCS / "environments" / "openspiel.md"  # whose pieces run in test_openspiel.py
PIECES = [
    pytest.param(code, id=f"{page.stem}-{i}")
    for page in PAGES
    if page not in (TUTORIAL, OPENSPIEL)
    for i, code in enumerate(code_of(page), start=1)
]


@pytest.mark.envs
@pytest.mark.parametrize("code", PIECES)
def test_the_code_of_the_pages_runs(code: str) -> None:
    exec(compile(code, "page", "exec"), {})


def test_the_code_of_the_bare_interface_runs() -> None:
    (code,) = [code for code in code_of(DOCS / "environments" / "index.md") if "Games(" in code]
    names: dict[str, Any] = {}
    exec(compile(code, "page", "exec"), names)
    assert names["won"].sum() > 1000


def learned(rounds: int) -> list[float]:
    """What the learner of the tutorial wins in each of its rounds."""
    names: dict[str, Any] = {}
    code = "\n".join(code_of(TUTORIAL))
    assert code.count("\nROUNDS = 10\n") == 1
    exec(compile(code.replace("\nROUNDS = 10\n", f"\nROUNDS = {rounds}\n"), "page", "exec"), names)
    assert np.abs(names["weights"]).sum() > 0
    shares: list[float] = names["shares"]
    return shares


def test_the_learner_of_the_tutorial_begins_even() -> None:
    assert learned(1) == [pytest.approx(0.5, abs=0.15)]


@pytest.mark.envs
def test_the_learner_of_the_tutorial_learns() -> None:
    assert learned(10)[-1] > 0.8


@pytest.mark.parametrize("game", bellringer.game_names())
def test_the_page_of_a_game_has_its_figures(game: str) -> None:
    page, setting = (DOCS / "environments" / f"{game}.md").read_text(encoding="utf-8"), setting_of(game, None, {}, None)
    actions = len(setting.actions)
    assert f"`Discrete({actions})`; parallel: `Discrete({actions + 1})`" in page
    assert f"`({setting.encoder.width},)` at the usual table" in page
    assert f"| `seats` | {setting.seats} |" in page
    assert f"`seat_0` to `seat_{setting.game.most_seats - 1}`" in page
    for name, option in setting.game.options.items():
        assert f"| `{name}` |" in page
        assert option.several or all(f'"{word}"' in page for word in option.allowed if isinstance(word, str))
