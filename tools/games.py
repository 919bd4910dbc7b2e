"""The games' own parts of the tools, one line each; a game's tools lie in a folder of its name."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from bellringer.core.compiled.state import State
from tools.contract import Beginnings, Contest, Corpus, Counted
from tools.notre_dame import dealt as dealt_notre_dame
from tools.notre_dame import golden as golden_notre_dame
from tools.notre_dame import perft as perft_notre_dame
from tools.notre_dame import strength as strength_notre_dame
from tools.rattus import dealt as dealt_rattus
from tools.rattus import golden as golden_rattus
from tools.rattus import perft as perft_rattus
from tools.rattus import strength as strength_rattus
from tools.rattus.dealt import sampled_states

__all__ = ["BEGINNINGS", "CONTESTS", "CORPORA", "COUNTED", "SAMPLED"]

CORPORA: Mapping[str, Corpus] = {"notre-dame": golden_notre_dame, "rattus": golden_rattus}
COUNTED: Mapping[str, Counted] = {"notre-dame": perft_notre_dame.COUNTED, "rattus": perft_rattus.COUNTED}
# Where bots are measured; the first tables of each game are the usual ones.
CONTESTS: Mapping[str, Sequence[Contest]] = {
    "notre-dame": strength_notre_dame.CONTESTS,
    "rattus": strength_rattus.CONTESTS,
}
# Tables with any cards, also in the midst of a game, for soaks.
SAMPLED: Mapping[str, Callable[[random.Random], Iterator[tuple[str, State]]]] = {"rattus": sampled_states}
# How games begin, each card and each number of seats in turn, for the round trips of positions.
BEGINNINGS: Mapping[str, Beginnings] = {
    "notre-dame": Beginnings(dealt_notre_dame.begun, dealt_notre_dame.is_late, share=1),
    "rattus": Beginnings(dealt_rattus.begun, dealt_rattus.is_late, share=4),
}
