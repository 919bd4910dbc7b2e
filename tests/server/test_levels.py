"""Tables begun before the levels of bots were cut anew: they go on with the bots that they had, and say so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from alembic import command

from bellringer import bots
from bellringer.core.shown.words import LANGUAGES
from bellringer.server.base.language import words_in
from bellringer.server.people.statistics import lines_of
from bellringer.server.service import TableService
from bellringer.server.store import SeatKept
from bellringer.server.tables.live.seating import Occupant, occupant_of
from bellringer.server.tables.requests import checked_bot
from tests.server.services import introduced, kept_table, table_for, with_service
from tests.server.test_store import migrations

EARLIER = [*bots.EARLIER_LEVELS, *(f"{name}+{manner}" for name in bots.EARLIER_LEVELS for manner in bots.MANNERS)]


def before_the_cut(service: TableService) -> None:
    """Bring what a service has stored through the shape that its database had before levels were cut anew."""
    store = service.store
    store.changes.flush()
    with store.engine.begin() as connection:
        command.downgrade(migrations(store, connection), "0017")
    with store.engine.begin() as connection:
        command.upgrade(migrations(store, connection), "head")


def test_a_running_table_goes_on_with_the_bots_that_it_had(tmp_path: Path) -> None:
    made: dict[str, str] = {}

    async def begin(service: TableService) -> None:
        anna, ben = introduced(service, "Anna"), introduced(service, "Ben")
        room = table_for(service, anna, "rattus", "me", "me", "expert", "novice+greedy")
        made["running"] = room.address
        for seat, act in ((0, service.playing.lend), (1, service.playing.resign)):
            act(room, seat)
        made["waiting"] = table_for(service, ben, "notre-dame", "me", "open", "expert").address
        before_the_cut(service)

    async def go_on(service: TableService) -> None:
        room = await service.tables.find(made["running"])
        live = room.game
        assert [seat.bot for seat in room.kept.seats] == ["", "", "expert", "novice+greedy"], "the words stay"
        names = [live.bot_of(seat, "adept") for seat in range(4)]
        assert names == ["earlier-adept", "earlier-adept", "earlier-expert", "earlier-novice+greedy"]
        assert [room.occupant(seat).bot for seat in range(4)] == ["earlier-adept", "", *names[2:]]
        assert [act.word for act in live.acts if act.kind == "lend"] == ["adept"]
        waiting = await service.tables.find(made["waiting"])
        assert waiting.occupant(2).bot == "expert", "a game that has not begun has the levels that there are"
        anna = introduced(service, "Anna")
        assert table_for(service, anna, "rattus", "me", "expert").game.bot_of(1, "adept") == "expert"

    with_service(tmp_path, begin, level="adept", pace=1000.0)
    with_service(tmp_path, go_on, level="adept", pace=1000.0)


@pytest.mark.parametrize("name", EARLIER)
def test_an_earlier_level_is_told_and_drawn_but_may_not_be_asked_for(name: str) -> None:
    bot, manner = bots.parts_of(name)
    level = bot.removeprefix("earlier-")
    told = {}
    for language in LANGUAGES:
        words = words_in(language)
        told[language] = Occupant(name, "bot", name).level(words)
        assert words(f"bots.{level}").lower() in told[language] and told[language] != words(f"bots.{level}")
        assert (words(f"manners.{manner}").lower() in told[language]) if manner else "," not in told[language]
        assert Occupant(name, "bot", name).in_list(words) == f"Aveline ({told[language]})"
    assert name != "earlier-expert" or told == {"en": "Earlier expert", "fr": "Ancien expert"}
    with pytest.raises(bots.OptionError):
        checked_bot(name)


def test_a_stored_table_says_which_bots_it_had() -> None:
    table = replace(kept_table("rattus", 2), seats=(SeatKept(0, bot="master+meddling"), SeatKept(1, bot="greedy")))
    assert [occupant_of(replace(table, levels=1), seat).bot for seat in (0, 1)] == ["earlier-master+meddling", "greedy"]
    assert [occupant_of(table, seat).bot for seat in (0, 1)] == ["master+meddling", "greedy"]


def test_statistics_count_earlier_levels_apart(tmp_path: Path) -> None:
    async def count(service: TableService) -> None:
        store, anna = service.store, introduced(service, "Anna")
        for number, cut in enumerate((1, 1, bots.CUT)):
            seats = (SeatKept(0, anna.id, "Anna"), SeatKept(1, bot="expert"))
            kept = replace(kept_table("rattus", 2), address=f"t{number}", seats=seats, status="over", levels=cut)
            store.put_places(store.add_table(replace(kept, ended_by="game", changed=number + 1)), (1, 2))
        store.changes.flush()
        found = lines_of(await service.people.past_games(anna))
        assert [(line.against, line.games) for line in found] == [("earlier-expert", 2), ("expert", 1)]

    with_service(tmp_path, count)
