"""Tables that begin from a position: made, played, kept, proved, marked and played again like those that were dealt."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import bellringer
from bellringer.core.chance import MOVES, make_seed
from bellringer.core.errors import PositionError
from bellringer.core.records.verify import verify
from bellringer.core.tables.record_text import write
from bellringer.core.tables.table import Table, deal_again
from bellringer.server.base.keys import SEALED
from bellringer.server.base.language import words_in
from bellringer.server.drawing.site.labels import details_of
from bellringer.server.drawing.table.page_model import PageModel, Viewer
from bellringer.server.drawing.table.part_values import record, status
from bellringer.server.host.check import fault_of
from bellringer.server.service import TableService
from bellringer.server.store import Mark, User
from bellringer.server.store.json_columns import deflated
from bellringer.server.store.values.beginnings import KINDS, mark_of, mark_text
from bellringer.server.tables.making.found_positions import FoundPosition, luck_of
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.requests import SeatRequest, TableRequest
from tests.server.damaged import NAME
from tests.server.services import Known, answer_any, found_at, play_out, refusal, with_service
from tests.server.test_rule_changes import raise_part
from tests.server.test_sealing import raw

pytestmark = pytest.mark.unhurried

GAMES = ("notre-dame", "rattus")
MOVES_BEFORE = 40


def played(game: str, seats: int = 3, moves: int = MOVES_BEFORE, seed: int = 5) -> Table:
    """A game in which some moves were made."""
    table, dice = bellringer.new_game(game, seats=seats, seed=seed), random.Random(seed)
    for _ in range(moves):
        play_any(table, dice)
    return table


def play_any(table: Table, dice: random.Random) -> None:
    """Somebody makes any move."""
    seat = dice.choice(table.pending)
    table.play(dice.choice(table.moves(seat)).name, seat)


def at_moment(table: Table, has_luck: bool = False) -> FoundPosition:
    """A moment of another game, to be played on from."""
    mark = Mark("moment", "another-table", table.moves_played)
    return FoundPosition(table.position(), mark, luck_of(table) if has_luck else None)


def made(service: TableService, user: User, found: FoundPosition, *kinds: str) -> Room:
    """A table that begins from there. A seat is `me`, `here`, `open` or a bot's name."""
    sittings = [SeatRequest(one) if one in ("me", "here", "open") else SeatRequest("bot", bot=one) for one in kinds]
    wanted = TableRequest(found.position["game"], tuple(sittings), watching="anyone")
    return service.setup.make_from(user, found, wanted)


@pytest.mark.parametrize("kind", KINDS)
def test_a_mark_is_read_as_it_was_written_and_nothing_else_is_one(kind: str) -> None:
    mark = Mark(kind, "a-name", 3, True)  # type: ignore[arg-type]
    assert mark_of(mark_text(mark)) == mark
    wrong = ("[1]", "{}", '{"kind":"gift"}', f'{{"kind":"{kind}","step":-1}}', f'{{"kind":"{kind}","step":1.5}}',
             f'{{"kind":"{kind}","source":"caf\\u00e9"}}', f'{{"kind":"{kind}","has_same_luck":1}}')  # fmt: skip
    for text in wrong:
        with pytest.raises((ValueError, TypeError)):
            mark_of(text)


@pytest.mark.parametrize("game", GAMES)
def test_such_a_table_is_played_to_its_end_through_restarts(game: str, tmp_path: Path, known: Known) -> None:
    table = played(game)
    here = f"{game} {table.moves_played}"

    async def begin(service: TableService) -> str:
        room = made(service, known(service, "Anna"), at_moment(table), "me", "random", "me")
        assert room.game.table.position() == table.position() and room.kept.fair is None, here
        assert not room.kept.counts
        for turn in range(5):
            answer_any(service, room, random.Random(turn))
        return room.address

    async def go_on(service: TableService) -> str:
        room = await found_at(service, address)
        assert room.kept.beginning is not None and room.kept.beginning.mark == at_moment(table).mark
        assert fault_of(service.store, room.kept, words_in("en")) == ""
        await play_out(service, address, random.Random(3))
        return service.fairness.record_of(room.game)

    async def look_back(service: TableService) -> None:
        room = await found_at(service, address)
        assert fault_of(service.store, room.kept, words_in("en")) == ""
        assert service.fairness.record_of(room.game) == text

    address = with_service(tmp_path, begin)
    text = with_service(tmp_path, go_on)
    with_service(tmp_path, look_back)
    assert all(check.ok for check in verify(text)), verify(text)
    assert bellringer.replay(text).result is not None
    assert write(bellringer.replay(text)) == text


