"""A teacher stops a bad move before it counts: once for a move and question, and in time or not at all."""

from __future__ import annotations

import asyncio
import html
import re
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from alembic import command

from bellringer.core.shown.words import LANGUAGES
from bellringer.review.estimates import Measured
from bellringer.review.judging import Effort, Verdict
from bellringer.server.base.language import words_in
from bellringer.server.drawing.table.table_drawings import drawings_of
from bellringer.server.errors import Refused, Stale
from bellringer.server.service import TableService
from bellringer.server.store import User
from bellringer.server.store.models import TEACHING
from bellringer.server.tables.memory.room import Room
from bellringer.server.thinking import teaching
from bellringer.server.thinking.teaching import Stopped
from bellringer.server.visitors.security import KEY_COOKIE
from tests.server.callers import PATIENCE, Api, Caller, at_server, browser, refused, submit, to_move
from tests.server.services import any_name, asked_of, found_at, table_for
from tests.server.test_store import migrations

WithService = Callable[..., Any]
Known = Callable[[TableService, str], User]
PAGE = "page-of-the-test"
LONG = 600.0  # seconds: however slow a machine is, the teacher is not


class Judge:
    """Judges as it is told, and counts how often. The last legal move is the only one that is not bad."""

    def __init__(self) -> None:
        self.loss, self.begun, self.steps, self.is_endless = Measured(0.2, 0.01), 0, 0, False

    def __call__(self, game: Any, state: Any, seat: int, move: str, effort: Effort) -> Iterator[None]:
        self.begun += 1
        fine = game.move_names[state.legal(seat)[-1]]
        self.steps += 1
        yield
        while self.is_endless:
            self.steps += 1
            time.sleep(0.001)
            yield
        loss = Measured(0.0, 0.0) if move == fine else self.loss
        return Verdict(move, fine, loss)


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    """Who judges in place of searches: every move but the last one is bad."""
    found = Judge()
    monkeypatch.setattr(teaching, "judge_slices", found)
    return found


@pytest.fixture
def taught(with_service: WithService, known: Known) -> Callable[..., None]:
    """`taught(work)`: a table of two seats at one screen, both of which are taught, and `await work(service, room)`."""

    def run(work: Callable[[TableService, Room], Awaitable[None]], teach: str = "all", **settings: Any) -> None:
        async def inside(service: TableService) -> None:
            room = table_for(service, known(service, "Anna"), "rattus", "me", "here", teaching=teach)
            await work(service, room)

        with_service(inside, **{"teach_seconds": LONG, **settings})

    return run


async def stops(service: TableService, room: Room, name: str = "", then: str = "") -> Stopped | None:
    """What the teacher says of a move, the first one unless it is named, of who is asked."""
    seat = room.game.pending[0]
    return await service.teacher.stops(room, seat, asked_of(room, seat), name or any_name(room, seat), then)


# whom it teaches


@pytest.mark.parametrize(
    ("teach", "loss", "is_stopped"),
    [
        ("off", (0.9, 0.0), False),
        ("blunders", (0.1, 0.01), True),
        ("blunders", (0.099, 0.01), False),
        ("mistakes", (0.05, 0.01), True),
        ("mistakes", (0.049, 0.01), False),
        ("all", (0.02, 0.009), True),
        ("all", (0.019, 0.0), False),
        ("all", (0.3, 0.15), False),
    ],
)
def test_how_often_it_stops_is_a_choice_and_never_within_its_error(
    taught: Any, judge: Judge, teach: str, loss: tuple[float, float], is_stopped: bool
) -> None:
    async def work(service: TableService, room: Room) -> None:
        judge.loss = Measured(*loss)
        assert (await stops(service, room) is not None) == is_stopped
        assert judge.begun == (teach != "off") and not room.game.acts

    taught(work, teach)


