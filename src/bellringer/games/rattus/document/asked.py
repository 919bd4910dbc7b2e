"""About how many cards ask, by the ask and the card, at each of its levels.

Written by tools/rattus/cards.py from the cards: do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping

from bellringer.core.contract.cards import ALL

ASKED: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "go-from": {"merchant": (3, ALL, 0)},
    "go-far-from": {"merchant": (0, 0, ALL)},
    "haven-any": {"king": (0, 1, 2)},
    "move-in": {"serf": (1, 2, 3)},
    "rat-far-from": {"monk": (0, 1, 2)},
    "look-on": {"witch": (0, 3, 4)},
    "more-rats": {"soldier": (1, 1, 2)},
    "rat-beside": {"soldier": (1, 1, 2)},
    "bishop-rat": {"bishop": (0, 1, 2)},
    "podium-in": {"sultan": (1, 2, 2)},
    "caravan-to": {"caravanner": (2, 2, 3)},
    "university-in": {"student": (1, 1, 2)},
}
