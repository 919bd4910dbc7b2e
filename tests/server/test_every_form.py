"""Every form of the site: sent wrong, then right. Nothing that was typed is lost, and no address leads nowhere."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from bellringer.core.shown.words import LANGUAGES
from bellringer.server.app import PAGES
from bellringer.server.people.known import hash_of
from bellringer.server.visitors.security import KEY_COOKIE
from bellringer.server.web.pages import PageRoute
from tests.reviewed import QUICK, another
from tests.server.callers import Api, Caller, at_server, browser, play_on, to_move, two_at

pytestmark = pytest.mark.unhurried

OURS = {"sec-fetch-site": "same-origin"}  # as browsers say of a form that our own page sends
BY_SCRIPT = {"/t/{address}/commit", "/t/{address}/reveal", "/new/{game}/check"}  # nobody presses a button for them
SEATS = range(1, 7)
POSITION = '{"game": "rattus", "seats": 3}'
RIGHT = {
    "name": "Zoë",
    "text": "Good evening!",
    "brought": POSITION,
    **{f"name_{seat}": f"Zoë {seat}" for seat in SEATS},
}
WRONG = {
    "name": "N" * 41,
    "text": "t" * 501,
    "brought": "nonsense",
    **{f"name_{seat}": f"{seat}" * 41 for seat in SEATS},
}
ALL_HERE = {"seats": "6", **{f"who_{seat}": "here" for seat in SEATS[1:]}}


# what a page has


@dataclass
class Form:
    """A form of a page, as a browser would send it. `typed`: the fields that one writes in."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    typed: dict[str, dict[str, str]] = field(default_factory=dict)

    def with_typed(self, texts: dict[str, str]) -> list[tuple[str, str]]:
        """The fields, with other texts where one writes."""
        return [(name, texts[name] if name in self.typed else value) for name, value in self.fields]