def test_what_it_begins_from_is_sealed_while_it_runs_and_open_when_it_is_over(tmp_path: Path, known: Known) -> None:
    table = played("notre-dame")
    plain = deflated(table.position())

    async def begin(service: TableService) -> str:
        return made(service, known(service, "Anna"), at_moment(table), "me", "here", "here").address

    def column() -> bytes:
        with closing(sqlite3.connect(tmp_path / NAME)) as base:
            return bytes(base.execute("SELECT position FROM tables").fetchone()[0])

    async def end(service: TableService) -> None:
        await play_out(service, address, random.Random(3))

    address = with_service(tmp_path, begin)
    assert column().startswith(SEALED) and plain[8:60] not in raw(tmp_path)
    with_service(tmp_path, end)
    assert column() == plain


@pytest.mark.parametrize("game", GAMES)
def test_chance_goes_on_as_it_went_there_or_anew(game: str) -> None:
    """From every tenth moment of a game the same moves bring the same end with its luck, and another without it."""
    whole, dice = bellringer.new_game(game, seats=3, seed=8), random.Random(8)
    moments = []
    while whole.pending:
        if whole.moves_played % 10 == 0:
            moments.append((whole.moves_played, whole.position()))
        play_any(whole, dice)
    luck = luck_of(whole)
    assert luck is not None and len(moments) > 4
    others = 0
    for number, position in moments:
        again = FoundPosition(position, Mark("moment"), luck).table(3, luck)
        for seat, name in whole.history[number:]:
            again.play(name, seat)
        assert again.position() == whole.position(), number
        others += not goes_alike(FoundPosition(position, Mark("moment")).table(3, make_seed(4)), whole, number)
    assert others >= len(moments) // 2, "another luck changes what comes"


def goes_alike(table: Table, whole: Table, number: int) -> bool:
    """Whether the moves of a game from one of them on bring the same end at a table."""
    for seat, name in whole.history[number:]:
        if seat not in table.pending or name not in table.legal_names(seat):
            return False
        table.play(name, seat)
    return table.position() == whole.position()


def test_no_luck_is_found_where_chance_was_keyed_otherwise() -> None:
    older = deal_again("rattus", 3, {}, bytes(32), MOVES)
    assert luck_of(older) is None
    assert luck_of(played("rattus")) is not None


async def rebuilt_by_new_rules(service: TableService, address: str) -> Room:
    room = await found_at(service, address)
    assert len(room.game.changes) == 1
    return room


