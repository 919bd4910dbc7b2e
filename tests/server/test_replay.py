"""Replays: every finished game, whatever form it is kept in, at every moment, through every pair of eyes."""

from __future__ import annotations

import html
import json
import random
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bellringer
from bellringer.core.chance import DRAWS
from bellringer.core.errors import BellringerError
from bellringer.core.shown.words import LANGUAGES
from bellringer.core.tables.moments import at, before, moments, question_after
from bellringer.core.tables.table import Table
from bellringer.server.base.language import words_in
from bellringer.server.drawing.drawn_parts import Part
from bellringer.server.drawing.replay.branches import MOST_TRIED, branch_of
from bellringer.server.drawing.replay.replay_parts import CHUNK, Replay
from bellringer.server.drawing.replay.replay_source import ALL, NOBODY, Pane, Source
from bellringer.server.drawing.site.templating import environment
from bellringer.server.drawing.table.moments import Teller
from bellringer.server.drawing.table.page_model import PageModel, Viewer
from bellringer.server.drawing.table.parts import Look
from bellringer.server.service import TableService
from bellringer.server.store import RuleChange
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.live.rule_changes import present_versions
from bellringer.server.tables.memory.replays import MOST, Replayed, replayable
from bellringer.server.visitors.security import KEY_COOKIE
from tests.browser.tables import is_over, kept_of, known, put
from tests.browser.tables import played as played_out
from tests.server.callers import NOWHERE, Api, Caller, at_server, play_on, two_at
from tests.server.services import kept_table, moved
from tests.server.test_leaks import possible
from tests.server.test_leaks_moments import common_move, played, world
from tests.server.test_rule_changes import raise_part

pytestmark = pytest.mark.unhurried

GAMES = ("notre-dame", "rattus")
GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = [path if turn % 4 == 0 else pytest.param(path, marks=pytest.mark.soak)
           for turn, path in enumerate(sorted(GOLDEN.rglob("*.record")))]  # fmt: skip
STORED: dict[str, Any] = json.loads((GOLDEN / "stored" / "expected.json").read_text(encoding="utf-8"))


def live_of(game: str, seats: int = 3, seed: int = 1, most: int = 10_000) -> LiveGame:
    """A game of people, played at random for so many moves."""
    live, dice = LiveGame(kept_table(game, seats)), random.Random(seed)
    while live.pending and len(live.acts) < most:
        moved(live, dice.choice(live.pending), dice=dice)
    return live


def source_of(live: LiveGame, **more: Any) -> Source:
    """What is replayed of it."""
    return Source(live.table, live.info(0), "/r", **{"is_open": bool(live.ended_by), **more})


def replay_of(source: Source, eyes: str = NOBODY, language: str = "en") -> Replay:
    """The replay before some eyes."""
    return Replay(environment(), source, eyes, language)


