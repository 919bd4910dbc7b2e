"""The parts of the page."""

from __future__ import annotations

from collections.abc import Sequence

from bellringer.core.shown.show import Card, Choice, Figure
from bellringer.core.shown.view_model import ViewModel
from bellringer.page.display import BaseDisplay
from bones.words import sentences


class HeapDisplay(BaseDisplay):
    hand: tuple[Card, ...] = ()
    middle: tuple[Card, ...] = ()

    def __init__(self, model: ViewModel, choices: Sequence[Choice]) -> None:
        super().__init__(model, choices, sentences.words_in(model.language).part("page"))

    @property
    def when(self) -> str:
        return self.words("when", n=self.model.view["heap"])

    @property
    def facts(self) -> tuple[Figure, ...]:
        return (self.fact("heap", self.model.view["heap"], "heap"),)

    def cards(self, seat: str) -> tuple[Card, ...]:
        return ()

    def figures(self, seat: str) -> tuple[Figure, ...]:
        player = self.model.view["players"][seat]
        secret = player["secret"]
        return (self.figure("taken", player["taken"]), self.figure("secret", "?" if secret is None else secret))
