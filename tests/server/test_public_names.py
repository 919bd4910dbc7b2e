"""The names that the site gives, changing one's own, and who sees a game that one plays alone."""

from __future__ import annotations

import asyncio
import html
import re
from pathlib import Path
from typing import Any

import pytest

from bellringer.core.shown.words import LANGUAGES
from bellringer.server.base.language import words_in
from bellringer.server.drawing.site.labels import option_label
from bellringer.server.people.names import checked_name, is_like_any
from bellringer.server.people.public_names import FIRST, TRADES, public_name
from bellringer.server.tables.live.seating import NAMES
from bellringer.server.tables.memory import room as room_module
from bellringer.server.tables.memory.room import AWAY
from bellringer.server.visitors.security import KEY_COOKIE
from tests.server.callers import Api, Caller, at_server, browser, refused, submit, two_at

pytestmark = pytest.mark.unhurried

PLAY = {"game": "rattus", "seats": "3", "level": "random"}


def played(api: Api, key: str, csrf: str, language: str = "en") -> str:
    """Press "Play now": the address of the table."""
    answer = submit(api, "/play", key, csrf, {"accept-language": language}, **PLAY)
    assert answer.status_code == 303
    return str(answer.headers["location"]).rpartition("/")[2]


def names_at(who: Caller, address: str) -> list[str]:
    """The names at a table, as programs are told."""
    return [seat["name"] for seat in who.get(f"/tables/{address}")["seats"]]


