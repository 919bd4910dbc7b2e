"""Chances of seats to do something out of turn: region cards against a rat, and what others may place or give up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bellringer.games.rattus.component_set import MODULES, REGION_CARDS, UNIVERSITIES
from bellringer.games.rattus.names import SYMBOLS

PASS = "pass"  # lets any of them go by
OF_ANYBODY = ("protect",)  # asked of the seat on turn, too, whenever a rat strikes
OF_OTHERS = ("follow", "bonus-in", "give-up-card")
WITH_THEM = 1 << MODULES.index(REGION_CARDS) | 1 << MODULES.index(UNIVERSITIES)  # the modules that bring some
ALL = SYMBOLS.index("all")


def can_open(numbers: Mapping[str, Any]) -> bool:
    """Whether a table has any: by a module, or by the caravan."""
    return bool(numbers["modules"] & WITH_THEM or numbers["caravan"])


def passed_by(ask: str, seat: int, turn: int) -> str:
    """The move that lets one pass, or nothing where the ask is none."""
    return PASS if ask in OF_ANYBODY or (ask in OF_OTHERS and seat != turn) else ""


def losses(numbers: Mapping[str, Any], box: Mapping[str, Any], seat: int, region: int) -> int:
    """The citizens that a seat would lose to the rat that strikes, by its class cards and with all others.

    All of it lies open: so what a seat says beforehand does not tell what it has in hand.
    """
    symbols = box["symbols"][numbers["token"] - 1]
    hit = [card for card in range(len(box["symbol_of"])) if is_hit(numbers, box, seat, card, symbols)]
    return int(min(numbers["citizens"][seat][region], len(hit) + (symbols >> ALL & 1)))


def is_hit(numbers: Mapping[str, Any], box: Mapping[str, Any], seat: int, card: int, symbols: int) -> bool:
    """Whether the rat hits the seat by this class card."""
    held = (numbers["cards"][seat] & ~numbers["protected"]) >> card & 1
    return bool(held and symbols >> box["symbol_of"][card] & 1)
