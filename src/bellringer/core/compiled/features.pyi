from collections.abc import Iterable
from typing import NamedTuple

from bellringer.core.compiled.state import State

class Feature(NamedTuple):
    name: str
    meaning: str
    lowest: int
    highest: int
    scale: float
    parts: tuple[str, ...]

class Features:
    of_seats: list[Feature]
    of_table: list[Feature]
    def __init__(self) -> None: ...
    @property
    def layout_version(self) -> str: ...
    @property
    def seat_parts(self) -> list[tuple[Feature, str]]: ...
    @property
    def table_parts(self) -> list[tuple[Feature, str]]: ...
    def read(self, state: State, is_bounded: bool = True) -> tuple[list[list[int]], list[int]]: ...

def counting(steps: int, word: str = "at least") -> tuple[str, ...]: ...
def feature(
    name: str, low: int, high: int, meaning: str, parts: Iterable[str] = ("",), scale: float | None = None
) -> Feature: ...
