"""Operations of a seat: what it sees, moves, taking back, lending, resigning, another game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Annotated

from fastapi import Query
from starlette.responses import Response

from bellringer.core.errors import UndoRefused
from bellringer.server.api.caller import Caller
from bellringer.server.api.documents import (
    Address,
    AnswerSent,
    Done,
    HintSent,
    HintShown,
    MoveSent,
    MoveShown,
    PreviewShown,
    RematchSent,
    SeatSent,
    StandingSent,
    TableShown,
    UndoSent,
    ViewShown,
)
from bellringer.server.api.routes import JSON, REFUSALS, Language, Who, operations
from bellringer.server.api.shown import shown, stopped_answer, why_shown
from bellringer.server.base.heads import end_head
from bellringer.server.errors import Refused
from bellringer.server.store import Act
from bellringer.server.store.values.kept import now
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory.room import Room

router = operations()


@router.get("/tables/{address}/view", responses=REFUSALS)
async def view(
    who: Who, address: Address, seat: Annotated[int | None, Query(ge=0, le=5)] = None, lang: Language = "en"
) -> ViewShown:
    """What a seat of yours sees and may do; without a seat, what a spectator sees."""
    room = await who.room(address)
    room.check_begun()
    if seat is not None:
        who.own(room, seat)
    end_head(JSON)
    live = room.game
    if seat is None:
        return ViewShown(seat=None, acts=len(live.acts), asked=None, prompt="", standing=None, window=None, moves=[],
                         may_undo=False, may_ask_back=0, view=live.table.view(None))  # fmt: skip
    asked = live.holders[seat].asked if not live.bot_of(seat, "bot") else None
    moves = live.table.moves(seat) if asked is not None else []
    return ViewShown(
        seat=seat,
        acts=len(live.acts),
        asked=asked,
        prompt=live.table.prompt(seat, lang) if asked is not None else "",
        standing=live.holders[seat].standing if live.has_windows else None,
        window=live.window_left(seat, now()) if asked is not None else None,
        moves=[MoveShown(name=move.name, target=move.target, words=move.words(lang)) for move in moves],
        may_undo=not (live.ended_by or live.bot_of(seat, "bot")) and live.table.may_undo(seat, live.passable),
        may_ask_back=may_ask_back(live, seat),
        view=live.table.view(seat),
    )


def may_ask_back(live: LiveGame, seat: int) -> int:
    """How many moves a seat may ask to have taken back; 0 when none."""
    try:
        return live.may_ask_back(seat)
    except (UndoRefused, Refused):
        return 0


def done(act: Act) -> Done:
    """An act as a document."""
    return Done(number=act.number, seat=act.seat, kind=act.kind, word=act.word)


@router.post("/tables/{address}/moves", response_model=Done, responses=REFUSALS)
async def move(who: Who, address: Address, sent: MoveSent, lang: Language = "en") -> Done | Response:
    """Answer the question that a seat is asked. `then` answers the one that follows from it, if it is asked.

    At a table with a teacher a bad move is stopped (409, `stopped`): it counts when it is sent again with `sure`.
    """
    who.count("moves")
    room = await who.room(address)
    if not sent.sure and room.kept.teaches != "off":
        seat = who.own(room, sent.seat)
        stopped = await who.service.teacher.stops(room, seat, sent.asked, sent.move, sent.then, who.path)
        if stopped is not None:
            why = await who.service.reasons.find(room, stopped.compared, who.path)
            return stopped_answer(room, stopped, why, lang)
        room = await who.room(address)  # it may have left memory meanwhile, or the seat gone to somebody else
    return done(who.service.playing.move(room, who.own(room, sent.seat), sent.asked, sent.move, sent.then))


@router.get("/tables/{address}/preview", responses=REFUSALS)
async def preview(
    who: Who,
    address: Address,
    seat: Annotated[int, Query(ge=0, le=5)],
    asked: Annotated[int, Query(ge=0, le=1_000_000)],
    move: Annotated[str, Query(min_length=1, max_length=80)],
    then: Annotated[str, Query(max_length=80, description="The answer to the question that follows")] = "",
    lang: Language = "en",
) -> PreviewShown:
    """What a move of a seat of yours would do, up to what is hidden from it or left to chance. Nothing changes."""
    who.count("previews")
    room = await who.room(address)
    own = who.own(room, seat)
    room.check_begun()
    if room.live is None:  # only a head is wanted, of a game that is not in memory
        end_head(JSON)
    found = who.service.playing.preview(room, own, asked, move, then, lang)
    return PreviewShown.model_validate(asdict(found))


@router.post("/tables/{address}/undo", responses=REFUSALS)
async def undo(who: Who, address: Address, sent: UndoSent) -> Done:
    """Take a seat's last decision back, while nobody else has decided and nothing was revealed.

    At a table of one person and bots, the bots' decisions since go with it, unless one has shown what it alone knew.
    """
    who.count("moves")
    room = await who.room(address)
    return done(who.service.playing.undo(room, who.own(room, sent.seat), sent.acts))


@router.post("/tables/{address}/ask-back", responses=REFUSALS)
async def ask_back(who: Who, address: Address, sent: UndoSent) -> TableShown:
    """Ask everybody to let a seat take its last decision back, though others have decided since. Bots do not mind."""
    who.count("moves")
    room = await who.room(address)
    who.service.playing.ask_back(room, who.own(room, sent.seat), sent.acts)
    return shown(who.service, room)


@router.post("/tables/{address}/answer-back", responses=REFUSALS)
async def answer_back(who: Who, address: Address, sent: AnswerSent) -> TableShown:
    """Agree to the request of another, refuse it, or withdraw your own."""
    who.count("moves")
    room = await who.room(address)
    who.service.playing.answer_back(room, who.own(room, sent.seat), sent.number, sent.answer)
    return shown(who.service, room)


async def at_seat(who: Caller, address: str, sent: SeatSent, do: Callable[[Room, int], None]) -> TableShown:
    """Something done at one's own seat; the table after it."""
    room = await who.room(address)
    do(room, who.own(room, sent.seat))
    return shown(who.service, room)


