"""The levels of bots on pages: each can be chosen with its manner, and the longest names find room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from bellringer import bots
from bellringer.server.store import TableKept
from tests.browser.people import Visitor
from tests.browser.server import Server
from tests.browser.tables import GAMES, is_asked, kept_of, known, played, put
from tests.browser.test_widths import check_here
from tests.pairs import matrix

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
SCREENS = {390: 844, 1440: 900}


@pytest.mark.parametrize("game", ["notre-dame", pytest.param("rattus", marks=pytest.mark.soak)])
def test_every_level_can_be_chosen_and_has_a_manner(visit: Visit, game: str) -> None:
    visitor = visit()
    visitor.page.goto("/")
    of_front = visitor.find(f"#level-{game} option")
    assert [one.get_attribute("value") for one in of_front.all()] == list(bots.LEVELS)
    visitor.page.goto(f"/new/{game}")
    manner = visitor.find("#manner_2")
    for level in bots.LEVELS:
        visitor.page.select_option("#who_2", f"bot:{level}")
        expect(manner).to_be_visible()
    for other in ("bot:greedy", "bot:random", "open"):
        visitor.page.select_option("#who_2", other)
        expect(manner).to_be_hidden()
    assert not visitor.find("option[value*=earlier]").count(), "what there was before is offered to nobody"


def with_bots(kept: TableKept, level: str, cut: int) -> TableKept:
    """A table whose bots are of one level, with the longest of the manners."""
    seats = tuple(replace(seat, bot=f"{level}+meddling") if seat.bot else seat for seat in kept.seats)
    return replace(kept, seats=seats, levels=cut)


@matrix({"game": GAMES, "width": tuple(SCREENS), "locale": ("fr-FR", "en-GB")}, meeting=1)
def test_the_longest_names_of_levels_find_room(
    visit: Visit, server: Server, game: str, width: int, locale: str
) -> None:
    visitor = visit(viewport={"width": width, "height": SCREENS[width]}, locale=locale, is_mobile=width == 390)
    anna = known(server.store, "Anna")
    anna.enter(visitor.context, server.url)
    for level, cut, told in (("grandmaster", bots.CUT, ("Grandmaster", "Grand maître")),
                             ("apprentice", 1, ("Earlier apprentice", "Ancien apprenti"))):  # fmt: skip
        tables = (with_bots(kept_of(game, {0: anna}, 4, seed, {}), level, cut) for seed in range(30))
        live = next(one for kept in tables if (one := played(kept, is_asked)) is not None)
        visitor.page.goto(put(server.store, live))
        assert told[locale == "fr-FR"] in visitor.find("#seats").inner_html()
        check_here(visitor)
    visitor.page.goto("/mine")
    check_here(visitor)
    visitor.page.goto(f"/new/{game}")
    visitor.page.select_option("#who_2", "bot:grandmaster")
    check_here(visitor)
