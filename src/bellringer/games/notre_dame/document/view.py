"""What a seat may see, built field by field from what is open and what the seat itself has seen.

The form is that of a position, without dice; where a position has hidden cards, a view has what is known of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bellringer.core.state import State
from bellringer.games.notre_dame.document import codec
from bellringer.games.notre_dame.document.position import (
    ask_document,
    box_entry,
    clock_document,
    markets_document,
    open_player_document,
    options_document,
    seats_in,
)
from bellringer.games.notre_dame.names import ACTIONS, ASKS, COLOURS, MOVES, PERIOD_ROUNDS, PERSONS, PHASES, WHOSE

Document = dict[str, Any]
UNSEEN, SEEN, AMONG = range(3)
HAND = 3
ASK_NUMBERS = {name: number for number, (name, _, _) in enumerate(ASKS, start=1)}
WHOSE_CARD, PLAY_CARD = ASK_NUMBERS["whose-card"], ASK_NUMBERS["play-card"]
DRAFT = (ASK_NUMBERS["keep-own"], ASK_NUMBERS["keep-passed"])


def view(state: State, seat: int | None) -> Document:
    """The view of a seat, or of a spectator (None), who has seen what lies open and nothing else."""
    town = codec.read_town(state)
    seats = state.seats
    known = codec.card_knowledge(state, seats if seat is None else seat)
    return {
        **options_document(town, seats),
        **box_entry(town, seats),
        **clock_document(town),
        "seat": None if seat is None else COLOURS[seat],
        "players": {COLOURS[p]: player_view(town, p, seat, known) for p in range(seats)},
        "markets": markets_document(town),
        **persons_view(town, seat),
        "plague": codec.plague_of(state),
        "piles": {COLOURS[p]: pile_view(town, p, known[p]) for p in range(seats)},
        "asks": [ask_view(ask, seat) for ask in state.asks],
    }


def whole_view(state: State) -> Document:
    """A spectator's view, with each seat's own things as that seat sees them."""
    found = view(state, None)
    for number, seat in enumerate(found["players"]):
        found["players"][seat] = view(state, number)["players"][seat]
    return found


def player_view(town: Mapping[str, Any], p: int, seat: int | None, known: list[list[int]]) -> Document:
    """A seat as another (or itself) sees it: prestige is hidden unless the table shows it or the game is over."""
    shown = p == seat or town["open_prestige"] or town["over"]
    found = {
        **open_player_document(town, p),
        "prestige": town["prestige"][p] if shown else None,
        "played": [hand_cards(town, p, r, open_only=True) for r in range(len(known[p]) // HAND)],
    }
    if p == seat and not town["over"]:
        found["hand"] = hand_view(town, p, known)
        if choice := choice_view(town, p, known):
            found["to-keep"] = choice
    return found


def hand_cards(town: Mapping[str, Any], p: int, r: int, open_only: bool) -> list[Document]:
    """The cards of a seat's hand in a round of the period: those played, or those not."""
    seats = len(town["deck"])
    cards = []
    for k, whose in enumerate(WHOSE):
        if bool(town["played"][p] >> (HAND * r + k) & 1) == open_only:
            cards.append({"card": ACTIONS[town["deck"][(p - k) % seats][HAND * r + k]], "from": whose})
    return cards


def hand_view(town: Mapping[str, Any], p: int, known: list[list[int]]) -> list[Document]:
    """What the seat holds for good in this round."""
    r = town["round"] % PERIOD_ROUNDS
    if town["phase"] > PHASES.index("keep-passed"):
        return hand_cards(town, p, r, open_only=False)
    seats = len(town["deck"])
    kept = [k for k in range(town["phase"] + 1) if known[(p - k) % seats][HAND * r + k] == SEEN]
    return [{"card": ACTIONS[town["deck"][(p - k) % seats][HAND * r + k]], "from": WHOSE[k]} for k in kept]


def choice_view(town: Mapping[str, Any], p: int, known: list[list[int]]) -> list[str]:
    """The cards of which the seat has to keep one, in the order of the actions."""
    phase, first = town["phase"], HAND * (town["round"] % PERIOD_ROUNDS)
    if phase > PHASES.index("keep-passed"):
        return []
    pile = (p - phase) % len(town["deck"])
    if known[pile][first + phase] != AMONG:
        return []
    return [ACTIONS[card] for card in sorted(town["deck"][pile][first + phase : first + HAND])]


def pile_view(town: Mapping[str, Any], pile: int, known: list[int]) -> Document:
    """A colour's nine cards in this period: by round those known by their place, those seen together; the rest."""
    deck, seen, rounds = town["deck"][pile], set[int](), []
    for first in range(0, len(known), HAND):
        slots = range(first, first + HAND)
        together = sorted(deck[slot] for slot in slots if known[slot] == AMONG)
        rounds.append(
            {
                "known": [ACTIONS[deck[slot]] if known[slot] == SEEN else None for slot in slots],
                "together": [ACTIONS[card] for card in together],
            }
        )
        seen |= {deck[slot] for slot in slots if known[slot] != UNSEEN}
    return {"rounds": rounds, "unseen": [action for card, action in enumerate(ACTIONS) if card not in seen]}


def persons_view(town: Mapping[str, Any], seat: int | None) -> Document:
    """The open persons and the piles: which gray ones are to come is known, their order only to who has looked."""
    done = min(town["round"], 8)
    coming = town["gray"][done + 1 :]
    found: Document = {
        "open": [PERSONS[person] for person in town["open"]],
        "brown-pile": [PERSONS[person] for person in range(6) if town["brown"] >> person & 1],
        "gray-past": [PERSONS[person] for person in town["gray"][:done]],
        "gray-left": [PERSONS[person] for person in sorted(coming, key=lambda one: (town["back"][one], one))],
        "immune": seats_in(town["immune"]),
        "gray-pile-seen-by": seats_in(town["knows_gray"]),
    }
    if seat is not None and town["knows_gray"] >> seat & 1:
        found["gray-pile"] = [PERSONS[person] for person in coming]
    return found


def ask_view(ask: tuple[int, int, int, int], seat: int | None) -> Document:
    """What is asked of whom is open, but for which action another seat holds twice."""
    kind, seats, about, more = ask
    if kind == WHOSE_CARD and (seat is None or seats != 1 << seat):
        return ask_document(PLAY_CARD, seats, 0, 0)
    return ask_document(kind, seats, about, more)


def open_name(state: State, seat: int, move: int) -> str | None:
    """A move as others see it: the draft's picks are secret, and so is that a hand holds an action twice.

    Who plays such a card is then asked which of the two. Others see the card when that is answered.
    """
    kind, _, about, _ = state.asks[-1]
    if kind == WHOSE_CARD:
        return ACTIONS[about]
    if kind in DRAFT or (kind == PLAY_CARD and holds_twice(state, seat, MOVES[move])):
        return None
    return MOVES[move]


def holds_twice(state: State, seat: int, action: str) -> bool:
    """Whether two cards or more of an action are in the seat's hand."""
    town = codec.read_town(state)
    hand = hand_cards(town, seat, town["round"] % PERIOD_ROUNDS, open_only=False)
    return [one["card"] for one in hand].count(action) > 1
