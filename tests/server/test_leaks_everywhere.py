"""Nothing that the server sends to anybody hangs on what they may not know: whole games, of every kind of table.

Random options of every kind, people with one seat and one with two, and a spectator. At ten random moments of a game
all that each of them can't see is dealt anew. At every decision with an answer that somebody can't tell from another,
both answers are tried; where one decides alone, before all eyes, what was done is no secret, only what came of it. Each
time the server must send the same bytes: pages and their parts, streams, documents, previews, hints and refusals.
`--deals` says how many games the long form plays, in pieces of `A_PIECE`.
"""

from __future__ import annotations

import json
import operator
import random
from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bellringer.core import chance
from bellringer.core.contract.registry import find, game_names
from bellringer.core.records.chain import Chain, Link
from bellringer.core.shown.words import LANGUAGES
from bellringer.core.tables.table import Table
from bellringer.server.api import table_operations as api_module
from bellringer.server.drawing.drawn_parts import DrawnParts
from bellringer.server.drawing.table.page_model import PageModel
from bellringer.server.drawing.table.table_drawings import drawings_of
from bellringer.server.service import TableService
from bellringer.server.store.values import clocks, kept
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory import timekeeper
from bellringer.server.tables.memory.room import Room
from bellringer.server.visitors.security import KEY_COOKIE
from bellringer.server.web import table_pages, whole_pages
from tests.server.callers import Api, Caller, at_server, browser, first_message
from tests.server.test_leaks import told

pytestmark = pytest.mark.unhurried

QUICK, A_PIECE = 1, 20  # games
MOMENTS = 10  # of a game, at which all is dealt anew
WHOLE_EVERY = 10  # how many of the hidden decisions are looked at by all that can be sent
NEWEST = 40  # events of the log that those are told who do not look at all that can be sent
PREVIEWS = 3


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The quick form, and the pieces of the long one."""
    if "games" in metafunc.fixturenames:
        count = -(-metafunc.config.getoption("deals") // A_PIECE)
        long = [pytest.param(n, A_PIECE, id=f"piece-{n:03}", marks=pytest.mark.soak) for n in range(1, count + 1)]
        metafunc.parametrize(("seed", "games"), [pytest.param(0, QUICK, id="quick"), *long])


@pytest.fixture
def api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Api]:
    """A server that does nothing by itself, whose clock stands still, and whose deals and pages are always the same.

    So are commitments to secret acts, which hang on 32 random bytes each: they are taken to tell nothing.
    """
    dice = random.Random(request.node.name)
    monkeypatch.setattr(kept, "time", SimpleNamespace(time_ns=lambda: 1_800_000_000 * 10**9))
    monkeypatch.setattr(timekeeper, "monotonic", lambda: 0.0)
    monkeypatch.setattr(chance, "secrets", SimpleNamespace(token_bytes=dice.randbytes))
    monkeypatch.setattr(table_pages, "new_key", lambda: "P" * 43)
    monkeypatch.setattr(whole_pages, "secrets", SimpleNamespace(token_urlsafe=lambda _: "P" * 22))
    monkeypatch.setattr(Link, "entry", property(lambda link: b"sealed" if link.salt else link.act))

    def prepare(service: TableService) -> None:
        service.maintenance.tick = 1_000_000.0
        service.tables.listed_for = -1.0  # or a list could grow old between the two worlds

    with at_server(tmp_path / "data", prepare=prepare, hint_iterations=50, threads=1) as found:
        yield found


# a table of any kind


def any_options(game: str, dice: random.Random) -> dict[str, Any]:
    """Each option is left as it is, or has any of its values, some of them, or the word of a set."""
    found: dict[str, Any] = {}
    for name, option in find(game).options.items():
        if dice.random() < 0.3:
            continue
        if option.sets and dice.random() < 0.7:
            found[name] = dice.choice(list(option.sets))
        elif option.several:
            found[name] = dice.sample(option.allowed, dice.choice((0, 1, 2, min(6, len(option.allowed)))))
        else:
            found[name] = dice.choice(option.allowed)
    return found


def made_table(host: Caller, game: str, seats: list[str], dice: random.Random) -> Any:
    """A new table of any kind that the game allows."""
    wanted = [{"kind": seat} for seat in seats]
    while True:
        options, clock = any_options(game, dice), dice.choice(list(clocks.KINDS))
        sent = {"name": host.name, "game": game, "seats": wanted, "options": options, "clock": clock}
        made = host.ask("POST", "/tables", json=sent)
        if made.status_code == 201:
            return made.json()
        assert made.json()["error"] == "bad", made.text  # options that do not go together


@dataclass
class Seen:
    """What was looked at. `differing`: the bytes that differ, by what was sent."""

    looks: int = 0
    sent: int = 0  # bytes
    hidden: int = 0  # decisions with answers that somebody can't tell apart
    hidden_by_rule: int = 0  # and those of which the rules say so
    dealt: int = 0  # deals that differed from the true one
    differing: Counter[str] = field(default_factory=Counter)
    examples: list[tuple[str, bytes, bytes]] = field(default_factory=list)

    def compare(self, one: dict[str, bytes], other: dict[str, bytes]) -> None:
        """Count what differs."""
        assert one.keys() == other.keys()
        self.looks += 1
        for name, first in one.items():
            second = other[name]
            self.sent += len(first)
            if first != second:
                self.examples.append(example(name, first, second))
                same = sum(map(operator.eq, first, second))
                self.differing[name] += max(len(first), len(second)) - same


def example(name: str, one: bytes, other: bytes) -> tuple[str, bytes, bytes]:
    """Where two answers begin to differ."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return name, one[max(at - 60, 0) : at + 60], other[max(at - 60, 0) : at + 60]


