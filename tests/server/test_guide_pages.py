"""How a game is played, as pages: found from everywhere, whole without a script, and every number leads to its rule."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest

from bellringer.core.contract.ledger import NUMBER
from bellringer.core.contract.registry import find
from bellringer.server.visitors.security import KEY_COOKIE
from tests.server.callers import Api, Caller, at_server, browser, submit

GAMES = ("notre-dame", "rattus")
PLAIN = {"classes": (), "modules": ()}  # what a table has chosen
TITLES = {"en": "How to play", "fr": "Comment jouer"}
MARKS = re.compile(r"<script.*?</script>|<style.*?</style>|<head>.*?</head>", re.DOTALL)
MAIN = re.compile(r"<main.*?</main>", re.DOTALL)
LINK = re.compile(r'<a [^>]*href="([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with at_server(tmp_path_factory.mktemp("guides")) as running:
        yield running


def shown(api: Api, path: str, user: Caller | None = None, language: str = "en") -> str:
    """A page as its HTML."""
    key = {"cookie": f"{KEY_COOKIE}={user.key}"} if user is not None else {}
    answer = api.request("GET", path, headers={**key, "accept-language": language})
    assert answer.status_code == 200, path
    return str(answer.text)


def links(page: str) -> list[str]:
    """Where the links of a page lead."""
    return [html.unescape(href) for href, _ in LINK.findall(page)]


def words_of(page: str) -> str:
    """What a page says to who reads it without a script."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", MARKS.sub("", page))).split())


def waiting(api: Api, game: str, **options: object) -> tuple[Caller, str, str]:
    """A table that waits for a second person: its maker, its address, the invitation."""
    anna = api.user("Anna")
    made = anna.make(game, "me", "open", "random", options=options)
    return anna, made["table"]["id"], made["invitations"]["1"]


# where it is found


CHOSEN: dict[str, dict[str, object]] = {"notre-dame": {"edition": "anniversary"}, "rattus": {"modules": ["upgrades"]}}


@pytest.mark.parametrize(("game", "chosen"), CHOSEN.items())
def test_it_is_found_from_the_front_page_the_invitation_the_lobby_and_the_table(
    api: Api, game: str, chosen: dict[str, object]
) -> None:
    anna, address, invitation = waiting(api, game, **chosen)
    assert f"/how/{game}" in links(shown(api, "/"))
    pages = [shown(api, f"/join/{address}/{invitation}"), shown(api, f"/t/{address}", anna)]
    api.user("Ben").sit(address, 1, invitation)
    pages.append(shown(api, f"/t/{address}", anna))
    assert 'id="board"' in pages[-1]
    for page in pages:
        way = re.search(rf'<a [^>]*href="(/how/{game}\?[^"]*)" target="_blank"', page)
        assert way is not None, "in a tab of its own, so that nothing typed and no table is left"
        told = words_of(shown(api, f"{html.unescape(way[1])}"))
        assert "(with what is in play at your table)" in told
        marked = shown(api, html.unescape(way[1]).replace(f"/how/{game}", f"/how/{game}/turn"))
        held = re.findall(r'<li class="holds">(.*?)</li>', marked, re.DOTALL)
        assert len(held) == 1 and ("anniversary" in held[0] or "Upgrades" in held[0])


@pytest.mark.parametrize("game", GAMES)
def test_whatever_explains_opens_beside_the_table(api: Api, game: str) -> None:
    """Rules of cards, ledger, guide, checker: from the invitation, the lobby and the table none of them leads away."""
    anna, address, invitation = waiting(api, game)
    pages = [shown(api, f"/join/{address}/{invitation}"), shown(api, f"/t/{address}", anna)]
    api.user("Ben").sit(address, 1, invitation)
    pages.append(shown(api, f"/t/{address}", anna))
    for page in pages:
        ways = re.findall(r'<a [^>]*href="/(?:how|rules|fairness)[^>]*>', MAIN.findall(page)[0])
        assert len(ways) > 1
        assert [way for way in ways if 'target="_blank" rel="noopener"' not in way] == []
    assert "/fairness.html" in links(pages[-1])


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_lead_to_each_other(api: Api, game: str) -> None:
    for path in (f"/rules/{game}", f"/rules/{game}/ledger"):
        assert f"/how/{game}" in links(shown(api, path))
    found = links(shown(api, f"/how/{game}"))
    assert {f"/rules/{game}", f"/rules/{game}/ledger", f"/how/{game}/all"} <= set(found)


