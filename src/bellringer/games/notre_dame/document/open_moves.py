"""What others see of a seat's move: in the draft nothing, and not that a hand holds one action twice."""

from __future__ import annotations

from bellringer.core.compiled.state import State
from bellringer.games.notre_dame.document import codec
from bellringer.games.notre_dame.document.numbers import HAND
from bellringer.games.notre_dame.names import ACTIONS, ASKS, MOVES, PERIOD_ROUNDS

ASK_NUMBERS = {name: number for number, (name, _, _) in enumerate(ASKS, start=1)}
WHOSE_CARD, PLAY_CARD = ASK_NUMBERS["whose-card"], ASK_NUMBERS["play-card"]
DRAFT = (ASK_NUMBERS["keep-own"], ASK_NUMBERS["keep-passed"])


def open_name(state: State, seat: int, move: int) -> str | None:
    """A move as others see it; None for a pick of the draft, and for an action that the hand holds twice.

    Who plays such an action is then asked which of the two cards it is. Others see the card when that is answered.
    """
    kind, _, about, _ = state.asks[-1]
    if kind == WHOSE_CARD:
        return ACTIONS[about]
    if kind in DRAFT or (kind == PLAY_CARD and holds_twice(state, seat, move)):
        return None
    return MOVES[move]


def holds_twice(state: State, seat: int, move: int) -> bool:
    """Whether two unplayed cards of the seat's hand are of the action that the move plays."""
    town = codec.read(state)
    first = HAND * (town["round"] % PERIOD_ROUNDS)
    held = [
        ACTIONS[town["deck"][(seat - k) % state.seats][first + k]]
        for k in range(HAND)
        if not town["played"][seat] >> (first + k) & 1
    ]
    return held.count(MOVES[move]) > 1
