"""Who may ask for hints is a choice of each table; whoever may not is refused in words, by page and program."""

from __future__ import annotations

import html
from pathlib import Path

import pytest

from bellringer.core.shown.words import LANGUAGES
from bellringer.server.base.language import words_in
from bellringer.server.store.models import HINTS
from bellringer.server.visitors.security import KEY_COOKIE
from tests.server.callers import Api, Caller, at_server, browser, refused, submit, to_move

COMPANIES = {"with a bot": ("me", "random"), "at one screen": ("me", "me"), "with others": ("me", "open")}


def begun(api: Api, company: str, hints: str | None = None) -> tuple[str, Caller, int]:
    """A table whose game runs, one of its people, and the seat of theirs that is asked."""
    people = [api.user("Anna"), api.user("Ben")]
    more = {} if hints is None else {"hints": hints}
    made = people[0].make("rattus", *COMPANIES[company], **more)
    address = made["table"]["id"]
    if made["invitations"]:
        people[1].sit(address, 1, made["invitations"]["1"])
    who, view = to_move(address, *(one for one in people if one.key))
    return address, who, view["seat"]


@pytest.mark.parametrize("company", COMPANIES)
@pytest.mark.parametrize("hints", [None, *HINTS])
def test_hints_are_for_whom_the_table_was_made_with(tmp_path: Path, company: str, hints: str | None) -> None:
    """Where nothing is chosen: for who plays alone with bots, and for all at one screen."""
    gives = hints == "all" or (hints in (None, "alone") and company != "with others")
    with at_server(tmp_path, hint_iterations=20) as api:
        address, who, seat = begun(api, company, hints)
        assert who.get(f"/tables/{address}")["hints"] == gives
        answer = who.ask("POST", f"/tables/{address}/hint", json={"seat": seat})
        assert answer.status_code == 200 if gives else refused(answer, 403, "no-hints")
        headers = {"cookie": f"{KEY_COOKIE}={who.key}"}
        page = api.request("GET", f"/t/{address}?seat={seat}&ready=1", headers=headers).text
        assert ('id="ask-hint"' in page) == gives
        assert who.key is not None
        sent = submit(api, f"/t/{address}/hint", *browser(api, who.key), seat=str(seat))
        assert ("is-hinted" in sent.text) == gives


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_in_the_words_of_who_reads_it(api: Api, language: str) -> None:
    address, who, seat = begun(api, "with others")
    assert who.key is not None
    key, csrf = browser(api, who.key)
    submit(api, f"/t/{address}/hint", key, csrf, seat=str(seat))
    headers = {"cookie": f"{KEY_COOKIE}={key}", "accept-language": language}
    page = html.unescape(api.request("GET", f"/t/{address}?seat={seat}&notice=no-hints", headers=headers).text)
    assert words_in(language)("refused.no-hints") in page


def test_another_game_keeps_the_choice(api: Api) -> None:
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "me", hints="none")["table"]["id"]
    anna.post(f"/tables/{address}/resign", seat=0)
    again = anna.post(f"/tables/{address}/rematch")
    assert again["id"] != address and not again["hints"]


@pytest.mark.parametrize("chosen", HINTS)
def test_forms_offer_the_choice(api: Api, chosen: str) -> None:
    """A new table is made with it, by a form whose usual choice is hints for who plays alone."""
    key, csrf = browser(api)
    form = api.request("GET", "/new/rattus", headers={"cookie": f"{KEY_COOKIE}={key}"}).text
    assert '<option value="alone" selected>' in form
    sent = {"seats": "2", "who_1": "me", "name_1": "Anna", "who_2": "open", "hints": chosen}
    path = submit(api, "/new/rattus", key, csrf, **sent).headers["location"]
    assert api.service.tables.rooms[path.rpartition("/")[2]].kept.hints == chosen
    wrong = submit(api, "/new/rattus", key, csrf, **{**sent, "hints": "some"})
    assert wrong.status_code == 422 and "hints" in html.unescape(wrong.text)
