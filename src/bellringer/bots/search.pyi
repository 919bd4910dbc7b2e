from typing import Any, TypedDict

from bellringer.bots.bot import Bot
from bellringer.core.compiled.nets import Net
from bellringer.core.compiled.state import State

DEFAULTS: dict[str, Any]
NONE_SUCH: int
POOL: int
NODE_BYTES: int
RANGES: dict[str, tuple[float, float]]

class Thought(TypedDict):
    move: int
    visits: int
    win_chance: float | None
    error: float | None
    place: float | None

class Analysis(TypedDict):
    iterations: int
    seconds: float
    nodes: int
    moves: list[Thought]
    chances: list[float]
    line: list[tuple[int, int]]

def check_style(style: dict[str, Any]) -> None: ...
def tally_of(move: int, tally: dict[str, Any]) -> Thought: ...
def sum_of(before: float, worth: float, visits: int) -> float: ...

class Search(Bot):
    name: str
    @property
    def others(self) -> list[Search]: ...
    def __init__(
        self,
        seed: int = 0,
        *,
        iterations: int = ...,
        seconds: float = ...,
        exploration: float = ...,
        trust: float = ...,
        horizon: int = ...,
        swing: float = ...,
        place_weight: float = ...,
        noise: float = ...,
        manner: int = ...,
        net: Net | None = ...,
        plain: bool = ...,
        level: int = ...,
        eyes: int = ...,
        threads: int = ...,
        forced: int = ...,
        forbidden: int = ...,
        pool: int = ...,
    ) -> None: ...
    def reseed(self, seed: int) -> None: ...
    def stop(self) -> None: ...
    def choose_number(self, state: State, seat: int) -> int: ...
    def analyse(self, state: State, seat: int) -> Analysis: ...
    def ponder(self, state: State, seat: int) -> None: ...
    def grow(self, state: State, seat: int) -> None: ...
    def root_chances(self, seats: int, move: int | None = None) -> list[float]: ...
    def root_visits(self) -> list[tuple[int, int]]: ...
    def line(self, first: int) -> list[tuple[int, int]]: ...
