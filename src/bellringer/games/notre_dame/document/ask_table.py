"""What documents may ask: when, of whom, about what. Written by tools/asks.py from asks.toml: do not edit."""

from __future__ import annotations

from collections.abc import Mapping

from bellringer.core.fields import Kind, Number
from bellringer.games.notre_dame.document.ask_kinds import KINDS

PHASES: Mapping[str, tuple[str, ...]] = {
    "keep-own": ("keep-own",),
    "keep-passed": ("keep-passed",),
    "play-card": ("play",),
    "whose-card": ("play", "hire"),
    "pay-marker": ("play", "hire"),
    "friend-to": ("play", "hire"),
    "donate": ("play", "hire"),
    "carriage-to": ("play", "hire"),
    "take-message": ("play", "hire"),
    "rat-step": ("play", "hire"),
    "hotel-use": ("play", "hire"),
    "hire": ("hire",),
    "move-from": ("play", "hire"),
    "move-to": ("play", "hire"),
    "carry-from": ("play", "hire"),
    "carry-to": ("play", "hire"),
    "carry-pieces": ("play", "hire"),
    "place-in-empty": ("play", "hire"),
    "use-sector": ("play", "hire"),
    "pay-for-rat": ("play", "hire"),
    "return-marker": ("play", "hire"),
    "repeat-messages": ("play", "hire"),
    "lose-marker": ("plague",),
}
# Several seats are asked at once.
TOGETHER = (
    "keep-own",
    "keep-passed",
    "lose-marker",
)
ARGUMENTS: Mapping[str, Kind] = {
    "steps": Number(0, 25),
    "uses": Number(0, 25),
    "further": Number(0, 25),
    "markers": Number(0, 25),
    "returned": Number(0, 25),
    "must": KINDS["flag"],
    "cathedral": KINDS["flag"],
    "all": KINDS["flag"],
    "use": KINDS["flag"],
    "from": KINDS["action"],
    "to": KINDS["action"],
    "action": KINDS["action"],
    "except": KINDS["person-or-none"],
}
USUAL: Mapping[str, int] = {
    "steps": 1,
    "uses": 1,
    "further": 0,
    "markers": 1,
    "returned": 0,
    "must": 0,
    "cathedral": 0,
    "all": 0,
    "use": 0,
    "from": 0,
    "to": 0,
    "action": 0,
    "except": 0,
}
