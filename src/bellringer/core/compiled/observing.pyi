from typing import Any, Self

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

class Readers:
    def __init__(self) -> None: ...

class Encoder:
    book: RuleBook
    spans: tuple[Any, ...]
    def __init__(self, book: RuleBook, plan: Any, readers: Readers | None) -> None: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Self: ...
    @property
    def width(self) -> int: ...
    @property
    def seats(self) -> int: ...
    def check(self, state: State, seat: int) -> None: ...
    def write(self, state: State, seat: int, out: Any) -> None: ...
    def numbers(self, state: State, seat: int) -> list[int]: ...