# moments


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_is_that_of_the_table(game: str) -> None:
    """Board, seats and cards are what a page that tells shows at the same event, through the same eyes."""
    live = live_of(game)
    source, red = source_of(live), live.table.seat_names[0]
    for eyes, seat in ((NOBODY, None), (red, 0)):
        told = replay_of(source, eyes)
        viewer = Viewer(seat, () if seat is None else (seat,), "en")
        teller = Teller(environment(), Look(viewer, live.info(0), ""))
        for moment in list(moments(live.table, 0))[:-1:17]:
            mine, theirs = told.parts(told.moment(moment.number + 1)), teller.parts(moment)
            for name in ("boards", "middle", "hand", "live"):
                assert str(mine[name]) == str(theirs[name]), (moment.number, name)


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_is_counted_by_the_events_that_were_told(game: str) -> None:
    table = live_of(game).table
    every = list(moments(table, 0))
    for count in (0, 1, 7, table.event_count // 2, table.event_count):
        found = at(table, count)
        assert found.number == count - 1 and found.table.event_count == count
        same = every[count - 1].table.view(None) if count else before(table, 0).table.view(None)
        assert found.table.view(None) == same


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_after_a_moment_is_answered_by_the_games_own_luck(game: str) -> None:
    """The moves that were made there lead to the events that they led to, wherever one begins."""
    table = live_of(game).table
    history = table.history
    for count in (0, 5, table.event_count // 3, table.event_count // 2):
        branch = question_after(table, count)
        for seat, name in history[branch.moves_played :]:
            branch.play(name, seat)
        assert branch.position() == table.position() and branch.event_count == table.event_count
    assert not question_after(table, table.event_count).pending


def test_all_open_shows_what_each_seat_holds() -> None:
    """Each hand stands with its seat; what everybody sees shows none."""
    live = live_of("notre-dame")
    source = source_of(live)
    halfway = at(live.table, live.table.event_count // 2)
    told = {eyes: replay_of(source, eyes).model(halfway) for eyes in (ALL, NOBODY)}
    for seat in told[ALL].seats:
        view = halfway.table.view(seat.number)
        hand = [one["card"] for one in view["players"][seat.colour].get("hand", ())]
        assert [card.name for card in told[ALL].held(seat)][: len(hand)] == hand
        assert told[NOBODY].held(seat) == ()
    assert 'class="tiles held"' in replay_of(source, ALL).parts(told[ALL])["seats"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_fetched_ahead_is_each_moment_once(game: str, language: str) -> None:
    """Chunks follow one another without a gap, and a part of a moment is what the page at that moment has."""
    live = live_of(game, most=60)
    told = replay_of(source_of(live), NOBODY, language)
    found: list[dict[str, Any]] = []
    for first in range(0, live.table.event_count + 1, CHUNK):
        ahead = told.chunk(first)
        for moment in ahead.moments():
            ahead.add(moment)
        found += [{name: ahead.parts[key] for name, key in one["show"].items()} for one in ahead.shown]
        assert [one["at"] for one in ahead.shown] == list(range(len(found) - len(ahead.shown), len(found)))
    assert len(found) == live.table.event_count + 1
    for count in (0, 1, CHUNK, live.table.event_count):
        assert found[count] == {name: str(part) for name, part in told.parts(told.moment(count)).items()}


def test_who_wants_to_tell_more_has_a_pane_at_each_moment() -> None:
    live = live_of("rattus", most=30)

    def draw(model: PageModel) -> str:
        return f'<section id="points" class="pane">{model.table.event_count}</section>'

    told = replay_of(source_of(live, panes=(Pane("points", "replay.title", draw),)))
    assert "<section" in told.parts(told.moment(3))["points"] and ">3<" in told.parts(told.moment(3))["points"]
    assert isinstance(told.parts(told.moment(3))["points"], Part)


# the page


def finished(api: Api, game: str = "rattus", **more: Any) -> tuple[str, Caller]:
    """A finished game of two: its address, and who had the first seat."""
    store = api.service.store
    anna, ben = known(store, "Anna"), known(store, "Ben")
    live = None
    for seed in range(30):
        live = live or played_out(
            kept_of(game, {0: anna, 1: ben}, 2, seed, {"chance": DRAWS, **more}), is_over, "random"
        )
    assert live is not None
    address = put(store, live).removeprefix("/t/")
    kept = store.table(address) if store.changes.flush() is None else None
    assert kept is not None
    store.put_places(kept, live.places)
    store.changes.flush()
    return address, Caller(api, "Anna", anna.key)


@pytest.fixture(scope="module")
def over(api: Api) -> tuple[str, Caller]:
    """A finished game for all tests that only look: its address, and who had the first seat."""
    return finished(api)


def page(api: Api, path: str, who: Caller | None = None, language: str = "en", status: int = 200) -> str:
    """A page's text."""
    headers = {"accept-language": language} | ({"cookie": f"{KEY_COOKIE}={who.key}"} if who is not None else {})
    answer = api.request("GET", path, headers=headers)
    assert answer.status_code == status, (path, answer.status_code)
    return html.unescape(answer.text)


def ways(text: str) -> dict[str, str]:
    """The steps that a page leads to without a script."""
    return dict(re.findall(r'id="step-(\w+)"[^>]*? href="([^"]*)"', text))


def test_every_moment_is_a_page_that_leads_to_the_others(api: Api, over: tuple[str, Caller]) -> None:
    address, _ = over
    first = page(api, f"/t/{address}/replay")
    assert set(ways(first)) == {"on", "last"} and "Before the first move" in first
    last = page(api, ways(first)["last"])
    assert set(ways(last)) == {"first", "back"} and 'id="end-title"' in last
    middle = page(api, ways(page(api, ways(first)["on"]))["on"])
    assert set(ways(middle)) == {"first", "back", "on", "last"} and 'id="end-title"' not in middle
    [marked] = re.findall(r'data-at="(\d+)" aria-current="step"', middle)
    assert marked == "2" and len(re.findall(r'<a href="[^"]*" data-at=', middle)) > 50, "each line is a way"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wanted", ["99999", "9" * 40, "x", "-3", "1.5", ""])
def test_a_moment_that_there_is_not_is_the_nearest_one_and_says_so(
    api: Api, over: tuple[str, Caller], language: str, wanted: str
) -> None:
    address, _ = over
    text = page(api, f"/t/{address}/replay?at={wanted}&eyes=all", language=language)
    nearest = re.search(r'data-at="(\d+)" data-eyes="all" data-last="(\d+)"', text)
    assert nearest is not None and nearest[1] == (nearest[2] if wanted.isdecimal() else "0")
    assert words_in(language).text("replay.nearest", at=nearest[1]) in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_is_not_there_has_a_page_that_says_so(api: Api, language: str) -> None:
    """It was removed, has not begun, or is not for this visitor: nobody can tell which."""
    waiting = api.user("Anna").make("rattus", "me", "open")["table"]["id"]
    hidden, _ = finished(api, watching="nobody")
    for address in (NOWHERE, waiting, hidden):
        for path in ("replay", "replay/moments?from=0"):
            text = page(api, f"/t/{address}/{path}", language=language, status=404)
            assert words_in(language).text("refused.no-replay") in text


def test_a_visitor_begins_with_his_own_eyes_and_a_link_has_those_that_it_names(
    api: Api, over: tuple[str, Caller]
) -> None:
    address, anna = over
    assert 'data-eyes="red"' in page(api, f"/t/{address}/replay", anna).partition("<main")[2][:600]
    assert 'data-eyes="table"' in page(api, f"/t/{address}/replay").partition("<main")[2][:600]
    for eyes in ("red", "blue", "table", "all"):
        text = page(api, f"/t/{address}/replay?at=5&eyes={eyes}", anna)
        assert f'data-eyes="{eyes}"' in text.partition("<main")[2][:600]
    assert page(api, f"/t/{address}/replay?at=5&eyes=red").count("(you)") == 0


def test_a_finished_game_leads_to_its_replay(api: Api, over: tuple[str, Caller]) -> None:
    """From its end, from one's tables; and a running game to its past."""
    address, anna = over
    assert f"/t/{address}/replay" in page(api, f"/t/{address}", anna)
    assert f'/t/{address}/replay"' in page(api, "/mine", anna)
    running, _ = two_at(api, "rattus", 2)
    assert f"/t/{running}/replay" in page(api, f"/t/{running}")


# branches


def tries(table: Table, first: int, count: int) -> list[str]:
    """So many of the moves that were made in a game, from one on, as a branch has them."""
    return [f"{table.seat_names[seat]} {name}" for seat, name in table.history[first : first + count]]


@pytest.mark.parametrize("game", GAMES)
def test_a_branch_goes_on_by_the_games_own_luck_and_shows_what_a_table_shows(game: str) -> None:
    """The moves of the game itself lead on to its own positions; the choices are those of whoever is asked."""
    live = live_of(game)
    source, table = source_of(live), live.table
    for count in (0, 9, table.event_count // 2):
        begins = question_after(table, count).moves_played
        for more in (0, 1, 7):
            branch = branch_of(source, count, tries(table, begins, more))
            assert branch.left_out == 0 and len(branch.tried) == more
            asked = table.at(table.state_before(begins + more), 0, 0)
            assert branch.table.position() == asked.position()
            model = branch.model("all", "en")
            assert [choice.name for choice in model.choices] == list(asked.legal_names(asked.pending[0]))
            own = branch.model("red", "en")
            assert own.seat == branch.answering and own.view == asked.view(own.seat)
    everything = branch_of(source, 0, tries(table, 0, 10_000))
    assert len(everything.tried) == min(MOST_TRIED, table.moves_played)
    assert everything.is_full == (table.moves_played >= MOST_TRIED)


def form_of(text: str) -> tuple[dict[str, list[str]], list[str]]:
    """The fields of the form of a branch, and its moves."""
    form = re.search(r'<form id="moves".*?</form>', text, re.DOTALL)
    assert form is not None
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[0]):
        fields.setdefault(name, []).append(value)
    return fields, re.findall(r'<button[^>]* name="move" value="([^"]*)"', form[0])


def test_moves_are_tried_by_a_form_and_nothing_is_stored(api: Api, over: tuple[str, Caller]) -> None:
    address, anna = over
    path, before = f"/t/{address}/replay?at=20&eyes=table&try=", api.kept()
    for count in range(5):
        text = page(api, path, anna)
        fields, moves = form_of(text)
        assert len([one for one in fields.get("try", []) if one]) == count and moves
        assert "the game's own luck" in text and "Back to the game" in text
        query = {name: value for name, value in fields.items() if name not in ("asked", "seat")}
        answer = api.request("GET", f"/t/{address}/replay/move", params={**query, "move": moves[-1]})
        assert answer.status_code == 303
        path = answer.headers["location"]
    assert api.kept() == before
    [less] = re.findall(r'id="one-less" href="([^"]*)"', page(api, path, anna))
    assert less.count("try=") == 4


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("tried", "left_out"), [(["nobody bank"], 1), (["red no-such-move", "blue x"], 2), (["x" * 300], 1), ([""], 0)]
)
def test_a_branch_that_there_is_not_is_the_nearest_one_and_says_so(
    api: Api, over: tuple[str, Caller], language: str, tried: list[str], left_out: int
) -> None:
    address, _ = over
    query = "&".join(f"try={one}" for one in tried)
    text = page(api, f"/t/{address}/replay?at=20&{query}", language=language)
    said = words_in(language).text("replay.branch.nearest", n=left_out or 1)
    assert (said in text) == (left_out > 0)
    assert 'id="moves"' in text and f"/t/{address}/replay?at=20&eyes=table" in text


def test_what_a_tried_move_would_do_is_told_as_at_a_table(api: Api, over: tuple[str, Caller]) -> None:
    address, _ = over
    text = page(api, f"/t/{address}/replay?at=20&eyes=table&try=")
    [asks], (fields, moves) = re.findall(r'data-preview="([^"]*)"', text), form_of(text)
    told = api.request("GET", f"{asks}&seat={fields['seat'][0]}&asked=1", params=None).json()
    assert told is None
    answers = [api.request("GET", f"{asks}&seat={fields['seat'][0]}&asked=1&move={move}").json() for move in moves]
    assert all(set(one) == {"lines", "unknown", "figures", "pieces", "next"} for one in answers)


def test_a_running_game_has_no_branches(api: Api) -> None:
    """Not even the words of one: what an address asks for is left out."""
    address, people = two_at(api, "rattus", 2)
    play_on(address, people, random.Random(1), 8)
    anna = people[0][0]
    plain = page(api, f"/t/{address}/replay?at=3&eyes=red", anna)
    tried = page(api, f"/t/{address}/replay?at=3&eyes=red&try=red+take+monk", anna)
    assert plain.partition("<main")[2] == tried.partition("<main")[2] and "try-moves" not in plain
    cookie = {"cookie": f"{KEY_COOKIE}={anna.key}"}
    for path in ("preview?at=3&try=&seat=0&move=x", "preview"):
        assert api.request("GET", f"/t/{address}/replay/{path}", headers=cookie).status_code == 409


# where games are kept


def test_games_that_are_looked_back_on_are_few_and_not_among_the_open_tables(tmp_path: Path) -> None:
    with at_server(tmp_path / "data") as api:
        one, _ = finished(api)
    with at_server(tmp_path / "data") as api:
        for count in (1, 50):
            page(api, f"/t/{one}/replay?at={count}")
        assert one not in api.service.tables.rooms and list(api.service.replays.kept) == [one]
        kept = api.service.replays.kept[one]
        for number in range(MOST + 5):
            api.service.replays.keep(f"other-{number}", kept)
        assert len(api.service.replays.kept) == MOST and one not in api.service.replays.kept


def test_neither_a_step_nor_a_list_grows_with_the_number_of_finished_games(tmp_path: Path) -> None:
    """SQLite's virtual machine is asked how many steps it took, with 100 finished games of a visitor and 20,000."""
    with at_server(tmp_path / "data") as api:
        one, anna = finished(api)
        counted: dict[int, dict[str, int]] = {}
        for games in (100, 20_000):
            copy_games(api, one, games)
            with counting(api.service) as steps:
                for path in (f"/t/{one}/replay?at=30", f"/t/{one}/replay/moments?from=24", "/mine"):
                    api.service.replays.kept.clear()
                    api.portal.call(forget, api.service, one)
                    steps[0] = 0
                    page(api, path, anna)
                    counted.setdefault(games, {})[path] = steps[0]
        for path, few in counted[100].items():
            assert 0 < few and counted[20_000][path] <= few * 1.5 + 200, (path, counted)


async def forget(service: TableService, address: str) -> None:
    """Let go of a table that is in memory."""
    if (room := service.tables.rooms.get(address)) is not None:
        service.tables.release(room)


def copy_games(api: Api, one: str, games: int) -> None:
    """Have so many finished games of the same people in the database."""
    api.service.store.changes.flush()
    with closing(sqlite3.connect(api.service.settings.database)) as base, base:
        first = base.execute("SELECT max(id) FROM tables").fetchone()[0] + 1
        last = first + games - base.execute("SELECT count(*) FROM tables WHERE status = 'over'").fetchone()[0]
        row = base.execute("SELECT id FROM tables WHERE address = ?", (one,)).fetchone()[0]
        numbers = f"WITH RECURSIVE n(i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {last})"
        for table, key, own in (
            ("tables", "id", {"id": "i", "address": "'copy-' || i"}),
            ("seats", "table_id", {"table_id": "i"}),
        ):
            columns = [found[1] for found in base.execute(f"PRAGMA table_info({table})")]
            values = ", ".join(own.get(name, name) for name in columns)
            base.execute(f"INSERT INTO {table} {numbers} SELECT {values} FROM n, {table} WHERE {key} = {row}")


class counting:
    """Counts the steps of SQLite's virtual machine that a service takes to read, while the block lasts."""

    def __init__(self, service: TableService) -> None:
        self.service, self.steps = service, [0]

    def __enter__(self) -> list[int]:
        engine = self.service.store.engine
        self.plain = plain = engine.connect

        def counted() -> Any:
            connection = plain()
            driver: Any = connection.connection.driver_connection
            driver.set_progress_handler(self.step, 1)
            return connection

        engine.connect = counted  # type: ignore[method-assign]
        return self.steps

    def step(self) -> int:
        """One more."""
        self.steps[0] += 1
        return 0

    def __exit__(self, *_: object) -> None:
        self.service.store.engine.connect = self.plain  # type: ignore[method-assign]


# what is kept in other forms


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_golden_record_replays(path: Path) -> None:
    """As far as its rules still allow: at its beginning, in its middle and at its end."""
    try:
        table = bellringer.replay(path.read_text(encoding="utf-8"))
    except BellringerError as error:
        assert "the record was played by" in str(error)
        return
    info = LiveGame(kept_table(table.game, table.seats)).info(0)
    source = Source(table, replace(info, ended_by="game" if table.result else ""), "/r", is_open=True)
    told = replay_of(source, ALL)
    for count in (table.event_count // 2, table.event_count):
        parts = told.parts(told.moment(count))
        assert parts["live"] and parts["place"]
    assert len(told.lines) == table.event_count


def stored_api(tmp_path: Path) -> Iterator[Api]:
    """A server of today on the tables of then."""
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(GOLDEN / "stored" / "bellringer.sqlite3", folder)
    with at_server(folder) as api:
        yield api


@pytest.fixture
def of_then(tmp_path: Path) -> Iterator[Api]:
    """The tables of a server of the first version of the rules."""
    yield from stored_api(tmp_path)


def shows_end(text: str) -> bool:
    """Whether a page of a replay tells who has won."""
    return 'id="end-title"' in text


def test_every_table_of_then_replays(of_then: Api) -> None:
    with closing(sqlite3.connect(of_then.service.settings.database)) as base, base:
        base.execute("UPDATE tables SET watching = 'anyone'")
    for name, expected in STORED.items():
        path = f"/t/{expected['address']}/replay"
        if name == "waiting":
            page(of_then, path, status=404)
            continue
        for count in (0, 20, 99_999):
            text = page(of_then, f"{path}?at={count}")
        assert shows_end(text) == name.endswith("-over"), name


@pytest.mark.parametrize("name", [name for name in STORED if name.endswith("-over")])
def test_a_table_of_then_whose_rules_have_changed_replays_and_says_so(
    of_then: Api, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """It was stored as its acts alone, or with a position; its moves are made once more by the rules of today."""
    with closing(sqlite3.connect(of_then.service.settings.database)) as base, base:
        base.execute("UPDATE tables SET watching = 'anyone'")
    path = f"/t/{STORED[name]['address']}/replay"
    game = "rattus" if name.startswith("europe") else "notre-dame"
    raise_part(monkeypatch, game, "base", to=99)
    text = page(of_then, f"{path}?at=99999")
    assert "These rules have changed since" in text and "lead to the same end" in text and shows_end(text)
    assert int(re.findall(r'data-last="(\d+)"', text)[0]) > 100


def changed(live: LiveGame, monkeypatch: pytest.MonkeyPatch, *, is_broken: bool) -> Replayed:
    """A finished game whose rules have changed since: as it is built from its acts and its last position."""
    position, before_it = live.table.position(), present_versions(live.kept)
    raise_part(monkeypatch, live.kept.game, "base", to=99)
    acts = list(live.acts)
    change = RuleChange(len(acts) + 1, before_it, present_versions(live.kept), 0, position)
    if is_broken:
        spoilt = next(number for number in range(len(acts) // 2, len(acts)) if acts[number].kind == "move")
        acts[spoilt] = replace(acts[spoilt], word="no such move")
    rules = replace(acts[-1], number=len(acts) + 1, kind="rules", word="")
    return Replayed(LiveGame(replace(live.kept, status="over"), [*acts, rules], changes=[change]))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("is_broken", [False, True])
def test_where_rules_have_changed_what_they_still_allow_is_replayed(
    monkeypatch: pytest.MonkeyPatch, game: str, is_broken: bool
) -> None:
    live = live_of(game, seats=2)
    found = changed(live, monkeypatch, is_broken=is_broken)
    assert found.live.table.moves_played == 0, "a table of today has nothing but its last position"
    table, gaps = replayable(found.live)
    assert gaps.parts == ("base",) and gaps.is_sure != is_broken
    assert table.moves_played + gaps.after == live.table.moves_played and table.moves_played > 20
    assert (gaps.after > 0) == is_broken and (table.result is not None) != is_broken


# a running game


def every_byte(live: LiveGame, viewer: int | None, language: str) -> str:
    """All that a replay of a running game shows somebody: the parts of every moment, its log, its ways, its marks."""
    source = source_of(live, is_open=False, eyes=() if viewer is None else (viewer,), mine=viewer)
    eyes = source.eyes_meant("")
    told = replay_of(source, eyes, language)
    ahead = told.chunk(0)
    for moment in ahead.moments():
        ahead.add(moment)
    ends = [str(told.log(source.count)), told.ways(source.count), source.marks, source.all_eyes, str(told.ground())]
    return json.dumps([ahead.shown, ahead.parts, *map(str, ends)])


@pytest.mark.parametrize("chunk", [0, *(pytest.param(chunk, marks=pytest.mark.soak) for chunk in range(1, 20))])
@pytest.mark.parametrize("game", GAMES)
def test_the_past_of_a_running_game_hangs_on_nothing_that_is_hidden(game: str, chunk: int) -> None:
    """The same moves in two worlds that a viewer can't tell apart: his replay is alike in both, byte for byte."""
    dice, compared = random.Random(f"{game} {chunk}"), 0
    kinds = possible(game)
    setting = dice.choice(kinds[dice.choice(sorted(kinds))])
    for live in played(setting, 500 + chunk):
        viewer = dice.choice((None, *range(live.table.seats)))
        compared += compare_worlds(world(live, viewer, dice), world(live, viewer, dice), viewer, dice)
    assert compared > 5, "else nothing was compared"


def compare_worlds(one: LiveGame, other: LiveGame, viewer: int | None, dice: random.Random) -> int:
    """Make the same moves in both while they look alike; how often something was compared."""
    found = 0
    for _ in range(4):
        move = common_move(one.table, other.table, dice)
        if move is None:
            break
        for live in (one, other):
            live.table.play(*move)
        if one.table.view(viewer) != other.table.view(viewer) or told_of(one.table) != told_of(other.table):
            break
        language = dice.choice(LANGUAGES)
        assert every_byte(one, viewer, language) == every_byte(other, viewer, language), (viewer, move)
        found += one.table.event_count > 0
    return found


def told_of(table: Table) -> list[tuple[Any, ...]]:
    """All that its events tell."""
    return [(event.kind, event.seat, event.what, event.where, event.amount) for event in table.events()]


def test_of_a_running_game_nobody_has_the_eyes_of_another(api: Api) -> None:
    """Neither on the page nor in what is fetched ahead, and no way leads there."""
    address, people = two_at(api, "notre-dame", 2)
    play_on(address, people, random.Random(1), 8)
    (anna, _), (ben, _) = people
    for who, own, other in ((anna, "red", "blue"), (ben, "blue", "red"), (None, "table", "red")):
        for eyes in (other, "all"):
            text = page(api, f"/t/{address}/replay?at=3&eyes={eyes}", who)
            assert f'data-eyes="{own}"' in text.partition("<main")[2][:600]
            shown = text.partition("<main")[2]
            assert f"eyes={other}" not in shown and "eyes=all" not in shown
            cookie = {} if who is None else {"cookie": f"{KEY_COOKIE}={who.key}"}
            ahead = [api.request("GET", f"/t/{address}/replay/moments?from=0&eyes={one}", headers=cookie).text
                     for one in (eyes, own)]  # fmt: skip
            assert ahead[0] == ahead[1]


def test_who_shares_a_screen_sees_the_public_past_alone_while_the_game_runs(api: Api) -> None:
    anna = api.user("Anna")
    address = anna.make("notre-dame", "me", "me")["table"]["id"]
    play_on(address, [(anna, [0, 1])], random.Random(1), 8)
    text = page(api, f"/t/{address}/replay?at=3&eyes=red", anna)
    assert 'data-eyes="table"' in text.partition("<main")[2][:600]


def test_a_running_game_says_that_it_runs(api: Api) -> None:
    address, people = two_at(api, "rattus", 2)
    play_on(address, people, random.Random(1), 5)
    for language in LANGUAGES:
        assert words_in(language).text("replay.running") in page(api, f"/t/{address}/replay", language=language)
