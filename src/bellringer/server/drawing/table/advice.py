"""What a page tells its visitor alone of a seat's moves, as plain values: a hint, a warning, and why."""

from __future__ import annotations

from typing import Any

from bellringer.bots.analysis import MoveThought
from bellringer.review.results import Why
from bellringer.review.sentences import MOST_SAID, error_words, points, told_of, why_words, words_in, you
from bellringer.server.drawing.table.page_model import PageModel
from bellringer.server.thinking.reasons import Compared
from bellringer.server.thinking.teaching import Stopped

Values = dict[str, Any]
HEADINGS = {"advised": "why.rather", "stopped": "why.instead"}


def hint_values(model: PageModel, best: MoveThought, compared: Compared | None) -> Values | None:
    """A hint without its why; None if the move has been made meanwhile. `compared`: with the next best move."""
    choice = next((choice for choice in model.choices if choice.name == best.name), None)
    if choice is None:
        return None
    return {"words": choice.words, "chance": best.win_chance, "error": best.error,
            "name": best.name, "other": "" if compared is None else compared.moves[1], "why": None}  # fmt: skip


def warning_values(model: PageModel, stopped: Stopped) -> Values | None:
    """What a teacher says of a move that it has stopped, without why; None if the question was answered meanwhile."""
    words = {choice.name: choice.words for choice in model.choices}
    verdict, asked = stopped.verdict, stopped.compared.asked
    if verdict.move not in words or asked != model.viewer.asked:
        return None
    return {
        "seat": stopped.compared.seat,
        "asked": asked,
        "name": verdict.move,
        "words": words[verdict.move],
        "other": verdict.better,
        "better": words[verdict.better],
        "loss": points(verdict.loss.value, model.language, ""),
        "error": error_words(100 * verdict.loss.error, model.language),
        "why": None,
        "is_finding": True,
    }


def why_values(model: PageModel, why: Why, about: str) -> Values:
    """Why one move is better or worse than another. `about`: what the first one is (review/sentences.py).

    `heading`: what it is compared with; `lines`: the sentences; `anchors`: where the page shows what they speak of.
    """
    said = why_words(model.rules, why, lambda seat: who(model, seat), model.language, about=about)
    anchors = [model.rules.source_anchor(one.source, one.seat) for one in told_of(why, MOST_SAID)]
    other = next((choice.words for choice in model.choices if choice.name == why.moves[1]), why.moves[1])
    return {
        "heading": words_in(model.language)(HEADINGS[about], other=other),
        "lines": said,
        "pairs": why.pairs,
        "anchors": " | ".join(dict.fromkeys(filter(None, anchors))),
    }


def who(model: PageModel, seat: int) -> str:
    """What a why calls a seat."""
    return you(model.language) if seat == model.seat else model.seats[seat].words