def test_what_is_stopped_can_be_sent_again_or_another(taught: Any, judge: Judge) -> None:
    """Each seat of a screen is taught; a good move is let through, and nothing is judged twice."""

    async def work(service: TableService, room: Room) -> None:
        for _ in range(2):
            seat = room.game.pending[0]
            asked, name = asked_of(room, seat), any_name(room, seat)
            found = await stops(service, room)
            assert found is not None and found.verdict.move == name != found.verdict.better
            assert await stops(service, room) == found and found.compared.moves == (name, found.verdict.better)
            count = judge.begun
            assert await stops(service, room, found.verdict.better) is None and judge.begun == count + 1
            service.playing.move(room, seat, asked, name)
            assert await service.teacher.stops(room, seat, asked, name) is None, "it has counted"
            while room.game.pending == (seat,):
                service.playing.move(room, seat, asked_of(room, seat), room.game.table.moves(seat)[-1].name)

    taught(work)


# in time, or not at all


def test_a_move_counts_that_is_not_judged_in_time_and_the_judge_stops(taught: Any, judge: Judge) -> None:
    async def work(service: TableService, room: Room) -> None:
        judge.is_endless = True
        seat = room.game.pending[0]
        asked, name = asked_of(room, seat), any_name(room, seat)
        assert await stops(service, room) is None
        service.playing.move(room, seat, asked, name)
        await asyncio.sleep(0.05)
        steps = judge.steps
        await asyncio.sleep(0.05)
        assert judge.steps <= steps + 1, "the question was answered: nobody wants to know any more"

    taught(work, teach_seconds=0.05)


def test_without_any_time_every_move_counts(taught: Any, judge: Judge) -> None:
    async def work(service: TableService, room: Room) -> None:
        assert await stops(service, room) is None

    taught(work, teach_seconds=0.0)


