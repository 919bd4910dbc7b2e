"""Lines of the log that were drawn before are not drawn again, and are those that would be drawn now."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bellringer.server.live_game import LiveGame
from bellringer.server.log_lines import LogLine
from bellringer.server.page_model import PageModel, Viewer
from tests.contract.tables import settings
from tests.server.test_leaks import begun, play_at_random

GAMES = ("notre-dame", "rattus")


def model_of(live: LiveGame, seat: int | None, language: str, *, anew: bool = False) -> PageModel:
    """The table before somebody's eyes, with what its pages have been told; `anew`: without."""
    viewer = Viewer(seat, () if seat is None else (seat,), language)
    return PageModel(live.table, live.info(0), viewer, *([] if anew else [live.drawn]))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_kept_lines_are_those_that_would_be_drawn_now(game: str) -> None:
    live, dice, undone = begun(settings(game)[-1], 4), random.Random(4), 0
    while live.pending:
        for seat, language in ((None, "en"), (0, "fr"), (1, "en")) if dice.random() < 0.2 else ():
            kept = list(model_of(live, seat, language).drawn_log)
            assert kept == list(model_of(live, seat, language, anew=True).drawn_log)
        play_at_random(live, dice.choice(live.pending), dice)
        seat = live.acts[-1].seat
        if dice.random() < 0.2 and not live.ended_by and live.table.may_undo(seat):
            live.do(live.act(seat, "undo"))
            undone += 1
    assert undone and not live.drawn.kept, "a game that is over keeps none"
    first = model_of(live, 0, "fr").first_line
    list(model_of(live, 0, "fr").drawn_log)
    assert min(live.drawn.kept["fr", 0]) >= first > 0, "what no page tells any more is let go"


def test_a_line_is_drawn_once_for_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    live, dice, drawn = begun(settings("rattus")[0], 5), random.Random(5), list[Any]()
    while live.table.event_count < 20:
        play_at_random(live, dice.choice(live.pending), dice)
    list(model_of(live, None, "en").drawn_log)
    draw = LogLine.drawn
    monkeypatch.setattr(LogLine, "drawn", lambda line: drawn.append(line) or draw(line))
    before = live.table.event_count
    play_at_random(live, dice.choice(live.pending), dice)
    list(model_of(live, None, "en").drawn_log)
    assert [line.number for line in drawn] == list(range(before, live.table.event_count))