# the screens


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_one_goes_through_all_screens_and_back_by_links_alone(api: Api, game: str, language: str) -> None:
    guide = find(game).guide
    assert guide is not None
    path, seen = f"/how/{game}?seats=2", list[str]()
    while path:
        page = shown(api, path, language=language)
        (title,) = re.findall(r"<h1>(.*?)</h1>", page)
        seen.append(html.unescape(title))
        assert TITLES[language] in words_of(page) and f'<html lang="{language}">' in page
        onward = re.search(r'<a class="main-button" rel="next" href="([^"]*)"', page)
        path = html.unescape(onward[1]) if onward else ""
        assert not path or "seats=2" in path
    assert seen == [guide.screen(name, language, {}).title for name in guide.names]
    assert re.search(r'<a class="quiet-button" rel="prev" href="[^"]*/scoring', page)


@pytest.mark.parametrize("game", GAMES)
def test_all_screens_stand_on_one_page_to_be_printed(api: Api, game: str) -> None:
    guide, page = find(game).guide, shown(api, f"/how/{game}/all")
    assert guide is not None
    told = words_of(page)
    for name in guide.names:
        screen = guide.screen(name, "en", {})
        assert all(f"{point.title} {point.text}" in told for point in screen.points)
        assert all(" ".join(sketch.words.split()) in told for sketch in screen.sketches)
    assert "@media print" in shown_style(api, page)


def shown_style(api: Api, page: str) -> str:
    """The style of the guides."""
    (href,) = re.findall(r'href="(/static/guide\.css[^"]*)"', page)
    return str(api.request("GET", href).text)


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_is_there_and_drawn_by_the_game(api: Api, game: str) -> None:
    guide = find(game).guide
    assert guide is not None
    for language in ("en", "fr"):
        page = shown(api, f"/how/{game}/all", language=language)
        sources = [html.unescape(one) for one in re.findall(r'<img src="([^"]*)"', page)]
        assert len(sources) == len(guide.drawings)
        for name, source in zip(guide.drawings, sources, strict=True):
            answer = api.request("GET", source)
            assert answer.headers["content-type"] == "image/svg+xml"
            assert answer.text == guide.drawing(name, language)


def test_cards_are_those_of_the_tables(api: Api) -> None:
    page = shown(api, "/how/notre-dame/plague")
    assert page.count('class="game-card held"') == 3 and "/rules/notre-dame#rule-" in page
    for emblem in set(re.findall(r'href="#(e-[\w-]+)"', page)):
        assert f'id="{emblem}"' in page, emblem


NOWHERE = ("/how/chess", "/how/rattus/nothing", "/picture/rattus/nothing.svg", "/rules/chess/ledger")


@pytest.mark.parametrize("path", NOWHERE)
def test_what_there_is_not_is_not_found(api: Api, path: str) -> None:
    assert api.request("GET", path).status_code == 404


@pytest.mark.parametrize("query", ["seats=99", "seats=x", "seats=3&edition=1800&modules=none", "edition=anniversary"])
def test_an_address_of_a_table_that_there_can_not_be_tells_of_none(api: Api, query: str) -> None:
    for game in GAMES:
        told = words_of(shown(api, f"/how/{game}/turn?{query}"))
        assert "1800" not in told and ("At your table" in told) is (query.startswith("seats=3") and game != "rattus")


