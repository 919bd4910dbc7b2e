"""Handing a seat over, or the part of who made a table: by a link that the host gives out, which works once."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bellringer.server.tables.verbs import hand_over
from tests.server.callers import Api, Caller, browser, play_on, refused, submit, two_at
from tests.server.hosts import dump, listed, path_of, run, scene, server

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_log")]


def test_a_link_gives_a_seat_to_somebody_else_once(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        made = scene(api)
        path = path_of(tmp_path, made.running, 1)
        key, csrf = browser(api)
        headers = {"cookie": f"bellringer_key={key}", "accept-language": "fr"}
        assert "Prendre le siège" in api.request("GET", path, headers=headers).text
        assert submit(api, path, key, "wrong").status_code == 403, "a form of another site"
        taken = submit(api, path, key, csrf)
        assert taken.status_code == 303 and taken.headers["location"].endswith(made.running)
        assert api.user("Ben", key).get(f"/tables/{made.running}/view", seat=1)["seat"] == 1
        refused(made.ben.ask("GET", f"/tables/{made.running}/view", params={"seat": 1}), 403, "not-your-seat")
        again = submit(api, path, key, csrf)
        assert (again.status_code, again.headers["location"]) == (303, taken.headers["location"]), "pressed twice"
        assert api.request("GET", path, headers=headers).status_code == 303
        assert submit(api, path, *browser(api)).status_code == 404, "it works once"
        assert [seat["name"] for seat in made.anna.get(f"/tables/{made.running}")["seats"]][1] == "Ben"
    with server(tmp_path) as api:
        assert api.user("Ben", key).get(f"/tables/{made.running}/view", seat=1)["seat"] == 1
    assert [act["what"] for act in listed(tmp_path, "log")] == ["hand-over", "taken-over"]


def test_a_used_link_is_worth_nothing_when_the_seat_comes_back(tmp_path: Path) -> None:
    def take(who: Caller, path: str) -> Any:
        json = {"token": path.rpartition("/")[2]}
        return who.ask("POST", f"/tables/{made.running}/hand-over", json=json)

    with server(tmp_path) as api:
        made, cleo = scene(api), api.user("Cleo")
        cleo.make("rattus", "me", "open")
        first, unused = path_of(tmp_path, made.running, 1), path_of(tmp_path, made.running, 1)
        assert take(cleo, first).json()["seats"] == [1]
        assert take(cleo, first).status_code == 404, "without a key of its own, a request is not the same"
        back = path_of(tmp_path, made.running, 1)
        assert take(made.ben, back).json()["seats"] == [1]
        for path in (first, unused, back):
            refused(take(cleo, path), 404)
        for room in list(api.service.tables.rooms.values()):
            api.portal.call(api.service.tables.forget, room)
        refused(take(cleo, first), 404)
    with server(tmp_path) as api:
        cleo = api.user("Cleo", cleo.key)
        refused(take(cleo, first), 404)
        assert take(cleo, path_of(tmp_path, made.running, 1)).json()["seats"] == [1], "a new one is good"


def test_a_link_to_the_part_of_the_host_ends_when_that_went_along_with_a_seat(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        made, cleo = scene(api), api.user("Cleo")
        cleo.make("rattus", "me", "open")
        way = f"/tables/{made.running}/hand-over"
        old = run(tmp_path, "hand-over", made.running, "host").stdout.strip().rpartition("/")[2]
        for user in (cleo, made.anna):
            user.post(way, token=path_of(tmp_path, made.running, 0).rpartition("/")[2])
        assert made.anna.get(f"/tables/{made.running}/reports")
        refused(cleo.ask("POST", way, json={"token": old}), 404)


def test_a_program_takes_a_seat_over_with_a_new_key_and_plays_on(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        address, people = two_at(api, "rattus", 2)
        token = path_of(tmp_path, address, 0).rpartition("/")[2]
        new = api.user("Nobody yet")
        new.key = new.post(f"/tables/{address}/hand-over", token=token)["key"]
        assert new.key != people[0][0].key
        assert play_on(address, [(new, [0]), people[1]], random.Random(1), 8) == 8
        refused(api.user("x").ask("POST", f"/tables/{address}/hand-over", json={"token": token}), 404)


AGAIN = {"idempotency-key": "8e03978e-40d5-43dd-bc93-6894a57f9324"}


@pytest.mark.parametrize("is_known", [False, True])
def test_a_seat_whose_taking_over_was_answered_into_the_void_is_not_lost(tmp_path: Path, is_known: bool) -> None:
    def take(api: Api, headers: dict[str, str]) -> Any:
        return api.user("x", key).ask("POST", f"/tables/{address}/hand-over", json={"token": token}, headers=headers)

    with server(tmp_path) as api:
        address, people = two_at(api, "rattus", 2)
        cleo = api.user("Cleo")
        cleo.make("rattus", "me", "open")
        key = cleo.key if is_known else None
        token = path_of(tmp_path, address, 0).rpartition("/")[2]
        first = take(api, AGAIN)
        assert first.status_code == 200 and first.json()["seats"] == [0] and first.json()["key"] != people[0][0].key
        assert take(api, AGAIN).json() == first.json()
        refused(take(api, {"idempotency-key": AGAIN["idempotency-key"][::-1]}), 404)
    with server(tmp_path) as api:
        assert take(api, AGAIN).json() == first.json(), "also after a restart"
        assert sum('INTO "people"' in line for line in dump(tmp_path)) == 3 + (not is_known)
        other = path_of(tmp_path, address, 0).rpartition("/")[2]
        api.user("y").post(f"/tables/{address}/hand-over", token=other)
        refused(take(api, AGAIN), 404)


def test_the_part_of_who_made_a_table_goes_with_the_last_seat(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        made = scene(api)
        new = api.user("Anna again")
        token = path_of(tmp_path, made.running, 0).rpartition("/")[2]
        refused(made.ben.ask("GET", f"/tables/{made.running}/reports"), 403, "not-yours")
        new.key = new.post(f"/tables/{made.running}/hand-over", token=token)["key"]
        assert len(new.get(f"/tables/{made.running}/reports")) == 1
        refused(made.anna.ask("GET", f"/tables/{made.running}/reports"), 403, "not-yours")
        ben_s = path_of(tmp_path, made.running, 1).rpartition("/")[2]
        api.user("x").post(f"/tables/{made.running}/hand-over", token=ben_s)
        both = made.anna.make("rattus", "me", "me", "open")["table"]["id"]
        for seat in (0, 1):
            refused(new.ask("GET", f"/tables/{both}/reports"), 409, "waiting")
            assert api.service.tables.rooms[both].is_host(api.portal.call(api.service.people.user, made.anna.key))
            token = path_of(tmp_path, both, seat).rpartition("/")[2]
            new.post(f"/tables/{both}/hand-over", token=token)
        assert api.service.tables.rooms[both].is_host(api.portal.call(api.service.people.user, new.key))
    with server(tmp_path) as api:
        assert len(api.user("Anna", new.key).get(f"/tables/{made.running}/reports")) == 1, "also after a restart"


def test_the_part_of_who_made_a_table_is_handed_over_by_itself(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        made = scene(api)
        link = run(tmp_path, "hand-over", made.waiting, "host", "--url", "https://games.example.org").stdout.strip()
        path, (key, csrf) = link.removeprefix("https://games.example.org"), browser(api)
        for language, words in (("en", "A table to look after"), ("fr", "Une table à tenir")):
            headers = {"cookie": f"bellringer_key={key}", "accept-language": language}
            assert words in api.request("GET", path, headers=headers).text
        bot = {"seat": "2", "bot": "random"}
        assert submit(api, f"/t/{made.waiting}/seat-bot", key, csrf, **bot).status_code == 403
        assert submit(api, path, key, csrf).headers["location"] == f"/t/{made.waiting}"
        assert submit(api, path, *browser(api)).status_code == 404, "it works once"
        assert submit(api, f"/t/{made.waiting}/close", *browser(api, made.anna.key)).status_code == 403
        assert [seat["name"] for seat in made.anna.get(f"/tables/{made.waiting}")["seats"]][0] == "Anna", "she stays"
        assert submit(api, f"/t/{made.waiting}/seat-bot", key, csrf, **bot).status_code == 303
        assert made.anna.get(f"/tables/{made.waiting}")["status"] == "running"
        wanted = {"token": run(tmp_path, "hand-over", made.running, "host").stdout.strip().rpartition("/")[2]}
        taken = api.user("x").ask("POST", f"/tables/{made.running}/hand-over", json=wanted).json()
        assert taken["seats"] == [] and api.user("x", taken["key"]).get(f"/tables/{made.running}/reports")
    assert "hand-over" in str(listed(tmp_path, "log"))
    for word in ("hosts", "-1", "10"):
        run(tmp_path, "hand-over", made.running, word, status=2)


@pytest.mark.parametrize("spoil", ["seat", "time", "late", "mac", "nonsense"])
def test_a_link_that_the_host_did_not_give_out_is_worth_nothing(
    tmp_path: Path, spoil: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(tmp_path) as api:
        address, _ = two_at(api, "rattus", 2)
        token = path_of(tmp_path, address, 0).rpartition("/")[2]
        seat, began, mac = token.split("-", 2)
        wrong = {
            "seat": f"1-{began}-{mac}",
            "time": f"{seat}-{int(began) + 1}-{mac}",
            "mac": f"{seat}-{began}-{'A' if mac[0] != 'A' else 'B'}{mac[1:]}",
            "nonsense": "-²-x",
            "late": token,
        }[spoil]
        if spoil == "late":
            week = hand_over.now() + 1000 * (hand_over.GOOD_FOR + 60)
            monkeypatch.setattr(hand_over, "now", lambda: week)
        refused(api.user("x").ask("POST", f"/tables/{address}/hand-over", json={"token": wrong}), 404)


def test_only_a_seat_of_a_person_is_handed_over(tmp_path: Path) -> None:
    with server(tmp_path) as api:
        address = api.user("Anna").make("rattus", "me", "random")["table"]["id"]
        assert "nobody sits" in run(tmp_path, "hand-over", address, "1", status=1).stderr
        assert "nobody sits" in run(tmp_path, "hand-over", address, "7", status=1).stderr
