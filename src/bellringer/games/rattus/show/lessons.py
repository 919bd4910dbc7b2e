"""The lessons of Rattus: where they lie, and the numbers in their sentences."""

from __future__ import annotations

from collections.abc import Mapping

from bellringer.games.rattus.show.guide import GUIDE
from bellringer.page.lessons import BaseLessons


class ChartLessons(BaseLessons):
    """The one object of this class is `LESSONS`."""

    package = "bellringer.games.rattus.words.lessons"

    def numbers(self, language: str) -> Mapping[str, object]:
        return GUIDE.numbers(language, {})


LESSONS = ChartLessons()
