"""Lines of the log and parts of the page that were drawn before are not drawn again, and are as they would be now."""

from __future__ import annotations

import random
from typing import Any

import pytest
from markupsafe import Markup

from bellringer.server.drawing.drawn_parts import MOST, MOST_SEATS, DrawnParts
from bellringer.server.drawing.log.log_lines import LogLine
from bellringer.server.drawing.site.templating import environment
from bellringer.server.drawing.table.page_model import PageModel, Viewer
from bellringer.server.drawing.table.parts import BOARD, PARTS, Drawer, event
from bellringer.server.drawing.table.table_drawings import GAMES as WITH_LINES
from bellringer.server.drawing.table.table_drawings import lines_of
from bellringer.server.tables.live.live_game import LiveGame
from tests.contract.tables import settings
from tests.server.test_leaks import begun, play_at_random

GAMES = ("notre-dame", "rattus")


def model_of(live: LiveGame, seat: int | None, language: str, *, anew: bool = False) -> PageModel:
    """The table before somebody's eyes, with what its pages have been told; `anew`: without."""
    viewer = Viewer(seat, () if seat is None else (seat,), language)
    return PageModel(live.table, live.info(0), viewer, *([] if anew else [lines_of(live)]))


def happens(live: LiveGame, dice: random.Random) -> None:
    """A random move, sometimes taken back, or a seat is lent and returned."""
    play_at_random(live, dice.choice(live.pending), dice)
    seat = live.acts[-1].seat
    if dice.random() < 0.2 and not live.ended_by and live.table.may_undo(seat):
        live.do(live.act(seat, "undo"))
    elif dice.random() < 0.05 and not live.ended_by:
        live.do(live.act(seat, "return" if live.holders[seat].lent_to else "lend", "novice"))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_kept_lines_and_parts_are_those_that_would_be_drawn_now(game: str) -> None:
    live, dice, kept = begun(settings(game)[-1], 4), random.Random(4), DrawnParts()
    while live.pending:
        for seat, language in ((None, "en"), (0, "fr"), (1, "en")) if dice.random() < 0.2 else ():
            drawn = Drawer(environment(), model_of(live, seat, language), "token", kept).all()
            anew = Drawer(environment(), model_of(live, seat, language, anew=True), "token").all()
            assert drawn == anew and set(drawn) == {"ground", BOARD, *PARTS}
        happens(live, dice)
    assert {"undo", "lend"} <= {act.kind for act in live.acts}
    over = model_of(live, 0, "fr")
    assert live not in WITH_LINES, "a game that is over keeps none"
    first = over.first_line
    assert over.log
    [told] = [told for (language, seat, _), told in over.drawn.kept.items() if (language, seat) == ("fr", 0)]
    assert told.first == first > 0, "what no page tells any more is let go"
    assert all(len(found) <= (MOST_SEATS if name == "seat" else MOST) for name, found in kept.kept.items())


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one", ["one"]),
        ("one\ntwo\n", ["one", "two"]),
        ("one\n\ntwo", ["one", "", "two"]),
        ("one\rid: 9\r\ntwo", ["one&#13;id: 9&#13;", "two"]),
        ("one\u2028two\x85\x0bthree", ["one\u2028two\x85\x0bthree"]),
    ],
)
def test_a_message_has_a_line_for_each_of_its_text(text: str, lines: list[str]) -> None:
    """A stream's lines end at CR, LF or both, and nowhere else: no text may begin a line of its own."""
    told = "".join(f"data: {line}\n" for line in lines)
    assert event(text, 7).decode() == f"id: 7\n{told}\n"


def test_a_line_is_drawn_once_for_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    live, dice, drawn = begun(settings("rattus")[0], 5), random.Random(5), list[Any]()
    while live.table.event_count < 20:
        play_at_random(live, dice.choice(live.pending), dice)
    assert model_of(live, None, "en").log
    draw = LogLine.drawn
    monkeypatch.setattr(LogLine, "drawn", lambda line: drawn.append(line) or draw(line))
    before = live.table.event_count
    play_at_random(live, dice.choice(live.pending), dice)
    assert model_of(live, None, "en").log
    assert [line.number for line in drawn] == list(range(before, live.table.event_count))


def test_what_shows_the_same_is_drawn_once_and_what_was_long_ago_is_let_go() -> None:
    kept, drawn = DrawnParts(), list[int]()

    def get(shows: int) -> Markup:
        return kept.get("hand", shows, lambda: drawn.append(shows) or Markup(f"<p>{shows}</p>"))  # type: ignore[func-returns-value]

    assert [get(shows) for shows in (1, 2, 1, 2)] == ["<p>1</p>", "<p>2</p>"] * 2 and drawn == [1, 2]
    for shows in range(2, 2 + MOST):
        get(shows)
    assert get(1) and drawn[-1] == 1, "the one asked for longest ago was let go"


def test_two_who_see_the_same_share_what_is_drawn() -> None:
    live, kept = begun(settings("rattus")[0], 5), DrawnParts()
    one, other = (Drawer(environment(), model_of(live, seat, "en"), "", kept).all() for seat in (None, 1))
    assert one["record"] is other["record"] and one["prompt"] is not other["prompt"]


def test_tables_of_a_game_share_the_ground_of_their_board() -> None:
    grounds = [
        Drawer(environment(), model_of(begun(settings("rattus")[0], seed), None, "en"), "").ground() for seed in (5, 6)
    ]
    assert grounds[0] is grounds[1]
