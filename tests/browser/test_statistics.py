"""The page of one's own statistics: reached from My tables, read by ear, on a desk and a telephone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bellringer.server.store import SeatKept
from tests.browser.server import Server
from tests.browser.tables import Known, known
from tests.browser.test_accessible import WITH_SOAK, Visit, check_shown, look
from tests.server.services import kept_table

pytestmark = pytest.mark.slow
GAMES = (
    ("rattus", "novice", 1),
    ("rattus", "random", 2),
    ("notre-dame", "expert", 2),
    ("rattus", "novice", 2),
)
WIDTHS = (1440, 390)
WORDS = {"en": "once place 1, once place 2", "fr": "une fois 1e, une fois 2e"}


def put_finished(server: Server, anna: Known) -> None:
    """Finished games of somebody, each against one bot."""
    for number, (game, bot, place) in enumerate(GAMES):
        seats = (SeatKept(0, anna.visitor.id, "Anna"), SeatKept(1, bot=bot))
        over = {"address": f"{anna.visitor.id} {number}", "status": "over", "changed": number + 1}
        table = replace(kept_table(game, 2), seats=seats, **over)
        server.store.put_places(server.store.add_table(table), (place, 3 - place))


@pytest.mark.parametrize("language", WITH_SOAK)
def test_somebody_looks_at_the_games_so_far(visit: Visit, server: Server, language: str) -> None:
    anna = known(server.store, "Anna")
    put_finished(server, anna)
    visitor = look(visit, language)
    anna.enter(visitor.context, server.url)
    visitor.page.goto("/mine")
    visitor.load_by(visitor.find('#main a[href="/mine/statistics"]'))
    assert visitor.page.locator(".statistics tbody tr").count() == 3
    novice = visitor.page.locator(".statistics tbody tr", has_text="Novice")
    assert novice.locator("td").nth(1).inner_text() == "2"
    assert novice.locator(".unseen").inner_text() == WORDS[language]
    for width in WIDTHS:
        visitor.page.set_viewport_size({"width": width, "height": 800})
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
    check_shown(visitor)