@dataclass
class Watched:
    """A table on the server, and those who look at it."""

    api: Api
    address: str
    holders: dict[int, Caller]
    spectator: Caller
    dice: random.Random
    seen: Seen

    @property
    def room(self) -> Room:
        """The table as the server has it."""
        return self.api.service.tables.rooms[self.address]

    @property
    def live(self) -> LiveGame:
        """Its game."""
        assert self.room.live is not None
        return self.room.live

    def viewers(self) -> list[int | None]:
        """Every seat, and who only looks on."""
        return [None, *self.holders]

    # what somebody is sent

    def brief(self, seat: int | None, has_log: bool = True) -> dict[str, bytes]:
        """What a program asks for again and again."""
        query = {} if seat is None else {"seat": seat}
        found = {"view": self.ask(seat, "GET", "/view", params=query), "table": self.ask(seat, "GET", "")}
        if has_log:
            found["stream"] = self.listen(f"/api/v1/tables/{self.address}/stream", seat)
        return found

    def told(self, seat: int | None, language: str, since: int) -> dict[str, bytes]:
        """View, prompt, moves and the log since some event, without a request."""
        return {"told": told(self.live, seat, language, since)}

    def whole(self, seat: int | None, language: str) -> dict[str, bytes]:
        """All that can be asked for, and all that is refused. Nothing of it changes the table."""
        lang = {"lang": language}
        found = {
            **self.told(seat, language, 0),
            **self.brief(seat),
            "events": self.ask(seat, "GET", "/events", params=lang),
            "chat": self.ask(seat, "GET", "/chat"),
            "asides": self.ask(seat, "GET", "/asides"),
            "record": self.ask(seat, "GET", "/record"),
            "page": self.page(seat, language),
            "page stream": self.listen(f"/t/{self.address}/live?{self.at(seat)}", seat, page=True),
            "page without a stream": self.browse(seat, "GET", f"/news?{self.at(seat)}&known=0"),
            "asked": self.browse_site(seat, f"/asked?at={self.address}"),
            "asked stream": self.listen(f"/asked/live?at={self.address}", seat, page=True),
            "record page": self.browse(seat, "GET", "/record"),
            "verify page": self.browse(seat, "GET", "/verify"),
            "front page": self.browse_site(seat, "/"),
            "list of tables": self.browse_site(seat, "/mine"),
        }
        if seat is not None:
            found |= self.refusals(seat) | self.previews(seat, language)
        return found

    def moments(self, seat: int | None, language: str, since: int) -> dict[str, bytes]:
        """What a page is sent that is about to tell what has happened."""
        path = f"/moments?{self.at(seat)}&since={since}&acts={len(self.live.acts) - 1}"
        return {"moments": self.browse(seat, "GET", path, headers={"accept-language": language})}

    def refusals(self, seat: int) -> dict[str, bytes]:
        """Moves that are illegal or answer an old question, and takings back that are not allowed."""
        asked = self.live.holders[seat].asked
        wrong = {"seat": seat, "asked": asked or 0, "move": "no such move"}
        stale = {"seat": seat, "asked": (asked or len(self.live.acts)) + 7, "move": "bank"}
        other = next((number for number in self.holders if self.holders[number] is not self.holders[seat]), seat)
        found = {
            "illegal": self.ask(seat, "POST", "/moves", json=wrong),
            "stale": self.ask(seat, "POST", "/moves", json=stale),
            "not yours": self.ask(seat, "POST", "/moves", json={**wrong, "seat": other}) if other != seat else b"",
            "illegal form": self.form(seat, {**wrong, "seat": str(seat), "asked": str(wrong["asked"])}),
        }
        if not self.live.table.may_undo(seat, self.live.passable):
            sent = {"seat": seat, "acts": len(self.live.acts)}
            found["no undo"] = self.ask(seat, "POST", "/undo", json=sent)
        return found

    def previews(self, seat: int, language: str) -> dict[str, bytes]:
        """What some moves would do, and one that is not legal; a hint, if the seat is asked."""
        asked = self.live.holders[seat].asked
        names = [move.name for move in self.live.table.moves(seat)] if asked is not None else []
        found = {}
        for name in [*names[:PREVIEWS], "no such move"]:
            query = {"seat": seat, "asked": asked or 0, "move": name, "lang": language}
            found[f"preview {name}"] = self.ask(seat, "GET", "/preview", params=query)
        if names:
            found["hint"] = self.ask(seat, "POST", "/hint", json={"seat": seat})
        return found

    # how it is asked for

    def user(self, seat: int | None) -> Caller:
        """Who holds a seat."""
        return self.spectator if seat is None else self.holders[seat]

    def at(self, seat: int | None) -> str:
        """The query of a page at a seat, whose owner has the screen."""
        return "ready=1" if seat is None else f"seat={seat}&ready=1"

    def ask(self, seat: int | None, method: str, path: str, **values: Any) -> bytes:
        """An answer of the interface for programs."""
        return whole_answer(self.user(seat).ask(method, f"/tables/{self.address}{path}", **values))

    def browse(self, seat: int | None, method: str, path: str, **values: Any) -> bytes:
        """An answer to a browser."""
        drawings_of(self.room).pages.clear()
        headers = {**self.cookie(seat), **values.pop("headers", {})}
        return whole_answer(self.api.request(method, f"/t/{self.address}{path}", headers=headers, **values))

    def browse_site(self, seat: int | None, path: str) -> bytes:
        """A page that is no table's."""
        return whole_answer(self.api.request("GET", path, headers=self.cookie(seat)))

    def cookie(self, seat: int | None) -> dict[str, str]:
        """What a browser sends by itself."""
        return {"cookie": f"{KEY_COOKIE}={self.user(seat).key}"}

    def page(self, seat: int | None, language: str) -> bytes:
        """The whole page."""
        return self.browse(seat, "GET", f"?{self.at(seat)}", headers={"accept-language": language})

    def form(self, seat: int, sent: dict[str, Any]) -> bytes:
        """The answer to a move that a page sends."""
        _, csrf = browser(self.api, self.user(seat).key)
        return self.browse(seat, "POST", "/move", headers={"hx-request": "true"}, data={**sent, "csrf": csrf})

    def listen(self, path: str, seat: int | None, page: bool = False) -> bytes:
        """The first message of a stream: all that there is so far."""
        drawings_of(self.room).pages.clear()
        marks = dict(self.room.marks)
        key = self.user(seat).key
        header = ("cookie", f"{KEY_COOKIE}={key}") if page else ("authorization", f"Bearer {key}")
        found: bytes = self.api.portal.call(partial(first_message, self.api.app, path, [header] if key else []))
        self.room.marks = marks  # a page that has gone has seen everything
        return found

    # two worlds

    def in_world(self, live: LiveGame, look: Callable[[], dict[str, bytes]]) -> dict[str, bytes]:
        """What is sent while the table is another."""
        true, self.room.live = self.room.live, live
        self.forget_drawn()
        try:
            return look()
        finally:
            self.room.live = true
            self.forget_drawn()

    def forget_drawn(self) -> None:
        """Let everything be drawn anew: what was drawn of one world could hide what leaks in the other."""
        drawings_of(self.room).shown.clear()
        drawings_of(self.room).parts = DrawnParts()

    def deal_anew(self) -> None:
        """What each viewer can't see is dealt anew. One of them looks at all that can be sent."""
        chosen, language = self.dice.choice(self.viewers()), self.dice.choice(LANGUAGES)
        for seat in self.viewers():
            other = copy(self.live)
            other.table = self.live.table.determinized(seat, self.dice.getrandbits(60))
            self.seen.dealt += bytes(other.table.state) != bytes(self.live.table.state)
            since = max(0, self.live.table.event_count - NEWEST)
            brief = partial(self.told, seat, language, since)
            look = partial(self.whole, seat, language) if seat == chosen else brief
            self.seen.compare(self.in_world(self.live, look), self.in_world(other, look))

    def decide(self, seat: int, name: str, instead: str) -> None:
        """For all who can't tell two answers apart, both must be told alike."""
        one, other = after(self.live, seat, name), after(self.live, seat, instead)
        if looks_alike(one.table, other.table, seat):
            return  # not even who decides can tell: one came to the same, before all eyes
        alike = [v for v in self.viewers() if v != seat and looks_alike(one.table, other.table, v)]
        self.check_hidden(seat, (name, instead), (one.table, other.table), alike)
        if not alike:
            return
        is_secret = len(self.live.pending) > 1  # several decide at once, each for themselves
        self.seen.hidden += is_secret
        chosen, language = self.dice.choice(alike), self.dice.choice(LANGUAGES)
        is_whole = is_secret and self.seen.hidden % WHOLE_EVERY == 0
        since = self.live.table.event_count if is_secret else max(one.table.event_count, other.table.event_count)
        if one.chain is not None and other.chain is not None and one.chain.head != other.chain.head:
            self.check_told(alike, one, other)
            other.chain = one.chain
        for viewer in alike:
            look = partial(self.told, viewer, language, since)
            if viewer == chosen:
                look = partial(self.whole, viewer, language) if is_whole else partial(self.brief, viewer, is_secret)
                moments = partial(self.moments, viewer, language, since)
                self.seen.compare(self.in_world(one, moments), self.in_world(other, moments))
            self.seen.compare(self.in_world(one, look), self.in_world(other, look))

    def check_hidden(
        self, seat: int, names: tuple[str, str], tables: tuple[Table, Table], alike: list[int | None]
    ) -> None:
        """Nobody else may tell two answers apart that the rules hide, while others have yet to decide.

        The rules say which these are by the move alone (`is_open`), whatever a view shows. Who is asked next, because
        of this answer, gets what it leaves: the cards that are passed on.
        """
        before, after_it = {*self.live.pending}, [{*table.pending} for table in tables]
        if any(self.live.table.is_open(name, seat) for name in names) or after_it[0] != after_it[1]:
            return
        if before - {seat} and before - {seat} <= after_it[0]:
            self.seen.hidden_by_rule += 1
            others = {v for v in self.viewers() if v != seat} - (after_it[0] - before)
            assert others <= {*alike}, f"{names} of seat {seat} can be told apart by {others - {*alike}}"

    def check_told(self, viewers: list[int | None], one: LiveGame, other: LiveGame) -> None:
        """The head of the chain may tell two answers apart only where the log says which it was."""
        since = self.live.table.event_count
        for viewer in viewers:
            assert told(one, viewer, "en", since) != told(other, viewer, "en", since), (one.acts[-1], other.acts[-1])

    def play(self) -> None:
        """Play at random to the end, and look at all that is to be looked at."""
        course = random_course(self.live, random.Random(self.dice.random()))
        moments = set(self.dice.sample(range(len(course) + 1), min(MOMENTS, len(course) + 1)))
        for number, (seat, name, instead) in enumerate(course):
            if number in moments:
                self.deal_anew()
            if instead != name:
                self.decide(seat, name, instead)
            asked = self.live.holders[seat].asked
            assert asked is not None
            self.move(seat, asked, name)
        if len(course) in moments:
            self.deal_anew()

    def move(self, seat: int, asked: int, name: str) -> None:
        """A seat decides, and it is stored."""

        async def decide() -> None:
            self.api.service.playing.move(self.room, seat, asked, name)

        self.api.portal.call(decide)