def test_who_has_hardly_any_time_left_is_not_held_up(
    taught: Any, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(service: TableService, room: Room) -> None:
        monkeypatch.setattr(room.game, "seconds_left", lambda seat, at: 2.5)
        assert await stops(service, room) is None and not judge.begun
        monkeypatch.setattr(room.game, "seconds_left", lambda seat, at: 3.5)
        assert await stops(service, room) is not None
        monkeypatch.setattr(room.game, "window_left", lambda seat, at: 1.0)
        assert await stops(service, room) is None

    taught(work, teach_seconds=1.0)


def test_when_the_server_stops_or_the_judge_fails_the_move_counts(
    taught: Any, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(service: TableService, room: Room) -> None:
        monkeypatch.setattr(teaching, "judge_slices", lambda *_: iter(()).missing)  # type: ignore[attr-defined]
        with monkeypatch.context() as patch:
            patch.setattr(teaching.log, "exception", lambda *_, **__: None)
            assert await stops(service, room) is None
        monkeypatch.setattr(teaching, "judge_slices", judge)
        assert await stops(service, room) is not None, "the next one is judged again"
        judge.is_endless = True
        late = asyncio.create_task(stops(service, room, room.game.table.moves(room.game.pending[0])[1].name))
        while judge.begun < 2:
            await asyncio.sleep(0.001)
        service.end_streams()
        assert await late is None

    taught(work)


# while it judges


def test_the_same_move_that_is_sent_twice_is_judged_once(taught: Any, judge: Judge) -> None:
    async def work(service: TableService, room: Room) -> None:
        found = await asyncio.gather(*(stops(service, room) for _ in range(3)))
        assert found[0] is not None and found == [found[0]] * 3 and judge.begun == 1 and not room.game.acts

    taught(work)


def test_what_happens_meanwhile_counts_as_for_any_move(taught: Any, judge: Judge) -> None:
    """The question is answered by another page: the same move is made once, another one is stale."""

    async def work(service: TableService, room: Room) -> None:
        judge.is_endless = True
        seat = room.game.pending[0]
        asked, (first, second, *_) = asked_of(room, seat), [move.name for move in room.game.table.moves(seat)]
        waits = [asyncio.create_task(service.teacher.stops(room, seat, asked, name)) for name in (first, second)]
        while judge.begun < 1:
            await asyncio.sleep(0.001)
        act = service.playing.move(room, seat, asked, first)
        assert await asyncio.gather(*waits) == [None, None]
        assert service.playing.move(room, seat, asked, first) == act
        with pytest.raises(Stale):
            service.playing.move(room, seat, asked, second)
        with pytest.raises(Stale):
            await service.teacher.stops(room, seat, asked, second)

    taught(work)


def test_who_is_not_asked_is_refused_before_anything_is_thought(taught: Any, judge: Judge) -> None:
    async def work(service: TableService, room: Room) -> None:
        seat = room.game.pending[0]
        service.playing.lend(room, seat)
        with pytest.raises(Refused, match="a bot holds this seat"):
            await service.teacher.stops(room, seat, asked_of(room, seat), any_name(room, seat))
        assert not judge.begun

    taught(work)


def test_each_seat_of_a_draft_is_judged_by_itself(with_service: WithService, known: Known, judge: Judge) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "notre-dame", "me", "here", "here", teaching="all")
        answers = [(seat, asked_of(room, seat), any_name(room, seat)) for seat in room.game.pending]
        assert len(answers) == 3
        first, *_ = await asyncio.gather(*(service.teacher.stops(room, *one) for one in answers))
        assert first is not None and judge.begun == 3
        service.playing.move(room, *answers[1])
        again = await service.teacher.stops(room, *answers[0])
        assert again is not None and again.verdict == first.verdict and judge.begun == 3

    with_service(work, teach_seconds=LONG)


def test_of_two_answers_in_one_the_second_is_judged_after_the_first(
    with_service: WithService, known: Known, judge: Judge
) -> None:
    """A card of which there are two, and which of them: the first answer counts, the second can be stopped."""

    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here", teaching="all")
        live, goes_on = room.game, False
        while not goes_on:  # until the last legal move lets the same seat go on
            seat = live.pending[0]
            asked, name, after = asked_of(room, seat), live.table.moves(seat)[-1].name, live.table.state
            after.apply(seat, list(live.table.move_names).index(name))
            goes_on = after.pending == (seat,) and len(after.legal(seat)) > 1
            if not goes_on:
                service.playing.move(room, seat, asked, any_name(room, seat))
        then, count = live.table.move_names[after.legal(seat)[0]], len(live.acts)
        found = await service.teacher.stops(room, seat, asked, name, then)
        assert found is not None and (found.compared.asked, found.verdict.move) == (count + 1, then)
        assert len(live.acts) == count + 1
        service.playing.move(room, seat, asked, name, then)
        assert [act.word for act in live.acts[count:]] == [name, then]

    with_service(work, teach_seconds=LONG)


# for programs


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A server whose teacher has time, whoever judges."""
    with at_server(tmp_path_factory.mktemp("data"), teach_seconds=LONG, hint_iterations=20) as found:
        yield found


def begun(api: Api, *seats: str, **more: Any) -> tuple[str, Caller, dict[str, Any]]:
    """A table with a teacher, of somebody who is asked there, and the view of it."""
    anna = api.user("Anna")
    address = anna.make("notre-dame", *(seats or ("me", "me")), **{"teaching": "mistakes", **more})["table"]["id"]
    return address, *to_move(address, anna)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_is_told_and_says_that_it_is_meant(api: Api, judge: Judge, language: str) -> None:
    address, anna, view = begun(api)
    sent = {"seat": view["seat"], "asked": view["asked"], "move": view["moves"][0]["name"]}
    path, query = f"/tables/{address}/moves", {"lang": language}
    told = refused(anna.ask("POST", path, json=sent, params=query), 409, "stopped")["stopped"]
    assert {name: told[name] for name in sent} == sent and told["loss"] == [0.2, 0.01]
    assert told["better"] == view["moves"][-1]["name"]
    why = told["why"]
    assert why["moves"] == [told["move"], told["better"]] and why["pairs"] == 100 and len(why["sentences"]) >= 2
    assert anna.get(f"/tables/{address}/view", seat=view["seat"]) == view, "nothing has changed"
    assert refused(anna.ask("POST", path, json=sent, params=query), 409, "stopped")["stopped"] == told
    made = anna.post(path, **sent, sure=True)
    assert made["word"] == sent["move"]
    assert anna.post(path, **sent, sure=True) == made == anna.post(path, **sent), "sent twice, made once"


def test_a_good_move_counts_at_once_and_sure_is_of_no_use_without_a_teacher(api: Api, judge: Judge) -> None:
    address, anna, view = begun(api)
    good = {"seat": view["seat"], "asked": view["asked"], "move": view["moves"][-1]["name"]}
    assert anna.post(f"/tables/{address}/moves", **good)["word"] == good["move"]
    address, anna, view = begun(api, teaching="off")
    bad = {"seat": view["seat"], "asked": view["asked"], "move": view["moves"][0]["name"]}
    assert anna.post(f"/tables/{address}/moves", **bad, sure=True)["word"] == bad["move"]


def test_it_is_stopped_the_same_in_worlds_that_look_the_same(api: Api) -> None:
    """By the true judge: what it loses, its error, and why."""
    address, anna, view = begun(api, teaching="all")
    live = api.service.tables.rooms[address].game
    true, seat = live.table, view["seat"]
    sent = [{"seat": seat, "asked": view["asked"], "move": move["name"]} for move in view["moves"]]
    api.service.teacher.effort = Effort(looks=2, look=40, pairs=3, again=40)
    answers = []
    for seed in range(3):
        live.table = true.determinized(seat, seed) if seed else true
        api.service.teacher.judged.clear()
        found = []
        for one in sent:
            stopped = api.portal.call(lambda one=one: api.service.teacher.stops(
                api.service.tables.rooms[address], one["seat"], one["asked"], one["move"]))  # fmt: skip
            found.append(stopped and stopped.verdict)
            if stopped is not None:
                found.append(anna.ask("POST", f"/tables/{address}/moves", json=one).content)
        answers.append(found)
    assert answers[0] == answers[1] == answers[2]


# on the page


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_script_the_question_is_a_page_with_two_buttons(api: Api, judge: Judge, language: str) -> None:
    address, anna, view = begun(api)
    live, words = api.service.tables.rooms[address].game, words_in(language)
    key, csrf = browser(api, anna.key)
    bad, better = view["moves"][0], view["moves"][-1]
    form = {"seat": str(view["seat"]), "asked": str(view["asked"]), "move": bad["name"]}
    speaks = {"accept-language": language}
    page = submit(api, f"/t/{address}/move", key, csrf, **form, more=speaks)
    text = html.unescape(page.text)
    assert page.status_code == 200 and words("teacher.sure") in text and words("teacher.anyway") in text
    assert "20" in text and not live.acts
    assert re.search(r'id="warning"[^>]*data-other="' + re.escape(better["name"]), text)
    again = submit(api, f"/t/{address}/move", key, csrf, **form, again="1", more=speaks)
    assert again.status_code == 303 and not live.acts
    headers = {"cookie": f"{KEY_COOKIE}={key}", **speaks}
    plain = api.request("GET", again.headers["location"] + "&ready=1", headers=headers).text
    assert 'id="warning"' not in plain and 'id="moves"' in plain, "a page that is loaded anew asks anew"
    assert 'id="warning"' in submit(api, f"/t/{address}/move", key, csrf, **form, more=speaks).text
    for _ in range(2):
        assert submit(api, f"/t/{address}/move", key, csrf, **form, sure="1", more=speaks).status_code == 303
    assert [act.word for act in live.acts] == [bad["name"]]


def test_with_a_script_the_question_comes_first_and_why_a_moment_later(api: Api, judge: Judge) -> None:
    address, anna, view = begun(api, "me", "me")
    room = api.service.tables.rooms[address]
    key, csrf = browser(api, anna.key)
    form = {"seat": str(view["seat"]), "asked": str(view["asked"]), "move": view["moves"][0]["name"]}
    speaks = {"hx-request": "true", "x-page": PAGE}
    first = submit(api, f"/t/{address}/move", key, csrf, **form, more=speaks)
    assert first.status_code == 200 and 'id="warning"' in first.text and not room.game.acts
    page, end = drawings_of(room).page(PAGE, key), time.monotonic() + PATIENCE
    while page.told["warning"]["why"] is None and time.monotonic() < end:
        time.sleep(0.01)
    headers = {"cookie": f"{KEY_COOKIE}={key}", **speaks}
    news = f"/t/{address}/news?seat={view['seat']}&ready=1&known="
    shown = api.request("GET", f"{news}1", headers=headers).text
    assert html.escape(page.told["warning"]["why"]["heading"], quote=False) in html.unescape(shown)
    other = f"/t/{address}/news?seat={1 - view['seat']}&ready=1&page=another"
    assert 'id="warning"' not in api.request("GET", other, headers={"cookie": f"{KEY_COOKIE}={key}"}).text
    answer = submit(api, f"/t/{address}/move", key, csrf, **form, sure="1", more=speaks).text
    assert 'id="warning"' not in answer and len(room.game.acts) == 1


# where it can be


def test_where_nobody_may_ask_for_hints_there_is_no_teacher(api: Api, judge: Judge) -> None:
    """It is refused when the table is made; a table that has become one of several people has none any more."""
    anna = api.user("Anna")
    seats = [{"kind": "me"}, {"kind": "open"}]
    for hints, others in (("none", seats[:1] * 2), ("alone", seats)):
        wanted = {"name": "Anna", "game": "rattus", "seats": others, "hints": hints, "teaching": "blunders"}
        assert refused(anna.ask("POST", "/tables", json=wanted), 422, "no-teacher")["field"] == "teaching"
    made = anna.make("rattus", "me", "open", hints="all", teaching="blunders")
    assert made["table"]["teaching"] == "blunders"
    address, ben = made["table"]["id"], api.user("Ben")
    for name, url in (("lobby", f"/t/{address}"), ("invitation", f"/join/{address}/{made['invitations']['1']}")):
        page = api.request("GET", url, headers={"cookie": f"{KEY_COOKIE}={anna.key if name == 'lobby' else ''}"}).text
        assert words_in("en")("teaching.blunders")[1:] in html.unescape(page), name
    ben.sit(address, 1, made["invitations"]["1"])
    user, view = to_move(address, anna, ben)
    sent = {"seat": view["seat"], "asked": view["asked"], "move": view["moves"][0]["name"]}
    refused(user.ask("POST", f"/tables/{address}/moves", json=sent), 409, "stopped")
    room = api.service.tables.rooms[address]
    room.put(hints="alone")
    assert user.get(f"/tables/{address}")["teaching"] == "off"
    assert user.post(f"/tables/{address}/moves", **sent)["word"] == sent["move"]


@pytest.mark.parametrize("chosen", TEACHING)
def test_forms_offer_the_choice_and_another_game_keeps_it(api: Api, chosen: str) -> None:
    key, csrf = browser(api)
    form = api.request("GET", "/new/rattus", headers={"cookie": f"{KEY_COOKIE}={key}"}).text
    assert '<option value="off" selected>' in form
    sent = {"seats": "2", "who_1": "me", "name_1": "Anna", "who_2": "here", "name_2": "Ben", "teaching": chosen}
    address = submit(api, "/new/rattus", key, csrf, **sent).headers["location"].rpartition("/")[2].partition("?")[0]
    assert api.service.tables.rooms[address].kept.teaching == chosen
    wrong = submit(api, "/new/rattus", key, csrf, **{**sent, "teaching": "some"})
    assert wrong.status_code == 422 and "teaching" in html.unescape(wrong.text)
    if chosen != "off":
        open_seat = submit(api, "/new/rattus", key, csrf, **{**sent, "who_2": "open"})
        assert open_seat.status_code == 422 and words_in("en")("refused.no-teacher") in html.unescape(open_seat.text)
        check = submit(api, "/new/rattus/check", key, csrf, **{**sent, "who_2": "open"})
        assert words_in("en")("refused.no-teacher") in html.unescape(check.text)
    user = api.user("Anna", key)
    user.post(f"/tables/{address}/resign", seat=0)
    assert user.post(f"/tables/{address}/rematch")["teaching"] == chosen


def test_a_table_from_before_has_no_teacher(with_service: WithService, known: Known) -> None:
    """What an older version has kept, or a newer one before it was taken back to that."""

    async def make(service: TableService) -> str:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here", teaching="all")
        assert room.kept.teaches == "all"
        store = service.store
        store.changes.flush()
        for shape, to in ((command.downgrade, "0020"), (command.upgrade, "head")):
            with store.engine.begin() as connection:
                shape(migrations(store, connection), to)
        return room.address

    address = with_service(make)

    async def look(service: TableService) -> None:
        assert (await found_at(service, address)).kept.teaching == "off"

    with_service(look)
