"""Lessons at real tables: begun, left and taken up, gone on with, finished; one table a lesson, and bots at once."""

from __future__ import annotations

import html
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select

from bellringer.core.contract.registry import find
from bellringer.core.shown.words import LANGUAGES
from bellringer.server.drawing.table.lesson_part import Guided, guided, lesson
from bellringer.server.drawing.table.page_model import PageModel, Viewer
from bellringer.server.service import TableService
from bellringer.server.store import User
from bellringer.server.store.cleaning import remove_closed
from bellringer.server.store.models import ActRow
from bellringer.server.store.values.kept import now
from bellringer.server.tables.making.lessons import mark_of
from bellringer.server.tables.memory.room import Room
from bellringer.server.visitors.security import KEY_COOKIE
from tests.server.callers import Api, at_server, browser, submit
from tests.server.services import Known, asked_of, found_at, refusal_of, table_for, until, with_service

pytestmark = pytest.mark.unhurried

GAMES = ("notre-dame", "rattus")


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with at_server(tmp_path_factory.mktemp("lessons")) as running:
        yield running


async def begun(service: TableService, user: User, game: str = "rattus", step: int = 0, **more: bool) -> Room:
    room = await service.lessons.begin(user, game, "first", step, **more)
    assert room is not None
    return room


def guide_at(room: Room, seat: int = 0, language: str = "en") -> Guided:
    """The guide at a table, as the learner has it."""
    found = guided(PageModel(room.game.table, room.game.info(0), Viewer(seat, (seat,), language)))
    assert found is not None
    return found


def move_first(service: TableService, room: Room, name: str = "") -> None:
    """The learner makes a move, the first one unless another is named."""
    name = name or room.game.table.moves(0)[0].name
    service.playing.move(room, 0, asked_of(room, 0), name)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_one_table_until_it_is_over(tmp_path: Path, known: Known, game: str) -> None:
    async def work(service: TableService) -> None:
        anna, ben = known(service, "Anna"), known(service, "Ben")
        parts = len(find(game).lessons.lesson("first", "en").parts)  # type: ignore[union-attr]
        for step in range(parts):
            room = await begun(service, anna, game, step)
            assert room is await begun(service, anna, game, step), "sent twice"
            assert [mark_of(one).step for one in service.lessons.begun(anna, game)] == [step]
            assert [one.id for one in service.store.tables_of(anna, 10)] == [room.kept.id]
            assert not room.kept.counts and room.kept.fair is None
        anew = await begun(service, anna, game, parts - 1, is_anew=True)
        assert anew.address != room.address and await service.tables.find(room.address) is None
        others = await begun(service, ben, game)
        assert await service.lessons.begin(anna, game, "first", parts) is None
        assert service.lessons.begun(anna, game) == [] and service.store.count_unfinished(anna) == 0
        assert service.lessons.begun(ben, game) == [others.kept], "that of somebody else goes on"

    with_service(tmp_path, work)