@router.post("/tables/{address}/resign", responses=REFUSALS)
async def resign(who: Who, address: Address, sent: SeatSent) -> TableShown:
    """Give up."""
    return await at_seat(who, address, sent, who.service.playing.resign)


@router.post("/tables/{address}/lend", responses=REFUSALS)
async def lend(who: Who, address: Address, sent: SeatSent) -> TableShown:
    """Let a bot play until you come back."""
    return await at_seat(who, address, sent, who.service.playing.lend)


@router.post("/tables/{address}/standing", responses=REFUSALS)
async def stand(who: Who, address: Address, sent: StandingSent) -> TableShown:
    """Say beforehand which windows you let pass: chances to do something out of turn."""
    who.count("moves")
    return await at_seat(who, address, sent, lambda room, seat: who.service.playing.stand(room, seat, sent.standing))


@router.post("/tables/{address}/return", responses=REFUSALS)
async def take_back(who: Who, address: Address, sent: SeatSent) -> TableShown:
    """Come back."""
    return await at_seat(who, address, sent, who.service.playing.take_back)


@router.post("/tables/{address}/hint", responses=REFUSALS)
async def hint(who: Who, address: Address, sent: HintSent, lang: Language = "en") -> HintShown:
    """The move that the best bot would make, from what the seat may see; with `why`, also why rather than another."""
    who.count("hints")
    room = await who.room(address)
    found = await who.service.hints.find(room, who.own(room, sent.seat), who.path)
    why = await who.service.reasons.find(room, found.compared, who.path) if sent.why else None
    best = found.best
    assert best.win_chance is not None  # the best move was tried
    told = None if why is None else why_shown(room, why, lang, "advised")
    return HintShown(move=best.name, win_chance=best.win_chance, error=best.error, why=told)


@router.post("/tables/{address}/rematch", responses=REFUSALS)
async def rematch(who: Who, address: Address, sent: RematchSent | None = None) -> TableShown:
    """Offer another game, or answer the offer. The next table, once there is one; until then this one, with `offer`."""
    who.count("new_tables")
    room = await who.room(address)
    if who.user is None or not room.seats_of(who.user):
        raise Refused("not-your-seat", "only those who played can ask for another game", 403)
    told = sent or RematchSent()
    beside = await who.service.rematches.beside(room, who.user, who.where)
    made = who.service.rematches.answer(room, who.user, told.answer, who.where, told.commitment, beside)
    return shown(who.service, made or room)
