"""The interface for programs: sitting down, lending, resigning, talking, playing again."""

from __future__ import annotations

from tests.server.callers import Api, Caller, refused, to_move

# sitting down


def test_an_invitation_is_good_for_its_table_and_its_seat_alone(api: Api) -> None:
    anna, eve = api.user("Anna"), api.user("Eve")
    one = anna.make("rattus", "me", "open", "open")
    other = anna.make("rattus", "me", "open", "open")
    here, there = one["table"]["id"], other["table"]["id"]
    before = api.state()
    for address, seat, invitation in (
        (here, 2, one["invitations"]["1"]),
        (here, 1, other["invitations"]["1"]),
        (there, 1, one["invitations"]["1"]),
        (here, 1, ""),
        (here, 1, one["invitations"]["1"][:-1]),
        (here, 1, one["invitations"]["1"] + "A"),
        (here, 1, "1-"),
        (here, 1, "²-é"),
        (here, 0, "0-x"),
    ):
        sent = {"name": "Eve", "invitation": invitation}
        refused(eve.ask("POST", f"/tables/{address}/seats/{seat}", json=sent), 403, "not-invited")
    refused(eve.ask("POST", f"/tables/{here}/seats/5", json={"name": "Eve"}), 404, "no-seat")
    assert api.state() == before
    assert eve.sit(here, 1, one["invitations"]["1"])["seats"] == [1]
    assert eve.sit(here, 1, one["invitations"]["1"])["seats"] == [1], "the same once more changes nothing"


def test_only_who_sits_there_is_told_the_invitations(api: Api) -> None:
    anna, eve = api.user("Anna"), api.user("Eve")
    made = anna.make("rattus", "me", "open", "open", joining="anyone", watching="link")
    address = made["table"]["id"]
    for found in (eve.ask("GET", f"/tables/{address}"), eve.ask("GET", "/tables")):
        assert not any(invitation in found.text for invitation in made["invitations"].values())


def test_a_seat_taken_stays_taken_and_the_refused_keep_their_name(api: Api) -> None:
    anna, ben, eve = api.user("Anna"), api.user("Ben"), api.user("Eve")
    address = anna.make("rattus", "me", "open", "open", joining="anyone")["table"]["id"]
    eve.make("rattus", "me", "open")
    ben.sit(address, 1)
    before = api.state()
    for user in (eve, api.user("Newcomer")):
        refused(user.ask("POST", f"/tables/{address}/seats/1", json={"name": "Thief"}), 409, "taken")
        refused(user.ask("POST", f"/tables/{address}/seats/0", json={"name": "Thief"}), 409, "taken")
        refused(user.ask("POST", f"/tables/{address}/seats/2", json={"name": " \t "}), 422)
    assert api.state() == before


# lending, resigning, talking


def test_a_seat_that_is_lent_is_played_by_a_bot_until_it_is_taken_back(api: Api) -> None:
    anna = api.user("Anna")
    address = anna.make("rattus", "me", "me")["table"]["id"]
    assert anna.post(f"/tables/{address}/lend", seat=0)["seats"][0]["bot"] == "random"
    while anna.get(f"/tables/{address}")["pending"] != [1]:
        view = anna.get(f"/tables/{address}/view", seat=0)
        assert view["asked"] is None and view["moves"] == []
    assert anna.get(f"/tables/{address}")["acts"] > 1
    assert anna.post(f"/tables/{address}/return", seat=0)["seats"][0]["bot"] == ""


def test_who_resigns_against_one_other_ends_the_game_and_is_told_the_seed(
    api: Api, table: tuple[str, Caller, Caller]
) -> None:
    address, anna, ben = table
    assert anna.get(f"/tables/{address}")["seed"] is None
    shown = anna.post(f"/tables/{address}/resign", seat=0)
    assert (shown["status"], shown["ended_by"], shown["places"]) == ("over", "resigned", [2, 1])
    assert shown["scores"] is None
    assert len(shown["seed"]) == 64 and shown["seats"][0]["resigned"]
    before = api.state()
    for path, sent in (
        ("lend", {"seat": 0}),
        ("resign", {"seat": 1}),
        ("lend", {"seat": 1}),
        ("return", {"seat": 1}),
        ("moves", {"seat": 1, "asked": 0, "move": "x"}),
    ):
        user = anna if sent["seat"] == 0 else ben
        refused(user.ask("POST", f"/tables/{address}/{path}", json=sent), 409, "over")
    assert api.state() == before


def test_what_is_said_is_kept_as_it_was_said(api: Api, table: tuple[str, Caller, Caller]) -> None:
    address, anna, ben = table
    anna.post(f"/tables/{address}/chat", seat=0, text="  <b>Bonjour</b>\n à   tous  ")
    ben.post(f"/tables/{address}/chat", seat=1, text="x" * 500)
    assert [line["text"] for line in ben.get(f"/tables/{address}/chat")] == ["<b>Bonjour</b> à tous", "x" * 500]
    before = api.state()
    for text in ("", "   ", "\n", "x" * 501, 7, None):
        refused(anna.ask("POST", f"/tables/{address}/chat", json={"seat": 0, "text": text}), 422)
    assert api.state() == before


def test_a_hint_is_a_legal_move_and_changes_nothing(api: Api, table: tuple[str, Caller, Caller]) -> None:
    address, *people = table
    who, view = to_move(address, *people)
    before = api.state()
    found = who.post(f"/tables/{address}/hint", seat=view["seat"])
    assert found["move"] in [move["name"] for move in view["moves"]] and 0 <= found["win_chance"] <= 1
    other = people[1 - view["seat"]]
    refused(other.ask("POST", f"/tables/{address}/hint", json={"seat": 1 - view["seat"]}), 409, "nothing-asked")
    assert api.state() == before


def test_a_rematch_begins_when_the_other_is_ready_whoever_offers_it(
    api: Api, table: tuple[str, Caller, Caller]
) -> None:
    address, anna, ben = table
    refused(anna.ask("POST", f"/tables/{address}/rematch"), 409, "running")
    refused(ben.ask("POST", f"/tables/{address}/rematch", json={"answer": "perhaps"}), 422)
    anna.post(f"/tables/{address}/resign", seat=0)
    refused(ben.ask("POST", f"/tables/{address}/rematch", json={"answer": "bots"}), 409, "no-offer")
    offered = ben.ask("POST", f"/tables/{address}/rematch").json()
    assert (offered["id"], offered["rematch"]) == (address, None)
    assert offered["offer"] == {"by": [1], "accepted": [1], "declined": [], "waiting": [], "gone": [0]}, (
        "who resigned can be ready"
    )
    refused(anna.ask("POST", f"/tables/{address}/rematch", json={"answer": "open"}), 403, "not-yours")
    declined = anna.post(f"/tables/{address}/rematch", answer="decline")
    assert declined["offer"]["declined"] == [0] and declined["rematch"] is None
    first, second = anna.post(f"/tables/{address}/rematch"), ben.post(f"/tables/{address}/rematch")
    assert first["id"] == second["id"] != address
    assert first["options"]["start"] == 1 and first["status"] == "running"
    found = anna.get(f"/tables/{address}")
    assert (found["rematch"], found["offer"]) == (first["id"], None)