def test_it_goes_on_when_its_rules_have_changed(tmp_path: Path, known: Known, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played("rattus")

    async def begin(service: TableService) -> str:
        room = made(service, known(service, "Anna"), at_moment(table), "me", "here", "here")
        for turn in range(4):
            answer_any(service, room, random.Random(turn))
        return room.address

    async def go_on(service: TableService) -> str:
        room = await rebuilt_by_new_rules(service, address)
        assert room.game.table.stretches[0].start == table.position()
        assert len(room.game.table.stretches[0].moves) == 4
        await play_out(service, address, random.Random(1))
        return service.fairness.record_of(room.game)

    address = with_service(tmp_path, begin)
    raise_part(monkeypatch, "rattus", "base")
    text = with_service(tmp_path, go_on)
    assert text.count("[Position ") == 2
    assert bellringer.replay(text).result is not None


def test_a_table_after_it_begins_there_again(tmp_path: Path, known: Known) -> None:
    table = played("rattus")

    async def work(service: TableService) -> None:
        anna = known(service, "Anna")
        for has_luck in (True, False):
            room = made(service, anna, at_moment(table, has_luck), "me", "here", "random")
            await play_out(service, room.address, random.Random(1))
            after = service.rematches.answer(room, anna)
            assert after is not None and after.kept.beginning == room.kept.beginning
            assert after.game.table.stretches[0].start == table.position() and after.kept.fair is None
            assert (after.kept.seed == room.kept.seed) is has_luck
            assert [seat.user for seat in after.kept.seats] == [anna.id, anna.id, None]

    with_service(tmp_path, work)


def test_what_can_not_begin_there_is_refused_and_nothing_is_made(tmp_path: Path, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna, found = known(service, "Anna"), at_moment(played("rattus"))
        assert refusal(made, service, anna, found, "me", "random") == "bad"
        whole, dice = played("rattus"), random.Random(1)
        while whole.pending:
            play_any(whole, dice)
        assert refusal(made, service, anna, at_moment(whole), "me", "random", "random") == "over"
        with pytest.raises(PositionError):
            made(service, anna, replace(found, position={**found.position, "players": 7}), "me", "random", "random")
        assert service.store.count_unfinished() == 0 and not service.tables.rooms

    with_service(tmp_path, work)


def test_it_is_marked_wherever_it_is_shown_and_claims_no_fair_deal(tmp_path: Path, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = made(service, known(service, "Anna"), at_moment(played("rattus"), True), "me", "here", "random")
        for language, mark in (("en", "Played on from another game"), ("fr", "Reprise d’une autre partie")):
            model = PageModel(room.game.table, room.game.info(0), Viewer(0, (0, 1), language))
            assert status(model)["mark"].startswith(mark) and record(model)["mark"].startswith(mark)
            assert record(model)["head"] == "" and record(model)["nonces"] is None
            assert details_of(words_in(language), room.kept).startswith(mark)
        assert refusal(service.fairness.signed_head, room.game) == "not-dealt"

    with_service(tmp_path, work)


def test_an_open_seat_is_waited_for_and_its_game_begins_there(tmp_path: Path, known: Known) -> None:
    async def work(service: TableService) -> None:
        table = played("notre-dame")
        room = made(service, known(service, "Anna"), at_moment(table), "me", "open", "random")
        assert room.live is None
        service.setup.sit(room, 1, known(service, "Ben"), "Ben", "ab" * 32)
        assert room.game.table.stretches[0].start == table.position() and room.kept.status == "running"

    with_service(tmp_path, work)


@pytest.mark.parametrize(("column", "value"), [("beginning", None), ("beginning", "{}"), ("position", None),
                                               ("position", b"torn"), ("position", SEALED + b"torn" * 20)])  # fmt: skip
def test_one_whose_beginning_is_damaged_stops_nothing_else(
    tmp_path: Path, known: Known, column: str, value: object
) -> None:
    async def begin(service: TableService) -> tuple[str, str]:
        anna, found = known(service, "Anna"), at_moment(played("rattus"))
        return tuple(made(service, anna, found, "me", "here", "here").address for _ in range(2))  # type: ignore[return-value]

    async def look(service: TableService) -> None:
        assert (await found_at(service, well)).game.table.pending
        assert await refusal_at(service, broken) == "damaged"

    broken, well = with_service(tmp_path, begin)
    with closing(sqlite3.connect(tmp_path / NAME)) as base, base:
        base.execute(f"UPDATE tables SET {column} = ? WHERE address = ?", (value, broken))
    with_service(tmp_path, look)


async def refusal_at(service: TableService, address: str) -> str:
    """Why a table can't be had."""
    try:
        room = await service.tables.find(address)
    except Exception as error:
        return str(getattr(error, "code", type(error).__name__))
    return "nothing" if room is None else "found"
