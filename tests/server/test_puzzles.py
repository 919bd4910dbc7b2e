"""The puzzle of the day: the same for everybody, its answer after a try alone, and nothing that its seat can't see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import Any

import pytest

import bellringer
from bellringer.core.contract.registry import find
from bellringer.core.shown.words import LANGUAGES
from bellringer.puzzles.puzzle import Other, Puzzle, line
from bellringer.puzzles.sentences import PuzzleTold
from bellringer.puzzles.shipped import Shipped, day_of, number_on, today
from bellringer.server.base.language import words_in
from bellringer.server.drawing.site.labels import seat_words
from tests.server.callers import API, Api, at_server, refused
from tests.server.test_brought import Bringer

pytestmark = pytest.mark.unhurried
GAMES = bellringer.game_names()
LOOKED = (1, 8, 15)  # numbers of puzzles


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with at_server(tmp_path_factory.mktemp("puzzles")) as api:
        yield api


@pytest.fixture
def reader(site: Api) -> Iterator[Bringer]:
    """Somebody with a browser, at a server that then has its own puzzles again."""
    yield Bringer(site)
    site.service.puzzles.shipped.clear()
    site.service.puzzles.day = today


def asked(api: Api, game: str, one: Puzzle) -> str:
    """The address of a puzzle, once it is the only one of its game."""
    api.service.puzzles.shipped[game] = Shipped((line(one.as_json()),))
    return f"/puzzles/{game}/1"


def text_of(reader: Bringer, path: str, **query: str) -> str:
    """What a page says. The policies and keys in its head are as they are."""
    answer = reader.api.request("GET", path, headers=reader.headers, **({"params": query} if query else {}))
    assert answer.status_code == 200, answer.text[:500]
    text: str = answer.text
    return text


def told_in(text: str) -> str:
    """The words of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def plain(text: str) -> str:
    """Words, with plain spaces."""
    return " ".join(text.split())


# one a day


def test_every_day_has_its_puzzle_the_same_for_everybody(site: Api, reader: Bringer) -> None:
    """The list leads to today's and to those before; nobody sees tomorrow's."""
    daily = site.service.puzzles
    newest = number_on(today())
    assert daily.games == GAMES and daily.newest == newest
    page = text_of(reader, "/puzzles")
    front = text_of(reader, "/")
    for game in GAMES:
        assert f'href="/puzzles/{game}"' in front
        for number in range(newest - 28, newest + 1):
            assert f'href="/puzzles/{game}/{number}"' in page
        assert f"/puzzles/{game}/{newest + 1}" not in page
        for who in (reader, Bringer(site, "fr")):
            way = who.get(f"/puzzles/{game}")
            assert way.status_code == 303 and way.headers["location"] == f"/puzzles/{game}/{newest}"
        for number in (1, newest - 1, newest):
            assert day_of(number).isoformat() in text_of(reader, f"/puzzles/{game}/{number}")
        for path in (f"{newest + 1}", "0", "-1", "x", "1/2", "9" * 30):
            assert reader.get(f"/puzzles/{game}/{path}").status_code == 404, path
    assert reader.get("/puzzles/chess").status_code == 404
    daily.day = lambda: today() + timedelta(days=1)
    assert reader.get(f"/puzzles/rattus/{newest + 1}").status_code == 200
    assert reader.get("/puzzles/rattus").headers["location"] == f"/puzzles/rattus/{newest + 1}"


def test_a_game_without_puzzles_says_nothing_of_them(site: Api, reader: Bringer) -> None:
    site.service.puzzles.shipped["rattus"] = Shipped(())
    assert "/puzzles/rattus" not in text_of(reader, "/") + text_of(reader, "/puzzles")
    assert reader.get("/puzzles/rattus").status_code == 404 and reader.get("/puzzles/rattus/1").status_code == 404