def whole_answer(answer: Any) -> bytes:
    """Status, headers and body."""
    return b"%d %s %s" % (answer.status_code, json.dumps(sorted(answer.headers.items())).encode(), answer.content)


def after(live: LiveGame, seat: int, name: str) -> LiveGame:
    """The game after a move, beside the true one."""
    twin = copy(live)
    for key, value in vars(live).items():
        if isinstance(value, list | dict | Table):
            setattr(twin, key, copy(value))
    twin.holders = [copy(holder) for holder in live.holders]
    if live.chain is not None:
        twin.chain = Chain(live.chain.beginning)
        for link in live.chain.links:
            twin.chain.add(link)
    twin.do(twin.act(seat, "move", name, kept.now(), live.holders[seat].asked))
    return twin


def looks_alike(one: Table, other: Table, viewer: int | None) -> bool:
    """Whether a viewer can't tell two tables apart."""
    return one.view(viewer) == other.view(viewer)


def random_course(live: LiveGame, dice: random.Random) -> list[tuple[int, str, str]]:
    """A random game to its end: seats, moves, and another move that each might have made."""
    twin = copy(live.table)  # it goes on by the same dice
    course: list[tuple[int, str, str]] = []
    while twin.pending:
        seat = dice.choice(twin.pending)
        names = [twin.move_names[move] for move in twin.state.legal(seat)]
        name = dice.choice(names)
        course.append((seat, name, dice.choice([other for other in names if other != name] or [name])))
        twin.play(name, seat)
    return course


