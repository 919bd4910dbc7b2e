from collections.abc import Sequence
from typing import Any

from bellringer.bots import Bot
from bellringer.core.compiled.observing import Encoder
from bellringer.core.compiled.state import RuleBook, State

AUTORESETS: tuple[str, ...]
REWARDS: tuple[str, ...]

class Batch:
    book: RuleBook
    encoder: Encoder
    games: int
    seats: int
    actions: int
    threads: int
    @property
    def memory_bytes(self) -> int: ...
    def __init__(
        self,
        blank: State,
        encoder: Encoder,
        games: int,
        pools: Sequence[Sequence[Bot]],
        learner: int | None,
        is_rotating: bool,
        autoreset: str,
        reward: str,
        remembers: bool,
    ) -> None: ...
    def attach(
        self, observations: Any, lasts: Any, masks: Any, rewards: Any, ends: Any, movers: Any, executor: Any
    ) -> None: ...
    def reset(self, seed: int | None, chosen: Any) -> None: ...
    def step(self, actions: Any) -> None: ...
    def advance_part(self, thread: int, actions: Any) -> None: ...
    def sample(self, actions: Any) -> None: ...
    def show_all(self, observations: bool, masks: bool) -> None: ...
    def state_of(self, game: int) -> State: ...
    def memory_of(self, game: int, seat: int) -> list[tuple[int, int]]: ...
    def steps_of(self, game: int) -> int: ...
