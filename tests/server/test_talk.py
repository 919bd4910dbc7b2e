"""Signs, what spectators say, who is muted, what is reported: who sees what, and how much of it there may be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bellringer.core.shown.words import LANGUAGES
from bellringer.server.base.language import words_in
from bellringer.server.base.settings import unlimited
from bellringer.server.service import TableService
from bellringer.server.store import User
from bellringer.server.store.values.kept import SIGNS
from bellringer.server.tables.memory.room import Room
from bellringer.server.tables.verbs.company import MOST_REPORTS, asides_of, hears_asides, reported_lines
from tests.server.callers import Api, Caller, browser, refused, submit, two_at
from tests.server.services import Known, WithService, refusal, table_for

pytestmark = pytest.mark.unhurried

SECRET = "the spectators know it"


def two_and_eve(service: TableService, known: Known) -> tuple[Room, User, User, User]:
    """A table of Anna, who made it, and Ben, at which Eve looks on."""
    anna, ben, eve = known(service, "Anna"), known(service, "Ben"), known(service, "Eve")
    room = table_for(service, anna, "rattus", "me", "open")
    service.setup.sit(room, 1, ben, "Ben")
    return room, anna, ben, eve


# signs


def test_a_sign_is_kept_by_its_name_and_counts_as_a_line(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, *_ = two_and_eve(service, known)
        for name in SIGNS:
            said = service.playing.say(room, 0, name, "sign")
            assert (said.kind, said.text) == ("sign", name)
        assert service.store.sayings(room.kept) == room.game.sayings
        assert refusal(service.playing.say, room, 1, "hello") == "chat-full"
        assert refusal(service.playing.say, room, 1, "hello", "sign") == "chat-full"

    with_service(work, limits=replace(unlimited(), chat_lines=len(SIGNS)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_reads_a_sign_in_the_own_language(api: Api, language: str) -> None:
    address, ((anna, _), (ben, _)) = two_at(api, "rattus", 2)
    assert anna.post(f"/tables/{address}/signs", seat=0, sign="well-played")["kind"] == "sign"
    refused(anna.ask("POST", f"/tables/{address}/signs", json={"seat": 0, "sign": "no such sign"}), 422)
    assert ben.get(f"/tables/{address}/chat")[0] == {"number": 1, "seat": 0, "text": "well-played", "kind": "sign"}
    assert words_in(language)("table.signs.well-played") in page_of(ben, address, language)


def page_of(user: Caller | None, address: str, language: str = "en", api: Api | None = None) -> str:
    """A table's page as somebody's browser loads it."""
    server = user.api if user is not None else api
    assert server is not None
    cookie = f"bellringer_language={language}" + (f"; bellringer_key={user.key}" if user is not None else "")
    answer = server.request("GET", f"/t/{address}", headers={"cookie": cookie})
    assert answer.status_code == 200
    return str(answer.text)


def test_a_sign_is_said_by_a_form(api: Api) -> None:
    address, ((anna, _), (ben, _)) = two_at(api, "rattus", 2)
    key, csrf = browser(api, anna.key)
    answer = submit(api, f"/t/{address}/sign", key, csrf, seat="0", sign="thanks")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{address}?seat=0")
    assert [line["text"] for line in ben.get(f"/tables/{address}/chat")] == ["thanks"]
    answer = submit(api, f"/t/{address}/sign", key, csrf, seat="0", sign="<b>")
    assert answer.headers["location"].endswith("notice=bad") and len(ben.get(f"/tables/{address}/chat")) == 1


# spectators


def test_who_plays_can_not_speak_among_spectators(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, anna, _, eve = two_and_eve(service, known)
        assert refusal(service.company.aside, room, anna, "Anna", "psst") == "not-spectator"
        assert refusal(service.company.aside, room, eve, "Eve", " \n") == "empty"
        assert refusal(service.company.aside, room, eve, "Eve", "x" * 501) == "too-long"
        service.company.aside(room, eve, "Eve", "  who \n wins? ")
        service.company.aside(room, eve, "Eve", "hurry", "sign")
        assert [(line.number, line.name, line.text, line.kind) for line in room.asides] == [
            (1, "Eve", "who wins?", "say"),
            (2, "Eve", "hurry", "sign"),
        ]
        assert service.store.company.asides(room.kept.id) == room.asides
        assert refusal(service.company.aside, room, eve, "Eve", "more") == "chat-full"

    with_service(work, limits=replace(unlimited(), chat_lines=2))


def test_players_read_what_spectators_said_when_the_game_is_over(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, anna, ben, eve = two_and_eve(service, known)
        service.company.aside(room, eve, "Eve", SECRET)
        assert [hears_asides(room, user) for user in (anna, ben, eve, None)] == [False, False, True, True]
        service.playing.resign(room, 0)
        assert all(hears_asides(room, user) for user in (anna, ben, eve, None))
        assert [line.text for line in asides_of(room)] == [SECRET]

    with_service(work)


@pytest.mark.parametrize("language", LANGUAGES)
def test_anybody_who_may_watch_reads_the_spectators_without_a_key(api: Api, language: str) -> None:
    """As the page says it, beside the lines: so can a player who looks on from elsewhere."""
    address, ((anna, _), (ben, _)) = two_at(api, "rattus", 2)
    eve = api.user("Evelyne")
    eve.make("rattus", "me", "open")
    eve.post(f"/tables/{address}/asides", name="Eve", text=SECRET)
    said = words_in(language)("table.company.asides_what")
    nobodys = page_of(None, address, language, api).replace("&#39;", "'")
    assert SECRET in nobodys and said in nobodys
    assert [line["text"] for line in Caller(api, "").get(f"/tables/{address}/asides")] == [SECRET]
    for player in (anna, ben):
        assert SECRET not in page_of(player, address, language)
        refused(player.ask("GET", f"/tables/{address}/asides"), 409, "running")


def everything_of(user: Caller, address: str) -> str:
    """All that a player is told about a table: the page, its stream, the interface for programs."""
    key, csrf = browser(user.api, user.key)
    headers = {"cookie": f"bellringer_key={key}"}
    texts = [page_of(user, address), page_of(user, address, "fr")]
    for path in ("", "/view?seat=0", "/view", "/events", "/chat", "/asides", "/reports", "/record"):
        texts.append(user.ask("GET", f"/tables/{address}{path}").text)
    for path, sent in (
        ("asides", {"name": "Anna", "text": "hello"}),
        ("reports", {"place": "aside", "number": 1}),
        ("chat", {"seat": 0, "text": "hello"}),
        ("rematch", {}),
    ):
        texts.append(user.ask("POST", f"/tables/{address}/{path}", json=sent).text)
    live = {**headers, "hx-request": "true"}
    for path in ("mute", "unmute", "report"):
        for line in ("aside-1", "aside-2"):
            sent = {"csrf": csrf, "line": line, "seat": "0"}
            texts.append(user.api.request("POST", f"/t/{address}/{path}", data=sent, headers=live).text)
    parts = user.api.request("POST", f"/t/{address}/sign", data={"csrf": csrf, "sign": "hello"}, headers=live).text
    assert 'id="chat"' in parts and 'id="prompt"' in parts, "these are the parts that a stream sends"
    texts.append(parts)
    texts.append(user.api.request("GET", "/mine", headers=headers).text)
    return "\n".join(texts)


def test_no_player_is_told_what_spectators_say_before_the_end(api: Api) -> None:
    """Neither the line nor its speaker reaches a player, even if it is reported to the host, who plays."""
    address, ((anna, _), (ben, _)) = two_at(api, "rattus", 2)
    eve, dora = api.user("Evelyne"), api.user("Dora")
    for user in (eve, dora):
        user.make("rattus", "me", "open")
    eve.post(f"/tables/{address}/asides", name="Evelyne", text=SECRET)
    assert SECRET in page_of(dora, address) and SECRET in page_of(None, address, api=api)
    assert dora.ask("POST", f"/tables/{address}/reports", json={"place": "aside", "number": 1}).status_code == 204
    for user in (anna, ben):
        told = everything_of(user, address)
        assert SECRET not in told and "Evelyne" not in told
        refused(user.ask("GET", f"/tables/{address}/asides"), 409, "running")
    anna.post(f"/tables/{address}/resign", seat=0)
    for user in (anna, ben):
        assert SECRET in page_of(user, address)
        assert [line["text"] for line in user.get(f"/tables/{address}/asides")] == [SECRET]
    assert [(one["text"], one["people"]) for one in anna.get(f"/tables/{address}/reports")] == [(SECRET, 1)]


def test_a_player_learns_nothing_by_trying_lines_of_spectators(api: Api) -> None:
    address, ((anna, _), _) = two_at(api, "rattus", 2)
    eve = api.user("Eve")
    eve.make("rattus", "me", "open")
    eve.post(f"/tables/{address}/asides", name="Eve", text=SECRET)
    answers = [
        anna.ask("POST", f"/tables/{address}/reports", json={"place": "aside", "number": number}) for number in (1, 2)
    ]
    assert answers[0].status_code == 422 and answers[0].content == answers[1].content


def test_a_stranger_speaks_among_spectators_under_a_name(api: Api) -> None:
    address, ((anna, _), _) = two_at(api, "rattus", 2)
    key, csrf = browser(api)
    answer = submit(api, f"/t/{address}/aside", key, csrf, name="", text="who wins?")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{address}")
    submit(api, f"/t/{address}/aside-sign", key, csrf, name="Zoé", sign="hello")
    said = api.user("", key=key).get(f"/tables/{address}/asides")
    assert [(line["name"], line["text"], line["kind"]) for line in said] == [
        ("Guest", "who wins?", "say"),
        ("Zoé", "hello", "sign"),
    ]
    assert submit(api, f"/t/{address}/aside", key, None, text="x").status_code == 403
    own = browser(api, anna.key)
    assert submit(api, f"/t/{address}/aside", *own, name="Not Anna", text="psst").status_code == 403
    assert [seat["name"] for seat in anna.get(f"/tables/{address}")["seats"]] == ["Anna", "Ben"]


# muting


def test_the_muted_are_neither_read_nor_told(api: Api) -> None:
    address, ((anna, _), (ben, _)) = two_at(api, "rattus", 2)
    ben.post(f"/tables/{address}/chat", seat=1, text="one bad word")
    ben.post(f"/tables/{address}/signs", seat=1, sign="oops")
    anna.post(f"/tables/{address}/chat", seat=0, text="well, well")
    before = page_of(ben, address)
    key, csrf = browser(api, anna.key)
    sign = words_in("en")("table.signs.oops")
    assert submit(api, f"/t/{address}/mute", key, csrf, seat="0", line="table-1").status_code == 303
    page = page_of(anna, address)
    assert "one bad word" not in page and 'id="say-2"' not in page and "well, well" in page
    assert words_in("en").text("table.company.muted", name="Ben") in page
    assert page_of(ben, address).count("saying") == before.count("saying"), "nothing tells Ben"
    submit(api, f"/t/{address}/unmute", key, csrf, seat="0", line="table-1")
    page = page_of(anna, address)
    assert "one bad word" in page and sign in page


def test_who_is_muted_stays_so_at_other_tables_and_after_a_restart(with_service: WithService, known: Known) -> None:
    async def mute(service: TableService) -> None:
        room, anna, ben, eve = two_and_eve(service, known)
        service.playing.say(room, 1, "hello")
        service.company.aside(room, eve, "Eve", "hello")
        service.company.mute(room, anna, "table-1")
        assert service.company.muted_by(anna) == {ben.id} and service.company.muted_by(ben) == frozenset()
        assert refusal(service.company.mute, room, ben, "table-1") == "bad"
        assert refusal(service.company.mute, room, anna, "aside-1") == "bad"
        for line in ("table-2", "table-0", "nowhere-1", "table-x", "table-²", "", "table-99999999"):
            assert refusal(service.company.mute, room, anna, line) == "bad"

    async def look(service: TableService) -> None:
        assert service.company.muted_by(known(service, "Anna")) == {known(service, "Ben").id}
        assert service.company.muted_by(None) == frozenset()

    with_service(mute)
    with_service(look)


# reports


def test_the_host_sees_what_is_reported_but_not_by_whom(api: Api) -> None:
    address, ((anna, _), (ben, _)) = two_at(api, "rattus", 2)
    eve = api.user("Evelyne")
    eve.make("rattus", "me", "open")
    ben.post(f"/tables/{address}/chat", seat=1, text="one bad word")
    ben.post(f"/tables/{address}/chat", seat=1, text="a good one")
    for user in (anna, eve):
        key, csrf = browser(api, user.key)
        for _ in range(2):
            submit(api, f"/t/{address}/report", key, csrf, line="table-1")
    assert anna.get(f"/tables/{address}/reports") == [
        {"place": "table", "number": 1, "name": "Ben", "text": "one bad word", "people": 2}
    ]
    refused(ben.ask("GET", f"/tables/{address}/reports"), 403, "not-yours")
    told = words_in("en").text("table.company.reported", n=2)
    assert told in page_of(anna, address) and "Evelyne" not in page_of(anna, address)
    assert told not in page_of(ben, address) and told not in page_of(eve, address)
    key, csrf = browser(api, ben.key)
    assert submit(api, f"/t/{address}/report", key, csrf, line="table-1").status_code == 422, "it is his own"


def test_nobody_reports_without_end(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room, anna, _, _ = two_and_eve(service, known)
        for number in range(1, MOST_REPORTS + 2):
            service.playing.say(room, 1, f"line {number}")
        for number in range(1, MOST_REPORTS + 1):
            service.company.report(room, anna, f"table-{number}")
        service.company.report(room, anna, "table-1")
        assert refusal(service.company.report, room, anna, f"table-{MOST_REPORTS + 1}") == "reports-full"
        assert len(reported_lines(room, hears=False)) == MOST_REPORTS
        assert service.store.company.reports(room.kept.id) == room.reports

    with_service(work)


def test_a_report_outlives_the_server(with_service: WithService, known: Known) -> None:
    async def report(service: TableService) -> str:
        room, anna, _, eve = two_and_eve(service, known)
        service.playing.say(room, 1, "one bad word")
        service.company.aside(room, eve, "Eve", SECRET)
        service.company.report(room, anna, "table-1")
        return room.address

    async def look(service: TableService) -> None:
        room = await service.tables.find(address)
        assert room is not None
        (found,) = reported_lines(room, hears=False)
        assert (found.name, found.line.text, found.people) == ("Ben", "one bad word", 1)
        assert [line.text for line in room.asides] == [SECRET]

    address = with_service(report)
    with_service(look)
