"""The rules as pages: a chapter a page, all links lead somewhere, and what somebody looks for is found."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest

from bellringer.core.contract.registry import find
from bellringer.server.drawing.rules.chapters import chapters_of
from bellringer.server.drawing.rules.rules_search import LONGEST, SHOWN, folded
from tests.server.callers import Api, at_server
from tests.server.test_guide_pages import links, shown, words_of

GAMES = ("notre-dame", "rattus")
TOLD = GAMES


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with at_server(tmp_path_factory.mktemp("rules")) as running:
        yield running


def anchors_in(page: str) -> set[str]:
    return set(re.findall(r'\bid="([^"]*)"', page))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", TOLD)
def test_one_reads_all_chapters_by_links_alone(api: Api, game: str, language: str) -> None:
    contents, seen = re.findall(r'<ol class="contents">.*?href="([^"]*)"', shown(api, f"/rules/{game}"), re.DOTALL), []
    (path,) = contents
    while path:
        page = shown(api, path, language=language)
        seen.append(html.unescape(*re.findall(r"<h1>(.*?)</h1>", page)))
        assert f"/rules/{game}" in links(page), "back to the contents"
        onward = re.search(r'rel="next" href="([^"]*)">[^<]* →</a>', page)
        path = html.unescape(onward[1]) if onward else ""
    assert seen == [one.title for one in chapters_of(game, language)]


@pytest.mark.parametrize("game", TOLD)
def test_every_link_of_the_rules_goes_somewhere(api: Api, game: str) -> None:
    chapters = [f"/rules/{game}/{one.name}" for one in chapters_of(game, "en")]
    pages = {path: shown(api, path) for path in (f"/rules/{game}", f"/rules/{game}/ledger", *chapters)}
    found = f"/rules/{game}?q=a"
    anchors = {path: anchors_in(page) for path, page in pages.items()}
    for path, page in {**pages, found: shown(api, found)}.items():
        for href in links(page):
            where, _, anchor = href.partition("#")
            if where.startswith(f"/rules/{game}") and "?" not in where:
                assert where in anchors, (path, href)
                assert not anchor or anchor in anchors[where], (path, href)
            elif not where and path in anchors:
                assert anchor in anchors[path], (path, href)


@pytest.mark.parametrize("path", ["/rules/notre-dame/nothing", "/rules/chess/aim", "/rules/chess"])
def test_a_chapter_that_there_is_not_is_not_found(api: Api, path: str) -> None:
    assert api.request("GET", path).status_code == 404


# what somebody looks for


@pytest.mark.parametrize(("language", "query"), [("en", "HOSPITAL plague"), ("fr", "hopital peste")])
def test_words_are_found_and_marked_whatever_their_accents(api: Api, language: str, query: str) -> None:
    page = shown(api, f"/rules/notre-dame?q={query}", language=language)
    marks = {folded(html.unescape(one))[0] for one in re.findall(r"<mark>(.*?)</mark>", page)}
    assert marks >= set(query.lower().split())
    assert "/rules/notre-dame/sectors#part-hospital" in links(page), "a chapter"
    assert "/rules/notre-dame#rule-hospital" in links(page), "a card"
    assert f'value="{query}"' in page


@pytest.mark.parametrize("game", GAMES)
def test_a_line_of_the_ledger_is_found_by_its_number(api: Api, game: str) -> None:
    ledger = find(game).ledger
    assert ledger is not None
    rule = next(iter(ledger.rules))
    page = shown(api, f"/rules/{game}?q={rule.number.lower()}")
    assert f"/rules/{game}/ledger#{rule.number}" in links(page)


def test_nothing_found_is_said(api: Api) -> None:
    page = shown(api, "/rules/rattus?q=zeppelin")
    assert "No rule has all of these words" in words_of(page) and "<mark>" not in page


def test_what_is_looked_for_is_plain_text(api: Api) -> None:
    page = shown(api, "/rules/rattus?q=%3Cb%3Ea%22")
    assert "<b>a" not in page and "&lt;b&gt;a" in page


def test_too_much_is_not_looked_for(api: Api) -> None:
    answer = api.request("GET", f"/rules/rattus?q={'rat' * LONGEST}")
    assert answer.status_code == 422 and f"at most {LONGEST} letters" in words_of(answer.text)
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize("game", GAMES)
def test_no_more_is_shown_than_can_be_read(api: Api, game: str) -> None:
    page = shown(api, f"/rules/{game}?q=e")
    lists = re.findall(r'<ul class="found">(.*?)</ul>', page, re.DOTALL)
    assert lists and all(one.count("<li>") <= SHOWN for one in lists)
    assert re.search(r"And \d+ more", page)


@pytest.mark.parametrize("query", ["", "%20%20"])
def test_who_looks_for_nothing_gets_the_contents(api: Api, query: str) -> None:
    assert 'class="rules"' in shown(api, f"/rules/rattus?q={query}")
