"""The base of every game's view model, which answers what pictures, terminal and page ask about a view."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ViewModel(ABC):
    """A view (the document, `Table.view`) and the language in which it is shown."""

    view: Mapping[str, Any]
    language: str

    @abstractmethod
    def name(self, kind: str, name: str) -> str:
        """The words for a name of some kind, such as `seat` or `card`."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats in playing order."""
        return tuple(self.view["players"])

    def letter(self, seat: str) -> str:
        """The letter on a seat's pieces."""
        return self.name("letter", seat)

    def is_asked(self, seat: str) -> bool:
        """Whether the seat has a decision to make now."""
        return any(seat in ask["seats"] for ask in self.view["asks"][-1:])
