"""Bots with manners on the server: in the forms, at the seat, in the interface for programs, in the store."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest

from bellringer import bots
from bellringer.core.shown.words import LANGUAGES
from bellringer.server.drawing.site.faces import USUAL, face_of
from bellringer.server.store.models import SeatRow
from bellringer.server.tables.live.seating import Occupant
from bellringer.server.tables.requests import checked_bot, with_manner
from bellringer.server.visitors.security import KEY_COOKIE
from tests.server.callers import Api, at_server, browser, submit


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with at_server(tmp_path_factory.mktemp("manners")) as running:
        yield running


NAMES = [f"{level}+{manner}" for level in bots.LEVELS for manner in bots.MANNERS]


def test_levels_with_manners_may_sit_at_a_table_and_nothing_else_new() -> None:
    assert [checked_bot(name) for name in NAMES] == NAMES
    for wrong in ("expert+", "expert+rude", "greedy+greedy", "random+cautious", "search:20+cautious", "+greedy"):
        with pytest.raises(bots.OptionError):
            checked_bot(wrong)
    assert with_manner("expert", "") == "expert" and with_manner("random", "greedy") == "random"


def test_there_is_room_for_every_name_in_the_store() -> None:
    assert max(map(len, NAMES)) <= SeatRow.__table__.c.bot.type.length


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_level_and_manner_are_told_in_words(name: str, language: str) -> None:
    from bellringer.server.base.language import words_in

    words, (level, manner) = words_in(language), bots.parts_of(name)
    told = Occupant(name, "bot", name).level(words)
    assert told == f"{words(f'bots.{level}')}, {words(f'manners.{manner}').lower()}"
    assert Occupant(name, "bot", name).in_list(words) == f"Aveline ({told})"


def test_faces_are_drawings_without_ids_and_all_different() -> None:
    faces = {face_of(manner) for manner in (USUAL, *bots.MANNERS)}
    assert len(faces) == 1 + len(bots.MANNERS)
    for one in faces:
        assert one.startswith("<svg ") and one.endswith("</svg>") and " id=" not in one and "style=" not in one


def test_every_bot_has_a_face_at_the_table_and_says_its_manner(api: Api) -> None:
    made = api.user("Anna").make("rattus", "me", "novice+cautious", "novice", "adept+meddling")
    assert [seat["bot"] for seat in made["table"]["seats"]] == ["", "novice+cautious", "novice", "adept+meddling"]
    text = html.unescape(api.request("GET", f"/t/{made['table']['id']}", headers={"accept-language": "en"}).text)
    heads = re.findall(r"<h3 title=[^>]*>(.*?)</h3>", text)
    assert ["<svg" in head for head in heads] == [False, True, True, True]
    assert "a bot: Novice, cautious" in text and "a bot: Adept, meddling" in text


def test_those_whom_one_plays_at_once_differ_in_their_manners(api: Api) -> None:
    key, csrf = browser(api)
    for seats in (2, 4, 5):
        made = submit(api, "/play", key, csrf, game="notre-dame", seats=str(seats), level="novice")
        table = api.user("Anna", key).get(f"/tables/{made.headers['location'].rpartition('/')[2]}")
        found = [bots.parts_of(seat["bot"]) for seat in table["seats"][1:]]
        assert [level for level, _ in found] == ["novice"] * (seats - 1)
        manners = [manner for _, manner in found]
        assert set(manners) <= set(bots.MANNERS) and len(set(manners)) == min(seats - 1, len(bots.MANNERS))


def test_the_interface_names_the_manners(api: Api) -> None:
    assert api.user("Anna").get("/games")["manners"] == list(bots.MANNERS)


def test_a_manner_is_chosen_in_the_form_of_a_new_table(api: Api) -> None:
    key, csrf = browser(api)
    form = {"seats": "3", "who_1": "me", "name_1": "Anna", "who_2": "bot:novice", "manner_2": "greedy"}
    answer = submit(api, "/new/rattus", key, csrf, **form, who_3="bot:random", manner_3="meddling")
    table = api.user("Anna", key).get(f"/tables/{answer.headers['location'].rpartition('/')[2]}")
    assert [seat["bot"] for seat in table["seats"]] == ["", "novice+greedy", "random"]


def test_a_wrong_manner_is_refused_in_the_form(api: Api) -> None:
    key, csrf = browser(api)
    form = {"seats": "2", "who_1": "me", "name_1": "Anna", "who_2": "bot:novice", "manner_2": "rude"}
    assert submit(api, "/new/rattus", key, csrf, **form).status_code == 422


def test_the_host_seats_a_bot_with_a_manner_in_the_lobby(api: Api) -> None:
    key, csrf = browser(api)
    made = submit(api, "/new/rattus", key, csrf, seats="3", who_1="me", name_1="Anna", who_2="open", who_3="open")
    path = made.headers["location"]
    submit(api, f"{path}/seat-bot", key, csrf, seat="1", bot="expert", manner="cautious")
    lobby = api.request("GET", path, headers={"cookie": f"{KEY_COOKIE}={key}", "accept-language": "fr"}).text
    assert "Expert, prudent" in html.unescape(lobby) and lobby.count('class="emblem face"') == 1
    assert 'name="manner"' in lobby