# solving one


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_answer_comes_after_a_try(site: Api, game: str, language: str) -> None:
    reader = Bringer(site, language)
    for number in LOOKED[:2]:
        one, path = site.service.puzzles.find(game, number), f"/puzzles/{game}/{number}"
        told, second = PuzzleTold(one, language), one.others[0].name
        secrets = [plain(words) for words in (*told.answer(), told.why_heading(), *told.why(), told.made())]
        before = text_of(reader, path)
        assert plain(told.task) in told_in(before) and plain(told.difficulty) in told_in(before)
        assert words_in(language)("replay.branch.title") not in before
        assert f'action="{path}/move"' in before and not [words for words in secrets if words in told_in(before)]
        assert set(re.findall(r'data-move="([^"]+)"', before)) == {one.best, *(other.name for other in one.others)}
        for name in (one.best, second):
            way = reader.api.request("GET", f"{path}/move", params={"move": name}, headers=reader.headers)
            assert way.status_code == 303
            answer = told_in(text_of(reader, way.headers["location"]))
            assert not [words for words in secrets if words not in answer]
            assert plain(told.verdict(name)) in answer and plain(told.tried(name)) in answer
        shown = text_of(reader, f"{path}?show=1")
        assert not [words for words in secrets if words not in told_in(shown)] and 'id="moves"' not in shown
        assert plain(told.verdict(one.best)) not in told_in(shown)


@pytest.mark.parametrize("game", GAMES)
def test_a_page_that_asks_is_the_same_whatever_is_best(site: Api, reader: Bringer, game: str) -> None:
    """Byte for byte: another best move, another margin, another why, another judge change nothing."""
    one = site.service.puzzles.find(game, LOOKED[0])
    first, *rest = one.others
    turned = replace(
        one,
        best=first.name,
        others=(Other(one.best, first.behind), *rest),
        margin=one.others[-1].behind,
        why=replace(one.why, differences=(), moves=one.why.moves[::-1]),
        net="0" * 64,
        version="0",
    )
    pages, views = set[tuple[str, str]](), set[str]()
    for puzzle in (one, turned):
        path = asked(site, game, puzzle)
        pages.add((text_of(reader, path), text_of(reader, path, **{"try": "no such move"})))
        views.add(site.request("GET", f"{API}/puzzles/{game}?number=1").text)
    assert len(pages) == 1 and len(views) == 1


def test_an_illegal_or_unknown_move_is_told_and_the_puzzle_asked_again(site: Api, reader: Bringer) -> None:
    for game in GAMES:
        one, path = site.service.puzzles.find(game, 1), f"/puzzles/{game}/1"
        illegal = next(name for name in find(game).move_names if not one.is_legal(name))
        for move in (illegal, "fly away", "<b>", "x" * 500):
            text = text_of(reader, path, **{"try": move})
            assert 'role="alert">Nobody can play that here.' in text and 'id="moves"' in text
            assert plain(PuzzleTold(one, "en").answer()[0]) not in told_in(text)
        assert 'role="alert">' not in text_of(reader, path).partition('id="prompt"')[2].partition("</section>")[0]


def test_nothing_is_kept_of_what_was_tried(site: Api, reader: Bringer) -> None:
    """Neither in the database, nor in a cookie, nor of anybody's in memory; and nobody has to be known."""
    before, people = site.state(), list(site.service.people.lately)
    one = site.service.puzzles.find("rattus", 1)
    for name in (one.best, one.others[0].name, "fly away"):
        answer = reader.api.request("GET", "/puzzles/rattus/1", params={"try": name}, headers=reader.headers)
        assert answer.status_code == 200 and "set-cookie" not in answer.headers
        site.request("POST", f"{API}/puzzles/rattus", json={"number": 1, "move": name})
    assert site.state() == before and list(site.service.people.lately) == people


def test_a_preview_is_for_the_seat_that_is_asked(site: Api, reader: Bringer) -> None:
    one = site.service.puzzles.find("rattus", 1)
    path = "/puzzles/rattus/1/preview"
    found = reader.api.request("GET", path, params={"seat": one.seat, "move": one.best}, headers=reader.headers)
    assert found.status_code == 200 and found.json()["lines"] is not None
    for query in ({"seat": one.seat, "move": "fly"}, {"seat": 1 - min(one.seat, 1), "move": one.best}, {}):
        if query.get("seat") == one.seat and query.get("move") == one.best:
            continue
        assert reader.api.request("GET", path, params=query, headers=reader.headers).json() is None


# what the seat can't see


