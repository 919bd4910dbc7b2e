"""What views show by rule: what a seat knows of cards and persons, and what follows from the board."""

from __future__ import annotations

from typing import Any

from bellringer.core.fields import ABSENT, Look
from bellringer.core.fields.asks import RawAsk
from bellringer.games.notre_dame.document import queries
from bellringer.games.notre_dame.document.numbers import HAND
from bellringer.games.notre_dame.names import ACTIONS, ASKS, PERIOD_ROUNDS, PERSONS, PHASES, ROUNDS, WHOSE

Document = dict[str, Any]
UNSEEN, SEEN, AMONG = range(3)
KEEP_PASSED = PHASES.index("keep-passed")
WHOSE_CARD = next(i for i, ask in enumerate(ASKS, start=1) if ask[0] == "whose-card")
PLAY_CARD = next(i for i, ask in enumerate(ASKS, start=1) if ask[0] == "play-card")


# who sees what


def knows_prestige(look: Look, p: int) -> bool:
    """Prestige is hidden from others, unless the table shows it or the game is over. [ND-14]"""
    return look.seat == p or look["open_prestige"] or look.over


def has_looked(look: Look, about: None) -> bool:
    """Seats that have looked through the gray pile know its order."""
    return look.seat is not None and bool(look["knows_gray"] >> look.seat & 1)


def as_others_see_it(look: Look, ask: RawAsk) -> RawAsk:
    """The ask as others see it. That a seat holds an action twice is its secret, so it is asked for a card."""
    kind, seats, _, _ = ask
    if kind == WHOSE_CARD and (look.seat is None or seats != 1 << look.seat):
        return PLAY_CARD, seats, 0, 0
    return ask


def known_cards(look: Look) -> list[list[int]]:
    """What is known of each drawn card, for each pile."""
    return queries.card_knowledge(look.state, look.seats if look.seat is None else look.seat)


# where the game stands


def round_number(look: Look) -> int:
    """The number of the round, from 1; once the game is over, that of the last round."""
    return min(int(look["round"]) + 1, ROUNDS)


def plague(look: Look) -> int:
    """The round's plague value."""
    return queries.plague_of(look.state)


# the cards


def rounds_drawn(look: Look) -> int:
    """Rounds of the period whose cards have been drawn."""
    return PERIOD_ROUNDS if look.over else look["round"] % PERIOD_ROUNDS + 1


def drawn(look: Look, p: int) -> list[list[str]]:
    """For each round the cards that left the pile: kept by its owner, by its left neighbour, by the next."""
    deck = look["deck"][p]
    return [[ACTIONS[card] for card in deck[HAND * r : HAND * (r + 1)]] for r in range(rounds_drawn(look))]


def played(look: Look, p: int) -> list[list[str]]:
    """For each round which cards of the hand lie open, by whose pile they came from."""
    bits = look["played"][p]
    return [[whose for k, whose in enumerate(WHOSE) if bits >> (HAND * r + k) & 1] for r in range(rounds_drawn(look))]


def card_of(look: Look, p: int, r: int, k: int) -> Document:
    """The card that a seat got as the k-th in a round. A spectator knows it by its colour. [ND-14.9]"""
    whose = WHOSE[k if look.seat is not None else k % look.seats]
    return {"card": ACTIONS[look["deck"][(p - k) % look.seats][HAND * r + k]], "from": whose}


def hand_cards(look: Look, p: int, r: int, is_open: bool) -> list[Document]:
    """The cards of a seat's hand in a round: those that lie open, or those that do not."""
    bits = look["played"][p] >> HAND * r
    cards = [card_of(look, p, r, k) for k in range(HAND) if (bits >> k & 1) == is_open]
    return cards if look.seat is not None else sorted(cards, key=in_order)


def in_order(card: Document) -> tuple[int, int]:
    """Cards by their colours, and those of one colour by their actions."""
    return WHOSE.index(card["from"]), ACTIONS.index(card["card"])


def open_cards(look: Look, p: int) -> list[list[Document]]:
    """For each round the cards that a seat has played."""
    return [hand_cards(look, p, r, is_open=True) for r in range(rounds_drawn(look))]


def hand(look: Look, p: int) -> Any:
    """What the seat holds for good in this round, and has not played."""
    if look.over:
        return ABSENT
    r, phase = look["round"] % PERIOD_ROUNDS, look["phase"]
    if phase > KEEP_PASSED:
        return hand_cards(look, p, r, is_open=False)
    known = look.once(known_cards)
    return [card_of(look, p, r, k) for k in range(phase + 1) if known[(p - k) % look.seats][HAND * r + k] == SEEN]


def to_keep(look: Look, p: int) -> Any:
    """The cards of which the seat has to keep one, in the order of the actions."""
    phase, first = look["phase"], HAND * (look["round"] % PERIOD_ROUNDS)
    pile = (p - phase) % look.seats
    if look.over or phase > KEEP_PASSED or look.once(known_cards)[pile][first + phase] != AMONG:
        return ABSENT
    return [ACTIONS[card] for card in sorted(look["deck"][pile][first + phase : first + HAND])]


def piles(look: Look) -> Document:
    """A colour's nine cards in this period: by round those known by their place, those seen together; the rest."""
    known = look.once(known_cards)
    return {seat: pile(look["deck"][p], known[p]) for p, seat in enumerate(look.seat_names)}


def pile(deck: list[int], known: list[int]) -> Document:
    """One colour's nine cards, as in `piles`."""
    seen, rounds = set[int](), []
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


# the persons


def rounds_done(look: Look) -> int:
    """Rounds whose gray person is past."""
    return min(int(look["round"]), ROUNDS - 1)


def gray_past(look: Look) -> list[str]:
    """The gray persons of past rounds."""
    return [PERSONS[person] for person in look["gray"][: rounds_done(look)]]


def gray_pile(look: Look) -> list[str]:
    """The gray persons to come, in order."""
    return [PERSONS[person] for person in look["gray"][rounds_done(look) + 1 :]]


def gray_left(look: Look) -> list[str]:
    """The gray persons to come, letter by letter, in no order."""
    coming = look["gray"][rounds_done(look) + 1 :]
    return [PERSONS[person] for person in sorted(coming, key=lambda one: (look["back"][one], one))]
