"""The interface for programs: whole games played through it, answers, news, secrets, and its description."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import pytest

from bellringer.core.contract.registry import find
from bellringer.core.records import record
from bellringer.core.records.verify import verify
from tests.server.callers import Api, Caller, answer, play_on, refused, to_move, told, two_at

pytestmark = pytest.mark.slow

GAMES = ("notre-dame", "rattus")
SEATS = [(game, seats) for game in GAMES for seats in range(find(game).fewest_seats, find(game).most_seats + 1)]
ENDS = [(game, seats) for game in GAMES for seats in (find(game).fewest_seats, find(game).most_seats)]
TABLES = [one if one in (ENDS[0], ENDS[-1]) else pytest.param(*one, marks=pytest.mark.soak) for one in SEATS]


# whole games


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_two_people_play_a_whole_game(api: Api, game: str, seats: int) -> None:
    address, people = two_at(api, game, seats)
    anna, ben = people[0][0], people[1][0]
    before = anna.get(f"/tables/{address}")
    assert before["status"] == "running" and before["seed"] is None and len(before["commitment"]) == 64
    assert {anna.key, ben.key} != {None} and anna.key != ben.key

    given = play_on(address, people, random.Random(seats))

    after = ben.get(f"/tables/{address}")
    assert (after["status"], after["ended_by"], after["pending"], after["acts"]) == ("over", "game", [], given)
    assert after["commitment"] == before["commitment"] and len(after["places"]) == len(after["scores"]) == seats
    text = ben.ask("GET", f"/tables/{address}/record").text
    assert all(check.ok for check in verify(text))
    played = record.replay(text)
    assert list(played.result.places) == after["places"] and played.seed.hex() == after["seed"]


@pytest.mark.parametrize("game", GAMES)
def test_one_person_plays_a_whole_game_with_bots(api: Api, game: str) -> None:
    anna, dice = api.user("Anna"), random.Random(5)
    address = anna.make(game, "random", "me", "greedy")["table"]["id"]
    since, lines = 0, []
    while True:
        happened = anna.get(f"/tables/{address}/events", since=since)
        lines += happened["events"]
        since = happened["next"]
        if happened["over"]:
            break
        if not answer(anna, address, 1, dice):
            anna.get(f"/tables/{address}/events", since=since, wait=5)
    assert [line["number"] for line in lines] == list(range(len(lines)))
    assert lines == anna.get(f"/tables/{address}/events")["events"]


def test_a_game_of_bots_alone_plays_itself(api: Api) -> None:
    anna = api.user("Anna")
    address = anna.make("rattus", "random", "random")["table"]["id"]
    since, until = 0, time.monotonic() + 30
    while not (happened := anna.get(f"/tables/{address}/events", since=since, wait=5))["over"]:
        since = happened["next"]
        assert time.monotonic() < until
    assert anna.get(f"/tables/{address}")["places"]


# what everybody gets


def test_the_games_tell_all_that_a_table_can_be(api: Api) -> None:
    found = api.user("Anna").get("/games")
    assert set(found["games"]) == set(GAMES)
    assert found["games"]["rattus"]["seats"] == [find("rattus").fewest_seats, find("rattus").most_seats]
    for name, game in found["games"].items():
        chosen = {key: option["default"] for key, option in game["options"].items() if option["default"] is not None}
        made = api.user("Ben").make(name, "me", "me", options=chosen)
        assert made["table"]["status"] == "running"


def test_a_table_that_anyone_may_join_is_listed_until_it_is_full(api: Api) -> None:
    anna, ben = api.user("Anna"), api.user("Ben")
    open_one = anna.make("rattus", "me", "open", joining="anyone")["table"]["id"]
    hidden = anna.make("rattus", "me", "open", joining="link")["table"]["id"]
    listed = [one["id"] for one in ben.get("/tables")]
    assert open_one in listed and hidden not in listed
    assert ben.sit(open_one, 1)["table"]["status"] == "running"
    assert open_one not in [one["id"] for one in ben.get("/tables")]


@pytest.mark.parametrize("watching", ["anyone", "link", "nobody"])
def test_a_table_that_is_listed_can_be_looked_at(api: Api, watching: str) -> None:
    """Else nobody could sit down by the pages, where one looks before one sits."""
    address = api.user("Anna").make("rattus", "me", "open", joining="anyone", watching=watching)["table"]["id"]
    ben = api.user("Ben")
    if address in [one["id"] for one in ben.get("/tables")]:
        assert ben.get(f"/tables/{address}")["id"] == address
        assert api.request("GET", f"/t/{address}").status_code == 200


def test_the_view_of_a_table_that_waits_is_refused_with_the_reason(api: Api) -> None:
    anna = api.user("Anna")
    address = anna.make("notre-dame", "me", "open")["table"]["id"]
    for path in ("view", "events", "stream", "chat", "record"):
        refused(anna.ask("GET", f"/tables/{address}/{path}"), 409, "waiting")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_prompts_moves_and_events_are_told_in_either_language(api: Api, lang: str) -> None:
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    seat = anna.get(f"/tables/{address}")["pending"][0]
    view = anna.get(f"/tables/{address}/view", seat=seat, lang=lang)
    assert view["prompt"] and all(move["words"] for move in view["moves"])
    anna.post(f"/tables/{address}/moves", seat=seat, asked=view["asked"], move=view["moves"][0]["name"])
    assert anna.get(f"/tables/{address}/events", lang=lang)["events"]


# answering


def test_the_same_answer_once_more_gets_the_same_act_and_changes_nothing(
    api: Api, table: tuple[str, Caller, Caller]
) -> None:
    address, *people = table
    who, view = to_move(address, *people)
    sent = {"seat": view["seat"], "asked": view["asked"], "move": view["moves"][0]["name"]}
    first = who.post(f"/tables/{address}/moves", **sent)
    before = api.state()
    assert [who.post(f"/tables/{address}/moves", **sent) for _ in range(3)] == [first] * 3
    assert api.state() == before
    play_on(address, [(people[0], [0]), (people[1], [1])], random.Random(1), most=6)
    assert who.post(f"/tables/{address}/moves", **sent) == first
    assert first["number"] == 1


def test_the_same_answer_at_the_same_time_is_one_act(api: Api, table: tuple[str, Caller, Caller]) -> None:
    address, *people = table
    who, view = to_move(address, *people)
    sent = {"seat": view["seat"], "asked": view["asked"], "move": view["moves"][0]["name"]}
    found: list[Any] = []
    threads = [
        threading.Thread(target=lambda: found.append(who.post(f"/tables/{address}/moves", **sent))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and all(one == found[0] for one in found)
    assert who.get(f"/tables/{address}")["acts"] == 1


def test_another_answer_to_a_question_answered_is_stale_and_says_what_is_asked_now(
    api: Api, table: tuple[str, Caller, Caller]
) -> None:
    address, *people = table
    who, view = to_move(address, *people)
    one, other = (move["name"] for move in view["moves"][:2])
    who.post(f"/tables/{address}/moves", seat=view["seat"], asked=view["asked"], move=one)
    before = api.state()
    sent = {"seat": view["seat"], "asked": view["asked"], "move": other}
    found = refused(who.ask("POST", f"/tables/{address}/moves", json=sent), 409, "stale")
    assert found.get("asked") == who.get(f"/tables/{address}/view", seat=view["seat"])["asked"]
    assert api.state() == before


def test_an_answer_taken_back_is_stale_when_it_comes_again(api: Api) -> None:
    anna = api.user("Anna")
    address, view = undoable(anna)
    seat = view["seat"]
    sent = {"seat": seat, "asked": view["asked"], "move": view["moves"][0]["name"]}
    anna.post(f"/tables/{address}/moves", **sent)
    acts = anna.get(f"/tables/{address}")["acts"]
    undone = anna.post(f"/tables/{address}/undo", seat=seat, acts=acts)
    assert undone["kind"] == "undo"
    assert anna.post(f"/tables/{address}/undo", seat=seat, acts=acts) == undone
    before = api.state()
    refused(anna.ask("POST", f"/tables/{address}/moves", json=sent), 409, "stale")
    assert api.state() == before
    again = anna.get(f"/tables/{address}/view", seat=seat)
    assert again["asked"] != view["asked"] and again["moves"] == view["moves"]


def test_a_move_can_be_looked_at_before_it_is_made(api: Api) -> None:
    anna, ben = api.user("Anna"), api.user("Ben")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    ben.make("rattus", "me", "me")
    seat = anna.get(f"/tables/{address}")["pending"][0]
    view = anna.get(f"/tables/{address}/view", seat=seat)
    asked = {"seat": seat, "asked": view["asked"], "move": view["moves"][0]["name"]}
    before = api.state()
    told = anna.get(f"/tables/{address}/preview", **asked)
    assert set(told) == {"lines", "unknown", "figures", "pieces", "next"}
    assert told["lines"] and told["figures"] and told["pieces"][0]["drawing"].startswith("<g ")
    french = anna.get(f"/tables/{address}/preview", **asked, lang="fr")
    assert french["figures"] != told["figures"] or french["lines"] != told["lines"]
    refused(ben.ask("GET", f"/tables/{address}/preview", params=asked), 403, "not-your-seat")
    refused(anna.ask("GET", f"/tables/{address}/preview", params={**asked, "asked": 999}), 409, "stale")
    refused(anna.ask("GET", f"/tables/{address}/preview", params={**asked, "move": "nonsense"}), 409, "illegal")
    assert api.state() == before


def undoable(anna: Caller) -> tuple[str, dict[str, Any]]:
    """A table at a question whose answer can be taken back: the address, and the view of who is asked."""
    dice = random.Random(3)
    address = anna.make("rattus", "me", "me")["table"]["id"]
    for _ in range(100):
        seat = anna.get(f"/tables/{address}")["pending"][0]
        view = anna.get(f"/tables/{address}/view", seat=seat)
        sent = {"seat": seat, "asked": view["asked"], "move": view["moves"][0]["name"]}
        anna.post(f"/tables/{address}/moves", **sent)
        if anna.get(f"/tables/{address}/view", seat=seat)["may_undo"]:
            acts = anna.get(f"/tables/{address}")["acts"]
            anna.post(f"/tables/{address}/undo", seat=seat, acts=acts)
            return address, anna.get(f"/tables/{address}/view", seat=seat)
        pending = anna.get(f"/tables/{address}")["pending"]
        answer(anna, address, pending[0], dice)
    raise AssertionError("no answer could be taken back")


def test_who_follows_the_events_misses_none_when_one_is_taken_back(api: Api) -> None:
    """What a follower has read is what a newcomer reads, but for lines that were taken back."""
    anna = api.user("Anna")
    address, view = undoable(anna)
    seat, asked = view["seat"], view["asked"]
    for move in view["moves"]:
        start = anna.get(f"/tables/{address}/events")["next"]
        anna.post(f"/tables/{address}/moves", seat=seat, asked=asked, move=move["name"])
        happened = anna.get(f"/tables/{address}/events", since=start)
        follower = happened["next"]
        if not anna.get(f"/tables/{address}/view", seat=seat)["may_undo"] or follower == start:
            return
        anna.post(f"/tables/{address}/undo", seat=seat, acts=happened["acts"])
        after = anna.get(f"/tables/{address}/events", since=follower)
        assert after["next"] == start, "the next event has this number; whoever asks from a later one misses it"
        asked = anna.get(f"/tables/{address}/view", seat=seat)["asked"]


def test_undo_of_what_others_have_seen_or_answered_is_refused(api: Api, table: tuple[str, Caller, Caller]) -> None:
    address, *people = table
    play_on(address, [(people[0], [0]), (people[1], [1])], random.Random(2), most=9)
    acts = people[0].get(f"/tables/{address}")["acts"]
    for seat, user in enumerate(people):
        view = user.get(f"/tables/{address}/view", seat=seat)
        if not view["may_undo"]:
            before = api.state()
            refused(user.ask("POST", f"/tables/{address}/undo", json={"seat": seat, "acts": acts}), 409, "undo")
            refused(user.ask("POST", f"/tables/{address}/undo", json={"seat": seat, "acts": acts - 1}), 409, "stale")
            assert api.state() == before


# secrets and news


@pytest.mark.parametrize("game", GAMES)
def test_the_seed_is_in_no_answer_before_the_end(api: Api, game: str) -> None:
    address, people = two_at(api, game, 3)
    secret = api.service.tables.rooms[address].kept.seed
    dice, anna, ben = random.Random(4), people[0][0], people[1][0]
    for _ in range(12):
        for user in (anna, ben, api.user("Nobody")):
            for path in ("", "/events", "/chat", "/record", "/view"):
                text = user.ask("GET", f"/tables/{address}{path}").text
                assert secret.hex() not in text and str(int.from_bytes(secret, "big")) not in text
        play_on(address, people, dice, most=3)
    refused(anna.ask("GET", f"/tables/{address}/record"), 409, "running")


def test_whoever_waits_is_told_as_soon_as_something_happens(api: Api, table: tuple[str, Caller, Caller]) -> None:
    address, *people = table
    who, view = to_move(address, *people)
    other = people[1 - view["seat"]]
    since = other.get(f"/tables/{address}/events")["next"]
    began = time.monotonic()
    assert other.get(f"/tables/{address}/events", since=since, wait=0.2)["events"] == []
    assert time.monotonic() - began >= 0.2
    found: list[Any] = []
    waiting = threading.Thread(
        target=lambda: found.append(other.get(f"/tables/{address}/events", since=since, wait=20))
    )
    waiting.start()
    while not api.service.tables.rooms[address].streams:
        time.sleep(0.01)
    who.post(f"/tables/{address}/moves", seat=view["seat"], asked=view["asked"], move=view["moves"][0]["name"])
    waiting.join(10)
    assert found and found[0]["acts"] == 1
    assert not api.service.tables.rooms[address].streams, "who has gone is forgotten"


def test_a_stream_tells_everything_once_and_goes_on_where_it_broke_off(api: Api) -> None:
    """The stream of a game that is over is all of it at once, and ends."""
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    play_on(address, [(anna, [0, 1])], random.Random(6))
    everything = anna.get(f"/tables/{address}/events")
    whole = anna.ask("GET", f"/tables/{address}/stream")
    assert whole.headers["content-type"].startswith("text/event-stream")
    assert [event for _, message in told(whole.text) for event in message["events"]] == everything["events"]
    end = f"{everything['next']}-{everything['acts']}"
    assert told(whole.text)[-1][0] == end
    for last in (1, 7, everything["next"] - 1):
        rest = anna.ask("GET", f"/tables/{address}/stream", headers={"last-event-id": f"{last}-1"})
        ((place, message),) = told(rest.text)
        assert place == end and message["events"] == everything["events"][last:]


def test_who_comes_back_to_a_stream_is_told_that_a_move_was_taken_back(api: Api) -> None:
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    view = anna.get(f"/tables/{address}/view", seat=0)
    first, second = (move["name"] for move in view["moves"][:2])
    anna.post(f"/tables/{address}/moves", seat=0, asked=view["asked"], move=first)
    heard = anna.get(f"/tables/{address}/events")
    anna.post(f"/tables/{address}/undo", seat=0, acts=1)
    asked = anna.get(f"/tables/{address}/view", seat=0)["asked"]
    anna.post(f"/tables/{address}/moves", seat=0, asked=asked, move=second)
    anna.post(f"/tables/{address}/resign", seat=0)
    place = {"last-event-id": f"{heard['next']}-{heard['acts']}"}
    ((_, message),) = told(anna.ask("GET", f"/tables/{address}/stream", headers=place).text)
    assert message["since"] < heard["next"], "the move that was taken back is told anew"
    assert message["events"] == anna.get(f"/tables/{address}/events")["events"][message["since"] :]


@pytest.mark.parametrize("last", ["x", "-1", "1.5", "²", "9" * 50, "", "1;2", "99999", "99999-9", "1-", "²-1"])
def test_a_last_event_that_never_was_does_no_harm(api: Api, last: str) -> None:
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    anna.post(f"/tables/{address}/resign", seat=0)
    anna.ask("POST", f"/tables/{address}/resign", json={"seat": 1})
    headers = {"last-event-id": last.encode("utf-8")}
    found = anna.ask("GET", f"/tables/{address}/stream", headers=headers)
    assert found.status_code == 200 and told(found.text)[-1][1]["over"]
    everything = anna.get(f"/tables/{address}/events")["next"]
    assert int(told(found.text)[-1][0].partition("-")[0]) <= everything, "no event has a higher number"


# the description


def test_the_description_says_how_the_key_is_sent(api: Api) -> None:
    document = api.request("GET", "/openapi.json").json()
    assert document["components"]["securitySchemes"]["key"]["scheme"] == "bearer"
    operations = [one for path in document["paths"].values() for one in path.values()]
    assert operations and all(one["security"] == [{"key": []}, {}] for one in operations)


def test_the_description_names_every_path_and_every_refusal(api: Api) -> None:
    document = api.request("GET", "/openapi.json").json()
    assert document["openapi"].startswith("3.")
    assert all(path.startswith("/api/v1/") for path in document["paths"])
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert {"401", "429"} <= set(operation["responses"]), (method, path)