def everything(reader: Bringer, game: str, path: str, one: Puzzle, language: str) -> list[Any]:
    """All that is said of a puzzle: before, with previews of its moves, after each kind of try, to programs."""
    api = reader.api
    moves = (one.best, *(other.name for other in one.others[:3]))
    pages = [text_of(reader, path), text_of(reader, path, show="1"), text_of(reader, path, **{"try": "fly away"})]
    pages += [text_of(reader, path, **{"try": name}) for name in moves[:2]]
    previews = [
        api.request("GET", f"{path}/preview", params={"seat": str(one.seat), "move": name}, headers=reader.headers).text
        for name in moves
    ]
    colour = one.table().seat_names[one.seat]
    for name in moves:  # as if it had been made: on the way to its page, too
        query = {"at": "0", "eyes": colour, "try": f"{colour} {name}", "seat": str(one.seat), "move": moves[0]}
        previews.append(api.request("GET", f"{path}/preview", params=query, headers=reader.headers).text)
        pages.append(text_of(reader, path, **query))
    assert previews[-len(moves) :] == previews[:1] * len(moves), "no move is made on the position"
    seen = api.request("GET", f"{API}/puzzles/{game}", params={"number": "1", "lang": language}).json()
    tried = [
        api.request("POST", f"{API}/puzzles/{game}", params={"lang": language}, json={"number": 1, "move": name}).json()
        for name in moves[:2]
    ]
    return [*pages, *previews, seen, *tried]


@pytest.mark.parametrize("game", GAMES)
def test_worlds_that_look_alike_to_the_seat_are_told_alike(site: Api, reader: Bringer, game: str) -> None:
    """Everything that anybody is sent, when all that the seat can't see is dealt anew: the same bytes."""
    rules, differed = find(game), 0
    for number, language in zip(LOOKED, (*LANGUAGES, *LANGUAGES, *LANGUAGES), strict=False):
        one = site.service.puzzles.find(game, number)
        state = one.table().state
        worlds = [state, *(state.determinized(one.seat, seed) for seed in (5, 6))]
        differed += len({bytes(world) for world in worlds}) > 1
        who = Bringer(site, language)
        found = []
        for world in worlds:
            alike = replace(one, position=rules.position(world))
            found.append(everything(who, game, asked(site, game, alike), alike, language))
        assert found[0] == found[1] == found[2], number
        site.service.puzzles.shipped.clear()
    assert differed >= 2, "there was hardly anything hidden"


# programs


@pytest.mark.parametrize("game", GAMES)
def test_programs_have_the_same(site: Api, game: str) -> None:
    newest = number_on(today())
    found = site.request("GET", f"{API}/puzzles/{game}").json()
    one = site.service.puzzles.find(game, newest)
    assert (found["game"], found["number"], found["day"]) == (game, newest, today().isoformat())
    assert found["seat"] == one.seat and found["view"] == one.table().view(one.seat)
    assert [move["name"] for move in found["moves"]] == list(one.table().legal_names(one.seat)) and found["prompt"]
    assert site.request("GET", f"{API}/puzzles/{game}?number={newest}").json() == found
    second = one.others[0]
    for name, behind in ((one.best, [0.0, 0.0]), (second.name, list(second.behind))):
        sent = {"number": newest, "move": name}
        answer = site.request("POST", f"{API}/puzzles/{game}", json=sent).json()
        assert (answer["right"], answer["best"], answer["behind"]) == (name == one.best, one.best, behind)
        assert answer["margin"] == list(one.margin) and answer["net"] == one.net and answer["lines"]
        assert answer["why"]["moves"] == list(one.why.moves) and "turn" not in answer["why"]
    illegal = site.request("POST", f"{API}/puzzles/{game}", json={"number": newest, "move": "fly away"})
    assert set(refused(illegal, 409, "illegal")["legal"]) == set(one.table().legal_names(one.seat))
    for path in (f"/puzzles/{game}?number={newest + 1}", "/puzzles/chess"):
        refused(site.request("GET", API + path), 404, "missing")
    refused(
        site.request("POST", f"{API}/puzzles/{game}", json={"number": newest + 1, "move": one.best}), 404, "missing"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_seat_is_called_by_its_colour(site: Api, language: str) -> None:
    one = site.service.puzzles.find("rattus", 1)
    colour = one.table().seat_names[one.seat]
    assert PuzzleTold(one, language).seats[one.seat].lower() == seat_words("rattus", colour, language).lower()
