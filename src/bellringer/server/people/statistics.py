"""What somebody's finished games come to: by game, by how many played, and by whom they were against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bellringer import bots
from bellringer.server.store.past_games import PastGame

PEOPLE = "people"  # played against, whoever else sat there
STRENGTH = ("random", "greedy", *bots.EARLIER_LEVELS, *bots.LEVELS, PEOPLE)  # the weakest first


@dataclass(frozen=True)
class Tally:
    """The games of one kind. `against`: the level of the strongest bot, or `people`; `places`: how often each."""

    game: str
    seats: int
    against: str
    places: tuple[int, ...]

    @property
    def games(self) -> int:
        """How many there were."""
        return sum(self.places)

    @property
    def mean(self) -> float:
        """The mean place."""
        return sum(place * count for place, count in enumerate(self.places, start=1)) / self.games


def lines_of(games: Iterable[PastGame]) -> list[Tally]:
    """Count games: one line for each game, number of seats and strength of the others."""
    counts = Counter((one.game, one.seats, against(one), one.place) for one in games if one.place <= one.seats)
    kinds = sorted({kind[:3] for kind in counts}, key=lambda kind: (kind[0], kind[1], STRENGTH.index(kind[2])))
    return [
        Tally(game, seats, other, tuple(counts[game, seats, other, place] for place in range(1, seats + 1)))
        for game, seats, other in kinds
    ]


def against(game: PastGame) -> str:
    """Whom a game was against: people where there were any, else the strongest bot, whatever its manner."""
    if game.people or not game.bots:
        return PEOPLE
    return max((bots.parts_of(bot)[0] for bot in game.bots), key=strength)


def strength(bot: str) -> int:
    """How strong a bot is; one that is known no more is the weakest."""
    return STRENGTH.index(bot) if bot in STRENGTH else -1