def watched(api: Api, game: str, dice: random.Random, seen: Seen) -> Watched:
    """A new table of any kind: somebody holds two seats, where there are more than two, and others one each."""
    seats = dice.randint(find(game).fewest_seats, find(game).most_seats)
    twice = {0, dice.randrange(1, seats)} if seats > 2 else {0}
    host = api.user("Anna")
    made = made_table(host, game, ["me" if seat in twice else "open" for seat in range(seats)], dice)
    address, host.key = made["table"]["id"], made["key"]
    holders = dict.fromkeys(twice, host)
    for seat, invitation in made["invitations"].items():
        holders[int(seat)] = api.user(f"Person {seat}")
        holders[int(seat)].sit(address, int(seat), invitation)
    spectator = api.user("Nobody", "N" * 43)
    api.portal.call(
        api.service.people.introduce, spectator.key, spectator.name
    )  # or each page would have another new key
    return Watched(api, address, dict(sorted(holders.items())), spectator, dice, seen)


@pytest.mark.slow
def test_nobody_is_sent_a_byte_of_what_they_may_not_know(api: Api, seed: int, games: int) -> None:
    seen = Seen()
    for number in range(games):
        game = game_names()[number % len(game_names())]
        watched(api, game, random.Random(f"leaks {seed} {number}"), seen).play()
        assert seen.differing == {}, (seed, number, seen.examples[:3])
    hidden = f"{seen.hidden} hidden decisions, {seen.hidden_by_rule} by the rules"
    print(f"{games} games, {hidden}, {seen.looks} looks, {seen.sent:,} bytes, 0 differ")
    assert seen.dealt > 20 * games and seen.hidden > games


