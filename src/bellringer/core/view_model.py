"""A view as those who draw it read it: what the readings of all games have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ViewModel(ABC):
    """A view, and the language in which it is told."""

    view: Mapping[str, Any]
    language: str

    @abstractmethod
    def name(self, kind: str, name: str) -> str:
        """A thing of the game in words."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in order."""
        return tuple(self.view["players"])

    def letter(self, seat: str) -> str:
        """The letter on a seat's pieces."""
        return self.name("letter", seat)

    def is_asked(self, seat: str) -> bool:
        """Whether the seat is to decide."""
        return any(seat in ask["seats"] for ask in self.view["asks"][-1:])