class Forms(HTMLParser):
    """Finds the forms of a page, and the texts of its elements with an id."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.by_id: dict[str, Form] = {}
        self.all: list[Form] = []
        self.words: dict[str, str] = {}
        self.strays: list[tuple[str, dict[str, str], str]] = []
        self.select: tuple[str, list[tuple[str, bool]]] | None = None
        self.area: tuple[dict[str, str], list[str]] | None = None
        self.inside: Form | None = None
        self.open_ids: list[tuple[str, str]] = []
        self.feed(text)
        for form, at, value in self.strays:
            if form in self.by_id:
                self.add(self.by_id[form], at, value)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag in ("p", "h1") and "id" in at:
            self.open_ids.append((tag, at["id"]))
        if tag == "form":
            self.inside = Form(at.get("action", ""))
            self.all.append(self.inside)
            self.by_id[at.get("id", "")] = self.inside
        elif tag == "select":
            self.select = (at["name"], [])
        elif tag == "textarea":
            self.area = ({**at, "required": ""}, [])
        elif tag == "option" and self.select is not None:
            self.select[1].append((at.get("value", ""), "selected" in at))
        elif tag in ("input", "button") and at.get("name"):
            self.put(at)

    def put(self, at: dict[str, str]) -> None:
        """Add a field or a button to its form, which may come later."""
        if at.get("type") in ("radio", "checkbox") and "checked" not in at:
            return
        if "form" in at:
            self.strays.append((at["form"], at, at.get("value", "")))
        elif self.inside is not None:
            self.add(self.inside, at, at.get("value", ""))

    def add(self, form: Form, at: dict[str, str], value: str) -> None:
        """Add a field to a form; of several buttons the first."""
        if "type" not in at and not ("id" in at or "maxlength" in at) and at["name"] in dict(form.fields):
            return
        form.fields.append((at["name"], value))
        if at.get("type", "text") == "text" and ("maxlength" in at or "required" in at):
            form.typed[at["name"]] = at

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None
        elif tag == "select" and self.select is not None:
            name, options = self.select
            chosen = next((value for value, is_chosen in options if is_chosen), options[0][0] if options else "")
            if self.inside is not None:
                self.inside.fields.append((name, chosen))
            self.select = None
        elif tag == "textarea" and self.area is not None and self.inside is not None:
            self.add(self.inside, self.area[0], "".join(self.area[1]))
            self.area = None
        elif self.open_ids and self.open_ids[-1][0] == tag:
            self.open_ids.pop()

    def handle_data(self, data: str) -> None:
        if self.area is not None:
            self.area[1].append(data)
        for _, name in self.open_ids:
            self.words[name] = self.words.get(name, "") + data


def form_at(page: Any, action: str) -> Form:
    """The form of a page that is sent to an address. Each page begins with that of the languages."""
    found = [form for form in Forms(page.text).all if form.action == action]
    return found[-1] if action == "/language" else found[0]


# where each form is found


@dataclass
class Visitor:
    """A browser, and the page where a form is found."""

    api: Api
    key: str | None
    path: str
    language: str = "en"

    def ask(self, method: str, path: str, fields: list[tuple[str, str]] | None = None) -> httpx.Response:
        """Ask as a browser does."""
        headers = {"cookie": f"{KEY_COOKIE}={self.key}", "accept-language": self.language, **OURS}
        if fields is None:
            return self.api.request(method, path, headers=headers)
        kind = {"content-type": "application/x-www-form-urlencoded"}
        return self.api.request(method, path, content=urlencode(fields), headers={**headers, **kind})

    def send(self, form: Form, texts: dict[str, str], **more: str) -> httpx.Response:
        """Send a form with what one has typed; `more` takes the place of other fields."""
        fields = [(name, more.get(name, value)) for name, value in form.with_typed(texts)]
        return self.ask("POST", form.action, fields)


def pair(api: Api, **more: Any) -> tuple[str, list[Caller]]:
    """A game of two people: the address, and who plays."""
    address, people = two_at(api, more.pop("game", "rattus"), 2, **{"hints": "all", **more})
    return address, [user for user, _ in people]


def with_move(api: Api) -> tuple[str, Caller]:
    """A game in which it is somebody's turn: the address, and who that is."""
    address, people = pair(api)
    return address, to_move(address, *people)[0]


def at_table(api: Api) -> tuple[str, str | None]:
    address, user = with_move(api)
    return f"/t/{address}", user.key


def having_moved(api: Api) -> tuple[str, str | None]:
    """A game in which what was done last can be taken back."""
    address, people = two_at(api, "notre-dame", 2)
    while True:
        for user, seats in people:
            if user.get(f"/tables/{address}/view", seat=seats[0])["may_undo"]:
                return f"/t/{address}", user.key
        play_on(address, people, random.Random(1), 1)


def alone(api: Api) -> tuple[str, str | None]:
    anna = api.user("Anna")
    return f"/t/{anna.make('rattus', 'me', 'me')['table']['id']}?seat=0&ready=1", anna.key


def having_lent(api: Api) -> tuple[str, str | None]:
    address, (anna, _) = pair(api)
    anna.post(f"/tables/{address}/lend", seat=0)
    return f"/t/{address}", anna.key


def with_windows(api: Api) -> tuple[str, str | None]:
    classes = ["knight", "monk", "merchant", "witch", "king", "peasant"]
    address, (anna, _) = pair(api, options={"modules": ["region-cards"], "classes": classes})
    return f"/t/{address}", anna.key


def passed_on(api: Api) -> tuple[str, Caller, Caller, int]:
    """A game where somebody may ask to take back what others have decided since: the two, and the seat."""
    address, people = two_at(api, "notre-dame", 2)
    dice = random.Random(4)
    while True:
        for (user, seats), (other, _) in zip(people, people[::-1], strict=True):
            if user.get(f"/tables/{address}/view", seat=seats[0])["may_ask_back"] > 1:
                return address, user, other, seats[0]
        play_on(address, people, dice, 1)


