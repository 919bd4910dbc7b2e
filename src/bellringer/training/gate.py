"""The gate: whether a new net beats the last one, in a match over duplicate deals that ends as soon as that is clear.

Of every deal two games are played: in one the new net has every second seat from the first on, in the other the seats
between them. A deal's figure is the new net's part of these two victories, one half where both nets are alike.

The match is a sequential probability ratio test between the figures EVEN and BETTER, with a chance of ERROR to take
the one for the other; deals are counted in the order of their numbers, so that threads change nothing. If MOST_DEALS
do not decide, more than EVEN does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bellringer.arena.journal import FinishedGames
from bellringer.arena.loops import play_clocked
from bellringer.arena.match import FinishedGame
from bellringer.arena.played import PlayedTable
from bellringer.arena.run import Progress, play_missing
from bellringer.arena.statistics import Estimate, share_estimate
from bellringer.bots.bot import Bot
from bellringer.bots.search import Search
from bellringer.core.compiled.nets import Net
from bellringer.training.self_play import Plan

if TYPE_CHECKING:
    from bellringer.arena.cluster import Cluster

EVEN, BETTER, ERROR = 0.5, 0.55, 0.05
BOUND = math.log((1 - ERROR) / ERROR)  # of the logarithm of the likelihood ratio, on either side
MOST_DEALS = 200
LOOK = 10  # deals between two looks at the figures
GAMES_A_DEAL = 2


@dataclass(frozen=True)
class GateGame(FinishedGame):
    """A game of the gate. `share`: the new net's part of the victory."""

    share: float


@dataclass(frozen=True)
class Verdict:
    """What the gate found. `share`: the new net's part of the victories, with its interval over deals."""

    deals: int
    share: Estimate
    is_better: bool


class Gate:
    """The games of the gate by their numbers. `last`: None for today's search, which has no net.

    `plan`: the tables, the seed of the deals, and the options of both searches; its own net has no part in it.
    """

    def __init__(self, plan: Plan, new: Net, last: Net | None) -> None:
        self.plan, self.new, self.last = plan, new, last
        self.games = 0

    def play(self, number: int) -> GateGame:
        """Play a game, with the new net on every second seat."""
        deal, first = divmod(number, GAMES_A_DEAL)
        game, kind = self.plan.found, self.plan.table_at(deal)
        blank = PlayedTable(kind.seats, kind.options_at(game, self.plan.seed, deal)).blank(game)
        is_new = [seat % 2 == first for seat in range(kind.seats)]
        bots: list[Bot] = [self.searcher(self.new if mine else self.last) for mine in is_new]
        places, *_ = play_clocked(blank, bots, deal * kind.seats, self.plan.seed)
        won = [mine for mine, place in zip(is_new, places, strict=True) if place == 1]
        return GateGame(number, sum(won) / len(won))

    def searcher(self, net: Net | None) -> Search:
        """A search with a net, or as it is without any."""
        style = {name: value for name, value in self.plan.style.items() if name != "plain"}
        return Search(0, **style, plain=True) if net is None else Search(0, **style, net=net)


def pass_gate(
    gate: Gate,
    jobs: int = 1,
    progress: Progress | None = None,
    stopping: Callable[[], None] | None = None,
    most_deals: int = MOST_DEALS,
    cluster: Cluster | None = None,
) -> Verdict:
    """Play the gate until it is decided. `progress` and `stopping` as `play_missing` calls them."""
    played: FinishedGames[GateGame] = FinishedGames()
    shares: list[float] = []
    while len(shares) < most_deals and abs(likelihood(shares)) < BOUND:
        deals = min(len(shares) + LOOK, most_deals)
        gate.games = deals * GAMES_A_DEAL
        play_missing(gate, played, jobs, progress, stopping, cluster)
        shares = [sum(played.played[GAMES_A_DEAL * deal + i].share for i in range(GAMES_A_DEAL)) / GAMES_A_DEAL
                  for deal in range(deals)]  # fmt: skip
    found = likelihood(shares)
    share = share_estimate(np.array(shares))
    return Verdict(len(shares), share, found >= BOUND or (abs(found) < BOUND and share.value > EVEN))


def likelihood(shares: Sequence[float]) -> float:
    """The logarithm of the likelihood ratio of BETTER to EVEN, by the normal approximation; 0 before any deal.

    The variance is that of the deals and of two more, one won and one lost whole, so that it is never 0.
    """
    if not shares:
        return 0.0
    variance = float(np.var([*shares, 0.0, 1.0]))
    return len(shares) * (BETTER - EVEN) * (2 * float(np.mean(shares)) - EVEN - BETTER) / (2 * variance)
