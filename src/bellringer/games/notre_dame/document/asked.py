"""About how many cards ask, by the ask and the card, at each of its levels.

Written by tools/notre_dame/cards.py from the decks: do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping

ASKED: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "hire": {"councillor": (1,)},
}
