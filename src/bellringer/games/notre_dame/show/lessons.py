"""The lessons of Notre Dame: where they lie, and the numbers in their sentences."""

from __future__ import annotations

from collections.abc import Mapping

from bellringer.games.notre_dame.show.guide import GUIDE
from bellringer.page.lessons import BaseLessons


class TownLessons(BaseLessons):
    """The one object of this class is `LESSONS`."""

    package = "bellringer.games.notre_dame.words.lessons"

    def numbers(self, language: str) -> Mapping[str, object]:
        return GUIDE.numbers(language, {})


LESSONS = TownLessons()
