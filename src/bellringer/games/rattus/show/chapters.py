"""The rules of Rattus as a person tells them: where the chapters lie, and the numbers in their sentences."""

from __future__ import annotations

from collections.abc import Mapping

from bellringer.games.rattus.box import BASE, BIG_BOX, shipped
from bellringer.games.rattus.show.guide import GUIDE
from bellringer.page.chapters import BaseChapters

DIPLOMATS = {"diplomats_first": 4, "diplomats_second": 2}  # points for the most, and for the second most


class ChartChapters(BaseChapters):
    """The one object of this class is `CHAPTERS`."""

    package = "bellringer.games.rattus.words.chapters"
    guide = GUIDE

    def numbers(self, language: str) -> Mapping[str, object]:
        box = shipped()
        removed = {"removed_two": box.removed[BASE][2], "removed_three": box.removed[BASE][3],
                   "box_two": box.removed[BIG_BOX][2]}  # fmt: skip
        return {**GUIDE.numbers(language, {}), **removed, **DIPLOMATS}


CHAPTERS = ChartChapters()