def test_what_is_no_part_of_a_lesson_is_refused(tmp_path: Path, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna = known(service, "Anna")
        for name, step in (("nothing", 0), ("first", -1), ("first", 99)):
            assert await refusal_of(service.lessons.begin(anna, "rattus", name, step)) == "missing"
        assert await refusal_of(service.lessons.begin(anna, "chess", "first", 0)) == "missing"
        assert service.store.count_unfinished() == 0

    with_service(tmp_path, work)


def test_it_is_taken_up_after_a_restart_where_it_was_left(tmp_path: Path, known: Known) -> None:
    async def begin(service: TableService) -> str:
        room = await begun(service, known(service, "Anna"), "notre-dame", 3)
        move_first(service, room)
        return room.address

    async def go_on(service: TableService) -> None:
        anna = known(service, "Anna")
        (kept,) = service.lessons.begun(anna, "notre-dame")
        assert kept.address == address and (await begun(service, anna, "notre-dame", 3)).address == address
        assert guide_at(await found_at(service, address)).made == 1

    address = with_service(tmp_path, begin)
    with_service(tmp_path, go_on)


def test_the_guide_says_what_is_asked_and_why_and_then_what_came_of_it(tmp_path: Path, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = await begun(service, known(service, "Anna"), "rattus", 1)
        guide = guide_at(room)
        assert guide.asked and not guide.came and not guide.is_done and guide.made == 0
        reasons = guide.reasons
        assert len(reasons) > 2 and all(text for _, text in reasons)
        assert len({text for _, text in reasons}) == len(reasons), "a reason for many moves is told once"
        move_first(service, room, next(one.name for one in room.game.table.moves(0) if one.name.startswith("take")))
        guide = guide_at(room)
        assert guide.came and guide.made == 1 and not guide.asked, "the same question is explained once"
        assert guide.reasons, "but not what speaks for this or that"
        service.playing.undo(room, 0, len(room.game.acts))
        assert guide_at(room).made == 0 and guide_at(room).asked
        while room.game.table.pending == (0,):
            move_first(service, room, room.game.table.moves(0)[-1].name)
        await until(lambda: 0 in room.game.table.pending)
        assert guide_at(room).is_done and not guide_at(room).asked and not guide_at(room).reasons

    with_service(tmp_path, work)


def test_other_eyes_are_told_nothing_of_what_the_learner_does_in_secret(tmp_path: Path, known: Known) -> None:
    """The draft is secret: whatever is kept, and whether anything is, the guide looks the same to others."""

    async def work(service: TableService) -> None:
        anna, found = known(service, "Anna"), set()
        for move in ("", *(one.name for one in (await begun(service, anna, "notre-dame")).game.table.moves(0))):
            room = await begun(service, anna, "notre-dame", is_anew=True)
            if move:
                move_first(service, room, move)
                assert guide_at(room).came or guide_at(room).made
            found |= {repr(lesson(seen_by(room, seat), "")) for seat in (None, 1)}
        assert len(found) == 1

    with_service(tmp_path, work)


def seen_by(room: Room, seat: int | None) -> PageModel:
    """A table as a seat sees it that somebody else has, or a spectator."""
    return PageModel(room.game.table, room.game.info(0), Viewer(seat, () if seat is None else (seat,)))


def test_the_opponents_answer_soon_whatever_the_pace_is(tmp_path: Path, known: Known) -> None:
    async def work(service: TableService) -> None:
        anna = known(service, "Anna")
        lesson, usual = await begun(service, anna), table_for(service, anna, "rattus", "me", "random")
        assert [service.bots.pause(room.game, 1) for room in (lesson, usual)] == [0.05 * 400, 400]

    with_service(tmp_path, work, pace=400.0)


def test_tables_of_lessons_that_were_left_are_cleaned_away_with_all_that_was_done_there(
    tmp_path: Path, known: Known
) -> None:
    async def work(service: TableService) -> None:
        anna = known(service, "Anna")
        room = await begun(service, anna)
        move_first(service, room)
        await begun(service, anna, step=1)
        with service.store.engine.connect() as connection:
            assert connection.execute(select(ActRow)).all() != []
        with service.store.engine.begin() as connection:
            assert remove_closed(connection, now() + 1, 10) == 1
            assert connection.execute(select(ActRow)).all() == []

    with_service(tmp_path, work)


# as pages


def send(api: Api, key: str | None = None, game: str = "rattus", **fields: str) -> tuple[str, str]:
    """Send the form of a lesson; the browser's key, and where the answer leads."""
    key, csrf = browser(api, key)
    answer = submit(api, f"/learn/{game}", key, csrf, **{"lesson": "first", "step": "0", **fields})
    assert answer.status_code == 303, answer.text[:500]
    return key, str(answer.headers["location"])


def page(api: Api, path: str, key: str, language: str = "en") -> str:
    """What somebody sees at an address."""
    answer = api.request("GET", path, headers={"cookie": f"{KEY_COOKIE}={key}", "accept-language": language})
    assert answer.status_code == 200, path
    return html.unescape(answer.text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_stranger_learns_a_game_by_forms_alone(api: Api, game: str, language: str) -> None:
    lessons = find(game).lessons
    assert lessons is not None
    lesson = lessons.lesson("first", language)
    assert f'href="/learn/{game}"' in page(api, f"/how/{game}", "", language)
    key, table = send(api, game=game)
    for step, part in enumerate(lesson.parts):
        shown = page(api, table, key, language)
        assert 'id="lesson"' in shown and part.intro in shown and f"({step + 1} " in shown
        assert lesson.title in (mine := page(api, "/mine", key, language)) and part.title in mine
        assert part.title in page(api, f"/learn/{game}", key, language), "there is a way back to it"
        _, table = send(api, key, game, step=str(step + 1))
    assert table == f"/learn/{game}?done=first"
    assert lesson.title in page(api, table, key, language)
    assert 'class="row' not in page(api, "/mine", key, language), "a lesson that was left is in no list"


def test_the_way_back_to_a_part_that_was_left_leads_to_the_lessons(api: Api) -> None:
    key, table = send(api)
    send(api, key, step="1")
    answers = [api.request("GET", table, headers={"cookie": f"{KEY_COOKIE}={one}"}) for one in (key, browser(api)[0])]
    assert [answer.status_code for answer in answers] == [303, 404], "to others it is no table"
    assert answers[0].headers["location"] == "/learn/rattus"
    assert page(api, "/learn/rattus", key)


def test_who_looks_on_sees_the_guide_but_can_not_go_on_for_the_learner(api: Api) -> None:
    key, table = send(api)
    address = table.rpartition("/")[2]
    api.portal.call(partial(look_on, api, address))
    shown = page(api, table, browser(api)[0])
    assert 'id="lesson"' in shown and '/learn/rattus"><input' not in shown
    assert page(api, table, key).count('action="/learn/rattus"') == 2


async def look_on(api: Api, address: str) -> None:
    """Let anyone look at a table."""
    room = await api.service.tables.find(address)
    assert room is not None
    api.service.setup.let_watch(room, "anyone")


def test_a_wrong_form_is_refused_and_nothing_is_made(api: Api) -> None:
    key, csrf = browser(api)
    before = api.kept()
    for fields, status in (({"lesson": "first"}, 422), ({"lesson": "first", "step": "x"}, 422),
                           ({"lesson": "none", "step": "0"}, 404), ({"step": "0"}, 404)):  # fmt: skip
        assert submit(api, "/learn/rattus", key, csrf, **fields).status_code == status, fields
    assert submit(api, "/learn/chess", key, csrf, lesson="first", step="0").status_code == 404
    assert submit(api, "/learn/rattus", key, "x", lesson="first", step="0").status_code == 403
    assert api.request("GET", "/learn/chess").status_code == 404
    assert api.kept() == before