def to_ask(api: Api) -> tuple[str, str | None]:
    address, user, _, _ = passed_on(api)
    return f"/t/{address}", user.key


def to_answer(api: Api) -> tuple[str, str | None]:
    address, user, other, seat = passed_on(api)
    acts = user.get(f"/tables/{address}")["acts"]
    user.post(f"/tables/{address}/ask-back", seat=seat, acts=acts)
    return f"/t/{address}", other.key


def spoken_at(api: Api) -> tuple[str, Caller]:
    """A game where the other has said something."""
    address, (anna, ben) = pair(api)
    ben.post(f"/tables/{address}/chat", seat=1, text="Hello")
    return address, anna


def to_mute(api: Api) -> tuple[str, str | None]:
    address, anna = spoken_at(api)
    return f"/t/{address}", anna.key


def having_muted(api: Api) -> tuple[str, str | None]:
    address, anna = spoken_at(api)
    _, csrf = browser(api, anna.key)
    Visitor(api, anna.key, "").ask("POST", f"/t/{address}/mute", [("csrf", csrf), ("line", "table-1"), ("seat", "0")])
    return f"/t/{address}", anna.key


def looking_on(api: Api) -> tuple[str, str | None]:
    address, _ = pair(api)
    return f"/t/{address}", browser(api)[0]


def over(api: Api) -> tuple[str, str | None]:
    address, people = two_at(api, "rattus", 2)
    people[1][0].post(f"/tables/{address}/resign", seat=1)
    return f"/t/{address}", people[0][0].key


def invited(api: Api) -> tuple[str, str | None]:
    made = api.user("Anna").make("rattus", "me", "open")
    return f"/join/{made['table']['id']}/{made['invitations']['1']}", browser(api)[0]


def open_lobby(api: Api) -> tuple[str, str | None]:
    made = api.user("Anna").make("rattus", "me", "open", "open", joining="anyone")
    return f"/t/{made['table']['id']}", browser(api)[0]


def own_lobby(api: Api) -> tuple[str, str | None]:
    anna = api.user("Anna")
    return f"/t/{anna.make('rattus', 'me', 'open', 'open')['table']['id']}", anna.key


def handed(api: Api) -> tuple[str, str | None]:
    address, _ = pair(api)
    token = api.portal.call(api.service.hand_over.token_for, api.service.tables.rooms[address], 0)
    return f"/hand/{address}/{token}", browser(api)[0]


def newcomer(path: str) -> Callable[[Api], tuple[str, str | None]]:
    return lambda api: (path, browser(api)[0])


# By the pattern of its address, where a form is found: a page, and the key of who looks at it.
def to_play_on(api: Api) -> tuple[str, str | None]:
    """The form of a table that plays on from a moment of a finished game."""
    path, key = over(api)
    return f"{path}/replay/play-on?at=20", key


def having_brought(api: Api) -> str:
    """The key of somebody who has brought a position."""
    key = browser(api)[0]
    api.portal.call(api.service.brought.bring, POSITION.encode(), hash_of(key), ("a test",))
    api.portal.call(api.service.store.changes.flush)
    return key


def to_forget(api: Api) -> tuple[str, str | None]:
    """What somebody has brought, in the list of it."""
    return "/bring", having_brought(api)


def to_play_on_from_brought(api: Api) -> tuple[str, str | None]:
    """The form of a table that plays on from a position that somebody has brought."""
    key = having_brought(api)
    (one,) = api.service.brought.of(hash_of(key))
    return f"/brought/{one.address}/play-on?at=0", key


def to_review(api: Api) -> tuple[str, str | None]:
    """A game that is over, and is not reviewed yet."""
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    play_on(address, [(anna, [0, 1])], random.Random(2))
    return f"/t/{address}/review", anna.key


