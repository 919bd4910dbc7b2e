"""Reviews on a server: of games that are over alone, one a person, behind live tables, kept with their games."""

from __future__ import annotations

import json
import random
import re
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

import bellringer
from bellringer.core.shown.words import LANGUAGES
from bellringer.review.course import Course
from bellringer.review.results import Review
from bellringer.server.base.language import words_in
from bellringer.server.base.workers import LIVE, Pool
from bellringer.server.service import TableService
from bellringer.server.thinking.reviews import Reviewed, is_over
from tests.reviewed import QUICK, another, finished, late
from tests.server.callers import Api, Caller, at_server, browser, play_on, submit
from tests.server.services import PATIENCE
from tests.server.test_brought import Bringer

NAME = "bellringer.sqlite3"


def quick(service: TableService) -> None:
    """Let reviews think for no time."""
    service.reviews.plan = QUICK


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with at_server(tmp_path_factory.mktemp("reviews"), prepare=quick) as api:
        yield api


class Reader(Bringer):
    """Somebody with a browser, who reads reviews."""

    def __init__(self, api: Api, who: Caller | None = None, language: str = "en") -> None:
        self.api, self.language = api, language
        self.key, self.csrf = browser(api, None if who is None else who.key)

    def begin(self, path: str) -> httpx.Response:
        """Press the button of a form."""
        answer: httpx.Response = submit(self.api, path, self.key, self.csrf)
        return answer

    def until(self, path: str, words: str) -> str:
        """The page at a path, as soon as it says so."""
        end = time.monotonic() + PATIENCE
        while words not in (text := unescape((answer := self.get(path)).text)):
            assert answer.status_code == 200 and time.monotonic() < end, text[:4000]
            time.sleep(0.05)
        return text


def over(api: Api, seed: int = 2, **more: Any) -> tuple[str, Caller]:
    """A game of one person with two seats that is over, and who played it."""
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "me", **more)["table"]["id"]
    play_on(address, [(anna, [0, 1])], random.Random(seed))
    return address, anna


def running(api: Api, **more: Any) -> tuple[str, Caller]:
    """A game that still runs."""
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "me", **more)["table"]["id"]
    play_on(address, [(anna, [0, 1])], random.Random(1), 6)
    return address, anna


@cache
def brought_record() -> str:
    """The record of a short game that is over."""
    return late("map of 2", 8).record()


@cache
def brought_whole() -> str:
    """The record of a game that is over, from its deal on."""
    return finished("map of 2").record()


def reviewed(api: Api, address: str) -> Reviewed:
    """What the server has in memory of a table's review."""
    return next(one for one in api.service.reviews.open.values() if one.of.table == table_id(api, address))


def table_id(api: Api, address: str) -> int:
    """The number of a table."""
    kept = api.service.store.table(address)
    assert kept is not None
    return kept.id


def rows(api: Api) -> list[tuple[Any, ...]]:
    """All reviews in the database."""
    api.service.store.changes.flush()
    with closing(sqlite3.connect(api.service.settings.database)) as base:
        return base.execute("SELECT table_id, brought, digest, state FROM reviews ORDER BY id").fetchall()


@pytest.fixture(scope="module")
def whole(site: Api) -> tuple[str, Caller]:
    """A game of a table that was reviewed, and who played it."""
    address, anna = over(site)
    Reader(site, anna).begin(f"/t/{address}/review")
    Reader(site, anna).until(f"/t/{address}/review", WHOLE)
    return address, anna


WHOLE = "Where it turned"
PAGES = ("", "/progress", "/1", "/1/why")


