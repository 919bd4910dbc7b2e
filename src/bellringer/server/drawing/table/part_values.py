"""What the parts of a table's page show, as plain values.

The template of such a part is given its values and nothing else of the table. So a part whose values are those of
another one looks like it, and need not be drawn again (drawn_parts.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from markupsafe import Markup

from bellringer.server.drawing.table.page_model import PageModel, SeatModel
from bellringer.server.tables.live.table_info import ChatLine

Values = dict[str, Any]  # by their names in the template; all can be hashed
DrawSeat = Callable[[SeatModel], Markup]


@dataclass(frozen=True)
class SaidLine:
    """A line of the chat as one reader sees it. `place`: with the number it names the line in forms."""

    place: Literal["table", "aside"]
    line: ChatLine
    speaker: str
    words: str
    is_mine: bool
    is_reported: bool


def said(model: PageModel, place: Literal["table", "aside"], lines: Sequence[ChatLine]) -> tuple[SaidLine, ...]:
    """Lines of the chat, or of the spectators' talk."""
    return tuple(
        SaidLine(
            place=place,
            line=line,
            speaker=model.speaker(line),
            words=model.words_of(line),
            is_mine=model.is_mine(line),
            is_reported=f"{place}-{line.number}" in model.viewer.reported,
        )
        for line in lines
    )


def status(model: PageModel) -> Values:
    """How far the game has got."""
    return {
        "when": model.display.when,
        "phase": phase_of(model),
        "is_watching": model.is_own and not model.viewer.own,
        "mark": model.mark,
        "facts": tuple(model.display.facts),
    }


def phase_of(model: PageModel) -> str:
    """What goes on, or that the game has ended early."""
    if model.is_given_up:
        return model.say("table.given_up")
    return model.say("table.closed") if model.is_closed else model.view_model.name("phase", model.view["phase"])


def asking(model: PageModel) -> Values | None:
    """That nobody asks to take a move back, and nobody could; None where somebody does."""
    return None if model.info.request is not None or model.may_ask_back else {"model": None}


def end(model: PageModel) -> Values | None:
    """That the game is not over; None when it is."""
    return None if model.is_over else {"model": None}


def boards(model: PageModel) -> Values:
    """The boards beside the large one."""
    found = tuple(model.display.boards)
    return {"title": model.display.title("boards") if found else "", "boards": found}


def middle(model: PageModel) -> Values:
    """The cards that may be taken."""
    display = model.display
    return {"title": display.title("middle"), "places": display.middle_places, "cards": tuple(display.middle)}


def hand(model: PageModel) -> Values:
    """The viewer's cards."""
    return {"title": model.display.title("hand"), "cards": tuple(model.display.hand)}


def seats(model: PageModel, draw: DrawSeat) -> Values:
    """All seats, each drawn already."""
    return {
        "has_tokens": model.display.has_tokens,
        "others": tuple(draw(seat) for seat in model.others),
        "mine": None if model.mine is None else draw(model.mine),
    }


def seat(model: PageModel, one: SeatModel) -> Values:
    """One seat."""
    display = model.display
    return {
        "seat": one,
        "who": model.who(one),
        "is_you": one.is_me and model.is_own,
        "is_over": model.is_over,
        "figures": tuple(display.figures(one.colour)),
        "cards": model.laid_out(one),
        "held": model.held(one),
        "held_title": display.title("hand"),
        "cards_title": display.title("cards"),
        "tokens": tuple(display.tokens(one.colour)),
        "tokens_title": display.title("tokens") if display.has_tokens else "",
        "notes": tuple(display.notes(one.colour)),
        "whereabouts": tuple(display.whereabouts(one.colour)),
        "turn_taken": display.turn_taken(one.colour),
    }


def latest(model: PageModel) -> Values:
    """The newest lines of the log, and where the viewer's last move begins."""
    return {
        "my_last_move": model.my_last_move,
        "acts": model.info.number,
        "lines": tuple((line.text, line.colour) for line in model.latest),
    }


def aloud(model: PageModel) -> Values:
    """What who listens is told at this question, or at the end."""
    text = model.aloud
    return {"asked": (model.viewer.asked or 0) if text else 0, "text": text}


def chat(model: PageModel, csrf: str, wrong: Mapping[str, str] | None = None) -> Values:
    """What is said at the table. `csrf`: the token of its forms; `wrong`: what was refused there, and why."""
    viewer = model.viewer
    speaker = viewer.seat if viewer.seat in viewer.own else viewer.own[0] if viewer.own else None
    return {
        "csrf": csrf,
        "wrong": wrong,
        "speaker": speaker,
        "is_over": model.is_over,
        "signs": model.signs,
        "chat": said(model, "table", model.chat),
        "chat_lines": len(model.info.chat),
        "asides": said(model, "aside", model.asides),
        "aside_lines": len(model.info.asides),
        "muted": model.muted,
        "reports": tuple((one.name, model.words_of(one.line), one.people) for one in model.info.reported),
    }


def record(model: PageModel) -> Values:
    """What the record will prove."""
    given = model.nonces
    return {
        "is_over": model.is_over,
        "dealt": model.dealt,
        "commitment": model.commitment,
        "head": model.info.head,
        "chained": model.info.chained,
        "nonces": None if given is None else tuple((seat.words, given[seat.number]) for seat in model.seats),
        "is_bound": given is not None and any(given),
        "mark": model.mark,
    }
