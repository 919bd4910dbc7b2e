"""The rules of Notre Dame as a person tells them: where the chapters lie, and the numbers in their sentences."""

from __future__ import annotations

from collections.abc import Mapping

from bellringer.games.notre_dame import names
from bellringer.games.notre_dame.box import shipped
from bellringer.games.notre_dame.show.guide import GUIDE
from bellringer.page.chapters import BaseChapters


class TownChapters(BaseChapters):
    """The one object of this class is `CHAPTERS`."""

    package = "bellringer.games.notre_dame.words.chapters"
    guide = GUIDE

    def numbers(self, language: str) -> Mapping[str, object]:
        worths = shipped().cathedral
        seats = {"fewest": min(worths), "seats": max(worths), "worth_for_two": worths[2]}
        markets = {"markets": len(names.MARKETS), "outer": len(names.MARKETS) - 1}
        brought = {f"message_{n}": names.worth_of(f"red {kind}") for n, kind in enumerate(names.KINDS, 1)}
        new = {"new": len(names.PERSONS) - names.POOLS["base"]}
        return {**GUIDE.numbers(language, {}), **seats, **markets, **brought, **new}


CHAPTERS = TownChapters()