def test_a_leak_is_found(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page whose question tells a checksum of the whole state."""
    prompt = PageModel.prompt.func  # type: ignore[attr-defined]

    def leaking(model: PageModel) -> str:
        return f"{prompt(model)}{sum(bytes(model.table.state)) % 7}"

    monkeypatch.setattr(PageModel, "prompt", property(leaking))
    seen = Seen()
    table = watched(api, "notre-dame", random.Random("a leak"), seen)
    for _ in range(4):
        table.deal_anew()
    assert seen.differing.keys() == {"page", "page stream", "page without a stream", "illegal form"}


def test_a_leak_of_a_decision_is_found(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interface that tells the last move of each seat."""
    tell = api_module.shown
    monkeypatch.setattr(
        api_module, "shown", lambda service, room: tell(service, room).model_copy(update={"rules": last_word(room)})
    )
    seen = Seen()
    table = watched(api, "notre-dame", random.Random("a leak"), seen)
    seat, name, instead = next(
        (seat, name, instead) for seat, name, instead in random_course(table.live, random.Random(1)) if name != instead
    )
    table.decide(seat, name, instead)
    assert seen.differing.keys() == {"table"}


def last_word(room: Room) -> str:
    """The last move of a table, whoever asks."""
    return room.live.acts[-1].word if room.live is not None and room.live.acts else ""