def to_review_brought(api: Api) -> tuple[str, str | None]:
    """The record of a game that is over, which somebody has brought."""
    key, _ = browser(api)
    record = another("map of 2", 4).record()
    address = api.portal.call(api.service.brought.bring, record.encode(), hash_of(key), ("a test",))
    api.portal.call(api.service.store.changes.flush)
    return f"/brought/{address}/review", key


def to_explain(place: Callable[[Api], tuple[str, str | None]]) -> Callable[[Api], tuple[str, str | None]]:
    """A moment of a reviewed game whose why nobody has asked for."""

    def found(api: Api) -> tuple[str, str | None]:
        path, key = place(api)
        Visitor(api, key, path, "en").ask("GET", path)
        one = list(api.service.reviews.open.values())[-1]
        review = one.work.run()
        turn = next(step.turn for step in review.steps if step.compared is not None and review.why(step.turn) is None)
        return f"{path}/{turn + review.moves_before + 1}", key

    return found


FOUND: dict[str, Callable[[Api], tuple[str, str | None]]] = {
    "/play": newcomer("/"),
    "/language": newcomer("/about"),
    "/name": newcomer("/mine"),
    "/t/{address}/watching": alone,
    "/new/{game}": newcomer("/new/rattus"),
    "/learn/{game}": newcomer("/learn/rattus"),
    "/join/{address}/{token}": invited,
    "/hand/{address}/{token}": handed,
    "/t/{address}/sit": open_lobby,
    "/t/{address}/seat-bot": own_lobby,
    "/t/{address}/leave": own_lobby,
    "/t/{address}/close": own_lobby,
    **{f"/t/{{address}}/{word}": at_table for word in ("move", "lend", "resign", "hint", "say", "sign", "aim")},
    "/t/{address}/undo": having_moved,
    "/t/{address}/return": having_lent,
    "/t/{address}/standing": with_windows,
    "/t/{address}/ask-back": to_ask,
    "/t/{address}/answer-back": to_answer,
    "/t/{address}/mute": to_mute,
    "/t/{address}/report": to_mute,
    "/t/{address}/unmute": having_muted,
    "/t/{address}/aside": looking_on,
    "/t/{address}/aside-sign": looking_on,
    "/t/{address}/rematch": over,
    "/t/{address}/replay/play-on": to_play_on,
    "/bring": newcomer("/bring"),
    "/t/{address}/review": to_review,
    "/t/{address}/review/{number}": to_explain(to_review),
    "/brought/{address}/review": to_review_brought,
    "/brought/{address}/review/{number}": to_explain(to_review_brought),
    "/brought/{address}/forget": to_forget,
    "/brought/{address}/play-on": to_play_on_from_brought,
}


def patterns() -> set[str]:
    """The addresses of all forms that somebody sends."""
    routes = [route for pages in PAGES for route in pages.routes if isinstance(route, PageRoute)]
    return {route.path for route in routes if "POST" in (route.methods or ())} - BY_SCRIPT


def at_form(api: Api, pattern: str, language: str) -> tuple[Visitor, Form]:
    """Somebody before a form, and the form."""
    path, key = FOUND[pattern](api)
    visitor = Visitor(api, key, path, language)
    page = visitor.ask("GET", path)
    assert page.status_code == 200, (path, page.status_code)
    end = pattern.rpartition("/")[2]
    wanted = path.partition("?")[0] if "{" in end else pattern if "{" not in pattern else f"/{end}"
    return visitor, next(form for form in Forms(page.text).all if form.action.endswith(wanted))


def followed(visitor: Visitor, answer: httpx.Response) -> httpx.Response:
    """The page to which an answer leads."""
    while answer.status_code == 303:
        answer = visitor.ask("GET", answer.headers["location"])
    return answer


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with at_server(tmp_path_factory.mktemp("forms")) as api:
        api.service.reviews.plan = QUICK
        yield api


def test_every_form_is_tried() -> None:
    assert patterns() == set(FOUND), "a new form needs its place here"


