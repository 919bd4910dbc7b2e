"""What a move will do, as far as its seat can know: a preview, computed on a copy of the state.

All that the seat can't see is dealt anew first, always by the same dice, so that a preview follows from the seat's
view alone. The rules then go on step by step, and the telling ends before the first step that brings something hidden
or a chance to light (`revealed` of head.pxd): the same line that no undo crosses. A test deals the hidden part in
many ways and demands the same preview of every move, byte for byte.
"""

from __future__ import annotations

from dataclasses import dataclass

from bellringer.core.compiled.state import State
from bellringer.core.contract.game import Game, RawEvent
from bellringer.core.shown.show import Display, Piece, Pieces

SEED = 1  # of the one deal by which previews are computed
ANYTHING = "anything"  # comes to light by a step that tells of it in no event


@dataclass(frozen=True)
class FigureChange:
    """A figure of a seat that will change (`Figure` of core/shown/show.py); empty where it is not shown."""

    seat: int
    key: str
    words: str
    before: str
    after: str


@dataclass(frozen=True)
class PieceChange:
    """A piece of a board that will come, move or go: its id, and its `transform` before and after, if it is there.

    `drawing`: the piece as it will be; empty when it goes. `place`: on a board beside the large one, the target
    within which it stands.
    """

    id: str
    before: str | None
    after: str | None
    drawing: str
    place: str = ""


NONE = Piece(None, "", "")  # where there is none


@dataclass(frozen=True)
class Preview:
    """What a move will surely do. `lines`: what happens, in words; `next`: what the seat is asked then, if anything.

    `unknown`: what hidden things or chance decide after that, named but not foretold; empty if nothing does.
    """

    lines: tuple[str, ...]
    unknown: str
    figures: tuple[FigureChange, ...]
    pieces: tuple[PieceChange, ...]
    next: str


@dataclass
class Course:
    """What follows from a move. `state`: where it is known to lead; `light`: the event that ends the telling.

    `light` is None as long as nothing hidden has come to light.
    """

    state: State
    events: list[RawEvent]
    light: str | None = None


def preview(
    game: Game, state: State, seat: int, move: str, then: str = "", language: str = "en", deal: int = SEED
) -> Preview:
    """What a legal move of a seat will do. `then`: its answer to the question that follows, if that is asked.

    `deal`: the seed by which hidden things are dealt, which makes no difference. The state stays as it is.
    """
    before = state.determinized(seat, deal)
    course = follow(game, before, seat, game.move_names.index(move))
    if then and course.light is None:
        course = follow_up(game, course, seat, then)
    return told(game, before, course, seat, language)


def follow(game: Game, before: State, seat: int, move: int) -> Course:
    """Let the rules go on step by step after a move, until something hidden comes to light."""
    state = before.copy()
    course = Course(state.copy(), [])
    happened: list[RawEvent] | None = state.answer(seat, move)
    while happened is not None:
        if state.revealed != before.revealed or state.over:
            course.light = cut(game, course, happened)
            return course
        course.events += happened
        course.state = state.copy()
        happened = state.step()
    return course


def cut(game: Game, course: Course, happened: list[RawEvent]) -> str:
    """Keep of the last step what comes before the light; the event that brings it."""
    for number, event in enumerate(happened):
        if game.event_name(event[0]) in game.revealing:
            course.events += happened[:number]
            return game.event_name(event[0])
    return ANYTHING


def follow_up(game: Game, course: Course, seat: int, then: str) -> Course:
    """The course goes on with the answer to the seat's next question, if that is one of the answers."""
    move = game.move_names.index(then) if then in game.move_names else -1
    if not course.state.is_legal(seat, move):
        return course
    after = follow(game, course.state, seat, move)
    after.events = course.events + after.events
    return after


# telling it


def told(game: Game, before: State, course: Course, seat: int, language: str) -> Preview:
    """A course in words, figures and pieces, as the seat sees them."""
    old, new = game.view(before, seat), game.view(course.state, seat)
    is_asked = course.light is None and seat in course.state.pending
    lines = (game.event_words(before, event, None, language) for event in course.events)
    shown = [game.display(game.view_model(view, language), ()) for view in (old, new)]
    boards = [display.boards for display in shown]
    pieces = [game.pictures.pieces(view, language, beside) for view, beside in zip((old, new), boards, strict=True)]
    return Preview(
        lines=tuple(line for line in lines if line),
        unknown="" if course.light is None else game.words.words_in(language).text(f"page.unknown.{course.light}"),
        figures=figure_changes(game, *shown),
        pieces=piece_changes(*pieces),
        next=game.ask_words(course.state, language, course.state.legal(seat)) if is_asked else "",
    )


def figure_changes(game: Game, *shown: Display) -> tuple[FigureChange, ...]:
    """The figures of all seats that differ between two displays."""
    changes: list[FigureChange] = []
    for seat, colour in enumerate(game.seat_names(len(shown[0].model.seats))):
        before, after = ({one.key: one for one in display.figures(colour)} for display in shown)
        for key in dict.fromkeys((*before, *after)):
            values = [there[key].value if key in there else "" for there in (before, after)]
            if values[0] != values[1]:
                words = (after.get(key) or before[key]).words
                changes.append(FigureChange(seat, key, words, *values))
    return tuple(changes)


def piece_changes(before: Pieces, after: Pieces) -> tuple[PieceChange, ...]:
    """The pieces that differ."""
    changed = [name for name in dict.fromkeys((*before, *after)) if before.get(name) != after.get(name)]
    return tuple(
        PieceChange(
            id=name,
            before=before.get(name, NONE).at,
            after=after.get(name, NONE).at,
            drawing=after.get(name, NONE).drawing,
            place=(after.get(name) or before[name]).place,
        )
        for name in changed
    )
