from collections.abc import Sequence
from typing import Any, Protocol

from bellringer.core.compiled.state import RuleBook, State

NUMBER_FORM: int
ONE_HOT_FORM: int
MEMBERS_FORM: int
NUMBERS_FORM: int
EACH_HOT_FORM: int
LOOKER_FORM: int
ASKED_FORM: int
READ_FORM: int
LARGEST: int

class Span(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def first(self) -> int: ...
    @property
    def scale(self) -> float: ...
    @property
    def words(self) -> str: ...
    @property
    def parts(self) -> tuple[str, ...]: ...
    @property
    def width(self) -> int: ...

class Plan(Protocol):
    @property
    def spans(self) -> Sequence[Span]: ...
    @property
    def seats(self) -> int: ...

class Readers:
    def __init__(self) -> None: ...

class Encoder:
    book: RuleBook
    spans: tuple[Any, ...]
    def __init__(self, book: RuleBook, plan: Plan, readers: Readers | None) -> None: ...
    @property
    def width(self) -> int: ...
    @property
    def seats(self) -> int: ...
    def write(self, state: State, seat: int, out: Any) -> None: ...
    def numbers(self, state: State, seat: int) -> list[int]: ...
