"""Operations for puzzles: the one of a day, and what is to be said of a move that is tried."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from bellringer.core.errors import IllegalMove
from bellringer.puzzles.puzzle import Puzzle
from bellringer.puzzles.sentences import PuzzleTold
from bellringer.puzzles.shipped import day_of
from bellringer.review.estimates import NOTHING
from bellringer.server.api.documents import MoveShown, PuzzleAnswered, PuzzleAsked, PuzzleTried
from bellringer.server.api.routes import JSON, REFUSALS, Language, Who, operations
from bellringer.server.base.heads import end_head

router = operations()

GameName = Annotated[str, Path(min_length=1, max_length=20, description="The name of a game, as in `/games`")]
PuzzleNumber = Annotated[int | None, Query(ge=1, le=1_000_000, description="Of a day before; today's without it")]


@router.get("/puzzles/{game}", responses=REFUSALS)
async def puzzle(who: Who, game: GameName, number: PuzzleNumber = None, lang: Language = "en") -> PuzzleAsked:
    """The puzzle of the day, or of a day before: what its seat sees, without what it may not know."""
    wanted = number or who.service.puzzles.newest
    found = who.service.puzzles.find(game, wanted)
    end_head(JSON)
    return asked(found, wanted, lang)


def asked(found: Puzzle, number: int, lang: str) -> PuzzleAsked:
    """A puzzle as a document, without the answer."""
    table, seat = found.table(), found.seat
    return PuzzleAsked(
        game=found.game,
        number=number,
        day=day_of(number).isoformat(),
        seat=seat,
        difficulty=found.difficulty,
        prompt=table.prompt(seat, lang),
        moves=[MoveShown(name=move.name, target=move.target, words=move.words(lang)) for move in table.moves(seat)],
        view=table.view(seat),
    )


@router.post("/puzzles/{game}", responses=REFUSALS)
async def try_move(who: Who, game: GameName, sent: PuzzleTried, lang: Language = "en") -> PuzzleAnswered:
    """Try a move at a puzzle, and be told what is best. A move that the seat can't make is refused as `illegal`."""
    found = who.service.puzzles.find(game, sent.number)
    if not found.is_legal(sent.move):
        raise IllegalMove(f"nobody can play {sent.move!r} at this puzzle", found.table().legal_names(found.seat))
    return PuzzleAnswered(
        right=sent.move == found.best,
        best=found.best,
        behind=found.behind(sent.move) or NOTHING,
        margin=found.margin,
        why={name: value for name, value in found.why.as_json().items() if name != "turn"},
        lines=PuzzleTold(found, lang).why(),
        version=found.version,
        net=found.net,
    )
