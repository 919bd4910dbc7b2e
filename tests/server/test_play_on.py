"""Playing on from a moment of a finished game, or from a branch: a table that begins there, with its luck or not."""

from __future__ import annotations

import html
import random
import re
from typing import Any

import pytest

from bellringer.core.shown.words import LANGUAGES
from bellringer.core.tables.moments import question_after
from bellringer.core.tables.table import Table
from bellringer.server.base.language import words_in
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory.room import Room
from bellringer.server.visitors.security import KEY_COOKIE
from tests.server.callers import Api, Caller, browser, play_on, submit, two_at
from tests.server.test_replay import finished

pytestmark = pytest.mark.unhurried

GAMES = ("notre-dame", "rattus")
AT = 20


@pytest.fixture(scope="module", params=GAMES)
def over(api: Api, request: pytest.FixtureRequest) -> tuple[str, Caller]:
    """A finished game of two: its address, and who had the first seat."""
    return finished(api, request.param)


def form_at(api: Api, who: Caller, path: str, language: str = "en") -> str:
    """The page with the form."""
    headers = {"cookie": f"{KEY_COOKIE}={who.key}", "accept-language": language}
    answer = api.request("GET", path, headers=headers)
    assert answer.status_code == 200, (path, answer.status_code)
    return html.unescape(answer.text)


def sent(api: Api, who: Caller, address: str, **more: Any) -> Any:
    """The answer to the form: with a bot on the second seat, unless something else is said."""
    key, csrf = browser(api, who.key)
    usual = {
        "who_1": "me",
        "name_1": "Anna",
        "who_2": "bot:random",
        "luck": "same",
        "at": str(AT),
        "once": str(random.random()),
    }
    return submit(api, f"/t/{address}/replay/play-on", key, csrf, **{**usual, **more})


def made(api: Api, who: Caller, address: str, **more: Any) -> Room:
    """The table that the form has made."""
    answer = sent(api, who, address, **more)
    assert answer.status_code == 303, answer.text[:3000]
    room: Room = api.service.tables.rooms[answer.headers["location"].rpartition("/")[2].partition("?")[0]]
    return room


def game_of(api: Api, address: str) -> Any:
    """The game at a table."""
    kept = api.service.store.table(address)
    assert kept is not None
    return LiveGame(kept, api.service.store.acts(kept)).table


def hidden(table: Table) -> dict[str, Any]:
    """Everything at a table, but for what chance goes on from."""
    return {**table.position(), "dice": ""}


@pytest.mark.parametrize("luck", ["same", "new"])
def test_a_table_begins_where_the_game_stood(api: Api, over: tuple[str, Caller], luck: str) -> None:
    """Marked as such, counted in no statistics; with the same luck the same moves lead to the same end."""
    address, anna = over
    whole = game_of(api, address)
    room = made(api, anna, address, who_2="here", name_2="Zoë", luck=luck)
    begun, there = room.game.table, question_after(whole, AT)
    for seat in (None, 0, 1):
        assert begun.view(seat) == there.view(seat)
    assert luck == "new" or hidden(begun) == hidden(there)
    assert (begun.dice_seed == whole.dice_seed) == (luck == "same")
    mark = room.kept.beginning
    assert mark is not None and not room.kept.counts and room.kept.fair is None
    assert (mark.mark.kind, mark.mark.source, mark.mark.step) == ("moment", address, AT)
    assert mark.mark.has_same_luck == (luck == "same")
    again, ends_alike = begun.copy(), True
    for seat, name in whole.history[there.moves_played :]:
        ends_alike = ends_alike and seat in again.pending and name in again.legal_names(seat)
        if not ends_alike:
            break
        again.play(name, seat)
    ends_alike = ends_alike and again.result == whole.result and again.view(None) == whole.view(None)
    assert ends_alike == (luck == "same")
    for language in LANGUAGES:
        kind = "moment_same_luck" if luck == "same" else "moment"
        assert words_in(language).text(f"began.{kind}") in form_at(api, anna, f"/t/{room.address}", language)


def test_new_luck_deals_anew_what_nobody_has_seen(api: Api, over: tuple[str, Caller]) -> None:
    """At a moment with little unseen it may come as it was, but hardly at five moments of the first round."""
    address, anna = over
    whole = game_of(api, address)
    alike = [
        hidden(made(api, anna, address, luck="new", at=str(at)).game.table) == hidden(question_after(whole, at))
        for at in range(1, 6)
    ]
    assert not all(alike)


def test_a_table_begins_where_a_branch_stands(api: Api, over: tuple[str, Caller]) -> None:
    address, anna = over
    branch = question_after(game_of(api, address), AT)
    seat = branch.pending[0]
    name = branch.legal_names(seat)[-1]
    branch.play(name, seat)
    tried = f"{branch.seat_names[seat]} {name}"
    page = form_at(api, anna, f"/t/{address}/replay?at={AT}&eyes=all&try={tried}")
    [way] = re.findall(r'id="play-on" href="([^"]*)"', page)
    assert f'name="try" value="{tried}"' in form_at(api, anna, way)
    room = made(api, anna, address, **{"try": tried})
    stood = room.kept.beginning
    assert stood is not None and stood.position == branch.position()


def test_the_form_begins_with_ones_own_seat_and_says_what_is_wrong(api: Api, over: tuple[str, Caller]) -> None:
    address, anna = over
    page = form_at(api, anna, f"/t/{address}/replay/play-on?at={AT}&eyes=blue")
    chosen = re.findall(r'<select id="who_(\d)".*?<option value="([^"]*)" selected', page, re.DOTALL)
    assert dict(chosen)["2"] == "me" and dict(chosen)["1"].startswith("bot:")
    for wrong in ({"name_1": "N" * 41}, {"luck": "much"}, {"who_2": "bot:nobody"}, {"clock": "x"}):
        before = api.service.store.count_unfinished()  # bots may go on meanwhile at a table of another test
        answer = sent(api, anna, address, **wrong)
        assert answer.status_code == 422 and 'role="alert"' in answer.text, wrong
        assert api.service.store.count_unfinished() == before and f'name="at" value="{AT}"' in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_from_the_end_nobody_plays_on(api: Api, over: tuple[str, Caller], language: str) -> None:
    address, anna = over
    page = form_at(api, anna, f"/t/{address}/replay/play-on?at=99999", language)
    assert words_in(language).text("replay.on.over") in page and "luck-new" not in page
    assert sent(api, anna, address, at="99999").status_code == 409


def test_of_a_running_game_nobody_plays_on(api: Api) -> None:
    address, people = two_at(api, "rattus", 2)
    play_on(address, people, random.Random(1), 8)
    anna = people[0][0]
    headers = {"cookie": f"{KEY_COOKIE}={anna.key}"}
    assert api.request("GET", f"/t/{address}/replay/play-on?at=3", headers=headers).status_code == 409
    assert sent(api, anna, address, at="3").status_code == 409
    assert "play-on" not in form_at(api, anna, f"/t/{address}/replay?at=3")


def test_the_same_form_sent_twice_makes_one_table(api: Api, over: tuple[str, Caller]) -> None:
    address, anna = over
    key, csrf = browser(api, anna.key)
    form: dict[str, Any] = {
        "who_1": "me",
        "name_1": "Anna",
        "who_2": "open",
        "luck": "new",
        "at": str(AT),
        "once": "once and for all",
    }
    answers = [submit(api, f"/t/{address}/replay/play-on", key, csrf, **form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0].headers["location"] == answers[1].headers["location"]
