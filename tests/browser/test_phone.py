"""A telephone, held upright: the first ten decisions by taps on the board and the prompt, which is always in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.people import Visitor
from tests.browser.tables import Tables

pytestmark = pytest.mark.slow
DECISIONS = 10
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
IN_SIGHT = """() => {
  const box = document.getElementById("prompt-title").getBoundingClientRect();
  const x = box.left + Math.min(box.width, 40) / 2, y = (box.top + box.bottom) / 2;
  const met = document.elementFromPoint(x, y);
  return box.top >= 0 && box.bottom <= innerHeight && box.width > 0 && met !== null && met.closest("#prompt") !== null;
}"""


def is_prompt_in_sight(person: Visitor) -> bool:
    """Whether the question lies on the screen, with nothing over it."""
    return bool(person.page.evaluate(IN_SIGHT))


@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
def test_ten_decisions_by_taps(visit: Callable[..., Visitor], game: str) -> None:
    """On the board where something shines there, else by a card or a button; at least one on the board."""
    person = visit(**PHONE)
    person.make_table(game, "Pia", ("me", "bot:random", "bot:random"))
    on_board = turn = 0
    while turn < DECISIONS or on_board == 0:
        assert person.until_asked().isdecimal()
        assert is_prompt_in_sight(person), f"decision {turn + 1}: the prompt is out of sight at once"
        person.page.evaluate("scrollTo({ top: document.body.scrollHeight / 2, behavior: 'instant' })")
        assert is_prompt_in_sight(person), f"decision {turn + 1}: the prompt has scrolled away"
        if person.by_board(is_touch=True) is not None:
            on_board += 1
        else:
            person.by_button(is_touch=True)
        assert is_prompt_in_sight(person), f"decision {turn + 1}: the prompt is out of sight after it"
        turn += 1


def test_the_end_can_be_read_in_french(visit: Callable[..., Visitor], tables: Tables) -> None:
    """Long words beside the score leave the names their room."""
    person = visit(**PHONE, locale="fr-FR")
    tables.anna.enter(person.context, tables.url)
    person.page.goto(tables.paths["notre-dame", "over"])
    widths = person.find("#end .placed-name").evaluate_all("all => all.map((one) => one.clientWidth)")
    assert len(widths) == 3 and min(widths) > PHONE["viewport"]["width"] / 3, widths