def page_of(api: Api, key: str | None, path: str) -> Any:
    """A page as a browser with a key gets it."""
    return api.request("GET", path, headers={"cookie": f"{KEY_COOKIE}={key}", "accept-language": "en"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_that_is_given_can_be_one_and_is_no_bots(language: str) -> None:
    words = words_in(language)
    found = {f"{first} {words(f'public_names.{kind}.{trade}')}" for kind in FIRST for first in FIRST[kind]
             for trade in TRADES}  # fmt: skip
    assert len(found) == sum(map(len, FIRST.values())) * len(TRADES)
    for name in found:
        assert checked_name(name) == name and not is_like_any(name, NAMES)
    first = [one for kind in FIRST for one in FIRST[kind]]
    assert not [one for one in first if is_like_any(one, NAMES)]
    assert public_name(words) in found


@pytest.mark.parametrize("language", LANGUAGES)
def test_play_now_gives_a_name_and_keeps_it(api: Api, language: str) -> None:
    key, csrf = browser(api)
    first, second = (played(api, key, csrf, language) for _ in range(2))
    anna = api.user("", key)
    name = names_at(anna, first)[0]
    kinds = [words_in(language)(f"public_names.{kind}.{trade}") for kind in FIRST for trade in TRADES]
    assert any(name.endswith(f" {one}") for one in kinds) and name == names_at(anna, second)[0]
    for old in ("You", "Vous"):  # as who played before was called
        key, csrf = browser(api)
        submit(api, "/name", key, csrf, name=old, back="/")
        assert names_at(api.user("", key), played(api, key, csrf))[0] != old


def test_a_name_that_one_has_chosen_stays_at_play_now(api: Api) -> None:
    key, csrf = browser(api)
    submit(api, "/name", key, csrf, name="Zoë", back="/")
    assert names_at(api.user("", key), played(api, key, csrf))[0] == "Zoë"


def test_another_name_is_seen_where_it_may_be(api: Api) -> None:
    """At once where one plays alone and where the game has not begun; and where others play, not before the end."""
    with_others, people = two_at(api, "rattus", 2)
    anna = people[0][0]
    alone = anna.make("rattus", "me", "random")["table"]["id"]
    waiting = anna.make("rattus", "me", "open")["table"]["id"]
    _, csrf = browser(api, anna.key)
    assert anna.key is not None
    answer = submit(api, "/name", anna.key, csrf, name="Zoë", back=f"/t/{alone}")
    assert answer.status_code == 303 and answer.headers["location"] == f"/t/{alone}"
    assert [names_at(anna, table)[0] for table in (with_others, alone, waiting)] == ["Anna", "Zoë", "Zoë"]
    assert (
        "Zoë" in page_of(api, anna.key, f"/t/{alone}").text and "Anna" not in page_of(api, anna.key, f"/t/{alone}").text
    )
    api.portal.call(api.service.tables.release, api.service.tables.rooms[alone])
    assert names_at(anna, alone)[0] == "Zoë", "it is stored"
    assert names_at(anna, anna.make("rattus", "me", "open")["table"]["id"])[0] == "Anna", "a program names itself"


def test_the_name_of_who_sits_at_the_same_screen_stays(api: Api) -> None:
    key, csrf = browser(api)
    form = {"seats": "3", "who_1": "me", "name_1": "Anna", "who_2": "here", "name_2": "Ben", "who_3": "open"}
    address = submit(api, "/new/rattus", key, csrf, **form).headers["location"].rpartition("/")[2]
    submit(api, "/name", key, csrf, name="Zoë", back="/")
    assert names_at(api.user("", key), address)[:2] == ["Zoë", "Ben"]


def test_nobody_is_renamed_to_somebody_at_a_table_that_waits(api: Api) -> None:
    anna, ben = api.user("Anna"), api.user("Ben")
    made = anna.make("rattus", "me", "open", "open")
    ben.sit(made["table"]["id"], 1, made["invitations"]["1"])
    _, csrf = browser(api, ben.key)
    assert ben.key is not None
    before = api.state()
    for name in ("Аnnа", "N" * 41, ""):
        answer = submit(api, "/name", ben.key, csrf, name=name, back="/about")
        assert answer.status_code == 422 and f'value="{name}"' in answer.text and 'aria-invalid="true"' in answer.text
    assert api.state() == before
    assert submit(api, "/name", ben.key, csrf, name="Eve", back="https://evil.example/").headers["location"] == "/"
    assert names_at(ben, made["table"]["id"]) == ["Anna", "Eve", ""]


@pytest.mark.parametrize("path", ["/mine", "/t/{lobby}", "/t/{table}"])
def test_the_name_can_be_changed_where_one_is(api: Api, path: str) -> None:
    anna = api.user("Anna")
    tables = {"lobby": anna.make("rattus", "me", "open"), "table": anna.make("rattus", "me", "random")}
    text = page_of(api, anna.key, path.format(**{name: made["table"]["id"] for name, made in tables.items()})).text
    found = re.search(r'<form class="line own-name" method="post" action="/name">.*?</form>', text, re.DOTALL)
    assert found is not None and 'value="Anna"' in found[0]


# games that one plays alone


def shown_on_the_front_page(api: Api, address: str) -> bool:
    """Whether a newcomer is offered to watch a table."""
    api.service.tables.lists.clear()
    return f"/t/{address}" in page_of(api, None, "/").text


def solo(api: Api, *seats: str, **more: Any) -> tuple[Caller, str]:
    """A game that one person plays, made without a word about who may watch."""
    anna = api.user("Anna")
    kinds = [{"kind": seat} if seat == "me" else {"kind": "bot", "bot": seat} for seat in seats]
    made = anna.post("/tables", name="Anna", game="rattus", seats=kinds, **more)
    anna.key = made["key"]
    return anna, made["table"]["id"]


@pytest.mark.parametrize("seats", [("me", "random", "random"), ("me", "me"), ("random", "random")])
def test_a_game_without_others_is_seen_by_nobody(api: Api, seats: tuple[str, ...]) -> None:
    anna, address = solo(api, *seats)
    assert not shown_on_the_front_page(api, address)
    assert page_of(api, anna.key, f"/t/{address}").status_code == 200
    assert page_of(api, browser(api)[0], f"/t/{address}").status_code == 404
    for path in ("", "/view", "/events", "/stream", "/chat"):
        refused(api.user("Eve").ask("GET", f"/tables/{address}{path}"), 404, "no-table")


def test_a_game_with_others_is_seen_as_before(api: Api) -> None:
    address, _ = two_at(api, "rattus", 2, watching="company")
    assert shown_on_the_front_page(api, address)
    assert page_of(api, browser(api)[0], f"/t/{address}").status_code == 200


@pytest.mark.parametrize("watching", ["anyone", "link"])
def test_who_made_it_can_say_that_others_may_look(api: Api, watching: str) -> None:
    """At the start, or while the game runs; and can take it back, which sends away who looks on."""
    _, said = solo(api, "me", "random", watching=watching)
    assert page_of(api, browser(api)[0], f"/t/{said}").status_code == 200
    assert shown_on_the_front_page(api, said) == (watching == "anyone")
    anna, address = solo(api, "me", "random")
    assert anna.key is not None
    _, csrf = browser(api, anna.key)
    assert f'action="/t/{address}/watching"' in page_of(api, anna.key, f"/t/{address}").text
    for value, status in ((watching, 200), ("company", 404), (watching, 200), ("nobody", 404)):
        answer = submit(api, f"/t/{address}/watching", anna.key, csrf, watching=value)
        assert answer.status_code == 303
        assert page_of(api, browser(api)[0], f"/t/{address}").status_code == status
        assert shown_on_the_front_page(api, address) == (value == "anyone")
    assert submit(api, f"/t/{address}/watching", anna.key, csrf, watching="all").status_code == 422


def test_where_others_play_it_stays_as_they_found_it(api: Api) -> None:
    address, people = two_at(api, "rattus", 2, watching="nobody")
    anna = people[0][0]
    _, csrf = browser(api, anna.key)
    assert anna.key is not None
    assert "/watching" not in page_of(api, anna.key, f"/t/{address}").text
    assert submit(api, f"/t/{address}/watching", anna.key, csrf, watching="anyone").status_code == 403
    _, own = solo(api, "me", "random", watching="link")
    key, csrf = browser(api)
    assert submit(api, f"/t/{own}/watching", key, csrf, watching="anyone").status_code == 403, "it is somebody else's"


def test_a_seat_that_a_bot_takes_makes_it_a_game_without_others(api: Api) -> None:
    """Who looked at the lobby has to go when it begins."""
    key, csrf = browser(api)
    form = {"seats": "2", "who_1": "me", "name_1": "Anna", "who_2": "open", "joining": "anyone", "watching": "company"}
    path = submit(api, "/new/rattus", key, csrf, **form).headers["location"]
    eve = browser(api)[0]
    assert page_of(api, eve, path).status_code == 200
    submit(api, f"{path}/seat-bot", key, csrf, seat="1", bot="random", manner="")
    assert page_of(api, eve, path).status_code == 404 and page_of(api, key, path).status_code == 200


def test_the_front_page_lists_tables_that_somebody_watches_however_many_are_alone(api: Api) -> None:
    address, _ = two_at(api, "rattus", 2, watching="company")
    for _ in range(40):
        solo(api, "me", "me")
    assert shown_on_the_front_page(api, address)
    assert html.unescape(page_of(api, None, "/").text).count('row-state">Watch') >= 1


# what a lobby and an invitation tell


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
def test_lobby_and_invitation_tell_what_the_table_was_made_with(api: Api, game: str, language: str) -> None:
    """Every option by its label, the usual ones, too; how many play, the clock, and who may watch."""
    anna = api.user("Anna")
    made = anna.make(game, "me", "open", "novice", clock="live-20")
    table, words = made["table"], words_in(language)
    for path in (f"/t/{table['id']}", f"/join/{table['id']}/{made['invitations']['1']}"):
        headers = {"cookie": f"{KEY_COOKIE}={anna.key if path.startswith('/t') else ''}", "accept-language": language}
        text = html.unescape(api.request("GET", path, headers=headers).text)
        told = dict(re.findall(r"<div><dt>(.*?)</dt> <dd>(.*?)</dd></div>", text))
        labels = [option_label(game, name, language) for name in table["options"] if name != "start"]
        assert list(told) == [
            words("lobby.seats"),
            *labels,
            words("new.clock"),
            words("new.watching"),
            words("new.hints"),
        ]
        assert told[words("lobby.seats")] == "3" and all(told.values()) and "20 minutes" in told[words("new.clock")]


def test_who_has_closed_the_page_of_a_lobby_is_shown_as_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while, so that loading a page again is nothing; and no longer once the page is there again."""
    clock = [1_000.0]
    monkeypatch.setattr(room_module, "monotonic", lambda: clock[0])
    with at_server(tmp_path) as api:
        anna, ben = api.user("Anna"), api.user("Ben")
        made = anna.make("rattus", "me", "open", "open")
        address = made["table"]["id"]
        ben.sit(address, 1, made["invitations"]["1"])
        room, user = api.service.tables.rooms[address], api.portal.call(api.service.people.user, ben.key)
        assert user is not None

        def is_shown_away() -> bool:
            invited = page_of(api, None, f"/join/{address}/{made['invitations']['2']}").text
            assert ("Ben (away)" in invited) == ('class="away"' in page_of(api, anna.key, f"/t/{address}").text)
            return "Ben (away)" in invited

        api.portal.call(room.come, user.id)
        clock[0] += 100
        assert not is_shown_away(), "the page is open"
        before = room.revision
        api.portal.call(room.go, user.id)
        clock[0] += AWAY / 2
        assert not is_shown_away(), "it may be loaded again"
        clock[0] += AWAY
        assert is_shown_away()
        api.portal.call(room.come, user.id)
        assert not is_shown_away() and room.revision > before, "the others are shown it"


def test_a_lobby_is_drawn_anew_when_somebody_counts_as_away(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        made = api.user("Anna").make("rattus", "me", "open")
        room = api.service.tables.rooms[made["table"]["id"]]
        room.away_after = 0.0
        api.portal.call(room.come, 1)
        before = room.revision
        api.portal.call(room.go, 1)
        api.portal.call(asyncio.sleep, 0)
        assert room.revision > before
