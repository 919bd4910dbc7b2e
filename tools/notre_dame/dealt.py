"""Positions of Notre Dame dealt at random: any round, its persons, pieces, coins, messages and cards lie anywhere.

Plain random games seldom bring many pieces together, or a person with a seat that can make use of it.
"""

from __future__ import annotations

import random
from typing import Any

from bellringer.core.compiled.state import State
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from bellringer.core.errors import PositionError
from bellringer.games.notre_dame.document import codec
from bellringer.games.notre_dame.document.numbers import BROWN_PERSONS, MARKERS
from bellringer.games.notre_dame.document.persons import BROWN_OPEN
from bellringer.games.notre_dame.names import ACTIONS, LAST_SPACE, PERIOD_ROUNDS, PERSONS, PLACES, ROUNDS, SECTORS

__all__ = ["begun", "is_late"]

Document = dict[str, Any]
PHASES = ("keep-own", "play", "play", "hire", "hire", "plague")
TRIES = 50


def begun(dice: random.Random, number: int, is_dealt: bool, is_late: bool) -> tuple[State, str]:
    """A state before the set-up, or one that is dealt, and the person whom the game is about: all persons in turn."""
    game = find("notre-dame")
    seats = game.fewest_seats + number % (game.most_seats - game.fewest_seats + 1)
    values = {name: dice.choice(option.allowed) for name, option in game.options.items()}
    state = game.blank(seats, check_options(game, seats, values | {"start": dice.randrange(seats)}), None)
    return dealt_state(state, dice, is_late) if is_dealt else state, PERSONS[number % len(PERSONS)]


def is_late(state: State) -> bool:
    """Whether the last round has begun."""
    return bool(codec.read(state)["round"] == ROUNDS - 1)


def dealt_state(state: State, dice: random.Random, is_late: bool) -> State:
    """A state in the midst of a game at the table of an undealt one; in the last round if it `is_late`."""
    game = find("notre-dame")
    state.seed(dice.getrandbits(64))
    state.deal()
    for _ in range(TRIES):
        try:
            return game.restore(dealt_position(game.position(state), dice, is_late))
        except PositionError as error:
            last = error
    raise last


def dealt_position(begun: Document, dice: random.Random, is_late: bool) -> Document:
    """The same as a document. `begun`: a position at the beginning of a game."""
    players, number = begun["players"], ROUNDS if is_late else dice.randint(1, ROUNDS)
    gray = [begun["open"][BROWN_OPEN], *begun["gray-pile"]]
    markets = list(begun["markets"])
    messages = [message for message in begun["markets"].values() if dice.random() < 0.4]
    document = {
        **{name: begun[name] for name in ("game", "rules", "seats", "edition", "persons", "open-prestige", "start")},
        "round": number,
        "phase": dice.choice(PHASES),
        "gray-past": gray[: number - 1],
        "gray-pile": gray[number:],
        "open": [*dice.sample(PERSONS[:BROWN_PERSONS], BROWN_OPEN), gray[number - 1]],
        "immune": [seat for seat in players if dice.random() < 0.2],
        "players": {seat: dealt_player(markets, number, dice) for seat in players},
    }
    for message in messages:
        dice.choice(list(document["players"].values()))["messages"].append(message)
    return document


def dealt_player(markets: list[str], number: int, dice: random.Random) -> Document:
    """A seat with some of its markers on some sectors, and the cards of the period that have left its pile."""
    markers: dict[str, int] = {}
    for _ in range(dice.randint(0, MARKERS)):
        place = dice.choice(PLACES)
        markers[place] = markers.get(place, 0) + 1
    cards = dice.sample(ACTIONS, len(ACTIONS))
    rounds = (number - 1) % PERIOD_ROUNDS + 1
    return {
        "markers": markers,
        "general": dice.randint(0, MARKERS - sum(markers.values())),
        "coins": dice.choice((0, 1, 2, 4)),
        "prestige": dice.randrange(40),
        "rat": dice.randint(0, LAST_SPACE),
        "friend": dice.choice((None, *SECTORS)),
        "carriage": dice.choice(markets),
        "messages": [],
        "drawn": [cards[i : i + PERIOD_ROUNDS] for i in range(0, PERIOD_ROUNDS * rounds, PERIOD_ROUNDS)],
    }