@pytest.mark.parametrize("pattern", sorted(FOUND))
def test_a_form_that_is_too_old_is_kept_and_sent_again(site: Api, pattern: str) -> None:
    visitor, form = at_form(site, pattern, "en")
    assert bool(form.typed) == (pattern in (*TYPED, *ALSO_TYPED)), "what is typed wrong is tried below"
    refusal = visitor.send(form, RIGHT, csrf="x")
    assert refusal.status_code == 403 and "too old" in refusal.text
    again = form_at(refusal, form.action)
    sent = dict(form.with_typed(RIGHT))
    kept = dict(again.fields)
    assert {name: kept.get(name) for name in sent if name != "csrf"} == {n: v for n, v in sent.items() if n != "csrf"}
    assert followed(visitor, visitor.ask("GET", form.action)).status_code == 200, "the page is loaded again"
    done = visitor.ask("POST", again.action, again.fields)
    assert followed(visitor, done).status_code == 200, (pattern, done.status_code, done.text[:2000])


# Forms in which something is typed; the others say what the first ones do, and are tried in one language.
TYPED = ("/new/{game}", "/join/{address}/{token}", "/t/{address}/sit", "/t/{address}/say", "/t/{address}/aside")
ALSO_TYPED = ("/bring", "/brought/{address}/play-on", "/name", "/t/{address}/replay/play-on")
SAID = [*((pattern, one) for pattern in TYPED for one in LANGUAGES), *((pattern, "en") for pattern in ALSO_TYPED)]


@pytest.mark.soak
@pytest.mark.parametrize("pattern", sorted(set(FOUND) - {*TYPED, *ALSO_TYPED}))
def test_in_all_other_forms_nothing_is_typed(site: Api, pattern: str) -> None:
    """So that a new form which wants text is tried with wrong text, too."""
    assert not at_form(site, pattern, "en")[1].typed


@pytest.mark.parametrize(("pattern", "language"), SAID)
def test_what_is_wrong_is_said_beside_the_field_which_keeps_it(site: Api, pattern: str, language: str) -> None:
    visitor, form = at_form(site, pattern, language)
    for wrong in form.typed:
        texts = {**RIGHT, wrong: WRONG[wrong]}
        refusal = visitor.send(form, texts, **ALL_HERE)
        assert refusal.status_code == 422, (pattern, wrong, refusal.status_code)
        page, again = Forms(refusal.text), form_at(refusal, form.action)
        assert {name: dict(again.fields)[name] for name in form.typed} == {name: texts[name] for name in form.typed}
        assert again.typed[wrong].get("aria-invalid") == "true", (pattern, wrong, page.words)
        why = page.words[again.typed[wrong]["aria-describedby"]].strip()
        assert why and not why.startswith("refused."), why
        form = again
        assert followed(visitor, visitor.ask("GET", form.action)).status_code == 200
    done = visitor.send(form, RIGHT)
    assert done.status_code == 303, (pattern, done.text[:2000])
    assert followed(visitor, done).status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_cookie_the_page_says_that_and_why(tmp_path: Path, language: str) -> None:
    words = {"en": ("no cookie", "blocked", "--https"), "fr": ("aucun cookie", "bloqués", "--https")}[language]
    old = {"en": "too old", "fr": "trop ancienne"}[language]
    for is_secure in (False, True):
        with at_server(tmp_path / str(is_secure), is_secure=is_secure) as api:
            for pattern in ("/play", "/language", "/new/{game}", "/join/{address}/{token}"):
                visitor, form = at_form(api, pattern, language)
                blocked = Visitor(api, None, visitor.path, language)
                headers = {"accept-language": language, "content-type": "application/x-www-form-urlencoded"}
                answer = api.request("POST", form.action, content=urlencode(form.with_typed(RIGHT)), headers=headers)
                assert answer.status_code == 403 and all(word in answer.text for word in words), pattern
                assert old not in answer.text and blocked.key is None
                live = api.request("POST", form.action, content="csrf=x", headers={**headers, "hx-request": "true"})
                assert words[0] in live.text