# the ledger, and the numbers that lead there


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_stands_in_the_ledger_under_its_number(api: Api, game: str, language: str) -> None:
    page, ledger = shown(api, f"/rules/{game}/ledger", language=language), find(game).ledger
    assert ledger is not None
    assert re.findall(r'<li id="([^"]*)">', page) == [rule.number for rule in ledger.rules]
    assert ("Ce registre des règles n’existe qu’en anglais." in words_of(page)) is (language == "fr")
    assert '<div lang="en">' in page and "examples.md" not in page


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_a_rule_that_a_page_shows_leads_to_it(api: Api, game: str, language: str) -> None:
    anchors = set(re.findall(r'id="([A-Z]{2}-[\d.]+)"', shown(api, f"/rules/{game}/ledger")))
    for path in (f"/rules/{game}", f"/rules/{game}/ledger", f"/how/{game}/all", f"/new/{game}", "/about", "/"):
        page = MARKS.sub("", shown(api, path, language=language))
        for href, inside in LINK.findall(page):
            for number in NUMBER.findall(words_of(inside)):
                assert href.rpartition("#")[2] == number and number in anchors, (path, number)
                assert href.startswith("#") or href.startswith(f"/rules/{game}/ledger#")
        outside = words_of(LINK.sub("", page))
        assert NUMBER.findall(outside) == [], path


# the first question of a first game


def first_question(api: Api, user: Caller, address: str, more: str = "") -> str:
    """What tells the newcomer how to win, if anything does."""
    found = re.search(r'<form id="aim".*?</form>', shown(api, f"/t/{address}{more}", user), re.DOTALL)
    return words_of(found[0]) if found else ""


@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_is_told_how_to_win_until_the_first_answer(api: Api, game: str) -> None:
    anna = api.user("Anna")
    address = anna.make(game, "me", "me", options={"start": 0})["table"]["id"]
    guide = find(game).guide
    assert guide is not None
    assert guide.aim("en", PLAIN) in first_question(api, anna, address, "?seat=0&ready=1")
    assert guide.aim("fr", PLAIN) in html.unescape(
        api.request("GET", f"/t/{address}?seat=0&ready=1",
                    headers={"cookie": f"{KEY_COOKIE}={anna.key}", "accept-language": "fr"}).text)  # fmt: skip
    view = anna.get(f"/tables/{address}/view", seat=0)
    anna.post(f"/tables/{address}/moves", seat=0, asked=view["asked"], move=view["moves"][0]["name"])
    assert guide.aim("en", PLAIN) in first_question(api, anna, address, "?seat=1&ready=1"), (
        "who sits beside is new, too"
    )
    for _ in range(2):
        for seat in (0, 1):
            view = anna.get(f"/tables/{address}/view", seat=seat)
            if view["asked"] is not None:
                anna.post(f"/tables/{address}/moves", seat=seat, asked=view["asked"], move=view["moves"][0]["name"])
    assert not any(first_question(api, anna, address, f"?seat={seat}&ready=1") for seat in (0, 1))


def test_a_second_game_of_the_kind_tells_it_no_more_but_the_other_game_does(api: Api) -> None:
    anna = api.user("Anna")
    for game, is_told in (("rattus", True), ("rattus", False), ("notre-dame", True)):
        address = anna.make(game, "me", "me", options={"start": 0})["table"]["id"]
        assert bool(first_question(api, anna, address, "?seat=0&ready=1")) is is_told


def test_nobody_else_is_told(api: Api) -> None:
    anna, ben = api.user("Anna"), api.user("Ben")
    address = anna.make("notre-dame", "me", "random", watching="anyone", options={"start": 0})["table"]["id"]
    assert not first_question(api, ben, address)


def test_closing_it_takes_it_away_with_a_form_alone(api: Api) -> None:
    key, csrf = browser(api)
    answer = submit(api, "/play", key, csrf, game="rattus", seats="2", level="novice", once="first-game")
    where = answer.headers["location"]
    caller = api.user("Anna", key)
    asked = f"{where}?seat=0"
    for _ in range(200):
        if first_question(api, caller, asked.removeprefix("/t/")):
            break
    else:
        pytest.fail("no first question came")
    closed = submit(api, f"{where}/aim", key, csrf, seat="0")
    assert closed.status_code == 303
    assert not first_question(api, caller, asked.removeprefix("/t/"))
    assert 'name="move"' in shown(api, asked, caller), "the question is still there"
