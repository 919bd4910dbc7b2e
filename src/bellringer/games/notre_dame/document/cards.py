"""The action cards of a position: who drew what in this period, who has played what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.core.fields import Reading
from bellringer.games.notre_dame.document.numbers import HAND, PLAYS
from bellringer.games.notre_dame.names import ACTIONS, COLOURS, PERIOD_ROUNDS, PHASES, WHOSE

Document = Mapping[str, Any]
PLAY = PHASES.index("play")


def rounds_of(reading: Reading) -> int:
    """Rounds of the period whose cards have been drawn."""
    return PERIOD_ROUNDS if reading.phase == "over" else reading["round"] % PERIOD_ROUNDS + 1


def deck(reading: Reading, p: int) -> list[int]:
    """A seat's nine cards: those said, and the rest in order."""
    return whole_deck(reading.once(drawn)[p], f"players.{COLOURS[p]}.drawn", rounds_of(reading))


def drawn(reading: Reading) -> list[list[int | None]]:
    """The cards that have left each pile, as far as it is said: by `drawn`, or by a `hand` that holds them."""
    rounds = rounds_of(reading)
    found = [drawn_of(player, p, rounds) for p, player in enumerate(reading.players)]
    for p, player in enumerate(reading.players):
        lay_hand(player, p, rounds, found)
    return found


def played(reading: Reading, p: int) -> int:
    """Which of its cards lie open: as said, else two of every finished hand and as many as the turn has seen."""
    said, rounds = reading.players[p].get("played", []), rounds_of(reading)
    path = f"players.{COLOURS[p]}.played"
    if len(said) > rounds:
        raise PositionError(path, f"{len(said)} rounds; this is round {rounds} of the period")
    bits = 0
    for r in range(rounds):
        finished = r < rounds - 1 or reading.phase == "over" or reading["phase"] > PLAY
        plays = PLAYS if finished else turns_had(p, reading)
        row = said[r] if r < len(said) else WHOSE[:plays]
        if finished and len(row) < PLAYS:
            raise PositionError(f"{path}[{r}]", f"{PLAYS} cards of a hand are played in a round")
        if not finished and len(row) != plays:
            raise PositionError(f"{path}[{r}]", f"has had {plays} turns to play a card, and has {len(row)} played")
        bits |= sum(1 << (HAND * r + WHOSE.index(whose)) for whose in row)
    return bits


def drawn_of(player: Document, p: int, rounds: int) -> list[int | None]:
    """The cards drawn so far, None where the document does not say."""
    rows = player.get("drawn", [])
    if len(rows) > rounds:
        raise PositionError(f"players.{COLOURS[p]}.drawn", f"{len(rows)} rounds; this is round {rounds} of the period")
    cards: list[int | None] = [None] * (HAND * rounds)
    for r, row in enumerate(rows):
        for k, card in enumerate(row):
            cards[HAND * r + k] = None if card is None else ACTIONS.index(card)
    return cards


def lay_hand(player: Document, p: int, rounds: int, drawn: list[list[int | None]]) -> None:
    """A hand as its owner holds it: the card of the own pile, the right neighbour's, the next one's."""
    for k, name in enumerate(player.get("hand", [])):
        if name is None:
            continue
        pile, slot = (p - k) % len(drawn), HAND * (rounds - 1) + k
        card, path = ACTIONS.index(name), f"players.{COLOURS[p]}.hand[{k}]"
        if drawn[pile][slot] not in (None, card):
            raise PositionError(path, f"{name} is not what {COLOURS[pile]}'s pile gave, by its `drawn`")
        if drawn[pile].count(card) > (drawn[pile][slot] == card):
            raise PositionError(path, f"{COLOURS[pile]}'s pile has only one {name}, and it is elsewhere")
        drawn[pile][slot] = card


def whole_deck(drawn: list[int | None], path: str, rounds: int) -> list[int]:
    """The nine cards of a pile: those said, and the rest in order."""
    said = [card for card in drawn if card is not None]
    if len(set(said)) != len(said):
        twice = next(card for card in said if said.count(card) > 1)
        raise PositionError(path, f"{ACTIONS[twice]} was drawn twice in {rounds} rounds; a pile has one")
    rest = iter([card for card in range(len(ACTIONS)) if card not in said])
    return [next(rest) if card is None else card for card in drawn] + list(rest)


def card_is_down(reading: Reading) -> bool:
    """Whether the seat on turn has played its card: its asks say so, or, where there are none, its cards."""
    if "asks" in reading.raw:
        asks = reading.raw["asks"]
        return bool(asks) and asks[-1]["ask"] not in ("play-card", "whose-card")
    seat = (reading["start"] + reading["turn"] - 1) % reading.seats
    rows = reading.players[seat].get("played", [])
    r = reading["round"] % PERIOD_ROUNDS
    return bool(r < len(rows) and len(rows[r]) == (reading["turn"] - 1) // reading.seats + 1)


def turns_had(p: int, reading: Reading) -> int:
    """Cards that the seat has played in this round: the present turn counts once its card is down."""
    if reading["phase"] < PLAY:
        return 0
    turns = reading["turn"] if card_is_down(reading) else reading["turn"] - 1
    order = (p - reading["start"]) % reading.seats
    return int(turns > order) + int(turns > reading.seats + order)