def test_a_review_is_begun_by_a_button_and_shown_once_it_is_whole(site: Api) -> None:
    """From the replay to the page, whose button is a plain form; the page has what the review has found."""
    address, anna = over(site)
    reader, path = Reader(site, anna), f"/t/{address}/review"
    assert f'href="{path}"' in reader.get(f"/t/{address}/replay").text
    page = reader.get(path).text
    assert f'<form method="post" action="{path}">' in page and WHOLE not in page
    answer = reader.begin(path)
    assert answer.status_code == 303 and answer.headers["location"] == path
    text = reader.until(path, WHOLE)
    found = reviewed(site, address).review()
    assert found.digest == Course(site.service.replays.kept[address].table).digest
    assert rows(site)[-1] == (table_id(site, address), None, found.digest, "whole")
    for step in found.steps:
        assert f"{path}/{step.turn + 1}" in text
    assert text.count('class="seat of-') >= len(found.seats)
    assert reader.begin(path).status_code == 303 and reviewed(site, address).review() == found, "nothing is done anew"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_a_review_is_in_the_language_of_the_reader(
    site: Api, whole: tuple[str, Caller], language: str
) -> None:
    """All open, through each pair of eyes, and each moment; whoever may see the replay may see them."""
    address = whole[0]
    stranger, path = Reader(site, language=language), f"/t/{address}/review"
    found = reviewed(site, address).review()
    words = words_in(language)
    charts = set()
    for query in ("", *(f"?eyes={seat}" for seat in found.seats)):
        text = unescape(stranger.get(path + query).text)
        assert words("review.shared") in text
        charts.add(re.findall(r'polyline[^>]+points="[^"]+"', text)[0])
    assert len(charts) > 1, "eyes differ"
    for step in found.steps[:: len(found.steps) // 4]:
        text = unescape(stranger.get(f"{path}/{step.turn + 1}").text)
        assert words("review.thoughts") in text and f"/t/{address}/replay?at=" in text
    assert words("review.shared") in unescape(stranger.get(f"{path}/9999").text), "no such moment: the review itself"


@pytest.mark.parametrize("watching", ["anyone", "nobody"])
def test_no_running_game_is_reviewed(site: Api, watching: str) -> None:
    """Neither for who plays it nor for anybody else; and nothing of it is thought about or kept."""
    address, anna = running(site, watching=watching)
    before, path = rows(site), f"/t/{address}/review"
    for who, status, code in ((anna, 409, "running"), (None, 409 if watching == "anyone" else 404, "no-table")):
        reader = Reader(site, who)
        for page in PAGES:
            answer = reader.get(path + page)
            assert answer.status_code == status, page
            if status == 409:
                assert words_in("en")("refused.running") in unescape(answer.text), code
        for page in ("", "/1"):
            assert reader.begin(path + page).status_code == status
    assert rows(site) == before
    assert all(one.of.table != table_id(site, address) for one in site.service.reviews.open.values())


def test_a_game_that_was_given_up_is_refused_in_words(site: Api) -> None:
    address, anna = running(site)
    anna.post(f"/tables/{address}/resign", seat=0)
    reader, path = Reader(site, anna), f"/t/{address}/review"
    if site.service.tables.rooms[address].kept.status != "over":
        anna.post(f"/tables/{address}/resign", seat=1)
    assert words_in("en")("review.state.review-unfinished") in unescape(reader.get(path).text)
    assert reader.begin(path).status_code == 409


def brought(reader: Reader) -> str:
    """The path of the review of a short game that somebody brings, which nobody else has."""
    return f"{reader.bring(another('map of 2', 3).record()).headers['location']}/review"


def test_one_review_a_person_at_a_time(site: Api) -> None:
    """Another person's may wait beside it; the same one asked for again is no other."""
    reader, other = Reader(site), Reader(site)
    first, second, theirs = brought(reader), brought(reader), brought(other)
    with held(site):
        assert reader.begin(first).status_code == 303
        assert reader.begin(first).status_code == 303
        answer = reader.begin(second)
        assert answer.status_code == 409 and words_in("en")("refused.one-review") in unescape(answer.text)
        assert other.begin(theirs).status_code == 303
        assert words_in("en")("review.state.waiting") in unescape(other.get(theirs).text)
    reader.until(first, WHOLE)
    other.until(theirs, WHOLE)
    assert reader.begin(second).status_code == 303
    reader.until(second, WHOLE)


class held:  # noqa: N801
    """While the block runs, live tables need all that the server has."""

    def __init__(self, api: Api) -> None:
        self.turns = api.service.workers.pools["bots"].turns
        self.places = self.turns.free

    def __enter__(self) -> None:
        self.turns.free -= self.places

    def __exit__(self, *_: object) -> None:
        self.turns.free += self.places


def test_reviews_take_what_live_tables_leave(site: Api) -> None:
    """While bots of live tables have all threads no slice is done; then it goes on."""
    reader = Reader(site)
    path = brought(reader)
    with held(site):
        reader.begin(path)
        reader.until(path, words_in("en")("review.state.working"))
        time.sleep(0.2)
        found = next(one for one in site.service.reviews.open.values() if one.of.brought == path.split("/")[2])
        assert not found.work.steps and found.state == "working"
    reader.until(path, WHOLE)


@pytest.mark.unhurried
def test_no_slice_of_a_review_begins_while_a_bot_of_a_live_table_chooses(tmp_path: Path) -> None:
    """So a bot waits for the rest of one slice at most, however long the review takes."""
    bots, slices = list[str](), list[int]()
    under_way = 0

    def watched(pool: Pool, name: str) -> Callable[..., Any]:
        run = pool.run

        async def seen(*values: Any) -> Any:
            nonlocal under_way
            if name == "reviews":
                slices.append(under_way)
                return await run(*values)
            bots.append(name)
            under_way += 1
            try:
                return await run(*values)
            finally:
                under_way -= 1

        return seen

    def watch(service: TableService) -> None:
        for name in (*LIVE, "reviews"):
            pool: Any = service.workers.pools[name]
            pool.run = watched(pool, name)

    with at_server(tmp_path, prepare=watch, threads=2) as api:
        reader, anna = Reader(api), api.user("Anna")
        path = f"{reader.bring(brought_whole()).headers['location']}/review"
        address = anna.make("notre-dame", "me", "grandmaster", "master", "novice")["table"]["id"]
        reader.begin(path)
        reader.until(path, words_in("en")("review.state.working"))
        slices.clear()
        play_on(address, [(anna, [0])], random.Random(1), 20)
    assert {"bots", "quick-bots", "instant-bots"} <= set(bots)
    assert len(slices) > 5 and max(slices) == 0


def test_a_moment_is_explained_when_a_reader_opens_it(site: Api, whole: tuple[str, Caller]) -> None:
    address, anna = whole
    reader, path = Reader(site, anna), f"/t/{address}/review"
    review = reviewed(site, address).review()
    step = next(one for one in review.steps if one.compared is not None and review.why(one.turn) is None)
    page = f"{path}/{step.turn + 1}"
    assert words_in("en")("review.ask_why_what") in unescape(reader.get(page).text)
    answer = reader.begin(page)
    assert answer.status_code == 303 and answer.headers["location"] == f"{page}#why"
    reader.until(page, "All sources together")
    found = reviewed(site, address).review().why(step.turn)
    assert found is not None and found.moves == step.compared
    lone = next((one for one in review.steps if one.compared is None), None)
    for number in (9999, *([] if lone is None else [lone.turn + 1])):
        assert reader.begin(f"{path}/{number}").status_code in (404, 409)


def test_a_review_that_is_stopped_goes_on_after_a_restart(tmp_path: Path) -> None:
    """What was found is kept, is shown to nobody as a review, and the whole is as if it had never stopped."""
    with at_server(tmp_path, prepare=quick) as api:
        address, anna = over(api)
        reader, path = Reader(api, anna), f"/t/{address}/review"
        reader.get(path)
        found = reviewed(api, address)
        slices = found.work.slices()
        while len(found.work.steps) < 20:
            assert not is_over(slices)
        with held(api):
            reader.begin(path)
            reader.until(path, words_in("en")("review.state.working"))
    with closing(sqlite3.connect(tmp_path / NAME)) as base:
        assert base.execute("SELECT state FROM reviews").fetchall() == [("begun",)]
    with at_server(tmp_path, prepare=quick) as api:
        reader = Reader(api, anna)
        text = unescape(reader.get(path).text)
        assert words_in("en")("review.state.stopped") in text and WHOLE not in text
        for page in ("/1", "/21"):
            assert words_in("en")("review.thoughts") not in unescape(reader.get(path + page).text)
        reader.begin(path)
        reader.until(path, WHOLE)
        review: Review = reviewed(api, address).review()
        course = reviewed(api, address).work.course
        assert review == type(found.work)(course, QUICK).run()
    with closing(sqlite3.connect(tmp_path / NAME)) as base, base:
        ((data,),) = base.execute("SELECT data FROM reviews").fetchall()
        older = json.dumps({**json.loads(zlib.decompress(data)), "version": "0.0"})
        base.execute("UPDATE reviews SET data = ?", (zlib.compress(older.encode()),))
    with at_server(tmp_path, prepare=quick) as api:
        text = unescape(Reader(api).get(path).text)
        assert words_in("en")("review.state.none") in text, "what another version has found is begun anew"


def test_what_was_brought_is_reviewed_for_who_has_brought_it_and_goes_with_it(site: Api) -> None:
    """The same record's review is found by its digest, however often it comes; it is nobody else's to see."""
    anna, ben = Reader(site), Reader(site)
    path = anna.bring(brought_record()).headers["location"]
    assert f'href="{path}/review"' in anna.get(path).text
    anna.begin(f"{path}/review")
    text = anna.until(f"{path}/review", WHOLE)
    assert words_in("en")("review.not_shared") in text
    assert ben.get(f"{path}/review").status_code == 404 and ben.begin(f"{path}/review").status_code == 404
    again = ben.bring(brought_record()).headers["location"]
    assert WHOLE in unescape(ben.get(f"{again}/review").text), "known by its digest"
    address = path.removeprefix("/brought/")
    assert address in [brought for _, brought, _, _ in rows(site)]
    submit(site, f"{path}/forget", anna.key, anna.csrf)
    assert address not in [brought for _, brought, _, _ in rows(site)]


def test_what_was_brought_and_does_not_verify_is_refused_with_its_place(site: Api) -> None:
    """It can be looked at; the page says why it can't be reviewed, and nothing is begun."""
    anna, before = Reader(site), rows(site)
    path = anna.bring(re.sub(r"\[Commitment .*\]\n", "", brought_whole())).headers["location"]
    text = unescape(anna.get(f"{path}/review").text)
    assert words_in("en")("review.state.not-reviewed") in text and "does not verify" in text
    assert anna.begin(f"{path}/review").status_code == 409 and rows(site) == before


def test_what_was_brought_and_is_not_over_is_refused(site: Api) -> None:
    anna = Reader(site)
    position = bellringer.new_game("rattus", seats=2, seed=3).position()
    path = anna.bring(json.dumps(position)).headers["location"]
    assert words_in("en")("review.state.review-unfinished") in unescape(anna.get(f"{path}/review").text)
    assert anna.begin(f"{path}/review").status_code == 409


def test_programs_have_the_same(site: Api) -> None:
    """Begun, followed, read and explained by JSON; nobody without a key begins one, and no running game has one."""
    address, anna = over(site, 7)
    path, stranger = f"/tables/{address}/review", site.user("Nobody")
    begun = stranger.get(path)
    assert begun["state"] == "none" and begun["review"] is None
    assert stranger.ask("POST", path).status_code == 401
    early = anna.ask("POST", f"{path}/whys", json={"turn": 0})
    assert (early.status_code, early.json()["error"]) == (409, "no-review")
    assert anna.ask("POST", path).status_code == 202
    until_whole(anna, path)
    found = reviewed(site, address).review()
    assert Review.from_json(anna.get(path)["review"]) == found
    step = next(one for one in found.steps if one.compared is not None and found.why(one.turn) is None)
    assert anna.ask("POST", f"{path}/whys", json={"turn": step.turn}).status_code == 202
    end = time.monotonic() + PATIENCE
    while anna.get(path)["explaining"]:
        assert time.monotonic() < end
        time.sleep(0.05)
    assert step.turn in [why["turn"] for why in anna.get(path)["review"]["whys"]]
    assert anna.ask("POST", f"{path}/whys", json={"turn": 5_000}).json()["error"] == "no-move"
    live, ben = running(site)
    for method, rest in (("GET", ""), ("POST", ""), ("POST", "/whys")):
        answer = ben.ask(method, f"/tables/{live}/review{rest}", **({"json": {"turn": 0}} if rest else {}))
        assert (answer.status_code, answer.json()["error"]) == (409, "running")


def until_whole(who: Caller, path: str) -> None:
    """Wait until a review is whole. It is not shown before."""
    end = time.monotonic() + PATIENCE
    while (found := who.get(path))["state"] != "whole":
        assert found["review"] is None and found["done"] <= found["of"] and time.monotonic() < end
        time.sleep(0.05)


def test_who_learns_from_mistakes_is_told_the_answer_after_a_try(site: Api, whole: tuple[str, Caller]) -> None:
    """Before it the page has nothing of the review; the address has the place, so that a reload shows the same."""
    address, anna = whole
    reader, path = Reader(site, anna), f"/t/{address}/review"
    text = reader.until(path, WHOLE)
    found = reviewed(site, address).review()
    step = min(found.mistakes, key=lambda one: one.turn)
    colour = found.seats[step.seat]
    assert f"{path}/learn?eyes={colour}" in text
    page = unescape(reader.get(f"{path}/learn?eyes={colour}").text)
    (at,) = re.findall(r'name="at" value="(\d+)"', page)
    told = ("The bot plays", "In the game was played", "points of win chance", "Why:")
    assert not [words for words in told if words in page]
    assert "Learn from the mistakes" in page and "What if" not in page
    for name, said in ((step.moves[0].name, "review.learn.same"), (step.played, "")):
        query = {"at": at, "eyes": colour, "by": colour, "move": name}
        answer = site.request("GET", f"{path}/learn/move", params=query, headers=reader.headers)
        assert answer.status_code == 303
        shown = unescape(reader.get(answer.headers["location"]).text)
        assert all(words in shown for words in told[:2]) and (not said or words_in("en")(said) in shown)
        assert unescape(reader.get(answer.headers["location"]).text).count("The bot plays") == 1
        assert 'name="move"' not in shown, "nothing more is asked"
    assert "The bot plays" in reader.get(f"{path}/learn?at={at}&eyes={colour}&show=1").text
    live, ben = running(site)
    for rest in ("learn", "learn/move", "learn/preview"):
        assert Reader(site, ben).get(f"/t/{live}/review/{rest}").status_code == 409
