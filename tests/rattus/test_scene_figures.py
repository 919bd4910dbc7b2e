"""The figures that scenes count, where a game seldom comes by chance."""

from __future__ import annotations

import random

import pytest

from bellringer import Table
from tests.contract.tables import play_some
from tests.figures import assert_figures_follow
from tests.rattus.play import play
from tests.rattus.test_alchemist import ALCHEMIST, red_holds
from tests.rattus.test_jester import dropped

FROM_BORROWER = 2  # where citizens are placed from


def test_citizens_come_onto_the_card_that_borrows_and_leave_it() -> None:
    kept, placed = set[int](), set[int]()
    for seed in range(20):
        table = red_holds(citizens={"gallia": 2}, rats={"gallia": 1}, seed=seed)
        play_some(play(table, "use alchemist", "use baker"), 40, random.Random(seed))
        assert_figures_follow(table)
        kept |= numbers(table, "citizen-kept")
        placed |= numbers(table, "citizens-placed")
    assert ALCHEMIST in kept and FROM_BORROWER in placed


def numbers(table: Table, kind: str) -> set[int]:
    """The first number of each event of a kind."""
    return {event.what for event in table.events() if event.kind == kind}


@pytest.mark.parametrize("aim", ["palace", "place gallia"])
def test_citizens_that_fall_and_that_are_knocked_away_are_counted_one_by_one(aim: str) -> None:
    crowd = {"palace": 6, "citizens": {"gallia": 6}}
    podium = [{"seat": "blue", "place": "gallia", "podium": True}]
    found = set[int]()
    for table in dropped(aim, others={"blue": crowd, "green": crowd}, potions=podium):
        knocked = sum(event.kind == "citizen-knocked" for event in table.events())
        if knocked not in found or knocked > 1:
            assert_figures_follow(table)
        found.add(knocked)
    assert found >= {0, 1, 2}
